"""What is wrong with the wagers that a setup offers: pay tables, readings, limits, commission."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.rulebook import Game, PayTable, Wager
from pitboss.rulebook.beside import admission_cite, beside_fault, wager_named, with_beside
from pitboss.rulebook.readings import Ambiguity
from pitboss.settle.bets import LARGEST_CENTS, House
from pitboss.settle.company import BANKER
from pitboss.settle.legality import table_fault
from pitboss.table.setups.limits import limit_faults
from pitboss.table.setups.names import Offer, offer_names
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.shape import PARAGRAPHS, offer_shapes

Opened = Mapping[str, PayTable]
"""The pay tables of the offers that can be opened, by name, on their first place."""


class Sound(NamedTuple):
    """An offer of a wager that may stand at the table, by its name there."""

    name: str
    offer: Offer
    wager: Wager


def offer_faults(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    """Yield what is wrong with each offer by itself, and then with several together."""
    if not setup.offers:
        yield Refusal(
            "nothing-offered",
            "the table offers no wager",
            f"offer some of {', '.join(game.wagers)}",
            game.cite,
        )
    for offer in setup.offers:
        yield from offer_shapes(offer) if any(offer_shapes(offer)) else _unfit(setup, offer)
    opened: dict[str, PayTable] = {}
    for name, offer, wager in sound_offers(setup):
        for table in _open(setup, wager, offer):
            if isinstance(table, Refusal):
                yield table
            else:
                opened.setdefault(name, table)
                yield from _table_faults(setup, table)
                yield from limit_faults(game, offer, table)
    yield from _offered_twice(setup, game)
    yield from _mixed_tables(game, opened)
    yield from _other_commission(opened)


def opened_offers(setup: TableSetup) -> Opened:
    """Return the pay tables of all offers that can be opened."""
    return {
        name: one
        for name, offer, wager in sound_offers(setup)
        for one in _open(setup, wager, offer)
        if isinstance(one, PayTable)
    }


def sound_offers(setup: TableSetup) -> tuple[Sound, ...]:
    """Return the offers whose wagers are there and may stand at the table."""
    shaped = (offer for offer in setup.offers if not any(offer_shapes(offer)))
    fit = [offer for offer in shaped if not any(_unfit(setup, offer))]
    names = offer_names(setup.game, fit)
    return tuple(
        Sound(name, offer, _wager_of(setup, offer)) for name, offer in zip(names, fit, strict=True)
    )


def laid_out(setup: TableSetup) -> Game:
    """Return the game of a setup with what it offers beside it, as far as that is sound."""
    game = setup.rulebook.game(setup.game)
    named = {name: wager for name, _, wager in sound_offers(setup) if name not in game.wagers}
    return with_beside(setup.rulebook, game, named)


def _wager_of(setup: TableSetup, offer: Offer) -> Wager:
    book = setup.rulebook
    game = book.game(offer.game or setup.game)
    if offer.game is None and offer.wager not in game.wagers:
        wager_named(book, game, offer.wager)  # several games may have it: which is meant?
    return game.wager(offer.wager)


def _unfit(setup: TableSetup, offer: Offer) -> Iterator[Refusal]:
    """Yield why an offer's wager is not there, or may not stand at the table."""
    try:
        wager = _wager_of(setup, offer)
    except Unreadable as error:
        cite = error.refusal.cite or PARAGRAPHS["offers"]
        yield error.refusal._replace(cite=cite)
    else:
        fault = beside_fault(setup.rulebook.game(setup.game), wager, setup.beside)
        if fault is not None:
            yield fault


# --- opening a pay table ---


def _open(setup: TableSetup, wager: Wager, offer: Offer) -> Iterator[PayTable | Refusal]:
    """Yield an offer's pay table, if it has one, and what is wrong with its words."""
    table = offer.table or wager.tables[0]
    if table not in wager.tables:
        yield _no_such_table(setup, wager, table)
        return
    on = wager.places(table)[0]
    reading, suits = offer.reading, offer.suits
    try:
        wager.chosen(table, reading)
    except Unreadable as error:
        yield _cited(error.refusal, wager)
        reading = ""
    if suits is not None and not wager.block_of(table).suits:
        yield Refusal(
            "no-suits-to-choose",
            f"{wager.id} table {table} has no row of chosen suits",
            "leave the suits out",
            wager.cite_of(table),
        )
    try:
        yield wager.open(table, on=on, reading=reading, suits=suits)
    except Unreadable as error:
        yield _cited(error.refusal, wager)
        yield wager.open(table, on=on, reading=reading)


def _cited(refusal: Refusal, wager: Wager) -> Refusal:
    return refusal if refusal.cite else refusal._replace(cite=wager.cite)


def _no_such_table(setup: TableSetup, wager: Wager, table: str) -> Refusal:
    """Say that a pay table is not there, or that this game is not played by that commission."""
    standard = setup.rulebook.game("baccarat").wager(BANKER)
    if wager.id == BANKER and wager.kind == standard.kind and table in standard.tables:
        return Refusal(
            "commission-not-allowed",
            f"{wager.game} is not played with the commission {table}",
            f"choose {' or '.join(wager.tables)}",
            wager.cite_of(wager.tables[0]),
        )
    return Refusal(
        "unknown-table",
        f'{wager.path} has no pay table "{table}"',
        did_you_mean(table, wager.tables),
        wager.cite,
    )


