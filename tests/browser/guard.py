"""The guard of a page: whatever it complains of fails the test that did not expect it by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

WATCH = (Path(__file__).parent / "watch.js").read_text(encoding="utf-8")
ABORTED = "net::ERR_ABORTED"
"""What a browser calls a request that it ends itself, because the page is left."""


class Guard:
    """What the pages of somebody have complained of, and what was expected of them."""

    def __init__(self, context: BrowserContext) -> None:
        self.complaints: list[str] = []
        self.expected: list[str] = []
        context.add_init_script(WATCH)
        context.on("page", self._look_at)
        for page in context.pages:
            self._look_at(page)

    def _look_at(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._complain(f"script: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            where = message.location.get("url", "")
            self._complain(f"console: {message.text} ({where})")

    def _failed(self, request: Request) -> None:
        if request.failure != ABORTED:
            self._complain(f"request: {request.failure} {request.method} {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"status {response.status}: {response.request.method} {response.url}")

    def _complain(self, text: str) -> None:
        if not any(part in text for part in self.expected):
            self.complaints.append(text)

    @contextmanager
    def expecting(self, *parts: str) -> Iterator[None]:
        """Let complaints pass meanwhile that contain one of these texts."""
        self.expected += parts
        try:
            yield
        finally:
            for part in parts:
                self.expected.remove(part)

    def check(self) -> None:
        """Fail if there was any complaint."""
        assert not self.complaints, "\n".join(self.complaints)
