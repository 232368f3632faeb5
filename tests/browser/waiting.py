"""Waiting for what a page comes to. The policy of our pages lets no script poll by ``eval``."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

PATIENCE = 30.0
PAUSE_MS = 20


def until(
    page: Page, done: str | Callable[[], object], what: str = "", most: float = PATIENCE
) -> None:
    """Wait until an expression of the page, or a function of ours, is true."""
    end = time.monotonic() + most
    while not (page.evaluate(done) if isinstance(done, str) else done()):
        assert time.monotonic() < end, f"{page.url}: {what or done} does not come"
        page.wait_for_timeout(PAUSE_MS)
