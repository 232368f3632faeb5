"""What the sentences of a posting share: a rule with its paragraph, and lists of names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.rulebook import Wager
from pitboss.table.setups.setup import TableSetup

RULE_28 = "30-28"


class PostedRule(NamedTuple):
    """A rule of the house."""

    rule: str
    """What it is about, for machines."""
    title: str
    text: str
    cite: str | None
    """The paragraph that it rests on; None where it is house procedure."""


def rule(setup: TableSetup, about: str, title: str, text: str, cite: str | None) -> PostedRule:
    """Return a rule with the paragraph that holds where the table stands."""
    return PostedRule(about, title, text, cited(setup, about, cite))


def cited(setup: TableSetup, about: str, cite: str | None) -> str | None:
    """Return the paragraph that holds at a table; Rule 28 is of baccarat, and not of craps.

    >>> from pitboss.table.setups.usual import usual_setup
    >>> cited(usual_setup("high-roller"), "posting", "30-2804")
    >>> cited(usual_setup("baccarat"), "posting", "30-2804")
    '30-2804'
    """
    if cite is not None and setup.kind == "craps" and cite.startswith(RULE_28):
        return None
    return setup.cite(about, cite)


def titles(wagers: Iterable[Wager]) -> str:
    """Return the names of wagers, each once."""
    return joined([*dict.fromkeys(wager.name for wager in wagers)])


def joined(words: Sequence[str]) -> str:
    """Return words as one says them.

    >>> joined(["Tie"]), joined(["Player", "Banker", "Tie"])
    ('Tie', 'Player, Banker and Tie')
    """
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
