"""A house under siege: no mistake of ours, nothing undocumented, nothing that runs, sound books.

`make siege` sends 100,000 requests and more; here it is a slice. The seed is printed: the same seed
makes the same attacks, though several come at once.
"""

from __future__ import annotations

import os
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic

import pytest
from websockets.sync.client import connect

from house_audit import StoreAudit
from pitboss.house.database import Database
from pitboss.house.people.proofs import names_in
from pitboss.house.people.sessions import SignedIn
from pitboss.rulebook import catalog
from pitboss.table.record.journal import read_line
from siege import Attack, Besieger
from siege_answers import HEADERS, Answers, check_page
from siege_sockets import RAW, Sockets, shown
from web_house import BEGIN, HOME, PINS, ROUND, WebHouse, web_house

SEED = int(os.environ.get("PITBOSS_SEED", "14"))
REQUESTS = int(os.environ.get("PITBOSS_REQUESTS", "3000"))
BESIEGERS = 3
AT_A_PANEL = ("VerifyHit", "PayHit")
"""What a dealer enters at a jackpot: refused by the house unless a card proves who signs."""
A_SOCKET_EVERY = 25


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("siege")) as running:
        running.play(*BEGIN, *ROUND)
        running.play(*BEGIN, table="2")
        yield running


def ended_tokens(house: WebHouse) -> tuple[str, ...]:
    """Return tokens that were good once: of a session that has ended, and of a device revoked."""
    people = house.running.people
    badge, pin = PINS["executive"]
    signed = people.sign_in(badge, pin)
    assert isinstance(signed, SignedIn)
    people.sign_out(signed.token)
    code = people.code_for("table", HOME, 0, PINS["administrator"][0])
    assert isinstance(code, str)
    paired = people.pair(code)
    device, token = paired[0], paired[1]
    assert people.revoke(device, PINS["administrator"][0]) is None
    return signed.token, token


class Camp:
    """A besieger with a connection of its own, and what it saw."""

    def __init__(self, house: WebHouse, number: int, answers: Answers, ended: tuple[str, ...]):
        self.house, self.answers = house, answers
        seed = SEED * 1_000 + number
        self.besieger = Besieger(seed, house.tokens, ended)
        self.sockets = Sockets(seed, house.port, house.tokens)
        self.line = HTTPConnection("127.0.0.1", house.port, timeout=30)
        self.seen: Counter[str] = Counter()
        self.faults: dict[str, str] = {}
        """What went wrong, one of each sort."""

    def attack(self, requests: int) -> Counter[str]:
        for number in range(requests):
            if number % A_SOCKET_EVERY == 0:
                first = self.sockets.attack()
                assert not first.startswith("HTTP/1.1 5"), first
                self.seen["sockets"] += 1
            else:
                self._request(self.besieger.next())
        self.line.close()
        return self.seen

    def _request(self, attack: Attack) -> None:
        line = self.line
        try:
            line.putrequest(attack.method, attack.path, skip_host="Host" in attack.headers)
            for name, value in attack.headers.items():
                line.putheader(name, value.encode())
            if attack.body is not None:
                line.putheader("Content-Length", str(len(attack.body)))
            line.endheaders(attack.body)
            response = line.getresponse()
            body = response.read()
            text = "" if body.startswith(b"%PDF-") else body.decode()
        except (HTTPException, OSError) as error:
            raise AssertionError(f"{attack}: {error!r}") from error
        head = {name.lower(): value for name, value in response.getheaders()}
        if "content-security-policy" not in head and response.status == 400:
            line.close()  # what is no HTTP is refused before it is a request
            return
        try:
            self.answers.check(attack.method, attack.path, response.status, head, text)
        except AssertionError as error:
            self.faults.setdefault(str(error).partition("?")[0][:60], f"{error}\n  {attack}")
        self.seen[f"{attack.kind} {response.status}"] += 1


