"""What a change of a table changes, in words: so that whoever signs it has read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from pitboss.games.baccarat import Coup
from pitboss.rulebook.pays import Money
from pitboss.rulebook.readings import DEFAULT
from pitboss.table.money.at_limits import most_at_limits
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.shape import spoken
from pitboss.table.setups.usual import usual_setup
from pitboss.web.screens import posted
from pitboss.web.screens.choices import fields_of
from pitboss.web.screens.drafts import key_of, shown_value
from pitboss.web.screens.offering import edges_of, pay_table_name
from pitboss.web.words import words

WORDS = words["manager_tables"]
SAID = WORDS["changes"]
most_of = lru_cache(maxsize=128)(most_at_limits)
"""The worst round of a setup, counted once: whoever looks at a proposal asks for the same one."""


def setup_changes(before: TableSetup | None, after: TableSetup) -> tuple[str, ...]:
    """Return in words what changes between two setups; of a new table, all that is not usual.

    >>> from dataclasses import replace
    >>> old = usual_setup("tiger-baccarat")
    >>> new = replace(old, offers=old.offers[:-1], tokes=False)
    >>> setup_changes(old, new)
    ('Tiger Pair dropped', 'Tokes: no, was yes')
    """
    lines = _new(after) if before is None else _changed(before, after)
    return tuple(lines)


def _new(setup: TableSetup) -> Iterator[str]:
    yield setup.rulebook.game(setup.game).name
    names = dict.fromkeys(wager.name for wager in setup.wagers.values())
    yield SAID["offers"].format(wagers=", ".join(names))
    yield from (f"{name} {amount}".strip() for name, amount in posted.posted(setup))
    for offer, name in _named(setup).values():
        yield from _terms(None, offer, name, setup)
    yield WORDS["pit"].format(pit=setup.pit)
    usual = usual_setup(setup.game, setup.rulebook, currency=setup.currency)
    usual = replace(usual, pit=setup.pit)
    for label, then, now in _settings(usual, setup):
        yield SAID["unusual"].format(what=label, now=now, then=then)


def _changed(before: TableSetup, after: TableSetup) -> Iterator[str]:
    if before.game != after.game:
        games = (one.rulebook.game(one.game).name for one in (after, before))
        yield SAID["was"].format(what=SAID["game"], now=next(games), then=next(games))
    old, new = _named(before), _named(after)
    yield from (SAID["dropped"].format(wager=old[key][1]) for key in old if key not in new)
    edges = dict(zip(new, (edges_of(after).get(name, "") for name in after.names), strict=True))
    for key, (offer, name) in new.items():
        if key not in old:
            table = pay_table_name(after, offer)
            yield SAID["offered"].format(wager=name, table=table, edge=edges[key])
    yield from posted.changes(before, after)
    for key, (offer, name) in new.items():
        then = old[key][0] if key in old else None
        if then is not None and then.table != offer.table:
            tables = pay_table_name(after, offer), pay_table_name(before, then)
            yield SAID["table"].format(wager=name, now=tables[0], then=tables[1], edge=edges[key])
        yield from _terms(then, offer, name, after)
    for label, was, now in _settings(before, after):
        yield SAID["was"].format(what=label, now=now, then=was)


def _named(setup: TableSetup) -> dict[str, tuple[Offer, str]]:
    """Return what is offered by its key, with the name that people know it by."""
    wagers = (wager.name for wager in setup.wagers.values())
    pairs = zip(setup.offers, wagers, strict=True)
    return {key_of(offer, setup.offers): (offer, name) for offer, name in pairs}


def _terms(before: Offer | None, after: Offer, name: str, setup: TableSetup) -> Iterator[str]:
    """Yield what changes of the aggregate, the suits and the reading of an offer."""

    def terms(offer: Offer | None) -> dict[str, str]:
        if offer is None:
            return dict.fromkeys(("aggregate", "suits", "reading"), "")
        cents = offer.aggregate_cents
        return {
            "aggregate": "" if cents is None else str(Money(cents, setup.currency)),
            "suits": offer.suits or "",
            "reading": "" if offer.reading == DEFAULT else offer.reading,
        }

    then, now = terms(before), terms(after)
    for term in now:
        if then[term] != now[term]:
            what = SAID[term].format(wager=name)
            yield _was(what, now[term], then[term] if before else None)


def _settings(before: TableSetup, after: TableSetup) -> Iterator[tuple[str, str, str]]:
    """Yield each setting that differs: its label, what it was and what it is."""
    for field in fields_of(after):
        if getattr(before, field) != getattr(after, field):
            values = (shown_value(one, field) or WORDS["none"] for one in (before, after))
            yield (WORDS["fields"].get(field, spoken(field)), *values)
    for field in ("written_approval", "notice"):
        then, now = getattr(before, field), getattr(after, field)
        if then != now:
            yield spoken(field), _plain(then), _plain(now)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(WORDS["options"]["yes" if value else "no"])
    return str(value) or str(WORDS["none"])


def _was(what: str, now: str, then: str | None) -> str:
    none = WORDS["none"]
    if then is None:
        return f"{what}: {now}"
    return str(SAID["was"]).format(what=what, now=now or none, then=then or none)


# --- the worst round ---


class Worst(NamedTuple):
    """The most that the house can lose on a round, by a change and as it is."""

    now: str
    before: str
    """Empty where it is the same, or there was none."""
    outcome: str
    hands: tuple[tuple[str, ...], ...]
    """The cards of both sides, where cards are dealt."""
    exact: bool


def worst_of(before: TableSetup | None, setup: TableSetup) -> Worst:
    """Count the worst round: this may take seconds, the first time."""
    then, now = None if before is None else most_of(before), most_of(setup)
    outcome = None if now is None else now.outcome
    hands = (outcome.player, outcome.banker) if isinstance(outcome, Coup) else ()
    return Worst(
        now="" if now is None else str(Money(now.cents, setup.currency)),
        before="" if then is None or then == now else str(Money(then.cents, setup.currency)),
        outcome=str(outcome) if outcome is not None and setup.kind != "craps" else "",
        hands=tuple(tuple(str(card) for card in hand) for hand in hands),
        exact=now is not None and now.exact,
    )
