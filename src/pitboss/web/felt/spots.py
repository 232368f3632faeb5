"""The spots of a felt: each wager of a table, on the hand it stands on, with what is printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from pitboss.games.baccarat import Side
from pitboss.jackpot.names import placed, sensor_name, spot_name
from pitboss.rulebook.nodes import Node
from pitboss.rulebook.spots import spot_text
from pitboss.rulebook.tables import PayTable
from pitboss.settle.bets import rule_for
from pitboss.table.setups.setup import Spot, TableSetup
from pitboss.table.state import SensorLink
from pitboss.web.felt.events import SIDES, Rung, Target, rungs, targets, winning
from pitboss.web.felt.names import mark_of, printed_name
from pitboss.web.felt.pays import NO_PAY, envy_words, pay_words, push_cases, top_pay

_SERIES = re.compile(r"(?P<paragraph>[^,;]*?\([0-9]+\))\((?P<letter>[A-Za-z])\)")
_FOREIGN = re.compile("[^a-z0-9]+")


@dataclass(frozen=True, eq=False, kw_only=True)
class FeltSpot:
    """A place on the felt, and what it says of itself."""

    id: str
    """Of its element, after ``spot-``."""
    line: str
    """As a bet names it."""
    places: tuple[Spot, ...]
    """The spots of the setup that it stands for: several where each seat has its own."""
    table: PayTable
    name: str
    """What is printed: no two spots of a felt have one name."""
    title: str
    """What it is called everywhere else."""
    caption: str
    hand: Side | None
    """The hand that it was chosen for, or whose mirror image another spot is."""
    pay: str
    pushes: tuple[str, ...]
    """When a base wager pushes though the hands do not tie."""
    envy: str
    top: Fraction
    unit_cents: int | None
    """What a sensor takes: no more and no less."""
    minimum_cents: int | None
    maximum_cents: int | None
    cover: bool = False
    """Whether it wins whenever some two others of its group do."""

    @property
    def mark(self) -> str:
        """The drawing of its name."""
        return mark_of(self.name)

    @property
    def cite(self) -> str:
        """The paragraphs that it stands on."""
        return self.table.cite

    @property
    def owed(self) -> bool:
        """Whether the operator owes it a pay, so that nobody can bet on it."""
        return self.pay == NO_PAY

    @cached_property
    def wins_by(self) -> tuple[Node, ...]:
        """What has to happen for each of its rows that wins."""
        return winning(self.table)

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """The rolls that it waits for."""
        return targets(self.wins_by)

    @cached_property
    def rungs(self) -> tuple[Rung, ...]:
        """The steps that it climbs."""
        return rungs(self.table)

    @property
    def counted(self) -> str:
        """What it climbs by, such as ``points_made``; empty if it climbs nothing."""
        return self.rungs[0].counts if self.rungs else ""

    @cached_property
    def series(self) -> tuple[str, str] | None:
        """The paragraph and the letter of the series that it is printed in."""
        found = _SERIES.match(self.cite)
        return None if found is None else (found["paragraph"], found["letter"])


def spots_of(setup: TableSetup, links: Iterable[SensorLink] = ()) -> tuple[FeltSpot, ...]:
    """Return the spots of a table's felt, in the order of its offers; ids are told apart."""
    spots: dict[str, FeltSpot] = {}
    for (name, on), table in setup.spots.items():
        if table.wager.by_seat and (name in {one.places[0][0] for one in spots.values()}):
            continue
        spot = _spot(setup, name, on, table)
        id, twice = spot.id, 2
        while spot.id in spots:
            spot, twice = replace(spot, id=f"{id}-{twice}"), twice + 1
        spots[spot.id] = spot
    called = {link.wager: sensor_name(link) for link in links}
    return tuple(_told_apart(setup, list(spots.values()), called))


def _told_apart(
    setup: TableSetup, spots: list[FeltSpot], called: Mapping[str, str]
) -> Iterable[FeltSpot]:
    """Add to names that several spots have what differs: hand, caption, game, jackpot or table."""
    names = Counter((spot.name, spot.caption, spot.hand) for spot in spots)
    for spot in spots:
        same = [other for other in spots if (other.name, other.hand) == (spot.name, spot.hand)]
        if names[spot.name, spot.caption, spot.hand] == 1:
            bare = spot.caption and any(not other.caption for other in same)
            hands = {other.hand for other in spots if other.name == spot.name}
            name = placed(spot.name, spot.hand) if len(hands) > 1 else spot.name
            yield replace(spot, name=spot.title if bare else name)
        elif len({other.table.wager.game for other in same}) > 1:
            game = setup.rulebook.game(spot.table.wager.game).name
            yield replace(spot, name=f"{spot.name}, {game}", title=f"{spot.title}, {game}")
        else:
            name = called.get(spot.places[0][0], f"{spot.name} {spot.table.id}")
            yield replace(spot, name=name, title=name)


def _spot(setup: TableSetup, name: str, on: str | int | None, table: PayTable) -> FeltSpot:
    by_seat, house = table.wager.by_seat, setup.house
    hand = next((side for side in SIDES if side == on), None)
    title = spot_name(setup, name, None if by_seat else on)
    printed = printed_name(table, on, title)
    line = spot_text(name, None if by_seat else on)
    unit = None if table.unit is None else table.unit.cents
    return FeltSpot(
        id=_FOREIGN.sub("-", line.lower()).strip("-"),
        line=line,
        places=tuple(one for one in setup.spots if one[0] == name) if by_seat else ((name, on),),
        table=table,
        name=printed.name,
        title=title,
        caption=printed.caption,
        hand=hand,
        pay=pay_words(table, setup.vigorish_rate),
        pushes=push_cases(table),
        envy=envy_words(table),
        top=top_pay(table),
        unit_cents=None if unit is None else rule_for(name, house.unit_cents) or unit,
        minimum_cents=rule_for(name, house.minimum_cents),
        maximum_cents=rule_for(name, house.maximum_cents),
    )
