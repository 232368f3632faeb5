"""What the state answers at any time: what may happen, what the dealer should do and say."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import get_args

import pytest

from pitboss.cli.seeded import SeededSupply
from pitboss.games.cards import DECK, Card, card, cards
from pitboss.refusals import Refusal
from pitboss.settle.accounts import TRAY
from pitboss.table.due import SIDES
from pitboss.table.engine import NEW, act, decide
from pitboss.table.guidance.advice import Advice, acceptable, advise, candidates
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.language import VERBS
from pitboss.table.setups.setup import Device, Offer, Style, TableSetup
from pitboss.table.state import Table, WagerLimits
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.closing import CallFreeHand, CallNoMoreBets, TakeProgressives
from pitboss.table.steps.corrections import CloseDispute, OpenDispute
from pitboss.table.steps.craps import PassDice, RollDice
from pitboss.table.steps.cups import HandCup, PlayerShakes, RevealDice, ShakeCups
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.duties import Accommodate, InspectDevice, NotifySurveillance, StartDay
from pitboss.table.steps.errors import DealInError, RunDry
from pitboss.table.steps.inspection import InspectCards, ReceiveCards
from pitboss.table.steps.opening import ChangeSetup, CloseTable, OpenTable
from pitboss.table.steps.paying import CollectLosers, CollectTieVigorish, PayPosition
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from pitboss.table.steps.registry import DECIDERS, SERVER, Command
from pitboss.table.steps.results import CallResult
from pitboss.table.steps.shoes import StopForWantOfPlay
from pitboss.table.steps.shuffling import (
    CutCards,
    DeclineCut,
    OrderRecut,
    PlaceCutCard,
    ShuffleCards,
)
from pitboss.table.steps.squeezing import HandOver
from pitboss.table.steps.tray import Box, CountTray, CreditTray, FillTray
from pitboss.table.steps.turning import CallPoints, TurnCards

KINDS: tuple[type, ...] = tuple(kind for kind in DECIDERS if kind not in SERVER)
DEVICES: tuple[Device, ...] = get_args(Device)
STYLES: tuple[Style, ...] = get_args(Style)

# --- tables, and dealers who drive them ---


def baccarat(*wagers: str, **settings: object) -> TableSetup:
    offers = tuple(Offer(one) for one in wagers or ("player", "banker", "tie"))
    return replace(TableSetup(game="baccarat", offers=offers), **settings)  # type: ignore[arg-type]


def cards_by(device: Device, style: Style) -> TableSetup:
    decks = 12 if device == "two-batches" else 6
    return baccarat(device=device, style=style, decks=decks, size="midi")


TABLES: dict[str, TableSetup] = {
    **{f"{one}, {style}": cards_by(one, style) for one in DEVICES for style in STYLES},
    "tie vigorish, held over": replace(
        baccarat(push="held-over", cut_card_first="ends-shoe"),
        offers=(Offer("player"), Offer("banker", "tie-vigorish")),
    ),
    "progressive": TableSetup(
        game="eternal-baccarat", offers=(Offer("player"), Offer("sun-7-progressive"))
    ),
    "3 dice": TableSetup(
        game="3-dice-baccarat", offers=(Offer("player"), Offer("triple")), players_shake=True
    ),
    "dice works": TableSetup(game="dice-works", offers=(Offer("all-lows"), Offer("the-works"))),
    "roll the line": TableSetup(game="roll-the-line", offers=(Offer("roll-the-line"),)),
}


def play(table: Table, *commands: Command, at: str = "") -> Table:
    for command in commands:
        table, answer = act(table, command, at)
        assert not isinstance(answer, Refusal), (command, answer)
    return table


def seated(setup: TableSetup, *positions: int) -> Table:
    """A table that is open and reported, with people and money at it; no cards have come."""
    table = play(NEW, OpenTable(setup), CountTray("opening", 10**8, "a", "b"))
    table = play(table, StartDay("2026-11-16"))
    if table.unreported_since is not None:
        table = play(table, NotifySurveillance("S"))
    for position in positions:
        table = play(table, Sit(position), BuyIn(position, 10**6))
    return table


def ready(setup: TableSetup, *positions: int) -> Table:
    """A table at which bets may be made."""
    table, pilot = seated(setup, *positions), Autopilot(SeededSupply(random.Random(1)))
    while (command := pilot.next(table)) is not None:
        table = play(table, command)
    return table


def unseen(number: int) -> list[Command]:
    return [DealCard(None, SIDES[at % 2]) for at in range(number)]


def four(text: str) -> list[Command]:
    return [DealCard(one, SIDES[at % 2]) for at, one in enumerate(cards(text))]


def dealt(table: Table, text: str) -> Table:
    """A coup's first four cards in the order dealt, with both point counts announced."""
    return play(table, CallNoMoreBets(), *four(text), CallPoints("player"), CallPoints("banker"))


