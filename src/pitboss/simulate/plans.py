"""The plan for a kind of game. Importing it is cheap; numpy is imported when a plan is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.games import KINDS
from pitboss.odds.distribution import LISTING
from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook import PayTable
from pitboss.simulate.counting import Plan
from pitboss.simulate.extra import require_engine
from pitboss.simulate.procedure import USUAL, Procedure
from pitboss.simulate.shoes import check_seed

OWN_KERNELS = {"baccarat": "coups", "craps": "shooters"}
"""Kinds that are simulated otherwise than from a list, and the functions that do it."""


def plan_for(
    kind: str,
    tables: Iterable[PayTable],
    *,
    seed: int,
    procedure: Procedure = USUAL,
    any_cut: bool = False,
) -> Plan:
    """Return how outcomes of a kind are counted for some pay tables; dice have no procedure."""
    check_seed(seed)
    check_simulated(kind)
    require_engine()
    tables = tuple(tables)
    for table in tables:
        if table.wager.kind != kind:
            raise unreadable(
                "another-kind",
                f"{table.wager.path} is not a wager of {kind}",
                "simulate it with a game of its own kind",
            )
    if kind == "baccarat":
        from pitboss.simulate.shoe_plan import shoe_plan

        return shoe_plan(tables, seed=seed, procedure=procedure, any_cut=any_cut)
    if kind == "craps":
        from pitboss.simulate.shooter_plan import shooter_plan

        return shooter_plan(tables, seed=seed)
    from pitboss.simulate.listed_plan import listed_plan

    return listed_plan(kind, seed=seed)


def check_simulated(kind: str) -> None:
    """Refuse a kind of game that neither lists its outcomes nor has kernels of its own."""
    if kind not in OWN_KERNELS and KINDS[kind].outcomes is None:
        raise KINDS[kind].lacks("simulation", LISTING)


def check_words(given: Mapping[str, object], known: type) -> None:
    """Raise what Python raises for a keyword that a function does not have."""
    for name in given:
        if name not in known.__annotations__:
            remedy = did_you_mean(name, known.__annotations__)
            raise TypeError(f"unexpected keyword argument {name!r}; {remedy}")
