"""A setup in a dealer's words, such as ``positions 9, size midi, minimum player 5, no tokes``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, cast, get_args, get_origin

from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook import Wager
from pitboss.rulebook.beside import wager_named
from pitboss.rulebook.spots import read_spot
from pitboss.table.arguments import amount, number
from pitboss.table.setups.data import FIELDS, read_share
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.shape import PARAGRAPHS, hints_of, spoken
from pitboss.table.setups.usual import first_table, usual_setup

__all__ = ["KEYS", "usual_setup", "with_words"]

_CLAUSE = re.compile(r'(?:"[^"]*"|[^,"]|,(?=[0-9]{3}(?![0-9])))+')
"""A comma ends a clause, unless it stands in quotes or groups the digits of an amount."""

NONE = "none"
EVERY = "all"

SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        "vigorish" if name == "vigorish_rate" else spoken(name): name
        for name in FIELDS
        if name not in ("game", "offers")
    }
)
"""The fields of a setup by the words that set them."""

OF_WAGERS: Mapping[str, str] = MappingProxyType(
    {
        "table": "table",
        "reading": "reading",
        "suits": "suits",
        "minimum": "minimum_cents",
        "maximum": "maximum_cents",
        "aggregate": "aggregate_cents",
        "unit": "unit_cents",
    }
)
"""The fields of an offer by the words that set them: ``minimum player 5``."""

RENAMED: Mapping[str, str] = MappingProxyType(
    {"equipment": '"seats chips" (was live) or "seats terminals" (was hybrid)'}
)
"""Words that set something once, and what is written instead."""

KEYS = ("offers", "also offers", "without", *OF_WAGERS, *SETTINGS)
"""Everything that a clause may begin with."""


def with_words(setup: TableSetup, text: str) -> TableSetup:
    """Return a setup changed by clauses, one after another.

    What the clauses say may still be unlawful: faults are found when the table is opened.

    >>> changed = with_words(usual_setup("baccarat"), "positions 9, size midi, vigorish 7%")
    >>> changed.positions, changed.size, changed.vigorish_rate
    (9, 'midi', Fraction(7, 100))
    >>> changed = with_words(changed, "offers player banker@tie-vigorish, maximum player 1,000")
    >>> changed.offers[0].maximum_cents, changed.offers[1].table
    (100000, 'tie-vigorish')
    """
    for clause in _CLAUSE.findall(text):
        if clause.strip():
            setup = _with_clause(setup, clause.strip())
    return setup


def _with_clause(setup: TableSetup, clause: str) -> TableSetup:
    """Apply one clause; ``no`` before it takes a setting away."""
    words = clause.split()
    denied = len(words) > 1 and words[0] == "no"
    key, rest = _key(words[1:] if denied else words, clause)
    if key in OF_WAGERS:
        return _with_limit(setup, key, [*rest, NONE] if denied else rest, clause)
    if key in SETTINGS:
        return _with_setting(setup, key, ["no"] if denied else rest, clause)
    if denied or not rest:
        raise unreadable(
            "no-wagers-named",
            f'"{clause}" names no wagers to {"take" if key == "without" else "offer"}',
            'write "offers player banker@tie-vigorish", or "without tie"',
        )
    return _with_offers(setup, key, rest)


def _key(words: list[str], clause: str) -> tuple[str, list[str]]:
    """Return the longest key that a clause begins with, and the words after it."""
    for length in range(len(words), 0, -1):
        key = " ".join(words[:length])
        if key in KEYS:
            return key, words[length:]
    if words[0] in RENAMED:
        remedy = f"write {RENAMED[words[0]]}"
        raise unreadable("unknown-setting", f'"{clause}" is no setting any more', remedy)
    meant = " ".join(word for word in words if not word[0].isdigit())
    raise unreadable("unknown-setting", f'"{clause}" is no setting', did_you_mean(meant, KEYS))


# --- single settings ---


def _with_setting(setup: TableSetup, key: str, words: list[str], clause: str) -> TableSetup:
    name = SETTINGS[key]
    value = _value(name, words, clause)
    change = cast(Callable[..., TableSetup], replace)
    return change(setup, **{name: value})


def _value(name: str, words: list[str], clause: str) -> object:
    """Read the value of a field from the words after its key."""
    hint = hints_of(TableSetup)[name]
    kinds = get_args(hint) or (hint,)
    if hint is bool:
        return _flag(words, clause)
    if words in (["no"], [NONE]) and type(None) in kinds:
        return None
    if words == ["no"] or not words:
        raise unreadable(
            "no-value",
            f'"{clause}" gives no value',
            f"say what {spoken(name)} is",
            PARAGRAPHS[name],
        )
    if get_origin(hint) is Literal:
        return _word(name, "-".join(words), get_args(hint))
    text = " ".join(words)
    if Fraction in kinds:
        return read_share(text)
    if str in kinds:
        return text.strip('"')
    return amount(text) if name.endswith("_cents") else number(text)


def _flag(words: list[str], clause: str) -> bool:
    text = " ".join(words)
    if text not in ("", "yes", "no"):
        raise unreadable(
            "bad-flag",
            f'"{clause}": "{text}" is neither yes nor no',
            'write "no" before it, or yes',
        )
    return text != "no"


def _word(name: str, word: str, known: tuple[str, ...]) -> str:
    if word not in known:
        raise unreadable(
            "unknown-word",
            f'{spoken(name)} cannot be "{word}"',
            did_you_mean(word, known),
            PARAGRAPHS[name],
        )
    return word


# --- wagers ---


def _with_offers(setup: TableSetup, key: str, words: list[str]) -> TableSetup:
    """Offer exactly these wagers, these too, or all but these; limits that were set stay.

    A layout that has a sensor for each of its jackpots gets one for each that is added.
    """
    if key == "without":
        gone = {_offered(setup, word) for word in words}
        kept = tuple(one for at, one in enumerate(setup.offers) if at not in gone)
        return replace(setup, offers=kept)
    offers = tuple(_offer(setup, word) for word in words)
    if key == "also offers":
        named = {(one.game, one.wager) for one in offers}
        kept = tuple(one for one in setup.offers if (one.game, one.wager) not in named)
        offers = (*kept, *offers)
    changed = replace(setup, offers=offers)
    before, after = _jackpots(setup), _jackpots(changed)
    return replace(changed, sensors=after) if setup.sensors == before < after else changed


def _offer(setup: TableSetup, word: str) -> Offer:
    """Return what a word offers: a wager with its game, and perhaps its pay table."""
    name = read_spot(word).refusing("position", "on")
    source, id = _source(setup, name.wager)
    present = [one for one in setup.offers if (one.game, one.wager) == (source, id)]
    same = [one for one in present if one.table == name.table]
    if present:
        offer = (same or present)[0]
    else:
        wager = _wager(setup, Offer(id, game=source))
        game = wager and setup.rulebook.game(wager.game)
        table = first_table(game, wager, setup.currency) if game and wager else None
        offer = Offer(id, table, game=source)
    return offer._replace(table=name.table) if name.table else offer


def _source(setup: TableSetup, name: str) -> tuple[str | None, str]:
    """Return the game and the id of a wager; the game is None if it is the table's own.

    What no game has, or several have, is left as it is written: the setup has a fault then.
    """
    try:
        wager = wager_named(setup.rulebook, setup.rulebook.game(setup.game), name)
    except Unreadable:
        game, slash, id = name.rpartition("/")
        return (game if slash and game != setup.game else None), id
    return (None if wager.game == setup.game else wager.game), wager.id


def _wager(setup: TableSetup, offer: Offer) -> Wager | None:
    """Return the wager of an offer, if there is such a one."""
    try:
        return setup.rulebook.game(offer.game or setup.game).wagers.get(offer.wager)
    except Unreadable:
        return None


def _jackpots(setup: TableSetup) -> int:
    wagers = (_wager(setup, offer) for offer in setup.offers)
    return sum(wager is not None and wager.role == "progressive" for wager in wagers)


def _with_limit(setup: TableSetup, key: str, words: list[str], clause: str) -> TableSetup:
    """Set one field of an offer, or of every offer that it can hold for."""
    of_all = len(words) == 1 and OF_WAGERS[key].endswith("_cents")
    if len(words) != 2 and not of_all:
        raise unreadable(
            "no-value",
            f'"{clause}" does not say of what, or how much',
            f'write "{key} WAGER VALUE"',
        )
    whose, text = words if len(words) == 2 else (EVERY, words[0])
    field = OF_WAGERS[key]
    value = _limit(field, text)
    change = cast(Callable[..., Offer], Offer._replace)
    only = None if whose == EVERY else _offered(setup, whose)
    return replace(
        setup,
        offers=tuple(
            change(offer, **{field: value})
            if at == only or (only is None and _can_hold(setup, offer, field))
            else offer
            for at, offer in enumerate(setup.offers)
        ),
    )


def _limit(field: str, text: str) -> object:
    if text == NONE:
        return Offer._field_defaults[field]
    if field.endswith("_cents"):
        return amount(text)
    return text.replace("+", ",") if field == "reading" else text


def _offered(setup: TableSetup, said: str) -> int:
    """Return which offer a name means."""
    name = setup.name_of(said)
    if name in setup.names:
        return setup.names.index(name)
    raise unreadable(
        "not-offered", f'"{said}" is not offered', did_you_mean(said, setup.names), "30-2807(2)"
    )


def _can_hold(setup: TableSetup, offer: Offer, field: str) -> bool:
    """Say whether a limit for all concerns a wager: no base wager has an aggregate limit."""
    wager = _wager(setup, offer)
    if wager is None:
        return False
    in_units = any(block.unit is not None for block in wager.blocks)
    if field == "aggregate_cents":
        return wager.role != "base"
    return in_units == (field == "unit_cents")
