"""What the journal's routes send and take as JSON."""

from __future__ import annotations

from pydantic import Field

from pitboss.house.journal.verification import How, State
from pitboss.web.schemas import BetLaid, Closed, Code, FactTold, Hands, Money, Open


class RefusalOnRecord(Open):
    """A no that stands on record."""

    code: str
    message: str
    citation: str | None
    remedy: str


class JournalLine(Open):
    """A line of the record."""

    id: str
    stream: str
    version: int
    at: str = Field(description="in UTC", examples=["2026-11-16T21:32:05.120Z"])
    time: str = Field(description="by the floor's clock", examples=["2026-11-16T14:32:05"])
    actor: str
    device: str | None
    shoe: int | None
    round: int | None
    kind: str
    script: str | None = Field(description="as a script has it; null where none has")
    facts: list[FactTold]
    refusal: RefusalOnRecord | None
    hash: str


class JournalPage(Open):
    """Some lines of the record, newest first."""

    lines: list[JournalLine]
    total: int = Field(description="how many the search has, as far as they are counted")
    cut_off: bool = Field(description="whether there are more")
    counted: str = Field(examples=["1,000+"])
    cursor: str | None = Field(description="of the next page")


class StoryTold(Open):
    """A sentence of the story."""

    who: str
    what: str


class MovementOnRecord(Open):
    """Money that went from one account to another."""

    source: str
    target: str
    cents: Money
    chips: str
    reason: str


class StepTold(JournalLine):
    """A line of a round, and the table after it; a card that nobody had seen is null."""

    told: list[StoryTold]
    citation: str | None
    movements: list[MovementOnRecord]
    in_round: int
    stage: str
    hands: Hands
    result: str | None
    bets: list[BetLaid]


class StreamTold(Open):
    """How the chain of a stream stands."""

    id: str
    stream: str
    lines: int
    hash: str = Field(description="of the last line, which stands for all before it")
    at: str
    rulebook: str = Field(description="the digest of the rules that decided the last line")
    checkpoint: int | None
    checkpoint_at: str | None
    checkpoint_lines: int


class VerificationAsked(Closed):
    """How thoroughly the record is verified."""

    how: How = "derived"


class BreakTold(Open):
    """The first place where the record is broken."""

    stream: str | None
    line: int | None
    code: Code
    message: str
    remedy: str
    cite: str | None = None


class VerificationTold(Open):
    """How a verification stands."""

    id: str
    state: State
    how: How
    begun: str | None
    ended: str | None
    done: int
    of: int
    seal: str | None
    root: str | None
    lines: int | None
    warnings: list[str]
    broken: BreakTold | None
