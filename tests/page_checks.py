"""What every page must be, as far as its text tells it."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = frozenset(("input", "meta", "link", "br", "img", "hr"))


class Seen(HTMLParser):
    """The elements of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.tags[tag] += 1
        self.attributes.append((tag, named))
        if named.get("id"):
            self.ids[str(named["id"])] += 1
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()

    def lines(self) -> list[str]:
        """Return the lines that buttons give."""
        return [str(named["data-line"]) for _, named in self.attributes if "data-line" in named]


def sound(text: str) -> Seen:
    """Hold a page to what every page must be: one heading, no id twice, nothing inline."""
    seen = Seen(text)
    assert not seen.open, seen.open
    assert "built-in method" not in text, "a word by the name of something that a dict does"
    assert [id for id, times in seen.ids.items() if times > 1] == []
    assert seen.tags["h1"] == 1
    assert seen.tags["main"] == 1
    assert seen.tags["style"] == 0
    for tag, named in seen.attributes:
        assert "style" not in named, (tag, named)
        assert not any(name.startswith("on") for name in named), (tag, named)
        assert tag != "script" or named.get("src"), named
    return seen
