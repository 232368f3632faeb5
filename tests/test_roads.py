"""The roads of baccarat, held against drawings by hand and against slow second readings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby, product
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games import KINDS, Coup
from pitboss.refusals import Unreadable
from pitboss.table import (
    DERIVED,
    ROWS,
    Cell,
    History,
    Mark,
    Next,
    Road,
    Round,
    Streak,
    Winner,
    ask,
    bead_plate,
    big_road,
    colors,
    derived_road,
    history_of,
    lines,
    marks,
    statistics,
    streaks,
)

VECTOR = "TBBTPPPBPTBBBBPPBBBPBPP"
LOOKS = tuple(DERIVED.values())

winners = st.sampled_from(("banker", "player", "tie"))
# Shoes of single rounds seldom have tails: half of them are made of streaks instead.
streaky = st.lists(st.tuples(winners, st.integers(1, 16)), max_size=14).map(
    lambda runs: [winner for winner, length in runs for _ in range(length)]
)
histories = (st.lists(winners, max_size=90) | streaky).map(
    lambda shoe: tuple(Mark(cast(Winner, one)) for one in shoe)
)


def lettered(history: History, k: int) -> str:
    return "".join(color[0].upper() for color in colors(history, k))


def of_lengths(*lengths: int) -> History:
    """A history of streaks, the first one the Banker's."""
    return marks("".join("BP"[number % 2] * length for number, length in enumerate(lengths)))


def drawing(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.strip().splitlines())


def places(road: Road) -> list[tuple[int, int]]:
    return [(cell.column, cell.row) for cell in road]


# --- second readings, slow and written from how players are taught the roads ---


def looked_up(history: History, k: int) -> str:
    """Derive a road by looking at a big road on paper that has no lower edge."""
    paper: dict[tuple[int, int], Winner] = {}
    column = row = 0
    found = ""

    def height(of: int) -> int:
        return sum(at == of for at, _ in paper)

    for mark in history:
        if mark.winner == "tie":
            continue
        if paper and paper[column, row] == mark.winner:
            row += 1
            paper[column, row] = mark.winner
            if column - k >= 1:
                # Is there a cell to the left, and one above that? Both or neither is red.
                beside, above_it = (column - k, row) in paper, (column - k, row - 1) in paper
                found += "R" if beside == above_it else "B"
        else:
            column, row = column + 1, 1
            paper[column, row] = mark.winner
            if column - 1 - k >= 1:
                found += "R" if height(column - 1) == height(column - 1 - k) else "B"
    return found


def placed(shown: list[str]) -> list[tuple[int, int]]:
    """Draw mark by mark, asking the drawing so far what the rule asks of it."""
    drawn: list[tuple[int, int]] = []
    streak: list[tuple[int, int]] = []
    for number, one in enumerate(shown):
        if number and one == shown[number - 1]:
            column, row = streak[-1]
            straight = all(at == streak[0][0] for at, _ in streak)
            if straight and row < 6 and (column, row + 1) not in drawn:
                cell = (column, row + 1)
            else:
                cell = (column + 1, row)
            streak.append(cell)
        else:
            start = streak[0][0] + 1 if streak else 1
            cell = (next(at for at in range(start, 1000) if (at, 1) not in drawn), 1)
            streak = [cell]
        assert cell not in drawn
        drawn.append(cell)
    return drawn


# --- the vector of the specification ---


def test_the_vector() -> None:
    shoe = marks(VECTOR)
    assert streaks(shoe) == (2, 3, 1, 1, 4, 2, 3, 1, 1, 2)
    assert lettered(shoe, 1) == "RBBBRBRRBRBRBBBRB"
    assert lettered(shoe, 2) == "BBBRRBBBRRBBBB"
    assert lettered(shoe, 3) == "BRRBBBBBRBBBR"


@pytest.mark.parametrize("k", LOOKS)
def test_the_vector_looked_up_on_paper(k: int) -> None:
    assert looked_up(marks(VECTOR), k) == lettered(marks(VECTOR), k)


