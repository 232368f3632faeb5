"""The script's macros: a scenario shows only what it is about, the procedure does the rest.

A macro gives one command after another and is told the table after each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card, card, cards
from pitboss.refusals import Unreadable, unreadable
from pitboss.table.dealers import KnownSupply
from pitboss.table.due import SIDES, face_down
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.language import read
from pitboss.table.state import Table
from pitboss.table.steps.betting import waiting_progressives
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.closing import CallNoMoreBets, TakeProgressives
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.duties import StartDay
from pitboss.table.steps.inspection import BreakSeal
from pitboss.table.steps.paying import CollectLosers, CollectTieVigorish, PayPosition, next_to_pay
from pitboss.table.steps.registry import Command
from pitboss.table.steps.results import CallResult
from pitboss.table.steps.squeezing import HandOver, entitled
from pitboss.table.steps.turning import CallPoints, TurnCards

Commands = Generator[Command, Table, None]
Macro = Callable[[Table, str], Commands]
"""From the table and the date of the script's clock to the commands."""

GRAMMAR: Mapping[str, str] = {
    "prepare": "prepare burning CARD",
    "coup": "coup CARD CARD [CARD] / CARD CARD [CARD]",
    "bet": "bet POSITION WAGER[:HAND] AMOUNT, WAGER[:HAND] AMOUNT, ...",
    "pay": "pay all",
    "finish": "finish",
}
"""How each macro is written."""

_PREPARE = re.compile(r"prepare(?: burning (\S+))?", re.IGNORECASE | re.ASCII)
_BETS = re.compile(r"bet ((?:position )?\S+) (.+?, .+)", re.IGNORECASE | re.ASCII)
_COUP = re.compile(r"coup (.+?) ?/ ?(.+)", re.IGNORECASE | re.ASCII)


def macro_of(line: str) -> Macro | None:
    """Return the macro that a line asks for; None if it is a command."""
    text = " ".join(line.split())
    name = text.lower().partition(" ")[0]
    if name in ("bet", "pay"):
        bets = _BETS.fullmatch(text)
        return several_bets(bets[1], bets[2]) if bets else pay_all if text == "pay all" else None
    if name not in GRAMMAR:
        return None
    try:
        found = _read(name, text)
    except Unreadable as wrong:
        reason = wrong.refusal
        raise Unreadable(reason._replace(remedy=f"{reason.remedy}: {GRAMMAR[name]}")) from None
    if found is None:
        raise unreadable(
            "unreadable-macro", f'"{text}" is not how "{name}" is written', f"write {GRAMMAR[name]}"
        )
    return found


def _read(name: str, text: str) -> Macro | None:
    if name == "finish":
        return finish if text.lower() == name else None
    if name == "prepare":
        match = _PREPARE.fullmatch(text)
        return None if match is None else prepare(card(match[1]) if match[1] else None)
    match = _COUP.fullmatch(text)
    if match is None:
        return None
    player, banker = cards(match[1]), cards(match[2])
    return coup(player, banker) if {len(player), len(banker)} <= {2, 3} else None


def several_bets(position: str, bets: str) -> Macro:
    """Return the bets of one position that stand on a line, with commas between them."""

    def commands(table: Table, _: str) -> Commands:
        for bet in bets.split(", "):
            table = yield read(f"bet {position} {bet}", table.opened)

    return commands


def pay_all(table: Table, _: str) -> Commands:
    """Pay every position that is owed something, from the highest down."""
    position = next_to_pay(table) if table.opened else None
    table = yield PayPosition(position or max(table.seated, default=1))
    while (position := next_to_pay(table)) is not None:
        table = yield PayPosition(position)


def prepare(burning: Card | None) -> Macro:
    """Return everything from the day to a shoe in play, whatever of it is still to do.

    The highest position cuts in the middle, the dealer if nobody sits. Dice need the day alone.
    """

    def commands(table: Table, date: str) -> Commands:
        if table.opened is None or table.day is None:
            table = yield StartDay(date)
        if table.setup.kind != "baccarat":
            return
        burnt = table.setup.device != "continuous"
        if burning is None and burnt:
            raise unreadable(
                "burnt-card-not-named",
                "the first card of the shoe is shown and burnt",
                f"name it: {GRAMMAR['prepare']}",
                "30-2810(4)",
            )
        pilot = Autopilot(KnownSupply(burning or Card(1, "c")), date)
        while table.shoe.stage != "in play":
            step = pilot.next(table._replace(unreported_since=None))
            assert step is not None, "a table without a shoe in play has something to do"
            if isinstance(step, BreakSeal):
                step = BreakSeal("")  # nobody signs for the supervisor: the table says who must
            table = yield step

    return commands


def coup(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Macro:
    """Return a coup from its first card to the result, with its announcements.

    The cards come as they are named, due or not: it is the table that refuses a wrong one. Where
    cards lie face down, they are handed to whom they belong and turned.
    """

    def commands(table: Table, _: str) -> Commands:
        hands = {"player": player, "banker": banker}
        if table.opened is None or table.round.stage == "betting":
            table = yield CallNoMoreBets()
        if waiting_progressives(table):
            table = yield TakeProgressives()
        for place in range(2):
            for side in SIDES:
                table = yield _dealt(table, hands[side][place], side)
        for side in SIDES:
            table = yield from _turned(table, side, hands[side][:2])
            table = yield CallPoints(side)
        for side in SIDES:
            for third in hands[side][2:]:
                table = yield _dealt(table, third, side)
                table = yield from _turned(table, side, (third,))
        yield CallResult()

    return commands


def _dealt(table: Table, card: Card, side: Side) -> Command:
    begun = table.round.cards
    carried = begun == 0 and table.shoe.carried is not None and table.shoe.carried.card is not None
    hidden = face_down(table.setup.style, begun)
    return DealCard(None if hidden and not carried else card, side)


def _turned(table: Table, side: Side, hand: tuple[Card, ...]) -> Generator[Command, Table, Table]:
    """Turn what lies face down of some cards, by the player who may where there is one."""
    lying = table.round.hand(side)[-len(hand) :]
    unseen = tuple(one for one, seen in zip(hand, lying, strict=True) if seen is None)
    if not unseen:
        return table
    opener = entitled(table, side)
    squeezed = table.setup.style == "squeeze" and not table.round.free
    waived = opener is not None and table.waives("cards-of-another-player", opener)
    if squeezed and side not in table.round.held and opener is not None and not waived:
        table = yield HandOver(side, opener)
    return (yield TurnCards(side, unseen))


def finish(table: Table, _: str) -> Commands:
    """Collect, pay from the highest position, collect tie vigorish and clear, as far as is due.

    A round that is not played out is not over: clearing it is tried, and refused.
    """
    unplayed = table.opened is None or (
        table.round.stage in ("dealing", "drawing") and table.setup.kind != "craps"
    )
    step = ClearLayout() if unplayed else _due(table)
    while step is not None:
        table = yield step
        step = _due(table)


def _due(table: Table) -> Command | None:
    """Return what the end of a round still wants, from the decided bets to the cleared layout."""
    round = table.round
    if round.stage == "settling":
        highest = next_to_pay(table) if "all" in round.collected else None
        return CollectLosers() if highest is None else PayPosition(highest)
    if round.vigorish_due:
        return CollectTieVigorish()
    return ClearLayout() if round.stage == "clearing" else None
