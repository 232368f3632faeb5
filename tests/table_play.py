"""Cards and dice as the facts alone tell of them, watched by somebody who has read the regulation.

Nothing here asks the table's own helpers what is right: the third-card tables, the cut, the burn
and the end of a shoe are written down anew from 30-2805 to 30-2816, and what the facts say is kept
in counts of its own, to be compared with the state of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from pitboss.games import Coup, Outcome, ShooterHand, Throw
from pitboss.games.baccarat import Side
from pitboss.games.cards import DECK, Card
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.table.steps.clearing import LayoutCleared
from pitboss.table.steps.closing import BetsClosed, FreeHandCalled
from pitboss.table.steps.corrections import CardCorrected, DisputeClosed, DisputeOpened
from pitboss.table.steps.craps import DicePassed, DiceRolled, ShooterOut
from pitboss.table.steps.cups import CupHanded, CupShaken, CupsShaken, DiceRevealed, ThrowVoided
from pitboss.table.steps.dealing import CardDealt, CutCardDrawn, RoundMadeFree
from pitboss.table.steps.duties import AccommodationRecorded, DeviceInspected, GamingDayStarted
from pitboss.table.steps.errors import CardErred, RoundVoided, ShuffleUpOrdered
from pitboss.table.steps.inspection import (
    CardsInspected,
    CardsReceived,
    CardsReplaced,
    CardsSpread,
    CardsVerified,
    CardsWashed,
    SealBroken,
)
from pitboss.table.steps.opening import SetupChanged, TableClosed, TableOpened
from pitboss.table.steps.positions import PositionLeft, PositionTaken
from pitboss.table.steps.registry import Fact
from pitboss.table.steps.results import ResultCalled
from pitboss.table.steps.shoes import CardsBurnt, PlayStopped, ShoeFinished, ShoeLoaded
from pitboss.table.steps.shuffling import (
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutDeclined,
    MissingCardsFound,
    RecutOrdered,
)
from pitboss.table.steps.squeezing import CardsHanded, CardsWavedOff
from pitboss.table.steps.turning import CardsTurned, PointsCalled

FROM_ENDS, FROM_BACK = 10, 14
"""Where a stack may be cut, and where the cutting card may lie: 30-2810(3), (4)."""

BANKER_DRAWS_ON = {
    **dict.fromkeys((0, 1, 2), "0123456789"),
    **{3: "012345679", 4: "234567", 5: "4567", 6: "67", 7: ""},
}
"""Table 2 of 30-2814, the row and the third cards of the Player on which the Banker draws."""

BEFORE = {
    SealBroken: ("sealed",),
    CardsInspected: ("received", "faulty", "stacked"),
    CardsReplaced: ("faulty",),
    CardsVerified: ("inspected",),
    CardsSpread: ("verified",),
}
"""What a batch must be before it is handled further: 30-2809, and 30-2810 after (6)."""


def holds(sound: bool, otherwise: str) -> None:
    """Fail with words that say which invariant is broken."""
    if not sound:
        raise AssertionError(otherwise)


def points(cards: Sequence[Card | None]) -> int:
    """Count a hand by 30-2806(2), (3)."""
    return sum(one.rank for one in cards if one is not None and one.rank < 10) % 10


def due_to(player: Sequence[Card | None], banker: Sequence[Card | None]) -> Side | None:
    """Say who draws a third card now, by 30-2814(1) and its Tables 1 and 2."""
    player_two, banker_two = points(player[:2]), points(banker[:2])
    if max(player_two, banker_two) >= 8:
        return None
    if player_two <= 5 and len(player) == 2:
        return "player"
    if len(banker) == 3:
        return None
    if len(player) == 2:
        return "banker" if banker_two <= 5 else None
    return "banker" if str(points(player[2:])) in BANKER_DRAWS_ON[banker_two] else None


class Play:
    """The shadow of a table's cards and dice."""

    setup: TableSetup

    def __init__(self) -> None:
        self.open = False
        self.shoe, self.round = 0, 1
        self.last_cleared: tuple[int, int, tuple[Card | None, ...]] | None = None
        self.hears: dict[type, Callable[..., None]] = {
            TableOpened: self.table_opened,
            TableClosed: self.table_closed,
            SetupChanged: self.setup_changed,
            GamingDayStarted: self.day_started,
            DeviceInspected: self.device_inspected,
            AccommodationRecorded: self.accommodated,
            PositionTaken: self.position_taken,
            PositionLeft: self.position_left,
            CardsReceived: self.cards_received,
            SealBroken: self.seal_broken,
            CardsInspected: self.cards_inspected,
            CardsReplaced: self.cards_replaced,
            CardsVerified: self.cards_verified,
            CardsSpread: self.cards_spread,
            CardsWashed: self.cards_washed,
            CardsShuffled: self.cards_shuffled,
            MissingCardsFound: self.missing_found,
            CutDeclined: self.cut_declined,
            CardsCut: self.cards_cut,
            RecutOrdered: self.recut_ordered,
            CutCardPlaced: self.cut_card_placed,
            ShoeLoaded: self.shoe_loaded,
            CardsBurnt: self.cards_burnt,
            PlayStopped: self.play_stopped,
            ShuffleUpOrdered: self.shuffle_up_ordered,
            ShoeFinished: self.shoe_finished,
            BetsClosed: self.bets_closed,
            FreeHandCalled: self.free_hand_called,
            RoundMadeFree: self.round_made_free,
            CutCardDrawn: self.cut_card_drawn,
            CardDealt: self.card_dealt,
            CardsHanded: self.cards_handed,
            CardsWavedOff: self.cards_waved_off,
            CardsTurned: self.cards_turned,
            PointsCalled: self.points_called,
            ResultCalled: self.result_called,
            CardErred: self.card_erred,
            CardCorrected: self.card_corrected,
            RoundVoided: self.round_voided,
            LayoutCleared: self.layout_cleared,
            DisputeOpened: self.dispute_opened,
            DisputeClosed: self.dispute_closed,
            CupsShaken: self.cups_shaken,
            CupHanded: self.cup_handed,
            CupShaken: self.cup_shaken,
            DiceRevealed: self.dice_revealed,
            ThrowVoided: self.throw_voided,
            DicePassed: self.dice_passed,
            DiceRolled: self.dice_rolled,
            ShooterOut: self.shooter_out,
        }

    # --- the table around the game ---

    def table_opened(self, fact: TableOpened) -> None:
        holds(not self.open, "a table is opened that is open")
        self.setup, self.open = fact.setup, True
        self.seated: set[int] = set()
        self.sound: set[str] = set()
        self.waived: set[tuple[str, int]] = set()
        self.batches: dict[int, str] = {}
        self.backs: dict[int, str] = {}
        self.sealed: set[int] = set()
        self.stack, self.batch, self.last_batch, self.batch_before = "none", 0, 0, 0
        self.declined: set[int] = set()
        self.cutter: int | None = None
        self.recut = False
        self.finishing = False
        self.disputed: int | None = None
        self._empty_shoe()
        self._new_round()
        self.shooter: int | None = None

    def _empty_shoe(self) -> None:
        self.total = self.left = self.burnt = self.cut_after = self.discarded = 0
        self.cut_out = self.last = self.carries = self.carried_free = self.deserted = False
        self.free_hands = 0
        self.rack: list[tuple[Card | None, ...]] = []
        self.carried: Card | None = None  # unseen, or nothing, as `carries` says
        self.seen: Counter[Card] = Counter()

    def _new_round(self) -> None:
        self.closed = self.free = self.result = self.shaken = self.out = False
        self.player: list[Card | None] = []
        self.banker: list[Card | None] = []
        self.dealt: list[tuple[Side, int]] = []
        self.called: list[Side] = []
        self.turner: dict[Side, int] = {}
        self.held: set[Side] = set()
        self.throw: Throw | None = None
        self.rolls: list[int] = []
        self.point: int | None = None
        self.shooter = None

    def table_closed(self, _: TableClosed) -> None:
        holds(self.open and not self.closed, "a table is closed in the middle of a round")
        self.open = False

    def setup_changed(self, fact: SetupChanged) -> None:
        holds(not self.closed, "the setup changed in a round")
        self.setup = fact.setup

    def day_started(self, _: GamingDayStarted) -> None:
        self.sound = set()

    def device_inspected(self, fact: DeviceInspected) -> None:
        self.sound.discard(fact.device)
        if fact.sound:
            self.sound.add(fact.device)

    def accommodated(self, fact: AccommodationRecorded) -> None:
        self.waived.add((fact.rule, fact.position))

    def waives(self, rule: str, position: int) -> bool:
        """Say whether 30-2801(2) excuses a person; 0 is the dealer, which excuses everybody."""
        return bool({(rule, position), (rule, 0)} & self.waived)

    def position_taken(self, fact: PositionTaken) -> None:
        holds(fact.position not in self.seated, "a position is taken twice")
        highest = self.setup.positions
        if self.setup.game == "99-fortunes":  # no number 4 on the layout, so one more in the end
            holds(fact.position != 4, "30-2899.02(4): there is no position 4")
            highest += highest > 3
        holds(1 <= fact.position <= highest, "there is no such position")
        self.seated.add(fact.position)

    def position_left(self, fact: PositionLeft) -> None:
        if fact.behind:
            return
        self.seated.remove(fact.position)
        self.waived = {one for one in self.waived if one[1] != fact.position}
        holders = {self.turner[side] for side in self.held}
        holds(fact.position not in holders, "somebody left with cards or a cup in hand")
        if self.dealt and not self.result:
            waits = fact.position in self.turner.values()
            holds(not waits, "30-2817(4)(c), (d), (f): who turns the third card left")
        if not self.seated and self.setup.device != "continuous":
            self.deserted = self.deserted or bool(self.discarded or self.dealt)

    # --- cards before the shoe: 30-2805, 30-2809, 30-2810 ---

    def _step(self, fact: Fact, batch: int, after: str) -> None:
        allowed = BEFORE[type(fact)]
        found = self.batches[batch]
        holds(found in allowed, f"{type(fact).__name__} of a batch that is {found}")
        self.batches[batch] = after

    def cards_received(self, fact: CardsReceived) -> None:
        batches = 2 if self.setup.device == "two-batches" else 1
        holds(fact.decks * batches == self.setup.decks, "the decks received are not the table's")
        if fact.batch in self.batches:
            live = self.stack in ("loaded", "in play")
            holds(self.shoe > 0 and not live, "30-2810: new cards beside a live shoe")
            if fact.batch == self.batch:
                self.stack = "none"
        else:
            holds(fact.batch == len(self.batches) + 1 <= batches, "a batch too many")
        holds(fact.sealed == (self.setup.device == "pre-shuffled"), "cards of the wrong kind")
        self.batches[fact.batch] = "sealed" if fact.sealed else "received"
        self.sealed |= {fact.batch} if fact.sealed else set()
        self.backs[fact.batch] = fact.backs
        colors = set(self.backs.values())
        holds(len(colors) == len(self.backs), "30-2806(1)(a)(ii): both batches have the same backs")

    def seal_broken(self, fact: SealBroken) -> None:
        self._step(fact, 1, "stacked")

    def cards_inspected(self, fact: CardsInspected) -> None:
        whole = "stacked" if fact.batch in self.sealed else "inspected"
        self._step(fact, fact.batch, "faulty" if fact.missing or fact.extra else whole)

    def cards_replaced(self, fact: CardsReplaced) -> None:
        self._step(fact, fact.batch, "received")

    def cards_verified(self, fact: CardsVerified) -> None:
        self._step(fact, fact.batch, "verified")

    def cards_spread(self, fact: CardsSpread) -> None:
        holds("spread" not in self.batches.values(), "two batches are spread at once")
        self._step(fact, fact.batch, "spread")

    def cards_washed(self, fact: CardsWashed) -> None:
        before = "verified" if self.setup.device == "hand" else "spread"
        holds(self.batches[fact.batch] == before, "cards are washed too soon")
        self.batches[fact.batch] = "stacked"

    def missing_found(self, fact: MissingCardsFound) -> None:
        holds(self.batches[fact.batch] == "stacked", "cards are missed that are not shuffled")
        self.batches[fact.batch] = "faulty"

    def cards_shuffled(self, fact: CardsShuffled) -> None:
        holds(self.batches[fact.batch] == "stacked", "cards are shuffled that are not stacked")
        if self.setup.device != "hand":
            holds("shuffler" in self.sound, "30-2805: cards went into an uninspected shuffler")
        self.batches[fact.batch] = "shuffled"
        self._offer()

    def _offer(self) -> None:
        """A shuffled batch is offered to be cut; two batches alternate (30-2806(1)(a)(iv))."""
        if self.stack != "none" or self.setup.device == "continuous":
            return
        ready = [batch for batch, state in self.batches.items() if state == "shuffled"]
        if self.setup.device == "two-batches":
            ready = [batch for batch in ready if batch != self.last_batch]
        if ready:
            self.stack, self.batch = "offered", ready[0]
            self.declined, self.cutter, self.recut = set(), None, False

    def _entitled(self, position: int) -> None:
        holds(position == 0 or position in self.seated, "the cut is with an empty position")
        if self.waives("cut-of-another-player", position):
            return
        if self.recut and self.setup.recut_by == "last" and self.cutter in {0, *self.seated}:
            holds(position == self.cutter, "30-2810(5): the last cutter cuts again")
        else:
            first = max(self.seated - self.declined, default=0)
            holds(position == first, "30-2810(2): the cut is another position's")

    def cut_declined(self, fact: CutDeclined) -> None:
        holds(self.stack == "offered", "a cut is declined that is not offered")
        self._entitled(fact.position)
        self.declined.add(fact.position)
        self.recut = False

    def cards_cut(self, fact: CardsCut) -> None:
        cards = self.setup.shoe_cards
        holds(self.stack == "offered", "cards are cut that are not offered")
        self._entitled(fact.position)
        holds(FROM_ENDS <= fact.depth <= cards - FROM_ENDS, "30-2810(3): the cut is too shallow")
        self.stack, self.cutter, self.recut = "cut", fact.position, False

    def recut_ordered(self, _: RecutOrdered) -> None:
        holds(self.stack in ("cut", "marked", "loaded"), "30-2810(5): a recut when none may be")
        if self.stack == "loaded":
            self.shoe -= 1
            self._empty_shoe()
            self.last_batch = self.batch_before  # nothing was dealt: the batch keeps its turn
        if self.setup.recut_by == "next" and self.cutter:
            self.declined.add(self.cutter)
        self.batches[self.batch] = "shuffled"
        self.stack, self.recut = "offered", True

    def cut_card_placed(self, fact: CutCardPlaced) -> None:
        holds(self.stack == "cut", "the cutting card goes into a stack that is not cut")
        holds(fact.from_back >= FROM_BACK, "30-2810(4): the cutting card is too far back")
        self.stack, self.cut_after = "marked", fact.from_back

    def shoe_loaded(self, fact: ShoeLoaded) -> None:
        continuous = self.setup.device == "continuous"
        device = "shuffler" if continuous else "shoe"
        holds(device in self.sound, f"30-2805: cards went into an uninspected {device}")
        if continuous:
            self.batch = 1
            holds(self.stack == "none", "a shuffler is loaded that is in play")
        else:
            holds(self.stack == "marked", "a stack is loaded that is not ready")
        holds(self.batches[self.batch] == "shuffled", "30-2810(1): cards that are not shuffled")
        holds(fact.batch == self.batch, "the wrong batch is loaded")
        cut_after = 0 if continuous else self.cut_after
        self._empty_shoe()
        self.shoe += 1
        self.total = self.left = len(DECK) * (
            self.setup.decks // (2 if self.setup.device == "two-batches" else 1)
        )
        self.cut_after = cut_after
        holds((fact.shoe, fact.cards) == (self.shoe, self.total), "the shoe is miscounted")
        self.stack = "in play" if continuous else "loaded"
        self.batch_before = self.last_batch
        self.batches[self.batch], self.last_batch = "in use", self.batch

    def cards_burnt(self, fact: CardsBurnt) -> None:
        holds(self.stack == "loaded", "cards are burnt from a shoe that is not new")
        holds(fact.cards == 1 + min(fact.first.rank, 10), "30-2810(4): the burn is miscounted")
        self.stack, self.burnt = "in play", fact.cards
        self.left -= fact.cards
        self._see(fact.first)

    def play_stopped(self, fact: PlayStopped) -> None:
        self.free = False
        idle = not self.seated or self.deserted
        holds(idle and not self.closed, "30-2810(6): there is gaming activity")
        self.finishing = fact.cards == "to be shuffled"

    def shuffle_up_ordered(self, fact: ShuffleUpOrdered) -> None:
        holds(self.stack == "in play", "30-2802(25): there is no shoe to shuffle up")
        holds(not self.closed, "30-2802(25): a shuffle-up in the middle of a round")
        holds(bool(fact.supervisor and fact.reason), "a shuffle-up that nobody answers for")
        self.finishing = True

    def shoe_finished(self, _: ShoeFinished) -> None:
        holds(self.finishing, "a shoe ends before its last hand")
        self.finishing = False
        self.batches[self.batch], self.stack = "stacked", "none"
        self._empty_shoe()
        self._offer()

    # --- dealing: 30-2812 to 30-2816 ---

    def _see(self, card: Card | None) -> None:
        if card is not None:
            holds(card in DECK, f"{card} is no card")
            self.seen[card] += 1
            holds(self.seen[card] * len(DECK) <= self.total, f"{card} is seen too often")

    def _draw(self) -> None:
        holds(self.stack == "in play" and self.left > 0, "a card comes from nowhere")
        self.left -= 1
        holds(
            not self.cut_after or self.cut_out or self.left >= self.cut_after,
            "30-2813(4): a card behind the cutting card is dealt before the cutting card came out",
        )

    def hand(self, side: Side) -> list[Card | None]:
        return self.player if side == "player" else self.banker

    def bets_closed(self, _: BetsClosed) -> None:
        holds(not self.closed, "bets are closed twice")
        if self.setup.kind == "baccarat":
            holds(self.stack == "in play", "30-2813(4): a round without a shoe in play")
        holds(not self.deserted, "30-2810(6): the last patron had left, and nobody shuffled")
        holds(self.disputed is None, "a round begins while the last one is disputed")
        self.closed = True
        self.free = self.free or self.carried_free

    def free_hand_called(self, _: FreeHandCalled) -> None:
        holds(not self.closed, "a free hand is called in a round")
        self.free = True
        if not self.carried_free:  # one that 30-2816(2) wants is not the licensee's to allow
            holds(self.free_hands < self.setup.free_hands, "30-2802(7): too many free hands")
            self.free_hands += 1

    def round_made_free(self, _: RoundMadeFree) -> None:
        holds(self.closed and not self.dealt, "30-2816(3): only a first card voids the bets")
        self.free = True

    def cut_card_drawn(self, fact: CutCardDrawn) -> None:
        holds(not self.cut_out and self.left == self.cut_after, "the cutting card lay elsewhere")
        holds(fact.first == (not self.dealt), "the cutting card came at another moment")
        self.cut_out = True
        self.last = self.last or (fact.first and self.setup.cut_card_first == "ends-shoe")

    def card_dealt(self, fact: CardDealt) -> None:
        holds(self.closed and not self.result, "30-2812(2): a card outside of a round")
        if len(self.dealt) < 4:
            order: tuple[Side, ...] = ("player", "banker")
            holds(fact.to == order[len(self.dealt) % 2], "30-2812(3): the wrong hand")
        else:
            holds(self.called == ["player", "banker"], "30-2813(2): points are not announced")
            holds(None not in (*self.player, *self.banker), "30-2814: a card lies face down")
            holds(due_to(self.player, self.banker) == fact.to, "30-2814: no third card is due")
        if not self.dealt and self.carries:
            self._begins_the_hand(fact)
        else:
            holds(not fact.carried, "a card is carried that is not there")
            self._draw()
            self._see(fact.card)
        if fact.face_up_in_shoe and not self.dealt and not fact.carried:
            holds(self.free, "30-2816(3): a hand whose first card was face up is free")
        holds(fact.card is not None or self.setup.style != "face-up", "a card is not shown")
        self.hand(fact.to).append(fact.card)
        self.dealt.append((fact.to, len(self.hand(fact.to)) - 1))

    def _begins_the_hand(self, fact: CardDealt) -> None:
        """The card in error is the first of this hand; where it is dealt face up it is seen now."""
        holds(fact.carried, "30-2816(1): not the card in error")
        if self.carried is not None:
            holds(fact.card == self.carried, "30-2816(1): another card than the one in error")
        else:
            shown = fact.card is not None
            holds(shown == (self.setup.style == "face-up"), "30-2812(4): an unseen card's face")
            self._see(fact.card)
        self.carried, self.carries, self.carried_free = None, False, False

    def cards_handed(self, fact: CardsHanded) -> None:
        holds(not self.free, "30-2802(7): players handle no cards of a free hand")
        allowed = self.setup.style == "squeeze" or self.waives(
            "cards-not-for-players", fact.position
        )
        holds(allowed, "30-2815(5): players handle no cards here")
        holds(len(self.dealt) >= 4 and None in self.hand(fact.hand), "nothing lies face down")
        holds(fact.hand == "player" or "player" in self.called, "30-2817(4): the Banker waits")
        holds(fact.position in self.seated, "nobody is there to take the cards")
        before = self.turner.get(fact.hand, fact.position)
        holds(before == fact.position, "30-2817(4)(f): another player turns the third card")
        self.turner[fact.hand] = fact.position
        self.held.add(fact.hand)

    def cards_waved_off(self, fact: CardsWavedOff) -> None:
        holds(self.setup.style == "squeeze" and not self.free, "nobody is offered these cards")
        holds(len(self.dealt) >= 4 and None in self.hand(fact.hand), "nothing lies face down")
        self.turner.pop(fact.hand, None)
        self.held.discard(fact.hand)

    def cards_turned(self, fact: CardsTurned) -> None:
        hand = self.hand(fact.hand)
        hidden = [at for at, one in enumerate(hand) if one is None]
        holds(len(hidden) == len(fact.cards) > 0, "the cards turned are not those face down")
        for at, one in zip(hidden, fact.cards, strict=True):
            self._see(one)
            hand[at] = one
        self.held.discard(fact.hand)

    def points_called(self, fact: PointsCalled) -> None:
        erred = self.dealt[4:] == [("banker", 2)] and "banker" not in self.called
        holds(len(self.dealt) == 4 or erred, "30-2813(1): points are called after four cards")
        holds(self.called == ["player"] * (fact.hand == "banker"), "30-2813(1): Player first")
        hand = self.hand(fact.hand)[:2]
        holds(None not in hand and fact.points == points(hand), "30-2806(3): a wrong count")
        self.called.append(fact.hand)

    def result_called(self, fact: ResultCalled) -> None:
        holds(self.closed and not self.result, "a result is called twice")
        outcome = self.outcome
        holds(outcome is not None, "30-2815(1): there is no result yet")
        if isinstance(outcome, Coup):
            holds(self.called == ["player", "banker"], "points were not announced")
            holds(due_to(self.player, self.banker) is None, "30-2814: a third card is missing")
            drew = [due_to(self.player[:2], self.banker[:2])]
            drew.append(due_to(self.player, self.banker[:2]))
            holds(len(self.player) == 2 + ("player" in drew), "30-2814 Table 1 is not followed")
            holds(len(self.banker) == 2 + ("banker" in drew), "30-2814 Table 2 is not followed")
            counts = points(self.player), points(self.banker)
            said = f"Player {counts[0]}, Banker {counts[1]}."
            holds(fact.words.startswith(said), "30-2815(1): wrong counts are announced")
            holds(("Tie Hand" in fact.words) == (counts[0] == counts[1]), "a wrong result")
        self.result = True

    @property
    def outcome(self) -> Outcome | None:
        """What the facts have led to, if cards or dice are complete and seen."""
        if self.throw is not None:
            return self.throw
        if self.rolls:
            return ShooterHand(tuple(self.rolls))
        if len(self.dealt) < 4 or None in (*self.player, *self.banker):
            return None
        player = tuple(one for one in self.player if one is not None)
        return Coup(player, tuple(one for one in self.banker if one is not None))

    def card_erred(self, fact: CardErred) -> None:
        holds(len(self.dealt) >= 4 and not self.result, "no third card can err")
        holds(None not in (*self.player, *self.banker), "a card lies face down")
        due = due_to(self.player, self.banker)
        holds(due not in ("player", fact.to), "30-2814: that card is no error")
        holds(not self.carries, "a second card in error")
        holds(fact.card is not None or not fact.disclosed, "30-2816(2): disclosed, and unseen")
        self._draw()
        self._see(fact.card)
        if due == "banker":
            holds(fact.became == "banker's third card", "30-2816(1): the card is the Banker's")
            self.banker.append(fact.card)
            self.dealt.append(("banker", 2))
            return
        free = "used in a free hand" if fact.disclosed else "first card of the next hand"
        holds(fact.became == free, "30-2816(1), (2): the card goes elsewhere")
        self.carried, self.carries, self.carried_free = fact.card, True, fact.disclosed

    def card_corrected(self, fact: CardCorrected) -> None:
        hand = self.hand(fact.hand)
        old = hand[fact.place - 1]
        holds(old is not None, "a card is corrected that nobody has read")
        if old is not None:
            self.seen[old] -= 1
        self._see(fact.card)
        hand[fact.place - 1] = fact.card
        self.result = False
        if fact.place <= 2 and len(self.dealt) == 4:
            self.called = []

    def round_voided(self, fact: RoundVoided) -> None:
        holds(self.closed, "a round is void that was not played")
        holds(bool(fact.reason), "30-2816(4): a round is void, and nobody says why")
        if fact.dry:
            holds(not self.result and self.setup.kind == "baccarat", "no card was due")
            holds(self.left == 0 or bool(fact.supervisor), "30-2816(4): there are cards left")
        else:
            holds(bool(fact.supervisor), "a round is void that nobody voided")
        self._gather(fact.cards)
        if self.setup.kind == "baccarat":
            self.finishing = self.finishing or fact.dry or fact.shuffle

    def layout_cleared(self, fact: LayoutCleared) -> None:
        over = self.out if self.setup.kind == "craps" else self.result
        holds(over and self.closed, "a layout is cleared before the round is over")
        holds(self.disputed is None, "30-2815(4): a layout is cleared that is disputed")
        self.last_cleared = self.shoe, self.round, fact.cards
        self._gather(fact.cards)

    def dispute_opened(self, fact: DisputeOpened) -> None:
        holds(self.disputed is None, "a second dispute")
        if self.result or self.rolls:
            cards = tuple(self.hand(side)[at] for side, at in self.dealt)
            about: tuple[int, int, tuple[Card | None, ...]] | None = self.shoe, self.round, cards
        else:
            holds(not self.closed, "a dispute of the last round in the middle of the next")
            about = self.last_cleared
        holds(about is not None and (fact.shoe, fact.round) == about[:2], "another round's dispute")
        rebuilt = about is not None and all(str(card) in fact.cards for card in about[2])
        holds(rebuilt, "30-2815(4): the cards are not shown as they were dealt")
        self.disputed = fact.position

    def dispute_closed(self, fact: DisputeClosed) -> None:
        holds(self.disputed is not None and bool(fact.supervisor), "a decision of no dispute")
        self.disputed = None

    def _gather(self, gathered: tuple[Card | None, ...]) -> None:
        """The cards go to the discard rack, or back into the shuffler, and a round begins."""
        cards = tuple(self.hand(side)[at] for side, at in self.dealt)
        holds(gathered == cards, "30-2815(4): the cards are not in the order dealt")
        if self.setup.kind == "baccarat":
            if self.setup.device == "continuous":
                self.left += len(cards)
                self.seen = Counter([] if self.carried is None else [self.carried])
            else:
                self.rack.append(cards)
                self.discarded += len(cards)
            self.finishing = self.last
            self.last = self.last or self.cut_out
        self._new_round()
        self.round += 1

    # --- dice: 30-2899.09(8), 30-2399.07 ---

    def cups_shaken(self, _: CupsShaken) -> None:
        holds(self.closed and not self.shaken and self.throw is None, "cups are shaken too soon")
        self.shaken = True

    def cup_handed(self, fact: CupHanded) -> None:
        holds(self.shaken and fact.position in self.seated, "the dealer shakes first")
        allowed = self.setup.players_shake or self.waives("cup-not-for-players", fact.position)
        holds(allowed and fact.hand not in self.turner, "that cup is not for players")
        self.turner[fact.hand] = fact.position
        self.held.add(fact.hand)

    def cup_shaken(self, fact: CupShaken) -> None:
        self.held.remove(fact.hand)

    def dice_revealed(self, fact: DiceRevealed) -> None:
        holds(self.shaken and not self.held, "dice are exposed before they are shaken")
        faces = (*fact.player, *fact.banker)
        holds(len(faces) == 6 and set(faces) <= {1, 2, 3, 4, 5, 6}, "no throw of six dice")
        self.throw = Throw(fact.player, fact.banker)

    def throw_voided(self, _: ThrowVoided) -> None:
        holds(self.shaken and self.throw is None, "a throw is void that was not made")
        self.shaken, self.turner, self.held = False, {}, set()

    def dice_passed(self, fact: DicePassed) -> None:
        holds(not self.closed and fact.position in self.seated, "the dice go nowhere")
        self.shooter = fact.position

    def dice_rolled(self, fact: DiceRolled) -> None:
        holds(self.closed and not self.out, "a roll outside of a shooter's hand")
        total = fact.first + fact.second
        self.rolls.append(total)
        if self.point is None:
            self.point = total if total in (4, 5, 6, 8, 9, 10) else None
        elif total in (7, self.point):
            self.out, self.point = total == 7, None
        self.finishing = self.out

    def shooter_out(self, _: ShooterOut) -> None:
        holds(self.out, "a shooter is out without a seven-out")
        self.finishing = False

    # --- the shadow beside the state ---

    def end_of_command(self) -> None:
        """Check what a command must not leave undone."""
        holds(not self.finishing, "30-2813(4), 30-2810(6): the shoe, or the hand, should be over")

    def agrees(self, table: Table) -> None:
        """Compare the shadow with the table's state; cards are conserved in both."""
        shoe, round = table.shoe, table.round
        holds(table.seated == (self.seated if self.open else set()), "seats differ")
        holds(round.number == self.round, "round numbers differ")
        holds((round.stage != "betting") == self.closed, "betting is open in one of the two")
        holds(round.free == self.free, "one of the two is a free hand")
        holds((list(round.player), list(round.banker)) == (self.player, self.banker), "hands")
        holds(list(round.rolls) == self.rolls and round.throw == self.throw, "dice differ")
        holds((round.result is not None) == (self.result and self.open), "results differ")
        if not self.open:
            return
        holds(table.dispute == self.disputed, "one of the two hears a dispute")
        holds(shoe.number == self.shoe, "shoe numbers differ")
        if self.stack not in ("loaded", "in play"):
            holds(shoe.stage not in ("loaded", "in play"), "cards are in play in one of the two")
            return
        carried = (self.carried, self.carried_free) if self.carries else None
        ours = self.left, self.burnt, self.discarded, carried, self.cut_out, self.last
        theirs = (
            *(shoe.cards, shoe.burnt, sum(map(len, shoe.rack)), shoe.carried),
            *(shoe.cut_card_out, shoe.last_hand),
        )
        holds(ours == theirs, f"the shoes differ: {ours} and {theirs}")
        whole = self.left + self.burnt + self.discarded + self.carries
        holds(whole + len(self.dealt) == self.total, "cards are not conserved")
        holds(round.cards == len(self.dealt), "cards on the table differ")

    def agrees_in_full(self, table: Table) -> None:
        """Compare what takes longer: every card seen, and the discard rack."""
        self.agrees(table)
        if self.open and self.stack in ("loaded", "in play"):
            holds(list(table.shoe.rack) == self.rack, "the discard racks differ")
            theirs = {card: count for card, count in table.shoe.seen.items() if count}
            ours = {card: count for card, count in self.seen.items() if count}
            holds(theirs == ours, "the cards seen differ")
