"""Tables for spreadsheets: CSV and XLSX, in which no cell is ever a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.odds import Analysis
from pitboss.odds.records import lines_of
from pitboss.refusals import unreadable

FIGURE = re.compile(r"-?[0-9]+(/[0-9]+)?")
"""A number or an exact fraction: what a spreadsheet may take for one."""
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f]")
"""Characters that no cell of a workbook can hold."""


class Page(NamedTuple):
    """A table with its name: texts, and numbers that stay numbers."""

    title: str
    heads: Sequence[str]
    rows: Iterable[Sequence[object]]


def csv_of(sheets: Sequence[Analysis], *, rows: bool = False) -> bytes:
    """Return analyses as CSV, a line for each; with ``rows`` a line for each row of a pay table."""
    return csv_bytes(_page("rows" if rows else "wagers", sheets, rows=rows))


def xlsx_of(sheets: Sequence[Analysis]) -> bytes:
    """Return analyses as a workbook: a sheet with a line for each, and one with all their rows."""
    return xlsx_bytes([_page("wagers", sheets, rows=False), _page("rows", sheets, rows=True)])


def _page(title: str, sheets: Sequence[Analysis], *, rows: bool) -> Page:
    """Return analyses as a table, with the same columns whatever is selected."""
    lines = lines_of(sheets, rows=rows)
    return Page(title, list(lines[0]), [list(line.values()) for line in lines])


def csv_bytes(page: Page) -> bytes:
    """Return a table as CSV. A text that a spreadsheet would run begins with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(page.heads)
    writer.writerows([_inert(value) for value in row] for row in page.rows)
    return out.getvalue().encode()


def xlsx_bytes(pages: Iterable[Page]) -> bytes:
    """Return tables as a workbook, a sheet for each."""
    try:
        from openpyxl import Workbook
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Font
    except ImportError:
        raise unreadable(
            "no-openpyxl",
            "workbooks are written by openpyxl, which is missing",
            "install pitboss[excel]",
        ) from None
    book = Workbook(write_only=True)
    for title, heads, rows in pages:
        page = book.create_sheet(title)
        page.freeze_panes = "A2"
        for number, values in enumerate([heads, *rows]):
            cells = []
            for value in values:
                cell = WriteOnlyCell(page)
                if isinstance(value, str):
                    cell.value, cell.data_type = CONTROLS.sub("", value), "s"  # never a formula
                else:
                    cell.value = value
                if not number:
                    cell.font = Font(bold=True)
                cells.append(cell)
            page.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _inert(value: object) -> object:
    """Return a cell of a CSV file that no spreadsheet runs."""
    if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") and not FIGURE.fullmatch(value):
        return f"'{value}"
    return value
