"""What a jackpot is played by, with its paragraphs; what may be changed, and what refuses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.house.people.identity import Who
from pitboss.house.people.permissions import may
from pitboss.house.serving.board import Board
from pitboss.jackpot.link import Link, decide
from pitboss.jackpot.settings import (
    HOUSE_JACKPOT,
    AdjustMeter,
    ChangeLimit,
    ChangePrize,
    ChangeRates,
    CloseJackpot,
    ReadSign,
    rates_text,
)
from pitboss.refusals import Refusal
from pitboss.rulebook import Rulebook
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.steps import Command
from pitboss.web.screens.jackpots import WORDS, begins_again

SAID = WORDS["terms"]
CHANGES = WORDS["changes"]
TWO = ("executive", "executive")
HIGHEST = 10**15


class Term(NamedTuple):
    """A term of a jackpot: what it is called, what it is, and the paragraph or whose choice."""

    name: str
    value: str
    cite: str = ""
    part: str = ""
    """The live element that shows it, where it moves with the meter."""


class Change(NamedTuple):
    """Something that people may do to a jackpot, or why it would be refused."""

    id: str
    title: str
    pattern: str
    """The line, with {fields}; what stands in brackets is left out where they are empty."""
    fields: tuple[str, ...]
    two: bool
    """Whether two people answer for it."""
    value: str
    """What stands now."""
    why: str
    cite: str
    refusal: Refusal | None


def terms_of(link: Link, rulebook: Rulebook, currency: str) -> list[Term]:
    """Return the terms of a jackpot, each with its paragraph."""
    return list(_terms(link, rulebook, currency))


def _terms(link: Link, rulebook: Rulebook, currency: str) -> Iterator[Term]:
    terms = link.jackpot
    wager = rulebook.wager(terms.wager)
    cites = {} if wager.jackpot is None else wager.jackpot.cites

    def micros(amount: int | None, none: str = "none") -> str:
        return SAID[none] if amount is None else str(Money(amount // MICROS_PER_CENT, currency))

    def named(name: str, value: str, cite: str = "") -> Term:
        return Term(SAID[name], value, cite)

    yield named("wager", f"{wager.name}, {terms.pay_table}", wager.cite_of(terms.pay_table))
    yield named("tables", ", ".join(terms.tables))
    yield named("unit", str(Money(terms.unit_cents, currency)), cites.get("scaling", ""))
    if terms.kind == "house":
        yield named("rates", WORDS["does_not_grow"], HOUSE_JACKPOT)
    else:
        printed = SAID["printed" if terms.printed_rates else "operators"]
        yield named("rates", f"{rates_text(link)}, {printed}", terms.cite)
    yield named("seed", micros(terms.seed_micros), terms.cite if terms.fixed_seed else "")
    begins = Term(SAID["reseed"], begins_again(link, currency), part="begins")
    yield begins._replace(cite=terms.cite if terms.fixed_seed else "")
    yield named("minimum", micros(terms.minimum_micros))
    yield named("limit", micros(terms.limit_micros))
    yield named("threshold", micros(terms.threshold_micros))
    least = terms.executive_cents
    card = (
        SAID["supervisor"]
        if least is None
        else SAID["executive"].format(amount=Money(least, currency))
    )
    yield named("card", card, "30-2899.02(10)(g)")
    for policy, choice in (
        ("lock", "pending"),
        ("amount", ""),
        ("reserve", ""),
        ("overflow", ""),
        ("scope", "scope"),
        ("fixed", "funds"),
        ("base_game", ""),
    ):
        value = SAID[policy][getattr(terms, policy)]
        yield Term(SAID["policies"][policy], value, cites.get(choice, ""))
    for name in ("approval", "computation", "notice"):
        if getattr(terms, name):
            yield named(name, getattr(terms, name))


# --- what may be changed ---


WHOEVER_ASKS = frozenset(("rate-not-printed",))
"""The codes of what nobody may do, ever: who else may do it is no question then."""


def changes_of(board: Board, link: Link, who: Who) -> list[Change]:
    """Return what may be done to a jackpot beside its hits, each with what refuses it now."""
    return [change for change in _changes(board, link, who) if change.id in _of_kind(link)]


def _of_kind(link: Link) -> tuple[str, ...]:
    """Return what is offered, allowed now or not: a House Jackpot has a prize, others a meter."""
    if link.jackpot.kind == "house":
        return ("read", "limit", "prize", "close")
    return ("read", "limit", "rates", "adjust")


def _changes(board: Board, link: Link, who: Who) -> Iterator[Change]:
    terms, currency = link.jackpot, board.floor.currency
    playing = tuple(id for id in terms.tables if board.table(id).open)
    in_a_round = tuple(id for id in playing if board.table(id).panel.registered_for(terms.id))
    least = max(terms.seed_micros, terms.reseed_micros, terms.minimum_micros or 0)
    least_cents = max(least // MICROS_PER_CENT, link.displayed_cents)

    def change(
        id: str, command: Command, pattern: str, fields: str, value: str = "", **told: object
    ) -> Change:
        said = CHANGES[id]
        answer = decide(link, command)
        refusal = answer if isinstance(answer, Refusal) else None
        if refusal is None or refusal.code not in WHOEVER_ASKS:
            refusal = may(who, f"link/{terms.id}", command) or refusal
        two = "second" in pattern
        why = said["why"].format(**told)
        return Change(
            id,
            said["title"],
            pattern,
            tuple(fields.split()),
            two,
            value,
            why,
            said["cite"],
            refusal,
        )

    limit = "" if terms.limit_micros is None else Money(terms.limit_micros // MICROS_PER_CENT)
    yield change(
        "read",
        ReadSign(link.displayed_cents, terms.tables[0], "", "supervisor"),
        "read {amount} at {table} by {first}",
        "amount table",
    )
    yield change(
        "limit",
        ChangeLimit(HIGHEST, "1", "2", TWO),
        "limit {amount} by {first}[ and {second}]",
        "amount",
        _plain(limit),
        least=Money(least_cents, currency),
    )
    rates = rates_text(link).replace(" ", "")
    yield change(
        "rates",
        ChangeRates(rates or "0%", "1", "2", TWO, playing),
        "rates {rates} by {first}[ and {second}]",
        "rates",
        rates,
    )
    yield change(
        "adjust",
        AdjustMeter(1, "1", "2", "", TWO),
        "adjust {amount} by {first}[ and {second}]: {reason}",
        "amount reason",
    )
    yield change(
        "prize",
        ChangePrize(link.displayed_cents, "1", "executive"),
        "prize {amount} by {first}",
        "amount",
        _plain(Money(link.displayed_cents, currency)),
    )
    yield change(
        "close",
        CloseJackpot("1", "", "executive", in_a_round),
        "close by {first}: {reason}",
        "reason",
    )


def _plain(amount: object) -> str:
    """Return an amount as it is typed.

    >>> _plain(Money(1_234_500))
    '12345'
    """
    return str(amount).lstrip("$").replace(",", "")
