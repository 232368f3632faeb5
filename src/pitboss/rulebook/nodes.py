"""The parts of a sentence: what they mention, how they change, expand and print.

Parts are shared: equal ones are one object, so that sentences that name the same events make a
graph, not a tree, and each part is looked at once however often it is mentioned. Nothing here
recurses: a long chain of events is as safe as a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any, Self
from weakref import WeakValueDictionary

from pitboss.games import Atom

Term = Atom | int
Operand = Term | tuple[int, ...]

LONGEST_SPELLED_OUT = 2_000
"""Characters of a sentence whose events are spelled out; a longer one keeps their names."""

_KEPT: WeakValueDictionary[object, Any] = WeakValueDictionary()


class _Shared(type):
    """Makes equal nodes one object, so that they compare and hash at once, whatever is inside."""

    def __call__(cls, *fields: object) -> Any:
        kept = _KEPT.get((cls, fields))
        return kept or _KEPT.setdefault((cls, fields), super().__call__(*fields))


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class _Part(metaclass=_Shared):
    """What every node knows of itself."""

    depth: int = field(init=False)
    """How many nodes stand on each other, this one on top."""
    atoms: tuple[Atom, ...] = field(init=False)
    """The features mentioned, in the order first mentioned."""

    def __post_init__(self) -> None:
        inside = self.inside
        depth = 1 + max((part.depth for part in inside), default=0)
        object.__setattr__(self, "depth", depth)
        object.__setattr__(self, "atoms", _merged([part.atoms for part in inside]))

    @property
    def inside(self) -> tuple[Node, ...]:
        """The nodes that this one is made of."""
        return ()

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), tuple(getattr(self, one.name) for one in fields(self) if one.init)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {printed(self)}>"  # type: ignore[arg-type]  # it is a Node


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Joined(_Part):
    """Parts joined by one word."""

    parts: tuple[Node, ...]

    @classmethod
    def of(cls, parts: Iterable[Node]) -> Self:
        """Join parts; an ``and`` inside an ``and`` is one ``and``, and so with ``or``."""
        flat = ((part.parts if isinstance(part, cls) else (part,)) for part in parts)
        joined: Self = cls(tuple(chain.from_iterable(flat)))
        return joined

    @property
    def inside(self) -> tuple[Node, ...]:
        """The parts."""
        return self.parts


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class And(_Joined):
    """Every part holds."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Or(_Joined):
    """Some part holds."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Not(_Part):
    """The part does not hold."""

    part: Node

    @property
    def inside(self) -> tuple[Node, ...]:
        """The part, alone."""
        return (self.part,)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Named(_Part):
    """A shared event, by its name."""

    name: str
    body: Node

    @property
    def inside(self) -> tuple[Node, ...]:
        """What the event stands for, alone."""
        return (self.body,)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Compare(_Part):
    """A flag (one term, no operator), a comparison, a chain of them, or membership."""

    terms: tuple[Operand, ...]
    operators: tuple[str, ...]

    def __post_init__(self) -> None:
        atoms = [(term,) for term in self.terms if isinstance(term, Atom)]
        object.__setattr__(self, "depth", 1)
        object.__setattr__(self, "atoms", _merged(atoms))


Node = And | Or | Not | Named | Compare


def _merged(lists: Sequence[tuple[Atom, ...]]) -> tuple[Atom, ...]:
    """Join lists without repeating; the first itself where the others add nothing to it."""
    merged = dict.fromkeys(atom for atoms in lists for atom in atoms)
    return lists[0] if lists and len(lists[0]) == len(merged) else tuple(merged)


def walked(nodes: Iterable[Node], *, into_events: bool = True) -> list[Node]:
    """Return every node once, from left to right, each after those that it is made of."""
    done: dict[Node, None] = {}
    waiting = list(nodes)[::-1]
    while waiting:
        node = waiting[-1]
        inside = node.inside if into_events or not isinstance(node, Named) else ()
        if ahead := [part for part in inside if part not in done]:
            waiting += reversed(ahead)
        else:
            done[waiting.pop()] = None
    return list(done)


def comparisons_of(node: Node) -> tuple[Compare, ...]:
    """Return the flags and comparisons of a node, each once, in the order first mentioned."""
    return tuple(part for part in walked([node]) if isinstance(part, Compare))


def atoms_of(nodes: Iterable[Node]) -> tuple[Atom, ...]:
    """Return the features that some nodes mention, in the order first mentioned."""
    return _merged([node.atoms for node in nodes])


def replaced(
    node: Node, change: Callable[[Atom], Term], events: MutableMapping[Node, Node]
) -> Node:
    """Return a node with every atom changed; ``events`` keeps the events changed before."""
    changed: dict[Node, Node] = {}
    waiting = [node]
    while waiting:
        part = waiting[-1]
        if part in events:
            changed[waiting.pop()] = events[part]
        elif ahead := [inner for inner in part.inside if inner not in changed]:
            waiting += ahead
        else:
            changed[waiting.pop()] = _rebuilt(part, changed, change)
            if isinstance(part, Named):
                events[part] = changed[part]
    return changed[node]


def _rebuilt(node: Node, changed: dict[Node, Node], change: Callable[[Atom], Term]) -> Node:
    match node:
        case And(parts) | Or(parts):
            return type(node)(tuple(changed[part] for part in parts))
        case Not(part):
            return Not(changed[part])
        case Named(name, body):
            return Named(name, changed[body])
        case Compare(terms, operators):
            new = tuple(change(term) if isinstance(term, Atom) else term for term in terms)
            return Compare(new, operators)


def expanded(node: Node) -> Node:
    """Return a node with every shared event replaced by what it stands for.

    Events that stand on each other can spell out without end: a node that would print longer than
    ``LONGEST_SPELLED_OUT`` is returned as it is.
    """
    order = walked([node])
    lengths: dict[Node, int] = {}
    for part in order:
        inside = sum(lengths[inner] + len(" and ()") for inner in part.inside)
        lengths[part] = inside or len(printed(part))
        if lengths[part] > LONGEST_SPELLED_OUT:
            return node
    plain: dict[Node, Node] = {}
    for part in order:
        inside_plain = [plain[inner] for inner in part.inside]
        match part:
            case And() | Or():
                plain[part] = type(part).of(inside_plain)
            case Not():
                plain[part] = Not(*inside_plain)
            case Named():
                (plain[part],) = inside_plain
            case Compare():
                plain[part] = part
    return plain[node]


def printed(node: Node) -> str:
    """Return the canonical text of a node."""
    texts: dict[Node, str] = {}

    def inside(part: Node, weaker: tuple[type[And] | type[Or], ...]) -> str:
        return f"({texts[part]})" if isinstance(part, weaker) else texts[part]

    for part in walked([node], into_events=False):
        match part:
            case Or(parts):
                texts[part] = " or ".join(texts[one] for one in parts)
            case And(parts):
                texts[part] = " and ".join(inside(one, (Or,)) for one in parts)
            case Not(inner):
                texts[part] = f"not {inside(inner, (And, Or))}"
            case Named(name, _):
                texts[part] = name
            case Compare(terms, operators):
                words = [str(terms[0])]
                for sign, term in zip(operators, terms[1:], strict=True):
                    words += [sign, str(term)]
                texts[part] = " ".join(words)
    return texts[node]
