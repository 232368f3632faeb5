"""Numerals drawn with one round pen, so that no device's font decides how an amount looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from markupsafe import Markup

from pitboss.web.drawing.svg import element, number

HEIGHT = 100
"""Of a capital, in the units of the glyphs below."""


class Glyph(NamedTuple):
    """A character: how wide it is, and the way of the pen."""

    width: int
    path: str


GLYPHS = {
    "0": Glyph(64, "M32 7C13 7 8 28 8 50s5 43 24 43 24-21 24-43S51 7 32 7Z"),
    "1": Glyph(44, "M9 25 29 8v85"),
    "2": Glyph(64, "M10 31C10 16 19 7 32 7c14 0 22 9 22 21 0 11-6 18-16 29L9 93h47"),
    "3": Glyph(
        64,
        "M10 20C15 11 22 7 31 7c13 0 22 7 22 19 0 13-9 20-23 20 16 0 26 9 26 23S46 93 31 93"
        "C19 93 11 87 7 77",
    ),
    "4": Glyph(66, "M46 93V8L8 66h52"),
    "5": Glyph(
        64, "M51 8H17l-4 37c5-5 11-8 19-8 15 0 24 11 24 27 0 17-10 29-26 29-11 0-19-6-23-15"
    ),
    "6": Glyph(
        64,
        "M49 14C45 9 40 7 34 7 16 7 8 27 8 54c0 25 9 39 24 39s24-11 24-27-9-26-23-26"
        "C21 40 12 49 9.5 62",
    ),
    "7": Glyph(62, "M8 8h46L24 93"),
    "8": Glyph(
        64,
        "M32 46c-12 0-21-8-21-19S19 7 32 7s21 9 21 20-9 19-21 19C17 46 8 56 8 70s9 23 24 23"
        " 24-9 24-23-9-24-24-24Z",
    ),
    "9": Glyph(
        64,
        "M15 86c4 5 9 7 15 7 18 0 26-20 26-47C56 21 47 7 32 7S8 18 8 34s9 26 23 26"
        "c12 0 21-9 23.5-22",
    ),
    "A": Glyph(68, "M7 93 34 7l27 86M17 64h34"),
    "J": Glyph(58, "M45 7v60c0 17-7 26-19 26-11 0-17-7-19-18"),
    "Q": Glyph(68, "M33 7C14 7 8 28 8 50s6 43 25 43 25-21 25-43S52 7 33 7ZM38 70l24 27"),
    "K": Glyph(66, "M12 7v86M54 7 13 55M28 40l32 53"),
    "$": Glyph(
        64,
        "M54 27c-3-9-11-14-22-14-13 0-21 7-21 17 0 11 9 16 21 20 13 4 23 9 23 21 0 11-9 18-23 18"
        "-12 0-20-6-24-16M32 0v13M32 89v11",
    ),
    ",": Glyph(30, "M17 88v6l-6 14"),
    ".": Glyph(30, "M15 91v2"),
    "-": Glyph(50, "M8 52h34"),
}


def pen(width: float, *paths: str, transform: str | None = None, color: str = "") -> Markup:
    """Return lines drawn with a round pen."""
    return element(
        "g",
        *paths,
        transform=transform,
        fill="none",
        stroke=color or "currentColor",
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def numerals(
    text: str,
    x: float,
    y: float,
    height: float,
    *,
    line: float = 15,
    anchor: Literal["start", "middle"] = "start",
    color: str = "",
    gap: int = 16,
) -> Markup:
    """Return a text of glyphs whose upper edge is at y, beginning or centred at x."""
    scale = height / HEIGHT
    if anchor == "middle":
        x -= _width(text, gap) * scale / 2
    # A scale is not a length: it needs more digits than a hundredth.
    place = f"translate({number(x)} {number(y)}) scale({scale:.4g})"
    return pen(line, *_paths(text, gap), transform=place, color=color)


def _width(text: str, gap: int) -> int:
    return sum(GLYPHS[character].width for character in text) + gap * (len(text) - 1)


def _paths(text: str, gap: int) -> Iterator[Markup]:
    at = 0
    for character in text:
        glyph = GLYPHS[character]
        yield element("path", transform=f"translate({at})" if at else None, d=glyph.path)
        at += glyph.width + gap
