"""Data files and helpers that the tests share."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from copy import copy
from pathlib import Path

import pytest
from hypothesis import strategies as st

from databases import cluster as cluster
from databases import database_url as database_url
from databases import other_url as other_url
from databases import own_cluster as own_cluster
from databases import postgresql_url as postgresql_url
from databases import sqlite_url as sqlite_url
from pitboss import rulebook
from pitboss.games import KINDS, Outcome
from pitboss.rulebook import PayTable, Rulebook

DATA = Path(__file__).parent / "data"

st.register_type_strategy(Rulebook, st.builds(rulebook.catalog))


def rows_of(name: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file of expectations."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def every_table(*, all_readings: bool = True) -> Iterator[PayTable]:
    """Open every pay table of the catalog, on every hand and seat, under every reading."""
    for game in rulebook.games():
        for wager in game.own.values():
            for table in wager.tables:
                for place in wager.places(table):
                    for reading in wager.readings(table) if all_readings else ("default",):
                        yield wager.open(table, on=place, reading=reading)


def outcome_of(kind: str, text: str) -> Outcome:
    """Read an outcome as the data files write it."""
    parse = KINDS[kind].parse
    assert parse is not None
    return parse(*text.split(" v "))


@pytest.fixture
def open_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test add files to the catalog of this process, which then is as it was before."""
    book = rulebook.catalog()
    for name, value in vars(book).items():
        monkeypatch.setattr(book, name, copy(value))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the slowest cases of the fuzz, whichever process ran them."""
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    kept = [pair for report in reports for pair in getattr(report, "user_properties", ())]
    slowest = sorted((str(line) for name, line in kept if name == "fuzz"), reverse=True)
    if slowest:
        seeds = ", ".join(dict.fromkeys(str(seed) for name, seed in kept if name == "seed"))
        terminalreporter.section(f"fuzz: the slowest cases of seed {seeds}")
        terminalreporter.write("".join(f"{line}\n" for line in slowest[:10]))
