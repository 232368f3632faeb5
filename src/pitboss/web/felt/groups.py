"""The groups of a felt: which spots stand together is decided by what each wager is.

Neither the name of a game nor the id of a wager is looked at, so any mix of offers is laid out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from pitboss.games.baccarat import Side
from pitboss.rulebook import Rulebook
from pitboss.rulebook.nodes import Node
from pitboss.web.felt.events import SIDES, alternatives, hand_of, mirrored, needs_tie
from pitboss.web.felt.names import heading, ladder_title
from pitboss.web.felt.spots import FeltSpot

Kind = Literal[
    "by-seat", "sensors", "events", "series", "stars", "ties", "mains", "works", "repeats", "climb"
]
MOST_ABREAST = 7
MOST_TIES = 6
MOST_SENSORS = 3
MOST_LADDERS = 3
MOST_IN_A_WING = 4
MOST_LETTERS = 12
"""Of a name on a medallion."""
MOST_BESIDE_TIE = 4
LEAST_SERIES = 3
_DESCRIBES = re.compile(r"\bover\b|^[0-9]|\bor\b|card", re.IGNORECASE)
"""What makes a name a description, which no medallion bears."""


class Ladder(NamedTuple):
    """A lettered series, highest pay on top, and last what covers it."""

    title: str
    spots: tuple[FeltSpot, ...]


class Group(NamedTuple):
    """Spots that stand together."""

    kind: Kind
    spots: tuple[FeltSpot, ...] = ()
    title: str = ""
    left: tuple[FeltSpot, ...] = ()
    """The Player's wing of the mains, outermost first."""
    right: tuple[FeltSpot, ...] = ()
    """The Banker's wing, outermost last; of sets of totals, those that need all of two others."""
    ladders: tuple[Ladder, ...] = ()

    @property
    def members(self) -> tuple[FeltSpot, ...]:
        """Every spot of the group."""
        of_ladders = (spot for ladder in self.ladders for spot in ladder.spots)
        return (*self.left, *self.spots, *self.right, *of_ladders)

    @property
    def columns(self) -> int:
        """How many stand side by side."""
        return columns(len(self.spots))

    @property
    def rows(self) -> int:
        """In how many rows they stand."""
        return rows(len(self.spots))


