"""One server to a folder: the second leads to the first, and a killed one is no hindrance."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import ardennes
from ardennes.server.folder import Folder
from ardennes.server.run import LAN_BY_SWITCH
from tests.server.serving import WAIT, Seat, Server, free_port, new_table, serving

PLAY = [sys.executable, "-c", "from ardennes.cli import main; main()", "play"]
BROWSER = """#!/bin/sh
echo "$1" > "$OPENED"
"""


def test_the_switch_is_called_as_on_the_page() -> None:
    words = (Path(__file__).parents[2] / "web/src/words/en.ts").read_text("utf-8")
    found = re.search(r'"home-network": "(.+)"', words)
    assert found
    assert f"“{found[1]}”" in LAN_BY_SWITCH


def play(folder: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [*PLAY, "--port", str(free_port()), "--data-dir", str(folder), *options]
    environment = {**os.environ, **variables}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=3 * WAIT)


def test_a_second_start_opens_the_server_that_runs(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(BROWSER)
    browser.chmod(0o755)
    folder = tmp_path / "games"
    with serving(folder) as running, running.owner() as owner:
        table = new_table(owner)
        second = play(folder, BROWSER=str(browser), OPENED=str(opened))
        assert (second.returncode, second.stderr) == (0, "")
        assert second.stdout == f"Ardennes is running already: {running.start_link}\n"
        assert opened.read_text().strip() == running.start_link
        assert play(folder, "--no-browser").stdout == second.stdout
        lan = play(folder, "--no-browser", "--lan")
        assert lan.returncode == 0
        assert lan.stdout == second.stdout + LAN_BY_SWITCH + "\n"
        seat = Seat(running, table["seats"][0])
        assert seat.ask("answer", rev=seat.rev, option=seat.asked["options"][0])["is"] == "done"


def test_the_folder_of_a_killed_server_is_free(tmp_path: Path) -> None:
    first = Server(tmp_path)
    first.kill()
    assert (tmp_path / "server.address").exists(), "what a killed server leaves behind"
    with serving(tmp_path) as running:
        assert running.start_link != first.start_link


def test_a_server_that_has_the_folder_and_does_not_answer_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ardennes.server.folder.PATIENCE", 0.0)
    with Folder(tmp_path).held() as running:
        assert running == ""
        with pytest.raises(Exception, match="another Ardennes has this folder and does not answer"):
            Folder(tmp_path).held().__enter__()
    with Folder(tmp_path).held() as running:
        assert running == ""


def test_an_empty_or_damaged_key_is_made_anew(tmp_path: Path) -> None:
    for content in (b"", b"\n", "clé".encode("latin-1")):
        (tmp_path / "owner.key").write_bytes(content)
        key = Folder(tmp_path).owner_key()
        assert len(key) > 20
        assert Folder(tmp_path).owner_key() == key
        assert (tmp_path / "owner.key").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = play(tmp_path / "file", "--no-browser")
    assert said.returncode == 1
    assert said.stderr == f"ardennes: {tmp_path / 'file'}: games cannot be kept there (File exists)\n"
    below = play(tmp_path / "file" / "below", "--no-browser")
    assert below.stderr == f"ardennes: {tmp_path / 'file' / 'below'}: games cannot be kept there (Not a directory)\n"


def test_the_address_comes_first_whatever_there_is_to_warn_of(tmp_path: Path) -> None:
    """A kernel older than its source is a warning; who waits for the address reads it on the first line all the
    same."""
    printed, package = Path(ardennes.__file__).parent, tmp_path / "edited" / "ardennes"
    package.mkdir(parents=True)
    for entry in printed.iterdir():
        if entry.name != "kernels":
            (package / entry.name).symlink_to(entry)
    kernels = shutil.copytree(printed / "kernels", package / "kernels")
    (kernels / f"reach{EXTENSION_SUFFIXES[0]}").touch()
    (kernels / "reach.py").write_text((kernels / "reach.py").read_text("utf-8") + "# edited\n")
    with serving(tmp_path / "games", under=["env", "PYTHONSAFEPATH=1", f"PYTHONPATH={package.parent}"]) as server:
        assert server.start_link.startswith("http://127.0.0.1:")
        assert server.said("plain Python .*: .*reach")
