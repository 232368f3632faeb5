"""The Game Manager in three contexts: two supervisors and an executive, who press what is shown.

The tests share a house and follow each other as a day does; what they leave is on record at last.
"""

from __future__ import annotations

import json
import re

from playwright.sync_api import Route

from browser import figures
from browser.houses import PINS, GlassHouse, give
from browser.ledger import Ledger
from browser.office import SIGNERS, Given, Office, OfficePage, report
from browser.pages import SeatPage
from browser.people import Visitor, Visitors
from browser.rounds import TOP_ROW, played
from browser.waiting import until
from pdf_text import bare, text_of
from pitboss.client import Answer
from pitboss.rulebook.pays import Money
from pitboss.web.guard import CSRF_COOKIE

TABLE, OTHER = "1", "2"
FATE_ROW = "coup As 2s 8s / Ks 3s"
"""Five spades of five: the whole meter of Fate 38."""


def hit(house: GlassHouse, jackpot: str, wager: str, coup: str) -> None:
    """Let the table call a hit, shared by the positions 3 and 5."""
    bets = [f"bet {seat} banker 20, {wager} 1" for seat in (3, 5)]
    house.give(TABLE, *bets, coup, f"hit jackpot {jackpot}")


def test_must_show__a_hit_is_paid_by_the_level_that_its_amount_asks_for(
    house: GlassHouse, visitors: Visitors
) -> None:
    office, ledger = Office(house, visitors), Ledger(house)
    house.open(TABLE, 3, 5)

    # Two supervisors bring the meter above what a supervisor's card pays.
    first = office.jackpots("2207", "sun-7")
    assert first.corrects("+5000", "units of Monday", "2208").status == 200
    until(first.page, lambda: first.meter("sun-7") == 1_000_000, "the correction on the meter")

    pages = {badge: office.jackpots(badge) for badge in ("2207", "2208", "3301")}
    hit(house, "sun-7", "sun-7-progressive", TOP_ROW)
    for page in pages.values():
        page.hit("sun-7", 1).wait_for()
        assert "An executive's card: $10,000 or more." in page.hit("sun-7", 1).inner_text()
    supervisor, other, executive = pages.values()
    assert supervisor.verifies("sun-7", 1).status == 200
    until(
        executive.page,
        lambda: "Verified by badge 2207" in executive.hit("sun-7", 1).inner_text(),
        "who verified it",
    )

    # The wrong cards: a supervisor's, an executive's without a PIN or with a wrong one, no card.
    amount = ledger.auditor.jackpot("sun-7")["hits"][-1]["amount_cents"]
    assert amount == 1_000_030, "15% of two units"
    assert other.pays("sun-7", 1, "2208").code == "executive-needed"
    assert "executive" in other.told()
    assert other.pays("sun-7", 1, "3301").code == "not-proved"
    assert other.pays("sun-7", 1, "3301", "00000").code == "wrong-badge-or-pin"
    assert other.pays("sun-7", 1, "1101", PINS["1101"]).status >= 400
    other.cancels()
    assert ledger.auditor.jackpot("sun-7")["state"] == "pending"
    assert ledger.balance(TABLE, 3) == 100_000 - 2_100, "nothing is paid"

    # The right one, in her own browser.
    assert executive.pays("sun-7", 1, "3301").status == 200
    for page in pages.values():
        page.hit("sun-7", 1).wait_for(state="detached")
    assert ledger.balance(TABLE, 3) == 100_000 - 2_100 + amount // 2
    (won,) = report(house, "wins", "sun-7")
    assert (won["verified_by"], won["paid_by"], won["state"]) == ("2207", "3301", "paid")
    house.give(TABLE, "finish")

    # A smaller one: a supervisor's card is enough, and it verifies the hand too.
    hit(house, "fate-38", "fate-38", FATE_ROW)
    other.hit("fate-38", 1).wait_for()
    assert "A supervisor's card: below $10,000." in other.hit("fate-38", 1).inner_text()
    assert other.pays("fate-38", 1, "2208").status == 200
    other.hit("fate-38", 1).wait_for(state="detached")
    house.give(TABLE, "finish")
    (won,) = report(house, "wins", "fate-38")
    assert (won["verified_by"], won["paid_by"]) == ("2208", "2208")

    # What accounting gets: the win page, from the list of the last wins.
    books = office.jackpots("3301", "sun-7")
    (paper,) = text_of(books.prints("#wins a[href$='/wins/1.pdf']"))
    for words in (str(Money(amount)), "Table 1, position 3", "3301", "2207"):
        assert bare(words) in paper, words


