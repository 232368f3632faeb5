"""What each spot of a table costs: exact edges, counted once and on demand."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.analysis import analyse_table
from pitboss.rulebook.pays import percent
from pitboss.rulebook.tables import PayTable
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import SensorLink
from pitboss.web.felt import FeltSpot, Group, felt_of
from pitboss.web.felt.pays import charge_words
from pitboss.web.screens.how_to_play import remarks_of
from pitboss.web.words import words

_WORDS = words["seat"]


class Price(NamedTuple):
    """The odds of a spot on a full shoe."""

    edge: str
    """In percent; of a jackpot, the meter at which it is even."""
    hits: str
    """How often it wins, in words."""
    jackpot: bool = False
    """Whether it is even at some meter."""


class Priced(NamedTuple):
    """A group of the rule card: every spot with its price."""

    group: Group
    spots: tuple[tuple[FeltSpot, Price, list[str], str], ...]
    """With what is remarked of it, and what is kept of a win."""


def prices_of(setup: TableSetup) -> dict[str, Price]:
    """Return the price of every spot, by its id: this may count for seconds."""
    felt, decks, rate = felt_of(setup), setup.shoe_decks, setup.vigorish_rate
    return {spot.id: price_of(spot.table, decks, rate) for spot in felt.every}


def card_of(setup: TableSetup, links: tuple[SensorLink, ...] = ()) -> list[Priced]:
    """Return every group of a felt with the prices of its spots."""
    prices, rate = prices_of(setup), setup.vigorish_rate
    return [
        Priced(
            group,
            tuple(
                (spot, prices[spot.id], remarks_of(group, spot), charge_words(spot.table, rate))
                for spot in group.members
            ),
        )
        for group in felt_of(setup, links).groups
    ]


@lru_cache(maxsize=4096)
def price_of(table: PayTable, decks: int, rate: Fraction | None) -> Price:
    """Return the price of a pay table; what was counted once is remembered."""
    analysis = analyse_table(table, shoe=Shoe.of(decks), vigorish=rate)
    chance = analysis.hit_frequency
    hits = _WORDS["wins_one_in"].format(rounds=_rounds(1 / chance)) if chance else ""
    if analysis.edge is not None:
        return Price(_WORDS["edge"].format(edge=percent(analysis.edge, 2)), hits)
    jackpot = analysis.progressive
    if jackpot is not None and jackpot.break_even_cents is not None:
        return Price(_WORDS["even_at"].format(amount=jackpot.break_even), hits, True)
    return Price(_WORDS["edge_unknown"], hits)


def _rounds(number: Fraction) -> str:
    """Return one in how many: with a decimal where that is still of use.

    >>> _rounds(Fraction(289, 10)), _rounds(Fraction(123_456, 10))
    ('28.9', '12,346')
    """
    tenths = round(number * 10)
    whole, tenth = divmod(tenths, 10)
    return f"{whole}.{tenth}" if whole < 1000 else f"{round(number):,}"
