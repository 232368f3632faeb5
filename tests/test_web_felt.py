"""The layout of a felt: every spot in one place, by what its wager is, whatever is offered."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.games import Coup, Throw
from pitboss.games.cards import DECK, Card
from pitboss.rulebook import catalog
from pitboss.rulebook.tables import PayTable
from pitboss.table.setups.setup import Offer, Style, TableSetup
from pitboss.table.setups.usual import usual_setup
from pitboss.web.felt import Felt, FeltSpot, Group, felt_of
from pitboss.web.felt.heights import TOTAL, least_height
from pitboss.web.felt.layout import laid_out

GAMES = [game.id for game in catalog()]
ORDER = [
    *("by-seat", "sensors", "events", "series", "stars", "ties", "mains"),
    *("works", "repeats", "climb"),
]
"""From the dealer's side down to the player's edge, as the design has it."""
BY_KIND = {
    kind: [game for game in GAMES if catalog().game(game).kind == kind]
    for kind in ("baccarat", "three-dice", "craps")
}


def felt(game: str, **changes: object) -> Felt:
    setup = usual_setup(game)
    return felt_of(TableSetup(**{**_fields(setup), **changes}))  # type: ignore[arg-type]


def _fields(setup: TableSetup) -> dict[str, object]:
    return {name: getattr(setup, name) for name in TableSetup.__dataclass_fields__}


def group_of(felt: Felt, id: str) -> Group:
    (found,) = (group for group in felt.groups if id in {spot.id for spot in group.members})
    return found


def pays(table: PayTable, outcome: Coup | Throw) -> bool:
    """Say whether a bet wins more than its stake back, by settling it."""
    row = table.row_of(outcome)
    text = str(row.cell.pay) if row is not None else "loss"  # type: ignore[union-attr]
    return not re.fullmatch(r"push|loss|-1 to 1|0 to 1", text)


def coups(number: int) -> list[Coup]:
    """Deal rounds by the rules of drawing, from many decks."""
    random = Random(15)
    dealt: list[Coup] = []
    while len(dealt) < number:
        cards = [random.choice(tuple(DECK)) for _ in range(6)]
        for player, banker in ((2, 2), (3, 2), (2, 3), (3, 3)):
            coup = _coup(cards, player, banker)
            if coup.fault is None:
                dealt.append(coup)
    return dealt


def _coup(cards: list[Card], player: int, banker: int) -> Coup:
    return Coup(tuple(cards[:player]), tuple(cards[3 : 3 + banker]))


# --- every spot in one place ---


def sound(felt: Felt, setup: TableSetup) -> None:
    """Hold a felt to the table of the design."""
    placed = Counter(place for spot in felt.every for place in spot.places)
    assert placed == Counter(list(setup.spots))
    assert felt.spots.keys() == setup.spots.keys()
    ids = [spot.id for spot in felt.every]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[a-z0-9-]+", id) for id in ids)
    shown = [(spot.title, spot.caption) for spot in felt.every]
    assert len(set(shown)) == len(shown), "two spots that nobody can tell apart"
    kinds = [ORDER.index(group.kind) for group in felt.groups]
    assert kinds == sorted(kinds)
    for group in felt.groups:
        sound_group(group)
    plan = felt.plan
    assert plan.least <= plan.need
    assert plan.need <= TOTAL or plan.need == plan.least


def sound_group(group: Group) -> None:
    assert group.members
    for spot in group.members:
        jackpot = spot.table.wager.role == "progressive"
        assert jackpot == (group.kind in ("sensors", "by-seat"))
        assert spot.table.wager.by_seat == (group.kind == "by-seat")
        assert (spot.table.wager.kind == "craps") == (group.kind in ("works", "repeats", "climb"))
    assert least_height(group) > 0
    if group.kind in ("events", "stars"):
        assert group.columns <= 7
        assert group.columns * group.rows >= len(group.spots) > group.columns * (group.rows - 1)
    if group.kind == "sensors":
        assert len(group.spots) <= 3
    if group.kind == "stars":
        assert 2 <= len(group.spots) <= 7
        assert all(len(spot.name) <= 12 for spot in group.spots)
        covers = [at for at, spot in enumerate(group.spots) if spot.cover]
        if len(covers) == 1 and len(group.spots) % 2:
            assert covers == [len(group.spots) // 2]
    if group.kind == "series":
        assert 2 <= len(group.ladders) <= 3
        for ladder in group.ladders:
            assert len(ladder.spots) >= 3
            tops = [spot.top for spot in ladder.spots if not spot.cover]
            assert tops == sorted(tops, reverse=True)
            assert all(spot.cover for spot in ladder.spots[len(tops) :])
    if group.kind == "ties":
        assert len(group.spots) <= 6
    if group.kind == "mains":
        sound_mains(group)


def sound_mains(group: Group) -> None:
    assert all(spot.table.wager.role == "base" for spot in group.spots)
    assert [spot.hand for spot in group.spots] == sorted(
        (spot.hand for spot in group.spots), key=("player", "banker").index
    )
    for wing, hand in ((group.left, "player"), (group.right[::-1], "banker")):
        assert {spot.hand for spot in wing} <= {hand}
        assert len(wing) <= 4
        assert [spot.top for spot in wing] == sorted((spot.top for spot in wing), reverse=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_spot_of_a_game_is_in_one_group(game: str) -> None:
    setup = usual_setup(game)
    sound(felt_of(setup), setup)


def test_there_are_sixteen_games() -> None:
    assert len(GAMES) == 16


@st.composite
def mixes(draw: st.DrawFn) -> TableSetup:
    """Any offers of any games of a kind at one table."""
    kind = draw(st.sampled_from(sorted(BY_KIND)))
    game = draw(st.sampled_from(BY_KIND[kind]))
    beside = draw(st.lists(st.sampled_from(BY_KIND[kind]), unique=True, max_size=4))
    offers: list[Offer] = []
    for source in dict.fromkeys((game, *beside)):
        own = catalog().game(source).own if source != game else catalog().game(source).wagers
        for wager in own.values():
            table = draw(st.sampled_from(wager.tables))
            if draw(st.booleans()):
                offers.append(Offer(wager.id, table, game=None if source == game else source))
    if not offers:
        offers = [usual_setup(game).offers[0]]
    style: Style = draw(st.sampled_from(("face-up", "squeeze")))
    return TableSetup(game=game, offers=tuple(offers), style=style, positions=7)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mixes())
def test_every_spot_of_any_mix_is_in_one_group(setup: TableSetup) -> None:
    sound(laid_out(setup), setup)


# --- by what a wager is ---


def test_what_stands_with_ties_wins_with_ties_alone_or_is_a_short_name() -> None:
    rounds = coups(3000)
    for game in BY_KIND["baccarat"]:
        for group in felt_of(usual_setup(game)).groups:
            for spot in group.members:
                winners = {coup.winner for coup in rounds if pays(spot.table, coup)}
                if re.search(r"\btie\b", spot.name, re.IGNORECASE):
                    assert (group.kind, winners) == ("ties", {None}), spot.name
                elif group.kind == "ties":
                    assert len(spot.name) <= 12, spot.name


def test_the_hands_are_bet_on_in_the_mains() -> None:
    rounds = coups(500)
    for game in (*BY_KIND["baccarat"], *BY_KIND["three-dice"]):
        mains = felt_of(usual_setup(game)).groups[-1]
        assert mains.kind == "mains"
        assert [spot.name for spot in mains.spots] == ["Player", "Banker"]
        if game in BY_KIND["baccarat"]:
            for spot in mains.spots:
                assert {c.winner for c in rounds if pays(spot.table, c)} == {spot.hand}


def test_two_wagers_that_are_mirror_images_stand_in_the_two_wings() -> None:
    mirrored = [Coup(coup.banker, coup.player) for coup in coups(2000)]
    for game in BY_KIND["baccarat"]:
        mains = felt_of(usual_setup(game)).groups[-1]
        for left, right in zip(mains.left, mains.right[::-1], strict=True):
            for coup, image in zip(coups(2000), mirrored, strict=True):
                assert pays(left.table, coup) == pays(right.table, image)


def test_what_covers_others_wins_whenever_they_do() -> None:
    rounds = coups(4000)
    covering = [
        (group, spot)
        for game in BY_KIND["baccarat"]
        for group in felt_of(usual_setup(game)).groups
        for spot in group.members
        if spot.cover
    ]
    assert {spot.name for _, spot in covering} == {"Cover All", "Eclipse", "Any Dragon"}
    for group, spot in covering:
        others = [one for one in group.members if one is not spot]
        covered = [one for one in others if wins_only_with(one, spot, rounds)]
        assert len(covered) >= 2, spot.name


def wins_only_with(one: FeltSpot, cover: FeltSpot, rounds: list[Coup]) -> bool:
    won = [coup for coup in rounds if pays(one.table, coup)]
    return bool(won) and all(pays(cover.table, coup) for coup in won)


def test_what_covers_is_among_those_that_it_covers() -> None:
    tigers = [Offer(id, game="tiger-baccarat") for id in ("small-tiger", "big-tiger", "tiger-pair")]
    setup = usual_setup("golden-dragon")
    offers = (*setup.offers, *tigers, Offer("tiger", game="tiger-baccarat"))
    mixed = felt("golden-dragon", offers=offers)
    assert [spot.name for spot in mixed.every if spot.cover] == ["Any Dragon", "Tiger"]


def test_groups_of_the_games_that_the_design_shows() -> None:
    eternal = felt("eternal-baccarat")
    assert [spot.name for spot in group_of(eternal, "eclipse").spots] == [
        *("Supreme 7", "Sun 7", "Eclipse", "Moon 8", "Divine 9")
    ]
    assert len(group_of(eternal, "se-01").spots) == 14
    assert group_of(eternal, "se-15").kind == "ties"
    assert group_of(eternal, "se-19").left[1].name == "Player Pair"
    dragon = felt("golden-dragon")
    assert [len(ladder.spots) for ladder in group_of(dragon, "any-dragon").ladders] == [6, 5, 5]
    dice = felt("3-dice-baccarat")
    assert group_of(dice, "se-02").left[0].id == "se-02"
    assert dice.plan.zone
    works = felt("dice-works").groups[0]
    assert ([spot.name for spot in works.spots], works.right[0].name) == (
        ["All Lows", "All Highs"],
        "The Works",
    )


def test_few_spots_leave_room_for_the_hands_and_many_do_not() -> None:
    assert felt("dragon-bonus").plan.zone
    assert not felt("eternal-baccarat").plan.zone
    assert felt("eternal-baccarat").plan.round
    assert felt("eternal-baccarat", style="squeeze").plan.zone, "cards to turn lie nowhere else"


# --- what is printed ---


def test_the_commission_is_the_tables_own() -> None:
    banker = felt("baccarat").spots["banker", None]
    assert banker.pay == "1 to 1, less 5%"
    dearer = felt("baccarat", vigorish_rate=Fraction(7, 100))
    assert dearer.spots["banker", None].pay == "1 to 1, less 7%"
    free = felt("ez-baccarat").spots["banker", None]
    assert free.pay == "1 to 1"
    tie = TableSetup(game="baccarat", offers=(Offer("banker", "tie-vigorish"),))
    assert felt_of(tie).every[0].pay == "1 to 1, 25% of a tie"


def test_a_base_wager_says_when_it_pushes_though_nobody_ties() -> None:
    """30-2899.04(2): a winning Banker 3-card 7; 30-2899.09: the hand that wins 3 over 0."""
    said = {
        game: {spot.id: spot.pushes for spot in felt(game).every if spot.pushes} for game in GAMES
    }
    assert said["ez-baccarat"] == {"banker": ("Banker wins with a 3-card 7",)}
    assert said["3-dice-baccarat"] == {
        "player": ("Player wins 3 over 0",),
        "banker": ("Banker wins 3 over 0",),
    }
    assert not said["baccarat"] and not said["tiger-baccarat"], "a tie alone pushes"
    dragon_7 = next(
        coup for coup in coups(4000) if str(coup.winner) == "banker" and _is_7_of_3(coup)
    )
    banker = felt("ez-baccarat").spots["banker", None].table
    assert banker.row_of(dragon_7).label == "Banker wins with a 3-card 7"  # type: ignore[union-attr]


def _is_7_of_3(coup: Coup) -> bool:
    return len(coup.banker) == 3 and sum(card.value for card in coup.banker) % 10 == 7


def test_a_pay_that_the_operator_owes_is_none() -> None:
    setup = TableSetup(game="parlay-craps-with-envy", offers=(Offer("repeat-8-8x"),))
    (spot,) = felt_of(setup).every
    assert (spot.pay, spot.owed) == ("no pay yet", True)
    assert not any(spot.owed for game in GAMES for spot in felt(game).every)


def test_envy_is_told_and_a_jackpot_by_seat_stands_for_every_seat() -> None:
    spot = felt("99-fortunes").spots["progressive", 3]
    assert spot.envy == "envy $1,000"
    assert {on for _, on in spot.places} == {1, 2, 3, 5, 6, 7, 8}
    assert spot.line == "progressive"


def test_jackpots_of_one_wager_are_told_apart() -> None:
    offers = (Offer("triple", "PT-PRG-TRI-01"), Offer("triple", "PT-PRG-TRI-03"))
    spots = felt_of(TableSetup(game="3-dice-baccarat", offers=offers, sensors=2)).every
    assert [spot.line for spot in spots] == ["triple@PT-PRG-TRI-01", "triple@PT-PRG-TRI-03"]
    assert len({spot.name for spot in spots}) == 2


@pytest.mark.parametrize("game", [game.id for game in catalog()])
def test_no_name_stands_twice_on_a_felt(game: str) -> None:
    felt = felt_of(usual_setup(game))
    titles = Counter(spot.title for spot in felt.every)
    assert {title for title, number in titles.items() if number > 1} == set()
    names = Counter(spot.name for spot in felt.every)
    assert {name for name, number in names.items() if number > 1} == set()


def test_an_event_of_the_name_of_another_wager_has_its_whole_name() -> None:
    felt = felt_of(usual_setup("eternal-baccarat"))
    printed = {spot.line: spot.name for spot in felt.every}
    assert (printed["sun-7"], printed["se-01"]) == ("Sun 7", "Single Event 01: Sun 7")
    assert (printed["moon-8"], printed["se-02"]) == ("Moon 8", "Single Event 02: Moon 8")
    assert printed["se-21"] == "9 over 7", "there is one"


def test_craps_wagers_say_what_they_wait_for() -> None:
    works = felt("dice-works").spots["the-works", None]
    assert [target.totals[0] for target in works.targets] == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    assert {target.times for target in works.targets} == {1}
    repeat = felt("parlay-craps").spots["repeat-8-6x", None]
    assert repeat.targets == (((8,), 6),)
    line = felt("roll-the-line").spots["roll-the-line", None]
    assert [(rung.low, rung.words) for rung in line.rungs][:2] == [(2, "push"), (3, "1")]
    assert (line.rungs[-1].low, line.rungs[-1].high) == (11, None)
