"""The dealer's panel of a progressive: which buttons it has, and the paragraph of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, cast, get_args

from pitboss.rulebook.sections import Section

Hands = Literal["winners", "players", "any", "none"]
Lock = Literal["hit", "confirm", "switch"]


class Panel(NamedTuple):
    """What a dealer and a supervisor press between START GAME and END GAME."""

    hands: Hands = "any"
    """Whose hand buttons must be lit at a hit: who won, all who play for it, or nobody's; ``any``
    may be lit, and those that are must have won."""
    lock: Lock = "hit"
    """What fixes the amount: HIT JACKPOT, the supervisor's confirm button, or the switch."""
    cites: Mapping[str, str] = {}
    """The paragraph of each button: start, hands, lock, pay, end, back-out."""

    def cite(self, button: str) -> str | None:
        """Return the paragraph of a button; None where no text names it."""
        return self.cites.get(button)


BUTTONS = ("start", "hands", "lock", "pay", "end", "back-out")
PLAIN = Panel()
"""Of a progressive whose section says nothing of its buttons."""


def read_panel(section: Section | None) -> Panel:
    """Read a panel; without one it is the plain one."""
    if section is None:
        return PLAIN
    hands = cast(Hands, section.choice("hands", get_args(Hands), "any"))
    lock = cast(Lock, section.choice("lock", get_args(Lock), "hit"))
    cites = section.texts("cites")
    for button in cites:
        if button not in BUTTONS:
            raise section.error(f"`cites` has no button {button}", f"name {', '.join(BUTTONS)}")
    section.done()
    return Panel(hands, lock, cites)
