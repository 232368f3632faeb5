"""What a bet is paid: stake, outcome and pay table in, whole cents out.

>>> from pitboss.games import Coup
>>> from pitboss.settle import Bet, settle
>>> done = settle(
...     "eternal-baccarat",
...     [Bet(wager="moon-8", stake_cents=500), Bet(wager="sun-7", stake_cents=500)],
...     Coup.parse("7s8h3d", "KhQd7c"),
... )
>>> [(one.bet.wager, one.net_cents, one.row) for one in done.settlements]
[('moon-8', 12500, 'Player wins with a 3-card 8'), ('sun-7', -500, None)]
>>> settle("baccarat", [Bet(wager="tie", stake_cents=-1)], done.outcome).refusals[0].code
'stake-not-positive'
"""

from pitboss.lazily import export

export(
    __name__,
    {
        "accounts": "Movement",
        "bets": "Bet House",
        "rounds": "Round settle",
        "settlements": "Settlement",
    },
)
