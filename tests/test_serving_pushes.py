"""Pushes: whatever is missed, late or slow, a client ends with what is there, and nothing waits."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pitboss.house.serving.pushing import REMEMBERED, Client, Hub, Topic

KEYS = ("stage", "round", "hands")


class Floor:
    """Streams whose views change at will."""

    def __init__(self) -> None:
        self.versions = {"table/1": 1, "table/2": 1}
        self.views: dict[str, dict[str, Any]] = {
            stream: dict.fromkeys(KEYS, 0) for stream in self.versions
        }
        self.rendered = 0
        self.hub = Hub(self.versions.__getitem__, self.render)

    def render(self, topic: Topic) -> dict[str, Any]:
        """Return the view of a stream, and count how often."""
        self.rendered += 1
        return dict(self.views[topic.stream])

    def change(self, stream: str, key: str, value: int) -> None:
        """Change a view."""
        self.views[stream][key] = value
        self.versions[stream] += 1
        self.hub.changed([stream])

    def client(self, audience: str = "sign") -> Client:
        """Return somebody who looks at both streams."""
        return Client(self.hub, [Topic(stream, audience) for stream in self.versions])


def test_some_audiences_are_drawn_by_somebody_else() -> None:
    floor = Floor()
    floor.hub.renderers["page"] = lambda topic: {"drawn for": topic.audience}
    assert floor.hub.render(Topic("table/1", "page seat 3")) == {"drawn for": "page seat 3"}
    for audience in ("sign", "seat 3", "pages"):
        assert floor.hub.render(Topic("table/1", audience)) == dict.fromkeys(KEYS, 0)


class Mirror:
    """What a client makes of messages; it notices a gap by the version that changes follow."""

    def __init__(self) -> None:
        self.views: dict[str, dict[str, Any]] = {}
        self.versions: dict[str, int] = {}
        self.gaps = 0

    def hear(self, text: str) -> bool:
        """Apply a message; return False if it does not follow what is there."""
        message = json.loads(text)
        stream = message["stream"]
        if "snapshot" in message:
            self.views[stream] = message["snapshot"]
        elif self.versions.get(stream) == message["after"]:
            self.views[stream] |= message["changes"]
        else:
            self.gaps += 1
            return False
        self.versions[stream] = message["version"]
        return True


async def heard(client: Client, mirror: Mirror) -> None:
    """Hear all that there is to hear now."""

    async def run() -> None:
        async for text in client.messages():
            assert mirror.hear(text)

    task = asyncio.create_task(run())
    for _ in range(20):
        await asyncio.sleep(0)
    client.end()
    await task


def test_what_is_drawn_otherwise_is_sent_again_though_no_stream_has_changed() -> None:
    async def play() -> None:
        floor, mirror = Floor(), Mirror()
        client = floor.client()
        await heard(client, mirror)
        client.ended = ""
        floor.views["table/1"]["stage"] = 5
        client.since(dict(floor.versions))
        await heard(client, mirror)
        assert mirror.views["table/1"]["stage"] == 0, "the version is the same"
        client.ended = ""
        floor.hub.join(client)
        floor.hub.anew()
        await heard(client, mirror)
        assert mirror.views["table/1"]["stage"] == 5 and not mirror.gaps

    asyncio.run(play())


changes = st.lists(
    st.tuples(st.sampled_from(["table/1", "table/2"]), st.sampled_from(KEYS), st.integers(0, 9)),
    max_size=3 * REMEMBERED,
)


@given(st.lists(changes, max_size=5), st.integers(0, 999))
def test_a_client_that_loses_messages_mends_the_gap(bursts: list[Any], seed: int) -> None:
    async def play() -> None:
        floor, mirror, random = Floor(), Mirror(), Random(seed)
        client = floor.client()

        async def run() -> None:
            async for text in client.messages():
                if random.random() < 0.3 or mirror.hear(text):
                    continue
                client.since(mirror.versions)

        task = asyncio.create_task(run())
        for burst in bursts:
            for change in burst:
                floor.change(*change)
            await asyncio.sleep(0)
        client.since({stream: mirror.versions.get(stream, 0) for stream in floor.versions})
        for _ in range(5):
            await asyncio.sleep(0)
        for (
            stream
        ) in floor.versions:  # what was lost at the very end is asked for as on reconnecting
            while mirror.versions.get(stream) != floor.versions[stream]:
                client.since({stream: mirror.versions.get(stream, 0)})
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        client.end()
        await task
        assert mirror.views == floor.views

    asyncio.run(play())


def test_a_client_who_takes_nothing_costs_the_names_of_its_streams() -> None:
    floor = Floor()

    async def play() -> None:
        client = floor.client()
        messages = client.messages()
        first = await anext(messages)
        for number in range(1000):
            floor.change("table/1", "round", number)
        assert client.dirty <= set(floor.versions)
        assert floor.rendered == 1
        mirror = Mirror()
        mirror.hear(first)
        client.end()
        await messages.aclose()

    asyncio.run(play())


def test_whoever_is_too_far_behind_gets_the_whole_again() -> None:
    floor = Floor()
    topic = Topic("table/1", "sign")
    floor.hub.message(topic, None)
    for number in range(REMEMBERED):
        floor.change("table/1", "round", number)
        floor.hub.message(topic, None)
    assert "snapshot" in json.loads(floor.hub.message(topic, 1)[1])
    behind = floor.versions["table/1"] - REMEMBERED + 1
    assert json.loads(floor.hub.message(topic, behind)[1])["after"] == behind


def test_one_rendering_serves_all_who_see_the_same() -> None:
    floor = Floor()

    async def play() -> None:
        mirrors = [Mirror() for _ in range(50)]
        await asyncio.gather(*(heard(floor.client(), mirror) for mirror in mirrors))
        assert all(mirror.views == floor.views for mirror in mirrors)
        assert floor.rendered == len(floor.versions)

    asyncio.run(play())
    assert floor.hub.clients == {}
    assert floor.hub.topics == {}
