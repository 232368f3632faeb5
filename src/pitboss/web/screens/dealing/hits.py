"""Hits of a jackpot: how far each is, what its card is asked for, and what was paid of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.house.automatic.demo import AUTOMATONS
from pitboss.house.automatic.supervisor import pays_at
from pitboss.house.serving.board import Board
from pitboss.jackpot.link import Hit, Link
from pitboss.jackpot.names import won_row
from pitboss.refusals import Refusal
from pitboss.rulebook.panels import Panel
from pitboss.rulebook.pays import Money
from pitboss.table.engine import decide
from pitboss.table.language import line_of
from pitboss.table.state import Table, WonJackpot
from pitboss.table.steps.hits import ConfirmHit, HitJackpot, PressHands
from pitboss.table.steps.panel import panel_of
from pitboss.web.screens.dealing.names import listed_positions, whom
from pitboss.web.screens.dealing.step import Action, dialog_of
from pitboss.web.screens.tiles import jackpot_name
from pitboss.web.words import words

WORDS = words["dealer"]["hits"]
PAY_DIALOG = "dlg-pay"


class OpenHit(NamedTuple):
    """A hit that is neither paid nor dismissed."""

    name: str
    order: int
    table: str
    round: int
    row: str
    percent: int
    shared: str
    """Who gets how much, in words."""
    amount_cents: int
    state: str
    verified_by: str
    card: str
    """Whose card pays it."""
    waits: tuple[str, ...]
    """What cannot be done, or must not be, before it is verified or paid."""


class PaidBy(NamedTuple):
    """The automaton of a demo that pays a hit if nobody else does, and when."""

    badge: str
    at: float
    """In seconds since 1970."""


def paid_by(link: Link, pay_seconds: float) -> PaidBy | None:
    """Return who pays the oldest hit of a demo that is open by itself; None if none is."""
    hit = next((one for one in link.hits if one.open), None)
    if hit is None:
        return None
    return PaidBy(getattr(AUTOMATONS, _card(link, hit)), pays_at(hit, pay_seconds))


def open_hits(board: Board, jackpot: str, *, demo: bool) -> list[OpenHit]:
    """Return the hits of a jackpot that wait to be paid, the oldest first."""
    link = board.jackpot(jackpot)
    return [_open_hit(board, link, hit, demo) for hit in link.hits if hit.open]


def _open_hit(board: Board, link: Link, hit: Hit, demo: bool) -> OpenHit:
    return OpenHit(
        jackpot_name(link.jackpot.id),
        hit.order,
        hit.table,
        hit.round,
        won_row(board.table(hit.table), link.jackpot.id, hit.row),
        hit.percent,
        _shared(hit, board.floor.currency),
        hit.amount_cents,
        hit.state,
        marked(hit.verified_by, demo),
        WORDS[_card(link, hit)],
        tuple(_waiting(link, hit)),
    )


def _card(link: Link, hit: Hit) -> str:
    """Return the level of the card that the amount asks for."""
    least = link.jackpot.executive_cents
    return "executive" if least is not None and hit.amount_cents >= least else "supervisor"


def _waiting(link: Link, hit: Hit) -> Iterator[str]:
    if not hit.verified_by:
        yield WORDS["waits_cards"]
    if link.jackpot.lock == "lock-all":
        yield WORDS["waits_start"][link.jackpot.base_game]
    yield WORDS["waits_leave"]


def _shared(hit: Hit, currency: str) -> str:
    """Return who gets how much; nothing before the amount is fixed."""
    if not hit.shares:
        return ""
    places = [who.rpartition("/")[::2] for who, _ in hit.shares]
    here = all(table == hit.table for table, _ in places)
    if here:
        positions = tuple(int(position) for _, position in places)
        to = whom(positions)
    else:
        to = ", ".join(WORDS["sharer"].format(table=at, position=one) for at, one in places)
    said = WORDS["each" if len(places) > 1 else "alone"]
    return str(said.format(money=Money(hit.shares[0][1], currency), whom=to))


def marked(badge: str, demo: bool) -> str:
    """Return a badge as pages show it: that of an automaton of a demo is marked.

    >>> marked("2207", demo=True), marked("9201", demo=True), marked("9201", demo=False)
    ('2207', '9201 (automatic)', '9201')
    """
    automaton = demo and badge in AUTOMATONS
    return str(WORDS["automaton"].format(badge=badge)) if automaton else badge


def order_of(link: Link, *, demo: bool) -> str:
    """Return what is done next with the oldest hit of a jackpot that is open."""
    hit = next((one for one in link.hits if one.open), None)
    if hit is None:
        return ""
    pays = WORDS["pays"][_card(link, hit)]
    if hit.verified_by:
        return str(WORDS["verified_do"].format(badge=marked(hit.verified_by, demo), pays=pays))
    return str(WORDS["pending_do"].format(table=hit.table, pays=pays))


# --- what was paid ---


def paid_hits(board: Board, table: Table) -> dict[str, Hit]:
    """Return the hits of this game that are paid, by their jackpots: until the next one is dealt.

    END GAME readies the panel for the next hand, and nothing of this one is left on it.
    """
    panel = table.panel
    if not panel.hits or (table.round.number != panel.round and table.round.stage != "betting"):
        return {}
    called = {id: board.jackpot(id).hit(order) for id, order in panel.hits.items() if order}
    return {id: hit for id, hit in called.items() if hit.state == "paid"}


def told_paid(paid: Mapping[str, Hit], currency: str, *, demo: bool) -> list[str]:
    """Return what was paid, to whom and by whose card."""
    said = WORDS["was_paid"]
    return [
        said["by_one" if hit.paid_by == hit.verified_by else "by_two"].format(
            name=jackpot_name(id),
            shared=_shared(hit, currency),
            paid=marked(hit.paid_by, demo),
            verified=marked(hit.verified_by, demo),
        )
        for id, hit in paid.items()
    ]


def shares_at(id: str, table: Table, paid: Mapping[str, Hit]) -> dict[tuple[str, int], int]:
    """Return what each wager and position of a table got of the hits that are paid."""
    return {
        (link.wager, int(position)): cents
        for jackpot, hit in paid.items()
        if (link := table.panel.link_of(jackpot)) is not None
        for who, cents in hit.shares
        for at, _, position in [who.rpartition("/")]
        if at == id
    }


# --- what the dealer does at a win ---


class Alarm(NamedTuple):
    """A jackpot that was won at this table and is not paid."""

    jackpots: tuple[str, ...]
    """Those whose hits are called."""
    title: str
    do: str
    """What the dealer does; of a hit that is called, its jackpot's own record tells it."""
    cite: str
    action: Action | None


