"""The oracle: slow, plain counting against which the exact odds are tested.

Nothing here knows how the odds are computed. Baccarat deals every ordered sequence of physical
cards of a small shoe; 3 Dice Baccarat throws every throw; both ask the pay table as settlement
does. Craps, which has no finite list of hands, is answered in closed forms.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import perm
from typing import NamedTuple

from pitboss.games import Card, Coup, Outcome, Shoe, Throw, cards, deal
from pitboss.games.baccarat import ShoeRanDry
from pitboss.games.cards import DECK
from pitboss.games.craps import Ending
from pitboss.rulebook import PayTable
from pitboss.rulebook.tables import Unresolved

# --- 3 Dice Baccarat: every throw -----------------------------------------------------------------


def every_throw() -> Iterator[Throw]:
    """Yield all 46,656 throws, each equally likely."""
    for a, b, c, d, e, f in product(range(1, 7), repeat=6):
        yield Throw((a, b, c), (d, e, f))


# --- Baccarat: every ordered sequence of six physical cards ---------------------------------------


def shoe_of(text: str) -> Shoe:
    """Return the shoe that holds just these cards."""
    held = Counter(cards(text))
    return Shoe(tuple(held[one] for one in DECK))


def physical_coups(shoe: Shoe) -> Counter[Coup]:
    """Count the ordered sequences of six physical cards of a shoe by the coup they deal.

    Two identical cards are two physical cards, so each step counts once per copy left. A coup that
    is complete with four or five cards is dealt by every sequence that begins with them: as many as
    there are ordered ways to go on to six. All sequences together: ``perm(len(shoe), 6)``.
    """
    if len(shoe) < 6:
        raise ValueError("a shoe of fewer than six cards can run dry")
    left = Counter(shoe)
    counted: Counter[Coup] = Counter()

    def draw(drawn: tuple[Card, ...], ways: int) -> None:
        try:
            coup = deal(drawn)
        except ShoeRanDry:
            for one in tuple(left):
                copies = left[one]
                if copies:
                    left[one] -= 1
                    draw((*drawn, one), ways * copies)
                    left[one] += 1
        else:
            counted[coup] += ways * perm(len(shoe) - len(drawn), 6 - len(drawn))

    draw((), 1)
    return counted


def row_counts(table: PayTable, coups: Counter[Coup]) -> Counter[str | None]:
    """Count the sequences by the label of the row they hit (None: no row), as settlement does."""
    return _rows_hit(table, coups.items())


def _rows_hit(table: PayTable, counted: Iterable[tuple[Outcome, int]]) -> Counter[str | None]:
    rows: Counter[str | None] = Counter()
    for outcome, number in counted:
        row = table.row_of(outcome)
        assert not isinstance(row, Unresolved)
        rows[None if row is None else row.label] += number
    return rows


LOPSIDED: tuple[Shoe, ...] = (
    # Four copies of three cards: one suit, identical cards, four and six of a kind.
    shoe_of("As" * 4 + "2s" * 4 + "3s" * 4),
    shoe_of("5h" * 4 + "6h" * 4 + "7h" * 4),
    shoe_of("8s" * 4 + "9s" * 4 + "Ts" * 4),
    # Six identical kings: six zeros, six of a kind, ties at 0.
    shoe_of("Kd" * 6 + "Kc" + "Qs" * 2 + "7d" * 2 + "9c"),
    # Four of a kind in both colors, naturals of 4 and 4.
    shoe_of("4c" * 3 + "4d" * 4 + "5c" * 2 + "Js" + "2d" * 2),
    # Eights of every suit.
    shoe_of("8c" * 3 + "8d" + "8h" + "8s" * 2 + "Kh" * 3),
    # Thirds of 8 against a Banker's 3: in spades and mixed; in clubs, black and mixed.
    shoe_of("8s" * 2 + "3s" * 3 + "Ks" * 3 + "Qh" * 2 + "5h" * 2),
    shoe_of("8c" * 3 + "3c" * 2 + "Kc" * 3 + "Ks" * 2 + "5d" * 2),
    # Low cards: 3-card 7s, 8s and 9s.
    shoe_of("2c" * 3 + "3d" * 2 + "4s" * 2 + "Ah" * 2 + "9d"),
    # High cards: naturals, sixes and sevens.
    shoe_of("9h" * 3 + "8d" * 2 + "7c" * 3 + "6s" * 2 + "Kh" * 2),
    # All red: 3-card 7s and 8s of one color and of one suit.
    shoe_of("Ad" * 2 + "Ah" + "7d" * 3 + "6d" * 2 + "Kh" * 2),
)
"""Small shoes of 10 to 12 cards that together hit every row of every pay table in the catalog."""

SPREAD = shoe_of("Ad 2c 3s 4h 5s 6d 7h 8c 9s Kd")
"""Ten different cards: more coups than all the others together, for a few tables only."""


# --- 3 Dice Baccarat: every throw -----------------------------------------------------------------


def throw_counts(table: PayTable) -> Counter[str | None]:
    """Count all 6**6 = 46,656 throws by the label of the row they hit (None: no row)."""
    faces = range(1, 7)
    throws = (Throw((a, b, c), (d, e, f)) for a, b, c, d, e, f in product(faces, repeat=6))
    return _rows_hit(table, ((throw, 1) for throw in throws))


# --- Craps: closed forms --------------------------------------------------------------------------

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""How many of the 36 rolls of two dice show a total."""

