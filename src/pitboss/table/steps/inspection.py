"""Cards come to the table: received, inspected, verified, spread, washed and stacked (30-2809)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol, get_args

from pitboss.games.cards import Card
from pitboss.refusals import Refusal
from pitboss.table.arguments import cards_text
from pitboss.table.state import Batch, BatchStage, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.duties import no_supervisor, unnamed

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


@step.decides(ReceiveCards, "receive <decks:number> decks <backs:color> [sealed]", game="baccarat")
def receive(table: Table, command: ReceiveCards) -> step.Decision:
    """Receive a batch: as many decks as the setup says, its backs unlike the other batch's."""
    setup, number = table.setup, _comes_as(table)
    if number is None:
        return Refusal("cards-complete", "the table has its cards", "inspect them", "30-2809(1)")
    decks = setup.shoe_decks
    if command.decks != decks:
        message = f"{command.decks} decks came; a batch of this table has {decks}"
        cite = "30-2806(1)(a)(i)" if setup.batches == 2 else "30-2806(1), 30-2809(1)"
        return Refusal("wrong-number-of-decks", message, f"receive {decks} decks", cite)
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
        message = f"both batches would have {command.backs} backs"
        remedy = "take a batch of another back color"
        return Refusal("backs-alike", message, remedy, "30-2806(1)(a)(ii)")
    return (CardsReceived(number, *command),)


def _comes_as(table: Table) -> int | None:
    """Return which batch new cards become: one that lacks, or a used one while nobody is dealt to.

    Cards are changed for new ones when no shoe is in play, after it was stopped or shuffled up.
    """
    if len(table.batches) < table.setup.batches:
        return len(table.batches) + 1
    shoe = table.shoe
    if not shoe.number or shoe.stage not in ("finished", "offering"):
        return None
    used = [at for at in batch_numbers(table) if stage_of(table, at) in ("stacked", "shuffled")]
    return shoe.batch if shoe.batch in used else next(iter(used), None)


class CardsReceived(NamedTuple):
    """A batch of cards came to the table."""

    batch: int
    decks: int
    backs: str
    sealed: bool


@step.tells(CardsReceived)
def tell_reception(_: Table, fact: CardsReceived) -> Iterator[step.StoryLine]:
    """Tell which cards came."""
    decks = f"{fact.decks} {'sealed ' if fact.sealed else ''}decks"
    yield step.StoryLine("dealer", f"receives {decks} with {fact.backs} backs (batch {fact.batch})")


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


@step.decides(BreakSeal, "break seal [by <supervisor:name>]", game="baccarat")
def break_seal(table: Table, command: BreakSeal) -> step.Decision:
    """Open pre-shuffled cards: the supervisor does, and they go straight to the shuffler."""
    rule = "only a table games supervisor opens pre-shuffled cards"
    return (
        not_at(table, 1, ("sealed",), PRE_SHUFFLED)
        or no_supervisor(command.supervisor, rule, PRE_SHUFFLED)
        or (SealBroken(*command),)
    )


class SealBroken(NamedTuple):
    """A supervisor opened pre-shuffled cards."""

    supervisor: str


step.told(SealBroken, "supervisor", "opens the pre-shuffled cards ({supervisor})")
step.applied(SealBroken, lambda table, _: at_stage(table, 1, "stacked"))


class InspectCards(NamedTuple):
    """Count the cards of a batch, naming what is missing or too many (30-2809(2))."""

    batch: int = 1
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()


@step.decides(
    InspectCards,
    f"inspect cards {BATCH} [missing <missing:cards>] [extra <extra:cards>]",
    game="baccarat",
)
def inspect(table: Table, command: InspectCards) -> step.Decision:
    """Count a batch. Cards of which there are too few or too many are named."""
    complete = not command.missing and not command.extra
    if complete and stage_of(table, command.batch) == "faulty":
        message = f"batch {command.batch} was found wrong"
        remedy = "replace what is missing or too many, then inspect it"
        return Refusal("fault-not-replaced", message, remedy, "30-2809(2)")
    wrong = not_at(table, command.batch, ("received", "faulty", "stacked"), "30-2809(2)")
    return wrong or (CardsInspected(*command),)


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


