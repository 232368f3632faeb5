"""How much to bet: progressions, which are data, or a function of your own that sees the table.

A progression multiplies the base stakes by units. It stands on a step; a round that wins, loses or
pushes in total moves it. Systems that need to know more than that (Labouchere's list, the profit of
Oscar's grind) are functions: see :class:`TableView`.

>>> fibonacci = NAMED["fibonacci"].progression
>>> step, staked = 0, []
>>> for result in (-1, -1, -1, 0, 1, -1):
...     staked.append(fibonacci.units[step])
...     step = fibonacci.after(step, result)
>>> staked, fibonacci.units[step]
([1, 1, 2, 3, 3, 1], 2)
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from types import ModuleType
from typing import Literal, NamedTuple, TypeVar, overload

from pitboss.games import Card
from pitboss.refusals import Unreadable, did_you_mean, unreadable

Move = int | Literal["reset"]
"""What a result does to the step: so many forward, back if negative, or to the first one."""

MOST_STEPS = 10_000
MOST_UNITS = 10**12


@dataclass(frozen=True, slots=True, kw_only=True)
class Progression:
    """Units to bet by step, and how the step moves after a round. It starts on the first one."""

    units: tuple[int, ...]
    """Multiples of the base stakes; 0 sits the round out."""
    win: Move = 0
    loss: Move = 0
    push: Move = 0
    """Also for a round that was sat out."""
    at_end: Literal["stay", "reset"] = "stay"
    """What moving beyond the last step does; before the first one it always stays."""

    def __post_init__(self) -> None:
        units = self.units if isinstance(self.units, tuple) else ()
        for sound, message, remedy in (
            (units, "has no steps", "give a tuple of units, such as (1, 2)"),
            (len(units) <= MOST_STEPS, "is too long", f"give at most {MOST_STEPS:,} steps"),
            (
                all(type(one) is int and 0 <= one <= MOST_UNITS for one in units),
                "has units that cannot be bet",
                f"give whole numbers of 0 to {MOST_UNITS:,}, without signs or decimals",
            ),
            (any(units), "never bets anything", "give one unit or more at some step"),
            (
                all(one == "reset" or type(one) is int for one in (self.win, self.loss, self.push)),
                "moves where there is no step",
                'give whole numbers of steps, or "reset"',
            ),
            (self.at_end in ("stay", "reset"), "has no end", 'let it "stay" or "reset"'),
        ):
            if not sound:
                raise unreadable("bad-progression", f"the progression {message}", remedy)

    def after(self, step: int, result: int) -> int:
        """Return the step that follows a round won (1), pushed (0) or lost (-1)."""
        move = (self.push, self.win, self.loss)[result]
        if move == "reset":
            return 0
        to = step + move
        if to >= len(self.units):
            return 0 if self.at_end == "reset" else len(self.units) - 1
        return max(to, 0)


class Named(NamedTuple):
    """A well-known progression, in one line."""

    progression: Progression
    description: str


def schedule(units: Sequence[int]) -> Progression:
    """Return a cycle of units that goes on every round, whatever happens."""
    return Progression(units=tuple(units), win=1, loss=1, push=1, at_end="reset")


def _fibonacci() -> Iterator[int]:
    one, other = 1, 1
    while True:
        yield one
        one, other = other, one + other


NAMED: Mapping[str, Named] = {
    "flat": Named(Progression(units=(1,)), "the same stake every round"),
    "martingale": Named(
        Progression(units=tuple(2**at for at in range(40)), win="reset", loss=1),
        "double after a loss, back to one unit after a win",
    ),
    "paroli": Named(
        Progression(units=(1, 2, 4), win=1, loss="reset", at_end="reset"),
        "double after a win, back to one unit after three wins or a loss",
    ),
    "1-3-2-6": Named(
        Progression(units=(1, 3, 2, 6), win=1, loss="reset", at_end="reset"),
        "1, 3, 2, 6 units while winning, back to one after four wins or a loss",
    ),
    "dalembert": Named(
        Progression(units=tuple(range(1, 1001)), win=-1, loss=1),
        "one unit more after a loss, one less after a win",
    ),
    "fibonacci": Named(
        Progression(units=tuple(islice(_fibonacci(), 50)), win=-2, loss=1),
        "the next Fibonacci number after a loss, two back after a win",
    ),
}
"""Progressions by name. The long ones stay on their last step; the table's maximum comes first."""


class Seen(NamedTuple):
    """A finished round as the player saw it. Every bet of the session is a key, staked or not."""

    round: int
    cards: tuple[Card, ...]
    """The cards of the coup in the order they were dealt; none with dice."""
    rows: Mapping[str, str | None]
    """The label of the row that each bet would be paid by; None where it loses."""
    stakes: Mapping[str, int]
    nets: Mapping[str, int]
    net_cents: int
    bankroll_cents: int
    """What was there after the round."""


