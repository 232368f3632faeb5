"""Facts in words for people: their fields as a story tells them."""

from __future__ import annotations

from typing import Any, Protocol

from pitboss.rulebook.pays import Money


class Fields(Protocol):
    """A record with named fields."""

    def _asdict(self) -> dict[str, Any]: ...


def fields_in_words(fact: Fields) -> dict[str, str]:
    """Return the fields of a fact as text."""
    return {field: _shown(field, value) for field, value in fact._asdict().items()}


def _shown(field: str, value: object) -> str:
    if isinstance(value, int) and (field == "cents" or field.endswith("_cents")):
        return str(Money(value))
    if field == "hand":
        return str(value).capitalize()
    return " ".join(map(str, value)) if type(value) is tuple else str(value)
