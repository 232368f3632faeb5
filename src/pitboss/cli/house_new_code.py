"""``pitboss house new-code``: Make a one-time code by which an administrator sets a PIN."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.administrator_code import add_code_file, show_code, terminal_or_file
from pitboss.cli.databases import add_database, opened
from pitboss.refusals import unreadable

EPILOG = """examples:
  pitboss house new-code --database house.db
  pitboss house new-code --code-file code.txt --database house.db

For a house that has no administrator yet, or whose administrator forgot the PIN; the server may run
meanwhile. The code counts once and for an hour, and a code made before it counts no more.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add_database(parser)
    add_code_file(parser)


def run(arguments: Namespace) -> int:
    """Make the code, and show it."""
    with opened(arguments) as database:
        database.ready()
        if not terminal_or_file(arguments.code_file):
            message = "a code is shown on a terminal, and this is none"
            raise unreadable("no-terminal", message, "write it to a file: --code-file FILE")
        show_code(database, arguments.code_file)
    return 0
