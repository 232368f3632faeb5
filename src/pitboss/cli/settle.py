"""``pitboss settle``: Settle the bets of one round: which row each hits, why, and what is paid."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from fractions import Fraction

from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table
from pitboss.games import KINDS, Coup, Outcome, ShooterHand, Throw
from pitboss.refusals import Refusal, Unreadable, did_you_mean, unreadable
from pitboss.rulebook import Game, Money
from pitboss.rulebook.pays import read_percent
from pitboss.rulebook.tables import On
from pitboss.rulebook.wagers import DEFAULT
from pitboss.settle import Bet, House, Round, Settlement, settle

_BET = re.compile(
    r"(?:(?P<position>\d{1,3})/)?(?P<wager>[^:@=/\s]+)(?::(?P<on>[^@=]*))?(?:@(?P<table>[^=]*))?"
    r"=(?P<amount>.*)"
)
_AMOUNT = re.compile(r"(-?)\$?(\d{1,20}|\d{1,3}(?:,\d{3}){1,6})(?:\.(\d{1,20}))?")
EPILOG = """a bet is [POSITION/]WAGER[:player|:banker|:SEAT][@TABLE]=AMOUNT

examples:
  pitboss settle eternal-baccarat --player 7s8h3d --banker KhQd7c \\
      --bet sun-7=5.00 --bet golden-talons:player@PT-FLT-GT-03=10
  pitboss settle 99-fortunes --player 8h8h --banker 8h8h --bet player=10 --bet progressive:8=1
  pitboss settle 3-dice-baccarat --player 333 --banker 666 --bet player=10 --bet triple=1
  pitboss settle roll-the-line --rolls 7,4,4,11,6,7 --bet roll-the-line@PT2=5
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    parser.add_argument("game", help="a game id; see `pitboss games`")
    parser.add_argument("--player", metavar="CARDS", help="the Player's cards or dice")
    parser.add_argument("--banker", metavar="CARDS", help="the Banker's cards or dice")
    parser.add_argument("--rolls", metavar="ROLLS", help="a shooter's rolls, such as 7,4,4,11,6,7")
    parser.add_argument(
        "--bet", action="append", default=[], metavar="BET", help="a bet; see below"
    )
    parser.add_argument(
        "--toke", action="append", default=[], metavar="BET", help="a bet for the dealer"
    )
    parser.add_argument("--table", help="the pay table for every bet that has it")
    parser.add_argument("--reading", default=DEFAULT, help="a reading's name; several with commas")
    _add_house(parser)
    add_format(parser)
    add_file(parser)


def _add_house(parser: ArgumentParser) -> None:
    house = parser.add_argument_group("what the house decided")
    house.add_argument("--vigorish", metavar="RATE", help="such as 5%%; within the game's range")
    house.add_argument(
        "--round-vigorish", metavar="AMOUNT", default="0.01", help="round up to 0.25; else a cent"
    )
    house.add_argument("--unit", metavar="AMOUNT", help="the base unit of progressives")
    house.add_argument("--suits", metavar="SUITS", help="the specific suits, such as s or hs")
    house.add_argument("--minimum", metavar="AMOUNT", help="the least stake on a wager")
    house.add_argument("--maximum", metavar="AMOUNT", help="the highest stake on a wager")
    house.add_argument(
        "--aggregate",
        action="append",
        default=[],
        metavar="WAGER=AMOUNT",
        help="the most that all winners of an optional wager win in the round",
    )
    house.add_argument(
        "--chips", choices=("value", "promotional", "coupon"), default="value", help="of the stakes"
    )
    house.add_argument("--base-required", action="store_true", help="optional bets need a base bet")
    house.add_argument("--one-hand", action="store_true", help="no bets on both hands")
    house.add_argument("--no-tokes", action="store_true", help="no bets for the dealer")


def run(arguments: Namespace) -> int:
    """Settle a round."""
    game = rulebook_of(arguments).game(arguments.game)
    outcome = _outcome(game, arguments)
    house = _house(game, arguments)
    texts = [(text, False) for text in arguments.bet] + [(text, True) for text in arguments.toke]
    if not texts:
        raise unreadable("no-bets", "there is nothing to settle", "add --bet WAGER=AMOUNT")
    read = [_bet(text, toke, arguments.chips) for text, toke in texts]
    bets = _choose(game, [one for one in read if isinstance(one, Bet)], arguments)
    done = settle(game, bets, outcome, house)
    results = iter(done.results)
    lines = [
        (text, next(results) if isinstance(one, Bet) else one)
        for (text, _), one in zip(texts, read, strict=True)
    ]
    _print(game, done, lines, arguments.format)
    refused = [(text, one) for text, one in lines if isinstance(one, Refusal)]
    for message in dict.fromkeys(_refused(text, one) for text, one in refused):
        print(f"pitboss settle: {message}", file=sys.stderr)
    return 2 if refused else 0


