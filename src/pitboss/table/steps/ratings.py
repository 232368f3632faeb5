"""Rating cards: a player is rated at a position for what is bet there (house procedure).

The table keeps whose card lies where; handle, time and theoretical win follow from the record.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.table.state import Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.positions import not_seated

_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,31}", re.ASCII)


class RatePlayer(NamedTuple):
    """Rate whoever sits at a position; one player may be rated at several."""

    position: int
    patron: str
    """The number of the player's card."""


@step.decides(RatePlayer, "rate <position:position> as <patron:identifier>")
def rate_player(table: Table, command: RatePlayer) -> step.Decision:
    """Lay a player's card at a position where none lies."""
    position, patron = command
    wrong = not_seated(table, position)
    if wrong is None and not _NUMBER.fullmatch(patron):
        message = "a rating card has up to 32 letters, digits and hyphens"
        wrong = Refusal("bad-rating-card", message, "write its number, such as P-1001")
    if wrong is None and position in table.rated:
        message = f"position {position} is rated as {table.rated[position]}"
        wrong = Refusal("rated-already", message, "end that rating first")
    return wrong or (RatingBegun(*command),)


class RatingBegun(NamedTuple):
    """A player is rated at a position from now on."""

    position: int
    patron: str


@step.applies(RatingBegun, "position {position}", "is rated as {patron}")
def rating_begun(table: Table, fact: RatingBegun) -> Table:
    """What is bet there counts for the card."""
    return table._replace(rated={**table.rated, fact.position: fact.patron})


class EndRating(NamedTuple):
    """Take a player's card from a position; whoever leaves takes it along."""

    position: int


@step.decides(EndRating, "end rating <position:position>")
def end_rating(table: Table, command: EndRating) -> step.Decision:
    """Take the card from a position where one lies."""
    if command.position in table.rated:
        return (RatingEnded(*command),)
    message = f"position {command.position} is not rated"
    return not_seated(table, command.position) or Refusal("not-rated", message, "go on")


class RatingEnded(NamedTuple):
    """A player is no longer rated at a position."""

    position: int


@step.applies(RatingEnded, "position {position}", "is rated no more")
def rating_ended(table: Table, fact: RatingEnded) -> Table:
    """What is bet there counts for nobody."""
    return table.unrated(fact.position)


step.tried(RatePlayer, patron=("P-1",))
