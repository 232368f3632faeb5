"""Beside the felt: what the last round came to and why, and the roads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.games.baccarat import total_of
from pitboss.house.serving.views import history_shown
from pitboss.settle.accounts import position_account
from pitboss.table.due import seen_cards
from pitboss.table.roads.roads import DERIVED, bead_plate, big_road, derived_road
from pitboss.table.state import LaidBet, RoundState, SettledBet, Table
from pitboss.web.felt import Felt, FeltSpot
from pitboss.web.felt.events import wins
from pitboss.web.felt.pays import with_suits
from pitboss.web.screens.how_to_play import covered
from pitboss.web.screens.results import Decided
from pitboss.web.screens.seat_spots import Share, Shares, own_bets, unfit_at
from pitboss.web.words import words

MOST_NEEDS = 4
"""Rows that a lost bet names; of more, the rule card tells."""


class Why(NamedTuple):
    """A bet that was decided, and by which row of which paragraph."""

    name: str
    stake_cents: int
    net_cents: int
    row: str
    pays: str
    cite: str
    wager: str
    """Whose pays are posted at the table; empty if it is no longer offered."""
    vigorish_cents: int
    envy_cents: int
    meter_share: int | None
    share: Share
    """Of the meter; what is paid of it is part of the net."""
    needs: str
    """The rows that it wins by, in words; empty where they are no list to read."""

    @property
    def same(self) -> tuple[object, ...]:
        """What bets on one spot have in common that came to the same."""
        loses = self.net_cents < 0
        return self.name, self.row, self.pays, self.cite, self.meter_share, loses

    def with_other(self, other: Why) -> Why:
        """Return two bets as one."""
        return self._replace(
            stake_cents=self.stake_cents + other.stake_cents,
            net_cents=self.net_cents + other.net_cents,
            vigorish_cents=self.vigorish_cents + other.vigorish_cents,
            envy_cents=self.envy_cents + other.envy_cents,
        )


class Returned(NamedTuple):
    """A bet that went back when the bets were closed, and why."""

    name: str
    stake_cents: int
    unfit: str
    least_cents: int | None
    cite: str


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
    returned: tuple[Returned, ...]
    """What could not stand when the bets were closed; it is no part of the net."""
    over: bool
    """Whether it was decided; else its cards are still coming."""
    void: bool = False
    """Whether it came to nothing, and all bets went back."""
    reason: str = ""
    """Why it is void, as far as that is known."""

    @property
    def pending(self) -> bool:
        """Whether a share of a jackpot is still to come."""
        return any(one.share.pending for one in self.decided)

    @property
    def winner(self) -> str:
        """``player``, ``banker`` or ``tie``; empty where no two hands were compared."""
        if self.player_total is None or self.banker_total is None:
            return ""
        if self.player_total == self.banker_total:
            return "tie"
        return "player" if self.player_total > self.banker_total else "banker"


def came_to(
    felt: Felt, table: Table, seat: int, rounds: Sequence[Decided], shares: Shares
) -> Came | None:
    """Return the round that is dealt, or the last one that was decided; None before any."""
    now = table.round
    last = rounds[0] if rounds else None
    begun = _begun(table)
    if last is not None and (last.round.number == now.number or not begun):
        return came(felt, last, seat, shares, awaits=last.round.number == now.number)
    return _came(now, (), _returned(felt, now, seat), False) if begun else None


def pending_shares(
    felt: Felt, shares: Shares, since: int, shown: Came | None
) -> list[tuple[int, str, Share]]:
    """Return what is to come of jackpots: round, wager and share, but for a round that is shown."""
    names = {wager: spot.title for (wager, _), spot in felt.spots.items()}
    return [
        (number, names.get(wager) or _no_more(wager), share)
        for (number, wager), share in shares.items()
        if share.pending and number >= since and (shown is None or number != shown.number)
    ]


def _begun(table: Table) -> bool:
    """Say whether a new round is shown: from "no more bets" on, or from a shooter's first roll."""
    if table.setup.kind == "craps":
        return bool(table.round.rolls)
    return table.round.stage != "betting"


def came(felt: Felt, decided: Decided, seat: int, shares: Shares, *, awaits: bool = False) -> Came:
    """Return what a decided round came to for a position.

    ``awaits`` says that it is not over, so that a hit of a meter may still be called.
    """
    whys: dict[tuple[object, ...], Why] = {}
    number = decided.round.number
    for laid, settled in decided.of(seat):
        none = Share(pending=awaits and settled.meter_share is not None)
        why = _why(felt, laid, settled, shares.get((number, laid.bet.wager), none))
        before = whys.get(why.same)
        whys[why.same] = why if before is None else before.with_other(why)
    back = _returned(felt, decided.round, seat)
    told = _came(decided.round, tuple(whys.values()), back, True)
    return told._replace(void=decided.void, reason=decided.reason)


