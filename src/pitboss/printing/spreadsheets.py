"""Tables for spreadsheets: CSV and XLSX, in which no cell is ever a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from pitboss.refusals import unreadable
from pitboss.rulebook.pays import percent

FIGURE = re.compile(r"-?[0-9]+(/[0-9]+|(\.[0-9]+)?%)?")
"""A number, an exact fraction or a percentage: what a spreadsheet may take for one."""
PLACES = 4
"""Of a percentage."""
PERCENT = "0.00%"
"""How a workbook shows a share."""
MONEY, EXACTLY = "#,##0.00", "#,##0.00####"
"""How a workbook shows an amount: in cents, with less than a cent if there is any."""
WIDEST = 60
"""Letters that a column of a workbook has room for, at most."""
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f]")
"""Characters that no cell of a workbook can hold."""


class Page(NamedTuple):
    """A table with its name: texts, numbers that stay numbers, and shares, which are Fractions."""

    title: str
    heads: Sequence[str]
    rows: Iterable[Sequence[object]]


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
        from openpyxl.utils import get_column_letter
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
        lines = [heads, *rows]
        for at, column in enumerate(zip(*lines, strict=True), 1):
            page.column_dimensions[get_column_letter(at)].width = _width(column)
        for number, values in enumerate(lines):
            cells = []
            for value in values:
                cell = WriteOnlyCell(page)
                if isinstance(value, str):
                    cell.value, cell.data_type = CONTROLS.sub("", value), "s"  # never a formula
                elif isinstance(value, Fraction):
                    cell.value, cell.number_format = _share(value), PERCENT
                else:
                    cell.value = value
                    if isinstance(value, Decimal):
                        cell.number_format = MONEY if value == round(value, 2) else EXACTLY
                if not number:
                    cell.font = Font(bold=True)
                cells.append(cell)
            page.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _width(column: Sequence[object]) -> int:
    """Return the letters that a column needs; a share is shorter than it is exact."""
    texts = [percent(one, 2) if isinstance(one, Fraction) else f"{one}" for one in column]
    return min(max(map(len, texts)) + 2, WIDEST)


def _share(value: Fraction) -> Decimal:
    """Return a share as a number, rounded once as its percentage is."""
    return Decimal(round(value * 10 ** (PLACES + 2))).scaleb(-PLACES - 2)


def _inert(value: object) -> object:
    """Return a cell of a CSV file that no spreadsheet runs."""
    if isinstance(value, Fraction):
        return percent(value, PLACES)
    if isinstance(value, str) and value[:1] in tuple("=+-@\t\r") and not FIGURE.fullmatch(value):
        return f"'{value}"
    return value
