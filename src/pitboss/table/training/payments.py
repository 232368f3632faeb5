"""Questions on money: what a bet comes to, who is collected, in which order winners are paid."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.refusals import Unreadable
from pitboss.rulebook.pays import Money
from pitboss.rulebook.spots import spot_text
from pitboss.table.arguments import dollars
from pitboss.table.setups.setup import Spot
from pitboss.table.state import SettledBet, Table
from pitboss.table.steps.betting import BetPlaced
from pitboss.table.steps.paying import LosersCollected
from pitboss.table.steps.results import BetsSettled
from pitboss.table.training.practice import Lesson, Practice, chosen, shuffled
from pitboss.table.training.questions import LOSE, NOBODY, PUSH, Question

STAKES = (5, 10, 15, 25, 35, 40, 75, 125, 230)
BASE_STAKE = 20
"""What lies on a hand beside an optional wager, where one is needed."""
MOST_TRIES = 40
BETTORS = 4
TO_COLLECT, TO_PAY = "30-2815(2)", "30-2815(2)(a)"


def pay(lesson: Lesson) -> Question:
    """Ask what one bet comes to: the row, the vigorish, to the cent."""
    chance = lesson.chance
    position = chosen(chance, lesson.ready.setup.position_numbers)
    spot = chosen(chance, _spots(lesson.ready, position))
    stake = chosen(chance, STAKES)
    worth = chance.randrange(4) > 0
    for practice in lesson.practices(MOST_TRIES):
        number = _laid(practice, position, spot, stake)
        practice.play_out()
        settled = _settled(practice)[number]
        if worth == (not settled.loses):
            break
    asks = (
        f"Position {position} has {Money(stake * 100)} on {spot_text(*spot)}. {practice.shown} "
        "What does it win, less vigorish?"
    )
    return Question("pay", asks, "outcome", _outcome(settled), _why(settled), settled.cite)


def _spots(table: Table, position: int) -> tuple[Spot, ...]:
    """Return where a position may bet what is not paid from a meter, each hand twice as often."""
    spots = [
        (spot, offered.wager.role)
        for spot, offered in table.setup.spots.items()
        if offered.unit is None and (not offered.wager.by_seat or offered.on == position)
    ]
    return tuple(spot for spot, role in spots for _ in range(2 if role == "base" else 1))


def _laid(practice: Practice, position: int, spot: Spot, stake: int) -> int:
    """Lay a bet, beside one on a hand where it needs that; return its number."""
    line = f"bet {position} {spot_text(*spot)} {stake}"
    refused = practice.refused(line)
    if refused is not None and refused.code != "base-wager-required":
        raise Unreadable(refused)
    needed = practice.table.setup.spots[spot].wager.role != "base"
    if needed:
        practice.say(f"bet {position} player {BASE_STAKE}")
    practice.say(line)
    placed = practice.fact(BetPlaced)
    assert placed is not None, "a bet that is taken is placed"
    return placed.number


def _settled(practice: Practice) -> dict[int, SettledBet]:
    fact = practice.fact(BetsSettled)
    assert fact is not None, "a result settles the bets"
    return {one.number: one for one in fact.bets}


def _outcome(settled: SettledBet) -> str:
    if settled.loses:
        return LOSE
    return dollars(settled.net_cents) if settled.wins else PUSH


def _why(settled: SettledBet) -> str:
    """Return the row that decided, what it pays, and the vigorish."""
    row = f"{settled.row}, {settled.pays}" if settled.row else "no row of the pay table holds"
    if not settled.vigorish_cents:
        return row
    vigorish = Money(settled.vigorish_cents)
    return f"{row}: {Money(settled.won_cents)} less {vigorish} vigorish"


# --- the order of collecting and paying ---


def order(lesson: Lesson) -> Question:
    """Ask whose bets are collected, or in which order the winners are paid (30-2815(2))."""
    chance = lesson.chance
    seats = shuffled(chance, lesson.ready.setup.position_numbers)[:BETTORS]
    first = chance.randrange(2)
    hands = [("player", "banker")[(first + at) % 2] for at in range(len(seats))]
    for practice in lesson.practices(MOST_TRIES):
        for position, hand in zip(seats, hands, strict=True):
            practice.say(f"bet {position} {hand} {chosen(chance, STAKES)}")
        practice.play_out()
        if any(one.wins for one in _settled(practice).values()):
            break
    laid = ", ".join(
        f"{position} on the {hand.capitalize()}"
        for position, hand in sorted(zip(seats, hands, strict=True))
    )
    asks = f"Bets of positions {laid}. {practice.shown}"
    return _collected(practice, asks) if chance.randrange(2) else _paid(practice, asks)


def _collected(practice: Practice, asks: str) -> Question:
    by_number = {laid.number: laid.bet.position for laid in practice.table.round.bets}
    result = practice.table.round.result
    practice.say("collect")
    fact = practice.fact(LosersCollected)
    assert fact is not None, "collecting collects"
    losers = sorted((by_number[number] for number in fact.numbers), reverse=True)
    asks = f"{asks} Whose bets does the dealer collect?"
    reason = f"{result} Losing bets are collected before any winner is paid"
    return Question("order", asks, "positions", _listed(losers), reason, _cited(practice))


def _paid(practice: Practice, asks: str) -> Question:
    """Collect, then let the table say each time which winner may be paid."""
    settled = _settled(practice)
    left = {one.bet.position for one in practice.table.round.bets if settled[one.number].wins}
    result = practice.table.round.result
    practice.say("collect")
    paid: list[int] = []
    cite = TO_PAY
    while left:
        refusals = {position: practice.refused(f"pay {position}") for position in sorted(left)}
        position = next(position for position, refused in refusals.items() if refused is None)
        cite = next((one.cite for one in refusals.values() if one and one.cite), cite)
        practice.say(f"pay {position}")
        left.remove(position)
        paid.append(position)
    asks = f"{asks} In which order are the winners paid?"
    reason = f"{result} The losers are collected first; then the highest position"
    return Question("order", asks, "order", _listed(paid), reason, cite)


def _cited(practice: Practice) -> str:
    """Return the paragraph by which the losers come first: that of collecting a second time."""
    refused = practice.refused("collect")
    return refused.cite or TO_COLLECT if refused is not None else TO_COLLECT


def _listed(positions: Sequence[int]) -> str:
    return " ".join(map(str, positions)) or NOBODY