def columns(number: int) -> int:
    """Return how many of so many plates stand side by side: no row is shorter than it must be.

    >>> [columns(number) for number in (0, 3, 7, 8, 14, 15, 22)]
    [0, 3, 7, 4, 7, 5, 6]
    """
    return -(-number // rows(number)) if number else 0


def rows(number: int) -> int:
    """Return in how many rows so many plates stand.

    >>> rows(7), rows(8), rows(15)
    (1, 2, 3)
    """
    return -(-number // MOST_ABREAST)


def groups_of(spots: Sequence[FeltSpot], book: Rulebook) -> tuple[Group, ...]:
    """Return the groups of a felt, from the dealer's side down to the player's edge."""
    left = list(spots)

    def taken(chosen: Iterable[FeltSpot]) -> tuple[FeltSpot, ...]:
        found = tuple(chosen)
        for spot in found:
            left.remove(spot)
        return found

    craps = taken(spot for spot in spots if spot.table.wager.kind == "craps")
    jackpots = taken(spot for spot in tuple(left) if _is_jackpot(spot))
    mains = taken(spot for spot in tuple(left) if _main_of(spot) is not None)
    wings = tuple(_with_hand(spot) for spot in taken(_winged(left)))
    ties = list(taken(spot for spot in tuple(left) if needs_tie(spot.wins_by)))
    sets = [taken(group) for group in _sets(tuple(left), book)]
    series = _series(tuple(left))
    for ladder in series:
        taken(ladder.spots)
    named = taken(spot for spot in tuple(left) if _is_named(spot))
    stars = list(sets)
    if len(ties) == 1 and not sets and len(named) <= MOST_BESIDE_TIE:
        ties += named
    elif 1 < len(named) <= MOST_ABREAST:
        stars.append(named)
    else:
        left += named
    if len(left) == 1 and not left[0].caption and len(ties) < MOST_TIES:
        ties += taken(tuple(left))
    by_hand, beyond = _wings_and_rest(wings)
    events = [spot for spot in spots if spot in left] + list(beyond)
    return (
        *(Group("by-seat", (spot,)) for spot in jackpots if spot.table.wager.by_seat),
        *_sensors([spot for spot in jackpots if not spot.table.wager.by_seat]),
        *_events(events),
        *([Group("series", ladders=tuple(map(_climbed, series)))] if series else []),
        *(Group("stars", _around_cover(group)) for group in stars),
        *_ties(ties),
        *_mains(mains, by_hand),
        *_craps(craps),
    )


# --- what a wager is ---


def _is_jackpot(spot: FeltSpot) -> bool:
    wager = spot.table.wager
    return wager.role == "progressive" or wager.jackpot is not None


def _main_of(spot: FeltSpot) -> Side | None:
    """Return the hand that a base wager bets on; None for any other wager."""
    if spot.table.wager.role != "base" or spot.hand or needs_tie(spot.wins_by):
        return None
    return hand_of(spot.wins_by)


def _winged(spots: Sequence[FeltSpot]) -> list[FeltSpot]:
    """Return what is chosen for a hand, and wagers that are each other's mirror image."""
    events = Counter(spot.wins_by for spot in spots if spot.hand is None)
    return [spot for spot in spots if spot.hand or _has_mirror(spot, events)]


def _has_mirror(spot: FeltSpot, events: Counter[tuple[Node, ...]]) -> bool:
    image = mirrored(spot.wins_by)
    return bool(image) and image != spot.wins_by and events[image] > 0


def _with_hand(spot: FeltSpot) -> FeltSpot:
    return spot if spot.hand else replace(spot, hand=hand_of(spot.wins_by))


def _sets(spots: Sequence[FeltSpot], book: Rulebook) -> list[tuple[FeltSpot, ...]]:
    """Return the wagers that must all use one pay table, where two or more of them are offered."""
    games = dict.fromkeys(spot.table.wager.game for spot in spots)
    unions = [(game, one.wagers) for game in games for one in book.game(game).one_table]
    found = (
        tuple(
            spot
            for spot in spots
            if spot.table.wager.game == game
            and spot.table.wager.id in wagers
            and len(spot.name) <= MOST_LETTERS
        )
        for game, wagers in unions
    )
    return [group for group in found if 1 < len(group) <= MOST_ABREAST]


def _is_named(spot: FeltSpot) -> bool:
    return (
        not spot.caption
        and not spot.owed
        and len(spot.name) <= MOST_LETTERS
        and _DESCRIBES.search(spot.name) is None
    )


# --- how a group is laid ---


def _series(spots: Sequence[FeltSpot]) -> list[Ladder]:
    """Return the lettered series of three or more, where a paragraph has two of them."""
    series: dict[tuple[str, str], list[FeltSpot]] = {}
    for spot in spots:
        if spot.series and not spot.caption:
            series.setdefault(spot.series, []).append(spot)
    large = {key: one for key, one in series.items() if len(one) >= LEAST_SERIES}
    paragraphs = Counter(paragraph for paragraph, _ in large)
    chosen = [(key, one) for key, one in large.items() if paragraphs[key[0]] > 1]
    return [Ladder(ladder_title(*key), tuple(one)) for key, one in chosen[:MOST_LADDERS]]


def _climbed(ladder: Ladder) -> Ladder:
    """Put the highest pay on top, and last what covers the others."""
    spots = sorted(_with_covers(ladder.spots), key=lambda spot: (spot.cover, -spot.top))
    return ladder._replace(spots=tuple(spots))


def _with_covers(spots: Sequence[FeltSpot]) -> list[FeltSpot]:
    """Mark what wins whenever two or more of the others do."""
    events = {spot.id: alternatives(spot.wins_by) for spot in spots}
    covered = {
        spot.id: sum(bool(other) and other < events[spot.id] for other in events.values())
        for spot in spots
    }
    return [replace(spot, cover=covered[spot.id] > 1) for spot in spots]


def _sensors(spots: Sequence[FeltSpot]) -> list[Group]:
    starts = range(0, len(spots), MOST_SENSORS)
    return [Group("sensors", tuple(spots[at : at + MOST_SENSORS])) for at in starts]


def _events(spots: Sequence[FeltSpot]) -> list[Group]:
    """Return plates by their captions; a longer caption that begins with another joins it."""
    captions = sorted({spot.caption for spot in spots if spot.caption}, key=len)
    by_caption: dict[str, list[FeltSpot]] = {}
    for spot in spots:
        longer = (one for one in captions if spot.caption.startswith(f"{one} "))
        root = next(longer, spot.caption)
        if root != spot.caption:
            name = f"{spot.caption.removeprefix(root).strip()} {spot.name}"
            spot = replace(spot, name=name, caption=root)
        by_caption.setdefault(root, []).append(spot)
    return [Group("events", tuple(one), heading(key)) for key, one in by_caption.items()]


def _around_cover(spots: Sequence[FeltSpot]) -> tuple[FeltSpot, ...]:
    """Put what covers the others in the middle."""
    marked = sorted(_with_covers(spots), key=lambda spot: -spot.top)
    covers = [spot for spot in marked if spot.cover]
    others = [spot for spot in marked if not spot.cover]
    left, right = others[::2], others[1::2]
    return (*left, *covers, *right[::-1])


def _ties(spots: Sequence[FeltSpot]) -> list[Group]:
    """Put TIE in the middle of its row; further ties stand above it."""
    tie = [spot for spot in spots if spot.table.wager.role == "base"]
    others = [spot for spot in spots if spot not in tie]
    room = MOST_TIES - len(tie)
    near, far = others[:room], others[room:]
    half = (len(near) + 1) // 2
    row = (*near[:half], *tie, *near[half:])
    above = [Group("ties", tuple(far[at : at + MOST_TIES])) for at in range(0, len(far), MOST_TIES)]
    return [*above, *([Group("ties", row)] if row else [])]


Wings = dict[Side, tuple[FeltSpot, ...]]


def _wings_and_rest(spots: Sequence[FeltSpot]) -> tuple[Wings, tuple[FeltSpot, ...]]:
    """Return the wing of each hand, the highest pay first, and what finds no room there."""
    wings = {
        side: sorted((spot for spot in spots if spot.hand == side), key=lambda spot: -spot.top)
        for side in SIDES
    }
    beyond = [spot for wing in wings.values() for spot in wing[MOST_IN_A_WING:]]
    kept: Wings = {side: tuple(wing[:MOST_IN_A_WING]) for side, wing in wings.items()}
    return kept, tuple(replace(spot, name=spot.title) for spot in beyond)


def _mains(spots: Sequence[FeltSpot], wings: Wings) -> list[Group]:
    sided = [(side, spot) for spot in spots if (side := _main_of(spot)) is not None]
    row = tuple(replace(spot, hand=side) for one in SIDES for side, spot in sided if side == one)
    group = Group("mains", row, left=wings["player"], right=wings["banker"][::-1])
    return [group] if group.members else []


def _craps(spots: Sequence[FeltSpot]) -> list[Group]:
    works = tuple(spot for spot in spots if len(spot.targets) > 1)
    repeats = tuple(spot for spot in spots if len(spot.targets) == 1)
    climbs = [spot for spot in spots if not spot.targets]
    whole = tuple(spot for spot in works if _needs_others(spot, works))
    sets = tuple(spot for spot in works if spot not in whole)
    return [
        *([Group("works", sets, right=whole)] if works else []),
        *([Group("repeats", repeats)] if repeats else []),
        *(Group("climb", (spot,), spot.name) for spot in climbs),
    ]


def _needs_others(spot: FeltSpot, works: Sequence[FeltSpot]) -> bool:
    own = set(spot.targets)
    return sum(set(other.targets) < own for other in works) > 1
