"""Which sources the compiled kernels were built from, so that none wins over a source that has changed since."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterable
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

NOTE = "built_from.json"
"""Beside the compiled kernels: a digest of the source and the types of each."""


def source_digest(folder: Path, kernel: str) -> str:
    raw = [(folder / f"{kernel}{suffix}").read_bytes() for suffix in (".py", ".pxd")]
    return blake2b(b"\0".join(raw), digest_size=16).hexdigest()


def write_note(folder: Path, kernels: Iterable[str]) -> Path:
    note = folder / NOTE
    note.write_text(json.dumps({kernel: source_digest(folder, kernel) for kernel in kernels}, indent=1))
    return note


def stale_kernels(folder: Path) -> list[str]:
    """The kernels whose compiled form was built from another source, or nobody knows from which."""
    try:
        built_from = json.loads((folder / NOTE).read_bytes())
    except (OSError, ValueError):
        built_from = {}
    return [
        types.stem
        for types in sorted(folder.glob("*.pxd"))
        if any(types.with_name(types.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)
        and built_from.get(types.stem) != source_digest(folder, types.stem)
    ]


def prefer_sources(package: str, folder: Path) -> None:
    """Loads the source of each kernel whose compiled form is stale, and says so."""
    stale = stale_kernels(folder)
    if stale:
        names = ", ".join(stale)
        print(f"ardennes: compiled from other sources, so run as plain Python until the next start of bin/ardennes or"
              f" bin/test: {names}", file=sys.stderr)  # fmt: skip
    for kernel in stale:
        spec = importlib.util.spec_from_file_location(f"{package}.{kernel}", folder / f"{kernel}.py")
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
