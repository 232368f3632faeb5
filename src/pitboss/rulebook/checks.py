"""Whether a game is sound: its pay tables open under every reading, and what they pay is clear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook.pays import Amount, Cell
from pitboss.rulebook.readings import DEFAULT, Ambiguity
from pitboss.rulebook.sections import placed
from pitboss.rulebook.tables import PayRow, PayTable
from pitboss.rulebook.wagers import Game, Wager

MOST_ROWS = 50_000
"""Rows to read, over all places and readings: twenty times the whole catalog's."""
MOST_READINGS, MOST_TABLES = 100, 500
"""Of one game: ways of taking a text other than the default, and pay tables."""


def check(game: Game, file: str) -> int:
    """Open every pay table of a game under every reading; return how many ways its own have.

    What cannot be opened or settled is refused.
    """
    placed(file, partial(_check_size, game))
    for events in {id(wager.events): wager.events for wager in game.wagers.values()}.values():
        for name in events:
            placed(file, partial(events.__getitem__, name))
    for group in game.one_table:
        placed(f"{file}: one_table", partial(_check_known, "wager", group.wagers, game.wagers))
    for ambiguity in game.ambiguities:
        placed(f"{file}: readings.{ambiguity.id}", partial(_check_reading, ambiguity, game))
    opened = 0
    for id_, wager in game.wagers.items():
        ways = placed(f"{file}: wagers.{id_}", partial(_ways_to_open, wager))
        if id_ in game.own:
            opened += ways
    return opened


def _check_known(what: str, named: Iterable[str], known: Iterable[str]) -> None:
    there = tuple(known)
    for name in named:
        if name not in there:
            raise unreadable(
                "unknown-name",
                f'names the {what} "{name}", which is not there',
                did_you_mean(name, there),
            )


def _check_reading(ambiguity: Ambiguity, game: Game) -> None:
    """Refuse a reading that names what it does not reach, or that can have no effect."""
    _check_known("wager", ambiguity.wagers, game.wagers)
    wagers = [game.wagers[id] for id in ambiguity.wagers]
    tables = (table for wager in wagers for table in wager.tables)
    _check_known("table", ambiguity.tables, tables)
    if ambiguity.commission:
        banker = game.wagers.get("banker")
        kinds = banker.tables if banker else ()
        _check_known("commission", [ambiguity.commission], kinds)
    reached = [
        row.label
        for wager in wagers
        for one in wager.ambiguities
        if one.id == ambiguity.id
        for block in wager.blocks
        if any(map(one.reaches, block.tables))
        for row in block.rows
    ]
    for alternative in ambiguity.alternatives:
        if alternative.changes_pays and not wagers:
            raise unreadable(
                "bad-reading", f"{alternative.name} changes no wager", 'add wagers = ["..."]'
            )
        _check_known("row", sorted(alternative.labels), dict.fromkeys(reached))
        events = (name for wager in wagers for name in wager.events)
        _check_known("event", alternative.events, dict.fromkeys(events))


def _check_size(game: Game) -> None:
    """Refuse a game whose tables, places and readings multiply beyond what can be read."""
    wagers = game.wagers.values()
    readings = sum(len(one.alternatives) for one in game.ambiguities)
    for what, number, most in (
        ("readings", readings, MOST_READINGS),
        ("pay tables", sum(len(wager.tables) for wager in wagers), MOST_TABLES),
        ("rows over all tables, places and readings", sum(map(_rows, wagers)), MOST_ROWS),
    ):
        if number > most:
            raise unreadable(
                "too-large",
                f"{game.id} has {number:,} {what}; {most:,} is the most",
                "split it into several games",
            )


def _rows(wager: Wager) -> int:
    """Return how many rows are read to open every table at every place in every reading."""
    inserted = [one.inserted for each in wager.ambiguities for one in each.alternatives]
    return sum(
        len(block.tables)
        * (len(block.seats if wager.by_seat else wager.on) or 1)
        * ((1 + len(inserted)) * len(block.rows) + sum(inserted))
        for block in wager.blocks
    )


def _ways_to_open(wager: Wager) -> int:
    """Open every pay table at every place under every reading; return how many ways there are."""
    ways = 0
    for table in wager.tables:
        readings = wager.readings(table)
        if len(set(readings)) < len(readings):
            raise unreadable(
                "bad-reading",
                f"two readings of table {table} have one name: {', '.join(readings)}",
                "give each its own name",
            )
        for place in wager.places(table):
            for reading in readings:
                for fault in _faults(wager.open(table, on=place, reading=reading)):
                    raise fault
                ways += 1
    return ways


def _faults(table: PayTable) -> Iterator[Unreadable]:
    """Yield what keeps an open pay table from being settled."""
    if not table.rows:
        yield unreadable(
            "no-rows", f"table {table.id} has no rows", 'give it a pay that is not "-"'
        )
    for row in table.rows:
        for message, remedy in (*_unbound(row), *_unclear_money(table, row.cell)):
            where = f'table {table.id}, row "{row.label}"'
            yield unreadable("bad-row", f"{where} {message}", remedy)
    charged = any(row.cell.vigorish for row in table.rows)
    if charged and table.vigorish is None:
        yield unreadable(
            "bad-vigorish",
            f"table {table.id} charges vigorish at no rate",
            f'add a section [...vigorish.{table.id}] with rate = "5%" and a cite',
        )
    if table.vigorish is not None and not charged and table.reading == DEFAULT:
        yield unreadable(
            "bad-vigorish",
            f"table {table.id} has a rate of vigorish that no row charges",
            'write { pays = 1, vigorish = "win" } in the row that does',
        )


def _unbound(row: PayRow) -> Iterator[tuple[str, str]]:
    """Find what a row asks of the bet that its wager does not say."""
    for name in row.sentence.unbound:
        remedy = 'add on = "seat"' if name == "seat" else 'add on = ["player", "banker"]'
        yield f"speaks of `{name}`", f"{remedy} to the wager"
    for atom in row.sentence.atoms:
        if atom.name == "in_chosen_suits" and not atom.arguments:
            yield "speaks of chosen suits", 'add suits = "s" to the wager'


def _unclear_money(table: PayTable, cell: Cell) -> Iterator[tuple[str, str]]:
    """Find amounts that no stake scales: fixed pays need a base unit, all its currency."""
    if isinstance(cell.pay, Amount) and table.unit is None:
        yield f"pays {cell} for any stake", 'add unit = "$1", the stake that it is for'
    moneys = (cell.pay.money if isinstance(cell.pay, Amount) else None, *cell[1:3])
    currency = table.unit.currency if table.unit else "USD"
    for money in moneys:
        if money is not None and money.currency != currency:
            yield f"has {money} for stakes in {currency}", "use one currency in a table"
