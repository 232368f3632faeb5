"""Whose money is where: every movement takes from one account and gives to another.

Accounts: ``tray``, ``layout``, ``vigorish``, ``toke box``, ``dealer`` (envy), ``drop`` (cash in the
drop box), ``count room``, ``cage``, ``position N``, ``behind N`` (over the shoulder) and
``outside``, where all money comes from: so all accounts together are zero. Chips that are not value
chips lie in accounts of their own, such as ``layout, coupon``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.bets import LARGEST_CENTS, Chips
from pitboss.settle.settlements import Movement
from pitboss.table.state import Table

OUTSIDE, LAYOUT, TRAY, DROP, CAGE = "outside", "layout", "tray", "drop", "cage"
TOKE_BOX, VIGORISH = "toke box", "vigorish"
DEALER_ENVY, COUNT_ROOM = "dealer", "count room"


def post(table: Table, movements: Iterable[Movement]) -> Table:
    """Return the table with money moved.

    >>> post(Table(), [Movement("cage", "tray", 500), Movement("tray", "dealer", 25)]).accounts
    {'cage': -500, 'tray': 475, 'dealer': 25}
    """
    return table._replace(accounts=posted(table.accounts, movements))


def posted(accounts: Mapping[str, int], movements: Iterable[Movement]) -> dict[str, int]:
    """Return the accounts after some movements."""
    after = dict(accounts)
    for source, target, cents, chips in movements:
        if chips != "value":
            source, target = f"{source}, {chips}", f"{target}, {chips}"
        after[source] = after.get(source, 0) - cents
        after[target] = after.get(target, 0) + cents
    return after


def summed(movements: Iterable[Movement]) -> tuple[Movement, ...]:
    """Return movements between the same accounts as one, in the order of the first of each.

    >>> summed([Movement("layout", "tray", 500), Movement("layout", "tray", 25)])
    (Movement(source='layout', target='tray', cents=525, chips='value'),)
    """
    sums: dict[tuple[str, str, Chips], int] = {}
    for source, target, cents, chips in movements:
        key = source, target, chips
        sums[key] = sums.get(key, 0) + cents
    return tuple(
        Movement(source, target, cents, chips) for (source, target, chips), cents in sums.items()
    )


def balance(table: Table, account: str) -> int:
    """Return the cents in an account."""
    return table.accounts.get(account, 0)


def lacking(table: Table, cents: int) -> int:
    """Return by how much the tray is too small to give out some cents; 0 if it is large enough.

    A tray whose opening inventory was never counted is taken to be large enough for anything, so
    that a table can be tried without a cage.

    >>> short = Table(accounts={"tray": 300}, counted=True)
    >>> lacking(short, 500), lacking(short, 300), lacking(Table(), 500)
    (200, 0, 0)
    """
    return max(cents - balance(table, TRAY), 0) if table.counted else 0


def not_an_amount(cents: int, least: int = 1) -> Refusal | None:
    """Refuse what is no whole number of cents, too little, or more than anybody can mean."""
    if type(cents) is int and least <= cents <= LARGEST_CENTS:
        return None
    return Refusal(
        "not-an-amount",
        f"{Money(cents) if type(cents) is int else cents} is no amount to move",
        f"give whole cents, {Money(least)} to {Money(LARGEST_CENTS)}",
    )


def tray_too_small(table: Table, cents: int) -> Refusal | None:
    """Refuse to give out chips that a counted tray does not hold."""
    short = lacking(table, cents)
    if not short:
        return None
    return Refusal(
        "tray-too-small",
        f"the tray holds {Money(balance(table, TRAY))}, which is {Money(short)} too little",
        "fill the tray first",
    )


def tray_closed(table: Table) -> Refusal | None:
    """Refuse what needs a tray that was counted for closing."""
    if not table.tray_closed:
        return None
    return Refusal(
        "tray-closed", "the tray was counted for closing", "close the table, or count for opening"
    )
