"""The floor that lives by itself: automatons, people among them, jackpots and the gaming day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import get_args

import pytest

from jackpot_auditor import Auditor
from living_floor import LivingFloor
from pitboss.games.cards import Card, cards
from pitboss.games.three_dice import Cup
from pitboss.house.automatic.demo import AUTOMATONS, demo_floor, demo_pins, is_automaton, player
from pitboss.house.automatic.duties import TRAY_CENTS
from pitboss.house.automatic.places import Places, tied_positions
from pitboss.house.automatic.tables import PACE_SECONDS, ROLL_SECONDS
from pitboss.jackpot.hits import HitPaid, HitRecorded
from pitboss.jackpot.meters import Meter, reseed
from pitboss.jackpot.terms import jackpot_terms
from pitboss.refusals import Refusal
from pitboss.rulebook.library import catalog
from pitboss.settle.accounts import TRAY, position_account
from pitboss.table.accounts import balance
from pitboss.table.floor.records import Level
from pitboss.table.floor.setups import setup_of
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.setups.usual import usual_setup
from pitboss.table.state import DEALER, Table
from pitboss.table.steps import Command
from pitboss.table.steps.betting import BetPlaced, BetTakenBack, PlaceBet, TakeBack
from pitboss.table.steps.closing import BetsClosed, CallNoMoreBets, ProgressivesTaken
from pitboss.table.steps.corrections import DisputeClosed, OpenDispute
from pitboss.table.steps.craps import DicePassed, DiceRolled
from pitboss.table.steps.dealing import CardDealt
from pitboss.table.steps.duties import GamingDayStarted, StartDay
from pitboss.table.steps.errors import RoundVoided
from pitboss.table.steps.hits import HitJackpot
from pitboss.table.steps.opening import CloseTable
from pitboss.table.steps.positions import ChipsBought, PositionLeft, PositionTaken
from pitboss.table.steps.squeezing import CardsHanded
from pitboss.table.steps.tray import CountTray, CreditTray, TrayCounted, TrayFilled, expected
from pitboss.table.steps.turning import CardsTurned

PERSON, OTHER = "6601", "6602"
STALLED_SECONDS = 60.0
PAIR = PlaceBet(2, "se-19", 5_00)


class ByHand:
    """Cards as a person names them."""

    def __init__(self, named: str) -> None:
        self.cards = list(cards(named))

    def shuffle(self, _: int) -> None:
        raise AssertionError("the shoe goes on")

    def card(self) -> Card:
        return self.cards.pop(0)

    def cups(self) -> tuple[Cup, Cup]:
        raise AssertionError("cards are dealt")

    def roll(self) -> tuple[int, int]:
        raise AssertionError("cards are dealt")

    def cut(self, _: int) -> int:
        raise AssertionError("the shoe goes on")


def is_sound(floor: LivingFloor, stalled: float = STALLED_SECONDS) -> None:
    """Check what holds after whatever happened: nothing refused, no table still, books balanced."""
    assert floor.refused == []
    for id in floor.ids:
        still = max(floor.still[id], floor.now - floor.moved[id])
        assert still < stalled, f"table {id} stood still for {still} seconds"
        assert sum(floor.table(id).accounts.values()) == 0
    auditor = Auditor()
    for recorded in floor.record:
        if recorded.text is not None:
            auditor.line(recorded.text)
    auditor.end_of_group()
    assert sum(auditor.balances().values()) == 0


def as_person(floor: LivingFloor, id: str, command: Command) -> object:
    """Give a command to a table as a person, and return the answer."""
    group = floor.give(f"table/{id}", command, PERSON)
    return floor.run.answer_to(group).answer


def until(floor: LivingFloor, happens: Callable[[], bool]) -> None:
    """Let the floor live until something happens, within two minutes."""
    for _ in range(240):
        if happens():
            return
        floor.live(0.5)
    raise AssertionError("it does not happen")


def takes(floor: LivingFloor, id: str, place: int) -> None:
    assert floor.places[id].take(place, PERSON, floor.now) is None


# --- the floor of the demo ---


def test_the_demo_has_the_tables_that_are_promised() -> None:
    floor = demo_floor()
    games = [(table.game, table.style, table.jurisdiction) for table in floor.tables]
    assert games == [
        ("eternal-baccarat", None, None),
        ("eternal-baccarat", None, None),
        ("99-fortunes", None, None),
        ("ez-baccarat", "squeeze", None),
        ("tiger-baccarat", None, None),
        ("3-dice-baccarat", None, "washington"),
        ("dice-works", None, None),
    ]
    assert all(table.cards == "virtual" for table in floor.tables)
    linked = {one.id for one in floor.jackpots if one.tables == ("1", "2")}
    assert linked == {"sun-7", "harmony", "fate-38"}
    assert setup_of(floor, "6").sensors == 2
    assert (floor.demo, floor.betting_seconds, floor.betting_seconds_person) == (True, 12, 25)


def test_every_meter_of_the_demo_begins_again_with_its_seed() -> None:
    """The house advances what the reserve lacks: a demo is not over with its first jackpot."""
    for jackpot in demo_floor().jackpots:
        terms = jackpot_terms(demo_floor(), jackpot)
        after = Meter(reserve=3_270_000)
        assert after.after(reseed(after, terms.growth)).main == terms.seed_micros, jackpot.id
        more = Meter(reserve=terms.seed_micros + 1)
        assert more.after(reseed(more, terms.growth)).main == terms.seed_micros + 1, jackpot.id


def test_the_craps_table_takes_every_side_bet() -> None:
    """Every one whose pay is printed: what is usual at some game of craps."""
    usual = [usual_setup(id) for id in catalog().ids]
    sides = {offer.wager for one in usual if one.kind == "craps" for offer in one.offers}
    assert {offer.wager for offer in setup_of(demo_floor(), "7").offers} == sides


def test_golden_dragon_bets_lie_at_the_tiger_table() -> None:
    offers = setup_of(demo_floor(), "5").offers
    assert {"golden-dragon-7", "phoenix-bonus", "pair"} <= {offer.wager for offer in offers}


def test_automatons_are_known_by_their_badges() -> None:
    levels = {badge.number: badge.level for badge in demo_floor().badges}
    assert [levels[badge] for badge in AUTOMATONS] == [
        *("dealer", "supervisor", "supervisor", "executive")
    ]
    people = {level for badge, level in levels.items() if not is_automaton(badge)}
    assert people == set(get_args(Level))
    assert sum(badge in demo_pins() for badge in levels) == len(levels) - len(AUTOMATONS)
    assert not any(is_automaton(badge) for badge in demo_pins())
    assert all(pin.isdigit() and 4 <= len(pin) <= 12 for pin in demo_pins().values())
    assert is_automaton(player("3", 8))


# --- untouched ---


@pytest.fixture(scope="module")
def untouched() -> LivingFloor:
    """The floor after ten minutes without anybody."""
    floor = LivingFloor(seed=1)
    floor.live(600)
    return floor


def test_untouched_the_floor_lives(untouched: LivingFloor) -> None:
    is_sound(untouched)
    rounds = {id: untouched.table(id).round.number for id in untouched.ids}
    shooters = rounds.pop("7")
    assert min(rounds.values()) > 18
    assert shooters > 10, "a hand of about nine rolls, two seconds each"
    assert max(untouched.still.values()) < 15


def test_from_the_first_second_on_a_table_closes_its_bets_every_three(
    untouched: LivingFloor,
) -> None:
    closed = untouched.when(BetsClosed)
    assert closed[0] <= 1
    assert closed[:7] == [1 + 3 * table for table in range(7)]
    gaps = [after - before for before, after in pairwise(closed)]
    assert sum(gaps) / len(gaps) < 3.5
    assert max(gaps) <= 9


def test_cards_and_meters_move_within_ten_seconds(untouched: LivingFloor) -> None:
    assert untouched.when(CardDealt)[0] < 10
    assert untouched.when(ProgressivesTaken)[0] < 10


def test_bets_are_taken_for_twelve_seconds_without_people(untouched: LivingFloor) -> None:
    """From the first bet that can be laid, which is when the layout was cleared."""
    for id in ("1", "5", "6"):
        bets = untouched.when(BetPlaced, f"table/{id}")
        closed = untouched.when(BetsClosed, f"table/{id}")
        for before, after in pairwise(closed[1:]):
            first = min(at for at in bets if before < at < after)
            assert 0 < after - first <= 12


def test_automatons_give_their_own_badges(untouched: LivingFloor) -> None:
    actors = {one.request.actor for one in untouched.record} - {"server", "house"}
    assert actors and all(is_automaton(actor) for actor in actors)


def test_a_driver_that_is_made_anew_goes_on() -> None:
    """Whatever the driver remembers can be lost at any moment."""
    floor, random = LivingFloor(seed=8), Random(8)
    for _ in range(120):
        floor.live(random.random() * 4)
        floor.restart(random.choice(floor.ids))
    is_sound(floor)


@pytest.mark.slow
def test_it_lives_for_hours() -> None:
    """Through shoes and over the end of a gaming day."""
    floor = LivingFloor(seed=13, floor=replace(demo_floor(), gaming_day="16:00"))
    floor.live(6 * 3600)
    is_sound(floor)
    assert max(floor.still.values()) < 15
    for id in floor.ids:
        assert floor.table(id).day == "2026-11-16"
        assert floor.table(id).round.number > 700
        assert floor.table(id).shoe.number > 8 or floor.table(id).setup.kind != "baccarat"


# --- people ---


def test_a_person_sits_down_with_a_thousand_and_the_automaton_leaves_with_its_chips() -> None:
    floor = LivingFloor(seed=3)
    floor.live(40)
    takes(floor, "5", 3)
    before = len(floor.facts)
    until(floor, lambda: balance(floor.table("5"), position_account(3)) == 1_000_00)
    after = [fact for _, stream, fact in floor.facts[before:] if stream == "table/5"]
    left, sat, bought = (
        next(fact for fact in after if isinstance(fact, kind) and fact.position == 3)
        for kind in (PositionLeft, PositionTaken, ChipsBought)
    )
    assert after.index(left) < after.index(sat) < after.index(bought)
    assert isinstance(left, PositionLeft) and left.cents > 0
    assert isinstance(bought, ChipsBought) and bought.cents == 1_000_00
    assert balance(floor.table("5"), position_account(3)) == 1_000_00
    assert floor.table("5").round.stage == "betting"
    is_sound(floor)


def test_who_sits_down_in_a_round_arrives_until_the_chips_are_their_own() -> None:
    floor = LivingFloor(seed=3)
    id, place = "5", 3
    until(floor, lambda: floor.table(id).round.stage != "betting")
    takes(floor, id, place)

    def arriving() -> set[int]:
        people = floor.places[id].occupied(floor.now)
        return floor.drivers[id].seating.arriving(floor.table(id), people)

    before = len(floor.facts)
    assert arriving() == {place}, "the automaton's chips lie there"
    until(floor, lambda: not arriving())
    assert balance(floor.table(id), position_account(place)) == 1_000_00
    times = [
        at
        for at, _, fact in floor.facts[before:]
        if isinstance(fact, (PositionTaken, ChipsBought)) and fact.position == place
    ]
    assert times[-1] == times[0], "nobody sits there without chips for long enough to be seen"
    assert not isinstance(as_person(floor, id, PlaceBet(place, "player", 500)), Refusal)
    floor.places[id].give_back(PERSON)
    assert arriving() == set()


def seated(seed: int, id: str, position: int) -> LivingFloor:
    """Return a floor where a person has just sat down."""
    floor = LivingFloor(seed)
    takes(floor, id, position)
    floor.live(0.5)
    assert floor.drivers[id].seating.people == {position: PERSON}
    return floor


def test_with_a_person_seated_bets_are_taken_for_25_seconds() -> None:
    floor = seated(4, "5", 2)
    assert floor.drivers["5"].closes_at == floor.start + 25
    floor.live(25)
    assert floor.when(BetsClosed, "table/5") == [25]
    for _ in range(20):
        floor.places["5"].hear(PERSON, floor.now)
        floor.live(5)
    closed = floor.when(BetsClosed, "table/5")
    assert all(b - a >= 25 for a, b in pairwise(closed))


def test_a_silent_person_loses_the_place_and_keeps_the_bets() -> None:
    floor = seated(5, "5", 3)
    floor.live(3)
    assert not isinstance(as_person(floor, "5", PlaceBet(3, "player", 100_00)), Refusal)
    floor.live(59)
    assert floor.drivers["5"].seating.people == {3: PERSON}
    assert balance(floor.table("5"), position_account(3)) != 1_000_00, "the bet was decided"
    floor.live(60)
    assert floor.drivers["5"].seating.people == {}
    assert 3 in floor.table("5").seated, "an automaton sits there again"
    left = [fact for _, _, fact in floor.facts if isinstance(fact, PositionLeft)]
    assert [fact.position for fact in left] == [3]
    is_sound(floor)


def test_who_waits_for_a_dealer_who_is_a_person_keeps_the_seat_until_the_round_is_over() -> None:
    floor = seated(5, "5", 3)
    assert floor.places["5"].take(DEALER, OTHER, floor.now) is None
    assert not isinstance(as_person(floor, "5", PlaceBet(3, "player", 100_00)), Refusal)
    for _ in range(4):
        floor.places["5"].hear(OTHER, floor.now)
        floor.live(50)
    people = floor.places["5"].occupied(floor.now)
    assert people.seats == {3: PERSON} and people.dealer == OTHER, "the dealer deals nothing"
    assert 3 not in floor.places["5"].ending(floor.now)
    floor.places["5"].give_back(OTHER)
    floor.live(59)
    assert floor.drivers["5"].seating.people == {3: PERSON}
    floor.live(61)
    assert floor.drivers["5"].seating.people == {}, "the automatic dealer went on"
    is_sound(floor, stalled=300)


def test_who_has_a_bet_on_a_long_hand_of_a_shooter_keeps_the_seat_until_it_is_over() -> None:
    floor = seated(0, "7", 2)
    assert not isinstance(as_person(floor, "7", PlaceBet(2, "roll-the-line", 5_00)), Refusal)
    floor.supplies["7"].loaded_rolls = [(2, 2), *[(1, 2)] * 40, (3, 4)]  # at two seconds each
    floor.live(25 + 70)
    assert floor.places["7"].occupied(floor.now).seats == {2: PERSON}
    assert 2 not in floor.places["7"].ending(floor.now)
    until(floor, lambda: not any(laid.bet.position == 2 for laid in floor.table("7").round.bets))
    floor.live(61)
    assert floor.places["7"].occupied(floor.now).seats == {}, "the hand is over"
    is_sound(floor)


def test_who_waits_for_a_dealer_without_a_bet_is_silent() -> None:
    floor = seated(5, "5", 3)
    assert floor.places["5"].take(DEALER, OTHER, floor.now) is None
    for _ in range(2):
        floor.places["5"].hear(OTHER, floor.now)
        floor.live(31)
    assert floor.places["5"].occupied(floor.now).seats == {}


def test_who_takes_the_seat_again_while_their_bets_lie_has_those_bets_and_chips() -> None:
    floor = seated(5, "5", 3)
    assert not isinstance(as_person(floor, "5", PlaceBet(3, "player", 100_00)), Refusal)
    floor.places["5"].give_back(PERSON)
    assert floor.places["5"].take(3, OTHER, floor.now) is None
    seating = floor.drivers["5"].seating
    seating.again(3, "somebody else", OTHER)
    assert seating.arriving(floor.table("5"), floor.places["5"].occupied(floor.now)) == {3}
    seating.again(3, PERSON, OTHER)
    assert seating.arriving(floor.table("5"), floor.places["5"].occupied(floor.now)) == set()
    assert balance(floor.table("5"), position_account(3)) == 900_00
    floor.live(40)
    assert not floor.when(PositionLeft, "table/5")
    is_sound(floor)


def test_an_illegal_layout_of_a_person_does_not_stop_the_table() -> None:
    """At 99 Fortunes an optional wager needs a base wager: the dealer gives it back."""
    floor = seated(6, "3", 2)
    laid = as_person(floor, "3", PlaceBet(2, "dragon-bonus", 5_00, "player"))
    assert not isinstance(laid, Refusal)
    assert isinstance(as_person(floor, "3", CallNoMoreBets()), Refusal)
    floor.live(30)
    assert len(floor.when(BetsClosed, "table/3")) == 1
    assert floor.given[TakeBack.__name__] == 1
    is_sound(floor)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (0, 2, 1)])
def test_2803_3_b__what_is_below_the_minimum_goes_back_and_nothing_else(
    order: tuple[int, ...],
) -> None:
    """At Eternal Baccarat a pair needs no other wager: it stands wherever it was laid."""
    bets = (PlaceBet(2, "player", 1_00), PlaceBet(2, "banker", 1_00), PAIR)
    floor = seated(6, "1", 2)
    for at in order:
        assert not isinstance(as_person(floor, "1", bets[at]), Refusal)
    floor.live(30)
    assert len(floor.when(BetsClosed, "table/1")) == 1
    facts = [fact for _, stream, fact in floor.facts if stream == "table/1"]
    back = [fact for fact in facts if isinstance(fact, BetTakenBack)]
    laid = {fact.number: fact.bet.wager for fact in facts if isinstance(fact, BetPlaced)}
    assert {(laid[fact.number], fact.unfit, fact.cite) for fact in back} == {
        ("player", "below-minimum", "30-2803(3)(b)"),
        ("banker", "below-minimum", "30-2803(3)(b)"),
    }
    is_sound(floor)


def test_a_squeeze_is_turned_by_the_dealer_after_15_seconds() -> None:
    floor = seated(7, "4", 2)
    assert not isinstance(as_person(floor, "4", PlaceBet(2, "player", 500_00)), Refusal)
    floor.live(60)
    handed = [
        at - floor.start
        for at, _, fact in floor.facts
        if isinstance(fact, CardsHanded) and fact.position == 2
    ]
    turned = floor.when(CardsTurned, "table/4")
    assert handed
    assert 15 <= min(at for at in turned if at > handed[0]) - handed[0] <= 15 + PACE_SECONDS
    is_sound(floor)


def test_who_squeezes_is_told_when_the_dealer_turns_the_cards() -> None:
    floor = seated(7, "4", 2)
    as_person(floor, "4", PlaceBet(2, "player", 500_00))

    def turns_at() -> float | None:
        people = floor.places["4"].occupied(floor.now)
        return floor.drivers["4"].turns_at(floor.table("4"), people)

    assert turns_at() is None, "no cards yet"
    until(floor, lambda: floor.table("4").round.handed.get("player") == 2)
    floor.live(PACE_SECONDS)
    at = turns_at()
    assert at is not None and 0 < at - floor.now <= 15
    until(floor, lambda: "player" not in floor.table("4").round.held)
    assert at <= floor.now <= at + PACE_SECONDS
    assert turns_at() is None or floor.table("4").round.handed.get("banker") == 2


def test_a_person_who_squeezes_is_not_waited_for() -> None:
    floor = seated(7, "4", 2)
    as_person(floor, "4", PlaceBet(2, "player", 500_00))
    until(floor, lambda: "player" in floor.table("4").round.held)
    turn = floor.dealers["4"].next(floor.table("4"))
    assert turn is not None and not isinstance(as_person(floor, "4", turn), Refusal)
    at = floor.now
    floor.live(2)
    assert floor.moved["4"] > at
    is_sound(floor)


def test_the_dealers_steps_are_the_persons_until_they_are_silent() -> None:
    floor = LivingFloor(seed=9)
    until(floor, lambda: bool(floor.table("5").round.cards))
    takes(floor, "5", DEALER)
    dealt = floor.table("5").round
    floor.live(59)
    assert floor.table("5").round == dealt, "nobody else deals"
    floor.live(20)
    assert floor.table("5").round.number > dealt.number, "an automaton deals again"
    is_sound(floor, stalled=65)


def test_automatons_bet_with_a_person_who_deals() -> None:
    floor = LivingFloor(seed=10)
    floor.live(0.5)
    takes(floor, "1", DEALER)
    floor.live(20)
    table = floor.table("1")
    assert table.round.stage == "betting" and len(table.round.bets) >= 4
    assert not isinstance(as_person(floor, "1", CallNoMoreBets()), Refusal)


def test_cards_that_nobody_knows_void_the_round() -> None:
    """A person deals face down by hand and goes away."""
    floor = LivingFloor(seed=11)
    floor.live(0.5)
    takes(floor, "4", DEALER)
    assert floor.places["4"].enter_by_hand(PERSON, True) is None
    floor.live(15)
    hand = Autopilot(ByHand("2s As 3s 2s"))
    as_person(floor, "4", CallNoMoreBets())
    for _ in range(6):
        command = hand.next(floor.table("4"))
        assert command is not None and not isinstance(as_person(floor, "4", command), Refusal)
    floor.live(150)
    assert len(floor.when(RoundVoided, "table/4")) == 1
    assert len(floor.when(BetsClosed, "table/4")) > 2
    assert floor.refused == []


def test_a_shoe_without_a_seed_is_shuffled() -> None:
    floor = LivingFloor(seed=14)
    floor.live(30)
    shoe = floor.table("5").shoe.number
    floor.supplies["5"].lost = True
    floor.live(60)
    assert floor.table("5").shoe.number == shoe + 1
    assert len(floor.when(RoundVoided, "table/5")) == 1
    is_sound(floor)


def test_rolls_come_slowly_enough_to_be_followed(untouched: LivingFloor) -> None:
    rolls = untouched.when(DiceRolled, "table/7")
    assert len(rolls) > 10
    assert all(b - a >= ROLL_SECONDS for a, b in pairwise(rolls))


def test_the_dice_go_round() -> None:
    floor = LivingFloor(seed=15)
    for _ in range(300):
        floor.live(1)
        floor.dealers["7"] = Autopilot(floor.supplies["7"])  # as a restart makes him
    shooters = [fact.position for _, _, fact in floor.facts if isinstance(fact, DicePassed)]
    assert shooters[:5] == [7, 5, 3, 1, 7]


def test_people_come_and_go() -> None:
    floor, random = LivingFloor(seed=12), Random(12)
    badges = ("6601", "6602", "6603")
    for _ in range(400):
        floor.live(random.random() * 4)
        badge, id = random.choice(badges), random.choice(floor.ids)
        table, places = floor.table(id), floor.places[id]
        match random.randrange(5):
            case 0 if badge not in places.heard:
                places.take(random.choice(table.setup.position_numbers), badge, floor.now)
            case 1 if badge not in places.heard:
                places.take(DEALER, badge, floor.now)
            case 2:
                places.give_back(badge)
            case _:
                _does_something(floor, id, badge, random)
    is_sound(floor, stalled=60 + 15)  # a person who deals may be silent for a minute
    assert len({one.request.actor for one in floor.record} & set(badges)) == 3


def _does_something(floor: LivingFloor, id: str, badge: str, random: Random) -> None:
    """Let a person bet where they sit, or do the next step where they deal."""
    table, seats = floor.table(id), floor.drivers[id].seating.people
    if floor.places[id].occupied(floor.now).dealer == badge:
        command = floor.dealers[id].next(table) or CallNoMoreBets()
        floor.give(f"table/{id}", command, badge)
    for position, held in seats.items():
        if held == badge:
            wager, on = random.choice(list(table.setup.spots))
            floor.give(f"table/{id}", PlaceBet(position, wager, 5_00, on), badge)


# --- places ---


def test_a_place_is_one_persons() -> None:
    places = Places(idle_seconds=60)
    assert places.take(3, PERSON, 0) is None and places.take(3, PERSON, 1) is None
    refusal = places.take(3, OTHER, 2)
    assert refusal is not None and refusal.code == "place-held"
    assert places.take(3, OTHER, 61) is None, "who is silent for a minute holds nothing"


def test_only_who_deals_enters_cards_by_hand() -> None:
    places = Places(idle_seconds=60)
    refusal = places.enter_by_hand(PERSON, True)
    assert refusal is not None and refusal.code == "place-not-held"
    places.take(DEALER, PERSON, 0)
    assert places.enter_by_hand(PERSON, True) is None
    assert places.occupied(1).by_hand
    places.take(DEALER, PERSON, 59)
    assert places.occupied(100).by_hand, "who does something is not silent"
    assert not places.occupied(119).by_hand


def test_nobody_loses_a_seat_while_a_dispute_waits_for_its_decision() -> None:
    table = Table(seated=frozenset({2, 5}))
    assert tied_positions("1", table, ()) == frozenset()
    assert tied_positions("1", table._replace(dispute=5), ()) == {2, 5}


def test_who_is_silent_is_told_before_the_place_is_given_back() -> None:
    places = Places(idle_seconds=60)
    places.take(3, PERSON, 0)
    places.take(DEALER, OTHER, 30)
    assert places.ending(44) == {}
    assert places.ending(45) == {3: 60}
    places.hear(PERSON, 50)
    assert places.ending(50) == {}, "who does something is not silent"
    assert places.ending(96) == {3: 110}, "nobody is told of what is over"


# --- jackpots ---

TOP_ROW = "2s As 3s 2s 9s 4s"
"""Player 2-3-9, Banker A-2-4: a Sun 7 with both hands in spades, the suit of the pay table."""


def shown_a_jackpot(seed: int) -> LivingFloor:
    """Return a floor where a person at the dealer's place has shown the top row of Sun 7."""
    floor = LivingFloor(seed)
    floor.live(0.5)
    takes(floor, "1", DEALER)
    assert floor.places["1"].enter_by_hand(PERSON, True) is None
    takes(floor, "1", 2)
    floor.live(20)
    assert not isinstance(as_person(floor, "1", PlaceBet(2, "sun-7-progressive", 1_00)), Refusal)
    assert not isinstance(as_person(floor, "1", CallNoMoreBets()), Refusal)
    hand = Autopilot(ByHand(TOP_ROW))
    while not floor.table("1").panel.won:
        command = hand.next(floor.table("1"))
        assert command is not None and not isinstance(as_person(floor, "1", command), Refusal)
    assert not isinstance(as_person(floor, "1", HitJackpot("sun-7")), Refusal)
    return floor


