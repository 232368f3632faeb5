"""Every route and every role: who gets through, who does not, and that nothing else is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi.routing import _IncludedRouter
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from web_access import OTHER, ROUTES, Entry, access_page, address_of, through
from web_house import BEGIN, EVERYBODY, HOME, ROUND, STRANGER, WebHouse, web_house

DOCUMENT = Path(__file__).parent.parent / "docs" / "ACCESS.md"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("access")) as running:
        for table in (HOME, OTHER):
            running.play(*BEGIN, *ROUND, table=table)
        yield running


def offered(routes: list[BaseRoute]) -> Iterator[tuple[str, str]]:
    """Yield every method and path that an app answers."""
    for route in routes:
        if isinstance(route, _IncludedRouter):
            yield from offered(route.original_router.routes)
        elif isinstance(route, Mount):
            yield "GET", f"{route.path}/{{path}}"
        elif isinstance(route, WebSocketRoute):
            yield "WS", route.path
        elif isinstance(route, Route):
            yield from ((method, route.path) for method in (route.methods or set()) - {"HEAD"})
        else:
            raise AssertionError(f"what is {route}?")


def test_every_route_has_an_entry_and_every_entry_a_route(house: WebHouse) -> None:
    assert set(offered(house.app.routes)) == set(ROUTES)


ASKED = [(role, table) for role in EVERYBODY for table in (HOME, OTHER, "no-such")]
LEAVING = ("/api/v1/sign-out",)
"""Whoever asks here is somebody else afterwards."""


@pytest.mark.parametrize("method,path", [key for key in ROUTES if key[0] != "WS"])
def test_who_gets_through(house: WebHouse, method: str, path: str) -> None:
    entry = ROUTES[method, path]
    for role, table in ASKED:
        if table != HOME and "{table}" not in path:
            continue
        if path in LEAVING and role != STRANGER:
            continue
        response = _asked(house, role, method, path, entry, table)
        told = f"{role} at {table}: {response.status_code} {response.text[:200]}"
        if through(entry, role, table):
            then = (404, 422) if table == "no-such" else entry.then
            assert response.status_code in then, told
        else:
            assert response.status_code == (401 if role == STRANGER else 403), told
            _check_words(response, path)
        assert response.headers["content-security-policy"].startswith("default-src 'none'")
        assert "unsafe" not in response.headers["content-security-policy"]


def _asked(
    house: WebHouse, role: str, method: str, path: str, entry: Entry, table: str
) -> httpx.Response:
    body = entry.body
    if isinstance(body, dict) and "id" in body:
        body = {**body, "id": f"access-{role}-{table}"}
    with house.client(role) as client:
        return client.request(method, address_of(path, table), json=body)


def _check_words(response: httpx.Response, path: str) -> None:
    """Hold that a no says who may instead, in JSON to programs and in a page to people."""
    if path.startswith(("/api/", "/metrics")):
        told = response.json()
        assert set(told) == {"code", "message", "remedy", "cite"}
        assert told["code"] in ("sign-in-needed", "not-allowed")
        assert len(told["message"]) > 10 and len(told["remedy"]) > 10
    else:
        assert "<h1>" in response.text and "What to do" in response.text


def told(answer: httpx.Response) -> str:
    """Return what an answer says, apart from the time and the address that was asked for."""
    text = re.sub(r'(<time id="clock"[^>]*>)[^<]*', r"\1", answer.text)
    return text.replace(answer.request.url.path, "/asked")


def test_authorisation_comes_before_existence(house: WebHouse) -> None:
    """What is not there is refused in the same words as what is."""
    for role in (STRANGER, "sign", "shoe", "player", "dealer", "administrator"):
        with house.client(role) as client:
            for path in ("/api/v1/tables/{}", "/api/v1/tables/{}/rounds/1", "/tables/{}/dealer"):
                there, not_there = client.get(path.format(OTHER)), client.get(path.format("99"))
                assert there.status_code == not_there.status_code in (401, 403)
                assert told(there) == told(not_there)
                assert path.startswith("/tables") or there.text == not_there.text
            there = client.get("/api/v1/jackpots/sun-7")
            assert there.text == client.get("/api/v1/jackpots/nothing").text


def test_strangers_and_signs_see_what_a_sign_shows(house: WebHouse) -> None:
    hidden = {"bets", "accounts", "tray_cents", "advice", "takings", "balance_cents", "panel"}
    for role in (STRANGER, "sign", "shoe", "administrator"):
        with house.client(role) as client:
            for table in client.get("/api/v1/tables").json():
                assert not hidden & table.keys(), role
            for jackpot in client.get("/api/v1/jackpots").json():
                assert "reserve_micros" not in jackpot and "hits" not in jackpot


def test_takings_are_for_supervisors_and_up(house: WebHouse) -> None:
    for role in EVERYBODY:
        with house.client(role) as client:
            table = client.get("/api/v1/tables").json()[0]
            sees = role in ("supervisor", "executive", "auditor")
            assert ("takings" in table) == sees == ("Expected win" in client.get("/").text), role


def test_a_seat_sees_its_own_chips_and_no_others(house: WebHouse) -> None:
    with house.client("seat") as client:
        own = client.get(f"/api/v1/tables/{HOME}").json()
        assert own["seat"] == 3 and "balance_cents" in own and "accounts" not in own
        assert client.get(f"/tables/{HOME}/seat/3").status_code == 200
        assert client.get(f"/tables/{HOME}/seat/4").status_code == 403


# --- the document ---


def test_the_document_is_the_table() -> None:
    assert DOCUMENT.read_text("utf-8") == access_page(), "run make docs"


# --- commands ---

LINES = {
    "sit 5": {"dealer", "supervisor", "executive"},
    "open": {"supervisor", "executive"},
    "bet 3 player 25": {"dealer", "supervisor", "executive"},
    "take back 1": {"dealer", "supervisor", "executive"},
    "coup 7s 8h / Kh Qd": {"dealer", "supervisor", "executive"},
    "no more bets": {"dealer", "supervisor", "executive"},
}
"""Lines at a table with chips, and who may give them."""


@pytest.mark.parametrize("line", LINES)
def test_who_gives_lines_and_where(house: WebHouse, line: str) -> None:
    """Whoever may not is told so whether the table is there or not; others learn that it is not."""
    for role in EVERYBODY:
        for table in (OTHER, "no-such"):
            response = house.line(role, line, table=table)
            told = f"{role} at {table}: {response.status_code} {response.text[:200]}"
            if role == STRANGER:
                assert response.status_code == 401, told
            elif role in LINES[line] - {"dealer"}:
                expected = (200, 409) if table == OTHER else (404,)
                assert response.status_code in expected, told
            else:
                assert response.status_code == 403, told
