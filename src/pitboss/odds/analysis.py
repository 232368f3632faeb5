"""The odds of one pay table: counts, probabilities, edge, deviation, progressive figures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

from pitboss.games import Shoe
from pitboss.odds.distribution import distribution
from pitboss.odds.progressive import RESERVE_POLICIES, Meter, Progressive, progressive_of
from pitboss.refusals import unreadable
from pitboss.rulebook import MeterShare, PayRow, PayTable, Wager, catalog
from pitboss.rulebook.pays import OPEN, net, percent
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On

if TYPE_CHECKING:
    from pandas import DataFrame

    from pitboss.odds.coups import Method
    from pitboss.odds.general import Progress

DECKS = 8
NO_METER = Meter()
FAVOURING = ("favours-player", "fixed-return-favours-player", "long-term-favours-player")
"""The flags of a table that costs the house: by its edge, by its fixed pays, in the long term."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RowOdds:
    """One row with how often it is hit."""

    row: PayRow
    """Its pay and envy are those of the base unit that was asked for."""
    probability: Fraction
    count: int | None
    """The ordered deals, or throws, that hit it; None at craps, where there is no finite total."""
    net: Fraction | None
    """What a unit staked nets, after vigorish; None while a pay or a meter is not known."""

    def __repr__(self) -> str:
        return f"<RowOdds {self.row.label!r}, {self.row.cell}: {float(self.probability):.6g}>"

    @property
    def returned(self) -> Fraction | None:
        """What comes back of a unit on this row, stake included, times its probability."""
        return None if self.net is None else self.probability * (1 + self.net)


