"""The hands on the felt: cards, cups or the point, and the cards that are the seat's to turn."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games import ShooterHand
from pitboss.games.baccarat import Side, total_of
from pitboss.games.craps import Roll
from pitboss.settle.accounts import position_account
from pitboss.table.due import SIDES, seen_cards
from pitboss.table.state import RoundState, Table
from pitboss.web.words import words


class Hand(NamedTuple):
    """One hand as everybody sees it."""

    side: Side
    cards: tuple[str | None, ...]
    """None is a card that nobody has seen."""
    dice: tuple[int | None, ...]
    total: int | None
    """None while a card of it is face down."""
    newest: int
    """Which of its cards was dealt last; -1 if none of it was."""
    holder: int
    """The position that turns its cards or shakes its cup now; 0 if none does."""


def hands_of(table: Table) -> tuple[Hand, Hand]:
    """Return both hands of a round."""
    player, banker = (_hand(table, side) for side in SIDES)
    return player, banker


def _hand(table: Table, side: Side) -> Hand:
    round = table.round
    cards, throw = round.hand(side), round.throw
    dice: tuple[int | None, ...] = ()
    if table.setup.kind == "three-dice":
        dice = (None, None, None) if throw is None else tuple(getattr(throw, side))
    total = total_of(seen_cards(cards)) if cards and None not in cards else None
    if throw is not None:
        total = throw.player_total if side == "player" else throw.banker_total
    faces = tuple(None if card is None else str(card) for card in cards)
    holder = round.handed[side] if side in round.held else 0
    return Hand(side, faces, dice, total, _newest(round, side), holder)


def _newest(round: RoundState, side: Side) -> int:
    """Return which card of a hand came last, while cards are coming."""
    if round.stage not in ("dealing", "drawing") or round.result:
        return -1
    player, banker = len(round.player), len(round.banker)
    if max(player, banker) > 2:
        last: Side = "banker" if banker > 2 else "player"
    else:
        last = "player" if player > banker else "banker"
    return len(round.hand(side)) - 1 if side == last else -1


class Stage(NamedTuple):
    """How far a round is, as a position sees it."""

    words: str
    stage: str
    open: bool = False
    """Whether the position may bet."""
    empty: bool = False
    """Whether nobody sits there."""
    broke: bool = False
    """Whether nothing is left to bet with."""


def stage_of(table: Table, seat: int) -> Stage:
    """Return what a position waits for, or is waited for to do."""
    said, round = words["seat"], table.round
    if not table.open:
        return Stage(said["closed"], "closed")
    if seat not in table.seated:
        return Stage(said["nobody"], round.stage, empty=True)
    takes = round.stage == "betting"
    bets = any(laid.bet.position == seat for laid in round.bets)
    if takes and not bets and not table.accounts.get(position_account(seat), 0):
        return Stage(said["no_chips"], round.stage, broke=True)
    if any(round.handed[side] == seat for side in round.held):
        text = said["turn"]
    elif takes and table.setup.kind == "baccarat" and table.shoe.stage != "in play":
        text = said["waiting_for_shoe"]
    else:
        text = said["bets_up"] if round.rolls and bets else said["stages"][round.stage]
    return Stage(text, round.stage, takes)


class Point(NamedTuple):
    """A shooter's hand so far."""

    shooter: int | None
    rolls: tuple[Roll, ...]
    point: int | None
    points_made: int
    line_wins: int
    faces: tuple[int, int] | None = None
    """The dice of the last roll."""
    before: bool = False
    """Whether it is the hand before, which is shown until the next roll."""

    @property
    def tally(self) -> tuple[tuple[int, int], ...]:
        """How often each total came."""
        totals = [roll.total for roll in self.rolls]
        return tuple((total, totals.count(total)) for total in range(2, 13))


def point_of(round: RoundState, last: tuple[int, ...] = ()) -> Point:
    """Return where a shooter stands; before the first roll, what the last hand came to."""
    totals = round.rolls or last
    if not totals:
        return Point(round.shooter, (), None, 0, 0)
    count = ShooterHand(totals).until("seven-out")
    rolls = count.rolls
    if count.over:
        rolls = (*rolls, Roll(totals[-1], rolls[-1].next_point))
    point = None if count.over else rolls[-1].next_point
    before = not round.rolls
    shooter = round.shot_before if before else round.shooter
    return Point(shooter, rolls, point, count.points_made, count.line_wins, round.faces, before)
