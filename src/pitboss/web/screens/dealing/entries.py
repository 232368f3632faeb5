"""What a dealer fills in: a form for each command of the menus, made from how a line is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.games.cards import DECK
from pitboss.house.people.proofs import name_fields
from pitboss.jackpot.names import jackpot_name
from pitboss.refusals import Refusal
from pitboss.table.arguments import KINDS
from pitboss.table.due import NAMES
from pitboss.table.engine import decide
from pitboss.table.forms import Form, Option, Slot, defaults_of
from pitboss.table.procedures import rule_28
from pitboss.table.state import Table
from pitboss.table.steps import FORMS, TRIALS, VERBS, Command
from pitboss.table.steps.betting import PlaceBet
from pitboss.table.steps.closing import CallFreeHand
from pitboss.table.steps.corrections import CloseDispute, CorrectCard, OpenDispute
from pitboss.table.steps.craps import CallNoRoll
from pitboss.table.steps.cups import HandCup, SpillDice
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.duties import (
    WAIVABLE,
    Accommodate,
    InspectDevice,
    NotifySurveillance,
    StartDay,
)
from pitboss.table.steps.errors import DealInError, RunDry, VoidRound
from pitboss.table.steps.hits import ConfirmHit, HitJackpot, WaiveJackpot
from pitboss.table.steps.inspection import BreakSeal, InspectCards, ReplaceCards, VerifyCards
from pitboss.table.steps.opening import CloseTable
from pitboss.table.steps.panel import GiveBackProgressives, LoseLink, RestoreLink
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from pitboss.table.steps.ratings import EndRating, RatePlayer
from pitboss.table.steps.registry import DECIDERS, SUPERVISOR
from pitboss.table.steps.shifts import CloseShift
from pitboss.table.steps.shoes import StopForWantOfPlay
from pitboss.table.steps.shuffling import OrderRecut
from pitboss.table.steps.tray import AdjustBet, CountTray, CreditTray, EmptyBox, FillTray
from pitboss.table.steps.variances import ExplainVariance
from pitboss.web.drawing.names import card_name
from pitboss.web.screens.dealing.names import spot_choices, with_names
from pitboss.web.screens.dealing.step import dialog_of, fitting, last_entered
from pitboss.web.words import words

WORDS = words["dealer"]
Choices = tuple[tuple[str, str], ...]
"""What may be chosen: as a line writes it, and as people call it."""

Trial = Callable[[Table], Iterable[Command]]


def _void(*, shuffle: bool) -> Trial:
    """Return how a round is voided, or the cards shuffled again."""
    return lambda _: [VoidRound(SUPERVISOR, "a reason", shuffle)]


def _signed(kind: type[HitJackpot | WaiveJackpot]) -> Trial:
    """Return what a supervisor may sign for, at each jackpot of a table."""
    return lambda table: [kind(link.jackpot, SUPERVISOR, "a reason") for link in table.panel.links]


class Entry(NamedTuple):
    """A command that a menu offers."""

    kind: type
    cite: str = ""
    always: tuple[str, ...] = ()
    """Options that are always said."""
    tried: Trial | None = None
    """What tells whether it may be given now, where the usual trials leave an option out."""
    fitted: tuple[str, ...] = ()
    """Fields of which only what would be accepted now can be chosen."""
    name: str = ""
    """What its words stand under, if not under its kind: of a second use of a command."""
    game: str = ""
    """The kind of game that has it, if not every one that has the command."""


IRREGULAR = (
    Entry(DealInError, "30-2816(1), (2)"),
    Entry(CorrectCard, fitted=("hand", "place")),
    Entry(DealCard, "30-2816(3)", ("face_up_in_shoe",)),
    Entry(RunDry, "30-2816(4)"),
    Entry(SpillDice),
    Entry(CallNoRoll),
    Entry(VoidRound, tried=_void(shuffle=False)),
    Entry(
        VoidRound,
        "30-2802(25)",
        ("shuffle",),
        _void(shuffle=True),
        name="ShuffleUp",
        game="baccarat",
    ),
    Entry(OpenDispute, "30-2815(4)", fitted=("position",)),
    Entry(CloseDispute, "30-2815(4)"),
    Entry(OrderRecut, "30-2810(5)"),
    Entry(HitJackpot, "", ("jackpot", "supervisor", "reason"), _signed(HitJackpot)),
    Entry(WaiveJackpot, tried=_signed(WaiveJackpot)),
    Entry(GiveBackProgressives),
    Entry(LoseLink),
    Entry(RestoreLink),
)
"""What goes wrong."""
AROUND = (
    *(Entry(kind, fitted=("position",)) for kind in (Sit, BuyIn, Leave, RatePlayer, EndRating)),
    Entry(HandCup),
    *(Entry(kind) for kind in (CallFreeHand, FillTray, CreditTray)),
    Entry(AdjustBet, fitted=("position",)),
    Entry(CountTray),
    *(Entry(kind) for kind in (EmptyBox, CloseShift, ExplainVariance)),
    *(Entry(kind) for kind in (NotifySurveillance, Accommodate)),
    *(Entry(kind) for kind in (InspectDevice, InspectCards, ReplaceCards, StopForWantOfPlay)),
    Entry(CloseTable),
)
"""People, chips and devices around the game."""
DUE_ONLY = (Entry(StartDay), Entry(BreakSeal), Entry(VerifyCards), Entry(ConfirmHit))
"""What is filled in only when it is due."""


class Field(NamedTuple):
    """Something that a form asks for."""

    name: str
    label: str
    widget: str
    """``choice``, ``text``, ``word``, ``amount``, ``number``, ``date``, ``badge`` or ``flag``."""
    choices: Choices = ()
    value: str = ""
    """What a flag says."""
    required: bool = True


class Filled(NamedTuple):
    """A form: its fields, and the line that they are put into."""

    id: str
    kind: str
    title: str
    follows: str
    cite: str
    pattern: str
    """Fields in braces; what stands in brackets is left out if a field of it is empty."""
    fields: tuple[Field, ...]


class Item(NamedTuple):
    """A line of a menu: it opens a form, or gives a line that needs nothing filled in."""

    title: str
    follows: str
    cite: str
    opens: str
    line: str
    refusal: Refusal | None
    chosen: Mapping[str, str] = {}
    """What the fields of the form say when it opens."""
    fits: tuple[Mapping[str, str], ...] = ()
    """What of its fields may be chosen together; nothing where all may."""


def entries_of(table: Table, entries: tuple[Entry, ...]) -> list[Entry]:
    """Return the entries that a table's kind of game has."""
    linked = (HitJackpot, WaiveJackpot, GiveBackProgressives, LoseLink, RestoreLink, ConfirmHit)
    return [
        entry
        for entry in entries
        if {entry.game, DECIDERS[entry.kind][1]} <= {"", table.setup.kind}
        and (entry.kind not in linked or table.panel.links)
    ]


