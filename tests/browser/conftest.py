"""What the tests of the pages share: a browser for a process, houses for a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.chromium import chromium
from browser.houses import DemoHouse, GlassHouse, demo_house, glass_house, slow_demo
from browser.people import Visitors
from browser.waiting import PATIENCE

expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser for these tests alone: what drives it holds the loop of its thread."""
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GlassHouse]:
    """A real floor for the tests of one file."""
    with glass_house(tmp_path_factory.mktemp("house")) as made:
        yield made


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoHouse]:
    """A demo for the tests of one file, slow enough for people."""
    with demo_house(tmp_path_factory.mktemp("demo"), slow_demo()) as made:
        yield made


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    """Everybody who looks: no page of theirs may have complained of anything."""
    made = Visitors(browser)
    try:
        yield made
        made.check()
    finally:
        made.leave()
