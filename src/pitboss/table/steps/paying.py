"""Losers are collected, winners paid from the highest position down (30-2815(2))."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, get_args

from pitboss.refusals import Refusal
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import LAYOUT, OUTSIDE, TRAY, VIGORISH, Account, Movement
from pitboss.settle.bets import Chips
from pitboss.settle.settlements import movements_of, owner_of
from pitboss.table.accounts import changed_cash, summed, tray_too_small
from pitboss.table.dealers import Dealer
from pitboss.table.procedures import procedure_of, rule_28
from pitboss.table.state import NO_BETS, Debt, LaidBet, Scope, SettledBet, Stage, Table, Taking
from pitboss.table.steps import registry as step
from pitboss.table.steps.betting import bet_words, taken_progressives

COLLECT_FIRST = "30-2815(2)"
IN_ORDER = "30-2815(2)(a)"
_NO_TAKING = Taking()


def in_scope(table: Table, scope: Scope) -> Iterator[tuple[LaidBet, SettledBet]]:
    """Yield the decided bets of a scope that are still on the layout."""
    spots, settled = table.setup.spots, table.round.settled
    for laid in table.round.bets:
        result = settled.get(laid.number)
        if result is None:
            continue
        if scope != "all":
            base = spots[laid.bet.wager, laid.bet.on].wager.role == "base"
            if base != (scope == "base"):
                continue
        yield laid, result


def _not_settling(table: Table, scope: Scope, doing: str) -> Refusal | None:
    if table.round.stage != "settling":
        message, remedy = f"there is nothing left to {doing}", "clear the layout"
        if table.round.stage != "clearing":
            message = f"there is nothing to {doing} before the result is announced"
            remedy = "announce the result first" if procedure_of(table).announces else "roll first"
        return Refusal("nothing-to-settle", message, remedy, rule_28(table, "30-2815(1), (2)"))
    if scope != "all" and table.setup.bonus_order != "any":
        message = "this house reconciles all wagers together"
        remedy = f"{doing} all, or set bonus_order to any where the section allows it"
        return Refusal("bonus-with-the-rest", message, remedy, rule_28(table, COLLECT_FIRST))
    return None


class CollectLosers(NamedTuple):
    """Collect the losing bets (30-2815(2))."""

    scope: Scope = "all"


@step.decides(CollectLosers, "collect [<scope:scope>]")
def collect_losers(table: Table, command: CollectLosers) -> step.Decision:
    """Collect each losing bet, before any winner is paid."""
    wrong = _not_settling(table, command.scope, "collect")
    if wrong is not None:
        return wrong
    if command.scope in table.round.collected:
        cite = rule_28(table, COLLECT_FIRST)
        return Refusal("collected", "the losers are collected", "pay the winners", cite)
    taken = taken_progressives(table)
    numbers: list[int] = []
    lost: dict[Chips, int] = {}
    for laid, result in in_scope(table, command.scope):
        if result.loses:
            numbers.append(laid.number)
            if laid.number not in taken:
                chips = laid.bet.chips
                lost[chips] = lost.get(chips, 0) + result.lost_cents
    movements = tuple(Movement(LAYOUT, TRAY, cents, chips, "lost") for chips, cents in lost.items())
    return (LosersCollected(tuple(numbers), movements, command.scope),)


class LosersCollected(NamedTuple):
    """Losing bets are in the tray."""

    numbers: tuple[int, ...]
    movements: tuple[Movement, ...]
    scope: Scope


@step.applies(LosersCollected)
def losers_collected(table: Table, fact: LosersCollected) -> Table:
    """Losing bets are off the layout."""
    scopes = ("all", "base", "bonus") if fact.scope == "all" else (fact.scope,)
    round = table.round._replace(collected=table.round.collected | frozenset(scopes))
    if {"base", "bonus"} <= round.collected:
        round = round._replace(collected=round.collected | {"all"})
    return _done(table._replace(round=round), fact.numbers)


def next_to_pay(table: Table) -> int | None:
    """Return who is paid next: the highest position with a winning wager, then with a push."""
    return _highest([(laid, result) for laid, result in in_scope(table, "all") if not result.loses])


def _highest(owed: Iterable[tuple[LaidBet, SettledBet]]) -> int | None:
    ranked = [(result.wins, laid.bet.position) for laid, result in owed]
    return max(ranked, default=(False, None))[1]


class PayPosition(NamedTuple):
    """Pay a position's bets and collect the vigorish (30-2815(2)(a))."""

    position: int
    scope: Scope = "all"


