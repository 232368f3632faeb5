"""What surrounds the game: the day, devices, surveillance, accommodations."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from pitboss.refusals import Refusal
from pitboss.table.dealers import Dealer
from pitboss.table.state import DEALER, Stage, Table
from pitboss.table.steps import registry as step
from pitboss.table.steps.positions import in_words
from pitboss.table.steps.registry import SUPERVISOR
from pitboss.table.times import is_day, seconds_between

WAIVABLE = {
    "cards-not-for-players": "30-2815(5)",
    "cards-of-another-player": "30-2817(4)",
    "cut-of-another-player": "30-2810(2)",
    "cup-not-for-players": "30-2899.09(8)",
}
"""Rules of procedure that an accommodation may waive: none that money or chance depends on."""


def unnamed(*names: str) -> Refusal | None:
    """Refuse what nobody puts a name to."""
    if all(name.strip() for name in names):
        return None
    return Refusal("name-needed", "the record needs the name of whoever did it", "name them")


def no_supervisor(name: str, rule: str, cite: str | None = None) -> Refusal | None:
    """Refuse what only a supervisor may do where none is named."""
    return None if name else Refusal("supervisor-needed", rule, "name the supervisor", cite)


def round_not_over(table: Table, cite: str | None = None) -> Refusal | None:
    """Refuse what waits until no round is being played, and no bet lies for the next one."""
    if table.round.stage != "betting":
        return Refusal("round-not-over", "a round is being played", "finish the round first", cite)
    if table.round.bets:
        remedy = "play the round or give them back first"
        return Refusal("round-not-over", "bets lie on the layout", remedy, cite)
    return None


FAR_DAY = "9999-12-31"
"""A day that is later than any that is written as a date."""


class StartDay(NamedTuple):
    """Begin a gaming day: devices must be inspected anew (30-2805)."""

    day: str


@step.decides(StartDay, "day <day:day>")
def start_day(table: Table, command: StartDay) -> step.Decision:
    """Begin a gaming day between rounds; the day before ends with a count if it began with one."""
    if (not_over := round_not_over(table)) is not None:
        return not_over
    if not is_day(command.day):
        return Refusal("unreadable-day", f'"{command.day}" is no day', "write it like 2026-11-16")
    if table.day is not None and command.day <= table.day:
        return Refusal("day-not-new", f"{command.day} is no later day", "name the next gaming day")
    if table.day is not None and table.counted:
        message = f"the tray was not counted at the end of {table.day}"
        return Refusal("tray-not-counted", message, "count it for closing first")
    return (GamingDayStarted(*command),)


class GamingDayStarted(NamedTuple):
    """Devices must be inspected anew."""

    day: str


step.told(GamingDayStarted, "house", "begins the gaming day {day}")


@step.applies(GamingDayStarted)
def day_started(table: Table, fact: GamingDayStarted) -> Table:
    """The day begins with its first shift, and no device is inspected."""
    return table._replace(day=fact.day, shift=1, sound=frozenset())


DeviceName = Literal["shoe", "shuffler"]


class InspectDevice(NamedTuple):
    """Inspect the shoe or the shuffler (30-2805)."""

    device: DeviceName
    sound: bool = True


@step.decides(InspectDevice, "inspect <device:device> [broken = not sound]")
def inspect_device(table: Table, command: InspectDevice) -> step.Decision:
    """Inspect the shoe or the shuffler."""
    if command.device == "shuffler" and table.setup.device == "hand":
        return Refusal("no-shuffler", "the cards are shuffled by hand", "inspect the shoe")
    return (DeviceInspected(*command),)


class DeviceInspected(NamedTuple):
    """The shoe or the shuffler was found sound, or not."""

    device: DeviceName
    sound: bool


step.told(
    DeviceInspected,
    "dealer",
    lambda _, fact: f"inspects the {fact.device}: {'' if fact.sound else 'not '}sound",
)


@step.applies(DeviceInspected)
def device_inspected(table: Table, fact: DeviceInspected) -> Table:
    """A device that is not sound takes no cards until it is inspected again."""
    others = table.sound - {fact.device}
    return table._replace(sound=others | {fact.device} if fact.sound else others)


class PaymentProcedureChanged(NamedTuple):
    """Surveillance must hear of it in time (30-2815(3)(c))."""

    when: str


@step.applies(
    PaymentProcedureChanged, "house", "has a new payment procedure: surveillance must be told"
)
def payment_changed(table: Table, fact: PaymentProcedureChanged) -> Table:
    """Surveillance must hear of it from then on."""
    return table._replace(unreported_since=table.unreported_since or fact.when)


def overdue(table: Table) -> bool:
    """Say whether surveillance should have heard of a change by now (30-2815(3)(c))."""
    since = table.unreported_since
    if not since or not table.at:
        return False
    return seconds_between(since, table.at) > table.setup.reporting.minutes * 60


def not_sound(table: Table, device: str) -> Refusal | None:
    """Refuse what needs a device that was inspected this gaming day (30-2805)."""
    if device in table.sound and table.day is not None:
        return None
    message = f"the {device} was not inspected this gaming day and found sound"
    remedy = f"inspect the {device} before cards go in"
    return Refusal("device-not-inspected", message, remedy, "30-2805")


class NotifySurveillance(NamedTuple):
    """Report a change of the payment procedure (30-2815(3)(c))."""

    by: str


@step.decides(NotifySurveillance, "notify surveillance [by <by:name>]")
def notify_surveillance(table: Table, command: NotifySurveillance) -> step.Decision:
    """Report a change of the payment procedure, late or in time."""
    if table.unreported_since is None:
        return Refusal("nothing-to-report", "no change of procedure waits to be reported", "go on")
    return unnamed(command.by) or (SurveillanceNotified(command.by, overdue(table)),)


class SurveillanceNotified(NamedTuple):
    """A change of the payment procedure was reported, late or in time."""

    by: str
    late: bool


step.told(SurveillanceNotified, "house", "{by} tells surveillance of the payment procedure")
step.applied(SurveillanceNotified, lambda table, _: table._replace(unreported_since=None))


class Accommodate(NamedTuple):
    """Record a reasonable accommodation of a disability: waive one rule (30-2801(2))."""

    whom: str
    rule: str
    """The code of the refusal that is waived."""
    by: str
    position: int = DEALER
    """For whom at the table; for a dealer's disability the rule is waived for everybody."""


