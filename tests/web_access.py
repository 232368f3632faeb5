"""Who may use which route, written down once: the tests hold the server to it, and docs/ACCESS.md
is this table. A new route without an entry fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from pitboss.house.people.permissions import COMMANDS
from web_house import DEVICES, EVERYBODY, HOME, STRANGER

ALL = frozenset(EVERYBODY)
SIGNED_IN = ALL - {STRANGER}
OVERSIGHT = frozenset(("supervisor", "executive", "auditor"))
FLOOR_STAFF = OVERSIGHT | {"dealer", "table"}
"""A dealer and a table's device at their own table alone."""
AT_TABLE = FLOOR_STAFF | {"player", "seat"}
OF_PEOPLE = frozenset(("administrator", "auditor"))
OTHER = "2"
"""A table where the dealer, the player and the devices have no business."""
OF_ONE_TABLE = frozenset((*DEVICES, "dealer", "player"))


class Entry(NamedTuple):
    """A route: who gets through, and a request that does nothing but ask."""

    may: frozenset[str]
    words: str
    """What it is for."""
    body: Any = None
    """Of a POST; it is refused by the house, or does no harm."""
    at_table: bool = False
    """Whether those of one table get through at their own alone."""
    then: tuple[int, ...] = (200,)
    """What those who get through may be answered."""


