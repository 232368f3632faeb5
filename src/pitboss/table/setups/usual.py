"""The table that a game usually has: everything offered that can be, nothing unlawful."""

from __future__ import annotations

from pitboss.rulebook import Game, PayTable, Rulebook, Wager, catalog
from pitboss.settle.bets import House
from pitboss.settle.legality import table_fault
from pitboss.table.setups.faults import decks_of, places_of
from pitboss.table.setups.setup import Currency, Offer, TableSetup


def usual_setup(
    game_id: str, rulebook: Rulebook | None = None, *, currency: Currency = "USD"
) -> TableSetup:
    """Return the usual table of a game: every wager at its first pay table that can be paid.

    >>> setup = usual_setup("99-fortunes")
    >>> setup.base_wager_required, setup.sensors, setup.offers[1].table
    (True, 1, 'vigorish')
    """
    book = rulebook or catalog()
    game = book.game(game_id)
    offers = tuple(
        Offer(wager.id, table)
        for wager in game.wagers.values()
        if (table := first_table(game, wager, currency)) is not None
    )
    wagers = [game.wager(offer.wager) for offer in offers]
    base = [one.discretion.get("base-wager") for one in wagers if one.role != "base"]
    return TableSetup(
        game=game_id,
        offers=offers,
        currency=currency,
        jurisdiction=next(iter(places_of(game))),
        decks=decks_of(game, book).default,
        base_wager_required=any(rule is not None and rule.rule == "required" for rule in base),
        sensors=sum(one.role == "progressive" for one in wagers),
        rulebook=book,
    )


def first_table(game: Game, wager: Wager, currency: Currency = "USD") -> str | None:
    """Return the first table at which a wager can be offered; a group's first for all of it."""
    partners = [
        game.wagers[id]
        for group in game.one_table
        if wager.id in group.wagers
        for id in group.wagers
        if id in game.wagers
    ]
    for table in wager.tables:
        if all(
            table in one.tables and _can_be_paid(one, table, currency) for one in (wager, *partners)
        ):
            return table
    return None


def _can_be_paid(wager: Wager, table: str, currency: Currency) -> bool:
    opened: PayTable = wager.open(table, on=wager.places(table)[0])
    payable = opened.unit is None or opened.unit.currency == currency
    approved = table not in wager.written_approval
    return payable and approved and table_fault(opened, House()) is None
