"""The numpy twin of :mod:`pitboss.simulate.numba_engine.coups`: shoes side by side, the same cards.

One column is one shoe. All are shuffled in step, then dealt in step; a shoe that had its last hand
waits for the others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.cells import BITS, FOUR, RARE, Tables
from pitboss.simulate.lanes.streams import Streams, Words
from pitboss.simulate.pieces import Counted

LANES = 4096
"""Shoes side by side: enough to keep numpy busy, few enough for the processor's cache."""

FEW = 1 << 20
"""Cells below this number are counted without sorting them."""

LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
NO_COUP = -1

Cards = NDArray[np.uint8]
Whole = NDArray[np.int64]


class Dealt(NamedTuple):
    """What came out of some shoes: one row per coup, one column per shoe."""

    cells: Whole
    """``NO_COUP`` after a shoe's last hand."""
    starts: Whole
    """Where each coup starts."""
    shoes: Cards
    voids: Whole

    def witnesses(self, rows: Whole, columns: Whole) -> NDArray[np.uint64]:
        """Pack the six cards from the start of some coups on."""
        at = self.starts[rows, columns]
        packed = np.zeros(len(rows), dtype=np.uint64)
        for card in range(6):
            packed |= self.shoes[at + card, columns].astype(np.uint64) << np.uint64(BITS * card)
        return packed

    def counted(self, rows: Whole, columns: Whole, known: Whole) -> Counted:
        """Count some of the coups by cell, with a witness for each; 0 where the cell is known."""
        asked = self.cells[rows, columns]
        if asked.max(initial=0) < FEW:
            numbers = np.bincount(asked)
            cells = np.flatnonzero(numbers)
            counts = numbers[cells]
        else:
            cells, counts = np.unique(asked, return_counts=True)
        witnesses = np.zeros(len(cells), dtype=np.uint64)
        is_new = ~np.isin(cells, known, assume_unique=True)
        if is_new.any():
            some = _somewhere(asked, cells[is_new])
            witnesses[is_new] = self.witnesses(rows[some], columns[some])
        return Counted(len(rows), 0, cells.astype(np.int64), counts.astype(np.int64), witnesses)


def _somewhere(asked: Whole, cells: Whole) -> Whole:
    """Return a place of each cell among those asked for."""
    if asked.max() < FEW:
        place = np.empty(FEW, dtype=np.int64)
        place[asked] = np.arange(len(asked))
        found: Whole = place[cells]
        return found
    places = np.flatnonzero(np.isin(asked, cells))
    return places[np.unique(asked[places], return_index=True)[1]]


def shuffled(streams: Streams, fresh: Cards, cards: int) -> Cards:
    """Return shuffled shoes, one to a column, with the padding of ``fresh`` behind the cards."""
    lanes = streams.lanes
    shoes = np.repeat(fresh[:, None], lanes, axis=1)
    columns = np.arange(lanes)
    left = cards
    while left > 5:
        word = streams.drawn()
        for half in (word >> HALF, word & LOW):
            for place in _three_places(streams, half, left):
                left -= 1
                _swap(shoes, left, place, columns)
    while left > 1:
        place = _one_place(streams, left)
        left -= 1
        _swap(shoes, left, place, columns)
    return shoes


def _three_places(streams: Streams, half: Words, left: int) -> list[Words]:
    places, over = _split(half, left)
    floor = np.uint64(2**32 % (left * (left - 1) * (left - 2)))
    redrawn = np.flatnonzero(over < floor)
    while redrawn.size:
        fresh, over = _split(streams.drawn_by(redrawn) >> HALF, left)
        for place, new in zip(places, fresh, strict=True):
            place[redrawn] = new
        redrawn = redrawn[over < floor]
    return places


def _split(half: Words, left: int) -> tuple[list[Words], Words]:
    """Return places below left, left - 1 and left - 2 from 32 bits, and what is left over."""
    places = []
    for bound in (left, left - 1, left - 2):
        product = half * np.uint64(bound)
        places.append(product >> HALF)
        half = product & LOW
    return places, half


def _one_place(streams: Streams, left: int) -> Words:
    product = (streams.drawn() >> HALF) * np.uint64(left)
    floor = np.uint64(2**32 % left)
    redrawn = np.flatnonzero(product & LOW < floor)
    while redrawn.size:
        fresh = (streams.drawn_by(redrawn) >> HALF) * np.uint64(left)
        product[redrawn] = fresh
        redrawn = redrawn[fresh & LOW < floor]
    return product >> HALF


def _swap(shoes: Cards, row: int, places: Words, columns: Whole) -> None:
    """Swap the cards of a row with those at some places, which are used up."""
    flat = shoes.reshape(-1)
    at = places.view(np.int64)
    at *= shoes.shape[1]
    at += columns
    taken = flat[at]
    flat[at] = shoes[row]
    shoes[row] = taken


