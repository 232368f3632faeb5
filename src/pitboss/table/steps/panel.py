"""The sensors of linked jackpots: START GAME, a link that is lost, bets on dark sensors.

The jackpots themselves are elsewhere. What a table must know of them the server tells it, on its
own record: which they are, and whether a hit is pending (30-2899.07(6)(e)).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.refusals import Refusal
from pitboss.rulebook.panels import Panel
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import (
    MICROS_PER_CENT,
    TRAY,
    AnyMovement,
    JackpotMovement,
    Movement,
    jackpot_account,
)
from pitboss.table.dealers import Dealer
from pitboss.table.state import JackpotState, LaidBet, PanelState, Registered, SensorLink, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.betting import given_back, lies_at, waiting_progressives

PENDING = "30-2899.07(6)(e)"


def panel_of(table: Table, jackpot: str) -> Panel:
    """Return the buttons of a jackpot that the table is linked to."""
    link = table.panel.link_of(jackpot)
    assert link is not None, "a jackpot of this table"
    return table.setup.wagers[link.wager].panel


# --- what the server tells a table ---


class LinkJackpots(NamedTuple):
    """Tell a table which jackpots it is linked to."""

    links: tuple[SensorLink, ...]
    heard: tuple[tuple[str, int], ...] = ()
    """Of each jackpot up to which line of its stream the table need not be told."""


@step.decides(LinkJackpots, server=True)
def link_jackpots(table: Table, command: LinkJackpots) -> step.Decision:
    """Link a table to its jackpots, by sensors that nothing lies on."""
    if table.round.stage != "betting" or waiting_progressives(table):
        message = "a round is being played for jackpots"
        return Refusal("round-not-over", message, "finish it first")
    return (JackpotsLinked(*command),)


class JackpotsLinked(NamedTuple):
    """The table is linked to these jackpots."""

    links: tuple[SensorLink, ...]
    heard: tuple[tuple[str, int], ...] = ()


@step.applies(
    JackpotsLinked,
    "server",
    lambda _, fact: f"links {', '.join(link.jackpot for link in fact.links) or 'no jackpot'}",
    final=True,
)
def jackpots_linked(table: Table, fact: JackpotsLinked) -> Table:
    """Odometers go on where they were."""
    heard = {**table.panel.heard, **dict(fact.heard)}
    return table._replace(panel=table.panel._replace(links=fact.links, heard=heard))


class ShowJackpot(NamedTuple):
    """Repeat to a table how a jackpot of its stands (30-2899.07(6)(e))."""

    jackpot: str
    state: JackpotState
    line: int
    """Of the jackpot's stream, that led to it."""


@step.decides(ShowJackpot, server=True)
def show_jackpot(_: Table, command: ShowJackpot) -> step.Decision:
    """Show on the sign of the table how a jackpot stands."""
    return (JackpotShown(*command),)


class JackpotShown(NamedTuple):
    """The sign of the table says how a jackpot stands; under lock-all a pending one is dark."""

    jackpot: str
    state: JackpotState
    line: int


_SIGNS = {"open": "shows the meter again", "pending": '"Jackpot Pending"', "closed": "has ended"}


@step.applies(
    JackpotShown, "sign", lambda _, fact: f"{fact.jackpot}: {_SIGNS[fact.state]}", final=True
)
def jackpot_shown(table: Table, fact: JackpotShown) -> Table:
    """The sign keeps what is not as usual."""
    shown = {one: state for one, state in table.panel.shown.items() if one != fact.jackpot}
    if fact.state != "open":
        shown[fact.jackpot] = fact.state
    panel = table.panel.hearing(fact.jackpot, fact.line)
    return table._replace(panel=panel._replace(shown=shown))


class LoseLink(NamedTuple):
    """Note that the link of the table to its jackpots is lost."""


@step.decides(LoseLink, "link lost")
def lose_link(table: Table, _: LoseLink) -> step.Decision:
    """Go on without the jackpots: the sensors are dark until the link is back."""
    if not table.panel.links:
        return not_linked()
    if table.panel.lost:
        return Refusal("link-lost", "the link is lost already", "wait until it is back")
    return (LinkLost(),)


def not_linked() -> Refusal:
    """Refuse what needs a panel at a table that has none."""
    return Refusal(
        "no-panel", "this table is linked to no jackpot", "link it to one in the floor file"
    )


