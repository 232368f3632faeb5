"""The kinds of game, each with the one list of its features.

The list is also the documentation: ``pitboss features KIND`` prints it, and a sentence may
mention nothing else. A kind whose outcomes can be gone through one by one says so by listing them,
and is priced and simulated from that list; docs/NEW_GAME.md adds one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.games.features import Feature
from pitboss.lazily import Lazily
from pitboss.refusals import Refusal, Unreadable, did_you_mean, unreadable

if TYPE_CHECKING:
    from pitboss.games.craps import Ending


class Outcome(Protocol):
    """A finished coup, throw or hand: it prints itself, and knows why it cannot have happened."""

    @property
    def fault(self) -> Refusal | None: ...  # noqa: D102
    @property
    def summary(self) -> str: ...  # noqa: D102
    @property
    def data(self) -> Mapping[str, object]: ...  # noqa: D102


@dataclass(frozen=True, eq=False, repr=False)
class Kind:
    """A kind of game: its outcomes and what can be said about them.

    ``outcomes`` lists all that can happen, as far as the features tell it apart, each with the
    number of equally likely ways; None where there is no such list (a shoe, a shooter's hand).
    ``parse`` reads an outcome from the texts it is written in; without it none can be given.
    """

    name: str
    outcome: type[Outcome]
    features: Mapping[str, Feature]
    outcomes: Callable[[], Iterable[tuple[Outcome, int]]] | None = None
    parse: Callable[..., Outcome] | None = None
    written: Mapping[str, str] = field(default_factory=lambda: {"outcome": "TEXT"})
    """The texts that an outcome is written in, with examples: options of ``pitboss settle``."""
    rounds: str = "rounds"
    """What the rounds of such a game are called."""
    draws: Callable[[], Iterable[Outcome]] | None = None
    """The listed outcome of every way, in the order that simulation numbers the ways; without it,
    those of an outcome follow one another, as listed."""
    until: Callable[[Any, Ending], object] | None = None
    """What a wager sees of an outcome that goes on after the wager's end; None: all of it."""

    @cached_property
    def optional(self) -> frozenset[str]:
        """The names of the features that may be without a value."""
        return frozenset(one.name for one in self.features.values() if one.optional)

    def seen(self, outcome: Outcome, ends: Ending) -> object:
        """Return what a wager sees: a craps wager stops counting at its own ending seven."""
        return outcome if self.until is None else self.until(outcome, ends)

    def fault(self, outcome: Outcome) -> Refusal | None:
        """Return why this outcome cannot be settled in such a game, or None."""
        if not isinstance(outcome, self.outcome):
            return Refusal(
                code="outcome-of-another-game",
                message=f"a {self.name} game does not end with a {type(outcome).__name__}",
                remedy=f"give a {self.outcome.__name__}",
            )
        return outcome.fault

    def lacks(self, what: str, remedy: str) -> Unreadable:
        """Return the refusal of what this kind has no engine for: odds, simulation, a live table.

        >>> str(KINDS["craps"].lacks("roads", "ask for those of baccarat"))
        'craps games have no roads here; ask for those of baccarat'
        """
        code = f"no-{what.replace(' ', '-')}"
        return unreadable(code, f"{self.name} games have no {what} here", remedy)

    def __repr__(self) -> str:
        return f"<Kind {self.name}, {len(self.features)} features>"


def named(features: Iterator[Feature]) -> Mapping[str, Feature]:
    """Return features by name."""
    return {feature.name: feature for feature in features}


def _baccarat() -> Kind:
    from pitboss.games.baccarat import Coup
    from pitboss.games.baccarat_features import baccarat_features

    return Kind(
        "baccarat",
        Coup,
        named(baccarat_features()),
        parse=Coup.parse,
        written={"player": "7s8h3d", "banker": "KhQd7c"},
        rounds="coups",
    )


def _three_dice() -> Kind:
    from pitboss.games.three_dice import Throw, throws_by_cup, throws_in_order
    from pitboss.games.three_dice_features import three_dice_features

    return Kind(
        "three-dice",
        Throw,
        named(three_dice_features()),
        throws_by_cup,
        parse=Throw.parse,
        written={"player": "333", "banker": "126"},
        rounds="throws",
        draws=throws_in_order,
    )


def _craps() -> Kind:
    from pitboss.games.craps import ShooterHand
    from pitboss.games.craps_features import craps_features

    return Kind(
        "craps",
        ShooterHand,
        named(craps_features()),
        parse=ShooterHand.parse,
        written={"rolls": "7,4,4,11,6,7"},
        rounds="shooters",
        until=ShooterHand.until,
    )


KINDS = Lazily({"baccarat": _baccarat, "three-dice": _three_dice, "craps": _craps})
"""Every kind by name, made when it is asked for. A program that adds a kind enters it here."""


def kind_named(name: str) -> Kind:
    """Return a kind by its name, as files and other machines have it; refuse one not entered."""
    if name not in KINDS:
        raise unreadable("unknown-kind", f'"{name}" is not a kind', did_you_mean(name, KINDS))
    return KINDS[name]
