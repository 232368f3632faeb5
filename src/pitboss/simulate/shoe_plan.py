"""How the coups of real shoes are counted: the shoe, the procedure, and the cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pitboss.games import Atom, Coup, Value, deal
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable
from pitboss.simulate.bins import SLOTS, bins_for, slots_for
from pitboss.simulate.cells import BITS, CARDS, Numbers, Tables, fresh_shoe, reader, tables_for
from pitboss.simulate.extra import Engine, default_engine
from pitboss.simulate.machines import Machines
from pitboss.simulate.pieces import Counted, Piece, merged, nothing, pieces
from pitboss.simulate.procedure import MIXED, PADDING, USUAL, Procedure
from pitboss.simulate.shoes import check_seed

if TYPE_CHECKING:
    from pitboss.simulate.lanes.coups import Dealt

SESSION = 1 << 20
"""Streams that are kept for one session."""

MOST_KEY = 1 << 40
"""Keys below this can be told apart by one more feature of a coup and stay whole numbers."""
_MOST = 2**62


@dataclass(frozen=True, kw_only=True, eq=False)
class ShoePlan:
    """Shoes of a seed, counted in cells that tell apart what some features say."""

    seed: int
    procedure: Procedure
    atoms: tuple[Atom, ...]
    tables: Tables
    engine: Engine

    @cached_property
    def fresh(self) -> NDArray[np.uint8]:
        """The shoe before it is shuffled, with padding that no coup can use."""
        padding = np.zeros(PADDING, dtype=np.uint8)
        return np.concatenate([fresh_shoe(self.procedure.decks), padding])

    @cached_property
    def lookup(self) -> tuple[Numbers, Numbers, np.uint64, Machines]:
        """What the kernels look up."""
        tables = self.tables
        return tables.flat, tables.shares, tables.details, tables.flat_machines

    @property
    def typical(self) -> float:
        """About as many rounds as a stream has, or a few less."""
        return self.procedure.typical

    def __getstate__(self) -> dict[str, object]:
        """Travel without what can be worked out again."""
        return {one.name: self.__dict__[one.name] for one in fields(self)}

    @property
    def piece_size(self) -> int:
        """Shoes that are worth a piece of work: about a tenth of a second of a kernel's time."""
        return 80_000 if self.engine == "numba" else 8_192

    def count(self, piece: Piece, most: int | None = None) -> Counted:
        """Deal the shoes of a piece; with ``most``, stop after exactly so many rounds."""
        cap = _MOST if most is None else most
        if self.engine == "numba":
            return self._count_compiled(piece, cap)
        return self._count_in_lanes(piece, cap)

    def _count_compiled(self, piece: Piece, most: int) -> Counted:
        """Count by kernels, with larger and larger bins where those at hand are full.

        Nothing is counted first: a new process loads, or compiles, its kernel then.
        """
        self._count_into(Piece(piece.first, 0), 0, SLOTS)
        parts: list[Counted] = []
        slots = SLOTS
        while True:
            found = self._count_into(piece, most, slots)
            parts.append(found)
            piece = Piece(piece.first + found.streams, piece.number - found.streams)
            most -= found.rounds
            if not piece.number or not most:
                return found if len(parts) == 1 else merged(parts)
            slots *= 2

    def _count_into(self, piece: Piece, most: int, slots: int) -> Counted:
        from pitboss.simulate.numba_engine.coups import count_mixed, count_shoes

        how, shoe = self.procedure, self.fresh.copy()
        bins = bins_for(self.tables.cells, min(piece.number * how.longest, most), slots)
        started = perf_counter()
        if how.continuous:
            rounds, voids, streams = count_mixed(
                np.uint64(self.seed),
                *piece,
                most,
                MIXED,
                shoe,
                self.fresh,
                how.cards,
                self.lookup,
                bins,
            )
        else:
            shoes = shoe, shoe.copy()
            rounds, voids, streams = count_shoes(
                np.uint64(self.seed),
                *piece,
                most,
                *shoes,
                self.fresh,
                how.cards,
                how.limit,
                self.lookup,
                bins,
            )
        seconds = perf_counter() - started
        return Counted(rounds, voids, *bins.gathered(), seconds=seconds, streams=streams)

    def _count_in_lanes(self, piece: Piece, most: int) -> Counted:
        from pitboss.simulate.lanes.coups import LANES, NO_COUP

        started = perf_counter()
        found = nothing()
        voids = streams = 0
        for first, number in pieces(*piece, LANES):
            dealt = self._deal(np.arange(first, first + number, dtype=np.uint64))
            left = most - found.rounds
            played = np.sum(dealt.cells != NO_COUP, axis=0)
            ends = np.cumsum(played)
            columns, rows = (each[:left] for each in np.nonzero(dealt.cells.T != NO_COUP))
            found = merged([found, dealt.counted(rows, columns, found.cells)])
            voids += int(dealt.voids[ends < left].sum())
            streams += int(np.sum(ends - played < left))
            if found.rounds == most:
                break
        return found._replace(voids=voids, streams=streams, seconds=perf_counter() - started)

    def _deal(self, streams: NDArray[np.uint64]) -> Dealt:
        from pitboss.simulate.lanes.coups import deal_mixed, deal_shoes
        from pitboss.simulate.lanes.streams import Streams

        how, random = self.procedure, Streams.of(self.seed, streams)
        if how.continuous:
            return deal_mixed(random, self.fresh, how.cards, MIXED, self.tables)
        return deal_shoes(random, self.fresh, how.cards, how.limit, self.tables)

    def rows(self, tables: Sequence[PayTable], piece: Piece, rounds: int) -> NDArray[np.int16]:
        """Play sessions; return the row of each pay table that each round of each session hits.

        Session s has the streams from s * 2**20 on; -1 where the bet loses.
        """
        play = self._play_compiled if self.engine == "numba" else self._play_in_lanes
        cells, known = play(piece, rounds)
        places = np.searchsorted(known.cells, cells)
        return np.stack([self.row_numbers(table, known)[places] for table in tables])

    def _play_compiled(self, piece: Piece, rounds: int) -> tuple[NDArray[np.int64], Counted]:
        from pitboss.simulate.numba_engine.coups import play_shoes

        how = self.procedure
        cells = np.empty((piece.number, rounds), dtype=np.int64)
        bins = bins_for(self.tables.cells, cells.size, slots_for(cells.size))
        length = MIXED if how.continuous else 0
        seed, shoe = np.uint64(self.seed), self.fresh.copy()
        play_shoes(
            seed, piece.first, shoe, self.fresh, how.cards, how.limit, length,
            self.lookup, bins, cells,
        )  # fmt: skip
        return cells, Counted(cells.size, 0, *bins.gathered())

    def _play_in_lanes(self, piece: Piece, rounds: int) -> tuple[NDArray[np.int64], Counted]:
        from pitboss.simulate.lanes.coups import NO_COUP

        cells = np.empty((piece.number, rounds), dtype=np.int64)
        done = np.zeros(piece.number, dtype=np.int64)
        first = np.arange(piece.first, piece.first + piece.number, dtype=np.uint64) * SESSION
        known = nothing()
        for shoe in count():
            dealt = self._deal(first + np.uint64(shoe))
            columns, rows = np.nonzero(dealt.cells.T != NO_COUP)
            at = done[columns] + rows
            kept = at < rounds
            columns, rows, at = columns[kept], rows[kept], at[kept]
            cells[columns, at] = dealt.cells[rows, columns]
            known = merged([known, dealt.counted(rows, columns, known.cells)])
            done += np.sum(dealt.cells != NO_COUP, axis=0)
            if done.min() >= rounds:
                return cells, known
        raise AssertionError("there is always another shoe")

    def row_counts(self, table: PayTable, counted: Counted) -> NDArray[np.int64]:
        """Return how often each row of a pay table was hit, and at the end how often none was."""
        found = np.zeros(len(table.rows) + 1, dtype=np.int64)
        np.add.at(found, self.row_numbers(table, counted), counted.counts)
        return found

    def row_numbers(self, table: PayTable, counted: Counted) -> NDArray[np.int16]:
        """Return the row of a pay table that each cell hits; -1 where the bet loses."""
        missing = [atom for atom in table.level.atoms if atom not in self.atoms]
        if missing:
            raise unreadable(
                "not-tallied",
                f"{table.wager.path} asks for {missing[0]}, which was not counted",
                "name the wager when the simulation is made",
            )
        return self._witnesses(counted).row_numbers(table)

    def _witnesses(self, counted: Counted) -> Witnesses:
        """Return the readings of some counts; those of the last counts are kept."""
        kept = self.__dict__.get("_kept")
        if kept is None or kept[0] is not counted:
            kept = self.__dict__["_kept"] = counted, Witnesses(self.tables, counted)
        found: Witnesses = kept[1]
        return found