# --- one procedure, whatever the table ---


def driven(setup: TableSetup, commands: int) -> Iterator[tuple[Table, Command]]:
    """Drive a table through so many commands; yield each with the table that it is given to."""
    table, pilot, shaken = seated(setup, 2, 5, 7), Autopilot(SeededSupply(random.Random(7))), False
    for _ in range(commands):
        command = pilot.next(table)
        if command is None and not table.round.bets and not table.shoe.carried_free:
            spot, on = next(iter(setup.spots))
            unit = setup.spots[spot, on].unit
            command = PlaceBet(5, spot, 500 if unit is None else unit.cents, on)
        elif command is None:
            command, shaken = CallNoMoreBets(), False
        elif isinstance(command, RevealDice) and not shaken:
            command, shaken = HandCup("banker", 2), True
        elif table.round.held and setup.kind == "three-dice":
            command = PlayerShakes("banker")
        yield table, command
        table = play(table, command)


@pytest.mark.parametrize("name", TABLES)
def test_2801_1__at_every_step_the_next_one_is_due_and_may_be_taken(name: str) -> None:
    for table, command in driven(TABLES[name], 110):
        advice = advise(table)
        assert VERBS[type(command)] in advice.may
        assert type(command) in advice.due
        assert advice.do


def noise(dice: random.Random, table: Table) -> Command:
    """Any command with any arguments, likely or not."""
    kind = dice.choice(KINDS)
    wager, on = dice.choice(list(table.setup.spots))

    def any_card() -> Card:
        return dice.choice(DECK)

    fields: dict[str, Callable[[], object]] = {
        "setup": lambda: table.setup,
        "day": lambda: dice.choice("abc") * 2,
        "commission": lambda: "vigorish",
        "rate": lambda: dice.choice(("5%", "7%")),
        "by": lambda: dice.choice(("right", "agreement", "consent")),
        "whom": lambda: "somebody",
        "rule": lambda: dice.choice(("cut-of-another-player", "late-bet")),
        "device": lambda: dice.choice(("shoe", "shuffler")),
        "sound": lambda: dice.random() < 0.8,
        "decks": lambda: dice.choice((6, 8)),
        "backs": lambda: dice.choice(("red", "blue", "green")),
        "sealed": lambda: dice.random() < 0.5,
        "supervisor": lambda: dice.choice(("", "S")),
        "batch": lambda: dice.randint(0, 3),
        "missing": lambda: (any_card(),) * dice.choice((0, 0, 1)),
        "extra": lambda: (any_card(),) * dice.choice((0, 0, 1)),
        "inventory_number": lambda: dice.choice(("", "7")),
        "position": lambda: dice.randint(0, 8),
        "positions": lambda: (dice.randint(0, 8),),
        "jackpot": lambda: dice.choice(("", "sun-7")),
        "depth": lambda: dice.randint(0, 416),
        "from_back": lambda: dice.choice((13, 14, 290)),
        "first": lambda: any_card() if kind.__name__ == "BurnCards" else dice.randint(0, 7),
        "second": lambda: dice.randint(0, 7),
        "cents": lambda: dice.choice((-1, 0, 1, 100, 500, 10**7)),
        "wager": lambda: wager,
        "on": lambda: on,
        "chips": lambda: dice.choice(("value", "coupon")),
        "toke": lambda: dice.random() < 0.2,
        "behind": lambda: dice.random() < 0.2,
        "number": lambda: dice.randint(0, 4),
        "card": lambda: None if kind is DealCard and dice.random() < 0.3 else any_card(),
        "to": lambda: dice.choice(SIDES),
        "face_up_in_shoe": lambda: dice.random() < 0.1,
        "hand": lambda: dice.choice(SIDES),
        "cards": lambda: tuple(any_card() for _ in range(dice.randint(0, 2))),
        "scope": lambda: dice.choice(("all", "base", "bonus")),
        "player": lambda: (dice.randint(0, 6), 2, 3),
        "banker": lambda: (1, 2, 3),
        "reason": lambda: dice.choice(("", "a reason")),
        "disclosed": lambda: dice.random() < 0.5,
        "shuffle": lambda: dice.random() < 0.5,
        "place": lambda: dice.randint(0, 4),
        "decision": lambda: "it stands",
        "when": lambda: dice.choice(("opening", "closing")),
        "box": lambda: dice.choice(get_args(Box)),
        "patron": lambda: dice.choice(("P-1", "")),
        "limits": lambda: (WagerLimits(wager, None, dice.choice((1, 10**6)), None, None),),
        "round": lambda: dice.randint(0, 3),
        "unfit": lambda: dice.random() < 0.2,
    }
    named: dict[str, Callable[[], object]] = (
        {"first": lambda: dice.choice("AB"), "second": lambda: dice.choice("BC")}
        if kind.__name__
        in ("CountTray", "FillTray", "CreditTray", "AdjustBet", "EmptyBox", "CloseShift")
        else {}
    )
    names: tuple[str, ...] = getattr(kind, "_fields", ())
    command: Command = kind(**{name: (fields | named)[name]() for name in names})
    return command