def test_must_show__a_back_out_takes_two_people(house: GlassHouse, visitors: Visitors) -> None:
    office, ledger = Office(house, visitors), Ledger(house)
    before = ledger.auditor.jackpot("fate-38")["displayed_cents"]
    (won,) = report(house, "wins", "fate-38")
    first, second = (office.jackpots(badge, "fate-38") for badge in ("2207", "3301"))
    floor = OfficePage(office.people["2208"], office.people["2208"].opens("/"))

    # One alone: nobody is their own second person, and without one it waits.
    reason = {"reason": "the fifth card was a club"}
    alone = first.backs_out(1, {**reason, "second": "2207"})
    assert alone.code == "two-people-needed", alone
    unproved = first.backs_out(1, {**reason, "second": "3301", "pin of second": "00000"})
    assert unproved.code == "wrong-badge-or-pin"
    waits = first.backs_out(1, {**reason, "second": ""})
    assert waits.status == 202 and waits.proposal
    first.shows(".toast", f"proposal {waits.proposal}")
    first.shows("#waiting", "Another person approves what you propose")
    assert first.at(f"#approve-{waits.proposal}").is_disabled()
    assert ledger.auditor.jackpot("fate-38")["displayed_cents"] == before

    # Everybody who may decide it is told at once, wherever they look, and led to it.
    told = f"#al-proposal-{waits.proposal}"
    floor.at(told).wait_for()
    assert floor.at("#waits-jackpots").get_attribute("data-ids") == f"proposal-{waits.proposal}"
    floor.at(f"{told} a").click()
    floor.page.wait_for_url(f"**/manager/jackpots#proposal-{waits.proposal}")
    floor.shows(f"#proposal-{waits.proposal}", "Back out hit 1 of Fate 38")

    # Another one approves it where it is listed, and the award is back on the meter.
    assert second.approves(waits.proposal).status == 200
    for page in (first, second):
        page.shows("#wins", "backed out")
        page.at("#waiting").wait_for(state="hidden")
    floor.at("#waits-jackpots").wait_for(state="hidden")
    now = ledger.auditor.jackpot("fate-38")
    assert now["displayed_cents"] == first.meter("fate-38") == won["amount_cents"] == 200_034
    (won,) = report(house, "wins", "fate-38")
    assert won["state"] == "backed-out"
    ledger.even(TABLE)


PLAYED = "8"
"""The table whose limits and offers change while it plays."""


