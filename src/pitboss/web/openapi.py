"""The API as OpenAPI: beside the schemas, by what each operation wants to know who asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi

from pitboss.web.access import GuardedRoute, access_of, everybody
from pitboss.web.guard import COOKIE

SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "as sign-in or pair gave it"},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "of a browser; with X-CSRF-Token on everything but reading",
    },
}


def with_document(made: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Let an app describe itself."""
    routes = [
        route for router in routers for route in router.routes if isinstance(route, GuardedRoute)
    ]

    def document() -> dict[str, Any]:
        if made.openapi_schema is None:
            told = get_openapi(
                title=made.title,
                version=made.version,
                description=made.description,
                routes=made.routes,
            )
            told.setdefault("components", {})["securitySchemes"] = SCHEMES
            for route in routes:
                _say_who(told, route)
            made.openapi_schema = told
        return made.openapi_schema

    made.openapi = document  # type: ignore[method-assign]


def _say_who(told: dict[str, Any], route: GuardedRoute) -> None:
    for method in (route.methods or ()) if route.include_in_schema else ():
        operation = told["paths"].get(route.path, {}).get(method.lower())
        if operation is not None:
            free = access_of(route.endpoint).refuses is everybody
            operation["security"] = [] if free else [{name: []} for name in SCHEMES]
