"""``pitboss settle``: Settle the bets of one round: which row each hits, why, and what is paid."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar, get_args

from pitboss.cli.library import rulebook_of
from pitboss.cli.output import add_file, add_format, print_json, print_table
from pitboss.games import KINDS, Outcome
from pitboss.refusals import Refusal, Unreadable, did_you_mean, one_line, unreadable
from pitboss.rulebook import Game, Money, Rulebook
from pitboss.rulebook.beside import Beside, with_bets
from pitboss.rulebook.pays import read_cents, read_percent
from pitboss.rulebook.readings import DEFAULT
from pitboss.rulebook.spots import read_spot, split_bet
from pitboss.rulebook.wagers import no_such_reading
from pitboss.settle import Bet, House, Round, Settlement, settle
from pitboss.settle.bets import ANY, Chips, TokePush
from pitboss.settle.legality import seat_fault
from pitboss.settle.records import AnsweredBet, TypedBet, opened_by, round_record

Value = TypeVar("Value")
WRITTEN = {
    "player": ("CARDS", "the Player's cards or dice"),
    "banker": ("CARDS", "the Banker's cards or dice"),
    "rolls": ("ROLLS", "a shooter's rolls, such as 7,4,4,11,6,7"),
    "outcome": ("TEXT", "what came up, in a kind of game of your own (docs/NEW_GAME.md)"),
}
"""The texts that outcomes of all kinds are written in."""
LONGEST_SHOWN = 100
"""Characters of a bet that a refusal repeats."""
EPILOG = """a bet is [POSITION/][GAME/]WAGER[:player|:banker|:SEAT][@TABLE]=AMOUNT
where seats decide the pay (99 Fortunes) a position bets on its own seat; a bet that names no
position may stand on any seat

