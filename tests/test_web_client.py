"""The client: lines and answers, a lost reply, a server that starts again, and the terminal."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.cli import main
from pitboss.client import Answer, Client
from pitboss.refusals import Refusal, Unreadable
from web_house import BEGIN, HOME, PINS, ROUND, WebHouse, web_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("client")) as running:
        running.play(*BEGIN)
        yield running


@pytest.fixture
def client(house: WebHouse) -> Iterator[Client]:
    with Client(house.url, patience=5) as client:
        client.sign_in(*PINS["dealer"], table=HOME)
        yield client


def test_lines_are_answered_with_facts_or_a_refusal(client: Client) -> None:
    done = client.line(f"table/{HOME}", "bet 3 player 25")
    assert isinstance(done, Answer)
    assert [fact["kind"] for fact in done.facts] == ["BetPlaced"]
    refused = client.line(f"table/{HOME}", "bet 3 player 999999")
    assert isinstance(refused, Refusal)
    assert refused.code and refused.remedy
    other = client.line("table/2", "bet 3 player 25")
    assert isinstance(other, Refusal) and other.code == "not-allowed"


def test_json_is_the_same_command(client: Client) -> None:
    sit = client.command(f"table/{HOME}", {"kind": "Sit", "position": 4})
    assert isinstance(sit, Answer) and sit.facts[0]["position"] == 4
    nonsense = client.command(f"table/{HOME}", {"kind": "Nonsense"})
    assert isinstance(nonsense, Refusal)


def test_the_same_id_is_done_once(client: Client) -> None:
    first = client.line(f"table/{HOME}", "bet 3 banker 25", id="once")
    again = client.line(f"table/{HOME}", "bet 3 banker 25", id="once")
    assert isinstance(first, Answer) and isinstance(again, Answer)
    assert (again.id, again.facts) == (first.id, first.facts)
    other = client.line(f"table/{HOME}", "bet 3 tie 25", id="once")
    assert isinstance(other, Refusal) and other.code == "id-taken"


def test_reading(client: Client, house: WebHouse) -> None:
    assert client.me()["badge"] == PINS["dealer"][0]
    assert client.table(HOME)["id"] == HOME
    assert client.roads(HOME)["history"] == ""
    assert client.round(HOME, 1)["ending"] == "not over"
    assert {jackpot["id"] for jackpot in client.jackpots()} >= {"sun-7", "harmony"}
    assert len(client.tables()) == len(house.running.board.floor.tables)
    [odds] = client.odds("ez-baccarat/dragon-7", decks=8)
    assert odds["house_edge_percent"] == pytest.approx(7.61, abs=0.01)
    assert any(wager["id"] == "ez-baccarat/dragon-7" for wager in client.wagers())
    with pytest.raises(Unreadable, match="may not"):
        client.report("wins")
    with Client(house.url) as supervisor:
        supervisor.sign_in(*PINS["supervisor"])
        assert supervisor.jackpot("sun-7")["id"] == "sun-7"
        assert supervisor.movements("sun-7")[0]["reason"] == "begin"
        assert supervisor.report("wins", jackpot="sun-7") == []


def test_a_wrong_pin_is_refused_in_words(house: WebHouse) -> None:
    with Client(house.url) as stranger, pytest.raises(Unreadable, match="do not belong"):
        stranger.sign_in("2207", "0000")


def test_a_place_that_is_none_is_refused(client: Client) -> None:
    with pytest.raises(Unreadable, match="is no stream"):
        client.line("nowhere/3", "open")
    with (
        Client("http://127.0.0.1:1", patience=0.2) as nobody,
        pytest.raises(Unreadable, match="answer"),
    ):
        nobody.tables()


class LosesReplies:
    """Stands before a server, passes a request on, and hangs up before the reply."""

    def __init__(self, port: int, times: int) -> None:
        self.port, self.times = port, times
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.passed: list[bytes] = []
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            with client, socket.create_connection(("127.0.0.1", self.port)) as server:
                asked = client.recv(65_536)
                while b"\r\n\r\n" not in asked or not asked.endswith(b"}"):
                    asked += client.recv(65_536)
                self.passed.append(asked)
                server.sendall(asked)
                reply = b"".join(iter(lambda: server.recv(65_536), b""))
                if len(self.passed) > self.times:
                    client.sendall(reply)

    def close(self) -> None:
        self.listening.close()


def test_a_lost_reply_is_asked_for_again_and_nothing_is_done_twice(
    house: WebHouse, client: Client
) -> None:
    between = LosesReplies(house.port, times=2)
    try:
        with Client(between.address, client.token, patience=10) as unlucky:
            unlucky.http.headers.update({"Connection": "close"})
            before = client.table(HOME)["version"]
            done = unlucky.line(f"table/{HOME}", "sit 7")
            assert isinstance(done, Answer)
            assert len(between.passed) == 3
            assert client.table(HOME)["version"] == before + 1
    finally:
        between.close()


def test_live_goes_on_after_the_server_was_started_again(tmp_path: Path) -> None:
    first = WebHouse(tmp_path).start()
    port = first.port
    with Client(first.url, patience=20) as client:
        updates = client.live(f"table/{HOME}")
        assert next(updates).view["open"] is False
        first.play("open")
        while not (update := next(updates)).view["open"]:
            pass
        first.stop()
        second = WebHouse(tmp_path, port=port).start()
        try:
            second.play("sit 3")
            while (later := next(updates)).view["seated"] != [3]:
                pass
            assert later.version > update.version
            assert "seated" in later.changes
        finally:
            second.stop()


def test_a_seat_shows_its_last_round_after_the_server_was_started_again(tmp_path: Path) -> None:
    def shown(house: WebHouse) -> str:
        with house.client("seat") as client:
            page = client.get(f"/tables/{HOME}/seat/3").text
        found = re.search(r'<section class="result" id="result".*?</section>', page, re.DOTALL)
        assert found is not None
        return found[0]

    first = WebHouse(tmp_path).start()
    try:
        first.play(*BEGIN)
        assert "No round was decided since you sat down" in shown(first)
        first.play(*ROUND)
        before = shown(first)
        assert "Round 1" in before and "$25" in before
    finally:
        first.stop()
    second = WebHouse(tmp_path).start()
    try:
        assert shown(second) == before
        second.play("bet 3 player 25", "coup 7s 8h 3d / Kh Qd 7c")
        halfway = shown(second)
        assert "Round 2" in halfway
    finally:
        second.stop()
    third = WebHouse(tmp_path).start()
    try:
        assert shown(third) == halfway
    finally:
        third.stop()


# --- in the terminal ---


def test_a_script_goes_to_the_table_of_a_server(
    house: WebHouse,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    script = tmp_path / "evening.script"
    script.write_text("# two lines\nsit 5\nleave 5\n")
    badge, pin = PINS["dealer"]
    monkeypatch.setenv("PITBOSS_PIN", pin)
    words = ["deal", "--table", HOME, "--badge", badge, "--script", str(script)]
    assert main(["--server", house.url, *words]) == 0
    told = capsys.readouterr().out
    assert told.index("sit 5") < told.index("leave 5")
    script.write_text("sit 5\nbet 5 nothing 5\nsit 6\n")
    assert main(["--server", house.url, *words]) == 2
    assert "line 2" in capsys.readouterr().err
    assert 6 not in httpx.get(f"{house.url}/api/v1/tables").json()[0]["seated"]


@pytest.mark.parametrize(
    "words,told",
    [
        (["--table", HOME], "needs --badge"),
        (["--badge", "1101"], "needs --table"),
        (["--table", HOME, "--badge", "1101", "--seed", "7"], "--seed and --server"),
        (["baccarat", "--table", HOME, "--badge", "1101"], "GAME and --server"),
    ],
)
def test_what_does_not_go_with_a_server_is_refused(
    house: WebHouse, words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--server", house.url, "deal", *words]) == 2
    assert told in capsys.readouterr().err
