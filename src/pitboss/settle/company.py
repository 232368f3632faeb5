"""Which bets are legal beside each other: what clashes, and what lacks the company it needs.

A refused bet counts for nothing here: it is no base wager, no player's own bet, it stands in no
one's way and adds nothing to what a position has on a spot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.refusals import Refusal
from pitboss.rulebook import Game
from pitboss.rulebook.pays import Money
from pitboss.rulebook.provisions import OneTable, Provision
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.tables import On
from pitboss.settle.bets import UNSAID, House, rule_for
from pitboss.settle.legality import Placed

BANKER = "banker"
"""The wager whose pay table says by which commission the table is played."""

HANDS = {"player", "banker"}
"""The names of the two hands, and of the base wagers on them."""


_LICENSEE = Provision("licensee", "")
"""What holds where a section says nothing."""


def check_together(
    game: Game, results: Sequence[Placed | Refusal], house: House
) -> list[Placed | Refusal]:
    """Check what concerns several bets at once; of two that clash the earlier stands.

    A bet that lacks company among those left standing falls, and all is judged again without it,
    until nothing changes.
    """
    fallen: dict[int, Refusal] = {}
    while True:
        left = [fallen.get(at, one) for at, one in enumerate(results)]
        checked = _in_order(game, left, house)
        without_support = bets_missing_support(checked, house)
        if not without_support:
            return checked
        fallen |= without_support


def _in_order(
    game: Game, results: Sequence[Placed | Refusal], house: House
) -> list[Placed | Refusal]:
    standing: list[Placed] = []
    checked: list[Placed | Refusal] = []
    numbers = _position_numbers(game, results)
    for one in results:
        if isinstance(one, Placed):
            fault = _no_such_position(game, one, numbers) or _clash(game, one, standing, house)
            if fault is not None:
                checked.append(fault)
                continue
            standing.append(one)
        checked.append(one)
    return checked


def bets_missing_support(checked: Sequence[Placed | Refusal], house: House) -> dict[int, Refusal]:
    """Find the bets that lack company, by index; one kind of company at a time.

    A base wager may fall for its minimum or its reading, never for want of another wager. So those
    two come first: by the time a base wager is asked for it is settled which of them stand.
    """
    standing = {at: one for at, one in enumerate(checked) if isinstance(one, Placed)}
    everyone = tuple(standing.values())
    own: dict[int, list[Placed]] = {}
    for one in everyone:
        own.setdefault(one.bet.position, []).append(one)
    if house.minimum_cents:
        short = _below_minimum(standing, house)
        if short:
            return short
    needy = any(_needs_base(one, house) for one in everyone)
    checks = (
        (_other_commission, None, any(one.table.reading != DEFAULT for one in everyone)),
        (_without_base, own, needy),
        (_without_own_bet, own, any(one.bet.toke for one in everyone)),
    )
    for check, whose, applies in checks:
        if not applies:
            continue
        found = {
            at: fault
            for at, one in standing.items()
            if (fault := check(one, whose[one.bet.position] if whose else everyone, house))
        }
        if found:
            return found
    return {}


# --- who sits where ---


def _position_numbers(game: Game, results: Sequence[Placed | Refusal]) -> tuple[On, ...]:
    """Return the numbers on the layout: of the pay table in use, else of the largest layout."""
    for one in results:
        if isinstance(one, Placed) and one.table.wager.by_seat:
            return one.table.wager.places(one.table.id)
    return game.position_numbers


def _no_such_position(game: Game, placed: Placed, numbers: tuple[On, ...]) -> Refusal | None:
    """Refuse a position whose number the layout does not print, whatever the wager."""
    position = placed.bet.position
    if game.seat_wager is None or position == UNSAID or position in numbers:
        return None
    return Refusal(
        "no-such-position",
        f"the layout has no position {position}",
        f"choose one of {', '.join(map(str, numbers))}",
        game.seat_wager.cite,
    )


def _seat_taken(placed: Placed, before: Sequence[Placed]) -> Refusal | None:
    """Refuse a second position on a seat: only a bet that names none can come there."""
    wager, seat = placed.table.wager, placed.table.on
    if not wager.by_seat:
        return None
    for other in before:
        shared = (other.bet.wager, other.table.on) == (placed.bet.wager, seat)
        if shared and other.bet.position != placed.bet.position:
            return Refusal(
                "seat-taken",
                f"seat {seat} has a bet on {wager.name} by another position",
                "name the position that bets, once for each seat",
                wager.cite,
            )
    return None


# --- what clashes with an earlier bet ---


def _clash(game: Game, one: Placed, before: Sequence[Placed], house: House) -> Refusal | None:
    """Return why a bet cannot stand beside those that were placed before it, if it cannot."""
    own = [other for other in before if other.bet.position == one.bet.position]
    return (
        _mixed_tables(game, one, before)
        or _seat_taken(one, before)
        or clash_of_position(one, own, house)
    )


def clash_of_position(one: Placed, own: Sequence[Placed], house: House) -> Refusal | None:
    """Return why a bet cannot stand beside the others of its position, if it cannot."""
    return _both_hands(one, own, house) or _above_maximum(one, own, house)


def _mixed_tables(game: Game, one: Placed, before: Sequence[Placed]) -> Refusal | None:
    """Refuse a second pay table where one holds for all: a group of wagers, a progressive."""
    wager, name = one.table.wager, one.bet.wager
    groups = [group for group in game.one_table if name in group.wagers]
    if wager.role == "progressive":
        groups.append(OneTable((name,), wager.cite))
    for group in groups:
        for other in before:
            if other.bet.wager in group.wagers and other.table.id != one.table.id:
                verb = "share" if len(group.wagers) > 1 else "has"
                return Refusal(
                    "mixed-tables",
                    f"{', '.join(group.wagers)} {verb} one pay table; {other.table.id} is in use",
                    f"use table {other.table.id} for {name} too",
                    group.cite,
                )
    return None


def _both_hands(one: Placed, own: Sequence[Placed], house: House) -> Refusal | None:
    bet = one.bet
    rule = one.table.wager.discretion.get("both-hands", _LICENSEE)
    if rule.rule != "barred" and (rule.rule != "licensee" or house.both_hands):
        return None
    for other in own:
        places = {one.table.on, other.table.on} if other.bet.wager == bet.wager else set()
        if HANDS in ({bet.wager, other.bet.wager}, places):
            return Refusal(
                "both-hands-barred",
                f"{one.spot} and {other.whose} are on both hands, which is not allowed here",
                "keep one of the two",
                rule.cite or None,
            )
    return None


def _above_maximum(one: Placed, own: Sequence[Placed], house: House) -> Refusal | None:
    """Refuse what makes a spot stand above its limit: the maximum, or one unit of a progressive."""
    before = _on_the_spot(one, own)
    if one.table.unit is not None:
        if not before:
            return None
        return Refusal(
            "one-unit-each",
            f"position {one.bet.position} has its base unit on {one.spot} already",
            "bet it once",
            one.table.wager.cite,
        )
    highest = rule_for(one.bet.wager, house.maximum_cents)
    total = before + one.bet.stake_cents
    if highest is None or total <= highest:
        return None
    return Refusal(
        "above-maximum",
        f"{one.whose} would stand at {Money(total)}, above the maximum",
        f"bet at most {Money(highest)}",
        "30-2803(3)(b)",
    )


# --- what lacks company ---


def _below_minimum(standing: Mapping[int, Placed], house: House) -> dict[int, Refusal]:
    """Refuse the bets of every spot that stands below its minimum, its tokes apart."""
    totals: dict[tuple[object, ...], int] = {}
    found = {}
    for at, one in standing.items():
        lowest = rule_for(one.bet.wager, house.minimum_cents)
        if lowest is None or one.bet.stake_cents >= lowest or one.table.unit is not None:
            continue
        if not totals:
            for other in standing.values():
                key = (*_spot(other), other.bet.toke)
                totals[key] = totals.get(key, 0) + other.bet.stake_cents
        total = totals[(*_spot(one), one.bet.toke)]
        if total < lowest:
            found[at] = Refusal(
                "below-minimum",
                f"{one.whose} stands at {Money(total)}, below the minimum",
                f"bet at least {Money(lowest)}",
                "30-2803(3)(b)",
            )
    return found


def _other_commission(one: Placed, everyone: Sequence[Placed], _: House) -> Refusal | None:
    """Refuse a reading that holds under one commission where the table is played by another."""
    table = one.table
    used = [other.table.id for other in everyone if other.bet.wager == BANKER]
    for ambiguity, alternative in table.wager.chosen(table.id, table.reading):
        needed = ambiguity.commission
        others = [id for id in used if needed and id != needed]
        if others:
            return Refusal(
                "reading-needs-commission",
                f'the reading "{alternative.name}" of {one.bet.wager} holds only where '
                f"{BANKER} uses table {needed}; {others[0]} is in use",
                f"bet on {BANKER}@{needed}, or take another reading",
                ambiguity.cite,
            )
    return None


def _needs_base(one: Placed, house: House) -> bool:
    wager = one.table.wager
    if wager.role == "base":
        return False
    rule = wager.discretion.get("base-wager", _LICENSEE).rule
    return rule == "required" or (rule == "licensee" and house.base_wager_required)


def _without_base(one: Placed, everyone: Sequence[Placed], house: House) -> Refusal | None:
    wager = one.table.wager
    if not _needs_base(one, house):
        return None
    needed = wager.discretion.get("base-wager", _LICENSEE)
    if any(other.table.wager.role == "base" for other in _players_own(one, everyone)):
        return None
    return Refusal(
        "base-wager-required",
        f"{one.whose} needs a bet on the base game by the same position",
        "add a base wager, such as player",
        needed.cite or None,
    )


def _without_own_bet(one: Placed, everyone: Sequence[Placed], _: House) -> Refusal | None:
    wager = one.table.wager
    rule = wager.discretion.get("tokes", Provision("house", ""))
    if not one.bet.toke or rule.rule != "own-bet" or wager.role == "base":
        return None
    if any(_spot(other) == _spot(one) for other in _players_own(one, everyone)):
        return None
    return Refusal(
        "toke-needs-own-bet",
        f"a bet for the dealer on {one.spot} needs the player's own bet on that spot",
        "add the player's own bet",
        rule.cite,
    )


def _players_own(one: Placed, everyone: Sequence[Placed]) -> list[Placed]:
    """Return what the same position has bet for itself."""
    return [
        other for other in everyone if other.bet.position == one.bet.position and not other.bet.toke
    ]


def _spot(one: Placed) -> tuple[int, str, object]:
    return one.bet.position, one.bet.wager, one.table.on


def _on_the_spot(one: Placed, everyone: Sequence[Placed]) -> int:
    """Add up what a position has on a spot; its own stakes and its tokes are limited apart."""
    if not everyone:
        return 0
    wager, position, toke = one.bet.wager, one.bet.position, one.bet.toke
    return sum(
        [
            bet.stake_cents
            for bet, table in everyone
            if bet.wager == wager
            and bet.position == position
            and bet.toke == toke
            and table.on == one.table.on
        ]
    )
