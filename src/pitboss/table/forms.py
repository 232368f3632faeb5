"""How each command is written in a script: one readable form, compiled to read and to write it.

A form is made of plain words, of arguments ``<field:kind>`` (two fields of one argument are
joined by ``+``) and of options in brackets, which may come in any order. An option of plain words
sets the field of that name to True; ``[face up = face_up_in_shoe]`` sets another one, and
``[broken = not sound]`` sets it to False.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import permutations, takewhile
from typing import Any, NamedTuple, cast

from pitboss.rulebook import Rulebook
from pitboss.table.arguments import KINDS, Kind
from pitboss.table.setups.setup import TableSetup

_FLAG = re.compile(r"([a-z ]+) = (not )?([a-z_]+)")
_PARTS = re.compile(r"\[(?P<option>[^\]]*)\]|<(?P<fields>[^:>]+):(?P<kind>[^>]+)>|(?P<word>\S+)")


class Slot(NamedTuple):
    """An argument, and the fields that it fills."""

    fields: tuple[str, ...]
    kind: Kind


class Option(NamedTuple):
    """Words and arguments that may be left out."""

    parts: tuple[str | Slot, ...]
    flag: tuple[str, bool]
    """The field that an option of plain words sets, and to what."""

    @property
    def slot(self) -> Slot | None:
        """The argument of the option; None if it is a flag."""
        return next((part for part in self.parts if isinstance(part, Slot)), None)


Part = str | Slot | Option


def _parts(text: str) -> Iterator[Part]:
    for match in _PARTS.finditer(text):
        option, fields, kind, word = match.group("option", "fields", "kind", "word")
        if option is not None:
            flag = _FLAG.fullmatch(option)
            inside = tuple(_parts(flag[1] if flag else option))
            sets = (flag[3], flag[2] is None) if flag else (option, True)
            yield Option(tuple(part for part in inside if not isinstance(part, Option)), sets)
        elif fields is not None:
            yield Slot(tuple(fields.split("+")), KINDS[kind])
        else:
            yield word


class SetupForm(NamedTuple):
    """How a line is read and written that says how the table is set up."""

    read: Callable[[Mapping[str, object], TableSetup | None, Rulebook], object]
    """From the arguments, the present setup and the rules of a new one to the command."""
    write: Callable[[Any, TableSetup | None], Mapping[str, object]]
    """From the command and the present setup to the arguments."""


class Form:
    """One way to write a command."""

    def __init__(
        self, command: type, text: str, setup: SetupForm | None, fixed: Mapping[str, object]
    ) -> None:
        self.command = command
        self.parts = tuple(_parts(text))
        self.setup = setup
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


def defaults_of(command: type) -> Mapping[str, object]:
    """Return the fields of a command that may be left unsaid."""
    return cast(Mapping[str, object], getattr(command, "_field_defaults", {}))
