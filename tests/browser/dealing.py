"""A dealer who does what the page asks for, with the cards, dice or rolls of a test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from browser.houses import GlassHouse
from browser.pages import DealerPage, Due

MOST_STEPS = 60


class Dealer:
    """Deals rounds by pressing what the page of a table shows."""

    def __init__(self, page: DealerPage, house: GlassHouse, table: str) -> None:
        self.page, self.house, self.table = page, house, table

    def step(self, keys: Callable[[Due], Sequence[str]]) -> Due:
        """Do the one thing that is due: on the pad, with the keys of the test, or by the button."""
        due = self.page.due()
        if due.pad:
            self.page.enter(*keys(due))
        else:
            assert due.button, f"{self.table}: nothing is due"
            self.page.press()
        return due

    def deal(
        self, keys: Callable[[Due], Sequence[str]], until: Callable[[], bool] | None = None
    ) -> None:
        """Close the bets and deal, until the round is over or something of a test's own."""
        self.page.press()
        self.go_on(keys, until)

    def go_on(
        self, keys: Callable[[Due], Sequence[str]], until: Callable[[], bool] | None = None
    ) -> None:
        """Do what is due, until the round is over or something of a test's own."""
        begun = self.house.auditor.table(self.table)["round"]

        def over() -> bool:
            now = self.house.auditor.table(self.table)
            return bool(now["round"] != begun or now["stage"] == "betting")

        done = until or over
        for _ in range(MOST_STEPS):
            if done():
                return
            self.step(keys)
        raise AssertionError(f"{self.table}: the round does not end")


def cards(player: str, banker: str) -> Callable[[Due], Sequence[str]]:
    """Return the keys of cards, hand by hand, in the order in which each hand gets them."""
    left = {"player": player.split(), "banker": banker.split()}

    def keys(due: Due) -> Sequence[str]:
        hand = next(hand for hand in left if hand in due.pad)
        return [f"key-{left[hand].pop(0)}" for _ in range(due.entries)]

    return keys


def cups(player: str, banker: str) -> Callable[[Due], Sequence[str]]:
    """Return the keys of two cups of dice."""
    faces = [f"die-player-{face}" for face in player] + [f"die-banker-{face}" for face in banker]
    return lambda _: faces


def rolls(*pairs: str) -> Callable[[Due], Sequence[str]]:
    """Return the keys of rolls, one after another."""
    left = list(pairs)
    return lambda _: [f"roll-{left.pop(0)}"]
