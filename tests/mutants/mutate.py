"""The mutants of a module: each is its source with one small change, such as somebody's slip would be.

Changes are made in the text, at the places the syntax tree gives, so that a mutant reads as the line of a diff.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

TURN = "turn"
"""The kind of mutants that move the first or last turn of something by one."""

OTHER_SIDE = {"GERMAN": "ALLIED", "ALLIED": "GERMAN"}
OTHER_QUANTIFIER = {"min": "max", "max": "min", "any": "all", "all": "any"}
NEXT_BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
OPPOSITE = {
    **{"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="},
    **{"in": "not in", "not in": "in", "is": "is not", "is not": "is"},
}
BEYOND_A_TURN = {"==": ("<=", ">="), "!=": ("<", ">")}
OTHER_OPERATOR = {
    **{"+": "-", "-": "+", "*": "//", "//": "*", "/": "*", "%": "//"},
    **{"&": "|", "|": "&", "^": "|", "<<": ">>", ">>": "<<"},
}
COMPARISON = re.compile(r"is\s+not|not\s+in|is|in|[<>=!]=|[<>]")
OPERATOR = re.compile(r"//|<<|>>|\*\*|[-+*/%&|^@]")

NAME_OF_TURN = re.compile(r"(?:^|_)turns?$", re.IGNORECASE)
NAME_OF_TURN_LIMIT = re.compile(r"(?:^|_)TURN$|_(?:FROM|UNTIL)$")
CASE = re.compile(r"\b\d{1,2}(?:\.\d{1,2})+")
SAYINGS = ("tell", "Event", "Text")
"""Calls that only say what happened; the words are proved by tests of their own."""
CACHES = ("known", "caches")
NO_RULES = ("__post_init__", "check_data", "determinize", "invariants", "score")
"""Functions beside the rules: checks of data and of positions, what opponents make of what they cannot see, and the
score the page shows."""
SETTINGS = ("strict", "maxsize", "frozen", "kw_only")
"""Arguments that change no rule."""

Edit = tuple[int, int, str]
"""From a byte of the source to another, a new text."""


@dataclass(frozen=True)
class Mutant:
    """One change to a module. The key stays the same when lines above it come or go."""

    file: str
    function: str
    kind: str
    before: str
    after: str
    line: int
    end_line: int = field(compare=False)
    cases: tuple[str, ...] = field(compare=False)
    edits: tuple[Edit, ...] = field(compare=False, repr=False)
    constant: str = field(default="", compare=False)
    """The name of the module's constant whose value it changes."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.file, self.function, self.before, self.after

    def applied_to(self, source: bytes) -> bytes:
        return _edited(source, self.edits)


def mutants(path: Path, turn_limits: Iterable[str] = ()) -> list[Mutant]:
    """Every mutant of a module. ``turn_limits`` are the names of constants that turns are compared with."""
    finder = _Finder(path, frozenset(turn_limits))
    finder.visit(finder.tree)
    return list({(mutant.line, *mutant.key, mutant.edits): mutant for mutant in finder.found}.values())


def turn_limits(paths: Iterable[Path]) -> set[str]:
    """The constants that some module compares a turn with, or whose names say that they are turns."""
    names = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Compare) and _speaks_of_turns(node.left, *node.comparators):
                names.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name) and part.id.isupper())
            elif isinstance(node, ast.Name) and NAME_OF_TURN_LIMIT.search(node.id):
                names.add(node.id)
    return names


def lines_that_use(constant: str, module: Path) -> set[int] | None:
    """The lines in functions that name a constant; None where it decides something on import already."""
    tree = ast.parse(module.read_bytes())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = {id(part) for function in functions for statement in function.body for part in ast.walk(statement)}
    uses = [
        node
        for node in ast.walk(tree)
        if constant == getattr(node, "id", getattr(node, "attr", None)) and isinstance(node.ctx, ast.Load)
    ]
    return {node.lineno for node in uses} if all(id(node) in inside for node in uses) else None


def _speaks_of_turns(*operands: ast.expr) -> bool:
    return any(NAME_OF_TURN.search(_name(operand)) for operand in operands)


def _edited(source: bytes, edits: Iterable[Edit]) -> bytes:
    for start, end, text in sorted(edits, reverse=True):
        source = source[:start] + text.encode() + source[end:]
    return source


