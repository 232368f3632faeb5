"""The administrator's one-time code is shown on a terminal, or written to a file of one's own."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import TYPE_CHECKING

from pitboss.cli.output import print_text
from pitboss.refusals import unreadable

if TYPE_CHECKING:
    from pitboss.house.database import Database

NOWHERE = (
    "no code for an administrator was made, for this is no terminal: "
    "pitboss house new-code on one, or with --code-file, makes it"
)


def add_code_file(parser: ArgumentParser) -> None:
    """Add the option of those who have no terminal."""
    parser.add_argument(
        "--code-file", metavar="FILE", help="write the administrator's code to a new file, 0600"
    )


def terminal_or_file(path: str | None) -> bool:
    """Say whether a code can be shown: nothing that is piped may hold one."""
    return path is not None or sys.stdout.isatty()


def show_code(database: Database, path: str | None) -> None:
    """Make a code and show it once; what is piped to a log gets none."""
    if not terminal_or_file(path):
        print_text(NOWHERE)
        return
    from time import time

    from pitboss.house.database import told
    from pitboss.house.people.first import make_first_code

    with told(database), database.engine.begin() as connection:
        code = make_first_code(connection, time())
        if path is not None:
            _write(path, f"{code}\n")
    where = f"is in {path}" if path is not None else f"is {code}"
    print_text(f"the administrator's code {where}: it counts once, within an hour")


def _write(path: str, text: str) -> None:
    """Write a new file that nobody else may read."""
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        with open(os.open(path, flags, 0o600), "w", encoding="ascii") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise unreadable(
            "cannot-write",
            f"{path} cannot be written ({reason})",
            "name a new file to pitboss house new-code --code-file",
        ) from None
