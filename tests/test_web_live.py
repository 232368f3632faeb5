"""Live sockets: snapshots and changes, who sees what, and whatever else is sent to them."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from pitboss.web.templating import ELSEWHERE
from web_house import BEGIN, HOME, PINS, ROUND, STRANGER, WebHouse, web_house

NO_TEXT, NOT_ALLOWED, TOO_LARGE = 1003, 1008, 1009


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("live")) as running:
        running.play(*BEGIN)
        yield running


@contextmanager
def looking(
    house: WebHouse, query: str, role: str = STRANGER, **headers: str
) -> Iterator[ClientConnection]:
    """Give a socket that asks for something."""
    address = f"ws://127.0.0.1:{house.port}/api/v1/live?{query}"
    given = {**house.headers(role), **headers}
    with connect(address, additional_headers=given, compression=None, proxy=None) as socket:
        assert isinstance(socket, ClientConnection)
        yield socket


def heard(socket: ClientConnection, seconds: float = 5) -> dict[str, Any]:
    message = json.loads(socket.recv(timeout=seconds))
    assert isinstance(message, dict)
    return message


def closing_code(socket: ClientConnection, seconds: float = 5) -> int:
    """Return the code that a socket is closed with, whatever it is sent before."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            socket.recv(timeout=until - time.monotonic())
        except ConnectionClosed as closed:
            assert closed.rcvd is not None, "closed in order"
            return closed.rcvd.code
    raise AssertionError("it is still open")


def test_a_snapshot_and_then_what_changes(house: WebHouse) -> None:
    with looking(house, f"streams=table/{HOME}") as socket:
        first = heard(socket)
        assert first.keys() == {"stream", "version", "snapshot"}
        house.play("bet 3 player 25")
        second = heard(socket)
        assert second.keys() == {"stream", "version", "after", "changes"}
        assert second["after"] == first["version"] < second["version"]
        house.play("sit 5")
        third = heard(socket)
        assert third["after"] == second["version"]
        stands = house.client().get("/api/v1/tables").json()[0]
        assert third["version"] == stands.pop("version")
        assert first["snapshot"] | second["changes"] | third["changes"] == stands


def test_a_gap_is_mended_and_an_old_version_gets_all(house: WebHouse) -> None:
    with looking(house, f"streams=table/{HOME}") as socket:
        version = heard(socket)["version"]
        house.play("bet 3 tie 5")
        now = heard(socket)["version"]
        socket.send(json.dumps({"since": {f"table/{HOME}": version}}))
        again = heard(socket)
        assert (again["after"], again["version"]) == (version, now)
        socket.send(json.dumps({"since": {f"table/{HOME}": 1}}))
        assert heard(socket).keys() == {"stream", "version", "snapshot"}


def test_a_jackpot_moves_with_the_sensors_of_its_tables(house: WebHouse) -> None:
    with looking(house, "streams=jackpot/sun-7") as socket:
        first = heard(socket)
        assert first["stream"] == "link/sun-7"
        house.play(*BEGIN, table="2")
        house.play(*ROUND, table="2")
        cents = first["snapshot"]["displayed_cents"]
        while "displayed_cents" not in (told := heard(socket).get("changes", {})):
            pass
        assert told["displayed_cents"] > cents


SEES = {
    STRANGER: "sign",
    "sign": "sign",
    "shoe": "sign",
    "administrator": "sign",
    "seat": "seat",
    "player": "seat",
    "table": "staff",
    "dealer": "staff",
    "supervisor": "staff",
    "executive": "staff",
    "auditor": "staff",
}


@pytest.mark.parametrize("role", SEES)
def test_everybody_sees_their_part(house: WebHouse, role: str) -> None:
    with looking(house, f"streams=table/{HOME},table/2", role) as socket:
        shown = {
            message["stream"]: message["snapshot"] for message in (heard(socket), heard(socket))
        }
    own, other = shown[f"table/{HOME}"], shown["table/2"]
    sees = SEES[role]
    assert ("accounts" in own) == (sees == "staff")
    assert ("balance_cents" in own) == (sees == "seat")
    everywhere = role in ("supervisor", "executive", "auditor")
    assert ("accounts" in other) == everywhere and "balance_cents" not in other