def test_must_show__a_limit_and_an_offer_change_while_the_floor_plays(
    house: GlassHouse, visitors: Visitors
) -> None:
    office, ledger = Office(house, visitors), Ledger(house)
    house.open(PLAYED, 2)
    terminal = visitors.come(house, house.device("seat", PLAYED, 2))
    seat = SeatPage(terminal.opens(f"/tables/{PLAYED}/seat/2"))
    begun = ledger.table(PLAYED)["round"]
    seat.bet("player", 100)

    # The executive drafts a lower maximum without one of the side bets, and tells the players.
    draft = office.tables("3301", PLAYED)
    draft.limits("maximum", "player", "50")
    draft.offers("perfect-pair", offered=False)
    draft.shows("#change", "Perfect Pair dropped")
    assert draft.presses("#announce").status == 200
    draft.shows(f"#state-{PLAYED}", f"Announced for round {begun + 1} at the earliest")

    # It holds at the table by two people, who are not the same one.
    draft.at("#announce").wait_for(state="detached")
    waits = draft.presses("#hold")
    assert waits.status == 202
    draft.shows("#two-people", "Another person approves what you propose")
    assert draft.at(f"#approve-{waits.proposal}").is_disabled()
    other = office.tables("2207")
    other.shows("#two-people", "Player $5 to $50, was $5 to $500")
    other.shows("#two-people", "Perfect Pair dropped")
    assert other.approves(waits.proposal).status == 200

    # Until the announced round the limits are those that it began with.
    seat.bet("perfect-pair", 5)
    assert ledger.bets(PLAYED, 2) == {"bet player": 10_000, "bet perfect-pair": 500}
    house.give(PLAYED, *played("cards"))
    assert ledger.table(PLAYED)["round"] == begun + 1
    until(seat.page, lambda: seat.stage == "betting", "the next round")
    until(seat.page, lambda: not seat.spot("perfect-pair").count(), "the side bet is gone")
    assert refused_bet(terminal, seat, "player", 100) == "above-maximum"
    seat.bet("player", 50)
    assert ledger.bets(PLAYED, 2) == {"bet player": 5_000}
    other.shows(f"#state-{PLAYED}", "Player $5 to $50")

    # And from the next opening on: the floor's own file, by two people again.
    proposed = draft.presses("#propose")
    assert proposed.status == 202
    second = office.tables("2208", PLAYED)
    assert second.approves(proposed.proposal).status == 200
    draft.at("#propose").wait_for(state="detached")  # there is nothing left to propose
    highest = second.at('[name="maximum player"]')
    until(second.page, lambda: highest.input_value() == "50", "the form follows the floor")
    assert not second.at('[name="offer"][value="perfect-pair"]').is_checked()
    house.give(PLAYED, *played("cards", turn=1))


def test_what_is_ticked_while_an_answer_is_on_its_way_is_in_the_draft(
    house: GlassHouse, visitors: Visitors
) -> None:
    limits = "minimum base=5&maximum base=500&minimum optional=1&maximum optional=100"
    path = f"77?game=golden-frog&draft=changes&{limits}"
    draft = Office(house, visitors, "3301").tables("3301", path)
    late: list[Route] = []
    draft.page.route("**/manager/tables/77?*draft=*", lambda route: late.append(route))
    boxes = [draft.at(f'[name="offer"][value="{one}"]') for one in ("jin-chan", "koi")]
    boxes[0].uncheck()
    until(draft.page, lambda: bool(late), "the first question")
    boxes[1].uncheck()
    assert draft.at("#change").get_attribute("inert") is not None

    # The first answer tells of a draft with one of them: nothing can be proposed by it.
    late.pop(0).continue_()
    until(draft.page, lambda: "Jin Chan" not in draft.text("#change .says"), "the first answer")
    assert "Koi" in draft.text("#change .says")
    until(draft.page, lambda: bool(late), "the question with both")
    assert [box.is_checked() for box in boxes] == [False, False]
    assert draft.at("#change").get_attribute("inert") is not None
    while late:
        late.pop(0).continue_()
        draft.page.wait_for_timeout(100)
    draft.at("#change:not([inert])").wait_for()
    assert "Koi" not in draft.text("#change .says") and "Jin Chan" not in draft.text(
        "#change .says"
    )
    assert [box.is_checked() for box in boxes] == [False, False]
    assert not re.search("offer=(koi|jin-chan)&", draft.page.url)
    assert "koi" not in draft.at('#change [name="text"]').input_value()


def refused_bet(visitor: Visitor, seat: SeatPage, spot: str, chip: int) -> str:
    """Lay a chip that the table does not take, and return the code of its refusal."""
    page = OfficePage(visitor, seat.page)
    seat.choose(chip)
    answer = page.gives(seat.spot(spot).click)
    assert answer.status == 409 and not seat.laid(spot)
    return answer.code


