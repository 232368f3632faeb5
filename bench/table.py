"""How many rounds a second a table plays: seven positions with ten bets each, on one core.

Every bet is a command that is checked, every card another one; the result settles seventy bets and
pays seven positions. The time is shared out over the kinds of commands in a run of its own. The one
peer, pybaccarat, deals hands and counts who won, and knows neither bets nor procedure: it is here
for scale only. The machine may be shared and noisy, so the best of several short runs counts.
"""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from simulate import peer_rate, pybaccarat_dealers

from pitboss.cli.seeded import SeededSupply
from pitboss.refusals import Refusal
from pitboss.table.engine import NEW, act
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.positions import BuyIn, Sit
from pitboss.table.steps.registry import Command

POSITIONS = range(1, 8)
SPOTS = (
    *(("player", None), ("tie", None), ("sun-7", None), ("moon-8", None), ("supreme-7", None)),
    *(("divine-9", None), ("eclipse", None), ("golden-talons", "player")),
    *(("golden-talons", "banker"), ("se-05", None)),
)
TARGET, SEED = 500, 28
RUNS, ROUNDS = 7, 250
LEAST_SHARE = 0.005
STAKE_CENTS, BANK_CENTS = 500, 10**11


class Table:
    """A table of Eternal Baccarat in play, dealt by the book."""

    def __init__(self, seed: int, *, limits: bool) -> None:
        least, most = (100, 1_000_000) if limits else (None, None)
        wagers = ("banker", *dict.fromkeys(wager for wager, _ in SPOTS))
        offers = tuple(Offer(one, minimum_cents=least, maximum_cents=most) for one in wagers)
        self.pilot = Autopilot(SeededSupply(Random(seed)))
        self.table = NEW
        self.events = 0
        self.give(OpenTable(TableSetup(game="eternal-baccarat", offers=offers)))
        for position in POSITIONS:
            self.give(Sit(position))
            self.give(BuyIn(position, BANK_CENTS))

    def give(self, command: Command) -> None:
        """Give a command that must be accepted."""
        self.table, answer = act(self.table, command)
        if isinstance(answer, Refusal):
            raise AssertionError(f"{command} is refused: {answer}")
        self.events += len(answer)

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

    def shares(self, rounds: int) -> list[tuple[str, float, float]]:
        """Return the commands of a round by kind, with their share of the time; dearest first."""
        spent: Counter[str] = Counter()
        given: Counter[str] = Counter()
        for command in self.commands(rounds):
            start = time.perf_counter_ns()
            self.give(command)
            name = type(command).__name__
            spent[name] += time.perf_counter_ns() - start
            given[name] += 1
        whole = spent.total()
        return [(name, given[name] / rounds, of / whole) for name, of in spent.most_common()]


def main() -> None:
    """Print the rates, and where the time goes."""
    print(f"{'rounds a second, one core':60}{'best':>12}{'median':>12}   target")
    for limits in (True, False):
        table = Table(SEED, limits=limits)
        table.play(ROUNDS)  # warms up
        before = table.events
        rates = [table.play(ROUNDS) for _ in range(RUNS)]
        events = (table.events - before) / (RUNS * ROUNDS)
        what = f"7 positions, 10 bets each, {'a' if limits else 'no'} minimum and maximum per wager"
        print(f"  {what:58}{max(rates):12,.0f}{statistics.median(rates):12,.0f}   {TARGET}")
        print(f"    {events:.0f} events a round, {max(rates) * events:,.0f} a second")
    _, hand_by_hand = pybaccarat_dealers()
    peer = peer_rate(hand_by_hand)
    what = "pybaccarat: hands alone, no bets, no procedure"
    print(f"  {what:58}{peer.best:12,.0f}{peer.median:12,.0f}")
    print(f"\n{'where a round spends its time':60}{'a round':>12}{'share':>12}")
    for name, given, share in Table(SEED, limits=True).shares(ROUNDS):
        if share >= LEAST_SHARE:
            print(f"  {name:58}{given:12.1f}{share:12.1%}")


if __name__ == "__main__":
    main()
