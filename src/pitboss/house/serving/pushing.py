"""Pushes: what changed of a stream, to everybody who looks at it, however slow each of them is.

Nothing is queued for a client but the names of streams that have changed. When it can take more, it
gets what is different from what it has: a whole view first, then changes after a version, and a
whole view again if it has fallen too far behind. So no client can stall the house or fill it up.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

View = Mapping[str, Any]
REMEMBERED = 16
"""Views of a stream that changes are told from; whoever has an older one gets a whole one."""
dumps = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Topic(NamedTuple):
    """A stream as somebody sees it."""

    stream: str
    audience: str
    """Such as ``sign``, ``staff`` or ``seat 3``."""


class Seen:
    """A topic: its last views, and the messages that lead from one to another."""

    def __init__(self) -> None:
        self.views: OrderedDict[int, View] = OrderedDict()
        self.messages: dict[int | None, str] = {}
        """To the newest view, by the version that they follow; None for the whole of it."""

    def add(self, version: int, view: View) -> None:
        """Remember a new view; what led to the one before leads nowhere now."""
        self.messages.clear()
        self.views[version] = view
        while len(self.views) > REMEMBERED:
            self.views.popitem(last=False)


class Written(NamedTuple):
    """The parts of a version of a stream as JSON: what several views share is written once."""

    version: int
    texts: dict[int, tuple[object, str]]
    """By the identity of the part, which is kept with it so that no other takes its place."""

    def message(self, stream: str, views: Mapping[int, View], after: int | None) -> str:
        """Return what leads to this version of a view from another; the whole if that is gone."""
        new = views[self.version]
        old = None if after is None else views.get(after)
        head = f'{{"stream":{dumps(stream)},"version":{self.version},'
        if old is None:
            return f'{head}"snapshot":{self._object(new)}}}'
        changes = {key: value for key, value in new.items() if old.get(key) != value}
        return f'{head}"after":{after},"changes":{self._object(changes)}}}'

    def _object(self, parts: View) -> str:
        members = (f"{dumps(key)}:{self._text(part)}" for key, part in parts.items())
        return f"{{{','.join(members)}}}"

    def _text(self, part: object) -> str:
        known = self.texts.get(id(part))
        if known is None:
            known = self.texts[id(part)] = (part, dumps(part))
        return known[1]


class Hub:
    """Tells clients what has changed, from one rendering for all who see the same."""

    def __init__(self, version: Callable[[str], int], render: Callable[[Topic], View]) -> None:
        self.version, self._render = version, render
        self.renderers: dict[str, Callable[[Topic], View]] = {}
        """Who else draws streams, by the first word of an audience."""
        self.topics: dict[Topic, Seen] = {}
        self.written: dict[str, Written] = {}
        self.clients: dict[str, set[Client]] = {}

    def render(self, topic: Topic) -> View:
        """Return a stream as an audience sees it now."""
        return self.renderers.get(topic.audience.partition(" ")[0], self._render)(topic)

    def changed(self, streams: Collection[str]) -> None:
        """Wake everybody who looks at one of these streams."""
        for stream in streams:
            for client in self.clients.get(stream, ()):
                client.dirty.add(stream)
                client.wake.set()

    def anew(self) -> None:
        """Draw everything again: what streams look like has changed, though they have not."""
        self.topics.clear()
        self.written.clear()
        for client in {one for some in self.clients.values() for one in some}:
            client.has = dict.fromkeys(client.topics)
            client.dirty.update(client.topics)
            client.wake.set()

    def end(self, stream: str) -> None:
        """Let go whoever looks at a stream that is no more."""
        for client in tuple(self.clients.get(stream, ())):
            client.end("no-such-stream")

    def message(self, topic: Topic, after: int | None) -> tuple[int, str]:
        """Return the version of a topic, and what leads to it from another one.

        >>> hub = Hub(lambda stream: 7, lambda topic: {"stage": "betting"})
        >>> hub.message(Topic("table/3", "sign"), None)[1]
        '{"stream":"table/3","version":7,"snapshot":{"stage":"betting"}}'
        """
        version, seen = self.version(topic.stream), self.topics.setdefault(topic, Seen())
        if version not in seen.views:
            seen.add(version, self.render(topic))
        if after not in seen.messages:
            written = self.written.get(topic.stream)
            if written is None or written.version != version:
                written = self.written[topic.stream] = Written(version, {})
            seen.messages[after] = written.message(topic.stream, seen.views, after)
        return version, seen.messages[after]

    def join(self, client: Client) -> None:
        """Let a client hear of its streams."""
        for stream in client.topics:
            self.clients.setdefault(stream, set()).add(client)

    def leave(self, client: Client) -> None:
        """Forget a client, and what nobody looks at any more."""
        for stream in client.topics:
            others = self.clients.get(stream, set())
            others.discard(client)
            if not others:
                self.clients.pop(stream, None)
                self.written.pop(stream, None)
                for topic in [topic for topic in self.topics if topic.stream == stream]:
                    del self.topics[topic]


class Client:
    """Somebody who looks at some streams."""

    def __init__(self, hub: Hub, topics: Iterable[Topic]) -> None:
        self.hub = hub
        self.topics = {topic.stream: topic for topic in topics}
        self.has: dict[str, int | None] = dict.fromkeys(self.topics)
        """The version that the client has of each stream; None if it has none."""
        self.dirty = set(self.topics)
        self.wake = asyncio.Event()
        self.wake.set()
        self.ended = ""
        """Why it may look no more, by the code of a refusal."""

    def since(self, versions: Mapping[str, int]) -> None:
        """Hear which versions the client has: what it lacks is sent again."""
        for stream, version in versions.items():
            if stream in self.topics:
                self.has[stream] = version
                self.dirty.add(stream)
        self.wake.set()

    def end(self, reason: str = "token-ended") -> None:
        """Let the messages end: whoever looks may look no more, or there is nothing to look at."""
        self.ended = reason
        self.wake.set()

    async def messages(self) -> AsyncGenerator[str]:
        """Yield messages as they come up, until the client is ended."""
        self.hub.join(self)
        try:
            while True:
                await self.wake.wait()
                self.wake.clear()
                while self.dirty and not self.ended:
                    stream = self.dirty.pop()
                    had = self.has[stream]
                    version, text = self.hub.message(self.topics[stream], had)
                    if version != had:
                        self.has[stream] = version
                        yield text
                if self.ended:
                    return
        finally:
            self.hub.leave(self)
