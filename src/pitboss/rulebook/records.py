"""Games, wagers and pay tables as records for machines, as the regulation prints them.

Fractions are texts, amounts whole cents, and a key is there even where nothing is known: null.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.rulebook.beside import admissions_at
from pitboss.rulebook.pays import ABSENT
from pitboss.rulebook.provisions import Minimum, Vigorish
from pitboss.rulebook.readings import Ambiguity
from pitboss.rulebook.tables import PayTable
from pitboss.rulebook.wagers import Game, Wager, read_cell

Record = dict[str, object]


def game_record(
    game: Game, wagers: Iterable[Wager] | None = None, table: str | None = None
) -> Record:
    """Return a game with all that it says, and its own wagers; or those, and that table, asked for.

    >>> from pitboss import rulebook
    >>> record = game_record(rulebook.game("ez-baccarat"))
    >>> record["game"], record["cite"], [one["wager"] for one in record["wagers"]]
    ('ez-baccarat', '30-2899.04', ['dragon-7', 'panda-8', 'progressive'])
    """
    asked = game.own.values() if wagers is None else wagers
    return {
        "game": game.id,
        "name": game.name,
        "cite": game.cite,
        "kind": game.kind,
        "sources": list(game.sources),
        "summary": game.summary,
        "base_wagers": list(game.inherited),
        "discretion": {key: one._asdict() for key, one in game.discretion.items()},
        "one_table": [group._asdict() for group in game.one_table],
        "decks": game.decks._asdict() if game.decks else None,
        "cutting": game.cutting._asdict() if game.cutting else None,
        "jurisdictions": {key: one._asdict() for key, one in game.jurisdictions.items()},
        "admissions": [one._asdict() for one in admissions_at(game)],
        "defined_only": list(game.defined_only),
        "readings": [_reading(one) for one in game.ambiguities if not one.wagers],
        "wagers": [wager_record(wager, table) for wager in asked],
    }


def wager_record(wager: Wager, table: str | None = None) -> Record:
    """Return a wager with its pay tables, or with the one that is named.

    >>> from pitboss import rulebook
    >>> record = wager_record(rulebook.wager("ez-baccarat/dragon-7"))
    >>> [(row["label"], row["pays"]) for row in record["tables"][0]["rows"]]
    [('Banker wins with a 3-card 7', '40 to 1')]
    """
    craps = wager.kind == "craps"
    return {
        "wager": wager.id,
        "name": wager.name,
        "cite": wager.cite,
        "role": wager.role,
        "on": list(wager.on),
        "ends": wager.ends if craps else None,
        "pays_at_end": wager.pays_at_end if craps else None,
        "approval": wager.approval or None,
        "summary": wager.summary,
        "discretion": {key: one._asdict() for key, one in wager.discretion.items()},
        "minimum": _minimum(wager.minimum) if wager.minimum else None,
        "jackpot": wager.jackpot._asdict() if wager.jackpot else None,
        "acknowledged": dict(wager.acknowledged),
        "tables": [_table(wager, id) for id in wager.tables if table in (None, id)],
        "readings": [_reading(one) for one in wager.ambiguities],
    }


def offer_record(wager: Wager) -> Record:
    """Return who offers a wager of a name, and by which pay tables.

    >>> from pitboss import rulebook
    >>> offer_record(rulebook.wager("ez-baccarat/dragon-7"))["tables"]
    ['1']
    """
    return {
        "game": wager.game,
        "wager": wager.id,
        "name": wager.name,
        "cite": wager.cite,
        "tables": list(wager.tables),
    }


def _minimum(minimum: Minimum) -> Record:
    pays = None if minimum.pays is None else str(minimum.pays)
    return {**minimum._asdict(), "pays": pays}


def _reading(one: Ambiguity) -> Record:
    return {
        "id": one.id,
        "asks": one.asks,
        "cite": one.cite,
        "default": one.default,
        "tables": list(one.tables),
        "commission": one.commission or None,
        "procedure": one.of_procedure,
        "alternatives": {other.name: other.note for other in one.alternatives},
    }


def _table(wager: Wager, table: str) -> Record:
    places = wager.places(table)
    opened: PayTable = wager.open(table, on=places[0])
    rates = wager.rates.get(table)
    block = wager.block_of(table)
    column = block.tables.index(table)
    printed = [raw for raw in block.rows if read_cell(raw.cells[column], wager.odds).pay != ABSENT]
    return {
        "table": table,
        "cite": opened.cite,
        "places": [place for place in places if place is not None],
        "rows": [
            {
                "label": row.label,
                "event": raw.text,
                "spelled_out": row.sentence.spelled_out,
                "pays": str(row.cell),
                "vigorish": row.cell.vigorish,
                "dealer_envy_cents": row.cell.dealer_envy.cents if row.cell.dealer_envy else None,
                "player_envy_cents": row.cell.player_envy.cents if row.cell.player_envy else None,
            }
            for raw, row in zip(printed, opened.rows, strict=True)
        ],
        "vigorish": _vigorish(opened.vigorish) if opened.vigorish else None,
        "unit_cents": block.unit.cents if block.unit else None,
        "currency": block.unit.currency if block.unit else "USD",
        "main_increment": str(rates.main) if rates and rates.main is not None else None,
        "reserve_increment": str(rates.reserve) if rates and rates.reserve is not None else None,
        "seed_cents": rates.seed.cents if rates and rates.seed else None,
        "incomplete": block.incomplete or None,
        "open_pays": opened.has_open_pays,
    }


def _vigorish(one: Vigorish) -> Record:
    rates = {"rate": one.rate, "lowest": one.lowest, "highest": one.highest}
    rounding = {"round_up_to_cents": one.round_up_to_cents, "cite": one.cite}
    return {**{key: str(rate) for key, rate in rates.items()}, **rounding}
