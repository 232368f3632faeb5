"""``pitboss house search``: Find lines of the record, newest first."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from pitboss.cli.databases import add_database, opened
from pitboss.cli.output import add_format, print_json, print_table, print_text
from pitboss.cli.progress import Bar
from pitboss.refusals import shown, unreadable

if TYPE_CHECKING:
    from pitboss.house.database import Database
    from pitboss.house.journal.searching import FoundLine, Page

EPILOG = """examples:
  pitboss house search --table 3 --from 2026-11-16T20:00 --to 2026-11-16T21:00
  pitboss house search --person 2207 --kind FillTray
  pitboss house search --wager tie --amount 500..1000 --format json
  pitboss house search --refusal above-maximum --table 3
  pitboss house search --refusal --size 200
  pitboss house search --rebuild --database house.db

All terms must hold. Times are those of the floor's clock; a day, or a minute, is all of it. A
person is whoever gave a line or is named in it; an amount is any that a command or fact names. Of
more than 1,000 lines it is said that there are more; --cursor goes on where a page ended.
--rebuild makes the index anew from the lines, while nobody writes: for one that `verify` refuses.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("--table", metavar="ID", help="of one table: like --stream table/ID")
    add("--stream", metavar="NAME", help="of one stream, such as link/sun-7 or house")
    add("--from", metavar="TIME", dest="since", default="", help="not before it")
    add("--to", metavar="TIME", dest="until", default="", help="not after it")
    add("--person", metavar="NAME", default="", help="who gave the line, or is named in it")
    add("--wager", metavar="ID", default="", help="the line names it")
    add("--amount", metavar="AMOUNT", default="", help="such as 25, 25..100 or 1000..")
    add(
        "--refusal",
        metavar="CODE",
        nargs="?",
        const="refused",
        default="",
        help="any, or a code; accepted is none",
    )
    add("--kind", metavar="KIND", default="", help="of the command or a fact, such as PlaceBet")
    add("--round", metavar="N", type=int, help="of this number")
    add("--size", metavar="N", type=int, default=50, help="lines of a page (50)")
    add("--cursor", metavar="CURSOR", default="", help="where the page before ended")
    add("--rebuild", action="store_true", help="make the index of the journal anew")
    add_database(parser)
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Search and print, or make the index anew."""
    if arguments.stream and arguments.table:
        raise unreadable("option-given-twice", "--table names a stream too", "keep one of them")
    if not 1 <= arguments.size <= 1_000_000:
        raise unreadable("bad-size", f"a page of {arguments.size} lines", "give 1 or more")
    with opened(arguments) as database:
        if arguments.rebuild:
            return _rebuilt(database)
        page, timezone = _searched(database, arguments)
        if arguments.format == "json":
            print_json(_data(page, timezone))
        else:
            _print(page, timezone)
    return 0


def _rebuilt(database: Database) -> int:
    from pitboss.house.journal.indexing import rebuild

    with Bar("indexing") as progress:
        lines = rebuild(database, progress)
    print_text(f"{database.name}: {lines:,} lines are found again")
    return 0


def _searched(database: Database, arguments: Namespace) -> tuple[Page, str]:
    from pitboss.house.journal.asking import Terms
    from pitboss.house.journal.searching import search
    from pitboss.house.loading import load_floor

    stream = f"table/{arguments.table}" if arguments.table else arguments.stream or ""
    database.ready()
    with database.reading() as connection:
        timezone = load_floor(connection, tables=frozenset()).floor.timezone
        names = (name for name in Terms._fields if name not in ("stream", "round"))
        given = {name: getattr(arguments, name) for name in names}
        number = "" if arguments.round is None else str(arguments.round)
        asked = Terms(stream=stream, round=number, **given).read(timezone)
        return search(connection, asked, arguments.cursor, arguments.size), timezone


def _data(page: Page, timezone: str) -> dict[str, object]:
    from pitboss.house.journal.steps import page_data

    return page_data(page, timezone)


def _print(page: Page, timezone: str) -> None:
    if page.lines:
        heads = ("time", "stream", "line", "by", "round", "asked", "came of it")
        print_table(heads, [_row(one, timezone) for one in page.lines], right=(2, 4))
    print_text(f"{page.counted} line{'' if page.counted == '1' else 's'}", "dim")
    if page.cursor is not None:
        print_text(f"more: --cursor {page.cursor}", "dim")


def _row(found: FoundLine, timezone: str) -> tuple[str, ...]:
    from pitboss.house.clock import local_time
    from pitboss.house.journal.steps import script_of

    line = found.line
    assert line.command is not None, "a line of today's schema"
    asked = script_of(line.command) or type(line.command).__name__
    came = ", ".join(type(fact).__name__ for fact in line.facts)
    if line.refusal is not None:
        came = f"refused: {line.refusal.code}"
    return (
        local_time(line.at, timezone).replace("T", " "),
        line.stream,
        str(line.sequence),
        shown(line.actor),
        "" if line.round is None else str(line.round),
        shown(asked[:60]),
        came,
    )
