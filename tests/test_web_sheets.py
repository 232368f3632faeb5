"""The sheets: what several screens share is said in one of them."""

from __future__ import annotations

import re
from collections import defaultdict
from importlib.resources import files

import pytest

SHEETS = {
    file.name: file.read_text(encoding="utf-8")
    for file in (files("pitboss.web") / "static" / "css").iterdir()
    if file.name.endswith(".css")
}
SHARED = (".hand", ".stage", ".strip", ".steps")
_NOTES, _QUERIES = (
    re.compile(r"/\*.*?\*/", re.DOTALL),
    re.compile(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}"),
)


def said(text: str) -> set[tuple[str, str]]:
    """Return every selector with every property that it says, whatever the width.

    >>> sorted(said("a, b > i { color: red; } @media print { a { color: black; } }"))
    [('a', 'color'), ('b > i', 'color')]
    """
    found = set()
    for selectors, body in re.findall(
        r"([^{}]+)\{([^{}]*)\}", _QUERIES.sub("", _NOTES.sub("", text))
    ):
        properties = re.findall(r"([a-z-]+)\s*:", re.sub(r"\([^()]*\)", "", body))
        found |= {(one.strip(), name) for one in selectors.split(",") for name in properties}
    return found


@pytest.mark.parametrize("printed", [".track li", ".box"])
def test_numbers_that_are_only_printed_on_the_felt_are_not_framed_as_spots_are(
    printed: str,
) -> None:
    rules = said("".join(SHEETS.values()))
    framed = {property for selector, property in rules if selector == ".spot"}
    assert {"border", "border-radius", "cursor"} <= framed
    found = {property for selector, property in rules if selector == printed}
    assert "color" in found and not found & {"border", "border-radius", "cursor"}


@pytest.mark.parametrize("name", SHARED)
def test_what_screens_share_is_one_set_of_rules(name: str) -> None:
    places = defaultdict(list)
    for sheet, text in SHEETS.items():
        for selector, property in said(text):
            if re.match(rf"{re.escape(name)}(?![\w-])", selector):
                places[selector, property].append(sheet)
    assert places, "the rules are somewhere"
    assert [(rule, sheets) for rule, sheets in places.items() if len(sheets) > 1] == []
    assert (
        len({sheet for (rule, _), sheets in places.items() for sheet in sheets if rule == name})
        == 1
    )
