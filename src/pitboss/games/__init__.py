"""What can happen: cards and dice, coups, throws and shooters' hands, and their features.

Pure: nothing here knows what can be bet.
"""

from pitboss.games.baccarat import Coup, deal
from pitboss.games.cards import Card, cards
from pitboss.games.craps import ShooterHand
from pitboss.games.features import Atom, Feature, Level, Span, Takes, Value
from pitboss.games.kinds import KINDS, Kind, Outcome, kind_named
from pitboss.games.shoe import Shoe
from pitboss.games.three_dice import Throw

__all__ = [
    "KINDS",
    "Atom",
    "Card",
    "Coup",
    "Feature",
    "Kind",
    "Level",
    "Outcome",
    "Shoe",
    "ShooterHand",
    "Span",
    "Takes",
    "Throw",
    "Value",
    "cards",
    "deal",
    "kind_named",
]
