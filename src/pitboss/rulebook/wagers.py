"""Games and wagers: who offers what, on which paragraph, with which pay tables and readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from pitboss.games.cards import SUITS
from pitboss.lazily import Lazily
from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook.events import Events
from pitboss.rulebook.jackpots import Jackpot
from pitboss.rulebook.panels import PLAIN, Panel
from pitboss.rulebook.pays import ABSENT, Basis, Cell, Money, read_money, read_pay
from pitboss.rulebook.provisions import (
    Cutting,
    Decks,
    Jurisdiction,
    Minimum,
    OneTable,
    Provision,
    Rates,
    Reporting,
    Vigorish,
)
from pitboss.rulebook.readings import DEFAULT, Alternative, Ambiguity, Draft, RawCell, RawRow
from pitboss.rulebook.spots import read_spot, spot_text
from pitboss.rulebook.tables import On, PayRow, PayTable

if TYPE_CHECKING:
    from pitboss.games.craps import Ending

Role = Literal["base", "optional", "progressive"]


class Block(NamedTuple):
    """Pay tables printed side by side: one line per row, one column per table."""

    tables: tuple[str, ...]
    rows: tuple[RawRow, ...]
    unit: Money | None = None
    seats: tuple[int, ...] = ()
    suits: str = ""
    decks: int | None = None
    incomplete: str = ""
    note: str = ""
    operator: bool = False
    """Whether an operator's own file supplies it, rather than the regulation."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Wager:
    """Something that can be bet: its pay tables, where it may stand, and its readings."""

    id: str
    game: str
    kind: str
    name: str
    cite: str
    role: Role
    on: tuple[str, ...]
    """The hands it can be placed on, ``("seat",)``, or nothing."""
    odds: Basis
    ends: Ending
    pays_at_end: bool
    blocks: tuple[Block, ...]
    events: Events
    """Every event that its sentences may name."""
    cites: Mapping[str, str] = field(default_factory=dict)
    """Paragraphs of single pay tables, where they differ from the wager's."""
    summary: str = ""
    approval: str = ""
    ambiguities: tuple[Ambiguity, ...] = ()
    discretion: Mapping[str, Provision] = field(default_factory=dict)
    vigorish: Mapping[str, Vigorish] = field(default_factory=dict)
    written_approval: Mapping[str, str] = field(default_factory=dict)
    """The pay tables that need the regulator's written approval, each with its paragraph."""
    minimum: Minimum | None = None
    rates: Mapping[str, Rates] = field(default_factory=dict)
    jackpot: Jackpot | None = None
    panel: Panel = PLAIN
    """The buttons by which a hit of its jackpot is called and paid."""
    acknowledged: Mapping[str, str] = field(default_factory=dict)
    below_minimum: Mapping[str, str] = field(default_factory=dict)
    """The operator's pay tables that undercut the minimum odds, and where they do."""

    def __repr__(self) -> str:
        return f"<Wager {self.path}>"

    @property
    def path(self) -> str:
        """The id with its game, such as ``eternal-baccarat/sun-7``."""
        return f"{self.game}/{self.id}"

    @cached_property
    def tables(self) -> tuple[str, ...]:
        """The ids of its pay tables, in the order printed."""
        return tuple(table for block in self.blocks for table in block.tables)

    def cite_of(self, table: str) -> str:
        """Return the paragraphs that a pay table stands on."""
        return self.cites.get(table, self.cite)

    @property
    def by_seat(self) -> bool:
        """Whether the seat decides what it pays."""
        return self.on == ("seat",)

    @property
    def sensor(self) -> Provision | None:
        """By what its stakes are taken from their sensors before the deal; None if they lie."""
        return self.discretion.get("sensors") if self.role == "progressive" else None

    def block_of(self, table: str) -> Block:
        """Return the printed block that holds a pay table."""
        for block in self.blocks:
            if table in block.tables:
                return block
        raise unreadable(
            "unknown-table",
            f'{self.path} has no pay table "{table}"',
            did_you_mean(table, self.tables),
            self.cite,
        )

    def places(self, table: str) -> tuple[On, ...]:
        """Return what a bet on this table may stand on; ``(None,)`` if nothing in particular."""
        if self.by_seat:
            return self.block_of(table).seats
        return self.on or (None,)

    def alternatives(self, table: str) -> Iterator[tuple[Ambiguity, Alternative]]:
        """Yield the readings that change what this table pays."""
        for ambiguity in self.ambiguities:
            if ambiguity.reaches(table):
                for alternative in ambiguity.alternatives:
                    if alternative.changes_pays:
                        yield ambiguity, alternative

    def readings(self, table: str) -> tuple[str, ...]:
        """Return the names of the readings of a table, the default first."""
        return (DEFAULT, *(alternative.name for _, alternative in self.alternatives(table)))

    def reading_names(self, table: str) -> tuple[str, ...]:
        """Return every name that ``reading`` understands, the names of defaults included."""
        defaults = (
            one.default for one in self.ambiguities if one.reaches(table) and one.alternatives
        )
        return (*self.readings(table), *defaults)

    def open(
        self,
        table: str | None = None,
        *,
        on: On = None,
        reading: str = DEFAULT,
        suits: str | None = None,
    ) -> PayTable:
        """Open a pay table for a bet on a hand or seat, under a reading (names joined by commas).

        Without ``table`` the first one is opened; by seat, without ``on``, the first seat; without
        ``suits``, or with none, the table's default. A table without suit-specific rows has no use
        for them.
        """
        return _open(self, table or self.tables[0], on, reading, suits)

    def place(self, table: str, on: On) -> On:
        """Check what a bet stands on; a seat that is not given is the layout's first."""
        places = self.places(table)
        if self.by_seat and on is None:
            return places[0]
        if on in places:
            return on
        if places == (None,):
            raise unreadable(
                "not-on-a-hand",
                f"{self.path} is not placed on a hand or seat",
                f'bet on "{self.id}" without ":{on}"',
                self.cite,
            )
        choices = ", ".join(f"{self.id}:{place}" for place in places)
        if self.by_seat:
            raise unreadable(
                "no-such-seat",
                f"the layout of {self.path} table {table} has no seat {on}",
                f"choose one of {choices}",
                self.cite,
            )
        raise unreadable(
            "hand-not-named" if on is None else "unknown-hand",
            f"{self.path} is placed on a hand" + (f', not on "{on}"' if on is not None else ""),
            f"say which: {choices}",
            self.cite,
        )

    def chosen(self, table: str, reading: str) -> tuple[tuple[Ambiguity, Alternative], ...]:
        """Find the alternatives that a reading names; naming a default changes nothing."""
        found: list[tuple[Ambiguity, Alternative]] = []
        for name in _names(reading):
            matches = [pair for pair in self.alternatives(table) if pair[1].name == name]
            if name not in self.reading_names(table):
                whose = f"{self.path} table {table} has no"
                raise no_such_reading(name, whose, [(self, table)])
            found += matches
        ids = [ambiguity.id for ambiguity, _ in found]
        for clash in {one for one in ids if ids.count(one) > 1}:
            raise unreadable(
                "readings-exclude-each-other",
                f'"{reading}" takes the {clash} question in two ways',
                "name one of them",
            )
        return tuple(found)

    def _draft(self, table: str, reading: str) -> Draft:
        block = self.block_of(table)
        column = block.tables.index(table)
        rows = tuple(RawRow(row.label, row.text, (row.cells[column],)) for row in block.rows)
        draft = Draft(rows, self.odds, self.ends, self.events)
        for ambiguity, alternative in self.chosen(table, reading):
            draft = alternative.over(draft, table, ambiguity.tables or self.tables)
        return draft


