"""Classes from a file of one's own, whose text travels to whoever needs them."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from ardennes.errors import ArdennesError


def read_source(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
        raise ArdennesError(f"{path} cannot be read ({reason})") from None


@lru_cache(maxsize=32)
def module_from(path: str, source: str) -> ModuleType:
    """The module that a text makes; whatever it raises is its own."""
    module = ModuleType(Path(path).stem)
    module.__file__ = path
    sys.modules.setdefault(module.__name__, module)
    exec(compile(source, path, "exec"), module.__dict__)
    return module
