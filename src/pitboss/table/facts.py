"""What has happened at a table, as records: past participles with all that state needs of them."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Protocol

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card
from pitboss.games.three_dice import Cup
from pitboss.settle.bets import Bet
from pitboss.settle.settlements import Movement
from pitboss.table.commands import Box, DeviceName, Opener, Scope, records
from pitboss.table.setups.setup import TableSetup


class TableOpened(NamedTuple):
    """A table was set up."""

    setup: TableSetup


class GamingDayStarted(NamedTuple):
    """Devices must be inspected anew."""

    day: str


class SetupChanged(NamedTuple):
    """The setup was changed between rounds."""

    setup: TableSetup


class NoticeGiven(NamedTuple):
    """Players were told of a change of vigorish."""

    commission: str
    rate: str


class PaymentProcedureChanged(NamedTuple):
    """Surveillance must hear of it in time (30-2815(3)(c))."""

    when: str


class SurveillanceNotified(NamedTuple):
    """A change of the payment procedure was reported, late or in time."""

    by: str
    late: bool


class AccommodationRecorded(NamedTuple):
    """A rule of procedure was waived for a person."""

    whom: str
    rule: str
    by: str
    position: int


class DeviceInspected(NamedTuple):
    """The shoe or the shuffler was found sound, or not."""

    device: DeviceName
    sound: bool


class CardsReceived(NamedTuple):
    """A batch of cards came to the table."""

    batch: int
    decks: int
    backs: str
    sealed: bool


class SealBroken(NamedTuple):
    """A supervisor opened pre-shuffled cards."""

    supervisor: str


class CardsInspected(NamedTuple):
    """A batch was counted; what is named was missing or too many."""

    batch: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]


class CardsReplaced(NamedTuple):
    """What an inspection found was put right; the manufacturer was told if a number is given."""

    batch: int
    inventory_number: str


class CardsVerified(NamedTuple):
    """Surveillance verified an inspection."""

    batch: int
    by: str


class CardsSpread(NamedTuple):
    """Players saw a batch, apart from the other."""

    batch: int


class CardsWashed(NamedTuple):
    """A batch was mixed face down and stacked."""

    batch: int


class CardsShuffled(NamedTuple):
    """A batch was shuffled."""

    batch: int


class MissingCardsFound(NamedTuple):
    """The shuffler missed cards: the batch is inspected in full (30-2810, after (6))."""

    batch: int
    missing: tuple[Card, ...]


class CutDeclined(NamedTuple):
    """The cut goes to the next position."""

    position: int


class CardsCut(NamedTuple):
    """The stack was cut."""

    position: int
    depth: int


class RecutOrdered(NamedTuple):
    """The cards are cut again, by whom the house wants."""

    supervisor: str


class CutCardPlaced(NamedTuple):
    """The cutting card that ends the shoe is in the stack."""

    from_back: int


class ShoeLoaded(NamedTuple):
    """A batch is in the shoe or the continuous shuffler."""

    shoe: int
    batch: int
    cards: int


class CardsBurnt(NamedTuple):
    """The first card was shown, and so many in all went to the discard rack."""

    first: Card
    cards: int


class PlayStopped(NamedTuple):
    """Nobody plays; the cards wait as 30-2810(6) says."""

    cards: Literal["to be shuffled", "in the shuffler"]


class PositionTaken(NamedTuple):
    """Somebody sat down."""

    position: int


class PositionLeft(NamedTuple):
    """Somebody left with what the position, or the place behind it, had."""

    position: int
    cents: int
    behind: bool = False


class ChipsBought(NamedTuple):
    """Cash went into the drop box, chips to a position."""

    position: int
    cents: int


class BetPlaced(NamedTuple):
    """A stake lies on the layout."""

    number: int
    bet: Bet
    behind: bool
    cash_cents: int
    """What of the stake was laid down in cash and changed on the spot."""


class BetTakenBack(NamedTuple):
    """A stake went back to its owner."""

    number: int


class BetsClosed(NamedTuple):
    """No bet may be made, increased or withdrawn any more (30-2807(4))."""


class ProgressivesTaken(NamedTuple):
    """The progressive wagers of a round are in the tray."""

    numbers: tuple[int, ...]


class FreeHandCalled(NamedTuple):
    """The round is dealt without bets."""


class CutCardDrawn(NamedTuple):
    """The cutting card came out and was put aside (30-2813(4))."""

    first: bool
    """Whether before the first card of a round."""


class CardDealt(NamedTuple):
    """A card went from the shoe to a hand; None if nobody has seen it."""

    card: Card | None
    to: Side
    carried: bool = False
    """Whether it is the card that had been dealt in error before."""
    face_up_in_shoe: bool = False


class CardsHanded(NamedTuple):
    """A player holds the cards of a hand, face down."""

    hand: Side
    position: int
    by: Opener


class CardsTurned(NamedTuple):
    """The cards of a hand that lay face down are seen."""

    hand: Side
    cards: tuple[Card, ...]


class PointsCalled(NamedTuple):
    """The dealer announced a hand's point count on two cards."""

    hand: Side
    points: int


class ResultCalled(NamedTuple):
    """The dealer announced the result."""

    words: str


