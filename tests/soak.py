"""The demo for half an hour: ``make soak``.

Untouched but for one hit, which a person shows with cards entered by hand, as anybody may, and who
then puts the cutting card in early, so that a shoe ends. A gaming day ends within the run. No table
may stand still for a minute, memory must stay flat, and nobody may have anything to complain of.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import httpx

from demo_process import DemoProcess
from pitboss.cli import main as pitboss
from pitboss.client import Answer, Client
from pitboss.house.automatic.demo import demo_floor
from pitboss.house.database import Database
from pitboss.house.store import bodies_after
from pitboss.jackpot.hits import HitPaid
from pitboss.refusals import Refusal
from pitboss.table.floor.records import Floor
from pitboss.table.record.journal import read_line
from pitboss.table.steps.duties import GamingDayStarted
from pitboss.table.steps.shoes import ShoeLoaded
from restart_record import OnRecord

STILL_SECONDS = 60.0
"""How long a table may stand still."""
GROWTH_KB = 100.0
"""How much memory may grow in a minute, once it is warm."""
WARM = 0.3
HIT_AT, DAY_AT = 0.15, 0.6
"""When the hit is shown and when the gaming day ends, in parts of the run."""
TABLE, SEAT, JACKPOT = "1", 2, "sun-7"
TOP_ROW = "coup 2s 3s 9s / As 2s 4s"
FEW_CARDS = 30
"""Cards before the cutting card."""
PATIENCE = 120.0


def soaking_floor(minutes: float) -> Floor:
    """Return the demo's floor, whose gaming day ends within the run."""
    zone = ZoneInfo(demo_floor().timezone)
    ends = datetime.now(zone) + timedelta(minutes=minutes * DAY_AT)
    return replace(demo_floor(), gaming_day=f"{ends:%H:%M}")


class Onlooker(threading.Thread):
    """Looks at all tables every second, and notes how long each has stood still."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.url, self.stopping = url, threading.Event()
        self.moved: dict[str, tuple[int, float]] = {}
        self.longest: dict[str, float] = {}

    def run(self) -> None:
        with httpx.Client(base_url=self.url, timeout=30) as client:
            while not self.stopping.wait(1):
                tables = client.get("/api/v1/tables").raise_for_status().json()
                for table in tables:
                    self.look(table["id"], table["version"], time.monotonic())

    def look(self, id: str, version: int, now: float) -> None:
        before, since = self.moved.get(id, (version, now))
        self.longest[id] = max(self.longest.get(id, 0.0), now - since)
        if version != before or id not in self.moved:
            self.moved[id] = (version, now)


class Person:
    """Somebody at a place of the demo."""

    def __init__(self, url: str, seat: int | None) -> None:
        place = {"table": TABLE} | ({"dealer": True} if seat is None else {"seat": seat})
        taken = httpx.post(f"{url}/api/v1/demo/take", json=place, timeout=30)
        assert taken.status_code == 200, taken.text
        self.client = Client(url, taken.json()["token"])

    def says(self, line: str) -> Answer | Refusal:
        return self.client.line(f"table/{TABLE}", line)

    def view(self) -> dict[str, object]:
        return self.client.table(TABLE)

    def leaves(self) -> None:
        self.client._post("demo/give-back", None)
        self.client.close()


def until(done: Callable[[], object], what: str) -> None:
    """Wait for something, and say what it was if it does not come."""
    end = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.2)


def accepted(person: Person, line: str) -> None:
    """Give a line until it is accepted."""
    answers: list[Answer | Refusal] = []

    def done() -> bool:
        answers.append(person.says(line))
        return isinstance(answers[-1], Answer)

    try:
        until(done, line)
    except TimeoutError:
        raise AssertionError(f"{line}: {answers[-1]}") from None


def show_a_hit(url: str) -> None:
    """Show the top row of Sun 7 at the dealer's place, then end that shoe and shorten the next."""
    dealer, player = Person(url, None), Person(url, SEAT)
    until(lambda: _between(dealer), "the round before is over")
    accepted(dealer, "cards by hand")
    until(lambda: player.view().get("balance_cents") == 1_000_00, "a person has sat down")
    accepted(player, f"bet {SEAT} player 5, {JACKPOT}-progressive 1")
    accepted(dealer, "no more bets")
    accepted(dealer, TOP_ROW)
    accepted(dealer, f"hit jackpot {JACKPOT}")
    accepted(dealer, "finish")
    accepted(dealer, "cards by the server")
    before = _shoe(dealer)["number"]
    until(lambda: _shoe(dealer)["stage"] != "in play", "the shoe of the cards by hand ends")
    until(lambda: _step(dealer) and _shoe(dealer)["stage"] == "cut", "the stack is cut")
    cards = 8 * 52
    accepted(dealer, f"cut card {cards - FEW_CARDS}")
    until(lambda: _step(dealer) and _shoe(dealer)["stage"] == "in play", "a new shoe")
    assert _shoe(dealer)["number"] != before
    player.leaves()
    dealer.leaves()


def _between(dealer: Person) -> bool:
    """Deal on where a round is going on: cards by hand begin with the next."""
    return dealer.view()["stage"] == "betting" or not _step(dealer)


