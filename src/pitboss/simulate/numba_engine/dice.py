"""Dice at full speed: throws, of 3 Dice Baccarat for one, and shooters' hands at craps, by numba.

**Draws.** The words of a stream are cut in halves of 32 bits, the high half first. With N ways, a
half x gives the draw floor(N x / 2**32), unless N x mod 2**32 is below T = 2**32 mod N: such a half
is dropped, and the next one takes its place. Every draw is then equally likely. The halves that
give a draw d are those with d 2**32 + T <= N x < (d + 1) 2**32. These are 2**32 - T numbers in a
row, a multiple of N, so exactly (2**32 - T) / N of them are multiples of N, whatever d is. For the
6**6 = 46,656 throws of six dice T is 2,560, and 92,056 halves give each draw.

**Throws.** A draw is an outcome: :mod:`pitboss.simulate.listed_plan` says which. A stream is a
block of throws.

**Rolls.** The digits of a draw to base 36, the highest first, are three rolls of two dice. They
are found one by one: multiply by 36, the digit is what exceeds 32 bits, go on with the rest. The
rest after the third digit is N x mod 2**32. A stream is a block of shooters, each of whom begins
with the roll after the last one's seven-out. Rolls left over when the last shooter of a block has
sevened out are not used.

**Hands.** Nothing branches on a roll: a table of :mod:`pitboss.simulate.dice_moves` says where it
leads and what it counts. Counters are six bits wide, ten to a word. At least once in six rolls,
those beyond the highest count that a sentence can tell apart are set back to it: none overflows.

Held against :class:`pitboss.games.ShooterHand` and :class:`pitboss.games.Throw`.
"""

from __future__ import annotations

import numpy as np
from numba import njit, uint64

from pitboss.simulate.counting import SESSION_STREAMS
from pitboss.simulate.dice_moves import (
    ENDS_ANY_SEVEN,
    ENDS_HAND,
    HIGHEST,
    LANE,
    LANES,
    MOVED,
    OUTCOMES,
    PLACES,
    SHOOTERS,
    THROWS,
)
from pitboss.simulate.numba_engine.compiling import kept
from pitboss.simulate.numba_engine.streams import drawn, stream

U = uint64
ONE = U(1)
LOW = U(0xFFFFFFFF)
HALF = U(32)
SIX_DICE = U(OUTCOMES)
UNFAIR = U(2**32 % OUTCOMES)
PAIRS = U(36)

STRIP = 6
"""The rolls between two looks at the counters. At most three hands end within them."""
FULL = U((1 << LANE) - 1)
HALF_FULL = U(sum(1 << lane * LANE + LANE - 1 for lane in range(LANES)))
assert HIGHEST + STRIP < 1 << LANE
SESSION = U(SESSION_STREAMS)


@njit(inline="always")
def _throw(state, ways, draws):
    """Fill an array with draws of so many ways."""
    unfair = (ONE << HALF) % ways
    done = U(0)
    wanted = U(draws.size)
    while done < wanted:
        word, state = drawn(state)
        product = (word >> HALF) * ways
        draws[done] = product >> HALF
        done += U(product & LOW >= unfair)
        if done < wanted:
            product = (word & LOW) * ways
            draws[done] = product >> HALF
            done += U(product & LOW >= unfair)


@kept
def count_throws(seed, first, rounds, counts):
    """Count so many throws of the streams from ``first`` on, by draw."""
    draws = np.empty(THROWS, dtype=np.uint32)
    ways = U(counts.size)
    number = first
    while rounds > 0:
        block = draws[: min(rounds, THROWS)]
        if ways == SIX_DICE:  # a constant is quicker
            _throw(stream(seed, number), SIX_DICE, block)
        else:
            _throw(stream(seed, number), ways, block)
        for draw in block:
            counts[draw] += 1
        number += ONE
        rounds -= THROWS


@kept
def play_throws(seed, first, ways, draws):
    """Write the draws of sessions, one row each."""
    for session in range(draws.shape[0]):
        number = (first + U(session)) * SESSION
        for done in range(0, draws.shape[1], THROWS):
            _throw(stream(seed, number), U(ways), draws[session, done : done + THROWS])
            number += ONE


@njit(inline="always")
def _three_rolls(half, rolls, at):
    """Write three rolls; return where the next go, which is here if the half is dropped."""
    product = half * PAIRS
    rolls[at] = product >> HALF
    product = (product & LOW) * PAIRS
    rolls[at + ONE] = product >> HALF
    product = (product & LOW) * PAIRS
    rolls[at + U(2)] = product >> HALF
    return at + U(3) * U(product & LOW >= UNFAIR)


@njit(inline="always")
def _roll(state, rolls, words):
    """Write the rolls of so many words; return their number and the state after them."""
    number = U(0)
    for _ in range(words):
        word, state = drawn(state)
        number = _three_rolls(word >> HALF, rolls, number)
        number = _three_rolls(word & LOW, rolls, number)
    return number, state


