"""Bets, from the first stake to "no more bets" (30-2807, 30-2812(2))."""

from __future__ import annotations

from pitboss.refusals import Refusal, did_you_mean
from pitboss.rulebook.pays import Money
from pitboss.settle.bets import Bet
from pitboss.settle.company import HANDS, clashes_of_position, lonely
from pitboss.settle.legality import Placed, bet_fault
from pitboss.settle.settlements import Movement, vigorish_on
from pitboss.table.accounts import (
    DROP,
    LAYOUT,
    OUTSIDE,
    TRAY,
    balance,
    place_of,
    post,
    posted,
    tray_too_small,
)
from pitboss.table.commands import (
    CallFreeHand,
    CallNoMoreBets,
    PlaceBet,
    TakeBack,
    TakeProgressives,
)
from pitboss.table.facts import (
    BetPlaced,
    BetsClosed,
    BetTakenBack,
    FreeHandCalled,
    ProgressivesTaken,
    RoundMadeFree,
)
from pitboss.table.handlers import Decision, decides, follows, refuse
from pitboss.table.inspection import other_batch
from pitboss.table.opening import overdue
from pitboss.table.positions import no_such_position, not_seated
from pitboss.table.state import LaidBet, Table

FREE_HANDS = "30-2802(7)"
LATE = {"baccarat": "30-2807(4)", "three-dice": "30-2899.09(8)", "craps": "30-2399.07"}
"""What closes the betting, by kind of game."""


