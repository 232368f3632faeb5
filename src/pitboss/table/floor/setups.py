"""From a table's entry on a floor to the setup that it is opened with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import cast

from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.rulebook.provisions import Jurisdiction
from pitboss.table.arguments import dollars
from pitboss.table.floor.records import (
    BASE,
    EVERY,
    OPTIONAL,
    Floor,
    FloorJackpot,
    FloorTable,
    Limit,
    Problem,
)
from pitboss.table.floor.table_keys import TABLES
from pitboss.table.floor.terms import terms_of
from pitboss.table.setups.faults import faults_of, places_of
from pitboss.table.setups.limits import posted_cite
from pitboss.table.setups.offers import opened_offers, sound_offers
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.usual import usual_setup
from pitboss.table.setups.words import with_words

_SETTINGS = {
    "id": "number",
    "vigorish": "vigorish_rate",
    **{
        name: name
        for name in ("pit", "positions", "decks", "device", "size", "style", "seats", "sensors")
    },
    **{name: name for name in ("notice", "jurisdiction")},
}
"""The keys that are a field of a setup each, and which."""
_KEY_OF = {code: key.name for key in TABLES.keys for code in key.codes}
_ROLES = (BASE, OPTIONAL)
_change = cast(Callable[..., TableSetup], replace)


def setup_of(floor: Floor, table_id: str, rulebook: Rulebook | None = None) -> TableSetup:
    """Return the setup of a table of the floor; its faults, if any, are found when it is opened."""
    setup, problems = built(floor, floor.table(table_id), rulebook)
    if problems:
        raise Unreadable(problems[0].refused(floor.name))
    return setup


def judged(
    floor: Floor, table: FloorTable, rulebook: Rulebook | None = None
) -> tuple[TableSetup, list[Problem]]:
    """Set a table up as its entry says, and find everything that is wrong with it."""
    setup, problems = built(floor, table, rulebook)
    if not problems:
        where = f"table {table.id}"
        problems += (
            Problem(where, _KEY_OF.get(fault.code, "offers"), fault) for fault in faults_of(setup)
        )
        problems += (Problem(where, "limits", fault) for fault in _not_posted(setup))
        if table.cards == "virtual" and not (table.approval or floor.demo):
            problems.append(Problem(where, "cards", _not_approved()))
    return setup, problems


def built(
    floor: Floor, table: FloorTable, rulebook: Rulebook | None = None
) -> tuple[TableSetup, list[Problem]]:
    """Set a table up as its entry says; what cannot be done is left out, and a problem."""
    where = f"table {table.id}"
    try:
        setup = usual_setup(table.game, rulebook, currency=floor.currency)
    except Unreadable as error:
        none = TableSetup(game=table.game, offers=())
        return none, [Problem(where, "game", error.refusal)]
    problems: list[Problem] = []

    def say(key: str, clauses: Iterator[str]) -> None:
        nonlocal setup
        for clause in clauses:
            try:
                setup = with_words(setup, clause)
            except Unreadable as error:
                problems.append(Problem(where, key, error.refusal))

    for key in ("offers", "also"):
        say(key, _offering(key, getattr(table, key)))
    setup = _with_kind(_change(setup, **_given(table)), floor.jackpots_at(table.id))
    say("readings", (f"reading {wager} {value}" for wager, value in table.readings))
    say("suits", (f"suits {wager} {value}" for wager, value in table.suits))
    for wide in (True, False):
        say("limits", _limits(table.limits, wide))
        say("aggregate", _limits(table.aggregate, wide))
        if wide:
            setup = _with_roles(setup, (*table.limits, *table.aggregate))
    entered = setup
    say("discretion", iter(table.discretion))
    problems += (Problem(where, key, fault) for key, fault in _said_apart(entered, setup))
    return _with_terms(setup, floor, floor.jackpots_at(table.id)), problems


def _given(table: FloorTable) -> dict[str, object]:
    """Return the settings that an entry gives, by field of a setup."""
    given = {field: getattr(table, key) for key, field in _SETTINGS.items()}
    given = {field: value for field, value in given.items() if value not in (None, "")}
    return given | {"written_approval": bool(table.approval)}


def _offering(key: str, names: tuple[str, ...]) -> Iterator[str]:
    if names:
        yield f"{'also offers' if key == 'also' else key} {' '.join(names)}"


def _limits(limits: tuple[Limit, ...], wide: bool) -> Iterator[str]:
    """Yield the clauses that set limits for all wagers, or for single ones."""
    for limit in limits:
        if limit.wager not in _ROLES and (limit.wager == EVERY) == wide:
            whose = "" if limit.bound == "differential" else f"{limit.wager} "
            yield f"{limit.bound} {whose}{dollars(limit.cents)}"


def _with_roles(setup: TableSetup, limits: tuple[Limit, ...]) -> TableSetup:
    """Set the limits that hold for base wagers, or for the optional ones."""
    opened = opened_offers(setup)
    roles = {
        offer: wager.role
        for name, offer, wager in sound_offers(setup)
        if name in opened and opened[name].unit is None
    }
    limited = cast(Callable[..., Offer], Offer._replace)
    offers = (
        limited(
            offer,
            **{
                f"{limit.bound}_cents": limit.cents
                for limit in limits
                if limit.wager == roles.get(offer)
            },
        )
        for offer in setup.offers
    )
    return replace(setup, offers=tuple(offers))


def _said_apart(before: TableSetup, after: TableSetup) -> Iterator[tuple[str, Refusal]]:
    """Find phrases of the discretion that say what a key of the file is for."""
    for key, field in _SETTINGS.items():
        if getattr(before, field) != getattr(after, field):
            message = f"{key} is set by a phrase"
            remedy = f"write {key} = {TABLES.key(key).example} instead"
            yield "discretion", Refusal("key-said-as-phrase", message, remedy)


# --- jackpots of the table ---


def _with_kind(setup: TableSetup, jackpots: tuple[FloorJackpot, ...]) -> TableSetup:
    """Make a table one of House Jackpots, with their notice, where all its jackpots are."""
    place = place_of(setup)
    if not place or "house" not in place.jackpots or {one.kind for one in jackpots} != {"house"}:
        return setup
    notice = setup.notice or next((one.notice for one in jackpots if one.notice), "")
    return replace(setup, jackpots="house", notice=notice)


def _with_terms(setup: TableSetup, floor: Floor, jackpots: tuple[FloorJackpot, ...]) -> TableSetup:
    """Give a table the unit and the suits of its jackpots, where it says nothing of its own."""
    for jackpot in jackpots:
        offer = offer_of(setup, jackpot)
        if offer is not None and _has_terms(floor, jackpot, setup.rulebook):
            unit = jackpot.unit_cents if offer.unit_cents is None else offer.unit_cents
            changed = offer._replace(unit_cents=unit, suits=offer.suits or jackpot.suits)
            offers = (changed if one is offer else one for one in setup.offers)
            setup = replace(setup, offers=tuple(offers))
    return setup


def _has_terms(floor: Floor, jackpot: FloorJackpot, rulebook: Rulebook) -> bool:
    """Say whether a jackpot can be played at all: else it has problems of its own."""
    try:
        return bool(terms_of(floor, jackpot, rulebook))
    except Unreadable:
        return False


def offer_of(setup: TableSetup, jackpot: FloorJackpot) -> Offer | None:
    """Return the offer of a table that is a jackpot's wager, by its pay table if it names one."""
    for offer in setup.offers:
        same = (offer.game or setup.game, offer.wager) == (jackpot.game, jackpot.wager)
        if same and jackpot.table in (None, offer.table):
            return offer
    return None