class LinkLost(NamedTuple):
    """The table cannot reach its jackpots; its sensors are dark."""


step.applies(LinkLost, "sign", '"Link down: no jackpot bets."', final=True)(
    lambda table, _: table._replace(panel=table.panel._replace(lost=True)).with_incident("link")
)


class RestoreLink(NamedTuple):
    """Note that the link is back."""


@step.decides(RestoreLink, "link back")
def restore_link(table: Table, _: RestoreLink) -> step.Decision:
    """Go on with the jackpots; what was registered before was counted then, and only then."""
    if not table.panel.lost:
        return Refusal("link-not-lost", "the link is not lost", "go on")
    return (LinkRestored(),)


class LinkRestored(NamedTuple):
    """The table reaches its jackpots again."""


step.applies(LinkRestored, "sign", "shows the jackpots again", final=True)(
    lambda table, _: table._replace(panel=table.panel._replace(lost=False))
)


# --- dark sensors ---


def dark(table: Table) -> Refusal | None:
    """Refuse what needs the jackpots while none can be played for: the sensors are dark."""
    panel = table.panel
    if panel.lost:
        return Refusal(
            "link-lost",
            "the link to the jackpots is lost, and the sensors are dark",
            "give the progressive wagers back, or wait until the link is back",
        )
    for link in panel.links:
        if link.lock == "lock-all" and panel.shown.get(link.jackpot) == "pending":
            return Refusal(
                "jackpot-pending",
                f"a hit of {link.jackpot} is pending, and START GAME is locked at every linked "
                "table",
                "wait until it is paid or dismissed, or give the progressive wagers back",
                PENDING,
            )
    return None


def base_game_stopped(table: Table) -> Refusal | None:
    """Refuse the first card or die while the sensors are dark, where the house deals none then.

    A round that was registered before is finished, and counts.
    """
    panel = table.panel
    if not (panel.lost or panel.shown) or panel.round == table.round.number:
        return None
    reason = dark(table)
    if reason is None or all(link.base_game == "goes-on" for link in panel.links):
        return None
    return Refusal(
        "base-game-stopped", f"{reason.message}: this house deals no round then", "wait", PENDING
    )


class GiveBackProgressives(NamedTuple):
    """Give the bets on dark sensors back, so that the round goes on without them."""


@step.decides(GiveBackProgressives, "give back progressives")
def give_back_progressives(table: Table, _: GiveBackProgressives) -> step.Decision:
    """Give back what lies on sensors that register nothing; else START GAME takes it."""
    numbers = waiting_progressives(table)
    if not numbers or not table.panel.links:
        return Refusal("no-progressives", "no progressive wager waits on a sensor", "go on")
    if dark(table) is None and not _on_closed(table):
        cite = panel_of(table, table.panel.links[0].jackpot).cite("start")
        return Refusal("sensors-lit", "the sensors are lit", "press START GAME", cite)
    laid = [bet for bet in table.round.bets if bet.number in numbers]
    return (
        ProgressivesGivenBack(
            numbers, tuple(given_back(bet, lies_at(table, bet.bet)) for bet in laid)
        ),
    )


class ProgressivesGivenBack(NamedTuple):
    """The bets on dark sensors are with their owners."""

    numbers: tuple[int, ...]
    movements: tuple[Movement, ...]


@step.applies(ProgressivesGivenBack, "dealer", "gives the bets on dark sensors back")
def progressives_given_back(table: Table, fact: ProgressivesGivenBack) -> Table:
    """The round goes on without them."""
    left = [laid for laid in table.round.bets if laid.number not in fact.numbers]
    round = table.round
    betting = round.stage == "betting"
    changed = round.with_bets(left) if betting else round._replace(bets=tuple(left))
    return table.with_round(changed)


step.ordered(
    GiveBackProgressives,
    "Give the progressive wagers back: their sensors register nothing",
    lambda table, _: getattr(dark(table) or _on_closed(table), "cite", None) or "",
)


@step.proposes("dealing")
def propose_giving_back(table: Table, _: Dealer) -> step.Command | None:
    """Propose to give back what lies on dark sensors, before the first card."""
    if not table.panel.links or not waiting_progressives(table):
        return None
    return GiveBackProgressives() if dark(table) or _on_closed(table) else None


# --- START GAME ---


