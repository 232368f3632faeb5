"""A draft: an entry of the floor as a form asks for it, read by the reader of floor files.

The form of a table is a query, so that a draft can be looked at, kept and sent as an address: the
whole form, or only what differs from the floor on record (``draft=changes``), where ``drop`` names
what is offered no more. What it says is put into the entry's data, and nothing else of it changes:
the difference is small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, cast

from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook import Rulebook
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.spots import spot_text
from pitboss.table.floor.checking import problems_of
from pitboss.table.floor.reading import read_data
from pitboss.table.floor.records import BASE, EVERY, OPTIONAL, Floor, FloorTable
from pitboss.table.floor.setups import built, judged
from pitboss.table.floor.writing import entry_data, floor_data
from pitboss.table.setups.line import words_between
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.shape import spoken
from pitboss.table.setups.usual import usual_setup
from pitboss.table.setups.words import SETTINGS, with_words
from pitboss.web.words import words

WORDS = words["manager_tables"]
BOUNDS = ("minimum", "maximum")
CHANGES = "changes"
KEYS = {
    **{name: name for name in ("pit", "positions", "decks", "device", "size", "style", "seats")},
    **{name: name for name in ("sensors", "notice", "jurisdiction")},
    "vigorish_rate": "vigorish",
}
"""The fields of a setup that are a key of a table's entry each, and which."""
_change = cast(Callable[..., TableSetup], replace)
_WORD_OF = {field: key for key, field in SETTINGS.items()}


class Form:
    """What a form says: one text by name, or several."""

    def __init__(self, items: Iterable[tuple[str, str]] = ()) -> None:
        self.items: dict[str, list[str]] = {}
        for name, text in items:
            self.items.setdefault(name, []).append(text.strip())

    @property
    def filled(self) -> bool:
        """Whether a draft is meant at all."""
        return "draft" in self.items

    def text(self, name: str) -> str | None:
        """Return what a field says; None if the form has no such field."""
        given = self.items.get(name)
        return given[-1] if given else None

    def texts(self, name: str) -> list[str]:
        """Return everything that is ticked under a name."""
        return self.items.get(name, [])


class Draft(NamedTuple):
    """A table as it is asked for."""

    floor: Floor
    """The floor with the draft in it, as far as it could be read."""
    entry: FloorTable
    setup: TableSetup
    """By which edges are counted: of the entry that is kept, where the draft cannot be laid out."""
    problems: tuple[Refusal, ...]


def key_of(offer: Offer, offers: Iterable[Offer] = ()) -> str:
    """Return what an offer is called in forms and files: with its table where it has two.

    >>> key_of(Offer("pair", "1", game="golden-dragon"))
    'golden-dragon/pair'
    """
    path = f"{offer.game}/{offer.wager}" if offer.game else offer.wager
    twice = sum((one.game, one.wager) == (offer.game, offer.wager) for one in offers) > 1
    return f"{path}@{offer.table}" if twice else path


def new_entry(floor: Floor, id: str, game: str, book: Rulebook | None = None) -> FloorTable:
    """Return the entry of a table that is not on a floor yet: a demo deals it as its others.

    It offers what is usual at its game, but for what pays from a meter: no jackpot has it there.

    >>> floor = Floor(name="Ace", demo=True)
    >>> new_entry(floor, "8", "baccarat").cards, new_entry(floor, "9", "ez-baccarat").offers[-1]
    ('virtual', 'panda-8@1')
    """
    usual = usual_setup(game, book, currency=floor.currency)
    offers = zip(usual.names, usual.offers, strict=True)
    plain = [offer for name, offer in offers if usual.wagers[name].role != "progressive"]
    fewer = len(plain) < len(usual.offers)
    entry = FloorTable(
        id=id,
        game=game,
        cards="virtual" if floor.demo else "entered",
        offers=tuple(spot_text(one.wager, table=one.table) for one in plain) if fewer else (),
    )
    return replace(entry, pit=floor.tables[-1].pit) if floor.tables else entry


def whole(form: Form, present: TableSetup) -> Form:
    """Return a form that says only what differs with what is offered besides, as a setup has it."""
    if form.text("draft") != CHANGES:
        return form
    offers = {key_of(one, present.offers): one.table or "" for one in present.offers}
    dropped, more = form.texts("drop"), form.texts("offer")
    ticked = [key for key in offers if key not in dropped]
    filled = Form()
    filled.items = {f"table {key}": [table] for key, table in offers.items()} | form.items
    filled.items["offer"] = [*ticked, *(key for key in more if key not in ticked)]
    return filled


