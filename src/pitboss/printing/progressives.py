"""The figures of a progressive, as a par sheet prints them."""

from __future__ import annotations

from pitboss.odds import Analysis, Progressive
from pitboss.printing.numerals import fixed, percent
from pitboss.rulebook import Money, Rates

Pairs = list[tuple[str, str]]


def long_term_figures(one: Progressive) -> Pairs:
    """Return what can be said of the whole bet while the meter is not known."""
    edge = "needs the rates" if one.long_term_edge is None else percent(one.long_term_edge)
    return [("Long-term edge", edge), ("Break-even meter", one.break_even)]


def progressive_figures(sheet: Analysis) -> Pairs | None:
    """Return name and value of each further figure; None for a bet without a meter."""
    one, meter = sheet.progressive, sheet.meter
    if one is None:
        return None
    found = [] if sheet.edge is None else long_term_figures(one)
    found.append(("Fixed return", percent(one.fixed_return)))
    if one.average_rounds is not None:
        found.append(("Jackpot probability", f"1 in {fixed(one.average_rounds, 2)}"))
        each = Money(100, one.unit.currency)
        added = percent(one.return_per_unit_of_meter(), 8)
        found.append((f"Return per {each} on the meter", added))
    found.append(("Increment", _increment(sheet)))
    if one.dealer_envy:
        found.append(("Cost of dealer envy", percent(one.dealer_envy)))
    if one.player_envy:
        found.append(("Cost of envy, per other player", percent(one.player_envy)))
    if meter.cents is not None:
        found.append(("Meter at this edge", str(Money(meter.cents, one.unit.currency))))
    return found


def _increment(sheet: Analysis) -> str:
    """Return the rates: the operator's if given, else as printed."""
    printed = sheet.table.wager.rates.get(sheet.table.id, Rates(None, None, None))
    given = sheet.meter.main is not None
    main, reserve = (sheet.meter.main, sheet.meter.reserve) if given else printed[:2]
    if main is None:
        return "not printed"
    text = percent(main, None)
    if reserve is not None:
        text += f" + {percent(reserve, None)} reserve"
    return f"{text}, operator's" if given else text
