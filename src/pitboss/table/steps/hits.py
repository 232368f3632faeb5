"""A jackpot is hit: hand buttons, HIT JACKPOT, confirm or switch, END GAME, and what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from pitboss.refusals import Refusal
from pitboss.rulebook import MeterShare, Wager
from pitboss.settle.accounts import (
    ADJUSTMENTS,
    DEALER_ENVY,
    MICROS_PER_CENT,
    TRAY,
    AnyMovement,
    JackpotMovement,
    Movement,
    jackpot_account,
    position_account,
)
from pitboss.settle.bets import Bet
from pitboss.settle.settlements import envy_of, settled
from pitboss.table.accounts import balance
from pitboss.table.state import PanelState, SettledBet, Table, WonJackpot
from pitboss.table.steps import registry as step
from pitboss.table.steps.panel import dark, not_linked, panel_of, undeclared

Shares = tuple[tuple[int, int], ...]
"""Positions, each with its cents."""


# --- what the outcome proposes ---


class JackpotsWon(NamedTuple):
    """The outcome has won these jackpots: what the table proposes, and the dealer confirms."""

    won: tuple[WonJackpot, ...]


@step.applies(JackpotsWon)
def jackpots_won(table: Table, fact: JackpotsWon) -> Table:
    """The wins wait to be called."""
    return table._replace(panel=table.panel._replace(won=fact.won))


@step.tells(JackpotsWon)
def tell_won(_: Table, fact: JackpotsWon) -> Iterator[step.StoryLine]:
    """Tell which jackpots the round has won."""
    for won in fact.won:
        positions = ", ".join(map(str, won.positions))
        words = f'{won.jackpot} is won by {positions}: "{won.row}", {won.percent}% of the meter'
        yield step.StoryLine("panel", words)


def won_by(table: Table, bets: Iterable[SettledBet]) -> tuple[JackpotsWon, ...]:
    """Return what a settled outcome has won of the jackpots that this game plays for."""
    panel = table.panel
    if not panel.registered or panel.round != table.round.number:
        return ()
    results = {result.number: result for result in bets}
    won = []
    for game in panel.registered:
        link = panel.link_of(game.jackpot)
        assert link is not None, "a jackpot of this table"
        laid = [one for one in table.round.bets if one.bet.wager == link.wager]
        pairs = [(one.bet.position, results[one.number]) for one in laid if one.number in results]
        meter = [(position, one) for position, one in pairs if one.meter_share is not None]
        if meter:
            _, hit = meter[0]
            envy = tuple((at, one.player_envy_cents) for at, one in pairs if one.player_envy_cents)
            positions = tuple(sorted(position for position, _ in meter))
            share = hit.meter_share or 0
            row = hit.row or ""
            won.append(WonJackpot(game.jackpot, row, share, positions, hit.dealer_envy_cents, envy))
    return (JackpotsWon(tuple(won)),) if won else ()


# --- hand buttons ---


class PressHands(NamedTuple):
    """Press hand buttons; pressing one again takes it off (.02(10)(d), .04(5)(f)(iii))."""

    positions: tuple[int, ...]


@step.decides(PressHands, "hand <positions:positions>")
def press_hands(table: Table, command: PressHands) -> step.Decision:
    """Light the hand buttons of positions that play for a jackpot, or take them off."""
    panel = table.panel
    if not panel.registered:
        return _no_game()
    playing = {position for game in panel.registered for position in game.positions}
    if all(panel_of(table, game.jackpot).hands == "none" for game in panel.registered):
        remedy = "turn the switch: hit jackpot"
        return Refusal("no-hand-buttons", "this panel has no hand buttons", remedy)
    strangers = [one for one in command.positions if one not in playing]
    if strangers:
        return _not_playing(strangers[0], playing)
    lit = panel.lit
    for position in command.positions:
        lit = lit ^ {position}
    return (HandsPressed(command.positions, tuple(sorted(lit))),)


def _no_game() -> Refusal:
    return Refusal(
        "no-game", "no game is being played for a jackpot", "press START GAME with bets on sensors"
    )


def _not_playing(position: int, playing: Iterable[int]) -> Refusal:
    return Refusal(
        "not-playing-for-it",
        f"position {position} does not play for it in this game",
        f"press one of {', '.join(map(str, sorted(playing)))}",
    )


class HandsPressed(NamedTuple):
    """Hand buttons were pressed."""

    positions: tuple[int, ...]
    lit: tuple[int, ...]
    """Those that are on now."""


step.told(HandsPressed, "dealer", "presses the hand buttons {positions}; lit: {lit}")
step.applied(
    HandsPressed,
    lambda table, fact: table._replace(panel=table.panel._replace(lit=frozenset(fact.lit))),
)


# --- the hit ---


class HitJackpot(NamedTuple):
    """Press HIT JACKPOT, or turn the switch; a supervisor may override what the table proposes."""

    jackpot: str = ""
    supervisor: str = ""
    reason: str = ""


@step.decides(
    HitJackpot, "hit jackpot [<jackpot:jackpot>] [by <supervisor:name>] [: <reason:text>]"
)
def hit_jackpot(table: Table, command: HitJackpot) -> step.Decision:
    """Call a hit as the outcome says."""
    return _called(table, ("hit", "switch"), *command)


class ConfirmHit(NamedTuple):
    """Press the confirm button, once the casino has verified the win (.04(5)(f)(v))."""

    supervisor: str
    jackpot: str = ""
    reason: str = ""


@step.decides(ConfirmHit, "confirm by <supervisor:name> [for <jackpot:jackpot>] [: <reason:text>]")
def confirm_hit(table: Table, command: ConfirmHit) -> step.Decision:
    """Confirm a hit as the outcome says: it is the supervisor who fixes the amount."""
    return _called(table, ("confirm",), command.jackpot, command.supervisor, command.reason)


_BUTTONS = {
    "hit": ("HIT JACKPOT", "press it"),
    "switch": ("the switch", "turn it"),
    "confirm": ("the supervisor's confirm button", "have a supervisor press it"),
}


def _called(
    table: Table, locks: tuple[str, ...], jackpot: str, supervisor: str, reason: str
) -> step.Decision:
    panel = table.panel
    if not panel.links:
        return not_linked()
    if panel.lost:
        return dark(table) or _no_game()
    named = _named(panel, jackpot)
    if isinstance(named, Refusal):
        return named
    if panel.shown.get(named) == "closed":
        return Refusal("jackpot-closed", f"{named} has ended", "end the game")
    buttons = panel_of(table, named)
    if buttons.lock not in locks:
        button, remedy = _BUTTONS[buttons.lock]
        message = f"{button} fixes the amount of {named}"
        return Refusal("other-button", message, remedy, buttons.cite("lock"))
    won = next((one for one in panel.won if one.jackpot == named), None)
    wrong = _mismatch(table, named, won)
    if wrong is not None:
        if not (supervisor and reason):
            return wrong
        overridden = _overridden(table, named)
        if isinstance(overridden, Refusal):
            return overridden
        won = overridden
    assert won is not None, "a win that is as proposed, or a supervisor's"
    shared = _sharers(table, won)
    return (
        JackpotHit(
            named,
            panel.round,
            won.row,
            won.percent,
            shared,
            won.dealer_envy_cents,
            won.player_envy,
            supervisor,
            reason,
        ),
    )


def _named(panel: PanelState, jackpot: str) -> str | Refusal:
    """Return the jackpot that is meant: the one named, or the only one that was won or played."""
    if jackpot:
        known = [link.jackpot for link in panel.links]
        if jackpot in known:
            return jackpot
        shown = ", ".join(known)
        return Refusal("no-such-jackpot", f"{jackpot} is not linked here", f"name one of {shown}")
    for candidates in (
        [won.jackpot for won in panel.won],
        [game.jackpot for game in panel.registered],
        [link.jackpot for link in panel.links],
    ):
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            message = f"this table plays for {' and '.join(candidates)}"
            return Refusal("which-jackpot", message, f"name one of {', '.join(candidates)}")
    return _no_game()


def _mismatch(table: Table, jackpot: str, won: WonJackpot | None) -> Refusal | None:
    """Refuse a hit that is not as the outcome says."""
    panel, buttons = table.panel, panel_of(table, jackpot)
    override = "or let a supervisor call it and say why"
    if jackpot in panel.hits:
        return Refusal("hit-already", f"{jackpot} was hit in this game", "end the game")
    if won is None:
        message = f"no bet on {jackpot} has won of its meter in this game"
        return Refusal("jackpot-not-won", message, f"go on, {override}", buttons.cite("lock"))
    proposed = won.positions if buttons.hands != "players" else panel.registered_for(jackpot)
    due = buttons.hands != "none" and (buttons.hands != "any" or bool(panel.lit))
    if due and panel.lit != frozenset(proposed):
        lit = ", ".join(map(str, sorted(panel.lit))) or "none"
        whom = f"position{'s' if len(proposed) > 1 else ''} {', '.join(map(str, proposed))}"
        message = f'"{won.row}" of {jackpot} is for {whom}; lit: {lit}'
        remedy = f"press their hand buttons, {override}"
        return Refusal("hands-differ", message, remedy, buttons.cite("hands"))
    return None


def _sharers(table: Table, won: WonJackpot) -> tuple[int, ...]:
    """Return who shares at this table: who wagered for it, or who won the row."""
    provision = _wager_of(table, won.jackpot).jackpot
    if provision is not None and provision.split == "wagering-players":
        return table.panel.registered_for(won.jackpot)
    return won.positions


def _wager_of(table: Table, jackpot: str) -> Wager:
    link = table.panel.link_of(jackpot)
    assert link is not None, "a jackpot of this table"
    return table.setup.wagers[link.wager]


def _overridden(table: Table, jackpot: str) -> WonJackpot | Refusal:
    """Return the hit that a supervisor says it is: of those whose buttons are lit, or of all."""
    panel = table.panel
    playing = panel.registered_for(jackpot)
    if not playing:
        return _no_game()
    if not _has_result(table):
        return Refusal("round-not-over", "the round is not over", "play the round to its result")
    if jackpot in panel.hits:
        return Refusal("hit-already", f"{jackpot} was hit in this game", "end the game")
    strangers = panel.lit - set(playing)
    if strangers:
        return _not_playing(min(strangers), playing)
    positions = tuple(sorted(panel.lit)) or playing
    link = panel.link_of(jackpot)
    assert link is not None, "a jackpot of this table"
    laid = [one for one in table.round.bets if one.bet.wager == link.wager]
    bet = next((one.bet for one in laid if one.bet.position in positions), None)
    opened = next(
        opened
        for (wager, on), opened in table.setup.spots.items()
        if wager == link.wager and (on is None or on == positions[0])
    )
    row = next(row for row in opened.rows if isinstance(row.cell.pay, MeterShare))
    assert isinstance(row.cell.pay, MeterShare), "the row that pays of the meter"
    bet = bet or Bet(
        link.wager, link.unit_cents, opened.on, opened.id, opened.reading, positions[0]
    )
    result = settled(bet, opened, row, table.setup.house)
    each = envy_of(row, bet, opened)
    envy = tuple((one, each) for one in playing if one not in positions) if each else ()
    share = row.cell.pay.percent
    return WonJackpot(jackpot, row.label, share, positions, result.dealer_envy_cents, envy)


class JackpotHit(NamedTuple):
    """A hit was called; the jackpot's own record has what it comes to."""

    jackpot: str
    round: int
    row: str
    percent: int
    positions: tuple[int, ...]
    """Who shares at this table."""
    dealer_envy_cents: int
    """For each of those who share."""
    player_envy: Shares
    supervisor: str
    reason: str


