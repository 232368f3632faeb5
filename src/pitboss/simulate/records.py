"""A simulation as records for machines; their first keys are those of the odds records."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.odds.records import Record, names_of
from pitboss.rulebook.readings import DEFAULT
from pitboss.simulate.extra import ENGINE
from pitboss.simulate.simulation import Simulation
from pitboss.simulate.statistics import Estimate

KEYS = (
    "game", "wager", "on", "table", "reading", "default", "rows", "counts", "lost", "edge",
    "standard_error", "confidence_interval", "exact_edge", "z", "chi_square", "degrees_of_freedom",
    "p_value",
)  # fmt: skip
"""The keys of an estimate."""


def simulation_record(found: Simulation, estimates: Sequence[Estimate]) -> Record:
    """Return a simulation: how much was played how fast, and a record for each estimate."""
    return {
        "seed": found.seed,
        "rounds": found.rounds,
        "shoes": found.shoes,
        "voids": found.counted.voids,
        "seconds": found.seconds,
        "rounds_per_second": found.rounds_per_second,
        "workers": found.workers,
        "compile_seconds": found.compile_seconds,
        "wall_seconds": found.wall_seconds,
        "engine": ENGINE,
        "interrupted": found.interrupted,
        "records": [estimate_record(one) for one in estimates],
    }


def estimate_record(one: Estimate) -> Record:
    """Return what was counted of one pay table, beside the exact odds."""
    table = one.exact.table
    values = (
        *names_of(table).values(),
        table.reading == DEFAULT,
        [row.label for row in table.rows],
        list(one.counts),
        one.lost,
        one.edge,
        one.standard_error,
        None if one.interval is None else list(one.interval),
        one.exact_edge,
        one.z,
        one.chi_square,
        one.degrees_of_freedom,
        one.p_value,
    )
    return dict(zip(KEYS, values, strict=True))
