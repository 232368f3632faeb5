"""The event language: a small, safe subset of Python expressions over a game's features.

    banker.wins and banker.cards == 3 and banker.total == 7

A sentence is read once with :mod:`ast`, checked against the features of its game, and turned into
nodes of our own (:mod:`pitboss.rulebook.nodes`). Nothing runs that is not on the list: ``and``,
``or``, ``not``, comparisons and chains of them, ``in`` a tuple of numbers, feature names, those
that take numbers with them in brackets (``rolled(2, 12)``), and the names of shared events.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from pitboss.games import KINDS, Atom, Feature, Kind, Level, Value, kind_named
from pitboss.refusals import Refusal, Unreadable, nearest
from pitboss.rulebook.compiling import Truth, function_of
from pitboss.rulebook.judging import Known, judge
from pitboss.rulebook.nodes import (
    And,
    Compare,
    Named,
    Node,
    Not,
    Or,
    Term,
    expanded,
    printed,
    replaced,
)

LONGEST = 1_000
"""Characters of one sentence."""
DEEPEST = 40
"""Brackets, or ``not``s, within each other in one sentence."""
DEEPEST_RESOLVED = 1_500
"""Parts within parts once the shared events are put in."""
_NUMBER = re.compile("(?<![A-Za-z0-9_])[0-9][A-Za-z0-9_.]*")
_WHOLE = re.compile("0|[1-9][0-9]{0,8}")
_FOREIGN = re.compile(r"[^A-Za-z0-9_ \t\r\n.,()<>=!]")
_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}
GRAMMAR = "use and, or, not, == != < <= > >=, in (1, 2), feature names and shared events"


class SentenceError(Unreadable):
    """A sentence that is not one, with the column where it goes wrong."""

    def __init__(self, text: str, column: int, message: str, remedy: str) -> None:
        super().__init__(
            Refusal(
                code="bad-sentence",
                message=f'column {column + 1} of "{_shown(text)}": {message}',
                remedy=remedy,
            )
        )
        self.column = column


Bindings = Mapping[str, str | int | tuple[int, ...]]
"""What a bet stands on, by name: ``hand``, ``seat``, ``in_chosen_suits``."""


@dataclass(frozen=True, repr=False)
class Sentence:
    """An event in words: it knows what it mentions and whether it holds.

    >>> dragon_7 = parse("banker.wins and banker.cards == 3 and banker.total == 7", "baccarat")
    >>> [str(atom) for atom in dragon_7.atoms]
    ['banker.wins', 'banker.cards', 'banker.total']
    >>> dragon_7.holds((True, 3, 7)), dragon_7.holds((True, 2, 7))
    (True, False)
    """

    kind: str
    node: Node

    def __repr__(self) -> str:
        return f"<Sentence {self}>"

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The features mentioned, in the order first mentioned."""
        return self.node.atoms

    @property
    def level(self) -> Level:
        """The level that keeps just what this sentence mentions."""
        return Level(KINDS[self.kind].features, self.atoms)

    @cached_property
    def _holds(self) -> Truth:
        return function_of(self.node, self.atoms, KINDS[self.kind].optional)

    def holds(self, row: Iterable[Value]) -> bool:
        """Say whether the sentence is true of the values of its atoms, in their order."""
        return self._holds(*row)

    def true_of(self, seen: object) -> bool:
        """Say whether the sentence is true of an outcome, as its wager sees it."""
        return self._holds(*self.level.row(seen))

    def judge(self, known: Known) -> bool | None:
        """Return True or False if that is certain from partial knowledge, else None."""
        return judge(self.node, known)

    def bind(
        self, bindings: Bindings, events: MutableMapping[Node, Node] | None = None
    ) -> Sentence:
        """Replace ``hand``, ``seat`` and the chosen suits by what they are at this bet.

        ``events`` keeps the shared events bound so far, for the sentences that follow.
        """

        def bound(atom: Atom) -> Term:
            prefix, dot, name = atom.name.partition(".")
            if dot and prefix == "hand" and isinstance(bindings.get("hand"), str):
                return Atom(f"{bindings['hand']}.{name}")
            given = bindings.get(atom.name)
            if isinstance(given, int):
                return given
            return Atom(atom.name, given, bound=True) if isinstance(given, tuple) else atom

        return Sentence(self.kind, replaced(self.node, bound, {} if events is None else events))

    @property
    def unbound(self) -> tuple[str, ...]:
        """The names that must still be bound: ``hand``, ``seat``."""
        features = KINDS[self.kind].features
        names = [atom.name for atom in self.atoms if features[atom.name].read is None]
        return tuple(dict.fromkeys(name.partition(".")[0] for name in names))

    @property
    def spelled_out(self) -> str:
        """The sentence with every shared event replaced by what it stands for."""
        return printed(expanded(self.node))

    def __str__(self) -> str:
        return printed(self.node)


