"""The spots of a seat: what lies on each, what it won, how far it has come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from pitboss.games import KINDS, ShooterHand
from pitboss.house.serving.board import Board
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.state import LaidBet, RoundState, Table
from pitboss.table.steps.betting import unfit_bets
from pitboss.web.felt import Felt, FeltSpot
from pitboss.web.templating import drawn


class Share(NamedTuple):
    """What a position has of a hit."""

    paid_cents: int = 0
    """Nothing while the hit is open."""
    pending: bool = False
    """Whether it shares in a hit that is neither paid nor dismissed."""
    pending_cents: int = 0
    """What it will have of that, as far as the amount is known."""
    left_cents: int = 0
    """What could not be divided, and stays in the meter."""


NO_SHARE = Share()
Shares = Mapping[tuple[int, str], Share]
"""What a position has of the hits of meters, by round and wager."""


class Shown(NamedTuple):
    """What a spot shows beside what is printed on it."""

    stake_cents: int = 0
    net_cents: int | None = None
    """What it came to, once that is decided; of a meter, once it is paid."""
    number: int = 0
    """The last bet on it."""
    counts: tuple[int, ...] = ()
    """At craps, how far it has come: of each of its targets, or of what it counts."""
    unfit: str = ""
    """While bets are taken: the code of what it could not stand for when they are closed."""
    state: str = ""
    """Of a jackpot that cannot be won now: ``pending``, ``closed`` or ``lost``."""


NOTHING = Shown()


def own_bets(round: RoundState, seat: int) -> list[LaidBet]:
    """Return what a position has on the layout, in the order laid; nothing of those behind it."""
    return [laid for laid in round.bets if laid.bet.position == seat and not laid.behind]


def shares_of(board: Board, id: str, seat: int) -> Shares:
    """Return what a position of a table was paid of its meters, and what it waits for."""
    who, shares = f"{id}/{seat}", dict[tuple[int, str], Share]()
    for link in board.table(id).panel.links:
        for hit in board.jackpot(link.jackpot).hits:
            own, left = dict(hit.shares).get(who, 0), hit.remainder_micros // MICROS_PER_CENT
            if hit.table == id and hit.state == "paid":
                shares[hit.round, link.wager] = Share(own, left_cents=left)
            elif hit.table == id and hit.open and who in hit.sharers:
                shares[hit.round, link.wager] = Share(0, True, own, left)
    return shares


def shown_at(felt: Felt, table: Table, seat: int, shares: Shares) -> dict[str, Shown]:
    """Return what the spots of a seat show, by their ids; those that show nothing are left out."""
    round = table.round
    shown: dict[str, Shown] = {}
    unfit = unfit_at(table, seat)
    for laid in own_bets(round, seat):
        id = felt.spots[laid.bet.wager, laid.bet.on].id
        before, settled = shown.get(id, NOTHING), round.settled.get(laid.number)
        net, share = before.net_cents, shares.get((round.number, laid.bet.wager), NO_SHARE)
        if settled is not None and (settled.meter_share is None or share.paid_cents):
            net = (net or 0) + settled.net_cents + share.paid_cents
        stake = before.stake_cents + laid.bet.stake_cents
        why = unfit.get(laid.number, "")
        shown[id] = before._replace(stake_cents=stake, net_cents=net, number=laid.number, unfit=why)
    for id, state in _jackpots(felt, table):
        shown[id] = shown.get(id, NOTHING)._replace(state=state)
    if table.setup.kind == "craps":
        for spot in felt.every:
            counts = counts_of(spot, round.rolls)
            if any(counts):
                shown[spot.id] = shown.get(spot.id, NOTHING)._replace(counts=counts)
    return shown


def unfit_at(table: Table, seat: int) -> dict[int, str]:
    """Return what bets of a position could not stand for if bets were closed now, by number."""
    own = own_bets(table.round, seat) if table.round.stage == "betting" else []
    return {number: why.code for number, why in unfit_bets(table.setup, own).items()}


def _jackpots(felt: Felt, table: Table) -> Iterable[tuple[str, str]]:
    """Yield the sensors whose jackpots cannot be won now, and why."""
    panel = table.panel
    for link in panel.links:
        state = "lost" if panel.lost else panel.shown.get(link.jackpot, "open")
        spot = next((one for one in felt.every if one.places[0][0] == link.wager), None)
        if spot is not None and state != "open":
            yield spot.id, state


@lru_cache(maxsize=256)
def counts_of(spot: FeltSpot, rolls: tuple[int, ...]) -> tuple[int, ...]:
    """Return how far a wager has come with the rolls of a shooter."""
    level = spot.table.level
    seen = KINDS["craps"].seen(ShooterHand(rolls), spot.table.ends)
    values = [int(value or 0) for value in level.row(seen)]
    if not spot.targets:
        return tuple(values[:1])
    by_totals = {atom.arguments: value for atom, value in zip(level.atoms, values, strict=True)}
    return tuple(min(by_totals[target.totals], target.times) for target in spot.targets)


def jackpots_of(table: Table) -> Mapping[str, str]:
    """Return the jackpot that each sensor of a table is linked to, by the wager's name there."""
    return {link.wager: link.jackpot for link in table.panel.links}


@lru_cache(maxsize=2048)
def spot_html(spot: FeltSpot, look: str, shown: Shown, currency: str) -> str:
    """Draw a spot: what shows the same is drawn once."""
    macro = "pill" if look.startswith("pill") else "repeat" if look == "repeat" else "spot"
    return drawn("seat", macro, spot, look, shown, currency)


def spot_parts(felt: Felt, table: Table, seat: int, shares: Shares) -> dict[str, str]:
    """Return every spot of a seat as an element."""
    shown, currency = shown_at(felt, table, seat, shares), table.setup.currency
    return {
        f"spot-{spot.id}": spot_html(
            spot, felt.looks[spot.id], shown.get(spot.id, NOTHING), currency
        )
        for spot in felt.every
    }
