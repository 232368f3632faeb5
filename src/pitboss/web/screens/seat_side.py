"""Beside the felt: what the last round came to and why, and the roads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.games.baccarat import total_of
from pitboss.settle.accounts import position_account
from pitboss.table.due import seen_cards
from pitboss.table.roads.marks import history_of
from pitboss.table.roads.roads import DERIVED, bead_plate, big_road, derived_road
from pitboss.table.state import LaidBet, RoundState, SettledBet, Table
from pitboss.web.felt import Felt
from pitboss.web.screens.results import Decided
from pitboss.web.screens.seat_spots import own_bets


class Why(NamedTuple):
    """A bet that was decided, and by which row of which paragraph."""

    name: str
    stake_cents: int
    net_cents: int
    row: str
    pays: str
    cite: str
    vigorish_cents: int
    envy_cents: int
    meter_share: int | None


class Came(NamedTuple):
    """What a round came to for a position."""

    number: int
    net_cents: int | None
    """None if the position had no bet in it."""
    player: tuple[str | None, ...]
    banker: tuple[str | None, ...]
    player_total: int | None
    banker_total: int | None
    cups: tuple[tuple[int, ...], tuple[int, ...]] | None
    rolls: tuple[int, ...]
    decided: tuple[Why, ...]
    """What won or was returned, each with its row."""
    lost: tuple[Why, ...]
    over: bool
    """Whether it was decided; else its cards are still coming."""


def came_to(felt: Felt, table: Table, seat: int, rounds: Sequence[Decided]) -> Came | None:
    """Return the round that is dealt, or the last one that was decided; None before any."""
    now = table.round
    last = rounds[0] if rounds else None
    if last is not None and (last.round.number == now.number or not _begun(now)):
        return came(felt, last, seat)
    return _came(now, (), False) if _begun(now) else None


def _begun(round: RoundState) -> bool:
    return bool(round.cards or round.throw or round.rolls)


def came(felt: Felt, decided: Decided, seat: int) -> Came:
    """Return what a decided round came to for a position."""
    whys = tuple(_why(felt, laid, settled) for laid, settled in decided.of(seat))
    return _came(decided.round, whys, True)


def _came(round: RoundState, whys: tuple[Why, ...], over: bool) -> Came:
    totals = [
        total_of(seen_cards(cards)) if cards and None not in cards else None
        for cards in (round.player, round.banker)
    ]
    throw = round.throw
    if throw is not None:
        totals = [throw.player_total, throw.banker_total]
    return Came(
        number=round.number,
        net_cents=sum(one.net_cents + one.envy_cents for one in whys) if whys else None,
        player=tuple(None if card is None else str(card) for card in round.player),
        banker=tuple(None if card is None else str(card) for card in round.banker),
        player_total=totals[0],
        banker_total=totals[1],
        cups=None if throw is None else (tuple(throw.player), tuple(throw.banker)),
        rolls=round.rolls,
        decided=tuple(one for one in whys if not _loses(one)),
        lost=tuple(one for one in whys if _loses(one)),
        over=over,
    )


def _loses(why: Why) -> bool:
    return why.net_cents < 0 and why.meter_share is None and not why.envy_cents


def _why(felt: Felt, laid: LaidBet, settled: SettledBet) -> Why:
    spot = felt.spots.get((laid.bet.wager, laid.bet.on))
    return Why(
        name=laid.bet.wager if spot is None else spot.title,
        stake_cents=laid.bet.stake_cents,
        net_cents=settled.net_cents,
        row=settled.row or "",
        pays=settled.pays or "",
        cite=settled.cite,
        vigorish_cents=settled.vigorish_cents,
        envy_cents=settled.player_envy_cents,
        meter_share=settled.meter_share,
    )


class Sums(NamedTuple):
    """What a position has on the layout and in front, and which bets those are."""

    staked_cents: int
    balance_cents: int
    bets: tuple[tuple[int, str, int], ...]
    """Number, spot and cents of each bet that lies."""
    last: tuple[tuple[str, int], ...]
    """Spot and cents of those of the last round, to be laid again."""


def sums_of(felt: Felt, table: Table, seat: int, rounds: Sequence[Decided]) -> Sums:
    """Return the sums of a position."""
    own = own_bets(table.round, seat)
    before = rounds[0].of(seat) if rounds else []
    return Sums(
        sum(laid.bet.stake_cents for laid in own),
        table.accounts.get(position_account(seat), 0),
        tuple((laid.number, _line(felt, laid), laid.bet.stake_cents) for laid in own),
        tuple(
            (_line(felt, laid), laid.bet.stake_cents)
            for laid, _ in before
            if (laid.bet.wager, laid.bet.on) in felt.spots and not laid.bet.toke
        ),
    )


def _line(felt: Felt, laid: LaidBet) -> str:
    return felt.spots[laid.bet.wager, laid.bet.on].line


def roads_of(table: Table) -> dict[str, Any]:
    """Return the roads of a table's shoe."""
    history = history_of(table.shoe.rounds, table.setup.free_rounds)
    eye, small, pig = (derived_road(history, back) for back in DERIVED.values())
    return {
        "big": big_road(history),
        "bead": bead_plate(history),
        "eye": eye,
        "small": small,
        "pig": pig,
        "shoe": table.shoe.number,
    }
