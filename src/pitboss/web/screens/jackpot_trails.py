"""What the record tells of a jackpot: the steps of a hit, who took them, and the audit trail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pitboss.house.clock import local_time
from pitboss.house.serving.trails import TrailLine
from pitboss.jackpot.hits import (
    AwardReturned,
    HitDismissed,
    HitLocked,
    HitPaid,
    HitRecorded,
    HitVerified,
    MeterReseeded,
)
from pitboss.jackpot.link import Hit, Link
from pitboss.rulebook.pays import Money
from pitboss.table.floor.records import Floor
from pitboss.table.steps import Fact
from pitboss.web.screens.automatons import signed, with_cards
from pitboss.web.screens.dealing.names import sharing
from pitboss.web.screens.jackpots import WORDS, Step, coming, locked


class AuditRow(NamedTuple):
    """A line of the record, as the trail shows it."""

    jackpot: str
    line: int
    time: str
    """Its date and time on the wall."""
    who: str
    what: str
    cite: str
    refused: bool
    hash: str


def audit_rows(lines: Iterable[TrailLine], floor: Floor) -> list[AuditRow]:
    """Return lines as the trail shows them, refusals with why."""
    return [_audit_row(line, floor) for line in lines]


def _audit_row(line: TrailLine, floor: Floor) -> AuditRow:
    refusal = line.refusal
    what = "; ".join(line.what) if refusal is None else f"{refusal.message}; {refusal.remedy}"
    return AuditRow(
        line.jackpot,
        line.number,
        local_time(line.at, floor.timezone),
        with_cards(line.asked, line.who, floor),
        what[:1].upper() + what[1:],
        (refusal.cite or "") if refusal is not None else "",
        refusal is not None,
        line.hash[:8],
    )


def newest(trails: Iterable[Sequence[TrailLine]], most: int) -> list[TrailLine]:
    """Return the newest lines of several trails, the newest first."""
    every = (line for lines in trails for line in lines)
    return sorted(every, key=lambda line: (line.at, line.number), reverse=True)[:most]


# --- the steps of a hit ---


def steps_on_record(
    lines: Iterable[TrailLine], link: Link, hit: Hit, floor: Floor
) -> tuple[Step, ...]:
    """Return what was done with a hit, by whom and when; then what is to be done with it."""
    taken = [
        step
        for line in lines
        for fact in line.facts
        for step in _taken(line, fact, link, hit, floor)
    ]
    if not hit.open:
        return tuple(taken)
    rest = [step for step in coming(link, hit, floor.currency) if step.state != "done"]
    return (*taken, *rest)


def _taken(line: TrailLine, fact: Fact, link: Link, hit: Hit, floor: Floor) -> Iterator[Step]:
    """Yield the step that a fact of a hit is."""
    if getattr(fact, "order", 0) != hit.order:
        return
    said, time = WORDS["steps"], local_time(line.at, floor.timezone)[11:]
    if isinstance(fact, HitRecorded):
        positions = sharing(fact.sharers)
        why = said["called_why"].format(table=fact.table, round=fact.round, positions=positions)
        yield Step(said["called"], f"{_signed(line, floor)} {why}", time)
    elif isinstance(fact, HitLocked):
        yield locked(link, Money(fact.amount_cents, floor.currency), time)
    elif isinstance(fact, HitVerified):
        yield Step(said["verified"], _signed(line, floor), time)
    elif isinstance(fact, HitPaid):
        amount = Money(sum(cents for _, cents in fact.shares), floor.currency)
        yield Step(
            said["paid"].format(amount=amount), _signed(line, floor), time, cite="30-2899.02(10)(g)"
        )
    elif isinstance(fact, MeterReseeded):
        yield Step(said["reseeded"], said["reseeded_why"], time)
    elif isinstance(fact, HitDismissed):
        yield Step(said["dismissed"], f"{_signed(line, floor)} {fact.reason}", time)
    elif isinstance(fact, AwardReturned):
        why = f"{_signed(line, floor)} {fact.reason}"
        yield Step(said["backed_out"], why, time, cite="30-2899.02(10)(i)")


def _signed(line: TrailLine, floor: Floor) -> str:
    """Return who did it, with the level of the card where the record has it."""
    said, badge = WORDS["steps"], signed(line.who, floor)
    if line.level:
        return str(said["by_level"].format(badge=badge, level=line.level))
    return str(said["by"].format(badge=badge))
