"""What a row pays, as quoted: odds, fixed amounts, shares of a meter, push, loss.

30 for 1 is not 30 to 1, and the type knows: nothing converts by hand. Every pay answers one
question exactly, :func:`net`; rounding to the cent happens once, in settlement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Literal, NamedTuple

from pitboss.refusals import Unreadable, unreadable

Basis = Literal["to", "for"]
CURRENCIES = {"$": "USD", "PHP": "PHP"}
MOST_PLACES = 4
"""Of a percentage that is written as short as it can be."""
LONGEST_ODDS = 999_999
"""The largest whole number that a cell may quote."""
_CURRENCY = r"(\$|PHP) ?(?=[0-9])"
_AMOUNT = (
    r"(?P<sign>[+-]?)\$?(?P<number>(?:[0-9]{1,20}|[0-9]{1,3}(?:,[0-9]{3}){1,6})?(?:\.[0-9]{1,20})?)"
    r"(?:[eE](?P<power>[0-9]))?"
)
SYMBOLS = {"USD": "$", "PHP": "PHP "}


class Money(NamedTuple):
    """Whole minor units of a currency."""

    cents: int
    currency: str = "USD"

    def __str__(self) -> str:
        whole, part = divmod(abs(self.cents), 100)
        sign = "-" if self.cents < 0 else ""
        fraction = f".{part:02d}" if part else ""
        return f"{sign}{symbol_of(self.currency)}{whole:,}{fraction}"

    def times(self, units: Fraction) -> Money:
        """Return so many times the amount, rounded down to the cent as pays are."""
        return self._replace(cents=floor(self.cents * units))


def symbol_of(currency: str) -> str:
    """Return what stands before an amount: a sign, or the currency's letters and a blank."""
    return SYMBOLS.get(currency, f"{currency} ")


@dataclass(frozen=True, slots=True)
class Odds:
    """Odds such as 3 to 2 or 250 for 1; for-odds include the stake in what is paid."""

    amount: Fraction
    basis: Basis

    def __str__(self) -> str:
        return f"{self.amount.numerator:,} {self.basis} {self.amount.denominator:,}"


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed amount for a bet of one base unit; it scales with the unit."""

    money: Money
    basis: Basis

    def __str__(self) -> str:
        return str(self.money)


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A percentage of the progressive meter, shared among the winners."""

    percent: int

    def __str__(self) -> str:
        return f"{self.percent}%"


@dataclass(frozen=True, slots=True)
class Word:
    """A pay that is no number."""

    word: Literal["push", "loss", "-", "?"]

    def __str__(self) -> str:
        return self.word


PUSH = Word("push")
LOSS = Word("loss")
ABSENT = Word("-")
"""Not in this table: the next row decides."""
OPEN = Word("?")
"""Not printed in the sources: the operator must supply it."""

Pay = Odds | Amount | MeterShare | Word


class Cell(NamedTuple):
    """One cell of a pay table: the pay, envy for others, and vigorish charged on this row."""

    pay: Pay
    dealer_envy: Money | None = None
    player_envy: Money | None = None
    vigorish: Literal["win", "stake"] | None = None

    def __str__(self) -> str:
        return str(self.pay)

    def at(self, units: Fraction) -> Cell:
        """Return the cell for a stake of so many printed base units; fixed amounts scale.

        >>> cell = Cell(Amount(Money(800), "for"), dealer_envy=Money(200))
        >>> str(cell.at(Fraction(5))), str(cell.at(Fraction(5)).dealer_envy)
        ('$40', '$10')
        """
        pay = self.pay
        if isinstance(pay, Amount):
            pay = Amount(pay.money.times(units), pay.basis)
        dealer, player = (
            None if envy is None else envy.times(units)
            for envy in (self.dealer_envy, self.player_envy)
        )
        return self._replace(pay=pay, dealer_envy=dealer, player_envy=player)


def net(pay: Pay, stake_cents: int, units: Fraction = Fraction(1)) -> Fraction:
    """Return what a bettor nets in cents, exactly: won less lost, before any vigorish.

    ``units`` is the stake in base units as printed, by which fixed amounts scale. A share of a
    meter nets minus the stake here: the meter's money comes from the jackpot, not from the tray.

    >>> net(read_pay(30, "to"), 500), net(read_pay(30, "for"), 500)
    (Fraction(15000, 1), Fraction(14500, 1))
    >>> net(read_pay("$1000", "for"), 100), net(read_pay("push", "to"), 500)
    (Fraction(99900, 1), Fraction(0, 1))
    """
    match pay:
        case Odds(amount, "to"):
            return max(amount, Fraction(-1)) * stake_cents
        case Odds(amount, _):
            return (max(amount, Fraction(0)) - 1) * stake_cents
        case Amount(money, basis):
            return money.cents * units - (stake_cents if basis == "for" else 0)
        case MeterShare() | Word("loss"):
            return Fraction(-stake_cents)
        case Word("push"):
            return Fraction(0)
    raise ValueError(f"a row that pays {pay} cannot be settled")


