"""A server is killed in mid-round, again and again, and its clients go on by themselves.

``make restarts`` kills 100 times on each database.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from restarts import Restarts

KILLS = int(os.environ.get("PITBOSS_RESTARTS", "0"))
SEED = int(os.environ.get("PITBOSS_SEED", "1"))
FEW = {"sqlite": 3, "postgresql": 2}
"""Kills where none are asked for."""


def test_must_show__a_server_killed_in_mid_round_loses_nothing(
    database_url: str, tmp_path: Path
) -> None:
    kills = KILLS or FEW[database_url.partition(":")[0]]
    restarts = Restarts(tmp_path, database_url, SEED)
    try:
        while restarts.counted["kills"] < kills:
            restarts.kill()
            restarts.fail()
            if KILLS and restarts.counted["kills"] % 10 == 0:
                print(dict(restarts.counted), file=sys.stderr, flush=True)
        restarts.finish()
        restarts.check()
    finally:
        restarts.server.end()
        restarts.database.close()
    print(restarts.told(SEED))
    reached = restarts.counted
    assert reached["acknowledged"] and reached["asked again"] and reached["cards"]
    assert restarts.stages.total() > restarts.stages["betting"], "none was in mid-round"
    assert reached["rounds"]
    assert reached["connected again"] >= len(restarts.watchers)
