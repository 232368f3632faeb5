"""The state of one jackpot, and the decider over it: a fold over the facts of its own stream.

What tables register stands in their streams. The link knows it by their odometers, which the
server counts before anything that depends on the meter: so the order of tables does not matter,
and nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from pitboss.jackpot.meters import Flow, Flows, Meter, Part, count, flowing, register, reverse
from pitboss.jackpot.terms import JackpotTerms
from pitboss.refusals import Refusal
from pitboss.settle.accounts import (
    HOUSE,
    MICROS_PER_CENT,
    Account,
    AnyMovement,
    JackpotMovement,
    Reason,
    jackpot_account,
)
from pitboss.table.forms import Form
from pitboss.table.state import JackpotState
from pitboss.table.steps import Command, Fact

HitState = Literal["waiting", "pending", "verified", "paid", "dismissed", "backed-out"]
Sums = tuple[tuple[str, int], ...]
"""Cents by who gets them, as ``12/3``: position 3 of table 12."""
OPEN_HITS: tuple[HitState, ...] = ("waiting", "pending", "verified")


class Hit(NamedTuple):
    """A hit of the jackpot, from the call to the payment."""

    order: int
    table: str
    round: int
    row: str
    percent: int
    sharers: tuple[str, ...]
    dealer_envy_cents: int
    player_envy: Sums
    state: HitState
    at: str
    amount_cents: int = 0
    """What is divided; nothing while it waits."""
    shares: Sums = ()
    remainder_micros: int = 0
    reseed: Flows = ()
    """What made the new meter, so that it can be taken back."""
    verified_by: str = ""
    paid_by: str = ""
    paid_at: str = ""

    @property
    def open(self) -> bool:
        """Whether it is neither paid nor dismissed."""
        return self.state in OPEN_HITS

    @property
    def shared_cents(self) -> int:
        """What those who share get together."""
        return sum(cents for _, cents in self.shares)


class Link(NamedTuple):
    """One jackpot: its terms, its meter as last counted, and its hits."""

    terms: JackpotTerms | None = None
    meter: Meter = Meter()
    odometers: Mapping[str, int] = MappingProxyType({})
    """What was counted of each table."""
    hits: tuple[Hit, ...] = ()
    closed: bool = False
    at: str = ""

    @property
    def jackpot(self) -> JackpotTerms:
        """The terms of a jackpot that was opened."""
        assert self.terms is not None, "a jackpot that is open"
        return self.terms

    @property
    def state(self) -> JackpotState:
        """How the jackpot stands."""
        if self.closed:
            return "closed"
        return "pending" if any(hit.open for hit in self.hits) else "open"

    @property
    def displayed_cents(self) -> int:
        """What the signs show: under lock-all a pending amount is shown until it is paid."""
        shown = self.meter.main
        if self.terms is not None and self.terms.lock == "lock-all":
            shown += self.meter.pending
        return max(shown, 0) // MICROS_PER_CENT

    def hit(self, order: int) -> Hit:
        """Return a hit by its order."""
        return self.hits[order - 1]

    def with_hit(self, order: int, **changes: Any) -> Link:
        """Return the link with a hit changed."""
        hits = list(self.hits)
        hits[order - 1] = hits[order - 1]._replace(**changes)
        return self._replace(hits=tuple(hits))

    def counted(self, odometers: Mapping[str, int]) -> int:
        """Return the units that some odometers show beyond what was counted."""
        before = self.odometers
        return sum(units - before.get(table, 0) for table, units in odometers.items())


NEW_LINK = Link()
Answer = tuple[Fact, ...] | Refusal
Decider = Callable[[Link, Any], Answer]
Applier = Callable[[Link, Any], Link]
D = TypeVar("D", bound=Callable[..., Any])

DECIDERS: dict[type, Decider] = {}
APPLIERS: dict[type, Applier] = {}
COMMANDS: dict[str, type] = {}
FACTS: dict[str, type] = {}
FORMS: list[Form] = []
"""How a script writes what people do to a jackpot; the server's commands have no form."""
TOLD: dict[type, str] = {}
"""What the record tells of a fact, with its fields."""


def decides(kind: type, *texts: str) -> Callable[[D], D]:
    """Enter the function that answers a command, and how scripts write it."""

    def register(decider: D) -> D:
        DECIDERS[kind] = decider
        COMMANDS[kind.__name__] = kind
        FORMS.extend(Form(kind, text, None, {}) for text in texts)
        return decider

    return register


def applies(kind: type, told: str) -> Callable[[D], D]:
    """Enter the function that returns the link after a fact, its movements left aside."""

    def register(applier: D) -> D:
        APPLIERS[kind] = applier
        FACTS[kind.__name__] = kind
        TOLD[kind] = told
        return applier

    return register


def decide(link: Link, command: Command, at: str = "") -> Answer:
    """Return what a command leads to, or why it may not be."""
    opens = type(command).__name__ == "OpenJackpot"
    if link.terms is None and not opens:
        return Refusal("no-jackpot", "no jackpot is open here", "open it by the floor file")
    if at and at < link.at:
        return Refusal(
            "time-runs-backwards",
            f"{at} is before the last event at {link.at}",
            "give the commands in the order of their times",
        )
    return DECIDERS[type(command)](link._replace(at=at or link.at), command)


def evolve(link: Link, facts: Iterable[Fact], at: str = "") -> Link:
    """Return the link after some facts."""
    link = link._replace(at=at or link.at)
    for fact in facts:
        movements: Iterable[AnyMovement] = getattr(fact, "movements", ())
        flows = flows_of(movements)
        if flows:
            link = link._replace(meter=link.meter.after(flows))
        link = APPLIERS[type(fact)](link, fact)
    return link