class Witnesses:
    """Coups that stand for cells. A feature is read once for each value of its part of a cell."""

    def __init__(self, tables: Tables, counted: Counted) -> None:
        self.tables = tables
        self.counted = counted
        self.columns: dict[Atom, tuple[list[Value], NDArray[np.intp]]] = {}
        self.groups: dict[tuple[Atom, ...], tuple[NDArray[np.intp], NDArray[np.intp]]] = {}

    def row_numbers(self, table: PayTable) -> NDArray[np.int16]:
        """Return the row of a pay table that each cell hits; cells that read alike at once."""
        atoms = table.level.atoms
        typical, alike = self._alike(atoms)
        columns = [self._column(atom) for atom in atoms]
        rows = [
            table.number_for(tuple(values[places[at]] for values, places in columns))
            for at in typical
        ]
        return np.array(rows, dtype=np.int16)[alike]

    def _alike(self, atoms: tuple[Atom, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return one cell for each way to read, and which way each cell reads."""
        if atoms not in self.groups:
            keys = np.zeros(len(self.counted.cells), dtype=np.int64)
            for atom in atoms:
                values, places = self._column(atom)
                if keys.max(initial=0) >= MOST_KEY:
                    keys = np.unique(keys, return_inverse=True)[1]
                keys = keys * len(values) + places
            _, typical, alike = np.unique(keys, return_index=True, return_inverse=True)
            self.groups[atoms] = typical, alike
        return self.groups[atoms]

    def _column(self, atom: Atom) -> tuple[list[Value], NDArray[np.intp]]:
        """Return the values of a feature, and which of them each cell has."""
        if atom not in self.columns:
            part = self.tables.part(atom, self.counted.cells)
            _, first, places = np.unique(part, return_index=True, return_inverse=True)
            read = reader(atom)
            read_values = [
                read(unpacked(int(self.counted.witnesses[at])), atom.arguments) for at in first
            ]
            values = list(dict.fromkeys(read_values))
            numbers = np.array([values.index(value) for value in read_values], dtype=np.intp)
            self.columns[atom] = values, numbers[places]
        return self.columns[atom]


@lru_cache(maxsize=1 << 14)
def unpacked(witness: int) -> Coup:
    """Return the coup that the dealer makes of six packed cards."""
    return deal(CARDS[witness >> BITS * at & 63] for at in range(6))


def shoe_plan(
    tables: Iterable[PayTable],
    *,
    seed: int = 1,
    procedure: Procedure = USUAL,
    any_cut: bool = False,
    engine: Engine | None = None,
) -> ShoePlan:
    """Return the plan that tells apart all that some pay tables ask of a coup."""
    check_seed(seed)
    procedure.check(any_cut=any_cut)
    atoms = tuple(dict.fromkeys(atom for table in tables for atom in table.level.atoms))
    return ShoePlan(
        seed=seed,
        procedure=procedure,
        atoms=atoms,
        tables=tables_for(atoms),
        engine=engine or default_engine(),
    )
