"""The rulebook: the catalog that comes with pitboss, and any files added to it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache

from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook.files import ORDER, read_catalog
from pitboss.rulebook.loader import load
from pitboss.rulebook.sections import wrong
from pitboss.rulebook.wagers import Game, Wager


class Rulebook:
    """Games by id. The catalog's files are read when a game is first asked for."""

    def __init__(self) -> None:
        self._games: dict[str, Game] = {}
        self._added: list[str] = []
        self._files: set[str] = set()

    def __repr__(self) -> str:
        return f"<Rulebook of {len(self.ids)} games>"

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all games, the catalog's first."""
        return (*ORDER, *self._added)

    def __iter__(self) -> Iterator[Game]:
        """Yield every game."""
        return (self.game(id) for id in self.ids)

    def game(self, id: str) -> Game:
        """Return a game by its id."""
        found = self._find(id)
        if found is None:
            raise unreadable("unknown-game", f'there is no game "{id}"', did_you_mean(id, self.ids))
        return found

    def wager(self, path: str) -> Wager:
        """Return a wager by its path, such as ``ez-baccarat/dragon-7``."""
        game, slash, id = path.partition("/")
        if not slash:
            raise unreadable(
                "no-wager-named",
                f'"{path}" names no wager',
                "write GAME/WAGER, such as baccarat/tie",
            )
        return self.game(game).wager(id)

    def add_file(self, path: str | os.PathLike[str]) -> tuple[Game, ...]:
        """Add a user's file: games of its own, or wagers and pay tables for games known here.

        Everything in it is read and checked at once; pay tables below the minimum odds are marked.
        """
        from pitboss.rulebook.checks import check  # the catalog itself needs neither
        from pitboss.rulebook.minimums import held_to_minimums
        from pitboss.rulebook.toml import read_toml

        file = os.fspath(path)
        name = os.path.basename(file)
        if "\0" in file:
            raise wrong(file, "a path holds no NUL", "check the path", "no-file")
        if os.path.realpath(file) in self._files:
            raise wrong(name, "the file is given twice", "name it once")
        loaded = tuple(load(name, read_toml(file), self._find, shared_events(), operator=True))
        for game in loaded:
            check(game, name)
        added = tuple(held_to_minimums(game, name, self.wager) for game in loaded)
        self._files.add(os.path.realpath(file))
        for game in added:
            if game.id not in self.ids:
                self._added.append(game.id)
            self._games[game.id] = game
        return added

    def _find(self, id: str) -> Game | None:
        if id not in self._games and id in ORDER:
            data = read_catalog(id)
            (game,) = load(f"{id}.toml", data, self._find, shared_events(), operator=False)
            self._games[id] = game
        return self._games.get(id)


@cache
def shared_events() -> Mapping[str, Mapping[str, str]]:
    """Return the texts of the events that several games share, by kind of game."""
    data = read_catalog("events")
    return {
        kind: {name: str(text) for name, text in events.items()}
        for kind, events in data.items()
        if isinstance(events, dict)
    }


@cache
def catalog() -> Rulebook:
    """Return the catalog that comes with pitboss."""
    return Rulebook()


def games() -> tuple[Game, ...]:
    """Return every game of the catalog."""
    return tuple(catalog())


def game(id: str) -> Game:
    """Return a game of the catalog."""
    return catalog().game(id)


def wager(path: str) -> Wager:
    """Return a wager of the catalog by its path, such as ``ez-baccarat/dragon-7``."""
    return catalog().wager(path)
