"""A floor: tables, their jackpots and the house, and what follows at one from what another did.

What a person does stands in one stream. What the server makes of it, it gives as commands to the
other streams: the hit of a table to its jackpot, a pending jackpot to every linked table, the
shares of a paid hit to those who sit there. So each stream can be checked by itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pitboss.jackpot.floor_changes import ChangeFloor, is_in_use
from pitboss.jackpot.hits import (
    AwardReturned,
    HitDismissed,
    HitPaid,
    HitRecorded,
    PayHit,
    RecordHit,
)
from pitboss.jackpot.house import COMMANDS as OF_HOUSE
from pitboss.jackpot.house import OpenFloor
from pitboss.jackpot.ledger import Ledger
from pitboss.jackpot.link import DECIDERS as OF_LINKS
from pitboss.jackpot.link import (
    CountContributions,
    DrawFixedPays,
    FixedPaysDrawn,
    Hit,
    Link,
    ReverseRound,
    Sums,
    may_need_count,
    meter_now,
    needs_count,
)
from pitboss.jackpot.people import as_before, signed, unsigned
from pitboss.jackpot.settings import ChangeRates, CloseJackpot, OpenJackpot, RatesChanged
from pitboss.jackpot.streams import HouseRecorder, LinkRecorder, Recorded
from pitboss.jackpot.terms import jackpot_terms, rules_digest, sensor_link
from pitboss.refusals import Refusal, did_you_mean, one_line, unreadable
from pitboss.rulebook import Rulebook
from pitboss.settle.accounts import MICROS_PER_CENT
from pitboss.table.accounts import tray_too_small
from pitboss.table.floor.records import Floor
from pitboss.table.floor.setups import offer_of, setup_of
from pitboss.table.record.journal import STREAM, Line
from pitboss.table.record.recorder import CHANCE_ACTS, Given, Mark, Recorder, Request, taken
from pitboss.table.state import Table
from pitboss.table.steps import DECIDERS as OF_TABLES
from pitboss.table.steps import SERVER as HEARD
from pitboss.table.steps import Command, Fact, OpenTable
from pitboss.table.steps.chance import OF_CHANCE
from pitboss.table.steps.closing import ProgressivesTaken
from pitboss.table.steps.dealing import RoundMadeFree
from pitboss.table.steps.errors import RoundVoided
from pitboss.table.steps.hits import CloseHit, JackpotHit, NoteHit, PayShares
from pitboss.table.steps.opening import TableOpened
from pitboss.table.steps.panel import LinkJackpots, ReceiveFixedPays, ShowJackpot
from pitboss.table.steps.paying import PositionPaid

SERVER = "server"
"""Who gives the commands that follow from others."""
TOLD_LINKS = (OpenJackpot, CountContributions, RecordHit, ReverseRound, DrawFixedPays)
"""What only the server tells a jackpot."""
TOLD_TABLES = tuple(HEARD - set(OF_CHANCE))
"""What only the server tells a table, because of its jackpots."""
ASKED: Mapping[str, Collection[type]] = {
    "house": OF_HOUSE.values(),
    "link": OF_LINKS,
    "table": OF_TABLES,
}
"""The commands of each kind of stream."""
AnyRecorder = HouseRecorder | LinkRecorder | Recorder
FOLLOWED = frozenset(
    (TableOpened, ProgressivesTaken, RoundVoided, RoundMadeFree, JackpotHit, PositionPaid)
)
"""What a table does that may concern its jackpots."""


class FloorRun:
    """A floor in memory, driven by requests to its streams."""

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.rulebook = rulebook
        self.house = HouseRecorder(rulebook)
        self.tables: dict[str, Recorder] = {}
        self.links: dict[str, LinkRecorder] = {}
        self.ledger = Ledger()
        self.posts = True
        """Whether the ledger is kept; that of a house is in its database."""
        self.runs: frozenset[str] | None = None
        """The tables that run here; None if all do."""
        self.elsewhere: dict[str, dict[str, int]] = {}
        """What tables that run elsewhere have registered for each jackpot, as last read."""
        self.others: dict[str, Table] = {}
        """Tables that run elsewhere, where it matters what all of them do."""
        self.marks: dict[str, tuple[AnyRecorder, Mark[Any]]] = {}
        """Where each stream was that has changed since :meth:`begin`."""
        self._given: list[Recorded] = []
        self._cause = Request("", OpenFloor("", ""))

    @property
    def floor(self) -> Floor:
        """The floor that was opened."""
        assert self.house.state.floor is not None, "a floor that is open"
        return self.house.state.floor

    def give(self, stream: str, request: Request) -> tuple[Recorded, ...]:
        """Answer a request to a stream; return its line with those of the server around it.

        An id that was answered before gets the same answer, and nothing follows from it again. The
        server's own ids name the stream and the id that they follow from; nobody else may use such.
        What no stream of that kind has, or what the server alone does, is refused and not recorded.
        """
        self._given, self._cause = [], request._replace(id=f"{stream} {request.id}")
        refused = _misdirected(stream, request)
        needs_floor = stream != "house" or isinstance(request.command, ChangeFloor)
        if refused is None and needs_floor and self.house.state.floor is None:
            refused = _no_stream(stream, "open a floor first")
        if refused is not None:
            self._refuse(stream, request, refused)
        elif stream == "house":
            self._to_house(request)
        elif stream.startswith("link/"):
            self._to_link(self.link(stream.removeprefix("link/")), request)
        else:
            self._to_table(stream.removeprefix("table/"), request)
        return tuple(self._given)

    def begin(self) -> None:
        """Remember where every stream is, to come back to with :meth:`rollback`."""
        self.marks.clear()

    def rollback(self) -> None:
        """Go back to where every stream was: what followed could not be kept."""
        for recorder, mark in self.marks.values():
            recorder.reset(mark)
            recorder.lines.clear()
        self.marks.clear()

    def forget_lines(self) -> None:
        """Forget which ids were answered: somebody else remembers them now."""
        for recorder, _ in self.marks.values():
            recorder.lines.clear()
        self.marks.clear()

    def _touch(self, recorder: AnyRecorder) -> None:
        if recorder.stream not in self.marks:
            self.marks[recorder.stream] = recorder, recorder.mark()

    def answer_to(self, given: tuple[Recorded, ...]) -> Recorded:
        """Return what was asked for, of a group of lines: by a person, or refused alone."""
        return next((one for one in given if one.request.actor != SERVER), given[-1])

    def link(self, jackpot: str) -> LinkRecorder:
        """Return a jackpot of the floor, or refuse one that is none."""
        if jackpot not in self.links:
            message = f'{self.floor.name} has no jackpot "{jackpot}"'
            raise unreadable("no-such-jackpot", message, did_you_mean(jackpot, self.links))
        return self.links[jackpot]

    def table(self, id: str) -> Recorder:
        """Return a table of the floor, open or not, or refuse one that is none."""
        if id not in self.tables or id in self.house.state.former:
            self.floor.table(id)
            if self.runs is not None and id not in self.runs:
                message = f"table {id} runs in another house"
                raise unreadable("table-elsewhere", message, "ask the house that runs it")
            self.tables[id] = Recorder(f"table/{id}")
        return self.tables[id]

    def opening(self, id: str) -> OpenTable:
        """Return the command that opens a table as the floor file says."""
        return OpenTable(setup_of(self.floor, id, self.rulebook))

    def odometers(self, jackpot: str) -> Mapping[str, int]:
        """Return the units that each table has registered for a jackpot."""
        own = {
            id: units
            for id, recorder in self.tables.items()
            if (units := recorder.table.panel.odometers.get(jackpot, 0))
        }
        elsewhere = self.elsewhere.get(jackpot)
        return own if elsewhere is None else {**elsewhere, **own}

    def jackpot(self, jackpot: str) -> Link:
        """Return a jackpot with all that was registered for it, counted or not."""
        return meter_now(self.link(jackpot).state, self.odometers(jackpot))

    # --- the house ---

    def _to_house(self, request: Request) -> None:
        opens = isinstance(request.command, OpenFloor)
        if isinstance(request.command, ChangeFloor):
            before = self.house.lines.get(request.id)
            command = request.command._replace(playing=self._in_use())
            known = None if before is None else before.command
            request = request._replace(command=as_before(command, known))
        self._touch(self.house)
        given = self.house.give(request)
        answer = self._record("house", given, request)
        if opens and given.text is not None and not isinstance(answer, Refusal):
            self.open_links()
            for jackpot in self.floor.jackpots:
                terms = jackpot_terms(self.floor, jackpot, self.rulebook)
                self._tell_link(jackpot.id, OpenJackpot(terms))

    def _in_use(self) -> tuple[str, ...]:
        """Return the tables that are open or hold chips, also those that run elsewhere."""
        return tuple(sorted(id for id, table in self._known().items() if is_in_use(table)))

    def _known(self) -> dict[str, Table]:
        """Return the tables that run here, and as far as it matters those elsewhere."""
        return self.others | {id: recorder.table for id, recorder in self.tables.items()}

    def open_links(self) -> None:
        """Make a stream for every jackpot of the floor."""
        for jackpot in self.floor.jackpots:
            digest = rules_digest(self.floor, jackpot, self.rulebook)
            self.links[jackpot.id] = LinkRecorder(jackpot.id, digest)

    # --- jackpots ---

    def _to_link(self, recorder: LinkRecorder, request: Request) -> None:
        jackpot = recorder.stream.removeprefix("link/")
        command = signed(request.command, self.house.state.badges)
        if isinstance(command, Refusal):
            self._refuse(recorder.stream, request, command)
            return
        if isinstance(command, ChangeRates):
            command = command._replace(playing=self._playing(jackpot))
        elif isinstance(command, CloseJackpot):
            command = command._replace(playing=self._in_a_round(jackpot))
        before = recorder.lines.get(request.id)
        if before is not None:
            command = as_before(command, before.command)
        request = request._replace(command=command)
        if before is None:
            short = self._envy_too_much(recorder.state, command)
            if short is not None:
                self._refuse(recorder.stream, request, short)
                return
            self._count(jackpot)
        self._touch(recorder)
        given = recorder.give(request)
        answer = self._record(recorder.stream, given, request)
        if given.text is not None:
            self._follow_link(jackpot, answer, recorder.sequence)

    def _follow_link(self, jackpot: str, answer: tuple[Fact, ...] | Refusal, line: int) -> None:
        """Tell the tables that run here what concerns them of a line of a jackpot's stream."""
        if isinstance(answer, Refusal):
            return
        link = self.links[jackpot].state
        fresh = {
            id
            for id in self._linked(jackpot)
            if self.tables[id].table.panel.heard.get(jackpot, 0) < line
        }
        for fact in answer:
            for id, command in self._told_of(jackpot, link, fact, line):
                if id in fresh:
                    self._tell_table(id, command)
            if isinstance(fact, RatesChanged):
                for id in fresh:
                    self._link_table(id)
        if line < self.links[jackpot].sequence:
            return  # how it stands now is told of the last line
        for id in self._linked(jackpot):
            if self.tables[id].table.panel.shown.get(jackpot, "open") != link.state:
                self._tell_table(id, ShowJackpot(jackpot, link.state, line))

    def _told_of(
        self, jackpot: str, link: Link, fact: Fact, line: int
    ) -> Iterator[tuple[str, Command]]:
        """Yield what tables are told of a fact."""
        if isinstance(fact, HitRecorded):
            for table, positions in _positions(fact.sharers, fact.table):
                yield table, NoteHit(jackpot, fact.order, line, positions, table == fact.table)
        elif isinstance(fact, HitPaid):
            yield from _payments(link.hit(fact.order), jackpot, line)
        elif isinstance(fact, HitDismissed):
            hit = link.hit(fact.order)
            for table, _ in _positions(hit.sharers, hit.table):
                yield table, CloseHit(jackpot, hit.order, line, "dismissed")
        elif isinstance(fact, AwardReturned):
            hit = link.hit(fact.order)
            for table, shares in _by_table(hit.shares, hit.table):
                yield table, CloseHit(jackpot, hit.order, line, "backed-out", shares)
        elif isinstance(fact, FixedPaysDrawn) and fact.drawn_micros:
            cents = fact.drawn_micros // MICROS_PER_CENT
            yield fact.table, ReceiveFixedPays(jackpot, cents, line)

    def follow(self, line: Line) -> tuple[Recorded, ...]:
        """Tell the tables that run here of a line that another house wrote to a jackpot."""
        jackpot = line.stream.removeprefix("link/")
        self._given = []
        self._cause = Request(
            f"{line.stream} {line.sequence}", OpenFloor("", ""), at=line.at, offset=line.offset
        )
        self._follow_link(jackpot, line.facts, line.sequence)
        return tuple(self._given)

    def _envy_too_much(self, link: Link, command: Command) -> Refusal | None:
        """Refuse to pay a hit whose envy the tray of its table does not hold."""
        if not isinstance(command, PayHit):
            return None
        for one in link.hits:
            if one.open and command.order in (0, one.order):
                envy = one.dealer_envy_cents + sum(cents for _, cents in one.player_envy)
                recorder = self.tables.get(one.table)
                return None if recorder is None else tray_too_small(recorder.table, envy)
        return None

    def _playing(self, jackpot: str) -> tuple[str, ...]:
        return tuple(id for id, table in self._wherever(jackpot) if table.open)

    def _in_a_round(self, jackpot: str) -> tuple[str, ...]:
        """Return the tables that are in a round for a jackpot, or have a win of it to call."""
        return tuple(
            id
            for id, table in self._wherever(jackpot)
            if (table.panel.registered_for(jackpot) and table.panel.round == table.round.number)
            or any(won.jackpot == jackpot for won in table.panel.won)
        )

    def _wherever(self, jackpot: str) -> list[tuple[str, Table]]:
        """Return the tables of a jackpot that were opened, also those that run elsewhere."""
        tables = self._known()
        ids = self.links[jackpot].state.jackpot.tables
        return [(id, tables[id]) for id in ids if id in tables and tables[id].opened]

    def _linked(self, jackpot: str) -> list[str]:
        """Return the tables of a jackpot that were opened, by its order of them."""
        tables = self.links[jackpot].state.jackpot.tables
        return [id for id in tables if id in self.tables and self.tables[id].table.opened]

    def _count(self, jackpot: str) -> None:
        """Put on record what the tables have registered, if there is anything new."""
        link, odometers = self.links[jackpot].state, self.odometers(jackpot)
        if link.counted(odometers):
            self._tell_link(jackpot, CountContributions(tuple(sorted(odometers.items()))))

    # --- tables ---

    def _to_table(self, id: str, request: Request) -> None:
        recorder = self.table(id)
        refused = unsigned(request.command, self.house.state.badges)
        if refused is not None:
            self._refuse(recorder.stream, request, refused)
            return
        before = recorder.table
        self._touch(recorder)
        given = recorder.give(request)
        answer = self._record(recorder.stream, given, request)
        if isinstance(answer, Refusal) or given.text is None:
            return
        for fact in answer:
            if type(fact) in FOLLOWED:
                self._follow_table(id, before, fact)

    def _follow_table(self, id: str, before: Table, fact: Fact) -> None:
        """Tell the jackpots what a table did that concerns them."""
        if isinstance(fact, TableOpened):
            self._link_table(id)
        elif isinstance(fact, ProgressivesTaken):
            for game in fact.registered:
                link = self.links[game.jackpot].state
                if may_need_count(link) and needs_count(link, self.odometers(game.jackpot)):
                    self._count(game.jackpot)
        elif isinstance(fact, (RoundVoided, RoundMadeFree)):
            panel = before.panel
            for game in panel.registered if panel.round == before.round.number else ():
                reversal = ReverseRound(id, panel.round, len(game.positions))
                self._count(game.jackpot)
                self._tell_link(game.jackpot, reversal)
        elif isinstance(fact, JackpotHit):
            self._count(fact.jackpot)
            self._tell_link(fact.jackpot, self._hit(id, fact))
        elif isinstance(fact, PositionPaid):
            self._draw_fixed(id, before, fact)

    def _hit(self, id: str, fact: JackpotHit) -> RecordHit:
        sharers = [f"{id}/{position}" for position in fact.positions]
        link = self.links[fact.jackpot].state
        if link.jackpot.scope == "all-linked-tables" and self._all_share(id, fact.jackpot):
            for other in self._linked(fact.jackpot):
                table = self.tables[other].table
                if other != id and table.panel.round == table.round.number:
                    playing = table.panel.registered_for(fact.jackpot)
                    sharers += [f"{other}/{position}" for position in playing]
        envy = tuple((f"{id}/{position}", cents) for position, cents in fact.player_envy)
        return RecordHit(
            id, fact.round, fact.row, fact.percent, tuple(sharers), fact.dealer_envy_cents, envy
        )

    def _all_share(self, id: str, jackpot: str) -> bool:
        """Say whether all who wager share, not only who won the row."""
        table = self.tables[id].table
        sensor = table.panel.link_of(jackpot)
        assert sensor is not None, "a jackpot of this table"
        provision = table.setup.wagers[sensor.wager].jackpot
        return provision is not None and provision.split == "wagering-players"

    def _draw_fixed(self, id: str, before: Table, fact: PositionPaid) -> None:
        """Let a meter give what a tray paid of its fixed rows, where the house says so."""
        for sensor in before.panel.links:
            if self.links[sensor.jackpot].state.jackpot.fixed != "meter":
                continue
            results = before.round.settled
            cents = sum(
                results[laid.number].won_cents + results[laid.number].returned_cents
                for laid in before.round.bets
                if laid.number in fact.numbers and laid.bet.wager == sensor.wager
            )
            if cents:
                self._count(sensor.jackpot)
                self._tell_link(sensor.jackpot, DrawFixedPays(id, before.round.number, cents))

    def _link_table(self, id: str) -> None:
        """Tell a table its jackpots, and which of them are not open."""
        setup = self.tables[id].table.setup
        links = []
        for jackpot in self.floor.jackpots_at(id):
            offer = offer_of(setup, jackpot)
            if offer is not None:
                name = dict(zip(setup.offers, setup.names, strict=True))[offer]
                links.append(sensor_link(self.links[jackpot.id].state.jackpot, setup, name))
        if links:
            heard = tuple((link.jackpot, self.links[link.jackpot].sequence) for link in links)
            self._tell_table(id, LinkJackpots(tuple(links), heard))
        for link in links:
            recorder = self.links[link.jackpot]
            if recorder.state.state != "open":
                shown = ShowJackpot(link.jackpot, recorder.state.state, recorder.sequence)
                self._tell_table(id, shown)

    # --- lines ---

    def _tell_table(self, id: str, command: Command) -> None:
        self._tell(self.tables[id], command)

    def _tell_link(self, jackpot: str, command: Command) -> None:
        recorder = self.links[jackpot]
        answer = self._tell(recorder, command)
        self._follow_link(jackpot, answer, recorder.sequence)

    def _tell(self, recorder: AnyRecorder, command: Command) -> tuple[Fact, ...]:
        """Give a command that follows from the one at hand, by the server, at the same time."""
        at = max(self._cause.at, recorder.last_at())
        id = f"{SERVER} {self._cause.id}+{len(self._given)}"
        request = Request(id, command, SERVER, at=at, offset=self._cause.offset)
        self._touch(recorder)
        answer = self._record(recorder.stream, recorder.give(request), request)
        assert not isinstance(answer, Refusal), f"{recorder.stream} refuses the server: {answer}"
        return answer

    def _record(self, stream: str, given: Given, request: Request) -> tuple[Fact, ...] | Refusal:
        self._given.append(Recorded(stream, request, *given))
        if self.posts and given.text is not None and not isinstance(given.answer, Refusal):
            self.ledger.post(stream, given.answer)
        return given.answer

    def _refuse(self, stream: str, request: Request, refusal: Refusal) -> None:
        """Answer without a record: nobody known has asked."""
        self._given.append(Recorded(stream, request, refusal, None))


