"""Pieces of pages, each an element with an id: drawn by the server, sent when they change."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pitboss.house.serving.board import Board
from pitboss.house.serving.presence import STREAM as PRESENCE
from pitboss.house.serving.pushing import Topic, View
from pitboss.house.serving.views import meter_view, player_view, roads_view, sign_view, staff_view
from pitboss.rulebook.pays import Money

HERE = Path(__file__).parent
SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
PARTS: dict[str, tuple[str, ...]] = {
    "sign": ("state", "hands", "roads", "limits"),
    "dealer": ("state", "advice", "hands", "bets"),
    "seat": ("state", "hands", "bets", "balance"),
}
"""What the page of a table is made of: ids of elements, and macros of parts.html."""


@cache
def templates() -> Environment:
    """Return the templates; whatever is put into them is escaped, and nothing may be missing."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a server that runs keeps its own while new ones are installed
    )
    made.filters |= {"money": money, "card": card}
    return made


def money(cents: int | None, currency: str | None = "USD") -> str:
    """Return an amount as people write it; nothing if there is none.

    >>> money(2550), money(None)
    ('$25.50', '')
    """
    return "" if cents is None else str(Money(cents, currency or "USD"))


def card(text: str | None) -> str:
    """Return a card as people read it; a back if nobody has seen it.

    >>> card("Th"), card(None)
    ('10♥', '\N{WHITE VERTICAL RECTANGLE}')
    """
    if text is None:
        return "\N{WHITE VERTICAL RECTANGLE}"
    suit = next(sign for sign, letter in SIGNS.items() if letter == text[-1])
    return f"{text[:-1].replace('T', '10')}{suit}"


def drawn(name: str, *given: Any) -> str:
    """Draw an element."""
    macro: Callable[..., object] = getattr(templates().get_template("parts.html").module, name)
    return str(macro(*given)).strip()


def page_view(board: Board, topic: Topic) -> View:
    """Return what a page shows of a stream: HTML by the ids of elements."""
    kind, _, id = topic.stream.partition("/")
    if kind == "link":
        return {f"meter-{id}": drawn("meter", meter_view(board.jackpot(id)), board.floor.currency)}
    page, _, seat = topic.audience.removeprefix("page ").partition(" ")
    entry, table = board.floor.table(id), board.table(id)
    if page == "floor":
        return {f"table-{id}": drawn("tile", sign_view(entry, table))}
    if page == "dealer":
        view = staff_view(entry, table)
    elif page == "seat":
        view = player_view(entry, table, int(seat))
    else:
        view = {**sign_view(entry, table), "roads": roads_view(table)}
    return {name: drawn(name, view) for name in PARTS[page]}


def presence_view(view: View) -> View:
    """Return the countdowns and places of a floor as elements."""
    return {f"places-{id}": drawn("places", id, places) for id, places in view.items()}


def with_pages(
    board: Callable[[], Board], render: Callable[[Topic], View]
) -> Callable[[Topic], View]:
    """Return a renderer that knows the audiences of pages beside the others."""

    def rendered(topic: Topic) -> View:
        if not topic.audience.startswith("page "):
            return render(topic)
        if topic.stream == PRESENCE:
            return presence_view(render(topic))
        return page_view(board(), topic)

    return rendered
