"""A round card by card: each line of it as data, with the table as it was then known."""

from __future__ import annotations

from pitboss.house.clock import local_time
from pitboss.house.journal.searching import Page
from pitboss.house.serving.views import bets_view, hands_view
from pitboss.refusals import Unreadable
from pitboss.settle.accounts import MICROS_PER_CENT, AnyMovement, JackpotMovement
from pitboss.table.language import line_of
from pitboss.table.record.codec import fact_data
from pitboss.table.record.journal import Line, refusal_data
from pitboss.table.record.replaying import Replayed
from pitboss.table.setups.setup import TableSetup
from pitboss.table.steps import ORDERERS, Command, Fact, tell


def step_data(step: Replayed, timezone: str) -> dict[str, object]:
    """Return a line of a round: what was asked, what came of it, and the table after it.

    A card that nobody had seen by then is null.
    """
    line, after = step.line, step.after
    round = after.round
    return {
        **line_data(line, timezone, step.before.opened),
        "hash": step.hash,
        "told": [
            words._asdict() for before, fact in step.by_fact() for words in tell(before, fact)
        ],
        "citation": citation_of(step),
        "movements": [movement_data(move) for fact in line.facts for move in movements_of(fact)],
        "in_round": round.number,
        "stage": round.stage if after.open else "closed",
        "hands": hands_view(round),
        "result": round.result,
        "bets": bets_view(round),
    }


def page_data(page: Page, timezone: str) -> dict[str, object]:
    """Return a page of a search as JSON has it."""
    return {
        "lines": [{**line_data(one.line, timezone), "hash": one.hash} for one in page.lines],
        "total": page.total,
        "cut_off": page.cut_off,
        "counted": page.counted,
        "cursor": page.cursor,
    }


def line_data(line: Line, timezone: str, setup: TableSetup | None = None) -> dict[str, object]:
    """Return a line as it is shown by itself; ``setup`` is that of its table before it."""
    command = line.command
    assert command is not None, "a line of today's schema"
    return {
        "id": f"{line.stream}/{line.sequence}",
        "stream": line.stream,
        "version": line.sequence,
        "at": line.at,
        "time": local_time(line.at, timezone),
        "actor": line.actor,
        "device": line.device,
        "shoe": line.shoe,
        "round": line.round,
        "kind": type(command).__name__,
        "script": script_of(command, setup),
        "facts": [fact_data(fact) for fact in line.facts],
        "refusal": None if line.refusal is None else refusal_data(line.refusal),
    }


def script_of(command: Command, setup: TableSetup | None = None) -> str | None:
    """Return the line of a script that a command of a table is; None if no script has one."""
    try:
        return line_of(command, setup)
    except (TypeError, AttributeError, Unreadable):
        return None


def citation_of(step: Replayed) -> str | None:
    """Return the paragraph that a line follows, or is refused by; None for house procedure."""
    line = step.line
    command = line.command
    if line.refusal is not None or command is None or type(command) not in ORDERERS:
        return None if line.refusal is None else line.refusal.cite
    return ORDERERS[type(command)](step.before, command).cite or None


def movements_of(fact: Fact) -> tuple[AnyMovement, ...]:
    """Return whose money a fact moves."""
    moves: tuple[AnyMovement, ...] = getattr(fact, "movements", ())
    return moves


def movement_data(move: AnyMovement) -> dict[str, object]:
    """Return a movement with its amount in whole cents; that of a jackpot in micros, too."""
    data = move._asdict()
    if isinstance(move, JackpotMovement):
        data["cents"] = move.micros // MICROS_PER_CENT
    return data
