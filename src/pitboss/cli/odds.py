"""``pitboss odds``: Print exact odds: edges, hit rates, deviations, par sheets."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from argparse import SUPPRESS, ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from pitboss import __version__
from pitboss.cli.asked import add_selection, tables_asked, vigorish_asked, wagers_of, whole
from pitboss.cli.library import rulebook_of
from pitboss.cli.listings import SORTED_BY, in_order, within
from pitboss.cli.odds_options import check_use, check_words
from pitboss.cli.output import add_file, print_json, write_file
from pitboss.cli.progress import Bar
from pitboss.cli.sheets import show
from pitboss.games import Shoe
from pitboss.odds import Analysis, Meter
from pitboss.odds.analysis import analyse_table
from pitboss.odds.progressive import RESERVE_POLICIES, read_increment
from pitboss.odds.records import combination_record, exact, solution_record
from pitboss.refusals import unreadable
from pitboss.rulebook import Game, PayTable, Rulebook, Wager
from pitboss.rulebook.beside import wager_beside
from pitboss.rulebook.pays import Odds, percent, read_cents, read_pay, read_percent
from pitboss.rulebook.spots import read_spot, split_bet, spot_text

QUOTES = ("to 1", "for 1", "to 2", "for 2")
FORMATS = ("table", "json", "csv", "xlsx", "md", "pdf")
PAPERS = ("a4", "letter")
TABULATED = range(1, 11)
"""The numbers of decks that --by decks goes through."""
EPILOG = """A rate without a sign is percent: 0.5 is 0.5%. Amounts and counts may be written 2e6.

A shoe is a number of decks less cards: "8 decks - 9h Kd - 3x8h - 10x9". A rank without a suit
(ten nines) takes clubs, diamonds, hearts and spades in turn, after the cards named in full.

examples:
  pitboss odds                                    every wager of the catalog
  pitboss odds golden-dragon --all-readings
  pitboss odds eternal-baccarat/sun-7-progressive --table PT-PRG-S7-01 --meter 25000 --players 3
  pitboss odds eternal-baccarat/sun-7-progressive --table PT-PRG-S7-E04 --meter-seed 5000 \\
      --reserve-policy up-to-seed
  pitboss odds ez-baccarat/dragon-7 --shoe "8 decks - 10x9 - 3x8h"
  pitboss odds eternal-baccarat/golden-talons --compare
  pitboss odds --edge 5%..6% --sort edge
  pitboss odds ez-baccarat --combine dragon-7=1 --combine panda-8=1 --combine player=10
  pitboss odds --event "tie and suited" --pays 150 --game baccarat
  pitboss odds --event "tie and suited" --solve 8% --game baccarat
  pitboss odds golden-dragon/bad-beat --solve 5.5% --quote "to 2"
  pitboss odds ez-baccarat/dragon-7 --by decks
  pitboss odds baccarat --output sheets.pdf --paper letter
  pitboss odds baccarat --output rows.csv --rows
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("target", nargs="?", help="GAME, GAME/WAGER or WAGER; without it every wager")
    add_selection(parser)
    add("--edge", metavar="LOW..HIGH", help="only edges such as 5%%..6%% (or =-1..0)")
    add("--sort", choices=tuple(SORTED_BY), help="by this, the lowest first")
    add("--reverse", action="store_true", help="the highest first, with --sort")
    add("--compare", action="store_true", help="the pay tables of a wager side by side")
    shoe = parser.add_argument_group("the shoe")
    shoe.add_argument("--decks", type=whole, help="full decks, 1 to 20; 8 without it")
    shoe.add_argument("--shoe", metavar="SHOE", help='such as "8 decks - 10x9 - 3x8h", see below')
    shoe.add_argument("--by", choices=("decks",), help="tabulate 1 to 10 decks")
    money = parser.add_argument_group("money")
    money.add_argument("--vigorish", metavar="RATE", help="such as 5%%")
    money.add_argument("--stake", metavar="AMOUNT", help="also the edge at this stake, rounded")
    money.add_argument("--round-vigorish", metavar="AMOUNT", help="0.25 or 0.01, with --stake")
    money.add_argument("--meter", metavar="AMOUNT", help="the amount on a progressive's meter")
    money.add_argument("--unit", metavar="AMOUNT", help="the base unit of a progressive")
    money.add_argument("--players", type=whole, default=1, help="players who share a hit")
    money.add_argument("--increment", metavar="RATES", help="main+reserve, such as 15%%+3%%")
    money.add_argument("--meter-seed", metavar="AMOUNT", help="the seed of a progressive")
    money.add_argument(
        "--reserve-policy",
        choices=RESERVE_POLICIES,
        help="the reserve becomes the new meter, or fills it up to the seed; rolls-over",
    )
    money.add_argument("--seed", help=SUPPRESS)
    design = parser.add_argument_group("design")
    design.add_argument("--event", metavar="SENTENCE", help="price a sentence on the spot")
    design.add_argument("--pays", metavar="PAY", help='its pay, such as 150 or "3/2"')
    design.add_argument("--game", metavar="GAME", help="the game the sentence speaks of")
    design.add_argument("--solve", metavar="EDGE", help="find the pays next to this edge")
    design.add_argument("--row", metavar="LABEL", help="the row to solve, of several that win")
    design.add_argument(
        "--quote",
        choices=QUOTES,
        help="how the pay is quoted: halves are to 2 or for 2; to 1 without it",
    )
    design.add_argument(
        "--combine",
        action="append",
        default=[],
        metavar="[GAME/]WAGER[:ON][@TABLE]=STAKE",
        help="bets of one player together (repeat)",
    )
    form = parser.add_argument_group("form")
    form.add_argument("--format", choices=FORMATS, help="for people or machines; table")
    form.add_argument("--details", action="store_true", help="more figures in the JSON records")
    form.add_argument(
        "--rows", action="store_true", help="CSV: a line for each row, the losing one too"
    )
    form.add_argument(
        "--output", metavar="FILE", help="write there; its ending says the format (.pdf, .xlsx)"
    )
    form.add_argument("--paper", choices=PAPERS, help="of a PDF; a4")
    add_file(parser)


