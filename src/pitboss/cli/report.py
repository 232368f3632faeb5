"""``pitboss report``: Print what a verified journal of a floor says of tables and jackpots."""

from __future__ import annotations

import contextlib
import io
import sys
from argparse import ArgumentParser, Namespace

from pitboss import __version__
from pitboss.cli.asked import whole
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, print_json, print_table, print_text, write_file
from pitboss.cli.progress import Bar
from pitboss.cli.replay import journal_lines
from pitboss.jackpot.replaying import floor_hash
from pitboss.jackpot.reports import OVERVIEW, REPORTS, FloorReader, FloorRecord, Report, Selection
from pitboss.jackpot.reports.close import DayClose, day_close
from pitboss.jackpot.reports.data import close_data, row_data
from pitboss.jackpot.reports.win import win
from pitboss.printing.report_tables import Table, page_of, table_of
from pitboss.printing.spreadsheets import Page, csv_bytes, xlsx_bytes
from pitboss.printing.typesetting import PAPERS
from pitboss.printing.won import win_data, win_page_of
from pitboss.refusals import did_you_mean, shown, unreadable
from pitboss.table.times import is_day

FORMATS = ("table", "json", "csv", "xlsx", "pdf")
WIN, CLOSE = "win", "close"
PAGES = (WIN, CLOSE)
"""Reports that are a page to print and sign."""
SUMMARIES = {name: report.summary for name, report in REPORTS.items()}
SUMMARIES[WIN] = "the page of one hit, for accounting (PDF, JSON)"
SUMMARIES[CLOSE] = "the close of a gaming day or shift, to be signed (PDF, JSON)"
PAPER = "letter"
EPILOG = """reports:
{reports}

examples:
  pitboss floor --script evening.script --journal evening.jsonl
  pitboss report evening.jsonl
  pitboss report evening.jsonl movement --jackpot sun-7 --day 2026-11-16
  pitboss report evening.jsonl adjustments --format csv --out adjustments.csv
  pitboss report evening.jsonl takings-by-wager --table 12 --out wagers.pdf
  pitboss report evening.jsonl --out everything.xlsx
  pitboss report evening.jsonl win --jackpot sun-7 --hit 1 --out win.pdf
  pitboss report evening.jsonl close --day 2026-11-16 --out close.pdf --paper a4
  pitboss report evening.jsonl close --day 2026-11-16 --table 12 --shift 1 --out shift.pdf

The journal is verified while it is read, as `pitboss replay` does it: nothing is reported of one
that is broken. A gaming day begins when the floor file says. Amounts in JSON are whole cents or
micros (millionths), as the keys say; elsewhere they are money, with what is below the cent.
docs/REPORTS.md shows an example of each.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    listed = "\n".join(f"  {name:18}{summary}" for name, summary in SUMMARIES.items())
    parser.epilog = EPILOG.format(reports=listed)
    parser.add_argument(
        "journal", metavar="JOURNAL", help="as `pitboss floor` writes it; - for stdin"
    )
    add_options(parser)


def add_options(parser: ArgumentParser) -> None:
    """Add which report is asked for, and how it is written."""
    add = parser.add_argument
    add("report", metavar="REPORT", nargs="?", default="", help="see below; without it an overview")
    add("--jackpot", metavar="ID", default="", help="this jackpot alone")
    add("--day", metavar="DAY", default="", help="this gaming day alone, such as 2026-11-16")
    add("--format", choices=FORMATS, help="a table, unless --out has another ending")
    add("--out", metavar="FILE", help="write there; its ending says the format (.csv, .xlsx)")
    add("--hit", type=whole, metavar="N", help="of a win page: which hit of the jackpot")
    add("--table", metavar="ID", default="", help="this table alone")
    add("--shift", type=whole, metavar="N", help="this shift alone")
    add("--currency", metavar="CODE", default="", help="this currency alone, such as USD")
    add("--wager", metavar="WAGER", default="", help="of takings: this wager alone")
    add("--paper", choices=sorted(PAPERS), help=f"of a PDF; {PAPER} without it")
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Verify the journal, and print or write the report."""
    check(arguments)
    with Bar("verifying") as progress:
        lines = journal_lines(arguments.journal, progress)
        record = FloorReader(rulebook_of(arguments)).read(lines)
    return report(record, arguments)


def report(record: FloorRecord, arguments: Namespace) -> int:
    """Print or write what a record says."""
    if arguments.jackpot:
        record.jackpot(arguments.jackpot)
    if arguments.table:
        record.floor.table(arguments.table)
    if arguments.format in ("csv", "xlsx", "pdf"):
        content = _file(record, arguments)
    elif not arguments.out:
        _print(record, arguments)
        return 0
    else:
        with contextlib.redirect_stdout(text := io.StringIO()):
            _print(record, arguments)
        content = text.getvalue().encode()
    if not arguments.out:
        sys.stdout.write(content.decode())
        return 0
    write_file(arguments.out, content)
    print(f"{arguments.out}: {arguments.report or 'overview'}")
    return 0


