"""The places of a demo, which people take from the automatic ones and give back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from pitboss.house.automatic.demo import demo_pins
from pitboss.house.people.identity import Who
from pitboss.house.people.people import People
from pitboss.house.people.sessions import SignedIn
from pitboss.house.serving.driving import Drivers
from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import position_account
from pitboss.table.accounts import balance
from pitboss.table.floor.setups import setup_of
from pitboss.table.state import DEALER


class DemoPlaces:
    """Who sits and deals where; on a floor that is no demo nobody does."""

    def __init__(
        self, drivers: Drivers, people: People, look: Callable[[], object], *, demo: bool
    ) -> None:
        self.drivers, self.people, self.look, self.demo = drivers, people, look, demo
        self.service, self.board = drivers.service, drivers.service.board

    def badges(self) -> list[dict[str, str]]:
        """Return the badges that people sign in with, with level and PIN."""
        levels = self.board.house.badges
        return [
            {"badge": badge, "level": levels[badge], "pin": pin}
            for badge, pin in demo_pins().items()
        ]

    async def take(
        self, who: Who, table: str, seat: int | None, address: str, token: str = ""
    ) -> SignedIn | Refusal:
        """Give a person a seat of the demo, or without one the dealer's place, for a session.

        ``token`` is that of the session before: its chips are still theirs while they lie there.
        """
        level, place = ("dealer", DEALER) if seat is None else ("player", seat)
        if seat is not None and seat not in self._positions(table):
            return Refusal("no-such-position", f"there is no position {seat}", "choose another")
        badge = next(one["badge"] for one in self.badges() if one["level"] == level)
        places, now = self.drivers.places[table], time.time()
        held = places.holders.get(place)
        if held is not None and places.occupied(now) and place in places.holders:
            where = "the dealer's place" if place == DEALER else f"position {place}"
            message = f"somebody else holds {where}"
            return Refusal("place-held", message, "choose another place")
        if who.session:
            self.give_back(who)
        signed = await asyncio.to_thread(self.people.visit, badge, table, seat or 0, address)
        wrong = places.take(place, signed.who.session, now)
        if wrong is None and seat is not None and token:
            before = await asyncio.to_thread(self.people.session_of, token)
            self.drivers.again(table, seat, before, signed.who.session)
        self.look()
        self.drivers.moved[table].set()
        return signed if wrong is None else wrong

    def give_back(self, who: Who) -> None:
        """Take the place of a person back; bets that lie there stand and are settled."""
        if who.table in self.drivers.places:
            self.drivers.places[who.table].give_back(who.session)
            self.drivers.moved[who.table].set()

    def would_leave(self, who: Who) -> Refusal | None:
        """Refuse to let a person leave a place unasked: say what is given up with it."""
        if not self.holds(who) or self.arrives(who):
            return None
        if not who.seat:
            message = f"you deal at table {who.table}"
            then = "the hand is void, and its bets go back"
            if not self.voids(who):
                then = "an automatic dealer goes on there"
            return Refusal("place-left", message, f"leave it: {then}")
        table = self.board.table(who.table)
        bets = sum(one.bet.stake_cents for one in table.round.bets if one.bet.position == who.seat)
        chips = Money(balance(table, position_account(who.seat)), self.board.floor.currency)
        lying = f" and {Money(bets, self.board.floor.currency)} on the layout" if bets else ""
        message = f"you sit at table {who.table}, position {who.seat}, with {chips} in chips{lying}"
        remedy = "leave it: the chips are given up" + (
            ", and the bets stand and are settled" if bets else ""
        )
        return Refusal("place-left", message, remedy)

    def voids(self, who: Who) -> bool:
        """Say whether a round ends with whoever deals it: nobody else knows the cards to come."""
        if not self.holds(who) or who.seat or not self.drivers.places[who.table].by_hand:
            return False
        table = self.board.table(who.table)
        return table.round.stage in ("dealing", "drawing") and table.chance.open is None

    def signed_in(self, who: Who) -> Refusal | None:
        """Refuse a place to staff who are signed in and were not asked: it ends their session."""
        if not who.session or who.role in ("player", "dealer"):
            return None
        message = f"you are signed in as badge {who.badge}, {who.role}: a place ends that session"
        return Refusal("signs-out", message, "take it, and sign in again afterwards")

    def holds(self, who: Who) -> bool:
        """Say whether a person holds a place: that of the silent is given back."""
        places = self.drivers.places.get(who.table)
        return self.demo and places is not None and who.session in places.holders.values()

    def stay(self, who: Who) -> Refusal | None:
        """Let a person keep the place though they have nothing to do there just now."""
        if not self.holds(who):
            return Refusal("place-not-held", "you hold no place of the demo", "take one first")
        self.hear(who)
        return None

    def hear(self, who: Who) -> None:
        """Note that a person did something: places are given back by those who are silent."""
        if self.demo and who.table in self.drivers.places:
            self.drivers.places[who.table].hear(who.session, time.time())

    def arrives(self, who: Who) -> bool:
        """Say whether the chips at a person's seat are still somebody else's."""
        places = self.drivers.places.get(who.table)
        if not self.demo or places is None:
            return False
        people = places.occupied(time.time())
        held = people.seats.get(who.seat) == who.session
        return held and who.seat in self.drivers.arriving(who.table, people)

    def enter(self, who: Who, stream: str, by_hand: bool) -> Refusal | None:
        """Let whoever deals at a table enter the cards, or have them come again."""
        places = self.drivers.places.get(stream.removeprefix("table/"))
        if places is None or stream.removeprefix("table/") != who.table:
            return Refusal("not-allowed", "that is another table", "do it at your own")
        wrong = places.enter_by_hand(who.session, by_hand)
        self.drivers.moved[who.table].set()
        return wrong

    def _positions(self, table: str) -> tuple[int, ...]:
        state = self.board.table(table)
        if state.open:
            return state.setup.position_numbers
        return setup_of(self.board.floor, table, self.service.house.rulebook).position_numbers
