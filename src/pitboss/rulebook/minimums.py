"""Minimum odds: which pay tables fall below what the regulation prescribes.

30-2808(2) sets the tie's odds, 30-2802(19) the perfect pair's, and 30-2808(5) three schedules of
margins, one of which must be met in every row. A table is compared with what is prescribed coup by
coup, not row by row: a push, a loss and a missing row pay less than any odds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product, repeat
from typing import NamedTuple

from pitboss.games import KINDS, Atom, Card, Coup, Level, Value, deal
from pitboss.games.grains import CardGrain, Form
from pitboss.rulebook.pays import LOSS, OPEN, Odds, net
from pitboss.rulebook.provisions import Minimum
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.sections import placed
from pitboss.rulebook.tables import PayTable
from pitboss.rulebook.wagers import Game, Wager

Find = Callable[[str], Wager]
"""Finds a wager by its path, for the schedules of minimum odds."""


class Shortfall(NamedTuple):
    """A pay table below the minimum, with the nearest schedule and the rows that fall short."""

    table: str
    message: str
    cite: str
    printed: bool
    """Whether the regulation itself prints the table, so that it is reported, not refused."""


class Below(NamedTuple):
    """A prescribed row for which a table pays less: on which coup, what it pays, what is due."""

    label: str
    coup: Coup
    paid: str
    due: Fraction

    def __str__(self) -> str:
        return f"{self.label} ({self.paid} against {Odds(self.due, 'to')})"


def held_to_minimums(game: Game, file: str, find: Find) -> Game:
    """Return an operator's game with the tables named on which no bet may be taken.

    They are priced like any other, and keep none of the file's other tables from use.
    """
    low = {}
    for id, wager in game.own.items():
        short = placed(f"{file}: wagers.{id}", partial(_of_operator, wager, find))
        if short:
            low[id] = replace(wager, below_minimum=short)
    return game.with_wagers(low) if low else game


def _of_operator(wager: Wager, find: Find) -> dict[str, str]:
    return {short.table: short.message for short in shortfalls(wager, find) if not short.printed}


def shortfalls(wager: Wager, find: Find) -> Iterator[Shortfall]:
    """Yield the pay tables of a wager that undercut its minimum odds.

    A table is compared wherever a bet may stand, an operator's under each of its readings.
    """
    minimum = wager.minimum
    if minimum is None:
        return
    for table in wager.tables:
        printed = not wager.block_of(table).operator
        ways = product(wager.places(table), (DEFAULT,) if printed else wager.readings(table))
        opened = (wager.open(table, on=place, reading=reading) for place, reading in ways)
        message = next(filter(None, (_short(one, minimum, find) for one in opened)), "")
        if message:
            yield Shortfall(table, message, minimum.cite, printed)


def _short(table: PayTable, minimum: Minimum, find: Find) -> str:
    """Say where a table falls short of a minimum; nothing if it does not."""
    wager = table.wager
    if minimum.pays is not None:
        first = next((one for one in wager.blocks if not one.operator), wager.blocks[0])
        prescribed = wager.open(first.tables[0], on=table.on)
        for below in _rows_below(table, prescribed, minimum.pays):
            return f"table {table.id} pays less than the minimum on {below}: {below.coup}"
        return ""
    attempts = []
    for name in minimum.schedules:
        schedule = find(minimum.schedule_wager or "").open(name, on=table.on)
        rows = [str(below) for below in _rows_below(table, schedule)]
        if not rows:
            return ""
        attempts.append((len(rows), name, rows))
    _, name, rows = min(attempts)
    return (
        f"table {table.id} meets none of the schedules {', '.join(minimum.schedules)}; "
        f"against {name} it pays less on {', '.join(rows)}"
    )


def _rows_below(
    table: PayTable, prescribed: PayTable, least: Fraction | None = None
) -> Iterator[Below]:
    """Yield the rows of a printed table for which another pays less than it, or than the least.

    Where the printed one pushes it prescribes nothing: the schedules say what wins are paid.
    """
    theirs, ours = prescribed.level.atoms, table.level.atoms
    atoms = tuple(dict.fromkeys((*theirs, *ours)))
    places = [atoms.index(atom) for atom in ours]
    met: dict[tuple[int, int], Coup] = {}
    for values, coup in _seen(atoms).items():
        due = prescribed.number_for(values[: len(theirs)])
        if due >= 0:
            met.setdefault((due, table.number_for(tuple(values[at] for at in places))), coup)
    short: dict[int, Below] = {}
    for (due, row), coup in met.items():
        odds = _odds(prescribed, due)
        wanted = odds if least is None else least
        if odds > 0 and _odds(table, row) < wanted:
            paid = "loss" if row < 0 else str(table.rows[row].cell)
            short.setdefault(due, Below(prescribed.rows[due].label, coup, paid, wanted))
    yield from (short[due] for due in sorted(short))


def _odds(table: PayTable, row: int) -> Fraction:
    """Return what a stake of one nets on a row; no row, and a pay to be supplied, lose it."""
    pay = LOSS if row < 0 else table.rows[row].cell.pay
    stake = table.unit.cents if table.unit else 1
    return net(LOSS if pay == OPEN else pay, stake) / stake


@lru_cache(maxsize=64)
def _seen(atoms: tuple[Atom, ...]) -> Mapping[tuple[Value, ...], Coup]:
    """Return all that some features can say of a coup, each with a representative that says it."""
    seen: dict[tuple[Value, ...], Coup] = {}
    rows = zip(*map(_column, atoms), strict=True) if atoms else repeat(())
    for coup, values in zip(representative_coups(), rows, strict=False):
        seen.setdefault(values, coup)
    return seen


@lru_cache(maxsize=64)
def _column(atom: Atom) -> tuple[Value, ...]:
    """Return what a feature is of every representative coup; of a score it is read once."""
    grain, coups = KINDS["baccarat"].features[atom.name].grain, representative_coups()
    values_of = Level(KINDS["baccarat"].features, (atom,)).row
    if isinstance(grain, CardGrain) and grain.form is Form.SCORE:
        scores = _scores()
        shown = dict(zip(scores, coups, strict=True))
        by_score = {score: values_of(coup)[0] for score, coup in shown.items()}
        return tuple(by_score[score] for score in scores)
    return tuple(values_of(coup)[0] for coup in coups)


Score = tuple[int, int, int, int]


def _score(coup: Coup) -> Score:
    return coup.player_total, coup.banker_total, len(coup.player), len(coup.banker)


@cache
def _scores() -> tuple[Score, ...]:
    return tuple(map(_score, representative_coups()))


@cache
def representative_coups() -> tuple[Coup, ...]:
    """Return coups that differ in all that a prescribed event, or a way around it, can ask for.

    Every course of totals and third cards, without a pair in a hand; every result again in one
    suit or one color; and pairs, threes and more of every rank in either hand and in both, alike
    in suit or not.
    """
    courses = tuple(_courses())
    results = {_score(coup): coup for coup in courses}
    dressed = (
        deal(Card(one.rank, suit) for one, suit in zip(coup.in_order, suits, strict=False))
        for coup, suits in product(results.values(), ONE_COLOR)
    )
    return (*courses, *dressed, *_pairs())


KING, TEN, MOST_CARDS = 13, 10, 6
PLAYERS = tuple((KING, value or TEN) for value in range(10))
BANKERS = ((12, 11), (2, 9), (3, 9), *((1, value - 1) for value in range(3, 10)))
"""The ranks of two-card hands of 0 to 9, such that hands of one total share no rank."""
ONE_COLOR = ("cccccc", "dddddd", "hhhhhh", "ssssss", "cscssc", "dhdhhd")
PAIRED = ("sdsdhc", "sdschd", "sdhdsc", "sdhcsd", "ssssss", "ssshcd")
"""Suits of Player, Banker, Player, Banker and the thirds: pairs alike in both, one or no hand."""


def _courses() -> Iterator[Coup]:
    for player, banker, third in product(PLAYERS, BANKERS, range(10)):
        first_five = (player[0], banker[0], player[1], banker[1], third or TEN)
        for last in range(10):
            coup = _dealt((*first_five, last or TEN), "hhssss")
            yield coup
            if len(coup.player) + len(coup.banker) < MOST_CARDS:
                break  # the last card was not dealt


def _pairs() -> Iterator[Coup]:
    ranks = range(1, KING + 1)
    for suits, rank, other in product(PAIRED, ranks, (1, 4, 6, 9, KING)):
        for third, last in ((TEN, 5), (rank, rank)):
            for first_four in (
                (rank, other, rank, other),
                (rank, rank, rank, rank),
                (rank, KING, rank, other),
                (KING, rank, other, rank),
            ):
                yield _dealt((*first_four, third, last), suits)
    for rank in ranks:
        for first_four in ((rank, rank, rank, rank), (rank, rank, rank, 1), (KING, rank, 1, rank)):
            for thirds in ((rank, rank), (rank, TEN), (6, rank)):
                yield _dealt((*first_four, *thirds), PAIRED[0])


def _dealt(ranks: tuple[int, ...], suits: str) -> Coup:
    return deal(map(Card, ranks, suits))
