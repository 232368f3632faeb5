"""``pitboss house init``: Found a house in an empty database, on the floor of a file."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from pitboss.cli.administrator_code import add_code_file, show_code
from pitboss.cli.databases import add_database, opened
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, print_text
from pitboss.refusals import unreadable
from pitboss.table.floor import default_floor, read_floor
from pitboss.table.floor.records import Floor

DEFAULT_NAME = "default floor"
EPILOG = """examples:
  pitboss house init
  pitboss house init my-floor.toml --database house.db
  pitboss house init my-floor.toml --database postgresql://house@localhost/house

An administrator's code is shown, once: whoever types it on the sign-in page within an hour has an
administrator's PIN. It goes to a terminal, or to a new file (--code-file), and nowhere else.

The floor is the first line of the house's record, and stays as it is: the same file again is there
already, another one is refused with what differs. docs/FLOOR.md describes a floor file.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    parser.add_argument(
        "floor", metavar="FLOOR.TOML", nargs="?", help="a floor file; the default floor without it"
    )
    add_database(parser)
    add_code_file(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Found the house, or say that it is there."""
    rulebook = rulebook_of(arguments)
    floor = read_floor(arguments.floor, rulebook) if arguments.floor else default_floor()
    name = os.path.basename(arguments.floor) if arguments.floor else DEFAULT_NAME
    with opened(arguments) as database:
        from pitboss.house.founding import found_house
        from pitboss.house.standing import floor_of

        kept = floor_of(database, rulebook)
        if kept is not None:
            _refuse_another(database.name, kept, floor, name)
            print_text(f"{database.name}: the house of {kept.name} is there already")
            return 0
        found_house(database, name, floor, rulebook)
        print_text(f"{database.name}: a house of {floor.name}, {_counted(floor)}")
        show_code(database, arguments.code_file)
    return 0


def _counted(floor: Floor) -> str:
    parts = (("table", len(floor.tables)), ("jackpot", len(floor.jackpots)))
    return " and ".join(f"{count} {noun}{'s' * (count != 1)}" for noun, count in parts)


def _refuse_another(database: str, kept: Floor, floor: Floor, name: str) -> None:
    from pitboss.house.differences import floor_differences, listed

    differences = floor_differences(kept, floor, name)
    if differences:
        raise unreadable(
            "house-exists",
            f"{database} holds another floor: {listed(differences)}",
            "go on with the floor of the house, whose changes are commands of two people, or "
            "name another database",
        )
