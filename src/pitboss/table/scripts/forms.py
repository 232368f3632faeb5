"""How each command is written in a script: one readable form, compiled to read and to write it.

A form is made of plain words, of arguments ``<field:kind>`` (two fields of one argument are
joined by ``+``) and of options in brackets, which may come in any order. An option of plain words
sets a field to True, or to what :data:`FLAGS` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import permutations, takewhile
from typing import NamedTuple, cast

from pitboss.table import commands as do
from pitboss.table.arguments import KINDS, Kind
from pitboss.table.commands import DEALER

FLAGS: Mapping[str, tuple[str, bool]] = {
    "and shuffle": ("shuffle", True),
    "broken": ("sound", False),
    "face up": ("face_up_in_shoe", True),
}
"""Options of plain words that are not called like the field they set."""

_PARTS = re.compile(r"\[(?P<option>[^\]]*)\]|<(?P<fields>[^:>]+):(?P<kind>[^>]+)>|(?P<word>\S+)")


class Slot(NamedTuple):
    """An argument, and the fields that it fills."""

    fields: tuple[str, ...]
    kind: Kind


class Option(NamedTuple):
    """Words and arguments that may be left out."""

    parts: tuple[str | Slot, ...]

    @property
    def slot(self) -> Slot | None:
        """The argument of the option; None if it is a flag."""
        return next((part for part in self.parts if isinstance(part, Slot)), None)

    @property
    def flag(self) -> tuple[str, bool]:
        """The field that an option of plain words sets, and to what."""
        words = " ".join(part for part in self.parts if isinstance(part, str))
        return FLAGS.get(words, (words, True))


Part = str | Slot | Option


def _parts(text: str) -> Iterator[Part]:
    for match in _PARTS.finditer(text):
        option, fields, kind, word = match.group("option", "fields", "kind", "word")
        if option is not None:
            inside = tuple(_parts(option))
            yield Option(tuple(part for part in inside if not isinstance(part, Option)))
        elif fields is not None:
            yield Slot(tuple(fields.split("+")), KINDS[kind])
        else:
            yield word


class Form:
    """One way to write a command."""

    def __init__(self, command: type, text: str, **fixed: object) -> None:
        self.command = command
        self.parts = tuple(_parts(text))
        self.fixed = fixed
        """What the words say without an argument: ``dealer cuts`` names the dealer."""

    @cached_property
    def verb(self) -> str:
        """The leading words, up to the first argument or option."""
        words = takewhile(lambda part: isinstance(part, str), self.parts)
        return " ".join(map(str, words)).removesuffix(" at")

    @cached_property
    def grammar(self) -> str:
        """The form as a person reads it."""
        return "".join(map(_shown, self.parts)).strip()

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        """What a line is matched against: one pattern for each order of the options."""
        plain = "".join(_pattern(part) for part in self.parts if not isinstance(part, Option))
        options = [_pattern(part) for part in self.parts if isinstance(part, Option)]
        return tuple(
            re.compile(plain + "".join(order), re.IGNORECASE | re.ASCII)
            for order in permutations(options)
        )

    def fields(self, line: str) -> dict[str, object] | None:
        """Return the fields that a line gives; None if it is not written like this form."""
        matches = [match for one in self.patterns if (match := one.fullmatch(f" {line}"))]
        if not matches:
            return None
        # In the wrong order of options a name would swallow the words of the next one.
        fullest = max(matches, key=lambda match: sum(one is not None for one in match.groups()))
        return dict(self._read(fullest))

    def _read(self, match: re.Match[str]) -> Iterator[tuple[str, object]]:
        yield from self.fixed.items()
        for part in self.parts:
            slot = part.slot if isinstance(part, Option) else part
            if isinstance(slot, Slot):
                text = match[slot.fields[0]]
                if text is not None:
                    yield from zip(slot.fields, slot.kind.read(text.strip()), strict=True)
            elif isinstance(part, Option) and match[part.flag[0]] is not None:
                yield part.flag

    def line(self, values: Mapping[str, object], defaults: Mapping[str, object]) -> str:
        """Write fields as a line; what is as usual is left unsaid."""
        return "".join(_written(part, values, defaults) for part in self.parts).strip()


def _shown(part: Part) -> str:
    if isinstance(part, str):
        return part if part == ":" else f" {part}"
    if isinstance(part, Slot):
        return f" {part.kind.shown}"
    return f" [{''.join(map(_shown, part.parts)).strip()}]"


def _pattern(part: Part) -> str:
    """Return the pattern of a part, with the blank before it."""
    if isinstance(part, str):
        return " ?:" if part == ":" else f" {re.escape(part)}"
    if isinstance(part, Slot):
        return f" (?P<{part.fields[0]}>{part.kind.pattern})"
    inside = "".join(map(_pattern, part.parts))
    return f"(?:{inside})?" if part.slot else f"(?P<{part.flag[0]}>{inside})?"


def _written(part: Part, values: Mapping[str, object], defaults: Mapping[str, object]) -> str:
    if isinstance(part, str):
        return part if part == ":" else f" {part}"
    if isinstance(part, Slot):
        return f" {part.kind.write(*(values[field] for field in part.fields))}"
    if part.slot is None:
        field, value = part.flag
        said = values[field] == value
    else:
        said = any(values[field] not in ("", (), defaults.get(field)) for field in part.slot.fields)
    return "".join(_written(one, values, defaults) for one in part.parts) if said else ""


_SIGNED = "[signed <first+second:signatures>]"
_BATCH = "[of batch <batch:number>]"

FORMS: tuple[Form, ...] = (
    # opening the table, and what surrounds it
    Form(do.OpenTable, "open <game:game> [with <settings:settings>]"),
    Form(do.ChangeSetup, "change setup [with <settings:settings>]"),
    Form(do.StartDay, "day <day:day>"),
    Form(do.GiveNotice, "notice <commission:commission> <rate:rate>"),
    Form(do.NotifySurveillance, "notify surveillance [by <by:name>]"),
    Form(
        do.Accommodate,
        "accommodate <whom:name> waive <rule:rule> [at <position:position>] [by <by:name>]",
    ),
    Form(do.InspectDevice, "inspect <device:device> [broken]"),
    Form(do.CloseTable, "close table"),
    # the life of the cards
    Form(do.ReceiveCards, "receive <decks:number> decks <backs:color> [sealed]"),
    Form(do.BreakSeal, "break seal [by <supervisor:name>]"),
    Form(
        do.InspectCards, f"inspect cards {_BATCH} [missing <missing:cards>] [extra <extra:cards>]"
    ),
    Form(do.ReplaceCards, f"replace cards {_BATCH} [number <inventory_number:identifier>]"),
    Form(do.VerifyCards, f"verify cards {_BATCH} [by <by:name>]"),
    Form(do.SpreadCards, f"spread cards {_BATCH}"),
    Form(do.WashCards, f"wash cards {_BATCH}"),
    Form(do.ShuffleCards, f"shuffle cards {_BATCH} [missing <missing:cards>]"),
    Form(do.DeclineCut, "decline cut <position:position>"),
    Form(do.CutCards, "cut <position:position> at <depth:number>"),
    Form(do.CutCards, "dealer cuts at <depth:number>", position=DEALER),
    Form(do.OrderRecut, "order recut [by <supervisor:name>]"),
    Form(do.PlaceCutCard, "cut card <from_back:number>"),
    Form(do.LoadShoe, "load shoe"),
    Form(do.BurnCards, "burn <first:card>"),
    Form(do.StopForWantOfPlay, "stop play"),
    # positions and bets
    Form(do.Sit, "sit <position:position>"),
    Form(do.Leave, "leave <position:position> [behind]"),
    Form(do.BuyIn, "buy in <position:position> <cents:amount>"),
    Form(
        do.PlaceBet,
        "bet <position:position> <wager+on:spot> <cents:amount> [<chips:chips>] [toke] [behind]",
    ),
    Form(do.TakeBack, "take back <number:number>"),
    Form(do.CallNoMoreBets, "no more bets"),
    Form(do.TakeProgressives, "take progressives"),
    Form(do.CallFreeHand, "free hand"),
    # dealing baccarat
    Form(do.DealCard, "deal <to:side> <card:card or ?> [face up]"),
    Form(do.HandOver, "hand <hand:side> to <position:position> [by <by:basis>]"),
    Form(do.TurnCards, "turn <hand:side> <cards:cards>"),
    Form(do.CallPoints, "call <hand:side>"),
    Form(do.CallResult, "call result"),
    Form(do.CollectLosers, "collect [<scope:scope>]"),
    Form(do.PayPosition, "pay <position:position> [<scope:scope>]"),
    Form(do.CollectTieVigorish, "collect vigorish"),
    Form(do.ClearLayout, "clear"),
    # dice
    Form(do.ShakeCups, "shake cups"),
    Form(do.HandCup, "hand cup <hand:side> to <position:position>"),
    Form(do.PlayerShakes, "shake <hand:side> cup"),
    Form(do.RevealDice, "reveal <player:cup> <banker:cup>"),
    Form(do.SpillDice, "spill [<reason:text>]"),
    Form(do.PassDice, "dice to <position:position>"),
    Form(do.RollDice, "roll <first:number> <second:number>"),
    Form(do.CallNoRoll, "no roll [<reason:text>]"),
    # irregularities and corrections
    Form(do.DealInError, "error <to:side> <card:card> [disclosed]"),
    Form(do.RunDry, "run dry [by <supervisor:name>]"),
    Form(do.VoidRound, "void round [by <supervisor:name>] [and shuffle] [: <reason:text>]"),
    Form(do.CorrectCard, "correct <hand:side> <place:number> <card:card> [by <supervisor:name>]"),
    Form(do.OpenDispute, "dispute <position:position> [<reason:text>]"),
    Form(do.CloseDispute, "decide [by <supervisor:name>] [: <decision:text>]"),
    # money
    Form(do.CountTray, f"count tray <when:when> <cents:amount> {_SIGNED}"),
    Form(do.FillTray, f"fill <cents:amount> {_SIGNED}"),
    Form(do.CreditTray, f"credit <cents:amount> {_SIGNED}"),
    Form(
        do.AdjustBet,
        f"adjust <position:position> <cents:signed amount> [for round <round:number>] {_SIGNED} "
        "[: <reason:text>]",
    ),
    Form(do.EmptyBox, f"empty <box:box> {_SIGNED}"),
)
"""Every command, as it is written."""


def defaults_of(command: type) -> Mapping[str, object]:
    """Return the fields of a command that may be left unsaid."""
    return cast(Mapping[str, object], getattr(command, "_field_defaults", {}))
