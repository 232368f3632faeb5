"""What played years of a progressive say: means with their errors, percentiles, months, paths."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pitboss.simulate.jackpots.means import Figure, Record, Spread, figure_of, ratio_of, spread_of
from pitboss.simulate.jackpots.setting import MICROS, Setting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.simulate.jackpots.years import Years

    Whole = NDArray[np.int64]

EXAMPLES = 3
"""So many years are shown in full."""


class Month(NamedTuple):
    """A twelfth of the days. Money is in cents."""

    number: int
    last_day: int
    hits: Figure
    handle: Figure
    paid: Figure
    """Paid from the meter."""
    take: Spread
    """What the house keeps."""
    meter: Spread
    """The meter at the month's end."""


class Path(NamedTuple):
    """One year's meter, as it is drawn."""

    year: int
    points: tuple[tuple[float, int], ...]
    """Days and cents; a hit is two points of one day, before and after."""
    hits: tuple[tuple[float, int, int, int], ...]
    """Of each hit: the day, the meter, what it paid, and to how many."""


@dataclass(frozen=True, kw_only=True)
class JackpotYears:
    """Years of one setting. Arrays have one number for each year; money is in cents or micros."""

    setting: Setting
    played: Years
    asked: int
    interrupted: bool = False

    @property
    def years(self) -> int:
        """The number of years played."""
        return len(self.played.meter_micros)

    def total(self, flow: str) -> Whole:
        """Return one of the flows, such as ``hits`` or ``bets``, added up for each year."""
        total: Whole = self.played.flows[flow].sum(axis=1)
        return total

    # --- by year, exact ---

    @property
    def handle_cents(self) -> Whole:
        """What was staked."""
        return self.total("bets") * self.setting.hand.unit_cents

    @property
    def main_micros(self) -> Whole:
        """What was added to the meter."""
        return self.total("bets") * int(self.setting.main_micros)

    @property
    def reserve_micros(self) -> Whole:
        """What was added to the reserve."""
        return self.total("bets") * int(self.setting.reserve_micros)

    @cached_property
    def take_by_month_micros(self) -> Whole:
        """What the house kept, by month: the handle less increments, pays, envy and its seeds.

        An advance counts when it is paid, and again when it is recovered.
        """
        flows, setting = self.played.flows, self.setting
        kept = setting.hand.unit_cents * MICROS
        kept -= int(setting.main_micros) + int(setting.reserve_micros)
        paid = flows["fixed_cents"] + flows["dealer_envy_cents"] + flows["player_envy_cents"]
        seeds = flows["from_house_micros"] + flows["advanced_micros"] - flows["recovered_micros"]
        take: Whole = flows["bets"] * kept - paid * MICROS - seeds
        return take

    @property
    def take_micros(self) -> Whole:
        """What the house kept."""
        take: Whole = self.take_by_month_micros.sum(axis=1)
        return take

    @property
    def take_before_seeds_micros(self) -> Whole:
        """What the house kept before it paid seeds and advances."""
        seeds = self.total("from_house_micros") + self.total("advanced_micros")
        return self.take_micros + seeds - self.total("recovered_micros")

    @property
    def unreturned_micros(self) -> Whole:
        """What was set aside and is not sure to come back to the players.

        It is what a reserve gained that does not roll over, and what overflowed and stays.
        """
        import numpy as np

        setting = self.setting
        left: Whole = np.zeros(self.years, dtype=np.int64)
        if not setting.rolls_over:
            left += self.reserve_at_end_micros - setting.start_reserve_cents * MICROS
        if setting.overflow == "stays":
            left += self.overflow_at_end_micros
        return left

    @property
    def meter_at_end_micros(self) -> Whole:
        """The meter at the end of the year."""
        return self.played.meter_micros[:, -1]

    @property
    def reserve_at_end_micros(self) -> Whole:
        """The reserve at the end of the year."""
        return self.played.reserve_micros[:, -1]

    @property
    def overflow_at_end_micros(self) -> Whole:
        """What lies beyond the limit at the end of the year."""
        return self.played.overflow_micros[:, -1]

    # --- figures ---

    @property
    def hits_per_year(self) -> Figure:
        """Hits of a year."""
        return figure_of(self.total("hits"), self.setting.expected_hits)

    @property
    def take_per_year(self) -> Spread:
        """What the house keeps in a year, in cents."""
        return spread_of(self.take_micros, self._exact_take(self.setting.hands))

    @property
    def hold(self) -> Figure | None:
        """What the house keeps of the handle; None without bets."""
        take, staked = self._exact_take(self.setting.hands), self.setting.expected_handle_cents
        exact = take / float(staked) if take is not None and staked else None
        return ratio_of(self.take_micros / MICROS, self.handle_cents, exact)

    @property
    def edge(self) -> Figure | None:
        """What the players lose of the handle, as odds count it; None without bets.

        It is the hold without envy, and with it what is not returned.
        """
        envy = self.total("dealer_envy_cents") + self.total("player_envy_cents")
        lost = self.take_micros + envy * MICROS + self.unreturned_micros
        exact = None if self.setting.minimum_cents else self.setting.long_term_edge
        return ratio_of(lost / MICROS, self.handle_cents, exact)

    def _exact_take(self, hands: int) -> float | None:
        """Return the exact take of some hands."""
        take = self.setting.take_cents
        return None if take is None else float(take * hands / self.setting.hands)

    def _exact_meter(self, look: int) -> float | None:
        """Return the exact meter at a look; the rest of a division counts as it fell."""
        setting = self.setting
        exact = setting.meter_cents(setting.step_days[look] * setting.hands_per_day)
        if exact is None:
            return None
        return exact + float(self.played.rest_micros[:, look].mean()) / MICROS

    @property
    def meter_at_hit(self) -> Figure | None:
        """The meter at a hit, in cents; None without hits.

        Its exact figure is for hits of a year, as they are played: fewer days have passed than in
        the long run (``setting.long_run_meter_at_hit_cents``), so the meter is lower. The rests of
        divisions count as they fell: each is on the meter at the next hit, the last one is not.
        """
        total, hits = self.setting.meters_at_hits_cents, self.setting.expected_hits
        meters = self._by_year(self.played.hits.before_micros)
        exact = None
        if total is not None and hits:
            rests = meters - self.total("meter_paid_cents") * MICROS
            won_later = float((rests - self.played.rest_micros[:, -1]).mean()) / MICROS
            exact = (total + won_later) / float(hits)
        return ratio_of(meters / MICROS, self.total("hits"), exact)

    @property
    def paid_per_hit(self) -> Figure | None:
        """What a hit pays from the meter to all who win it, in cents."""
        return ratio_of(self.total("meter_paid_cents"), self.total("hits"))

    @property
    def paid_per_winner(self) -> Figure | None:
        """What a hit pays from the meter to each who wins it, in cents."""
        return ratio_of(self.total("meter_paid_cents"), self.total("winners"))

    @property
    def winners_per_hit(self) -> Figure | None:
        """How many share a hit."""
        hand = self.setting.hand
        wins = sum((fall.chance * fall.winners for fall in hand.outcomes), Fraction(0))
        chance = hand.hit_chance
        exact = wins * hand.participation / chance if chance else None
        return ratio_of(self.total("winners"), self.total("hits"), exact)

    @cached_property
    def gaps_in_days(self) -> NDArray[np.float64]:
        """Days from one hit to the next of the year, or from the year's beginning to the first."""
        import numpy as np

        hits = self.played.hits
        gaps = np.diff(hits.hand, prepend=0)
        first = np.diff(hits.year, prepend=-1) != 0
        gaps[first] = hits.hand[first]
        days: NDArray[np.float64] = gaps / self.setting.hands_per_day
        return days

    @property
    def share_above_break_even(self) -> float | None:
        """How often the meter is so high that the bet favors a bettor who would win it alone."""
        if self.setting.break_even_cents is None:
            return None
        limit = float(self.setting.break_even_cents * MICROS)
        return float((self.played.meter_micros > limit).mean())

    def _by_year(self, values: Whole) -> Whole:
        """Add up a figure of the hits for each year."""
        import numpy as np

        totals = np.zeros(self.years, dtype=np.int64)
        np.add.at(totals, self.played.hits.year, values)
        return totals

    # --- over the year ---

    @cached_property
    def months(self) -> tuple[Month, ...]:
        """The months of the year."""
        setting, flows = self.setting, self.played.flows
        months = []
        begun = 0
        for at, look in enumerate(setting.month_ends):
            last = setting.step_days[look]
            hands = (last - begun) * setting.hands_per_day
            meter = self.played.meter_micros[:, look]
            begun = last
            month = Month(
                number=at + 1,
                last_day=last,
                hits=figure_of(flows["hits"][:, at], hands * setting.hand.hit_chance),
                handle=figure_of(
                    flows["bets"][:, at] * setting.hand.unit_cents,
                    hands * setting.hand.handle_cents,
                ),
                paid=figure_of(flows["meter_paid_cents"][:, at]),
                take=spread_of(self.take_by_month_micros[:, at], self._exact_take(hands)),
                meter=spread_of(meter, self._exact_meter(look)),
            )
            months.append(month)
        return tuple(months)

    @cached_property
    def bands(self) -> tuple[Spread, ...]:
        """The meter at each look, of all years."""
        return tuple(
            spread_of(meter, self._exact_meter(look))
            for look, meter in enumerate(self.played.meter_micros.T)
        )

    @property
    def examples(self) -> tuple[Path, ...]:
        """The first years in full."""
        return tuple(map(self._path, range(min(EXAMPLES, self.years))))

    def _path(self, year: int) -> Path:
        setting, hits = self.setting, self.played.hits
        own = hits.year == year
        found = [
            (
                int(hits.hand[at]) / setting.hands_per_day,
                int(hits.before_micros[at]) // MICROS,
                int(hits.paid_cents[at]),
                int(hits.winners[at]),
                int(hits.after_micros[at]) // MICROS,
            )
            for at in own.nonzero()[0]
        ]
        looks = zip(setting.step_days, self.played.meter_micros[year], strict=True)
        points = [(0.0, 0, setting.start_cents)]
        points += [(float(day), 1, int(meter) // MICROS) for day, meter in looks]
        for day, before, _, _, after in found:
            points += [(day, 0, before), (day, 0, after)]
        points.sort(key=lambda point: point[:2])
        return Path(
            year=year + 1,
            points=tuple((day, cents) for day, _, cents in points),
            hits=tuple(hit[:4] for hit in found),
        )

    # --- for people and machines ---

    def record(self) -> Record:
        """Return everything as a record for JSON: whole cents, and floats for statistics."""
        from pitboss.simulate.jackpots.records import record

        return record(self)
