"""What a table may offer beside its own wagers: admitted by a paragraph, or the house's choice.

The base rules of a table are those of one game; optional wagers come from it and from others of its
kind. Where a paragraph admits them it is cited; where the sources are silent the house chooses
(reading ``beside``), unless it holds itself to one section.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook.files import read_catalog
from pitboss.rulebook.library import Rulebook
from pitboss.rulebook.provisions import OneTable
from pitboss.rulebook.sections import Section
from pitboss.rulebook.wagers import Game, Wager

Beside: TypeAlias = Literal["house-choice", "one-section"]
"""A reading of the catalog's baccarat: other mixes are the house's choice, or none is allowed."""

EVERY = "*"


class Admission(NamedTuple):
    """Wagers that tables may offer beside those of their own game, and by which paragraph."""

    wagers: tuple[str, ...]
    """Games, for all their bonus wagers; ``GAME/WAGER``; or ``*``, every bonus wager of a kind."""
    cite: str
    games: tuple[str, ...] = ()
    kind: str = ""
    """The kind of game whose tables all admit them, where ``games`` names none."""
    jurisdiction: str = ""
    note: str = ""

    def at(self, game: Game, jurisdiction: str | None = None) -> bool:
        """Say whether tables of a game admit them; without a jurisdiction, in any."""
        here = not self.jurisdiction or jurisdiction in (None, self.jurisdiction)
        return here and (game.id in self.games if self.games else game.kind == self.kind)

    def admits(self, wager: Wager) -> bool:
        """Say whether a wager is among those admitted."""
        named = wager.path in self.wagers
        bonus = wager.role == "optional" and (wager.game in self.wagers or EVERY in self.wagers)
        return named or bonus


class Standing(NamedTuple):
    """By what right a table offers a wager."""

    right: Literal["own", "admitted", "house-choice"]
    cite: str | None = None
    """The paragraph that admits it."""


class _Admissions(NamedTuple):
    admissions: tuple[Admission, ...]
    refuses: Mapping[str, str]


@cache
def _catalog_admissions() -> _Admissions:
    top = Section("admissions.toml", read_catalog("admissions"))
    found = _Admissions(
        tuple(map(read_admission, top.list_of_sections("admissions"))), top.texts("refuses")
    )
    top.done()
    return found


def admissions() -> tuple[Admission, ...]:
    """Return what the sources admit beside the wagers of a table's own game."""
    return _catalog_admissions().admissions


def admissions_at(game: Game) -> tuple[Admission, ...]:
    """Return what tables of a game admit beside what they have anyway."""
    return tuple(
        one
        for one in admissions()
        if one.at(game)
        and (game.id in one.games or any(not name.startswith(f"{game.id}/") for name in one.wagers))
    )


def read_admission(section: Section) -> Admission:
    """Read which wagers are admitted, where, and by what."""
    admission = Admission(
        wagers=section.words("wagers"),
        cite=section.text("cite"),
        games=section.words("games"),
        kind=section.text("kind", ""),
        jurisdiction=section.text("jurisdiction", ""),
        note=section.text("note", ""),
    )
    section.done()
    if not admission.wagers or bool(admission.games) == bool(admission.kind):
        raise section.error(
            "an admission names wagers, and either games or a kind of game",
            'write wagers = ["GAME/WAGER"] with games = ["GAME"] or kind = "baccarat"',
        )
    return admission


# --- what may stand where ---


def standing_of(game: Game, wager: Wager, jurisdiction: str | None = None) -> Standing:
    """Return by what right a table of a game offers a wager that it may offer.

    >>> from pitboss import rulebook
    >>> tiger = rulebook.game("tiger-baccarat")
    >>> standing_of(tiger, rulebook.wager("golden-dragon/pair"))
    Standing(right='admitted', cite='30-2899.08(1), (2)')
    >>> standing_of(tiger, rulebook.wager("ez-baccarat/dragon-7")).right
    'house-choice'
    """
    if wager.game == game.id:
        return Standing("own")
    cite = admission_cite(game, wager, jurisdiction)
    return Standing("admitted", cite) if cite else Standing("house-choice")


def admission_cite(game: Game, wager: Wager, jurisdiction: str | None = None) -> str | None:
    """Return the paragraph that admits a wager beside a game's own, or None."""
    fitting = (one.cite for one in admissions() if one.at(game, jurisdiction) and one.admits(wager))
    return next(fitting, None)


