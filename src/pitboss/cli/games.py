"""``pitboss games``: List the games of the rulebook with section, kind and wagers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from pitboss.cli.output import add_file, add_format, print_json, print_table
from pitboss.rulebook.index import Entry, entry_of, index


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = "example: pitboss games --format json"
    add_format(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """List the games."""
    games = _entries(arguments)
    tables = sum(len(game.pop("tables")) for game in games)
    if arguments.format == "json":
        print_json(games)
        return 0
    rows = [
        (*(str(game[key]) for key in ("game", "name", "kind", "cite")), _summary(game["wagers"]))
        for game in games
    ]
    print_table(("game", "name", "kind", "section", "wagers"), rows)
    wagers = sum(len(game["wagers"]) for game in games)
    print(f"\n{len(games)} games, {wagers} wagers, {tables} pay tables.", end=" ")
    print("`pitboss show GAME` prints them.")
    return 0


def _entries(arguments: Namespace) -> list[Entry]:
    if not arguments.file:
        return index()
    from pitboss.cli.library import rulebook_of  # the catalog alone is listed without reading it

    return list(map(entry_of, rulebook_of(arguments)))


def _summary(ids: Sequence[str]) -> str:
    if len(ids) <= 4:
        return ", ".join(ids)
    return f"{', '.join(ids[:3])} and {len(ids) - 3} more"
