"""Alerts: what is to be seen of tables and jackpots, until somebody has seen it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.house.people.permissions import KINDS
from pitboss.house.people.proofs import TWO, name_fields
from pitboss.house.people.proposals import Proposal
from pitboss.house.serving.alerts import Alert, alerts
from pitboss.house.serving.board import Board
from pitboss.house.serving.pit import Taken, pit_view, taken_at
from pitboss.house.serving.subjects import KINDS as SUBJECTS
from pitboss.house.serving.subjects import subject_of
from pitboss.jackpot.acknowledging import REMEMBERED, Acknowledge
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.house import EnrolBadge, HouseState, decide, evolve
from pitboss.jackpot.replaying import replay_floor
from pitboss.jackpot.scripts import open_floor, play_floor, read_jackpot_line
from pitboss.jackpot.streams import Recorded
from pitboss.refusals import Refusal
from pitboss.table.floor import default_floor
from pitboss.table.language import read
from pitboss.table.record.journal import entries
from pitboss.table.record.recorder import Request
from pitboss.table.scripts.scenario import ScriptClock

START = "2026-11-16T20:00:00.000Z"
SOON, LATER = "2026-11-16T20:04:59.000Z", "2026-11-16T21:00:00.000Z"
SEATED = "table 1: sit 3\ntable 1: buy in 3 500\ntable 1: prepare burning 5h\n"
HIT = f"""{SEATED}table 1: bet 3 player 5, sun-7-progressive 1
table 1: coup 2s 3s 9s / As 2s 4s
table 1: hit jackpot
"""


class Floor:
    """A floor in memory that scripts are played on."""

    def __init__(self, script: str = "") -> None:
        self.run = FloorRun()
        self.lines: list[Recorded] = list(open_floor(self.run, "floor", default_floor(), START))
        self.clock, self.played = ScriptClock("2026-11-16T20:00:00"), 0
        self.play(script)

    def play(self, script: str) -> None:
        """Play more lines; each has its own number, which is its id."""
        before = "\n" * self.played
        for step in play_floor(before + script, self.run, self.clock):
            self.lines += step.group
        self.played += script.count("\n") + 1

    def told(self, now: str = SOON, **faults: str) -> tuple[Alert, ...]:
        return alerts(
            Board(self.run), {name.replace("_", "/"): of for name, of in faults.items()}, now
        )

    def ids(self, now: str = SOON) -> list[str]:
        return [alert.id for alert in self.told(now)]


def test_a_floor_on_which_nothing_has_happened_has_none() -> None:
    assert Floor().told() == ()
    assert Floor(SEATED).told() == ()


# --- alarms ---


def test_a_hit_is_an_alarm_until_it_is_paid() -> None:
    floor = Floor(HIT)
    (alert,) = floor.told()
    assert (alert.id, alert.severity, alert.table) == ("hit-sun-7-1", "alarm", "1")
    assert alert.text.startswith("Sun 7: Sun 7, both hands in spades, 100% is $5,000.15")
    assert alert.since.startswith("2026-11-16T")
    floor.play("jackpot sun-7: pay by 2207")
    assert floor.told() == ()


def test_a_hit_that_is_dismissed_is_seen_by_whoever_dismissed_it() -> None:
    floor = Floor(HIT)
    floor.play("jackpot sun-7: dismiss by 2207: misread")
    assert floor.told() == ()


def test_a_hit_that_was_acknowledged_is_shown_quietly_while_it_is_pending() -> None:
    floor = Floor(HIT)
    floor.play("acknowledge hit-sun-7-1 by 2207")
    (alert,) = floor.told()
    assert alert.acknowledged is not None
    assert alert.acknowledged.by == "2207"


def test_a_link_that_was_lost_stays_until_somebody_has_seen_it() -> None:
    floor = Floor(SEATED + "table 1: link lost\n")
    (lost,) = floor.told()
    assert (lost.id, lost.severity, lost.over) == ("link-1-1", "alarm", False)
    floor.play("table 1: link back")
    (back,) = floor.told()
    assert (back.id, back.since, back.over) == (lost.id, lost.since, True)
    floor.play("acknowledge link-1-1 by 2207")
    assert floor.told() == ()


def test_another_loss_of_the_link_is_another_alarm() -> None:
    floor = Floor(SEATED + "table 1: link lost\nacknowledge link-1-1 by 2207\n")
    assert [alert.acknowledged is not None for alert in floor.told()] == [True]
    floor.play("table 1: link back\ntable 1: link lost")
    assert [(alert.id, alert.acknowledged) for alert in floor.told()] == [("link-1-2", None)]


def test_a_dispute_is_an_alarm_until_a_supervisor_decides_it() -> None:
    floor = Floor(
        SEATED + "table 1: bet 3 player 5\ntable 1: coup 9s Kd / 4h 2c\ntable 1: finish\n"
    )
    floor.play("table 1: dispute 3 the count")
    (alert,) = floor.told()
    assert (alert.id, alert.severity) == ("dispute-1-1", "alarm")
    assert alert.text.startswith("Position 3, round 1;")
    floor.play("table 1: decide by 2207: it stands")
    assert floor.told() == ()


@pytest.mark.parametrize(
    ("counted", "words"), [("480", "$20 too little"), ("520.50", "$20.50 too much")]
)
def test_a_variance_stays_until_somebody_has_seen_it(counted: str, words: str) -> None:
    signed = "signed 1101 and 2207"
    floor = Floor(f"table 1: count tray opening 500 {signed}\n")
    floor.play(f"table 1: count tray closing {counted} {signed}")
    (alert,) = floor.told()
    assert (alert.id, alert.severity, alert.text) == (
        "variance-1-1",
        "alarm",
        f"{words} in the tray, not explained yet",
    )
    floor.play("table 1: explain variance by 2207: a chip fell")
    (alert,) = floor.told()
    assert alert.text == f"{words} in the tray, explained"
    floor.play("acknowledge variance-1-1 by 2207")
    assert floor.told() == ()


def test_a_count_that_fits_is_no_alarm() -> None:
    signed = "signed 1101 and 2207"
    floor = Floor(f"table 1: count tray opening 500 {signed}\n")
    floor.play(f"table 1: close shift 500 {signed}\ntable 1: count tray closing 500 {signed}")
    assert floor.told() == ()


def test_what_the_self_check_keeps_closed_is_an_alarm() -> None:
    floor = Floor()
    (table,) = floor.told(table_1="line 7 does not hash to its head")
    assert (table.table, table.severity) == ("1", "alarm")
    (house,) = floor.told(house="the clock is behind the last line")
    assert (house.table, house.title) == ("", "The whole floor stays closed")
    (again,) = floor.told(table_1="line 9 does not hash to its head")
    assert again.id != table.id


# --- notices ---


def test_a_shoe_that_ends_is_a_notice_until_the_next_one() -> None:
    floor = Floor(SEATED)
    recorder = floor.run.tables["1"]
    shoe = recorder.table.shoe._replace(cut_card_out=True, cards=14)
    board = Board(floor.run)
    ending = board.streams["table/1"]._replace(state=recorder.table._replace(shoe=shoe))
    board.take({"table/1": ending})
    (alert,) = alerts(board, {}, SOON)
    assert (alert.id, alert.severity) == (f"shoe-1-{shoe.number}", "notice")


def test_limits_that_are_announced_are_a_notice() -> None:
    floor = Floor(SEATED)
    floor.play("table 1: announce limits from round 3 with minimum player 10")
    (alert,) = floor.told()
    assert (alert.id, alert.severity) == ("limits-1-3", "notice")


def test_a_dealer_who_is_gone_in_a_round_is_noticed_after_five_minutes() -> None:
    floor = Floor(SEATED)
    assert floor.ids(LATER) == []
    floor.play("table 1: bet 3 player 5")
    assert floor.ids(floor.run.tables["1"].table.at) == []
    assert floor.ids(LATER) == ["dealer-1-1"]
    assert alerts(Board(floor.run), {}, LATER, attended=False) == ()


def test_what_nobody_has_seen_comes_first_and_alarms_before_notices() -> None:
    floor = Floor(HIT)
    floor.play("table 1: announce limits from round 3 with minimum player 10")
    floor.play("table 2: sit 1\ntable 1: link lost\nacknowledge hit-sun-7-1 by 2207")
    assert floor.ids() == ["link-1-1", "limits-1-3", "hit-sun-7-1"]


@pytest.mark.parametrize(
    ("stream", "first", "second", "title", "text", "table", "jackpot"),
    [
        ("table/4", "2207", "", "Table 4 waits for a second person", "within 10 min", "4", ""),
        (
            "link/sun-7",
            "2207",
            "3301",
            "Jackpot Sun 7 waits for a",
            "badge 3301 is to",
            "",
            "sun-7",
        ),
        ("house", "3301", "", "The floor waits for a second person", "3301 proposes it", "", ""),
        ("house", "", "", "The floor waits for two people", "Filed by the server", "", ""),
    ],
)
def test_what_waits_for_a_second_person_is_a_notice(
    stream: str, first: str, second: str, title: str, text: str, table: str, jackpot: str
) -> None:
    waits = Proposal(7, 1_000, stream, "a line", first, second, "open", None, None)
    (alert,) = alerts(Board(Floor().run), {}, SOON, (waits,))
    assert (alert.id, alert.severity) == ("proposal-7", "notice")
    assert title in alert.title and text in alert.text
    assert (alert.table, alert.jackpot, alert.since) == (table, jackpot, "1970-01-01T00:16:40.000Z")


@pytest.mark.parametrize(
    ("stream", "line", "subject"),
    [
        ("table/4", "fill 500 signed 1101", "Fill of the tray, table 4"),
        ("table/4", "count tray closing 500 signed 1101", "Closing count of the tray, table 4"),
        ("table/4", "close shift 500 signed 1101", "Count at the end of a shift, table 4"),
        ("table/4", "adjust 3 +25 for round 1 signed 1101: short", "Adjustment for position 3"),
        ("link/sun-7", "back out 2 by 2207 and 3301: a camera", "Back-out of hit 2, jackpot Sun 7"),
        ("link/sun-7", "adjust +5 by 2207 and 3301: a test", "Correction of the meter, jackpot"),
        ("table/4", "sit 3", ""),
    ],
)
def test_what_waits_is_named_by_what_it_does(stream: str, line: str, subject: str) -> None:
    command = read_jackpot_line(line) if stream.startswith("link") else read(line)
    said = subject_of(command, stream, None)
    assert said.startswith(subject) if subject else not said


def test_every_command_of_two_people_is_named() -> None:
    kinds = (kind for known in KINDS.values() for kind in known.values())
    by_two = {kind.__name__ for kind in kinds if name_fields(kind) == TWO}
    own = {"ChangeSetup", "CountTray", "AdjustBet", "EmptyBox", "BackOutHit"}
    assert by_two - {"ChangeFloor"} == {*SUBJECTS} | own


# --- the record ---


def test_what_was_seen_is_seen_after_a_restart() -> None:
    floor = Floor(HIT + "table 1: link lost\nacknowledge hit-sun-7-1 by 2207\n")
    again = FloorRun()
    texts = [f"{line.text}\n" for line in floor.lines if line.text is not None]
    for _ in replay_floor(entries(texts), again):
        pass
    assert alerts(Board(again), {}, SOON) == floor.told()


def test_only_the_last_acknowledgements_are_kept() -> None:
    state = HouseState(badges={"2207": "supervisor"})
    for number in range(REMEMBERED + 1):
        answer = decide(state, Acknowledge(f"link-1-{number}", "2207"))
        assert not isinstance(answer, Refusal)
        state = evolve(state, answer, START)
    assert len(state.acknowledged) == REMEMBERED
    assert "link-1-0" not in state.acknowledged


@pytest.mark.parametrize("alert", ["", "a b", "x" * 101, "<b>", "a\n"])
def test_what_is_no_id_is_refused(alert: str) -> None:
    answer = decide(HouseState(badges={"2207": "supervisor"}), Acknowledge(alert, "2207"))
    assert isinstance(answer, Refusal)
    assert answer.code == "no-such-alert"


def test_a_dealer_and_somebody_unknown_acknowledge_nothing() -> None:
    floor = Floor(HIT)
    floor.run.give("house", Request("b", EnrolBadge("1199", "dealer"), "people", at=LATER))
    for badge, code in (("1199", "level-too-low"), ("9999", "unknown-badge")):
        given = floor.run.give("house", Request(badge, Acknowledge("hit-sun-7-1", badge), "people"))
        answer = given[-1].answer
        assert isinstance(answer, Refusal)
        assert answer.code == code
    (alert,) = floor.told()
    assert alert.acknowledged is None


# --- all tables together ---


def test_the_pit_counts_tables_players_and_money() -> None:
    floor = Floor(
        SEATED + "table 1: bet 3 player 25\ntable 1: coup 9s Kd / 4h 2c\ntable 1: finish\n"
    )
    floor.play("table 2: sit 1\ntable 2: sit 2")
    board = Board(floor.run)
    view = pit_view(board, ())
    assert (view.tables, view.open, view.players) == (len(board.floor.tables), 2, 3)
    (taken,) = view.takings
    assert (taken.currency, taken.handle_cents, taken.win_cents) == ("USD", 2500, -2500)
    assert taken.hold == -1


def test_amounts_of_several_currencies_are_not_added_up() -> None:
    floor = Floor(
        SEATED + "table 1: bet 3 player 25\ntable 1: coup 9s Kd / 4h 2c\ntable 1: finish\n"
    )
    floor.play("table 2: sit 1")
    board, other = Board(floor.run), floor.run.tables["1"].table
    setup = other.setup
    foreign = other._replace(opened=replace(setup, currency="PHP"))
    board.take({"table/2": board.streams["table/2"]._replace(state=foreign, version=99)})
    assert [taken.currency for taken in pit_view(board, ()).takings] == ["USD", "PHP"]


def test_a_wager_whose_edge_moves_with_a_meter_is_left_out_of_what_is_expected() -> None:
    floor = Floor(HIT + "jackpot sun-7: pay by 2207\ntable 1: finish\n")
    taken = taken_at(floor.run.tables["1"].table)
    assert taken is not None
    assert taken.left_out_cents == 100
    assert 0 < taken.expected_cents < taken.handle_cents


def test_nothing_is_expected_of_what_nobody_has_staked() -> None:
    assert taken_at(Floor().run.table("1").table) is None
    table = Floor(SEATED).run.tables["1"].table
    assert taken_at(table) == Taken("USD")
    assert Taken("USD").hold is None
