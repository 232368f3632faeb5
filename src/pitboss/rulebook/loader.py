"""From a TOML file to games: the same code reads the catalog and a user's own file."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar, cast

from pitboss.games import KINDS
from pitboss.games.craps import Ending
from pitboss.refusals import Unreadable
from pitboss.rulebook.pays import Basis, Money, read_money, read_percent
from pitboss.rulebook.provisions import (
    RULES,
    OneTable,
    Provision,
    Rates,
    read_decks,
    read_jackpot,
    read_jurisdiction,
    read_minimum,
    read_vigorish,
)
from pitboss.rulebook.readings import Alternative, Ambiguity, RawCell, RawRow
from pitboss.rulebook.sections import Section, wrong
from pitboss.rulebook.toml import read_catalog, read_toml
from pitboss.rulebook.wagers import Block, Game, Role, Wager, kind_of

Made = TypeVar("Made")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
Lookup = Callable[[str], Game | None]
"""Finds a game that is already known, for inheritance and for adding to it."""


def load(
    path: str, known: Lookup, shared: Mapping[str, Mapping[str, str]], *, operator: bool
) -> Iterator[Game]:
    """Yield the games of a file: one with its keys at the top, or several under [games.ID].

    ``operator`` marks the pay tables as an operator's own rather than the regulation's.
    """
    data, name = (read_toml if operator else read_catalog)(path), os.path.basename(path)
    if "games" in data:
        top = Section(name, data)
        bodies = list(top.sections("games"))
        top.done()
    else:
        named = data.get("game", name.removesuffix(".toml"))
        bodies = [(str(named), Section(name, data))]
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
        kind = top.text("kind", self.adds_to.kind if self.adds_to else None)
        self.kind = _placed(top, lambda: kind_of(kind))
        self.events = {**shared.get(self.kind, {}), **top.texts("events")}
        for name in self.events:
            if name in KINDS[self.kind].features or not name.isidentifier():
                raise top.error(
                    f'an event cannot be called "{name}"', "choose a name_like_this, not a feature"
                )

    def read(self) -> Game:
        top, old = self.top, self.adds_to
        top.raw("game")
        self.ambiguities = tuple(self.ambiguity(*one) for one in top.sections("readings"))
        inherited = old.inherited if old else {}
        self.shared_groups: tuple[OneTable, ...] = old.one_table if old else ()
        if (heritage := top.section("inherits")) is not None:
            inherited = self.inherit(heritage)
        self.discretion = {
            **(old.discretion if old else {}),
            **self.provisions(top.section("discretion")),
        }
        self.approval = top.text("approval", "")
        own = {id: self.wager(id, section) for id, section in top.sections("wagers")}
        if not own and old is None:
            raise top.error("the game has no wagers", "add a [wagers.ID] section")
        game = Game(
            id=self.id,
            name=top.text("name", old.name if old else None),
            kind=self.kind,
            cite=top.text("cite", old.cite if old else None),
            sources=top.words("sources") or (old.sources if old else ()),
            summary=top.text("summary", old.summary if old else ""),
            own={**(old.own if old else {}), **own},
            inherited=inherited,
            discretion=self.discretion,
            ambiguities=(old.ambiguities if old else ()) + self.ambiguities,
            one_table=self.shared_groups + tuple(self.one_table()),
            decks=read_decks(top.section("decks")) or (old.decks if old else None),
            jurisdictions={id: read_jurisdiction(s) for id, s in top.sections("jurisdictions")}
            or (old.jurisdictions if old else {}),
            defined_only=top.words("defined_only") or (old.defined_only if old else ()),
        )
        top.done()
        self.check_names(game)
        return game

    def check_names(self, game: Game) -> None:
        """Refuse readings and one-table groups that name wagers the game has not."""
        lists = [(f"readings.{one.id}", one.wagers) for one in game.ambiguities]
        lists += [("one_table", one.wagers) for one in game.one_table]
        for where, ids in lists:
            for id in ids:
                if id not in game.wagers:
                    raise self.top.error(
                        f'{where} names the wager "{id}", which the game has not',
                        f"known: {', '.join(game.wagers)}",
                    )

    # --- wagers ---

    def wager(self, id: str, section: Section) -> Wager:
        if not SLUG.fullmatch(id):
            raise section.error(
                f'"{id}" is not a wager id', "use small letters, digits and hyphens"
            )
        old = self.adds_to.own.get(id) if self.adds_to else None
        blocks = tuple(self.blocks(section, old))
        if old is not None:
            section.done()
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
            odds=_basis(section),
            ends=cast(Ending, section.choice("ends", ("any-seven", "seven-out"), "seven-out")),
            pays_at_end=section.choice("paid", ("when-certain", "at-the-end"), "when-certain")
            == "at-the-end",
            blocks=blocks,
            events=self.events,
            cites=section.texts("cites"),
            summary=section.text("summary", ""),
            approval=section.text("approval", self.approval),
            ambiguities=self.ambiguities_of(id),
            discretion={**self.discretion, **self.provisions(section)},
            vigorish={table: read_vigorish(one) for table, one in section.sections("vigorish")},
            minimum=read_minimum(section.section("minimum")),
            rates=dict(self.rates(section)),
            jackpot=read_jackpot(section.section("jackpot")),
            acknowledged=section.texts("acknowledged"),
        )
        section.done()
        self.check_wager(wager, section)
        return wager

    def check_wager(self, wager: Wager, section: Section) -> None:
        for key, tables in (
            ("cites", wager.cites),
            ("vigorish", wager.vigorish),
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
        if wager.by_seat and any(not block.seats for block in wager.blocks):
            raise section.error("a wager by seat needs seats", "add seats = [1, 2, 3] to the table")

    def extended(self, old: Wager, blocks: tuple[Block, ...], section: Section) -> Wager:
        """Add an operator's pay tables to a wager that exists."""
        taken = [table for block in blocks for table in block.tables if table in old.tables]
        if taken:
            raise section.error(
                f'pay table "{taken[0]}" exists already and cannot be changed',
                "give the operator's table an id of its own",
            )
        # What the sources leave open concerns the printed tables, not the operator's.
        ambiguities = tuple(
            one._replace(tables=one.tables or old.tables) for one in old.ambiguities
        )
        return replace(
            old,
            blocks=old.blocks + blocks,
            events={**old.events, **self.events},
            ambiguities=ambiguities,
        )

    def blocks(self, section: Section, old: Wager | None) -> Iterator[Block]:
        printed = section.list("blocks")
        if printed and (section.raw("pays") is not None or section.raw("tables") is not None):
            raise section.error("both `blocks` and `pays` are given", "keep one of the two")
        for at, raw in enumerate(printed, start=1):
            inner = Section(f"{section.where}.blocks[{at}]", raw)
            yield self.block(inner, section, old)
            inner.done()
        if not printed:
            yield self.block(section, section, old)

    def block(self, section: Section, wager: Section, old: Wager | None) -> Block:
        tables = section.words("tables") or ("1",)
        inherits = old.blocks[0] if old else None

        def settled(key: str, reader: Callable[[str], Money]) -> Money | None:
            return section.read(key, reader) or (
                wager.read(key, reader) if wager is not section else None
            )

        rows = tuple(
            _row(f"{section.where}.pays row {at}", raw, len(tables))
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
            unit=settled("unit", read_money) or (inherits.unit if inherits else None),
            seats=section.numbers("seats")
            or wager.numbers("seats")
            or (inherits.seats if inherits else ()),
            suits=section.text("suits", "")
            or wager.text("suits", "")
            or (inherits.suits if inherits else ""),
            decks=section.number("decks"),
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

    # --- what a variation takes from another game ---

    def inherit(self, section: Section) -> Mapping[str, Wager]:
        source = section.text("game")
        base = self.known(source)
        if base is None:
            raise section.error(f'the game "{source}" is not known', "inherit from a catalog game")
        commission, cite = section.words("commission"), section.text("cite")
        rates = tuple(
            section.read(key, read_percent) for key in ("lowest_vigorish", "highest_vigorish")
        )
        inherited = {}
        for id in section.words("wagers"):
            wager = _placed(section, lambda id=id: base.wager(id))  # type: ignore[misc]
            if wager.vigorish:
                wager = _with_commission(wager, commission, *rates)
                cites = dict.fromkeys(commission, f"{wager.cite}; {cite}")
                wager = replace(wager, cites=cites)
            inherited[id] = replace(wager, game=self.id, ambiguities=self.ambiguities_of(id))
        self.shared_groups += tuple(
            group for group in base.one_table if set(group.wagers) <= set(inherited)
        )
        section.done()
        return inherited

    # --- readings and provisions ---

    def ambiguities_of(self, wager: str) -> tuple[Ambiguity, ...]:
        return tuple(one for one in self.ambiguities if wager in one.wagers)

    def ambiguity(self, id: str, section: Section) -> Ambiguity:
        alternatives = tuple(_alternative(*one) for one in section.sections("alternatives"))
        ambiguity = Ambiguity(
            id=id,
            asks=section.text("asks"),
            cite=section.text("cite"),
            default=section.text("default"),
            wagers=section.words("wagers"),
            tables=section.words("tables"),
            alternatives=alternatives,
        )
        section.done()
        return ambiguity

    def provisions(self, section: Section | None) -> dict[str, Provision]:
        found = {}
        for key, rules in RULES.items() if section else ():
            assert section is not None
            inner = section.section(key)
            if inner is not None:
                rule = inner.choice("rule", rules, "")
                found[key] = Provision(rule, inner.text("cite"), inner.text("note", ""))
                inner.done()
        if section is not None and section is not self.top and section.where.endswith("discretion"):
            section.done()
        return found

    def one_table(self) -> Iterator[OneTable]:
        for at, raw in enumerate(self.top.list("one_table"), start=1):
            section = Section(f"{self.top.where}.one_table[{at}]", raw)
            yield OneTable(section.words("wagers"), section.text("cite"))
            section.done()


def _row(where: str, raw: object, tables: int | None) -> RawRow:
    """Read a printed row; ``tables`` None takes one or more cells (a reading's row)."""
    remedy = 'write ["label", "sentence", pay, ...] with one pay per table'
    if not isinstance(raw, list) or len(raw) < 3:
        raise wrong(where, "a row has a label, a sentence and pays", remedy)
    label, text, *cells = raw
    if not isinstance(label, str) or not isinstance(text, str):
        raise wrong(where, "the label and the sentence are texts", remedy)
    where = f'{where} "{label}"'
    if tables is not None and len(cells) != tables:
        raise wrong(where, f"{len(cells)} pays for {tables} tables", remedy)
    if any(isinstance(cell, bool) or not isinstance(cell, int | str | Mapping) for cell in cells):
        raise wrong(where, "a pay is a whole number, a text or a table", remedy)
    return RawRow(label, text, cast(tuple[RawCell, ...], tuple(cells)))


def _alternative(name: str, section: Section) -> Alternative:
    def rows(key: str) -> tuple[RawRow, ...]:
        return tuple(
            _row(f"{section.where}.{key}[{at}]", raw, None)
            for at, raw in enumerate(section.list(key), start=1)
        )

    def placed(key: str) -> dict[str, tuple[RawRow, ...]]:
        holder = section.section(key)
        if holder is None:
            return {}
        found = {}
        for label in holder._data:
            found[label] = tuple(
                _row(f"{holder.where}.{label}[{at}]", raw, None)
                for at, raw in enumerate(holder.list(label), start=1)
            )
        return found

    alternative = Alternative(
        name=name,
        note=section.text("note"),
        events=section.texts("events"),
        rows=rows("rows"),
        strike=section.words("strike"),
        first=rows("first"),
        after=placed("after"),
        odds=_basis(section) if section.raw("odds") is not None else None,
        ends=cast(Ending, section.choice("ends", ("any-seven", "seven-out"), "any-seven"))
        if section.raw("ends") is not None
        else None,
    )
    section.done()
    return alternative


def _with_commission(
    wager: Wager, tables: tuple[str, ...], lowest: Fraction | None, highest: Fraction | None
) -> Wager:
    """Keep the commission tables that a variation names, within its own range of rates."""

    def narrowed(block: Block) -> Block:
        columns = [block.tables.index(table) for table in tables]
        rows = tuple(
            row._replace(cells=tuple(row.cells[at] for at in columns)) for row in block.rows
        )
        return block._replace(tables=tables, rows=rows)

    vigorish = {}
    for table in tables:
        if table in wager.vigorish:
            old = wager.vigorish[table]
            low, high = lowest or old.lowest, highest or old.highest
            rate = min(max(old.rate, low), high)
            vigorish[table] = old._replace(lowest=low, highest=high, rate=rate)
    return replace(wager, blocks=tuple(map(narrowed, wager.blocks)), vigorish=vigorish)


def _basis(section: Section) -> Basis:
    return "to" if section.choice("odds", ("to 1", "for 1"), "to 1") == "to 1" else "for"


def _placed(section: Section, make: Callable[[], Made]) -> Made:
    """Run a reader of ours and place its error at this section."""
    try:
        return make()
    except Unreadable as error:
        raise section.error(error.refusal.message, error.refusal.remedy) from None


def _unless_dash(reader: Callable[[str], Made]) -> Callable[[str], Made | None]:
    return lambda text: None if text == "-" else reader(text)
