"""One settled bet: which row was hit, on which paragraph, and where each cent goes.

Rounding happens here, once: wins round down to the cent, or to the smallest chip as the house's
breakage policy says; vigorish rounds up to the cent or to the house's multiple (30-2808(3)(a)).

Chips settle by kind. Value chips: a win is added and the stake returned. Promotional chips: the
same, the win in value chips and the stake in kind. A coupon is used up by a win or a loss and
returned by a push. ``net_cents`` counts every stake at its face.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Literal, NamedTuple, Protocol

from pitboss.rulebook import Amount, MeterShare, Money, Odds, Pay, PayRow, PayTable
from pitboss.rulebook.pays import net
from pitboss.rulebook.tables import UNRESOLVED, Unresolved
from pitboss.settle.accounts import (
    DEALER_ENVY,
    LAYOUT,
    TOKE_BOX,
    TRAY,
    VIGORISH,
    Account,
    Movement,
    position_account,
)
from pitboss.settle.bets import Bet, Chips, House, TokePush

ONE = Fraction(1)
Result = Literal["win", "push", "loss", "meter", "unresolved"]
"""Win, push and loss mean a net above, at and below zero; a meter's share is not in the net."""


class Settlement(NamedTuple):
    """What a bet was paid, and why."""

    bet: Bet
    table: PayTable
    resolved: bool = True
    """False while the shooter's hand may still decide the bet."""
    row: str | None = None
    pays: str | None = None
    """What the row pays on this stake: odds as printed, a fixed amount by the base unit."""
    won_cents: int = 0
    returned_cents: int = 0
    lost_cents: int = 0
    vigorish_cents: int = 0
    meter_share: int | None = None
    dealer_envy_cents: int = 0
    player_envy_cents: int = 0
    limited: bool = False
    """Whether an aggregate limit cut the win, pro rata."""
    stake_in_pay: bool = False
    """Whether the pay is FOR 1, so that what it returns of the stake is paid out, too."""
    meter_winners: int = 1
    """How many bets hit the same percentage row, and share what it pays."""
    toke_push: TokePush = "player"
    """Whose a bet for the dealer is that ties."""

    def __repr__(self) -> str:
        net = "" if self.net_cents is None else f" {self.net_cents} cents"
        return f"<Settlement {self.table.wager.path}, {self.row or 'no row'}: {self.result}{net}>"

    @property
    def result(self) -> Result:
        """Whether the bettor is better off, by the net: a push that is charged vigorish is a loss.

        A hit of the meter is called that, whatever the tray pays.
        """
        net_cents = self.net_cents
        if net_cents is None:
            return "unresolved"
        if self.meter_share is not None:
            return "meter"
        if net_cents == 0:
            return "push"
        return "win" if net_cents > 0 else "loss"

    @property
    def net_cents(self) -> int | None:
        """Won less lost less vigorish, without envy; None while the bet is unresolved."""
        if not self.resolved:
            return None
        return self.won_cents - self.lost_cents - self.vigorish_cents

    @property
    def meter_owed(self) -> Fraction | None:
        """The part of the meter that the jackpot owes this bet: its share of the percentage."""
        if self.meter_share is None:
            return None
        return Fraction(self.meter_share, 100 * self.meter_winners)

    @property
    def paid_out_cents(self) -> int:
        """What counts towards an aggregate limit: the win, and the stake in a pay FOR 1."""
        return self.won_cents + (self.returned_cents if self.stake_in_pay else 0)

    def limited_to(self, cents: int) -> Settlement:
        """Return the settlement with so much paid out; in a pay FOR 1 the win gives way first."""
        returned = min(cents, self.returned_cents) if self.stake_in_pay else self.returned_cents
        return self._replace(
            won_cents=cents - returned if self.stake_in_pay else cents,
            returned_cents=returned,
            lost_cents=self.lost_cents + self.returned_cents - returned,
            limited=True,
        )

    @property
    def cite(self) -> str:
        """The paragraph that the bet was settled by."""
        return self.table.cite

    @property
    def movements(self) -> tuple[Movement, ...]:
        """Where each cent goes. What leaves the layout is the stake, neither more nor less.

        A sensor's stake leaves it before the deal, for the tray.
        """
        bet, taken = self.bet, self.table.wager.sensor is not None
        owner = position_account(bet.position)
        if bet.toke:
            owner = owner_of(self, self.toke_push, owner)
        stake = Movement(LAYOUT, TRAY, bet.stake_cents, bet.chips, "taken off the sensor")
        return (*((stake,) if taken else ()), *movements_of(self, bet.chips, owner, taken=taken))


class Amounts(Protocol):
    """What a settled bet comes to, in cents."""

    @property
    def won_cents(self) -> int:
        """What the tray pays on top of the stake."""

    @property
    def returned_cents(self) -> int:
        """What of the stake is returned."""

    @property
    def lost_cents(self) -> int:
        """What of the stake is lost."""

    @property
    def vigorish_cents(self) -> int:
        """What the bettor is charged."""

    @property
    def dealer_envy_cents(self) -> int:
        """What the dealer is given."""

    @property
    def player_envy_cents(self) -> int:
        """What the bettor is given on another one's win."""


