"""Floor journals written by hand, every amount computed on paper: what the auditor is tried on."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

Entry = dict[str, Any]
"""A line of a floor before it is chained: stream, actor, round and facts."""

DEALER, SERVER = "dealer", "server"


def entry(stream: str, *facts: Entry, by: str = SERVER, round: int | None = None) -> Entry:
    """Return what somebody did in a stream."""
    return {"stream": stream, "actor": by, "round": round, "facts": list(facts)}


def fact(kind: str, *movements: Entry, **members: object) -> Entry:
    """Return a fact with its movements."""
    return {"kind": kind, **members, "movements": list(movements)}


def cents(source: str, target: str, amount: int, reason: str = "stake") -> Entry:
    """Return a movement of chips."""
    parts = {"source": source, "target": target, "cents": amount}
    return {**parts, "chips": "value", "reason": reason}


def micros(source: str, target: str, amount: int) -> Entry:
    """Return a movement of a jackpot's money."""
    parts = {"source": source, "target": target, "micros": amount}
    return {**parts, "chips": "value", "reason": "jackpot"}


def written(entries: Iterable[Entry]) -> list[str]:
    """Chain entries as a floor journal does: each stream by itself."""
    counts: dict[str, int] = defaultdict(int)
    last: dict[str, str] = defaultdict(lambda: "0" * 64)
    texts = []
    for made in entries:
        stream = made["stream"]
        counts[stream] += 1
        refusal = made.get("refusal")
        members = {
            **{"schema": 1, "stream": stream, "sequence": counts[stream]},
            **{"id": f"{stream}-{counts[stream]}", "at": "2026-11-16T21:32:05.120Z"},
            **{"offset": "-07:00", "actor": made["actor"], "device": None, "shoe": 1},
            **{"round": made["round"], "command": {"kind": "Something"}, "facts": made["facts"]},
            **{"refusal": refusal, "rulebook": "a" * 64, "previous": last[stream]},
        }
        body = json.dumps(members, separators=(",", ":"))[:-1]
        text = f'{body},"hash":"{sha256(body.encode()).hexdigest()}"}}'
        last[stream] = sha256(text.encode()).hexdigest()
        texts.append(text)
    return texts


BADGES = (("1", "supervisor"), ("2", "executive"), ("3", "dealer"), ("4", "supervisor"))
FILE = "".join(f'[[badges]]\nnumber = "{one}"\nlevel = "{level}"\n' for one, level in BADGES)
FLOOR = entry("house", fact("FloorOpened", name="f", text=FILE), by="manager")

USUAL = {
    **{"kind": "progressive", "wager": "ez-baccarat/progressive", "pay_table": "EZ-1"},
    **{"unit_cents": 100, "minimum_micros": None, "limit_micros": None, "threshold_micros": None},
    **{"fixed_seed": False, "lock": "lock-value", "amount": "at-lock"},
    **{"reserve": "rolls-over", "overflow": "to-meter", "scope": "hitting-table", "fixed": "tray"},
    **{"base_game": "goes-on", "executive_cents": None, "washington": False},
    **{"tables": ["12", "14"]},
}


def opening(id: str, seed: int, each: int, kept: int, **other: object) -> list[Entry]:
    """Return a floor with one jackpot and two tables; a unit adds ``each``, and ``kept`` aside."""
    terms: Entry = {
        **USUAL,
        **{"id": id, "seed_micros": seed, "reseed_micros": seed},
        **{"main_micros": each, "reserve_micros": kept, **other},
    }
    link = {key: terms[key] for key in ("unit_cents", "main_micros", "reserve_micros")}
    linked = fact("JackpotsLinked", links=[{"jackpot": id, **link}])
    seeded = micros("house", f"jackpot {id} main", seed)
    return [
        FLOOR,
        entry(f"link/{id}", fact("JackpotOpened", seeded, terms=terms)),
        entry("table/12", linked),
        entry("table/14", linked),
    ]


def bets(table: str, id: str, round: int, *positions: int) -> list[Entry]:
    """Return one unit on the sensor of each position."""
    return [
        entry(
            f"table/{table}",
            fact("BetPlaced", cents(f"position {at}", f"sensor {id} {at}", 100), number=number),
            by=DEALER,
            round=round,
        )
        for number, at in enumerate(positions, 1)
    ]


def start(
    table: str, id: str, round: int, at: list[int], odometer: int, main: int, reserve: int
) -> Entry:
    """Return START GAME: stakes into the tray, contributions to the meter."""
    return entry(
        f"table/{table}",
        fact(
            "ProgressivesTaken",
            *(cents(f"sensor {id} {one}", "tray", 100) for one in at),
            micros("house", f"jackpot {id} main", main),
            micros("house", f"jackpot {id} reserve", reserve),
            numbers=list(range(1, len(at) + 1)),
            registered=[{"jackpot": id, "positions": at, "odometer": odometer}],
        ),
        by=DEALER,
        round=round,
    )


