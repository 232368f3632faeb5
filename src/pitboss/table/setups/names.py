"""Offers, and what each is called at its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.rulebook.readings import DEFAULT


class Offer(NamedTuple):
    """A wager that the table takes, by which pay table and reading, within which limits."""

    wager: str
    table: str | None = None
    reading: str = DEFAULT
    minimum_cents: int | None = None
    maximum_cents: int | None = None
    aggregate_cents: int | None = None
    """The most that all winners of this optional wager may win in one round."""
    unit_cents: int | None = None
    suits: str | None = None
    game: str | None = None
    """The game that the wager is from; None is the table's own."""


def offer_names(game: str, offers: Sequence[Offer]) -> tuple[str, ...]:
    """Return what each offer is called at a table of a game.

    That is the wager's bare id if no other offer has it, else ``GAME/WAGER``; a wager that is
    offered at two pay tables is named with each.

    >>> offer_names("infinite-fortune", [Offer("pair"), Offer("pair", game="golden-dragon")])
    ('infinite-fortune/pair', 'golden-dragon/pair')
    >>> offer_names("3-dice-baccarat", [Offer("tie"), Offer("triple", "A"), Offer("triple", "B")])
    ('tie', 'triple@A', 'triple@B')
    """
    ids = [offer.wager for offer in offers]
    sources = [(offer.game or game, offer.wager) for offer in offers]
    names = []
    for offer, (source, id) in zip(offers, sources, strict=True):
        twice = sources.count((source, id))
        name = id if ids.count(id) == twice else f"{source}/{id}"
        names.append(f"{name}@{offer.table}" if twice > 1 else name)
    return tuple(names)


def spellings(game: str, offers: Sequence[Offer]) -> Mapping[str, str]:
    """Return the names at a table by themselves, and by the longer ones that mean one of them."""
    names = offer_names(game, offers)
    longer: dict[str, set[str]] = {}
    for name, offer in zip(names, offers, strict=True):
        path = f"{offer.game or game}/{offer.wager}"
        for said in (path, f"{path}@{offer.table}", f"{offer.wager}@{offer.table}"):
            longer.setdefault(said, set()).add(name)
            longer.setdefault(said.lower(), set()).add(name)
    meant = {said: found.pop() for said, found in longer.items() if len(found) == 1}
    return meant | dict(zip(names, names, strict=True))
