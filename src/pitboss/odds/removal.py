"""Effects of removal: what one card less does to a wager, and the count that follows it best.

A wager that asks for totals only can be counted by card value: what is left of each value decides
its odds. The effect of removing one card is exact, as everything in this room; averaged over all
cards of the shoe the effects cancel out exactly, since an unseen card changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.games.cards import DECK
from pitboss.games.grains import Form
from pitboss.odds.analysis import DECKS, Analysis, analyse_table
from pitboss.odds.general import grain_of
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable, Wager
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On

Tags = tuple[int, ...]
"""What a count adds for each card seen, by card value 0 to 9."""

PRINTED = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The values in the order in which counts are published: ace, 2 to 9, tens and faces."""

MOST_SPAN = 9
"""Wider tags nobody counts, and few gain anything."""
_PER_DECK = tuple(sum(card.value == value for card in DECK) for value in range(10))


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What removing one card of each value from a full shoe does to the player's expectation."""

    sheet: Analysis
    """The odds of the full shoe."""
    edge: Fraction
    """The house's edge on the full shoe."""
    decks: int
    by_value: tuple[Fraction, ...]
    """The change of the player's expectation, by card value 0 to 9."""

    @property
    def table(self) -> PayTable:
        """The pay table."""
        return self.sheet.table


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A counting system: tags, and how well they follow the effects of removal."""

    tags: Tags
    correlation: float
    """Between tags and effects over the cards of the shoe; 1 is perfect."""

    @property
    def printed(self) -> tuple[int, ...]:
        """The tags in the order A, 2 to 9, T."""
        return tuple(self.tags[value] for value in PRINTED)

    @property
    def balanced(self) -> bool:
        """Whether the tags of a whole deck add up to zero."""
        return _total(self.tags) == 0


def card_name(value: int) -> str:
    """Return how a count names a card value: A for aces, T for everything worth zero."""
    return {0: "T", 1: "A"}.get(value, str(value))


def effects_of_removal(
    wager: Wager,
    *,
    table: str | None = None,
    on: On = None,
    decks: int = DECKS,
    reading: str = DEFAULT,
) -> Effects:
    """Return the effects of removal of a wager on one of its pay tables.

    A wager whose odds depend on more than card values is refused, and so is one whose pays are
    not all known.

    >>> from pitboss import rulebook
    >>> found = effects_of_removal(rulebook.wager("ez-baccarat/dragon-7"))
    >>> [f"{float(100 * found.by_value[value]):+.3f}" for value in (4, 8, 0)]
    ['-0.268', '+0.538', '+0.086']
    """
    opened = wager.open(table, on=on, reading=reading)
    check_countable(opened)
    full = Shoe.of(decks)
    sheet = analyse_table(opened, shoe=full)
    edge = _edge(sheet)
    changes = []
    for value in range(10):
        one = next(card for card in DECK if card.value == value)
        changes.append(edge - _edge(analyse_table(opened, shoe=full.without([one]))))
    return Effects(sheet=sheet, edge=edge, decks=decks, by_value=tuple(changes))


def check_countable(table: PayTable) -> None:
    """Refuse a pay table that card values do not decide; the reason says what else does."""
    path = table.wager.path
    if table.wager.kind != "baccarat":
        raise unreadable(
            "not-countable-by-value",
            f"{path} is not dealt from a shoe: dice have no memory",
            "ask about a wager on cards",
            table.cite,
        )
    grains = {atom: grain_of(atom) for atom in table.level.atoms}
    beyond = [
        f"{atom} ({grain})"
        for atom, grain in grains.items()
        if grain.form not in (Form.SCORE, Form.DRAW)
    ]
    if beyond:
        raise unreadable(
            "not-countable-by-value",
            f"{path} table {table.id} asks for more than card values: {', '.join(beyond)}",
            "ask about a wager on totals, such as ez-baccarat/dragon-7; `pitboss odds --shoe` "
            "prices this one for any cards removed",
            table.cite,
        )


def _edge(sheet: Analysis) -> Fraction:
    if sheet.edge is None:
        table = sheet.table
        raise unreadable(
            "edge-not-known",
            f"the edge of {table.wager.path} table {table.id} is not known without its pays",
            "choose a pay table with fixed pays, or supply the pays in a file of your own (--file)",
            table.cite,
        )
    return sheet.edge


# --- tags ---


def count_of(effects: Effects, tags: Sequence[int]) -> Count:
    """Return a counting system with its correlation; the tags are by card value 0 to 9."""
    if len(tags) != 10:
        raise unreadable(
            "bad-tags", f"{len(tags)} tags were given", "give ten: for A, 2 to 9, and tens"
        )
    return Count(tags=tuple(tags), correlation=_correlation(effects.by_value, tags))


def best_tags(effects: Effects, span: int = 2) -> Count:
    """Return the balanced whole tags from -span to span that follow the effects best.

    The search is exact. With the tags balanced and the effects cancelling out over the shoe, the
    correlation is the sum of tags times effects over the root of the sum of squared tags, times a
    constant. That sum of squares is a small whole number: for each one, and for each running
    balance, the highest sum of products is built up value by value. A tie goes to fewer tags that
    are not zero, then to smaller ones.
    """
    if not 1 <= span <= MOST_SPAN:
        raise unreadable(
            "bad-span", f"tags from -{span} to {span} are not searched", f"choose 1 to {MOST_SPAN}"
        )
    scale = lcm(*(one.denominator for one in effects.by_value))
    whole = [int(one * scale) for one in effects.by_value]
    found = [
        (Fraction(one.product**2, squares), one)
        for (balance, squares), one in _reached(whole, span).items()
        if not balance and one.product > 0
    ]
    if not found:
        return count_of(effects, (0,) * 10)
    _, best = max(found, key=lambda pair: (pair[0], pair[1][1:]))
    return count_of(effects, best.tags)


class _Chosen(NamedTuple):
    """Tags chosen so far, in an order in which the greatest is the best."""

    product: int
    """The sum of tags times effects over the cards of a deck."""
    fewness: int
    """Minus the number of tags that are not zero."""
    smallness: int
    """Minus the sum of their sizes."""
    tags: Tags


def _reached(effects: Sequence[int], span: int) -> dict[tuple[int, int], _Chosen]:
    """Return the best tags for every balance and sum of squares that tags can reach."""
    states = {(0, 0): _Chosen(0, 0, 0, ())}
    cards_to_come = sum(_PER_DECK)
    for number, effect in zip(_PER_DECK, effects, strict=True):
        cards_to_come -= number
        reached: dict[tuple[int, int], _Chosen] = {}
        for (balance, squares), one in states.items():
            for tag in range(-span, span + 1):
                key = balance + number * tag, squares + number * tag * tag
                if abs(key[0]) > span * cards_to_come:
                    continue
                new = _Chosen(
                    one.product + number * tag * effect,
                    one.fewness - (tag != 0),
                    one.smallness - abs(tag),
                    (*one.tags, tag),
                )
                if key not in reached or new > reached[key]:
                    reached[key] = new
        states = reached
    return states


def _total(tags: Sequence[int]) -> int:
    return sum(number * tag for number, tag in zip(_PER_DECK, tags, strict=True))


def _correlation(effects: Sequence[Fraction], tags: Sequence[int]) -> float:
    """Correlate tags with effects over the cards of a deck; the mean effect is zero."""
    cards = sum(_PER_DECK)
    pairs = list(zip(_PER_DECK, tags, effects, strict=True))
    together = sum((number * tag * effect for number, tag, effect in pairs), Fraction(0))
    of_tags = sum(number * tag * tag for number, tag, _ in pairs) - Fraction(
        _total(tags) ** 2, cards
    )
    of_effects = sum((number * effect * effect for number, _, effect in pairs), Fraction(0))
    if not of_tags or not of_effects:
        return 0.0
    return (1 if together > 0 else -1) * sqrt(together * together / (of_tags * of_effects))
