"""Analyses for spreadsheets."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.odds import Analysis
from pitboss.odds.records import lines_of
from pitboss.printing.spreadsheets import Page, csv_bytes, xlsx_bytes


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