def draft_of(floor: Floor, kept: FloorTable, form: Form, book: Rulebook | None) -> Draft:
    """Return the table that a form asks for, and everything that is wrong with it."""
    present, _ = built(_with(floor, kept), kept, book)
    form = whole(form, present)
    data = floor_data(_with(floor, kept))
    problems: list[Refusal] = []
    if form.filled:
        entry = _edited(entry_data(kept), form, kept, present, problems)
        tables = cast(list[dict[str, object]], data["tables"])
        data["tables"] = [entry if one["id"] == kept.id else one for one in tables]
    reading = read_data(data)
    problems += map(_placed, reading.problems)
    if problems:
        return Draft(_with(floor, kept), kept, present, tuple(problems))
    entry_read = reading.floor.table(kept.id)
    setup, faults = judged(reading.floor, entry_read, book)
    if not faults and entry_read != kept:
        faults = list(problems_of(reading.floor, rulebook=book))  # its jackpots, and its pit
    refusals = tuple(one.refusal for one in faults)
    return Draft(reading.floor, entry_read, setup if _can_lie(setup) else present, refusals)


def _can_lie(setup: TableSetup) -> bool:
    """Say whether a setup can be laid out, whatever else is wrong with it."""
    try:
        return bool(setup.spots)
    except Unreadable:
        return False


def _placed(problem: Any) -> Refusal:
    """Return what is wrong with a key of the entry, without how a file would write it."""
    refusal: Refusal = problem.refusal
    label = WORDS["fields"].get(problem.key, spoken(problem.key))
    remedy, _, _ = refusal.remedy.partition("; for example ")
    return refusal._replace(message=f"{label}: {refusal.message}", remedy=remedy)


def _with(floor: Floor, entry: FloorTable) -> Floor:
    """Return a floor with an entry in its place, or behind the others."""
    if any(table.id == entry.id for table in floor.tables):
        tables = tuple(entry if one.id == entry.id else one for one in floor.tables)
        return replace(floor, tables=tables)
    return replace(floor, tables=(*floor.tables, entry))


# --- the entry's data ---


def _edited(
    data: dict[str, Any], form: Form, kept: FloorTable, present: TableSetup, wrong: list[Refusal]
) -> dict[str, Any]:
    """Return the data of an entry with what a form says otherwise."""
    offered = [key_of(one, present.offers) for one in present.offers]
    wanted = {key: form.text(f"table {key}") or "" for key in form.texts("offer")}
    tables = {key: one.table for key, one in zip(offered, present.offers, strict=True)}
    changed = {key: table or tables.get(key) for key, table in wanted.items()} != tables
    if changed:
        data = {key: value for key, value in data.items() if key not in ("offers", "also")}
        data |= _offering(present, wanted)
    names = [key for key in offered if key in wanted]
    names += [key for key in wanted if key not in names]
    spelled = {_name(present, key): key for key in offered}
    data = _limited(data, form, spelled, names)
    data = _by_wager(data, "readings", spelled, dict(_readings(form, names)), names)
    chosen = {key: one.suits or "" for key, one in zip(offered, present.offers, strict=True)}
    suits = {
        key: text
        for key in names
        if (text := form.text(f"suits {key}")) is not None and text != chosen.get(key)
    }
    data = _by_wager(data, "suits", spelled, suits, names)
    for field, key in KEYS.items():
        text = form.text(field)
        if text is not None and text != shown_value(present, field):
            data = _set(data, key, text)
    if (approval := form.text("approval")) is not None and approval != kept.approval:
        data = _set(data, "approval", approval)
    return _phrased(data, form, kept, present, wrong)


