"""What a variation takes from the standard game: base wagers, and which commission they charge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial

from pitboss.refusals import did_you_mean
from pitboss.rulebook.pays import percent, read_percent
from pitboss.rulebook.provisions import Vigorish, read_vigorish
from pitboss.rulebook.sections import Section
from pitboss.rulebook.wagers import Block, Game, Wager


def inherited_wagers(section: Section, base: Game) -> dict[str, Wager]:
    """Return the wagers that a section inherits from a game, at the commission it prescribes."""
    named, cite = section.words("commission"), section.text("cite")
    lowest, highest = (
        section.read(key, read_percent) for key in ("lowest_vigorish", "highest_vigorish")
    )
    inherited = {}
    for id in section.words("wagers"):
        wager = section.placed(partial(base.wager, id))
        if wager.vigorish or set(named) & set(wager.tables):
            wager = _with_commission(section, wager, named, cite)
            if lowest is not None or highest is not None:
                wager = _with_rates(section, wager, lowest, highest, cite)
        inherited[id] = wager
    section.done()
    if named and not any(set(named) & set(one.tables) for one in inherited.values()):
        raise section.error(
            f"`commission` names {', '.join(named)}, a table that no wager here has",
            "inherit the Banker wager, or leave `commission` out",
        )
    return inherited


def _with_commission(section: Section, wager: Wager, named: tuple[str, ...], cite: str) -> Wager:
    """Keep the commission tables that a variation names; its paragraph is added to their own."""
    unknown = [table for table in named if table not in wager.tables]
    if unknown or len(set(named)) != len(named) or not named:
        raise section.error(
            f"`commission` must name tables of {wager.id}, each once",
            did_you_mean("".join(unknown[:1]), wager.tables),
        )

    def narrowed(block: Block) -> Block:
        tables = tuple(table for table in named if table in block.tables)
        columns = [block.tables.index(table) for table in tables]
        rows = tuple(
            row._replace(cells=tuple(row.cells[at] for at in columns)) for row in block.rows
        )
        return block._replace(tables=tables, rows=rows)

    return replace(
        wager,
        blocks=tuple(block for block in map(narrowed, wager.blocks) if block.tables),
        vigorish={table: one for table, one in wager.vigorish.items() if table in named},
        cites={table: f"{wager.cite_of(table)}; {cite}" for table in named},
    )


def _with_rates(
    section: Section, wager: Wager, lowest: Fraction | None, highest: Fraction | None, cite: str
) -> Wager:
    """Narrow the rates of vigorish to the range that a variation prescribes, by its paragraph."""
    vigorish = {}
    for table, one in wager.vigorish.items():
        low = one.lowest if lowest is None else lowest
        high = one.highest if highest is None else highest
        if not one.lowest <= low <= high <= one.highest:
            raise section.error(
                f"a vigorish of {percent(low)} to {percent(high)} is not within {one.range}",
                "narrow lowest_vigorish and highest_vigorish",
            )
        vigorish[table] = one.within(low, high, cite)
    return replace(wager, vigorish=vigorish)


def added_vigorish(section: Section, wager: Wager, added: tuple[str, ...]) -> dict[str, Vigorish]:
    """Read the commission of tables added to a wager, within what its own tables allow."""
    found = {}
    printed = wager.vigorish.values()
    for table, inner in section.sections("vigorish"):
        vigorish = found[table] = read_vigorish(inner)
        if table not in added:
            raise inner.error("this is no table of the file", did_you_mean(table, added))
        if not any(
            one.lowest <= vigorish.lowest and vigorish.highest <= one.highest for one in printed
        ):
            allowed = " or ".join(dict.fromkeys(one.range for one in printed)) or "none at all"
            raise inner.error(
                f"a vigorish of {vigorish.range} is not allowed here",
                f"keep lowest and highest within what {wager.path} charges: {allowed}",
            )
    return found
