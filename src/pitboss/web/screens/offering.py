"""The offers of a draft: every wager that may stand at the table, with its exact edge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.analysis import analyse_table
from pitboss.refusals import Unreadable
from pitboss.rulebook import Game, PayTable, Wager
from pitboss.rulebook.beside import beside_fault, standing_of
from pitboss.rulebook.pays import percent
from pitboss.rulebook.tables import On
from pitboss.settle.bets import House
from pitboss.settle.legality import table_fault
from pitboss.table.arguments import dollars
from pitboss.table.floor.records import BASE, EVERY, OPTIONAL, FloorTable, Limit
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.usual import first_table
from pitboss.web.felt.pays import pay_words
from pitboss.web.screens.called import called
from pitboss.web.screens.drafts import BOUNDS, Form, key_of
from pitboss.web.words import words

WORDS = words["manager_tables"]
ROLES = ("base", "optional", "progressive")


class Column(NamedTuple):
    """A pay table that may be chosen."""

    id: str
    edge: str
    why_not: str = ""
    pays: str = ""


class Row(NamedTuple):
    """A wager of the list: what is asked for, what it costs the players, by what right."""

    key: str
    name: str
    offered: bool
    table: str
    columns: tuple[Column, ...]
    limits: Mapping[str, str]
    """What the form says, by bound; empty where the wider limits hold."""
    wider: Mapping[str, str]
    unit: str
    edge: str
    was: str
    """The edge by the floor as it is, where that was another."""
    cite: str
    right: str
    why_not: str = ""
    base: bool = False
    changed: bool = False


class Rows(NamedTuple):
    """Wagers of one kind, or of another game."""

    title: str
    role: str
    """Whose limits may be given for all of them; empty for wagers of other games."""
    rows: tuple[Row, ...]
    why_not: str = ""


# --- edges ---


@lru_cache(maxsize=4096)
def edge_text(table: PayTable, decks: int, rate: object) -> str:
    """Return the exact edge of a pay table to a hundredth of a percent; of a jackpot, its even."""
    counted = analyse_table(table, shoe=Shoe.of(decks), vigorish=rate)  # type: ignore[arg-type]
    if counted.edge is not None:
        edge = percent(counted.edge, 2)
        return edge if counted.edge >= 0 else str(WORDS["edge_lost"]).format(edge=edge)
    jackpot = counted.progressive
    if jackpot is not None and jackpot.break_even_cents is not None:
        return str(WORDS["even_at"]).format(amount=jackpot.break_even)
    return str(WORDS["edge_unknown"])


def edges_of(setup: TableSetup) -> dict[str, str]:
    """Return the edges of what a setup offers, by name; of two hands, that of each."""
    found: dict[str, dict[On, str]] = {}
    for (name, on), table in setup.spots.items():
        edge = edge_text(table, setup.shoe_decks, setup.vigorish_rate)
        found.setdefault(name, {})[on] = edge
    return {name: edge_by_choice(edges) for name, edges in found.items()}


def edge_by_choice(edges: Mapping[On, str]) -> str:
    r"""Return the edges of what a wager is bet on, each with its name unless all are one.

    >>> edge_by_choice({"player": "2.65%", "banker": "9.37%"})
    'Player\xa02.65%, Banker\xa09.37%'
    >>> edge_by_choice({1: "2.65%", 2: "2.65%"})
    '2.65%'
    """
    if len(set(edges.values())) == 1:
        return next(iter(edges.values()))
    named = (f"{str(on).capitalize()}\N{NO-BREAK SPACE}{edge}" for on, edge in edges.items())
    return ", ".join(named)


def pay_table_name(setup: TableSetup, offer: Offer) -> str:
    """Return a pay table as people choose it: by what it pays, and its id where there are others.

    >>> from pitboss.table.setups.usual import usual_setup
    >>> setup = usual_setup("ez-baccarat")
    >>> [pay_table_name(setup, offer) for offer in setup.offers[1:4]]
    ['1 to 1', '8 to 1', '40 to 1']
    """
    wager = setup.rulebook.game(offer.game or setup.game).wager(offer.wager)
    table = offer.table or wager.tables[0]
    pays = pays_at(wager, table, setup)
    return f"{table}, {pays}" if len(wager.tables) > 1 else pays


def pays_at(wager: Wager, table: str, setup: TableSetup) -> str:
    """Return what a pay table pays in the few words of a felt."""
    return pay_words(wager.open(table, on=wager.places(table)[0]), setup.vigorish_rate)


def edge_at(wager: Wager, table: str, setup: TableSetup, reading: str = "default") -> str:
    """Return the edge of a wager at a pay table, at this setup's decks and vigorish."""
    opened = {on: wager.open(table, on=on, reading=reading) for on in wager.places(table)}
    edges = {
        on: edge_text(one, setup.shoe_decks, setup.vigorish_rate) for on, one in opened.items()
    }
    return edge_by_choice(edges)