def test_anyone_can_show_a_jackpot_which_is_paid_after_a_minute() -> None:
    floor = shown_a_jackpot(20)
    (called,) = floor.when(HitRecorded)
    floor.places["1"].give_back(PERSON)
    floor.live(59)
    assert floor.when(HitPaid) == []
    assert floor.table("2").panel.shown == {"sun-7": "pending"}
    floor.live(2)
    (paid,) = floor.when(HitPaid, "link/sun-7")
    assert called + 60 <= paid < called + 61
    (hit,) = floor.run.jackpot("sun-7").hits
    assert (hit.state, hit.paid_by) == ("paid", AUTOMATONS.supervisor)
    assert hit.amount_cents >= 5000_00 and "1/2" in dict(hit.shares)
    at = floor.now - floor.start
    floor.live(120)
    for id in ("1", "2"):
        assert max(floor.when(ProgressivesTaken, f"table/{id}")) > at, "both play for it again"
    is_sound(floor)


def test_who_shares_in_a_pending_hit_keeps_the_seat_until_it_is_paid() -> None:
    floor = shown_a_jackpot(20)
    floor.places["1"].give_back(PERSON)
    assert floor.places["1"].take(2, OTHER, floor.now) is None
    floor.drivers["1"].seating.again(2, PERSON, OTHER)
    floor.live(59)
    assert floor.places["1"].ending(floor.now) == {}
    assert floor.when(HitPaid) == []
    floor.live(2)
    assert len(floor.when(HitPaid)) == 1
    assert 2 in floor.places["1"].occupied(floor.now).seats
    floor.live(60)
    assert 2 not in floor.places["1"].occupied(floor.now).seats, "silent ever since"