Item = TypeVar("Item")


class SoFar(Sequence[Item]):
    """What there was so far, oldest first. It stays as it is when more is added behind it."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: list[Item]) -> None:
        self._items = items
        self._length = len(items)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._length)

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | Sequence[Item]:
        if isinstance(at, slice):
            return [self._items[one] for one in range(*at.indices(self._length))]
        return self._items[range(self._length)[at]]


class TableView(NamedTuple):
    """What a player knows before a round. Amounts are whole cents; bets go by name."""

    session: int
    """Counted from 1, like the rounds."""
    round: int
    bankroll_cents: int
    opening_cents: int
    base_cents: Mapping[str, int]
    """The base stake of each bet, in the order they are placed."""
    minimum_cents: Mapping[str, int]
    maximum_cents: Mapping[str, int]
    history: Sequence[Seen]
    """The rounds before this one."""
    decks: int
    """The decks of a full shoe; 0 with dice."""
    cards: Sequence[Card]
    """The cards seen since the shuffle: the one that said how many to burn, then every coup's.

    Empty at a continuous shuffler, which takes them back, and with dice.
    """
    memory: dict[str, object]
    """The player's own notes, empty at the start of every session."""


Strategy = Callable[[TableView], object]
"""Returns cents for the first bet, a mapping from bets to cents, or 0 or None to sit out.

It is asked before every round of every session. What it remembers belongs in ``memory``: sessions
may be played in any order, and only so is the result of a seed always the same. A bet that the
table would not take (more than there is, outside the limits, not legal beside the others) is
refused, and ends that session and no other. Anything else that is no bet ends the simulation.

``docs/examples/counting.py`` counts cards.
"""


def strategy_of(text: str) -> Progression | Strategy:
    """Read a strategy: a name, units of a schedule (``1,1,2,5``), or ``file.py:function``."""
    word = text.strip()
    named = NAMED.get(re.sub(r"['\u2019]", "", word).lower())
    if named is not None:
        return named.progression
    if re.fullmatch(r"[\s0-9.,+-]+", text):
        return schedule(_units(word))
    file, colon, function = word.rpartition(":")
    if colon:
        return load_strategy(file, function)
    raise unreadable(
        "unknown-strategy",
        f'there is no strategy "{word[:60]}"',
        did_you_mean(word, NAMED) + "; or units like 1,1,2,5, or file.py:function",
    )


def _units(text: str) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch(r"[0-9]{1,13}", word) for word in words):
        raise unreadable(
            "bad-schedule",
            f'"{text[:60]}" is not a schedule',
            "give whole units with commas between them, such as 1,1,2,5",
        )
    return tuple(map(int, words))


def load_strategy(file: str, function: str) -> Strategy:
    """Load a function from a Python file. The file is run, with all that it does."""
    where = os.path.basename(file)
    if not os.path.isfile(file):
        raise unreadable(
            "no-strategy-file",
            f'there is no file "{file}"',
            "give file.py:function with the path of a Python file",
        )
    scope = _run(file, where)
    found = scope.get(function)
    if found is None:
        own = [name for name, one in scope.items() if callable(one) and not name.startswith("_")]
        raise unreadable(
            "no-strategy-function",
            f'{where} has no function "{function}"',
            did_you_mean(function, own),
        )
    if not callable(found):
        raise unreadable(
            "no-strategy-function",
            f'"{function}" of {where} is not a function',
            "name a function that takes the view of the table and returns cents",
        )
    strategy: Strategy = found
    return strategy


def _run(file: str, where: str) -> Mapping[str, object]:
    """Run a file as a module of its own, without leaving compiled files beside it."""
    name = f"pitboss_strategy_{re.sub(r'[^A-Za-z0-9]', '_', where)}"
    module = ModuleType(name)
    module.__file__ = file
    sys.modules[name] = module
    try:
        with open(file, "rb") as source:
            exec(compile(source.read(), file, "exec"), vars(module))
    except (Exception, SystemExit) as error:
        raise unreadable(
            "bad-strategy-file",
            f"{where} cannot be run: {in_one_line(error, file)}",
            "correct it; `python` on the file shows more",
        ) from error
    finally:
        del sys.modules[name]  # Dask sends what no module holds as it is
    return vars(module)


def in_one_line(error: BaseException, file: str | None = None) -> str:
    """Return what went wrong in somebody's code, with its last line there if it is known."""
    trace, line = error.__traceback__, getattr(error, "lineno", None)
    while trace is not None:
        if file is None or trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    said = " ".join(str(error).split())[:200]
    at = f" (line {line})" if line is not None else ""
    if isinstance(error, Unreadable | SyntaxError):
        return f"{said}{'' if 'line ' in said else at}"
    return f"{type(error).__name__}{': ' if said else ''}{said}{at}"
