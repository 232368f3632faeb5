"""Tables in several houses that share one meter, and what their journal must say of it."""

from __future__ import annotations

import json
from pathlib import Path

import psycopg

MAIN, RESERVE, SEED = 123_457, 40_000, 1_000_000_000
"""In micros, for each unit; the seed is the meter's."""
TABLE = """
[[tables]]
id     = "{id}"
game   = "3-dice-baccarat"
offers = ["player", "banker", "tie", "triple"]
limits = {{ base = "5 to 500", optional = "1 to 100" }}
"""
JACKPOT = """
[[jackpots]]
id     = "triple"
game   = "3-dice-baccarat"
wager  = "triple"
table  = "PT-PRG-TRI-01"
seed   = 1000
rates  = {{ main = "12.3457%", reserve = "4%" }}
tables = [{tables}]

[[badges]]
number = "2207"
level  = "supervisor"
"""


def many_tables(path: Path, houses: int) -> Path:
    """Write a floor file with so many tables, and one jackpot for all."""
    ids = [str(number) for number in range(1, houses + 1)]
    text = '[floor]\nname = "Many houses"\n' + "".join(TABLE.format(id=id) for id in ids)
    path.write_text(text + JACKPOT.format(tables=", ".join(f'"{id}"' for id in ids)))
    return path


def meter_lines(url: str) -> list[dict[str, object]]:
    """Return the lines of the jackpot."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT body FROM journal WHERE stream = 'link/triple' ORDER BY version"
        )
        return [json.loads(body) for (body,) in rows]


def counts_what_was_registered(url: str) -> None:
    """Hold every count to what each table had registered by then.

    Both are written while the meter's lock is held, so here their positions are in true order.
    """
    registered: dict[str, int] = {}
    counted: dict[str, int] = {}
    with psycopg.connect(url) as connection:
        for stream, body in connection.execute(
            "SELECT stream, body FROM journal WHERE body LIKE '%\"ProgressivesTaken\"%' "
            "OR body LIKE '%\"ContributionsCounted\"%' OR body LIKE '%\"HitRecorded\"%' "
            "ORDER BY position"
        ):
            for fact in json.loads(body)["facts"]:
                if fact["kind"] == "ProgressivesTaken":
                    (game,) = fact["registered"]
                    registered[stream.removeprefix("table/")] = game["odometer"]
                elif fact["kind"] == "ContributionsCounted":
                    counted = dict(fact["odometers"])
                    assert counted == registered
                elif fact["kind"] == "HitRecorded":
                    assert counted == registered, "a hit has all that was registered"
    assert registered


def pays_as_it_shows(url: str) -> int:
    """Hold every hit to the meter that the tables' own odometers make; return the hits."""
    counts_what_was_registered(url)
    main, reserve, units, hits, paid = SEED, 0, 0, 0, 0
    open_hits: dict[int, int] = {}
    for line in meter_lines(url):
        for fact in line["facts"]:  # type: ignore[attr-defined]
            if fact["kind"] == "ContributionsCounted":
                now = sum(count for _, count in fact["odometers"])
                main, reserve = main + (now - units) * MAIN, reserve + (now - units) * RESERVE
                units = now
            elif fact["kind"] == "HitLocked":
                hits += 1
                assert fact["amount_cents"] == main // 10_000, f"hit {hits}"
                open_hits[fact["order"]] = fact["amount_cents"]
                main -= fact["amount_cents"] * 10_000
            elif fact["kind"] == "MeterReseeded":
                main, reserve = main + reserve, 0
            elif fact["kind"] == "HitPaid":
                assert open_hits.pop(fact["order"]) == fact["amount_cents"]
                main += fact["remainder_micros"]
                paid += 1
    assert not open_hits and paid == hits
    with psycopg.connect(url) as connection:
        (shared,) = connection.execute(
            "SELECT count(*) FROM journal WHERE body LIKE '%\"SharesPaid\"%'"
        ).fetchone() or (0,)
    assert shared == hits, "every hit is paid once at its table"
    return hits
