"""The layout of a felt, from what a table offers: see :func:`felt_of`."""

from pitboss.web.felt.events import Rung, Target
from pitboss.web.felt.groups import Group, Ladder
from pitboss.web.felt.layout import Felt, felt_of
from pitboss.web.felt.spots import FeltSpot

__all__ = ["Felt", "FeltSpot", "Group", "Ladder", "Rung", "Target", "felt_of"]
