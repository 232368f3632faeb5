"""The streams of a floor: each with its state, its journal and the answer to every id."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.jackpot import hits, house, link, settings
from pitboss.jackpot.house import HouseState
from pitboss.jackpot.link import NEW_LINK, Link
from pitboss.refusals import Refusal
from pitboss.rulebook import Rulebook
from pitboss.table.record.codec import OTHER_COMMANDS, OTHER_FACTS
from pitboss.table.record.journal import Line
from pitboss.table.record.recorder import Request, StreamRecorder
from pitboss.table.record.replaying import NO_RULES

for _registry in (link, house):
    OTHER_COMMANDS.update(_registry.COMMANDS)
    OTHER_FACTS.update(_registry.FACTS)
STEPS = (link, hits, settings)
"""What may happen to a jackpot; importing it here enters it."""


class LinkRecorder(StreamRecorder[Link]):
    """A jackpot with its record."""

    def __init__(self, jackpot: str, rulebook: str) -> None:
        super().__init__(f"link/{jackpot}", NEW_LINK)
        self.rulebook = rulebook
        """The digest of the rules that it is won by."""

    def answered(self, request: Request) -> tuple[Link, Line]:
        """Return the jackpot after a request, and the line that records it."""
        at = request.at or self.state.at
        answer = link.decide(self.state, request.command, at)
        line = recorded(self, request, answer, self.rulebook)
        return link.evolve(self.state, line.facts, at) if line.facts else self.state, line

    def last_at(self) -> str:
        """Return the time of the last command."""
        return self.state.at


class HouseRecorder(StreamRecorder[HouseState]):
    """The house with its record."""

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        super().__init__("house", HouseState())
        self.rulebook = rulebook

    def answered(self, request: Request) -> tuple[HouseState, Line]:
        """Return the house after a request, and the line that records it."""
        answer = house.decide(self.state, request.command, self.rulebook)
        line = recorded(self, request, answer, NO_RULES)
        return house.evolve(self.state, line.facts, request.at, self.rulebook), line

    def last_at(self) -> str:
        """Return the time of the last command."""
        return self.state.at


def recorded(
    stream: LinkRecorder | HouseRecorder, request: Request, answer: link.Answer, rulebook: str
) -> Line:
    """Return the line that records what came of a request."""
    refusal = answer if isinstance(answer, Refusal) else None
    facts = () if isinstance(answer, Refusal) else answer
    return Line(
        stream=stream.stream,
        sequence=stream.sequence + 1,
        id=request.id,
        at=request.at or stream.last_at(),
        offset=request.offset,
        actor=request.actor,
        device=request.device,
        shoe=None,
        round=None,
        command=request.command,
        facts=facts,
        refusal=refusal,
        rulebook=rulebook,
    )


class Recorded(NamedTuple):
    """A line of a floor: what was asked of a stream, and what came of it."""

    stream: str
    request: Request
    answer: link.Answer
    text: str | None
    """As it is written; None if nothing new is recorded."""
