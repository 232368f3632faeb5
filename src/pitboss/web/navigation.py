"""Where a person may go: the links in the bar."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.house.people.identity import Who
from pitboss.house.people.permissions import may_read
from pitboss.web.screens.doors import home_of
from pitboss.web.words import words


class Screen(NamedTuple):
    """A screen that the bar links: its word, where it is, and the view that one must may read."""

    word: str
    path: str
    view: str = "home"


SCREENS = (
    Screen("floor", "/"),
    Screen("jackpots", "/manager/jackpots", "jackpot"),
    Screen("tables", "/manager/tables", "proposals"),
    Screen("people", "/manager/people", "devices"),
    Screen("reports", "/manager/reports", "reports"),
    Screen("journal", "/manager/journal", "journal"),
    Screen("close", "/manager/close", "reports"),
    Screen("rules", "/manager/rules", "proposals"),
    Screen("odds", "/odds"),
)


def screens(who: Who) -> list[tuple[str, str]]:
    """Return the screens that somebody may look at, and their own: their names and paths.

    >>> [name for name, path in screens(Who())]
    ['Floor', 'Odds']
    >>> screens(Who("6601", "player", table="1", seat=3))[-1]
    ('To your seat', '/tables/1/seat/3')
    """
    named: dict[str, str] = words["common"]["screens"]
    shown = [(named[one.word], one.path) for one in SCREENS if may_read(who, one.view) is None]
    own = home_of(who)
    return shown if own.address == SCREENS[0].path else [*shown, (own.words, own.address)]
