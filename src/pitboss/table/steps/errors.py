"""What goes wrong and what follows: cards in error, a dry shoe, void rounds (30-2816)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from pitboss.games.baccarat import Side
from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.settle.accounts import Movement
from pitboss.table.dealers import Dealer
from pitboss.table.due import (
    NAMES,
    card_due,
    cards_left_of,
    in_order,
    third_card_due,
    two_card_totals,
)
from pitboss.table.roads.marks import Round as RoadRound
from pitboss.table.state import Carried, RoundState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.betting import all_given_back
from pitboss.table.steps.clearing import gathered
from pitboss.table.steps.dealing import CutCardDrawn, also_seen, cut_card_comes, too_many
from pitboss.table.steps.hits import hit_stands
from pitboss.table.steps.registry import SUPERVISOR
from pitboss.table.steps.shoes import ShoeFinished

Became = Literal["banker's third card", "first card of the next hand", "used in a free hand"]
"""Where a card dealt in error goes (30-2816(1), (2))."""


class DealInError(NamedTuple):
    """Report a third card that was dealt although none is due (30-2816(1), (2)).

    A card that nobody has seen is None.
    """

    card: Card | None
    to: Side
    disclosed: bool = False
    """Whether the card was seen when it was dealt."""


@step.decides(DealInError, "error <to:side> <card:card or ?> [disclosed]", game="baccarat")
def deal_in_error(table: Table, command: DealInError) -> step.Decision:
    """Say where a third card goes that was dealt although none was due to that hand."""
    round, shoe = table.round, table.shoe
    totals = two_card_totals(round)
    if totals is None or round.stage not in ("dealing", "drawing"):
        message = "a card is dealt in error when third cards are decided"
        remedy = "announce both point counts first"
        return Refusal("not-a-third-card", message, remedy, "30-2816(1)")
    due = third_card_due(round, *totals)
    if due == command.to:
        remedy = "deal it" if round.stage == "drawing" else "announce both point counts, deal it"
        message = f"the {command.to} draws: the card is no error"
        return Refusal("card-is-due", message, remedy, "30-2814")
    if command.card is None and command.disclosed:
        message = "a card that was disclosed was seen"
        return Refusal("card-not-named", message, "name it", "30-2816(2)")
    if None in (*round.player, *round.banker):
        remedy = "have it turned first"
        return Refusal("card-not-turned", "a card lies face down", remedy, "30-2814")
    if due == "player":
        message = "the card is the one that the Player draws"
        return Refusal("player-draws-first", message, "deal it to the Player", "30-2814(2)")
    if shoe.carried is not None:
        return Refusal("card-in-error-lies", "a card in error lies there", "announce the result")
    if shoe.cards == 0:
        return Refusal("shoe-empty", "the shoe is empty", "no card can come from it", "30-2816(4)")
    wrong = None if command.card is None else too_many(table, command.card)
    became: Became = "first card of the next hand"
    if due == "banker":
        became = "banker's third card"
    elif command.disclosed:
        became = "used in a free hand"
    erred = CardErred(*command, became)
    return wrong or ((CutCardDrawn(first=False), erred) if cut_card_comes(shoe) else (erred,))


class CardErred(NamedTuple):
    """A third card was dealt although none was due; it went where 30-2816 says."""

    card: Card | None
    to: Side
    disclosed: bool
    became: Became


@step.tells(CardErred)
def tell_erred(_: Table, fact: CardErred) -> Iterator[step.StoryLine]:
    """Tell which card went where, and what becomes of it."""
    card = "a card" if fact.card is None else str(fact.card)
    seen = "seen" if fact.disclosed else "unseen"
    yield step.StoryLine("error", f"{card}, {seen}, went to the {NAMES[fact.to]}: {fact.became}")


@step.applies(CardErred, final=True)
def card_erred(table: Table, fact: CardErred) -> Table:
    """The card is the Banker's, or waits for the next hand, which is free if it was disclosed."""
    round, shoe = table.round, table.shoe
    shoe = shoe._replace(cards=shoe.cards - 1, seen=also_seen(shoe, fact.card))
    if fact.became == "banker's third card":
        round = round._replace(banker=(*round.banker, fact.card))
    else:
        free = fact.became == "used in a free hand"
        shoe = shoe._replace(carried=Carried(fact.card, free))
    return table._replace(round=round, shoe=shoe)


class RunDry(NamedTuple):
    """Report that the shoe is empty and a card is due (30-2816(4)).

    Where the record counts cards that are not there a supervisor says so.
    """

    supervisor: str = ""


