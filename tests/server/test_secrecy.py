"""A game with secrets is not told to its owner while a friend or the computer plays in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.engine.match import Match
from tests.server.serving import Seat, Server, bearing, new_table, serving

FOG = {"game": "crossroads", "scenario": "dawn"}
SECRET_ORDERS = {"game": "crossroads", "scenario": "noon"}
HIDDEN = {"game": "bulge1944", "scenario": "campaign", "options": ["hidden"]}
DUMPS = {"game": "bitter_woods", "scenario": "campaign", "options": ["fuel_dumps"]}
OPEN = {"game": "bulge1944", "scenario": "campaign"}
SECRET = [FOG, SECRET_ORDERS, HIDDEN, DUMPS]
SENTENCES = {"en": "Somebody else plays in this game", "it": "In questa partita gioca anche qualcun altro"}


def download(owner: httpx.Client, table: dict[str, Any], language: str = "en") -> httpx.Response:
    return owner.get(f"/api/tables/{table['id']}/download", headers={"Accept-Language": language})


def fork(owner: httpx.Client, table: dict[str, Any], language: str = "en") -> httpx.Response:
    return owner.post(f"/api/tables/{table['id']}/fork", json={"at": 0}, headers={"Accept-Language": language})


@pytest.mark.parametrize("wanted", SECRET)
def test_a_friends_secrets_are_told_when_the_game_is_over(
    server: Server, owner: httpx.Client, wanted: dict[str, Any]
) -> None:
    table = new_table(owner, **wanted)
    own = Seat(server, table["seats"][0], server.key)
    Seat(server, table["watch"])
    assert download(owner, table).status_code == 200, "so far the owner alone has sat down; a watcher has no secrets"
    friend = Seat(server, table["seats"][1])
    for language, sentence in SENTENCES.items():
        for refused in (download(owner, table, language), fork(owner, table, language)):
            assert refused.status_code == 403
            assert sentence in refused.json()["detail"]
    friend.close()
    assert download(owner, table).status_code == 403, "what the friend has played stays his secret"
    own.ask("resign")
    assert Match.unpacked(download(owner, table).content).over is not None
    assert fork(owner, table).status_code == 201


@pytest.mark.parametrize("wanted", SECRET)
def test_the_computers_secrets_are_told_when_the_game_is_over(
    server: Server, owner: httpx.Client, wanted: dict[str, Any]
) -> None:
    table = new_table(owner, **wanted, players=["", "easy"])
    own = Seat(server, table["seats"][0], server.key)
    assert download(owner, table).status_code == 403
    assert fork(owner, table).json()["players"] == ["", "easy"], "the computer keeps its secrets there as well"
    own.ask("resign")
    assert download(owner, table).status_code == 200


@pytest.mark.parametrize("wanted", SECRET)
def test_who_plays_both_sides_has_no_secrets_from_himself(
    server: Server, owner: httpx.Client, wanted: dict[str, Any]
) -> None:
    table = new_table(owner, **wanted)
    for token in table["seats"]:
        Seat(server, token, server.key)
    assert download(owner, table).status_code == 200
    assert fork(owner, table).status_code == 201


def test_a_game_without_secrets_is_told_at_any_time(server: Server, owner: httpx.Client) -> None:
    table = new_table(owner, **OPEN, players=["", "easy"])
    Seat(server, table["seats"][0])
    assert download(owner, table).status_code == 200
    assert fork(owner, table).status_code == 201


def test_a_restart_forgets_no_friend(tmp_path: Path) -> None:
    with serving(tmp_path) as running, running.owner() as owner:
        table = new_table(owner, **SECRET_ORDERS)
        Seat(running, table["seats"][1]).close()
    with serving(tmp_path) as again, again.owner() as owner:
        assert download(owner, table).status_code == 403
        assert owner.get("/api/seat/data", headers=bearing(table["seats"][0])).status_code == 200
