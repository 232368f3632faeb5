"""``pitboss show``: Print pay tables as the regulation prints them, with citations and readings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from fractions import Fraction

from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.rulebook import Ambiguity, Game, PayTable, Wager
from pitboss.rulebook.pays import Basis, Odds
from pitboss.rulebook.readings import RawCell
from pitboss.rulebook.wagers import Block, read_cell


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = "example: pitboss show eternal-baccarat --wager golden-talons"
    parser.add_argument("game", help="a game id, or GAME/WAGER; see `pitboss games`")
    parser.add_argument("--wager", action="append", metavar="WAGER", help="only this wager")
    parser.add_argument("--table", metavar="TABLE", help="only this pay table, with its sentences")
    add_format(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Show a game."""
    id, _, path_wager = arguments.game.partition("/")
    game = rulebook_of(arguments).game(id)
    names = [*(arguments.wager or ()), *([path_wager] if path_wager else ())]
    wagers = [game.wager(name) for name in names] or list(game.own.values())
    if arguments.table:
        having = [wager for wager in wagers if arguments.table in wager.tables]
        if not having:
            wagers[0].block_of(arguments.table)
        wagers = having
    if arguments.format == "json":
        print_json(_game_data(game, wagers, arguments.table))
        return 0
    if not names:
        _print_game(game)
    for at, wager in enumerate(wagers):
        if at or not names:
            print()
        _print_wager(wager, arguments.table)
    return 0


# --- for people ---


def _print_game(game: Game) -> None:
    print_text(f"{game.name}  [{game.cite}]", "bold")
    print_text(game.summary)
    if game.decks is not None:
        shoe = ", ".join(map(str, game.decks.shoe))
        print_text(
            f"Decks: {game.decks.default} by default; a shoe holds {shoe} [{game.decks.cite}]"
        )
    if game.inherited:
        banker = game.inherited.get("banker")
        tables = f"; Banker: {', '.join(banker.tables)}" if banker else ""
        print_text(f"Base wagers of baccarat: {', '.join(game.inherited)}{tables}")
    for key, one in game.discretion.items():
        note = f" ({one.note})" if one.note else ""
        print_text(f"{key}: {one.rule}{note} [{one.cite}]", "dim")
    for jurisdiction in game.jurisdictions.values():
        print_text(f"{jurisdiction.name}: {jurisdiction.note} [{jurisdiction.cite}]", "dim")
    for text in game.defined_only:
        print_text(f"Defined, not playable: {text}", "dim")


def _print_wager(wager: Wager, only: str | None) -> None:
    on = f"  on {' or '.join(wager.on)}" if wager.on else ""
    print_text(f"{wager.id}: {wager.name}{on}  [{wager.cite}]", "bold")
    if wager.summary:
        print_text(wager.summary)
    for block in wager.blocks:
        if only is None or only in block.tables:
            _print_block(wager, block, only)
    for table, rates in wager.rates.items():
        if only in (None, table):
            parts = [f"main {_percent(rates.main)}", f"reserve {_percent(rates.reserve)}"]
            seed = f", seed {rates.seed}" if rates.seed else ""
            print_text(f"  {table}: {', '.join(parts)}{seed}", "dim")
    if wager.minimum is not None:
        print_text(f"  minimum odds: {wager.minimum.cite}", "dim")
    for ambiguity in wager.ambiguities:
        if only is None or ambiguity.reaches(only):
            _print_reading(ambiguity)


def _print_block(wager: Wager, block: Block, only: str | None) -> None:
    tables = [only] if only else list(block.tables)
    columns = [block.tables.index(table) for table in tables]
    rows = []
    for row in block.rows:
        cells = [_cell_text(row.cells[at], wager.odds) for at in columns]
        if only and cells == ["-"]:
            continue
        rows.append([row.label, *([row.text] if only else []), *cells])
    heads = ["row", *(["sentence"] if only else []), *tables]
    right = range(len(heads) - len(tables), len(heads))
    print_table(heads, rows, right=tuple(right))
    notes = [block.incomplete and f"incomplete: {block.incomplete}", block.note]
    if block.unit:
        notes.append(f"base unit {block.unit}")
    if block.seats:
        notes.append(f"seats {', '.join(map(str, block.seats))}")
    if block.suits:
        notes.append(f"chosen suits by default: {block.suits}")
    for note in filter(None, notes):
        print_text(f"  {note}", "dim")


