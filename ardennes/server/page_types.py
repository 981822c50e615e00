"""The page's types, written from the Structs of the protocol by ``python -m ardennes.server.page_types``.

A Struct becomes an interface, one that is sent as a list a tuple with names, an alias of the module a type; what the
docstrings say becomes comments. A field may be missing where it can be unset, where its default is omitted, or where
the page need not say it.
"""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from ardennes.server.protocol import base, contests, lobby, looks, notices, packs, people, requests, review, seat, table

PAGE_TYPES = Path(__file__).parents[2] / "web" / "src" / "net" / "protocol.ts"
MODULES = (base, lobby, people, contests, notices, packs, seat, looks, table, requests, review)
HEAD = "/** What page and server say to each other: written by ardennes/server/page_types.py, not by hand. */"
PLAIN = {"int": "number", "float": "number", "str": "string", "bool": "boolean", "Number": "number", "Word": "string"}
PLAIN |= dict.fromkeys(("Unit", "Hex", "Hexside"), "number")
LISTS, RECORDS = ("list", "Sequence"), ("dict", "Mapping")
NOT_SAID = ("UnsetType", "Raw")
"""Parts of a union that no page ever sees: what is left out, and what was encoded before."""


def page_types() -> str:
    """All of the protocol in TypeScript."""
    return "\n\n".join([HEAD, *(told for module in MODULES for told in _definitions(module))]) + "\n"


def _definitions(module: ModuleType) -> Iterator[str]:
    """The types of a module in their order; before them those it has from the engine."""
    tree = ast.parse(inspect.getsource(module))
    for node, comment in _with_comments(tree.body):
        match node:
            case ast.ImportFrom(module=source, names=names) if source and source.startswith("ardennes.engine."):
                yield from (_imported(module, name.asname or name.name) for name in names)
            case ast.ClassDef(name=name):
                if told := _struct(getattr(module, name), name):
                    yield told
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not name.isupper() and name not in PLAIN:
                yield _alias(name, getattr(module, name), value, comment)


def _imported(module: ModuleType, name: str) -> str:
    found = getattr(module, name)
    return _struct(found, name) if isinstance(found, type) else _alias(name, found)


# --- one type ------------------------------------------------------------------------------------


def _alias(name: str, found: Any, value: ast.expr | None = None, comment: str = "") -> str:
    if (words := _words_of(found)) is not None:
        told = _one_of(words)
    else:
        assert value is not None
        told = type_of(value)
    return f"{_comment(comment)}export type {name} = {told};"


def _words_of(found: Any) -> tuple[Any, ...] | None:
    """The values a type is limited to, where they are listed."""
    if get_origin(found) is Literal:
        return get_args(found)
    for meta in getattr(found, "__metadata__", ()):
        if isinstance(meta, msgspec.Meta) and meta.extra_json_schema:
            return tuple(meta.extra_json_schema["enum"])
    return None


def _struct(struct: type[msgspec.Struct], name: str) -> str:
    """A Struct; nothing for one that only says what kind others are."""
    node, fields = _class(struct), list(_fields(struct))
    if not fields and not _tag(struct):
        return ""
    comment = _comment(inspect.getdoc(struct) if ast.get_docstring(node) else "")
    if struct.__struct_config__.array_like:
        return f"{comment}export type {name} = [{', '.join(field.told for field in fields)}];"
    parents = [parent for parent in struct.__bases__ if issubclass(parent, msgspec.Struct) and parent.__struct_fields__]
    heir = f" extends {parents[0].__name__}" if parents else ""
    lines = [f"  {_tag(struct)};\n" if _tag(struct) and _tag(struct) not in map(_tag, parents) else ""]
    lines += [f"{_comment(field.comment, '  ')}  {field.told};\n" for field in fields]
    return f"{comment}export interface {name}{heir} {{\n{''.join(lines)}}}"


def _tag(struct: type[msgspec.Struct]) -> str:
    """What tells a message from others."""
    told = any(keyword.arg == "tag" for keyword in _class(struct).keywords)
    config = struct.__struct_config__
    return f"{config.tag_field}: {json.dumps(config.tag)}" if told else ""


class _Field(NamedTuple):
    told: str
    comment: str


def _fields(struct: type[msgspec.Struct]) -> Iterator[_Field]:
    """The fields a Struct has of its own."""
    known = {field.name: field for field in msgspec.structs.fields(struct)}
    may_omit = struct.__struct_config__.omit_defaults or issubclass(struct, base.Received)
    for node, comment in _with_comments(_class(struct).body):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in known:
            field = known[node.target.id]
            unset = any(isinstance(part, ast.Name) and part.id == "UnsetType" for part in ast.walk(node.annotation))
            missing = "?" if unset or (may_omit and not field.required) else ""
            yield _Field(f"{field.encode_name}{missing}: {type_of(node.annotation)}", comment)


# --- reading -------------------------------------------------------------------------------------


@cache
def _class(struct: type[msgspec.Struct]) -> ast.ClassDef:
    node = ast.parse(inspect.getsource(struct)).body[0]
    assert isinstance(node, ast.ClassDef)
    return node


def _with_comments(body: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str]]:
    """Statements, each with the string that stands below it."""
    for node, below in zip(body, [*body[1:], ast.Pass()], strict=True):
        match below:
            case ast.Expr(value=ast.Constant(value=str(comment))):
                yield node, inspect.cleandoc(comment)
            case _:
                yield node, ""


def type_of(node: ast.expr) -> str:
    """An annotation in TypeScript."""
    match node:
        case ast.Constant(value=None):
            return "null"
        case ast.Name(id=name):
            return PLAIN.get(name, name)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            parts = [part for part in (left, right) if not (isinstance(part, ast.Name) and part.id in NOT_SAID)]
            return " | ".join(type_of(part) for part in parts)
        case ast.Subscript(value=ast.Name(id=name), slice=inside):
            return _generic(name, inside.elts if isinstance(inside, ast.Tuple) else [inside])
    raise TypeError(f"line {node.lineno}: the page has no type for {ast.unparse(node)}")


def _generic(name: str, inside: list[ast.expr]) -> str:
    match name, inside:
        case "Annotated", [of, *_]:
            return type_of(of)
        case "Literal", values:
            return _one_of(tuple(ast.literal_eval(value) for value in values))
        case "tuple", [of, ast.Constant(value=value)] if value is ...:
            return _many(of)
        case "tuple", of:
            return f"[{', '.join(map(type_of, of))}]"
        case found, [of] if found in LISTS:
            return _many(of)
        case found, [key, of] if found in RECORDS:
            return f"Record<{type_of(key)}, {type_of(of)}>"
    raise TypeError(f"the page has no type for {name}")


def _many(of: ast.expr) -> str:
    told = type_of(of)
    return f"({told})[]" if " | " in told and not told.startswith("[") else f"{told}[]"


def _one_of(words: tuple[Any, ...]) -> str:
    return " | ".join(map(json.dumps, words))


def _comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    lines = text.replace("``", "`").splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return "".join([f"{indent}/**\n", *(f"{indent} * {line}".rstrip() + "\n" for line in lines), f"{indent} */\n"])


if __name__ == "__main__":
    PAGE_TYPES.write_text(page_types(), encoding="utf-8")
