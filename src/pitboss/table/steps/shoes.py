"""A shoe: loaded, burnt, dealt to its last hand, stopped for want of play (30-2805, 30-2810)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table.dealers import Dealer
from pitboss.table.due import CARDS, cards_left_of, unknown_card
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import ShoeStage, ShoeState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.duties import not_sound, round_not_over
from pitboss.table.steps.inspection import at_stage, other_batch
from pitboss.table.steps.shuffling import next_offered


class LoadShoe(NamedTuple):
    """Put the stack into the shoe, or the cards into the continuous shuffler."""


@step.decides(LoadShoe, "load shoe", game="baccarat")
def load(table: Table, _: LoadShoe) -> step.Decision:
    """Put the stack into a shoe that was inspected this gaming day (30-2805)."""
    setup, shoe = table.setup, table.shoe
    continuous = setup.device == "continuous"
    if continuous:
        ready = table.batches and table.batches[0].stage == "shuffled"
        if not ready or shoe.stage not in ("none", "finished"):
            message = "the cards are not shuffled"
            return Refusal("not-shuffled", message, "shuffle them first", "30-2811")
    elif shoe.stage != "marked":
        message = "the stack is not cut, or holds no cutting card"
        remedy = "shuffle, cut and put the cutting card in"
        return Refusal("stack-not-ready", message, remedy, "30-2810(4)")
    return not_sound(table, "shuffler" if continuous else "shoe") or (
        ShoeLoaded(shoe.number + 1, shoe.batch or 1, setup.shoe_cards),
    )


class ShoeLoaded(NamedTuple):
    """A batch is in the shoe or the continuous shuffler."""

    shoe: int
    batch: int
    cards: int


@step.applies(ShoeLoaded, "dealer", "loads shoe {shoe} with {cards} cards")
def loaded(table: Table, fact: ShoeLoaded) -> Table:
    """A new shoe, with its roads empty; a continuous shuffler is ready to deal from."""
    continuous = table.setup.device == "continuous"
    stage: ShoeStage = "in play" if continuous else "loaded"
    shoe = ShoeState(
        number=fact.shoe,
        stage=stage,
        batch=fact.batch,
        cards=fact.cards,
        cut_after=0 if continuous else table.shoe.cut_after,
        cutter=table.shoe.cutter,
        declined=table.shoe.declined,
    )
    return at_stage(table._replace(shoe=shoe), fact.batch, "in use")


class BurnCards(NamedTuple):
    """Show the first card and burn as many as it says (30-2810(4))."""

    first: Card


@step.decides(BurnCards, "burn <first:card>", game="baccarat")
def burn(table: Table, command: BurnCards) -> step.Decision:
    """Burn by the first card: aces one, faces and tens ten (30-2810(4))."""
    if command.first not in CARDS:
        return unknown_card(command.first)
    if table.shoe.stage != "loaded":
        message = "cards are burnt once, when a shoe is loaded"
        remedy = "load the shoe first" if table.shoe.stage != "in play" else "go on"
        return Refusal("nothing-to-burn", message, remedy, "30-2810(4)")
    other = other_batch(table)
    if other is not None and other.stage == "stacked" and table.shoe.number > 1:
        message = f"the used batch with {other.backs} backs lies in the discard rack"
        remedy = "put it into the shuffler first"
        return Refusal("rack-not-empty", message, remedy, "30-2806(1)(a)(v)")
    return (CardsBurnt(command.first, 1 + burn_of(command.first, table.setup)),)


def burn_of(first: Card, setup: TableSetup) -> int:
    """Return how many cards follow the first one into the discard rack."""
    return first.value or setup.cutting.tens_burn


class CardsBurnt(NamedTuple):
    """The first card was shown, and so many in all went to the discard rack."""

    first: Card
    cards: int


@step.applies(
    CardsBurnt, "dealer", "shows {first} and burns {cards} cards, it among them", final=True
)
def burnt(table: Table, fact: CardsBurnt) -> Table:
    """The shoe is in play. Only the first of the burnt cards was seen."""
    cards, seen = table.shoe.cards - fact.cards, {fact.first: 1}
    shoe = table.shoe._replace(stage="in play", cards=cards, burnt=fact.cards, seen=seen)
    return table._replace(shoe=shoe)


class ShoeFinished(NamedTuple):
    """No more cards are dealt until the reshuffle (30-2813(4))."""


@step.applies(ShoeFinished, "dealer", "ends the shoe")
def finished(table: Table, _: ShoeFinished) -> Table:
    """The batch is stacked for the reshuffle; the other one, if shuffled, is offered."""
    shoe = ShoeState(
        number=table.shoe.number,
        stage="finished",
        batch=table.shoe.batch,
        cut_after=table.shoe.cut_after,
        free_hands=table.shoe.free_hands,
        rounds=table.shoe.rounds,
    )
    return next_offered(at_stage(table._replace(shoe=shoe), shoe.batch, "stacked"))


class StopForWantOfPlay(NamedTuple):
    """Say that nobody plays: the cards are handled by 30-2810(6)."""


@step.decides(StopForWantOfPlay, "stop play", game="baccarat")
def stop(table: Table, _: StopForWantOfPlay) -> step.Decision:
    """Stop dealing while nobody plays (30-2810(6))."""
    if table.shoe.stage != "in play":
        return Refusal("nothing-in-play", "no shoe is in play", "go on", "30-2810(6)")
    not_over = round_not_over(table, "30-2810(6)")
    stands = table.shoe.deserted and table.round.stage == "betting"
    if not_over is not None and not stands:
        return not_over
    if table.seated and not table.shoe.deserted:
        message = "somebody is at the table"
        return Refusal("patrons-at-the-table", message, "wait until all left", "30-2810(6)")
    if table.setup.device == "continuous":
        return (PlayStopped("in the shuffler"),)
    return PlayStopped("to be shuffled"), ShoeFinished()


class PlayStopped(NamedTuple):
    """Nobody plays; the cards wait as 30-2810(6) says."""

    cards: Literal["to be shuffled", "in the shuffler"]


step.told(PlayStopped, "house", "nobody plays: the cards are {cards}")
step.round_changed(PlayStopped, lambda round, _: round._replace(free=False))
step.tried(BurnCards, first=lambda table: cards_left_of(table)[:1])
step.ordered(BurnCards, "Show the first card and burn as many cards as it counts", "30-2810(4)")
step.ordered(StopForWantOfPlay, "Stop dealing: nobody plays", "30-2810(6)")


@step.orders(LoadShoe)
def order_loading(table: Table, _: LoadShoe) -> step.Order:
    """Order where the cards go."""
    if table.setup.device == "continuous":
        return step.Order("Put the cards into the continuous shuffler", "30-2811")
    return step.Order("Put the stack into the shoe", "30-2810(4)")


@step.proposes("betting", game="baccarat")
def propose_shoe(table: Table, dealer: Dealer) -> step.Command | None:
    """Propose to load a shoe that is ready, and to burn its first cards."""
    if table.shoe.stage == "in play":
        return StopForWantOfPlay() if table.shoe.deserted else None
    if table.shoe.stage != "loaded":
        return LoadShoe()
    dealer.supply.shuffle(table.setup.shoe_cards)
    first = dealer.supply.card()
    for _ in range(burn_of(first, table.setup)):
        dealer.supply.card()
    return BurnCards(first)
