"""How a game goes, for the rule card: what counts, who wins, and when a third card is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.games.baccarat import BANKER_DRAWS, NATURAL, PLAYER_DRAWS, PLAYER_STOOD
from pitboss.table.setups.setup import TableSetup
from pitboss.web.felt import FeltSpot, Group
from pitboss.web.words import words

_WORDS = words["play"]


class Draw(NamedTuple):
    """What a Banker of a two-card total does (30-2814(3))."""

    total: str
    after_third: str
    """The values of the Player's third card that it draws to."""
    after_none: str
    """What it does if the Player took none."""


class HowToPlay(NamedTuple):
    """A game in a few sentences, with the third-card table of a game of cards."""

    steps: tuple[tuple[str, str], ...]
    """Each with its paragraph."""
    player: str
    """When the Player draws; empty where no cards are."""
    banker: tuple[Draw, ...]


def how_to_play(setup: TableSetup) -> HowToPlay:
    """Return how a table's game goes."""
    said = _WORDS[setup.kind]
    steps = tuple((said[name], said[f"{name}_cite"]) for name in said["order"])
    if setup.kind != "baccarat":
        return HowToPlay(steps, "", ())
    draws = [total for total, drawn in enumerate(PLAYER_DRAWS) if drawn]
    stands = [total for total in range(NATURAL[0]) if total not in draws]
    player = said["player"].format(draws=listed(draws), stands=listed(stands))
    return HowToPlay(steps, player, tuple(_banker()))


def _banker() -> Sequence[Draw]:
    """Return what the Banker does on each two-card total, those alike as one."""
    by_row: dict[tuple[bool, ...], list[int]] = {}
    for total, row in enumerate(BANKER_DRAWS[: NATURAL[0]]):
        by_row.setdefault(row, []).append(total)
    said = _WORDS["baccarat"]
    return [
        Draw(
            listed(totals),
            _to([value for value in range(PLAYER_STOOD) if row[value]]),
            said["draws"] if row[PLAYER_STOOD] else said["stands"],
        )
        for row, totals in by_row.items()
    ]


def _to(values: list[int]) -> str:
    said: dict[str, str] = _WORDS["baccarat"]
    if len(values) == PLAYER_STOOD:
        return said["any"]
    return said["to"].format(values=listed(values)) if values else said["stands"]


def listed(numbers: Sequence[int]) -> str:
    """Return numbers in words, those that follow each other as a range.

    >>> listed([0, 1, 2, 3, 4, 5]), listed([6, 7]), listed([0, 1, 2, 9]), listed([5])
    ('0 to 5', '6 or 7', '0 to 2, 9', '5')
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(_run(run) for run in runs)


def _run(run: list[int]) -> str:
    if len(run) == 1:
        return str(run[0])
    return f"{run[0]} {'or' if len(run) == 2 else 'to'} {run[-1]}"


def covered(group: Group, spot: FeltSpot) -> str:
    """Return the names of the wagers that a wager covers."""
    rows = (group.spots, *(ladder.spots for ladder in group.ladders))
    return ", ".join(one.name for row in rows if spot in row for one in row if one is not spot)


def remarks_of(group: Group, spot: FeltSpot) -> list[str]:
    """Return what a wager is, which others it covers, and the suits that this table has chosen."""
    table, said = spot.table, _WORDS["wager"]
    # The base wagers of a game may be paid in several ways: the rows say which is this table's.
    told = table.wager.summary if table.wager.role != "base" else ""
    remarks = [told] if told else []
    if spot.cover:
        remarks.append(said["covers"].format(names=covered(group, spot)))
    if any(atom.name == "in_chosen_suits" for row in table.rows for atom in row.sentence.atoms):
        names = " and ".join(words["drawing"]["suits"][suit] for suit in table.suits)
        remarks.append(said["suits"].format(suits=names))
    return remarks
