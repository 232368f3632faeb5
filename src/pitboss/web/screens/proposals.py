"""What waits for a second person: what it does, who asked for it when, and who may decide it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from pitboss.house.clock import at, local_time
from pitboss.house.people.identity import Who
from pitboss.house.people.permissions import may_do
from pitboss.house.people.proposals import SECONDS, Proposal
from pitboss.house.serving.between_rounds import RefusedProposal
from pitboss.house.serving.floor_changing import TableChange
from pitboss.refusals import Refusal
from pitboss.table.record.journal import HOUSE
from pitboss.web.screens.changes import Worst, setup_changes, worst_of
from pitboss.web.screens.effects import Effect
from pitboss.web.words import words

SAID = words["manager_proposals"]


class ChangedTable(NamedTuple):
    """A table that a proposal changes, in words."""

    id: str
    title: str
    lines: tuple[str, ...]
    counts: bool
    """Whether it has a worst round that is to be told."""
    worst: Worst | None
    """None until it is counted."""
    link: str
    """Where the table stands as it is proposed."""


class Waiting(NamedTuple):
    """A proposal as it is listed."""

    number: int
    what: str
    effect: Effect | None
    """What it does to a table's money or to a jackpot; None if it changes setups."""
    tables: tuple[ChangedTable, ...]
    others: tuple[str, ...]
    """What else it changes."""
    differences: tuple[str, ...]
    """All of it, as the floor's file has it, or the line that it is."""
    at: str
    until: str
    """When it is too old to be approved; empty if it waits until it is decided."""
    first: str
    second: str
    """Whom the line names, if it names anybody."""
    approved: bool
    """Whether two people did, and it waits until its table is between rounds."""
    why_not: str
    """Why this person does not approve it; empty if they may."""
    may_decline: bool
    refused: str = ""
    """Why it could not be done though two people approved it, and what to do."""


class Told(NamedTuple):
    """What a proposal changes: its tables, and all of it as the floor's file has it."""

    tables: Sequence[tuple[TableChange, str]] = ()
    """Each with when it holds."""
    differences: Sequence[str] = ()
    effect: Effect | None = None


def waiting(
    proposals: Iterable[Proposal],
    refused: Iterable[RefusedProposal],
    who: Who,
    zone: str,
    told: Mapping[int, Told],
    *,
    counted: bool = False,
) -> list[Waiting]:
    """Return what waits, with what each person may do about it: this may count."""
    why = {one.proposal.number: _sentences(one.refusal) for one in refused}
    listed = [_waits(one, who, zone, told.get(one.number, Told()), counted) for one in proposals]
    return [one._replace(refused=why.get(one.number, "")) for one in listed]


def _sentences(refusal: Refusal) -> str:
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in (refusal.message, refusal.remedy))


def _waits(one: Proposal, who: Who, zone: str, told: Told, counted: bool) -> Waiting:
    refusal = may_do(who, "approve")
    hurries = one.first and one.stream != HOUSE
    return Waiting(
        number=one.number,
        what=_whose(one.stream),
        effect=told.effect,
        tables=tuple(_changed_table(*table, one.number, told, counted) for table in told.tables),
        others=tuple(line for line in told.differences if not line.startswith("table ")),
        differences=tuple(told.differences) or (one.line,),
        at=_time(one.at, zone),
        until=_time(one.at + SECONDS, zone)[11:] if hurries else "",
        first=one.first,
        second=one.second,
        approved=one.state == "approved",
        why_not=_not_by(one, who, refusal),
        may_decline=refusal is None,
    )


def _time(seconds: int, zone: str) -> str:
    return local_time(at(seconds * 1000), zone).replace("T", " ")


def _changed_table(
    change: TableChange, holds: str, number: int, told: Told, counted: bool
) -> ChangedTable:
    said = SAID["changes"]
    id, before, after, floor = change
    if after is None:
        title = said["removed"].format(id=id)
        return ChangedTable(id, title, (said["removed_why"],), False, None, "")
    key = "new" if before is None else "changed"
    link = f"/manager/tables/{quote(id)}?proposal={number}" if floor is not None else ""
    lines = (*setup_changes(before, after), *of_the_entry(id, told.differences), holds)
    worst = worst_of(before, after) if counted else None
    return ChangedTable(id, said[key].format(id=id), lines, True, worst, link)


def of_the_entry(id: str, differences: Iterable[str]) -> Iterator[str]:
    """Yield what an entry says otherwise that no setup has: where the cards come from, and why."""
    keys = tuple(f"table {id} {key} " for key in ("cards", "approval"))
    return (line for line in differences if line.startswith(keys))


def _whose(stream: str) -> str:
    kind, _, id = stream.partition("/")
    return str(SAID["streams"][kind]).format(id=id)


def _not_by(one: Proposal, who: Who, refusal: Refusal | None) -> str:
    if refusal is not None:
        return may_not(refusal)
    if one.first and one.first == who.badge:
        return str(SAID["own_proposal"])
    if one.second not in ("", who.badge):
        return str(SAID["names_other"]).format(badge=one.second)
    return ""


def may_not(refusal: Refusal | None) -> str:
    """Return why somebody may not, as a sentence; nothing if they may."""
    if refusal is None:
        return ""
    return f"{refusal.message[:1].upper()}{refusal.message[1:]}; {refusal.remedy}"
