"""A live table: commands in, facts or a refusal out; setups, scripts, record, guidance, roads.

>>> from pitboss.table.steps.closing import CallNoMoreBets
>>> from pitboss.table.steps.opening import OpenTable
>>> table, facts = act(NEW, OpenTable(usual_setup("baccarat")))
>>> _, refusal = act(table, CallNoMoreBets())
>>> print(refusal)
no shoe is ready to be dealt from [30-2810]; shuffle, cut, load and burn
"""

from pitboss.table.engine import NEW, act, decide, evolve
from pitboss.table.roads.marks import FreeRounds, History, Mark, Round, Winner, history_of, marks
from pitboss.table.roads.roads import (
    DERIVED,
    ROWS,
    Ask,
    Cell,
    Color,
    Next,
    Road,
    ask,
    bead_plate,
    big_road,
    colors,
    derived_road,
    lines,
    streaks,
)
from pitboss.table.roads.statistics import Statistics, Streak, statistics
from pitboss.table.setups.faults import faults_of
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.words import usual_setup, with_words
from pitboss.table.state import Table

__all__ = [
    "DERIVED",
    "NEW",
    "ROWS",
    "Ask",
    "Cell",
    "Color",
    "FreeRounds",
    "History",
    "Mark",
    "Next",
    "Offer",
    "Road",
    "Round",
    "Statistics",
    "Streak",
    "Table",
    "TableSetup",
    "Winner",
    "act",
    "ask",
    "bead_plate",
    "big_road",
    "colors",
    "decide",
    "derived_road",
    "evolve",
    "faults_of",
    "history_of",
    "lines",
    "marks",
    "statistics",
    "streaks",
    "usual_setup",
    "with_words",
]
