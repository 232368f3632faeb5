"""A floor in memory from its streams in the database: snapshots, and the lines after them."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.schema import JOURNAL
from pitboss.house.snapshots import load_snapshots
from pitboss.house.store import Head, bodies_after, heads_of
from pitboss.jackpot import house, link
from pitboss.jackpot.floor_run import AnyRecorder, FloorRun
from pitboss.jackpot.streams import HouseRecorder, LinkRecorder
from pitboss.refusals import unreadable
from pitboss.rulebook import Rulebook
from pitboss.table import engine
from pitboss.table.record.codec import under
from pitboss.table.record.journal import Line, consequence_of, read_line
from pitboss.table.record.recorder import Mark, Recorder
from pitboss.table.state import Table


def load_floor(
    connection: Connection,
    rulebook: Rulebook | None = None,
    *,
    tables: frozenset[str] | None = None,
    snapshots: bool = True,
) -> FloorRun:
    """Return the floor as its streams say; raises if there is none in the database.

    With ``tables`` only these are loaded: the others run elsewhere.
    """
    heads = heads_of(connection)
    if "house" not in heads:
        raise unreadable(
            "no-house", "the database holds no floor", "make one with pitboss house init"
        )
    run = FloorRun(rulebook)
    run.posts = False
    catch_up(connection, run, run.house, heads["house"])
    kept = load_snapshots(connection, rulebook) if snapshots else {}
    run.open_links()
    run.runs = tables
    if tables:
        refuse_sharing(run)
    for stream, head in heads.items():
        kind, _, id = stream.partition("/")
        if kind == "table" and tables is not None and id not in tables:
            continue
        recorder = recorder_of(run, stream)
        if recorder is None:
            continue
        if stream in kept and kept[stream][0].version <= head.version:
            at, state = kept[stream]
            recorder.reset(Mark(state, at.hash, at.version))  # type: ignore[arg-type]
        catch_up(connection, run, recorder, head)
    return run


def refuse_sharing(run: FloorRun) -> None:
    """Refuse several owners where a hit is shared by tables that one owner does not know."""
    for jackpot in run.floor.jackpots:
        if jackpot.policies.over(run.floor.policies).scope == "all-linked-tables":
            raise unreadable(
                "one-owner-needed",
                f"{jackpot.id} is shared by all linked tables",
                "run all tables in one house",
            )


def load_table(connection: Connection, run: FloorRun, id: str, table: Table, version: int) -> None:
    """Load one table more, from how it was at a version, by the lines after that."""
    recorder, columns = Recorder(f"table/{id}"), JOURNAL.c
    where = (columns.stream == recorder.stream, columns.version == version)
    hash = connection.execute(sa.select(columns.hash).where(*where)).scalar()
    if hash is not None:
        recorder.reset(Mark(table, hash, version))
    catch_up(connection, run, recorder)
    if recorder.sequence:
        run.tables[id] = recorder


def recorder_of(run: FloorRun, stream: str) -> AnyRecorder | None:
    """Return the recorder of a stream; None for the house, which is loaded first."""
    kind, _, id = stream.partition("/")
    if kind == "table" and id in run.house.state.former:
        return run.tables.setdefault(id, Recorder(stream))  # it may come back
    if kind == "table":
        return run.table(id)
    return run.links.get(id) if kind == "link" else None


def catch_up(
    connection: Connection, run: FloorRun, recorder: AnyRecorder, head: Head | None = None
) -> None:
    """Fold the lines that a recorder does not know yet."""
    if head is not None and head.version <= recorder.sequence:
        return
    rows = bodies_after(connection, recorder.stream, recorder.sequence)
    if isinstance(recorder, Recorder):
        fold_table(recorder, rows, run.rulebook)
        return
    for version, body, hash in rows:
        fold(recorder, read_line(version, body), hash, run.rulebook)


def fold_table(
    recorder: Recorder, rows: Iterable[tuple[int, str, str]], rulebook: Rulebook | None
) -> None:
    """Fold the lines of a table, by what they led to alone."""
    table, last, number = recorder.mark()
    for version, body, hash in rows:
        at, facts, refused = consequence_of(version, body)
        if not refused:
            if rulebook is not None:
                facts = tuple(under(rulebook, fact) for fact in facts)
            table = engine.evolve(table, facts, at)
        last, number = hash, version
    recorder.reset(Mark(table, last, number))


def fold(recorder: AnyRecorder, line: Line, hash: str, rulebook: Rulebook | None) -> None:
    """Go on by a line that is on record."""
    facts = tuple(under(rulebook, fact) for fact in line.facts)
    if isinstance(recorder, Recorder):
        table = recorder.state
        after = engine.evolve(table, facts, line.at) if line.refusal is None else table
        recorder.reset(Mark(after, hash, line.sequence))
    elif isinstance(recorder, LinkRecorder):
        folded = link.evolve(recorder.state, facts, line.at) if facts else recorder.state
        recorder.reset(Mark(folded, hash, line.sequence))
    else:
        assert isinstance(recorder, HouseRecorder), "the house's own stream"
        state = house.evolve(recorder.state, facts, line.at, rulebook)
        recorder.reset(Mark(state, hash, line.sequence))
