"""Virtual cards and dice: a dealer made anew at any point deals what one who ran on deals."""

from __future__ import annotations

from collections import Counter

import pytest

from pitboss.house.chance.supply import dealer_of
from pitboss.refusals import Unreadable
from pitboss.table.setups.setup import TableSetup
from pitboss.table.steps.closing import CallNoMoreBets
from pitboss.table.steps.craps import PassDice
from pitboss.table.steps.errors import VoidRound
from pitboss.table.steps.positions import Sit
from pitboss.table.steps.shoes import BurnCards
from table_walk import TABLES
from virtual_games import VirtualGame

STEPS, GAMES = 400, 4


@pytest.mark.parametrize("name", TABLES)
def test_a_dealer_made_anew_goes_on_as_one_who_ran_on(name: str) -> None:
    """At every step: the step itself compares them."""
    for number in range(GAMES):
        game = VirtualGame(TABLES[name], 1_000 * number + len(name))
        for _ in range(STEPS):
            game.step()
        assert game.compared > STEPS // 4
        assert game.table.round.number > 3, "the game gets on"


def kinds_of(*names: str) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for name in names:
        game = VirtualGame(TABLES[name], 7)
        for _ in range(3 * STEPS):
            game.step()
        kinds.update(type(command).__name__ for command in game.given)
    return kinds


def test_the_games_reach_what_hides_and_moves_cards() -> None:
    """Face-down cards, cards in error, void rounds, several shoes, rolls and cups."""
    kinds = kinds_of("eternal, midi squeeze, two batches", "eternal, mini", "3 dice", "dice works")
    for kind in (
        *("DealCard", "TurnCards", "HandOver", "DealInError", "VoidRound", "BurnCards"),
        *("RevealDice", "RollDice", "PassDice", "SpillDice", "CallNoRoll"),
        *("CommitChance", "RevealChance"),
    ):
        assert kinds[kind] > 1, kind
    assert kinds["CommitChance"] - kinds["RevealChance"] <= 4


def test_without_a_seed_no_card_comes() -> None:
    game = VirtualGame(TABLES["eternal, mini"], 1, irregular=0)
    while game.table.shoe.stage != "loaded":
        game.step()
    for seed in (None, bytes(48)):
        with pytest.raises(Unreadable) as caught:
            dealer_of(game.table, seed).next(game.table)
        assert caught.value.refusal.code == "nothing-to-deal-by"
    assert isinstance(game.step(), BurnCards)


def test_dice_go_from_the_highest_position_down_by_the_state_alone() -> None:
    """Who shot last is known after a restart too, whether the hand ended or was void."""
    game = VirtualGame(TABLES["dice works"], 3, irregular=0)
    for position in (2, 5, 3):
        game.accept(Sit(position))
    shooters: list[int] = []
    while len(shooters) < 7:
        command = game.step()
        if isinstance(command, PassDice):
            shooters.append(command.position)
        elif isinstance(command, CallNoMoreBets) and len(shooters) == 2:
            game.accept(VoidRound("Ann", "dice lost"))
    assert shooters == [5, 3, 2, 5, 3, 2, 5]


def test_setups_are_those_of_the_walks() -> None:
    """Every way of dealing is among them: face down, squeezed, from two batches, continuously."""
    setups: list[TableSetup] = list(TABLES.values())
    assert {one.style for one in setups} >= {"face-up", "face-down", "squeeze"}
    assert {one.device for one in setups} == {"hand", "two-batches", "continuous", "pre-shuffled"}
    assert {one.kind for one in setups} == {"baccarat", "three-dice", "craps"}
