"""A jackpot is opened, corrected, changed, ended; and what its signs were read to show."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pitboss.jackpot.link import Answer, Link, applies, decides, moved
from pitboss.jackpot.meters import Flows, flowing, overflow
from pitboss.jackpot.people import not_allowed, not_two
from pitboss.jackpot.terms import JackpotTerms
from pitboss.refusals import Refusal, Unreadable
from pitboss.rulebook.pays import Money, percent, read_percent
from pitboss.settle.accounts import ADJUSTMENTS, MICROS_PER_CENT, JackpotMovement, jackpot_account

HOUSE_JACKPOT = "001 House or Progressive Jackpot Definition"


class OpenJackpot(NamedTuple):
    """Open a jackpot as the floor file says."""

    terms: JackpotTerms


@decides(OpenJackpot)
def open_jackpot(link: Link, command: OpenJackpot) -> Answer:
    """Seed the meter."""
    if link.terms is not None:
        return Refusal("jackpot-open", "the jackpot is open already", "go on")
    terms = command.terms
    opened = link._replace(terms=terms)
    flows = flowing("house", "main", terms.seed_micros)
    return (JackpotOpened(terms, moved(opened, flows, "seed")),)


class JackpotOpened(NamedTuple):
    """A jackpot is open, with its seed on the meter."""

    terms: JackpotTerms
    movements: tuple[JackpotMovement, ...]


applies(JackpotOpened, "opens with {onto_meter} on the meter")(
    lambda link, fact: link._replace(terms=fact.terms)
)


class AdjustMeter(NamedTuple):
    """Correct a meter by hand, for a malfunction."""

    micros: int
    first: str
    second: str
    reason: str
    levels: tuple[str, ...] = ()


@decides(AdjustMeter, "adjust <micros:signed micros> by <first+second:badges> : <reason:text>")
def adjust_meter(link: Link, command: AdjustMeter) -> Answer:
    """Raise or lower a meter, by two people and with a reason."""
    wrong = not_two(command.first, command.second, command.levels, "adjust a meter")
    if wrong is not None:
        return wrong
    if link.jackpot.kind == "house":
        message = "a House Jackpot has a prize, which the house sets"
        return Refusal("not-progressive", message, "write prize AMOUNT by BADGE", HOUSE_JACKPOT)
    if not command.micros:
        return Refusal("not-an-amount", "nothing is to be adjusted", "write +AMOUNT or -AMOUNT")
    if link.meter.main + command.micros < 0:
        held = Money(link.meter.displayed_cents)
        message = f"the meter holds {held}, less than what is to be taken off"
        return Refusal("meter-too-low", message, "take off less")
    main = jackpot_account(link.jackpot.id, "main")
    pair = (ADJUSTMENTS, main) if command.micros > 0 else (main, ADJUSTMENTS)
    corrected = JackpotMovement(*pair, abs(command.micros), reason="adjustment")
    up = flowing("house", "main", command.micros)
    exceeding = overflow(link.meter.after(up), link.jackpot.growth)
    movements = corrected, *moved(link, exceeding, "overflow")
    return (MeterAdjusted(*command[:4], movements),)


class MeterAdjusted(NamedTuple):
    """Two people corrected a meter."""

    micros: int
    first: str
    second: str
    reason: str
    movements: tuple[JackpotMovement, ...]


applies(MeterAdjusted, "is adjusted by {micros}, {first} and {second}: {reason}")(
    lambda link, _: link
)


# --- a House Jackpot ---


def _not_house(link: Link, remedy: str) -> Refusal | None:
    if link.jackpot.kind == "house":
        return None
    message = f"{link.jackpot.id} is progressive: what was contributed is the players'"
    return Refusal("not-a-house-jackpot", message, remedy, HOUSE_JACKPOT)


def _ended(link: Link) -> Refusal | None:
    if not link.closed:
        return None
    return Refusal("jackpot-closed", "the jackpot has ended", "open another one")


def _hit_open(link: Link) -> Refusal | None:
    if all(not one.open for one in link.hits):
        return None
    return Refusal("hit-pending", "a hit is pending", "have it paid or dismissed first")


class ChangePrize(NamedTuple):
    """Set another prize of a House Jackpot, at any time but while a hit is pending."""

    cents: int
    by: str
    level: str = ""


@decides(ChangePrize, "prize <cents:amount> by <by:badge>")
def change_prize(link: Link, command: ChangePrize) -> Answer:
    """The house adds to the prize, or takes it back."""
    wrong = (
        _not_house(link, "adjust its meter, if that is wrong")
        or not_allowed(command.by, command.level, "changes a prize")
        or _ended(link)
        or _hit_open(link)
    )
    if wrong is not None:
        return wrong
    if command.cents < 0:
        return Refusal("not-an-amount", "a prize is not below nothing", "write an amount")
    limit = link.jackpot.limit_micros
    if limit is not None and command.cents * MICROS_PER_CENT > limit:
        message = f"the limit is {Money(limit // MICROS_PER_CENT)}"
        return Refusal("prize-above-limit", message, "raise the limit first")
    more = command.cents * MICROS_PER_CENT - link.meter.main
    flows: Flows = (*flowing("house", "main", more), *flowing("main", "house", -more))
    return (PrizeChanged(command.cents, command.by, moved(link, flows, "prize changed")),)


class PrizeChanged(NamedTuple):
    """A House Jackpot has another prize."""

    cents: int
    by: str
    movements: tuple[JackpotMovement, ...]


@applies(PrizeChanged, "has a prize of {cents} from now on ({by})")
def prize_changed(link: Link, fact: PrizeChanged) -> Link:
    """It begins with that after a hit, too."""
    return link._replace(terms=link.jackpot._replace(reseed_micros=fact.cents * MICROS_PER_CENT))


class CloseJackpot(NamedTuple):
    """End a House Jackpot."""

    by: str
    reason: str
    level: str = ""
    playing: tuple[str, ...] = ()
    """The tables where a round is played for it."""


@decides(CloseJackpot, "close by <by:badge> : <reason:text>")
def close_jackpot(link: Link, command: CloseJackpot) -> Answer:
    """The house has its prize back; a progressive ends by being won."""
    wrong = (
        _not_house(link, "let it be won")
        or not_allowed(command.by, command.level, "ends a House Jackpot")
        or _ended(link)
        or _hit_open(link)
    )
    if wrong is None and command.playing:
        message = f"table {', '.join(command.playing)} plays for it in a round"
        wrong = Refusal("jackpot-in-play", message, "wait until the round is over", HOUSE_JACKPOT)
    if wrong is not None:
        return wrong
    flows = flowing("main", "house", link.meter.main)
    return (JackpotClosed(command.by, command.reason, moved(link, flows, "prize changed")),)


class JackpotClosed(NamedTuple):
    """A House Jackpot has ended."""

    by: str
    reason: str
    movements: tuple[JackpotMovement, ...]


applies(JackpotClosed, "ends ({by}): {reason}")(lambda link, _: link._replace(closed=True))


# --- limit and rates ---


class ChangeLimit(NamedTuple):
    """Set another limit, by two people."""

    cents: int
    first: str
    second: str
    levels: tuple[str, ...] = ()


@decides(ChangeLimit, "limit <cents:amount> by <first+second:badges>")
def change_limit(link: Link, command: ChangeLimit) -> Answer:
    """A limit is at or above what the meter shows and what it begins with."""
    wrong = not_two(command.first, command.second, command.levels, "change a limit")
    if wrong is not None:
        return wrong
    micros, terms = command.cents * MICROS_PER_CENT, link.jackpot
    seeds = max(terms.seed_micros, terms.reseed_micros, terms.minimum_micros or 0)
    if micros < seeds:
        message = f"the meter begins with {Money(seeds // MICROS_PER_CENT)}"
        return Refusal("limit-below-seed", message, "choose a limit at or above it")
    if micros < max(link.meter.main, link.displayed_cents * MICROS_PER_CENT):
        message = f"the meter is at {Money(link.displayed_cents)} already"
        return Refusal("limit-below-amount", message, "choose a limit at or above it")
    return (LimitChanged(*command[:3]),)


class LimitChanged(NamedTuple):
    """The meter has another limit."""

    cents: int
    first: str
    second: str


@applies(LimitChanged, "has a limit of {cents} ({first} and {second})")
def limit_changed(link: Link, fact: LimitChanged) -> Link:
    """It holds from the next contribution on."""
    return link._replace(terms=link.jackpot._replace(limit_micros=fact.cents * MICROS_PER_CENT))


class ChangeRates(NamedTuple):
    """Set other increments, by two people, while no linked table is open."""

    rates: str
    """Such as ``12%`` or ``12%+4%``."""
    first: str
    second: str
    levels: tuple[str, ...] = ()
    playing: tuple[str, ...] = ()
    """The linked tables that are open."""


@decides(ChangeRates, "rates <rates:rates> by <first+second:badges>")
def change_rates(link: Link, command: ChangeRates) -> Answer:
    """No rate changes while the link is in play, and none that is printed."""
    terms = link.jackpot
    wrong = not_two(command.first, command.second, command.levels, "change rates")
    if wrong is not None:
        return wrong
    if terms.kind == "house":
        message = "the display of a House Jackpot does not increment"
        return Refusal("house-jackpot-grows", message, "leave its rates", HOUSE_JACKPOT)
    if terms.printed_rates:
        message = f"the increments of {terms.pay_table} are printed"
        return Refusal("rate-not-printed", message, "leave them", terms.cite)
    if command.playing:
        message = f"table {', '.join(command.playing)} plays for {terms.id}"
        return Refusal("rates-in-play", message, "close the linked tables first", terms.cite)
    try:
        main, reserve = _micros(command.rates, terms.unit_cents)
    except Unreadable as error:
        return error.refusal
    if main.denominator != 1 or reserve.denominator != 1:
        message = f"{command.rates} of {Money(terms.unit_cents)} is not whole millionths"
        return Refusal("rate-not-whole-micros", message, "choose a rate with fewer decimals")
    if main + reserve > terms.unit_cents * MICROS_PER_CENT:
        message = "the increments are more than what is wagered"
        return Refusal("rates-above-the-wager", message, "lower them to 100% together")
    return (RatesChanged(int(main), int(reserve), command.first, command.second),)


def _micros(rates: str, unit_cents: int) -> tuple[Fraction, Fraction]:
    main, _, reserve = rates.partition("+")
    unit = unit_cents * MICROS_PER_CENT
    return read_percent(main) * unit, read_percent(reserve or "0%") * unit


class RatesChanged(NamedTuple):
    """The jackpot grows by other increments, for each unit."""

    main_micros: int
    reserve_micros: int
    first: str
    second: str


@applies(RatesChanged, "grows by {main_micros} and {reserve_micros} a unit")
def rates_changed(link: Link, fact: RatesChanged) -> Link:
    """What was registered before was counted before."""
    changed = link.jackpot._replace(
        main_micros=fact.main_micros, reserve_micros=fact.reserve_micros
    )
    return link._replace(terms=changed)


def rates_text(link: Link) -> str:
    """Return the increments as a percentage of the unit."""
    unit = link.jackpot.unit_cents * MICROS_PER_CENT
    parts = (link.jackpot.main_micros, link.jackpot.reserve_micros)
    return " + ".join(percent(Fraction(part, unit)) for part in parts if part)


# --- what signs show ---


class ReadSign(NamedTuple):
    """Note what somebody read from a sign, for the reconciliation."""

    cents: int
    table: str
    by: str
    level: str = ""


@decides(ReadSign, "read <cents:amount> at <table:jackpot> by <by:badge>")
def read_sign(link: Link, command: ReadSign) -> Answer:
    """Keep what was read, right or wrong; any badge may read a sign."""
    if command.table not in link.jackpot.tables:
        message = f"table {command.table} is not linked to {link.jackpot.id}"
        return Refusal("no-such-table", message, f"name one of {', '.join(link.jackpot.tables)}")
    return (SignRead(command.cents, link.displayed_cents, command.table, command.by),)


class SignRead(NamedTuple):
    """Somebody read a sign."""

    cents: int
    displayed_cents: int
    """What the server had it show."""
    table: str
    by: str


applies(SignRead, "the sign of table {table} was read to show {cents} ({by})")(lambda link, _: link)
