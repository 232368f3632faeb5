"""The dealer's page read as a dealer reads it, and a dealer who does what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import count
from pathlib import Path

from pitboss.house.serving.board import Board
from pitboss.jackpot.floor_run import FloorRun
from pitboss.jackpot.scripts import open_floor
from pitboss.refusals import Refusal
from pitboss.table.engine import decide
from pitboss.table.floor import read_floor
from pitboss.table.language import read
from pitboss.table.record.recorder import Request
from pitboss.table.scripts.macros import macro_of
from pitboss.table.state import Table
from pitboss.table.steps import Command
from pitboss.web.screens import dealer
from pitboss.web.screens.room import Page, Room
from pitboss.web.templating import page

START = "2026-01-01T00:00:00.000Z"
VOID = ("input", "br", "meta", "link", "use", "path", "rect", "circle")


class Element:
    """An element with its attributes, its text, and what stands in it."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.contents: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    @property
    def children(self) -> list[Element]:
        return [one for one in self.contents if isinstance(one, Element)]

    @property
    def all(self) -> Iterator[Element]:
        """The element and everything in it."""
        yield self
        for child in self.children:
            yield from child.all

    @property
    def text(self) -> str:
        """All that is written in it, blanks as one."""
        texts = [one if isinstance(one, str) else one.text for one in self.contents]
        return " ".join(" ".join(texts).split())

    def by_id(self, id: str) -> Element:
        return next(one for one in self.all if one.attributes.get("id") == id)

    def having(self, name: str) -> list[Element]:
        return [one for one in self.all if name in one]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Element("root", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.contents.append(element)
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.at.contents.append(Element(tag, dict(attrs), self.at))  # type: ignore[arg-type]

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.at.tag, f"</{tag}> closes <{self.at.tag}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.at.contents.append(data.strip())


@cache
def parsed(html: str) -> Element:
    """Read HTML; elements must be closed in the order they were opened."""
    reader = _Reader()
    reader.feed(html)
    assert reader.at is reader.root, f"<{reader.at.tag}> is never closed"
    return reader.root


def line_of(pattern: str, fields: dict[str, str]) -> str:
    """Put fields into a pattern as the page's script does."""

    def kept(match: re.Match[str]) -> str:
        names = re.findall(r"\{(\w+)\}", match[1])
        return match[1] if all(fields.get(name) for name in names) else ""

    whole = re.sub(r"\[([^\]]*)\]", kept, pattern)
    return re.sub(r"\{(\w+)\}", lambda match: fields.get(match[1], ""), whole)


class Desk:
    """A table of a floor with the dealer's page before it."""

    def __init__(self, run: FloorRun, id: str) -> None:
        self.run, self.id = run, id
        self._numbers = count(1)

    @classmethod
    def of(cls, floor: Path, id: str) -> Desk:
        run = FloorRun()
        open_floor(run, floor.name, read_floor(str(floor)), START)
        return cls(run, id)

    @property
    def table(self) -> Table:
        return self.run.table(self.id).table if self.id in self.run.tables else Table()

    @property
    def room(self) -> Room:
        return Room(Board(self.run), {}, demo=False)

    def parts(self) -> dict[str, str]:
        return dealer.parts(self.room, f"table/{self.id}")

    def shown(self) -> Element:
        """Return the whole page: its frame, and its elements as they are now."""
        room, where = self.room, Page("dealer", self.id)
        parts = self.parts() | dealer.parts(room, "floor", self.id)
        given = dealer.values(room, where) | {"parts": dict.fromkeys(parts, ""), "page": where}
        who = type("Who", (), {"badge": "1101", "role": "dealer"})()
        given |= {"who": who, "signed_in": True, "live": "x", "zone": "UTC", "clock": "00:00:00"}
        root = Element("root", {}, None)
        root.contents = [parsed(page("dealer", demo=False, **given)), *map(parsed, parts.values())]
        return root

    def command(self, line: str) -> Command:
        if line == "open":
            return self.run.opening(self.id)
        return read(line, self.table.opened)

    def refusal(self, line: str) -> Refusal | None:
        """Return why a line is refused now; None if it is not."""
        answer = decide(self.table, self.command(line))
        return answer if isinstance(answer, Refusal) else None

    def give(self, line: str) -> None:
        """Give a line, or a short cut; it must be accepted."""
        macro = macro_of(line)
        if macro is None:
            self._give(line, self.command(line))
            return
        commands = macro(self.table, "2026-01-01")
        try:
            command = next(commands)
            while True:
                self._give(line, command)
                command = commands.send(self.table)
        except StopIteration:
            return

    def give_jackpot(self, jackpot: str, command: Command) -> None:
        """Give a command to a jackpot; it must be accepted."""
        self._give(str(command), command, f"link/{jackpot}")

    def _give(self, line: str, command: Command, stream: str = "") -> None:
        request = Request(f"r{next(self._numbers)}", command, "1101", at=START)
        given = self.run.give(stream or f"table/{self.id}", request)
        answer = self.run.answer_to(given).answer
        assert not isinstance(answer, Refusal), f"{line}: {answer}"
