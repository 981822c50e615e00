"""The household's data packs: made, checked as one types, kept whole or not at all, played with, sent to and fro."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.serving import Server, bearing, new_table, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder) as running:
        yield running


@pytest.fixture
def owner(server: Server) -> Iterator[httpx.Client]:
    with server.owner() as client:
        for pack in client.get("/api/packs").json():
            client.post(f"/api/packs/{pack['name']}/delete")
        yield client


def made(owner: httpx.Client, game: str = "crossroads", name: str = "Mine") -> dict[str, Any]:
    reply = owner.post("/api/packs", json={"game": game, "name": name})
    assert reply.status_code == 201, reply.text
    found: dict[str, Any] = reply.json()
    return found


def text_of(owner: httpx.Client, file: str, pack: str = "Mine") -> str:
    """A file of a pack as the page would send it."""
    files = owner.get(f"/api/packs/{pack}").json()["files"]
    found = next(each for each in files if each["name"] == file)
    rows = [",".join(row) for row in (found["heads"], *found["rows"])]
    return str(found["text"] or "\n".join(rows) + "\n")


def send(owner: httpx.Client, file: str, text: str, *, keep: bool) -> dict[str, Any]:
    found: dict[str, Any] = owner.post("/api/packs/Mine/file", json={"file": file, "text": text, "keep": keep}).json()
    return found


def test_faults_and_changes_are_told_in_the_language_asked_for(owner: httpx.Client) -> None:
    made(owner)
    file, italian = "scenarios/noon.toml", {"language": "it"}
    text = text_of(owner, file)

    def told(text: str) -> dict[str, Any]:
        body = {"file": file, "text": text, "keep": False}
        found: dict[str, Any] = owner.post("/api/packs/Mine/file", json=body, params=italian).json()
        return found

    (fault,) = told(text.replace("last_turn = 4", "last_turn = 0"))["faults"]
    assert (fault["says"], fault["language"]) == ("ci si aspetta `int` >= 1, nel campo `last_turn`", "it")
    (fault,) = send(owner, file, text.replace("last_turn = 4", "last_turn = 0"), keep=False)["faults"]
    assert (fault["says"], fault["language"]) == ("Expected `int` >= 1 - in field `last_turn`", "en")
    assert told(text.replace("last_turn = 4", "last_turn = 3"))["changes"] == [
        "scenarios/noon.toml: 1 voce cambiata: last_turn 4 -> 3"
    ]
    refused = owner.post("/api/packs/upload", content=b"no archive", params=italian).json()
    assert "non è un file zip" in refused["detail"]


def test_a_pack_is_made_with_our_values_and_lists_its_scenarios(owner: httpx.Client, folder: Path) -> None:
    assert made(owner)["faults"] == []
    (listed,) = owner.get("/api/packs", params={"language": "it"}).json()
    assert (listed["name"], listed["title"]) == ("Mine", "Il crocevia")
    assert set(listed["scenarios"]) == {"dawn", "noon"}
    assert (folder / "packs/Mine/units.csv").exists()
    opened = owner.get("/api/packs/Mine").json()
    assert [file["name"] for file in opened["files"]] == [
        "units.csv",
        "tables.toml",
        "scenarios/dawn.toml",
        "scenarios/noon.toml",
    ]
    assert opened["changes"] == []
    assert made(owner)["name"] == "Mine 2", "a second one of the same name has another"


def test_mistakes_are_named_by_file_row_and_column_while_one_types(owner: httpx.Client, folder: Path) -> None:
    made(owner)
    units = text_of(owner, "units.csv")
    before = (folder / "packs/Mine/units.csv").read_bytes()
    found = send(
        owner, "units.csv", units.replace("Pz,Panzer battalion,0,tank,4", "Pz,Panzer battalion,0,tank,many"), keep=False
    )
    assert [(fault["file"], fault["row"], fault["field"]) for fault in found["faults"]] == [
        ("units.csv", 2, "strength")
    ]
    refused = send(owner, "units.csv", units.replace(",0703,", ",9999,"), keep=True)
    assert [(fault["row"], fault["field"]) for fault in refused["faults"]] == [(2, "hex")]
    assert not refused["kept"]
    assert (folder / "packs/Mine/units.csv").read_bytes() == before
    assert send(owner, "tables.toml", "columns = 3", keep=False)["faults"]


def test_what_is_kept_is_played_with(server: Server, owner: httpx.Client) -> None:
    made(owner)
    units = text_of(owner, "units.csv")
    kept = send(
        owner, "units.csv", units.replace("Pz,Panzer battalion,0,tank,4", "Pz,Panzer battalion,0,tank,9"), keep=True
    )
    assert kept["kept"]
    assert kept["changes"] == ["units.csv: 1 row changed: Pz strength 4 -> 9"]
    dawn = text_of(owner, "scenarios/dawn.toml").replace("last_turn = 4", "last_turn = 2")
    assert send(owner, "scenarios/dawn.toml", dawn, keep=True)["kept"]
    table = new_table(owner, pack="Mine")
    data = owner.get("/api/seat/data", headers=bearing(table["seats"][0])).json()
    tank = next(counter for counter in data["counters"] if counter["id"] == "Pz")
    assert tank["printed"]["strength"] == 9
    assert table["pack"].endswith("Mine")
    assert owner.post("/api/tables", json={"game": "crossroads", "pack": "Nowhere"}).status_code == 404
    assert owner.post("/api/tables", json={"game": "bulge1944", "pack": "Mine"}).status_code == 400


def test_export_and_import(owner: httpx.Client) -> None:
    made(owner, name="Away")
    archive = owner.get("/api/packs/Away/download").content
    assert "Away/pack.toml" in zipfile.ZipFile(io.BytesIO(archive)).namelist()
    assert owner.post("/api/packs/upload", content=archive).json()["name"] == "Away 2"
    for body, says in ((b"no zip", "no data pack"), (zipped({"x/units.csv": "id\n"}), "pack.toml")):
        refused = owner.post("/api/packs/upload", content=body)
        assert refused.status_code == 400
        assert says in refused.json()["detail"]
    bad = zipped({"x/pack.toml": 'game = "crossroads"\nformat = 1\n', "x/units.csv": "id,name\nPz,Panzer\n"})
    assert "units.csv" in owner.post("/api/packs/upload", content=bad).json()["detail"]
    assert len(owner.get("/api/packs").json()) == 2, "nothing of what was refused is kept"


def zipped(files: dict[str, str]) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return body.getvalue()


def test_packs_are_the_owner_s_alone_and_names_are_names(server: Server, owner: httpx.Client) -> None:
    made(owner)
    with httpx.Client(base_url=server.base) as stranger:
        for path in ("/api/packs", "/api/packs/Mine", "/api/packs/Mine/download"):
            assert stranger.get(path).status_code == 401
        for path in ("/api/packs", "/api/packs/Mine/file", "/api/packs/Mine/delete", "/api/packs/upload"):
            assert stranger.post(path, json={}).status_code in (400, 401)
    for name in ("", "../up", ".hidden", "x" * 60):
        assert owner.post("/api/packs", json={"game": "crossroads", "name": name}).status_code == 400
    for name in ("..", "%2e%2e", "Nowhere"):
        assert owner.get(f"/api/packs/{name}").status_code in (400, 404, 405)
    for file in ("../../owner.key", "pack.toml", "map/map.json.txt"):
        assert owner.post("/api/packs/Mine/file", json={"file": file, "text": "", "keep": True}).status_code == 404
    assert owner.post("/api/packs", json={"game": "chess", "name": "Later"}).status_code == 400


def test_the_lobby_and_the_counters_say_what_is_rebuilt(owner: httpx.Client) -> None:
    games = {game["id"]: game for game in owner.get("/api/games").json()}
    assert games["bulge1944"]["sources"]["units.csv"]["reconstructed"] > 0
    assert games["deadly_woods"]["sources"]["chart.csv"]["reconstructed"] == 0
    table = new_table(owner, game="bulge1944", scenario="campaign")
    counters = owner.get("/api/seat/data", headers=bearing(table["seats"][0])).json()["counters"]
    told = {counter["id"]: (counter["rebuilt"], counter["source"]) for counter in counters}
    assert told["1SS"][0]
    assert "reconstructed" in told["1SS"][1]
    assert not told["Guns6"][0], "from the rulebook"
