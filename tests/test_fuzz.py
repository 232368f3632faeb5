"""Whatever is typed or written in a file is answered or refused: no traceback, no hang, no run.

``FUZZ_SEED`` chooses other cases; the seed is printed with the ten slowest.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import fuzz
from pitboss.cli.main import parser_of

SEED = int(os.environ.get("FUZZ_SEED", fuzz.SEED))
CASES = 5_200
PARTS = 8
"""Parts of the run, which may be shared out to several processes."""


@pytest.fixture(scope="module", autouse=True)
def hook() -> None:
    """Run every command once, so that it is imported, and watch what is run from there on."""
    for command in (*fuzz.COMMANDS, "odds"):
        parser_of(command)
    fuzz.names()
    fuzz.watch()


@pytest.mark.parametrize("part", range(PARTS))
def test_cases_are_answered_or_refused(
    part: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    done = [(at, fuzz.run(fuzz.make(SEED, at))) for at in range(part, CASES, PARTS)]
    record_property("seed", SEED)
    for at, one in sorted(done, key=lambda pair: -pair[1].seconds)[:10]:
        record_property("fuzz", f"{fuzz.described(one)} case {at}")
    wrong = [f"case {at} of seed {SEED}: {one.fault}: {one}" for at, one in done if one.fault]
    assert not wrong, "\n".join(wrong)[:20_000]
    assert not fuzz.watched
    answered = sum(one.code == 0 for _, one in done)
    assert len(done) / 10 < answered < len(done) * 9 / 10  # neither all sense nor all nonsense


def test_the_guard_sees_a_hang_and_the_hook_sees_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the fuzz relies on: a loop is ended, and code that is run is noticed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fuzz, "LIMIT_SECONDS", 0.05)

    def hangs(_: object) -> int:
        while True:
            pass

    def runs(_: object) -> int:
        exec("1 + 1", {})
        return 0

    case = fuzz.Case(["games"], b"")
    monkeypatch.setattr(fuzz, "main", hangs)
    assert "hung" in fuzz.run(case).fault
    monkeypatch.setattr(fuzz, "main", runs)
    assert not fuzz.run(case).fault and fuzz.watched.pop() == "exec of <string>"
    monkeypatch.setattr(fuzz, "main", lambda _: 1 // 0)
    assert "ZeroDivisionError" in fuzz.run(case).fault
