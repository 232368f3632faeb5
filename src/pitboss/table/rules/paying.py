"""The end of a round: the result, losers collected, winners paid (30-2815(1), (2))."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from pitboss.games import Coup, ShooterHand, Throw
from pitboss.games.kinds import Outcome
from pitboss.refusals import Refusal
from pitboss.settle.bets import Chips
from pitboss.settle.rounds import settle_placed
from pitboss.settle.settlements import Movement, movements_of, owner_of
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.accounts import (
    DROP,
    LAYOUT,
    OUTSIDE,
    TOKE_BOX,
    TRAY,
    VIGORISH,
    post,
    summed,
    tray_too_small,
)
from pitboss.table.commands import Scope
from pitboss.table.due import card_due, finished_coup
from pitboss.table.facts import Fact, SettledBet
from pitboss.table.handlers import Decision, applies, decides, rule_28
from pitboss.table.rules.betting import taken_progressives
from pitboss.table.state import Debt, LaidBet, RoundState, Stage, Table, Taking

COLLECT_FIRST = "30-2815(2)"
IN_ORDER = "30-2815(2)(a)"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")

_KEPT = attrgetter(*SettledBet._fields[1:])
"""What the record keeps of a settlement, under the same names."""

# --- the result ---


@decides(do.CallResult)
def call_result(table: Table, _: do.CallResult) -> Decision:
    """Announce the result once every hand has what it is entitled to, and settle the bets."""
    round = table.round
    outcome: Outcome | None = finished_coup(round) or round.throw
    if outcome is None or round.result is not None:
        due = card_due(round)
        remedy = f"deal the card that is due to the {due}" if due else "play the round first"
        return Refusal(
            "no-result",
            "there is no result to announce",
            "go on" if round.result else remedy,
            "30-2815(1)",
        )
    answer: list[Fact] = [facts.ResultCalled(words_of(table, outcome))]
    settled = settle_bets(table, outcome)
    if settled.bets:
        answer.append(settled)
    return tuple(answer)


def words_of(table: Table, outcome: Outcome) -> str:
    """Return what the dealer announces; the number of cards only where it can be bet on."""
    assert isinstance(outcome, Coup | Throw), "a shooter's hand has no announcement"
    counts = f"Player {outcome.player_total}, Banker {outcome.banker_total}."
    winner = {"player": "Player wins.", "banker": "Banker wins.", None: "Tie Hand."}
    words = f"{counts} {winner[outcome.winner]}"
    if isinstance(outcome, Coup) and table.setup.counts_cards:
        dealt = len(outcome.player) + len(outcome.banker)
        words += f" {NUMBERS[dealt].capitalize()} cards."
    return words


def settle_bets(table: Table, outcome: Outcome) -> facts.BetsSettled:
    """Return what the bets on the layout come to, leaving out those that are not decided yet."""
    setup, bets = table.setup, table.round.bets
    settlements = settle_placed([setup.placed(one.bet) for one in bets], outcome, setup.house)
    return facts.BetsSettled(
        tuple(
            SettledBet(laid.number, *_KEPT(one))
            for laid, one in zip(bets, settlements, strict=True)
            if one.resolved
        )
    )


@applies(facts.ResultCalled)
def result_called(table: Table, fact: facts.ResultCalled) -> Table:
    """The bets are decided; without any the layout is cleared."""
    return table._replace(round=table.round._replace(result=fact.words, stage="clearing"))


@applies(facts.BetsSettled)
def bets_settled(table: Table, fact: facts.BetsSettled) -> Table:
    """It is known who is owed what; no chip has moved yet."""
    settled = {one.number: one for one in fact.bets}
    fresh = table.round._replace(settled=settled, stage="settling", collected=frozenset())
    return table._replace(round=fresh)


# --- collecting and paying ---


def in_scope(table: Table, scope: Scope) -> Iterator[tuple[LaidBet, SettledBet]]:
    """Yield the decided bets of a scope that are still on the layout."""
    spots, settled = table.setup.spots, table.round.settled
    for laid in table.round.bets:
        one = settled.get(laid.number)
        if one is None:
            continue
        if scope != "all":
            base = spots[laid.bet.wager, laid.bet.on].wager.role == "base"
            if base != (scope == "base"):
                continue
        yield laid, one


def _not_settling(table: Table, scope: Scope, doing: str) -> Refusal | None:
    if table.round.stage != "settling":
        done = table.round.stage == "clearing"
        return Refusal(
            "nothing-to-settle",
            f"there is nothing {'left ' if done else ''}to {doing}"
            + ("" if done else " before the result is announced"),
            "clear the layout" if done else "announce the result first",
            rule_28(table, "30-2815(1), (2)"),
        )
    if scope != "all" and table.setup.bonus_order != "any":
        return Refusal(
            "bonus-with-the-rest",
            "this house reconciles all wagers together",
            f"{doing} all, or set bonus_order to any where the section allows it",
            rule_28(table, COLLECT_FIRST),
        )
    return None


@decides(do.CollectLosers)
def collect_losers(table: Table, command: do.CollectLosers) -> Decision:
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
    for laid, one in in_scope(table, command.scope):
        if one.loses:
            numbers.append(laid.number)
            if laid.number not in taken:
                chips = laid.bet.chips
                lost[chips] = lost.get(chips, 0) + one.lost_cents
    movements = tuple(Movement(LAYOUT, TRAY, cents, chips) for chips, cents in lost.items())
    return (facts.LosersCollected(tuple(numbers), movements, command.scope),)


def _moves(table: Table, laid: LaidBet, one: SettledBet) -> Iterator[Movement]:
    """Yield where a decided bet's cents go. Progressive stakes are in the tray already."""
    owner = _owner(table, laid, one)
    taken = laid.number in taken_progressives(table)
    for move in movements_of(one, laid.bet.chips, owner, taken=taken):
        if move.chips != "value" and move.target == owner:
            move = move._replace(target=OUTSIDE)
        yield move


