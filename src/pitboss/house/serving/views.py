"""What people see of tables and jackpots, as data: a sign's part for all, more for who works there.

Views are pure functions of committed states. Cards that nobody has seen are null in every one.
"""

from __future__ import annotations

from typing import Any

from pitboss.games.baccarat import Coup
from pitboss.jackpot.data import jackpot_data
from pitboss.jackpot.link import Link
from pitboss.settle.accounts import TRAY, position_account
from pitboss.settle.bets import rule_for
from pitboss.table.floor.records import FloorTable
from pitboss.table.guidance.advice import advise
from pitboss.table.money.takings import takings
from pitboss.table.roads.marks import History, Mark, Round, history_of
from pitboss.table.roads.roads import DERIVED, Road, ask, bead_plate, big_road, derived_road
from pitboss.table.roads.statistics import statistics
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import AnnouncedLimits, LaidBet, RoundState, Table

View = dict[str, Any]


def sign_view(entry: FloorTable, table: Table, limits: list[View] | None = None) -> View:
    """Return what a table's sign shows to everybody; its limits may be drawn before."""
    setup, round = table.opened, table.round
    return {
        "id": entry.id,
        "pit": entry.pit,
        "game": entry.game,
        "name": None if setup is None else setup.rules.name,
        "currency": None if setup is None else setup.currency,
        "open": table.open,
        "stage": round.stage if table.open else "closed",
        "round": round.number,
        "shoe": {
            "number": table.shoe.number,
            "stage": table.shoe.stage,
            "cards": table.shoe.cards,
            "cut_card_out": table.shoe.cut_card_out,
            "last_hand": table.shoe.last_hand,
        },
        "hands": hands_view(round),
        "free": round.free,
        "result": round.result,
        "seated": sorted(table.seated),
        "positions": [] if setup is None else list(setup.position_numbers),
        "seats": None if setup is None else setup.seats,
        "limits": limits_view(setup) if limits is None else limits,
        "announced": announced_view(table.announced),
        "jackpots": [
            {
                "id": link.jackpot,
                "wager": link.wager,
                "state": table.panel.shown.get(link.jackpot, "open"),
            }
            for link in table.panel.links
        ],
        "link_lost": table.panel.lost,
        "history": "".join(mark.winner[0].upper() for mark in history_shown(table)),
        "at": table.at,
    }


def hands_view(round: RoundState) -> View:
    """Return the cards or dice of a round; null is a card that nobody has seen."""
    throw = round.throw
    return {
        "player": [None if card is None else str(card) for card in round.player],
        "banker": [None if card is None else str(card) for card in round.banker],
        "cups": None if throw is None else [list(throw.player), list(throw.banker)],
        "shooter": round.shooter,
        "rolls": list(round.rolls),
        "held": {side: round.handed[side] for side in sorted(round.held)},
    }


def limits_view(setup: TableSetup | None) -> list[View]:
    """Return every spot with what may be bet on it."""
    if setup is None:
        return []
    house = setup.house
    return [
        {
            "spot": setup.labels[spot],
            "wager": spot[0],
            "on": spot[1],
            "name": table.wager.name,
            "minimum_cents": rule_for(spot[0], house.minimum_cents),
            "maximum_cents": rule_for(spot[0], house.maximum_cents),
            "unit_cents": None if table.unit is None else _unit(setup, spot[0], table.unit.cents),
        }
        for spot, table in setup.spots.items()
    ]


def announced_view(announced: AnnouncedLimits | None) -> View | None:
    """Return the limits to come that players are told of, and the round that they hold from."""
    if announced is None:
        return None
    return {"round": announced.round, "limits": [one._asdict() for one in announced.limits]}


def _unit(setup: TableSetup, wager: str, printed: int) -> int:
    return rule_for(wager, setup.house.unit_cents) or printed


def bets_view(round: RoundState) -> list[View]:
    """Return what lies on the layout."""
    return [bet_view(laid, round) for laid in round.bets]


def bet_view(laid: LaidBet, round: RoundState) -> View:
    """Return a bet on the layout, and what it comes to once that is decided."""
    settled = round.settled.get(laid.number)
    return {
        "number": laid.number,
        **laid.bet._asdict(),
        "behind": laid.behind,
        "row": None if settled is None else settled.row,
        "pays": None if settled is None else settled.pays,
        "cite": None if settled is None else settled.cite,
        "won_cents": None if settled is None else settled.won_cents,
        "net_cents": None if settled is None else settled.net_cents,
    }


