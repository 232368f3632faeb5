"""``pitboss games``: List the games of the rulebook with section, kind and wagers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = "example: pitboss games --format json"
    add_format(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """List the games."""
    games = list(rulebook_of(arguments))
    if arguments.format == "json":
        print_json(
            [
                {
                    "game": game.id,
                    "name": game.name,
                    "cite": game.cite,
                    "kind": game.kind,
                    "wagers": list(game.own),
                    "base_wagers": list(game.inherited),
                }
                for game in games
            ]
        )
        return 0
    rows = [(game.id, game.name, game.kind, game.cite, _summary(list(game.own))) for game in games]
    print_table(("game", "name", "kind", "section", "wagers"), rows)
    tables = sum(len(wager.tables) for game in games for wager in game.own.values())
    wagers = sum(len(game.own) for game in games)
    print(f"\n{len(games)} games, {wagers} wagers, {tables} pay tables.", end=" ")
    print("`pitboss show GAME` prints them.")
    return 0


def _summary(ids: list[str]) -> str:
    if len(ids) <= 4:
        return ", ".join(ids)
    return f"{', '.join(ids[:3])} and {len(ids) - 3} more"
