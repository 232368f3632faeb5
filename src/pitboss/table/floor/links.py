"""What is wrong between jackpots and the tables that are linked to them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.refusals import Refusal, did_you_mean
from pitboss.rulebook.pays import Money
from pitboss.table.floor.jackpot_keys import HOUSE_JACKPOTS
from pitboss.table.floor.records import Floor, FloorJackpot
from pitboss.table.floor.setups import offer_of, place_of
from pitboss.table.floor.terms import Terms
from pitboss.table.setups.setup import TableSetup

WASHINGTON = "washington"
Found = Iterator[tuple[str, Refusal]]
"""Faults of a jackpot, each with the key it stands at."""


class Entry(NamedTuple):
    """A jackpot with its terms and the linked tables that could be set up."""

    jackpot: FloorJackpot
    terms: Terms
    linked: tuple[TableSetup, ...]
    currency: str

    @property
    def cite(self) -> str:
        """The paragraphs on which the jackpot rests."""
        provision = self.terms.wager.jackpot
        return provision.cite if provision else self.terms.wager.cite

    def money(self, cents: int) -> Money:
        """Return an amount in the floor's money."""
        return Money(cents, self.currency)


def links(entry: Entry, known: frozenset[str], read: list[str]) -> Found:
    """The linked tables are on the floor and offer the wager on the jackpot's own terms."""
    jackpot, terms = entry.jackpot, entry.terms
    if not jackpot.tables:
        fault = Refusal("no-linked-table", "no table is linked to it", "name a table of the floor")
        yield "tables", fault
    for id in jackpot.tables:
        if id not in known:
            message = f'there is no table "{id}" on the floor'
            yield "tables", Refusal("no-such-table", message, did_you_mean(id, read), "30-2803(1)")
    wager, table = jackpot.path, terms.table.id
    for setup in entry.linked:
        offer = offer_of(setup, jackpot)
        if offer is None or (offer.table or terms.wager.tables[0]) != table:
            fault = Refusal(
                "jackpot-not-offered",
                f"table {setup.number} does not offer {wager} at pay table {table}",
                f"let the table offer {jackpot.wager}@{table}, or do not link it",
                terms.wager.cite,
            )
            yield "tables", fault
            continue
        printed = terms.table.unit.cents if terms.table.unit else 0
        if (offer.unit_cents or printed) != terms.unit_cents:
            yield _disagrees(setup, "unit", f"a unit of {entry.money(offer.unit_cents or printed)}")
        chosen = terms.wager.block_of(table).suits
        if sorted(offer.suits or chosen) != sorted(jackpot.suits or chosen):
            yield _disagrees(setup, "suits", f"the suits {offer.suits or chosen}")
        if setup.jackpots != jackpot.kind and "house" in _kinds(setup):
            fault = Refusal(
                "linked-across-kinds",
                f"table {setup.number} has {setup.jackpots} jackpots, and this is "
                f"{'a House Jackpot' if jackpot.kind == 'house' else 'progressive'}",
                "link jackpots of one kind",
                HOUSE_JACKPOTS,
            )
            yield "kind", fault


def _kinds(setup: TableSetup) -> tuple[str, ...]:
    place = place_of(setup)
    return place.jackpots if place else ()


def _disagrees(setup: TableSetup, key: str, what: str) -> tuple[str, Refusal]:
    return key, Refusal(
        "linked-table-differs",
        f"table {setup.number} plays it with {what}",
        f"give the same {key} at the jackpot and at its tables",
    )


def sensors(floor: Floor, table: str, setup: TableSetup | None) -> Found:
    """One jackpot on a sensor, and jackpots of one kind on a table."""
    jackpots = floor.jackpots_at(table)
    cite = HOUSE_JACKPOTS if setup is not None and setup.jurisdiction == WASHINGTON else None
    played: dict[object, list[FloorJackpot]] = {}
    for jackpot in jackpots:
        offer = None if setup is None else offer_of(setup, jackpot)
        spot = (offer.game, offer.wager, offer.table) if offer else (jackpot.path, jackpot.table)
        played.setdefault(spot, []).append(jackpot)
    for rivals in played.values():
        if len(rivals) > 1:
            fault = Refusal(
                "two-jackpots-on-a-sensor",
                f"{' and '.join(one.id for one in rivals)} are both played for on {rivals[0].path}",
                "link the table to one of them",
                cite,
            )
            yield "sensors", fault
    if len({one.kind for one in jackpots}) > 1:
        fault = Refusal(
            "mixed-jackpot-kinds",
            "all jackpots of a table are of one kind",
            "link it to House Jackpots or to Progressive Jackpots",
            HOUSE_JACKPOTS,
        )
        yield "sensors", fault
