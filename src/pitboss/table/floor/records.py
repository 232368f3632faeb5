"""What a floor file says, as values: the house, its tables, jackpots, badges and policies.

A record holds what was written, with None where nothing was: what then holds is worked out where
it is used, so that a floor that is read and written again says the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from pitboss.refusals import Refusal, did_you_mean, unreadable
from pitboss.table.setups.setup import Currency, Device, Jackpots, Seats, Size, Style

Bound = Literal["minimum", "maximum", "aggregate", "differential"]
Level = Literal["player", "dealer", "supervisor", "executive", "auditor", "administrator"]
EVERY, BASE, OPTIONAL = "all", "base", "optional"
"""What a limit may be for besides a single wager: every wager, the base wagers, the others."""

Lock = Literal["lock-all", "lock-value"]
AmountAt = Literal["at-lock", "at-pay"]
Reserve = Literal["rolls-over", "up-to-seed"]
Overflow = Literal["to-meter", "to-reserve", "stays"]
Scope = Literal["hitting-table", "all-linked-tables"]
FixedPays = Literal["tray", "meter"]
BaseGame = Literal["goes-on", "stops"]
Cards = Literal["entered", "virtual"]


class Limit(NamedTuple):
    """The least or most that may be bet on a wager, or on those of a kind."""

    bound: Bound
    wager: str
    cents: int


class Policies(NamedTuple):
    """What the house has decided where the paragraphs on jackpots leave it open."""

    lock: Lock | None = None
    amount: AmountAt | None = None
    reserve: Reserve | None = None
    overflow: Overflow | None = None
    scope: Scope | None = None
    fixed: FixedPays | None = None
    base_game: BaseGame | None = None

    def over(self, others: Policies) -> Policies:
        """Return these policies, and where they say nothing, others.

        >>> policies = Policies(lock="lock-all").over(Policies(lock="lock-value", fixed="tray"))
        >>> policies.lock, policies.fixed
        ('lock-all', 'tray')
        """
        return others._replace(**{key: word for key, word in self._asdict().items() if word})


class JackpotRates(NamedTuple):
    """What of each unit wagered goes to the meter that is shown, and to the reserve."""

    main: Fraction | None = None
    reserve: Fraction | None = None


class Levels(NamedTuple):
    """From which amount of a jackpot on whose card pays it; None where the level is never asked."""

    supervisor_cents: int = 0
    executive_cents: int | None = None


PRINTED = JackpotRates()
SUPERVISOR = Levels()
UNDECIDED = Policies()


@dataclass(frozen=True, kw_only=True)
class FloorTable:
    """A table as its entry says; what it does not say is as usual at the game."""

    id: str
    game: str
    pit: str = "1"
    also: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    positions: int | None = None
    decks: int | None = None
    device: Device | None = None
    size: Size | None = None
    style: Style | None = None
    seats: Seats | None = None
    cards: Cards = "entered"
    sensors: int | None = None
    notice: str = ""
    approval: str = ""
    vigorish: Fraction | None = None
    readings: tuple[tuple[str, str], ...] = ()
    suits: tuple[tuple[str, str], ...] = ()
    limits: tuple[Limit, ...] = ()
    aggregate: tuple[Limit, ...] = ()
    discretion: tuple[str, ...] = ()
    jurisdiction: str | None = None


@dataclass(frozen=True, kw_only=True)
class FloorJackpot:
    """A jackpot as its entry says; what it does not say is as printed."""

    id: str
    game: str
    wager: str
    kind: Jackpots = "progressive"
    table: str | None = None
    unit_cents: int | None = None
    seed_cents: int | None = None
    reseed_cents: int | None = None
    minimum_cents: int | None = None
    rates: JackpotRates = PRINTED
    limit_cents: int | None = None
    threshold_cents: int | None = None
    suits: str | None = None
    tables: tuple[str, ...] = ()
    levels: Levels = SUPERVISOR
    notice: str = ""
    approval: str = ""
    computation: str = ""
    policies: Policies = UNDECIDED

    @property
    def path(self) -> str:
        """The wager with its game, such as ``eternal-baccarat/harmony``."""
        return f"{self.game}/{self.wager}"


@dataclass(frozen=True, kw_only=True)
class Badge:
    """A person on the floor, by number: what the badge may do follows from its level."""

    number: str
    level: Level


AUTOMATON = "9"
"""What the badges of a demo's automatons begin with, and nobody else's there."""


@dataclass(frozen=True, kw_only=True)
class Floor:
    """A floor: its tables, the jackpots they are linked to, who works there, and by what policy."""

    name: str
    currency: Currency = "USD"
    timezone: str = "America/Denver"
    gaming_day: str = "06:00"
    betting_seconds: int = 25
    betting_seconds_person: int = 25
    squeeze_seconds: int = 15
    idle_seconds: int = 60
    pay_seconds: int = 60
    demo: bool = False
    tables: tuple[FloorTable, ...] = ()
    jackpots: tuple[FloorJackpot, ...] = ()
    badges: tuple[Badge, ...] = ()
    policies: Policies = UNDECIDED

    def table(self, id: str) -> FloorTable:
        """Return a table by its id, or refuse one that is not on the floor."""
        for table in self.tables:
            if table.id == id:
                return table
        known = [table.id for table in self.tables]
        message = f'{self.name} has no table "{id}"'
        raise unreadable("no-such-table", message, did_you_mean(id, known), "30-2803(1)")

    def automatic(self, badge: str) -> bool:
        """Say whether a badge is an automaton's, which only a demo has.

        >>> Floor(name="Ace", demo=True).automatic("9201"), Floor(name="Ace").automatic("9201")
        (True, False)
        """
        return self.demo and badge.startswith(AUTOMATON)

    def jackpots_at(self, table: str) -> tuple[FloorJackpot, ...]:
        """Return the jackpots that a table is linked to."""
        return tuple(jackpot for jackpot in self.jackpots if table in jackpot.tables)


class Problem(NamedTuple):
    """Something wrong in a floor file: in which entry, at which key, and why."""

    where: str
    """Such as ``table 3``; empty for the file itself."""
    key: str
    refusal: Refusal

    def refused(self, file: str) -> Refusal:
        """Return the refusal with the file, the entry and the key before its message."""
        place = ": ".join(part for part in (file, self.where, self.key) if part)
        return self.refusal._replace(message=f"{place}: {self.refusal.message}")
