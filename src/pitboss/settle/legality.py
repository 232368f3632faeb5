"""Which bets are legal: each check is a refusal with a code, a citation and a remedy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Game, PayTable
from pitboss.rulebook.pays import Money
from pitboss.rulebook.provisions import Provision
from pitboss.settle.bets import Bet, House

LARGEST_STAKE_CENTS = 10**12
"""Ten thousand million dollars: more is a slip of the pen, whatever the limits."""


class Placed(NamedTuple):
    """A bet with its pay table open."""

    bet: Bet
    table: PayTable


def place(game: Game, bet: Bet, house: House) -> Placed | Refusal:
    """Open a bet's pay table and check what concerns this bet alone."""
    try:
        wager = game.wager(bet.wager)
        table = wager.open(bet.table, on=bet.on, reading=bet.reading, suits=house.suits)
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
        yield _no(
            "unknown-chips",
            f'"{bet.chips}" is nothing to bet with',
            "use value, promotional or coupon",
            "30-2807(3)",
        )
    if wager.role == "base" and _by_wager(house.aggregate_cents, bet) is not None:
        yield _no(
            "aggregate-on-base-wager",
            f"an aggregate limit cannot cut the base wager {wager.id}",
            "limit optional wagers only",
            _cite(wager.discretion, "aggregate-limit"),
        )


def _stake_faults(placed: Placed, house: House) -> Iterator[Refusal]:
    bet, table = placed.bet, placed.table
    stake = bet.stake_cents
    if type(stake) is not int:
        yield _no(
            "stake-not-whole-cents",
            f"a stake of {stake!r} is not a whole number of cents",
            "give whole cents, such as 500 for $5.00",
        )
        return
    if stake <= 0:
        yield _no("stake-not-positive", f"a stake of {stake} cents is no bet", "stake more than 0")
        return
    if stake > LARGEST_STAKE_CENTS:
        yield _no(
            "stake-too-large",
            f"a stake of {stake} cents is absurd",
            f"stake at most {LARGEST_STAKE_CENTS} cents",
        )
        return
    if table.unit is not None:
        unit = house.unit_cents.get(bet.wager, table.unit.cents)
        if stake != unit:
            currency = table.unit.currency
            yield _no(
                "stake-not-the-unit",
                f"{bet.wager} takes exactly its base unit of {Money(unit, currency)}, "
                f"not {Money(stake, currency)}",
                f"bet {Money(unit, currency)}, or configure another base unit",
                table.wager.cite,
            )


def _table_faults(placed: Placed) -> Iterator[Refusal]:
    table = placed.table
    if table.has_open_pays:
        yield _no(
            "no-pays",
            f"{table.wager.path} has no printed pay",
            "supply the operator's pay in a file of your own (--file)",
            table.wager.cite,
        )
    if table.incomplete:
        yield _no(
            "incomplete-table",
            f"{table.id} is incomplete: {table.incomplete}",
            "choose another table, or supply the rows in a file of your own (--file)",
            table.wager.cite,
        )


def _toke_faults(placed: Placed, house: House) -> Iterator[Refusal]:
    bet, wager = placed.bet, placed.table.wager
    rule = wager.discretion.get("tokes", Provision("house", ""))
    if bet.toke and rule.rule == "barred":
        yield _no(
            "toke-barred", f"no bet for the dealer on {wager.id}", "bet it elsewhere", rule.cite
        )
    elif bet.toke and not house.tokes:
        yield _no(
            "tokes-not-taken", "this house takes no bets for the dealer", "drop it", rule.cite
        )


def _vigorish_faults(placed: Placed, house: House) -> Iterator[Refusal]:
    vigorish = placed.table.vigorish
    if vigorish is None:
        return
    rate = vigorish.rate if house.vigorish_rate is None else house.vigorish_rate
    if not vigorish.lowest <= rate <= vigorish.highest:
        allowed = _percent(vigorish.lowest)
        if vigorish.highest != vigorish.lowest:
            allowed += f" to {_percent(vigorish.highest)}"
        yield _no(
            "vigorish-out-of-range",
            f"a vigorish of {_percent(rate)} is not allowed here",
            f"charge {allowed}",
            vigorish.cite,
        )
    if house.vigorish_rounding_cents not in vigorish.round_up_to_cents:
        yield _no(
            "vigorish-rounding-not-allowed",
            f"vigorish cannot be rounded up to {house.vigorish_rounding_cents} cents",
            f"round up to one of {list(vigorish.round_up_to_cents)} cents",
            vigorish.cite,
        )


