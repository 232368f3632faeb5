"""Counting the 46,656 throws of 3 Dice Baccarat by the rows that they hit."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import product

from pitboss.games import KINDS, Throw
from pitboss.games.three_dice import Cup
from pitboss.games.three_dice_features import CUP_FACTS
from pitboss.rulebook.nodes import Node, atoms_of, selector_of

THROWS = 6**6


@lru_cache(maxsize=512)
def count_throws(tables: tuple[tuple[Node, ...], ...]) -> Counter[tuple[int, ...]]:
    """Return the throws by the rows that they hit; cups that read alike are taken together."""
    atoms = atoms_of(node for nodes in tables for node in nodes)
    kind = KINDS["three-dice"]
    reads = [kind.features[atom.name].read for atom in atoms]
    selectors = [selector_of(nodes, atoms, kind.optional) for nodes in tables]
    found: Counter[tuple[int, ...]] = Counter()
    for (player, player_ways), (banker, banker_ways) in product(_cups(), repeat=2):
        throw = Throw(player, banker)
        values = [read(throw, ()) for read in reads if read is not None]
        found[tuple(select(*values) for select in selectors)] += player_ways * banker_ways
    return found


@lru_cache(maxsize=1)
def _cups() -> tuple[tuple[Cup, int], ...]:
    """Return one cup for every set of facts, with the number of cups that share them."""
    numbers: Counter[tuple[object, ...]] = Counter()
    typical: dict[tuple[object, ...], Cup] = {}
    for cup in product(range(1, 7), range(1, 7), range(1, 7)):
        facts = tuple(fact.of(cup) for fact in CUP_FACTS)
        numbers[facts] += 1
        typical.setdefault(facts, cup)
    return tuple((typical[facts], number) for facts, number in numbers.items())