@step.decides(RunDry, "run dry [by <supervisor:name>]", game="baccarat")
def run_dry(table: Table, command: RunDry) -> step.Decision:
    """Void a round for which the shoe lacks cards; all cards are reshuffled.

    With the cutting card where it must lie a full shoe lasts for its last hand: one that runs dry
    held fewer cards than the record counts, which a supervisor confirms.
    """
    if card_due(table.round) is None:
        return Refusal("no-card-due", "no card is due", "go on", "30-2816(4)")
    if table.round.cards == 0 and table.shoe.carried is not None:
        message = "a card lies ready for this hand"
        return Refusal("carried-card-first", message, "deal it first", "30-2816(1)")
    if table.shoe.cards and not table.shoe.cut_card_out:
        message = f"{table.shoe.cards} cards are left, and the cutting card has not come out"
        remedy = "deal on, or let a supervisor void the round and have the cards shuffled"
        return Refusal("shoe-not-empty", message, remedy, "30-2816(4)")
    if table.shoe.cards and not command.supervisor:
        message = f"the record counts {table.shoe.cards} card(s) in the shoe"
        remedy = "let a supervisor confirm that it is empty"
        return Refusal("supervisor-needed", message, remedy, "30-2816(4)")
    voided = _voided(table, "not enough cards", command.supervisor, dry=True, shuffle=True)
    return voided, ShoeFinished()


def _voided(
    table: Table, reason: str, supervisor: str, *, dry: bool = False, shuffle: bool
) -> RoundVoided:
    cards = in_order(table.round)
    return RoundVoided(all_given_back(table), cards, reason, supervisor, dry, shuffle)


class VoidRound(NamedTuple):
    """Void a round that cannot be put right, before any chip has moved (house procedure)."""

    supervisor: str
    reason: str
    shuffle: bool = False
    """Whether the shoe ends with it and all cards are shuffled again."""


@step.decides(
    VoidRound, "void round [by <supervisor:name>] [and shuffle = shuffle] [: <reason:text>]"
)
def void_round(table: Table, command: VoidRound) -> step.Decision:
    """Void a round that cannot be put right, before any chip has moved: house procedure."""
    round, moved = table.round, table.round.moved
    shuffles = command.shuffle and table.shoe.stage == "in play"
    if (round.stage == "betting" and not shuffles) or moved:
        message = "chips have moved" if moved else "no round is being played"
        remedy = "make a signed adjustment" if moved else "give the bets back"
        return Refusal("correction-too-late" if moved else "nothing-to-void", message, remedy)
    if (standing := hit_stands(table)) is not None:
        return standing
    if not command.supervisor or not command.reason:
        message = "a supervisor voids a round"
        return Refusal("supervisor-needed", message, "name one, and the reason")
    if round.stage == "betting":
        return ShuffleUpOrdered(command.supervisor, command.reason), ShoeFinished()
    voided = _voided(table, command.reason, command.supervisor, shuffle=command.shuffle)
    return (voided, ShoeFinished()) if shuffles or table.shoe.last_hand else (voided,)


class ShuffleUpOrdered(NamedTuple):
    """All cards are shuffled anew between two rounds (30-2802(25)); bets that lie there stand."""

    supervisor: str
    reason: str


step.happens(ShuffleUpOrdered, "supervisor", "orders a shuffle-up: {reason} ({supervisor})")


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


@step.applies(
    RoundVoided,
    "dealer",
    lambda _, fact: (
        f"gives all bets back, the round is void: {fact.reason}"
        + (f" ({fact.supervisor})" if fact.supervisor else "")
    ),
)
def round_voided(table: Table, fact: RoundVoided) -> Table:
    """The bets are with their owners, and a new round begins."""
    shoe = table.shoe
    if table.setup.kind == "baccarat":
        shoe = gathered(table, fact.cards, RoadRound(None, table.round.free))
    fresh = RoundState(
        number=table.round.number + 1,
        last_shooter=table.round.last_shooter,
        shot_before=table.round.shot_before,
    )
    return table._replace(round=fresh, shoe=shoe, panel=table.panel.without(table.round.number))


step.tried(
    DealInError, card=lambda table: (None, *cards_left_of(table)[:1]), disclosed=(False, True)
)
step.tried(RunDry, supervisor=(SUPERVISOR,))
step.tried(VoidRound, shuffle=(False, True))
step.ordered(RunDry, "Void the round: the shoe is empty", "30-2816(4)")


@step.proposes("dealing", "drawing", game="baccarat")
def propose_dry(table: Table, _: Dealer) -> step.Command | None:
    """Propose to void a round for which no card is left."""
    shoe, round = table.shoe, table.round
    waits = not round.cards and shoe.carried is not None
    return RunDry() if not shoe.cards and not waits and card_due(round) is not None else None
