"""Washington's tables: guidance cites 001 where it speaks, and nothing where it is silent."""

from __future__ import annotations

from pitboss.table.guidance.advice import advise
from pitboss.table.scripts.scenario import play
from pitboss.table.state import Table

START = (
    "open 3-dice-baccarat with jurisdiction washington",
    *("sit 3", "buy in 3 500", "prepare", "bet 3 player 25", "no more bets"),
)


def after(*lines: str) -> Table:
    """Return the table after a script."""
    return tuple(play((*START, *lines)))[-1].table


def test_001__every_order_of_a_round_cites_washington_or_nothing() -> None:
    steps = ("shake cups", "reveal 333 112", "call result", "collect", "pay 3", "clear")
    cites = [advise(after(*steps[:count])).cite for count in range(len(steps) + 1)]
    assert cites[:5] == [
        "001 Rules of Play 2",
        "001 Rules of Play 2",
        "001 Rules of Play 2.a to c",
        "001 Rules of Play 3",
        "001 Rules of Play 3",
    ]
    assert not any("30-" in cite for cite in cites)
