"""What can happen: cards and dice, coups, throws and shooters' hands, and their features.

Pure: nothing here knows what can be bet.
"""

from typing import TYPE_CHECKING

from pitboss.games.cards import Card as Card
from pitboss.games.cards import cards as cards  # a module too, whose name this takes over
from pitboss.lazily import export

if TYPE_CHECKING:
    from pitboss.games.baccarat import Coup as Coup
    from pitboss.games.baccarat import deal as deal
    from pitboss.games.craps import ShooterHand as ShooterHand
    from pitboss.games.features import Atom as Atom
    from pitboss.games.features import Feature as Feature
    from pitboss.games.features import Level as Level
    from pitboss.games.features import Span as Span
    from pitboss.games.features import Takes as Takes
    from pitboss.games.features import Value as Value
    from pitboss.games.kinds import KINDS as KINDS
    from pitboss.games.kinds import Kind as Kind
    from pitboss.games.kinds import Outcome as Outcome
    from pitboss.games.kinds import kind_named as kind_named
    from pitboss.games.shoe import Shoe as Shoe
    from pitboss.games.three_dice import Throw as Throw
else:
    export(
        __name__,
        {
            "baccarat": "Coup deal",
            "cards": "Card cards",
            "craps": "ShooterHand",
            "features": "Atom Feature Level Span Takes Value",
            "kinds": "KINDS Kind Outcome kind_named",
            "shoe": "Shoe",
            "three_dice": "Throw",
        },
    )