def check_together(
    game: Game, results: Sequence[Placed | Refusal], house: House
) -> list[Placed | Refusal]:
    """Check what concerns several bets at once; an earlier bet stands, a later one is refused."""
    accepted: list[Placed] = []
    checked: list[Placed | Refusal] = []
    everyone = [one for one in results if isinstance(one, Placed)]
    for one in results:
        if isinstance(one, Placed):
            fault = next(_clashes(game, one, accepted, everyone, house), None)
            if fault is not None:
                checked.append(fault)
                continue
            accepted.append(one)
        checked.append(one)
    return checked


def _clashes(
    game: Game, one: Placed, before: Sequence[Placed], everyone: Sequence[Placed], house: House
) -> Iterator[Refusal]:
    bet, wager = one.bet, one.table.wager
    for group in game.one_table:
        if bet.wager in group.wagers:
            others = {other.table.id for other in before if other.bet.wager in group.wagers}
            if others - {one.table.id}:
                yield _no(
                    "mixed-tables",
                    f"{', '.join(group.wagers)} share one pay table; {min(others)} is in use",
                    f"use table {min(others)} for {bet.wager} too",
                    group.cite,
                )
    own = [other for other in before if other.bet.position == bet.position]
    hands = wager.discretion.get("both-hands", Provision("licensee", ""))
    if hands.rule == "barred" or (hands.rule == "licensee" and not house.both_hands):
        opposite = {"player": "banker", "banker": "player"}
        for other in own:
            same_wager = other.bet.wager == bet.wager and other.table.on != one.table.on
            if same_wager or opposite.get(other.bet.wager) == bet.wager:
                yield _no(
                    "both-hands-barred",
                    f"{bet} and {other.bet} are on both hands, which is not allowed here",
                    "keep one of the two",
                    hands.cite,
                )
    yield from _companions(one, everyone, house)
    yield from _limits(one, own, house)


def _companions(one: Placed, everyone: Sequence[Placed], house: House) -> Iterator[Refusal]:
    bet, wager = one.bet, one.table.wager
    mine = [
        other for other in everyone if other.bet.position == bet.position and not other.bet.toke
    ]
    needed = wager.discretion.get("base-wager", Provision("licensee", ""))
    required = needed.rule == "required" or (
        needed.rule == "licensee" and house.base_wager_required
    )
    has_base = any(other.table.wager.role == "base" for other in mine)
    if required and wager.role != "base" and not has_base:
        yield _no(
            "base-wager-required",
            f"{bet.wager} needs a bet on the base game by the same position",
            "add a base wager, such as player",
            needed.cite,
        )
    tokes = wager.discretion.get("tokes", Provision("house", ""))
    if bet.toke and tokes.rule == "own-bet" and wager.role != "base":
        spot = (bet.wager, one.table.on)
        if spot not in [(other.bet.wager, other.table.on) for other in mine]:
            yield _no(
                "toke-needs-own-bet",
                f"a bet for the dealer on {bet} needs the player's own bet on that spot",
                "add the player's own bet",
                tokes.cite,
            )


def _limits(one: Placed, own: Sequence[Placed], house: House) -> Iterator[Refusal]:
    """Check the posted limits against all that a position has on the spot."""
    bet = one.bet
    total = bet.stake_cents + sum(
        other.bet.stake_cents
        for other in own
        if (other.bet.wager, other.table.on, other.bet.toke) == (bet.wager, one.table.on, bet.toke)
    )
    lowest, highest = _by_wager(house.minimum_cents, bet), _by_wager(house.maximum_cents, bet)
    if lowest is not None and total < lowest:
        yield _no(
            "below-minimum",
            f"{bet} stands at {Money(total)}, below the minimum",
            f"bet at least {Money(lowest)}",
            "30-2803(3)(b)",
        )
    if highest is not None and total > highest:
        yield _no(
            "above-maximum",
            f"{bet} stands at {Money(total)}, above the maximum",
            f"bet at most {Money(highest)}",
            "30-2803(3)(b)",
        )


def _by_wager(amounts: Mapping[str, int], bet: Bet) -> int | None:
    return amounts.get(bet.wager, amounts.get("*"))


def _cite(discretion: Mapping[str, Provision], key: str) -> str | None:
    return discretion[key].cite if key in discretion else None


def _percent(rate: Fraction) -> str:
    return f"{float(rate * 100):g}%"


def _no(code: str, message: str, remedy: str, cite: str | None = None) -> Refusal:
    return Refusal(code=code, message=message, remedy=remedy, cite=cite or None)
