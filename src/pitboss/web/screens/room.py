"""What a screen is drawn from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.house.serving.board import Board
from pitboss.house.serving.pit import STREAM as PIT
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.pushing import Topic

PAGE = "page"
"""The first word of the audience that a page is."""
OF_JACKPOTS = frozenset(("manager_jackpots", "manager_jackpot"))
"""Pages that look at jackpots, and at no table."""
OFFICE = "manager"
"""Any page of the office that shows nothing as it happens but what waits for a second person."""


class Room(NamedTuple):
    """A floor as it is now: what is committed, and what is shown and not on record."""

    board: Board
    presence: Mapping[str, Any]
    """Countdowns and places, by table."""
    demo: bool
    pit: Callable[[], Mapping[str, Any]] = dict
    """All tables together, as staff sees them."""
    badges: Sequence[Mapping[str, str]] = ()
    """Those that people use in a demo, with level and PIN."""


class Page(NamedTuple):
    """A page that somebody looks at."""

    name: str
    """``floor``, ``dealer``, ``seat``, ``sign``, or of the office such as ``manager_jackpots``."""
    table: str = ""
    seat: int = 0
    staff: bool = False
    """Whether takings and alerts are shown, on the floor; in the office, whether one may sign."""

    def topic(self, stream: str) -> Topic:
        """Return a stream as this page shows it; pages that show the same share one drawing."""
        kind = stream.partition("/")[0]
        words = [PAGE, self.name]
        if kind == "table" and self.seat:
            words.append(str(self.seat))
        elif stream == PRESENCE and self.table:
            words += [self.table, *([str(self.seat)] if self.seat else [])]
        if self.staff:
            words.append("staff")
        return Topic(stream, " ".join(words))


def streams_of(board: Board, page: Page) -> list[str]:
    """Return what a page looks at: its table with its jackpots, jackpots, or the whole floor."""
    if page.name == OFFICE:
        return [PIT]
    if page.name in OF_JACKPOTS:
        return [*(stream for stream in board.streams if stream.startswith("link/")), PIT]
    if not page.table:
        return [*(stream for stream in board.streams if stream != "house"), PRESENCE, PIT]
    links = [f"link/{jackpot.id}" for jackpot in board.floor.jackpots_at(page.table)]
    return [f"table/{page.table}", *links, PRESENCE]


def of_audience(audience: str) -> tuple[str, tuple[str, ...]]:
    """Return which page a topic is of, and what else its audience says.

    >>> of_audience("page seat 3")
    ('seat', ('3',))
    """
    _, name, *rest = audience.split(" ")
    return name, tuple(rest)


def joined(views: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return the elements of several streams as one."""
    return {id: html for view in views for id, html in view.items()}
