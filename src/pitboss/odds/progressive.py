"""Progressives: what the fixed pays return, what the meter adds, and where it breaks even."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.refusals import unreadable
from pitboss.rulebook import MeterShare, PayRow, PayTable, Rates
from pitboss.rulebook.pays import Money, net, read_percent


class Meter(NamedTuple):
    """What an operator says of his jackpot; None takes what is printed, if anything is."""

    cents: int | None = None
    """The amount on the meter."""
    unit_cents: int | None = None
    players: int = 1
    """How many wagering players share a hit."""
    main: Fraction | None = None
    reserve: Fraction | None = None
    seed_cents: int | None = None


class Progressive(NamedTuple):
    """The figures of a progressive, per base unit wagered."""

    unit: Money
    fixed_return: Fraction
    jackpot_probability: Fraction
    """The chance of a hit, counted by the share of the meter that it pays."""
    break_even_cents: Fraction | None
    """The meter at which the bet is even for a bettor who wins it alone."""
    long_term_edge: Fraction | None
    dealer_envy: Fraction
    player_envy: Fraction
    """Envy is a cost apart: it is never netted against the bettor's return."""
    assumptions: tuple[str, ...]

    @property
    def average_rounds(self) -> Fraction | None:
        """The average number of rounds between hits."""
        return 1 / self.jackpot_probability if self.jackpot_probability else None

    def return_per_unit_of_meter(self) -> Fraction:
        """Return what each further unit of currency on the meter adds to the return of a unit."""
        return self.jackpot_probability * 100 / self.unit.cents


def progressive_of(
    table: PayTable, rows: Sequence[tuple[PayRow, Fraction]], meter: Meter
) -> Progressive | None:
    """Return the figures of a table that pays from a meter; None for any other table."""
    if table.unit is None:
        return None
    unit = Money(meter.unit_cents or table.unit.cents, table.unit.currency)
    fixed, jackpot = Fraction(0), Fraction(0)
    dealer, player = Fraction(0), Fraction(0)
    for row, probability in rows:
        if isinstance(row.cell.pay, MeterShare):
            jackpot += probability * Fraction(row.cell.pay.percent, 100)
            player += probability * _in_units(row.cell.player_envy, table)
        else:
            fixed += probability * (1 + _net_in_units(row, table))
        dealer += probability * _in_units(row.cell.dealer_envy, table)
    rates = _rates(table, meter)
    return Progressive(
        unit=unit,
        fixed_return=fixed,
        jackpot_probability=jackpot,
        break_even_cents=unit.cents * (1 - fixed) / jackpot if jackpot else None,
        long_term_edge=_long_term(fixed, jackpot, unit, rates, meter.players, table),
        dealer_envy=dealer,
        player_envy=player,
        assumptions=tuple(_assumptions(rates, meter, table)),
    )


def _long_term(
    fixed: Fraction,
    jackpot: Fraction,
    unit: Money,
    rates: Rates,
    players: int,
    table: PayTable,
) -> Fraction | None:
    """Return 1 - fixed return - increments, with a fixed seed counted once per hit."""
    if rates.main is None or table.unit is None:
        return None
    edge = 1 - fixed - rates.main
    if rates.reserve is not None:
        return edge - rates.reserve
    if rates.seed is None:
        return edge
    seed = rates.seed.cents * Fraction(unit.cents, table.unit.cents)
    return edge - seed * jackpot / (unit.cents * players)


def _rates(table: PayTable, meter: Meter) -> Rates:
    printed = table.wager.rates.get(table.id, Rates(None, None, None))
    main = printed.main if meter.main is None else meter.main
    reserve = printed.reserve if meter.main is None else meter.reserve
    seed = printed.seed
    if meter.seed_cents is not None and table.unit is not None:
        unit = meter.unit_cents or table.unit.cents
        cents = meter.seed_cents * Fraction(table.unit.cents, unit)
        seed = Money(round(cents), table.unit.currency)
    return Rates(main, reserve, seed)


def _assumptions(rates: Rates, meter: Meter, table: PayTable) -> list[str]:
    shared = (
        f"is shared by {meter.players} wagering players" if meter.players > 1 else "is not shared"
    )
    said = [f"a hit {shared}"]
    if rates.main is None:
        said.append("no increment rate is printed: the long-term edge needs the operator's")
    elif rates.reserve is not None:
        said.append("main and reserve increments all come back to the players in the long run")
    elif rates.seed is not None:
        said.append(f"a fixed seed of {rates.seed} is paid by the house once per hit")
    else:
        said.append("the main increment comes back to the players; no seed is counted")
    if table.wager.by_seat:
        said.append(f"the bet stands at seat {table.on}")
    if any(row.cell.dealer_envy or row.cell.player_envy for row in table.rows):
        said.append("envy is a cost to the house, shown apart and never netted")
    return said


def _net_in_units(row: PayRow, table: PayTable) -> Fraction:
    assert table.unit is not None
    return net(row.cell.pay, table.unit.cents) / table.unit.cents


def _in_units(envy: Money | None, table: PayTable) -> Fraction:
    assert table.unit is not None
    return Fraction(envy.cents, table.unit.cents) if envy else Fraction(0)


def read_increment(text: str) -> tuple[Fraction, Fraction | None]:
    """Read ``15%`` (main) or ``15%+3%`` (main and reserve)."""
    parts = [read_percent(part.strip()) for part in text.split("+")]
    if len(parts) > 2 or sum(parts) > 1:
        raise unreadable(
            "bad-increment", f'"{text}" is not an increment', "write 15% or 15%+3%, at most 100%"
        )
    return parts[0], parts[1] if len(parts) == 2 else None
