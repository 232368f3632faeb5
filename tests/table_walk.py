"""A random walk over a table: legal and illegal commands, mixed so that it gets deep.

About half of the commands are what the procedure wants next; the others are bets, and commands of
every kind with plausible and absurd arguments at whatever moment. Everything comes from one seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random
from typing import Literal

from pitboss.games.baccarat import Side
from pitboss.games.cards import DECK, Card
from pitboss.games.three_dice import Cup
from pitboss.settle.accounts import TRAY
from pitboss.table.guidance.autopilot import Autopilot
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.state import Table, WagerLimits
from pitboss.table.steps.betting import PlaceBet, TakeBack
from pitboss.table.steps.clearing import ClearLayout
from pitboss.table.steps.closing import CallFreeHand, CallNoMoreBets, TakeProgressives
from pitboss.table.steps.corrections import CloseDispute, CorrectCard, OpenDispute
from pitboss.table.steps.craps import CallNoRoll, PassDice, RollDice
from pitboss.table.steps.cups import HandCup, PlayerShakes, RevealDice, ShakeCups, SpillDice
from pitboss.table.steps.dealing import DealCard
from pitboss.table.steps.duties import (
    WAIVABLE,
    Accommodate,
    InspectDevice,
    NotifySurveillance,
    StartDay,
)
from pitboss.table.steps.errors import DealInError, RunDry, VoidRound
from pitboss.table.steps.inspection import (
    BreakSeal,
    InspectCards,
    ReceiveCards,
    ReplaceCards,
    SpreadCards,
    VerifyCards,
    WashCards,
)
from pitboss.table.steps.limits import AnnounceLimits
from pitboss.table.steps.opening import ChangeSetup, CloseTable, GiveNotice, OpenTable
from pitboss.table.steps.paying import CollectLosers, CollectTieVigorish, PayPosition
from pitboss.table.steps.positions import BuyIn, Leave, Sit
from pitboss.table.steps.ratings import EndRating, RatePlayer
from pitboss.table.steps.recounts import AskRecount
from pitboss.table.steps.registry import Command
from pitboss.table.steps.results import CallResult
from pitboss.table.steps.shifts import CloseShift
from pitboss.table.steps.shoes import BurnCards, LoadShoe, StopForWantOfPlay
from pitboss.table.steps.shuffling import (
    CutCards,
    DeclineCut,
    OrderRecut,
    PlaceCutCard,
    ShuffleCards,
)
from pitboss.table.steps.squeezing import HandOver, WaveOff
from pitboss.table.steps.tray import AdjustBet, CountTray, CreditTray, EmptyBox, FillTray
from pitboss.table.steps.turning import CallPoints, TurnCards
from pitboss.table.steps.undoing import Undo
from pitboss.table.steps.variances import ExplainVariance

START = datetime(2026, 11, 16, 10)
ABSURD = (-(10**15), -500, -1, 0, 1, 3, 10**12, 10**15)
MOST_BETS = 14
TRAY_CENTS = 10**7
OFTEN = (
    *("deal_in_error", "correct_card", "leave", "pay_position", "hand_over"),
    *("sit", "void_round", "collect_losers", "order_recut", "deal_card", "adjust_bet"),
    "undo",
)
"""Kinds of commands that are given more often than others: irregularities, and what clashes."""

NAMES = ("Ann", "Bob", "Eve", "")


def offers(*wagers: str, least: int = 100, most: int = 100_000) -> tuple[Offer, ...]:
    """Offer wagers within limits; ``banker@tie-vigorish`` names the pay table."""
    split = (one.partition("@") for one in wagers)
    return tuple(
        Offer(wager, table or None, minimum_cents=least, maximum_cents=most)
        for wager, _, table in split
    )


ETERNAL = TableSetup(
    game="eternal-baccarat",
    offers=offers(
        *("player", "banker", "tie", "sun-7", "moon-8", "eclipse", "golden-talons", "se-05"),
        *("sun-7-progressive", "harmony"),
    ),
)
BASE = ("player", "banker", "tie")
BACCARAT = TableSetup(
    game="baccarat",
    offers=offers(*BASE, "perfect-pair", "match-pair", "total-4", "total-6", "margin-bonus"),
)

TABLES: dict[str, TableSetup] = {
    "eternal, mini": ETERNAL,
    "eternal, midi squeeze, two batches": replace(
        ETERNAL, size="midi", style="squeeze", positions=9, device="two-batches", decks=16
    ),
    "eternal, face down, continuous": replace(
        ETERNAL, style="face-down", device="continuous", purses="cash"
    ),
    "baccarat, two batches, 25 cents": replace(
        BACCARAT,
        device="two-batches",
        decks=12,
        vigorish_rounding_cents=25,
        breakage="house-keeps",
        chip_cents=25,
        recut_by="next",
    ),
    "baccarat, tie vigorish, held over": replace(
        BACCARAT,
        offers=offers("player", "banker@tie-vigorish", "tie", "margin-bonus"),
        push="held-over",
        size="midi",
        style="squeeze",
        purses="cash",
        lower_bettor_may_turn=True,
    ),
    "baccarat, ends-shoe, 6 decks": replace(
        BACCARAT,
        decks=6,
        cut_card_first="ends-shoe",
        free_hands=1,
        vigorish_rate=Fraction(7, 100),
        breakage="player-gains",
        chip_cents=100,
        differential_cents=50_000,
    ),
    "dragon bonus, pre-shuffled, any order": TableSetup(
        game="dragon-bonus",
        offers=offers(*BASE, "dragon-bonus"),
        device="pre-shuffled",
        bonus_order="any",
        size="midi",
        style="squeeze",
        push="held-over",
    ),
    "ez, commission free, progressive": TableSetup(
        game="ez-baccarat",
        offers=offers(*BASE, "dragon-7", "panda-8", "progressive"),
        style="face-down",
        push="held-over",
        free_hands=0,
    ),
    "golden dragon, aggregate limits": TableSetup(
        game="golden-dragon",
        offers=(
            *offers("player", "banker", "tie"),
            *(
                Offer(wager, aggregate_cents=5_555)
                for wager in ("any-dragon", "tie-of-7", "pair", "8-over-6", "phoenix-bonus")
            ),
        ),
        base_wager_required=True,
        both_hands=False,
        over_the_shoulder=False,
    ),
    "99 fortunes, envy": TableSetup(
        game="99-fortunes",
        offers=offers(*BASE, "progressive"),
        positions=9,
        base_wager_required=True,
    ),
    "infinite fortune, tokes": TableSetup(
        game="infinite-fortune",
        offers=offers(*BASE, "super-7", "fortune-8", "pair", "8-over-7"),
        decks=6,
    ),
    "tiger": TableSetup(
        game="tiger-baccarat",
        offers=offers("player", "banker", "tie", "tiger", "big-tiger", "tiger-pair"),
        tokes=False,
    ),
    "3 dice": TableSetup(
        game="3-dice-baccarat",
        offers=offers(*BASE, "se-01", "se-05", "golden-talons", "triple"),
        players_shake=True,
    ),
    "3 dice, washington": TableSetup(
        game="3-dice-baccarat",
        jurisdiction="washington",
        offers=offers(*BASE, "se-01", "golden-talons", "triple"),
        sensors=2,
        jackpots="house",
        notice="paid by the house from its own money",
    ),
    "dice works": TableSetup(
        game="dice-works", offers=offers("all-lows", "all-highs", "the-works"), purses="cash"
    ),
    "parlay with envy": TableSetup(
        game="parlay-craps-with-envy",
        offers=offers(*(f"repeat-{what}" for what in ("2-2x", "6-6x", "8-6x", "11-3x", "12-2x"))),
    ),
    "roll the line": TableSetup(game="roll-the-line", offers=offers("roll-the-line")),
}


class Walk:
    """The commands of one random walk, and the supply of its cards and dice."""

    def __init__(self, setup: TableSetup, seed: int) -> None:
        self.setup = setup
        self.random = Random(seed)
        self.pilot = Autopilot(self, "2026-11-16")
        self.table = Table()
        self.clock = START
        self.days = 16
        self.refused = False
        self.ending = False
        makers = [name for name in dir(self) if name.startswith("make_")]
        self.makers: list[Callable[[], Command]] = [getattr(self, one) for one in makers]
        self.makers += 3 * [getattr(self, f"make_{one}") for one in OFTEN]
        self.makers.append(self.make_change_setup)

    # --- a supply for the autopilot: any card that the shoe can still hold ---

    def shuffle(self, cards: int) -> None:
        """Cards are drawn from what was not seen, so there is nothing to shuffle."""

    def card(self) -> Card:
        decks = self.setup.shoe_cards // len(DECK)
        while True:
            one = self.random.choice(DECK)
            if self.random.random() * decks >= self.table.shoe.seen.get(one, 0):
                return one

    def cups(self) -> tuple[Cup, Cup]:
        def cup() -> Cup:
            return self.random.randint(1, 6), self.random.randint(1, 6), self.random.randint(1, 6)

        return cup(), cup()

    def roll(self) -> tuple[int, int]:
        return self.random.randint(1, 6), self.random.randint(1, 6)

    def cut(self, cards: int) -> int:
        return self.random.randint(10, cards - 10)

    # --- the walk ---

    def time(self) -> str:
        """Return a time: usually a little later, now and then none, or one that is past."""
        chance = self.random.random()
        if chance < 0.02:
            return (self.clock - timedelta(hours=1)).isoformat()
        if chance < 0.1:
            return ""
        self.clock += timedelta(seconds=self.random.choice((0, 1, 1, 5, 90)))
        return self.clock.isoformat()

    def next(self, table: Table) -> Command:
        """Return the next command."""
        self.table = table
        if table.opened is None or (not table.open and self.random.random() < 0.3):
            return OpenTable(self.setup)
        chance = self.random.random()
        if chance < 0.55:
            return self.procedure()
        if chance < 0.65 and len(table.round.bets) < MOST_BETS:
            return self.bet()
        return self.random.choice(self.makers)()

    def procedure(self) -> Command:
        """Return what the dealer, or the players, should do now."""
        table, chance = self.table, self.random.random
        self.ending = self.ending or chance() < 0.003
        if self.ending and not table.round.bets and table.round.stage == "betting":
            if table.seated:
                return Leave(max(table.seated))
            self.ending = False
            return StopForWantOfPlay() if chance() < 0.5 else Sit(1)
        tray = table.accounts.get(TRAY, 0)
        if not table.counted and not tray and chance() < 0.1:
            return CountTray("opening", TRAY_CENTS, "Ann", "Bob")
        if table.counted and tray < TRAY_CENTS // 2 and chance() < 0.3:
            return FillTray(TRAY_CENTS, "Ann", "Bob")
        if len(table.seated) < 3 and chance() < 0.5:
            return Sit(self.random.randint(1, self.setup.positions + 1))
        if not table.seated:
            return Sit(1)
        if table.dispute is not None:
            return CloseDispute("Ann", "stands")
        if table.unreported_since is not None and chance() < 0.2:
            return NotifySurveillance("Ann")
        due = self.pilot.next(table)
        if due is None:
            return self._bets()
        if isinstance(due, StartDay) and table.round.bets:
            return TakeBack(table.round.bets[0].number)
        if chance() < 0.1 and (odd := self.irregular(due)) is not None:
            return odd
        if isinstance(due, CutCards) and chance() < 0.4:
            return DeclineCut(due.position)
        if isinstance(due, ShuffleCards) and chance() < 0.5:
            return ShuffleCards(due.batch, self.any_cards())
        if isinstance(due, PlaceCutCard):
            return self.make_place_cut_card()
        if isinstance(due, DealCard) and not table.round.cards and chance() < 0.05:
            return due._replace(card=due.card or self.card(), face_up_in_shoe=True)
        if isinstance(due, TurnCards):
            hidden = table.round.hand(due.hand).count(None)
            return TurnCards(due.hand, tuple(self.card() for _ in range(hidden)))
        if isinstance(due, CollectLosers | PayPosition) and chance() < 0.3:
            return due._replace(scope=self.random.choice(("all", "base", "bonus")))
        if isinstance(due, ShakeCups | RevealDice) and chance() < 0.5:
            return self.random.choice((self.make_hand_cup, self.make_player_shakes))()
        return due

    def irregular(self, due: Command) -> Command | None:
        """Return what may go another way just when something is due; None if nothing does."""
        match due:
            case HandOver(hand, position):
                rule = "cards-of-another-player"
                waived = Accommodate("Ann", rule, "Bob", position)
                return self.random.choice((WaveOff(hand, position), waived))
            case TurnCards():
                return self.make_hand_over()
            case CallPoints() | CallResult():
                return self.make_deal_in_error()
            case CollectLosers() | PayPosition():
                if self.random.random() < 0.5:
                    lowest = min((laid.bet.position for laid in self.table.round.bets), default=1)
                    return PayPosition(lowest)
                place = self.random.choice((1, 2))
                return CorrectCard(self.side(), place, self.card(), "Ann")
            case ClearLayout():
                return self.make_open_dispute()
            case ShuffleCards() | CutCards():
                sealed = self.setup.device == "pre-shuffled"
                return ReceiveCards(self.setup.shoe_decks, "blue", sealed)
        return None

    def _bets(self) -> Command:
        """Bet, buy chips for it, or close the betting; take back what stands in the way."""
        chance, bets = self.random.random(), self.table.round.bets
        if bets and self.refused and chance < 0.5:
            self.refused = False
            return TakeBack(self.random.choice(bets).number, unfit=self.random.random() < 0.3)
        if chance < 0.35 or len(bets) >= MOST_BETS:
            return CallNoMoreBets()
        if chance < 0.5:
            return BuyIn(self.random.choice(sorted(self.table.seated)), 50_000)
        return self.bet()

    def heard(self, command: Command, *, accepted: bool) -> None:
        """Learn whether the command was accepted."""
        if isinstance(command, CallNoMoreBets):
            self.refused = not accepted

    # --- arguments ---

    def position(self) -> int:
        chance = self.random.random()
        if chance < 0.75 and self.table.seated:
            return self.random.choice(sorted(self.table.seated))
        if chance < 0.9:
            return self.random.randint(0, 10)
        return self.random.choice((-1, 0, 99, 10**9))

    def cents(self) -> int:
        if self.random.random() < 0.15:
            return self.random.choice(ABSURD)
        return self.random.choice((25, 100, 125, 200, 500, 777, 1_000, 1_015, 2_500, 10_000))

    def side(self) -> Side:
        return self.random.choice(("player", "banker"))

    def name(self) -> str:
        return self.random.choice(NAMES)

    def signed(self) -> tuple[str, str]:
        return self.name(), self.name()

    def batch(self) -> int:
        return self.random.choice((1, 1, 1, 2, 0, -1, 3))

    def any_cards(self) -> tuple[Card, ...]:
        return tuple(self.card() for _ in range(self.random.choice((0, 0, 0, 1, 2, 3))))

    def bet(self) -> PlaceBet:
        """Return a bet that may well be legal."""
        random = self.random
        wager, on = random.choice(list(self.setup.spots))
        if random.random() < 0.25 and ("banker", None) in self.setup.spots:
            wager, on = random.choice(("player", "banker")), None
        offer = next(one for one in self.setup.offers if one.wager == wager)
        unit = self.setup.spots[wager, on].unit
        position = self.position()
        if isinstance(on, int) and random.random() < 0.8:
            on = position
        cents = self.cents()
        if unit is not None and random.random() < 0.8:
            cents = offer.unit_cents or unit.cents
        chips = "value" if random.random() < 0.85 else random.choice(("promotional", "coupon"))
        odd = random.random()
        if odd < 0.03:
            wager = "no-such-wager"
        elif odd < 0.06:
            on = random.choice(("player", "banker", 4, None))
        elif odd < 0.07:
            chips = "buttons"
        return PlaceBet(
            position,
            wager,
            cents,
            on,
            chips,  # type: ignore[arg-type]  # "buttons" are no chips, and must be refused
            toke=random.random() < 0.1,
            behind=random.random() < 0.1,
        )

    # --- one maker for each kind of command ---

    def make_open_table(self) -> Command:
        return OpenTable(self.setup)

    def make_start_day(self) -> Command:
        self.days += self.random.choice((0, 1, 1))
        return StartDay(f"2026-11-{self.days:02}" if self.days < 31 else "2026-12-01")

    def make_change_setup(self) -> Command:
        now = self.table.opened or self.setup
        changes: list[dict[str, object]] = [
            {"push": self.random.choice(("returned", "held-over"))},
            {"bonus_order": self.random.choice(("together", "any"))},
            {"tokes": not now.tokes},
            {"free_hands": self.random.randint(0, 3)},
            {"purses": self.random.choice(("bank", "cash"))},
            {"positions": self.random.choice((7, 9))},
            {"decks": self.random.choice((6, 8))},
            {"vigorish_rate": self.random.choice((None, Fraction(1, 20), Fraction(1, 10)))},
            {"recut_by": self.random.choice(("last", "next"))},
            {"lower_bettor_may_turn": not now.lower_bettor_may_turn},
            {"offers": now.offers[:-1] if len(now.offers) > 4 else self.setup.offers},
        ]
        change = self.random.choice(changes)
        # What this table offers may not be charged any rate: only the base game's is changed.
        if "vigorish_rate" in change and now.game != "baccarat":
            change = {"tokes": now.tokes}
        if "push" in change and now.kind == "craps":
            change = {"tokes": now.tokes}
        return ChangeSetup(replace(now, **change))  # type: ignore[arg-type]

    def make_give_notice(self) -> Command:
        kind = self.table.setup.vigorish[0]
        return GiveNotice(kind, self.random.choice(("5%", "7%", "10%", "soon")))

    def make_announce_limits(self) -> Command:
        wager = self.random.choice((*self.table.setup.names, "no-wager"))
        cents = self.random.choice((None, 1, 10_000_00))
        round = self.random.choice((0, 0, self.table.round.number))
        return AnnounceLimits((WagerLimits(wager, None, cents, None, None),), round)

    def make_notify_surveillance(self) -> Command:
        return NotifySurveillance(self.name())

    def make_accommodate(self) -> Command:
        # An accommodation is never taken back, so most of them ask for what no one may waive.
        rule = "late-bet" if self.random.random() < 0.9 else self.random.choice(sorted(WAIVABLE))
        whose = self.position() if self.random.random() < 0.7 else 0
        return Accommodate(self.name(), rule, self.name(), whose)

    def make_inspect_device(self) -> Command:
        return InspectDevice(self.random.choice(("shoe", "shuffler")), self.random.random() < 0.8)

    def make_receive_cards(self) -> Command:
        decks = self.random.choice((self.setup.shoe_cards // 52, 0, 6, 8, -8))
        backs = self.random.choice(("red", "blue"))
        return ReceiveCards(decks, backs, self.random.random() < 0.3)

    def make_break_seal(self) -> Command:
        return BreakSeal(self.name())

    def make_inspect_cards(self) -> Command:
        return InspectCards(self.batch(), self.any_cards(), self.any_cards())

    def make_replace_cards(self) -> Command:
        return ReplaceCards(self.batch(), self.random.choice(("", "4711")))

    def make_verify_cards(self) -> Command:
        return VerifyCards(self.name(), self.batch())

    def make_spread_cards(self) -> Command:
        return SpreadCards(self.batch())

    def make_wash_cards(self) -> Command:
        return WashCards(self.batch())

    def make_shuffle_cards(self) -> Command:
        return ShuffleCards(self.batch(), self.any_cards())

    def make_decline_cut(self) -> Command:
        return DeclineCut(self.position())

    def make_cut_cards(self) -> Command:
        depth = self.random.choice((0, -1, 9, 10, 150, 302, 306, 406, 407, 10**9))
        return CutCards(self.position(), depth)

    def make_order_recut(self) -> Command:
        return OrderRecut(self.name())

    def make_place_cut_card(self) -> Command:
        """Return a cutting card far in front as a rule, so that shoes end soon."""
        if self.random.random() < 0.2:
            return PlaceCutCard(self.random.choice((-1, 0, 13, 14, 10**6)))
        most = self.setup.shoe_cards - 11
        return PlaceCutCard(most - self.random.randint(0, 90))

    def make_load_shoe(self) -> Command:
        return LoadShoe()

    def make_burn_cards(self) -> Command:
        return BurnCards(self.card())

    def make_stop(self) -> Command:
        return StopForWantOfPlay()

    def make_sit(self) -> Command:
        return Sit(self.position())

    def make_leave(self) -> Command:
        return Leave(self.position(), self.random.random() < 0.2)

    def make_buy_in(self) -> Command:
        return BuyIn(self.position(), self.cents())

    def make_take_back(self) -> Command:
        return TakeBack(self.random.choice((0, 1, 2, 3, -1, 99)))

    def make_call_no_more_bets(self) -> Command:
        return CallNoMoreBets()

    def make_take_progressives(self) -> Command:
        return TakeProgressives()

    def make_call_free_hand(self) -> Command:
        return CallFreeHand()

    def make_deal_card(self) -> Command:
        shown = self.card() if self.random.random() < 0.7 else None
        return DealCard(shown, self.side(), self.random.random() < 0.3)

    def make_hand_over(self) -> Command:
        by: list[Literal["right", "agreement", "consent"]] = ["right", "agreement", "consent"]
        return HandOver(self.side(), self.position(), self.random.choice(by))

    def make_wave_off(self) -> Command:
        return WaveOff(self.side(), self.position())

    def make_turn_cards(self) -> Command:
        return TurnCards(self.side(), self.any_cards())

    def make_call_points(self) -> Command:
        return CallPoints(self.side())

    def make_call_result(self) -> Command:
        return CallResult()

    def make_collect_losers(self) -> Command:
        return CollectLosers(self.random.choice(("all", "base", "bonus")))

    def make_pay_position(self) -> Command:
        return PayPosition(self.position(), self.random.choice(("all", "base", "bonus")))

    def make_collect_tie_vigorish(self) -> Command:
        return CollectTieVigorish()

    def make_clear_layout(self) -> Command:
        return ClearLayout()

    def make_shake_cups(self) -> Command:
        return ShakeCups()

    def make_hand_cup(self) -> Command:
        return HandCup(self.side(), self.position())

    def make_player_shakes(self) -> Command:
        return PlayerShakes(self.side())

    def make_reveal_dice(self) -> Command:
        cups = self.cups()
        return RevealDice(cups[0], cups[1] if self.random.random() < 0.7 else (0, 7, 3))

    def make_spill_dice(self) -> Command:
        return SpillDice("a die left the cup")

    def make_pass_dice(self) -> Command:
        return PassDice(self.position())

    def make_roll_dice(self) -> Command:
        return RollDice(self.random.randint(0, 7), self.random.randint(1, 6))

    def make_call_no_roll(self) -> Command:
        return CallNoRoll("cocked")

    def make_deal_in_error(self) -> Command:
        seen = self.card() if self.random.random() < 0.6 else None
        return DealInError(seen, self.side(), self.random.random() < 0.5)

    def make_run_dry(self) -> Command:
        return RunDry(self.name())

    def make_correct_card(self) -> Command:
        place = self.random.choice((0, 1, 1, 2, 2, 3, 4, -1))
        return CorrectCard(self.side(), place, self.card(), self.name())

    def make_void_round(self) -> Command:
        why = self.random.choice(("a card fell", ""))
        return VoidRound(self.name(), why, self.random.random() < 0.3)

    def make_open_dispute(self) -> Command:
        return OpenDispute(self.position(), "paid short")

    def make_close_dispute(self) -> Command:
        return CloseDispute(self.name(), "stands")

    def make_count_tray(self) -> Command:
        closing = self.table.counted and self.random.random() < 0.1
        when: Literal["opening", "closing"] = "closing" if closing else "opening"
        return CountTray(when, abs(self.cents()), *self.signed())

    def make_close_shift(self) -> Command:
        return CloseShift(abs(self.cents()), *self.signed())

    def make_ask_recount(self) -> Command:
        return AskRecount(self.random.choice(("shift", "closing")), abs(self.cents()), self.name())

    def make_explain_variance(self) -> Command:
        return ExplainVariance("a chip fell", self.name(), self.random.randint(-1, 3))

    def make_rate_player(self) -> Command:
        return RatePlayer(self.position(), self.random.choice(("P-1", "P-2", "no card")))

    def make_end_rating(self) -> Command:
        return EndRating(self.position())

    def make_fill_tray(self) -> Command:
        return FillTray(self.cents(), *self.signed())

    def make_credit_tray(self) -> Command:
        return CreditTray(self.cents(), *self.signed())

    def make_adjust_bet(self) -> Command:
        return AdjustBet(self.position(), self.cents(), "paid short", *self.signed())

    def make_empty_box(self) -> Command:
        return EmptyBox(self.random.choice(("toke box", "drop box")), *self.signed())

    def make_undo(self) -> Command:
        return Undo()

    def make_close_table(self) -> Command:
        return CloseTable()