def beside_fault(game: Game, wager: Wager, reading: Beside = "house-choice") -> Refusal | None:
    """Return why a table of a game cannot offer a wager, if it cannot."""
    if wager.game == game.id:
        return None
    cite = _catalog_admissions().refuses.get(game.kind, game.cite)
    if wager.kind != game.kind:
        return Refusal(
            "wager-of-another-kind",
            f"{wager.path} is a wager of {wager.kind}, and {game.id} is a game of {game.kind}",
            f"offer wagers of {game.kind} games",
            cite,
        )
    if wager.role == "base":
        return Refusal(
            "base-wager-of-another-game",
            f"{wager.path} is a base wager; those of this table are the ones of {game.id}",
            f"offer optional wagers of {wager.game} only, or open {wager.game}",
            cite,
        )
    if reading == "one-section":
        return Refusal(
            "wager-of-another-section",
            f"{wager.path} is not in the section of {game.id}, to which this table is held",
            "leave it out, or set beside house-choice",
            cite,
        )
    return None


# --- names ---


def wager_named(book: Rulebook, game: Game, name: str) -> Wager:
    """Return the wager that a name means at a table of a game.

    The game's own come first; then ``GAME/WAGER``; then a bare name that only one game of the
    same kind has, or only one game at all. Base wagers of other games are named in full.

    >>> from pitboss import rulebook
    >>> book = rulebook.catalog()
    >>> wager_named(book, book.game("tiger-baccarat"), "phoenix-bonus")
    <Wager golden-dragon/phoenix-bonus>
    """
    if name in game.wagers:
        return game.wagers[name]
    if "/" in name:
        return book.wager(name)
    having = [one.own[name] for one in book if name in one.own]
    optional = [wager for wager in having if wager.role != "base"]
    choices = [wager for wager in optional if wager.kind == game.kind] or optional
    if not choices:
        return game.wager(name)
    if len(choices) > 1:
        paths = ", ".join(wager.path for wager in choices)
        raise unreadable(
            "ambiguous-wager",
            f'several games have a wager "{name}"',
            f"say which: {paths}",
            _catalog_admissions().refuses.get(game.kind, game.cite),
        )
    return choices[0]


def wager_beside(
    book: Rulebook, game: Game, name: str, reading: Beside = "house-choice"
) -> tuple[str, Wager]:
    """Return a wager that may be bet on at a table of a game, with its shortest name there.

    The name is the bare id where that means the wager, else ``GAME/WAGER``.
    """
    wager = wager_named(book, game, name)
    if (fault := beside_fault(game, wager, reading)) is not None:
        raise Unreadable(fault)
    if name == wager.id or name in game.wagers:
        return name, wager
    try:
        short = wager_named(book, game, wager.id) is wager
    except Unreadable:
        short = False
    return wager.id if short else wager.path, wager


def with_beside(book: Rulebook, game: Game, named: Mapping[str, Wager]) -> Game:
    """Return a game with wagers beside its own, by the names that they have at the table.

    Groups of wagers that share one pay table are those of every game that a wager is from.
    """
    if not named:
        return game
    wagers = {**{id: game.wagers[id] for id in game.wagers}, **named}
    sources = dict.fromkeys((game.id, *(wager.game for wager in named.values())))
    groups = (
        group._replace(wagers=tuple(_names_in(group, source, wagers)))
        for source in sources
        for group in (game if source == game.id else book.game(source)).one_table
    )
    return replace(game, beside=named, one_table=tuple(one for one in groups if one.wagers))


def _names_in(group: OneTable, source: str, wagers: Mapping[str, Wager]) -> Iterator[str]:
    return (name for name, one in wagers.items() if one.game == source and one.id in group.wagers)


def with_bets(
    book: Rulebook, game: Game, names: Iterable[str], reading: Beside = "house-choice"
) -> tuple[Game, Mapping[str, str], Mapping[str, Refusal]]:
    """Return a game with the wagers beside it that bets name, their names there, and what is not.

    What is refused is given by the name that was used.
    """
    short: dict[str, str] = {}
    named: dict[str, Wager] = {}
    refused: dict[str, Refusal] = {}
    for name in dict.fromkeys(names):
        if name in game.wagers:
            continue
        try:
            short[name], wager = wager_beside(book, game, name, reading)
        except Unreadable as error:
            refused[name] = error.refusal
        else:
            if short[name] not in game.wagers:
                named[short[name]] = wager
    return with_beside(book, game, named), short, refused
