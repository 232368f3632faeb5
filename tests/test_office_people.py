"""People and devices in the Game Manager: what is shown is what is so, and to whom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from page_checks import Seen, sound
from pitboss.codes import codes
from pitboss.house.people.badges import BadgeStanding
from pitboss.house.people.devices import Device
from pitboss.house.people.log import Access
from pitboss.house.people.permissions import ACTIONS, COMMANDS, READS
from pitboss.web.screens.people import (
    PEOPLE,
    access_row,
    access_rows,
    badge_row,
    chosen_badges,
    device_row,
    device_rows,
    duties,
)
from web_access import ROUTES
from web_house import HOME, PINS, WebHouse, web_house

PAGE = "/manager/people"
API = "POST /api/v1"
CONTROLS = ("data-post", "data-commands", "data-line")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("people")) as made:
        yield made


def page(house: WebHouse, role: str, query: str = "") -> str:
    with house.client(role) as client:
        response = client.get(PAGE + query)
    assert response.status_code == 200, response.text[:300]
    sound(response.text)
    return response.text


def part(text: str, id: str) -> str:
    """Return a section of a page."""
    begin = text.index(f'id="{id}"')
    return unescape(text[begin : text.index("</section>", begin)])


def controls(text: str) -> list[str]:
    """Return what a page can change, but for signing out."""
    given = [named for _, named in Seen(text).attributes if any(one in named for one in CONTROLS)]
    return [str(named) for named in given if named.get("data-post") != "/api/v1/sign-out"]


# --- who sees what ---


def test_an_administrator_sees_all_of_it(house: WebHouse) -> None:
    seen = Seen(page(house, "administrator"))
    assert {"badges", "devices", "pairing", "revoke", "roles", "log", "enrol", "pair"} <= set(
        seen.ids
    )


def test_an_auditor_sees_everything_and_can_change_nothing(house: WebHouse) -> None:
    text = page(house, "auditor", f"?badge={PINS['dealer'][0]}&revoke={house.devices['sign']}")
    assert {"badges", "devices", "roles", "log"} <= set(Seen(text).ids)
    assert controls(text) == []
    assert "people.js" not in text and 'id="change"' not in text and "Revoke</a>" not in text


def test_a_supervisor_sees_devices_and_no_badges(house: WebHouse) -> None:
    text = page(house, "supervisor", f"?revoke={house.devices['sign']}")
    ids = Seen(text).ids
    assert {"devices", "revoke", "roles", "unlock-form"} <= set(ids)
    assert not {"badges", "log", "enrol", "pair", "change"} & set(ids)
    assert f"/api/v1/devices/{house.devices['sign']}/revoke" in text
    assert all(badge not in part(text, "roles") for badge, _ in PINS.values())


@pytest.mark.parametrize("role", ["stranger", "player", "dealer", "table", "seat", "sign", "shoe"])
def test_nobody_else_sees_the_page(house: WebHouse, role: str) -> None:
    with house.client(role) as client:
        assert client.get(PAGE).status_code in (401, 403)
        assert client.get(f"{PAGE}/devices").status_code in (401, 403)


def test_the_bar_leads_there_only_who_may(house: WebHouse) -> None:
    with house.client("supervisor") as one, house.client("dealer") as other:
        assert f'href="{PAGE}"' in one.get("/").text
        assert f'href="{PAGE}"' not in other.get("/").text


# --- badges ---


def test_badges_are_those_of_the_interface(house: WebHouse) -> None:
    text = part(page(house, "administrator"), "badges")
    shown = re.findall(r"<tr[^>]*><td[^>]*><b>([^<]+)</b></td><td[^>]*>([^<]+)</td>", text)
    with house.client("administrator") as client:
        told = client.get("/api/v1/people").json()
    assert sorted(shown) == sorted((one["id"], one["level"]) for one in told)


def test_badges_are_found_by_level_and_number(house: WebHouse) -> None:
    text = part(page(house, "administrator", "?level=supervisor&part=22"), "badges")
    assert re.findall(r"<td[^>]*><b>([^<]+)</b>", text) == ["2207"]
    assert "No badge is like that" in page(house, "administrator", "?part=nobody")


def test_badges_of_automatons_are_marked_in_a_demo_and_nowhere_else() -> None:
    for number, demo, marked in (
        ("9201", True, True),
        ("2207", True, False),
        ("9201", False, False),
    ):
        row = badge_row(BadgeStanding(number), "supervisor", "UTC", demo=demo)
        assert row.automaton is marked


def test_badges_stand_in_the_order_of_their_numbers() -> None:
    badges = {"100": "dealer", "20": "dealer", "3": "auditor"}
    assert chosen_badges(badges, "", "") == ["3", "20", "100"]  # type: ignore[arg-type]
    assert chosen_badges(badges, "dealer", "0") == ["20", "100"]  # type: ignore[arg-type]


def test_a_delayed_badge_says_so_until_it_is_unlocked(house: WebHouse) -> None:
    with house.client("administrator") as client:
        body = {"id": "late", "badge": "1177", "level": "dealer", "pin": "246802"}
        assert client.post("/api/v1/people", json=body).status_code == 200
        for _ in range(6):
            client.post("/api/v1/sign-in", json={"badge": "1177", "pin": "135791"})
        assert "Delayed until" in part(page(house, "administrator", "?part=1177"), "badges")
    with house.client("supervisor") as client:
        assert client.post("/api/v1/people/1177/unlock").status_code == 200
    text = part(page(house, "administrator", "?part=1177&badge=1177"), "badges")
    assert "Delayed" not in text and "wrong PIN" not in text


def test_no_pin_is_ever_on_a_page(house: WebHouse) -> None:
    with house.client("administrator") as client:
        body = {"id": "pin", "badge": "1178", "level": "dealer", "pin": "9753197531"}
        client.post("/api/v1/people", json=body)
        client.post("/api/v1/people/1178/pin", json={"pin": "8642086420"})
    text = page(house, "administrator", "?badge=1178&of=5501")
    assert "9753197531" not in text and "8642086420" not in text
    assert "set PIN of 1178" in part(text, "log")


def test_nobody_is_offered_to_change_the_own_badge(house: WebHouse) -> None:
    own = part(page(house, "administrator", "?badge=5501"), "change")
    assert "retire badge" not in own and 'data-line="badge 5501' not in own
    other = part(page(house, "administrator", "?badge=1101"), "change")
    assert 'data-line="retire badge 1101"' in other
    assert 'data-line="badge 1101 {level}"' in other


def test_the_lines_of_a_badge_are_taken(house: WebHouse) -> None:
    with house.client("administrator") as client:
        for number, line in enumerate(("badge 1179 dealer", "badge 1179 auditor")):
            body = {"id": f"line-{number}", "line": line}
            assert client.post("/api/v1/house/commands", json=body).status_code == 200
        assert "auditor" in part(page(house, "administrator", "?part=1179"), "badges")
        client.post("/api/v1/house/commands", json={"id": "r", "line": "retire badge 1179"})
    assert "No badge is like that" in page(house, "administrator", "?part=1179")


# --- devices ---


def test_devices_are_those_of_the_interface_and_go_when_revoked(house: WebHouse) -> None:
    with house.client("administrator") as client:
        asked = {"kind": "sign", "table": "2", "seat": 0}
        code = client.post("/api/v1/devices", json=asked).json()["code"]
        paired = client.post("/api/v1/pair", json={"code": code}).json()
        text = part(page(house, "administrator"), "devices")
        assert code not in page(house, "administrator")
        told = client.get("/api/v1/devices").json()
        listed = {one["id"] for one in told if one["revoked_at"] is None}
        assert set(re.findall(r"<tr><td><b>([^<]+)</b>", text)) == listed
        new = next(one["id"] for one in told if one["table"] == "2")
        assert paired and new in listed
        client.post(f"/api/v1/devices/{new}/revoke")
        again = part(page(house, "administrator", f"?revoke={new}"), "devices")
        assert new not in re.findall(r"<tr><td><b>([^<]+)</b>", again)
        assert "1 revoked" in again and new in again
        assert "data-post" not in part(page(house, "administrator", f"?revoke={new}"), "revoke")
        fragment = client.get(f"{PAGE}/devices").text
    assert fragment.startswith("<section") and 'data-count="5"' in fragment


def test_the_list_is_sent_again_where_it_shows_anything_else(house: WebHouse) -> None:
    """A page that looks again and again is sent nothing while nothing is paired or revoked."""

    def path(text: str) -> str:
        found = re.search(r'hx-get="([^"]+)" hx-trigger="every 3s"', text)
        assert found is not None
        return found[1]

    with house.client("administrator") as client, house.client("sign") as sign:
        known = path(part(page(house, "administrator"), "devices"))
        assert client.get(known).status_code == 204
        asked = {"kind": "sign", "table": "2", "seat": 0}
        code = client.post("/api/v1/devices", json=asked).json()["code"]
        sign.post("/api/v1/pair", json={"code": code})
        changed = client.get(known)
        assert changed.status_code == 200 and "Table 2" in changed.text
        assert client.get(path(changed.text)).status_code == 204
        assert client.get(f"{PAGE}/devices?known=x").status_code == 422


def test_a_device_is_live_while_its_page_is_open() -> None:
    device = Device("a1", "sign", "2", 0, 0, "5501", None, None)
    shoe = device._replace(id="b2", kind="shoe")
    rows = {one.id: one.link for one in device_rows((device, shoe), "UTC", {"a1", "b2"})}
    assert rows == {"a1": "live", "b2": ""}, "a shoe has no page"
    assert device_row(device, "UTC", ()).link == "offline"
    assert device_row(device, "UTC").link == "", "another server may have it"


def test_looking_at_the_list_again_and_again_is_not_on_the_log(house: WebHouse) -> None:
    with house.client("administrator") as client:
        client.get(f"{PAGE}/devices")
    assert f"{PAGE}/devices" not in part(page(house, "auditor", "?of=5501&text=people/dev"), "log")


# --- the log ---


def entries(text: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", part(text, "log"))
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    return [[re.sub("<[^>]+>", "", cell) for cell in row] for row in cells if row]


def test_the_log_is_searched_and_paged_as_the_interface_tells_it(house: WebHouse) -> None:
    with house.client("dealer") as client:
        for number in range(70):
            client.get(f"/api/v1/tables/{HOME}/rounds/{number + 1}")
    first = page(house, "auditor", "?of=1101&text=rounds")
    shown = entries(first)
    assert len(shown) == 30
    assert {row[1] for row in shown} == {"1101"}
    older = re.search(r"before=(\d+)", first)
    assert older is not None
    second = entries(page(house, "auditor", f"?of=1101&text=rounds&before={older[1]}"))
    third = page(house, "auditor", "?of=1101&text=rounds&before=1")
    assert "Nothing of that kind" in third
    with house.client("auditor") as client:
        told = client.get("/api/v1/accesses?badge=1101&text=rounds&most=60").json()
    numbers = [one["what"].rpartition("/")[2] for one in told]
    says = [row[2].partition(" GET ")[0] for row in (*shown, *second)]
    assert says == [f"Read round {number} of table {HOME}" for number in numbers]


def test_what_was_refused_is_found_alone(house: WebHouse) -> None:
    with house.client("dealer") as client:
        client.get(PAGE)
    shown = entries(page(house, "auditor", "?of=1101&refused=true"))
    assert [row[3] for row in shown[:1]] == ["refused not allowed"]
    assert not {row[3] for row in shown} & {"200", "done", "refused 200"}


def test_a_search_is_no_pattern(house: WebHouse) -> None:
    assert "Nothing of that kind" in page(house, "auditor", "?text=%25%25%25")
    assert "&lt;b&gt;" in page(house, "auditor", "?text=%3Cb%3E")


# --- who may what ---


def test_every_permission_stands_in_the_table_once_and_as_it_is() -> None:
    told = duties()
    named = [kind for duty in told for kind in duty.kinds]
    given = [kind for kind, may in COMMANDS.items() if may]
    assert sorted(named) == sorted([*given, *ACTIONS, *READS])
    asked = (COMMANDS, ACTIONS, {view: one.roles for view, one in READS.items()})
    for duty in told:
        sorts = [one for one in asked if set(duty.kinds) <= one.keys()]
        assert any({one[kind] for kind in duty.kinds} == {duty.may} for one in sorts), duty.words


def test_what_takes_two_people_says_so() -> None:
    two = {kind for duty in duties() if duty.two for kind in duty.kinds}
    assert {"FillTray", "CountTray", "ChangeSetup", "BackOutHit", "ChangeRates"} <= two
    assert not two & {"PlaceBet", "PayPosition", "VerifyHit", "PayHit", "EnrolBadge"}
    assert "player" not in PEOPLE


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("GET /manager/reports/takings-by-table", "Look at a report: takings by table"),
        ("GET /manager/reports/wins.pdf", "Take a report away: wins, pdf"),
        ("GET /", "Look at the floor"),
        ("GET /tables/1/dealer", "Look at the dealer's page of table 1"),
        ("GET /manager/jackpots/sun-7", "Look at jackpot Sun 7"),
        ("POST /api/v1/devices", "Ask for a code of a device"),
        ("POST /nowhere/at all", "Ask for an address that is no page"),
        ("live floor,table/1", "Follow a page live"),
        ("pair seat 1/3", "Pair a seat at table 1, position 3"),
        ("code for table 2", "Make a code for a table's panel at table 2"),
        ("command table/3 VoidRound", "Void round, table 3"),
        ("command house EnrolBadge", "Enrol badge, house"),
        (f"{API}/jackpots/sun-7/commands PayHit 3", "Pay hit 3 of jackpot Sun 7"),
        (f"{API}/jackpots/sun-7/commands PayHit", "Pay hit of jackpot Sun 7"),
        (
            f"{API}/jackpots/sun-7/commands PayHit 3 card:1101",
            "Pay hit 3 of jackpot Sun 7, with the card of 1101",
        ),
        (
            f"{API}/tables/2/commands CountTray closing",
            "Make the closing count of the tray of table 2",
        ),
        (f"{API}/tables/2/commands PlaceBet +3", "Place bet, table 2 and 3 more"),
        (f"{API}/tables/2/commands CloseTable", "Close table 2"),
        (f"{API}/tables/2/commands", "Send a line to table 2"),
        (f"{API}/house/commands EnrolBadge 2208", "Give badge 2208 its level"),
        (f"{API}/house/commands approve 7", "Approve proposal 7"),
        ("sign-in", "Sign in"),
        ("set PIN of 1101", "Set the PIN of badge 1101"),
    ],
)
def test_the_log_says_in_words_what_was_asked_for(what: str, says: str) -> None:
    row = access_row(Access("2207", "", "127.0.0.1", what, "done", "2026-11-16T20:00:00Z"), "UTC")
    assert (row.says, row.came) == (says, "done")
    refused = access_row(row.access._replace(outcome="not-allowed"), "UTC")
    assert refused.refused and refused.came == "refused"
    assert refused.why == codes()["not-allowed"].meaning


def test_what_was_done_several_times_on_end_is_one_row() -> None:
    look = Access("3301", "", "127.0.0.1", "GET /manager/tables/2")
    times = [f"2026-11-16T20:00:0{second}Z" for second in (9, 7, 5, 3, 1)]
    said = [look, look, look._replace(outcome="not-allowed"), look, look._replace(badge="2207")]
    log = [
        one._replace(at=at, number=number)
        for number, (one, at) in enumerate(zip(said, times, strict=True))
    ]
    rows = [(one.access.at, one.times, one.since) for one in access_rows(log, "UTC")]
    assert rows == [(times[0], 2, "2026-11-16 20:00:07"), *((at, 1, "") for at in times[2:])]


def test_the_log_says_what_a_line_did_and_never_its_text(house: WebHouse) -> None:
    """Which hit, which count, which badge; of what was not read, or not done, no word of it."""
    house.play("open", table="9")
    lines = (
        (
            "supervisor",
            "tables/9",
            "count tray opening 9876 signed 2207",
            "opening count of the tray",
        ),
        ("supervisor", "tables/9", "secret 98765432", "Send a line to table 9"),
        ("supervisor", "house", "badge 98765432 supervisor", "Give badge its level"),
        ("administrator", "house", "badge 7001 dealer", "Give badge 7001 its level"),
        ("supervisor", "jackpots/sun-7", "verify 98 by 2207", "Verify hit 98 of jackpot Sun 7"),
    )
    for number, (role, place, line, says) in enumerate(lines):
        with house.client(role) as client:
            client.post(f"/api/v1/{place}/commands", json={"id": f"told-{number}", "line": line})
        text = page(house, "auditor", f"?of={PINS[role][0]}&text=commands")
        newest = entries(text)[0]
        assert says in newest[2], line
        assert "98765432" not in text and "9876" not in text
    assert "waits for a second person" in part(page(house, "auditor", "?text=tables/9"), "log")


def test_the_log_says_why_a_line_was_refused(house: WebHouse) -> None:
    line = "back out 1 by 2207 and 2207: paid in error"
    with house.client("supervisor") as client:
        asked = {"id": "refused-1", "line": line}
        code = client.post("/api/v1/jackpots/sun-7/commands", json=asked).json()["code"]
    newest = entries(page(house, "auditor", f"?of={PINS['supervisor'][0]}&text=BackOutHit"))[0]
    assert codes()[code].meaning in " ".join(newest) and "not now" not in " ".join(newest)


def test_the_log_has_words_for_whatever_can_be_asked_for() -> None:
    unseen = ("/static/", "/favicon")
    for method, path, *_ in ROUTES:
        asked = Access("2207", "", "", f"{method} {path}", "200", "2026-11-16T20:00:00Z")
        says = access_row(asked, "UTC").says
        assert path.startswith(unseen) or "no page" not in says, path
