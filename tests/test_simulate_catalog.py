"""The whole catalog in fifty million rounds of each kind of game, against the exact odds.

Seeds are fixed, so the runs are repeatable. Progressives have an edge at a meter of their own. Some
230 edges are tested: the chance that one of them is off by 4.5 standard errors is about one in 600.
The cut-card effect on wagers on the number of cards (see ``pitboss.simulate.statistics``) is about
one standard error here: the 4.5 allow for it.
"""

from __future__ import annotations

import pytest

from pitboss import rulebook
from pitboss.odds import Meter
from pitboss.odds.records import tables_of
from pitboss.rulebook import PayTable
from pitboss.simulate import Simulation, coups, shooters, throws

ROUNDS = 50_000_000
METER = Meter(cents=50_000_00)
SEED = 28
LEAST_CHANCE = 1e-6
"""A chi-square that bad comes up once in a million tables."""


def default_tables(kind: str) -> list[PayTable]:
    return [
        table
        for game in rulebook.games()
        if game.kind == kind
        for wager in game.own.values()
        for id in wager.tables
        for table in tables_of(
            wager, table=id, on=None, reading="default", all_readings=False, suits=None
        )
    ]


def simulated(kind: str, tables: list[PayTable]) -> Simulation:
    game = tables[0].wager.game
    if kind == "baccarat":
        return coups(game, rounds=ROUNDS, seed=SEED, tables=tables)
    return (throws if kind == "three-dice" else shooters)(
        game, rounds=ROUNDS, seed=SEED, tables=tables
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["baccarat", "three-dice", "craps"])
def test_every_default_wager_is_within_four_and_a_half_standard_errors(kind: str) -> None:
    tables = default_tables(kind)
    found = simulated(kind, tables)
    assert found.rounds == ROUNDS
    for table in tables:
        one = found.estimate(found.exact(table, meter=METER))
        assert sum(one.counts) + one.lost == ROUNDS
        assert one.p_value > LEAST_CHANCE, f"seed {SEED}: {table} chi-square {one.chi_square}"
        if one.exact.edge is not None and one.exact.variance:
            assert one.z is not None
            assert abs(one.z) < 4.5, f"seed {SEED}: {table} z {one.z}"


def test_no_wager_of_the_catalog_is_left_out() -> None:
    kinds: tuple[str, ...] = ("baccarat", "three-dice", "craps")
    tried = {table.wager.path for kind in kinds for table in default_tables(kind)}
    assert tried == {wager.path for game in rulebook.games() for wager in game.own.values()}