@step.decides(PayPosition, "pay <position:position> [<scope:scope>]")
def pay_position(table: Table, command: PayPosition) -> step.Decision:
    """Pay a position, from the highest down, and collect the vigorish with the payment."""
    scope = command.scope
    wrong = _not_settling(table, scope, "pay")
    if wrong is not None:
        return wrong
    free_order = scope == "bonus" and table.setup.bonus_order == "any"
    anytime = free_order or table.setup.cite("paying-out-of-order", IN_ORDER) is None
    decided = [*in_scope(table, scope)]
    winners = [(laid, result) for laid, result in decided if not result.loses]
    if not anytime and len(winners) < len(decided):
        message = "losing wagers are collected before any winner is paid"
        remedy = "collect the losers first"
        return Refusal("paying-before-collecting", message, remedy, rule_28(table, COLLECT_FIRST))
    owed = [(laid, result) for laid, result in winners if laid.bet.position == command.position]
    if not owed:
        message = f"position {command.position} is owed nothing"
        return Refusal("nothing-owed", message, "go on", rule_28(table, IN_ORDER))
    highest = _highest(winners)
    wins = any(result.wins for _, result in owed)
    if wins and command.position != highest and not anytime:
        message = f"position {highest} is paid before position {command.position}"
        remedy = f"pay position {highest} first"
        return Refusal("paying-out-of-order", message, remedy, rule_28(table, IN_ORDER))
    held, movements = _payment(table, owed)
    numbers = tuple(laid.number for laid, _ in owed)
    return tray_too_small(table, from_tray(movements)) or (
        PositionPaid(command.position, numbers, held, movements, scope),
    )


def _payment(
    table: Table, owed: Iterable[tuple[LaidBet, SettledBet]]
) -> tuple[tuple[int, ...], tuple[Movement, ...]]:
    """Return which pushes stay on the layout, and what changes hands now; not what a tie owes."""
    held: list[int] = []
    movements: list[Movement] = []
    taken = taken_progressives(table)
    for laid, result in owed:
        stays = _held_over(table, laid, result)
        if stays:
            held.append(laid.number)
        movements += [
            move
            for move in _moves(table, laid, result, taken=laid.number in taken)
            if not (move.target == VIGORISH and not result.won_cents)
            and not (stays and move.source == LAYOUT)
        ]
    return tuple(held), summed(movements)


def _moves(table: Table, laid: LaidBet, result: SettledBet, *, taken: bool) -> Iterator[Movement]:
    """Yield where a decided bet's cents go. Progressive stakes are in the tray already."""
    owner = _owner(table, laid, result)
    if envy_waits(table, laid, result):
        result = result._replace(dealer_envy_cents=0, player_envy_cents=0)
    for move in movements_of(result, laid.bet.chips, owner, taken=taken):
        if move.chips != "value" and move.target == owner:
            move = move._replace(target=OUTSIDE)
        yield move


def envy_waits(table: Table, laid: LaidBet, result: SettledBet) -> bool:
    """Say whether the envy of a bet is paid with the hit of a linked jackpot, not with the bet."""
    if result.meter_share is None and not result.player_envy_cents:
        return False
    return any(link.wager == laid.bet.wager for link in table.panel.links)


def _owner(table: Table, laid: LaidBet, result: SettledBet) -> Account:
    """Return whose a decided bet is: its position's, or the dealer's."""
    return owner_of(result, table.setup.toke_push, laid.owner) if laid.bet.toke else laid.owner


def from_tray(movements: Iterable[Movement]) -> int:
    """Return how many value chips movements take out of the tray."""
    return sum(move.cents for move in movements if move.source == TRAY and move.chips == "value")


def _held_over(table: Table, laid: LaidBet, result: SettledBet) -> bool:
    """Say whether a push stays on the layout for the next round (30-2802(22)).

    A progressive wager does not: its stake was taken off the layout before the deal.
    """
    if table.setup.push != "held-over" or result.won_cents or result.lost_cents:
        return False
    return table.setup.spots[laid.bet.wager, laid.bet.on].wager.role != "progressive"


