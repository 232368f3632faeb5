"""``pitboss replay``: Verify a table's journal, rebuild the table from it, print any round."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from pitboss.cli.asked import whole
from pitboss.cli.journal_files import LONGEST_LINE
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.cli.progress import Bar
from pitboss.cli.story import Story, print_accounts
from pitboss.cli.streams import standard_input
from pitboss.refusals import Unreadable, shown, unreadable
from pitboss.rulebook import Money
from pitboss.settle.accounts import AnyMovement, JackpotMovement
from pitboss.table.record.data import replay_data
from pitboss.table.record.frames import frame_of
from pitboss.table.record.journal import HOUSE, Entry, entries
from pitboss.table.record.recorded import BetOnRecord, RoundOnRecord, Tally, rounds
from pitboss.table.record.replaying import replay
from pitboss.table.state import Taking
from pitboss.table.steps import StoryLine
from pitboss.table.steps.betting import bet_words
from pitboss.table.times import local

EPILOG = """examples:
  pitboss deal ez-baccarat --rounds 20 --journal night.jsonl
  pitboss replay night.jsonl
  pitboss replay night.jsonl --round 7
  pitboss replay night.jsonl --expect 5f2c...   (the last hash, as it was noted)
  pitboss deal ez-baccarat --journal - | pitboss replay -
  pitboss floor --script evening.script --journal evening.jsonl
  pitboss replay evening.jsonl --table 1 --round 3

Each line carries its own hash and the hash of the line before, so the first line that was altered,
dropped, inserted or moved is named. Each event is then decided again by the rules. Whoever cuts off
whole lines at the end, or plays and hashes everything anew from some line on, is found out only by
a last hash that was noted elsewhere, where the journal's keeper cannot change it: note the one that
is printed, and give it with --expect. It is what `tail -n 1 FILE | tr -d '\\n' | sha256sum` says.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("journal", metavar="JOURNAL", help="a journal, as `pitboss deal` writes it; - for stdin")
    add("--round", type=whole, metavar="N", help="print this round")
    add("--shoe", type=whole, metavar="N", help="list this shoe's rounds, or take --round from it")
    add("--table", metavar="ID", help="of a floor's journal, this table alone is printed")
    add("--expect", metavar="HASH", help="what the last line's hash must be")
    add(
        "--any-rulebook",
        action="store_true",
        help="tell a journal that other rules decided as it stands, not decided again",
    )
    add_file(parser)
    add_format(parser)
    add("--json", dest="format", action="store_const", const="json", help="like --format json")


def run(arguments: Namespace) -> int:
    """Verify and print; whatever is wrong with the journal is raised as one line."""
    rulebook = rulebook_of(arguments)
    expected = None if arguments.expect is None else read_hash(arguments.expect)
    tally, chosen = Tally(), list[RoundOnRecord]()
    try:
        with Bar("verifying") as progress:
            lines = journal_lines(arguments.journal, progress)
            first = next(lines, "")
            of_a_floor = is_of_a_floor(first)
            lines = chain((first,) if first else (), lines)
            if of_a_floor and not arguments.table and (arguments.round or arguments.shoe):
                message = "the journal of a floor has the rounds of several tables"
                raise unreadable("table-not-named", message, "name one with --table ID")
            if of_a_floor:
                from pitboss.cli.replay_floor import verified  # a table's journal needs no floor

                floor = verified(lines, arguments, expected, rulebook)
                entries: Iterable[Entry] = floor.entries
            elif arguments.table:
                raise unreadable(
                    "no-floor", f"{arguments.journal} is of one table", "leave --table out"
                )
            else:
                entries = _watched(lines, expected)
            whole = not of_a_floor or arguments.table
            replayed = replay(entries, any_rulebook=arguments.any_rulebook, rulebook=rulebook)
            for played in rounds(replayed) if whole else ():
                tally.add(played)
                if _asked(played, arguments):
                    chosen.append(played)
    except Unreadable as error:
        if arguments.format == "json":
            print_json({"file": arguments.journal, "sound": False, "refusal": error.refusal.data})
        raise
    if not whole:
        from pitboss.cli.replay_floor import print_floor

        return print_floor(arguments, floor)
    if not chosen and (arguments.round is not None or arguments.shoe is not None):
        raise _nothing_asked(arguments, tally)
    if arguments.format == "json":
        print_json(replay_data(arguments.journal, tally, chosen))
    elif arguments.round is not None:
        for played in chosen:
            _print_round(played)
    elif arguments.shoe is not None:
        print_rounds(chosen)
    else:
        _print_summary(arguments.journal, tally, expected)
    return 0


