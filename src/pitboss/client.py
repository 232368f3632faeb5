"""A client of a running house: lines in, answers out, and what changes as it changes.

    with Client("http://127.0.0.1:8000") as client:
        client.sign_in("1101", "4711", table="3")
        client.line("table/3", "bet 3 player 25")
        for update in client.live("table/3"):
            print(update.version, update.view["stage"])

A reply that is lost is asked for again with the same id, so that nothing is done twice. Needs
httpx and websockets.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode
from uuid import uuid4

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from pitboss.refusals import Refusal, Unreadable, unreadable

Data = dict[str, Any]
Card = tuple[str, str]
"""A badge and its PIN, shown beside a line."""
PATIENCE_SECONDS = 20.0
"""How long a server is waited for that does not answer, or starts again."""
AGAIN = (429, 503)
"""What passes: too much at once, and a database that is away."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
NOT_ALLOWED = 1008
LARGEST_MESSAGE = 4_000_000


class Answer(NamedTuple):
    """What a line led to; it is on disk."""

    id: str
    version: int | None
    """Of the stream; None if it waits for a second person."""
    facts: tuple[Data, ...] = ()
    commands: int = 0
    proposal: int | None = None
    """The number under which a second person approves it."""


class Update(NamedTuple):
    """A stream after a change."""

    stream: str
    version: int
    view: Data
    """All of it."""
    changes: Data
    """What is different from before."""


class Client:
    """Asks a server, as somebody who has signed in or as a stranger."""

    def __init__(
        self, url: str, token: str | None = None, *, patience: float = PATIENCE_SECONDS
    ) -> None:
        self.url, self.token, self.patience = url.rstrip("/"), token, patience
        self.http = httpx.Client(base_url=self.url, timeout=10, trust_env=False)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the connections."""
        self.http.close()

    # --- who ---

    def sign_in(self, badge: str, pin: str, table: str = "") -> Data:
        """Sign in with badge and PIN, a dealer at a table; return who one is."""
        signed = self._post("sign-in", {"badge": badge, "pin": pin, "table": table})
        self.token = signed["token"]
        return _object(signed["who"])

    def pair(self, code: str) -> str:
        """Be the device that a code was made for; return its id."""
        paired = self._post("pair", {"code": code})
        self.token = paired["token"]
        return str(paired["device"])

    def sign_out(self) -> None:
        """End the session."""
        self._post("sign-out", None)
        self.token = None

    def me(self) -> Data:
        """Return who one is."""
        return _object(self._get("me"))

    # --- commands ---

    def line(
        self, stream: str, line: str, id: str | None = None, cards: Sequence[Card] = ()
    ) -> Answer | Refusal:
        """Give a line to ``table/ID``, ``jackpot/ID`` or ``house``; return facts or the refusal."""
        return self._command(stream, {"line": line}, id, cards)

    def command(
        self, stream: str, command: Mapping[str, Any], id: str | None = None
    ) -> Answer | Refusal:
        """Give a command as JSON, such as ``{"kind": "Sit", "position": 3}``."""
        return self._command(stream, {"command": dict(command)}, id, ())

    def _command(
        self, stream: str, asked: Data, id: str | None, cards: Sequence[Card]
    ) -> Answer | Refusal:
        shown = [{"badge": badge, "pin": pin} for badge, pin in cards]
        body = {"id": id or str(uuid4()), **asked} | ({"cards": shown} if shown else {})
        response = self._asked("POST", f"{_place(stream)}/commands", body)
        data = _read(response)
        if response.status_code >= 400:
            return _refusal(data)
        facts = tuple(data.get("facts", ()))
        return Answer(
            data["id"], data.get("version"), facts, data.get("commands", 0), data.get("proposal")
        )

    # --- reading ---

    def tables(self) -> list[Data]:
        """Return all tables, as far as one may see them."""
        return _list(self._get("tables"))

    def table(self, id: str) -> Data:
        """Return a table."""
        return _object(self._get(f"tables/{quote(id, safe='')}"))

    def round(self, table: str, number: int) -> Data:
        """Return a round as the record tells it."""
        return _object(self._get(f"tables/{quote(table, safe='')}/rounds/{number}"))

    def roads(self, table: str) -> Data:
        """Return the roads of a table's shoe."""
        return _object(self._get(f"tables/{quote(table, safe='')}/roads"))

    def jackpots(self) -> list[Data]:
        """Return all jackpots, as far as one may see them."""
        return _list(self._get("jackpots"))

    def jackpot(self, id: str) -> Data:
        """Return a jackpot."""
        return _object(self._get(f"jackpots/{quote(id, safe='')}"))

    def movements(self, jackpot: str, day: str = "") -> list[Data]:
        """Return every rise and fall of a jackpot."""
        return _list(self._get(f"jackpots/{quote(jackpot, safe='')}/movements", day=day))

    def report(self, name: str, jackpot: str = "", day: str = "") -> list[Data]:
        """Return the rows of a report."""
        return _list(self._get(f"reports/{quote(name, safe='')}", jackpot=jackpot, day=day))

    def wagers(self) -> list[Data]:
        """Return every wager of the catalog."""
        return _list(self._get("wagers"))

    def odds(self, wager: str, **asked: str | int) -> list[Data]:
        """Return exact odds; ``asked`` as the API has it: table, decks, meter_cents and others."""
        return _list(self._get("odds", wager=wager, **asked))

    def _get(self, path: str, **query: str | int) -> object:
        given = {name: value for name, value in query.items() if value != ""}
        asked = f"{path}?{urlencode(given)}" if given else path
        return self._data(self._asked("GET", asked, None))

    def _post(self, path: str, body: Data | None) -> Data:
        return _object(self._data(self._asked("POST", path, body)))

    def _data(self, response: httpx.Response) -> object:
        data = _read(response)
        if response.status_code >= 400:
            raise Unreadable(_refusal(data))
        return data

    def _asked(self, method: str, path: str, body: Data | None) -> httpx.Response:
        """Ask, and ask the same again while the server is away: a command has its id."""
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        for pause in _pauses(self.patience):
            try:
                response = self.http.request(method, f"/api/v1/{path}", json=body, headers=headers)
            except httpx.TransportError:
                if pause is None:
                    raise _away(self.url) from None
            except httpx.InvalidURL:
                raise unreadable("bad-url", f"{self.url} is no URL", "write http://...") from None
            else:
                if response.status_code not in AGAIN or pause is None:
                    return response
                pause = max(pause, float(response.headers.get("retry-after", 0)))
            assert pause is not None, "the last try has ended above"
            time.sleep(pause)
        raise AssertionError("the last try has ended above")

    # --- live ---

    def live(self, *streams: str) -> Iterator[Update]:
        """Yield what streams show, and then whatever changes of it, for as long as one may look.

        A lost connection is made again, and a gap is mended: each version that comes is the one
        after what was yielded before, or tells all that has changed since.
        """
        views: dict[str, tuple[int, Data]] = {}
        while True:
            with self._connected(streams) as socket:
                try:
                    for text in socket:
                        update = _updated(views, json.loads(text))
                        if isinstance(update, Update):
                            yield update
                        elif update is not None:
                            socket.send(json.dumps({"since": update}))
                except ConnectionClosed as closed:
                    if closed.rcvd is not None and closed.rcvd.code == NOT_ALLOWED:
                        raise _looks_no_more(closed.rcvd.reason) from None

    def _connected(self, streams: Sequence[str]) -> ClientConnection:
        address = f"ws{self.url.removeprefix('http')}/api/v1/live?streams={','.join(streams)}"
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        for pause in _pauses(self.patience):
            try:
                socket = connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    proxy=None,
                    max_size=LARGEST_MESSAGE,
                )
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                if pause is None:
                    raise _away(self.url) from None
                time.sleep(pause)
            else:
                assert isinstance(socket, ClientConnection)
                return socket
        raise AssertionError("the last try has ended above")