def _refused(text: str, refusal: Refusal) -> str:
    whole_round = refusal.code in ("impossible-coup", "outcome-of-another-game")
    return str(refusal) if whole_round else f"{text} refused ({refusal.code}): {refusal}"


# --- reading what was asked ---


def _outcome(game: Game, arguments: Namespace) -> Outcome:
    if game.kind == "craps":
        if not arguments.rolls:
            raise unreadable("no-rolls", "the rolls are missing", "add --rolls 7,4,4,11,6,7")
        return ShooterHand.parse(arguments.rolls)
    if not arguments.player or not arguments.banker:
        what = (
            "--player 333 --banker 126"
            if game.kind == "three-dice"
            else "--player 7s8h --banker KhQd7c"
        )
        raise unreadable("no-hands", "a hand is missing", f"add {what}")
    reader = Throw if game.kind == "three-dice" else Coup
    return reader.parse(arguments.player, arguments.banker)


def _house(game: Game, arguments: Namespace) -> House:
    def limit(text: str | None) -> Mapping[str, int]:
        return {} if text is None else {"*": read_cents(text)}

    units = {}
    if arguments.unit is not None:
        progressive = [one.id for one in game.wagers.values() if one.role == "progressive"]
        units = dict.fromkeys(progressive, read_cents(arguments.unit))
    aggregate = {}
    for text in arguments.aggregate:
        wager, _, amount = text.partition("=")
        aggregate[game.wager(wager).id] = read_cents(amount)
    return House(
        minimum_cents=limit(arguments.minimum),
        maximum_cents=limit(arguments.maximum),
        aggregate_cents=aggregate,
        base_wager_required=arguments.base_required,
        both_hands=not arguments.one_hand,
        tokes=not arguments.no_tokes,
        vigorish_rate=read_percent(arguments.vigorish) if arguments.vigorish else None,
        vigorish_rounding_cents=read_cents(arguments.round_vigorish),
        unit_cents=units,
        suits=arguments.suits,
    )


def _bet(text: str, toke: bool, chips: str) -> Bet | Refusal:
    match = _BET.fullmatch(text)
    if match is None:
        return Refusal(
            code="unreadable-bet",
            message="this is not a bet",
            remedy="write WAGER=AMOUNT, such as sun-7=5.00 or golden-talons:player=10",
        )
    on: On = match["on"] or None
    if on is not None and str(on).isdigit():
        on = int(on)
    try:
        return Bet(
            wager=match["wager"],
            stake_cents=read_cents(match["amount"]),
            on=on,
            table=match["table"] or None,
            position=int(match["position"] or 1),
            chips=chips,  # type: ignore[arg-type]  # argparse allows the three words only
            toke=toke,
        )
    except Unreadable as error:
        return error.refusal


