"""A floor script on a house in a database, which may be stopped at any line and run again."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from contextlib import closing

from pitboss.cli.databases import opened
from pitboss.cli.floor import FloorStory, print_jackpots
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import print_json, print_text
from pitboss.cli.progress import Bar
from pitboss.cli.scripts import STDIN, script_lines
from pitboss.jackpot.data import floor_data
from pitboss.jackpot.scripts import play_floor
from pitboss.refusals import unreadable

_NAME = re.compile(r"[A-Za-z0-9._ -]{1,64}")


def run_on_database(arguments: Namespace) -> int:
    """Run a script on a house, print what happened, and how its jackpots stand."""
    for option in ("journal", "floor"):
        if getattr(arguments, option):
            raise unreadable(
                "option-not-on-database",
                f"--{option} does not go with --database, which has its own",
                f"leave --{option} out; `pitboss house {_INSTEAD[option]}` does it",
            )
    name, lines = _name(arguments), script_lines(arguments.script)
    quiet = arguments.format == "json"
    with opened(arguments) as database:
        from pitboss.house.scripting import HouseScript
        from pitboss.house.writer import House

        with closing(House(database, rulebook_of(arguments))) as house:
            with Bar("going on") as progress:
                script = HouseScript(house, name, arguments.start, progress)
            story = FloorStory(quiet=quiet)
            with closing(script), Bar("running") as progress:
                try:
                    for step in play_floor(lines, script, script.clock):
                        if not script.again:
                            story.tell(step)
                        if progress is not None and quiet:
                            progress(step.line.number, len(lines))
                finally:
                    story.flush()
            if quiet:
                accounts = dict(sorted(script.ledger.accounts.items()))
                print_json({**floor_data(house.load()), "accounts": accounts})
                return 0
            if script.found_again:
                count = script.found_again
                print_text(f"{count:,} command{'s' * (count != 1)} of {name} were answered before")
            print_jackpots(house.load())
    return 0


_INSTEAD = {"journal": "export", "floor": "init"}


def _name(arguments: Namespace) -> str:
    """Return the name that the ids of a script begin with."""
    named = arguments.name is not None
    if not named and arguments.script == STDIN:
        raise unreadable(
            "no-script-name", "a script on stdin has no name", "add --name, the same each time"
        )
    name = str(arguments.name if named else os.path.basename(arguments.script))
    if not _NAME.fullmatch(name):
        raise unreadable(
            "bad-script-name",
            f'"{name[:70]}" cannot begin the ids of a script',
            "give --name, of up to 64 letters, digits, blanks, dots and hyphens",
        )
    return name
