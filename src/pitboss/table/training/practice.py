"""A table to practise at: it is played by script lines, so that its own deciders answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from pitboss.games.cards import DECK, Card
from pitboss.games.three_dice import FACES
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.engine import NEW
from pitboss.table.record.recorder import Recorder
from pitboss.table.scripts.scenario import play
from pitboss.table.state import Table
from pitboss.table.steps.registry import Fact
from pitboss.table.steps.turning import PointsCalled

BANKROLL = 100_000
Chosen = TypeVar("Chosen")
Kept = TypeVar("Kept")


class Chance(Protocol):
    """Where chance comes from: a seeded generator of the caller."""

    def randrange(self, stop: int, /) -> int:
        """Return a number from 0 up to one below ``stop``."""


def chosen(chance: Chance, among: Sequence[Chosen]) -> Chosen:
    """Return one of several."""
    return among[chance.randrange(len(among))]


def shuffled(chance: Chance, among: Sequence[Chosen]) -> tuple[Chosen, ...]:
    """Return all of them in an order of chance."""
    left = list(among)
    return tuple(left.pop(chance.randrange(len(left))) for _ in among)


class Lesson(NamedTuple):
    """What questions are made from: the usual table of a game, and chance."""

    opened: Table
    """With somebody at every position, and no cards yet."""
    ready: Table
    """When bets can be made."""
    chance: Chance

    def practices(self, most: int) -> Iterator[Practice]:
        """Yield so many tables alike, for whoever looks for a round that is worth a question."""
        for _ in range(most):
            yield Practice(self.ready, self.chance)


class Practice:
    """A table, what happened last at it, and the cards that are still to come."""

    def __init__(self, table: Table, chance: Chance) -> None:
        self.table = table
        self.chance = chance
        self.last: tuple[Fact, ...] = ()
        self._cards = list(DECK)

    def say(self, line: str) -> tuple[Fact, ...]:
        """Do what a line of a script says, and return the facts; a refusal is raised."""
        self.table, self.last, refused = _said(self.table, line)
        if refused is not None:
            raise Unreadable(refused)
        return self.last

    def refused(self, line: str) -> Refusal | None:
        """Return why a line would be refused now, or None; nothing is done."""
        return _said(self.table, line)[2]

    def card(self) -> Card:
        """Return the next card of a deck in an order of chance."""
        return self._cards.pop(self.chance.randrange(len(self._cards)))

    def dice(self) -> str:
        """Return what a cup shows."""
        return "".join(str(chosen(self.chance, FACES)) for _ in range(3))

    def fact(self, kind: type[Kept]) -> Kept | None:
        """Return the last fact of a kind in what happened last."""
        found = [one for one in self.last if isinstance(one, kind)]
        return found[-1] if found else None

    # --- a round ---

    def deal_two_each(self) -> tuple[int, int]:
        """Deal four cards and announce them; return the Player's and the Banker's count."""
        self.say("no more bets")
        for side in ("player", "banker") * 2:
            self.say(f"deal {side} {self.card()}")
        counts = []
        for side in ("player", "banker"):
            self.say(f"call {side}")
            called = self.fact(PointsCalled)
            assert called is not None, "a called hand has its points"
            counts.append(called.points)
        return counts[0], counts[1]

    def draws(self, side: str) -> bool:
        """Say whether a hand draws now: whether the table takes a third card for it."""
        return self.refused(f"deal {side} {self._cards[0]}") is None

    def play_out(self) -> None:
        """Play a round to its result."""
        if self.table.setup.kind == "baccarat":
            self.deal_two_each()
            for side in ("player", "banker"):
                if self.draws(side):
                    self.say(f"deal {side} {self.card()}")
        else:
            self.say("no more bets")
            self.say("shake cups")
            self.say(f"reveal {self.dice()} {self.dice()}")
        self.say("call result")

    @property
    def shown(self) -> str:
        """What lies on the table, in words."""
        round = self.table.round
        if round.throw is not None:
            return " ".join(
                f"{side.capitalize()} {' '.join(map(str, cup))}."
                for side, cup in (("player", round.throw.player), ("banker", round.throw.banker))
            )
        hands = (("Player", round.player), ("Banker", round.banker))
        return " ".join(f"{side} {' '.join(map(str, hand))}." for side, hand in hands)


def _said(table: Table, line: str) -> tuple[Table, tuple[Fact, ...], Refusal | None]:
    happened: list[Fact] = []
    for played in play([line], Recorder(table=table)):
        if isinstance(played.answer, Refusal):
            return played.table, tuple(happened), played.answer
        table = played.table
        happened += played.answer
    return table, tuple(happened), None


def lesson(game: str, chance: Chance) -> Lesson:
    """Return a lesson at the usual table of a game."""
    table = _said(NEW, f"open {game}")[0]
    for position in table.setup.position_numbers:
        for line in (f"sit {position}", f"buy in {position} {BANKROLL}"):
            table = _said(table, line)[0]
    return Lesson(table, _said(table, "prepare burning As")[0], chance)


def ready_to_run_dry(table: Table) -> Table:
    """Return an opened table whose cutting card comes out with the first cards."""
    for played in play(["prepare burning Kc"], Recorder(table=table)):
        table = played.table
        if table.shoe.stage == "cut":
            break
    setup = table.setup
    table = _said(table, f"cut card {setup.shoe_cards - setup.cutting.tens_burn - 1}")[0]
    return _said(table, "prepare burning Kc")[0]
