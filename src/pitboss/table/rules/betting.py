"""Bets: laid and taken back until "no more bets" (30-2807)."""

from __future__ import annotations

from pitboss.refusals import Refusal, did_you_mean
from pitboss.rulebook.pays import Money
from pitboss.rulebook.spots import spot_text
from pitboss.settle.bets import Bet
from pitboss.settle.company import HANDS, clash_of_position
from pitboss.settle.legality import Placed, bet_fault, seat_fault
from pitboss.settle.settlements import Movement, vigorish_on
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.accounts import (
    DROP,
    LAYOUT,
    OUTSIDE,
    TRAY,
    balance,
    post,
    posted,
    tray_closed,
    tray_too_small,
)
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.positions import no_such_position, not_seated
from pitboss.table.state import LaidBet, Table, position_account

FREE_HANDS = "30-2802(7)"
LATE = {"baccarat": "30-2807(4)", "three-dice": "30-2899.09(8)", "craps": "30-2399.07"}
"""What closes the betting, by kind of game."""


@decides(do.PlaceBet)
def place_bet(table: Table, command: do.PlaceBet) -> Decision:
    """Take a bet that is legal by itself and beside the others of its position.

    A bet over the shoulder stands behind a position, whether somebody sits there or not.
    """
    setup = table.setup
    if (name := setup.name_of(command.wager)) != command.wager:
        command = command._replace(wager=name)
    wrong = _not_open_for_bets(table)
    if wrong is None and not command.behind:
        wrong = not_seated(table, command.position)
    elif wrong is None:
        wrong = no_such_position(table, command.position) or _not_over_the_shoulder(table)
    if wrong is not None:
        return wrong
    on = command.on
    wager = setup.rules.wagers.get(command.wager)
    if wager is not None and wager.by_seat:
        wrong = seat_fault(wager, on, command.position)
        if wrong is not None:
            return wrong
        on = command.position
    opened = setup.spots.get((command.wager, on))
    if opened is None:
        return _not_offered(table, command)
    bet = Bet(
        command.wager,
        command.cents,
        on,
        opened.id,
        opened.reading,
        command.position,
        command.chips,
        command.toke,
    )
    placed = Placed(bet, opened)
    fault = bet_fault(placed, setup.house)
    if fault is None and opened.unit is None:
        fault = _not_payable(table, placed)
    if fault is not None:
        return fault
    if command.wager in setup.limited:
        position, behind = command.position, command.behind
        related = HANDS if command.wager in HANDS else (command.wager,)
        beside = [
            setup.placed(laid.bet)
            for laid in table.round.bets
            if laid.bet.wager in related and laid.bet.position == position and laid.behind == behind
        ]
        clash = clash_of_position(placed, beside, setup.house)
        if clash is not None:
            return clash
    cash = _cash_needed(table, command)
    if isinstance(cash, Refusal):
        return cash
    return (facts.BetPlaced(table.round.next_bet, bet, command.behind, cash),)


def _not_payable(table: Table, placed: Placed) -> Refusal | None:
    """Refuse a stake that chips cannot make, or that rounded vigorish would eat up."""
    setup, cents = table.setup, placed.bet.stake_cents
    if cents % setup.chip_cents:
        return Refusal(
            "stake-not-in-chips",
            f"{Money(cents)} cannot be laid in chips of {Money(setup.chip_cents)}",
            f"bet a multiple of {Money(setup.chip_cents)}",
        )
    if setup.vigorish_rounding_cents > 1:
        charged = vigorish_on(cents, placed.table, setup.house)
        if charged > cents:
            return Refusal(
                "stake-below-vigorish",
                f"rounded vigorish of {Money(charged)} is more than {Money(cents)} can win",
                f"bet at least {Money(charged)}",
                "30-2808(3)(a)",
            )
    return None


def _not_open_for_bets(table: Table) -> Refusal | None:
    round = table.round
    if table.tray_closed:
        return tray_closed(table)
    if round.stage != "betting":
        return Refusal(
            "late-bet",
            'no bet is made, increased or withdrawn after "no more bets"',
            "wait for the next round",
            LATE[table.setup.kind],
        )
    if round.free:
        return Refusal(
            "free-hand", "a free hand is dealt without bets", "wait for the next hand", FREE_HANDS
        )
    if table.setup.kind == "craps" and round.shooter is None:
        return Refusal(
            "no-shooter",
            "the wagers are made on a new shooter",
            "pass the dice first",
            "30-2399.07",
        )
    if table.shoe.carried_free:
        return Refusal(
            "free-hand",
            "the card dealt in error was disclosed: the next hand is a free hand",
            "deal it without bets",
            "30-2816(2)",
        )
    return None


