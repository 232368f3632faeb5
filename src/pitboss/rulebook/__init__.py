"""What can be bet: sentences, pays, wagers, readings, and the catalog of cited data.

>>> from pitboss import rulebook
>>> talons = rulebook.wager("eternal-baccarat/golden-talons")
>>> table = talons.open("PT-FLT-GT-01", on="player")
>>> table.rows[0].label, str(table.rows[0].cell), talons.cite
('Wins by 9', '30 to 1', '30-2899.07(7)(c), (8)(c)')
"""

from pitboss.rulebook.library import Rulebook, catalog, game, games, wager
from pitboss.rulebook.minimums import shortfalls
from pitboss.rulebook.pays import Amount, Cell, MeterShare, Money, Odds, Pay, Word, net
from pitboss.rulebook.provisions import Provision, Rates, Vigorish
from pitboss.rulebook.readings import Alternative, Ambiguity
from pitboss.rulebook.sentences import Sentence, SentenceError, parse
from pitboss.rulebook.tables import PayRow, PayTable
from pitboss.rulebook.wagers import Game, Wager

__all__ = [
    "Alternative",
    "Ambiguity",
    "Amount",
    "Cell",
    "Game",
    "MeterShare",
    "Money",
    "Odds",
    "Pay",
    "PayRow",
    "PayTable",
    "Provision",
    "Rates",
    "Rulebook",
    "Sentence",
    "SentenceError",
    "Vigorish",
    "Wager",
    "Word",
    "catalog",
    "game",
    "games",
    "net",
    "parse",
    "shortfalls",
    "wager",
]
