"""``pitboss house search``: the same terms as on the web, in a table or as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from command_line import Capture, done, refused
from house_floors import batch_of
from house_scripts import EVENING, founded, lines_of, play
from journal_walks import WalkedTable
from pitboss.house.database import Database
from pitboss.house.journal.indexing import clear
from pitboss.house.store import Appender


@pytest.fixture
def house(database_url: str) -> str:
    """Give a house with an evening on record."""
    founded(database_url).close()
    play(database_url, EVENING)
    return database_url


def found(capsys: Capture, url: str, *terms: str) -> dict[str, Any]:
    out = done(capsys, "house", "search", *terms, "--format", "json", "--database", url)
    page: dict[str, Any] = json.loads(out)
    return page


def test_lines_are_found_by_every_term(house: str, capsys: Capture) -> None:
    lines = [json.loads(line) for line in lines_of(house)]
    everything = found(capsys, house, "--size", "1000000")
    assert len(everything["lines"]) == len(lines) == everything["total"]
    bets = [line for line in lines if line["command"]["kind"] == "PlaceBet"]
    bet = bets[-1]["command"]
    for terms, must in (
        (("--kind", "PlaceBet"), bets),
        (
            ("--wager", bet["wager"], "--kind", "PlaceBet"),
            [b for b in bets if b["command"]["wager"] == bet["wager"]],
        ),
        (("--table", "1"), [line for line in lines if line["stream"] == "table/1"]),
        (("--stream", "house"), [line for line in lines if line["stream"] == "house"]),
        (
            ("--round", "1", "--table", "1"),
            [line for line in lines if line["stream"] == "table/1" and line["round"] == 1],
        ),
        (("--refusal",), [line for line in lines if line["refusal"]]),
        (("--person", "server"), [line for line in lines if line["actor"] == "server"]),
        (("--to", "2000-01-01"), []),
        (("--from", "2100-01-01"), []),
    ):
        has = [
            (one["stream"], one["version"])
            for one in found(capsys, house, *terms, "--size", "9999")["lines"]
        ]
        assert sorted(has) == sorted((line["stream"], line["sequence"]) for line in must), terms
    dollars = f"{bet['cents'] // 100}.{bet['cents'] % 100:02}"
    by_amount = found(capsys, house, "--amount", dollars, "--kind", "PlaceBet")["lines"]
    assert by_amount and all(f'"cents": {bet["cents"]}' in json.dumps(one) for one in by_amount)


def test_pages_go_on_and_are_told_in_words(house: str, capsys: Capture) -> None:
    first = done(capsys, "house", "search", "--size", "2", "--database", house)
    assert first.splitlines()[0].split()[:3] == ["time", "stream", "line"]
    cursor = first.split("--cursor ")[1].strip()
    second = found(capsys, house, "--size", "3", "--cursor", cursor)
    assert len(second["lines"]) == 3
    whole = found(capsys, house, "--size", "5")["lines"]
    assert whole[2:] == second["lines"]


def test_the_index_is_made_anew(house: str, capsys: Capture) -> None:
    database = Database(house)
    with database.engine.begin() as connection:
        lines = WalkedTable("tiger", "table/700", 7).lines(130)
        Appender(connection).append(batch_of(lines))
    before = found(capsys, house, "--kind", "PlaceBet")
    with database.engine.begin() as connection:
        clear(connection)
    database.close()
    assert "--rebuild" in refused(capsys, "house", "verify", "--database", house)
    assert "are found again" in done(capsys, "house", "search", "--rebuild", "--database", house)
    assert found(capsys, house, "--kind", "PlaceBet") == before
    done(capsys, "house", "verify", "--database", house)


def test_what_is_refused(house: str, capsys: Capture) -> None:
    for terms, said in (
        (("--table", "1", "--stream", "house"), "keep one"),
        (("--kind", "PlaceBets"), "PlaceBet"),
        (("--amount", "much"), "25..100"),
        (("--from", "noon"), "no time"),
        (("--size", "0"), "1 or more"),
        (("--cursor", "x"), "no cursor"),
    ):
        assert said in refused(capsys, "house", "search", *terms, "--database", house)
