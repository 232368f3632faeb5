"""Files that pages link: ours, and htmx from its package; and how they are sent."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from pitboss.web.templating import HERE

HTMX = ("js_lib_htmx", "static/htmx")
"""The package and folder that hold htmx: nothing of it is copied."""
OF_PROGRAMS = ("/api/", "/metrics", "/health")
SMALLEST_BYTES = 1000


def static_files() -> StaticFiles:
    """Return what pages link."""
    return StaticFiles(directory=HERE / "static", packages=[HTMX])


class Compressed:
    """Sends pages and what they link compressed; what programs ask for is sent as it is."""

    def __init__(self, app: ASGIApp) -> None:
        self.plain, self.compressed = app, GZipMiddleware(app, minimum_size=SMALLEST_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        pages = scope["type"] == "http" and not scope["path"].startswith(OF_PROGRAMS)
        await (self.compressed if pages else self.plain)(scope, receive, send)
