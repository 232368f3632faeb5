"""The books of a house, kept anew: from bets, cards and calls on record, by the rules alone.

Neither the takings nor the meters that the server counts are asked for. A jackpot is followed from
its seed: units that START GAME registered, at the printed rates; the lock, which takes what is
displayed; the payment, which lets the reserve be the new meter and leaves the rest of the division
on top of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from browser.houses import FLOOR
from browser.records import Bet, Event, Record, Round

CATALOG = Path(str(files("pitboss"))) / "rulebook" / "catalog"
UNIT = 100
"""Of every jackpot of the floor, in cents."""
MICROS = 10_000
"""Of a cent."""
PRINTED = {"harmony": ("15%", "3%"), "sun-7": ("15%", "5%"), "fate-38": ("17%", "5%")}
"""The rates of PT-PRG-HP-01, S7-01 and F38-01, for the meter and for its reserve (30-2899.07)."""
BANKER_WINS, PLAYER_WINS = 2_292_252_566_437_888, 2_230_518_282_592_256
COUPS = 4_998_398_275_503_360
"""Of eight decks: how many orders of six cards there are, and how many each hand wins."""
EDGES = {
    "player": Fraction(BANKER_WINS - PLAYER_WINS, COUPS),
    "banker": Fraction(PLAYER_WINS, COUPS) - Fraction(BANKER_WINS, COUPS) * Fraction(19, 20),
}


class Hit(NamedTuple):
    """A hit: what was displayed at the lock, and who shares it."""

    table: str
    round: int
    cents: int
    positions: tuple[int, ...]
    paid: bool = False

    @property
    def share_cents(self) -> int:
        return self.cents // len(self.positions)

    @property
    def told_cents(self) -> int:
        """What it is told as: the amount that is divided, and once it is paid what they got."""
        return self.share_cents * len(self.positions) if self.paid else self.cents


class Jackpot(NamedTuple):
    """A meter that is followed, in micros."""

    main: int
    reserve: int = 0
    hits: tuple[Hit, ...] = ()

    @property
    def pending(self) -> Hit | None:
        return self.hits[-1] if self.hits and not self.hits[-1].paid else None

    @property
    def displayed_cents(self) -> int:
        """What is displayed; while a hit is pending, what it locked (30-2899.07(6)(e))."""
        return self.main // MICROS + (self.pending.cents if self.pending else 0)

    def plus(self, main: int, reserve: int) -> Jackpot:
        return self._replace(main=self.main + main, reserve=self.reserve + reserve)

    def hit(self, table: str, round: int, positions: tuple[int, ...]) -> Jackpot:
        locked = Hit(table, round, self.displayed_cents, positions)
        return self._replace(main=self.main - locked.cents * MICROS, hits=(*self.hits, locked))

    def paid(self) -> Jackpot:
        """The reserve is the new meter, and on top of it what could not be divided."""
        hit = self.hits[-1]
        rest = hit.cents - hit.share_cents * len(hit.positions)
        main = self.main + self.reserve + rest * MICROS
        return Jackpot(main, hits=(*self.hits[:-1], hit._replace(paid=True)))


class Taken(NamedTuple):
    """What a table has taken of the bets that are decided and cleared."""

    handle: int = 0
    win: int = 0
    expected: int = 0
    left_out: int = 0

    @property
    def hold(self) -> int:
        """In hundredths of a percent."""
        return round(Fraction(self.win, self.handle) * 10_000) if self.handle else 0


class Books:
    """What must be true of a house by what is on record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.floor = tomllib.loads(FLOOR.read_text(encoding="utf-8"))

    # --- takings ---

    def taken(self, table: str) -> Taken:
        """Return the takings of a table; nothing is expected of what a meter decides."""
        bets = [
            bet
            for played in self.record.rounds(table)
            if played.cleared
            for bet in played.bets
            if bet.decided and not bet.taken_back
        ]
        sensed = {jackpot["wager"] for jackpot in self.floor["jackpots"]}
        known = [bet for bet in bets if bet.wager not in sensed]
        expected = sum((bet.stake * EDGES[bet.wager] for bet in known), Fraction(0))
        return Taken(
            sum(bet.stake for bet in bets),
            -sum(bet.net for bet in bets),
            (2 * expected + 1) // 2 if expected else 0,
            sum(bet.stake for bet in bets if bet.wager in sensed),
        )

    # --- what is posted ---

    def printed(self, table: str) -> dict[str, int]:
        """Return the amounts in the pay tables of a table's jackpots, as the catalog has them."""
        return {
            f"pays {told['id']} {label}": cents
            for told in self.floor["jackpots"]
            if table in told["tables"]
            for label, cents in _pays(told["game"], told["wager"], told["table"])
        }

    def limits(self, table: str) -> set[int]:
        """Return the amounts between which bets are taken, and the unit of a sensor."""
        (entry,) = (told for told in self.floor["tables"] if told["id"] == table)
        limits = " to ".join(entry["limits"].values()).split(" to ")
        return {int(dollars) * 100 for dollars in limits} | {UNIT}

    # --- jackpots ---

    def jackpots(self, table: str | None = None) -> dict[str, Jackpot]:
        """Return the jackpots of a table, or all."""
        return {
            told["id"]: self._followed(told)
            for told in self.floor["jackpots"]
            if table is None or table in told["tables"]
        }

    def _followed(self, told: dict[str, Any]) -> Jackpot:
        rates = told.get("rates", {})
        main, reserve = PRINTED.get(told["id"]) or (rates["main"], rates["reserve"])
        followed = Jackpot(told["seed"] * 100 * MICROS)
        for played, event in self._moving(told["tables"]):
            if event.name == "ProgressivesTaken":
                taken = [bet for bet in played.bets if bet.number in event.data["numbers"]]
                units = sum(bet.stake for bet in taken if bet.wager == told["wager"])
                followed = followed.plus(_part(main, units), _part(reserve, units))
            elif event.data["jackpot"] == told["id"]:
                positions = tuple(event.data.get("positions", ()))
                if event.name == "JackpotHit":
                    followed = followed.hit(played.table, played.number, positions)
                else:
                    followed = followed.paid()
        return followed

    def _moving(self, tables: list[str]) -> list[tuple[Round, Event]]:
        """Return what moves a jackpot, in the order in which it came."""
        moving = ("ProgressivesTaken", "JackpotHit", "SharesPaid")
        heard = [
            (played, event)
            for table in tables
            for played in self.record.rounds(table)
            for event in played.events
            if event.name in moving
        ]
        return sorted(heard, key=lambda pair: pair[1][:2])

    def share(self, played: Round, bet: Bet) -> int:
        """Return what a bet that won a meter was paid of it, in cents."""
        if not bet.of_meter:
            return 0
        paid = [
            hit.share_cents
            for told in self.floor["jackpots"]
            if told["wager"] == bet.wager and played.table in told["tables"]
            for hit in self._followed(told).hits
            if hit.paid and (hit.table, hit.round) == (played.table, played.number)
        ]
        return sum(paid)


def _part(rate: str, cents: int) -> int:
    """Return a percentage of an amount, in micros."""
    return int(rate.rstrip("%")) * cents * MICROS // 100


def _pays(game: str, wager: str, table: str) -> Iterator[tuple[str, int]]:
    """Yield the rows of a pay table of the catalog that are amounts, for a unit."""
    catalog = tomllib.loads((CATALOG / f"{game}.toml").read_text(encoding="utf-8"))
    for block in catalog["wagers"][wager]["blocks"]:
        if table in block["tables"]:
            column = 2 + block["tables"].index(table)
            for row in block["pays"]:
                if row[column].startswith("$"):
                    yield row[0], int(row[column].removeprefix("$")) * 100
