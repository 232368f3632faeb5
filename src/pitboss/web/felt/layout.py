"""The felt of a table: its groups, how its height is spent, and where each spot is."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from pitboss.table.setups.setup import Spot, TableSetup
from pitboss.table.state import SensorLink
from pitboss.web.felt.groups import Group, groups_of
from pitboss.web.felt.heights import Plan, plan
from pitboss.web.felt.looks import look_of
from pitboss.web.felt.spots import FeltSpot, spots_of

Links = tuple[SensorLink, ...]
MANY = 20
"""From so many spots on names are printed smaller."""
KEPT = 64
"""Felts that are remembered; a floor has about as many setups as tables."""


class Felt(NamedTuple):
    """How a table's felt is laid out."""

    groups: tuple[Group, ...]
    plan: Plan
    spots: Mapping[Spot, FeltSpot]
    """By the spot of the setup."""
    looks: Mapping[str, str]
    """The classes of each spot, by its id."""

    @property
    def every(self) -> tuple[FeltSpot, ...]:
        """Every spot once, as they stand."""
        return tuple(spot for group in self.groups for spot in group.members)

    @property
    def many(self) -> bool:
        """Whether there are many spots."""
        return len(self.every) > MANY


_KEPT: OrderedDict[tuple[int, Links], tuple[TableSetup, Felt]] = OrderedDict()


def felt_of(setup: TableSetup, links: Links = ()) -> Felt:
    """Return the felt of a setup, whose sensors have these jackpots; it is laid out once."""
    kept = _KEPT.get((id(setup), links))
    if kept is None:
        kept = _KEPT[id(setup), links] = (setup, laid_out(setup, links))
        while len(_KEPT) > KEPT:
            _KEPT.popitem(last=False)
    return kept[1]


def laid_out(setup: TableSetup, links: Links = ()) -> Felt:
    """Lay a felt out."""
    groups = groups_of(spots_of(setup, links), setup.rulebook)
    members = [(group, spot) for group in groups for spot in group.members]
    return Felt(
        groups,
        plan(groups, setup.kind, squeeze=setup.squeezed),
        {place: spot for _, spot in members for place in spot.places},
        {spot.id: look_of(group, spot) for group, spot in members},
    )