@step.tells(CardsInspected)
def tell_count(_: Table, fact: CardsInspected) -> Iterator[step.StoryLine]:
    """Tell what is missing or too many."""
    faults = [f"{cards_text(fact.missing)} missing"] if fact.missing else []
    faults += [f"{cards_text(fact.extra)} too many"] if fact.extra else []
    result = ", ".join(faults) or "complete"
    yield step.StoryLine("dealer", f"inspects batch {fact.batch}: {result}")


class ReplaceCards(NamedTuple):
    """Put right what an inspection found wrong; the maker of pre-shuffled cards is told."""

    batch: int = 1
    inventory_number: str = ""


@step.decides(
    ReplaceCards, f"replace cards {BATCH} [number <inventory_number:identifier>]", game="baccarat"
)
def replace(table: Table, command: ReplaceCards) -> step.Decision:
    """Put a faulty batch right; of pre-shuffled cards the manufacturer is told."""
    wrong = not_at(table, command.batch, ("faulty",), "30-2809(2)")
    if wrong is None and _sealed(table, command) and not command.inventory_number:
        message = "the manufacturer must hear of a missing card"
        remedy = "give the inventory number as reference"
        return Refusal("manufacturer-not-told", message, remedy, PRE_SHUFFLED)
    return wrong or (CardsReplaced(*command),)


class CardsReplaced(NamedTuple):
    """What an inspection found was put right; the manufacturer was told if a number is given."""

    batch: int
    inventory_number: str


step.told(CardsReplaced, "dealer", "replaces what was wrong with batch {batch}")


step.applied(CardsReplaced, lambda table, fact: at_stage(table, fact.batch, "received"))


class VerifyCards(NamedTuple):
    """Let surveillance verify the inspection (30-2809(2))."""

    by: str
    batch: int = 1


@step.decides(VerifyCards, f"verify cards {BATCH} [by <by:name>]", game="baccarat")
def verify(table: Table, command: VerifyCards) -> step.Decision:
    """Let surveillance verify an inspection."""
    wrong = not_at(table, command.batch, ("inspected",), "30-2809(2)") or unnamed(command.by)
    return wrong or (CardsVerified(command.batch, command.by),)


class CardsVerified(NamedTuple):
    """Surveillance verified an inspection."""

    batch: int
    by: str


step.told(CardsVerified, "surveillance", "verifies batch {batch} ({by})")
step.applied(CardsVerified, lambda table, fact: at_stage(table, fact.batch, "verified"))


class SpreadCards(NamedTuple):
    """Spread a batch for the players to see, apart from the other batch (30-2809(3))."""

    batch: int = 1


@step.decides(SpreadCards, f"spread cards {BATCH}", game="baccarat")
def spread(table: Table, command: SpreadCards) -> step.Decision:
    """Spread a batch for the players, apart from the other one."""
    if table.setup.device == "hand":
        message = "cards shuffled by hand are washed"
        return Refusal("no-shuffler", message, "wash them", "30-2809(2)")
    wrong = not_at(table, command.batch, ("verified",), "30-2809(3)")
    other = next((at for at in batch_numbers(table) if stage_of(table, at) == "spread"), None)
    if wrong is None and other is not None:
        message = f"batch {other} is spread; batches are inspected apart from each other"
        return Refusal("batches-not-apart", message, f"stack batch {other} first", "30-2809(3)")
    return wrong or (CardsSpread(*command),)


class CardsSpread(NamedTuple):
    """Players saw a batch, apart from the other."""

    batch: int


step.told(CardsSpread, "dealer", "spreads batch {batch} for the players")
step.applied(CardsSpread, lambda table, fact: at_stage(table, fact.batch, "spread"))


class WashCards(NamedTuple):
    """Mix the cards face down and stack them (30-2809(2), (3))."""

    batch: int = 1