def parse(text: str, kind: str | Kind, events: Mapping[str, Sentence] | None = None) -> Sentence:
    """Read a sentence for a kind of game; a :class:`SentenceError` says what is wrong and where.

    >>> str(parse("not (tie) and margin in (9, 4, 9)", "baccarat"))
    'not tie and margin in (4, 9)'
    """
    of = kind_named(kind) if isinstance(kind, str) else kind
    return Sentence(of.name, _Reader(text, of, events or {}).read())


class _Reader:
    """Turns the text of one sentence into a checked node."""

    def __init__(self, text: str, kind: Kind, events: Mapping[str, Sentence]) -> None:
        self.text = text
        self.kind = kind
        self.events = events

    def read(self) -> Node:
        if len(self.text) > LONGEST:
            raise self.error(
                LONGEST, f"longer than {LONGEST} characters", "name parts of it as shared events"
            )
        foreign = _FOREIGN.search(self.text)
        if foreign:
            raise self.error(
                foreign.start(), f"{foreign[0]!r} does not belong in a sentence", GRAMMAR
            )
        self.check_numbers()
        body = re.sub(r"\s", " ", self.text)
        self.check_brackets(body)
        self.indent = len(body) - len(body.lstrip())
        try:
            tree = ast.parse(body[self.indent :], mode="eval").body
        except SyntaxError as error:
            column = self.indent + error.offset - 1 if error.offset else len(self.text)
            raise self.error(column, f"this does not parse: {error.msg}", GRAMMAR) from None
        except (ValueError, RecursionError, MemoryError):
            raise self.error(0, "this does not parse", GRAMMAR) from None
        self.check_depth(tree)
        node = self.truth(tree)
        if not node.atoms:
            raise self.error(0, "the sentence mentions no feature", self.known())
        if node.depth > DEEPEST_RESOLVED:
            raise self.error(
                0,
                f"with its shared events it nests {node.depth:,} deep; {DEEPEST_RESOLVED:,} is "
                "the most",
                "let fewer events stand on each other",
            )
        return node

    def check_numbers(self) -> None:
        """Refuse what only Python takes for a number: ``9and``, ``0x10``, ``1_0``, ``09``."""
        for match in _NUMBER.finditer(self.text):
            if not _WHOLE.fullmatch(match[0]):
                raise self.error(
                    match.start(),
                    f'"{match[0][:20]}" is not a whole number',
                    "write it in digits, without leading zeros, apart from the next word",
                )

    def check_brackets(self, body: str) -> None:
        depth = 0
        for column, letter in enumerate(body):
            depth += (letter == "(") - (letter == ")")
            if depth > DEEPEST:
                raise self.too_deep(column)

    def check_depth(self, tree: ast.expr) -> None:
        """Measure the tree without recursion, before anything walks it with recursion."""
        waiting: list[tuple[ast.AST, int]] = [(tree, 1)]
        while waiting:
            node, depth = waiting.pop()
            if depth > DEEPEST:
                raise self.too_deep(self.column(node))
            waiting += [(child, depth + 1) for child in ast.iter_child_nodes(node)]

    def truth(self, node: ast.expr) -> Node:
        """Read something that is true or false."""
        match node:
            case ast.BoolOp(op=ast.And(), values=parts):
                return And.of(map(self.truth, parts))
            case ast.BoolOp(values=parts):
                return Or.of(map(self.truth, parts))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return Not(self.truth(inner))
            case ast.Compare():
                return self.comparison(node)
            case ast.Constant():
                raise self.error_at(
                    node,
                    f"{node.value!r} says nothing about an outcome",
                    "compare a feature with it",
                )
        name = self.dotted(node)
        if name is not None and name in self.events:
            return Named(name, self.events[name].node)
        atom = self.atom(node)
        feature = self.kind.features[atom.name]
        if feature.type == "number":
            raise self.error_at(
                node,
                f"{atom} is a number ({feature.range}), not true or false",
                f"compare it, such as {atom} == {feature.high}",
            )
        return Compare((atom,), ())

    def comparison(self, node: ast.Compare) -> Node:
        operators = [self.operator(one, node) for one in node.ops]
        operands = [node.left, *node.comparators]
        if operators[0] in ("in", "not in"):
            if len(operators) > 1:
                raise self.error_at(
                    node, f"`{operators[0]}` does not chain", "join two comparisons with `and`"
                )
            atom = self.term(operands[0])
            return Compare((atom, self.members(operands[1], atom)), tuple(operators))
        if any(one in ("in", "not in") for one in operators):
            raise self.error_at(node, "`in` does not chain", "join two comparisons with `and`")
        terms = [self.term(one) for one in operands]
        for (left, right), place in zip(pairwise(terms), operands[1:], strict=True):
            self.check_pair(left, right, place)
        return Compare(tuple(terms), tuple(operators))

    def operator(self, op: ast.cmpop, node: ast.Compare) -> str:
        if type(op) not in _OPERATORS:
            raise self.error_at(node, "`is` does not belong in a sentence", GRAMMAR)
        return _OPERATORS[type(op)]

    def check_pair(self, left: Term, right: Term, place: ast.expr) -> None:
        atoms = [term for term in (left, right) if isinstance(term, Atom)]
        numbers = [term for term in (left, right) if isinstance(term, int)]
        if not atoms:
            raise self.error_at(
                place, "two numbers are compared", "compare a feature with a number"
            )
        for atom in atoms:
            feature = self.kind.features[atom.name]
            if feature.literals_only and not numbers:
                raise self.error_at(
                    place, f"{atom} compares with numbers only", f"write {atom} >= 1 or the like"
                )
            for number in numbers:
                self.check_range(number, atom, place)

    def check_range(self, number: int, atom: Atom, place: ast.expr) -> None:
        feature = self.kind.features[atom.name]
        if not feature.low <= number <= feature.high:
            raise self.error_at(
                place,
                f"{number} is outside the range of {atom}",
                f"{atom} ({feature.meaning}) is {feature.range}",
            )

    def members(self, node: ast.expr, atom: Term) -> tuple[int, ...]:
        if not isinstance(node, ast.Tuple) or not node.elts:
            raise self.error_at(
                node, "`in` needs a tuple of numbers", "write it like (1, 2, 3), or (7,) for one"
            )
        if not isinstance(atom, Atom):
            raise self.error_at(node, "`in` needs a feature before it", "such as margin in (8, 9)")
        numbers = []
        for one in node.elts:
            number = self.term(one)
            if not isinstance(number, int):
                raise self.error_at(one, f"{number} is not a number", "list numbers only")
            self.check_range(number, atom, one)
            numbers.append(number)
        return tuple(sorted(set(numbers)))

    def term(self, node: ast.expr) -> Term:
        """Read something that is a number: a literal or a feature."""
        if isinstance(node, ast.Constant):
            if type(node.value) is not int:
                raise self.error_at(
                    node, f"{node.value!r} is not a whole number", "compare with a whole number"
                )
            return node.value
        name = self.dotted(node)
        if name in self.events:
            raise self.error_at(
                node, f"{name} is true or false, not a number", f"write {name} or not {name}"
            )
        atom = self.atom(node)
        if self.kind.features[atom.name].type == "flag":
            raise self.error_at(
                node, f"{atom} is true or false, not a number", f"write {atom} or not {atom}"
            )
        return atom

    def atom(self, node: ast.expr) -> Atom:
        called = isinstance(node, ast.Call)
        name = self.dotted(node.func if isinstance(node, ast.Call) else node)
        if name is None:
            what = type(node).__name__.lower()
            raise self.error_at(node, f"a {what} does not belong in a sentence", GRAMMAR)
        feature = self.kind.features.get(name)
        if feature is None:
            what = f"the call of {name} is not allowed" if called else f'"{name}" is not a feature'
            raise self.error_at(node, f"{what} of {self.kind.name}", self.known(name))
        if feature.takes is None and called:
            raise self.error_at(node, f"{name} takes no numbers", f"write {name} without brackets")
        return Atom(name, self.arguments(node, feature) if feature.takes else ())

    def arguments(self, node: ast.expr, feature: Feature) -> tuple[int, ...]:
        """Read the numbers that a feature takes, each once and sorted."""
        takes = feature.takes
        assert takes is not None
        if not isinstance(node, ast.Call):
            raise self.error_at(node, f"{feature.name} needs numbers", f"it takes {takes.what}")
        numbers = [] if node.keywords else [self.term(argument) for argument in node.args]
        inside = [n for n in numbers if isinstance(n, int) and takes.low <= n <= takes.high]
        most = len(numbers) if takes.most is None else takes.most
        if not numbers or len(inside) < len(numbers) or len(numbers) > most:
            raise self.error_at(
                node, f"{feature.name} takes {takes.what}", f"{feature.name}: {feature.meaning}"
            )
        return tuple(sorted(set(inside)))

    def dotted(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name(id=name):
                return name
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                return f"{owner}.{name}"
        return None

    def known(self, word: str = "") -> str:
        close = nearest(word, [*self.kind.features, *self.events])
        hint = f'did you mean "{close}"? ' if close else ""
        return f"{hint}`pitboss features {self.kind.name}` lists them"

    def column(self, node: ast.AST) -> int:
        return self.indent + int(getattr(node, "col_offset", 0))

    def error_at(self, node: ast.AST, message: str, remedy: str) -> SentenceError:
        return self.error(self.column(node), message, remedy)

    def error(self, column: int, message: str, remedy: str) -> SentenceError:
        return SentenceError(self.text, column, message, remedy)

    def too_deep(self, column: int) -> SentenceError:
        return self.error(
            column, f"nested deeper than {DEEPEST}", "name parts of it as shared events"
        )


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:77] + "..."
