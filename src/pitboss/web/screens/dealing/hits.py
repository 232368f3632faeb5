"""Hits of a jackpot that are not paid: how far each is, and what its card is asked for."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.jackpot.link import Hit, Link
from pitboss.refusals import Refusal
from pitboss.rulebook.panels import Panel
from pitboss.table.engine import decide
from pitboss.table.language import line_of
from pitboss.table.state import Table, WonJackpot
from pitboss.table.steps.hits import ConfirmHit, HitJackpot, PressHands
from pitboss.table.steps.panel import panel_of
from pitboss.web.screens.dealing.step import Action, dialog_of
from pitboss.web.words import words

WORDS = words["dealer"]["hits"]
PAY_DIALOG = "dlg-pay"


class OpenHit(NamedTuple):
    """A hit that is neither paid nor dismissed."""

    jackpot: str
    order: int
    table: str
    round: int
    row: str
    percent: int
    sharers: tuple[str, ...]
    """As ``12/3``: position 3 of table 12."""
    amount_cents: int
    each_cents: int
    state: str
    verified_by: str
    at: str
    executive: bool
    """Whether the amount asks for an executive's card."""


def open_hits(link: Link) -> list[OpenHit]:
    """Return the hits of a jackpot that wait to be paid, the oldest first."""
    return [_open_hit(link, hit) for hit in link.hits if hit.open]


def _open_hit(link: Link, hit: Hit) -> OpenHit:
    least = link.jackpot.executive_cents
    return OpenHit(
        link.jackpot.id,
        hit.order,
        hit.table,
        hit.round,
        hit.row,
        hit.percent,
        hit.sharers,
        hit.amount_cents,
        hit.shares[0][1] if hit.shares else 0,
        hit.state,
        hit.verified_by,
        hit.at,
        least is not None and hit.amount_cents >= least,
    )


# --- what the dealer does at a win ---


class Alarm(NamedTuple):
    """A jackpot that was won at this table and is not paid."""

    jackpots: tuple[str, ...]
    """Those whose hits are called."""
    title: str
    do: str
    cite: str
    action: Action | None


def alarm(table: Table) -> Alarm | None:
    """Return what comes before everything else: a win to be called, or a hit to be paid."""
    panel = table.panel
    if panel.won:
        won = panel.won[0]
        buttons, name = panel_of(table, won.jackpot), _name(table, won.jackpot)
        action = _call(table, won, buttons)
        do = WORDS["is_won_do"].format(row=won.row, positions=_listed(won.positions))
        return Alarm((), WORDS["is_won"].format(name=name), do, buttons.cite("lock") or "", action)
    jackpots = dict.fromkeys(unpaid.rpartition(" ")[0] for unpaid in panel.unpaid)
    known = [one for one in jackpots if panel.link_of(one) is not None]
    if not known:
        return None
    title = WORDS["pending"].format(name=_name(table, known[0]))
    cite = panel_of(table, known[0]).cite("pay") or ""
    return Alarm(
        tuple(known), title, WORDS["pending_do"], cite, Action(WORDS["pay"], opens=PAY_DIALOG)
    )


def _name(table: Table, jackpot: str) -> str:
    link = table.panel.link_of(jackpot)
    assert link is not None, "a jackpot of this table"
    return table.setup.wagers[link.wager].name


def _call(table: Table, won: WonJackpot, buttons: Panel) -> Action | None:
    """Return the button that is pressed next: the winners' hand buttons, then the lock."""
    playing = table.panel.registered_for(won.jackpot)
    due = playing if buttons.hands == "players" else won.positions
    pressed = tuple(sorted(table.panel.lit ^ set(due))) if buttons.hands != "none" else ()
    if pressed and (buttons.hands != "any" or table.panel.lit):
        label = WORDS["hands"].format(positions=_listed(pressed))
        return Action(label, line_of(PressHands(pressed)))
    if buttons.lock == "confirm":
        return Action(WORDS["confirm"], opens=dialog_of(ConfirmHit))
    called = HitJackpot(won.jackpot)
    if isinstance(decide(table, called), Refusal):
        return None
    return Action(WORDS["switch" if buttons.lock == "switch" else "hit"], line_of(called))


def _listed(positions: tuple[int, ...]) -> str:
    """Return positions as one says them.

    >>> _listed((3,)), _listed((1, 3, 5))
    ('3', '1, 3 and 5')
    """
    *others, last = map(str, positions)
    return f"{', '.join(others)} and {last}" if others else last
