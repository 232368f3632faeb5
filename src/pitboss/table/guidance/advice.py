"""What the dealer should do and say now, and what may happen next: answers of the state alone.

Nothing is decided here a second time. What may happen is what the deciders accept of the
candidates; what is due is the next step of the dealer who follows the procedure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.cards import DECK
from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.table import commands as do
from pitboss.table.commands import DEALER, Command
from pitboss.table.due import SIDES
from pitboss.table.engine import decide
from pitboss.table.guidance.autopilot import SUPERVISOR, Autopilot, KnownSupply
from pitboss.table.guidance.candidates import candidates, cards_left_of
from pitboss.table.guidance.steps import Step, step_of
from pitboss.table.guidance.words import words_now
from pitboss.table.rules.opening import overdue
from pitboss.table.rules.paying import owed
from pitboss.table.rules.shoe_life import next_cutter
from pitboss.table.scripts.script import VERBS
from pitboss.table.state import Table

__all__ = ["Advice", "acceptable", "advise", "candidates", "due_now"]


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
    cards_left: int
    cut_card_out: bool
    last_hand: bool
    """Whether the round at hand is the last of the shoe."""
    duties: tuple[str, ...]
    """What must not be forgotten beside the step that is due."""


def advise(table: Table) -> Advice:
    """Return what should and what may happen now."""
    step, due = due_now(table)
    kinds = acceptable(table)
    return Advice(
        do=step.do,
        say=words_now(table, due),
        cite=_cite(table, step),
        due=due,
        may=tuple(dict.fromkeys(verb for kind, verb in VERBS.items() if kind in kinds)),
        owed=owed(table) if table.opened is not None else {},
        cards_left=table.shoe.cards,
        cut_card_out=table.shoe.cut_card_out,
        last_hand=table.shoe.last_hand,
        duties=tuple(_duties(table)),
    )


def acceptable(table: Table) -> frozenset[type]:
    """Return the kinds of command that could be accepted now, with suitable arguments."""
    found: set[type] = set()
    for command in candidates(table):
        kind = type(command)
        if kind not in found and not isinstance(decide(table, command), Refusal):
            found.add(kind)
    return frozenset(found)


# --- what is due ---


def due_now(table: Table) -> tuple[Step, tuple[type, ...]]:
    """Return the step that the procedure wants now, and the kinds of command that take it."""
    if table.opened is None or not table.open:
        return Step("Open the table", "30-2809"), (do.OpenTable,)
    command = _first_things_first(table) or _waiting(table)
    if command is None:
        any_card = next(iter(cards_left_of(table)), DECK[0])  # the kind of step is asked for alone
        command = Autopilot(KnownSupply(any_card)).next(_undisturbed(table))
    if command is None:
        return _taking_bets(table)
    return step_of(table, command), (type(command), *_instead(table, command))


def _undisturbed(table: Table) -> Table:
    """Return the table without what need not be done at once.

    Surveillance may hear of a change while the game goes on, until it is overdue; and no day can
    begin within a round, which dice may have come to without one.
    """
    started = table.day if table.round.stage == "betting" else table.day or ""
    return table._replace(unreported_since=None, day=started)


def _first_things_first(table: Table) -> Command | None:
    """Return what must be done before the next round, whatever the cards wait for."""
    if table.round.stage != "betting":
        return None
    if table.dispute is not None:
        return do.CloseDispute(SUPERVISOR, "")
    if overdue(table):
        return do.NotifySurveillance(SUPERVISOR)
    if table.day is None and table.round.bets:
        return do.TakeBack(table.round.bets[0].number)
    for number, batch in enumerate(table.batches, 1):
        if batch.stage == "spread":
            return do.WashCards(number)
    return None


def _waiting(table: Table) -> Command | None:
    """Return what the dealer waits for: a patron, a shooter, a player who shakes a cup."""
    round, shoe, kind = table.round, table.shoe, table.setup.kind
    for side in SIDES:
        if side in round.held and kind == "three-dice":
            return do.PlayerShakes(side)
    if table.seated or table.day is None or round.stage != "betting":
        return None
    if kind == "craps" and round.shooter is None:
        return do.Sit(1)
    cut = do.CutCards(next_cutter(table), table.setup.shoe_cards // 2)
    if shoe.stage == "offering" and isinstance(decide(table, cut), Refusal):
        return do.Sit(1)
    played = shoe.rounds and not round.bets
    if shoe.stage == "in play" and played and table.setup.device != "continuous":
        return do.StopForWantOfPlay()
    return None


def _instead(table: Table, command: Command) -> tuple[type, ...]:
    """Return the other kinds of command that the procedure allows at the same moment."""
    if isinstance(command, do.CutCards) and command.position != DEALER:
        return (do.DeclineCut,)
    if isinstance(command, do.RevealDice) and table.setup.players_shake and not table.round.handed:
        return (do.HandCup,)
    if isinstance(command, do.StopForWantOfPlay):
        return (do.Sit,)
    return ()


def _cite(table: Table, step: Step) -> str:
    """Return a step's paragraph; at craps those of Rule 28 do not bind."""
    craps = table.opened is not None and table.setup.kind == "craps"
    return "" if craps and step.cite.startswith("30-28") else step.cite


def _taking_bets(table: Table) -> tuple[Step, tuple[type, ...]]:
    """Return what is due while bets may be made: more of them, or an end to them."""
    round = table.round
    if not round.bets and not round.free and not table.shoe.carried_free:
        if not table.seated:
            return Step("Wait for a patron", "30-2810(6)"), (do.Sit,)
        return Step("Take bets", "30-2807(3)"), (do.PlaceBet,)
    answer = decide(table, do.CallNoMoreBets())
    if isinstance(answer, Refusal):
        order = f"{answer.message[:1].upper()}{answer.message[1:]}: {answer.remedy}"
        return Step(order, answer.cite or ""), (do.TakeBack, do.PlaceBet)
    return step_of(table, do.CallNoMoreBets()), (do.CallNoMoreBets,)


# --- what must not be forgotten ---


def _duties(table: Table) -> list[str]:
    shoe, round = table.shoe, table.round
    if table.opened is None:
        return []
    duties: list[str] = []
    if table.unreported_since is not None:
        when = "is overdue" if overdue(table) else "is due"
        duties.append(
            f"telling surveillance of the payment procedure {when} ({table.setup.reporting.cite})"
        )
    if round.vigorish_due:
        cents = sum(debt.cents for debt in round.vigorish_due)
        duties.append(f"tie vigorish of {Money(cents)} is to be collected (30-2808(3)(c))")
    if table.dispute is not None:
        duties.append(f"position {table.dispute} disputes the last round (30-2815(4))")
    if table.notice is not None:
        duties.append("players were told of {} at {} (30-2808(3)(d))".format(*table.notice))
    if shoe.carried is not None:
        duties.append(f"{shoe.carried} was dealt in error and begins the next hand (30-2816(1))")
    if shoe.carried_free:
        duties.append("the next hand is a free hand: the card was disclosed (30-2816(2))")
    if shoe.cut_card_out and not shoe.last_hand:
        duties.append("the cutting card is out: one more hand after this one (30-2813(4))")
    if _banker_waits(table):
        duties.append("the Banker's cards lie under the right corner of the shoe (30-2817(4))")
    return duties


def _banker_waits(table: Table) -> bool:
    round = table.round
    dealt = len(round.banker) == 2 and "player" not in round.called
    return dealt and table.setup.style == "squeeze"
