"""The pages in a real browser: how large, how soon ready, how fast a change is on the screen.

A real server process and Chromium on loopback, both on this machine, which may be shared and noisy.
Each page is opened with an empty cache; then bets are laid and withdrawn at its table, and the time
is taken until an element has changed: from when the line was sent, and from when the message came.

    python bench/pages.py [--changes 60]
"""

from __future__ import annotations

import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(HERE / "src"), str(HERE / "tests")]

from playwright.sync_api import Browser, Page  # noqa: E402

from browser.chromium import SIGN, TABLET, chromium, context_of  # noqa: E402
from browser.guard import WATCH  # noqa: E402
from browser.houses import Cookies, GlassHouse, glass_house  # noqa: E402
from browser.waiting import until  # noqa: E402

KILOBYTES, READY_MS, PUSH_MS = 150, 1000, 50
"""The targets: compressed, until it is live, and from push to element."""
TABLE = "1"
LAID = ("bet 3 banker 5", "undo")
ANNOUNCED = ("announce limits with minimum player 25", "announce limits")
"""A sign shows no bets."""
OBSERVE = """() => {
  watched.changes = [];
  new MutationObserver((list) => {
    const moved = list.some(({ target }) => !target.closest?.("#clock, [data-closes-at]"));
    if (moved) watched.changes.push(performance.timeOrigin + performance.now());
  }).observe(document.body, { childList: true, subtree: true });
}"""


class Opened(NamedTuple):
    """What opening a page took."""

    kilobytes: float
    requests: int
    ready_ms: float
    page: Page


def open_page(browser: Browser, url: str, path: str, who: Cookies | None) -> Opened:
    """Open a page with an empty cache, and wait until it is live."""
    size = SIGN if path.endswith("/sign") else TABLET
    context = context_of(browser, url, who, size=size)
    context.add_init_script(WATCH)
    page = context.new_page()
    session, received = context.new_cdp_session(page), list[float]()
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    session.send("Network.enable")
    page.goto(path)
    until(page, "watched.messages.length > 0")
    first: float = page.evaluate("watched.messages[0].at - performance.timeOrigin")
    loaded: float = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    return Opened(sum(received) / 1000, len(received), max(first, loaded), page)


def changes(
    house: GlassHouse, page: Page, lines: tuple[str, str], count: int
) -> tuple[list[float], list[float]]:
    """Return how many ms passed from each line, and from its message, to the changed element."""
    page.evaluate(OBSERVE)
    from_line, from_message = list[float](), list[float]()
    for at in range(count):
        page.evaluate("() => { watched.changes.length = watched.messages.length = 0; }")
        sent = time.time() * 1000
        house.give(TABLE, lines[at % 2])
        until(page, "watched.changes.length && watched.messages.length", lines[at % 2])
        seen: dict[str, Any] = page.evaluate("watched")
        from_line.append(seen["changes"][0] - sent)
        from_message.append(seen["changes"][0] - seen["messages"][0]["at"])
    return from_line, from_message


def told(values: list[float]) -> str:
    """Return the middle and the slowest of a hundred, in ms."""
    return f"{median(values):6.1f} {quantiles(values, n=100)[98]:7.1f}"


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=60)
    count: int = parser.parse_args().changes
    with (
        tempfile.TemporaryDirectory() as place,
        chromium() as browser,
        glass_house(Path(place)) as house,
    ):
        house.open(TABLE, 3, 5)
        seat, dealer = house.device("seat", TABLE, 3), house.cookies_of("1101", TABLE)
        pages = {"/": None, f"/tables/{TABLE}/sign": None}
        pages |= {f"/tables/{TABLE}/dealer": dealer, f"/tables/{TABLE}/seat/3": seat}
        print(f"pages: at most {KILOBYTES} kB, ready in {READY_MS} ms, {PUSH_MS} ms to the DOM")
        print(f"{'page':22} {'kB':>6} {'requests':>8} {'ready':>6}   line to DOM  message to DOM")
        print(f"{'':22} {'':6} {'':8} {'ms':>6}   {'p50':>6} {'p99':>7} {'p50':>6} {'p99':>7}")
        for path, who in pages.items():
            opened = open_page(browser, house.url, path, who)
            lines = ANNOUNCED if path.endswith("/sign") else LAID
            from_line, from_message = changes(house, opened.page, lines, count)
            figures = f"{opened.kilobytes:6.1f} {opened.requests:8} {opened.ready_ms:6.0f}"
            print(f"{path:22} {figures}   {told(from_line)} {told(from_message)}")
            opened.page.context.close()


if __name__ == "__main__":
    main()
