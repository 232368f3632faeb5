"""Facts and commands in words for people: their fields as a story tells them."""

from __future__ import annotations

from pitboss.rulebook.pays import Money


def in_words(field: str, value: object) -> str:
    """Return a field of a fact or command as text.

    >>> in_words("cents", 500), in_words("hand", "player"), in_words("numbers", (1, 2))
    ('$5', 'Player', '1 2')
    """
    if isinstance(value, int) and (field == "cents" or field.endswith("_cents")):
        return str(Money(value))
    if field == "hand":
        return str(value).capitalize()
    return " ".join(map(str, value)) if type(value) is tuple else str(value)
