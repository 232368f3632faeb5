"""The registry: which function decides a command, and which one says what follows from a fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from pitboss.refusals import Refusal
from pitboss.table.commands import Command
from pitboss.table.facts import Fact
from pitboss.table.state import Table

Decision = tuple[Fact, ...] | Refusal
Decider = Callable[[Table, Command], Decision]
Applier = Callable[[Table, Fact], Table]
C = TypeVar("C")
F = TypeVar("F")

DECIDERS: dict[type, Decider] = {}
APPLIERS: dict[type, Applier] = {}


def decides(
    kind: type[C],
) -> Callable[[Callable[[Table, C], Decision]], Callable[[Table, C], Decision]]:
    """Register the function that answers a kind of command with facts or a refusal."""

    def register(decider: Callable[[Table, C], Decision]) -> Callable[[Table, C], Decision]:
        DECIDERS[kind] = cast(Decider, decider)
        return decider

    return register


def applies(kind: type[F]) -> Callable[[Callable[[Table, F], Table]], Callable[[Table, F], Table]]:
    """Register the function that returns the table after a kind of fact."""

    def register(applier: Callable[[Table, F], Table]) -> Callable[[Table, F], Table]:
        APPLIERS[kind] = cast(Applier, applier)
        return applier

    return register


def rule_28(table: Table, cite: str) -> str | None:
    """Return a paragraph of Rule 28; at craps, a game of Rule 23, the same is house procedure."""
    return None if table.setup.kind == "craps" else cite
