"""The floor's page: tables by pit, linked ones under their meters; takings and alerts for staff."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.house.clock import local_time
from pitboss.house.serving.pit import STREAM as PIT
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.views import meter_view
from pitboss.jackpot.names import full_name
from pitboss.rulebook.pays import percent
from pitboss.table.floor.records import Floor, FloorJackpot, FloorTable
from pitboss.web.screens import bar
from pitboss.web.screens.holders import holder
from pitboss.web.screens.room import Page, Room
from pitboss.web.screens.sign import last_paid
from pitboss.web.screens.tiles import tile
from pitboss.web.templating import drawn

STAFF = "staff"
ICONS = {
    "hit": "alert",
    "link": "link-off",
    "dispute": "flag",
    "variance": "alert",
    "self-check": "lock",
    "proposal": "two",
    "dealer": "person",
    "shoe": "shoe",
    "limits": "info",
}
"""The sign of each kind of alert."""


class Frame(NamedTuple):
    """Tables that share jackpots, or a single one."""

    jackpots: tuple[FloorJackpot, ...]
    tables: tuple[FloorTable, ...]


def values(room: Room, _: Page) -> dict[str, Any]:
    """Return what the page is made of beside its elements."""
    floor = room.board.floor
    return {"floor": floor, "frames": frames_of(floor)}


def frames_of(floor: Floor) -> list[Frame]:
    """Return the tables in frames, pit by pit; a frame stands where its first table does."""
    frames = []
    for tables in linked(floor):
        ids = {table.id for table in tables}
        jackpots = tuple(one for one in floor.jackpots if ids.intersection(one.tables))
        frames.append(Frame(jackpots, tables))
    pits = list(dict.fromkeys(table.pit for table in floor.tables))
    return sorted(frames, key=lambda frame: pits.index(frame.tables[0].pit))


def layout_mark(floor: Floor) -> str:
    """Return what changes when tables come or go, or stand in other frames."""
    return " ".join(
        "+".join((*(one.id for one in frame.jackpots), *(one.id for one in frame.tables)))
        for frame in frames_of(floor)
    )


def linked(floor: Floor) -> list[tuple[FloorTable, ...]]:
    """Return the tables in groups: whoever shares a jackpot, directly or by others, is in one."""
    groups: list[set[str]] = []
    for ids in (*({table.id} for table in floor.tables), *(set(j.tables) for j in floor.jackpots)):
        touching = [group for group in groups if group & ids]
        groups = [group for group in groups if not group & ids]
        groups.append(ids.union(*touching))
    group_of = {id: number for number, group in enumerate(groups) for id in group}
    together: dict[int, list[FloorTable]] = {}
    for table in floor.tables:
        together.setdefault(group_of[table.id], []).append(table)
    return [tuple(tables) for tables in together.values()]


def parts(room: Room, stream: str, *words: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows."""
    kind, _, id = stream.partition("/")
    staff = STAFF in words
    if stream == PRESENCE:
        return {"layout": drawn("floor", "layout", layout_mark(room.board.floor)), **_places(room)}
    if stream == PIT:
        return _pit(room, staff)
    if kind == "link":
        link = room.board.jackpot(id)
        kind = next(one.kind for one in room.board.floor.jackpots if one.id == id)
        shown = {**meter_view(link), "name": full_name(id, kind)}
        currency = room.board.floor.currency
        return {f"f-{id}": drawn("floor", "jackpot", shown, last_paid(link), currency)}
    entry, table = room.board.floor.table(id), room.board.table(id)
    view = tile(entry, table, takings=staff)
    presence = room.presence.get(id, {})
    return {f"table-{id}": drawn("floor", "table", view, _place(room, id, presence), staff)}


# --- places ---


class Place(NamedTuple):
    """Who sits and deals at a table, and where one may sit down."""

    id: str
    open: bool
    stands: bool
    """Whether it waits for an opening count, and nobody bets or deals."""
    seats: tuple[tuple[int, str], ...]
    """Each position, and whether it is ``free``, an ``automaton``'s, a ``person``'s or ``in``."""
    sit_at: int | None
    """Where somebody who comes may sit down in a demo."""
    demo: bool
    dealer: str | None
    closes_at: float | None


def _places(room: Room) -> dict[str, str]:
    """Return the places of all tables; who is present may be known of one that has just gone."""
    ids = [entry.id for entry in room.board.floor.tables if entry.id in room.presence]
    shown = {id: _place(room, id, room.presence[id]) for id in ids}
    return {
        f"{name}-{id}": drawn("floor", name, place)
        for id, place in shown.items()
        for name in ("seats", "place")
    }


def _place(room: Room, id: str, presence: Mapping[str, Any]) -> Place:
    positions: Sequence[int] = presence.get("positions", ())
    seated, people = set(presence.get("seated", ())), set(presence.get("people", ()))
    demo = bool(presence.get("automatic"))

    seats = tuple((at, holder(at, seated, people, demo=demo)) for at in positions)
    free = sorted((who == "automaton", position) for position, who in seats if who != "person")
    return Place(
        id=id,
        open=bool(presence.get("open")),
        stands=room.board.table(id).tray_closed,
        seats=seats,
        sit_at=free[0][1] if free else None,
        demo=demo,
        dealer=presence.get("dealer"),
        closes_at=presence.get("closes_at"),
    )


# --- all tables together ---


def _pit(room: Room, staff: bool) -> dict[str, str]:
    pit, zone = room.pit(), room.board.floor.timezone
    takings = [_figures(taken) for taken in pit["takings"]] if staff else []
    shown = {
        "totals": drawn("floor", "totals", pit, takings),
        "shut": drawn("floor", "shut", pit, staff),
    }
    if staff:
        shown["alerts"] = drawn("floor", "alerts", [_alert(one, zone) for one in pit["alerts"]])
        shown |= bar.parts(room)
    return shown


def _figures(taken: Mapping[str, Any]) -> dict[str, Any]:
    handle = taken["handle_cents"]
    return {**taken, "hold": percent(Fraction(taken["win_cents"], handle), 2) if handle else ""}


def _alert(alert: Mapping[str, Any], zone: str) -> dict[str, Any]:
    since, seen = alert["since"], alert["acknowledged"]
    return {
        **alert,
        "icon": ICONS[alert["kind"]],
        "address": _address(alert),
        "since": local_time(since, zone)[11:] if since else "",
        "seen": f"{seen['by']}, {local_time(seen['at'], zone)[11:]}" if seen else "",
    }


def _address(alert: Mapping[str, Any]) -> str:
    """Return where what an alert asks for is done; empty if it is done at the table."""
    if alert["over"] or alert["kind"] not in ("hit", "proposal"):
        return ""
    page = "jackpots" if alert["jackpot"] else "tables"
    return f"/manager/{page}#{alert['id']}"
