"""Fairness: every card and throw on record held against the seed that was committed to before it.

Nothing is needed but the record. Each commitment, reveal and giving-up is decided again, so that a
seed was fixed before anything of it was seen; whether all else kept to the rules `pitboss replay`
says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pitboss.jackpot.streams  # noqa: F401  (the journal of a floor has lines of jackpots, too)
from pitboss.house.chance.shown import Shown, is_virtual, shown_by
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.engine import NEW, decide, evolve
from pitboss.table.record.codec import under
from pitboss.table.record.journal import Entry, Line
from pitboss.table.record.replaying import IMPOSSIBLE
from pitboss.table.state import Table
from pitboss.table.steps import Fact
from pitboss.table.steps.chance import OF_CHANCE, ChanceAbandoned, ChanceRevealed

TABLE = "table/"


class Observed(NamedTuple):
    """What a line showed of something that was committed to."""

    number: int
    shown: Shown
    decks: int


class GivenUp(NamedTuple):
    """What was committed to and not played to its end."""

    stream: str
    what: str
    reason: str
    checked: bool
    """Whether its seed was revealed, so that what it had shown by then was checked."""


class Fairness(NamedTuple):
    """What the record of one table shows."""

    stream: str
    fair: Counter[str]
    """Shoes, rounds and throws whose seed was revealed and fits all that they showed."""
    checked: int
    """The cards and throws that were held against a seed."""
    open: str
    """What is committed to and not revealed yet; empty if nothing is."""
    unchecked: int
    """What that has shown so far, and what was shown by seeds that were lost."""
    entered: int
    """The cards and throws of no seed: entered by a dealer or a card-reading shoe."""
    given_up: tuple[GivenUp, ...]


class _Checked:
    """A table as its record goes on."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.table: Table = NEW
        self.observed: list[Observed] = []
        self.fair: Counter[str] = Counter()
        self.checked = self.unchecked = self.entered = 0
        self.given_up: list[GivenUp] = []

    def add(self, number: int, line: Line, rulebook: Rulebook | None) -> None:
        """Go on by a line."""
        if line.refusal is not None:
            return
        facts = tuple(under(rulebook, fact) for fact in line.facts)
        if isinstance(line.command, OF_CHANCE):
            answer = decide(self.table, line.command, line.at)
            if isinstance(answer, Refusal):
                raise _unfair(number, line, answer.message)
            if answer != facts:
                raise _unfair(number, line, "it does not say what the command leads to")
        for done, fact in enumerate(facts):
            self._hear(number, line, evolve(self.table, facts[:done], line.at), fact)
        self.table = evolve(self.table, facts, line.at)

    def _hear(self, number: int, line: Line, table: Table, fact: Fact) -> None:
        shown = shown_by(table, fact)
        if shown and is_virtual(table):
            decks = table.setup.shoe_decks
            self.observed += [Observed(number, one, decks) for one in shown]
        elif isinstance(fact, ChanceRevealed):
            self._compare(line, fact.what, bytes.fromhex(fact.seed))
            self.fair[fact.what.partition(" ")[0]] += 1
        elif isinstance(fact, ChanceAbandoned):
            if fact.seed:
                self._compare(line, fact.what, bytes.fromhex(fact.seed))
            self.unchecked += len(self.observed)
            self.observed = []
            reason = GivenUp(self.stream, fact.what, fact.reason, bool(fact.seed))
            self.given_up.append(reason)
        else:
            self.entered += len(shown)

    def _compare(self, line: Line, what: str, seed: bytes) -> None:
        for number, shown, decks in self.observed:
            misfit = shown.misfit(seed, decks)
            if misfit:
                raise _unfair(number, line, f"{what}: {misfit}")
        self.checked += len(self.observed)
        self.observed = []

    def end(self) -> Fairness:
        pending = self.table.chance.open
        return Fairness(
            self.stream,
            self.fair,
            self.checked,
            "" if pending is None else pending.what,
            self.unchecked + len(self.observed),
            self.entered,
            tuple(self.given_up),
        )


def check_fairness(
    journal: Iterable[Entry], rulebook: Rulebook | None = None
) -> tuple[Fairness, ...]:
    """Return what a journal shows of each table, or raise at the first card or throw that misfits.

    The journal is that of a table, or of a whole floor.
    """
    tables: dict[str, _Checked] = {}
    for number, line, _ in journal:
        if line.command is None:
            raise unreadable(
                "other-schema", f"line {number} is of schema 0", "it is older than virtual cards"
            )
        if line.stream.startswith(TABLE):
            checked = tables.setdefault(line.stream, _Checked(line.stream))
            try:
                checked.add(number, line, rulebook)
            except IMPOSSIBLE as error:
                if isinstance(error, Unreadable):
                    raise
                what = type(line.command).__name__
                raise _unfair(number, line, f"{what} is impossible here") from None
    return tuple(_ended(tables))


def _ended(tables: dict[str, _Checked]) -> Iterator[Fairness]:
    for name in sorted(tables):
        yield tables[name].end()


def _unfair(number: int, line: Line, why: str) -> Unreadable:
    return unreadable(
        "unfair",
        f"line {number} ({line.stream}): {why}",
        "ask the house how that came about: its cards and dice must follow from its seeds",
    )