def _misdirected(stream: str, request: Request) -> Refusal | None:
    """Refuse what no stream of that kind has, and what nobody but the server may ask."""
    command = type(request.command)
    if request.id.startswith(f"{SERVER} "):
        return taken(request.id)
    if not STREAM.fullmatch(stream):
        return _no_stream(stream, "name house, link/JACKPOT or table/ID")
    if command not in ASKED[stream.partition("/")[0]]:
        message = f"{command.__name__} is no command for {stream}"
        return Refusal("command-of-another-stream", message, "give it to the stream it is for")
    told = request.actor == SERVER or command in TOLD_LINKS or command in TOLD_TABLES
    if told or (request.actor == CHANCE_ACTS) != (command in OF_CHANCE):
        message = f"{command.__name__} is asked for as the server alone does"
        return Refusal("server-alone", message, "ask in your own name for what people do")
    return None


def _no_stream(stream: str, remedy: str) -> Refusal:
    return Refusal("no-such-stream", f'there is no stream "{one_line(stream, 60)}"', remedy)


def _payments(hit: Hit, jackpot: str, line: int) -> Iterator[tuple[str, PayShares]]:
    """Yield what those of every table get of a hit that is paid."""
    envy = dict(_by_table(hit.player_envy, hit.table))
    for table, shares in _by_table(hit.shares, hit.table):
        dealer = hit.dealer_envy_cents if table == hit.table else 0
        paid = PayShares(jackpot, hit.order, line, shares, dealer, envy.get(table, ()))
        yield table, paid


def _positions(sharers: tuple[str, ...], first: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield who shares at each table, the hitting table first."""
    for table, shares in _by_table(tuple((who, 0) for who in sharers), first):
        yield table, tuple(position for position, _ in shares)


def _by_table(sums: Sums, first: str) -> Iterator[tuple[str, tuple[tuple[int, int], ...]]]:
    """Yield what those of each table get, the hitting table first."""
    tables = dict.fromkeys([first, *(who.rpartition("/")[0] for who, _ in sums)])
    for table in tables:
        yield (
            table,
            tuple(
                (int(who.rpartition("/")[2]), cents)
                for who, cents in sums
                if who.rpartition("/")[0] == table
            ),
        )