def run(arguments: Namespace) -> int:
    """Print odds."""
    check_words(arguments)
    meter = _meter(arguments)
    rulebook = rulebook_of(arguments)
    if arguments.combine:
        return _combination(rulebook, meter, arguments)
    tables = list(_tables(rulebook, arguments))
    check_use(tables, arguments)
    sheets = [
        _analysis(table, shoe, meter, arguments)
        for table in tables
        for shoe in _shoes(table, arguments)
    ]
    if arguments.solve:
        return _solve(sheets, arguments)
    if arguments.edge is not None:
        sheets = within(sheets, arguments.edge)
    if arguments.sort:
        sheets = in_order(sheets, arguments.sort, arguments.reverse)
    _emit(sheets, rulebook, arguments)
    return 0


# --- what was asked ---


def _tables(rulebook: Rulebook, arguments: Namespace) -> Iterator[PayTable]:
    if arguments.event is not None:
        wagers = [_event(rulebook, arguments)]
    elif arguments.target is None:
        wagers = [wager for game in rulebook for wager in game.own.values()]
    else:
        wagers = wagers_of(rulebook, arguments.target)
    return tables_asked(wagers, arguments)


def _event(rulebook: Rulebook, arguments: Namespace) -> Wager:
    from pitboss.odds.design import event_wager

    name = arguments.game or arguments.target
    if not name:
        raise unreadable("no-game", "an event needs a game", "add --game baccarat")
    pays = "?" if arguments.pays is None else arguments.pays
    odds = int(pays) if re.fullmatch("[0-9]{1,6}", pays) else pays
    return event_wager(rulebook.game(name), arguments.event, odds)


def _shoe(arguments: Namespace) -> Shoe:
    if arguments.shoe is not None:
        return Shoe.parse(arguments.shoe)
    return Shoe.of(8 if arguments.decks is None else arguments.decks)


def _shoes(table: PayTable, arguments: Namespace) -> list[Shoe]:
    """Return the shoes to price a table on: the one asked for, or 1 to 10 decks if it has cards."""
    if arguments.by and table.wager.kind == "baccarat":
        return [Shoe.of(decks) for decks in TABULATED]
    return [_shoe(arguments)]


def _meter(arguments: Namespace) -> Meter:
    def cents(text: str | None) -> int | None:
        return None if text is None else read_cents(text)

    main, reserve = read_increment(arguments.increment) if arguments.increment else (None, None)
    return Meter(
        cents=cents(arguments.meter),
        unit_cents=cents(arguments.unit),
        players=arguments.players,
        main=main,
        reserve=reserve,
        seed_cents=cents(arguments.meter_seed),
        reserve_policy=arguments.reserve_policy or RESERVE_POLICIES[0],
    )