examples:
  pitboss settle eternal-baccarat --player 7s8h3d --banker KhQd7c \\
      --bet sun-7=5.00 --bet golden-talons:player@PT-FLT-GT-03=10
  pitboss settle 99-fortunes --player 8h8h --banker 8h8h --bet player=10 --bet progressive:8=1
  pitboss settle tiger-baccarat --player 8h3d6c --banker KhQd7c --bet banker=10 \\
      --bet golden-dragon-7=5 --bet golden-dragon/pair:player=5
  pitboss settle 3-dice-baccarat --player 333 --banker 666 --bet player=10 --bet triple=1
  pitboss settle roll-the-line --rolls 7,4,4,11,6,7 --bet roll-the-line@PT2=5
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command understands."""
    parser.epilog = EPILOG
    add = parser.add_argument
    add("game", help="a game id; see `pitboss games`")
    for name, (metavar, text) in WRITTEN.items():
        add(f"--{name}", metavar=metavar, help=text)
    add("--bet", action="append", default=[], metavar="BET", help="a bet; see below")
    add("--toke", action="append", default=[], metavar="BET", help="a bet for the dealer")
    add("--table", help="the pay table for every bet that has it")
    add("--reading", default=DEFAULT, help="a reading's name; several with commas")
    _add_house(parser)
    add_format(parser)
    add_file(parser)


def _add_house(parser: ArgumentParser) -> None:
    house = parser.add_argument_group("what the house decided")
    house.add_argument("--vigorish", metavar="RATE", help="such as 5%%; within the game's range")
    house.add_argument(
        "--round-vigorish", metavar="AMOUNT", help="round up to 0.25; without it, to a cent"
    )
    house.add_argument("--unit", metavar="AMOUNT", help="the base unit of progressives")
    for name, metavar, text in (
        ("--suits", "[WAGER=]SUITS", "the specific suits, such as s or fate-38=hs"),
        ("--minimum", "[WAGER=]AMOUNT", "the least stake on a spot"),
        ("--maximum", "[WAGER=]AMOUNT", "the highest stake on a spot"),
    ):
        house.add_argument(name, action="append", default=[], metavar=metavar, help=text)
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
    house.add_argument(
        "--toke-push",
        choices=get_args(TokePush),
        default="player",
        help="who gets a bet for the dealer that ties; player",
    )
    house.add_argument(
        "--beside",
        choices=get_args(Beside),
        default="house-choice",
        help="whether wagers of other games are taken; house-choice",
    )
    house.add_argument("--base-required", action="store_true", help="optional bets need a base bet")
    house.add_argument("--one-hand", action="store_true", help="no bets on both hands")
    house.add_argument("--no-tokes", action="store_true", help="no bets for the dealer")


def run(arguments: Namespace) -> int:
    """Settle a round."""
    book = rulebook_of(arguments)
    game, short = _laid_out(book, arguments)
    outcome = _outcome(game, arguments)
    house = _house(game, short, arguments)
    texts = [(text, False) for text in arguments.bet] + [(text, True) for text in arguments.toke]
    if not texts:
        raise unreadable("no-bets", "there is nothing to settle", "add --bet WAGER=AMOUNT")
    read = _choose(
        game, [_bet(game, short, text, toke, arguments.chips) for text, toke in texts], arguments
    )
    _refuse_idle(game, read, house, arguments)
    bets = [one.bet for one in read if one.bet and not one.refusal]
    done = settle(game, bets, outcome, house, book)
    results = iter(done.results)
    lines = [AnsweredBet(one, one.refusal or next(results)) for one in read]
    _print(game, done, lines, arguments.format)
    refused = [
        str(result)
        if result is done.fault
        else f"{one_line(typed.text, LONGEST_SHOWN)} refused ({result.code}): {result}"
        for typed, result in lines
        if isinstance(result, Refusal)
    ]
    for message in dict.fromkeys(refused):
        print(f"pitboss settle: {one_line(message)}", file=sys.stderr)
    return 2 if refused else 0


# --- reading what was asked ---


def _laid_out(book: Rulebook, arguments: Namespace) -> tuple[Game, Mapping[str, str]]:
    """Return the game with the wagers of others that are named, and their names beside it.

    What may not be bet on here is left out: it is refused with its bet.
    """
    bets = (text.partition("=")[0] for text in (*arguments.bet, *arguments.toke))
    limits = (*arguments.minimum, *arguments.maximum, *arguments.aggregate, *arguments.suits)
    names = [name for text in limits if (name := text.rpartition("=")[0])]
    for spot in bets:
        with suppress(Unreadable):
            names.append(read_spot(spot).wager)
    game, short, _ = with_bets(book, book.game(arguments.game), names, arguments.beside)
    return game, short


def _outcome(game: Game, arguments: Namespace) -> Outcome:
    kind = KINDS[game.kind]
    if kind.parse is None:
        raise kind.lacks("settlement from text", "settle from Python, or let the kind parse a text")
    for name in WRITTEN:
        if name not in kind.written:
            _leave_out(f"a game of {kind.name}", **{name: getattr(arguments, name)})
    texts = [getattr(arguments, name) for name in kind.written]
    if not all(texts):
        missing = next(name for name, text in zip(kind.written, texts, strict=True) if not text)
        example = " ".join(f"--{name} {text}" for name, text in kind.written.items())
        raise unreadable("no-outcome", f"--{missing} is missing", f"add {example}")
    return kind.parse(*texts)


def _leave_out(where: str, **options: str | None) -> None:
    """Refuse options that mean nothing there: whoever gave them expects something of them."""
    for name, given in options.items():
        if given is not None:
            option = f"--{name.replace('_', '-')} {given}"
            raise unreadable("idle-option", f"{option} means nothing to {where}", "leave it out")


def _house(game: Game, short: Mapping[str, str], arguments: Namespace) -> House:
    def by_wager(texts: list[str], read: Callable[[str], Value]) -> dict[str, Value]:
        return _by_wager(game, short, texts, read)

    for text in arguments.aggregate:
        if not all(text.partition("=")):
            raise unreadable(
                "unreadable-limit",
                f'"{text}" is not an aggregate limit',
                "write WAGER=AMOUNT, such as moon-8=1000",
            )
    rounding = arguments.round_vigorish
    return House(
        minimum_cents=by_wager(arguments.minimum, read_cents),
        maximum_cents=by_wager(arguments.maximum, read_cents),
        aggregate_cents=by_wager(arguments.aggregate, read_cents),
        base_wager_required=arguments.base_required,
        both_hands=not arguments.one_hand,
        tokes=not arguments.no_tokes,
        vigorish_rate=None if arguments.vigorish is None else read_percent(arguments.vigorish),
        vigorish_rounding_cents=1 if rounding is None else read_cents(rounding),
        unit_cents={} if arguments.unit is None else {ANY: read_cents(arguments.unit)},
        suits=by_wager(arguments.suits, _read_suits),
        toke_push=arguments.toke_push,
        beside=arguments.beside,
    )


def _by_wager(
    game: Game, short: Mapping[str, str], texts: list[str], read: Callable[[str], Value]
) -> dict[str, Value]:
    """Read ``[WAGER=]VALUE`` texts; a value without a wager is for any that has no other."""
    values = {}
    for text in texts:
        wager, equals, value = text.rpartition("=")
        name = short.get(wager, wager) if equals else ANY
        if equals:
            game.wager(name)
        values[name] = read(value)
    return values


def _read_suits(text: str) -> str:
    if not text.strip():
        raise unreadable("no-suits", "the suits are missing", "write letters of c d h s")
    return text.strip()


def _bet(game: Game, short: Mapping[str, str], text: str, toke: bool, chips: Chips) -> TypedBet:
    try:
        spot, amount = split_bet(text)
        name = read_spot(spot)
    except Unreadable as error:
        return TypedBet(text, toke, None, error.refusal)
    wager_name = short.get(name.wager, name.wager)
    bet = Bet(wager_name, 0, name.on, name.table, chips=chips, toke=toke)
    if name.position is not None:
        bet = bet._replace(position=name.position)
    try:
        bet = bet._replace(stake_cents=read_cents(amount))
    except Unreadable as error:
        return TypedBet(text, toke, bet, error.refusal)
    wager = game.wagers.get(wager_name)
    if wager is None or name.position is None:
        return TypedBet(text, toke, bet)
    return TypedBet(text, toke, bet, seat_fault(wager, name.on, name.position))


def _choose(game: Game, read: list[TypedBet], arguments: Namespace) -> list[TypedBet]:
    """Apply ``--table`` and ``--reading`` to the bets that know them; someone must."""
    known = [game.wagers.get(typed.bet.wager) if typed.bet else None for typed in read]
    tables = [table for wager in known if wager for table in wager.tables]
    if arguments.table and arguments.table not in tables:
        raise unreadable(
            "unknown-table",
            f'none of these wagers has a pay table "{arguments.table}"',
            did_you_mean(arguments.table, dict.fromkeys(tables)),
        )
    asked = [name.strip() for name in arguments.reading.split(",") if name.strip()]
    chosen, used = [], {DEFAULT}
    for typed, wager in zip(read, known, strict=True):
        if typed.bet and wager:
            asked_table = arguments.table if arguments.table in wager.tables else None
            table = typed.bet.table or asked_table
            opened = opened_by(game, typed.bet._replace(table=table))
            names = wager.reading_names(opened[1]) if opened else ()
            readings = [name for name in asked if name in names]
            used.update(readings)
            bet = typed.bet._replace(table=table, reading=",".join(readings) or DEFAULT)
            chosen.append(typed._replace(bet=bet))
        else:
            chosen.append(typed)
    for name in asked:
        if name not in used:
            opened_tables = (opened_by(game, typed.bet) for typed in chosen)
            raise no_such_reading(
                name, "none of these bets has a", [pair for pair in opened_tables if pair]
            )
    return chosen


def _refuse_idle(game: Game, read: list[TypedBet], house: House, arguments: Namespace) -> None:
    """Refuse rules of the house that touch none of the bets, unless a bet is not understood."""
    opened = [spot for typed in read if (spot := opened_by(game, typed.bet))]
    if len(opened) < len(read):
        return
    if not any(table in wager.vigorish for wager, table in opened):
        _leave_out("these bets", vigorish=arguments.vigorish)
        _leave_out("these bets", round_vigorish=arguments.round_vigorish)
    if not any(wager.block_of(table).unit for wager, table in opened):
        _leave_out("these bets", unit=arguments.unit)
    suited = {
        typed.bet.wager
        for typed, (wager, table) in zip(read, opened, strict=True)
        if typed.bet and wager.block_of(table).suits
    }
    for wager_id, suits in house.suits.items():
        if wager_id == ANY and not suited - set(house.suits):
            _leave_out("these bets", suits=suits)
        if wager_id != ANY and wager_id not in suited:
            _leave_out("these bets", suits=f"{wager_id}={suits}")


# --- showing what came out ---


def _print(game: Game, done: Round, lines: list[AnsweredBet], form: str) -> None:
    if form == "json":
        print_json(round_record(game, done.outcome, lines))
        return
    if done.fault is not None:
        return
    print(f"{game.name}: {_outcome_text(done.outcome)}")
    several = len({settled.bet.position for settled in done.settlements}) > 1
    named = [
        (_name(typed.text, result.bet, several), result)
        for typed, result in lines
        if isinstance(result, Settlement)
    ]
    if named:
        print_table(
            ("bet", "table", "reading", "stake", "row", "pays", "net", "section"),
            [_row(name, settled) for name, settled in named],
            right=(3, 6),
        )
    for name, settled in named:
        for note in _notes(settled):
            print(f"  {name}: {note}")
    if len(named) > 1:
        _print_nets("Net", [settled for settled in done.settlements if not settled.bet.toke])
        _print_nets("Tokes", [settled for settled in done.settlements if settled.bet.toke])


def _name(text: str, bet: Bet, several: bool) -> str:
    """Return a bet as typed, without the amount; its position too where there are several."""
    spot = text.partition("=")[0]
    position = f"{bet.position}/" if several and not re.match("[0-9]+/", spot) else ""
    return f"{position}{spot}{' (toke)' if bet.toke else ''}"


def _money(settled: Settlement, cents: int) -> Money:
    return Money(cents, settled.table.unit.currency if settled.table.unit else "USD")


def _row(name: str, settled: Settlement) -> tuple[str, ...]:
    return (
        name,
        settled.table.id,
        settled.table.reading,
        str(_money(settled, settled.bet.stake_cents)),
        settled.row or "-",
        f"{settled.meter_owed} of the meter" if settled.meter_winners > 1 else settled.pays or "-",
        "unresolved" if settled.net_cents is None else str(_money(settled, settled.net_cents)),
        settled.cite,
    )


def _notes(settled: Settlement) -> Iterator[str]:
    if settled.vigorish_cents:
        yield f"vigorish {_money(settled, settled.vigorish_cents)} is charged"
    if settled.meter_winners > 1:
        shared = f"{settled.meter_share}% shared by {settled.meter_winners}"
        yield f"{settled.meter_owed} of the meter is owed by the jackpot: {shared}"
    elif settled.meter_share is not None:
        yield f"{settled.meter_share}% of the meter is owed by the jackpot"
    if settled.dealer_envy_cents:
        yield f"the dealer receives an envy of {_money(settled, settled.dealer_envy_cents)}"
    if settled.player_envy_cents:
        yield f"receives an envy of {_money(settled, settled.player_envy_cents)}"
    if settled.limited:
        yield "cut by the aggregate limit, pro rata"


def _print_nets(title: str, settlements: list[Settlement]) -> None:
    """Print what bets net together, each currency by itself."""
    if not settlements:
        return
    nets: dict[str, int] = {}
    for settled in settlements:
        net = _money(settled, settled.net_cents or 0)
        nets[net.currency] = nets.get(net.currency, 0) + net.cents
    total = " and ".join(str(Money(cents, currency)) for currency, cents in nets.items())
    waiting = sum(settled.net_cents is None for settled in settlements)
    print(f"{title}: {total}" + (f", {waiting} unresolved" if waiting else ""))


def _outcome_text(outcome: Outcome) -> str:
    return f"{outcome} ({outcome.summary})"
