"""What may be bet, in the few words that a sign has room for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.rulebook.pays import Money, percent
from pitboss.settle.bets import rule_for
from pitboss.table.setups.setup import TableSetup
from pitboss.table.state import AnnouncedLimits, Table
from pitboss.table.steps.limits import holds_from
from pitboss.web.felt.layout import felt_of
from pitboss.web.words import words

ROLES = ("base", "optional", "progressive")
SAID = words["sign"]["limits"]


class Bounds(NamedTuple):
    """The least and the most of a bet, or the unit that it must be; None is no limit."""

    minimum_cents: int | None
    maximum_cents: int | None
    unit_cents: int | None = None


class Posted(NamedTuple):
    """Some wagers, and what may be bet on each of them."""

    name: str
    amount: str


def posted(setup: TableSetup) -> list[Posted]:
    """Return the limits of a table by kind of wager; wagers that differ stand by their names."""
    lines = list(_lines(setup, _bounds(setup)))
    kind, rate = setup.vigorish
    if kind != "none" and rate:
        amount = SAID["vigorish"].format(rate=percent(rate))
        lines.append(Posted(SAID["commission"], amount))
    return lines or [Posted(SAID["none"], "")]


def announced(setup: TableSetup, coming: AnnouncedLimits) -> list[Posted]:
    """Return the limits to come that differ from those that hold."""
    now = _bounds(setup)
    then = now | {
        line.wager: Bounds(line.minimum_cents, line.maximum_cents, line.unit_cents)
        for line in coming.limits
    }
    changed = {wager for wager, bounds in then.items() if now.get(wager) != bounds}
    return list(_lines(setup, then, changed))


def said_from(table: Table, said: Mapping[str, str]) -> str:
    """Return in words from which round announced limits hold: ``from``, or ``late`` if it passed.

    Until two people make them hold, a later round than the announced one may be the first.
    """
    first = holds_from(table)
    late = table.announced is not None and first > table.announced.round
    return said["late" if late else "from"].format(round=first)


def changes(before: TableSetup, after: TableSetup) -> Iterator[str]:
    """Yield in words which limits a setup has otherwise than another: alike ones together.

    What is offered anew has limits that were none before; what is dropped has none to tell.
    """
    old, new = _bounds(before), _bounds(after)
    alike: dict[tuple[str, Bounds | None, Bounds], list[str]] = {}
    for name, bounds in new.items():
        if old.get(name) != bounds:
            alike.setdefault((after.wagers[name].role, old.get(name), bounds), []).append(name)
    for (role, then, now), names in alike.items():
        whole = names == [name for name in new if after.wagers[name].role == role]
        title = SAID[role] if whole else _named(after, names)
        amounts = [_amount(one, after.currency) or SAID["unlimited"] for one in (now, then) if one]
        yield (
            f"{title} {SAID['was'].format(now=amounts[0], then=amounts[1])}"
            if then
            else (f"{title} {amounts[0]}")
        )


def _bounds(setup: TableSetup) -> dict[str, Bounds]:
    house = setup.house
    found = {}
    for (wager, _), table in setup.spots.items():
        unit = None
        if table.unit is not None:
            unit = rule_for(wager, house.unit_cents) or table.unit.cents
        least, most = (
            rule_for(wager, bound) for bound in (house.minimum_cents, house.maximum_cents)
        )
        found[wager] = Bounds(least, most, unit)
    return found


def _lines(
    setup: TableSetup, bounds: dict[str, Bounds], changed: Iterable[str] | None = None
) -> Iterator[Posted]:
    for role in ROLES:
        of_role = [name for name in bounds if setup.wagers[name].role == role]
        alike: dict[Bounds, list[str]] = {}
        for name in of_role:
            alike.setdefault(bounds[name], []).append(name)
        for limit, wagers in alike.items():
            amount = _amount(limit, setup.currency)
            if amount and (changed is None or set(wagers) & set(changed)):
                yield Posted(SAID[role] if len(alike) == 1 else _named(setup, wagers), amount)


def _named(setup: TableSetup, wagers: list[str]) -> str:
    """Return wagers by their names on the felt, each once."""
    spots = felt_of(setup).spots
    names = (spot.name for (wager, _), spot in spots.items() if wager in wagers)
    return ", ".join(dict.fromkeys(names))


def _amount(bounds: Bounds, currency: str) -> str:
    def money(cents: int | None) -> str:
        return "" if cents is None else str(Money(cents, currency))

    least, most = money(bounds.minimum_cents), money(bounds.maximum_cents)
    if bounds.unit_cents is not None:
        return (
            SAID["each"].format(unit=money(bounds.unit_cents)) if most else money(bounds.unit_cents)
        )
    key = "range" if least and most else "least" if least else "most" if most else ""
    return SAID[key].format(least=least, most=most) if key else ""
