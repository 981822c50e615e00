"""Dice that neither server nor players can choose: a commitment first, then a share from each, and all of it shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ardennes.cli.replay import verify as verify_file
from ardennes.engine.dice import mixed, seeded_pick
from ardennes.engine.match import Match
from ardennes.engine.saves import SaveError, pack, unpack
from ardennes.engine.verifying import verify
from ardennes.errors import ArdennesError
from tests.server.serving import bearing
from tests.site.people import People, challenge
from tests.site.sites import Process, play_on, site

ONE, OTHER = "0123456789abcdef" * 2, "fedcba9876543210" * 2


@pytest.fixture(scope="module")
def url(cluster: Any, template: str) -> str:
    return str(cluster.url(cluster.new(template)))


@pytest.fixture(scope="module")
def process(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    with site(url, tmp_path_factory.mktemp("site"), 1) as (started,):
        yield started


@pytest.fixture
def people(process: Process, url: str) -> Iterator[People]:
    with People(process, url) as found:
        yield found


def test_all_throws_follow_from_what_was_promised_and_shared(
    process: Process, people: People, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host, guest = people.sign_up(), people.sign_up()
    for wrong in ("xyz", "a" * 65, "AB"):
        refused = host.post("/api/challenges", json={"game": "crossroads", "share": wrong})
        assert refused.status_code == 400
    waiting = challenge(host, side=1, share=OTHER)
    promised = waiting["commitment"]
    taken = guest.post(f"/api/challenges/{waiting['id']}/join", json={"share": ONE}).json()
    (own,) = host.get("/api/mine").json()
    data = guest.get("/api/seat/data", headers=bearing(taken["token"])).json()
    assert data["commitment"] == promised, "the promise was made before the shares were known"
    seats = [process.seat(taken["token"]), process.seat(own["token"])]
    play_on(seats, random.Random(3), 60)
    if not any(seat.ask("sync")["over"] for seat in seats):
        assert seats[0].ask("resign", rev=seats[0].rev)["is"] == "done"
    told = guest.get("/api/seat/dice", headers=bearing(taken["token"])).json()
    assert told["shares"] == [ONE, OTHER], "by side"
    assert blake2b(f"{told['salt']}:{told['seed']}".encode(), digest_size=16).hexdigest() == promised
    assert told["throws"]
    seed = mixed(told["seed"], told["shares"])
    for _, number, count, weights, outcome in told["throws"]:
        assert seeded_pick(seed, number, count, weights) == outcome
    differs = [seeded_pick(told["seed"], n, count, weights) != got for _, n, count, weights, got in told["throws"]]
    assert any(differs), "the server's seed alone gives other dice"
    save = host.get("/api/seat/save", headers=bearing(own["token"])).content
    said = list(verify(Match.unpacked(save)))
    assert any(ONE in sentence and OTHER in sentence for sentence in said)
    kept = unpack(save)
    forged = msgspec.structs.replace(kept.header, shares=(ONE, ONE))
    with pytest.raises(SaveError, match=r"set-up|throw"):
        list(verify(Match.unpacked(pack(forged, kept.checkpoints, kept.records))))
    file = tmp_path / "game.ardennes"
    file.write_bytes(save)
    verify_file(file)
    assert ONE in capsys.readouterr().out
    file.write_bytes(pack(forged, kept.checkpoints, kept.records))
    with pytest.raises(ArdennesError, match=r"game\.ardennes: "):
        verify_file(file)


def test_a_share_may_be_missing(people: People, process: Process) -> None:
    host, guest = people.sign_up(), people.sign_up()
    waiting = challenge(host)
    taken = guest.post(f"/api/challenges/{waiting['id']}/join")
    assert taken.status_code == 201
    seat = process.seat(taken.json()["token"])
    assert seat.ask("resign", rev=seat.rev)["is"] == "done"
    assert guest.get("/api/seat/dice", headers=bearing(taken.json()["token"])).json()["shares"] == []