def test_a_siege(house: WebHouse) -> None:
    begun, ended = monotonic(), ended_tokens(house)
    print(f"\nsiege: seed {SEED}, {REQUESTS:,} requests")
    answers = Answers(house.client().get("/openapi.json").json())
    camps = [Camp(house, number, answers, ended) for number in range(BESIEGERS)]
    seen: Counter[str] = Counter()
    with ThreadPoolExecutor(BESIEGERS) as pool:
        for result in pool.map(lambda camp: camp.attack(-(-REQUESTS // BESIEGERS)), camps):
            seen += result
    faults = {name: fault for camp in camps for name, fault in camp.faults.items()}
    assert not faults, "\n".join(faults.values())
    seconds = monotonic() - begun
    print(
        f"{sum(seen.values()):,} in {seconds:.0f} s:",
        *(f"{k}: {n}" for k, n in sorted(seen.items())),
    )
    assert house.client().get("/health").json()["status"] == "ok"
    for status in (200, 400, 401, 403, 404, 405, 409, 413, 422):
        assert any(kind.endswith(f" {status}") for kind in seen), f"nothing was answered {status}"
    pages_are_sound(house)
    record_is_sound(house)


def pages_are_sound(house: WebHouse) -> None:
    """Whatever was written down in the siege is text on every page, and in what they are sent."""
    with house.client("supervisor") as client:
        for path in (
            "/",
            f"/tables/{HOME}/dealer",
            f"/tables/{HOME}/sign",
            f"/tables/{HOME}/seat/3",
        ):
            check_page(client.get(path).text, path)
    for page in ("floor", "dealer", "sign", "seat&seat=3"):
        query = f"streams=table/{HOME}&as=page&page={page}"
        address = f"ws://127.0.0.1:{house.port}/api/v1/live?{query}"
        given = house.headers("supervisor")
        with connect(address, additional_headers=given, compression=None, proxy=None) as live:
            for name, html in shown(str(live.recv(timeout=5))).items():
                check_page(html, f"{page} {name}")


def record_is_sound(house: WebHouse) -> None:
    """The books balance, the record verifies, and nobody did in it what they may not."""
    board = house.running.board
    for entry in board.floor.tables:
        assert not sum(board.table(entry.id).accounts.values()), f"table {entry.id} balances"
    database = Database(f"sqlite:///{Path(house.home) / 'house.db'}")
    audit = StoreAudit(database)
    audit.follow()
    audit.verify(catalog())
    audit.meters(house.running.service.house.load())
    people = {badge: role for role, (badge, _) in PINS.items()}
    with database.reading() as connection:
        bodies = connection.exec_driver_sql("SELECT body FROM journal ORDER BY position").scalars()
        lines = [read_line(1, body) for body in bodies]
    given = [line for line in lines if line.id.startswith(("siege-", "proposal "))]
    assert given, "the siege met a house at work"
    for line in given:
        role = people.get(line.actor, "device")
        assert role not in ("auditor", "player"), line
        assert role != "administrator" or line.stream == "house", line
        swiped = line.stream.startswith("link/") and type(line.command).__name__ in AT_A_PANEL
        assert role != "dealer" or swiped or line.stream == f"table/{HOME}", line
        names = set() if line.command is None else set(names_in(line.command))
        if line.id.startswith("proposal "):
            assert line.actor in names and len(names) == 2, line
        else:
            assert names <= {line.actor}, line
    database.close()


@pytest.mark.parametrize("raw", RAW)
def test_what_is_no_http_ends_there(house: WebHouse, raw: bytes) -> None:
    """It is refused or cut off; the next request is answered."""
    with socket.create_connection(("127.0.0.1", house.port), 5) as line:
        line.sendall(raw)
        line.settimeout(0.3)
        try:
            answer = line.recv(4_096)
        except TimeoutError:
            answer = b""
    assert not answer.startswith(b"HTTP/1.1 5"), answer
    assert house.client().get("/health").status_code == 200


@pytest.mark.parametrize(
    "page",
    [
        "<p><script>pwn()</script>",
        '<script src="http://pwn.example/x.js"></script>',
        '<p title=""><img src=x onerror=pwn()>',
        '<a href=" javascript:pwn()">',
        '<p style="x">',
    ],
)
def test_a_page_that_runs_something_is_noticed(page: str) -> None:
    with pytest.raises(AssertionError):
        check_page(page, "here")


def test_an_answer_that_is_not_documented_is_noticed(house: WebHouse) -> None:
    answers = Answers(house.client().get("/openapi.json").json())
    head = {"content-type": "application/json"} | dict.fromkeys(HEADERS, "x")
    answers.check("GET", "/health", 200, head, house.client().get("/health").text)
    for status, text, given in (
        (500, '{"code": "server-failed"}', head),
        (418, "{}", head),
        (200, "{}", head),
        (404, '{"code": "nonsense", "message": "", "remedy": "", "cite": ""}', head),
        (200, house.client().get("/health").text, {"content-type": "application/json"}),
    ):
        with pytest.raises(AssertionError):
            answers.check("GET", "/health", status, given, text)
