"""What the sections leave to the licensee, and where a setup decides what they decide."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.refusals import Refusal
from pitboss.rulebook import Game, Wager
from pitboss.settle.company import HANDS
from pitboss.table.setups.offers import opened_offers
from pitboss.table.setups.setup import TableSetup


def base_wager(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    """Yield where the section has decided whether a base wager is required.

    A wager of another section keeps that section's own rule, whatever the table requires: it is
    asked of each bet.
    """
    opened = opened_offers(setup)
    optional = [table.wager for table in opened.values() if table.wager.role != "base"]
    own = [one for one in optional if one.game == game.id]
    bound = [one for one in own if _rule(one, "base-wager") == "required"]
    free = [one for one in optional if _rule(one, "base-wager") == "not-required"]
    if bound and not setup.base_wager_required:
        yield Refusal(
            "base-wager-must-be-required",
            f"{_names(bound)}: the section requires a base wager",
            "set base wager required",
            bound[0].discretion["base-wager"].cite,
        )
    if free and len(free) == len(optional) and setup.base_wager_required:
        yield Refusal(
            "base-wager-cannot-be-required",
            f"{_names(free)}: the section asks for no base wager",
            "set no base wager required",
            free[0].discretion["base-wager"].cite,
        )
    if setup.base_wager_required and optional and len(optional) == len(opened):
        provision = optional[0].discretion.get("base-wager")
        yield Refusal(
            "no-base-wager-offered",
            "a base wager is required, and none is offered",
            "offer a base wager, or do not require one",
            provision.cite if provision else optional[0].cite,
        )


def both_hands(setup: TableSetup, _: Game) -> Iterator[Refusal]:
    """Yield where the section gives players both hands and the house bars them."""
    opened = opened_offers(setup)
    bases = HANDS if opened.keys() >= HANDS else set()
    given = [
        table.wager
        for id, table in opened.items()
        if (id in bases or HANDS.issubset(table.wager.on))
        and _rule(table.wager, "both-hands") == "allowed"
    ]
    if given and not setup.both_hands:
        yield Refusal(
            "both-hands-allowed",
            f"{_names(given)}: the section lets players bet on both hands",
            "allow both hands, or do not offer these wagers",
            given[0].discretion["both-hands"].cite,
        )


def tokes(setup: TableSetup, _: Game) -> Iterator[Refusal]:
    """Yield where tokes are taken and every wager that is offered bars them."""
    wagers = [table.wager for table in opened_offers(setup).values()]
    if setup.tokes and wagers and all(_rule(one, "tokes") == "barred" for one in wagers):
        yield Refusal(
            "tokes-barred",
            f"{_names(wagers)}: nothing that is offered may be bet for the dealer",
            "set no tokes, or offer a wager that allows them",
            wagers[0].discretion["tokes"].cite,
        )


def bonus_order(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    """Yield where no section lets the house reconcile bonus wagers in any order."""
    rule = game.discretion.get("bonus-order")
    if setup.bonus_order == "any" and (rule is None or rule.rule != "house"):
        yield Refusal(
            "bonus-order-fixed",
            f"{game.id} reconciles bonus wagers with the others, losers first",
            "set bonus order together",
            "30-2815(2)" if rule is None else rule.cite,
        )


def _rule(wager: Wager, key: str) -> str:
    provision = wager.discretion.get(key)
    return provision.rule if provision else ""


def _names(wagers: list[Wager]) -> str:
    return ", ".join(one.id for one in wagers)
