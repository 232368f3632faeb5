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


BETS = [PlaceBet(position, "triple", 100) for position in (1, 2)]
START: list[Command] = [*BETS, CallNoMoreBets(), TakeProgressives()]
"""START GAME, with two units for the meter."""
LOST: list[Command] = [ShakeCups(), RevealDice((1, 2, 4), (1, 2, 5)), CallResult()]
WON: list[Command] = [ShakeCups(), RevealDice((3, 3, 3), (3, 3, 3)), CallResult()]


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

    def give(self, *commands: Command, stream: str = "") -> list[Reply]:
        """Commit some commands together; nobody refuses them."""
        asked = []
        for command in commands:
            self.number += 1
            request = Request(f"{self.table}-{self.number}", command)
            asked.append(Asked(stream or self.stream, request))
        replies = self.house.commit(asked)
        for reply in replies:
            assert reply.error is None and not isinstance(reply.answer, Refusal), reply
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

    def opens(self) -> None:
        """Open the table and seat its players, unless that was done."""
        if not self.house.load().table(self.table).table.open:
            self.give(*self.opening())

    def opening(self) -> list[Command]:
        """Return what opens the table, with two players."""
        seated = [one for at in (1, 2) for one in (Sit(at), BuyIn(at, 10**9))]
        return [self.house.load().opening(self.table), StartDay("2026-01-01"), *seated]

    def pay(self) -> None:
        """Pay the hit of this table, at the jackpot and at the table."""
        hits = self.house.load().links[JACKPOT].state.hits
        order = max(hit.order for hit in hits if hit.table == self.table)
        self.give(PayHit("2207", order), stream=f"link/{JACKPOT}")
        self.give(PayPosition(2), PayPosition(1))

    def round(self) -> None:
        """Play a round; now and then it wins the meter, and is paid."""
        wins = self.dice.randrange(HIT_EVERY) == 0
        self.give(*START)
        self.give(*(WON if wins else LOST))
        if wins:
            self.hit()
            self.pay()
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
    player.opens()
    until = time.monotonic() + float(seconds)
    while time.monotonic() < until:
        player.round()
    player.house.close()
    waits = {"waits": player.waits, "locked": player.locked, "idle": player.idle}
    print(json.dumps({"rounds": player.rounds, "commands": player.number, **waits}))


if __name__ == "__main__":
    main()