def _returned(felt: Felt, round: RoundState, seat: int) -> tuple[Returned, ...]:
    """Return what went back to a position, each spot once."""
    back: dict[str, Returned] = {}
    for (_, bet, behind, _), unfit, cite in round.returned:
        if bet.position != seat or behind:
            continue
        spot = felt.spots.get((bet.wager, bet.on))
        name = _no_more(bet.wager) if spot is None else spot.title
        least = None if spot is None else spot.minimum_cents
        before = back[name].stake_cents if name in back else 0
        back[name] = Returned(name, before + bet.stake_cents, unfit, least, cite)
    return tuple(back.values())


def _came(
    round: RoundState, whys: tuple[Why, ...], returned: tuple[Returned, ...], over: bool
) -> Came:
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
        returned=returned,
        over=over,
    )


def _loses(why: Why) -> bool:
    return why.net_cents < 0 and why.meter_share is None and not why.envy_cents


def _why(felt: Felt, laid: LaidBet, settled: SettledBet, share: Share) -> Why:
    spot = felt.spots.get((laid.bet.wager, laid.bet.on))
    return Why(
        name=_no_more(laid.bet.wager) if spot is None else spot.title,
        stake_cents=laid.bet.stake_cents,
        net_cents=settled.net_cents + share.paid_cents,
        row=_row(felt, spot, settled.row or ""),
        pays=settled.pays or "",
        cite=settled.cite,
        wager="" if spot is None else laid.bet.wager,
        vigorish_cents=settled.vigorish_cents,
        envy_cents=settled.player_envy_cents,
        meter_share=settled.meter_share,
        share=share,
        needs="" if spot is None else _needs(felt, spot),
    )


def _row(felt: Felt, spot: FeltSpot | None, label: str) -> str:
    """Return a row in words; of a wager that covers others, with their names."""
    if not label or spot is None:
        return label
    label = with_suits(label, spot.table.suits)
    if not spot.cover:
        return label
    names = next((covered(group, spot) for group in felt.groups if spot in group.members), "")
    return str(words["seat"]["any_of"].format(row=label, names=names))


def _needs(felt: Felt, spot: FeltSpot) -> str:
    """Return the rows that a spot wins by, where they are few and none is a list of its own."""
    rows = (_row(felt, spot, row.label) for row in spot.table.rows if wins(row))
    labels = list(dict.fromkeys(rows))
    long = len(labels) > MOST_NEEDS or (len(labels) > 1 and "," in "".join(labels))
    return "" if long else " or ".join(labels)


class Sums(NamedTuple):
    """What a position has on the layout and in front, and which bets those are."""

    staked_cents: int
    unfit_cents: int
    """What of it could not stand if the bets were closed now."""
    balance_cents: int
    bets: tuple[tuple[int, str, int], ...]
    """Number, spot and cents of each bet that lies."""
    last: tuple[tuple[str, int], ...]
    """Spot and cents of those of the last round that it bet in, to be laid again."""


def _no_more(wager: str) -> str:
    """Return what a wager is called that the felt has no more.

    >>> _no_more("baccarat/perfect-pair")
    'Perfect Pair'
    """
    return wager.rpartition("/")[2].replace("-", " ").title()


def sums_of(felt: Felt, table: Table, seat: int, rounds: Sequence[Decided]) -> Sums:
    """Return the sums of a position."""
    own, unfit = own_bets(table.round, seat), unfit_at(table, seat)
    repeated = (_again(felt, one, seat) for one in rounds)
    return Sums(
        sum(laid.bet.stake_cents for laid in own),
        sum(laid.bet.stake_cents for laid in own if laid.number in unfit),
        table.accounts.get(position_account(seat), 0),
        tuple((laid.number, _line(felt, laid), laid.bet.stake_cents) for laid in own),
        next((bets for bets in repeated if bets), ()),
    )


def _again(felt: Felt, decided: Decided, seat: int) -> tuple[tuple[str, int], ...]:
    """Return the spot and cents of what a position bet in a round and can bet again."""
    return tuple(
        (_line(felt, laid), laid.bet.stake_cents)
        for laid, _ in decided.of(seat)
        if (laid.bet.wager, laid.bet.on) in felt.spots and not laid.bet.toke
    )


def _line(felt: Felt, laid: LaidBet) -> str:
    return felt.spots[laid.bet.wager, laid.bet.on].line


def roads_of(table: Table) -> dict[str, Any]:
    """Return the roads of a table's shoe."""
    history = history_shown(table)
    eye, small, pig = (derived_road(history, back) for back in DERIVED.values())
    return {
        "big": big_road(history),
        "bead": bead_plate(history),
        "eye": eye,
        "small": small,
        "pig": pig,
        "shoe": table.shoe.number,
    }
