"""A server under load: 200 seats on 30 tables, each betting every second and looking at its table.

A real server process on loopback, on SQLite or on an empty PostgreSQL; the seats are another
process. A bet's time counts from when it was due. Beside it, in the same run, a bare Starlette that
answers and pushes the same traffic and keeps nothing: the limit. Then more and more seats, until
one answer in a hundred takes longer than half a second. The machine may be shared and noisy.

    python bench/serving.py [--seconds 15] [--seats 200] [--most 1600] [--database URL]
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from house_load import POSITIONS, dealt, floor_of

from pitboss.house.chance.keys import keys_at
from pitboss.house.database import Database
from pitboss.house.founding import found_house
from pitboss.house.people.people import People
from pitboss.house.people.sessions import SignedIn
from pitboss.house.writer import Asked, House
from pitboss.jackpot.house import EnrolBadge
from pitboss.refusals import Refusal
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command

HERE = Path(__file__).parent
SEATS, TABLES, STEP = 200, 30, 200
WARM_SECONDS, STEP_SECONDS = 3, 8
ANSWER_TARGET, PUSH_TARGET, KILOBYTES_TARGET = 0.150, 0.150, 100
TOO_LONG = 0.500
BADGE, PIN = "2207", "904117"


class Seats(NamedTuple):
    """Who plays: a token for each position, and one of somebody who deals everywhere."""

    places: list[tuple[str, int, str]]
    dealer: str


def places_of(seats: int) -> list[tuple[str, int]]:
    """Return where so many seats are: the first 200 at the first 30 tables, and so on."""
    rooms = range(0, -(-seats // SEATS) * TABLES, TABLES)
    return [
        place
        for room in rooms
        for place in [
            (str(table), seat) for seat in POSITIONS for table in range(room + 1, room + TABLES + 1)
        ][:SEATS]
    ][:seats]


def prepared(url: str, key_file: str, seats: int) -> Seats:
    """Found a house of terminals that wait for bets, and pair a device for each position."""
    database, places = Database(url), places_of(seats)
    plain = floor_of(len({table for table, _ in places}))
    terminals = tuple(replace(table, seats="terminals") for table in plain.tables)
    found_house(database, "bench", replace(plain, tables=terminals))
    house, people_database = House(database), Database(url)
    ready = dealt(0).ready
    _committed(house, [("house", EnrolBadge(BADGE, "supervisor"))])
    for table in terminals:
        opening = ("table/" + table.id, house.load().opening(table.id))
        _committed(house, [opening, *(("table/" + table.id, one) for one in ready)])
    people = People(people_database, keys_at(key_file), lambda: {BADGE: "supervisor"})
    people.set_pin(BADGE, PIN)
    signed = people.sign_in(BADGE, PIN)
    assert isinstance(signed, SignedIn)
    tokens = [(table, seat, _paired(people, table, seat)) for table, seat in places]
    house.close()
    people_database.close()
    return Seats(tokens, signed.token)


def _committed(house: House, commands: list[tuple[str, Command]]) -> None:
    asked = [
        Asked(stream, Request(f"ready {stream} {number}", command))
        for number, (stream, command) in enumerate(commands)
    ]
    for one, reply in zip(asked, house.commit(asked), strict=True):
        assert not isinstance(reply.answer, Refusal), f"{one.request.command}: {reply.answer}"


def _paired(people: People, table: str, seat: int) -> str:
    code = people.code_for("seat", table, seat, BADGE)
    assert isinstance(code, str), code
    paired = people.pair(code)
    assert not isinstance(paired, Refusal), paired
    return paired.token


# --- processes ---


class Server:
    """A server process, by what the system knows of it."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process = process
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address.startswith("http"), f"no address: {address} {log.read_text()[-2_000:]}"
        self.port = int(address.rpartition(":")[2])

    def kilobytes(self) -> int:
        """Return the memory that it holds."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1024

    def cpu(self) -> float:
        """Return the seconds that it has worked."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(*words: str) -> Iterator[Server]:
    """Give a server process, and end it in order."""
    with tempfile.NamedTemporaryFile("w") as log:
        process = subprocess.Popen(
            [sys.executable, *words], stdout=subprocess.PIPE, stderr=log, text=True
        )
        try:
            yield Server(process, Path(log.name))
        finally:
            process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()


class Seen(NamedTuple):
    """What a run of seats came to."""

    seats: int
    figures: dict[str, Any]
    cpu: float
    kilobytes: float
    """Of the server, for each of the seats."""
    at_first: int
    """Kilobytes of the server before they came."""

    def answer(self, share: float) -> float:
        """Return how long an answer takes at most, but for some."""
        return quantile(self.figures["answers"], share)

    def push(self, share: float) -> float:
        """Return how long until the last seat of the table sees it."""
        return quantile(self.figures["pushes"], share)


