"""What partial knowledge says of a sentence: true, false, or still open."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import lru_cache

from pitboss.games import Atom, Span, Value
from pitboss.rulebook.nodes import And, Compare, Named, Node, Not, Operand, Or, walked

Known = Callable[[Atom], Value | Span]
"""Tells what is known of an atom: its value, or the span it may still take."""

_SIGNS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


_order_of = lru_cache(maxsize=1024)(lambda node: walked([node]))


def judge(node: Node, known: Known) -> bool | None:
    """Return whether a node holds, as far as what is known decides it; None leaves it open."""
    verdicts: dict[Node, bool | None] = {}
    for part in _order_of(node):
        match part:
            case And(parts):
                verdicts[part] = _all(verdicts[one] for one in parts)
            case Or(parts):
                verdicts[part] = _opposite(_all(_opposite(verdicts[one]) for one in parts))
            case Not(inner):
                verdicts[part] = _opposite(verdicts[inner])
            case Named(_, body):
                verdicts[part] = verdicts[body]
            case Compare(terms, operators):
                verdicts[part] = _judge_comparison(terms, operators, known)
    return verdicts[node]


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