@step.decides(WashCards, f"wash cards {BATCH}", game="baccarat")
def wash(table: Table, command: WashCards) -> step.Decision:
    """Wash and stack a batch; before a shuffler the players must have seen it."""
    by_hand = table.setup.device == "hand"
    needed: BatchStage = "verified" if by_hand else "spread"
    cite = "30-2809(2)" if by_hand else "30-2809(3)"
    wrong = not_at(table, command.batch, (needed,), cite)
    if wrong is not None and not by_hand and stage_of(table, command.batch) == "verified":
        unseen = f"the players have not seen batch {command.batch}"
        wrong = Refusal("cards-not-spread", unseen, "spread it for them first", cite)
    return wrong or (CardsWashed(*command),)


class CardsWashed(NamedTuple):
    """A batch was mixed face down and stacked."""

    batch: int


step.told(CardsWashed, "dealer", "washes and stacks batch {batch}")
step.applied(CardsWashed, lambda table, fact: at_stage(table, fact.batch, "stacked"))


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
        missing = f"the table has no batch {number}"
        return Refusal("no-such-batch", missing, "receive the cards first", cite)
    rank, message = get_args(BatchStage).index, f"batch {number} is {stage}"
    if rank(stage) < rank(stages[0]):
        return Refusal("not-that-far", message, _WAYS[stage], cite)
    return Refusal("done-already", message, _WAYS[stage], cite)


class OfBatch(Protocol):
    """A command that names a batch."""

    @property
    def batch(self) -> int:
        """Its number, from 1."""


def batch_in_words(table: Table, command: OfBatch) -> str:
    """Return a batch as one speaks of it."""
    return f"batch {command.batch}" if len(table.batches) > 1 else "the cards"


def with_batch(order: str) -> Callable[[Table, OfBatch], str]:
    """Return an order that says ``{batch}`` as one speaks of the batch of its command."""
    return lambda table, command: order.format(batch=batch_in_words(table, command))


def _sealed(table: Table, command: OfBatch) -> bool:
    return table.batches[command.batch - 1].sealed


def _paragraph(table: Table, command: OfBatch) -> str:
    return PRE_SHUFFLED if _sealed(table, command) else "30-2809(2)"


step.ordered(BreakSeal, "Have a supervisor break the seal", PRE_SHUFFLED)
step.ordered(InspectCards, with_batch("Inspect {batch}"), _paragraph)
step.ordered(VerifyCards, with_batch("Have surveillance verify {batch}"), "30-2809(2)")
step.ordered(SpreadCards, with_batch("Spread {batch} for the players to see"), "30-2809(3)")


@step.orders(ReceiveCards)
def order_reception(_: Table, command: ReceiveCards) -> step.Order:
    """Order a batch of cards."""
    what = "pre-shuffled decks, sealed," if command.sealed else "decks"
    cite = PRE_SHUFFLED if command.sealed else "30-2809(1)"
    return step.Order(f"Receive {command.decks} {what} with {command.backs} backs", cite)


@step.orders(ReplaceCards)
def order_replacement(table: Table, command: ReplaceCards) -> step.Order:
    """Order what puts a batch right."""
    words = f"Replace what is wrong in {batch_in_words(table, command)}"
    words += " and tell the manufacturer" if _sealed(table, command) else ""
    return step.Order(words, _paragraph(table, command))


@step.orders(WashCards)
def order_washing(table: Table, command: WashCards) -> step.Order:
    """Order that a batch is stacked."""
    words = batch_in_words(table, command)
    if table.setup.device == "hand":
        return step.Order(f"Wash and stack {words}", "30-2809(2)")
    return step.Order(f"Turn {words} face down and stack", "30-2809(3)")


step.tried(
    ReceiveCards,
    decks=lambda table: (table.setup.shoe_decks,),
    backs=(*BACKS, "green"),
    sealed=(False, True),
)
step.tried(ReplaceCards, batch=batch_numbers, inventory_number=("1",))
for _kind in (InspectCards, VerifyCards, SpreadCards, WashCards):
    step.tried(_kind, batch=batch_numbers)
