"""The meter of a jackpot, in micros: what each event moves between its parts and the house.

Every function returns the flows of one event and changes nothing; ``Meter.after`` posts them. What
the texts leave open is a policy of :class:`Growth`. A micro is a millionth of the currency.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.floor.records import Overflow, Reserve

Part = Literal["main", "reserve", "overflow", "pending", "seed fund", "house"]
"""Where a jackpot's money is; ``house`` stands for whoever pays seeds and contributions."""


class Flow(NamedTuple):
    """Micros that move from one part to another."""

    source: Part
    target: Part
    micros: int


Flows = tuple[Flow, ...]


class Meter(NamedTuple):
    """What is in the parts of a jackpot."""

    main: int = 0
    """What is displayed, and the part below the cent."""
    reserve: int = 0
    overflow: int = 0
    """What exceeded the limit: counted apart, never lost."""
    seed_fund: int = 0
    """Below zero while the house has advanced money that it has not recovered."""
    pending: int = 0
    """Amounts of hits that are neither paid nor dismissed."""

    def after(self, flows: Iterable[Flow]) -> Meter:
        """Return the meter after some flows.

        >>> Meter(main=500).after([Flow("main", "pending", 300), Flow("house", "main", 50)])
        Meter(main=250, reserve=0, overflow=0, seed_fund=0, pending=300)
        """
        parts = dict(zip(_PARTS, self, strict=True))
        for source, target, micros in flows:
            if source in parts:
                parts[source] -= micros
            if target in parts:
                parts[target] += micros
        return Meter(*parts.values())

    @property
    def displayed_cents(self) -> int:
        """The whole cents on the meter; a meter that fell below zero shows nothing."""
        return max(self.main, 0) // MICROS_PER_CENT


_PARTS: tuple[Part, ...] = ("main", "reserve", "overflow", "seed fund", "pending")


class Growth(NamedTuple):
    """How a meter grows, what it begins with after a hit, and by which policies."""

    main_micros: int
    """What each unit registered adds to the meter."""
    reserve_micros: int
    reseed_micros: int
    minimum_micros: int | None = None
    """What a new meter shows at least, where the house guarantees that."""
    limit_micros: int | None = None
    reserve: Reserve = "rolls-over"
    overflow: Overflow = "to-meter"

    @property
    def has_reserve(self) -> bool:
        """Whether something is set aside for the next meter; else the house pays each reseed."""
        return self.reserve_micros > 0


def flowing(source: Part, target: Part, micros: int) -> Flows:
    """Return a flow, or none of nothing."""
    return (Flow(source, target, micros),) if micros > 0 else ()


def register(growth: Growth, units: int) -> Flows:
    """Return what START GAME sets aside for so many lit sensors."""
    return (
        *flowing("house", "main", units * growth.main_micros),
        *flowing("house", "reserve", units * growth.reserve_micros),
    )


def count(meter: Meter, growth: Growth, units: int) -> Flows:
    """Return what follows from units whose contributions are on the meter already.

    An advance of the house is recovered first, from what the reserve gets; what exceeds the limit
    goes to overflow.
    """
    recovered = min(max(-meter.seed_fund, 0), units * growth.reserve_micros)
    return (*flowing("reserve", "seed fund", recovered), *overflow(meter, growth))


def overflow(meter: Meter, growth: Growth) -> Flows:
    """Return that what exceeds the limit goes to overflow."""
    if growth.limit_micros is None:
        return ()
    return flowing("main", "overflow", meter.main - growth.limit_micros)


class Award(NamedTuple):
    """What a hit comes to."""

    amount_cents: int
    """What is divided."""
    share_cents: int
    remainder_micros: int
    """The rest of the division: it goes back to the meter when the hit is paid."""


def award_of(displayed_cents: int, percent: int, sharers: int) -> Award:
    """Return what some sharers of a percentage of the displayed amount get, rounded down.

    >>> award_of(100_001, 100, 3)
    Award(amount_cents=100001, share_cents=33333, remainder_micros=20000)
    """
    amount = displayed_cents * percent // 100
    share = amount // sharers
    return Award(amount, share, (amount - share * sharers) * MICROS_PER_CENT)


def lock(award: Award) -> Flows:
    """Return that the amount of a hit is set aside."""
    return flowing("main", "pending", award.amount_cents * MICROS_PER_CENT)


def reseed(meter: Meter, growth: Growth) -> Flows:
    """Return what makes the new meter after the whole one was won.

    It comes on top of what is left of the division. A fixed seed, and any seed where nothing is set
    aside, is the house's; a reserve rolls over as a whole, or fills the meter up to its seed.

    >>> kept = Growth(150_000, 30_000, 5_000_000, reserve="up-to-seed")
    >>> reseed(Meter(reserve=2_000_000), kept)
    (Flow(source='reserve', target='main', micros=2000000), Flow(source='house', target='main', \
micros=3000000))
    """
    if not growth.has_reserve:
        flows = flowing("house", "main", growth.reseed_micros)
    elif growth.reserve == "up-to-seed":
        given = min(max(meter.reserve, 0), growth.reseed_micros)
        missing = growth.reseed_micros - given
        flows = *flowing("reserve", "main", given), *flowing("house", "main", missing)
    else:
        advance = (growth.minimum_micros or 0) - meter.reserve
        flows = (*flowing("reserve", "main", meter.reserve), *flowing("seed fund", "main", advance))
    if growth.overflow != "stays":
        target: Part = "main" if growth.overflow == "to-meter" else "reserve"
        flows = *flows, *flowing("overflow", target, meter.overflow)
    return *flows, *overflow(meter.after(flows), growth)


def reverse(meter: Meter, growth: Growth, units: int) -> Flows:
    """Return that the contributions of a voided round go back to the house.

    While the meter stands at its limit they lie in overflow, as far as that holds them. What the
    reserve no longer holds, the house bears.
    """
    full = growth.limit_micros is not None and meter.main >= growth.limit_micros
    back = min(units * growth.main_micros, meter.overflow) if full else 0
    kept = min(units * growth.reserve_micros, max(meter.reserve, 0))
    return (
        *flowing("overflow", "house", back),
        *flowing("main", "house", units * growth.main_micros - back),
        *flowing("reserve", "house", kept),
    )


def taken_back(flows: Iterable[Flow]) -> Flows:
    """Return the flows that undo others, the last one first."""
    return tuple(Flow(target, source, micros) for source, target, micros in reversed([*flows]))


def reseed_taken_back(meter: Meter, flows: Iterable[Flow]) -> Flows:
    """Return what undoes a reseed, whatever has happened to the meter since.

    Of an advance that is void nothing stays recovered: that goes back to the reserve. What reserve
    or overflow no longer hold, because a later meter began with it, comes from that meter.

    >>> advanced = (Flow("seed fund", "main", 900),)
    >>> reseed_taken_back(Meter(main=2_000, seed_fund=-700), advanced)
    (Flow(source='main', target='seed fund', micros=900), Flow(source='seed fund', \
target='reserve', micros=200))
    """
    back = taken_back(flows)
    back = *back, *flowing("seed fund", "reserve", meter.after(back).seed_fund)
    after = meter.after(back)
    return (
        *back,
        *flowing("main", "reserve", -after.reserve),
        *flowing("main", "overflow", -after.overflow),
    )
