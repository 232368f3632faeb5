"""Progressives: what the fixed pays return, what the meter adds, and where it breaks even."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from pitboss.refusals import unreadable
from pitboss.rulebook import MeterShare, PayRow, PayTable, Rates
from pitboss.rulebook.pays import OPEN, Money, net, percent, read_percent


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

    def __repr__(self) -> str:
        """Write what was said, and nothing of the rest."""
        usual, given = self._field_defaults, self._asdict().items()
        words = [f"{key}={value!r}" for key, value in given if value != usual[key]]
        return f"Meter({', '.join(words)})"


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

    def __repr__(self) -> str:
        fixed, long_term = percent(self.fixed_return, 4), percent(self.long_term_edge, 4)
        return f"<Progressive {self.unit}: fixed {fixed}, long term {long_term or 'not known'}>"

    @property
    def average_rounds(self) -> Fraction | None:
        """The average number of rounds in which the whole meter is won once."""
        return 1 / self.jackpot_probability if self.jackpot_probability else None

    @property
    def ahead_without_meter(self) -> bool:
        """Whether the fixed pays alone put the bettor ahead, whatever the meter holds."""
        return self.fixed_return > 1 or self.break_even_cents == 0

    @property
    def break_even(self) -> str:
        """The break-even meter in words: no meter is low enough if the fixed pays suffice."""
        if self.ahead_without_meter:
            return "none: ahead without it"
        if self.break_even_cents is None:
            return "none"
        return str(Money(round(self.break_even_cents), self.unit.currency))

    def return_per_unit_of_meter(self) -> Fraction:
        """Return what each further unit of currency on the meter adds to the return of a unit."""
        return self.jackpot_probability * 100 / self.unit.cents


def progressive_of(
    table: PayTable, rows: Sequence[tuple[PayRow, Fraction]], meter: Meter
) -> Progressive | None:
    """Return the figures of a table that pays from a meter; None for any other table.

    A pay that is left open returns nothing here, and leaves open what would depend on it.
    """
    if table.unit is None:
        return None
    printed = table.unit.cents
    unit = table.unit._replace(cents=meter.unit_cents or printed)
    fixed = jackpot = dealer = player = Fraction(0)
    for row, probability in rows:
        pay, dealer_envy, player_envy, _ = row.cell
        if isinstance(pay, MeterShare):
            jackpot += probability * Fraction(pay.percent, 100)
        elif pay != OPEN:
            fixed += probability * (1 + net(pay, printed) / printed)
        if dealer_envy:
            dealer += probability * Fraction(dealer_envy.cents, printed)
        if player_envy and costs_envy(row):
            player += probability * Fraction(player_envy.cents, printed)
    growth = _growth(table, meter, Fraction(unit.cents, printed))
    known = not table.has_open_pays
    return Progressive(
        unit=unit,
        fixed_return=fixed,
        jackpot_probability=jackpot,
        break_even_cents=unit.cents * (1 - fixed) / jackpot if jackpot and known else None,
        long_term_edge=_long_term(fixed, jackpot, unit, growth, meter.players) if known else None,
        dealer_envy=dealer,
        player_envy=player,
        assumptions=tuple(_assumptions(growth, meter, table, unit)),
    )


class _Growth(NamedTuple):
    """How a meter grows here, as printed or as the operator says; the seed in cents."""

    main: Fraction | None
    reserve: Fraction | None
    seed_cents: Fraction | None


def _growth(table: PayTable, meter: Meter, units: Fraction) -> _Growth:
    printed = table.wager.rates.get(table.id, Rates(None, None, None))
    main, reserve = printed[:2] if meter.main is None else (meter.main, meter.reserve)
    seed = None if printed.seed is None else printed.seed.cents * units
    return _Growth(main, reserve, seed if meter.seed_cents is None else Fraction(meter.seed_cents))


def _long_term(
    fixed: Fraction, jackpot: Fraction, unit: Money, growth: _Growth, players: int
) -> Fraction | None:
    """Return 1 - fixed return - increments, with a fixed seed counted once per hit."""
    if growth.main is None:
        return None
    edge = 1 - fixed - growth.main
    if growth.reserve is not None:
        return edge - growth.reserve
    if growth.seed_cents is None:
        return edge
    return edge - growth.seed_cents * jackpot / (unit.cents * players)


def _assumptions(growth: _Growth, meter: Meter, table: PayTable, unit: Money) -> Iterator[str]:
    shared = (
        f"is shared by {meter.players} wagering players" if meter.players > 1 else "is not shared"
    )
    yield f"a hit {shared}"
    seed = None if growth.seed_cents is None else Money(round(growth.seed_cents), unit.currency)
    if growth.main is None:
        yield "no increment rate is printed: the long-term edge needs the operator's"
    elif growth.reserve is not None:
        yield "main and reserve increments all come back to the players in the long run"
        if seed is not None:
            yield f"the reserve refills the meter, so the seed of {seed} costs the house nothing"
    elif seed is not None:
        yield f"a fixed seed of {seed} is paid by the house once per hit"
    else:
        yield "the main increment comes back to the players; no seed is counted"
    if unit != table.unit:
        yield f"pays, envy and a printed seed are scaled from the unit of {table.unit} to {unit}"
    if table.wager.by_seat:
        yield f"the bet stands at seat {table.on}"
    if any(row.cell.dealer_envy or row.cell.player_envy for row in table.rows):
        yield "envy is a cost to the house, shown apart and never netted"
        yield from _envy_readings(table)


def _envy_readings(table: PayTable) -> Iterator[str]:
    """Yield by which readings envy is costed, and how much of what is printed they leave out."""
    chosen = {asked.id: way.name for asked, way in table.wager.chosen(table.id, table.reading)}
    for asked in table.wager.ambiguities:
        if "envy" in asked.id and asked.reaches(table.id):
            reading = chosen.get(asked.id, asked.default)
            yield f"envy is costed by the reading {reading} [{asked.cite}]"
    listed = [row for row in table.rows if row.cell.player_envy and not costs_envy(row)]
    if listed:
        yield f"the player envy of {len(listed)} lower rows is listed and costs nothing"


def costs_envy(row: PayRow) -> bool:
    """Say whether player envy is due on a row: where the meter is won, by one bettor of several."""
    return isinstance(row.cell.pay, MeterShare)


def read_increment(text: str) -> tuple[Fraction, Fraction | None]:
    """Read ``15%`` (main) or ``15%+3%`` (main and reserve)."""
    parts = [read_percent(part.strip()) for part in text.split("+")]
    if len(parts) > 2 or sum(parts) > 1:
        raise unreadable(
            "bad-increment", f'"{text}" is not an increment', "write 15% or 15%+3%, at most 100%"
        )
    return parts[0], parts[1] if len(parts) == 2 else None