def test_the_vector_drawn() -> None:
    shoe = marks(VECTOR)
    # TBBTPP PBPTBB BBPPBB BPBPP, downwards.
    assert lines(bead_plate(shoe)) == drawing("""
        T P B B
        B B B P
        B P P B
        T T P P
        P B B P
        P B B .
    """)
    # The leading tie waits for the first Banker; the others fall on the cell that was latest.
    assert lines(big_road(shoe)) == drawing("""
        B1P B P1B P B P B P
        B1P . . B P B . . P
        . P . . B . B . . .
        . . . . B . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
    """)
    # R BBB R B RR B R B R BBB R B
    assert lines(derived_road(shoe, 1)) == drawing("""
        o x o x o x o x o x o x
        . x . . o . . . . x . .
        . x . . . . . . . x . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        . . . . . . . . . . . .
    """)


# --- both readings of the derived roads agree ---


@pytest.mark.parametrize("k", LOOKS)
def test_every_short_history_looked_up_on_paper(k: int) -> None:
    for rounds in range(12):
        for shoe in product("BP", repeat=rounds):
            history = marks("".join(shoe))
            assert lettered(history, k) == looked_up(history, k)


@pytest.mark.parametrize("change", [0.5, 0.1, 0.9])
def test_thousands_of_shoes_looked_up_on_paper(change: float) -> None:
    dice = random.Random(2814)
    for _ in range(1000):
        history: list[Mark] = []
        side = False
        for _ in range(dice.randrange(85)):
            side ^= dice.random() < change
            history.append(Mark("tie" if dice.random() < 0.1 else "banker" if side else "player"))
        for k in LOOKS:
            assert lettered(history, k) == looked_up(history, k)


@pytest.mark.parametrize(
    ("k", "shoe", "found"),
    [
        # The first mark comes with the second row of column k + 1, or else with column k + 2.
        (1, "B", ""),
        (1, "BBBP", ""),
        (1, "BP", ""),
        (1, "BPP", "B"),
        (1, "BPB", "R"),
        (1, "BBPB", "B"),
        (2, "BPBB", "B"),
        (2, "BPPB", ""),
        (2, "BPB", ""),
        (2, "BPBP", "R"),
        (3, "BPBPP", "B"),
        (3, "BPBP", ""),
        (3, "BPBPB", "R"),
        # Longer by one is blue, and every cell below that is red again.
        (1, "BBPPPPPP", "RBRRR"),
        # A streak that goes on and on beside another one that does: red throughout.
        (1, "BBBBBBBPPPPPPP", "RRRRRR"),
        (1, "BPBPBPBP", "RRRRRR"),
    ],
)
def test_where_derived_roads_begin_and_how_they_go_on(k: int, shoe: str, found: str) -> None:
    assert lettered(marks(shoe), k) == looked_up(marks(shoe), k) == found


def test_derived_roads_look_at_streaks_and_not_at_the_drawing() -> None:
    # The second ten is drawn one row less deep than the first, and is as long all the same.
    assert lettered(of_lengths(10, 10), 1) == "R" * 9
    assert lettered(of_lengths(10, 11), 1) == "R" * 9 + "B"
    assert lettered(of_lengths(10, 10, 1), 1)[-1] == "R"


# --- dragon tails ---


@pytest.mark.parametrize(
    ("lengths", "drawn"),
    [
        (
            (10,),
            """
            B . . . .
            B . . . .
            B . . . .
            B . . . .
            B . . . .
            B B B B B
            """,
        ),
        # The second tail turns above the first, and keeps right where there is room below again.
        (
            (8, 10, 1),
            """
            B P B . . . .
            B P . . . . .
            B P . . . . .
            B P . . . . .
            B P P P P P P
            B B B . . . .
            """,
        ),
        # A streak that a tail stops before it is long.
        (
            (9, 1, 1, 6),
            """
            B P B P .
            B . . P .
            B . . P .
            B . . P .
            B . . P P
            B B B B .
            """,
        ),
        # Behind the end of the tail there are six rows again.
        (
            (9, 1, 1, 1, 7),
            """
            B P B P B .
            B . . . B .
            B . . . B .
            B . . . B .
            B . . . B .
            B B B B B B
            """,
        ),
        # Tails upon tails: the sixth runs along the first row, and the next streak starts behind.
        (
            (9, 8, 7, 6, 5, 4, 3),
            """
            B P B P B P P P P B
            B P B P B B B B . B
            B P B P P P P . . B
            B P B B B B . . . .
            B P P P P . . . . .
            B B B B . . . . . .
            """,
        ),
    ],
)
def test_dragon_tails(lengths: tuple[int, ...], drawn: str) -> None:
    assert lines(big_road(of_lengths(*lengths))) == drawing(drawn)