@pytest.mark.parametrize("name", TABLES)
def test_2801_1__whatever_is_accepted_was_said_to_be_possible_and_no_state_is_a_dead_end(
    name: str,
) -> None:
    """A walk that follows the procedure half of the time and does anything at all otherwise."""
    dice = random.Random(f"walk {name}")
    table = play(NEW, OpenTable(TABLES[name]), Sit(3), BuyIn(3, 10**6))
    for _ in range(220):
        kinds, advice = acceptable(table), advise(table)
        assert advice.may
        assert advice.do
        assert advice.due[0] in kinds, (advice.do, table.round, table.shoe)
        steps = [one for one in candidates(table) if type(one) is advice.due[0]]
        if advice.due[0] is PlaceBet and table.round.bets:
            steps.append(CallNoMoreBets())
        tries = [noise(dice, table) for _ in range(8)]
        for command in tries:
            if not isinstance(decide(table, command), Refusal):
                assert type(command) in kinds, command
        allowed = [one for one in steps if not isinstance(decide(table, one), Refusal)]
        wild = [one for one in tries if not isinstance(one, CloseTable | Leave)]
        chosen = dice.choice(allowed) if dice.random() < 0.6 else dice.choice(wild)
        table, _ = act(table, chosen)


def test_every_command_has_a_candidate_and_a_verb() -> None:
    table = play(ready(baccarat(), 1), PlaceBet(1, "player", 500))
    squeezed = dealt(table, "2h3h4h5h")
    offered = {type(one) for one in (*candidates(table), *candidates(squeezed))}
    assert offered == set(KINDS)
    assert set(VERBS) == set(KINDS)


def test_a_table_that_is_not_open_can_only_be_opened() -> None:
    assert advise(NEW) == Advice("Open the table", "", "30-2809", (OpenTable,), ("open",), {}, ())
    table = play(NEW, OpenTable(baccarat()), CloseTable())
    assert advise(table).due == (OpenTable,)
    assert VERBS[PlaceBet] not in advise(table).may


# --- the life of the cards ---


def test_2805__devices_are_inspected_before_cards_come() -> None:
    table, orders = play(NEW, OpenTable(baccarat(device="two-batches", decks=12))), []
    for command in (StartDay("2026-11-16"), InspectDevice("shoe"), InspectDevice("shuffler")):
        orders.append(advise(table).do)
        table = play(table, command)
    assert orders == ["Start the gaming day", "Inspect the shoe", "Inspect the shuffler"]
    assert advise(table).do == "Receive 6 decks with red backs"


def test_2809__inspected_then_verified_then_washed_then_shuffled() -> None:
    table, pilot, orders = seated(baccarat(), 1), Autopilot(SeededSupply(random.Random(1))), []
    while table.shoe.stage == "none":
        if table.batches:
            orders.append((advise(table).do, advise(table).cite))
        command = pilot.next(table)
        assert command is not None
        table = play(table, command)
    assert orders == [
        ("Inspect the cards", "30-2809(2)"),
        ("Have surveillance verify the cards", "30-2809(2)"),
        ("Wash and stack the cards", "30-2809(2)"),
        ("Shuffle the cards", "30-2810(1)"),
    ]


def test_2809_3__a_batch_that_is_spread_is_stacked_before_the_other_is_spread() -> None:
    table = seated(baccarat(device="two-batches", decks=12), 1)
    pilot = Autopilot(SeededSupply(random.Random(1)))
    while len(table.batches) < 2 or table.batches[0].stage != "spread":
        command = pilot.next(table)
        assert command is not None
        table = play(table, command)
    table = play(table, InspectCards(2))
    assert advise(table).do == "Turn batch 1 face down and stack"


def test_2809_2__a_faulty_batch_is_put_right() -> None:
    table = seated(baccarat(), 1)
    table = play(table, InspectDevice("shoe"), ReceiveCards(8, "red"))
    table = play(table, InspectCards(1, missing=cards("8h")))
    assert advise(table).do == "Replace what is wrong in the cards"
    assert VERBS[ShuffleCards] not in advise(table).may


