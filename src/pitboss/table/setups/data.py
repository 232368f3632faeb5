"""A setup as plain data for machines; a journal's setups are the codec's."""

from __future__ import annotations

import re
from dataclasses import fields
from fractions import Fraction

from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook.digest import digest, game_data
from pitboss.rulebook.pays import percent, read_percent
from pitboss.table.setups.setup import TableSetup

_SHARE = re.compile(r"([0-9]{1,9})(?:/([1-9][0-9]{0,8}))?")

FIELDS = tuple(field.name for field in fields(TableSetup) if field.metadata.get("encoded", True))
"""What is written of a setup: all but the rulebook that it goes by."""


def setup_data(setup: TableSetup) -> dict[str, object]:
    """Return a setup as data that JSON can hold; what is None is left out.

    >>> from pitboss.table.setups.usual import usual_setup
    >>> data = setup_data(usual_setup("baccarat"))
    >>> data["offers"][1], data["positions"]
    ({'wager': 'banker', 'table': 'vigorish', 'reading': 'default'}, 7)
    """
    data: dict[str, object] = {
        name: value for name in FIELDS if (value := getattr(setup, name)) is not None
    }
    data["offers"] = [
        {name: value for name, value in offer._asdict().items() if value is not None}
        for offer in setup.offers
    ]
    if setup.vigorish_rate is not None:
        data["vigorish_rate"] = write_share(setup.vigorish_rate)
    return data


def digest_of(setup: TableSetup) -> str:
    """Return the digest of a sound setup and of what it uses of its rulebook."""
    place = setup.rules.jurisdictions.get(setup.jurisdiction)
    standard = setup.rulebook.game("baccarat")
    used = game_data(setup.rules, setup.spots, standard=standard, place=place)
    return digest(setup_data(setup), used)


def write_share(share: Fraction) -> str:
    """Write a share as a percentage where that is exact.

    >>> write_share(Fraction(1, 20)), write_share(Fraction(1, 3))
    ('5%', '1/3')
    """
    text = percent(share)
    try:
        return text if read_percent(text) == share else str(share)
    except Unreadable:
        return str(share)


def read_share(text: str) -> Fraction:
    """Read ``5%`` or ``1/20``."""
    match = _SHARE.fullmatch(text)
    if match is not None:
        return Fraction(int(match[1]), int(match[2] or 1))
    try:
        return read_percent(text)
    except Unreadable:
        raise unreadable(
            "bad-share", f'"{text}" is no share', 'write it like "5%" or "1/20"'
        ) from None
