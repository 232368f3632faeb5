"""Whose money is where, and movements between those accounts.

An account is the words by which scripts and the record call it: ``tray``, ``layout``, ``vigorish``,
``toke box``, ``dealer`` (envy), ``drop`` (cash in the drop box), ``count room``, ``cage``,
``position N``, ``behind N`` (over the shoulder) and ``outside``, where all money comes from: so all
accounts together are zero. Chips that are not value chips lie in accounts of their own, such as
``layout, coupon``. A bet on a linked jackpot lies on ``sensor ID N``. A floor has accounts that
belong to no table: ``jackpot ID main`` (reserve, overflow, pending, seed fund), ``house``, which
pays seeds and contributions, ``escrow``, which pays these in Washington, and ``adjustments``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, NamedTuple

from pitboss.refusals import unreadable
from pitboss.settle.bets import Chips

Reason = Literal[
    "stake",
    "changed cash",
    "stake back",
    "undone",
    "taken off the sensor",
    "lost",
    "returned",
    "used coupon",
    "won",
    "vigorish",
    "tie vigorish",
    "dealer envy",
    "player envy",
    "buy-in",
    "leaves",
    "opening count",
    "closing count",
    "shift count",
    "variance",
    "fill",
    "credit",
    "adjustment",
    "box emptied",
    "contribution",
    "overflow",
    "seed",
    "seed recovery",
    "jackpot locked",
    "jackpot won",
    "rest of the division",
    "amount at payment",
    "dismissed",
    "backed out",
    "reseed recovered",
    "round voided",
    "fixed pay from the meter",
    "prize changed",
    "escrow",
]
"""Why money moves."""

_WORDS = re.compile(
    r"(?:tray|layout|vigorish|toke box|dealer|drop|count room|cage|outside|house|escrow|adjustments"
    r"|(?:position|behind) [1-9][0-9]{0,2}"
    r"|jackpot \S+ (?:main|reserve|overflow|pending|seed fund)|sensor \S+ [1-9][0-9]{0,2})"
    r"(?:, (?:promotional|coupon))?"
)
_NUMBERED = re.compile(r"(position|behind) ([0-9]+)$")


class Account(str):
    """An account by its words. There is one object for each, so that looking it up is quick."""

    __slots__ = ()

    @property
    def behind(self) -> int | None:
        """The position over whose shoulder the account's owner bets; None for other accounts."""
        match = _NUMBERED.match(self)
        return int(match[2]) if match and match[1] == "behind" else None


@cache
def account(words: str) -> Account:
    """Return the account that some words mean.

    >>> account("position 3")
    'position 3'
    """
    if _WORDS.fullmatch(words) is None:
        raise unreadable("unknown-account", f'"{words[:60]}" is no account', "write it like tray")
    return Account(words)


TRAY, LAYOUT, OUTSIDE = account("tray"), account("layout"), account("outside")
DROP, CAGE, COUNT_ROOM = account("drop"), account("cage"), account("count room")
TOKE_BOX, VIGORISH, DEALER_ENVY = account("toke box"), account("vigorish"), account("dealer")
PLACES = (TRAY, LAYOUT, VIGORISH, TOKE_BOX, DEALER_ENVY, DROP, COUNT_ROOM, CAGE, OUTSIDE)
"""The accounts that every table has, apart from its positions'."""


@cache
def position_account(position: int, *, behind: bool = False) -> Account:
    """Return the account of a position, or of the bettor over its shoulder."""
    return account(f"{'behind' if behind else 'position'} {position}")


@cache
def in_chips(whose: Account, chips: Chips) -> Account:
    """Return where somebody's chips of a kind lie.

    >>> in_chips(LAYOUT, "coupon"), in_chips(LAYOUT, "value")
    ('layout, coupon', 'layout')
    """
    return whose if chips == "value" else account(f"{whose}, {chips}")


class Movement(NamedTuple):
    """Chips or cash that change hands, and why."""

    source: Account
    target: Account
    cents: int
    chips: Chips = "value"
    reason: Reason = "stake"


class JackpotMovement(NamedTuple):
    """Money that goes to or from a jackpot's account, in millionths of the currency's unit."""

    source: Account
    target: Account
    micros: int
    chips: Chips = "value"
    reason: Reason = "contribution"


AnyMovement = Movement | JackpotMovement
MICROS_PER_CENT = 10_000
HOUSE, ESCROW, ADJUSTMENTS = account("house"), account("escrow"), account("adjustments")


@cache
def jackpot_account(jackpot: str, part: str) -> Account:
    """Return an account of a jackpot.

    >>> jackpot_account("sun-7", "seed fund")
    'jackpot sun-7 seed fund'
    """
    return account(f"jackpot {jackpot} {part}")


@cache
def sensor_account(jackpot: str, position: int) -> Account:
    """Return where a position's bet on a linked jackpot lies."""
    return account(f"sensor {jackpot} {position}")


@cache
def of_the_floor(whose: Account) -> bool:
    """Say whether an account belongs to no single table.

    >>> of_the_floor(HOUSE), of_the_floor(jackpot_account("ez", "main")), of_the_floor(TRAY)
    (True, True, False)
    """
    return whose in (HOUSE, ESCROW, ADJUSTMENTS) or whose.startswith("jackpot ")
