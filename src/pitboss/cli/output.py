"""Tables for people, JSON for machines. A terminal has a width and styles; a pipe has neither."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from pitboss.refusals import unreadable

FORMATS = ("table", "json")


def add_format(parser: ArgumentParser) -> None:
    """Add the option that every command has."""
    parser.add_argument(
        "--format", choices=FORMATS, default="table", help="readable tables, or JSON for machines"
    )


def add_file(parser: ArgumentParser) -> None:
    """Add the option to bring a rulebook file of one's own."""
    parser.add_argument(
        "--file",
        action="append",
        default=[],
        metavar="MY.TOML",
        help="add games, wagers or pay tables from a file of your own (may be repeated)",
    )


def print_json(data: object) -> None:
    """Print data as JSON."""
    import json

    print(json.dumps(data, indent=2, ensure_ascii=False))


def write_file(path: str, content: bytes) -> None:
    """Write a file that is whole, or refuse where it cannot be."""
    try:
        with open(path, "wb") as file:
            file.write(content)
    except OSError as error:
        raise unreadable(
            "cannot-write", f"{path} cannot be written ({error.strerror})", "choose another file"
        ) from None


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, right: Sequence[int] = ()
) -> None:
    """Print a table; ``right`` names the columns of figures.

    On a terminal it keeps to the width there is. Piped, it is as wide as it is.
    """
    if not sys.stdout.isatty():
        head, body = table_lines(columns, rows, right)
        print("\n".join([*head, *body]))
        return
    for at, (head, body) in enumerate(
        fitted_tables(columns, list(rows), right, terminal_columns())
    ):
        if at:
            print()
        for line in head:
            print_text(line, "bold")
        print(INDENT + RULE * (max(map(len, [*head, *body])) - len(INDENT)))
        print("\n".join(body))


def print_text(text: str, style: str = "", indent: int | None = None) -> None:
    """Print text. A terminal breaks its lines between words, and draws it in a rich style.

    A line goes on at ``indent``; without it, a little deeper than it began.
    """
    if not sys.stdout.isatty():
        print(text)
        return
    from textwrap import fill

    from rich.console import Console
    from rich.text import Text

    lines = []
    for line in text.split("\n"):
        deeper = len(line) - len(line.lstrip()) + len(INDENT)
        lines.append(
            fill(
                line,
                terminal_columns(),
                subsequent_indent=" " * (deeper if indent is None else indent),
                break_long_words=False,
                break_on_hyphens=False,
            )
        )
    Console().print(Text("\n".join(lines), style=style), soft_wrap=True)


def terminal_columns() -> int:
    """Return how many characters a line of the terminal has."""
    from shutil import get_terminal_size  # only a terminal needs it, and it brings a lot

    return get_terminal_size().columns


# --- how a table is laid out ---

INDENT, GAP, RULE = "  ", "  ", "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
BLANKS, HYPHENS = r"(?<=[ /])", r"(?<=[ /-])"
"""Where a cell may be broken: between words and after a game; if need be, at an id's hyphens."""
NARROWEST = 8
"""A column is not squeezed further than this: the rest goes into another table."""

Lines = list[str]
Table = tuple[Lines, Lines]
"""The lines of a head, and those below it."""


def fitted_tables(
    columns: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int], room: int
) -> Iterator[Table]:
    """Yield a table in a room of so many characters.

    If there are too many columns of figures at its end, those that do not fit follow in another
    table, with the columns before the figures again.
    """
    first = min(right, default=len(columns))
    splits = sorted(right) == list(range(first, len(columns)))
    for most in range(len(columns), first, -1) if splits else ():
        figures = range(first, most)
        head, body = table_lines(columns[:most], [row[:most] for row in rows], figures, room)
        if most == first + 1 or max(map(len, [*head, *body])) <= room:
            break
    else:
        yield table_lines(columns, rows, right, room)
        return
    yield head, body
    if most < len(columns):
        rest = [[*row[:first], *row[most:]] for row in (columns, *rows)]
        yield from fitted_tables(rest[0], rest[1:], range(first, len(rest[0])), room)


def table_lines(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    right: Sequence[int] = (),
    room: int | None = None,
) -> Table:
    """Return a table line by line; ``right`` names the columns of figures.

    In a ``room`` of so many characters cells are broken, never inside a word, and figures only
    where they have a line end. Without it a line end is a blank, and nothing is broken.
    """
    grid = [list(columns), *map(list, rows)]
    if room is None:
        grid = [[cell.replace("\n", " ") for cell in line] for line in grid]
    else:
        grid = _broken(grid, right, room - len(INDENT) - len(GAP) * (len(columns) - 1))
    widths = [max(map(_width, column)) for column in zip(*grid, strict=True)]
    head, *body = [list(_drawn(line, widths, right)) for line in grid]
    return head, [text for line in body for text in line]


def _broken(grid: list[list[str]], right: Sequence[int], room: int) -> list[list[str]]:
    """Break the cells of a table so that its columns keep to a room, as far as they can.

    The heads of figures give way first, then the widest columns. Where that is not enough, words
    are broken at their hyphens, those of the last columns first: ids stand in the first.
    """
    columns = [list(column) for column in zip(*grid, strict=True)]
    widths = [max(map(_width, column)) for column in columns]
    if sum(widths) <= room:
        return grid
    breaks = [HYPHENS if at in right else BLANKS for at in range(len(columns))]
    least = [_least(column, BLANKS) for column in columns]
    for at in right:
        figures = max(map(_width, columns[at][1:]), default=0)
        least[at] = widths[at] = max(figures, _least(columns[at][:1], HYPHENS))
    while sum(least) > room and BLANKS in breaks:
        last = max(at for at, signs in enumerate(breaks) if signs == BLANKS)
        breaks[last], least[last] = HYPHENS, _least(columns[last], HYPHENS)
    while sum(widths) > room and widths != least:
        loose = [at for at, width in enumerate(widths) if width > least[at]]
        widths[max(loose, key=widths.__getitem__)] -= 1
    return [
        [
            "\n".join(_filled(cell, breaks[at], widths[at])) if at not in right or not row else cell
            for at, cell in enumerate(cells)
        ]
        for row, cells in enumerate(grid)
    ]


def _least(cells: Sequence[str], breaks: str) -> int:
    """Return how narrow a column may become: its longest piece, or a width to be read at."""
    lines = [line for cell in cells for line in cell.split("\n")]
    longest = max(len(piece.rstrip()) for line in lines for piece in re.split(breaks, line))
    return max(longest, min(NARROWEST, max(map(len, lines))))


def _filled(cell: str, breaks: str, width: int) -> Iterator[str]:
    """Yield the lines of a cell, each as full as its width allows."""
    for text in cell.split("\n"):
        line = ""
        for piece in re.split(breaks, text):
            if line and len((line + piece).rstrip()) > width:
                yield line.rstrip()
                line = ""
            line += piece
        yield line.rstrip()


def _drawn(line: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> Iterator[str]:
    for texts in zip_longest(*(cell.split("\n") for cell in line), fillvalue=""):
        cells = [
            text.rjust(width) if at in right else text.ljust(width)
            for at, (text, width) in enumerate(zip(texts, widths, strict=True))
        ]
        yield (INDENT + GAP.join(cells)).rstrip()


def _width(cell: str) -> int:
    return max(map(len, cell.split("\n")))
