"""``pitboss completion``: Print a script that completes commands, games, wagers and tables."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from pitboss.refusals import Unreadable
from pitboss.rulebook import Game, catalog

SCRIPTS = {
    "bash": """_pitboss() {
  local IFS=$'\\n'
  COMP_WORDBREAKS=${COMP_WORDBREAKS//[:=@]/}
  COMPREPLY=($(pitboss __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _pitboss pitboss
""",
    "zsh": """#compdef pitboss
_pitboss() {
  local -a found
  found=("${(@f)$(pitboss __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a found
}
compdef _pitboss pitboss
""",
    "fish": """function __pitboss_complete
  set -l words (commandline -opc) (commandline -ct)
  pitboss __complete $words[2..-1] 2>/dev/null
end
complete -c pitboss -f -a '(__pitboss_complete)'
""",
}


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = 'example: eval "$(pitboss completion bash)"'
    parser.add_argument("shell", choices=tuple(SCRIPTS))


def run(arguments: Namespace) -> int:
    """Print the script."""
    print(SCRIPTS[arguments.shell], end="")
    return 0


def candidates(parser: ArgumentParser | None, before: Sequence[str]) -> Iterator[str]:
    """Yield the words that may follow a command and the words typed after it."""
    if parser is None:
        return
    options = {name: one for one in parser._actions for name in one.option_strings}
    game = next((_game(word) for word in before[1:] if _game(word)), None)
    previous = before[-1]
    if previous in options and options[previous].nargs != 0:
        action = options[previous]
        yield from map(str, action.choices or ())
        if game is not None:
            yield from _of_game(previous, game)
        return
    for action in parser._actions:
        if not action.option_strings and action.choices:
            yield from map(str, action.choices)
        if action.dest == "game" and game is None:
            yield from catalog().ids
    yield from options


def _of_game(option: str, game: Game) -> Iterator[str]:
    if option == "--wager":
        yield from game.wagers
    elif option == "--table":
        yield from dict.fromkeys(one for wager in game.wagers.values() for one in wager.tables)
    elif option in ("--bet", "--toke"):
        for wager in game.wagers.values():
            for place in wager.places(wager.tables[0]):
                yield f"{wager.id}:{place}=" if place is not None else f"{wager.id}="
    elif option == "--reading":
        readings = [
            name
            for wager in game.wagers.values()
            for table in wager.tables
            for name in wager.readings(table)
        ]
        yield from dict.fromkeys(readings)


def _game(word: str) -> Game | None:
    try:
        return catalog().game(word)
    except Unreadable:
        return None
