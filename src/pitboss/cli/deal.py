"""``pitboss deal``: Deal rounds at a table, by the procedure, with words, cards, roads and pays."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from random import Random

from pitboss.cli.asked import whole
from pitboss.cli.asked_table import asked_table, is_live, refuse_options
from pitboss.cli.journal_files import STDOUT, journal_or_stdout
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json
from pitboss.cli.progress import Bar
from pitboss.cli.remote import add_server, deal_at_server
from pitboss.cli.scripts import script_lines
from pitboss.cli.seeded import SeededSupply
from pitboss.cli.story import Story, tell_summary
from pitboss.cli.wall_clock import moment_of
from pitboss.house.automatic.bettors import Bettors
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook.pays import read_cents
from pitboss.rulebook.spots import split_bet
from pitboss.settle.company import HANDS
from pitboss.table.arguments import spot
from pitboss.table.engine import NEW, Answer, decide
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.data import summary_data
from pitboss.table.record.journal import Journal
from pitboss.table.record.recorder import Request, answered, stream_of
from pitboss.table.scripts.clock import START as SCRIPT_START
from pitboss.table.scripts.scenario import Moment, play
from pitboss.table.setups.setup import Spot, TableSetup
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.betting import TakeBack
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.positions import BuyIn, Sit
from pitboss.table.steps.tray import CountTray

START = "2026-01-01T12:00:00"
"""When a dealt table opens, unless told otherwise: the same seed gives the same record."""
TRAY_CENTS = 1_000_000_00
BANK_CENTS = 10_000_00
SEED, ROUNDS, MOST_ROUNDS = 1, 5, 1_000_000
INTERRUPTED = 130
AUTOPILOT = "autopilot"

Dealt = tuple[Table, Answer, Table, str | None]
"""The table before a command, what happened or why not, the table after it, and its record."""

EPILOG = """examples:
  pitboss deal ez-baccarat
  pitboss deal eternal-baccarat --seed 7 --rounds 20 --positions 5 --journal night.jsonl
  pitboss deal baccarat --with "size midi, style squeeze" --bet player=25 --bet total-6=5
  pitboss deal dice-works --rounds 3
  pitboss deal tiger-baccarat --with "also offers golden-dragon-7 golden-dragon/pair"
  pitboss deal --table 4
  pitboss deal --floor my-floor.toml --table 3 --rounds 20
  pitboss deal --script evening.script
  pitboss deal baccarat --interactive --journal night.jsonl
  pitboss deal --resume night.jsonl
  pitboss deal ez-baccarat --rounds 40 --journal - | pitboss replay -
  pitboss --server http://127.0.0.1:8000 deal --table 3 --badge 1101

