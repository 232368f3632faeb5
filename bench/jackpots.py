"""What START GAME costs with seven sensors on three jackpots, beside a plain bet: CPU on one core.

Two linked tables of Eternal Baccarat on the default floor. A round lays 21 progressive bets and
presses START GAME; the round is then voided, so that no cards are dealt. The figures are with the
decision, the fold, the record's line with its hash, the floor's ledger, and the jackpots' meters.
The machine may be shared and noisy: the best of several short runs counts.

    python bench/jackpots.py
"""

from __future__ import annotations

import time

from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import FloorScript, open_floor
from pitboss.refusals import Refusal
from pitboss.table.floor import default_floor
from pitboss.table.record.recorder import Request
from pitboss.table.scripts.clock import START
from pitboss.table.scripts.scenario import ScriptClock, lines_of
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallNoMoreBets, TakeProgressives
from pitboss.table.steps.errors import VoidRound
from pitboss.table.steps.positions import BuyIn

AT = "2026-01-01T00:00:00.000Z"
WAGERS = ("harmony", "sun-7-progressive", "fate-38")
POSITIONS = range(1, 8)
RUNS, ROUNDS = 5, 200


class Floor:
    """A floor whose table 1 is ready to bet."""

    def __init__(self) -> None:
        self.run = FloorRun()
        open_floor(self.run, "default", default_floor(), AT)
        script = FloorScript(self.run, ScriptClock(START))
        for line in lines_of(
            [f"table 1: sit {n}" for n in POSITIONS] + ["table 1: prepare burning 5h"]
        ):
            list(script.line(line))
        self.at = script.clock.now
        self.number = 0
        for position in POSITIONS:
            self.give(BuyIn(position, 10**9))

    def give(self, command: Command) -> float:
        """Give a command to table 1; return the CPU seconds that it took."""
        self.number += 1
        request = Request(f"b{self.number}", command, at=f"{self.at}.000Z")
        begun = time.process_time()
        given = self.run.give("table/1", request)
        taken = time.process_time() - begun
        answer = self.run.answer_to(given).answer
        assert not isinstance(answer, Refusal), answer
        return taken

    def round(self) -> tuple[float, float]:
        """Play one round; return the seconds of a bet, on average, and of START GAME."""
        bets = [
            self.give(PlaceBet(position, wager, 100)) for position in POSITIONS for wager in WAGERS
        ]
        self.give(CallNoMoreBets())
        started = self.give(TakeProgressives())
        self.give(VoidRound("supervisor", "measured"))
        return sum(bets) / len(bets), started


def main() -> None:
    """Print what a bet and START GAME cost."""
    floor = Floor()
    floor.round()
    best_bet = best_start = float("inf")
    for _ in range(RUNS):
        rounds = [floor.round() for _ in range(ROUNDS)]
        best_bet = min(best_bet, sum(bet for bet, _ in rounds) / ROUNDS)
        best_start = min(best_start, sum(start for _, start in rounds) / ROUNDS)
    print("linked jackpots, table 1 of the default floor, CPU of one core")
    print(f"  a bet on a sensor                               {best_bet * 1e6:8.0f} microseconds")
    print(f"  START GAME, seven sensors on three jackpots     {best_start * 1e6:8.0f} microseconds")
    print(f"  START GAME in bets                              {best_start / best_bet:8.1f}")


if __name__ == "__main__":
    main()
