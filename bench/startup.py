"""Start-up: how long short commands take, in times of a bare Python, best of interleaved runs.

The machine may be shared and noisy, so what counts is the ratio, and every round runs each once.
Name the checkout of an earlier commit in PITBOSS_BEFORE (with its modules compiled and its catalog
read once, as `make` does) to have its ratio too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 25
HERE = Path(__file__).resolve().parent.parent
RUN = "import sys; from pitboss.cli import main; sys.exit(main())"
TARGETS = {"games": 4.5, "odds eternal-baccarat/sun-7": 6.5}
"""Times of a bare Python that a command may take."""
OF_BEFORE = 0.65
"""The part that it may take of what it took before."""


def seconds(checkout: Path, code: str, *words: str) -> float:
    """Return the wall time of one run of Python on a checkout."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - start


def main() -> None:
    """Print each command's best time, and its ratios with their targets."""
    checkouts = {"now": HERE}
    if before := os.environ.get("PITBOSS_BEFORE"):
        checkouts["before"] = Path(before)
    jobs = {("bare", ""): (HERE, "pass", "")} | {
        (which, command): (checkout, RUN, command)
        for command in TARGETS
        for which, checkout in checkouts.items()
    }
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(ROUNDS):
        for job, (checkout, code, command) in jobs.items():
            best[job] = min(best[job], seconds(checkout, code, *command.split()))
    bare = best["bare", ""]
    print(f"Start-up, best of {ROUNDS} interleaved; a bare Python takes {bare * 1e3:.1f} ms")
    for command, most in TARGETS.items():
        now = best["now", command]
        line = f"  {command:30} {now * 1e3:6.1f} ms {now / bare:6.2f}x bare (target {most}x)"
        if "before" in checkouts:
            line += f" {now / best['before', command]:6.2f} of before (target {OF_BEFORE})"
        print(line)


if __name__ == "__main__":
    main()