@decides(PlaceBet)
def place_bet(table: Table, command: PlaceBet) -> Decision:
    """Take a bet that is legal by itself and beside the others of its position."""
    setup = table.rules
    wrong = _not_open_for_bets(table)
    if wrong is None and not command.behind:
        wrong = not_seated(table, command.position)
    elif wrong is None:
        wrong = no_such_position(table, command.position) or _not_over_the_shoulder(table)
    if wrong is not None:
        return wrong
    opened = setup.spots.get((command.wager, command.on))
    if opened is None:
        return _not_offered(table, command)
    bet = Bet(
        command.wager,
        command.cents,
        command.on,
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
    if opened.wager.by_seat and command.on != command.position:
        return refuse(
            "seat-of-another-player",
            f"position {command.position} cannot bet on seat {command.on}",
            f"bet on {command.wager}:{command.position}",
            opened.wager.cite,
        )
    if command.wager in setup.limited:
        position, behind = command.position, command.behind
        related = HANDS if command.wager in HANDS else (command.wager,)
        beside = [
            setup.placed(laid.bet)
            for laid in table.round.bets
            if laid.bet.wager in related and laid.bet.position == position and laid.behind == behind
        ]
        clash = next(clashes_of_position(placed, beside, setup.house), None)
        if clash is not None:
            return clash
    cash = _cash_needed(table, command)
    if isinstance(cash, Refusal):
        return cash
    return (BetPlaced(table.round.next_bet, bet, command.behind, cash),)


def _not_payable(table: Table, placed: Placed) -> Refusal | None:
    """Refuse a stake that chips cannot make, or that rounded vigorish would eat up."""
    setup, cents = table.rules, placed.bet.stake_cents
    if cents % setup.chip_cents:
        return refuse(
            "stake-not-in-chips",
            f"{Money(cents)} cannot be laid in chips of {Money(setup.chip_cents)}",
            f"bet a multiple of {Money(setup.chip_cents)}",
        )
    if setup.vigorish_rounding_cents > 1:
        charged = vigorish_on(cents, placed.table, setup.house)
        if charged > cents:
            return refuse(
                "stake-below-vigorish",
                f"rounded vigorish of {Money(charged)} is more than {Money(cents)} can win",
                f"bet at least {Money(charged)}",
                "30-2808(3)(a)",
            )
    return None


def _not_open_for_bets(table: Table) -> Refusal | None:
    round = table.round
    if round.stage != "betting":
        return refuse(
            "late-bet",
            'no bet is made, increased or withdrawn after "no more bets"',
            "wait for the next round",
            LATE[table.rules.kind],
        )
    if round.free:
        return refuse(
            "free-hand", "a free hand is dealt without bets", "wait for the next hand", FREE_HANDS
        )
    if table.rules.kind == "craps" and round.shooter is None:
        return refuse(
            "no-shooter",
            "the wagers are made on a new shooter",
            "pass the dice first",
            "30-2399.07",
        )
    if table.shoe.carried_free:
        return refuse(
            "free-hand",
            "the card dealt in error was disclosed: the next hand is a free hand",
            "deal it without bets",
            "30-2816(2)",
        )
    return None


def _not_over_the_shoulder(table: Table) -> Refusal | None:
    if table.rules.over_the_shoulder:
        return None
    return refuse(
        "over-the-shoulder-barred",
        "this house takes no bets over the shoulder",
        "take a position",
        "30-2802(16)",
    )


def _not_offered(table: Table, command: PlaceBet) -> Refusal:
    spots = [wager if on is None else f"{wager}:{on}" for wager, on in table.rules.spots]
    asked = command.wager if command.on is None else f"{command.wager}:{command.on}"
    cite = "30-2807(2)" if table.rules.kind == "baccarat" else table.rules.rules.cite
    return refuse(
        "not-offered", f"this table does not take {asked}", did_you_mean(asked, spots), cite
    )


def _cash_needed(table: Table, command: PlaceBet) -> int | Refusal:
    """Return the cash that a bet is made with: what the bank lacks, if the house takes cash."""
    if command.chips != "value":
        return 0
    owner = place_of(command.position, behind=command.behind)
    short = command.cents - balance(table, owner)
    if short <= 0:
        return 0
    if command.behind or table.rules.purses == "cash":
        return tray_too_small(table, short) or short
    return refuse(
        "not-enough-chips",
        f"position {command.position} lacks {Money(short)} for this bet",
        "buy in, or bet less",
    )


@follows(BetPlaced)
def bet_placed(table: Table, fact: BetPlaced) -> Table:
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
    taken = progressives_of(table) if table.round.progressives_taken else ()
    return tuple(
        given_back(one)._replace(source=TRAY) if one.number in taken else given_back(one)
        for one in table.round.bets
    )


@decides(TakeBack)
def take_back(table: Table, command: TakeBack) -> Decision:
    """Take a bet back while bets are open."""
    if table.round.stage != "betting":
        return refuse(
            "late-withdrawal",
            'no bet is withdrawn after "no more bets"',
            "wait for the decision",
            LATE[table.rules.kind],
        )
    if all(one.number != command.number for one in table.round.bets):
        return refuse("no-such-bet", f"there is no bet {command.number}", "name a bet's number")
    return (BetTakenBack(command.number),)


@follows(BetTakenBack)
def bet_taken_back(table: Table, fact: BetTakenBack) -> Table:
    """The stake is with its owner again."""
    round = table.round
    laid = next(one for one in round.bets if one.number == fact.number)
    left = tuple(one for one in round.bets if one.number != fact.number)
    return post(table._replace(round=round._replace(bets=left)), [given_back(laid)])


# --- no more bets ---


@decides(CallNoMoreBets)
def call_no_more_bets(table: Table, _: CallNoMoreBets) -> Decision:
    """Close the betting: every bet must have the company it needs, and the layout its limits."""
    if table.round.stage != "betting":
        cite = "30-2812(2)" if table.rules.kind == "baccarat" else LATE[table.rules.kind]
        return refuse("bets-closed", "there are no more bets already", "deal on", cite)
    wrong = not_ready_to_deal(table) or _without_company(table) or _one_sided(table)
    if wrong is not None:
        return wrong
    if table.shoe.carried_free and table.round.bets:
        return BetsClosed(), RoundMadeFree(all_given_back(table))
    if table.round.bets or table.round.free or table.rules.kind != "baccarat":
        return (BetsClosed(),)
    return _no_free_hand_left(table) or (FreeHandCalled(), BetsClosed())


def not_ready_to_deal(table: Table) -> Refusal | None:
    """Refuse a round for which cards, shooter or duties are not ready."""
    kind, shoe, round = table.rules.kind, table.shoe, table.round
    if kind == "baccarat" and shoe.stage != "in play":
        return refuse(
            "no-shoe-in-play",
            "no shoe is ready to be dealt from",
            "shuffle, cut, load and burn" if shoe.stage != "loaded" else "burn the first cards",
            "30-2813(4)" if shoe.stage == "finished" else "30-2810",
        )
    if kind == "craps" and round.shooter is None:
        return refuse("no-shooter", "nobody has the dice", "pass the dice first")
    waiting = other_batch(table)
    if waiting is not None and waiting.stage != "shuffled":
        return refuse(
            "other-batch-not-shuffled",
            f"the batch with {waiting.backs} backs is not shuffled and in the shuffler",
            "shuffle it while this one is played",
            "30-2806(1)(a)(iii)",
        )
    if overdue(table):
        return refuse(
            "surveillance-not-notified",
            "surveillance was not told of the payment procedure in time",
            "notify surveillance now",
            table.rules.reporting.cite,
        )
    if table.dispute is not None:
        return refuse("dispute-open", "the last round is disputed", "close the dispute first")
    if round.vigorish_due:
        return refuse(
            "tie-vigorish-due",
            "the vigorish of the tied round is not collected",
            "collect it before the next round",
            "30-2808(3)(c)",
        )
    return None


def _without_company(table: Table) -> Refusal | None:
    setup = table.rules
    for behind in (False, True):
        bets = [one for one in table.round.bets if one.behind == behind]
        placed: list[Placed | Refusal] = [setup.placed(one.bet) for one in bets]
        for at, fault in lonely(placed, setup.house).items():
            bet = bets[at].bet
            return fault._replace(
                message=f"bet {bets[at].number} of position {bet.position}: {fault.message}"
            )
    return None


def _one_sided(table: Table) -> Refusal | None:
    """Hold the Player and Banker bets of the layout within the house's differential limit."""
    limit = table.rules.differential_cents
    if limit is None:
        return None
    stakes = {"player": 0, "banker": 0}
    for one in table.round.bets:
        if one.bet.wager in stakes:
            stakes[one.bet.wager] += one.bet.stake_cents
    apart = stakes["player"] - stakes["banker"]
    if abs(apart) <= limit:
        return None
    heavy = "player" if apart > 0 else "banker"
    return refuse(
        "differential-exceeded",
        f"the {heavy} bets exceed the others by {Money(abs(apart))}",
        f"bring the difference down to {Money(limit)}",
        "30-2803(3)(b)",
    )


@follows(BetsClosed)
def bets_closed(table: Table, _: BetsClosed) -> Table:
    """The first card, or the dice, may come. A hand after a disclosed card in error is free."""
    round = table.round._replace(stage="dealing", free=table.round.free or table.shoe.carried_free)
    return table._replace(round=round)


@decides(TakeProgressives)
def take_progressives(table: Table, _: TakeProgressives) -> Decision:
    """Take the progressive wagers off their sensors into the tray."""
    numbers = progressives_of(table)
    if table.round.stage != "dealing" or table.round.progressives_taken or not numbers:
        return refuse(
            "no-progressives",
            "no progressive wager waits on a sensor",
            'announce "no more bets" first' if table.round.stage == "betting" else "go on",
            next(iter(table.rules.sensed.values()), None),
        )
    return (ProgressivesTaken(numbers),)


def progressives_of(table: Table) -> tuple[int, ...]:
    """Return the numbers of the bets that lie on sensors and are taken before the deal."""
    sensed = table.rules.sensed
    return tuple([one.number for one in table.round.bets if one.bet.wager in sensed])


@follows(ProgressivesTaken)
def progressives_taken(table: Table, fact: ProgressivesTaken) -> Table:
    """The stakes are in the tray; the bets stand."""
    moved = [
        Movement(LAYOUT, TRAY, one.bet.stake_cents, one.bet.chips)
        for one in table.round.bets
        if one.number in fact.numbers
    ]
    return post(table._replace(round=table.round._replace(progressives_taken=True)), moved)


@decides(CallFreeHand)
def call_free_hand(table: Table, _: CallFreeHand) -> Decision:
    """Deal the next hand without bets, as often as the licensee allows in a shoe."""
    if table.rules.kind != "baccarat":
        return refuse("no-free-hands", "free hands are a matter of cards", "go on", FREE_HANDS)
    if table.round.stage != "betting" or table.round.free:
        return refuse("round-not-over", "a round is being played", "finish it first", FREE_HANDS)
    if table.round.bets:
        return refuse("bets-laid", "bets lie on the layout", "give them back first", FREE_HANDS)
    return _no_free_hand_left(table) or not_ready_to_deal(table) or (FreeHandCalled(),)


def _no_free_hand_left(table: Table) -> Refusal | None:
    """Refuse a hand without bets beyond what the licensee allows in a shoe.

    A hand after a card that was disclosed in error is free by 30-2816(2), and is not counted.
    """
    if table.shoe.carried_free or table.shoe.free_hands < table.rules.free_hands:
        return None
    return refuse(
        "no-more-free-hands",
        f"this shoe has had its {table.rules.free_hands} free hands",
        "deal a hand with bets",
        FREE_HANDS,
    )


@follows(FreeHandCalled)
def free_hand_called(table: Table, _: FreeHandCalled) -> Table:
    """No bets, and nobody but the dealer handles the cards."""
    shoe = table.shoe._replace(free_hands=table.shoe.free_hands + 1)
    return table._replace(round=table.round._replace(free=True), shoe=shoe)
