"""What a script expects of a floor: of jackpots, hits and accounts, and of the table at hand."""

from __future__ import annotations

import re
from typing import Protocol, get_args

from pitboss.jackpot.ledger import Ledger
from pitboss.jackpot.link import HitState, Link
from pitboss.jackpot.streams import LinkRecorder, Recorded
from pitboss.refusals import unreadable
from pitboss.rulebook import Rulebook
from pitboss.table.arguments import amount, dollars, micros, micros_text
from pitboss.table.engine import Answer
from pitboss.table.record.recorder import Recorder, Request
from pitboss.table.scripts.expectations import Scene, missed
from pitboss.table.state import Table
from pitboss.table.steps import OpenTable

_PARTS = {"main": "main", "reserve": "reserve", "overflow": "overflow", "pending": "pending"}
_JACKPOT = re.compile(r"jackpot (\S+) (displayed|main|reserve|overflow|pending) (\S+)", re.I)
_STATE = re.compile(r"jackpot (\S+) state (open|pending|closed)", re.I)
_HIT = re.compile(rf"hit (\S+) ([0-9]+) ({'|'.join(get_args(HitState))})(?: (\S+))?", re.I)
GRAMMAR = (
    "jackpot ID displayed|main|reserve|overflow|pending AMOUNT",
    "jackpot ID state open|pending|closed",
    f"hit ID NUMBER {'|'.join(get_args(HitState))} [AMOUNT]",
    "table ID ACCOUNT has AMOUNT",
    "jackpot ID seed fund has AMOUNT",
    "house|escrow|adjustments has AMOUNT",
)
"""What may be expected of a floor, beside what may be of a table."""
_ACCOUNT = re.compile(
    r"((?:table \S+ .+|jackpot \S+ (?:main|reserve|overflow|pending|seed fund)"
    r"|house|escrow|adjustments)) has (\S+)",
    re.I,
)


class ScriptedFloor(Protocol):
    """What a script drives and looks at: a floor in memory, or one that a house keeps."""

    @property
    def rulebook(self) -> Rulebook | None:
        """The rules that decide."""

    @property
    def ledger(self) -> Ledger:
        """Whose micros are where."""

    def give(self, stream: str, request: Request) -> tuple[Recorded, ...]:
        """Answer a request to a stream; return its line with those of the server around it."""

    def answer_to(self, given: tuple[Recorded, ...]) -> Recorded:
        """Return what a person asked for, of a group of lines."""

    def table(self, id: str) -> Recorder:
        """Return a table of the floor, open or not, or refuse one that is none."""

    def opening(self, id: str) -> OpenTable:
        """Return the command that opens a table as the floor file says."""

    def link(self, jackpot: str) -> LinkRecorder:
        """Return a jackpot of the floor, or refuse one that is none."""

    def jackpot(self, jackpot: str) -> Link:
        """Return a jackpot with all that was registered for it, counted or not."""


def missed_on_floor(
    text: str, run: ScriptedFloor, table: Table | None, answer: Answer | None
) -> str | None:
    """Return what was found instead of what a line expects; None if all is as expected."""
    words = " ".join(text.split())
    if match := _ACCOUNT.fullmatch(words):
        held = run.ledger.accounts.get(match[1].lower(), 0)
        return None if held == micros(match[2]) else micros_text(held).removeprefix("+")
    if match := _STATE.fullmatch(words):
        state = run.jackpot(match[1]).state
        return None if state == match[2].lower() else state
    if match := _JACKPOT.fullmatch(words):
        return _meter(run, match[1], match[2].lower(), match[3])
    if match := _HIT.fullmatch(words):
        return _hit(run, match)
    kind = words.partition(" ")[0].lower()
    near = [grammar for grammar in GRAMMAR if kind in grammar.partition(" ")[0].split("|")]
    if near:
        message = f'"{words}" is no expectation'
        raise unreadable("unknown-expectation", message, f"write {', or '.join(near)}")
    return missed(words, Scene(table or Table(), answer))


def _meter(run: ScriptedFloor, id: str, part: str, said: str) -> str | None:
    link = run.jackpot(id)
    if part == "displayed":
        return None if link.displayed_cents == amount(said) else dollars(link.displayed_cents)
    found = link.meter._asdict()[_PARTS[part]]
    return None if found == micros(said) else micros_text(found).removeprefix("+")


def _hit(run: ScriptedFloor, match: re.Match[str]) -> str | None:
    hits, order = run.jackpot(match[1]).hits, int(match[2])
    if not 1 <= order <= len(hits):
        raise unreadable(
            "no-such-hit", f"{match[1]} has no hit {order}", f"it has {len(hits)} hits"
        )
    hit = hits[order - 1]
    if hit.state != match[3].lower():
        return hit.state
    if match[4] and hit.amount_cents != amount(match[4]):
        return dollars(hit.amount_cents)
    return None
