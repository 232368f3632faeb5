"""``pitboss house report``: Print what the verified record of a house says."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.databases import add_database, opened
from pitboss.cli.library import rulebook_of
from pitboss.cli.progress import Bar
from pitboss.cli.report import SUMMARIES, add_options, check, report
from pitboss.jackpot.reports import FloorReader

EPILOG = """reports:
{reports}

examples:
  pitboss house report --database house.db
  pitboss house report wins --database house.db
  pitboss house report movement --jackpot sun-7 --day 2026-11-16 --database house.db
  pitboss house report --out everything.xlsx --database house.db
  pitboss house report close --day 2026-11-16 --out close.pdf --database house.db

Every command of the record is decided again while it is read: nothing is reported of one that is
broken. docs/REPORTS.md shows an example of each.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    listed = "\n".join(f"  {name:18}{summary}" for name, summary in SUMMARIES.items())
    parser.epilog = EPILOG.format(reports=listed)
    add_options(parser)
    add_database(parser)


def run(arguments: Namespace) -> int:
    """Verify the record, and print or write the report."""
    check(arguments)
    rulebook = rulebook_of(arguments)
    with opened(arguments) as database:
        from pitboss.house.exporting import export_lines

        database.ready()
        with database.reading() as connection, Bar("verifying") as progress:
            lines = (f"{line}\n" for line in export_lines(connection, progress=progress))
            record = FloorReader(rulebook).read(lines)
        arguments.journal = database.name
    return report(record, arguments)
