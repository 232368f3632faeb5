"""A step of the procedure is one module: this one, with all that the live table knows of a bell.

Adding a step once touched fourteen files. Now it is what stands between the two lines below, in one
module of ``pitboss/table/steps``: in that of its topic, or in a new one, named in ``TOPICS`` there.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

import pytest

from pitboss.games.cards import card
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.dealers import Dealer, KnownSupply
from pitboss.table.engine import NEW, act
from pitboss.table.guidance.advice import acceptable, advise, order_of
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.language import line_of, read
from pitboss.table.record.codec import command_data, command_of, fact_data, fact_of
from pitboss.table.record.journal import entries
from pitboss.table.record.recorder import Recorder
from pitboss.table.record.replaying import replay
from pitboss.table.scripts.scenario import Played, play
from pitboss.table.state import Table
from pitboss.table.steps import registry as step
from pitboss.table.steps import tell
from pitboss.table.steps.registry import Order, StoryLine
from pitboss.table.steps.undoing import CommandWithdrawn, Undo

REGISTRIES: tuple[Any, ...] = (
    *(step.DECIDERS, step.COMMANDS, step.APPLIERS, step.FACTS, step.FORMS, step.FORMS_BY_VERB),
    *(step.VERBS, step.TELLERS, step.ORDERERS, step.TRIALS, *step.PROPOSALS.values()),
)


def kept() -> list[Any]:
    """Return what the registries hold."""
    return [copy(registry) for registry in REGISTRIES]


def put_back(contents: list[Any]) -> None:
    """Let the registries hold what they held."""
    for registry, content in zip(REGISTRIES, contents, strict=True):
        registry.clear()
        registry.extend(content) if isinstance(registry, list) else registry.update(content)


WITHOUT = kept()

# --- the step: all that a module of its own would hold ---

BELL = "bell"


class RingBell(NamedTuple):
    """Ring the bell, once in a gaming day."""

    by: str = "dealer"


step.written(RingBell, "ring bell [by <by:name>]")
step.ordered(RingBell, "Ring the bell")


@step.decides(RingBell)
def ring_bell(table: Table, command: RingBell) -> step.Decision:
    """Ring a bell that has not been rung this gaming day."""
    if BELL in table.sound:
        return Refusal("bell-rung", "the bell was rung today", "ring it tomorrow")
    return (BellRung(command.by),)


class BellRung(NamedTuple):
    """The bell was rung."""

    by: str


step.told(BellRung, "bell", "is rung by {by}")


@step.applies(BellRung)
def bell_rung(table: Table, _: BellRung) -> Table:
    """A bell that was heard is sound."""
    return table._replace(sound=table.sound | {BELL})


@step.proposes("betting")
def bell_before_bets(table: Table, _: Dealer) -> RingBell | None:
    """The bell is rung before the first bets of a day."""
    return None if BELL in table.sound or table.round.bets else RingBell()


# --- the end of the step ---

WITH = kept()
put_back(WITHOUT)
OPENED = ("open baccarat", "sit 3", "prepare burning 5h")


@pytest.fixture
def rung() -> Iterator[None]:
    """Enter the step for one test."""
    put_back(WITH)
    yield
    put_back(WITHOUT)


def played(*lines: str) -> list[Played]:
    """Play a table that is ready for bets, and then some lines."""
    return list(play([*OPENED, *lines]))


def table_after(*lines: str) -> Table:
    return played(*lines)[-1].table


@pytest.mark.usefixtures("rung")
def test_it_is_decided_and_applied_and_refused() -> None:
    table, answer = act(table_after(), RingBell("Ada"))
    assert answer == (BellRung("Ada"),) and BELL in table.sound
    after, again = act(table, RingBell("Ben"))
    assert isinstance(again, Refusal) and again.code == "bell-rung" and after == table
    nothing_open = act(NEW, RingBell())[1]
    assert isinstance(nothing_open, Refusal) and nothing_open.code == "no-table"


@pytest.mark.usefixtures("rung")
@pytest.mark.parametrize(
    ("line", "command"), [("ring bell", RingBell()), ("ring bell by Ada", RingBell("Ada"))]
)
def test_it_is_written_and_read(line: str, command: RingBell) -> None:
    assert read(line) == command and line_of(command) == line


@pytest.mark.usefixtures("rung")
def test_a_line_that_is_nearly_it_is_told_how_it_is_written() -> None:
    for line in ("ring bell loudly", "rign bell"):
        with pytest.raises(Unreadable, match=r"ring bell \[by NAME\]"):
            read(line)


@pytest.mark.usefixtures("rung")
def test_a_script_plays_it_and_expects_it() -> None:
    done = played(
        *("> may ring bell", "ring bell by Ada", "> fact BellRung by=Ada", "> may not ring bell"),
        *("ring bell", "> refused bell-rung"),
    )
    assert [type(one.command) for one in done][-2:] == [RingBell, RingBell]


@pytest.mark.usefixtures("rung")
def test_it_is_told_and_ordered_and_proposed_and_tried() -> None:
    table = table_after()
    assert list(tell(table, BellRung("Ada"))) == [StoryLine("bell", "is rung by Ada")]
    assert order_of(table, RingBell()) == Order("Ring the bell", "")
    advice = advise(table)
    assert (advice.do, advice.due) == ("Ring the bell", (RingBell,))
    assert "ring bell" in advice.may and RingBell in acceptable(table)
    pilot = Autopilot(KnownSupply(card("5h")))
    assert pilot.next(table) == RingBell()
    rung_table, _ = act(table, RingBell())
    assert pilot.next(rung_table) is None and "ring bell" not in advise(rung_table).may


@pytest.mark.usefixtures("rung")
def test_it_is_recorded_and_replayed() -> None:
    assert command_of(command_data(RingBell("Ada"))) == RingBell("Ada")
    data = fact_data(BellRung("Ada"))
    assert data == {"kind": "BellRung", "by": "Ada", "movements": []}
    assert fact_of(data) == BellRung("Ada")
    recorder = Recorder()
    done = list(play([*OPENED, "ring bell by Ada"], recorder))
    *_, last = replay(entries(f"{one.record}\n" for one in done))
    assert last.after == recorder.table and last.line.command == RingBell("Ada")


@pytest.mark.usefixtures("rung")
def test_it_is_withdrawn() -> None:
    before, done = table_after(), played("ring bell", "undo")
    assert BELL in done[-2].table.sound
    assert done[-1].command == Undo()
    assert done[-1].answer == (CommandWithdrawn(("BellRung",), ()),)
    assert done[-1].table.sound == before.sound


def test_elsewhere_nobody_knows_it() -> None:
    names = {*step.COMMANDS, *step.FACTS, *step.FORMS_BY_VERB, *step.VERBS.values()}
    assert not names & {"RingBell", "BellRung", "ring bell"}
    kinds = {*step.DECIDERS, *step.APPLIERS, *step.TELLERS, *step.ORDERERS, *step.TRIALS}
    assert not kinds & {RingBell, BellRung}
    assert not any(bell_before_bets in proposals for proposals in step.PROPOSALS.values())
    with pytest.raises(Unreadable, match="is no command"):
        read("ring bell")
