"""Which options of ``pitboss odds`` go together, and which would do nothing."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from pitboss.cli.listings import read_range
from pitboss.odds.progressive import read_increment
from pitboss.refusals import unreadable
from pitboss.rulebook import PayTable
from pitboss.rulebook.pays import read_cents, read_percent
from pitboss.rulebook.readings import DEFAULT

EXCLUSIVE = (
    ("pays", "solve"),
    ("by", "decks"),
    ("by", "shoe"),
    ("by", "solve"),
    ("combine", "solve"),
    ("combine", "by"),
    ("combine", "event"),
    ("combine", "table"),
    ("combine", "on"),
    *(
        (way, option)
        for way in ("combine", "solve")
        for option in ("output", "edge", "sort", "compare")
    ),
    ("all_readings", "reading"),
    ("decks", "shoe"),
)
NEEDED = (
    ("pays", "event"),
    ("game", "event"),
    ("round_vigorish", "stake"),
    ("row", "solve"),
    ("quote", "solve"),
    ("reverse", "sort"),
)
FORMS = {
    "combine": ("table", "json"),
    "solve": ("table", "json"),
    "compare": ("table", "md", "json"),
    "rows": ("csv",),
    "paper": ("pdf",),
}
"""Ways of asking that are answered in some formats only."""
SHOE = ("by", "decks", "shoe")
METER = ("meter", "unit", "increment", "meter_seed", "players")
ENDINGS = {"pdf", "csv", "json", "xlsx", "md"}
"""Of a file whose name says its format."""


def check_words(arguments: Namespace) -> None:
    """Refuse options that contradict each other, lack another, or cannot be read.

    A format that is not given is the one that the name of the output has.
    """
    if arguments.seed is not None:
        raise unreadable(
            "seed-of-chance",
            "--seed is the seed of chance, and exact odds have none",
            f"for the seed of a meter write --meter-seed {arguments.seed}",
        )
    if arguments.format is None:
        ending = (arguments.output or "").rpartition(".")[2].lower()
        arguments.format = ending if ending in ENDINGS else "table"
    for one, other in EXCLUSIVE:
        if _given(arguments, one) and _given(arguments, other):
            raise unreadable(
                "options-exclude-each-other",
                f"{_name(one)} and {_name(other)} do not go together",
                "keep one of the two",
            )
    for one, other in NEEDED:
        if _given(arguments, one) and not _given(arguments, other):
            raise unreadable(
                "option-alone", f"{_name(one)} needs {_name(other)}", f"add {_name(other)}"
            )
    for way, forms in FORMS.items():
        if _given(arguments, way) and arguments.format not in forms:
            raise unreadable(
                "format-not-offered",
                f"{_name(way)} is not printed as {arguments.format}",
                f"use --format {' or '.join(forms)}",
            )
    for one in ("stake", "round_vigorish"):
        if _given(arguments, one) and read_cents(getattr(arguments, one)) <= 0:
            raise unreadable("bad-stake", f"{_name(one)} is nothing", "give more than 0")
    for rate in (arguments.vigorish, arguments.solve):
        if rate is not None:
            read_percent(rate)
    if arguments.edge is not None:
        read_range(arguments.edge)


def check_use(tables: Sequence[PayTable], arguments: Namespace) -> None:
    """Refuse options that none of the chosen pay tables has a use for."""
    uses = {
        "vigorish": any(table.vigorish is not None for table in tables),
        "suits": any(table.suits for table in tables),
        **dict.fromkeys(SHOE, any(table.wager.kind == "baccarat" for table in tables)),
        "stake": any(table.unit is None for table in tables),
        **dict.fromkeys(METER, any(table.unit is not None for table in tables)),
        "reserve_policy": any(_keeps_reserve(table, arguments) for table in tables),
    }
    for name, used in uses.items():
        if _given(arguments, name) and not used:
            raise unreadable("idle-option", f"{_name(name)} changes nothing here", "leave it out")


def _keeps_reserve(table: PayTable, arguments: Namespace) -> bool:
    """Say whether a meter has a reserve, by what is printed or by the rates that are asked for."""
    if arguments.increment:
        return table.unit is not None and bool(read_increment(arguments.increment)[1])
    printed = table.wager.rates.get(table.id)
    return printed is not None and bool(printed.reserve)


def _given(arguments: Namespace, name: str) -> bool:
    value = getattr(arguments, name)
    if name == "players":
        return bool(value != 1)
    return value not in (None, False, [], DEFAULT)


def _name(option: str) -> str:
    return f"--{option.replace('_', '-')}"