@step.applies(
    JackpotHit,
    "dealer",
    lambda _, fact: (
        f'calls "{fact.row}" of {fact.jackpot} for {", ".join(map(str, fact.positions))}'
        + (f" ({fact.supervisor}: {fact.reason})" if fact.reason else "")
    ),
    final=True,
)
def jackpot_hit(table: Table, fact: JackpotHit) -> Table:
    """The win is called, and the buttons are off."""
    panel = table.panel
    left = tuple(won for won in panel.won if won.jackpot != fact.jackpot)
    hits = {**panel.hits, fact.jackpot: 0}
    return table._replace(panel=panel._replace(won=left, hits=hits, lit=frozenset()))


class WaiveJackpot(NamedTuple):
    """Let a supervisor say that a win which the table proposes is none."""

    jackpot: str
    supervisor: str
    reason: str


@step.decides(WaiveJackpot, "no jackpot <jackpot:jackpot> by <supervisor:name> : <reason:text>")
def waive_jackpot(table: Table, command: WaiveJackpot) -> step.Decision:
    """Drop a proposed win, by a supervisor and with a reason."""
    if not any(won.jackpot == command.jackpot for won in table.panel.won):
        message = f"no win of {command.jackpot} waits to be called"
        return Refusal("jackpot-not-won", message, "go on")
    return (JackpotWaived(*command),)


