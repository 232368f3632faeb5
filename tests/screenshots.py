"""Pictures of every page: sizes, themes and states, as contact sheets: ``make screenshots``.

    python tests/screenshots.py [PAGE...]

A real server is driven by lines of the script language, so that the states do not depend on how the
pages are made. Each picture is kept in ``build/screenshots/PAGE/``, and each page has a sheet of
them: a row for each state, a column for each size and theme. What is measured wrong on any of them
is told at the end, and fails.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext, Page

from browser.checks import MOST_SHIFT, measured, shifted
from browser.chromium import (
    DESKTOP,
    LARGE_SIGN,
    PHONE,
    SIGN,
    TABLET,
    THEMES,
    Size,
    chromium,
    context_of,
)
from browser.guard import WATCH
from browser.houses import Cookies, DemoHouse, GlassHouse, House, demo_house, glass_house, slow_demo
from browser.rounds import FELTS, played

HERE = Path(__file__).parent.parent / "build" / "screenshots"
SETTLE_MS = 350
DOWN_MS = 2500
ROW, GAP, CAPTION = 360, 12, 22
"""Heights on a sheet, in pixels."""


class View(NamedTuple):
    """A size in a theme."""

    size: Size
    theme: str

    def __str__(self) -> str:
        return f"{self.size.width}-{self.theme}"


PLAY = [View(size, theme) for size in (PHONE, TABLET, DESKTOP) for theme in THEMES]
SIGNS = [View(SIGN, "dark"), View(LARGE_SIGN, "dark")]


class Shot(NamedTuple):
    """A page in a state, as somebody sees it."""

    page: str
    state: str
    path: str
    who: Cookies | None

    @property
    def views(self) -> list[View]:
        return SIGNS if self.page == "sign" else PLAY


class Camera:
    """Takes pictures of the pages that are asked for, all views of a state at a time."""

    def __init__(self, browser: Browser, pages: list[str]) -> None:
        self.browser, self.pages = browser, pages
        self.contexts: dict[tuple[str, Cookies | None, View], BrowserContext] = {}
        self.taken: dict[str, dict[str, dict[View, Path]]] = {}
        self.faults: list[str] = []

    def take(self, house: House, *shots: Shot) -> None:
        """Take pictures of a house as it stands."""
        for shot, view, page in self._opened(house, shots):
            self._keep(shot, view, page)
            if (moved := shifted(page)) > MOST_SHIFT:
                self.faults.append(f"{shot.page}, {shot.state}, {view}: moved by {moved:.3f}")
            page.close()

    def take_down(self, house: House, *shots: Shot) -> None:
        """Open pages, cut the server off, and take pictures of what they show then."""
        opened = list(self._opened(house, shots))
        house.server.kill()
        for _, _, page in opened[-1:]:
            page.wait_for_timeout(DOWN_MS)
        for shot, view, page in opened:
            self._keep(shot, view, page)

    def _opened(self, house: House, shots: tuple[Shot, ...]) -> Iterator[tuple[Shot, View, Page]]:
        asked = [shot for shot in shots if not self.pages or shot.page in self.pages]
        for shot in asked:
            for view in shot.views:
                page = self._context(house.url, shot.who, view).new_page()
                page.goto(shot.path)
                page.wait_for_timeout(SETTLE_MS)
                yield shot, view, page

    def _context(self, url: str, who: Cookies | None, view: View) -> BrowserContext:
        """Return the browser of somebody at a size in a theme: its cache makes it quick."""
        key = (url, who, view)
        if key not in self.contexts:
            made = context_of(self.browser, url, who, size=view.size, theme=view.theme)
            made.add_init_script(WATCH)
            self.contexts[key] = made
        return self.contexts[key]

    def _keep(self, shot: Shot, view: View, page: Page) -> None:
        place = HERE / shot.page / f"{shot.state.replace(' ', '-')}-{view}.png"
        place.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=place)
        self.taken.setdefault(shot.page, {}).setdefault(shot.state, {})[view] = place
        faults = measured(page, targets=shot.page in ("dealer", "seat"))
        self.faults += [f"{shot.page}, {shot.state}, {view}: {fault}" for fault in faults]
        print(place.relative_to(HERE), flush=True)

    def develop(self) -> None:
        """Make the sheets."""
        for page, states in self.taken.items():
            sheet(page, states).save(HERE / f"{page}.png")
            print(f"{page}.png")
        if self.faults:
            sys.exit("\n".join(self.faults))


def sheet(page: str, states: dict[str, dict[View, Path]]) -> Image.Image:
    """Return all pictures of a page on one sheet, a row for each state."""
    rows = [(state, [_small(path) for path in views.values()]) for state, views in states.items()]
    width = max(sum(picture.width + GAP for picture in pictures) for _, pictures in rows) + GAP
    made = Image.new("RGB", (width, (ROW + CAPTION + GAP) * len(rows)), "#808080")
    pen = ImageDraw.Draw(made)
    for at, (state, pictures) in enumerate(rows):
        left, top = GAP, at * (ROW + CAPTION + GAP)
        pen.text((left, top + 6), f"{page}: {state}", fill="white")
        for picture in pictures:
            made.paste(picture, (left, top + CAPTION))
            left += picture.width + GAP
    return made


def _small(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGB").resize((round(picture.width * ROW / picture.height), ROW))


# --- the states ---


def on_a_real_floor(camera: Camera, house: GlassHouse) -> None:
    """Take the states of a floor where people work, the last one with its server away."""
    staff, dealer = house.cookies_of("2207"), house.cookies_of("1101", "1")
    seat = house.device("seat", "1", 3)

    def floor(state: str, who: Cookies | None = staff) -> Shot:
        return Shot("floor", state, "/", who)

    def of_dealer(state: str, table: str = "1") -> Shot:
        return Shot("dealer", state, f"/tables/{table}/dealer", dealer if table == "1" else staff)

    def of_seat(state: str, table: str = "1", at: int = 3) -> Shot:
        own = seat if (table, at) == ("1", 3) else staff
        return Shot("seat", state, f"/tables/{table}/seat/{at}", own)

    def of_sign(state: str, table: str = "1") -> Shot:
        return Shot("sign", state, f"/tables/{table}/sign", None)

    def everywhere(state: str) -> tuple[Shot, ...]:
        return of_dealer(state), of_seat(state), of_sign(state), floor(state)

    camera.take(house, floor("closed"), of_dealer("closed"), of_seat("closed"), of_sign("closed"))
    camera.take(
        house,
        Shot("doors", "sign-in", "/sign-in", None),
        Shot("doors", "pair", "/pair", None),
        Shot("doors", "denied", "/tables/1/dealer", seat),
        Shot("doors", "missing", "/nowhere", None),
    )
    house.open("1", 3, 5)
    house.open("2", 1)
    for turn, winner in enumerate("PPBBTBPBBBBP"):
        house.give("1", "bet 5 player 10", *played("cards", winner, turn))
    camera.take(house, of_dealer("no bets"), of_seat("no bets"))
    house.give("1", "bet 3 player 25, sun-7-progressive 1, eclipse 5", "bet 5 banker 100, tie 5")
    camera.take(house, *everywhere("betting"))
    house.give("1", "no more bets", "start game", "deal player 2s", "deal banker As")
    camera.take(house, of_dealer("dealing"), of_seat("dealing"))
    house.give("1", "deal player 3s", "deal banker 2s", "call player", "call banker")
    camera.take(house, of_dealer("drawing"), of_seat("drawing"))
    house.give("1", "deal player 9s", "deal banker 4s", "call result")
    camera.take(house, of_dealer("settling"), of_seat("settling"))
    house.give("1", "hit jackpot sun-7")
    camera.take(house, *everywhere("pending"))
    camera.take(house, Shot("jackpots", "pending", "/manager/jackpots?books=1", staff))
    camera.take(house, of_dealer("locked by another", "2"), of_seat("locked by another", "2", 1))
    _pay(house)
    camera.take(house, of_dealer("paid"), of_seat("paid"))
    house.give("1", "finish", "end game")
    camera.take(house, *everywhere("round over"))
    camera.take(house, floor("as a stranger", None))
    house.auditor._get("reports/takings")
    camera.take(
        house,
        Shot("reports", "takings", "/manager/reports", staff),
        Shot("reports", "by table", "/manager/reports?by=table&day=all", staff),
        Shot("reports", "a report", "/manager/reports/movement", staff),
    )
    camera.take(house, *_of_office(house, staff))
    for table, felt in FELTS.items():
        house.open(table, 2)
        camera.take(house, of_seat(f"felt of {felt.name}", table, 2))
        house.give(table, *felt.bets(2))
        camera.take(house, of_seat(f"bets on {felt.name}", table, 2))
        if felt.kind != "cards" or table == "4":
            camera.take(house, of_dealer(felt.name, table))
    _squeeze(house)
    camera.take(
        house,
        of_dealer("midi", "4"),
        of_seat("squeeze", "4", 2),
        of_seat("squeeze of another", "4", 3),
    )
    camera.take(house, of_sign("Washington", "6"), of_sign("craps", "7"), of_sign("midi", "4"))
    house.give("6", *played("cups"))
    house.give("7", *played("rolls"))
    camera.take(house, *_of_journal(house))
    camera.take_down(house, *everywhere("link down"))


def _of_office(house: GlassHouse, staff: Cookies) -> tuple[Shot, ...]:
    """Return the other pages of the office: jackpots, tables, people, rules, the close."""
    executive, administrator = house.cookies_of("3301"), house.cookies_of("5501")
    return (
        Shot("jackpots", "all", "/manager/jackpots?books=1", staff),
        Shot("jackpots", "one", "/manager/jackpots/sun-7?books=1", staff),
        Shot("jackpots", "a hit", "/manager/jackpots/sun-7/hits/1", staff),
        Shot("tables", "all", "/manager/tables", staff),
        Shot("tables", "one", "/manager/tables/1", executive),
        Shot("tables", "a draft", "/manager/tables/1?draft=changes&minimum base=50", executive),
        Shot("people", "badges", "/manager/people", administrator),
        Shot("rules", "posted", "/manager/rules/1", staff),
        Shot("close", "a day", "/manager/close?fresh=true", staff),
    )


def _of_journal(house: GlassHouse) -> tuple[Shot, ...]:
    """Return the journal as it is searched, and rounds of it: cards, a hit, cups, rolls."""
    auditor = house.cookies_of("4401")
    asked = {
        "newest lines": "",
        "found": "?wager=tie&person=2207",
        "nothing found": "?wager=tie&refusal=shoe-empty",
        "cannot be looked for": "?amount=much",
        "a card": "/tables/1/rounds/13?step=9&wager=tie",
        "a hit": "/tables/1/rounds/13?step=19",
        "cups": "/tables/6/rounds/1?step=12",
        "rolls": "/tables/7/rounds/1?step=9",
        "face down": "/tables/4/rounds/1?step=24",
    }
    return tuple(
        Shot("journal", state, f"/manager/journal{path}", auditor) for state, path in asked.items()
    )


def _pay(house: GlassHouse) -> None:
    hits = [hit for hit in house.auditor.jackpot("sun-7")["hits"] if hit["state"] == "pending"]
    assert hits, "the hit waits for its payment"
    executive = house.person("3301")
    answer = executive.line("jackpot/sun-7", "pay by 3301")
    assert not hasattr(answer, "code"), answer


def _squeeze(house: GlassHouse) -> None:
    """Bring a midi table to where position 2 turns the Player's cards."""
    house.open("4", 2, 3)
    house.give("4", "bet 3 banker 5", "no more bets", "start game")
    for hand in ("player", "banker", "player", "banker"):
        house.give("4", f"deal {hand} ?")
    house.give("4", "hand player to 2")


