"""Dice in numpy: the same throws and hands as :mod:`pitboss.simulate.numba_engine.dice`, side by side.

Here is also what a roll does to a shooter's hand, which both read from one table. Counters stand in
lanes of six bits, ten to a word. One word counts the totals other than seven; the line word counts
sevens, points made and line wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.games.craps import COME_OUT_WINNERS, POINTS, SEVEN, TOTALS
from pitboss.games.craps_features import MOST_COUNTED
from pitboss.simulate.lanes.streams import Streams, Words

OUTCOMES = 6**6
"""The throws of six dice; also what three rolls of two dice can show."""
THROWS = 4096
SHOOTERS = 256
"""What a stream is: so many throws, or so many shooters."""
SESSION = 2**20
"""Session s has the streams from s * 2**20 on."""

HIGHEST = MOST_COUNTED + 1
"""The highest count that a sentence can tell from the next lower one."""

LANE = 6
LANES = 10
NUMBERS = tuple(total for total in TOTALS if total != SEVEN)
LINE = ("sevens", "points_made", "line_wins")

PLACES = 511
ENDS_HAND, ENDS_ANY_SEVEN, MOVED = 9, 10, 12
"""Bits of a move. Below them stands the next place, from the last on what the line word gains."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_UNFAIR = np.uint64(2**32 % OUTCOMES)
_FULL = np.uint64((1 << LANE) - 1)
_HALF_FULL = np.uint64(sum(1 << lane * LANE + LANE - 1 for lane in range(LANES)))
_BLOCKS = 4096
_THROWN = 512
"""Streams side by side: enough to make numpy worth calling, few enough for the cache."""


class Chain(NamedTuple):
    """What a roll does. A roll is a number below 36: the faces of two dice."""

    moves: Words
    """By place plus roll. Places are the come-out and the six points, before and after a seven."""
    totals: Words
    """By roll: what the word of totals gains."""


class Sheet(NamedTuple):
    """How the cells of some groups of counters are found. Starts have one more at the end."""

    terms: NDArray[np.int64]
    """Where the counters of each group start."""
    lanes: NDArray[np.int64]
    """Where the lanes of each counter start: what it sums."""
    words: NDArray[np.int64]
    shifts: Words
    """Where each lane stands. Words 0 and 1 are those at the seven-out, 2 and 3 at any seven."""
    cuts: NDArray[np.int64]
    """Where the cuts of each counter start."""
    least: NDArray[np.int32]
    share: NDArray[np.int32]
    """The least count beyond a cut, and what the cell gains there."""
    offsets: NDArray[np.int64]
    """The number of each group's first cell."""


@cache
def chain() -> Chain:
    """Return the moves of a shooter's hand, by the rules of :mod:`pitboss.games.craps`."""
    points = (None, *POINTS)
    moves = np.zeros((2, len(points), 36), dtype=np.uint64)
    totals = np.zeros(36, dtype=np.uint64)
    for roll in range(36):
        total = 2 + roll // 6 + roll % 6
        totals[roll] = 1 << LANE * NUMBERS.index(total) if total != SEVEN else 0
        for at, point in enumerate(points):
            for after_seven in (False, True):
                moves[int(after_seven), at, roll] = _move(after_seven, point, total)
    return Chain(moves.reshape(-1), totals)


def _move(after_seven: bool, point: int | None, total: int) -> int:
    is_seven = total == SEVEN
    first_seven = is_seven and not after_seven
    if is_seven and point is not None:
        return 1 << ENDS_HAND | first_seven << ENDS_ANY_SEVEN
    made = point is not None and total == point
    wins = made or (point is None and total in COME_OUT_WINNERS)
    if made:
        point = None
    elif point is None and total in POINTS:
        point = total
    place = 0 if point is None else 1 + POINTS.index(point)
    place += (after_seven or is_seven) * (1 + len(POINTS))
    line = is_seven | made << LANE | wins << 2 * LANE
    return 36 * place | first_seven << ENDS_ANY_SEVEN | line << MOVED