COMMAND = {"id": "access", "line": "nonsense"}
ROUTES: dict[tuple[str, str], Entry] = {
    ("GET", "/"): Entry(ALL, "the floor; takings from supervisor up"),
    ("GET", "/manager/tables"): Entry(OVERSIGHT, "how all tables stand"),
    ("GET", "/manager/tables/new"): Entry(OVERSIGHT, "the draft of a new table", then=(303,)),
    ("GET", "/manager/tables/{table}"): Entry(OVERSIGHT, "what a table offers, and drafts of it"),
    ("GET", "/manager/proposals"): Entry(OVERSIGHT, "what waits for a second person, as a part"),
    ("GET", "/manager/waiting"): Entry(OVERSIGHT, "what waits of jackpots alone, as a part"),
    ("GET", "/tables/{table}/sign"): Entry(ALL, "a table's sign"),
    ("GET", "/tables/{table}/dealer"): Entry(FLOOR_STAFF, "the dealer's page", at_table=True),
    ("GET", "/tables/{table}/seat/{seat}"): Entry(AT_TABLE, "the page of a seat", at_table=True),
    ("GET", "/tables/{table}/given-back"): Entry(
        ALL, "what is said when a place of the demo was given back", then=(404,)
    ),
    ("GET", "/sign-in"): Entry(ALL, "the page to sign in"),
    ("GET", "/first"): Entry(ALL, "the page of the first administrator's code"),
    ("GET", "/pair"): Entry(ALL, "the page to pair a device"),
    ("GET", "/manager/people"): Entry(
        OVERSIGHT | OF_PEOPLE, "devices, and badges and the log for those of people"
    ),
    ("GET", "/manager/people/devices"): Entry(OVERSIGHT | OF_PEOPLE, "its list of devices alone"),
    ("GET", "/manager/journal"): Entry(OVERSIGHT, "search of the record, chains, verifying"),
    ("GET", "/manager/journal/tables/{table}/rounds/{number}"): Entry(
        OVERSIGHT, "a round card by card"
    ),
    ("GET", "/manager/journal/verification"): Entry(OVERSIGHT, "its verification alone"),
    ("GET", "/manager/close"): Entry(OVERSIGHT, "the close of shifts and days"),
    ("GET", "/manager/reports"): Entry(OVERSIGHT, "takings beside the exact odds, meters"),
    ("GET", "/manager/reports/{name}"): Entry(OVERSIGHT, "the rows of any report"),
    ("GET", "/manager/reports/{name}.{form}"): Entry(OVERSIGHT, "the same as CSV, XLSX or PDF"),
    ("GET", "/manager/rules"): Entry(OVERSIGHT, "what is posted at every table"),
    ("GET", "/manager/rules/{table}"): Entry(OVERSIGHT, "the house rules of a table, as posted"),
    ("GET", "/tables/{table}/rules"): Entry(ALL, "the house rules of a table, for any player"),
    ("GET", "/odds"): Entry(ALL, "the odds of baccarat", then=(200, 307)),
    ("GET", "/odds/{game}"): Entry(ALL, "the exact odds of a game's wagers"),
    ("GET", "/tables/{table}/edges"): Entry(
        ALL, "the exact edge of every spot", then=(200, 404, 409)
    ),
    ("GET", "/tables/{table}/rule-card"): Entry(
        ALL, "every pay of a table with its odds", then=(200, 404, 409)
    ),
    ("GET", "/manager/jackpots"): Entry(OVERSIGHT, "jackpots: hits, meters, reconciliation"),
    ("GET", "/manager/jackpots/{jackpot}"): Entry(
        OVERSIGHT, "a jackpot: hits, movements, terms, wins"
    ),
    ("GET", "/manager/jackpots/{jackpot}/hits/{order}"): Entry(
        OVERSIGHT, "what the record tells of a hit", then=(200, 404)
    ),
    ("GET", "/manager/jackpots/{jackpot}/wins/{order}.pdf"): Entry(
        OVERSIGHT, "the win page of a hit", then=(200, 404)
    ),
    ("GET", "/static/sprites.svg"): Entry(ALL, "the drawings of the pages"),
    ("GET", "/favicon.svg"): Entry(ALL, "the mark of the house"),
    ("GET", "/favicon.ico"): Entry(ALL, "the same, by its old name"),
    ("GET", "/static/{path}"): Entry(ALL, "style and script of the pages"),
    ("GET", "/health"): Entry(ALL, "whether the house works"),
    ("GET", "/openapi.json"): Entry(ALL, "this API, as OpenAPI"),
    ("GET", "/metrics"): Entry(OVERSIGHT | {"administrator"}, "figures for Prometheus"),
    ("GET", "/api/v1/tables"): Entry(ALL, "all tables, as much as one may see"),
    ("GET", "/api/v1/tables/{table}"): Entry(AT_TABLE, "a table", at_table=True),
    ("GET", "/api/v1/tables/{table}/held"): Entry(
        AT_TABLE,
        "the cards that one was handed to squeeze, and nobody else's",
        at_table=True,
        then=(409,),
    ),
    ("GET", "/api/v1/tables/{table}/roads"): Entry(ALL, "the roads of a shoe"),
    ("GET", "/api/v1/tables/{table}/rules"): Entry(ALL, "the house rules as they are posted"),
    ("GET", "/api/v1/tables/{table}/rules.pdf"): Entry(ALL, "the same to print: a player's copy"),
    ("GET", "/api/v1/tables/{table}/sign.pdf"): Entry(ALL, "the sign of a table, to print"),
    ("GET", "/api/v1/tables/{table}/rounds/{number}"): Entry(
        FLOOR_STAFF, "a round from the record", at_table=True
    ),
    ("GET", "/api/v1/alerts"): Entry(OVERSIGHT, "what a supervisor is to see"),
    ("GET", "/api/v1/tables/{table}/rounds/{number}/steps"): Entry(
        OVERSIGHT, "a round card by card"
    ),
    ("GET", "/api/v1/journal"): Entry(OVERSIGHT, "search of the record"),
    ("GET", "/api/v1/journal/streams"): Entry(OVERSIGHT, "how the chains stand"),
    ("GET", "/api/v1/journal/streams.jsonl"): Entry(OVERSIGHT, "all lines, as a file"),
    ("GET", "/api/v1/journal/streams/house.jsonl"): Entry(OVERSIGHT, "the house's lines"),
    ("GET", "/api/v1/journal/streams/table/{table}.jsonl"): Entry(OVERSIGHT, "a table's lines"),
    ("GET", "/api/v1/journal/streams/link/{jackpot}.jsonl"): Entry(OVERSIGHT, "a jackpot's lines"),
    ("GET", "/api/v1/verify"): Entry(OVERSIGHT, "how far a verification has come"),
    ("GET", "/api/v1/jackpots"): Entry(ALL, "all jackpots, as much as one may see"),
    ("GET", "/api/v1/jackpots/{jackpot}"): Entry(OVERSIGHT, "a jackpot"),
    ("GET", "/api/v1/jackpots/{jackpot}/movements"): Entry(OVERSIGHT, "what moved on a meter"),
    ("GET", "/api/v1/reports/{name}"): Entry(OVERSIGHT, "reports of the jackpots"),
    ("GET", "/api/v1/days/{day}/close"): Entry(
        OVERSIGHT, "the close of a gaming day or shift", then=(200, 404)
    ),
    ("GET", "/api/v1/days/{day}/close.pdf"): Entry(
        OVERSIGHT, "the same to print and sign", then=(200, 404)
    ),
    ("GET", "/api/v1/wagers"): Entry(ALL, "every wager of the catalog"),
    ("GET", "/api/v1/wagers/{game}"): Entry(ALL, "a game's pay tables"),
    ("GET", "/api/v1/odds"): Entry(ALL, "exact odds"),
    ("GET", "/api/v1/rules"): Entry(ALL, "what games leave to the house, and readings"),
    ("GET", "/api/v1/codes"): Entry(ALL, "every code of a refusal"),
    ("GET", "/api/v1/me"): Entry(SIGNED_IN, "who one is"),
    ("GET", "/api/v1/people"): Entry(OF_PEOPLE, "the badges"),
    ("GET", "/api/v1/accesses"): Entry(OF_PEOPLE, "the log of accesses"),
    ("GET", "/api/v1/devices"): Entry(
        OF_PEOPLE | {"supervisor", "executive"}, "the paired devices"
    ),
    ("GET", "/api/v1/proposals"): Entry(OVERSIGHT, "what waits for a second person"),
    ("GET", "/api/v1/demo"): Entry(
        ALL, "the demo's badges and PINs; 404 on a real floor", then=(404,)
    ),
    ("POST", "/api/v1/tables/{table}/commands"): Entry(
        SIGNED_IN, "a line to a table, as below", COMMAND, then=(422,)
    ),
    ("POST", "/api/v1/jackpots/{jackpot}/commands"): Entry(
        SIGNED_IN, "a line to a jackpot, as below", COMMAND, then=(422,)
    ),
    ("POST", "/api/v1/house/commands"): Entry(
        SIGNED_IN, "a line to the house, as below", COMMAND, then=(422,)
    ),
    ("POST", "/api/v1/sign-in"): Entry(
        ALL, "sign in with badge and PIN", {"badge": "0000", "pin": "0000"}, then=(401, 429)
    ),
    ("POST", "/api/v1/first-code"): Entry(
        ALL,
        "the first administrator's one-time code",
        {"code": "NOCODE00", "badge": "9999", "pin": "0000"},
        then=(401, 429),
    ),
    ("POST", "/api/v1/pair"): Entry(
        ALL, "pair a device by its code", {"code": "NOCODE00"}, then=(401, 429)
    ),
    ("POST", "/api/v1/verify"): Entry(OVERSIGHT, "verify the record", {"how": "chains"}),
    ("POST", "/api/v1/verify/give-up"): Entry(OVERSIGHT, "give a verification up"),
    ("POST", "/api/v1/sign-out"): Entry(SIGNED_IN, "end the session"),
    ("POST", "/api/v1/people"): Entry(
        frozenset(("administrator",)),
        "enrol a badge",
        {"id": "access", "badge": "7001", "level": "dealer", "pin": "1234"},
    ),
    ("POST", "/api/v1/people/{badge}/pin"): Entry(
        frozenset(("administrator",)), "a new PIN", {"pin": "1234"}, then=(404,)
    ),
    ("POST", "/api/v1/people/{badge}/unlock"): Entry(
        frozenset(("administrator", "supervisor", "executive")),
        "take the delays off a badge",
        then=(404,),
    ),
    ("POST", "/api/v1/devices"): Entry(
        frozenset(("administrator",)), "a code for a device", {"kind": "sign", "table": HOME}
    ),
    ("POST", "/api/v1/devices/{device}/revoke"): Entry(
        frozenset(("administrator", "supervisor", "executive")), "end a device", then=(404,)
    ),
    ("POST", "/api/v1/demo/take"): Entry(
        ALL,
        "take a place of the demo; 404 on a real floor",
        {"table": HOME, "seat": 3},
        then=(404,),
    ),
    ("POST", "/api/v1/demo/give-back"): Entry(SIGNED_IN, "give it back", then=(404,)),
    ("POST", "/api/v1/demo/stay"): Entry(SIGNED_IN, "keep it in silence", then=(404,)),
    ("WS", "/api/v1/live"): Entry(ALL, "what changes, as much as one may see"),
}
FILLED = {
    "jackpot": "sun-7",
    "name": "overview",
    "form": "csv",
    "number": "1",
    "order": "1",
    "day": "2026-11-16",
    "game": "ez-baccarat",
    "badge": "7999",
    "device": "nowhere",
    "seat": "3",
    "path": "live.js",
}
QUERIES = {
    "/manager/tables/new": "?id=77&game=baccarat",
    "/api/v1/odds": "?wager=ez-baccarat/dragon-7",
}