def _set(data: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    rest = {name: one for name, one in data.items() if name != key}
    return rest | ({key: value} if value else {})


def _offering(present: TableSetup, wanted: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the keys that offer wagers: those beside the usual ones, where all of these stay."""
    usual = usual_setup(present.game, present.rulebook, currency=present.currency)
    tables = {key_of(one): one.table for one in usual.offers}
    rest = [key for key in wanted if key not in tables]
    named = {key: key if "@" in key else spot_text(key, table=wanted[key] or None) for key in rest}
    if all(wanted.get(key, "-") in (table, "") for key, table in tables.items()):
        return {"also": list(named.values())} if rest else {}
    own = [spot_text(key, table=wanted[key] or tables[key]) for key in tables if key in wanted]
    return {"offers": [*own, *named.values()]}


def _name(present: TableSetup, key: str) -> str:
    return present.name_of(key if key in present.names else _without_own(present, key))


def _without_own(present: TableSetup, key: str) -> str:
    return key if "/" in key or key in present.names else f"{present.game}/{key}"


def _limited(
    data: dict[str, Any], form: Form, spelled: Mapping[str, str], names: list[str]
) -> dict[str, Any]:
    """Return the data with the limits that a form gives: an empty field is as the wider says."""
    limits = {
        whose: dict(value) if isinstance(value, dict) else value
        for whose, value in data.get("limits", {}).items()
    }
    limits = {spelled.get(whose, whose): value for whose, value in limits.items()}
    for whose in (BASE, OPTIONAL, *names):
        for bound in BOUNDS:
            text = form.text(f"{bound} {whose}")
            if text is None:
                continue
            inner = limits.setdefault(whose, {})
            inner.pop(bound, None)
            inner |= {bound: text} if text else {}
    plain = (*BOUNDS, "differential", "aggregate", BASE, OPTIONAL, EVERY, *names)
    limits = {whose: one for whose, one in limits.items() if one != {} and whose in plain}
    if (differential := form.text("differential_cents")) is not None:
        limits = _set(limits, "differential", differential)
    return _aggregated(_set(data, "limits", limits), form, spelled, names)


def _aggregated(
    data: dict[str, Any], form: Form, spelled: Mapping[str, str], names: list[str]
) -> dict[str, Any]:
    given = data.get("aggregate", {})
    table = dict(given) if isinstance(given, dict) else {EVERY: given}
    table = {spelled.get(whose, whose): value for whose, value in table.items()}
    for whose in (EVERY, *names):
        text = form.text(f"aggregate {whose}")
        if text is not None:
            table = _set(table, whose, text)
    table = {whose: one for whose, one in table.items() if whose in (EVERY, OPTIONAL, *names)}
    return _set(data, "aggregate", table)


def _readings(form: Form, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for key in names:
        fields = [name for name in form.items if name.startswith(f"reading {key} ")]
        chosen = [form.items[name][-1] for name in fields]
        if fields:
            yield key, "+".join(one for one in chosen if one and one != DEFAULT)


def _by_wager(
    data: dict[str, Any],
    key: str,
    spelled: Mapping[str, str],
    given: Mapping[str, str],
    names: list[str],
) -> dict[str, Any]:
    """Return the data with a word for each wager that is offered."""
    before = {spelled.get(whose, whose): one for whose, one in data.get(key, {}).items()}
    after = {whose: one for whose, one in {**before, **given}.items() if one and whose in names}
    return _set(data, key, after)


# --- the other settings ---


def shown_value(setup: TableSetup, field: str) -> str:
    """Return a setting as a form shows it.

    >>> from pitboss.table.setups.usual import usual_setup
    >>> shown_value(usual_setup("baccarat"), "tokes"), shown_value(usual_setup("baccarat"), "decks")
    ('yes', '8')
    """
    value = getattr(setup, field)
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    usual = _change(setup, **{field: None if field == "vigorish_rate" else _other(value)})
    clause = words_between(usual, setup)
    return clause.removeprefix(f"{_WORD_OF[field]} ").strip('"')


def _other(value: object) -> object:
    return value + 1 if isinstance(value, int) else "none-of-these"


def _phrased(
    data: dict[str, Any], form: Form, kept: FloorTable, present: TableSetup, wrong: list[Refusal]
) -> dict[str, Any]:
    """Return the data with phrases for the settings that have no key of their own."""
    phrases = list(kept.discretion)
    for field, word in _WORD_OF.items():
        text = form.text(field)
        if text is None or field in (*KEYS, "differential_cents"):
            continue
        if text == shown_value(present, field):
            continue
        clause = f"{word} {text}" if text else f"no {word}"
        try:
            with_words(present, clause)
        except Unreadable as error:
            wrong.append(error.refusal)
            continue
        phrases = [one for one in phrases if not _sets(one, word)]
        usual = built_without(kept, present, phrases)
        if shown_value(usual, field) != text:
            phrases.append(clause)
    return _set(data, "discretion", phrases)


def built_without(kept: FloorTable, present: TableSetup, phrases: list[str]) -> TableSetup:
    """Return what settings are without the phrases of an entry, but these."""
    setup = usual_setup(kept.game, present.rulebook, currency=present.currency)
    for clause in phrases:
        try:
            setup = with_words(setup, clause)
        except Unreadable:
            continue  # a phrase of wagers, which changes no setting
    return setup


def _sets(phrase: str, word: str) -> bool:
    return phrase.removeprefix("no ") == word or phrase.startswith(f"{word} ")