def _owner(table: Table, laid: LaidBet, one: SettledBet) -> str:
    """Return whose a decided bet is: its position's, or the dealer's."""
    if not laid.bet.toke:
        return laid.owner
    return owner_of(one, table.setup.toke_push, laid.owner, TOKE_BOX)


@applies(facts.LosersCollected)
def losers_collected(table: Table, fact: facts.LosersCollected) -> Table:
    """Losing bets are off the layout."""
    scopes = ("all", "base", "bonus") if fact.scope == "all" else (fact.scope,)
    round = table.round._replace(collected=table.round.collected | frozenset(scopes))
    if {"base", "bonus"} <= round.collected:
        round = round._replace(collected=round.collected | {"all"})
    return _done(table._replace(round=round), fact.numbers, fact.movements)


def next_to_pay(table: Table, scope: Scope = "all") -> int | None:
    """Return who is paid next: the highest position with a winning wager, then with a push."""
    owed = [(one.wins, laid.bet.position) for laid, one in in_scope(table, scope) if not one.loses]
    return max(owed, default=(False, None))[1]


@decides(do.PayPosition)
def pay_position(table: Table, command: do.PayPosition) -> Decision:
    """Pay a position, from the highest down, and collect the vigorish with the payment."""
    scope = command.scope
    wrong = _not_settling(table, scope, "pay")
    if wrong is not None:
        return wrong
    anytime = scope == "bonus" and table.setup.bonus_order == "any"
    decided = tuple(in_scope(table, scope))
    if not anytime and any(one.loses for _, one in decided):
        return Refusal(
            "paying-before-collecting",
            "losing wagers are collected before any winner is paid",
            "collect the losers first",
            rule_28(table, COLLECT_FIRST),
        )
    owed = [
        (laid, one)
        for laid, one in decided
        if laid.bet.position == command.position and not one.loses
    ]
    if not owed:
        cite = rule_28(table, IN_ORDER)
        return Refusal(
            "nothing-owed", f"position {command.position} is owed nothing", "go on", cite
        )
    highest = next_to_pay(table, scope)
    wins = any(one.wins for _, one in owed)
    if wins and command.position != highest and not anytime:
        return Refusal(
            "paying-out-of-order",
            f"position {highest} is paid before position {command.position}",
            f"pay position {highest} first",
            rule_28(table, IN_ORDER),
        )
    held, movements = _payment(table, owed)
    numbers = tuple(laid.number for laid, _ in owed)
    return tray_too_small(table, from_tray(movements)) or (
        facts.PositionPaid(command.position, numbers, held, movements, scope),
    )


def _payment(
    table: Table, owed: Iterable[tuple[LaidBet, SettledBet]]
) -> tuple[tuple[int, ...], tuple[Movement, ...]]:
    """Return which pushes stay on the layout, and what changes hands now; not what a tie owes."""
    held: list[int] = []
    movements: list[Movement] = []
    for laid, one in owed:
        stays = _held_over(table, laid, one)
        if stays:
            held.append(laid.number)
        movements += (
            move
            for move in _moves(table, laid, one)
            if not (move.target == VIGORISH and not one.won_cents)
            and not (stays and move.source == LAYOUT)
        )
    return tuple(held), summed(movements)