def test_2899_07_6_e__while_it_is_pending_the_linked_tables_play_on_without_sensors() -> None:
    floor = shown_a_jackpot(21)
    begun = floor.now - floor.start
    floor.live(55)
    at_two = [at for at in floor.when(BetsClosed, "table/2") if at > begun]
    assert len(at_two) >= 2
    assert not [at for at in floor.when(ProgressivesTaken, "table/2") if at > begun + 1]
    assert floor.table("2").panel.shown == {"sun-7": "pending"}


def test_an_executives_card_pays_a_large_one() -> None:
    """The meter of 99 Fortunes begins at 10,000, where an executive's card is asked for."""
    floor = LivingFloor(seed=22)
    until(floor, lambda: floor.table("3").round.stage == "settling")
    hit = HitJackpot("99-fortunes", "2207", "to show it")
    assert not isinstance(as_person(floor, "3", hit), Refusal)
    floor.live(62)
    (paid,) = floor.run.jackpot("99-fortunes").hits
    assert (paid.state, paid.paid_by) == ("paid", AUTOMATONS.executive)


THREES, SIXES = (3, 3, 3), (6, 6, 6)


@pytest.mark.parametrize(
    ("id", "jackpot", "dealt"),
    [
        ("1", "sun-7", TOP_ROW),
        ("3", "99-fortunes", "3h 3h 3h 3h"),
        ("4", "ez-baccarat", "2h Ah 3h 2h 5h 4h"),
        ("6", "triple-3", (THREES, THREES)),
        ("6", "triple-6", (THREES, SIXES)),
    ],
)
def test_automatons_call_what_was_won_and_play_on(
    id: str, jackpot: str, dealt: str | tuple[Cup, Cup]
) -> None:
    """By hand buttons, by the switch, or by the supervisor's confirm button."""
    floor = LivingFloor(seed=23)
    position = 3  # of the four threes at 99 Fortunes
    until(floor, lambda: position in floor.table(id).panel.registered_for(jackpot))
    if isinstance(dealt, str):
        floor.supplies[id].loaded = list(cards(dealt))
    else:
        floor.supplies[id].loaded_cups = [dealt]
    floor.live(25)
    (called,) = floor.when(HitRecorded, f"link/{jackpot}")
    floor.live(100)
    (paid,) = floor.when(HitPaid, f"link/{jackpot}")
    assert called + 60 <= paid < called + 61
    assert max(floor.when(ProgressivesTaken, f"table/{id}")) > paid
    is_sound(floor)


