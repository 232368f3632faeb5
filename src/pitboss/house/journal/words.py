"""By which words a line of the record is found again, and which amounts it names.

A line is found by what it holds: the kinds of its command and facts, whoever gave it or is named in
it, wagers, the code of a refusal, the round. A word is kept as a number made from it, so that a row
of the index stays small; whoever finds a line by it reads the line itself (:mod:`.searching`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, get_args, get_type_hints

from pitboss.refusals import Refusal
from pitboss.settle.accounts import MICROS_PER_CENT, JackpotMovement
from pitboss.table.record.journal import Line
from pitboss.table.steps import Command, Fact

PEOPLE = frozenset(("by", "first", "second", "supervisor", "patron", "whom", "number"))
"""Fields of commands and facts that name a person, where they are texts."""
TABLE = "table/"
REFUSED = "refused"
"""The word that every refused line has."""
ACCEPTED = "accepted"
"""What is asked of lines without that word; none has this one."""
MONEY = "money"
"""The word that every line has which names an amount."""
MOST_CENTS = 2**63 - 1
"""What a database counts up to: whoever asks for more than that is refused, and not found by it."""
BYTES = 6
"""Of a word's number: two of a hundred thousand words share one in 60,000 houses of that size."""


class Found(NamedTuple):
    """What a line is found by."""

    words: frozenset[str]
    cents: frozenset[int]


def kind_word(kind: str) -> str:
    """Return the word for a kind of command or fact."""
    return f"kind {kind}"


def person_word(name: str) -> str:
    """Return the word for somebody who gave a line, or is named in it."""
    return f"person {name}"


def wager_word(wager: str) -> str:
    """Return the word for a wager."""
    return f"wager {wager}"


def refusal_word(refusal: str) -> str:
    """Return the word for a refusal by its code."""
    return f"{REFUSED} {refusal}"


def stream_word(stream: str) -> str:
    """Return the word for a stream: jackpots and the house have it, whose lines are few."""
    return f"stream {stream}"


def round_word(number: int) -> str:
    """Return the word for a round, of whatever table."""
    return f"round {number}"


@lru_cache(maxsize=1 << 10)
def word_number(word: str) -> int:
    """Return the number that stands for a word in the index.

    >>> word_number("wager tie") == word_number("wager tie") != word_number("wager player")
    True
    """
    return int.from_bytes(blake2b(word.encode(), digest_size=BYTES).digest())


def found_by(
    stream: str,
    actor: str,
    command: Command | None,
    answer: Iterable[Fact] | Refusal,
    round: int | None,
) -> Found:
    """Return what a line is found by.

    >>> from pitboss.table.steps.betting import PlaceBet
    >>> no = Refusal("bets-closed", "too late", "wait")
    >>> words, cents = found_by("table/1", "1101", PlaceBet(3, "tie", 2500), no, 7)
    >>> words == {"person 1101", "kind PlaceBet", "wager tie", "money", "round 7",
    ...           "refused", "refused bets-closed"}, sorted(cents)
    (True, [2500])
    """
    words, cents = set[str](), set[int]()
    if not stream.startswith(TABLE):
        words.add(stream_word(stream))
    if actor:
        words.add(person_word(actor))
    if round is not None:
        words.add(round_word(round))
    if command is not None:
        _take(command, words, cents)
    if isinstance(answer, Refusal):
        words |= {REFUSED, refusal_word(answer.code)}
    else:
        for fact in answer:
            _take(fact, words, cents)
    amounts = frozenset(amount for amount in cents if 0 < amount <= MOST_CENTS)
    if amounts:
        words.add(MONEY)
    return Found(frozenset(words), amounts)


def found_by_line(line: Line) -> Found:
    """Return what a line that was read is found by."""
    answer = line.facts if line.refusal is None else line.refusal
    return found_by(line.stream, line.actor, line.command, answer, line.round)


def _take(record: Command | Fact, words: set[str], cents: set[int]) -> None:
    kind = type(record)
    words.add(_kind_word(kind))
    for field in _people(kind):
        if name := getattr(record, field):
            words.add(person_word(name))
    for take, field in _parts(kind):
        take(getattr(record, field), words, cents)
    cents |= {abs(micros) // MICROS_PER_CENT for micros in _of_jackpots(record).values()}


def _of_jackpots(record: Command | Fact) -> Counter[str]:
    """Return by how much a fact changes each account of a jackpot: shares of a hit together."""
    changes: Counter[str] = Counter()
    for move in getattr(record, "movements", ()):
        if isinstance(move, JackpotMovement):
            changes[move.target] += move.micros
            changes[move.source] -= move.micros
    return Counter({name: micros for name, micros in changes.items() if name.startswith("jackpot")})


@cache
def _kind_word(kind: type) -> str:
    return kind_word(kind.__name__)


@cache
def _people(kind: type) -> tuple[str, ...]:
    hints = get_type_hints(kind)
    return tuple(field for field in PEOPLE if hints.get(field) is str)


# --- wagers and amounts, however deep they lie ---

Take = Callable[[Any, set[str], set[int]], None]


@cache
def _parts(kind: type) -> tuple[tuple[Take, str], ...]:
    """Return the fields of a record that may hold a wager or an amount, and how each is taken."""
    hints = get_type_hints(kind)
    parts = ((_take_of(field, hint), field) for field, hint in hints.items())
    return tuple((take, field) for take, field in parts if take is not None and _kept(kind, field))


def _kept(kind: type, field: str) -> bool:
    """Say whether a field is one that the record keeps."""
    named: Iterable[str] = getattr(kind, "_fields", getattr(kind, "__dataclass_fields__", ()))
    return field in named


def _take_of(field: str, hint: Any) -> Take | None:
    if field == "wager":
        return _wager
    if field == "cents" or field.endswith("_cents"):
        return _amount
    if field in ("micros", "amount_micros"):
        return _micros
    return _nested if _holds_records(hint) else None


def _wager(value: str | None, words: set[str], _: set[int]) -> None:
    if value is not None:
        words.add(wager_word(value))


def _amount(value: int | None, _: set[str], cents: set[int]) -> None:
    if value is not None:
        cents.add(abs(value))


def _micros(value: int, _: set[str], cents: set[int]) -> None:
    cents.add(abs(value) // MICROS_PER_CENT)


def _nested(value: Any, words: set[str], cents: set[int]) -> None:
    kind: type = type(value)
    if kind is tuple:
        for item in value:
            _nested(item, words, cents)
    elif value is not None:
        for take, field in _parts(kind):
            take(getattr(value, field), words, cents)


def _holds_records(hint: Any) -> bool:
    """Say whether a type holds records with fields of their own."""
    if isinstance(hint, type) and (hasattr(hint, "_fields") or is_dataclass(hint)):
        return True
    return any(_holds_records(part) for part in get_args(hint))