def won(table: str, id: str, round: int, at: list[int], envy: int = 0) -> list[Entry]:
    """Return a round whose bets all come to the row of 100%, and that the table declares so."""
    settled = [
        {
            **{"number": number, "row": "Grand", "pays": "100%", "won_cents": 0},
            **{"meter_share": 100, "dealer_envy_cents": envy, "player_envy_cents": 0},
        }
        for number in range(1, len(at) + 1)
    ]
    told: Entry = {"jackpot": id, "round": round, "row": "Grand", "percent": 100, "positions": at}
    envious: Entry = {"dealer_envy_cents": envy, "player_envy": []}
    return [
        entry(f"table/{table}", fact("BetsSettled", bets=settled), by=DEALER, round=round),
        entry(
            f"table/{table}",
            fact("JackpotHit", **told, **envious, supervisor="1", reason=""),
            by=DEALER,
            round=round,
        ),
    ]


def recorded(order: int, table: str, round: int, at: list[int], **other: object) -> Entry:
    """Return that the link takes down a hit."""
    usual: Entry = {"dealer_envy_cents": 0, "player_envy": [], "state": "pending"}
    what: Entry = {"order": order, "table": table, "round": round, "row": "Grand", "percent": 100}
    sharers = [f"{table}/{one}" for one in at]
    return fact("HitRecorded", **{**what, "sharers": sharers, **usual, **other})


def shown(id: str, state: str) -> list[Entry]:
    """Return that the server tells both tables."""
    tables = ("table/12", "table/14")
    return [entry(table, fact("JackpotShown", jackpot=id, state=state)) for table in tables]


def paid_and_backed_out() -> list[Entry]:
    """Three share $1,000.45 under lock-value, a cent is left over, and two people back it out.

    $1,000.00 and 3 x 15 cents; the reserve has 3 x 5 cents. 100,045 / 3 = 33,348, rest 1. Two of
    the winners are still there and give their shares back; the house gives that of the third, who
    has left.
    """
    main, reserve, pending = (f"jackpot ez {part}" for part in ("main", "reserve", "pending"))
    shares = [["12/1", 33_348], ["12/3", 33_348], ["12/5", 33_348]]
    positions = [f"position {at}" for at in (1, 3, 5)]
    paid: Entry = {"order": 1, "by": "2", "amount_cents": 100_045, "shares": shares}
    return [
        *opening("ez", 1_000_000_000, 150_000, 50_000, executive_cents=100_000),
        *(entry("table/12", fact("ChipsBought", cents("tray", one, 100))) for one in positions),
        *bets("12", "ez", 7, 1, 3, 5),
        start("12", "ez", 7, [1, 3, 5], 3, 450_000, 150_000),
        *won("12", "ez", 7, [1, 3, 5], envy=500),
        entry("link/ez", fact("ContributionsCounted", odometers=[["12", 3], ["14", 0]])),
        entry(
            "link/ez",
            recorded(1, "12", 7, [1, 3, 5], dealer_envy_cents=1_500),
            fact("HitLocked", micros(main, pending, 1_000_450_000), order=1, amount_cents=100_045),
            fact("MeterReseeded", micros(reserve, main, 150_000), order=1),
        ),
        entry("link/ez", fact("HitVerified", order=1, by="1"), by="1"),
        entry(
            "link/ez",
            fact("HitPaid", micros(pending, main, 10_000), **paid, remainder_micros=10_000),
            by="2",
        ),
        entry(
            "table/12",
            fact(
                "SharesPaid",
                *(micros(pending, whose, 333_480_000) for whose in positions),
                cents("tray", "dealer", 1_500, "dealer envy"),
                jackpot="ez",
                order=1,
            ),
        ),
        entry(
            "table/12",
            fact("PositionLeft", cents("position 5", "outside", 33_348), position=5, behind=False),
        ),
        entry(
            "link/ez",
            fact("AwardReturned", order=1, amount_micros=1_000_440_000, first="1", second="2"),
            fact("ReseedRecovered", micros(main, reserve, 150_000), order=1),
            by="1",
        ),
        entry(
            "table/12",
            fact(
                "HitClosed",
                *(micros(whose, main, 333_480_000) for whose in (*positions[:2], "adjustments")),
                jackpot="ez",
                order=1,
                state="backed-out",
            ),
        ),
        entry("link/ez", adjusted("ez", 5, "1", "4"), by="1"),
        entry("table/12", fact("LinkLost"), by=DEALER),
        entry("table/12", fact("LinkRestored"), by=DEALER),
        entry("house", fact("BadgeEnrolled", number="5", level="dealer"), by="manager"),
    ]