def test_a_derived_road_has_tails_too() -> None:
    # Streaks of 3, 1, 1, 1 and so on: the third column is blue, ten more are red.
    assert lines(derived_road(marks("BBB" + "PB" * 6), 1)) == drawing("""
        x o . . . .
        . o . . . .
        . o . . . .
        . o . . . .
        . o . . . .
        . o o o o o
    """)


def test_long_tails_in_every_row() -> None:
    # Streak number j of 20 turns in row 7 - j; the sixth fills the first row from column 6 to 25.
    road = big_road(of_lengths(20, 20, 20, 20, 20, 20, 20))
    assert places(road)[100:120] == [(column, 1) for column in range(6, 26)]
    assert places(road)[120:] == [(26, row) for row in range(1, 7)] + [
        (column, 6) for column in range(27, 41)
    ]


@given(histories)
def test_roads_are_drawn_as_the_rule_says(history: History) -> None:
    wins = [mark.winner for mark in history if mark.winner != "tie"]
    if wins:
        assert places(big_road(history)) == placed(list(wins))
    for k in LOOKS:
        assert places(derived_road(history, k)) == placed(list(colors(history, k)))


# --- what holds for every history ---


@given(histories)
def test_cells_never_overlap_and_keep_to_six_rows(history: History) -> None:
    for road in (bead_plate(history), big_road(history), *every_derived(history)):
        assert len(set(places(road))) == len(road)
        assert all(1 <= cell.row <= ROWS == 6 and cell.column >= 1 for cell in road)


def every_derived(history: History) -> Iterator[Road]:
    return (derived_road(history, k) for k in LOOKS)


@given(histories)
def test_the_bead_plate_has_one_cell_for_each_round(history: History) -> None:
    plate = bead_plate(history)
    assert [cell.shows for cell in plate] == [mark.winner for mark in history]
    assert [(cell.column - 1) * 6 + cell.row - 1 for cell in plate] == list(range(len(history)))
    assert not any(cell.ties for cell in plate)


@given(histories)
def test_the_big_road_has_one_cell_for_each_winner_and_counts_every_tie(history: History) -> None:
    road = big_road(history)
    wins = [mark.winner for mark in history if mark.winner != "tie"]
    assert [cell.shows for cell in road if cell.shows != "tie"] == wins
    assert sum(cell.ties for cell in road) == len(history) - len(wins)
    if wins:
        assert len(road) == len(wins)
    else:
        assert road == ((Cell(1, 1, "tie", len(history)),) if history else ())


@given(histories)
def test_streaks_are_runs_of_winners(history: History) -> None:
    wins = "".join(mark.winner[0] for mark in history if mark.winner != "tie")
    assert streaks(history) == tuple(len(list(run)) for _, run in groupby(wins))


@given(histories)
def test_the_number_of_derived_marks(history: History) -> None:
    lengths = streaks(history)
    for k in LOOKS:
        # All of column k + 1 but its first cell, and everything behind.
        due = max(0, sum(lengths[k:]) - 1)
        assert len(colors(history, k)) == len(derived_road(history, k)) == due


@given(histories)
def test_ties_never_change_a_derived_road(history: History) -> None:
    untied = tuple(mark for mark in history if mark.winner != "tie")
    assert list(every_derived(history)) == list(every_derived(untied))
    assert ask(history) == ask(untied) == ask((*history, Mark("tie")))
    assert streaks(history) == streaks(untied)


@given(histories)
def test_the_hands_are_alike_to_the_derived_roads(history: History) -> None:
    other: dict[str, Winner] = {"banker": "player", "player": "banker", "tie": "tie"}
    swapped = tuple(Mark(other[mark.winner]) for mark in history)
    assert list(every_derived(history)) == list(every_derived(swapped))
    assert ask(history) == ask(swapped)[::-1]


@given(histories, winners)
def test_a_round_adds_to_the_roads_and_changes_nothing_that_stands(
    history: History, winner: str
) -> None:
    longer = (*history, Mark(cast(Winner, winner)))
    assert bead_plate(longer)[:-1] == bead_plate(history)
    for before, after in zip(every_derived(history), every_derived(longer), strict=True):
        assert after[: len(before)] == before and len(after) - len(before) <= 1
    if any(mark.winner != "tie" for mark in history):
        before = big_road(history)
        after = big_road(longer)[: len(before)]
        assert [cell[:3] for cell in after] == [cell[:3] for cell in before]


