"""What the dealer should do and say now, and what may happen next: answers of the state alone.

Nothing is decided here a second time. What may happen is what the deciders accept of the commands
that are tried; what is due is the next step of the dealer who follows the procedure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from pitboss.games.cards import DECK
from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.table.dealers import KnownSupply
from pitboss.table.due import SIDES, cards_left_of
from pitboss.table.engine import decide
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.procedures import procedure_of
from pitboss.table.state import DEALER, Table
from pitboss.table.steps import FORMS, ORDERERS, TRIALS, VERBS, Command, OpenTable, Order
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.corrections import CloseDispute
from pitboss.table.steps.cups import HandCup, PlayerShakes, RevealDice
from pitboss.table.steps.duties import NotifySurveillance, overdue
from pitboss.table.steps.hits import EndGame, game_is_reconciled
from pitboss.table.steps.inspection import WashCards
from pitboss.table.steps.paying import owed
from pitboss.table.steps.positions import Sit
from pitboss.table.steps.registry import SUPERVISOR
from pitboss.table.steps.shoes import StopForWantOfPlay
from pitboss.table.steps.shuffling import CutCards, DeclineCut, next_cutter


class Advice(NamedTuple):
    """What the state of a table answers at any time."""

    do: str
    """What the dealer does now, as one order."""
    say: str
    """What the dealer says now; empty if nothing."""
    cite: str
    """The paragraph that asks for it; empty where it is house procedure."""
    due: tuple[type, ...]
    """The kinds of command that the procedure wants now, the usual one first."""
    may: tuple[str, ...]
    """The verbs of all commands that could be accepted now, as a script writes them."""
    owed: Mapping[int, int]
    """What each position is owed, in cents."""
    duties: tuple[str, ...]
    """What must not be forgotten beside the step that is due."""


def advise(table: Table) -> Advice:
    """Return what should and what may happen now."""
    order, due = due_now(table)
    kinds = acceptable(table)
    return Advice(
        do=order.do,
        say=words_now(table, due),
        cite=_cite(table, VERBS[due[0]], order),
        due=due,
        may=tuple(form.verb for form in FORMS if form.command in kinds and not form.fixed),
        owed=owed(table) if table.opened is not None else {},
        duties=tuple(_duties(table)),
    )


def candidates(table: Table) -> Iterator[Command]:
    """Yield commands of every kind, with arguments that suit the table as it is.

    If any command of a kind would be accepted now, one of those yielded is. There are no rules
    here, only arguments: what may happen is nobody's business but the deciders'.
    """
    for trial in TRIALS.values() if table.opened is not None else (TRIALS[OpenTable],):
        yield from trial(table)


def acceptable(table: Table) -> frozenset[type]:
    """Return the kinds of command that could be accepted now, with suitable arguments."""
    kinds: set[type] = set()
    for command in candidates(table):
        kind = type(command)
        if kind not in kinds and not isinstance(decide(table, command), Refusal):
            kinds.add(kind)
    return frozenset(kinds)


# --- what is due ---


def due_now(table: Table) -> tuple[Order, tuple[type, ...]]:
    """Return the step that the procedure wants now, and the kinds of command that take it."""
    command = due_command(table)
    if command is not None:
        return order_of(table, command), (type(command), *_instead(table, command))
    if not table.open:
        return Order("Open the table", "30-2809"), (OpenTable,)
    return _taking_bets(table)


def due_command(table: Table) -> Command | None:
    """Return the command that takes the step which is due; None where that is up to people.

    They open a table, sit down and bet. Its cards and dice are any that may come, its names what
    the procedure calls people.
    """
    if table.opened is None or not table.open:
        return None
    command = _first_things_first(table)  # one without fields is an empty tuple, and false
    if command is None:
        command = _waiting(table)
    if command is None:
        any_card = next(iter(cards_left_of(table)), DECK[0])  # the kind of step is asked for alone
        command = Autopilot(KnownSupply(any_card)).next(_undisturbed(table))
    if command is None and _bets_lie(table):
        closing = CallNoMoreBets()
        command = None if isinstance(decide(table, closing), Refusal) else closing
    return command


def order_of(table: Table, command: Command) -> Order:
    """Return a command of the procedure as an order to the dealer."""
    return ORDERERS[type(command)](table, command)


def _undisturbed(table: Table) -> Table:
    """Return the table without what need not be done at once.

    Surveillance may hear of a change while the game goes on, until it is overdue; and no day can
    begin within a round, which dice may have come to without one.
    """
    started = table.day if table.round.stage == "betting" else table.day or ""
    return table._replace(unreported_since=None, day=started)


def _first_things_first(table: Table) -> Command | None:
    """Return what must be done before the next round, whatever the cards wait for."""
    if table.dispute is not None and table.round.stage in ("betting", "clearing"):
        return CloseDispute(SUPERVISOR, "")
    if game_is_reconciled(table):
        return EndGame()
    if table.round.stage != "betting":
        return None
    if overdue(table):
        return NotifySurveillance(SUPERVISOR)
    if table.day is None and table.round.bets:
        return TakeBack(table.round.bets[0].number)
    for number, batch in enumerate(table.batches, 1):
        if batch.stage == "spread":
            return WashCards(number)
    return None


def _waiting(table: Table) -> Command | None:
    """Return what the dealer waits for: a patron, a shooter, a player who shakes a cup."""
    round, shoe, kind = table.round, table.shoe, table.setup.kind
    for side in SIDES:
        if side in round.held and kind == "three-dice":
            return PlayerShakes(side)
    if table.seated or table.day is None or round.stage != "betting":
        return None
    if procedure_of(table).no_bets_yet(table) is not None:
        return Sit(1)
    cut = CutCards(next_cutter(table), table.setup.shoe_cards // 2)
    if shoe.stage == "offering" and isinstance(decide(table, cut), Refusal):
        return Sit(1)
    played = shoe.rounds and not round.bets
    if shoe.stage == "in play" and played and table.setup.device != "continuous":
        return StopForWantOfPlay()
    return None


def _instead(table: Table, command: Command) -> tuple[type, ...]:
    """Return the other kinds of command that the procedure allows at the same moment."""
    if isinstance(command, CutCards) and command.position != DEALER:
        return (DeclineCut,)
    if isinstance(command, RevealDice) and table.setup.players_shake and not table.round.handed:
        return (HandCup,)
    if isinstance(command, StopForWantOfPlay):
        return (Sit,)
    return ()


def _cite(table: Table, verb: str, order: Order) -> str:
    """Return a step's paragraph where the table stands; at craps those of Rule 28 do not bind."""
    if table.opened is None:
        return order.cite
    craps = table.setup.kind == "craps" and order.cite.startswith("30-28")
    return "" if craps else table.setup.cite(verb, order.cite or None) or ""


