"""The chart of a par sheet: bars of the return by row, and of what the house keeps."""

from __future__ import annotations

from fractions import Fraction

from pitboss.odds import Analysis
from pitboss.printing.numerals import percent, shortened, ticks

LONGEST_LABEL = 50
MOST_BARS = 24


def chart_of(sheet: Analysis) -> dict[str, object]:
    """Return the bars of the return by row, and of what the house keeps."""
    bars: list[tuple[str, Fraction | None, str]] = [
        (shortened(one.row.label, LONGEST_LABEL), one.returned, "row")
        for one in sheet.rows
        if one.returned != 0
    ]
    left_out = len(bars) - MOST_BARS
    if left_out > 0:
        least = sorted(value or Fraction(0) for _, value, _ in bars)[left_out]
        bars = [bar for bar in bars if (bar[1] or Fraction(0)) >= least][:MOST_BARS]
    if sheet.edge is not None:
        name, role = ("House edge", "house") if sheet.edge >= 0 else ("Player's edge", "player")
        bars.append((name, abs(sheet.edge), role))
    marks = ticks(max((value for _, value, _ in bars if value), default=Fraction(1)))
    unknown = "no pay" if sheet.table.has_open_pays else "from the meter"
    return {
        "heading": "Return by row" + (f", the {MOST_BARS} highest" if left_out > 0 else ""),
        "bars": [
            {
                "label": label,
                "role": role,
                "length": None if value is None else float(value / marks[-1]),
                "text": unknown if value is None else percent(value, 4),
            }
            for label, value, role in bars
        ],
        "ticks": [(float(one / marks[-1]), percent(one, None)) for one in marks],
    }
