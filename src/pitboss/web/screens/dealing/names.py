"""Spots as people call them, and as a line writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pitboss.jackpot.names import jackpot_name, name_at, won_row
from pitboss.rulebook.spots import spot_text
from pitboss.rulebook.tables import On
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.web.words import words

WORDS = words["dealer"]["hits"]


def spot_word(setup: TableSetup, wager: str, on: On) -> str:
    """Return a spot as a line writes it; where seats decide, everybody bets on their own."""
    return spot_text(wager, None if setup.wagers[wager].by_seat else on)


def own_name(table: Table, wager: str, on: On) -> str:
    """Return a spot as people call it beside a position, which then says what decides for it."""
    by_seat = table.setup.wagers[wager].by_seat
    return name_at(table, table.setup, wager, None if by_seat else on)


def spot_choices(table: Table) -> list[tuple[str, str]]:
    """Return what may be bet on: as a line writes it, and as people call it."""
    setup = table.setup
    found = {spot_word(setup, wager, on): own_name(table, wager, on) for wager, on in setup.spots}
    return list(found.items())


def with_names(text: str, table: Table) -> str:
    """Return words of the table with its jackpots and their rows called as the floor calls them."""
    for won in table.panel.won:
        text = text.replace(won.row, won_row(table, won.jackpot, won.row))
    for link in table.panel.links:
        id = re.escape(link.jackpot)
        text = re.sub(rf"(?<![\w-]){id}(?![\w-])", jackpot_name(link.jackpot), text)
    return text


def whom(positions: Sequence[int]) -> str:
    """Return positions by their name.

    >>> whom((3,)), whom((1, 3, 5))
    ('position 3', 'positions 1, 3 and 5')
    """
    word = WORDS["positions" if len(positions) > 1 else "position"]
    return str(word.format(at=listed_positions(positions)))


def listed_positions(positions: Sequence[int]) -> str:
    """Return positions as one says them.

    >>> listed_positions((3,)), listed_positions((1, 3, 5))
    ('3', '1, 3 and 5')
    """
    *others, last = map(str, positions)
    return f"{', '.join(others)} and {last}" if others else last


def sharing(sharers: Iterable[str]) -> str:
    """Return the positions of those who share in a hit.

    >>> sharing(("12/1", "12/5"))
    'positions 1 and 5'
    """
    return whom([int(who.rpartition("/")[2]) for who in sharers])
