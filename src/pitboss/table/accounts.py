"""The accounts of a table: what moves between them, what the tray can give."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import (
    DROP,
    MICROS_PER_CENT,
    OUTSIDE,
    TRAY,
    Account,
    AnyMovement,
    JackpotMovement,
    Movement,
    Reason,
    in_chips,
    of_the_floor,
)
from pitboss.settle.bets import LARGEST_CENTS, Chips
from pitboss.table.state import Table


def posted(accounts: Mapping[Account, int], movements: Iterable[AnyMovement]) -> dict[Account, int]:
    """Return the accounts of a table after some movements.

    >>> from pitboss.settle.accounts import account
    >>> cage, tray, dealer = map(account, ("cage", "tray", "dealer"))
    >>> posted({}, [Movement(cage, tray, 500), Movement(tray, dealer, 25)])
    {'cage': -500, 'tray': 475, 'dealer': 25}
    """
    after = dict(accounts)
    for move in movements:
        source, target, cents, chips, _ = move
        if type(move) is JackpotMovement:
            if of_the_floor(source) and of_the_floor(target):
                continue  # it concerns no account of the table
            cents //= MICROS_PER_CENT
        if chips != "value":
            source, target = in_chips(source, chips), in_chips(target, chips)
        after[source] = after.get(source, 0) - cents
        after[target] = after.get(target, 0) + cents
    return after


def moved(source: Account, target: Account, cents: int, reason: Reason) -> tuple[Movement, ...]:
    """Return the movement of value chips, the other way round if negative; nothing of nothing.

    >>> from pitboss.settle.accounts import account
    >>> moved(account("cage"), TRAY, -25, "opening count")[0].source
    'tray'
    """
    if cents < 0:
        source, target, cents = target, source, -cents
    return (Movement(source, target, cents, "value", reason),) if cents else ()


def changed_cash(owner: Account, cents: int) -> tuple[Movement, ...]:
    """Return that cash goes into the drop box, and as much in chips to its owner."""
    return (
        *moved(OUTSIDE, DROP, cents, "changed cash"),
        *moved(TRAY, owner, cents, "changed cash"),
    )


def summed(movements: Iterable[Movement]) -> tuple[Movement, ...]:
    """Return movements alike but for their cents as one, in the order of the first of each.

    >>> from pitboss.settle.accounts import account
    >>> lost = Movement(account("layout"), TRAY, 500, "value", "lost")
    >>> summed([lost, lost._replace(cents=25)])[0].cents
    525
    """
    sums: dict[tuple[Account, Account, Chips, Reason], int] = {}
    for source, target, cents, chips, reason in movements:
        key = source, target, chips, reason
        sums[key] = sums.get(key, 0) + cents
    return tuple(
        [
            Movement(source, target, cents, chips, reason)
            for (source, target, chips, reason), cents in sums.items()
        ]
    )


def reversed_all(movements: Iterable[AnyMovement]) -> tuple[AnyMovement, ...]:
    """Return the movements that undo others."""
    return tuple(
        move._replace(source=move.target, target=move.source, reason="undone") for move in movements
    )


def balance(table: Table, whose: Account) -> int:
    """Return the cents in an account."""
    return table.accounts.get(whose, 0)


def lacking(table: Table, cents: int) -> int:
    """Return by how much the tray is too small to give out some cents; 0 if it is large enough.

    A tray whose opening inventory was never counted is taken to be large enough for anything, so
    that a table can be tried without a cage.

    >>> short = Table(accounts={TRAY: 300}, counted=True)
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
