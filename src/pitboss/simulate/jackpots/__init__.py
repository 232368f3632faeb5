"""Progressive jackpots over time: what the years ahead look like at a seed, an increment, a floor.

The model, in full:

- A hand is one coup (or throw) at one table. Hands are independent, and fall with the exact chances
  of :mod:`pitboss.odds` for the full shoe. All linked tables play one after the other.
- Each of ``players`` seats bets the base unit with the chance ``participation``, by itself and
  anew for each hand. By seat (99 Fortunes) they are the layout's first seats, each with its own
  pay table; elsewhere one row is hit for all bettors of the hand at once.
- Each bet adds its increment to the meter, and to the reserve if there is one, before the hand is
  settled: a winner's own bet is in the meter that he wins.
- A row that pays from the meter pays its percentage of the whole cents on the meter, split evenly
  among the bettors of that hand who stand on it. Shares round down to the cent, and what is left
  over stays in the meter. If none of them bets, nothing is hit.
- The meter then falls by what was paid. If that was all of it, it begins anew, on top of what the
  division left. Without a reserve the house pays the seed. A reserve ``rolls-over``: it becomes the
  new meter, and what that lacks of a guaranteed ``minimum`` the house advances, and recovers from
  the reserve's next increments. Or it fills the new meter ``up-to-seed``: its surplus stays, and
  the house adds what is missing. A part of the meter is paid without a reseed.
- What exceeds a limit overflows. When the meter begins anew that goes ``to-meter`` or
  ``to-reserve`` (for the meter after it), or it ``stays``.
- Other rows are settled as at the table and paid by the house, and so is envy: the dealer's for
  each bettor on the row, and the other bettors' for each bettor who wins the meter.
- The opening meter and the opening reserve are there already: they are no cost of the year.

Meter and reserve are kept in millionths of the currency's unit, so that nothing is rounded but a
winner's share. For every year, to the last micro-unit::

    handle   = increments + fixed pays + envy + seeds from the house + advances - recovered + take
    at end   = opening + increments + seeds from the house + advances - recovered - paid from it

where the second line speaks of meter, reserve and overflow together. What the players lose, the
edge of :mod:`pitboss.odds`, is the take before envy, and with it what a reserve gains that does not
roll over and what overflows and stays: they are not the house's yet, but do not come back.

A year is played from hit to hit, not hand by hand (:mod:`pitboss.simulate.jackpots.years`). It has
``days`` days, in twelve months of equal length to the day. The same seed gives the same years,
however many are asked for at a time, with the same version of numpy. Two settings with one seed
share part of their luck: what differs between them is then due to the settings more than to chance.
"""

from __future__ import annotations

from fractions import Fraction

from pitboss.games import Shoe
from pitboss.odds.analysis import analyse_table
from pitboss.odds.general import Progress
from pitboss.odds.progressive import Meter, ReservePolicy
from pitboss.rulebook import Wager
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On
from pitboss.simulate.extra import require_engine
from pitboss.simulate.jackpots.checks import (
    MOST_DAYS,
    MOST_HANDS_PER_HOUR,
    MOST_TABLES,
    MOST_YEARS,
    check_money,
    check_policies,
    check_share,
    check_size,
    opened_for,
    printed_seed,
    rates_of,
    whole,
)
from pitboss.simulate.jackpots.figures import JackpotYears
from pitboss.simulate.jackpots.hands import hand_of
from pitboss.simulate.jackpots.setting import OverflowPolicy, Setting
from pitboss.simulate.shoes import SEEDS

__all__ = ["JackpotYears", "jackpot"]


def jackpot(
    wager: Wager | str,
    *,
    table: str | None = None,
    on: On = None,
    reading: str = DEFAULT,
    decks: int = 8,
    meter_seed_cents: int | None = None,
    start_cents: int | None = None,
    start_reserve_cents: int = 0,
    main: Fraction | None = None,
    reserve: Fraction | None = None,
    reserve_policy: ReservePolicy = "rolls-over",
    minimum_cents: int | None = None,
    limit_cents: int | None = None,
    overflow: OverflowPolicy = "to-meter",
    unit_cents: int | None = None,
    tables: int = 1,
    hands_per_hour: int = 70,
    hours_per_day: int = 24,
    players: int | None = None,
    participation: Fraction = Fraction(1, 2),
    days: int = 365,
    years: int = 1_000,
    seed: int = 1,
    progress: Progress | None = None,
) -> JackpotYears:
    """Play years of a progressive and return what they look like.

    ``meter_seed_cents``, ``main``, ``reserve`` and ``unit_cents`` are what the table prints where
    they are not given; with a ``main`` rate of your own the reserve is yours too. What policies,
    ``minimum_cents`` and ``limit_cents`` do is said above; one that changes nothing is refused. The
    meter opens at its seed unless ``start_cents`` says otherwise. ``players`` are 7, or as many as
    the layout has seats; a seat named by ``on`` plays alone. ``seed`` is the seed of chance. After
    an interruption the years of the finished blocks are returned, marked ``interrupted``.

    >>> sun = "eternal-baccarat/sun-7-progressive"
    >>> ahead = jackpot(sun, table="PT-PRG-S7-05", tables=2, years=50)
    >>> f"{float(ahead.setting.expected_hits):.2f}", abs(ahead.hits_per_year.z) < 4
    ('39.09', True)
    """
    whole("number of years", years, 1, MOST_YEARS)
    whole("number of tables", tables, 1, MOST_TABLES)
    whole("number of hands an hour", hands_per_hour, 1, MOST_HANDS_PER_HOUR)
    whole("number of hours a day", hours_per_day, 1, 24)
    whole("number of days", days, 1, MOST_DAYS)
    check_share("participation", participation, "Fraction(1, 2) for every second seat")
    whole("seed of chance", seed, 0, SEEDS - 1)
    opened, seats = opened_for(wager, table, on, reading, players)
    first, printed = opened[0], opened[0].unit
    assert printed is not None, "a progressive has a base unit"
    unit = printed.cents if unit_cents is None else unit_cents
    check_money("base unit", unit, 1, printed.currency)
    main, reserve = rates_of(first, unit, main, reserve)
    if meter_seed_cents is None:
        meter_seed_cents = printed_seed(first) * unit // printed.cents
    start = meter_seed_cents if start_cents is None else start_cents
    check_money("meter's seed", meter_seed_cents, 0, printed.currency)
    check_money("opening meter", start, 0, printed.currency)
    check_money("opening reserve", start_reserve_cents, 0, printed.currency)
    shoe = Shoe.of(decks)
    sheet = analyse_table(first, shoe=shoe, meter=Meter(unit_cents=unit))
    setting = Setting(
        hand=hand_of(
            opened, shoe=shoe, players=seats, participation=Fraction(participation), unit_cents=unit
        ),
        decks=sheet.decks,
        main=main,
        reserve=reserve,
        reserve_policy=reserve_policy,
        minimum_cents=minimum_cents,
        limit_cents=limit_cents,
        overflow=overflow,
        meter_seed_cents=meter_seed_cents,
        start_cents=start,
        start_reserve_cents=start_reserve_cents,
        tables=tables,
        hands_per_hour=hands_per_hour,
        hours_per_day=hours_per_day,
        days=days,
        seed=seed,
        break_even_cents=sheet.progressive.break_even_cents if sheet.progressive else None,
    )
    check_policies(setting)
    check_size(setting, years)
    require_engine()
    from pitboss.simulate.jackpots.years import play

    return play(setting, years, progress)
