"""The pages of the Game Manager as people use them: what they press, and what they read there."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

from browser.houses import ADMINISTRATOR, PINS, GlassHouse
from browser.pages import Screen
from browser.people import Visitor, Visitors
from browser.waiting import until
from pitboss.cli import main as pitboss

CARDS = {**PINS, ADMINISTRATOR[0]: ADMINISTRATOR[1]}
"""The PIN of everybody who has one."""
SIGNERS = ("2207", "2208", "3301")
"""Two supervisors and an executive."""
ROWS = """(tables) => {
  const text = ({ textContent }) => textContent.replace(/\\s+/g, " ").trim();
  const rows = tables.flatMap((table) => [...table.querySelectorAll("tr")]);
  return rows.map((row) => [...row.querySelectorAll("td")].map(text)).filter((row) => row.length);
}"""


def report(
    house: GlassHouse, name: str = "", jackpot: str = "", day: str = ""
) -> list[dict[str, Any]]:
    """Return what the command line reports of the database that the house runs on.

    Without a name it is the overview.
    """
    asked = {"--jackpot": jackpot, "--day": day, "--database": house.server.url}
    chosen = [word for pair in asked.items() if pair[1] for word in pair]
    words = ["house", "report", *([name] if name else []), "--format", "json", *chosen]
    with redirect_stdout(StringIO()) as said:
        assert pitboss(words) == 0, words
    rows: list[dict[str, Any]] = json.loads(said.getvalue())["rows"]
    return rows


class Answered(NamedTuple):
    """What the server answered to what was pressed."""

    status: int
    data: dict[str, Any]

    @property
    def code(self) -> str:
        return str(self.data.get("code", ""))

    @property
    def proposal(self) -> int:
        """The number of what waits for a second person; 0 if nothing does."""
        return int(self.data.get("proposal") or 0)


class OfficePage(Screen):
    """A page of the Game Manager, and whoever looks at it."""

    def __init__(self, visitor: Visitor, page: Page) -> None:
        super().__init__(page)
        self.visitor = visitor

    def gives(self, press: Callable[[], None], where: str = "**/commands") -> Answered:
        """Return how a command was answered that the page gave; a no may be told."""
        with self.visitor.guard.expecting("status 4", "status of 4"):
            with self.page.expect_response(where) as answered:
                press()
            answer = Answered(answered.value.status, answered.value.json())
            self.page.wait_for_timeout(1)  # a complaint of the browser comes after the answer
        return answer

    def presses(self, selector: str) -> Answered:
        """Press a button that gives a command."""
        return self.gives(self.at(selector).click)

    def fills(self, fields: Mapping[str, str], within: str = "dialog[open]") -> None:
        """Fill in fields by their names; the PIN of somebody by whose it is."""
        form = self.at(within)
        for name, value in fields.items():
            whose = name.removeprefix("pin of ")
            what = f'[name="{name}"]' if whose == name else f'[data-pin-of="{whose}"]'
            field = form.locator(what).first
            if field.evaluate("(one) => one.localName") == "select":
                field.select_option(value)
            else:
                field.fill(value)

    def sends(self, fields: Mapping[str, str]) -> Answered:
        """Fill in the dialog that is open, and send it."""
        self.fills(fields)
        return self.presses("dialog[open] button.main")

    def told(self) -> str:
        """Return what the open dialog says to what was sent."""
        return self.text("dialog[open] .refused")

    def cancels(self) -> None:
        """Leave the dialog that is open."""
        self.at("dialog[open] [data-closes]").click()

    def rows(self, selector: str) -> list[list[str]]:
        """Return the cells of a table, row by row; nothing if it is not there."""
        cells: list[list[str]] = self.at(selector).evaluate_all(ROWS)
        return cells

    def shows(self, selector: str, text: str, most: float = 10.0) -> None:
        """Wait until a part of the page says something."""
        until(self.page, lambda: text in self.text(selector), f"{text!r} in {selector}", most)

    def prints(self, selector: str) -> bytes:
        """Follow a link to a page to print, which the browser opens; return what it got."""
        link = self.at(selector)
        path = link.get_attribute("href") or ""
        with self.page.expect_response(f"**{path}") as answered:
            link.click()
        assert answered.value.status == 200 and self.page.url.endswith(path), self.page.url
        return self.page.request.get(path).body()

    def controls(self) -> list[str]:
        """Return what can be pressed or filled in to change something."""
        found: list[str] = self.page.evaluate(CONTROLS)
        return found

    def given(self) -> set[Given]:
        """Return every command that the page may give, pressed or not; to each of its tables."""
        found: list[tuple[str, str, str]] = self.page.evaluate(GIVEN)
        return {Given(path, *what) for paths, *what in found for path in paths.split()}

    def approves(self, number: int) -> Answered:
        """Approve what waits, where it is listed; it comes there by itself."""
        return self.presses(f"#approve-{number}")


class JackpotsPage(OfficePage):
    """All jackpots, or one."""

    def hit(self, jackpot: str, order: int) -> Locator:
        """Return a hit that is pending."""
        return self.at(f"#hit-{jackpot}-{order}, #hit-{order}").first

    def verifies(self, jackpot: str, order: int) -> Answered:
        return self.presses(f"#verify-hit-{jackpot}-{order}")

    def pays(self, jackpot: str, order: int, badge: str, pin: str = "") -> Answered:
        """Pay a hit by a card; nobody needs a PIN for the badge that is signed in."""
        if not self.at("#dlg-pay[open]").count():
            self.at(f"#pay-hit-{jackpot}-{order}").click()
        return self.sends({"badge": badge, "pin of badge": pin})

    def backs_out(self, order: int, fields: Mapping[str, str]) -> Answered:
        """Ask for a back-out, from the list of wins."""
        if not self.at("#dlg-back-out[open]").count():
            self.at(f"#back-out-{order}").click()
        return self.sends(fields)

    def corrects(self, amount: str, reason: str, second: str) -> Answered:
        """Correct the meter, signed by a second person who is there."""
        self.at("#open-adjust").click()
        card = {"second": second, "pin of second": CARDS[second]}
        return self.sends({"amount": amount, "reason": reason, **card})


class TablePage(OfficePage):
    """What a table offers, and drafts of it."""

    def drafts(self, change: Callable[[], None]) -> None:
        """Change the draft, and wait until the server has told what it comes to."""
        with self.page.expect_response("**/manager/tables/*draft=changes*"):
            change()

    def limits(self, bound: str, wager: str, dollars: str) -> None:
        """Draft a limit of a wager."""
        field = self.at(f'[name="{bound} {wager}"]')
        field.fill(dollars)
        self.drafts(lambda: field.press("Tab"))

    def offers(self, wager: str, *, offered: bool) -> None:
        """Draft whether a wager is offered."""
        self.drafts(lambda: self.at(f'[name="offer"][value="{wager}"]').set_checked(offered))


class PeoplePage(OfficePage):
    """Badges and devices."""

    def code(self, kind: str, table: str, seat: int) -> str:
        """Make a code for a device, and read it as it is shown."""
        self.fills({"kind": kind, "table": table, "seat": str(seat)}, "#pair")
        assert self.gives(self.at("#pair button").click, "**/api/v1/devices").status == 200
        return self.at("#code .code").get_attribute("aria-label") or ""

    def device(self, where: str) -> str:
        """Return the device at a place, by the list."""
        row = self.at("#devices tbody tr").filter(has_text=where)
        return row.locator("b").inner_text()

    def revokes(self, device: str) -> int:
        """Revoke a device, which another page asks for again; return the status of the answer."""
        self.at(f"#revoke-{device}").click()
        self.page.wait_for_url(f"**revoke={device}*")
        with self.page.expect_response("**/revoke") as answered:
            self.at("#revoke button").click()
        return answered.value.status


class ClosePage(OfficePage):
    """Shift and day close."""

    def of(self, day: str, table: str = "") -> None:
        """Look at another close."""
        self.page.goto(f"/manager/close?day={day}&table={table}&fresh=true")

    def counts(self, table: str, amount: str, second: str = "", pin: str = "") -> Answered:
        """Count a tray for closing the day; whoever is signed in signs first."""
        form = f"#count-{table} form:has([name=which])"
        if self.at(f"#count-{table}").get_attribute("open") is None:
            self.at(f"#count-{table} > summary").click()
        self.fills({"amount": amount, "second": second, "pin of second": pin}, form)
        return self.presses(f"{form} button")

    def counts_all(self, amounts: Mapping[str, str], second: str, pin: str) -> Answered:
        """Count several trays with one press of a key; return how the first was answered."""
        for table, amount in amounts.items():
            self.at(f"#all-{table}").fill(amount)
        self.at("#all-second").fill(second)
        self.at("#all-pin").fill(pin)
        return self.gives(lambda: self.at("#all-pin").press("Enter"))

    def typed(self, *tables: str) -> list[str]:
        """Return what stands in the rows of several trays."""
        return [self.at(f"#all-{table}").input_value() for table in tables]

    def explains(self, table: str, number: int, reason: str) -> Answered:
        """Say what a variance came from."""
        self.at(f"#why-{table}-{number}").fill(reason)
        return self.presses(f"form:has(#why-{table}-{number}) button")


class Given(NamedTuple):
    """What a control of a page would send."""

    path: str
    pattern: str
    """The line, with {fields}; empty of what is no line."""
    command: str
    """What is no line: a command by its fields, as JSON."""


CONTROLS = """() => {
  const harmless = "form[method=get]:not(#draft), [data-post$='/sign-out'], #theme";
  const kinds = "button, input:not([type=hidden]), select, textarea, a[href*='revoke=']";
  const all = document.querySelectorAll(kinds);
  return [...all]
    .filter((one) => one.checkVisibility() && !one.matches(":disabled") && !one.closest(harmless))
    .map((one) => one.id || one.outerHTML.slice(0, 120));
}"""
"""Whatever can be pressed or filled in, but what chooses what is looked at, or leaves."""
GIVEN = """() => {
  const aimed = [...document.querySelectorAll("button[data-opens]")]
    .map(({ dataset }) => [dataset.opens, dataset.path]);
  const opened = Object.fromEntries(aimed.filter(([, path]) => path));
  const found = [];
  for (const one of document.querySelectorAll(":is(button, form)[data-line], form[data-kind]")) {
    const { line = "", kind } = one.dataset;
    const command = kind ? JSON.stringify({ kind, ...Object.fromEntries(new FormData(one)) }) : "";
    found.push([one.closest("[data-commands]").dataset.commands, line, command]);
  }
  for (const form of document.querySelectorAll("form[data-filled]")) {
    const path = form.dataset.path ?? opened[form.closest("dialog")?.id]
      ?? form.closest("[data-commands]")?.dataset.commands;
    if (path) found.push([path, form.dataset.pattern, ""]);
  }
  for (const form of document.querySelectorAll("form[data-post]:not([data-post$='/sign-out'])")) {
    found.push([form.dataset.post, "", ""]);
  }
  if (document.querySelector("#pair")) found.push(["/api/v1/devices", "", ""]);
  if (document.querySelector("#unlock-form")) found.push(["/api/v1/people/1101/unlock", "", ""]);
  return found;
}"""


class Office:
    """Who is there, each with a browser of their own."""

    def __init__(self, house: GlassHouse, visitors: Visitors, *badges: str) -> None:
        self.house, self.visitors = house, visitors
        self.people = {badge: self.comes(badge) for badge in badges or SIGNERS}

    def comes(self, badge: str) -> Visitor:
        """Let somebody in who has signed in."""
        return self.visitors.come(self.house, self.house.cookies_of(badge))

    def page(self, badge: str, path: str) -> OfficePage | None:
        """Open a page; None where that person is not let in."""
        visitor = self.people[badge]
        with visitor.guard.expecting("status 403", "status of 403"):
            answer = visitor.page.goto(path)
        assert answer is not None
        return None if answer.status == 403 else OfficePage(visitor, visitor.page)

    def jackpots(self, badge: str, jackpot: str = "") -> JackpotsPage:
        """Open the page of a jackpot, or of all."""
        visitor = self.people[badge]
        path = f"/manager/jackpots/{jackpot}" if jackpot else "/manager/jackpots"
        return JackpotsPage(visitor, visitor.opens(path))

    def tables(self, badge: str, table: str = "") -> TablePage:
        """Open the page of a table, or of all."""
        visitor = self.people[badge]
        path = f"/manager/tables/{table}" if table else "/manager/tables"
        return TablePage(visitor, visitor.opens(path))

    def people_page(self, badge: str) -> PeoplePage:
        """Open the page of people and devices."""
        visitor = self.people[badge]
        return PeoplePage(visitor, visitor.opens("/manager/people"))

    def close(self, badge: str) -> ClosePage:
        """Open the page of shift and day close."""
        visitor = self.people[badge]
        return ClosePage(visitor, visitor.opens("/manager/close?fresh=true"))
