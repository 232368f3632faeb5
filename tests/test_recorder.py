"""A table with its record: each request is answered once, and what cannot be kept is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from journals import BACCARAT, OFFSET, Session, baccarat, played, read, replay, withdrawn
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.engine import NEW
from pitboss.table.record.journal import entries
from pitboss.table.record.recorder import Recorder, Request
from pitboss.table.record.replaying import replay as replay_lines
from pitboss.table.steps import Command
from pitboss.table.steps.closing import CallFreeHand, CallNoMoreBets
from pitboss.table.steps.opening import OpenTable
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from test_replay import old_lines

NOON = "2026-11-16T12:00:00.000Z"


def asked(id: str, command: Command, actor: str = "Ada", at: str = NOON) -> Request:
    """Return a request from the desk."""
    return Request(id, command, actor, "desk", at, OFFSET)


@pytest.fixture
def recorder() -> Recorder:
    """Return a table that is open."""
    recorder = Recorder("table/3")
    assert recorder.give(asked("open", OpenTable(BACCARAT))).text is not None
    return recorder


def test_the_same_id_again_returns_the_first_answer_and_writes_nothing(recorder: Recorder) -> None:
    first = recorder.give(asked("a", Sit(3)))
    before = recorder.table, recorder.sequence, recorder.journal.last
    recorder.give(asked("b", BuyIn(3, 5_000)))
    after = recorder.table, recorder.sequence, recorder.journal.last
    assert before != after
    again = recorder.give(asked("a", Sit(3), at="2026-11-16T13:00:00.000Z"))
    assert again.answer == first.answer and first.text is not None and again.text is None
    assert (recorder.table, recorder.sequence, recorder.journal.last) == after


def test_a_refusal_is_the_answer_to_its_id_for_good(recorder: Recorder) -> None:
    refused = recorder.give(asked("a", BuyIn(3, 5_000)))
    assert isinstance(refused.answer, Refusal) and refused.text is not None
    recorder.give(asked("b", Sit(3)))
    again = recorder.give(asked("a", BuyIn(3, 5_000)))
    assert again.answer == refused.answer and again.text is None
    assert not isinstance(recorder.give(asked("c", BuyIn(3, 5_000))).answer, Refusal)


@pytest.mark.parametrize(
    "other",
    [
        asked("a", Sit(4)),
        asked("a", Sit(3), actor="Ben"),
        asked("a", Leave(3)),
        asked("a", CallNoMoreBets()),
    ],
)
def test_another_request_under_the_same_id_is_refused_and_not_recorded(
    recorder: Recorder, other: Request
) -> None:
    recorder.give(asked("a", Sit(3)))
    before = recorder.table, recorder.sequence, recorder.journal.last
    answer, text, *_ = recorder.give(other)
    assert isinstance(answer, Refusal) and answer.code == "id-taken" and text is None
    assert (recorder.table, recorder.sequence, recorder.journal.last) == before


def test_commands_alike_but_for_their_kind_are_not_the_same_request(recorder: Recorder) -> None:
    assert tuple(CallNoMoreBets()) == tuple(CallFreeHand()) == ()
    recorder.give(asked("a", CallNoMoreBets()))
    answer, text, *_ = recorder.give(asked("a", CallFreeHand()))
    assert isinstance(answer, Refusal) and answer.code == "id-taken" and text is None


def test_another_stream_may_use_the_same_ids(recorder: Recorder) -> None:
    other = Recorder("table/4")
    assert other.give(asked("open", OpenTable(BACCARAT))).text is not None
    assert other.table == recorder.table


@pytest.mark.parametrize(
    "request_",
    [
        asked("", Sit(3)),
        asked("a", Sit(3), at="noon"),
        asked("a", Sit(3), at="2026-11-16T12:00:00"),
        asked("a", Sit(3), at="2026-02-30T12:00:00.000Z"),
        asked("a", Sit(3))._replace(offset="-7"),
        asked("a", Sit(3))._replace(offset=""),
    ],
)
def test_what_could_not_be_read_again_is_not_recorded(
    recorder: Recorder, request_: Request
) -> None:
    answer, text, *_ = recorder.give(request_)
    assert isinstance(answer, Refusal) and answer.code == "unreadable-request" and text is None
    assert recorder.sequence == 1
    assert not isinstance(recorder.give(asked("a", Sit(3))).answer, Refusal), "the id is free"


def test_a_request_without_a_time_is_of_the_time_of_the_last(recorder: Recorder) -> None:
    text = recorder.give(asked("a", Sit(3), at="")).text
    assert text is not None and f'"at":"{NOON}"' in text
    answer, text, *_ = Recorder().give(asked("a", OpenTable(BACCARAT), at=""))
    assert isinstance(answer, Refusal) and text is None


def test_a_time_before_the_last_is_refused_on_record(recorder: Recorder) -> None:
    answer, text, *_ = recorder.give(asked("a", Sit(3), at="2026-11-16T11:59:59.999Z"))
    assert isinstance(answer, Refusal) and answer.code == "time-runs-backwards"
    assert text is not None and recorder.table.at == NOON


# --- going on ---


@pytest.mark.parametrize("which", [baccarat, withdrawn])
@pytest.mark.parametrize("end", [1, 30, 75])
def test_a_record_is_gone_on_with_to_the_same_bytes(which: Callable[[], Session], end: int) -> None:
    session = played(which)
    recorder = Recorder()
    recorder.restore(replay_lines(entries(session.lines[:end])))
    assert (recorder.stream, recorder.sequence) == ("table/3", end)
    assert recorder.table == session.tables[end - 1]
    texts = session.lines[:end]
    for line in list(read(session.lines))[end:]:
        assert line.command is not None
        request = Request(line.id, line.command, line.actor, line.device, line.at, line.offset)
        texts.append(f"{recorder.give(request).text}\n")
    assert texts == session.lines and replay(texts) == recorder.table


def test_ids_are_remembered_over_a_restart() -> None:
    session = played(withdrawn)
    recorder = Recorder()
    recorder.restore(replay_lines(entries(session.lines)))
    for line in read(session.lines):
        assert line.command is not None
        answer, text, *_ = recorder.give(Request(line.id, line.command, line.actor))
        assert text is None and answer == (line.facts if line.refusal is None else line.refusal)
    answer, text, *_ = recorder.give(asked("request-1", Sit(3)))
    assert isinstance(answer, Refusal) and answer.code == "id-taken" and text is None


def test_a_record_of_schema_0_is_not_gone_on_with() -> None:
    recorder = Recorder()
    with pytest.raises(Unreadable) as caught:
        recorder.restore(replay_lines(entries(old_lines())))
    assert caught.value.refusal.code == "other-schema"
    assert recorder.table == NEW and recorder.sequence == 0
