"""Midi: who opens which cards, why, and how far that is (30-2817(4))."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games.baccarat import Side
from pitboss.refusals import Refusal
from pitboss.table.due import SIDES
from pitboss.table.engine import decide
from pitboss.table.language import line_of
from pitboss.table.state import Table
from pitboss.table.steps.squeezing import HandOver, Opener, WaveOff, entitled, highest_bettors
from pitboss.web.screens.dealing.step import Action
from pitboss.web.words import words

WORDS = words["dealer"]["squeeze"]


class Opening(NamedTuple):
    """The cards of a hand, on their way from the shoe to the announcement."""

    side: Side
    opener: int | None
    """The position that opens them; None is the dealer."""
    stake_cents: int
    reached: int
    """How many steps of the path are done."""
    waits: bool
    """Whether the Banker's cards lie under the shoe."""
    cite: str
    actions: tuple[Action, ...]
    refused: str
    """Why the cards are not handed over now."""


def is_squeezed(table: Table) -> bool:
    """Say whether players turn the cards of this round, and cards lie there."""
    return (
        table.setup.squeezed
        and bool(table.round.cards)
        and table.round.stage in ("dealing", "drawing")
    )


def openings(table: Table) -> list[Opening]:
    """Return both hands."""
    return [_opening(table, side) for side in SIDES]


def _opening(table: Table, side: Side) -> Opening:
    round = table.round
    opener = None if round.free else entitled(table, side)
    cards = round.hand(side)
    third = len(cards) > 2
    reached = 4 if side in round.called and None not in cards else 3
    if None in cards:
        reached = 2 if side in round.held else 1
    waits = side == "banker" and "player" not in round.called
    reached = 0 if waits else reached
    letters = {("player", False): "a", ("banker", False): "b", ("player", True): "c"}
    handed = HandOver(side, opener or 0)
    refused = decide(table, handed) if opener else None
    why = refused.message if isinstance(refused, Refusal) and side not in round.held else ""
    return Opening(
        side,
        opener,
        _stake(table, side, opener),
        reached,
        waits,
        f"30-2817(4)({letters.get((side, third), 'd')})",
        tuple(_actions(table, side)),
        why if None in cards else "",
    )


def _stake(table: Table, side: Side, position: int | None) -> int:
    bets = (laid for laid in table.round.bets if not laid.behind and not laid.bet.toke)
    own = (one.bet for one in bets if one.bet.position == position and one.bet.wager == side)
    return sum(bet.stake_cents for bet in own)


def _actions(table: Table, side: Side) -> list[Action]:
    """Return what may be done with the cards of a hand: handed to others, waved off."""
    found = []
    highest = highest_bettors(table, side)
    for position in sorted(table.seated, reverse=True):
        waved = WaveOff(side, position)
        if not isinstance(decide(table, waved), Refusal):
            found.append(Action(WORDS["waves"].format(position=position), line_of(waved)))
        by: Opener = "agreement" if position in highest else "consent"
        command = HandOver(side, position, by)
        agreed = isinstance(decide(table, HandOver(side, position)), Refusal)
        if agreed and not isinstance(decide(table, command), Refusal):
            found.append(Action(WORDS[by].format(position=position), line_of(command)))
    return found
