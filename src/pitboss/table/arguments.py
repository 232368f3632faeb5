"""The words of a script: how each kind of argument is read from a line and written to one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pitboss.games.cards import Card, card, cards
from pitboss.games.three_dice import Cup
from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook.pays import read_cents
from pitboss.rulebook.spots import read_spot, spot_text
from pitboss.rulebook.tables import On

WORD = r"\S+"
NO_COLON = r"[^\s:]+"
SEVERAL_WORDS = r"[^:]+?"
"""Names and colors: a colon ends them."""
SEVERAL_CARDS = "(?:(?:10|\\S)[cdhs♣♦♥♠♧♢♡♤]\ufe0f?,? ?)+?"
"""Tight enough that a word which follows the cards is not taken for one."""

_MICROS = re.compile(r"([+-]?)\$?([0-9]{1,12})(?:\.([0-9]{1,6}))?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_CUP = re.compile(r"[0-9]{3}")


class Kind(NamedTuple):
    """A kind of argument."""

    shown: str
    """What stands for it where a grammar is shown."""
    pattern: str
    read: Callable[[str], tuple[object, ...]]
    """From its text to the values of its fields."""
    write: Callable[..., str] = str


def amount(text: str) -> int:
    """Read dollars as cents.

    >>> amount("25"), amount("$2.50"), amount("-1,000.5")
    (2500, 250, -100050)
    """
    try:
        return read_cents(text)
    except Unreadable as error:
        raise unreadable(
            "bad-amount", error.refusal.message, "write dollars, such as 25 or 2.50"
        ) from None


def dollars(cents: int) -> str:
    """Write cents as a script does.

    >>> dollars(2500), dollars(250), dollars(-5)
    ('25', '2.50', '-0.05')
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}" + (f".{part:02d}" if part else "")


def micros(text: str) -> int:
    """Read dollars as millionths.

    >>> micros("+0.123457"), micros("-$1,000.5")
    (123457, -1000500000)
    """
    match = _MICROS.fullmatch(text.replace(",", ""))
    if match is None:
        raise unreadable(
            "bad-amount", f'"{text}" is no amount', "write dollars, such as +25 or -0.123457"
        )
    sign, whole, part = match.groups()
    value = int(whole) * 1_000_000 + int((part or "").ljust(6, "0"))
    return -value if sign == "-" else value


def micros_text(value: int) -> str:
    """Write millionths as a script does.

    >>> micros_text(123457), micros_text(-1000500000), micros_text(25_000_000)
    ('+0.123457', '-1000.50', '+25')
    """
    whole, part = divmod(abs(value), 1_000_000)
    shown = f"{part:06d}".rstrip("0")
    shown = f".{shown.ljust(2, '0')}" if shown else ""
    return f"{'-' if value < 0 else '+'}{whole}{shown}"


def rates(text: str) -> str:
    """Read the increments of a jackpot.

    >>> rates("12.5% and 4%"), rates("12")
    ('12.5%+4%', '12%')
    """
    return "+".join(_rate(part.strip()) for part in text.replace(" and ", "+").split("+"))


def number(text: str) -> int:
    """Read a whole number."""
    if _NUMBER.fullmatch(text) is None:
        raise unreadable(
            "not-a-number", f'"{text}" is not a whole number', "write digits, such as 7"
        )
    return int(text)


def position(text: str) -> int:
    """Read a position.

    >>> position("3"), position("position 3")
    (3, 3)
    """
    return number(text.lower().removeprefix("position "))


def positions(text: str) -> tuple[int, ...]:
    """Read some positions.

    >>> positions("1 3 5"), positions("2, 4")
    ((1, 3, 5), (2, 4))
    """
    return tuple(number(word) for word in text.replace(",", " ").split())


def spot(text: str) -> tuple[str, On]:
    """Read a place on the layout, by the name that its wager has there.

    >>> spot("tie"), spot("golden-talons:player"), spot("99-fortunes:7")
    (('tie', None), ('golden-talons', 'player'), ('99-fortunes', 7))
    >>> spot("golden-dragon/pair:player"), spot("triple@PT-PRG-TRI-01")
    (('golden-dragon/pair', 'player'), ('triple@PT-PRG-TRI-01', None))
    """
    place, at, table = text.partition("@")
    name = read_spot(place.lower() + at + table).refusing("position")
    if name.on is not None:
        name.refusing("table")  # only a jackpot can be offered by two pay tables, on no hand
    return spot_text(name.wager, table=name.table), name.on


