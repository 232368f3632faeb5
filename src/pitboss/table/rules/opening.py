"""Setting a table up and changing it: the day, notices, devices, accommodations."""

from __future__ import annotations

from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.rulebook.pays import percent, read_percent
from pitboss.table import commands as do
from pitboss.table import facts
from pitboss.table.accounts import balance
from pitboss.table.facts import Fact
from pitboss.table.handlers import Decision, applies, decides
from pitboss.table.rules.positions import in_words
from pitboss.table.setups.faults import faults_of
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import RoundState, ShoeState, Table, position_account
from pitboss.table.times import is_day, seconds_between

WAIVABLE = {
    "cards-not-for-players": "30-2815(5)",
    "cards-of-another-player": "30-2817(4)",
    "cut-of-another-player": "30-2810(2)",
    "cup-not-for-players": "30-2899.09(8)",
}
"""Rules of procedure that an accommodation may waive: none that money or chance depends on."""


@decides(do.OpenTable)
def open_table(table: Table, command: do.OpenTable) -> Decision:
    """Set a table up; a bad setup is refused with every reason at once."""
    if table.open:
        return Refusal("table-open", "this table is open already", "change its setup instead")
    wrong = _faults(command.setup)
    if wrong is not None:
        return wrong
    answer: list[Fact] = [facts.TableOpened(command.setup)]
    if command.setup.first_in_pit:
        answer.append(facts.PaymentProcedureChanged(table.at))
    return tuple(answer)


def unnamed(*names: str) -> Refusal | None:
    """Refuse what nobody puts a name to."""
    if all(name.strip() for name in names):
        return None
    return Refusal("name-needed", "the record needs the name of whoever did it", "name them")


def _faults(setup: TableSetup) -> Refusal | None:
    faults = faults_of(setup)
    if not faults:
        return None
    if len(faults) == 1:
        return faults[0]._replace(code="invalid-setup", reasons=faults)
    reasons = "; ".join(
        f"{one.message} [{one.cite}]" if one.cite else one.message for one in faults
    )
    return Refusal(
        "invalid-setup",
        f"the setup has {len(faults)} faults: {reasons}",
        "; ".join(dict.fromkeys(one.remedy for one in faults)),
        reasons=faults,
    )


@applies(facts.TableOpened)
def table_opened(table: Table, fact: facts.TableOpened) -> Table:
    """Begin with an empty table; days, shoes, rounds and what is to be reported go on."""
    return Table(
        opened=fact.setup,
        open=True,
        day=table.day,
        unreported_since=table.unreported_since,
        shoe=ShoeState(number=table.shoe.number),
        round=RoundState(number=table.round.number),
        last_round=table.last_round,
        accounts=table.accounts,
    )


@decides(do.CloseTable)
def close_table(table: Table, _: do.CloseTable) -> Decision:
    """Close a table whose layout is empty; a tray that was counted is counted for closing first."""
    if table.round.bets or table.round.stage != "betting":
        return Refusal("round-not-over", "a round is being played", "finish the round first")
    if table.round.vigorish_due:
        return Refusal(
            "tie-vigorish-due", "tie vigorish is due", "collect it first", "30-2808(3)(c)"
        )
    if table.dispute is not None:
        return Refusal("dispute-open", "a round is disputed", "close the dispute", "30-2815(4)")
    if table.counted:
        return Refusal("tray-not-counted", "the tray was not counted", "count it for closing first")
    leaving = [
        facts.PositionLeft(at, balance(table, position_account(at))) for at in sorted(table.seated)
    ]
    for account, cents in sorted(table.accounts.items()):
        place, number = account.split(" ")[0], account.split(" ")[-1]
        if place == "behind" and cents:
            leaving.append(facts.PositionLeft(int(number), cents, behind=True))
    return *leaving, facts.TableClosed()


@applies(facts.TableClosed)
def table_closed(table: Table, _: facts.TableClosed) -> Table:
    """The cards are gone, and with them the shoe."""
    return table._replace(open=False, batches=(), shoe=ShoeState(number=table.shoe.number))


@decides(do.StartDay)
def start_day(table: Table, command: do.StartDay) -> Decision:
    """Begin a gaming day between rounds."""
    if table.round.stage != "betting" or table.round.bets:
        return Refusal("round-not-over", "a round is being played", "finish the round first")
    if not is_day(command.day):
        return Refusal("unreadable-day", f'"{command.day}" is no day', "write it like 2026-11-16")
    if table.day is not None and command.day <= table.day:
        return Refusal("day-not-new", f"{command.day} is no later day", "name the next gaming day")
    return (facts.GamingDayStarted(command.day),)


@applies(facts.GamingDayStarted)
def day_started(table: Table, fact: facts.GamingDayStarted) -> Table:
    """Every device must be inspected anew (30-2805)."""
    return table._replace(day=fact.day, sound=frozenset())


@decides(do.InspectDevice)
def inspect_device(table: Table, command: do.InspectDevice) -> Decision:
    """Inspect the shoe or the shuffler."""
    if command.device == "shuffler" and table.setup.device == "hand":
        return Refusal("no-shuffler", "the cards are shuffled by hand", "inspect the shoe")
    return (facts.DeviceInspected(command.device, command.sound),)


@applies(facts.DeviceInspected)
def device_inspected(table: Table, fact: facts.DeviceInspected) -> Table:
    """A device that is not sound takes no cards until it is inspected again."""
    others = table.sound - {fact.device}
    return table._replace(sound=others | {fact.device} if fact.sound else others)


