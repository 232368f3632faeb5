"""Bets as placed, and what the house has decided within its discretion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from pitboss.rulebook.tables import On
from pitboss.rulebook.wagers import DEFAULT

Chips = Literal["value", "promotional", "coupon"]
"""What a stake is made of (30-2807(3)). See :mod:`pitboss.settle.settlements` for what follows."""


class Bet(NamedTuple):
    """A stake on a wager, by a position at the table; ``toke`` makes it the dealer's."""

    wager: str
    stake_cents: int
    on: On = None
    table: str | None = None
    reading: str = DEFAULT
    position: int = 1
    chips: Chips = "value"
    toke: bool = False

    def __str__(self) -> str:
        on = f":{self.on}" if self.on is not None else ""
        table = f"@{self.table}" if self.table else ""
        return f"{self.wager}{on}{table}"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The licensee's own decisions. Amounts are whole cents, by wager id; ``*`` means any wager."""

    minimum_cents: Mapping[str, int] = field(default_factory=dict)
    maximum_cents: Mapping[str, int] = field(default_factory=dict)
    aggregate_cents: Mapping[str, int] = field(default_factory=dict)
    """The most that all winners of an optional wager may win in one round."""
    base_wager_required: bool = False
    both_hands: bool = True
    tokes: bool = True
    vigorish_rate: Fraction | None = None
    """None charges the rate of the pay table."""
    vigorish_rounding_cents: int = 1
    unit_cents: Mapping[str, int] = field(default_factory=dict)
    """Base units of progressives where they differ from the printed ones."""
    suits: str | None = None
    """The suits the licensee chose for suit-specific rows; None takes the table's default."""
