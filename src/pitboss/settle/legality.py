"""Which bets are legal by themselves: each check is a refusal with a code, a citation, a remedy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Game, PayTable
from pitboss.rulebook.pays import Money
from pitboss.rulebook.provisions import Provision
from pitboss.settle.bets import LARGEST_CENTS, Bet, House, rule_for


class Placed(NamedTuple):
    """A bet with its pay table open."""

    bet: Bet
    table: PayTable


def place(game: Game, bet: Bet, house: House) -> Placed | Refusal:
    """Open a bet's pay table and check what concerns this bet alone."""
    if bet.fault is not None:
        return bet.fault
    try:
        wager = game.wager(bet.wager)
        suits = rule_for(bet.wager, house.suits)
        table = wager.open(bet.table, on=bet.on, reading=bet.reading, suits=suits)
    except Unreadable as error:
        return error.refusal
    placed = Placed(bet, table)
    return next(_faults(placed, house), placed)


def _faults(placed: Placed, house: House) -> Iterator[Refusal]:
    yield from _stake_faults(placed, house)
    yield from _table_faults(placed)
    yield from _toke_faults(placed, house)
    yield from _vigorish_faults(placed, house)
    bet, wager = placed.bet, placed.table.wager
    if bet.chips not in ("value", "promotional", "coupon"):
        yield no(
            "unknown-chips",
            f'"{bet.chips}" is nothing to bet with',
            "use value, promotional or coupon",
            "30-2807(3)",
        )
    if wager.role == "base" and rule_for(bet.wager, house.aggregate_cents) is not None:
        yield no(
            "aggregate-on-base-wager",
            f"an aggregate limit cannot cut the base wager {wager.id}",
            "limit optional wagers only",
            _cite(wager.discretion, "aggregate-limit"),
        )


def _stake_faults(placed: Placed, house: House) -> Iterator[Refusal]:
    bet, table = placed.bet, placed.table
    stake = bet.stake_cents
    if type(stake) is not int:
        yield no(
            "stake-not-whole-cents",
            f"a stake of type {type(stake).__name__} is not a whole number of cents",
            "give whole cents, such as 500 for $5.00",
        )
        return
    if stake <= 0:
        yield no("stake-not-positive", "a stake of nothing or less is no bet", "stake more than 0")
        return
    if stake > LARGEST_CENTS:
        yield no(
            "stake-too-large",
            f"a stake of more than {Money(LARGEST_CENTS)} is absurd",
            "stake less",
        )
        return
    if table.unit is not None:
        unit = rule_for(bet.wager, house.unit_cents) or table.unit.cents
        if stake != unit:
            currency = table.unit.currency
            yield no(
                "stake-not-the-unit",
                f"{bet.wager} takes exactly its base unit of {Money(unit, currency)}, "
                f"not {Money(stake, currency)}",
                f"bet {Money(unit, currency)}, or configure another base unit",
                table.wager.cite,
            )


def _table_faults(placed: Placed) -> Iterator[Refusal]:
    table = placed.table
    if table.has_open_pays:
        yield no(
            "no-pays",
            f"{table.wager.path} has no printed pay",
            _elsewhere(placed) or "supply the operator's pay in a file of your own (--file)",
            table.wager.cite,
        )
    if table.incomplete:
        yield no(
            "incomplete-table",
            f"{table.id} is incomplete: {table.incomplete}",
            _elsewhere(placed)
            or "choose another table, or supply the rows in a file of your own (--file)",
            table.wager.cite,
        )


def _elsewhere(placed: Placed) -> str | None:
    """Name the operator's own pay table of this wager where he has supplied one that pays."""
    wager = placed.table.wager
    for id in wager.tables:
        if wager.block_of(id).operator:
            supplied = wager.open(id, on=wager.places(id)[0])
            if not supplied.has_open_pays and not supplied.incomplete:
                return f"bet on {placed.bet._replace(table=id)}"
    return None


def _toke_faults(placed: Placed, house: House) -> Iterator[Refusal]:
    bet, wager = placed.bet, placed.table.wager
    rule = wager.discretion.get("tokes", Provision("house", ""))
    if bet.toke and rule.rule == "barred":
        yield no(
            "toke-barred", f"no bet for the dealer on {wager.id}", "bet it elsewhere", rule.cite
        )
    elif bet.toke and not house.tokes:
        yield no("tokes-not-taken", "this house takes no bets for the dealer", "drop it", rule.cite)


def _vigorish_faults(placed: Placed, house: House) -> Iterator[Refusal]:
    vigorish = placed.table.vigorish
    if vigorish is None:
        return
    rate = vigorish.rate if house.vigorish_rate is None else house.vigorish_rate
    if not vigorish.lowest <= rate <= vigorish.highest:
        allowed = _percent(vigorish.lowest)
        if vigorish.highest != vigorish.lowest:
            allowed += f" to {_percent(vigorish.highest)}"
        yield no(
            "vigorish-out-of-range",
            f"a vigorish of {_percent(rate)} is not allowed here",
            f"charge {allowed}",
            vigorish.cite,
        )
    if house.vigorish_rounding_cents not in vigorish.round_up_to_cents:
        yield no(
            "vigorish-rounding-not-allowed",
            f"vigorish cannot be rounded up to {house.vigorish_rounding_cents} cents",
            f"round up to one of {list(vigorish.round_up_to_cents)} cents",
            vigorish.cite,
        )


def _cite(discretion: Mapping[str, Provision], key: str) -> str | None:
    return discretion[key].cite if key in discretion else None


def _percent(rate: Fraction) -> str:
    return f"{float(rate * 100):g}%"


def no(code: str, message: str, remedy: str, cite: str | None = None) -> Refusal:
    """Refuse a bet; a provision without a paragraph of its own is cited by none."""
    return Refusal(code=code, message=message, remedy=remedy, cite=cite or None)
