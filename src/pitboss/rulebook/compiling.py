"""How sentences compile: to functions that look at each part of a graph of events once.

A feature without a value (the winner of a tie, a third card not drawn) makes every comparison
false, ``!=`` and ``not in`` too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from pitboss.games import Atom
from pitboss.rulebook.nodes import And, Compare, Named, Node, Not, Operand, Or, walked

Truth = Callable[..., bool]
DEEPEST_LINE = 30
"""Brackets within brackets in a line of compiled source; Python itself refuses some 200."""


def function_of(node: Node, atoms: tuple[Atom, ...], optional: Collection[str]) -> Truth:
    """Compile a node to one function of its atoms' values, which says whether it holds."""
    source = _Source(_comparison_words(atoms, optional))
    (text,) = source.words([node])
    return source.function(_inputs(atoms), [f"return True if {text} else False"])


def selector_of(
    nodes: Sequence[Node], atoms: tuple[Atom, ...], optional: Collection[str]
) -> Callable[..., int]:
    """Compile the rows of a pay table to one function: the first that holds, or -1."""
    source = _Source(_comparison_words(atoms, optional))
    rows = [f"if {text}: return {at}" for at, text in enumerate(source.words(nodes))]
    return source.function(_inputs(atoms), [*rows, "return -1"])


def truth_selector(
    tables: Sequence[Sequence[Node]], comparisons: Sequence[Compare]
) -> Callable[..., tuple[int, ...]]:
    """Compile the rows of several pay tables to one function of their comparisons' truth.

    It takes a truth value for each comparison, in that order, and returns for each table the
    first row that holds, or -1.
    """
    given = dict(zip(comparisons, _inputs(comparisons), strict=True))
    source = _Source(given.__getitem__)
    lines = []
    texts = iter(source.words([node for nodes in tables for node in nodes]))
    for table, nodes in enumerate(tables):
        lines.append("while True:")
        lines += [f"    if {next(texts)}: r{table} = {at}; break" for at in range(len(nodes))]
        lines.append(f"    r{table} = -1; break")
    answer = "".join(f"r{table}, " for table in range(len(tables)))
    return source.function(_inputs(comparisons), [*lines, f"return ({answer})"])


def _inputs(values: Sequence[object]) -> list[str]:
    return [f"v{at}" for at in range(len(values))]


def _comparison_words(
    atoms: tuple[Atom, ...], optional: Collection[str]
) -> Callable[[Compare], str]:
    """Return what writes a comparison of values that may be missing."""
    names = dict(zip(atoms, _inputs(atoms), strict=True))

    def word(term: Operand) -> str:
        return names[term] if isinstance(term, Atom) else repr(term)

    def words(comparison: Compare) -> str:
        terms, operators = comparison.terms, comparison.operators
        if not operators:
            return word(terms[0])
        text = word(terms[0])
        for sign, term in zip(operators, terms[1:], strict=True):
            text += f" {sign} {word(term)}"
        missing = [
            f"{names[atom]} is not None and " for atom in comparison.atoms if atom.name in optional
        ]
        return f"({''.join(missing)}{text})"

    return words


class _Source:
    """Source that is written here, out of numbers, operators and ``v0, v1, ...``.

    No text of a sentence gets into it. A node that is used twice has a line of its own, and so has
    one whose brackets would grow too deep; a comparison costs no more than to look up its truth.
    """

    def __init__(self, comparison: Callable[[Compare], str]) -> None:
        self.comparison = comparison
        self.lines: list[str] = []

    def words(self, nodes: Sequence[Node]) -> list[str]:
        """Write the lines that some nodes need; return what then says whether each holds."""
        order = walked(nodes)
        uses = Counter(nodes)
        for node in order:
            uses.update(node.inside)
        texts: dict[Node, str] = {}
        levels: dict[Node, int] = {}
        for node in order:
            texts[node] = self.text(node, texts)
            brackets = max((levels[part] for part in node.inside), default=0)
            levels[node] = brackets + (not isinstance(node, Named | Compare))
            if levels[node] and (uses[node] > 1 or levels[node] > DEEPEST_LINE):
                name = f"n{len(self.lines)}"
                self.lines.append(f"{name} = {texts[node]}")
                texts[node], levels[node] = name, 0
        return [texts[node] for node in nodes]

    def text(self, node: Node, texts: dict[Node, str]) -> str:
        match node:
            case And(parts):
                return f"({' and '.join(texts[part] for part in parts)})"
            case Or(parts):
                return f"({' or '.join(texts[part] for part in parts)})"
            case Not(part):
                return f"(not {texts[part]})"
            case Named(_, body):
                return texts[body]
            case Compare():
                return self.comparison(node)

    def function(self, inputs: Sequence[str], answer: Sequence[str]) -> Callable[..., Any]:
        """Compile the lines so far, and those that answer, to a function."""
        body = "".join(f"    {line}\n" for line in (*self.lines, *answer))
        space: dict[str, Any] = {}
        exec(compile(f"def holds({', '.join(inputs)}):\n{body}", "<sentence>", "exec"), space)
        function: Callable[..., Any] = space["holds"]
        return function
