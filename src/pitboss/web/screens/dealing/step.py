"""The one step that is due: what to say, what to do, and the button that does it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.house.people.proofs import name_fields
from pitboss.refusals import Refusal
from pitboss.table.due import SIDES
from pitboss.table.engine import decide
from pitboss.table.floor.records import FloorTable
from pitboss.table.guidance.advice import Advice, due_command
from pitboss.table.language import line_of
from pitboss.table.state import Table
from pitboss.table.steps import TRIALS, Command, OpenTable, tell
from pitboss.table.steps.corrections import CorrectCard
from pitboss.table.steps.craps import RollDice, point_of
from pitboss.table.steps.cups import RevealDice
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.duties import StartDay
from pitboss.table.steps.paying import PayPosition, owed
from pitboss.table.steps.positions import Sit
from pitboss.table.steps.shoes import BurnCards
from pitboss.table.steps.shuffling import CutCards, DeclineCut
from pitboss.table.steps.squeezing import WaveOff
from pitboss.table.steps.turning import TurnCards
from pitboss.table.steps.undoing import Undo
from pitboss.table.words import in_words
from pitboss.web.words import words

ENTERED = (DealCard, BurnCards, TurnCards, RevealDice, RollDice)
"""What is entered on a pad, or dealt by the server."""
CHOSEN = (Sit, CutCards)
"""What the work area asks for."""
NEXT = "next"
"""The line by which the server deals."""
WORDS = words["dealer"]


class Action(NamedTuple):
    """A button: the line that it gives, or the dialog that it opens."""

    label: str
    line: str = ""
    opens: str = ""
    about: str = ""
    """What it does, where the label alone does not say it."""
    chosen: Mapping[str, str] = {}
    """What the fields of the dialog say when it opens."""
    fits: tuple[Mapping[str, str], ...] = ()
    """What of its fields may be chosen together; nothing where all may."""


class Stage(NamedTuple):
    """A part of the strip that shows how far the round is."""

    name: str
    state: str
    """``done``, ``now`` or empty."""


def server_deals(entry: FloorTable, table: Table) -> bool:
    """Say whether the cards or dice of a table come from a seed that the server committed to."""
    return entry.cards == "virtual" and table.chance.open is not None


def dialog_of(kind: type, name: str = "") -> str:
    """Return the id of the dialog in which a kind of command is filled in, or a named use of it."""
    return f"dlg-{name or kind.__name__}"


def fitting(table: Table, kind: type, fields: Iterable[str]) -> tuple[Mapping[str, str], ...]:
    """Return what some fields of a dialog may say together: what commands accepted now say."""
    found: dict[tuple[str, ...], Mapping[str, str]] = {}
    for command in TRIALS[kind](table):
        said = {name: str(getattr(command, name)) for name in fields}
        key = tuple(said.values())
        if key not in found and not isinstance(decide(table, command), Refusal):
            found[key] = said
    return tuple(found.values())


def main_action(entry: FloorTable, table: Table, advice: Advice) -> Action | None:
    """Return the button of the step that is due; None where a pad or the work area takes it."""
    if OpenTable in advice.due:
        return Action(WORDS["done"]["OpenTable"], "open")
    command = due_command(table)
    if command is None or isinstance(command, CHOSEN):
        return None
    if isinstance(command, ENTERED) and not _is_known(table, command):
        return Action(WORDS["deal"], NEXT) if server_deals(entry, table) else None
    label = _label(table, command)
    if isinstance(command, StartDay) or name_fields(type(command)):
        return Action(label, opens=dialog_of(type(command)))
    return Action(label, line_of(command, table.opened))


def _is_known(table: Table, command: Command) -> bool:
    """Say whether nothing is left to enter: the card goes unseen, or lies there already."""
    if not isinstance(command, DealCard):
        return False
    carried = table.shoe.carried if table.round.cards == 0 else None
    return command.card is None or (carried is not None and carried.card is not None)


def _label(table: Table, command: Command) -> str:
    fields = {name: in_words(name, value) for name, value in command._asdict().items()}
    name = type(command).__name__
    if isinstance(command, PayPosition) and not owed(table).get(command.position):
        name = "PaidNothing"
    text: str = WORDS["done"][name]
    return text.format(**fields)


def other_actions(entry: FloorTable, table: Table, advice: Advice) -> Iterator[Action]:
    """Yield what may be done in place of the step that is due: declined, taken back, put right."""
    command = due_command(table)
    if isinstance(command, CutCards) and DeclineCut in advice.due:
        yield Action(WORDS["declines"].format(position=command.position), _cut_declined(command))
    for side in SIDES:
        position = table.round.handed.get(side)
        if position is None or side not in table.round.held:
            continue
        waved = WaveOff(side, position)
        if table.setup.kind == "baccarat" and not isinstance(decide(table, waved), Refusal):
            yield Action(WORDS["waves_off"].format(position=position), line_of(waved))
    if not isinstance(decide(table, Undo()), Refusal):
        yield Action(WORDS["undo"], line_of(Undo()), about=_undone(table))
    elif (last := last_entered(table)) and _entered(table) and not server_deals(entry, table):
        fits = fitting(table, CorrectCard, last)
        yield Action(WORDS["misread"], opens=dialog_of(CorrectCard), chosen=last, fits=fits)


def last_entered(table: Table) -> Mapping[str, str]:
    """Return where the last card lies that was seen, as the dialog of a correction names it."""
    round = table.round
    dealt = [(side, place) for place in (1, 2, 3) for side in SIDES]
    seen = [(side, at) for side, at in dealt if any(round.hand(side)[at - 1 : at])]
    return {"hand": seen[-1][0], "place": str(seen[-1][1])} if seen else {}


def _entered(table: Table) -> bool:
    """Say whether cards are being dealt, the last of which may have been misread."""
    return table.setup.kind == "baccarat" and table.round.stage in ("dealing", "drawing")


def _cut_declined(command: CutCards) -> str:
    return line_of(DeclineCut(command.position))


def _undone(table: Table) -> str:
    """Return what the last command did, in words."""
    assert table.last is not None, "a command that may be withdrawn"
    told = [line for fact in table.last.facts for line in tell(table.last.before, fact)]
    return "; ".join(f"{line.who}: {line.what}" for line in told)


# --- how far it is ---

ROUND = ("betting", "dealing", "drawing", "settling", "clearing")
SHOE = ("cards", "cut", "load", "burn")
SHOE_STAGES = {"offering": "cut", "cut": "cut", "marked": "load", "loaded": "burn"}
CRAPS = ("betting", "come-out", "point", "settling", "clearing")


def stages(table: Table) -> list[Stage]:
    """Return the stages of the round, or of a shoe that is being made ready."""
    if not table.open:
        return []
    round, kind = table.round, table.setup.kind
    names: dict[str, str] = dict(WORDS["stages"][kind])
    order: tuple[str, ...] = ROUND
    now = str(round.stage)
    if kind == "baccarat" and round.stage == "betting" and table.shoe.stage != "in play":
        names, order = dict(WORDS["stages"]["shoe"]), SHOE
        now = SHOE_STAGES.get(table.shoe.stage, "cards")
    elif kind == "craps":
        order, point = CRAPS, point_of(round.rolls)
        if now == "dealing":
            now = "come-out" if point is None else "point"
        names["point"] += "" if point is None else f" {point}"
    at = order.index(now)
    return [
        Stage(names[name], "done" if number < at else "now" if number == at else "")
        for number, name in enumerate(order)
    ]
