"""A floor as data: its jackpots with their hits, its accounts, its tables."""

from __future__ import annotations

from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.link import Hit, Link


def floor_data(run: FloorRun) -> dict[str, object]:
    """Return how a floor stands, as JSON holds it; amounts of meters in micros."""
    return {
        "jackpots": [jackpot_data(run.jackpot(id)) for id in run.links],
        "accounts": dict(sorted(run.ledger.accounts.items())),
        "tables": [
            {
                "id": id,
                "open": recorder.table.open,
                "game": recorder.table.setup.game if recorder.table.opened else None,
                "shoe": recorder.table.shoe.number,
                "round": recorder.table.round.number,
                "stage": recorder.table.round.stage,
                "link_lost": recorder.table.panel.lost,
                "odometers": dict(recorder.table.panel.odometers),
            }
            for id, recorder in run.tables.items()
        ],
    }


def jackpot_data(link: Link) -> dict[str, object]:
    """Return a jackpot as JSON holds it."""
    meter = link.meter
    return {
        "id": link.jackpot.id,
        "state": link.state,
        "displayed_cents": link.displayed_cents,
        "main_micros": meter.main,
        "reserve_micros": meter.reserve,
        "overflow_micros": meter.overflow,
        "pending_micros": meter.pending,
        "seed_fund_micros": meter.seed_fund,
        "hits": [hit_data(hit) for hit in link.hits],
    }


def hit_data(hit: Hit) -> dict[str, object]:
    """Return a hit as JSON holds it."""
    return {
        "order": hit.order,
        "table": hit.table,
        "round": hit.round,
        "row": hit.row,
        "state": hit.state,
        "amount_cents": hit.amount_cents,
        "shares": dict(hit.shares),
        "remainder_micros": hit.remainder_micros,
        "dealer_envy_cents": hit.dealer_envy_cents,
        "player_envy": dict(hit.player_envy),
    }