def offering(*positions: int) -> Table:
    table, pilot = seated(baccarat(), *positions), Autopilot(SeededSupply(random.Random(1)))
    while table.shoe.stage != "offering":
        command = pilot.next(table)
        assert command is not None
        table = play(table, command)
    return table


def test_2810_2__the_cut_is_offered_from_the_highest_position_on_and_left_to_the_dealer() -> None:
    table = offering(3, 7)
    assert advise(table).do.startswith("Offer the cut to position 7, at least 10 cards")
    assert advise(table).due == (CutCards, DeclineCut)
    table = play(table, DeclineCut(7))
    assert advise(table).do.startswith("Offer the cut to position 3")
    table = play(table, DeclineCut(3))
    advice = advise(table)
    assert advice.do.startswith("Cut the cards, at least 10 cards")
    assert advice.cite == "30-2810(2), (3)"
    assert VERBS[DeclineCut] not in advice.may


def test_2810_4__the_cutting_card_is_placed_the_shoe_loaded_and_the_first_card_burnt() -> None:
    table = play(offering(3), CutCards(3, 100))
    assert "at least 14 cards in from the back" in advise(table).do
    assert VERBS[OrderRecut] in advise(table).may
    table = play(table, PlaceCutCard(14))
    assert advise(table).do == "Put the stack into the shoe"
    table = play(table, *[one for one in candidates(table) if type(one).__name__ == "LoadShoe"])
    assert "burn as many cards as it counts" in advise(table).do
    assert advise(table).cite == "30-2810(4)"


def test_2810_5__a_recut_is_for_the_last_cutter() -> None:
    table = play(offering(3, 7), DeclineCut(7), CutCards(3, 100), OrderRecut("S"))
    assert advise(table).do.startswith("Offer the cut to position 3")
    assert advise(table).cite == "30-2810(5)"


def test_2810_6__when_nobody_plays_the_cards_are_shuffled_and_wait_for_a_patron() -> None:
    table = play(ready(baccarat(), 3), CallFreeHand())
    table = dealt(table, "9h2c Kd 3s")
    table = play(table, CallResult(), ClearLayout(), Leave(3))
    assert advise(table).due == (StopForWantOfPlay, Sit)
    assert advise(table).cite == "30-2810(6)"
    table = play(table, StopForWantOfPlay())
    assert advise(table).do == "Shuffle the cards"
    table = play(table, ShuffleCards())
    assert advise(table).do == "Wait for a patron"
    table = play(table, Sit(1))
    assert advise(table).do.startswith("Offer the cut to position 1")


def test_2810_6_d__a_continuous_shuffler_keeps_its_cards_while_nobody_plays() -> None:
    table = play(ready(baccarat(device="continuous"), 3), Leave(3))
    assert advise(table).do == "Wait for a patron"
    assert advise(table).due == (Sit,)


# --- a round ---


def test_2812_2__bets_are_taken_until_no_more_bets_and_not_after() -> None:
    table = ready(baccarat(), 3)
    assert (advise(table).say, advise(table).due) == ("Place your bets.", (PlaceBet,))
    table = play(table, PlaceBet(3, "player", 500))
    assert (advise(table).say, advise(table).cite) == ("No more bets.", "30-2812(2)")
    table = play(table, CallNoMoreBets())
    assert not {VERBS[PlaceBet], VERBS[TakeBack]} & set(advise(table).may)


def test_2803_3__a_bet_below_the_minimum_keeps_the_betting_open() -> None:
    setup = replace(baccarat(), offers=(Offer("player", minimum_cents=1000),))
    table = play(ready(setup, 3), PlaceBet(3, "player", 500))
    advice = advise(table)
    assert "No more bets" not in advice.say
    assert (advice.due, advice.cite) == ((TakeBack, PlaceBet), "30-2803(3)(b)")
    table = play(table, PlaceBet(3, "player", 500))
    assert advise(table).say == "No more bets."


@pytest.mark.parametrize(
    ("style", "face", "cite"),
    [
        ("face-up", "face up", "30-2812(3), (4)"),
        ("face-down", "face down", "30-2812(3), (4)"),
        ("squeeze", "face down", "30-2817(3), (4)"),
    ],
)
def test_2812_3__four_cards_go_to_player_and_banker_in_turn(
    style: Style, face: str, cite: str
) -> None:
    table = play(ready(baccarat(style=style, size="midi"), 3), CallNoMoreBets())
    for number, hand in enumerate(("Player", "Banker", "Player", "Banker"), 1):
        advice = advise(table)
        assert advice.do == f"Deal card {number}, {face}, to the {hand}'s Hand"
        assert (advice.say, advice.cite) == ("", cite)
        one = card("2h") if style == "face-up" else None
        table = play(table, DealCard(one, SIDES[(number - 1) % 2]))


