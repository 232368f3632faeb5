"""The tables of the Game Manager: how each stands, and what a draft of one would change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from pitboss.house.differences import PROPOSAL, floor_differences
from pitboss.house.people.identity import Who
from pitboss.house.people.permissions import may
from pitboss.jackpot.floor_changes import ChangeFloor, is_in_use, unchangeable
from pitboss.refusals import Refusal
from pitboss.rulebook import Rulebook
from pitboss.table.engine import decide
from pitboss.table.floor.records import Floor, FloorTable
from pitboss.table.floor.setups import built
from pitboss.table.floor.writing import entry_data, toml_value, write_floor
from pitboss.table.language import line_of
from pitboss.table.record.journal import HOUSE
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.limits import AnnounceLimits, changed_limits, holds_from
from pitboss.table.steps.opening import ChangeSetup, CloseTable, OpenTable
from pitboss.table.steps.tray import FillTray
from pitboss.web.screens import posted
from pitboss.web.screens.bar import mark_of
from pitboss.web.screens.called import called
from pitboss.web.screens.changes import setup_changes, worst_of
from pitboss.web.screens.choices import choices, effects, questions, suits
from pitboss.web.screens.close import stays_open
from pitboss.web.screens.drafts import Draft, Form, draft_of, whole
from pitboss.web.screens.offering import offering, wide_limit
from pitboss.web.screens.proposals import may_not, of_the_entry
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
    """From which round, and what has to come before they hold."""
    differs: bool
    """Whether it is open by another setup than its entry says."""
    dispute: int | None
    why_not: Refusal | None
    """Why it cannot be closed or, where it is closed, opened."""


def state_of(
    floor: Floor, entry: FloorTable, table: Table, book: Rulebook | None, *, demo: bool = False
) -> State:
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
        why_not=stays_open(table, demo=demo) if table.open else _stays_closed(table, by_entry),
    )


def _stays_closed(table: Table, setup: TableSetup) -> Refusal | None:
    answer = decide(table, OpenTable(setup))
    return answer if isinstance(answer, Refusal) else None


def _coming(table: Table) -> str:
    if table.announced is None:
        return ""
    return str(WORDS["coming"]).format(round=holds_from(table))


def parts(room: Room, stream: str, *_audience: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows: how a table stands, and a mark of it."""
    kind, _, id = stream.partition("/")
    if kind != "table":
        return {}
    board = room.board
    table = board.table(id)
    book = table.opened.rulebook if table.opened else None
    state = state_of(board.floor, board.floor.table(id), table, book, demo=room.demo)
    mark = mark_of(table.open, table.setup, table.announced) if table.opened else ""
    return {
        f"state-{id}": drawn("manager_tables", "state", state),
        f"news-{id}": drawn("nav", "news", f"news-{id}", mark),
    }


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


Asked = Sequence[tuple[int, Command | None]]
"""What waits for a second person, by its number."""


def change(
    kept: Floor,
    draft: Draft,
    tables: Mapping[str, Table],
    who: Who,
    book: Rulebook | None,
    waiting: Asked = (),
) -> Change:
    """Return what a draft changes of the floor, and of its table if that is open.

    What waits for a second person already is not asked for again.
    """
    id = draft.entry.id
    new = all(one.id != id for one in kept.tables)
    entry = draft.entry if new else kept.table(id)
    lines = () if draft.problems else difference(entry, draft.entry, new=new)
    problems = list(draft.problems)
    if lines:
        playing = [one for one, table in tables.items() if is_in_use(table)]
        wrong = unchangeable(kept, draft.floor, playing, book)
        problems += [wrong] if wrong is not None else []
    text = write_floor(draft.floor) if lines else ""
    return Change(
        lines=lines,
        words=_in_words(kept, entry, draft, book, new=new) if lines else (),
        problems=tuple(called(one, draft.setup) for one in problems),
        text=text,
        why_not=may_not(may(who, HOUSE, ChangeFloor("", "")))
        or _waits(waiting, lambda one: isinstance(one, ChangeFloor) and one.text == text),
        **_at_the_table(tables.get(id), draft, who, waiting),
    )


def _in_words(
    kept: Floor, entry: FloorTable, draft: Draft, book: Rulebook | None, *, new: bool
) -> tuple[str, ...]:
    before = None if new else built(kept, entry, book)[0]
    differences = floor_differences(kept, draft.floor, PROPOSAL)
    told = (*setup_changes(before, draft.setup), *of_the_entry(entry.id, differences))
    return told or tuple(differences)


def _waits(waiting: Asked, same: Callable[[Command | None], bool]) -> str:
    """Return that a change waits already; nothing if it does not."""
    known = (WORDS["waits_already"].format(number=number) for number, one in waiting if same(one))
    return next(known, "")


def _at_the_table(table: Table | None, draft: Draft, who: Who, waiting: Asked) -> dict[str, str]:
    """Return the lines that bring an open table to the draft, and who may give them."""
    stream, wanted = f"table/{draft.entry.id}", draft.setup
    announcing, changing = AnnounceLimits(()), ChangeSetup(wanted)
    said = {
        "announce": "",
        "announce_why_not": may_not(may(who, stream, announcing, table)),
        "setup": "",
        "setup_why_not": may_not(may(who, stream, changing, table))
        or _waits(waiting, changing.__eq__),
    }
    if table is None or not table.open or draft.problems or table.setup == wanted:
        return said
    limits = changed_limits(table.setup, wanted)
    if limits and (table.announced is None or {*limits} - {*table.announced.limits}):
        said["announce"] = line_of(AnnounceLimits(limits), table.setup)
    return {**said, "setup": line_of(changing, table.setup)}


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
    before, _ = built(floor, kept, book)
    record = mark_of(kept, before)
    form = whole(form, before)
    draft = proposed or draft_of(floor, kept, form, book)
    kept = kept if proposed is None else proposed.entry
    sound = not draft.problems
    meters = {jackpot.path for jackpot in floor.jackpots_at(kept.id)}
    return {
        "record": record,
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


def proposals_path(table: str = "", known: str = "") -> str:
    """Return where what waits is read again, by a page of a table or of those that it knows."""
    return f"/manager/proposals?{urlencode({'table': table} | ({'known': known} if known else {}))}"


def nothing_waits(table: str = "") -> str:
    """Return what is said where nothing waits for a second person."""
    said = words["manager_proposals"]["nothing_waits_at" if table else "nothing_waits"]
    return str(said).format(id=table)


def may_propose(who: Who) -> bool:
    """Say whether somebody proposes changes of the floor."""
    return may(who, HOUSE, ChangeFloor("", "")) is None


def may_work(who: Who, id: str, table: Table | None) -> bool:
    """Say whether somebody gives a table commands of its money at all."""
    return may(who, f"table/{id}", FillTray(1, "", ""), table) is None


def may_open(who: Who, id: str, table: Table | None) -> bool:
    """Say whether somebody opens and closes tables."""
    return may(who, f"table/{id}", CloseTable(), table) is None