def owner_of(toke: Amounts, toke_push: TokePush, player: Account) -> Account:
    """Return whose a settled bet for the dealer is: the toke box's, or the player's if it ties.

    A tie is returned to whoever laid it, as any push is, unless the house reads it otherwise
    (reading ``toke-push``); vigorish on the tie is then the player's, too.
    """
    ties = not toke.won_cents and not toke.lost_cents
    return player if ties and toke_push == "player" else TOKE_BOX


def movements_of(
    amounts: Amounts, chips: Chips, owner: Account, *, taken: bool = False
) -> Iterator[Movement]:
    """Yield where each cent of a settled bet goes, the bettor's to the owner's account.

    A stake that was taken before the deal is in the tray: nothing comes from the layout any more,
    and what is paid in value chips is handed over whole.
    """
    won, returned = amounts.won_cents, amounts.returned_cents
    used_up = chips == "coupon" and won > 0
    if taken and chips == "value":
        won, returned = won + returned, 0
    if amounts.lost_cents and not taken:
        yield Movement(LAYOUT, TRAY, amounts.lost_cents, chips, "lost")
    if returned and not (taken and used_up):
        source = TRAY if taken else LAYOUT
        if used_up:
            yield Movement(source, TRAY, returned, chips, "used coupon")
        else:
            yield Movement(source, owner, returned, chips, "returned")
    if won:
        yield Movement(TRAY, owner, won, "value", "won")
    if amounts.vigorish_cents:
        yield Movement(owner, VIGORISH, amounts.vigorish_cents, "value", "vigorish")
    if amounts.dealer_envy_cents:
        yield Movement(TRAY, DEALER_ENVY, amounts.dealer_envy_cents, "value", "dealer envy")
    if amounts.player_envy_cents:
        yield Movement(TRAY, owner, amounts.player_envy_cents, "value", "player envy")


def settled(bet: Bet, table: PayTable, row: PayRow | Unresolved | None, house: House) -> Settlement:
    """Settle one legal bet on the row it hit."""
    if row is UNRESOLVED:
        return Settlement(bet=bet, table=table, resolved=False)
    if not isinstance(row, PayRow):
        return Settlement(bet=bet, table=table, lost_cents=bet.stake_cents)
    units = units_of(bet, table)
    pay, stake = row.cell.pay, bet.stake_cents
    paid = _paid(pay, stake, units)
    won, returned = _round_to_chip(max(paid - stake, 0), house), min(paid, stake)
    charged = {"win": won, "stake": stake, None: 0}[row.cell.vigorish]
    return Settlement(
        bet=bet,
        table=table,
        row=row.label,
        pays=_quoted(pay, units),
        won_cents=won,
        returned_cents=returned,
        lost_cents=stake - returned,
        vigorish_cents=vigorish_on(charged, table, house),
        meter_share=pay.percent if isinstance(pay, MeterShare) else None,
        dealer_envy_cents=_envy(row.cell.dealer_envy, units) if not bet.toke else 0,
        stake_in_pay=_includes_stake(pay) and bet.chips != "coupon",
        toke_push=house.toke_push,
    )


@lru_cache(maxsize=4096)
def _paid(pay: Pay, stake: int, units: Fraction) -> int:
    """Return what comes back on a stake in whole cents; the same stakes are paid all night."""
    return floor(stake + net(pay, stake, units))


def _round_to_chip(won_cents: int, house: House) -> int:
    """Round a win to the smallest chip, as the house's breakage policy says."""
    if house.breakage == "to-the-cent":
        return won_cents
    chip = house.chip_cents
    return (won_cents if house.breakage == "house-keeps" else won_cents + chip - 1) // chip * chip


def vigorish_on(cents: int, table: PayTable, house: House) -> int:
    """Return the vigorish on an amount, rounded up to the house's multiple."""
    if not cents or table.vigorish is None:
        return 0
    rate = table.vigorish.rate if house.vigorish_rate is None else house.vigorish_rate
    multiple = house.vigorish_rounding_cents
    return ceil(rate * cents / multiple) * multiple


def envy_of(row: PayRow, winner: Bet, table: PayTable) -> int:
    """Return the envy in cents that another bettor is given when the winner's table pays this row.

    It scales like every fixed pay of the row with the winner's stake, not with the other's.
    """
    return _envy(row.cell.player_envy, units_of(winner, table))


def units_of(bet: Bet, table: PayTable) -> Fraction:
    """Return the stake in base units as printed, by which fixed amounts scale."""
    return ONE if table.unit is None else Fraction(bet.stake_cents, table.unit.cents)


def _envy(envy: Money | None, units: Fraction) -> int:
    return floor(envy.cents * units) if envy else 0


def _includes_stake(pay: Pay) -> bool:
    return isinstance(pay, Odds | Amount) and pay.basis == "for"


def _quoted(pay: Pay, units: Fraction) -> str:
    if isinstance(pay, Amount):
        return str(pay.money._replace(cents=floor(pay.money.cents * units)))
    return str(pay)
