"""Everything that is wrong with a setup, each fault with its citation.

A check runs only if the fields it looks at are sound by themselves, so that one slip of the pen
is reported once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pitboss.games import KINDS
from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.rulebook import Game, Rulebook
from pitboss.rulebook.provisions import MOST_DECKS, Decks, Jurisdiction
from pitboss.table.setups.discretion import base_wager, bonus_order, both_hands, tokes
from pitboss.table.setups.offers import (
    Opened,
    laid_out,
    offer_faults,
    opened_offers,
    vigorish_not_charged,
)
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.shape import PARAGRAPHS, setup_shapes

PLAYED = ("baccarat", "three-dice", "craps")
"""The kinds of game that have a procedure at a live table."""
Check = Callable[[TableSetup, Game], Iterator[Refusal]]


def faults_of(setup: TableSetup) -> tuple[Refusal, ...]:
    """Return every reason why a table may not be set up like this."""
    wrong = setup_shapes(setup)
    game: Game | None = None
    if "game" not in wrong:
        try:
            game = setup.rulebook.game(setup.game)
            if game.kind not in PLAYED:
                return (KINDS[game.kind].lacks("live table", "deal a game of the catalog").refusal,)
        except Unreadable as error:
            wrong["game"] = error.refusal._replace(cite=PARAGRAPHS["game"])
    if game is not None and "offers" not in wrong:
        game = laid_out(setup)
    faults = list(wrong.values())
    faults += _unnamed(setup, wrong)
    faults += _payment(setup, wrong)
    for needed, check in _CHECKS:
        if game is not None and not any(name in wrong for name in needed):
            faults += check(setup, game)
    place = game.jurisdictions.get(setup.jurisdiction) if game and not wrong else None
    if place is not None:
        faults = [one._replace(cite=place.cite_for(one.code, one.cite)) for one in faults]
    return tuple(faults)


# --- what needs no game ---


def _unnamed(setup: TableSetup, wrong: Mapping[str, Refusal]) -> Iterator[Refusal]:
    for name, what in (("number", "table number"), ("pit", "pit")):
        if name not in wrong and not getattr(setup, name).strip():
            yield Refusal(
                f"no-{what.replace(' ', '-')}",
                f"the table has no {what}",
                f"give the {what}",
                PARAGRAPHS[name],
            )


def _payment(setup: TableSetup, wrong: Mapping[str, Refusal]) -> Iterator[Refusal]:
    """Hold a table to the procedure of its pit (30-2815(3)(a))."""
    if "payment" not in wrong and setup.pit_payment != setup.payment:
        yield Refusal(
            "payment-differs-in-pit",
            f"the tables of pit {setup.pit} are paid by another procedure",
            "use one procedure in the whole pit",
            PARAGRAPHS["pit_payment"],
        )


# --- cards: how many, from what, and who handles them ---


def decks_of(game: Game, rulebook: Rulebook) -> Decks:
    """Return the numbers of decks that a game allows: its own, else the standard game's."""
    decks = game.decks or rulebook.game("baccarat").decks
    assert decks is not None, "the catalog says how many decks baccarat has"
    return decks