def _analysis(table: PayTable, shoe: Shoe, meter: Meter, arguments: Namespace) -> Analysis:
    with Bar(f"{table.wager.path} {table.id}") as progress:
        return analyse_table(
            table,
            shoe=shoe,
            vigorish=vigorish_asked([table], arguments),
            meter=meter,
            progress=progress,
        )


# --- what is shown ---


def _emit(sheets: Sequence[Analysis], rulebook: Rulebook, arguments: Namespace) -> None:
    form, output = arguments.format, arguments.output
    if form in ("pdf", "xlsx") and not output:
        raise unreadable("no-output", f"{form.upper()} needs a file", f"add --output odds.{form}")
    if form == "pdf":
        from pitboss.printing import par_sheets

        with Bar("par sheets") as progress:
            content = par_sheets(
                sheets, __version__, progress, rulebook=rulebook, paper=arguments.paper or PAPERS[0]
            )
    elif form in ("csv", "xlsx"):
        from pitboss.cli.exports import csv_of, xlsx_of

        content = csv_of(sheets, rows=arguments.rows) if form == "csv" else xlsx_of(sheets)
    elif output:
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            show(sheets, arguments)
        content = text.getvalue().encode()
    else:
        show(sheets, arguments)
        return
    if not output:
        sys.stdout.write(content.decode())
        return
    write_file(output, content)
    print(f"{output}: {len(sheets)} {'par sheet' if form == 'pdf' else 'record'}(s)")


# --- the design loop ---


def _solve(sheets: Sequence[Analysis], arguments: Namespace) -> int:
    from pitboss.odds.design import solve_pay

    target = read_percent(arguments.solve)
    step = read_pay(f"1 {arguments.quote or QUOTES[0]}", "to")
    assert isinstance(step, Odds)
    solved = [(sheet, solve_pay(sheet, target, step=step, row=arguments.row)) for sheet in sheets]
    if arguments.format == "json":
        print_json([solution_record(sheet, solution) for sheet, solution in solved])
        return 0
    for sheet, (_, neighbours, advised) in solved:
        table = sheet.table
        named = table.id if len(table.wager.tables) > 1 else None
        spot = spot_text(table.wager.path, table.on, named)
        print(f"{spot}: {advised.quoted} gives an edge of {percent(advised.edge, 6)}")
        for other in neighbours:
            if other is not advised:
                ahead = ", which favours the player" if other.edge < 0 else ""
                print(f"  beside it {other.quoted}: {percent(other.edge, 6)}{ahead}")
    return 0


def _combination(rulebook: Rulebook, meter: Meter, arguments: Namespace) -> int:
    from pitboss.odds.combination import combine

    if not arguments.target or "/" in arguments.target:
        raise unreadable(
            "no-game", "a combination needs a game", "write pitboss odds GAME --combine"
        )
    game = rulebook.game(arguments.target)
    bets = [_bet(rulebook, game, text, arguments) for text in arguments.combine]
    with Bar("combination") as progress:
        joint = combine(
            bets,
            shoe=_shoe(arguments),
            vigorish=vigorish_asked([table for table, _ in bets], arguments),
            meter=meter,
            progress=progress,
        )
    if arguments.format == "json":
        print_json(combination_record(game.id, arguments.combine, joint))
        return 0
    print(f"{game.name}: {', '.join(arguments.combine)}")
    print(f"  mean                  {float(joint.mean):+.6f} per round")
    print(f"  house edge            {percent(joint.edge, 6)} of all stakes = {exact(joint.edge)}")
    print(f"  standard deviation    {joint.standard_deviation:.6f}")
    apart = float(joint.apart) ** 0.5
    print(f"  if independent        {apart:.6f}")
    return 0


def _bet(rulebook: Rulebook, game: Game, text: str, arguments: Namespace) -> tuple[PayTable, int]:
    spot, stake = split_bet(text, "UNITS")
    if not re.fullmatch("0*[1-9][0-9]{0,11}", stake):
        raise unreadable(
            "unreadable-bet", f'"{text}" is not a bet', "write WAGER=UNITS, such as sun-7=5"
        )
    name = read_spot(spot).refusing("position")
    _, wager = wager_beside(rulebook, game, name.wager)
    opened = wager.open(name.table, on=name.on, reading=arguments.reading, suits=arguments.suits)
    return opened, int(stake)
