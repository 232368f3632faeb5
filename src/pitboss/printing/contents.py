"""What a par sheet says: every text and figure of the page, ready to be set."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.games.cards import SUIT_NAMES
from pitboss.odds import Analysis
from pitboss.printing.chart import chart_of
from pitboss.printing.method import assumptions, method, shoe_named
from pitboss.printing.numerals import LOOSE, MINUS, breakable, fixed, percent, ratio
from pitboss.printing.pay_rows import pay_table_of
from pitboss.printing.progressives import long_term_figures, progressive_figures
from pitboss.rulebook import Game, Rulebook

LONGEST_FRACTION = 1600

Contents = dict[str, object]
Pairs = list[tuple[str, str]]


def contents(sheet: Analysis, rulebook: Rulebook) -> Contents:
    """Return everything that the page of an analysis says, as data for the template."""
    table = sheet.table
    game = rulebook.game(table.wager.game) if table.wager.game in rulebook.ids else None
    return {
        "game": breakable(game.name if game else table.wager.game),
        "wager": breakable(table.wager.name),
        "facts": [(name, breakable(value)) for name, value in _facts(sheet)],
        "cite": breakable(table.cite),
        "alerts": [(grave, title, breakable(text)) for grave, title, text in _alerts(sheet)],
        "rules": [breakable(text) for text in _rules(sheet, game)],
        "readings": list(_readings(sheet)),
        "figures": _figures(sheet),
        "edge_exact": _exact_edge(sheet),
        "table": pay_table_of(sheet),
        "chart": chart_of(sheet),
        "progressive": progressive_figures(sheet),
        "assumptions": [breakable(text) for text in assumptions(sheet)],
        "method": [breakable(text) for text in method(sheet)],
    }


def _facts(sheet: Analysis) -> Pairs:
    """Return what was analysed: the table, where the bet stands, the reading, the shoe."""
    table = sheet.table
    found = [("Pay table", table.id)]
    if isinstance(table.on, int):
        found.append(("Placed at", f"seat {table.on}"))
    elif table.on is not None:
        found.append(("Placed on", f"the {table.on.capitalize()}'s hand"))
    found.append(("Reading", table.reading))
    if table.suits:
        found.append(("Chosen suits", ", ".join(SUIT_NAMES[suit] for suit in table.suits)))
    if sheet.shoe is not None:
        found.append(("Shoe", shoe_named(sheet.shoe)))
    if sheet.progressive is not None:
        found.append(("Base unit", str(sheet.progressive.unit)))
    return found


def _alerts(sheet: Analysis) -> Iterator[tuple[bool, str, str]]:
    """Yield what must not be overlooked; True where it is to the house's cost."""
    table = sheet.table
    for flag in sheet.flags:
        if flag == "favours-player" and sheet.edge is not None:
            text = f"The bettor has an advantage of {percent(-sheet.edge)}."
            yield True, "Favours the player", text
        elif flag == "fixed-return-favours-player":
            yield True, "Favours the player at any meter", "Its fixed pays return over 100%."
        elif flag == "long-term-favours-player":
            edge = sheet.progressive and sheet.progressive.long_term_edge
            text = f"The long-term edge is {percent(edge)}."
            yield True, "Favours the player in the long run", text
        elif flag == "acknowledged":
            yield False, "Acknowledged in the catalog", table.wager.acknowledged.get(table.id, "")
        elif flag == "no-pays":
            yield False, "No printed pay", "A pay is left to the operator: no edge can be stated."
        elif flag == "below-minimum":
            low = table.wager.below_minimum[table.id]
            yield False, "No bet may be taken", f"{low[:1].upper()}{low[1:]}."
        elif flag == "incomplete":
            yield False, "Incomplete in the source", table.incomplete
        else:
            yield False, "Flag", flag


def _rules(sheet: Analysis, game: Game | None) -> Iterator[str]:
    """Yield the rules in our words."""
    table = sheet.table
    if game and game.summary:
        yield game.summary
    if table.wager.summary:
        yield table.wager.summary
    yield "The first row that holds is paid; if none holds, the bet loses."
    if table.wager.kind == "craps":
        last = "any 7" if table.ends == "any-seven" else "the seven-out"
        when = "only then" if table.wager.pays_at_end else "as soon as a row is certain"
        yield f"The bet ends with {last} and is paid {when}."
    if jackpot := table.wager.jackpot:
        text = "; ".join(jackpot.sentences)
        yield f"{text[:1].upper()}{text[1:]}."


def _readings(sheet: Analysis) -> Iterator[Contents]:
    """Yield each open question of the text, and how this sheet takes it."""
    table = sheet.table
    chosen = {one.id: way for one, way in table.wager.chosen(table.id, table.reading)}
    asked = {one.id: one for one, _ in table.wager.alternatives(table.id)}
    for ambiguity in asked.values():
        way = chosen.get(ambiguity.id)
        others = [other.name for other in ambiguity.alternatives if other.changes_pays]
        if way:
            others = [ambiguity.default, *(name for name in others if name != way.name)]
        yield {
            "asks": breakable(f"{ambiguity.asks} [{ambiguity.cite}]"),
            "taken": way.name if way else f"{ambiguity.default} (default)",
            "note": breakable(way.note) if way else "",
            "others": others,
        }


def _figures(sheet: Analysis) -> Pairs:
    """Return the figures of the whole bet; on an unknown meter, those that do not depend on it."""
    if sheet.edge is not None:
        found = [("House edge", percent(sheet.edge)), ("Return", percent(1 - sheet.edge))]
    elif sheet.progressive is not None:
        found = long_term_figures(sheet.progressive)
    else:
        found = [("House edge", "needs the pay")]
    found.append(("Hit frequency", percent(sheet.hit_frequency)))
    found.append(("Push", percent(sheet.push_probability)))
    if sheet.push_probability and sheet.edge_per_resolved is not None:
        found.append(("Edge per resolved bet", percent(sheet.edge_per_resolved)))
    if sheet.standard_deviation is not None:
        found.append(("Standard deviation", f"{sheet.standard_deviation:.6f}"))
    if sheet.skew is not None:
        found.append(("Skew", f"{sheet.skew:.6f}".replace("-", MINUS)))
    if sheet.break_even_pay is not None:
        found.append(("Break-even pay", f"{fixed(sheet.break_even_pay, 4)} to 1"))
    return found


def _exact_edge(sheet: Analysis) -> str | None:
    if sheet.edge is None:
        return None
    text = ratio(sheet.edge, LOOSE)
    if len(text) > LONGEST_FRACTION:
        digits = len(str(sheet.edge.denominator))
        return f"a fraction with a denominator of {digits} digits: see the record in JSON"
    return text