# --- the list ---


def offering(
    kept: FloorTable,
    before: TableSetup,
    setup: TableSetup,
    form: Form,
    meters: Collection[str] = (),
) -> list[Rows]:
    """Return every wager that can be ticked: the game's own by kind, then those of other games.

    ``meters`` are the wagers, with their games, that jackpots of the floor have at the table.
    """
    lister = _Lister(kept, before, setup, form, meters)
    return [*lister.own(), *lister.others()]


class _Lister:
    def __init__(
        self,
        kept: FloorTable,
        before: TableSetup,
        setup: TableSetup,
        form: Form,
        meters: Collection[str],
    ) -> None:
        self.kept, self.before, self.setup, self.form = kept, before, setup, form
        self.meters = meters
        self.game: Game = setup.rulebook.game(setup.game)
        self.offers = {key_of(one, setup.offers): one for one in setup.offers}
        self.old = {key_of(one, before.offers): one for one in before.offers}
        self.edges, self.edges_before = _by_key(setup), _by_key(before)
        self.narrow = dict(_narrow(before if form.filled else setup, kept))

    def own(self) -> Iterator[Rows]:
        wagers = self.game.wagers
        for role in ROLES:
            rows = [
                row
                for id, wager in wagers.items()
                if wager.role == role
                for row in self.rows(id, wager)
            ]
            if rows or role == "optional":  # those of other games have the same limits
                yield Rows(WORDS["roles"][role], _ROLE_LIMITS[role], tuple(rows))

    def others(self) -> Iterator[Rows]:
        """Yield the games of the same kind, and why nothing comes from those of another."""
        for game in self.setup.rulebook:
            if game.id == self.game.id:
                continue
            wagers = [one for one in game.own.values() if one.role != "base"]
            foreign = next(
                (beside_fault(self.game, one, self.setup.beside) for one in wagers), None
            )
            if foreign is not None:
                told = called(foreign, self.setup)
                yield Rows(game.name, "", (), f"{told.message} [{told.cite}]")
                continue
            rows = [row for one in wagers for row in self.rows(one.path, one)]
            if rows:
                yield Rows(WORDS["from"].format(game=game.name), "", tuple(rows))

    def rows(self, path: str, wager: Wager) -> Iterator[Row]:
        """Yield the rows of a wager: one, or one for each time that it is offered."""
        keys = [key for key in {**self.old, **self.offers} if key.partition("@")[0] == path]
        for key in keys or [path]:
            yield self.row(key, wager)

    def row(self, key: str, wager: Wager) -> Row:
        offer, old = self.offers.get(key), self.old.get(key)
        owner = self.setup.rulebook.game(wager.game)
        first = first_table(owner, wager, self.setup.currency)
        table = self.form.text(f"table {key}") or (offer or old or Offer("", first)).table or ""
        table = table or wager.tables[0]
        columns = tuple(self.column(wager, one) for one in wager.tables)
        chosen = next((one for one in columns if one.id == table), columns[0])
        why_not = "" if first or offer else (chosen.why_not or WORDS["no_pay"])
        if wager.role == "progressive" and wager.path not in self.meters and not (offer or old):
            why_not = WORDS["no_meter"]
        unit = wager.block_of(chosen.id).unit
        edge = self.edges.get(key) or chosen.edge
        return Row(
            key=key,
            name=wager.name,
            offered=key in self.form.texts("offer") if self.form.filled else offer is not None,
            table=chosen.id,
            columns=(chosen,) if "@" in key else columns,
            limits={bound: self.limit(bound, key) for bound in (*BOUNDS, "aggregate")},
            wider={bound: self.wider(bound, wager) for bound in (*BOUNDS, "aggregate")},
            unit="" if unit is None else dollars((offer and offer.unit_cents) or unit.cents),
            edge=edge,
            was=_other(self.edges_before.get(key), edge) if offer else "",
            cite=wager.cite_of(chosen.id),
            right=self.right(wager),
            why_not=why_not,
            base=wager.role == "base",
            changed=offer != old,
        )

    def column(self, wager: Wager, table: str) -> Column:
        opened = wager.open(table, on=wager.places(table)[0])
        fault = table_fault(opened, House())
        try:
            edge = edge_at(wager, table, self.setup)
        except Unreadable:
            edge = str(WORDS["edge_unknown"])
        if fault is None and opened.unit and opened.unit.currency != self.setup.currency:
            return Column(table, edge, WORDS["other_currency"].format(money=opened.unit.currency))
        pays = pay_words(opened, self.setup.vigorish_rate)
        return Column(table, edge, "" if fault is None else fault.message, pays)

    def right(self, wager: Wager) -> str:
        standing = standing_of(self.game, wager, self.setup.jurisdiction)
        words_of = WORDS["rights"][standing.right]
        return str(words_of).format(cite=standing.cite or "")

    def limit(self, bound: str, key: str) -> str:
        said = self.form.text(f"{bound} {key}")
        return self.narrow.get((bound, key), "") if said is None else said

    def wider(self, bound: str, wager: Wager) -> str:
        return wide_limit(self.kept, self.form, bound, _ROLE_LIMITS[wager.role])


