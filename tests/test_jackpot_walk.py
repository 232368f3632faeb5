"""Fifty linked tables, random commands, and an auditor that follows every line.

A walk is made from a seed, so that a failure can be shown again; it comes with the fewest lines
that lead to it. ``make jackpots`` walks a million commands.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from code_uses import uses
from jackpot_auditor import Auditor
from jackpot_walk import Walk
from jackpot_walk_floor import JACKPOTS, PITS, floor_text
from pitboss.jackpot.floor_changes import read_floor_text
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import FloorScript, open_floor
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal
from pitboss.rulebook import MeterShare, Rulebook
from pitboss.table.scripts.scenario import ScriptClock, ScriptLine

SEED = int(os.environ.get("PITBOSS_SEED", "12"))
COMMANDS = int(os.environ.get("PITBOSS_COMMANDS", "50000"))
WALK = 12_500
"""The commands of one walk, after which the floor is opened anew."""
LEAST_ACCEPTED, LEAST_REFUSED = 0.5, 0.1

START = "2026-01-01T00:00:00.000Z"
FIRST_SECOND = "2026-01-01T00:00:00"
RULES = Rulebook()
RULES.add_file(Path(__file__).parent / "data" / "jackpot-walk-rules.toml")
FLOOR = read_floor_text("walk.toml", floor_text(), RULES)

POLICIES = {
    "lock": ("lock-all", "lock-value"),
    "amount": ("at-lock", "at-pay"),
    "reserve": ("rolls-over", "up-to-seed"),
    "overflow": ("to-meter", "to-reserve", "stays"),
    "scope": ("hitting-table", "all-linked-tables"),
    "fixed": ("tray", "meter"),
}
"""The policies of JACKPOTS.md; that of the base game shows in what is refused."""
PHASES = (
    *("nothing is played", "sensors are lit", "a game is played"),
    *("a win is not called", "a hit is open"),
)
FACTS = (
    *("ContributionsCounted", "HitRecorded", "HitLocked", "MeterReseeded", "HitVerified"),
    *("HitPaid", "HitDismissed", "AwardReturned", "ReseedRecovered", "MeterAdjusted"),
    *("PrizeChanged", "LimitChanged", "RatesChanged", "JackpotClosed", "ContributionsReversed"),
    *("FixedPaysDrawn", "SignRead", "ProgressivesTaken", "ProgressivesGivenBack", "JackpotHit"),
    *("JackpotWaived", "SharesPaid", "HitClosed", "FixedPaysReceived", "GameEnded"),
    *("RoundVoided", "RoundMadeFree", "CommandWithdrawn", "HandsPressed", "BadgeEnrolled"),
    *("BadgeRetired", "AlertAcknowledged"),
)
ELSEWHERE = {
    "command-of-another-stream": "a request of a program to a stream of another kind",
    "no-such-stream": "a request of a program to what is no stream",
    "server-alone": "a request of a program in the name of the server",
    "table-elsewhere": "a table that another house runs",
    "event-against-the-rules": "a record that somebody altered",
    "bad-floor": "a floor file that cannot be read",
    "no-meter-here": "a change of the floor to a wager without a meter",
    "floor-open": "a floor that is opened twice",
    "floor-unchanged": "a change to the same floor",
    "other-kind-of-floor": "a change to a floor that may not be",
    "currency-differs": "a change to a floor that may not be",
    "badges-differ": "a change to a floor that may not be",
    "jackpots-differ": "a change to a floor that may not be",
    "table-in-use": "a change to a floor that may not be",
    "jackpot-open": "a jackpot that the server opens twice",
    "no-jackpot": "a jackpot that the server has not opened",
    "time-runs-backwards": "a request from the past",
    "unknown-level": "a level that no line can be read with",
    "no-such-alert": "an id that no line can be read with",
    "no-such-day": "a close that is printed of no day",
    "no-such-shift": "a close that is printed of no shift",
    "unknown-command": "a record of another version",
    "unreadable-line": "a line that is no command",
    "unreadable-command": "a line that is written wrongly",
    "unknown-expectation": "an expectation of a script",
    "not-a-floor": "a report of a journal that is no floor's",
    "no-win-page": "a win page of a hit that was not paid",
}
"""Codes of the jackpots that no readable line of a running floor leads to, and what does."""


class Audited:
    """A floor whose every line an auditor reads."""

    def __init__(self) -> None:
        self.auditor = Auditor()
        self.lines: list[str] = []
        self.commands = 0
        self.refusals: Counter[str] = Counter()
        self.run = FloorRun(RULES)
        self.script = FloorScript(self.run, ScriptClock(FIRST_SECOND))
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
            walk.late = floor.commands > commands * 9 // 10
            line = walk.next()
            walk.heard(line, floor.give(line))
        floor.auditor.end_of_group()
    except Exception as error:
        story = "\n".join(shrunk(floor.lines, error))
        raise AssertionError(f"{error!r}, PITBOSS_SEED={seed}; shown by\n{story}") from error
    return floor


# --- failures are shrunk ---


def shrunk(lines: Sequence[str], error: Exception) -> list[str]:
    """Leave lines out while the rest still fails in the same way: whole tables, then chunks."""
    kept = list(lines)
    for head in dict.fromkeys(line.partition(": ")[0] for line in lines):
        fewer = [line for line in kept if line.partition(": ")[0] != head]
        kept = fewer if fails_alike(fewer, error) else kept
    chunk = max(len(kept) // 2, 1)
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


# --- what must be reached ---


def meter_rows(run: FloorRun) -> set[str]:
    """Return every row of the linked pay tables that pays a share of a meter."""
    rows = set()
    for jackpot in JACKPOTS:
        setup = run.table(PITS[jackpot.pit].ids[0]).table.setup
        tables = (opened for opened in setup.spots.values() if opened.id == jackpot.table)
        for opened in tables:
            shares = (row for row in opened.rows if isinstance(row.cell.pay, MeterShare))
            rows |= {f"row {jackpot.table} {row.label}" for row in shares}
    return rows


def codes_of_jackpots() -> set[str]:
    """Return every refusal that the jackpots and the panels of tables can give."""
    rooms = ("jackpot/", "table/steps/panel.py", "table/steps/hits.py")
    given, _ = uses()
    return {use.code for use in given if use.path.startswith(rooms)}


def test_must_show__random_commands_at_fifty_linked_tables_break_nothing() -> None:
    reached: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    commands, seed, rows = 0, SEED, set[str]()
    while commands < COMMANDS:
        floor = walked(seed, min(WALK, COMMANDS - commands))
        reached.update(floor.auditor.reached)
        refusals.update(floor.refusals)
        rows |= meter_rows(floor.run)
        commands, seed = commands + floor.commands, seed + 1
    refused = refusals.total() / commands
    print(
        f"PITBOSS_SEED={SEED}: {commands} commands, {1 - refused:.0%} accepted, "
        f"{reached['ProgressivesTaken']} games, {reached['HitRecorded']} hits"
    )
    assert sum(len(pit.ids) for pit in PITS.values()) == 50
    assert LEAST_REFUSED <= refused <= 1 - LEAST_ACCEPTED
    policies = {f"{name} {value}" for name, values in POLICIES.items() for value in values}
    phases = {f"LinkLost while {phase}" for phase in PHASES}
    together = {"hit with others lock-all", "hit with others lock-value"}
    assert (rows | policies | phases | together | set(FACTS)) - set(reached) == set()
    assert codes_of_jackpots() - set(ELSEWHERE) - set(refusals) == set()


def test_codes_that_are_met_elsewhere_are_codes_of_the_jackpots() -> None:
    assert set(ELSEWHERE) <= codes_of_jackpots()


# --- the walk notices what is wrong, and shows it in few lines ---


def test_a_failure_is_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """An auditor that minds any hit is shown one with the lines that lead to it, and no others."""
    hear: Callable[..., None] = Auditor.jackpot_hit

    def minds(self: Auditor, *heard: object) -> None:
        hear(self, *heard)
        raise AssertionError("a hit")

    monkeypatch.setattr(Auditor, "jackpot_hit", minds)
    lines = [
        *("table 1: sit 1", "table 1: buy in 1 50", "table 1: prepare", "table 47: sit 2"),
        *("table 47: buy in 2 50", "jackpot ez-e: verify by 2207", "table 47: start game"),
        *("table 47: bet 2 triple@PT-PRG-TRI-01 1", "table 1: bet 1 player 5"),
        *("table 47: no more bets", "table 47: start game", "table 47: shake cups"),
        *("table 47: reveal 333 333", "table 1: no more bets", "table 47: call result"),
        "table 47: hit jackpot",
    ]
    floor = Audited()
    with pytest.raises(AssertionError, match="a hit") as caught:
        for line in lines:
            floor.give(line)
    needed = [line for line in lines if line.startswith("table 47")]
    needed.remove("table 47: start game")
    assert shrunk(lines, caught.value) == needed
