"""Our own texts on the rules, each with its citation: what ``pitboss rules`` looks through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from inspect import getdoc
from pathlib import Path
from typing import Literal, NamedTuple

import pitboss
from pitboss.codes import codes
from pitboss.games import KINDS
from pitboss.rulebook import Game, Wager, games
from pitboss.rulebook.provisions import Provision

Group = Literal["commands", "facts", "refusals", "wagers", "choices", "features", "scenarios"]


class Text(NamedTuple):
    """Something that we say about the rules."""

    group: Group
    name: str
    """What it is called where it is used: a line of a script, a code, a path, an id."""
    says: str
    cite: str | None = None


class Written(NamedTuple):
    """A record of the live table, and how a script writes it."""

    kind: type
    grammar: str


def written_commands() -> Iterator[Written]:
    """Yield every command of the live table as a script writes it."""
    from pitboss.table.steps import FORMS

    return (Written(form.command, form.grammar) for form in FORMS)


def recorded_facts() -> Iterable[type]:
    """Return every fact that the live table records."""
    from pitboss.table.steps import APPLIERS

    return APPLIERS


def texts() -> Iterator[Text]:
    """Yield all that is installed, and in a checkout the scenarios too."""
    for command in written_commands():
        yield Text("commands", command.grammar, getdoc(command.kind) or "")
    for fact in recorded_facts():
        yield Text("facts", fact.__name__, getdoc(fact) or "")
    for one in codes().values():
        yield Text("refusals", one.code, one.meaning, one.citation)
    for game in games():
        yield from _of_game(game)
    yield from _settings()
    for kind in KINDS.values():
        for feature in kind.features.values():
            yield Text("features", f"{kind.name}: {feature.name}", feature.meaning)
    yield from _scenarios()


# --- the catalog ---


def _of_game(game: Game) -> Iterator[Text]:
    yield Text("wagers", game.id, f"{game.name}. {game.summary}".strip(), game.cite)
    for name, provision in game.discretion.items():
        yield _provision(game.id, name, provision)
    for ambiguity in game.ambiguities:
        ways = ", ".join([ambiguity.default, *(one.name for one in ambiguity.alternatives)])
        notes = " ".join(one.note for one in ambiguity.alternatives)
        yield _choice(game.id, ambiguity.id, f"{ambiguity.asks} ({ways})", notes, ambiguity.cite)
    for wager in game.own.values():
        yield from _of_wager(wager)


def _of_wager(wager: Wager) -> Iterator[Text]:
    labels = dict.fromkeys(row.label for block in wager.blocks for row in block.rows)
    says = f"{wager.name}. {wager.summary}".strip()
    yield Text("wagers", wager.path, f"{says} Rows: {', '.join(labels)}.", wager.cite)
    for name, provision in wager.discretion.items():
        yield _provision(wager.path, name, provision)
    if wager.jackpot is not None:
        words = "; ".join(wager.jackpot.sentences)
        yield _choice(wager.path, "jackpot", words, "", wager.jackpot.cite)
    for table, vigorish in wager.vigorish.items():
        yield _choice(wager.path, table, f"vigorish of {vigorish.range}", "", vigorish.cite)
    if wager.minimum is not None:
        yield _choice(wager.path, "minimum odds", str(wager.minimum), "", wager.minimum.cite)


def _provision(path: str, name: str, provision: Provision) -> Text:
    words = f"{name.replace('-', ' ').capitalize()}: {provision.rule}"
    return _choice(path, name, words, provision.note, provision.cite)


def _choice(path: str, name: str, says: str, note: str, cite: str) -> Text:
    return Text("choices", f"{path}: {name}", f"{says}. {note}" if note else says, cite)


def _settings() -> Iterator[Text]:
    """Yield what a table's setup can say, each with its paragraph."""
    from pitboss.table.setups.shape import PARAGRAPHS

    for name, cite in PARAGRAPHS.items():
        words = name.replace("_", " ")
        yield Text("choices", f"setup: {words}", f"The house sets the {words} of a table.", cite)


# --- a checkout ---


def _scenarios() -> Iterator[Text]:
    """Yield the scenarios of a checkout: what each is called, and what its comment says."""
    folder = Path(pitboss.__file__).parents[2] / "tests" / "scenarios"
    for path in sorted(folder.glob("*.script")):
        lines = path.read_text("utf-8").split("\n")
        told = " ".join(line.lstrip("# ") for line in lines if line.startswith("#"))
        yield Text("scenarios", path.stem, told)
