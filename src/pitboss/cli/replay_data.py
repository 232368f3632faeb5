"""A replayed journal as data for machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.table.record.codec import data_of
from pitboss.table.record.recorded import BetOnRecord, RoundOnRecord, Tally


def replay_data(path: str, tally: Tally, chosen: Sequence[RoundOnRecord]) -> Mapping[str, object]:
    """Return what a sound journal says: the table now, its money, and the rounds asked for."""
    table, setup = tally.table, tally.table.setup
    data: dict[str, object] = {
        "file": path,
        "sound": True,
        "last_hash": tally.last,
        "table": {
            "number": setup.number,
            "pit": setup.pit,
            "game": setup.game,
            "open": table.open,
            "shoe": table.shoe.number,
            "round": table.round.number,
            "stage": table.round.stage,
        },
        "events": tally.events,
        "openings": tally.openings,
        "shoes": len(tally.shoes),
        "rounds": tally.rounds,
        "void_rounds": tally.voided,
        "accounts": dict(table.accounts),
        "accounts_sum_cents": sum(table.accounts.values()),
        "takings": [
            {"spot": spot, **one._asdict(), "hold": one.win_cents / one.handle_cents}
            for spot, one in tally.takings.items()
        ],
    }
    return data | ({"asked": [_round_data(one) for one in chosen]} if chosen else {})


def _round_data(one: RoundOnRecord) -> Mapping[str, object]:
    return {
        "opening": one.opening,
        "shoe": one.shoe,
        "round": one.number,
        "outcome": None if one.outcome is None else str(one.outcome),
        "result": one.result,
        "ending": one.ending,
        "free": one.free,
        "house_win_cents": one.house_cents,
        "bets": [_bet_data(bet) for bet in one.bets],
        "events": [
            {
                "line": step.entry.line,
                "at": step.entry.event.at,
                "event": type(step.entry.event.fact).__name__,
                "data": data_of(step.entry.event.fact),
            }
            for step in one.steps
        ],
        "movements": [
            {"line": step.entry.line, **move._asdict()} for step, move in one.movements()
        ],
        "changes": one.changes(),
    }


def _bet_data(bet: BetOnRecord) -> Mapping[str, object]:
    return {
        "number": bet.laid.number,
        **bet.laid.bet._asdict(),
        "behind": bet.laid.behind,
        "taken_back": bet.taken_back,
        "settled": None if bet.settled is None else bet.settled._asdict(),
    }
