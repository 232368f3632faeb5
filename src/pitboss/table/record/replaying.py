"""Replay: the table rebuilt from its journal, each event decided again by the rules.

A journal records facts, not commands; but the first fact of each command says what the command
was. So every command is decided anew, and its facts must be those on record, settlement to the
cent included. Whoever forges an event and all hashes after it must still keep to the rules.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.commands import Command
from pitboss.table.engine import NEW, decide, evolve
from pitboss.table.facts import BetsSettled, Event, Fact
from pitboss.table.record.journal import Entry
from pitboss.table.state import Table

LEADS: Mapping[type[Fact], type[Command]] = {
    facts.TableOpened: do.OpenTable,
    facts.GamingDayStarted: do.StartDay,
    facts.SetupChanged: do.ChangeSetup,
    facts.NoticeGiven: do.GiveNotice,
    facts.SurveillanceNotified: do.NotifySurveillance,
    facts.AccommodationRecorded: do.Accommodate,
    facts.DeviceInspected: do.InspectDevice,
    facts.CardsReceived: do.ReceiveCards,
    facts.SealBroken: do.BreakSeal,
    facts.CardsInspected: do.InspectCards,
    facts.CardsReplaced: do.ReplaceCards,
    facts.CardsVerified: do.VerifyCards,
    facts.CardsSpread: do.SpreadCards,
    facts.CardsWashed: do.WashCards,
    facts.CardsShuffled: do.ShuffleCards,
    facts.MissingCardsFound: do.ShuffleCards,
    facts.CutDeclined: do.DeclineCut,
    facts.CardsCut: do.CutCards,
    facts.RecutOrdered: do.OrderRecut,
    facts.CutCardPlaced: do.PlaceCutCard,
    facts.ShoeLoaded: do.LoadShoe,
    facts.CardsBurnt: do.BurnCards,
    facts.PlayStopped: do.StopForWantOfPlay,
    facts.PositionTaken: do.Sit,
    facts.PositionLeft: do.Leave,
    facts.ChipsBought: do.BuyIn,
    facts.BetPlaced: do.PlaceBet,
    facts.BetTakenBack: do.TakeBack,
    facts.BetsClosed: do.CallNoMoreBets,
    facts.ProgressivesTaken: do.TakeProgressives,
    facts.FreeHandCalled: do.CallFreeHand,
    facts.CardDealt: do.DealCard,
    facts.CardsHanded: do.HandOver,
    facts.CardsTurned: do.TurnCards,
    facts.PointsCalled: do.CallPoints,
    facts.ResultCalled: do.CallResult,
    facts.LosersCollected: do.CollectLosers,
    facts.PositionPaid: do.PayPosition,
    facts.TieVigorishCollected: do.CollectTieVigorish,
    facts.LayoutCleared: do.ClearLayout,
    facts.CupsShaken: do.ShakeCups,
    facts.CupHanded: do.HandCup,
    facts.CupShaken: do.PlayerShakes,
    facts.DiceRevealed: do.RevealDice,
    facts.ThrowVoided: do.SpillDice,
    facts.DicePassed: do.PassDice,
    facts.DiceRolled: do.RollDice,
    facts.RollVoided: do.CallNoRoll,
    facts.CardErred: do.DealInError,
    facts.RoundVoided: do.RunDry,
    facts.CardCorrected: do.CorrectCard,
    facts.DisputeOpened: do.OpenDispute,
    facts.DisputeClosed: do.CloseDispute,
    facts.TrayCounted: do.CountTray,
    facts.TrayFilled: do.FillTray,
    facts.TrayCredited: do.CreditTray,
    facts.BetAdjusted: do.AdjustBet,
    facts.BoxEmptied: do.EmptyBox,
    facts.TableClosed: do.CloseTable,
}
"""The command that each fact was the answer to; its fields are among the fact's."""

PRELUDES: frozenset[type[Fact]] = frozenset({facts.CutCardDrawn, facts.RoundMadeFree})
"""Facts that come before the card whose dealing they belong to."""

SEQUELS: frozenset[type[Fact]] = frozenset(
    {facts.PaymentProcedureChanged, facts.BetsSettled, facts.ShoeFinished, facts.ShooterOut}
)
"""Facts that only ever follow from another one."""

_IMPOSSIBLE = (
    *(LookupError, ValueError, TypeError, AttributeError, ArithmeticError),
    *(AssertionError, StopIteration),
)
"""What the rules raise on values that no table could have come to."""


class Step(NamedTuple):
    """A line of a journal, and the table before and after it."""

    entry: Entry
    before: Table
    after: Table


