"""Bets: laid and taken back until "no more bets" (30-2807)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from pitboss.refusals import Refusal, did_you_mean
from pitboss.rulebook.pays import Money
from pitboss.rulebook.spots import spot_text
from pitboss.rulebook.tables import On
from pitboss.settle.accounts import (
    LAYOUT,
    OUTSIDE,
    TRAY,
    Account,
    Movement,
    position_account,
    sensor_account,
)
from pitboss.settle.bets import Bet, Chips
from pitboss.settle.company import HANDS, bets_missing_support, clash_of_position
from pitboss.settle.legality import Placed, bet_fault, seat_fault
from pitboss.settle.settlements import vigorish_on
from pitboss.table.accounts import changed_cash, tray_closed, tray_too_small
from pitboss.table.procedures import procedure_of
from pitboss.table.setups.setup import KnownBet, TableSetup
from pitboss.table.state import LaidBet, ReturnedBet, RoundState, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.positions import no_such_position, not_seated

FREE_HANDS = "30-2802(7)"
MOST_KNOWN_BETS = 256
"""Bets that a setup remembers: whoever asks for ever new stakes does not fill the memory."""


class PlaceBet(NamedTuple):
    """Put a stake on a spot (30-2807(3)); ``behind`` is a bet over the shoulder (30-2802(16))."""

    position: int
    wager: str
    cents: int
    on: On = None
    chips: Chips = "value"
    toke: bool = False
    behind: bool = False


@step.decides(
    PlaceBet,
    "bet <position:position> <wager+on:spot> <cents:amount> [<chips:chips>] [toke] [behind]",
)
def place_bet(table: Table, command: PlaceBet) -> step.Decision:
    """Take a bet that is legal by itself and beside the others of its position.

    A bet over the shoulder stands behind a position, whether somebody sits there or not.
    """
    position, behind = command.position, command.behind
    wrong = _not_open_for_bets(table)
    if wrong is None and not behind:
        wrong = None if position in table.seated else not_seated(table, position)
    elif wrong is None:
        wrong = no_such_position(table, position) or _not_over_the_shoulder(table)
    if wrong is not None:
        return wrong
    setup = table.setup
    if table.panel.links:
        by_wager = _for_jackpot(table, command)
        if isinstance(by_wager, Refusal):
            return by_wager
        command = by_wager
    known = setup.known_bets.get(command)
    if known is None:
        if len(setup.known_bets) >= MOST_KNOWN_BETS:
            setup.known_bets.clear()
        known = setup.known_bets[command] = _by_itself(setup, command)
    if isinstance(known, Refusal):
        return known
    placed, stake = known
    beside = _beside(table, placed.bet, behind, placed.table.unit)
    if beside and placed.bet.wager in setup.limited:
        clash = clash_of_position(placed, beside, setup.house)
        if clash is not None:
            return clash
    place = lies_at(table, placed.bet)
    if place != LAYOUT:
        if command.toke or behind:
            return Refusal(
                "sensor-not-for-others",
                f"the sensor of position {position} registers the player's own wager",
                "lay it without toke and behind",
                setup.sensed.get(placed.bet.wager),
            )
        stake = bet_laid(0, placed.bet, behind, 0, place).movements
    short = command.cents - table.accounts.get(stake[0].source, 0)
    if short <= 0 or command.chips != "value":
        return (BetPlaced(table.round.next_bet, placed.bet, behind, 0, stake),)
    return _not_enough(table, command, short) or (
        bet_laid(table.round.next_bet, placed.bet, behind, short, place),
    )


def _for_jackpot(table: Table, command: PlaceBet) -> PlaceBet | Refusal:
    """Return a bet by its wager, where it names a jackpot; refuse one on a sensor that is dark.

    Two jackpot games on one layout are told apart by the names of their jackpots.
    """
    setup, panel = table.setup, table.panel
    name = setup.name_of(command.wager)
    known = name in setup.names
    for link in panel.links:
        if name == link.wager or (not known and command.wager == link.jackpot):
            if panel.lost:
                return Refusal(
                    "link-lost",
                    "the link to the jackpots is lost, and the sensors are dark",
                    "bet on something else until the link is back",
                )
            return command._replace(wager=link.wager)
    return command


def _by_itself(setup: TableSetup, command: PlaceBet) -> KnownBet | Refusal:
    """Return a bet with its pay table, or what is wrong with it whatever else lies there."""
    on, name = command.on, setup.name_of(command.wager)
    wager = setup.rules.wagers.get(name)
    if wager is not None and wager.by_seat:
        wrong = seat_fault(wager, on, command.position)
        if wrong is not None:
            return wrong
        on = command.position
    opened = setup.spots.get((name, on))
    if opened is None:
        return _not_offered(setup, command)
    position, _, cents, _, chips, toke, behind = command
    bet = Bet(name, cents, on, opened.id, opened.reading, position, chips, toke)
    placed = Placed(bet, opened)
    fault = bet_fault(placed, setup.house)
    if fault is None and opened.unit is None:
        fault = _not_payable(setup, placed)
    if fault is None and name in setup.limited:
        fault = clash_of_position(placed, (), setup.house)
    return fault or KnownBet(placed, bet_laid(0, bet, behind, 0).movements)


def _beside(table: Table, bet: Bet, behind: bool, unit: Money | None) -> list[Placed]:
    """Return the bets of the same bettor that a bet may clash with."""
    laid = table.round.by_bettor
    related = HANDS if bet.wager in HANDS else (bet.wager,)
    shoulders = (behind,) if unit is None else (False, True)  # one sensor for a whole position
    keys = [(bet.position, over, wager) for wager in related for over in shoulders]
    return [table.setup.placed(bet) for key in keys if key in laid for bet in laid[key]]


def _not_payable(setup: TableSetup, placed: Placed) -> Refusal | None:
    """Refuse a stake that chips cannot make, or that rounded vigorish would eat up."""
    cents = placed.bet.stake_cents
    if cents % setup.chip_cents:
        message = f"{Money(cents)} cannot be laid in chips of {Money(setup.chip_cents)}"
        remedy = f"bet a multiple of {Money(setup.chip_cents)}"
        return Refusal("stake-not-in-chips", message, remedy)
    if setup.vigorish_rounding_cents > 1:
        charged = vigorish_on(cents, placed.table, setup.house)
        if charged > cents:
            message = f"rounded vigorish of {Money(charged)} is more than {Money(cents)} can win"
            remedy = f"bet at least {Money(charged)}"
            return Refusal("stake-below-vigorish", message, remedy, "30-2808(3)(a)")
    return None


def _not_open_for_bets(table: Table) -> Refusal | None:
    round = table.round
    if table.tray_closed:
        return tray_closed(table)
    if round.stage != "betting":
        message = 'no bet is made, increased or withdrawn after "no more bets"'
        return Refusal("late-bet", message, "wait for the next round", procedure_of(table).late)
    if round.free:
        message = "a free hand is dealt without bets"
        return Refusal("free-hand", message, "wait for the next hand", FREE_HANDS)
    if table.shoe.carried_free:
        message = "the card dealt in error was disclosed: the next hand is a free hand"
        return Refusal("free-hand", message, "deal it without bets", "30-2816(2)")
    return procedure_of(table).no_bets_yet(table)


def _not_over_the_shoulder(table: Table) -> Refusal | None:
    if table.setup.over_the_shoulder:
        return None
    message = "this house takes no bets over the shoulder"
    return Refusal("over-the-shoulder-barred", message, "take a position", "30-2802(16)")


def _not_offered(setup: TableSetup, command: PlaceBet) -> Refusal:
    spots = [spot_text(wager, on) for wager, on in setup.spots]
    asked = spot_text(command.wager, command.on)
    cite = "30-2807(2)" if setup.kind == "baccarat" else setup.rules.cite
    message = f"this table does not take {asked}"
    return Refusal("not-offered", message, did_you_mean(asked, spots), cite)


def _not_enough(table: Table, command: PlaceBet, short: int) -> Refusal | None:
    """Refuse a bet that the bank lacks chips for, unless cash is laid down and can be changed."""
    if command.behind or table.setup.purses == "cash":
        return tray_too_small(table, short)
    message = f"position {command.position} lacks {Money(short)} for this bet"
    return Refusal("not-enough-chips", message, "bet less, or buy chips from the dealer")


class BetPlaced(NamedTuple):
    """A stake lies on the layout."""

    number: int
    bet: Bet
    behind: bool
    cash_cents: int
    """What of the stake was laid down in cash and changed on the spot."""
    movements: tuple[Movement, ...]


def bet_laid(
    number: int, bet: Bet, behind: bool, cash_cents: int, place: Account = LAYOUT
) -> BetPlaced:
    """Return that a stake lies there: chips of its owner, and cash changed in the drop box."""
    owner = position_account(bet.position, behind=behind)
    if bet.chips != "value":
        movements: tuple[Movement, ...] = (Movement(OUTSIDE, place, bet.stake_cents, bet.chips),)
    else:
        movements = *changed_cash(owner, cash_cents), Movement(owner, place, bet.stake_cents)
    return BetPlaced(number, bet, behind, cash_cents, movements)


@step.changes_round(BetPlaced)
def bet_placed(round: RoundState, fact: BetPlaced) -> RoundState:
    """The stake lies on the layout."""
    return round.with_bet(tuple.__new__(LaidBet, fact[:4]))


def lies_at(table: Table, bet: Bet) -> Account:
    """Return where a bet lies: on the layout, or on the sensor of a linked jackpot."""
    for link in table.panel.links:
        if link.wager == bet.wager:
            return sensor_account(link.jackpot, bet.position)
    return LAYOUT


def given_back(laid: LaidBet, source: Account) -> Movement:
    """Return the movement that gives a stake back to its owner from where it lies."""
    bet = laid.bet
    target = laid.owner if bet.chips == "value" else OUTSIDE
    return Movement(source, target, bet.stake_cents, bet.chips, "stake back")


def all_given_back(table: Table) -> tuple[Movement, ...]:
    """Return the movements that give every bet of a round back to its owner."""
    taken = taken_progressives(table)
    return tuple(
        given_back(laid, TRAY if laid.number in taken else lies_at(table, laid.bet))
        for laid in table.round.bets
    )


def unfit_bets(setup: TableSetup, bets: Sequence[LaidBet]) -> dict[int, Refusal]:
    """Return why bets could not stand at "no more bets", by their numbers, the first cause first.

    A bet that stands only by another one falls with it, in whatever order they were laid. Those
    over a shoulder are another player's.
    """
    found: dict[int, Refusal] = {}
    for behind in (False, True):
        laid = [one for one in bets if one.behind == behind]
        left: list[Placed | Refusal] = [setup.placed(one.bet) for one in laid]
        while missing := bets_missing_support(left, setup.house):
            for at, fault in missing.items():
                left[at] = found[laid[at].number] = fault
    return found


class TakeBack(NamedTuple):
    """Take a bet back before "no more bets"."""

    number: int
    unfit: bool = False
    """Whether it goes back since it could not stand: then the record says why."""


@step.decides(TakeBack, "take back <number:number> [unfit]")
def take_back(table: Table, command: TakeBack) -> step.Decision:
    """Take a bet back while bets are open; as unfit only what could not stand."""
    if table.round.stage != "betting":
        message = 'no bet is withdrawn after "no more bets"'
        remedy = "wait for the decision"
        return Refusal("late-withdrawal", message, remedy, procedure_of(table).late)
    for laid in table.round.bets:
        if laid.number == command.number:
            back = given_back(laid, lies_at(table, laid.bet))
            if not command.unfit:
                return (BetTakenBack(command.number, (back,)),)
            fault = unfit_bets(table.setup, table.round.bets).get(command.number)
            if fault is not None:
                why = fault.code, fault.message, fault.cite or ""
                return (BetTakenBack(command.number, (back,), *why),)
            return Refusal("bet-fit", f"bet {command.number} may stand", "let it lie")
    return Refusal("no-such-bet", f"there is no bet {command.number}", "name a bet's number")


class BetTakenBack(NamedTuple):
    """A stake went back to its owner."""

    number: int
    movements: tuple[Movement, ...]
    unfit: str = ""
    """The code of what it could not stand for; empty if its owner wanted it back."""
    why: str = ""
    cite: str = ""


@step.changes_round(BetTakenBack)
def bet_taken_back(round: RoundState, fact: BetTakenBack) -> RoundState:
    """The stake is with its owner again; what could not stand is remembered for this round."""
    after = round.with_bets([laid for laid in round.bets if laid.number != fact.number])
    if not fact.unfit:
        return after
    gone = next(laid for laid in round.bets if laid.number == fact.number)
    return after._replace(returned=(*round.returned, ReturnedBet(gone, fact.unfit, fact.cite)))


def waiting_progressives(table: Table) -> tuple[int, ...]:
    """Return the numbers of the bets that lie on sensors, to be taken before the deal."""
    return () if table.round.progressives_taken else _sensed(table)


def taken_progressives(table: Table) -> tuple[int, ...]:
    """Return the numbers of the bets that were taken off their sensors: their stakes are in."""
    return _sensed(table) if table.round.progressives_taken else ()


def _sensed(table: Table) -> tuple[int, ...]:
    sensed: Container[str] = table.setup.sensed
    if table.panel.links:
        sensed = {*table.setup.sensed, *(link.wager for link in table.panel.links)}
    return tuple([laid.number for laid in table.round.bets if laid.bet.wager in sensed])


def bet_words(laid: LaidBet) -> str:
    """Return a bet in words."""
    bet = laid.bet
    words = f"{spot_text(bet.wager, bet.on)} {Money(bet.stake_cents)}"
    words += f" ({bet.chips})" if bet.chips != "value" else ""
    words += " for the dealer" if bet.toke else ""
    return words + (" over the shoulder" if laid.behind else "")


step.told(
    BetPlaced,
    lambda _, fact: f"position {fact.bet.position}",
    lambda _, fact: f"bets {bet_words(LaidBet(fact.number, fact.bet, fact.behind))}",
)


@step.tells(BetTakenBack)
def tell_taken_back(before: Table, fact: BetTakenBack) -> Iterator[step.StoryLine]:
    """Tell which bet is gone."""
    laid = next(laid for laid in before.round.bets if laid.number == fact.number)
    if not fact.unfit:
        yield step.StoryLine(f"position {laid.bet.position}", f"takes back {bet_words(laid)}")
    else:
        yield step.StoryLine("dealer", f"gives back {bet_words(laid)}: {fact.why}")


step.tried(TakeBack, number=lambda table: [laid.number for laid in table.round.bets])
step.ordered(TakeBack, "Give bet {number} back: the gaming day has not started", "30-2805")


A_STAKE, A_CHIP = 500, 1


@step.tries(PlaceBet)
def try_bets(table: Table) -> Iterator[step.Command]:
    """Try a bet on every spot: its unit; or its minimum, and a chip where it is nearly full."""
    house, positions = table.setup.house, table.setup.position_numbers
    for position, ((wager, on), opened) in product(positions, table.setup.spots.items()):
        stakes: tuple[int, ...] = (house.minimum_cents.get(wager, A_STAKE), A_CHIP)
        if opened.unit is not None:
            stakes = (house.unit_cents.get(wager, opened.unit.cents),)
        for cents in stakes:
            yield PlaceBet(position, wager, cents, on)
            yield PlaceBet(position, wager, cents, on, "coupon")
            yield PlaceBet(position, wager, cents, on, behind=True)
