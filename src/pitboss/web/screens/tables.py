"""The tables of the Game Manager: how each stands, and what a draft of one would change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from pitboss.house.clock import at, local_time
from pitboss.house.differences import PROPOSAL, floor_differences
from pitboss.house.people.identity import Who
from pitboss.house.people.permissions import may, may_do
from pitboss.house.people.proposals import Proposal
from pitboss.house.serving.between_rounds import RefusedProposal
from pitboss.house.serving.floor_changing import TableChange
from pitboss.jackpot.floor_changes import ChangeFloor, is_in_use, read_change, unchangeable
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.floor.setups import built
from pitboss.table.floor.writing import entry_data, toml_value, write_floor
from pitboss.table.language import line_of
from pitboss.table.record.journal import HOUSE
from pitboss.table.state import Table
from pitboss.table.steps.limits import AnnounceLimits, changed_limits, holds_from
from pitboss.table.steps.opening import ChangeSetup, CloseTable
from pitboss.table.steps.tray import FillTray
from pitboss.web.screens import posted
from pitboss.web.screens.changes import Worst, setup_changes, worst_of
from pitboss.web.screens.choices import choices, effects, questions, suits
from pitboss.web.screens.drafts import Draft, Form, draft_of
from pitboss.web.screens.offering import offering, wide_limit
from pitboss.web.screens.room import Room
from pitboss.web.templating import drawn
from pitboss.web.words import words

NAME = "manager-tables"
WORDS = words["manager_tables"]


# --- how tables stand ---


class State(NamedTuple):
    """A table as it stands."""

    id: str
    name: str
    pit: str
    open: bool
    round: int
    seated: int
    spots: int
    limits: tuple[posted.Posted, ...]
    coming: tuple[posted.Posted, ...]
    """Limits that players were told of."""
    coming_words: str
    """From which round, and that two people have yet to make them hold."""
    differs: bool
    """Whether it is open by another setup than its entry says."""
    dispute: int | None


def state_of(floor: Floor, entry: FloorTable, table: Table, book: Rulebook | None) -> State:
    """Return how a table of the floor stands; a closed one by its entry."""
    by_entry, _ = built(floor, entry, book)
    setup = table.setup if table.open else by_entry
    told = table.announced if table.open else None
    return State(
        id=entry.id,
        name=setup.rulebook.game(setup.game).name,
        pit=entry.pit,
        open=table.open,
        round=table.round.number,
        seated=len(table.seated),
        spots=len(setup.spots),
        limits=tuple(posted.posted(setup)),
        coming=tuple(posted.announced(setup, told)) if told else (),
        coming_words=_coming(table),
        differs=table.open and setup != by_entry,
        dispute=table.dispute,
    )


def _coming(table: Table) -> str:
    told = table.announced
    if told is None:
        return ""
    return str(WORDS["coming"]).format(told=told.round, round=holds_from(table))


def parts(room: Room, stream: str, *_audience: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows: how a table stands."""
    kind, _, id = stream.partition("/")
    if kind != "table":
        return {}
    board = room.board
    table = board.table(id)
    book = table.opened.rulebook if table.opened else None
    state = state_of(board.floor, board.floor.table(id), table, book)
    return {f"state-{id}": drawn("manager_tables", "state", state)}


# --- what waits for a second person ---


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
    line: str
    tables: tuple[ChangedTable, ...]
    others: tuple[str, ...]
    """What else it changes."""
    differences: tuple[str, ...]
    """All of it, as the floor's file has it."""
    at: str
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

    tables: Sequence[TableChange] = ()
    differences: Sequence[str] = ()


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
    return Waiting(
        number=one.number,
        what=_whose(one.stream),
        line="" if told.tables or _changes_floor(one) else one.line,
        tables=tuple(_changed_table(table, one.number, told, counted) for table in told.tables),
        others=tuple(line for line in told.differences if not line.startswith("table ")),
        differences=tuple(told.differences) or ((one.line,) if told.tables else ()),
        at=local_time(at(one.at * 1000), zone)[11:],
        first=one.first,
        second=one.second,
        approved=one.state == "approved",
        why_not=_not_by(one, who, refusal),
        may_decline=refusal is None,
    )


def _changed_table(change: TableChange, number: int, told: Told, counted: bool) -> ChangedTable:
    said = WORDS["changes"]
    id, before, after, floor = change
    if after is None:
        title = said["removed"].format(id=id)
        return ChangedTable(id, title, (said["removed_why"],), False, None, "")
    key = "new" if before is None else "changed"
    link = f"/manager/tables/{quote(id)}?proposal={number}" if floor is not None else ""
    lines = (*setup_changes(before, after), *_of_the_entry(id, told.differences))
    worst = worst_of(before, after) if counted else None
    return ChangedTable(id, said[key].format(id=id), lines, True, worst, link)


def _of_the_entry(id: str, differences: Iterable[str]) -> Iterator[str]:
    """Yield what an entry says otherwise that no setup has: where the cards come from, and why."""
    keys = tuple(f"table {id} {key} " for key in ("cards", "approval"))
    return (line for line in differences if line.startswith(keys))


def _whose(stream: str) -> str:
    kind, _, id = stream.partition("/")
    return str(WORDS["streams"][kind]).format(id=id)


def _changes_floor(one: Proposal) -> bool:
    try:
        return one.stream == HOUSE and read_change(one.line) is not None
    except Unreadable:
        return False


def _not_by(one: Proposal, who: Who, refusal: Refusal | None) -> str:
    if refusal is not None:
        return _may_not(refusal)
    if one.first and one.first == who.badge:
        return str(WORDS["own_proposal"])
    if one.second not in ("", who.badge):
        return str(WORDS["names_other"]).format(badge=one.second)
    return ""


