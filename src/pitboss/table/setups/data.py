"""A setup as plain data, for files and journals, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import cast

from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook.pays import percent, read_percent
from pitboss.rulebook.spots import read_spot
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.usual import usual_setup

_SHARE = re.compile(r"([0-9]{1,9})(?:/([1-9][0-9]{0,8}))?")

FIELDS = tuple(field.name for field in fields(TableSetup))


def setup_data(setup: TableSetup) -> dict[str, object]:
    """Return a setup as data that JSON can hold; what is None is left out.

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


def setup_from_data(data: Mapping[str, object]) -> TableSetup:
    """Return the setup that data describes; what is left out is as in any setup.

    Only what cannot be placed is refused here: whether the values make sense is for
    :func:`pitboss.table.setups.faults.faults_of`, which names every fault at once.
    """
    for name in ("game", "offers"):
        if name not in data:
            raise unreadable("no-setting", f"the setup does not say `{name}`", f"add {name} = ...")
    build = cast(Callable[..., TableSetup], TableSetup)
    return build(**_values(data))


def read_setup(text: str) -> TableSetup:
    r"""Read a setup from TOML: the usual table of a game, with what the text changes.

    >>> setup = read_setup('game = "ez-baccarat"\noffers = ["player", "banker"]\ndecks = 6')
    >>> setup.decks, [offer.wager for offer in setup.offers]
    (6, ['player', 'banker'])
    """
    import tomllib  # only needed where a setup comes from a file

    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise unreadable("bad-setup", f"this is not TOML: {error}", "mend the text there") from None
    game = data.get("game")
    if not isinstance(game, str):
        raise unreadable("no-setting", "the setup does not say `game`", 'add game = "baccarat"')
    change = cast(Callable[..., TableSetup], replace)
    return change(usual_setup(game), **_values(data))


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


def _values(data: Mapping[str, object]) -> dict[str, object]:
    """Return the fields of a setup, read as far as data differs from them."""
    for name in data:
        if name not in FIELDS:
            raise unreadable(
                "unknown-setting", f'"{name}" is no setting', did_you_mean(name, FIELDS)
            )
    values = dict(data)
    rate = data.get("vigorish_rate")
    if isinstance(rate, str):
        values["vigorish_rate"] = read_share(rate)
    if isinstance(listed := data.get("offers"), list | tuple):
        values["offers"] = tuple(map(_offer, listed))
    return values


def _offer(one: object) -> object:
    """Read an offer: a table of its fields, or ``WAGER[@TABLE]``; anything else stays as it is."""
    if isinstance(one, str):
        name = read_spot(one).refusing("position", "on")
        return Offer(name.wager, name.table)
    if not isinstance(one, Mapping):
        return one
    for name in one:
        if name not in Offer._fields:
            raise unreadable(
                "unknown-setting",
                f'"{name}" is no setting of an offer',
                did_you_mean(str(name), Offer._fields),
            )
    if "wager" not in one:
        raise unreadable("no-setting", "an offer does not say `wager`", 'add wager = "player"')
    build = cast(Callable[..., Offer], Offer)
    return build(**one)