class PositionPaid(NamedTuple):
    """A position has what it is owed, less vigorish; pushes that lie over stay on the layout."""

    position: int
    numbers: tuple[int, ...]
    held_over: tuple[int, ...]
    movements: tuple[Movement, ...]
    scope: Scope


@step.applies(PositionPaid)
def position_paid(table: Table, fact: PositionPaid) -> Table:
    """A position has what it is owed; what ties owe is collected afterwards."""
    round = table.round
    paid = [*_settled(table, fact.numbers)]
    debts = tuple(
        Debt(_owner(table, laid, result), result.vigorish_cents)
        for laid, result in paid
        if result.vigorish_cents and not result.won_cents
    )
    held = tuple(laid for laid, _ in paid if laid.number in fact.held_over)
    if debts or held:
        debts, held = (*round.vigorish_due, *debts), (*round.held_over, *held)
        table = table.with_round(round._replace(vigorish_due=debts, held_over=held))
    return _done(table, fact.numbers)


def _done(table: Table, numbers: Iterable[int]) -> Table:
    """Take decided bets off the layout, book them, and see whether all are done."""
    gone = set(numbers)
    round, setup = table.round, table.setup
    sums: dict[str, list[int]] = {}
    labels, settled_bets, left = setup.labels, round.settled, list[LaidBet]()
    for laid in round.bets:
        if laid.number not in gone:
            left.append(laid)
            continue
        result, bet = settled_bets[laid.number], laid.bet
        spot = labels[bet.wager, bet.on]
        if spot not in sums:
            sums[spot] = list(table.takings.get(spot, _NO_TAKING))
        taking = sums[spot]
        taking[0] += 1
        taking[1] += bet.stake_cents
        taking[2] -= result.net_cents
        if not envy_waits(table, laid, result):
            taking[2] -= result.dealer_envy_cents + result.player_envy_cents
    settled = {number: result for number, result in round.settled.items() if number not in gone}
    stage: Stage = round.stage
    if not settled:
        stage = "dealing" if procedure_of(table).goes_on(round) else "clearing"
    moved = round.moved or bool(gone)
    round = round._replace(
        bets=tuple(left), settled=settled, stage=stage, moved=moved, by_bettor=NO_BETS
    )
    takings = {**table.takings, **{spot: Taking._make(sum) for spot, sum in sums.items()}}
    return table._replace(round=round, takings=takings)


class CollectTieVigorish(NamedTuple):
    """Collect what tied Banker bets owe (30-2808(3)(c))."""


@step.decides(CollectTieVigorish, "collect vigorish")
def collect_tie_vigorish(table: Table, _: CollectTieVigorish) -> step.Decision:
    """Collect what tied Banker bets owe, before any card of the next round."""
    due = table.round.vigorish_due
    if not due:
        return Refusal("no-vigorish-due", "no vigorish is due", "go on", "30-2808(3)(c)")
    movements: list[Movement] = []
    left = dict(table.accounts)
    for owner, cents in due:
        short = max(cents - left.get(owner, 0), 0)
        movements += changed_cash(owner, short)
        movements.append(Movement(owner, VIGORISH, cents, "value", "tie vigorish"))
        left[owner] = left.get(owner, 0) + short - cents
    return tray_too_small(table, from_tray(movements)) or (TieVigorishCollected(tuple(movements)),)


class TieVigorishCollected(NamedTuple):
    """Tied Banker bets have paid what they owe."""

    movements: tuple[Movement, ...]


step.told(TieVigorishCollected, "dealer", "collects the vigorish of the tie")
step.round_changed(TieVigorishCollected, lambda round, _: round._replace(vigorish_due=()))


def owed(table: Table) -> dict[int, int]:
    """Return what each position is owed now: returned stakes and wins, less vigorish."""
    sums: dict[int, int] = {}
    for laid, result in in_scope(table, "all"):
        if not result.loses and not laid.bet.toke:
            at = laid.bet.position
            sums[at] = sums.get(at, 0) + handed_over(table, laid, result)
    return sums


