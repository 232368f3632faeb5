"""What the ledger says, asked as the auditor asks: every amount on a screen is held to it."""

from __future__ import annotations

import time
from typing import Any

from browser.houses import GlassHouse
from browser.pages import Amounts, DealerPage, FloorPage, Screen, SeatPage, SignPage
from browser.waiting import PAUSE_MS

PATIENCE = 4.0


class Ledger:
    """The books of a house, as of now."""

    def __init__(self, house: GlassHouse) -> None:
        self.auditor = house.auditor

    def table(self, id: str) -> dict[str, Any]:
        return self.auditor.table(id)

    def balance(self, table: str, seat: int) -> int:
        """Return the chips in front of a position."""
        return int(self.table(table)["accounts"].get(f"position {seat}", 0))

    def bets(self, table: str, seat: int) -> Amounts:
        """Return what a position has on the layout, by spot."""
        sums: Amounts = {}
        for bet in self.table(table)["bets"]:
            if bet["position"] == seat:
                on = f":{bet['on']}" if isinstance(bet["on"], str) else ""  # or the own seat
                spot = f"{bet['wager']}{on}"
                sums[f"bet {spot}"] = sums.get(f"bet {spot}", 0) + bet["stake_cents"]
        return sums

    def meters(self, table: str | None = None) -> Amounts:
        """Return what the meters of a table, or of all, stand at."""
        return {
            f"meter {jackpot['id']}": jackpot["displayed_cents"]
            for jackpot in self.auditor.jackpots()
            if table is None or table in jackpot["tables"]
        }

    def seat(self, table: str, seat: int) -> Amounts:
        bets = self.bets(table, seat)
        sums = {"balance": self.balance(table, seat), "staked": sum(bets.values())}
        return sums | bets | self.meters(table)

    def dealer(self, table: str) -> Amounts:
        """Return the bets as the dealer's page names them."""
        told, sums = self.table(table), dict[str, int]()
        names = {(spot["wager"], spot["on"]): spot["name"] for spot in told["limits"]}
        for bet in told["bets"]:
            on = f", {bet['on'].capitalize()}" if isinstance(bet["on"], str) else ""
            name = f"bet {bet['position']} {names[bet['wager'], bet['on']]}{on}"
            sums[name] = sums.get(name, 0) + bet["stake_cents"]
        return sums

    def floor(self) -> Amounts:
        """Return the takings of all tables, and all meters."""
        lines = [line for table in self.auditor.tables() for line in table["takings"]]
        sums = {name: sum(line[f"{name}_cents"] for line in lines) for name in ("handle", "win")}
        return sums | self.meters()

    def even(self, *tables: str) -> None:
        """Fail if the books of a table do not add up to nothing."""
        for table in tables:
            assert sum(self.table(table)["accounts"].values()) == 0, table

    # --- screens ---

    def expected(self, screen: Screen, table: str = "", seat: int = 0) -> Amounts:
        if isinstance(screen, SeatPage):
            return self.seat(table, seat)
        if isinstance(screen, DealerPage):
            return self.dealer(table)
        if isinstance(screen, FloorPage):
            return self.floor()
        assert isinstance(screen, SignPage), screen
        return self.meters(table)

    def agrees(self, screen: Screen, table: str = "", seat: int = 0) -> None:
        """Wait until a screen shows what the ledger says; fail with what it shows instead."""
        expected = self.expected(screen, table, seat)
        end = time.monotonic() + PATIENCE
        while (shown := screen.amounts()) != expected and time.monotonic() < end:
            screen.page.wait_for_timeout(PAUSE_MS)
        differ = [
            f"{name}: shown {shown.get(name)}, ledger {expected.get(name)}"
            for name in sorted(shown.keys() | expected.keys())
            if shown.get(name) != expected.get(name)
        ]
        assert not differ, f"{screen.page.url}\n" + "\n".join(differ)
