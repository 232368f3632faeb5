"""Replay: the table rebuilt from its record, each command decided again by the rules.

What a command led to must be what stands on record, settlement to the cent included. Whoever forges
a line and all hashes after it must still keep to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from pitboss.games.cards import Card
from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.engine import NEW, act, evolve
from pitboss.table.record.codec import under
from pitboss.table.record.journal import Entry, Line
from pitboss.table.record.schema0 import completed
from pitboss.table.state import Table
from pitboss.table.steps import Fact
from pitboss.table.steps.opening import SetupChanged, TableOpened
from pitboss.table.steps.results import BetsSettled
from pitboss.table.steps.undoing import CommandWithdrawn

IMPOSSIBLE = (
    *(LookupError, ValueError, TypeError, AttributeError, ArithmeticError),
    *(AssertionError, StopIteration),
)
"""What the rules raise on values that no table could have come to."""
NO_RULES = sha256(b"null").hexdigest()
"""The digest of the rules of a table that was never opened."""
FORGED = "look for who wrote this line, or one before it; its hash is right"
"""What to do where a chain is whole and the rules were not kept to."""


class Replayed(NamedTuple):
    """A line of a journal, and the table before and after it."""

    number: int
    line: Line
    hash: str
    before: Table
    after: Table

    def by_fact(self) -> Iterator[tuple[Table, Fact]]:
        """Yield each fact of the line with the table before it."""
        table = self.before
        for fact in self.line.facts:
            yield table, fact
            table = evolve(table, (fact,), self.line.at)


def replay(
    journal: Iterable[Entry],
    table: Table = NEW,
    *,
    any_rulebook: bool = False,
    rulebook: Rulebook | None = None,
) -> Iterator[Replayed]:
    """Yield each line with the table around it, while the rules lead to what the lines say.

    They are decided by the rulebook, which is the catalog unless another is given. With
    ``any_rulebook`` what other rules decided is told as it stands, not decided again.
    """
    ids: set[str] = set()
    stream = ""
    for number, written, own_hash in journal:
        facts = tuple(under(rulebook, fact) for fact in written.facts)
        line = written._replace(command=under(rulebook, written.command), facts=facts)
        if line.command is None:
            line, after = _completed(table, number, line)
        else:
            stream = stream or line.stream
            _check_place(number, line, table, ids, stream)
            after = _decided(table, number, line, any_rulebook)
        yield Replayed(number, line, own_hash, table, after)
        table = after
        _check(table, number)


def _check_place(number: int, line: Line, table: Table, ids: set[str], stream: str) -> None:
    """Refuse a line that repeats an id, or is of another stream, shoe or round."""
    if line.id in ids:
        raise unreadable("repeated-id", f'line {number}: the id "{line.id}" was used', FORGED)
    ids.add(line.id)
    if line.stream != stream:
        raise unreadable(
            "other-stream", f"line {number} is of {line.stream}, not of {stream}", FORGED
        )
    place = (table.shoe.number or None, None if table.opened is None else table.round.number)
    for key, says, must in zip(("shoe", "round"), (line.shoe, line.round), place, strict=True):
        if says != must:
            raise _differs(number, key, says, must)


def _decided(table: Table, number: int, line: Line, any_rulebook: bool) -> Table:
    """Decide a line's command again and hold what comes of it against the record."""
    assert line.command is not None, "a line of today's schema"
    name = type(line.command).__name__
    ours = _digest_after(table, line)
    if line.rulebook != ours:
        if any_rulebook and ours is not None:
            return _evolved(table, number, line)
        raise _other_rulebook(number, line.rulebook, ours)
    try:
        after, answer = act(table, line.command, line.at)
    except IMPOSSIBLE:
        raise _against_the_rules(number, f"{name} is impossible here") from None
    if isinstance(answer, Refusal):
        if line.refusal is None:
            why = f"{name} could not happen: {answer.message}"
            raise _against_the_rules(number, why, answer.cite)
        if line.refusal.code != answer.code:
            raise _differs(number, "refusal.code", line.refusal.code, answer.code)
        return table
    if line.refusal is not None:
        raise _against_the_rules(number, f"{name} is refused, and the rules allow it")
    differing_facts(number, line.facts, answer)
    return after


def _digest_after(table: Table, line: Line) -> str | None:
    """Return the digest that a line should have; None if these rules lack what it offers."""
    after = _set_up(table, line)
    try:
        return NO_RULES if after.opened is None else after.opened.digest
    except Unreadable:
        return None


