"""The places of a table that people hold in a demo; all others are the automatons'."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pitboss.jackpot.link import Link
from pitboss.refusals import Refusal
from pitboss.table.state import DEALER, Table

WARNS_SECONDS = 15
"""How long before a place is given back its holder is told."""


class Occupied(NamedTuple):
    """Which places of a table people hold, by their badges."""

    seats: Mapping[int, str] = MappingProxyType({})
    """By position."""
    dealer: str = ""
    """Empty if an automaton deals."""
    by_hand: bool = False
    """Whether that person enters the cards by hand."""


def tied_positions(id: str, table: Table, links: Iterable[Link]) -> frozenset[int]:
    """Return the positions that need do nothing but wait for somebody else.

    Their bets lie, a hit that they share in is neither paid nor dismissed, or a supervisor is to
    decide a dispute, which all the table waits for.
    """
    if table.dispute is not None:
        return table.seated
    bets = (laid.bet.position for laid in table.round.bets if not laid.behind)
    sharers = (one for link in links for hit in link.hits if hit.open for one in hit.sharers)
    places = (one.rpartition("/") for one in sharers)
    shares = (int(position) for at, _, position in places if at == id)
    return frozenset((*bets, *shares))


class Places:
    """Who holds which place of a table, and since when they are silent.

    >>> places = Places(idle_seconds=60)
    >>> places.take(3, "6601", 0.0)
    >>> places.occupied(59.0).seats, places.occupied(60.0).seats
    ({3: '6601'}, {})
    """

    def __init__(self, idle_seconds: float) -> None:
        self.idle_seconds = idle_seconds
        self.holders: dict[int, str] = {}
        """By position; the dealer's place is 0."""
        self.heard: dict[str, float] = {}
        """When each of them was last heard of."""
        self.by_hand = False
        self.tied: Callable[[], Collection[int]] = lambda: ()
        """The positions whose silence means nothing now."""
        self.left: list[str] = []
        """Who has given a place back, or lost it, and was not told so yet."""

    def take(self, place: int, badge: str, now: float) -> Refusal | None:
        """Give a place to a person, from the next moment between two rounds on."""
        self._expire(now)
        holder = self.holders.get(place, badge)
        if holder != badge:
            where = "the dealer's place" if place == DEALER else f"position {place}"
            return Refusal("place-held", f"somebody else holds {where}", "choose another place")
        self.holders[place] = badge
        self.heard[badge] = now
        return None

    def give_back(self, badge: str) -> None:
        """Give back all that a person holds; bets that lie there stand and are settled."""
        if self.heard.pop(badge, None) is not None:
            self.left.append(badge)
        self.holders = {place: held for place, held in self.holders.items() if held != badge}
        self.by_hand = self.by_hand and DEALER in self.holders

    def hear(self, badge: str, now: float) -> None:
        """Note that a person did something."""
        if badge in self.heard:
            self.heard[badge] = now

    def enter_by_hand(self, badge: str, by_hand: bool) -> Refusal | None:
        """Let whoever deals enter the cards by hand, or have them come by themselves again."""
        if self.holders.get(DEALER) != badge:
            remedy = "take the dealer's place first"
            return Refusal("place-not-held", "the cards are the dealer's to enter", remedy)
        self.by_hand = by_hand
        return None

    def occupied(self, now: float) -> Occupied:
        """Return who holds what, without those who were silent for too long."""
        self._expire(now)
        seats = {place: badge for place, badge in self.holders.items() if place != DEALER}
        return Occupied(seats, self.holders.get(DEALER, ""), self.by_hand)

    def ending(self, now: float) -> dict[int, float]:
        """Return when each place is given back whose holder has been silent for nearly too long.

        >>> places = Places(idle_seconds=60)
        >>> places.take(3, "6601", 0.0)
        >>> places.ending(44.0), places.ending(45.0)
        ({}, {3: 60.0})
        """
        ends = {place: self.heard[held] + self.idle_seconds for place, held in self.holders.items()}
        return {place: at for place, at in ends.items() if 0 < at - now <= WARNS_SECONDS}

    def _expire(self, now: float) -> None:
        if self.heard:
            for place in self.tied():
                self.hear(self.holders.get(place, ""), now)
        for badge, heard in tuple(self.heard.items()):
            if now - heard >= self.idle_seconds:
                self.give_back(badge)