def test_2813_1__the_players_count_is_announced_and_then_the_bankers() -> None:
    table = play(ready(baccarat(), 3), CallNoMoreBets(), *four("2h Kd 3h 3d"))
    assert (advise(table).say, advise(table).due) == ("Player has 5.", (CallPoints,))
    table = play(table, CallPoints("player"))
    assert (advise(table).say, advise(table).cite) == ("Banker has 3.", "30-2813(1)")


@pytest.mark.parametrize(
    ("first", "say"),
    [
        ("2h 2d 3h 4d", "Player draws."),  # 5 against 6
        ("Kh 2d Qh 4d", "Player draws."),  # 0 against 6
        ("2h 2d 4h 3d", "Player stands on 6. Banker draws."),  # 6 against 5
        ("2h 2d 5h 4d", "Player stands on 7. Banker stands on 6. Player 7, Banker 6. Player wins."),
        ("3h 3d 4h 4d", "Player stands on 7. Banker stands on 7. Player 7, Banker 7. Tie Hand."),
        ("Kh 2d 8h 4d", "Natural 8. Player 8, Banker 6. Player wins."),
        ("Kh 4d 8h 5d", "Natural 9. Player 8, Banker 9. Banker wins."),
        ("2h 4d 3h 4h", "Natural 8. Player 5, Banker 8. Banker wins."),
    ],
)
def test_2814__who_draws_and_who_stands_on_the_first_four_cards(first: str, say: str) -> None:
    assert advise(dealt(ready(baccarat(), 3), first)).say == say


@pytest.mark.parametrize(
    ("banker", "third", "say"),
    [
        ("Kd 3d", "8c", "Banker stands on 3."),
        ("Kd 3d", "9c", "Banker draws."),
        ("Kd 4d", "Ac", "Banker stands on 4."),
        ("Kd 4d", "2c", "Banker draws."),
        ("Kd 5d", "3c", "Banker stands on 5."),
        ("Kd 5d", "4c", "Banker draws."),
        ("Kd 6d", "5c", "Banker stands on 6."),
        ("Kd 6d", "6c", "Banker draws."),
        ("Kd 7d", "6c", "Banker stands on 7."),
    ],
)
def test_2814_3__the_banker_answers_the_players_third_card(
    banker: str, third: str, say: str
) -> None:
    one, two = banker.split()
    table = dealt(ready(baccarat(), 3), f"2h {one} 3h {two}")
    assert advise(table).do == "Deal a third card, face up, to the Player's Hand"
    table = play(table, DealCard(card(third), "player"))
    advice = advise(table)
    assert advice.say.startswith(say)
    draws = say == "Banker draws."
    assert advice.due == ((DealCard,) if draws else (CallResult,))
    assert (VERBS[CallResult] in advice.may) != draws


@pytest.mark.parametrize(("wager", "words"), [("total-5", " Five cards."), ("tie", "")])
def test_2815_1__the_number_of_cards_is_announced_where_it_is_bet_on(
    wager: str, words: str
) -> None:
    table = dealt(ready(baccarat("player", wager), 3), "2h Kd 4h 5d")
    table = play(table, DealCard(card("4d"), "banker"))
    assert advise(table).say == f"Player 6, Banker 9. Banker wins.{words}"
    assert advise(table).cite == "30-2815(1)"
    assert advise(play(table, CallResult())).say == ""


def test_2815_2__losers_are_collected_and_then_positions_paid_from_the_highest() -> None:
    table = ready(baccarat(), 2, 5, 7)
    bets = (PlaceBet(7, "player", 1000), PlaceBet(2, "player", 500), PlaceBet(5, "banker", 500))
    table = play(dealt(play(table, *bets), "9h 2d Kh 4d"), CallResult())
    assert (advise(table).due, advise(table).cite) == ((CollectLosers,), "30-2815(2)")
    assert VERBS[PayPosition] not in advise(table).may
    assert dict(advise(table).owed) == {7: 2000, 2: 1000}
    table = play(table, CollectLosers())
    assert advise(table).do == "Pay position 7 $20, stakes included"
    assert advise(table).cite == "30-2815(2)(a)"
    table = play(table, PayPosition(7))
    assert dict(advise(table).owed) == {2: 1000}
    table = play(table, PayPosition(2))
    assert advise(table).do == "Put the cards into the discard rack, in order"
    assert advise(table).cite == "30-2815(4)"
    assert dict(advise(table).owed) == {}


