"""The rules by topic: what decides a command, and what follows from a fact, side by side.

Importing them fills the registry, which is handed on from here.
"""

from pitboss.table.handlers import APPLIERS, DECIDERS
from pitboss.table.rules import (  # noqa: F401
    betting,
    clearing,
    closing,
    dealing,
    dice,
    inspection,
    irregularities,
    opening,
    paying,
    positions,
    shoe_life,
    squeezing,
    tray,
)

__all__ = ["APPLIERS", "DECIDERS"]
