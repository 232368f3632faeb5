"""Which table ``pitboss deal`` is asked for, and how it is to be dealt."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pitboss.cli.journal_files import STDOUT
from pitboss.cli.streams import standard_input
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor import default_floor, read_floor, setup_of
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.words import usual_setup, with_words


def is_live(arguments: Namespace) -> bool:
    """Say whether the commands are typed: as asked, or where a script comes from a terminal."""
    if arguments.interactive or arguments.resume:
        return True
    return arguments.script == STDOUT and standard_input().isatty()


def refuse_options(arguments: Namespace, *, live: bool) -> None:
    """Refuse a command line that names no table, or several, or what does not go with it."""
    if live:
        _refuse_beside_live(arguments)
    elif arguments.actor:
        remedy = "add --interactive, or leave --actor out"
        raise unreadable("option-only-live", "--actor names who types at a table", remedy)
    _refuse_several_tables(arguments, live=live)


def _refuse_beside_live(arguments: Namespace) -> None:
    """Refuse what a table that is typed at cannot do."""
    given = {
        "--format json": arguments.format == "json",
        "--journal -": arguments.journal == STDOUT,
        "--start": arguments.start,
        "--bet": arguments.bet,
        "--seed": arguments.seed is not None,
        "--rounds": arguments.rounds is not None,
        "--positions": arguments.positions is not None,
        "--script": arguments.script not in (None, STDOUT),
        "--journal": arguments.resume and arguments.journal,
        "GAME": arguments.resume and arguments.game,
        "--table": arguments.resume and arguments.table,
        "--with": arguments.words and not arguments.game and not arguments.table,
    }
    for option, is_given in given.items():
        if is_given:
            raise _not_beside_live(option, "--resume" if arguments.resume else "--interactive")


def _not_beside_live(option: str, live: str) -> Unreadable:
    return unreadable(
        "option-not-live", f"{option} does not go with {live}", f"leave {option} or {live} out"
    )


def _refuse_several_tables(arguments: Namespace, *, live: bool) -> None:
    """Refuse a command line that names no table, or more than one."""
    named = [name for name in ("script", "game", "table") if getattr(arguments, name)]
    if arguments.script and len(named) > 1:
        raise unreadable(
            "game-in-the-script",
            "a script opens its own table",
            f"leave {'GAME' if arguments.game else '--table'} out, or the script",
        )
    if arguments.floor and not arguments.table:
        remedy = "say which with --table ID; `pitboss check` lists them"
        raise unreadable("no-table-named", f"{arguments.floor} has several tables", remedy)
    if len(named) > 1:
        remedy = "leave GAME out, or --table"
        raise unreadable("table-has-its-game", "a table of the floor has its own game", remedy)
    if not named and not live:
        remedy = "name a game, or give --table or --script, or --interactive"
        raise unreadable("no-game", "there is no game to deal", remedy)


class Asked(NamedTuple):
    """The table that a command line asks for, and the time zone of the floor that it stands on."""

    setup: TableSetup
    timezone: tzinfo


def asked_table(arguments: Namespace, rulebook: Rulebook) -> Asked:
    """Return a floor's table, or the usual one of a game, changed by ``--with``."""
    zone: tzinfo = UTC
    if arguments.table:
        floor = read_floor(arguments.floor, rulebook) if arguments.floor else default_floor()
        setup, zone = setup_of(floor, arguments.table, rulebook), ZoneInfo(floor.timezone)
    else:
        setup = usual_setup(arguments.game, rulebook)
    return Asked(with_words(setup, ", ".join(arguments.words)), zone)
