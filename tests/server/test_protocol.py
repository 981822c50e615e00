"""The messages of page and server: the page's types are those of the Structs."""

from __future__ import annotations

import ast

import pytest

from ardennes.server import page_types


def test_the_page_has_the_types_of_the_structs() -> None:
    """After a change of ``ardennes/server/protocol``: ``python -m ardennes.server.page_types``."""
    assert page_types.PAGE_TYPES.read_text(encoding="utf-8") == page_types.page_types()


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        ("int | None", "number | null"),
        ("list[int | str]", "(number | string)[]"),
        ("tuple[int, ...]", "number[]"),
        ("tuple[float, Side]", "[number, Side]"),
        ("list[tuple[int | None, int]]", "[number | null, number][]"),
        ("dict[str, list[bool]]", "Record<string, boolean[]>"),
        ('Literal["dawn", "evening"] | None', '"dawn" | "evening" | null'),
        ("Annotated[str, Meta(max_length=9)]", "string"),
        ("WhatIf | Raw | UnsetType", "WhatIf"),
    ],
)
def test_annotations_in_typescript(annotation: str, told: str) -> None:
    assert page_types.type_of(ast.parse(annotation, mode="eval").body) == told


def test_what_the_page_cannot_have_is_named() -> None:
    with pytest.raises(TypeError, match="the page has no type for"):
        page_types.type_of(ast.parse("set[int]", mode="eval").body)
