"""What a database must hold, by the auditor that reads its journal alone.

The journal is exported line by line in the order of its positions; whatever else is in the database
(transfers, odometers, the meters of a house that has it open) must come to the same.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa

from jackpot_audit_lines import agree, holds
from jackpot_auditor import Auditor
from pitboss.house.checkpoints import last_checkpoint
from pitboss.house.database import Database
from pitboss.house.schema import JOURNAL, TRANSFER
from pitboss.house.store import odometers_of
from pitboss.house.verifying import verify
from pitboss.jackpot.floor_run import FloorRun
from pitboss.rulebook import Rulebook

COLUMNS = ("position", "stream", "version", "command", "body", "hash")
Order = Callable[[Any], Iterable[Any]]


class StoreAudit:
    """Follows a database from line to line, as far as it has come."""

    def __init__(self, database: Database, order: Order = list) -> None:
        """Follow a database; ``order`` is for what several houses wrote."""
        self.database, self.order = database, order
        self.auditor = Auditor()
        self.position = 0
        self.hashes: dict[tuple[str, str], str] = {}
        """The hash of every line, by stream and id."""

    def follow(self) -> int:
        """Read what is new, and hold the rest of the database to it; return the new lines."""
        self.database.close()  # a server that was killed has left connections that are none
        with self.database.reading() as connection, connection.begin():
            query = sa.select(*(JOURNAL.c[name] for name in COLUMNS)).order_by(JOURNAL.c.position)
            rows = connection.execute(query.where(JOURNAL.c.position > self.position)).all()
            versions: dict[str, tuple[int, int]] = {}
            wanted: Counter[tuple[str, int]] = Counter()
            for position, stream, version, command, body, hash in self.order(rows):
                self.auditor.line(body)
                agree(f"{stream} {version}", hash, self.auditor.chains.last[stream][1])
                self.hashes[stream, command] = hash
                self.position = max(position, self.position)
                versions[stream] = versions.get(stream, (version, 0))[0], version
                wanted[stream, version] = _movements(body)
            self.auditor.end_of_group()
            self._transfers(connection, versions, wanted)
            self._rest(connection)
        return len(rows)

    def _transfers(
        self,
        connection: sa.Connection,
        versions: dict[str, tuple[int, int]],
        wanted: Counter[tuple[str, int]],
    ) -> None:
        """No new line lacks one of its transfers, and none has one too many."""
        kept: Counter[tuple[str, int]] = Counter()
        columns = TRANSFER.c
        for stream, (first, last) in versions.items():
            query = (
                sa.select(columns.version, sa.func.count())
                .where(columns.stream == stream, columns.version.between(first, last))
                .group_by(columns.version)
            )
            kept.update({(stream, version): count for version, count in connection.execute(query)})
        agree("transfers of new lines", +kept, +wanted)

    def _rest(self, connection: sa.Connection) -> None:
        """The sum of all transfers, the odometers and the checkpoints are those of the journal."""
        columns = TRANSFER.c
        accounts: Counter[str] = Counter()
        for sign, side in ((-1, columns.debit), (1, columns.credit)):
            query = sa.select(side, sa.func.sum(columns.micros)).group_by(side)
            for name, micros in connection.execute(query):
                accounts[name] += sign * int(micros)
        told = {name: micros for name, micros in sorted(accounts.items()) if micros}
        agree("balances by transfers", told, self.auditor.balances())
        odometers = {
            (f"table/{id}", jackpot): units
            for id, table in self.auditor.tables.items()
            for jackpot, units in table.odometers.items()
            if units
        }
        agree("odometers", odometers_of(connection), odometers)
        checkpoint = last_checkpoint(connection)
        for stream, head in checkpoint.head_of().items() if checkpoint else ():
            last, _ = self.auditor.chains.last[stream]
            holds(head.version <= last, f"a checkpoint knows {stream} {head.version}: lost")

    def verify(self, rulebook: Rulebook) -> None:
        """The house's own verification finds nothing, though it decides every command again."""
        lines = sum(number for number, _ in self.auditor.chains.last.values())
        verified = verify(self.database, redecide=True, rulebook=rulebook)
        agree("verified lines", sum(head.version for head in verified.heads.values()), lines)

    def meters(self, run: FloorRun) -> None:
        """Every meter of a house that is open shows what the auditor computes."""
        for id, link in self.auditor.links.items():
            meter = run.jackpot(id).meter
            ours = [link.balance[name] for name in link.own]
            shown = [meter.main, meter.reserve, meter.overflow, meter.pending, meter.seed_fund]
            agree(f"meters of {id}", shown, ours)
            states = [(hit.order, hit.state) for hit in run.links[id].state.hits]
            agree(f"hits of {id}", states, [(hit.order, hit.state) for hit in link.hits.values()])


def _movements(body: str) -> int:
    line: dict[str, Any] = json.loads(body)
    return sum(len(fact["movements"]) for fact in line["facts"])
