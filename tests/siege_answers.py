"""What a house on the web may answer to a siege: what its OpenAPI says, and nothing that runs."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import jsonschema_rs

from pitboss.codes import codes

PAGES = re.compile(r"/(?:$|tables/[^/]+/(?:sign|dealer|seat/[^/]+)$|sign-in$|pair$|static/)")
HEADERS = ("content-security-policy", "x-content-type-options", "x-frame-options")
OF_THE_FRAMEWORK = (404, 405)
"""Where no operation is: nothing here, or not by this method."""
NO_PLACE = (400, 403)
"""Asked for by another name, or from another page: before any operation is looked for."""

GOES_ON = {
    "/odds": re.compile(r"/odds/baccarat"),
    "/manager/tables/new": re.compile(r"/manager/tables/[A-Za-z0-9._-]+\?game=[A-Za-z0-9._-]+"),
}
"""Pages that send on, and where to: never to another house."""


class Answers:
    """Holds every answer to the document of the API."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.paths = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), path)
            for path in sorted(document["paths"], key=lambda path: ("{" in path, path))
        ]
        self.validators: dict[str, Any] = {}

    def check(self, method: str, target: str, status: int, head: dict[str, str], text: str) -> None:
        """Raise where an answer is a mistake of ours, undocumented, or may run something."""
        assert status < 500, f"{method} {target}: {status} {text[:300]}"
        for name in HEADERS:
            assert name in head, f"{method} {target} has no {name}"
        path = target.partition("?")[0]
        if head.get("content-type", "").startswith("text/html"):
            assert PAGES.match(path) or not path.startswith("/api/"), f"{target} is a page"
            check_page(text, target)
            return
        linked = path.startswith(("/static/", "/favicon.")) or path == "/openapi.json"
        if method == "HEAD" or linked:
            return
        if status in (303, 307):
            goes_on = GOES_ON.get(path)
            assert goes_on and goes_on.fullmatch(head["location"]), f"{target} to {head}"
            return
        operation = self._operation(method, path)
        if operation is None:
            assert status in (*OF_THE_FRAMEWORK, *NO_PLACE, 401, 413, 422), f"{target}: {status}"
            self._fits(("error",), {"$ref": "#/components/schemas/Error"}, text, target)
            return
        name, responses = operation
        documented = {int(one) for one in responses}
        assert status in documented, (
            f"{name} answers {status}, which is not documented: {text[:300]}"
        )
        content = responses[str(status)].get("content", {})
        kind = head.get("content-type", "").partition(";")[0]
        assert kind in content, f"{name} answers {status} as {kind}"
        if kind == "application/json":
            self._fits((name, str(status)), content[kind]["schema"], text, target)
        if status >= 400:
            assert json.loads(text)["code"] in codes(), text

    def _operation(self, method: str, path: str) -> tuple[str, dict[str, Any]] | None:
        for pattern, template in self.paths:
            if pattern.fullmatch(path):
                operation = self.document["paths"][template].get(method.lower())
                return operation and (f"{method} {template}", operation["responses"])
        return None

    def _fits(self, key: tuple[str, ...], schema: dict[str, Any], text: str, target: str) -> None:
        name = " ".join(key)
        if name not in self.validators:
            whole = {**schema, "components": self.document["components"]}
            self.validators[name] = jsonschema_rs.validator_for(whole)
        data = json.loads(text)
        for error in self.validators[name].iter_errors(data):
            raise AssertionError(f"{target} ({name}): {error.message[:300]} in {text[:300]}")


SCRIPT = {"type", "src", "defer"}


class _Page(HTMLParser):
    """Reads a page as a browser does, and keeps whatever might run."""

    def __init__(self) -> None:
        super().__init__()
        self.runs: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        own = set(given) <= SCRIPT and (given.get("src") or "").startswith("/static/")
        if tag in ("script", "iframe", "object", "embed", "base", "img") and not own:
            self.runs.append(f"<{tag} {attrs}>")
        for name, value in attrs:
            link = (value or "").strip().lower()
            if (
                name.startswith("on")
                or name == "style"
                or link.startswith(("javascript:", "data:"))
            ):
                self.runs.append(f"{name}={value}")


def check_page(text: str, where: str) -> None:
    """Raise where a page has anything in it that might run and is not ours."""
    page = _Page()
    page.feed(text)
    assert not page.runs, f"{where}: {page.runs}"