def steps(journal: Iterable[Entry]) -> Iterator[Step]:
    """Yield each line with the table around it, while the rules lead to what the lines say."""
    table, waiting, due = NEW, list[Entry](), deque[Event]()
    line = 0
    for entry in journal:
        waiting.append(entry)
        line = entry.line
        if not due:
            if type(entry.event.fact) in PRELUDES:
                continue
            due.extend(_decided(table, waiting))
        for one in waiting:
            _compare(one, due.popleft() if due else None)
            before, table = table, _evolved(table, one)
            yield Step(one, before, table)
        waiting.clear()
        if not due:
            _check(table, line)
    if due or waiting:
        must = type(due[0].fact) if due else facts.CardDealt
        raise unreadable(
            "journal-cut-off",
            f"the journal is cut off after line {line}, where {must.__name__} must follow",
            "restore the lines at its end from a copy",
        )


def command_of(fact: Fact) -> Command:
    """Return the command that a fact was the answer to.

    >>> from pitboss.games.cards import card
    >>> command_of(facts.CardsBurnt(card("5h"), 6))
    BurnCards(first=Card('5h'))
    """
    if isinstance(fact, facts.RoundVoided) and not fact.dry:
        return do.VoidRound(fact.supervisor, fact.reason, fact.shuffle)
    if isinstance(fact, facts.BetPlaced):
        bet = fact.bet
        return do.PlaceBet(
            bet.position, bet.wager, bet.stake_cents, bet.on, bet.chips, bet.toke, fact.behind
        )
    kind = LEADS[type(fact)]
    fields = kind.__annotations__
    made: Command = cast(Any, kind)(**{k: v for k, v in fact._asdict().items() if k in fields})
    return made


def _decided(table: Table, waiting: list[Entry]) -> tuple[Event, ...]:
    """Decide the command again that these lines, or the last of them, were the answer to."""
    last = waiting[-1]
    fact, name = last.event.fact, type(last.event.fact).__name__
    if type(fact) in SEQUELS:
        raise _against_the_rules(last, f"{name} does not follow from what is before it")
    try:
        answer = decide(table, command_of(fact), last.event.at)
    except _IMPOSSIBLE:
        raise _against_the_rules(last, f"{name} is impossible here") from None
    if isinstance(answer, Refusal):
        why = f"{name} could not happen: {answer.message}"
        raise _against_the_rules(last, why, answer.cite)
    return answer


def _evolved(table: Table, entry: Entry) -> Table:
    try:
        return evolve(table, entry.event)
    except _IMPOSSIBLE:
        name = type(entry.event.fact).__name__
        raise _against_the_rules(entry, f"{name} is impossible here") from None


def _compare(entry: Entry, expected: Event | None) -> None:
    """Hold an event on record against the one that the rules lead to."""
    found = entry.event
    name = type(found.fact).__name__
    if expected is None:
        raise _against_the_rules(entry, f"{name} does not follow from what is before it")
    if type(expected.fact) is not type(found.fact):
        must = type(expected.fact).__name__
        raise _against_the_rules(entry, f"{must} must follow here, not {name}")
    if found == expected:
        return
    where, says, must = next(_differences(name, found.fact, expected.fact), ("", "", ""))
    if not where:
        pairs = zip(found._fields, found, expected, strict=True)
        where, says, must = next(
            (key, *map(str, pair)) for key, *pair in pairs if pair[0] != pair[1]
        )
    settlement = isinstance(found.fact, BetsSettled)
    raise unreadable(
        "settlement-differs" if settlement else "event-differs",
        f"line {entry.line}: {where} is {says}; by the rules it is {must}",
        "look for who wrote this line, or one before it; its hash is right",
    )


def _differences(where: str, found: object, expected: object) -> Iterator[tuple[str, str, str]]:
    """Yield where two records differ, with both values."""
    if isinstance(found, tuple) and isinstance(expected, tuple) and len(found) == len(expected):
        names = getattr(found, "_fields", None)
        for at, (one, other) in enumerate(zip(found, expected, strict=True)):
            yield from _differences(
                f"{where}.{names[at]}" if names else f"{where}[{at}]", one, other
            )
    elif found != expected:
        yield where, str(found), str(expected)


def _against_the_rules(entry: Entry, why: str, cite: str | None = None) -> Unreadable:
    return unreadable(
        "event-against-the-rules",
        f"line {entry.line}: {why}",
        "look for who wrote this line, or one before it; its hash is right",
        cite,
    )


# --- what holds after every command ---


def _check(table: Table, line: int) -> None:
    cents, cards = sum(table.accounts.values()), cards_astray(table)
    if cents:
        raise unreadable(
            "accounts-unbalanced",
            f"after line {line} the accounts sum to {cents} cents, not to zero",
            "report this: the rules moved money that was not there",
        )
    if cards:
        raise unreadable(
            "cards-astray",
            f"after line {line} {cards} card(s) are missing from the shoe",
            "report this: the rules lost cards",
        )


def cards_astray(table: Table) -> int:
    """Return how many cards of a loaded shoe are neither in it nor anywhere else at the table."""
    shoe = table.shoe
    if table.opened is None or shoe.stage not in ("loaded", "in play"):
        return 0
    carried = shoe.carried is not None
    there = shoe.cards + table.round.cards + shoe.burnt + shoe.discarded + carried
    return table.setup.shoe_cards - there
