"""Which refusal codes the source can give, found in its syntax rather than by running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pitboss

SOURCE = Path(pitboss.__file__).parent
CODE = "code"
"""A parameter of this name is a code, wherever it is declared."""

COMPUTED: dict[str, dict[str, tuple[str, ...]]] = {
    "f'bad-{what}'": {
        "simulate/parallel.py": ("bad-threads", "bad-processes"),
        "simulate/runs.py": ("bad-rounds", "bad-shoes"),
    },
    "code": {"house/database.py": ("disk-full", "read-only", "no-database", "database-locked")},
    "f'unit-without-{key}'": {
        "table/floor/jackpots.py": ("unit-without-approval", "unit-without-computation")
    },
    "f'unknown-{what}'": {"table/record/codec.py": ("unknown-event", "unknown-command")},
    "told['code']": {"client.py": ()},  # what a server said
    CODE: {"games/kinds.py": ()},  # each caller of `lacks` says what is lacking
    "f\"no-{what.replace(' ', '-')}\"": {"table/setups/faults.py": ("no-table-number", "no-pit")},
}
"""Codes that are put together: by the expression, and where it stands, what it can come to."""


class Use(NamedTuple):
    """A place of the source that gives a code."""

    code: str
    path: str
    line: int
    cite: str | None = None
    """The citation, where it is a literal; empty where it is computed."""

    @property
    def room(self) -> str:
        """The room that the place is in."""
        return self.path.partition("/")[0].removesuffix(".py")


class Unclear(NamedTuple):
    """A place whose code cannot be read from the syntax."""

    expression: str
    path: str
    line: int


def uses(source: Path = SOURCE) -> tuple[list[Use], list[Unclear]]:
    """Return every use of a code below a folder, and the places that are unclear."""
    trees = {
        path.relative_to(source).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(source.rglob("*.py"))
    }
    takers = {"Refusal": (0, 3), "unreadable": (0, 3)}
    for tree in trees.values():
        takers |= dict(_takers(tree))
    clear: list[Use] = []
    unclear: list[Unclear] = []
    for path, tree in trees.items():
        for expression, cite in _expressions(tree, takers):
            for code in _codes(expression, path):
                if code is None:
                    unclear.append(Unclear(ast.unparse(expression), path, expression.lineno))
                else:
                    clear.append(Use(code, path, expression.lineno, cite))
    return clear, unclear


def _takers(tree: ast.Module) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the functions that take a code, with the places of the code and the citation."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [one.arg for one in node.args.args if one.arg not in ("self", "cls")]
            if CODE in names:
                cite = names.index("cite") if "cite" in names else len(names)
                yield node.name, (names.index(CODE), cite)
            elif node.name == "lacks":
                yield node.name, (0, len(names))


def _expressions(
    tree: ast.Module, takers: dict[str, tuple[int, int]]
) -> Iterator[tuple[ast.expr, str | None]]:
    """Yield what is given for a code, and the citation beside it, but for codes passed on."""
    passed_on = set(_passed_on(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [one.arg for one in node.args.args]
            defaults = dict(zip(reversed(names), reversed(node.args.defaults), strict=False))
            if CODE in defaults:
                yield defaults[CODE], None
        if isinstance(node, ast.Call):
            at, cite_at = takers.get(_called(node), (len(node.args), len(node.args)))
            named = {word.arg: word.value for word in node.keywords}
            code = named.get(CODE, node.args[at] if at < len(node.args) else None)
            cite = named.get("cite", node.args[cite_at] if cite_at < len(node.args) else None)
            if _called(node) == "lacks" and isinstance(code, ast.Constant):
                lacking = str(code.value).replace(" ", "-")
                code = ast.copy_location(ast.Constant(f"no-{lacking}"), code)
            if code is not None and code not in passed_on:
                yield code, _literal(cite)


def _passed_on(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the expressions that are a parameter called ``code``, or another refusal's code."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            inside = list(ast.walk(function))
            unpacked = any(isinstance(node, ast.Tuple) and _stores_code(node) for node in inside)
            if unpacked or any(one.arg == CODE for one in function.args.args):
                yield from (node for node in inside if _is_code(node))
    yield from (
        node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == CODE
    )


def _is_code(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == CODE


def _stores_code(node: ast.Tuple) -> bool:
    return any(_is_code(one) and isinstance(node.ctx, ast.Store) for one in node.elts)


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)


def _literal(cite: ast.expr | None) -> str | None:
    if cite is None:
        return None
    if not isinstance(cite, ast.Constant):
        return ""
    return None if cite.value is None else str(cite.value)


def _codes(expression: ast.expr, path: str) -> Iterator[str | None]:
    """Yield the codes that an expression can come to; None for one that is unclear."""
    text = ast.unparse(expression)
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, ast.IfExp):
        yield from _codes(expression.body, path)
        yield from _codes(expression.orelse, path)
    elif path in COMPUTED.get(text, {}):
        yield from COMPUTED[text][path]
    else:
        yield None