@decides(do.GiveNotice)
def give_notice(table: Table, command: do.GiveNotice) -> Decision:
    """Tell the players what vigorish is to come."""
    wrong = _no_vigorish(table, command)
    if wrong is not None:
        return wrong
    if (command.commission, command.rate) == _vigorish(table.setup):
        return Refusal(
            "nothing-to-notify",
            f"{command.commission} at {command.rate} is what the table charges",
            "give notice of what will change",
            "30-2808(3)(d)",
        )
    return (facts.NoticeGiven(command.commission, command.rate),)


def _no_vigorish(table: Table, command: do.GiveNotice) -> Refusal | None:
    """Refuse a notice of what no table could charge."""
    banker = table.setup.rules.wagers.get("banker")
    kinds = ("none", *(banker.tables if banker is not None else ()))
    try:
        rate = percent(read_percent(command.rate))
    except Unreadable as error:
        return error.refusal
    if command.commission in kinds and rate == command.rate:
        return None
    remedy = did_you_mean(command.commission, kinds) if rate == command.rate else f"write {rate}"
    return Refusal(
        "unknown-vigorish",
        f'"{command.commission}" at {command.rate} is no vigorish of this table',
        remedy,
        "30-2808(3)",
    )


@applies(facts.NoticeGiven)
def notice_given(table: Table, fact: facts.NoticeGiven) -> Table:
    """Remember what players were told."""
    return table._replace(notice=(fact.commission, fact.rate))


def _vigorish(setup: TableSetup) -> tuple[str, str]:
    kind, rate = setup.vigorish
    return kind, percent(rate)


@decides(do.ChangeSetup)
def change_setup(table: Table, command: do.ChangeSetup) -> Decision:
    """Change the setup between rounds."""
    old, new = table.setup, command.setup
    wrong = _faults(new)
    if wrong is not None:
        return wrong
    if table.round.stage != "betting" or table.round.bets or table.round.vigorish_due:
        return Refusal(
            "setup-change-in-round",
            "the setup changes only between rounds, with no bets on the layout",
            "finish the round first",
            "30-2808(3)(d)" if _vigorish(old) != _vigorish(new) else None,
        )
    if (old.decks, old.device, old.kind) != (new.decks, new.device, new.kind) and (
        table.batches or table.shoe.stage != "none"
    ):
        return Refusal(
            "cards-in-use",
            "another number of decks, device or kind of game needs other cards",
            "close the table and open it anew",
            "30-2809(1)",
        )
    if not table.seated <= set(new.position_numbers):
        return Refusal("position-taken", "somebody sits where no position will be", "let them move")
    (kind, rate), (new_kind, new_rate) = old.vigorish, new.vigorish
    if (new_kind != kind or new_rate > rate) and table.notice != _vigorish(new):
        return Refusal(
            "no-notice",
            f"players were not told of {new_kind} vigorish at {percent(new_rate)}",
            "give notice first",
            "30-2808(3)(d)",
        )
    answer: list[Fact] = [facts.SetupChanged(new)]
    if (old.payment, old.bonus_order) != (new.payment, new.bonus_order):
        answer.append(facts.PaymentProcedureChanged(table.at))
    return tuple(answer)


@applies(facts.SetupChanged)
def setup_changed(table: Table, fact: facts.SetupChanged) -> Table:
    """A notice is used up by the change it announced."""
    used = table.notice == _vigorish(fact.setup)
    return table._replace(opened=fact.setup, notice=None if used else table.notice)


@applies(facts.PaymentProcedureChanged)
def payment_changed(table: Table, fact: facts.PaymentProcedureChanged) -> Table:
    """Surveillance must hear of it from then on."""
    return table._replace(unreported_since=table.unreported_since or fact.when)


def overdue(table: Table) -> bool:
    """Say whether surveillance should have heard of a change by now (30-2815(3)(c))."""
    since = table.unreported_since
    if not since or not table.at:
        return False
    return seconds_between(since, table.at) > table.setup.reporting.minutes * 60


@decides(do.NotifySurveillance)
def notify_surveillance(table: Table, command: do.NotifySurveillance) -> Decision:
    """Report a change of the payment procedure, late or in time."""
    if table.unreported_since is None:
        return Refusal(
            "nothing-to-report", "no change of procedure waits to be reported", "go on", None
        )
    return unnamed(command.by) or (facts.SurveillanceNotified(command.by, overdue(table)),)


@applies(facts.SurveillanceNotified)
def surveillance_notified(table: Table, _: facts.SurveillanceNotified) -> Table:
    """Nothing waits any more."""
    return table._replace(unreported_since=None)


@decides(do.Accommodate)
def accommodate(table: Table, command: do.Accommodate) -> Decision:
    """Waive a rule of procedure for a person, never one of integrity."""
    if command.rule not in WAIVABLE:
        return Refusal(
            "integrity-not-waived",
            f'"{command.rule}" protects the integrity of the game',
            f"an accommodation may waive {', '.join(WAIVABLE)}",
            "30-2801(2)",
        )
    if command.position not in (0, *table.setup.position_numbers):
        return Refusal(
            "no-such-position",
            f"the table has no position {command.position}",
            f"choose {in_words(table.setup.position_numbers)}, or none for the dealer's sake",
            "30-2801(2)",
        )
    return unnamed(command.whom, command.by) or (
        facts.AccommodationRecorded(command.whom, command.rule, command.by, command.position),
    )


@applies(facts.AccommodationRecorded)
def accommodation_recorded(table: Table, fact: facts.AccommodationRecorded) -> Table:
    """The rule does not bind that position, or anybody, until the table closes."""
    return table._replace(waived=table.waived | {(fact.rule, fact.position)})
