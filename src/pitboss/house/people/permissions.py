"""Who may do what, and see what: one table of each, as data.

A name in a line is another matter: whoever may give the line, the person it names must have proved
it (:mod:`pitboss.house.people.proofs`). So a dealer may enter what a supervisor signs for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from pitboss.house.people.identity import DEVICES, EVERYBODY, STRANGER, Who
from pitboss.jackpot import house, link
from pitboss.jackpot.floor_run import TOLD_LINKS
from pitboss.refusals import Refusal
from pitboss.table import steps
from pitboss.table.state import Table
from pitboss.table.steps import SERVER, Command
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.squeezing import WaveOff
from pitboss.table.steps.turning import TurnCards

Roles = frozenset[str]
_NOBODY: Roles = frozenset()
_EXECUTIVE: Roles = frozenset(("executive",))
_SUPERVISOR = _EXECUTIVE | {"supervisor"}
_DEALER = _SUPERVISOR | {"dealer"}
_SEAT = _DEALER | {"seat", "player"}
_SHOE = _DEALER | {"shoe"}
_ADMINISTRATOR: Roles = frozenset(("administrator",))

_GROUPS: tuple[tuple[Roles, str], ...] = (
    # A table, by its own dealer or by a supervisor: before play,
    (_DEALER, "InspectDevice NotifySurveillance Accommodate ReceiveCards BreakSeal InspectCards"),
    (_DEALER, "ReplaceCards VerifyCards SpreadCards WashCards ShuffleCards DeclineCut CutCards"),
    (_DEALER, "OrderRecut PlaceCutCard LoadShoe StopForWantOfPlay Sit Leave BuyIn"),
    # a round,
    (_SEAT, "PlaceBet TakeBack WaveOff"),
    (_DEALER, "CallNoMoreBets TakeProgressives GiveBackProgressives CallFreeHand HandOver"),
    (_SHOE, "BurnCards DealCard"),
    (_SEAT | _SHOE, "TurnCards"),
    (_DEALER, "CallPoints CallResult ShakeCups HandCup PlayerShakes RevealDice SpillDice"),
    (_DEALER, "PassDice RollDice CallNoRoll CollectLosers PayPosition CollectTieVigorish"),
    (_DEALER, "ClearLayout PressHands HitJackpot ConfirmHit WaiveJackpot EndGame"),
    # what goes wrong, money that two people sign for,
    (_DEALER, "DealInError RunDry VoidRound CorrectCard OpenDispute CloseDispute Undo"),
    (_DEALER, "LoseLink RestoreLink CountTray FillTray CreditTray AdjustBet EmptyBox"),
    (_DEALER, "CloseShift AskRecount ExplainVariance RatePlayer EndRating"),
    # and how it is set up.
    (_SUPERVISOR, "OpenTable CloseTable StartDay GiveNotice AnnounceLimits"),
    (_EXECUTIVE, "ChangeSetup"),
    # Jackpots.
    (_DEALER, "VerifyHit PayHit"),
    (_SUPERVISOR, "DismissHit BackOutHit AdjustMeter ReadSign"),
    (_EXECUTIVE, "ChangePrize CloseJackpot ChangeLimit ChangeRates"),
    # The house: its alerts; its floor is opened when it is founded.
    (_SUPERVISOR, "Acknowledge"),
    (_ADMINISTRATOR, "EnrolBadge RetireBadge"),
    (_EXECUTIVE, "ChangeFloor"),
    (_NOBODY, "OpenFloor"),
)
COMMANDS: Mapping[str, Roles] = {
    **{name: roles for roles, names in _GROUPS for name in names.split()},
    **{kind.__name__: _NOBODY for kind in (*SERVER, *TOLD_LINKS)},
}
"""Who may give each kind of command, by the name that the record calls it."""
KINDS: Mapping[str, Mapping[str, type]] = {
    "table": steps.COMMANDS,
    "link": link.COMMANDS,
    "house": house.COMMANDS,
}
"""The kinds of command that each kind of stream takes."""
AT_ONE_TABLE = frozenset(("dealer", "player", *DEVICES))
"""Who reaches one table alone."""
AT_ONE_SEAT = frozenset(("player", "seat"))
"""Who reaches one position of a table alone."""


def may(
    who: Who,
    stream: str,
    command: Command,
    table: Table | None = None,
    linked: Collection[str] = (),
) -> Refusal | None:
    """Refuse a command that this person or device may not give to a stream.

    It is asked before anything else, so that nobody learns what there is by being refused. The
    ``table`` as it stands says whose bet a number is, who holds the cards, and whether its seats
    are terminals: without it a seat reaches nothing. The tables ``linked`` to a jackpot are those
    whose dealers reach it: a card is swiped at the panel of the table (30-2899.02(10)(g)).
    """
    name, known = type(command).__name__, KINDS.get(stream.partition("/")[0], {})
    roles = COMMANDS[name] if name in known else _NOBODY
    if who.role not in roles:
        return _refused(who, roles)
    reached = who.table if who.table in linked else stream.removeprefix("table/")
    wrong = _elsewhere(who, reached)
    if wrong is not None:
        return wrong
    if who.role in AT_ONE_SEAT:
        return _of_another_seat(who, command, table)
    if who.role in _ADMINISTRATOR and getattr(command, "number", "") == who.badge:
        message = "nobody changes their own badge"
        return Refusal("not-allowed", message, "let another administrator do it")
    return None


def _refused(who: Who, roles: frozenset[str]) -> Refusal:
    if who.role == STRANGER and roles:
        return Refusal("sign-in-needed", "nobody is signed in", "sign in with badge and PIN")
    remedy = f"let {_listed(roles)} do it" if roles else "leave it to the server"
    return Refusal("not-allowed", f"{_article(who.role)} may not do that", remedy)


def _article(role: str) -> str:
    return f"{'an' if role[:1] in 'aeiou' else 'a'} {role}"


def _listed(roles: frozenset[str]) -> str:
    return " or ".join(_article(role) for role in EVERYBODY if role in roles)


def _elsewhere(who: Who, table: str) -> Refusal | None:
    """Refuse another table to those who have one."""
    if who.role not in AT_ONE_TABLE or (who.table and who.table == table):
        return None
    if not who.table:
        message, remedy = f"this {who.role} is at no table", "sign on to the table first"
    else:
        message, remedy = f"this {who.role} is at table {who.table}", "do it there"
    return Refusal("not-allowed", message, remedy)


def _of_another_seat(who: Who, command: Command, table: Table | None) -> Refusal | None:
    """Refuse what is not of the own position, and everything where bets are laid in chips."""
    if table is None or not table.open or table.setup.seats != "terminals":
        message = "players lay chips at this table"
        return Refusal("not-allowed", message, "let the dealer enter it", "30-2803(2)")
    if who.seat and _position_of(command, table) == who.seat:
        return None
    if isinstance(command, TurnCards) and command.hand not in table.round.held:
        message = "these cards are in nobody's hands"
        return Refusal("not-allowed", message, "look at the table: the dealer turns what is late")
    return Refusal(
        "not-allowed",
        "a seat reaches nothing but its own bets and cards",
        f"do it for position {who.seat}" if who.seat else "take a seat first",
    )


def _position_of(command: Command, table: Table) -> int:
    """Return whose own bet or cards a command concerns; 0 if it is no player's at the table."""
    round = table.round
    if isinstance(command, PlaceBet):
        return 0 if command.behind else command.position
    if isinstance(command, TakeBack):
        number = command.number
        own = (one for one in round.bets if one.number == number and not one.behind)
        return next((one.bet.position for one in own), 0)
    if isinstance(command, TurnCards):
        return round.handed[command.hand] if command.hand in round.held else 0
    assert isinstance(command, WaveOff), "a command of a seat"
    return command.position


