"""The keeper of the seeds: makes them, seals them in the database, and says what is due.

A seed is on disk before its commitment is on record, and its commitment is on record before any
card or die that follows from it. Seeds are in no backup: what a restored house was committed to is
given up, and every open shoe ends.
"""

from __future__ import annotations

import os

import sqlalchemy as sa

from pitboss.house.chance.keys import Keys
from pitboss.house.chance.sealing import seal, unseal
from pitboss.house.chance.supply import fits
from pitboss.house.database import Database, told
from pitboss.house.schema import CHANCE
from pitboss.table.due import finished_coup
from pitboss.table.state import Committed, Table
from pitboss.table.steps import Command
from pitboss.table.steps.chance import (
    SEED_BYTES,
    AbandonChance,
    CommitChance,
    RevealChance,
    commitment_of,
    is_over,
    next_chance,
)
from pitboss.table.steps.errors import VoidRound

LOST = "its seed is lost"


class Keeper:
    """Keeps the seeds of the tables that a server runs; safe to ask from several threads."""

    def __init__(self, database: Database, keys: Keys) -> None:
        self.database, self.keys = database, keys
        self._seeds: dict[tuple[str, str], bytes] = {}
        """What is known here, by stream and commitment."""

    def due(self, stream: str, table: Table) -> Command | None:
        """Return what must be put on record next of a table whose state is committed.

        That is to commit to the next seed (which is kept by then), to reveal one that is of no more
        use, or to give one up that is lost and over; None while play goes on.
        """
        pending = table.chance.open
        if pending is None:
            what = next_chance(table) if table.open else None
            return None if what is None else self._committing(stream, table.setup.number, what)
        if not is_over(table, pending):
            return None
        seed = self.seed(stream, table)
        if seed is None:
            return AbandonChance(pending.what, LOST)
        return RevealChance(pending.what, seed.hex())

    def seed(self, stream: str, table: Table) -> bytes | None:
        """Return the seed that a table is committed to; None if it is to none, or it is lost."""
        pending = table.chance.open
        if pending is None:
            return None
        key = stream, pending.commitment
        if key not in self._seeds:
            read = self._read(stream, pending)
            if read is None or not fits(table, read):
                return None
            self._seeds[key] = read
        return self._seeds[key]

    def take(self, stream: str, table: Table) -> None:
        """Drop whatever is kept of a table but the seed of its open commitment.

        For a server that begins, or takes a table over; and now and then, for what was revealed.
        """
        pending = table.chance.open
        kept = "" if pending is None else pending.commitment
        self._forget(stream, kept)
        columns = CHANCE.c
        query = sa.delete(CHANCE).where(columns.stream == stream, columns.commitment != kept)
        with told(self.database), self.database.engine.begin() as connection:
            connection.execute(query)

    def _committing(self, stream: str, number: str, what: str) -> CommitChance:
        """Make a seed, keep it, and return what commits to it."""
        seed = os.urandom(SEED_BYTES)
        commitment = commitment_of(number, what, seed)
        sealed = seal(self.keys.seal, _place(stream, what, commitment), seed)
        row = {"stream": stream, "what": what, "commitment": commitment, "sealed": sealed}
        with told(self.database), self.database.engine.begin() as connection:
            connection.execute(sa.insert(CHANCE).values(row))
        self._forget(stream)
        self._seeds[stream, commitment] = seed
        return CommitChance(what, commitment)

    def _forget(self, stream: str, kept: str = "") -> None:
        """Forget the seeds of a stream that were revealed: a table throws dice for years."""
        for key in [one for one in self._seeds if one[0] == stream and one[1] != kept]:
            del self._seeds[key]

    def _read(self, stream: str, pending: Committed) -> bytes | None:
        what, commitment, *_ = pending
        columns = CHANCE.c
        query = sa.select(columns.sealed).where(
            columns.stream == stream, columns.what == what, columns.commitment == commitment
        )
        with self.database.reading() as connection:
            sealed = connection.execute(query).scalar()
        if sealed is None:
            return None
        return unseal(self.keys.seal, _place(stream, what, commitment), sealed)


def _place(stream: str, what: str, commitment: str) -> str:
    return f"{stream}\n{what}\n{commitment}"


def ends_open_shoe(table: Table, supervisor: str) -> Command | None:
    """Return the next command that ends what a table can no longer deal, its seed being lost.

    A round that wants cards is void, and the cards are shuffled anew; one that has all of them is
    first finished by the procedure, for which None is returned. What nobody has seen a card or die
    of is given up.
    """
    pending = table.chance.open
    if pending is None or is_over(table, pending):
        return None
    kind, _, _ = pending.what.partition(" ")
    dealing = table.round.stage in ("dealing", "drawing")
    if kind == "throw" or not (table.shoe.stage == "in play" or dealing):
        return AbandonChance(pending.what, LOST)
    if dealing:
        void = VoidRound(supervisor, LOST, shuffle=kind == "shoe")
        return void if finished_coup(table.round) is None else None
    if table.round.stage != "betting":
        return None
    if kind == "round":
        return AbandonChance(pending.what, LOST)
    return VoidRound(supervisor, LOST, shuffle=True)