@given(histories)
def test_ask_is_the_mark_that_the_next_winner_adds(history: History) -> None:
    for winner, answer in ask(history)._asdict().items():
        for k, said in zip(LOOKS, answer, strict=True):
            before = colors(history, k)
            after = colors((*history, Mark(cast(Winner, winner))), k)
            assert after == (before if said is None else (*before, said))


@given(histories)
def test_the_answers_to_ask_are_opposite(history: History) -> None:
    reverse = {"red": "blue", "blue": "red", None: None}
    asked = ask(history)
    assert [reverse[one] for one in asked.banker] == list(asked.player)


def test_ask_in_a_new_shoe() -> None:
    nothing = Next(None, None, None)
    assert ask(()) == ask(marks("TT")) == ask(marks("B")) == (nothing, nothing)
    # After B P: another P is longer by one, blue; a B finds 1 beside 1, red.
    assert ask(marks("BP")) == (Next("red", None, None), Next("blue", None, None))


# --- statistics ---


def test_statistics_of_a_shoe() -> None:
    shoe = (
        Mark("tie", player_natural=True, banker_natural=True),
        Mark("banker", banker_natural=True, player_pair=True),
        Mark("tie"),
        Mark("banker", player_pair=True, banker_pair=True),
        Mark("player", player_natural=True),
        Mark("banker"),
        Mark("player"),
        Mark("player"),
        Mark("tie"),
        Mark("player"),
    )
    found = statistics(shoe)
    assert (found.rounds, found.banker, found.player, found.ties) == (10, 3, 4, 3)
    assert (found.naturals, found.banker_naturals, found.player_naturals) == (3, 2, 2)
    assert (found.banker_pairs, found.player_pairs) == (1, 2)
    assert (found.longest_banker, found.longest_player) == (2, 3)
    assert found.current == Streak("player", 3)
    assert found.share("banker") == found.share("tie") == Fraction(3, 10)
    assert found.share("player") == Fraction(2, 5)


def test_statistics_before_the_first_round_and_the_first_winner() -> None:
    assert statistics(()) == (0,) * 11 + (None,)
    assert statistics(()).share("tie") == 0
    ties = statistics(marks("TT"))
    assert ties.current is None and ties.longest_banker == 0 and ties.share("tie") == 1


@given(histories)
def test_statistics_agree_with_the_roads(history: History) -> None:
    found = statistics(history)
    lengths = streaks(history)
    assert found.rounds == found.banker + found.player + found.ties == len(history)
    assert max(found.longest_banker, found.longest_player) == max(lengths, default=0)
    if lengths:
        assert found.current == (big_road(history)[-1].shows, lengths[-1])
    if history:
        assert found.share("banker") + found.share("player") + found.share("tie") == 1


# --- marks and rounds ---


@pytest.mark.parametrize(
    ("player", "banker", "mark"),
    [
        ("7s8h3d", "KhQd7c", Mark("player")),
        ("4s4h", "KhQd", Mark("player", player_natural=True, player_pair=True)),
        # One rank makes a pair, not one value; a three-card 9 is no natural.
        ("KsQh9d", "2h2d", Mark("player", banker_pair=True)),
        ("9s9h", "4d4c", Mark("tie", True, True, True, True)),
        ("KsQh", "4d5c", Mark("banker", banker_natural=True)),
    ],
)
def test_the_mark_of_a_coup(player: str, banker: str, mark: Mark) -> None:
    coup = Coup.parse(player, banker)
    assert KINDS["baccarat"].fault(coup) is None
    assert Mark.of(coup) == mark


def test_void_rounds_are_never_marked_and_free_ones_by_policy() -> None:
    banker, player = Mark("banker"), Mark("player")
    rounds = [Round(banker), Round(None), Round(player, free=True), Round(None, free=True)]
    assert history_of(rounds) == history_of(rounds, "marked") == (banker, player)
    assert history_of(rounds, "skipped") == (banker,)
    assert history_of([]) == ()