@step.decides(
    Accommodate, "accommodate <whom:name> waive <rule:rule> [at <position:position>] [by <by:name>]"
)
def accommodate(table: Table, command: Accommodate) -> step.Decision:
    """Waive a rule of procedure for a person, never one of integrity."""
    if command.rule not in WAIVABLE:
        message = f'"{command.rule}" protects the integrity of the game'
        remedy = f"an accommodation may waive {', '.join(WAIVABLE)}"
        return Refusal("integrity-not-waived", message, remedy, "30-2801(2)")
    if command.position not in (0, *table.setup.position_numbers):
        message = f"the table has no position {command.position}"
        remedy = f"choose {in_words(table.setup.position_numbers)}, or none for the dealer's sake"
        return Refusal("no-such-position", message, remedy, "30-2801(2)")
    return unnamed(command.whom, command.by) or (AccommodationRecorded(*command),)


class AccommodationRecorded(NamedTuple):
    """A rule of procedure was waived for a person."""

    whom: str
    rule: str
    by: str
    position: int


@step.applies(AccommodationRecorded, "house", "{by} waives {rule} for {whom}")
def accommodation_recorded(table: Table, fact: AccommodationRecorded) -> Table:
    """The rule does not bind that position, or anybody, until the table closes."""
    return table._replace(waived=table.waived | {(fact.rule, fact.position)})


step.tried(StartDay, day=lambda table: (FAR_DAY, f"{table.day}+"))
step.tried(InspectDevice, device=("shoe", "shuffler"))
step.tried(Accommodate, whom=("a player",), rule=("cards-not-for-players",))
step.ordered(StartDay, "Start the gaming day", "30-2805")


step.ordered(InspectDevice, "Inspect the {device}", "30-2805")
step.ordered(
    NotifySurveillance,
    "Notify surveillance of the payment procedure",
    lambda table, _: table.setup.reporting.cite,
)


@step.proposes(*get_args(Stage))
def propose_duties(table: Table, dealer: Dealer) -> step.Command | None:
    """Propose to begin the day, and to report what is not reported."""
    if table.day is None:
        return StartDay(dealer.day)
    return NotifySurveillance(SUPERVISOR) if table.unreported_since is not None else None


@step.proposes("betting", game="baccarat")
def propose_inspection(table: Table, _: Dealer) -> step.Command | None:
    """Propose to inspect the devices before cards go in."""
    if table.shoe.stage == "in play":
        return None
    if "shoe" not in table.sound:
        return InspectDevice("shoe")
    shuffler = table.setup.device != "hand" and "shuffler" not in table.sound
    return InspectDevice("shuffler") if shuffler else None
