"""``pitboss house migrate``: Bring an older database to the schema of this version."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.databases import add_database, opened
from pitboss.cli.output import print_text
from pitboss.cli.progress import Bar

EPILOG = """examples:
  pitboss house backup before.backup --database house.db
  pitboss house migrate --database house.db
  pitboss house verify --database house.db

Each step is one transaction: what is interrupted is as it was before the step, and goes on.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add_database(parser)


def run(arguments: Namespace) -> int:
    """Migrate, and say from where to where."""
    with opened(arguments) as database, Bar("migrating") as progress:
        from pitboss.house.migrating import migrate_house

        steps = migrate_house(database, progress)
        if len(steps) == 1:
            print_text(f"{database.name} has schema {steps[0]} already")
        else:
            print_text(f"{database.name} is migrated: schema {' to '.join(steps)}")
    return 0
