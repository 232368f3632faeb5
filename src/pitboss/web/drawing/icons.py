"""Icons of controls, 24 units wide, drawn with a line of 1.75; and the mark of the house."""

from __future__ import annotations

from markupsafe import Markup

from pitboss.web.drawing.numerals import pen
from pitboss.web.drawing.svg import box, element, symbol, used

BOX = box(24, 24)
_CHAIN = (
    "M9 15l6-6M10.5 6.5l1.8-1.8a4.2 4.2 0 0 1 6 6l-1.8 1.8M13.5 17.5l-1.8 1.8"
    "a4.2 4.2 0 0 1-6-6l1.8-1.8"
)
ICONS = {
    "alert": "M12 3.5 21.5 20h-19ZM12 10v4.5M12 17.2v.1",
    "arrow": "M5 12h14M13 6l6 6-6 6",
    "card": "M3 6h18v12.5H3ZM3 10.5h18",
    "check": "M4.5 12.5 10 18 20 6.5",
    "clear": "M6 6l12 12M18 6 6 18",
    "down": "M5 9l7 7 7-7",
    "flag": "M6 21V4h12l-3 4.5 3 4.5H6",
    "hand": "M8 12V6.5a1.5 1.5 0 0 1 3 0V11m0-5.5a1.5 1.5 0 0 1 3 0V11m0-4a1.5 1.5 0 0 1 3 0v7"
    "c0 4-2 6.5-5.5 6.5-3 0-4.5-1.5-6-4.5l-1.8-3.6a1.5 1.5 0 0 1 2.6-1.4L8 14",
    "info": "M12 11v6M12 7.2v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
    "link": _CHAIN,
    "link-off": _CHAIN + "M3 3l18 18",
    "lock": "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
    "machine": "M4 9h16v11H4ZM12 9V5M9 5h6M9 13.5v2M15 13.5v2",
    "mark": "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19ZM12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z"
    "M12 2.5V7M12 17v4.5M2.5 12H7M17 12h4.5",
    "odds": "M5 19 19 5M7.5 5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM16.5 14a2.5 2.5 0 1 0 0 5"
    " 2.5 2.5 0 0 0 0-5Z",
    "person": "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6",
    "print": "M7 9V3.5h10V9M7 17H3.5V9h17v8H17M7 14h10v6.5H7Z",
    "repeat": "M17 3l4 4-4 4M20.5 7H8a4.5 4.5 0 0 0-4.5 4.5M7 21l-4-4 4-4M3.5 17H16"
    "a4.5 4.5 0 0 0 4.5-4.5",
    "search": "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20.5 20.5",
    "shoe": "M3 18V9l12-4 6 3v10ZM15 5v13M6 12.5l6-2",
    "tablet": "M5 3.5h14v17H5ZM11 17.5h2",
    "theme": "M12 3.5v17M12 3.5a8.5 8.5 0 0 0 0 17 8.5 8.5 0 0 0 0-17ZM14 7.5h4.5M14 12h6.5"
    "M14 16.5h4.5",
    "two": "M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5ZM3 19c.4-3.5 2.6-5 6-5s5.6 1.5 6 5"
    "M15.5 5.5a3 3 0 0 1 0 5.7M17.5 14.3c2 .7 3.2 2.2 3.5 4.7",
    "undo": "M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11H9",
}
_LINE = 1.75


def icon(name: str, cls: str = "icon", label: str = "") -> Markup:
    """Return an icon; it needs a label only where no words stand beside it."""
    return used(f"i-{name}", BOX, cls, label)


def icon_symbols() -> list[Markup]:
    """Return the entries of the sheet: every icon."""
    return [
        symbol(f"i-{name}", BOX, pen(_LINE, element("path", d=way))) for name, way in ICONS.items()
    ]


def favicon() -> Markup:
    """Return the mark of the house as a file of its own: an ivory chip on felt."""
    ground = element("rect", width=24, height=24, rx=5, fill="#0f3d36")
    ways = pen(_LINE, element("path", d=ICONS["mark"]), color="#f0d48a")
    return element("svg", ground, ways, xmlns="http://www.w3.org/2000/svg", viewBox=BOX)
