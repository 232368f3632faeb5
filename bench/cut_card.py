"""The cut-card effect: wagers of baccarat in thousands of millions of coups, with and without it.

    make campaign            # 2,000,000,000 coups from shoes, as many from a continuous shuffler
    python bench/cut_card.py ROUNDS SEED

A shoe whose coups took few cards has more coups before the cut card comes out, and they come from
what such coups left over. So the average over all coups dealt is not quite that of the full shoe.
Every coup of a continuous shuffler has the odds of the full shoe.
"""

from __future__ import annotations

import sys

from pitboss import rulebook
from pitboss.simulate import coups

ROUNDS = 2_000_000_000
SEED = 11
WAGERS = ("player", "banker", "tie", "perfect-pair", "total-4", "total-5", "total-6")


def main() -> None:
    """Deal, and print both averages beside the exact edge."""
    rounds, seed = (int(word) for word in (sys.argv[1:] or [str(ROUNDS), str(SEED)]))
    game = rulebook.game("baccarat")
    tables = [game.open(wager) for wager in WAGERS]
    both = [
        coups(game, rounds=rounds, seed=seed, tables=tables, continuous=continuous)
        for continuous in (False, True)
    ]
    print(f"{rounds:,} coups each, 8 decks, cut card 14 from the back, seed {seed}")
    print(f"  {'wager':14}{'exact':>10}{'shoes':>12}{'z':>8}{'continuous':>14}{'z':>8}")
    for wager in WAGERS:
        shoes, mixed = (found.analyse(wager) for found in both)
        print(
            f"  {wager:14}{shoes.exact_edge:10.4%}{shoes.edge:12.4%}{shoes.z:+8.2f}"
            f"{mixed.edge:14.4%}{mixed.z:+8.2f}"
        )


if __name__ == "__main__":
    main()
