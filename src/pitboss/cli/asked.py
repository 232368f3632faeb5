"""Which pay tables a command line asks for: the words that odds and simulate share."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss.cli.library import game_or_offers
from pitboss.odds.records import tables_of
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable, Rulebook, Wager
from pitboss.rulebook.pays import read_percent
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.spots import read_place
from pitboss.rulebook.wagers import no_such_reading


def add_selection(parser: ArgumentParser) -> None:
    """Add the options that narrow down the pay tables of a game or wager."""
    add = parser.add_argument
    add("--table", help="only this pay table")
    add("--on", help="player, banker, or a seat number")
    add("--reading", default=DEFAULT, help="a reading's name; several with commas")
    add("--all-readings", action="store_true", help="each reading, one at a time")
    add("--suits", metavar="SUITS", help="the specific suits, such as s or hs")


def wagers_of(rulebook: Rulebook, target: str) -> list[Wager]:
    """Return the wager that GAME/WAGER names, a game's own, or the one wager of a bare name."""
    if "/" in target:
        return [rulebook.wager(target)]
    named = game_or_offers(rulebook, target)
    if not isinstance(named, list):
        return list(named.own.values())
    if len(named) > 1:
        raise unreadable(
            "several-offer-it",
            f"{len(named)} games offer {target}",
            f"say which: {', '.join(wager.path for wager in named)}",
        )
    return named


def wager_of(rulebook: Rulebook, target: str) -> Wager:
    """Return the one wager that GAME/WAGER or a bare name means; a game alone is refused."""
    return rulebook.wager(target) if target in rulebook.ids else wagers_of(rulebook, target)[0]


def tables_asked(wagers: Sequence[Wager], arguments: Namespace) -> Iterator[PayTable]:
    """Open the pay tables of some wagers that the options ask for."""
    if arguments.table:
        having = [wager for wager in wagers if arguments.table in wager.tables]
        if not having:
            wagers[0].block_of(arguments.table)
        wagers = having
    on = read_place(arguments.on)
    fitting = [
        wager
        for wager in wagers
        if on is None or len(wagers) == 1 or on in wager.places(wager.tables[0])
    ]
    if not fitting:
        raise unreadable(
            "nothing-there", f'no wager here stands on "{arguments.on}"', "leave --on out"
        )
    asked = [
        (wager, table)
        for wager in fitting
        for table in ((arguments.table,) if arguments.table else wager.tables)
    ]
    readings = [name.strip() for name in arguments.reading.split(",") if name.strip()]
    for name in readings:
        if not any(name in wager.reading_names(table) for wager, table in asked):
            raise no_such_reading(name, "no wager here has a", asked)
    for wager, table in asked:
        names = [name for name in readings if name in wager.reading_names(table)]
        yield from tables_of(
            wager,
            table=table,
            on=on,
            reading=",".join(names) or DEFAULT,
            all_readings=arguments.all_readings,
            suits=arguments.suits,
        )


def vigorish_asked(tables: Sequence[PayTable], arguments: Namespace) -> Fraction | None:
    """Read the rate of vigorish and hold it against the range of each table that charges it."""
    if arguments.vigorish is None:
        return None
    rate = read_percent(arguments.vigorish)
    for table in tables:
        charged = table.vigorish
        if charged is not None and not charged.lowest <= rate <= charged.highest:
            raise unreadable(
                "vigorish-out-of-range",
                f"{table.wager.path} cannot charge {arguments.vigorish}",
                f"charge {charged.range}",
                charged.cite,
            )
    return rate


def whole(text: str) -> int:
    """Read a whole number; a million may be written 1000000, 1_000_000, 1,000,000 or 1e6."""
    match = re.fullmatch(
        r"(-?(?:[0-9]{1,40}|[0-9]{1,3}(?:[,_][0-9]{3}){1,12})(?:\.[0-9]{1,9})?)(?:[eE]\+?([0-9]{1,2}))?",
        text,
    )
    if match is not None:
        number = Fraction(re.sub("[,_]", "", match[1])) * 10 ** int(match[2] or 0)
        if number.denominator == 1:
            return int(number)
    raise ArgumentTypeError(f'"{text[:40]}" is not a whole number')
