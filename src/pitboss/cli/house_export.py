"""``pitboss house export``: Write the record as a journal that ``pitboss replay`` verifies."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain

from pitboss.cli.databases import add_database, opened
from pitboss.cli.journal_files import STDOUT, new_journal, not_written
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
            whole = chain((next(lines),), lines)  # what is refused makes no file
            if arguments.journal == STDOUT:
                sys.stdout.writelines(f"{line}\n" for line in whole)
                return 0
            count = _write(arguments.journal, whole)
        print_text(f"{arguments.journal}: {count:,} lines of {stream or database.name}")
    return 0


def _write(path: str, lines: Iterable[str]) -> int:
    """Write a new file; one that could not be finished is removed."""
    count = 0
    with new_journal(path) as file:
        try:
            for line in lines:
                file.write(f"{line}\n")
                count += 1
            file.flush()
            os.fsync(file.fileno())
        except BaseException as error:
            with suppress(OSError):
                os.remove(path)
            if isinstance(error, OSError):
                raise not_written(path, error) from None
            raise
    return count
