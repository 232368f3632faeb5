"""A year three ways: exact odds, simulated years, and the reports of a year played at a table."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from pitboss.games import Shoe
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.hits import PayHit
from pitboss.jackpot.reports.contributions import contributions
from pitboss.jackpot.reports.movement import movement
from pitboss.jackpot.reports.reading import FloorReader
from pitboss.jackpot.reports.selection import EVERYTHING
from pitboss.jackpot.scripts import open_floor
from pitboss.odds.analysis import analyse_table
from pitboss.odds.progressive import Meter, ReservePolicy
from pitboss.refusals import Refusal
from pitboss.rulebook import Rulebook
from pitboss.settle.accounts import TRAY, Movement
from pitboss.simulate.jackpots import jackpot
from pitboss.table.floor import read_floor
from pitboss.table.record.journal import entries
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.closing import CallNoMoreBets, TakeProgressives
from pitboss.table.steps.cups import RevealDice, ShakeCups
from pitboss.table.steps.duties import StartDay
from pitboss.table.steps.hits import HitJackpot
from pitboss.table.steps.paying import CollectLosers, PayPosition, next_to_pay
from pitboss.table.steps.positions import BuyIn, Sit
from pitboss.table.steps.results import CallResult

SEED = 28
ROUNDS, PLAYERS = 2 * 365, 4
SIGMAS = 4.5
MAIN, RESERVE = Fraction(12, 100), Fraction(4, 100)
METER_SEED_CENTS = 1_00
RULES = """
game = "3-dice-baccarat"

[wagers.triple]
tables = ["often-hit"]
pays = [
  ["Tie",        "tie", "100%"],
  ["Any triple", "player.triple >= 1 or banker.triple >= 1", "$3"],
]
"""
FLOOR = """
[floor]
name = "A year"

[[tables]]
id     = "1"
game   = "3-dice-baccarat"
offers = ["player", "banker", "tie", "triple@often-hit"]
limits = {{ base = "5 to 500", optional = "1 to 100" }}

[[jackpots]]
id     = "triple"
game   = "3-dice-baccarat"
wager  = "triple"
table  = "often-hit"
seed   = 1
rates  = {{ main = "12%", reserve = "4%" }}
tables = ["1"]
policies = {{ reserve = "{policy}" }}

[[badges]]
number = "2207"
level  = "supervisor"
"""


class Year:
    """A year of throws at one table, four players always betting on the jackpot."""

    def __init__(self, folder: Path, policy: str) -> None:
        self.rulebook = Rulebook()
        (folder / "rules.toml").write_text(RULES)
        self.rulebook.add_file(str(folder / "rules.toml"))
        (folder / "floor.toml").write_text(FLOOR.format(policy=policy))
        self.run = FloorRun(self.rulebook)
        floor = read_floor(str(folder / "floor.toml"), self.rulebook)
        self.number, self.lines = 0, list[str]()
        self.at = "2026-01-01T00:00:00.000Z"
        self._keep(open_floor(self.run, "floor.toml", floor, self.at))
        self.give("table/1", self.run.opening("1"))
        self.give("table/1", StartDay("2026-01-01"))
        for position in range(1, PLAYERS + 1):
            self.give("table/1", Sit(position))
            self.give("table/1", BuyIn(position, 10_000_00))
        dice = Random(SEED)
        for _ in range(ROUNDS):
            self._round(tuple(dice.randint(1, 6) for _ in range(6)))

    def _keep(self, group: tuple[object, ...]) -> None:
        self.lines += [f"{text}\n" for one in group if (text := getattr(one, "text", None))]

    def give(self, stream: str, command: Command) -> None:
        """Give a command that nobody refuses."""
        self.number += 1
        group = self.run.give(stream, Request(str(self.number), command, at=self.at))
        answer = self.run.answer_to(group).answer
        assert not isinstance(answer, Refusal), answer
        self._keep(group)

    def _round(self, dice: tuple[int, ...]) -> None:
        for position in range(1, PLAYERS + 1):
            self.give("table/1", PlaceBet(position, "triple", 100))
        player, banker = (dice[0], dice[1], dice[2]), (dice[3], dice[4], dice[5])
        for command in (
            CallNoMoreBets(),
            TakeProgressives(),
            ShakeCups(),
            RevealDice(player, banker),
            CallResult(),
        ):
            self.give("table/1", command)
        if self.run.table("1").table.panel.won:
            self.give("table/1", HitJackpot())
            self.give("link/triple", PayHit("2207"))
        self.give("table/1", CollectLosers())
        while (highest := next_to_pay(self.run.table("1").table)) is not None:
            self.give("table/1", PayPosition(highest))
        self.give("table/1", ClearLayout())


@pytest.mark.parametrize("policy", ["rolls-over", "up-to-seed"])
def test_odds_simulation_and_the_reports_of_a_year_agree(
    tmp_path: Path, policy: ReservePolicy
) -> None:
    year = Year(tmp_path, policy)
    record = FloorReader(year.rulebook).read(year.lines)

    # The report of the year.
    brought = list(contributions(record, EVERYTHING))
    handle = sum(row.wagers_cents for row in brought)
    assert handle == ROUNDS * PLAYERS * 100
    added = sum(row.main_micros + row.reserve_micros for row in brought)
    moved = list(movement(record, EVERYTHING))
    seeds = sum(
        row.amount_micros or 0 for row in moved if row.reason == "seed" and row.other == "house"
    )
    seeds -= METER_SEED_CENTS * 10_000  # the opening meter is no cost of the year
    from_meter = -sum(row.amount_micros or 0 for row in moved if row.reason == "jackpot won")
    fixed = sum(
        move.cents
        for entry in entries(year.lines)
        for fact in entry.line.facts
        for move in getattr(fact, "movements", ())
        if isinstance(move, Movement) and move.source == TRAY and move.reason == "won"
    )
    take = handle * 10_000 - added - fixed * 10_000 - seeds
    returned = from_meter + fixed * 10_000

    # Simulated years of the same length.
    ahead = jackpot(
        year.rulebook.wager("3-dice-baccarat/triple"),
        table="often-hit",
        meter_seed_cents=METER_SEED_CENTS,
        main=MAIN,
        reserve=RESERVE,
        reserve_policy=policy,
        players=PLAYERS,
        participation=Fraction(1),
        hands_per_hour=1,
        hours_per_day=2,
        days=365,
        years=2_000,
        seed=SEED,
    )
    takes = ahead.take_micros
    assert abs(take - takes.mean()) <= SIGMAS * takes.std(), (take, takes.mean(), takes.std())
    paid = (ahead.total("meter_paid_cents") + ahead.total("fixed_cents")) * 10_000
    assert abs(returned - paid.mean()) <= SIGMAS * paid.std(), (returned, paid.mean())

    # Exact odds, and what the simulator makes of the long run.
    sheet = analyse_table(
        year.rulebook.wager("3-dice-baccarat/triple").open("often-hit"),
        shoe=Shoe.of(8),
        meter=Meter(
            main=MAIN,
            reserve=RESERVE,
            seed_cents=METER_SEED_CENTS,
            players=PLAYERS,
            reserve_policy=policy,
        ),
    )
    assert sheet.progressive is not None and sheet.progressive.long_term_edge is not None
    edge = ahead.edge
    assert edge is not None and edge.standard_error
    assert abs(edge.mean - float(sheet.progressive.long_term_edge)) <= SIGMAS * edge.standard_error
