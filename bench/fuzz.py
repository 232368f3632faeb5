"""The fuzz of tests/fuzz.py by the clock: no case should take 2 s; prints the slowest ten.

python bench/fuzz.py [--seed 28] [--cases 5200] [--first 0]
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import fuzz

GOAL_SECONDS = 2


def main() -> None:
    """Run the cases that were asked for; end with 1 if one went wrong."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=fuzz.SEED)
    parser.add_argument("--cases", type=int, default=5_200)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    fuzz.names()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkfifo("fifo")
        numbers = range(asked.first, asked.first + asked.cases)
        done = [(number, fuzz.run(fuzz.make(asked.seed, number))) for number in numbers]
        os.chdir("/")
    slow = sum(one.seconds > GOAL_SECONDS for _, one in done)
    print(f"fuzz: {len(done):,} cases of seed {asked.seed}, {slow} over {GOAL_SECONDS} s of CPU")
    for number, one in sorted(done, key=lambda pair: -pair[1].seconds)[:10]:
        print(f"{fuzz.described(one)} case {number}")
    wrong = [(number, one) for number, one in done if one.fault]
    for number, one in wrong:
        print(f"case {number}: {one.fault}\n  {one}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
