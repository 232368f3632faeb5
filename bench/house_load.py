"""What dealers give to the tables of a busy floor, prepared so that clients cost little.

One table of Eternal Baccarat is dealt by the book from a seeded shoe: seven positions with a base
bet, an optional and a progressive one each, START GAME, cards, calls, payments: 37 commands or so a
round. Every table of the floor is then given the same commands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random
from typing import NamedTuple

from pitboss.cli.seeded import SeededSupply
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal
from pitboss.table.floor import default_floor
from pitboss.table.floor.records import Floor
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.record.recorder import Request
from pitboss.table.steps import Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.positions import BuyIn, Sit

AT = "2026-01-01T00:00:00.000Z"
POSITIONS = range(1, 8)
BASE = ("player", "banker")
PROGRESSIVES = ("harmony", "sun-7-progressive", "fate-38")
BANK_CENTS, STAKE_CENTS, UNIT_CENTS = 10**9, 1_000, 100
SEED = 28


def floor_of(tables: int) -> Floor:
    """Return a floor of so many tables like the first of the default floor, linked as that is."""
    usual = default_floor()
    ids = tuple(str(number) for number in range(1, tables + 1))
    first = usual.table("1")
    linked = [replace(one, tables=ids) for one in usual.jackpots_at("1")]
    made = tuple(replace(first, id=id) for id in ids)
    return replace(usual, tables=made, jackpots=tuple(linked))


class Dealt(NamedTuple):
    """The commands of a table after it was opened: until the first bet, then round by round."""

    ready: list[Command]
    rounds: list[list[Command]]
    lines: list[Recorded]
    """All lines of the table's stream, its opening and the server's included."""


def bets_of(round: int) -> Iterator[Command]:
    """Yield the bets of a round: each position on a hand, on a bonus and on a progressive."""
    for position in POSITIONS:
        yield PlaceBet(position, BASE[(position + round) % 2], STAKE_CENTS)
        yield PlaceBet(position, "sun-7", STAKE_CENTS)
        yield PlaceBet(position, PROGRESSIVES[position % 3], UNIT_CENTS)


def dealt(rounds: int, seed: int = SEED) -> Dealt:
    """Deal so many rounds at the only table of a floor; none of them hits a jackpot."""
    run = FloorRun()
    open_floor(run, "bench", floor_of(1), AT)
    pilot, numbers, lines = Autopilot(SeededSupply(Random(seed))), count(1), list[Recorded]()

    def give(command: Command) -> Command:
        group = run.give("table/1", Request(f"{next(numbers)}", command, at=AT))
        lines.extend(one for one in group if one.stream == "table/1")
        answer = run.answer_to(group).answer
        assert not isinstance(answer, Refusal), f"{command} is refused: {answer}"
        return command

    def until_bets() -> Iterator[Command]:
        while (due := pilot.next(run.table("1").table)) is not None:
            yield give(due)

    give(run.opening("1"))
    ready = [give(one) for n in POSITIONS for one in (Sit(n), BuyIn(n, BANK_CENTS))]
    ready += until_bets()
    played = []
    for number in range(rounds):
        commands = [give(one) for one in (*bets_of(number), CallNoMoreBets())]
        played.append([*commands, *until_bets()])
    return Dealt(ready, played, lines)