def quantile(values: list[float], share: float) -> float:
    """Return a quantile; without any values, infinity."""
    return sorted(values)[int(len(values) * share)] if values else float("inf")


def run(server: Server, seats: Seats, count: int, seconds: float, name: str) -> Seen:
    """Let so many seats play at a server."""
    process = subprocess.Popen(
        [sys.executable, str(HERE / "serving_seats.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        return _played(process, server, seats, count, seconds, name)
    finally:
        process.kill()
        process.wait()


def _played(
    process: subprocess.Popen[str],
    server: Server,
    seats: Seats,
    count: int,
    seconds: float,
    name: str,
) -> Seen:
    assert process.stdin is not None and process.stdout is not None
    asked = {"port": server.port, "seconds": seconds, "warm": WARM_SECONDS, "name": name}
    before = server.kilobytes()
    places = seats.places[:count]
    print(json.dumps({**asked, "seats": places, "dealer": seats.dealer}), file=process.stdin)
    process.stdin.flush()
    assert process.stdout.readline() == "connected\n", "the seats are there"
    time.sleep(0.5)
    held = (server.kilobytes() - before) / count
    begun, cpu = time.perf_counter(), server.cpu()
    print("go", file=process.stdin, flush=True)
    line = process.stdout.readline()
    assert line, "the seats told nothing"
    used = (server.cpu() - cpu) / (time.perf_counter() - begun)
    return Seen(count, json.loads(line), used, held, before)


# --- what is printed ---


def printed(title: str, seen: Seen) -> None:
    """Print a run."""
    figures = seen.figures
    faults = ", ".join(f"{count} {what}" for what, count in figures["faults"].items() if count)
    print(
        f"  {title:<18}{seen.seats:>6} seats  answers p50 {_ms(seen.answer(0.5))} p99 "
        f"{_ms(seen.answer(0.99))}   last push p50 {_ms(seen.push(0.5))} p99 "
        f"{_ms(seen.push(0.99))}   server {seen.cpu:4.0%} of a core, seats {figures['cpu']:4.0%}"
    )
    print(
        f"  {'':<18}{len(figures['answers']):,} bets {figures['statuses']}, "
        f"{figures['messages']:,} messages of {figures['bytes'] / max(figures['messages'], 1):,.0f}"
        f" bytes; versions: {faults or 'none missed, none repeated'}; the seats' own lateness p99 "
        f"{_ms(figures['late'])}"
    )


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:5.0f} ms"


def verdicts(seen: Seen) -> None:
    """Print the figures of a house beside their targets."""
    for what, value, target, unit in (
        ("answers, p99", seen.answer(0.99) * 1000, ANSWER_TARGET * 1000, "ms"),
        ("push to the last seat, p99", seen.push(0.99) * 1000, PUSH_TARGET * 1000, "ms"),
        ("memory of a seat", seen.kilobytes, KILOBYTES_TARGET, "KB"),
        ("versions missed or repeated", sum(seen.figures["faults"].values()), 0, ""),
    ):
        verdict = "ok" if value <= target else "MISSED"
        print(f"    {what:<30}{value:8.1f} {unit:<3} target {target:.0f} {unit:<3} {verdict}")


@contextmanager
def house_serving(database: str, seats: int) -> Iterator[tuple[Server, Seats]]:
    """Give a house with so many seats that runs as its own process."""
    with tempfile.TemporaryDirectory() as folder:
        url, key_file = database or f"sqlite:///{folder}/house.db", f"{folder}/keys"
        places = prepared(url, key_file, seats)
        words = ("-m", "pitboss.cli", "serve", "--port", "0")
        with serving(*words, "--database", url, "--key-file", key_file) as server:
            run(server, places, 10, 1, "warm")  # what the first clients make it load is not theirs
            yield server, places


def main() -> None:
    """Print every figure beside its target."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--most", type=int, default=1600, help="seats at which it is enough")
    parser.add_argument("--database", default="", help="URL of an empty PostgreSQL database")
    asked = parser.parse_args()
    print(f"a server under load: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    most = max(asked.most, asked.seats)
    with house_serving(asked.database, most) as (server, seats):
        seen = run(server, seats, asked.seats, asked.seconds, "main")
        with serving(str(HERE / "serving_echo.py")) as bare:
            limit = run(bare, seats, asked.seats, asked.seconds, "echo")
        printed("a house", seen)
        printed("bare Starlette", limit)
        verdicts(seen)
        for count in range(asked.seats + STEP, most + 1, STEP):
            seen = run(server, seats, count, STEP_SECONDS, f"step{count}")
            printed("a house", seen)
            if seen.answer(0.99) > TOO_LONG:
                print(f"    p99 passes {_ms(TOO_LONG).strip()} at {count} seats")
                return
    print(f"    p99 stays below {_ms(TOO_LONG).strip()} up to {most} seats")


if __name__ == "__main__":
    main()
