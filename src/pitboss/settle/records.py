"""A settled round as a record for machines: every bet that was typed, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.games import Outcome
from pitboss.refusals import Refusal
from pitboss.rulebook.wagers import Game, Wager
from pitboss.settle.bets import Bet
from pitboss.settle.settlements import Settlement

Record = dict[str, object]


class TypedBet(NamedTuple):
    """A bet as typed and as read: no bet at all, or one whose amount may be unreadable."""

    text: str
    toke: bool
    bet: Bet | None
    refusal: Refusal | None = None


class AnsweredBet(NamedTuple):
    """A bet as typed, and what became of it."""

    typed: TypedBet
    result: Settlement | Refusal


def opened_by(game: Game, bet: Bet | None) -> tuple[Wager, str] | None:
    """Return the wager and the pay table that a bet will open, or None if there are none such."""
    wager = game.wagers.get(bet.wager) if bet else None
    if bet is None or wager is None:
        return None
    table = bet.table or wager.tables[0]
    return (wager, table) if table in wager.tables else None


def round_record(game: Game, outcome: Outcome, bets: Iterable[AnsweredBet]) -> Record:
    """Return a round: the outcome, and each bet by the same keys whether settled or refused.

    >>> from pitboss import rulebook
    >>> from pitboss.games import Coup
    >>> from pitboss.settle import settle
    >>> game, bet = rulebook.game("ez-baccarat"), Bet(wager="dragon-7", stake_cents=500)
    >>> done = settle(game, [bet], Coup.parse("7s8hJd", "KhQd7c"))
    >>> asked = AnsweredBet(TypedBet("dragon-7=5", False, bet), done.results[0])
    >>> record = round_record(game, done.outcome, [asked])
    >>> [(one["bet"], one["net_cents"], one["cite"]) for one in record["bets"]]
    [('dragon-7=5', 20000, '30-2899.04(4)')]
    """
    return {
        "game": game.id,
        "outcome": outcome.data,
        "bets": [_bet(game, answered) for answered in bets],
    }


_PAID = (
    *("result", "row", "pays", "net_cents", "won_cents", "returned_cents", "vigorish_cents"),
    *("meter_share", "meter_owed", "dealer_envy_cents", "player_envy_cents", "limited", "cite"),
    "movements",
)
"""What only a settled bet has."""


def _bet(game: Game, answered: AnsweredBet) -> Record:
    """Return a bet; null is what is not known of it."""
    (text, toke, bet, unread), result = answered
    record: Record = {"bet": text, **dict.fromkeys((*Bet._fields, *_PAID)), "toke": toke}
    if bet is not None:
        opened = opened_by(game, bet)
        record |= bet._asdict() | {"table": opened[1] if opened else bet.table}
    if isinstance(result, Refusal):
        if unread is not None and bet is not None:
            record["stake_cents"] = bet.stake_cents or None
        return record | {"result": "refused", "refusal": result.data}
    record |= {key: getattr(result, key) for key in _PAID}
    record["meter_owed"] = None if result.meter_owed is None else str(result.meter_owed)
    table = result.table
    record |= {"on": table.on, "table": table.id, "reading": table.reading}
    return record | {"movements": [move._asdict() for move in result.movements], "refusal": None}
