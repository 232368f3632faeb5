"""Real shoes at full speed: shuffled, burnt, dealt to the last hand and counted, by numba.

**Shuffle.** From a shoe in the order of ``cells.CARDS``, equal cards together, the back is filled
card by card (Fisher and Yates): while six or more cards are left, one word places six, three from
its high half and then three from its low half; then one word, its high half, places each of the
rest. A place among n is half * n >> 32, and the next is taken in the same way from the low 32 bits
of that product. A half whose last product ends in 32 bits below 2**32 mod (the product of the
bounds) would favour some order: the high half of the next word takes its place.

**Continuous shuffling.** A stream is 80 coups. For each, six cards are swapped to the front of all
the cards, each by the high half of one word as above; between coups the cards stay as they are, and
every stream begins with the fresh shoe.

**Deal.** Looked up, not branched: a pair of cards gives a total, a suit mask and how the two agree;
the totals and the fifth card give the draws; see :mod:`pitboss.simulate.cells` for the tables. Two
shoes are dealt side by side, because a processor waits for the cards of one coup.

``how`` is always the same three numbers of :class:`pitboss.simulate.procedure.Procedure`: the cards
of the shoe, the cards out of it at which a coup may still start that another one follows, and the
cards that a ten or a face burns. :func:`pitboss.games.deal` is what all this is held against.
"""

from __future__ import annotations

import numpy as np
from numba import uint64

from pitboss.simulate.counting import SESSION_STREAMS
from pitboss.simulate.numba_engine.compiling import inlined, kernel, part
from pitboss.simulate.numba_engine.streams import drawn, stream

U = uint64
LOW = U(0xFFFFFFFF)
HALF = U(32)
THIRD, LAST = U(4096), U(14336)
FOUR, RARE = U(256), U(985)
"""Where tables start in the two arrays of ``cells.Tables``."""
SCATTER = U(0x9E3779B97F4A7C15)
"""An odd number whose products spread cells over the slots of a table that is not dense."""


@inlined
def _three_places(word, left):
    """Return places below left, left - 1 and left - 2 from 32 bits, and what is left over."""
    product = word * left
    first = product >> HALF
    product = (product & LOW) * (left - U(1))
    second = product >> HALF
    product = (product & LOW) * (left - U(2))
    return first, second, product >> HALF, product & LOW


@inlined
def _swap(shoe, one, other):
    shoe[one], shoe[other] = shoe[other], shoe[one]


@inlined
def _place_three(shoe, left, word, state):
    """Fill the three rearmost open places of a shoe from 32 bits."""
    first, second, third, over = _three_places(word, left)
    ways = left * (left - U(1)) * (left - U(2))
    while over < ways and over < (U(1) << HALF) % ways:
        fresh, state = drawn(state)
        first, second, third, over = _three_places(fresh >> HALF, left)
    _swap(shoe, left - U(1), first)
    _swap(shoe, left - U(2), second)
    _swap(shoe, left - U(3), third)
    return state


@inlined
def _below(bound, state):
    """Return a number below a bound, each equally likely, and the state after it."""
    word, state = drawn(state)
    product = (word >> HALF) * bound
    while product & LOW < (U(1) << HALF) % bound:
        word, state = drawn(state)
        product = (word >> HALF) * bound
    return product >> HALF, state


@inlined
def _refill(shoe, fresh):
    for place in range(fresh.size):
        shoe[place] = fresh[place]


@inlined
def shuffle(shoe, fresh, cards, state):
    """Fill a shoe with the fresh cards and bring them into the order of a stream."""
    _refill(shoe, fresh)
    left = U(cards)
    while left > U(5):
        word, state = drawn(state)
        state = _place_three(shoe, left, word >> HALF, state)
        state = _place_three(shoe, left - U(3), word & LOW, state)
        left -= U(6)
    while left > U(1):
        place, state = _below(left, state)
        left -= U(1)
        _swap(shoe, left, place)


@part
def _rarity(shoe, at, both, player_draws, banker_draws):
    """Return three times the rank of four of a kind, if any, plus what the third cards add to it.

    2 if they have that rank too, 1 if all cards are worth zero and not of one rank.
    """
    rank = U(shoe[at]) >> U(2)
    alike = both & U(0x800) != U(0) and rank == U(shoe[at + U(1)]) >> U(2)
    one_rank = alike
    zeros = both & U(0x400) != U(0)
    for third in range(player_draws + banker_draws):
        other = U(shoe[at + U(4) + U(third)]) >> U(2)
        one_rank = one_rank and other == rank
        zeros = zeros and other >= U(9)
    code = U(3) * (rank + U(1)) if alike else U(0)
    if one_rank:
        return code + U(2)
    if zeros:
        return code + U(1)
    return code


