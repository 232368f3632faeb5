from pitboss.odds.analysis import Analysis as Analysis
from pitboss.odds.analysis import RowOdds as RowOdds
from pitboss.odds.analysis import analyse as analyse
from pitboss.odds.combination import Combination as Combination
from pitboss.odds.combination import combine as combine
from pitboss.odds.progressive import Meter as Meter
from pitboss.odds.progressive import Progressive as Progressive
from pitboss.odds.records import to_frame as to_frame
