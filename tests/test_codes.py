"""Refusal codes are declared once: whatever the source can give is listed, and nothing else."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from code_uses import Use, uses
from pitboss.cli import main
from pitboss.codes import codes

USES, UNCLEAR = uses()
BY_CODE: dict[str, list[Use]] = defaultdict(list)
for use in USES:
    BY_CODE[use.code].append(use)
ROOMS = (
    "games",
    "rulebook",
    "settle",
    "odds",
    "simulate",
    "table",
    "jackpot",
    "printing",
    "house",
    "web",
    "client",
    "cli",
)


def _rooms(code: str) -> str:
    return " ".join(room for room in ROOMS if room in {one.room for one in BY_CODE[code]})


def test_every_code_can_be_read_from_the_source() -> None:
    told = [
        f"{one.path}:{one.line} gives the code {one.expression}: write a literal (or a choice of "
        "literals) there, or say in COMPUTED of tests/code_uses.py what it can come to"
        for one in UNCLEAR
    ]
    assert not told, "\n".join(told)


def test_no_code_is_undeclared() -> None:
    told = [
        f'add to src/pitboss/codes.toml: {code} = ["{_rooms(code)}", "What it means."]  '
        f"(given in {', '.join(f'{one.path}:{one.line}' for one in BY_CODE[code])})"
        for code in sorted(BY_CODE.keys() - codes().keys())
    ]
    assert not told, "\n".join(told)


def test_no_declared_code_is_unused() -> None:
    told = [
        f"remove {code} from src/pitboss/codes.toml: nothing in src/pitboss gives it"
        for code in sorted(codes().keys() - BY_CODE.keys())
    ]
    assert not told, "\n".join(told)


def test_the_rooms_are_those_that_give_the_code() -> None:
    told = [
        f'in src/pitboss/codes.toml {code} = ["{_rooms(code)}", ...]: these rooms give it'
        for code, declared in codes().items()
        if code in BY_CODE and " ".join(declared.rooms) != _rooms(code)
    ]
    assert not told, "\n".join(told)


def test_the_citation_is_what_every_refusal_of_the_code_cites() -> None:
    """One literal everywhere is declared; none anywhere is null; several have a common head."""
    told = []
    for code, declared in codes().items():
        cites = {one.cite for one in BY_CODE.get(code, ())}
        known = {cite for cite in cites if cite}
        if len(cites) == 1 and known and declared.citation not in known:
            told.append(f"in src/pitboss/codes.toml cite {known} for {code}")
        elif cites == {None} and declared.citation is not None:
            told.append(f"no refusal {code} cites anything: no citation in src/pitboss/codes.toml")
        elif declared.citation and not all(cite.startswith(declared.citation) for cite in known):
            told.append(f"{code} is given with {known}, not with {declared.citation} alone")
    assert not told, "\n".join(told)


def test_a_meaning_is_one_plain_sentence_of_its_own() -> None:
    meanings = [one.meaning for one in codes().values()]
    assert len(set(meanings)) == len(meanings)
    for one in codes().values():
        assert re.fullmatch(r"""["A-Z][^;\n]{15,98}\.""", one.meaning), one
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one.code)


def test_the_declarations_are_sorted() -> None:
    assert list(codes()) == sorted(codes())


def test_the_search_sees_every_way_to_give_a_code(tmp_path: Path) -> None:
    """Literals, choices, defaults and keywords are found; what is computed is told."""
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "module.py").write_text(
        "def no(text, code='by-default'):\n"
        "    return Refusal(code, text, 'go on')\n"
        "no('text', 'by-place')\n"
        "no('text', code='by-name')\n"
        "Refusal('this' if x else 'that', 'message', 'remedy', '30-2816(1)')\n"
        "other._replace(code='replaced')\n"
        "unreadable(f'no-{what}', 'message', 'remedy')\n"
        "unreadable(code, 'message', 'remedy')\n"
        "unreadable(other.code, 'message', 'remedy')\n"
    )
    clear, unclear = uses(tmp_path)
    given = {"by-default", "by-place", "by-name", "this", "that", "replaced"}
    assert {one.code for one in clear} == given
    assert {one.cite for one in clear if one.code in ("this", "that")} == {"30-2816(1)"}
    assert {one.room for one in clear} == {"room"}
    assert [(one.expression, one.line) for one in unclear] == [("f'no-{what}'", 7), ("code", 8)]


# --- on the command line ---


def test_the_codes_are_listed_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--codes", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["code"] for one in listed] == list(codes())
    assert all(list(one) == ["code", "meaning", "citation", "rooms"] for one in listed)
    by_code = {one["code"]: one for one in listed}
    assert by_code["shoe-empty"]["citation"] == "30-2816(4)"
    assert by_code["shoe-empty"]["rooms"] == ["table"]
    assert by_code["unknown-card"]["rooms"] == ["games", "table"]
    assert by_code["box-empty"]["citation"] is None


def test_the_codes_are_listed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--codes"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert all(any(line.startswith(f"  {code}") for line in lines) for code in codes())
