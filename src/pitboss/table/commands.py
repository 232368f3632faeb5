"""What people at the table do, as commands. Cards, dice, amounts and names come in with them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card
from pitboss.games.three_dice import Cup
from pitboss.rulebook.tables import On
from pitboss.settle.bets import Chips
from pitboss.table.setups.setup import TableSetup

DEALER = 0
"""The place of the dealer where a position is asked for."""

DeviceName = Literal["shoe", "shuffler"]
Opener = Literal["right", "agreement", "consent"]
Box = Literal["toke box", "drop box"]
Scope = Literal["all", "base", "bonus"]
"""Which wagers are collected or paid: all, or base and optional ones apart (30-2899.03(6)(d))."""

# --- opening the table, and what surrounds it ---


class OpenTable(NamedTuple):
    """Set up a table."""

    setup: TableSetup


class StartDay(NamedTuple):
    """Begin a gaming day: devices must be inspected anew (30-2805)."""

    day: str


class ChangeSetup(NamedTuple):
    """Change the setup between rounds."""

    setup: TableSetup


class GiveNotice(NamedTuple):
    """Tell the players of a change of vigorish to come (30-2808(3)(d))."""

    commission: str
    rate: str
    """In percent, such as ``7%``."""


class NotifySurveillance(NamedTuple):
    """Report a change of the payment procedure (30-2815(3)(c))."""

    by: str


class Accommodate(NamedTuple):
    """Record a reasonable accommodation of a disability: waive one rule (30-2801(2))."""

    whom: str
    rule: str
    """The code of the refusal that is waived."""
    by: str
    position: int = DEALER
    """For whom at the table; for a dealer's disability the rule is waived for everybody."""


class InspectDevice(NamedTuple):
    """Inspect the shoe or the shuffler (30-2805)."""

    device: DeviceName
    sound: bool = True


# --- the life of the cards ---


class ReceiveCards(NamedTuple):
    """Receive a batch of cards at the table (30-2809(1))."""

    decks: int
    backs: str
    """The color of the backs."""
    sealed: bool = False
    """Whether they are pre-shuffled, under the manufacturer's seal."""


class BreakSeal(NamedTuple):
    """Open the box of pre-shuffled cards; only a supervisor may (30-2810, after (6))."""

    supervisor: str


class InspectCards(NamedTuple):
    """Count the cards of a batch, naming what is missing or too many (30-2809(2))."""

    batch: int = 1
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()


class ReplaceCards(NamedTuple):
    """Put right what an inspection found wrong; the maker of pre-shuffled cards is told."""

    batch: int = 1
    inventory_number: str = ""


class VerifyCards(NamedTuple):
    """Let surveillance verify the inspection (30-2809(2))."""

    by: str
    batch: int = 1


class SpreadCards(NamedTuple):
    """Spread a batch for the players to see, apart from the other batch (30-2809(3))."""

    batch: int = 1


class WashCards(NamedTuple):
    """Mix the cards face down and stack them (30-2809(2), (3))."""

    batch: int = 1


class ShuffleCards(NamedTuple):
    """Shuffle a batch (30-2810(1)); a shuffler that verifies cards may find some missing."""

    batch: int = 1
    missing: tuple[Card, ...] = ()


class DeclineCut(NamedTuple):
    """Decline the cut that was offered (30-2810(2))."""

    position: int


class CutCards(NamedTuple):
    """Cut the stack so many cards from its front; the dealer cuts if nobody else does."""

    position: int
    depth: int


class OrderRecut(NamedTuple):
    """Have the cards cut again (30-2810(5))."""

    supervisor: str


class PlaceCutCard(NamedTuple):
    """Put the cutting card so many cards from the back of the stack (30-2810(4))."""

    from_back: int


class LoadShoe(NamedTuple):
    """Put the stack into the shoe, or the cards into the continuous shuffler."""


class BurnCards(NamedTuple):
    """Show the first card and burn as many as it says (30-2810(4))."""

    first: Card


class StopForWantOfPlay(NamedTuple):
    """Say that nobody plays: the cards are handled by 30-2810(6)."""


# --- positions and bets ---


class Sit(NamedTuple):
    """Take a position."""

    position: int


class Leave(NamedTuple):
    """Leave a position, or the place behind it, with one's chips."""

    position: int
    behind: bool = False


class BuyIn(NamedTuple):
    """Change cash for chips: the cash goes into the drop box."""

    position: int
    cents: int


class PlaceBet(NamedTuple):
    """Put a stake on a spot (30-2807(3)); ``behind`` is a bet over the shoulder (30-2802(16))."""

    position: int
    wager: str
    cents: int
    on: On = None
    chips: Chips = "value"
    toke: bool = False
    behind: bool = False


class TakeBack(NamedTuple):
    """Take a bet back before "no more bets"."""

    number: int


class CallNoMoreBets(NamedTuple):
    """Announce "no more bets" (30-2812(2), 30-2817(2))."""


class TakeProgressives(NamedTuple):
    """Put the progressive wagers from their sensors into the tray (.04(5)(c), .07(6)(b))."""


class CallFreeHand(NamedTuple):
    """Deal the next hand without bets (30-2802(7))."""


# --- dealing baccarat ---


class DealCard(NamedTuple):
    """Deal the next card to the hand it is due to; None is a card that nobody has seen yet."""

    card: Card | None
    to: Side
    face_up_in_shoe: bool = False


