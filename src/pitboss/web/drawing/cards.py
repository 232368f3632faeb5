"""Cards: full faces, jumbo faces for small cards, the back, and a card whose edge is bent up."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from pitboss.web.drawing.names import SAID, card_name
from pitboss.web.drawing.numerals import numerals
from pitboss.web.drawing.suits import INKS, pip_at
from pitboss.web.drawing.svg import EDGE, IVORY, box, drawing, element, number, symbol, use, used

WIDTH, HEIGHT = 100, 140
BOX = box(WIDTH, HEIGHT)
CODES = tuple(rank + suit for suit in SAID["suits"] for rank in SAID["ranks"])

_LEFT, _MIDDLE, _RIGHT = 35.5, 50.0, 64.5
_CORNERS = ((_LEFT, 30.0), (_RIGHT, 30.0), (_LEFT, 110.0), (_RIGHT, 110.0))
_SIX = (*_CORNERS, (_LEFT, 70.0), (_RIGHT, 70.0))
_EIGHT = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (28.0, 56.0, 84.0, 112.0))
PIPS = {
    "A": ((_MIDDLE, 70.0),),
    "2": ((_MIDDLE, 30.0), (_MIDDLE, 110.0)),
    "3": ((_MIDDLE, 30.0), (_MIDDLE, 70.0), (_MIDDLE, 110.0)),
    "4": _CORNERS,
    "5": (*_CORNERS, (_MIDDLE, 70.0)),
    "6": _SIX,
    "7": (*_SIX, (_MIDDLE, 50.0)),
    "8": (*_SIX, (_MIDDLE, 50.0), (_MIDDLE, 90.0)),
    "9": (*_EIGHT, (_MIDDLE, 70.0)),
    "T": (*_EIGHT, (_MIDDLE, 42.0), (_MIDDLE, 98.0)),
}
"""Where the pips of a rank stand, by their centres; a court has none."""
CROWNS = {
    "K": "M-19 13-23-11-10-1 0-19 10-1 23-11 19 13ZM-18 20h36",
    "Q": "M-18 13C-18 1-22-4-25-7c7 2 11 0 14-7 3 7 7 9 11-6 4 15 8 13 11 6 3 7 7 9 14 7"
    "-3 3-7 8-7 20ZM-17 20h34",
    "J": "M-19 13c-3-17 6-27 21-28 12-1 18-7 20-14 4 14-1 22-9 26 5 3 7 9 6 16ZM-18 20h37",
}
_BLUE, _PALE, _CREAM = "#1c4a63", "#8fb6c9", "#dcd3b8"


def card(shown: str | None, cls: str = "") -> Markup:
    """Return a card, or its back if nobody has seen it."""
    return used(shown or "back", BOX, f"card {cls}", card_name(shown))


def mini(shown: str | None, cls: str = "") -> Markup:
    """Return a small card, whose face is made to be read small."""
    return used(f"m-{shown}" if shown else "back", BOX, f"card mini {cls}", card_name(shown))


def slot(cls: str = "") -> Markup:
    """Return a place for a card that has not been dealt."""
    classes = " ".join(f"card slot {cls}".split())
    return Markup('<span class="{}" aria-hidden="true"></span>').format(classes)


def peel(shown: str | None, part: float, cls: str = "") -> Markup:
    """Return a card face down whose near edge is bent up by a part of its height.

    The flap shows the face turned about the fold, as the hand sees it; without one it is blank,
    for a face is not sent before its card was handed over. A script bends it further by the
    fold's height f = 140 (1 - part): ``.peel-back`` has the view box 0 0 100 f, ``.peel-flap``
    begins at 2f - 140 with the rest, ``.peel-face`` turns about (50, f) and ``.peel-fold`` is
    moved down by f, ``.peel-lip`` by 2f - 140. No ids, so any number may be on a page.
    """
    fold = HEIGHT - HEIGHT * min(max(part, 0), 1)
    lip = 2 * fold - HEIGHT
    back = element(
        "svg",
        use("back", width=WIDTH, height=HEIGHT),
        class_="peel-back",
        width=WIDTH,
        height=fold,
        viewBox=box(WIDTH, fold),
        overflow="hidden",
    )
    face = use(
        shown or "blank",
        class_="peel-face",
        width=WIDTH,
        height=HEIGHT,
        transform=f"rotate(180 50 {number(fold)})",
    )
    flap = element(
        "svg",
        face,
        class_="peel-flap",
        y=lip,
        width=WIDTH,
        height=HEIGHT - fold,
        viewBox=f"0 {number(lip)} {WIDTH} {number(HEIGHT - fold)}",
        overflow="hidden",
    )
    return drawing(
        BOX, back, flap, *_edges(fold, lip), cls=f"card peel {cls}", label=SAID["lifted"]
    )


def _edges(fold: float, lip: float) -> Iterator[Markup]:
    crease = element("path", d="M1 0h98", stroke="#0008", stroke_width=1.5)
    shade = element("path", d="M0-3h100v3H0Z", fill="#0003")
    down = f"translate(0 {number(fold)})"
    yield element("g", crease, shade, class_="peel-fold", transform=down)
    edge = element("path", d="M3 0h94", stroke="#0005", stroke_width=2)
    yield element("g", edge, class_="peel-lip", transform=f"translate(0 {number(lip)})")


# --- the sheet ---


def card_symbols() -> Iterator[Markup]:
    """Return the entries of the sheet: 52 faces, 52 jumbo faces, the back and a blank face."""
    yield from map(_face, CODES)
    yield from map(_small, CODES)
    yield _back()
    yield symbol("blank", BOX, _paper(1.5, 7))


def _paper(line: float, corner: float) -> Markup:
    return element(
        "rect",
        x=line / 2,
        y=line / 2,
        width=WIDTH - line,
        height=HEIGHT - line,
        rx=corner,
        fill=IVORY,
        stroke=EDGE,
        stroke_width=line,
    )


def _inked(suit: str, *parts: Markup) -> Markup:
    return element("g", *parts, color=INKS[suit], fill=INKS[suit])


def _twice(*parts: Markup) -> tuple[Markup, ...]:
    """Return a half of a card right way up for both who look at it."""
    return (*parts, element("g", *parts, transform="rotate(180 50 70)"))


def _printed(rank: str) -> str:
    return "10" if rank == "T" else rank


def _face(shown: str) -> Markup:
    rank, suit = shown[0], shown[1]
    gap = 4 if rank == "T" else 16
    index = numerals(_printed(rank), 14, 9, 20, line=17, anchor="middle", gap=gap)
    corners = _twice(element("g", index, pip_at(suit, 14, 41, 15), class_="index"))
    middle = _pips(rank, suit) if rank in PIPS else _court(rank, suit)
    return symbol(shown, BOX, _paper(1.5, 7), _inked(suit, *corners, *middle))


def _pips(rank: str, suit: str) -> Iterator[Markup]:
    size = 46 if rank == "A" else 18
    for x, y in PIPS[rank]:
        yield pip_at(suit, x, y, size, turned=y > HEIGHT / 2)


def _court(rank: str, suit: str) -> Iterator[Markup]:
    frame = {"fill": "none", "stroke": "currentColor"}
    yield element("rect", x=28, y=13, width=44, height=114, rx=3.5, stroke_width=1.1, **frame)
    yield element("rect", x=30.5, y=15.5, width=39, height=109, rx=2, stroke_width=0.6, **frame)
    yield element("path", d="M30.5 70h39", stroke_width=1.1, **frame)
    crown = element(
        "path",
        class_="crown",
        transform="translate(50 35) scale(.7)",
        d=CROWNS[rank],
        fill="currentColor",
        fill_opacity=0.13,
        stroke="currentColor",
        stroke_width=2.6,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    yield from _twice(crown, pip_at(suit, 50, 59, 16))


def _small(shown: str) -> Markup:
    rank, suit = shown[0], shown[1]
    height = 58 if rank == "T" else 60
    index = numerals(_printed(rank), 48, 13, height, line=17.5, anchor="middle", gap=12)
    return symbol(f"m-{shown}", BOX, _paper(2, 10), _inked(suit, index, pip_at(suit, 50, 107, 50)))


def _back() -> Markup:
    field = {"x": 8, "y": 8, "width": 84, "height": 124, "rx": 3}
    return symbol(
        "back",
        BOX,
        _paper(1.5, 7),
        element("rect", fill=_BLUE, **field),
        element("path", d=_lattice(), stroke=_PALE, stroke_width=0.9, opacity=0.75),
        element("circle", cx=50, cy=70, r=19, fill=_BLUE, stroke=_CREAM, stroke_width=1.5),
        element(
            "circle",
            cx=50,
            cy=70,
            r=14.5,
            fill="none",
            stroke=_CREAM,
            stroke_width=3,
            stroke_dasharray="5.7 5.7",
        ),
        element("rect", fill="none", stroke=_CREAM, stroke_width=1.5, **field),
    )


def _lattice(left: int = 8, right: int = 92, top: int = 8, foot: int = 132) -> str:
    """Return diagonals both ways, each cut where it leaves the field: a sheet has no clip paths."""
    ways = []
    for start in range(left - (foot - top), right, 11):
        first, last = max(start, left), min(start + foot - top, right)
        if first < last:
            down, on = top + first - start, last - first
            ways.append(f"M{first} {down}l{on} {on}M{left + right - first} {down}l{-on} {on}")
    return "".join(ways)