POINTS = (4, 5, 6, 8, 9, 10)
_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
_CLAUSE = re.compile(r"(points_made|line_wins|rolled\(([\d, ]+)\)) (==|!=|<=|>=|<|>) (\d+)")


class UnknownFamily(ValueError):
    """The oracle has no closed form for the rows of this table."""


class Clause(NamedTuple):
    """One comparison of a counter with a number: ``rolled(2, 3) >= 4``."""

    counter: str
    totals: frozenset[int]
    """The totals of ``rolled``; empty for the other counters."""
    sign: str
    number: int

    def holds(self, value: int) -> bool:
        """Say whether the counter may have this value."""
        return _SIGNS[self.sign](value, self.number)


def shooter_probabilities(table: PayTable) -> dict[str | None, Fraction]:
    """Return the probability that a new shooter's hand ends on each row (None: on no row).

    Two families are known. All rows speak of one counter: the first row that its value makes true
    is hit. Or there is one row, "each of these was rolled": inclusion and exclusion.
    """
    rows = [(row.label, _clauses(row.sentence.spelled_out)) for row in table.rows]
    clauses = [clause for _, row in rows for clause in row]
    found: dict[str | None, Fraction] = {label: Fraction(0) for label, _ in rows}
    if len({clause.counter for clause in clauses}) == 1:
        most = max(clause.number for clause in clauses) + 1  # more than that changes no row
        chances = [at_least(clauses[0], value, table.ends) for value in range(most + 1)]
        exactly = [
            one - more for one, more in zip(chances, [*chances[1:], Fraction(0)], strict=True)
        ]
        for value, chance in enumerate(exactly):
            for label, row in rows:
                if all(clause.holds(value) for clause in row):
                    found[label] += chance
                    break
    elif len(rows) == 1 and all((one.sign, one.number) == (">=", 1) for one in clauses):
        if not all(one.totals for one in clauses):
            raise UnknownFamily(f"{table}: points or line wins beside rolls")
        found[rows[0][0]] = each_rolled([one.totals for one in clauses], table.ends)
    else:
        raise UnknownFamily(f"{table}: {[row.sentence.spelled_out for row in table.rows]}")
    found[None] = 1 - sum(found.values(), Fraction(0))
    return found


def _clauses(sentence: str) -> list[Clause]:
    clauses = []
    for text in sentence.split(" and "):
        match = _CLAUSE.fullmatch(text)
        if match is None:
            raise UnknownFamily(f'"{text}" is not a counter compared with a number')
        totals = frozenset(int(one) for one in (match[2] or "").split(",") if one)
        clauses.append(Clause(match[1], totals, match[3], int(match[4])))
    return clauses


def at_least(clause: Clause, number: int, ends: Ending) -> Fraction:
    """Return the probability that a clause's counter reaches this number."""
    if not clause.totals:
        return again(clause.counter, ends) ** number
    if ends == "any-seven":
        return rolled_before_seven(clause.totals) ** number
    return 1 - sum(rolled_before_seven_out(clause.totals, number)[:number], Fraction(0))


def again(counter: str, ends: Ending) -> Fraction:
    """Return the chance that points made or line wins go up once more before the end.

    After each of them the shooter comes out anew, so the chance never changes and the count is
    geometric. A come-out leads to a point made, a seven-out, or (7, 11) a line win; under any-seven
    the come-out 7 ends the wager instead. Craps and, for points made, whatever else sets no point
    just leave him to come out again.
    """
    made = sum((_roll(p) * Fraction(WAYS[p], WAYS[p] + 6) for p in POINTS), Fraction(0))
    up, end = made, sum(map(_roll, POINTS)) - made
    if counter == "line_wins":
        up += _roll(11)
    if ends == "any-seven":
        end += _roll(7)
    elif counter == "line_wins":
        up += _roll(7)
    return up / (up + end)


