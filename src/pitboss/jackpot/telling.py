"""What happens to a jackpot, told in words and in money."""

from __future__ import annotations

from pitboss.jackpot.acknowledging import AlertAcknowledged
from pitboss.jackpot.floor_changes import FloorChanged
from pitboss.jackpot.house import BadgeEnrolled, BadgeRetired, FloorOpened
from pitboss.jackpot.link import TOLD, flows_of
from pitboss.jackpot.meters import Meter
from pitboss.jackpot.names import jackpot_name
from pitboss.rulebook.pays import Money
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.steps import Fact


def told(fact: Fact, currency: str = "USD") -> str:
    """Return a fact of a jackpot or of the house in words.

    >>> from pitboss.jackpot.hits import HitVerified
    >>> told(HitVerified(2, "2207"))
    'hit 2 is verified by 2207'
    """
    if isinstance(fact, FloorOpened):
        return f"opens the floor of {fact.name}"
    if isinstance(fact, FloorChanged):
        return f"changes the floor, by {fact.first} and {fact.second}"
    if isinstance(fact, BadgeEnrolled):
        return f"gives badge {fact.number} the level {fact.level}"
    if isinstance(fact, BadgeRetired):
        return f"takes badge {fact.number} away"
    if isinstance(fact, AlertAcknowledged):
        return f"acknowledges {alert_words(fact.alert)} ({fact.by})"
    words = {name: _shown(name, value, currency) for name, value in fact._asdict().items()}
    return TOLD[type(fact)].format(**words, onto_meter=money(_onto_meter(fact), currency))


def alert_words(alert: str) -> str:
    """Return what an alert is about, by its id.

    >>> alert_words("hit-sun-7-3"), alert_words("variance-4-2")
    ('the alert of hit 3, jackpot Sun 7', 'the alert of the variance at table 4')
    >>> alert_words("self-check-table-4-d0b5")
    'the alert of the self-check'
    """
    kind, _, rest = alert.partition("-")
    where, _, number = rest.rpartition("-")
    if kind == "hit":
        return f"the alert of hit {number}, jackpot {jackpot_name(where)}"
    about = "self-check" if kind == "self" else f"{kind} at table {where}"
    return f"the alert of the {about}"


def _onto_meter(fact: Fact) -> int:
    """Return what a fact adds to the meter that is displayed."""
    flows = flows_of(getattr(fact, "movements", ()))
    return Meter().after(flows).main


def _shown(name: str, value: object, currency: str) -> str:
    if name == "shares" and isinstance(value, tuple):
        return str(Money(sum(cents for _, cents in value), currency))
    if name == "units":
        return "1 unit" if value == 1 else f"{value} units"
    if isinstance(value, int) and name.endswith("cents"):
        return str(Money(value, currency))
    if isinstance(value, int) and name.endswith("micros"):
        return money(value, currency)
    return str(value)


def money(micros: int, currency: str = "USD") -> str:
    """Return micros as money, with what is below the cent where there is any.

    >>> money(5_000_150_000), money(-123_457), money(0)
    ('$5,000.15', '-$0.123457', '$0')
    """
    cents, below = divmod(abs(micros), MICROS_PER_CENT)
    text = str(Money(cents, currency))
    if below:
        whole, _, part = text.partition(".")
        text = f"{whole}.{part or '00'}{below:04d}".rstrip("0")
    return f"-{text}" if micros < 0 else text
