"""Setting a table up, changing it between rounds, closing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.refusals import Refusal, Unreadable, did_you_mean
from pitboss.rulebook import Rulebook
from pitboss.rulebook.pays import percent, read_percent
from pitboss.table.forms import SetupForm
from pitboss.table.setups.faults import faults_of
from pitboss.table.setups.line import words_between
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.setups.words import usual_setup, with_words
from pitboss.table.state import PanelState, RoundState, ShoeState, Table, TakenBefore
from pitboss.table.steps import registry as step
from pitboss.table.steps.duties import PaymentProcedureChanged, round_not_over
from pitboss.table.steps.limits import linked_offer, not_announced, still_announced
from pitboss.table.steps.positions import departure
from pitboss.table.steps.tray import not_signed


class OpenTable(NamedTuple):
    """Set up a table."""

    setup: TableSetup


def _read_open(fields: Mapping[str, object], _: TableSetup | None, rulebook: Rulebook) -> OpenTable:
    usual = usual_setup(str(fields["game"]), rulebook)
    return OpenTable(with_words(usual, str(fields.get("settings", ""))))


def _write_open(command: OpenTable, _: TableSetup | None) -> Mapping[str, object]:
    new = command.setup
    return {"game": new.game, "settings": words_between(usual_setup(new.game, new.rulebook), new)}


@step.decides(
    OpenTable,
    "open <game:game> [with <settings:settings>]",
    setup=SetupForm(_read_open, _write_open),
)
def open_table(table: Table, command: OpenTable) -> step.Decision:
    """Set a table up; a bad setup is refused with every reason at once."""
    if table.open:
        return Refusal("table-open", "this table is open already", "change its setup instead")
    wrong = _faults(command.setup)
    if wrong is None and command.setup.first_in_pit:
        return TableOpened(*command), PaymentProcedureChanged(table.at)
    return wrong or (TableOpened(*command),)


def _faults(setup: TableSetup) -> Refusal | None:
    faults = faults_of(setup)
    if not faults:
        return None
    if len(faults) == 1:
        return faults[0]._replace(code="invalid-setup", reasons=faults)
    reasons = "; ".join(
        f"{fault.message} [{fault.cite}]" if fault.cite else fault.message for fault in faults
    )
    message = f"the setup has {len(faults)} faults: {reasons}"
    remedy = "; ".join(dict.fromkeys(fault.remedy for fault in faults))
    return Refusal("invalid-setup", message, remedy, reasons=faults)


class TableOpened(NamedTuple):
    """A table was set up."""

    setup: TableSetup


@step.applies(TableOpened)
def table_opened(table: Table, fact: TableOpened) -> Table:
    """Begin with an empty table; clock, days, shoes, rounds and what is to be reported go on.

    So does a link that is lost: it is back when somebody says so.
    """
    return Table(
        opened=fact.setup,
        open=True,
        day=table.day,
        shift=table.shift,
        unreported_since=table.unreported_since,
        shoe=ShoeState(number=table.shoe.number),
        round=RoundState(number=table.round.number),
        last_round=table.last_round,
        incidents=table.incidents,
        panel=PanelState(
            odometers=table.panel.odometers, heard=table.panel.heard, lost=table.panel.lost
        ),
        chance=table.chance,
        accounts=table.accounts,
        at=table.at,
    )


class CloseTable(NamedTuple):
    """Close the table for gaming."""


@step.decides(CloseTable, "close table")
def close_table(table: Table, _: CloseTable) -> step.Decision:
    """Close a table whose layout is empty; a tray that was counted is counted for closing first."""
    if (not_over := round_not_over(table)) is not None:
        return not_over
    if table.round.vigorish_due:
        message = "tie vigorish is due"
        return Refusal("tie-vigorish-due", message, "collect it first", "30-2808(3)(c)")
    if table.dispute is not None:
        return Refusal("dispute-open", "a round is disputed", "close the dispute", "30-2815(4)")
    if table.panel.unpaid or table.panel.won:
        message = "a hit of this table is neither paid nor dismissed"
        return Refusal("hit-not-paid", message, "have it paid or dismissed first")
    if table.counted:
        return Refusal("tray-not-counted", "the tray was not counted", "count it for closing first")
    leaving = [departure(table, position) for position in sorted(table.seated)]
    leaving += [
        departure(table, whose.behind, behind=True)
        for whose, cents in sorted(table.accounts.items())
        if whose.behind is not None and cents
    ]
    return *leaving, TableClosed()


class TableClosed(NamedTuple):
    """The table is closed for gaming."""


@step.applies(TableClosed, "house", "closes the table")
def table_closed(table: Table, _: TableClosed) -> Table:
    """The cards are gone, and with them the shoe."""
    return table._replace(open=False, batches=(), shoe=ShoeState(number=table.shoe.number))


class GiveNotice(NamedTuple):
    """Tell the players of a change of vigorish to come (30-2808(3)(d))."""

    commission: str
    rate: str
    """In percent, such as ``7%``."""


@step.decides(GiveNotice, "notice <commission:commission> <rate:rate>")
def give_notice(table: Table, command: GiveNotice) -> step.Decision:
    """Tell the players what vigorish is to come."""
    wrong = _no_vigorish(table, command)
    if wrong is not None:
        return wrong
    if (command.commission, command.rate) == _vigorish(table.setup):
        message = f"{command.commission} at {command.rate} is what the table charges"
        remedy = "give notice of what will change"
        return Refusal("nothing-to-notify", message, remedy, "30-2808(3)(d)")
    return (NoticeGiven(*command),)


def _no_vigorish(table: Table, command: GiveNotice) -> Refusal | None:
    """Refuse a notice of what no table could charge."""
    banker = table.setup.rules.wagers.get("banker")
    kinds = ("none", *(banker.tables if banker is not None else ()))
    try:
        rate = percent(read_percent(command.rate))
    except Unreadable as error:
        return error.refusal
    if command.commission in kinds and rate == command.rate:
        return None
    message = f'"{command.commission}" at {command.rate} is no vigorish of this table'
    remedy = did_you_mean(command.commission, kinds) if rate == command.rate else f"write {rate}"
    return Refusal("unknown-vigorish", message, remedy, "30-2808(3)")


class NoticeGiven(NamedTuple):
    """Players were told of a change of vigorish."""

    commission: str
    rate: str


step.told(NoticeGiven, "house", "gives notice of {commission} at {rate}")
step.applied(NoticeGiven, lambda table, fact: table._replace(notice=(fact.commission, fact.rate)))


def _vigorish(setup: TableSetup) -> tuple[str, str]:
    kind, rate = setup.vigorish
    return kind, percent(rate)


class ChangeSetup(NamedTuple):
    """Change the setup between rounds; in a house two people answer for it."""

    setup: TableSetup
    first: str = ""
    second: str = ""


def _read_change(
    fields: Mapping[str, object], present: TableSetup | None, rulebook: Rulebook
) -> ChangeSetup:
    old = present or usual_setup("baccarat", rulebook)
    signed = (str(fields.get(name, "")) for name in ("first", "second"))
    return ChangeSetup(with_words(old, str(fields.get("settings", ""))), *signed)


def _write_change(command: ChangeSetup, present: TableSetup | None) -> Mapping[str, object]:
    new = command.setup
    words = words_between(present or usual_setup(new.game, new.rulebook), new)
    return {"settings": words, "first": command.first, "second": command.second}


@step.decides(
    ChangeSetup,
    "change setup [signed <first+second:badges>] [with <settings:settings>]",
    setup=SetupForm(_read_change, _write_change),
)
def change_setup(table: Table, command: ChangeSetup) -> step.Decision:
    """Change the setup between rounds."""
    old, new = table.setup, command.setup
    wrong = not_signed(command.first, command.second) if command.first else None
    wrong = wrong or (None if new is old else _faults(new))
    if wrong is not None:
        return wrong
    if table.round.stage != "betting" or table.round.bets or table.round.vigorish_due:
        message = "the setup changes only between rounds, with no bets on the layout"
        cite = "30-2808(3)(d)" if _vigorish(old) != _vigorish(new) else None
        return Refusal("setup-change-in-round", message, "finish the round first", cite)
    if (old.decks, old.device, old.kind) != (new.decks, new.device, new.kind) and (
        table.batches or table.shoe.stage != "none"
    ):
        message = "another number of decks, device or kind of game needs other cards"
        return Refusal("cards-in-use", message, "close the table and open it anew", "30-2809(1)")
    wrong = linked_offer(table, new)
    if wrong is not None:
        return wrong
    if not table.seated <= set(new.position_numbers):
        return Refusal("position-taken", "somebody sits where no position will be", "let them move")
    (kind, rate), (new_kind, new_rate) = old.vigorish, new.vigorish
    if (new_kind != kind or new_rate > rate) and table.notice != _vigorish(new):
        message = f"players were not told of {new_kind} vigorish at {percent(new_rate)}"
        return Refusal("no-notice", message, "give notice first", "30-2808(3)(d)")
    wrong = not_announced(table, new)
    if wrong is not None:
        return wrong
    if (old.payment, old.bonus_order) != (new.payment, new.bonus_order):
        return SetupChanged(*command), PaymentProcedureChanged(table.at)
    return (SetupChanged(*command),)


class SetupChanged(NamedTuple):
    """The setup was changed between rounds."""

    setup: TableSetup
    first: str = ""
    second: str = ""


@step.tells(SetupChanged)
def tell_changed(_: Table, fact: SetupChanged) -> Iterator[step.StoryLine]:
    """Tell whose setup was changed, and who signed for it."""
    signed = f" (signed {fact.first}, {fact.second})" if fact.first else ""
    yield step.StoryLine("house", f"changes the setup of table {fact.setup.number}{signed}")


@step.applies(SetupChanged)
def setup_changed(table: Table, fact: SetupChanged) -> Table:
    """A notice, or an announcement of limits, is used up by the change that it announced."""
    notice = None if table.notice == _vigorish(fact.setup) else table.notice
    announced = still_announced(table, fact.setup)
    taken = table.taken_now()
    before = (*table.before, TakenBefore(table.setup, taken)) if taken else table.before
    return table._replace(opened=fact.setup, notice=notice, announced=announced, before=before)


@step.tells(TableOpened)
def tell_opened(_: Table, fact: TableOpened) -> Iterator[step.StoryLine]:
    """Tell what was opened, and how its cards are shuffled."""
    setup = fact.setup
    words = [setup.rules.name, f"{setup.positions} positions"]
    if setup.kind == "baccarat":
        words += [f"{setup.decks} decks", f"shuffled by {_DEVICES[setup.device]}"]
    yield step.StoryLine("house", f"opens table {setup.number}: {', '.join(words)}")


_DEVICES = {
    "hand": "hand",
    "two-batches": "a shuffler, in two batches",
    "continuous": "a continuous shuffler",
    "pre-shuffled": "a shuffler, from pre-shuffled cards",
}


FIRST_SETUP = TableSetup(game="baccarat", offers=(Offer("player"), Offer("banker"), Offer("tie")))
"""A table to open where none has been yet."""

step.tried(OpenTable, setup=lambda table: (table.opened or FIRST_SETUP,))
step.tried(GiveNotice, commission=("vigorish",), rate=("5%", "6%"))
step.tried(ChangeSetup, setup=lambda table: (table.setup,))
