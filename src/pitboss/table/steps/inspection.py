"""Cards come to the table: received, inspected, verified, spread, washed and stacked (30-2809)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, get_args

from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table.arguments import cards_text
from pitboss.table.state import Batch, BatchStage, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.duties import unnamed

BACKS = ("red", "blue")
"""The backs of a first and a second batch."""
BATCH = "[of batch <batch:number>]"
"""How a line names one of two batches."""
PRE_SHUFFLED = "30-2810, after (6)"
"""The paragraph on pre-shuffled cards has no number of its own in the copy."""


_WAYS: dict[BatchStage, str] = {
    "received": "inspect it",
    "sealed": "have a supervisor break the seal",
    "faulty": "replace what is missing or too many",
    "inspected": "have surveillance verify it",
    "verified": "wash it",
    "spread": "turn it face down and stack it (wash)",
    "stacked": "shuffle it",
    "shuffled": "offer the cut",
    "in use": "finish the shoe",
}
"""What a batch at each stage waits for."""


def batch_numbers(table: Table) -> range:
    """Return the numbers of the batches that the table has."""
    return range(1, len(table.batches) + 1)


class ReceiveCards(NamedTuple):
    """Receive a batch of cards at the table (30-2809(1))."""

    decks: int
    backs: str
    """The color of the backs."""
    sealed: bool = False
    """Whether they are pre-shuffled, under the manufacturer's seal."""


step.written(ReceiveCards, "receive <decks:number> decks <backs:color> [sealed]")
step.tried(
    ReceiveCards,
    decks=lambda table: (table.setup.shoe_decks,),
    backs=(*BACKS, "green"),
    sealed=(False, True),
)


@step.decides(ReceiveCards, game="baccarat")
def receive(table: Table, command: ReceiveCards) -> step.Decision:
    """Receive a batch: as many decks as the setup says, its backs unlike the other batch's."""
    setup = table.setup
    number = _comes_as(table)
    if number is None:
        return Refusal("cards-complete", "the table has its cards", "inspect them", "30-2809(1)")
    decks = setup.shoe_decks
    if command.decks != decks:
        return Refusal(
            "wrong-number-of-decks",
            f"{command.decks} decks came; a batch of this table has {decks}",
            f"receive {decks} decks",
            "30-2806(1)(a)(i)" if setup.batches == 2 else "30-2806(1), 30-2809(1)",
        )
    if command.sealed != (setup.device == "pre-shuffled"):
        return Refusal(
            "pre-shuffled-not-set-up",
            "pre-shuffled cards are used where the setup says so, and only there: "
            "their shuffler must verify each card",
            "receive the cards that the setup names",
            PRE_SHUFFLED,
        )
    others = [batch for at, batch in enumerate(table.batches, 1) if at != number]
    if any(batch.backs == command.backs for batch in others):
        return Refusal(
            "backs-alike",
            f"both batches would have {command.backs} backs",
            "take a batch of another back color",
            "30-2806(1)(a)(ii)",
        )
    return (CardsReceived(number, command.decks, command.backs, command.sealed),)


def _comes_as(table: Table) -> int | None:
    """Return which batch new cards become: one that lacks, or a used one while nobody is dealt to.

    Cards are changed for new ones when no shoe is in play, after it was stopped or shuffled up.
    """
    if len(table.batches) < table.setup.batches:
        return len(table.batches) + 1
    shoe = table.shoe
    if not shoe.number or shoe.stage not in ("finished", "offering"):
        return None
    used = [at for at, batch in enumerate(table.batches, 1) if batch.stage in _REPLACEABLE]
    return shoe.batch if shoe.batch in used else next(iter(used), None)


_REPLACEABLE = ("stacked", "shuffled")
"""The stages at which a used batch can go for new cards."""


class CardsReceived(NamedTuple):
    """A batch of cards came to the table."""

    batch: int
    decks: int
    backs: str
    sealed: bool


@step.applies(CardsReceived)
def received(table: Table, fact: CardsReceived) -> Table:
    """A batch waits for its inspection, or for its seal to be broken; it keeps its turn."""
    batch = Batch(fact.backs, "sealed" if fact.sealed else "received", fact.sealed)
    batches = list(table.batches)
    batches[fact.batch - 1 : fact.batch] = [batch]
    shoe = table.shoe
    if shoe.stage == "offering" and shoe.batch == fact.batch:
        shoe = shoe._replace(stage="finished", batch=len(batches) + 1 - fact.batch)
    return table._replace(batches=tuple(batches), shoe=shoe)