def deal_shoes(streams: Streams, fresh: Cards, cards: int, limit: int, tables: Tables) -> Dealt:
    """Shuffle and deal shoes to their last hands; ``limit`` is as in the kernels."""
    shoes = shuffled(streams, fresh, cards)
    tables, lanes = _widened(tables), streams.lanes
    rank = shoes[0].astype(np.int64) >> 2
    at = 2 + np.minimum(rank, 9)
    going = np.ones(lanes, dtype=np.bool_)
    voids = np.zeros(lanes, dtype=np.int64)
    cells, starts = [], []
    while going.any():
        cell, after = coups(shoes, at, tables)
        dry = going & (after > cards)
        voids += dry
        going &= ~dry
        cells.append(np.where(going, cell, NO_COUP))
        starts.append(at)
        going &= at <= limit
        at = np.where(going, after, 0)
    return Dealt(np.stack(cells), np.stack(starts), shoes, voids)


def deal_mixed(streams: Streams, fresh: Cards, cards: int, length: int, tables: Tables) -> Dealt:
    """Deal ``length`` coups to a stream from a continuous shuffler."""
    tables, lanes = _widened(tables), streams.lanes
    shoes = np.repeat(fresh[:, None], lanes, axis=1)
    columns = np.arange(lanes)
    front = np.zeros(lanes, dtype=np.int64)
    cells, sixes = [], []
    for _ in range(length):
        for place in range(6):
            other = _one_place(streams, cards - place) + np.uint64(place)
            _swap(shoes, place, other, columns)
        cells.append(coups(shoes, front, tables)[0])
        sixes.append(shoes[:6].copy())
    starts = np.repeat(6 * np.arange(length)[:, None], lanes, axis=1)
    return Dealt(np.stack(cells), starts, np.concatenate(sixes), np.zeros(lanes, dtype=np.int64))


def _widened(tables: Tables) -> Tables:
    """Return the tables as numpy likes to compute with them."""
    pair, third, last, suits, four, rare = (one.astype(np.int64) for one in tables[:6])
    return Tables(pair, third, last, suits, four, rare, tables.details, tables.sizes, ())


def coups(shoes: Cards, at: Whole, tables: Tables) -> tuple[Whole, Whole]:
    """Return the cells of the coups that start at some places, and where the next ones start."""
    lanes = shoes.shape[1]
    flat = shoes.reshape(-1)
    start = at * lanes + np.arange(lanes)
    player_first, banker_first, player_second, banker_second, fifth = (
        flat[start + card * lanes].astype(np.int64) for card in range(5)
    )
    player = tables.pair[player_first << BITS | player_second]
    banker = tables.pair[banker_first << BITS | banker_second]
    total = banker & 15
    drew = tables.third[(player & 15) << 4 + BITS | total << BITS | fifth]
    player_draws, banker_draws = drew & 1, drew >> 1 & 1
    sixth = flat[start + (4 + player_draws) * lanes].astype(np.int64)
    ended = tables.last[total << 1 + BITS | banker_draws << BITS | sixth]
    suits = tables.suits[(player | drew) & 0xF0 | (banker | ended) >> 4 & 15]
    agree = 3 * (player >> 8 & 3) + (banker >> 8 & 3)
    if tables.details & FOUR:
        weight = 9
        for one in (player_first, player_second):
            for other in (banker_first, banker_second):
                agree += weight * (tables.pair[one << BITS | other] >> 8 & 3)
                weight *= 3
    cell = (drew >> 8) + (ended >> 8) + suits + tables.four[agree]
    if tables.details & RARE:
        rare = np.flatnonzero((player & banker) >= 0x400)
        if rare.size:
            thirds = (
                np.where(player_draws, fifth, player_first)[rare] >> 2,
                np.where(banker_draws, sixth, player_first)[rare] >> 2,
            )
            rank, other = player_first[rare] >> 2, banker_first[rare] >> 2
            code = _rarity((player & banker)[rare], rank, other, thirds)
            cell[rare] += tables.rare[code]
    return cell, at + 4 + player_draws + banker_draws


def _rarity(both: Whole, rank: Whole, other: Whole, thirds: tuple[Whole, Whole]) -> Whole:
    """Return the codes of ``cells._rare_samples``; a hand without a third repeats the first."""
    alike = (both & 0x800 != 0) & (rank == other)
    one_rank = alike & (thirds[0] == rank) & (thirds[1] == rank)
    zeros = (both & 0x400 != 0) & (thirds[0] >= 9) & (thirds[1] >= 9)
    code: Whole = np.where(alike, 3 * (rank + 1), 0) + np.where(one_rank, 2, zeros)
    return code
