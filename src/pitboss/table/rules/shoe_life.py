"""A shoe: shuffled, cut, loaded, burnt, dealt to its last hand (30-2805, 30-2810, 30-2811)."""

from __future__ import annotations

from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.commands import DEALER
from pitboss.table.due import CARDS, unknown_card
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.inspection import PRE_SHUFFLED, at_stage, not_at, other_batch
from pitboss.table.rules.positions import not_seated
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import ShoeStage, ShoeState, Table

# --- shuffling and cutting: 30-2810 ---


@decides(do.ShuffleCards)
def shuffle(table: Table, command: do.ShuffleCards) -> Decision:
    """Shuffle a batch: by hand when no shoe is in play, in a shuffler beside the other batch."""
    setup = table.setup
    wrong = not_at(table, command.batch, ("stacked",), "30-2809, 30-2810(1)")
    if wrong is not None:
        return wrong
    if setup.device != "hand":
        unsound = _not_sound(table, "shuffler")
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
        return (facts.MissingCardsFound(command.batch, command.missing),)
    return (facts.CardsShuffled(command.batch),)


@applies(facts.MissingCardsFound)
def missing_found(table: Table, fact: facts.MissingCardsFound) -> Table:
    """The batch waits for replacement and a full inspection."""
    return at_stage(table, fact.batch, "faulty")


@applies(facts.CardsShuffled)
def shuffled(table: Table, fact: facts.CardsShuffled) -> Table:
    """A shuffled batch is offered to be cut if no other one is in use; else it waits its turn."""
    return _offered(at_stage(table, fact.batch, "shuffled"))


def _offered(table: Table) -> Table:
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


@decides(do.DeclineCut)
def decline_cut(table: Table, command: do.DeclineCut) -> Decision:
    """Decline the cut; it is offered to the next position."""
    wrong = _not_offered(table) or _not_the_cutter(table, command.position)
    if wrong is not None:
        return wrong
    if command.position == DEALER:
        return Refusal(
            "dealer-must-cut", "nobody accepted the cut: the dealer cuts", "cut", "30-2810(2)"
        )
    return (facts.CutDeclined(command.position),)


@applies(facts.CutDeclined)
def cut_declined(table: Table, fact: facts.CutDeclined) -> Table:
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


@decides(do.CutCards)
def cut(table: Table, command: do.CutCards) -> Decision:
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
    return (facts.CardsCut(command.position, command.depth),)


@applies(facts.CardsCut)
def cards_cut(table: Table, fact: facts.CardsCut) -> Table:
    """What lay in front of the cutting card is at the back now."""
    shoe = table.shoe._replace(stage="cut", cutter=fact.position, recut=False)
    return table._replace(shoe=shoe)


@decides(do.OrderRecut)
def order_recut(table: Table, command: do.OrderRecut) -> Decision:
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
    return (facts.RecutOrdered(command.supervisor),)


@applies(facts.RecutOrdered)
def recut_ordered(table: Table, _: facts.RecutOrdered) -> Table:
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


@decides(do.PlaceCutCard)
def place_cut_card(table: Table, command: do.PlaceCutCard) -> Decision:
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
    return (facts.CutCardPlaced(command.from_back),)


@applies(facts.CutCardPlaced)
def cut_card_placed(table: Table, fact: facts.CutCardPlaced) -> Table:
    """The stack may go into the shoe."""
    return table._replace(shoe=table.shoe._replace(stage="marked", cut_after=fact.from_back))


@decides(do.LoadShoe)
def load(table: Table, _: do.LoadShoe) -> Decision:
    """Put the stack into a shoe that was inspected this gaming day (30-2805)."""
    setup, shoe = table.setup, table.shoe
    continuous = setup.device == "continuous"
    if continuous:
        ready = table.batches and table.batches[0].stage == "shuffled"
        if not ready or shoe.stage not in ("none", "finished"):
            return Refusal(
                "not-shuffled", "the cards are not shuffled", "shuffle them first", "30-2811"
            )
    elif shoe.stage != "marked":
        return Refusal(
            "stack-not-ready",
            "the stack is not cut, or holds no cutting card",
            "shuffle, cut and put the cutting card in",
            "30-2810(4)",
        )
    unsound = _not_sound(table, "shuffler" if continuous else "shoe")
    if unsound is not None:
        return unsound
    return (facts.ShoeLoaded(shoe.number + 1, shoe.batch or 1, setup.shoe_cards),)