class HandOver(NamedTuple):
    """Hand a hand's cards that lie face down to a player (30-2817(4))."""

    hand: Side
    position: int
    by: Opener = "right"
    """The highest bettor's right; the agreement of equal bettors (e); or of the whole table (f)."""


class TurnCards(NamedTuple):
    """Show the cards of a hand that lie face down, whoever holds them."""

    hand: Side
    cards: tuple[Card, ...]


class CallPoints(NamedTuple):
    """Announce the point count of a hand (30-2813(1), 30-2817(4)(a), (b))."""

    hand: Side


class CallResult(NamedTuple):
    """Announce the final counts and the winner (30-2815(1))."""


class CollectLosers(NamedTuple):
    """Collect the losing bets (30-2815(2))."""

    scope: Scope = "all"


class PayPosition(NamedTuple):
    """Pay a position's bets and collect the vigorish (30-2815(2)(a))."""

    position: int
    scope: Scope = "all"


class CollectTieVigorish(NamedTuple):
    """Collect what tied Banker bets owe (30-2808(3)(c))."""


class ClearLayout(NamedTuple):
    """Put the cards into the discard rack in order (30-2815(4)), or the dice back: a round ends."""


# --- dice ---


class ShakeCups(NamedTuple):
    """Shake both cups (30-2899.09(8)); the dealer does, before any player."""


class HandCup(NamedTuple):
    """Hand a cup, covered, to a player (30-2899.09(8))."""

    hand: Side
    position: int


class PlayerShakes(NamedTuple):
    """Shake the cup that one was handed."""

    hand: Side


class RevealDice(NamedTuple):
    """Uncover both cups."""

    player: Cup
    banker: Cup


class SpillDice(NamedTuple):
    """Say that dice left a cup or were seen too soon: they are shaken again (house procedure)."""

    reason: str = ""


class PassDice(NamedTuple):
    """Give the dice to the next shooter, whose come-out roll opens the multi-roll wagers."""

    position: int


class RollDice(NamedTuple):
    """Roll two dice."""

    first: int
    second: int


class CallNoRoll(NamedTuple):
    """Call an unreadable roll off; it counts for nothing (house procedure)."""

    reason: str = ""


# --- irregularities and corrections ---


class DealInError(NamedTuple):
    """Report a third card that was dealt although none is due (30-2816(1), (2))."""

    card: Card
    to: Side
    disclosed: bool = False
    """Whether the card was seen when it was dealt."""


class RunDry(NamedTuple):
    """Report that the shoe is empty and a card is due (30-2816(4)).

    Where the record counts cards that are not there a supervisor says so.
    """

    supervisor: str = ""


class VoidRound(NamedTuple):
    """Void a round that cannot be put right, before any chip has moved (house procedure)."""

    supervisor: str
    reason: str
    shuffle: bool = False
    """Whether the shoe ends with it and all cards are shuffled again."""


class CorrectCard(NamedTuple):
    """Correct a card that was misread, before any payment (house procedure)."""

    hand: Side
    place: int
    """1 to 3, in the order dealt."""
    card: Card
    supervisor: str


class OpenDispute(NamedTuple):
    """Dispute the last round, whose cards are rebuilt from the discard rack (30-2815(4))."""

    position: int
    reason: str = ""


class CloseDispute(NamedTuple):
    """Decide a dispute."""

    supervisor: str
    decision: str


# --- money ---


class CountTray(NamedTuple):
    """Count the tray when the table opens or closes; two people sign."""

    when: Literal["opening", "closing"]
    cents: int
    first: str
    second: str


class FillTray(NamedTuple):
    """Bring chips from the cage; two people sign."""

    cents: int
    first: str
    second: str


class CreditTray(NamedTuple):
    """Send chips back to the cage; two people sign."""

    cents: int
    first: str
    second: str


class AdjustBet(NamedTuple):
    """Put right what was overpaid, underpaid or wrongly taken; two people sign.

    Positive cents go from the tray to the position, negative ones back.
    """

    position: int
    cents: int
    reason: str
    first: str
    second: str
    round: int = 0
    """The round that the mistake was made in; 0 is the last one."""


class EmptyBox(NamedTuple):
    """Take the tip box or the drop box away between rounds; two people sign."""

    box: Box
    first: str
    second: str


class CloseTable(NamedTuple):
    """Close the table for gaming."""


CARD_COMMANDS: frozenset[type] = frozenset(
    {
        ReceiveCards,
        BreakSeal,
        InspectCards,
        ReplaceCards,
        VerifyCards,
        SpreadCards,
        WashCards,
        ShuffleCards,
        DeclineCut,
        CutCards,
        OrderRecut,
        PlaceCutCard,
        LoadShoe,
        BurnCards,
        StopForWantOfPlay,
        CallFreeHand,
        DealCard,
        HandOver,
        TurnCards,
        CallPoints,
        DealInError,
        RunDry,
        CorrectCard,
    }
)
"""What is done with cards, at baccarat alone."""


class Command(Protocol):
    """What somebody does at the table: one of the records above."""

    def _asdict(self) -> dict[str, Any]: ...


def records(names: Mapping[str, object], but: Collection[type] = ()) -> tuple[type[Any], ...]:
    """Return the records that a module defines, but for parts of others."""
    return tuple(
        kind
        for kind in names.values()
        if isinstance(kind, type)
        and issubclass(kind, tuple)
        and kind.__module__ == names["__name__"]
        and kind not in but
    )


COMMANDS: tuple[type[Command], ...] = records(vars())
