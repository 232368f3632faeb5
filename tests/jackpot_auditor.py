"""An auditor of linked jackpots that shares no code with the project.

It reads a floor journal line by line, as text, and computes from the commands of people and the
facts of the tables what every meter, ledger and hit must be, by JACKPOTS.md. The first line that
says something else raises an AssertionError that names the stream, the number and the difference.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from typing import Any

from jackpot_audit_lines import (
    MICROS_PER_CENT,
    Chains,
    Fact,
    Flow,
    Ledger,
    agree,
    flows_of,
    holds,
    must_be,
)
from jackpot_audit_link import Hit, Link
from jackpot_audit_table import LinkedTable, Registered

SERVER = "server"
CARDS = ("supervisor", "executive")


class Auditor:
    """Follows a floor by its journal alone."""

    def __init__(self) -> None:
        self.chains, self.ledger = Chains(), Ledger()
        self.badges: dict[str, str] = {}
        self.links: dict[str, Link] = {}
        self.tables: dict[str, LinkedTable] = {}
        self.reversals: Counter[tuple[str, str, int]] = Counter()
        """Units that a voided round has still to take back, by jackpot, table and round."""
        self.declared: list[tuple[str, Registered, Fact]] = []
        """Hits that a table declared and the link has not recorded."""
        self.drawn: list[tuple[str, str, int]] = []
        """Fixed pays that a meter gave, by jackpot and table, and no tray has received."""
        self.touched: set[str] = set()
        self.reached: Counter[str] = Counter()
        """How often what was seen: rows, policies, kinds of fact."""

    def balances(self) -> dict[str, int]:
        """Return the micros in every account of the floor that is not empty."""
        return {name: micros for name, micros in sorted(self.ledger.accounts.items()) if micros}

    def line(self, text: str) -> None:
        """Check the next line of the journal."""
        line = self.chains.read(text)
        where = f"{line['stream']} {line['sequence']}"
        try:
            if line["actor"] != SERVER:
                self.end_of_group()
            holds(line["refusal"] is None or not line["facts"], "a refused command has facts")
            for fact in line["facts"]:
                self.hear(line, fact)
            self.end_of_line()
        except AssertionError as error:
            kind = (line["command"] or {}).get("kind")
            raise AssertionError(f"{where} ({kind}): {error}") from None

    def hear(self, line: dict[str, Any], fact: Fact) -> None:
        """Check one fact, then book it."""
        stream, flows = line["stream"], flows_of(line["stream"], fact)
        room, _, id = stream.partition("/")
        if room == "house":
            self.hear_house(fact, flows)
        elif room == "link":
            self.hear_link(id, fact, flows)
        else:
            self.hear_table(id, line["round"] or 0, fact, flows)
        self.ledger.post(flows)
        self.reached[fact["kind"]] += 1

    # --- the house ---

    def hear_house(self, fact: Fact, flows: list[Flow]) -> None:
        """Learn the badges."""
        holds(not flows, f"{fact['kind']} moves money")
        if fact["kind"] == "FloorOpened":
            badges = tomllib.loads(fact["text"]).get("badges", ())
            self.badges.update((str(badge["number"]), badge["level"]) for badge in badges)
        elif fact["kind"] == "FloorChanged":
            self.authorised(fact["first"], fact["second"])
        elif fact["kind"] == "BadgeEnrolled":
            self.badges[fact["number"]] = fact["level"]
        elif fact["kind"] == "BadgeRetired":
            holds(self.badges.pop(fact["number"], None) is not None, "nobody's badge is retired")

    def authorised(self, *badges: str) -> None:
        """Hold cards to their levels: different ones, of a supervisor or an executive."""
        for badge in badges:
            level = self.badges.get(badge)
            holds(level in CARDS, f"badge {badge} is {level}")
        holds(len(set(badges)) == len(badges), "one badge signs for two people")

    # --- links ---

    def hear_link(self, id: str, fact: Fact, flows: list[Flow]) -> None:
        """Hold a fact of a link to the model."""
        kind = fact["kind"]
        self.touched.add(id)
        if kind == "JackpotOpened":
            self.jackpot_opened(id, fact, flows)
            return
        link = self.links[id]
        if kind == "HitRecorded":
            holds(not flows, "a hit that is recorded moves money")
            self.hit_recorded(link, fact)
        elif kind == "ContributionsReversed":
            self.contributions_reversed(link, fact, flows)
        elif kind == "FixedPaysDrawn":
            holds(not flows, "the money of fixed pays stands in the table's stream")
            drawn = link.fixed_pays_drawn(fact)
            if drawn:
                self.drawn.append((id, fact["table"], drawn))
        else:
            self.cards(link, fact)
            self.note_policies(link, kind)
            link.check_fact(fact, flows)

    def jackpot_opened(self, id: str, fact: Fact, flows: list[Flow]) -> None:
        """A jackpot begins with its seed."""
        holds(id not in self.links and fact["terms"]["id"] == id, "a jackpot is opened twice")
        link = self.links[id] = Link(fact["terms"])
        must_be(flows, link.opened())
        link.post(flows)

    def note_policies(self, link: Link, kind: str) -> None:
        """Count which policy had something to decide."""
        terms = link.terms
        if kind == "HitPaid":
            for policy in ("lock", "amount", "scope", "fixed"):
                self.reached[f"{policy} {terms[policy]}"] += 1
        elif kind == "MeterReseeded" and link.balance[link.reserve]:
            self.reached[f"reserve {terms['reserve']}"] += 1
        if kind == "MeterReseeded" and link.balance[link.overflow]:
            self.reached[f"overflow {terms['overflow']}"] += 1

    def cards(self, link: Link, fact: Fact) -> None:
        """Check whose cards were swiped."""
        kind = fact["kind"]
        if kind in ("HitVerified", "HitPaid", "HitDismissed", "PrizeChanged", "JackpotClosed"):
            self.authorised(fact["by"])
        elif kind in ("MeterAdjusted", "LimitChanged", "RatesChanged", "AwardReturned"):
            self.authorised(fact["first"], fact["second"])
        executive = link.terms["executive_cents"]
        if kind == "HitPaid" and executive is not None and fact["amount_cents"] >= executive:
            holds(self.badges[fact["by"]] == "executive", "an executive pays such an amount")

    def hit_recorded(self, link: Link, fact: Fact) -> None:
        """A hit that a table declared is in the link's order."""
        holds(self.declared, "a hit is recorded that no table declared")
        id, registered, told = self.declared.pop(0)
        ours = (link.id, id, registered.round, told["row"], told["percent"])
        theirs = (told["jackpot"], *(fact[key] for key in ("table", "round", "row", "percent")))
        agree("the hit", theirs, ours)
        sharers = self.sharers(link, id, told)
        agree("sharers", sorted(fact["sharers"]), sorted(sharers))
        before = link.by_round.get((id, registered.round), ())
        holds(all(hit.void for hit in before), "one round hits a jackpot twice")
        envy = fact["dealer_envy_cents"], dict(fact["player_envy"])
        players = {f"{id}/{position}": cents for position, cents in told["player_envy"]}
        agree("envy", envy, (told["dealer_envy_cents"] * len(sharers), players))
        what = (told["row"], told["percent"], tuple(fact["sharers"]), *envy, fact["state"])
        link.recorded(Hit(fact["order"], id, registered.round, *what))
        self.reached[f"row {link.terms['pay_table']} {told['row']}"] += 1
        several = "with others" if len(link.open_hits()) > 1 else "alone"
        self.reached[f"hit {several} {link.terms['lock']}"] += 1

    def sharers(self, link: Link, id: str, told: Fact) -> list[str]:
        """Return who shares a hit: those of its table, or of every round that is under way."""
        own = [f"{id}/{position}" for position in told["positions"]]
        if link.terms["scope"] != "all-linked-tables" or not self.all_share(link):
            return own
        others = [self.tables[other] for other in link.terms["tables"] if other in self.tables]
        return own + [
            f"{other.id}/{position}"
            for other in others
            if other.id != id
            for position in other.playing_for(link.id)
        ]

    @staticmethod
    def all_share(link: Link) -> bool:
        """Say whether the players who wagered share, rather than those who won (EZ, Eternal)."""
        wager: str = link.terms["wager"]
        return wager.startswith(("eternal-baccarat/", "ez-baccarat/"))

    def contributions_reversed(self, link: Link, fact: Fact, flows: list[Flow]) -> None:
        """A voided round takes back what it had registered, once."""
        key = link.id, fact["table"], fact["round"]
        holds(key in self.reversals, f"{key} is taken back, and was not voided just now")
        units = self.reversals.pop(key)
        agree("units", fact["units"], units)
        must_be(flows, link.reversed(units))
        link.post(flows)

    # --- tables ---

    def hear_table(self, id: str, round: int, fact: Fact, flows: list[Flow]) -> None:
        """Hold a fact of a table to the model; only those of its panel touch a jackpot."""
        table, kind = self.tables.setdefault(id, LinkedTable(id)), fact["kind"]
        wanted: list[Flow] | None = None
        if kind == "JackpotsLinked":
            table.linked(fact)
        elif kind == "BetPlaced":
            table.bet_placed(round, fact, flows)
        elif kind == "ProgressivesTaken":
            wanted = self.game_started(table, round, fact) if table.links else None
        elif kind == "BetsSettled":
            table.bets_settled(round, fact)
        elif kind == "SettlementsWithdrawn":
            table.settlements_withdrawn(round, fact["numbers"])
        elif kind == "JackpotWaived":
            self.authorised(fact["supervisor"])
            table.jackpot_waived(fact["jackpot"])
        elif kind == "JackpotHit":
            self.jackpot_hit(table, fact)
        elif kind == "SharesPaid":
            wanted = self.shares_paid(table, fact)
        elif kind == "HitClosed":
            wanted = self.hit_closed(table, fact)
        elif kind == "FixedPaysReceived":
            wanted = self.fixed_pays_received(table, fact)
        elif kind == "JackpotShown":
            table.shown[fact["jackpot"]] = fact["state"]
        elif kind in ("LinkLost", "LinkRestored"):
            holds(table.lost == (kind == "LinkRestored"), f"{kind} twice")
            table.lost = kind == "LinkLost"
            self.reached[f"{kind} while {self.phase(table, round)}"] += 1
        elif kind == "GameEnded":
            table.winners_are_declared()
            table.ended |= set(table.links)
        elif kind == "LayoutCleared":
            table.cleared = True
        elif kind == "PositionLeft":
            table.position_left(fact)
        elif kind in ("RoundVoided", "RoundMadeFree"):
            self.round_voided(table, round)
        elif kind == "CommandWithdrawn":
            withdrawn = {"ProgressivesTaken", "JackpotHit"} & set(fact["facts"])
            holds(not (table.links and withdrawn), f"{withdrawn} cannot be withdrawn on a floor")
            table.withdrawn(fact["facts"])
        if wanted is not None:
            must_be(flows, wanted)
            self.post(flows)
        else:
            strange = [f for f in flows if "jackpot " in f.source or "jackpot " in f.target]
            holds(not strange, f"{kind} moves money of a jackpot: {strange}")
            self.no_envy_twice(table, round, fact)

    def phase(self, table: LinkedTable, round: int) -> str:
        """Return how far a table is with its jackpots."""
        if any(hit.table == table.id for id in table.links for hit in self.links[id].open_hits()):
            return "a hit is open"
        if any(table.winners(id) and id not in table.declared for id in table.links):
            return "a win is not called"
        if any(table.playing_for(id) for id in table.links):
            return "a game is played"
        return "sensors are lit" if table.lit(round, self.ledger.accounts) else "nothing is played"

    def post(self, flows: list[Flow]) -> None:
        """Let the links follow what their tables move."""
        for flow in flows:
            for name in (flow.source, flow.target):
                if name.startswith("jackpot "):
                    id = name.split(" ")[1]
                    self.links[id].post([flow])
                    self.touched.add(id)

    def no_envy_twice(self, table: LinkedTable, round: int, fact: Fact) -> None:
        """Envy of a hit is paid with it; with the pays of a round comes that of fixed rows."""
        if fact["kind"] == "PositionPaid" and table.links:
            envy = [one for one in fact["movements"] if one["reason"].endswith(" envy")]
            ought = table.envy_of_fixed_rows(round, fact["numbers"])
            agree("envy of fixed rows", sum(one["cents"] for one in envy), ought)

    def game_started(self, table: LinkedTable, round: int, fact: Fact) -> list[Flow]:
        """START GAME: every lit sensor is registered, once, where the link is up and open."""
        holds(not table.lost, "START GAME while the link is lost")
        wanted: list[Flow] = []
        for jackpot in table.links:
            link = self.links[jackpot]
            holds(not (link.lock_all and link.open_hits()), f"START GAME while {jackpot} is locked")
        lit = table.lit(round, self.ledger.accounts)
        told = {entry["jackpot"]: entry for entry in fact["registered"]}
        agree("registered", sorted(entry["jackpot"] for entry in fact["registered"]), sorted(lit))
        for jackpot, sensors in lit.items():
            link, entry = self.links[jackpot], told[jackpot]
            holds(not link.closed, f"{jackpot} is closed")
            agree(f"positions of {jackpot}", sorted(entry["positions"]), sorted(sensors))
            table.odometers[jackpot] += len(sensors)
            agree(f"odometer of {jackpot}", entry["odometer"], table.odometers[jackpot])
            wanted += link.registered(table.id, len(sensors))
            for account in sensors.values():
                kind = account.partition(",")[2]
                tray = f"table {table.id} tray" + (f",{kind}" if kind else "")
                wanted.append(Flow(account, tray, self.ledger.accounts[account]))
        table.game_started(round, {jackpot: frozenset(lit[jackpot]) for jackpot in lit})
        return wanted

    def jackpot_hit(self, table: LinkedTable, fact: Fact) -> None:
        """A table declares a hit; the link records it next."""
        if fact["supervisor"] or fact["reason"]:
            self.authorised(fact["supervisor"])
        self.declared.append((table.id, table.hit(fact), fact))

    def paying(self, table: LinkedTable, fact: Fact) -> tuple[Link, Hit, dict[str, int]]:
        """Return a link, its hit, and the micros of the sharers at a table, by account."""
        link = self.links[fact["jackpot"]]
        hit = link.hits[fact["order"]]
        here = {
            f"table {table.id} position {whose.rpartition('/')[2]}": cents * MICROS_PER_CENT
            for whose, cents in hit.shares.items()
            if whose.rpartition("/")[0] == table.id
        }
        self.touched.add(link.id)
        return link, hit, here

    def shares_paid(self, table: LinkedTable, fact: Fact) -> list[Flow]:
        """A table hands over its shares and envy, once."""
        link, hit, shares = self.paying(table, fact)
        holds(table.id in hit.unpaid, "a hit is paid twice at a table, or never was paid")
        hit.unpaid.remove(table.id)
        tray, dealer = f"table {table.id} tray", f"table {table.id} dealer"
        for whose in shares:
            at = int(whose.rpartition(" ")[2])
            table.winners_here.add((fact["jackpot"], fact["order"], at))
        each = hit.dealer_envy_cents // len(hit.sharers) * MICROS_PER_CENT
        players = {
            f"table {table.id} position {whose.rpartition('/')[2]}": cents * MICROS_PER_CENT
            for whose, cents in hit.player_envy.items()
        }
        return [
            *(Flow(link.pending, whose, micros) for whose, micros in shares.items()),
            Flow(tray, dealer, each * len(shares)),
            *(Flow(tray, whose, micros) for whose, micros in players.items()),
        ]

    def hit_closed(self, table: LinkedTable, fact: Fact) -> list[Flow]:
        """A hit comes to nothing: dismissed, or paid and given back."""
        link, hit, shares = self.paying(table, fact)
        agree("state", fact["state"], hit.state)
        if fact["state"] == "dismissed":
            return []
        holds(table.id in hit.unreturned, "an award is returned twice")
        hit.unreturned.remove(table.id)
        back: list[Flow] = []
        for whose, micros in shares.items():
            there = table.is_still_there(fact["jackpot"], fact["order"], whose)
            chips = min(micros, max(self.ledger.accounts[whose], 0)) if there else 0
            self.reached[f"returned by {'winner' if chips == micros else 'house'}"] += 1
            parts = (Flow(whose, link.main, chips), Flow("adjustments", link.main, micros - chips))
            back += [flow for flow in parts if flow.micros]
        return back

    def fixed_pays_received(self, table: LinkedTable, fact: Fact) -> list[Flow]:
        """The tray gets what the meter gave for fixed pays."""
        due = [entry for entry in self.drawn if entry[:2] == (fact["jackpot"], table.id)]
        holds(due, "fixed pays are received that no meter gave")
        self.drawn.remove(due[0])
        main = self.links[fact["jackpot"]].main
        return [Flow(main, f"table {table.id} tray", due[0][2])]

    def round_voided(self, table: LinkedTable, round: int) -> None:
        """A void round has to take back its contributions; one with a hit cannot be voided."""
        for jackpot, units in table.round_voided(round).items():
            for hit in self.links[jackpot].by_round.get((table.id, round), ()):
                holds(hit.void, f"a round is voided whose hit is {hit.state}")
            self.reversals[jackpot, table.id, round] = units

    # --- what holds in between ---

    def end_of_line(self) -> None:
        """After every line: nothing is made or lost, and the model agrees with the ledger."""
        holds(not self.ledger.sum, f"all accounts together are {self.ledger.sum}")
        for id in self.touched:
            link = self.links[id]
            for name in link.own:
                agree(name, self.ledger.accounts[name], link.balance[name])
            link.check_line()

    def end_of_group(self) -> None:
        """After a person's line and the server's: nothing is under way that can be finished."""
        holds(not self.declared, f"{len(self.declared)} hits were declared and not recorded")
        for id in self.touched:
            link = self.links[id]
            for hit in link.live.values():
                late = [at for at in hit.unpaid | hit.unreturned if not self.tables[at].lost]
                holds(not late, f"hit {hit.order} of {id} has not reached tables {late}")
            link.check_group(self.ledger.accounts)
            self.tables_were_told(link)
        self.touched = set()
        void = [key for key in self.reversals if not self.tables[key[1]].lost]
        holds(not void, f"void rounds still count: {void}")
        holds(not self.drawn, f"fixed pays that no tray received: {self.drawn}")

    def tables_were_told(self, link: Link) -> None:
        """Under lock-all the signs of every table that can be reached show the state."""
        for id in link.terms["tables"]:
            table = self.tables.get(id)
            if table is not None and link.lock_all and link.id in table.links and not table.lost:
                agree(f"the sign of {link.id} at table {id}", table.shown[link.id], link.state)
