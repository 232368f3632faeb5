"""How pages are drawn: templates with the words, the drawings and the money of the house."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pitboss.jackpot.names import with_suits
from pitboss.jackpot.telling import money as micros
from pitboss.rulebook.pays import Money, percent
from pitboss.web import drawing
from pitboss.web.navigation import screens
from pitboss.web.words import words

HERE = Path(__file__).parent
ELSEWHERE = re.compile(r'<(\w+) id="([^"]+)" data-elsewhere=""></\1>')
"""The place of an element that comes from another stream, or by itself."""
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


@cache
def templates() -> Environment:
    """Return the templates; whatever is put into them is escaped, and nothing may be missing."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a server that runs keeps its own while new ones are installed
    )
    made.filters |= {
        "money": money,
        "micros": micros,
        "card": card,
        "percent": partial(percent, places=2),
        "filled": filled,
        "with_suits": with_suits,
    }
    made.globals |= {"words": words, "draw": drawing, "screens": screens}
    return made


def money(cents: int | None, currency: str | None = "USD") -> str:
    """Return an amount as people write it; nothing if there is none.

    >>> money(2550), money(None)
    ('$25.50', '')
    """
    return "" if cents is None else str(Money(cents, currency or "USD"))


def card(text: str | None) -> str:
    """Return a card as people write it; a back if nobody has seen it.

    >>> card("Th"), card(None)
    ('10♥', '\N{WHITE VERTICAL RECTANGLE}')
    """
    if text is None:
        return "\N{WHITE VERTICAL RECTANGLE}"
    return f"{text[:-1].replace('T', '10')}{SUITS[text[-1]]}"


def filled(html: str, parts: Mapping[str, str]) -> str:
    """Return an element with those that stand in it and come by themselves: live.js does the same.

    >>> filled('<p><output id="m-1" data-elsewhere=""></output></p>', {"m-1": "<b>$5</b>"})
    '<p><b>$5</b></p>'
    """
    return ELSEWHERE.sub(lambda found: parts.get(found[2], found[0]), html)


def page(name: str, **values: Any) -> str:
    """Draw a whole page."""
    return templates().get_template(f"{name}.html").render(values)


@cache
def _macro(file: str, name: str) -> Callable[..., object]:
    macro: Callable[..., object] = getattr(templates().get_template(file).module, name)
    return macro


def drawn(page: str, name: str, *given: Any) -> str:
    """Draw an element of a page: a macro of its ``<page>_parts.html``."""
    return str(_macro(f"{page}_parts.html", name)(*given)).strip()
