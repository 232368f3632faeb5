"""The journal as people search it: lines in words, the chains, and how a verification stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from pitboss.codes import codes
from pitboss.house.clock import local_time
from pitboss.house.journal import asking
from pitboss.house.journal.searching import FoundLine
from pitboss.house.journal.searching import Page as PageOfLines
from pitboss.house.journal.steps import movements_of, script_of
from pitboss.house.journal.streams import StreamState
from pitboss.house.journal.verification import Watched
from pitboss.house.people.proposals import is_approved
from pitboss.house.serving.trails import signers
from pitboss.jackpot.names import EITHER, jackpot_name
from pitboss.jackpot.telling import told
from pitboss.refusals import Refusal, nearest, unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle.accounts import MICROS_PER_CENT, Movement
from pitboss.table.floor.records import Floor
from pitboss.table.record.codec import COMMANDS, FACTS
from pitboss.table.record.journal import Line
from pitboss.table.steps import Fact
from pitboss.table.steps.shifts import ShiftClosed
from pitboss.table.steps.tray import TrayCounted
from pitboss.web.screens.automatons import signed, with_cards
from pitboss.web.words import words

WORDS = words["manager_journal"]
PATH = "/manager/journal"
DAY = len("2026-11-16")
LONG = 120
"""Letters of a line that are shown: what opens a table has every limit in it."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Terms(asking.Terms):
    """What is typed into the form."""

    __slots__ = ()

    @property
    def query(self) -> str:
        """The terms as an address has them.

        >>> Terms("table/1", wager="tie").query
        'stream=table/1&wager=tie'
        """
        return urlencode({name: text for name, text in self._asdict().items() if text}, safe="/:")

    def meant(self, rulebook: Rulebook) -> Terms:
        """Return the terms as the record has them: people write kinds and wagers in words.

        >>> from pitboss.rulebook import catalog
        >>> terms = Terms(kind="Place bet", wager="Sun 7 Progressive").meant(catalog())
        >>> terms.kind, terms.wager, Terms(kind="PlaceBet", wager="tie").meant(catalog())[4::3]
        ('PlaceBet', 'sun-7-progressive', ('tie', 'PlaceBet'))
        """
        kinds = {spoken(kind).lower(): kind for kind in (*COMMANDS, *FACTS)}
        wagers = {name.lower(): id for name, id in wager_names(rulebook).items()}
        kind, wager = (" ".join(text.lower().split()) for text in (self.kind, self.wager))
        written = kinds.get(kind, self.kind[:1].upper() + self.kind[1:])
        if written and written not in kinds.values():
            near = nearest(kind, kinds)
            message = WORDS["no_kind"].format(kind=self.kind)
            remedy = WORDS["kind_near"].format(kind=spoken(kinds[near])) if near else ""
            raise unreadable("unknown-record", message, remedy or WORDS["kind_any"])
        whole, _, _ = wager.rpartition(", ")
        return self._replace(
            kind=written, wager=wagers.get(wager) or wagers.get(whole) or self.wager
        )

    @property
    def begins(self) -> str:
        """The first time that is asked for, as a field for times takes it."""
        return f"{self.since}T00:00" if len(self.since) == DAY else self.since

    @property
    def ends(self) -> str:
        """The last time that is asked for."""
        return f"{self.until}T23:59" if len(self.until) == DAY else self.until


class Row(NamedTuple):
    """A line of the record that was found."""

    id: str
    day: str
    time: str
    who: str
    where: str
    says: str
    """What was asked: a line of a script, else the kind of command."""
    followed: tuple[str, ...]
    counted_cents: int | None
    """What was counted in the tray; None if it was not."""
    moved: tuple[tuple[str, int], ...]
    """Why chips or money moved, and how many cents for each reason."""
    refusal: Refusal | None
    address: str
    """Of its round, or of its jackpot; empty if it has neither."""
    hash: str


class Listed(NamedTuple):
    """A page of the lines that were found, or why nothing could be looked for."""

    terms: Terms
    rows: tuple[Row, ...] = ()
    counted: str = "0"
    older: str | None = None
    cursor: str = ""
    """Where this page began; empty for the newest lines."""
    refusal: Refusal | None = None

    def page(self, cursor: str | None) -> str:
        """Return the address of a page."""
        asked = "&".join(filter(None, (self.terms.query, f"cursor={cursor}" if cursor else "")))
        return f"{PATH}?{asked}" if asked else PATH


def listed(terms: Terms, cursor: str, page: PageOfLines, floor: Floor) -> Listed:
    """Return a page of a search as it is shown."""
    rows = tuple(_row(one, floor, terms.query) for one in page.lines)
    return Listed(terms, rows, page.counted, page.cursor, cursor)


def _row(one: FoundLine, floor: Floor, query: str) -> Row:
    line = one.line
    time = local_time(line.at, floor.timezone)
    says = _says(line)
    return Row(
        f"{line.stream}/{line.sequence}",
        time[:DAY],
        time[DAY + 1 :],
        _who(line, floor),
        place_of(line.stream),
        says if len(says) <= LONG else f"{says[:LONG]}\N{HORIZONTAL ELLIPSIS}",
        tuple(_followed(line.stream, fact, floor.currency) for fact in line.facts),
        next((one.cents for one in line.facts if isinstance(one, TrayCounted | ShiftClosed)), None),
        tuple(_moved(line)),
        line.refusal,
        _address(line, query),
        one.hash[:8],
    )


