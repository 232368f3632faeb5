"""Where a bet stands, as people write it: ``3/golden-talons:player@PT-FLT-GT-03``.

A wager of another game is written with its game, ``golden-dragon/pair``. A number before a slash is
a position.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pitboss.refusals import unreadable
from pitboss.rulebook.tables import On

_NAME = r"[^:@=/\s]+"
_SPOT = re.compile(
    rf"(?:(?P<position>[0-9]{{1,3}})/)?(?P<wager>(?:(?![0-9]+/){_NAME}/)?{_NAME})"
    r"(?::(?P<on>[^@=]*))?(?:@(?P<table>[^=]*))?"
)


class SpotName(NamedTuple):
    """A spot in words; None is what they leave open."""

    wager: str
    """Its id, with its game before a slash if that is said."""
    on: On = None
    table: str | None = None
    position: int | None = None

    def refusing(self, *fields: str) -> SpotName:
        """Return the name where it may not say these things; whoever does expects something."""
        for field in fields:
            if getattr(self, field) is not None:
                raise unreadable(
                    "unreadable-bet",
                    f"{self.wager} cannot name a {_SAID[field]} here",
                    f"leave the {_SAID[field]} out",
                )
        return self


_SAID = {"on": "hand or seat", "table": "pay table", "position": "position"}


def read_spot(text: str) -> SpotName:
    """Read ``[POSITION/][GAME/]WAGER[:HAND or SEAT][@TABLE]``.

    >>> read_spot("3/golden-talons:player@PT-FLT-GT-03")
    SpotName(wager='golden-talons', on='player', table='PT-FLT-GT-03', position=3)
    >>> read_spot("golden-dragon/pair:player").wager
    'golden-dragon/pair'
    """
    match = _SPOT.fullmatch(text)
    if match is None:
        raise unreadable(
            "unreadable-bet",
            f'"{text[:40]}" is not a place to bet on',
            "write it like tie, golden-talons:player or sun-7@PT-FLT-MB-02",
        )
    position = None if match["position"] is None else int(match["position"])
    return SpotName(match["wager"], read_place(match["on"]), match["table"] or None, position)


def read_place(text: str | None) -> On:
    """Read a hand or a seat number; nothing is None."""
    return int(text) if text and re.fullmatch("[0-9]{1,3}", text) else text or None


def split_bet(text: str, amount: str = "AMOUNT") -> tuple[str, str]:
    """Split ``SPOT=AMOUNT`` into the two; ``amount`` is what a refusal calls the second.

    >>> split_bet("golden-talons:player=2.50")
    ('golden-talons:player', '2.50')
    """
    spot, equals, rest = text.partition("=")
    if not equals or not spot:
        raise unreadable(
            "unreadable-bet",
            f'"{text[:60]}" is not a bet',
            f"write WAGER={amount}; write it like player=25 or golden-talons:player=10",
        )
    return spot, rest


def spot_text(wager: str, on: On = None, table: str | None = None) -> str:
    """Write a spot as it is read.

    >>> spot_text("tie"), spot_text("golden-talons", "player", "PT-FLT-GT-03")
    ('tie', 'golden-talons:player@PT-FLT-GT-03')
    """
    name, at, twice = wager.partition("@")
    return name + ("" if on is None else f":{on}") + at + twice + (f"@{table}" if table else "")