class JackpotWaived(NamedTuple):
    """A supervisor said that a proposed win is none."""

    jackpot: str
    supervisor: str
    reason: str


@step.applies(
    JackpotWaived, "supervisor", "says that {jackpot} is not won: {reason} ({supervisor})"
)
def jackpot_waived(table: Table, fact: JackpotWaived) -> Table:
    """Nothing waits to be called."""
    left = tuple(won for won in table.panel.won if won.jackpot != fact.jackpot)
    return table._replace(panel=table.panel._replace(won=left))


# --- END GAME ---


class EndGame(NamedTuple):
    """Press END GAME, which readies the panel for the next hand (.02(10)(h), .04(5)(f)(vi))."""


@step.decides(EndGame, "end game")
def end_game(table: Table, _: EndGame) -> step.Decision:
    """End the game once the round has its result and every win was called."""
    panel = table.panel
    if not panel.links:
        return not_linked()
    if not panel.round:
        return _no_game()
    if not _has_result(table):
        remedy = "play the round to its result"
        return Refusal("round-not-over", "the round is not over", remedy)
    return undeclared(table) or (GameEnded(),)


step.ordered(
    EndGame,
    "Press END GAME: it readies the panel for the next hand",
    lambda table, _: panel_of(table, table.panel.links[0].jackpot).cite("end") or "",
)


