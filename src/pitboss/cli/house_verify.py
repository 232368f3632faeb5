"""``pitboss house verify``: Check all that a house holds, and name the first bad line."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from pitboss.cli.databases import add_database, opened
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_text
from pitboss.cli.progress import Bar
from pitboss.cli.replay import read_hash
from pitboss.refusals import Unreadable

if TYPE_CHECKING:
    from pitboss.house.database import Database
    from pitboss.house.verifying import Verified

EPILOG = """examples:
  pitboss house verify --database house.db
  pitboss house verify --redecide --database house.db
  pitboss house verify --chains --database postgresql://house@localhost/house
  pitboss house verify --expect 5f2c...   (the seal, as it was noted)

Every row is held against its line, every line against the one before, checkpoints against lines;
then transfers, odometers and snapshots against what the lines say. With --redecide every command is
decided again by the rules, and what a table and its jackpots tell of each other is compared: who
forges a line and all hashes after it is found by that. Whoever cuts off lines at the end together
with the checkpoints over them, or drops the last checkpoint, is found out only by a seal that was
noted elsewhere: note the one that is printed, and give it with --expect. The root is of the lines
alone, and --expect takes it, too: `pitboss replay` prints the same one of an export.
A house that runs can be verified; what it writes meanwhile is not looked at.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--redecide", action="store_true", help="decide every command again")
    how.add_argument("--chains", action="store_true", help="rows, chains and checkpoints alone")
    add("--expect", metavar="HASH", help="what the seal, or the root, must be")
    add_database(parser)
    add_file(parser)
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Verify and print; whatever is wrong is raised as one line."""
    expected = None if arguments.expect is None else read_hash(arguments.expect)
    with opened(arguments) as database:
        try:
            sound = _verified(arguments, database, expected)
        except Unreadable as error:
            if arguments.format == "json":
                refusal = error.refusal.data
                print_json({"database": database.name, "sound": False, "refusal": refusal})
            raise
        if arguments.format == "json":
            print_json({"database": database.name, "sound": True, **_data(sound)})
        else:
            _print(database.name, sound, noted=expected is not None)
    return 0


def _verified(arguments: Namespace, database: Database, expected: str | None) -> Verified:
    from pitboss.house.verifying import verify

    rulebook = rulebook_of(arguments)
    with Bar("verifying") as progress:
        return verify(
            database,
            redecide=arguments.redecide,
            chains_only=arguments.chains,
            expect=expected,
            rulebook=rulebook,
            progress=progress,
        )


def _data(sound: Verified) -> dict[str, object]:
    return {
        "root": sound.root,
        "seal": sound.seal,
        "lines": sound.lines,
        "events": sound.events,
        "transfers": sound.transfers,
        "checkpoints": sound.checkpoints,
        "snapshots": sound.snapshots,
        "streams": {
            name: {"lines": head.version, "last_hash": head.hash}
            for name, head in sound.heads.items()
        },
        "warnings": list(sound.warnings),
    }


def _print(name: str, sound: Verified, *, noted: bool) -> None:
    print_text(f"{name} is sound", "bold")
    print(f"  lines        {sound.lines:,} in {sound.streams} streams, {sound.events:,} events")
    if sound.transfers:
        print(f"  transfers    {sound.transfers:,}")
    print(f"  checkpoints  {sound.checkpoints:,}")
    print(f"  root         {sound.root}")
    print(f"  seal         {sound.seal}")
    if not noted:
        print("               (note it elsewhere: only --expect shows what is dropped at the end)")
    for warning in sound.warnings:
        print(f"  note         {warning}")
