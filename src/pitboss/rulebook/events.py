"""The shared events of a game: read once each, however often and wherever they are named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pitboss.refusals import Unreadable, unreadable
from pitboss.rulebook.nodes import Node, walked
from pitboss.rulebook.sentences import Bindings, Sentence, parse

_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?![\w.])")
MOST_PARTS = 4_000
"""Parts of all events of a game together, so that no sentence resolves to more."""
_MOST_KEPT = 4_096
"""Sentences kept as read; a pay table of many columns asks for its rows once per column."""
_LONGEST_CIRCLE = 8
"""Names of a circle that its refusal lists."""


class Events(Mapping[str, Sentence]):
    """Events by name, each read when it is first needed: a command pays for nothing else."""

    def __init__(self, texts: Mapping[str, str], kind: str) -> None:
        self.texts = texts
        self.kind = kind
        self._read: dict[str, Sentence] = {}
        self._parts = 0
        self._kept: dict[object, Sentence] = {}
        self._bound: dict[object, dict[Node, Node]] = {}

    def __getitem__(self, name: str) -> Sentence:
        if name not in self._read:
            self._reach(name)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)

    def __contains__(self, name: object) -> bool:
        return name in self.texts

    def changed(self, texts: Mapping[str, str]) -> Events:
        """Return these events with some defined anew or added: those of a reading, of a file."""
        return Events({**self.texts, **texts}, self.kind) if texts else self

    def sentence(self, text: str, bindings: Bindings) -> Sentence:
        """Read a sentence that may name events, bound to what a bet stands on."""
        place = tuple(sorted(bindings.items()))
        kept = self._kept.get((text, place))
        if kept is None:
            for name in self._named_in(text):
                self[name]
            sentence = parse(text, self.kind, self)
            kept = sentence.bind(bindings, self._bound.setdefault(place, {}))
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[text, place] = kept
        return kept

    def _reach(self, name: str) -> None:
        """Read an event after those it names, without recursion: a chain of them may be long."""
        path = {name: self._named_in(self.texts[name])}
        while path:
            last = next(reversed(path))
            inner = next((one for one in path[last] if one not in self._read), None)
            if inner is None:
                self._read[last] = self._parsed(last)
                del path[last]
            elif inner in path:
                raise _circle([*path, inner])
            else:
                path[inner] = self._named_in(self.texts[inner])

    def _named_in(self, text: str) -> Iterator[str]:
        return (word for word in _WORD.findall(text) if word in self.texts)

    def _parsed(self, name: str) -> Sentence:
        try:
            sentence = parse(self.texts[name], self.kind, self)
        except Unreadable as error:
            code, message, remedy, *_ = error.refusal
            raise unreadable(code, f"events.{name}: {message}", remedy) from None
        self._parts += len(walked([sentence.node], into_events=False))
        if self._parts > MOST_PARTS:
            raise unreadable(
                "too-many-events",
                f"events.{name}: with it the events have {self._parts:,} parts, "
                f"and {MOST_PARTS:,} is the most",
                "name fewer events, or shorter ones",
            )
        return sentence


def _circle(path: list[str]) -> Unreadable:
    """Refuse an event that is defined by way of itself, the last and an earlier one of a path."""
    circle = path[path.index(path[-1]) :]
    if len(circle) > _LONGEST_CIRCLE:
        circle[_LONGEST_CIRCLE // 2 : -_LONGEST_CIRCLE // 2] = [f"{len(circle) - 8} more"]
    return unreadable(
        "event-names-itself",
        f"the event {path[-1]} is defined by way of itself",
        "break the circle " + " -> ".join(circle),
    )