def game_is_reconciled(table: Table) -> bool:
    """Say whether END GAME is all that the panel waits for: every bet is paid, and every hit."""
    panel, round = table.panel, table.round
    over = round.stage == "clearing" and panel.round == round.number
    return over and not panel.pending and not isinstance(end_game(table, EndGame()), Refusal)


def _has_result(table: Table) -> bool:
    """Say whether the round that the panel plays for is decided."""
    decided = table.round.stage in ("settling", "clearing")
    return decided or table.round.number != table.panel.round


class GameEnded(NamedTuple):
    """The panel is ready for the next game."""


step.told(GameEnded, "dealer", "presses END GAME")
step.applied(GameEnded, lambda table, _: table._replace(panel=table.panel.ended()))


# --- what the server tells of a hit ---


class PayShares(NamedTuple):
    """Pay those of a table who share in a hit, and the envy, once the hit is paid."""

    jackpot: str
    order: int
    line: int
    """Of the jackpot's stream, that led to it."""
    shares: Shares
    dealer_envy_cents: int = 0
    player_envy: Shares = ()


@step.decides(PayShares, server=True)
def pay_shares(_: Table, command: PayShares) -> step.Decision:
    """Give each who shares what was set aside, and the tray's envy."""
    jackpot, order, line, shares, dealer_envy, player_envy = command
    pending = jackpot_account(jackpot, "pending")
    moved: list[AnyMovement] = [
        JackpotMovement(
            pending, position_account(at), cents * MICROS_PER_CENT, reason="jackpot won"
        )
        for at, cents in shares
        if cents
    ]
    if dealer_envy:
        moved.append(Movement(TRAY, DEALER_ENVY, dealer_envy, "value", "dealer envy"))
    moved += [
        Movement(TRAY, position_account(at), cents, "value", "player envy")
        for at, cents in player_envy
    ]
    return (SharesPaid(jackpot, order, line, tuple(moved)),)


class SharesPaid(NamedTuple):
    """Those who share in a hit have their money, and so have dealer and bettors their envy."""

    jackpot: str
    order: int
    line: int
    movements: tuple[Movement | JackpotMovement, ...]


