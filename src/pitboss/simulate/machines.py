"""Machines: what a look at the cards keeps of them, card by card, for grains without tables.

A machine starts at 0 and moves on with every card within its reach; where it ends says what the
feature is. Its states are what :class:`pitboss.odds.general.Look` keeps of the labels seen so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games import Atom, Card, Value
from pitboss.games.grains import Labels, Reach
from pitboss.odds.general import FEATURES, looks_of
from pitboss.refusals import unreadable

MACHINES = 4
"""The flag that there are machines."""
MOST_STATES = 1 << 12
CARD_BITS = 6
REACHES = {"player": 0, "banker": 2, "": 4}
"""The Player's first two cards 0, hand 1; the Banker's 2 and 3; the first four 4, the round 5."""
LONGEST = {
    Reach.FIRST_TWO: (2,),
    Reach.HAND: (2, 3),
    Reach.FIRST_FOUR: (4,),
    Reach.ROUND: (4, 5, 6),
}

Machines = tuple[NDArray[np.int64], NDArray[np.uint16], NDArray[np.uint64]]
"""By machine its reach and where its moves and shares start; all moves; all shares."""


class Machine(NamedTuple):
    """A feature as states that cards lead to, each with its share of a cell."""

    atom: Atom
    reach: int
    moves: NDArray[np.uint16]
    """The next state, by state and card; a state has room for 64 cards."""
    shares: NDArray[np.uint64]
    size: int
    """What an answer is multiplied with in a cell."""
    answers: int

    @classmethod
    def of(cls, atom: Atom, cards: Sequence[Card], size: int) -> Machine:
        """Return the machine of a feature of one hand, of the first four cards or of the round."""
        (look,) = looks_of(atom)
        of, lengths = FEATURES[atom.name].of, LONGEST[look.grain.reach]
        assert of is not None
        labels = [look.label(card) for card in cards]
        states: dict[tuple[int, Labels], int] = {(0, ()): 0}
        waiting = list(states)
        moves: list[list[int]] = []
        known: dict[Value, int] = {}
        shares: list[int] = []
        for number, kept in waiting:
            row = [0] * (1 << CARD_BITS)
            for at, label in enumerate(labels) if number < lengths[-1] else ():
                after = (number + 1, look.kept((*kept, label)))
                if after not in states:
                    states[after] = len(states)
                    waiting.append(after)
                row[at] = states[after]
            moves.append(row)
            answer = 0
            if number in lengths:
                answer = known.setdefault(of(look.grain.given(kept)), len(known))
            shares.append(answer * size)
            if len(states) > MOST_STATES:
                raise unreadable(
                    "not-simulated",
                    f"{atom} tells too many cards apart to be counted in a simulation",
                    "ask for its exact odds: `pitboss odds`",
                )
        reach = REACHES[look.side] + (look.grain.reach in (Reach.HAND, Reach.ROUND))
        table = np.array(moves, dtype=np.uint16)
        return cls(atom, reach, table, np.array(shares, dtype=np.uint64), size, len(known))


def flattened(machines: Sequence[Machine]) -> Machines:
    """Return machines one after the other, as the kernels take them."""
    starts = np.zeros((len(machines), 3), dtype=np.int64)
    moves, shares = 0, 0
    for at, machine in enumerate(machines):
        starts[at] = machine.reach, moves, shares
        moves += machine.moves.size
        shares += machine.shares.size
    return (
        starts,
        np.concatenate([np.empty(0, np.uint16), *(one.moves.ravel() for one in machines)]),
        np.concatenate([np.empty(0, np.uint64), *(one.shares for one in machines)]),
    )
