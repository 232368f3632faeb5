"""Reports in the Game Manager: every figure is the command line's of the same database."""

from __future__ import annotations

import csv
import io
import json
import re
import threading
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from html import unescape
from time import sleep
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import openpyxl
import pytest

from page_checks import Seen, sound
from pdf_text import bare, page_count, text_of
from pitboss.cli import main
from pitboss.house.database import Database
from pitboss.house.serving.rounds import Records
from pitboss.jackpot.reports import OVERVIEW, REPORTS
from pitboss.jackpot.reports.luck import LUCK_SAID
from pitboss.jackpot.reports.reading import FloorRecord, gaming_day
from pitboss.printing.report_sheet import STATES
from pitboss.refusals import Unreadable, unreadable
from pitboss.table.floor import default_floor
from web_house import BEGIN, HOME, ROUND, WebHouse, web_house

PAGE = "/manager/reports"
FLOOR = default_floor()
NOW = datetime.now(ZoneInfo(FLOOR.timezone)).replace(microsecond=0, tzinfo=None)
FIRST = gaming_day(NOW.isoformat(), FLOOR.gaming_day)
SECOND = f"{date.fromisoformat(FIRST) + timedelta(days=1)}"
"""The house's own clock tells when a jackpot was founded: no day of a calendar."""
SIGNED = "signed 2207 and 3301"
MINUS = "\N{MINUS SIGN}"
METER = "Sun 7 Progressive"
NAMES = ("overview", *REPORTS)
TITLES = {
    "takings": "Takings by shift and wager",
    "takings-by-wager": "Takings by wager",
    "day": "Day by table",
    "identity": "What the jackpots hold",
    "overview": "Jackpots",
}
SAID = {
    "": "",
    "luck": "within what luck does",
    "beyond luck": "more than luck explains",
    "too few bets": "too few bets to tell",
}
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    """A house with two gaming days, the first of two shifts, at two tables."""
    with web_house(tmp_path_factory.mktemp("reports")) as made:
        opening = f"count tray opening 10000 {SIGNED}"
        made.play(BEGIN[0], f"day {FIRST}", opening, *BEGIN[1:], "rate 3 as P-7", *ROUND)
        made.play(f"close shift 10000 {SIGNED}")
        made.play("bet 3 banker 50, tie 5", "coup 9s Kd / 4h 2c", "finish")
        made.play(f"count tray closing 10000 {SIGNED}", f"day {SECOND}", opening)
        made.play("bet 3 player 10, eclipse 5", "coup 9s Kd / 4h 2c", "finish")
        made.play(BEGIN[0], f"day {FIRST}", opening, *BEGIN[1:], table="2")
        made.play("bet 3 player 25", "coup 9s Kd / 4h 2c", "finish", table="2")
        yield made


def page(house: WebHouse, path: str = PAGE, role: str = "auditor") -> str:
    with house.client(role) as client:
        response = client.get(path)
        for _ in range(50):
            if 'id="reading"' not in response.text:
                break
            sleep(0.2)
            response = client.get(path)
    assert response.status_code == 200, response.text[:300]
    sound(response.text)
    return unescape(response.text)


def get(house: WebHouse, path: str, role: str = "auditor") -> httpx.Response:
    with house.client(role) as client:
        return client.get(path)


def printed(house: WebHouse, capsys: pytest.CaptureFixture[str], *words: str) -> Rows:
    """Return the rows of the command line's report of the same database."""
    assert main([*asked(house, *words), "--format", "json"]) == 0
    rows: Rows = json.loads(capsys.readouterr().out)["rows"]
    return rows


def asked(house: WebHouse, *words: str) -> list[str]:
    words = words[1:] if words[0] == "overview" else words
    return ["house", "report", *words, "--database", str(house.home / "house.db")]


def part(text: str, id: str) -> str:
    begin = text.index(f'id="{id}"')
    return text[begin : text.index("</section>", begin)]


