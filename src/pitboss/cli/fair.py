"""``pitboss fair``: Check virtual cards and dice on record against the seeds committed to."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from pitboss.cli.databases import add_database, opened
from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.cli.progress import Bar
from pitboss.cli.replay import journal_lines
from pitboss.refusals import Unreadable, unreadable
from pitboss.table.record.journal import entries

if TYPE_CHECKING:
    from pitboss.house.chance.fairness import Fairness

HEADS = ("table", "fair", "checked", "open", "not checked", "entered")
EPILOG = """examples:
  pitboss house export evening.jsonl --database house.db
  pitboss fair evening.jsonl
  pitboss fair --database house.db

Before a shoe is dealt, or dice are thrown, the record shows a hash of the seed that they follow
from; after it, the seed. Every seed is held against its hash, and every card and throw against the
seed: nobody chose them once bets were made. A commitment is the SHA-256 of these three lines and
the seed's bytes after them:

  pitboss chance 1
  table NUMBER
  shoe N (or round N, or throw N)

The seed's first 32 bytes are the entropy and the others the nonce of HMAC_DRBG with SHA-256 (NIST
SP 800-90A), whose personalization is "pitboss shoe" (or cut, cups, roll). Of each number from 0 to
n - 1 four bytes are drawn, again if they are not below the last multiple of n; a shoe is shuffled
from its last card down, each card changing places with one not above it. Open is what is not over;
entered are cards and throws of no seed.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    parser.add_argument(
        "journal",
        metavar="JOURNAL",
        nargs="?",
        help="a journal, as `pitboss house export` writes it; - for stdin; without it the database",
    )
    add_database(parser)
    add_file(parser)
    add_format(parser)


def run(arguments: Namespace) -> int:
    """Check and print; the first card or throw that does not fit is raised as one line."""
    if arguments.journal and arguments.database:
        raise unreadable(
            "option-given-twice", "a journal and a database are named", "keep one of them"
        )
    try:
        name, tables = _checked(arguments)
    except Unreadable as error:
        if arguments.format == "json":
            print_json({"fair": False, "refusal": error.refusal.data})
        raise
    if arguments.format == "json":
        print_json({"name": name, "fair": True, "tables": [_data(table) for table in tables]})
    else:
        _print(name, tables)
    return 0


def _checked(arguments: Namespace) -> tuple[str, tuple[Fairness, ...]]:
    """Return what was checked, by its name."""
    from pitboss.house.chance.fairness import check_fairness

    rulebook = rulebook_of(arguments)
    with Bar("checking") as progress:
        if arguments.journal:
            lines = journal_lines(arguments.journal, progress)
            return arguments.journal, check_fairness(entries(lines), rulebook)
        with opened(arguments) as database:
            from pitboss.house.exporting import export_lines

            database.ready()
            with database.reading() as connection:
                lines = export_lines(connection, progress=progress)
                return database.name, check_fairness(entries(lines), rulebook)


def _data(table: Fairness) -> dict[str, object]:
    return {
        "id": table.stream.removeprefix("table/"),
        "fair": {f"{kind}s": count for kind, count in sorted(table.fair.items())},
        "checked": table.checked,
        "open": table.open or None,
        "not_checked": table.unchecked,
        "entered": table.entered,
        "given_up": [
            {"what": one.what, "reason": one.reason, "checked": one.checked}
            for one in table.given_up
        ],
    }


def _print(name: str, tables: tuple[Fairness, ...]) -> None:
    print_table(HEADS, [_row(table) for table in tables])
    for table in tables:
        for one in table.given_up:
            checked = "checked so far" if one.checked else "not checked"
            print_text(f"{one.stream}: {one.what} was given up, {checked}: {one.reason}")
    total = sum(table.checked for table in tables)
    print_text(f"{name}: {total:,} cards and throws follow from the seeds committed to", "bold")


def _row(table: Fairness) -> tuple[str, ...]:
    fair = ", ".join(
        f"{count:,} {kind}{'s' if count > 1 else ''}" for kind, count in sorted(table.fair.items())
    )
    figures = (table.checked, table.unchecked, table.entered)
    checked, unchecked, entered = (f"{figure:,}" for figure in figures)
    id = table.stream.removeprefix("table/")
    return id, fair or "-", checked, table.open or "-", unchecked, entered
