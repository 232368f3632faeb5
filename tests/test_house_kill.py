"""A busy house is killed, or its database server is, and nothing acknowledged is lost.

``make kill`` kills 300 times on each database, and the server 20 times.
"""

from __future__ import annotations

import os
import sys

from databases import Cluster
from house_kill import BOUNDARIES, Matrix, ServerMatrix
from house_storm import RULES

KILLS = int(os.environ.get("PITBOSS_KILLS", "15"))
SERVER_KILLS = int(os.environ.get("PITBOSS_SERVER_KILLS", "3"))
SEED = int(os.environ.get("PITBOSS_SEED", "1"))


def told(matrix: Matrix, kills: int) -> None:
    """Kill, and say how far it is where that takes long."""
    while matrix.points < kills:
        matrix.point()
        if kills > 50 and matrix.points % 20 == 0:
            print(f"{matrix.points} kills: {dict(matrix.reached)}", file=sys.stderr)
    matrix.audit.verify(RULES)
    print(f"{matrix.points} kills: {dict(matrix.reached)}")


def test_must_show__a_killed_house_loses_nothing_that_it_acknowledged(database_url: str) -> None:
    matrix = Matrix(database_url, SEED)
    told(matrix, KILLS)
    assert sum(matrix.reached[where] for where in (*BOUNDARIES, "outside")) == KILLS
    ways = (*BOUNDARIES, "outside", "was there", "applied when given again", "batches of several")
    assert [way for way in ways if not matrix.reached[way]] == []
    games = matrix.audit.auditor.reached
    assert games["ProgressivesTaken"] and games["HitRecorded"]


def test_must_show__a_killed_server_is_missed_in_words_and_loses_nothing(
    own_cluster: Cluster,
) -> None:
    matrix = ServerMatrix(own_cluster, own_cluster.create(), SEED)
    told(matrix, SERVER_KILLS)
    assert matrix.reached["SIGKILL"] and matrix.reached["SIGQUIT"]
    assert matrix.reached["refused in words"] >= SERVER_KILLS
