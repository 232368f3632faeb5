"""The figures of the Game Manager, each held to what the command line reports of the same house."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from browser.houses import GlassHouse
from browser.office import OfficePage, report
from browser.waiting import until
from pitboss.settle.accounts import MICROS_PER_CENT

Row = dict[str, Any]
_AMOUNT = re.compile(r"([-+\u2212]?)\$([\d,]+(?:\.\d+)?)")
NO_MOVEMENT = ("begin", "end")


def micros_of(text: str) -> int | None:
    """Read an amount to the millionth; None where there is none.

    >>> micros_of("-$1,000.5"), micros_of("+$0.000005"), micros_of("")
    (-1000500000, 5, None)
    """
    match = _AMOUNT.fullmatch(text)
    if match is None:
        assert not text, f'"{text}" is no amount'
        return None
    micros = int(Decimal(match[2].replace(",", "")) * 1_000_000)
    return -micros if match[1] in ("-", "\u2212") else micros


def cents_of(text: str) -> int | None:
    """Read an amount of whole cents; None where there is none."""
    micros = micros_of(text)
    if micros is None:
        return None
    assert micros % MICROS_PER_CENT == 0, text
    return micros // MICROS_PER_CENT


def same(shown: object, told: object, where: str) -> None:
    """Fail with both where a page shows something else than the report."""
    assert shown == told, f"{where}\nshown {shown}\ntold  {told}"


def last_of_each(rows: Iterable[Row]) -> list[Row]:
    """Return the last day of each jackpot."""
    return list({row["jackpot"]: row for row in rows}.values())


# --- jackpots ---


def of_all_jackpots(page: OfficePage, house: GlassHouse) -> None:
    """Hold meters and reconciliation of all jackpots to the reports."""
    page.at("#recon table").wait_for()
    told = {row["jackpot"]: row["displayed_cents"] for row in report(house)}
    same({id: page.meter(id) for id in told}, told, "meters")
    counted = last_of_each(report(house, "reconciliation"))
    shown = [
        (day, int(tables), int(server), micros_of(difference))
        for _, day, tables, server, difference, _ in page.rows("#recon table")
    ]
    rows = [
        (row["day"], row["tables_units"], row["server_units"], row["difference_micros"])
        for row in counted
    ]
    same(shown, rows, "reconciliation")


def of_a_jackpot(page: OfficePage, house: GlassHouse, id: str) -> int:
    """Hold the page of a jackpot to the reports; return how many movements it lists."""
    page.at("#recon table").wait_for()
    _identity(page, house, id)
    _wins(page, house, id)
    movement = report(house, "movement", id)
    parts = list(dict.fromkeys(row["part"] for row in movement))
    for part in parts:
        day = movement[-1]["day"]
        page.page.goto(f"/manager/jackpots/{id}?books=1&day={day}&part={part}")
        _movements(page, [row for row in movement if (row["part"], row["day"]) == (part, day)])
    return len(movement)


def _identity(page: OfficePage, house: GlassHouse, id: str) -> None:
    row = last_of_each(report(house, "identity", id))[0]
    shown = [micros_of(amount) for (amount,) in page.rows("#recon table")]
    *before, end = shown  # of corrections a line for each reason, where there are several
    sums = [*before[:4], sum(one or 0 for one in before[4:]), end]
    names = ("begin", "seeds", "contributions", "wins", "corrections", "end")
    told = [row[f"{name}_micros"] for name in names]
    told[names.index("wins")] *= -1
    same(sums, told, f"identity of {id}")
    assert row["difference_micros"] == 0 and sum(told[:-1]) == told[-1]


def _wins(page: OfficePage, house: GlassHouse, id: str) -> None:
    shown = [
        (int(hit), row, cents_of(amount), _shares(shares), who, cents_of(after), state)
        for hit, _, _, row, amount, shares, who, after, state, *_ in page.rows("#wins table")
    ]
    told = [
        (
            row["hit"],
            row["row"],
            sum(row["shares_cents"].values()),
            list(row["shares_cents"].items()),
            f"{row['verified_by'] or '-'}, {row['paid_by'] or '-'}",
            row["new_amount_cents"],
            row["state"].replace("-", " "),
        )
        for row in reversed(report(house, "wins", id))
    ]
    same(shown, told, f"wins of {id}")


def _shares(text: str) -> list[tuple[str, int | None]]:
    shares = (one.partition(": ") for one in re.split(r", (?=\d+/)", text) if one)
    return [(who, cents_of(amount.strip(","))) for who, _, amount in shares]


def _movements(page: OfficePage, rows: list[Row]) -> None:
    moved = [row for row in rows if row["reason"] not in NO_MOVEMENT]
    shown = [
        (time, reason, other, micros_of(amount), micros_of(balance), line)
        for time, reason, other, amount, balance, line in page.rows("#mv-each table")
    ]
    told = [
        (
            row["time"][11:],
            row["reason"],
            row["other"],
            row["amount_micros"],
            row["balance_micros"],
            f"{row['stream']} {row['line']}",
        )
        for row in reversed(moved)
    ]
    same(shown, told, "movements")
    begin, *_, end = (micros_of(row[-1]) for row in page.rows("#movement > .scroll table"))
    ends = rows[0]["balance_micros"], rows[-1]["balance_micros"]
    same((begin, end), ends, "a part at the beginning and the end")


# --- the close of a day ---


def of_a_day(page: OfficePage, house: GlassHouse, day: str) -> None:
    """Hold the close of a gaming day to the reports: tables, counts, takings."""
    rows, counts = report(house, "day", day=day), report(house, "counts", day=day)
    takings = report(house, "takings", day=day)
    shown = page.rows("#house table")[: len(rows)]
    for cells, row in zip(shown, rows, strict=True):
        keys = ("opening", "fills", "credits", "drop", "closing", "win")
        own = [one for one in counts if one["table"] == row["table"]]
        *amounts, variance = cells[2:]
        sums = [cents_of(cell) for cell in amounts]
        told = [row["table"], *(row[f"{key}_cents"] for key in keys)]
        same([cells[0], *sums], told, f"tables of {day}")
        if all(one["kind"] == "opening" for one in own):
            same(variance, "not counted", f"variance of table {row['table']}")
        else:
            same(cents_of(variance), row["variance_cents"], f"variance of table {row['table']}")
        _counts(page, row["table"], own)
        _takings(page, row["table"], [one for one in takings if one["table"] == row["table"]])


def _counts(page: OfficePage, table: str, rows: list[Row]) -> None:
    shown = [
        (what, *(cents_of(cell) for cell in sums), signed)
        for what, _, *sums, signed in page.rows(f'[aria-label="Counts {table}"] table')
    ]
    told = [
        (
            f"Shift {row['shift']}, {row['kind']}",
            *(row[f"{key}_cents"] for key in ("counted", "expected", "variance")),
            f"{row['first']}, {row['second']}",
        )
        for row in rows
    ]
    same(shown, told, f"counts of table {table}")


def _takings(page: OfficePage, table: str, rows: list[Row]) -> None:
    if not rows:
        return
    *shown, together = page.rows(f"#takings-{table} table")
    shown.sort(key=lambda cells: cells[0].lower())  # The page has the order of the layout.
    rows = sorted(rows, key=lambda row: str(row["wager"]))
    told = [(str(row["bets"]), row["handle_cents"], row["win_cents"]) for row in rows]
    listed = [(bets, *map(cents_of, sums[:2])) for _, bets, *sums in shown]
    same(listed, told, f"takings of table {table}")
    for row, (name, *_) in zip(rows, shown, strict=True):
        label = row["wager"].partition("/")[2].partition("@")[0].replace("-", " ")
        assert name.lower().startswith(label), f"{name} is what the books call {label}"
    sums = tuple(sum(row[f"{key}_cents"] for row in rows) for key in ("handle", "win"))
    same(tuple(map(cents_of, together[2:4])), sums, f"takings of table {table}, together")


# --- the interface ---


def of_the_interface(page: OfficePage, house: GlassHouse, name: str) -> None:
    """Hold a report of the interface to that of the command line; it may be a moment behind."""
    told = [{"id": str(at), **row} for at, row in enumerate(report(house, name), 1)]
    until(page.page, lambda: house.auditor.report(name) == told, f"the report {name}")
