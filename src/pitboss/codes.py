"""Every code that a refusal can carry, declared once in ``codes.toml``: meaning and citation."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Code(NamedTuple):
    """What a refusal's code means, whoever gives it."""

    code: str
    meaning: str
    citation: str | None
    """The paragraph on which it rests; None for input, house procedure, or several of them."""
    rooms: tuple[str, ...]
    """The packages of pitboss that give it."""


@cache
def codes() -> Mapping[str, Code]:
    """Return every code by itself, in the order of the alphabet.

    >>> codes()["shoe-empty"].meaning, codes()["shoe-empty"].citation
    ('A card is dealt from an empty shoe.', '30-2816(4)')
    """
    text = files("pitboss").joinpath("codes.toml").read_text("utf-8")
    return {code: _declared(code, *fields) for code, fields in tomllib.loads(text).items()}


def _declared(code: str, rooms: str, meaning: str, citation: str | None = None) -> Code:
    return Code(code, meaning, citation, tuple(rooms.split()))
