"""Sessions with a bankroll: stakes, strategies, limits, and what comes of them."""
