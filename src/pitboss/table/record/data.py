"""A table and its replayed journal as data for machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.table.money.takings import takings
from pitboss.table.record.codec import fact_data
from pitboss.table.record.journal import refusal_data
from pitboss.table.record.recorded import BetOnRecord, RoundOnRecord, Tally
from pitboss.table.record.replaying import Replayed
from pitboss.table.roads.marks import history_of
from pitboss.table.setups.data import setup_data
from pitboss.table.state import Table
from pitboss.table.steps.registry import Fact


def summary_data(table: Table) -> dict[str, object]:
    """Return what a table came to: its winners, its money, and takings beside the exact odds.

    >>> from pitboss.table.engine import NEW, act
    >>> from pitboss.table.language import read
    >>> table, _ = act(NEW, read("open ez-baccarat"))
    >>> data = summary_data(table)
    >>> data["game"], data["round"], data["takings"], summary_data(NEW)
    ('ez-baccarat', 1, [], {})
    """
    if table.opened is None:
        return {}
    marks = history_of(table.shoe.rounds, table.setup.free_rounds)
    return {
        "game": table.setup.game,
        "setup": setup_data(table.setup),
        "shoe": table.shoe.number,
        "round": table.round.number,
        "history": "".join(mark.winner[0].upper() for mark in marks),
        "accounts": dict(table.accounts),
        "takings": [
            {**line._asdict(), "edge": None if line.edge is None else str(line.edge)}
            for line in takings(table).lines
        ],
    }


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
    return data | ({"asked": [round_data(one) for one in chosen]} if chosen else {})


def round_data(played: RoundOnRecord) -> Mapping[str, object]:
    """Return a round on record: bets, events, refusals and every movement of money."""
    return {
        "opening": played.opening,
        "shoe": played.shoe,
        "round": played.number,
        "outcome": None if played.outcome is None else str(played.outcome),
        "result": played.result,
        "ending": played.ending,
        "free": played.free,
        "house_win_cents": played.house_cents,
        "bets": [_bet_data(bet) for bet in played.bets],
        "events": [_event_data(line, fact) for line in played.lines for fact in line.line.facts],
        "refusals": [
            {"line": line.number, "at": line.line.at, **refusal_data(line.line.refusal)}
            for line in played.lines
            if line.line.refusal is not None
        ],
        "movements": [{"line": line.number, **move._asdict()} for line, move in played.movements()],
        "changes": played.changes(),
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
