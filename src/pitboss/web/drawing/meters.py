"""Meters of drums, and marks that fill up.

A digit is a strip of ten that a class moves: d0 to d9 is what it shows, f0 to f9 what it showed
before, from where it rolls. All drums of a page use the one strip of ``drums()``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from markupsafe import Markup

from pitboss.rulebook.pays import symbol_of
from pitboss.web.drawing.numerals import GLYPHS, HEIGHT, numerals, pen
from pitboss.web.drawing.svg import box, drawing, element, number

_WIDTH, _LINE, _STEP = 66, 13, 130


@cache
def drums() -> Markup:
    """Return the strip of digits, to stand once in every page that has meters."""
    digits = (
        element(
            "path",
            transform=f"translate({(_WIDTH - GLYPHS[str(digit)].width) // 2} {digit * _STEP})",
            d=GLYPHS[str(digit)].path,
        )
        for digit in range(10)
    )
    strip = element("g", pen(_LINE, *digits), id="drum")
    return element(
        "svg", element("defs", strip), class_="sprites", width=0, height=0, aria_hidden="true"
    )


def meter(
    cents: int, ident: str, cls: str = "", before: int | None = None, currency: str = "USD"
) -> Markup:
    """Return an amount on drums, to the cent; those that changed roll from what they showed.

    >>> 'aria-label="$38,209.62"' in meter(3_820_962, "m-sun-7")
    True
    """
    unit, figures = symbol_of(currency), _figures(cents)
    parts = (*_unit(unit), *_drums(figures, "" if before is None else _figures(before)))
    return element(
        "output",
        *parts,
        class_=" ".join(f"meter {cls}".split()),
        id=ident,
        role="img",
        aria_label=f"{unit}{figures}",
    )


def _figures(cents: int) -> str:
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole:,}.{part:02d}"


def _unit(unit: str) -> Iterator[Markup]:
    if unit in GLYPHS:
        yield _separator(unit)
    else:
        yield element("span", unit.strip(), class_="unit")


def _drums(figures: str, before: str) -> Iterator[Markup]:
    earlier = before.rjust(len(figures))[-len(figures) :]
    for shows, showed in zip(figures, earlier, strict=True):
        if shows.isdigit():
            yield _drum(shows, showed if showed.isdigit() else shows)
        else:
            yield _separator(shows)


@cache
def _drum(shows: str, showed: str) -> Markup:
    rolls = "" if showed == shows else f" f{showed}"
    strip = element("use", href="#drum")
    return element("svg", strip, class_=f"drum d{shows}{rolls}", viewBox=box(_WIDTH, HEIGHT))


@cache
def _separator(character: str) -> Markup:
    glyph = numerals(character, 0, 0, HEIGHT, line=_LINE)
    return element("svg", glyph, class_="drum sep", viewBox=box(GLYPHS[character].width, HEIGHT))


@lru_cache(maxsize=512)
def segments(have: int, need: int, label: str = "") -> Markup:
    """Return marks to fill, from the foot up; more than six stand in two columns."""
    columns = 2 if need > 6 else 1
    rows = -(-need // columns)
    width, height = 40 / columns, 88 / max(rows, 2)
    marks = (
        element(
            "rect",
            class_="seg in" if place < have else "seg",
            x=place // rows * width + 2,
            y=88 - (place % rows + 1) * height + 2,
            width=width - 4,
            height=height - 4,
            rx=2,
        )
        for place in range(need)
    )
    return drawing(box(40, 88), *marks, cls="segs", label=label)


def gauge(part: float, whole: float, tick: float | None = None, label: str = "") -> Markup:
    """Return how much of a whole is left, with a tick where something happens (a cutting card)."""

    def along(value: float) -> float:
        return 128 * min(max(value / whole, 0), 1) if whole else 0

    bars = [
        element("rect", class_="track", y=3, width=128, height=6),
        element("rect", class_="fill", y=3, width=along(part), height=6),
    ]
    if tick is not None:
        x = min(max(along(tick), 1), 127)
        bars.append(element("path", class_="tick", d=f"M{number(x)} 0v12"))
    return drawing(box(128, 12), *bars, cls="gauge", label=label, stretched=True)
