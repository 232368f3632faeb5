"""Checks what a manager sets of a progressive, and fills in what its pay table prints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss import rulebook
from pitboss.games import Shoe
from pitboss.odds.analysis import analyse_table
from pitboss.odds.progressive import Meter
from pitboss.refusals import unreadable
from pitboss.rulebook import MeterShare, Money, PayTable, Rates, Wager
from pitboss.rulebook.pays import percent
from pitboss.rulebook.tables import On
from pitboss.settle.bets import LARGEST_CENTS
from pitboss.simulate.jackpots.hands import hand_of
from pitboss.simulate.jackpots.setting import MICROS, Setting
from pitboss.simulate.shoes import SEEDS

PLAYERS = 7
"""Seats at a table where nothing is said of them."""

MOST_PLAYERS, MOST_TABLES, MOST_HANDS_PER_HOUR, MOST_DAYS = 100, 10_000, 1_000, 3_660
MOST_HITS_A_YEAR = 200_000
LARGEST_MICROS = 2**62
"""Meters are counted in 64 bits; half of that range is left free."""


def setting_of(
    wager: Wager | str,
    *,
    table: str | None,
    on: On,
    reading: str,
    decks: int,
    meter_seed_cents: int | None,
    start_cents: int | None,
    start_reserve_cents: int,
    main: Fraction | None,
    reserve: Fraction | None,
    unit_cents: int | None,
    tables: int,
    hands_per_hour: int,
    hours_per_day: int,
    players: int | None,
    participation: Fraction,
    days: int,
    seed: int,
) -> Setting:
    """Check what a manager sets, and fill in what the pay table prints."""
    whole("number of tables", tables, 1, MOST_TABLES)
    whole("number of hands an hour", hands_per_hour, 1, MOST_HANDS_PER_HOUR)
    whole("number of hours a day", hours_per_day, 1, 24)
    whole("number of days", days, 1, MOST_DAYS)
    _share("participation", participation, "Fraction(1, 2) for every second seat")
    whole("seed of chance", seed, 0, SEEDS - 1)
    opened = _opened(wager, table, on, reading, players)
    first = opened[0]
    assert first.unit is not None
    unit = first.unit.cents if unit_cents is None else unit_cents
    _money("base unit", unit, 1, first.unit.currency)
    growth = _rates(first, unit, main, reserve)
    if meter_seed_cents is None:
        meter_seed_cents = _printed_seed(first, unit)
    start = meter_seed_cents if start_cents is None else start_cents
    for name, cents in (
        ("meter's seed", meter_seed_cents),
        ("opening meter", start),
        ("opening reserve", start_reserve_cents),
    ):
        _money(name, cents, 0, first.unit.currency)
    shoe = Shoe.of(decks)
    sheet = analyse_table(first, shoe=shoe, meter=Meter(unit_cents=unit))
    setting = Setting(
        hand=hand_of(
            opened,
            shoe=shoe,
            players=_players(first, players, on),
            participation=Fraction(participation),
            unit_cents=unit,
        ),
        decks=sheet.decks,
        main=growth[0],
        reserve=growth[1],
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
    _check_size(setting)
    return setting


def _opened(
    wager: Wager | str, table: str | None, on: On, reading: str, players: int | None
) -> Sequence[PayTable]:
    """Open the pay table, by seat once for each; refuse one that no years can be played of."""
    one = rulebook.wager(wager) if isinstance(wager, str) else wager
    first = one.open(table, on=on, reading=reading)
    if first.unit is None or not any(isinstance(row.cell.pay, MeterShare) for row in first.rows):
        raise unreadable(
            "not-progressive",
            f"{one.path} table {first.id} pays nothing from a meter",
            "choose a progressive, such as eternal-baccarat/sun-7-progressive",
            first.cite,
        )
    if first.has_open_pays or first.incomplete:
        raise unreadable(
            "incomplete-table" if first.incomplete else "no-pays",
            f"{one.path} table {first.id} is not whole: "
            + (first.incomplete or "a pay is not printed"),
            "choose another table, or supply it in a file of your own (--file)",
            first.cite,
        )
    if not one.by_seat or on is not None:
        return (first,)
    seats = one.places(first.id)[: _players(first, players, on)]
    return tuple(one.open(first.id, on=seat, reading=reading) for seat in seats)


def _players(table: PayTable, players: int | None, on: On) -> int:
    """Return the seats that may bet on a hand."""
    most = MOST_PLAYERS
    if table.wager.by_seat:
        most = len(table.wager.places(table.id)) if on is None else 1
    if players is None:
        return min(PLAYERS, most)
    whole("number of players", players, 1, most)
    return players


def _rates(
    table: PayTable, unit: int, main: Fraction | None, reserve: Fraction | None
) -> tuple[Fraction, Fraction | None]:
    """Return the increments, as printed or as given; a given main rate stands for both."""
    printed = table.wager.rates.get(table.id, Rates(None, None, None))
    if main is None:
        main, reserve = printed.main, printed.reserve if reserve is None else reserve
    if main is None:
        raise unreadable(
            "no-increment",
            f"{table.wager.path} table {table.id} prints no increment rate",
            "give the main rate, such as 15% (--increment)",
            table.cite,
        )
    for name, rate in (("main increment", main), ("reserve increment", reserve)):
        if rate is None:
            continue
        _share(name, rate, "Fraction(15, 100) for 15%")
        if (rate * unit * MICROS).denominator != 1:
            raise unreadable(
                "bad-increment",
                f"a {name} of {rate} of the base unit is no whole number of millionths",
                "give a rate of whole ten-thousandths of a percent, such as 2.5%",
            )
    if main + (reserve or 0) > 1:
        raise unreadable(
            "bad-increment",
            f"increments of {percent(main)} and {percent(reserve or Fraction(0))} are more than "
            "what is staked",
            "give at most 100% for both together",
        )
    return Fraction(main), None if reserve is None else Fraction(reserve)


def _printed_seed(table: PayTable, unit: int) -> int:
    """Return the printed seed, which multiplies with the base unit."""
    printed = table.wager.rates.get(table.id, Rates(None, None, None)).seed
    if printed is None or table.unit is None:
        raise unreadable(
            "no-seed",
            f"{table.wager.path} table {table.id} prints no seed for its meter",
            "say to what amount the meter is refilled after a hit (--meter-seed)",
            table.cite,
        )
    return printed.cents * unit // table.unit.cents


def _check_size(setting: Setting) -> None:
    """Refuse years that do not fit: in 64 bits, or into memory."""
    hits = setting.expected_hits
    if hits > MOST_HITS_A_YEAR:
        raise unreadable(
            "too-many-hits",
            f"the meter would be hit {float(hits):,.0f} times a year",
            f"play fewer days or tables: {MOST_HITS_A_YEAR:,} hits a year are the most",
        )
    staked = setting.hands * setting.hand.players * setting.hand.unit_cents
    refilled = (2 * int(hits) + 100) * setting.meter_seed_cents
    opening = setting.start_cents + setting.start_reserve_cents
    if (staked + refilled + opening) * MICROS > LARGEST_MICROS:
        raise unreadable(
            "too-much-money",
            "a year of this is more money than can be counted in millionths",
            "play fewer days or tables, or a smaller base unit",
        )


def whole(name: str, value: int, least: int, most: int) -> None:
    """Refuse what is no whole number of a range."""
    if type(value) is not int or not least <= value <= most:
        raise unreadable(
            "bad-jackpot",
            f"the {name} cannot be {value!r}",
            f"give a whole number of {least:,} to {most:,}",
        )


def _money(name: str, cents: int, least: int, currency: str) -> None:
    """Refuse what is no whole number of cents, or too little, or more than anyone has."""
    if type(cents) is not int:
        raise unreadable("bad-jackpot", f"the {name} cannot be {cents!r}", "give whole cents")
    if not least <= cents <= LARGEST_CENTS:
        low, high = Money(least, currency), Money(LARGEST_CENTS, currency)
        raise unreadable(
            "bad-jackpot",
            f"the {name} cannot be {Money(cents, currency)}",
            f"give {low} to {high}",
        )


def _share(name: str, value: Fraction, example: str) -> None:
    if type(value) not in (Fraction, int) or not 0 <= value <= 1:
        raise unreadable(
            "bad-jackpot",
            f"the {name} cannot be {value!r}",
            f"give a Fraction of 0 to 1: {example}",
        )