def _asked(played: RoundOnRecord, arguments: Namespace) -> bool:
    if arguments.round is None and arguments.shoe is None:
        return False
    return arguments.round in (None, played.number) and arguments.shoe in (None, played.shoe)


def _nothing_asked(arguments: Namespace, tally: Tally) -> Unreadable:
    what = "" if arguments.round is None else f"round {arguments.round}"
    shoe = "" if arguments.shoe is None else f"shoe {arguments.shoe}"
    table = tally.table
    begun = bool(table.round.bets) or table.round.stage != "betting"
    return unreadable(
        "no-such-round",
        f"the journal has no {' of '.join(filter(None, (what, shoe)))}",
        f"it goes to round {table.round.number - (not begun)} of shoe {table.shoe.number}",
    )


def read_hash(text: str) -> str:
    """Read a hash that was noted, or refuse what is none."""
    if not re.fullmatch("[0-9a-f]{64}", text.lower()):
        raise unreadable(
            "bad-hash",
            f'"{text[:70]}" is not the hash of a line',
            "give the 64 letters of 0-9 and a-f that replay printed",
        )
    return text.lower()


def is_of_a_floor(first: str) -> bool:
    """Say whether a journal that begins so has the streams of a floor."""
    frame = frame_of(first)
    return frame is not None and frame.stream == HOUSE


def _watched(lines: Iterable[str], expected: str | None) -> Iterator[Entry]:
    """Yield the entries of a file; its last hash must be the expected one, if one is."""
    place, entry = 0, None
    for entry in entries(lines):
        if entry.hash == expected:
            place = entry.number
        yield entry
    if expected is None or entry is None or entry.hash == expected:
        return
    why = f"the hash of its last line, {entry.number}, is {entry.hash}"
    if place:
        why = f"it goes on after line {place}, which has the hash expected at its end"
    raise unreadable(
        "journal-ends-elsewhere",
        f"the journal does not end as expected: {why}",
        "look for lines added at its end" if place else "look for lines dropped or written anew",
    )


def journal_lines(path: str, progress: Bar | None) -> Iterator[str]:
    """Yield the lines of a file, split at line feeds alone; what is not UTF-8 is kept as it is.

    A byte-order mark that an editor has put before the first line is passed over.
    """
    source = standard_input().fileno() if path == "-" else path
    try:
        with open(
            source,
            encoding="utf-8-sig",
            errors="surrogateescape",
            newline="\n",
            closefd=path != "-",
        ) as file:
            size, done = (0 if path == "-" else os.path.getsize(path)), 0
            while line := file.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    raise unreadable(
                        "unreadable-file",
                        f"{path} has a line of more than {LONGEST_LINE:,} characters",
                        "name a journal",
                    )
                yield line
                done += len(line)
                if progress is not None and size:
                    progress(min(done, size), size)
    except OSError as error:
        reason = error.strerror or str(error)
        raise unreadable(
            "unreadable-file", f"{path} cannot be read: {reason}", "name a journal"
        ) from None


