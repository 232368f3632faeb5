"""Doors: where somebody belongs, and what a page says that says no."""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from urllib.parse import urlencode

from pitboss.house.people.identity import STRANGER, Who
from pitboss.refusals import Refusal, one_line
from pitboss.web.words import words

WORDS = words["doors"]
SIGN_IN = "/sign-in"
_OWN_PATH = re.compile(r"/(?![/\\])[!-\[\]-~]{0,300}")
"""A page of this server: a second slash or a backslash would begin another host's name."""
_NO_PAGES = ("/api/", "/static/", SIGN_IN)
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


def own_path(text: str) -> str:
    """Return a page of this server that somebody asked for; nothing if it is anything else.

    >>> own_path("/tables/3/dealer?x=1"), own_path("//example.com"), own_path("https://a.b/")
    ('/tables/3/dealer?x=1', '', '')
    """
    sound = _OWN_PATH.fullmatch(text) is not None and not text.startswith(_NO_PAGES)
    return text if sound else ""


def sign_in_address(asked: str, ended: bool = False) -> str:
    """Return where to sign in so that the page asked for comes next; from the floor, one's own.

    Whose page was closed is told why.

    >>> sign_in_address("/tables/3/dealer"), sign_in_address("/"), sign_in_address("/", ended=True)
    ('/sign-in?next=/tables/3/dealer', '/sign-in', '/sign-in?ended=true')
    """
    path = own_path(asked)
    query = {"ended": "true"} if ended else {}
    query |= {} if path in ("", "/") else {"next": path}
    return f"{SIGN_IN}?{urlencode(query, safe='/')}" if query else SIGN_IN


def given_back_address(who: Who) -> str:
    """Return the page that tells somebody that their place of the demo was given back.

    >>> given_back_address(Who("6601", "player", table="3", seat=5))
    '/tables/3/given-back?seat=5'
    """
    return f"/tables/{who.table}/given-back" + (f"?seat={who.seat}" if who.seat else "")


def why_ended(who: Who, at_device: bool) -> str:
    """Return why a page was closed: its device is nobody's any more, or its session is over.

    >>> why_ended(Who(), at_device=True)
    'This device was revoked and shows nothing more. Pair it anew, or sign in.'
    """
    revoked = at_device and who.role == STRANGER
    return str(WORDS["ended"]["device" if revoked else "session"])


def error_values(refusal: Refusal, status: int, who: Who) -> dict[str, Any]:
    """Return what a page says of a refusal: a heading for its kind, and the words of the house."""
    errors: dict[str, str] = WORDS["errors"]
    heading = errors.get(str(status), errors["other"])
    return {
        "status": status,
        "code": refusal.code,
        "heading": heading.format(whom=_whom(who)),
        "message": sentence(refusal.message),
        "remedy": WORDS["begin"] if OF_PROGRAMS in refusal.remedy else one_line(refusal.remedy),
        "cite": refusal.cite,
        "home": home_of(who),
        "picture": {401: "back", 403: "back", 404: "gap"}.get(status, "fan"),
    }


def _whom(who: Who) -> str:
    if who.badge:
        return str(WORDS["a_badge"].format(badge=who.badge))
    return str(WORDS["a_stranger"] if who.role == STRANGER else WORDS["a_device"])


def sentence(text: str) -> str:
    """Return the words of a refusal as a sentence on a page.

    >>> sentence("take the position first")
    'Take the position first.'
    """
    line = one_line(text)
    return f"{line[:1].upper()}{line[1:]}."
