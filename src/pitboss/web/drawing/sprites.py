"""The sheet of symbols: drawn once, served to every page."""

from __future__ import annotations

from functools import cache

from pitboss.web.drawing.cards import card_symbols
from pitboss.web.drawing.chips import chip_symbols
from pitboss.web.drawing.dice import die_symbols
from pitboss.web.drawing.icons import icon_symbols
from pitboss.web.drawing.marks import mark_symbols
from pitboss.web.drawing.suits import pip_symbols
from pitboss.web.drawing.svg import element


@cache
def sprites() -> str:
    """Return the sheet as a file: cards, dice, chips, icons, suits and marks by their ids."""
    symbols = (
        *card_symbols(),
        *die_symbols(),
        *chip_symbols(),
        *icon_symbols(),
        *pip_symbols(),
        *mark_symbols(),
    )
    sheet = element("defs", *symbols)
    return str(element("svg", sheet, xmlns="http://www.w3.org/2000/svg"))
