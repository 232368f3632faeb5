"""How the figures of a par sheet were found, and on which assumptions."""

from __future__ import annotations

from collections.abc import Iterator
from math import perm

from pitboss.games import KINDS, Shoe
from pitboss.games.cards import DECK
from pitboss.odds import Analysis
from pitboss.printing.numerals import grouped, percent

CARDS_OF_A_COUP = 6
TIMES = " \N{MULTIPLICATION SIGN} "


def shoe_named(shoe: Shoe) -> str:
    """Return a shoe in words: its decks, less the cards it lacks.

    >>> shoe_named(Shoe.of(8)), shoe_named(Shoe.parse("2 decks - 9h 9h Kd"))
    ('8 decks, 416 cards', '2 decks - Kd - 2x9h, 101 cards')
    """
    number = f"{len(shoe)} cards"
    return f"{number}, listed below" if str(shoe) == number else f"{shoe}, {number}"


def assumptions(sheet: Analysis) -> Iterator[str]:
    """Yield what was taken for granted."""
    if sheet.shoe is not None:
        yield "Every order of the cards in the shoe is equally likely."
    elif sheet.total is not None:
        rounds = KINDS[sheet.table.wager.kind].rounds
        yield f"All {rounds} are equally likely, and independent of those before."
    if sheet.table.wager.kind == "craps":
        yield "The dice are fair and their throws independent."
        yield "The bet is made before the first come-out roll of a shooter and left to its end."
    if sheet.vigorish:
        yield f"Vigorish of {percent(sheet.vigorish, None)} is taken exactly."
    yield "Figures are per unit staked, before pays and vigorish are rounded to the cent."
    if sheet.progressive is not None:
        for said in sheet.progressive.assumptions:
            yield said[:1].upper() + said[1:] + "."


def method(sheet: Analysis) -> Iterator[str]:
    """Yield how the counts were made."""
    if sheet.shoe is not None:
        yield from _of_coups(sheet.shoe, sheet.total)
    elif sheet.total is not None:
        yield f"All {grouped(sheet.total)} {KINDS[sheet.table.wager.kind].rounds} are counted."
    else:
        yield (
            "The shooter's hand is an absorbing chain over the point and the counters that the "
            "events mention. It is solved in exact fractions; there is no finite total."
        )
    yield (
        "Each outcome counts for the first row that holds. Return is probability "
        "\N{MULTIPLICATION SIGN} (1 + net), the stake included; house edge is 1 \N{MINUS SIGN} "
        "total return. Nothing is sampled; only print rounds."
    )


def _of_coups(shoe: Shoe, total: int | None) -> Iterator[str]:
    cards = len(shoe)
    said = f"{shoe_named(shoe)}. All ordered six-card deals are counted exactly"
    if total == perm(cards, CARDS_OF_A_COUP):
        factors = TIMES.join(str(cards - drawn) for drawn in range(CARDS_OF_A_COUP))
        said += f": {factors} = {grouped(total)}"
    yield f"{said}. A coup of four or five cards counts with all the cards that could follow it."
    if shoe_named(shoe).endswith("listed below"):
        counts = zip(DECK, shoe.counts, strict=True)
        yield "The shoe: " + ", ".join(f"{number} {card}" for card, number in counts) + "."
