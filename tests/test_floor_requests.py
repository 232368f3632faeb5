"""Requests that programs send to a floor: whatever is asked of whatever stream is answered."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from floor_runs import FLOORS, SCENARIOS, Played
from pitboss.games.cards import DECK, Card
from pitboss.jackpot import house, link
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.hits import PayHit, RecordHit
from pitboss.jackpot.house import EnrolBadge
from pitboss.jackpot.link import CountContributions
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal, Unreadable
from pitboss.settle.accounts import Account, account
from pitboss.table.record.codec import COMMANDS
from pitboss.table.record.recorder import Request
from pitboss.table.steps import COMMANDS as TABLE_COMMANDS
from pitboss.table.steps import Command
from pitboss.table.steps.hits import PayShares
from pitboss.table.steps.panel import ShowJackpot
from pitboss.table.steps.positions import Sit

st.register_type_strategy(Card, st.sampled_from(DECK))
st.register_type_strategy(Fraction, st.fractions())
st.register_type_strategy(Account, st.sampled_from([account("tray"), account("position 3")]))

LATER = "2026-01-02T00:00:00.000Z"
OPEN = "table 1: open\ntable 1: sit 3\ntable 1: buy in 3 500\n"
FLOOR = Played(OPEN).run
"""Table 1 is open, table 2 is not; what a test does to it is taken back."""
TWO_HITS = "004-30-2899.07-6-e-two-hits-at-once.script"
HITS = Played((SCENARIOS / TWO_HITS).read_text(), FLOORS / "eternal-stops.toml").run
"""Both tables are open, and the jackpot was hit."""
OF_KIND = {
    "house": house.COMMANDS.keys(),
    "link/sun-7": link.COMMANDS.keys(),
    "table/1": TABLE_COMMANDS.keys(),
    "table/2": TABLE_COMMANDS.keys(),
}
"""What may be asked of some streams."""
NO_STREAMS = ("", "1", "table", "table/", "link/", "house/1", "pit/1", "table/1\n", "table/a b")
NOT_THERE = {"table/99": "no-such-table", "link/sun-8": "no-such-jackpot"}
ANOTHER, ALONE, NO_STREAM = "command-of-another-stream", "server-alone", "no-such-stream"


def asked(stream: str, command: Command, actor: str = "Ada", run: FloorRun = FLOOR) -> Recorded:
    """Return what a request leads to, and take it back; one that went astray touches nothing."""
    run.begin()
    try:
        group = run.give(stream, Request("asked", command, actor, at=LATER))
        answer = run.answer_to(group)
        if code_of(answer) in (ANOTHER, ALONE, NO_STREAM):
            assert group == (answer,) and answer.text is None and not run.marks
        return answer
    finally:
        run.rollback()


def code_of(answer: Recorded) -> str | None:
    return answer.answer.code if isinstance(answer.answer, Refusal) else None


@pytest.mark.parametrize("name", COMMANDS)
def test_any_command_to_any_stream_is_answered_or_refused(name: str) -> None:
    @settings(max_examples=15, deadline=None, database=None)
    @given(st.from_type(COMMANDS[name]))
    def check(command: Command) -> None:
        for stream, kinds in OF_KIND.items():
            for run, actor in product((FLOOR, HITS), ("Ada", "server")):
                answer = asked(stream, command, actor, run)
                assert answer.stream == stream and answer.request.actor == actor
                assert (code_of(answer) == ANOTHER) == (name not in kinds)
                assert actor != "server" or code_of(answer) in (ANOTHER, ALONE)
        for stream in NO_STREAMS:
            assert code_of(asked(stream, command)) == NO_STREAM
        for stream, code in NOT_THERE.items():
            try:
                assert code_of(asked(stream, command)) in (ANOTHER, ALONE)
            except Unreadable as error:
                assert error.refusal.code == code

    check()


@pytest.mark.parametrize(
    ("stream", "command"),
    [
        ("link/sun-7", Sit(4)),
        ("house", Sit(4)),
        ("table/1", PayHit("2207")),
        ("house", PayHit("2207")),
        ("table/1", EnrolBadge("4712", "dealer")),
        ("link/sun-7", EnrolBadge("4712", "dealer")),
    ],
)
def test_a_command_of_another_stream_is_refused_in_words(stream: str, command: Command) -> None:
    answer = asked(stream, command)
    assert code_of(answer) == ANOTHER and answer.text is None
    assert isinstance(answer.answer, Refusal)
    assert type(command).__name__ in answer.answer.message and stream in answer.answer.message


def test_nobody_asks_in_the_name_of_the_server() -> None:
    answer = asked("table/1", Sit(4), "server")
    assert code_of(answer) == ALONE and answer.text is None
    assert code_of(asked("table/1", Sit(4), "Server")) is None


@pytest.mark.parametrize(
    ("stream", "command"),
    [
        ("link/sun-7", CountContributions((("1", 5_000),))),
        ("link/sun-7", RecordHit("1", 1, "100%", 100, ("1/3",), 0, ())),
        ("table/1", PayShares("sun-7", 1, 1, ((3, 500_000),))),
        ("table/1", ShowJackpot("sun-7", "closed", 1)),
    ],
)
def test_nobody_tells_a_stream_what_follows_from_another(stream: str, command: Command) -> None:
    """Units nobody registered, a hit nobody called, shares nobody won."""
    answer = asked(stream, command)
    assert code_of(answer) == ALONE and answer.text is None


@pytest.mark.parametrize("stream", ["table/1", "link/sun-7"])
def test_before_the_floor_is_open_there_is_no_stream_but_the_house(stream: str) -> None:
    command = Sit(4) if stream == "table/1" else PayHit("2207")
    assert code_of(asked(stream, command, run=FloorRun())) == NO_STREAM