def _bets_lie(table: Table) -> bool:
    """Say whether there is a hand to deal: bets lie on the layout, or it is a free hand."""
    return bool(table.round.bets or table.round.free or table.shoe.carried_free)


def _taking_bets(table: Table) -> tuple[Order, tuple[type, ...]]:
    """Return what is due while bets may be made: more of them, or other ones."""
    if not _bets_lie(table):
        if not table.seated:
            return Order("Wait for a patron", "30-2810(6)"), (Sit,)
        return Order("Take bets", "30-2807(3)"), (PlaceBet,)
    answer = decide(table, CallNoMoreBets())
    assert isinstance(answer, Refusal), "bets that can be closed are closed"
    words = f"{answer.message[:1].upper()}{answer.message[1:]}: {answer.remedy}"
    return Order(words, answer.cite or ""), (TakeBack, PlaceBet)


# --- what the dealer says ---


def words_now(table: Table, due: Collection[type]) -> str:
    """Return what the dealer says now, given which kinds of command are due; empty if nothing."""
    if table.opened is None or not table.open:
        return ""
    if table.round.stage != "betting":
        return procedure_of(table).says(table)
    return " ".join(_before_the_deal(table, due))


def _before_the_deal(table: Table, due: Collection[type]) -> list[str]:
    """Return the announcements that open and close the betting."""
    round, shoe, procedure = table.round, table.shoe, procedure_of(table)
    no_shoe = table.setup.kind == "baccarat" and shoe.stage != "in play"
    if no_shoe or procedure.no_bets_yet(table) is not None:
        return []
    words = [procedure.greeting] if procedure.greeting else []
    if shoe.last_hand:
        words.append("Last hand.")
    if round.free or shoe.carried_free:
        words.append("Free hand.")
    if CallNoMoreBets in due:
        words.append("No more bets.")
    elif PlaceBet in due and not round.bets:
        words.append("Place your bets.")
    return words


# --- what must not be forgotten ---


def _duties(table: Table) -> Iterator[str]:
    shoe, round = table.shoe, table.round
    if table.opened is None:
        return
    if table.unreported_since is not None:
        when = "is overdue" if overdue(table) else "is due"
        cite = table.setup.reporting.cite
        yield f"telling surveillance of the payment procedure {when} ({cite})"
    if round.vigorish_due:
        cents = sum(debt.cents for debt in round.vigorish_due)
        yield f"tie vigorish of {Money(cents)} is to be collected (30-2808(3)(c))"
    if table.dispute is not None:
        yield f"position {table.dispute} disputes the last round (30-2815(4))"
    if table.notice is not None:
        yield "players were told of {} at {} (30-2808(3)(d))".format(*table.notice)
    if shoe.carried is not None:
        yield f"{shoe.carried} was dealt in error and begins the next hand (30-2816(1))"
    if shoe.carried_free:
        yield "the next hand is a free hand: the card was disclosed (30-2816(2))"
    if shoe.cut_card_out and not shoe.last_hand:
        yield "the cutting card is out: one more hand after this one (30-2813(4))"
    if shoe.deserted:
        yield "everybody had left: the cards are shuffled before the next round (30-2810(6))"
    dealt = len(round.banker) == 2 and "player" not in round.called
    if dealt and table.setup.style == "squeeze":
        yield "the Banker's cards lie under the right corner of the shoe (30-2817(4))"
