"""Rows of reports as tables, as spreadsheets and as JSON: amounts by the last word of their key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, get_type_hints

from pitboss.jackpot.reports import Report, Row
from pitboss.jackpot.telling import money
from pitboss.printing.spreadsheets import Page
from pitboss.refusals import shown
from pitboss.rulebook.pays import percent
from pitboss.settle.accounts import MICROS_PER_CENT

UNITS = {"_micros": 1, "_cents": MICROS_PER_CENT}
"""How many micros a key counts in, by its ending."""
FIGURES = (int, int | None, Fraction, Fraction | None, Decimal | None)
TIMES = ("time", "paid_at")


class Table(NamedTuple):
    """A report as people read it; ``right`` names the columns of figures."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[int]


def heading(key: str) -> str:
    """Return how a column is headed.

    >>> heading("new_amount_cents"), heading("row")
    ('new amount', 'row')
    """
    for unit in UNITS:
        key = key.removesuffix(unit)
    return key.replace("_", " ")


def table_of(report: Report, rows: Iterable[Row], currency: str) -> Table:
    """Return rows of a report as a table of texts, in a currency where they name none."""
    hints = get_type_hints(report.kind)
    right = [at for at, key in enumerate(report.fields) if hints[key] in FIGURES]
    texts = [_texts(report, row, getattr(row, "currency", currency)) for row in rows]
    return Table([heading(key) for key in report.fields], texts, right)


def _texts(report: Report, row: Row, currency: str) -> list[str]:
    unknown = getattr(row, "unknown", ())
    return [
        "" if key in unknown else _text(key, getattr(row, key), currency) for key in report.fields
    ]


def _text(key: str, value: object, currency: str) -> str:
    unit = _unit(key)
    if value is None:
        return ""
    if isinstance(value, int):
        return money(value * unit, currency) if unit else str(value)
    if isinstance(value, Fraction):
        return percent(value, 2)
    if isinstance(value, tuple):
        return ", ".join(f"{who} {_text(key, amount, currency)}" for who, amount in value)
    return shown(str(value)).replace("T", " ") if key in TIMES else shown(str(value))


def page_of(title: str, report: Report, rows: Iterable[Row]) -> Page:
    """Return rows of a report for a spreadsheet: amounts in units of the currency, shares exact."""
    cells = [[_cell(key, getattr(row, key)) for key in report.fields] for row in rows]
    return Page(title, [heading(key) for key in report.fields], cells)


def _cell(key: str, value: object) -> object:
    unit = _unit(key)
    if isinstance(value, int):
        return amount(value * unit) if unit else value
    if isinstance(value, tuple):
        return ", ".join(f"{who} {_cell(key, one)}" for who, one in value)
    return value


def amount(micros: int) -> Decimal:
    """Return micros in units of the currency, exactly: cents always, less than a cent if any.

    >>> str(amount(5_000_100_000)), str(amount(-123_457))
    ('5000.10', '-0.123457')
    """
    exact = Decimal(micros).scaleb(-6)
    return exact if micros % MICROS_PER_CENT else exact.quantize(Decimal("0.01"))


def _unit(key: str) -> int:
    return next((unit for ending, unit in UNITS.items() if key.endswith(ending)), 0)
