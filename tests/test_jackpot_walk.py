"""Fifty linked tables, random commands, and an auditor that follows every line."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from jackpot_auditor import Auditor
from jackpot_walk import Walk
from jackpot_walk_floor import JACKPOTS, floor_text

from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.house import read_floor_text
from pitboss.jackpot.scripts import FloorScript, open_floor
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal
from pitboss.table.scripts.scenario import ScriptLine

START = "2026-01-01T00:00:00.000Z"
FLOOR = read_floor_text("walk.toml", floor_text(), None)
SEED = int(os.environ.get("PITBOSS_SEED", "12"))
COMMANDS = int(os.environ.get("PITBOSS_COMMANDS", "50000"))
WALKS = 4


class Audited:
    """A floor whose every line an auditor reads."""

    def __init__(self) -> None:
        self.auditor = Auditor()
        self.lines: list[str] = []
        self.commands = 0
        self.refusals: Counter[str] = Counter()
        self.run = FloorRun()
        self.script = FloorScript(self.run)
        self.hear(open_floor(self.run, "walk.toml", FLOOR, START))

    def give(self, line: str) -> str | None:
        """Give a line, and return the code of its refusal."""
        self.lines.append(line)
        code = None
        for step in self.script.line(ScriptLine(len(self.lines), line)):
            code = self.hear(step.group)
        return code

    def hear(self, group: Iterable[Recorded]) -> str | None:
        """Let the auditor read a group of lines; return the code of a person's refusal."""
        code = None
        for recorded in group:
            if recorded.text is None:
                assert isinstance(recorded.answer, Refusal), f"{recorded.request} is not on record"
            else:
                self.auditor.line(recorded.text)
            if recorded.request.actor != "server":
                self.commands += 1
                code = recorded.answer.code if isinstance(recorded.answer, Refusal) else None
                if code is not None:
                    self.refusals[code] += 1
        return code


def walked(seed: int, commands: int) -> Audited:
    """Walk until enough commands were given; a failure comes with the fewest lines that show it."""
    floor = Audited()
    walk = Walk(seed, floor.auditor)
    try:
        while floor.commands < commands:
            line = walk.next()
            walk.heard(line, floor.give(line))
        floor.auditor.end_of_group()
    except Exception as error:
        shortest = shrunk(floor.lines, error)
        story = "\n".join(shortest)
        raise AssertionError(
            f"{error!r}, PITBOSS_SEED={SEED}, walk {seed}; shown by\n{story}"
        ) from error
    return floor


def shrunk(lines: Sequence[str], error: Exception) -> list[str]:
    """Leave lines out, in chunks, while the rest still fails in the same way."""
    kept, chunk = list(lines), max(len(lines) // 2, 1)
    while True:
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + chunk :]
            if fails_alike(fewer, error):
                kept = fewer
            else:
                at += chunk
        if chunk == 1:
            return kept
        chunk = max(chunk // 2, 1)


def fails_alike(lines: Sequence[str], error: Exception) -> bool:
    """Say whether some lines fail in the same words, names and numbers apart."""
    floor = Audited()
    try:
        for line in lines:
            floor.give(line)
        floor.auditor.end_of_group()
    except Exception as other:
        return signature(other) == signature(error)
    return False


def signature(error: Exception) -> tuple[type, str]:
    """Return what two failures have in common that are the same."""
    words = str(error).partition(": ")[2]
    return type(error), "".join(letter for letter in words if letter.isalpha())[:40]