@njit(inline="always")
def _held(counters):
    """Set the counters of a word that are beyond the highest count back to it."""
    for lane in range(LANES):
        shift = U(lane * LANE)
        count = (counters >> shift) & FULL
        if count > U(HIGHEST):
            counters -= (count - U(HIGHEST)) << shift
    return counters


@njit(inline="always")
def _follow_one(roll, place, totals, line, over, ended, chain, seen):
    """Follow one roll. What was seen before it is written down, in case it ends something."""
    seen[0, over] = totals
    seen[1, over] = line
    seen[2, ended] = totals
    seen[3, ended] = line
    move = chain.moves[place + roll]
    ends = (move >> U(ENDS_HAND)) & ONE
    on = ends - ONE
    return (
        move & U(PLACES),
        (totals + chain.totals[roll]) & on,
        (line + (move >> U(MOVED))) & on,
        over + ends,
        ended + ((move >> U(ENDS_ANY_SEVEN)) & ONE),
    )


@kept
def follow(rolls, number, hands, chain, at, seen):
    """Follow rolls until there are no more, or so many hands are over; return how many were used.

    ``at`` is where it goes on: the place, the two words of counters, the hands over, and those in
    which a seven has come up; ``seen`` gets four words of counters for every hand.
    """
    place, totals, line, over, ended = at[0], at[1], at[2], at[3], at[4]
    used = U(0)
    while used + U(STRIP) <= number and over + U(3) < hands:
        if (totals | line) & HALF_FULL:
            totals, line = _held(totals), _held(line)
        for ahead in range(STRIP):
            place, totals, line, over, ended = _follow_one(
                U(rolls[used + U(ahead)]), place, totals, line, over, ended, chain, seen
            )
        used += U(STRIP)
    while used < number and over < hands:
        if (totals | line) & HALF_FULL:
            totals, line = _held(totals), _held(line)
        place, totals, line, over, ended = _follow_one(
            U(rolls[used]), place, totals, line, over, ended, chain, seen
        )
        used += ONE
    at[0], at[1], at[2], at[3], at[4] = place, totals, line, over, ended
    return used


@njit(inline="always")
def _shoot(state, hands, chain, rolls, at, seen):
    """Play hands of a stream from its start."""
    at[:] = 0
    while at[3] < hands:
        words = (hands - at[3]) * U(3) // U(2) + U(2)
        number, state = _roll(state, rolls, words)
        follow(rolls, number, hands, chain, at, seen)


@kept
def classify(seen, sheet, group, counts, cells):
    """Write the cell of every hand in a group."""
    hands = cells.size
    cells[:] = 0
    for term in range(sheet.terms[group], sheet.terms[group + 1]):
        counts[:] = 0
        for lane in range(sheet.lanes[term], sheet.lanes[term + 1]):
            word = seen[sheet.words[lane]]
            shift = sheet.shifts[lane]
            for hand in range(hands):
                counts[hand] += np.int32((word[hand] >> shift) & FULL)
        for cut in range(sheet.cuts[term], sheet.cuts[term + 1]):
            least = sheet.least[cut]
            share = sheet.share[cut]
            for hand in range(hands):
                cells[hand] += share if counts[hand] >= least else np.int32(0)


@kept
def count_shooters(seed, first, rounds, chain, sheet, found):
    """Count so many shooters of the streams from ``first`` on, in every group."""
    rolls = np.empty(9 * SHOOTERS + 16, dtype=np.uint8)
    seen = np.empty((4, SHOOTERS + 1), dtype=np.uint64)
    at = np.zeros(5, dtype=np.uint64)
    counts = np.empty(SHOOTERS, dtype=np.int32)
    cells = np.empty(SHOOTERS, dtype=np.int32)
    number = first
    while rounds > 0:
        hands = min(rounds, SHOOTERS)
        _shoot(stream(seed, number), U(hands), chain, rolls, at, seen)
        for group in range(sheet.offsets.size):
            classify(seen, sheet, group, counts[:hands], cells[:hands])
            offset = sheet.offsets[group]
            for cell in cells[:hands]:
                found[U(offset + cell)] += 1
        number += ONE
        rounds -= SHOOTERS


@kept
def play_shooters(seed, first, chain, sheet, cells):
    """Write the cells of sessions: by group, session and round."""
    rolls = np.empty(9 * SHOOTERS + 16, dtype=np.uint8)
    seen = np.empty((4, SHOOTERS + 1), dtype=np.uint64)
    at = np.zeros(5, dtype=np.uint64)
    counts = np.empty(SHOOTERS, dtype=np.int32)
    for session in range(cells.shape[1]):
        number = (first + U(session)) * SESSION
        for done in range(0, cells.shape[2], SHOOTERS):
            hands = min(cells.shape[2] - done, SHOOTERS)
            _shoot(stream(seed, number), U(hands), chain, rolls, at, seen)
            for group in range(cells.shape[0]):
                classify(
                    seen, sheet, group, counts[:hands], cells[group, session, done : done + hands]
                )
            number += ONE
