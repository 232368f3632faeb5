"""``pitboss check``: Open and price every pay table of a file, or check a floor file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.cli.check_floor import FloorReport, help_lines
from pitboss.cli.output import add_format, print_json
from pitboss.games import Shoe
from pitboss.odds.analysis import FAVOURING
from pitboss.odds.audit import every_table, judge
from pitboss.odds.distribution import states_of
from pitboss.odds.records import tables_of
from pitboss.refusals import unreadable
from pitboss.rulebook import Game, PayTable, Rulebook, catalog, shortfalls
from pitboss.rulebook.checks import check
from pitboss.rulebook.toml import read_toml
from pitboss.table.floor.reading import is_floor

DECKS = 8
MOST_STATES = 50_000
"""Of shooters' hands, that a check goes through to price all files: about a second."""
Followed = dict[object, int]
"""What was priced, with its states: tables that differ in pays are counted once."""
REFUSED = 2


class Report(NamedTuple):
    """What there is to say of one game."""

    file: str
    game: str
    wagers: int
    tables: int
    opened: int
    """Pay tables times places times readings, all of which were read."""
    notes: list[str]


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = (
        "Notes name the tables that favour the player, in any reading of a file and in the default "
        "of the\ncatalog, those below the minimum odds (exit code 2 if a file's are), and those "
        "that would take\nlong to price\n\n"
        f"{help_lines()}\n\nexamples:\n  pitboss check my.toml\n  pitboss check my-floor.toml"
    )
    parser.add_argument(
        "files", nargs="*", metavar="MY.TOML", help="rulebook files, and floor files"
    )
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Check files, or the catalog."""
    followed: Followed = {}
    floors: list[FloorReport] = []
    if arguments.files:
        rulebook = Rulebook()
        data = {path: {} if "\0" in path else read_toml(path) for path in arguments.files}
        rules = [path for path in arguments.files if not is_floor(data[path])]
        added = [(path, game) for path in rules for game in rulebook.add_file(path)]
        floors = [
            FloorReport(path, content, rulebook)
            for path, content in data.items()
            if is_floor(content)
        ]
        reports = [_report(path, game, _added(game), followed) for path, game in added]
    else:
        added = []
        reports = [_report(f"{game.id}.toml", game, _printed(game), followed) for game in catalog()]
    if arguments.format == "json":
        print_json([*(report._asdict() for report in reports), *(floor.data for floor in floors)])
    else:
        for report in reports:
            noted = arguments.files and report.notes  # the catalog's notes are known and cited
            verdict = f"has {len(report.notes)} findings" if noted else "is sound"
            print(
                f"{report.file}: {report.game} {verdict}: {report.wagers} wagers, "
                f"{report.tables} pay tables, {report.opened} ways to open them"
            )
            for note in report.notes:
                print(f"  note: {note}")
        for floor in floors:
            floor.tell()
    for path, game in added:
        _refuse_low(path, game)
    return REFUSED if any(floor.problems for floor in floors) else 0


def _report(path: str, game: Game, tables: Iterator[PayTable], followed: Followed) -> Report:
    low = [
        f"{wager.id}: {short.message} [{short.cite}]"
        for wager in game.own.values()
        for short in shortfalls(wager, catalog().wager)
    ]
    return Report(
        file=path,
        game=game.id,
        wagers=len(game.own),
        tables=sum(len(wager.tables) for wager in game.own.values()),
        opened=check(game, path),
        notes=[*low, *_favouring(tables, followed)],
    )


def _printed(game: Game) -> Iterator[PayTable]:
    """Open the tables of a catalog game as they are taken by default."""
    for wager in game.own.values():
        yield from tables_of(wager)


def _added(game: Game) -> Iterator[PayTable]:
    """Open the tables that a file adds, and those of the catalog that it reads in a new way."""
    known = catalog().game(game.id).wagers if game.id in catalog().ids else {}
    for wager in game.wagers.values():
        for table in every_table(wager):
            old = known.get(wager.id)
            if not old or table.id not in old.tables or table.reading not in old.readings(table.id):
                yield table


def _favouring(tables: Iterator[PayTable], followed: Followed) -> Iterator[str]:
    """Name the tables by which the house would pay, and those that take too long to price."""
    for table in tables:
        on = "" if table.on is None else f" on {table.on}"
        where = f"{table.wager.id}: table {table.id}{on}, reading {table.reading}"
        question = (table.nodes, table.ends)
        if question not in followed:
            states = states_of(table)
            if sum(followed.values()) + states > MOST_STATES:
                yield (
                    f"{where} is not priced here: its counters have {states:,} states at craps, "
                    f"and a check goes through {MOST_STATES:,}; `pitboss odds --file` prices it"
                )
                continue
            followed[question] = states
        for finding in judge(table, Shoe.of(DECKS)):
            if finding.kind in FAVOURING:
                yield f"{where} favours the player: {finding.message} [{finding.cite}]"


def _refuse_low(path: str, game: Game) -> None:
    """Refuse a file's tables below the minimum, once all there is to say of them is printed."""
    for wager in game.own.values():
        for message in wager.below_minimum.values():
            least = f" of {wager.minimum.cite}" if wager.minimum else ""
            raise unreadable(
                "below-minimum",
                f"{path}: wagers.{wager.id}: {message}",
                f"pay at least the minimum{least}",
            )
