"""Games outlive updates: a table is played, the server stopped, the game changed, the server started, and play goes
on from where it was to the end. What changed is said once, in every language, and stays in the log."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.serving import Seat, Server, bearing, new_table, serving
from tests.server.updating import CHANGES, Release


class Players:
    """Two people at the owner's screen who answer at random."""

    def __init__(self, server: Server, table: dict[str, Any], seed: str) -> None:
        self.seats = [Seat(server, token, server.key) for token in table["seats"]]
        self.rng = random.Random(seed)

    @property
    def deciding(self) -> Seat | None:
        asked = self.seats[0].asked
        return None if asked is None else self.seats[asked["side"]]

    def play(self, answers: int, until: tuple[str, ...] = ()) -> int:
        """Answers until one of these questions is put, so many have been given, or the game is over."""
        for given in range(answers):
            seat = self.deciding
            if seat is None or seat.asked["code"] in until:
                return given
            reply = seat.ask("answer", option=self.rng.choice(seat.asked["options"]), rev=seat.rev)
            assert reply["is"] == "done", reply
            for other in self.seats:
                while other.rev < seat.rev:
                    other.wait("change", "table")
        return answers

    def score(self) -> dict[str, Any]:
        """The table as whoever must decide sees it."""
        seat = self.deciding
        assert seat is not None
        return seat.ask("sync")

    def log(self, side: int = 0, language: str = "en") -> list[str]:
        return [line["text"] for line in self.seats[side].ask("language", language=language)["log"]]

    def close(self) -> None:
        for seat in self.seats:
            seat.close()


def told(log: list[str], *words: str) -> list[str]:
    return [line for line in log if any(word in line for word in words)]


GOES_ON = "the game goes on from turn"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]], list[dict[str, Any]]]:
    """A folder with two tables in the middle of an attack, one of them with counters face down; and how they stand."""
    folder = tmp_path_factory.mktemp("kept")
    with serving(folder) as server, server.owner() as owner:
        tables = [new_table(owner, scenario=scenario) for scenario in ("dawn", "noon")]
        score = []
        for table, luck in zip(tables, ("before 1", "before 0"), strict=True):
            players = Players(server, table, luck)
            players.play(40, until=("answer-guns",))
            score.append(players.score())
            players.close()
        server.process.terminate()
        server.process.wait()
    assert [seen["asked"]["code"] for seen in score] == ["answer-guns", "answer-guns"]
    return folder, tables, score


def updated(release: Release, change: str) -> None:
    for file, old, new in CHANGES[change]:
        release.change(file, old, new)


@pytest.mark.parametrize("change", CHANGES)
def test_tables_go_on_under_other_rules(
    change: str,
    played: tuple[Path, list[dict[str, Any]], list[dict[str, Any]]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept, tables, score = played
    shutil.copytree(kept, tmp_path / "kept")
    release = Release(tmp_path / "games", "crossroads")
    updated(release, change)
    monkeypatch.setenv("ARDENNES_GAMES", str(release.folder))
    said, logs = [], []
    with serving(tmp_path / "kept") as server, server.owner() as owner:
        for table, before in zip(tables, score, strict=True):
            players = Players(server, table, "after")
            seen = players.score()
            if change != "a counter less":
                assert seen["records"] == before["records"], "nothing that was played is lost"
                assert seen["asked"]["code"] == before["asked"]["code"]
            said.append(told(players.log(), GOES_ON))
            assert len(told(players.log(1, "it"), "la partita continua dal turno")) == len(said[-1])
            players.play(400)
            assert players.seats[0].ask("sync")["over"] is not None
            check_the_past(owner, table, players.seats[0].ask("sync")["records"])
            logs.append(players.log())
            players.close()
    silent = change in ("a new column", "a new step")
    assert [len(lines) for lines in said] == ([0, 0] if silent else [1, 1]), "what changes the game is told"
    with serving(tmp_path / "kept") as server, server.owner() as owner:
        for table, log, lines in zip(tables, logs, said, strict=True):
            players = Players(server, table, "again")
            assert players.log() == log, "it is said once, and what is kept leads back"
            players.close()
            save = owner.get(f"/api/tables/{table['id']}/download").content
            again = owner.post("/api/tables/upload", content=save)
            assert again.status_code == 201, again.text
            players = Players(server, again.json(), "")
            assert told(players.log(), GOES_ON) == lines
            players.close()


def check_the_past(owner: httpx.Client, table: dict[str, Any], total: int) -> None:
    """Replay, film, course and analysis answer for every part of the game, also where it was played under other rules,
    and the parts that cannot be shown again are named."""
    heard = bearing(table["seats"][0])
    for moment in (0, total // 3, total // 2, total):
        looked = owner.get("/api/seat/replay", params={"to": moment}, headers=heard)
        assert looked.status_code == 200, looked.text
        assert looked.json()["records"] == moment
    assert owner.get("/api/seat/clip", params={"start": 0}, headers=heard).status_code == 200
    assert owner.get("/api/seat/history", headers=heard).status_code == 200
    analysis = owner.get("/api/seat/analysis", headers=heard)
    while "share" in analysis.json():
        analysis = owner.get("/api/seat/analysis", headers=heard)
    assert analysis.status_code == 200, analysis.text
    for language in ("en", "it"):
        changes = owner.get("/api/seat/words", params={"language": language}, headers=heard).json()["changes"]
        for first, last, text in changes["unseen"]:
            frames = owner.get("/api/seat/clip", params={"start": first}, headers=heard).json()["frames"]
            assert not any(frame["columns"] for frame in frames[: last - first]), "there the map stands still"
            assert f"{first + 1}" in text
            assert f"{last + 1}" in text


def test_what_was_taken_back_is_not_done_again_under_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its numbers mean other counters now; nor after one more restart."""
    with serving(tmp_path / "kept") as server, server.owner() as owner:
        table = new_table(owner)
        seat = Seat(server, table["seats"][0])
        assert seat.ask("answer", option=seat.asked["options"][0], rev=seat.rev)["is"] == "done"
        assert seat.ask("undo", rev=seat.rev)["is"] == "done"
        assert seat.ask("sync")["redoable"] == 1
    release = Release(tmp_path / "games", "crossroads")
    updated(release, "counters in another order")
    monkeypatch.setenv("ARDENNES_GAMES", str(release.folder))
    for _ in range(2):
        with serving(tmp_path / "kept") as server:
            assert Seat(server, table["seats"][0]).table["redoable"] == 0
