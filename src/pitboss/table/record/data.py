"""A replayed journal as data for machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.table.record.codec import fact_data
from pitboss.table.record.journal import refusal_data
from pitboss.table.record.recorded import BetOnRecord, RoundOnRecord, Tally
from pitboss.table.record.replaying import Replayed
from pitboss.table.steps.registry import Fact


def replay_data(path: str, tally: Tally, chosen: Sequence[RoundOnRecord]) -> Mapping[str, object]:
    """Return what a sound journal says: the table now, its money, and the rounds asked for."""
    table, setup = tally.table, tally.table.opened
    data: dict[str, object] = {
        "file": path,
        "sound": True,
        "last_hash": tally.last,
        "table": {
            "number": None if setup is None else setup.number,
            "pit": None if setup is None else setup.pit,
            "game": None if setup is None else setup.game,
            "open": table.open,
            "shoe": table.shoe.number,
            "round": table.round.number,
            "stage": table.round.stage,
        },
        "lines": tally.lines,
        "events": tally.events,
        "refusals": tally.refusals,
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
        "events": [_event_data(line, fact) for line in one.lines for fact in line.line.facts],
        "refusals": [
            {"line": line.number, "at": line.line.at, **refusal_data(line.line.refusal)}
            for line in one.lines
            if line.line.refusal is not None
        ],
        "movements": [{"line": line.number, **move._asdict()} for line, move in one.movements()],
        "changes": one.changes(),
    }


def _event_data(line: Replayed, fact: Fact) -> Mapping[str, object]:
    data = fact_data(fact)
    name = data.pop("kind")
    return {"line": line.number, "at": line.line.at, "event": name, "data": data}


def _bet_data(bet: BetOnRecord) -> Mapping[str, object]:
    return {
        "number": bet.laid.number,
        **bet.laid.bet._asdict(),
        "behind": bet.laid.behind,
        "taken_back": bet.taken_back,
        "settled": None if bet.settled is None else bet.settled._asdict(),
    }
