"""An audit of the rules themselves: what a regulator would want to know, with figures."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.analysis import Analysis, analyse, analyse_table
from pitboss.odds.records import exact, tables_of
from pitboss.rulebook import Game, Rulebook, Wager, shortfalls
from pitboss.rulebook.library import CATALOG
from pitboss.rulebook.pays import read_percent
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.toml import read_catalog

Told = Callable[[int, int], None]


class Finding(NamedTuple):
    """One thing to know: where, on which paragraph, how much, and a wording that would mend it."""

    kind: str
    wager: str
    table: str
    on: str
    reading: str
    cite: str
    figure: str
    message: str
    wording: str
    acknowledged: bool = False

    @property
    def fails(self) -> bool:
        """Whether a default reading favours the player and the catalog does not acknowledge it."""
        printed = self.kind == "favours-player" and self.reading == DEFAULT
        return printed and not self.acknowledged


class Conflict(NamedTuple):
    """A place where the sources conflict, to be reported and not resolved."""

    id: str
    games: tuple[str, ...]
    cite: str
    finding: str
    wording: str


class Rules(NamedTuple):
    """What the audit measures against, from the catalog."""

    lowest_return: Fraction
    highest_return: Fraction
    conflicts: tuple[Conflict, ...]


@cache
def rules() -> Rules:
    """Return the audit's own rules, which are catalog data."""
    data = read_catalog(os.path.join(CATALOG, "audit.toml"))
    band, conflicts = data["progressive_return"], data["conflicts"]
    assert isinstance(band, dict) and isinstance(conflicts, list)
    return Rules(
        read_percent(band["lowest"]),
        read_percent(band["highest"]),
        tuple(Conflict(**one) for one in conflicts),
    )


def audit(
    rulebook: Rulebook,
    games: Sequence[Game] | None = None,
    *,
    decks: int = 8,
    progress: Told | None = None,
) -> list[Finding]:
    """Price every wager under every reading; return what was found, the gravest first."""
    chosen = list(games) if games is not None else list(rulebook)
    wagers = [wager for game in chosen for wager in game.own.values()]
    found: list[Finding] = []
    shoe = Shoe.of(decks)
    for done, wager in enumerate(wagers):
        if progress is not None:
            progress(done, len(wagers))
        found += _of_wager(wager, rulebook, shoe)
    if progress is not None:
        progress(len(wagers), len(wagers))
    found += _conflicts({game.id for game in chosen})
    return sorted(found, key=lambda one: (not one.fails, ORDER.index(one.kind)))


ORDER = (
    "favours-player",
    "tie-vigorish",
    "below-minimum",
    "progressive-return",
    "incomplete",
    "no-pays",
    "conflict",
)


def _of_wager(wager: Wager, rulebook: Rulebook, shoe: Shoe) -> Iterator[Finding]:
    tables = tables_of(wager, table=None, on=None, reading=DEFAULT, all_readings=True, suits=None)
    for table in tables:
        sheet = analyse_table(table, shoe=shoe)
        yield from _favours_player(sheet)
        if table.reading == DEFAULT:
            yield from _open(sheet)
            yield from _out_of_band(sheet)
    for short in shortfalls(wager, rulebook.wager):
        yield Finding(
            kind="below-minimum",
            wager=wager.path,
            table=short.table,
            on="",
            reading=DEFAULT,
            cite=f"{short.cite} v {wager.cite}",
            figure="",
            message=short.message,
            wording="Raise the pays to one of the schedules, or except the table from them.",
        )
    if "tie-vigorish" in wager.vigorish:
        yield _tie_vigorish(wager, shoe)


def _finding(kind: str, sheet: Analysis, figure: str, message: str, wording: str) -> Finding:
    table = sheet.table
    return Finding(
        kind=kind,
        wager=table.wager.path,
        table=table.id,
        on="" if table.on is None else str(table.on),
        reading=table.reading,
        cite=table.cite,
        figure=figure,
        message=message,
        wording=wording,
    )


def _favours_player(sheet: Analysis) -> Iterator[Finding]:
    if sheet.edge is None or sheet.edge >= 0:
        return
    table = sheet.table
    note = table.wager.acknowledged.get(table.id, "") if table.reading == DEFAULT else ""
    message = f"the player has an edge of {float(-sheet.edge):.4%}"
    even = _even_pays(sheet)
    found = _finding(
        "favours-player",
        sheet,
        exact(sheet.edge) or "",
        f"{message}. {note}" if note else message,
        even or "Adopt another reading, or lower the pays.",
    )
    yield found._replace(acknowledged=bool(note))


def _even_pays(sheet: Analysis) -> str:
    """Say at which single pay the table would be even, where all its rows pay alike."""
    paying = [one for one in sheet.rows if one.net is not None and one.net > 0]
    if not paying or len({one.net for one in paying}) > 1:
        return ""
    chance = sum((one.probability for one in paying), Fraction(0))
    even = (1 - chance - sheet.push_probability) / chance
    return f"Pay at most {floor(even * 10_000) / 10_000:.4f} to 1, or strike rows from the list."


def _open(sheet: Analysis) -> Iterator[Finding]:
    if sheet.table.has_open_pays:
        even = sheet.break_even_pay
        figure = "" if even is None else f"{float(even):.6f} to 1"
        yield _finding(
            "no-pays",
            sheet,
            exact(even) or "",
            f"no pay is printed; the wager is even at {figure}",
            "Print the pay; the break-even odds are its upper limit.",
        )
    if sheet.table.incomplete:
        back = sheet.progressive.fixed_return if sheet.progressive else Fraction(0)
        yield _finding(
            "incomplete",
            sheet,
            exact(back) or "",
            f"{sheet.table.incomplete}; the rows that are left return {float(back):.4%} "
            "besides the meter, so any edge is an upper bound",
            "Print the table whole.",
        )


def _out_of_band(sheet: Analysis) -> Iterator[Finding]:
    one = sheet.progressive
    if one is None or one.long_term_edge is None or sheet.table.incomplete:
        return
    back, band = 1 - one.long_term_edge, rules()
    if band.lowest_return <= back <= band.highest_return:
        return
    yield _finding(
        "progressive-return",
        sheet,
        exact(back) or "",
        f"the long-term return of {float(back):.4%} is outside "
        f"{float(band.lowest_return):.0%} to {float(band.highest_return):.0%}",
        "Check the increment rates, or the band.",
    )


def _tie_vigorish(wager: Wager, shoe: Shoe) -> Finding:
    """Find the rate of tie vigorish below which the Banker wager favours the player."""
    free = analyse(wager, table="tie-vigorish", shoe=shoe, vigorish=Fraction(0))
    tie = next(one.probability for one in free.rows if one.row.cell.vigorish == "stake")
    rate = -(free.edge or Fraction(0)) / tie
    limits = wager.vigorish["tie-vigorish"]
    return _finding(
        "tie-vigorish",
        free,
        exact(rate) or "",
        f"below a rate of {float(rate):.4%} the wager favours the player, and "
        f"{float(limits.lowest):.0%} to {float(limits.highest):.0%} is allowed",
        f"Set the lowest tie vigorish at or above {ceil(rate * 10_000) / 10_000:.2%}.",
    )


def _conflicts(games: set[str]) -> Iterator[Finding]:
    for one in rules().conflicts:
        if games & set(one.games):
            yield Finding(
                kind="conflict",
                wager=one.id,
                table="",
                on="",
                reading="",
                cite=one.cite,
                figure="",
                message=one.finding,
                wording=one.wording,
            )
