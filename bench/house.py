"""The store by the clock, on SQLite and on PostgreSQL, side by side in one run.

Group commit against one transaction per command, START GAMEs a second, what a command costs and
where, Core against raw drivers, a cold start of a million events, verifying, bytes per round. The
machine may be shared and noisy: ratios of runs taken in turn count. PostgreSQL is started as the
tests do it, durable as in earnest.

    python bench/house.py [--events 1000000] [--seconds 4] [--only sqlite|postgresql]
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
import house_cold
import house_costs
import house_rates
from house_load import dealt

from databases import Cluster

KINDS = ("sqlite", "postgresql")
COLD_TABLES = 50


class Place:
    """Where empty databases come from, one kind each."""

    def __init__(self, kind: str, folder: str, cluster: Cluster | None) -> None:
        self.kind, self.folder, self.cluster = kind, folder, cluster
        self.made = 0

    @contextmanager
    def empty(self) -> Iterator[str]:
        """Give the URL of an empty database, and drop it afterwards."""
        self.made += 1
        if self.cluster is None:
            file = os.path.join(self.folder, f"house-{self.made}.db")
            yield f"sqlite:///{file}"
            for ending in ("", "-wal", "-shm", ".writer"):
                Path(file + ending).unlink(missing_ok=True)
            return
        name = self.cluster.create()
        yield self.cluster.url(name)
        self.cluster.drop(name)


@contextmanager
def places(kinds: tuple[str, ...]) -> Iterator[list[Place]]:
    """Give a place of each kind; a PostgreSQL of our own is started and ended."""
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster() if "postgresql" in kinds else None
        try:
            yield [Place(kind, folder, None if kind == "sqlite" else cluster) for kind in kinds]
        finally:
            if cluster is not None:
                cluster.remove()


def main() -> None:
    """Print every figure beside its target."""
    parser = ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--only", choices=KINDS)
    asked = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"the store: {os.cpu_count()} cores, load {load:.1f} before we began")
    script = dealt(house_rates.ROUNDS)
    with places((asked.only,) if asked.only else KINDS) as all_places:
        for place in all_places:
            print(f"\n{place.kind}")
            house_rates.commits(place, script, asked.seconds)
            house_rates.starts(place, script)
            house_costs.commands(place, script)
            house_costs.drivers(place, script)
            if asked.events:
                house_cold.starts(place, COLD_TABLES, asked.events)


if __name__ == "__main__":
    main()
