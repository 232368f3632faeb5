"""The database that a command works on: named by an option, or by the environment."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from pitboss.refusals import unreadable

if TYPE_CHECKING:
    from pitboss.house.database import Database

ENVIRONMENT = "PITBOSS_DATABASE"
USUAL = "house.db"


def add_database(parser: ArgumentParser) -> None:
    """Add the option that every command of the house has."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help=f"a file of SQLite, or postgresql://user@host/name; without it ${ENVIRONMENT}, "
        f"else {USUAL}",
    )


@contextmanager
def opened(arguments: Namespace) -> Iterator[Database]:
    """Give the database that a command line names."""
    for package in ("sqlalchemy", "alembic"):
        if find_spec(package) is None:
            raise unreadable(
                "extra-not-installed",
                f"a house needs {package}, which is not installed",
                "install the extra `house`: pip install 'pitboss[house]'",
            )
    from pitboss.house.database import Database

    with closing(Database(arguments.database or os.environ.get(ENVIRONMENT) or USUAL)) as database:
        yield database
