"""Reading data from TOML with errors that name the file, the key and the remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

from pitboss.refusals import Refusal, Unreadable, did_you_mean, nearest, one_line

Read = TypeVar("Read")
LIKENESS = 0.75
"""How alike a misspelt key is to the one that was meant; no two keys of one place are."""
MOST_COMPARED = 50
"""Keys of one place that are looked at for a misspelt one: more than any place has."""
LARGEST = 1_000_000
"""No whole number of a rulebook is larger; what is, is a slip of the pen."""


class RulebookError(Unreadable):
    """A catalog file that is wrong somewhere."""


def wrong(where: str, message: str, remedy: str, code: str = "bad-rulebook") -> RulebookError:
    """Build the error for a place in a file: one line, whatever the file's own texts hold."""
    return RulebookError(
        Refusal(code=code, message=one_line(f"{where}: {message}"), remedy=one_line(remedy))
    )


def placed(where: str, make: Callable[[], Read], before: str = "") -> Read:
    """Run a reader of ours and place its error somewhere in a file."""
    try:
        return make()
    except Unreadable as error:
        raise wrong(where, before + error.refusal.message, error.refusal.remedy) from None


class Section:
    """One TOML table: every key is asked for once, and what nobody asked for is refused."""

    def __init__(self, where: str, data: object) -> None:
        if not isinstance(data, Mapping):
            raise wrong(where, "this must be a table", "write [section] or { key = value }")
        self.where = where
        self._data = data
        self._asked: dict[str, None] = {}

    def raw(self, key: str) -> object | None:
        """Return a value as it stands, or None."""
        self._asked[key] = None
        value: object | None = self._data.get(key)
        return value

    def error(self, message: str, remedy: str) -> RulebookError:
        """Build an error for this place; a misspelt key explains it better than what it causes."""
        return self._misspelt() or wrong(self.where, message, remedy)

    def check_spelling(self) -> None:
        """Refuse a misspelt key here, before others are read that go with it."""
        if (error := self._misspelt()) is not None:
            raise error

    def _misspelt(self) -> RulebookError | None:
        """Find a key that nobody asked for and that is nearly one that was asked for in vain."""
        missing = [key for key in self._asked if key not in self._data]
        unasked = (key for key in self._data if key not in self._asked)
        for key in islice(unasked, MOST_COMPARED):
            if meant := nearest(key, missing, LIKENESS):
                return wrong(self.where, f'"{key}" is not a key here', f"write `{meant}`")
        return None

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a default the key is required."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.error(f"`{key}` must be a text", f'add {key} = "..."')
        return value

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of this table, in the order written."""
        return tuple(self._data)

    def number(self, key: str, low: int = 0, high: int = LARGEST) -> int | None:
        """Return a whole number within limits, or None if the key is absent."""
        value = self.raw(key)
        if value is not None and not _is_number(value, low, high):
            raise self.error(
                f"`{key}` must be a whole number from {low} to {high:,}", f"write {key} = 8"
            )
        return value  # type: ignore[return-value]  # a whole number by the line above

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty if the key is absent."""
        value = self.raw(key)
        if value is None:
            return ()
        if not isinstance(value, list) or any(not isinstance(one, str) for one in value):
            raise self.error(f"`{key}` must be a list of texts", f'write {key} = ["..."]')
        return tuple(value)

    def numbers(self, key: str, low: int = 0, high: int = LARGEST) -> tuple[int, ...]:
        """Return a list of different whole numbers within limits, empty if the key is absent."""
        value = self.raw(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(_is_number(one, low, high) for one in value):
            raise self.error(
                f"`{key}` must be a list of whole numbers from {low} to {high:,}",
                f"write {key} = [6, 8]",
            )
        if len(set(value)) < len(value):
            raise self.error(f"`{key}` names a number twice", "name each number once")
        return tuple(value)

    def choice(self, key: str, choices: tuple[str, ...], default: str) -> str:
        """Return one of the given words."""
        value = self.text(key, default)
        if value not in choices:
            raise self.error(f'`{key}` cannot be "{value}"', did_you_mean(value, choices))
        return value

    def list(self, key: str) -> list[object]:
        """Return a list as it stands, empty if the key is absent."""
        value = self.raw(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.error(f"`{key}` must be a list", f"write {key} = [...]")
        return value

    def read(self, key: str, reader: Callable[[str], Read]) -> Read | None:
        """Read a text with a reader of ours, placing its errors; None if the key is absent."""
        if self.raw(key) is None:
            return None
        text = self.text(key)
        return self.placed(lambda: reader(text), f"`{key}`: ")

    def placed(self, make: Callable[[], Read], before: str = "") -> Read:
        """Run a reader of ours and place its error here."""
        return placed(self.where, make, before)

    def section(self, key: str) -> Section | None:
        """Return a table inside this one, or None."""
        value = self.raw(key)
        return None if value is None else Section(f"{self.where}.{key}", value)

    def sections(self, key: str) -> Iterator[tuple[str, Section]]:
        """Yield the named tables inside a table, none if the key is absent."""
        holder = self.section(key)
        for name in holder.keys if holder else ():
            assert holder is not None
            inner = holder.section(name)
            assert inner is not None
            yield name, inner

    def list_of_sections(self, key: str) -> Iterator[Section]:
        """Yield the tables of a list, none if the key is absent."""
        for at, raw in enumerate(self.list(key), start=1):
            yield Section(f"{self.where}.{key}[{at}]", raw)

    def texts(self, key: str) -> dict[str, str]:
        """Return a table of texts, empty if the key is absent."""
        holder = self.section(key)
        return {name: holder.text(name) for name in holder.keys} if holder else {}

    def done(self) -> None:
        """Refuse keys that nobody asked for: they are usually typing errors."""
        for key in self._data:
            if key not in self._asked:
                raise self.error(f'"{key}" is not a key here', did_you_mean(key, self._asked))


def _is_number(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
