"""``pitboss show``: Print pay tables as the regulation prints them, with citations and readings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Mapping

from pitboss.cli.library import game_or_offers, rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table, print_text
from pitboss.refusals import did_you_mean, unreadable
from pitboss.rulebook import Ambiguity, Game, Wager
from pitboss.rulebook.beside import Admission, admissions_at
from pitboss.rulebook.pays import Basis, Money, in_words, percent
from pitboss.rulebook.provisions import OneTable, Provision
from pitboss.rulebook.readings import RawCell
from pitboss.rulebook.records import game_record, offer_record
from pitboss.rulebook.wagers import Block, read_cell


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = "example: pitboss show eternal-baccarat --wager golden-talons"
    add = parser.add_argument
    add("game", help="GAME, GAME/WAGER, or WAGER to see who offers it")
    add("--wager", action="append", metavar="WAGER", help="only this wager")
    add("--table", metavar="TABLE", help="only this pay table, with its sentences")
    add_format(parser)
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Show a game."""
    id, _, path_wager = arguments.game.partition("/")
    rulebook = rulebook_of(arguments)
    game = rulebook.game(id) if path_wager else game_or_offers(rulebook, id)
    if isinstance(game, list):
        return _show_offers(game, arguments)
    names = [*(arguments.wager or ()), *([path_wager] if path_wager else ())]
    wagers = [game.wager(name) for name in names] or list(game.own.values())
    if arguments.table:
        wagers = _having(arguments.table, game, wagers if names else game.wagers.values())
    if arguments.format == "json":
        print_json(game_record(game, wagers, arguments.table))
        return 0
    if not names:
        _print_game(game)
    for at, wager in enumerate(wagers):
        if at or not names:
            print()
        _print_wager(game, wager, arguments.table, alone=bool(names))
    return 0


def _show_offers(offers: list[Wager], arguments: Namespace) -> int:
    """List the games that offer a wager of this name, in order."""
    if arguments.wager or arguments.table:
        option = "--wager" if arguments.wager else "--table"
        paths = ", ".join(wager.path for wager in offers)
        raise unreadable(
            "no-game", f"{option} needs a game, and {arguments.game} is a wager", f"show {paths}"
        )
    if arguments.format == "json":
        print_json([offer_record(wager) for wager in offers])
        return 0
    rows = [(wager.path, wager.name, ", ".join(wager.tables), wager.cite) for wager in offers]
    print_table(("wager", "name", "pay tables", "section"), rows)
    print(f"\n`pitboss show {offers[0].path}` prints its pay tables.")
    return 0


def _having(table: str, game: Game, wagers: Iterable[Wager]) -> list[Wager]:
    """Return the wagers that have a pay table; if none has, name all that there are."""
    asked = list(wagers)
    having = [wager for wager in asked if table in wager.tables]
    if not having:
        of = asked[0].path if len(asked) == 1 else game.id
        known = dict.fromkeys(one for wager in asked for one in wager.tables)
        raise unreadable(
            "unknown-table", f'{of} has no pay table "{table}"', did_you_mean(table, known)
        )
    return having


def _print_game(game: Game) -> None:
    print_text(f"{game.name}  [{game.cite}]", "bold")
    print_text(game.summary)
    if game.decks is not None:
        shoe = ", ".join(map(str, game.decks.shoe))
        print_text(
            f"Decks: {game.decks.default} by default; a shoe holds {shoe} [{game.decks.cite}]"
        )
    if game.cutting is not None:
        print_text(
            f"Cut: at least {game.cutting.from_ends} cards from either end; the cut card at least "
            f"{game.cutting.from_back} from the back [{game.cutting.cite}]"
        )
    if game.inherited:
        banker = game.inherited.get("banker")
        tables = f"; Banker: {', '.join(banker.tables)}" if banker else ""
        print_text(f"Base wagers of baccarat: {', '.join(game.inherited)}{tables}")
    for line in _game_lines(game):
        print_text(line, "dim")
    for ambiguity in game.ambiguities:
        if not ambiguity.wagers:
            _print_reading(ambiguity, indent="")


def _game_lines(game: Game) -> Iterator[str]:
    """Yield what a game says beside its wagers, each with its paragraph."""
    if approval := _approval(game):
        yield f"approval: [{approval}]"
    yield from _provisions(game.discretion)
    yield from map(_group, game.one_table)
    yield from map(_admitted, admissions_at(game))
    for place in game.jurisdictions.values():
        sensors = f"; at most {place.most_sensors} sensors" if place.most_sensors else ""
        yield f"{place.name}: {place.note} [{place.cite}]"
        yield f"{place.name} jackpots: {', '.join(place.jackpots)}{sensors}"
        if place.notice:
            yield f"{place.name} notice: {place.notice}"
    for text in game.defined_only:
        yield f"Defined, not playable: {text}"


def _print_wager(game: Game, wager: Wager, only: str | None, *, alone: bool) -> None:
    on = f"  on {' or '.join(wager.on)}" if wager.on else ""
    print_text(f"{wager.id}: {wager.name}{on}  [{wager.cite}]", "bold")
    if wager.summary:
        print_text(wager.summary)
    for block in wager.blocks:
        if only is None or only in block.tables:
            _print_block(wager, block, only)
    for table in wager.tables:
        if only in (None, table):
            for line in _table_lines(wager, table):
                print_text(f"  {table}: {line}", "dim")
    for line in _wager_lines(game, wager, alone):
        print_text(f"  {line}", "dim")
    for ambiguity in wager.ambiguities:
        if only is None or ambiguity.reaches(only):
            _print_reading(ambiguity)


