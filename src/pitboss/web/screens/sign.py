"""The sign of a table: meters and their pays, the roads of the shoe or the dice, the limits.

It is read at six metres by people who cannot touch it, so it shows what is, and asks nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.house.serving.board import Board
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.jackpot.link import Hit, Link
from pitboss.jackpot.names import sensor_name
from pitboss.rulebook import catalog
from pitboss.rulebook.pays import ABSENT, LOSS, PUSH, MeterShare, Money
from pitboss.rulebook.tables import PayTable
from pitboss.table.floor.links import WASHINGTON
from pitboss.table.floor.records import FloorTable
from pitboss.table.floor.setups import built
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.web.felt.layout import felt_of
from pitboss.web.felt.pays import pay_words, with_suits
from pitboss.web.screens.histories import history, last_coup
from pitboss.web.screens.posted import announced, posted, said_from
from pitboss.web.screens.results import results_of
from pitboss.web.screens.room import Page, Room
from pitboss.web.templating import drawn
from pitboss.web.words import words

SAID = words["sign"]
MOST_PAYS = 7
"""Rows of pays that have room in a column of a sign."""
BESIDE_HANDS, BESIDE_METERS = 2, 3
"""Columns that have room where hands are shown, and where a meter was: more of them take turns."""
LONG_CENTS = 1_000_000_00
"""From here on a meter has too many figures for the large size."""
NO_PAYS = (PUSH, LOSS, ABSENT)


class PaidRow(NamedTuple):
    """What a row of a pay table, or a wager, pays."""

    label: str
    pays: str
    of_meter: bool = False


class Shown(NamedTuple):
    """A jackpot of the table."""

    id: str
    link: Link
    name: str
    unit: str
    rows: list[PaidRow]


def values(room: Room, page: Page) -> dict[str, Any]:
    """Return what the page is made of beside its elements."""
    entry, table = room.board.floor.table(page.table), room.board.table(page.table)
    return {"table": entry, "game": game_name(entry, table.opened)}


def parts(room: Room, stream: str, *audience: str) -> dict[str, str]:
    """Return the elements of the page that a stream shows."""
    board, (kind, _, id) = room.board, stream.partition("/")
    currency = board.floor.currency
    if stream == PRESENCE:
        (at,) = audience
        return {f"f-{at}": drawn("sign", "closing", at, room.presence[at])}
    if kind == "link":
        link = board.jackpot(id)
        return {
            f"s-{id}": drawn("sign", "meter", id, link, currency, LONG_CENTS),
            f"p-{id}": drawn(
                "sign", "pending", id, link, open_hit(link), last_paid(link), currency
            ),
        }
    entry, table = board.floor.table(id), board.table(id)
    bare = not board.floor.jackpots_at(id)
    return {
        "place": drawn("sign", "place", entry, table),
        "meters": _meters(board, entry, table),
        **({"hands": drawn("sign", "hands", table.round, last_coup(table))} if bare else {}),
        "roads": drawn("sign", "roads", history(table, results_of(board).throws(id))),
        "limits": _limits(board, entry, table),
    }


def game_name(entry: FloorTable, setup: TableSetup | None) -> str:
    """Return the name of the game, also where the table was never opened.

    Of dice whose name does not tell, that it is craps.
    """
    known = entry.game in catalog().ids
    rules = setup.rules if setup is not None else catalog().game(entry.game) if known else None
    if rules is None:
        return entry.game
    if rules.kind != "craps" or "craps" in rules.name.lower():
        return rules.name
    return str(words["seat"]["craps"].format(game=rules.name))


def open_hit(link: Link) -> Hit | None:
    """Return the hit that comes first to be paid; None if none is open."""
    return next((hit for hit in link.hits if hit.open), None)


def last_paid(link: Link) -> Hit | None:
    """Return the hit that was paid last; None if none was."""
    paid = (hit for hit in link.hits if hit.state == "paid")
    return max(paid, key=lambda hit: hit.paid_at, default=None)


# --- meters ---


def _meters(board: Board, entry: FloorTable, table: Table) -> str:
    """Return the meters' frame; amounts and hits stand in it and come from their own streams."""
    setup, floor = table.opened, board.floor
    if setup is None or not table.open:
        return drawn("sign", "closed", floor.gaming_day)
    jackpots = [
        _shown(board.jackpot(jackpot.id), jackpot.id, table)
        for jackpot in floor.jackpots_at(entry.id)
    ]
    if not jackpots:
        return drawn("sign", "bare", _sheets(_wagers(setup), BESIDE_HANDS))
    notices = list(dict.fromkeys(_notices(setup, jackpots)))
    others = _wagers(setup, {link.wager for link in table.panel.links})
    return drawn("sign", "meters", jackpots, _sheets(others, BESIDE_METERS), notices)