def _not_over_the_shoulder(table: Table) -> Refusal | None:
    if table.setup.over_the_shoulder:
        return None
    return Refusal(
        "over-the-shoulder-barred",
        "this house takes no bets over the shoulder",
        "take a position",
        "30-2802(16)",
    )


def _not_offered(table: Table, command: do.PlaceBet) -> Refusal:
    spots = [spot_text(wager, on) for wager, on in table.setup.spots]
    asked = spot_text(command.wager, command.on)
    cite = "30-2807(2)" if table.setup.kind == "baccarat" else table.setup.rules.cite
    return Refusal(
        "not-offered", f"this table does not take {asked}", did_you_mean(asked, spots), cite
    )


def _cash_needed(table: Table, command: do.PlaceBet) -> int | Refusal:
    """Return the cash that a bet is made with: what the bank lacks, if the house takes cash."""
    if command.chips != "value":
        return 0
    owner = position_account(command.position, behind=command.behind)
    short = command.cents - balance(table, owner)
    if short <= 0:
        return 0
    if command.behind or table.setup.purses == "cash":
        return tray_too_small(table, short) or short
    return Refusal(
        "not-enough-chips",
        f"position {command.position} lacks {Money(short)} for this bet",
        "buy in, or bet less",
    )


@applies(facts.BetPlaced)
def bet_placed(table: Table, fact: facts.BetPlaced) -> Table:
    """The stake lies on the layout."""
    laid = LaidBet(fact.number, fact.bet, fact.behind, fact.cash_cents)
    round = table.round
    return table.played(
        round.with_bets((*round.bets, laid), fact.number + 1),
        posted(table.accounts, stake_moves(laid)),
    )


def stake_moves(laid: LaidBet) -> tuple[Movement, ...]:
    """Return where a stake comes from: chips of its owner, and cash changed in the drop box."""
    bet = laid.bet
    if bet.chips != "value":
        return (Movement(OUTSIDE, LAYOUT, bet.stake_cents, bet.chips),)
    stake = Movement(laid.owner, LAYOUT, bet.stake_cents)
    if not laid.cash_cents:
        return (stake,)
    return (
        Movement(OUTSIDE, DROP, laid.cash_cents),
        Movement(TRAY, laid.owner, laid.cash_cents),
        stake,
    )


def given_back(laid: LaidBet) -> Movement:
    """Return the movement that gives a stake back to its owner."""
    bet = laid.bet
    target = laid.owner if bet.chips == "value" else OUTSIDE
    return Movement(LAYOUT, target, bet.stake_cents, bet.chips)


def all_given_back(table: Table) -> tuple[Movement, ...]:
    """Return the movements that give every bet of a round back to its owner."""
    taken = taken_progressives(table)
    return tuple(
        given_back(one)._replace(source=TRAY) if one.number in taken else given_back(one)
        for one in table.round.bets
    )


@decides(do.TakeBack)
def take_back(table: Table, command: do.TakeBack) -> Decision:
    """Take a bet back while bets are open."""
    if table.round.stage != "betting":
        return Refusal(
            "late-withdrawal",
            'no bet is withdrawn after "no more bets"',
            "wait for the decision",
            LATE[table.setup.kind],
        )
    if all(one.number != command.number for one in table.round.bets):
        return Refusal("no-such-bet", f"there is no bet {command.number}", "name a bet's number")
    return (facts.BetTakenBack(command.number),)


@applies(facts.BetTakenBack)
def bet_taken_back(table: Table, fact: facts.BetTakenBack) -> Table:
    """The stake is with its owner again."""
    round = table.round
    laid = next(one for one in round.bets if one.number == fact.number)
    left = tuple(one for one in round.bets if one.number != fact.number)
    return post(table._replace(round=round._replace(bets=left)), [given_back(laid)])


def waiting_progressives(table: Table) -> tuple[int, ...]:
    """Return the numbers of the bets that lie on sensors, to be taken before the deal."""
    return () if table.round.progressives_taken else _sensed(table)


def taken_progressives(table: Table) -> tuple[int, ...]:
    """Return the numbers of the bets that were taken off their sensors: their stakes are in."""
    return _sensed(table) if table.round.progressives_taken else ()


def _sensed(table: Table) -> tuple[int, ...]:
    sensed = table.setup.sensed
    return tuple([one.number for one in table.round.bets if one.bet.wager in sensed])
