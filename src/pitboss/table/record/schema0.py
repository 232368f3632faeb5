"""Journals of schema 0: events alone, in which most movements of money were left to be inferred.

They are read for good: the chain is verified, and what they say is told and summed, but not decided
again. What moved money without saying so is completed here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.refusals import did_you_mean, unreadable
from pitboss.settle.accounts import DEALER_ENVY, LAYOUT, TRAY, VIGORISH, Reason
from pitboss.table.record.codec import MOVEMENTS, fact_of
from pitboss.table.state import Table
from pitboss.table.steps import FACTS, Fact
from pitboss.table.steps.betting import BetPlaced, BetTakenBack, bet_laid, given_back
from pitboss.table.steps.closing import ProgressivesTaken, taken_off_sensors
from pitboss.table.steps.dealing import RoundMadeFree
from pitboss.table.steps.errors import RoundVoided
from pitboss.table.steps.paying import LosersCollected, TieVigorishCollected
from pitboss.table.steps.positions import ChipsBought, PositionLeft, bought, departure
from pitboss.table.steps.tray import (
    AdjustBet,
    BetAdjusted,
    BoxEmptied,
    CountTray,
    EmptyBox,
    TrayCounted,
    TrayCredited,
    TrayFilled,
    bet_adjustment,
    box_taken,
    tray_count,
    tray_credit,
    tray_fill,
)

RENAMED: Mapping[str, tuple[str, Mapping[object, object]]] = {
    "equipment": ("seats", {"live": "chips", "hybrid": "terminals"})
}
"""Fields of a setup that are called otherwise today, and what became of their values."""


def old_fact(name: str, data: object) -> Fact:
    """Read an event of schema 0; movements that it does not name are added when it is applied."""
    kind = FACTS.get(name)
    if kind is None:
        raise unreadable(
            "unknown-event", f'"{name[:40]}" is no event of a table', did_you_mean(name, FACTS)
        )
    if not isinstance(data, dict):
        raise unreadable("unreadable-event", f"{name} is not an object", "restore the line")
    setup, moves = data.get("setup"), data.get(MOVEMENTS, [])
    if isinstance(setup, dict):
        data = data | {"setup": dict(_renamed(field, setup[field]) for field in setup)}
    if isinstance(moves, list):
        moves = [_with_reason(kind, move) for move in moves]
    return fact_of({"kind": name, **data, MOVEMENTS: moves})


def _renamed(field: str, value: object) -> tuple[str, object]:
    name, values = RENAMED.get(field, (field, {}))
    return name, values.get(value, value) if isinstance(value, str) else value


def _with_reason(kind: type, move: object) -> object:
    return move | {"reason": _reason(kind, move)} if isinstance(move, dict) else move


def _reason(kind: type, move: Mapping[str, object]) -> Reason:
    """Return why money moved, which schema 0 did not say."""
    if kind is TieVigorishCollected:
        return "tie vigorish"
    if kind in (RoundMadeFree, RoundVoided):
        return "stake back"
    source, target = move.get("source"), move.get("target")
    if target in (VIGORISH, DEALER_ENVY):
        return "vigorish" if target == VIGORISH else "dealer envy"
    if source != LAYOUT:
        return "won"
    if target != TRAY:
        return "returned"
    return "lost" if kind is LosersCollected else "used coupon"


COMPLETED: Mapping[type, Callable[[Table, Any], Fact]] = {
    BetPlaced: lambda _, fact: bet_laid(fact.number, fact.bet, fact.behind, fact.cash_cents),
    BetTakenBack: lambda table, fact: BetTakenBack(
        fact.number,
        tuple(given_back(laid, LAYOUT) for laid in table.round.bets if laid.number == fact.number),
    ),
    ProgressivesTaken: lambda table, fact: taken_off_sensors(table, fact.numbers),
    ChipsBought: lambda _, fact: bought(fact.position, fact.cents),
    PositionLeft: lambda table, fact: departure(table, fact.position, behind=fact.behind),
    TrayCounted: lambda table, fact: tray_count(
        table, CountTray(fact.when, fact.cents, fact.first, fact.second)
    ),
    TrayFilled: lambda _, fact: tray_fill(fact.cents, fact.first, fact.second),
    TrayCredited: lambda _, fact: tray_credit(fact.cents, fact.first, fact.second),
    BetAdjusted: lambda _, fact: bet_adjustment(AdjustBet(*fact[:-1])),
    BoxEmptied: lambda table, fact: box_taken(
        table, EmptyBox(fact.box, fact.first, fact.second), fact.cents
    ),
}
"""How the movements are found of facts that used to be without."""


def completed(table: Table, fact: Fact) -> Fact:
    """Return a fact of schema 0 with its movements, given the table before it."""
    complete = COMPLETED.get(type(fact))
    return fact if complete is None else complete(table, fact)
