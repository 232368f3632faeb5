"""Several houses on one PostgreSQL: each runs tables of its own, and all share one meter.

Run as a program it is one of them: it plays START GAMEs as fast as it can, hits the jackpot now and
then, pays it, and prints how long its hits waited: in all, and for the lock of the meter. Beside
that it prints how long a transaction waits that does nothing, with as many round trips as a hit:
where there are more processes than cores, each waits for its turn.

    python tests/sixteen.py URL TABLE SECONDS SEED
"""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import Future
from random import Random

import sqlalchemy as sa

from pitboss.house.database import Database
from pitboss.house.writer import Asked, House, Reply
from pitboss.jackpot.hits import PayHit
from pitboss.refusals import Refusal
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.closing import CallNoMoreBets, TakeProgressives
from pitboss.table.steps.cups import RevealDice, ShakeCups
from pitboss.table.steps.duties import StartDay
from pitboss.table.steps.hits import HitJackpot
from pitboss.table.steps.paying import CollectLosers, PayPosition
from pitboss.table.steps.positions import BuyIn, Sit
from pitboss.table.steps.results import CallResult

JACKPOT = "triple"
HIT_EVERY = 15
"""Rounds of a table between two hits, on average, and between two transactions that do nothing."""


class Player:
    """One house with one table."""

    def __init__(self, url: str, table: str, seed: int) -> None:
        self.passed: dict[str, float] = {}
        """When each boundary of a transaction was last passed."""
        self.house = House(Database(url), tables=[table], hook=self.passes)
        self.stream, self.table, self.dice = f"table/{table}", table, Random(seed)
        self.number = self.rounds = 0
        self.waits: list[float] = []
        self.locked: list[float] = []
        self.idle: list[float] = []
        if not self.house.load().table(table).table.open:
            self.give(self.house.load().opening(table))
            self.give(StartDay("2026-01-01"))
            for position in (1, 2):
                self.give(Sit(position))
                self.give(BuyIn(position, 10**9))

    def give(self, *commands: Command, stream: str = "") -> list[Reply]:
        """Commit some commands together; nobody refuses them."""
        asked = []
        for command in commands:
            self.number += 1
            request = Request(f"{self.table}-{self.number}", command)
            asked.append(Asked(stream or self.stream, request, Future()))
        self.house.commit(asked)
        replies = [one.answer.result() for one in asked]
        for reply in replies:
            assert not isinstance(reply.answer, Refusal), reply.answer
        return replies

    def passes(self, boundary: str) -> None:
        """Note when a transaction passes a boundary."""
        self.passed[boundary] = time.perf_counter()

    def hit(self) -> None:
        """Hit the jackpot; note what waited until that was on disk, and until it was locked."""
        begun = time.perf_counter()
        self.give(HitJackpot())
        self.waits.append(time.perf_counter() - begun)
        self.locked.append(self.passed["locked"] - self.passed["begun"])
        self.house.keep_due()

    def do_nothing(self) -> None:
        """Note how long a transaction waits that does nothing: to read, and to commit."""
        connection = self.house.connection
        assert connection is not None
        begun = time.perf_counter()
        with connection.begin():
            connection.execute(sa.text("SELECT 1"))
        self.idle.append(time.perf_counter() - begun)

    def round(self) -> None:
        """Play a round; now and then it wins the meter, and is paid."""
        wins = self.dice.randrange(HIT_EVERY) == 0
        cup = (3, 3, 3) if wins else (1, 2, 4)
        bets = [PlaceBet(position, "triple", 100) for position in (1, 2)]
        self.give(*bets, CallNoMoreBets(), TakeProgressives())
        self.give(ShakeCups(), RevealDice(cup, cup if wins else (1, 2, 5)), CallResult())
        if wins:
            self.hit()
            order = max(
                hit.order
                for hit in self.house.load().links[JACKPOT].state.hits
                if hit.table == self.table
            )
            self.give(PayHit("2207", order), stream=f"link/{JACKPOT}")
            self.give(CollectLosers() if not wins else PayPosition(2), PayPosition(1))
        else:
            self.give(CollectLosers())
        self.give(ClearLayout())
        if self.rounds % HIT_EVERY == 0:
            self.do_nothing()
        self.rounds += 1


def main() -> None:
    """Play for some seconds, and say what came of it."""
    url, table, seconds, seed = sys.argv[1:5]
    player = Player(url, table, int(seed))
    until = time.monotonic() + float(seconds)
    while time.monotonic() < until:
        player.round()
    player.house.close()
    waits = {"waits": player.waits, "locked": player.locked, "idle": player.idle}
    print(json.dumps({"rounds": player.rounds, "commands": player.number, **waits}))


if __name__ == "__main__":
    main()