def _moved(line: Line) -> Iterator[tuple[str, int]]:
    micros = Counter[str]()
    for move in (move for fact in line.facts for move in movements_of(fact)):
        amount = move.cents * MICROS_PER_CENT if isinstance(move, Movement) else move.micros
        micros[move.reason] += amount
    for reason, amount in micros.items():
        if cents := amount // MICROS_PER_CENT:
            yield reason, cents


def _who(line: Line, floor: Floor) -> str:
    """Return who gave a line, with whose card or upon whose proposal: "dealer" is no badge."""
    badges = {badge.number for badge in floor.badges}
    others = [name for name in signers(line) if name != line.actor and name in badges]
    if not others or line.actor not in badges:
        return signed(line.actor, floor)
    if is_approved(line.id):
        names = (signed(one, floor) for one in (*others, line.actor))
        return str(WORDS["approved_by"].format(*names))
    return with_cards(line.actor, " and ".join(others), floor)


def _says(line: Line) -> str:
    assert line.command is not None, "a line of today's schema"
    return script_of(line.command) or spoken(type(line.command).__name__)


def spoken(kind: str) -> str:
    """Return the kind of a command or fact in words.

    >>> spoken("BetPlaced")
    'Bet placed'
    """
    return str(WORDS["kinds"].get(kind) or _HUMP.sub(" ", kind).capitalize())


def _followed(stream: str, fact: Fact, currency: str) -> str:
    if stream.startswith("table/"):
        return spoken(type(fact).__name__)
    said = told(fact, currency)
    return said[:1].upper() + said[1:]


def place_of(stream: str) -> str:
    """Return what a stream is called.

    >>> place_of("table/3"), place_of("link/sun-7"), place_of("house")
    ('Table 3', 'Jackpot Sun 7', 'House')
    """
    kind, _, id = stream.partition("/")
    return str(WORDS["places"][kind]).format(id=jackpot_name(id) if kind == "link" else id)


def _address(line: Line, query: str) -> str:
    kind, _, id = line.stream.partition("/")
    if kind == "link":
        return f"/manager/jackpots/{id}"
    if kind != "table":
        return ""
    asked = f"?line={line.sequence}" + (f"&{query}" if query else "")
    return f"{PATH}/tables/{id}/rounds/{line.round or 1}{asked}"


# --- what may be typed ---


class Choices(NamedTuple):
    """What a field of the form offers."""

    streams: tuple[tuple[str, str], ...]
    kinds: tuple[str, ...]
    wagers: tuple[str, ...]
    codes: tuple[tuple[str, str], ...]
    """Of the refusals on record, each with its words."""


def choices(streams: Sequence[str], refused: Sequence[str], rulebook: Rulebook) -> Choices:
    """Return what may be looked for: ``refused`` are the codes that the record has."""
    return Choices(
        tuple((stream, place_of(stream)) for stream in streams),
        tuple(sorted(map(spoken, {*COMMANDS, *FACTS}))),
        tuple(sorted(wager_names(rulebook))),
        tuple((code, meant(code)) for code in refused),
    )


def wager_names(rulebook: Rulebook) -> dict[str, str]:
    """Return the ids of wagers by what people call them, however the house runs a jackpot."""
    own = [(wager.name, id) for game in rulebook for id, wager in game.own.items()]
    return {
        called: id
        for name, id in own
        for called in (name.removesuffix(EITHER), name.replace(f"Progressive{EITHER}", EITHER[4:]))
    }


def meant(refused: str) -> str:
    """Return the code of a refusal in words.

    >>> meant("shoe-empty")
    'Shoe empty: a card is dealt from an empty shoe.'
    """
    named = refused.replace("-", " ").capitalize()
    means = codes()[refused].meaning if refused in codes() else ""
    return f"{named}: {means[:1].lower()}{means[1:]}" if means else named


# --- chains ---


class Chain(NamedTuple):
    """How a stream stands, and where it is downloaded."""

    state: StreamState
    name: str
    time: str
    checkpoint_time: str
    file: str


def chains(states: Sequence[StreamState], timezone: str) -> tuple[Chain, ...]:
    """Return how the streams stand, with times of the clock on the wall."""
    return tuple(
        Chain(
            one,
            place_of(one.stream),
            _stamp(one.at, timezone),
            _stamp(one.checkpoint_at, timezone),
            f"/api/v1/journal/streams/{one.stream}.jsonl",
        )
        for one in states
    )


def _stamp(at: str | None, timezone: str) -> str:
    return "" if at is None else local_time(at, timezone).replace("T", " ")


class Verifying(NamedTuple):
    """How a verification stands, with times of the clock on the wall."""

    watched: Watched
    begun: str
    ended: str

    @property
    def percent(self) -> int:
        """How much of the record was looked at."""
        return 100 * self.watched.done // self.watched.of if self.watched.of else 0

    @property
    def place(self) -> str:
        """The stream that breaks; empty where it is no line."""
        broken = self.watched.broken
        return "" if broken is None or broken.stream is None else place_of(broken.stream)


def verifying(watched: Watched, timezone: str) -> Verifying:
    """Return how a verification stands, as it is shown."""
    return Verifying(watched, _stamp(watched.begun, timezone), _stamp(watched.ended, timezone))
