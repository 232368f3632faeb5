"""The four suits: their shapes in a box of 100, their inks and their names."""

from __future__ import annotations

from markupsafe import Markup

from pitboss.web.drawing.svg import INK, RED, box, element, number, symbol, used

BOX = box(100, 100)
SHAPES = {
    "h": "M50 91C21 67 6 51 6 32 6 17 17 8 29 8c10 0 17 6 21 15C54 14 61 8 71 8c12 0 23 9 23 24"
    " 0 19-15 35-44 59Z",
    "d": "M50 3c9 17 22 33 38 47-16 14-29 30-38 47C41 80 28 64 12 50 28 36 41 20 50 3Z",
    "s": "M50 5c12 21 43 34 43 57 0 14-10 22-21 22-8 0-14-4-18-10 1 11 5 18 13 22H33"
    "c8-4 12-11 13-22-4 6-10 10-18 10C17 84 7 76 7 62 7 39 38 26 50 5Z",
    "c": "M50 6c12 0 22 9 22 21 0 5-2 10-5 14 3-1 5-2 8-2 12 0 21 10 21 22S87 83 75 83"
    "c-9 0-16-4-20-11 1 12 5 20 13 24H32c8-4 12-12 13-24-4 7-11 11-20 11C13 83 4 73 4 61"
    "s9-22 21-22c3 0 5 1 8 2-3-4-5-9-5-14C28 15 38 6 50 6Z",
}
INKS = {"h": RED, "d": RED, "s": INK, "c": INK}


def pip_at(suit: str, x: float, y: float, size: float, turned: bool = False) -> Markup:
    """Return a pip centred on a card; one that is turned stands on its head."""
    half = -size / 2 if turned else size / 2
    turn = " rotate(180)" if turned else ""
    place = f"translate({number(x - half)} {number(y - half)}){turn} scale({size / 100:.4g})"
    return element("path", class_="pip", transform=place, d=SHAPES[suit])


def pip(suit: str, cls: str = "") -> Markup:
    """Return the sign of a suit, in the color of the text around it."""
    return used(f"pip-{suit}", BOX, cls)


def pip_symbols() -> list[Markup]:
    """Return the entries of the sheet: a sign for each suit."""
    return [
        symbol(f"pip-{suit}", BOX, element("path", d=shape, fill="currentColor"))
        for suit, shape in SHAPES.items()
    ]
