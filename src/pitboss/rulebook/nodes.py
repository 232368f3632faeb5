"""The parts of a sentence: how they print, compile, and are judged from partial knowledge.

A feature without a value (the winner of a tie, a third card not drawn) makes every comparison
false, ``!=`` and ``not in`` too.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.games import Atom, Span, Value

Term = Atom | int
Operand = Term | tuple[int, ...]
Truth = Callable[..., bool]
Known = Callable[[Atom], Value | Span]
"""Tells what is known of an atom: its value, or the span it may still take."""


@dataclass(frozen=True, slots=True)
class And:
    """Every part holds."""

    parts: tuple[Node, ...]

    @classmethod
    def of(cls, parts: Iterable[Node]) -> And:
        """Join parts; an ``and`` inside an ``and`` is one ``and``."""
        return cls(tuple(flat for part in parts for flat in _flat(part, cls)))

    def replace(self, change: Callable[[Atom], Term]) -> And:
        """Return a copy with every atom changed."""
        return And(tuple(part.replace(change) for part in self.parts))


@dataclass(frozen=True, slots=True)
class Or:
    """Some part holds."""

    parts: tuple[Node, ...]

    @classmethod
    def of(cls, parts: Iterable[Node]) -> Or:
        """Join parts; an ``or`` inside an ``or`` is one ``or``."""
        return cls(tuple(flat for part in parts for flat in _flat(part, cls)))

    def replace(self, change: Callable[[Atom], Term]) -> Or:
        """Return a copy with every atom changed."""
        return Or(tuple(part.replace(change) for part in self.parts))


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    part: Node

    def replace(self, change: Callable[[Atom], Term]) -> Not:
        """Return a copy with every atom changed."""
        return Not(self.part.replace(change))


@dataclass(frozen=True, slots=True)
class Named:
    """A shared event, by its name."""

    name: str
    body: Node

    def replace(self, change: Callable[[Atom], Term]) -> Named:
        """Return a copy with every atom changed."""
        return Named(self.name, self.body.replace(change))


@dataclass(frozen=True, slots=True)
class Compare:
    """A flag (one term, no operator), a comparison, a chain of them, or membership."""

    terms: tuple[Operand, ...]
    operators: tuple[str, ...]

    def replace(self, change: Callable[[Atom], Term]) -> Compare:
        """Return a copy with every atom changed."""
        terms = tuple(change(one) if isinstance(one, Atom) else one for one in self.terms)
        return Compare(terms, self.operators)


Node = And | Or | Not | Named | Compare


def _flat(node: Node, joined: type[And] | type[Or]) -> Iterator[Node]:
    if isinstance(node, joined):
        yield from node.parts
    else:
        yield node


def comparisons_of(node: Node) -> Iterator[Compare]:
    """Yield every flag and comparison of a node, from left to right."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from comparisons_of(part)
        case Not(part):
            yield from comparisons_of(part)
        case Named(_, body):
            yield from comparisons_of(body)
        case Compare():
            yield node


def terms_of(node: Node) -> Iterator[Operand]:
    """Yield every term of a node, from left to right."""
    for comparison in comparisons_of(node):
        yield from comparison.terms


def atoms_of(nodes: Iterable[Node]) -> tuple[Atom, ...]:
    """Return the features that some nodes mention, in the order first mentioned."""
    terms = (term for node in nodes for term in terms_of(node))
    return tuple(dict.fromkeys(term for term in terms if isinstance(term, Atom)))


def expanded(node: Node) -> Node:
    """Return a node with every shared event replaced by what it stands for."""
    match node:
        case And(parts):
            return And.of(map(expanded, parts))
        case Or(parts):
            return Or.of(map(expanded, parts))
        case Not(part):
            return Not(expanded(part))
        case Named(_, body):
            return expanded(body)
        case Compare():
            return node


def printed(node: Node) -> str:
    """Return the canonical text of a node."""

    def inside(part: Node, weaker: tuple[type[And] | type[Or], ...]) -> str:
        return f"({printed(part)})" if isinstance(part, weaker) else printed(part)

    match node:
        case Or(parts):
            return " or ".join(map(printed, parts))
        case And(parts):
            return " and ".join(inside(part, (Or,)) for part in parts)
        case Not(part):
            return f"not {inside(part, (And, Or))}"
        case Named(name, _):
            return name
        case Compare(terms, operators):
            words = [str(terms[0])]
            for sign, term in zip(operators, terms[1:], strict=True):
                words += [sign, str(term)]
            return " ".join(words)


def function_of(node: Node, atoms: tuple[Atom, ...], optional: Collection[str]) -> Truth:
    """Compile a node to one function of its atoms' values, which says whether it holds."""
    return _compiled(f"True if {_source(node, _names(atoms), optional)} else False", atoms)


def selector_of(
    nodes: Sequence[Node], atoms: tuple[Atom, ...], optional: Collection[str]
) -> Callable[..., int]:
    """Compile the rows of a pay table to one function: the first that holds, or -1."""
    names = _names(atoms)
    choices = [f"{at} if {_source(node, names, optional)} else" for at, node in enumerate(nodes)]
    return _compiled(f"{' '.join(choices)} -1", atoms)