def from_tray(movements: Iterable[Movement]) -> int:
    """Return how many value chips movements take out of the tray."""
    return sum(one.cents for one in movements if one.source == TRAY and one.chips == "value")


def _held_over(table: Table, laid: LaidBet, one: SettledBet) -> bool:
    """Say whether a push stays on the layout for the next round (30-2802(22)).

    A progressive wager does not: its stake was taken off the layout before the deal.
    """
    if table.setup.push != "held-over" or one.won_cents or one.lost_cents:
        return False
    return table.setup.spots[laid.bet.wager, laid.bet.on].wager.role != "progressive"


@applies(facts.PositionPaid)
def position_paid(table: Table, fact: facts.PositionPaid) -> Table:
    """A position has what it is owed; what ties owe is collected afterwards."""
    round = table.round
    paid = [
        (laid, round.settled[laid.number]) for laid in round.bets if laid.number in fact.numbers
    ]
    debts = tuple(
        Debt(_owner(table, laid, one), one.vigorish_cents)
        for laid, one in paid
        if one.vigorish_cents and not one.won_cents
    )
    held = tuple(laid for laid, _ in paid if laid.number in fact.held_over)
    round = round._replace(
        vigorish_due=(*round.vigorish_due, *debts), held_over=(*round.held_over, *held)
    )
    return _done(table._replace(round=round), fact.numbers, fact.movements)


def _done(table: Table, numbers: Iterable[int], movements: Iterable[Movement]) -> Table:
    """Take decided bets off the layout, book them, and see whether all are done."""
    gone = set(numbers)
    round, setup = table.round, table.setup
    takings = dict(table.takings)
    for laid in round.bets:
        if laid.number in gone:
            one, bet = round.settled[laid.number], laid.bet
            spot = setup.labels[bet.wager, bet.on]
            before = takings.get(spot, _NO_TAKING)
            lost = one.net_cents + one.dealer_envy_cents + one.player_envy_cents
            takings[spot] = Taking(
                before.bets + 1, before.handle_cents + bet.stake_cents, before.win_cents - lost
            )
    bets = tuple(one for one in round.bets if one.number not in gone)
    settled = {number: one for number, one in round.settled.items() if number not in gone}
    stage: Stage = round.stage
    if not settled:
        rolling = setup.kind == "craps" and not _seven_out(round)
        stage = "dealing" if rolling else "clearing"
    round = round._replace(bets=bets, settled=settled, stage=stage, moved=round.moved or bool(gone))
    return post(table._replace(round=round, takings=takings), movements)


_NO_TAKING = Taking()


def _seven_out(round: RoundState) -> bool:
    return bool(round.rolls) and ShooterHand(round.rolls).until("seven-out").over


@decides(do.CollectTieVigorish)
def collect_tie_vigorish(table: Table, _: do.CollectTieVigorish) -> Decision:
    """Collect what tied Banker bets owe, before any card of the next round."""
    due = table.round.vigorish_due
    if not due:
        return Refusal("no-vigorish-due", "no vigorish is due", "go on", "30-2808(3)(c)")
    movements: list[Movement] = []
    left = dict(table.accounts)
    for owner, cents in due:
        short = max(cents - left.get(owner, 0), 0)
        if short:
            movements += (Movement(OUTSIDE, DROP, short), Movement(TRAY, owner, short))
        movements.append(Movement(owner, VIGORISH, cents))
        left[owner] = left.get(owner, 0) + short - cents
    return tray_too_small(table, from_tray(movements)) or (
        facts.TieVigorishCollected(tuple(movements)),
    )


@applies(facts.TieVigorishCollected)
def tie_vigorish_collected(table: Table, fact: facts.TieVigorishCollected) -> Table:
    """Nothing is due any more."""
    return post(table._replace(round=table.round._replace(vigorish_due=())), fact.movements)


def owed(table: Table) -> dict[int, int]:
    """Return what each position is owed now: returned stakes and wins, less vigorish."""
    sums: dict[int, int] = {}
    for laid, one in in_scope(table, "all"):
        if not one.loses and not laid.bet.toke:
            cents = one.won_cents + one.player_envy_cents
            cents += 0 if _held_over(table, laid, one) else one.returned_cents
            at = laid.bet.position
            sums[at] = sums.get(at, 0) + cents - (one.vigorish_cents if one.won_cents else 0)
    return sums


def needed_from_tray(table: Table, position: int) -> int:
    """Return the chips that the tray gives out when a position is paid."""
    owed = [
        (laid, one)
        for laid, one in in_scope(table, "all")
        if laid.bet.position == position and not one.loses
    ]
    return from_tray(_payment(table, owed)[1])