def rolled_before_seven(totals: Collection[int]) -> Fraction:
    """Return the chance of one of these totals before a 7: only these rolls and the 7 matter.

    After each such roll everything is as before, so k of them have the k-th power of it.
    """
    ways = _ways(totals, but=(7,))
    return Fraction(ways, ways + 6)


def each_rolled(sets: list[frozenset[int]], ends: Ending) -> Fraction:
    """Return the chance that some total of each set is rolled: over the sets that never appear."""
    return sum(
        (
            (-1) ** size * none_rolled(frozenset[int]().union(*missing), ends)
            for size in range(len(sets) + 1)
            for missing in combinations(sets, size)
        ),
        Fraction(0),
    )


def none_rolled(totals: Collection[int], ends: Ending) -> Fraction:
    """Return the chance that the wager ends before any of these totals is rolled.

    Under any-seven the 7 must be the first of them. Under seven-out let E be the chance at a
    come-out. A roll that sets no point, and is none of the totals, leaves E. With the point p on,
    what matters is 7 (the end), p (which leaves E) and the totals (which fail):
    E = c E + sum q_p (6 + w_p E) / (6 + w_p + w), over points p that are none of the totals.
    """
    if ends == "any-seven":
        return 1 - rolled_before_seven(totals)
    kept = sum((_roll(t) for t in WAYS if t not in POINTS and t not in totals), Fraction(0))
    ended = Fraction(0)
    for point in POINTS:
        if point not in totals:
            relevant = 6 + WAYS[point] + _ways(totals, but=(7,))
            kept += _roll(point) * Fraction(WAYS[point], relevant)
            ended += _roll(point) * Fraction(6, relevant)
    return ended / (1 - kept)


def rolled_before_seven_out(totals: Collection[int], most: int) -> list[Fraction]:
    """Return the chances that these totals are rolled 0, 1 ... ``most`` times before a seven-out.

    They are the coefficients of the generating function G(x), where each such roll brings an x. A
    hand comes out again and again (C: no point set; B: a point set and made) until a point set is
    lost (A), so G = A + (B + C) G. Between setting the point p and its end come any number of other
    rolls than p and 7: a geometric series. The ending 7 itself is not counted.
    """

    def rolls(some: Iterable[int]) -> list[Fraction]:
        return [
            sum((_roll(t) for t in some if (t in totals) == bool(power)), Fraction(0))
            for power in (0, 1)
        ]

    size = most + 1
    lost = [Fraction(0)] * size
    goes_on = _cut(rolls([t for t in WAYS if t not in POINTS]), size)
    for point in POINTS:
        others = _geometric(rolls([t for t in WAYS if t not in (point, 7)]), size)
        point_on = _times(rolls([point]), others, size)
        lost = _plus(lost, [one * _roll(7) for one in point_on])
        goes_on = _plus(goes_on, _times(rolls([point]), point_on, size))
    return _times(lost, _geometric(goes_on, size), size)


def _roll(total: int) -> Fraction:
    return Fraction(WAYS[total], 36)


def _ways(totals: Collection[int], but: Collection[int] = ()) -> int:
    return sum(WAYS[total] for total in set(totals) - set(but))


# Power series, cut off: the coefficients of 1, x, x**2 and so on.


def _cut(series: list[Fraction], size: int) -> list[Fraction]:
    return (series + [Fraction(0)] * size)[:size]


def _plus(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _times(one: list[Fraction], other: list[Fraction], size: int) -> list[Fraction]:
    product_ = [Fraction(0)] * size
    for i, a in enumerate(one):
        for j, b in enumerate(other[: size - i]):
            product_[i + j] += a * b
    return product_


def _geometric(ratio: list[Fraction], size: int) -> list[Fraction]:
    """Return 1 + r + r**2 + ... = 1 / (1 - r), from s = 1 + r s, coefficient by coefficient."""
    series: list[Fraction] = []
    for at in range(size):
        known = sum(
            (ratio[i] * series[at - i] for i in range(1, min(at, len(ratio) - 1) + 1)), Fraction(0)
        )
        series.append((int(at == 0) + known) / (1 - ratio[0]))
    return series
