"""What must be said to make one setup of another: the inverse of ``with_words``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pitboss.rulebook.spots import spot_text
from pitboss.table.arguments import dollars
from pitboss.table.setups.data import write_share
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.words import NONE, OF_WAGERS, SETTINGS, with_words

_PLAIN = re.compile(r"(?!no$|none$)[A-Za-z0-9.-]+")


def words_between(old: TableSetup, new: TableSetup) -> str:
    """Return the clauses that change one setup into another of the same game.

    >>> from dataclasses import replace
    >>> from pitboss.table.setups.words import usual_setup
    >>> usual = usual_setup("baccarat")
    >>> words_between(usual, replace(usual, positions=9, vigorish_rate=Fraction(7, 100)))
    'positions 9, vigorish 7%'
    """
    clauses = []
    if list(map(_named, old.offers)) != list(map(_named, new.offers)):
        clauses = ["offers " + " ".join(map(_named, new.offers))]
        old = with_words(old, clauses[0])
    return ", ".join((*clauses, *_settings(old, new), *_terms(old, new)))


def _settings(old: TableSetup, new: TableSetup) -> Iterator[str]:
    for key, name in SETTINGS.items():
        value = getattr(new, name)
        if value != getattr(old, name):
            yield f"{key} {_written(name, value)}"


def _written(name: str, value: object) -> str:
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return write_share(value)
    if isinstance(value, int):
        return dollars(value) if name.endswith("_cents") else str(value)
    return str(value) if _PLAIN.fullmatch(str(value)) else f'"{value}"'


def _terms(old: TableSetup, new: TableSetup) -> Iterator[str]:
    """Yield each term that the same wagers are offered by and that is another."""
    for name, before, after in zip(new.names, old.offers, new.offers, strict=True):
        for key, field in OF_WAGERS.items():
            value = getattr(after, field)
            if value != getattr(before, field):
                yield f"{key} {name} {_term(field, value)}"


def _named(offer: Offer) -> str:
    """Write which wager is offered, by which pay table."""
    path = f"{offer.game}/{offer.wager}" if offer.game else offer.wager
    return spot_text(path, table=offer.table)


def _term(field: str, value: object) -> str:
    if value is None or value == Offer._field_defaults[field]:
        return NONE
    return dollars(value) if isinstance(value, int) else str(value).replace(",", "+")
