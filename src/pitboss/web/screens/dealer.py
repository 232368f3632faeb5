"""The dealer's page: one next action, the hands, the bets, and what is entered or paid now."""

from __future__ import annotations

from typing import Any

from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.table.floor.records import FloorTable
from pitboss.table.guidance.advice import Advice, advise, due_command
from pitboss.table.state import SensorLink, Table
from pitboss.table.steps.positions import Sit
from pitboss.web.screens.dealing.bets import paying, places
from pitboss.web.screens.dealing.entries import AROUND, IRREGULAR, betting_form, forms_of, items_of
from pitboss.web.screens.dealing.hands import hands, shooting
from pitboss.web.screens.dealing.hits import Alarm, alarm, open_hits
from pitboss.web.screens.dealing.lights import lights
from pitboss.web.screens.dealing.pads import (
    CardPad,
    DicePad,
    Pad,
    RollPad,
    pad_of,
    resting_pad,
    step_of,
)
from pitboss.web.screens.dealing.shoe import cut_of, preparing, shoe_of
from pitboss.web.screens.dealing.squeeze import is_squeezed, openings
from pitboss.web.screens.dealing.step import main_action, other_actions, server_deals, stages
from pitboss.web.screens.room import Page, Room
from pitboss.web.templating import drawn

PAGE = "dealer"
PADS: dict[type[Pad], str] = {CardPad: "cards", DicePad: "dice", RollPad: "rolls"}


def values(room: Room, page: Page) -> dict[str, Any]:
    """Return what the page is made of beside its elements."""
    table = room.board.table(page.table)
    rules = None if table.opened is None else table.opened.rules
    links = [jackpot.id for jackpot in room.board.floor.jackpots_at(page.table)]
    return {"table": room.board.floor.table(page.table), "rules": rules, "links": links}


def parts(room: Room, stream: str, *words: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows."""
    kind, _, id = stream.partition("/")
    if stream == PRESENCE:
        return {"auto": drawn(PAGE, "auto", words[0], room.presence.get(words[0]))}
    if kind == "link":
        return {f"hit-{id}": _hit(room, id)}
    return table_parts(room, id)


def _hit(room: Room, jackpot: str) -> str:
    hits = open_hits(room.board.jackpot(jackpot))
    return drawn(PAGE, "hit", jackpot, hits, room.board.floor.currency)


def table_parts(room: Room, id: str) -> dict[str, str]:
    """Return the elements that a table's own stream shows."""
    entry, table = room.board.floor.table(id), room.board.table(id)
    advice = advise(table)
    call = alarm(table) if table.open else None
    currency = room.board.floor.currency if table.opened is None else table.opened.currency
    return {
        "where": drawn(PAGE, "where", entry, table),
        "shoe": drawn(PAGE, "shoe", shoe_of(table), table),
        "next": drawn(PAGE, "next", _next(entry, table, advice, call)),
        "hands": drawn(PAGE, "hands", *_felt(table)),
        "bets": drawn(PAGE, "bets", places(table) if table.open else [], currency),
        "work": drawn(PAGE, "work", _work(room, entry, table, call), currency),
        "lights": drawn(PAGE, "lights", lights(table)),
        "irregularities": drawn(
            PAGE, "menu", "irregularities", items_of(table, IRREGULAR, advice.may)
        ),
        "around": drawn(PAGE, "menu", "around", items_of(table, AROUND, advice.may)),
        "forms": _forms(table),
    }


MOST_KEPT = 64
_kept: dict[tuple[str, tuple[SensorLink, ...]], str] = {}
"""The forms of tables, which change with the setup alone."""


def _forms(table: Table) -> str:
    """Return the dialogs of a table, drawn once for each setup."""
    if not table.open:
        return drawn(PAGE, "forms", [])
    key = (table.setup.digest, table.panel.links)
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = drawn(PAGE, "forms", forms_of(table))
    return _kept[key]


def _next(entry: FloorTable, table: Table, advice: Advice, call: Alarm | None) -> dict[str, Any]:
    """Return the next step; a jackpot that is won or pending stands before it."""
    return {
        "stages": stages(table),
        "advice": advice,
        "alarm": call,
        "action": main_action(entry, table, advice),
        "others": list(other_actions(table, advice)) if table.open else [],
    }


def _felt(table: Table) -> tuple[str, Any]:
    if not table.open:
        return "closed", None
    if table.setup.kind == "craps":
        return "craps", shooting(table)
    return table.setup.kind, hands(table)


def _work(room: Room, entry: FloorTable, table: Table, call: Alarm | None) -> dict[str, Any]:
    """Return what the work area shows, by what is due."""
    kind = _kind_of_work(entry, table, call)
    view: dict[str, Any] = {"kind": kind, "table": table}
    if kind in PADS.values():
        view |= {"pad": pad_of(table) or resting_pad(table), "step": step_of(table)}
    elif kind == "server":
        view["chance"] = table.chance.open
    elif kind == "handover":
        view["openings"] = openings(table)
    elif kind == "betting":
        view |= {"form": betting_form(table), "bets": table.round.bets}
    elif kind == "shoe":
        view |= {"rows": preparing(table), "cut": cut_of(table)}
    if kind == "jackpot":
        assert call is not None, "a jackpot that is won or pending"
        view["hits"] = [_hit(room, jackpot) for jackpot in call.jackpots]
    if kind in ("jackpot", "paying"):
        view["paying"] = paying(table)
    return view


def _kind_of_work(entry: FloorTable, table: Table, call: Alarm | None) -> str:
    if not table.open:
        return "closed"
    pad, stage = pad_of(table), table.round.stage
    if pad is not None:
        return "server" if server_deals(entry, table) else PADS[type(pad)]
    if call is not None and stage not in ("dealing", "drawing"):
        return "jackpot"
    if is_squeezed(table):
        return "handover"
    if stage in ("dealing", "drawing"):
        return "server" if server_deals(entry, table) else PADS[type(resting_pad(table))]
    if stage == "betting":
        return "betting" if _takes_bets(table) else "shoe"
    return "paying"


def _takes_bets(table: Table) -> bool:
    """Say whether people bet, or are waited for, rather than that cards are made ready."""
    ready = table.setup.kind != "baccarat" or table.shoe.stage == "in play"
    return ready or isinstance(due_command(table), Sit)
