"""One hand of a linked table: who stands on which row, how likely that is, and what it costs.

Chances are exact, and every row is settled by the same function as a live bet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.distribution import distribution
from pitboss.refusals import unreadable
from pitboss.rulebook import MeterShare, PayRow, PayTable
from pitboss.settle.bets import Bet, House
from pitboss.settle.settlements import envy_of, settled

WHOLE = 100
"""The percentage that empties a meter."""


class HandRow(NamedTuple):
    """One row of the pay table, in cents for a bet of one base unit."""

    label: str
    pays: str
    percent: int | None
    """The share of the meter that it pays; None for a row that the tray pays."""
    fixed_cents: int
    """What the tray pays, a returned stake included and vigorish taken off."""
    dealer_envy_cents: int
    player_envy_cents: int
    """What each other bettor is given for each bettor who wins the meter on this row."""


class HandOutcome(NamedTuple):
    """One way a hand can fall: how likely, and how many seats stand on each row."""

    chance: Fraction
    seats: tuple[int, ...]
    """Seats by row; the last number is of those that lose."""
    winner: int | None = None
    """The row that pays from the meter; None if no seat stands on such a row."""

    @property
    def winners(self) -> int:
        """The seats that win the meter, if they bet."""
        return 0 if self.winner is None else self.seats[self.winner]

    @property
    def others(self) -> tuple[int, ...]:
        """The seats that do not win the meter, by row."""
        return tuple(0 if at == self.winner else seats for at, seats in enumerate(self.seats))


@dataclass(frozen=True, kw_only=True)
class Hand:
    """Every way a hand can fall for its seats, each of which bets with the same chance."""

    table: PayTable
    unit_cents: int
    players: int
    participation: Fraction
    rows: tuple[HandRow, ...]
    outcomes: tuple[HandOutcome, ...]

    def hit_chance_of(self, fall: HandOutcome) -> Fraction:
        """Return the chance that a hand falls so and a bettor is there to win the meter."""
        return fall.chance * (1 - (1 - self.participation) ** fall.winners)

    @cached_property
    def hit_chance(self) -> Fraction:
        """The chance that a hand hits the meter. Where nobody bets to win it, it is not hit."""
        return sum(map(self.hit_chance_of, self.outcomes), Fraction(0))

    @cached_property
    def reseed_chance(self) -> Fraction:
        """The chance that a hand takes the whole meter; a lower share does not reseed it."""
        return sum(
            (
                self.hit_chance_of(fall)
                for fall in self.outcomes
                if fall.winner is not None and self.rows[fall.winner].percent == WHOLE
            ),
            Fraction(0),
        )

    @property
    def bets(self) -> Fraction:
        """The bets of a hand, on average."""
        return self.players * self.participation

    @property
    def handle_cents(self) -> Fraction:
        """What a hand's bettors stake, on average."""
        return self.bets * self.unit_cents

    @cached_property
    def bets_with_a_hit(self) -> Fraction:
        """The bets of a hand, counted only when it hits the meter, on average."""
        found = Fraction(0)
        for fall in self.outcomes:
            others = (self.players - fall.winners) * self.participation
            found += fall.chance * fall.winners * self.participation
            found += self.hit_chance_of(fall) * others
        return found

    @cached_property
    def bets_by_row(self) -> tuple[Fraction, ...]:
        """The bets of a hand that stand on each row, on average."""
        return tuple(
            self.participation
            * sum((fall.chance * fall.seats[at] for fall in self.outcomes), Fraction(0))
            for at in range(len(self.rows))
        )

    @property
    def fixed_cents(self) -> Fraction:
        """What the tray pays for a hand, on average."""
        return self._average([row.fixed_cents for row in self.rows])

    @property
    def dealer_envy_cents(self) -> Fraction:
        """The dealer's envy of a hand, on average."""
        return self._average([row.dealer_envy_cents for row in self.rows])

    def _average(self, cents: list[int]) -> Fraction:
        return sum(map(mul, self.bets_by_row, cents), Fraction(0))

    @property
    def player_envy_cents(self) -> Fraction:
        """The envy that the other bettors of a hand are given, on average."""
        found = Fraction(0)
        for fall in self.outcomes:
            if fall.winner is not None:
                pairs = fall.winners * (self.players - fall.winners) * self.participation**2
                found += fall.chance * pairs * self.rows[fall.winner].player_envy_cents
        return found

    @property
    def takes_all(self) -> bool:
        """Whether every row that pays from the meter pays all of it."""
        return all(row.percent in (None, WHOLE) for row in self.rows)


def hand_of(
    tables: Sequence[PayTable],
    *,
    shoe: Shoe,
    players: int,
    participation: Fraction,
    unit_cents: int,
) -> Hand:
    """Return a hand of ``players`` seats: one open pay table for all, or one for each seat."""
    table = tables[0]
    rows = tuple(_row(row, table, unit_cents) for row in table.rows)
    each = players if len(tables) == 1 else 1
    chances: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for at, chance in distribution(tables, shoe).probabilities.items():
        seats = [0] * (len(rows) + 1)
        for row in at:
            seats[row] += each
        chances[tuple(seats)] += chance
    falls = [_fall(table, rows, chance, seats) for seats, chance in chances.items() if chance]
    return Hand(
        table=table,
        unit_cents=unit_cents,
        players=players,
        participation=participation,
        rows=rows,
        outcomes=tuple(falls),
    )


def _row(row: PayRow, table: PayTable, unit_cents: int) -> HandRow:
    """Settle a bet of one unit on a row."""
    bet = Bet(wager=table.wager.id, stake_cents=unit_cents, on=table.on, table=table.id)
    done = settled(bet, table, row, House())
    meter = isinstance(row.cell.pay, MeterShare)
    return HandRow(
        label=row.label,
        pays=done.pays or "",
        percent=done.meter_share,
        fixed_cents=done.won_cents + done.returned_cents - done.vigorish_cents,
        dealer_envy_cents=done.dealer_envy_cents,
        player_envy_cents=envy_of(row, bet, table) if meter else 0,
    )


def _fall(
    table: PayTable, rows: tuple[HandRow, ...], chance: Fraction, seats: tuple[int, ...]
) -> HandOutcome:
    won = [at for at, row in enumerate(rows) if row.percent is not None and seats[at]]
    if len(won) > 1:
        raise unreadable(
            "meter-won-twice",
            f'one hand hits "{rows[won[0]].label}" and "{rows[won[1]].label}" at different seats '
            f"of {table.wager.path}, and no rule says who is paid first",
            "write the rows so that a hand pays one share of the meter",
        )
    return HandOutcome(chance, seats, won[0] if won else None)
