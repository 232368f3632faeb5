"""The odds of a game's wagers: exact edges, and where each dollar goes."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from pitboss.games import Shoe
from pitboss.jackpot.names import placed
from pitboss.odds.analysis import Analysis, RowOdds, analyse_table
from pitboss.odds.records import exact, tables_of
from pitboss.rulebook import Game, Rulebook
from pitboss.rulebook.pays import in_words
from pitboss.rulebook.tables import PayTable
from pitboss.web.words import words

WORDS = words["odds"]
SUITS: dict[str, str] = words["drawing"]["suits"]

BAR, LONGEST_BAR = 400, 88
FULL_BAR = Fraction(1, 5)
"""The edge that fills a bar of the list; higher ones are as long."""


class Listed(NamedTuple):
    """A pay table in the list of a game: what it is called in an address, and what it says."""

    key: str
    name: str
    table: str
    edge: str
    bar: str
    hits: str
    deviation: str


@lru_cache(maxsize=32)
def sheets(book: Rulebook, game: str) -> dict[str, Analysis]:
    """Count the pay tables of a game by the default readings; kept once counted.

    A variation is played with the wagers of the standard game too.
    """
    shoe = Shoe.of(8)
    tables = (table for wager in book.game(game).wagers.values() for table in tables_of(wager))
    return {_key(table): analyse_table(table, shoe=shoe) for table in tables}


def _key(table: PayTable) -> str:
    return ".".join([table.wager.id, table.id, *([str(table.on)] if table.on else [])])


def values(book: Rulebook, game: str, chosen: str = "") -> dict[str, Any]:
    """Return what the page of a game shows, with one of its pay tables opened."""
    counted = sheets(book, game)
    key = chosen if chosen in counted else next(iter(counted))
    return {
        "games": list(book),
        "game": book.game(game),
        "decks": next(iter(counted.values())).decks,
        "listed": listed(book.game(game), counted),
        "chosen": key,
        "par": par(counted[key]),
    }


def listed(game: Game, counted: dict[str, Analysis]) -> list[Listed]:
    """Return the first pay table of each wager of a game, for each hand that it may be on."""
    firsts = {wager.id: wager.tables[0] for wager in game.wagers.values()}
    return [
        Listed(
            key,
            named(sheet),
            table_words(sheet.table),
            _percent(sheet.edge, 4) or _without_edge(sheet),
            _bar(sheet.edge),
            _percent(sheet.hit_frequency, 2),
            "" if sheet.standard_deviation is None else f"{sheet.standard_deviation:.2f}",
        )
        for key, sheet in counted.items()
        if firsts[sheet.table.wager.id] == sheet.table.id
    ]


def _without_edge(sheet: Analysis) -> str:
    """Return what the edge depends on, where the pay table alone does not say it."""
    jackpot = sheet.progressive
    if jackpot is None:
        return str(WORDS["owed_pay"])
    even = jackpot.break_even_cents is not None and not jackpot.ahead_without_meter
    return str(WORDS["even_at"]).format(amount=jackpot.break_even) if even else WORDS["of_meter"]


def named(sheet: Analysis) -> str:
    """Return the name of a wager with the hand or seat that it is on."""
    return placed(sheet.table.wager.name, sheet.table.on)


def table_words(table: PayTable) -> str:
    """Return which pay table of a wager it is: by its printed code, or in words.

    >>> from pitboss.rulebook import wager
    >>> [table_words(wager(path).open(id)) for path, id in (
    ...     ("eternal-baccarat/sun-7", "PT-FLT-MB-01"), ("5-treasures/fortune-7", "2"),
    ...     ("baccarat/player", "1"), ("baccarat/banker", "tie-vigorish"))]
    ['PT-FLT-MB-01', 'pay table 2', 'the only pay table', 'with vigorish on ties']
    """
    said: dict[str, str] = WORDS["tables"]
    if table.id in said:
        return said[table.id]
    if table.id.startswith("PT-"):
        return table.id
    if len(table.wager.tables) == 1:
        return str(WORDS["only_table"])
    name = table.id.replace("-", " ")
    return str(WORDS["named_table"].format(name=name))


def terms_of(table: PayTable) -> list[str]:
    """Return what its rows take for known: what the wager is, and which suits are specific."""
    told = [table.wager.summary] if table.wager.summary else []
    if table.suits:
        suits = WORDS["or"].join(SUITS[suit] for suit in table.suits)
        told.append(WORDS["specific"].format(suits=suits))
    return told


def par(sheet: Analysis) -> dict[str, Any]:
    """Return a pay table row by row: how often each comes, and what it returns of each dollar."""
    rows, at = [], Fraction(0)
    for row in sheet.rows:
        returned = row.returned
        rows.append(_row(row, at))
        at += returned or 0
    edge, progressive = sheet.edge, sheet.progressive
    return {
        "name": named(sheet),
        "table": table_words(sheet.table),
        "terms": terms_of(sheet.table),
        "cite": sheet.table.cite,
        "edge": _percent(edge, 4),
        "no_edge": WORDS["of_meter" if progressive else "owed_pay"],
        "exact": exact(edge),
        "hits": _percent(sheet.hit_frequency, 2),
        "pushes": _percent(sheet.push_probability, 2),
        "deviation": "" if sheet.standard_deviation is None else f"{sheet.standard_deviation:.2f}",
        "break_even": None if progressive is None else progressive.break_even,
        "rows": rows,
        "rest": {"x": _length(at), "width": _length(Fraction(1) - at)},
        "flags": sheet.flags,
    }


def _row(row: RowOdds, at: Fraction) -> dict[str, Any]:
    returned = row.returned
    return {
        "label": row.row.label,
        "pays": in_words(row.row.cell.pay),
        "comes": _one_in(row.probability),
        "returns": _percent(returned, 2),
        "x": _length(at),
        "width": _length(returned or Fraction(0)),
        "push": row.net == 0,
    }


def _bar(edge: Fraction | None) -> str:
    shown = min(FULL_BAR, max(edge or Fraction(0), Fraction(0)))
    return f"{float(shown / FULL_BAR * LONGEST_BAR):.1f}"


def _length(part: Fraction) -> str:
    return f"{float(max(Fraction(0), min(part, Fraction(1))) * BAR):.1f}"


def _percent(value: Fraction | None, digits: int) -> str:
    return "" if value is None else f"{float(value) * 100:.{digits}f}%"


def _one_in(probability: Fraction) -> str:
    """Return how rare something is, in three digits.

    >>> _one_in(Fraction(1, 272)), _one_in(Fraction(10, 558)), _one_in(Fraction(0))
    ('272', '55.8', '')
    """
    if not probability:
        return ""
    rare = 1 / float(probability)
    return f"{rare:,.0f}" if rare >= 100 else f"{rare:.3g}"
