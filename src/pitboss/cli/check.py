"""``pitboss check``: Open every pay table of a file, or of the catalog, in every reading."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.cli.output import add_format, print_json
from pitboss.rulebook import Game, Rulebook, catalog, shortfalls
from pitboss.rulebook.checks import check


class Report(NamedTuple):
    """What was found in one game."""

    file: str
    game: str
    wagers: int
    tables: int
    opened: int
    """Pay tables times places times readings, all of which were read."""
    notes: list[str]


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = "example: pitboss check my.toml"
    parser.add_argument("files", nargs="*", metavar="MY.TOML", help="rulebook files")
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Check files, or the catalog."""
    if arguments.files:
        rulebook = Rulebook()
        added = [(path, game) for path in arguments.files for game in rulebook.add_file(path)]
        report = [_report(path, game, _notes(game)) for path, game in added]
    else:
        report = [_report(f"{game.id}.toml", game, _notes(game)) for game in catalog()]
    if arguments.format == "json":
        print_json([one._asdict() for one in report])
        return 0
    for one in report:
        print(
            f"{one.file}: {one.game} is sound: {one.wagers} wagers, "
            f"{one.tables} pay tables, {one.opened} ways to open them"
        )
        for note in one.notes:
            print(f"  note: {note}")
    return 0


def _report(path: str, game: Game, notes: Iterable[str]) -> Report:
    return Report(
        file=path,
        game=game.id,
        wagers=len(game.own),
        tables=sum(len(wager.tables) for wager in game.own.values()),
        opened=check(game, path),
        notes=list(notes),
    )


def _notes(game: Game) -> Iterator[str]:
    """Name the tables below the minimum."""
    for wager in game.own.values():
        for short in shortfalls(wager, catalog().wager):
            yield f"{wager.id}: {short.message} [{short.cite}]"