class SettledBet(NamedTuple):
    """What one bet came to: the row, the paragraph, and where each cent goes."""

    number: int
    row: str | None
    pays: str | None
    cite: str
    won_cents: int
    returned_cents: int
    lost_cents: int
    vigorish_cents: int
    meter_share: int | None = None
    dealer_envy_cents: int = 0
    player_envy_cents: int = 0
    limited: bool = False

    @property
    def net_cents(self) -> int:
        """Won less lost less vigorish, without envy."""
        return self.won_cents - self.lost_cents - self.vigorish_cents

    @property
    def wins(self) -> bool:
        """Whether it is a winning wager, which is paid in the order of the positions."""
        return bool(self.won_cents or self.player_envy_cents or self.meter_share is not None)

    @property
    def loses(self) -> bool:
        """Whether the dealer collects it: nothing comes back, and nothing is won."""
        return not self.returned_cents and not self.wins


class BetsSettled(NamedTuple):
    """It is known what these bets come to; no chip has moved yet."""

    bets: tuple[SettledBet, ...]


class LosersCollected(NamedTuple):
    """Losing bets are in the tray."""

    numbers: tuple[int, ...]
    movements: tuple[Movement, ...]
    scope: Scope


class PositionPaid(NamedTuple):
    """A position has what it is owed, less vigorish; pushes that lie over stay on the layout."""

    position: int
    numbers: tuple[int, ...]
    held_over: tuple[int, ...]
    movements: tuple[Movement, ...]
    scope: Scope


class TieVigorishCollected(NamedTuple):
    """Tied Banker bets have paid what they owe."""

    movements: tuple[Movement, ...]


class LayoutCleared(NamedTuple):
    """A round is over: its cards are in the discard rack, in order, or back in the shuffler."""

    cards: tuple[Card, ...]


class ShoeFinished(NamedTuple):
    """No more cards are dealt until the reshuffle (30-2813(4))."""


class CupsShaken(NamedTuple):
    """The dealer shook both cups."""


class CupHanded(NamedTuple):
    """A player holds a cup, covered."""

    hand: Side
    position: int


class CupShaken(NamedTuple):
    """The player shook the cup."""

    hand: Side


class DiceRevealed(NamedTuple):
    """Both cups are open."""

    player: Cup
    banker: Cup


class ThrowVoided(NamedTuple):
    """Dice left a cup: both are shaken again."""

    reason: str


class DicePassed(NamedTuple):
    """There is a new shooter."""

    position: int


class DiceRolled(NamedTuple):
    """Two dice were rolled."""

    first: int
    second: int


class RollVoided(NamedTuple):
    """A roll was called off."""

    reason: str


class ShooterOut(NamedTuple):
    """The shooter's hand is over: a seven on a point."""


Became = Literal["banker's third card", "first card of the next hand", "used in a free hand"]
"""Where a card dealt in error goes (30-2816(1), (2))."""


class CardErred(NamedTuple):
    """A third card was dealt although none was due; it went where 30-2816 says."""

    card: Card
    to: Side
    disclosed: bool
    became: Became


class RoundMadeFree(NamedTuple):
    """All bets are void and returned; the hand is dealt without them (30-2816(3))."""

    movements: tuple[Movement, ...]


class RoundVoided(NamedTuple):
    """The round came to nothing; all bets are returned, its cards are discarded (30-2816(4))."""

    movements: tuple[Movement, ...]
    cards: tuple[Card | None, ...]
    """None for each that nobody has seen."""
    reason: str
    supervisor: str
    dry: bool
    """Whether the shoe ran dry, rather than that a supervisor voided the round."""
    shuffle: bool


class CardCorrected(NamedTuple):
    """A misread card was put right before payment."""

    hand: Side
    place: int
    card: Card
    supervisor: str


class DisputeOpened(NamedTuple):
    """A round is disputed; its cards are rebuilt from the discard rack."""

    position: int
    shoe: int
    round: int
    cards: str
    reason: str


class DisputeClosed(NamedTuple):
    """A dispute was decided."""

    supervisor: str
    decision: str


class TrayCounted(NamedTuple):
    """The tray was counted; when closing, beside what it should hold."""

    when: Literal["opening", "closing"]
    cents: int
    expected_cents: int
    first: str
    second: str


class TrayFilled(NamedTuple):
    """Chips came from the cage."""

    cents: int
    first: str
    second: str


class TrayCredited(NamedTuple):
    """Chips went to the cage."""

    cents: int
    first: str
    second: str


class BetAdjusted(NamedTuple):
    """A mistake was put right between tray and position."""

    position: int
    cents: int
    reason: str
    first: str
    second: str
    round: int


class BoxEmptied(NamedTuple):
    """The tip box or the drop box was taken away with what was in it."""

    box: Box
    cents: int
    first: str
    second: str


class TableClosed(NamedTuple):
    """The table is closed for gaming."""


class Fact(Protocol):
    """Something that happened: one of the records above."""

    def _asdict(self) -> dict[str, Any]: ...


FACTS: tuple[type[Fact], ...] = records(vars(), but=(SettledBet,))


class Event(NamedTuple):
    """A fact with its place in the record: sequence, time, shoe and round."""

    sequence: int
    at: str
    """When, such as ``2026-11-16T14:32:05``."""
    shoe: int
    round: int
    fact: Fact
