"""Maps drawn for the page: once, in a process of their own, in little memory, and kept by what they are drawn from."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.engine.game import game_folders, load_game
from ardennes.server import pictures
from ardennes.server.counter_style import face, parts, table_style
from ardennes.server.protocol.seat import ColumnText
from tests.server.serving import WAIT, Server, bearing, children, new_table, serving

GAMES = game_folders()
PLAYABLE = {name: folder for name, folder in GAMES.items() if (folder / "game.py").exists()}
MOST_MEGABYTES = 300
DRAW = """
import re, sys
from pathlib import Path
from ardennes.server.pictures import digest_of_drawing, draw
shares = []
draw(shares.append, sys.argv[1], digest_of_drawing(Path(sys.argv[1])))
assert shares == sorted(shares) and len(shares) > 3 and 0 < shares[0] < shares[-1] < 1, shares
# What getrusage calls the peak may be that of the process which started this one.
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def test_a_large_map_is_drawn_in_little_memory(tmp_path: Path) -> None:
    """The largest of ours; it took 0.9 GB when it was painted in one piece."""
    largest = max(GAMES.values(), key=lambda folder: (folder / "map/map.json").stat().st_size)
    told = subprocess.run(
        [sys.executable, "-c", DRAW, str(largest)],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(told.stdout) <= MOST_MEGABYTES
    layers, painting = pictures.Drawing.under(tmp_path / "ardennes/pictures", pictures.digest_of_drawing(largest))
    drawn = json.loads(gzip.decompress(layers.read_bytes()))
    assert {"grid", "numbers", "painting"} <= {layer["id"] for layer in drawn["layers"]}
    assert painting.read_bytes()[:2] == b"\xff\xd8"


def test_a_drawing_is_known_by_all_it_is_drawn_from(tmp_path: Path) -> None:
    ours = PLAYABLE["crossroads"]
    shutil.copytree(ours / "map", tmp_path / "map")
    assert pictures.digest_of_drawing(tmp_path) == pictures.digest_of_drawing(ours)
    (tmp_path / "map/map.json").write_text((tmp_path / "map/map.json").read_text() + " ")
    assert pictures.digest_of_drawing(tmp_path) != pictures.digest_of_drawing(ours)


# --- over HTTP, with nothing drawn yet -----------------------------------------------------------


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server whose user has no drawings yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(tmp_path / "games") as server:
        yield server


def drawings(tmp_path: Path) -> list[str]:
    return sorted(path.suffix for path in (tmp_path / "cache/ardennes/pictures").glob("*.*") if path.suffix != ".lock")


def drawn(client: httpx.Client, token: str) -> Iterator[dict[str, Any]]:
    """What a page hears until its map is drawn."""
    while True:
        reply = client.get("/api/seat/board", headers=bearing(token))
        yield reply.json()
        if reply.status_code != 202:
            assert reply.status_code == 200, reply.text
            return


def test_whoever_asks_first_hears_how_far_it_is_and_the_map_is_drawn_once(cold: Server, tmp_path: Path) -> None:
    with cold.owner() as owner, ThreadPoolExecutor(8) as people:
        tables = [new_table(owner, game="bulge1944", scenario="") for _ in range(2)]
        tokens = [token for table in tables for token in (*table["seats"], table["watch"])]
        waits = [people.submit(lambda token=token: list(drawn(owner, token))) for token in tokens]
        painting = people.submit(owner.get, "/api/board/bulge1944/page.jpg")
        most = 0
        while not all(wait.done() for wait in waits):
            most = max(most, len(children(cold.process.pid)))
            time.sleep(0.05)
        heard = [wait.result() for wait in waits]
        assert most == 1, "several processes drew"
        assert any("share" in told[0] for told in heard)
        for told in heard:
            shares = [reply["share"] for reply in told[:-1]]
            assert shares == sorted(shares)
            assert told[-1] == heard[0][-1]
            assert "layers" in told[-1]
        assert painting.result().content[:2] == b"\xff\xd8"
    assert drawings(tmp_path) == [".gz", ".jpg"]
    deadline = time.monotonic() + WAIT
    while children(cold.process.pid):
        assert time.monotonic() < deadline, "the process that draws stays in memory"
        time.sleep(0.1)


def test_a_drawing_that_was_killed_is_told_and_tried_again(cold: Server, tmp_path: Path) -> None:
    with cold.owner() as owner, ThreadPoolExecutor(1) as people:
        asked = people.submit(owner.get, "/api/board/wacht_am_rhein/page.jpg", timeout=None)
        while not (processes := children(cold.process.pid)):
            time.sleep(0.02)
        os.kill(processes[0], signal.SIGKILL)
        told = asked.result()
        assert told.status_code == 503
        assert "could not be drawn" in told.json()["detail"]
        assert drawings(tmp_path) == []
        assert owner.get("/api/board/crossroads/page.jpg").content[:2] == b"\xff\xd8"
        assert owner.get("/api/board/wacht_am_rhein").status_code in (200, 202)


def test_nobody_draws_for_somebody_who_has_gone(cold: Server) -> None:
    with cold.owner() as owner:
        with pytest.raises(httpx.ReadTimeout):
            owner.get("/api/board/wacht_am_rhein/page.jpg", timeout=0.5)
        deadline = time.monotonic() + WAIT
        while children(cold.process.pid):
            assert time.monotonic() < deadline, "it goes on drawing"
            time.sleep(0.1)


def test_large_pictures_are_for_links_and_the_owner(server: Server, owner: httpx.Client) -> None:
    with httpx.Client(base_url=server.base, timeout=WAIT) as stranger:
        for path in ("/api/board/crossroads", "/api/board/wacht_am_rhein/page.jpg", "/api/seat/board"):
            assert stranger.get(path).status_code == 401
        assert stranger.get("/api/seat/board/page.jpg", headers=bearing("guess")).status_code == 400
        assert stranger.get("/api/board/crossroads/card.jpg").status_code == 200
        token = new_table(owner)["watch"]
        assert stranger.get("/api/seat/board/page.jpg", headers=bearing(token)).content[:2] == b"\xff\xd8"


# --- counters ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_counter_has_a_face(game: str) -> None:
    played = load_game(game)
    style = table_style(played.folder)
    for counter in played.load_data(played.first_scenario, ()).counters:
        shown = face(style.counter, counter)
        assert shown.label
        assert shown.colour.startswith("#")


def test_a_template_mixes_print_and_columns() -> None:
    assert parts("{dice}-{column:steps}-{moves}", {"dice": 5, "moves": 6}) == ["5", "-", ColumnText("steps"), "-", "6"]