def _decks(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    if game.kind != "baccarat":
        return
    decks = decks_of(game, setup.rulebook)
    if setup.device == "two-batches" and setup.decks % 2:
        yield Refusal(
            "batches-not-equal",
            f"{setup.decks} decks do not make two equal batches",
            "give an even number of decks, both batches together",
            "30-2806(1)(a)(i)",
        )
        return
    allowed = _allowed(setup, decks)
    if setup.decks not in allowed:
        yield Refusal(
            "decks-not-allowed",
            f"{game.id} is not dealt from {setup.decks} decks here",
            f"use {', '.join(map(str, allowed))}"
            + (" in both batches together" if setup.device == "two-batches" else ""),
            decks.cite,
        )


def _allowed(setup: TableSetup, decks: Decks) -> tuple[int, ...]:
    """Return the numbers of decks that the device may hold."""
    two = setup.device == "two-batches"
    if decks.any_number:
        return tuple(range(2, MOST_DECKS + 1, 2) if two else range(1, MOST_DECKS + 1))
    if two:
        return decks.with_shuffler
    large = setup.decks_reading == "one-shoe-of-20" and setup.device != "hand"
    if large and decks is setup.rulebook.game("baccarat").decks:
        return tuple(range(min(decks.shoe), max(decks.with_shuffler) + 1))
    return decks.shoe


def _pre_shuffled(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    if game.kind == "baccarat" and setup.device == "pre-shuffled" and not setup.shuffler_verifies:
        yield Refusal(
            "shuffler-does-not-verify",
            "pre-shuffled cards need a shuffler that verifies each card",
            "use such a shuffler, or cards that are inspected at the table",
            PARAGRAPHS["shuffler_verifies"],
        )


def _handling(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    """Let players squeeze at midi only; a hybrid table may be a midi table (30-2802(14))."""
    if setup.style != "squeeze":
        return
    if game.kind != "baccarat":
        yield Refusal(
            "no-cards-to-squeeze", f"{game.id} has no cards", "deal face up", "30-2817(1)"
        )
    elif setup.size != "midi":
        cite = "30-2815(5), 30-2817(1)" if setup.size == "mini" else "30-2817(1)"
        yield Refusal(
            "squeeze-not-at-midi",
            "players handle the cards at midi baccarat only",
            "make it a midi table, or let the dealer turn the cards",
            cite,
        )


def _positions(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    """Hold the positions to the numbers that the layout prints, where a wager goes by them."""
    if game.seat_wager is None:
        return
    seats = (one for one in opened_offers(setup).values() if one.wager is game.seat_wager)
    opened = next(seats, None)
    if opened is not None and opened.unit is not None and opened.unit.currency != setup.currency:
        return  # such a table is refused for its money, whatever its layout
    printed = game.position_numbers if opened is None else game.seat_wager.places(opened.id)
    if setup.positions > len(printed):
        yield Refusal(
            "too-many-positions",
            f"the layout of {game.id} has {len(printed)} positions here: "
            f"{', '.join(map(str, printed))}",
            f"set positions to {len(printed)} or fewer",
            game.seat_wager.cite,
        )


def _cups(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    if setup.players_shake and game.kind != "three-dice":
        yield Refusal(
            "no-cups-to-shake",
            f"{game.id} is played without dice cups",
            "let players shake at 3-dice-baccarat only",
            PARAGRAPHS["players_shake"],
        )


# --- where the table stands, and its jackpots ---


def places_of(game: Game) -> Mapping[str, Jurisdiction]:
    """Return where a game is authorised: in Colorado, whose rules the sources are, if not said."""
    return game.jurisdictions or {
        "colorado": Jurisdiction("Colorado", game.cite, jackpots=("progressive",))
    }


def _jurisdiction(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    places = places_of(game)
    if setup.jurisdiction not in places:
        yield Refusal(
            "unknown-jurisdiction",
            f'{game.id} is not authorised in "{setup.jurisdiction}"',
            did_you_mean(setup.jurisdiction, places),
            game.cite,
        )


def _jackpots(setup: TableSetup, game: Game) -> Iterator[Refusal]:
    """One kind of jackpot at a table, each on its own sensor, a House Jackpot with its notice."""
    place = places_of(game).get(setup.jurisdiction)
    if place is None:
        return
    progressives = _progressives(opened_offers(setup))
    if setup.jackpots not in place.jackpots and (progressives or setup.jackpots == "house"):
        yield Refusal(
            "jackpot-not-authorised",
            f"{place.name} knows no {setup.jackpots} jackpot at {game.id}",
            f"choose {' or '.join(place.jackpots) or 'no jackpot wager'}",
            place.cite,
        )
    elif setup.jackpots == "house" and not setup.notice.strip():
        yield Refusal(
            "house-jackpot-without-notice",
            "a House Jackpot must show its notice",
            "enter the prescribed text as the notice",
            PARAGRAPHS["notice"],
        )
    if len(progressives) > setup.sensors:
        yield Refusal(
            "too-few-sensors",
            f"{', '.join(progressives)}: each needs a sensor of its own; there are {setup.sensors}",
            f"give the layout {len(progressives)} sensors",
            next(iter(progressives.values())),
        )
    if progressives and place.most_sensors is not None and setup.sensors > place.most_sensors:
        yield Refusal(
            "too-many-sensors",
            f"{place.name} allows {place.most_sensors} jackpot games on a layout",
            f"give the layout at most {place.most_sensors} sensors",
            place.cite,
        )


def _progressives(opened: Opened) -> dict[str, str]:
    """Return the progressive wagers that are offered, with their paragraphs."""
    return {
        id: table.wager.jackpot.cite if table.wager.jackpot else table.wager.cite
        for id, table in opened.items()
        if table.wager.role == "progressive"
    }


_CHECKS: tuple[tuple[tuple[str, ...], Check], ...] = (
    (("offers", "currency"), offer_faults),
    (("offers", "vigorish_rate"), vigorish_not_charged),
    (("decks", "device", "decks_reading"), _decks),
    (("device", "shuffler_verifies"), _pre_shuffled),
    (("size", "style"), _handling),
    (("offers", "currency", "positions"), _positions),
    (("players_shake",), _cups),
    (("offers", "base_wager_required"), base_wager),
    (("offers", "both_hands"), both_hands),
    (("offers", "tokes"), tokes),
    (("bonus_order",), bonus_order),
    (("jurisdiction",), _jurisdiction),
    (("offers", "jurisdiction", "jackpots", "sensors", "notice"), _jackpots),
)
"""Each check with the fields that must be sound for it to make sense."""