PAGES = [
    ("page=floor", STRANGER, True),
    ("page=sign", STRANGER, True),
    ("page=dealer", STRANGER, False),
    ("page=dealer", "seat", False),
    ("page=dealer", "dealer", True),
    ("page=seat&seat=3", "seat", True),
    ("page=seat&seat=4", "seat", False),
    ("page=seat&seat=3", STRANGER, False),
    ("page=seat", "seat", False),
    ("page=seat&seat=3", "supervisor", True),
    ("page=nothing", "supervisor", False),
]


@pytest.mark.parametrize("page,role,may", PAGES)
def test_pages_get_elements_by_the_same_path(
    house: WebHouse, page: str, role: str, may: bool
) -> None:
    with looking(house, f"streams=table/{HOME}&as=page&{page}", role) as socket:
        if not may:
            assert closing_code(socket) == NOT_ALLOWED
            return
        for id, html in heard(socket)["snapshot"].items():
            assert html.startswith("<") and f'id="{id}"' in html


def test_a_page_has_the_elements_that_come_live(house: WebHouse) -> None:
    """What a page begins with is what the socket sends first."""
    for path, query, role in (
        ("/", "page=floor", STRANGER),
        (f"/tables/{HOME}/sign", "page=sign", STRANGER),
        (f"/tables/{HOME}/dealer", "page=dealer", "supervisor"),
        (f"/tables/{HOME}/seat/3", "page=seat&seat=3", "seat"),
    ):
        page = house.client(role).get(path).text
        with looking(house, f"streams=table/{HOME}&as=page&{query}", role) as socket:
            for html in heard(socket)["snapshot"].values():
                around = ELSEWHERE.sub("|", html).split("|")
                assert all(piece in page for piece in around), html


# --- what is not allowed ---


@pytest.mark.parametrize(
    "query",
    [
        "",
        "streams=",
        "streams=house",
        "streams=table/99",
        "streams=table/",
        "streams=link/nothing",
        "streams=../etc",
        "streams=" + ",".join(f"table/{number}" for number in range(200)),
        "streams=table/1&as=page",
        "streams=table/1'%20OR%201=1--",
        "streams=%00",
    ],
)
def test_other_streams_are_refused(house: WebHouse, query: str) -> None:
    with looking(house, query, "supervisor") as socket:
        assert closing_code(socket) == NOT_ALLOWED


@pytest.mark.parametrize(
    "text,code",
    [
        ("", NOT_ALLOWED),
        ("nonsense", NOT_ALLOWED),
        ("[]", NOT_ALLOWED),
        ("{}", NOT_ALLOWED),
        ('{"line": "bet 3 player 25"}', NOT_ALLOWED),
        ('{"since": []}', NOT_ALLOWED),
        ('{"since": {"table/1": "7"}}', NOT_ALLOWED),
        ('{"since": {"table/1": -1}}', NOT_ALLOWED),
        ('{"since": {"table/1": true}}', NOT_ALLOWED),
        ('{"since": {"table/1": 1e400}}', NOT_ALLOWED),
        ('{"since": {}, "line": "open"}', NOT_ALLOWED),
        ("[" * 2_000, NOT_ALLOWED),
        ('{"since": {"table/1": ' + "9" * 300 + "}}", NOT_ALLOWED),
        ("x" * 5_000, TOO_LARGE),
        ("x" * 100_000, TOO_LARGE),
        (b"\x00\x01", NO_TEXT),
    ],
)
def test_a_socket_accepts_nothing_but_versions(
    house: WebHouse, text: str | bytes, code: int
) -> None:
    with looking(house, f"streams=table/{HOME}", "dealer") as socket:
        heard(socket)
        socket.send(text)
        assert closing_code(socket) == code


