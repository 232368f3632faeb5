"""What a drawing says to those who do not see it."""

from __future__ import annotations

from collections import Counter

from pitboss.table.roads.roads import Road
from pitboss.web.words import words

SAID = words["drawing"]


def card_name(shown: str | None) -> str:
    """Return the name of a card; nobody's if it is face down.

    >>> card_name("Qd"), card_name("Th"), card_name(None)
    ('Queen of diamonds', 'Ten of hearts', 'Card face down')
    """
    if shown is None:
        return str(SAID["face_down"])
    named: str = SAID["card"].format(rank=SAID["ranks"][shown[0]], suit=SAID["suits"][shown[1]])
    return named


def die_name(shows: int | None) -> str:
    """Return what a die shows, in words.

    >>> die_name(3)
    'Die showing 3'
    """
    named: str = SAID["not_thrown"] if shows is None else SAID["die"].format(shows=shows)
    return named


def road_name(kind: str, road: Road) -> str:
    """Return what a road tells: how many marks of each kind, and the last.

    >>> from pitboss.table import big_road, marks
    >>> road_name("big_road", big_road(marks("BBTP")))
    'Big road: 2 banker, 1 player, 1 ties on them; last player'
    """
    said = SAID["roads"]
    name: str = said[kind]
    if not road:
        return str(said["empty"].format(name=name))
    counts = [f"{many} {shows}" for shows, many in sorted(Counter(c.shows for c in road).items())]
    ties = sum(cell.ties for cell in road)
    counts += [said["ties"].format(number=ties)] if ties else []
    return str(said["marks"].format(name=name, counts=", ".join(counts), last=road[-1].shows))
