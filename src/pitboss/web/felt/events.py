"""What a wager is, read from its rows: on which hand it wins, when, and what it counts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.games.baccarat import Side
from pitboss.games.features import Atom
from pitboss.rulebook.nodes import And, Compare, Node, Or, expanded, replaced
from pitboss.rulebook.pays import OPEN, MeterShare, net
from pitboss.rulebook.tables import PayRow, PayTable

SIDES: tuple[Side, ...] = ("player", "banker")
TIE = Compare((Atom("tie"),), ())
_OTHER = {"player": "banker", "banker": "player"}


class Target(NamedTuple):
    """So many rolls of some totals."""

    totals: tuple[int, ...]
    times: int


def wins(row: PayRow) -> bool:
    """Say whether a row wins something; a pay that is still owed counts."""
    pay = row.cell.pay
    return pay == OPEN or isinstance(pay, MeterShare) or net(pay, 1) > 0


def winning(table: PayTable) -> tuple[Node, ...]:
    """Return what has to happen for each row that wins, spelled out."""
    return tuple(expanded(row.sentence.node) for row in table.rows if wins(row))


def alternatives(nodes: Iterable[Node]) -> frozenset[Node]:
    """Return every event that wins by itself."""
    parts = (node.parts if isinstance(node, Or) else (node,) for node in nodes)
    return frozenset(part for several in parts for part in several)


def needs_tie(nodes: tuple[Node, ...]) -> bool:
    """Say whether nothing wins without a tie."""
    every = alternatives(nodes)
    return bool(every) and all(
        TIE is node or (isinstance(node, And) and TIE in node.parts) for node in every
    )


def hand_of(nodes: tuple[Node, ...]) -> Side | None:
    """Return the hand that has to win, else the first one that is spoken of."""
    mentioned = [atom.name for node in nodes for atom in node.atoms]
    winners = [side for side in SIDES if f"{side}.wins" in mentioned]
    if len(winners) == 1:
        return winners[0]
    of_hands = (name.partition(".")[0] for name in mentioned)
    return next((side for name in of_hands for side in SIDES if name == side), None)


def mirrored(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return the same events with the hands exchanged."""
    return tuple(replaced(node, _swapped, {}) for node in nodes)


def _swapped(atom: Atom) -> Atom:
    hand, dot, rest = atom.name.partition(".")
    if not dot or hand not in _OTHER:
        return atom
    return Atom(f"{_OTHER[hand]}.{rest}", atom.arguments, atom.bound)


def targets(nodes: tuple[Node, ...]) -> tuple[Target, ...]:
    """Return the rolls that a wager of one row waits for; nothing if it is no such wager."""
    if len(nodes) != 1:
        return ()
    (node,) = nodes
    found = [_target(part) for part in (node.parts if isinstance(node, And) else (node,))]
    return () if None in found else tuple(target for target in found if target is not None)


def _target(node: Node) -> Target | None:
    match node:
        case Compare((Atom("rolled", totals), int(times)), (">=",)):
            return Target(totals, times)
    return None


class Rung(NamedTuple):
    """A row that is reached by counting: from which count on, and up to which."""

    row: PayRow
    low: int
    high: int | None
    counts: str
    """What is counted."""

    @property
    def words(self) -> str:
        """What it pays: a bare number where it is to 1."""
        pay = self.row.cell.pay
        return "push" if pay != OPEN and net(pay, 1) == 0 else str(pay).removesuffix(" to 1")


def rungs(table: PayTable) -> tuple[Rung, ...]:
    """Return the rows that a counted wager climbs, the lowest first; those that lose are none."""
    kept = (row for row in table.rows if row.cell.pay == OPEN or net(row.cell.pay, 1) >= 0)
    found = (_rung(row) for row in kept)
    return tuple(sorted((one for one in found if one is not None), key=lambda one: one.low))


def _rung(row: PayRow) -> Rung | None:
    match expanded(row.sentence.node):
        case Compare((Atom(name), int(count)), ("==",)):
            return Rung(row, count, count, name)
        case Compare((Atom(name), int(count)), (">=",)):
            return Rung(row, count, None, name)
    return None