def check(arguments: Namespace) -> None:
    """Refuse what cannot be reported so; a format that is not given is that of the file."""
    name = arguments.report
    if name not in ("", *SUMMARIES):
        remedy = did_you_mean(name, SUMMARIES)
        raise unreadable("unknown-report", f'"{name}" is no report', remedy)
    ending = (arguments.out or "").rpartition(".")[2].lower()
    usual = "pdf" if name in PAGES else "table"
    arguments.format = arguments.format or (ending if ending in FORMATS else usual)
    forms = ("json", "pdf") if name in PAGES else FORMATS
    if arguments.format not in forms:
        message = f"{name or 'the overview'} is not printed as {arguments.format}"
        raise unreadable("format-not-offered", message, f"use --format {' or '.join(forms)}")
    if arguments.format in ("pdf", "xlsx") and not arguments.out:
        remedy = f"add --out {name or 'report'}.{arguments.format}"
        raise unreadable("no-output", f"{arguments.format.upper()} needs a file", remedy)
    if name == WIN and not (arguments.jackpot and arguments.hit):
        raise unreadable(
            "no-hit-named", "a win page is of one hit", "add --jackpot ID --hit N; see report wins"
        )
    if name == CLOSE and not arguments.day:
        message = "a close is of one gaming day"
        raise unreadable("no-day-named", message, "add --day DAY; see report day")
    idle = {option: option not in _narrowed_by(name) for option in Selection._fields}
    idle |= {"hit": name != WIN, "paper": arguments.format != "pdf"}
    for option, changes_nothing in idle.items():
        if getattr(arguments, option) and changes_nothing:
            raise unreadable("idle-option", f"--{option} changes nothing here", "leave it out")
    if arguments.day and not is_day(arguments.day):
        raise unreadable("unreadable-day", f'"{arguments.day}" is no day', "write it as 2026-11-16")


def _narrowed_by(name: str) -> tuple[str, ...]:
    pages = {WIN: ("jackpot",), CLOSE: ("day", "table", "shift")}
    return pages.get(name) or REPORTS.get(name, OVERVIEW).narrowed_by


def _selection(arguments: Namespace) -> Selection:
    return Selection(*(getattr(arguments, key) for key in Selection._fields))


def _file(record: FloorRecord, arguments: Namespace) -> bytes:
    """Return a report for a spreadsheet, or a page."""
    name, selection = arguments.report, _selection(arguments)
    if name == WIN:
        from pitboss.printing.win_page import win_page

        won = win(record, arguments.jackpot, arguments.hit)
        return win_page(win_page_of(won), __version__, paper=arguments.paper or PAPER)
    if name == CLOSE:
        from pitboss.printing.day_close import day_close_sheet

        return day_close_sheet(
            _close(record, arguments), __version__, paper=arguments.paper or PAPER
        )
    title, asked_for = name or "overview", REPORTS.get(name, OVERVIEW)
    if arguments.format == "pdf":
        from pitboss.printing.report_sheet import report_sheet

        paper = arguments.paper or PAPER
        return report_sheet(title, asked_for, record, selection, __version__, paper=paper)

    def page(title: str, report: Report) -> Page:
        return page_of(title, report, report.listed(record, selection))

    if arguments.format == "csv":
        return csv_bytes(page(title, asked_for))
    others = {} if name else REPORTS
    return xlsx_bytes(page(*one) for one in ({title: asked_for} | others).items())


def _print(record: FloorRecord, arguments: Namespace) -> None:
    """Print a report as a table or as JSON."""
    name, selection = arguments.report, _selection(arguments)
    asked_for = REPORTS.get(name, OVERVIEW)
    if name == WIN:
        print_json(win_data(win(record, arguments.jackpot, arguments.hit)))
    elif name == CLOSE:
        print_json(close_data(_close(record, arguments)))
    elif arguments.format == "json":
        about = {"file": arguments.journal, "report": name or "overview"}
        about |= {"floor": record.floor.name, "hash": floor_hash(record.heads)}
        rows = [row_data(row) for row in asked_for.of(record, selection)]
        listed = {} if name else {"reports": SUMMARIES}
        print_json({**about, "rows": rows, **listed})
    else:
        asked = [str(part) for part in selection if part]
        print_text(", ".join((f"{shown(record.floor.name)}: {name or 'jackpots'}", *asked)), "bold")
        rows_of = asked_for.listed(record, selection)
        _print_table(table_of(asked_for, rows_of, record.floor.currency))
        if not name:
            print()
            print_table(("report", "what it tells"), list(SUMMARIES.items()))


def _close(record: FloorRecord, arguments: Namespace) -> DayClose:
    return day_close(record, arguments.day, arguments.table, arguments.shift)


def _print_table(table: Table) -> None:
    if table.rows:
        print_table(table.heads, table.rows, right=table.right)
    else:
        print("  nothing to report")