@part
def _kept(shoe, at, player_draws, banker_draws, machines):
    """Return the shares of the cell that machines give, each led on by the cards it reaches."""
    starts, moves, shares = machines
    player_draws, banker_draws = np.int64(player_draws), np.int64(banker_draws)
    found = U(0)
    for machine in range(starts.shape[0]):
        reach, first, share = starts[machine]
        state = np.int64(0)
        for place in range(4 + (player_draws + banker_draws) * (reach & 1)):
            whose = place & 1 if place < 4 else place - 3 - player_draws
            if reach >= 4 or reach >> 1 == whose:
                state = np.int64(moves[first + (state << 6) + shoe[at + U(place)]])
        found += shares[share + state]
    return found


@inlined
def _coup(shoe, at, lookup):
    """Return the cell of the coup that starts at a place, and where the next one starts."""
    table, shares, details, machines = lookup
    player_first = U(shoe[at])
    banker_first = U(shoe[at + U(1)])
    player_second = U(shoe[at + U(2)])
    banker_second = U(shoe[at + U(3)])
    fifth = U(shoe[at + U(4)])
    player = U(table[(player_first << U(6)) | player_second])
    banker = U(table[(banker_first << U(6)) | banker_second])
    total = banker & U(15)
    drew = U(table[THIRD + (((player & U(15)) << U(10)) | (total << U(6)) | fifth)])
    player_draws = drew & U(1)
    banker_draws = (drew >> U(1)) & U(1)
    sixth = U(shoe[at + U(4) + player_draws])
    ended = U(table[LAST + ((total << U(7)) | (banker_draws << U(6)) | sixth)])
    agree = (player >> U(8) & U(3)) * U(3) + (banker >> U(8) & U(3))
    if details & U(1):
        agree += U(9) * (
            U(table[(player_first << U(6)) | banker_first] >> U(8) & U(3))
            + U(3) * U(table[(player_first << U(6)) | banker_second] >> U(8) & U(3))
            + U(9) * U(table[(player_second << U(6)) | banker_first] >> U(8) & U(3))
            + U(27) * U(table[(player_second << U(6)) | banker_second] >> U(8) & U(3))
        )
    cell = (
        (drew >> U(8))
        + (ended >> U(8))
        + shares[((player | drew) & U(0xF0)) | ((banker | ended) >> U(4) & U(15))]
        + shares[FOUR + agree]
    )
    if details & U(2):
        both = player & banker
        if both >= U(0x400):
            cell += shares[RARE + _rarity(shoe, at, both, player_draws, banker_draws)]
    if details & U(4):
        cell += _kept(shoe, at, player_draws, banker_draws, machines)
    return cell, at + U(4) + player_draws + banker_draws


@inlined
def _witness(shoe, at):
    """Pack the six cards from a place on, of which the coup there takes four to six."""
    packed = U(0)
    for card in range(6):
        packed |= U(shoe[at + U(card)]) << U(6 * card)
    return packed


@inlined
def _count(shoe, at, cell, bins):
    """Count a coup in its cell; the first of a cell is its witness."""
    counts, keys, notes, shift = bins
    slot = cell
    if shift:
        slot = (cell * SCATTER) >> shift
        while counts[slot] and keys[slot] != cell:
            slot = (slot + U(1)) & U(counts.size - 1)
    if not counts[slot]:
        if shift:
            keys[slot] = cell
        known = notes[0, 0]
        notes[known, 1] = slot
        notes[known, 2] = _witness(shoe, at)
        notes[0, 0] = known + U(1)
    counts[slot] += 1


@inlined
def _has_room(bins, rounds):
    """Say whether so many rounds can be counted with no more than half of all slots in use."""
    counts, _, notes, shift = bins
    return not shift or 2 * (np.int64(notes[0, 0]) + rounds) <= counts.size


@inlined
def burnt(shoe, how):
    """Return how many cards are out once the first has said how many go with it."""
    rank = U(shoe[0]) >> U(2)
    return U(1) + (rank + U(1) if rank < U(9) else how[2])