def place_of(setup: TableSetup) -> Jurisdiction | None:
    """Return where a table stands; None if its game is not authorised there."""
    return places_of(setup.rulebook.game(setup.game)).get(setup.jurisdiction)


def _not_approved() -> Refusal:
    return Refusal(
        "virtual-not-approved",
        "virtual cards or dice need the regulator's approval",
        'write approval = "..." with its reference, or cards = "entered"',
    )


# --- posted limits ---


def posted(setup: TableSetup) -> Iterator[tuple[str, Offer]]:
    """Yield the offers whose limits have to be posted, by name: a base unit is its own limit."""
    opened = opened_offers(setup)
    for name, offer, _ in sound_offers(setup):
        if name in opened and opened[name].unit is None:
            yield name, offer


def _not_posted(setup: TableSetup) -> Iterator[Refusal]:
    place = place_of(setup)
    cite: str | None = posted_cite(setup.rulebook.game(setup.game))
    for bound in ("minimum", "maximum"):
        lacking = [
            name for name, offer in posted(setup) if getattr(offer, f"{bound}_cents") is None
        ]
        if lacking:
            yield Refusal(
                "limits-not-posted",
                f"no {bound} is posted for {', '.join(lacking)}",
                f"write limits = {TABLES.key('limits').example}",
                place.cite_for("limits-not-posted", cite) if place else cite,
            )
