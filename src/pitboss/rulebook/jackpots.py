"""How a progressive is paid: five choices that its section makes or leaves open, with citations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, cast

from pitboss.rulebook.sections import Section

Split = Literal["seat", "winners", "wagering-players"]
Scope = Literal["hitting-table", "linked-tables"]
Funds = Literal["tray", "meter", "house-choice"]
Pending = Literal["lock-all", "lock-value", "house-choice"]
Scaling = Literal["scale", "fixed", "need-approval"]


class Jackpot(NamedTuple):
    """How a progressive is paid: who shares it, from where, and what a hit locks."""

    split: Split
    """Who shares a percentage: the seat of the rank, who won the row, or all who wagered."""
    scope: Scope
    """Where those sit who share."""
    funds: Funds
    """What fixed pays come from; a percentage always comes from the meter."""
    pending: Pending
    """What a hit locks until it is paid: every linked table, or the amount alone."""
    scaling: Scaling
    """What another base unit than the printed one does to pays and seeds."""
    cite: str
    cites: Mapping[str, str]
    """The paragraph of each choice, by its name."""

    @property
    def sentences(self) -> Iterator[str]:
        """The choices in words, each with its paragraph."""
        for key, words in JACKPOT_CHOICES.items():
            yield f"{words[getattr(self, key)]} [{self.cites[key]}]"


JACKPOT_CHOICES: Mapping[str, Mapping[str, str]] = {
    "split": {
        "seat": "a percentage of the meter goes to the one seat whose number is the rank",
        "winners": "a percentage of the meter is shared by the players who won it in the round",
        "wagering-players": "a percentage of the meter is shared evenly by all wagering players",
    },
    "scope": {
        "hitting-table": "those at the table that was hit share it",
        "linked-tables": "those at all linked tables share it",
    },
    "funds": {
        "tray": "percentages come from the meter, fixed pays from the tray",
        "meter": "percentages and fixed pays come from the meter",
        "house-choice": "percentages come from the meter, fixed pays from tray or meter, "
        "as the house chooses",
    },
    "pending": {
        "lock-all": "a hit locks every linked table until it is paid",
        "lock-value": "a hit locks its amount alone, and play goes on",
        "house-choice": "what a hit locks is the house's choice",
    },
    "scaling": {
        "scale": "fixed pays and seeds multiply with the base unit",
        "fixed": "there is no base unit but the printed one",
        "need-approval": "fixed pays and seeds multiply with the base unit, "
        "which must be approved first",
    },
}
"""The choices of a jackpot and what each means."""


def read_jackpot(section: Section | None) -> Jackpot | None:
    """Read how a progressive is paid, or None."""
    if section is None:
        return None
    chosen: dict[str, str] = {}
    cites: dict[str, str] = {}
    for key, words in JACKPOT_CHOICES.items():
        choice = section.section(key)
        if choice is None:
            raise section.error(
                f"`{key}` is missing", f'add {key} = {{ is = "...", cite = "..." }}'
            )
        chosen[key] = choice.choice("is", tuple(words), "")
        cites[key] = choice.text("cite")
        choice.done()
    cite = section.text("cite")
    section.done()
    make = cast(Callable[..., Jackpot], Jackpot)  # each word is one of those checked above
    return make(**chosen, cite=cite, cites=cites)
