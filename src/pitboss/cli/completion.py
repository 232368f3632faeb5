"""``pitboss completion``: Print a script that completes commands, games, wagers and tables."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from importlib.resources import files

from pitboss.refusals import Unreadable
from pitboss.rulebook import Game, catalog

SHELLS = ("bash", "zsh", "fish")
"""Each has a script in ``completions``.

Bash splits words at : = and @ and replaces only what follows the last of them (from the @ on, which
readline counts in): the line is split anew at blanks, and what stays of a word is taken off what is
offered. An offer stops at the next of these signs, so that choices stay short.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = 'example: eval "$(pitboss completion bash)"'
    parser.add_argument("shell", choices=SHELLS)


def run(arguments: Namespace) -> int:
    """Print the script."""
    scripts = files("pitboss.cli").joinpath("completions")
    print(scripts.joinpath(f"pitboss.{arguments.shell}").read_text("utf-8"), end="")
    return 0


def candidates(parser: ArgumentParser | None, before: Sequence[str]) -> Iterator[str]:
    """Yield the words that may follow a command and the words typed after it."""
    if parser is None:
        return
    shown = [action for action in parser._actions if action.help != SUPPRESS]
    options = {name: action for action in shown for name in action.option_strings}
    game = next((_game(word) for word in before[1:] if _game(word)), None)
    previous = before[-1]
    if previous in options and options[previous].nargs != 0:
        yield from map(str, options[previous].choices or ())
        if previous == "--game":
            yield from catalog().ids
        elif game is not None:
            yield from _of_game(previous, game)
        elif (before[0], previous) == ("deal", "--table"):
            from pitboss.table.floor import default_floor  # no other command needs it here

            yield from (table.id for table in default_floor().tables)
        return
    for action in parser._actions:
        if action.option_strings:
            continue
        yield from map(str, action.choices or ())
        if action.dest in ("game", "target") and game is None:
            yield from catalog().ids
            if action.dest == "target" or before[0] == "show":
                yield from (wager.path for one in catalog() for wager in one.wagers.values())
    yield from options


def _of_game(option: str, game: Game) -> Iterator[str]:
    if option == "--wager":
        yield from game.wagers
    elif option == "--table":
        yield from dict.fromkeys(one for wager in game.wagers.values() for one in wager.tables)
    elif option in ("--bet", "--toke", "--combine"):
        for wager in game.wagers.values():
            for table in wager.tables:
                for place in wager.places(table):
                    spot = wager.id if place is None else f"{wager.id}:{place}"
                    if table == wager.tables[0]:
                        yield f"{spot}="
                    yield f"{spot}@{table}="
    elif option == "--aggregate":
        yield from (f"{wager.id}=" for wager in game.wagers.values() if wager.role != "base")
    elif option == "--reading":
        readings = [
            name
            for wager in game.wagers.values()
            for table in wager.tables
            for name in wager.readings(table)
        ]
        yield from dict.fromkeys(readings)


def _game(word: str) -> Game | None:
    """Return the game that a word names, alone or as GAME/WAGER."""
    try:
        return catalog().game(word.partition("/")[0])
    except Unreadable:
        return None
