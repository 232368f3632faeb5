"""The design loop: price a sentence on the spot, find a pay for a target edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor

from pitboss.odds.analysis import Analysis, RowOdds
from pitboss.refusals import unreadable
from pitboss.rulebook import Game, Wager
from pitboss.rulebook.pays import OPEN, Amount, MeterShare, Money, Odds
from pitboss.rulebook.readings import RawCell, RawRow
from pitboss.rulebook.wagers import Block, read_cell

NAME = "event"
TABLE = "1"
SEATS = tuple(range(1, 11))


def event_wager(game: Game, text: str, pays: RawCell = "?") -> Wager:
    """Return a wager on one sentence of a game; without ``pays`` its pay is open.

    It may name the game's shared events, and stands on a hand or seat if the sentence does. Fixed
    amounts and shares of a meter are for a base unit of one.
    """
    example = next(iter(game.own.values()))
    pay = read_cell(pays, "to").pay
    unit = pay.money._replace(cents=100) if isinstance(pay, Amount) else None
    if isinstance(pay, MeterShare):
        unit = Money(100)
    block = Block(tables=(TABLE,), rows=(RawRow("The event", text, (pays,)),), unit=unit)
    wager = replace(
        example,
        id=NAME,
        game=game.id,
        name="An event of your own",
        cite="your own",
        cites={},
        role="optional",
        on=(),
        odds="to" if unit is None else "for",
        pays_at_end=False,
        blocks=(block,),
        summary=text,
        approval="",
        ambiguities=(),
        vigorish={},
        minimum=None,
        rates={},
        jackpot=None,
        acknowledged={},
    )
    stands_on = wager.open().rows[0].sentence.unbound
    if "hand" in stands_on:
        return replace(wager, on=("player", "banker"))
    if "seat" in stands_on:
        seats = next((one.blocks[0].seats for one in game.own.values() if one.by_seat), SEATS)
        return replace(wager, on=("seat",), blocks=(block._replace(seats=seats),))
    return wager


def edge_with(sheet: Analysis, pay: int) -> Fraction:
    """Return the edge of a table if its only paying row paid these odds to 1."""
    paying = _paying(sheet)
    rest = -sheet.missed
    for one in sheet.rows:
        if one is not paying:
            rest += one.probability * (one.net or 0)
    kept = 1 - sheet.vigorish if paying.row.cell.vigorish == "win" else 1
    return -(rest + paying.probability * pay * kept)


def solve_pay(sheet: Analysis, target: Fraction) -> int:
    """Return the whole odds to 1 on a table's only paying row whose edge is nearest to a target.

    >>> from pitboss import odds, rulebook
    >>> solve_pay(odds.analyse(rulebook.wager("ez-baccarat/dragon-7")), Fraction(8, 100))
    40
    """
    free, step = edge_with(sheet, 0), edge_with(sheet, 0) - edge_with(sheet, 1)
    wanted = (free - target) / step
    if wanted < 0:
        raise unreadable(
            "cannot-solve",
            f"no pay gives an edge of {float(target):.2%}: the event is too likely",
            "ask for a smaller edge",
        )
    low = floor(wanted)
    return low if wanted - low <= Fraction(1, 2) else low + 1


def _paying(sheet: Analysis) -> RowOdds:
    """Return the one row that wins; tables with more, or with fixed amounts, are refused."""
    found = [one for one in sheet.rows if one.row.cell.pay == OPEN or _wins(one)]
    if len(found) != 1 or not found[0].probability:
        raise unreadable(
            "cannot-solve",
            f"{sheet.table.wager.path} has {len(found)} paying rows that can happen",
            "solve a wager, or an --event, with one",
        )
    pay = found[0].row.cell.pay
    if not isinstance(pay, Odds) and pay != OPEN:
        raise unreadable("cannot-solve", f"the row pays {pay}, not odds", "solve a wager with odds")
    return found[0]


def _wins(one: RowOdds) -> bool:
    return isinstance(one.row.cell.pay, MeterShare) or (one.net is not None and one.net > 0)
