"""The seat's page: the felt with its chips, what the last round came to, and the roads."""

from __future__ import annotations

from typing import Any

from pitboss.games.craps import POINTS
from pitboss.house.serving.board import Board
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.refusals import Refusal
from pitboss.table.state import Table
from pitboss.web.errors import Refused
from pitboss.web.felt import Felt, felt_of
from pitboss.web.screens.results import results_of
from pitboss.web.screens.room import Page, Room
from pitboss.web.screens.seat_hands import hands_of, point_of, stage_of
from pitboss.web.screens.seat_limits import chips_for, limits_of
from pitboss.web.screens.seat_side import came, came_to, roads_of, sums_of
from pitboss.web.screens.seat_spots import NOTHING, jackpots_of, shown_at, spot_parts
from pitboss.web.templating import drawn

HISTORY = 8
"""Rounds of the own history that are listed."""


def values(room: Room, page: Page) -> dict[str, Any]:
    """Return what the page is made of beside its elements."""
    table, entry = room.board.table(page.table), room.board.floor.table(page.table)
    setup = table.opened
    if setup is None:
        return {"table": entry, "seat": page.seat, "open": False, "setup": None, "felt": None}
    if page.seat not in setup.position_numbers:
        message = f"table {page.table} has no position {page.seat}"
        raise Refused(Refusal("no-such-position", message, "choose another position"))
    return {
        "table": entry,
        "seat": page.seat,
        "open": table.open,
        "setup": setup,
        "felt": felt_of(setup),
        "jackpots": jackpots_of(table),
        "chips": chips_for(setup),
    }


def parts(room: Room, stream: str, *words: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows."""
    kind, _, id = stream.partition("/")
    if stream == PRESENCE:
        return _of_presence(room, *words)
    if kind == "link":
        return meter_parts(room.board, id)
    table = room.board.table(id)
    if table.opened is None or not table.open:
        return _of_closed(room, id, table, int(words[0]))
    return table_parts(room, id, table, int(words[0]))


def meter_parts(board: Board, id: str) -> dict[str, str]:
    """Return the meter of a jackpot."""
    cents, currency = board.jackpot(id).displayed_cents, board.floor.currency
    return {f"m-{id}": drawn("seat", "meter", id, cents, currency)}


def _of_presence(room: Room, id: str, seat: str) -> dict[str, str]:
    at = room.presence.get(id, {})
    person = int(seat) in at.get("people", ())
    return {
        "countdown": drawn("seat", "countdown", at.get("closes_at")),
        "auto": drawn("seat", "auto", id, int(seat), room.demo, person),
    }


def _of_closed(room: Room, id: str, table: Table, seat: int) -> dict[str, str]:
    """Return the elements of a closed table: what lies in front, and what came last."""
    made = {"layout": layout_mark(table), "stage": drawn("seat", "stage", stage_of(table, seat))}
    if table.opened is None:
        return made
    return {**made, **_beside(room, id, table, seat, felt_of(table.setup))}


def table_parts(room: Room, id: str, table: Table, seat: int) -> dict[str, str]:
    """Return the elements of an open table."""
    setup = table.setup
    felt = felt_of(setup)
    made = {
        "layout": layout_mark(table),
        "stage": drawn("seat", "stage", stage_of(table, seat)),
        **spot_parts(felt, table, seat),
        **_beside(room, id, table, seat, felt),
    }
    if setup.kind == "craps":
        made |= _of_craps(felt, table, seat)
    elif felt.plan.zone:
        made["hands"] = _hands(table, seat, room.board.floor.table(id).cards == "virtual")
    return made


def _hands(table: Table, seat: int, virtual: bool) -> str:
    """Draw the hands; the seat's own to turn if it holds one."""
    player, banker = hands_of(table)
    if table.setup.kind == "baccarat" and seat in (player.holder, banker.holder):
        own, other = (player, banker) if player.holder == seat else (banker, player)
        return drawn("seat", "squeeze", own, other, seat, virtual)
    return drawn("seat", "hands", table.round.result, seat, player, banker)


def _beside(room: Room, id: str, table: Table, seat: int, felt: Felt) -> dict[str, str]:
    rounds, currency = results_of(room.board).of(id, seat), table.setup.currency
    sums = sums_of(felt, table, seat, rounds)
    history = [came(felt, one, seat) for one in rounds[:HISTORY]]
    return {
        "result": drawn(
            "seat", "result", came_to(felt, table, seat, rounds), table.setup.kind, currency
        ),
        "history": drawn("seat", "history", history, table.setup.kind, currency),
        "roads": _roads(table),
        "limits": drawn("seat", "limits", limits_of(table), table.announced, currency),
        "staked": drawn("seat", "staked", sums, currency),
        "balance": drawn("seat", "balance", sums, currency),
    }


def _roads(table: Table) -> str:
    """Draw the roads of a shoe, or the rolls of a shooter; cups of dice have neither."""
    match table.setup.kind:
        case "baccarat":
            return drawn("seat", "roads", roads_of(table))
        case "craps":
            return drawn("seat", "rolls", point_of(table.round))
    return drawn("seat", "no_roads")


def _of_craps(felt: Felt, table: Table, seat: int) -> dict[str, str]:
    """Return the point, the boxes that fill up and the steps that are climbed."""
    made = {"point": drawn("seat", "point", point_of(table.round), POINTS)}
    shown = shown_at(felt, table, seat)
    for group in felt.groups:
        for spot in group.spots:
            counts = shown.get(spot.id, NOTHING).counts
            if group.kind == "climb":
                made[f"steps-{spot.id}"] = drawn("seat", "steps", spot, counts)
            elif group.kind == "works":
                made[f"boxes-{spot.id}"] = drawn("seat", "boxes", spot, counts)
    return made


def layout_mark(table: Table) -> str:
    """Return what changes when the felt has to be laid out anew: the page then loads again."""
    setup = table.opened.digest[:12] if table.opened is not None else ""
    return drawn("seat", "layout", f"{setup}{'' if table.open else ' closed'}")
