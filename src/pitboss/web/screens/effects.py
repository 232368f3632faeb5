"""What a command of two people does if it is given now, in words: so that both have read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, cast

from pitboss.house.clock import local_time
from pitboss.house.people.proofs import with_two
from pitboss.house.serving.board import Board
from pitboss.jackpot import link as links
from pitboss.jackpot.hits import BackOutHit
from pitboss.jackpot.link import Hit, Link
from pitboss.jackpot.names import won_row
from pitboss.jackpot.settings import ChangeLimit, ChangeRates, rates_text
from pitboss.jackpot.telling import money
from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import CAGE, COUNT_ROOM, MICROS_PER_CENT, OUTSIDE
from pitboss.table import engine
from pitboss.table.accounts import balance
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import Table
from pitboss.table.steps import Command, Fact
from pitboss.table.steps.hits import CloseHit
from pitboss.table.steps.limits import changed_limits, holds_from
from pitboss.table.steps.opening import ChangeSetup
from pitboss.table.steps.tray import AdjustBet, CountTray
from pitboss.web.screens.dealing.names import sharing
from pitboss.web.screens.jackpots import shares_of
from pitboss.web.screens.tiles import jackpot_name
from pitboss.web.words import words

SAID = words["manager_proposals"]
PARTS = words["manager_jackpots"]["stand"]
ELSEWHERE = frozenset((CAGE, COUNT_ROOM, OUTSIDE))
"""Where chips and cash come from and go to: what lies there is not the table's to tell."""
SECOND = "a second person"
EXECUTIVES = ("executive", "executive")


class Effect(NamedTuple):
    """What is asked for, and what it does: one line each."""

    title: str
    lines: tuple[str, ...]
    refusal: Refusal | None = None
    """Why it would be refused now."""


def effect_of(board: Board, stream: str, command: Command) -> Effect | None:
    """Return what a command does to a table's money or a jackpot; None if that is told elsewhere.

    Changes of the floor and of a table's setup are differences of setups.
    """
    kind, _, id = stream.partition("/")
    command = with_two(command, "", SECOND)
    if stream not in board.streams or _key(command) not in SAID["kinds"]:
        return None
    if kind == "link":
        return _of_a_jackpot(board, board.jackpot(id), command)
    return _of_a_table(board.table(id), command)


def _key(command: Command) -> str:
    """Return by which words a command is told."""
    if isinstance(command, CountTray):
        return f"CountTray-{command.when}"
    if isinstance(command, AdjustBet):
        return "AdjustBet-to" if command.cents > 0 else "AdjustBet-from"
    return type(command).__name__


def _titled(command: Command, facts: tuple[Fact, ...], **told: object) -> str:
    """Return what is asked for; the first fact knows what the line left open."""
    fields: dict[str, Any] = command._asdict() | (facts[0]._asdict() if facts else {})
    return str(SAID["kinds"][_key(command)]).format(**{**fields, **told})


def _reason(command: Command) -> Iterator[str]:
    if reason := getattr(command, "reason", ""):
        yield SAID["reason"].format(reason=reason)


def _then(what: str, was: str, then: str) -> str:
    return str(SAID["then"]).format(what=what, was=was, then=then)


# --- a table ---


def _of_a_table(table: Table, command: Command) -> Effect:
    answer = engine.decide(table, command)
    facts = () if isinstance(answer, Refusal) else answer
    currency = "USD" if table.opened is None else table.opened.currency
    cents: int = getattr(facts[0] if facts else command, "cents", 0)
    title = _titled(command, facts, amount=Money(abs(cents), currency))
    lines = [*_reason(command), *_variance(command, facts, currency)]
    if isinstance(answer, Refusal):
        return Effect(title, tuple(lines), answer)
    after = engine.evolve(table, facts)
    moves = (move for fact in facts for move in getattr(fact, "movements", ()))
    for whose in dict.fromkeys(end for move in moves for end in (move.source, move.target)):
        if whose not in ELSEWHERE:
            amounts = (str(Money(balance(one, whose), currency)) for one in (table, after))
            lines.append(_then(f"{whose[:1].upper()}{whose[1:]}", *amounts))
    return Effect(title, tuple(lines))


def _variance(command: Command, facts: tuple[Fact, ...], currency: str) -> Iterator[str]:
    """Yield how far a count is from the books; when opening, the cage has brought what is there."""
    if not facts or _key(command) not in ("CountTray-closing", "CloseShift"):
        return
    counted, books = (getattr(facts[0], name) for name in ("cents", "expected_cents"))
    said = SAID["over" if counted > books else "short" if counted < books else "agrees"]
    amounts = (Money(cents, currency) for cents in (books, abs(counted - books)))
    yield said.format(books=next(amounts), variance=next(amounts))


