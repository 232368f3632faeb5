"""The ledger of a floor: every movement of every stream, posted once, in micros."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from pitboss.settle.accounts import (
    MICROS_PER_CENT,
    Account,
    AnyMovement,
    JackpotMovement,
    in_chips,
    of_the_floor,
)
from pitboss.table.steps import Fact


class Ledger:
    """Whose micros are where; all together are always zero."""

    def __init__(self) -> None:
        self.accounts: dict[str, int] = {}

    def post(self, stream: str, facts: Iterable[Fact]) -> None:
        """Post the movements of some facts."""
        accounts = self.accounts
        for debit, credit, micros, _ in postings(stream, facts):
            accounts[debit] = accounts.get(debit, 0) - micros
            accounts[credit] = accounts.get(credit, 0) + micros


def postings(stream: str, facts: Iterable[Fact]) -> Iterator[tuple[str, str, int, str]]:
    """Yield the movements of facts: debit and credit as the floor calls them, micros, reason."""
    for fact in facts:
        movements: tuple[AnyMovement, ...] = getattr(fact, "movements", ())
        for move in movements:
            source, target, amount, chips, reason = move
            if type(move) is not JackpotMovement:
                amount *= MICROS_PER_CENT
                if chips != "value":
                    source, target = in_chips(source, chips), in_chips(target, chips)
            yield floor_name(stream, source), floor_name(stream, target), amount, reason


@cache
def floor_name(stream: str, whose: Account) -> str:
    """Return how the floor calls an account of a stream.

    >>> from pitboss.settle.accounts import HOUSE, TRAY
    >>> floor_name("table/12", TRAY), floor_name("table/12", HOUSE)
    ('table 12 tray', 'house')
    """
    if of_the_floor(whose) or not stream.startswith("table/"):
        return str(whose)
    return f"table {stream.removeprefix('table/')} {whose}"