def test_a_free_hand_that_is_skipped_breaks_no_streak() -> None:
    rounds = [Round(one, free=number == 2) for number, one in enumerate(marks("BBPBB"))]
    assert streaks(history_of(rounds)) == (2, 1, 2)
    assert streaks(history_of(rounds, "skipped")) == (4,)


@pytest.mark.parametrize("policy", ["mark", "", None])
def test_an_unknown_policy_is_refused(policy: Any) -> None:
    with pytest.raises(Unreadable, match="known: marked, skipped") as caught:
        history_of([], policy)
    assert caught.value.refusal.code == "unknown-policy"


def test_a_history_is_read_however_it_is_spaced() -> None:
    assert marks(" tB,b  P\n") == (Mark("tie"), Mark("banker"), Mark("banker"), Mark("player"))
    assert marks("") == marks(" , ") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BBXP", 'round 3 of the history is "X"'),
        ("B B-P", 'round 3 of the history is "-"'),
        ("0", 'round 1 of the history is "0"'),
        ("BPß", 'round 3 of the history is "ß"'),
        ("В", 'round 1 of the history is "В"'),  # noqa: RUF001 (a Cyrillic letter)
        ("B\x1b[31m", r'round 2 of the history is "\x1b"'),
        ("B/P", 'round 2 of the history is "/"'),
    ],
)
def test_an_unreadable_history_is_refused(text: str, said: str) -> None:
    with pytest.raises(Unreadable) as caught:
        marks(text)
    assert str(caught.value).startswith(said)
    assert caught.value.refusal.code == "unknown-mark"
    assert "write B, P or T" in caught.value.refusal.remedy and "\n" not in str(caught.value)


@pytest.mark.parametrize("k", [0, 4, -1])
def test_a_road_that_looks_elsewhere_is_refused(k: int) -> None:
    for road in (colors, derived_road):
        with pytest.raises(Unreadable, match=r"choose 1 \(big eye boy\), 2 \(small road\)"):
            road(marks(VECTOR), k)


# --- text ---


@given(histories, st.none() | st.integers(1, 30))
def test_text_has_six_lines_of_one_width(history: History, width: int | None) -> None:
    for road in (bead_plate(history), big_road(history), *every_derived(history)):
        drawn = lines(road, width)
        columns = max((cell.column for cell in road), default=0) if width is None else width
        assert len(drawn) == 6
        # A digit of ties may close the line; otherwise it ends with a letter or a dot.
        assert all(2 * columns - len(line) in ((0, 1) if columns else (0,)) for line in drawn)
        if width is None:
            letters = sum(character.isalpha() for line in drawn for character in line)
            assert letters == len(road)


@given(histories, st.integers(1, 30))
def test_the_newest_cell_is_always_in_the_text(history: History, width: int) -> None:
    for road in (bead_plate(history), big_road(history), *every_derived(history)):
        if not road:
            continue
        newest = road[-1]
        first = max(1, newest.column - width + 1)
        whole = lines(road)
        drawn = lines(road, width)
        shown = [line.ljust(2 * width)[2 * (newest.column - first)] for line in drawn]
        assert shown == [line[2 * (newest.column - 1)] for line in whole]
        assert shown[newest.row - 1] in "BPTox"


def test_text_keeps_the_newest_columns() -> None:
    road = big_road(marks("BPPBBBPTB"))
    assert lines(road, 3) == drawing("""
        B P1B
        B . .
        B . .
        . . .
        . . .
        . . .
    """)
    assert lines(road, 7)[0] == "B P B P1B . ."
    assert lines((), 2) == (". .",) * 6 and lines(()) == ("",) * 6


def test_text_follows_the_newest_cell_and_not_an_old_tail() -> None:
    # The tail of 12 runs to column 7; play has gone back to column 4.
    road = big_road(of_lengths(12, 1, 1, 2))
    assert lines(road, 3) == drawing("""
        P B P
        . . P
        . . .
        . . .
        . . .
        B B B
    """)


def test_text_of_many_ties() -> None:
    assert lines(big_road(marks("T" * 9)))[0] == "T9"
    assert lines(big_road(marks("T" * 10 + "B" + "P" + "T" * 9)))[0] == "B+P9"


@pytest.mark.parametrize("width", [0, -3, 2.0, True])
def test_a_width_that_is_none_is_refused(width: Any) -> None:
    with pytest.raises(Unreadable, match="choose 1 or more"):
        lines((), width)
