"""Shuffling and cutting: a stack, cut by the players, with its cutting card (30-2810)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table.dealers import Dealer
from pitboss.table.state import DEALER, Batch, ShoeState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.duties import not_sound
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
    batch_in_words,
    batch_numbers,
    not_at,
)
from pitboss.table.steps.positions import not_seated
from pitboss.table.steps.registry import SUPERVISOR, SURVEILLANCE


class ShuffleCards(NamedTuple):
    """Shuffle a batch (30-2810(1)); a shuffler that verifies cards may find some missing."""

    batch: int = 1
    missing: tuple[Card, ...] = ()


step.written(ShuffleCards, f"shuffle cards {BATCH} [missing <missing:cards>]")
step.tried(ShuffleCards, batch=batch_numbers)


@step.decides(ShuffleCards, game="baccarat")
def shuffle(table: Table, command: ShuffleCards) -> step.Decision:
    """Shuffle a batch: by hand when no shoe is in play, in a shuffler beside the other batch."""
    setup = table.setup
    wrong = not_at(table, command.batch, ("stacked",), "30-2809, 30-2810(1)")
    if wrong is not None:
        return wrong
    if setup.device != "hand":
        unsound = not_sound(table, "shuffler")
        if unsound is not None:
            return unsound
    if command.missing:
        if setup.device != "pre-shuffled":
            return Refusal(
                "no-card-verifier",
                "only the shuffler of pre-shuffled cards verifies each card",
                "inspect the cards",
                PRE_SHUFFLED,
            )
        return (MissingCardsFound(command.batch, command.missing),)
    return (CardsShuffled(command.batch),)


class MissingCardsFound(NamedTuple):
    """The shuffler missed cards: the batch is inspected in full (30-2810, after (6))."""

    batch: int
    missing: tuple[Card, ...]


step.told(MissingCardsFound, "shuffler", "misses {missing} in batch {batch}")


@step.applies(MissingCardsFound)
def missing_found(table: Table, fact: MissingCardsFound) -> Table:
    """The batch waits for replacement and a full inspection."""
    return at_stage(table, fact.batch, "faulty")


class CardsShuffled(NamedTuple):
    """A batch was shuffled."""

    batch: int


step.told(CardsShuffled, "dealer", "shuffles batch {batch}")


@step.applies(CardsShuffled)
def shuffled(table: Table, fact: CardsShuffled) -> Table:
    """A shuffled batch is offered to be cut if no other one is in use; else it waits its turn."""
    return next_offered(at_stage(table, fact.batch, "shuffled"))


def next_offered(table: Table) -> Table:
    """Offer the next shuffled batch where no shoe is in play: in turn where there are two."""
    if table.shoe.stage not in ("none", "finished") or table.setup.device == "continuous":
        return table
    last = table.shoe.batch
    for number in range(1, len(table.batches) + 1):
        turn = (last + number - 1) % len(table.batches) + 1
        if table.batches[turn - 1].stage == "shuffled" and (
            turn != last or len(table.batches) == 1
        ):
            shoe = ShoeState(number=table.shoe.number, stage="offering", batch=turn)
            return table._replace(shoe=shoe)
    return table


def next_cutter(table: Table) -> int:
    """Return who is offered the cut now: the highest position left, or the dealer (30-2810(2))."""
    shoe = table.shoe
    last = shoe.cutter
    if shoe.recut and table.setup.recut_by == "last" and last in (*table.seated, DEALER):
        return DEALER if last is None else last
    return max(table.seated - set(shoe.declined), default=DEALER)


class DeclineCut(NamedTuple):
    """Decline the cut that was offered (30-2810(2))."""

    position: int


step.written(DeclineCut, "decline cut <position:position>")
step.tried(DeclineCut, position=lambda table: (DEALER, *table.setup.position_numbers))


@step.decides(DeclineCut, game="baccarat")
def decline_cut(table: Table, command: DeclineCut) -> step.Decision:
    """Decline the cut; it is offered to the next position."""
    wrong = _not_offered(table) or _not_the_cutter(table, command.position)
    if wrong is not None:
        return wrong
    if command.position == DEALER:
        return Refusal(
            "dealer-must-cut", "nobody accepted the cut: the dealer cuts", "cut", "30-2810(2)"
        )
    return (CutDeclined(command.position),)


class CutDeclined(NamedTuple):
    """The cut goes to the next position."""

    position: int


step.told(CutDeclined, "position {position}", "declines the cut")


@step.applies(CutDeclined)
def cut_declined(table: Table, fact: CutDeclined) -> Table:
    """The offer goes on."""
    declined = (*table.shoe.declined, fact.position)
    return table._replace(shoe=table.shoe._replace(declined=declined, recut=False))


def _not_offered(table: Table) -> Refusal | None:
    if table.shoe.stage == "offering":
        return None
    return Refusal(
        "nothing-to-cut",
        "no shuffled stack is offered to be cut",
        "shuffle first" if table.shoe.stage in ("none", "finished") else "go on",
        "30-2810(2)",
    )


def _not_the_cutter(table: Table, position: int) -> Refusal | None:
    entitled = next_cutter(table)
    if position == entitled:
        return None
    if table.waives("cut-of-another-player", position):
        return not_seated(table, position)
    whom = f"position {entitled}" if entitled != DEALER else "the dealer"
    return Refusal(
        "cut-of-another-player",
        f"the cut is offered to {whom}",
        f"let {whom} cut or decline" if entitled != DEALER else "let the dealer cut",
        "30-2810(5)" if table.shoe.recut else "30-2810(2)",
    )


class CutCards(NamedTuple):
    """Cut the stack so many cards from its front; the dealer cuts if nobody else does."""

    position: int
    depth: int


step.written(CutCards, "cut <position:position> at <depth:number>")


step.written(CutCards, "dealer cuts at <depth:number>", position=DEALER)
step.tried(
    CutCards,
    position=lambda table: (DEALER, *table.setup.position_numbers),
    depth=lambda table: (table.setup.shoe_cards // 2,),
)


@step.decides(CutCards, game="baccarat")
def cut(table: Table, command: CutCards) -> step.Decision:
    """Cut the stack, deep enough from either end (30-2810(3))."""
    wrong = _not_offered(table) or _not_the_cutter(table, command.position)
    if wrong is not None:
        return wrong
    if not table.seated and table.round.number > 1 and command.position == DEALER:
        return Refusal(
            "no-patron",
            "the stack waits on the layout until a patron arrives",
            "wait for a patron, who is offered the cut",
            "30-2810(6)(a)" if table.setup.device == "hand" else "30-2810(6)(b)",
        )
    least, cards = table.setup.cutting.from_ends, table.setup.shoe_cards
    if not least <= command.depth <= cards - least:
        return Refusal(
            "cut-too-shallow",
            f"a cut at {command.depth} of {cards} cards is too near to an end",
            f"cut at {least} to {cards - least}",
            "30-2810(3)",
        )
    return (CardsCut(command.position, command.depth),)


class CardsCut(NamedTuple):
    """The stack was cut."""

    position: int
    depth: int


@step.applies(CardsCut)
def cards_cut(table: Table, fact: CardsCut) -> Table:
    """What lay in front of the cutting card is at the back now."""
    shoe = table.shoe._replace(stage="cut", cutter=fact.position, recut=False)
    return table._replace(shoe=shoe)


class OrderRecut(NamedTuple):
    """Have the cards cut again (30-2810(5))."""

    supervisor: str


step.written(OrderRecut, "order recut [by <supervisor:name>]")


@step.decides(OrderRecut, game="baccarat")
def order_recut(table: Table, command: OrderRecut) -> step.Decision:
    """Have the cards cut again, before any is dealt."""
    if table.shoe.stage not in ("cut", "marked", "loaded"):
        return Refusal(
            "recut-too-late" if table.shoe.stage == "in play" else "nothing-cut",
            "cards are cut again after the cut and before any card is dealt",
            "deal on" if table.shoe.stage == "in play" else "cut first",
            "30-2810(5)",
        )
    if not command.supervisor:
        return Refusal(
            "supervisor-needed", "only a supervisor orders a recut", "name one", "30-2810(5)"
        )
    return (RecutOrdered(command.supervisor),)


class RecutOrdered(NamedTuple):
    """The cards are cut again, by whom the house wants."""

    supervisor: str


step.told(RecutOrdered, "supervisor", "has the cards cut again ({supervisor})")


@step.applies(RecutOrdered)
def recut_ordered(table: Table, _: RecutOrdered) -> Table:
    """The last cutter cuts again, or the offer goes on from there."""
    shoe = table.shoe
    declined = shoe.declined
    if table.setup.recut_by == "next" and shoe.cutter not in (None, DEALER):
        declined = (*declined, shoe.cutter or DEALER)
    number = shoe.number - (shoe.stage == "loaded")
    shoe = shoe._replace(stage="offering", number=number, recut=True, declined=declined, cards=0)
    batches = tuple(
        one._replace(stage="shuffled") if at == shoe.batch else one
        for at, one in enumerate(table.batches, 1)
    )
    return table._replace(shoe=shoe, batches=batches)


class PlaceCutCard(NamedTuple):
    """Put the cutting card so many cards from the back of the stack (30-2810(4))."""

    from_back: int


step.written(PlaceCutCard, "cut card <from_back:number>")
step.tried(PlaceCutCard, from_back=lambda table: (table.setup.cutting.from_back,))


@step.decides(PlaceCutCard, game="baccarat")
def place_cut_card(table: Table, command: PlaceCutCard) -> step.Decision:
    """Put the cutting card into the stack, far enough from the back (30-2810(4))."""
    if table.shoe.stage != "cut":
        return Refusal("not-cut", "the stack is not cut", "have it cut first", "30-2810(4)")
    least, cards = table.setup.cutting.from_back, table.setup.shoe_cards
    most = cards - table.setup.cutting.tens_burn - 1
    if not least <= command.from_back <= most:
        return Refusal(
            "cut-card-too-deep" if command.from_back < least else "cut-card-too-shallow",
            f"the cutting card cannot lie {command.from_back} cards from the back",
            f"put it {least} to {most} cards from the back",
            "30-2810(4)" if command.from_back < least else None,
        )
    return (CutCardPlaced(command.from_back),)


class CutCardPlaced(NamedTuple):
    """The cutting card that ends the shoe is in the stack."""

    from_back: int


step.told(CutCardPlaced, "dealer", "puts the cut card {from_back} from the back")


@step.applies(CutCardPlaced)
def cut_card_placed(table: Table, fact: CutCardPlaced) -> Table:
    """The stack may go into the shoe."""
    return table._replace(shoe=table.shoe._replace(stage="marked", cut_after=fact.from_back))


@step.tells(CardsCut)
def tell_cut(_: Table, fact: CardsCut) -> Iterator[step.StoryLine]:
    """Tell who cut, and where."""
    who = f"position {fact.position}" if fact.position else "dealer"
    yield step.StoryLine(who, f"cuts at card {fact.depth}")


@step.orders(ShuffleCards)
def order_shuffle(table: Table, command: ShuffleCards) -> step.Order:
    """Order the shuffle of a batch."""
    return step.Order(f"Shuffle {batch_in_words(table, command.batch)}", "30-2810(1)")


@step.orders(CutCards)
def order_cut(table: Table, command: CutCards) -> step.Order:
    """Order that the cut is offered, or made."""
    place, least = command.position, table.setup.cutting.from_ends
    who = "Cut the cards" if place == DEALER else f"Offer the cut to position {place}"
    cite = "30-2810(5)" if table.shoe.recut else "30-2810(2), (3)"
    return step.Order(f"{who}, at least {least} cards in from either end", cite)


@step.orders(PlaceCutCard)
def order_cut_card(table: Table, _: PlaceCutCard) -> step.Order:
    """Order where the cutting card goes."""
    least = table.setup.cutting.from_back
    return step.Order(f"Put the cutting card at least {least} cards in from the back", "30-2810(4)")


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
        step = _next_for(number, batch, spread=setup.device != "hand")
        if step is not None:
            return step
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
