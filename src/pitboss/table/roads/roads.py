"""The roads of baccarat: a shoe's history as players read it, each a pure function of its marks.

A history is that of one shoe; a new shoe starts with an empty one, and so with empty roads. The
roads say nothing about the next coup. Players expect them all the same.

>>> from pitboss.table import marks
>>> shoe = marks("TBBTPPPBPTBBBBPPBBBPBPP")
>>> streaks(shoe)
(2, 3, 1, 1, 4, 2, 3, 1, 1, 2)
>>> for line in lines(big_road(shoe)):
...     print(line)
B1P B P1B P B P B P
B1P . . B P B . . P
. P . . B . B . . .
. . . . B . . . . .
. . . . . . . . . .
. . . . . . . . . .
>>> "".join(one[0] for one in colors(shoe, DERIVED["big eye boy"])).upper()
'RBBBRBRRBRBRBBBRB'
>>> ask(shoe).banker
Next(big_eye_boy='blue', small_road='blue', cockroach_pig='blue')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from pitboss.games.baccarat import Side
from pitboss.refusals import unreadable
from pitboss.table.roads.marks import WINNERS, History, Mark, Winner, runs_of, winners_of

Color = Literal["red", "blue"]

ROWS = 6
DERIVED: Mapping[str, int] = {"big eye boy": 1, "small road": 2, "cockroach pig": 3}
"""The derived roads, and how many streaks back each of them looks."""

_LETTERS = {winner: letter for letter, winner in WINNERS.items()} | {"red": "o", "blue": "x"}


class Cell(NamedTuple):
    """A place on a road and what it shows. Columns and rows count from 1, at the upper left."""

    column: int
    row: int
    shows: Winner | Color
    ties: int = 0
    """Ties marked on this cell of the big road: those since its round, or before the first."""


Road = tuple[Cell, ...]
"""Cells in the order of play, the newest last: the marks that they show can be read alongside."""


def bead_plate(history: History) -> Road:
    """Return every round in a cell of its own, down and then right."""
    return tuple(
        Cell(number // ROWS + 1, number % ROWS + 1, mark.winner)
        for number, mark in enumerate(history)
    )


def streaks(history: History) -> tuple[int, ...]:
    """Return the lengths of the streaks, the current one last. A tie does not break a streak."""
    return tuple(length for _, length in runs_of(winners_of(history)))


def big_road(history: History) -> Road:
    """Return a cell for every winner, streak by streak, with the ties since then counted on it.

    Ties before any winner wait in the first cell, which shows a tie until it has its winner.

    >>> from pitboss.table import marks
    >>> big_road(marks("TT"))
    (Cell(column=1, row=1, shows='tie', ties=2),)
    >>> big_road(marks("TTPT"))
    (Cell(column=1, row=1, shows='player', ties=3),)
    """
    ties: list[int] = []
    waiting = 0
    for mark in history:
        if mark.winner != "tie":
            ties.append(waiting)
            waiting = 0
        elif ties:
            ties[-1] += 1
        else:
            waiting += 1
    if waiting:
        return (Cell(1, 1, "tie", waiting),)
    return tuple(
        cell._replace(ties=number) if number else cell
        for cell, number in zip(_drawn(winners_of(history)), ties, strict=True)
    )


def colors(history: History, k: int) -> tuple[Color, ...]:
    """Return the marks of the derived road that looks k streaks back, in the order of play.

    Only the lengths of streaks count, not where the big road had room to draw them.
    """
    if k not in DERIVED.values():
        raise unreadable(
            "unknown-road",
            f"no derived road looks {k} streaks back",
            "choose " + ", ".join(f"{number} ({name})" for name, number in DERIVED.items()),
        )
    lengths = streaks(history)
    every = (
        _color(lengths, column, row, k)
        for column, length in enumerate(lengths, 1)
        for row in range(1, length + 1)
    )
    return tuple(color for color in every if color)


def derived_road(history: History, k: int) -> Road:
    """Return the derived road that looks k streaks back, drawn as the big road is."""
    return tuple(_drawn(colors(history, k)))


class Next(NamedTuple):
    """The marks that one more round would add to the derived roads; None where it adds none."""

    big_eye_boy: Color | None
    small_road: Color | None
    cockroach_pig: Color | None


class Ask(NamedTuple):
    """What the derived roads get if the Banker wins the next round, and if the Player does."""

    banker: Next
    player: Next


def ask(history: History) -> Ask:
    """Return the next mark of every derived road, for either winner. A tie adds none.

    Where a mark is due, one answer is the reverse of the other: a streak goes on or ends.
    """

    def after(winner: Side) -> Next:
        lengths = streaks((*history, Mark(winner)))
        return Next(*(_color(lengths, len(lengths), lengths[-1], k) for k in DERIVED.values()))

    return Ask(after("banker"), after("player"))


def lines(road: Road, width: int | None = None) -> tuple[str, ...]:
    """Draw a road as six lines of text, two characters to a column: letter, and ties if any.

    B, P and T are winners, + is ten ties or more. On a derived road o is red and x is blue, for
    their own letters would be taken for Banker and Player. With a width, the drawing has just so
    many columns: the first ones, or those up to the newest cell. An old tail that runs beyond it is
    then cut, for what is newest must be seen.
    """
    if width is not None and (type(width) is not int or width < 1):
        raise unreadable(
            "width-out-of-range", f"a road is not {width} columns wide", "choose 1 or more"
        )
    if width is None:
        first, width = 1, max((cell.column for cell in road), default=0)
    else:
        first = max(1, road[-1].column - width + 1) if road else 1
    grid = [[". "] * width for _ in range(ROWS)]
    for cell in road:
        if first <= cell.column < first + width:
            ties = str(cell.ties or " ") if cell.ties < 10 else "+"
            grid[cell.row - 1][cell.column - first] = _LETTERS[cell.shows] + ties
    return tuple("".join(row).rstrip() for row in grid)


def _color(lengths: Sequence[int], column: int, row: int, k: int) -> Color | None:
    """Return what the derived road gets for a winner in this row of its streak's own column."""
    if row > 1:
        if column <= k:
            return None
        # Blue where the streak k back ended just above: this one has gone on and that one did not.
        return "blue" if lengths[column - k - 1] == row - 1 else "red"
    if column <= k + 1:
        return None
    return "red" if lengths[column - 2] == lengths[column - 2 - k] else "blue"


def _drawn(shown: Iterable[Winner | Color]) -> Iterator[Cell]:
    """Draw streaks: down while there is room, then to the right and ever on (a dragon tail).

    A tail always finds room: an older one in its row would have come from further left, through
    the cell where this one turned. So it is also the highest in every column that it reaches.
    """
    highest: dict[int, int] = {}  # the row of the highest tail in a column
    start = 0
    for color, length in runs_of(shown):
        start += 1
        while highest.get(start) == 1:
            start += 1
        depth = highest.get(start, ROWS + 1) - 1
        for row in range(1, min(length, depth) + 1):
            yield Cell(start, row, color)
        for column in range(start + 1, start + 1 + length - depth):
            highest[column] = depth
            yield Cell(column, depth, color)
