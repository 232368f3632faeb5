"""How many rounds a second a table plays: seven positions with ten bets each, on one core.

Every bet is a command with an id and an actor that is checked, every card another one; the result
settles seventy bets and pays seven positions, each cent a movement on record. One figure adds the
encoding and hashing of the record's lines. The time is shared out over the kinds of commands in a
run of its own. The one peer, pybaccarat, deals hands and counts who won, and knows neither bets nor
procedure: it is here for scale only. The machine may be shared and noisy, so the best of several
short runs counts; with the path of an older checkout its rate is taken in turn with ours.

    python bench/table.py [OLD_CHECKOUT]
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from simulate import peer_rate, pybaccarat_dealers

from pitboss.cli.seeded import SeededSupply
from pitboss.table.engine import NEW
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.codec import table_data, table_of
from pitboss.table.record.journal import Journal, Line
from pitboss.table.record.recorder import Request, answered
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.positions import BuyIn, Sit

POSITIONS = range(1, 8)
SPOTS = (
    *(("player", None), ("tie", None), ("sun-7", None), ("moon-8", None), ("supreme-7", None)),
    *(("divine-9", None), ("eclipse", None), ("golden-talons", "player")),
    *(("golden-talons", "banker"), ("se-05", None)),
)
SEED = 28
RUNS, ROUNDS, OLD_ROUNDS = 7, 250, 100
LEAST_SHARE = 0.005
STAKE_CENTS, BANK_CENTS = 500, 10**11
OLD = (
    "import table; t = table.Table(28, limits=True); t.play(50); "
    f"print(max(t.play({OLD_ROUNDS}) for _ in range(3)))"
)


class Table:
    """A table of Eternal Baccarat in play, dealt by the book."""

    def __init__(self, seed: int, *, limits: bool, journal: Journal | None = None) -> None:
        least, most = (100, 1_000_000) if limits else (None, None)
        wagers = ("banker", *dict.fromkeys(wager for wager, _ in SPOTS))
        offers = tuple(Offer(one, minimum_cents=least, maximum_cents=most) for one in wagers)
        self.pilot = Autopilot(SeededSupply(Random(seed)))
        self.table = NEW
        self.journal = journal
        self.commands_given = self.facts = self.bytes = 0
        self.line: Line | None = None
        self.give(OpenTable(TableSetup(game="eternal-baccarat", offers=offers)))
        for position in POSITIONS:
            self.give(Sit(position))
            self.give(BuyIn(position, BANK_CENTS))

    def give(self, command: Command) -> None:
        """Give a command that must be accepted, with an id and an actor, and record it."""
        self.commands_given += 1
        request = Request(f"{self.commands_given}", command, "dealer")
        self.table, line = answered(self.table, request, "table/1", self.commands_given)
        if line.refusal is not None:
            raise AssertionError(f"{command} is refused: {line.refusal}")
        self.facts += len(line.facts)
        if self.journal is not None:
            self.bytes += len(self.journal.write(line)) + 1

    def commands(self, rounds: int) -> Iterator[Command]:
        """Yield the commands of so many rounds, each of which must be given before the next."""
        while rounds:
            due = self.pilot.next(self.table)
            if due is not None:
                yield due
                continue
            for position in POSITIONS:
                for wager, on in SPOTS:
                    yield PlaceBet(position, wager, STAKE_CENTS, on)
            yield CallNoMoreBets()
            rounds -= 1

    def play(self, rounds: int) -> float:
        """Play so many rounds and return how many a second of processor time there were."""
        start = time.process_time()
        for command in self.commands(rounds):
            self.give(command)
        return rounds / (time.process_time() - start)

    def shares(self, rounds: int) -> list[tuple[str, float, float, float]]:
        """Return the commands of a round by kind: how many, microseconds each, share of time."""
        spent: Counter[str] = Counter()
        given: Counter[str] = Counter()
        for command in self.commands(rounds):
            start = time.perf_counter_ns()
            self.give(command)
            name = type(command).__name__
            spent[name] += time.perf_counter_ns() - start
            given[name] += 1
        whole = spent.total()
        return [
            (name, given[name] / rounds, of / given[name] / 1000, of / whole)
            for name, of in spent.most_common()
        ]


def old_rate(checkout: str) -> float:
    """Return the rounds a second of an older checkout's table, by its own benchmark."""
    here = Path(checkout)
    paths = os.pathsep.join((str(here / "src"), str(here / "bench")))
    done = subprocess.run(
        [sys.executable, "-c", OLD],
        cwd=here / "bench",
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def main() -> None:
    """Print the rates, and where the time goes."""
    print(f"{'rounds a second, one core':60}{'best':>12}{'median':>12}")
    for limits, journal in ((True, None), (False, None), (True, Journal())):
        table = Table(SEED, limits=limits, journal=journal)
        table.play(ROUNDS)  # warms up
        given, facts, size = table.commands_given, table.facts, table.bytes
        rates = [table.play(ROUNDS) for _ in range(RUNS)]
        given = table.commands_given - given
        what = f"7 positions, 10 bets each, {'a' if limits else 'no'} minimum and maximum per wager"
        what = "the same, with encoding and hashing of every line" if journal else what
        print(f"  {what:58}{max(rates):12,.0f}{statistics.median(rates):12,.0f}")
        each = 1e6 / max(rates) / (given / (RUNS * ROUNDS))
        commands, events = given / (RUNS * ROUNDS), (table.facts - facts) / (RUNS * ROUNDS)
        print(f"    {commands:.0f} commands, {events:.0f} facts a round; {each:.1f} us a command")
        if journal:
            print(f"    {(table.bytes - size) / given:.0f} bytes a line")
    if len(sys.argv) > 1:
        ours = Table(SEED, limits=True)
        pairs = [(ours.play(ROUNDS), old_rate(sys.argv[1])) for _ in range(RUNS)]
        new, old = (max(rates) for rates in zip(*pairs, strict=True))
        what = f"in turn with the older checkout, which plays {old:,.0f}"
        print(f"  {what:58}{new:12,.0f}{new / old:11.2f}x")
    snapshot(Table(SEED, limits=True))
    _, hand_by_hand = pybaccarat_dealers()
    peer = peer_rate(hand_by_hand)
    what = "pybaccarat: hands alone, no bets, no procedure"
    print(f"  {what:58}{peer.best:12,.0f}{peer.median:12,.0f}")
    print(f"\n{'where a round spends its time':48}{'a round':>12}{'us each':>12}{'share':>12}")
    for name, count, each, share in Table(SEED, limits=True).shares(ROUNDS):
        if share >= LEAST_SHARE:
            print(f"  {name:46}{count:12.1f}{each:12.1f}{share:12.1%}")


def snapshot(table: Table) -> None:
    """Print how long it takes to write a table in mid-shoe as text, and to read it again."""
    table.play(30)
    texts, spent = "", list[tuple[float, float]]()
    for _ in range(RUNS):
        start = time.perf_counter()
        texts = json.dumps(table_data(table.table), separators=(",", ":"))
        written = time.perf_counter()
        assert table_of(json.loads(texts)) == table.table
        spent.append((written - start, time.perf_counter() - written))
    write, read = (1000 * min(times) for times in zip(*spent, strict=True))
    size = len(texts) / 1000
    print(f"  a table in mid-shoe: written in {write:.2f} ms, read in {read:.2f} ms, {size:.1f} kB")


if __name__ == "__main__":
    main()
