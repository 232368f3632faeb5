"""The journal on the web: search, steps, chains, downloads and a verification that is watched."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.cli import main
from pitboss.house.database import Database
from pitboss.house.exporting import export_lines
from pitboss.house.journal import verification
from pitboss.house.journal.verification import Verifications
from web_house import BEGIN, ROUND, WebHouse, web_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("journal")) as running:
        running.play(*BEGIN, *ROUND)
        refused = running.line("dealer", "bet 3 player 1000000")
        assert refused.status_code == 409
        yield running


def asked(house: WebHouse, path: str, role: str = "auditor", **query: Any) -> Any:
    with house.client(role) as client:
        response = client.get(f"/api/v1{path}", params=query)
    assert response.status_code == 200, response.text
    return response.json()


def record(house: WebHouse) -> list[dict[str, Any]]:
    url = f"sqlite:///{house.home / 'house.db'}"
    with closing(Database(url)) as database, database.reading() as connection:
        return [json.loads(line) for line in export_lines(connection)]


def test_a_search_answers_with_lines_of_the_record(house: WebHouse) -> None:
    lines = record(house)
    page = asked(house, "/journal", stream="table/1", kind="BetPlaced")
    kinds = [fact["kind"] for one in page["lines"] for fact in one["facts"]]
    assert kinds.count("BetPlaced") == 2 and page["counted"] == "2" and page["cursor"] is None
    assert [one["script"] for one in page["lines"]] == [
        *("bet 3 sun-7-progressive 1", "bet 3 player 25")
    ]
    (refused,) = asked(house, "/journal", refusal="refused", stream="table/1")["lines"]
    assert refused["refusal"]["code"] == "above-maximum" and refused["actor"] == "1101"
    assert asked(house, "/journal", cents=100_000_000)["lines"] == [refused]
    assert asked(house, "/journal", least_cents=99_999_999, most_cents=10**9)["lines"] == [refused]
    first = asked(house, "/journal", size=5)
    rest = asked(house, "/journal", size=500, cursor=first["cursor"])
    assert first["total"] == len(lines) and not first["cut_off"]
    shown = [(one["stream"], one["version"]) for one in (*first["lines"], *rest["lines"])]
    assert sorted(shown) == sorted((one["stream"], one["sequence"]) for one in lines)
    day = lines[-1]["at"][:10]
    assert asked(house, "/journal", until="2020-01-01")["lines"] == []
    assert asked(house, "/journal", since=f"{day}T00:00:00.000Z", size=1)["lines"]


@pytest.mark.parametrize(
    "query,status",
    [
        ({"stream": "tables"}, 422),
        ({"kind": "PlaceBets"}, 422),
        ({"since": "2026-13-01"}, 422),
        ({"cursor": "1.2"}, 422),
        ({"size": 0}, 422),
        ({"size": 501}, 422),
        ({"cents": 0}, 422),
        ({"round": 0}, 422),
    ],
)
def test_what_cannot_be_looked_for_is_refused(
    house: WebHouse, query: dict[str, Any], status: int
) -> None:
    with house.client("auditor") as client:
        response = client.get("/api/v1/journal", params=query)
    assert response.status_code == status and response.json()["remedy"]


def test_a_round_card_by_card(house: WebHouse) -> None:
    steps = asked(house, "/tables/1/rounds/1/steps")
    hands = [step["hands"]["player"] + step["hands"]["banker"] for step in steps]
    most = max(hands, key=len)
    assert sorted(most) == sorted(["7s", "8h", "3d", "Kh", "Qd", "7c"])
    assert [len(hand) for hand in hands[: hands.index(most) + 1]] == sorted(
        len(hand) for hand in hands[: hands.index(most) + 1]
    )
    stakes = [m["cents"] for step in steps for m in step["movements"] if m["reason"] == "stake"]
    assert stakes == [2500, 100]
    with house.client("auditor") as client:
        assert client.get("/api/v1/tables/1/rounds/99/steps").status_code == 404
        assert client.get("/api/v1/tables/77/rounds/1/steps").status_code == 404


def test_the_chains_stand_as_the_lines_say(house: WebHouse) -> None:
    last = {line["stream"]: line for line in record(house)}
    states = asked(house, "/journal/streams", "supervisor")
    assert states[0]["stream"] == "house"
    assert {state["stream"] for state in states} == last.keys()
    for state in states:
        line = last[state["stream"]]
        assert (state["lines"], state["at"]) == (line["sequence"], line["at"])
        assert state["rulebook"] == line["rulebook"] and len(state["hash"]) == 64
        assert state["checkpoint_lines"] <= state["lines"]


@pytest.mark.parametrize(
    "path,stream",
    [
        ("/journal/streams.jsonl", None),
        ("/journal/streams/table/1.jsonl", "table/1"),
        ("/journal/streams/link/sun-7.jsonl", "link/sun-7"),
        ("/journal/streams/house.jsonl", "house"),
    ],
)
def test_a_download_is_an_export_that_replay_accepts(
    house: WebHouse, tmp_path: Path, path: str, stream: str | None
) -> None:
    with house.client("auditor") as client:
        response = client.get(f"/api/v1{path}")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("application/jsonl")
    assert "attachment" in response.headers["content-disposition"]
    file, own = tmp_path / "download.jsonl", tmp_path / "export.jsonl"
    file.write_bytes(response.content)
    database = ("--database", f"sqlite:///{house.home / 'house.db'}")
    chosen = () if stream is None else ("--stream", stream)
    assert main(["house", "export", str(own), *chosen, *database]) == 0
    assert own.read_bytes() == file.read_bytes()
    if stream is None:
        assert main(["replay", str(file)]) == 0


def test_no_such_stream_is_no_file(house: WebHouse) -> None:
    with house.client("auditor") as client:
        response = client.get("/api/v1/journal/streams/table/404.jsonl")
    assert response.status_code == 404 and response.json()["code"] == "no-such-stream"


# --- verifying ---


def ended(client: httpx.Client) -> dict[str, Any]:
    for _ in range(300):
        told: dict[str, Any] = client.get("/api/v1/verify").json()
        if told["state"] != "running":
            return told
        time.sleep(0.05)
    raise AssertionError("it does not end")


def test_a_verification_is_watched_to_its_end(house: WebHouse) -> None:
    with house.client("auditor") as client:
        for how in ("chains", "derived", "redecide"):
            begun = client.post("/api/v1/verify", json={"how": how})
            assert begun.status_code == 200 and begun.json()["how"] == how
            told = ended(client)
            assert told["state"] == "sound" and told["done"] == told["of"] == told["lines"] > 30
            assert len(told["seal"]) == 64 and told["broken"] is None
        assert client.post("/api/v1/verify", json={"how": "somehow"}).status_code == 422


def test_a_verification_is_given_up(house: WebHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: Verifications = house.app.state.verifications

    def slowly(*_: Any, progress: Any, **__: Any) -> Any:
        while True:
            progress(1, 1_000)
            time.sleep(0.01)

    monkeypatch.setattr(verification, "verify", slowly)
    with house.client("executive") as client:
        first = client.post("/api/v1/verify", json={}).json()
        again = client.post("/api/v1/verify", json={"how": "chains"}).json()
        assert again["id"] == first["id"] and again["how"] == "derived", "the one that runs"
        told = client.post("/api/v1/verify/give-up").json()
        assert told["state"] == "given up" and told["ended"]
    assert kept.watched.state == "given up"


def test_a_verification_is_given_up_while_it_begins(
    house: WebHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its thread takes its time to start: who gives it up then waits for it, and for its end."""
    kept: Verifications = house.app.state.verifications
    start, starting = threading.Thread.start, threading.Event()

    def slowly(thread: threading.Thread) -> None:
        if thread.name.startswith("verification"):
            starting.set()
            time.sleep(0.2)
        start(thread)

    def until_given_up(*_: Any, progress: Any, **__: Any) -> Any:
        while True:
            progress(1, 1_000)
            time.sleep(0.01)

    monkeypatch.setattr(threading.Thread, "start", slowly)
    monkeypatch.setattr(verification, "verify", until_given_up)
    with ThreadPoolExecutor(1) as pool:
        begun = pool.submit(kept.begin)
        assert starting.wait(5)
        assert kept.give_up().state == "given up"
        assert begun.result().state == "running"


def test_a_tampered_database_shows_where_it_breaks(house: WebHouse) -> None:
    path = house.home / "house.db"
    query = "SELECT body FROM journal WHERE stream = 'table/1' AND version = 9"
    with closing(sqlite3.connect(path)) as file, house.client("auditor") as client:
        (body,) = file.execute(query).fetchone()
        change = "UPDATE journal SET body = ? WHERE stream = 'table/1' AND version = 9"
        file.execute(change, (body.replace('"actor":"1101"', '"actor":"1102"'),))
        file.commit()
        client.post("/api/v1/verify", json={"how": "chains"})
        told = ended(client)
        file.execute(change, (body,))
        file.commit()
        assert told["state"] == "broken" and told["seal"] is None
        broken = told["broken"]
        assert (broken["stream"], broken["line"]) == ("table/1", 9)
        assert broken["code"] == "journal-altered" and "hash" in broken["message"]
        client.post("/api/v1/verify", json={"how": "chains"})
        assert ended(client)["state"] == "sound"
