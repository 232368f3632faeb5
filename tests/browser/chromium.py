"""Debian's Chromium, driven by Playwright: one for a process, a context for everybody who looks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from browser.houses import Cookies
from browser.waiting import PATIENCE

NAMES = ("chromium", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
]


class Size(NamedTuple):
    """What somebody looks at, in CSS pixels."""

    width: int
    height: int


PHONE, TABLET, DESKTOP = Size(390, 844), Size(1180, 820), Size(1440, 900)
SIGN, LARGE_SIGN = Size(1920, 1080), Size(3840, 2160)
THEMES = ("dark", "light")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give a browser without a window."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    assert path is not None, "no Chromium: `make test` installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


def context_of(
    browser: Browser,
    url: str,
    cookies: Cookies | None = None,
    *,
    size: Size = TABLET,
    theme: str = "dark",
    script: bool = True,
    motion: bool = False,
) -> BrowserContext:
    """Return the browser of somebody: of a stranger, or of whom the cookies prove."""
    context = browser.new_context(
        base_url=url,
        viewport={"width": size.width, "height": size.height},
        color_scheme="light" if theme == "light" else "dark",
        reduced_motion="no-preference" if motion else "reduce",
        has_touch=size.width < DESKTOP.width,
        java_script_enabled=script,
        locale="en-US",
        timezone_id="America/Denver",
    )
    context.set_default_timeout(PATIENCE * 1000)
    if cookies is not None:
        values = zip(cookies.names, (cookies.token, cookies.csrf), strict=True)
        for name, value in values:
            context.add_cookies([{"name": name, "value": value, "url": url, "sameSite": "Strict"}])
    return context