class BreakSeal(NamedTuple):
    """Open the box of pre-shuffled cards; only a supervisor may (30-2810, after (6))."""

    supervisor: str


step.written(BreakSeal, "break seal [by <supervisor:name>]")


@step.decides(BreakSeal, game="baccarat")
def break_seal(table: Table, command: BreakSeal) -> step.Decision:
    """Open pre-shuffled cards: the supervisor does, and they go straight to the shuffler."""
    wrong = not_at(table, 1, ("sealed",), PRE_SHUFFLED)
    if wrong is not None:
        return wrong
    if not command.supervisor:
        return Refusal(
            "supervisor-needed",
            "only a table games supervisor opens pre-shuffled cards",
            "name the supervisor",
            PRE_SHUFFLED,
        )
    return (SealBroken(command.supervisor),)


class SealBroken(NamedTuple):
    """A supervisor opened pre-shuffled cards."""

    supervisor: str


step.told(SealBroken, "supervisor", "opens the pre-shuffled cards ({supervisor})")


@step.applies(SealBroken)
def seal_broken(table: Table, _: SealBroken) -> Table:
    """No further inspection is necessary: the cards are ready for the shuffler."""
    return at_stage(table, 1, "stacked")


class InspectCards(NamedTuple):
    """Count the cards of a batch, naming what is missing or too many (30-2809(2))."""

    batch: int = 1
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()


step.written(InspectCards, f"inspect cards {BATCH} [missing <missing:cards>] [extra <extra:cards>]")
step.tried(InspectCards, batch=batch_numbers)


@step.decides(InspectCards, game="baccarat")
def inspect(table: Table, command: InspectCards) -> step.Decision:
    """Count a batch. Cards of which there are too few or too many are named."""
    found = command.missing or command.extra
    if stage_of(table, command.batch) == "faulty" and not found:
        return Refusal(
            "fault-not-replaced",
            f"batch {command.batch} was found wrong",
            "replace what is missing or too many, then inspect it",
            "30-2809(2)",
        )
    wrong = not_at(table, command.batch, ("received", "faulty", "stacked"), "30-2809(2)")
    return wrong or (CardsInspected(command.batch, command.missing, command.extra),)


class CardsInspected(NamedTuple):
    """A batch was counted; what is named was missing or too many."""

    batch: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]


@step.applies(CardsInspected)
def inspected(table: Table, fact: CardsInspected) -> Table:
    """A batch with a fault waits for replacement; pre-shuffled cards go back to the shuffler."""
    if fact.missing or fact.extra:
        return at_stage(table, fact.batch, "faulty")
    sealed = table.batches[fact.batch - 1].sealed
    return at_stage(table, fact.batch, "stacked" if sealed else "inspected")


class ReplaceCards(NamedTuple):
    """Put right what an inspection found wrong; the maker of pre-shuffled cards is told."""

    batch: int = 1
    inventory_number: str = ""


step.written(ReplaceCards, f"replace cards {BATCH} [number <inventory_number:identifier>]")
step.tried(ReplaceCards, batch=batch_numbers, inventory_number=("1",))


@step.decides(ReplaceCards, game="baccarat")
def replace(table: Table, command: ReplaceCards) -> step.Decision:
    """Put a faulty batch right; of pre-shuffled cards the manufacturer is told."""
    wrong = not_at(table, command.batch, ("faulty",), "30-2809(2)")
    if wrong is not None:
        return wrong
    if table.batches[command.batch - 1].sealed and not command.inventory_number:
        return Refusal(
            "manufacturer-not-told",
            "the manufacturer must hear of a missing card",
            "give the inventory number as reference",
            PRE_SHUFFLED,
        )
    return (CardsReplaced(command.batch, command.inventory_number),)


class CardsReplaced(NamedTuple):
    """What an inspection found was put right; the manufacturer was told if a number is given."""

    batch: int
    inventory_number: str


step.told(CardsReplaced, "dealer", "replaces what was wrong with batch {batch}")


