"""The targets for speed in one table: what a command may take, what it takes, whether that is met.

CPU seconds of a whole command, best of three; wall seconds where a line says so. Start-up
(startup.py) and sentences (sentences.py) have tables of their own. The last column is what commit
bbfc32d took in CPU seconds, on another day: for orientation.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent.parent
RUN = "import sys; from pitboss.cli import main; sys.exit(main())"
TIMES = 3


class Target(NamedTuple):
    """A command line, the seconds it may take, and those it took before; CPU unless ``wall``."""

    line: str
    most: float
    before: float
    wall: bool = False


TARGETS = (
    Target('odds --game baccarat --event "player.pair and player.suited"', 3.0, 6.3, wall=True),
    Target(
        "odds baccarat --combine match-pair:player=1 --combine match-pair:banker=1 "
        "--combine perfect-pair=1",
        0.5,
        0.1,
    ),
    Target(
        "odds baccarat --combine match-pair:player=1 --combine perfect-pair=1 --combine tie=1",
        0.5,
        3.6,
    ),
    Target("odds eternal-baccarat --by decks", 1.0, 3.0),
    Target("audit", 1.0, 1.9),
    Target("countability ez-baccarat/dragon-7 --shoes 10000", 2.0, 4.4),
    Target("odds --format pdf --output all.pdf", 4.0, 6.6, wall=True),
)


def seconds(target: Target, folder: str) -> float:
    """Return the CPU or wall seconds of one run in a folder that it may write to."""
    began, wall = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", RUN, *shlex.split(target.line)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HERE / "src")},
        capture_output=True,
    )
    assert done.returncode in (0, 1), done.stderr  # an audit that finds something says 1
    if target.wall:
        return time.perf_counter() - wall
    ended = os.times()
    return sum(ended[2:4]) - sum(began[2:4])


def main() -> None:
    """Print the table."""
    print(f"{'target':>11}  {'measured':>8}  {'':7}  {'before':>6}  pitboss ...")
    with tempfile.TemporaryDirectory() as folder:
        for target in TARGETS:
            best = min(seconds(target, folder) for _ in range(TIMES))
            unit = "wall" if target.wall else "CPU"
            verdict = "met" if best <= target.most else "not met"
            print(
                f"{target.most:4.1f} s {unit:4}  {best:6.2f} s  {verdict:7}  {target.before:4.1f} s"
                f"  {target.line}"
            )


if __name__ == "__main__":
    main()
