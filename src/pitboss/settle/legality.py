"""Which bets are legal by themselves: each check is a refusal with a code, a citation, a remedy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Game, PayTable, Wager
from pitboss.rulebook.pays import Money, percent
from pitboss.rulebook.provisions import Provision
from pitboss.rulebook.tables import On
from pitboss.settle.bets import LARGEST_CENTS, UNSAID, Bet, House, rule_for

_NUMBERED = re.compile(r"[^:]* [0-9]+: ")


class Placed(NamedTuple):
    """A bet with its pay table open."""

    bet: Bet
    table: PayTable

    @property
    def spot(self) -> str:
        """What the bet lies on, as people call it: the name on the layout, and the hand.

        A number of the regulator's list is no part of it: "Single Event 19: Player Pair".
        """
        name, on = _NUMBERED.sub("", self.table.wager.name), self.table.on
        return name + (f" ({on})" if isinstance(on, str) else "")

    @property
    def whose(self) -> str:
        """The same with the position, where several may have a bet there."""
        return f"{self.spot} of position {self.bet.position}"


def place(game: Game, bet: Bet, house: House) -> Placed | Refusal:
    """Open a bet's pay table and check what concerns this bet alone."""
    if (fault := bet.fault) is not None:
        return fault
    try:
        wager = game.wager(bet.wager)
        suits = rule_for(bet.wager, house.suits)
        seat = bet.on
        if wager.by_seat and bet.position != UNSAID:
            if (fault := seat_fault(wager, seat, bet.position)) is not None:
                return fault
            seat = bet.position
        table = wager.open(bet.table, on=seat, reading=bet.reading, suits=suits)
    except Unreadable as error:
        return error.refusal
    placed = Placed(bet, table)
    return bet_fault(placed, house) or table_fault(table, house) or placed


def seat_fault(wager: Wager, seat: On, position: int) -> Refusal | None:
    """Refuse a position that bets on another one's seat; its own need not be named."""
    if not wager.by_seat or seat in (None, position):
        return None
    return Refusal(
        "seat-of-another-player",
        f"position {position} cannot bet on seat {seat}",
        f"bet on {wager.id}:{position}",
        wager.cite,
    )


def bet_fault(placed: Placed, house: House) -> Refusal | None:
    """Return what is wrong with the stake, the chips or the toke, if anything is."""
    bet = placed.bet
    fault = _stake_fault(placed, house)
    if fault is None and bet.toke:
        fault = _toke_fault(placed, house)
    if fault is None and bet.chips not in ("value", "promotional", "coupon"):
        return Refusal(
            "unknown-chips",
            f'"{bet.chips}" is nothing to bet with',
            "use value, promotional or coupon",
            "30-2807(3)",
        )
    return fault


def table_fault(table: PayTable, house: House) -> Refusal | None:
    """Return why no bet can be taken on a pay table in this house, whatever the stake."""
    fault = _open_fault(table) or _vigorish_fault(table, house)
    wager = table.wager
    limited = wager.role == "base" and rule_for(wager.id, house.aggregate_cents) is not None
    if fault is None and limited:
        return Refusal(
            "aggregate-on-base-wager",
            f"an aggregate limit cannot cut the base wager {wager.id}",
            "limit optional wagers only",
            _cite(wager.discretion, "aggregate-limit"),
        )
    return fault


def _stake_fault(placed: Placed, house: House) -> Refusal | None:
    bet, table = placed.bet, placed.table
    stake = bet.stake_cents
    if type(stake) is not int:
        return Refusal(
            "stake-not-whole-cents",
            f"a stake of type {type(stake).__name__} is not a whole number of cents",
            "give whole cents, such as 500 for $5.00",
        )
    if stake <= 0:
        return Refusal(
            "stake-not-positive", "a stake of nothing or less is no bet", "stake more than 0"
        )
    if stake > LARGEST_CENTS:
        return Refusal(
            "stake-too-large",
            f"a stake of more than {Money(LARGEST_CENTS)} is absurd",
            "stake less",
        )
    if table.unit is None:
        return None
    unit = rule_for(bet.wager, house.unit_cents) or table.unit.cents
    if stake == unit:
        return None
    currency = table.unit.currency
    return Refusal(
        "stake-not-the-unit",
        f"{placed.spot} takes exactly its base unit of {Money(unit, currency)}, "
        f"not {Money(stake, currency)}",
        f"bet {Money(unit, currency)}, or configure another base unit",
        table.wager.cite,
    )


def _open_fault(table: PayTable) -> Refusal | None:
    if table.has_open_pays:
        return Refusal(
            "no-pays",
            f"{table.wager.path} has no printed pay",
            _elsewhere(table) or "supply the operator's pay in a file of your own (--file)",
            table.wager.cite,
        )
    if table.incomplete:
        return Refusal(
            "incomplete-table",
            f"{table.id} is incomplete: {table.incomplete}",
            _elsewhere(table)
            or "choose another table, or supply the rows in a file of your own (--file)",
            table.wager.cite,
        )
    if low := table.wager.below_minimum.get(table.id):
        least = table.wager.minimum
        cite = least.cite if least else None
        return Refusal("pays-below-minimum", low, "pay at least the minimum", cite)
    return None


def _elsewhere(table: PayTable) -> str | None:
    """Name the operator's own pay table of this wager where he has supplied one that pays."""
    wager = table.wager
    for id in wager.tables:
        if wager.block_of(id).operator and id not in wager.below_minimum:
            supplied = wager.open(id, on=wager.places(id)[0])
            if not supplied.has_open_pays and not supplied.incomplete:
                on = f":{table.on}" if table.on is not None else ""
                return f"bet on {wager.id}{on}@{id}"
    return None


def _toke_fault(placed: Placed, house: House) -> Refusal | None:
    wager = placed.table.wager
    rule = wager.discretion.get("tokes", Provision("house", ""))
    if rule.rule == "barred":
        return Refusal(
            "toke-barred",
            f"no bet for the dealer on {placed.spot}",
            "bet it elsewhere",
            rule.cite or None,
        )
    if not house.tokes:
        return Refusal(
            "tokes-not-taken",
            "this house takes no bets for the dealer",
            "drop it",
            rule.cite or None,
        )
    return None


def _vigorish_fault(table: PayTable, house: House) -> Refusal | None:
    vigorish = table.vigorish
    if vigorish is None:
        return None
    rate = vigorish.rate if house.vigorish_rate is None else house.vigorish_rate
    if not vigorish.lowest <= rate <= vigorish.highest:
        return Refusal(
            "vigorish-out-of-range",
            f"a vigorish of {percent(rate)} is not allowed here",
            f"charge {vigorish.range}",
            vigorish.cite,
        )
    if house.vigorish_rounding_cents not in vigorish.round_up_to_cents:
        return Refusal(
            "vigorish-rounding-not-allowed",
            f"vigorish cannot be rounded up to {house.vigorish_rounding_cents} cents",
            f"round up to {' or '.join(map(str, vigorish.round_up_to_cents))} cents",
            vigorish.rounding_cite,
        )
    return None


def _cite(discretion: Mapping[str, Provision], key: str) -> str | None:
    return discretion[key].cite if key in discretion else None
