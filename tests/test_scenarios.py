"""Scenarios: each file plays a paragraph; and a scenario that expects what is not so fails."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import DATA
from pitboss.refusals import Refusal, Unreadable
from pitboss.table.language import line_of
from pitboss.table.record.codec import table_data, table_of
from pitboss.table.record.journal import entries
from pitboss.table.record.replaying import replay
from pitboss.table.scripts.expectations import EXPECTATIONS
from pitboss.table.scripts.scenario import Played, play
from pitboss.table.state import Table
from pitboss.table.steps.positions import Sit

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.script"))
PAGE = Path(__file__).parent.parent / "docs" / "SCRIPTS.md"


PARAGRAPHS = (DATA / "paragraphs.txt").read_text("utf-8").split()
"""The paragraphs that can be played. 30-2815(3)(b) cannot: it is about a punto banco table."""


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_must_show__every_paragraph_has_its_scenario(paragraph: str) -> None:
    """The file's name is the paragraph and what it shows, and something in it is expected."""
    mine = [path for path in SCENARIOS if path.name.startswith(f"{paragraph}-")]
    if paragraph == "30-2810-pre-shuffled":
        mine = [path for path in SCENARIOS if path.name.startswith(paragraph)]
    assert mine
    texts = [path.read_text("utf-8") for path in mine]
    assert all("\n> " in text or "\ncoup " in text for text in texts)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    """Every expectation holds; the record replays to the same table, and so does its snapshot."""
    played = tuple(play(path.read_text(encoding="utf-8")))
    table = played[-1].table
    lines = [f"{given.record}\n" for given in played if given.record is not None]
    assert [line.after for line in replay(entries(lines))] == [given.table for given in played]
    assert table_of(json.loads(json.dumps(table_data(table)))) == table


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_says_first_what_it_is_about(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")


def test_the_example_of_the_page_plays() -> None:
    blocks = re.findall(r"```\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert [tuple(play(block))[-1].table.round.number for block in blocks] == [2]


def test_the_setups_of_the_page_open() -> None:
    lines = re.findall(r"^    (open .+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) == 5
    for line in lines:
        assert table_after(line).open


def table_after(*lines: str) -> Table:
    return tuple(play(lines))[-1].table


def commands_of(*lines: str) -> list[str]:
    return [line_of(one.command) for one in play(lines)]


# --- a falsified expectation fails, whatever its kind ---

SEATED = ("open baccarat", "sit 3", "buy in 3 500", "prepare burning 2c")
"""Shoe of 416 cards; the deuce and two more are burnt: 413 are left."""
WON = (*SEATED, "bet 3 player 25", "no more bets", "coup 9s Kd / 4h 2c")
"""A natural 9 against 6: position 3 has staked 25 and is owed 50; four cards are out."""
DRAWS = (
    *SEATED,
    *("no more bets", "deal player 2s", "deal banker 4h", "deal player 3d", "deal banker 2c"),
    *("call player", "call banker"),
)
"""Player 5 draws against Banker 6 (30-2814)."""
LOST_TOO = (*SEATED, "bet 3 player 25", "bet 3 tie 5", "no more bets", "coup 9s Kd / 4h 2c")
"""The same with a losing bet on the tie, which is collected before anything is paid."""
LATE = (*WON, "bet 3 tie 5")
TIED = (
    "open baccarat with offers player banker@tie-vigorish tie",
    *SEATED[1:],
    *("bet 3 banker 100", "no more bets", "coup 9s Kd / 9h Kc", "finish"),
)
"""A quarter of a tied Banker wager of 100 (30-2807(1)(a)(iii))."""

PAIRS = [
    (LATE, "refused", "accepted"),
    (LATE, "refused late-bet", "refused late-withdrawal"),
    (LATE, "refused late-bet 30-2807(4)", "refused late-bet 30-2810"),
    (WON, "accepted", "refused"),
    (WON, "accepted", "refused late-bet"),
    (WON, "fact ResultCalled", "fact BetTakenBack"),
    (
        WON,
        "fact resultcalled words=Player 9, Banker 6. Player wins. Four cards.",
        "fact ResultCalled words=Player 9, Banker 6. Banker wins. Four cards.",
    ),
    (WON, "fact CardDealt card=9s to=player", "fact CardDealt card=9s to=banker"),
    (WON, "fact CardDealt card=kd", "fact CardDealt card=10d"),
    (WON, "fact CardDealt carried=no", "fact CardDealt carried=yes"),
    (WON, "fact PointsCalled hand=banker points=6", "fact PointsCalled hand=banker points=5"),
    (WON, "fact BetsSettled number=1 won=25", "fact BetsSettled number=1 won=26"),
    (WON, "fact BetsSettled won_cents=25.00", "fact BetsSettled won_cents=2500"),
    (SEATED, "fact CardsInspected missing=none", "fact CardsInspected missing=8h"),
    (SEATED, "fact CardsCut position=3 depth=208", "fact CardsCut position=0 depth=208"),
    (SEATED[:3], "fact ChipsBought cents=500", "fact ChipsBought cents=5"),
    (WON[:5], "fact BetPlaced wager=player stake=25", "fact BetPlaced wager=tie stake=25"),
    (WON, "stage settling", "stage clearing"),
    (WON, "shoe in play", "shoe finished"),
    (WON, "shoe number 1", "shoe number 2"),
    (WON, "cards left 409", "cards left 413"),
    (WON, "round 1", "round 2"),
    (WON, "not cut card out", "cut card out"),
    (WON, "not last hand", "last hand"),
    (WON, "not free hand", "free hand"),
    ((*SEATED, "free hand"), "free hand", "not free hand"),
    (WON, "position 3 has 475", "position 3 has 500"),
    (WON, "layout has 25", "layout has 0"),
    (WON, "tray has -500", "tray has 500"),
    (WON, "drop has $500.00", "drop has 0"),
    (TIED, "vigorish has 25", "vigorish has 25.01"),
    (WON, "toke box has 0", "toke box has 5"),
    (WON, "owed 3 50", "owed 3 25"),
    (WON, "owed position 5 0", "owed 5 1"),
    (DRAWS, "says Player draws", "says Banker draws"),
    (WON, "may collect", "may not collect"),
    (WON, "may not collect vigorish", "may collect vigorish"),
    (LOST_TOO, "may not pay", "may pay"),
    ((*WON, "collect"), "may pay 3", "may pay 5"),
    (DRAWS, "may deal player", "may deal banker"),
    (DRAWS, "may deal player 7s", "may not deal player 7s"),
    (("open baccarat",), "may sit 7", "may sit 8"),
]
IDS = [f"{true} v {false}" for _, true, false in PAIRS]


@pytest.mark.parametrize(("lines", "true", "false"), PAIRS, ids=IDS)
def test_an_expectation_holds_and_its_falsification_fails(
    lines: tuple[str, ...], true: str, false: str
) -> None:
    assert tuple(play((*lines, f"> {true}")))
    with pytest.raises(Unreadable) as caught:
        tuple(play((*lines, f"> {false}")))
    refusal = caught.value.refusal
    assert refusal.code == "expectation-missed"
    # A refusal that is not expected is the command's fault, on the line above.
    number = len(lines) if false == "accepted" else len(lines) + 1
    assert refusal.message.startswith(f"line {number},")


def test_every_kind_of_expectation_is_falsified() -> None:
    falsified = {
        one.grammar
        for _, _, false in PAIRS
        for one in EXPECTATIONS
        if one.pattern.fullmatch(false)
        and not any(
            before.pattern.fullmatch(false) for before in EXPECTATIONS[: EXPECTATIONS.index(one)]
        )
    }
    assert falsified == {one.grammar for one in EXPECTATIONS}


def test_a_miss_says_what_was_expected_and_what_was_found() -> None:
    with pytest.raises(Unreadable) as caught:
        tuple(play((*WON, "> cards left 400")))
    message = str(caught.value)
    assert 'line 8, "> cards left 400": expected "cards left 400"; found 409' in message


def test_all_reasons_of_a_bad_setup_may_be_expected() -> None:
    lines = ("open baccarat with decks 5, positions 0", "> refused invalid-setup 30-2806(1)")
    (played,) = play(lines)
    assert isinstance(played.answer, Refusal)
    assert len(played.answer.reasons) >= 2
    for reason in played.answer.reasons:
        assert tuple(play((*lines, f"> refused {reason.code} {reason.cite}")))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("> hopes for the best", "unknown-expectation"),
        ("> cards left many", "not-a-number"),
        ("> cards left", "unknown-expectation"),
        ("> stage thinking", "unknown-stage"),
        ("> shoe lost", "unknown-stage"),
        ("> tary has 0", "unknown-account"),
        ("> position three has 0", "unknown-account"),
        ("> fact CardDelt", "unknown-fact"),
        ("> fact CardDealt 9s", "unreadable-fact"),
        ("> fact CardDealt colour=red", "unknown-field"),
        ("> may not dael player", "unknown-command"),
        ("> may not deal plyer", "unreadable-command"),
        ("sti 3", "unknown-command"),
        ("coup 9s / 4h 2c", "unreadable-macro"),
        ("coup 9s Kx / 4h 2c", "unknown-card"),
        ("prepare burning", "unreadable-macro"),
        ("finish it", "unreadable-macro"),
        ("25:00 sit 4", "no-such-time"),
        ("2026-02-30T12:00 sit 4", "no-such-time"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, code: str) -> None:
    """A slip of the pen in an expectation must fail, not hold."""
    with pytest.raises(Unreadable) as caught:
        tuple(play((*WON, line)))
    assert caught.value.refusal.code == code
    assert caught.value.refusal.message.startswith(f'line 8, "{line}"')


@pytest.mark.parametrize("line", ["> refused", "> accepted", "> fact CardsCut"])
def test_an_expectation_of_a_command_needs_one(line: str) -> None:
    assert tuple(play(["> stage betting", "open baccarat"]))
    with pytest.raises(Unreadable) as caught:
        tuple(play([line]))
    assert caught.value.refusal.code == "nothing-happened"


# --- running ---


def test_an_unexpected_refusal_stops_the_script_after_it_was_shown() -> None:
    seen: list[Played] = []
    with pytest.raises(Unreadable) as caught:
        for played in play(["open baccarat", "sit 9", "sit 3"]):
            seen.append(played)
    assert [one.command for one in seen[1:]] == [Sit(9)]
    assert 'line 2, "sit 9": expected "accepted"; found refused no-such-position' in str(
        caught.value
    )


def test_a_refused_command_changes_nothing_and_the_script_goes_on() -> None:
    lines = ("open baccarat", "sit 9", "> refused no-such-position", "sit 3")
    assert table_after(*lines) == table_after("open baccarat", "00:00:03 sit 3")


def test_comments_blank_lines_and_expectations_below_them() -> None:
    script = "# a table\n\nopen baccarat   # opens\n\n  # nothing\n  > fact TableOpened\nsit 3\n"
    assert [(one.line_number, one.text) for one in play(script)] == [
        (3, "open baccarat"),
        (7, "sit 3"),
    ]


def times_of(*lines: str) -> list[str]:
    return [played.table.at for played in play(lines)]


def test_the_clock_goes_on_by_a_second_or_as_a_line_says() -> None:
    times = times_of(
        "2026-11-16T14:32 open baccarat",
        "sit 3",
        "15:00 sit 4",
        "15:00:59 sit 5",
        "sit 6",
        "day 2026-11-18",
        "09:00 sit 7",
    )
    assert times == [
        "2026-11-16T14:32:00.000Z",
        "2026-11-16T14:32:01.000Z",
        "2026-11-16T15:00:00.000Z",
        "2026-11-16T15:00:59.000Z",
        "2026-11-16T15:01:00.000Z",
        "2026-11-18T00:00:00.000Z",
        "2026-11-18T09:00:00.000Z",
    ]


def test_a_time_that_runs_backwards_is_refused_and_does_not_set_the_clock() -> None:
    lines = ("14:32 open baccarat", "14:31 sit 3", "> refused time-runs-backwards", "sit 3")
    assert table_after(*lines).at.endswith("T14:32:01.000Z")


def test_a_start_may_be_given() -> None:
    (played,) = play(["open baccarat"], start="2030-12-31T23:59:59")
    assert played.table.at == "2031-01-01T00:00:00.000Z"
    for start in ("soon", "14:32", "2030-02-30T12:00:00", ""):
        with pytest.raises(Unreadable) as caught:
            tuple(play(["open baccarat"], start=start))
        assert caught.value.refusal.code == "no-such-time"


# --- macros ---


def test_prepare_is_the_whole_procedure_by_hand() -> None:
    assert commands_of("open baccarat", "sit 3", "sit 5", "prepare burning 2c")[3:] == [
        "day 2026-01-01",
        "inspect shoe",
        "receive 8 decks red",
        "inspect cards",
        "verify cards by monitor room",
        "wash cards",
        "shuffle cards",
        "cut 5 at 208",
        "cut card 14",
        "load shoe",
        "burn 2c",
    ]


def test_prepare_does_what_is_left_and_the_dealer_cuts_where_nobody_sits() -> None:
    lines = ("open baccarat", "day 2026-11-16", "receive 8 decks green", "prepare burning Kd")
    assert commands_of(*lines)[3:5] == ["inspect shoe", "inspect cards"]
    assert "dealer cuts at 208" in commands_of(*lines)
    assert commands_of(*lines, "prepare burning Kd") == commands_of(*lines)


@pytest.mark.parametrize("game", ["3-dice-baccarat", "dice-works"])
def test_prepare_is_the_day_alone_for_dice(game: str) -> None:
    assert commands_of(f"open {game}", "prepare")[1:] == ["day 2026-01-01"]


def test_prepare_needs_the_card_that_is_burnt() -> None:
    with pytest.raises(Unreadable) as caught:
        tuple(play(["open baccarat", "prepare"]))
    assert caught.value.refusal.code == "burnt-card-not-named"
    assert table_after("open baccarat with device continuous", "prepare").shoe.stage == "in play"


def test_a_coup_is_dealt_with_its_announcements() -> None:
    assert commands_of(*SEATED, "coup 2s 3d 8h / 4h 2c")[-9:] == [
        "no more bets",
        "deal player 2s",
        "deal banker 4h",
        "deal player 3d",
        "deal banker 2c",
        "call player",
        "call banker",
        "deal player 8h",
        "call result",
    ]


def test_a_coup_does_not_close_bets_twice() -> None:
    assert commands_of(*SEATED, "no more bets", "coup 9s Kd / 4h 2c").count("no more bets") == 1


@pytest.mark.parametrize(
    ("coup", "code"),
    [
        ("coup 9s Kd 2h / 4h 2c", "third-card-not-due 30-2814(1)"),
        ("coup 2s 3d / 4h 2c", "no-result 30-2815(1)"),
    ],
)
def test_a_coup_that_breaks_table_1_or_2_is_refused(coup: str, code: str) -> None:
    assert tuple(play((*SEATED, coup, f"> refused {code}")))


def test_2817_4__a_coup_at_midi_is_handed_over_and_turned() -> None:
    midi = ("open baccarat with size midi, style squeeze", *SEATED[1:], "bet 3 banker 25")
    assert commands_of(*midi, "coup 2s 3d 8h / 4h 2c")[-12:] == [
        "deal player ?",
        "deal banker ?",
        "deal player ?",
        "deal banker ?",
        "turn player 2s 3d",
        "call player",
        "hand banker to 3",
        "turn banker 4h 2c",
        "call banker",
        "deal player ?",
        "turn player 8h",
        "call result",
    ]


def test_2815_2__finish_collects_pays_from_the_highest_and_clears() -> None:
    bets = ("sit 5", "buy in 5 100", "bet 3 player 25", "bet 5 player 10", "bet 5 tie 5")
    assert commands_of(*SEATED, *bets, "coup 9s Kd / 4h 2c", "finish")[-4:] == [
        "collect",
        "pay 5",
        "pay 3",
        "clear",
    ]


def test_2808_3_c__finish_collects_tie_vigorish() -> None:
    assert commands_of(*TIED)[-4:] == ["collect", "pay 3", "collect vigorish", "clear"]


def test_finish_does_nothing_where_nothing_is_due_and_is_refused_in_mid_round() -> None:
    assert commands_of(*SEATED, "finish") == commands_of(*SEATED)
    assert tuple(play((*SEATED, "no more bets", "finish", "> refused round-not-over")))


def test_a_macro_stops_at_what_is_refused_and_names_it() -> None:
    lines = ("open baccarat", "coup 9s Kd / 4h 2c")
    with pytest.raises(Unreadable, match='"no more bets" refused no-shoe-in-play'):
        tuple(play(lines))
    assert commands_of(*lines, "> refused no-shoe-in-play")[1:] == ["no more bets"]


# --- garbage ---

LINES = st.sampled_from(
    [
        *WON,
        *DRAWS,
        "finish",
        "> accepted",
        "> refused",
        "> may deal",
        "> says",
        "> fact CardDealt card=",
        "> owed x y",
        "> not",
        ">",
        "12:00",
        "14:99 sit 1",
        "change setup with positions 3",
        "close table",
        "prepare",
        "coup / /",
    ]
)


@settings(deadline=None)
@given(st.lists(LINES | st.text(max_size=20), max_size=12))
def test_no_script_does_worse_than_being_unreadable(lines: list[str]) -> None:
    try:
        played = tuple(play(lines))
    except Unreadable as wrong:
        assert wrong.refusal.message.startswith("line ")
    else:
        assert all(isinstance(one.command, tuple) for one in played)
