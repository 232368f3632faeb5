"""Who sits where at a table that people and automatons share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.house.automatic.duties import fills
from pitboss.house.automatic.places import Occupied
from pitboss.refusals import Refusal
from pitboss.settle.accounts import position_account
from pitboss.table.accounts import balance
from pitboss.table.engine import decide
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.table.steps.positions import BuyIn, Leave, Sit

BANK_CENTS = 1_000_00
"""What anybody sits down with."""
BROKE_CENTS = 150_00
"""An automaton with less buys in again."""
RICH_CENTS = 10_000_00
"""An automaton with more leaves with it, and another one comes."""
AUTOMATON = ""
"""Who sits where no person does."""


def automatic_positions(setup: TableSetup) -> tuple[int, ...]:
    """Return the positions that automatons sit at while no person does: every other one."""
    return setup.position_numbers[::2]


class Seating:
    """Who sits at a table, as far as its state does not tell: which of them are people."""

    def __init__(self, people: Mapping[int, str]) -> None:
        self.people = dict(people)
        """The badge of each person who was seated, by position."""
        self.without_chips: set[int] = set()
        """People who have sat down and have no chips yet."""

    def resume(self, table: Table, position: int, badge: str) -> None:
        """Know again that a person sits at a position, with or still without chips."""
        if position in table.seated:
            self.people[position] = badge
            bets = any(laid.bet.position == position for laid in table.round.bets)
            if not bets and not balance(table, position_account(position)):
                self.without_chips.add(position)

    def again(self, position: int, before: str, badge: str) -> None:
        """Know whoever lost a seat by silence and takes it again while their chips are there."""
        if before and self.people.get(position) == before:
            self.people[position] = badge

    def arriving(self, table: Table, wanted: Occupied) -> set[int]:
        """Return where a person has taken a place, and the chips there are not theirs yet."""
        seated = {one: self._who(table, one) for one in table.seated - self.without_chips}
        return {place for place, badge in wanted.seats.items() if seated.get(place) != badge}

    def next(self, table: Table, wanted: Occupied, *, rounds_between: bool) -> Command | None:
        """Return what brings the table nearer to who should sit there, if it can be done now.

        ``rounds_between`` says that no bets of the coming round are laid yet: then automatons buy
        in, and come and go. A person is let in and out as soon as no bet of the position lies.
        """
        for command in self._changes(table, wanted, rounds_between):
            if not isinstance(decide(table, command), Refusal):
                self._note(command, wanted)
                return command
        return None

    def _changes(self, table: Table, wanted: Occupied, between: bool) -> Iterator[Command]:
        automatic = automatic_positions(table.setup)
        for position in table.setup.position_numbers:
            here = self._who(table, position)
            due = wanted.seats.get(position, AUTOMATON if position in automatic else None)
            if here == due:
                yield from self._chips(table, position, between)
            elif here is None:
                yield Sit(position)
            elif due is not None or not wanted.dealer:  # a dealer may seat whom he likes
                yield Leave(position)

    def _who(self, table: Table, position: int) -> str | None:
        """Return who sits at a position: a person's badge, an automaton, or None."""
        return self.people.get(position, AUTOMATON) if position in table.seated else None

    def _chips(self, table: Table, position: int, between: bool) -> Iterator[Command]:
        has = balance(table, position_account(position))
        automaton = position in table.seated and position not in self.people
        if position in self.without_chips or (automaton and between and has < BROKE_CENTS):
            yield from fills(table, BANK_CENTS)
            yield BuyIn(position, BANK_CENTS)
        elif automaton and between and has > RICH_CENTS and len(table.seated) > 1:
            yield Leave(position)

    def _note(self, command: Command, wanted: Occupied) -> None:
        """Remember what a command that is about to be given makes of a position."""
        if isinstance(command, Sit):
            self.people.pop(command.position, None)
            if command.position in wanted.seats:
                self.people[command.position] = wanted.seats[command.position]
                self.without_chips.add(command.position)
        elif isinstance(command, (Leave, BuyIn)):
            self.without_chips.discard(command.position)
