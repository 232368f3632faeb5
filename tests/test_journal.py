"""The journal: what is written is read again, and whatever was done to a line is named."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO, TextIOWrapper
from typing import Any

import pytest

from journals import (
    EVERYTHING,
    OFFSET,
    Session,
    baccarat,
    chain_refusal,
    irregular_baccarat,
    line_hash,
    line_named,
    played,
    read,
    refusal_of,
    replay,
    shooters,
    withdrawn,
    written,
)
from pitboss.refusals import Refusal, Unreadable
from pitboss.settle.accounts import account
from pitboss.table.record.codec import COMMANDS, FACTS
from pitboss.table.record.journal import Journal, entries
from pitboss.table.scripts.scenario import play
from pitboss.table.steps.closing import CallNoMoreBets

FIRST = "0" * 64
KEYS = [
    *("schema", "stream", "sequence", "id", "at", "offset", "actor", "device", "shoe", "round"),
    *("command", "facts", "refusal", "rulebook", "previous", "hash"),
]
"""The members of a line, in their order, on which tools rely."""


def data_of(session: Session) -> list[dict[str, Any]]:
    """Return the lines of a journal as anybody reads them."""
    return [json.loads(line) for line in session.lines]


# --- lines ---


@pytest.mark.parametrize("which", EVERYTHING)
def test_a_line_is_compact_json_chained_by_hashes(which: Callable[[], Session]) -> None:
    last = FIRST
    for number, line in enumerate(played(which).lines, 1):
        data = json.loads(line)
        assert list(data) == KEYS and line.isascii()
        assert line == json.dumps(data, separators=(",", ":")) + "\n"
        assert (data["schema"], data["stream"], data["sequence"]) == (1, "table/3", number)
        assert data["previous"] == last
        body, _, _ = line.rpartition(',"hash":')
        assert sha256(body.encode()).hexdigest() == data["hash"]
        last = line_hash(line)
    assert played(which).recorder.journal.last == last


@pytest.mark.parametrize("which", EVERYTHING)
def test_a_line_says_who_asked_what_when_and_what_came_of_it(which: Callable[[], Session]) -> None:
    for number, data in enumerate(data_of(played(which)), 1):
        assert data["id"] == f"request-{number}"
        assert (data["actor"], data["device"], data["offset"]) == ("Ada", "desk", OFFSET)
        # The clock on the wall began at ten, which is seven hours later in UTC.
        assert re.fullmatch(r"2026-11-16T1[7-9]:[0-5]\d:[0-5]\d\.000Z", data["at"])
        assert type(data["shoe"]) in (int, type(None)) and type(data["round"]) in (int, type(None))
        assert re.fullmatch("[0-9a-f]{64}", data["rulebook"])
        assert data["command"]["kind"] in COMMANDS
        for fact in data["facts"]:
            assert fact["kind"] in FACTS and isinstance(fact["movements"], list)
        if data["refusal"] is not None:
            assert data["facts"] == []
            assert list(data["refusal"]) == ["code", "message", "citation", "remedy"]
            code, message, citation, remedy = data["refusal"].values()
            assert code and message and remedy
            assert citation is None or isinstance(citation, str)


def test_a_line_is_of_the_shoe_and_round_that_its_command_met() -> None:
    lines = data_of(played(baccarat))
    kinds = [line["command"]["kind"] for line in lines]
    opened, counted = lines[0], lines[1]
    assert (opened["shoe"], opened["round"]) == (None, None)
    assert (counted["shoe"], counted["round"]) == (None, 1)
    loaded = kinds.index("LoadShoe")
    assert [line["shoe"] for line in lines[loaded : loaded + 2]] == [None, 1]
    cleared = kinds.index("ClearLayout")
    assert [line["round"] for line in lines[cleared : cleared + 2]] == [1, 2]


def test_what_is_refused_is_a_line_without_facts() -> None:
    """A late bet (30-2807(4)), a seat that is taken, and an amount that is none."""
    session = played(withdrawn)
    refused = {
        line["refusal"]["code"]: line for line in data_of(session) if line["refusal"] is not None
    }
    assert {"position-taken", "not-an-amount", "late-bet", "nothing-to-undo"} <= set(refused)
    late = refused["late-bet"]
    assert late["command"]["kind"] == "PlaceBet" and late["command"]["cents"] == 500
    assert late["refusal"]["citation"] == "30-2807(4)"
    before, after = session.tables[late["sequence"] - 2 : late["sequence"]]
    assert before == after


def test_a_line_of_a_script_that_cannot_be_read_is_not_recorded() -> None:
    script = ["open baccarat", "sit 3", "sit 3", "> refused position-taken", "sit on the floor"]
    texts = []
    with pytest.raises(Unreadable):
        for one in play(script):
            texts.append(f"{one.record}\n")
    lines = list(read(texts))
    assert [line.id for line in lines] == ["1", "2", "3"]
    assert [line.refusal is None for line in lines] == [True, True, False]


def test_a_command_before_any_table_is_open_is_a_line() -> None:
    texts = [f"{one.record}\n" for one in play(["sit 3", "> refused no-table"])]
    (line,) = map(json.loads, texts)
    assert (line["shoe"], line["round"], line["facts"]) == (None, None, [])
    assert line["refusal"]["code"] == "no-table"
    assert replay(texts).opened is None


def test_the_same_run_gives_the_same_bytes() -> None:
    assert baccarat(3).lines == baccarat(3).lines


def test_a_journal_can_be_gone_on_with() -> None:
    session = played(baccarat)
    lines = list(read(session.lines))
    first = Journal()
    texts = [first.write(line) for line in lines[:20]]
    second = Journal(first.last)
    texts += [second.write(line) for line in lines[20:]]
    assert [text + "\n" for text in texts] == session.lines


def test_line_ends_may_be_taken_off() -> None:
    lines = played(baccarat).lines
    assert list(read(line.rstrip("\n") for line in lines)) == list(read(lines))


# --- money ---


def balances(data: dict[str, Any], before: dict[str, int]) -> dict[str, int]:
    """Return what lies where after a line, from its movements alone."""
    after = dict(before)
    for fact in data["facts"]:
        for move in fact["movements"]:
            kind = "" if move["chips"] == "value" else f", {move['chips']}"
            for whose, cents in ((move["source"], -move["cents"]), (move["target"], move["cents"])):
                after[whose + kind] = after.get(whose + kind, 0) + cents
    return after


@pytest.mark.parametrize("which", EVERYTHING)
def test_the_movements_alone_make_the_accounts_after_every_line(
    which: Callable[[], Session],
) -> None:
    session, sums = played(which), dict[str, int]()
    for data, table in zip(data_of(session), session.tables, strict=True):
        sums = balances(data, sums)
        assert {whose: cents for whose, cents in sums.items() if cents} == {
            whose: cents for whose, cents in table.accounts.items() if cents
        }, data["sequence"]
        assert sum(sums.values()) == 0
        for move in (move for fact in data["facts"] for move in fact["movements"]):
            assert list(move) == ["source", "target", "cents", "chips", "reason"]
            assert type(move["cents"]) is int and move["cents"] > 0
            assert move["reason"] and move["chips"] in ("value", "promotional", "coupon")
            assert account(move["source"]) != account(move["target"])


def test_chips_that_are_not_value_chips_are_moved_apart() -> None:
    """A coupon and promotional chips are bet in the irregular session, beside value chips."""
    moves = [
        move
        for data in data_of(played(irregular_baccarat))
        for fact in data["facts"]
        for move in fact["movements"]
    ]
    assert {move["chips"] for move in moves} == {"value", "promotional", "coupon"}


# --- what was done to a line ---


def file_lines(content: bytes) -> list[str]:
    """Return the lines of a file as the command reads them."""
    return list(TextIOWrapper(BytesIO(content), "utf-8", "surrogateescape", newline="\n"))


def test_a_changed_bit_is_named_by_its_line() -> None:
    content = "".join(played(baccarat).lines).encode()
    choice = random.Random(5)
    for at in choice.sample(range(len(content) - 1), 200):
        changed = bytearray(content)
        changed[at] ^= 1 << choice.randrange(8)
        refused = chain_refusal(file_lines(bytes(changed)))
        line = content[:at].count(b"\n") + 1
        assert (refused.code, line_named(refused)) == ("journal-altered", line), (at, refused)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("at", [0, 40, -1])
def test_any_altered_member_is_named(at: int, key: str) -> None:
    lines = played(baccarat).lines
    data = json.loads(lines[at])
    data[key] = "f" * 64 if data[key] != "f" * 64 else None
    lines[at] = json.dumps(data, separators=(",", ":")) + "\n"
    refused = refusal_of(lines)
    assert refused.code == "journal-altered"
    assert line_named(refused) == range(1, len(lines) + 1)[at]


@pytest.mark.parametrize("at", [0, 1, 40, -2])
def test_an_altered_line_with_a_new_hash_is_named_by_the_next_one(at: int) -> None:
    lines = played(baccarat).lines
    at = range(len(lines))[at]
    journal = Journal(line_hash(lines[at - 1]) if at else FIRST)
    changed = list(read(lines))[at]._replace(at="2026-11-17T00:00:00.000Z")
    lines[at] = journal.write(changed) + "\n"
    refused = chain_refusal(lines)
    assert (refused.code, line_named(refused)) == ("journal-altered", at + 1)


@pytest.mark.parametrize(("at", "gone"), [(0, 1), (1, 1), (40, 1), (40, 7), (-2, 1)])
def test_dropped_lines_are_named(at: int, gone: int) -> None:
    lines = played(baccarat).lines
    at = range(len(lines))[at]
    del lines[at : at + gone]
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-line-missing", at + 1)
    assert (f"and {gone - 1} more" in refused.message) == (gone > 1)


@pytest.mark.parametrize(("one", "other"), [(0, 1), (40, 41), (40, 60), (0, -1), (-2, -1)])
def test_lines_that_changed_places_are_named(one: int, other: int) -> None:
    lines = played(baccarat).lines
    one, other = range(len(lines))[one], range(len(lines))[other]
    lines[one], lines[other] = lines[other], lines[one]
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-reordered", one + 1)
    assert f"and number {one + 1} at line {other + 1}" in refused.message


@pytest.mark.parametrize(("taken", "put"), [(40, 60), (60, 40)])
def test_a_line_that_was_moved_is_named(taken: int, put: int) -> None:
    lines = played(baccarat).lines
    lines.insert(put, lines.pop(taken))
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-reordered", 41)


@pytest.mark.parametrize(("at", "to"), [(0, 1), (40, 41), (40, 90), (-1, 10_000)])
def test_a_repeated_line_is_named(at: int, to: int) -> None:
    lines = played(baccarat).lines
    to = min(to, len(lines))
    lines.insert(to, lines[at])
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-line-inserted", to + 1)


@pytest.mark.parametrize("text", ["\n", "{}\n", "nonsense\n", "foreign"])
@pytest.mark.parametrize("at", [0, 40])
def test_an_inserted_line_is_named(at: int, text: str) -> None:
    lines = played(baccarat).lines
    foreign = played(shooters).lines[at]
    lines.insert(at, foreign if text == "foreign" else text)
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-line-inserted", at + 1)


def test_a_line_inserted_with_a_right_hash_is_told_from_the_one_it_pushes_on() -> None:
    lines = played(baccarat).lines
    journal = Journal(line_hash(lines[39]))
    inserted = list(read(lines))[40]._replace(command=CallNoMoreBets())
    lines.insert(40, journal.write(inserted) + "\n")
    refused = chain_refusal(lines)
    assert (refused.code, line_named(refused)) == ("journal-line-inserted", 41)


def test_the_tail_of_another_journal_is_noticed() -> None:
    lines = played(baccarat).lines[:40] + played(irregular_baccarat).lines[40:]
    refused = refusal_of(lines)
    assert refused.code == "journal-altered"
    assert "line 40 was altered: it has a hash that line 41 does not know" in refused.message


@pytest.mark.parametrize("end", [1, 20, 100, -60, -2])
def test_a_line_that_was_never_finished_is_called_cut_off(end: int) -> None:
    lines = played(baccarat).lines
    lines[-1] = lines[-1][:end]
    refused = refusal_of(lines)
    assert (refused.code, line_named(refused)) == ("journal-cut-off", len(lines))
    assert f"keep the {len(lines) - 1} lines before it" in refused.remedy
    assert len(list(read(lines[:-1]))) == len(lines) - 1


def test_lines_cut_off_cleanly_at_the_end_leave_a_sound_journal() -> None:
    session = played(baccarat)
    assert replay(session.lines[:10]) == session.tables[9]


def test_an_empty_journal_is_refused() -> None:
    assert refusal_of([]).code == "journal-empty"


def test_another_file_is_no_journal() -> None:
    for text in ("hello\n", "{}\n", "[1, 2]\n", "\x00\x00\n", "\udcff\udcfe\n"):
        refused = refusal_of([text])
        assert refused.code == "journal-altered" and "or this is none" in refused.message


def test_carriage_returns_are_named() -> None:
    lines = [line.replace("\n", "\r\n") for line in played(baccarat).lines]
    refused = refusal_of(lines)
    assert refused.code == "journal-altered" and "line 1 was altered" in refused.message
    assert "carriage return" in refused.message


# --- lines with right hashes that no table wrote ---


def hashed(data: dict[str, object]) -> str:
    """Write a line with its right hash, whatever it says."""
    said = {key: value for key, value in data.items() if key != "hash"}
    return sealed(json.dumps(said, separators=(",", ":"))[:-1])


def sealed(body: str) -> str:
    """Give the text of a line its right hash."""
    return f'{body},"hash":"{sha256(body.encode()).hexdigest()}"}}\n'


def first_line() -> dict[str, object]:
    return dict(json.loads(played(baccarat).lines[0]))


def test_a_line_that_is_written_by_another_hand_is_read() -> None:
    (entry,) = entries([hashed(first_line())])
    assert entry.line == next(read(played(baccarat).lines))


REFUSAL = {"code": "a", "message": "b", "citation": None, "remedy": "c"}


UNREADABLE: tuple[tuple[str, tuple[object, ...], str], ...] = (
    ("schema", (2, 999_999_999), "other-schema"),
    ("schema", (0,), "journal-unreadable"),
    ("schema", ("1", None, -1, 1.0), "journal-altered"),
    ("stream", ("", "table", "table/", "bar/3", "table/" + "3" * 65), "journal-unreadable"),
    ("stream", (None, 3, ["table/3"]), "journal-altered"),
    ("sequence", (0, 2, "1", 1.0, None), "journal-altered"),
    ("id", (None, 1, "", ["1"]), "journal-unreadable"),
    ("at", (None, 5, "", "noon", "2026-11-16T10:00:00"), "journal-unreadable"),
    ("at", ("2026-02-30T10:00:00.000Z",), "journal-unreadable"),
    ("offset", (None, "", "-7", "Z", "+15:00"), "journal-unreadable"),
    ("actor", (None, 7, {}), "journal-unreadable"),
    ("device", (7, [], True), "journal-unreadable"),
    ("shoe", ("1", 0.0, True, []), "journal-unreadable"),
    ("round", ("1", 1.0, False, {}), "journal-unreadable"),
    ("command", (None, [], {}, {"kind": 3}), "unreadable-event"),
    ("command", ({"kind": "Nothing"},), "unknown-command"),
    ("command", ({"kind": "Sit", "position": "3"},), "unreadable-event"),
    ("command", ({"kind": "Sit", "position": 3, "movements": []},), "unreadable-event"),
    ("facts", (None, {}, ""), "journal-unreadable"),
    ("facts", ([None], [[]], [{}], [{"kind": 3}]), "unreadable-event"),
    ("facts", ([{"kind": "Nothing", "movements": []}],), "unknown-event"),
    ("facts", ([{"kind": "BetsClosed"}],), "unreadable-event"),
    ("refusal", (REFUSAL,), "journal-unreadable"),
    ("rulebook", (None, "", "F" * 64, "0" * 63), "journal-unreadable"),
)
"""Values that a member of a line cannot have; a refusal not beside facts."""


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [(key, value, code) for key, values, code in UNREADABLE for value in values],
)
def test_a_value_that_no_table_writes_is_refused_whatever_its_hash(
    key: str, value: object, code: str
) -> None:
    refused = refusal_of([hashed(first_line() | {key: value})])
    assert (refused.code, line_named(refused)) == (code, 1)


@pytest.mark.parametrize(
    "refusal",
    [
        {},
        [],
        "no",
        REFUSAL | {"code": None},
        REFUSAL | {"message": 5},
        REFUSAL | {"citation": 5},
        REFUSAL | {"remedy": None},
        REFUSAL | {"cite": None},
        dict(reversed(REFUSAL.items())),
    ],
)
def test_a_refusal_that_none_can_be_is_refused(refusal: object) -> None:
    line = first_line() | {"facts": [], "refusal": refusal}
    assert refusal_of([hashed(line)]).code == "journal-unreadable"
    line["refusal"] = REFUSAL
    (entry,) = entries([hashed(line)])
    assert entry.line.refusal == Refusal("a", "b", "c")


@pytest.mark.parametrize("key", KEYS[2:-2])
def test_a_line_without_one_of_its_members_is_refused(key: str) -> None:
    line = first_line()
    del line[key]
    assert refusal_of([hashed(line)]).code in ("journal-unreadable", "journal-altered")


@pytest.mark.parametrize(
    "alter",
    [
        lambda text: text.replace('"actor":', '"actor": '),
        lambda text: text.replace('"actor":"Ada",', '"actor":"Ada","actor":"Ada",'),
        lambda text: text.replace('"actor":"Ada","device":"desk"', '"device":"desk","actor":"Ada"'),
        lambda text: text.replace('"actor":', '"color":"red","actor":'),
        lambda text: text.replace('"actor":"Ada"', '"actor":"\\u0041da"'),
        lambda text: text.replace('"actor":"Ada"', '"actor":"Ada'),
        lambda text: text.replace('"actor":"Ada"', f'"actor":{"[" * 100_000}'),
        lambda text: text.replace('"shoe":null', f'"shoe":{"9" * 5000}'),
        lambda text: text.replace('"shoe":null', '"shoe":NaN'),
    ],
)
def test_other_text_around_the_values_is_refused_whatever_its_hash(
    alter: Callable[[str], str],
) -> None:
    body, _, _ = played(baccarat).lines[0].rpartition(',"hash":')
    altered = alter(body)
    assert altered != body
    refused = refusal_of([sealed(altered)])
    assert (refused.code, line_named(refused)) == ("journal-unreadable", 1)


def test_two_schemas_do_not_make_one_journal() -> None:
    lines = played(baccarat).lines[:2]
    data = json.loads(lines[1]) | {"previous": line_hash(lines[0])}
    old = {key: data[key] for key in ("sequence", "at", "shoe", "round")}
    body = old | {"event": "BetsClosed", "data": {}, "previous": data["previous"]}
    refused = refusal_of([lines[0], hashed(body)])
    assert (refused.code, line_named(refused)) == ("other-schema", 2)


def test_lines_written_anew_are_the_same_lines() -> None:
    for which in EVERYTHING:
        lines = played(which).lines
        assert written(read(lines)) == lines
