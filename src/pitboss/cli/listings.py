"""Many analyses at a glance: a line for each pay table, or the tables of a wager side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from pitboss.odds import Analysis, Progressive
from pitboss.odds.analysis import FAVOURING
from pitboss.refusals import unreadable
from pitboss.rulebook import Money
from pitboss.rulebook.pays import in_words, percent, read_percent
from pitboss.rulebook.readings import DEFAULT


class Listing(NamedTuple):
    """A table to print: what it is of, its heads and rows, and which columns are figures."""

    title: str
    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]
    right: tuple[int, ...]


# --- which, and in which order ---

SORTED_BY: dict[str, Callable[[Analysis], Fraction | str | None]] = {
    "wager": lambda sheet: sheet.table.wager.path,
    "edge": lambda sheet: sheet.edge,
    "hits": lambda sheet: sheet.hit_frequency,
    "deviation": lambda sheet: sheet.variance,
    "long-term": lambda sheet: sheet.progressive and sheet.progressive.long_term_edge,
}


def in_order(sheets: Sequence[Analysis], by: str, reverse: bool) -> list[Analysis]:
    """Return analyses sorted by a figure; those that lack it come last, whichever way."""
    figure = SORTED_BY[by]
    lacking = [sheet for sheet in sheets if figure(sheet) is None]
    having = [sheet for sheet in sheets if figure(sheet) is not None]
    return sorted(having, key=lambda sheet: figure(sheet) or 0, reverse=reverse) + lacking


def within(sheets: Sequence[Analysis], edges: str) -> list[Analysis]:
    """Return the analyses whose edge lies in a range; a progressive without a meter has none."""
    lowest, highest = read_range(edges)
    fitting = [
        sheet
        for sheet in sheets
        if sheet.edge is not None
        and (lowest is None or sheet.edge >= lowest)
        and (highest is None or sheet.edge <= highest)
    ]
    if not fitting:
        raise unreadable(
            "nothing-there",
            f"no pay table here has an edge of {edges}",
            "widen --edge; a progressive has an edge with --meter only",
        )
    return fitting


def read_range(text: str) -> tuple[Fraction | None, Fraction | None]:
    """Read ``5%..6%``; either end may be left open.

    >>> read_range("-1..5%")
    (Fraction(-1, 100), Fraction(1, 20))
    """
    low, dots, high = text.partition("..")
    lowest, highest = _end(low), _end(high)
    if not dots or (lowest is not None and highest is not None and lowest > highest):
        raise unreadable(
            "bad-range", f'"{text[:40]}" is not a range', "write LOW..HIGH, such as 5%..6%"
        )
    return lowest, highest


def _end(text: str) -> Fraction | None:
    sign = -1 if text.startswith("-") else 1
    return sign * read_percent(text.removeprefix("-")) if text else None


# --- a line each ---


def listings(sheets: Sequence[Analysis], *, decks: bool, apart: bool) -> Iterator[Listing]:
    """Yield the tables of a listing, progressives after the others, which have other figures.

    ``apart`` gives each game its own; a column that says nothing is left out.
    """
    games = [list(group) for _, group in groupby(sheets, _game)] if apart else [sheets]
    for group in games:
        alone = len(set(map(_game, group))) == 1
        title = _game(group[0]) if alone and len(games) > 1 else ""
        for figures in (_flat_figures, _progressive_figures):
            lines = [
                {**_place(sheet, decks, alone), **figures(sheet)}
                for sheet in group
                if (sheet.progressive is not None) == (figures is _progressive_figures)
            ]
            if lines:
                yield _listing(title, lines)
                title = ""


def _listing(title: str, lines: Sequence[dict[str, str]]) -> Listing:
    heads = [head for head in lines[0] if any(line[head] not in ("", DEFAULT) for line in lines)]
    return Listing(
        title,
        tuple(heads),
        [tuple(line[head] for head in heads) for line in lines],
        tuple(at for at, head in enumerate(heads) if head not in WORDS),
    )


WORDS = ("wager", "table", "on", "reading", "notes")


def _game(sheet: Analysis) -> str:
    return sheet.table.wager.game


def _place(sheet: Analysis, decks: bool, alone: bool) -> dict[str, str]:
    table = sheet.table
    return {
        "wager": table.wager.id if alone else table.wager.path,
        "table": table.id,
        "on": "" if table.on is None else str(table.on),
        "reading": table.reading,
        "decks": str(sheet.decks or "") if decks else "",
    }


def _flat_figures(sheet: Analysis) -> dict[str, str]:
    notes = list(sheet.flags)
    if sheet.break_even_pay is not None:
        notes.append(f"even at {float(sheet.break_even_pay):.4f} to 1")
    return {
        "edge": percent(sheet.edge, 4),
        "hits": percent(sheet.hit_frequency, 4),
        "s.d.": deviation(sheet, 2),
        "notes": "; ".join(notes),
    }


def _progressive_figures(sheet: Analysis) -> dict[str, str]:
    """Return the figures of a progressive, which fit one line of a narrow terminal."""
    progressive = sheet.progressive
    assert progressive is not None
    # An incomplete table says by itself that its edge is an upper bound.
    noticed = [flag for flag in sheet.flags if flag != "edge-is-upper-bound"]
    return {
        "edge": percent(sheet.edge, 2),
        "fixed": percent(progressive.fixed_return, 2),
        "even at": _even_at(progressive),
        "long term": percent(progressive.long_term_edge, 2),
        "notes": "; ".join(
            dict.fromkeys("favours player" if flag in FAVOURING else flag for flag in noticed)
        ),
    }


def deviation(sheet: Analysis, places: int) -> str:
    """Return the standard deviation for print; nothing if it is not known."""
    known = sheet.standard_deviation
    return "" if known is None else f"{known:.{places}f}"


def _even_at(progressive: Progressive) -> str:
    """Return the meter at which a progressive is even, without cents; in words if it needs none."""
    cents = progressive.break_even_cents
    if cents is None:
        return ""
    units = Money(round(cents / 100) * 100, progressive.unit.currency)
    return str(units) if cents > 0 else "none needed"


# --- side by side ---


def comparisons(sheets: Sequence[Analysis], *, decks: bool) -> Iterator[Listing]:
    """Yield for each wager its pay tables side by side: what each row pays, then the figures."""
    wagers: dict[str, list[Analysis]] = {}
    for sheet in sheets:
        on = "" if sheet.table.on is None else f" on {sheet.table.on}"
        wagers.setdefault(f"{sheet.table.wager.path}{on}", []).append(sheet)
    for title, tables in wagers.items():
        pays = [
            {hit.row.label: in_words(hit.row.cell.pay) for hit in sheet.rows} for sheet in tables
        ]
        rows = [(label, *(column.get(label, "-") for column in pays)) for label in _merged(pays)]
        rows += [row for row in _figures(tables) if any(row[1:])]
        heads = [_head(sheet, decks) for sheet in tables]
        yield Listing(title, ("row", *heads), rows, tuple(range(1, len(heads) + 1)))


def _head(sheet: Analysis, decks: bool) -> str:
    words = [sheet.table.id]
    if sheet.table.reading != DEFAULT:
        words.append(sheet.table.reading)
    if decks and sheet.decks:
        words.append(f"{sheet.decks} decks")
    return " ".join(words)


def _merged(pays: Sequence[dict[str, str]]) -> list[str]:
    """Return the labels of all tables once, each after the one it follows where it is first met."""
    merged: list[str] = []
    for labels in pays:
        at = 0
        for label in labels:
            if label not in merged:
                merged.insert(at, label)
            at = merged.index(label) + 1
    return merged


def _figures(tables: Sequence[Analysis]) -> Iterator[tuple[str, ...]]:
    yield ("house edge", *(percent(sheet.edge, 4) for sheet in tables))
    yield ("hit frequency", *(percent(sheet.hit_frequency, 4) for sheet in tables))
    yield ("standard deviation", *(deviation(sheet, 4) for sheet in tables))
    meters = [sheet.progressive for sheet in tables]
    yield ("fixed return", *(percent(each and each.fixed_return, 4) for each in meters))
    yield ("break-even meter", *(_even_at(each) if each else "" for each in meters))
    yield ("long-term edge", *(percent(each and each.long_term_edge, 4) for each in meters))
    yield ("note", *(" ".join(sheet.flags) for sheet in tables))
