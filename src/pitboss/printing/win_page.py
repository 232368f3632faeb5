"""The win page of a jackpot: one sheet to file, with what was paid, by whom, and its proof."""

from __future__ import annotations

import json
from typing import NamedTuple

from pitboss.printing.numerals import breakable
from pitboss.printing.typesetting import typeset

TEMPLATE = "win_page.typ"
HASH = 64
"""Letters of a hash, which stands on one line."""


class Fact(NamedTuple):
    """A name and what stands beside it."""

    name: str
    value: str


class ProofRow(NamedTuple):
    """A line of the record that proves a part of the win."""

    step: str
    time: str
    stream: str
    line: str
    hash: str


class WinPage(NamedTuple):
    """Every text of the page."""

    floor: str
    jackpot: str
    hit: str
    state: str
    paid: bool
    """Whether the money is with those who share; else the page says so in red."""
    when: tuple[str, str]
    """The day and the time."""
    game: str
    facts: tuple[Fact, ...]
    outcome: str
    result: str
    row: str
    cite: str
    amount: str
    """What all who share get together."""
    money: tuple[Fact, ...]
    shares: tuple[Fact, ...]
    envy: tuple[Fact, ...]
    people: tuple[Fact, ...]
    notes: tuple[str, ...]
    proof: tuple[ProofRow, ...]
    jackpot_hash: str
    floor_hash: str


def win_page(page: WinPage, version: str, *, paper: str = "letter") -> bytes:
    """Return the PDF of a win; ``version`` is the version of pitboss to print."""
    return typeset(TEMPLATE, {"win": json.dumps(_broken(page)), "version": version}, paper)


def _broken(text: object) -> object:
    """Return the page as JSON holds it; words too long for a line may be broken."""
    if isinstance(text, str):
        return text if len(text) == HASH else breakable(text)
    if isinstance(text, WinPage | ProofRow):
        return {name: _broken(value) for name, value in text._asdict().items()}
    return [_broken(part) for part in text] if isinstance(text, tuple) else text
