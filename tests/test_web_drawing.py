"""The drawings: as many pips, dots, chips and marks as what they show has, named and escaped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pitboss.table import DERIVED, Cell, Road, bead_plate, big_road, derived_road, marks
from pitboss.web import drawing as draw
from pitboss.web.drawing.icons import ICONS
from pitboss.web.drawing.labels import LETTER, Box, Spot, placed
from pitboss.web.drawing.marks import MARKS
from pitboss.web.drawing.svg import SHEET

SVG = "{http://www.w3.org/2000/svg}"
RANKS, SUITS = "A23456789TJQK", "shdc"
VALUES = (1, 5, 25, 100, 500, 1000)
TRICK = '"><script>alert(1)</script>&'
SHOE = marks("TBBTPPPBPTBBBBPPBBBPBPPBBBBBBBBBBTT")
DRAWN: list[Markup] = [
    *(draw.card(rank + suit, "third new") for rank in RANKS for suit in SUITS),
    *(draw.mini(rank + suit) for rank in RANKS for suit in SUITS),
    *(draw.die(shows) for shows in (None, *range(1, 7))),
    *(draw.chip(value) for value in VALUES),
    *(draw.stack(cents) for cents in (1, 100, 13_150, 10_000_000)),
    *(draw.icon(name) for name in ICONS),
    *(draw.mark(name) for name in (*MARKS, "nothing")),
    *(draw.pip(suit) for suit in SUITS),
    *(draw.peel(code, part) for code in (None, "Qd") for part in (0, 0.25, 1)),
    draw.card(None),
    draw.mini(None),
    draw.slot("third due"),
    draw.drums(),
    draw.meter(3_820_962, "m-sun-7", "big", before=3_819_900),
    draw.bead_plate(bead_plate(SHOE), 9),
    draw.big_road(big_road(SHOE), 20),
    draw.eye_road(derived_road(SHOE, 1), 14),
    draw.small_road(derived_road(SHOE, 2), 14),
    draw.pig_road(derived_road(SHOE, 3), 14),
    draw.segments(3, 9),
    draw.gauge(226, 416, 14),
    draw.sparkline([]),
    draw.sparkline([5]),
    draw.sparkline([5, 7, 6]),
    draw.sparkline([5, 7, 6], "a meter", [0, 0.9, 1]),
    draw.waterfall([100, 250, -300]),
    draw.course([], [], [], []),
    draw.course([0, 0.5, 1], [1, -2, 3], [1, 2, 3], [1, 1.5, 2], label="a win"),
    draw.levels([], []),
    draw.levels([0, 0.5, 1], [5, 9, 2], [draw.Mark(0.5, 9, "hit")], label="a meter"),
    draw.holds([]),
    draw.holds([draw.Held("tie", -3.5, 0.14, 0.2), draw.Held("by a meter", 0.5)], label="holds"),
    draw.zbar(-3.5, "far"),
    draw.favicon(),
]


@pytest.fixture(scope="module")
def sheet() -> dict[str, ElementTree.Element]:
    """Every symbol of the sheet by its id."""
    symbols = ElementTree.fromstring(draw.sprites()).findall(f"{SVG}defs/{SVG}symbol")
    assert len({symbol.get("id") for symbol in symbols}) == len(symbols)
    return {symbol.get("id", ""): symbol for symbol in symbols}


def parsed(picture: Markup) -> ElementTree.Element:
    return ElementTree.fromstring(str(picture))


def counted(picture: Markup, cls: str) -> int:
    """How many elements have all of these classes."""
    wanted = set(cls.split())
    return sum(wanted <= set(part.get("class", "").split()) for part in parsed(picture).iter())


# --- everything ---


@pytest.mark.parametrize("picture", DRAWN, ids=lambda picture: str(picture)[:60])
def test_a_drawing_is_well_formed_and_keeps_to_the_policy(
    picture: Markup, sheet: dict[str, ElementTree.Element]
) -> None:
    for part in parsed(picture).iter():
        assert part.tag.removeprefix(SVG) not in ("script", "style", "foreignObject", "image")
        for name, value in part.attrib.items():
            assert name != "style" and not name.startswith("on"), picture
            assert "javascript" not in value and "NaN" not in value
        if part.get("href", "").startswith(SHEET):
            assert part.get("href", "").removeprefix(f"{SHEET}#") in sheet
        elif part.tag.endswith("use"):
            assert part.get("href") == "#drum"


def test_the_sheet_keeps_to_the_policy() -> None:
    for part in ElementTree.fromstring(draw.sprites()).iter():
        assert part.tag.removeprefix(SVG) not in ("script", "style", "clipPath", "use")
        assert not {name for name in part.attrib if name == "style" or name.startswith("on")}
        assert "url(" not in "".join(part.attrib.values()), "a symbol stands alone"


def test_a_picture_is_named_or_hidden() -> None:
    for picture in DRAWN:
        top = parsed(picture)
        if top.get("xmlns") or top.tag.startswith(SVG):
            continue
        assert bool(top.get("aria-label")) != (top.get("aria-hidden") == "true"), picture
        assert (top.get("role") == "img") == bool(top.get("aria-label"))


@pytest.mark.parametrize(
    "drawn",
    [
        lambda text: draw.card("Qd", text),
        lambda text: draw.slot(text),
        lambda text: draw.die(3, text),
        lambda text: draw.icon("alert", text, text),
        lambda text: draw.icon(text),
        lambda text: draw.mark(text, text),
        lambda text: draw.meter(1, text, text),
        lambda text: draw.meter(1, "m-1", currency=text),
        lambda text: draw.bead_plate((), 3, text, text),
        lambda text: draw.segments(1, 2, text),
        lambda text: draw.gauge(1, 2, label=text),
        lambda text: draw.sparkline([1], text),
    ],
)
def test_whatever_is_given_is_escaped(drawn: Callable[[str], Markup]) -> None:
    picture = drawn(TRICK)
    assert "<script" not in picture
    assert all(not part.tag.endswith("script") for part in parsed(picture).iter())


# --- cards and dice ---


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("number", range(1, 11))
def test_a_card_has_as_many_pips_as_it_counts(
    number: int, suit: str, sheet: dict[str, ElementTree.Element]
) -> None:
    symbol = sheet["A23456789T"[number - 1] + suit]
    pips = [part for part in symbol.iter() if part.get("class") == "pip"]
    at_the_corners = 2
    assert len(pips) == number + at_the_corners
    assert len({part.get("d") for part in pips}) == 1
    places = [(part.get("transform"), part.get("d")) for part in pips]
    assert len(set(places)) == number + 1, "no two pips in one place, but for the corners"


@pytest.mark.parametrize("rank", "JQK")
def test_a_court_has_a_crown_each_way(rank: str, sheet: dict[str, ElementTree.Element]) -> None:
    crowns = [part.get("d") for part in sheet[f"{rank}h"].iter() if part.get("class") == "crown"]
    others = [
        part.get("d")
        for other in set("JQK") - {rank}
        for part in sheet[f"{other}h"].iter()
        if part.get("class") == "crown"
    ]
    assert len(crowns) == 2
    assert not set(crowns) & set(others)


def test_red_suits_are_red_and_black_ones_are_not(sheet: dict[str, ElementTree.Element]) -> None:
    inks = {
        suit: {part.get("color") for part in sheet[f"7{suit}"].iter()} - {None} for suit in SUITS
    }
    assert inks["h"] == inks["d"] != inks["s"] == inks["c"]


def test_a_card_is_named_in_words() -> None:
    names = {parsed(draw.card(rank + suit)).get("aria-label") for rank in RANKS for suit in SUITS}
    assert len(names) == 52
    assert parsed(draw.card("As")).get("aria-label") == "Ace of spades"
    assert parsed(draw.mini("Tc")).get("aria-label") == "Ten of clubs"
    assert parsed(draw.card(None)).get("aria-label") == "Card face down"


def test_what_nobody_has_seen_is_nowhere_in_a_drawing() -> None:
    for picture in (draw.card(None), draw.mini(None), draw.peel(None, 0.4)):
        drawn = set(re.findall(rf'{SHEET}#([\w-]+)"', picture))
        assert drawn <= {"back", "blank"}
    assert "#Qd" in draw.peel("Qd", 0.4)


def test_any_number_of_bent_cards_may_be_on_a_page() -> None:
    assert " id=" not in draw.peel("Qd", 0.3)


@pytest.mark.parametrize("shows", range(1, 7))
def test_a_die_has_as_many_dots_as_it_shows(
    shows: int, sheet: dict[str, ElementTree.Element]
) -> None:
    dots = [(dot.get("cx"), dot.get("cy")) for dot in sheet[f"die-{shows}"].iter(f"{SVG}circle")]
    assert len(set(dots)) == len(dots) == shows
    assert parsed(draw.die(shows)).get("aria-label") == f"Die showing {shows}"


def test_a_die_that_was_not_thrown_has_none(sheet: dict[str, ElementTree.Element]) -> None:
    assert not list(sheet["die-0"].iter(f"{SVG}circle"))
    assert "not thrown" in draw.die(None)


# --- chips ---


def test_chips_differ_by_edge_marks_as_well_as_by_color(
    sheet: dict[str, ElementTree.Element],
) -> None:
    dashes = [
        part.get("stroke-dasharray")
        for value in VALUES
        for part in sheet[f"chip-{value}"].iter()
        if part.get("stroke-dasharray")
    ]
    assert len(set(dashes)) == len(VALUES)


@given(st.integers(0, 5_000_000))
def test_the_chips_of_an_amount_are_its_sum_and_the_fewest(cents: int) -> None:
    chips = draw.chips_of(cents)
    assert sum(chips) == cents // 100
    assert (0 in chips) == (cents % 100 > 0)
    assert list(chips) == sorted(chips, reverse=True)
    counts = Counter(chips)
    for value, higher in pairwise(VALUES):
        assert counts[value] * value < higher, "they would be changed for a higher chip"


@given(st.integers(0, 5_000_000))
def test_a_pile_has_five_chips_at_most_and_every_kind_that_there_is_room_for(cents: int) -> None:
    chips, pile = draw.chips_of(cents), draw.piled(cents)
    kinds = list(dict.fromkeys(chips))
    assert len(pile) == min(len(chips), 5)
    assert list(dict.fromkeys(pile)) == kinds[:5], "the highest first"
    assert not Counter(pile) - Counter(chips), "none that is not there"
    if len(chips) <= 5:
        assert pile == chips


def test_a_stack_draws_its_pile_with_the_highest_below() -> None:
    for cents in (100, 600, 3100, 13_100, 13_200, 999_900):
        chips = draw.piled(cents)
        drawn = [
            (int(part.get("href", "").rpartition("-")[2]), float(part.get("y", "0")))
            for part in parsed(draw.stack(cents))
        ]
        assert [value for value, _ in drawn] == list(chips)
        heights = [y for _, y in drawn]
        assert heights == sorted(heights, reverse=True), "y counts from the top"
    assert draw.stack(0) == ""


# --- meters ---


@given(st.integers(0, 10**11), st.integers(0, 10**11))
def test_a_meter_shows_its_amount_and_rolls_from_what_it_showed(after: int, before: int) -> None:
    top = parsed(draw.meter(after, "m-1", before=before))
    assert top.get("aria-label") == f"${after // 100:,}.{after % 100:02d}"
    classes = [part.get("class", "").split() for part in top.iter("svg")]
    drums = [names for names in classes if "sep" not in names]
    digits = f"{after:03d}"
    earlier = f"{before:03d}".rjust(len(digits))[-len(digits) :]
    for shows, showed, names in zip(digits, earlier, drums, strict=True):
        assert f"d{shows}" in names
        rolls = showed.isdigit() and showed != shows
        assert [name for name in names if name[0] == "f"] == ([f"f{showed}"] if rolls else [])


def test_a_meter_names_a_currency_without_a_sign() -> None:
    top = parsed(draw.meter(12_345, "m-1", currency="PHP"))
    assert top.get("aria-label") == "PHP 123.45"
    assert [part.text for part in top.iter("span")] == ["PHP"]


@given(st.integers(1, 14), st.integers(0, 14))
def test_segments_fill_up(need: int, have: int) -> None:
    picture = draw.segments(have, need)
    assert counted(picture, "seg") == need
    assert counted(picture, "seg in") == min(have, need)


@pytest.mark.parametrize(("part", "width"), [(0, 0), (104, 32), (416, 128), (500, 128)])
def test_a_gauge_is_as_full_as_its_part(part: int, width: int) -> None:
    fill = next(bar for bar in parsed(draw.gauge(part, 416, 14)) if bar.get("class") == "fill")
    assert float(fill.get("width", "")) == width


# --- roads ---

ROADS: dict[str, tuple[Callable[..., Markup], Road]] = {
    "Bead plate": (draw.bead_plate, bead_plate(SHOE)),
    "Big road": (draw.big_road, big_road(SHOE)),
    "Big eye boy": (draw.eye_road, derived_road(SHOE, DERIVED["big eye boy"])),
    "Small road": (draw.small_road, derived_road(SHOE, DERIVED["small road"])),
    "Cockroach pig": (draw.pig_road, derived_road(SHOE, DERIVED["cockroach pig"])),
}


@pytest.mark.parametrize("name", ROADS)
def test_a_road_has_a_mark_for_every_cell_and_says_so(name: str) -> None:
    function, road = ROADS[name]
    widest = max(cell.column for cell in road)
    picture = function(road, widest)
    assert counted(picture, "cell") == len(road)
    label = parsed(picture).get("aria-label", "")
    assert label.startswith(name)
    for shows, many in Counter(cell.shows for cell in road).items():
        assert f"{many} {shows}" in label
    assert label.endswith(f"last {road[-1].shows}")
    assert "empty" in function((), 5)


def test_winners_and_ties_have_shapes_of_their_own() -> None:
    beads, big = ROADS["Bead plate"][1], ROADS["Big road"][1]
    many = Counter(cell.shows for cell in beads)
    picture = draw.bead_plate(beads, 9)
    for winner in ("banker", "player", "tie"):
        assert counted(picture, f"mk m{winner[0].upper()}") == many[winner]
    assert Counter(part.text for part in parsed(picture).iter("text")) == {
        winner[0].upper(): number for winner, number in many.items()
    }
    tied = [cell for cell in big if cell.ties]
    assert counted(draw.big_road(big, 40), "ts") == len(tied)
    assert [part.text for part in parsed(draw.big_road(big, 40)).iter("text")] == [
        str(cell.ties) for cell in tied if cell.ties > 1
    ]


def test_red_and_blue_differ_without_color() -> None:
    for function, extra in ((draw.eye_road, "dot"), (draw.small_road, "cut")):
        red = function((Cell(1, 1, "red"),), 3)
        blue = function((Cell(1, 1, "blue"),), 3)
        assert len(list(parsed(red).iter())) != len(list(parsed(blue).iter())), extra
    strokes = [
        next(part.get("d") for part in parsed(picture).iter("path") if "slash" in str(part.attrib))
        for picture in (
            draw.pig_road((Cell(1, 1, "red"),), 3),
            draw.pig_road((Cell(1, 1, "blue"),), 3),
        )
    ]
    assert strokes[0] != strokes[1]


def test_a_narrow_road_shows_the_newest_columns() -> None:
    road = big_road(SHOE)
    columns = 5
    newest = road[-1].column
    picture = draw.big_road(road, columns)
    expected = [cell for cell in road if newest - columns < cell.column <= newest]
    assert counted(picture, "cell") == len(expected)
    xs = [float(part.get("cx", "")) for part in parsed(picture).iter("circle")]
    assert all(0 < x < columns * 20 for x in xs)


# --- charts ---


def test_a_waterfall_goes_up_and_down_as_its_movements_do() -> None:
    picture = draw.waterfall([100, 250, -300, 0, -1])
    assert counted(picture, "up") == 3
    assert counted(picture, "fell") == 2


def test_a_course_needs_its_expectations() -> None:
    with pytest.raises(ValueError, match="zip"):
        draw.course([0, 1], [1, 2], [1, 2], [1])


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=30), st.integers(0, 10**6))
def test_a_course_stays_within_its_frame(wins: list[int], deviation: int) -> None:
    places = [at / max(len(wins) - 1, 1) for at in range(len(wins))]
    picture = draw.course(places, wins, wins, [deviation] * len(wins))
    drawn = parsed(picture)
    for part in drawn.iter("path"):
        if part.get("class") == "range":
            continue  # Its frame cuts it.
        numbers = [float(one) for one in re.findall(r"-?[0-9.]+", part.get("d", ""))]
        assert all(0 <= one <= 720 for one in numbers)
    values = [text.text for text in drawn.iter("text")]
    assert 4 <= len(values) <= 11 and "0" in values, "a few lines, nothing among them"


@pytest.mark.parametrize("deviation", [0, 10, 1_000, 10**6])
def test_a_wide_band_leaves_the_line_of_a_course_its_height(deviation: int) -> None:
    """Half as far again as the line goes is shown either way, to the next line of the grid.

    That is -750 to 1,050 of lines that are 500 apart: 900 of 2,500.
    """
    picture = parsed(
        draw.course([0, 0.5, 1], [0, -300, 600], [0, 5, 10], [0, deviation, deviation])
    )
    (line,) = (part for part in picture.iter("path") if part.get("class") == "ln")
    heights = [float(one) for one in re.findall(r" ([0-9.]+)", line.get("d", ""))]
    assert max(heights) - min(heights) >= (204 - 20) * 900 / 2500 - 0.1
    start, end = picture.iter("circle")
    assert float(start.get("cy", "")) == heights[0], "it begins with nothing"
    assert float(end.get("cy", "")) == heights[-1]


def test_a_meter_breaks_where_it_falls() -> None:
    picture = draw.levels([0, 0.25, 0.5, 0.75, 1], [5, 9, 2, 4, 1])
    assert counted(picture, "be") == 2
    assert counted(picture, "ln") == 3


FRAME = Box(118, 0, 704, 204)
SPOTS = st.builds(
    Spot, st.floats(118, 704), st.floats(20, 204), st.sampled_from(["$5.30", "paid, $5,006.30"])
)


@given(st.lists(SPOTS, max_size=12))
def test_no_words_of_a_chart_cover_others(spots: list[Spot]) -> None:
    places = placed(spots, FRAME)
    there = [place for place in places if place is not None]
    assert not any(one.meets(other) for at, one in enumerate(there) for other in there[:at])
    assert all(FRAME.holds(place) for place in there)
    assert all(
        round(place.right - place.left) == LETTER * len(spot.says)
        for spot, place in zip(spots, places, strict=True)
        if place is not None
    )


def test_falls_that_follow_each_other_are_all_named_beside_the_newest_amount() -> None:
    marks = [draw.Mark(one, 9, f"jackpot locked, ${one}") for one in (0.9, 0.95, 0.99)]
    picture = draw.levels([0, 0.9, 0.95, 1], [5, 9, 2, 9], marks, text=lambda value: f"${value}")
    assert counted(picture, "lbl") == len(marks) + 1


def test_what_luck_explains_lies_around_what_is_expected() -> None:
    sure = draw.holds([draw.Held("tie", 0.2, 0.1, 0.01), draw.Held("sun-7", 0.1)])
    assert (counted(sure, "held"), counted(sure, "due"), counted(sure, "luck")) == (2, 1, 1)
    (due,) = (part for part in parsed(sure).iter("path") if part.get("class") == "due")
    (luck,) = (part for part in parsed(sure).iter("path") if part.get("class") == "luck")
    at = float(re.findall(r"[0-9.]+", due.get("d", ""))[0])
    low, _, high = map(float, re.findall(r"[0-9.]+", luck.get("d", "")))
    assert low < at < high and abs((low + high) / 2 - at) < 0.02


def test_far_is_three_deviations() -> None:
    assert counted(draw.zbar(2.99, "z"), "far") == 0
    assert counted(draw.zbar(-3, "z"), "far") == 1