def _step(dealer: Person) -> bool:
    """Do what is due next; what is not due yet comes by waiting."""
    dealer.says("next")
    return True


def _shoe(dealer: Person) -> dict[str, object]:
    shoe = dealer.view()["shoe"]
    assert isinstance(shoe, dict)
    return shoe


def memory_kb(pid: int) -> int:
    """Return how much memory a process has of its own in use."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no such process")


def slope(points: list[tuple[float, int]]) -> float:
    """Return how much the second grows with the first, by least squares.

    >>> slope([(0, 100), (1, 110), (2, 120)])
    10.0
    """
    n = len(points)
    x, y = sum(at for at, _ in points) / n, sum(kb for _, kb in points) / n
    across = sum((at - x) ** 2 for at, _ in points)
    return sum((at - x) * (kb - y) for at, kb in points) / across if across else 0.0


def soak(minutes: float, home: Path) -> list[str]:
    """Run the demo, print what happens, and return what was wrong."""
    floor, url = soaking_floor(minutes), f"sqlite:///{home / 'demo.db'}"
    server = DemoProcess(home, url, floor)
    server.start()
    try:
        server.wait()
        memory, longest = _watched(server, minutes)
        code = server.stop()
    finally:
        server.end()
    wrong = [f"it ended with {code}"] if code else []
    wrong += [line for line in server.said().splitlines() if line != "stopped"]
    worst = max(longest, key=lambda id: longest[id])
    print(f"longest standstill {longest[worst]:.0f} s, at table {worst}")
    wrong += [
        f"table {id} stood still for {s:.0f} s" for id, s in longest.items() if s > STILL_SECONDS
    ]
    warm = [(at, kb) for at, kb in memory if at >= minutes * WARM]
    growth = slope(warm) if len(warm) > 2 else 0.0
    print(f"memory after warm-up: {warm[0][1]:,} to {warm[-1][1]:,} KB, {growth:+.0f} KB a minute")
    wrong += [f"memory grows by {growth:.0f} KB a minute"] if growth > GROWTH_KB else []
    wrong += _on_record(Database(url), floor)
    journal = str(home / "journal.jsonl")
    for words in (
        ["house", "verify", "--redecide", "--database", url],
        ["house", "export", journal, "--database", url],
        ["fair", journal],
    ):
        wrong += [f"{words[0]} {words[1]} fails"] if pitboss(words) else []
    return wrong


def _watched(
    server: DemoProcess, minutes: float
) -> tuple[list[tuple[float, int]], dict[str, float]]:
    """Let it run; return its memory by the minute, and how long each table stood still."""
    begun, memory = time.monotonic(), list[tuple[float, int]]()
    onlooker = Onlooker(server.address)
    onlooker.start()
    shown = False
    while (now := (time.monotonic() - begun) / 60) < minutes:
        if now >= len(memory):
            memory.append((now, memory_kb(server.running.pid)))
            lines = server.out.read_text(encoding="utf-8").count("round")
            load = os.getloadavg()[0]
            print(f"minute {now:4.1f}: {memory[-1][1]:,} KB, {lines} rounds, load {load:.1f}")
            sys.stdout.flush()
        if not shown and now >= minutes * HIT_AT:
            shown = True
            show_a_hit(server.address)
            print(f"minute {now:4.1f}: a hit is shown")
        assert onlooker.is_alive(), "the server does not answer"
        time.sleep(0.5)
    memory.append((now, memory_kb(server.running.pid)))
    onlooker.stopping.set()
    onlooker.join()
    return memory, onlooker.longest


def _on_record(database: Database, floor: Floor) -> list[str]:
    """Return what is missing on record: the hit that was paid, shoes, days, and even books."""
    record, wrong = OnRecord(database, floor), list[str]()
    counted: Counter[str] = Counter()
    for id, replayed in record.tables.items():
        facts = Counter(type(fact) for one in replayed for fact in one.line.facts)
        counted["shoes"] += facts[ShoeLoaded]
        counted["lines"] += len(replayed)
        counted["refused"] += sum(one.line.refusal is not None for one in replayed)
        if facts[GamingDayStarted] < 2:
            wrong.append(f"table {id} has closed no day")
        if sum(replayed[-1].after.accounts.values()):
            wrong.append(f"the books of table {id} are not even")
        if id == TABLE and facts[ShoeLoaded] < 3:
            wrong.append(f"table {id} has changed no shoe")
    with database.reading() as connection:
        lines = [read_line(at, body) for at, body, _ in bodies_after(connection, f"link/{JACKPOT}")]
    paid = sum(isinstance(fact, HitPaid) for line in lines for fact in line.facts)
    wrong += [] if paid else ["no hit was paid"]
    counted["hits paid"], counted["rounds"] = paid, record.rounds()
    print(", ".join(f"{name} {count:,}" for name, count in counted.items()))
    return wrong


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="pitboss-soak-") as place:
        faults = soak(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0, Path(place))
    for fault in faults:
        print(f"WRONG: {fault}")
    sys.exit(1 if faults else 0)
