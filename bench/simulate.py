"""Simulation against plain Python, crapssim and pybaccarat, side by side in one run.

The machine may be shared and noisy, so what counts is the ratio; best and median of several runs
are printed, after a run that warms up. One core is measured in process time, threads and commands
in wall time. A run lasts 0.3 s or more, a peer's a second. Peers play the way they offer:

- plain Python deals shoes with ``random`` and :func:`pitboss.games.deal`, or rolls hands, and asks
  the pay tables for their rows: one table of baccarat, but all of craps;
- pybaccarat deals shoes of 8 decks, cut 14, with scoreboards; and, faster, hand by hand without;
- crapssim runs its table with one player and the bets that resemble those of the catalog most.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import types
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from pitboss import rulebook, simulate
from pitboss.games import ShooterHand, deal
from pitboss.games.cards import DECK
from pitboss.rulebook import PayTable
from pitboss.simulate.counting import Plan
from pitboss.simulate.listed_plan import listed_plan
from pitboss.simulate.parallel import Piece
from pitboss.simulate.procedure import USUAL
from pitboss.simulate.runs import every_table
from pitboss.simulate.shoe_plan import shoe_plan
from pitboss.simulate.shooter_plan import ShooterPlan, shooter_plan

PITBOSS = Path(sys.executable).parent / "pitboss"
LEAST, LEAST_OF_PEERS = 0.3, 1.0
"""Seconds that a run lasts at least."""
THREADED_COUPS = 60_000_000

Job = Callable[[], int]
"""Does some work, and returns how many coups, throws or rolls it was."""


class Found(NamedTuple):
    """The best and the median of several runs."""

    best: float
    median: float


def rate(job: Job, *, times: int = 7, least: float = LEAST) -> Found:
    """Return what a job does in a second of one core; the first run warms up and is left out."""
    job()
    found = []
    for _ in range(times):
        done = 0
        start = time.process_time()
        while (gone := time.process_time() - start) < least:
            done += job()
        found.append(done / gone)
    return Found(max(found), statistics.median(found))


def peer_rate(job: Job) -> Found:
    """Return what a peer's job does in a second."""
    return rate(job, times=3, least=LEAST_OF_PEERS)


class Spent(NamedTuple):
    """Seconds of wall time, and of processor time, which other processes prolong less."""

    wall: Found
    busy: float


def spent(job: Callable[[], object], times: int) -> Spent:
    """Return the time that a job takes, and the processes that it starts."""
    walls, busy = [], []
    job()
    for _ in range(times):
        start, *before = time.perf_counter(), *os.times()[:4]
        job()
        walls.append(time.perf_counter() - start)
        busy.append(sum(os.times()[:4]) - sum(before))
    return Spent(Found(min(walls), statistics.median(walls)), min(busy))


def counting(plan: Plan) -> Job:
    """Return a job that counts piece after piece of a plan."""
    first = count(0, plan.piece_size)
    return lambda: plan.count(Piece(next(first), plan.piece_size)).rounds


# --- baccarat ---


def suit_level() -> Iterator[PayTable]:
    """Yield tables that ask for totals, draws, pairs, suits and colors of both hands and all."""
    yield rulebook.wager("eternal-baccarat/supreme-7").open("PT-FLT-MB-01")
    yield rulebook.wager("eternal-baccarat/se-19").open()
    yield rulebook.wager("eternal-baccarat/se-20").open()
    for reading in ("default", "each-hand"):
        yield rulebook.wager("eternal-baccarat/sun-7-progressive").open(
            "PT-PRG-S7-01", reading=reading
        )


def whole_catalog() -> Iterator[PayTable]:
    """Yield every pay table of every game of baccarat, in every reading."""
    for game in rulebook.games():
        if game.kind == "baccarat":
            yield from every_table(game)


class Threaded(NamedTuple):
    """Coups per second of wall time, and how many cores the machine gave."""

    coups: Found
    cores: Found