def no_such_reading(name: str, whose: str, tables: Iterable[tuple[Wager, str]]) -> Unreadable:
    """Build the refusal of a reading that these pay tables do not have, though others may."""
    asked = tuple(tables)
    known = dict.fromkeys(word for wager, table in asked for word in wager.reading_names(table))
    having = [
        spot_text(wager.id, None, table)
        for wager in dict.fromkeys(wager for wager, _ in asked)
        for table in wager.tables
        if name in wager.reading_names(table)
    ]
    remedy = did_you_mean(name, known)
    if having:
        remedy = f"{', '.join(having)} {'has' if len(having) == 1 else 'have'} it; {remedy}"
    return unreadable("unknown-reading", f'{whose} reading "{name}"', remedy)


@lru_cache(maxsize=4096)
def _open(wager: Wager, table: str, on: On, reading: str, suits: str | None) -> PayTable:
    block = wager.block_of(table)
    place = wager.place(table, on)
    draft = wager._draft(table, reading)
    chosen_suits = _chosen_suits(wager, table, suits)
    bindings: dict[str, str | int | tuple[int, ...]] = {
        "in_chosen_suits": tuple(SUITS.index(suit) for suit in chosen_suits)
    }
    if place is not None:
        bindings["seat" if wager.by_seat else "hand"] = place
    rows = []
    for row in draft.rows:
        try:
            cell = read_cell(row.cells[0], draft.odds)
            sentence = draft.events.sentence(row.text, bindings)
        except Unreadable as error:
            raise unreadable(
                error.refusal.code,
                f'table {table}, row "{row.label}": {error.refusal.message}',
                error.refusal.remedy,
            ) from None
        if cell.pay != ABSENT:
            rows.append(PayRow(row.label, sentence, cell))
    names = [alternative.name for _, alternative in wager.chosen(table, reading)]
    return PayTable(
        wager=wager,
        id=table,
        on=place,
        reading=",".join(names) or DEFAULT,
        rows=tuple(rows),
        ends=draft.ends,
        unit=block.unit,
        suits=chosen_suits,
        incomplete=block.incomplete,
        vigorish=wager.vigorish.get(table),
    )