# --- what people do besides commands ---

ACTIONS: Mapping[str, frozenset[str]] = {
    "approve": _SUPERVISOR,
    "unlock": _SUPERVISOR | _ADMINISTRATOR,
    "set pin": _ADMINISTRATOR,
    "pair": _ADMINISTRATOR,
    "revoke": _ADMINISTRATOR | _SUPERVISOR,
}
"""Who approves, unlocks a badge, gives a PIN, makes codes for devices, and revokes devices."""


def may_do(who: Who, action: str) -> Refusal | None:
    """Refuse what is done to people and devices.

    >>> may_do(Who("2207", "supervisor"), "unlock") is None
    True
    >>> may_do(Who("1101", "dealer"), "unlock").remedy
    'let a supervisor or an executive or an administrator do it'
    """
    roles = ACTIONS[action]
    return None if who.role in roles else _refused(who, roles)


# --- what people see ---


class Reading(NamedTuple):
    """Who reads a view, and whether those of one table read only that table's."""

    roles: frozenset[str]
    of_a_table: bool = False


_PUBLIC = Reading(frozenset(EVERYBODY))
_OVERSIGHT = _SUPERVISOR | {"auditor"}
_OF_PEOPLE = _ADMINISTRATOR | {"auditor"}
READS: Mapping[str, Reading] = {
    **dict.fromkeys(("health", "openapi", "wagers", "odds", "rules", "codes"), _PUBLIC),
    **dict.fromkeys(("home", "sign", "sign-in", "pair", "demo"), _PUBLIC),
    **dict.fromkeys(("tables", "jackpots", "roads"), _PUBLIC),
    "me": Reading(frozenset(EVERYBODY) - {STRANGER}),
    "table": Reading(_OVERSIGHT | {"dealer", "player", "table", "seat"}, of_a_table=True),
    "advice": Reading(_OVERSIGHT | {"dealer", "table"}, of_a_table=True),
    "rounds": Reading(_OVERSIGHT | {"dealer", "table"}, of_a_table=True),
    "journal": Reading(_OVERSIGHT),
    "jackpot": Reading(_OVERSIGHT),
    "movements": Reading(_OVERSIGHT),
    "reports": Reading(_OVERSIGHT),
    "takings": Reading(_OVERSIGHT),
    "alerts": Reading(_OVERSIGHT),
    "ratings": Reading(_OVERSIGHT),
    "proposals": Reading(_OVERSIGHT),
    "metrics": Reading(_OVERSIGHT | _ADMINISTRATOR),
    "people": Reading(_OF_PEOPLE),
    "devices": Reading(_OF_PEOPLE | _SUPERVISOR),
    "accesses": Reading(_OF_PEOPLE),
}
"""Who reads which view; ``tables`` and ``jackpots`` show as much as the reader may see."""


def may_read(who: Who, view: str, table: str = "") -> Refusal | None:
    """Refuse a view to those who may not see it.

    >>> may_read(Who(), "sign", "3") is None, may_read(Who(), "rounds", "3").code
    (True, 'sign-in-needed')
    >>> may_read(Who("1101", "dealer", table="3"), "rounds", "4").message
    'this dealer is at table 3'
    """
    reading = READS[view]
    if who.role not in reading.roles:
        return _refused(who, reading.roles)
    return _elsewhere(who, table) if reading.of_a_table else None