def forms_of(table: Table) -> list[Filled]:
    """Return a form for everything that the menus offer; they change with the setup alone."""
    if not table.open:
        return []
    entries = entries_of(table, (*IRREGULAR, *AROUND, *DUE_ONLY))
    return [form for entry in entries if (form := filled_of(table, entry)).fields]


def items_of(table: Table, entries: tuple[Entry, ...], may: tuple[str, ...]) -> list[Item]:
    """Return a menu; ``may`` are the verbs of all commands that could be accepted now."""
    if not table.open:
        return []
    found = []
    for entry in entries_of(table, entries):
        form = filled_of(table, entry)
        refusal = _why_not(table, entry, may)
        if refusal is not None:
            refusal = refusal._replace(message=with_names(refusal.message, table))
        line = "" if form.fields else form.pattern
        opens = form.id if form.fields else ""
        chosen = last_entered(table) if entry.kind is CorrectCard else {}
        fits = fitting(table, entry.kind, entry.fitted) if entry.fitted and not refusal else ()
        found.append(Item(form.title, form.follows, form.cite, opens, line, refusal, chosen, fits))
    return found


def _why_not(table: Table, entry: Entry, may: tuple[str, ...]) -> Refusal | None:
    """Return why no command of a kind is accepted now, as the first one tried says it."""
    if entry.tried is None and VERBS[entry.kind] in may:
        return None
    trial = entry.tried or TRIALS[entry.kind]
    answers = [decide(table, command) for command in trial(table)]
    if entry.tried and not all(isinstance(answer, Refusal) for answer in answers):
        return None
    return next((answer for answer in answers if isinstance(answer, Refusal)), _nothing())


def _nothing() -> Refusal:
    return Refusal("nothing-due", WORDS["nothing_to_choose"], "go on")


# --- forms from how lines are written ---


