"""Bets by position, and what each comes to: the layout and the paying list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.settle.accounts import position_account
from pitboss.table.due import SIDES
from pitboss.table.state import LaidBet, SettledBet, Table
from pitboss.table.steps.betting import taken_progressives
from pitboss.table.steps.paying import handed_over, in_scope, next_to_pay
from pitboss.table.steps.squeezing import highest_bettors
from pitboss.web.felt.pays import row_at
from pitboss.web.screens.dealing.names import own_name


class Lying(NamedTuple):
    """A bet that lies on the layout."""

    number: int
    name: str
    cents: int
    marks: tuple[str, ...]
    """``toke``, ``behind``, ``promotional`` or ``coupon``."""
    sensed: bool
    """Whether it lies on a sensor, or was taken off it."""
    loses: bool


class Place(NamedTuple):
    """A position with its bets."""

    position: int
    seated: bool
    bets: tuple[Lying, ...]
    stacked_cents: int
    """The chips before it on the layout."""
    balance_cents: int
    highest: tuple[str, ...]
    """The hands on which it has the largest bet, where players turn the cards."""
    now: bool
    """Whether it is paid now."""


def places(table: Table) -> list[Place]:
    """Return all positions, from the highest down."""
    by_position: dict[int, list[LaidBet]] = {}
    for laid in table.round.bets:
        by_position.setdefault(laid.bet.position, []).append(laid)
    paid_now = paid_next(table)
    return [
        _place(table, position, by_position.get(position, []), paid_now == position)
        for position in sorted(table.setup.position_numbers, reverse=True)
    ]


def paid_next(table: Table) -> int | None:
    """Return who is paid now: nobody before the losers are collected."""
    collected = table.round.stage == "settling" and "all" in table.round.collected
    return next_to_pay(table) if collected else None


def _place(table: Table, position: int, bets: list[LaidBet], now: bool) -> Place:
    sensed = {link.wager for link in table.panel.links} | set(table.setup.sensed)
    lying = tuple(_lying(table, laid, laid.bet.wager in sensed) for laid in bets)
    turned = table.setup.style == "squeeze" and table.round.stage in ("dealing", "drawing")
    highest = [side for side in SIDES if turned and position in highest_bettors(table, side)]
    return Place(
        position,
        position in table.seated,
        lying,
        sum(one.cents for one in lying if not one.sensed),
        table.accounts.get(position_account(position), 0),
        tuple(highest),
        now,
    )


def _lying(table: Table, laid: LaidBet, sensed: bool) -> Lying:
    bet, result = laid.bet, table.round.settled.get(laid.number)
    marks = (("toke", bet.toke), ("behind", laid.behind), (bet.chips, bet.chips != "value"))
    return Lying(
        laid.number,
        own_name(table, bet.wager, bet.on),
        bet.stake_cents,
        tuple(mark for mark, holds in marks if holds),
        sensed,
        result is not None and result.loses,
    )


# --- the paying list ---


class Payment(NamedTuple):
    """A line of the paying list: what a bet came to, and by which paragraph."""

    position: int
    first: bool
    """Whether it is the first line of its position."""
    bet: Lying
    row: str
    pays: str
    won_cents: int
    over_cents: int
    vigorish_cents: int
    share: int | None
    """The percentage of a meter, which is paid with the hit."""
    of_meter_cents: int | None
    """What of the meter was paid; None before."""
    cite: str
    wager: str
    limited: bool
    now: bool


class PayingList(NamedTuple):
    """What is taken, and who is paid in which order (30-2815(2))."""

    taken: tuple[Payment, ...]
    taken_cents: int
    paid: tuple[Payment, ...]


def paying(table: Table, of_meter: Mapping[tuple[str, int], int]) -> PayingList:
    """Return the losers, and the others in paying order: winners, then pushes, highest first.

    A progressive wager that lost is in the tray since START GAME, and not taken again.
    ``of_meter`` has what the hits that are paid came to, by wager and position.
    """
    decided = list(in_scope(table, "all"))
    in_tray = taken_progressives(table)
    losers = [pair for pair in decided if pair[1].loses and pair[0].number not in in_tray]
    others = [pair for pair in decided if not pair[1].loses]
    wins = {laid.bet.position for laid, result in others if result.wins}
    others.sort(key=lambda pair: (pair[0].bet.position not in wins, -pair[0].bet.position))
    losers.sort(key=lambda pair: -pair[0].bet.position)
    lost = sum(result.lost_cents for _, result in losers)
    return PayingList(
        tuple(_lines(table, losers, of_meter)), lost, tuple(_lines(table, others, of_meter))
    )


def _lines(
    table: Table, pairs: list[tuple[LaidBet, SettledBet]], of_meter: Mapping[tuple[str, int], int]
) -> Iterator[Payment]:
    now, before = paid_next(table), 0
    sensed = {link.wager for link in table.panel.links} | set(table.setup.sensed)
    for laid, result in pairs:
        position = laid.bet.position
        yield Payment(
            position,
            position != before,
            _lying(table, laid, laid.bet.wager in sensed),
            row_at(table.setup, laid.bet.wager, result.row or ""),
            result.pays or "",
            result.won_cents,
            handed_over(table, laid, result),
            result.vigorish_cents,
            result.meter_share,
            None if result.meter_share is None else of_meter.get((laid.bet.wager, position)),
            result.cite,
            laid.bet.wager,
            result.limited,
            position == now,
        )
        before = position
