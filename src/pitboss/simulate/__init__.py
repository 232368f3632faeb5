"""How it plays out: seeded shoes, throws and shooters, sessions, jackpots over time, countability.

Importing this room is cheap; numpy and numba (extra ``simulate``) are imported when something is
simulated.
"""

from pitboss.simulate.bankroll.bankrolls import Sessions
from pitboss.simulate.bankroll.play import sessions
from pitboss.simulate.bankroll.session_run import StrategyFailed
from pitboss.simulate.bankroll.strategies import Progression, TableView
from pitboss.simulate.countability import Depth, Play, Scan, Study
from pitboss.simulate.jackpots import JackpotYears, jackpot
from pitboss.simulate.parallel import Backend, Cluster, Processes, Threads
from pitboss.simulate.runs import coups, shooters, throws
from pitboss.simulate.simulation import Simulation, SimulationFailed
from pitboss.simulate.statistics import Estimate

__all__ = [
    "Backend",
    "Cluster",
    "Depth",
    "Estimate",
    "JackpotYears",
    "Play",
    "Processes",
    "Progression",
    "Scan",
    "Sessions",
    "Simulation",
    "SimulationFailed",
    "StrategyFailed",
    "Study",
    "TableView",
    "Threads",
    "coups",
    "jackpot",
    "sessions",
    "shooters",
    "throws",
]
