"""Virtual cards and dice: a seed is committed to before play, and revealed after it.

The server says, before any card of a shoe is seen or any dice are thrown, the hash of the seed that
they follow from. Once the shoe or the throw is over it says the seed, and anybody can check both.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.table.state import ChanceState, Committed, Table
from pitboss.table.steps import registry as step

DOMAIN = "pitboss chance 1"
"""What every commitment begins with, so that it is a hash of nothing else."""
SEED_BYTES = 48
"""Of entropy 32, and of a nonce 16: what SP 800-90A asks of 256 bits of security."""
_HASH = re.compile("[0-9a-f]{64}")
_SEED = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}")


def commitment_of(number: str, what: str, seed: bytes) -> str:
    """Return the hash that commits to a seed, for one thing at the table of a number.

    >>> commitment_of("12", "shoe 3", bytes(48))[:16]
    '87fc6e9e7a11e3a6'
    """
    return sha256(f"{DOMAIN}\ntable {number}\n{what}\n".encode() + seed).hexdigest()


def next_chance(table: Table) -> str | None:
    """Return what a seed may be committed to now; None once its cards or dice may be known.

    That is the next shoe (``shoe 3``), with a continuous shuffler the round at hand (``round 40``),
    and the next throw of dice (``throw 17``).
    """
    round, shoe = table.round, table.shoe
    if table.setup.kind != "baccarat":
        thrown = round.throw is not None or round.stage == "clearing"
        return None if thrown else f"throw {table.chance.throws + 1}"
    if table.setup.device == "continuous":
        ready = round.stage == "betting" and shoe.carried is None
        return f"round {round.number}" if ready else None
    if shoe.stage == "in play":
        return None
    return f"shoe {shoe.number + (shoe.stage != 'loaded')}"


def is_over(table: Table, committed: Committed) -> bool:
    """Say whether no more cards or dice can come of what was committed to."""
    kind, _, number = committed.what.partition(" ")
    round, shoe = table.round, table.shoe
    if kind == "shoe":
        after = shoe.number == int(number) and shoe.stage not in ("loaded", "in play")
        return shoe.number > int(number) or after
    thrown = round.throw is not None or len(round.rolls) > committed.rolls
    return round.number > committed.round or (kind == "throw" and thrown)


class CommitChance(NamedTuple):
    """Say by its hash which seed a shoe, a round or a throw is going to follow from."""

    what: str
    """Such as ``shoe 3``."""
    commitment: str
    """What :func:`commitment_of` says, in hexadecimal."""


@step.decides(CommitChance, server=True)
def commit_chance(table: Table, command: CommitChance) -> step.Decision:
    """Commit to a seed, before anything that follows from it is known; one at a time."""
    if not table.open:
        return Refusal("table-closed", "the table is closed", "open a table first", "30-2809")
    if not _HASH.fullmatch(command.commitment):
        return Refusal("bad-commitment", "that is no hash", "give 64 hexadecimal digits")
    if (pending := table.chance.open) is not None:
        message = f"the seed of {pending.what} is committed to and not revealed"
        return Refusal("chance-open", message, f"reveal that of {pending.what} first")
    due = next_chance(table)
    if command.what != due:
        message = f"no seed of {command.what} can be committed to now"
        remedy = "wait until it is over" if due is None else f"commit to that of {due}"
        return Refusal("chance-not-due", message, remedy)
    return (ChanceCommitted(*command),)


class ChanceCommitted(NamedTuple):
    """The hash of a seed was shown."""

    what: str
    commitment: str


@step.applies(ChanceCommitted, "server", "commits to {what}: {commitment}", final=True)
def chance_committed(table: Table, fact: ChanceCommitted) -> Table:
    """What comes of the shoe or throw is fixed, and nobody knows it."""
    throws = table.chance.throws + fact.what.startswith("throw")
    round = table.round
    pending = Committed(*fact, table.setup.number, round.number, len(round.rolls))
    return table._replace(chance=ChanceState(pending, throws))


class RevealChance(NamedTuple):
    """Show the seed of a shoe, a round or a throw that is over."""

    what: str
    seed: str
    """In hexadecimal."""


@step.decides(RevealChance, server=True)
def reveal_chance(table: Table, command: RevealChance) -> step.Decision:
    """Reveal a seed that fits its commitment, and no sooner than it is of no use."""
    pending = _pending(table, command.what)
    if isinstance(pending, Refusal):
        return pending
    if not is_over(table, pending):
        message = f"{command.what} is not over"
        return Refusal("chance-not-over", message, "reveal its seed once it is")
    return _other_seed(pending, command.seed) or (ChanceRevealed(*command),)


def _pending(table: Table, what: str) -> Committed | Refusal:
    pending = table.chance.open
    if pending is not None and pending.what == what:
        return pending
    remedy = "commit to it before play" if pending is None else f"name {pending.what}"
    return Refusal("nothing-committed", f"no seed of {what} is committed to", remedy)


def _other_seed(pending: Committed, seed: str) -> Refusal | None:
    whole = _SEED.fullmatch(seed) is not None
    if whole and commitment_of(pending.table, pending.what, bytes.fromhex(seed)) == (
        pending.commitment
    ):
        return None
    message = f"the seed is not the one that {pending.what} was committed to"
    return Refusal("other-seed", message, "give the seed whose hash was shown")


class ChanceRevealed(NamedTuple):
    """The seed was shown: whoever wants to can check the cards or dice that followed from it."""

    what: str
    seed: str


@step.applies(ChanceRevealed, "server", "reveals the seed of {what}: {seed}", final=True)
def chance_revealed(table: Table, _: ChanceRevealed) -> Table:
    """The next seed may be committed to."""
    return _closed(table)


class AbandonChance(NamedTuple):
    """Give up what was committed to: what follows does not come of that seed.

    So ends what a restored house cannot go on with, and a shoe that is dealt on by hand.
    """

    what: str
    reason: str
    seed: str = ""
    """In hexadecimal; empty if it is lost."""


@step.decides(AbandonChance, server=True)
def abandon_chance(table: Table, command: AbandonChance) -> step.Decision:
    """Give a commitment up, with the reason on record, and never while its cards lie there."""
    pending = _pending(table, command.what)
    if isinstance(pending, Refusal):
        return pending
    if table.round.cards and not is_over(table, pending):
        message = f"cards of {command.what} lie on the layout"
        return Refusal("chance-not-over", message, "finish the round, or void it, first")
    wrong = _other_seed(pending, command.seed) if command.seed else None
    return wrong or (ChanceAbandoned(*command),)


class ChanceAbandoned(NamedTuple):
    """What was committed to was given up."""

    what: str
    reason: str
    seed: str


@step.applies(ChanceAbandoned, "server", "gives the seed of {what} up: {reason}", final=True)
def chance_abandoned(table: Table, _: ChanceAbandoned) -> Table:
    """The next seed may be committed to."""
    return _closed(table)


def _closed(table: Table) -> Table:
    return table._replace(chance=table.chance._replace(open=None))


OF_CHANCE = (CommitChance, RevealChance, AbandonChance)
"""What is given by the keeper of the seeds, and not as what follows from another line."""
