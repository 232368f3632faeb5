"""The look of pictures, defined once: colors, and how numbers stand on axes and in labels."""

from __future__ import annotations

from typing import Any, Literal

from pitboss.printing.numerals import MINUS
from pitboss.rulebook.pays import symbol_of

BLUE, VERMILION, GREEN, PURPLE = "#0b62a4", "#c24a00", "#00795a", "#8a4b9c"
INK, GREY, FAINT, HAIRLINE = "#1d2733", "#7d8a97", "#5d6b7a", "#d5dbe2"
"""Told apart by color-blind readers and in grey; dark enough for text on white paper."""

HOUSE: dict[Any, Any] = {
    "font.family": "sans-serif",
    # The first comes with matplotlib; the others stand in where an SVG is shown without it.
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
    "font.size": 9.0,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.titlesize": 12.0,
    "grid.color": HAIRLINE,
    "grid.linewidth": 0.6,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.12,
    "figure.constrained_layout.h_pad": 0.12,
    # Text stays text, and names are drawn from the content: the same data give the same bytes.
    "svg.fonttype": "none",
    "svg.hashsalt": "pitboss",
}

Unit = Literal["percent", "count"] | str
"""How numbers are written: shares of 1 as percent, counts as they are, cents by a currency."""


def written(value: float, unit: Unit, places: int | None = None) -> str:
    """Return a number as labels show it; money has cents only where they say something.

    >>> written(0.010579, "percent", 4), written(1250, "USD"), written(125000, "USD")
    ('1.0579%', '$12.50', '$1,250')
    >>> written(25_000, "count"), written(3e6, "count"), written(0.5, "count")
    ('25,000', '3 million', '0.5')
    """
    before, after, shown = "", "", abs(value)
    if unit == "percent":
        shown, after = 100 * shown, "%"
    elif unit == "count":
        for size, name in ((1e9, " billion"), (1e6, " million")):
            if shown >= size and shown % (size / 10) == 0:
                shown, after = shown / size, name
                break
    else:
        before, shown = symbol_of(unit), round(shown) / 100
        places = 2 if shown % 1 and shown < 1000 else 0
    text = f"{shown:,.{places}f}" if places is not None else f"{round(shown, 6):,g}"
    if places is None and shown >= 1000:
        text = f"{shown:,.0f}"
    sign = MINUS if value < 0 and text.strip("0.,") else ""
    return f"{sign}{before}{text}{after}"


def plain(text: str) -> str:
    r"""Return a text without what no picture can show, such as line ends.

    >>> plain("one\nline")
    'one line'
    """
    return "".join(letter if letter.isprintable() else " " for letter in text)
