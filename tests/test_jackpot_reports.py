"""Reports from a floor's journal: figures that were computed by hand, and counts that can fail."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from floor_runs import Played
from journals import baccarat
from journals import played as played_table
from pitboss.jackpot.reports import (
    EVERYTHING,
    OF_JACKPOTS,
    OVERVIEW,
    REPORTS,
    FloorRecord,
    Selection,
)
from pitboss.jackpot.reports.adjustments import adjustments
from pitboss.jackpot.reports.contributions import contributions
from pitboss.jackpot.reports.identity import identity
from pitboss.jackpot.reports.log import log
from pitboss.jackpot.reports.movement import BEGIN, END, PARTS, movement
from pitboss.jackpot.reports.overview import overview
from pitboss.jackpot.reports.reading import gaming_day
from pitboss.jackpot.reports.reconciliation import reconciliation, signs
from pitboss.jackpot.reports.wins import MOST, wins
from pitboss.refusals import Unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle.accounts import JackpotMovement
from pitboss.table.state import Registered
from pitboss.table.steps.closing import ProgressivesTaken
from pitboss.table.steps.panel import JackpotsLinked
from report_floors import FORMULA, HOUSE, JACKPOT, evening, played, record_of
from test_floor_scenarios import SCENARIOS
from test_floor_scenarios import played as scenario
from test_lives import LIVES, figures_of, floor_of

FIRST, SECOND = "2025-12-31", "2026-01-01"
"""The gaming days of the evening."""
MICROS = 1_000_000


def dollars(text: str) -> int:
    """Micros of an amount that is written with six decimals at most."""
    return int(Fraction(text) * MICROS)


# --- every figure of a small evening ---


def test_the_overview() -> None:
    (row,) = overview(evening(), EVERYTHING)
    assert (row.jackpot, row.kind, row.state, row.hits) == ("fate-38", "progressive", "open", 1)
    assert row.displayed_cents == 26
    assert row.paid_cents == 2 * 100_092
    assert row.contributed_micros == 6 * dollars("0.22")
    parts = (row.main_micros, row.reserve_micros, row.overflow_micros, row.pending_micros)
    assert parts == (dollars("0.260001"), 0, 0, 0)


def test_the_movement_of_the_meter_with_every_reason() -> None:
    rows = [row for row in movement(evening(), EVERYTHING) if row.part == "main"]
    told = [(row.day, row.reason, row.amount_micros, row.balance_micros) for row in rows]
    pair, unit = dollars("0.34"), dollars("0.17")
    assert told == [
        (FIRST, BEGIN, None, 0),
        (FIRST, "seed", dollars("2000"), dollars("2000")),
        (FIRST, "contribution", pair, dollars("2000.34")),
        (FIRST, END, None, dollars("2000.34")),
        (SECOND, BEGIN, None, dollars("2000.34")),
        (SECOND, "contribution", unit, dollars("2000.51")),
        (SECOND, "adjustment", dollars("1.000001"), dollars("2001.510001")),
        (SECOND, "contribution", unit, dollars("2001.680001")),
        (SECOND, "round voided", -unit, dollars("2001.510001")),
        (SECOND, "contribution", pair, dollars("2001.850001")),
        (SECOND, "jackpot locked", -dollars("2001.85"), 1),
        (SECOND, "rest of the division", dollars("0.01"), dollars("0.010001")),
        (SECOND, "seed", dollars("0.25"), dollars("0.260001")),
        (SECOND, END, None, dollars("0.260001")),
    ]


def test_the_movement_names_the_other_account_and_the_line() -> None:
    rows = {(row.part, row.reason): row for row in movement(evening(), Selection(day=SECOND))}
    assert rows["main", "round voided"].other == "house"
    assert rows["main", "adjustment"].other == "adjustments"
    assert rows["reserve", "seed"].other == "jackpot fate-38 main"
    won = rows["pending", "jackpot won"]
    assert (won.other, won.stream) == ("table 12 position 2", "table/12")
    assert won.amount_micros == -dollars("1000.92")


def test_the_identity() -> None:
    first, second = identity(evening(), EVERYTHING)
    seed, pair = dollars("2000"), dollars("0.34")
    assert first[1:] == (FIRST, 0, seed, pair, 0, 0, seed + pair, 0)
    assert second.begin_micros == seed + pair
    assert second.seeds_micros == dollars("0.25")
    assert second.contributions_micros == 4 * dollars("0.17")
    assert second.wins_micros == dollars("2001.84")
    assert second.corrections_micros == dollars("1.000001") - dollars("0.17")
    assert (second.end_micros, second.difference_micros) == (dollars("0.260001"), 0)


def test_a_win_says_who_got_what_by_whose_cards_and_what_is_new() -> None:
    (row,) = wins(evening(), EVERYTHING)
    assert (row.jackpot, row.hit, row.table, row.round, row.state) == (
        "fate-38",
        1,
        "12",
        2,
        "paid",
    )
    assert row.day == SECOND and row.time.startswith("2026-01-01T06:")
    assert row.row == "Fate 38, both hands in the specific suit"
    assert row.amount_cents == 200_185
    assert row.shares_cents == (("12/1", 100_092), ("12/2", 100_092))
    assert row.remainder_micros == dollars("0.01")
    assert (row.verified_by, row.paid_by) == ("2207", "3301")
    assert row.paid_at > row.time
    assert row.new_amount_cents == 26


def test_adjustments_name_two_people_and_the_reason() -> None:
    adjusted, voided = adjustments(evening(), EVERYTHING)
    assert (adjusted.kind, adjusted.main_micros) == ("adjustment", dollars("1.000001"))
    assert (adjusted.first, adjusted.second, adjusted.reason) == ("2207", "3301", FORMULA)
    assert (voided.kind, voided.first, voided.second) == ("voided round", "2207", "")
    assert voided.reason == "a card was exposed"
    assert (voided.main_micros, voided.other_parts_micros) == (-dollars("0.17"), -dollars("0.05"))


def test_the_days_are_reconciled() -> None:
    first, second = reconciliation(evening(), EVERYTHING)
    assert (first.day, first.tables_units, first.server_units) == (FIRST, 2, 2)
    assert first.tables_micros == first.server_micros == 2 * dollars("0.22")
    assert (first.signs, first.signs_wrong, first.agrees) == (1, 0, True)
    assert (second.day, second.tables_units, second.server_units) == (SECOND, 4, 4)
    assert second.tables_micros == second.server_micros == 4 * dollars("0.22")
    assert (second.difference_micros, second.escrow_micros) == (0, None)
    assert (second.signs, second.signs_wrong, second.agrees) == (1, 1, False)


def test_signs_are_held_against_what_the_server_showed() -> None:
    right, wrong = signs(evening(), EVERYTHING)
    assert (right.table, right.by, right.read_cents, right.difference_cents) == (
        *("12", "2207"),
        *(200_034, 0),
    )
    assert (wrong.read_cents, wrong.displayed_cents, wrong.difference_cents) == (
        *(200_050, 200_051),
        -1,
    )


def test_contributions_by_table() -> None:
    first, second = contributions(evening(), EVERYTHING)
    assert first == (
        *("fate-38", "12", 4, 400),
        *(4 * dollars("0.17"), 4 * dollars("0.05"), 0, Fraction(2, 3)),
    )
    assert second[1:4] == ("13", 2, 200) and second.voided_units == 1
    (_, other) = contributions(evening(), Selection(day=FIRST))
    assert (other.units, other.main_micros) == (0, 0) and not other.share


def test_the_log_has_every_event_refusals_too() -> None:
    rows = list(log(evening(), EVERYTHING))
    told = [(row.who, row.what) for row in rows]
    assert told[0] == ("server", "opens with $2,000 on the meter")
    assert ("dealer", "table 12: registers position 1, 2; odometer 2") in told
    assert ("2207 and 3301", f"is adjusted by $1.000001, 2207 and 3301: {FORMULA}") in told
    assert ("3301", "hit 1 is paid by 3301: $2,001.84") in told, "two halves of $2,001.85"
    refused = [what for who, what in told if who == "2207" and what.startswith("refused: ")]
    assert len(refused) == 1 and "executive" in refused[0]
    lines = [(row.stream, row.line) for row in rows if row.stream == "link/fate-38"]
    assert lines == sorted(lines)


def test_a_selection_leaves_the_rest_out() -> None:
    for report in REPORTS.values():
        rows = list(report.rows(evening(), Selection(day=FIRST)))
        assert all(getattr(row, "day", FIRST) == FIRST for row in rows)
    for report in OF_JACKPOTS.values():
        assert not list(report.rows(evening(), Selection("another")))


# --- the lives that were computed by hand ---


@pytest.mark.parametrize("script", LIVES, ids=lambda script: script.stem)
def test_reports_end_where_a_life_ends(script: Path) -> None:
    record, figures = lived(script), figures_of(script)
    by_id = {jackpot["id"]: jackpot for jackpot in figures["jackpots"]}
    ends = {
        (row.jackpot, row.part): row.balance_micros
        for row in movement(record, EVERYTHING)
        if row.reason == END
    }
    for row in overview(record, EVERYTHING):
        expected = by_id[row.jackpot]
        assert row.displayed_cents == expected["displayed_cents"]
        for part in ("main", "reserve", "overflow", "pending"):
            assert ends.get((row.jackpot, part), 0) == expected[f"{part}_micros"]
        paid = [hit for hit in expected["hits"] if hit["state"] == "paid"]
        assert row.paid_cents == sum(sum(hit["shares"].values()) for hit in paid)
    for win in wins(record, EVERYTHING):
        hit = by_id[win.jackpot]["hits"][win.hit - 1]
        assert (win.state, win.amount_cents) == (hit["state"], hit["amount_cents"])
        shares, envy = dict(win.shares_cents), dict(win.player_envy_cents)
        assert (shares, envy) == (hit.get("shares", shares), hit.get("player_envy", envy))
    listed = {(win.jackpot, win.hit) for win in wins(record, EVERYTHING)}
    for id, jackpot in by_id.items():
        for hit in jackpot["hits"]:
            assert ((id, hit["order"]) in listed) == (hit["state"] != "dismissed")


@pytest.mark.parametrize("script", LIVES, ids=lambda script: script.stem)
def test_every_day_of_a_life_adds_up(script: Path) -> None:
    record = lived(script)
    for row in identity(record, EVERYTHING):
        moved = row.seeds_micros + row.contributions_micros - row.wins_micros
        assert row.begin_micros + moved + row.corrections_micros == row.end_micros, row
        assert row.difference_micros == 0
    assert all(row.agrees for row in reconciliation(record, EVERYTHING))
    for id in record.links:
        for part in PARTS:
            rows = [row for row in movement(record, Selection(id)) if row.part == part]
            if rows:
                moves = sum(row.amount_micros or 0 for row in rows)
                assert rows[0].balance_micros + moves == rows[-1].balance_micros


@pytest.mark.parametrize("script", SCENARIOS, ids=lambda script: script.stem)
def test_every_day_of_a_scenario_adds_up(script: Path) -> None:
    record = record_of(scenario(script).texts)
    for row in identity(record, EVERYTHING):
        assert row.difference_micros == 0
    for counted in reconciliation(record, EVERYTHING):
        assert counted._replace(signs_wrong=0).agrees
    ends = {
        (row.jackpot, row.part): row.balance_micros
        for row in movement(record, EVERYTHING)
        if row.reason == END
    }
    for id, link in record.links.items():
        for part in PARTS:
            held = getattr(link.meter, part.replace(" ", "_"))
            assert ends.get((id, part), 0) == held
    for report in (OVERVIEW, *REPORTS.values()):
        list(report.rows(record, EVERYTHING))


LIVED: dict[Path, FloorRecord] = {}


def lived(script: Path) -> FloorRecord:
    if script not in LIVED:
        rules = script.with_name(f"{script.stem}.rules.toml")
        rulebook = None
        if rules.exists():
            rulebook = Rulebook()
            rulebook.add_file(str(rules))
        life = Played(script.read_text("utf-8"), floor_of(script), rulebook=rulebook)
        LIVED[script] = record_of(life.texts, rulebook)
    return LIVED[script]


def test_escrow_is_reconciled_in_washington() -> None:
    script = next(one for one in LIVES if one.stem == "triple-washington-two-progressives")
    first, second = reconciliation(lived(script), EVERYTHING)
    # two units for the first jackpot at 12% + 4%, two for the second at 10% + 5%
    assert (first.escrow_micros, second.escrow_micros) == (dollars("0.32"), dollars("0.30"))
    assert first.escrow_difference_micros == second.escrow_difference_micros == 0


# --- counts that share no figure can differ ---


def forged(change: Callable[[Any], Any]) -> FloorRecord:
    """Return the evening with the first fact changed of which a change makes another."""
    record = evening()
    for at, event in enumerate(record.events):
        fact = change(event.fact)
        if fact is not None:
            events = list(record.events)
            events[at] = event._replace(fact=fact)
            return record._replace(events=tuple(events))
    raise AssertionError("nothing was forged")


def test_an_odometer_that_ran_too_far_is_found() -> None:
    def further(fact: object) -> object:
        if not isinstance(fact, ProgressivesTaken):
            return None
        (game,) = fact.registered
        return fact._replace(registered=(Registered(*game[:2], game.odometer + 5),))

    first, second = reconciliation(forged(further), EVERYTHING)
    assert (first.tables_units, first.server_units, first.agrees) == (7, 2, False)
    assert first.difference_micros == -5 * dollars("0.22")
    assert second.tables_units == 4 - 5, "the table's next reading is behind the forged one"


def test_a_table_with_another_rate_than_the_server_is_found() -> None:
    def dearer(fact: object) -> object:
        if not isinstance(fact, JackpotsLinked):
            return None
        return fact._replace(links=tuple(one._replace(main_micros=1) for one in fact.links))

    first, *_ = reconciliation(forged(dearer), EVERYTHING)
    assert first.tables_units == first.server_units
    assert first.difference_micros == 2 * (dollars("0.17") - 1)


def test_a_server_that_counted_too_much_is_found() -> None:
    record = evening()
    closing = record.closings["fate-38", FIRST]
    meter = closing.meter._replace(reserve=closing.meter.reserve + 7)
    closings = {**record.closings, ("fate-38", FIRST): closing._replace(meter=meter)}
    first, second = reconciliation(record._replace(closings=closings), EVERYTHING)
    assert (first.difference_micros, second.difference_micros) == (7, -7)


def test_a_movement_that_is_missing_breaks_the_identity() -> None:
    def without(fact: object) -> object:
        moved = cast(tuple[JackpotMovement, ...], getattr(fact, "movements", ()))
        if not any(move.reason == "adjustment" for move in moved):
            return None
        return cast(Any, fact)._replace(movements=())

    first, second = identity(forged(without), EVERYTHING)
    assert (first.difference_micros, second.difference_micros) == (0, dollars("1.000001"))


# --- little or nothing to report ---


def test_a_floor_without_jackpots_has_empty_reports() -> None:
    record = record_of(list(played("table 12: sit 1\n", HOUSE)))
    for report in (OVERVIEW, *REPORTS.values()):
        assert not list(report.rows(record, EVERYTHING))


def test_a_jackpot_that_nobody_played_for() -> None:
    record = record_of(list(played("badge 4401 dealer\n")))
    (row,) = overview(record, EVERYTHING)
    assert (row.hits, row.paid_cents, row.contributed_micros) == (0, 0, 0)
    assert row.main_micros == dollars("2000")
    (held,) = identity(record, EVERYTHING)
    assert (held.seeds_micros, held.end_micros) == (dollars("2000"), dollars("2000"))
    assert not list(wins(record, EVERYTHING)) and not list(adjustments(record, EVERYTHING))
    assert [row.share for row in contributions(record, EVERYTHING)] == [0, 0]


def test_a_journal_of_one_table_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        record_of([line.removesuffix("\n") for line in played_table(baccarat).lines])
    assert caught.value.refusal.code == "not-a-floor"


def test_an_empty_journal_is_refused() -> None:
    with pytest.raises(Unreadable) as caught:
        record_of([])
    assert caught.value.refusal.code == "journal-empty"


def test_an_unknown_jackpot_is_refused_with_the_nearest() -> None:
    with pytest.raises(Unreadable) as caught:
        evening().jackpot("fate-83")
    assert caught.value.refusal.code == "no-such-jackpot"
    assert "fate-38" in caught.value.refusal.remedy


# --- the last 25, and days ---


def test_the_last_25_wins_are_listed() -> None:
    """27 throws of three threes twice: the dice have no shoe that runs dry."""
    folder = LIVES[0].parent
    floor = (folder / "triple-washington-two-progressives.floor.toml").read_text("utf-8")
    round = (
        "table 12: bet 2 triple@PT-PRG-TRI-01 1\n"
        "table 12: no more bets\ntable 12: start game\ntable 12: shake cups\n"
        "table 12: reveal 333 333\ntable 12: call result\ntable 12: hit jackpot first\n"
        "jackpot first: pay by 2207\ntable 12: finish\n"
    )
    start = "table 12: sit 2\ntable 12: buy in 2 100\ntable 12: prepare\n"
    record = record_of(list(played(start + 27 * round, floor)))
    rows = list(wins(record, Selection("first")))
    assert len(rows) == MOST
    assert [row.hit for row in rows] == list(range(3, 28))


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("2026-03-01T00:00:00", "2026-02-28"),
        ("2026-03-01T07:59:59", "2026-02-28"),
        ("2026-03-01T08:00:00", "2026-03-01"),
        ("2027-01-01T07:00:00", "2026-12-31"),
    ],
)
def test_a_gaming_day_begins_when_the_floor_says(time: str, day: str) -> None:
    assert gaming_day(time, "08:00") == day


def test_a_gaming_day_is_closed_once() -> None:
    """A line whose clock is behind belongs to the day that has begun in the record."""
    script = (
        "2026-01-01T05:00 table 12: sit 1\ntable 12: buy in 1 100\ntable 12: prepare burning 5d\n"
        "06:00 jackpot fate-38: read 2000 at 12 by 2207\n"
        "05:59 table 12: bet 1 fate-38 1\n05:59:10 table 12: no more bets\n"
        "05:59:20 table 12: start game\n"
    )
    record = record_of(list(played(script)))
    taken = next(one for one in record.events if isinstance(one.fact, ProgressivesTaken))
    assert (taken.time, taken.day) == ("2026-01-01T05:59:20", SECOND)
    first, second = reconciliation(record, EVERYTHING)
    assert (first.tables_units, second.tables_units) == (0, 1)
    assert first.agrees and second.agrees


# --- every kind of correction ---


def life_floor(name: str) -> str:
    return (LIVES[0].parent / f"{name}.floor.toml").read_text("utf-8")


def corrected(script: str, floor: str) -> list[tuple[str, int | None, str, str, str]]:
    record = record_of(list(played(script, floor)))
    assert all(row.difference_micros == 0 for row in identity(record, EVERYTHING))
    assert all(row.agrees for row in reconciliation(record, EVERYTHING))
    rows = adjustments(record, EVERYTHING)
    return [(row.kind, row.main_micros, row.first, row.second, row.reason) for row in rows]


def test_a_limit_and_rates_that_change_between_two_openings() -> None:
    """One unit at 20% + 10% before, one at 12% + 4% after: both counts know both rates."""
    round = "table 12: bet 1 progressive 1\ntable 12: coup 9s Kd / 4h 2c\ntable 12: finish\n"
    script = (
        "table 12: sit 1\ntable 12: buy in 1 100\ntable 12: prepare burning 5d\n"
        f"{round}table 12: end game\ntable 12: leave 1\ntable 12: stop play\n"
        "table 12: close table\n"
        "jackpot ez: limit 200 by 2207 and 3301\n"
        "jackpot ez: rates 12% and 4% by 2207 and 3301\n"
        "table 12: sit 1\ntable 12: buy in 1 100\ntable 12: prepare burning 5d\n"
        f"{round}"
    )
    floor = life_floor("limit-and-voided-rounds")
    assert corrected(script, floor) == [
        ("limit", None, "2207", "3301", ""),
        ("rates", None, "2207", "3301", ""),
    ]
    record = record_of(list(played(script, floor)))
    (row,) = reconciliation(record, EVERYTHING)
    assert row.tables_micros == row.server_micros == dollars("0.30") + dollars("0.16")
    (brought,) = contributions(record, EVERYTHING)
    assert (brought.main_micros, brought.reserve_micros) == (dollars("0.32"), dollars("0.14"))


def test_a_house_jackpot_that_changes_and_ends() -> None:
    script = (
        "jackpot house-jackpot: prize 1200 by 2207\n"
        "jackpot house-jackpot: close by 3301: the season is over\n"
    )
    floor = life_floor("triple-01-washington-house-jackpot")
    assert corrected(script, floor) == [
        ("prize", dollars("200"), "2207", "", ""),
        ("end", -dollars("1200"), "3301", "", "the season is over"),
    ]


BEGUN = (
    "table 12: sit 1\ntable 12: buy in 1 100\ntable 12: prepare burning 5d\n"
    "table 12: bet 1 fate-38 1\n"
)


def test_a_hit_against_the_proposal_its_dismissal_and_a_win_that_is_waived() -> None:
    script = (
        f"{BEGUN}table 12: coup 9s Kd / 4h 2c\n"
        "table 12: hit jackpot fate-38 by 2207: the camera shows another card\n"
        "jackpot fate-38: dismiss by 3301: it does not\n"
        "table 12: finish\ntable 12: bet 1 fate-38 1\ntable 12: coup As 2s 8s / Ks 3s\n"
        "table 12: no jackpot fate-38 by 2207: the sensor was dark\n"
    )
    shown = dollars("2000.17")
    assert corrected(script, evening_floor()) == [
        ("override", None, "2207", "", "the camera shows another card"),
        ("dismissal", shown, "3301", "", "it does not"),
        ("waiver", None, "2207", "", "the sensor was dark"),
    ]


def test_a_hand_that_becomes_free_takes_its_contributions_back() -> None:
    """A card that lies face up in the shoe makes the hand free, and nobody signs for it."""
    record = record_of(list(played(f"{BEGUN}{FACE_UP}", evening_floor())))
    (row,) = adjustments(record, EVERYTHING)
    assert (row.kind, row.first, row.main_micros) == ("voided round", "", -dollars("0.17"))
    assert "free" in row.reason
    (brought, _) = contributions(record, EVERYTHING)
    assert (brought.units, brought.voided_units) == (1, 1)


FACE_UP = "table 12: no more bets\ntable 12: start game\ntable 12: deal player 9s face up\n"


def evening_floor() -> str:
    return HOUSE + JACKPOT
