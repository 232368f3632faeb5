"""The auditor's model of one jackpot: what its meter must do, by JACKPOTS.md, to the micro."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from jackpot_audit_lines import (
    MICROS_PER_CENT,
    Fact,
    Flow,
    agree,
    holds,
    must_be,
    net,
    reversed_flows,
)

OPEN_STATES = ("waiting", "pending", "verified")
WHOLE = 100


@dataclass
class Hit:
    """A hit as the auditor follows it."""

    order: int
    table: str
    round: int
    row: str
    percent: int
    sharers: tuple[str, ...]
    dealer_envy_cents: int
    player_envy: dict[str, int]
    state: str
    amount_cents: int | None = None
    reseed: list[Flow] | None = None
    shares: dict[str, int] = field(default_factory=dict)
    unpaid: set[str] = field(default_factory=set)
    """Tables that have not yet given out what the hit pays there."""
    unreturned: set[str] = field(default_factory=set)
    """Tables that have not yet given back what a backed-out hit paid there."""

    @property
    def open(self) -> bool:
        """Whether it is neither paid nor closed."""
        return self.state in OPEN_STATES

    @property
    def void(self) -> bool:
        """Whether it came to nothing."""
        return self.state in ("dismissed", "backed-out")

    @property
    def owes(self) -> bool:
        """Whether tables have still to give out or to give back."""
        return bool(self.unpaid or self.unreturned)

    def tables(self) -> set[str]:
        """Where it pays anything."""
        return {whose.rpartition("/")[0] for whose in (*self.sharers, *self.player_envy)}


class Link:
    """A jackpot: its terms, its accounts and its hits."""

    def __init__(self, terms: dict[str, Any]) -> None:
        self.terms = terms
        self.id: str = terms["id"]
        self.main, self.reserve, self.overflow, self.pending, self.fund = (
            f"jackpot {self.id} {part}"
            for part in ("main", "reserve", "overflow", "pending", "seed fund")
        )
        self.own = (self.main, self.reserve, self.overflow, self.pending, self.fund)
        self.balance = dict.fromkeys(self.own, 0)
        self.house_jackpot = terms["kind"] == "house"
        in_escrow = terms["washington"] and not self.house_jackpot
        self.bank = "escrow" if in_escrow else "house"
        self.units: Counter[str] = Counter()
        self.hits: dict[int, Hit] = {}
        self.by_round: dict[tuple[str, int], list[Hit]] = {}
        self.live: dict[int, Hit] = {}
        """The hits that are open, or of which something is still to be paid or returned."""
        self.closed = False
        self.uncounted = 0
        """Units that were registered since odometers were counted."""
        self.grew = False
        """Whether START GAME has added to it since somebody did something else."""
        self.sides: Counter[str] = Counter()
        """The right side of the identity: seeds, contributions, wins, corrections."""
        self.heard: dict[str, Callable[[Fact, list[Flow]], list[Flow]]] = {
            "ContributionsCounted": self.contributions_counted,
            "HitLocked": self.hit_locked,
            "MeterReseeded": self.meter_reseeded,
            "HitPaid": self.hit_paid,
            "HitDismissed": self.hit_dismissed,
            "AwardReturned": self.award_returned,
            "ReseedRecovered": self.reseed_recovered,
            "MeterAdjusted": self.meter_adjusted,
            "PrizeChanged": self.prize_changed,
            "LimitChanged": self.limit_changed,
            "RatesChanged": self.rates_changed,
            "JackpotClosed": self.jackpot_closed,
            "HitVerified": self.hit_verified,
            "SignRead": self.sign_read,
        }

    # --- what it holds ---

    def post(self, flows: Iterable[Flow]) -> None:
        """Book on the model's own accounts what the rule asks for."""
        for name, micros in net(flows).items():
            if name in self.balance:
                self.balance[name] += micros

    @property
    def lock_all(self) -> bool:
        """Whether every linked table waits while a hit is open."""
        return bool(self.terms["lock"] == "lock-all")

    def open_hits(self) -> list[Hit]:
        """Return the hits that are neither paid nor closed, in their order."""
        return [hit for hit in self.live.values() if hit.open]

    @property
    def state(self) -> str:
        """What the server tells of it."""
        if self.closed:
            return "closed"
        return "pending" if self.open_hits() else "open"

    @property
    def displayed_micros(self) -> int:
        """What the signs show, and the part below the cent; under lock-all what is locked too."""
        pending = self.balance[self.pending] if self.lock_all else 0
        return max(self.balance[self.main] + pending, 0)

    def excess_after(self, flows: Iterable[Flow]) -> int:
        """Return by how much main exceeds the limit after some movements."""
        limit: int | None = self.terms["limit_micros"]
        if limit is None:
            return 0
        main = self.balance[self.main] + self.returning_micros()
        return max(main + net(flows).get(self.main, 0) - limit, 0)

    def hit(self, fact: Fact, *states: str) -> Hit:
        """Return the hit that a fact is about, which must be in one of some states."""
        hit = self.hits.get(fact["order"])
        assert hit is not None, f"there is no hit {fact['order']}"
        holds(hit.state in states, f"{fact['kind']} of a hit that is {hit.state}")
        return hit

    # --- money in ---

    def opened(self) -> list[Flow]:
        """Return where the initial seed, or the prize, comes from."""
        self.sides["seeds"] += self.terms["seed_micros"]
        return [Flow("house", self.main, self.terms["seed_micros"])]

    def registered(self, table: str, units: int) -> list[Flow]:
        """Return what START GAME with so many lit sensors adds."""
        self.units[table] += units
        self.uncounted += units
        self.grew = True
        if self.house_jackpot:
            return []
        main, reserve = (units * self.terms[key] for key in ("main_micros", "reserve_micros"))
        most = self.terms["threshold_micros"]
        reasonable = most is None or main + reserve <= most
        holds(reasonable, "an unreasonable contribution was accepted")
        self.sides["contributions"] += main
        return [Flow(self.bank, self.main, main), Flow(self.bank, self.reserve, reserve)]

    def reversed(self, units: int) -> list[Flow]:
        """Return how a voided round takes its contributions back."""
        if self.house_jackpot:
            return []
        main = units * self.terms["main_micros"]
        reserve = units * self.terms["reserve_micros"]
        limit, over = self.terms["limit_micros"], 0
        if limit is not None and self.balance[self.main] >= limit:
            over = min(self.balance[self.overflow], main)
        self.sides["corrections"] -= main
        return [
            Flow(self.main, self.bank, main - over),
            Flow(self.overflow, self.bank, over),
            Flow(self.reserve, self.bank, min(reserve, max(self.balance[self.reserve], 0))),
        ]

    def contributions_counted(self, fact: Fact, _: list[Flow]) -> list[Flow]:
        told = {table: units for table, units in fact["odometers"] if units}
        agree("odometers", told, dict(self.units))
        new, self.uncounted = self.uncounted * self.terms["reserve_micros"], 0
        recovered = min(new, self.balance[self.reserve], -self.balance[self.fund])
        return [
            Flow(self.main, self.overflow, self.excess_after(())),
            Flow(self.reserve, self.fund, max(recovered, 0)),
        ]

    # --- a hit ---

    def recorded(self, hit: Hit) -> None:
        """Take down a hit; under lock-all it waits while another is open."""
        holds(hit.order == len(self.hits) + 1, "the order of a hit is not the next")
        holds(not self.closed, "a closed jackpot is hit")
        waits = self.lock_all and bool(self.open_hits())
        holds(hit.state == ("waiting" if waits else "pending"), f"a hit that is {hit.state}")
        self.hits[hit.order] = self.live[hit.order] = hit
        self.by_round.setdefault((hit.table, hit.round), []).append(hit)

    def share_of_display(self, micros: int, percent: int) -> int:
        """Return the whole cents of a percentage of what is displayed."""
        return max(micros, 0) // MICROS_PER_CENT * percent // WHOLE

    def hit_locked(self, fact: Fact, _: list[Flow]) -> list[Flow]:
        hit = self.hit(fact, "waiting", "pending")
        holds(hit.amount_cents is None, "a hit is locked twice")
        ahead = [other for other in self.open_hits() if other.order < hit.order]
        holds(not (self.lock_all and ahead), "a hit is locked while another is pending")
        hit.state = "pending"
        hit.amount_cents = self.share_of_display(self.balance[self.main], hit.percent)
        agree("amount_cents", fact["amount_cents"], hit.amount_cents)
        return [Flow(self.main, self.pending, hit.amount_cents * MICROS_PER_CENT)]

    def sign_read(self, fact: Fact, _: list[Flow]) -> list[Flow]:
        agree("displayed_cents", fact["displayed_cents"], self.displayed_micros // MICROS_PER_CENT)
        return []

    def hit_verified(self, fact: Fact, _: list[Flow]) -> list[Flow]:
        self.hit(fact, "pending").state = "verified"
        return []

    def hit_paid(self, fact: Fact, actual: list[Flow]) -> list[Flow]:
        hit = self.hit(fact, "pending", "verified")
        assert hit.amount_cents is not None, "a hit is paid that was never locked"
        locked = hit.amount_cents
        if self.terms["amount"] == "at-pay":
            hit.amount_cents = self.amount_at_pay(hit)
        amount = hit.amount_cents
        agree("amount_cents", fact["amount_cents"], amount)
        each, rest = divmod(amount, len(hit.sharers))
        hit.shares = dict.fromkeys(hit.sharers, each)
        agree("shares", sorted(fact["shares"]), sorted([whose, each] for whose in hit.sharers))
        remainder = rest * MICROS_PER_CENT
        agree("remainder_micros", fact["remainder_micros"], remainder)
        hit.state, hit.unpaid = "paid", hit.tables()
        self.sides["wins"] += each * len(hit.sharers) * MICROS_PER_CENT
        more = (amount - locked) * MICROS_PER_CENT
        flows = [
            Flow(self.main, self.pending, max(more, 0)),
            Flow(self.pending, self.main, max(-more, 0)),
        ]
        if self.house_jackpot:
            self.sides["corrections"] -= remainder
            return [*flows, Flow(self.pending, "house", remainder)]
        flows.append(Flow(self.pending, self.main, remainder))
        return self.perhaps_with_excess(flows, actual)

    def amount_at_pay(self, hit: Hit) -> int:
        """Return what is displayed when a hit is paid; a value that was locked shows no more."""
        assert hit.amount_cents is not None
        if not self.lock_all:
            return hit.amount_cents
        shown = self.balance[self.main] + hit.amount_cents * MICROS_PER_CENT
        return self.share_of_display(shown, hit.percent)

    def hit_dismissed(self, fact: Fact, actual: list[Flow]) -> list[Flow]:
        hit = self.hit(fact, *OPEN_STATES)
        hit.state = "dismissed"
        back = [Flow(self.pending, self.main, (hit.amount_cents or 0) * MICROS_PER_CENT)]
        return self.perhaps_with_excess([*back, *self.reseed_taken_back(hit)], actual)

    # --- reseed ---

    def meter_reseeded(self, fact: Fact, actual: list[Flow]) -> list[Flow]:
        hit = self.hit(fact, "pending" if not self.lock_all else "paid")
        holds(hit.percent == WHOLE, "a lower percentage does not reseed")
        holds(hit.reseed is None, "a hit reseeds twice")
        holds(hit.amount_cents is not None, "a hit reseeds before it is locked")
        wanted = self.reseeding()
        hit.reseed = list(actual)
        self.sides["seeds"] += self.net_of_the_meter(self.seeding())
        self.sides["corrections"] -= self.overflow_to_reserve()
        return wanted

    def seeding(self) -> list[Flow]:
        """Return what the new meter begins with."""
        terms, reserve = self.terms, self.balance[self.reserve]
        if self.house_jackpot or terms["fixed_seed"] or not terms["reserve_micros"]:
            return [Flow(self.bank, self.main, terms["reseed_micros"])]
        if terms["reserve"] == "rolls-over":
            advance = max((terms["minimum_micros"] or 0) - reserve, 0)
            return [Flow(self.reserve, self.main, reserve), Flow(self.fund, self.main, advance)]
        given = min(reserve, terms["reseed_micros"])
        missing = terms["reseed_micros"] - given
        return [Flow(self.reserve, self.main, given), Flow(self.bank, self.main, missing)]

    def overflow_to_reserve(self) -> int:
        """Return what the new meter leaves to the reserve of the overflow."""
        return self.balance[self.overflow] if self.terms["overflow"] == "to-reserve" else 0

    def reseeding(self) -> list[Flow]:
        """Return everything that moves when a meter is reseeded."""
        flows, over = self.seeding(), self.balance[self.overflow]
        if self.terms["overflow"] == "to-meter":
            flows.append(Flow(self.overflow, self.main, over))
        elif self.terms["overflow"] == "to-reserve":
            flows.append(Flow(self.overflow, self.reserve, over))
        return [*flows, Flow(self.main, self.overflow, self.excess_after(flows))]

    def reseed_taken_back(self, hit: Hit) -> list[Flow]:
        """Return a reseed the other way round.

        Of an advance that is void nothing stays recovered; and what reserve or overflow no longer
        hold, because a later meter began with it, comes from that meter.
        """
        back, hit.reseed = reversed_flows(hit.reseed or ()), None
        recovered = self.balance[self.fund] + net(back).get(self.fund, 0)
        back.append(Flow(self.fund, self.reserve, max(recovered, 0)))
        for account in (self.reserve, self.overflow):
            left = self.balance[account] + net(back).get(account, 0)
            back.append(Flow(self.main, account, max(-left, 0)))
        self.sides["seeds"] += self.net_of_the_meter(back)
        return back

    def perhaps_with_excess(self, flows: list[Flow], actual: list[Flow]) -> list[Flow]:
        """Return movements with what then exceeds the limit, if the fact itself moves it."""
        moves = any((f.source, f.target) == (self.main, self.overflow) for f in actual)
        return [*flows, Flow(self.main, self.overflow, self.excess_after(flows) if moves else 0)]

    def net_of_the_meter(self, flows: Iterable[Flow]) -> int:
        """Return by how much main, pending and overflow together change."""
        change = net(flows)
        return sum(change.get(name, 0) for name in (self.main, self.pending, self.overflow))

    # --- corrections ---

    def award_returned(self, fact: Fact, _: list[Flow]) -> list[Flow]:
        hit = self.hit(fact, "paid")
        award = sum(hit.shares.values()) * MICROS_PER_CENT
        agree("amount_micros", fact["amount_micros"], award)
        hit.state, self.live[hit.order] = "backed-out", hit
        hit.unreturned = {whose.rpartition("/")[0] for whose in hit.sharers}
        self.sides["wins"] -= award
        return []

    def reseed_recovered(self, fact: Fact, actual: list[Flow]) -> list[Flow]:
        back = self.reseed_taken_back(self.hit(fact, "backed-out"))
        return self.perhaps_with_excess(back, actual)

    def meter_adjusted(self, fact: Fact, actual: list[Flow]) -> list[Flow]:
        micros = fact["micros"]
        self.sides["corrections"] += micros
        flows = [
            Flow("adjustments", self.main, max(micros, 0)),
            Flow(self.main, "adjustments", max(-micros, 0)),
        ]
        return self.perhaps_with_excess(flows, actual)

    def prize_changed(self, fact: Fact, _: list[Flow]) -> list[Flow]:
        holds(self.house_jackpot, "the prize of a jackpot that grows is changed")
        holds(not self.open_hits(), "a House Jackpot is changed while a hit is pending")
        prize = fact["cents"] * MICROS_PER_CENT
        more = prize - self.balance[self.main]
        self.terms = {**self.terms, "reseed_micros": prize}
        self.sides["corrections"] += more
        return [Flow("house", self.main, max(more, 0)), Flow(self.main, "house", max(-more, 0))]

    def jackpot_closed(self, _: Fact, __: list[Flow]) -> list[Flow]:
        holds(self.house_jackpot, "a jackpot that grows is closed")
        holds(not self.open_hits(), "a House Jackpot is closed while a hit is pending")
        self.closed = True
        self.sides["corrections"] -= self.balance[self.main]
        return [Flow(self.main, "house", self.balance[self.main])]

    def limit_changed(self, fact: Fact, _: list[Flow]) -> list[Flow]:
        limit = fact["cents"] * MICROS_PER_CENT
        holds(limit >= self.displayed_micros, "a limit below the meter")
        self.terms = {**self.terms, "limit_micros": limit}
        return []

    def rates_changed(self, fact: Fact, _: list[Flow]) -> list[Flow]:
        rates = {key: fact[key] for key in ("main_micros", "reserve_micros")}
        self.terms = {**self.terms, **rates}
        return []

    def fixed_pays_drawn(self, fact: Fact) -> int:
        """Return what the meter gives to fixed pays: never more whole cents than it holds."""
        holds(self.terms["fixed"] == "meter", "the tray pays fixed pays of this jackpot")
        held = max(self.balance[self.main], 0) // MICROS_PER_CENT
        drawn: int = min(fact["cents"], held) * MICROS_PER_CENT
        agree("drawn_micros", fact["drawn_micros"], drawn)
        self.sides["corrections"] -= drawn
        return drawn

    # --- what holds at all times ---

    def check_fact(self, fact: Fact, actual: list[Flow]) -> None:
        """Hold a fact of the link's own stream to the rule."""
        hear = self.heard.get(fact["kind"])
        if hear is None:
            holds(not actual, f"{fact['kind']} moves money, and no rule says so")
            return
        wanted = hear(fact, actual)
        must_be(self.in_one_bank(actual), self.in_one_bank(wanted))
        self.post(actual)

    def in_one_bank(self, flows: Iterable[Flow]) -> list[Flow]:
        """Return movements in which a seed may come from the house or from escrow."""
        if self.bank == "house":
            return list(flows)
        bank = {"escrow": "house"}
        return [Flow(bank.get(s, s), bank.get(t, t), micros) for s, t, micros in flows]

    def check_line(self) -> None:
        """Check what no line may leave undone."""
        for hit in self.live.values():
            holds(not (hit.void and hit.reseed), f"hit {hit.order} leaves its reseed on the meter")
            if hit.percent != WHOLE or hit.amount_cents is None:
                continue
            due = hit.state in (("pending", "verified", "paid") if not self.lock_all else ("paid",))
            holds(not due or hit.reseed is not None, f"hit {hit.order} did not reseed the meter")

    def check_group(self, accounts: Counter[str]) -> None:
        """Check what holds whenever nothing is under way: the identity, and what is set aside."""
        held = sum(accounts[name] for name in (self.main, self.pending, self.overflow))
        sides = self.sides
        ought = sides["seeds"] + sides["contributions"] - sides["wins"] + sides["corrections"]
        agree(f"the identity of {self.id}, {dict(sides)}", held, ought)
        locked = sum((hit.amount_cents or 0) for hit in self.open_hits()) * MICROS_PER_CENT
        agree(self.pending, accounts[self.pending], locked + self.unpaid_micros())
        holds(not self.excess_after(()), f"{self.id} shows more than its limit")
        holds(accounts[self.overflow] >= 0, "overflow is below nothing")
        holds(accounts[self.reserve] >= 0, "the reserve is below nothing")
        holds(accounts[self.fund] <= 0, "more is recovered than was advanced")
        owed = self.grew and self.uncounted and accounts[self.fund] < 0
        holds(not owed, "the reserve grows before the advance is recovered")
        self.grew = False
        waiting = [hit for hit in self.open_hits() if hit.state == "waiting"]
        holds(not waiting or waiting[0] is not self.open_hits()[0], "a hit waits for nothing")
        self.live = {at: hit for at, hit in self.live.items() if hit.open or hit.owes}

    def returning_micros(self) -> int:
        """Return what backed-out hits have still to get back from tables."""
        return self._shared_micros(lambda hit: hit.unreturned)

    def unpaid_micros(self) -> int:
        """Return what paid hits have set aside for tables that have not given it out yet."""
        return self._shared_micros(lambda hit: hit.unpaid)

    def _shared_micros(self, tables: Callable[[Hit], Collection[str]]) -> int:
        cents = sum(
            cents
            for hit in self.live.values()
            for whose, cents in hit.shares.items()
            if whose.rpartition("/")[0] in tables(hit)
        )
        return cents * MICROS_PER_CENT