def _set_up(table: Table, line: Line) -> Table:
    """Return a table with the setup that a line leaves it with: what its digest is of."""
    for fact in line.facts:
        if isinstance(fact, TableOpened | SetupChanged):
            return table._replace(opened=fact.setup)
        if isinstance(fact, CommandWithdrawn) and table.last is not None:
            return table.last.before
    return table


def _other_rulebook(number: int, theirs: str, ours: str | None) -> Unreadable:
    these = "these lack what it offers" if ours is None else f"these are {ours[:12]}..."
    as_it_stands = "" if ours is None else ", or as it stands (--any-rulebook)"
    return unreadable(
        "other-rulebook",
        f"line {number} was decided by the rules {theirs[:12]}..., and {these}",
        f"replay it with the rules of that time (--file){as_it_stands}",
    )


def _completed(table: Table, number: int, line: Line) -> tuple[Line, Table]:
    """Return a line of schema 0 with the movements that it left out, and the table after it."""
    try:
        line = line._replace(facts=tuple(completed(table, fact) for fact in line.facts))
    except IMPOSSIBLE:
        raise _impossible(number, line) from None
    return line, _evolved(table, number, line)


def _impossible(number: int, line: Line) -> Unreadable:
    names = ", ".join(type(fact).__name__ for fact in line.facts)
    return _against_the_rules(number, f"{names} is impossible here")


def _evolved(table: Table, number: int, line: Line) -> Table:
    """Return the table after a line as it stands; a refusal leaves it as it was."""
    if line.refusal is not None:
        return table
    try:
        return evolve(table, line.facts, line.at)
    except IMPOSSIBLE:
        raise _impossible(number, line) from None


def differing_facts(number: int, recorded: tuple[Fact, ...], decided: tuple[Fact, ...]) -> None:
    """Raise at the first fact on record that is not what the rules lead to."""
    for fact, expected in zip(recorded, decided, strict=False):
        name = type(fact).__name__
        if type(fact) is not type(expected):
            must = type(expected).__name__
            raise _against_the_rules(number, f"{must} must follow here, not {name}")
        if fact != expected:
            where, says, must = next(_differences(name, fact, expected))
            settlement = isinstance(fact, BetsSettled)
            raise _differs(number, where, says, must, settlement=settlement)
    if len(recorded) > len(decided):
        name = type(recorded[len(decided)]).__name__
        raise _against_the_rules(number, f"{name} does not follow from what is before it")
    if len(recorded) < len(decided):
        name = type(decided[len(recorded)]).__name__
        raise _against_the_rules(number, f"{name} must follow here")


def _differences(where: str, found: Any, expected: Any) -> Iterator[tuple[str, str, str]]:
    """Yield where two records differ, with both values."""
    parts = isinstance(found, tuple) and not isinstance(found, Card)
    if parts and isinstance(expected, tuple) and len(found) == len(expected):
        names = getattr(found, "_fields", None)
        for at, (one, other) in enumerate(zip(found, expected, strict=True)):
            yield from _differences(
                f"{where}.{names[at]}" if names else f"{where}[{at}]", one, other
            )
    elif found != expected:
        yield where, str(found), str(expected)


def _differs(
    number: int, where: str, says: object, must: object, *, settlement: bool = False
) -> Unreadable:
    return unreadable(
        "settlement-differs" if settlement else "event-differs",
        f"line {number}: {where} is {says}; by the rules it is {must}",
        FORGED,
    )


def _against_the_rules(number: int, why: str, cite: str | None = None) -> Unreadable:
    return unreadable("event-against-the-rules", f"line {number}: {why}", FORGED, cite)


# --- what holds after every command ---


def _check(table: Table, number: int) -> None:
    cents, cards = sum(table.accounts.values()), cards_astray(table)
    if cents:
        raise unreadable(
            "accounts-unbalanced",
            f"after line {number} the accounts sum to {cents} cents, not to zero",
            "report this: the rules moved money that was not there",
        )
    if cards:
        raise unreadable(
            "cards-astray",
            f"after line {number} {cards} card(s) are missing from the shoe",
            "report this: the rules lost cards",
        )


def cards_astray(table: Table) -> int:
    """Return how many cards of a loaded shoe are neither in it nor anywhere else at the table."""
    shoe = table.shoe
    if table.opened is None or shoe.stage not in ("loaded", "in play"):
        return 0
    carried = shoe.carried is not None
    there = shoe.cards + table.round.cards + shoe.burnt + shoe.discarded + carried
    return table.setup.shoe_cards - there