def throws(seed: int, first: int, number: int) -> NDArray[np.uint16]:
    """Return the outcomes of some streams, one row each."""
    streams = Streams(seed, first, number)
    words = np.stack([streams.drawn() for _ in range(THROWS // 2)], axis=1)
    products = _halves(words) * np.uint64(OUTCOMES)
    found = (products >> _HALF).astype(np.uint16)
    fair = (products & _LOW) >= _UNFAIR
    for row in np.flatnonzero(~fair.all(axis=1)):
        kept = found[row, fair[row]]
        while kept.size < THROWS:
            more = _halves(streams.drawn_by(np.array([row]))) * np.uint64(OUTCOMES)
            more = more[(more & _LOW) >= _UNFAIR] >> _HALF
            kept = np.concatenate([kept, more.astype(np.uint16)])
        found[row] = kept[:THROWS]
    return found


def _halves(words: Words) -> Words:
    """Cut words in halves along the last axis, the high half first."""
    return np.stack([words >> _HALF, words & _LOW], axis=-1).reshape(*words.shape[:-1], -1)


def count_throws(seed: int, first: int, rounds: int, counts: NDArray[np.int64]) -> None:
    """Count so many throws of the streams from ``first`` on, by outcome."""
    for start, number, left in _chunks(first, rounds, THROWS, _THROWN):
        outcomes = throws(seed, start, number).ravel()[:left]
        counts += np.bincount(outcomes, minlength=OUTCOMES)


def play_throws(seed: int, first: int, outcomes: NDArray[np.uint16]) -> None:
    """Write the outcomes of sessions, one row each."""
    sessions, rounds = outcomes.shape
    for session in range(sessions):
        for start, number, left in _chunks((first + session) * SESSION, rounds, THROWS, _THROWN):
            done = rounds - left
            block = throws(seed, start, number).ravel()[:left]
            outcomes[session, done : done + block.size] = block


def _chunks(first: int, rounds: int, length: int, most: int) -> Iterator[tuple[int, int, int]]:
    """Yield the first stream, the number of streams and the rounds left, a few streams at once."""
    streams = -(-rounds // length)
    for start in range(0, streams, most):
        yield first + start, min(most, streams - start), rounds - start * length


class Hands:
    """Shooters' hands side by side, each lane playing its own until it has played enough."""

    def __init__(self, hands: NDArray[np.int64]) -> None:
        lanes = hands.size
        self.hands = hands
        self.seen = np.zeros((4, lanes, int(hands.max(initial=0))), dtype=np.uint64)
        """Four words of counters for every lane and hand, as the kernels write them."""
        self.rolls = 0
        """The rolls of all hands that were asked for."""
        self.rolled = np.zeros(lanes, dtype=np.int64)
        self.over = np.zeros(lanes, dtype=np.int64)
        self.place = np.zeros(lanes, dtype=np.uint64)
        self.words = np.zeros((2, lanes), dtype=np.uint64)
        self.rows = np.arange(lanes)

    def follow(self, rolls: Words, fair: NDArray[np.bool_] | None = None) -> None:
        """Follow one roll in every lane, or in those where it is ``fair``."""
        moves = chain().moves[self.place + rolls]
        totals = chain().totals[rolls]
        if fair is not None:
            moves = np.where(fair, moves, self.place)
            totals = np.where(fair, totals, np.uint64(0))
        self.rolled += 1 if fair is None else fair
        self._write(moves, ENDS_ANY_SEVEN, 2)
        ended = self._write(moves, ENDS_HAND, 0)
        self.words[0] += totals
        self.words[1] += moves >> np.uint64(MOVED)
        self.words[:, ended] = 0
        self.place = moves & np.uint64(PLACES)
        self.over[ended] += 1
        self.rolls += int(self.rolled[ended][self.over[ended] == self.hands[ended]].sum())

    def _write(self, moves: Words, bit: int, word: int) -> NDArray[np.intp]:
        """Write down what lanes saw before a move that ends something; return these lanes."""
        ended = np.flatnonzero(moves & np.uint64(1 << bit))
        asked = ended[self.over[ended] < self.hands[ended]]
        self.seen[word : word + 2, self.rows[asked], self.over[asked]] = self.words[:, asked]
        return ended

    def hold(self) -> None:
        """Set counters beyond the highest count back to it."""
        if (self.words & _HALF_FULL).any():
            for shift in np.arange(0, LANE * LANES, LANE, dtype=np.uint64):
                counts = (self.words >> shift) & _FULL
                excess = np.maximum(counts, np.uint64(HIGHEST)) - np.uint64(HIGHEST)
                self.words -= excess << shift

    def drop(self, streams: Streams) -> None:
        """Leave out the lanes that have played enough, once they are many."""
        left = np.flatnonzero(self.over < self.hands)
        if left.size and left.size > self.over.size * 3 // 4:
            return
        streams.state = [one[left] for one in streams.state]
        streams.lanes = left.size
        self.words = self.words[:, left]
        for name in ("hands", "rolled", "over", "place", "rows"):
            setattr(self, name, getattr(self, name)[left])


def shooters(streams: Streams, hands: NDArray[np.int64]) -> Hands:
    """Play so many hands of every stream."""
    played = Hands(hands)
    played.drop(streams)
    while played.rows.size:
        word = streams.drawn()
        played.hold()
        for half in (word >> _HALF, word & _LOW):
            fair = (half * np.uint64(OUTCOMES)) & _LOW >= _UNFAIR
            rest = half
            for _ in range(3):
                product = rest * np.uint64(36)
                played.follow(product >> _HALF, None if fair.all() else fair)
                rest = product & _LOW
        played.drop(streams)
    return played


def classify(seen: Words, sheet: Sheet, group: int) -> NDArray[np.int32]:
    """Return the cell of every hand in a group."""
    cells = np.zeros(seen.shape[1:], dtype=np.int32)
    for term in range(sheet.terms[group], sheet.terms[group + 1]):
        counts = np.zeros(seen.shape[1:], dtype=np.uint64)
        for lane in range(sheet.lanes[term], sheet.lanes[term + 1]):
            counts += (seen[sheet.words[lane]] >> sheet.shifts[lane]) & _FULL
        shares = np.zeros(int(counts.max(initial=0)) + 2, dtype=np.int32)
        for cut in range(sheet.cuts[term], sheet.cuts[term + 1]):
            shares[sheet.least[cut] :] += sheet.share[cut]
        cells += shares[counts]
    return cells


def count_shooters(
    seed: int, first: int, rounds: int, sheet: Sheet, found: NDArray[np.int64]
) -> None:
    """Count so many shooters of the streams from ``first`` on, in every group; cell 0 has rolls."""
    for start, number, left in _chunks(first, rounds, SHOOTERS, _BLOCKS):
        hands = np.clip(left - SHOOTERS * np.arange(number), 0, SHOOTERS)
        played = shooters(Streams(seed, start, number), hands)
        found[0] += played.rolls
        seen = played.seen.reshape(4, -1)[:, :left]
        for group, offset in enumerate(sheet.offsets):
            cells = np.bincount(classify(seen, sheet, group))
            found[offset : offset + cells.size] += cells


def play_shooters(seed: int, first: int, sheet: Sheet, cells: NDArray[np.int32]) -> None:
    """Write the cells of sessions: by group, session and round."""
    _, sessions, rounds = cells.shape
    if not cells.size:
        return
    blocks = -(-rounds // SHOOTERS)
    hands = np.clip(rounds - SHOOTERS * np.arange(blocks), 0, SHOOTERS)
    several = max(_BLOCKS // blocks, 1)
    for start in range(0, sessions, several):
        number = min(several, sessions - start)
        numbers = first + start + np.arange(number, dtype=np.uint64)[:, None]
        numbers = numbers * np.uint64(SESSION) + np.arange(blocks, dtype=np.uint64)
        streams = Streams.of(seed, numbers.ravel())
        played = shooters(streams, np.tile(hands, number))
        seen = played.seen.reshape(4, number, -1)[:, :, :rounds]
        for group in range(cells.shape[0]):
            cells[group, start : start + number] = classify(seen, sheet, group)
