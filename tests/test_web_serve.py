"""``pitboss serve``: the address first, a living demo, an orderly end, and nothing in the open."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

import pitboss
from pitboss.cli import main
from pitboss.client import Answer, Client

WAIT_SECONDS = 40


class Served:
    """A server in a process of its own."""

    def __init__(self, home: Path, *words: str) -> None:
        source = str(Path(pitboss.__file__).parent.parent)
        environment = os.environ | {"XDG_DATA_HOME": str(home), "PYTHONPATH": source}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli", "serve", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()
        self.last = ""
        """The last line that it printed."""

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """End it, and return its code and what it said."""
        self.process.send_signal(sign)
        told, errors = self.process.communicate(timeout=WAIT_SECONDS)
        self.last = told.splitlines()[-1] if told else ""
        return self.process.returncode, errors


@contextmanager
def served(home: Path, *words: str) -> Iterator[Served]:
    running = Served(home, *words)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
            running.process.communicate()


def versions(url: str) -> dict[str, int]:
    return {table["id"]: table["version"] for table in httpx.get(f"{url}/api/v1/tables").json()}


def make_older(file: Path) -> None:
    """Leave the file of a demo as the version before the index of the journal had it."""
    with closing(sqlite3.connect(file)) as database, database:
        for table in ("piece", "mention", "amount"):
            database.execute(f"DROP TABLE {table}")
        database.execute("UPDATE alembic_version SET version_num = '0005'")


def test_the_demo_lives_is_kept_and_ends_in_order(tmp_path: Path) -> None:
    with served(tmp_path, "--demo", "--port", "0") as first:
        assert first.url.startswith("http://127.0.0.1:"), first.end()
        before = versions(first.url)
        told = first.line()
        assert told.startswith("table ") and "round" in told
        after = versions(first.url)
        assert any(after[id] > before[id] for id in before)
        page = httpx.get(first.url).text
        assert "demo" in page and 'id="table-1"' in page
        badges = httpx.get(f"{first.url}/api/v1/demo").json()
        assert {one["level"] for one in badges} >= {"dealer", "supervisor", "administrator"}
        with Client(first.url) as client:
            chosen = next(one for one in badges if one["level"] == "supervisor")
            client.sign_in(chosen["badge"], chosen["pin"])
            assert client.table("1")["accounts"]
        kept = versions(first.url)
        code, errors = first.end(signal.SIGINT)
        assert code == 0, errors
        assert first.last == f"stopped; the state is kept in {tmp_path / 'pitboss' / 'demo.db'}"
        assert all(json.loads(line)["level"] == "info" for line in errors.splitlines()), errors
    keys = tmp_path / "pitboss" / "keys.toml"
    assert keys.stat().st_mode & 0o077 == 0
    make_older(tmp_path / "pitboss" / "demo.db")
    with served(tmp_path, "--demo", "--port", "0") as second:
        again = versions(second.url)
        assert all(again[id] >= version for id, version in kept.items())
        code, errors = second.end(signal.SIGINT)
        assert code == 0 and "Traceback" not in errors, errors


def test_a_person_takes_a_seat_of_the_demo_and_gives_it_back(tmp_path: Path) -> None:
    with (
        served(tmp_path, "--demo", "--port", "0") as demo,
        httpx.Client(base_url=demo.url) as person,
    ):
        taken = person.post("/api/v1/demo/take", json={"table": "1", "seat": 3})
        assert taken.status_code == 200, taken.text
        who = taken.json()["who"]
        assert (who["role"], who["table"], who["seat"]) == ("player", "1", 3)
        own = {"X-CSRF-Token": taken.json()["csrf"]}
        until = time.monotonic() + WAIT_SECONDS
        while person.get("/api/v1/tables/1").json().get("balance_cents") != 1_000_00:
            assert time.monotonic() < until, "a fresh $1,000"
            time.sleep(0.2)
        with Client(demo.url, taken.json()["token"]) as client:
            while not isinstance(bet := client.line("table/1", "bet 3 player 25"), Answer):
                assert bet.code in ("betting-closed", "no-more-bets", "late-bet"), bet
                assert time.monotonic() < until
                time.sleep(0.5)
        other = httpx.post(f"{demo.url}/api/v1/demo/take", json={"table": "1", "seat": 3})
        assert other.status_code == 409 and other.json()["code"] == "place-held"
        page = person.get("/tables/1/seat/3")
        assert page.status_code == 200 and "Balance" in page.text
        assert 'data-ended="/tables/1/given-back?seat=3"' in page.text
        assert person.get("/tables/1/seat/4").status_code == 403
        assert person.post("/api/v1/demo/stay", headers=own).status_code == 200
        assert "Somebody else holds it now" in person.get("/tables/1/given-back?seat=3").text
        assert "position 3, is yours" in person.get("/").text
        assert person.post("/api/v1/demo/give-back", headers=own).status_code == 200
        assert not list(person.cookies), "the browser forgets the session with the place"
        assert "is yours" not in person.get("/").text
        token = {"Authorization": f"Bearer {taken.json()['token']}"}
        assert person.post("/api/v1/demo/stay", headers=token).status_code == 401
        while "Somebody else" in (page := person.get("/tables/1/given-back?seat=3")).text:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert page.status_code == 200
        assert "Position 3 at table 1 was given back" in page.text
        assert "settled" in page.text and "void" not in page.text
        assert "You gave it back" in page.text and "Nothing was heard" not in page.text
        assert 'data-post="/api/v1/demo/take" data-next="/tables/1/seat/3"' in page.text
        deals = person.post("/api/v1/demo/take", json={"table": "1", "dealer": True}).json()
        assert "You deal at table 1" in person.get("/").text
        moved = person.get("/tables/1/given-back?seat=3").text
        assert "You have taken another place" in moved and "You gave it back" not in moved
        assert 'href="/tables/1/dealer"' in moved and "/api/v1/demo/take" not in moved
        own = {"X-CSRF-Token": deals["csrf"]}
        asked = person.post("/api/v1/demo/take", json={"table": "2", "seat": 2}, headers=own)
        assert asked.status_code == 409 and asked.json()["code"] == "place-left"
        dialog = person.get("/tables/1/dealer").text.partition('id="dlg-pay"')[2]
        for one in person.get("/api/v1/demo").json():
            told = f"{one['level'].capitalize()} {one['badge']}, PIN {one['pin']}"
            assert (told in dialog) == (one["level"] in ("supervisor", "executive"))
        assert person.post("/api/v1/demo/give-back", headers=own).status_code == 200
        assert "You deal at table 1" not in person.get("/").text
        dealt = person.get("/tables/1/given-back").text
        assert "dealer&#39;s place at table 1 was given back" in dealt
        assert "entered by hand" in dealt and "is void: its bets go back" in dealt
        assert person.get("/tables/99/given-back").status_code == 404
        auditor = _signed_in(person, "auditor").json()
        own = {"X-CSRF-Token": auditor["csrf"]}
        place: dict[str, object] = {"table": "1", "seat": 4}
        asked = person.post("/api/v1/demo/take", json=place, headers=own)
        assert (asked.status_code, asked.json()["code"]) == (409, "signs-out")
        assert auditor["who"]["badge"] in asked.json()["message"]
        assert person.get("/manager/journal").status_code == 200, "the session is as it was"
        place["leaves"] = True
        taken = person.post("/api/v1/demo/take", json=place, headers=own)
        assert taken.status_code == 200 and taken.json()["who"]["role"] == "player"


def test_a_taken_port_gives_the_next_free_one(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with served(tmp_path, "--demo", "--port", str(port)) as demo:
            assert port < int(demo.url.rpartition(":")[2]) <= port + 100
            assert httpx.get(f"{demo.url}/health").status_code == 200


def test_with_tls_cookies_go_by_nothing_else(tmp_path: Path) -> None:
    certificate, key = certified(tmp_path)
    words = ("--host", "localhost", "--tls-cert", certificate, "--tls-key", key)
    with served(tmp_path, "--demo", "--port", "0", *words) as demo:
        assert demo.url.startswith("https://localhost:"), demo.end()
        trusted = ssl.create_default_context(cafile=certificate)
        with httpx.Client(base_url=demo.url, verify=trusted) as client:
            signed = _signed_in(client)
            assert all("Secure" in one for one in signed.headers.get_list("set-cookie"))
            assert "strict-transport-security" in signed.headers


def test_one_proxy_is_believed_and_no_other_address(tmp_path: Path) -> None:
    words = ("--demo", "--port", "0", "--name", "floor.example", "--behind-proxy")
    headers = {
        "Host": "floor.example",
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Proto": "https",
        "Origin": "https://floor.example",
    }
    for proxy, seen in (("127.0.0.1", "203.0.113.9"), ("192.0.2.1", "127.0.0.1")):
        with served(tmp_path, *words, proxy) as demo, httpx.Client(base_url=demo.url) as client:
            if proxy != "127.0.0.1":
                del headers["Origin"]
            token = _signed_in(client, "auditor", headers).json()["token"]
            own = headers | {"Authorization": f"Bearer {token}"}
            entries = client.get("/api/v1/accesses", headers=own).json()
            assert entries[0]["address"] == seen
            other = own | {"Host": "evil.example"}
            assert client.get("/health", headers=other).status_code == 400


def _signed_in(
    client: httpx.Client, level: str = "supervisor", headers: dict[str, str] | None = None
) -> httpx.Response:
    badges = client.get("/api/v1/demo", headers=headers).json()
    chosen = next(one for one in badges if one["level"] == level)
    asked = {"badge": chosen["badge"], "pin": chosen["pin"]}
    response = client.post("/api/v1/sign-in", json=asked, headers=headers)
    assert response.status_code == 200, response.text
    return response


def certified(home: Path) -> tuple[str, str]:
    """Make a certificate for localhost, and return its file and that of its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    files = home / "floor.pem", home / "floor.key"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(key.private_bytes(*form))
    return str(files[0]), str(files[1])


def test_a_real_floor_has_nothing_of_the_demo(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    assert (
        main(["house", "init", "--database", database, "--code-file", str(tmp_path / "code")]) == 0
    )
    words = ("--database", database, "--key-file", str(tmp_path / "keys"), "--port", "0")
    with served(tmp_path, *words) as real:
        assert real.url.startswith("http"), real.end()
        assert httpx.get(f"{real.url}/api/v1/demo").status_code == 404
        place = {"table": "1", "seat": 3}
        assert httpx.post(f"{real.url}/api/v1/demo/take", json=place).status_code == 404
        assert real.end()[0] == 0


@pytest.mark.parametrize(
    "words,told",
    [
        (["--demo", "--host", "0.0.0.0"], "without TLS"),
        (["--demo", "--host", "192.0.2.1"], "without TLS"),
        (["--demo", "--host", "::"], "without TLS"),
        (["--demo", "--tls-cert", "x.pem"], "certificate and its key"),
        (["--fresh"], "--fresh needs --demo"),
        (["--demo", "--port", "99999"], "there is no port 99999"),
        (["--database", "nowhere.db"], "pitboss house init"),
    ],
)
def test_what_cannot_be_served_is_refused_in_a_line(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["serve", *words]) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1
