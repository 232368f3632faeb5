"""The nodes of a sentence, and all that can be done with them; three modules, one door."""

from pitboss.rulebook.compiling import Truth, function_of, selector_of, truth_selector
from pitboss.rulebook.judging import Known, judge
from pitboss.rulebook.parts import (
    And,
    Compare,
    Named,
    Node,
    Not,
    Operand,
    Or,
    Term,
    atoms_of,
    comparisons_of,
    expanded,
    printed,
    replaced,
    walked,
)

__all__ = [
    "And",
    "Compare",
    "Known",
    "Named",
    "Node",
    "Not",
    "Operand",
    "Or",
    "Term",
    "Truth",
    "atoms_of",
    "comparisons_of",
    "expanded",
    "function_of",
    "judge",
    "printed",
    "replaced",
    "selector_of",
    "truth_selector",
    "walked",
]
