"""``pitboss house status``: Print how a house stands: streams, jackpots, checkpoints, writers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from pitboss.cli.databases import add_database, opened
from pitboss.cli.floor import print_links
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.jackpot.data import jackpot_data
from pitboss.refusals import shown

if TYPE_CHECKING:
    from pitboss.house.standing import Standing

EPILOG = """examples:
  pitboss house status --database house.db
  pitboss house status --database postgresql://house@localhost/house --format json

It reads one moment of the house, also while it runs, and changes nothing. The root stands for the
last lines of all streams: note it elsewhere, and give it to `pitboss house verify --expect`.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add_database(parser)
    add_file(parser)
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Print how the house stands."""
    rulebook = rulebook_of(arguments)
    with opened(arguments) as database:
        from pitboss.house.standing import standing

        stands = standing(database, rulebook)
        if arguments.format == "json":
            print_json({"database": database.name, **_data(stands)})
        else:
            _print(database.name, stands)
    return 0


def _data(stands: Standing) -> dict[str, object]:
    checkpoint = stands.checkpoint
    return {
        "schema": stands.schema,
        "floor": stands.floor,
        "opened": stands.opened,
        "lines": stands.lines,
        "root": stands.root,
        "streams": {
            one.name: {"lines": one.head.version, "last_hash": one.head.hash, "last_at": one.at}
            for one in stands.streams
        },
        "checkpoint": None if checkpoint is None else checkpoint._asdict(),
        "bytes": stands.size,
        "writers": list(stands.writers),
        "jackpots": [jackpot_data(link) for link in stands.jackpots],
    }


def _print(name: str, stands: Standing) -> None:
    checkpoint, writers = stands.checkpoint, ", ".join(stands.writers)
    last = "none"
    if checkpoint is not None:
        last = f"{checkpoint.number:,}, the last at {checkpoint.at}"
    print_text(f"{name}: the house of {shown(stands.floor)}", "bold")
    print(f"  schema       {stands.schema}, {stands.size:,} bytes")
    print(f"  opened       {stands.opened}")
    print(f"  lines        {stands.lines:,} in {len(stands.streams)} streams")
    print(f"  checkpoints  {last}")
    print(f"  writer       {f'process {writers}' if writers else 'none'}")
    print(f"  root         {stands.root}\n")
    rows = [(one.name, f"{one.head.version:,}", one.at) for one in stands.streams]
    print_table(("stream", "lines", "last line"), rows, right=(1,))
    if stands.jackpots:
        print_links(stands.jackpots)
