"""What a manager sets of a progressive, checked, and filled in with what its pay table prints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss import rulebook
from pitboss.odds.progressive import RESERVE_POLICIES
from pitboss.refusals import unreadable
from pitboss.rulebook import MeterShare, Money, PayTable, Wager
from pitboss.rulebook.pays import percent
from pitboss.rulebook.tables import On
from pitboss.settle.bets import LARGEST_CENTS
from pitboss.simulate.jackpots.setting import MICROS, OVERFLOW_POLICIES, Setting

PLAYERS = 7
"""Seats at a table where nothing is said of them."""

MOST_PLAYERS, MOST_TABLES, MOST_HANDS_PER_HOUR, MOST_DAYS = 100, 10_000, 1_000, 3_660
MOST_YEARS = 100_000
MOST_HITS, MOST_HITS_A_YEAR = 5_000_000, 200_000
"""Every hit of every year is kept: more would fill the memory."""
LARGEST_MICROS = 2**62
"""Meters are counted in 64 bits; half of that range is left free."""


def opened_for(
    wager: Wager | str, table: str | None, on: On, reading: str, players: int | None
) -> tuple[Sequence[PayTable], int]:
    """Open the pay table, by seat once for each, and return how many seats may bet on a hand.

    A table that no years can be played of is refused.
    """
    offered = rulebook.wager(wager) if isinstance(wager, str) else wager
    first = offered.open(table, on=on, reading=reading)
    if first.unit is None or not any(isinstance(row.cell.pay, MeterShare) for row in first.rows):
        raise unreadable(
            "not-progressive",
            f"{offered.path} table {first.id} pays nothing from a meter",
            "choose a progressive, such as eternal-baccarat/sun-7-progressive",
            first.cite,
        )
    if first.has_open_pays or first.incomplete:
        raise unreadable(
            "incomplete-table" if first.incomplete else "no-pays",
            f"{offered.path} table {first.id} is not whole: "
            + (first.incomplete or "a pay is not printed"),
            "choose another table, or supply it in a file of your own (--file)",
            first.cite,
        )
    each_seat = offered.by_seat and on is None
    places = offered.places(first.id) if each_seat else ()
    most = len(places) if each_seat else 1 if offered.by_seat else MOST_PLAYERS
    if players is None:
        players = min(PLAYERS, most)
    whole("number of players", players, 1, most)
    if not each_seat:
        return (first,), players
    seats = places[:players]
    return tuple(offered.open(first.id, on=seat, reading=reading) for seat in seats), players


def rates_of(
    table: PayTable, unit: int, main: Fraction | None, reserve: Fraction | None
) -> tuple[Fraction, Fraction | None]:
    """Return the increments, as printed or as given; a given main rate stands for both."""
    printed = table.wager.rates.get(table.id)
    if main is None and printed is not None:
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
        check_share(name, rate, "Fraction(15, 100) for 15%")
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
    return Fraction(main), Fraction(reserve) if reserve else None


def printed_seed(table: PayTable) -> int:
    """Return the printed seed in cents, for a bet of the printed base unit."""
    printed = table.wager.rates.get(table.id)
    if printed is None or printed.seed is None:
        raise unreadable(
            "no-seed",
            f"{table.wager.path} table {table.id} prints no seed for its meter",
            "say what the meter begins with (--meter-seed)",
            table.cite,
        )
    return printed.seed.cents


def check_policies(setting: Setting) -> None:
    """Refuse policies that are none, contradict the amounts, or would change nothing."""
    for name, chosen, offered in (
        ("reserve policy", setting.reserve_policy, RESERVE_POLICIES),
        ("overflow policy", setting.overflow, OVERFLOW_POLICIES),
    ):
        if chosen not in offered:
            raise unreadable(
                "bad-jackpot", f"the {name} cannot be {chosen!r}", f"give {' or '.join(offered)}"
            )
    least = max(setting.meter_seed_cents, setting.start_cents, 1)
    if setting.minimum_cents is not None:
        check_money("guaranteed minimum", setting.minimum_cents, 1, setting.currency)
        least = max(least, setting.minimum_cents)
    if setting.limit_cents is not None:
        check_money("limit", setting.limit_cents, least, setting.currency)
    for name, idle, needed in (
        ("overflow policy", setting.limit_cents is None and setting.overflow != "to-meter", _LIMIT),
        ("guaranteed minimum", setting.minimum_cents and not setting.rolls_over, _ROLLS_OVER),
        ("opening reserve", setting.start_reserve_cents and not setting.has_reserve, _RATE),
        ("reserve policy", setting.reserve_policy != "rolls-over" and not setting.fills_up, _RATE),
    ):
        if idle:
            raise unreadable(
                "idle-option", f"the {name} changes nothing here", f"leave it out, or {needed}"
            )


_LIMIT, _ROLLS_OVER, _RATE = "set a limit", "let a reserve roll over", "give a reserve rate"


def check_size(setting: Setting, years: int) -> None:
    """Refuse years that do not fit: in 64 bits, or into memory."""
    hits = setting.expected_hits
    if hits > MOST_HITS_A_YEAR:
        raise unreadable(
            "too-many-hits",
            f"the meter would be hit {float(hits):,.0f} times a year",
            f"play fewer days or tables: {MOST_HITS_A_YEAR:,} hits a year are the most",
        )
    staked = setting.hands * setting.hand.players * setting.hand.unit_cents
    seed = max(setting.meter_seed_cents, setting.minimum_cents or 0)
    refilled = (2 * int(hits) + 100) * seed
    opening = setting.start_cents + setting.start_reserve_cents
    if (staked + refilled + opening) * MICROS > LARGEST_MICROS:
        raise unreadable(
            "too-much-money",
            "a year of this is more money than can be counted in millionths",
            "play fewer days or tables, or a smaller base unit",
        )
    if hits * years > MOST_HITS:
        raise unreadable(
            "too-many-hits",
            f"{years:,} years would hit the meter {int(hits * years):,} times",
            f"play at most {int(MOST_HITS / hits):,} years",
        )


def whole(name: str, value: int, least: int, most: int) -> None:
    """Refuse what is no whole number of a range."""
    if type(value) is not int or not least <= value <= most:
        raise unreadable(
            "bad-jackpot",
            f"the {name} cannot be {value!r}",
            f"give a whole number of {least:,} to {most:,}",
        )


def check_money(name: str, cents: int, least: int, currency: str) -> None:
    """Refuse what is no whole number of cents, or too little, or more than anyone has."""
    if type(cents) is not int:
        raise unreadable("bad-jackpot", f"the {name} cannot be {cents!r}", "give whole cents")
    if not least <= cents <= LARGEST_CENTS:
        low, high = Money(least, currency), Money(LARGEST_CENTS, currency)
        raise unreadable(
            "bad-jackpot", f"the {name} cannot be {Money(cents, currency)}", f"give {low} to {high}"
        )


def check_share(name: str, value: Fraction, example: str) -> None:
    """Refuse what is no share of a whole."""
    if type(value) not in (Fraction, int) or not 0 <= value <= 1:
        raise unreadable(
            "bad-jackpot",
            f"the {name} cannot be {value!r}",
            f"give a Fraction of 0 to 1: {example}",
        )