class _Finder(ast.NodeVisitor):
    """Walks a module and notes the mutants of each expression, condition and statement on the way."""

    def __init__(self, path: Path, turn_limits: frozenset[str]) -> None:
        self.path = path
        self.turn_limits = turn_limits
        self.source = path.read_bytes()
        self.tree = ast.parse(self.source)
        self.line_starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.line_starts.append(self.line_starts[-1] + len(line))
        self.names: list[str] = []
        self.docstrings = [ast.get_docstring(self.tree) or ""]
        self.found: list[Mutant] = []
        self.is_turn_limit = False
        self.constant = ""

    # --- places in the text ----------------------------------------------------------------------

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.line_starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.line_starts[node.end_lineno - 1] + node.end_col_offset

    def line_of(self, offset: int) -> int:
        return next(number for number, start in enumerate(self.line_starts) if start > offset)

    def operator(self, left: ast.expr, right: ast.expr, pattern: re.Pattern[str]) -> tuple[int, int, str] | None:
        """Where the operator between two operands stands, and which it is."""
        begin = self.end(left)
        between = self.source[begin : self.start(right)].decode()
        if "#" in between or (match := pattern.search(between)) is None:
            return None
        return begin + len(between[: match.start()].encode()), begin + len(between[: match.end()].encode()), match[0]

    def note(self, kind: str, *edits: Edit) -> None:
        """Keeps a mutant, with the lines it changes as they were and as they become."""
        lines = [(self.line_of(start), self.line_of(end)) for start, end, _ in edits]
        first, last = min(start for start, _ in lines), max(end for _, end in lines)
        begin, stop = self.line_starts[first - 1], self.line_starts[last]
        moved = [(start - begin, end - begin, text) for start, end, text in edits]
        block = self.source[begin:stop]
        self.found.append(
            Mutant(
                file=self.path.name,
                function=".".join(self.names),
                kind=kind,
                before=" ".join(block.decode().split()),
                after=" ".join(_edited(block, moved).decode().split()),
                line=first,
                end_line=last,
                cases=next((tuple(found) for text in reversed(self.docstrings) if (found := CASE.findall(text))), ()),
                edits=edits,
                constant=self.constant,
            )
        )

    def replace(self, kind: str, node: ast.expr | ast.stmt, text: str) -> None:
        self.note(kind, (self.start(node), self.end(node), text))

    # --- what is left alone ----------------------------------------------------------------------

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arguments(self, node: ast.arguments) -> None:
        for default in (*node.defaults, *node.kw_defaults):
            if default is not None:
                self.visit(default)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Asserts tell the type checker what is known."""

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in SETTINGS:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts with something in them have no places of their own before Python 3.12."""

    # --- where we are ----------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in NO_RULES:
            self.inside(node, [node.args, *node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.inside(node, node.body)

    def inside(self, node: ast.FunctionDef | ast.ClassDef, parts: Iterable[ast.AST]) -> None:
        self.names.append(node.name)
        self.docstrings.append(ast.get_docstring(node) or "")
        for part in parts:
            self.visit(part)
        self.names.pop()
        self.docstrings.pop()

    def visit_Assign(self, node: ast.Assign) -> None:
        if not self.names:
            self.visit_module_constant(node)
            return
        self.drop(node, node.targets)
        self.generic_visit(node)

    def visit_module_constant(self, node: ast.Assign) -> None:
        """Constants are in capitals; other names at the top of a module are types. ``A, B = 1, 2`` is two of them."""
        target = node.targets[0]
        pairs = [(target, node.value)]
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = list(zip(target.elts, node.value.elts, strict=True))
        for name, value in pairs:
            if isinstance(name, ast.Name | ast.Tuple) and ast.unparse(name).upper() == ast.unparse(name):
                self.constant = ast.unparse(name)
                self.is_turn_limit = self.constant in self.turn_limits
                self.visit(value)
                self.is_turn_limit, self.constant = False, ""

    # --- statements ------------------------------------------------------------------------------

    def drop(self, node: ast.stmt, targets: Iterable[ast.expr]) -> None:
        """Something is not done. What a cache is not told, it works out again."""
        remembers = any(isinstance(target, ast.Subscript) and _name(target.value) in CACHES for target in targets)
        if not remembers and all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets):
            self.replace("dropped statement", node, "pass")

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.drop(node, [])
        if place := self.operator(node.target, node.value, OPERATOR):
            start, end, operator = place
            if operator in OTHER_OPERATOR:
                self.note("operator", (start, end, OTHER_OPERATOR[operator]))
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and not _says_something(node.value):
            self.drop(node, [])
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    # --- conditions ------------------------------------------------------------------------------

    def negate(self, test: ast.expr) -> None:
        """A condition is turned round; where it is one comparison or a ``not``, that has a mutant of its own."""
        is_plain = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not is_plain and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
            start, end = self.start(test), self.end(test)
            self.note("negated condition", (start, start, "not ("), (end, end, ")"))

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.negate(test)
            self.replace("dropped clause", test, "True")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        is_and = isinstance(node.op, ast.And)
        for value in node.values:
            self.replace("dropped clause", value, "True" if is_and else "False")
        places = [self.operator(*pair, re.compile(r"\b(?:and|or)\b")) for pair in pairwise(node.values)]
        self.note("operator", *((start, end, "or" if is_and else "and") for start, end, _ in filter(None, places)))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.note("dropped not", (self.start(node), self.start(node) + len("not"), ""))
        elif isinstance(node.op, ast.USub):
            self.note("operator", (self.start(node), self.start(node) + 1, ""))
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right in pairwise(operands):
            if (place := self.operator(left, right, COMPARISON)) is None:
                continue
            start, end, written = place
            operator, about_turns = " ".join(written.split()), _speaks_of_turns(left, right)
            if operator in NEXT_BOUNDARY:
                self.note(TURN if about_turns else "boundary", (start, end, NEXT_BOUNDARY[operator]))
            if about_turns and isinstance(right, ast.Attribute | ast.Name) and not ast.unparse(right).isupper():
                for beyond in BEYOND_A_TURN.get(operator, ()):
                    self.note(TURN, (start, end, beyond))
            self.note("comparison", (start, end, OPPOSITE[operator]))
        for operand in operands:
            self.is_turn_limit = _speaks_of_turns(*operands) and isinstance(operand, ast.Constant)
            self.visit(operand)
            self.is_turn_limit = False

    # --- values ----------------------------------------------------------------------------------

    def visit_BinOp(self, node: ast.BinOp) -> None:
        place = self.operator(node.left, node.right, OPERATOR)
        if place is None:
            return
        start, end, operator = place
        if ast.unparse(node.left) == "1" and operator == "-" and ast.unparse(node.right).endswith("side"):
            self.note("swapped sides", (self.start(node), self.start(node.right), ""))
            return
        if operator in OTHER_OPERATOR and ast.unparse(node.right) != "0":
            self.note("operator", (start, end, OTHER_OPERATOR[operator]))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.replace("constant", node, str(not node.value))
        elif isinstance(node.value, int):
            if self.is_turn_limit and node.value:
                self.replace(TURN, node, str(node.value + 1))
                self.replace(TURN, node, str(node.value - 1))
            else:
                self.replace("constant", node, "0" if node.value == 1 else str(node.value + 1))

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and node.id in OTHER_SIDE:
            self.replace("swapped sides", node, OTHER_SIDE[node.id])

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.slice, ast.Attribute | ast.Name) and ast.unparse(node.slice).split(".")[-1] == "side":
            self.replace("swapped sides", node.slice, f"1 - {ast.unparse(node.slice)}")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if _says_something(node):
            return
        if isinstance(node.func, ast.Name) and node.func.id in OTHER_QUANTIFIER:
            self.replace("operator", node.func, OTHER_QUANTIFIER[node.func.id])
        for argument in node.args:
            if isinstance(argument, ast.Attribute) and argument.attr == "side":
                self.replace("swapped sides", argument, f"1 - {ast.unparse(argument)}")
        self.generic_visit(node)


def _says_something(call: ast.Call) -> bool:
    return _name(call.func) in SAYINGS


def _name(node: ast.expr) -> str:
    """The last name of ``name`` or ``some.name``."""
    return str(getattr(node, "attr", getattr(node, "id", "")))


def all_mutants(paths: Iterable[Path]) -> Iterator[Mutant]:
    """The mutants of several modules that share their constants."""
    modules = list(paths)
    limits = turn_limits(modules)
    for path in modules:
        yield from mutants(path, limits)