def when_it_holds(
    table: Table, command: Command | None, after: TableSetup, *, approved: bool = False
) -> str:
    """Return from when a setup holds that is proposed: at an open table, or in its entry."""
    said = SAID["holds"]
    if not isinstance(command, ChangeSetup):
        return str(said["opened_next" if table.open else "opened"])
    limits, told = changed_limits(table.setup, after), table.announced
    then = "_approved" if approved else ""
    if not limits:
        return str(said[f"between{then}"])
    if told is None or {*limits} - {*told.limits}:
        return str(said["not_told"])
    return str(said[f"announced{then}"]).format(round=holds_from(table))


# --- a jackpot ---


def _of_a_jackpot(board: Board, link: Link, command: Command) -> Effect:
    currency, id = board.floor.currency, link.jackpot.id
    added: dict[str, object] = {"levels": EXECUTIVES}
    if isinstance(command, ChangeRates):
        added["playing"] = tuple(one for one in link.jackpot.tables if board.table(one).open)
    answer = links.decide(link, cast(Command, cast(Any, command)._replace(**added)))
    title = _titled(command, (), jackpot=jackpot_name(id), **_amounts(link, command, currency))
    lines = [*_reason(command)]
    if isinstance(command, BackOutHit) and 1 <= command.order <= len(link.hits):
        lines = [*_hit(board, link.jackpot.id, link.hit(command.order)), *lines]
    if isinstance(answer, Refusal):
        return Effect(title, tuple(lines), answer)
    if isinstance(command, BackOutHit):
        lines += _taken_back(board, id, link.hit(command.order))
    meter = links.evolve(link, answer).meter
    for part, was, then in zip(meter._fields, link.meter, meter, strict=True):
        if was != then:
            amounts = (money(micros, currency) for micros in (was, then))
            lines.append(_then(PARTS[part], *amounts))
    return Effect(title, tuple(lines))


def _amounts(link: Link, command: Command, currency: str) -> dict[str, object]:
    """Return what the title says of amounts: what is asked for, and what stands now."""
    told: dict[str, object] = {}
    if isinstance(command, ChangeLimit):
        told["amount"] = str(Money(command.cents, currency))
        limit = link.jackpot.limit_micros
        none = words["manager_jackpots"]["terms"]["none"]
        told["was"] = none if limit is None else money(limit, currency)
    elif isinstance(command, ChangeRates):
        told["was"] = rates_text(link)
    elif hasattr(command, "micros"):
        told["amount"] = f"{'+' if command.micros > 0 else ''}{money(command.micros, currency)}"
    return told


def _hit(board: Board, jackpot: str, hit: Hit) -> Iterator[str]:
    """Yield which hit it is: where it was made and with what, and who was paid what when."""
    floor, said = board.floor, SAID["hit"]
    positions = sharing(hit.sharers)
    yield said["where"].format(table=hit.table, round=hit.round, positions=positions)
    yield said["row"].format(
        row=won_row(board.table(hit.table), jackpot, hit.row), percent=hit.percent
    )
    if hit.paid_by:
        amount = Money(hit.shared_cents, floor.currency)
        time = local_time(hit.paid_at, floor.timezone).replace("T", " ")
        yield said["paid"].format(amount=amount, badge=hit.paid_by, time=time)


def _taken_back(board: Board, jackpot: str, hit: Hit) -> Iterator[str]:
    """Yield whose chips go back to the meter, and what of it the house bears."""
    said, currency, borne = SAID["hit"], board.floor.currency, 0
    for share in shares_of(hit.shares):
        paid = ((int(share.position), share.cents),)
        closing = CloseHit(jackpot, hit.order, 0, "backed-out", paid)
        answer = engine.decide(board.table(share.table), closing)
        assert not isinstance(answer, Refusal), "a command of the server"
        moves = [move for fact in answer for move in getattr(fact, "movements", ())]
        own = sum(one.micros for one in moves if one.source == f"position {share.position}")
        borne += share.cents - own // MICROS_PER_CENT
        if own:
            amount = money(own, currency)
            yield said["chips"].format(amount=amount, table=share.table, position=share.position)
    if borne:
        yield said["borne"].format(amount=Money(borne, currency))
    envy = hit.dealer_envy_cents + sum(cents for _, cents in hit.player_envy)
    if envy:
        yield said["envy"].format(amount=Money(envy, currency))
