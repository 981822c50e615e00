"""Every kernel is tested twice: as imported (compiled, where it is) and interpreted from the same source."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import ardennes.kernels

FOLDER = Path(ardennes.kernels.__file__).parent


def interpreted(name: str) -> ModuleType:
    """The kernel's source loaded under another name, past any compiled form beside it."""
    other = f"interpreted_{name}"
    if other not in sys.modules:
        spec = importlib.util.spec_from_file_location(other, FOLDER / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[other] = module
        spec.loader.exec_module(module)
    return sys.modules[other]


def imported(name: str) -> ModuleType:
    return importlib.import_module(f"ardennes.kernels.{name}")


@pytest.fixture(params=[imported, interpreted], ids=["imported", "interpreted"], scope="session")
def kernel(request: pytest.FixtureRequest) -> Callable[[str], ModuleType]:
    """Gives a kernel's module by name, once as imported and once interpreted."""
    loader: Callable[[str], ModuleType] = request.param
    return loader
