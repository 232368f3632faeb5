"""An open table as it stands, in the shape of an entry of the floor: what its form begins with."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.rulebook import Rulebook
from pitboss.table.arguments import dollars
from pitboss.table.floor.records import BASE, EVERY, OPTIONAL, Floor, FloorTable
from pitboss.table.floor.setups import built, posted
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.state import Table
from pitboss.web.screens.choices import fields_of
from pitboss.web.screens.drafts import BOUNDS, Form, draft_of, key_of, shown_value


def entry_now(
    floor: Floor, kept: FloorTable, table: Table | None, book: Rulebook | None
) -> FloorTable:
    """Return the entry that would open a table as it is now: its own, unless it was changed since.

    A change between rounds leaves the floor's file as it was. Where no entry says what the table
    is, as with a base unit of its own, it is that of the file.
    """
    if table is None or not table.open or built(floor, kept, book)[0] == table.setup:
        return kept
    entry = draft_of(floor, kept, Form(_fields(table.setup)), book).entry
    return entry if built(floor, entry, book)[0] == table.setup else kept


def _fields(setup: TableSetup) -> Iterator[tuple[str, str]]:
    """Yield the form of a setup that nobody touches."""
    yield "draft", "1"
    for offer in setup.offers:
        key = key_of(offer, setup.offers)
        yield "offer", key
        yield f"table {key}", offer.table or ""
        yield f"suits {key}", offer.suits or ""
        yield f"reading {key} ", offer.reading
    for field in fields_of(setup):
        yield field, shown_value(setup, field)
    limited = list(posted(setup))
    for role in (BASE, OPTIONAL):
        alike = [(name, one) for name, one in limited if setup.wagers[name].role == role]
        for bound in BOUNDS:
            yield from _limits(bound, role, [one for _, one in alike], setup)
    optional = [one for name, one in limited if setup.wagers[name].role != BASE]
    yield from _limits("aggregate", EVERY, optional, setup)


def _limits(
    bound: str, whose: str, offers: list[Offer], setup: TableSetup
) -> Iterator[tuple[str, str]]:
    """Yield the limits of wagers: one for all of them where it is the same, else each its own."""
    given = {key_of(one, setup.offers): _text(one, bound) for one in offers}
    shared = next(iter(given.values())) if len(set(given.values())) == 1 else ""
    if offers:
        yield f"{bound} {whose}", shared
    for key, text in given.items():
        yield f"{bound} {key}", "" if shared else text


def _text(offer: Offer, bound: str) -> str:
    cents = getattr(offer, f"{bound}_cents")
    return "" if cents is None else dollars(cents)
