"""Search of the journal: every term finds what a plain scan of the lines finds, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from house_floors import batch_of, house_of
from journal_walks import Scanned, WalkedTable, scanned, walked_house, write
from pitboss.house.database import Database
from pitboss.house.exporting import export_lines
from pitboss.house.journal import searching
from pitboss.house.journal.asking import Search, Terms, read_amount, read_time
from pitboss.house.journal.indexing import rebuild
from pitboss.house.journal.occurring import codes_on_record
from pitboss.house.journal.searching import Page, read_cursor, search
from pitboss.house.schema import AMOUNT, MENTION, PIECE
from pitboss.house.store import Appender, heads_of
from pitboss.house.verifying import verify
from pitboss.refusals import Unreadable

TRIES = 80
SIZE, SMALL = 17, 2
"""Lines of the first pages; how many are so small."""


class Walked(NamedTuple):
    """A house, and its lines as a plain scan has them."""

    database: Database
    tables: list[WalkedTable]
    lines: list[Scanned]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Walked]:
    """Give a house of each kind that no test changes."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('walked') / 'house.db'}"
    else:
        cluster = request.getfixturevalue("cluster")
        url = cluster.url(cluster.create())
    database, tables = walked_house(url)
    yield Walked(database, tables, lines_of(database))
    database.close()


def lines_of(database: Database) -> list[Scanned]:
    with database.reading() as connection:
        return [scanned(body) for body in export_lines(connection)]


def found(database: Database, asked: Search, size: int = SIZE) -> tuple[list[Page], list[str]]:
    """Return the pages of a search, small ones first, and its lines by stream and version."""
    pages, cursor = list[Page](), ""
    with database.reading() as connection:
        while True:
            page = search(connection, asked, cursor, size if len(pages) < SMALL else 500)
            pages.append(page)
            if page.cursor is None:
                break
            cursor = page.cursor
    lines = [f"{one.line.stream}/{one.line.sequence}" for page in pages for one in page.lines]
    return pages, lines


def wanted(lines: list[Scanned], fits: Callable[[Scanned], bool]) -> list[str]:
    """Return the lines that a plain scan finds, newest first."""
    chosen = sorted((one[:3] for one in lines if fits(one)), reverse=True)
    return [f"{stream}/{version}" for _, stream, version in chosen]


def agrees(house: Walked, asked: Search, fits: Callable[[Scanned], bool]) -> int:
    """Hold a search against the scan: all lines, once, in order, and their number."""
    must = wanted(house.lines, fits)
    pages, has = found(house.database, asked)
    assert has == must, asked
    for page in pages:
        assert page.total == min(len(must), searching.COUNTED)
        assert page.cut_off == (len(must) > searching.COUNTED)
    assert all(len(page.lines) == SIZE for page in pages[:-1][:SMALL])
    return len(must)


def milliseconds(at: str) -> int:
    return read_time(at, "UTC", end=False)


# --- every term by itself ---


def test_every_stream(house: Walked) -> None:
    for stream in {one.stream for one in house.lines}:
        assert agrees(house, Search(stream), lambda one, name=stream: one.stream == name)  # type: ignore[misc]


def test_every_person(house: Walked) -> None:
    people = {person for one in house.lines for person in one.people}
    assert {"1101", "José", 'a "b"', "Ann", "server", "2207"} <= people
    for person in people:
        asked = Search(person=person)
        assert agrees(house, asked, lambda one, name=person: name in one.people)  # type: ignore[misc]


def test_every_wager_kind_and_refusal(house: Walked) -> None:
    for wager in {wager for one in house.lines for wager in one.wagers}:
        assert agrees(house, Search(wager=wager), lambda one, it=wager: it in one.wagers)  # type: ignore[misc]
    kinds = {kind for one in house.lines for kind in one.kinds}
    assert {"PlaceBet", "BetPlaced", "HitPaid", "FloorOpened", "CommandWithdrawn"} <= kinds
    for kind in kinds:
        assert agrees(house, Search(kind=kind), lambda one, it=kind: it in one.kinds)  # type: ignore[misc]
    codes = {one.refusal for one in house.lines if one.refusal}
    assert len(codes) > 20
    for code in codes:
        assert agrees(house, Search(refusal=code), lambda one, it=code: one.refusal == it)  # type: ignore[misc]
    with house.database.reading() as connection:
        assert codes_on_record(connection) == sorted(codes)
    assert agrees(house, Search(refusal="refused"), lambda one: one.refusal is not None)
    assert agrees(house, Search(refusal="accepted"), lambda one: one.refusal is None)


