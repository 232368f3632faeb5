"""The dealer's page: one next action, the hands, the bets, and what is entered or paid now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.jackpot.people import CARDS
from pitboss.table.floor.records import FloorTable
from pitboss.table.guidance.advice import Advice, advise, due_command
from pitboss.table.state import SensorLink, Table
from pitboss.table.steps.betting import unfit_bets
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.positions import Sit
from pitboss.web.screens.dealing.bets import Place, paying, places
from pitboss.web.screens.dealing.entries import AROUND, IRREGULAR, betting_form, forms_of, items_of
from pitboss.web.screens.dealing.hands import hands, shooting
from pitboss.web.screens.dealing.hits import (
    Alarm,
    PaidBy,
    alarm,
    open_hits,
    order_of,
    paid_by,
    paid_hits,
    shares_at,
    told_paid,
)
from pitboss.web.screens.dealing.lights import lights
from pitboss.web.screens.dealing.names import own_name
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
from pitboss.web.screens.holders import holder
from pitboss.web.screens.room import Page, Room
from pitboss.web.screens.sign import game_name
from pitboss.web.templating import drawn

PAGE = "dealer"
PADS: dict[type[Pad], str] = {CardPad: "cards", DicePad: "dice", RollPad: "rolls"}


def values(room: Room, page: Page) -> dict[str, Any]:
    """Return what the page is made of beside its elements."""
    table = room.board.table(page.table)
    rules = None if table.opened is None else table.opened.rules
    links = [jackpot.id for jackpot in room.board.floor.jackpots_at(page.table)]
    cards = cards_of(room.badges)
    entry = room.board.floor.table(page.table)
    return {"table": entry, "rules": rules, "links": links, "cards": cards}


def cards_of(badges: Iterable[Mapping[str, str]]) -> list[Mapping[str, str]]:
    """Return the badges whose card signs for something, of those that a demo shows."""
    return [one for one in badges if one["level"] in CARDS]


def parts(room: Room, stream: str, *words: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows."""
    kind, _, id = stream.partition("/")
    if stream == PRESENCE:
        setup = room.board.table(words[0]).opened
        kind = "baccarat" if setup is None else setup.kind
        return {"auto": drawn(PAGE, "auto", words[0], room.presence.get(words[0]), kind)}
    if kind == "link":
        return {f"hit-{id}": _hit(room, id), f"order-{id}": _order(room, id)}
    return table_parts(room, id)


def _hit(room: Room, jackpot: str) -> str:
    currency = room.board.floor.currency
    hits = open_hits(room.board, jackpot, demo=room.demo)
    return drawn(PAGE, "hit", jackpot, hits, currency, _automaton(room, jackpot))


def _order(room: Room, jackpot: str) -> str:
    told = order_of(room.board.jackpot(jackpot), demo=room.demo)
    return drawn(PAGE, "order", jackpot, told, _automaton(room, jackpot))


def _automaton(room: Room, jackpot: str) -> PaidBy | None:
    """Return which automaton pays a hit if nobody else does; None on a real floor."""
    link, floor = room.board.jackpot(jackpot), room.board.floor
    return paid_by(link, floor.pay_seconds) if room.demo else None


def table_parts(room: Room, id: str) -> dict[str, str]:
    """Return the elements that a table's own stream shows."""
    entry, table = room.board.floor.table(id), room.board.table(id)
    advice = advise(table)
    call = alarm(table) if table.open else None
    currency = room.board.floor.currency if table.opened is None else table.opened.currency
    return {
        "where": drawn(PAGE, "where", entry, table, game_name(entry, table.opened)),
        "shoe": drawn(PAGE, "shoe", shoe_of(table), table),
        "next": drawn(PAGE, "next", _next(room, entry, table, advice, call)),
        "hands": drawn(PAGE, "hands", *_felt(table)),
        "bets": drawn(PAGE, "bets", _places(room, id, table), currency),
        "work": drawn(PAGE, "work", _work(room, entry, table, call), currency),
        "lights": drawn(PAGE, "lights", lights(table)),
        "irregularities": drawn(
            PAGE, "menu", "irregularities", items_of(table, IRREGULAR, advice.may)
        ),
        "around": drawn(PAGE, "menu", "around", items_of(table, AROUND, advice.may)),
        "forms": _forms(table, cards_of(room.badges)),
    }


def _places(room: Room, id: str, table: Table) -> list[tuple[Place, str]]:
    """Return the positions of a table, each with who holds it, as the floor marks it."""
    if not table.open:
        return []
    at = room.presence.get(id, {})
    people, demo = at.get("people", ()), bool(at.get("automatic"))
    return [(one, holder(one.position, table.seated, people, demo=demo)) for one in places(table)]


MOST_KEPT = 64
_kept: dict[tuple[str, tuple[SensorLink, ...], tuple[str, ...]], str] = {}
"""The forms of tables, which change with the setup alone, and with the cards that a demo shows."""


def _forms(table: Table, cards: list[Mapping[str, str]]) -> str:
    """Return the dialogs of a table, drawn once for each setup."""
    if not table.open:
        return drawn(PAGE, "forms", [], cards)
    key = (table.setup.digest, table.panel.links, tuple(one["badge"] for one in cards))
    if key not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[key] = drawn(PAGE, "forms", forms_of(table), cards)
    return _kept[key]


def _next(
    room: Room, entry: FloorTable, table: Table, advice: Advice, call: Alarm | None
) -> dict[str, Any]:
    """Return the next step; a jackpot that is won or pending stands before it."""
    paid = paid_hits(room.board, table) if table.open else {}
    return {
        "stages": stages(table),
        "advice": advice,
        "alarm": call,
        "orders": [_order(room, one) for one in (call.jackpots if call else ())],
        "meanwhile": ClearLayout not in advice.due and call is not None and bool(call.jackpots),
        "paid": told_paid(paid, room.board.floor.currency, demo=room.demo),
        "action": main_action(entry, table, advice),
        "others": list(other_actions(entry, table, advice)) if table.open else [],
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
        action = main_action(entry, table, advise(table))
        first = "" if action is None else action.label
        view |= {"pad": pad_of(table) or resting_pad(table), "step": step_of(table), "first": first}
    elif kind == "server":
        view["chance"] = table.chance.open
    elif kind == "handover":
        view["openings"] = openings(table)
    elif kind == "betting":
        bets = table.round.bets
        names = {laid.number: own_name(table, laid.bet.wager, laid.bet.on) for laid in bets}
        view |= {"form": betting_form(table), "bets": bets, "names": names}
        view["unfit"] = unfit_bets(table.setup, bets)
    elif kind == "shoe":
        view |= {"rows": preparing(table), "cut": cut_of(table)}
    if kind == "jackpot":
        assert call is not None, "a jackpot that is won or pending"
        view["hits"] = [_hit(room, jackpot) for jackpot in call.jackpots]
    if kind in ("jackpot", "paying"):
        shares = shares_at(entry.id, table, paid_hits(room.board, table))
        view["paying"] = paying(table, shares)
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
