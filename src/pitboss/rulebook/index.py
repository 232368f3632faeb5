"""An index of the catalog: what a list of the games needs to know, without reading their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.rulebook.files import ORDER, kept

if TYPE_CHECKING:
    from pitboss.rulebook.wagers import Game

Entry = dict[str, str | list[str]]


def index() -> list[Entry]:
    """Return an entry for each game of the catalog; kept beside its files, which it depends on."""
    return kept("index", ["events", *ORDER], _made)


def entry_of(game: Game) -> Entry:
    """Return what the index says of a game; ``tables`` are those of its own wagers."""
    return {
        "game": game.id,
        "name": game.name,
        "cite": game.cite,
        "kind": game.kind,
        "wagers": list(game.own),
        "base_wagers": list(game.inherited),
        "tables": [table for wager in game.own.values() for table in wager.tables],
    }


def _made() -> list[Entry]:
    from pitboss.rulebook.library import games

    return list(map(entry_of, games()))