def _shown(link: Link, id: str, table: Table) -> Shown:
    sensor, setup = table.panel.link_of(id), table.setup
    wager = None if sensor is None else sensor.wager
    opened = next((opened for (name, _), opened in setup.spots.items() if name == wager), None)
    if sensor is None or opened is None:
        return Shown(id, link, id, "", [])
    unit = Money(sensor.unit_cents, setup.currency)
    return Shown(id, link, sensor_name(sensor), str(unit), list(_paid_rows(opened, unit)))


def _paid_rows(opened: PayTable, unit: Money) -> Iterator[PaidRow]:
    """Return what a jackpot's wager pays for the unit that it is played for at the table."""
    units = Fraction(1) if opened.unit is None else Fraction(unit.cents, opened.unit.cents)
    for row in opened.rows:
        pay = row.cell.at(units).pay
        if pay not in NO_PAYS:
            yield PaidRow(
                with_suits(row.label, opened.suits), str(pay), isinstance(pay, MeterShare)
            )


def _notices(setup: TableSetup, jackpots: list[Shown]) -> Iterator[str]:
    """Return what must stand beside meters: the text of a House Jackpot, and Washington's remark.

    001 wants its words on every display of a House Jackpot, whichever is shown large, and displays
    without a network, which this is not.
    """
    for terms in (jackpot.link.terms for jackpot in jackpots):
        if terms is not None and terms.kind == "house":
            yield terms.notice or setup.notice
    if setup.jurisdiction == WASHINGTON:
        yield SAID["washington"]


def _wagers(setup: TableSetup, but: Collection[str] = ()) -> list[PaidRow]:
    """Return what the wagers of a table pay, each once, but for those of meters: 30-2803(3)(a)."""
    felt = felt_of(setup).spots
    rows = (
        PaidRow(felt[place].name, pay_words(opened, setup.vigorish_rate))
        for place, opened in setup.spots.items()
        if place[0] not in but
    )
    return list(dict.fromkeys(rows))


def _sheets(rows: list[PaidRow], columns: int) -> list[list[list[PaidRow]]]:
    """Return rows in columns, and these in sheets that take turns, each as full as the others.

    >>> rows = [PaidRow(str(at), "") for at in range(24)]
    >>> [[len(column) for column in sheet] for sheet in _sheets(rows, 3)]
    [[4, 4, 4], [4, 4, 4]]
    >>> [[len(column) for column in sheet] for sheet in _sheets(rows[:5], 3)]
    [[5]]
    """
    sheets = -(-len(rows) // (MOST_PAYS * columns))
    return [
        _split(sheet, columns if len(sheet) > MOST_PAYS else 1) for sheet in _split(rows, sheets)
    ]


def _split(rows: list[PaidRow], parts: int) -> list[list[PaidRow]]:
    """Return rows in so many parts, in order, none longer than the others by more than needed."""
    each = -(-len(rows) // parts) if parts else 0
    return [rows[at : at + each] for at in range(0, len(rows), each or 1)]


# --- limits ---


def _limits(board: Board, entry: FloorTable, table: Table) -> str:
    """Return the posted limits; of a closed table those with which it would open."""
    setup, coming = table.opened, table.announced
    if setup is None:
        return drawn("sign", "limits", [], "", [])
    if not table.open:
        setup, _ = built(board.floor, entry, setup.rulebook)
    if coming is None:
        return drawn("sign", "limits", posted(setup), "", [])
    first = said_from(table, SAID["limits"])
    return drawn("sign", "limits", posted(setup), first, announced(setup, coming))
