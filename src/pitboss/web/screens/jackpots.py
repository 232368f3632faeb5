"""Jackpots in the office, as they stand: hits that wait for people, and every meter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from pitboss.games.baccarat import Side, total_of
from pitboss.house.clock import local_time
from pitboss.house.serving.board import Board
from pitboss.jackpot.link import Hit, Link
from pitboss.jackpot.names import won_row
from pitboss.jackpot.settings import rates_text
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.due import SIDES, seen_cards
from pitboss.table.floor.records import Floor
from pitboss.table.state import RoundState
from pitboss.web.screens.automatons import pays_by_itself, signed
from pitboss.web.screens.bar import mark_of
from pitboss.web.screens.dealing.names import sharing
from pitboss.web.screens.results import Decided, results_of
from pitboss.web.screens.room import Room
from pitboss.web.screens.tiles import jackpot_name
from pitboss.web.templating import drawn
from pitboss.web.words import words

WORDS = words["manager_jackpots"]
PAGE = "manager_jackpots"
State = Literal["done", "now", ""]


class Step(NamedTuple):
    """What is done with a hit, or is to be done: what, by whom or how, and when."""

    title: str
    why: str = ""
    time: str = ""
    state: State = "done"
    cite: str = ""


class Hand(NamedTuple):
    """A hand of the round that was won."""

    side: Side
    cards: tuple[str, ...]
    dice: tuple[int, ...]
    total: int


class Share(NamedTuple):
    """Who shares in a hit, and how much."""

    table: str
    position: str
    cents: int


class HitShown(NamedTuple):
    """A hit as the office sees it."""

    jackpot: str
    name: str
    order: int
    id: str
    """Of its element."""
    table: str
    round: int
    row: str
    percent: int
    cite: str
    state: str
    at: str
    """Its date and time on the wall."""
    amount_cents: int
    unit_cents: int
    shares: tuple[Share, ...]
    remainder_micros: int
    house_keeps: bool
    dealer_envy_cents: int
    player_envy: tuple[Share, ...]
    hands: tuple[Hand, ...]
    outcome: str
    """In words, where the hands are not to be drawn."""
    steps: tuple[Step, ...]
    needs: str
    """The level of the card that pays it."""
    needs_why: str
    verified_by: str
    waits_for: int
    """The hit that holds the meter before it; 0 if none does."""


class PaidHit(NamedTuple):
    """A hit that was paid, and by whose card."""

    jackpot: str
    name: str
    order: int
    table: str
    cents: int
    """What all who shared were paid."""
    by: str


# --- elements ---


def parts(room: Room, stream: str, *audience: str) -> dict[str, str]:
    """Return what the page of all jackpots shows of one."""
    link, signs = _link(room, stream), "staff" in audience
    floor, id, paid = room.board.floor, link.jackpot.id, paid_last(link, room.board.floor)
    hits = [shown(room.board, link, one) for one in link.hits if one.open]
    return {
        f"hits-{id}": drawn(PAGE, "hits", f"hits-{id}", hits, signs, floor.currency, paid),
        f"jm-{id}": drawn(PAGE, "meter", link, _rates(link), floor.currency),
        f"js-{id}": drawn(PAGE, "state", link, _locked(room.board, link)),
        f"news-{id}": drawn("nav", "news", f"news-{id}", news_of(link)),
    }


def parts_of_one(room: Room, stream: str, *audience: str) -> dict[str, str]:
    """Return what the page of a jackpot shows of it."""
    link, signs = _link(room, stream), "staff" in audience
    currency = room.board.floor.currency
    hits = [shown(room.board, link, one, alone=True) for one in link.hits if one.open]
    return {
        "hits": drawn(
            PAGE, "hits", "hits", hits, signs, currency, paid_last(link, room.board.floor)
        ),
        "stand": drawn(PAGE, "stand", link, _rates(link), _locked(room.board, link), currency),
        "begins": drawn(PAGE, "begins", begins_again(link, currency)),
        "news": drawn("nav", "news", "news", news_of(link)),
    }


def paid_last(link: Link, floor: Floor) -> PaidHit | None:
    """Return the hit that was paid last, whose win page is printed; None if none was."""
    paid = [one for one in link.hits if one.state == "paid"]
    if not paid:
        return None
    hit, id = max(paid, key=lambda one: one.paid_at), link.jackpot.id
    by = signed(hit.paid_by, floor)
    return PaidHit(id, jackpot_name(id), hit.order, hit.table, hit.shared_cents, by)


def begins_again(link: Link, currency: str) -> str:
    """Return what makes the next meter once all of this one is won, and how much that is now."""
    said, growth = WORDS["begins"], link.jackpot.growth
    seed, least, reserve = (
        Money((micros or 0) // MICROS_PER_CENT, currency)
        for micros in (growth.reseed_micros, growth.minimum_micros, link.meter.reserve)
    )
    if not growth.has_reserve:
        return str(said["fixed" if link.jackpot.fixed_seed else "house"].format(seed=seed))
    told = str(said[growth.reserve].format(seed=seed, reserve=reserve))
    if growth.reserve == "rolls-over" and growth.minimum_micros:
        told += said["at_least"].format(least=least)
    return told


def _link(room: Room, stream: str) -> Link:
    return room.board.jackpot(stream.removeprefix("link/"))


def _rates(link: Link) -> str:
    if link.jackpot.kind == "house":
        return str(WORDS["does_not_grow"])
    return rates_text(link)


def _locked(board: Board, link: Link) -> bool:
    """Say whether its tables wait for a hit of another jackpot."""
    if link.state != "open":
        return False
    others = (board.jackpot(one.id) for one in board.floor.jackpots)
    return any(
        one.jackpot.lock == "lock-all"
        and one.state == "pending"
        and set(one.jackpot.tables) & set(link.jackpot.tables)
        for one in others
    )


def news_of(link: Link) -> str:
    """Return a mark that is another one when the record has more than contributions.

    >>> news_of(Link(hits=())) == news_of(Link(closed=True))
    False
    """
    each = (0, 0) if link.terms is None else (link.terms.main_micros, link.terms.reserve_micros)
    besides = sum(link.meter) - sum(link.odometers.values()) * sum(each)
    return mark_of(link.terms, link.hits, link.closed, besides)


# --- a hit ---


def shown(board: Board, link: Link, hit: Hit, *, alone: bool = False) -> HitShown:
    """Return a hit as it stands; ``alone`` on the page of its jackpot."""
    terms, decided = link.jackpot, _decided(board, hit)
    needs, why = card_for(link, hit.amount_cents, board.floor.currency)
    first = next((one.order for one in link.hits if one.open), hit.order)
    return HitShown(
        terms.id,
        jackpot_name(terms.id),
        hit.order,
        f"hit-{hit.order}" if alone else f"hit-{terms.id}-{hit.order}",
        hit.table,
        hit.round,
        won_row(board.table(hit.table), terms.id, hit.row),
        hit.percent,
        (decided and _cite(decided, hit)) or terms.cite,
        hit.state,
        local_time(hit.at, board.floor.timezone),
        hit.amount_cents,
        terms.unit_cents,
        shares_of(hit.shares or tuple((who, 0) for who in hit.sharers)),
        hit.remainder_micros,
        terms.kind == "house",
        hit.dealer_envy_cents,
        shares_of(hit.player_envy),
        () if decided is None else _hands(decided.round),
        "",
        tuple(_steps(board, link, hit)),
        needs,
        f"{why} {pays_by_itself(board.floor)}".strip(),
        hit.verified_by,
        first if hit.state == "waiting" else 0,
    )


def shares_of(sums: Iterable[tuple[str, int]]) -> tuple[Share, ...]:
    """Return who gets what, table and position apart.

    >>> shares_of((("12/3", 5),))
    (Share(table='12', position='3', cents=5),)
    """
    places = ((*who.rpartition("/"), cents) for who, cents in sums)
    return tuple(Share(table, position, cents) for table, _, position, cents in places)


def card_for(link: Link, amount_cents: int, currency: str) -> tuple[str, str]:
    """Return the level of the card that pays an amount, and why it is that one."""
    least = link.jackpot.executive_cents
    if least is None:
        return "supervisor", WORDS["card"]["always"]
    which = "executive" if amount_cents >= least else "supervisor"
    return which, WORDS["card"][which].format(amount=Money(least, currency))


def _decided(board: Board, hit: Hit) -> Decided | None:
    """Return the round of a hit while the server remembers it: numbers come again in a shoe."""
    for one in reversed(results_of(board).rounds.get(hit.table, ())):
        rows = (bet.row for bet in one.settled.values() if bet.meter_share is not None)
        if one.round.number == hit.round and hit.row in rows:
            return one
    return None


def _cite(decided: Decided, hit: Hit) -> str:
    """Return the paragraph of the row that was won."""
    won = (bet for bet in decided.settled.values() if bet.meter_share is not None)
    return next((bet.cite for bet in won if bet.row == hit.row), "")


def _hands(round: RoundState) -> tuple[Hand, ...]:
    throw = round.throw
    if throw is not None:
        return (
            Hand("player", (), tuple(throw.player), throw.player_total),
            Hand("banker", (), tuple(throw.banker), throw.banker_total),
        )
    return tuple(
        Hand(side, tuple(map(str, seen_cards(cards))), (), total_of(seen_cards(cards)))
        for side in SIDES
        if (cards := round.hand(side))
    )


def _steps(board: Board, link: Link, hit: Hit) -> Iterable[Step]:
    """Yield what was done with a hit and what comes, as far as its own state tells."""
    said, floor = WORDS["steps"], board.floor
    time = local_time(hit.at, floor.timezone)[11:]
    waits = hit.state == "waiting"
    called = said["called_why"].format(
        table=hit.table, round=hit.round, positions=sharing(hit.sharers)
    )
    yield Step(said["called"], called, time)
    amount = Money(hit.amount_cents, floor.currency)
    if waits:
        yield Step(said["waits"], said["waits_why"], "", "now", "30-2899.07(6)(e)")
    else:
        yield locked(link, amount, time)
    yield from coming(link, hit, floor.currency)


def locked(link: Link, amount: Money, time: str) -> Step:
    """Return the lock of a hit: its amount, and what it does to START GAME and the base game."""
    said, terms = WORDS["steps"], link.jackpot
    if terms.lock != "lock-all":
        return Step(said["set_aside"].format(amount=amount), said["set_aside_why"], time)
    why = said["locked_why"][terms.base_game].format(tables=", ".join(terms.tables))
    return Step(said["locked"].format(amount=amount), why, time)


def coming(link: Link, hit: Hit, currency: str) -> Iterable[Step]:
    """Yield the steps of a hit from its verification on."""
    said = WORDS["steps"]
    by = said["by"].format(badge=hit.verified_by)
    if hit.verified_by:
        yield Step(said["verified"], by)
    else:
        yield Step(said["verify"], said["verify_why"], "", "now" if hit.state == "pending" else "")
    why = card_for(link, hit.amount_cents, currency)[1]
    yield Step(said["pay"], why, "", "now" if hit.state == "verified" else "", "30-2899.02(10)(g)")
    if link.jackpot.lock == "lock-all":
        yield Step(said["release"], said["release_why"], "", "", "30-2899.07(6)(e)")
