"""How pitboss says no: a value with a code, a reason, a citation and a remedy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

LONGEST_WORD = 100
"""A longer word is nobody's slip of the pen."""
MOST_WORDS = 1_000
"""Words that are searched for the nearest."""
MOST_LISTED = 40
"""Words that a remedy lists."""


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
        return f"{one_line(self.message)}{cited}; {one_line(self.remedy)}"


class Unreadable(ValueError):
    """Text or data that cannot be understood. Carries the refusal that says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def unreadable(code: str, message: str, remedy: str, cite: str | None = None) -> Unreadable:
    """Build the exception that a reader of text raises."""
    return Unreadable(Refusal(code=code, message=message, remedy=remedy, cite=cite))


def one_line(text: str, longest: int = 1_000) -> str:
    r"""Return a text as one line that a terminal can take, whatever was quoted in it.

    >>> one_line("one\ntwo"), one_line("12345678", 7)
    ('one two', '12...78')
    """
    if len(text) > longest:
        kept = (longest - 3) // 2
        text = f"{text[:kept]}...{text[-kept:]}"
    return "".join(letter if letter.isprintable() else " " for letter in text)


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the known word that was probably meant, or None.

    The same name in other capitals or with blanks comes before one that merely looks like it.

    >>> nearest("baker.total", ["banker.total", "player.total"])
    'banker.total'
    >>> nearest("EZ Baccarat", ["baccarat", "ez-baccarat"])
    'ez-baccarat'
    """
    import difflib  # only needed once something is refused

    names = {slug(name): name for name in known if len(name) <= LONGEST_WORD}
    words = list(names)[:MOST_WORDS]
    close = difflib.get_close_matches(slug(word[: 2 * LONGEST_WORD]), words, 1, likeness)
    return names[close[0]] if close else None


def slug(name: str) -> str:
    """Return a name as ids are written.

    >>> slug(" Dragon 7 ")
    'dragon-7'
    """
    return "-".join(name.casefold().replace("_", " ").split())


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a remedy that names the nearest known word and then all of them, or the first."""
    choices = list(known)
    close = nearest(word, choices)
    hint = f'did you mean "{close}"? ' if close else ""
    listed = ", ".join(choices[:MOST_LISTED]) or "none"
    more = len(choices) - MOST_LISTED
    return f"{hint}known: {listed}" + (f" and {more:,} more" if more > 0 else "")


def shown(text: str) -> str:
    r"""Return text that somebody typed so that it does nothing to a terminal or a page.

    >>> shown("José\x1b[2J")
    'José\\x1b[2J'
    """
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
