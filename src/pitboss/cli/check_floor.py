"""What ``pitboss check`` says of a floor file: its tables, offers, limits and jackpots."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping

from pitboss.cli.output import print_table, print_text
from pitboss.rulebook import Rulebook
from pitboss.rulebook.files import Data
from pitboss.rulebook.pays import Money, percent
from pitboss.table.floor.checking import checked
from pitboss.table.floor.keys import PARTS
from pitboss.table.floor.records import Floor, Problem
from pitboss.table.floor.setups import posted, setup_of
from pitboss.table.floor.terms import terms_of
from pitboss.table.floor.writing import floor_data
from pitboss.table.setups.data import setup_data
from pitboss.table.setups.setup import Offer, TableSetup

TABLE_COLUMNS = ("table", "pit", "game", "where", "limits", "offers")
JACKPOT_COLUMNS = ("jackpot", "kind", "wager", "tables", "unit", "seed", "main", "reserve", "limit")


class FloorReport:
    """What there is to say of one floor file."""

    def __init__(self, path: str, data: Data, rulebook: Rulebook) -> None:
        self.file = os.path.basename(path)
        self.rulebook = rulebook
        self.floor, self.problems = checked(data, rulebook)

    @property
    def data(self) -> dict[str, object]:
        """The report for machines: the floor as written and its tables as set up, or problems."""
        setups = {} if self.problems else _setups(self.floor, self.rulebook)
        return {
            "file": self.file,
            "floor": self.floor.name,
            "sound": not self.problems,
            "problems": [_problem_data(problem) for problem in self.problems],
            "entries": floor_data(self.floor),
            "setups": {id: setup_data(setup) for id, setup in setups.items()},
        }

    def tell(self) -> None:
        """Print the floor as tables, or every problem on a line of its own."""
        floor = self.floor
        if self.problems:
            for problem in self.problems:
                print(f"pitboss check: {problem.refused(self.file)}", file=sys.stderr)
            return
        counted = ", ".join(
            f"{len(entries)} {noun}{'s' * (len(entries) != 1)}"
            for noun, entries in (
                ("table", floor.tables),
                ("jackpot", floor.jackpots),
                ("badge", floor.badges),
            )
        )
        kept = f"{floor.currency}, {floor.timezone}, gaming day from {floor.gaming_day}"
        print_text(f"{self.file}: {floor.name} is sound: {counted}; {kept}")
        if floor.tables:
            print()
            print_table(TABLE_COLUMNS, _table_rows(_setups(floor, self.rulebook)))
        if floor.jackpots:
            print()
            print_table(JACKPOT_COLUMNS, _jackpot_rows(floor, self.rulebook), right=range(4, 9))


def help_lines() -> str:
    """Return the keys of a floor file for a command's help."""
    lines = (f"  {part.title:13} {', '.join(key.name for key in part.keys)}" for part in PARTS)
    return "a floor file has (docs/FLOOR.md describes each key):\n" + "\n".join(
        line for text in lines for line in _folded(text)
    )


def _folded(text: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, 78, subsequent_indent=" " * 16)


def _problem_data(problem: Problem) -> dict[str, object]:
    return {"where": problem.where, "key": problem.key, **problem.refusal.data}


def _setups(floor: Floor, rulebook: Rulebook) -> dict[str, TableSetup]:
    return {table.id: setup_of(floor, table.id, rulebook) for table in floor.tables}


def _table_rows(setups: Mapping[str, TableSetup]) -> Iterator[tuple[str, ...]]:
    """Yield the tables, with a row for each group of offers that have the same limits."""
    for id, setup in setups.items():
        first = (id, setup.pit, setup.game, setup.jurisdiction)
        for limits, names in _by_limits(setup).items():
            yield (*first, limits, ", ".join(names))
            first = ("", "", "", "")


def _by_limits(setup: TableSetup) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    within_limits = dict(posted(setup))
    for name, offer in zip(setup.names, setup.offers, strict=True):
        lowest, highest, all_winners = (
            str(Money(cents or 0, setup.currency))
            for cents in (offer.minimum_cents, offer.maximum_cents, offer.aggregate_cents)
        )
        text = f"{lowest} to {highest}" if name in within_limits else "the base unit"
        text += f", all winners {all_winners}" if offer.aggregate_cents is not None else ""
        groups.setdefault(text, []).append(_with_table(setup, name, offer))
    return groups


def _with_table(setup: TableSetup, name: str, offer: Offer) -> str:
    """Return the name of an offer, with its pay table where its wager has several."""
    several = len(setup.wagers[name].tables) > 1 and "@" not in name
    return f"{name}@{offer.table}" if several and offer.table else name


def _jackpot_rows(floor: Floor, rulebook: Rulebook) -> Iterator[tuple[str, ...]]:
    for jackpot in floor.jackpots:
        terms = terms_of(floor, jackpot, rulebook)

        def money(cents: int | None) -> str:
            return "" if cents is None else str(Money(cents, floor.currency))

        grows = jackpot.kind == "progressive"
        yield (
            jackpot.id,
            jackpot.kind,
            f"{jackpot.path}@{terms.table.id}",
            ", ".join(jackpot.tables),
            money(terms.unit_cents),
            money(terms.seed_cents),
            percent(terms.main) if grows else "",
            percent(terms.reserve) if grows else "",
            money(jackpot.limit_cents),
        )
