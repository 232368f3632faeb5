"""The pictures of the README, from a demo that runs: the floor, a felt, a sign, and a round.

python tests/pictures.py http://127.0.0.1:8000
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from time import monotonic

from PIL import Image
from playwright.sync_api import Browser, Page

from browser.chromium import chromium

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
FLOOR, FELT, SIGN = (1440, 1000), (1180, 820), (1280, 720)
ROUND_SECONDS, FRAME_MS, WIDE = 40, 250, 760
FELT_FRAME = 24
"""When the bets lie: what the picture of the felt shows."""


def looking(browser: Browser, size: tuple[int, int]) -> Page:
    """Open a page of a size, in the dark."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="dark")
    return context.new_page()


def still(page: Page, url: str, name: str) -> None:
    """Keep what a page shows once it is live."""
    page.goto(url)
    page.wait_for_selector("#link:not(.down)")
    page.wait_for_timeout(1500)
    page.screenshot(path=PICTURES / name)


def played(page: Page, root: str, table: str, seat: int) -> list[Image.Image]:
    """Take a seat, lay some bets, and look at the round until it is paid."""
    page.goto(root)
    page.evaluate(
        """async ([table, seat]) => {
          const body = JSON.stringify({ table, seat });
          const headers = { "Content-Type": "application/json" };
          await fetch("/api/v1/demo/take", { method: "POST", headers, body });
        }""",
        [table, seat],
    )
    page.goto(f"{root}/tables/{table}/seat/{seat}")
    page.wait_for_selector("#felt:not(.closed)", timeout=60_000)
    frames: list[Image.Image] = []
    presses = iter(("#spot-player", "#spot-player", "#spot-eclipse", "#spot-tie"))
    end = monotonic() + ROUND_SECONDS
    while monotonic() < end:
        if len(frames) % 5 == 4 and (spot := next(presses, "")):
            page.click(spot, timeout=2000)
        if len(frames) == FELT_FRAME:
            page.screenshot(path=PICTURES / "felt.png")
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        frames.append(shot.resize((WIDE, shot.height * WIDE // shot.width)))
        page.wait_for_timeout(FRAME_MS)
    return frames


def moving(frames: list[Image.Image], file: Path) -> None:
    """Keep frames as a GIF: pictures that are the same stand longer."""
    palette = frames[len(frames) // 2].quantize(96)
    small = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    small[0].save(
        file, save_all=True, append_images=small[1:], duration=FRAME_MS * 2, loop=0, optimize=True
    )


def main() -> None:
    """Make all of them."""
    root = sys.argv[1].rstrip("/")
    with chromium() as browser:
        still(looking(browser, FLOOR), root, "floor.png")
        still(looking(browser, SIGN), f"{root}/tables/1/sign", "sign.png")
        frames = played(looking(browser, FELT), root, "1", 3)
        moving(frames, PICTURES / "round.gif")


if __name__ == "__main__":
    main()
