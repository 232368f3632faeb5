"""Cards come to the table: received, inspected, verified, spread, washed and stacked (30-2809)."""

from __future__ import annotations

from typing import get_args

from pitboss.refusals import Refusal
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.opening import unnamed
from pitboss.table.state import Batch, BatchStage, Table

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


# --- receiving and inspecting: 30-2809 ---


@decides(do.ReceiveCards)
def receive(table: Table, command: do.ReceiveCards) -> Decision:
    """Receive a batch: as many decks as the setup says, its backs unlike the other batch's."""
    setup = table.setup
    if len(table.batches) == setup.batches:
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
    if any(batch.backs == command.backs for batch in table.batches):
        return Refusal(
            "backs-alike",
            f"both batches would have {command.backs} backs",
            "take a batch of another back color",
            "30-2806(1)(a)(ii)",
        )
    number = len(table.batches) + 1
    return (facts.CardsReceived(number, command.decks, command.backs, command.sealed),)


@applies(facts.CardsReceived)
def received(table: Table, fact: facts.CardsReceived) -> Table:
    """A batch waits for its inspection, or for its seal to be broken."""
    batch = Batch(fact.backs, "sealed" if fact.sealed else "received", fact.sealed)
    return table._replace(batches=(*table.batches, batch))


@decides(do.BreakSeal)
def break_seal(table: Table, command: do.BreakSeal) -> Decision:
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
    return (facts.SealBroken(command.supervisor),)


@applies(facts.SealBroken)
def seal_broken(table: Table, _: facts.SealBroken) -> Table:
    """No further inspection is necessary: the cards are ready for the shuffler."""
    return at_stage(table, 1, "stacked")


@decides(do.InspectCards)
def inspect(table: Table, command: do.InspectCards) -> Decision:
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
    return wrong or (facts.CardsInspected(command.batch, command.missing, command.extra),)


@applies(facts.CardsInspected)
def inspected(table: Table, fact: facts.CardsInspected) -> Table:
    """A batch with a fault waits for replacement; pre-shuffled cards go back to the shuffler."""
    if fact.missing or fact.extra:
        return at_stage(table, fact.batch, "faulty")
    sealed = table.batches[fact.batch - 1].sealed
    return at_stage(table, fact.batch, "stacked" if sealed else "inspected")


@decides(do.ReplaceCards)
def replace(table: Table, command: do.ReplaceCards) -> Decision:
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
    return (facts.CardsReplaced(command.batch, command.inventory_number),)


@applies(facts.CardsReplaced)
def replaced(table: Table, fact: facts.CardsReplaced) -> Table:
    """The batch is inspected in full again."""
    return at_stage(table, fact.batch, "received")


@decides(do.VerifyCards)
def verify(table: Table, command: do.VerifyCards) -> Decision:
    """Let surveillance verify an inspection."""
    wrong = not_at(table, command.batch, ("inspected",), "30-2809(2)") or unnamed(command.by)
    return wrong or (facts.CardsVerified(command.batch, command.by),)


@applies(facts.CardsVerified)
def verified(table: Table, fact: facts.CardsVerified) -> Table:
    """The batch may be washed, or must first be spread for the players."""
    return at_stage(table, fact.batch, "verified")


@decides(do.SpreadCards)
def spread(table: Table, command: do.SpreadCards) -> Decision:
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
    return (facts.CardsSpread(command.batch),)


@applies(facts.CardsSpread)
def cards_spread(table: Table, fact: facts.CardsSpread) -> Table:
    """Players look at the cards."""
    return at_stage(table, fact.batch, "spread")


@decides(do.WashCards)
def wash(table: Table, command: do.WashCards) -> Decision:
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
    return wrong or (facts.CardsWashed(command.batch),)


@applies(facts.CardsWashed)
def washed(table: Table, fact: facts.CardsWashed) -> Table:
    """The batch lies stacked, face down."""
    return at_stage(table, fact.batch, "stacked")


# --- what a batch is ready for ---


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
