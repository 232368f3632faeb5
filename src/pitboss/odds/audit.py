"""An audit of the rules themselves: what a regulator would want to know, with figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import NamedTuple

from pitboss.games import Shoe
from pitboss.odds.analysis import FAVOURING, Analysis, analyse, analyse_table
from pitboss.odds.general import Progress
from pitboss.odds.records import exact, tables_of
from pitboss.rulebook import Game, PayTable, Rulebook, Wager, shortfalls
from pitboss.rulebook.files import read_catalog
from pitboss.rulebook.pays import percent, read_percent
from pitboss.rulebook.readings import DEFAULT

ORDER = (
    *FAVOURING,
    "tie-vigorish",
    "below-minimum",
    "seed-above-break-even",
    "progressive-return",
    "incomplete",
    "no-pays",
    "conflict",
)


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
        return self.kind in FAVOURING and self.reading == DEFAULT and not self.acknowledged


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
    data = read_catalog("audit")
    band, conflicts = data["progressive_return"], data["conflicts"]
    assert isinstance(band, dict) and isinstance(conflicts, list)
    return Rules(
        read_percent(band["lowest"]),
        read_percent(band["highest"]),
        tuple(Conflict(**conflict) for conflict in conflicts),
    )


def audit(
    rulebook: Rulebook,
    games: Sequence[Game] | None = None,
    *,
    decks: int = 8,
    progress: Progress | None = None,
) -> list[Finding]:
    """Price every wager under every reading; return what there is to know, the gravest first.

    The base wagers that a game inherits are judged too: a reading of that game may change them.
    """
    chosen = list(games) if games is not None else list(rulebook)
    wagers = [wager for game in chosen for wager in game.wagers.values()]
    findings: list[Finding] = []
    shoe = Shoe.of(decks)
    for done, wager in enumerate(wagers):
        if progress is not None:
            progress(done, len(wagers))
        for table in every_table(wager):
            findings += judge(table, shoe)
        findings += _below_minimum(wager, rulebook)
    if progress is not None:
        progress(len(wagers), len(wagers))
    for game in chosen:
        findings += (
            _tie_vigorish(wager, shoe)
            for wager in game.own.values()
            if "tie-vigorish" in wager.vigorish
        )
    findings += _conflicts({game.id for game in chosen})
    return sorted(findings, key=lambda finding: (not finding.fails, ORDER.index(finding.kind)))


def every_table(wager: Wager) -> Iterator[PayTable]:
    """Open the pay tables of a wager in every reading, wherever their odds may differ.

    The printed tables by seat treat all seats alike; an operator's need not.
    """
    for id in wager.tables:
        differ = wager.by_seat and wager.block_of(id).operator
        for place in wager.places(id) if differ else (None,):
            yield from tables_of(wager, table=id, on=place, all_readings=True)


def judge(table: PayTable, shoe: Shoe) -> Iterator[Finding]:
    """Yield what there is to know of a pay table under one reading.

    Every flag of its odds that speaks of a cost or a gap becomes a finding; a progressive is held
    against the band of long-term returns, and its seed against the meter at which it breaks even.
    """
    sheet = analyse_table(table, shoe=shoe)
    for kind in (*sheet.flags, "progressive-return", "seed-above-break-even"):
        words = WORDS[kind](sheet) if kind in WORDS else None
        if words is not None:
            yield _finding(kind, sheet, *words)


def _finding(
    kind: str, sheet: Analysis, figure: Fraction | None, message: str, wording: str
) -> Finding:
    table = sheet.table
    acknowledged = kind in FAVOURING and "acknowledged" in sheet.flags
    note = f". {table.wager.acknowledged[table.id]}" if acknowledged else ""
    return Finding(
        kind=kind,
        wager=table.wager.path,
        table=table.id,
        on="" if table.on is None else str(table.on),
        reading=table.reading,
        cite=table.cite,
        figure=exact(figure) or "",
        message=message + note,
        wording=wording,
        acknowledged=acknowledged,
    )


Words = tuple[Fraction | None, str, str]
"""The figure of a finding, what it says, and the wording that would mend it."""


def _favours_player(sheet: Analysis) -> Words:
    assert sheet.edge is not None
    message = f"the player has an edge of {percent(-sheet.edge, 4)}"
    return sheet.edge, message, _even_pays(sheet) or "Adopt another reading, or lower the pays."


def _even_pays(sheet: Analysis) -> str:
    """Say at which single pay the table would be even, where all its rows pay alike."""
    paying = [row for row in sheet.rows if row.net is not None and row.net > 0]
    if not paying or len({row.net for row in paying}) > 1:
        return ""
    chance = sum((row.probability for row in paying), Fraction(0))
    even = (1 - chance - sheet.push_probability) / chance
    return f"Pay at most {floor(even * 10_000) / 10_000:.4f} to 1, or strike rows from the list."


def _favours_by_fixed_pays(sheet: Analysis) -> Words:
    assert sheet.progressive is not None
    back = sheet.progressive.fixed_return
    message = f"the fixed pays alone return {percent(back, 4)}: the player is ahead at any meter"
    return 1 - back, message, "Adopt another reading, or lower the fixed pays."


def _favours_long_term(sheet: Analysis) -> Words:
    assert sheet.progressive is not None and sheet.progressive.long_term_edge is not None
    edge, back = sheet.progressive.long_term_edge, sheet.progressive.fixed_return
    return (
        edge,
        f"in the long term the player has an edge of {percent(-edge, 4)}: "
        f"{percent(back, 4)} in fixed pays, and what the meter gives back",
        "Adopt another reading, or lower the pays or the increment rates.",
    )


def _no_pays(sheet: Analysis) -> Words:
    even = sheet.break_even_pay
    known = "" if even is None else f"; the wager is even at {float(even):.6f} to 1"
    wording = "Print the pay; the break-even odds are its upper limit."
    return even, f"no pay is printed{known}", wording


def _incomplete(sheet: Analysis) -> Words:
    back = sheet.progressive.fixed_return if sheet.progressive else Fraction(0)
    return (
        back,
        f"{sheet.table.incomplete}; the rows that are left return {percent(back, 4)} "
        "besides the meter, so any edge is an upper bound",
        "Print the table whole.",
    )


def _out_of_band(sheet: Analysis) -> Words | None:
    """Find a long-term return outside the band; one above 100% is a finding of its own."""
    edge, band = sheet.progressive and sheet.progressive.long_term_edge, rules()
    if edge is None or edge < 0 or sheet.table.incomplete:
        return None
    if band.lowest_return <= 1 - edge <= band.highest_return:
        return None
    return (
        1 - edge,
        f"the long-term return of {percent(1 - edge, 4)} is outside "
        f"{percent(band.lowest_return, 0)} to {percent(band.highest_return, 0)}",
        "Check the increment rates, or the band.",
    )


def _seed_too_high(sheet: Analysis) -> Words | None:
    """Find a printed seed at which a bettor who wins alone is ahead from the first round."""
    one, rates = sheet.progressive, sheet.table.wager.rates.get(sheet.table.id)
    if one is None or rates is None or rates.seed is None or sheet.table.incomplete:
        return None
    if one.break_even_cents is None or not 0 < one.break_even_cents < rates.seed.cents:
        return None
    return (
        one.break_even_cents / 100,
        f"the seed of {rates.seed} is above the break-even meter of {one.break_even}: "
        "right after a hit the bet favours the player",
        "Lower the seed, or the fixed pays.",
    )


WORDS: dict[str, Callable[[Analysis], Words | None]] = {
    "favours-player": _favours_player,
    "fixed-return-favours-player": _favours_by_fixed_pays,
    "long-term-favours-player": _favours_long_term,
    "no-pays": _no_pays,
    "incomplete": _incomplete,
    "progressive-return": _out_of_band,
    "seed-above-break-even": _seed_too_high,
}
"""What the flags of ``odds`` mean, and two figures that it does not judge; the other flags only
qualify these, or concern a whole table."""


def _below_minimum(wager: Wager, rulebook: Rulebook) -> Iterator[Finding]:
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


def _tie_vigorish(wager: Wager, shoe: Shoe) -> Finding:
    """Find the rate of tie vigorish below which the Banker wager favours the player."""
    free = analyse(wager, table="tie-vigorish", shoe=shoe, vigorish=Fraction(0))
    tie = next(row.probability for row in free.rows if row.row.cell.vigorish == "stake")
    rate = -(free.edge or Fraction(0)) / tie
    return _finding(
        "tie-vigorish",
        free,
        rate,
        f"below a rate of {percent(rate, 4)} the wager favours the player, and "
        f"{wager.vigorish['tie-vigorish'].range} is allowed",
        f"Set the lowest tie vigorish at or above {ceil(rate * 10_000) / 10_000:.2%}.",
    )


def _conflicts(games: set[str]) -> Iterator[Finding]:
    for conflict in rules().conflicts:
        if games & set(conflict.games):
            yield Finding(
                kind="conflict",
                wager=conflict.id,
                table="",
                on="",
                reading="",
                cite=conflict.cite,
                figure="",
                message=conflict.finding,
                wording=conflict.wording,
            )