def cells(text: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", text)
    found = [re.findall(r"<(?:td|th scope=\"row\")[^>]*>(.*?)</t[dh]>", row) for row in rows]
    return [[re.sub("<[^>]+>", "", cell) for cell in row] for row in found if row]


def cents(text: str) -> int:
    return int(Decimal(re.sub(r"[$,]", "", text.replace(MINUS, "-"))) * 100)


def share(text: str) -> Decimal:
    return Decimal(text.replace(MINUS, "-").removesuffix("%"))


def percent(exact: str | None) -> Decimal | None:
    if exact is None:
        return None
    value = Fraction(exact) * 100
    return (Decimal(value.numerator) / value.denominator).quantize(Decimal("0.01"))


# --- takings ---


@pytest.mark.parametrize("by", ["wager", "table", "shift", "day"])
@pytest.mark.parametrize(
    "narrowed",
    [
        {"day": "all"},
        {"day": FIRST},
        {"day": SECOND},
        {"day": FIRST, "table": HOME},
        {"day": FIRST, "table": HOME, "shift": "2"},
        {"day": "all", "wager": "player"},
    ],
)
def test_must_show__every_figure_of_takings_is_the_command_lines(
    house: WebHouse, capsys: pytest.CaptureFixture[str], by: str, narrowed: dict[str, str]
) -> None:
    query = "&".join(f"{key}={value}" for key, value in narrowed.items())
    text = page(house, f"{PAGE}?by={by}&currency=USD&{query}")
    words = [
        word for key, value in narrowed.items() if value != "all" for word in (f"--{key}", value)
    ]
    rows = printed(house, capsys, f"takings-by-{by}", *words)
    assert rows, "something is compared"
    shown = cells(part(text, "takings"))
    meters = any(row["meter_handle_cents"] for row in rows)
    for line, row in zip(shown, rows, strict=False):
        same_line(line, row, meters)
    same_total(shown[-1], rows, meters)
    parts = re.search(r">([^\s>]+) on jackpot wagers, (\S+) on others<", text)
    assert (parts is not None) is meters
    if parts is not None:
        assert cents(parts[1]) == sum(row["meter_win_cents"] for row in rows)
        assert cents(parts[1]) + cents(parts[2]) == cents(shown[-1][3]), "they make the win"
    assert len(shown) == len(rows) + 1
    far = [row["what"] for row in rows if row["luck"] == "beyond luck"]
    assert ("Beyond what luck does" in text) is bool(far)


def called(name: str, code: str) -> bool:
    """Say whether a line is named after a wager, with its code beside unless that is its name."""
    label = code.partition("/")[2]
    return name.lower().replace(" ", "-") == label or name.endswith(f" {code}") or name == code


def same_line(line: list[str], row: dict[str, Any], meters: bool) -> None:
    what, bets, handle, win, hold, *rest = line
    assert what == "Together" or called(what, row["what"])
    assert (int(bets.replace(",", "")), cents(handle)) == (row["bets"], row["handle_cents"])
    assert (cents(win), share(hold)) == (row["win_cents"], percent(row["hold"]))
    if meters:
        assert (cents(rest[0]) if rest[0] else 0) == row["meter_win_cents"]
        del rest[0]
    edge, expected, z, luck = rest
    assert luck == SAID[row["luck"]]
    assert (share(edge) if edge else None) == percent(row["edge"])
    if row["expected_cents"] is None:
        assert expected == "by a meter" and not z
    else:
        assert cents(expected) == row["expected_cents"]
        assert bool(z) is (row["luck"] != "too few bets")
        assert z.replace(MINUS, "-") == (f"{Decimal(row['z']):+}" if z else "")


def same_total(line: list[str], rows: Rows, meters: bool) -> None:
    sums = {key: sum(row[key] for row in rows) for key in ("bets", "handle_cents", "win_cents")}
    assert line[0] == "Together"
    assert int(line[1].replace(",", "")) == sums["bets"]
    assert (cents(line[2]), cents(line[3])) == (sums["handle_cents"], sums["win_cents"])
    if meters:
        assert cents(line[5]) == sum(row["meter_win_cents"] for row in rows)
    known = [row["expected_cents"] for row in rows if row["expected_cents"] is not None]
    assert abs(cents(line[7 if meters else 6]) - sum(known)) <= len(known), "each is rounded"


def test_the_sums_are_those_of_the_ledger(
    house: WebHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    """Takings by spot of the tables as they stand are the same money."""
    sums = printed(house, capsys, "takings-by-wager")
    board = house.running.board
    taken: dict[str, list[int]] = {}
    for table in ("1", "2"):
        for label, one in board.table(table).takings.items():
            booked = f"eternal-baccarat/{label}"
            before = taken.get(booked, [0, 0, 0])
            taken[booked] = [old + new for old, new in zip(before, one, strict=True)]
    told = {row["what"]: [row["bets"], row["handle_cents"], row["win_cents"]] for row in sums}
    assert told == taken


def test_what_is_said_of_the_day_is_the_last_one(house: WebHouse) -> None:
    text = page(house)
    assert f"<option selected>{SECOND}</option>" in text
    assert sorted(row[0] for row in cells(part(text, "takings"))[:-1]) == ["Eclipse", "Player"]


def test_a_meter_is_expected_nothing_of_and_named(house: WebHouse) -> None:
    text = page(house, f"{PAGE}?day={FIRST}")
    how = part(text, "takings")
    assert f"Nothing is expected here of what a meter decides: {METER}." in how
    row = next(row for row in cells(how) if row[0].startswith(METER))
    assert "by a meter" in row and not row[-1]


def test_the_course_ends_with_what_the_wagers_say(
    house: WebHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    for day, words in ((FIRST, ("--day", FIRST)), ("all", ())):
        points = cells(part(page(house, f"{PAGE}?day={day}"), "course"))
        rows = printed(house, capsys, "takings-by-wager", *words)
        known = [row for row in rows if row["expected_cents"] is not None]
        _, win, expected, low, high = points[-1]
        assert cents(win) == sum(row["win_cents"] for row in known)
        assert abs(cents(expected) - sum(row["expected_cents"] for row in known)) <= len(known)
        spread = 2 * sum(row["deviation_cents"] for row in known)
        assert abs((cents(high) - cents(low)) / 2 - spread) <= 2 * len(known)
    assert [point[0] for point in points] == [FIRST, SECOND]


def test_a_file_is_named_by_what_it_is_narrowed_to(house: WebHouse) -> None:
    asked = f"?day={FIRST}&table={HOME}&currency=USD&wager=baccarat/tie"
    for form in ("csv", "xlsx"):
        answer = get(house, f"{PAGE}/takings-by-wager.{form}{asked}")
        name = f"takings-by-wager-{FIRST}-table-{HOME}-currency-USD-wager-baccarat-tie.{form}"
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'


def test_amounts_of_a_workbook_are_numbers_in_columns_with_room(house: WebHouse) -> None:
    answer = get(house, f"{PAGE}/takings-by-wager.xlsx")
    (sheet,) = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets
    heads = [cell.value for cell in sheet[1]]
    handle = sheet.cell(2, heads.index("handle") + 1)
    assert isinstance(handle.value, int | float) and handle.number_format == "#,##0.00"
    assert sheet.column_dimensions["A"].width > max(len(str(one.value)) for one in sheet["A"])


def test_charts_are_named_and_have_their_figures_beside(house: WebHouse) -> None:
    text = page(house, f"{PAGE}?day=all")
    for id in ("course", "holds", "movement"):
        picture = re.search(r'<svg class="plot[^>]*role="img" aria-label="([^"]+)"', part(text, id))
        assert picture is not None and picture[1], id
    assert 'id="course-table"' in text and 'id="levels-table"' in text
    assert {"takings", "movement", "recon"} <= set(Seen(text).ids)


# --- meters ---


def micros(text: str) -> int:
    return int(Decimal(re.sub(r"[$,]", "", text.replace(MINUS, "-"))) * 1_000_000)


def test_the_days_of_a_meter_are_the_identity(
    house: WebHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    for jackpot in ("sun-7", "harmony"):
        text = page(house, f"{PAGE}?jackpot={jackpot}")
        rows = printed(house, capsys, "identity", "--jackpot", jackpot)
        told = [[micros(cell) for cell in row[1:]] for row in cells(part(text, "movement"))]
        assert told == [
            [
                row["begin_micros"],
                row["seeds_micros"],
                row["contributions_micros"],
                -row["wins_micros"],
                row["corrections_micros"],
                row["end_micros"],
            ]
            for row in rows
        ]
        (last,) = printed(house, capsys, "reconciliation", "--jackpot", jackpot)[-1:]
        recon = part(text, "recon")
        counted = f"Tables counted {last['tables_units']} units, the server {last['server_units']}"
        assert counted in recon
        assert f"Reconciliation, {last['day']}" in recon


# --- every report, and its exports ---


def test_every_report_is_reachable(house: WebHouse) -> None:
    text = part(page(house), "others")
    for name in NAMES:
        assert f'href="{PAGE}/{name}"' in text
    assert 'href="/manager/close"' in text
    titles = re.findall("<b>(.*?)</b>", text)
    assert len(titles) == len(set(titles)) == len(NAMES) + 2
    assert not [title for title in titles if "-" in title or title != title.capitalize()]


@pytest.mark.parametrize("name", NAMES)
def test_must_show__a_report_says_what_the_command_line_prints(
    house: WebHouse, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    shown = cells(part(page(house, f"{PAGE}/{name}"), "report"))
    rows = printed(house, capsys, name)
    assert len(shown) == min(len(rows), 100)
    assert main([*asked(house, name), "--format", "csv"]) == 0
    exported = capsys.readouterr().out
    assert get(house, f"{PAGE}/{name}.csv").text == exported
    for line, row in zip(shown, csv.DictReader(io.StringIO(exported)), strict=False):
        for cell, (head, figure) in zip(line, row.items(), strict=True):
            assert same_cell(cell, head, figure), (cell, head, figure)


IN_WORDS: Mapping[str, Mapping[str, str]] = {
    "state": STATES,
    "luck": {str(luck): said for luck, said in LUCK_SAID.items()},
}


def same_cell(cell: str, head: str, figure: str) -> bool:
    """Whether a cell of the page is a figure of the file, which writes them plainly."""
    if head in IN_WORDS:
        return cell == IN_WORDS[head].get(figure, figure)
    plain = cell.replace("\N{MINUS SIGN}", "-")
    if plain == figure or plain == figure.replace("T", " "):
        return True
    if not cell:
        return (head, figure) == ("variance", "0.00")  # of an opening count alone
    if plain.endswith("%"):
        return abs(share(plain) - share(figure)) <= Decimal("0.005")
    money = re.sub(r"[$,]", "", plain)
    return bool(figure) and Decimal(money) == Decimal(figure)


@pytest.mark.parametrize("name", NAMES)
def test_a_workbook_has_the_same_rows(house: WebHouse, name: str) -> None:
    answer = get(house, f"{PAGE}/{name}.xlsx")
    assert (
        answer.status_code == 200
        and f'filename="{name}.xlsx"' in answer.headers["content-disposition"]
    )
    (sheet,) = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets
    read = [["" if cell is None else cell for cell in row] for row in sheet.values]
    written = list(csv.reader(io.StringIO(get(house, f"{PAGE}/{name}.csv").text)))
    assert sheet.title == name and len(read) == len(written)
    for row, line in zip(read, written, strict=True):
        for cell, text in zip(row, line, strict=True):
            if isinstance(cell, int | float):
                figure = share(text) / 100 if text.endswith("%") else Decimal(text)
                assert Decimal(str(cell)) == figure
            else:
                assert str(cell) == text and not text.endswith("%")


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("name", ["takings", "takings-by-wager", "day", "identity", "overview"])
def test_must_show__a_sheet_has_every_figure_and_is_the_same_bytes(
    house: WebHouse, name: str, paper: str
) -> None:
    query = f"?paper={paper}" + (f"&day={FIRST}" if name != "overview" else "")
    first = get(house, f"{PAGE}/{name}.pdf{query}")
    assert first.content == get(house, f"{PAGE}/{name}.pdf{query}").content
    assert page_count(first.content) == 1
    size = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", first.content)
    assert size is not None
    inches = sorted(round(float(one) / 72, 1) for one in size.groups())
    assert inches == ([8.5, 11.0] if paper == "letter" else [8.3, 11.7])
    (text,) = text_of(first.content)
    assert bare(TITLES[name]) in text and bare("takings-by") not in text
    shown = cells(part(page(house, f"{PAGE}/{name}{query}"), "report"))
    assert shown
    for row in shown:
        for cell in row:
            assert bare(cell.replace("-", MINUS)) in text.replace("-", MINUS), cell


def test_a_sheet_of_the_command_line_is_the_pages(
    house: WebHouse, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "takings.pdf"
    assert main([*asked(house, "takings", "--day", FIRST), "--out", str(out)]) == 0
    capsys.readouterr()
    assert out.read_bytes() == get(house, f"{PAGE}/takings.pdf?day={FIRST}").content


def test_a_report_is_narrowed_by_what_it_has(
    house: WebHouse, capsys: pytest.CaptureFixture[str]
) -> None:
    text = page(house, f"{PAGE}/takings?day={FIRST}&table={HOME}&shift=2")
    rows = printed(house, capsys, "takings", "--day", FIRST, "--table", HOME, "--shift", "2")
    assert [row[4] for row in cells(part(text, "report"))] == [row["wager"] for row in rows]
    assert sorted(row["wager"] for row in rows) == [
        "eternal-baccarat/banker",
        "eternal-baccarat/tie",
    ]
    fields = re.findall(r'<select id="f-(\w+)"', page(house, f"{PAGE}/ratings"))
    assert fields == ["day", "currency"]
    assert set(OVERVIEW.narrowed_by) == {"jackpot"}


def test_rows_beyond_a_page_are_on_the_next(house: WebHouse) -> None:
    whole = list(csv.reader(io.StringIO(get(house, f"{PAGE}/movement.csv").text)))[1:]
    first = cells(part(page(house, f"{PAGE}/movement"), "report"))
    rest = cells(part(page(house, f"{PAGE}/movement?page=2"), "report")) if len(whole) > 100 else []
    assert len(first) + len(rest) == min(len(whole), 200)


# --- what is refused, and who ---


@pytest.mark.parametrize("role", ["stranger", "player", "dealer", "administrator", "table"])
@pytest.mark.parametrize("path", ["", "/takings", "/takings.csv"])
def test_nobody_else_sees_them(house: WebHouse, role: str, path: str) -> None:
    assert get(house, PAGE + path, role).status_code in (401, 403)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/nothing.csv", 404),
        ("?table=99", 404),
        ("?jackpot=none", 404),
        ("?day=yesterday", 422),
        ("?by=dealer", 422),
        ("/takings?shift=-1", 422),
        ("/takings.doc", 422),
        ("/takings.pdf?paper=a3", 422),
    ],
)
def test_what_is_not_there_is_refused(house: WebHouse, path: str, status: int) -> None:
    assert get(house, PAGE + path).status_code == status


def test_a_house_without_play_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    with web_house(tmp_path_factory.mktemp("empty")) as empty:
        text = page(empty)
        assert "Nothing was taken" in part(text, "takings")
        assert "Nothing to report" in page(empty, f"{PAGE}/takings")
        for form in ("csv", "xlsx", "pdf"):
            assert get(empty, f"{PAGE}/takings.{form}").status_code == 200


# --- a long record ---


def test_a_page_does_not_wait_for_a_long_record(
    house: WebHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    page(house)
    records: Records = house.app.state.records
    whole, answered = records._floor, threading.Event()

    def slowly(*streams: str) -> FloorRecord:
        answered.wait(30)
        return whole(*streams)

    monkeypatch.setattr(records, "_floor", slowly)
    shown = get(house, PAGE).text
    assert 'id="reading"' in shown and 'hx-trigger="load delay:1s"' in shown
    assert "Takings by wager" in shown, "what was read before"
    records.record = None
    shown = get(house, PAGE).text
    assert 'id="reading"' in shown and "Takings by wager" not in shown
    answered.set()
    assert "Takings by wager" in page(house), "it asks again until it is there"


def test_what_is_wrong_with_a_record_is_told_once_it_is_known(house: WebHouse) -> None:
    records = Records(Database(f"sqlite:///{house.home / 'house.db'}"))

    def broken(*_: str) -> FloorRecord:
        sleep(0.2)
        raise unreadable("broken-chain", "a line is wrong", "look at it")

    records._floor = broken  # type: ignore[method-assign]
    assert records.within(0.01) is None
    sleep(0.4)
    with pytest.raises(Unreadable):
        records.within(0.01)
    assert records.within(0.01) is None, "it is read anew"
