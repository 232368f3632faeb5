"""Analyses for spreadsheets: CSV and XLSX, with the same columns whatever is selected."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from pitboss.odds import Analysis
from pitboss.odds.records import lines_of
from pitboss.refusals import unreadable

FIGURE = re.compile(r"-?[0-9]+(/[0-9]+)?")
"""A number or an exact fraction: what a spreadsheet may take for one."""
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f]")
"""Characters that no cell of a workbook can hold."""


def csv_of(sheets: Sequence[Analysis], *, rows: bool = False) -> bytes:
    """Return analyses as CSV, a line for each; with ``rows`` a line for each row of a pay table.

    A text that a spreadsheet would run as a formula begins with an apostrophe.
    """
    lines = lines_of(sheets, rows=rows)
    out = io.StringIO()
    writer = csv.DictWriter(out, lines[0], lineterminator="\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({name: _inert(value) for name, value in line.items()})
    return out.getvalue().encode()


def xlsx_of(sheets: Sequence[Analysis]) -> bytes:
    """Return analyses as a workbook: a sheet with a line for each, and one with all their rows."""
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
    for title, rows in (("wagers", False), ("rows", True)):
        lines = lines_of(sheets, rows=rows)
        page = book.create_sheet(title)
        page.freeze_panes = "A2"
        for number, values in enumerate([list(lines[0]), *(line.values() for line in lines)]):
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
