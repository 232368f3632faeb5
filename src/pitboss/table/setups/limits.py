"""What is wrong with the limits of an offer: minimum, maximum, aggregate limit, base unit."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.refusals import Refusal
from pitboss.rulebook import Game, PayTable
from pitboss.rulebook.pays import Money
from pitboss.settle.bets import LARGEST_CENTS
from pitboss.table.setups.setup import Offer


def limit_faults(game: Game, offer: Offer, table: PayTable) -> Iterator[Refusal]:
    """Yield what is wrong with the limits and the base unit of one offer."""
    wager = table.wager
    posted = posted_cite(game)
    aggregate = _aggregate(game)
    for name, cents, lowest, cite in (
        ("minimum", offer.minimum_cents, 0, posted),
        ("maximum", offer.maximum_cents, 1, posted),
        ("aggregate limit", offer.aggregate_cents, 1, aggregate),
        ("base unit", offer.unit_cents, 1, wager.cite),
    ):
        if cents is not None and not lowest <= cents <= LARGEST_CENTS:
            yield Refusal(
                "bad-limit",
                f"the {name} of {wager.id} cannot be so {'small' if cents < lowest else 'large'}",
                f"give {Money(lowest)} to {Money(LARGEST_CENTS)}",
                cite,
            )
    minimum, maximum = offer.minimum_cents, offer.maximum_cents
    if minimum is not None and maximum is not None and minimum > maximum:
        yield Refusal(
            "minimum-above-maximum",
            f"the minimum of {wager.id} is above its maximum",
            "lower the minimum, or raise the maximum",
            posted,
        )
    if wager.role == "base" and offer.aggregate_cents is not None:
        yield Refusal(
            "aggregate-on-base-wager",
            f"an aggregate limit cannot cut the base wager {wager.id}",
            "limit optional wagers only",
            aggregate,
        )
    yield from _unit_faults(offer, table)


def _unit_faults(offer: Offer, table: PayTable) -> Iterator[Refusal]:
    wager = table.wager
    if table.unit is None:
        if offer.unit_cents is not None:
            yield Refusal(
                "no-base-unit",
                f"{wager.id} takes any stake within its limits, not a base unit",
                "set a minimum and a maximum instead",
                wager.cite,
            )
        return
    unit = table.unit.cents if offer.unit_cents is None else offer.unit_cents
    highest = unit if offer.maximum_cents is None else offer.maximum_cents
    if not (offer.minimum_cents or 0) <= unit <= highest:
        yield Refusal(
            "unit-outside-limits",
            f"{wager.id} takes exactly its base unit, which its limits exclude",
            "leave the limits out, or change the base unit",
            wager.cite,
        )


def posted_cite(game: Game) -> str:
    """Return the paragraph by which limits are posted; craps rules say nothing of them."""
    return "30-2803(3)(b)" if game.kind == "baccarat" else _aggregate(game)


def _aggregate(game: Game) -> str:
    rule = game.discretion.get("aggregate-limit")
    return rule.cite if rule else game.cite
