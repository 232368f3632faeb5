"""What a coup of cards and a throw of dice have in common: two hands, of which the higher wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, Protocol

Side = Literal["player", "banker"]


class TwoHands(Protocol):
    """The result of two hands that are compared by their totals."""

    player: tuple[object, ...]
    banker: tuple[object, ...]

    @property
    def player_total(self) -> int: ...  # noqa: D102
    @property
    def banker_total(self) -> int: ...  # noqa: D102

    @cached_property
    def winner(self) -> Side | None:
        """The hand with the higher count; None for a tie."""
        if self.player_total == self.banker_total:
            return None
        return "player" if self.player_total > self.banker_total else "banker"

    @property
    def summary(self) -> str:
        """The totals and who wins, in words."""
        winner = f"{self.winner.capitalize()} wins" if self.winner else "Tie"
        return f"Player {self.player_total}, Banker {self.banker_total}: {winner}"

    @property
    def data(self) -> Mapping[str, object]:
        """The outcome as data, for JSON."""
        return {
            "player": list(map(str, self.player)),
            "banker": list(map(str, self.banker)),
            "player_total": self.player_total,
            "banker_total": self.banker_total,
            "winner": self.winner or "tie",
        }
