"""What can happen: cards and dice, coups, throws and shooters' hands, and their features.

Pure: nothing here knows what can be bet.
"""

from pitboss.games.cards import Card as Card
from pitboss.games.cards import cards as cards  # a module too, whose name this takes over
from pitboss.lazily import export

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
