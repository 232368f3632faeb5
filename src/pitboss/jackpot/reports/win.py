"""The win page: all that accounting needs of one hit, and the lines of the record that prove it.

It serves to record the pay-out (30-2899.02(10)(g), 30-2899.04(5)(f)(v)).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.jackpot.hits import (
    AwardReturned,
    HitLocked,
    HitPaid,
    HitRecorded,
    HitVerified,
    MeterReseeded,
    ReseedRecovered,
)
from pitboss.jackpot.link import Hit
from pitboss.jackpot.replaying import floor_hash
from pitboss.jackpot.reports.movement import postings
from pitboss.jackpot.reports.reading import Event, FloorRecord, PlayedRound
from pitboss.jackpot.reports.wins import WinRow, hit_events, win_row
from pitboss.jackpot.terms import JackpotTerms
from pitboss.refusals import unreadable
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.steps.closing import ProgressivesTaken
from pitboss.table.steps.hits import HitClosed, JackpotHit, JackpotsWon, SharesPaid

STEPS: dict[type, str] = {
    ProgressivesTaken: "START GAME",
    JackpotsWon: "result",
    JackpotHit: "hit called",
    HitRecorded: "hit recorded",
    HitLocked: "amount locked",
    HitVerified: "verified",
    HitPaid: "paid",
    MeterReseeded: "reseeded",
    SharesPaid: "shares paid",
    AwardReturned: "backed out",
    ReseedRecovered: "reseed recovered",
    HitClosed: "closed",
}


class ProofLine(NamedTuple):
    """A line of the record that proves a part of the win."""

    step: str
    time: str
    stream: str
    line: int
    hash: str
    """Of the whole line, as ``sha256sum`` gives it."""


class Win(NamedTuple):
    """A hit with its round, its money, the people and the proof."""

    floor: str
    currency: str
    terms: JackpotTerms
    row: WinRow
    percent: int
    played: PlayedRound
    displayed_cents: int
    """What the signs showed at the lock."""
    verified_level: str
    paid_level: str
    automatic: frozenset[str]
    """Which of these badges are automatons'."""
    overridden: str
    """Why a supervisor called it against the table's proposal; empty if nobody did."""
    returned: AwardReturned | None
    proof: tuple[ProofLine, ...]
    jackpot_hash: str
    """Of the last line of the jackpot's stream."""
    floor_hash: str
    """Of the last lines of all streams, as `pitboss replay` prints it."""

    @property
    def cite(self) -> str:
        """The paragraph of the pay."""
        return self.played.cites.get(self.row.jackpot, self.terms.cite)


def win(record: FloorRecord, id: str, order: int) -> Win:
    """Return what the page of a hit says; a hit without an amount has none."""
    link = record.jackpot(id)
    if not 1 <= order <= len(link.hits):
        known = f"it has {len(link.hits)}" if link.hits else "it was not hit"
        raise unreadable("no-such-hit", f"{id} has no hit {order}", f"name another: {known}")
    one = link.hit(order)
    if one.state in ("dismissed", "waiting"):
        message = f"hit {order} of {id} is {one.state}: nothing was won with it"
        raise unreadable("no-win-page", message, "name a hit that `pitboss report wins` lists")
    events = hit_events(record, id)
    recorded, called = events[order, HitRecorded], _called(record, id, one)
    fact = called.fact
    assert isinstance(fact, JackpotHit), "the call of a hit"
    returned = events.get((order, AwardReturned))
    row = win_row(record, id, one, events)
    return Win(
        record.floor.name,
        record.floor.currency,
        link.jackpot,
        row,
        one.percent,
        record.rounds[id, called.entry.number],
        _displayed(record, id, order),
        _level(events.get((order, HitVerified))),
        _level(events.get((order, HitPaid))),
        frozenset(filter(record.floor.automatic, (row.verified_by, row.paid_by))),
        fact.reason,
        returned.fact if returned and isinstance(returned.fact, AwardReturned) else None,
        tuple(_proof(record, one, called, recorded)),
        record.heads[f"link/{id}"][1],
        floor_hash(record.heads),
    )


def _called(record: FloorRecord, id: str, one: Hit) -> Event:
    """Return the call that the hit was recorded for: the last of its table before it."""
    called = None
    for event in record.of(id):
        if isinstance(event.fact, JackpotHit) and event.table == one.table:
            called = event
        elif isinstance(event.fact, HitRecorded) and event.fact.order == one.order:
            break
    assert called is not None, "a hit is called before it is recorded"
    return called


def _displayed(record: FloorRecord, id: str, order: int) -> int:
    """Return the whole cents on the meter when the hit was locked."""
    main = 0
    for posting in postings(record, id):
        fact = posting.event.fact
        if isinstance(fact, HitLocked) and fact.order == order:
            break
        main += posting.micros if posting.part == "main" else 0
    return main // MICROS_PER_CENT


def _level(event: Event | None) -> str:
    command = event.entry.line.command if event else None
    return str(getattr(command, "level", ""))


def _proof(record: FloorRecord, one: Hit, called: Event, recorded: Event) -> Iterator[ProofLine]:
    """Yield the lines that tell of the round, the hit and its money, each once."""
    shoe = called.entry.line.shoe
    steps: dict[int, tuple[Event, list[str]]] = {}
    for event in record.of(recorded.jackpot):
        fact, line = event.fact, event.entry.line
        step = STEPS.get(type(fact))
        if step is None:
            continue
        if isinstance(fact, ProgressivesTaken | JackpotsWon):
            same = event.table == one.table and (line.shoe, line.round) == (shoe, one.round)
            belongs = same and event.entry.number <= called.entry.number
        elif isinstance(fact, JackpotHit):
            belongs = event is called
        else:
            belongs = getattr(fact, "order", 0) == one.order
        if belongs:
            _, named = steps.setdefault(event.entry.number, (event, []))
            named.append(step)
    for event, named in steps.values():
        line = event.entry.line
        words = ", ".join(dict.fromkeys(named))
        yield ProofLine(words, event.time, line.stream, line.sequence, event.entry.hash)
