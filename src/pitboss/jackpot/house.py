"""The house's own stream: the floor it runs, and whose badges there are."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, cast, get_args

from pitboss.jackpot.acknowledging import (
    Acknowledge,
    AlertAcknowledged,
    Seen,
    acknowledge,
    acknowledged,
)
from pitboss.jackpot.floor_changes import ChangeFloor, FloorChanged, change_floor, read_floor_text
from pitboss.jackpot.people import unknown
from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.rulebook import Rulebook
from pitboss.table.floor.reading import read_data
from pitboss.table.floor.records import Floor, Level
from pitboss.table.steps import Command, Fact


class HouseState(NamedTuple):
    """What the house has on record."""

    floor: Floor | None = None
    badges: Mapping[str, Level] = MappingProxyType({})
    at: str = ""
    acknowledged: Seen = MappingProxyType({})
    """The last alerts that somebody has seen."""
    former: frozenset[str] = frozenset()
    """The tables that the floor had once and has no more: their records stay."""


class OpenFloor(NamedTuple):
    """Open a floor, as its file says."""

    name: str
    """The name of the file."""
    text: str
    """What the file says."""


class FloorOpened(NamedTuple):
    """The floor is as its file says."""

    name: str
    text: str


class EnrolBadge(NamedTuple):
    """Give somebody a badge, or another level to one."""

    number: str
    level: str


class BadgeEnrolled(NamedTuple):
    """A badge has a level."""

    number: str
    level: Level


class RetireBadge(NamedTuple):
    """Take somebody's badge away."""

    number: str


class BadgeRetired(NamedTuple):
    """A badge is nobody's any more."""

    number: str


COMMANDS: dict[str, type] = {
    kind.__name__: kind for kind in (OpenFloor, ChangeFloor, EnrolBadge, RetireBadge, Acknowledge)
}
FACTS: dict[str, type] = {
    kind.__name__: kind
    for kind in (FloorOpened, FloorChanged, BadgeEnrolled, BadgeRetired, AlertAcknowledged)
}
Answer = tuple[Fact, ...] | Refusal


def decide(state: HouseState, command: Command, rulebook: Rulebook | None = None) -> Answer:
    """Return what a command leads to, or why it may not be."""
    if isinstance(command, OpenFloor):
        if state.floor is not None:
            return Refusal("floor-open", "the floor is open already", "go on")
        try:
            read_floor_text(command.name, command.text, rulebook)
        except Unreadable as error:
            return error.refusal
        return (FloorOpened(*command),)
    if isinstance(command, ChangeFloor):
        assert state.floor is not None, "a floor that is open"
        return change_floor(state.floor, state.badges, command, rulebook)
    if isinstance(command, RetireBadge):
        if command.number not in state.badges:
            return unknown(command.number, state.badges)
        return (BadgeRetired(command.number),)
    if isinstance(command, Acknowledge):
        return acknowledge(state.acknowledged, state.badges, command)
    assert isinstance(command, EnrolBadge), "a command of the house"
    levels = get_args(Level)
    if command.level not in levels:
        message = f'"{command.level}" is no level of a badge'
        return Refusal("unknown-level", message, did_you_mean(command.level, levels))
    return (BadgeEnrolled(command.number, cast(Level, command.level)),)


def evolve(
    state: HouseState, facts: tuple[Fact, ...], at: str, _: Rulebook | None = None
) -> HouseState:
    """Return the house after some facts."""
    for fact in facts:
        if isinstance(fact, FloorOpened):
            floor = _read(fact.text)
            badges = {badge.number: badge.level for badge in floor.badges}
            state = state._replace(floor=floor, badges=badges)
        elif isinstance(fact, FloorChanged):
            floor = _read(fact.text)
            former = (state.former | _tables(state.floor)) - _tables(floor)
            state = state._replace(floor=floor, former=former)
        elif isinstance(fact, BadgeEnrolled):
            state = state._replace(badges={**state.badges, fact.number: fact.level})
        elif isinstance(fact, BadgeRetired):
            kept = dict(state.badges)
            del kept[fact.number]
            state = state._replace(badges=kept)
        elif isinstance(fact, AlertAcknowledged):
            seen = acknowledged(state.acknowledged, fact, at or state.at)
            state = state._replace(acknowledged=seen)
    return state._replace(at=at or state.at)


def _read(text: str) -> Floor:
    return read_data(tomllib.loads(text)).floor  # which was sound when decided


def _tables(floor: Floor | None) -> frozenset[str]:
    assert floor is not None, "a floor that is open"
    return frozenset(table.id for table in floor.tables)