# --- one offer ---


def _table_faults(setup: TableSetup, table: PayTable) -> Iterator[Refusal]:
    wager, cite = table.wager, table.cite
    plain = table_fault(table, _house(table))
    if plain is not None:
        yield plain
    approval = wager.written_approval.get(table.id)
    if approval and setup.written_approval is not True:
        yield Refusal(
            "written-approval-missing",
            f"{wager.id} at {table.id} needs the Division's written approval",
            "obtain it and record it in the setup, or charge vigorish",
            approval,
        )
    if table.unit is not None and table.unit.currency != setup.currency:
        yield Refusal(
            "other-currency",
            f"{wager.id} table {table.id} pays in {table.unit.currency}",
            f"choose a table in {setup.currency}",
            cite,
        )
    printed = wager.block_of(table.id).decks
    if printed and type(setup.decks) is int and setup.shoe_decks != printed:
        yield Refusal(
            "table-for-other-decks",
            f"{wager.id} table {table.id} is printed for {printed} decks in the shoe",
            f"deal from {printed} decks, or choose another table",
            cite,
        )
    yield from _vigorish_faults(setup, table)


def _vigorish_faults(setup: TableSetup, table: PayTable) -> Iterator[Refusal]:
    """Judge the rate and the rounding apart, so that one does not hide the other."""
    rate, rounding = setup.vigorish_rate, setup.vigorish_rounding_cents
    if table.vigorish is None:
        return
    houses = []
    if isinstance(rate, Fraction) and 0 <= rate <= 1:
        houses.append(_house(table, rate=rate))
    if type(rounding) is int and 1 <= rounding <= LARGEST_CENTS:
        houses.append(_house(table, rounding=rounding))
    for house in houses:
        fault = table_fault(table, house)
        if fault is not None and fault.code.startswith("vigorish"):
            yield fault


def _house(table: PayTable, *, rate: Fraction | None = None, rounding: int | None = None) -> House:
    """Return a house whose vigorish is lawful at a pay table but for what is given."""
    usual = table.vigorish.round_up_to_cents[0] if table.vigorish else 1
    return House(vigorish_rate=rate, vigorish_rounding_cents=rounding or usual)


# --- several offers ---


def _offered_twice(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    """Find wagers that are offered more than once; a jackpot may be, where that is admitted."""
    offers: dict[Wager, list[str | None]] = {}
    for _, offer, wager in sound_offers(setup):
        offers.setdefault(wager, []).append(offer.table)
    for wager, tables in offers.items():
        apart = len(set(tables)) == len(tables)
        if len(tables) == 1 or (apart and admission_cite(game, wager, setup.jurisdiction)):
            continue
        groups = (one.cite for one in game.one_table if wager.id in one.wagers)
        yield Refusal(
            "offered-twice",
            f"{wager.id} is offered {len(tables)} times",
            "offer each wager once, at one pay table",
            next(groups, wager.cite),
        )


def _mixed_tables(game: Game, opened: Opened) -> Iterator[Refusal]:
    for group in game.one_table:
        used = {wager: opened[wager].id for wager in group.wagers if wager in opened}
        several = len({opened[wager].wager for wager in used}) > 1
        if several and len(set(used.values())) > 1:
            named = ", ".join(f"{wager}@{table}" for wager, table in used.items())
            yield Refusal(
                "mixed-tables",
                f"{named}: these wagers share one pay table",
                f"use table {next(iter(used.values()))} for all of them",
                group.cite,
            )


def is_asked(ambiguity: Ambiguity, opened: Opened) -> bool:
    """Say whether a text is in doubt where these are offered: some are under one commission."""
    banker = opened.get(BANKER)
    return ambiguity.commission in ("", None if banker is None else banker.id)


def _other_commission(opened: Opened) -> Iterator[Refusal]:
    """Find readings that hold under a commission by which the table is not played."""
    for table in opened.values():
        for ambiguity, alternative in table.wager.chosen(table.id, table.reading):
            if not is_asked(ambiguity, opened):
                yield Refusal(
                    "reading-needs-commission",
                    f'the reading "{alternative.name}" of {table.wager.id} holds only where '
                    f"{BANKER} uses table {ambiguity.commission}",
                    f"offer {BANKER}@{ambiguity.commission}, or take another reading",
                    ambiguity.cite,
                )


def vigorish_not_charged(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    """Find a rate of vigorish at a table where nothing is charged."""
    opened = opened_offers(setup)
    if setup.vigorish_rate is None or any(table.vigorish for table in opened.values()):
        return
    banker = game.wagers.get(BANKER)
    cite = banker.cite_of(banker.tables[0]) if banker else PARAGRAPHS["vigorish_rate"]
    yield Refusal(
        "vigorish-not-charged",
        "a rate of vigorish is set where no wager is charged any",
        f"leave the rate out, or offer {BANKER} at a table with vigorish",
        cite,
    )
