"""Bets as placed, and what the house has decided within its discretion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, TypeVar, get_args

from pitboss.refusals import Refusal
from pitboss.rulebook.beside import Beside
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.spots import spot_text
from pitboss.rulebook.tables import On

Chips = Literal["value", "promotional", "coupon"]
"""What a stake is made of (30-2807(3)). See :mod:`pitboss.settle.settlements` for what follows."""

Breakage = Literal["to-the-cent", "house-keeps", "player-gains"]
"""What is done with a win that the smallest chip cannot pay, such as 3 to 2 on an odd stake.

Paid to the cent; rounded down to the chip, which undercuts the odds; or rounded up to it.
"""

TokePush = Literal["player", "toke-box"]
"""A reading of the catalog's baccarat: who gets a bet for the dealer that ties."""

LARGEST_CENTS = 10**12
"""Ten thousand million dollars: more is a slip of the pen, whatever the limits."""

HIGHEST_PLACE = 999
"""No table has a position or a seat with a higher number."""

UNSAID = 1
"""The position of a bet that names none: alone at the layout, it may stand on any seat."""

ANY = "*"
"""The key of a house rule for every wager that has no rule of its own."""

Rule = TypeVar("Rule")


class Bet(NamedTuple):
    """A stake on a wager, by a position at the table; ``toke`` makes it the dealer's."""

    wager: str
    stake_cents: int
    on: On = None
    table: str | None = None
    reading: str = DEFAULT
    position: int = UNSAID
    chips: Chips = "value"
    toke: bool = False

    def __str__(self) -> str:
        return spot_text(self.wager, self.on, self.table)

    @property
    def fault(self) -> Refusal | None:
        """Why this is not a bet at all, whatever the game; None if it can be read.

        The stake is left to the game: what may be staked depends on the pay table.
        """
        readable = {
            "wager": isinstance(self.wager, str),
            "on": self.on is None or isinstance(self.on, str) or _is_number(self.on),
            "table": self.table is None or isinstance(self.table, str),
            "reading": isinstance(self.reading, str),
            "position": _is_number(self.position) and self.position >= 1,
            "chips": isinstance(self.chips, str),
            "toke": isinstance(self.toke, bool),
        }
        wrong = [name for name, sound in readable.items() if not sound]
        if not wrong:
            return None
        return Refusal(
            code="unreadable-bet",
            message=f'the bet\'s "{wrong[0]}" cannot be read',
            remedy=f"give {_READABLE[wrong[0]]}",
        )


_READABLE = {
    "wager": "a wager's id",
    "on": "player, banker, a seat number, or None",
    "table": "a pay table's id, or None for the first",
    "reading": "a reading's name, or default",
    "position": f"a position of 1 to {HIGHEST_PLACE}",
    "chips": "value, promotional or coupon",
    "toke": "True or False",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The licensee's own decisions. Amounts are whole cents, by wager; ``*`` means any wager.

    A wager goes by the name that bets call it.
    """

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
    breakage: Breakage = "to-the-cent"
    chip_cents: int = 1
    """The smallest chip, to which the breakage policy rounds a win."""
    unit_cents: Mapping[str, int] = field(default_factory=dict)
    """Base units of progressives where they differ from the printed ones."""
    suits: Mapping[str, str] = field(default_factory=dict)
    """The suits the licensee chose for suit-specific rows, where not the table's default."""
    toke_push: TokePush = "player"
    beside: Beside = "house-choice"

    @property
    def fault(self) -> Refusal | None:
        """Why no house can have decided so, naming the first rule at fault; None if it can."""
        return next(_house_faults(self), None)


def rule_for(wager: str, rules: Mapping[str, Rule]) -> Rule | None:
    """Return the house's rule for a wager: its own, else the one for any wager, else None.

    >>> rule_for("tie", {"*": 500, "tie": 100}), rule_for("banker", {"*": 500})
    (100, 500)
    """
    return rules.get(wager, rules.get(ANY))


def _house_faults(house: House) -> Iterator[Refusal]:
    for name, amounts, lowest in (
        ("minimum_cents", house.minimum_cents, 0),
        ("maximum_cents", house.maximum_cents, 0),
        ("aggregate_cents", house.aggregate_cents, 0),
        ("unit_cents", house.unit_cents, 1),
    ):
        for wager, amount in _rules(amounts):
            if not (isinstance(wager, str) and _is_cents(amount, lowest)):
                yield _bad_house_rule(
                    name, wager, f"whole cents of {lowest} to {LARGEST_CENTS}, by wager id"
                )
    for wager, suits in _rules(house.suits):
        if not (isinstance(wager, str) and isinstance(suits, str)):
            yield _bad_house_rule("suits", wager, "letters of c d h s, by wager id")
    rate = house.vigorish_rate
    if rate is not None and not (isinstance(rate, Fraction) and 0 <= rate <= 1):
        yield _bad_house_rule(
            "vigorish_rate", ANY, "a Fraction of 0 to 1, such as Fraction(5, 100)"
        )
    if not _is_cents(house.vigorish_rounding_cents, 1):
        yield _bad_house_rule(
            "vigorish_rounding_cents", ANY, f"whole cents of 1 to {LARGEST_CENTS}"
        )
    if not _is_cents(house.chip_cents, 1):
        yield _bad_house_rule("chip_cents", ANY, f"whole cents of 1 to {LARGEST_CENTS}")
    for name, word, known in (
        ("breakage", house.breakage, get_args(Breakage)),
        ("toke_push", house.toke_push, get_args(TokePush)),
        ("beside", house.beside, get_args(Beside)),
    ):
        if word not in known:
            yield _bad_house_rule(name, ANY, f"one of {', '.join(known)}")
    for name, flag in (
        ("base_wager_required", house.base_wager_required),
        ("both_hands", house.both_hands),
        ("tokes", house.tokes),
    ):
        if not isinstance(flag, bool):
            yield _bad_house_rule(name, ANY, "True or False")


def _rules(rules: object) -> Iterator[tuple[object, object]]:
    """Yield a house rule by wager; what is no mapping at all comes out as one that is wrong."""
    yield from rules.items() if isinstance(rules, Mapping) else ((None, None),)


def _bad_house_rule(name: str, wager: object, remedy: str) -> Refusal:
    whose = f" for {wager}" if isinstance(wager, str) and wager != ANY else ""
    return Refusal(
        code="bad-house-rule",
        message=f"the house's {name}{whose} cannot be followed",
        remedy=f"give {remedy}",
    )


def _is_cents(amount: object, lowest: int) -> bool:
    return type(amount) is int and lowest <= amount <= LARGEST_CENTS


def _is_number(place: object) -> bool:
    return type(place) is int and abs(place) <= HIGHEST_PLACE