def in_the_demo(camera: Camera, house: DemoHouse) -> None:
    """Take the states that only a demo has: places of automatons, and those that people take."""
    person = house.client()
    token = person._post("demo/take", {"table": "1", "seat": 2})
    taken = Cookies(("pitboss", "pitboss-csrf"), token["token"], token["csrf"])
    supervisor = house.client()
    supervisor.sign_in("2207", "7022")
    signed = supervisor._post("sign-in", {"badge": "2207", "pin": "7022", "table": ""})
    staff = Cookies(("pitboss", "pitboss-csrf"), signed["token"], signed["csrf"])
    camera.take(
        house,
        Shot("floor", "demo", "/", None),
        Shot("doors", "sign-in to the demo", "/sign-in", None),
        Shot("seat", "taken over", "/tables/1/seat/2", taken),
        Shot("seat", "held by an automaton", "/tables/1/seat/3", staff),
        Shot("dealer", "held by an automaton", "/tables/1/dealer", staff),
        Shot("doors", "a seat given back", "/tables/1/given-back?seat=5", None),
        Shot("doors", "a dealer's place given back", "/tables/1/given-back", None),
        Shot("odds", "cards", "/odds/eternal-baccarat", None),
        Shot("odds", "dice", "/odds/dice-works", None),
        Shot("odds", "the rules of a table", "/tables/1/rules#wager-tie", None),
    )


def main(pages: list[str]) -> None:
    """Take all pictures, or those of some pages."""
    with tempfile.TemporaryDirectory(prefix="pitboss-") as place, chromium() as browser:
        camera = Camera(browser, pages)
        home = Path(place)
        (home / "demo").mkdir()
        with demo_house(home / "demo", slow_demo()) as demo:
            in_the_demo(camera, demo)
        with glass_house(home) as house:
            on_a_real_floor(camera, house)
        camera.develop()


if __name__ == "__main__":
    main(sys.argv[1:])
