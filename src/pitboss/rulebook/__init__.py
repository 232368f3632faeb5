"""What can be bet: sentences, pays, wagers, readings, and the catalog of cited data.

>>> from pitboss import rulebook
>>> talons = rulebook.wager("eternal-baccarat/golden-talons")
>>> table = talons.open("PT-FLT-GT-01", on="player")
>>> table.rows[0].label, str(table.rows[0].cell), talons.cite
('Wins by 9', '30 to 1', '30-2899.07(7)(c), (8)(c)')
"""

from pitboss.lazily import export

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
