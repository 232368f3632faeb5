"""``pitboss house import``: Bring the journal of a table, or of a whole floor, into a database."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.databases import add_database, opened
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, print_text
from pitboss.cli.progress import Bar
from pitboss.cli.replay import journal_lines

EPILOG = """examples:
  pitboss deal --table 12 --rounds 20 --journal table-12.jsonl
  pitboss house import table-12.jsonl --database house.db
  pitboss floor --script evening.script --journal evening.jsonl
  pitboss house import evening.jsonl --database evening.db

Every line is verified and decided again first; then all are kept, byte for byte, or none. A table's
journal goes into a house whose floor has that table, linked to no jackpot, and no lines of it yet;
a whole floor's goes into an empty database.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    parser.add_argument("journal", metavar="IN.JSONL", help="a journal; - for stdin")
    add_database(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Import, and say what came in."""
    rulebook = rulebook_of(arguments)
    with opened(arguments) as database:
        from pitboss.house.importing import import_lines

        with Bar("importing") as progress:
            lines = journal_lines(arguments.journal, progress)
            counts = import_lines(database, lines, rulebook, progress)
        total = sum(counts.values())
        where = next(iter(counts)) if len(counts) == 1 else f"{len(counts)} streams"
        print_text(f"{database.name}: {total:,} lines of {where}")
    return 0
