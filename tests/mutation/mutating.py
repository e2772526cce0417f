"""Small changes of Python source: each one a mutant that some test should notice."""

import ast
import copy
from collections.abc import Iterator
from typing import Final, NamedTuple

_COMPARISONS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


_KEPT: Final = (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, ast.JoinedStr)


class Mutant(NamedTuple):
    """A changed module: in which line, what stood there and stands there now, the new source."""

    line: int
    before: str
    after: str
    source: str


def mutants(source: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its lines.

    Annotations, imports, strings, assertions and raised errors stay as they are: nothing that is
    played depends on them, or it is only words.
    """
    data = source.encode("utf-8")
    starts = [0, *(place + 1 for place, byte in enumerate(data) if byte == ord("\n"))]
    found = []
    for node in _candidates(ast.parse(source)):
        for old, new in _changes(node):
            first = starts[old.lineno - 1] + old.col_offset
            last = starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
            text = ast.unparse(new)
            inner = f"({text})" if isinstance(new, ast.expr) else text
            changed = data[:first] + inner.encode("utf-8") + data[last:]
            found.append(Mutant(old.lineno, ast.unparse(old), text, changed.decode("utf-8")))
    return sorted(set(found))


def _candidates(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that may be changed."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, _KEPT):
                continue
            yield child
            yield from _candidates(child)


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | ast.stmt]]:
    """A part of the node and what may stand in its place."""
    if isinstance(node, ast.Compare):
        for place, comparison in enumerate(node.ops):
            changed = copy.copy(node)
            changed.ops = [*node.ops]
            changed.ops[place] = _COMPARISONS[type(comparison)]()
            yield node, changed
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _OPERATORS:
        other = copy.copy(node)
        other.op = _OPERATORS[type(node.op)]()
        yield node, other
    elif isinstance(node, ast.BoolOp):
        either = copy.copy(node)
        either.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield node, either
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield node, node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, ast.Constant(node.value + 1)
    elif isinstance(node, ast.If | ast.While):
        yield node.test, ast.UnaryOp(ast.Not(), node.test)
    elif isinstance(node, ast.IfExp):
        yield node, ast.IfExp(node.test, node.orelse, node.body)
    if isinstance(node, ast.stmt) and _can_be_left_out(node):
        yield node, ast.Pass()


def _can_be_left_out(node: ast.stmt) -> bool:
    """Whether the rest can run without the statement: a call, or a change of what exists."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return not any(isinstance(target, ast.Name | ast.Tuple) for target in node.targets)
    return isinstance(node, ast.AugAssign | ast.Break | ast.Continue)