def threaded(tables: list[PayTable]) -> list[Threaded]:
    """Return what one thread and two threads count, measured in turns."""
    coups: dict[int, list[float]] = {1: [], 2: []}
    cores: dict[int, list[float]] = {1: [], 2: []}
    for number in (1, 2) * 7:
        wall, busy = time.perf_counter(), time.process_time()
        done = simulate.coups(
            "eternal-baccarat", tables=tables, rounds=THREADED_COUPS, place=simulate.Threads(number)
        )
        wall, busy = time.perf_counter() - wall, time.process_time() - busy
        coups[number].append(done.rounds / done.wall_seconds)
        cores[number].append(busy / wall)
    return [
        Threaded(*(Found(max(one), statistics.median(one)) for one in (coups[at], cores[at])))
        for at in coups
    ]


def python_dealer(table: PayTable) -> Job:
    """Return a job that deals one shoe by hand, and counts the rows of one pay table."""
    chance = random.Random(1)
    shoe = [card for card in DECK for _ in range(USUAL.decks)]
    rows: Counter[object] = Counter()

    def one_shoe() -> int:
        chance.shuffle(shoe)
        cards = iter(shoe)
        burnt = next(cards).value or 10
        for _ in range(burnt):
            next(cards)
        out, coups, last = 1 + burnt, 0, False
        while not last:
            last = out > USUAL.limit
            coup = deal(cards)
            rows[table.row_of(coup)] += 1
            out += len(coup.player) + len(coup.banker)
            coups += 1
        return coups

    return one_shoe


def pybaccarat_dealers() -> tuple[Job, Job]:
    """Return jobs that deal one shoe: with ``Game.play``, and with ``Game.play_hand`` alone."""
    keyboard = types.ModuleType("msvcrt")
    keyboard.getch = None  # type: ignore[attr-defined]
    sys.modules.setdefault("msvcrt", keyboard)  # asked for on import; not used to deal
    from pybaccarat.baccarat import Game, Hand  # type: ignore[import-untyped]
    from pybaccarat.playingcards import Shoe  # type: ignore[import-untyped]

    class Counted(Game):  # type: ignore[misc]
        """A game that counts its hands."""

        hands = 0

        def play_hand(self) -> object:
            """Play a hand."""
            self.hands += 1
            return super().play_hand()

    shoe, player, banker = Shoe(8), Hand(), Hand()
    game = Counted(shoe, player, banker)
    nowhere = open(os.devnull, "w")  # noqa: SIM115

    def whole_game() -> int:
        before = game.hands
        with contextlib.redirect_stdout(nowhere):
            game.play()  # with display=False it stops at a name that is not bound
        return game.hands - before

    def hand_by_hand() -> int:
        before, last = game.hands, False
        shoe.reset()
        shoe.shuffle()
        shoe.set_cut_card(-14)
        for _ in range(min(shoe.deal().get_rank(), 10)):
            shoe.deal()
        while not last:
            player.empty()
            banker.empty()
            last = shoe.cut_card_seen()
            game.play_hand()
        return game.hands - before

    return whole_game, hand_by_hand


# --- dice ---


def craps_tables() -> list[PayTable]:
    """Return every craps table of the catalog, read as by default."""
    return [
        wager.open(table, on=place)
        for game in rulebook.games()
        if game.kind == "craps"
        for wager in game.own.values()
        for table in wager.tables
        for place in wager.places(table)
    ]


def rolling(plan: ShooterPlan) -> Job:
    """Return a job that counts piece after piece, by rolls: 1671/196 to a shooter on average."""
    first = count(0, plan.piece_size)
    return lambda: plan.count(Piece(next(first), plan.piece_size)).rounds * 1671 // 196