def test_a_tray_that_cannot_pay_is_filled_first() -> None:
    table = play(ready(baccarat(), 3), PlaceBet(3, "player", 1000))
    table = play(dealt(table, "9h 2d Kh 4d"), CallResult(), CollectLosers())
    assert advise(table).due == (PayPosition,)
    table = play(table, CreditTray(table.accounts[TRAY], "A", "B"))
    assert (advise(table).due, advise(table).cite) == ((FillTray,), "")
    assert VERBS[PayPosition] not in advise(table).may
    assert advise(play(table, FillTray(5000, "A", "B"))).due == (PayPosition,)


def test_2808_3_c__tie_vigorish_is_collected_before_the_next_round() -> None:
    setup = replace(baccarat(), offers=(Offer("player"), Offer("banker", "tie-vigorish")))
    table = play(ready(setup, 3), PlaceBet(3, "banker", 1000))
    table = play(dealt(table, "9h 9d Kh Kd"), CallResult(), CollectLosers(), PayPosition(3))
    table = play(table, ClearLayout())
    advice = advise(table)
    assert advice.do == "Collect the tie vigorish: $2.50 from position 3"
    assert "tie vigorish of $2.50 is to be collected (30-2808(3)(c))" in advice.duties
    assert "No more bets" not in advice.say
    assert VERBS[CallNoMoreBets] not in advice.may
    assert advise(play(table, CollectTieVigorish())).duties == ()


def test_2813_4__after_the_hand_with_the_cutting_card_the_last_hand_is_announced() -> None:
    table = play(offering(3), CutCards(3, 100), PlaceCutCard(403))
    burn = [one for one in candidates(table) if type(one).__name__ == "LoadShoe"]
    table = play(table, *burn)
    table = play(table, *[one for one in candidates(table) if type(one).__name__ == "BurnCards"])
    assert table.shoe.seen == {card("Ac"): 1}
    table = play(table, PlaceBet(3, "player", 1), CallNoMoreBets(), *four("9h 2d")[:1])
    table = table._replace(shoe=table.shoe._replace(cut_after=table.shoe.cards))
    advice = advise(table)
    assert (advice.do, advice.cite) == (
        "Put the cutting card aside and deal card 2, face up, to the Banker's Hand",
        "30-2813(4)",
    )
    table = play(table, *four("9h 2d Kh 4d")[1:])
    advice = advise(table)
    assert (table.shoe.cut_card_out, table.shoe.last_hand) == (True, False)
    assert "the cutting card is out: one more hand after this one (30-2813(4))" in advice.duties
    table = play(table, CallPoints("player"), CallPoints("banker"), CallResult(), CollectLosers())
    table = play(table, PayPosition(3), ClearLayout())
    assert table.shoe.last_hand
    assert advise(table).say == "Last hand. Place your bets."
    table = dealt(play(table, PlaceBet(3, "player", 1)), "9h 2d Kh 4d")
    table = play(table, CallResult(), CollectLosers(), PayPosition(3), ClearLayout())
    advice = advise(table)
    assert (advice.do, advice.say, table.shoe.cards) == ("Shuffle the cards", "", 0)
    assert VERBS[CallNoMoreBets] not in advice.may


def test_2813_4__where_the_first_card_follows_the_cutting_card_the_house_may_end_the_shoe() -> None:
    table = play(ready(baccarat(cut_card_first="ends-shoe"), 3), CallNoMoreBets())
    table = table._replace(shoe=table.shoe._replace(cut_after=table.shoe.cards))
    table = play(table, *four("9h"))
    assert (advise(table).say, table.shoe.last_hand) == ("Last hand.", True)
    table = play(table, *four("9h 2d")[1:])
    assert advise(table).say == ""


def test_2802_7__a_free_hand_is_announced_and_nobody_but_the_dealer_handles_its_cards() -> None:
    table = play(ready(baccarat(style="squeeze", size="midi"), 3), CallFreeHand())
    assert advise(table).say == "Free hand. No more bets."
    assert VERBS[PlaceBet] not in advise(table).may
    table = play(table, CallNoMoreBets(), *unseen(4))
    advice = advise(table)
    assert (advice.do, advice.cite) == ("Turn the Player's cards", "30-2802(7)")
    assert VERBS[HandOver] not in advice.may


