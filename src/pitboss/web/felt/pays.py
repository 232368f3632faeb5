"""What a spot pays, in the few words that fit on it."""

from __future__ import annotations

from fractions import Fraction

from pitboss.jackpot.names import row_at as row_at
from pitboss.jackpot.names import with_suits as with_suits
from pitboss.rulebook.nodes import Node, expanded
from pitboss.rulebook.pays import OPEN, MeterShare, net, percent
from pitboss.rulebook.tables import PayRow, PayTable
from pitboss.web.felt.events import needs_tie, wins

NO_PAY = "no pay yet"
"""The operator owes a pay that the regulation leaves to him."""


def pay_words(table: PayTable, rate: Fraction | None = None) -> str:
    """Return what a spot pays: one pay, two of them, or the highest.

    ``rate`` is the table's vigorish where it is not the printed one.

    >>> from pitboss.rulebook import catalog
    >>> eternal = catalog().game("eternal-baccarat")
    >>> pay_words(eternal.open("supreme-7")), pay_words(eternal.open("golden-talons:player"))
    ('200 / 50 to 1', 'up to 30 to 1')
    >>> pay_words(eternal.open("banker")), pay_words(eternal.open("harmony"))
    ('1 to 1, less 5%', '100% of the meter')
    """
    rows = [row for row in table.rows if wins(row)]
    if not rows or any(row.cell.pay == OPEN for row in rows):
        return NO_PAY
    if isinstance(rows[0].cell.pay, MeterShare):
        return f"{rows[0].cell} of the meter"
    words = " / ".join(_pays(rows)) if len(_pays(rows)) < 3 else f"up to {_pays(rows)[0]}"
    charged = charge_words(table, rate)
    return f"{words}, {charged}" if charged else words


def _pays(rows: list[PayRow]) -> list[str]:
    """Return the pays of a table, each once; two on one basis share the words after the number."""
    pays = list(dict.fromkeys(str(row.cell) for row in rows))
    if len(pays) == 2:
        (first, tail), (_, other) = (pay.split(" ", 1) if " " in pay else (pay, "") for pay in pays)
        return [first, pays[1]] if tail and tail == other else [" or ".join(pays)]
    return pays


def charge_words(table: PayTable, rate: Fraction | None = None) -> str:
    """Return what is kept of a win, or of a stake that a tie returns; nothing where nothing is.

    >>> from pitboss.rulebook import catalog
    >>> charge_words(catalog().game("baccarat").open("banker"))
    'less 5%'
    """
    if table.vigorish is None:
        return ""
    charged = percent(table.vigorish.rate if rate is None else rate)
    kinds = {row.cell.vigorish for row in table.rows}
    return f"less {charged}" if "win" in kinds else f"{charged} of a tie"


def push_cases(table: PayTable) -> tuple[str, ...]:
    """Return when a base wager pushes beside a tie, as its rows say it; nothing of other wagers.

    >>> from pitboss.rulebook import catalog
    >>> ez = catalog().game("ez-baccarat")
    >>> push_cases(ez.open("banker")), push_cases(ez.open("player"))
    (('Banker wins with a 3-card 7',), ())
    """
    if table.wager.role != "base":
        return ()
    return tuple(row.label for row in table.rows if _pushes(row) and not needs_tie(_event(row)))


def _pushes(row: PayRow) -> bool:
    pay = row.cell.pay
    return pay != OPEN and not isinstance(pay, MeterShare) and net(pay, 1) == 0


def _event(row: PayRow) -> tuple[Node, ...]:
    return (expanded(row.sentence.node),)


def envy_words(table: PayTable) -> str:
    """Return what others get when this wager is hit; nothing where nobody does.

    >>> from pitboss.rulebook import catalog
    >>> envy_words(catalog().game("99-fortunes").open("progressive"))
    'envy $1,000'
    """
    amounts = {
        envy
        for row in table.rows
        for envy in (row.cell.dealer_envy, row.cell.player_envy)
        if envy is not None
    }
    if not amounts:
        return ""
    return f"envy {'up to ' if len(amounts) > 1 else ''}{max(amounts)}"


def top_pay(table: PayTable) -> Fraction:
    """Return the highest odds of a table, to sort by; a meter is above all others."""
    return max((_size(row) for row in table.rows if wins(row)), default=Fraction(0))


def _size(row: PayRow) -> Fraction:
    pay = row.cell.pay
    if isinstance(pay, MeterShare):
        return Fraction(pay.percent * 10**9)
    return Fraction(0) if pay == OPEN else net(pay, 1)