a floor file lists the tables of a house; docs/FLOOR.md describes it, `pitboss check` checks it
a script has one command on a line, such as `bet 3 player 25`; docs/SCRIPTS.md lists them
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("game", nargs="?", metavar="GAME", help="such as ez-baccarat")
    add("--floor", metavar="FLOOR.TOML", help="a floor file; the default floor without it")
    add("--table", metavar="ID", help="deal at this table of the floor, instead of a GAME")
    add("--seed", type=whole, help="the same seed deals the same table; 1 without it")
    add("--rounds", type=whole, help=f"rounds to deal; {ROUNDS} without it")
    add("--positions", type=whole, metavar="N", help="positions that are taken; 3 without it")
    add(
        "--with",
        dest="words",
        action="append",
        default=[],
        metavar="SETUP",
        help='another setup than the usual, such as "device continuous" (may be repeated)',
    )
    add(
        "--bet",
        action="append",
        default=[],
        metavar="WAGER[:ON]=AMOUNT",
        help="what every position bets each round (may be repeated); chosen by the seed without it",
    )
    add("--script", metavar="FILE", help="commands, one on a line; - for stdin")
    add("--interactive", action="store_true", help="type the commands, and see what follows")
    add("--resume", metavar="JOURNAL", help="go on with a journal, interactively, in its file")
    add("--actor", metavar="NAME", help="who types, for the record; dealer without it")
    add("--journal", metavar="OUT.JSONL", help="write the events to a new file; - for stdout")
    add("--start", metavar="TIME", help=f"when the table opens, such as {START}, the usual time")
    add_server(parser)
    add_file(parser)
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Deal, print and perhaps record; return 0, or 130 if interrupted."""
    if arguments.server:
        return deal_at_server(arguments)
    live = is_live(arguments)
    refuse_options(arguments, live=live)
    if live:
        from pitboss.cli.interactive import deal_live  # the terminal alone needs it

        return deal_live(arguments)
    arguments.seed = SEED if arguments.seed is None else arguments.seed
    arguments.rounds = ROUNDS if arguments.rounds is None else arguments.rounds
    quiet = arguments.format == "json" or arguments.journal == STDOUT
    story, table = Story(), NEW
    with journal_or_stdout(arguments.journal) as file:
        steps = _scripted(arguments) if arguments.script else _dealt(arguments)
        try:
            with Bar("dealing") as progress:
                for before, answer, table, record in steps:
                    if file is not None and record is not None:
                        file.write(record + "\n")
                        file.flush()  # before the next command is decided
                    if not quiet:
                        story.tell(before, answer)
                    elif progress is not None and not arguments.script and arguments.rounds:
                        progress(table.round.number - 1, arguments.rounds)
        except KeyboardInterrupt:
            story.flush()
            print("interrupted; what was dealt stands", file=sys.stderr)
            return INTERRUPTED
        finally:
            story.flush()
    if arguments.journal == STDOUT:
        return 0
    if arguments.format == "json":
        print_json(summary_data(table))
    else:
        tell_summary(table)
    return 0


# --- a dealt table ---


def _dealt(arguments: Namespace) -> Iterator[Dealt]:
    """Yield each command's consequences until the rounds are played."""
    if not 0 <= arguments.rounds <= MOST_ROUNDS:
        raise unreadable(
            "rounds-out-of-range",
            f"{arguments.rounds} rounds cannot be dealt",
            f"choose 0 to {MOST_ROUNDS:,}; `pitboss simulate` plays more",
        )
    setup, zone = asked_table(arguments, rulebook_of(arguments))
    opening = OpenTable(setup)
    refusal = decide(NEW, opening)
    if isinstance(refusal, Refusal):
        raise Unreadable(refusal)
    taken = _positions(arguments.positions, setup)
    random = Random(arguments.seed)
    bettors = Bettors(random, [_bet(text) for text in arguments.bet])
    start = arguments.start or START
    pilot = Autopilot(SeededSupply(random), day=start[:10])
    clock = _clock(start, zone)
    journal, stream, table, sequence = Journal(), stream_of(opening), NEW, 0

    def do(command: Command) -> Dealt:
        nonlocal table, sequence
        before, sequence = table, sequence + 1
        at, offset = next(clock)
        request = Request(str(sequence), command, AUTOPILOT, at=at, offset=offset)
        table, line = answered(before, request, stream, sequence)
        if line.refusal is not None:
            raise Unreadable(line.refusal)
        return before, line.facts, table, journal.write(line) if arguments.journal else None

    yield do(opening)
    yield do(CountTray("opening", TRAY_CENTS, "dealer", "supervisor"))
    for position in taken:
        yield do(Sit(position))
        if setup.purses == "bank":
            yield do(BuyIn(position, BANK_CENTS))
    for _ in range(arguments.rounds):
        while (command := pilot.next(table)) is not None:
            yield do(command)
        if not table.shoe.carried_free:
            for position in reversed(taken):
                for bet in bettors.bets(setup, position):
                    refused = isinstance(decide(table, bet), Refusal)
                    if arguments.bet or not refused:
                        yield do(bet)
        while _exceeds_differential(table):
            last = [laid for laid in table.round.bets if laid.bet.wager in HANDS][-1]
            yield do(TakeBack(last.number))
        yield do(CallNoMoreBets())
    while (command := pilot.next(table)) is not None:
        yield do(command)


def _exceeds_differential(table: Table) -> bool:
    """Say whether the bets on the hands lie further apart than the house allows."""
    answer = decide(table, CallNoMoreBets())
    return isinstance(answer, Refusal) and answer.code == "differential-exceeded"


def _positions(asked: int | None, setup: TableSetup) -> tuple[int, ...]:
    number = min(3, setup.positions) if asked is None else asked
    if not 1 <= number <= setup.positions:
        raise unreadable(
            "no-such-position",
            f"{number} positions cannot be taken at a table of {setup.positions}",
            f'choose 1 to {setup.positions}, or --with "positions N"',
            "30-2803",
        )
    return setup.position_numbers[:number]


def _bet(text: str) -> tuple[Spot, int]:
    """Read a bet such as ``golden-talons:player=5``."""
    place, amount = split_bet(text)
    return spot(place), read_cents(amount)


def _clock(start: str, zone: tzinfo) -> Iterator[Moment]:
    """Yield times, a second apart, from the start on, which is said as clocks in the zone show."""
    try:
        now = datetime.fromisoformat(start).replace(tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise unreadable("unreadable-time", f'"{start}" is not a time', f"write {START}") from None
    while True:
        yield moment_of(now.astimezone(zone))
        try:
            now += timedelta(seconds=1)
        except OverflowError:
            raise unreadable(
                "clock-runs-over",
                f"the clock runs over after {now:%Y-%m-%d %H:%M:%S}",
                "start the table earlier",
            ) from None


# --- a scripted table ---


def _scripted(arguments: Namespace) -> Iterator[Dealt]:
    """Yield the consequences of each line of a script."""
    before = NEW
    lines = script_lines(arguments.script)
    start, rulebook = arguments.start or SCRIPT_START, rulebook_of(arguments)
    for played in play(lines, start=start, rulebook=rulebook):
        yield before, played.answer, played.table, played.record
        before = played.table
