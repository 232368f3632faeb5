"""The living floor in a browser for half an hour: ``make soak-pages``.

    python tests/soak_pages.py [MINUTES]

Pages of every kind stay open at a demo whose automatons play all the time. Every minute the garbage
of each page is collected and what is left is counted but for its roads, and so is the memory of the
server; of several looks in a minute the least counts, since cards and chips come and go. None may
grow, and no page may complain of anything.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession

from browser.chromium import chromium
from browser.houses import Cookies, DemoHouse, demo_house
from browser.people import Visitors
from soak import memory_kb, slope

PATHS = ("/", "/tables/1/sign", "/tables/1/dealer", "/tables/2/seat/3", "/tables/7/seat/2")
WARM = 1 / 2
"""The part of the run that is not judged: caches fill, and the roads of the first shoe."""
MOST_KB, MOST_NODES = 20.0, 20.0
"""What a page may grow by in a minute."""
ROADS = """[...document.querySelectorAll(".road")].reduce((sum, road) => {
  const walk = document.createTreeWalker(road);
  while (walk.nextNode()) sum += 1;
  return sum;
}, 0)"""
"""The nodes of roads, which fill up with a shoe and are not counted."""
MOST_SERVER_KB = 100.0
LOOKS, LOOK_MS = 8, 3_000
"""How often a page is looked at for one figure, and how far apart: over a round of the demo."""


class Left(NamedTuple):
    """What a page holds after its garbage was collected."""

    minute: float
    heap_kb: int
    nodes: int
    listeners: int


def least(looks: list[Left]) -> Left:
    """Return the least that a page held when it was looked at."""
    return Left(*map(min, zip(*looks, strict=True)))


def left(session: CDPSession, minute: float) -> Left:
    """Collect the garbage of a page, and count what is left."""
    session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    value = {metric["name"]: int(metric["value"]) for metric in metrics}
    heap = value["JSHeapUsedSize"] // 1024
    roads = session.send("Runtime.evaluate", {"expression": ROADS})["result"]["value"]
    return Left(minute, heap, value["Nodes"] - roads, value["JSEventListeners"])


def soak(browser: Browser, house: DemoHouse, minutes: float) -> list[str]:
    """Keep pages open, print what they hold, and return what was wrong."""
    asked = {"badge": "2207", "pin": "7022", "table": ""}
    signed = house.client()._post("sign-in", asked)
    staff = Cookies(("pitboss", "pitboss-csrf"), signed["token"], signed["csrf"])
    visitors, sessions = Visitors(browser), dict[str, CDPSession]()
    for path in PATHS:
        visitor = visitors.come(house, staff, motion=True)
        sessions[path] = visitor.context.new_cdp_session(visitor.opens(path))
        sessions[path].send("Performance.enable")
    begun, kept = time.monotonic(), {path: list[Left]() for path in PATHS}
    server: list[tuple[float, int]] = []
    while (now := (time.monotonic() - begun) / 60) < minutes:
        if now >= len(server):
            server.append((now, memory_kb(house.server.running.pid)))
            looks = {path: list[Left]() for path in PATHS}
            for _ in range(LOOKS):
                for path, session in sessions.items():
                    looks[path].append(left(session, now))
                visitors.all[0].page.wait_for_timeout(LOOK_MS)
            for path, every in looks.items():
                kept[path].append(least(every))
            figures = ", ".join(
                f"{path} {one[-1].heap_kb:,} / {one[-1].nodes:,}" for path, one in kept.items()
            )
            print(
                f"minute {now:4.1f}: server {server[-1][1]:,} KB; KB / nodes {figures}", flush=True
            )
        visitors.all[0].page.wait_for_timeout(500)
    wrong = [text for visitor in visitors.all for text in visitor.guard.complaints]
    visitors.leave()
    return wrong + judged(kept, server, minutes)


def judged(
    kept: dict[str, list[Left]], server: list[tuple[float, int]], minutes: float
) -> list[str]:
    """Print what grows by the minute after the warm-up, and return what grows too much."""
    wrong = []
    for path, every in kept.items():
        warm = [one for one in every if one.minute >= minutes * WARM]
        heap = slope([(one.minute, one.heap_kb) for one in warm])
        nodes = slope([(one.minute, one.nodes) for one in warm])
        ends = f"{warm[0].heap_kb:,} to {warm[-1].heap_kb:,} KB"
        print(f"{path}: {ends}, {heap:+.1f} KB and {nodes:+.1f} nodes a minute")
        if heap > MOST_KB or nodes > MOST_NODES:
            wrong.append(f"{path} grows by {heap:.1f} KB and {nodes:.1f} nodes a minute")
    growth = slope([(at, kb) for at, kb in server if at >= minutes * WARM])
    print(f"server: {growth:+.0f} KB a minute")
    return wrong + ([f"the server grows by {growth:.0f} KB"] if growth > MOST_SERVER_KB else [])


def main(minutes: float) -> int:
    """Run, and end with 1 if something was wrong."""
    with (
        tempfile.TemporaryDirectory(prefix="pitboss-soak-") as place,
        chromium() as browser,
        demo_house(Path(place)) as house,
    ):
        faults = soak(browser, house, minutes)
    for fault in faults:
        print(f"WRONG: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 30.0))
