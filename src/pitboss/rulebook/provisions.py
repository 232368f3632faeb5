"""What the sections leave to the licensee, and within which limits: as data, with citations."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.rulebook.pays import Money, Odds, percent, read_money, read_percent
from pitboss.rulebook.sections import Section

RULES: dict[str, tuple[str, ...]] = {
    "base-wager": ("required", "licensee", "not-required"),
    "both-hands": ("allowed", "licensee", "barred"),
    "tokes": ("house", "own-bet", "barred"),
    "aggregate-limit": ("licensee",),
    "over-the-shoulder": ("licensee",),
    "bonus-order": ("house", "together"),
    "sensors": ("taken-before-the-deal",),
}
"""The discretions that a game or a wager may state, and the rules each may have.

``required`` and ``barred`` bind the licensee; ``licensee`` and ``house`` leave it to him;
``own-bet`` allows a toke only beside the player's own bet on the same spot; ``together`` has the
bonus wagers reconciled at the same time as the others.
"""


MOST_DECKS = 20
"""No shoe or shuffling device holds more: a larger number is a slip of the pen."""


class Provision(NamedTuple):
    """One discretion or duty, with the paragraph that gives it."""

    rule: str
    cite: str
    note: str = ""


class Vigorish(NamedTuple):
    """The commission that a pay table charges: the rate, its limits and its rounding."""

    rate: Fraction
    lowest: Fraction
    highest: Fraction
    round_up_to_cents: tuple[int, ...]
    """The roundings the rule allows; one cent is no rounding."""
    cite: str
    rounding_cite: str
    """The paragraph of the rounding, which stays where a variation fixes the rate."""

    @property
    def range(self) -> str:
        """The rates that the rule allows, in words."""
        if self.lowest == self.highest:
            return percent(self.lowest)
        return f"{percent(self.lowest)} to {percent(self.highest)}"

    def within(self, lowest: Fraction, highest: Fraction, cite: str) -> Vigorish:
        """Return the same commission with its rates narrowed to a range, by its own paragraph."""
        rate = min(max(self.rate, lowest), highest)
        return self._replace(lowest=lowest, highest=highest, rate=rate, cite=cite)


class Minimum(NamedTuple):
    """Odds that an operator may exceed but not undercut."""

    cite: str
    pays: Fraction | None = None
    """The least odds to 1 wherever the first printed table pays."""
    schedules: tuple[str, ...] = ()
    """Pay tables of ``schedule_wager``, one of which must be met in every row."""
    schedule_wager: str | None = None

    def __str__(self) -> str:
        if self.pays is not None:
            return str(Odds(self.pays, "to"))
        return f"one of the schedules {', '.join(self.schedules)} of {self.schedule_wager}"


class Rates(NamedTuple):
    """How a progressive grows: main and reserve increments, and a fixed seed where printed."""

    main: Fraction | None
    reserve: Fraction | None
    seed: Money | None


class Decks(NamedTuple):
    """The numbers of decks a game may be played with."""

    default: int
    shoe: tuple[int, ...]
    with_shuffler: tuple[int, ...]
    """Decks of both batches together."""
    cite: str
    any_number: bool = False
    """Whether the section allows any number, the lists being what is usual."""


class Cutting(NamedTuple):
    """Where cutting cards may lie in a stack of cards."""

    from_ends: int
    """The least number of cards on either side of a participant's cut."""
    from_back: int
    """The least number of cards behind the cutting card that ends the shoe."""
    tens_burn: int
    """How many cards follow a first card of ten or a face into the discard rack."""
    cite: str


class Reporting(NamedTuple):
    """How soon surveillance must hear of a change in the payment procedure."""

    minutes: int
    cite: str


class OneTable(NamedTuple):
    """Wagers that must all use the same pay table."""

    wagers: tuple[str, ...]
    cite: str


NO_PROCEDURE: Mapping[str, str] = {}


class Jurisdiction(NamedTuple):
    """Where a game is authorised, and what differs there."""

    name: str
    cite: str
    jackpots: tuple[str, ...] = ()
    most_sensors: int | None = None
    notice: str = ""
    note: str = ""
    source: str = ""
    """The source of its own rules of play; empty where the section's are."""
    procedure: Mapping[str, str] = NO_PROCEDURE
    """Where there is a source: its paragraphs by the code of a refusal or the name of a step."""

    def cite_for(self, step: str, usual: str | None) -> str | None:
        """Return the paragraph that holds here for a step, where the section's is the usual one.

        Where the place has rules of play of its own that is theirs: the one listed, or what of
        the usual citation is of their source. None is house procedure.
        """
        if not self.source or step in self.procedure:
            return self.procedure.get(step, usual)
        parts = (part.strip() for part in (usual or "").split(";"))
        return "; ".join(part for part in parts if part.startswith(self.source)) or None


