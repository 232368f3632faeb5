"""Spots as people call them, and as a line writes them."""

from __future__ import annotations

from pitboss.games.baccarat import Side
from pitboss.rulebook.spots import spot_text
from pitboss.rulebook.tables import On
from pitboss.table.due import NAMES
from pitboss.table.setups.setup import TableSetup

_HANDS: dict[On, Side] = {"player": "player", "banker": "banker"}


def spot_name(setup: TableSetup, wager: str, on: On) -> str:
    """Return a spot as people call it.

    >>> from pitboss.table.setups.usual import usual_setup
    >>> spot_name(usual_setup("eternal-baccarat"), "golden-talons", "banker")
    'Golden Talons, Banker'
    """
    name = setup.wagers[wager].name
    return f"{name}, {NAMES[_HANDS[on]]}" if on in _HANDS else name


def spot_word(setup: TableSetup, wager: str, on: On) -> str:
    """Return a spot as a line writes it; where seats decide, everybody bets on their own."""
    return spot_text(wager, None if setup.wagers[wager].by_seat else on)


def spot_choices(setup: TableSetup) -> list[tuple[str, str]]:
    """Return what may be bet on: as a line writes it, and as people call it."""
    found = {spot_word(setup, wager, on): spot_name(setup, wager, on) for wager, on in setup.spots}
    return list(found.items())
