"""Any sentence while one types: exact odds of random sentences, in CPU seconds, full and depleted.

Two hundred seeded sentences of one to four features drawn evenly from the whole list, with random
literals and and, or, not; and a hundred of six features, the longest that the target is for.
"""

from __future__ import annotations

import random
import resource
import statistics
from collections.abc import Sequence
from time import process_time

from pitboss.games import KINDS, Atom, Shoe
from pitboss.odds.coups import Method, count_coups
from pitboss.rulebook import parse
from pitboss.rulebook.nodes import And, Compare, Node, Not, Or, printed

SEED = 20261116
FEATURES = KINDS["baccarat"].features
SIGNS = ("==", "!=", "<", "<=", ">", ">=")
SLOW = (
    "player.pair and player.suited",
    "winner.pair and loser.suited and winner.third == loser.third",
)
SHOES = {
    "8 decks": Shoe.of(8),
    "8 decks less 100 cards": Shoe.of(8).without(random.Random(SEED).sample(list(Shoe.of(8)), 100)),
}


def mention(name: str, numbers: random.Random) -> Atom:
    """Return a feature with arguments, on a hand where it is asked of the hand of a bet."""
    feature = FEATURES[name]
    whose, dot, rest = name.partition(".")
    if whose == "hand" and dot:
        name = f"{numbers.choice(('player', 'banker'))}.{rest}"
    if name == "in_chosen_suits":
        return Atom(name, (3,), bound=True)
    if feature.takes is None:
        return Atom(name)
    return Atom(name, (numbers.randint(feature.takes.low, feature.takes.high),))


def comparison(atom: Atom, numbers: random.Random) -> Node:
    """Compare a feature with a number of its range."""
    feature = FEATURES[atom.name]
    if feature.type == "flag":
        return Compare((atom,), ())
    literal = numbers.randint(feature.low, feature.high)
    return Compare((atom, literal), (numbers.choice(SIGNS),))


def sentence(size: int, numbers: random.Random) -> Node:
    """Join so many comparisons by and, or, not."""
    names = [name for name in FEATURES if name != "seat"]
    parts = [comparison(mention(numbers.choice(names), numbers), numbers) for _ in range(size)]
    while len(parts) > 1:
        join = numbers.choice((And.of, Or.of))
        left, right = parts.pop(0), parts.pop(0)
        joined: Node = join((left, right))
        parts.append(Not(joined) if numbers.random() < 0.2 else joined)
    return parts[0]


def sentences(number: int, sizes: Sequence[int]) -> list[Node]:
    """Return seeded sentences."""
    numbers = random.Random(SEED)
    return [sentence(numbers.choice(sizes), numbers) for _ in range(number)]


def seconds(node: Node, shoe: Shoe, method: Method = "auto") -> float:
    """Return the CPU seconds of one count."""
    began = process_time()
    count_coups(((node,),), shoe, method)
    return process_time() - began


def report(title: str, nodes: Sequence[Node], shoe: Shoe) -> None:
    """Print the median, the slowest and the memory."""
    times = sorted(((seconds(node, shoe), printed(node)) for node in nodes), reverse=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"  {title}: median {statistics.median(t for t, _ in times):.3f} s, slowest "
        f"{times[0][0]:.3f} s, over 1 s: {sum(t > 1 for t, _ in times)}, memory {memory:.0f} MB"
    )
    for time, text in times[:3]:
        print(f"    {time:.3f} s  {text}")


def main() -> None:
    """Print the table of targets."""
    print("Exact odds of any sentence (targets: median 0.1 s, slowest 1 s, 500 MB)")
    seconds(parse("player.pair and player.suited and red", "baccarat").node, Shoe.of(8))
    for name, shoe in SHOES.items():
        for text in SLOW:
            print(f"  {name}: {seconds(parse(text, 'baccarat').node, shoe):.3f} s  {text}")
        report(f"{name}, 200 of one to four features", sentences(200, (1, 2, 3, 4)), shoe)
        report(f"{name}, 100 of six features", sentences(100, (6,)), shoe)


if __name__ == "__main__":
    main()
