"""Refusals on a page: what a file names by its key is called there as the felt calls it."""

from __future__ import annotations

import re

from pitboss.refusals import Refusal
from pitboss.table.setups.setup import TableSetup

KEY = re.compile(r"(?<![\w/.@=-])[a-z0-9]+(?:[-/][a-z0-9]+)*(?![\w/'@-]|\.\w)")
"""What may be a key of a wager, a game or a kind: not a part of a longer one, or of a path."""


def called(refusal: Refusal, setup: TableSetup) -> Refusal:
    """Return a refusal in which wagers and games have their names.

    >>> from pitboss.table.setups.usual import usual_setup
    >>> said = Refusal("x", "ez-baccarat/panda-8 and tie: no limits", "offer banker@1", None)
    >>> called(said, usual_setup("baccarat"))[1:3]
    ('Panda 8 and Tie: no limits', 'offer banker@1')
    """
    message, remedy = (
        KEY.sub(lambda found: _name(found[0], setup), text)
        for text in (refusal.message, refusal.remedy)
    )
    return refusal._replace(message=message, remedy=remedy)


def _name(key: str, setup: TableSetup) -> str:
    book = setup.rulebook
    game, _, wager = key.rpartition("/")
    offered = setup.wagers if not game else {}
    there = book.game(game or setup.game).wagers if game in ("", *book.ids) else {}
    if named := offered.get(key) or there.get(wager):
        return named.name
    if "-" in key and key in book.ids:
        return book.game(key).name
    return key.replace("-", " ") if any(key == one.kind for one in book) else key
