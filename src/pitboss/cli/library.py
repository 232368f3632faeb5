"""The rulebook a command works on: the catalog, and the files named with ``--file``."""

from __future__ import annotations

from argparse import Namespace

from pitboss.refusals import Unreadable, nearest, slug, unreadable
from pitboss.rulebook import Game, Rulebook, Wager, catalog


def rulebook_of(arguments: Namespace) -> Rulebook:
    """Return the catalog, with the user's files added."""
    if not arguments.file:
        return catalog()
    rulebook = Rulebook()
    for path in arguments.file:
        rulebook.add_file(path)
    return rulebook


def game_or_offers(rulebook: Rulebook, name: str) -> Game | list[Wager]:
    """Return the game of this id, or else the wagers of this id, or name, that games offer."""
    try:
        return rulebook.game(name)
    except Unreadable as refused:
        own = [wager for game in rulebook for wager in game.own.values()]
        asked = slug(name)
        offers = [wager for wager in own if asked in (wager.id, slug(wager.name))]
        if offers:
            return offers
        names = [*rulebook.ids, *(wager.id for wager in own)]
        close = nearest(name, names)
        if close is None or close in rulebook.ids:
            raise
        raise unreadable(
            "unknown-game",
            refused.refusal.message,
            f'did you mean the wager "{close}"? `pitboss games` lists the games',
        ) from None