_ROLE_LIMITS = {"base": BASE, "optional": OPTIONAL, "progressive": OPTIONAL}


def wide_limit(kept: FloorTable, form: Form, bound: str, role: str) -> str:
    """Return the limit that a form or the entry has for a kind of wager, or for all."""
    if bound == "aggregate" and role == BASE:
        return ""
    for whose in (role, EVERY):
        said = form.text(f"{bound} {whose}")
        said = dict(_wide(kept)).get((bound, whose), "") if said is None else said
        if said:
            return said
    return ""


def _wide(kept: FloorTable) -> Iterator[tuple[tuple[str, str], str]]:
    for limit in _limits(kept):
        if limit.wager in (BASE, OPTIONAL, EVERY):
            yield (limit.bound, limit.wager), dollars(limit.cents)


def _narrow(setup: TableSetup, kept: FloorTable) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the limits of single wagers, by the keys that forms have for them."""
    keys = dict(zip(setup.names, (key_of(one, setup.offers) for one in setup.offers), strict=True))
    for limit in _limits(kept):
        name = setup.name_of(limit.wager)
        if name in keys:
            yield (limit.bound, keys[name]), dollars(limit.cents)


def _limits(kept: FloorTable) -> Iterable[Limit]:
    return (*kept.limits, *kept.aggregate)


def _by_key(setup: TableSetup) -> dict[str, str]:
    edges = edges_of(setup)
    keys = (key_of(one, setup.offers) for one in setup.offers)
    return {key: edges.get(name, "") for key, name in zip(keys, setup.names, strict=True)}


def _other(before: str | None, now: str) -> str:
    return before if before and before != now else ""