class Deciding:
    """Facts one after another, each decided on the link after those before it."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.facts: list[Fact] = []

    def add(self, fact: Fact) -> None:
        """Add a fact, and go on from the link after it."""
        self.facts.append(fact)
        self.link = evolve(self.link, (fact,))

    @property
    def answer(self) -> tuple[Fact, ...]:
        """All facts."""
        return tuple(self.facts)


# --- movements and flows ---

_PARTS: tuple[Part, ...] = ("main", "reserve", "overflow", "pending", "seed fund")


def moved(
    link: Link, flows: Iterable[Flow], reason: Reason, house: Account = HOUSE
) -> tuple[JackpotMovement, ...]:
    """Return flows as movements between accounts."""
    terms = link.jackpot

    def named(part: Part) -> Account:
        return house if part == "house" else jackpot_account(terms.id, part)

    return tuple(
        JackpotMovement(named(source), named(target), micros, reason=reason)
        for source, target, micros in flows
    )


def flows_of(movements: Iterable[AnyMovement]) -> Flows:
    """Return movements as flows; whoever is not a part of the jackpot is the house here."""
    return tuple(
        Flow(_part(move.source), _part(move.target), move.micros)
        for move in movements
        if isinstance(move, JackpotMovement)
    )


def _part(whose: Account) -> Part:
    for part in _PARTS:
        if whose.endswith(f" {part}"):
            return part
    return "house"


# --- what the tables registered ---


class CountContributions(NamedTuple):
    """Count what the tables have registered since the last time, by their odometers."""

    odometers: tuple[tuple[str, int], ...]


@decides(CountContributions)
def count_contributions(link: Link, command: CountContributions) -> Answer:
    """Put on the meter what the odometers show; advances are recovered, the limit is kept."""
    growth, units = link.jackpot.growth, link.counted(dict(command.odometers))
    meter = link.meter.after(register(growth, units))
    flows = count(meter, growth, units)
    recovered = tuple(flow for flow in flows if flow.target == "seed fund")
    exceeding = tuple(flow for flow in flows if flow.target == "overflow")
    movements = moved(link, recovered, "seed recovery") + moved(link, exceeding, "overflow")
    return (ContributionsCounted(command.odometers, units, movements),)


class ContributionsCounted(NamedTuple):
    """What the tables registered is on the meter; the contributions stand in their streams."""

    odometers: tuple[tuple[str, int], ...]
    units: int
    """Registered since the last count."""
    movements: tuple[JackpotMovement, ...]


@applies(ContributionsCounted, "counts {units}")
def contributions_counted(link: Link, fact: ContributionsCounted) -> Link:
    """The odometers are remembered."""
    meter = link.meter.after(register(link.jackpot.growth, fact.units))
    return link._replace(meter=meter, odometers={**link.odometers, **dict(fact.odometers)})


def meter_now(link: Link, odometers: Mapping[str, int]) -> Link:
    """Return the link with all that the tables have registered, counted or not."""
    answer = count_contributions(link, CountContributions(tuple(odometers.items())))
    assert not isinstance(answer, Refusal), "counting is never refused"
    return evolve(link, answer)


def may_need_count(link: Link) -> bool:
    """Say whether contributions can move more than themselves: to overflow, or to the house."""
    return link.jackpot.limit_micros is not None or link.meter.seed_fund < 0


def needs_count(link: Link, odometers: Mapping[str, int]) -> bool:
    """Say whether what was registered moves more than the contributions themselves."""
    terms = link.jackpot
    if link.meter.seed_fund < 0:
        return True
    if terms.limit_micros is None:
        return False
    return link.meter.main + link.counted(odometers) * terms.main_micros > terms.limit_micros


class ReverseRound(NamedTuple):
    """Take the contributions of a voided round back."""

    table: str
    round: int
    units: int


@decides(ReverseRound)
def reverse_round(link: Link, command: ReverseRound) -> Answer:
    """Take back what the round added; odometers never run back."""
    flows = reverse(link.meter, link.jackpot.growth, command.units)
    movements = moved(link, flows, "round voided", link.jackpot.funded_by)
    return (ContributionsReversed(*command, movements),)


class ContributionsReversed(NamedTuple):
    """A voided round has its contributions back."""

    table: str
    round: int
    units: int
    movements: tuple[JackpotMovement, ...]


applies(ContributionsReversed, "takes back {units} of table {table}, round {round}")(
    lambda link, _: link
)


class DrawFixedPays(NamedTuple):
    """Take from the meter what the tray paid of fixed rows (30-2899.04(5)(f), .07(6)(g))."""

    table: str
    round: int
    cents: int


@decides(DrawFixedPays)
def draw_fixed_pays(link: Link, command: DrawFixedPays) -> Answer:
    """Take what the meter holds in whole cents; the tray pays the rest."""
    drawn = min(command.cents, link.meter.displayed_cents) * MICROS_PER_CENT
    return (FixedPaysDrawn(*command, drawn),)


class FixedPaysDrawn(NamedTuple):
    """The meter gives so much for fixed pays."""

    table: str
    round: int
    cents: int
    drawn_micros: int


@applies(FixedPaysDrawn, "gives {drawn_micros} for {cents} of fixed pays at table {table}")
def fixed_pays_drawn(link: Link, fact: FixedPaysDrawn) -> Link:
    """The money is in the table's tray, by the table's record."""
    flows = flowing("main", "house", fact.drawn_micros)
    return link._replace(meter=link.meter.after(flows))
