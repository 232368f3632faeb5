"""How pitboss says no: a value with a code, a reason, a citation and a remedy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Refusal(NamedTuple):
    """A no with a reason. The code is stable, so tools may rely on it."""

    code: str
    message: str
    remedy: str
    cite: str | None = None
    reasons: tuple[Refusal, ...] = ()
    """The single refusals that this one sums up, where there are several."""

    @property
    def data(self) -> dict[str, object]:
        """The refusal for machines; reasons only where there are several."""
        plain: dict[str, object] = dict(zip(self._fields[:4], self[:4], strict=True))
        return plain | ({"reasons": [one.data for one in self.reasons]} if self.reasons else {})

    def __str__(self) -> str:
        cited = f" [{self.cite}]" if self.cite else ""
        return f"{self.message}{cited}; {self.remedy}"


class Unreadable(ValueError):
    """Text or data that cannot be understood. Carries the refusal that says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def unreadable(code: str, message: str, remedy: str, cite: str | None = None) -> Unreadable:
    """Build the exception that a reader of text raises."""
    return Unreadable(Refusal(code=code, message=message, remedy=remedy, cite=cite))


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known word that was probably meant, or None.

    >>> nearest("baker.total", ["banker.total", "player.total"])
    'banker.total'
    """
    import difflib  # only needed once something is refused

    close = difflib.get_close_matches(word, list(known), n=1, cutoff=likeness)
    return close[0] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a remedy that names the nearest known word and then all of them."""
    choices = list(known)
    close = nearest(word, choices)
    hint = f'did you mean "{close}"? ' if close else ""
    return f"{hint}known: {', '.join(choices) or 'none'}"
