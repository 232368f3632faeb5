"""``pitboss house verify``: Check all that a house holds, and name the first bad line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.databases import add_database, opened
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, print_text
from pitboss.cli.progress import Bar

EPILOG = """examples:
  pitboss house verify --database house.db
  pitboss house verify --redecide --database house.db
  pitboss house verify --expect 5f2c...   (the root, as it was noted)
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("--redecide", action="store_true", help="decide every command again")
    add("--expect", metavar="HASH", help="what the root over all streams must be")
    add_database(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Verify, and print the root."""
    rulebook = rulebook_of(arguments)
    with opened(arguments) as database:
        from pitboss.house.verifying import verify

        with Bar("verifying") as progress:
            sound = verify(
                database,
                redecide=arguments.redecide,
                expect=arguments.expect,
                rulebook=rulebook,
                progress=progress,
            )
        print_text(f"{database.name} is sound", "bold")
        print(f"  lines  {sound.lines:,} in {sound.streams} streams")
        print(f"  root   {sound.root}")
    return 0
