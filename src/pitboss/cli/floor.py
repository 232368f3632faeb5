"""``pitboss floor``: Run a script at several tables and their jackpots, in one order."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TextIO

from pitboss.cli.journal_files import STDOUT, journal_or_stdout
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.cli.scripts import script_lines
from pitboss.cli.story import Story
from pitboss.jackpot.data import floor_data
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.link import Link
from pitboss.jackpot.scripts import FloorStep, open_floor, play_floor
from pitboss.jackpot.streams import Recorded
from pitboss.jackpot.telling import money, told
from pitboss.refusals import Refusal, unreadable
from pitboss.rulebook.pays import Money
from pitboss.table.floor import default_floor, read_floor
from pitboss.table.scripts.clock import START, started
from pitboss.table.steps import StoryLine
from pitboss.table.times import utc

DEFAULT_NAME = "default floor"

EPILOG = """examples:
  pitboss floor --script linked-evening.script --floor linked-floor.toml
  pitboss floor --script linked-evening.script --floor linked-floor.toml --journal evening.jsonl
  pitboss floor --script linked-evening.script --floor linked-floor.toml --format json
  pitboss replay evening.jsonl
  pitboss report evening.jsonl
  pitboss floor --script evening.script --database house.db

a line of the script names its table or jackpot:
  table 1: bet 3 sun-7-progressive 1
  table 1: coup 2s 3s 9s / As 2s 4s
  table 1: hit jackpot sun-7
  jackpot sun-7: pay by 2207
  > hit sun-7 1 paid
A table opens at its first line as the floor file says. docs/examples has linked-evening.script and
linked-floor.toml: an evening at four linked tables. docs/JACKPOTS.md lists the lines of panels
and jackpots, docs/SCRIPTS.md those of tables, docs/FLOOR.md the keys of a floor file.

On a database (`pitboss house init` makes one) every line is on disk before the next is read. A
script that was stopped goes on when it is run again: a line that was answered is not done twice.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("--script", metavar="FILE", required=True, help="lines of a floor; - for stdin")
    add("--floor", metavar="FLOOR.TOML", help="a floor file; the default floor without it")
    add("--journal", metavar="OUT.JSONL", help="write the record to a new file; - for stdout")
    add("--start", metavar="TIME", help=f"when it begins; {START} without it")
    add("--database", metavar="URL", help="run it on a house: a file of SQLite, or PostgreSQL")
    add("--name", metavar="NAME", help="of the script on a database; its file's name without it")
    add_file(parser)
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Run the script, print what happened and perhaps record it."""
    if arguments.database:
        from pitboss.cli.floor_database import run_on_database

        return run_on_database(arguments)
    if arguments.name:
        remedy = "add --database, or leave --name out"
        raise unreadable("no-database-named", "--name is of a script on a database", remedy)
    rulebook = rulebook_of(arguments)
    lines = script_lines(arguments.script)
    start = arguments.start or START
    floor = read_floor(arguments.floor, rulebook) if arguments.floor else default_floor()
    quiet = arguments.format == "json" or arguments.journal == STDOUT
    story = FloorStory(quiet=quiet)
    floor_run = FloorRun(rulebook)
    with journal_or_stdout(arguments.journal) as file:
        name = arguments.floor or DEFAULT_NAME
        _write(file, open_floor(floor_run, name, floor, utc(started(start))))
        try:
            for step in play_floor(lines, floor_run, start):
                _write(file, step.group)
                story.tell(step)
        finally:
            story.flush()
    if arguments.journal == STDOUT:
        return 0
    if arguments.format == "json":
        print_json(floor_data(floor_run))
    else:
        print_jackpots(floor_run)
    return 0


def _write(file: TextIO | None, group: tuple[Recorded, ...]) -> None:
    """Write a group of lines, before the next command is decided."""
    if file is not None:
        file.writelines(f"{one.text}\n" for one in group if one.text is not None)
        file.flush()


class FloorStory:
    """Tells what happens at tables and jackpots, each with its name before it."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.quiet = quiet
        self.stories: dict[str, Story] = {}
        self.last = ""

    def tell(self, step: FloorStep) -> None:
        """Print what one command led to, the server's part with it."""
        if self.quiet:
            return
        for recorded in step.group:
            self._tell(step, recorded)

    def _tell(self, step: FloorStep, recorded: Recorded) -> None:
        own = recorded.stream == step.stream and recorded.request.actor != "server"
        if own and step.before is not None:
            self._story(recorded.stream).tell(step.before, recorded.answer)
            return
        if recorded.stream.startswith("table/"):
            return  # what the server tells a table is told of its jackpot
        story = self._story(recorded.stream)
        if isinstance(recorded.answer, Refusal):
            story.add(StoryLine("refused", str(recorded.answer)))
            return
        who = recorded.stream.partition("/")[2] or "house"
        for fact in recorded.answer:
            story.add(StoryLine(who, told(fact)))

    def _story(self, stream: str) -> Story:
        """Return the story of a stream; another one than before begins with its name."""
        if stream != self.last:
            self.flush()
            self.last = stream
            kind, _, id = stream.partition("/")
            title = {"table": f"table {id}", "link": f"jackpot {id}"}.get(kind, kind)
            print_text(title, "bold")
        return self.stories.setdefault(stream, Story())

    def flush(self) -> None:
        """Print what is waiting."""
        if self.last in self.stories:
            self.stories[self.last].flush()


def print_jackpots(floor_run: FloorRun) -> None:
    """Print how the jackpots stand, and their hits."""
    print_links([floor_run.jackpot(id) for id in floor_run.links])


def print_links(links: Sequence[Link]) -> None:
    """Print jackpots with all that was registered for them, and their hits."""
    print()
    heads = ("jackpot", "state", "displayed", "main", "reserve", "overflow", "pending", "seed fund")
    print_table(heads, [_jackpot_row(link) for link in links], right=(2, 3, 4, 5, 6, 7))
    rows = [
        (
            link.jackpot.id,
            str(one.order),
            f"{one.table}, round {one.round}",
            one.row,
            one.state,
            str(Money(one.amount_cents)),
            ", ".join(f"{who} {Money(cents)}" for who, cents in one.shares),
        )
        for link in links
        for one in link.hits
    ]
    if rows:
        print()
        titles = ("jackpot", "hit", "table", "row", "state", "amount", "shares")
        print_table(titles, rows, right=(1, 5))


def _jackpot_row(link: Link) -> tuple[str, ...]:
    meter = link.meter
    parts = (meter.main, meter.reserve, meter.overflow, meter.pending, meter.seed_fund)
    shown = (money(part) if part else "-" for part in parts)
    return link.jackpot.id, link.state, str(Money(link.displayed_cents)), *shown
