"""How tests run the command: in this process, through the same ``main`` that the installed command calls."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from ardennes.cli import main


class Run(NamedTuple):
    """What a run of the command came to."""

    code: int
    out: str
    err: str


Ardennes = Callable[..., Run]


@pytest.fixture
def ardennes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ardennes:
    """Runs ``ardennes`` with these arguments in a folder of its own, and a script as its input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*arguments: object, script: str = "") -> Run:
        monkeypatch.setattr(sys, "argv", ["ardennes", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(script))
        capsys.readouterr()
        code: object = 0
        try:
            main()
        except SystemExit as exit:
            code = exit.code or 0
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return Run(code if isinstance(code, int) else 1, out, err)

    return run


@pytest.fixture
def unfinished(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The name of a game that has a title page and no rules."""
    folder = tmp_path / "games" / "unfinished"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text('title = "Unfinished"\nsides = ["Red", "Blue"]\nstage = "map"\n')
    monkeypatch.setenv("ARDENNES_GAMES", str(folder.parent))
    return folder.name


def fails(run: Run, *words: str) -> None:
    """The command refused, in one line of standard error that has all of these words."""
    assert run.code == 1
    assert run.out == ""
    assert len(run.err.strip().splitlines()) == 1, run.err
    for word in words:
        assert word in run.err