# --- the page of a table ---


class Line(NamedTuple):
    """A line of the difference: ``cut``, ``add`` or ``at``."""

    sign: str
    text: str


class Change(NamedTuple):
    """What a draft would change."""

    lines: tuple[Line, ...]
    words: tuple[str, ...]
    """What changes, as people say it."""
    problems: tuple[Refusal, ...]
    text: str
    """The floor file to propose."""
    why_not: str
    """Why this person cannot propose it; empty if they can."""
    announce: str
    """The line that tells the players of the limits, where the table is open."""
    announce_why_not: str
    setup: str
    """The line that changes the open table between rounds."""
    setup_why_not: str


def difference(kept: FloorTable, given: FloorTable, *, new: bool = False) -> tuple[Line, ...]:
    """Return the keys of an entry that differ, as lines of a floor file."""
    before = {} if new else dict(_flat(entry_data(kept)))
    after = dict(_flat(entry_data(given)))
    lines = []
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            lines += [Line("cut", f"{key} = {before[key]}")] if key in before else []
            lines += [Line("add", f"{key} = {after[key]}")] if key in after else []
    head = Line("at", f'[[tables]] id = "{given.id}"')
    return (head, *lines) if lines else ()


def _flat(data: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", toml_value(value)


def change(
    kept: Floor, draft: Draft, tables: Mapping[str, Table], who: Who, book: Rulebook | None
) -> Change:
    """Return what a draft changes of the floor, and of its table if that is open."""
    id = draft.entry.id
    new = all(one.id != id for one in kept.tables)
    entry = draft.entry if new else kept.table(id)
    lines = () if draft.problems else difference(entry, draft.entry, new=new)
    problems = list(draft.problems)
    if lines:
        playing = [one for one, table in tables.items() if is_in_use(table)]
        wrong = unchangeable(kept, draft.floor, playing, book)
        problems += [wrong] if wrong is not None else []
    return Change(
        lines=lines,
        words=_in_words(kept, entry, draft, book, new=new) if lines else (),
        problems=tuple(problems),
        text=write_floor(draft.floor) if lines else "",
        why_not=_may_not(may(who, HOUSE, ChangeFloor("", ""))),
        **_at_the_table(tables.get(id), draft, who),
    )


def _in_words(
    kept: Floor, entry: FloorTable, draft: Draft, book: Rulebook | None, *, new: bool
) -> tuple[str, ...]:
    before = None if new else built(kept, entry, book)[0]
    differences = floor_differences(kept, draft.floor, PROPOSAL)
    told = (*setup_changes(before, draft.setup), *_of_the_entry(entry.id, differences))
    return told or tuple(differences)


def _at_the_table(table: Table | None, draft: Draft, who: Who) -> dict[str, str]:
    """Return the lines that bring an open table to the draft, and who may give them."""
    stream, wanted = f"table/{draft.entry.id}", draft.setup
    announcing, changing = AnnounceLimits(()), ChangeSetup(wanted)
    said = {
        "announce": "",
        "announce_why_not": _may_not(may(who, stream, announcing, table)),
        "setup": "",
        "setup_why_not": _may_not(may(who, stream, changing, table)),
    }
    if table is None or not table.open or draft.problems or table.setup == wanted:
        return said
    limits = changed_limits(table.setup, wanted)
    if limits and (table.announced is None or {*limits} - {*table.announced.limits}):
        said["announce"] = line_of(AnnounceLimits(limits), table.setup)
    return {**said, "setup": line_of(changing, table.setup)}


def _may_not(refusal: Refusal | None) -> str:
    """Return why somebody may not, as a sentence."""
    if refusal is None:
        return ""
    return f"{refusal.message[:1].upper()}{refusal.message[1:]}; {refusal.remedy}"


def setup_values(
    floor: Floor,
    kept: FloorTable,
    form: Form,
    book: Rulebook | None,
    *,
    counted: bool,
    proposed: Draft | None = None,
) -> dict[str, Any]:
    """Return what the page of a table is made of, as far as it needs no person: this may count.

    What is proposed already is shown instead of what a form asks for.
    """
    draft = proposed or draft_of(floor, kept, form, book)
    before, _ = built(floor, kept, book)
    kept = kept if proposed is None else proposed.entry
    sound = not draft.problems
    meters = {jackpot.path for jackpot in floor.jackpots_at(kept.id)}
    return {
        "draft": draft,
        "rows": offering(kept, before, draft.setup, form, meters),
        "wide": {
            f"{bound} {role}": wide_limit(kept, form, bound, role)
            for bound in ("minimum", "maximum", "aggregate")
            for role in ("base", "optional", "all")
        },
        "choices": choices(before, draft.setup, form),
        "questions": list(questions(draft.setup, form)),
        "suits": list(suits(draft.setup, form)),
        "approval": kept.approval if form.text("approval") is None else form.text("approval"),
        "counted": counted and sound,
        "effects": effects(draft.setup) if counted and sound else {},
        "worst": worst_of(before, draft.setup) if counted and sound else None,
    }


def may_propose(who: Who) -> bool:
    """Say whether somebody proposes changes of the floor."""
    return may(who, HOUSE, ChangeFloor("", "")) is None


def may_work(who: Who, id: str, table: Table | None) -> bool:
    """Say whether somebody gives a table commands of its money at all."""
    return may(who, f"table/{id}", FillTray(1, "", ""), table) is None


def may_open(who: Who, id: str, table: Table | None) -> bool:
    """Say whether somebody opens and closes tables."""
    return may(who, f"table/{id}", CloseTable(), table) is None
