"""The running house: who asks is looked at first, then what is asked is done, or waits for two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pitboss.house.serving.service import Done
from pitboss.refusals import Refusal

Card = tuple[str, str]
"""A badge and its PIN, shown beside a line and never recorded."""


class Order(NamedTuple):
    """What is asked of a stream: a line of the script language, or a command as JSON has it."""

    id: str
    line: str = ""
    command: Mapping[str, Any] | None = None
    cards: tuple[Card, ...] = ()


class Outcome(NamedTuple):
    """What came of an order."""

    done: Done | None = None
    """Facts or refusal, and the version; None if it did not come to that."""
    refusal: Refusal | None = None
    """Why it was not given to the stream at all: nobody may, or nobody proved it."""
    status: int = 200
    """As the web has it: 200, 202 for what waits for a second person, 401, 403, 404, 409, 422."""
    proposal: int | None = None
    """The number under which a second person approves."""


class Asker(Protocol):
    """Who asks, as :class:`pitboss.house.people.identity.Who` says it."""

    badge: str
    role: str
    table: str
    seat: int
    device: str


Cards = Sequence[Card]
