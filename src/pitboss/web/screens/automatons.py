"""What a demo's automatons do, marked as theirs wherever people read who did something."""

from __future__ import annotations

from pitboss.table.floor.records import Floor
from pitboss.web.words import words


def signed(badge: str, floor: Floor) -> str:
    """Return a badge as it signs: in a demo some are automatons'.

    >>> from pitboss.house.automatic.demo import demo_floor
    >>> signed("9201", demo_floor()), signed("2207", demo_floor())
    ('9201 (automaton)', '2207')
    """
    automaton = words["manager_people"]["automaton"]
    return f"{badge} ({automaton})" if floor.automatic(badge) else badge


def with_cards(asked: str, signers: str, floor: Floor) -> str:
    """Return who asked for something, and whose card was shown with it, if it is another's.

    >>> from pitboss.house.automatic.demo import demo_floor
    >>> with_cards("2207", "1101", demo_floor()), with_cards("", "1101", demo_floor())
    ('2207, with the card of 1101', '1101')
    """
    card = signed(signers, floor)
    if not asked:
        return card
    said = str(words["manager_people"]["with_card"])
    return said.format(badge=signed(asked, floor), card=card)


def pays_by_itself(floor: Floor) -> str:
    """Return who pays a hit that no person pays; empty on a floor that is no demo."""
    said = str(words["manager_jackpots"]["card"]["automaton"])
    return said.format(seconds=floor.pay_seconds) if floor.demo else ""