def _table_lines(wager: Wager, table: str) -> Iterator[str]:
    """Yield what holds for one pay table alone."""
    if table in wager.cites:
        yield f"[{wager.cites[table]}]"
    if charged := wager.vigorish.get(table):
        rounding = " or ".join(str(Money(cents)) for cents in charged.round_up_to_cents)
        rates = f"{percent(charged.rate)}, allowed {charged.range}"
        apart = f" [{charged.cite}]" if charged.cite != charged.rounding_cite else ""
        yield f"vigorish {rates}{apart}, rounded up to {rounding} [{charged.rounding_cite}]"
    if increments := wager.rates.get(table):
        seed = f", seed {increments.seed}" if increments.seed else ""
        main, reserve = (percent(rate) or "none" for rate in increments[:2])
        yield f"main {main}, reserve {reserve}{seed}"
    if table in wager.acknowledged:
        yield wager.acknowledged[table]


def _wager_lines(game: Game, wager: Wager, alone: bool) -> Iterator[str]:
    """Yield what holds for all pay tables of a wager; shown alone, what its game says too."""
    if wager.kind == "craps":
        paid = "at the end" if wager.pays_at_end else "as soon as it is certain"
        seven = "any seven" if wager.ends == "any-seven" else "the seven-out"
        yield f"ends with {seven}, paid {paid}"
    if wager.approval and (alone or wager.approval != _approval(game)):
        yield f"approval: [{wager.approval}]"
    yield from _provisions(
        {key: one for key, one in wager.discretion.items() if game.discretion.get(key) != one}
        if wager.id in game.own
        else {}
    )
    if alone:
        yield from (_group(group) for group in game.one_table if wager.id in group.wagers)
    if wager.minimum is not None:
        yield f"minimum odds: {wager.minimum} [{wager.minimum.cite}]"
    if jackpot := wager.jackpot:
        yield from (f"jackpot: {sentence}" for sentence in jackpot.sentences)


def _approval(game: Game) -> str:
    """Return the paragraph that approves all wagers of a game; nothing if there are several."""
    paragraphs = {wager.approval for wager in game.own.values()}
    return paragraphs.pop() if len(paragraphs) == 1 else ""


def _provisions(discretion: Mapping[str, Provision]) -> Iterator[str]:
    for key, one in discretion.items():
        note = f" ({one.note})" if one.note else ""
        yield f"{key}: {one.rule}{note} [{one.cite}]"


def _group(group: OneTable) -> str:
    return f"one pay table at a time for {', '.join(group.wagers)} [{group.cite}]"


def _admitted(admission: Admission) -> str:
    wagers = ", ".join(admission.wagers).replace("*", "every bonus wager of the kind")
    place = f" in {admission.jurisdiction.capitalize()}" if admission.jurisdiction else ""
    return f"a table may also offer{place}: {wagers} ({admission.note}) [{admission.cite}]"


def _print_block(wager: Wager, block: Block, only: str | None) -> None:
    tables = [only] if only else list(block.tables)
    columns = [block.tables.index(table) for table in tables]
    rows: list[list[str]] = []
    for row in block.rows:
        cells = [_cell_text(row.cells[at], wager.odds) for at in columns]
        if only and cells == ["-"]:
            continue
        if rows and not only and (merged := _merged(rows[-1], [row.label, *cells])):
            rows[-1] = merged
        else:
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


def _merged(above: list[str], below: list[str]) -> list[str] | None:
    """Join two rows of one label, each for its own tables; None if they are not such."""
    pairs = list(zip(above[1:], below[1:], strict=True))
    if above[0] != below[0] or any("-" not in pair for pair in pairs):
        return None
    return [above[0], *(lower if upper == "-" else upper for upper, lower in pairs)]


def _print_reading(ambiguity: Ambiguity, indent: str = "  ") -> None:
    kind = " (procedure)" if ambiguity.of_procedure else ""
    print_text(
        f"{indent}reading {ambiguity.id}{kind}: {ambiguity.asks} [{ambiguity.cite}]", "yellow"
    )
    print_text(f"{indent}  default: {ambiguity.default}", "dim")
    for one in ambiguity.alternatives:
        kind = "" if one.changes_pays else " (procedure)"
        print_text(f"{indent}  {one.name}{kind}: {one.note}", "dim")
    if ambiguity.commission:
        print_text(f"{indent}  only where the Banker wager is {ambiguity.commission}", "dim")


def _cell_text(raw: RawCell, odds: Basis) -> str:
    """Return a cell as a table prints it: short odds, with envy and vigorish beside them.

    Line ends are where a terminal may break it.
    """
    cell = read_cell(raw, odds)
    text = in_words(cell.pay).replace(" (", "\n(")
    if cell.dealer_envy:
        text += f"\n+ dealer envy {cell.dealer_envy}"
    if cell.player_envy:
        text += f"\n+ envy {cell.player_envy}"
    return text + (f"\nless vigorish\non the {cell.vigorish}" if cell.vigorish else "")
