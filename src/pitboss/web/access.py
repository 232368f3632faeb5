"""Who may use a route: looked at before anything else of a request is."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, NamedTuple, TypeVar

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from pitboss.house.people.identity import STRANGER, Who
from pitboss.house.people.permissions import may_do, may_read
from pitboss.refusals import Refusal
from pitboss.web.errors import Refused

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])
SIGN_IN = Refusal("sign-in-needed", "nobody is signed in", "sign in with badge and PIN")


class Access(NamedTuple):
    """Whom a route refuses."""

    refuses: Callable[[Who, Mapping[str, str]], Refusal | None]
    logged: bool = True
    """Whether its use stands in the log of accesses: not what everybody may read."""


def everybody(_: Who, __: Mapping[str, str]) -> None:
    """Refuse nobody."""


def public(endpoint: Endpoint) -> Endpoint:
    """Let everybody use a route."""
    return _with(endpoint, Access(everybody, logged=False))


def entrance(endpoint: Endpoint) -> Endpoint:
    """Let everybody use a route, and keep on the log who did."""
    return _with(endpoint, Access(everybody))


def signed_in(endpoint: Endpoint) -> Endpoint:
    """Let people and devices use a route; what they may ask there is looked at later."""
    return _with(endpoint, Access(lambda who, _: SIGN_IN if who.role == STRANGER else None))


def reads(view: str) -> Callable[[Endpoint], Endpoint]:
    """Let those use a route who may read a view, of their own table where they have one."""
    return lambda endpoint: _with(
        endpoint, Access(lambda who, path: may_read(who, view, path.get("table", "")))
    )


def polls(view: str) -> Callable[[Endpoint], Endpoint]:
    """Let those use a route who may read a view; asked every few seconds, it stands in no log."""
    return lambda endpoint: _with(
        endpoint, Access(lambda who, path: may_read(who, view, path.get("table", "")), logged=False)
    )


def does(action: str) -> Callable[[Endpoint], Endpoint]:
    """Let those use a route who may do something to people and devices."""
    return lambda endpoint: _with(endpoint, Access(lambda who, _: may_do(who, action)))


def refuses(
    rule: Callable[[Who, Mapping[str, str]], Refusal | None],
) -> Callable[[Endpoint], Endpoint]:
    """Let those use a route whom a rule of its own does not refuse."""
    return lambda endpoint: _with(endpoint, Access(rule))


def access_of(endpoint: Callable[..., Any]) -> Access:
    """Return what was said of a route's access; one of which nothing was said is a mistake."""
    access: Access = endpoint.access  # type: ignore[attr-defined]
    return access


def _with(endpoint: Endpoint, access: Access) -> Endpoint:
    endpoint.access = access  # type: ignore[attr-defined]
    return endpoint


class GuardedRoute(APIRoute):
    """A route that looks at who asks before it reads what is asked: see :class:`Access`."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        access = access_of(self.endpoint)
        handle = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            request.state.logged = access.logged
            refusal = access.refuses(request.state.who, request.path_params)
            if refusal is not None:
                request.state.logged = True
                raise Refused(refusal)
            return await handle(request)

        return guarded
