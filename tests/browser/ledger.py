"""What the ledger says, asked as the auditor asks: every amount on a screen is held to it."""

from __future__ import annotations

import time
from typing import Any

from browser.books import Books, Taken
from browser.houses import GlassHouse
from browser.pages import FIGURES, Amounts, DealerPage, FloorPage, Screen, SeatPage, SignPage
from browser.records import Bet, Record, Round
from browser.waiting import PATIENCE, PAUSE_MS


class Ledger:
    """The books of a house, as of now."""

    def __init__(self, house: GlassHouse) -> None:
        self.auditor, self.record = house.auditor, Record(house)
        self.books = Books(self.record)
        self.still = self.record.still

    def table(self, id: str) -> dict[str, Any]:
        return self.record.table(id)

    def balance(self, table: str, seat: int) -> int:
        """Return the chips in front of a position."""
        return int(self.table(table)["accounts"].get(f"position {seat}", 0))

    def bets(self, table: str, seat: int) -> Amounts:
        """Return what a position has on the layout, by spot."""
        sums: Amounts = {}
        for bet in self.table(table)["bets"]:
            if bet["position"] == seat:
                _add(sums, f"bet {_spot(bet['wager'], bet['on'])}", bet["stake_cents"])
        return sums

    def meters(self, table: str | None = None) -> Amounts:
        """Return what the meters of a table, or of all, must stand at; the server agrees."""
        followed = self.books.jackpots(table)
        shown = {id: jackpot.displayed_cents for id, jackpot in followed.items()}
        served = self.record.displayed()
        assert shown == {id: served[id] for id in shown}, "the server counts otherwise"
        return {f"meter {id}": cents for id, cents in shown.items()}

    # --- a seat ---

    def seat(self, table: str, seat: int) -> Amounts:
        bets = self.bets(table, seat)
        sums = {"balance": self.balance(table, seat), "staked": sum(bets.values())}
        return sums | bets | self.meters(table) | self._results(table, seat)

    def _results(self, table: str, seat: int) -> Amounts:
        """Return what the last round that was decided came to, and what still lies there of it."""
        begun = [played for played in self.record.rounds(table) if _is_dealt(played)]
        if not begun or not begun[-1].began("BetsSettled"):
            return {}
        last = begun[-1]
        own = last.of(seat)
        sums: Amounts = {"net": sum(self._net(last, bet) for bet in own)} if own else {}
        spots: dict[object, list[Bet]] = {}
        for bet in own:
            if not bet.loses:
                spots.setdefault((bet.wager, bet.on), []).append(bet)
        for at, bets in enumerate(spots.values(), 1):
            net = sum(self._net(last, bet) for bet in bets)
            if net and (not bets[0].of_meter or self.books.share(last, bets[0])):
                sums[f"came {at} on {sum(bet.stake for bet in bets)}"] = net
        for bet in own:
            if bet.loses:
                _add(sums, "lost", bet.net)
        done = last.numbers("LosersCollected", "PositionPaid")
        for bet in own:
            net = self._net(last, bet)
            if not last.cleared and bet.number not in done and net > 0:
                _add(sums, f"won {_spot(bet.wager, bet.on)}", net)
        return sums

    def _net(self, played: Round, bet: Bet) -> int:
        return bet.net + self.books.share(played, bet)

    def _names(self, table: str) -> dict[tuple[str, str | int | None], str]:
        """Return what the spots of a table are called: a name of two hands has one for each."""
        names = {}
        for spot in self.table(table)["limits"]:
            name, on = spot["name"], spot["on"]
            hand = on.capitalize() if isinstance(on, str) else ""
            of_hand = [part for part in name.split(", ") if hand in part] if ", " in name else []
            names[spot["wager"], on] = (
                of_hand[0] if hand and of_hand else f"{name}, {hand}".rstrip(", ")
            )
        return names

    # --- the dealer ---

    def dealer(self, table: str) -> Amounts:
        """Return the bets as the dealer's page names them, the paying list, and the hits."""
        told, names = self.table(table), self._names(table)
        sums: Amounts = {}
        for bet in told["bets"]:
            name = names[bet["wager"], bet["on"]]
            _add(sums, f"bet {bet['position']} {name}", bet["stake_cents"])
        idle = set(told["seated"]) - {bet["position"] for bet in told["bets"]}
        sums |= {f"balance {seat}": self.balance(table, seat) for seat in idle}
        if told["stage"] in ("settling", "clearing"):
            sums |= self._paying(table)
        for id, jackpot in self.books.jackpots(table).items():
            if jackpot.pending and jackpot.pending.table == table:
                sums[f"hit {id}"] = jackpot.pending.cents
                sums[f"share {id}"] = jackpot.pending.share_cents
        return sums

    def _paying(self, table: str) -> Amounts:
        """Return what is still to be collected and paid."""
        played = self.record.rounds(table)[-1]
        names, sums = self._names(table), dict[str, int]()
        done = played.numbers("LosersCollected", "PositionPaid")
        in_tray = played.numbers("ProgressivesTaken")
        for bet in played.bets:
            if not bet.decided or bet.number in done:
                continue
            name = f"{bet.position} {names[bet.wager, bet.on]}"
            if bet.loses:
                if bet.number not in in_tray:
                    _add(sums, f"takes {name}", bet.stake)
                    _add(sums, "taken", bet.lost)
                continue
            _add(sums, f"pays on {name}", bet.stake)
            if bet.over or not bet.of_meter:
                _add(sums, f"hands over {name}", bet.over)
            if won := bet.won + self.books.share(played, bet):
                _add(sums, f"wins {name}", won)
            if bet.vigorish:
                _add(sums, f"vigorish {name}", bet.vigorish)
        return sums

    # --- the floor ---

    def floor(self) -> Amounts:
        """Return the takings of every table that was opened, those of all, and all meters."""
        taken = {id: self.books.taken(id) for id in self.record.open()}
        sums: Amounts = {}
        for id, table in taken.items():
            sums |= {f"{name} {id}": getattr(table, name) for name in FIGURES}
        total = Taken(*map(sum, zip(*taken.values(), strict=True)))
        sums |= {name: getattr(total, name) for name in FIGURES}
        if total.left_out:
            sums["left out"] = total.left_out
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
        return self.meters(table) | self.books.printed(table)

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

    def explains(self, screen: Screen, table: str = "", seat: int = 0) -> None:
        """Fail if a screen shows an amount that neither the ledger nor the posting explains."""
        known = set(map(abs, self.expected(screen, table, seat).values()))
        for id in [table] if table else [told["id"] for told in self.books.floor["tables"]]:
            known |= self.books.limits(id)
        for played in self.record.rounds(table)[-1:]:
            known |= {cents for bet in played.bets for cents in bet.parts}
        for played in self.record.rounds(table)[-2:]:  # a payment is told until the next game
            known |= {self.books.share(played, bet) for bet in played.bets}
        for jackpot in self.books.jackpots(table or None).values():
            for hit in jackpot.hits[-1:]:  # who shares reads the share, and what it leaves over
                left = hit.cents - hit.share_cents * len(hit.positions)
                known |= {hit.share_cents, left} if seat else {hit.told_cents}
        if seat:
            known |= set(self.books.printed(table).values())
            known |= {
                abs(sum(self._net(played, bet) for bet in played.of(seat)))
                for played in self.record.rounds(table)
            }
        strange = sorted(screen.every_amount() - known)
        assert not strange, f"{screen.page.url}: {strange}"


def _add(sums: Amounts, name: str, cents: int) -> None:
    sums[name] = sums.get(name, 0) + cents


def _spot(wager: str, on: object) -> str:
    return f"{wager}:{on}" if isinstance(on, str) else wager  # or the own seat


def _is_dealt(played: Round) -> bool:
    return played.began("CardDealt", "DiceRolled", "BetsSettled", "DiceRevealed")