def in_words(pay: Pay) -> str:
    """Return a pay as a person reads it: a printed 0 or -1 is named for what it does.

    >>> in_words(read_pay(0, "to")), in_words(read_pay(0, "for")), in_words(read_pay(-1, "to"))
    ('push (0)', 'loss (0)', 'loss (-1)')
    """
    if isinstance(pay, Odds) and pay.amount in (0, -1):
        return f"{'push' if net(pay, 1) == 0 else 'loss'} ({pay.amount})"
    return str(pay)


def read_cents(text: str) -> int:
    """Read an amount that a person types as whole cents, whatever the currency.

    >>> read_cents("$1,000"), read_cents(".25"), read_cents("-5"), read_cents("2e6")
    (100000, 25, -500, 200000000)
    """
    match = re.fullmatch(_AMOUNT, text.strip())
    if match is None or not match["number"]:
        raise unreadable(
            "unreadable-amount", f'"{text[:40]}" is not an amount', "write it like 5, 5.00 or 1000"
        )
    cents = Fraction(match["number"].replace(",", "")) * 10 ** (int(match["power"] or 0) + 2)
    if cents.denominator != 1:
        raise unreadable(
            "stake-not-whole-cents", f'"{text}" is not a whole number of cents', "use two decimals"
        )
    return -int(cents) if match["sign"] == "-" else int(cents)


def read_money(text: str) -> Money:
    """Read ``$1000``, ``$1,000.50`` or ``PHP 900``: an amount with its currency."""
    symbol = re.match(_CURRENCY, text)
    try:
        if symbol is not None:
            return Money(read_cents(text[symbol.end() :]), CURRENCIES[symbol[1]])
    except Unreadable:
        pass
    raise unreadable(
        "bad-amount", f'"{text[:40]}" is not an amount of money', "write it like $1000 or PHP 900"
    )


def percent(rate: Fraction | None, places: int | None = None) -> str:
    """Return a rate for print, rounded once from the exact value; nothing for None.

    Without ``places`` it has as many decimals as it needs, at most four.

    >>> percent(Fraction(1, 20)), percent(Fraction(1, 40)), percent(Fraction(-2, 3), 2)
    ('5%', '2.5%', '-66.67%')
    """
    if rate is None:
        return ""
    digits = MOST_PLACES if places is None else places
    scaled = round(rate * 100 * 10**digits)
    whole, part = divmod(abs(scaled), 10**digits)
    decimals = f".{part:0{digits}d}" if digits else ""
    if places is None:
        decimals = decimals.rstrip("0").rstrip(".")
    return f"{'-' if scaled < 0 else ''}{whole}{decimals}%"


def read_percent(text: str) -> Fraction:
    """Read a rate as a fraction; a bare number is percent too.

    >>> read_percent("15%"), read_percent("0.5")
    (Fraction(3, 20), Fraction(1, 200))
    """
    match = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,4})?|\.[0-9]{1,4}) ?%?", text.strip())
    if match is None or Fraction(match[1]) > 100:
        raise unreadable("bad-percent", f'"{text[:40]}" is not a percentage', "write it like 15%")
    return Fraction(match[1]) / 100


def read_pay(quoted: int | str, basis: Basis) -> Pay:
    """Read a pay as the tables print it; ``basis`` is used where the cell names none.

    >>> [str(read_pay(cell, "to")) for cell in (30, "3/2", "30:1", "250 for 1", "$1000", "100%")]
    ['30 to 1', '3 to 2', '30 to 1', '250 for 1', '$1,000', '100%']
    """
    if isinstance(quoted, int):
        if -1 <= quoted <= LONGEST_ODDS:
            return Odds(Fraction(quoted), basis)
        raise unreadable(
            "bad-pay",
            "a whole number is outside what a row can pay",
            f"write -1 (loss), 0 (push under to 1) or odds of up to {LONGEST_ODDS:,}",
        )
    if quoted in ("push", "loss", "-", "?"):
        return Word(quoted)  # type: ignore[arg-type]  # narrowed by the line above
    if match := re.fullmatch(r"([0-9]{1,6})[/:]([0-9]{1,3})", quoted):
        if int(match[2]):
            return Odds(Fraction(int(match[1]), int(match[2])), basis)
    elif match := re.fullmatch(r"([0-9]{1,6}) (to|for) ([0-9]{1,3})", quoted):
        if int(match[3]):
            named: Basis = "to" if match[2] == "to" else "for"
            return Odds(Fraction(int(match[1]), int(match[3])), named)
    elif match := re.fullmatch(r"([0-9]{1,3})%", quoted):
        if 1 <= int(match[1]) <= 100:
            return MeterShare(int(match[1]))
    elif quoted.startswith(tuple(CURRENCIES)):
        return Amount(read_money(quoted), basis)
    raise unreadable(
        "bad-pay",
        f'"{quoted}" is not a pay',
        'write 30, "3/2", "10 to 1", "250 for 1", "$1000", "100%", "push", "loss", "-" or "?"',
    )
