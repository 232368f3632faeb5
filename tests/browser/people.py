"""Who looks at pages: each in a context of their own, with a guard."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from browser.chromium import TABLET, Size, context_of
from browser.guard import Guard
from browser.houses import Cookies, House
from browser.waiting import until


class Visitor(NamedTuple):
    """Somebody with a browser of their own."""

    context: BrowserContext
    guard: Guard
    page: Page

    def opens(self, path: str) -> Page:
        """Open a page, and wait until it is live where it has something live."""
        self.page.goto(path)
        live = self.page.locator("body").get_attribute("data-live")
        if live:
            until(self.page, "watched.messages.length > 0 && watched.loaded < Infinity")
        return self.page


class Visitors:
    """Everybody who looks at pages in a test."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.all: list[Visitor] = []

    def come(
        self,
        house: House,
        cookies: Cookies | None = None,
        *,
        size: Size = TABLET,
        theme: str = "dark",
        motion: bool = False,
    ) -> Visitor:
        """Let somebody in, a stranger without cookies."""
        context = context_of(
            self.browser, house.url, cookies, size=size, theme=theme, motion=motion
        )
        guard = Guard(context)
        visitor = Visitor(context, guard, context.new_page())
        self.all.append(visitor)
        return visitor

    def check(self) -> None:
        """Fail if any page has complained."""
        for visitor in self.all:
            visitor.guard.check()

    def leave(self) -> None:
        for visitor in self.all:
            visitor.context.close()
        self.all.clear()
