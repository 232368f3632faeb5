"""The pages as people use them: what they press, and the amounts that they read.

All that the tests know of how a page is made stands here; the ids are those of the design.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page

from browser.waiting import until

Amounts = dict[str, int]
"""What a screen shows, in cents, by what it stands for."""
FIGURES = ("handle", "win", "hold", "expected")
"""Of takings, in the order in which they stand."""
_MONEY = re.compile(r"([-+]?)\$([\d,]+(?:\.\d\d)?)")
READ = (Path(__file__).parent / "amounts.js").read_text(encoding="utf-8")
DRAWN = """(id) => {
  const meter = document.getElementById(id);
  const digits = [...meter.querySelectorAll(".drum:not(.sep)")];
  const drawn = digits.map((drum) => /(?:^|\\s)d(\\d)/.exec(drum.getAttribute("class"))?.[1]);
  return [meter.getAttribute("aria-label"), drawn.join("")];
}"""

SHOWN = "(stream) => watched.versions[stream] ?? 0"
"""Which version of a stream a page shows."""


def cents_of(text: str) -> int:
    """Read an amount as a screen writes it.

    >>> cents_of("$1,000.50"), cents_of("-$5"), cents_of("+$12")
    (100050, -500, 1200)
    """
    match = _MONEY.search(text)
    assert match is not None, f'"{text}" is no amount'
    whole, _, part = match[2].replace(",", "").partition(".")
    cents = int(whole) * 100 + int(part or 0)
    return -cents if match[1] == "-" else cents


def hundredths_of(text: str) -> int:
    """Read a percentage as a screen writes it.

    >>> hundredths_of("-38.89%"), hundredths_of("0%")
    (-3889, 0)
    """
    whole, _, part = text.strip().rstrip("%").lstrip("-").partition(".")
    return (int(whole) * 100 + int(part or 0)) * (-1 if text.strip().startswith("-") else 1)


class Screen:
    """A page that is open."""

    prefix = "m-"
    """Before the id of a jackpot, on its meter."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def text(self, selector: str) -> str:
        return self.at(selector).first.inner_text()

    def cents(self, selector: str) -> int:
        """Return an amount. Sums are hidden while cards arrive: they are waited for."""
        texts: list[str] = []

        def shown() -> str:
            texts.append(self.text(selector))
            return texts[-1]

        until(self.page, shown, f"an amount at {selector}")
        return cents_of(texts[-1])

    def read(self, what: str) -> list[list[str]]:
        """Return texts of the page, by a reader of ``amounts.js``."""
        rows: list[list[str]] = self.page.evaluate(READ, what)
        return rows

    def meter(self, jackpot: str) -> int:
        """Return what a meter shows: its name and its drums must say the same."""
        id = f"{self.prefix}{jackpot}"
        name, drawn = self.page.evaluate(DRAWN, id)
        named = cents_of(name)
        assert int(drawn) == named, f"{id} is drawn as {drawn} and named {named}"
        return named

    def meters(self) -> Amounts:
        """Return all meters that are shown."""
        outputs = self.at(f'output[id^="{self.prefix}"]')
        ids: list[str] = outputs.evaluate_all("(all) => all.map((one) => one.id)")
        jackpots = [id.removeprefix(self.prefix) for id in ids]
        return {f"meter {jackpot}": self.meter(jackpot) for jackpot in jackpots}

    def amounts(self) -> Amounts:
        return self.meters()

    def every_amount(self) -> set[int]:
        """Return every amount of money that can be read on the page, but what may be chosen."""
        return {
            abs(cents_of(match[0]))
            for [text] in self.read("every")
            for match in _MONEY.finditer(text)
        }

    @property
    def live(self) -> bool:
        return "down" not in (self.at("#link").get_attribute("class") or "")


class FloorPage(Screen):
    """The floor, as a supervisor sees it."""

    def alerts(self) -> list[str]:
        return self.at("#alerts .alert:not(.seen)").all_inner_texts()

    def acknowledge(self, alert: str) -> None:
        self.at(f'[id="ack-{alert}"]').click()

    def sit_down(self, table: str) -> None:
        """Take a seat of the demo."""
        self.at(f"#sit-{table}").click()

    def deal(self, table: str) -> None:
        """Take a dealer's place of the demo."""
        self.at(f"#deal-{table}").click()

    def amounts(self) -> Amounts:
        """Return the takings of all and of each table, and the meters; hold in hundredths of 1%."""
        shown = self.meters()
        for [text] in self.read("leftOut"):
            _add(shown, "left out", text)
        for table, *texts in self.read("takings"):
            for name, text in zip(FIGURES, texts, strict=True):
                of = f"{name} {table}".strip()
                shown[of] = hundredths_of(text) if "%" in text else cents_of(text)
        return shown


