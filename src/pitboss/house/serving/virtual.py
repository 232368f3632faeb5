"""Virtual cards and dice at work: what the server deals, and what nobody may enter instead."""

from __future__ import annotations

import re

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card
from pitboss.house.chance.keeping import Keeper, ends_open_shoe
from pitboss.house.chance.shown import against_seed, is_virtual, shows
from pitboss.house.chance.supply import dealer_of
from pitboss.refusals import Refusal, unreadable
from pitboss.table.engine import decide
from pitboss.table.floor.records import Floor
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.scripts.macros import Commands
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.chance import AbandonChance, next_chance
from pitboss.table.steps.errors import VoidRound
from pitboss.table.steps.turning import TurnCards

_TURN = re.compile(r"turn (player|banker)", re.IGNORECASE)
BY_HAND, AGAIN = "the cards are entered by hand", "the server deals again"


class VirtualTables:
    """The tables of a floor whose cards or dice the server has."""

    def __init__(self, floor: Floor, keeper: Keeper) -> None:
        self.keeper = keeper
        self.ids: frozenset[str] = frozenset()
        self.fit(floor)
        self.by_hand: set[str] = set()
        """Tables of a demo where somebody enters the cards instead."""

    def fit(self, floor: Floor) -> None:
        """Go by another floor; at a table that is open the cards come from where they did."""
        self.ids = frozenset(table.id for table in floor.tables if table.cards == "virtual")

    def deals(self, id: str) -> bool:
        """Say whether the server has the cards or dice of a table."""
        return id in self.ids and id not in self.by_hand

    def dealer(self, id: str, table: Table, day: str) -> Autopilot:
        """Return a dealer for the next step of a table, who has its cards if the server does."""
        seed = self.keeper.seed(f"table/{id}", table) if id in self.ids else None
        return dealer_of(table, seed, day)

    def due(self, id: str, table: Table, supervisor: str) -> Command | None:
        """Return what must be put on record before play goes on; None if nothing.

        That is a commitment, a seed to reveal, or the end of a shoe that can no longer be dealt.
        """
        if id not in self.ids or table.opened is None:
            return None
        stream, pending = f"table/{id}", table.chance.open
        if id in self.by_hand:
            if pending is None or table.round.cards:
                return None
            seed = self.keeper.seed(stream, table)
            return AbandonChance(pending.what, BY_HAND, "" if seed is None else seed.hex())
        command = self.keeper.due(stream, table)
        if command is not None or not supervisor:
            return command
        if pending is not None and self.keeper.seed(stream, table) is None:
            return ends_open_shoe(table, supervisor)
        return None if pending is not None else _ends_entered_shoe(table, supervisor)

    def wrong(self, id: str, table: Table, command: Command) -> Refusal | None:
        """Refuse cards and dice that are not those of the seed, or of none where there is one."""
        if id not in self.ids or not table.open:
            return None
        answer = decide(table, command)
        if isinstance(answer, Refusal):
            return None
        if self.deals(id) and not is_virtual(table) and shows(table, answer):
            message = "nothing is dealt or thrown before the server has committed to its seed"
            return Refusal("nothing-to-deal-by", message, "wait for it, and let the server deal")
        seed = self.keeper.seed(f"table/{id}", table)
        return None if seed is None else against_seed(table, answer, seed)

    def held_by(self, id: str, table: Table, position: int) -> tuple[Card, ...] | Refusal:
        """Return the cards face down that a position was handed, for its player's eyes alone."""
        round = table.round
        held = [side for side in round.held if round.handed[side] == position]
        if not held or not self.deals(id):
            message, remedy = "you hold no cards of the server's", "wait until you are handed some"
            return Refusal("nothing-face-down", message, remedy, "30-2817(4)")
        return tuple(self.dealer(id, table, "").hidden[held[0]])

    def commands(self, id: str, line: str, table: Table, day: str) -> Commands | None:
        """Return what a line asks the server to deal: ``next``, or ``turn player``; None if not.

        ``next`` is the step that the procedure wants, with the cards or dice of the seed.
        """
        text = " ".join(line.lower().split())
        turn = _TURN.fullmatch(text)
        if text != "next" and turn is None:
            return None
        if table.opened is None:
            raise unreadable("no-table", "no table is open", "open a table first")
        dealer = self.dealer(id, table, day)
        if turn is not None:
            return _turned(dealer, "player" if turn[1] == "player" else "banker")
        return _next(dealer, table)


def _turned(dealer: Autopilot, side: Side) -> Commands:
    yield TurnCards(side, tuple(dealer.hidden[side]))


def _next(dealer: Autopilot, table: Table) -> Commands:
    command = dealer.next(table)
    if command is None:
        raise unreadable("nothing-due", "nothing is due but bets", "take bets, or close them")
    yield command


def _ends_entered_shoe(table: Table, supervisor: str) -> Command | None:
    """Return what ends a shoe whose cards were entered by hand, once no round is dealt."""
    dealt = table.setup.kind == "baccarat" and table.shoe.stage == "in play"
    if not dealt or next_chance(table) is not None or table.round.stage != "betting":
        return None
    return VoidRound(supervisor, AGAIN, shuffle=True)
