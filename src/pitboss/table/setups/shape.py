"""Whether a setup is made of the right stuff: words that are known, whole numbers, texts.

A setup may come from a file, where the types that Python code is checked against mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Literal, get_args, get_origin, get_type_hints

from pitboss.refusals import Refusal, did_you_mean
from pitboss.settle.bets import HIGHEST_PLACE, LARGEST_CENTS
from pitboss.table.setups.setup import Offer, TableSetup

PARAGRAPHS: Mapping[str, str] = {
    "game": "30-2801(1)",
    "offers": "30-2807(2)",
    "number": "30-2803(1)",
    "pit": "30-2815(3)(a)",
    "currency": "30-2807(3)",
    "seats": "30-2803(2)",
    "size": "30-2802(13), (14)",
    "positions": "30-2803",
    "jurisdiction": "30-2801(1)",
    "style": "30-2812(4), 30-2817",
    "written_approval": "30-2808(3)(e)",
    "vigorish_rate": "30-2808(3)",
    "vigorish_rounding_cents": "30-2808(3)(a)",
    "base_wager_required": "30-2807(1)",
    "both_hands": "30-2807(1)",
    "tokes": "30-2804",
    "over_the_shoulder": "30-2802(16)",
    "push": "30-2802(22)",
    "breakage": "30-2808",
    "chip_cents": "30-2808",
    "differential_cents": "30-2803(3)(b)",
    "free_hands": "30-2802(7)",
    "decks": "30-2806(1)",
    "device": "30-2806(1)(a), 30-2811",
    "decks_reading": "30-2806(4)",
    "shuffler_verifies": "30-2810, after (6)",
    "jackpots": "001 House and Progressive Jackpots",
    "sensors": "30-2899.07(6)(b); 001 House and Progressive Jackpots",
    "notice": "001 House or Progressive Jackpot Definition",
    "payment": "30-2815(2)",
    "pit_payment": "30-2815(3)(a)",
    "first_in_pit": "30-2815(3)(c)",
    "bonus_order": "30-2899.03(6)(d)",
    "recut_by": "30-2810(5)",
    "lower_bettor_may_turn": "30-2817(4)(f)",
    "players_shake": "30-2899.09(8)",
    "purses": "30-2807(3)",
    "cut_card_first": "30-2813(4)",
    "free_rounds": "30-2802(7)",
    "toke_push": "30-2802(22), 30-2804",
    "beside": "30-2807(2)",
}
"""The paragraph on which each field of a setup rests."""

LIMITS: Mapping[str, tuple[int, int]] = {
    "positions": (1, HIGHEST_PLACE),
    "free_hands": (0, HIGHEST_PLACE),
    "decks": (0, HIGHEST_PLACE),
    "sensors": (0, HIGHEST_PLACE),
    "vigorish_rate": (0, 1),
    "chip_cents": (1, LARGEST_CENTS),
    "vigorish_rounding_cents": (1, LARGEST_CENTS),
    "differential_cents": (0, LARGEST_CENTS),
}
"""What no licensee can have meant: the sections leave these numbers to him, within reason."""

_JUDGED_ELSEWHERE = frozenset({"offers", "pit_payment", "rulebook"})
_NEEDS: Mapping[object, str] = {
    int: "a whole number",
    bool: "true or false",
    str: "a text",
    Fraction: 'a share such as "5%"',
}


def setup_shapes(setup: TableSetup) -> dict[str, Refusal]:
    """Return what is no setting at all, by field."""
    hints = hints_of(TableSetup)
    wrong: dict[str, Refusal] = {}
    for field in fields(TableSetup):
        name, value = field.name, getattr(setup, field.name)
        if name in _JUDGED_ELSEWHERE:
            continue
        fault = _misfit(name, value, hints[name]) or _beyond(name, value)
        if fault is not None:
            wrong[name] = fault
    if not isinstance(setup.offers, tuple) or not all(isinstance(x, Offer) for x in setup.offers):
        wrong["offers"] = bad_value("offers", "a list of offers", PARAGRAPHS["offers"])
    return wrong


def offer_shapes(offer: Offer) -> Iterator[Refusal]:
    """Yield what is no setting at all in an offer."""
    for name, taken in _taken(Offer).items():
        if not _fits(getattr(offer, name), taken):
            whose = f" of {offer.wager}" if isinstance(offer.wager, str) else " of an offer"
            need = _need(hints_of(Offer)[name])
            yield bad_value(spoken(name) + whose, need, PARAGRAPHS["offers"])


def bad_value(what: str, need: str, cite: str | None) -> Refusal:
    """Refuse a value that is not of the kind needed."""
    return Refusal("bad-value", f"{what} must be {need}", f"give {need}", cite)


@cache
def hints_of(owner: type[TableSetup] | type[Offer]) -> Mapping[str, object]:
    """Return the types of a record's fields."""
    return get_type_hints(owner)


def _misfit(name: str, value: object, hint: object) -> Refusal | None:
    if _fits(value, _taken(TableSetup)[name]):
        return None
    if get_origin(hint) is Literal and isinstance(value, str):
        known = [str(word) for word in get_args(hint)]
        return Refusal(
            "unknown-word",
            f'{spoken(name)} cannot be "{value}"',
            did_you_mean(value, known),
            PARAGRAPHS[name],
        )
    return bad_value(spoken(name), _need(hint), PARAGRAPHS[name])


def _beyond(name: str, value: object) -> Refusal | None:
    lowest, highest = LIMITS.get(name, (0, 0))
    if name not in LIMITS or not isinstance(value, int | Fraction) or lowest <= value <= highest:
        return None
    return Refusal(
        "out-of-range",
        f"{spoken(name)} cannot be so {'small' if value < lowest else 'large'} a number",
        f"give a number from {lowest} to {highest}",
        PARAGRAPHS[name],
    )


@cache
def _taken(owner: type[object]) -> Mapping[str, frozenset[object]]:
    """Return what each field of a record takes: the words that it can be, or the types."""
    hints = get_type_hints(owner)
    return {name: frozenset(get_args(hint) or [hint]) for name, hint in hints.items()}


def _fits(value: object, taken: frozenset[object]) -> bool:
    return type(value) in taken or (type(value) is str and value in taken)


def _need(hint: object) -> str:
    """Say in words what a field takes."""
    if get_origin(hint) is Literal:
        return f"one of {', '.join(get_args(hint))}"
    kinds = [one for one in get_args(hint) if one is not NoneType] or [hint]
    return _NEEDS[kinds[0]]


def spoken(name: str) -> str:
    """Return a field as one says it.

    >>> spoken("vigorish_rounding_cents")
    'vigorish rounding'
    """
    return name.removesuffix("_cents").replace("_", " ")
