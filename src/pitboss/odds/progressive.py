"""Progressives: what the fixed pays return, what the meter adds, and where it breaks even."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from pitboss.refusals import unreadable
from pitboss.rulebook import MeterShare, PayRow, PayTable, Rates
from pitboss.rulebook.pays import OPEN, Money, net, percent, read_percent

ReservePolicy = Literal["rolls-over", "up-to-seed"]
"""After a hit the whole reserve becomes the new meter, or it fills it up to the seed."""
RESERVE_POLICIES: tuple[ReservePolicy, ...] = get_args(ReservePolicy)


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
    reserve_policy: ReservePolicy = "rolls-over"

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
    fixed = jackpot = reseeds = dealer = player = Fraction(0)
    for row, probability in rows:
        pay, dealer_envy, player_envy, _ = row.cell
        if isinstance(pay, MeterShare):
            jackpot += probability * Fraction(pay.percent, 100)
            reseeds += probability if _takes_all(row) else 0
        elif pay != OPEN:
            fixed += probability * (1 + net(pay, printed) / printed)
        if dealer_envy:
            dealer += probability * Fraction(dealer_envy.cents, printed)
        if player_envy and costs_envy(row):
            player += probability * Fraction(player_envy.cents, printed)
    growth = _growth(table, meter, unit, reseeds)
    known = not table.has_open_pays
    returned = growth.returned
    return Progressive(
        unit=unit,
        fixed_return=fixed,
        jackpot_probability=jackpot,
        break_even_cents=unit.cents * (1 - fixed) / jackpot if jackpot and known else None,
        long_term_edge=None if returned is None or not known else 1 - fixed - returned,
        dealer_envy=dealer,
        player_envy=player,
        assumptions=tuple(_assumptions(growth, meter, table, unit)),
    )


class _Growth(NamedTuple):
    """How a meter grows and begins anew here, as printed or as the operator says."""

    main: Fraction | None
    reserve: Fraction
    seed_cents: Fraction | None
    seed_rate: Fraction | None
    """What the seed is of all that is staked from one new meter to the next."""
    reseeds: bool
    """Whether a row takes the whole meter."""
    policy: ReservePolicy

    @property
    def new_meters(self) -> Fraction | None:
        """What of the stakes new meters begin with in the long run; None if the seed is not known.

        A reserve that rolls over comes back whole (30-2899.07(8)(d) note viii). One that fills up
        to the seed gives what it has gathered since the last hit, but no more than the seed, and
        the house adds the rest: the players get the seed, whoever pays it. Without a reserve the
        house pays it, if there is one.
        """
        if not self.reseeds:
            return Fraction(0)
        if self.reserve and self.policy == "rolls-over":
            return self.reserve
        return self.seed_rate if self.reserve else self.seed_rate or Fraction(0)

    @property
    def returned(self) -> Fraction | None:
        """What of the stakes comes back from the meter in the long run."""
        if self.main is None or self.new_meters is None:
            return None
        return self.main + self.new_meters


def _growth(table: PayTable, meter: Meter, unit: Money, reseeds: Fraction) -> _Growth:
    assert table.unit is not None
    printed = table.wager.rates.get(table.id, Rates(None, None, None))
    main, reserve = printed[:2] if meter.main is None else (meter.main, meter.reserve)
    seed = None if meter.seed_cents is None else Fraction(meter.seed_cents)
    if seed is None and printed.seed is not None:
        seed = Fraction(printed.seed.cents * unit.cents, table.unit.cents)
    return _Growth(
        main=main,
        reserve=reserve or Fraction(0),
        seed_cents=seed,
        seed_rate=None if seed is None else seed * reseeds / (unit.cents * meter.players),
        reseeds=any(_takes_all(row) for row in table.rows),
        policy=meter.reserve_policy,
    )


def _assumptions(growth: _Growth, meter: Meter, table: PayTable, unit: Money) -> Iterator[str]:
    shared = (
        f"is shared by {meter.players} wagering players" if meter.players > 1 else "is not shared"
    )
    yield f"a hit {shared}"
    yield from _growth_in_words(growth, unit.currency)
    if unit != table.unit:
        yield f"pays, envy and a printed seed are scaled from the unit of {table.unit} to {unit}"
    if table.wager.by_seat:
        yield f"the bet stands at seat {table.on}"
    if any(row.cell.dealer_envy or row.cell.player_envy for row in table.rows):
        yield "envy is a cost to the house, shown apart and never netted"
        yield from _envy_readings(table)


def _growth_in_words(growth: _Growth, currency: str) -> Iterator[str]:
    """Yield what comes back from the meter in the long run, and who pays for new ones."""
    seed = None if growth.seed_cents is None else Money(round(growth.seed_cents), currency)
    if growth.main is None:
        yield "no increment rate is printed: the long-term edge needs the operator's"
    elif not growth.reseeds:
        yield "no row takes the whole meter, so it never begins anew, and no reserve comes back"
    elif growth.reserve and growth.policy == "rolls-over":
        yield "main and reserve increments all come back to the players in the long run"
        if seed is not None:
            yield f"the reserve becomes the new meter: a seed of {seed} costs the house nothing"
    elif growth.reserve and growth.seed_rate is None:
        yield "the reserve fills up to the seed: the long-term edge needs the operator's seed"
    elif growth.reserve and growth.seed_rate is not None:
        yield f"the reserve fills a new meter up to its seed of {seed}, the house adds the rest"
        kept = growth.reserve - growth.seed_rate
        if kept > 0:
            yield f"{percent(kept, 4)} of the stakes stay in the reserve and do not come back"
    elif seed is not None:
        yield f"a fixed seed of {seed} is paid by the house once per hit"
    else:
        yield "the main increment comes back to the players; no seed is counted"


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


def _takes_all(row: PayRow) -> bool:
    """Say whether a row takes the whole meter, which then begins anew; a lower share leaves it."""
    return isinstance(row.cell.pay, MeterShare) and row.cell.pay.percent == 100


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
