"""Every example that a reader may type in runs as it stands: in docstrings, in the README and in docs/python.md."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((ROOT / "ardennes").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
PAGES = ("README.md", "docs/python.md")


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("name", PAGES)
def test_pages(name: str) -> None:
    result = doctest.testfile(str(ROOT / name), module_relative=False)
    assert result.attempted
    assert not result.failed