# --- trays, disputes, the gaming day ---


def test_a_tray_that_is_short_is_filled_by_two() -> None:
    floor = LivingFloor(seed=30)
    floor.live(20)
    holds = balance(floor.table("5"), TRAY)
    assert not isinstance(as_person(floor, "5", CreditTray(holds, "2207", "2208")), Refusal)
    floor.live(120)
    fills = [fact for _, _, fact in floor.facts if isinstance(fact, TrayFilled)]
    assert fills
    assert all({fact.first, fact.second} < set(AUTOMATONS) for fact in fills)
    is_sound(floor)


def test_a_dispute_is_decided_after_a_minute() -> None:
    floor = LivingFloor(seed=31)
    floor.live(60)
    until(floor, lambda: not isinstance(as_person(floor, "5", OpenDispute(3)), Refusal))
    at = floor.now - floor.start
    floor.live(90)
    (closed,) = floor.when(DisputeClosed)
    assert 59 <= closed - at <= 70
    assert floor.refused == []


def test_the_day_closes_between_rounds_and_the_next_one_begins() -> None:
    floor = LivingFloor(seed=32, floor=replace(demo_floor(), gaming_day="13:32"))
    floor.live(300)
    for id in floor.ids:
        stream = f"table/{id}"
        facts = [(at, fact) for at, where, fact in floor.facts if where == stream]
        days = [fact.day for _, fact in facts if isinstance(fact, GamingDayStarted)]
        assert days == ["2026-11-15", "2026-11-16"]
        counts = [fact for _, fact in facts if isinstance(fact, TrayCounted)]
        assert [count.when for count in counts] == ["opening", "closing", "opening"]
        assert counts[1].cents == counts[1].expected_cents, "no variance"
        assert counts[2].cents == TRAY_CENTS
        assert all({one.first, one.second} < set(AUTOMATONS) for one in counts)
    is_sound(floor)


