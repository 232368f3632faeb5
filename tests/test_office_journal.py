"""The journal in the Game Manager: what is found, rounds card by card, chains, verifying."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from time import sleep
from typing import Any

import pytest

from house_tampering import change, rows_of
from page_checks import Seen, sound
from pitboss.codes import codes
from pitboss.house.database import Database
from pitboss.house.journal import verification
from pitboss.rulebook import catalog
from pitboss.rulebook.pays import Money
from pitboss.table.record.codec import COMMANDS, FACTS
from pitboss.web.screens.journal import Terms, spoken
from web_house import BEGIN, HOME, ROUND, WebHouse, web_house

PAGE = "/manager/journal"
OTHER = "2"
SIGNED = "10000 signed 2207 and 3301"
COUNTED = (f"count tray opening {SIGNED}", f"count tray closing {SIGNED}", "close table")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("journal")) as made:
        made.play(*BEGIN, *ROUND)
        assert made.line("dealer", "bet 3 player 1000000").status_code == 409
        made.play("bet 3 banker 10, tie 5", "undo")
        made.play("open", "day 2026-11-16", *COUNTED, table=OTHER)
        made.play("open", "day 2026-11-17", "sit 4", table=OTHER)
        yield made


def get(house: WebHouse, address: str, role: str = "auditor") -> str:
    with house.client(role) as client:
        response = client.get(address)
    assert response.status_code == 200, response.text[:300]
    return response.text


def page(house: WebHouse, address: str = PAGE, role: str = "auditor") -> str:
    text = get(house, address, role)
    sound(text)
    return unescape(text)


def data(house: WebHouse, path: str) -> Any:
    return json.loads(get(house, f"/api/v1/{path}"))


def part(text: str, id: str) -> str:
    begin = text.index(f'id="{id}"')
    return text[begin : text.index("</section>", begin)]


def ids(text: str) -> list[str]:
    """Return the lines of a list as the API calls them."""
    found = re.findall(r'<li id="l-(table|link)-([^"]+)-(\d+)">|<li id="l-(house)-(\d+)">', text)
    return ["/".join(filter(None, one)) for one in found]


def words(text: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", text).split())


# --- search ---


@pytest.mark.parametrize(
    "query",
    [
        "",
        "stream=table/1",
        "stream=link/sun-7",
        "person=1101",
        "wager=sun-7-progressive",
        "kind=BetPlaced&stream=table/1",
        "refusal=refused",
        "refusal=accepted",
        "refusal=above-maximum",
        "round=2&stream=table/1",
        "since=2026-01-01&until=2099-01-01&round=1",
    ],
)
def test_the_lines_are_those_of_the_interface(house: WebHouse, query: str) -> None:
    told = data(house, f"journal?size=25&{query}")
    assert told["lines"], "something to be found"
    text = page(house, f"{PAGE}?{query}")
    assert ids(part(text, "found")) == [one["id"] for one in told["lines"]]
    assert told["counted"] in re.findall(r"<h2>(.*?)</h2>", part(text, "found"))[0]
    for one, shown in zip(told["lines"], part(text, "found").split("<li ")[1:], strict=True):
        said = words(shown)
        assert one["time"][:10] in said and one["time"][11:] in said
        assert f"by {one['actor']}" in said
        assert (one["script"] or "")[:100] in said
        assert one["refusal"] is None or one["refusal"]["message"] in said


@pytest.mark.parametrize(("amount", "cents"), [("25", "cents=2500"), ("..5", "most_cents=500")])
def test_amounts_are_typed_as_people_write_them(house: WebHouse, amount: str, cents: str) -> None:
    told = data(house, f"journal?size=25&{cents}")
    text = page(house, f"{PAGE}?amount={amount}")
    assert told["lines"] and ids(part(text, "found")) == [one["id"] for one in told["lines"]]


def test_what_was_typed_stays_and_empty_fields_ask_for_nothing(house: WebHouse) -> None:
    typed = {"person": '11"<b>', "since": "2026-01-01", "amount": "25..100", "round": "7"}
    with house.client("auditor") as client:
        response = client.get(PAGE, params={**typed, "wager": "", "kind": "", "until": ""})
        everything = client.get(PAGE, params=dict.fromkeys(typed, ""))
    seen = sound(response.text)
    fields = {at.get("name"): at.get("value") for tag, at in seen.attributes if tag == "input"}
    assert fields == {
        **typed,
        "since": "2026-01-01T00:00",
        **dict.fromkeys(("wager", "kind", "until"), ""),
    }
    assert "No line has all of that" in response.text
    assert ids(everything.text) == ids(page(house))


@pytest.mark.parametrize("chosen", ["", "accepted", "refused", "above-maximum", "of-another-time"])
def test_whether_it_was_refused_is_chosen(house: WebHouse, chosen: str) -> None:
    """Either, accepted, refused, or by a code: of those on record, or the one asked for."""
    text = page(house, f"{PAGE}?refusal={chosen}")
    select = text[text.index('<select id="refusal"') :].partition("</select>")[0]
    told = data(house, "journal?size=500&refusal=refused")["lines"]
    known = sorted({one["refusal"]["code"] for one in told})
    assert known == ["above-maximum"]
    values = re.findall(r'<option value="([^"]*)"', select)
    assert values == ["", "accepted", "refused", *known]
    assert ">Above maximum: " in select and codes()["above-maximum"].meaning[1:] in select
    selected = re.findall(r'<option(?: value="([^"]*)")? selected>([^<]*)<', select)
    assert [value or said for value, said in selected] == [chosen or "Any"]


@pytest.mark.parametrize(
    "query",
    [
        *("amount=much", "kind=PlaceBets", "stream=tables", "since=today", "cursor=1.2"),
        *("round=two", "round=-1", "round=1234567890"),
    ],
)
def test_what_cannot_be_looked_for_is_told_beside_the_form(house: WebHouse, query: str) -> None:
    found = part(page(house, f"{PAGE}?{query}"), "found")
    assert 'role="alert"' in found and "; " in words(found) and ids(found) == []
    assert len(words(found)) < 250 and "pattern" not in found


def test_a_wager_is_looked_for_by_its_name_or_its_id(house: WebHouse) -> None:
    by_id = ids(part(page(house, f"{PAGE}?wager=banker"), "found"))
    assert by_id == ids(part(page(house, f"{PAGE}?wager=Banker"), "found")) != []
    book = catalog()
    for game in book:
        for id, wager in game.own.items():
            names = wager.name.removesuffix(" or House Jackpot"), f"{wager.name}, Banker", id
            for name in (wager.name, *names):
                assert Terms(wager=name).meant(book).wager == id or "or House" in name, name


def test_a_kind_is_written_and_offered_in_words(house: WebHouse) -> None:
    text = page(house, "/manager/journal?kind=Place+bet")
    assert '<option value="Place bet">' in text and 'value="Place bet"' in text
    by_name = page(house, "/manager/journal?kind=PlaceBet")
    assert ids(part(text, "found")) == ids(part(by_name, "found")) != []


def test_every_kind_has_words_of_its_own() -> None:
    kinds = {*COMMANDS, *FACTS}
    said = {spoken(kind) for kind in kinds}
    assert len(said) == len(kinds) and not [one for one in said if "-" in one]
    assert {Terms(kind=spoken(kind)).meant(catalog()).kind for kind in kinds} == kinds


def test_what_is_counted_is_not_said_to_move(house: WebHouse) -> None:
    found = words(part(page(house, "/manager/journal?kind=Tray+counted"), "found"))
    assert "Tray counted. $10,000 counted" in found and "moved" not in found


def test_a_place_that_is_none_is_refused(house: WebHouse) -> None:
    with house.client("auditor") as client:
        assert client.get(f"{PAGE}/tables/{HOME}/rounds/99").status_code == 404
        assert client.get(f"{PAGE}/tables/77/rounds/1").status_code == 404
        assert client.get(f"{PAGE}/tables/{HOME}/rounds/1?step=x").status_code == 422


def all_lines(house: WebHouse, query: str = "") -> dict[str, str]:
    """Return the lines of all pages of a search, each with where it leads."""
    found, address = dict[str, str](), f"{PAGE}?{query}"
    for _ in range(20):
        own = part(page(house, address), "found")
        links = re.findall(r'<li id="l-[^"]+">(?:<a href="([^"]*)"|<div>)', own)
        fresh = dict(zip(ids(own), links, strict=True))
        assert fresh and not fresh.keys() & found.keys()
        found |= fresh
        older = re.search(r'id="older" rel="next" href="([^"]+)"', own)
        if older is None:
            return found
        assert 'id="newest"' in own or not query or address == f"{PAGE}?{query}"
        address = older[1]
    raise AssertionError("it does not end")


def test_pages_follow_one_another_to_the_first_line(house: WebHouse) -> None:
    told = data(house, "journal?size=500")["lines"]
    assert len(told) > 25 and list(all_lines(house)) == [one["id"] for one in told]


def test_every_line_leads_to_its_place_in_its_round(house: WebHouse) -> None:
    links = all_lines(house, f"stream=table/{HOME}") | all_lines(house, f"stream=table/{OTHER}")
    assert len(links) > 40
    told = data(house, "journal?size=500")["lines"]
    hashes = {one["id"]: one["hash"] for one in told}
    for id, address in links.items():
        rows = part(page(house, address), "movements").split("<tr")
        (current,) = (row for row in rows if 'aria-current="step"' in row)
        assert hashes[id] in current, (id, address)
    assert all_lines(house, "stream=link/sun-7")["link/sun-7/1"] == "/manager/jackpots/sun-7"
    assert all_lines(house, "stream=house")["house/1"] == ""


# --- rounds ---


def steps(house: WebHouse, table: str = HOME, number: int = 1) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = data(house, f"tables/{table}/rounds/{number}/steps")
    return told


def cards(text: str) -> list[list[str]]:
    """Return the cards that lie on the felt, Player's and Banker's."""
    hands = re.findall(r'<section class="hand .*?</section>', part_of_felt(text), re.S)
    return [
        re.findall(r'<svg class="card[^>]*><use href="[^#]*#(?:\w-)?(\w\w)"', hand)
        for hand in hands
    ]


def part_of_felt(text: str) -> str:
    return text[text.index('class="felt') : text.index('id="step"')]


def test_each_step_shows_the_table_as_the_interface_tells_it(house: WebHouse) -> None:
    told = steps(house)
    for at, one in enumerate(told, 1):
        text = page(house, f"{PAGE}/tables/{HOME}/rounds/1?step={at}")
        said = words(text[text.index('id="step"') : text.index('id="back"')])
        assert f"Line {at} of {len(told)}" in said and f"by {one['actor']}" in said
        for sentence in one["told"]:
            assert sentence["what"] in said
        assert (one["citation"] or "House procedure") in said
        for move in one["movements"]:
            assert f"{move['source']} to {move['target']} {move['reason']}" in said
            assert str(Money(move["cents"], "USD")) in said
        if one["in_round"] == 1 and one["stage"] != "closed":
            assert cards(text) == [one["hands"]["player"], one["hands"]["banker"]]
        row = part(text, "movements").split("<tr")[at + 1]
        assert 'aria-current="step"' in row and one["hash"][:8] in row


def test_bets_and_what_they_came_to(house: WebHouse) -> None:
    told = steps(house)
    laid = next(at for at, one in enumerate(told, 1) if len(one["bets"]) == 2)
    before = page(house, f"{PAGE}/tables/{HOME}/rounds/1?step={laid}")
    assert words(before[before.index('id="bets"') :]).count("on the layout") == 2
    after = page(house, f"{PAGE}/tables/{HOME}/rounds/1?step={len(told)}")
    bets = words(after[after.index('id="bets"') : after.index('id="movements"')])
    assert "3 Player $25 +$25 paid Player wins 1 to 1" in bets
    assert "on the layout" not in bets
    lost = -data(house, f"tables/{HOME}/rounds/1")["house_win_cents"]
    nets = [int(dollars) for dollars in re.findall(r"\+\$(\d+)", bets)]
    assert sum(nets) * 100 == lost > 0
    assert f"The house lost {Money(lost, 'USD')} in this round." in after


def test_what_was_taken_back_is_told_so(house: WebHouse) -> None:
    last = len(steps(house, HOME, 2))
    text = page(house, f"{PAGE}/tables/{HOME}/rounds/2?step={last}")
    assert "taken back" in words(text[text.index('id="bets"') :])
    assert "Refused" in words(part(text, "movements"))


def test_previous_and_next_end_where_the_round_does(house: WebHouse) -> None:
    last = len(steps(house))
    for at, back, forth in (
        (1, None, 2),
        (2, 1, 3),
        (last, last - 1, None),
        (10**6, last - 1, None),
    ):
        seen = Seen(get(house, f"{PAGE}/tables/{HOME}/rounds/1?step={at}&wager=tie"))
        links = {str(one.get("id")): one for tag, one in seen.attributes if tag == "a"}
        for id, step in (("back", back), ("next", forth)):
            href = None if step is None else f"{PAGE}/tables/{HOME}/rounds/1?step={step}&wager=tie"
            assert links[id].get("href") == href, (at, id)
            assert (links[id].get("aria-disabled") == "true") is (step is None)


def test_a_step_alone_is_read_without_the_search(house: WebHouse) -> None:
    address = f"{PAGE}/tables/{HOME}/rounds/1?step=3&wager=tie"
    assert 'id="found"' in get(house, address)
    with house.client("auditor") as client:
        assert 'id="found"' not in client.get(address, headers={"HX-Target": "replay"}).text


# --- chains ---


def test_the_chains_stand_as_the_interface_tells_them_and_are_downloaded(house: WebHouse) -> None:
    told = data(house, "journal/streams")
    rows = part(page(house), "chains").split("<tr")[2:]
    assert len(rows) == len(told)
    with house.client("auditor") as client:
        for one, row in zip(told, rows, strict=True):
            assert one["hash"] in row and one["rulebook"] in row
            assert f'<td class="num">{one["lines"]:,}</td>' in row
            file = client.get(re.findall(r'href="([^"]+\.jsonl)"', row)[0])
            assert file.status_code == 200 and file.text.count("\n") == one["lines"]


# --- verifying ---


def verify(house: WebHouse, how: str) -> str:
    with house.client("auditor") as client:
        assert client.post("/api/v1/verify", json={"how": how}).status_code == 200
        house.app.state.verifications.wait()
        return unescape(client.get(f"{PAGE}/verification").text)


def test_a_sound_record_is_told_with_its_seal(house: WebHouse) -> None:
    assert "Nobody has verified" in part(page(house), "verify")
    text = verify(house, "redecide")
    told = data(house, "verify")
    assert told["state"] == "sound" and told["seal"] in text
    assert f"{told['lines']:,} lines" in text and "every 400ms" not in text
    assert 'value="redecide" selected' in text and told["seal"] in part(page(house), "verify")


def test_a_broken_record_is_told_with_its_place(house: WebHouse) -> None:
    database = Database(f"sqlite:///{house.home / 'house.db'}")
    row = next(
        one
        for one in rows_of(database, "journal")
        if one["stream"] == f"table/{HOME}" and '"kind":"PlaceBet"' in one["body"]
    )
    try:
        change(database, "journal", row, body=row["body"].replace("2500", "2600"))
        text = words(verify(house, "chains"))
    finally:
        change(database, "journal", row, body=row["body"])
        database.close()
    broken = data(house, "verify")["broken"]
    assert (broken["stream"], broken["line"]) == (f"table/{HOME}", row["version"])
    assert f"Stream Table {HOME} Line {row['version']} Why {broken['message']}" in text
    assert broken["remedy"] in text
    assert "is sound" in verify(house, "chains")


def test_a_verification_that_runs_has_a_bar_and_is_given_up(
    house: WebHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(*_: Any, progress: Any, **__: Any) -> Any:
        while True:
            progress(250, 1_000)
            sleep(0.01)

    monkeypatch.setattr(verification, "verify", slowly)
    kept = house.app.state.verifications
    with house.client("supervisor") as client:
        client.post("/api/v1/verify", json={"how": "derived"})
        while not kept.watched.of:
            pass
        text = client.get(f"{PAGE}/verification").text
        assert '<progress max="100" value="25"' in text and "250 of 1,000 lines" in text
        assert "every 400ms" in text and 'data-verifying="/api/v1/verify/give-up"' in text
        assert client.post("/api/v1/verify/give-up").status_code == 200
        assert "Given up" in client.get(f"{PAGE}/verification").text
