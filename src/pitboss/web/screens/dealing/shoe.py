"""The shoe: what is left of it, and how far a new one is."""

from __future__ import annotations

from typing import NamedTuple, get_args

from pitboss.table.guidance.advice import due_command
from pitboss.table.state import ShoeStage, Table
from pitboss.table.steps.shuffling import CutCards
from pitboss.web.words import words

WORDS = words["dealer"]["shoe"]
BATCH = ("received", "inspected", "verified", "spread", "stacked", "shuffled", "in use")
SEALED = ("sealed", "stacked", "shuffled", "in use")
SHOE = ("cut", "marked", "loaded", "in play")


class Shoe(NamedTuple):
    """The shoe as the bar tells of it."""

    number: int
    left: int
    cards: int
    until_cut: int | None
    """Cards until the cutting card comes; None if it is out, or there is none."""
    cut_after: int
    words: str


def shoe_of(table: Table) -> Shoe | None:
    """Return the shoe; None without one."""
    if not table.open or table.setup.kind != "baccarat":
        return None
    shoe, cards = table.shoe, table.setup.shoe_cards
    if not shoe.number or not shoe.cards:
        return Shoe(shoe.number, 0, cards, None, 0, WORDS["none"])
    until = shoe.cards - shoe.cut_after if shoe.cut_after and not shoe.cut_card_out else None
    said = WORDS["left"].format(number=shoe.number, left=shoe.cards, cards=cards)
    if shoe.last_hand:
        said += WORDS["last_hand"]
    elif shoe.cut_card_out:
        said += WORDS["cut_card_out"]
    elif until is not None:
        said += WORDS["until"].format(cards=until)
    return Shoe(shoe.number, shoe.cards, cards, until, shoe.cut_after, said)


class Row(NamedTuple):
    """The way of a batch, or of a stack, with what is done of it."""

    title: str
    steps: tuple[tuple[str, str], ...]
    """What is done, each ``done``, ``now`` or empty."""


def preparing(table: Table) -> list[Row]:
    """Return how far the cards of a shoe are that is not in play."""
    rows = []
    for number, batch in enumerate(table.batches, 1):
        order = SEALED if batch.sealed else BATCH
        stage = "received" if batch.stage == "faulty" else batch.stage
        at = order.index(stage) if stage in order else 0
        title = WORDS["batch"].format(number=number, backs=batch.backs)
        rows.append(Row(title, _steps(order[:-1], at)))
    at = get_args(ShoeStage).index(table.shoe.stage)
    reached = max(at - get_args(ShoeStage).index("offering"), 0)
    done = 0 if table.shoe.stage in ("none", "finished") else reached
    if table.setup.device != "continuous":
        rows.append(Row(WORDS["stack"], _steps(SHOE, done - 1)))
    return rows


def _steps(order: tuple[str, ...], at: int) -> tuple[tuple[str, str], ...]:
    """Return steps of which those up to a number are done."""
    names = WORDS["steps"]
    return tuple(
        (names[name], "done" if number <= at else "now" if number == at + 1 else "")
        for number, name in enumerate(order)
    )


class Cut(NamedTuple):
    """The cut that is due: by whom, and where it may be."""

    pattern: str
    who: str
    least: int
    most: int
    middle: int


def cut_of(table: Table) -> Cut | None:
    """Return the cut that is due, if one is."""
    command = due_command(table) if table.open else None
    if not isinstance(command, CutCards):
        return None
    least, cards = table.setup.cutting.from_ends, table.setup.shoe_cards
    position = command.position
    pattern = f"cut {position} at {{depth}}" if position else "dealer cuts at {depth}"
    who = WORDS["cuts"].format(position=position) if position else WORDS["dealer_cuts"]
    return Cut(pattern, who, least, cards - least, command.depth)
