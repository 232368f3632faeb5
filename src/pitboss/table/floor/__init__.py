"""The floor file: which tables there are, what they offer, their jackpots, badges, policies.

``keys`` describes every key once; ``read_floor`` reads and checks, ``setup_of`` sets a table up.
"""

from pitboss.table.floor.checking import default_floor, problems_of, read_floor
from pitboss.table.floor.records import Badge, Floor, FloorJackpot, FloorTable, Policies
from pitboss.table.floor.setups import setup_of
from pitboss.table.floor.writing import entry_data, write_floor

__all__ = [
    "Badge",
    "Floor",
    "FloorJackpot",
    "FloorTable",
    "Policies",
    "default_floor",
    "entry_data",
    "problems_of",
    "read_floor",
    "setup_of",
    "write_floor",
]
