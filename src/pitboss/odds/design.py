"""The design loop: price a sentence on the spot, find a pay for a target edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor

from pitboss.odds.analysis import Analysis
from pitboss.refusals import unreadable
from pitboss.rulebook import Game, Wager
from pitboss.rulebook.pays import OPEN, Odds
from pitboss.rulebook.readings import RawCell, RawRow
from pitboss.rulebook.wagers import Block

NAME = "event"
TABLE = "1"


def event_wager(game: Game, text: str, pays: RawCell = "?") -> Wager:
    """Return a wager on one sentence of a game; without ``pays`` its pay is open.

    It may name the game's shared events, and stands on a hand or seat if the sentence does.
    """
    example = next(iter(game.own.values()))
    on = ("player", "banker") if "hand." in text else ()
    block = Block(tables=(TABLE,), rows=(RawRow("The event", text, (pays,)),))
    return replace(
        example,
        id=NAME,
        game=game.id,
        name="An event of your own",
        cite="your own",
        cites={},
        role="optional",
        on=on,
        odds="to",
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


def solve_pay(sheet: Analysis, target: Fraction) -> int:
    """Return the whole odds to 1 on a table's only paying row whose edge is nearest to a target.

    >>> from pitboss import odds, rulebook
    >>> solve_pay(odds.analyse(rulebook.wager("ez-baccarat/dragon-7")), Fraction(8, 100))
    40
    """
    paying = [one for one in sheet.rows if one.row.cell.pay == OPEN or _wins(one.net)]
    if len(paying) != 1 or not paying[0].probability:
        raise unreadable(
            "cannot-solve",
            f"{sheet.table.wager.path} has {len(paying)} paying rows that can happen",
            "solve a wager, or an --event, with one",
        )
    pay, chance = paying[0].row.cell.pay, paying[0].probability
    if not isinstance(pay, Odds) and pay != OPEN:
        raise unreadable("cannot-solve", f"the row pays {pay}, not odds", "solve a wager with odds")
    pushed = sheet.push_probability
    wanted = (1 - chance - pushed - target) / chance
    if wanted < 0:
        raise unreadable(
            "cannot-solve",
            f"no pay gives an edge of {float(target):.2%}: the event is too likely",
            "ask for a smaller edge",
        )
    low = floor(wanted)
    return low if wanted - low <= Fraction(1, 2) else low + 1


def _wins(net: Fraction | None) -> bool:
    return net is not None and net > 0