def test_must_show__a_device_is_paired_and_revoked(house: GlassHouse, visitors: Visitors) -> None:
    office = Office(house, visitors, "5501", "2207")
    house.open(PLAYED, 3)
    administrator = office.people_page("5501")
    code = administrator.code("seat", PLAYED, 3)

    # The tablet: whoever holds it types the code, and its felt is there.
    tablet = visitors.come(house)
    pairing = OfficePage(tablet, tablet.opens("/pair"))
    pairing.at("#code").fill("AAAA-BBBB")
    wrong = pairing.gives(pairing.at("form .main").click, "**/pair")
    assert wrong.code == "wrong-code"
    pairing.at("#code").fill(code)
    pairing.at("form .main").click()
    tablet.page.wait_for_url(f"**/tables/{PLAYED}/seat/3")
    seat = SeatPage(tablet.page)
    until(seat.page, lambda: seat.live, "a felt that is live")
    seat.bet("player", 25)

    # A code is good for one device.
    stranger = visitors.come(house)
    again = OfficePage(stranger, stranger.opens("/pair"))
    again.at("#code").fill(code)
    assert again.gives(again.at("form .main").click, "**/pair").code == "wrong-code"

    # A supervisor revokes it: its page closes within 2 s and says so, and reads nothing more.
    supervisor = office.people_page("2207")
    device = supervisor.device(f"Table {PLAYED}, position 3")
    with tablet.guard.expecting("status 401", "status of 401"):
        assert supervisor.revokes(device) == 200
        tablet.page.wait_for_url(re.compile("/sign-in"), wait_until="commit", timeout=2_000)
        assert "This device was revoked" in pairing.text("#ended")
        answer = tablet.page.goto(f"/tables/{PLAYED}/seat/3")
        assert answer is not None and answer.status == 401
    supervisor.page.wait_for_url("**/manager/people*")
    assert not supervisor.at(f"#revoke-{device}").count()
    house.give(PLAYED, *played("cards", turn=2))


CLOSED, DAY = "9", "2026-12-24"
"""The table whose day is closed, and a day on which no other table plays."""


def test_must_show__a_day_is_closed_with_a_variance_explained(
    house: GlassHouse, visitors: Visitors
) -> None:
    office, ledger = Office(house, visitors), Ledger(house)
    floor = office.tables("2207")
    assert floor.presses(f"#open-{CLOSED}").status == 200
    second = (("2208", PINS["2208"]),)
    opening = "count tray opening 10000 signed 2207 and 2208"
    give(house.supervisor, f"table/{CLOSED}", f"day {DAY}", opening, cards=second)
    house.open(CLOSED, 2)
    house.give(CLOSED, "bet 2 player 25, tie 5", *played("cards", "B"))

    # The page says what keeps the day open, and not what the count should come to.
    close = office.close("2207")
    close.of(DAY)
    close.shows("#house", f"The day is open: {CLOSED}")
    close.shows("#left", "not counted for closing")
    assert "$" not in close.text("#lines")

    # Two people count: not one twice, and not one whose PIN is wrong. $5 are missing.
    amount = "9,025"
    assert close.counts(CLOSED, amount, "2207").status >= 400
    assert close.counts(CLOSED, amount, "2208", "00000").code == "wrong-badge-or-pin"

    # A wild count is asked again, and is not on record; the page stays where it was.
    assert close.counts(CLOSED, "925", "2208", PINS["2208"]).code == "count-far-off"
    assert "$925 differs from the books by more than a tenth" in close.text("dialog.ask")
    close.at("dialog.ask .main").click()
    assert not report(house, "counts", day=DAY)[1:]
    stood = close.at(f"#count-{CLOSED} > summary").bounding_box()
    assert close.counts(CLOSED, amount, "2208", PINS["2208"]).status == 200
    counted = "Closing count, $9,025, signed 2207 and 2208."
    close.shows("#toasts", f"On record, table {CLOSED}: {counted}")
    close.shows("#variances", "$5.00 short")
    close.shows("#variances", "Not explained")
    assert close.at(f"#count-{CLOSED}").get_attribute("open") is not None
    stands = close.at(f"#count-{CLOSED} > summary").bounding_box()
    assert stood and stands and abs(stood["y"] - stands["y"]) < 2
    close.shows("#left", "the variance of a count is not explained")

    # It is explained, and the day is closed; then the table.
    reason = "a red chip lay behind the tray"
    assert close.explains(CLOSED, 1, reason).status == 200
    close.shows("#toasts", f"On record, table {CLOSED}: {reason}.")
    close.shows("#variances", f"{reason} (2207)")
    close.shows("#house", "The gaming day is closed.")
    close.shows("#left", "and every variance is explained")
    assert close.presses(f"#count-{CLOSED} form[data-pattern='close table'] button").status == 200
    until(close.page, lambda: not ledger.table(CLOSED)["open"], "the table is closed")

    # That a first count was wild stays on record.
    close.shows(f"#close-{CLOSED}", "badge 2207 counted $925.00 at")

    # One page to print has it all.
    paper = "".join(text_of(close.prints("#asked a.main")))
    for words in (reason, "$5.00 short", "2207", "2208", "9,025", "badge 2207 counted $925.00"):
        assert bare(words) in paper, words


