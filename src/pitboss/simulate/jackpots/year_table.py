"""The months of a progressive as rows of text."""

from __future__ import annotations

from pitboss.rulebook.pays import Money
from pitboss.simulate.jackpots.figures import JackpotYears
from pitboss.simulate.jackpots.means import Figure, Spread, figure_of

HEADS = (
    "month",
    "hits",
    "meter at end",
    "5%",
    "95%",
    "paid from it",
    "house take",
)
"""The heads of :func:`year_table`."""


def year_table(ahead: JackpotYears) -> list[tuple[str, ...]]:
    """Return the months as rows of text, in whole units of the currency; the year comes last."""
    currency = ahead.setting.currency

    def money(cents: float) -> str:
        return str(Money(round(cents / 100) * 100, currency))

    def row(name: str, hits: Figure, meter: Spread, paid: Figure, take: Spread) -> None:
        rows.append(
            (
                name,
                f"{hits.mean:.2f}",
                money(meter.mean),
                money(meter.percentiles[0]),
                money(meter.percentiles[-1]),
                money(paid.mean),
                money(take.mean),
            )
        )

    rows: list[tuple[str, ...]] = []
    for one in ahead.months:
        row(str(one.number), one.hits, one.meter, one.paid, one.take)
    row(
        "year",
        ahead.hits_per_year,
        ahead.months[-1].meter,
        figure_of(ahead.total("meter_paid_cents")),
        ahead.take_per_year,
    )
    return rows
