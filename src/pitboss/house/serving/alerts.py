"""Alerts: what a supervisor is to see, as it follows from how tables and jackpots stand.

The rule is simple. An **alarm** stays until somebody acknowledges it, even if it is over, or until
a supervisor's signature ends what it is about: a hit that is paid or dismissed and a dispute that
is decided were seen by whoever signed. A **notice** goes when what it says is over. What was
acknowledged and is still so is shown quietly. Everything is on record besides, whatever is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Literal, NamedTuple

from pitboss.house.clock import at
from pitboss.house.people.proposals import SECONDS, Proposal
from pitboss.house.serving.board import Board
from pitboss.jackpot.acknowledging import Acknowledged
from pitboss.jackpot.link import Hit, Link
from pitboss.jackpot.names import jackpot_name, won_row
from pitboss.rulebook.pays import Money
from pitboss.table.record.journal import HOUSE
from pitboss.table.state import Incident, Table
from pitboss.table.steps.limits import holds_from
from pitboss.table.times import seconds_between

Severity = Literal["alarm", "notice"]
Kind = Literal[
    "hit", "link", "dispute", "variance", "self-check", "proposal", "dealer", "shoe", "limits"
]
SILENT_SECONDS = 300
"""How long nothing is done in a round until somebody should look whether the dealer is there."""


class Alert(NamedTuple):
    """Something that a supervisor is to see."""

    id: str
    """The same for the same event, on every server and after every restart."""
    kind: Kind
    severity: Severity
    title: str
    text: str
    table: str = ""
    """Where it happened; empty if it is not of one table."""
    jackpot: str = ""
    """Which one it concerns; empty if none."""
    since: str = ""
    over: bool = False
    """Whether it is over, and only nobody has acknowledged it."""
    acknowledged: Acknowledged | None = None


def alerts(
    board: Board,
    faults: Mapping[str, str],
    now: str,
    proposals: Iterable[Proposal] = (),
    *,
    about: Callable[[Proposal], str] = lambda _: "",
    attended: bool = True,
) -> tuple[Alert, ...]:
    """Return what is to be seen: alarms first, and what was acknowledged last.

    ``faults`` are the streams that the self-check keeps closed, ``proposals`` wait for somebody;
    ``about`` says what one is about, if it can be read.
    Where automatic dealers go on by themselves the floor is not ``attended``, and nobody can be
    missing.
    """
    seen = board.house.acknowledged
    told = [
        alert._replace(acknowledged=seen.get(alert.id))
        for alert in (
            *_all(board, faults, now, attended),
            *(_proposal(one, about(one)) for one in proposals),
        )
        if not (alert.over and alert.id in seen)
    ]
    return tuple(sorted(told, key=_order))


def _order(alert: Alert) -> tuple[bool, bool, str, str]:
    """Put first what nobody has seen, alarms before notices, older before newer."""
    seen = alert.acknowledged is not None
    return seen, alert.severity == "notice", alert.since, alert.id


def _all(board: Board, faults: Mapping[str, str], now: str, attended: bool) -> Iterator[Alert]:
    for stream, what in faults.items():
        yield _fault(stream, what)
    for jackpot in board.floor.jackpots:
        link = board.jackpot(jackpot.id)
        yield from (_hit(board, link, hit) for hit in link.hits if hit.open)
    for entry in board.floor.tables:
        table = board.table(entry.id)
        for rule in OF_TABLES:
            yield from rule(entry.id, table)
        if attended:
            yield from _silence(entry.id, table, now)


def _fault(stream: str, what: str) -> Alert:
    """What keeps a table closed is the same event as long as the self-check says the same."""
    kind, _, id = stream.partition("/")
    digest = sha256(what.encode()).hexdigest()[:8]
    where = _place(kind, id) or "The whole floor"
    name = stream.replace("/", "-")
    title = f"{where} stays closed"
    table = id if kind == "table" else ""
    return Alert(f"self-check-{name}-{digest}", "self-check", "alarm", title, what, table)


def _place(kind: str, id: str) -> str:
    """Return what a stream is called; empty if it is that of the house."""
    return {"table": f"Table {id}", "link": f"Jackpot {jackpot_name(id)}"}.get(kind, "")


def _hit(board: Board, link: Link, hit: Hit) -> Alert:
    jackpot, amount = link.jackpot, Money(hit.amount_cents, board.floor.currency)
    waits = hit.state == "waiting"
    row = won_row(board.table(hit.table), jackpot.id, hit.row)
    text = f"{jackpot_name(jackpot.id)}: {row}, " + (
        "waits for the hit before it" if waits else f"{hit.percent}% is {amount}, {hit.state}"
    )
    title = f"Jackpot pending, table {hit.table}"
    id = f"hit-{jackpot.id}-{hit.order}"
    return Alert(id, "hit", "alarm", title, text, hit.table, jackpot.id, hit.at)


def _proposal(one: Proposal, what: str) -> Alert:
    """It goes when it is decided, or too old to be."""
    kind, _, id = one.stream.partition("/")
    who = "a second person" if one.first else "two people"
    title = f"{what or _place(kind, id) or 'The floor'} waits for {who}"
    text = f"Badge {one.first} proposes it" if one.first else "Filed by the server"
    text += f"; badge {one.second} is to approve it" if one.second else ""
    text += f", within {SECONDS // 60} minutes" if one.first and one.stream != HOUSE else ""
    table, jackpot = (id if kind == name else "" for name in ("table", "link"))
    name, since = f"proposal-{one.number}", at(one.at * 1000)
    return Alert(name, "proposal", "notice", title, text, table, jackpot, since)


# --- tables ---


def _link(id: str, table: Table) -> Iterator[Alert]:
    incident = table.incidents.get("link")
    if incident is None:
        return
    lost = table.panel.lost
    title = f"Link lost, table {id}" if lost else f"Link back, table {id}"
    text = (
        "Jackpot bets are not taken until it is back"
        if lost
        else f"It was lost in round {incident.round}"
    )
    yield _incident("link", id, incident, title, text, over=not lost)


def _dispute(id: str, table: Table) -> Iterator[Alert]:
    incident = table.incidents.get("dispute")
    if incident is not None and table.dispute is not None:
        text = f"Position {table.dispute}, round {incident.round}; a supervisor decides"
        yield _incident("dispute", id, incident, f"Dispute, table {id}", text, over=False)


def _variance(id: str, table: Table) -> Iterator[Alert]:
    incident = table.incidents.get("variance")
    if incident is not None:
        currency = "USD" if table.opened is None else table.opened.currency
        amount = Money(abs(incident.cents), currency)
        text = f"{amount} {'too much' if incident.cents > 0 else 'too little'} in the tray"
        text += ", explained" if incident.explained else ", not explained yet"
        yield _incident("variance", id, incident, f"Variance, table {id}", text, over=True)


def _incident(
    kind: Literal["link", "dispute", "variance"],
    id: str,
    incident: Incident,
    title: str,
    text: str,
    *,
    over: bool,
) -> Alert:
    name = f"{kind}-{id}-{incident.number}"
    return Alert(name, kind, "alarm", title, text, id, since=incident.at, over=over)


def _shoe(id: str, table: Table) -> Iterator[Alert]:
    shoe = table.shoe
    if table.open and shoe.stage == "in play" and shoe.cut_card_out:
        text = "This is the last hand" if shoe.last_hand else "The cutting card is out"
        title = f"Shoe ending, table {id}"
        name = f"shoe-{id}-{shoe.number}"
        yield Alert(name, "shoe", "notice", title, f"{text}; {shoe.cards} cards are left", id)


def _limits(id: str, table: Table) -> Iterator[Alert]:
    announced = table.announced
    if table.open and announced is not None:
        text = f"They may hold from round {holds_from(table)} on; it is round {table.round.number}"
        title = f"Limits announced, table {id}"
        yield Alert(f"limits-{id}-{announced.round}", "limits", "notice", title, text, id)


OF_TABLES: tuple[Callable[[str, Table], Iterator[Alert]], ...] = (
    _link,
    _dispute,
    _variance,
    _shoe,
    _limits,
)
"""What follows from how a table stands, and from nothing else."""


def _silence(id: str, table: Table, now: str) -> Iterator[Alert]:
    """Nobody has done anything in a round for so long that the dealer seems to be gone."""
    round = table.round
    if not table.open or (round.stage == "betting" and not round.bets) or not table.at:
        return
    if seconds_between(table.at, now) >= SILENT_SECONDS:
        text = f"Nothing was done in round {round.number} for {SILENT_SECONDS // 60} minutes"
        title = f"Nobody deals, table {id}"
        name = f"dealer-{id}-{round.number}"
        yield Alert(name, "dealer", "notice", title, text, id, since=table.at)
