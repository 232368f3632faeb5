"""The journal: what is written is read again, and whatever was done to a line is named."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from hashlib import sha256
from io import BytesIO, TextIOWrapper

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journals import (
    EVERYTHING,
    Session,
    baccarat,
    irregular_baccarat,
    read,
    replay,
    shooters,
    written,
)
from pitboss.games.cards import DECK, Card, card
from pitboss.refusals import Refusal, Unreadable
from pitboss.table import commands, facts
from pitboss.table.engine import fold
from pitboss.table.record.codec import FACTS, fact_of
from pitboss.table.record.journal import FIRST, KEYS, Journal, entries
from pitboss.table.record.replaying import cards_astray
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps.betting import BetPlaced, BetTakenBack
from pitboss.table.steps.clearing import LayoutCleared
from pitboss.table.steps.closing import BetsClosed, FreeHandCalled
from pitboss.table.steps.corrections import CardCorrected
from pitboss.table.steps.craps import DiceRolled
from pitboss.table.steps.cups import CupShaken
from pitboss.table.steps.dealing import CardDealt, RoundMadeFree
from pitboss.table.steps.errors import VoidRound
from pitboss.table.steps.inspection import CardsInspected
from pitboss.table.steps.opening import SetupChanged, TableOpened
from pitboss.table.steps.paying import LosersCollected, PositionPaid
from pitboss.table.steps.positions import ChipsBought
from pitboss.table.steps.registry import Fact
from pitboss.table.steps.results import BetsSettled
from pitboss.table.steps.tray import TrayFilled
from pitboss.table.steps.turning import CardsTurned, PointsCalled

st.register_type_strategy(Card, st.sampled_from(DECK))
st.register_type_strategy(Fraction, st.fractions())

short_session = cache(baccarat)
played = cache(lambda which: which())


def line_hash(line: str) -> str:
    """Return what the next line names as the one before it."""
    return sha256(line.removesuffix("\n").encode("ascii")).hexdigest()


def refusal_of(lines: Iterable[str], reader: Callable[[Iterable[str]], object] = replay) -> Refusal:
    """Return why a journal is refused."""
    with pytest.raises(Unreadable) as caught:
        reader(lines)
    return caught.value.refusal


def line_named(refusal: Refusal) -> int:
    """Return the first line that a refusal names."""
    found = re.search("line ([0-9]+)", refusal.message)
    assert found, refusal
    return int(found[1])


def index_of(session: Session, kind: type, number: int = 0) -> int:
    """Return where the event of a kind stands."""
    return [at for at, one in enumerate(session.events) if type(one) is kind][number]


def with_fact(events: list[Event], at: int, fact: Fact) -> list[str]:
    """Put another fact in the place of one, and hash all lines anew."""
    return written([*events[:at], events[at]._replace(fact=fact), *events[at + 1 :]])


def renumbered(events: Iterable[Event]) -> list[str]:
    """Number events anew, and hash all lines anew."""
    return written(one._replace(sequence=at) for at, one in enumerate(events, 1))


# --- facts and data ---


@pytest.mark.parametrize("name", FACTS)
def test_every_kind_of_fact_is_read_as_it_was_written(name: str) -> None:
    kind = FACTS[name]

    @settings(max_examples=20, deadline=None, database=None)
    @given(st.from_type(kind))
    def check(fact: Fact) -> None:
        text = json.dumps(data_of(fact))
        again = fact_of(name, json.loads(text))
        assert again == fact and type(again) is type(fact)
        assert json.dumps(data_of(again)) == text

    check()


def test_the_data_is_what_a_reader_expects() -> None:
    offers = (Offer("banker"),)
    setup = TableSetup(game="baccarat", offers=offers, vigorish_rate=Fraction(6, 100))
    data = json.loads(json.dumps(data_of(TableOpened(setup))))
    assert data["setup"]["vigorish_rate"] == "3/50"
    assert data["setup"]["offers"][0]["wager"] == "banker"
    turned = CardsTurned("player", (card("7s"), card("Td")))
    assert data_of(turned) == {"hand": "player", "cards": ["7s", "Td"]}
    assert data_of(CardDealt(None, "banker"))["card"] is None


@pytest.mark.parametrize(
    ("name", "data", "wrong"),
    [
        ("PositionTaken", {"position": "3"}, "PositionTaken.position is not a whole number"),
        ("PositionTaken", {"position": True}, "PositionTaken.position is not a whole number"),
        ("PositionTaken", {"position": 3.0}, "PositionTaken.position is not a whole number"),
        ("PositionTaken", {}, "PositionTaken.position is not there"),
        ("PositionTaken", {"position": 3, "color": 1}, "PositionTaken.color is not a field of it"),
        ("PositionTaken", [3], "PositionTaken is not an object"),
        ("CardsBurnt", {"first": "10d", "cards": 11}, "CardsBurnt.first is not a card"),
        ("CardsBurnt", {"first": ["5h"], "cards": 6}, "CardsBurnt.first is not a card"),
        ("CardDealt", {"card": "1h", "to": "player"}, "CardDealt.card is not"),
        ("CardDealt", {"card": "5h", "to": "dealer"}, "CardDealt.to is not one of player, banker"),
        ("CardDealt", {"card": "5h", "to": ["player"]}, "CardDealt.to is not one of"),
        ("CardsTurned", {"hand": "player", "cards": "7s"}, "CardsTurned.cards is not a list"),
        ("CardsTurned", {"hand": "player", "cards": ["7s", 8]}, "CardsTurned.cards[1] is not"),
        ("DiceRevealed", {"player": [1, 2], "banker": [1, 2, 3]}, "player is not a list of 3"),
        ("DeviceInspected", {"device": "shoe", "sound": 1}, "sound is not true or false"),
        (
            "TableOpened",
            {"setup": {"game": "baccarat", "offers": [], "vigorish_rate": "2/40"}},
            "TableOpened.setup.vigorish_rate is not",
        ),
    ],
)
def test_data_of_a_wrong_type_is_refused_by_its_field(name: str, data: object, wrong: str) -> None:
    with pytest.raises(Unreadable) as caught:
        fact_of(name, data)
    assert caught.value.refusal.code == "unreadable-event"
    assert wrong in caught.value.refusal.message


def test_an_unknown_event_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(Unreadable) as caught:
        fact_of("CardDealtt", {})
    assert caught.value.refusal.code == "unknown-event"
    assert 'did you mean "CardDealt"?' in caught.value.refusal.remedy


# --- lines ---


def test_a_line_is_compact_json_chained_by_hashes() -> None:
    session = short_session()
    last = FIRST
    for number, (line, event) in enumerate(zip(session.lines, session.events, strict=True), 1):
        data = json.loads(line)
        assert tuple(data) == KEYS and line.isascii()
        assert line == json.dumps(data, separators=(",", ":")) + "\n"
        assert (data["sequence"], data["previous"]) == (number, last)
        assert data["event"] == type(event).__name__
        assert (data["at"], data["shoe"], data["round"]) == event[1:4]
        body, _, _ = line.partition(',"hash":')
        assert sha256(body.encode()).hexdigest() == data["hash"]
        last = line_hash(line)
    journal = Journal()
    assert [journal.write(one) + "\n" for one in session.events] == session.lines
    assert journal.last == last


def test_the_same_run_gives_the_same_bytes() -> None:
    assert baccarat(3).lines == baccarat(3).lines


def test_a_journal_can_be_gone_on_with() -> None:
    session = short_session()
    first = Journal()
    lines = [first.write(one) for one in session.events[:20]]
    second = Journal(first.last, first.sequence)
    lines += [second.write(one) for one in session.events[20:]]
    assert [line + "\n" for line in lines] == session.lines


def test_line_ends_may_be_taken_off() -> None:
    session = short_session()
    assert list(read(line.rstrip("\n") for line in session.lines)) == session.events


def test_only_the_next_event_is_written() -> None:
    journal = Journal()
    with pytest.raises(AssertionError):
        journal.write(Event(2, "", 0, 1, BetsClosed()))


# --- replay ---


@pytest.mark.parametrize("which", EVERYTHING)
def test_the_table_from_a_journal_is_the_live_one(which: Callable[[], Session]) -> None:
    session = played(which)
    assert list(read(session.lines)) == session.events
    assert replay(session.lines) == session.table == fold(session.events)
    assert cards_astray(session.table) == 0


def test_every_kind_of_fact_has_been_replayed() -> None:
    happened = {type(one) for which in EVERYTHING for one in played(which).events}
    assert happened == set(facts.FACTS)


def test_each_fact_leads_follows_or_precedes() -> None:
    kinds = [*LEADS, *PRELUDES, *SEQUELS]
    assert len(kinds) == len(set(kinds)) and set(kinds) == set(facts.FACTS)
    assert set(LEADS.values()) | {VoidRound} == set(commands.COMMANDS)


# --- what was done to a line ---


def file_lines(content: bytes) -> list[str]:
    """Return the lines of a file as the command reads them."""
    return list(TextIOWrapper(BytesIO(content), "utf-8", "surrogateescape", newline="\n"))


def test_a_changed_bit_is_named_by_its_line() -> None:
    content = "".join(short_session().lines).encode()
    choice = random.Random(5)
    for at in choice.sample(range(len(content) - 1), 400):
        changed = bytearray(content)
        changed[at] ^= 1 << choice.randrange(8)
        refused = refusal_of(file_lines(bytes(changed)))
        line = content[:at].count(b"\n") + 1
        assert (refused.code, line_named(refused)) == ("journal-altered", line), (at, refused)


@pytest.mark.parametrize("at", [0, 1, 40, -1])
def test_an_altered_amount_is_named(at: int) -> None:
    lines = short_session().lines
    digit = re.search("[1-8]", lines[at][20:])
    assert digit
    place = 20 + digit.start()
    lines[at] = f"{lines[at][:place]}{int(digit[0]) + 1}{lines[at][place + 1 :]}"
    refused = refusal_of(lines)
    assert refused.code == "journal-altered"
    assert line_named(refused) == range(1, len(lines) + 1)[at]


@pytest.mark.parametrize("at", [0, 1, 40, -2])
def test_an_altered_line_with_a_new_hash_is_named_by_the_next_one(at: int) -> None:
    session = short_session()
    lines, at = session.lines, range(len(session.lines))[at]
    journal = Journal(FIRST if not at else line_hash(lines[at - 1]), at)
    lines[at] = journal.write(session.events[at]._replace(at="2026-11-17T00:00:00")) + "\n"
    refused = refusal_of(lines, lambda text: list(read(text)))
    assert (refused.code, line_named(refused)) == ("journal-altered", at + 1)


@pytest.mark.parametrize(("at", "gone"), [(0, 1), (1, 1), (40, 1), (40, 7), (-2, 1)])
def test_dropped_lines_are_named(at: int, gone: int) -> None:
    lines = short_session().lines
    at = range(len(lines))[at]
    del lines[at : at + gone]
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-line-missing", at + 1)
    assert (f"and {gone - 1} more" in refused.message) == (gone > 1)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (40, 41), (40, 60), (0, -1), (-2, -1)])
def test_lines_that_changed_places_are_named(one: int, other: int) -> None:
    lines = short_session().lines
    one, other = range(len(lines))[one], range(len(lines))[other]
    lines[one], lines[other] = lines[other], lines[one]
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-reordered", one + 1)
    assert f"and number {one + 1} at line {other + 1}" in refused.message


@pytest.mark.parametrize(("taken", "put"), [(40, 60), (60, 40)])
def test_a_line_that_was_moved_is_named(taken: int, put: int) -> None:
    lines = short_session().lines
    lines.insert(put, lines.pop(taken))
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-reordered", 41)


@pytest.mark.parametrize(("at", "to"), [(0, 1), (40, 41), (40, 90), (-1, 10_000)])
def test_a_repeated_line_is_named(at: int, to: int) -> None:
    lines = short_session().lines
    to = min(to, len(lines))
    lines.insert(to, lines[at])
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-line-inserted", to + 1)


@pytest.mark.parametrize("text", ["\n", "{}\n", "nonsense\n", "foreign"])
@pytest.mark.parametrize("at", [0, 40])
def test_an_inserted_line_is_named(at: int, text: str) -> None:
    lines = short_session().lines
    foreign = played(shooters).lines[at]
    lines.insert(at, foreign if text == "foreign" else text)
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-line-inserted", at + 1)


def test_a_line_inserted_with_a_right_hash_is_told_from_the_one_it_pushes_on() -> None:
    session = short_session()
    lines = session.lines
    journal = Journal(line_hash(lines[39]), 40)
    lines.insert(40, journal.write(session.events[40]._replace(fact=BetsClosed())) + "\n")
    refused = refusal_of(lines, lambda text: list(read(text)))
    assert (refused.code, line_named(refused)) == ("journal-line-inserted", 41)


def test_the_tail_of_another_journal_is_noticed() -> None:
    lines = short_session().lines[:40] + played(irregular_baccarat).lines[40:]
    refused = refusal_of(lines)
    assert refused.code == "journal-altered"
    assert "line 40 was altered: it has a hash that line 41 does not know" in refused.message


@pytest.mark.parametrize("end", [1, 20, 100, -60, -2])
def test_a_line_that_was_never_finished_is_called_cut_off(end: int) -> None:
    lines = short_session().lines
    lines[-1] = lines[-1][:end]
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-cut-off", len(lines))
    assert f"keep the {len(lines) - 1} lines before it" in refused.remedy
    assert len(list(read(lines[:-1]))) == len(lines) - 1


def test_a_command_that_is_recorded_by_half_is_called_cut_off() -> None:
    session = short_session()
    at = index_of(session, BetsSettled)
    refused = refusal_of(session.lines[:at])
    assert (refused.code, line_named(refused)) == ("journal-cut-off", at)
    assert "BetsSettled must follow" in refused.message
    irregular = played(irregular_baccarat)
    at = index_of(irregular, RoundMadeFree)
    refused = refusal_of(irregular.lines[: at + 1])
    assert refused.code == "journal-cut-off" and "CardDealt must follow" in refused.message


def test_whole_commands_cut_off_at_the_end_leave_a_sound_journal() -> None:
    session = short_session()
    assert replay(session.lines[:10]).sequence == 10


def test_an_empty_journal_is_refused() -> None:
    assert refusal_of([]).code == "journal-empty"


def test_another_file_is_no_journal() -> None:
    for text in ("hello\n", "{}\n", "[1, 2]\n", "\x00\x00\n", "\udcff\udcfe\n"):
        refused = refusal_of([text])
        assert refused.code == "journal-altered" and "or this is none" in refused.message


def test_carriage_returns_are_named() -> None:
    lines = [line.replace("\n", "\r\n") for line in short_session().lines]
    refused = refusal_of(lines)
    assert refused.code == "journal-altered" and "line 1 was altered" in refused.message
    assert "carriage return" in refused.message


# --- lines with right hashes that no table wrote ---


def hashed(body: str) -> str:
    """Give a first line its right hash, whatever it says."""
    start = f'{{"sequence":1,{body},"previous":"{FIRST}"'
    return f'{start},"hash":"{sha256(start.encode()).hexdigest()}"}}\n'


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('"at":"","shoe":0,"round":1,"event":"Nothing","data":{}', "unknown-event"),
        ('"at":"","shoe":0,"round":1,"event":"TableOpened","data":{}', "unreadable-event"),
        ('"at":"","shoe":0,"round":1,"event":"TableOpened","data":7', "unreadable-event"),
        ('"at":"","shoe":0,"round":1,"event":["x"],"data":{}', "journal-unreadable"),
        ('"at":5,"shoe":0,"round":1,"event":"BetsClosed","data":{}', "journal-unreadable"),
        ('"at":"","shoe":0.0,"round":1,"event":"BetsClosed","data":{}', "journal-unreadable"),
        ('"at":"","shoe":0, "round":1,"event":"BetsClosed","data":{}', "journal-unreadable"),
        ('"shoe":0,"at":"","round":1,"event":"BetsClosed","data":{}', "journal-unreadable"),
        ('"at":"","at":"","shoe":0,"round":1,"event":"BetsClosed","data":{}', "journal-unreadable"),
        ('"at":"","shoe":0,"round":1,"event":"BetsClosed","data":{', "journal-unreadable"),
        ('"at":"","shoe":0,"round":1,"data":{}', "journal-unreadable"),
        (f'"at":{"[" * 100_000},"shoe":0', "journal-unreadable"),
        (f'"at":"","shoe":{"9" * 5000}', "journal-unreadable"),
        ('"at":"","shoe":0,"round":1,"event":"BetsClosed","data":{}', "event-against-the-rules"),
        ('"at":"","shoe":0,"round":1,"event":"ShoeFinished","data":{}', "event-against-the-rules"),
    ],
)
def test_a_line_that_no_table_wrote_is_refused_whatever_its_hash(body: str, code: str) -> None:
    refused = refusal_of([hashed(body)])
    assert (refused.code, line_named(refused)) == (code, 1)


def test_a_forged_settlement_is_named_though_its_hashes_are_right() -> None:
    session = short_session()
    at = index_of(session, BetsSettled)
    fact = session.events[at].fact
    assert isinstance(fact, BetsSettled)
    first, *others = fact.bets
    lines = with_fact(session.events, at, BetsSettled((first._replace(won_cents=50_000), *others)))
    assert len(list(entries(lines))) == len(lines), "the chain itself shows nothing"
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("settlement-differs", at + 1)
    assert (
        f"BetsSettled.bets[0].won_cents is 50000; by the rules it is {first.won_cents}"
        in refused.message
    )


def test_2807_4__a_late_bet_slipped_into_the_record_is_named() -> None:
    session = short_session()
    placed = session.events[index_of(session, BetPlaced)]
    closed = index_of(session, BetsClosed)
    fact = placed
    assert isinstance(fact, BetPlaced)
    late = session.events[closed]._replace(fact=fact._replace(number=5))
    lines = renumbered([*session.events[: closed + 1], late, *session.events[closed + 1 :]])
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("event-against-the-rules", closed + 2)
    assert refused.cite == "30-2807(4)"


def test_2814__a_card_exchanged_in_the_record_does_not_fit_what_was_announced() -> None:
    session = short_session()
    at = index_of(session, CardDealt)
    fact = session.events[at].fact
    assert isinstance(fact, CardDealt) and fact.card is not None
    other = Card(1 if fact.card.value != 1 else 2, "h")
    refused = refusal_of(with_fact(session.events, at, fact._replace(card=other)))
    called = index_of(session, PointsCalled)
    assert (refused.code, line_named(refused)) == ("event-differs", called + 1)


@pytest.mark.parametrize("kind", [BetsSettled, LosersCollected, LayoutCleared, PositionPaid])
def test_an_event_left_out_of_the_record_is_noticed(kind: type[Fact]) -> None:
    session = short_session()
    at = index_of(session, kind)
    refused = refusal_of(renumbered([*session.events[:at], *session.events[at + 1 :]]))
    assert refused.code == "event-against-the-rules"
    assert line_named(refused) >= at + 1


def test_the_stamp_of_an_event_is_checked() -> None:
    session = short_session()
    at = index_of(session, BetPlaced, 6)
    for changed in (session.events[at]._replace(shoe=2), session.events[at]._replace(round=9)):
        events = list(session.events)
        events[at] = changed
        refused = refusal_of(written(events))
        assert (refused.code, line_named(refused)) == ("event-differs", at + 1)
    events = list(session.events)
    events[at] = events[at]._replace(at="2026-11-16T00:00:00")
    assert refusal_of(written(events)).code == "event-against-the-rules"


def test_facts_of_the_same_fields_are_not_taken_for_each_other() -> None:
    session = short_session()
    at = index_of(session, BetsClosed)
    assert not BetsClosed._fields and not FreeHandCalled._fields
    refused = refusal_of(with_fact(session.events, at, FreeHandCalled()))
    assert (refused.code, line_named(refused)) == ("event-against-the-rules", at + 1)


@pytest.mark.parametrize(
    "fact",
    [
        CardsInspected(99, (), ()),
        BetTakenBack(77),
        PositionPaid(3, (88,), (), (), "all"),
        CardCorrected("player", 9, card("8h"), "Cora"),
        DiceRolled(99, -1),
        CupShaken("player"),
        TableOpened(TableSetup(game="nothing", offers=())),
        SetupChanged(TableSetup(game="baccarat", offers=(Offer("nothing"),))),
        ChipsBought(1, -5),
        TrayFilled(-5, "Ada", "Ben"),
    ],
)
def test_a_fact_that_cannot_be_is_refused_and_never_a_traceback(fact: Fact) -> None:
    session = short_session()
    for kind in (BetsClosed, PointsCalled, LosersCollected):
        at = index_of(session, kind)
        refused = refusal_of(with_fact(session.events, at, fact))
        assert (refused.code, line_named(refused)) == ("event-against-the-rules", at + 1)


@settings(max_examples=150, deadline=None, database=None)
@given(st.data())
def test_no_forged_line_ends_in_a_traceback(data: st.DataObject) -> None:
    session = played(irregular_baccarat)
    at = data.draw(st.integers(0, len(session.events) - 1))
    kind = data.draw(st.sampled_from(list(FACTS.values())))
    fact = data.draw(st.from_type(kind))
    lines = with_fact(session.events, at, fact)
    try:
        replay(lines)
    except Unreadable as error:
        assert line_named(error.refusal) >= at + 1
