"""Doors: where somebody belongs, and what a page says that says no."""

from __future__ import annotations

from typing import Any, NamedTuple

from pitboss.house.people.identity import STRANGER, Who
from pitboss.refusals import Refusal, one_line
from pitboss.web.words import words

WORDS = words["doors"]
OF_PROGRAMS = "/openapi.json"
"""What helps programs, and nobody else."""


class Home(NamedTuple):
    """Where somebody belongs."""

    address: str
    words: str
    """What leads there."""


def home_of(who: Who) -> Home:
    """Return where a person or device works or plays; everybody else is at home on the floor.

    >>> home_of(Who("1101", "dealer", table="3")).address, home_of(Who()).address
    ('/tables/3/dealer', '/')
    """
    at = f"/tables/{who.table}"
    if who.table and who.role in ("dealer", "table"):
        return Home(f"{at}/dealer", WORDS["to_table"].format(table=who.table))
    if who.table and who.seat and who.role in ("player", "seat"):
        return Home(f"{at}/seat/{who.seat}", WORDS["to_seat"])
    if who.table and who.role == "sign":
        return Home(f"{at}/sign", WORDS["to_sign"])
    return Home("/", WORDS["to_floor"])


def error_values(refusal: Refusal, status: int, who: Who) -> dict[str, Any]:
    """Return what a page says of a refusal: a heading for its kind, and the words of the house."""
    errors: dict[str, str] = WORDS["errors"]
    heading = errors.get(str(status), errors["other"])
    return {
        "status": status,
        "code": refusal.code,
        "heading": heading.format(whom=_whom(who)),
        "message": _sentence(refusal.message),
        "remedy": WORDS["begin"] if OF_PROGRAMS in refusal.remedy else one_line(refusal.remedy),
        "cite": refusal.cite,
        "home": home_of(who),
        "picture": {401: "back", 403: "back", 404: "gap"}.get(status, "fan"),
    }


def _whom(who: Who) -> str:
    if who.badge:
        return str(WORDS["a_badge"].format(badge=who.badge))
    return str(WORDS["a_stranger"] if who.role == STRANGER else WORDS["a_device"])


def _sentence(text: str) -> str:
    line = one_line(text)
    return f"{line[:1].upper()}{line[1:]}."