class SignPage(Screen):
    """The sign of a table."""

    prefix = "s-"

    def pays(self) -> Amounts:
        """Return the amounts of the pay tables beside the meters, row by row."""
        sums: Amounts = {}
        for jackpot, row, pays in self.read("pays"):
            _add(sums, f"pays {jackpot} {row}", pays)
        return sums

    def amounts(self) -> Amounts:
        return self.meters() | self.pays()

    @property
    def pending(self) -> bool:
        return self.at(".pend.on").count() > 0


class SeatPage(Screen):
    """A position: its felt, chips, and what it won."""

    def spot(self, line: str) -> Locator:
        """Return a spot, by how a bet on it is written."""
        return self.at(f'.spot[data-spot="{line}"]')

    def _unfold(self, spot: Locator) -> None:
        if not spot.is_visible():
            spot.locator("xpath=ancestor::*[contains(@class,'fold')][1]").locator(
                ".fold-h"
            ).first.click()

    def chips(self) -> list[int]:
        """Return the chips of the rack, the largest first."""
        values = self.at(".rack input").evaluate_all("(all) => all.map((one) => +one.value)")
        return sorted(values, reverse=True)

    def choose(self, chip: int) -> None:
        self.at(f'.rack label:has(input[value="{chip}"])').click()

    def bet(self, line: str, dollars: int) -> None:
        """Lay chips on a spot until its sum is there; a sensor takes its unit at a touch."""
        spot, left = self.spot(line), dollars
        self._unfold(spot)
        if spot.get_attribute("data-unit"):
            spot.click()
            left = 0
        for chip in self.chips():
            if left >= chip:
                self.choose(chip)
            while left >= chip:
                spot.click()
                left -= chip
        assert not left, f"no chips for {dollars} on {line}"
        try:
            until(self.page, lambda: self.laid(line) == dollars * 100, f"{dollars} on {line}")
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.at('.toast').all_inner_texts()}") from None

    def laid(self, line: str) -> int:
        """Return what lies on a spot as far as the server said."""
        return int(self.spot(line).get_attribute("data-cents") or 0)

    def bets(self) -> Amounts:
        """Return what is seen on the felt, spot by spot; a lit sensor stands for its unit."""
        return {f"bet {line}": cents_of(text) for line, text in self.read("bets")}

    def amounts(self) -> Amounts:
        sums = {"balance": self.cents("#balance b"), "staked": self.cents("#staked b")}
        return sums | self.bets() | self.meters() | self.results()

    def results(self) -> Amounts:
        """Return what the last round came to: in all, bet by bet, and on the spots."""
        sums: Amounts = {}
        if (net := self.won()) is not None:
            sums["net"] = net
        for at, (bet, amount) in enumerate(self.read("came"), 1):
            _add(sums, bet if bet == "lost" else f"came {at} on {cents_of(bet)}", amount)
        for line, amount in self.read("won"):
            _add(sums, f"won {line}", amount)
        return sums

    def won(self) -> int | None:
        """Return what the last round came to, if that is known."""
        found = self.at("#result :is(.net span:last-child, .so-far)").all_inner_texts()
        return next((cents_of(text) for text in found if "$" in text), None)

    @property
    def stage(self) -> str:
        return self.at("#stage").get_attribute("data-stage") or ""


class Due(NamedTuple):
    """What the dealer's page asks for."""

    pad: str
    """The line that a pad fills, such as ``deal player {cards}``."""
    entries: int
    step: str
    alarm: bool
    button: str
    """What the one large button says."""


MAIN = "#next .acts .btn.main"
"""The one large button of the dealer's page."""