def _updated(views: dict[str, tuple[int, Data]], message: Data) -> Update | dict[str, int] | None:
    """Return the stream after a message; or which version one has, where something is missing.

    >>> views = {"table/3": (7, {"stage": "betting", "round": 4})}
    >>> _updated(views, {"stream": "table/3", "version": 9, "after": 8, "changes": {"round": 5}})
    {'table/3': 7}
    >>> told = {"stream": "table/3", "version": 9, "after": 7, "changes": {"round": 5}}
    >>> _updated(views, told).view
    {'stage': 'betting', 'round': 5}
    """
    stream, version = message["stream"], message["version"]
    has, view = views.get(stream, (None, {}))
    if "changes" in message:
        if message["after"] != has:
            return {stream: has or 0}
        changes = message["changes"]
        view = view | changes
    else:
        whole = message["snapshot"]
        changes = {key: value for key, value in whole.items() if view.get(key, _NONE) != value}
        view = whole
    views[stream] = (version, view)
    return None if version == has else Update(stream, version, view, changes)


_NONE = object()


def _pauses(patience: float) -> Iterator[float | None]:
    """Yield how long to wait before each further try, growing; None at the last."""
    pause, until = FIRST_PAUSE, time.monotonic() + patience
    while time.monotonic() + pause < until:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
    yield None


def _place(stream: str) -> str:
    kind, _, id = stream.partition("/")
    if kind == "house":
        return "house"
    folder = {"table": "tables", "jackpot": "jackpots", "link": "jackpots"}.get(kind)
    if folder is None or not id:
        message = f'"{stream}" is no stream'
        raise unreadable("no-such-stream", message, "write table/ID, jackpot/ID or house")
    return f"{folder}/{quote(id, safe='')}"


def _read(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        message = f"the server answers {response.status_code} without JSON"
        raise unreadable("no-pitboss-server", message, "check the address") from None


def _refusal(data: object) -> Refusal:
    told = _object(data)
    return Refusal(told["code"], told["message"], told["remedy"], told.get("cite"))


def _object(data: object) -> Data:
    assert isinstance(data, dict), "an object"
    return data


def _list(data: object) -> list[Data]:
    assert isinstance(data, list), "a list"
    return data


def _away(url: str) -> Unreadable:
    return unreadable("server-away", f"{url} does not answer", "start the server, or wait for it")


def _looks_no_more(reason: str) -> Unreadable:
    message = f"the server ends the connection: {reason}"
    return unreadable("connection-ended", message, "sign in again, or look at what you may see")
