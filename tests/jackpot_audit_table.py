"""The auditor's shadow of a linked table: its sensors, its registered rounds and their winners."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from jackpot_audit_lines import MICROS_PER_CENT, Fact, Flow, agree, holds


class Laid(NamedTuple):
    """A bet on a sensor."""

    position: int
    jackpot: str


class Registered(NamedTuple):
    """The lit sensors of a jackpot at the last START GAME."""

    round: int
    positions: frozenset[int]


class Winners(NamedTuple):
    """The positions whose bets came to a row that pays a share of the meter."""

    row: str
    percent: int
    positions: frozenset[int]


class LinkedTable:
    """What the facts of a table tell of its jackpots."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.links: dict[str, dict[str, Any]] = {}
        self.lost = False
        self.shown: dict[str, str] = {}
        self.bets: dict[tuple[int, int], Laid] = {}
        self.registered: dict[str, Registered] = {}
        self.ended: set[str] = set()
        """The jackpots whose registered round has ended."""
        self.cleared = False
        """Whether the layout of the registered round is cleared: for others it is over."""
        self.odometers: Counter[str] = Counter()
        self.settled: dict[tuple[int, int], dict[str, Any]] = {}
        """What the bets on sensors came to since START GAME, by round and number."""
        self.declared: set[str] = set()
        """Jackpots whose win in the registered round was called, or waived by a supervisor."""
        self.waived: str | None = None
        """The jackpot whose win the last command waived."""
        self.winners_here: set[tuple[str, int, int]] = set()
        """Jackpot, hit and position of whoever was paid a share and has not left since."""
        self.just_left: set[tuple[str, int, int]] = set()
        """Those of them who left by the last command."""

    def linked(self, fact: Fact) -> None:
        """Learn which jackpots the table has."""
        self.links = {link["jackpot"]: link for link in fact["links"]}
        self.shown = {jackpot: self.shown.get(jackpot, "open") for jackpot in self.links}

    def bet_placed(self, round: int, fact: Fact, flows: list[Flow]) -> None:
        """Note which bet lies on which sensor."""
        prefix = f"table {self.id} sensor "
        for flow in flows:
            if flow.target.startswith(prefix):
                jackpot, _, position = (
                    flow.target.removeprefix(prefix).partition(",")[0].rpartition(" ")
                )
                holds(jackpot in self.links, f"a sensor of {jackpot}, which is not linked")
                self.bets[round, fact["number"]] = Laid(int(position), jackpot)

    def lit(self, round: int, accounts: Counter[str]) -> dict[str, dict[int, str]]:
        """Return the account of every lit sensor, by jackpot and position."""
        sensors: dict[str, dict[int, str]] = {}
        for (when, _), (position, jackpot) in self.bets.items():
            name = f"table {self.id} sensor {jackpot} {position}"
            for account in (name, f"{name}, promotional", f"{name}, coupon"):
                if when == round and accounts[account]:
                    unit = self.links[jackpot]["unit_cents"] * MICROS_PER_CENT
                    holds(accounts[account] == unit, f"{account} holds {accounts[account]}")
                    sensors.setdefault(jackpot, {})[position] = account
        return sensors

    def game_started(self, round: int, positions: dict[str, frozenset[int]]) -> None:
        """A round is registered; the one before it must have named its winners."""
        self.winners_are_declared()
        self.registered.update({j: Registered(round, lit) for j, lit in positions.items()})
        self.ended = set(self.links) - set(positions)
        self.bets = {key: laid for key, laid in self.bets.items() if key[0] == round}
        self.settled, self.declared, self.cleared = {}, set(), False

    def bets_settled(self, round: int, fact: Fact) -> None:
        """Note what bets on sensors came to."""
        for bet in fact["bets"]:
            if (round, bet["number"]) in self.bets:
                self.settled[round, bet["number"]] = bet

    def settlements_withdrawn(self, round: int, numbers: list[int]) -> None:
        """Forget what bets came to by misread cards."""
        for number in numbers:
            self.settled.pop((round, number), None)

    def settled_on(self, jackpot: str) -> list[tuple[int, dict[str, Any]]]:
        """Return positions and settlements of the registered bets on a jackpot."""
        registered = self.registered.get(jackpot)
        if registered is None or jackpot in self.ended:
            return []
        return [
            (self.bets[key].position, bet)
            for key, bet in self.settled.items()
            if key[0] == registered.round and self.bets[key].jackpot == jackpot
        ]

    def winners(self, jackpot: str) -> dict[str, Winners]:
        """Return who won which share of a meter in the registered round, by row."""
        by_row: dict[str, Winners] = {}
        for position, bet in self.settled_on(jackpot):
            if bet["meter_share"] is not None:
                before = by_row.get(
                    bet["row"], Winners(bet["row"], bet["meter_share"], frozenset())
                )
                by_row[bet["row"]] = before._replace(positions=before.positions | {position})
        return by_row

    def winners_are_declared(self) -> None:
        """Check that nobody's winning row was passed over."""
        for jackpot in self.links:
            called = jackpot in self.declared or not self.winners(jackpot)
            holds(called, f"{jackpot} was won, and nobody called it")

    def hit(self, fact: Fact) -> Registered:
        """Return the round that hits, once the declared winners are those of its outcome."""
        jackpot, positions = fact["jackpot"], frozenset(fact["positions"])
        registered = self.registered.get(jackpot)
        assert registered is not None and jackpot not in self.ended, "no registered round is hit"
        holds(not self.lost, "a hit was taken over a lost link")
        agree("round", fact["round"], registered.round)
        wagered = positions and positions <= registered.positions
        holds(wagered, "somebody shares without a wager")
        if not fact["reason"]:
            won = self.winners(jackpot).get(fact["row"])
            assert won is not None, f"{fact['row']} was not won, and nobody overrode that"
            agree("winners", (fact["percent"], positions), (won.percent, won.positions))
            envy = fact["dealer_envy_cents"], dict(fact["player_envy"])
            agree("envy", envy, self.envy(jackpot, fact["row"]))
        self.declared.add(jackpot)
        return registered

    def envy(self, jackpot: str, row: str) -> tuple[int, dict[int, int]]:
        """Return the dealer's envy for each winner, and that of the other bettors."""
        dealer, players = 0, {}
        for position, bet in self.settled_on(jackpot):
            if bet["row"] == row and bet["meter_share"] is not None:
                dealer = bet["dealer_envy_cents"]
            if bet["player_envy_cents"]:
                players[position] = bet["player_envy_cents"]
        return dealer, players

    def envy_of_fixed_rows(self, round: int, numbers: list[int]) -> int:
        """Return the dealer's envy for bets whose rows pay no share of a meter."""
        keys = ((round, number) for number in numbers)
        bets = (self.settled[key] for key in keys if key in self.settled)
        return sum(bet["dealer_envy_cents"] for bet in bets if bet["meter_share"] is None)

    def playing_for(self, jackpot: str) -> frozenset[int]:
        """Return who wagered on a jackpot in a round that is not over."""
        over = self.cleared or jackpot in self.ended or jackpot not in self.registered
        return frozenset() if over else self.registered[jackpot].positions

    def jackpot_waived(self, jackpot: str) -> None:
        """A supervisor says that a win is none."""
        self.declared.add(jackpot)
        self.waived = jackpot

    def position_left(self, fact: Fact) -> None:
        """A winner is gone with the award: who sits there next is somebody else."""
        if not fact["behind"]:
            self.just_left = {one for one in self.winners_here if one[2] == fact["position"]}
            self.winners_here -= self.just_left

    def is_still_there(self, jackpot: str, order: int, whose: str) -> bool:
        """Say whether somebody who was paid a share sits where it was paid."""
        return (jackpot, order, int(whose.rpartition(" ")[2])) in self.winners_here

    def withdrawn(self, kinds: list[str]) -> None:
        """The last command was withdrawn."""
        if "PositionLeft" in kinds:
            self.winners_here |= self.just_left
        if "LayoutCleared" in kinds:
            self.cleared = False
        if "JackpotWaived" in kinds and self.waived is not None:
            self.declared.discard(self.waived)

    def round_voided(self, round: int) -> dict[str, int]:
        """Return how many units of which jackpot a void round had registered."""
        units = {
            jackpot: len(registered.positions)
            for jackpot, registered in self.registered.items()
            if registered.round == round and jackpot not in self.ended
        }
        self.ended |= set(units)
        self.settled = {key: bet for key, bet in self.settled.items() if key[0] != round}
        return units
