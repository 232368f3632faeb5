"""Variances: what a count found over what it should, explained by a supervisor on the record."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.table.state import Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.duties import no_supervisor


class ExplainVariance(NamedTuple):
    """Explain what a count of the tray found too little or too much."""

    reason: str
    supervisor: str
    number: int = 0
    """Which variance of the table, from 1; 0 is the last one."""


@step.decides(
    ExplainVariance,
    "explain variance [number <number:number>] [by <supervisor:name>] [: <reason:text>]",
)
def explain_variance(table: Table, command: ExplainVariance) -> step.Decision:
    """Explain a variance that was counted; another explanation takes the place of the first."""
    last = table.incidents.get("variance")
    if last is None:
        return Refusal("no-variance", "no count of this tray has had a variance", "go on")
    if not 0 <= command.number <= last.number:
        message = f"this tray has had {last.number} variances"
        return Refusal("no-variance", message, f"name one of 1 to {last.number}")
    wrong = no_supervisor(command.supervisor, "a supervisor explains a variance")
    if wrong is None and not command.reason.strip():
        wrong = Refusal("no-reason", "an explanation needs its words", "say what was found")
    number = command.number or last.number
    return wrong or (VarianceExplained(command.reason, command.supervisor, number),)


class VarianceExplained(NamedTuple):
    """A variance was explained."""

    reason: str
    supervisor: str
    number: int


@step.applies(
    VarianceExplained, "house", "explains variance {number} of the tray: {reason} ({supervisor})"
)
def variance_explained(table: Table, fact: VarianceExplained) -> Table:
    """What is said of the last variance ends it; those before it stand in the record alone."""
    last = table.incidents["variance"]
    if fact.number != last.number:
        return table
    return table._replace(incidents={**table.incidents, "variance": last._replace(explained=True)})


step.tried(ExplainVariance)
