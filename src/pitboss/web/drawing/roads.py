"""The roads of baccarat as drawings of their cells.

Shape says it before color does: Banker is a full disc, Player a ring, a tie a diamond or a stroke;
on the derived roads red is a ring with a dot, a full disc or a rising stroke, blue an empty ring,
a disc with a bar or a falling stroke.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from markupsafe import Markup

from pitboss.table.roads.roads import ROWS, Cell, Road
from pitboss.web.drawing.names import road_name
from pitboss.web.drawing.svg import drawing, element, number

_UNIT = 20
Drawn = Callable[[Cell, float, float], Iterator[Markup]]
"""What a cell looks like around a centre."""


def bead_plate(road: Road, columns: int, label: str = "", cls: str = "") -> Markup:
    """Return the bead plate: a letter for every round."""
    return _road(road, columns, label or road_name("bead_plate", road), cls, _bead)


def big_road(road: Road, columns: int, label: str = "", cls: str = "") -> Markup:
    """Return the big road: streak by streak, ties as a stroke with their number."""
    return _road(road, columns, label or road_name("big_road", road), cls, _winner)


def eye_road(road: Road, columns: int, label: str = "", cls: str = "") -> Markup:
    """Return the big eye boy: rings."""
    return _road(road, columns, label or road_name("eye_road", road), cls, _eye)


def small_road(road: Road, columns: int, label: str = "", cls: str = "") -> Markup:
    """Return the small road: discs."""
    return _road(road, columns, label or road_name("small_road", road), cls, _small)


def pig_road(road: Road, columns: int, label: str = "", cls: str = "") -> Markup:
    """Return the cockroach pig: strokes."""
    return _road(road, columns, label or road_name("pig_road", road), cls, _pig)


def seen(road: Road, columns: int) -> Iterator[Cell]:
    """Return the cells that fit into so many columns, moved to the left if they are many.

    An old tail beyond the newest cell is cut, for what is newest must be seen.
    """
    gone = max(0, road[-1].column - columns) if road else 0
    for cell in road:
        if gone < cell.column <= gone + columns:
            yield cell._replace(column=cell.column - gone)


@lru_cache(maxsize=128)
def _road(road: Road, columns: int, label: str, cls: str, look: Drawn) -> Markup:
    marks = (
        element("g", *look(cell, *_centre(cell)), class_="cell") for cell in seen(road, columns)
    )
    box = f"-1 -1 {columns * _UNIT + 2} {ROWS * _UNIT + 2}"
    return drawing(box, _grid(columns), *marks, cls=f"road {cls}", label=label)


def _centre(cell: Cell) -> tuple[float, float]:
    return (cell.column - 0.5) * _UNIT, (cell.row - 0.5) * _UNIT


def _grid(columns: int) -> Markup:
    down = "".join(f"M{x * _UNIT} 0v{ROWS * _UNIT}" for x in range(columns + 1))
    across = "".join(f"M0 {y * _UNIT}h{columns * _UNIT}" for y in range(ROWS + 1))
    return element("path", class_="rl", d=down + across)


def _disc(cls: str, x: float, y: float, radius: float) -> Markup:
    return element("circle", class_=cls, cx=x, cy=y, r=radius)


def _letter(text: str, kind: str, x: float, y: float) -> Markup:
    return element("text", text, class_=f"ml l{kind}", x=x, y=y + 3.9)


def _bead(cell: Cell, x: float, y: float) -> Iterator[Markup]:
    kind = cell.shows[0].upper()
    if kind == "T":
        diamond = f"M{number(x)} {number(y - 9.4)}l9.4 9.4-9.4 9.4-9.4-9.4Z"
        yield element("path", class_="mk mT", d=diamond)
    else:
        yield _disc(f"mk m{kind}", x, y, 8.6 if kind == "B" else 7.7)
    yield _letter(kind, kind, x, y)


def _winner(cell: Cell, x: float, y: float) -> Iterator[Markup]:
    kind = cell.shows[0].upper()
    if kind != "T":
        yield _disc(f"mk m{kind}", x, y, 7.8 if kind == "B" else 6.6)
    if cell.ties:
        stroke = f"M{number(x - 7)} {number(y + 7)} {number(x + 7)} {number(y - 7)}"
        yield element("path", class_="ts", d=stroke)
    if cell.ties > 1:
        yield _letter(str(cell.ties), "N" if kind == "T" else kind, x, y)


def _eye(cell: Cell, x: float, y: float) -> Iterator[Markup]:
    yield _disc(f"ring {cell.shows}", x, y, 6.5)
    if cell.shows == "red":
        yield _disc("dot red", x, y, 2.7)


def _small(cell: Cell, x: float, y: float) -> Iterator[Markup]:
    yield _disc(f"dot {cell.shows}", x, y, 7.5)
    if cell.shows == "blue":
        yield element("path", class_="cut", d=f"M{number(x - 4.5)} {number(y)}h9")


def _pig(cell: Cell, x: float, y: float) -> Iterator[Markup]:
    rise = 6.5 if cell.shows == "red" else -6.5
    stroke = f"M{number(x - 6)} {number(y + rise)} {number(x + 6)} {number(y - rise)}"
    yield element("path", class_=f"slash {cell.shows}", d=stroke)
