"""Pictures of simulations as PNG or SVG, drawn by matplotlib (extra ``plot``) when they are saved.

>>> from pitboss import simulate
>>> from pitboss.printing.pictures import plot_sessions
>>> played = simulate.sessions("baccarat", {"tie": 500}, bankroll_cents=50_000, rounds=80)
>>> plot_sessions(played, "evening.png")  # doctest: +SKIP
"""

from pitboss.printing.pictures.files import check_path
from pitboss.printing.pictures.plots import plot_convergence, plot_jackpot, plot_sessions

__all__ = ["check_path", "plot_convergence", "plot_jackpot", "plot_sessions"]
