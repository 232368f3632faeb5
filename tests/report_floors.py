"""Small floors whose every figure is computed by hand, for the tests of reports."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from floor_runs import Played
from pitboss.jackpot.reports import FloorReader, FloorRecord
from pitboss.rulebook import Rulebook

FORMULA = '=HYPERLINK("x")'

HOUSE = """
[floor]
name = "Two tables"

[[tables]]
id     = "12"
game   = "eternal-baccarat"
offers = ["player", "banker", "tie", "fate-38@PT-PRG-F38-01"]
limits = { base = "5 to 500", optional = "1 to 100" }

[[tables]]
id     = "13"
game   = "eternal-baccarat"
offers = ["player", "banker", "tie", "fate-38@PT-PRG-F38-01"]
limits = { base = "5 to 500", optional = "1 to 100" }

[[badges]]
number = "2207"
level  = "supervisor"

[[badges]]
number = "3301"
level  = "executive"
"""

JACKPOT = """
[[jackpots]]
id     = "fate-38"
game   = "eternal-baccarat"
wager  = "fate-38"
table  = "PT-PRG-F38-01"
seed   = 2000
tables = ["12", "13"]
levels = { executive = 2000 }
"""

# A unit of $1 adds 0.17 to the meter and 0.05 to the reserve. Days begin at 06:00.
SCRIPT = f"""
2026-01-01T05:00 table 12: sit 1
table 12: buy in 1 100
table 12: sit 2
table 12: buy in 2 100
table 12: prepare burning 5d
table 13: sit 4
table 13: buy in 4 100
table 13: prepare burning 5d
table 12: bet 1 fate-38 1
table 12: bet 2 fate-38 1
05:58 table 12: coup 9s Kd / 4h 2c
table 12: finish
jackpot fate-38: read 2000.34 at 12 by 2207
06:00 table 13: bet 4 fate-38 1
table 13: coup 9s Kd / 4h 2c
table 13: finish
jackpot fate-38: read 2000.50 at 13 by 2207
jackpot fate-38: adjust +1.000001 by 2207 and 3301: {FORMULA}
table 13: bet 4 fate-38 1
table 13: no more bets
table 13: start game
table 13: void round by 2207: a card was exposed
table 12: bet 1 fate-38 1
table 12: bet 2 fate-38 1
table 12: coup As 2s 8s / Ks 3s
table 12: hit jackpot fate-38
jackpot fate-38: pay by 2207
> refused executive-needed
jackpot fate-38: verify by 2207
jackpot fate-38: pay by 3301
table 12: finish
"""


def record_of(texts: list[str], rulebook: Rulebook | None = None) -> FloorRecord:
    """Return what reports are made from, of a journal."""
    return FloorReader(rulebook).read(f"{text}\n" for text in texts)


@cache
def played(script: str = SCRIPT, floor: str = HOUSE + JACKPOT) -> tuple[str, ...]:
    """Return the lines of the journal of a script."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "floor.toml"
        path.write_text(floor, "utf-8")
        return tuple(Played(script, path).texts)


@cache
def evening() -> FloorRecord:
    """Return the record of the script above."""
    return record_of(list(played()))


def saved(folder: Path, texts: tuple[str, ...] | None = None) -> Path:
    """Return a file with a journal."""
    path = folder / "evening.jsonl"
    path.write_text("".join(f"{text}\n" for text in texts or played()), "ascii", newline="\n")
    return path
