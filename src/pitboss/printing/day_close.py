"""The close of a gaming day or a shift on paper: to be counted against, explained and signed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

from pitboss.jackpot.names import jackpot_name
from pitboss.jackpot.reports.close import DayClose, JackpotClose, OpenMatter, TableClose
from pitboss.jackpot.reports.day import CountRow
from pitboss.jackpot.reports.luck import LUCK_SAID, Luck, told
from pitboss.jackpot.reports.sheets import Recount
from pitboss.jackpot.reports.sums import SumRow
from pitboss.jackpot.reports.takings import Expectation
from pitboss.jackpot.telling import money
from pitboss.printing.numerals import MINUS, breakable, deviations, percent
from pitboss.printing.report_sheet import HOW_SUMS, HOW_TAKINGS, STATES
from pitboss.printing.typesetting import typeset
from pitboss.rulebook.pays import Money

TEMPLATE = "day_close.typ"
NOT_COUNTED = "not counted"

WITHOUT_METERS = "Takings of jackpot wagers do not contain what meters paid."

Contents = dict[str, object]
Facts = list[tuple[str, str]]


def day_close_sheet(close: DayClose, version: str, *, paper: str = "letter") -> bytes:
    """Return the PDF of a close: the same bytes for the same record, on any day."""
    return typeset(TEMPLATE, {"close": json.dumps(contents(close)), "version": version}, paper)


def _state(table: TableClose) -> str:
    """Return how a table stands in its day; one that is open may have yet to be counted at all."""
    row = table.row
    if row.state == "closed" and not table.open:
        return "closed"
    return "opening count to take" if row.opening_due else STATES[row.state]


def _day_state(close: DayClose, unexplained: int) -> str:
    """Return how the day stands: it may be closed while variances are not explained."""
    if not unexplained:
        return f"The day is {close.house}"
    are = "1 variance is" if unexplained == 1 else f"{unexplained} variances are"
    return f"The day is {close.house}; {are} not explained"


def contents(close: DayClose) -> Contents:
    """Return everything that the sheet of a close says, as data for the template."""
    of_shift = "" if close.shift is None else f"Shift {close.shift}, "
    unexplained = sum(one.unexplained for one in close.tables)
    single = f"table {close.tables[0].row.table}" if len(close.tables) == 1 else "all tables"
    return {
        "floor": close.floor,
        "what": "Day close" if close.shift is None else "Shift close",
        "day": close.day,
        "of": f"{of_shift}{single}",
        "state": _day_state(close, unexplained),
        "closed": close.house == "closed" and not unexplained,
        "until": close.until.replace("T", " "),
        "tables": [_summary(one) for one in close.tables],
        "totals": [] if close.shift is not None else list(_totals(close)),
        "matters": [
            (one.table, breakable(one.says), matter_amount(one, currency_of(close, one.table)))
            for one in close.matters
        ],
        "jackpots": [_jackpot(one) for one in close.jackpots],
        "without_meters": WITHOUT_METERS,
        "sections": [_section(one, close.shift) for one in close.tables],
        "how": HOW_TAKINGS + HOW_SUMS,
        "hash": close.hash,
    }


def _jackpot(one: JackpotClose) -> list[str]:
    cents = (amount(cents, one.currency) for cents in (one.paid_cents, one.backed_out_cents))
    advanced = money(one.advanced_micros, one.currency).replace("-", MINUS)
    advanced = advanced if "." in advanced else f"{advanced}.00"
    return [jackpot_name(one.jackpot), *cents, advanced]


def _summary(table: TableClose) -> list[str]:
    row = table.row
    amounts = (
        *(row.opening_cents, row.fills_cents, row.credits_cents, row.drop_cents),
        *(row.closing_cents, row.win_cents),
    )
    looked = any(one.kind != "opening" for one in table.counts)
    variance = signed(row.variance_cents, row.currency) if looked else NOT_COUNTED
    return [row.table, _state(table), *(amount(cents, row.currency) for cents in amounts), variance]


def _totals(close: DayClose) -> Iterator[list[str]]:
    """Yield the sums of the tables that are closed; currencies are never added up."""
    closed = [one.row for one in close.tables if one.row.win_cents is not None]
    for currency in dict.fromkeys(row.currency for row in closed):
        rows = [row for row in closed if row.currency == currency]
        sums = (
            sum(row.opening_cents or 0 for row in rows),
            sum(row.fills_cents for row in rows),
            sum(row.credits_cents for row in rows),
            sum(row.drop_cents for row in rows),
            sum(row.closing_cents or 0 for row in rows),
            sum(row.win_cents or 0 for row in rows),
        )
        variance = signed(sum(row.variance_cents for row in rows), currency)
        yield [f"{len(rows)} counted", "", *(amount(cents, currency) for cents in sums), variance]


def _section(table: TableClose, shift: int | None) -> Contents:
    row, whole = table.row, table.together
    return {
        "title": f"Table {row.table}, {table.game}",
        "state": _state(table),
        "counts": [_count(one) for one in table.counts],
        "recounts": [_recount(one, row.currency) for one in table.recounts],
        "variances": [
            (variance_text(one), breakable(one.explanation))
            for one in table.counts
            if one.variance_cents
        ],
        "explained": list(_explained(table)) if shift is None else [],
        "takings": [
            _taking(name, one, _share(one), luck, row.currency)
            for name, (_, one), luck in zip(table.names, table.takings, table.luck, strict=True)
        ],
        "total": _taking("Together", whole, whole.hold, whole.luck, row.currency)["cells"],
    }


def _count(one: CountRow) -> list[str]:
    amounts = one.counted_cents, one.expected_cents
    return [
        f"Shift {one.shift}, {one.kind}",
        one.time.replace("T", " "),
        *(amount(cents, one.currency) for cents in amounts),
        signed(one.variance_cents, one.currency),
        f"{one.first}, {one.second}",
    ]


def _recount(one: Recount, currency: str) -> str:
    return (
        f"Shift {one.shift}, {one.what}: badge {one.by} counted {amount(one.cents, currency)} at "
        f"{one.time.replace('T', ' ')}, far from the books, and was asked to count again."
    )


def variance_text(one: CountRow) -> str:
    """Return the variance of a count in words, such as ``Shift 1, closing: $5.00 short``."""
    which = "short" if one.variance_cents < 0 else "over"
    cents = amount(abs(one.variance_cents), one.currency)
    return f"Shift {one.shift}, {one.kind}: {cents} {which}"


def _explained(table: TableClose) -> Iterator[tuple[str, str]]:
    """Yield what the counted win is made of."""
    row = table.row
    if row.win_cents is None or table.other_cents is None:
        return
    yield "Won by the bets", amount(table.bets_win_cents, row.currency)
    yield "Variance of the counts", signed(row.variance_cents, row.currency)
    other = "Other movements: adjustments, envy, meters"
    yield other, amount(table.other_cents, row.currency)
    yield "Won by the counts and the drop", amount(row.win_cents, row.currency)


def _taking(
    name: str, one: Expectation | SumRow, hold: Fraction | None, luck: Luck, currency: str
) -> Contents:
    expected = one.expected_cents
    return {
        "cells": [
            breakable(name),
            f"{one.bets:,}",
            amount(one.handle_cents, currency),
            amount(one.win_cents, currency),
            percent(hold, 2),
            percent(one.edge, 2),
            "by a meter" if expected is None else amount(round(expected), currency),
            deviations(told(one.z, luck)),
            LUCK_SAID[luck],
        ],
        "unlikely": luck == "beyond luck",
    }


def _share(one: Expectation) -> Fraction | None:
    return Fraction(one.win_cents, one.handle_cents) if one.handle_cents else None


def currency_of(close: DayClose, table: str) -> str:
    """Return the currency of a table of a close: the last that it was opened in."""
    return next(one.row.currency for one in reversed(close.tables) if one.row.table == table)


def matter_amount(one: OpenMatter, currency: str) -> str:
    """Return the amount of what is left open: over or short with its sign."""
    return (signed if one.kind == "variance" else amount)(one.cents, currency)


def signed(cents: int | None, currency: str) -> str:
    """Return an amount that may be over or short, with a sign for either.

    >>> signed(26_900, "USD"), signed(0, "USD")
    ('+$269.00', '$0.00')
    """
    return f"{'+' if cents and cents > 0 else ''}{amount(cents, currency)}"


def amount(cents: int | None, currency: str) -> str:
    """Return an amount with its cents, also where there are none: columns align.

    >>> amount(-1_400, "USD").replace(MINUS, "-"), amount(None, "USD")
    ('-$14.00', '')
    """
    if cents is None:
        return ""
    text = str(Money(cents, currency)).replace("-", MINUS)
    return text if "." in text else f"{text}.00"
