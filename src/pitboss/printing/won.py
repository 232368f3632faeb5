"""A win as the page that is printed of it, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.jackpot.link import Sums
from pitboss.jackpot.names import jackpot_name, with_suits
from pitboss.jackpot.reports.data import row_data
from pitboss.jackpot.reports.win import Win
from pitboss.jackpot.telling import money
from pitboss.printing.win_page import Fact, ProofRow, WinPage
from pitboss.rulebook.pays import Money

STATES = {
    "pending": "Pending: not verified, not paid",
    "verified": "Verified, not paid",
    "paid": "Paid",
    "backed-out": "Backed out after payment",
}


def win_page_of(won: Win) -> WinPage:
    """Return what the page of a win says, in words and money."""
    row = won.row
    return WinPage(
        floor=won.floor,
        jackpot=jackpot_name(row.jackpot),
        hit=str(row.hit),
        state=STATES[row.state],
        paid=row.state == "paid",
        when=(_day(row.time), _clock(row.time)),
        game=won.terms.wager,
        facts=tuple(_facts(won)),
        outcome=won.played.outcome,
        result=won.played.result,
        row=with_suits(row.row, won.played.suits.get(row.jackpot, "")),
        cite=won.cite,
        amount=_cents(won, sum(cents for _, cents in row.shares_cents)),
        money=tuple(_money(won)),
        shares=_sums(won, row.shares_cents),
        envy=tuple(_envy(won)),
        people=tuple(_people(won)),
        notes=tuple(_notes(won)),
        proof=tuple(
            ProofRow(line.step, _clock(line.time), line.stream, str(line.line), line.hash)
            for line in won.proof
        ),
        jackpot_hash=won.jackpot_hash,
        floor_hash=won.floor_hash,
    )


def _facts(won: Win) -> Iterator[Fact]:
    row = won.row
    yield Fact("Gaming day", row.day)
    yield Fact("Table", row.table)
    if won.played.shoe:
        yield Fact("Shoe", str(won.played.shoe))
    yield Fact("Round", str(row.round))
    yield Fact("Pay table", won.terms.pay_table)
    yield Fact("Unit", _cents(won, won.terms.unit_cents))


def _money(won: Win) -> Iterator[Fact]:
    """Yield what the amount comes from, and what is left of it."""
    row = won.row
    yield Fact("Displayed at the lock", _cents(won, won.displayed_cents))
    if won.percent != 100:
        yield Fact("Share of the meter", f"{won.percent}%")
    yield Fact("Divided", _cents(won, row.amount_cents))
    if row.remainder_micros:
        kept = "house" if won.terms.kind == "house" else "meter"
        rest = money(row.remainder_micros, won.currency)
        yield Fact(f"Rest of the division, to the {kept}", rest)
    if row.new_amount_cents is not None:
        yield Fact("Meter after", _cents(won, row.new_amount_cents))


def _envy(won: Win) -> Iterator[Fact]:
    row = won.row
    if row.dealer_envy_cents:
        yield Fact(f"Dealer, table {row.table}", _cents(won, row.dealer_envy_cents))
    yield from _sums(won, row.player_envy_cents)


def _people(won: Win) -> Iterator[Fact]:
    row = won.row
    if row.verified_by:
        yield Fact("Verified by", _who(won, row.verified_by, won.verified_level))
    if row.paid_by:
        who = _who(won, row.paid_by, won.paid_level)
        yield Fact("Paid by", f"{who}, {_day(row.paid_at)} {_clock(row.paid_at)}")
    needs = won.terms.executive_cents
    if needs is not None:
        yield Fact("Executive's card from", _cents(won, needs))


def _who(won: Win, badge: str, level: str) -> str:
    """Return who signed: an automaton of a demo is no person, whatever its level."""
    return f"badge {badge}, {'automatic ' if badge in won.automatic else ''}{level}"


def _notes(won: Win) -> Iterator[str]:
    if won.overridden:
        yield f"A supervisor called the hit against the table's proposal: {won.overridden}"
    if won.returned is not None:
        amount = money(won.returned.amount_micros, won.currency)
        people = f"{won.returned.first} and {won.returned.second}"
        yield f"Backed out by {people}, {amount} returned to the meter: {won.returned.reason}"


def _sums(won: Win, sums: Sums) -> tuple[Fact, ...]:
    return tuple(Fact(_place(who), _cents(won, cents)) for who, cents in sums)


def _place(who: str) -> str:
    table, _, position = who.rpartition("/")
    return f"Table {table}, position {position}"


def _cents(won: Win, cents: int) -> str:
    """Return an amount with its cents, also where there are none: columns align."""
    text = str(Money(cents, won.currency))
    return text if "." in text else f"{text}.00"


def _day(time: str) -> str:
    return time[:10]


def _clock(time: str) -> str:
    return time[11:19]


def win_data(won: Win) -> dict[str, object]:
    """Return a win as JSON holds it; amounts in whole cents or micros, as the keys say."""
    row, returned = won.row, won.returned
    back = None if returned is None else returned._asdict()
    return {
        "floor": won.floor,
        **row_data(row),
        "percent": won.percent,
        "pay_table": won.terms.pay_table,
        "cite": won.cite,
        "shoe": won.played.shoe,
        "outcome": won.played.outcome,
        "result": won.played.result,
        "displayed_cents": won.displayed_cents,
        "verified_level": won.verified_level,
        "paid_level": won.paid_level,
        "override_reason": won.overridden,
        "back_out": back,
        "proof": [line._asdict() for line in won.proof],
        "jackpot_hash": won.jackpot_hash,
        "hash": won.floor_hash,
    }