def python_shooter(tables: list[PayTable]) -> Job:
    """Return a job that rolls one shooter's hand, and asks every table for its row."""
    chance = random.Random(1)
    rows: Counter[object] = Counter()

    def one_hand() -> int:
        rolls: list[int] = []
        point = 0
        while True:
            total = chance.randrange(1, 7) + chance.randrange(1, 7)
            rolls.append(total)
            if not point:
                point = total if total in (4, 5, 6, 8, 9, 10) else 0
            elif total == 7:
                break
            elif total == point:
                point = 0
        hand = ShooterHand(tuple(rolls))
        for table in tables:
            rows[table, table.row_of(hand)] += 1
        return len(rolls)

    return one_hand


def crapssim_table(*bets: str) -> Job:
    """Return a job that rolls a crapssim table on, with a player of endless means."""
    from crapssim import strategy
    from crapssim.table import Table

    table = Table(seed=1)
    all_bets = strategy.tools.AggregateStrategy(
        *(getattr(strategy.single_bet, f"Bet{bet}")(5) for bet in bets)
    )
    table.add_player(bankroll=1e12, strategy=all_bets)

    def some_rolls() -> int:
        before = int(table.dice.n_rolls)
        table.run(max_rolls=1_000, verbose=False)
        return int(table.dice.n_rolls) - before

    return some_rolls


# --- compiling and commands ---

READY = """
import json, time
start = time.perf_counter()
import numba
found = {"import numba": time.perf_counter() - start}
from pitboss import rulebook
from pitboss.simulate.parallel import Piece
from pitboss.simulate.shoe_plan import shoe_plan
from pitboss.simulate.shooter_plan import shooter_plan
from pitboss.simulate.listed_plan import listed_plan
plans = {
    "shoes": shoe_plan([rulebook.wager("baccarat/tie").open()], seed=1),
    "shooters": shooter_plan([rulebook.wager("dice-works/all-lows").open()], 1),
    "throws": listed_plan("three-dice", 1),
}
for name, plan in plans.items():
    start = time.perf_counter()
    plan.count(Piece(0, 0))
    found[name] = time.perf_counter() - start
print(json.dumps(found))
"""


