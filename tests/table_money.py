"""Bets and money as the facts alone tell of them, in a ledger of the auditor's own.

Each fact that moves chips is booked here by what the regulation and the house's policies say should
move; the movements that the fact itself carries must be those, no more and no fewer. The ledger
must agree with the table's accounts to the cent, bets must be settled once each and as
``pitboss.settle`` settles them, and nothing but an irregularity may touch a bet after "no more
bets".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from pitboss.settle import Bet, Settlement, settle
from pitboss.table.state import SettledBet, Table, Taking
from pitboss.table.steps.betting import BetPlaced, BetTakenBack
from pitboss.table.steps.clearing import LayoutCleared
from pitboss.table.steps.closing import BetsClosed, FreeHandCalled, ProgressivesTaken
from pitboss.table.steps.corrections import CardCorrected, SettlementsWithdrawn
from pitboss.table.steps.craps import DicePassed
from pitboss.table.steps.dealing import RoundMadeFree
from pitboss.table.steps.duties import GamingDayStarted
from pitboss.table.steps.errors import RoundVoided
from pitboss.table.steps.opening import SetupChanged, TableClosed, TableOpened
from pitboss.table.steps.paying import LosersCollected, PositionPaid, TieVigorishCollected
from pitboss.table.steps.positions import ChipsBought, PositionLeft
from pitboss.table.steps.recounts import RecountAsked
from pitboss.table.steps.registry import Fact
from pitboss.table.steps.results import BetsSettled
from pitboss.table.steps.shifts import ShiftClosed
from pitboss.table.steps.squeezing import CardsHanded, CardsWavedOff
from pitboss.table.steps.tray import BetAdjusted, BoxEmptied, TrayCounted, TrayCredited, TrayFilled
from pitboss.table.steps.turning import CardsTurned
from table_play import Play, holds

SOMEBODY_ELSE = 500
"""Added to the position of bets over the shoulder, so that limits see another bettor."""

AMOUNTS = (
    *("row", "pays", "cite", "won_cents", "returned_cents", "lost_cents", "vigorish_cents"),
    *("meter_share", "dealer_envy_cents", "player_envy_cents", "limited"),
)


Flows = dict[tuple[str, str, str], int]
"""How many cents went from which account to which, in chips of which kind."""


class Laid(NamedTuple):
    """A bet that lies on the layout."""

    bet: Bet
    behind: bool

    @property
    def owner(self) -> str:
        """Whose chips they are."""
        return f"{'behind' if self.behind else 'position'} {self.bet.position}"


class Money:
    """The shadow of a table's bets and accounts."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.accounts: Counter[str] = Counter()
        self.bets: dict[int, Laid] = {}
        self.settlements = 0
        self.flows: Flows = {}
        self.hears: dict[type, Callable[..., None]] = {
            TableOpened: self.table_opened,
            SetupChanged: self.nothing_laid,
            GamingDayStarted: self.nothing_laid,
            TableClosed: self.table_closed,
            ChipsBought: self.chips_bought,
            PositionLeft: self.position_left,
            BetPlaced: self.bet_placed,
            BetTakenBack: self.bet_taken_back,
            BetsClosed: self.bets_closed,
            FreeHandCalled: self.nothing_laid,
            DicePassed: self.nothing_laid,
            ProgressivesTaken: self.progressives_taken,
            CardsHanded: self.cards_handed,
            CardsWavedOff: self.cards_waved_off,
            CardsTurned: self.cards_turned,
            RoundMadeFree: self.all_given_back,
            RoundVoided: self.all_given_back,
            BetsSettled: self.bets_settled,
            SettlementsWithdrawn: self.settlements_withdrawn,
            CardCorrected: self.card_corrected,
            LosersCollected: self.losers_collected,
            PositionPaid: self.position_paid,
            TieVigorishCollected: self.tie_vigorish_collected,
            LayoutCleared: self.layout_cleared,
            TrayCounted: self.tray_counted,
            ShiftClosed: self.shift_closed,
            RecountAsked: self.recount_asked,
            TrayFilled: self.tray_filled,
            TrayCredited: self.tray_credited,
            BetAdjusted: self.bet_adjusted,
            BoxEmptied: self.box_emptied,
        }

    def table_opened(self, _: TableOpened) -> None:
        self.bets = {}
        self.takings: dict[str, Taking] = {}
        self.counted = False
        self._new_round()
        self.debts: Counter[str] = Counter()

    def _new_round(self) -> None:
        self.next_bet = len(self.bets) + 1
        self.taken: set[int] = set()
        self.settled: dict[int, SettledBet] = {}
        self.moved = self.withdrawn = False
        self.uncollected: set[int] = set()
        self.last_paid = 10**9
        self.held_over: list[Laid] = []
        self.waved: set[tuple[str, int]] = set()

    def move(self, source: str, target: str, cents: int, chips: str = "value") -> None:
        """Book a movement; chips that are no value chips lie in accounts of their own."""
        if not cents or source == target:
            return
        if cents < 0:
            source, target, cents = target, source, -cents
        kind = "" if chips == "value" else f", {chips}"
        self.accounts[source + kind] -= cents
        self.accounts[target + kind] += cents
        way = source, target, chips
        self.flows[way] = self.flows.get(way, 0) + cents

    # --- bets: 30-2807 ---

    def nothing_laid(self, fact: Fact) -> None:
        holds(not self.bets, f"{type(fact).__name__} while bets lie on the layout")

    def table_closed(self, fact: TableClosed) -> None:
        self.nothing_laid(fact)
        left = {name: cents for name, cents in self.accounts.items() if cents}
        seats = [name for name in left if name.startswith(("position", "behind"))]
        holds(not seats, f"a table is closed with chips of {seats} on it")

    def chips_bought(self, fact: ChipsBought) -> None:
        holds(fact.cents > 0, "chips are bought for nothing")
        self.move("outside", "drop", fact.cents)
        self.move("tray", f"position {fact.position}", fact.cents)

    def position_left(self, fact: PositionLeft) -> None:
        name = f"{'behind' if fact.behind else 'position'} {fact.position}"
        holds(fact.cents == self.accounts[name], "somebody leaves without what is theirs")
        self.move(name, "outside", fact.cents)
        own = [laid for laid in (*self.bets.values(), *self.held_over) if laid.owner == name]
        holds(not own, "30-2807(5): somebody left whose bets lie on the layout")
        holds(not self.debts[name], "30-2808(3)(c): somebody left who owes vigorish")

    def bet_placed(self, fact: BetPlaced) -> None:
        bet = fact.bet
        holds(not self.play.closed, "30-2807(4): a bet after no more bets")
        holds(not self.play.free and not self.play.carried_free, "30-2802(7): a bet on a free hand")
        holds(bet.stake_cents > 0, "a stake of nothing")
        holds(fact.number == self.next_bet, "a bet's number is not the next one")
        holds(fact.behind or bet.position in self.play.seated, "a bet of an empty position")
        self.next_bet += 1
        laid = self.bets[fact.number] = Laid(bet, fact.behind)
        if bet.chips != "value":
            self.move("outside", "layout", bet.stake_cents, bet.chips)
            holds(fact.cash_cents == 0, "cash is changed for a coupon")
            return
        own = self.accounts[laid.owner]
        cash = max(bet.stake_cents - own, 0)
        holds(fact.cash_cents == cash, "another amount of cash is changed than the bank lacks")
        holds(not cash or fact.behind or self.play.setup.purses == "cash", "no cash is taken here")
        self.move("outside", "drop", cash)
        self.move("tray", laid.owner, cash)
        self.move(laid.owner, "layout", bet.stake_cents)

    def _give_back(self, number: int) -> None:
        laid = self.bets.pop(number)
        source = "tray" if number in self.taken else "layout"
        owner = laid.owner if laid.bet.chips == "value" else "outside"
        self.move(source, owner, laid.bet.stake_cents, laid.bet.chips)

    def bet_taken_back(self, fact: BetTakenBack) -> None:
        holds(not self.play.closed, "30-2807(4): a bet is withdrawn after no more bets")
        self._give_back(fact.number)

    def all_given_back(self, _: RoundMadeFree | RoundVoided) -> None:
        holds(not self.moved, "a round is void in which chips have moved")
        for number in list(self.bets):
            self._give_back(number)
        self._new_round()

    def bets_closed(self, _: BetsClosed) -> None:
        holds(not self.debts, "30-2808(3)(c): tie vigorish is due before the next round")

    def end_of_command(self) -> None:
        """Check what a command must not leave undone."""
        free = self.play.free and bool(self.bets)
        holds(not free, "30-2802(7), 30-2816(2): bets lie on the layout in a free hand")
        holds(not self.withdrawn, "settlements are withdrawn, and no card was corrected")

    def progressives_taken(self, fact: ProgressivesTaken) -> None:
        rules = self.play.setup.rules
        wanted = {
            number
            for number, laid in self.bets.items()
            if rules.wager(laid.bet.wager).role == "progressive"
        }
        holds(set(fact.numbers) == wanted and bool(wanted), "other wagers are taken")
        holds(self.play.closed and not self.play.dealt, "30-2899.07(6)(b): at another moment")
        for number in wanted:
            bet = self.bets[number].bet
            self.move("layout", "tray", bet.stake_cents, bet.chips)
        self.taken = wanted

    # --- who turns the cards: 30-2817(4) ---

    def _stakes_on(self, hand: str) -> Counter[int]:
        stakes: Counter[int] = Counter()
        for bet, behind in self.bets.values():
            if bet.wager == hand and not behind and not bet.toke:
                stakes[bet.position] += bet.stake_cents
        return stakes

    def _highest(self, hand: str) -> list[int]:
        """Who bet most on a hand, of those who did not wave its cards off; the first by (e)."""
        stakes = self._stakes_on(hand)
        asked = {at: cents for at, cents in stakes.items() if (hand, at) not in self.waved}
        return [at for at in sorted(asked) if asked[at] == max(asked.values())]

    def _turned_for_another(self, hand: str, by: int) -> bool:
        """Whether 30-2801(2) lets others turn the cards of whoever should, or lets them turn."""
        whose = next(iter(self._highest(hand)), 0)
        return any(self.play.waives("cards-of-another-player", one) for one in (whose, by))

    def cards_handed(self, fact: CardsHanded) -> None:
        if fact.hand in self.play.turner or self._turned_for_another(fact.hand, fact.position):
            return
        highest = self._highest(fact.hand)
        holds(bool(highest), "30-2817(4): nobody bet on the hand")
        if fact.by == "right":
            holds(fact.position == highest[0], "30-2817(4)(e): another player's cards")
        elif fact.by == "agreement":
            holds(fact.position in highest, "30-2817(4)(e): no equal bettor")
        elif fact.position != highest[0]:
            holds(self.play.setup.lower_bettor_may_turn, "30-2817(4)(f): the house denies it")
            own = (laid.bet for laid in self.bets.values() if not laid.behind)
            bettors = {bet.position for bet in own if not bet.toke}
            holds(fact.position in bettors, "30-2817(4)(f): no lower bettor, but none at all")

    def cards_waved_off(self, fact: CardsWavedOff) -> None:
        """Heard before the cards go on."""
        turns = {*self._highest(fact.hand)[:1], self.play.turner.get(fact.hand)}
        holds(fact.position in turns, "30-2817(4): somebody waves off what is not theirs to turn")
        self.waved.add((fact.hand, fact.position))

    def cards_turned(self, fact: CardsTurned) -> None:
        """Heard before the cards leave the player's hands."""
        if self.play.setup.style == "squeeze" and not self.play.free:
            held = fact.hand in self.play.held or self._turned_for_another(fact.hand, 0)
            holds(held or not self._highest(fact.hand), "30-2817(4): the dealer turns the cards")

    # --- settling and paying: 30-2815 ---

    def bets_settled(self, fact: BetsSettled) -> None:
        play = self.play
        outcome = play.outcome
        assert outcome is not None, "bets are settled without an outcome"
        holds(not self.settled, "bets are settled again that are not paid yet")
        numbers = list(self.bets)
        expected = self._as_settle_says(numbers)
        decided = [number for number in numbers if expected[number].resolved]
        holds([one.number for one in fact.bets] == decided, "other bets are settled")
        for one in fact.bets:
            ours, bet = expected[one.number], self.bets[one.number].bet
            for name in AMOUNTS:
                theirs = getattr(one, name)
                holds(theirs == getattr(ours, name), f"{name} of {bet}: {theirs}, by settle {ours}")
            holds(one.returned_cents + one.lost_cents == bet.stake_cents, "a stake is lost or made")
            self._as_printed(one, bet)
            self.settled[one.number] = one
        self.settlements += len(fact.bets)
        self.uncollected = {one.number for one in fact.bets if self._loses(one)}
        self.last_paid = 10**9

    def _as_settle_says(self, numbers: list[int]) -> dict[int, Settlement]:
        """Settle the bets with the public function, which judges their legality once more."""
        setup, outcome = self.play.setup, self.play.outcome
        assert outcome is not None
        bets = [self.bets[number].bet for number in numbers]
        done = settle(setup.game, bets, outcome, setup.house)
        if done.refusals and any(isinstance(bet.on, int) for bet in bets):
            behind = [number for number in numbers if self.bets[number].behind]
            front = [number for number in numbers if not self.bets[number].behind]
            if behind and front:  # a seat's wager stays at its seat, so they are settled apart
                return self._as_settle_says(front) | self._as_settle_says(behind)
        if done.refusals:
            apart = [
                bet._replace(position=bet.position + SOMEBODY_ELSE)
                if self.bets[number].behind
                else bet
                for number, bet in zip(numbers, bets, strict=True)
            ]
            done = settle(setup.game, apart, outcome, setup.house)
        holds(not done.refusals, f"settle refuses a bet that the table took: {done.refusals}")
        return dict(zip(numbers, done.settlements, strict=True))

    def _as_printed(self, one: SettledBet, bet: Bet) -> None:
        """Pay the three base wagers of baccarat by hand: 30-2807(1), 30-2808(1) to (3)."""
        play = self.play
        if play.setup.kind != "baccarat" or bet.wager not in ("player", "banker", "tie"):
            return
        player, banker = (sum(min(c.rank, 10) for c in hand if c) % 10 for hand in (
            play.player, play.banker))  # fmt: skip
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        if bet.wager == "player":
            net = {"player": bet.stake_cents, "tie": 0, "banker": -bet.stake_cents}[winner]
            holds(one.net_cents == net or play.setup.breakage != "to-the-cent", "Player's pay")
        elif bet.wager == "banker":
            self._banker_as_printed(one, bet, winner)
        else:
            least = 8 * bet.stake_cents if winner == "tie" else -bet.stake_cents
            sound = one.net_cents >= least if winner == "tie" else one.net_cents == least
            holds(sound or play.setup.breakage != "to-the-cent", "the tie's pay")

    def _banker_as_printed(self, one: SettledBet, bet: Bet, winner: str) -> None:
        """Pay a Banker wager by hand: vigorish on wins or on ties, or a push on a 3-card 7."""
        setup, stake = self.play.setup, bet.stake_cents
        kind, rate = setup.vigorish
        charged = {"vigorish": winner == "banker", "tie-vigorish": winner == "tie"}.get(kind)
        multiple = setup.vigorish_rounding_cents
        fee = -(-rate.numerator * stake // (rate.denominator * multiple)) * multiple
        holds(one.vigorish_cents == (fee if charged else 0), "30-2808(3): the vigorish")
        seven = len(self.play.banker) == 3 and one.row == "Banker wins with a 3-card 7"
        won = {"banker": 0 if kind == "none" and seven else stake, "tie": 0, "player": -stake}
        paid = one.won_cents - one.lost_cents
        tiger = setup.game == "tiger-baccarat" and winner == "banker"
        exact = setup.breakage == "to-the-cent" and not tiger
        holds(paid == won[winner] or not exact, "the Banker's pay")

    def _loses(self, one: SettledBet) -> bool:
        nothing = not (one.won_cents or one.returned_cents or one.player_envy_cents)
        return nothing and one.meter_share is None

    def _wins(self, number: int) -> bool:
        one = self.settled[number]
        return bool(one.won_cents or one.player_envy_cents) or one.meter_share is not None

    def _is_base(self, number: int) -> bool:
        return self.play.setup.rules.wager(self.bets[number].bet.wager).role == "base"

    def _within(self, number: int, scope: str) -> bool:
        return scope == "all" or self._is_base(number) == (scope == "base")

    def settlements_withdrawn(self, fact: SettlementsWithdrawn) -> None:
        holds(not self.moved, "settlements are withdrawn after chips have moved")
        all_of_them = bool(self.settled) and set(fact.numbers) == set(self.settled)
        holds(all_of_them, "other settlements are withdrawn than there are")
        self.settled, self.uncollected = {}, set()
        self.withdrawn = True

    def card_corrected(self, _: CardCorrected) -> None:
        holds(not self.moved, "a card is corrected after chips have moved")
        holds(not self.settled, "a card is corrected, and what bets came to by it still stands")
        self.withdrawn = False

    def losers_collected(self, fact: LosersCollected) -> None:
        losers = {number for number in self.uncollected if self._within(number, fact.scope)}
        holds(set(fact.numbers) == losers, "30-2815(2): other bets are collected than lose")
        for number in fact.numbers:
            laid, one = self.bets[number], self.settled[number]
            self._book(one, laid.bet)
            if number not in self.taken:
                self.move("layout", "tray", one.lost_cents, laid.bet.chips)
            self._gone(number)
        self.uncollected -= losers
        self.moved = self.moved or bool(fact.numbers)

    def position_paid(self, fact: PositionPaid) -> None:
        free_order = self.play.setup.bonus_order == "any"
        # A push that goes back is no winning wager, and may go back in any order.
        won = [number for number in fact.numbers if self._wins(number)]
        if self._is_ordered() and any(self._is_base(number) or not free_order for number in won):
            waiting = {n for n in self.uncollected if not free_order or self._is_base(n)}
            holds(not waiting, "30-2815(2): a winner is paid before the losers are collected")
            holds(fact.position < self.last_paid, "30-2815(2)(a): positions are paid upwards")
            self.last_paid = fact.position
        owed = {
            number
            for number, one in self.settled.items()
            if self.bets[number].bet.position == fact.position
            and not self._loses(one)
            and self._within(number, fact.scope)
        }
        holds(set(fact.numbers) == owed and bool(owed), "other bets are paid than are owed")
        for number in fact.numbers:
            self._pay(number, held=number in fact.held_over)
        self.moved = True

    def _is_ordered(self) -> bool:
        """30-2815 is Colorado's: 001 knows no order."""
        setup = self.play.setup
        return setup.jurisdiction == "colorado"

    def _pay(self, number: int, *, held: bool) -> None:
        laid, one = self.bets[number], self.settled[number]
        bet = laid.bet
        push = not one.won_cents and not one.lost_cents and number not in self.taken
        lies_over = push and self.play.setup.push == "held-over"
        holds(held == lies_over, "30-2802(22): a push lies over, and nothing but a push")
        ties = not one.won_cents and not one.lost_cents and self.play.setup.toke_push == "player"
        owner = "toke box" if bet.toke and not ties else laid.owner
        stake = "tray" if number in self.taken else "layout"
        used_up = bet.chips == "coupon" and one.won_cents > 0
        back = "tray" if used_up else owner if bet.chips == "value" else "outside"
        self.move(stake, "tray", one.lost_cents, bet.chips)
        self.move(stake, "layout" if held else back, one.returned_cents, bet.chips)
        self.move("tray", owner, one.won_cents + one.player_envy_cents)
        self.move("tray", "dealer", one.dealer_envy_cents)
        if one.won_cents:
            self.move(owner, "vigorish", one.vigorish_cents)
        elif one.vigorish_cents:
            self.debts[owner] += one.vigorish_cents
        if held:
            self.held_over.append(laid)
        self._book(one, bet)
        self._gone(number)

    def _book(self, one: SettledBet, bet: Bet) -> None:
        spot = self.play.setup.labels[bet.wager, bet.on]
        before = self.takings.get(spot, Taking())
        kept = one.lost_cents + one.vigorish_cents - one.won_cents
        envy = one.dealer_envy_cents + one.player_envy_cents
        self.takings[spot] = Taking(
            before.bets + 1, before.handle_cents + bet.stake_cents, before.win_cents + kept - envy
        )

    def _gone(self, number: int) -> None:
        del self.bets[number], self.settled[number]

    def tie_vigorish_collected(self, _: TieVigorishCollected) -> None:
        holds(bool(self.debts), "vigorish is collected that nobody owes")
        for owner, cents in self.debts.items():
            short = max(cents - self.accounts[owner], 0)
            self.move("outside", "drop", short)
            self.move("tray", owner, short)
            self.move(owner, "vigorish", cents)
        self.debts = Counter()

    def layout_cleared(self, _: LayoutCleared) -> None:
        holds(not self.settled, "a decided bet is neither collected nor paid")
        holds(not self.bets, f"bets are never decided: {self.bets}")
        self.bets = dict(enumerate(self.held_over, 1))
        self._new_round()

    # --- the tray: house procedure ---

    def tray_counted(self, fact: TrayCounted) -> None:
        holds(fact.first != fact.second, "one person signs twice")
        opening = fact.when == "opening"
        holds(opening != self.counted, "a tray is counted out of turn")
        self.counted = opening
        if opening:
            self.move("cage", "tray", fact.cents - self.accounts["tray"])
            holds(self.accounts["tray"] == fact.cents, "a count finds what is not in the tray")
            return
        holds(
            fact.expected_cents == self.accounts["tray"] + self.accounts["vigorish"],
            "the tray should hold something else",
        )
        self.move("vigorish", "tray", self.accounts["vigorish"])
        self.move("outside", "tray", fact.cents - self.accounts["tray"])
        self.move("tray", "cage", fact.cents)

    def shift_closed(self, fact: ShiftClosed) -> None:
        holds(fact.first != fact.second, "one person signs twice")
        holds(self.counted, "a shift ends at a tray that was never counted")
        holds(
            fact.expected_cents == self.accounts["tray"] + self.accounts["vigorish"],
            "the tray should hold something else",
        )
        self.move("vigorish", "tray", self.accounts["vigorish"])
        self.move("outside", "tray", fact.cents - self.accounts["tray"])
        holds(self.accounts["tray"] == fact.cents, "a count finds what is not in the tray")

    def recount_asked(self, fact: RecountAsked) -> None:
        holds(self.counted, "a recount is asked of a tray that was never counted")
        holds(not self.bets and fact.cents >= 0, "a recount is asked in a round, or of no amount")

    def tray_filled(self, fact: TrayFilled) -> None:
        holds(fact.first != fact.second and fact.cents > 0, "a fill that nobody signed")
        self.move("cage", "tray", fact.cents)

    def tray_credited(self, fact: TrayCredited) -> None:
        holds(fact.first != fact.second and fact.cents > 0, "a credit that nobody signed")
        self.move("tray", "cage", fact.cents)

    def bet_adjusted(self, fact: BetAdjusted) -> None:
        holds(fact.first != fact.second and bool(fact.cents), "an adjustment nobody signed")
        self.move("tray", f"position {fact.position}", fact.cents)

    def box_emptied(self, fact: BoxEmptied) -> None:
        holds(fact.first != fact.second, "a box is taken away that nobody signed for")
        tokes = fact.box == "toke box"
        boxes = ("toke box", "dealer") if tokes else ("drop",)
        holds(fact.cents == sum(self.accounts[box] for box in boxes), "a box held something else")
        for box in boxes:
            self.move(box, "outside" if tokes else "count room", self.accounts[box])

    # --- the shadow beside the state ---

    def carried_by(self, fact: Fact) -> None:
        """Compare what a fact says it moved with what was booked for it."""
        carried: Flows = {}
        for source, target, cents, chips, reason in getattr(fact, "movements", ()):
            holds(cents > 0 and source != target, f"no movement: {source} to {target}, {cents}")
            holds(bool(reason), "money moves, and nobody says why")
            way = str(source), str(target), chips
            carried[way] = carried.get(way, 0) + cents
        if carried != self.flows:
            name = type(fact).__name__
            raise AssertionError(f"movements of {name}: {carried}, by the ledger {self.flows}")

    def agrees(self, table: Table) -> None:
        """Compare the ledger with the table's accounts, and the bets with those on its layout."""
        ours: dict[str, int] = {name: cents for name, cents in self.accounts.items() if cents}
        theirs: dict[str, int] = {name: cents for name, cents in table.accounts.items() if cents}
        if ours != theirs:
            off = {
                name: (ours.get(name, 0), theirs.get(name, 0))
                for name in sorted({*ours, *theirs})
                if ours.get(name) != theirs.get(name)
            }
            raise AssertionError(f"accounts differ (ledger, table): {off}")
        holds(sum(theirs.values()) == 0, "money is not conserved")
        bets = [(one.number, one.bet, one.behind) for one in table.round.bets]
        mine = [(number, *laid) for number, laid in self.bets.items()]
        holds(bets == mine, "the bets on the layout differ")
        lying = sum(
            laid.bet.stake_cents
            for laid in (*self._untaken(), *self.held_over)
            if laid.bet.chips == "value"
        )
        holds(theirs.get("layout", 0) == lying, "the layout holds other chips than the live bets")
        for name, cents in theirs.items():
            if cents < 0 and name.startswith(("position", "behind", "toke", "layout", "vigorish")):
                raise AssertionError(f"{name.rstrip('0123456789')}N is below zero: {name} {cents}")

    def _untaken(self) -> list[Laid]:
        return [laid for number, laid in self.bets.items() if number not in self.taken]

    def agrees_in_full(self, table: Table) -> None:
        """Compare what the spots have taken, too."""
        self.agrees(table)
        holds(dict(table.takings) == self.takings, "the takings differ")
        due = {owner: 0 for owner, _ in table.round.vigorish_due}
        for owner, cents in table.round.vigorish_due:
            due[owner] += cents
        holds(due == dict(self.debts), "the vigorish due differs")
