"""Shuffling and cutting: a stack, cut by the players, with its cutting card (30-2810)."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table.dealers import Dealer
from pitboss.table.state import DEALER, Batch, ShoeState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.duties import no_supervisor, not_sound
from pitboss.table.steps.inspection import (
    BACKS,
    BATCH,
    PRE_SHUFFLED,
    BreakSeal,
    InspectCards,
    ReceiveCards,
    ReplaceCards,
    SpreadCards,
    VerifyCards,
    WashCards,
    at_stage,
    batch_numbers,
    not_at,
    with_batch,
)
from pitboss.table.steps.positions import not_seated
from pitboss.table.steps.registry import SUPERVISOR, SURVEILLANCE


class ShuffleCards(NamedTuple):
    """Shuffle a batch (30-2810(1)); a shuffler that verifies cards may find some missing."""

    batch: int = 1
    missing: tuple[Card, ...] = ()


@step.decides(ShuffleCards, f"shuffle cards {BATCH} [missing <missing:cards>]", game="baccarat")
def shuffle(table: Table, command: ShuffleCards) -> step.Decision:
    """Shuffle a batch: by hand when no shoe is in play, in a shuffler beside the other batch."""
    setup = table.setup
    wrong = not_at(table, command.batch, ("stacked",), "30-2809, 30-2810(1)")
    if wrong is None and setup.device != "hand":
        wrong = not_sound(table, "shuffler")
    if wrong is not None:
        return wrong
    if command.missing and setup.device != "pre-shuffled":
        message = "only the shuffler of pre-shuffled cards verifies each card"
        return Refusal("no-card-verifier", message, "inspect the cards", PRE_SHUFFLED)
    return (MissingCardsFound(*command) if command.missing else CardsShuffled(command.batch),)


class MissingCardsFound(NamedTuple):
    """The shuffler missed cards: the batch is inspected in full (30-2810, after (6))."""

    batch: int
    missing: tuple[Card, ...]


step.told(MissingCardsFound, "shuffler", "misses {missing} in batch {batch}")
step.applied(MissingCardsFound, lambda table, fact: at_stage(table, fact.batch, "faulty"))


class CardsShuffled(NamedTuple):
    """A batch was shuffled."""

    batch: int


@step.applies(CardsShuffled, "dealer", "shuffles batch {batch}")
def shuffled(table: Table, fact: CardsShuffled) -> Table:
    """A shuffled batch is offered to be cut if no other one is in use; else it waits its turn."""
    return next_offered(at_stage(table, fact.batch, "shuffled"))


def next_offered(table: Table) -> Table:
    """Offer the next shuffled batch where no shoe is in play: in turn where there are two."""
    if table.shoe.stage not in ("none", "finished") or table.setup.device == "continuous":
        return table
    last, batches = table.shoe.batch, len(table.batches)
    for number in batch_numbers(table):
        turn = (last + number - 1) % batches + 1
        if table.batches[turn - 1].stage == "shuffled" and (turn != last or batches == 1):
            shoe = ShoeState(number=table.shoe.number, stage="offering", batch=turn)
            return table._replace(shoe=shoe)
    return table


def next_cutter(table: Table) -> int:
    """Return who is offered the cut now: the highest position left, or the dealer (30-2810(2))."""
    shoe, last = table.shoe, table.shoe.cutter
    if shoe.recut and table.setup.recut_by == "last" and last in (*table.seated, DEALER):
        return DEALER if last is None else last
    return max(table.seated - set(shoe.declined), default=DEALER)


class DeclineCut(NamedTuple):
    """Decline the cut that was offered (30-2810(2))."""

    position: int


@step.decides(DeclineCut, "decline cut <position:position>", game="baccarat")
def decline_cut(table: Table, command: DeclineCut) -> step.Decision:
    """Decline the cut; it is offered to the next position."""
    wrong = _not_offered(table) or _not_the_cutter(table, command.position)
    if wrong is None and command.position == DEALER:
        message = "nobody accepted the cut: the dealer cuts"
        return Refusal("dealer-must-cut", message, "cut", "30-2810(2)")
    return wrong or (CutDeclined(*command),)


class CutDeclined(NamedTuple):
    """The cut goes to the next position."""

    position: int


@step.applies(CutDeclined, "position {position}", "declines the cut")
def cut_declined(table: Table, fact: CutDeclined) -> Table:
    """The offer goes on."""
    declined = (*table.shoe.declined, fact.position)
    return table._replace(shoe=table.shoe._replace(declined=declined, recut=False))


def _not_offered(table: Table) -> Refusal | None:
    if table.shoe.stage == "offering":
        return None
    remedy = "shuffle first" if table.shoe.stage in ("none", "finished") else "go on"
    return Refusal("nothing-to-cut", "no shuffled stack is offered to be cut", remedy, "30-2810(2)")


def _not_the_cutter(table: Table, position: int) -> Refusal | None:
    entitled = next_cutter(table)
    if position == entitled:
        return None
    if table.waives("cut-of-another-player", position):
        return not_seated(table, position)
    whom = f"position {entitled}" if entitled != DEALER else "the dealer"
    remedy = f"let {whom} cut or decline" if entitled != DEALER else "let the dealer cut"
    cite = "30-2810(5)" if table.shoe.recut else "30-2810(2)"
    return Refusal("cut-of-another-player", f"the cut is offered to {whom}", remedy, cite)


class CutCards(NamedTuple):
    """Cut the stack so many cards from its front; the dealer cuts if nobody else does."""

    position: int
    depth: int


step.written(CutCards, "cut <position:position> at <depth:number>")
step.written(CutCards, "dealer cuts at <depth:number>", position=DEALER)


@step.decides(CutCards, game="baccarat")
def cut(table: Table, command: CutCards) -> step.Decision:
    """Cut the stack, deep enough from either end (30-2810(3))."""
    wrong = _not_offered(table) or _not_the_cutter(table, command.position)
    if wrong is not None:
        return wrong
    if not table.seated and table.round.number > 1 and command.position == DEALER:
        message = "the stack waits on the layout until a patron arrives"
        cite = "30-2810(6)(a)" if table.setup.device == "hand" else "30-2810(6)(b)"
        return Refusal("no-patron", message, "wait for a patron, who is offered the cut", cite)
    least, cards = table.setup.cutting.from_ends, table.setup.shoe_cards
    if not least <= command.depth <= cards - least:
        message = f"a cut at {command.depth} of {cards} cards is too near to an end"
        remedy = f"cut at {least} to {cards - least}"
        return Refusal("cut-too-shallow", message, remedy, "30-2810(3)")
    return (CardsCut(*command),)


class CardsCut(NamedTuple):
    """The stack was cut."""

    position: int
    depth: int


step.told(
    CardsCut,
    lambda _, fact: f"position {fact.position}" if fact.position else "dealer",
    "cuts at card {depth}",
)


@step.applies(CardsCut)
def cards_cut(table: Table, fact: CardsCut) -> Table:
    """What lay in front of the cutting card is at the back now."""
    shoe = table.shoe._replace(stage="cut", cutter=fact.position, recut=False)
    return table._replace(shoe=shoe)


class OrderRecut(NamedTuple):
    """Have the cards cut again (30-2810(5))."""

    supervisor: str


@step.decides(OrderRecut, "order recut [by <supervisor:name>]", game="baccarat")
def order_recut(table: Table, command: OrderRecut) -> step.Decision:
    """Have the cards cut again, before any is dealt."""
    if table.shoe.stage not in ("cut", "marked", "loaded"):
        message = "cards are cut again after the cut and before any card is dealt"
        if table.shoe.stage == "in play":
            return Refusal("recut-too-late", message, "deal on", "30-2810(5)")
        return Refusal("nothing-cut", message, "cut first", "30-2810(5)")
    rule = "only a supervisor orders a recut"
    return no_supervisor(command.supervisor, rule, "30-2810(5)") or (RecutOrdered(*command),)


class RecutOrdered(NamedTuple):
    """The cards are cut again, by whom the house wants."""

    supervisor: str


@step.applies(RecutOrdered, "supervisor", "has the cards cut again ({supervisor})")
def recut_ordered(table: Table, _: RecutOrdered) -> Table:
    """The last cutter cuts again, or the offer goes on from there."""
    shoe, declined = table.shoe, table.shoe.declined
    if table.setup.recut_by == "next" and shoe.cutter not in (None, DEALER):
        declined = (*declined, shoe.cutter or DEALER)
    number = shoe.number - (shoe.stage == "loaded")
    shoe = shoe._replace(stage="offering", number=number, recut=True, declined=declined, cards=0)
    return at_stage(table._replace(shoe=shoe), shoe.batch, "shuffled")


class PlaceCutCard(NamedTuple):
    """Put the cutting card so many cards from the back of the stack (30-2810(4))."""

    from_back: int


@step.decides(PlaceCutCard, "cut card <from_back:number>", game="baccarat")
def place_cut_card(table: Table, command: PlaceCutCard) -> step.Decision:
    """Put the cutting card into the stack, far enough from the back (30-2810(4))."""
    if table.shoe.stage != "cut":
        return Refusal("not-cut", "the stack is not cut", "have it cut first", "30-2810(4)")
    least, cards = table.setup.cutting.from_back, table.setup.shoe_cards
    most = cards - table.setup.cutting.tens_burn - 1
    if not least <= command.from_back <= most:
        message = f"the cutting card cannot lie {command.from_back} cards from the back"
        remedy = f"put it {least} to {most} cards from the back"
        deep = command.from_back < least
        cite = "30-2810(4)" if deep else None
        return Refusal(
            "cut-card-too-deep" if deep else "cut-card-too-shallow", message, remedy, cite
        )
    return (CutCardPlaced(*command),)


class CutCardPlaced(NamedTuple):
    """The cutting card that ends the shoe is in the stack."""

    from_back: int


@step.applies(CutCardPlaced, "dealer", "puts the cut card {from_back} from the back")
def cut_card_placed(table: Table, fact: CutCardPlaced) -> Table:
    """The stack may go into the shoe."""
    return table._replace(shoe=table.shoe._replace(stage="marked", cut_after=fact.from_back))


def _all_places(table: Table) -> tuple[int, ...]:
    return (DEALER, *table.setup.position_numbers)


step.tried(ShuffleCards, batch=batch_numbers)
step.tried(DeclineCut, position=_all_places)
step.tried(CutCards, position=_all_places, depth=lambda table: (table.setup.shoe_cards // 2,))
step.tried(PlaceCutCard, from_back=lambda table: (table.setup.cutting.from_back,))
step.ordered(ShuffleCards, with_batch("Shuffle {batch}"), "30-2810(1)")
step.ordered(
    PlaceCutCard,
    lambda table, _: (
        f"Put the cutting card at least {table.setup.cutting.from_back} cards in from the back"
    ),
    "30-2810(4)",
)


@step.orders(CutCards)
def order_cut(table: Table, command: CutCards) -> step.Order:
    """Order that the cut is offered, or made."""
    place, least = command.position, table.setup.cutting.from_ends
    who = "Cut the cards" if place == DEALER else f"Offer the cut to position {place}"
    cite = "30-2810(5)" if table.shoe.recut else "30-2810(2), (3)"
    return step.Order(f"{who}, at least {least} cards in from either end", cite)


@step.proposes("betting", game="baccarat")
def propose_cards(table: Table, _: Dealer) -> step.Command | None:
    """Propose to receive the cards, and what brings a batch nearer to its shuffle."""
    setup = table.setup
    if table.shoe.stage == "in play":
        return None
    if len(table.batches) < setup.batches:
        backs = BACKS[len(table.batches)]
        return ReceiveCards(setup.shoe_decks, backs, setup.device == "pre-shuffled")
    spread_first = sorted(enumerate(table.batches, 1), key=lambda pair: pair[1].stage != "spread")
    for number, batch in spread_first:
        wanted = _next_for(number, batch, spread=setup.device != "hand")
        if wanted is not None:
            return wanted
    return None


def _next_for(number: int, batch: Batch, *, spread: bool) -> step.Command | None:
    match batch.stage:
        case "received":
            return InspectCards(number)
        case "sealed":
            return BreakSeal(SUPERVISOR)
        case "faulty":
            return ReplaceCards(number, "1" if batch.sealed else "")
        case "inspected":
            return VerifyCards(SURVEILLANCE, number)
        case "verified":
            return SpreadCards(number) if spread else WashCards(number)
        case "spread":
            return WashCards(number)
        case "stacked":
            return ShuffleCards(number)
        case _:
            return None


@step.proposes("betting", game="baccarat")
def propose_cut(table: Table, dealer: Dealer) -> step.Command | None:
    """Propose to have the stack cut, and to put the cutting card in."""
    if table.shoe.stage == "offering":
        return CutCards(next_cutter(table), dealer.supply.cut(table.setup.shoe_cards))
    return PlaceCutCard(table.setup.cutting.from_back) if table.shoe.stage == "cut" else None
