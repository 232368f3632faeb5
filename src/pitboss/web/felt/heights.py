"""How the height of a felt is spent: every group at its least, then what the rest allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.web.felt.groups import Group, rows

TOTAL = 40.75
"""Rem of a felt on a tablet held flat, without its padding."""
GAP = 0.6
TITLE = 1.2
PLATE = 3.4
RUNG = 2.85
LADDER_TITLE = 1.4
ROUND = 5.6
"""What round medallions need above plates."""
HANDS, CUPS, POINT = 11.0, 8.0, 4.2
_LEAST = {"sensors": 4.0, "by-seat": 8.5, "ties": 4.25, "mains": 8.5, "works": 8.2, "climb": 4.6}
REPEATS = 10.0


class Plan(NamedTuple):
    """What the height is spent on."""

    least: float
    """What all groups need, and whatever lies nowhere but on the felt."""
    need: float
    """What is spent of it in the end."""
    round: bool
    """Whether medallions are round; else they are plates."""
    zone: bool
    """Whether the hands lie on the felt; else they are shown beside it only."""


def least_height(group: Group) -> float:
    """Return how low a group can be, in rem."""
    titled = TITLE if group.title else 0
    if group.kind in ("events", "stars"):
        return PLATE * rows(len(group.spots)) + titled
    if group.kind == "series":
        return RUNG * max(len(ladder.spots) for ladder in group.ladders) + LADDER_TITLE
    if group.kind == "repeats":
        return REPEATS * -(-len(group.spots) // 14) + TITLE
    return _LEAST[group.kind] + titled


def plan(groups: Sequence[Group], kind: str, *, squeeze: bool = False) -> Plan:
    """Return what becomes of the height.

    Dice and cards that a player turns lie nowhere else, so they come first; round medallions are
    next, and the hands, which are shown beside the felt as well, are last.
    """
    least = sum(map(least_height, groups)) + GAP * max(len(groups) - 1, 0)
    if kind == "craps":
        least += POINT + GAP
    zone = squeeze
    if squeeze:
        least += HANDS
    need = least
    if kind == "three-dice" and need + CUPS <= TOTAL:
        need, zone = need + CUPS, True
    stars = sum(group.kind == "stars" for group in groups)
    rounded = bool(stars) and need + ROUND * stars <= TOTAL
    need += ROUND * stars if rounded else 0
    if kind == "baccarat" and not zone and need + HANDS <= TOTAL:
        need, zone = need + HANDS, True
    return Plan(least, need, rounded, zone)
