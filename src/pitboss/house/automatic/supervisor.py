"""The automatic supervisor of a floor: pays what no person has paid after a while."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from pitboss.house.automatic.demo import AUTOMATONS, is_automaton
from pitboss.house.automatic.due import Act, Due, Wait
from pitboss.house.automatic.duties import fills
from pitboss.jackpot.hits import PayHit
from pitboss.jackpot.link import Hit, Link
from pitboss.table.state import Table


def pays_at(hit: Hit, pay_seconds: float) -> float:
    """Return when a hit is paid by itself, in seconds since 1970.

    Whoever has verified it is about to pay it, and has as long again.
    """
    handled = bool(hit.verified_by) and not is_automaton(hit.verified_by)
    return datetime.fromisoformat(hit.at).timestamp() + pay_seconds * (1 + handled)


class Supervisor:
    """Pays pending hits, each so many seconds after it was called (:func:`pays_at`)."""

    def __init__(self, pay_seconds: float) -> None:
        self.pay_seconds = pay_seconds

    def step(self, links: Mapping[str, Link], tables: Mapping[str, Table], now: float) -> Due:
        """Return the payment that is due now, or until when none will be.

        ``links`` are the jackpots by id, ``tables`` those whose trays pay the envy.
        """
        until = now + self.pay_seconds
        for jackpot, link in links.items():
            hit = next((hit for hit in link.hits if hit.open), None)
            if hit is None:
                continue
            due = pays_at(hit, self.pay_seconds)
            if due <= now:
                return self._pay(jackpot, link, hit, tables.get(hit.table))
            until = min(until, due)
        return Wait(until)

    def _pay(self, jackpot: str, link: Link, hit: Hit, table: Table | None) -> Act:
        """Pay a hit by the card that its amount asks for, once the tray holds the envy."""
        envy = hit.dealer_envy_cents + sum(cents for _, cents in hit.player_envy)
        for fill in fills(table, envy) if table is not None else ():
            return Act(f"table/{hit.table}", fill, AUTOMATONS.supervisor, "supervisor")
        highest = max(hit.amount_cents, link.displayed_cents)
        executive = link.jackpot.executive_cents
        if executive is not None and highest >= executive:
            pay = PayHit(AUTOMATONS.executive, hit.order)
            return Act(f"link/{jackpot}", pay, AUTOMATONS.executive, "executive")
        pay = PayHit(AUTOMATONS.supervisor, hit.order)
        return Act(f"link/{jackpot}", pay, AUTOMATONS.supervisor, "supervisor")