def _print_summary(path: str, tally: Tally, expected: str | None) -> None:
    table, setup = tally.table, tally.table.opened
    place = "none was opened"
    if setup is not None:
        place = f"{shown(setup.number)} in pit {shown(setup.pit)}, {setup.rules.name}"
    print_text(f"{path} is sound", "bold")
    print(f"  table      {place}")
    print(f"  lines      {tally.lines:,}, {tally.events:,} events")
    print(f"  shoes      {len(tally.shoes)}")
    print(f"  rounds     {tally.rounds:,}" + (f", {tally.voided} void" if tally.voided else ""))
    stage = f"open, round {table.round.number}, {table.round.stage}" if table.open else "closed"
    print(f"  now        {stage}")
    print(f"  last hash  {tally.last}")
    if expected is None:
        print("             (note it elsewhere: only --expect shows lines dropped at the end)")
    print()
    _print_takings(tally.takings)
    print_accounts("holds", table.accounts)


def _print_takings(takings: Mapping[str, Taking]) -> None:
    if not takings:
        return
    together = [sum(column) for column in zip(*takings.values(), strict=True)]
    rows = []
    for spot, (bets, handle, win) in (*takings.items(), ("together", Taking(*together))):
        hold = f"{win / handle:.2%}" if handle else ""
        rows.append((shown(spot), f"{bets:,}", str(Money(handle)), str(Money(win)), hold))
    print_table(("spot", "bets", "handle", "win", "hold"), rows, right=(1, 2, 3, 4))
    print()


def print_rounds(chosen: Sequence[RoundOnRecord]) -> None:
    """Print a table of rounds: cards, result, bets, and what the house won."""
    rows = [
        (
            str(played.number),
            str(played.outcome or "-"),
            played.result or ("" if played.ending == "cleared" else played.ending),
            "free" if played.free else str(sum(not bet.taken_back for bet in played.bets)),
            str(Money(played.house_cents)),
        )
        for played in chosen
    ]
    print_table(("round", "outcome", "result", "bets", "house wins"), rows, right=(0, 3, 4))


def _print_round(played: RoundOnRecord) -> None:
    setup, first, last = played.table.opened, played.lines[0], played.lines[-1]
    title = "No table was opened"
    if setup is not None:
        shoe = f"shoe {played.shoe}, " if setup.kind == "baccarat" else ""
        title = f"{setup.rules.name}, table {shown(setup.number)}, {shoe}round {played.number}"
    print_text(title, "bold")
    began, ended = (local(line.line.at, line.line.offset) for line in (first, last))
    times = f", {shown(began)} to {shown(ended)}" if ended else ""
    print_text(f"lines {first.number} to {last.number}{times}", "dim")
    print(f"  outcome  {played.outcome or '-'}{', a free hand' if played.free else ''}")
    ending = f" ({played.ending})" if played.ending != "cleared" else ""
    print(f"  result   {played.result or '-'}{ending}")
    print()
    if played.bets:
        heads = ("bet", "position", "spot and stake", "row", "pays", "net", "by")
        print_table(heads, [_bet_row(bet) for bet in played.bets], right=(0, 1, 5))
        print()
    story = Story()
    for _, words in played.course():
        story.add(StoryLine(shown(words.who), shown(words.what)))
    story.flush()
    print()
    moves = []
    for line, move in played.movements():
        chips = f" ({move.chips})" if move.chips != "value" else ""
        amount = f"{amount_of(move)}{chips}"
        moves.append((str(line.number), move.source, move.target, amount, move.reason))
    if moves:
        print_table(("line", "from", "to", "amount", "for"), moves, right=(0, 3))
        print()
    if played.changes():
        print_accounts("change", played.changes())


def amount_of(move: AnyMovement) -> str:
    """Return what moved, in words."""
    if isinstance(move, JackpotMovement):
        from pitboss.jackpot.telling import money

        return money(move.micros)
    return str(Money(move.cents))


def _bet_row(bet: BetOnRecord) -> tuple[str, ...]:
    laid, settled = bet.laid, bet.settled
    named = (str(laid.number), str(laid.bet.position), shown(bet_words(laid)))
    if settled is None:
        return (*named, "taken back" if bet.taken_back else "not decided", "", "", "")
    net = str(Money(settled.net_cents + settled.player_envy_cents))
    return (*named, settled.row or "loses", settled.pays or "", net, settled.cite)
