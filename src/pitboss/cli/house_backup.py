"""``pitboss house backup``: Copy a house into one new file, while it runs."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from pitboss.cli.databases import add_database, opened
from pitboss.cli.output import print_text
from pitboss.cli.progress import Bar

EPILOG = """examples:
  pitboss house backup monday.backup --database house.db
  pitboss house backup monday.backup --database postgresql://house@localhost/house
  pitboss house verify --database monday.backup
  pitboss house restore monday.backup --database other.db

All of it is of one moment, whoever writes meanwhile. The backup is a file of SQLite, also that of a
house on PostgreSQL: it is a house by itself, and restores to either.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    parser.add_argument("backup", metavar="FILE", help="a new file: nothing is overwritten")
    add_database(parser)


def run(arguments: Namespace) -> int:
    """Copy, and say what the copy holds."""
    path = arguments.backup
    with opened(arguments) as database, Bar("backup") as progress:
        from pitboss.house.copying import back_up

        lines = back_up(database, path, progress)
    size = os.path.getsize(path)
    print_text(f"{path}: {lines:,} lines of {database.name}, {size:,} bytes")
    return 0
