"""The pay table of a par sheet: rows, exact counts, totals, and what its words mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pitboss.games import KINDS
from pitboss.odds import Analysis, RowOdds
from pitboss.odds.progressive import costs_envy
from pitboss.printing.numerals import MINUS, breakable, fixed, grouped, percent, ratio
from pitboss.rulebook import MeterShare
from pitboss.rulebook.nodes import And, Named, Node, Not, Or, expanded, printed
from pitboss.rulebook.pays import OPEN, in_words

SHORT_FRACTION = 28
"""An exact probability with more characters than this is printed as a decimal only."""
COMPARISON = re.compile(" (==|!=|<=|>=|<|>) ")
NONE = "\N{EM DASH}"
PLACES = 10
"""Of a probability."""
RETURN_PLACES = 8
NOTHING = Fraction(0)

Pairs = list[tuple[str, str]]


def pay_table_of(sheet: Analysis) -> dict[str, object]:
    """Return the pay table as it is printed: a heading for the counts, rows, missed and total."""
    counts = _counts(sheet)
    counted = "Exact probability" if sheet.total is None else "Combinations"
    return {
        "count_heading": counted if counts else None,
        "rows": [
            {
                "label": breakable(one.row.label),
                "event": _event(str(one.row.sentence)),
                "pays": _pays(one),
                "notes": _pay_notes(sheet, one),
                "count": counts[at] if counts else "",
                "probability": fixed(one.probability, PLACES),
                "return": _returned_in_print(one),
            }
            for at, one in enumerate(sheet.rows)
        ],
        "missed": {
            "possible": sheet.missed > 0,
            "count": counts[-1] if counts else "",
            "probability": fixed(sheet.missed, PLACES),
            "return": fixed(NOTHING, RETURN_PLACES),
        },
        "total": _total(sheet),
        "definitions": [(breakable(name), _event(text)) for name, text in _definitions(sheet)],
        "terms": _terms(sheet),
    }


def _total(sheet: Analysis) -> dict[str, str]:
    label = "Total"
    if any(one.net is None for one in sheet.rows):
        known = "printed" if sheet.table.has_open_pays else "fixed"
        label = f"Total (return: {known} pays only)"
    return {
        "label": label,
        "count": "" if sheet.total is None else grouped(sheet.total),
        "probability": fixed(sheet.missed + sum(one.probability for one in sheet.rows), PLACES),
        "return": fixed(
            sum((one.returned or NOTHING for one in sheet.rows), NOTHING), RETURN_PLACES
        ),
    }


def _counts(sheet: Analysis) -> list[str] | None:
    """Return the column of exact counts, the missed last; None if nothing exact is short enough."""
    if sheet.total is not None:
        counts = (*(one.count for one in sheet.rows), sheet.missed_count)
        return [grouped(number or 0) for number in counts]
    exact = [ratio(chance) for chance in (*(one.probability for one in sheet.rows), sheet.missed)]
    shown = [text if len(text) <= SHORT_FRACTION else NONE for text in exact]
    return None if set(shown) == {NONE} else shown


def _pays(one: RowOdds) -> str:
    pay = one.row.cell.pay
    if isinstance(pay, MeterShare):
        return f"{pay} of meter"
    return "not printed" if pay == OPEN else in_words(pay).replace("-", MINUS)


def _pay_notes(sheet: Analysis, one: RowOdds) -> list[str]:
    """Return what belongs to a pay: vigorish and envy."""
    cell = one.row.cell
    notes = []
    if cell.vigorish and sheet.vigorish:
        notes.append(f"less {percent(sheet.vigorish, None)} of the {cell.vigorish}")
    if cell.dealer_envy:
        notes.append(f"dealer envy {cell.dealer_envy}")
    if cell.player_envy:
        listed = "" if costs_envy(one.row) else ", not costed"
        notes.append(f"player envy {cell.player_envy}{listed}")
    return notes


def _returned_in_print(one: RowOdds) -> str:
    value = one.returned
    if value is None:
        return "open" if one.row.cell.pay == OPEN else "meter"
    return fixed(value, RETURN_PLACES)


def _event(text: str) -> str:
    """Return a sentence whose comparisons stay on one line."""
    return breakable(COMPARISON.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", text))


def _terms(sheet: Analysis) -> Pairs:
    """Return the features that the rows mention, with their meanings."""
    features = KINDS[sheet.table.wager.kind].features
    names = dict.fromkeys(atom.name for row in sheet.table.rows for atom in row.sentence.atoms)
    return [(name, features[name].meaning.removeprefix(f"{name}(n, ...): ")) for name in names]


def _definitions(sheet: Analysis) -> Pairs:
    """Return the shared events that the rows name, spelled out."""
    found: dict[str, str] = {}
    for row in sheet.table.rows:
        for named in _named_in(row.sentence.node):
            found.setdefault(named.name, printed(expanded(named.body)))
    return list(found.items())


def _named_in(node: Node) -> Iterator[Named]:
    match node:
        case Named():
            yield node
        case And(parts) | Or(parts):
            for part in parts:
                yield from _named_in(part)
        case Not(part):
            yield from _named_in(part)