def read_provisions(section: Section) -> dict[str, Provision]:
    """Read the discretions that a section states, each by its name."""
    found = {}
    for key, rules in RULES.items():
        inner = section.section(key)
        if inner is not None:
            rule = inner.choice("rule", rules, "")
            found[key] = Provision(rule, inner.text("cite"), inner.text("note", ""))
            inner.done()
    return found


def read_one_table(section: Section) -> OneTable:
    """Read a group of wagers that share one pay table."""
    group = OneTable(section.words("wagers"), section.text("cite"))
    section.done()
    return group


def read_vigorish(section: Section) -> Vigorish:
    """Read the commission of one pay table; without ``round_up_to`` it is not rounded."""
    rate = section.read("rate", read_percent)
    lowest, highest = section.read("lowest", read_percent), section.read("highest", read_percent)
    cite = section.text("cite")
    vigorish = Vigorish(
        rate=Fraction(0) if rate is None else rate,
        lowest=Fraction(0) if lowest is None else lowest,
        highest=Fraction(1) if highest is None else highest,
        round_up_to_cents=_roundings(section),
        cite=cite,
        rounding_cite=cite,
    )
    section.done()
    if rate is None or not vigorish.lowest <= rate <= vigorish.highest:
        raise section.error(
            "the rate is missing or outside its range",
            'write rate = "5%", lowest = "5%", highest = "25%"',
        )
    return vigorish


def _roundings(section: Section) -> tuple[int, ...]:
    words = section.words("round_up_to") or ("$0.01",)
    cents = section.placed(lambda: tuple(read_money(word).cents for word in words))
    if 0 in cents:
        raise section.error("`round_up_to` cannot be $0", 'write round_up_to = ["$0.01"]')
    return cents


def read_minimum(section: Section | None) -> Minimum | None:
    """Read minimum odds, or None if there are none."""
    if section is None:
        return None
    pays = section.number("pays", 1)
    minimum = Minimum(
        cite=section.text("cite"),
        pays=None if pays is None else Fraction(pays),
        schedules=section.words("schedules"),
        schedule_wager=section.text("schedule_wager", "") or None,
    )
    section.done()
    by_schedule = bool(minimum.schedules and minimum.schedule_wager)
    if (pays is not None) == by_schedule:
        raise section.error(
            "a minimum has either odds or schedules",
            'write pays = 8, or schedules = ["A"] with schedule_wager = "baccarat/margin-bonus"',
        )
    return minimum


def read_jurisdiction(section: Section) -> Jurisdiction:
    """Read where a game is authorised."""
    jurisdiction = Jurisdiction(
        name=section.text("name"),
        cite=section.text("cite"),
        jackpots=section.words("jackpots"),
        most_sensors=section.number("most_sensors"),
        notice=section.text("notice", ""),
        note=section.text("note", ""),
        source=section.text("source", ""),
        procedure=section.texts("procedure"),
    )
    section.done()
    return jurisdiction


def read_cutting(section: Section | None) -> Cutting | None:
    """Read where cutting cards may lie, or None if the section says nothing."""
    if section is None:
        return None
    from_ends, from_back = section.number("from_ends", 1), section.number("from_back", 1)
    tens_burn = section.number("tens_burn", 0)
    if from_ends is None or from_back is None or tens_burn is None:
        raise section.error(
            "`from_ends`, `from_back` and `tens_burn` are needed", "say how many cards"
        )
    cutting = Cutting(from_ends, from_back, tens_burn, section.text("cite"))
    section.done()
    return cutting


def read_reporting(section: Section | None) -> Reporting | None:
    """Read how soon surveillance must hear of a change, or None if the section says nothing."""
    if section is None:
        return None
    minutes = section.number("minutes", 1)
    if minutes is None:
        raise section.error("`minutes` are needed", "say how many")
    reporting = Reporting(minutes, section.text("cite"))
    section.done()
    return reporting


def read_decks(section: Section | None) -> Decks | None:
    """Read the numbers of decks, or None if the section says nothing."""
    if section is None:
        return None
    default = section.number("default", 1, MOST_DECKS) or 8
    decks = Decks(
        default=default,
        shoe=section.numbers("shoe", 1, MOST_DECKS) or (default,),
        with_shuffler=section.numbers("with_shuffler", 1, MOST_DECKS),
        cite=section.text("cite"),
        any_number=section.choice("numbers", ("listed", "any"), "listed") == "any",
    )
    section.done()
    if default not in (*decks.shoe, *decks.with_shuffler):
        raise section.error(
            f"{default} decks are the default but not allowed", "add the number to shoe = [...]"
        )
    return decks