def read_cents(text: str) -> int:
    """Read an amount such as ``5``, ``5.00`` or ``$1,000`` as whole cents."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise unreadable(
            "unreadable-amount", f'"{text}" is not an amount', "write it like 5, 5.00 or 1000"
        )
    cents = Fraction(f"{match[2].replace(',', '')}.{match[3] or 0}") * 100
    if cents.denominator != 1:
        raise unreadable(
            "stake-not-whole-cents", f'"{text}" is not a whole number of cents', "use two decimals"
        )
    return -int(cents) if match[1] else int(cents)


def _choose(game: Game, bets: list[Bet], arguments: Namespace) -> list[Bet]:
    """Apply ``--table`` and ``--reading`` to the bets that know them; someone must."""
    known = [game.wagers.get(bet.wager) for bet in bets]
    tables = [table for wager in known if wager for table in wager.tables]
    if arguments.table and arguments.table not in tables:
        raise unreadable(
            "unknown-table",
            f'none of these wagers has a pay table "{arguments.table}"',
            did_you_mean(arguments.table, dict.fromkeys(tables)),
        )
    chosen = [
        bet._replace(table=arguments.table)
        if wager and bet.table is None and arguments.table in wager.tables
        else bet
        for bet, wager in zip(bets, known, strict=True)
    ]
    unused = [name.strip() for name in arguments.reading.split(",") if name.strip()]
    read = []
    for bet, wager in zip(chosen, known, strict=True):
        table = bet.table or (wager.tables[0] if wager else "")
        names = wager.reading_names(table) if wager and table in wager.tables else ()
        mine = [name for name in unused if name in names]
        read.append(bet._replace(reading=",".join(mine) or DEFAULT))
    missing = [name for name in unused if not any(name in one.reading.split(",") for one in read)]
    if missing and missing != [DEFAULT]:
        readings = dict.fromkeys(
            name
            for wager in known
            if wager
            for one in wager.tables
            for name in wager.reading_names(one)
        )
        raise unreadable(
            "unknown-reading",
            f'none of these bets has a reading "{missing[0]}"',
            did_you_mean(missing[0], readings),
        )
    return read


# --- showing what came out ---


def _print(
    game: Game, done: Round, lines: list[tuple[str, Settlement | Refusal]], form: str
) -> None:
    if form == "json":
        print_json(
            {
                "game": game.id,
                "outcome": _outcome_data(done.outcome),
                "bets": [_bet_data(text, one) for text, one in lines],
            }
        )
        return
    if KINDS[game.kind].fault(done.outcome):
        return
    print(f"{game.name}: {_outcome_text(done.outcome)}")
    rows = [_row(text, one) for text, one in lines if isinstance(one, Settlement)]
    if rows:
        print_table(
            ("bet", "table", "reading", "stake", "row", "pays", "net", "section"),
            rows,
            right=(3, 6),
        )
    for _, one in lines:
        if isinstance(one, Settlement):
            _print_notes(one)
    nets = [one.net_cents for _, one in lines if isinstance(one, Settlement)]
    if len(nets) > 1:
        open_bets = nets.count(None)
        waiting = f", {open_bets} unresolved" if open_bets else ""
        print(f"Net: {Money(sum(net or 0 for net in nets))}{waiting}")


def _row(text: str, one: Settlement) -> tuple[str, ...]:
    currency = one.table.unit.currency if one.table.unit else "USD"
    net = "unresolved" if one.net_cents is None else str(Money(one.net_cents, currency))
    return (
        text.partition("=")[0] + (" (toke)" if one.bet.toke else ""),
        one.table.id,
        one.table.reading,
        str(Money(one.bet.stake_cents, currency)),
        one.row or "-",
        one.pays or "-",
        net,
        one.cite,
    )


def _print_notes(one: Settlement) -> None:
    if one.vigorish_cents:
        print(f"  {one.bet}: vigorish {Money(one.vigorish_cents)} is charged")
    if one.meter_share is not None:
        print(f"  {one.bet}: {one.meter_share}% of the meter is owed by the jackpot")
    if one.dealer_envy_cents:
        print(f"  {one.bet}: the dealer receives an envy of {Money(one.dealer_envy_cents)}")
    if one.player_envy_cents:
        print(f"  {one.bet}: receives an envy of {Money(one.player_envy_cents)}")
    if one.limited:
        print(f"  {one.bet}: cut by the aggregate limit, pro rata")


def _outcome_text(outcome: Outcome) -> str:
    if isinstance(outcome, ShooterHand):
        count = outcome.until("seven-out")
        state = "seven-out" if count.over else "the hand goes on"
        return f"{outcome} (points made {count.points_made}, line wins {count.line_wins}, {state})"
    totals = f"Player {outcome.player_total}, Banker {outcome.banker_total}"
    winner = f"{outcome.winner.capitalize()} wins" if outcome.winner else "Tie"
    return f"{outcome} ({totals}: {winner})"


def _outcome_data(outcome: Outcome) -> Mapping[str, object]:
    if isinstance(outcome, ShooterHand):
        count = outcome.until("seven-out")
        return {
            "rolls": list(outcome.rolls),
            "points_made": count.points_made,
            "line_wins": count.line_wins,
            "over": count.over,
        }
    return {
        "player": [str(one) for one in outcome.player],
        "banker": [str(one) for one in outcome.banker],
        "player_total": outcome.player_total,
        "banker_total": outcome.banker_total,
        "winner": outcome.winner or "tie",
    }


_BET_KEYS = (
    *("bet", "wager", "on", "table", "reading", "stake_cents", "net_cents", "vigorish_cents"),
    *("row", "meter_share", "cite", "result", "refusal"),
)


def _bet_data(text: str, one: Settlement | Refusal) -> Mapping[str, object]:
    if isinstance(one, Refusal):
        match = _BET.fullmatch(text)
        return {
            **dict.fromkeys(_BET_KEYS),
            "bet": text,
            "wager": match["wager"] if match else None,
            "result": "refused",
            "refusal": one._asdict(),
        }
    return {
        "bet": text,
        "wager": one.bet.wager,
        "on": one.table.on,
        "table": one.table.id,
        "reading": one.table.reading,
        "stake_cents": one.bet.stake_cents,
        "net_cents": one.net_cents,
        "vigorish_cents": one.vigorish_cents,
        "row": one.row,
        "meter_share": one.meter_share,
        "cite": one.cite,
        "result": one.result,
        "pays": one.pays,
        "position": one.bet.position,
        "toke": one.bet.toke,
        "chips": one.bet.chips,
        "won_cents": one.won_cents,
        "returned_cents": one.returned_cents,
        "dealer_envy_cents": one.dealer_envy_cents,
        "player_envy_cents": one.player_envy_cents,
        "limited": one.limited,
        "movements": [move._asdict() for move in one.movements],
        "refusal": None,
    }
