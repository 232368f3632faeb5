"""A report on paper: the table that the command line prints, with the hash of the record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

from pitboss.jackpot.replaying import floor_hash
from pitboss.jackpot.reports import FloorRecord, Report, Selection
from pitboss.jackpot.reports.luck import LUCK_SAID, LUCK_WORDS, Luck
from pitboss.printing.numerals import MINUS, breakable
from pitboss.printing.report_tables import Table, table_of
from pitboss.printing.typesetting import typeset
from pitboss.refusals import unreadable

TEMPLATE = "report.typ"
MOST_ROWS = 5_000
"""More go into a spreadsheet, not on paper."""
LARGE_PT, SMALL_PT = 8, 6.8
LETTER_MM, GAP_MM = 0.175, 2.4
"""About what a letter takes of each point of its size, and the space between columns."""
UPRIGHT_MM, ON_ITS_SIDE_MM = 180, 240
"""How wide a table may be on a sheet, whichever way it lies."""
HEADS = {"z": "z: off by, s.d.", "luck": "Is it luck?"}
"""What is headed in other words than by its key."""
STATES = {
    "closed": "closing count taken",
    "open": "closing count to take",
    "in a round": "in a round",
    "not counted": "not counted",
}
"""How a table stands in its day: only tables and the day of the house are open or closed."""
HOW_TAKINGS = (
    "Edge and expected are by the exact odds on a full shoe, before rounding; nothing is expected "
    "here of wagers that a meter decides. z is the difference of win and expected in standard "
    f"deviations, from the exact variance of each bet. {LUCK_WORDS}"
)
HOW_SUMS = (
    " Wagers of one round hang together: of several wagers the deviations are added up, which is "
    "the farthest that luck can take them, so that their z is at least what is printed."
)
HOW_APART = (
    " Tables and days are independent of each other: what is said of luck takes that into account."
)


def report_sheet(
    name: str,
    report: Report,
    record: FloorRecord,
    selection: Selection,
    version: str,
    *,
    paper: str = "letter",
) -> bytes:
    """Return the PDF of a report: the same bytes for the same record, on any day."""
    table = table_of(report, report.listed(record, selection), record.floor.currency)
    if len(table.rows) > MOST_ROWS:
        message = f"{name} has {len(table.rows):,} rows, and {MOST_ROWS:,} go on paper"
        raise unreadable("too-many-rows", message, "select a day, or take CSV or XLSX")
    contents = {
        "title": report.title,
        "summary": report.summary,
        "floor": record.floor.name,
        "of": ", ".join(selected(selection)) or "everything on record",
        "until": max(record.times.values(), default="").replace("T", " "),
        "hash": floor_hash(record.heads),
        "note": note_of(name),
        **_laid_out(as_read(table)),
    }
    return typeset(TEMPLATE, {"report": json.dumps(contents), "version": version}, paper)


def selected(selection: Selection) -> Iterator[str]:
    """Yield in words what a report is narrowed to.

    >>> list(selected(Selection(day="2026-11-16", shift=2)))
    ['day 2026-11-16', 'shift 2']
    """
    for key, value in selection._asdict().items():
        if value:
            yield f"{key} {value}"


def note_of(name: str) -> str:
    """Return how the figures of a report are reckoned; empty where they say it themselves."""
    if name.startswith("takings"):
        return HOW_TAKINGS + (HOW_SUMS + HOW_APART if name != "takings" else "")
    return ""


def as_read(table: Table) -> Table:
    """Return a table as people read it on a page and on paper: its heads, figures and verdicts."""
    figures = set(table.right)
    heads = [HEADS.get(head, f"{head[:1].upper()}{head[1:]}") for head in table.heads]
    rows = [
        [
            cell.replace("-", MINUS) if at in figures else _said(table.heads[at], cell)
            for at, cell in enumerate(row)
        ]
        for row in table.rows
    ]
    return Table(heads, rows, table.right)


def _said(head: str, cell: str) -> str:
    """Return what may be said of luck, and how a table stands in its day, in words."""
    if head == "luck":
        return LUCK_SAID[cast(Luck, cell)]
    return STATES.get(cell, cell) if head == "state" else cell


def _laid_out(table: Table) -> dict[str, object]:
    """Return a table for the template; its longest column of texts takes what room is left."""
    figures = set(table.right)
    longest = [
        max(len(head), *(len(row[at]) for row in table.rows), 0)
        for at, head in enumerate(table.heads)
    ]

    def needs(size: float) -> float:
        return LETTER_MM * size * sum(longest) + GAP_MM * len(longest)

    size = LARGE_PT if needs(LARGE_PT) <= ON_ITS_SIDE_MM else SMALL_PT
    texts = [at for at in range(len(longest)) if at not in figures]
    grows = max(texts, key=lambda at: longest[at]) if needs(size) <= ON_ITS_SIDE_MM else None
    return {
        "wide": needs(size) > UPRIGHT_MM,
        "size": size,
        "grows": grows,
        "heads": table.heads,
        "figures": [at in figures for at in range(len(longest))],
        "rows": [
            [cell if at in figures else breakable(cell) for at, cell in enumerate(row)]
            for row in table.rows
        ],
    }
