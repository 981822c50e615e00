"""Dice nobody can foretell: the seed of a running game is nowhere but in the server, and everywhere once it is over."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from ardennes.engine.dice import seeded_pick
from ardennes.engine.match import Match
from ardennes.engine.saves import SaveError, pack, unpack
from ardennes.engine.verifying import verify
from tests.server.serving import Seat, Server, bearing, new_table, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("dice")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder, secret_dice=True) as server:
        yield server


@pytest.fixture
def owner(server: Server) -> Iterator[httpx.Client]:
    with server.owner() as owner:
        yield owner


def secret_of(folder: Path, table: dict[str, Any]) -> dict[str, Any]:
    """What only the server knows of a table's dice."""
    with sqlite3.connect(folder / "tables.sqlite") as database:
        (header,) = database.execute("SELECT header FROM tables WHERE id = ?", [table["id"]]).fetchone()
    secret: dict[str, Any] = json.loads(header)
    return secret


def data_of(owner: httpx.Client, table: dict[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = owner.get("/api/seat/data", headers=bearing(table["seats"][0])).json()
    return data


def answered(server: Server, table: dict[str, Any], answers: int) -> str:
    """Its owner plays on at both seats with the first option of every question; returns all that the seats heard."""
    seats = [Seat(server, token, server.key) for token in table["seats"]]
    for _ in range(answers):
        asked = seats[0].asked
        if asked is None:
            break
        seat = seats[asked["side"]]
        assert seat.ask("answer", option=seat.asked["options"][0], rev=seat.rev)["is"] == "done"
        for other in seats:
            while other.rev < seat.rev:
                other.wait("change", "table")
    for seat in seats:
        seat.close()
    return "".join(text for seat in seats for text in seat.heard)


def resigned(server: Server, table: dict[str, Any]) -> None:
    seat = Seat(server, table["seats"][1])
    assert seat.ask("resign", rev=seat.rev)["is"] == "done"
    seat.close()


def test_a_named_seed_foretells_nothing(server: Server, owner: httpx.Client, folder: Path) -> None:
    one, other = (new_table(owner, scenario="noon", seed="7") for _ in range(2))
    secrets = [secret_of(folder, table) for table in (one, other)]
    assert secrets[0]["seed"] != secrets[1]["seed"]
    assert "7" not in [secret["seed"] for secret in secrets]
    for table, secret in zip((one, other), secrets, strict=True):
        data = data_of(owner, table)
        assert data["known_dice"] is False
        said = f"{secret['salt']}:{secret['seed']}".encode()
        assert data["commitment"] == blake2b(said, digest_size=16).hexdigest()


def test_the_seed_of_a_running_game_is_nowhere(server: Server, owner: httpx.Client, folder: Path) -> None:
    table = new_table(owner, scenario="noon", seed="7")
    heard = answered(server, table, 25)
    secret = secret_of(folder, table)
    save = owner.get(f"/api/tables/{table['id']}/download").content
    header = unpack(save).header
    assert (header.seed, header.salt) == ("", "")
    assert header.commitment == secret["commitment"]
    listed = owner.get(f"/api/tables/{table['id']}").text
    for told in (heard, json.dumps(data_of(owner, table)), listed, save.decode("latin-1")):
        assert secret["seed"] not in told
        assert secret["salt"] not in told
    refused = owner.get("/api/seat/dice", headers=bearing(table["seats"][0]), params={"language": "it"})
    assert (refused.status_code, refused.json()["detail"]) == (400, "Seme e sale si dicono quando la partita è finita.")


def test_a_fork_and_an_upload_have_dice_of_their_own(server: Server, owner: httpx.Client, folder: Path) -> None:
    table = new_table(owner, scenario="noon", seed="7")
    answered(server, table, 25)
    save = owner.get(f"/api/tables/{table['id']}/download").content
    known = Match.new("crossroads", scenario="noon", seed="known").packed()
    copies = [
        owner.post(f"/api/tables/{table['id']}/fork", json={"at": 20}).json(),
        owner.post(f"/api/tables/{table['id']}/fork", json={"at": 0}).json(),
        owner.post("/api/tables/upload", content=save).json(),
        owner.post("/api/tables/upload", content=known).json(),
    ]
    seeds = {secret_of(folder, each)["seed"] for each in (table, *copies)}
    assert len(seeds) == 5
    assert not {"", "known"} & seeds
    for copy in copies:
        seat = Seat(server, copy["seats"][0], server.key)
        log = [line["text"] for line in seat.table["log"]]
        assert log.count("From here on the dice follow from a fresh secret seed.") == 1
        seat.close()
        answered(server, copy, 40)
        resigned(server, copy)
        whole = Match.unpacked(owner.get(f"/api/tables/{copy['id']}/download").content)
        assert list(verify(whole))


def test_a_table_from_before_dice_were_secret_goes_on_with_secret_ones(tmp_path: Path) -> None:
    """Its owner may have named the seed, or hold a save with it."""
    with serving(tmp_path, secret_dice=True) as server, server.owner() as owner:
        table = new_table(owner, scenario="noon")
        answered(server, table, 10)
        server.process.terminate()
        server.process.wait()
    header = secret_of(tmp_path, table)
    older = {name: value for name, value in header.items() if name not in ("salt", "commitment")}
    with sqlite3.connect(tmp_path / "tables.sqlite") as database:
        database.execute("UPDATE tables SET header = ?", [json.dumps({**older, "seed": "7"}).encode()])
    promises = []
    for _ in range(2):
        with serving(tmp_path, secret_dice=True) as server, server.owner() as owner:
            promises.append(data_of(owner, table)["commitment"])
            secret = secret_of(tmp_path, table)
            assert len(secret["seed"]) > len("7")
            said = f"{secret['salt']}:{secret['seed']}".encode()
            assert promises[-1] == blake2b(said, digest_size=16).hexdigest()
            seat = Seat(server, table["seats"][0])
            log = [line["text"] for line in seat.table["log"]]
            assert log.count("From here on the dice follow from a fresh secret seed.") == 1
            seat.close()
            server.process.terminate()
            server.process.wait()
    assert promises[0] == promises[1]


def test_a_finished_game_can_be_checked_by_anybody(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, scenario="noon")
    promised = data_of(owner, table)["commitment"]
    answered(server, table, 60)
    if not owner.get(f"/api/tables/{table['id']}").json()["verdict"]:
        resigned(server, table)
    told = owner.get("/api/seat/dice", headers=bearing(table["seats"][1])).json()
    assert blake2b(f"{told['salt']}:{told['seed']}".encode(), digest_size=16).hexdigest() == promised
    assert told["throws"]
    for _, number, count, weights, outcome in told["throws"]:
        assert seeded_pick(told["seed"], number, count, weights) == outcome
    save = owner.get(f"/api/tables/{table['id']}/download").content
    assert "throw" in list(verify(Match.unpacked(save)))[-1]
    kept = unpack(save)
    forged = msgspec.structs.replace(kept.header, seed="another")
    with pytest.raises(SaveError, match="do not give the commitment"):
        list(verify(Match.unpacked(pack(forged, kept.checkpoints, kept.records))))
    forged = msgspec.structs.replace(forged, commitment="")
    with pytest.raises(SaveError, match=r"throw \d+, of answer \d+, differs"):
        list(verify(Match.unpacked(pack(forged, kept.checkpoints, kept.records))))


def test_the_guided_turn_has_known_dice_and_says_so(server: Server, owner: httpx.Client, folder: Path) -> None:
    reply = owner.post("/api/tables", json={"game": "crossroads", "guide": True, "seed": "mine", "scenario": "dawn"})
    table = reply.json()
    assert reply.status_code == 201, reply.text
    assert data_of(owner, table)["known_dice"] is True
    assert secret_of(folder, table)["seed"] == owner.get("/api/guide/crossroads").json()["seed"]


def test_open_dice_are_known_and_say_so(tmp_path: Path) -> None:
    with serving(tmp_path) as server, server.owner() as owner:
        table = new_table(owner, seed="7")
        assert secret_of(tmp_path, table)["seed"] == "7"
        assert data_of(owner, table)["known_dice"] is True
        assert data_of(owner, new_table(owner, seed=""))["known_dice"] is False
