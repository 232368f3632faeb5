"""Tables for people, JSON for machines. Rich draws on a terminal; piped text stays plain."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from typing import Literal

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
    print(json.dumps(data, indent=2, ensure_ascii=False))


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str = "",
    right: Sequence[int] = (),
) -> None:
    """Print a table; ``right`` names the columns of figures.

    A line end inside a cell is where it may be broken on a terminal; piped, a cell is one line.
    """
    if sys.stdout.isatty():
        _print_rich(columns, list(rows), title, right)
        return
    if title:
        print(title)
    lines = [tuple(columns), *(tuple(cell.replace("\n", " ") for cell in row) for row in rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(columns))]
    for line in lines:
        cells = [
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        print(("  " + "  ".join(cells)).rstrip())


def print_text(text: str, style: str = "") -> None:
    """Print a line, with a rich style on a terminal."""
    if style and sys.stdout.isatty():
        from rich.console import Console
        from rich.text import Text

        Console().print(Text(text, style=style))
    else:
        print(text)


SHORT = 14
"""A column this narrow is not worth folding: 12 to 1 stays on one line."""
NARROWEST = 8
"""What a column that folds, or the head of one that does not, must be left with."""


def _print_rich(
    columns: Sequence[str], rows: list[Sequence[str]], title: str, right: Sequence[int]
) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    table = Table(
        title=title or None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        collapse_padding=True,
    )
    heads, whole = _fitted(columns, rows, right, console.width)
    for at, head in enumerate(heads):
        justify: Literal["left", "right"] = "right" if at in right else "left"
        table.add_column(Text(head), justify=justify, overflow="fold", no_wrap=at in whole)
    for row in rows:
        table.add_row(*map(Text, row))
    console.print(table)


def _fitted(
    columns: Sequence[str], rows: list[Sequence[str]], right: Sequence[int], room: int
) -> tuple[list[str], set[int]]:
    """Fit a table to a terminal: return its heads, broken if need be, and what is not folded.

    Figures and narrow columns stay whole as long as the other columns keep some room.
    """
    heads = list(columns)
    cells = [max((_width(row[at]) for row in rows), default=0) for at in range(len(heads))]
    gaps = 2 * (len(heads) - 1)
    if sum(map(max, cells, map(len, heads))) + gaps > room:
        heads = [
            _broken(head, max(width, NARROWEST)) if at in right else head
            for at, (head, width) in enumerate(zip(heads, cells, strict=True))
        ]
    widths = [max(_width(head), width) for head, width in zip(heads, cells, strict=True)]
    whole = {at for at, width in enumerate(widths) if at in right or width <= SHORT}
    least = sum(width if at in whole else NARROWEST for at, width in enumerate(widths))
    return heads, whole if least + gaps <= room else set()


def _width(cell: str) -> int:
    return max(map(len, cell.split("\n")))


def _broken(head: str, width: int) -> str:
    """Break a table id at its hyphens."""
    lines = [""]
    for part in head.replace("-", "-\n").split("\n"):
        if lines[-1] and len(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(lines)