@step.applies(SharesPaid, "server", "pays hit {order} of {jackpot}", final=True)
def shares_paid(table: Table, fact: SharesPaid) -> Table:
    """The hit is paid here; the bettors' takings count the envy."""
    panel = _closed(table.panel.hearing(fact.jackpot, fact.line), fact.jackpot, fact.order)
    won = {move.target for move in fact.movements if move.reason == "jackpot won"}
    winners = tuple(at for at in sorted(table.seated) if position_account(at) in won)
    paid = {**panel.paid, _hit_name(fact.jackpot, fact.order): winners} if winners else panel.paid
    return table._replace(panel=panel._replace(paid=paid))


class NoteHit(NamedTuple):
    """Tell a table of a hit that is recorded, and who shares it there."""

    jackpot: str
    order: int
    line: int
    positions: tuple[int, ...]
    called: bool
    """Whether it was called at this table."""


step.decides(NoteHit, server=True)(lambda _, command: (HitNoted(*command),))


class HitNoted(NamedTuple):
    """The jackpot's record has the hit, by its order."""

    jackpot: str
    order: int
    line: int
    positions: tuple[int, ...]
    called: bool


@step.applies(HitNoted, "server", "records hit {order} of {jackpot}", final=True)
def hit_noted(table: Table, fact: HitNoted) -> Table:
    """The hit is open until it is paid or dismissed."""
    panel = table.panel.hearing(fact.jackpot, fact.line)
    hits = {**panel.hits, fact.jackpot: fact.order} if fact.called else panel.hits
    unpaid = {**panel.unpaid, _hit_name(fact.jackpot, fact.order): fact.positions}
    return table._replace(panel=panel._replace(hits=hits, unpaid=unpaid))


class CloseHit(NamedTuple):
    """Tell a table that a hit was dismissed, or backed out with what was paid."""

    jackpot: str
    order: int
    line: int
    state: Literal["dismissed", "backed-out"]
    shares: Shares = ()


@step.decides(CloseHit, server=True)
def close_hit(table: Table, command: CloseHit) -> step.Decision:
    """Take back what was paid, if anything was: of the winners' own chips, the rest by the house.

    A winner who has left has no chips here: what lies at the position then is another's.
    """
    jackpot, order, line, state, shares = command
    main = jackpot_account(jackpot, "main")
    here = table.panel.paid.get(_hit_name(jackpot, order), ())
    moved: list[JackpotMovement] = []
    for at, cents in shares:
        winner = position_account(at)
        own = min(cents, max(balance(table, winner), 0)) if at in here else 0
        moved += [
            JackpotMovement(source, main, part * MICROS_PER_CENT, reason="backed out")
            for source, part in ((winner, own), (ADJUSTMENTS, cents - own))
            if part
        ]
    return (HitClosed(jackpot, order, line, state, tuple(moved)),)


class HitClosed(NamedTuple):
    """A hit of this table came to nothing."""

    jackpot: str
    order: int
    line: int
    state: Literal["dismissed", "backed-out"]
    movements: tuple[JackpotMovement, ...]


@step.applies(HitClosed, "server", "hit {order} of {jackpot} is {state}", final=True)
def hit_closed(table: Table, fact: HitClosed) -> Table:
    """Its round may be voided again, if it is still on the table."""
    panel = _closed(table.panel.hearing(fact.jackpot, fact.line), fact.jackpot, fact.order)
    if panel.hits.get(fact.jackpot) == fact.order:
        left = {name: order for name, order in panel.hits.items() if name != fact.jackpot}
        panel = panel._replace(hits=left)
    return table._replace(panel=panel)


def _closed(panel: PanelState, jackpot: str, order: int) -> PanelState:
    closed = _hit_name(jackpot, order)
    unpaid = {hit: positions for hit, positions in panel.unpaid.items() if hit != closed}
    paid = {hit: positions for hit, positions in panel.paid.items() if hit != closed}
    return panel._replace(unpaid=unpaid, paid=paid)


def _hit_name(jackpot: str, order: int) -> str:
    """Return how the panel calls a hit."""
    return f"{jackpot} {order}"


def hit_stands(table: Table) -> Refusal | None:
    """Refuse to void or correct a round whose hit is pending or paid."""
    panel = table.panel
    if not panel.hits or panel.round != table.round.number:
        return None
    jackpot = next(iter(panel.hits))
    return Refusal(
        "hit-stands",
        f"this round has hit {jackpot}",
        "dismiss the hit, or back it out, first",
        panel_of(table, jackpot).cite("back-out"),
    )