def read_cell(raw: RawCell, odds: Basis) -> Cell:
    """Read one cell of a catalog file."""
    if not isinstance(raw, Mapping):
        return Cell(pay=read_pay(raw, odds))
    pays, charged = raw.get("pays"), raw.get("vigorish")
    dealer, player = raw.get("dealer_envy", "-"), raw.get("player_envy", "-")
    if (
        set(raw) - {"pays", "dealer_envy", "player_envy", "vigorish"}
        or isinstance(pays, bool)
        or not isinstance(pays, int | str)
        or not isinstance(dealer, str)
        or not isinstance(player, str)
        or charged not in (None, "win", "stake")
    ):
        raise unreadable(
            "bad-pay",
            f"{{ {', '.join(raw)} }} is not a cell",
            'write { pays = "100%", dealer_envy = "$200" }; the keys are pays (a whole number or a '
            'text), dealer_envy, player_envy (texts), vigorish ("win" or "stake")',
        )
    return Cell(
        pay=read_pay(pays, odds),
        dealer_envy=_envy(dealer),
        player_envy=_envy(player),
        vigorish=charged,  # type: ignore[arg-type]  # one of the three words checked above
    )


def _envy(text: str) -> Money | None:
    return None if text == "-" else read_money(text)


def _chosen_suits(wager: Wager, table: str, suits: str | None) -> str:
    """Return the licensee's suits for a table: as many as it has by default, or these."""
    default = _read_suits(wager.block_of(table).suits)
    chosen = _read_suits(suits) if suits and default else default
    if len(chosen) != len(default):
        count = "one suit" if len(default) == 1 else f"{len(default)} suits"
        raise unreadable(
            "wrong-number-of-suits",
            f'{wager.path} table {table} has {count} to choose, not "{suits}"',
            f'choose {count}, such as "{default}"',
            wager.cite_of(table),
        )
    return chosen


def _read_suits(text: str) -> str:
    letters = text.lower()
    if set(letters) - set(SUITS):
        raise unreadable(
            "unknown-suit", f'"{text}" is not a choice of suits', "use letters of c d h s"
        )
    return "".join(suit for suit in SUITS if suit in letters)


def _names(reading: str) -> Iterable[str]:
    return [name.strip() for name in reading.split(",") if name.strip()] or [DEFAULT]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Game:
    """A game or variation: its wagers, and what the section leaves to the licensee."""

    id: str
    name: str
    kind: str
    cite: str
    sources: tuple[str, ...]
    summary: str
    own: Mapping[str, Wager]
    inherited: Mapping[str, Wager]
    discretion: Mapping[str, Provision]
    ambiguities: tuple[Ambiguity, ...]
    one_table: tuple[OneTable, ...] = ()
    decks: Decks | None = None
    cutting: Cutting | None = None
    reporting: Reporting | None = None
    jurisdictions: Mapping[str, Jurisdiction] = field(default_factory=dict)
    defined_only: tuple[str, ...] = ()
    """What the section defines without rules of play or pays: listed, not playable."""
    beside: Mapping[str, Wager] = field(default_factory=dict)
    """At a table: wagers of other games, and own ones that are offered twice, by name there."""

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    @cached_property
    def wagers(self) -> Mapping[str, Wager]:
        """Every wager that can be made here: inherited base wagers, the game's own, and others."""
        names = dict.fromkeys((*self.inherited, *self.own, *self.beside))
        return Lazily({name: partial(self._wager, name) for name in names})

    def _wager(self, name: str) -> Wager:
        return next(one[name] for one in (self.beside, self.own, self.inherited) if name in one)

    @cached_property
    def seat_wager(self) -> Wager | None:
        """The wager that goes by the position numbers printed on the layout, if there is one."""
        return next((wager for wager in self.wagers.values() if wager.by_seat), None)

    @cached_property
    def position_numbers(self) -> tuple[int, ...]:
        """The numbers printed on the layout where a wager goes by them, of its largest layout."""
        blocks = self.seat_wager.blocks if self.seat_wager else ()
        return max((block.seats for block in blocks), key=len, default=())

    def wager(self, id: str) -> Wager:
        """Return a wager by its id."""
        found = self.wagers.get(id)
        if found is None:
            raise unreadable(
                "unknown-wager",
                f'{self.id} has no wager "{id}"',
                did_you_mean(id, self.wagers),
                self.cite,
            )
        return found

    def open(self, spot: str, *, reading: str = DEFAULT, suits: str | None = None) -> PayTable:
        """Open the pay table that ``WAGER[:HAND or SEAT][@TABLE]`` names; the first without @."""
        name = read_spot(spot).refusing("position")
        return self.wager(name.wager).open(name.table, on=name.on, reading=reading, suits=suits)

    def with_wagers(self, added: Mapping[str, Wager]) -> Game:
        """Return the game with wagers added or replaced."""
        return replace(self, own={**self.own, **added})