def made_ready(cache: str) -> dict[str, float]:
    """Return how long a new process takes until its kernels can run, with a cache of its own."""
    done = subprocess.run(
        [sys.executable, "-c", READY],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        capture_output=True,
        check=True,
        text=True,
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def command(*words: str) -> Callable[[], object]:
    """Return a job that runs a command, with Python's own files kept as they usually are."""
    line = [str(PITBOSS), *words]
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(line, stdout=subprocess.DEVNULL, check=True, env=kept)


# --- the table ---


def heading(title: str, *, last: str) -> None:
    """Print what the next rows are."""
    print(f"\n{title:60}{'best':>12}{'median':>12}{last:>14}   target")


def quantity(number: float) -> str:
    """Return a rate in thousands or millions.

    >>> quantity(61_234_567), quantity(9_876)
    ('61.2 M', '9.9 k')
    """
    return f"{number / 1e6:.1f} M" if number >= 1e6 else f"{number / 1e3:.1f} k"


def rate_line(
    what: str, found: Found, *, against: Found | None = None, ratio: str = "", target: str = ""
) -> None:
    """Print a rate; and how many times as fast the first row of its block is."""
    if against is not None:
        ratio = f"{against.best / found.best:,.1f}x"
    best, median = quantity(found.best), quantity(found.median)
    print(f"  {what:58}{best:>12}{median:>12}{ratio:>14}   {target}".rstrip())


def time_line(what: str, found: Spent, target: str = "") -> None:
    """Print a time."""
    best, median = found.wall
    print(f"  {what:58}{best:10.3f} s{median:10.3f} s{found.busy:12.2f} s   {target}".rstrip())


def print_baccarat() -> None:
    """Print how fast coups are counted."""
    suits = list(suit_level())
    eternal = list(every_table(rulebook.game("eternal-baccarat")))
    catalog = list(whole_catalog())

    def counted(tables: list[PayTable]) -> Found:
        return rate(counting(shoe_plan(tables, seed=1)))

    heading("coups a second, 8 decks, cut 14, one core", last="first / this")
    ours = counted(suits)
    rate_line("totals, draws, pairs, suits, colors: Supreme 7, SE-19,", ours, target="50 M")
    print("    SE-20, Sun 7 Progressive S7-01 in two readings")
    rate_line(
        f"all {len(eternal)} tables and readings of eternal-baccarat",
        counted(eternal),
        against=ours,
    )
    rate_line(
        f"all {len(catalog)} tables and readings of the catalog", counted(catalog), against=ours
    )
    sun = suits[-2]
    rate_line("plain Python: one table", peer_rate(python_dealer(sun)), against=ours)
    whole_game, hand_by_hand = pybaccarat_dealers()
    rate_line("pybaccarat: Game.play_hand", peer_rate(hand_by_hand), against=ours)
    rate_line("pybaccarat: Game.play, printing nowhere", peer_rate(whole_game), against=ours)

    heading("coups a second of wall time, counted as in the first row", last="two / one")
    one, two = threaded(suits)
    rate_line("Threads(1)", one.coups)
    ratio = two.coups.best / one.coups.best
    rate_line("Threads(2)", two.coups, ratio=f"{ratio:.2f}x", target="1.8x")
    for number, each in ((1, one), (2, two)):
        print(
            f"    {f'cores that the machine gave to Threads({number})':56}"
            f"{each.cores.best:12.2f}{each.cores.median:12.2f}"
        )


def print_dice() -> None:
    """Print how fast dice are rolled."""
    tables = craps_tables()
    heading("rolls of craps a second, one core", last="first / this")
    ours = rate(rolling(shooter_plan(tables, seed=1)))
    rate_line(f"all {len(tables)} craps tables of the catalog", ours, target="100 M")
    rate_line("plain Python: the same tables", peer_rate(python_shooter(tables)), against=ours)
    line = peer_rate(crapssim_table("PassLine"))
    rate_line("crapssim: pass line", line, against=ours)
    several = peer_rate(crapssim_table("PassLine", "All", "Tall", "Small", "Fire"))
    rate_line("crapssim: pass line, All, Tall, Small, Fire", several, against=ours)

    heading("throws of 3 Dice Baccarat a second, one core", last="first / this")
    ours = rate(counting(listed_plan("three-dice", 1)))
    rate_line("all tables", ours)


def print_times() -> None:
    """Print how long things take that are not a tally."""
    heading("sessions and jackpots, wall time", last="processor")

    def sessions() -> None:
        simulate.sessions(
            "baccarat", {"banker": 25_00}, bankroll_cents=5_000_00, rounds=280, number=10_000
        )

    def jackpot() -> None:
        simulate.jackpot(
            "eternal-baccarat/sun-7-progressive", table="PT-PRG-S7-05", tables=20, years=1_000
        )

    time_line("10,000 sessions of 280 rounds, flat on the Banker", spent(sessions, 3))
    time_line("1,000 years of Sun 7 Progressive at 20 tables", spent(jackpot, 3))

    print(f"\n{'a new process until its kernels run':60}{'compiled':>12}{'from cache':>12}")
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = made_ready(cache), made_ready(cache)
    for name, seconds in cold.items():
        print(f"  {name:58}{seconds:10.3f} s{warm[name]:10.3f} s")

    heading("commands, wall time", last="processor")
    for words in ("simulate ez-baccarat/dragon-7", "simulate eternal-baccarat"):
        run = command(*words.split(), "--rounds", "1000000")
        time_line(f"pitboss {words} --rounds 1000000", spent(run, 5), target="1.5 s")


def main() -> None:
    """Print the table."""
    print_baccarat()
    print_dice()
    print_times()


if __name__ == "__main__":
    main()