@dataclass(frozen=True, kw_only=True, repr=False)
class Analysis:
    """The exact odds of a bet on one pay table. Figures are per unit staked, as fractions."""

    table: PayTable
    shoe: Shoe | None
    total: int | None
    rows: tuple[RowOdds, ...]
    missed: Fraction
    """The chance that no row is hit and the bet loses."""
    progressive: Progressive | None
    meter: Meter
    vigorish: Fraction = Fraction(0)
    """The rate of vigorish that was applied."""

    def __repr__(self) -> str:
        edge = "not known" if self.edge is None else percent(self.edge, 4)
        return f"<Analysis of {self.table!r}: edge {edge}>"

    @property
    def decks(self) -> int | None:
        """The number of decks of a full shoe; None for any other shoe and for dice."""
        counts = set(self.shoe.counts) if self.shoe is not None else set()
        return counts.pop() if len(counts) == 1 else None

    @property
    def missed_count(self) -> int | None:
        """How many deals, or throws, no row pays; None where they are not counted."""
        if self.total is None:
            return None
        return self.total - sum(hit.count or 0 for hit in self.rows)

    @cached_property
    def nets(self) -> tuple[tuple[Fraction, Fraction], ...] | None:
        """Every result as (net, probability); None while something is not known."""
        results = [(Fraction(-1), self.missed)]
        for one in self.rows:
            if one.net is None:
                return None
            results.append((one.net, one.probability))
        return tuple(results)

    @cached_property
    def edge(self) -> Fraction | None:
        """The house's edge: what it keeps of a unit staked, on average; negative if it pays."""
        if self.nets is None:
            return None
        return -sum((result * chance for result, chance in self.nets), Fraction(0))

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of a positive net; a share of a meter and an open pay count as hits."""
        hits = [
            hit.probability
            for hit in self.rows
            if hit.net is None or hit.net > 0 or isinstance(hit.row.cell.pay, MeterShare)
        ]
        return sum(hits, Fraction(0))

    @property
    def push_probability(self) -> Fraction:
        """The chance of a net of zero."""
        return sum((one.probability for one in self.rows if one.net == 0), Fraction(0))

    @property
    def edge_per_resolved(self) -> Fraction | None:
        """The edge per bet that is not pushed."""
        if self.edge is None or self.push_probability == 1:
            return None
        return self.edge / (1 - self.push_probability)

    @cached_property
    def variance(self) -> Fraction | None:
        """The variance of the net, in squared units."""
        return self._moment(2)

    @cached_property
    def third_moment(self) -> Fraction | None:
        """The third central moment of the net, in cubed units."""
        return self._moment(3)

    @cached_property
    def absolute_third_moment(self) -> Fraction | None:
        """The mean of the cube of how far the net is from its mean, whichever way."""
        if self.nets is None or self.edge is None:
            return None
        edge = self.edge
        return sum((abs(result + edge) ** 3 * chance for result, chance in self.nets), Fraction(0))

    @property
    def standard_deviation(self) -> float | None:
        """The standard deviation of the net, for print."""
        return None if self.variance is None else sqrt(self.variance)

    @property
    def skew(self) -> float | None:
        """The skewness of the net, for print."""
        if self.third_moment is None or not self.variance:
            return None
        return float(self.third_moment) / sqrt(self.variance) ** 3

    def _moment(self, power: int) -> Fraction | None:
        if self.nets is None or self.edge is None:
            return None
        edge = self.edge
        return sum(((result + edge) ** power * chance for result, chance in self.nets), Fraction(0))

    @property
    def break_even_pay(self) -> Fraction | None:
        """The odds to 1 at which a table is even, if one open pay is all that is not known."""
        unknown = [one for one in self.rows if one.net is None]
        if len(unknown) != 1 or unknown[0].row.cell.pay != OPEN or not unknown[0].probability:
            return None
        won = sum((one.probability * (one.net or 0) for one in self.rows), Fraction(0))
        return (self.missed - won) / unknown[0].probability

    @property
    def flags(self) -> tuple[str, ...]:
        """What a reader should notice."""
        found = []
        if self.table.has_open_pays:
            found.append("no-pays")
        if self.table.incomplete:
            found += ["incomplete", "edge-is-upper-bound"]
        one, wager = self.progressive, self.table.wager
        favours = (
            self.edge is not None and self.edge < 0,
            self.edge is None and one is not None and one.ahead_without_meter,
            one is not None and (one.long_term_edge or 0) < 0,
        )
        costs = [flag for flag, favoured in zip(FAVOURING, favours, strict=True) if favoured]
        if costs and self.table.reading == DEFAULT and self.table.id in wager.acknowledged:
            costs.append("acknowledged")
        if self.table.id in wager.below_minimum:
            costs.append("below-minimum")
        return (*found, *costs)

    def to_frame(self) -> DataFrame:
        """Return the rows as a pandas data frame, the losing bets last."""
        from pitboss.odds.records import to_frame

        return to_frame([self], rows=True)

    def edge_at(self, stake_cents: int, rounding_cents: int = 1) -> Fraction | None:
        """Return the edge for a stake of whole cents, with pays and vigorish rounded as settled.

        None for a progressive, which takes its base unit and no other stake.
        """
        if self.nets is None or self.table.unit is not None:
            return None
        from pitboss.settle.bets import Bet, House  # only who names a stake needs settlement
        from pitboss.settle.settlements import settled

        bet = Bet(self.table.wager.id, stake_cents)
        house = House(vigorish_rate=self.vigorish, vigorish_rounding_cents=rounding_cents)
        kept = Fraction(stake_cents) * self.missed
        for line in self.rows:
            net_cents = settled(bet, self.table, line.row, house).net_cents
            assert net_cents is not None, "a row that is hit resolves the bet"
            kept -= net_cents * line.probability
        return kept / stake_cents


def analyse(
    wager: Wager | str,
    *,
    table: str | None = None,
    on: On = None,
    decks: int = DECKS,
    shoe: Shoe | None = None,
    reading: str = DEFAULT,
    suits: str | None = None,
    vigorish: Fraction | None = None,
    meter: Meter = NO_METER,
    method: Method = "auto",
    progress: Progress | None = None,
) -> Analysis:
    """Return the exact odds of a wager on one of its pay tables, on a full shoe or any other.

    A wager of the catalog may be given by its path.

    >>> analyse("ez-baccarat/dragon-7")
    <Analysis of <PayTable ez-baccarat/dragon-7 1, default>: edge 7.6113%>
    """
    offered = catalog().wager(wager) if isinstance(wager, str) else wager
    return analyse_table(
        offered.open(table, on=on, reading=reading, suits=suits),
        shoe=Shoe.of(decks) if shoe is None else shoe,
        vigorish=vigorish,
        meter=meter,
        method=method,
        progress=progress,
    )


def analyse_table(
    table: PayTable,
    *,
    shoe: Shoe,
    vigorish: Fraction | None = None,
    meter: Meter = NO_METER,
    method: Method = "auto",
    progress: Progress | None = None,
) -> Analysis:
    """Return the exact odds of an open pay table."""
    _check_meter(meter)
    found = distribution([table], shoe, method, progress)
    chances = [found.probabilities.get((at,), Fraction(0)) for at in range(len(table.rows))]
    rate = Fraction(0)
    if table.vigorish is not None:
        rate = table.vigorish.rate if vigorish is None else vigorish
    rows = tuple(
        RowOdds(
            row=_at_unit(row, table, meter),
            probability=chance,
            count=None if found.counts is None else found.counts.get((at,), 0),
            net=net_of(row, table, rate, meter),
        )
        for at, (row, chance) in enumerate(zip(table.rows, chances, strict=True))
    )
    return Analysis(
        table=table,
        shoe=shoe if table.wager.kind == "baccarat" else None,
        total=found.total,
        rows=rows,
        missed=1 - sum(chances, Fraction(0)),
        progressive=progressive_of(table, list(zip(table.rows, chances, strict=True)), meter),
        meter=meter,
        vigorish=rate,
    )


def _at_unit(row: PayRow, table: PayTable, meter: Meter) -> PayRow:
    """Return a row as it pays at the base unit that was asked for; as printed without one."""
    if table.unit is None or meter.unit_cents in (None, table.unit.cents):
        return row
    return row._replace(cell=row.cell.at(Fraction(meter.unit_cents, table.unit.cents)))


def net_of(row: PayRow, table: PayTable, rate: Fraction, meter: Meter) -> Fraction | None:
    """Return what a unit nets on a row: exactly, vigorish taken, the meter shared."""
    pay = row.cell.pay
    unit = table.unit.cents if table.unit else 1
    if pay == OPEN:
        return None
    if isinstance(pay, MeterShare):
        if meter.cents is None:
            return None
        staked = meter.unit_cents or unit
        return Fraction(meter.cents * pay.percent, 100 * meter.players * staked) - 1
    won = net(pay, unit) / unit
    charged = {"win": max(won, Fraction(0)), "stake": Fraction(1), None: Fraction(0)}
    return won - rate * charged[row.cell.vigorish]


def _check_meter(meter: Meter) -> None:
    for name, value, least in (
        ("meter", meter.cents, 0),
        ("seed", meter.seed_cents, 0),
        ("unit", meter.unit_cents, 1),
        ("number of players", meter.players, 1),
    ):
        if value is not None and value < least:
            raise unreadable("bad-meter", f"the {name} is too low", f"give at least {least}")
    if meter.reserve_policy not in RESERVE_POLICIES:
        raise unreadable(
            "bad-meter",
            f"no reserve is kept by the policy {meter.reserve_policy!r}",
            f"give {' or '.join(RESERVE_POLICIES)}",
        )
