"""Money at the table: breakage, balanced rounds, signed commands, and the win found in two ways."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from pitboss.games import Coup
from pitboss.games.cards import DECK, Card, card
from pitboss.games.three_dice import Cup
from pitboss.refusals import Refusal
from pitboss.settle import Bet, House, settle
from pitboss.settle.accounts import LAYOUT, OUTSIDE, TRAY, account
from pitboss.settle.bets import LARGEST_CENTS, Breakage, Chips
from pitboss.table.accounts import balance
from pitboss.table.engine import NEW, act, evolve
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.money.exposure import exposure
from pitboss.table.money.takings import takings
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps.betting import MOST_KNOWN_BETS, PlaceBet
from pitboss.table.steps.clearing import ClearLayout, LayoutCleared
from pitboss.table.steps.closing import CallNoMoreBets, TakeProgressives
from pitboss.table.steps.opening import CloseTable, OpenTable
from pitboss.table.steps.paying import CollectTieVigorish, PositionPaid
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from pitboss.table.steps.registry import Command, Fact
from pitboss.table.steps.tray import AdjustBet, CountTray, CreditTray, FillTray
from table_inventory import Inventory, inventory, win_by_bets

SIGNED = ("Ada", "Ben")
OPENING = 10_000_00
BANK = 1_000_00
PLAYER_WINS = "9c 2h Kd Ks"
"""A natural 9 against 2, as the cards leave the shoe: Player, Banker, Player, Banker."""
BANKER_WINS = "2h 9c Ks Kd"
TIE = "9c 9d Kd Ks"


class Stacked:
    """A supply whose shoe holds the cards that a test wants, after one that is burnt."""

    def __init__(self) -> None:
        self.cards: list[Card] = []

    def shuffle(self, cards: int) -> None:
        """Leave the cards as they are."""

    def card(self) -> Card:
        """Return the next card; the first of a shoe is a two, which burns two more."""
        return self.cards.pop(0) if self.cards else card("2c")

    def cups(self) -> tuple[Cup, Cup]:
        """Return cups that no test here looks at."""
        return (1, 2, 4), (1, 1, 1)

    def roll(self) -> tuple[int, int]:
        """Return a roll that no test here looks at."""
        return 1, 2

    def cut(self, cards: int) -> int:
        """Cut in the middle."""
        return cards // 2


class Game:
    """A table that is played, with the record of its events."""

    def __init__(self, setup: TableSetup, positions: int = 4, opening: int = OPENING) -> None:
        self.table, self.events = NEW, list[Fact]()
        self.supply: Stacked = Stacked()
        self.pilot = Autopilot(self.supply)
        self.do(OpenTable(setup), CountTray("opening", opening, *SIGNED))
        for position in range(1, positions + 1):
            self.do(Sit(position), BuyIn(position, BANK))

    def do(self, *commands: Command) -> None:
        """Do what must be allowed."""
        for command in commands:
            self.table, answer = act(self.table, command)
            assert not isinstance(answer, Refusal), (command, answer)
            self.events += answer
            assert sum(self.table.accounts.values()) == 0

    def refused(self, command: Command) -> str:
        """Return the code that a command is refused with, having seen that nothing changed."""
        table, answer = act(self.table, command)
        assert isinstance(answer, Refusal), command
        assert table is self.table
        return answer.code

    def deal(self, cards: str, *bets: PlaceBet) -> None:
        """Play a round with some bets up to the next betting, on the cards named."""
        self.prepare()
        self.do(*bets)
        self.supply.cards = [card(one) for one in cards.split()]
        self.do(CallNoMoreBets())
        while True:
            command = self.pilot.next(self.table)
            assert command is not None
            self.do(command)
            if isinstance(self.events[-1], LayoutCleared):
                return

    def prepare(self) -> None:
        """Bring the table to where bets are made."""
        while (command := self.pilot.next(self.table)) is not None:
            self.do(command)

    def has(self, **accounts: int) -> None:
        """Compare accounts, named with underscores for blanks, with what they should hold."""
        names = {name: name.replace("_", " ") for name in accounts}
        assert {name: balance(self.table, account(names[name])) for name in accounts} == accounts

    def agrees(self) -> Inventory:
        """Return the inventory, having seen that the win by bets and by inventory agree."""
        kept = inventory(self.events)
        assert kept.win_by_bets_cents == win_by_bets(self.table)
        table = NEW
        for fact in self.events:
            table = evolve(table, (fact,))
        assert table._replace(last=None) == self.table._replace(last=None)
        return kept


PLAIN = TableSetup(
    game="baccarat", offers=(Offer("player"), Offer("banker"), Offer("tie"), Offer("total-4"))
)

# --- rounding: once, by a named policy ---


@pytest.mark.parametrize(
    ("breakage", "chip_cents", "stake_cents", "won_cents"),
    [
        ("to-the-cent", 1, 5_00, 7_50),
        ("to-the-cent", 5_00, 5_00, 7_50),  # the policy, not the chip, says what is done
        ("house-keeps", 5_00, 5_00, 5_00),
        ("player-gains", 5_00, 5_00, 10_00),
        ("house-keeps", 5_00, 15_00, 20_00),  # 22.50
        ("player-gains", 5_00, 15_00, 25_00),
        ("house-keeps", 5_00, 10_00, 15_00),  # exact, so nothing breaks
        ("player-gains", 5_00, 10_00, 15_00),
        ("house-keeps", 1_00, 5_00, 7_00),
        ("player-gains", 1_00, 5_00, 8_00),
        ("to-the-cent", 1, 5, 7),  # 7.5 cents: there is no smaller coin
    ],
)
def test_2807_1_e__three_to_two_on_an_odd_stake(
    breakage: Breakage, chip_cents: int, stake_cents: int, won_cents: int
) -> None:
    house = House(breakage=breakage, chip_cents=chip_cents)
    coup = Coup.parse("9cKd", "2hKs")
    (done,) = settle("baccarat", [Bet("total-4", stake_cents)], coup, house).settlements
    assert (done.won_cents, done.returned_cents, done.lost_cents) == (won_cents, stake_cents, 0)


@pytest.mark.parametrize(
    ("breakage", "chip_cents", "stake_cents", "won_cents"),
    [
        ("to-the-cent", 1, 5_00, 2_50),
        ("house-keeps", 1_00, 5_00, 2_00),
        ("player-gains", 1_00, 5_00, 3_00),
        ("house-keeps", 5_00, 5_00, 0),  # the stake alone comes back
        ("player-gains", 5_00, 5_00, 5_00),
        ("to-the-cent", 1, 25, 12),
    ],
)
def test_2899_08_2__a_banker_six_pays_half(
    breakage: Breakage, chip_cents: int, stake_cents: int, won_cents: int
) -> None:
    house = House(breakage=breakage, chip_cents=chip_cents)
    coup = Coup.parse("2c3dTh", "2h4s")
    (done,) = settle("tiger-baccarat", [Bet("banker", stake_cents)], coup, house).settlements
    assert (done.won_cents, done.returned_cents, done.lost_cents) == (won_cents, stake_cents, 0)


@pytest.mark.parametrize(
    ("stake_cents", "rounding_cents", "vigorish_cents"),
    [
        (7_50, 1, 38),  # 37.5 cents
        (7_50, 25, 50),
        (10_00, 1, 50),
        (10_00, 25, 50),
        (10_25, 1, 52),  # 51.25 cents
        (10_25, 25, 75),
        (1, 1, 1),  # a twentieth of a cent
        (1, 25, 25),
    ],
)
def test_2808_3_a__vigorish_is_rounded_up_to_the_houses_multiple(
    stake_cents: int, rounding_cents: int, vigorish_cents: int
) -> None:
    house = House(vigorish_rounding_cents=rounding_cents)
    coup = Coup.parse("2hKs", "9cKd")
    (done,) = settle("baccarat", [Bet("banker", stake_cents)], coup, house).settlements
    assert (done.won_cents, done.vigorish_cents) == (stake_cents, vigorish_cents)


def test_2808_3_a__vigorish_is_charged_on_what_was_paid() -> None:
    """House-keeps pays $7 of $7.50 in dollar chips, and 5% of $7 is 35 cents."""
    house = House(breakage="house-keeps", chip_cents=1_00)
    coup = Coup.parse("2hKs", "9cKd")
    (done,) = settle("baccarat", [Bet("banker", 7_50)], coup, house).settlements
    assert (done.won_cents, done.vigorish_cents) == (7_00, 35)


# --- ever new stakes ---


def test_whoever_asks_for_ever_new_stakes_does_not_fill_the_memory() -> None:
    game = Game(PLAIN)
    game.prepare()
    stakes = range(LARGEST_CENTS, LARGEST_CENTS + 3 * MOST_KNOWN_BETS)
    assert len({game.refused(PlaceBet(1, "player", cents)) for cents in stakes}) <= 2
    assert len(game.table.setup.known_bets) <= MOST_KNOWN_BETS
    game.do(PlaceBet(1, "player", 100_00))


# --- one round's movements balance ---


def test_2807_3__every_kind_of_chips_in_one_round() -> None:
    game = Game(PLAIN)
    game.deal(
        PLAYER_WINS,
        PlaceBet(1, "player", 100_00),
        PlaceBet(1, "player", 5_00, toke=True),
        PlaceBet(2, "player", 50_00, chips="promotional"),
        PlaceBet(2, "player", 40_00, behind=True),
        PlaceBet(3, "player", 20_00, chips="coupon"),
        PlaceBet(4, "banker", 30_00, chips="promotional"),
        PlaceBet(4, "banker", 10_00),
    )
    game.has(
        layout=0,
        position_1=BANK + 100_00 - 5_00,
        toke_box=10_00,
        position_2=BANK + 50_00,
        behind_2=80_00,
        position_3=BANK + 20_00,
        position_4=BANK - 10_00,
        drop=4 * BANK + 40_00,
        # sold 4,040; paid 100 + 5 + 50 + 40 + 20; taken 10
        tray=OPENING - 4_040_00 - 215_00 + 10_00,
    )
    assert {
        name: cents for name, cents in game.table.accounts.items() if "," in name and cents
    } == {
        "tray, coupon": 20_00,  # used up by its win
        "outside, coupon": -20_00,
        "tray, promotional": 30_00,  # lost; the one that won went back to its owner
        "outside, promotional": -30_00,
    }
    kept = game.agrees()
    assert kept.win_cents == -205_00
    assert win_by_bets(game.table) == -205_00 + 30_00
    assert kept.promotional_cents == 30_00


def test_2808_3_b__vigorish_with_the_payment() -> None:
    game = Game(PLAIN)
    game.deal(BANKER_WINS, PlaceBet(1, "banker", 7_50), PlaceBet(2, "player", 20_00))
    game.has(vigorish=38, position_1=BANK + 7_50 - 38, position_2=BANK - 20_00, layout=0)
    game.has(tray=OPENING - 4 * BANK - 7_50 + 20_00)
    assert game.agrees().win_cents == 20_00 - 7_50 + 38


def test_2808_3_c__tie_vigorish_is_owed_until_it_is_collected() -> None:
    offers = (Offer("player"), Offer("banker", "tie-vigorish"))
    game = Game(TableSetup(game="baccarat", offers=offers))
    game.prepare()
    game.do(PlaceBet(1, "banker", 100_00), PlaceBet(2, "banker", 20_00, chips="promotional"))
    game.supply.cards = [card(one) for one in TIE.split()]
    game.do(CallNoMoreBets())
    while not isinstance(command := game.pilot.next(game.table), CollectTieVigorish):
        assert command is not None
        game.do(command)
    game.has(vigorish=0, position_1=BANK, position_2=BANK)
    assert game.refused(Leave(1)) == "tie-vigorish-due"
    game.do(CollectTieVigorish(), ClearLayout(), Leave(1))
    game.has(vigorish=30_00, position_1=0, position_2=BANK - 5_00, layout=0)
    assert game.agrees().win_cents == 30_00


def test_2802_22__a_push_that_lies_over_is_paid_once() -> None:
    game = Game(TableSetup(game="baccarat", offers=PLAIN.offers, push="held-over"))
    game.deal(TIE, PlaceBet(1, "player", 100_00), PlaceBet(2, "banker", 50_00))
    game.has(layout=150_00, position_1=BANK - 100_00, position_2=BANK - 50_00)
    game.deal(PLAYER_WINS)
    game.has(layout=0, position_1=BANK + 100_00, position_2=BANK - 50_00)
    assert game.agrees().win_cents == -50_00


def test_2899_07_6_b__a_progressive_stake_is_in_the_tray_before_the_deal() -> None:
    offers = (Offer("player"), Offer("banker"), Offer("sun-7-progressive"))
    game = Game(TableSetup(game="eternal-baccarat", offers=offers))
    game.prepare()
    unit = game.table.setup.spots["sun-7-progressive", None].unit
    assert unit is not None
    held = balance(game.table, TRAY)
    game.do(PlaceBet(1, "player", 10_00), PlaceBet(1, "sun-7-progressive", unit.cents))
    game.do(CallNoMoreBets(), TakeProgressives())
    game.has(tray=held + unit.cents, layout=10_00)
    game.supply.cards = [card(one) for one in BANKER_WINS.split()]
    while game.table.round.stage != "betting":
        command = game.pilot.next(game.table)
        assert command is not None
        game.do(command)
    game.has(tray=held + unit.cents + 10_00, layout=0)
    assert game.agrees().win_cents == unit.cents + 10_00


def test_2899_02_7__a_pay_for_1_comes_whole_from_the_tray() -> None:
    """Two 8s of spades pay 3 FOR 1: three dollars in one movement, none of them off the layout."""
    offers = (Offer("player"), Offer("progressive", "P1"))
    game = Game(TableSetup(game="99-fortunes", offers=offers, base_wager_required=True), 2)
    game.deal("8s 8s Kd 2c", PlaceBet(2, "player", 10_00), PlaceBet(2, "progressive", 1_00))
    (paid,) = [event for event in game.events if isinstance(event, PositionPaid)]
    assert [move[:4] for move in paid.movements if move.source == LAYOUT] == [
        ("layout", "position 2", 10_00, "value")
    ]
    from_tray = [move.cents for move in paid.movements if move.source == "tray"]
    assert from_tray == [10_00 + 3_00]  # the Player's 8 beats 0
    game.agrees()


def test_2899_02__envy_is_paid_by_the_tray_and_the_meter_is_not() -> None:
    """Four aces of spades for $5: the meter to seat 1; to the others $5,000 for 1 and $1,000."""
    offers = (Offer("player"), Offer("progressive", "P5"))
    setup = TableSetup(game="99-fortunes", offers=offers, base_wager_required=True)
    game = Game(setup, positions=3, opening=50_000_00)
    bets = [
        bet
        for seat in (1, 2, 3)
        for bet in (PlaceBet(seat, "player", 10_00), PlaceBet(seat, "progressive", 5_00, seat))
    ]
    game.deal("As As As As 2d 3h", *bets)
    envied = BANK - 10_00 + 4_995_00 + 1_000_00
    game.has(position_1=BANK - 15_00, position_2=envied, position_3=envied, layout=0)
    game.has(tray=50_000_00 - 3 * BANK + 3 * 10_00 + 5_00 - 2 * 5_995_00)
    game.agrees()


# --- opening and closing, fills and credits ---


def test_the_day_of_a_tray() -> None:
    game = Game(PLAIN)
    game.deal(PLAYER_WINS, PlaceBet(1, "player", 100_00), PlaceBet(2, "banker", 300_00))
    game.do(FillTray(500_00, *SIGNED), CreditTray(200_00, *SIGNED))
    game.do(AdjustBet(1, 25_00, "paid 75 for 100", *SIGNED))
    game.do(AdjustBet(2, -5_00, "a chip that had been taken back", *SIGNED))
    holds = OPENING - 4 * BANK - 100_00 + 300_00 + 500_00 - 200_00 - 25_00 + 5_00
    game.has(tray=holds, position_1=BANK + 125_00, position_2=BANK - 305_00)
    assert game.refused(CloseTable()) == "tray-not-counted"
    game.do(CountTray("closing", holds - 10_00, *SIGNED))
    game.has(tray=0, vigorish=0)
    kept = game.agrees()
    assert kept == Inventory(
        opening_cents=OPENING,
        fills_cents=500_00,
        credits_cents=200_00,
        drop_cents=4 * BANK,
        closing_cents=holds - 10_00,
        adjustments_cents=20_00,
        difference_cents=-10_00,
    )
    assert kept.win_cents == 200_00 - 20_00 - 10_00
    game.do(CloseTable())


def test_an_inventory_begins_anew_with_the_table() -> None:
    game = Game(PLAIN)
    game.deal(PLAYER_WINS, PlaceBet(1, "player", 100_00))
    game.do(CountTray("closing", OPENING - 4 * BANK - 100_00, *SIGNED), CloseTable())
    game.do(OpenTable(PLAIN), CountTray("opening", 7_00, *SIGNED))
    assert game.agrees() == Inventory(opening_cents=7_00, closing_cents=7_00)


@pytest.mark.parametrize("names", [("Ada", "Ada"), ("Ada", ""), ("", "Ben"), ("Ada", " ada ")])
def test_one_signature_is_not_two(names: tuple[str, str]) -> None:
    game = Game(PLAIN)
    commands: Sequence[Command] = (
        FillTray(1_00, *names),
        CreditTray(1_00, *names),
        CountTray("closing", 1_00, *names),
        AdjustBet(1, 1_00, "underpaid", *names),
    )
    assert {game.refused(one) for one in commands} == {"two-signatures-needed"}


@pytest.mark.parametrize("cents", [0, -1, 2.5, True, "5", None, LARGEST_CENTS + 1])
def test_what_is_no_amount_of_money(cents: int) -> None:
    game = Game(PLAIN)
    commands: list[Command] = [FillTray(cents, *SIGNED), CreditTray(cents, *SIGNED)]
    commands.append(BuyIn(1, cents))
    if cents != -1:  # an adjustment may go back to the tray
        commands.append(AdjustBet(1, cents, "underpaid", *SIGNED))
    if cents != 0:  # an empty tray can be counted
        commands.append(CountTray("closing", cents, *SIGNED))
    assert {game.refused(one) for one in commands} == {"not-an-amount"}


def test_an_adjustment_takes_no_more_than_is_there() -> None:
    game = Game(PLAIN, positions=1)
    assert game.refused(AdjustBet(1, -BANK - 1, "overpaid", *SIGNED)) == "not-enough-chips"
    assert game.refused(AdjustBet(1, OPENING - BANK + 1, "short", *SIGNED)) == "tray-too-small"
    assert game.refused(AdjustBet(1, 1_00, " ", *SIGNED)) == "no-reason"
    assert game.refused(AdjustBet(2, 1_00, "underpaid", *SIGNED)) == "position-empty"
    assert game.refused(AdjustBet(99, 1_00, "underpaid", *SIGNED)) == "no-such-position"
    before = game.events[:]
    game.do(AdjustBet(1, -BANK, "overpaid", *SIGNED))
    game.has(position_1=0, tray=OPENING)
    assert game.events[: len(before)] == before  # what was recorded stays as it was


def test_a_counted_tray_gives_out_what_it_holds() -> None:
    game = Game(PLAIN, positions=1)
    game.do(Sit(2))
    assert game.refused(BuyIn(2, OPENING - BANK + 1)) == "tray-too-small"
    assert game.refused(CreditTray(OPENING - BANK + 1, *SIGNED)) == "tray-too-small"
    game.do(FillTray(1, *SIGNED), BuyIn(2, OPENING - BANK + 1))
    game.has(tray=0)


def test_a_tray_that_was_never_counted_is_large_enough() -> None:
    table, _ = act(NEW, OpenTable(PLAIN))
    table, _ = act(table, Sit(1))
    table, answer = act(table, BuyIn(1, BANK))
    assert not isinstance(answer, Refusal)
    assert balance(table, TRAY) == -BANK


def test_the_tray_is_counted_in_turn() -> None:
    game = Game(PLAIN)
    assert game.refused(CountTray("opening", 1_00, *SIGNED)) == "counted-already"
    game.prepare()
    game.do(PlaceBet(1, "player", 5_00))
    assert game.refused(CountTray("closing", 1_00, *SIGNED)) == "bets-on-the-layout"
    table, _ = act(NEW, OpenTable(PLAIN))
    _, answer = act(table, CountTray("closing", 1_00, *SIGNED))
    assert isinstance(answer, Refusal) and answer.code == "not-counted-yet"


def test_a_closed_table_has_no_tray() -> None:
    table, _ = act(NEW, OpenTable(PLAIN))
    table, _ = act(table, CloseTable())
    commands: Sequence[Command] = (
        FillTray(1_00, *SIGNED),
        CreditTray(1_00, *SIGNED),
        CountTray("opening", 1_00, *SIGNED),
        AdjustBet(1, 1_00, "underpaid", *SIGNED),
    )
    for command in commands:
        _, answer = act(table, command)
        assert isinstance(answer, Refusal) and answer.code == "table-closed"


def test_chips_are_sold_between_rounds_and_leave_with_the_player() -> None:
    game = Game(PLAIN)
    game.prepare()
    game.do(PlaceBet(1, "player", 5_00), CallNoMoreBets())
    assert game.refused(BuyIn(2, 5_00)) == "round-not-over"
    assert game.refused(Leave(1)) == "bets-on-the-layout"
    game.do(Leave(2))
    game.has(position_2=0)
    assert balance(game.table, OUTSIDE) == -3 * BANK


# --- takings ---


def test_handle_win_and_hold_beside_the_exact_odds() -> None:
    """Eight decks: 1.2351% on Player, 1.0579% on Banker, 14.3596% on a tie, as published."""
    game = Game(PLAIN)
    player, banker = PlaceBet(1, "player", 100_00), PlaceBet(2, "banker", 40_00)
    game.deal(PLAYER_WINS, player, banker)
    game.deal(BANKER_WINS, player, PlaceBet(3, "tie", 10_00))
    game.deal(TIE, player)
    lines = {one.spot: one for one in takings(game.table).lines}
    assert list(lines) == ["player", "banker", "tie"]
    assert lines["player"][:4] == ("player", 3, 300_00, 0)
    assert lines["banker"][:4] == ("banker", 1, 40_00, 40_00)
    assert lines["tie"][:4] == ("tie", 1, 10_00, 10_00)
    edges = [f"{float(one.edge or 0):.4%}" for one in lines.values()]
    assert edges == ["1.2351%", "1.0579%", "14.3596%"]
    assert [lines[spot].hold for spot in ("player", "banker")] == [Fraction(0), Fraction(1)]
    total = takings(game.table).total
    assert (total.bets, total.handle_cents, total.win_cents) == (5, 350_00, 50_00)
    assert total.hold == Fraction(1, 7)
    assert total.theoretical_cents == sum(one.theoretical_cents or 0 for one in lines.values())
    assert f"{float(total.theoretical_cents or 0):.0f}" == "556"  # 370.5 + 42.3 + 143.6


def test_a_progressive_has_no_edge_without_its_meter() -> None:
    offers = (Offer("player"), Offer("banker"), Offer("sun-7-progressive"))
    game = Game(TableSetup(game="eternal-baccarat", offers=offers))
    bets = PlaceBet(1, "player", 10_00), PlaceBet(1, "sun-7-progressive", 1_00)
    game.deal(BANKER_WINS, *bets)
    found = takings(game.table)
    assert [one.edge is None for one in found.lines] == [False, True]
    assert found.lines[1].theoretical_cents is None
    assert found.total.theoretical_cents is None
    assert (found.total.handle_cents, found.total.edge) == (11_00, None)


def test_nothing_was_taken_yet() -> None:
    found = takings(Game(PLAIN).table)
    assert found.lines == ()
    assert (found.total.hold, found.total.handle_cents) == (None, 0)


class Shuffled(Stacked):
    """A supply that is left to chance, with a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)

    def shuffle(self, cards: int) -> None:
        """Shuffle whole decks."""
        self.cards = [*DECK] * (cards // len(DECK))
        self.chance.shuffle(self.cards)

    def cups(self) -> tuple[Cup, Cup]:
        """Throw six dice."""
        faces = [self.chance.randint(1, 6) for _ in range(6)]
        return (faces[0], faces[1], faces[2]), (faces[3], faces[4], faces[5])

    def roll(self) -> tuple[int, int]:
        """Throw two dice."""
        return self.chance.randint(1, 6), self.chance.randint(1, 6)


CHIPS: tuple[Chips, ...] = ("value", "value", "promotional", "coupon")
MANY = (
    TableSetup(
        game="baccarat",
        offers=(Offer("player"), Offer("banker", "tie-vigorish"), Offer("total-4")),
        push="held-over",
        breakage="player-gains",
        chip_cents=1_00,
    ),
    TableSetup(
        game="eternal-baccarat",
        offers=(
            Offer("player"),
            Offer("banker"),
            Offer("golden-talons", aggregate_cents=50_00),
            Offer("sun-7-progressive"),
        ),
        purses="cash",
        vigorish_rounding_cents=25,
    ),
    TableSetup(game="3-dice-baccarat", offers=(Offer("player"), Offer("tie"), Offer("triple"))),
    TableSetup(game="roll-the-line", offers=(Offer("roll-the-line"),)),
    TableSetup(game="dice-works", offers=(Offer("all-lows"), Offer("the-works"))),
)


@pytest.mark.parametrize("setup", MANY, ids=lambda setup: setup.game)
def test_the_two_wins_agree_after_every_round_and_no_round_costs_more_than_its_exposure(
    setup: TableSetup,
) -> None:
    game = Game(setup, positions=3, opening=1_000_000_00)
    supply = Shuffled(2808)
    game.pilot, chance = Autopilot(supply), supply.chance
    for _ in range(40):
        game.prepare()
        if not game.table.shoe.carried_free:
            for _ in range(chance.randint(1, 6)):
                (wager, on), opened = chance.choice(list(setup.spots.items()))
                cents = opened.unit.cents if opened.unit else chance.randint(1, 20) * 50
                chips = chance.choice(CHIPS)
                behind = chance.random() < 0.2
                cents += -cents % setup.chip_cents
                bet = PlaceBet(chance.randint(1, 3), wager, cents, on, chips, behind=behind)
                taken = any(
                    (laid.bet.wager, laid.bet.position) == (wager, bet.position)
                    for laid in game.table.round.bets
                )
                if not (opened.unit and taken):  # a position has one sensor
                    game.do(bet)
        worst, before = exposure(game.table).cents, inventory(game.events).win_cents
        game.do(CallNoMoreBets())
        number = game.table.round.number
        while game.table.round.number == number:
            command = game.pilot.next(game.table)
            assert command is not None
            game.do(command)
        while game.table.round.vigorish_due:
            game.do(CollectTieVigorish())
        assert game.agrees().win_cents - before >= -worst
