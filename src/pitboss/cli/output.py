"""Tables for people, JSON for machines. Rich draws on a terminal; piped text stays plain."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence

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
    """Print a table; ``right`` names the columns of figures."""
    if sys.stdout.isatty():
        _print_rich(columns, list(rows), title, right)
        return
    if title:
        print(title)
    lines = [tuple(columns), *map(tuple, rows)]
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


def _print_rich(
    columns: Sequence[str], rows: list[Sequence[str]], title: str, right: Sequence[int]
) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for at, column in enumerate(columns):
        table.add_column(column, justify="right" if at in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)