def alarm(table: Table) -> Alarm | None:
    """Return what comes before everything else: a win to be called, or a hit to be paid."""
    panel = table.panel
    if panel.won:
        won = panel.won[0]
        buttons, name = panel_of(table, won.jackpot), jackpot_name(won.jackpot)
        action = _call(table, won, buttons)
        row = won_row(table, won.jackpot, won.row)
        do = WORDS["is_won_do"].format(row=row, whom=whom(won.positions))
        return Alarm((), WORDS["is_won"].format(name=name), do, buttons.cite("lock") or "", action)
    jackpots = dict.fromkeys(unpaid.rpartition(" ")[0] for unpaid in panel.unpaid)
    known = [one for one in jackpots if panel.link_of(one) is not None]
    if not known:
        return None
    names = " and ".join(map(jackpot_name, known))
    title = WORDS["pending" if len(known) == 1 else "all_pending"].format(name=names)
    cite = panel_of(table, known[0]).cite("pay") or ""
    return Alarm(tuple(known), title, "", cite, Action(WORDS["pay"], opens=PAY_DIALOG))


def _call(table: Table, won: WonJackpot, buttons: Panel) -> Action | None:
    """Return the button that is pressed next: the winners' hand buttons, then the lock."""
    playing = table.panel.registered_for(won.jackpot)
    due = playing if buttons.hands == "players" else won.positions
    pressed = tuple(sorted(table.panel.lit ^ set(due))) if buttons.hands != "none" else ()
    if pressed and (buttons.hands != "any" or table.panel.lit):
        label = WORDS["hands"][len(pressed) > 1].format(positions=listed_positions(pressed))
        return Action(label, line_of(PressHands(pressed)))
    if buttons.lock == "confirm":
        return Action(WORDS["confirm"], opens=dialog_of(ConfirmHit))
    called = HitJackpot(won.jackpot)
    if isinstance(decide(table, called), Refusal):
        return None
    return Action(WORDS["switch" if buttons.lock == "switch" else "hit"], line_of(called))
