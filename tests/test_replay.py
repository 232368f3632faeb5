"""Replay: each command is decided again, and whatever the rules do not lead to is named."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import test_codec
from floor_runs import panels_on_record
from journals import (
    EVERYTHING,
    Session,
    baccarat,
    chain_refusal,
    irregular_baccarat,
    line_named,
    played,
    read,
    refusal_of,
    replay,
    shooters,
    withdrawn,
    written,
)
from pitboss.games.cards import Card, card
from pitboss.refusals import Refusal, Unreadable
from pitboss.settle.accounts import account
from pitboss.table.record import schema0
from pitboss.table.record.codec import fact_data
from pitboss.table.record.journal import Entry, Line, entries
from pitboss.table.record.recorded import RoundOnRecord, Tally, rounds
from pitboss.table.record.replaying import cards_astray
from pitboss.table.record.replaying import replay as replay_lines
from pitboss.table.scripts.scenario import play
from pitboss.table.setups.setup import Offer, TableSetup
from pitboss.table.steps import COMMANDS as TABLE_COMMANDS
from pitboss.table.steps import FACTS as TABLE_FACTS
from pitboss.table.steps import Fact
from pitboss.table.steps.betting import BetPlaced, BetTakenBack, PlaceBet
from pitboss.table.steps.clearing import LayoutCleared
from pitboss.table.steps.closing import BetsClosed, FreeHandCalled
from pitboss.table.steps.corrections import CardCorrected, SettlementsWithdrawn
from pitboss.table.steps.craps import DiceRolled
from pitboss.table.steps.cups import CupShaken
from pitboss.table.steps.dealing import CardDealt, DealCard
from pitboss.table.steps.errors import ShuffleUpOrdered
from pitboss.table.steps.inspection import CardsInspected
from pitboss.table.steps.opening import SetupChanged, TableOpened
from pitboss.table.steps.paying import LosersCollected, PositionPaid
from pitboss.table.steps.positions import ChipsBought
from pitboss.table.steps.recounts import RecountAsked
from pitboss.table.steps.results import BetsSettled, ResultCalled
from pitboss.table.steps.shifts import ShiftClosed
from pitboss.table.steps.squeezing import CardsWavedOff
from pitboss.table.steps.tray import TrayFilled
from pitboss.table.steps.turning import PointsCalled
from pitboss.table.steps.undoing import CommandWithdrawn
from virtual_games import virtual_on_record

assert test_codec.ACCOUNTS, "values of every type can be made"


@cache
def _lines(which: Callable[[], Session]) -> tuple[Line, ...]:
    return tuple(read(played(which).lines))


def lines_of(which: Callable[[], Session] = baccarat) -> list[Line]:
    """Return the lines of a session."""
    return list(_lines(which))


def index_of(lines: list[Line], kind: type, number: int = 0) -> int:
    """Return where a fact of a kind stands."""
    return [at for at, line in enumerate(lines) if any(type(one) is kind for one in line.facts)][
        number
    ]


def fact_in(line: Line, kind: type) -> Any:
    """Return the fact of a kind that a line has."""
    return next(fact for fact in line.facts if type(fact) is kind)


def with_fact(lines: list[Line], at: int, fact: Fact, kind: type | None = None) -> list[str]:
    """Put another fact in the place of the one of a kind, else of all, and hash all lines anew."""
    changed = [fact if type(one) is kind else one for one in lines[at].facts] if kind else [fact]
    return with_line(lines, at, lines[at]._replace(facts=tuple(changed)))


def with_line(lines: list[Line], at: int, *put: Line) -> list[str]:
    """Put other lines in the place of one, and hash all lines anew."""
    return written([*lines[:at], *put, *lines[at + 1 :]])


# --- what is sound ---


@pytest.mark.parametrize("which", EVERYTHING)
def test_the_tables_from_a_journal_are_the_live_ones(which: Callable[[], Session]) -> None:
    session = played(which)
    replayed = list(replay_lines(entries(session.lines)))
    assert [line.after for line in replayed] == session.tables
    assert [line.before for line in replayed[1:]] == session.tables[:-1]
    assert all(cards_astray(table) == 0 for table in session.tables)


def test_every_kind_of_command_and_fact_has_been_replayed() -> None:
    lines = [line for which in EVERYTHING for line in lines_of(which)]
    for journal in (*panels_on_record(), virtual_on_record()):
        lines += [one.line for one in replay_lines(entries(journal))]
    assert {type(line.command) for line in lines} == set(TABLE_COMMANDS.values())
    assert {type(fact) for line in lines for fact in line.facts} == set(TABLE_FACTS.values())
    assert any(line.refusal is not None for line in lines)


# --- forgeries with right hashes ---


def test_a_forged_settlement_is_named_though_its_hashes_are_right() -> None:
    lines = lines_of()
    at = index_of(lines, BetsSettled)
    first, *others = fact_in(lines[at], BetsSettled).bets
    forged = BetsSettled((first._replace(won_cents=50_000), *others))
    texts = with_fact(lines, at, forged, BetsSettled)
    assert len(list(entries(texts))) == len(texts), "the chain itself shows nothing"
    refused = refusal_of(texts)
    assert (refused.code, line_named(refused)) == ("settlement-differs", at + 1)
    assert (
        f"BetsSettled.bets[0].won_cents is 50000; by the rules it is {first.won_cents}"
        in refused.message
    )


@pytest.mark.parametrize(
    "alter",
    [
        {"cents": 1},
        {"source": account("cage")},
        {"target": account("toke box")},
        {"chips": "promotional"},
        {"reason": "won"},
    ],
)
@pytest.mark.parametrize("kind", [BetPlaced, LosersCollected, ChipsBought])
def test_another_movement_is_named(kind: type, alter: dict[str, Any]) -> None:
    lines = lines_of()
    at = index_of(lines, kind)
    fact = fact_in(lines[at], kind)
    first, *others = fact.movements
    forged = fact._replace(movements=(first._replace(**alter), *others))
    refused = refusal_of(with_fact(lines, at, forged, kind))
    assert (refused.code, line_named(refused)) == ("event-differs", at + 1)
    assert f"{kind.__name__}.movements[0].{next(iter(alter))} is " in refused.message


@pytest.mark.parametrize("kind", [BetPlaced, LosersCollected, ChipsBought])
def test_movements_left_out_or_added_are_named(kind: type) -> None:
    lines = lines_of()
    at = index_of(lines, kind)
    fact = fact_in(lines[at], kind)
    for moves in ((), fact.movements * 2):
        refused = refusal_of(with_fact(lines, at, fact._replace(movements=moves), kind))
        assert (refused.code, line_named(refused)) == ("event-differs", at + 1)


def test_2807_4__a_late_bet_slipped_into_the_record_is_named() -> None:
    lines = lines_of()
    placed, closed = lines[index_of(lines, BetPlaced)], index_of(lines, BetsClosed)
    fact = fact_in(placed, BetPlaced)._replace(number=5)
    late = placed._replace(id="late", at=lines[closed].at, facts=(fact,))
    late = late._replace(shoe=lines[closed].shoe)
    refused = refusal_of(with_line(lines, closed, lines[closed], late))
    assert (refused.code, line_named(refused)) == ("event-against-the-rules", closed + 2)
    assert refused.cite == "30-2807(4)"


def test_a_card_exchanged_in_the_fact_alone_is_named() -> None:
    lines = lines_of()
    at = index_of(lines, CardDealt)
    fact = fact_in(lines[at], CardDealt)
    other = Card(1 if fact.card.value != 1 else 2, "h")
    refused = refusal_of(with_fact(lines, at, fact._replace(card=other), CardDealt))
    assert (refused.code, line_named(refused)) == ("event-differs", at + 1)
    assert f"CardDealt.card is {other}; by the rules it is {fact.card}" in refused.message


def test_2814__a_card_exchanged_in_command_and_fact_does_not_fit_what_was_announced() -> None:
    lines = lines_of()
    at = index_of(lines, CardDealt)
    fact, command = fact_in(lines[at], CardDealt), lines[at].command
    assert isinstance(command, DealCard)
    other = Card(1 if fact.card.value != 1 else 2, "h")
    forged = lines[at]._replace(
        command=command._replace(card=other), facts=(fact._replace(card=other),)
    )
    refused = refusal_of(with_line(lines, at, forged))
    called = index_of(lines, PointsCalled)
    assert (refused.code, line_named(refused)) == ("event-differs", called + 1)


def test_another_command_than_led_to_the_facts_is_named() -> None:
    lines = lines_of()
    at = index_of(lines, BetPlaced)
    command = lines[at].command
    assert isinstance(command, PlaceBet)
    forged = lines[at]._replace(command=command._replace(cents=command.cents + 100))
    refused = refusal_of(with_line(lines, at, forged))
    assert (refused.code, line_named(refused)) == ("event-differs", at + 1)


@pytest.mark.parametrize("kind", [ResultCalled, LosersCollected, LayoutCleared, PositionPaid])
def test_a_line_left_out_of_the_record_is_noticed(kind: type) -> None:
    lines = lines_of()
    at = index_of(lines, kind)
    refused = refusal_of(with_line(lines, at))
    assert refused.code in ("event-against-the-rules", "event-differs")
    assert line_named(refused) >= at + 1


def test_a_fact_left_out_of_a_line_or_added_to_it_is_named() -> None:
    lines = lines_of()
    at = index_of(lines, BetsSettled)
    facts = lines[at].facts
    refused = refusal_of(with_line(lines, at, lines[at]._replace(facts=facts[:-1])))
    assert (refused.code, line_named(refused)) == ("event-against-the-rules", at + 1)
    assert f"{type(facts[-1]).__name__} must follow here" in refused.message
    more = lines[at]._replace(facts=(*facts, FreeHandCalled()))
    refused = refusal_of(with_line(lines, at, more))
    assert (refused.code, line_named(refused)) == ("event-against-the-rules", at + 1)
    assert "FreeHandCalled does not follow" in refused.message


@pytest.mark.parametrize(
    ("alter", "code"),
    [
        ({"shoe": 2}, "event-differs"),
        ({"shoe": None}, "event-differs"),
        ({"round": 9}, "event-differs"),
        ({"round": None}, "event-differs"),
        ({"at": "2026-11-16T00:00:00.000Z"}, "event-against-the-rules"),
        ({"rulebook": "f" * 64}, "other-rulebook"),
        ({"id": "request-1"}, "repeated-id"),
        ({"stream": "table/4"}, "other-stream"),
    ],
)
def test_another_place_of_a_line_is_named(alter: dict[str, Any], code: str) -> None:
    lines = lines_of()
    at = index_of(lines, BetPlaced, 6)
    refused = refusal_of(with_line(lines, at, lines[at]._replace(**alter)))
    assert (refused.code, line_named(refused)) == (code, at + 1)


def test_a_refusal_forged_into_another_or_out_of_the_record_is_named() -> None:
    """The words of a refusal may be bettered over the years; its code is what tools rely on."""
    lines = lines_of(withdrawn)
    at = next(at for at, line in enumerate(lines) if line.refusal is not None)
    refusal = lines[at].refusal
    assert refusal is not None
    other = lines[at]._replace(refusal=refusal._replace(code="late-bet"))
    refused = refusal_of(with_line(lines, at, other))
    assert (refused.code, line_named(refused)) == ("event-differs", at + 1)
    assert f"refusal.code is late-bet; by the rules it is {refusal.code}" in refused.message
    accepted = lines[at]._replace(refusal=None)
    refused = refusal_of(with_line(lines, at, accepted))
    assert (refused.code, line_named(refused)) == ("event-against-the-rules", at + 1)
    reworded = lines[at]._replace(refusal=refusal._replace(message="no", remedy="wait"))
    assert replay(with_line(lines, at, reworded)) == played(withdrawn).table


def test_what_the_rules_allow_is_not_refused_on_record() -> None:
    lines = lines_of()
    at = index_of(lines, BetPlaced)
    forged = lines[at]._replace(facts=(), refusal=Refusal("late-bet", "too late", "wait"))
    refused = refusal_of(with_line(lines, at, forged))
    assert (refused.code, line_named(refused)) == ("event-against-the-rules", at + 1)
    assert "PlaceBet is refused, and the rules allow it" in refused.message


def test_facts_of_the_same_fields_are_not_taken_for_each_other() -> None:
    lines = lines_of()
    at = index_of(lines, BetsClosed)
    assert not BetsClosed._fields and not FreeHandCalled._fields
    refused = refusal_of(with_fact(lines, at, FreeHandCalled(), BetsClosed))
    assert (refused.code, line_named(refused)) == ("event-against-the-rules", at + 1)


@pytest.mark.parametrize(
    "fact",
    [
        CardsInspected(99, (), ()),
        BetTakenBack(77, ()),
        CardCorrected("player", 9, card("8h"), "Cora"),
        DiceRolled(99, -1),
        CupShaken("player"),
        ChipsBought(1, -5, ()),
        TrayFilled(-5, "Ada", "Ben", ()),
    ],
)
def test_a_fact_that_cannot_be_is_refused_and_never_a_traceback(fact: Fact) -> None:
    lines = lines_of()
    for kind in (BetsClosed, PointsCalled, LosersCollected):
        at = index_of(lines, kind)
        refused = refusal_of(with_fact(lines, at, fact))
        assert (refused.code, line_named(refused)) == ("event-against-the-rules", at + 1)


@settings(max_examples=150, deadline=None, database=None)
@given(st.data())
def test_no_forged_line_ends_in_a_traceback(data: st.DataObject) -> None:
    """The table goes on from the forged line as long as the lines after it fit."""
    lines, tables = lines_of(irregular_baccarat), played(irregular_baccarat).tables
    at = data.draw(st.integers(1, len(lines) - 1))
    fact = data.draw(st.sampled_from(list(TABLE_FACTS.values())).flatmap(st.from_type))
    command = data.draw(st.sampled_from(list(TABLE_COMMANDS.values())).flatmap(st.from_type))
    for forged in (
        lines[at]._replace(facts=(fact,)),
        lines[at]._replace(command=command),
        lines[at]._replace(command=command, facts=(fact,)),
        lines[at]._replace(facts=(fact,), rulebook="f" * 64),
    ):
        following = (forged, *lines[at + 1 : at + 20])
        journal = [Entry(number, line, "") for number, line in enumerate(following, at + 1)]
        try:
            list(replay_lines(journal, tables[at - 1], any_rulebook=True))
        except Unreadable as error:
            assert line_named(error.refusal) >= at + 1


# --- another rulebook ---


def under_other_rules(which: Callable[[], Session] = baccarat) -> list[Line]:
    """Return a session as if rules of other digests had decided it."""
    return [
        line._replace(rulebook=sha256(line.rulebook.encode()).hexdigest())
        for line in lines_of(which)
    ]


@pytest.mark.parametrize("which", EVERYTHING)
def test_a_journal_of_another_rulebook_says_so_and_is_told_as_it_stands(
    which: Callable[[], Session],
) -> None:
    texts = written(under_other_rules(which))
    refused = refusal_of(texts)
    assert (refused.code, line_named(refused)) == ("other-rulebook", 1)
    assert "--any-rulebook" in refused.remedy
    assert replay(texts, any_rulebook=True) == played(which).table


def test_another_pay_of_that_time_is_the_other_rulebooks_and_nobodys_forgery() -> None:
    lines = under_other_rules()
    at = index_of(lines, BetsSettled)
    fact = fact_in(lines[at], BetsSettled)
    first, *others = fact.bets
    other = BetsSettled((first._replace(pays="2 to 1"), *others))
    texts = with_fact(lines, at, other, BetsSettled)
    assert refusal_of(texts).code == "other-rulebook"
    assert replay(texts, any_rulebook=True) == played(baccarat).table
    for name in ("baccarat", "nothing"):
        unknown = TableOpened(TableSetup(game=name, offers=(Offer("nothing"),)))
        assert refusal_of(with_fact(lines, 0, unknown)).code == "other-rulebook"


def test_withdrawing_a_setup_is_no_other_rulebook() -> None:
    lines = lines_of(withdrawn)
    at = index_of(lines, SetupChanged)
    digests = [line.rulebook for line in lines[at - 1 : at + 3]]
    assert digests[0] == digests[2] != digests[1] == digests[3]
    assert replay(played(withdrawn).lines) == played(withdrawn).table


# --- rounds as they stand ---


def rounds_of(which: Callable[[], Session]) -> list[RoundOnRecord]:
    return list(rounds(replay_lines(entries(played(which).lines))))


@pytest.mark.parametrize("which", EVERYTHING)
def test_every_line_belongs_to_one_round(which: Callable[[], Session]) -> None:
    told = rounds_of(which)
    assert [line.number for one in told for line in one.lines] == list(
        range(1, len(played(which).lines) + 1)
    )
    numbers = [one.number for one in told]
    assert numbers == sorted(set(numbers)), "no round is told twice"


def test_what_was_withdrawn_is_told_and_not_counted() -> None:
    """Round 1: a bet on Player undone; Banker $9 taken back, and that undone; Tie $1."""
    first, second, *_ = rounds_of(withdrawn)
    assert (first.number, first.ending, second.number) == (1, "cleared", 2)
    bets = [(bet.laid.bet.wager, bet.laid.bet.stake_cents, bet.taken_back) for bet in first.bets]
    assert bets == [("banker", 900, False), ("tie", 100, False)]
    assert any("takes that back" in words.what for _, words in first.course())
    # First read as 8 to 7, then corrected to 8 to 9: the Banker won, less 5 %; the tie lost.
    assert [bet.house_cents for bet in first.bets] == [-(900 - 45), 100]
    tally = Tally()
    for one in rounds_of(withdrawn):
        tally.add(one)
    assert tally.rounds == sum(one.ending == "cleared" for one in rounds_of(withdrawn))
    assert tally.refusals == sum(line.refusal is not None for line in lines_of(withdrawn)) > 0
    assert tally.lines == len(lines_of(withdrawn))


# --- schema 0 ---

NEWER = (
    *(CardsWavedOff, CommandWithdrawn, RecountAsked, SettlementsWithdrawn, ShiftClosed),
    ShuffleUpOrdered,
)
"""Facts that schema 0 did not know."""
OLD = Path(__file__).parent / "data" / "schema-0.jsonl"


def old_lines() -> list[str]:
    return OLD.read_text(encoding="ascii").splitlines(keepends=True)


def test_a_journal_of_schema_0_is_told_and_summed_as_ever() -> None:
    """The figures are those that its own reader printed when it was written."""
    tally = Tally()
    for one in rounds(replay_lines(entries(old_lines()))):
        tally.add(one)
    assert {whose: cents for whose, cents in tally.table.accounts.items() if cents} == {
        "cage": -80_000,
        "outside": -84_500,
        "count room": 151_500,
        "toke box": 13_000,
        "tray, coupon": 5_000,
        "outside, coupon": -5_000,
    }
    wins = {spot: taking.win_cents for spot, taking in tally.takings.items()}
    assert {spot: cents for spot, cents in wins.items() if cents} == {
        "banker": 10_000,
        "tie": 2_500,
        "player": -7_000,
        "moon-8": -12_500,
        "sun-7-progressive": -700,
    }
    assert (tally.events, tally.rounds, tally.voided) == (54, 1, 1)


def test_what_was_done_to_a_line_of_schema_0_is_named() -> None:
    for at in range(len(old_lines())):
        lines = old_lines()
        lines[at] = re.sub(r'"round":(\d)', r'"round":4\1', lines[at], count=1)
        refused = chain_refusal(lines)
        assert (refused.code, line_named(refused)) == ("journal-altered", at + 1)
    lines = old_lines()
    del lines[20]
    assert refusal_of(lines).code == "journal-line-missing"


def rehashed(events: list[dict[str, Any]]) -> list[str]:
    """Write lines of schema 0 anew, with hashes that fit."""
    texts, last = list[str](), "0" * 64
    for event in events:
        plain = {key: value for key, value in event.items() if key not in ("previous", "hash")}
        body = json.dumps(plain | {"previous": last}, separators=(",", ":"))[:-1]
        text = f'{body},"hash":"{sha256(body.encode()).hexdigest()}"}}'
        last = sha256(text.encode()).hexdigest()
        texts.append(text + "\n")
    return texts


def test_schema_0_written_anew_by_another_hand_is_the_same() -> None:
    assert rehashed([json.loads(line) for line in old_lines()]) == old_lines()


NO_SUCH_CARD = {"hand": "player", "place": 9, "card": "8h", "supervisor": "Cora"}


@pytest.mark.parametrize(
    ("alter", "code"),
    [
        ({"event": "Nothing"}, "unknown-event"),
        ({"event": ["x"]}, "journal-unreadable"),
        ({"data": 7}, "unreadable-event"),
        ({"data": {"color": 1}}, "unreadable-event"),
        ({"event": "LosersCollected", "data": {"movements": [7]}}, "unreadable-event"),
        ({"event": "LosersCollected", "data": {"movements": 7}}, "unreadable-event"),
        ({"at": 5}, "journal-unreadable"),
        ({"shoe": 0.0}, "journal-unreadable"),
        ({"round": None}, "journal-unreadable"),
        ({"event": "CardCorrected", "data": NO_SUCH_CARD}, "event-against-the-rules"),
    ],
)
def test_a_line_of_schema_0_that_no_table_wrote_is_refused(
    alter: dict[str, Any], code: str
) -> None:
    events = [json.loads(line) for line in old_lines()]
    events[30] |= alter
    refused = refusal_of(rehashed(events))
    assert (refused.code, line_named(refused)) == (code, 31)


def test_no_event_of_schema_0_out_of_its_place_ends_in_a_traceback() -> None:
    events = [json.loads(line) for line in old_lines()]
    for at in range(len(events)):
        for event in (events[at:] + events[:at], events[:1] + events[at:], events[at:]):
            numbered = [one | {"sequence": number} for number, one in enumerate(event, 1)]
            try:
                replay(rehashed(numbered))
            except Unreadable as error:
                assert error.refusal.code


@pytest.mark.parametrize("which", EVERYTHING)
def test_what_schema_0_left_out_is_what_is_recorded_today(which: Callable[[], Session]) -> None:
    """It had no reasons, and the movements of some facts not at all."""
    for line in replay_lines(entries(played(which).lines)):
        for before, fact in line.by_fact():
            data = fact_data(fact)
            name, moves = str(data.pop("kind")), data.pop("movements")
            assert isinstance(moves, list)
            if type(fact) in NEWER:
                continue
            if type(fact) not in schema0.COMPLETED and moves:
                data["movements"] = [
                    {key: move[key] for key in move if key != "reason"} for move in moves
                ]
            assert schema0.completed(before, schema0.old_fact(name, data)) == fact


def test_shoes_and_rounds_go_on_when_a_table_is_opened_again() -> None:
    first = [*("open baccarat", "sit 3", "prepare burning As", "leave 3", "stop play")]
    script = [*first, "close table", "open baccarat", "sit 2"]
    texts = [f"{one.record}\n" for one in play(script)]
    tally = Tally()
    for one in rounds(replay_lines(entries(texts))):
        tally.add(one)
    assert (tally.openings, len(tally.shoes), tally.rounds) == (2, 1, 0)


def test_fields_of_a_setup_that_were_called_otherwise_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events = [json.loads(line) for line in old_lines()]
    setup = events[0]["data"]["setup"]
    events[0]["data"]["setup"] = {
        "shape" if field == "size" else field: "small" if field == "size" else value
        for field, value in setup.items()
    }
    texts = rehashed(events)
    assert refusal_of(texts).code == "unreadable-event"
    renamed = {**schema0.RENAMED, "shape": ("size", {"small": setup["size"]})}
    monkeypatch.setattr(schema0, "RENAMED", renamed)
    assert replay(texts) == replay(old_lines())


def test_craps_is_replayed_to_its_last_roll() -> None:
    lines = lines_of(shooters)
    at = index_of(lines, DiceRolled)
    fact = fact_in(lines[at], DiceRolled)
    other = fact._replace(first=1 if fact.first != 1 else 2)
    refused = refusal_of(with_fact(lines, at, other, DiceRolled))
    assert (refused.code, line_named(refused)) == ("event-differs", at + 1)