# --- a person who closes a table ---


def closes(floor: LivingFloor, id: str) -> None:
    """Ask to close a table as a person, and count its tray once the round at hand is over."""
    floor.drivers[id].leave_alone(floor.now)
    until(
        floor, lambda: not floor.table(id).round.bets and floor.table(id).round.stage == "betting"
    )
    count = CountTray("closing", expected(floor.table(id)), "2207", "2208")
    assert not isinstance(as_person(floor, id, count), Refusal)


def test_a_table_that_a_person_closes_is_left_alone_until_a_person_opens_it() -> None:
    floor = LivingFloor(seed=33)
    floor.live(40)
    closes(floor, "5")
    counted = floor.table("5")
    floor.live(300)
    assert floor.table("5") == counted, "nobody counts, sits down or bets"
    assert not isinstance(as_person(floor, "5", CloseTable()), Refusal)
    floor.live(300)
    assert not floor.table("5").open
    others = [id for id in floor.ids if floor.table(id).open]
    assert len(others) == len(floor.ids) - 1
    rounds = len(floor.when(BetsClosed, "table/5"))
    assert not isinstance(as_person(floor, "5", floor.run.opening("5")), Refusal)
    floor.live(90)
    assert floor.table("5").counted
    assert len(floor.when(BetsClosed, "table/5")) > rounds
    assert floor.refused == []