@inlined
def _deal_out(shoe, at, how, most, lookup, bins):
    """Deal a shoe from a place to its last hand; return the rounds, and whether one was void."""
    rounds = 0
    while rounds < most:
        last = at > how[1]
        cell, after = _coup(shoe, at, lookup)
        if after > how[0]:
            return rounds, 1
        _count(shoe, at, cell, bins)
        rounds += 1
        at = after
        if last:
            break
    return rounds, 0


@kernel
def count_shoes(seed, first, number, most, one, other, fresh, how, lookup, bins):
    """Count the coups of some shoes, at most so many; return rounds, void rounds and shoes.

    Fewer shoes are dealt where the bins are full: the caller goes on from there with larger ones.
    """
    cards = how[0]
    safe = min(how[1], cards - U(6))
    longest = np.int64(cards) // 4 + 1
    rounds = voids = 0
    at = first
    while at + 1 < first + number and rounds + 2 * longest <= most and _has_room(bins, 2 * longest):
        shuffle(one, fresh, cards, stream(seed, at))
        shuffle(other, fresh, cards, stream(seed, at + 1))
        here, there = burnt(one, how), burnt(other, how)
        while here <= safe and there <= safe:
            cell, after = _coup(one, here, lookup)
            cell_2, after_2 = _coup(other, there, lookup)
            _count(one, here, cell, bins)
            _count(other, there, cell_2, bins)
            here, there = after, after_2
            rounds += 2
        dealt, void = _deal_out(one, here, how, most, lookup, bins)
        dealt_2, void_2 = _deal_out(other, there, how, most, lookup, bins)
        rounds += dealt + dealt_2
        voids += void + void_2
        at += 2
    while at < first + number and rounds < most and _has_room(bins, longest):
        shuffle(one, fresh, cards, stream(seed, at))
        dealt, void = _deal_out(one, burnt(one, how), how, most - rounds, lookup, bins)
        rounds += dealt
        voids += void
        at += 1
    return rounds, voids, at - first


@inlined
def _draw_six(shoe, cards, state):
    """Bring six cards to the front of a shoe that is always full, each equally likely."""
    for place in range(6):
        further, state = _below(U(cards) - U(place), state)
        _swap(shoe, U(place), U(place) + further)
    return state


@kernel
def count_mixed(seed, first, number, most, length, shoe, fresh, how, lookup, bins):
    """Count coups of a continuous shuffler: ``length`` to a stream, each from all the cards."""
    rounds = 0
    at = first
    while at < first + number and rounds < most and _has_room(bins, length):
        _refill(shoe, fresh)
        state = stream(seed, at)
        for _ in range(min(length, most - rounds)):
            state = _draw_six(shoe, how[0], state)
            cell, _after = _coup(shoe, U(0), lookup)
            _count(shoe, U(0), cell, bins)
            rounds += 1
        at += 1
    return rounds, 0, at - first


@kernel
def play_shoes(seed, first, shoe, fresh, how, length, lookup, bins, cells, seen):
    """Write the cells of sessions, one row each, and what players see if there is room for it.

    ``length`` is 0 for shoes dealt as in a casino; a continuous shuffler has so many coups to a
    stream. What is seen of a coup: its six cards, packed; from bit 36 how many of them it takes;
    and from bit 40 the first card of the shoe, plus one, before the first coup of a shoe.
    """
    for session in range(cells.shape[0]):
        number = U(first + session) * U(SESSION_STREAMS)
        done = 0
        while done < cells.shape[1]:
            state = stream(seed, number)
            number += U(1)
            if length:
                _refill(shoe, fresh)
                at, shown = U(0), U(0)
            else:
                shuffle(shoe, fresh, how[0], state)
                at, shown = burnt(shoe, how), U(shoe[0]) + U(1)
            last = False
            dealt = 0
            while not last and done < cells.shape[1]:
                if length:
                    state = _draw_six(shoe, how[0], state)
                dealt += 1
                last = dealt == length if length else at > how[1]
                cell, after = _coup(shoe, at, lookup)
                if after > how[0]:
                    break
                _count(shoe, at, cell, bins)
                cells[session, done] = cell
                if seen.size:
                    taken = after - at
                    seen[session, done] = _witness(shoe, at) | taken << U(36) | shown << U(40)
                    shown = U(0)
                done += 1
                if not length:
                    at = after
