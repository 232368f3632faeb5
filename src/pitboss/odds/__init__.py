"""How likely it is: exact counts and probabilities, edges, progressives, and an audit.

>>> from pitboss import odds, rulebook
>>> talons = rulebook.wager("eternal-baccarat/golden-talons")
>>> sheet = odds.analyse(talons, table="PT-FLT-GT-01", on="player", decks=8)
>>> sheet.edge
Fraction(103547854751, 3904998652737)
>>> f"{float(sheet.edge):.4%}", sheet.rows[0].count
('2.6517%', 18409431764992)
"""

from pitboss.lazily import export

export(
    __name__,
    {
        "analysis": "Analysis RowOdds analyse",
        "combination": "Combination combine",
        "progressive": "Meter Progressive",
        "records": "to_frame",
    },
)