def truth_selector(
    tables: Sequence[Sequence[Node]], comparisons: Sequence[Compare]
) -> Callable[..., tuple[int, ...]]:
    """Compile the rows of some pay tables to one function of the truth of their comparisons."""

    def holds(node: Node, truths: Mapping[Compare, bool]) -> bool:
        match node:
            case And(parts):
                return all(holds(part, truths) for part in parts)
            case Or(parts):
                return any(holds(part, truths) for part in parts)
            case Not(part):
                return not holds(part, truths)
            case Named(_, body):
                return holds(body, truths)
            case Compare():
                return truths[node]

    def rows(*truths: bool) -> tuple[int, ...]:
        known = dict(zip(comparisons, truths, strict=True))
        return tuple(
            next((at for at, node in enumerate(nodes) if holds(node, known)), -1)
            for nodes in tables
        )

    return rows


def _names(atoms: tuple[Atom, ...]) -> dict[Atom, str]:
    return {atom: f"v{at}" for at, atom in enumerate(atoms)}


def _compiled(body: str, atoms: tuple[Atom, ...]) -> Callable[..., Any]:
    """Compile a source that was written here, out of numbers, operators and ``v0, v1, ...``.

    No text of a sentence gets into it.
    """
    code = f"lambda {', '.join(_names(atoms).values())}: {body}"
    function: Callable[..., Any] = eval(compile(code, "<sentence>", "eval"), {})
    return function


def _source(node: Node, names: Mapping[Atom, str], optional: Collection[str]) -> str:
    def word(term: Operand) -> str:
        return names[term] if isinstance(term, Atom) else repr(term)

    match node:
        case And(parts):
            return "(" + " and ".join(_source(part, names, optional) for part in parts) + ")"
        case Or(parts):
            return "(" + " or ".join(_source(part, names, optional) for part in parts) + ")"
        case Not(part):
            return f"(not {_source(part, names, optional)})"
        case Named(_, body):
            return _source(body, names, optional)
        case Compare(terms, operators):
            text = word(terms[0])
            for sign, term in zip(operators, terms[1:], strict=True):
                text += f" {sign} {word(term)}"
            missing = [
                f"{names[term]} is not None and "
                for term in terms
                if operators and isinstance(term, Atom) and term.name in optional
            ]
            return f"({''.join(missing)}{text})"


_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def judge(node: Node, known: Known) -> bool | None:
    """Return whether a node holds, as far as what is known decides it; None leaves it open."""
    match node:
        case And(parts):
            return _all(judge(part, known) for part in parts)
        case Or(parts):
            verdict = _all(_opposite(judge(part, known)) for part in parts)
            return _opposite(verdict)
        case Not(part):
            return _opposite(judge(part, known))
        case Named(_, body):
            return judge(body, known)
        case Compare(terms, operators):
            return _judge_comparison(terms, operators, known)


def _judge_comparison(
    terms: tuple[Operand, ...], operators: tuple[str, ...], known: Known
) -> bool | None:
    spans = []
    for term in terms:
        value = known(term) if isinstance(term, Atom) else term
        if value is None:
            return False
        spans.append(Span(value, value) if isinstance(value, int) else value)
    if not operators:
        (flag,) = spans
        assert isinstance(flag, Span)
        return _certain(flag.low >= 1, flag.high == 0, flag.may_be_missing)
    pairs = zip(spans, operators, spans[1:], strict=False)
    return _all(_judge_pair(left, sign, right) for left, sign, right in pairs)


def _judge_pair(
    left: Span | tuple[int, ...], sign: str, right: Span | tuple[int, ...]
) -> bool | None:
    assert isinstance(left, Span)
    if isinstance(right, tuple):
        verdict = _opposite(_all(_opposite(_compare(left, "==", Span(n, n))) for n in right))
        if left.low != left.high and left.high is not None and verdict is None:
            inside = all(number in right for number in range(left.low, left.high + 1))
            verdict = True if inside else None
        verdict = verdict if sign == "in" else _opposite(verdict)
        missing = left.may_be_missing
    else:
        verdict = _compare(left, sign, right)
        missing = left.may_be_missing or right.may_be_missing
    return None if missing and verdict is True else verdict


def _compare(left: Span, sign: str, right: Span) -> bool | None:
    """Compare two spans: certain if the sign gives one answer for all their values."""
    if sign in ("==", "!="):
        apart = _above(left, right) or _above(right, left)
        same = left.low == left.high == right.low == right.high
        return _certain(same, apart, False) if sign == "==" else _certain(apart, same, False)
    if sign in (">", ">="):
        left, right, sign = right, left, {">": "<", ">=": "<="}[sign]
    less = _SIGNS[sign]
    surely = left.high is not None and less(left.high, right.low)
    never = right.high is not None and not less(left.low, right.high)
    return _certain(surely, never, False)


def _above(left: Span, right: Span) -> bool:
    return right.high is not None and left.low > right.high


def _certain(true: bool, false: bool, may_be_missing: bool) -> bool | None:
    if false:
        return False
    return True if true and not may_be_missing else None


def _opposite(verdict: bool | None) -> bool | None:
    return None if verdict is None else not verdict


def _all(verdicts: Iterable[bool | None]) -> bool | None:
    open_question = False
    for verdict in verdicts:
        if verdict is False:
            return False
        open_question = open_question or verdict is None
    return None if open_question else True