def address_of(path: str, table: str = HOME) -> str:
    """Return the address of a route at a table, with something in every place."""
    return path.format(**FILLED, table=table) + QUERIES.get(path, "")


def through(entry: Entry, role: str, table: str) -> bool:
    """Say whether somebody gets through to a route at a table."""
    elsewhere = entry.at_table and role in OF_ONE_TABLE and table != HOME
    return role in entry.may and not elsewhere


def access_page() -> str:
    """Return docs/ACCESS.md: who may use which route, and who may give which command."""
    heads = "| method | path | for | " + " | ".join(EVERYBODY) + " |"
    rule = "|---|---|---|" + ":-:|" * len(EVERYBODY)
    rows = [
        f"| {method} | `{path}` | {entry.words} | {' | '.join(_marks(entry))} |"
        for (method, path), entry in ROUTES.items()
    ]
    commands = [
        f"| `{kind}` | {' | '.join('yes' if role in may else '' for role in EVERYBODY)} |"
        for kind, may in COMMANDS.items()
        if may
    ]
    server = ", ".join(sorted(f"`{kind}`" for kind, may in COMMANDS.items() if not may))
    return "\n".join(
        (
            "# Who may do what",
            "",
            "Made by `make docs` from the table that the tests hold the server to. `own`: at the",
            "own table alone, a seat or player at the own position alone.",
            "",
            "## Routes",
            "",
            heads,
            rule,
            *rows,
            "",
            "## Commands",
            "",
            "A name in a line counts only if that person proved it, whoever gives the line. Those",
            "of one table reach no other, and a seat or player no other position.",
            "",
            "| command | " + " | ".join(EVERYBODY) + " |",
            "|---|" + ":-:|" * len(EVERYBODY),
            *commands,
            "",
            f"The server alone gives {server}.",
            "",
        )
    )


def _marks(entry: Entry) -> Iterator[str]:
    for role in EVERYBODY:
        at_home, elsewhere = through(entry, role, HOME), through(entry, role, OTHER)
        yield "yes" if elsewhere else "own" if at_home else ""


if __name__ == "__main__":
    print(access_page(), end="")