class DealerPage(Screen):
    """The dealer's place."""

    def due(self) -> Due:
        """Return what is asked for now."""
        told: dict[str, str] = self.page.evaluate(
            """() => {
              const work = document.querySelector("#work[data-pad]");
              const button = document.querySelector("#next .acts .btn.main");
              const { pad = "", count = "0", step = "" } = work?.dataset ?? {};
              const alarm = document.querySelector("#next.alarm") ? "yes" : "";
              return { pad, count, step, alarm, button: button?.textContent.trim() ?? "" };
            }"""
        )
        entries, alarm = int(told["count"]), bool(told["alarm"])
        return Due(told["pad"], entries, told["step"], alarm, told["button"])

    def press(self) -> None:
        """Press the one large button, and wait for what follows."""
        self.gives(self.at(MAIN).click)

    def gives(self, press: Callable[[], None]) -> None:
        """Press what gives a command, and wait until the page shows what came of it."""
        with self.page.expect_request(
            "**/commands"
        ) as asked:  # an answer may be of what went before
            press()
        answered = asked.value.response()
        assert answered is not None, asked.value.url
        answer = answered.json()
        assert answered.ok, answer
        kind, id = answered.url.split("/")[-3:-1]
        stream = f"{'table' if kind == 'tables' else 'link'}/{id}"
        until(
            self.page,
            lambda: self.page.evaluate(SHOWN, stream) >= answer["version"],
            f"{stream} as of {answer['version']}",
        )

    def press_named(self, label: str) -> None:
        """Press a button beside the large one, by what it says."""
        self.at("#next .acts").get_by_role("button", name=label).click()

    def enter(self, *keys: str) -> None:
        """Touch keys of the pad, have them recorded, and wait until they are."""
        step = self.due().step
        for key in keys:
            self.at(f'[id="{key}"]').click()
        self.at("#record-entry").dispatch_event("click")  # by then it may be on record
        until(self.page, lambda: self.due().step != step, f"{keys} on record")

    def undo_entry(self) -> None:
        """Take back what was touched last, before it is recorded."""
        self.at("#undo-entry").click()

    def cards_by_hand(self) -> None:
        """Enter the cards oneself, where a server deals them."""
        self.at('#auto [data-line="cards by hand"]').click()
        self.at('#auto [data-line="cards by the server"]').wait_for()

    def light(self, name: str) -> Locator:
        """Return a light of the panel."""
        return (
            self.at("#lights")
            .get_by_role("button", name=name, exact=True)
            .or_(self.at("#lights").get_by_role("switch", name=name, exact=True))
        )

    def menu(self, title: str) -> Locator:
        """Open the menu of irregularities, and return an entry of it."""
        if self.at("#menu-irregular").get_attribute("open") is None:
            self.at("#menu-irregular > summary").click()
        return self.at("#irregularities button").filter(has_text=re.compile(rf"^\s*{title}"))

    def around(self, title: str) -> Locator:
        """Open the menu of the table, and return an entry of it."""
        if self.at("#menu-around").get_attribute("open") is None:
            self.at("#menu-around > summary").click()
        return self.at("#menu-around li button").filter(has_text=re.compile(rf"^\s*{title}"))

    def fill(self, fields: Mapping[str, str]) -> None:
        """Fill in the dialog that is open, by the names of its fields; then send it."""
        dialog = self.at("dialog[open]")
        for name, value in fields.items():
            of_pin = name.startswith("pin of ")
            what = f'[data-pin-of="{name[7:]}"]' if of_pin else f'[name="{name}"]'
            field = dialog.locator(what).first
            kind = field.evaluate("(one) => one.type ?? one.localName")
            if kind == "radio":
                dialog.locator(f'label:has({what}[value="{value}"])').click()
            elif kind == "checkbox":
                dialog.locator(f"label:has({what})").click()
            elif kind == "select-one":
                field.select_option(value)
            else:
                field.fill(value)
        dialog.locator("button.main").click()

    def refusal(self) -> str:
        """Return what the open dialog says against it."""
        return self.at("dialog[open] .refused").inner_text()

    def pay_jackpot(self, badge: str, pin: str) -> None:
        """Show a card in the dialog of a hit, by its keys."""
        self.at("#work [data-opens=dlg-pay]").first.click()
        for field, digits in (("badge", badge), ("pin", pin)):
            self.at(f"#pay-{field}").click()
            for digit in digits:
                self.at(f'#dlg-pay [data-digit="{digit}"]').click()
            assert self.at(f"#pay-{field}").input_value() == digits
        self.at("#dlg-pay button.main").click()

    def bets(self) -> Amounts:
        """Return what lies on the layout, by position and wager, or before who has no bet."""
        sums: Amounts = {}
        for position, bet in self.read("layout"):
            _add(sums, f"bet {position} {_name(bet)}", bet)
        for position, balance in self.read("balances"):
            _add(sums, f"balance {position}", balance)
        return sums

    def paying(self) -> Amounts:
        """Return the paying list: what is taken, and what is handed over for each bet."""
        sums: Amounts = {}
        for [text] in self.read("takenInAll"):
            _add(sums, "taken", text)
        for position, bet in self.read("taken"):
            _add(sums, f"takes {position} {_name(bet)}", bet)
        position = ""
        for at, bet, wins, vigorish, over in self.read("paid"):
            position = at or position
            of = f"{position} {_name(bet)}"
            _add(sums, f"pays on {of}", bet)
            _add(sums, f"wins {of}", wins)
            _add(sums, f"vigorish {of}", vigorish)
            _add(sums, f"hands over {of}", over)
        return sums

    def hits(self) -> Amounts:
        """Return the amounts of hits that are open, and what each who shares gets."""
        sums: Amounts = {}
        for jackpot, amount, share in self.read("hits"):
            _add(sums, f"hit {jackpot}", amount)
            _add(sums, f"share {jackpot}", share)
        return sums

    def amounts(self) -> Amounts:
        return self.bets() | self.paying() | self.hits()


def _name(bet: str) -> str:
    """Return the name of a bet that is written with its stake."""
    return bet.partition("$")[0].strip()


def _add(sums: Amounts, name: str, text: str) -> None:
    if "$" in text:
        sums[name] = sums.get(name, 0) + cents_of(text)