def test_every_round(house: Walked) -> None:
    for number in {one.round for one in house.lines if one.round is not None}:
        asked = Search(round=number)
        assert agrees(house, asked, lambda one, it=number: one.round == it)  # type: ignore[misc]
        agrees(
            house,
            Search("table/91", round=number),
            lambda one, it=number: one.round == it and one.stream == "table/91",  # type: ignore[misc]
        )


def test_amounts_exactly_and_in_ranges(house: Walked) -> None:
    amounts = sorted({cents for one in house.lines for cents in one.cents})
    random = Random(4)
    for cents in random.sample(amounts, 25):
        asked = Search(least_cents=cents, most_cents=cents)
        assert agrees(house, asked, lambda one, it=cents: it in one.cents)  # type: ignore[misc]
    for _ in range(5):
        least, most = sorted(random.sample(amounts, 2))
        for low, high in ((least, most), (least, None), (None, most), (least + 1, most - 1)):
            agrees(
                house,
                Search(least_cents=low, most_cents=high),
                lambda one, a=low or 1, b=high or 10**18: any(a <= c <= b for c in one.cents),  # type: ignore[misc]
            )


def test_times_from_and_to(house: Walked) -> None:
    times = sorted({one.at for one in house.lines})
    assert agrees(house, Search(), lambda _: True) > searching.COUNTED
    random = Random(5)
    for _ in range(6):
        first, last = sorted(random.sample(times, 2))
        asked = Search(since=milliseconds(first), until=milliseconds(last))
        assert agrees(house, asked, lambda one, a=first, b=last: a <= one.at <= b)  # type: ignore[misc]
        here = asked._replace(stream="table/93")
        agrees(
            house,
            here,
            lambda one, a=first, b=last: one.stream == "table/93" and a <= one.at <= b,  # type: ignore[misc]
        )


# --- all terms together ---


def test_any_terms_together(house: Walked) -> None:
    """Terms are taken from a line, some of them from another one, so that most searches find."""
    random, hits = Random(6), 0
    for _ in range(TRIES):
        line, other = random.sample(house.lines, 2)
        terms = random.sample(TERMS, random.randint(2, 4))
        fits, asked = [], Search()
        for term in terms:
            chosen = term(other if random.random() < 0.15 else line, random)
            if chosen is not None:
                asked = asked._replace(**chosen[0])  # type: ignore[arg-type]
                fits.append(chosen[1])
        hits += agrees(house, asked, lambda one, all_of=fits: all(fit(one) for fit in all_of)) > 0  # type: ignore[misc]
    assert hits > TRIES // 2


Term = tuple[dict[str, object], Callable[[Scanned], bool]] | None


def _stream(line: Scanned, _: Random) -> Term:
    return {"stream": line.stream}, lambda one: one.stream == line.stream


def _person(line: Scanned, random: Random) -> Term:
    name = random.choice(sorted(line.people))
    return {"person": name}, lambda one: name in one.people


def _wager(line: Scanned, random: Random) -> Term:
    if not line.wagers:
        return None
    wager = random.choice(sorted(line.wagers))
    return {"wager": wager}, lambda one: wager in one.wagers


def _kind(line: Scanned, random: Random) -> Term:
    kind = random.choice(sorted(line.kinds))
    return {"kind": kind}, lambda one: kind in one.kinds


