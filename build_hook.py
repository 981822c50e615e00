"""Compiles the kernels when Ardennes is installed, from the same source that runs interpreted.

A kernel is a pair in ``ardennes/kernels``: ``reach.py`` in plain Python and ``reach.pxd`` with its C types. The C
compiler is the machine's own or, where there is none, one from the package index that lives in the build environment
only. Where nothing compiles, or ``ARDENNES_KERNELS=interpreted`` asks for it, the Python source does the work.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KERNELS = Path("ardennes", "kernels")
COMPILER_TOOLS = ["cython==3.3.1", "setuptools==84.2.1"]
COMPILER_FROM_INDEX = "ziglang==0.17.0"


def compiler_of_the_machine() -> str | None:
    """The C compiler to use: the one asked for, the one Python was built with, or any of the usual names."""
    usual = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    return next((command for command in usual if command and shutil.which(command.split()[0])), None)


class BuildHook(BuildHookInterface[Any]):
    """Hatchling asks it what a build needs, then lets it compile before the files are packed."""

    def dependencies(self) -> list[str]:
        if not self._kernels():
            return []
        return COMPILER_TOOLS if compiler_of_the_machine() else [*COMPILER_TOOLS, COMPILER_FROM_INDEX]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self._remove_stale_modules()
        compiled = self._compile()
        if compiled:
            build_data["artifacts"] += compiled
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    def _kernels(self) -> list[str]:
        """The kernels to compile: none for a source archive, and none where the user asks for plain Python."""
        if self.target_name != "wheel" or os.environ.get("ARDENNES_KERNELS") == "interpreted":
            return []
        return sorted(types.stem for types in Path(self.root, KERNELS).glob("*.pxd"))

    def _remove_stale_modules(self) -> None:
        """A compiled module would silently win over an edited source beside it, so each build starts without."""
        if self.target_name == "wheel":
            for module in Path(self.root, KERNELS).glob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"):
                module.unlink()

    def _compile(self) -> list[str]:
        """Compiles every kernel beside its source and returns the modules made, relative to the project."""
        kernels = self._kernels()
        if not kernels:
            return []
        try:
            with tempfile.TemporaryDirectory() as scratch:
                return [str(module.relative_to(self.root)) for module in self._compile_in(Path(scratch), kernels)]
        except (Exception, SystemExit) as error:  # no compiler, no Python headers, a broken toolchain: whatever it is
            self._remove_stale_modules()
            self.app.display_warning(f"the kernels could not be compiled ({error}); they will run interpreted")
            return []

    def _compile_in(self, scratch: Path, kernels: list[str]) -> list[Path]:
        from Cython.Build import cythonize
        from setuptools import Distribution, Extension
        from setuptools.command.build_ext import build_ext

        zig = f"{sys.executable} -m ziglang cc"
        os.environ["CC"] = compiler_of_the_machine() or zig
        if os.environ["CC"] == zig:
            os.environ["LDSHARED"] = f"{zig} -shared"
        os.environ["CFLAGS"] = "-O3 -g0"  # debug symbols would make each module seven times larger
        names = {kernel: ".".join([*KERNELS.parts, kernel]) for kernel in kernels}
        sources = [Extension(name, [str(Path(self.root, KERNELS, f"{kernel}.py"))]) for kernel, name in names.items()]
        modules = cythonize(sources, build_dir=str(scratch), quiet=True, force=True)
        command = build_ext(Distribution({"ext_modules": modules, "package_dir": {"": self.root}}))
        command.inplace = command.force = True
        command.build_temp, command.parallel = str(scratch), os.cpu_count()
        command.ensure_finalized()
        command.run()
        return [Path(command.get_ext_fullpath(name)).resolve() for name in names.values()]
