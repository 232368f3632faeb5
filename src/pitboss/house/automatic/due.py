"""What is due on a floor that lives by itself: something that an automaton does, or a wait."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pitboss.table.steps import Command

Role = Literal["player", "dealer", "supervisor", "executive"]


class Act(NamedTuple):
    """A command that is due now, and which automaton gives it."""

    stream: str
    """Such as ``table/4`` or ``link/sun-7``."""
    command: Command
    actor: str
    """A badge."""
    role: Role


class Wait(NamedTuple):
    """Nothing is due before a time, unless a person does something first."""

    until: float
    """In seconds since the beginning of 1970."""


Due = Act | Wait
