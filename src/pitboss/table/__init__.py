"""What happens at a table: so far the roads that a shoe's rounds draw."""

from pitboss.table.marks import FreeRounds, History, Mark, Round, Winner, history_of, marks
from pitboss.table.roads import (
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
from pitboss.table.shoe_statistics import Statistics, Streak, statistics

__all__ = [
    "DERIVED",
    "ROWS",
    "Ask",
    "Cell",
    "Color",
    "FreeRounds",
    "History",
    "Mark",
    "Next",
    "Road",
    "Round",
    "Statistics",
    "Streak",
    "Winner",
    "ask",
    "bead_plate",
    "big_road",
    "colors",
    "derived_road",
    "history_of",
    "lines",
    "marks",
    "statistics",
    "streaks",
]