def player_view(entry: FloorTable, table: Table, seat: int) -> View:
    """Return what a position sees: the sign, what lies on the layout, and its own chips."""
    return {**sign_view(entry, table), "bets": bets_view(table.round), **own_view(table, seat)}


def own_view(table: Table, seat: int) -> View:
    """Return what a position alone sees."""
    return {"seat": seat, "balance_cents": table.accounts.get(position_account(seat), 0)}


def staff_view(
    entry: FloorTable, table: Table, sign: View | None = None, bets: list[View] | None = None
) -> View:
    """Return what whoever works at a table sees: everything but cards that nobody has seen.

    What others see too may be drawn before.
    """
    view = {
        **(sign or sign_view(entry, table)),
        "bets": bets_view(table.round) if bets is None else bets,
        "accounts": {str(account): cents for account, cents in sorted(table.accounts.items())},
        "tray_cents": table.accounts.get(TRAY, 0),
        "day": table.day,
        "shift": table.shift,
        "rated": {str(at): patron for at, patron in sorted(table.rated.items())},
        "dispute": table.dispute,
        "panel": _panel_view(table),
        "advice": None,
    }
    if table.opened is not None:
        view["advice"] = _advice_view(table)
    return view


def _panel_view(table: Table) -> View:
    panel = table.panel
    return {
        "round": panel.round,
        "registered": {game.jackpot: list(game.positions) for game in panel.registered},
        "lit": sorted(panel.lit),
        "won": [won._asdict() for won in panel.won],
        "hits": dict(panel.hits),
        "unpaid": {name: list(positions) for name, positions in panel.unpaid.items()},
    }


def _advice_view(table: Table) -> View:
    advice = advise(table)
    return {
        "do": advice.do,
        "say": advice.say,
        "cite": advice.cite,
        "due": [kind.__name__ for kind in advice.due],
        "may": list(advice.may),
        "owed": {str(position): cents for position, cents in advice.owed.items() if cents},
        "duties": list(advice.duties),
    }


def takings_view(table: Table) -> list[View]:
    """Return what a table has taken, beside what the exact odds expect."""
    if table.opened is None:
        return []
    return [
        {
            **line._asdict(),
            "edge": None if line.edge is None else str(line.edge),
            "expected_cents": None
            if line.theoretical_cents is None
            else str(line.theoretical_cents),
        }
        for line in takings(table).lines
    ]


def roads_view(table: Table) -> View:
    """Return the roads of the shoe, and its figures."""
    history = history_shown(table)
    figures = statistics(history)
    return {
        "history": "".join(mark.winner[0].upper() for mark in history),
        "bead_plate": _cells(bead_plate(history)),
        "big_road": _cells(big_road(history)),
        **{
            name.replace(" ", "_"): _cells(derived_road(history, back))
            for name, back in DERIVED.items()
        },
        "ask": {side: nexts._asdict() for side, nexts in ask(history)._asdict().items()},
        "statistics": {
            **figures._asdict(),
            "current": None if figures.current is None else figures.current._asdict(),
        },
    }


def history_shown(table: Table) -> History:
    """Return the marks of a shoe, with that of a round as soon as its result is announced."""
    if table.opened is None:
        return ()
    round, rounds = table.round, table.shoe.rounds
    if round.result is not None and isinstance(round.outcome, Coup):
        rounds = (*rounds, Round(Mark.of(round.outcome), round.free))
    return history_of(rounds, table.setup.free_rounds)


def _cells(road: Road) -> list[View]:
    return [cell._asdict() for cell in road]


def meter_view(link: Link) -> View:
    """Return what a sign shows of a jackpot."""
    terms = link.jackpot
    return {
        "id": terms.id,
        "wager": terms.wager,
        "kind": terms.kind,
        "state": link.state,
        "displayed_cents": link.displayed_cents,
        "tables": list(terms.tables),
        "pending": [
            {"order": hit.order, "table": hit.table, "row": hit.row}
            for hit in link.hits
            if hit.open
        ],
    }


def jackpot_view(link: Link) -> View:
    """Return a jackpot as whoever looks after it sees it."""
    return {**meter_view(link), **jackpot_data(link)}
