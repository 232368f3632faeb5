"""What can be bet: sentences, pays, wagers, readings, and the catalog of cited data.

>>> from pitboss import rulebook
>>> talons = rulebook.wager("eternal-baccarat/golden-talons")
>>> table = talons.open("PT-FLT-GT-01", on="player")
>>> table.rows[0].label, str(table.rows[0].cell), talons.cite
('Wins by 9', '30 to 1', '30-2899.07(7)(c), (8)(c)')
"""

from typing import TYPE_CHECKING

from pitboss.lazily import export

if TYPE_CHECKING:
    from pitboss.rulebook.library import Rulebook as Rulebook
    from pitboss.rulebook.library import catalog as catalog
    from pitboss.rulebook.library import game as game
    from pitboss.rulebook.library import games as games
    from pitboss.rulebook.library import wager as wager
    from pitboss.rulebook.minimums import shortfalls as shortfalls
    from pitboss.rulebook.pays import Amount as Amount
    from pitboss.rulebook.pays import Cell as Cell
    from pitboss.rulebook.pays import MeterShare as MeterShare
    from pitboss.rulebook.pays import Money as Money
    from pitboss.rulebook.pays import Odds as Odds
    from pitboss.rulebook.pays import Pay as Pay
    from pitboss.rulebook.pays import Word as Word
    from pitboss.rulebook.pays import net as net
    from pitboss.rulebook.provisions import Provision as Provision
    from pitboss.rulebook.provisions import Rates as Rates
    from pitboss.rulebook.provisions import Vigorish as Vigorish
    from pitboss.rulebook.readings import Alternative as Alternative
    from pitboss.rulebook.readings import Ambiguity as Ambiguity
    from pitboss.rulebook.sentences import Sentence as Sentence
    from pitboss.rulebook.sentences import SentenceError as SentenceError
    from pitboss.rulebook.sentences import parse as parse
    from pitboss.rulebook.tables import PayRow as PayRow
    from pitboss.rulebook.tables import PayTable as PayTable
    from pitboss.rulebook.wagers import Game as Game
    from pitboss.rulebook.wagers import Wager as Wager
else:
    export(
        __name__,
        {
            "library": "Rulebook catalog game games wager",
            "minimums": "shortfalls",
            "pays": "Amount Cell MeterShare Money Odds Pay Word net",
            "provisions": "Provision Rates Vigorish",
            "readings": "Alternative Ambiguity",
            "sentences": "Sentence SentenceError parse",
            "tables": "PayRow PayTable",
            "wagers": "Game Wager",
        },
    )