def _on_closed(table: Table) -> Refusal | None:
    """Refuse a bet for a jackpot that has ended."""
    for link in table.panel.links:
        if table.panel.shown.get(link.jackpot) == "closed" and _laid_for(table, link):
            message = f"{link.jackpot} has ended"
            return Refusal("jackpot-closed", message, "give the progressive wagers back")
    return None


def _laid_for(table: Table, link: SensorLink) -> list[LaidBet]:
    wager = link.wager
    return [laid for laid in table.round.bets if laid.bet.wager == wager]


def not_to_start(table: Table) -> Refusal | None:
    """Refuse START GAME: dark sensors, a win that nobody called, an unreasonable contribution."""
    if not table.panel.links:
        return None
    return dark(table) or _on_closed(table) or undeclared(table) or _unreasonable(table)


def undeclared(table: Table) -> Refusal | None:
    """Refuse to go on past a jackpot that was won and not called."""
    for won in table.panel.won:
        *others, last = map(str, won.positions)
        who = f"positions {', '.join(others)} and {last} have" if others else f"position {last} has"
        panel = panel_of(table, won.jackpot)
        press = "let a supervisor confirm it" if panel.lock == "confirm" else "hit the jackpot"
        return Refusal(
            "jackpot-not-called",
            f'{who} "{won.row}" of {won.jackpot}, and nobody called it',
            f"{press}, or let a supervisor say why it is none",
            panel.cite("lock"),
        )
    return None


def _unreasonable(table: Table) -> Refusal | None:
    for link in table.panel.links:
        if link.threshold_micros is None:
            continue
        each = link.main_micros + link.reserve_micros
        if each * len(_laid_for(table, link)) > link.threshold_micros:
            allowed = Money(link.threshold_micros // MICROS_PER_CENT)
            return Refusal(
                "unreasonable-contribution",
                f"this round would add more than {allowed} to {link.jackpot}",
                "look at the sensors; a higher threshold is set in the floor file",
            )
    return None


def registered_by(table: Table) -> tuple[Registered, ...]:
    """Return what START GAME registers for each jackpot: one unit for each lit sensor."""
    registered = []
    for link in table.panel.links:
        positions = tuple(sorted(laid.bet.position for laid in _laid_for(table, link)))
        if positions:
            odometer = table.panel.odometers.get(link.jackpot, 0) + len(positions)
            registered.append(Registered(link.jackpot, positions, odometer))
    return tuple(registered)


def contributions(table: Table, registered: tuple[Registered, ...]) -> Iterator[AnyMovement]:
    """Yield what the registered units add to the meters and reserves of their jackpots."""
    for jackpot, positions, _ in registered:
        link = table.panel.link_of(jackpot)
        assert link is not None, "a jackpot of this table"
        for part, each in (("main", link.main_micros), ("reserve", link.reserve_micros)):
            if each:
                target = jackpot_account(jackpot, part)
                yield JackpotMovement(link.funded_by, target, each * len(positions))


def started(panel: PanelState, round: int, registered: tuple[Registered, ...]) -> PanelState:
    """Return the panel after START GAME, which ends the game before if nobody did."""
    counted = {game.jackpot: game.odometer for game in registered}
    fresh = panel.ended()
    return fresh._replace(
        round=round, registered=registered, odometers={**panel.odometers, **counted}
    )


# --- what the meter gives for fixed pays ---


class ReceiveFixedPays(NamedTuple):
    """Put into the tray what a meter gives for fixed pays (30-2899.04(5)(f), .07(6)(g))."""

    jackpot: str
    cents: int
    line: int


@step.decides(ReceiveFixedPays, server=True)
def receive_fixed_pays(_: Table, command: ReceiveFixedPays) -> step.Decision:
    """Fill the tray from the meter by what it paid out for it."""
    source, micros = jackpot_account(command.jackpot, "main"), command.cents * MICROS_PER_CENT
    moved = JackpotMovement(source, TRAY, micros, reason="fixed pay from the meter")
    return (FixedPaysReceived(command.jackpot, command.line, (moved,)),)


class FixedPaysReceived(NamedTuple):
    """The tray has back from the meter what it paid out for it."""

    jackpot: str
    line: int
    movements: tuple[JackpotMovement, ...]


step.applies(FixedPaysReceived, "server", "fills the tray from {jackpot}", final=True)(
    lambda table, fact: table._replace(panel=table.panel.hearing(fact.jackpot, fact.line))
)