def _print_reading(ambiguity: Ambiguity) -> None:
    print_text(f"  reading {ambiguity.id}: {ambiguity.asks} [{ambiguity.cite}]", "yellow")
    print_text(f"    default: {ambiguity.default}", "dim")
    for alternative in ambiguity.alternatives:
        print_text(f"    {alternative.name}: {alternative.note}", "dim")


def _cell_text(raw: RawCell, odds: Basis) -> str:
    """Return a cell as a table prints it: short odds, with envy and vigorish beside them."""
    cell = read_cell(raw, odds)
    pay = cell.pay
    text = str(pay)
    if isinstance(pay, Odds) and pay.amount == 0:
        text = "push (0)" if pay.basis == "to" else "loss (0)"
    elif isinstance(pay, Odds) and pay.amount == -1:
        text = "loss (-1)"
    if cell.dealer_envy:
        text += f" + dealer envy {cell.dealer_envy}"
    if cell.player_envy:
        text += f" + envy {cell.player_envy}"
    return text + (f" less vigorish on the {cell.vigorish}" if cell.vigorish else "")


def _percent(rate: Fraction | None) -> str:
    return "none" if rate is None else f"{float(rate * 100):g}%"


# --- for machines ---


def _game_data(game: Game, wagers: Iterable[Wager], only: str | None) -> Mapping[str, object]:
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
        "jurisdictions": {key: one._asdict() for key, one in game.jurisdictions.items()},
        "defined_only": list(game.defined_only),
        "wagers": [_wager_data(wager, only) for wager in wagers],
    }


def _wager_data(wager: Wager, only: str | None) -> Mapping[str, object]:
    return {
        "wager": wager.id,
        "name": wager.name,
        "cite": wager.cite,
        "role": wager.role,
        "on": list(wager.on),
        "approval": wager.approval or None,
        "summary": wager.summary,
        "discretion": {key: one._asdict() for key, one in wager.discretion.items()},
        "tables": [_table_data(wager, table) for table in wager.tables if only in (None, table)],
        "readings": [
            {
                "id": one.id,
                "asks": one.asks,
                "cite": one.cite,
                "default": one.default,
                "tables": list(one.tables),
                "alternatives": {other.name: other.note for other in one.alternatives},
            }
            for one in wager.ambiguities
        ],
    }


def _table_data(wager: Wager, table: str) -> Mapping[str, object]:
    places = wager.places(table)
    opened: PayTable = wager.open(table, on=places[0])
    rates = wager.rates.get(table)
    block = wager.block_of(table)
    return {
        "table": table,
        "places": [place for place in places if place is not None],
        "rows": [
            {
                "label": row.label,
                "event": next(raw.text for raw in block.rows if raw.label == row.label),
                "spelled_out": row.sentence.spelled_out,
                "pays": str(row.cell),
                "dealer_envy_cents": row.cell.dealer_envy.cents if row.cell.dealer_envy else None,
                "player_envy_cents": row.cell.player_envy.cents if row.cell.player_envy else None,
            }
            for row in opened.rows
        ],
        "unit_cents": block.unit.cents if block.unit else None,
        "currency": block.unit.currency if block.unit else "USD",
        "main_increment": str(rates.main) if rates and rates.main is not None else None,
        "reserve_increment": str(rates.reserve) if rates and rates.reserve is not None else None,
        "seed_cents": rates.seed.cents if rates and rates.seed else None,
        "incomplete": block.incomplete or None,
        "open_pays": opened.has_open_pays,
    }
