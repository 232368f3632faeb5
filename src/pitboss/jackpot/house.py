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
from pitboss.jackpot.people import unknown
from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.rulebook import Rulebook
from pitboss.table.floor.checking import sound_floor
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
    kind.__name__: kind for kind in (OpenFloor, EnrolBadge, RetireBadge, Acknowledge)
}
FACTS: dict[str, type] = {
    kind.__name__: kind for kind in (FloorOpened, BadgeEnrolled, BadgeRetired, AlertAcknowledged)
}
Answer = tuple[Fact, ...] | Refusal


def read_floor_text(name: str, text: str, rulebook: Rulebook | None) -> Floor:
    """Return the floor that the text of a file describes, or refuse it."""
    return sound_floor(name, tomllib.loads(text), rulebook)


def decide(state: HouseState, command: Command, rulebook: Rulebook | None = None) -> Answer:
    """Return what a command leads to, or why it may not be."""
    if isinstance(command, OpenFloor):
        if state.floor is not None:
            return Refusal("floor-open", "the floor is open already", "go on")
        try:
            read_floor_text(command.name, command.text, rulebook)
        except (Unreadable, tomllib.TOMLDecodeError) as error:
            if isinstance(error, Unreadable):
                return error.refusal
            return Refusal("bad-floor", f"{command.name}: {error}", "mend the file")
        return (FloorOpened(*command),)
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
            floor = read_data(tomllib.loads(fact.text)).floor  # which was sound when decided
            badges = {badge.number: badge.level for badge in floor.badges}
            state = state._replace(floor=floor, badges=badges)
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
