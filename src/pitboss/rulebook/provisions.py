"""What the sections leave to the licensee, and within which limits: as data, with citations."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pitboss.rulebook.pays import Money, read_money, read_percent
from pitboss.rulebook.sections import Section

RULES: dict[str, tuple[str, ...]] = {
    "base-wager": ("required", "licensee", "not-required"),
    "both-hands": ("allowed", "licensee", "barred"),
    "tokes": ("house", "own-bet", "barred"),
    "aggregate-limit": ("licensee",),
    "over-the-shoulder": ("licensee",),
}
"""The discretions that a game or a wager may state, and the rules each may have.

``required`` and ``barred`` bind the licensee; ``licensee`` and ``house`` leave it to him;
``own-bet`` allows a toke only beside the player's own bet on the same spot.
"""


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


class Minimum(NamedTuple):
    """Odds that an operator may exceed but not undercut."""

    cite: str
    pays: Fraction | None = None
    """The least odds to 1 of every paying row."""
    schedules: tuple[str, ...] = ()
    """Pay tables of ``schedule_wager``, one of which must be met in every row."""
    schedule_wager: str | None = None


class Rates(NamedTuple):
    """How a progressive grows: main and reserve increments, and a fixed seed where printed."""

    main: Fraction | None
    reserve: Fraction | None
    seed: Money | None


class Jackpot(NamedTuple):
    """How a progressive is paid: who shares it, from where, and what a hit locks."""

    split: str
    funds: str
    pending: str
    scaling: str
    cite: str


class Decks(NamedTuple):
    """The numbers of decks a game may be played with."""

    default: int
    shoe: tuple[int, ...]
    with_shuffler: tuple[int, ...]
    cite: str


class OneTable(NamedTuple):
    """Wagers that must all use the same pay table."""

    wagers: tuple[str, ...]
    cite: str


class Jurisdiction(NamedTuple):
    """Where a game is authorised, and what differs there."""

    name: str
    cite: str
    jackpots: tuple[str, ...] = ()
    most_sensors: int | None = None
    notice: str = ""
    note: str = ""


def read_vigorish(section: Section) -> Vigorish:
    """Read the commission of one pay table."""
    vigorish = Vigorish(
        rate=section.read("rate", read_percent) or Fraction(0),
        lowest=section.read("lowest", read_percent) or Fraction(0),
        highest=section.read("highest", read_percent) or Fraction(1),
        round_up_to_cents=tuple(read_money(word).cents for word in section.words("round_up_to")),
        cite=section.text("cite"),
    )
    section.done()
    return vigorish


def read_minimum(section: Section | None) -> Minimum | None:
    """Read minimum odds, or None if there are none."""
    if section is None:
        return None
    pays = section.number("pays")
    minimum = Minimum(
        cite=section.text("cite"),
        pays=None if pays is None else Fraction(pays),
        schedules=section.words("schedules"),
        schedule_wager=section.text("schedule_wager", "") or None,
    )
    section.done()
    return minimum


def read_jackpot(section: Section | None) -> Jackpot | None:
    """Read how a progressive is paid, or None."""
    if section is None:
        return None
    jackpot = Jackpot(
        split=section.text("split"),
        funds=section.text("funds"),
        pending=section.text("pending"),
        scaling=section.text("scaling"),
        cite=section.text("cite"),
    )
    section.done()
    return jackpot


def read_jurisdiction(section: Section) -> Jurisdiction:
    """Read where a game is authorised."""
    jurisdiction = Jurisdiction(
        name=section.text("name"),
        cite=section.text("cite"),
        jackpots=section.words("jackpots"),
        most_sensors=section.number("most_sensors"),
        notice=section.text("notice", ""),
        note=section.text("note", ""),
    )
    section.done()
    return jurisdiction


def read_decks(section: Section | None) -> Decks | None:
    """Read the numbers of decks, or None if the section says nothing."""
    if section is None:
        return None
    decks = Decks(
        default=section.number("default") or 8,
        shoe=section.numbers("shoe"),
        with_shuffler=section.numbers("with_shuffler"),
        cite=section.text("cite"),
    )
    section.done()
    return decks
