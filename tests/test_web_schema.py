"""The API as OpenAPI says it: real schemas, every code, and nothing that is not documented."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from pitboss.codes import codes
from web_access import ALL, ROUTES
from web_house import BEGIN, ROUND, STRANGER, WebHouse, web_house

EXAMPLES = int(os.environ.get("PITBOSS_EXAMPLES", "6"))
"""Requests to each operation by each role; `make siege` makes many more."""
ROLES = (STRANGER, "dealer", "supervisor", "administrator")
NOT_OURS = [ignored_auth, positive_data_acceptance]
"""Strangers are asked for anyway; and a line is any text, most of which is no line."""
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebHouse]:
    with web_house(tmp_path_factory.mktemp("schema")) as running:
        running.play(*BEGIN, *ROUND)
        yield running
        assert not sum(running.running.board.table("1").accounts.values()), "the books balance"


@pytest.fixture(scope="module")
def document(house: WebHouse) -> dict[str, Any]:
    document = house.client().get("/openapi.json").json()
    assert isinstance(document, dict)
    return document


def test_the_api_is_as_it_says(house: WebHouse) -> None:
    """Requests that fit the schemas, and such that do not, from people of several roles."""
    api = schemathesis.openapi.from_url(f"{house.url}/openapi.json").exclude(path_regex="sign-out$")
    asked = 0
    for found in api.get_all_operations():
        for mode in GenerationMode:
            assert isinstance(found, Ok)
            asked += _tried(found.ok(), mode, house)
    print(f"{asked:,} requests")
    assert asked >= len(ROLES) * 70, "both ways of every operation"


def _tried(operation: Any, mode: GenerationMode, house: WebHouse) -> int:
    """Ask an operation some examples as every role, and hold each answer to the document."""
    asked = 0

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def each(case: Any) -> None:
        nonlocal asked
        for role in ROLES:
            asked += 1
            case.call_and_validate(headers=house.headers(role), excluded_checks=NOT_OURS)

    with suppress(Unsatisfiable):
        each()
    return asked


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in METHODS:
                yield f"{method} {path}", operation


def test_every_refusal_code_is_an_enum(document: dict[str, Any]) -> None:
    error = document["components"]["schemas"]["Error"]
    assert error["properties"]["code"]["enum"] == list(codes())
    assert error["examples"]


def test_every_operation_tells_its_answers(document: dict[str, Any]) -> None:
    """An answer has a schema with fields of its own, every no the one shape, and all have words."""
    for name, operation in operations(document):
        assert operation.get("description"), name
        assert operation["tags"], name
        responses = operation["responses"]
        assert {"400", "401", "403", "413", "422", "429"} <= responses.keys(), name
        for status, response in responses.items():
            content = response.get("content", {})
            if content.keys() & {"text/plain", "application/pdf", "application/jsonl"}:
                continue
            schema = content["application/json"]["schema"]
            if int(status) >= 400:
                shape = schema["$ref"].rpartition("/")[2]
                assert shape in ("Error", "CommandRefused"), (name, status)
            else:
                told = schema.get("items", schema)
                assert "$ref" in told, (name, status)
                model = document["components"]["schemas"][told["$ref"].rpartition("/")[2]]
                assert model["properties"] and model["description"], (name, status)


def test_every_operation_says_by_what_it_knows_who_asks(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        method, _, path = name.partition(" ")
        everybody = ROUTES[method.upper(), path].may == ALL
        assert (operation["security"] == []) == everybody, name
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_lists_have_items_with_ids(document: dict[str, Any], house: WebHouse) -> None:
    for name, operation in operations(document):
        content = operation["responses"].get("200", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema", {})
        if schema.get("type") == "array":
            model = document["components"]["schemas"][schema["items"]["$ref"].rpartition("/")[2]]
            assert "id" in model["required"], name
    for path in ("tables", "jackpots", "wagers", "rules", "codes"):
        ids = [one["id"] for one in house.client().get(f"/api/v1/{path}").json()]
        assert ids and len(set(ids)) == len(ids), path