def test_2817_4__the_highest_bettor_turns_a_hand_and_its_third_card() -> None:
    table = ready(baccarat(style="squeeze", size="midi"), 2, 3, 5)
    bets = (PlaceBet(2, "player", 500), PlaceBet(3, "player", 900), PlaceBet(5, "banker", 500))
    table = play(table, *bets, CallNoMoreBets(), *unseen(4))
    waits = "the Banker's cards lie under the right corner of the shoe (30-2817(4))"
    seen: list[tuple[str, str, str]] = []
    commands: tuple[Command, ...] = (
        HandOver("player", 3),
        TurnCards("player", cards("2h3h")),
        CallPoints("player"),
        HandOver("banker", 5),
        TurnCards("banker", cards("Kd3d")),
        CallPoints("banker"),
        DealCard(None, "player"),
        HandOver("player", 3),
        TurnCards("player", cards("9c")),
        DealCard(None, "banker"),
        HandOver("banker", 5),
        TurnCards("banker", cards("4c")),
    )
    for command in commands:
        advice = advise(table)
        seen.append((advice.do, advice.say, advice.cite))
        assert (waits in advice.duties) == ("player" not in table.round.called)
        assert type(command) is advice.due[0]
        table = play(table, command)
    assert seen == [
        ("Hand the Player's cards, face down, to position 3", "", "30-2817(4)(a)"),
        ("Let position 3 turn the Player's cards", "", "30-2817(4)(a)"),
        ("Announce the Player's point count", "Player has 5.", "30-2813(1)"),
        ("Hand the Banker's cards, face down, to position 5", "", "30-2817(4)(b)"),
        ("Let position 5 turn the Banker's cards", "", "30-2817(4)(b)"),
        ("Announce the Banker's point count", "Banker has 3.", "30-2813(1)"),
        ("Deal a third card, face down, to the Player's Hand", "Player draws.", "30-2814(2)"),
        ("Hand the Player's third card, face down, to position 3", "", "30-2817(4)(c)"),
        ("Let position 3 turn the Player's third card", "", "30-2817(4)(c)"),
        ("Deal a third card, face down, to the Banker's Hand", "Banker draws.", "30-2814(3)"),
        ("Hand the Banker's third card, face down, to position 5", "", "30-2817(4)(d)"),
        ("Let position 5 turn the Banker's third card", "", "30-2817(4)(d)"),
    ]
    assert advise(table).say == "Player 4, Banker 7. Banker wins."


def test_2815_5__at_a_mini_table_the_dealer_turns_the_cards_unless_a_disability_is_met() -> None:
    table = play(ready(baccarat(style="face-down"), 3), PlaceBet(3, "player", 500))
    table = play(table, CallNoMoreBets(), *unseen(4))
    assert advise(table).do == "Turn the Player's cards"
    assert advise(table).cite == "30-2812(4)"
    assert VERBS[HandOver] not in advise(table).may
    table = play(table, Accommodate("position 3", "cards-not-for-players", "S"))
    assert VERBS[HandOver] in advise(table).may


def test_2899_07_6_b__progressive_wagers_leave_their_sensors_before_the_first_card() -> None:
    table = ready(TABLES["progressive"], 3)
    table = play(table, PlaceBet(3, "player", 500), PlaceBet(3, "sun-7-progressive", 100))
    table = play(table, CallNoMoreBets())
    assert advise(table).due == (TakeProgressives,)
    assert "30-2899.07(6)(b)" in advise(table).cite
    assert VERBS[DealCard] not in advise(table).may
    assert advise(play(table, TakeProgressives())).due == (DealCard,)


# --- irregularities ---


def test_2816_1__a_card_dealt_in_error_begins_the_next_hand() -> None:
    table = dealt(ready(baccarat(), 3), "2h 2d 5h 4d")
    table = play(table, DealInError(card("9s"), "player"), CallResult(), ClearLayout())
    assert "9s was dealt in error and begins the next hand (30-2816(1))" in advise(table).duties
    table = play(table, PlaceBet(3, "player", 500), CallNoMoreBets())
    advice = advise(table)
    assert advice.do == "Begin the Player's Hand with 9s, which was dealt in error"
    assert advice.cite == "30-2816(1)"


def test_2816_2__after_a_disclosed_card_in_error_the_hand_is_free() -> None:
    table = dealt(ready(baccarat(), 3), "2h 2d 5h 4d")
    table = play(table, DealInError(card("9s"), "player", disclosed=True))
    table = play(table, CallResult(), ClearLayout())
    advice = advise(table)
    assert (advice.say, advice.due) == ("Free hand. No more bets.", (CallNoMoreBets,))
    assert "the next hand is a free hand: the card was disclosed (30-2816(2))" in advice.duties
    assert VERBS[PlaceBet] not in advice.may
    assert advise(play(table, CallNoMoreBets())).cite == "30-2816(2)"