def test_several_trays_are_counted_with_one_press(house: GlassHouse, visitors: Visitors) -> None:
    """Each row is answered by itself, and what is not taken stays as it was typed."""
    wild, near, fresh, day = "10", "11", "12", "2026-12-26"
    second = (("2208", PINS["2208"]),)
    for table in (wild, near, fresh):
        give(house.supervisor, f"table/{table}", "open", f"day {day}")
    for table in (wild, near):
        opening = "count tray opening 10000 signed 2207 and 2208"
        give(house.supervisor, f"table/{table}", opening, cards=second)
    office = Office(house, visitors)
    listed = office.tables("2207").at("#tables").bounding_box()
    assert listed and listed["width"] > 1100, "the list has the width of a tablet"
    close = office.close("2207")
    close.of(day)

    # A wrong PIN is tried once: nothing is taken, and nothing that was typed is lost.
    amounts = {wild: "925", near: "10,000", fresh: "5000"}
    assert close.counts_all(amounts, "2208", "00000").code == "wrong-badge-or-pin"
    close.shows(f"#said-{wild}", "Badge and PIN do not belong together.")
    close.shows(f"#said-{near}", "Not sent.")
    assert close.typed(*amounts) == list(amounts.values())

    # The wild one is asked again, and it alone.
    assert close.counts_all({}, "2208", PINS["2208"]).code == "count-far-off"
    close.shows("dialog.ask", f"Table {wild}: $925 differs from the books")
    close.at("dialog.ask .main").click()
    close.shows(f"#said-{wild}", "Not on record: count it again.")
    close.shows(f"#said-{near}", "On record: Closing count, $10,000.")
    close.shows(f"#said-{fresh}", "On record: Opening count, $5,000.")
    close.shows(f"#close-{wild}", "badge 2207 counted $925.00 at")
    assert close.typed(wild, fresh) == ["925", ""]
    kinds = {(row["table"], row["kind"]) for row in report(house, "counts", day=day)}
    assert kinds == {(near, "opening"), (near, "closing"), (wild, "opening"), (fresh, "opening")}

    # The field that is left has the focus, and what was counted then is taken.
    assert close.page.evaluate("document.activeElement.id") == f"all-{wild}"
    assert close.counts_all({wild: "9999"}, "2208", PINS["2208"]).status == 200
    close.shows(f"#said-{wild}", "On record: Closing count, $9,999.")


PAGES = (
    "/manager/jackpots",
    "/manager/jackpots/sun-7",
    "/manager/jackpots/sun-7/hits/1",
    "/manager/tables",
    f"/manager/tables/{PLAYED}",
    f"/manager/tables/{PLAYED}?draft=1&maximum player=40",
    "/manager/people",
    "/manager/people?badge=1101",
    "/manager/close?fresh=true",
    "/manager/rules",
    f"/manager/rules/{PLAYED}",
)
EXAMPLES = {
    **dict.fromkeys(("amount", "order", "position", "round"), "1"),
    **dict.fromkeys(("reason", "text"), "a test"),
    **dict.fromkeys(("badge", "first"), "2207"),
    **dict.fromkeys(("card", "second"), "2208"),
    **{"which": "count tray closing", "day": "2026-12-01", "level": "dealer"},
    **{"table": "1", "rates": "1%"},
}
"""What is filled into the fields of a line."""


