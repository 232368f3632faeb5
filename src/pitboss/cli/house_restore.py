"""``pitboss house restore``: Bring a backup into an empty database, and verify it there."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.databases import add_database, opened
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, print_text
from pitboss.cli.progress import Bar

EPILOG = """examples:
  pitboss house restore monday.backup --database new.db
  pitboss house restore monday.backup --database postgresql://house@localhost/new

The database must be empty. A backup of an older schema is migrated; every line, transfer and
checkpoint is then verified, as by `pitboss house verify`.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    parser.add_argument("backup", metavar="FILE", help="as `pitboss house backup` writes it")
    add_database(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Restore and verify."""
    rulebook = rulebook_of(arguments)
    with opened(arguments) as database:
        from pitboss.house.copying import restore
        from pitboss.house.verifying import verify

        with Bar("restoring") as progress:
            restore(database, arguments.backup, progress)
        with Bar("verifying") as progress:
            sound = verify(database, rulebook=rulebook, progress=progress)
        counted = f"{sound.lines:,} lines in {sound.streams} streams, verified"
        print_text(f"{database.name}: restored from {arguments.backup}: {counted}")
        print(f"  root  {sound.root}")
    return 0
