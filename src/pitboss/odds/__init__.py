"""How likely it is: exact counts and probabilities, edges, progressives, and an audit.

>>> from pitboss import odds, rulebook
>>> talons = rulebook.wager("eternal-baccarat/golden-talons")
>>> sheet = odds.analyse(talons, table="PT-FLT-GT-01", on="player", decks=8)
>>> sheet.edge
Fraction(103547854751, 3904998652737)
>>> f"{float(sheet.edge):.4%}", sheet.rows[0].count
('2.6517%', 18409431764992)
"""

from typing import TYPE_CHECKING

from pitboss.lazily import export

if TYPE_CHECKING:
    from pitboss.odds.analysis import Analysis as Analysis
    from pitboss.odds.analysis import RowOdds as RowOdds
    from pitboss.odds.analysis import analyse as analyse
    from pitboss.odds.combination import Combination as Combination
    from pitboss.odds.combination import combine as combine
    from pitboss.odds.progressive import Meter as Meter
    from pitboss.odds.progressive import Progressive as Progressive
    from pitboss.odds.records import to_frame as to_frame
else:
    export(
        __name__,
        {
            "analysis": "Analysis RowOdds analyse",
            "combination": "Combination combine",
            "progressive": "Meter Progressive",
            "records": "to_frame",
        },
    )
