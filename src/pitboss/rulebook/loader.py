"""From a TOML file to games: the same code reads the catalog and a user's own file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from keyword import iskeyword
from typing import TypeVar, cast

from pitboss.games import KINDS, kind_named
from pitboss.lazily import Lazily
from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook.events import Events
from pitboss.rulebook.files import Data
from pitboss.rulebook.heritage import added_vigorish, inherited_wagers
from pitboss.rulebook.jackpots import read_jackpot
from pitboss.rulebook.panels import read_panel
from pitboss.rulebook.pays import Money, read_money, read_percent
from pitboss.rulebook.provisions import (
    MOST_DECKS,
    Minimum,
    Provision,
    Rates,
    read_cutting,
    read_decks,
    read_jurisdiction,
    read_minimum,
    read_one_table,
    read_provisions,
    read_reporting,
    read_vigorish,
)
from pitboss.rulebook.readings import Ambiguity, read_ambiguity, read_basis, read_ending, read_row
from pitboss.rulebook.sections import Section, wrong
from pitboss.rulebook.wagers import Block, Game, Role, Wager

Made = TypeVar("Made")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TABLE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
EVENT_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LAST_SEAT = 10
MOST_GAMES = 100
"""Games in one file."""
Lookup = Callable[[str], Game | None]
"""Finds a game that is already known, for inheritance and for adding to it."""


def load(
    name: str, data: Data, known: Lookup, shared: Mapping[str, Mapping[str, str]], *, operator: bool
) -> Iterator[Game]:
    """Yield the games of a file: one with its keys at the top, or several under [games.ID].

    ``operator`` marks the pay tables as an operator's own rather than the regulation's. His wagers
    are read at once; those of the catalog, which is known to be sound, when they are asked for.
    """
    top = Section(name, data)
    if "games" in data:
        bodies = list(top.sections("games"))
        top.done()
        if not bodies:
            raise top.error("there are no games", "add a [games.ID] section")
        if len(bodies) > MOST_GAMES:
            raise top.error(f"more than {MOST_GAMES} games", "split the file into several")
    else:
        bodies = [(top.text("game", name.removesuffix(".toml")), top)]
    for id, body in bodies:
        yield _GameReader(id, body, known, shared, operator).read()


class _GameReader:
    """Reads one game; knows what it inherits and which events its sentences may name."""

    def __init__(
        self,
        id: str,
        top: Section,
        known: Lookup,
        shared: Mapping[str, Mapping[str, str]],
        operator: bool,
    ) -> None:
        self.operator = operator
        self.id = id
        self.top = top
        self.known = known
        if not SLUG.fullmatch(id):
            raise top.error(f'"{id}" is not a game id', "use small letters, digits and hyphens")
        self.adds_to = known(id) if operator else None
        top.raw("name")  # read later, and no misspelt `game`
        kind = top.text("kind", self.adds_to.kind if self.adds_to else None)
        self.kind = top.placed(lambda: kind_named(kind)).name
        if self.adds_to and self.kind != self.adds_to.kind:
            raise top.error(
                f"{id} is a {self.adds_to.kind} game, not a {kind} game", "leave `kind` out"
            )
        there = dict(shared.get(self.kind, {}))
        for wager in self.adds_to.wagers.values() if self.adds_to else ():
            there.update(wager.events.texts)
        mine = top.texts("events")
        for name in mine:
            taken = name in KINDS[self.kind].features or name in there or iskeyword(name)
            if taken or not EVENT_NAME.fullmatch(name):
                raise top.error(
                    f'an event cannot be called "{name}"',
                    "choose a name_like_this that no feature and no other event has",
                )
        self.events = Events({**there, **mine}, self.kind)

    def read(self) -> Game:
        top, old = self.top, self.adds_to
        top.raw("game")
        self.ambiguities = tuple(self.readings())
        inherited = old.inherited if old else {}
        groups = old.one_table if old else ()
        if (heritage := top.section("inherits")) is not None:
            base = self.base(heritage)
            # A commission that the section itself prescribes needs no approval of its own.
            prescribed = heritage.words("prescribes")
            inherited = {
                id: replace(
                    wager,
                    game=self.id,
                    ambiguities=self.ambiguities_of(id),
                    written_approval={
                        table: cite
                        for table, cite in wager.written_approval.items()
                        if table in wager.tables and table not in prescribed
                    },
                )
                for id, wager in inherited_wagers(heritage, base).items()
            }
            known = [table for wager in inherited.values() for table in wager.tables]
            if unknown := [table for table in prescribed if table not in known]:
                raise heritage.error(
                    f"`prescribes` names {unknown[0]}, a table that no wager here has",
                    did_you_mean(unknown[0], known),
                )
            groups = tuple(one for one in base.one_table if set(one.wagers) <= set(inherited))
        self.there = old.wagers if old else inherited
        """The wagers that are there already: a file adds pay tables to them, it redefines none."""
        self.discretion = {**(old.discretion if old else {}), **self.discretions()}
        self.approval = top.text("approval", "")
        sections = dict(top.sections("wagers"))
        game = Game(
            id=self.id,
            name=top.text("name", old.name if old else None),
            kind=self.kind,
            cite=top.text("cite", old.cite if old else None),
            sources=top.words("sources") or (old.sources if old else ()),
            summary=top.text("summary", old.summary if old else ""),
            own=old.own if old else {},
            inherited=inherited,
            discretion=self.discretion,
            ambiguities=(old.ambiguities if old else ()) + self.ambiguities,
            one_table=(*groups, *map(read_one_table, top.list_of_sections("one_table"))),
            decks=read_decks(top.section("decks")) or (old.decks if old else None),
            cutting=read_cutting(top.section("cutting")) or (old.cutting if old else None),
            reporting=read_reporting(top.section("reporting")) or (old.reporting if old else None),
            jurisdictions={id: read_jurisdiction(s) for id, s in top.sections("jurisdictions")}
            or (old.jurisdictions if old else {}),
            defined_only=top.words("defined_only") or (old.defined_only if old else ()),
        )
        top.done()
        readers = {id: partial(self.wager, id, section) for id, section in sections.items()}
        if not self.operator:
            return replace(game, own=Lazily(readers))
        own = {id: read() for id, read in readers.items()}
        if old is not None:
            own.update(self.reread(old.wagers.values(), own))
        if not own and old is None:
            raise top.error("the game has no wagers", "add a [wagers.ID] section")
        return game.with_wagers(own)

    # --- wagers ---

    def wager(self, id: str, section: Section) -> Wager:
        if not SLUG.fullmatch(id):
            raise section.error(
                f'"{id}" is not a wager id', "use small letters, digits and hyphens"
            )
        old = self.there.get(id)
        blocks = tuple(self.blocks(section, old))
        if old is not None:
            return self.extended(old, blocks, section)
        role = cast(Role, section.choice("role", ("base", "optional", "progressive"), "optional"))
        wager = Wager(
            id=id,
            game=self.id,
            kind=self.kind,
            name=section.text("name"),
            cite=section.text("cite"),
            role=role,
            on=self.standing(section),
            odds=read_basis(section),
            ends=read_ending(section),
            pays_at_end=section.choice("paid", ("when-certain", "at-the-end"), "when-certain")
            == "at-the-end",
            blocks=blocks,
            events=self.events,
            cites=section.texts("cites"),
            summary=section.text("summary", ""),
            approval=section.text("approval", self.approval),
            ambiguities=self.ambiguities_of(id),
            discretion={**self.discretion, **read_provisions(section)},
            vigorish={table: read_vigorish(one) for table, one in section.sections("vigorish")},
            written_approval=section.texts("written_approval"),
            minimum=self.minimum(section),
            rates=dict(self.rates(section)),
            jackpot=read_jackpot(section.section("jackpot")),
            panel=read_panel(section.section("panel")),
            acknowledged=section.texts("acknowledged"),
        )
        section.done()
        self.check_wager(wager, section)
        return wager

    def check_wager(self, wager: Wager, section: Section) -> None:
        for key, tables in (
            ("cites", wager.cites),
            ("vigorish", wager.vigorish),
            ("written_approval", wager.written_approval),
            ("rates", wager.rates),
            ("acknowledged", wager.acknowledged),
        ):
            for table in tables:
                if table not in wager.tables:
                    raise section.error(
                        f'{key} names table "{table}"', f"known: {', '.join(wager.tables)}"
                    )
        if len(set(wager.tables)) < len(wager.tables):
            raise section.error("two pay tables have one id", "give each table its own id")
        for table in wager.tables:
            if not TABLE_ID.fullmatch(table):
                raise section.error(
                    f'"{table}" is not a table id', "use letters, digits, hyphens and points"
                )
        if wager.by_seat and any(not block.seats for block in wager.blocks):
            raise section.error("a wager by seat needs seats", "add seats = [1, 2, 3] to the table")

    def extended(self, old: Wager, blocks: tuple[Block, ...], section: Section) -> Wager:
        """Add a file's pay tables to a wager that is there: all else, the minimum too, stays."""
        added = tuple(table for block in blocks for table in block.tables)
        for table in added:
            if table in old.tables:
                raise section.error(
                    f'pay table "{table}" exists already and cannot be changed',
                    "give the operator's table an id of its own",
                )
        # What the sources leave open concerns the printed tables, not the file's, and the other
        # way round.
        printed = tuple(
            one if one in self.ambiguities else one._replace(tables=one.tables or old.tables)
            for one in old.ambiguities
        )
        mine = tuple(
            one._replace(tables=one.tables or added)
            for one in self.ambiguities_of(old.id)
            if one not in old.ambiguities
        )
        cite = section.text("cite", "")
        wager = replace(
            old,
            blocks=old.blocks + blocks,
            events=old.events.changed(self.events.texts),
            ambiguities=printed + mine,
            cites={**old.cites, **(dict.fromkeys(added, cite) if cite else {})},
            vigorish={**old.vigorish, **added_vigorish(section, old, added)},
        )
        section.done()
        self.check_wager(wager, section)
        return wager

    def reread(
        self, wagers: Iterable[Wager], extended: Mapping[str, Wager]
    ) -> Iterator[tuple[str, Wager]]:
        """Yield wagers with the file's readings attached, where the file adds no table to them."""
        for wager in wagers:
            mine = self.ambiguities_of(wager.id)
            if not mine or wager.id in extended:
                continue
            for one in mine:
                if not one.tables:
                    raise self.top.error(
                        f"readings.{one.id}: the file adds no pay table to {wager.id}",
                        f"name those it concerns: tables = {list(wager.tables)}",
                    )
            yield wager.id, replace(wager, ambiguities=wager.ambiguities + mine)

    def minimum(self, section: Section) -> Minimum | None:
        minimum = read_minimum(section.section("minimum"))
        if minimum is not None and self.kind != "baccarat":
            raise section.error(
                f"minimum odds are prescribed for baccarat, not for {self.kind}", "leave them out"
            )
        return minimum

    def blocks(self, section: Section, old: Wager | None) -> Iterator[Block]:
        printed = tuple(section.list_of_sections("blocks"))
        if printed and (section.raw("pays") is not None or section.raw("tables") is not None):
            raise section.error("both `blocks` and `pays` are given", "keep one of the two")
        for inner in printed:
            yield self.block(inner, section, old)
            inner.done()
        if not printed:
            yield self.block(section, section, old)

    def block(self, section: Section, wager: Section, old: Wager | None) -> Block:
        tables = section.words("tables") or ("1",)
        inherits = old.blocks[0] if old else None
        unit = section.read("unit", _read_unit) or wager.read("unit", _read_unit)
        if self.operator:
            section.check_spelling()
        rows = tuple(
            read_row(f"{section.where}.pays row {at}", raw, len(tables))
            for at, raw in enumerate(section.list("pays"), start=1)
        )
        labels = [
            (row.label, at) for row in rows for at, cell in enumerate(row.cells) if cell != "-"
        ]
        if not rows:
            raise section.error("there are no pays", 'add pays = [["label", "sentence", 1]]')
        if len(set(labels)) < len(labels):
            raise section.error(
                "two rows of one table share a label", "give each row its own label"
            )
        return Block(
            tables=tables,
            rows=rows,
            unit=unit or (inherits.unit if inherits else None),
            seats=section.numbers("seats", 1, LAST_SEAT)
            or wager.numbers("seats", 1, LAST_SEAT)
            or (inherits.seats if inherits else ()),
            suits=section.text("suits", "")
            or wager.text("suits", "")
            or (inherits.suits if inherits else ""),
            decks=section.number("decks", 1, MOST_DECKS),
            incomplete=section.text("incomplete", ""),
            note=section.text("note", ""),
            operator=self.operator,
        )

    def standing(self, section: Section) -> tuple[str, ...]:
        if section.raw("on") == "seat":
            return ("seat",)
        on = section.words("on")
        if on not in ((), ("player", "banker")):
            raise section.error(
                f"`on` cannot be {list(on)}", 'write on = ["player", "banker"] or on = "seat"'
            )
        return on

    def rates(self, section: Section) -> Iterator[tuple[str, Rates]]:
        for at, raw in enumerate(section.list("rates"), start=1):
            where = f"{section.where}.rates row {at}"
            if (
                not isinstance(raw, list)
                or len(raw) != 4
                or not all(isinstance(x, str) for x in raw)
            ):
                raise wrong(
                    where, "a row of rates has four texts", 'write ["PT-1", "15%", "3%", "-"]'
                )
            table, main, reserve, seed = raw
            row = Section(where, {"main": main, "reserve": reserve, "seed": seed})
            yield (
                table,
                Rates(
                    row.read("main", _unless_dash(read_percent)),
                    row.read("reserve", _unless_dash(read_percent)),
                    row.read("seed", _unless_dash(read_money)),
                ),
            )

    # --- what stands beside the wagers ---

    def base(self, section: Section) -> Game:
        """Return the game that this one inherits from, which must be of its kind."""
        if self.adds_to is not None:
            raise section.error(
                f"{self.id} exists already, and what it inherits cannot be changed",
                "leave [inherits] out, or make a game of your own",
            )
        source = section.text("game")
        base = self.known(source)
        if base is None:
            raise section.error(f'the game "{source}" is not known', "inherit from a catalog game")
        if base.kind != self.kind:
            raise section.error(
                f"a {self.kind} game cannot inherit from {source}, which is a {base.kind} game",
                f"inherit from a {self.kind} game",
            )
        return base

    def discretions(self) -> dict[str, Provision]:
        section = self.top.section("discretion")
        found = read_provisions(section) if section else {}
        if section:
            section.done()
        return found

    def readings(self) -> Iterator[Ambiguity]:
        there = [one.id for one in self.adds_to.ambiguities] if self.adds_to else []
        for id, section in self.top.sections("readings"):
            if id in there:
                raise section.error(
                    f"{self.id} has a reading of this id already", "choose another id for yours"
                )
            yield read_ambiguity(id, section)

    def ambiguities_of(self, wager: str) -> tuple[Ambiguity, ...]:
        return tuple(one for one in self.ambiguities if wager in one.wagers)


def _read_unit(text: str) -> Money:
    unit = read_money(text)
    if not unit.cents:
        raise unreadable("bad-unit", "a base unit is more than 0", 'write unit = "$1"')
    return unit


def _unless_dash(reader: Callable[[str], Made]) -> Callable[[str], Made | None]:
    return lambda text: None if text == "-" else reader(text)
