"""The rulebook a command works on: the catalog, and the files named with ``--file``."""

from __future__ import annotations

from argparse import Namespace

from pitboss.rulebook import Rulebook, catalog


def add_files(arguments: Namespace) -> None:
    """Add the user's files to the catalog itself, which the tables of this process are set by."""
    for path in arguments.file:
        catalog().add_file(path)


def rulebook_of(arguments: Namespace) -> Rulebook:
    """Return the catalog, with the user's files added."""
    if not arguments.file:
        return catalog()
    rulebook = Rulebook()
    for path in arguments.file:
        rulebook.add_file(path)
    return rulebook
