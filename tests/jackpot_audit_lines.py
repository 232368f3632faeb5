"""Lines of a floor journal as the auditor of jackpots reads them: chains, movements, accounts.

Nothing here comes from the project: a line is text, its chain is checked by its bytes, and money
is booked by the movements that the facts carry.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, NamedTuple

MICROS_PER_CENT = 10_000
NOTHING_BEFORE = "0" * 64

_OF_THE_FLOOR = re.compile(
    r"house|escrow|adjustments|jackpot \S+ (?:main|reserve|overflow|pending|seed fund)"
)
_OF_A_JACKPOT = re.compile(r"jackpot \S+ (?:main|reserve|overflow|pending|seed fund)")
_ENDS = re.compile(r',"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}')
_TAIL = len(',"hash":"') + 64 + len('"}')

Fact = dict[str, Any]
"""A fact as JSON has it."""


class Flow(NamedTuple):
    """Money that goes from one account of the floor to another."""

    source: str
    target: str
    micros: int


def holds(condition: object, what: str) -> None:
    """Raise an AssertionError that says what is wrong, also where asserts are switched off."""
    if not condition:
        raise AssertionError(what)


def agree(what: str, told: object, ours: object) -> None:
    """Raise an AssertionError where the journal tells something else than the rule gives."""
    if told != ours:
        raise AssertionError(f"{what}: told {told}, by the rule {ours}")


class Chains:
    """The chain of every stream: numbers without gaps, and hashes that fit."""

    def __init__(self) -> None:
        self.last: dict[str, tuple[int, str]] = defaultdict(lambda: (0, NOTHING_BEFORE))
        self.ids: set[tuple[str, str]] = set()

    def read(self, text: str) -> dict[str, Any]:
        """Return the line that a text is, once it is known to be in its place."""
        text = text.removesuffix("\n")
        line: dict[str, Any] = json.loads(text)
        stream, sequence, ends = (
            line["stream"],
            line["sequence"],
            _ENDS.search(text, len(text) - 154),
        )
        where = f"{stream} {sequence}"
        holds(ends and ends.end() == len(text), f"{where}: the line does not end with its hashes")
        assert ends is not None
        number, previous = self.last[stream]
        holds(sequence == number + 1, f"{where}: the line after {number} has another number")
        holds(ends[1] == previous, f"{where}: it does not name the line before it")
        digest = sha256(text[:-_TAIL].encode("ascii"))
        holds(digest.hexdigest() == ends[2], f"{where}: its own hash is wrong")
        digest.update(text[-_TAIL:].encode("ascii"))
        self.last[stream] = sequence, digest.hexdigest()
        holds((stream, line["id"]) not in self.ids, f"{where}: its id was used before")
        self.ids.add((stream, line["id"]))
        return line


def floor_name(stream: str, account: str) -> str:
    """Return what an account of a stream is called on the floor.

    >>> floor_name("table/12", "tray"), floor_name("table/12", "jackpot ez main")
    ('table 12 tray', 'jackpot ez main')
    """
    if _OF_THE_FLOOR.fullmatch(account) or not stream.startswith("table/"):
        return account
    return f"table {stream.removeprefix('table/')} {account}"


def flows_of(stream: str, fact: Fact) -> list[Flow]:
    """Return the movements of a fact as money between accounts of the floor."""
    return [_flow(stream, movement) for movement in fact["movements"]]


def _flow(stream: str, movement: dict[str, Any]) -> Flow:
    source, target = movement["source"], movement["target"]
    of_a_jackpot = _OF_A_JACKPOT.fullmatch(source) or _OF_A_JACKPOT.fullmatch(target)
    in_micros = of_a_jackpot or {source, target} <= {"house", "escrow", "adjustments"}
    amounts = [key for key in ("cents", "micros") if key in movement]
    wanted = "micros" if in_micros else "cents"
    holds(amounts == [wanted], f"{source} -> {target} is in {amounts}, not in {wanted}")
    amount = movement[wanted]
    holds(type(amount) is int and amount > 0, f"{source} -> {target} moves {amount}")
    holds(source != target, f"{source} gives to itself")
    chips = movement.get("chips", "value")
    kind = "" if chips == "value" else f", {chips}"
    micros = amount if in_micros else amount * MICROS_PER_CENT
    return Flow(floor_name(stream, source) + kind, floor_name(stream, target) + kind, micros)


class Ledger:
    """The accounts of the floor, by the movements alone."""

    def __init__(self) -> None:
        self.accounts: Counter[str] = Counter()
        self.sum = 0

    def post(self, flows: Iterable[Flow]) -> None:
        """Book movements; both sides are booked apart, so that the sum is worth looking at."""
        for source, target, micros in flows:
            self.accounts[source] -= micros
            self.sum -= micros
            self.accounts[target] += micros
            self.sum += micros


def net(flows: Iterable[Flow]) -> dict[str, int]:
    """Return by how much accounts change, those left out that do not."""
    change: Counter[str] = Counter()
    for source, target, micros in flows:
        change[source] -= micros
        change[target] += micros
    return {name: micros for name, micros in change.items() if micros}


def must_be(actual: Iterable[Flow], wanted: Iterable[Flow]) -> None:
    """Hold movements to those that the rule asks for: the ways, and what they come to.

    A way that is wanted with nothing may be used, as long as the accounts end up the same.
    """
    actual, wanted = list(actual), list(wanted)
    strange = {(f.source, f.target) for f in actual} - {(f.source, f.target) for f in wanted}
    holds(not strange, f"money goes ways that it must not: {sorted(strange)}")
    told, ours = net(actual), net(wanted)
    for name in sorted({*told, *ours}):
        agree(f"what {name} gets", told.get(name, 0), ours.get(name, 0))


def reversed_flows(flows: Iterable[Flow]) -> list[Flow]:
    """Return the movements that undo others."""
    return [Flow(target, source, micros) for source, target, micros in flows]
