"""What the app needs of a running house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pitboss.house.people.identity import Who
from pitboss.house.people.people import People
from pitboss.house.people.proposals import Proposal
from pitboss.house.people.sessions import SignedIn
from pitboss.house.serving.board import Board
from pitboss.house.serving.pit import Pit
from pitboss.house.serving.pushing import Hub
from pitboss.house.serving.running import Order, Outcome
from pitboss.house.serving.service import Service
from pitboss.refusals import Refusal
from pitboss.rulebook import Rulebook


class Running(Protocol):
    """A house that is running."""

    @property
    def service(self) -> Service:
        """Who takes lines."""

    @property
    def board(self) -> Board:
        """The floor as it is committed."""

    @property
    def hub(self) -> Hub:
        """Who tells clients what has changed."""

    @property
    def pit(self) -> Pit:
        """All tables together, and what a supervisor is to see."""

    @property
    def people(self) -> People:
        """Who is known; asked in worker threads."""

    @property
    def rulebook(self) -> Rulebook:
        """By which the house plays."""

    @property
    def demo(self) -> bool:
        """Whether automatic people keep it alive, and anybody may take their places."""

    @property
    def faults(self) -> Mapping[str, str]:
        """The streams that stay closed, and why."""

    def differences(self, proposal: Proposal) -> Sequence[str]:
        """Return in words what a proposal would change of the floor."""

    def awaited(self) -> Sequence[Proposal]:
        """Return what two people approved, and waits until its table is between rounds."""

    async def obey(self, who: Who, stream: str, order: Order, address: str) -> Outcome:
        """Do what is asked, if this person may ask it."""

    async def take_place(
        self, who: Who, table: str, seat: int | None, address: str
    ) -> SignedIn | Refusal:
        """Give a person a seat of the demo, or without one the dealer's place."""

    async def give_back(self, who: Who) -> Refusal | None:
        """Take the place of a person back."""

    def demo_badges(self) -> Sequence[Mapping[str, str]]:
        """Return the badges of the demo: badge, level and PIN."""
