"""Rounds of every game, as lines: what is bet at the tables of ``floor.toml``, what is dealt."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["cards", "cups", "rolls"]
WINNERS = {
    "P": "coup 9{0} K{1} / 4{2} 2{3}",
    "B": "coup 4{2} 2{3} / 9{0} K{1}",
    "T": "coup 7{0} K{1} / 4{2} 3{3}",
}
SUITS = "shdc"
TOP_ROW = "coup 2s 3s 9s / As 2s 4s"
"""Sun 7 Progressive, all of one suit: the whole meter."""
ROLLS = ("roll 2 2", "roll 4 3")
"""A point, and the seven that ends it."""


class Felt(NamedTuple):
    """The table of a game or of a mix, and what a player of ours bets there, in dollars."""

    name: str
    kind: Kind
    wagers: tuple[tuple[str, int], ...]

    def bets(self, seat: int) -> list[str]:
        """Return the lines of these bets."""
        laid = ", ".join(f"{spot} {dollars}" for spot, dollars in self.wagers)
        return [f"bet {seat} {laid}"]


MAIN = (("player", 25), ("tie", 5))
FELTS = {
    "2": Felt("eternal-baccarat", "cards", (*MAIN, ("eclipse", 5), ("sun-7-progressive", 1))),
    "3": Felt("99-fortunes", "cards", (*MAIN, ("progressive", 1))),
    "4": Felt("ez-baccarat", "cards", (*MAIN, ("dragon-7", 5), ("progressive", 1))),
    "5": Felt("tiger-baccarat", "cards", (*MAIN, ("tiger", 5), ("tiger-pair", 5))),
    "6": Felt("3-dice-baccarat", "cups", (*MAIN, ("se-01", 5))),
    "7": Felt("dice-works", "rolls", (("all-lows", 5), ("the-works", 5))),
    "8": Felt("baccarat", "cards", (*MAIN, ("perfect-pair", 5), ("total-4", 5))),
    "9": Felt("5-treasures", "cards", (*MAIN, ("fortune-7", 5), ("cover-all", 5))),
    "10": Felt("dragon-bonus", "cards", (*MAIN, ("dragon-bonus:player", 5))),
    "11": Felt("golden-frog", "cards", (*MAIN, ("jin-chan", 5), ("koi", 5))),
    "12": Felt("infinite-fortune", "cards", (*MAIN, ("super-7", 5), ("pair:player", 5))),
    "13": Felt("golden-dragon", "cards", (*MAIN, ("golden-dragon-7", 5), ("tie-of-6", 5))),
    "14": Felt("high-roller", "rolls", (("high-roller", 5),)),
    "15": Felt("parlay-craps", "rolls", (("repeat-4-4x", 5), ("repeat-6-6x", 5))),
    "16": Felt("parlay-craps-with-envy", "rolls", (("repeat-4-4x", 5), ("repeat-12-2x", 5))),
    "17": Felt("roll-the-line", "rolls", (("roll-the-line", 5),)),
    "18": Felt("99-fortunes and others", "cards", (*MAIN, ("dragon-bonus:banker", 5))),
    "19": Felt("tiger-baccarat and others", "cards", (*MAIN, ("golden-dragon-7", 5))),
    "20": Felt("dice-works and others", "rolls", (("high-roller", 5), ("repeat-6-6x", 5))),
}


def played(kind: Kind, winner: str = "P", turn: int = 0) -> list[str]:
    """Return the lines of a round from the last bet to the cleared layout.

    Other turns have other suits, so that the shoe has enough of them.

    >>> played("cards", "T", turn=1)
    ['coup 7h Kd / 4c 3s', 'finish']
    """
    if kind == "cards":
        first = turn % len(SUITS)
        return [WINNERS[winner].format(*SUITS[first:], *SUITS[:first]), "finish"]
    if kind == "cups":
        return ["no more bets", "shake cups", "reveal 666 123", "call result", "finish"]
    return ["no more bets", *ROLLS, "finish"]
