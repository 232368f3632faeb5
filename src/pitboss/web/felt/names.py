"""What wagers are called on a felt: short, without what the place says already."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.rulebook.tables import On, PayTable

HERE = Path(__file__).parent
RINGS = "divine"
"""The mark of a name that has none of its own."""
_NUMBERED = re.compile(r" [0-9]+$")
_REMARK = re.compile(r" \([a-z ]+\)$")


class Printed(NamedTuple):
    """A wager's name as the felt prints it."""

    name: str
    caption: str = ""
    """The word before a colon that it shares with others."""


@cache
def names() -> dict[str, Any]:
    """Return what ``names.toml`` says."""
    return tomllib.loads((HERE / "names.toml").read_text())


def printed_name(table: PayTable, on: On, title: str = "") -> Printed:
    """Return the name of a wager on a felt, and the caption that it stands under.

    A jackpot is called by its title.

    >>> from pitboss.rulebook import catalog
    >>> fortune = catalog().game("infinite-fortune")
    >>> printed_name(fortune.open("8-over-7"), None)
    Printed(name='8 over 7', caption='Supershot')
    >>> printed_name(fortune.open("pair:player"), "player").name
    'Player Pair'
    """
    wager, said = table.wager, names()
    if wager.role == "progressive":
        return Printed(title or wager.name)
    caption, colon, rest = wager.name.partition(":")
    name = _REMARK.sub("", rest.strip() if colon else wager.name)
    if isinstance(on, str) and "," in name:
        name = next((part.strip() for part in name.split(",") if on in part.lower()), name)
    name = said["short"].get(name, name[:1].upper() + name[1:])
    return Printed(name, _NUMBERED.sub("", caption) if colon else "")


def heading(caption: str) -> str:
    """Return what stands above the plates of a caption.

    >>> heading("Single Event"), heading("Total Cards")
    ('Single Events', 'Total Cards')
    """
    title: str = names()["captions"].get(caption, caption)
    return title


def mark_of(name: str) -> str:
    """Return the drawing of a name.

    >>> mark_of("Moon 8"), mark_of("Something New")
    ('moon', 'divine')
    """
    mark: str = names()["marks"].get(name, RINGS)
    return mark


def ladder_title(paragraph: str, letter: str) -> str:
    """Return the title of a lettered series.

    >>> ladder_title("30-2899.08(1)", "A"), ladder_title("30-9999(1)", "B")
    ('Golden Dragon', 'Series B')
    """
    title: str = names()["ladders"].get(f"{paragraph}({letter})", f"Series {letter}")
    return title
