"""What a road remembers of a round: its winner, naturals and pairs; a shoe's history of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple, TypeVar, get_args

from pitboss.games import KINDS, Atom, Coup, Level
from pitboss.games.baccarat import Side
from pitboss.refusals import did_you_mean, unreadable

Winner = Literal["player", "banker", "tie"]
Shown = TypeVar("Shown", bound=str)
FreeRounds = Literal["marked", "skipped"]
"""What the roads do with a free hand (30-2802(7)): show it like any other, or pass over it."""

WINNERS: Mapping[str, Winner] = {"P": "player", "B": "banker", "T": "tie"}
_DOTS = Level(
    KINDS["baccarat"].features,
    tuple(map(Atom, ("player.natural", "banker.natural", "player.pair", "banker.pair"))),
)


class Mark(NamedTuple):
    """What the roads keep of a round: who won, and what displays show as dots."""

    winner: Winner
    player_natural: bool = False
    banker_natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False

    @classmethod
    def of(cls, coup: Coup) -> Mark:
        """Return the mark of a finished coup.

        >>> mark = Mark.of(Coup.parse("4s4h", "KhQd"))
        >>> mark.winner, mark.player_natural, mark.player_pair, mark.banker_pair
        ('player', True, True, False)
        """
        return cls(coup.winner or "tie", *map(bool, _DOTS.row(coup)))


History = Sequence[Mark]


class Round(NamedTuple):
    """A round as the table knows it. A void round came to nothing, so it has no mark to show."""

    mark: Mark | None
    free: bool = False


def history_of(rounds: Iterable[Round], free_rounds: FreeRounds = "marked") -> tuple[Mark, ...]:
    """Return the marks of a shoe's rounds: never of a void one, of a free one as the policy says.

    >>> rounds = [Round(Mark("banker")), Round(None), Round(Mark("tie"), free=True)]
    >>> [one.winner for one in history_of(rounds)]
    ['banker', 'tie']
    >>> [one.winner for one in history_of(rounds, "skipped")]
    ['banker']
    """
    if free_rounds not in get_args(FreeRounds):
        raise unreadable(
            "unknown-policy",
            f'free rounds are not "{free_rounds}" on the roads',
            did_you_mean(str(free_rounds), get_args(FreeRounds)),
        )
    shown = free_rounds == "marked"
    return tuple(mark for mark, free in rounds if mark is not None and (shown or not free))


def marks(text: str) -> tuple[Mark, ...]:
    """Read a history such as ``TBBP``; capitals, spaces and commas do not matter.

    Letters tell who won and nothing else: no mark has a natural or a pair.
    """
    letters = "".join(text.replace(",", " ").split())
    return tuple(_mark(letter, number) for number, letter in enumerate(letters, 1))


def _mark(letter: str, number: int) -> Mark:
    winner = WINNERS.get(letter.upper())
    if winner is None:
        shown = letter if letter.isprintable() else ascii(letter)[1:-1]
        raise unreadable(
            "unknown-mark",
            f'round {number} of the history is "{shown}", which is no winner',
            "write B, P or T for each round, such as TBBP",
        )
    return Mark(winner)


def winners_of(history: History) -> Iterator[Side]:
    """Yield the winners, ties left out."""
    return (mark.winner for mark in history if mark.winner != "tie")


def runs_of(shown: Iterable[Shown]) -> Iterator[tuple[Shown, int]]:
    """Yield what is shown in a row, and how often."""
    return ((one, len(list(run))) for one, run in groupby(shown))
