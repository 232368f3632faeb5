"""Limits are announced before they hold: players bet by what the table posts (30-2803(3)(b))."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from pitboss.refusals import Refusal, did_you_mean, unreadable
from pitboss.rulebook import Rulebook
from pitboss.rulebook.pays import Money
from pitboss.settle.bets import LARGEST_CENTS
from pitboss.table.forms import SetupForm
from pitboss.table.setups.limits import limit_faults, posted_cite
from pitboss.table.setups.line import words_between
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.words import usual_setup, with_words
from pitboss.table.state import AnnouncedLimits, Table, WagerLimits
from pitboss.table.steps import registry as step

_TERMS = WagerLimits._fields[1:]
"""The limits of an offer, which are called the same there."""


def limits_of(setup: TableSetup) -> Mapping[str, WagerLimits]:
    """Return what may be bet on each wager of a setup, by its name there."""
    return {
        name: WagerLimits(name, *(getattr(offer, term) for term in _TERMS))
        for name, offer in zip(setup.names, setup.offers, strict=True)
    }


def changed_limits(old: TableSetup, new: TableSetup) -> tuple[WagerLimits, ...]:
    """Return the limits of a new setup that are others than the wager had before.

    A wager that is offered anew, or no more, has no limits that change.

    >>> old = usual_setup("baccarat")
    >>> changed_limits(old, with_words(old, "minimum tie 5, positions 9"))[0].minimum_cents
    500
    """
    before = limits_of(old)
    after = limits_of(new)
    return tuple(one for name, one in after.items() if name in before and before[name] != one)


def with_limits(setup: TableSetup, limits: Iterable[WagerLimits]) -> TableSetup:
    """Return a setup with other limits; wagers that it does not offer change nothing."""
    named = {one.wager: one for one in limits}
    offers = zip(setup.names, setup.offers, strict=True)
    limited = tuple(_limited(offer, named.get(name)) for name, offer in offers)
    return replace(setup, offers=limited)


def _limited(offer: Offer, limits: WagerLimits | None) -> Offer:
    if limits is None:
        return offer
    _, minimum, maximum, aggregate, unit = limits
    return offer._replace(
        minimum_cents=minimum, maximum_cents=maximum, aggregate_cents=aggregate, unit_cents=unit
    )


def not_announced(table: Table, new: TableSetup) -> Refusal | None:
    """Refuse a setup whose limits players were not told of, or not for this round yet."""
    changed = changed_limits(table.setup, new)
    cite = posted_cite(table.setup.rules)
    told = table.announced
    missing = [one.wager for one in changed if told is None or one not in told.limits]
    if missing:
        message = f"players were not told of these limits of {', '.join(missing)}"
        return Refusal("limits-not-announced", message, "announce them first", cite)
    if changed and told is not None and table.round.number < told.round:
        message = f"players were told of these limits from round {told.round}"
        remedy = f"wait: the next is round {table.round.number}"
        return Refusal("limits-too-early", message, remedy, cite)
    return None


def between_rounds(table: Table) -> bool:
    """Say whether nothing of a round is at stake, so that the table may change."""
    round = table.round
    return round.stage == "betting" and not round.bets and not round.vigorish_due


def holds_from(table: Table) -> int:
    """Return the first round that announced limits can still hold from; 0 if none are to come.

    That is the announced one as long as two people make them hold in time; then a later one, since
    nobody's bets are played by other limits than they were laid under.
    """
    if table.announced is None:
        return 0
    next_round = table.round.number + (0 if between_rounds(table) else 1)
    return max(table.announced.round, next_round)


def still_announced(table: Table, setup: TableSetup) -> AnnouncedLimits | None:
    """Return what is still to come of an announcement once a setup holds."""
    if table.announced is None:
        return None
    held = limits_of(setup)
    rest = tuple(one for one in table.announced.limits if held.get(one.wager) != one)
    return AnnouncedLimits(rest, table.announced.round) if rest else None


class AnnounceLimits(NamedTuple):
    """Tell the players what limits are to come; none withdraws what was announced."""

    limits: tuple[WagerLimits, ...]
    round: int = 0
    """The round that they may hold from; 0 is the first that they can."""


def _read(
    fields: Mapping[str, object], present: TableSetup | None, rulebook: Rulebook
) -> AnnounceLimits:
    old = present or usual_setup("baccarat", rulebook)
    settings = str(fields.get("settings", ""))
    new = with_words(old, settings)
    limits = changed_limits(old, new)
    if with_limits(old, limits) != new:
        message = f'"{settings}" changes more than limits'
        remedy = "announce minimum, maximum, aggregate or unit of a wager"
        raise unreadable("not-a-limit", message, remedy)
    round = fields.get("round", 0)
    assert isinstance(round, int), "a number"
    return AnnounceLimits(limits, round)


def _write(command: AnnounceLimits, present: TableSetup | None) -> Mapping[str, object]:
    old = present or usual_setup("baccarat")
    words = words_between(old, with_limits(old, command.limits))
    return {"round": command.round, "settings": words}


@step.decides(
    AnnounceLimits,
    "announce limits [from round <round:number>] [with <settings:settings>]",
    setup=SetupForm(_read, _write),
)
def announce_limits(table: Table, command: AnnounceLimits) -> step.Decision:
    """Tell the players what limits are to come, and from which round.

    Whoever sits at the table plays the round at hand by the limits that it began with.
    """
    old, cite = table.setup, posted_cite(table.setup.rules)
    for limits in command.limits:
        if limits.wager not in old.names:
            message = f'"{limits.wager}" is not offered'
            return Refusal("not-offered", message, did_you_mean(limits.wager, old.names), cite)
    new = with_limits(old, command.limits)
    changed = changed_limits(old, new)
    if not changed and table.announced is None:
        message = "these are the limits that the table posts"
        return Refusal("limits-as-posted", message, "announce what will change", cite)
    wrong = next(_faults(old, changed), None) or linked_offer(table, new)
    if wrong is not None:
        return wrong
    waits = table.seated or table.round.bets or table.round.stage != "betting"
    first = table.round.number + 1 if waits else table.round.number
    if command.round and command.round < first:
        message = f"round {command.round} is too soon for limits that are announced now"
        return Refusal("announced-too-late", message, f"announce them from round {first}", cite)
    return (LimitsAnnounced(changed, command.round or first),)


def _faults(old: TableSetup, changed: Iterable[WagerLimits]) -> Iterator[Refusal]:
    """Yield what is wrong with limits that change; all else is as it was."""
    offers = dict(zip(old.names, old.offers, strict=True))
    opened = {name: table for (name, _), table in old.spots.items()}
    for one in changed:
        offer = _limited(offers[one.wager], one)
        yield from limit_faults(old.rules, offer, opened[one.wager])


def linked_offer(table: Table, new: TableSetup) -> Refusal | None:
    """Refuse another offer of a wager that is linked to a jackpot."""
    before, after = (dict(zip(one.names, one.offers, strict=True)) for one in (table.setup, new))
    for link in table.panel.links:
        if before.get(link.wager) != after.get(link.wager):
            message = f"{link.wager} is linked to {link.jackpot}"
            return Refusal("linked-offer", message, "leave the offers of linked jackpots")
    return None


class LimitsAnnounced(NamedTuple):
    """Players were told of limits to come, or that none come any more."""

    limits: tuple[WagerLimits, ...]
    round: int


@step.applies(LimitsAnnounced)
def limits_announced(table: Table, fact: LimitsAnnounced) -> Table:
    """The newest announcement is the one that counts."""
    return table._replace(announced=AnnouncedLimits(*fact) if fact.limits else None)


@step.tells(LimitsAnnounced)
def tell_limits(_: Table, fact: LimitsAnnounced) -> Iterator[step.StoryLine]:
    """Tell what is to come, and when."""
    told = "; ".join(f"{one.wager} {_in_words(one)}" for one in fact.limits)
    words = f"announces limits from round {fact.round}: {told}"
    yield step.StoryLine("house", words if told else "withdraws the limits that it announced")


def _in_words(limits: WagerLimits) -> str:
    amounts = zip(_TERMS, limits[1:], strict=True)
    said = [
        f"{term.removesuffix('_cents')} {Money(cents)}"
        for term, cents in amounts
        if cents is not None
    ]
    return ", ".join(said) or "without limits"


def _other_limits(table: Table) -> Iterator[tuple[WagerLimits, ...]]:
    """Yield for each wager a maximum that it does not have."""
    for limits in limits_of(table.setup).values():
        other = LARGEST_CENTS - (limits.maximum_cents == LARGEST_CENTS)
        yield (limits._replace(maximum_cents=other),)


step.tried(AnnounceLimits, limits=_other_limits)
