"""Rounds driven through the decider from seeded shoes: what tables hold, beside the exact edge.

    make table-campaign              # 200,000 rounds, all invariants audited: some minutes
    python bench/table_rounds.py ROUNDS SEED

Seven positions bet the same stakes every round, so that each spot of the layout has the same total
on it and the round is what varies: bets of several positions on one spot all win or lose together,
and count as one. The exact odds give the error for so many rounds. A spot whose results are too
skewed for a normal error of so few rounds is printed without a verdict.

The auditor of the tests hears every event; it looks at the table every few commands, and now and
then in full, when the facts since the last time must also fold to the same table.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from pitboss.cli.progress import Pace
from pitboss.cli.seeded import SeededSupply
from pitboss.games import Shoe
from pitboss.odds.analysis import analyse_table
from pitboss.refusals import Refusal
from pitboss.table.engine import NEW, decide, evolve
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.positions import BuyIn, Sit
from pitboss.table.steps.registry import Command, Fact
from pitboss.table.steps.tray import CountTray

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from table_invariants import Auditor

ROUNDS, SEED = 200_000, 28
POSITIONS = range(1, 8)
STAKE_CENTS = 1_000
BANK_CENTS, TRAY_CENTS = 10**11, 10**12
LIMIT = 4.5
"""How many standard errors a hold may be from its edge: one in 150,000 by chance."""
TOO_SKEWED = 0.4
"""The skewness of the mean of so many rounds, above which a normal error says little."""
LOOK_EVERY, FOLD_EVERY = 50, 5_000
"""Commands between two looks at the table, and between two full ones."""


class Leg(NamedTuple):
    """A share of the rounds, dealt at one table."""

    share: int
    setup: TableSetup


def table(game: str, *wagers: str, **other: object) -> TableSetup:
    """Return a setup that offers some wagers; ``banker@tie-vigorish`` names the pay table."""
    split = (one.partition("@") for one in wagers)
    offers = tuple(
        Offer(wager, name or None, minimum_cents=100, maximum_cents=1_000_000)
        for wager, _, name in split
    )
    return TableSetup(game=game, offers=offers, **other)  # type: ignore[arg-type]


BASE = ("player", "banker", "tie")
LEGS = (
    Leg(
        4,
        table(
            "baccarat",
            *(*BASE, "perfect-pair", "match-pair", "total-4", "total-5", "total-6"),
            "margin-bonus",
        ),
    ),
    Leg(
        4,
        table(
            "eternal-baccarat",
            *(*BASE, "sun-7", "moon-8", "divine-9", "eclipse", "golden-talons", "se-05"),
        ),
    ),
    Leg(
        2,
        table(
            "baccarat",
            *("player", "banker@tie-vigorish", "tie"),
            size="midi",
            style="squeeze",
            device="two-batches",
            decks=16,
        ),
    ),
    Leg(2, table("dragon-bonus", *BASE, "dragon-bonus", style="face-down", bonus_order="any")),
    Leg(2, table("ez-baccarat", *BASE, "dragon-7", "panda-8", device="pre-shuffled")),
    Leg(1, table("baccarat", *BASE, "total-6", device="continuous", push="held-over")),
    Leg(3, table("3-dice-baccarat", *BASE, "se-01", "se-05", "golden-talons")),
    Leg(1, table("dice-works", "all-lows", "all-highs", "the-works")),
    Leg(1, table("roll-the-line", "roll-the-line")),
)


class Dealing:
    """A table that is dealt by the book, watched by an auditor."""

    def __init__(self, setup: TableSetup, seed: int) -> None:
        self.setup = setup
        self.pilot = Autopilot(SeededSupply(Random(seed)))
        self.auditor = Auditor(remembers=False)
        self.table = self.folded = NEW
        self.answers: list[tuple[Fact, ...]] = []
        self.commands = 0
        self.give(OpenTable(setup))
        self.give(CountTray("opening", TRAY_CENTS, "first", "second"))
        for position in POSITIONS:
            self.give(Sit(position))
            self.give(BuyIn(position, BANK_CENTS))

    def give(self, command: Command) -> None:
        """Give a command that must be accepted, and audit what follows from it."""
        answer = decide(self.table, command)
        if isinstance(answer, Refusal):
            raise AssertionError(f"{command} is refused: {answer}")
        self.table = evolve(self.table, answer)
        self.auditor.hear(answer)
        self.answers.append(answer)
        self.commands += 1
        if self.commands % FOLD_EVERY == 0:
            self.look()
        elif self.commands % LOOK_EVERY == 0:
            self.auditor.agrees(self.table)

    def look(self) -> None:
        """Compare everything, and fold what happened since the last time."""
        self.auditor.agrees_in_full(self.table)
        for answer in self.answers:
            self.folded = evolve(self.folded, answer)
        assert self.folded == self.table, "the state is not the fold of its facts"
        self.answers = []

    def rounds(self) -> Iterator[None]:
        """Deal round after round; the bets of a round that lie over are not made again."""
        while True:
            due = self.pilot.next(self.table)
            if due is not None:
                self.give(due)
                continue
            if self.table.round.number > 1:
                yield
            lying = {(one.bet.position, one.bet.wager) for one in self.table.round.bets}
            for bet in self.bets():
                if (bet.position, bet.wager) not in lying:
                    self.give(bet)
            self.give(CallNoMoreBets())

    def bets(self) -> Iterator[PlaceBet]:
        """Yield the bets of each round: every position on every third spot, in turn."""
        spots = list(self.setup.spots)
        for position in POSITIONS:
            for at, (wager, on) in enumerate(spots):
                if (at + position) % 3 == 0 or len(spots) < 3:
                    yield PlaceBet(position, wager, STAKE_CENTS, on)


class Held(NamedTuple):
    """What a spot held of its handle, beside the exact edge."""

    spot: str
    rounds: int
    hold: float
    edge: float
    z: float
    skewed: bool


def holds(dealing: Dealing) -> Iterator[Held]:
    """Yield what each spot held; a round is one result, however many positions bet on it."""
    shoe = Shoe.of(dealing.setup.shoe_cards // 52 or 1)
    for (wager, on), opened in dealing.setup.spots.items():
        name = dealing.setup.labels[wager, on]
        taking = dealing.table.takings[name]
        at_once = sum((bet.wager, bet.on) == (wager, on) for bet in dealing.bets())
        rounds = taking.bets // at_once
        exact = analyse_table(opened, shoe=shoe)
        deviation, skew = exact.standard_deviation, exact.skew
        assert exact.edge is not None and deviation is not None and skew is not None
        hold = taking.win_cents / taking.handle_cents
        error = deviation / sqrt(rounds)
        skewed = abs(skew) / sqrt(rounds) > TOO_SKEWED
        yield Held(
            name, rounds, hold, float(exact.edge), (hold - float(exact.edge)) / error, skewed
        )


def main() -> int:
    """Deal, print what the tables held, and return how many spots are off."""
    words = [int(word.replace(",", "").replace("_", "")) for word in sys.argv[1:]]
    wanted, seed = (*words, *(ROUNDS, SEED)[len(words) :])
    shares = sum(leg.share for leg in LEGS)
    print(f"{wanted:,} rounds, seven positions, seed {seed}")
    print(f"  {'spot':34}{'rounds':>10}{'exact':>11}{'hold':>11}{'z':>8}")
    off, done, commands, settled = 0, 0, 0, 0
    started = perf_counter()
    with Pace("rounds") as progress:
        progress(0, wanted)
        for number, (share, setup) in enumerate(LEGS):
            dealing = Dealing(setup, seed + number)
            for _ in islice(dealing.rounds(), wanted * share // shares):
                done += 1
                progress(done, wanted)
            dealing.look()
            commands += dealing.commands
            settled += dealing.auditor.money.settlements
            print(f"{setup.game}, {setup.style}, {setup.device}")
            for held in holds(dealing):
                off += abs(held.z) > LIMIT and not held.skewed
                verdict = (
                    "  (too rare to judge)" if held.skewed else "  OFF" * (abs(held.z) > LIMIT)
                )
                print(
                    f"  {held.spot:34}{held.rounds:10,}{held.edge:11.4%}{held.hold:11.4%}"
                    f"{held.z:+8.2f}{verdict}",
                    flush=True,
                )
    took = perf_counter() - started
    print(
        f"{done:,} rounds, {commands:,} commands, {settled:,} bets settled once each"
        f" in {took:.0f} s; no invariant is broken,"
        f" {off} holds are more than {LIMIT} standard errors off"
    )
    return min(off, 1)


if __name__ == "__main__":
    sys.exit(main())
