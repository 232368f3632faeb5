"""What must hold on every page: measured in the browser, and by axe-core."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

MEASURE = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")
MOST_SHIFT = 0.01
"""Of layout shift, as a share of the screen times the distance: nothing that an eye would see."""
FEW = 12
FINGER = 12
"""Pixels from a control within which words stand beside it."""

Box = tuple[float, float, float, float]


def measured(page: Page, *, targets: bool = False) -> list[str]:
    """Return what is wrong: overflow, contrast, ids, and targets where fingers press in play."""
    faults: list[str] = page.evaluate(MEASURE, {"targets": targets})
    return faults


def accessible(page: Page) -> list[str]:
    """Return what axe-core finds."""
    results: dict[str, Any] = Axe().run(page).response
    return [
        f"{violation['id']}: {violation['help']}: "
        + "; ".join(" ".join(map(str, node["target"])) for node in violation["nodes"][:FEW])
        for violation in results["violations"]
    ]


def shifted(page: Page) -> float:
    """Return how much has moved by itself on a page since it was asked for."""
    return sum(float(shift["value"]) for shift in page.evaluate("watched.shifts"))


def check(page: Page, *, targets: bool = False, axe: bool = True) -> None:
    """Fail with everything that is wrong with a page."""
    faults = measured(page, targets=targets)
    if axe:
        faults += accessible(page)
    assert not faults, f"{page.url}\n" + "\n".join(faults)


def check_still(page: Page) -> None:
    """Fail if something has moved by itself."""
    moved = page.evaluate("watched.shifts")
    assert shifted(page) <= MOST_SHIFT, f"{page.url} moved: {moved}"


def box(place: Locator) -> Box:
    """Return left, top, right and bottom, also of what is swapped meanwhile."""
    for _ in range(FEW):
        at = place.bounding_box()
        if at is not None:
            break
    assert at is not None
    return at["x"], at["y"], at["x"] + at["width"], at["y"] + at["height"]


def check_beside(said: Locator, control: Locator) -> None:
    """Fail if words do not stand next to a control, cover it, or leave the window."""
    left, top, right, bottom = box(said)
    x, y, x2, y2 = box(control)
    across, down = max(x - right, left - x2), max(y - bottom, top - y2)
    assert 0 <= max(across, down) <= FINGER, f"{box(said)} is not beside {box(control)}"
    size = said.page.viewport_size
    assert size is not None
    assert left >= 0 and top >= 0 and right <= size["width"] and bottom <= size["height"]