@step.applies(CardsReplaced)
def replaced(table: Table, fact: CardsReplaced) -> Table:
    """The batch is inspected in full again."""
    return at_stage(table, fact.batch, "received")


class VerifyCards(NamedTuple):
    """Let surveillance verify the inspection (30-2809(2))."""

    by: str
    batch: int = 1


step.written(VerifyCards, f"verify cards {BATCH} [by <by:name>]")
step.tried(VerifyCards, batch=batch_numbers)


@step.decides(VerifyCards, game="baccarat")
def verify(table: Table, command: VerifyCards) -> step.Decision:
    """Let surveillance verify an inspection."""
    wrong = not_at(table, command.batch, ("inspected",), "30-2809(2)") or unnamed(command.by)
    return wrong or (CardsVerified(command.batch, command.by),)


class CardsVerified(NamedTuple):
    """Surveillance verified an inspection."""

    batch: int
    by: str


step.told(CardsVerified, "surveillance", "verifies batch {batch} ({by})")


@step.applies(CardsVerified)
def verified(table: Table, fact: CardsVerified) -> Table:
    """The batch may be washed, or must first be spread for the players."""
    return at_stage(table, fact.batch, "verified")


class SpreadCards(NamedTuple):
    """Spread a batch for the players to see, apart from the other batch (30-2809(3))."""

    batch: int = 1


step.written(SpreadCards, f"spread cards {BATCH}")
step.tried(SpreadCards, batch=batch_numbers)


@step.decides(SpreadCards, game="baccarat")
def spread(table: Table, command: SpreadCards) -> step.Decision:
    """Spread a batch for the players, apart from the other one."""
    if table.setup.device == "hand":
        return Refusal(
            "no-shuffler", "cards shuffled by hand are washed", "wash them", "30-2809(2)"
        )
    wrong = not_at(table, command.batch, ("verified",), "30-2809(3)")
    if wrong is not None:
        return wrong
    other = next((at for at, one in enumerate(table.batches, 1) if one.stage == "spread"), None)
    if other is not None:
        return Refusal(
            "batches-not-apart",
            f"batch {other} is spread; batches are inspected apart from each other",
            f"stack batch {other} first",
            "30-2809(3)",
        )
    return (CardsSpread(command.batch),)


class CardsSpread(NamedTuple):
    """Players saw a batch, apart from the other."""

    batch: int


step.told(CardsSpread, "dealer", "spreads batch {batch} for the players")


@step.applies(CardsSpread)
def cards_spread(table: Table, fact: CardsSpread) -> Table:
    """Players look at the cards."""
    return at_stage(table, fact.batch, "spread")


class WashCards(NamedTuple):
    """Mix the cards face down and stack them (30-2809(2), (3))."""

    batch: int = 1


step.written(WashCards, f"wash cards {BATCH}")
step.tried(WashCards, batch=batch_numbers)


@step.decides(WashCards, game="baccarat")
def wash(table: Table, command: WashCards) -> step.Decision:
    """Wash and stack a batch; before a shuffler the players must have seen it."""
    by_hand = table.setup.device == "hand"
    needed: BatchStage = "verified" if by_hand else "spread"
    cite = "30-2809(2)" if by_hand else "30-2809(3)"
    wrong = not_at(table, command.batch, (needed,), cite)
    if wrong is not None and not by_hand and stage_of(table, command.batch) == "verified":
        wrong = Refusal(
            "cards-not-spread",
            f"the players have not seen batch {command.batch}",
            "spread it for them first",
            cite,
        )
    return wrong or (CardsWashed(command.batch),)


class CardsWashed(NamedTuple):
    """A batch was mixed face down and stacked."""

    batch: int


step.told(CardsWashed, "dealer", "washes and stacks batch {batch}")


@step.applies(CardsWashed)
def washed(table: Table, fact: CardsWashed) -> Table:
    """The batch lies stacked, face down."""
    return at_stage(table, fact.batch, "stacked")


def at_stage(table: Table, number: int, stage: BatchStage) -> Table:
    """Return the table with a batch brought to a stage."""
    batches = list(table.batches)
    batches[number - 1] = batches[number - 1]._replace(stage=stage)
    return table._replace(batches=tuple(batches))


