"""A random walk over a floor of linked jackpots: legal lines and illegal ones, by a seed.

The walk writes the lines of a floor script. Every table follows a plan for its round, in which
things go wrong at random; people at the jackpots verify, pay, dismiss, back out and adjust, with
the right cards and with wrong ones. What is open it knows from the auditor, never from the floor.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random

from jackpot_auditor import Auditor
from jackpot_walk_floor import JACKPOTS, PITS, UNLINKED, Jackpot

SEATS = (1, 2, 3, 5, 6)
BANK = 100_000

METER_COUPS = {
    "harmony": ("9s 9c / 9c 9s", "8s 8c / 8c 8s", "8s 8h / 8d 8c"),
    "sun-7-progressive": ("Ks 6s / 2s 3s 2s", "Kh 6h / 2h 3h 2h"),
    "fate-38": ("2s Ks 8s / Ks 3s", "2h Kh 8h / Kh 3h"),
    "99-fortunes": ("5h 5h Kd / 5h 5h 7c", "Ad Ad Kd / Ad Ad 5c", "6c 6c Kd / 6c 6c 5c"),
    "1": ("Ks Qs Ts / 2s As 4s",),
    "3": ("Ks 5s 3s / 2s As 4s",),
}
"""Coups that win a share of the meter, by wager, by game or by pay table."""

OTHER_COUPS = (
    "9h Kd / 7c Ks",
    "Kh Qs Td / 4h 3s",
    "Kh 6s / 2c 3d 2h",
    "Kc 5s 3d / 2s Ah 4s",
    "Ks Qc Ts / 2s Ac 4s",
    "2s Kd 8h / Kc 3s",
)
METER_DICE = ("333 333", "333 666", "333 333")
OTHER_DICE = ("126 345", "222 345", "333 124", "555 444", "666 333")

SUPERVISORS = ("2207", "2208", "2301", "2302")
NEEDED = ("no more bets", "start game", "coup", "shake", "reveal", "call result", "finish")
"""The lines without which a round cannot go on."""
WAITS = ("jackpot-pending", "link-lost", "base-game-stopped")
"""Why a table may have to wait."""
ANYBODY = (*SUPERVISORS, "2999", "2998", "4711")


HOUSE_JACKPOTS = tuple(jackpot.id for jackpot in JACKPOTS if 'kind = "house"' in jackpot.more)

OTHER_LINES = (
    *(f"table {UNLINKED}: {line}" for line in ("hit jackpot", "link lost", "end game", "hand 3")),
    *("badge 4712 supervisor", "badge 2999 dealer", "badge 4712 dealer", "retire badge 4712"),
    *("acknowledge hit-ez-e-1 by 2207", "acknowledge link-1-1 by 2208"),
)


def jackpots_of(id: str) -> list[Jackpot]:
    """Return the jackpots of a table."""
    return [jackpot for jackpot in JACKPOTS if id in PITS[jackpot.pit].ids]


class TableWalk:
    """What happens at one table: the plan of its round, and what comes between."""

    def __init__(self, id: str, random: Random) -> None:
        self.id, self.random = id, random
        self.jackpots = jackpots_of(id)
        self.game = PITS[self.jackpots[0].pit].game
        self.plan: deque[str] = deque(self.opening())
        self.recovers = False
        """Whether the plan leads out of a state that is not known, most of it refused."""

    @property
    def dice(self) -> bool:
        """Whether the table plays with dice."""
        return self.game == "3-dice-baccarat"

    def opening(self) -> Iterator[str]:
        """Yield what makes the table ready."""
        for seat in SEATS:
            yield f"sit {seat}"
            yield f"buy in {seat} {BANK}"
        yield "prepare"

    def next(self, *, lost: bool, late: bool) -> str:
        """Return the next line of the table; late in the walk House Jackpots come to rest."""
        if not self.plan:
            self.recovers = False
            rests = late and self.jackpots[0].id in HOUSE_JACKPOTS and self.random.random() < 0.8
            self.plan.extend(("end game",) if rests else self.round())
        if lost and self.random.random() < 0.2:
            return "link back"
        if self.random.random() < 0.05:
            return self.nuisance()
        return self.plan[0]

    def heard(self, line: str, refusal: str | None) -> None:
        """Go on with the plan; what the round needs and is refused is tried again for a while."""
        if not self.plan or line != self.plan[0]:
            return
        goes_on = not line.startswith(NEEDED) or refusal in (None, "no-progressives")
        if goes_on or self.recovers:
            self.plan.popleft()
        elif line == "start game" and self.random.random() < 0.2:
            self.plan[0] = "give back progressives"
        elif refusal not in WAITS or self.random.random() < 0.1:
            self.plan.clear()
            self.plan.extend(self.recovery())
            self.recovers = True

    def recovery(self) -> list[str]:
        """Return what leads out of any state, most of it refused."""
        ids = [jackpot.id for jackpot in self.jackpots]
        calls = [line for id in ids for line in (f"hit jackpot {id}", f"confirm by 2207 for {id}")]
        waived = [f"no jackpot {id} by 2208: a card was misread" for id in ids]
        return [
            *("link back", "give back progressives", "start game"),
            *self.random.sample(calls, len(calls)),
            *waived,
            *("finish", "void round by 2207: nobody knows", "end game"),
        ]

    # --- a round ---

    def round(self) -> Iterator[str]:
        """Yield the lines of a round in which a meter is often won."""
        random = self.random
        seats = sorted(random.sample(SEATS, random.randint(1, 4)))
        for seat in seats:
            yield from self.bets(seat)
        yield "no more bets"
        yield "start game"
        if random.random() < 0.05:
            yield f"void round by {random.choice(SUPERVISORS)}: the dealer was disturbed"
            return
        hits = random.random() < 0.5
        yield from self.dealt(hits)
        if random.random() < 0.04:
            yield "void round by 2207: a card fell"
            return
        calls = list(self.calls(seats)) if hits else []
        if hits and random.random() < 0.05:
            calls += ["link lost", "void round by 2208: after the hit"]
        ends = ["end game"] if random.random() < 0.6 else []
        first, then = (calls, ["finish"]) if random.random() < 0.6 else (["finish"], calls)
        yield from (*first, *then, *ends)

    def bets(self, seat: int) -> Iterator[str]:
        """Yield the bets of a seat: on the base game where it must, and on some sensors."""
        if self.game != "3-dice-baccarat" or self.random.random() < 0.2:
            yield f"bet {seat} player 5"
        for jackpot in self.jackpots:
            if self.random.random() < 0.7:
                several = len([one for one in self.jackpots if one.wager == jackpot.wager]) > 1
                wager = f"{jackpot.wager}@{jackpot.table}" if several else jackpot.wager
                yield f"bet {seat} {wager} {jackpot.unit}"

    def dealt(self, hits: bool) -> Iterator[str]:
        """Yield a coup, or a throw, that wins a share of a meter, or does not."""
        if self.dice:
            yield "shake cups"
            yield f"reveal {self.random.choice(METER_DICE if hits else OTHER_DICE)}"
            yield "call result"
            return
        jackpot = self.random.choice(self.jackpots)
        keys = (jackpot.wager, self.game, jackpot.table)
        coups = next(METER_COUPS[key] for key in keys if key in METER_COUPS)
        yield f"coup {self.random.choice(coups if hits else OTHER_COUPS)}"

    def calls(self, seats: list[int]) -> Iterator[str]:
        """Yield what calls a win on the panel of the table."""
        random = self.random
        jackpot = random.choice(self.jackpots)
        named = f" {jackpot.id}" if random.random() < 0.3 else ""
        if self.game == "99-fortunes":
            yield f"hand {random.choice(seats)}"
        elif self.game == "ez-baccarat":
            yield f"hand {' '.join(map(str, seats))}"
            yield f"confirm by {random.choice(SUPERVISORS)}"
            return
        elif self.dice and random.random() < 0.2:
            yield f"hand {' '.join(map(str, seats))}"
        if random.random() < 0.15:
            yield f"hit jackpot {jackpot.id} by {random.choice(SUPERVISORS)}: seen on the camera"
        else:
            yield f"hit jackpot{named}"
        if len(self.jackpots) > 1:
            yield f"hit jackpot {random.choice(self.jackpots).id}"

    def nuisance(self) -> str:
        """Return something that comes between, or that nobody may do now."""
        random = self.random
        jackpot = random.choice(self.jackpots).id
        return random.choice(
            (
                *("link lost", "link lost", "link back", "link back", "link back"),
                *("start game", "end game", "undo", "finish", "give back progressives"),
                *("hit jackpot", f"hit jackpot {jackpot}", "hit jackpot nobodys"),
                f"hit jackpot {jackpot} by {random.choice(ANYBODY)}: by the camera",
                f"confirm by {random.choice(ANYBODY)}",
                f"confirm by {random.choice(SUPERVISORS)} for {jackpot}: by the camera",
                f"no jackpot {jackpot} by {random.choice(ANYBODY)}: misread",
                f"hand {random.choice(SEATS)}",
                "hand 7",
                f"void round by {random.choice(SUPERVISORS)}: disturbed",
                *("deal player 3h face up",) * 3,
                f"bet {random.choice(SEATS)} {self.jackpots[0].wager} 1",
                f"take back {random.randint(1, 4)}",
            )
        )


class Walk:
    """The lines of a whole floor, chosen by a seed."""

    def __init__(self, seed: int, auditor: Auditor) -> None:
        self.random = Random(seed)
        self.auditor = auditor
        ids = [id for pit in PITS.values() for id in pit.ids]
        self.first = deque(
            f"jackpot {id}: rates {rates} by 2207 and 2301"
            for id in ("tri-g", "ez-e")
            for rates in ("90% and 20%", "14.5% and 5.5%", "12.3457%", "12.3458%")
        )
        """Rates change before any linked table plays."""
        self.late = False
        """Whether the walk comes to its end, so that House Jackpots may be closed."""
        self.tables = {id: TableWalk(id, self.random) for id in ids}

    def next(self) -> str:
        """Return the next line."""
        if self.first:
            return self.first.popleft()
        chance = self.random.random()
        if chance < 0.01:
            return self.random.choice(OTHER_LINES)
        if chance < 0.85:
            table = self.random.choice(list(self.tables.values()))
            shadow = self.auditor.tables.get(table.id)
            lost = shadow is not None and shadow.lost
            return f"table {table.id}: {table.next(lost=lost, late=self.late)}"
        return f"jackpot {self.jackpot_line()}"

    def heard(self, line: str, refusal: str | None) -> None:
        """Tell the table of a line whether it was accepted."""
        head, _, rest = line.partition(": ")
        table = self.tables.get(head.removeprefix("table "))
        if table is not None:
            table.heard(rest, refusal)

    def jackpot_line(self) -> str:
        """Return what somebody does at a jackpot: mostly with its hits, if it has any."""
        random, links = self.random, self.auditor.links
        if self.late and random.random() < 0.2:
            return f"{random.choice(HOUSE_JACKPOTS)}: close by {random.choice(ANYBODY)}: ended"
        busy = [link for link in links.values() if link.open_hits()]
        if busy and random.random() < 0.3:
            link = random.choice(busy)
            if link.id in HOUSE_JACKPOTS and random.random() < 0.1:
                return f"{link.id}: prize 100 by 2301"
            return f"{link.id}: {self.with_a_hit([hit.order for hit in link.open_hits()])}"
        id = random.choice(JACKPOTS).id
        orders = list(links[id].hits)[-4:] if id in links else []
        return f"{id}: {self.without_a_hit(id, orders)}"

    def with_a_hit(self, orders: list[int]) -> str:
        """Return what becomes of an open hit."""
        random = self.random
        order = random.choice(("", "", f"{orders[0]} ", f"{orders[-1]} ", f"{orders[-1]} "))
        badge = random.choice((*SUPERVISORS, *ANYBODY))
        return random.choice(
            (
                *(f"pay {order}by {badge}",) * 4,
                f"verify {order}by {badge}",
                f"dismiss {order}by {badge}: a card was misread",
            )
        )

    def without_a_hit(self, id: str, orders: list[int]) -> str:
        """Return what somebody does to a meter."""
        random = self.random
        order = random.choice(orders) if orders and random.random() < 0.9 else 99
        two = f"{random.choice(ANYBODY)} and {random.choice(SUPERVISORS)}"
        amount = random.choice(("0.01", "1.23", "0.000001", "2.50"))
        seed = next(jackpot.seed for jackpot in JACKPOTS if jackpot.id == id) or "2000"
        if id in HOUSE_JACKPOTS and random.random() < 0.3:
            prize = random.choice(("999", "1000.01", "250.50", "2000.01"))
            return f"prize {prize} by {random.choice(ANYBODY)}"
        return random.choice(
            (
                *(f"back out {order} by {two}: paid in error",) * 3,
                f"adjust {random.choice('+-')}{amount} by {two}: a count",
                f"adjust -999999 by {two}: a count",
                f"adjust +0 by {two}: a count",
                f"limit {random.choice(('1', seed, seed, '5000', '11000'))} by {two}",
                *(f"rates {rates} by {two}" for rates in ("15% and 5%", "12.3457%", "90% and 20%")),
                f"pay by {random.choice(ANYBODY)}",
                f"verify {order} by {random.choice(ANYBODY)}",
                f"dismiss {order} by {random.choice(ANYBODY)}: nothing",
                f"prize 100 by {random.choice(ANYBODY)}",
                f"read 12.34 at {random.choice(PITS['A'].ids)} by {random.choice(ANYBODY)}",
                "close by 2207: ended" if id not in HOUSE_JACKPOTS else "verify by 2999",
            )
        )