def _amount(line: Scanned, random: Random) -> Term:
    if not line.cents:
        return None
    cents = random.choice(sorted(line.cents))
    least, most = random.choice(((cents, cents), (cents, cents * 2), (cents // 2 + 1, cents)))
    fits: dict[str, object] = {"least_cents": least, "most_cents": most}
    return fits, lambda one: any(least <= it <= most for it in one.cents)


def _refused(line: Scanned, _: Random) -> Term:
    if line.refusal is None:
        return None
    return {"refusal": line.refusal}, lambda one: one.refusal == line.refusal


def _round(line: Scanned, _: Random) -> Term:
    if line.round is None:
        return None
    return {"round": line.round}, lambda one: one.round == line.round


def _since(line: Scanned, _: Random) -> Term:
    return {"since": milliseconds(line.at)}, lambda one: one.at >= line.at


def _until(line: Scanned, _: Random) -> Term:
    return {"until": milliseconds(line.at)}, lambda one: one.at <= line.at


TERMS = (_stream, _person, _wager, _kind, _amount, _refused, _round, _since, _until)


def test_what_nobody_wrote_is_not_found(house: Walked) -> None:
    for asked in (
        Search("table/404"),
        Search(person="nobody"),
        Search(wager="tie", kind="DealCard"),
        Search(refusal="no-such-code"),
        Search(round=10**6),
        Search(least_cents=10**17),
        Search(until=0),
        Search(since=read_time("2100-01-01", "UTC", end=False)),
    ):
        (page,), lines = found(house.database, asked)
        assert not lines and page.counted == "0" and page.cursor is None


def test_a_count_that_is_cut_off_says_so(house: Walked, monkeypatch: pytest.MonkeyPatch) -> None:
    with house.database.reading() as connection:
        assert search(connection, Search()).counted == "1,000+"
        number = len(wanted(house.lines, lambda one: "BetPlaced" in one.kinds))
        monkeypatch.setattr(searching, "COUNTED", number)
        assert search(connection, Search(kind="BetPlaced")).counted == f"{number:,}"
        monkeypatch.setattr(searching, "COUNTED", number - 1)
        assert search(connection, Search(kind="BetPlaced")).counted == f"{number - 1:,}+"


# --- pages while lines are written ---


@pytest.mark.parametrize(
    "terms", [{}, {"kind": "BetPlaced"}, {"least_cents": 1, "most_cents": 10**6}]
)
def test_pages_are_stable_while_lines_are_written(
    database_url: str, terms: dict[str, object]
) -> None:
    database, tables = walked_house(database_url, seed=3, steps=40)
    asked = Search()._replace(**terms)  # type: ignore[arg-type]
    _, before = found(database, asked)
    lines, cursor = list[str](), ""
    for table in tables[:6]:
        with database.reading() as connection:
            page = search(connection, asked, cursor, 2)
        lines += [f"{one.line.stream}/{one.line.sequence}" for one in page.lines]
        assert page.cursor is not None
        cursor = page.cursor
        with database.engine.connect() as connection:
            write(connection, table, 10)
    with database.reading() as connection:
        while cursor:
            page = search(connection, asked, cursor, 50)
            lines += [f"{one.line.stream}/{one.line.sequence}" for one in page.lines]
            cursor = page.cursor or ""
    assert len(set(lines)) == len(lines), "a line is shown twice"
    assert [line for line in lines if line in set(before)] == before, "a line is missing"
    database.close()


# --- the index itself ---


def test_an_index_that_is_lost_is_made_anew(database_url: str) -> None:
    database, _ = walked_house(database_url, seed=4, steps=80)
    before = _index(database)
    verify(database)
    with database.engine.begin() as connection:
        connection.execute(sa.delete(MENTION))
        connection.execute(sa.delete(AMOUNT).where(AMOUNT.c.stream == "table/92"))
    with pytest.raises(Unreadable, match="--rebuild") as caught:
        verify(database)
    assert caught.value.refusal.code == "index-altered"
    told: list[tuple[int, int]] = []
    with database.reading() as connection:
        count = sum(head.version // 60 * 60 for head in heads_of(connection).values())
    assert rebuild(database, lambda done, of: told.append((done, of))) == count
    assert told[-1] == (count, count)
    assert _index(database) == before
    verify(database)
    database.close()


def _index(database: Database) -> list[set[tuple[object, ...]]]:
    with database.reading() as connection:
        return [
            {tuple(row) for row in connection.execute(sa.select(table))}
            for table in (PIECE, MENTION, AMOUNT)
        ]


@pytest.mark.parametrize("table", [PIECE, MENTION, AMOUNT], ids=lambda table: str(table.name))
def test_a_row_of_the_index_that_was_tampered_with_is_named(
    database_url: str, table: sa.Table
) -> None:
    database, _ = walked_house(database_url, seed=5, steps=80)
    with database.reading() as connection:
        rows = connection.execute(sa.select(table).where(table.c.stream == "table/94")).mappings()
        row = dict(list(rows)[-1])
    bits = row.get("bits", 1)
    first = 60 * row["piece"] + (bits & -bits).bit_length()
    here = sa.and_(*(table.c[name] == value for name, value in row.items()))
    changes: list[sa.Executable] = [
        sa.delete(table).where(here),
        sa.update(table).where(here).values(at=5),
    ]
    if "bits" in row:
        key = "word" if table is MENTION else "cents"
        changes += [
            sa.update(table).where(here).values(bits=bits ^ (bits & -bits)),
            sa.update(table).where(here).values({key: 77}),
            sa.insert(table).values({**row, key: 77}),
        ]
    else:
        changes.append(sa.update(table).where(here).values(first_at=5))
    with database.engine.connect() as connection:
        kept = [dict(one) for one in connection.execute(sa.select(table)).mappings()]
    for change in changes:
        with database.engine.begin() as connection:
            connection.execute(change)
        with pytest.raises(Unreadable) as caught:
            verify(database)
        assert caught.value.refusal.code == "index-altered"
        assert f"table/94, line {first}:" in caught.value.refusal.message
        with database.engine.begin() as connection:
            connection.execute(sa.delete(table))
            connection.execute(sa.insert(table), kept)
    verify(database)
    with database.engine.begin() as connection:
        connection.execute(sa.insert(table).values({**row, "stream": "table/404"}))
    with pytest.raises(Unreadable, match="table/404"):
        verify(database)
    database.close()


def test_a_piece_is_whole_whoever_wrote_its_lines(database_url: str) -> None:
    """Lines that come one by one, by several writers in turn, are indexed as if by one."""
    database, _ = walked_house(database_url, seed=6, steps=2)
    table = WalkedTable("tiger", "table/700", 7)
    lines = list(table.lines(150))
    with database.engine.connect() as connection:
        writers = [Appender(connection), Appender(connection)]
        for number, line in enumerate(lines):
            with connection.begin():
                writers[number % 3 == 0].append(batch_of([line]))
    verify(database)
    before = _index(database)
    rebuild(database)
    assert _index(database) == before
    with database.reading() as connection:
        count = connection.scalar(
            sa.select(sa.func.count()).select_from(PIECE).where(PIECE.c.stream == "table/700")
        )
    assert count == len(lines) // 60 == 2
    database.close()


def test_a_line_with_an_amount_that_no_database_counts_is_kept(database_url: str) -> None:
    """It is refused, and found by everything else; before, no line came after its piece."""
    stakes = [2**63 // 100 + 1, 2**63 // 20]
    no = "> refused stake-too-large"
    asked = [f"table 1: bet 3 player {stakes[at % 2]}\n{no}" for at in range(70)]
    database = house_of(database_url, "\n".join(["table 1: sit 3", *asked]))
    verify(database)
    pages, lines = found(database, Search("table/1", wager="player", refusal="refused"))
    assert len(lines) == len(asked) and pages[0].total == len(asked)
    assert not found(database, Search("table/1", refusal="refused", least_cents=1))[1]
    database.close()


# --- what is asked, as text ---


@pytest.mark.parametrize(
    "text,first,last",
    [
        ("2026-11-16", "2026-11-16T07:00:00.000Z", "2026-11-17T06:59:59.999Z"),
        ("2026-11-16T14:32", "2026-11-16T21:32:00.000Z", "2026-11-16T21:32:59.999Z"),
        ("2026-11-16 14:32:05", "2026-11-16T21:32:05.000Z", "2026-11-16T21:32:05.999Z"),
        ("2026-11-16T21:32:05.120Z", "2026-11-16T21:32:05.120Z", "2026-11-16T21:32:05.120Z"),
        ("2026-07-01T12:00", "2026-07-01T18:00:00.000Z", "2026-07-01T18:00:59.999Z"),
        ("2026-11-01T01:30", "2026-11-01T07:30:00.000Z", "2026-11-01T08:30:59.999Z"),
        ("2026-11-01", "2026-11-01T06:00:00.000Z", "2026-11-02T06:59:59.999Z"),
    ],
)
def test_times_are_those_of_the_clock_on_the_wall(text: str, first: str, last: str) -> None:
    """In Denver; the hour that the clock shows twice in autumn is both, that day has 25 hours."""
    zone = "America/Denver"
    assert read_time(text, zone, end=False) == read_time(first, "UTC", end=False)
    assert read_time(text, zone, end=True) == read_time(last, "UTC", end=True)


@pytest.mark.parametrize("text", ["noon", "2026-02-30", "2026-11-16T25:00", "16.11.2026", "²"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        Terms(since=text).read()
    assert caught.value.refusal.code == "unreadable-time"


def test_what_cannot_be_asked_is_refused() -> None:
    for terms, code in (
        ({"stream": "tables"}, "no-such-stream"),
        ({"kind": "PlaceBets"}, "unknown-record"),
    ):
        with pytest.raises(Unreadable) as caught:
            Terms(**terms).read()
        assert caught.value.refusal.code == code
    for text in ("much", "1..2..3", "-5", "1.005", "9" * 30, f"1..{2**64}"):
        with pytest.raises(Unreadable, match=r"25\.\.100"):
            read_amount(text)
    for text in ("1", "1.2", "a.b.c", "1.2.table/1; drop", "9" * 40):
        with pytest.raises(Unreadable, match="no cursor"):
            read_cursor(text)
