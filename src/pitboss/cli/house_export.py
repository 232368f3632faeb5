"""``pitboss house export``: Write the record as a journal that ``pitboss replay`` verifies."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress

from pitboss.cli.asked_table import STDOUT
from pitboss.cli.databases import add_database, opened
from pitboss.cli.journal_files import new_journal
from pitboss.cli.output import print_text
from pitboss.cli.progress import Bar
from pitboss.refusals import unreadable

EPILOG = """examples:
  pitboss house export evening.jsonl --database house.db
  pitboss replay evening.jsonl
  pitboss house export table-12.jsonl --table 12 --database house.db
  pitboss house export - --stream table/12 | pitboss replay -

A whole floor's journal has all streams in the order in which they were written. Of one stream, that
of a table is verified by `pitboss replay`; a jackpot's needs the tables beside it.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("journal", metavar="OUT.JSONL", help="a new file; - for stdout")
    add("--stream", metavar="NAME", help="one stream alone, such as table/12 or link/sun-7")
    add("--table", metavar="ID", help="one table alone: like --stream table/ID")
    add_database(parser)


def run(arguments: Namespace) -> int:
    """Write the lines."""
    if arguments.stream and arguments.table:
        raise unreadable("option-given-twice", "--table names a stream too", "keep one of them")
    stream = f"table/{arguments.table}" if arguments.table else arguments.stream
    with opened(arguments) as database:
        from pitboss.house.exporting import export_lines

        database.ready()
        with database.reading() as connection, Bar("export") as progress:
            lines = export_lines(connection, stream, progress)
            first = next(lines)  # what is refused makes no file
            if arguments.journal == STDOUT:
                sys.stdout.writelines(f"{line}\n" for line in (first, *lines))
                return 0
            count = _write(arguments.journal, first, lines)
    print_text(f"{arguments.journal}: {count:,} lines of {stream or database.name}")
    return 0