def adjusted(id: str, amount: int, by: str, second: str) -> Entry:
    """Return an adjustment upwards."""
    moved = micros("adjustments", f"jackpot {id} main", amount)
    return fact("MeterAdjusted", moved, micros=amount, first=by, second=second, reason="count")


def two_hits_under_lock_all() -> list[Entry]:
    """Two tables hit a locked, limited meter; the first is paid, the second dismissed.

    $10.00 and 3 x 20 cents, limit $10.30: 30 cents lie above it, the reserve has 3 x 5 cents. The
    first hit gets $10.30 for two. The new meter is 15 cents of reserve, $4.85 advanced up to the
    minimum of $5.00, and 30 cents of overflow: $5.30, which the second hit waits for. Two more
    units bring 40 cents, and 10 cents of reserve that go to the house's advance.
    """
    parts = ("main", "reserve", "overflow", "pending", "seed fund")
    main, reserve, overflow, pending, fund = (f"jackpot sun {part}" for part in parts)
    terms: Entry = {"lock": "lock-all", "limit_micros": 10_300_000, "minimum_micros": 5_000_000}
    paid: Entry = {"order": 1, "by": "1", "amount_cents": 1_030, "remainder_micros": 0}
    return [
        *opening("sun", 10_000_000, 200_000, 50_000, **terms),
        *bets("12", "sun", 1, 2, 4),
        start("12", "sun", 1, [2, 4], 2, 400_000, 100_000),
        counted(2, 0, micros(main, overflow, 100_000)),
        *bets("14", "sun", 1, 6),
        start("14", "sun", 1, [6], 1, 200_000, 50_000),
        counted(2, 1, micros(main, overflow, 200_000)),
        *won("12", "sun", 1, [2, 4]),
        entry(
            "link/sun",
            recorded(1, "12", 1, [2, 4]),
            fact("HitLocked", micros(main, pending, 10_300_000), order=1, amount_cents=1_030),
        ),
        *shown("sun", "pending"),
        *won("14", "sun", 1, [6]),
        entry("link/sun", recorded(2, "14", 1, [6], state="waiting")),
        entry(
            "link/sun",
            fact("HitPaid", **paid, shares=[["12/2", 515], ["12/4", 515]]),
            fact(
                "MeterReseeded",
                micros(reserve, main, 150_000),
                micros(fund, main, 4_850_000),
                micros(overflow, main, 300_000),
                order=1,
            ),
            fact("HitLocked", micros(main, pending, 5_300_000), order=2, amount_cents=530),
            by="1",
        ),
        entry(
            "table/12",
            fact(
                "SharesPaid",
                micros(pending, "position 2", 5_150_000),
                micros(pending, "position 4", 5_150_000),
                jackpot="sun",
                order=1,
            ),
        ),
        entry(
            "link/sun",
            fact("HitDismissed", micros(pending, main, 5_300_000), order=2, by="1", reason="no"),
            by="1",
        ),
        entry("table/14", fact("HitClosed", jackpot="sun", order=2, state="dismissed")),
        *shown("sun", "open"),
        *bets("12", "sun", 2, 2, 4),
        start("12", "sun", 2, [2, 4], 4, 400_000, 100_000),
        counted(4, 1, micros(reserve, fund, 100_000)),
        entry(
            "table/12",
            fact(
                "RoundVoided",
                cents("tray", "position 2", 100, "stake back"),
                cents("tray", "position 4", 100, "stake back"),
            ),
            by=DEALER,
            round=2,
        ),
        entry(
            "link/sun",
            fact(
                "ContributionsReversed",
                micros(main, "house", 400_000),
                table="12",
                round=2,
                units=2,
            ),
        ),
        entry("house", fact("BadgeEnrolled", number="5", level="dealer"), by="manager"),
    ]


def counted(first: int, second: int, *movements: Entry) -> Entry:
    """Return that the server counts the odometers of both tables."""
    odometers = [["12", first], ["14", second]]
    return entry("link/sun", fact("ContributionsCounted", *movements, odometers=odometers))