def test_a_table_that_is_counted_anew_by_a_person_plays_on() -> None:
    floor = LivingFloor(seed=34)
    floor.live(40)
    closes(floor, "5")
    floor.live(1)
    opening = CountTray("opening", TRAY_CENTS, "2207", "2208")
    assert not isinstance(as_person(floor, "5", opening), Refusal)
    rounds = len(floor.when(BetsClosed, "table/5"))
    floor.live(60)
    assert len(floor.when(BetsClosed, "table/5")) > rounds


def test_the_round_at_hand_is_ended_and_no_other_begun_while_a_person_wants_to_close() -> None:
    floor = LivingFloor(seed=35)
    floor.live(40)
    until(floor, lambda: bool(floor.table("5").round.bets))
    number = floor.table("5").round.number
    floor.drivers["5"].leave_alone(floor.now)
    floor.live(50)
    round = floor.table("5").round
    assert (round.number, round.bets, round.stage) == (number + 1, (), "betting")
    floor.live(60)
    assert floor.table("5").round.number > number + 1, "who does not close it is taken for gone"
    assert floor.refused == []


def test_a_day_turns_over_without_what_a_person_is_closing() -> None:
    floor = LivingFloor(seed=36, floor=replace(demo_floor(), gaming_day="13:32"))
    floor.live(40)
    closes(floor, "5")
    floor.live(300)
    assert floor.table("5").day == "2026-11-15" and not floor.table("5").counted
    days = {id: floor.table(id).day for id in floor.ids if id != "5"}
    assert set(days.values()) == {"2026-11-16"}


def test_a_day_that_a_person_begins_is_opened_by_an_automaton_that_nobody_forestalls() -> None:
    """Whoever begins a day may count the tray, and is waited for as long as for a hit."""
    floor = LivingFloor(seed=37)
    floor.live(40)
    closes(floor, "5")
    assert not isinstance(as_person(floor, "5", StartDay("2026-11-17")), Refusal)
    floor.live(floor.floor.pay_seconds - 5)
    assert floor.table("5").waits_for_opening, "a person may still count it"
    rounds = len(floor.when(BetsClosed, "table/5"))
    floor.live(90)
    assert floor.table("5").counted and not floor.table("5").waits_for_opening
    assert len(floor.when(BetsClosed, "table/5")) > rounds
    assert floor.refused == []
