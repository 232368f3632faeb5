"""Who holds a position, as every page marks it."""

from __future__ import annotations

from collections.abc import Collection


def holder(position: int, seated: Collection[int], people: Collection[int], *, demo: bool) -> str:
    """Return whether a position is ``free``, an ``automaton``'s, a ``person``'s, or ``in``.

    Only a demo knows which of those who sit are people.

    >>> [holder(at, {1, 2}, {2}, demo=True) for at in (1, 2, 3)], holder(1, {1}, (), demo=False)
    (['automaton', 'person', 'free'], 'in')
    """
    if position in people:
        return "person"
    if position not in seated:
        return "free"
    return "automaton" if demo else "in"