def handed_over(table: Table, laid: LaidBet, result: SettledBet) -> int:
    """Return what the dealer hands over for a decided bet: stake and win, less vigorish."""
    cents = result.won_cents - (result.vigorish_cents if result.won_cents else 0)
    cents += 0 if envy_waits(table, laid, result) else result.player_envy_cents
    return cents + (0 if _held_over(table, laid, result) else result.returned_cents)


def needed_from_tray(table: Table, position: int) -> int:
    """Return the chips that the tray gives out when a position is paid."""
    decided = in_scope(table, "all")
    owed = [pair for pair in decided if pair[0].bet.position == position and not pair[1].loses]
    return from_tray(_payment(table, owed)[1])


# --- what the record tells, and what the procedure wants ---


def _settled(before: Table, numbers: Iterable[int]) -> Iterator[tuple[LaidBet, SettledBet]]:
    wanted = set(numbers)
    for laid in before.round.bets:
        if laid.number in wanted:
            yield laid, before.round.settled[laid.number]


@step.tells(LosersCollected)
def tell_collected(before: Table, fact: LosersCollected) -> Iterator[step.StoryLine]:
    """Tell what was lost, position by position."""
    lost: dict[int, list[str]] = {}
    for laid, _ in _settled(before, fact.numbers):
        lost.setdefault(laid.bet.position, []).append(bet_words(laid))
    for position in sorted(lost, reverse=True):
        yield step.StoryLine("collects", f"from {position}: {', '.join(lost[position])}")
    if not lost:
        yield step.StoryLine("collects", "nothing: no bet lost")


@step.tells(PositionPaid)
def tell_paid(before: Table, fact: PositionPaid) -> Iterator[step.StoryLine]:
    """Tell what each bet of a position was paid."""
    for laid, settled in _settled(before, fact.numbers):
        words = paid_words(laid, settled, laid.number in fact.held_over)
        yield step.StoryLine(f"pays {fact.position}", words)


def paid_words(laid: LaidBet, settled: SettledBet, held_over: bool = False) -> str:
    """Return what a bet came to and why: the row, what it pays, and the citation."""
    if settled.meter_share is not None:
        result = f"hits the meter for {settled.meter_share}%"
    elif settled.won_cents:
        result = f"wins {Money(settled.won_cents)}"
    else:
        result = "is held over" if held_over else f"returns {Money(settled.returned_cents)}"
    row = f": {settled.row}, {settled.pays}" if settled.row else ""
    words = f"{bet_words(laid)} {result}{row} [{settled.cite}]"
    if settled.vigorish_cents:
        words += f", less {Money(settled.vigorish_cents)} vigorish"
    if settled.limited:
        words += ", cut to the aggregate limit"
    if settled.player_envy_cents:
        words += f", and {Money(settled.player_envy_cents)} envy"
    return words


step.tried(CollectLosers, scope=get_args(Scope))
step.tried(PayPosition, scope=get_args(Scope))
step.ordered(CollectLosers, "Collect every losing wager", COLLECT_FIRST)


@step.orders(PayPosition)
def order_payment(table: Table, command: PayPosition) -> step.Order:
    """Order how much a position is paid."""
    cents = owed(table).get(command.position, 0)
    words = f"Pay position {command.position} {Money(cents)}, stakes included"
    if not cents:
        words = f"Settle position {command.position}: nothing is handed over now"
    return step.Order(words, IN_ORDER)


@step.orders(CollectTieVigorish)
def order_tie_vigorish(table: Table, _: CollectTieVigorish) -> step.Order:
    """Order who pays the vigorish of a tie."""
    debts = ", ".join(f"{Money(cents)} from {owner}" for owner, cents in table.round.vigorish_due)
    return step.Order(f"Collect the tie vigorish: {debts}", "30-2808(3)(c)")


@step.proposes("clearing", "betting")
def propose_tie_vigorish(table: Table, _: Dealer) -> step.Command | None:
    """Propose to collect what ties owe, before anything else."""
    return CollectTieVigorish() if table.round.vigorish_due else None


@step.proposes("settling")
def propose_payment(table: Table, _: Dealer) -> step.Command:
    """Propose to collect the losers, then to pay from the highest position."""
    if "all" not in table.round.collected:
        return CollectLosers()
    highest = next_to_pay(table)
    assert highest is not None, "a round is settled until nobody is owed anything"
    return PayPosition(highest)
