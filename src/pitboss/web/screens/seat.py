"""The seat's page: the felt with its chips, what the last round came to, and the roads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.games.craps import POINTS
from pitboss.games.three_dice import Throw
from pitboss.house.serving.board import Board
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.refusals import Refusal
from pitboss.table.roads.roads import bead_plate, big_road
from pitboss.table.state import Table
from pitboss.web.errors import Refused
from pitboss.web.felt import Felt, felt_of
from pitboss.web.screens.histories import last_rolls, marked
from pitboss.web.screens.posted import said_from
from pitboss.web.screens.results import results_of
from pitboss.web.screens.room import Page, Room
from pitboss.web.screens.seat_hands import hands_of, point_of, stage_of
from pitboss.web.screens.seat_limits import chips_for, limits_of
from pitboss.web.screens.seat_side import came, came_to, pending_shares, roads_of, sums_of
from pitboss.web.screens.seat_spots import NOTHING, jackpots_of, shares_of, shown_at, spot_parts
from pitboss.web.screens.sign import game_name
from pitboss.web.templating import drawn
from pitboss.web.words import words

HISTORY = 8
"""Rounds of the own history that are listed."""


def values(room: Room, page: Page) -> dict[str, Any]:
    """Return what the page is made of beside its elements."""
    table, entry = room.board.table(page.table), room.board.floor.table(page.table)
    setup = table.opened
    place = {"table": entry, "seat": page.seat, "game": game_name(entry, setup)}
    place["own_words"] = own_words(page.seat)
    if setup is None:
        return {**place, "open": False, "setup": None, "felt": None}
    if page.seat not in setup.position_numbers:
        message = f"table {page.table} has no position {page.seat}"
        raise Refused(Refusal("no-such-position", message, "choose another position"))
    return {
        **place,
        "open": table.open,
        "setup": setup,
        "felt": felt_of(setup, table.panel.links),
        "jackpots": jackpots_of(table),
        "chips": chips_for(setup),
    }


def own_words(seat: int) -> list[tuple[str, str]]:
    """Return how a refusal that names a position is put to whoever sits there, by patterns."""
    return [(text.replace("{seat}", str(seat)), told) for text, told in words["seat"]["own"]]


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
    person, ends_at = int(seat) in at.get("people", ()), at.get("ending", {}).get(seat)
    arriving = int(seat) in at.get("arriving", ())
    return {
        "countdown": drawn("seat", "countdown", at.get("closes_at"), arriving),
        "turn-by": drawn("seat", "turn_by", at.get("turns_at")),
        "auto": drawn("seat", "auto", id, int(seat), room.demo, person, ends_at, arriving),
        "silent": drawn("seat", "silent", ends_at),
    }


def _of_closed(room: Room, id: str, table: Table, seat: int) -> dict[str, str]:
    """Return the elements of a closed table: what lies in front, and what came last."""
    made = {"layout": layout_mark(table), "stage": drawn("seat", "stage", stage_of(table, seat))}
    if table.opened is None:
        return made
    return {**made, **_beside(room, id, table, seat, felt_of(table.setup, table.panel.links))}


def table_parts(room: Room, id: str, table: Table, seat: int) -> dict[str, str]:
    """Return the elements of an open table."""
    setup = table.setup
    felt = felt_of(setup, table.panel.links)
    made = {
        "layout": layout_mark(table),
        "stage": drawn("seat", "stage", stage_of(table, seat)),
        **spot_parts(felt, table, seat, shares_of(room.board, id, seat)),
        **_beside(room, id, table, seat, felt),
    }
    if setup.kind == "craps":
        return made | _of_craps(felt, table, seat)
    if felt.plan.zone:
        made["hands"] = _hands(table, seat, room.board.floor.table(id).cards == "virtual")
    return made | {"dealt": _dealt(room, id, table, seat, felt)}


def _dealt(room: Room, id: str, table: Table, seat: int, felt: Felt) -> str:
    """Draw the hands for where they would be out of sight, with what they come to."""
    rounds, shares = results_of(room.board).of(id, seat), shares_of(room.board, id, seat)
    now = came_to(felt, table, seat, rounds, shares)
    net = now.net_cents if now is not None and now.over else None
    pending = now is not None and now.pending
    shown = (*hands_of(table), net, pending, table.setup.squeezed, table.setup.currency)
    return drawn("seat", "dealt", table.round, *shown)


def _hands(table: Table, seat: int, virtual: bool) -> str:
    """Draw the hands; the seat's own to turn if it holds one."""
    player, banker = hands_of(table)
    if table.setup.kind == "baccarat" and seat in (player.holder, banker.holder):
        own, other = (player, banker) if player.holder == seat else (banker, player)
        return drawn("seat", "squeeze", own, other, seat, virtual)
    return drawn("seat", "hands", table.round.result, seat, player, banker, table.setup.squeezed)


def _beside(room: Room, id: str, table: Table, seat: int, felt: Felt) -> dict[str, str]:
    rounds, currency = results_of(room.board).of(id, seat), table.setup.currency
    sums, shares = sums_of(felt, table, seat, rounds), shares_of(room.board, id, seat)
    history = [came(felt, one, seat, shares) for one in rounds[:HISTORY]]
    coming = said_from(table, words["seat"]["coming"]) if table.announced else ""
    result, kind = came_to(felt, table, seat, rounds, shares), table.setup.kind
    since = results_of(room.board).since.get((id, seat), 0)
    pending = pending_shares(felt, shares, since, result)
    return {
        "pending": drawn("seat", "pending", pending, currency),
        "result": drawn("seat", "result", result, kind, currency, not felt.plan.zone),
        "history": drawn("seat", "history", history, kind, currency),
        "roads": _roads(table, results_of(room.board).throws(id)),
        "limits": drawn("seat", "limits", limits_of(table), coming, currency),
        "staked": drawn("seat", "staked", sums, currency),
        "balance": drawn("seat", "balance", sums, currency),
    }


def _roads(table: Table, thrown: Sequence[Throw]) -> str:
    """Draw the roads of a shoe, those of what the cups have thrown, or the rolls of a shooter."""
    match table.setup.kind:
        case "baccarat":
            return drawn("seat", "roads", roads_of(table))
        case "craps":
            return drawn("seat", "rolls", point_of(table.round, last_rolls(table)))
    marks = marked(thrown)
    return drawn("seat", "dice_roads", big_road(marks), bead_plate(marks))


def _of_craps(felt: Felt, table: Table, seat: int) -> dict[str, str]:
    """Return the point, the boxes that fill up and the steps that are climbed."""
    made = {"point": drawn("seat", "point", point_of(table.round, last_rolls(table)), POINTS)}
    shown = shown_at(felt, table, seat, {})
    for group in felt.groups:
        for spot in group.spots:
            counts = shown.get(spot.id, NOTHING).counts
            if group.kind == "climb":
                made[f"steps-{spot.id}"] = drawn("seat", "steps", spot, counts)
            elif group.kind == "works":
                made[f"boxes-{spot.id}"] = drawn("seat", "boxes", spot, counts)
    return made


def layout_mark(table: Table) -> str:
    """Return what changes when the felt has to be laid out anew."""
    setup = table.opened.digest[:12] if table.opened is not None else ""
    return drawn("seat", "layout", f"{setup}{'' if table.open else ' closed'}")
