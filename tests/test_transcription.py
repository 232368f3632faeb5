"""Every printed cell against a second, independent transcription of the sources."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import groupby

import pytest

from conftest import rows_of
from pitboss import rulebook
from pitboss.rulebook import PayRow, Wager
from pitboss.rulebook.pays import Amount, MeterShare, Money, Odds

Printed = dict[str, str]
Key = tuple[str, str, str, str]

# Where our default departs from what is printed, the reading that prints it.
AS_PRINTED = {
    ("tiger-baccarat", "tiger"): "table",
    ("roll-the-line", "roll-the-line"): "for-one",
    ("baccarat", "margin-bonus"): "natural-tie-loses",
}
# Where the source prints a row after one that would hide it: there the rows are compared as a set.
OUT_OF_ORDER = {
    ("tiger-baccarat", "tiger-pair"): "printed from the lowest pay up",
    ("baccarat", "banker"): "the text names the 3-card 7 after the win",
    ("3-dice-baccarat", "player"): "the text names 3 over 0 after the win",
    ("3-dice-baccarat", "banker"): "the text names 3 over 0 after the win",
}
# Where a source does not say: 003 prints the tables of 000 without the notes; in 004 only the
# sample table of 99 Fortunes is silent, and for-one is its default reading.
WHERE_UNSAID = {"003": "to", "004": "for"}


def key(row: Printed) -> Key:
    return row["source"], row["game"], row["wager"], row["table"]


TRANSCRIBED = [(one, list(rows)) for one, rows in groupby(rows_of("transcription.csv"), key)]


def printed_cell(row: Printed) -> str:
    """Return one transcribed cell in one spelling: ``40 to 1``, ``$1000``, ``push``."""
    cell = row["cell"]
    if cell.startswith("vigorish"):
        return "push"
    if cell == "$100 0":
        return "$100"
    if re.fullmatch(r"-?[\d.]+", cell):
        amount = Fraction(cell)
        basis = row["odds"].partition(" ")[0] or WHERE_UNSAID[row["source"]]
        return f"{amount.numerator} {basis} {amount.denominator}"
    return cell


def catalog_cell(row: PayRow) -> str:
    pay = row.cell.pay
    if isinstance(pay, Odds):
        return f"{pay.amount.numerator} {pay.basis} {pay.amount.denominator}"
    if isinstance(pay, Amount):
        symbol = "$" if pay.money.currency == "USD" else pay.money.currency
        return f"{symbol}{pay.money.cents // 100}"
    return f"{pay.percent}%" if isinstance(pay, MeterShare) else str(pay)


def envy(money: Money | None) -> str:
    return f"${money.cents // 100}" if money else ""


def test_every_table_of_the_catalog_is_transcribed() -> None:
    transcribed = {one[1:] for one, _ in TRANSCRIBED}
    assert transcribed == {
        (game.id, wager.id, table)
        for game in rulebook.games()
        for wager in game.own.values()
        for table in wager.tables
    }


@pytest.mark.parametrize(("where", "rows"), TRANSCRIBED, ids=["/".join(k) for k, _ in TRANSCRIBED])
def test_printed_cells(where: Key, rows: list[Printed]) -> None:
    _, game, id, table = where
    wager: Wager = rulebook.wager(f"{game}/{id}")
    reading = AS_PRINTED.get((game, id), "default")
    opened = wager.open(table, on=wager.places(table)[0], reading=reading)
    expected = [
        (printed_cell(row), row["dealer_envy"].strip("-"), row["player_envy"])
        for row in rows
        if row["label"] != "Others" and row["cell"] != "-"
    ]
    found = [
        (catalog_cell(row), envy(row.cell.dealer_envy), envy(row.cell.player_envy))
        for row in opened.rows
    ]
    if (game, id) in OUT_OF_ORDER:
        expected, found = sorted(expected), sorted(found)
    assert found == expected


@pytest.mark.parametrize("row", rows_of("progressive_rates.csv"), ids=lambda row: row["table"])
def test_printed_increments_and_seeds(row: Printed) -> None:
    (wager,) = (
        wager
        for game in rulebook.games()
        for wager in game.own.values()
        if row["table"] in wager.rates
    )
    rates = wager.rates[row["table"]]

    def percent(text: str) -> Fraction | None:
        return Fraction(text.strip("%")) / 100 if text.endswith("%") else None

    assert (rates.main, rates.reserve) == (percent(row["main"]), percent(row["reserve"]))
    assert envy(rates.seed) == (row["seed"] if row["seed"].startswith("$") else "")


def test_rates_are_all_transcribed() -> None:
    found = {t for g in rulebook.games() for w in g.own.values() for t in w.rates}
    assert found == {row["table"] for row in rows_of("progressive_rates.csv")}