def test_2816_4__an_empty_shoe_voids_the_round() -> None:
    table = ready(baccarat(), 3)
    assert VERBS[RunDry] not in advise(table).may
    table = play(table, CallNoMoreBets())
    assert advise(table).due == (DealCard,)
    table = table._replace(shoe=table.shoe._replace(cards=0))
    assert (advise(table).due, advise(table).cite) == ((RunDry,), "30-2816(4)")
    assert VERBS[DealCard] not in advise(table).may


@pytest.mark.parametrize("name", ["3 dice", "dice works"])
def test_2816_4__dice_never_run_dry(name: str) -> None:
    table = play(ready(TABLES[name], 3), CallNoMoreBets())
    assert VERBS[RunDry] not in advise(table).may


def test_2815_4__a_dispute_is_decided_before_anything_else() -> None:
    table = play(dealt(ready(baccarat(), 3), "2h 2d 5h 4d"), CallResult(), ClearLayout())
    table = play(table, OpenDispute(3, "the cards were misread"), PlaceBet(3, "player", 500))
    advice = advise(table)
    assert advice.do == "Have a supervisor decide the dispute of position 3"
    assert (advice.due, advice.cite) == ((CloseDispute,), "30-2815(4)")
    assert "position 3 disputes the last round (30-2815(4))" in advice.duties
    assert VERBS[CallNoMoreBets] not in advice.may
    assert advise(play(table, CloseDispute("S", "it stands"))).say == "No more bets."


def test_2815_3_c__surveillance_hears_of_a_changed_procedure_and_is_told_when_overdue() -> None:
    table = ready(baccarat(), 3)
    changed = ChangeSetup(replace(table.setup, bonus_order="any"))
    table = play(table, changed, at="2026-11-16T14:00:00")
    due = "telling surveillance of the payment procedure is due (30-2815(3)(c))"
    assert due in advise(table).duties
    assert advise(table).due == (PlaceBet,)
    table = play(table, PlaceBet(3, "player", 500), at="2026-11-16T14:31:00")
    assert advise(table).due == (NotifySurveillance,)
    assert "is overdue" in advise(table).duties[0]
    assert "No more bets" not in advise(table).say
    assert advise(play(table, NotifySurveillance("S"))).say == "No more bets."


# --- dice ---


def test_2899_09_8__the_dealer_shakes_then_a_player_may_and_then_the_dice_are_revealed() -> None:
    table = play(ready(TABLES["3 dice"], 3), PlaceBet(3, "player", 500), CallNoMoreBets())
    assert (advise(table).do, advise(table).cite) == ("Shake both cups", "30-2899.09(8)")
    assert VERBS[HandCup] not in advise(table).may
    table = play(table, ShakeCups())
    assert advise(table).due == (RevealDice, HandCup)
    table = play(table, HandCup("banker", 3))
    assert advise(table).do == "Let position 3 shake the Banker's cup"
    assert VERBS[RevealDice] not in advise(table).may
    table = play(table, PlayerShakes("banker"))
    assert advise(table).due == (RevealDice,)
    table = play(table, RevealDice((3, 3, 3), (6, 6, 6)))
    assert advise(table).say == "Player 9, Banker 8. Player wins."


def test_2399_07__the_shooter_comes_out_makes_points_and_sevens_out() -> None:
    table = seated(TABLES["dice works"])
    assert (advise(table).due, advise(table).say) == ((Sit,), "")
    table = play(table, Sit(4))
    assert (advise(table).due, advise(table).say) == ((PassDice,), "")
    assert VERBS[PlaceBet] not in advise(table).may
    table = play(table, PassDice(4))
    assert advise(table).say == "New shooter, coming out. Place your bets."
    table = play(table, BuyIn(4, 5000), PlaceBet(4, "all-lows", 500))
    assert advise(table).say == "New shooter, coming out. No more bets."
    table = play(table, CallNoMoreBets())
    assert advise(table).do == "Let the shooter at position 4 roll"
    calls = []
    for first, second in ((6, 5), (3, 3), (4, 5), (2, 4), (2, 2)):
        table = play(table, RollDice(first, second))
        calls.append(advise(table).say)
    assert calls == [
        "11. Coming out.",
        "The point is 6.",
        "9. The point is 6.",
        "6. Point made, coming out.",
        "The point is 4.",
    ]
    table = play(table, RollDice(3, 4))
    assert (advise(table).say, advise(table).due) == ("Seven out.", (CollectLosers,))
    table = play(table, CollectLosers())
    assert (advise(table).say, advise(table).due) == ("Seven out.", (ClearLayout,))
    assert advise(play(table, ClearLayout())).due == (PassDice,)
