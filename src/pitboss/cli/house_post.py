"""``pitboss house post``: Print the house rules of tables, or their signs, as they are posted."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from pitboss import __version__
from pitboss.cli.databases import add_database, opened
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, print_json, print_table, print_text, write_file
from pitboss.cli.wall_clock import WallClock
from pitboss.printing.posting import Posting, posting_data, posting_of
from pitboss.printing.typesetting import PAPERS
from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor import read_floor, setup_of
from pitboss.table.times import is_day

FORMATS = ("table", "json", "pdf")
PAPER = "letter"
EPILOG = """examples:
  pitboss house post 4 --database house.db
  pitboss house post 4 --out rules-4.pdf --database house.db
  pitboss house post --all --paper a4 --out rules.pdf --database house.db
  pitboss house post 4 --sign --out sign-4.pdf --database house.db
  pitboss house post --all --floor my-floor.toml --out to-be-approved.pdf

An open table is posted by the setup that it was opened with, a closed one as it will be opened.
With --floor no house is needed: what a floor file would post, for those who approve it. The same
setup, --date and paper are the same file, byte for byte. A sign is one page for each table.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("tables", metavar="TABLE", nargs="*", help="the tables by their ids")
    add("--all", action="store_true", help="every table of the floor")
    add("--sign", action="store_true", help="the sign to stand on the table, in large type")
    add("--floor", metavar="MY.TOML", help="tables of a floor file, rather than of a house")
    add("--date", metavar="DAY", default="", help="the day to print; today without it")
    add("--paper", choices=sorted(PAPERS), help=f"of a PDF; {PAPER} without it")
    add("--format", choices=FORMATS, help="a table, unless --out ends with .json or .pdf")
    add("--out", metavar="FILE", help="write there; its ending says the format")
    add_file(parser)
    add_database(parser)


def run(arguments: Namespace) -> int:
    """Print or write what is posted."""
    form = _checked(arguments)
    rulebook = rulebook_of(arguments)
    postings, zone = _known(arguments, rulebook)
    named = arguments.tables or list(postings)
    for id in named:
        if id not in postings:
            message = f'there is no table "{id}" on the floor'
            raise unreadable("no-such-table", message, did_you_mean(id, postings), "30-2803(1)")
    chosen = [postings[id] for id in named]
    if form == "json":
        return _give_json(arguments, chosen)
    if form == "pdf":
        date = arguments.date or WallClock(zone).date("")
        write_file(arguments.out, _pdf(arguments, chosen, date))
        print(f"{arguments.out}: {'sign' if arguments.sign else 'rules'} of {', '.join(named)}")
        return 0
    for at, posting in enumerate(chosen):
        if at:
            print()
        _tell(posting)
    return 0


def _checked(arguments: Namespace) -> str:
    """Return the format that is asked for; refuse what cannot be printed so."""
    ending = (arguments.out or "").rpartition(".")[2].lower()
    form = str(arguments.format or (ending if ending in FORMATS else "table"))
    if bool(arguments.tables) == arguments.all:
        message = "tables and --all are given" if arguments.all else "no table is named"
        raise unreadable("no-table-named", message, "name some tables, or give --all alone")
    if arguments.floor and arguments.database:
        message = "--floor needs no house"
        raise unreadable("idle-option", message, "leave --database out")
    if form == "pdf" and not arguments.out:
        raise unreadable("no-output", "PDF needs a file", "add --out rules.pdf")
    if form == "table" and arguments.out:
        message = f"{arguments.out} does not say its format"
        raise unreadable("format-not-offered", message, "end it with .pdf or .json")
    for option in ("paper", "date", "sign"):
        if form != "pdf" and getattr(arguments, option):
            message = f"--{option} changes nothing here"
            raise unreadable("idle-option", message, "leave it out, or add --out rules.pdf")
    if arguments.date and not is_day(arguments.date):
        message = f'"{arguments.date}" is no day'
        raise unreadable("unreadable-day", message, "write it as 2026-11-16")
    return form


def _known(arguments: Namespace, rulebook: Rulebook) -> tuple[Mapping[str, Posting], ZoneInfo]:
    """Return every posting of the floor that is asked for, and its time zone."""
    if arguments.floor:
        floor = read_floor(arguments.floor, rulebook)
        posted = {
            entry.id: posting_of(setup_of(floor, entry.id, rulebook), entry, floor)
            for entry in floor.tables
        }
        return posted, ZoneInfo(floor.timezone)
    with opened(arguments) as database:
        from pitboss.house.postings import postings_in
        from pitboss.house.standing import floor_of

        database.ready()
        with database.reading() as connection:
            posted = postings_in(connection, rulebook)
        stored = floor_of(database, rulebook)
        assert stored is not None, "a house that has tables has a floor"
        return posted, ZoneInfo(stored.timezone)


def _pdf(arguments: Namespace, postings: list[Posting], date: str) -> bytes:
    from pitboss.printing.posting_sheets import rules_sheets, table_signs

    make = table_signs if arguments.sign else rules_sheets
    return make(postings, __version__, date=date, paper=arguments.paper or PAPER)


def _give_json(arguments: Namespace, postings: list[Posting]) -> int:
    data = [posting_data(one) for one in postings]
    if not arguments.out:
        print_json(data)
        return 0
    import json

    write_file(arguments.out, json.dumps(data, indent=2, ensure_ascii=False).encode())
    print(f"{arguments.out}: {len(data)} posting{'s' * (len(data) != 1)}")
    return 0


def _tell(posting: Posting) -> None:
    print_text(f"Table {posting.table}: {posting.title} [{posting.cite}]", "bold")
    for name, value in posting.facts:
        print_text(f"  {name}: {value}")
    rows = []
    for wager in posting.wagers:
        first = (wager.title, wager.limits(posting.currency), wager.cite)
        for pay in wager.pays:
            notes = f" ({'; '.join(pay.notes)})" if pay.notes else ""
            rows.append((*first[:2], pay.label, f"{pay.pays}{notes}", first[2]))
            first = ("", "", "")
    print()
    print_table(("wager", "limits", "row", "pays", "paragraph"), rows)
    print()
    for rule in posting.rules:
        cite = f" [{rule.cite}]" if rule.cite else ""
        print_text(f"  {rule.title}: {rule.text}{cite}")
    for reading in posting.readings:
        print_text(f"  {reading.asks} Here: {reading.taken}. [{reading.cite}]")
    cite = f" [{posting.copy_cite}]" if posting.copy_cite else ""
    print_text(f"  {posting.copy}{cite}")
