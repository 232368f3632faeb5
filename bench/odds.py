"""Exact odds against icepool, side by side in one run: times and ratios.

The machine may be shared and noisy, so what counts is the ratio. icepool is asked for the same
figures in the way it offers: a sequence of six cards of a value deck, mapped to the result; and a
die mapped until every total is rolled or a seven ends it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from pitboss import rulebook
from pitboss.games import Shoe
from pitboss.odds import coups, shooters, values
from pitboss.odds.analysis import analyse

PITBOSS = Path(sys.executable).parent / "pitboss"
SHOE = Shoe.of(8)


def best(job: Callable[[], object], times: int) -> float:
    """Return the best time of several runs, in seconds."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        job()
        found.append(time.perf_counter() - start)
    return min(found)


def wall(*words: str, times: int = 5) -> float:
    """Return the best wall time of a cold command."""
    command = [str(PITBOSS), *words]
    return best(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True), times)


def ours_one_shoe() -> dict[str, int]:
    """Count Player, Banker, Tie and Dragon 7 of one shoe from its composition."""
    values.tally_totals.cache_clear()
    found = {"player": 0, "banker": 0, "tie": 0, "dragon-7": 0}
    for totals, number in values.tally_totals(values.composition(SHOE)).items():
        player, banker, _, cards = totals
        found["tie" if player == banker else "player" if player > banker else "banker"] += number
        if banker == 7 and cards == 3 and player < 7:
            found["dragon-7"] += number
    return found


def icepool_one_shoe() -> dict[str, int]:
    """Do the same with icepool: the sequence of six values, dealt by the third-card rule."""
    import icepool

    from pitboss.games.baccarat import banker_draws, player_draws

    deck = icepool.Deck({0: 128, **dict.fromkeys(range(1, 10), 32)})

    def result(*six: int) -> str:
        p1, b1, p2, b2, fifth, sixth = six
        a, b = (p1 + p2) % 10, (b1 + b2) % 10
        player, banker, cards, third = a, b, 2, None
        if player_draws(a, b):
            third, player = fifth, (a + fifth) % 10
        if banker_draws(a, b, third):
            banker, cards = (b + (fifth if third is None else sixth)) % 10, 3
        if banker == 7 and cards == 3 and player < 7:
            return "dragon-7"
        return "tie" if player == banker else "player" if player > banker else "banker"

    die = deck.sequence(6).map(result, star=True)
    found = {name: die.quantity(name) for name in ("player", "banker", "tie", "dragon-7")}
    found["banker"] += found["dragon-7"]
    scale = Fraction(values.padding(416, 0), die.denominator())
    return {name: int(number * scale) for name, number in found.items()}


def ours_works() -> Fraction:
    """Price The Works before any seven, from nothing."""
    shooters.counted.cache_clear()
    sheet = analyse(rulebook.wager("dice-works/the-works"))
    return sheet.rows[0].probability


def icepool_works() -> Fraction:
    """Do the same with icepool: map a roll onto the set of totals seen until it is absorbed."""
    import icepool

    roll = icepool.d6 + icepool.d6
    every, lost = sum(1 << total for total in range(2, 13) if total != 7), -1

    def step(seen: int, total: int) -> int:
        if seen in (every, lost):
            return seen
        return lost if total == 7 else seen | 1 << total

    end = icepool.map(step, icepool.Die([0]), roll, star=False, repeat="inf")
    return Fraction(end.quantity(every), end.denominator())


def line(what: str, ours: float, other: float | None = None, target: str = "") -> None:
    """Print one row."""
    peer = f"{other:10.3f} s   {other / ours:10,.0f}x" if other is not None else " " * 25
    print(f"{what:52}{ours * 1e3:10.1f} ms {peer}   {target}")


def main() -> None:
    """Print the table."""
    print(f"{'':52}{'pitboss':>13} {'icepool':>12}   {'ratio':>10}")
    assert ours_one_shoe()["tie"] == 475627426473216
    values.composition(SHOE)
    ours = best(ours_one_shoe, 20)
    start = time.perf_counter()
    theirs = icepool_one_shoe()
    peer = time.perf_counter() - start
    assert theirs == ours_one_shoe(), (theirs, ours_one_shoe())
    line("P/B/T and Dragon 7, 8 decks, one shoe", ours, peer, "target: 5 ms, 1,000x")
    works = best(ours_works, 3)
    start = time.perf_counter()
    same = icepool_works()
    peer = time.perf_counter() - start
    assert same == ours_works()
    line("The Works before any seven", works, peer)
    for path, table, reading, target in (
        ("eternal-baccarat/sun-7-progressive", "PT-PRG-S7-01", "default", "60 ms"),
        ("eternal-baccarat/fate-38", "PT-PRG-F38-01", "default", "60 ms"),
        ("eternal-baccarat/harmony", "PT-PRG-HP-10", "default", "60 ms"),
        ("ez-baccarat/progressive", "3", "default", "150 ms"),
        ("eternal-baccarat/sun-7-progressive", "PT-PRG-S7-01", "each-hand", "150 ms"),
    ):
        wager = rulebook.wager(path)

        def job(wager: rulebook.Wager = wager, table: str = table, reading: str = reading) -> None:
            coups._counted.cache_clear()
            coups._question.cache_clear()
            analyse(wager, table=table, reading=reading)

        line(f"{path} {table} {reading}", best(job, 5), target=f"target: {target}")
    line(
        "pitboss odds, every wager and table (cold, wall)",
        wall("odds", times=3),
        target="target: 1,500 ms",
    )


if __name__ == "__main__":
    main()