def test_must_show__an_auditor_sees_everything_and_can_change_nothing(
    house: GlassHouse, visitors: Visitors
) -> None:
    office = Office(house, visitors, *SIGNERS, "4401", "5501")
    house.open(TABLE, 3, 5)
    house.open(PLAYED, 2)
    hit(house, "sun-7", "sun-7-progressive", TOP_ROW)
    assert isinstance(house.supervisor.line("link/sun-7", "adjust +1 by 2207: a test"), Answer)

    # The auditor sees whatever the others see, and nothing there can be pressed.
    given: dict[Given, str] = {}
    for path in PAGES:
        for badge in ("2207", "3301", "5501"):
            page = office.page(badge, path)
            if page is not None:
                given |= dict.fromkeys(page.given(), path)
        looks = office.page("4401", path)
        assert looks is not None, path
        assert not looks.controls(), (path, looks.controls())
    assert len(given) > 30
    dealt = office.page("4401", f"/tables/{PLAYED}/dealer")
    assert dealt is not None and not dealt.controls(), dealt
    dealt.shows("#next", "30-28")

    # Whatever the pages of the others would give is refused with the auditor's cookies.
    auditor = office.people["4401"]
    for number, one in enumerate(given):
        command = json.loads(one.command or "null")
        order = {"command": command} if command else {"line": filled(one.pattern)}
        answered = sent(auditor, one.path, {"id": f"auditor-{number}", **order})
        assert answered == (403, "not-allowed"), (given[one], one, answered)

    # The hit goes, with its reason on record.
    dismisses = office.jackpots("2208")
    dismisses.at(f"#dismiss-hit-sun-7-{order_of(house)}").click()
    assert dismisses.sends({"reason": "the camera saw a diamond"}).status == 200
    house.give(TABLE, "finish")


def order_of(house: GlassHouse) -> int:
    return len(house.auditor.jackpot("sun-7")["hits"])


def filled(pattern: str) -> str:
    """Return a line with an example in each of its fields."""
    return re.sub(r"\{(\w+)\}", lambda field: EXAMPLES[field[1]], re.sub(r"[][]", "", pattern))


def sent(visitor: Visitor, path: str, body: dict[str, object]) -> tuple[int, str]:
    """Send a command with somebody's cookies, past the pages."""
    cookies = {one["name"]: one["value"] for one in visitor.context.cookies()}
    headers = {"x-csrf-token": cookies[CSRF_COOKIE]}
    answer = visitor.page.request.post(path, data=body, headers=headers)
    return answer.status, answer.json()["code"]


def test_must_show__every_figure_is_that_of_the_command_line(
    house: GlassHouse, visitors: Visitors
) -> None:
    office = Office(house, visitors, "4401")
    house.open(TABLE, 3, 5)
    house.give(TABLE, "bet 3 player 25, sun-7-progressive 1, fate-38 1", *played("cards", "P"))
    all_jackpots = office.jackpots("4401")
    figures.of_all_jackpots(all_jackpots, house)
    served = {f"meter {one['id']}": one["displayed_cents"] for one in house.auditor.jackpots()}
    assert all_jackpots.meters() == served
    for jackpot in ("sun-7", "fate-38", "harmony"):
        page = office.jackpots("4401", jackpot)
        assert page.meter(jackpot) == served[f"meter {jackpot}"]
        assert figures.of_a_jackpot(page, house, jackpot)
    close = office.close("4401")
    days: list[str] = close.at("#day option").all_inner_texts()
    for day in days:
        close.of(day)
        figures.of_a_day(close, house, day)
    for name in ("movement", "identity", "reconciliation", "wins", "day", "counts", "takings"):
        figures.of_the_interface(close, house, name)
