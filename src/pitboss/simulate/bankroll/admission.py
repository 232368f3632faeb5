"""Who may sit down: the terms of a session that are refused, each with a remedy.

What settlement would refuse is asked of settlement; what is added here concerns sessions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pitboss.refusals import Refusal, Unreadable, unreadable
from pitboss.rulebook import Game, MeterShare
from pitboss.rulebook.pays import Money
from pitboss.settle import House
from pitboss.settle.bets import LARGEST_CENTS, rule_for
from pitboss.settle.company import check_together
from pitboss.settle.legality import place
from pitboss.simulate.bankroll.terms import NetTable, Spot, Stake

MOST_CENTS = 2**62
"""No session may come near what a 64-bit number holds."""


def check_number(code: str, what: str, number: object, most: int) -> None:
    """Refuse what is not a whole number of 1 or more, within reason."""
    if type(number) is not int or not 1 <= number <= most:
        shown = f"{number:,}" if type(number) is int and abs(number) <= 10**15 else "such"
        raise unreadable(
            code, f"{shown} {what} cannot be played", f"give a whole number of 1 to {most:,}"
        )


def check_cents(code: str, what: str, cents: object, least: int = 1) -> None:
    """Refuse what is not an amount of money, within reason."""
    if type(cents) is not int or not least <= cents <= LARGEST_CENTS:
        shown = f" of {Money(cents)}" if type(cents) is int and abs(cents) <= 10**15 else ""
        raise unreadable(
            code,
            f"a {what}{shown} cannot be played",
            f"give whole cents: {Money(least)} to {Money(LARGEST_CENTS)}",
        )


def check_bets(bets: Sequence[Stake], house: House, meter_cents: int | None) -> None:
    """Refuse bets that no session can be made of, whatever their stakes."""
    names = [stake.name for stake in bets]
    for at, name in enumerate(names):
        if name in names[:at]:
            raise unreadable(
                "bet-twice", f"{name} is bet twice", "name it once, with the whole stake"
            )
    units = [stake.table.unit for stake in bets]
    if len({unit.currency for unit in units if unit is not None}) > 1:
        raise unreadable(
            "different-currencies", "these wagers are in different currencies", "bet in one"
        )
    if house.fault is not None:
        raise Unreadable(house.fault)
    if house.aggregate_cents:
        raise unreadable(
            "aggregate-not-simulated",
            "an aggregate limit concerns all players of a table, and one is simulated",
            "leave the aggregate limits out",
        )
    _check_meter(bets, meter_cents)


def _check_meter(bets: Sequence[Stake], meter_cents: int | None) -> None:
    if meter_cents is not None:
        check_cents("bad-meter", "meter", meter_cents, least=0)
        return
    for stake in bets:
        if any(isinstance(row.cell.pay, MeterShare) for row in stake.table.rows):
            raise unreadable(
                "meter-not-known",
                f"{stake.name} pays a share of a meter that is not known",
                "give the amount on the meter (--meter)",
                stake.table.cite,
            )


def spot_of(
    stake: Stake, minimum: int | None, maximum: int | None, house: House, smallest: int
) -> Spot:
    """Return a bet with its limits; ``smallest`` is the least units that are ever bet.

    Without a minimum, here or of the house, it is the least stake.
    """
    wager = stake.table.wager.id
    check_cents("bad-stake", "stake", stake.cents)
    if stake.table.unit is not None:
        return Spot(stake.name, stake.cents, stake.cents, stake.cents, True)
    least = stake.cents * smallest
    floors = (minimum, rule_for(wager, house.minimum_cents))
    caps = (maximum, rule_for(wager, house.maximum_cents), LARGEST_CENTS)
    minimums = [one for one in floors if one is not None]
    lowest = max(minimums, default=least) or 1
    highest = min(one for one in caps if one is not None)
    if minimums and lowest > highest:
        raise unreadable(
            "limits-crossed",
            f"the minimum of {stake.name}, {Money(lowest)}, is above its maximum, {Money(highest)}",
            "give a minimum that is not above the maximum",
        )
    if least < lowest:
        raise unreadable(
            "stake-outside-limits",
            f"{stake.name} starts at {Money(least)}, below the minimum of {Money(lowest)}",
            "bet more, or lower the minimum",
        )
    if least > highest:
        raise unreadable(
            "stake-outside-limits",
            f"{stake.name} starts at {Money(least)}, above the maximum of {Money(highest)}",
            "bet less, or raise the maximum",
        )
    return Spot(stake.name, stake.cents, lowest, highest, False)


def check_bankroll(
    cents: int, needed: int, stop_loss_cents: int | None, win_goal_cents: int | None
) -> None:
    """Refuse a bankroll that does not cover a round at its least, and a loss beyond it."""
    check_cents("bad-bankroll", "bankroll", cents)
    if cents < needed:
        raise unreadable(
            "bankroll-too-small",
            f"a bankroll of {Money(cents)} does not cover one round, {Money(needed)} at least",
            "bring more, or bet less",
        )
    if win_goal_cents is not None:
        check_cents("bad-win-goal", "win goal", win_goal_cents)
    if stop_loss_cents is None:
        return
    check_cents("bad-stop-loss", "stop loss", stop_loss_cents)
    if stop_loss_cents > cents:
        raise unreadable(
            "stop-loss-above-bankroll",
            f"no more than the bankroll of {Money(cents)} can be lost, "
            f"so a stop loss of {Money(stop_loss_cents)} is never reached",
            "give a lower one, or none",
        )


def check_size(net_table: NetTable, highest: Sequence[int], bankroll: int, rounds: int) -> None:
    """Refuse a session in which somebody could win, or stake, more than is ever counted."""
    most = 0
    for at, (stake, cents) in enumerate(zip(net_table.bets, highest, strict=True)):
        nets = [net_table.net(at, row, cents) for row in range(-1, len(stake.table.rows))]
        most += max(cents, *map(abs, nets))
    if bankroll + most * rounds > MOST_CENTS:
        raise unreadable(
            "too-much-money",
            f"more than {Money(MOST_CENTS)} could change hands in a session",
            "give a lower maximum for each bet, or fewer rounds",
        )


class Legality:
    """Which bets may stand beside each other, as settlement decides."""

    def __init__(self, bets: Sequence[Stake], house: House, game: Game) -> None:
        self.bets = bets
        # The tables are open already, so the house's choice of suits is theirs.
        chosen = {stake.table.wager.id: stake.table.suits for stake in bets}
        self.house = replace(house, suits={**house.suits, **chosen})
        self.game = game
        self._known: dict[tuple[bool, ...], Refusal | None] = {}

    def fault(self, stakes: Sequence[int]) -> Refusal | None:
        """Return why these stakes, within their limits, cannot stand together; 0 is no bet."""
        which = tuple(map(bool, stakes))
        if which not in self._known:
            self._known[which] = self._judged(stakes)
        return self._known[which]

    def check(self, stakes: Sequence[int], *, in_order: bool) -> None:
        """Refuse stakes that are not legal together.

        Placed in order, a low bankroll may leave out any but the first; each must do with that one.
        """
        fault = self.fault(stakes)
        if fault is not None:
            raise Unreadable(fault)
        for other in range(len(stakes) if in_order else 0):
            pair = [cents if at in (0, other) else 0 for at, cents in enumerate(stakes)]
            fault = self.fault(pair)
            if fault is not None:
                remedy = "name first the bet without which the others are not taken"
                raise Unreadable(fault._replace(remedy=remedy))

    def _judged(self, stakes: Sequence[int]) -> Refusal | None:
        bets = [one.bet(cents) for one, cents in zip(self.bets, stakes, strict=True) if cents]
        found = [place(self.game, bet, self.house) for bet in bets]
        checked = check_together(self.game, found, self.house)
        return next((one for one in checked if isinstance(one, Refusal)), None)
