"""How each spot looks: classes of the sheet, by the group that it stands in."""

from __future__ import annotations

from pitboss.web.felt.events import needs_tie
from pitboss.web.felt.groups import Group
from pitboss.web.felt.spots import FeltSpot

_HANDS = {"player": "P", "banker": "B"}


def look_of(group: Group, spot: FeltSpot) -> str:
    """Return the classes of a spot."""
    return " ".join(filter(None, (*_classes(group, spot), "cover" if spot.cover else "")))


def _classes(group: Group, spot: FeltSpot) -> tuple[str, ...]:
    hand = _HANDS.get(spot.hand or "", "")
    base = spot.table.wager.role == "base"
    match group.kind:
        case "mains" if spot in group.spots:
            return "hero", hand
        case "ties" if base:
            return "hero", "T"
        case "ties":
            return ("",) if needs_tie(spot.wins_by) else ("named",)
        case "stars":
            return ("star",)
        case "series":
            return ("rung",)
        case "sensors" | "by-seat":
            return ("pill",)
        case "repeats":
            return ("repeat",)
    return (hand,)
