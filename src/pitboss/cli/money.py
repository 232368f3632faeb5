"""Amounts of money as people type them."""

from __future__ import annotations

import re
from fractions import Fraction

from pitboss.refusals import unreadable

_AMOUNT = re.compile(r"(-?)\$?((?:\d{1,20}|\d{1,3}(?:,\d{3}){1,6})?)(?:\.(\d{1,20}))?")


def read_cents(text: str) -> int:
    """Read an amount such as ``5``, ``5.00``, ``.25`` or ``$1,000`` as whole cents.

    >>> read_cents("$1,000"), read_cents(".25"), read_cents("-5")
    (100000, 25, -500)
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None or not (match[2] or match[3]):
        raise unreadable(
            "unreadable-amount", f'"{text[:40]}" is not an amount', "write it like 5, 5.00 or 1000"
        )
    cents = Fraction(f"{match[2].replace(',', '') or 0}.{match[3] or 0}") * 100
    if cents.denominator != 1:
        raise unreadable(
            "stake-not-whole-cents", f'"{text}" is not a whole number of cents', "use two decimals"
        )
    return -int(cents) if match[1] else int(cents)