def other_batch(table: Table) -> Batch | None:
    """Return the batch that is not in use, where there are two (30-2806(1)(a))."""
    if table.setup.batches == 1 or not table.shoe.batch:
        return None
    missing = Batch("other", "received")
    return table.batches[2 - table.shoe.batch] if len(table.batches) == 2 else missing


def stage_of(table: Table, number: int) -> BatchStage | None:
    """Return how far a batch has come; None if there is no such batch."""
    return table.batches[number - 1].stage if 1 <= number <= len(table.batches) else None


def not_at(table: Table, number: int, stages: tuple[BatchStage, ...], cite: str) -> Refusal | None:
    """Refuse what a batch is not ready for, and say what it waits for."""
    stage = stage_of(table, number)
    if stage in stages:
        return None
    if stage is None:
        return Refusal(
            "no-such-batch", f"the table has no batch {number}", "receive the cards first", cite
        )
    return Refusal(
        "not-that-far" if _rank(stage) < _rank(stages[0]) else "done-already",
        f"batch {number} is {stage}",
        _WAYS[stage],
        cite,
    )


def _rank(stage: BatchStage) -> int:
    return get_args(BatchStage).index(stage)


def batch_in_words(table: Table, batch: int) -> str:
    """Return a batch as one speaks of it."""
    return f"batch {batch}" if len(table.batches) > 1 else "the cards"


def _paragraph(table: Table, batch: int) -> str:
    return PRE_SHUFFLED if table.batches[batch - 1].sealed else "30-2809(2)"


@step.tells(CardsReceived)
def tell_received(_: Table, fact: CardsReceived) -> Iterator[step.StoryLine]:
    """Tell which cards came."""
    sealed = "sealed " if fact.sealed else ""
    words = f"receives {fact.decks} {sealed}decks with {fact.backs} backs (batch {fact.batch})"
    yield step.StoryLine("dealer", words)


@step.tells(CardsInspected)
def tell_counted(_: Table, fact: CardsInspected) -> Iterator[step.StoryLine]:
    """Tell what was found wrong."""
    found = [f"{cards_text(fact.missing)} missing"] if fact.missing else []
    found += [f"{cards_text(fact.extra)} too many"] if fact.extra else []
    yield step.StoryLine("dealer", f"inspects batch {fact.batch}: {', '.join(found) or 'complete'}")


step.ordered(BreakSeal, "Have a supervisor break the seal", PRE_SHUFFLED)


@step.orders(ReceiveCards)
def order_reception(_: Table, command: ReceiveCards) -> step.Order:
    """Order a batch of cards."""
    what = "pre-shuffled decks, sealed," if command.sealed else "decks"
    cite = PRE_SHUFFLED if command.sealed else "30-2809(1)"
    return step.Order(f"Receive {command.decks} {what} with {command.backs} backs", cite)


@step.orders(InspectCards)
def order_count(table: Table, command: InspectCards) -> step.Order:
    """Order the inspection of a batch."""
    words = batch_in_words(table, command.batch)
    return step.Order(f"Inspect {words}", _paragraph(table, command.batch))


@step.orders(ReplaceCards)
def order_replacement(table: Table, command: ReplaceCards) -> step.Order:
    """Order what puts a batch right."""
    told = " and tell the manufacturer" if table.batches[command.batch - 1].sealed else ""
    words = f"Replace what is wrong in {batch_in_words(table, command.batch)}{told}"
    return step.Order(words, _paragraph(table, command.batch))


@step.orders(VerifyCards)
def order_verification(table: Table, command: VerifyCards) -> step.Order:
    """Order surveillance's verification."""
    words = batch_in_words(table, command.batch)
    return step.Order(f"Have surveillance verify {words}", "30-2809(2)")


@step.orders(SpreadCards)
def order_spreading(table: Table, command: SpreadCards) -> step.Order:
    """Order that players see a batch."""
    words = batch_in_words(table, command.batch)
    return step.Order(f"Spread {words} for the players to see", "30-2809(3)")


@step.orders(WashCards)
def order_washing(table: Table, command: WashCards) -> step.Order:
    """Order that a batch is stacked."""
    words = batch_in_words(table, command.batch)
    if table.setup.device == "hand":
        return step.Order(f"Wash and stack {words}", "30-2809(2)")
    return step.Order(f"Turn {words} face down and stack", "30-2809(3)")
