"""A table that plays by itself: what is due there now, and who does it.

A driver decides nothing: it says what an automaton would do next, and the table's own deciders
have the last word. It remembers little, and what it forgets in a restart it makes up anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, cast

from pitboss.games.baccarat import Side
from pitboss.house.automatic.bettors import Bettors
from pitboss.house.automatic.demo import AUTOMATONS, player
from pitboss.house.automatic.due import Act, Due, Role, Wait
from pitboss.house.automatic.duties import day_at, duty, voided
from pitboss.house.automatic.places import Occupied
from pitboss.house.automatic.rhythm import Rhythm
from pitboss.house.automatic.seating import Seating
from pitboss.house.automatic.window import Window, closing
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.due import SIDES
from pitboss.table.engine import decide
from pitboss.table.floor.records import Floor
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.state import Table
from pitboss.table.steps import Command, OpenTable
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.closing import not_ready_to_deal
from pitboss.table.steps.corrections import CloseDispute
from pitboss.table.steps.craps import RollDice
from pitboss.table.steps.cups import PlayerShakes
from pitboss.table.steps.hits import EndGame, HitJackpot, PressHands
from pitboss.table.steps.panel import panel_of
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from pitboss.table.steps.registry import SUPERVISOR, SURVEILLANCE
from pitboss.table.steps.tray import CountTray, round_at_hand

PACE_SECONDS = 0.5
"""Between two steps of a round: cards are seen to move."""
ROLL_SECONDS = 2.0
"""From one roll of the dice to the next: what it decided is read in between."""
SQUEEZE_SECONDS = 1.0
"""How long an automaton squeezes its cards."""
WATCH_SECONDS = 1.0
"""How soon a table is looked at again that waits for a person."""
SENSOR_CHANCE = 0.5
DEALS: tuple[Role, str] = ("dealer", "")
NAMES = {SUPERVISOR: AUTOMATONS.supervisor, SURVEILLANCE: AUTOMATONS.second}
"""Whose badge stands for a name that the procedure proposes."""


class TableDriver:
    """Says what is due at one table of a floor that lives by itself.

    Ask :meth:`step` again when its wait is over, when an act was answered, and when a person did
    something at the table; with the table as it then is.
    """

    def __init__(
        self,
        id: str,
        opening: OpenTable,
        floor: Floor,
        random: Random,
        rhythm: Rhythm,
        people: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        self.id = id
        self.opening = opening
        self.floor = floor
        self.rhythm = rhythm
        self.bettors = Bettors(random, sensor_chance=SENSOR_CHANCE)
        self.seating = Seating(people)
        self.window: Window | None = None
        self.rested_at = 0.0
        """When the pace allows for the next step."""
        self.until: dict[tuple[int, object], float] = {}
        """By round: until when something is waited for."""
        self.turns_day = False
        """Whether the automatic supervisor has counted for closing, to begin the next day."""
        self.closed_until = 0.0
        """Until when nothing is begun here, since a person asked to close the table."""

    @property
    def closes_at(self) -> float | None:
        """When the bets are closed, for a countdown; None while no bets are taken."""
        return None if self.window is None else self.window.closes_at

    def turns_at(self, table: Table, people: Occupied) -> float | None:
        """Return when the dealer turns what a person has been handed; None if nobody has to."""
        round = table.round
        side = next((side for side in SIDES if side in round.held), None)
        if side is None or people.dealer or round.handed[side] not in people.seats:
            return None
        return self.until.get((round.number, (side, len(round.hand(side)))))

    def leave_alone(self, now: float) -> None:
        """Begin no other round for a while: a person wants to count the tray, or close the table.

        Who then does not is taken for gone, as at any other place.
        """
        self.closed_until = now + self.floor.idle_seconds

    def step(self, table: Table, now: float, people: Occupied, dealer: Autopilot) -> Due:
        """Return what an automaton does at the table now, or until when nothing is to be done.

        Calling it may take a card from the dealer's supply: an act that is not carried out wants
        a dealer who is made anew from the table.
        """
        if table.opened is None:
            return self._act(self.opening, "supervisor")
        if self._is_left_alone(table, now):
            return Wait(now + WATCH_SECONDS)
        if table.round.stage != "betting":
            self.window = None
        if now < self.rested_at:
            return Wait(self.rested_at)
        due = (
            self._supervised(table, now)
            or self._seated(table, people)
            or self._held(table, now, people, dealer)
        )
        if due is None and not people.dealer:
            due = self._panel(table) or self._dealt(table, now, people, dealer)
        due = due or self._bets(table, now, people)
        if isinstance(due, Act) and self._is_seen(table, due.command):
            rolled = isinstance(due.command, RollDice)
            self.rested_at = now + (ROLL_SECONDS if rolled else PACE_SECONDS)
        return due

    def _is_left_alone(self, table: Table, now: float) -> bool:
        """Say whether a person closes the table, or has closed it: then a person opens it again."""
        if table.counted:
            self.turns_day = False
        by_person = table.tray_closed and not self.turns_day
        if by_person or not table.open:
            self.closed_until = 0.0
            return not table.open or not self._opens_late(table, now)
        return now < self.closed_until and round_at_hand(table) is None

    def _opens_late(self, table: Table, now: float) -> bool:
        """Say whether a person has begun a day, and not taken its opening count in a while."""
        opening = "opening", table.day
        late = self.floor.pay_seconds
        return table.waits_for_opening and now >= self._until(table, opening, now, late)

    def _act(self, command: Command, role: Role, actor: str = "") -> Act:
        """Return a command with the badge of whoever gives it, and badges for names in it."""
        signed = {
            field: NAMES[value]
            for field, value in command._asdict().items()
            if isinstance(value, str) and value in NAMES
        }
        given = cast(Command, cast(Any, command)._replace(**signed)) if signed else command
        usual = AUTOMATONS.dealer if role == "dealer" else AUTOMATONS.supervisor
        return Act(f"table/{self.id}", given, actor or usual, role)

    def _is_seen(self, table: Table, command: Command) -> bool:
        """Say whether people watch a step: not how a floor is set up; chips come as they may."""
        opening = table.round.number == 1 and table.round.stage == "betting"
        return not opening and not isinstance(command, (PlaceBet, Leave, Sit, BuyIn))

    # --- whoever watches the table ---

    def _supervised(self, table: Table, now: float) -> Due | None:
        """Do what a supervisor has to; a dispute is decided after as long as a hit is paid."""
        command = duty(table, day_at(now, self.floor))
        self.turns_day |= isinstance(command, CountTray) and command.when == "closing"
        if command is None and table.dispute is not None:
            until = self._until(table, "dispute", now, self.floor.pay_seconds)
            late = CloseDispute(AUTOMATONS.supervisor, "the record stands")
            command = late if now >= until else None
        return None if command is None else self._act(command, "supervisor")

    def _until(self, table: Table, what: object, now: float, seconds: float) -> float:
        """Return until when something is waited for, from when it was first seen in a round."""
        key = (table.round.number, what)
        if key not in self.until:
            same_round = {one: at for one, at in self.until.items() if one[0] == key[0]}
            self.until = {**same_round, key: now + seconds}
        return self.until[key]

    def _seated(self, table: Table, people: Occupied) -> Due | None:
        if table.round.stage != "betting" or table.tray_closed:
            return None
        command = self.seating.next(table, people, rounds_between=self.window is None)
        return None if command is None else self._act(command, "dealer")

    # --- players ---

    def _held(self, table: Table, now: float, people: Occupied, dealer: Autopilot) -> Due | None:
        """Let a player turn the cards, or shake the cup, that the dealer has handed over.

        An automaton does so in its time. The dealer turns what a person leaves lying; a person
        who deals sees to that, and to all cards if they are entered by hand.
        """
        round = table.round
        side: Side | None = next((side for side in SIDES if side in round.held), None)
        if side is None:
            return None
        position = round.handed[side]
        person = position in people.seats
        seconds = self.floor.squeeze_seconds if person else SQUEEZE_SECONDS
        until = self._until(table, (side, len(round.hand(side))), now, seconds)
        if now < until:
            return Wait(until)
        if table.setup.kind == "three-dice":
            return self._act(PlayerShakes(side), "dealer")
        if people.dealer and (person or people.by_hand):
            return None
        return self._proposed(table, dealer, DEALS if person else self._player(table, position))

    def _player(self, table: Table, position: int) -> tuple[Role, str]:
        """Return who acts for an automatic player: itself at a terminal, else the dealer."""
        terminals = table.setup.seats == "terminals"
        return ("player", player(self.id, position)) if terminals else DEALS

    def _bets(self, table: Table, now: float, people: Occupied) -> Due:
        """Take bets while the betting is open, and lay those of the automatons."""
        if table.round.stage != "betting" or not_ready_to_deal(table) is not None:
            return Wait(now + WATCH_SECONDS)
        window = self._open_window(table, now, people)
        bet = window.next_bet(table, now)
        if bet is not None:
            return self._act(bet, *self._player(table, bet.position))
        if now < window.closes_at:
            return Wait(window.next_at())
        if people.dealer:
            return Wait(now + WATCH_SECONDS)
        command = closing(table)
        if command is None:
            self.window = None  # nobody bets: a new countdown begins
            return Wait(now + WATCH_SECONDS)
        return self._act(command, "dealer")

    def _open_window(self, table: Table, now: float, people: Occupied) -> Window:
        """Return the time in which bets are taken; a person who sits down lengthens it."""
        if self.window is None:
            first = self.rhythm.first
            closes = first if first > now else now + self.floor.betting_seconds
            self.window = Window(now, closes)
            automatons = (one for one in sorted(table.seated) if one not in self.seating.people)
            self.window.plan(table, automatons, self.bettors)
        if people.seats:
            longer = self.window.opened_at + self.floor.betting_seconds_person
            self.window.closes_at = max(self.window.closes_at, longer)
        return self.window

    # --- the automatic dealer ---

    def _panel(self, table: Table) -> Due | None:
        """Call what a round has won of a jackpot, and end the game of a round that is over."""
        for won in table.panel.won:
            panel = panel_of(table, won.jackpot)
            playing = table.panel.registered_for(won.jackpot)
            due = playing if panel.hands == "players" else won.positions
            pressed = table.panel.lit ^ (set() if panel.hands == "none" else set(due))
            if pressed:
                return self._act(PressHands(tuple(sorted(pressed))), "dealer")
            if panel.lock != "confirm":
                return self._act(HitJackpot(won.jackpot), "dealer")
        if table.panel.round and table.round.stage == "clearing" and not table.panel.won:
            return self._act(EndGame(), "dealer")
        return None

    def _dealt(self, table: Table, now: float, people: Occupied, dealer: Autopilot) -> Due | None:
        """Do the next step of the procedure; clear the layout when the table's turn comes."""
        if table.round.stage == "clearing" and not people.seats:
            until = self._until(table, "clear", now, self.rhythm.clears(now) - now)
            if now < until and isinstance(dealer.next(table), ClearLayout):
                return Wait(until)
        return self._proposed(table, dealer, DEALS)

    def _proposed(self, table: Table, dealer: Autopilot, actor: tuple[Role, str]) -> Due | None:
        """Do what the procedure proposes, or void a round whose cards nobody knows any more."""
        try:
            command = dealer.next(table)
        except Unreadable:  # from a supply that has nothing to deal by
            return self._given_up(table)
        if command is None:
            return None
        due = self._act(command, *actor)
        return self._given_up(table) if isinstance(decide(table, due.command), Refusal) else due

    def _given_up(self, table: Table) -> Due | None:
        command = voided(table)
        return None if command is None else self._act(command, "supervisor")


def table_drivers(
    floor: Floor, openings: Iterable[tuple[str, OpenTable]], start: float, random: Random
) -> dict[str, TableDriver]:
    """Return a driver for each table of a floor, by its id, staggered from the start on."""
    tables = tuple(openings)
    return {
        id: TableDriver(
            id,
            opening,
            floor,
            Random(random.getrandbits(64)),
            Rhythm(start, order, len(tables), floor.betting_seconds),
        )
        for order, (id, opening) in enumerate(tables)
    }
