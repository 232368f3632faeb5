"""Everything that is wrong with a setup, each fault with its citation."""

from __future__ import annotations

from pitboss.refusals import Refusal
from pitboss.table.setup import TableSetup


def faults_of(setup: TableSetup) -> tuple[Refusal, ...]:
    """Return every reason why a table may not be set up like this."""
    del setup  # every check is still to come
    return ()
