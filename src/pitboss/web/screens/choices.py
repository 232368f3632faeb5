"""What the sections leave to the house: every choice, by which paragraph, and what it does.

A choice that the rules refuse is shown with the reason. What the others do to the edges and to the
most that the house can lose is counted, not said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple, cast, get_args, get_origin

from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook.pays import Money
from pitboss.rulebook.provisions import Provision
from pitboss.rulebook.readings import DEFAULT
from pitboss.table.money.at_limits import most_at_limits
from pitboss.table.setups.faults import decks_of, faults_of, places_of
from pitboss.table.setups.offers import is_asked, opened_offers
from pitboss.table.setups.setup import TableSetup
from pitboss.table.setups.shape import PARAGRAPHS, hints_of, spoken
from pitboss.web.screens.called import called
from pitboss.web.screens.drafts import Form, key_of, shown_value
from pitboss.web.screens.offering import edge_at, edges_of
from pitboss.web.words import words

WORDS = words["manager_tables"]
PROVISIONS = {
    "base_wager_required": "base-wager",
    "both_hands": "both-hands",
    "tokes": "tokes",
    "bonus_order": "bonus-order",
    "over_the_shoulder": "over-the-shoulder",
    "sensors": "sensors",
}
"""The settings that a section speaks of by name, and what it calls them."""
ANY = ("base_wager_required", "both_hands", "tokes", "over_the_shoulder", "bonus_order")
CARDS = (
    *("decks", "device", "size", "style", "free_hands", "lower_bettor_may_turn", "recut_by"),
    *("shuffler_verifies", "decks_reading", "cut_card_first", "free_rounds"),
)
DICE = ("players_shake",)
OF_ALL = (
    *("positions", "seats", "vigorish_rate", "vigorish_rounding_cents", "push", "toke_push"),
    *("breakage", "chip_cents", "differential_cents", "purses", "sensors", "beside"),
    *("payment", "jurisdiction", "pit"),
)
MOST_NAMED = 3
_change = cast(Callable[..., TableSetup], replace)


class Option(NamedTuple):
    """A choice, and why it cannot be taken."""

    value: str
    label: str
    why_not: str = ""


class Choice(NamedTuple):
    """Something that the house decides."""

    field: str
    label: str
    why: str
    cite: str
    value: str
    options: tuple[Option, ...]
    """Empty where any amount, number or text may be given."""
    changed: bool


def choices(before: TableSetup, setup: TableSetup, form: Form) -> list[Choice]:
    """Return what the house decides at a table of this game."""
    now = set(faults_of(setup))
    return [_choice(field, before, setup, form, now) for field in fields_of(setup)]


def fields_of(setup: TableSetup) -> tuple[str, ...]:
    """Return the settings that mean anything at a table of this game."""
    own = {"baccarat": CARDS, "three-dice": DICE}.get(setup.rulebook.game(setup.game).kind, ())
    return (*ANY, *own, *OF_ALL)


def _choice(
    field: str, before: TableSetup, setup: TableSetup, form: Form, now: set[Refusal]
) -> Choice:
    provision = _provision(setup, field)
    said = form.text(field)
    value = shown_value(setup, field) if said is None else said
    options = tuple(_options(setup, field, value, now))
    refused = "; ".join(
        dict.fromkeys(f"{one.label}: {one.why_not}" for one in options if one.why_not)
    )
    return Choice(
        field=field,
        label=WORDS["fields"].get(field, spoken(field)),
        why=_why(provision, refused),
        cite=provision.cite if provision else PARAGRAPHS[field],
        value=value,
        options=options,
        changed=getattr(before, field) != getattr(setup, field),
    )


def _provision(setup: TableSetup, field: str) -> Provision | None:
    game = setup.rulebook.game(setup.game)
    return game.discretion.get(PROVISIONS.get(field, ""))


def _why(provision: Provision | None, refused: str) -> str:
    rule = "" if provision is None else WORDS["decides"].get(provision.rule, WORDS["set"])
    note = "" if provision is None else provision.note
    return "; ".join(part for part in (rule, note, refused) if part)


# --- options ---


def _options(setup: TableSetup, field: str, value: str, now: set[Refusal]) -> Iterator[Option]:
    values = _values(setup, field)
    if not values:
        return
    if value not in (shown for shown, _ in values):
        yield Option(value, value)
    for shown, one in values:
        wrong = _refused(setup, field, one, now) if shown != value else None
        yield Option(shown, _label(shown), "" if wrong is None else _told(called(wrong, setup)))


def _values(setup: TableSetup, field: str) -> list[tuple[str, object]]:
    """Return what a setting can be, as a form and as a setup has it."""
    hint = hints_of(TableSetup)[field]
    game = setup.rulebook.game(setup.game)
    if field == "decks":
        decks = decks_of(game, setup.rulebook)
        numbers = decks.with_shuffler if setup.device == "two-batches" else decks.shoe
        return [(str(number), number) for number in numbers]
    if field == "jurisdiction":
        return [(name, name) for name in places_of(game)]
    if hint is bool:
        return [("yes", True), ("no", False)]
    if get_origin(hint) is Literal:
        return [(word, word) for word in get_args(hint)]
    return []


def _refused(setup: TableSetup, field: str, value: object, now: set[Refusal]) -> Refusal | None:
    """Return why a value is unlawful at this table, where nothing else is changed with it."""
    faults = faults_of(_change(setup, **{field: value}))
    return next((fault for fault in faults if fault not in now), None)


def _told(refusal: Refusal) -> str:
    return f"{refusal.message} [{refusal.cite}]" if refusal.cite else refusal.message


def _label(shown: str) -> str:
    return str(WORDS["options"].get(shown, shown.replace("-", " ")))


# --- what choices do ---


def effects(setup: TableSetup) -> dict[str, list[str]]:
    """Return in words what each other choice does to the edges and to the worst round."""
    edges, most = edges_of(setup), _most(setup)
    now = set(faults_of(setup))
    found: dict[str, list[str]] = {}
    for field in fields_of(setup):
        value = getattr(setup, field)
        others = [pair for pair in _tried(setup, field) if pair[1] != value]
        found[field] = [
            line
            for shown, one in others
            if _refused(setup, field, one, now) is None
            and (line := _effect(_change(setup, **{field: one}), edges, most, _label(shown)))
        ]
    return found


def _tried(setup: TableSetup, field: str) -> list[tuple[str, object]]:
    """Return the values whose effect is told: all there are, or the next ones."""
    if field == "positions":
        return [(str(number), number) for number in (setup.positions - 1, setup.positions + 1)]
    if field == "vigorish_rate":
        rules = [one.vigorish for one in setup.spots.values() if one.vigorish]
        rates = dict.fromkeys(rate for rule in rules for rate in (rule.lowest, rule.highest))
        return [(shown_value(_change(setup, vigorish_rate=rate), field), rate) for rate in rates]
    return _values(setup, field)


def _effect(other: TableSetup, edges: Mapping[str, str], most: int | None, label: str) -> str:
    after, exposed = edges_of(other), _most(other)
    changed = [
        (other.wagers[name].name, edge) for name, edge in after.items() if edge != edges[name]
    ]
    said = [f"{name} {edge}" for name, edge in changed[:MOST_NAMED]]
    if more := [name for name, _ in changed[MOST_NAMED:]]:
        said.append(WORDS["more_edges"].format(names=", ".join(more)))
    if exposed != most and exposed is not None:
        said.append(WORDS["at_most"].format(amount=Money(exposed, other.currency)))
    return f"{label}: {', '.join(said)}" if said else ""


def _most(setup: TableSetup) -> int | None:
    worst = most_at_limits(setup)
    return None if worst is None else worst.cents


# --- readings ---


class Reading(NamedTuple):
    """A way to take a text."""

    value: str
    note: str
    edge: str
    chosen: bool
    default: bool = False


class Question(NamedTuple):
    """A text of a wager that can be taken in more than one way."""

    field: str
    wager: str
    asks: str
    cite: str
    readings: tuple[Reading, ...]


def questions(setup: TableSetup, form: Form) -> Iterator[Question]:
    """Yield what texts of the wagers that are offered leave open, and what was chosen before."""
    opened = opened_offers(setup)
    for name, offer in zip(setup.names, setup.offers, strict=True):
        wager, key = setup.wagers[name], key_of(offer, setup.offers)
        table = offer.table or wager.tables[0]
        asked: dict[str, list[Any]] = {}
        for ambiguity, alternative in wager.alternatives(table):
            asked.setdefault(ambiguity.id, [ambiguity]).append(alternative)
        for id, (ambiguity, *ways) in asked.items():
            field = f"reading {key} {id}"
            taken = {way.name for one, way in wager.chosen(table, offer.reading) if one.id == id}
            said = form.text(field) or next(iter(taken), DEFAULT)
            if said == DEFAULT and not is_asked(ambiguity, opened):
                continue
            first = Reading(
                DEFAULT, ambiguity.default, edge_at(wager, table, setup), said == DEFAULT, True
            )
            rest = (
                Reading(way.name, way.note, _edge(wager, table, setup, way.name), said == way.name)
                for way in ways
            )
            yield Question(field, wager.name, ambiguity.asks, ambiguity.cite, (first, *rest))


def _edge(wager: Any, table: str, setup: TableSetup, reading: str) -> str:
    try:
        return edge_at(wager, table, setup, reading)
    except Unreadable:
        return str(WORDS["edge_unknown"])


class Suits(NamedTuple):
    """The suits that the licensee chooses for a wager."""

    key: str
    name: str
    value: str
    number: int
    cite: str


def suits(setup: TableSetup, form: Form) -> Iterator[Suits]:
    """Yield the wagers with a row of chosen suits."""
    for name, offer in zip(setup.names, setup.offers, strict=True):
        wager, key = setup.wagers[name], key_of(offer, setup.offers)
        table = offer.table or wager.tables[0]
        printed = wager.block_of(table).suits
        if printed:
            said = form.text(f"suits {key}")
            value = (offer.suits or "") if said is None else said
            yield Suits(key, wager.name, value, len(printed), wager.cite_of(table))
