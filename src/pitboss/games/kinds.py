"""The three kinds of game, each with the one list of its features.

The list is also the documentation: ``pitboss features KIND`` prints it, and a sentence may
mention nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from pitboss.games.baccarat import Coup
from pitboss.games.baccarat_features import baccarat_features
from pitboss.games.craps import Ending, ShooterHand
from pitboss.games.craps_features import craps_features
from pitboss.games.features import Feature
from pitboss.games.three_dice import Throw
from pitboss.games.three_dice_features import three_dice_features
from pitboss.refusals import Refusal

Outcome = Coup | Throw | ShooterHand
KindName = Literal["baccarat", "three-dice", "craps"]


class Kind(NamedTuple):
    """A kind of game: its outcomes and what can be said about them."""

    name: KindName
    outcome: type[Outcome]
    features: Mapping[str, Feature]

    @property
    def optional(self) -> frozenset[str]:
        """The names of the features that may be without a value."""
        return frozenset(one.name for one in self.features.values() if one.optional)

    def seen(self, outcome: Outcome, ends: Ending) -> object:
        """Return what a wager sees: a craps wager stops counting at its own ending seven."""
        return outcome.until(ends) if isinstance(outcome, ShooterHand) else outcome

    def fault(self, outcome: Outcome) -> Refusal | None:
        """Return why this outcome cannot be settled in such a game, or None."""
        if not isinstance(outcome, self.outcome):
            return Refusal(
                code="outcome-of-another-game",
                message=f"a {self.name} game does not end with a {type(outcome).__name__}",
                remedy=f"give a {self.outcome.__name__}",
            )
        return outcome.fault


KINDS: Mapping[str, Kind] = {
    "baccarat": Kind("baccarat", Coup, {one.name: one for one in baccarat_features()}),
    "three-dice": Kind("three-dice", Throw, {one.name: one for one in three_dice_features()}),
    "craps": Kind("craps", ShooterHand, {one.name: one for one in craps_features()}),
}