class Kept(logging.Handler):
    """What was logged."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(record)


@pytest.mark.parametrize("text", [b"\xff", b"\xc3", b'{"since": {"table/1": \xed\xa0\x80}}'])
def test_what_is_no_text_closes_the_socket_and_is_no_failure_of_ours(
    house: WebHouse, text: bytes
) -> None:
    log, handler = logging.getLogger("uvicorn.error"), Kept()
    log.addHandler(handler)
    try:
        with looking(house, f"streams=table/{HOME}", "dealer") as socket:
            heard(socket)
            socket.send(text, text=True)
            assert closing_code(socket) == 1007
    finally:
        log.removeHandler(handler)
    assert [one.levelname for one in handler.kept if "UTF-8" in one.getMessage()] == ["INFO"]
    assert not any(one.exc_info for one in handler.kept)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.one_of(
        st.text(max_size=200),
        st.binary(max_size=200),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=10),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(["since", "table/1", "x"]), inner, max_size=3)
            ),
        ).map(json.dumps),
    )
)
def test_whatever_a_socket_sends_the_house_goes_on(house: WebHouse, text: str | bytes) -> None:
    with looking(house, f"streams=table/{HOME}") as socket:
        heard(socket)
        socket.send(text)
    assert house.client().get("/health").json()["status"] == "ok"


def test_too_many_words_end_a_socket(house: WebHouse) -> None:
    with looking(house, f"streams=table/{HOME}") as socket:
        for _ in range(40):
            try:
                socket.send('{"since": {}}')
            except ConnectionClosed:
                break
        assert closing_code(socket) == NOT_ALLOWED


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "https://127.0.0.1"},
        {"Authorization": "Bearer s_forged"},
        {"Authorization": "Basic MTEwMTo0NzEx"},
    ],
)
def test_sockets_of_other_pages_and_forged_tokens_are_refused(
    house: WebHouse, headers: dict[str, str]
) -> None:
    with pytest.raises(InvalidStatus) as refused, looking(house, "streams=table/1", **headers):
        pass
    assert refused.value.response.status_code == 403


def test_a_half_closed_socket_is_let_go(house: WebHouse) -> None:
    before = house.app.state.metrics.sockets
    address = f"ws://127.0.0.1:{house.port}/api/v1/live?streams=table/{HOME}"
    socket = connect(address, compression=None, proxy=None)
    assert isinstance(socket, ClientConnection)
    heard(socket)
    socket.socket.close()
    until = time.monotonic() + 5
    while house.app.state.metrics.sockets > before and time.monotonic() < until:
        time.sleep(0.02)
    assert house.app.state.metrics.sockets == before


def test_who_looks_is_logged_unless_it_is_a_stranger(house: WebHouse) -> None:
    for role in (STRANGER, "dealer"):
        with looking(house, "streams=table/7", role) as socket:
            heard(socket)
    entries = house.client("auditor").get("/api/v1/accesses").json()
    seen = [one["badge"] for one in entries if one["what"] == "live table/7"]
    assert seen == [PINS["dealer"][0]]


# --- who may look no more ---


def test_signing_out_closes_the_sockets_within_two_seconds(house: WebHouse) -> None:
    badge, pin = PINS["supervisor"]
    with house.client() as client:
        signed = client.post("/api/v1/sign-in", json={"badge": badge, "pin": pin}).json()
        own = {"Authorization": f"Bearer {signed['token']}"}
        with looking(house, f"streams=table/{HOME}", **own) as socket:
            assert "accounts" in heard(socket)["snapshot"]
            begun = time.monotonic()
            assert client.post("/api/v1/sign-out", headers=own).status_code == 200
            assert closing_code(socket) == NOT_ALLOWED
            assert time.monotonic() - begun < 2
        assert client.get("/api/v1/me", headers=own).status_code == 401


def test_revoking_a_device_closes_its_sockets_within_two_seconds(house: WebHouse) -> None:
    with house.client("administrator") as client:
        place = {"kind": "table", "table": HOME}
        code = client.post("/api/v1/devices", json=place).json()["code"]
        paired = house.client().post("/api/v1/pair", json={"code": code}).json()
        own = {"Authorization": f"Bearer {paired['token']}"}
        with looking(house, f"streams=table/{HOME}", **own) as socket:
            assert "accounts" in heard(socket)["snapshot"]
            begun = time.monotonic()
            revoked = client.post(f"/api/v1/devices/{paired['device']}/revoke")
            assert revoked.status_code == 200
            assert closing_code(socket) == NOT_ALLOWED
            assert time.monotonic() - begun < 2


def test_a_slow_client_stalls_nobody_and_is_resynchronised(house: WebHouse) -> None:
    """One that does not read misses versions, but ends with the same view."""
    with (
        looking(house, f"streams=table/{HOME}") as slow,
        looking(house, f"streams=table/{HOME}") as quick,
    ):
        heard(slow), heard(quick)
        for _ in range(30):
            house.play("sit 6", "leave 6")
        version = house.client().get("/api/v1/tables").json()[0]["version"]
        while heard(quick)["version"] != version:
            pass
        while heard(slow)["version"] != version:
            pass
