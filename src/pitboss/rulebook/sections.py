"""Reading data from TOML with errors that name the file, the key and the remedy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from pitboss.refusals import Refusal, Unreadable, did_you_mean

Read = TypeVar("Read")


class RulebookError(Unreadable):
    """A catalog file that is wrong somewhere."""


def wrong(where: str, message: str, remedy: str, code: str = "bad-rulebook") -> RulebookError:
    """Build the error for a place in a file."""
    return RulebookError(Refusal(code=code, message=f"{where}: {message}", remedy=remedy))


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
        """Build an error for this place."""
        return wrong(self.where, message, remedy)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a text; without a default the key is required."""
        value = self.raw(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.error(f"`{key}` must be a text", f'add {key} = "..."')
        return value

    def number(self, key: str) -> int | None:
        """Return a whole number, or None if the key is absent."""
        value = self.raw(key)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise self.error(f"`{key}` must be a whole number", f"write {key} = 8")
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty if the key is absent."""
        value = self.raw(key)
        if value is None:
            return ()
        if not isinstance(value, list) or any(not isinstance(one, str) for one in value):
            raise self.error(f"`{key}` must be a list of texts", f'write {key} = ["..."]')
        return tuple(value)

    def numbers(self, key: str) -> tuple[int, ...]:
        """Return a list of whole numbers, empty if the key is absent."""
        value = self.raw(key)
        if value is None:
            return ()
        if not isinstance(value, list) or any(type(one) is not int for one in value):
            raise self.error(f"`{key}` must be a list of whole numbers", f"write {key} = [6, 8]")
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
        try:
            return reader(self.text(key))
        except Unreadable as error:
            raise self.error(f"`{key}`: {error.refusal.message}", error.refusal.remedy) from None

    def section(self, key: str) -> Section | None:
        """Return a table inside this one, or None."""
        value = self.raw(key)
        return None if value is None else Section(f"{self.where}.{key}", value)

    def sections(self, key: str) -> Iterator[tuple[str, Section]]:
        """Yield the named tables inside a table, none if the key is absent."""
        holder = self.section(key)
        for name in holder._data if holder else ():
            assert holder is not None
            inner = holder.section(name)
            assert inner is not None
            yield name, inner

    def texts(self, key: str) -> dict[str, str]:
        """Return a table of texts, empty if the key is absent."""
        holder = self.section(key)
        return {name: holder.text(name) for name in holder._data} if holder else {}

    def done(self) -> None:
        """Refuse keys that nobody asked for: they are usually typing errors."""
        for key in self._data:
            if key not in self._asked:
                raise self.error(f'"{key}" is not a key here', did_you_mean(key, self._asked))
