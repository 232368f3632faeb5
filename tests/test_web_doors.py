"""Doors: signing in leads home, and every page that says no does so in the dress of the house."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from page_checks import sound
from pitboss.house.people.identity import EVERYBODY, Who
from pitboss.refusals import Refusal
from pitboss.web.errors import Refused, failed
from pitboss.web.pages import told
from pitboss.web.screens import doors
from pitboss.web.screens.doors import error_values, home_of, own_path, sign_in_address
from web_house import HOME, PINS, STRANGER, WebHouse, web_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("doors")) as running:
        yield running


# --- where somebody belongs ---


@pytest.mark.parametrize(
    ("who", "address"),
    [
        (Who("1101", "dealer", table="3"), "/tables/3/dealer"),
        (Who("1101", "dealer"), "/"),
        (Who("6601", "player", table="3", seat=5), "/tables/3/seat/5"),
        (Who("6601", "player"), "/"),
        (Who("2207", "supervisor"), "/"),
        (Who(role="seat", table="3", seat=2, device="a"), "/tables/3/seat/2"),
        (Who(role="table", table="3", device="a"), "/tables/3/dealer"),
        (Who(role="sign", table="3", device="a"), "/tables/3/sign"),
        (Who(role="shoe", table="3", device="a"), "/"),
        (Who(), "/"),
    ],
)
def test_everybody_has_a_home(who: Who, address: str) -> None:
    assert home_of(who).address == address


def test_everybody_may_look_at_the_own_home(house: WebHouse) -> None:
    for role in EVERYBODY:
        seat = 3 if role in ("seat", "player") else 0
        badge = "" if role not in PINS else PINS[role][0]
        home = home_of(Who(badge, role, table=HOME, seat=seat, device="x"))
        with house.client(role) as client:
            assert client.get(home.address).status_code == 200, role


def test_signing_in_says_where_one_belongs(house: WebHouse) -> None:
    badge, pin = PINS["dealer"]
    with house.client() as client:
        body = {"badge": badge, "pin": pin, "table": HOME}
        assert client.post("/api/v1/sign-in", json=body).json()["next"] == f"/tables/{HOME}/dealer"
        badge, pin = PINS["auditor"]
        body = {"badge": badge, "pin": pin}
        assert client.post("/api/v1/sign-in", json=body).json()["next"] == "/"


def test_a_device_that_is_paired_goes_to_its_place(house: WebHouse) -> None:
    for kind, seat, address in (("seat", 5, "seat/5"), ("sign", 0, "sign")):
        with house.client("administrator") as client:
            asked = {"kind": kind, "table": HOME} | ({"seat": seat} if seat else {})
            code = client.post("/api/v1/devices", json=asked).json()["code"]
        with house.client() as client:
            paired = client.post("/api/v1/pair", json={"code": code}).json()
        assert paired["next"] == f"/tables/{HOME}/{address}"


# --- doors ---


@pytest.mark.parametrize("path", ["/sign-in", "/pair", "/first"])
@pytest.mark.parametrize("role", [STRANGER, "dealer", "sign"])
def test_a_door_is_a_sound_page(house: WebHouse, path: str, role: str) -> None:
    with house.client(role) as client:
        page = client.get(path)
    assert page.status_code == 200
    seen = sound(page.text)
    posts = {named.get("data-post") for tag, named in seen.attributes if tag == "form"}
    wanted = {
        "/sign-in": "/api/v1/sign-in",
        "/pair": "/api/v1/pair",
        "/first": "/api/v1/first-code",
    }
    assert wanted[path] in posts


def test_the_pin_pad_has_every_digit_once_and_is_no_submit_button(house: WebHouse) -> None:
    with house.client() as client:
        seen = sound(client.get("/sign-in").text)
    keys = [named for _, named in seen.attributes if "data-digit" in named]
    assert sorted(str(named["data-digit"]) for named in keys) == [
        *map(str, range(10)),
        "back",
        "clear",
    ]
    assert all(named["type"] == "button" for named in keys)


def test_a_real_house_shows_no_pin(house: WebHouse) -> None:
    with house.client() as client:
        text = client.get("/sign-in").text
    assert not any(pin in text for _, pin in PINS.values())


OURS = ["/tables/1/dealer", "/manager/people?part=11&of=a%2Fb", "/tables/2/sign", '/"onload="x']
OF_OTHERS = [
    *("//example.com", "//example.com/tables/1", "/\\example.com", "\\\\example.com"),
    *("https://example.com/", "javascript:alert(1)", "example.com", "", " /", "/\t/example.com"),
    *("/api/v1/me", "/sign-in?next=/sign-in", "/static/live.js", "/" + "a" * 400),
]


def then_of(house: WebHouse, next: str) -> set[str | None]:
    """Return where the forms of the sign-in page lead, apart from home."""
    with house.client() as client:
        page = client.get("/sign-in", params={"next": next})
    assert page.status_code == 200
    forms = [named for tag, named in sound(page.text).attributes if tag == "form"]
    return {named.get("data-then") for named in forms}


@pytest.mark.parametrize("path", OURS)
def test_signing_in_leads_back_to_the_page_asked_for(house: WebHouse, path: str) -> None:
    assert own_path(path) == path
    assert then_of(house, path) == {path}
    assert sign_in_address(path).startswith("/sign-in?next=/")


@pytest.mark.parametrize("path", OF_OTHERS)
def test_signing_in_leads_to_no_other_host_and_to_no_data(house: WebHouse, path: str) -> None:
    assert own_path(path) == ""
    assert then_of(house, path) == {None}
    assert sign_in_address(path) == "/sign-in"


def test_a_dealer_is_asked_for_the_table_of_the_page(house: WebHouse) -> None:
    with house.client() as client:
        seen = sound(client.get("/sign-in?next=/tables/2/dealer").text)
    chosen = [named["value"] for tag, named in seen.attributes if "selected" in named]
    assert chosen == ["2"]


def test_a_page_that_is_refused_is_shown_after_signing_in(house: WebHouse) -> None:
    with house.client() as client:
        page = client.get("/manager/people?part=11")
    assert page.status_code == 401
    assert 'href="/sign-in?next=/manager/people%3Fpart%3D11"' in page.text


# --- pages that say no ---

CASES = [
    ("/nothing/here", STRANGER, 404, "There is nothing at this address"),
    ("/tables/99/sign", STRANGER, 404, "There is nothing at this address"),
    ("/tables/1/dealer", STRANGER, 401, "Sign in to see this page"),
    ("/tables/1/dealer", "player", 403, f"This page is not for badge {PINS['player'][0]}"),
    ("/tables/2/dealer", "dealer", 403, f"This page is not for badge {PINS['dealer'][0]}"),
    ("/tables/1/seat/4", "seat", 403, "This page is not for this device"),
    ("/tables/1/seat/0", "supervisor", 422, "Something in the address cannot be read"),
]


@pytest.mark.parametrize(("path", "role", "status", "heading"), CASES)
def test_a_page_that_says_no_says_why_and_leads_on(
    house: WebHouse, path: str, role: str, status: int, heading: str
) -> None:
    with house.client(role) as client:
        page = client.get(path)
    assert page.status_code == status
    seen = sound(page.text)
    assert f"<h1>{heading}</h1>" in page.text
    assert {"link", "clock"} <= seen.ids.keys(), "as in every bar"
    links = {named.get("href") for tag, named in seen.attributes if tag == "a"}
    assert "/" in links
    again = doors.sign_in_address(path)
    assert (again in links) or role != STRANGER
    assert "openapi" not in page.text


@pytest.mark.parametrize(
    "error",
    [
        Refused(Refusal("request-too-large", "that is too much", "send less")),
        Refused(
            Refusal("too-many-requests", "that was too fast", "wait"), headers={"Retry-After": "3"}
        ),
        Refused(Refusal("database-lost", "the database is away", "wait")),
        Refused(failed()),
        Refused(Refusal("no-such-code", "it is a teapot", "use a pot"), 418),
    ],
)
def test_every_refusal_is_a_page_for_people_and_data_for_programs(error: Refused) -> None:
    page = told({"type": "http", "path": "/somewhere"}, error)
    assert page.status_code == error.status
    assert all(page.headers[name] == value for name, value in error.headers.items())
    text = bytes(page.body).decode()
    sound(text)
    assert error.refusal.remedy in text
    data = told({"type": "http", "path": "/api/v1/somewhere"}, error)
    assert data.media_type == "application/json"


def test_what_was_asked_is_escaped() -> None:
    refusal = Refusal("no-such-table", 'there is no table "<b onload=x>"', "look <i>there</i>")
    text = bytes(told({"type": "http", "path": "/x"}, Refused(refusal)).body).decode()
    sound(text)
    assert "<b " not in text and "<i>" not in text


def test_nobody_is_told_of_a_home_that_is_not_theirs() -> None:
    values = error_values(Refusal("not-allowed", "no", "go"), 403, Who("1101", "dealer", table="4"))
    assert values["home"].address == "/tables/4/dealer"
    assert values["heading"] == "This page is not for badge 1101"


def test_only_whose_session_ends_is_told_that_it_did(house: WebHouse) -> None:
    with house.client(STRANGER) as client:
        assert 'data-ended="/sign-in"' in client.get("/").text
        assert 'id="ended"' not in client.get("/sign-in").text
    with house.client("supervisor") as client:
        assert 'data-ended="/sign-in?ended=true"' in client.get("/").text
        assert 'id="ended"' in client.get("/sign-in?ended=true").text
