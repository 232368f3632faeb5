"""Words beside the points of a chart: each where there is room, so that none covers another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

LETTER, LINE = 9.0, 18.0
"""Room of a letter and of a line, at the largest size in which charts write."""
ASIDE = 10.0
"""From a point to its words."""


class Box(NamedTuple):
    """A part of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Return whether two parts have something in common.

        >>> Box(0, 0, 2, 2).meets(Box(1, 1, 3, 3)), Box(0, 0, 2, 2).meets(Box(2, 0, 3, 3))
        (True, False)
        """
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: Box) -> bool:
        """Return whether another part lies within this one."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom


class Spot(NamedTuple):
    """A point of a chart, and what is said of it."""

    x: float
    y: float
    says: str


def placed(spots: Sequence[Spot], frame: Box) -> list[Box | None]:
    """Return where the words of points stand, the first points first; None if there is no room.

    No two of them meet, and all lie within the frame.
    """
    taken: list[Box] = []
    places: list[Box | None] = []
    for spot in spots:
        place = next(_free(_sides(spot, frame), taken, frame), None)
        places.append(place)
        taken += [place] if place else []
    return places


def _free(boxes: Iterable[Box], taken: Sequence[Box], frame: Box) -> Iterator[Box]:
    return (box for box in boxes if frame.holds(box) and not any(map(box.meets, taken)))


def _sides(spot: Spot, frame: Box) -> Iterator[Box]:
    """Yield where words may stand, the nearest first: towards the middle, above before below."""
    width = LETTER * len(spot.says)
    before, after = spot.x - ASIDE - width, spot.x + ASIDE
    lefts = (before, after) if spot.x > (frame.left + frame.right) / 2 else (after, before)
    above = min(max(spot.y - LINE, frame.top), frame.bottom - LINE)
    for lines in range(int((frame.bottom - frame.top) / LINE) + 1):
        for top in dict.fromkeys((above - LINE * lines, above + LINE * lines)):
            for left in lefts:
                yield Box(left, top, left + width, top + LINE)
