"""The gaming day of a house and its rated players, from figures computed by hand."""

from __future__ import annotations

from functools import cache

from pitboss.jackpot.reports import EVERYTHING, FloorRecord, Selection
from pitboss.jackpot.reports.day import CountRow, DayRow, counts, day
from pitboss.jackpot.reports.ratings import RatingRow, ratings
from report_floors import HOUSE, played, record_of

# Table 12 opens with 1,000, sells 200 (drop), is filled with 500, credits 300, wins 10 of
# position 1 and pays 20 to position 2: 1,000 - 200 + 500 - 300 + 10 - 20 = 990 should be there.
# The first shift counts 985 (5 short); the second sells nothing and closes with 985 + 1.
SCRIPT = """
2026-01-01T12:00 table 12: day 2026-01-01
table 12: count tray opening 1000 signed 2207 and 3301
table 13: day 2026-01-01
table 13: count tray opening 700 signed 2207 and 3301
table 12: sit 1
table 12: buy in 1 100
table 12: sit 2
table 12: buy in 2 100
table 12: prepare burning 5d
12:10:00 table 12: rate 1 as P-1
12:10:00 table 12: rate 2 as P-1
12:10:05 table 12: bet 1 banker 10
table 12: bet 2 player 20
table 12: coup 9s Kd / 4h 2c
table 12: finish
table 12: fill 500 signed 2207 and 3301
table 12: credit 300 signed 2207 and 3301
12:30:00 table 12: end rating 1
12:40:00 table 12: leave 2
table 12: close shift 985 signed 2207 and 3301
"""
CLOSED = f"""{SCRIPT}
table 12: empty drop box signed 2207 and 3301
table 12: count tray closing 986 signed 2207 and 3301
"""


@cache
def told(script: str) -> FloorRecord:
    return record_of(list(played(script, HOUSE)))


def days(script: str, selection: Selection = EVERYTHING) -> dict[str, DayRow]:
    return {f"{row.day} {row.table}": row for row in day(told(script), selection)}


def test_a_closed_table_won_what_the_counts_and_the_boxes_say() -> None:
    row = days(CLOSED)["2026-01-01 12"]
    assert (row.opening_cents, row.closing_cents) == (1_000_00, 986_00)
    assert (row.fills_cents, row.credits_cents, row.drop_cents) == (500_00, 300_00, 200_00)
    assert row.win_cents == (986 + 300 + 200 - 1_000 - 500) * 100
    assert row.variance_cents == -5_00 + 1_00
    assert (row.shifts, row.state, row.currency) == (2, "closed", "USD")


def test_tables_that_are_open_keep_the_day_open_and_have_won_nothing_yet() -> None:
    rows = days(CLOSED)
    assert rows["2026-01-01 13"].state == "open"
    assert rows["2026-01-01 13"].win_cents is None
    assert {row.house for row in rows.values()} == {"open: 13"}
    rows = days(SCRIPT)
    assert rows["2026-01-01 12"].state == "open"
    assert {row.house for row in rows.values()} == {"open: 12, 13"}


def test_a_table_in_mid_round_is_named() -> None:
    rows = days(f"{SCRIPT}table 12: bet 1 player 5\n")
    assert rows["2026-01-01 12"].state == "in a round"


def test_the_day_is_closed_once_every_table_is() -> None:
    rows = days(f"{CLOSED}table 13: count tray closing 700 signed 2207 and 3301\n")
    assert {row.house for row in rows.values()} == {"closed"}
    assert rows["2026-01-01 13"].win_cents == 0


def test_a_new_day_has_its_own_sheet() -> None:
    script = f"""{CLOSED}
    table 12: day 2026-01-02
    table 12: count tray opening 400 signed 2207 and 3301
    """
    rows = days(script)
    assert rows["2026-01-01 12"].win_cents == -14_00
    assert (rows["2026-01-02 12"].opening_cents, rows["2026-01-02 12"].drop_cents) == (400_00, 0)
    assert list(days(script, Selection(day="2026-01-02"))) == ["2026-01-02 12"]


def test_what_was_withdrawn_is_on_no_sheet() -> None:
    script = f"""{SCRIPT}
    table 12: fill 50 signed 2207 and 3301
    table 12: undo
    table 12: buy in 1 30
    table 12: undo
    table 12: close shift 900 signed 2207 and 3301
    table 12: undo
    """
    assert days(script) == days(SCRIPT)


def test_every_count_is_listed_with_who_signed() -> None:
    rows = [row for row in counts(told(CLOSED), EVERYTHING) if row.table == "12"]
    figures = [(row.kind, row.shift, row.counted_cents, row.variance_cents) for row in rows]
    assert figures == [
        ("opening", 1, 1_000_00, 0),
        ("shift", 1, 985_00, -5_00),
        ("closing", 2, 986_00, 1_00),
    ]
    assert {(row.first, row.second) for row in rows} == {("2207", "3301")}
    assert CountRow._fields[:2] == ("day", "table")


def rated(script: str) -> list[RatingRow]:
    return list(ratings(told(script), EVERYTHING))


def test_a_player_at_two_positions_is_rated_once() -> None:
    """Both from 12:10; one until 12:30, the other until 12:40: half an hour of the clock.

    The house edge of eight decks is 1.0579% on the Banker, 1.2351% on the Player: together
    10.579 + 24.702 cents of $10 and $20.
    """
    (row,) = rated(SCRIPT)
    assert (row.day, row.patron, row.places) == ("2026-01-01", "P-1", "12/1, 12/2")
    assert (row.minutes, row.rounds, row.bets) == (30, 2, 2)
    assert (row.handle_cents, row.average_cents) == (30_00, 15_00)
    assert row.win_cents == 10_00 - 20_00
    assert (row.theoretical_cents, row.unknown_cents) == (35, 0)


def test_what_is_bet_without_a_card_counts_for_nobody() -> None:
    script = f"""{SCRIPT}
    table 12: bet 1 player 50
    table 12: coup 9s Kd / 4h 2c
    table 12: finish
    """
    assert rated(script) == rated(SCRIPT)