def house_jackpot_of_two() -> list[Entry]:
    """Two win a House Jackpot of $10.01: $5.00 each, a cent back to the house, the prize anew."""
    main, pending = "jackpot tri main", "jackpot tri pending"
    taken = start("12", "tri", 1, [2, 4], 2, 0, 0)
    taken["facts"][0]["movements"] = taken["facts"][0]["movements"][:2]
    paid: Entry = {"order": 1, "by": "1", "amount_cents": 1_001, "remainder_micros": 10_000}
    other: Entry = {"kind": "house", "washington": True, "wager": "3-dice-baccarat/triple"}
    return [
        *opening("tri", 10_010_000, 0, 0, **other),
        *bets("12", "tri", 1, 2, 4),
        taken,
        *won("12", "tri", 1, [2, 4]),
        entry(
            "link/tri",
            recorded(1, "12", 1, [2, 4]),
            fact("HitLocked", micros(main, pending, 10_010_000), order=1, amount_cents=1_001),
            fact("MeterReseeded", micros("house", main, 10_010_000), order=1),
        ),
        entry(
            "link/tri",
            fact(
                "HitPaid",
                micros(pending, "house", 10_000),
                **paid,
                shares=[["12/2", 500], ["12/4", 500]],
            ),
            by="1",
        ),
        entry(
            "table/12",
            fact(
                "SharesPaid",
                micros(pending, "position 2", 5_000_000),
                micros(pending, "position 4", 5_000_000),
                jackpot="tri",
                order=1,
            ),
        ),
        entry(
            "link/tri",
            fact("PrizeChanged", micros(main, "house", 10_000), cents=1_000, by="1"),
            by="1",
        ),
        entry("house", fact("BadgeEnrolled", number="5", level="dealer"), by="manager"),
    ]


def half_and_up_to_seed() -> list[Entry]:
    """Half of $100.25 is won and nothing reseeds; then the rest, and reserve and escrow reseed.

    The seed is $100.00, a unit adds 25 cents and 5 to the reserve. 10,025 / 2 = 5,012 cents are
    set aside, 50.13 stay. The second unit makes 50.38; of the new $100.00 ten cents are reserve.
    """
    parts = ("main", "reserve", "pending")
    main, reserve, pending = (f"jackpot ez {part}" for part in parts)
    terms: Entry = {"reserve": "up-to-seed", "washington": True, "wager": "3-dice-baccarat/triple"}
    half = won("12", "ez", 1, [3])
    half[0]["facts"][0]["bets"][0]["meter_share"] = half[1]["facts"][0]["percent"] = 50
    first, second = (start("12", "ez", n, [3], n, 250_000, 50_000) for n in (1, 2))
    for made in (first, second):
        for moved in made["facts"][0]["movements"][1:]:
            moved["source"] = "escrow"
    return [
        *opening("ez", 100_000_000, 250_000, 50_000, **terms),
        *bets("12", "ez", 1, 3),
        first,
        *half,
        entry(
            "link/ez",
            recorded(1, "12", 1, [3], percent=50),
            fact("HitLocked", micros(main, pending, 50_120_000), order=1, amount_cents=5_012),
        ),
        *bets("12", "ez", 2, 3),
        second,
        *won("12", "ez", 2, [3]),
        entry(
            "link/ez",
            recorded(2, "12", 2, [3]),
            fact("HitLocked", micros(main, pending, 50_380_000), order=2, amount_cents=5_038),
            fact(
                "MeterReseeded",
                micros(reserve, main, 100_000),
                micros("escrow", main, 99_900_000),
                order=2,
            ),
        ),
        entry("house", fact("BadgeEnrolled", number="5", level="dealer"), by="manager"),
    ]


def dismissed_under_lock_value() -> list[Entry]:
    """One alone hits $100.25; the reserve of 5 cents is the new meter until it is dismissed."""
    main, reserve, pending = (f"jackpot ez {part}" for part in ("main", "reserve", "pending"))
    return [
        *opening("ez", 100_000_000, 250_000, 50_000),
        *bets("12", "ez", 1, 3),
        start("12", "ez", 1, [3], 1, 250_000, 50_000),
        *won("12", "ez", 1, [3]),
        entry(
            "link/ez",
            recorded(1, "12", 1, [3]),
            fact("HitLocked", micros(main, pending, 100_250_000), order=1, amount_cents=10_025),
            fact("MeterReseeded", micros(reserve, main, 50_000), order=1),
        ),
        *bets("14", "ez", 1, 8),
        start("14", "ez", 1, [8], 1, 250_000, 50_000),
        entry(
            "link/ez",
            fact(
                "HitDismissed",
                micros(pending, main, 100_250_000),
                micros(main, reserve, 50_000),
                order=1,
                by="4",
                reason="a card was misread",
            ),
            by="4",
        ),
        entry("table/12", fact("HitClosed", jackpot="ez", order=1, state="dismissed")),
        entry("house", fact("BadgeEnrolled", number="5", level="dealer"), by="manager"),
    ]