def filled_of(table: Table, entry: Entry) -> Filled:
    """Return the form of an entry."""
    form = next(one for one in FORMS if one.command is entry.kind and not one.fixed)
    name = entry.name or entry.kind.__name__
    said: Mapping[str, str] = WORDS["entries"][name]
    usual = rule_28(table, entry.cite) if entry.cite else ""
    return Filled(
        dialog_of(entry.kind, entry.name),
        name,
        said["name"],
        said.get("follows", ""),
        table.setup.cite(form.verb, usual) or "" if usual else "",
        pattern_of(form, entry.always),
        tuple(_fields(table, form, entry)),
    )


def pattern_of(form: Form, always: tuple[str, ...] = ()) -> str:
    """Return how a line is put together from fields.

    >>> from pitboss.table.steps.corrections import CorrectCard
    >>> pattern_of(next(form for form in FORMS if form.command is CorrectCard))
    'correct {hand} {place} {card}[ by {supervisor}]'
    """
    return "".join(_pattern(part, always) for part in form.parts).strip()


def _pattern(part: str | Slot | Option, always: tuple[str, ...]) -> str:
    if isinstance(part, str):
        return part if part == ":" else f" {part}"
    if isinstance(part, Slot):
        return " " + " and ".join(f"{{{field}}}" for field in _filled(part))
    inside = "".join(_pattern(one, always) for one in part.parts)
    if part.slot is None:
        field = part.flag[0]
        return inside if field in always else f"[ {{{field}}}]"
    return inside if part.slot.fields[0] in always else f"[{inside}]"


def _filled(slot: Slot) -> tuple[str, ...]:
    """Return the fields of an argument that are asked for: a spot's hand is chosen with it."""
    return slot.fields[:1] if slot.kind is KINDS["spot"] else slot.fields


def _fields(table: Table, form: Form, entry: Entry) -> Iterator[Field]:
    usual = defaults_of(form.command)
    for part in form.parts:
        slot = part.slot if isinstance(part, Option) else part
        if isinstance(slot, Slot):
            for name in _filled(slot):
                required = name not in usual or name in entry.always
                yield _field(table, form.command, name, slot, required)
        elif isinstance(part, Option) and part.flag[0] not in entry.always:
            name, said = part.flag[0], " ".join(map(str, part.parts))
            label = WORDS["flags"].get(name, said)
            yield Field(name, label, "flag", value=said, required=False)


def _field(table: Table, command: type, name: str, slot: Slot, required: bool) -> Field:
    label = WORDS["fields"].get(f"{command.__name__}.{name}") or WORDS["fields"][name]
    if name in name_fields(command):
        return Field(name, label, "badge", required=required)
    kind = next(key for key, value in KINDS.items() if value is slot.kind)
    choices = _choices(table, kind, name)
    widget = "choice" if choices else WIDGETS.get(kind, "text")
    return Field(name, label, widget, choices, required=required)


WIDGETS = {
    **{"amount": "amount", "signed amount": "amount", "number": "number", "day": "date"},
    **{"identifier": "word", "color": "word"},
}
WORDED = ("device", "scope", "chips", "basis", "when", "box")
"""Kinds of argument that are a choice of words."""


def _choices(table: Table, kind: str, name: str) -> Choices:
    if kind == "position":
        return tuple((str(at), str(at)) for at in table.setup.position_numbers)
    if kind == "side":
        return tuple(NAMES.items())
    if kind in ("card", "card or ?"):
        unseen = (("?", WORDS["unseen"]),) if kind == "card or ?" else ()
        return (*unseen, *((str(card), card_name(str(card))) for card in DECK))
    if kind == "spot":
        return tuple(spot_choices(table))
    if kind == "jackpot":
        return tuple((link.jackpot, jackpot_name(link.jackpot)) for link in table.panel.links)
    if kind == "rule":
        return tuple((rule, f"{rule} ({cite})") for rule, cite in WAIVABLE.items())
    if kind in WORDED:
        return tuple((word, word) for word in KINDS[kind].shown.split("|"))
    if name == "place":
        return tuple((str(at), str(at)) for at in (1, 2, 3))
    if name == "batch":
        return tuple((str(at), str(at)) for at in range(1, table.setup.batches + 1))
    return ()


def betting_form(table: Table) -> Filled:
    """Return the form in which a bet is entered."""
    return filled_of(table, Entry(PlaceBet))
