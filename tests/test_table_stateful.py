"""Random legal and illegal commands at every kind of table: nothing that must hold is ever broken.

Hypothesis supplies the seeds; the walk itself (``table_walk``) and the search for a short sequence
of commands that shows a failure are our own. A ``RuleBasedStateMachine`` of the same commands does
some hundred steps a second and shrinks the draws it made. This driver does several thousand, each
followed by a full audit, and shrinks what matters: the list of commands, since a table may be given
any subset of them again. PITBOSS_SEED repeats a run, or begins another one.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, NamedTuple, cast, get_args

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from pitboss.refusals import Refusal
from pitboss.settle.accounts import DROP, OUTSIDE, TRAY, Movement, account
from pitboss.settle.bets import Chips
from pitboss.table.engine import NEW, act, decide, evolve
from pitboss.table.record.journal import entries
from pitboss.table.record.recorder import Recorder, Request
from pitboss.table.record.replaying import replay
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import SettledBet, Table
from pitboss.table.steps import chance, hits, panel
from pitboss.table.steps.betting import BetPlaced, PlaceBet
from pitboss.table.steps.clearing import LayoutCleared
from pitboss.table.steps.closing import BetsClosed
from pitboss.table.steps.corrections import SettlementsWithdrawn
from pitboss.table.steps.dealing import CardDealt
from pitboss.table.steps.opening import ChangeSetup, OpenTable
from pitboss.table.steps.paying import LosersCollected, PositionPaid
from pitboss.table.steps.positions import ChipsBought, PositionTaken
from pitboss.table.steps.registry import APPLIERS, Command, Fact
from pitboss.table.steps.results import BetsSettled, ResultCalled
from pitboss.table.steps.shoes import CardsBurnt
from pitboss.table.steps.shuffling import CardsCut, CardsShuffled
from pitboss.table.steps.turning import PointsCalled
from pitboss.table.steps.undoing import CommandWithdrawn, Undo
from table_invariants import Auditor
from table_walk import TABLES, Walk

SEED = int(os.environ.get("PITBOSS_SEED", "28"))
WALKS, STEPS = 5, 1_600
RECORDED_STEPS = 300
LEAST_COMMANDS = 100_000
LEAST_ACCEPTED, LEAST_REFUSED = 0.3, 0.3


class Given(NamedTuple):
    """A command and when it was given."""

    command: Command
    at: str


class Run:
    """A table under audit: every command is decided, and every event checked as it happens."""

    def __init__(self) -> None:
        self.table = NEW
        self.before = NEW
        self.auditor = Auditor()
        self.accepted: list[tuple[tuple[Fact, ...], str]] = []
        self.given: list[Given] = []
        self.counts: Counter[str] = Counter()

    def give(self, command: Command, at: str) -> bool:
        """Give a command and say whether it was accepted."""
        self.given.append(Given(command, at))
        self.counts["commands"] += 1
        before = self.table
        answer = decide(before, command, at)
        if isinstance(answer, Refusal):
            self.counts["refused"] += 1
            self.refused(command, at, answer)
            return False
        self.counts["accepted"] += 1
        for count, fact in enumerate(answer, 1):
            self.auditor.hear_one(fact)
            self.table = evolve(before, answer[:count], at)
            self.auditor.agrees(self.table)
            self.counts[type(fact).__name__] += 1
        self.auditor.end()
        assert self.table.at >= before.at, "time runs backwards"
        self.accepted.append((answer, at))
        if isinstance(command, Undo):
            assert apart_from_time(self.table) == apart_from_time(self.before)
        self.before = before
        if len(self.given) % 50 == 0:
            self.auditor.agrees_in_full(self.table)
            assert act(before, command, at) == (self.table, answer), "decide is not a function"
        return True

    def refused(self, command: Command, at: str, answer: Refusal) -> None:
        """A refused command changes nothing, and says what to do instead."""
        assert answer.code and answer.message and answer.remedy
        again, same = act(self.table, command, at)
        assert again is self.table and same == answer
        if self.accepted and len(self.given) % 10 == 0:
            self.auditor.agrees_in_full(self.table)

    def end(self) -> None:
        """The state is the fold of its facts, and of nothing else."""
        self.auditor.agrees_in_full(self.table)
        table = NEW
        for facts, at in self.accepted:
            table = evolve(table, facts, at)
        assert table == self.table


def apart_from_time(table: Table) -> Table:
    """Return a table without what a withdrawn command leaves behind: its time, empty accounts."""
    accounts = {whose: cents for whose, cents in table.accounts.items() if cents}
    return table._replace(at="", last=None, accounts=accounts)


def walk(name: str, walk_seed: int) -> Run:
    """Play a random walk; a failure comes with the fewest commands that lead to it."""
    run, commands = Run(), Walk(TABLES[name], walk_seed)
    try:
        for _ in range(STEPS):
            command = commands.next(run.table)
            commands.heard(command, accepted=run.give(command, commands.time()))
        run.end()
    except Exception as error:
        shortest = shrunk(run.given, error)
        story = "\n".join(f"  {at} {told(command)}" for command, at in shortest)
        raise AssertionError(
            f"{error!r} at {name}, PITBOSS_SEED={SEED}, walk {walk_seed}; shown by\n{story}"
        ) from error
    return run


def told(command: Command) -> str:
    """Write a command down; of a setup only what differs from the usual."""
    if not isinstance(command, OpenTable | ChangeSetup):
        return str(command)
    setup = command.setup
    usual = TableSetup(game=setup.game, offers=())
    names = [field.name for field in fields(setup) if field.name != "offers"]
    other = {name: getattr(setup, name) for name in names}
    changed = {name: value for name, value in other.items() if value != getattr(usual, name)}
    offers = [one.wager for one in setup.offers]
    return f"{type(command).__name__}({setup.game}, {changed}, offers={offers})"


def shrunk(given: Sequence[Given], error: Exception) -> list[Given]:
    """Leave commands out while the rest still fails in the same way."""
    kept, step = list(given), max(len(given) // 2, 1)
    while True:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + step :]
            if same_failure(fewer, error):
                kept = fewer
            else:
                at += step
        if step == 1:
            return kept
        step = max(step // 2, 1)


def same_failure(given: Iterable[Given], error: Exception) -> bool:
    """Say whether these commands fail with the same words, numbers and names apart."""
    run = Run()
    try:
        for command, at in given:
            run.give(command, at)
        run.end()
    except Exception as found:
        return (type(found), str(found)[:30]) == (type(error), str(error)[:30])
    return False


@pytest.mark.parametrize("name", TABLES)
def test_must_show__random_commands_break_nothing(name: str) -> None:
    total: Counter[str] = Counter()

    @seed(SEED)
    @settings(
        max_examples=WALKS,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**32 - 1))
    def walks(walk_seed: int) -> None:
        total.update(walk(name, walk_seed).counts)

    walks()
    commands, rounds = total["commands"], total["LayoutCleared"]
    accepted, refused = total["accepted"] / commands, total["refused"] / commands
    print(
        f"PITBOSS_SEED={SEED} {name}: {commands} commands, {accepted:.0%} accepted, "
        f"{rounds} rounds, {total['BetPlaced']} bets"
    )
    assert commands >= WALKS * STEPS
    assert accepted >= LEAST_ACCEPTED
    assert refused >= LEAST_REFUSED
    assert rounds >= WALKS, "the walks do not get deep"
    assert total["BetsSettled"] >= WALKS


def test_must_show__a_hundred_thousand_commands_are_given() -> None:
    assert len(TABLES) * WALKS * STEPS >= LEAST_COMMANDS


def test_the_walks_reach_every_kind_of_fact() -> None:
    """What no walk ever leads to would be audited in name only.

    What happens at the panels of linked jackpots is reached by the walk of the floor, and what is
    committed to and revealed by virtual games.
    """
    reached: Counter[str] = Counter()
    for at, name in enumerate(TABLES):
        for more in range(3):
            reached.update(walk(name, 100 * more + at).counts)
    elsewhere = (panel.__name__, hits.__name__, chance.__name__)
    kinds = {kind.__name__ for kind in APPLIERS if kind.__module__ not in elsewhere}
    assert kinds - set(reached) == set()


@pytest.mark.parametrize("name", TABLES)
def test_must_show__the_record_of_a_walk_replays_to_the_same_table(name: str) -> None:
    recorder, commands = Recorder(), Walk(TABLES[name], SEED)
    texts = []
    for step in range(RECORDED_STEPS):
        command, at = commands.next(recorder.table), commands.time()
        if isinstance(command, PlaceBet) and command.chips not in get_args(Chips):
            command = command._replace(chips="coupon")  # what is no command cannot be recorded
        given = recorder.give(Request(str(step), command, at=f"{at}.000Z" if at else ""))
        commands.heard(command, accepted=not isinstance(given.answer, Refusal))
        assert given.text is not None
        texts.append(given.text)
    *_, last = replay(entries(texts))
    assert last.number == RECORDED_STEPS
    assert last.after == recorder.table


# --- the auditor itself: it must notice what is wrong ---


Answers = list[tuple[Fact, ...]]
"""The facts of one command after the other."""


def first(answers: Answers, kind: type) -> tuple[int, int]:
    """Return where the first fact of a kind is that says something."""
    return next(
        (at, place)
        for at, facts in enumerate(answers)
        for place, fact in enumerate(facts)
        if type(fact) is kind and getattr(fact, "numbers", True)
    )


def forged(answers: Answers, kind: type, **other: object) -> Answers:
    """Return a record in which the first fact of a kind says something else."""
    at, place = first(answers, kind)
    facts, fact = answers[at], cast(Any, answers[at][place])
    changed = {
        name: change(getattr(fact, name)) if callable(change) else change
        for name, change in other.items()
    }
    told_otherwise = (*facts[:place], fact._replace(**changed), *facts[place + 1 :])
    return [*answers[:at], told_otherwise, *answers[at + 1 :]]


def dropped(answers: Answers, kind: type) -> Answers:
    """Return a record without the first fact of a kind that says something."""
    at, place = first(answers, kind)
    fewer = (*answers[at][:place], *answers[at][place + 1 :])
    return [*answers[:at], *([fewer] if fewer else []), *answers[at + 1 :]]


def raised(bets: tuple[SettledBet, ...]) -> tuple[SettledBet, ...]:
    """Return settlements of which the first pays a cent too much."""
    return (bets[0]._replace(won_cents=bets[0].won_cents + 1), *bets[1:])


def moved_otherwise(movements: tuple[Movement, ...], **other: object) -> tuple[Movement, ...]:
    """Return movements of which the first is another."""
    return (movements[0]._replace(**other), *movements[1:])  # type: ignore[arg-type]


def audited(answers: Iterable[Sequence[Fact]]) -> Auditor:
    """Let an auditor hear a record."""
    auditor = Auditor()
    for facts in answers:
        auditor.hear(facts)
    return auditor


@pytest.fixture(scope="module")
def record() -> Answers:
    """What happened at a table up to a moment when a round is being dealt."""
    answers = [facts for facts, _ in walk("baccarat, two batches, 25 cents", 29).accepted]
    last = max(at for at, facts in enumerate(answers) if type(facts[-1]) is CardDealt)
    return answers[: last + 1]


def folded(answers: Answers) -> Table:
    """Return the table after the facts of a record."""
    table = NEW
    for facts in answers:
        table = evolve(table, facts)
    return table


def test_the_auditor_passes_an_honest_record(record: Answers) -> None:
    audited(record).agrees_in_full(folded(record))


def withdrawn_for_nothing(answers: Answers) -> Answers:
    """Return a record in which settlements are withdrawn, and no card was misread."""
    at, place = first(answers, BetsSettled)
    settled = cast(BetsSettled, answers[at][place])
    numbers = tuple(one.number for one in settled.bets)
    return [*answers[: at + 1], (SettlementsWithdrawn(numbers),)]


TAKEN, WITHDRAWN = (PositionTaken(1),), (CommandWithdrawn((), ()),)
BOUGHT = (
    ChipsBought(
        1,
        500,
        (
            Movement(OUTSIDE, DROP, 500, "value", "buy-in"),
            Movement(TRAY, account("position 1"), 500, "value", "buy-in"),
        ),
    ),
)

FORGERIES: dict[str, Callable[[Answers], Answers]] = {
    "a burn too many": lambda all: forged(all, CardsBurnt, cards=lambda n: n + 1),
    "a cut too shallow": lambda all: forged(all, CardsCut, depth=9),
    "the wrong hand": lambda all: forged(
        all, CardDealt, to=lambda side: "banker" if side == "player" else "player"
    ),
    "a wrong count": lambda all: forged(all, PointsCalled, points=lambda n: (n + 1) % 10),
    "a cent too much": lambda all: forged(all, BetsSettled, bets=raised),
    "cards out of order": lambda all: forged(all, LayoutCleared, cards=lambda cards: cards[::-1]),
    "losers not collected": lambda all: dropped(all, LosersCollected),
    "bets never closed": lambda all: dropped(all, BetsClosed),
    "points not called": lambda all: dropped(all, PointsCalled),
    "a result not called": lambda all: dropped(all, ResultCalled),
    "a shoe not shuffled": lambda all: dropped(all, CardsShuffled),
    "a movement not told": lambda all: forged(all, ChipsBought, movements=lambda moves: moves[1:]),
    "a cent more told": lambda all: forged(
        all, BetPlaced, movements=lambda moves: moved_otherwise(moves, cents=moves[0].cents + 1)
    ),
    "chips of another kind": lambda all: forged(
        all, ChipsBought, movements=lambda moves: moved_otherwise(moves, chips="coupon")
    ),
    "another account told": lambda all: forged(
        all, PositionPaid, movements=lambda moves: moved_otherwise(moves, target=DROP)
    ),
    "money stays where it is": lambda all: forged(
        all, PositionPaid, movements=lambda moves: (*moves, Movement(TRAY, TRAY, 5))
    ),
    "a card shown and withdrawn": lambda all: [*all, WITHDRAWN],
    "a withdrawal withdrawn": lambda all: [all[0], TAKEN, WITHDRAWN, WITHDRAWN],
    "money kept by a withdrawal": lambda all: [all[0], TAKEN, BOUGHT, WITHDRAWN],
    "settlements withdrawn for nothing": withdrawn_for_nothing,
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_the_auditor_notices(forgery: str, record: Answers) -> None:
    with pytest.raises(AssertionError):
        audited(FORGERIES[forgery](record))


def test_the_auditor_compares_the_state(record: Answers) -> None:
    auditor, table = audited(record), folded(record)
    for wrong in (
        table._replace(accounts={**table.accounts, TRAY: table.accounts[TRAY] + 1}),
        table._replace(shoe=table.shoe._replace(cards=table.shoe.cards + 1)),
        table._replace(round=table.round._replace(number=table.round.number + 1)),
        table._replace(seated=table.seated | {99}),
        table._replace(takings={}),
    ):
        with pytest.raises(AssertionError):
            auditor.agrees_in_full(wrong)