@applies(facts.ShoeLoaded)
def loaded(table: Table, fact: facts.ShoeLoaded) -> Table:
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


@decides(do.BurnCards)
def burn(table: Table, command: do.BurnCards) -> Decision:
    """Burn by the first card: aces one, faces and tens ten (30-2810(4))."""
    if command.first not in CARDS:
        return unknown_card(command.first)
    if table.shoe.stage != "loaded":
        return Refusal(
            "nothing-to-burn",
            "cards are burnt once, when a shoe is loaded",
            "load the shoe first" if table.shoe.stage != "in play" else "go on",
            "30-2810(4)",
        )
    other = other_batch(table)
    if other is not None and other.stage == "stacked" and table.shoe.number > 1:
        return Refusal(
            "rack-not-empty",
            f"the used batch with {other.backs} backs lies in the discard rack",
            "put it into the shuffler first",
            "30-2806(1)(a)(v)",
        )
    return (facts.CardsBurnt(command.first, 1 + burn_of(command.first, table.setup)),)


def burn_of(first: Card, setup: TableSetup) -> int:
    """Return how many cards follow the first one into the discard rack."""
    return first.value or setup.cutting.tens_burn


@applies(facts.CardsBurnt)
def burnt(table: Table, fact: facts.CardsBurnt) -> Table:
    """The shoe is in play. Only the first of the burnt cards was seen."""
    shoe = table.shoe._replace(
        stage="in play", cards=table.shoe.cards - fact.cards, burnt=fact.cards, seen={fact.first: 1}
    )
    return table._replace(shoe=shoe)


# --- the end of a shoe, and no gaming activity ---


@applies(facts.ShoeFinished)
def finished(table: Table, _: facts.ShoeFinished) -> Table:
    """The batch is stacked for the reshuffle; the other one, if shuffled, is offered."""
    shoe = ShoeState(
        number=table.shoe.number,
        stage="finished",
        batch=table.shoe.batch,
        cut_after=table.shoe.cut_after,
        free_hands=table.shoe.free_hands,
        rounds=table.shoe.rounds,
    )
    return _offered(at_stage(table._replace(shoe=shoe), shoe.batch, "stacked"))


@decides(do.StopForWantOfPlay)
def stop(table: Table, _: do.StopForWantOfPlay) -> Decision:
    """Stop dealing while nobody plays (30-2810(6))."""
    if table.shoe.stage != "in play":
        return Refusal("nothing-in-play", "no shoe is in play", "go on", "30-2810(6)")
    if table.round.bets or table.round.stage != "betting":
        return Refusal("round-not-over", "a round is being played", "finish it first", "30-2810(6)")
    if table.seated:
        return Refusal(
            "patrons-at-the-table", "somebody is at the table", "wait until all left", "30-2810(6)"
        )
    if table.setup.device == "continuous":
        return (facts.PlayStopped("in the shuffler"),)
    return facts.PlayStopped("to be shuffled"), facts.ShoeFinished()


@applies(facts.PlayStopped)
def play_stopped(table: Table, _: facts.PlayStopped) -> Table:
    """A free hand that was called is not dealt; what follows for the cards is a fact of its own."""
    return table._replace(round=table.round._replace(free=False))


def _not_sound(table: Table, device: str) -> Refusal | None:
    if device in table.sound and table.day is not None:
        return None
    return Refusal(
        "device-not-inspected",
        f"the {device} was not inspected this gaming day and found sound",
        f"inspect the {device} before cards go in",
        "30-2805",
    )