def cup(text: str) -> Cup:
    """Read three dice under a cup.

    >>> cup("126")
    (1, 2, 6)
    """
    if _CUP.fullmatch(text) is None:
        raise unreadable("unknown-dice", f'"{text}" is no cup', "write three dice, such as 126")
    first, second, third = map(int, text)
    return first, second, third


def seen_or_not(text: str) -> Card | None:
    """Read a card, or a question mark for one that nobody has seen."""
    return None if text == "?" else card(text)


def signatures(text: str) -> tuple[str, str]:
    """Read who signed; the second name is empty where only one did.

    >>> signatures("Ann Lee and Bo"), signatures("Ann")
    (('Ann Lee', 'Bo'), ('Ann', ''))
    """
    first, _, second = text.partition(" and ")
    return first.strip(), second.strip()


def _rate(text: str) -> str:
    return f"{text.rstrip('%')}%"


def cards_text(found: Iterable[Card]) -> str:
    """Write cards as a script does."""
    return " ".join(map(str, found))


def _dice_text(found: Cup) -> str:
    return "".join(map(str, found))


def _signed_text(first: str, second: str) -> str:
    return f"{first} and {second}" if second else first


def _signed_amount(cents: int) -> str:
    return dollars(cents) if cents < 0 else f"+{dollars(cents)}"


def _kind(
    shown: str, pattern: str, read: Callable[[str], object], write: Callable[..., str] = str
) -> Kind:
    """Return a kind of argument that fills one field."""
    return Kind(shown, pattern, lambda text: (read(text),), write)


def _one_of(*words: str) -> Kind:
    return _kind("|".join(words), "|".join(words), str.lower)


KINDS: Mapping[str, Kind] = {
    "position": _kind("POSITION", rf"(?:position )?{WORD}", position),
    "positions": _kind(
        "POSITION...", r"[0-9, ]+", positions, lambda found: " ".join(map(str, found))
    ),
    "number": _kind("NUMBER", WORD, number),
    "amount": _kind("AMOUNT", WORD, amount, dollars),
    "signed amount": _kind("+AMOUNT|-AMOUNT", WORD, amount, _signed_amount),
    "signed micros": _kind("+AMOUNT|-AMOUNT", WORD, micros, micros_text),
    "rates": _kind("MAIN% [and RESERVE%]", rf"{WORD}(?: and {WORD})?", rates),
    "spot": Kind("WAGER[:HAND]", WORD, spot, spot_text),
    "card": _kind("CARD", WORD, card),
    "card or ?": _kind("CARD|?", WORD, seen_or_not, lambda one: "?" if one is None else str(one)),
    "cards": _kind("CARD...", SEVERAL_CARDS, cards, cards_text),
    "cup": _kind("DICE", WORD, cup, _dice_text),
    "side": _one_of("player", "banker"),
    "device": _one_of("shoe", "shuffler"),
    "scope": _one_of("base", "bonus"),
    "chips": _one_of("promotional", "coupon"),
    "basis": _one_of("agreement", "consent"),
    "when": _one_of("opening", "closing"),
    "recount": _one_of("shift", "closing"),
    "box": _one_of("toke box", "drop box"),
    "rate": _kind("RATE", WORD, _rate),
    "commission": _kind("vigorish|tie-vigorish|none", WORD, str.lower),
    "rule": _kind("RULE", WORD, str.lower),
    "identifier": _kind("NUMBER", WORD, str),
    "jackpot": _kind("ID", NO_COLON, str),
    "badge": _kind("BADGE", NO_COLON, str),
    "day": _kind("DAY", WORD, str),
    "color": _kind("COLOR", SEVERAL_WORDS, str.lower),
    "name": _kind("NAME", SEVERAL_WORDS, str),
    "text": _kind("TEXT", ".+", str),
    "game": _kind("GAME", WORD, str.lower),
    "settings": _kind("KEY VALUE, ...", ".+", str),
    "signatures": Kind("NAME and NAME", SEVERAL_WORDS, signatures, _signed_text),
    "badges": Kind("BADGE and BADGE", rf"{NO_COLON}(?: and {NO_COLON})?", signatures, _signed_text),
}
"""Every kind of argument by the name that a form calls it."""
