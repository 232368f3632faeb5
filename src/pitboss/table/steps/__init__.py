"""The steps of the procedure, one topic in a module: a command with all that belongs to it.

Importing them fills the registries, which are handed on from here.
"""

from collections.abc import Callable

from pitboss.table.steps import (
    betting,
    chance,
    clearing,
    closing,
    corrections,
    craps,
    cups,
    dealing,
    duties,
    errors,
    hits,
    inspection,
    limits,
    opening,
    panel,
    paying,
    positions,
    ratings,
    recounts,
    results,
    shifts,
    shoes,
    shuffling,
    squeezing,
    tray,
    turning,
    undoing,
    variances,
)
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.registry import (
    APPLIERS,
    COMMANDS,
    DECIDERS,
    FACTS,
    FORMS,
    FORMS_BY_VERB,
    ORDERERS,
    PROPOSALS,
    SERVER,
    TRIALS,
    VERBS,
    Command,
    Fact,
    Order,
    StoryLine,
    tell,
)

__all__ = [
    "APPLIERS",
    "COMMANDS",
    "DECIDERS",
    "FACTS",
    "FORMS",
    "FORMS_BY_VERB",
    "ORDERERS",
    "PROPOSALS",
    "SERVER",
    "TOPICS",
    "TRIALS",
    "VERBS",
    "Command",
    "Fact",
    "OpenTable",
    "Order",
    "StoryLine",
    "tell",
]

TOPICS = (
    *(opening, limits, duties, inspection, shuffling, shoes, positions, ratings),
    *(betting, panel, closing, errors),
    *(dealing, squeezing, turning, cups, craps, results, hits, tray, shifts, paying, clearing),
    recounts,
    *(corrections, chance, undoing, variances),
)
"""The topics in the order in which they are proposed, tried and listed."""

_PLACES = {topic.__name__: place for place, topic in enumerate(TOPICS)}


def _place(function: Callable[..., object] | type) -> int:
    return _PLACES.get(function.__module__, len(TOPICS))


for _proposals in PROPOSALS.values():
    _proposals.sort(key=_place)
FORMS.sort(key=lambda form: _place(form.command))
