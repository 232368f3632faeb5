"""The design loop: price a sentence on the spot, find a pay for a target edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from pitboss.odds.analysis import Analysis, RowOdds, net_of
from pitboss.refusals import Unreadable, did_you_mean, unreadable
from pitboss.rulebook import Game, Wager
from pitboss.rulebook.pays import ABSENT, Amount, MeterShare, Money, Odds
from pitboss.rulebook.readings import RawCell, RawRow
from pitboss.rulebook.wagers import Block, read_cell

SEATS = tuple(range(1, 11))
WHOLE = Odds(Fraction(1), "to")
"""Pays are sought in whole odds to 1."""


def event_wager(game: Game, text: str, pays: RawCell = "?") -> Wager:
    """Return a wager on one sentence of a game; without ``pays`` its pay is open.

    It may name the game's shared events, and stands on a hand or seat if the sentence does. Fixed
    amounts and shares of a meter are for a base unit of one.
    """
    example = next(iter(game.own.values()))
    pay = read_cell(pays, "to").pay
    if pay == ABSENT:
        raise unreadable("bad-pay", '"-" leaves the event out', "give its pay, or ? for none")
    unit = pay.money._replace(cents=100) if isinstance(pay, Amount) else None
    if isinstance(pay, MeterShare):
        unit = Money(100)
    block = Block(tables=("1",), rows=(RawRow("The event", text, (pays,)),), unit=unit)
    wager = Wager(
        id="event",
        game=game.id,
        kind=game.kind,
        name="An event of your own",
        cite="your own",
        role="optional",
        on=(),
        odds="to" if unit is None else "for",
        ends=example.ends,
        pays_at_end=False,
        blocks=(block,),
        events=example.events,
        summary=text,
    )
    stands_on = wager.open().rows[0].sentence.unbound
    if "hand" in stands_on:
        return replace(wager, on=("player", "banker"))
    if "seat" in stands_on:
        seats = next((one.blocks[0].seats for one in game.own.values() if one.by_seat), SEATS)
        return replace(wager, on=("seat",), blocks=(block._replace(seats=seats),))
    return wager


class Neighbour(NamedTuple):
    """A pay that could be printed, and the edge that the table would have with it."""

    pay: Odds
    edge: Fraction

    @property
    def quoted(self) -> str:
        """The pay as a file may quote it, such as ``11 to 2``."""
        amount = self.pay.amount
        return f"{amount.numerator} {self.pay.basis} {amount.denominator}"


class Solution(NamedTuple):
    """The pays next to a target edge on one row; the other rows keep theirs."""

    row: RowOdds
    neighbours: tuple[Neighbour, ...]
    """The pay just below and the one just above; one alone if it meets the target exactly."""
    advised: Neighbour
    """The neighbour nearest to the target that does not favour the player."""


def solve_pay(
    sheet: Analysis, target: Fraction, *, step: Odds = WHOLE, row: str | None = None
) -> Solution:
    """Find the pays of a row, in multiples of a step, between which a target edge lies.

    Without ``row`` the table's only paying row is meant. Half odds for 1 are steps of 1 for 2.

    >>> from pitboss import odds, rulebook
    >>> dragon = odds.analyse(rulebook.wager("ez-baccarat/dragon-7"))
    >>> solution = solve_pay(dragon, Fraction(8, 100))
    >>> [one.quoted for one in solution.neighbours], solution.advised.quoted
    (['39 to 1', '40 to 1'], '40 to 1')
    """
    solved = _named_row(sheet, row) if row is not None else _paying_row(sheet)
    if isinstance(solved.row.cell.pay, MeterShare):
        raise _cannot("the row pays a share of the meter", "solve a row with odds or an amount")
    if not solved.probability:
        raise _cannot(f'"{solved.row.label}" cannot happen', "solve a row that can")
    push, even = (_edge_with(sheet, solved, Odds(Fraction(net), "to")) for net in (0, 1))
    wanted = (push - target) / (push - even)
    if wanted < 0:
        raise _cannot(
            f"no pay gives an edge of {float(target):.2%}: the event is too likely",
            "ask for a smaller edge",
        )
    steps = (wanted + (step.basis == "for")) / step.amount
    neighbours = []
    for number in dict.fromkeys((floor(steps), ceil(steps))):
        pay = Odds(number * step.amount, step.basis)
        neighbours.append(Neighbour(pay, _edge_with(sheet, solved, pay)))
    safe = [one for one in neighbours if one.edge >= 0]
    advised = min(safe, key=lambda one: abs(one.edge - target))
    return Solution(solved, tuple(neighbours), advised)


def _edge_with(sheet: Analysis, solved: RowOdds, pay: Odds) -> Fraction:
    """Return the edge of a table if one of its rows paid these odds."""
    row = solved.row._replace(cell=solved.row.cell._replace(pay=pay))
    paid = replace(solved, row=row, net=net_of(row, sheet.table, sheet.vigorish, sheet.meter))
    edge = replace(sheet, rows=tuple(paid if one is solved else one for one in sheet.rows)).edge
    if edge is None:
        raise _cannot("another pay of the table is not known", "give its --meter, or its pay")
    return edge


def _named_row(sheet: Analysis, label: str) -> RowOdds:
    rows = {one.row.label: one for one in sheet.rows}
    if label not in rows:
        path = sheet.table.wager.path
        raise _cannot(f'{path} has no row "{label}"', did_you_mean(label, rows))
    return rows[label]


def _paying_row(sheet: Analysis) -> RowOdds:
    """Return the row that wins, if there is one and no more."""
    paying = [one for one in sheet.rows if one.net is None or one.net > 0]
    if len(paying) == 1:
        return paying[0]
    labels = ", ".join(f'"{one.row.label}"' for one in paying)
    raise _cannot(
        f"{sheet.table.wager.path} has {len(paying)} paying rows",
        f"choose one with --row: {labels}" if paying else "solve a wager that can win",
    )


def _cannot(message: str, remedy: str) -> Unreadable:
    return unreadable("cannot-solve", message, remedy)
