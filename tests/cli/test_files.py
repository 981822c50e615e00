"""Replays, and the files that cannot be used: saves and data packs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.engine.dice import commitment
from ardennes.engine.game import load_game
from ardennes.engine.match import Match
from ardennes.engine.packs import export
from ardennes.engine.saves import CHECK_BYTES, MAGIC, pack, unpack
from ardennes.errors import ArdennesError
from tests.cli.conftest import Ardennes, fails
from tests.cli.scripts import played
from tests.server.updating import CHANGES, Release


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.ardennes"
    played("f", "dawn")[0].save(path)
    return path


# --- replay --------------------------------------------------------------------------------------


def test_replay_tells_the_game(ardennes: Ardennes, saved: Path) -> None:
    match = Match.load(saved)
    run = ardennes("replay", saved)
    assert run.code == 0
    assert run.out.startswith(f"Crossroads: Dawn. {len(match.records)} answers.")
    for event in match.log(None):
        assert match.sentence(event) in run.out
    assert run.out.rstrip().splitlines()[-1].startswith(match.sentence(match.prompt()))
    assert match.sentence(match.prompt(), "it") in ardennes("replay", saved, "--language", "it").out


def test_replay_as_json(ardennes: Ardennes, saved: Path) -> None:
    match = Match.load(saved)
    found = json.loads(ardennes("replay", saved, "--json").out)
    assert found["game"] == "crossroads"
    assert found["scenario"] == "dawn"
    assert found["seed"] == "f"
    assert found["digest"] == match.position.digest()
    assert [answer["option"] for answer in found["answers"]] == [record.option for record in match.records]
    assert found["opening"][0]["code"] == "turn"
    assert found["over"]["winner"] == match.position.over.winner  # type: ignore[union-attr]
    die = next(event for answer in found["answers"] for event in answer["events"] if "die" in event["args"])
    assert 1 <= die["args"]["die"] <= 6
    assert str(die["args"]["die"]) in die["text"]


def test_replay_up_to_an_answer(ardennes: Ardennes, saved: Path) -> None:
    match = Match.load(saved)
    found = json.loads(ardennes("replay", saved, "--to", 5, "--json").out)
    assert len(found["answers"]) == 5
    assert found["over"] is None
    assert found["digest"] == match.fork(5).position.digest()
    assert "The game is not over." in ardennes("replay", saved, "--to", 0).out
    fails(ardennes("replay", saved, "--to", 9999), "game.ardennes", "9999")


def test_replay_as_one_side_saw_it(ardennes: Ardennes, tmp_path: Path) -> None:
    match = Match.new("crossroads", scenario="dawn", seed="g")
    match.apply(match.anytime(1)[0], 1)
    match.save(tmp_path / "start.s")
    allied = ardennes("replay", "start.s", "--as", "allied")
    assert "German counter" in allied.out
    assert "Panzer battalion" not in allied.out
    assert "Panzer battalion" in ardennes("replay", "start.s", "--as", "German").out
    found = json.loads(ardennes("replay", "start.s", "--as", "Allied", "--json").out)
    assert "seed" not in found
    assert "unit Pz: where=?" in found["position"]
    assert [answer["notation"] for answer in found["answers"]] == ["prepare 0403/0503"]
    assert json.loads(ardennes("replay", "start.s", "--as", "German", "--json").out)["answers"] == []
    fails(ardennes("replay", "start.s", "--as", "Swiss"), "'Swiss'", "German and Allied")


# --- saves that cannot be used -------------------------------------------------------------------


def repacked(data: bytes, change: Callable[[dict[str, object]], None]) -> bytes:
    """A save whose header says something else; its checksum is right."""
    kept = unpack(data)
    told = msgspec.to_builtins(kept.header)
    change(told)
    return pack(told, kept.checkpoints, kept.records)


def by_other_rules(data: bytes, version: int) -> bytes:
    kept = unpack(data)
    checkpoints = [msgspec.structs.replace(checkpoint, rules_version=version) for checkpoint in kept.checkpoints]
    return pack(kept.header, checkpoints, kept.records)


DAMAGES: list[tuple[Callable[[bytes], bytes], list[str]]] = [
    (lambda data: data[:0], ["not a save"]),
    (lambda data: b"PK\x03\x04" + data, ["not a save"]),
    (lambda data: data[:40], ["cut short"]),
    (lambda data: data[:-1], ["cut short"]),
    (lambda data: data[: len(data) // 2], ["cut short"]),
    (lambda data: data[:-30] + bytes([data[-30] ^ 1]) + data[-29:], ["damaged"]),
    (lambda data: MAGIC + b"\xff" * len(data), ["cut short"]),
    (lambda data: repacked(data, lambda told: told.update(format=99, version="9.9")), ["newer version", "9.9"]),
    (lambda data: repacked(data, lambda told: told.update(game="panzerblitz")), ["'panzerblitz'"]),
    (lambda data: repacked(data, lambda told: told.update(game="unfinished")), ["cannot be played yet"]),
    (lambda data: by_other_rules(data, 7), ["version 7 of the rules"]),
    (lambda data: repacked(data, lambda told: told.update(scenario="dusk")), ["'dusk'"]),
    (lambda data: repacked(data, lambda told: told.update(options=["frost"])), ["'frost'"]),
    (lambda data: repacked(data, lambda told: told.update(scenario=5)), ["scenario"]),
]


@pytest.mark.usefixtures("unfinished")
@pytest.mark.parametrize("number", range(len(DAMAGES)))
def test_a_save_that_cannot_be_used(ardennes: Ardennes, saved: Path, number: int) -> None:
    damage, words = DAMAGES[number]
    saved.write_bytes(damage(saved.read_bytes()))
    before = sorted(saved.parent.iterdir())
    fails(ardennes("replay", saved), "game.ardennes", *words)
    fails(ardennes("play", "crossroads", "--terminal", "--load", saved), "game.ardennes", *words)
    assert sorted(saved.parent.iterdir()) == before


def changed_inside(raw: bytes, places: list[int]) -> bytes:
    """A save with some bytes changed and the checksum of a whole one."""
    body = bytearray(raw[len(MAGIC) : -CHECK_BYTES])
    for place in places:
        body[place % len(body)] ^= 1 + place % 255
    return MAGIC + bytes(body) + blake2b(bytes(body), digest_size=CHECK_BYTES).digest()


FUZZED = played("h", "dawn")[0].packed()


@settings(max_examples=60)
@given(places=st.lists(st.integers(0, 1_000_000), min_size=1, max_size=4))
def test_damage_that_the_checksum_does_not_show(places: list[int]) -> None:
    try:
        match = Match.unpacked(changed_inside(FUZZED, places))
    except ArdennesError:
        return
    assert match.records, "what can be read leads where it says"


def test_a_log_that_does_not_replay(ardennes: Ardennes, saved: Path) -> None:
    kept = unpack(saved.read_bytes())
    header, checkpoints, records = kept.header, kept.checkpoints, kept.records
    for changed in (
        records[:-3],
        records[3:],
        [*records[:-1], records[0]],
        [msgspec.structs.replace(records[0], option=99)],
    ):
        saved.write_bytes(pack(header, checkpoints, changed))
        fails(ardennes("replay", saved), "game.ardennes")
    rolled = next(index for index, record in enumerate(records) if any(isinstance(one, int) for one in record.outcomes))
    blank = msgspec.structs.replace(records[rolled], outcomes=())
    saved.write_bytes(pack(header, checkpoints, [*records[:rolled], blank, *records[rolled + 1 :]]))
    fails(ardennes("replay", saved), "game.ardennes", f"record {rolled + 1}", "log")


def test_a_save_that_is_not_there(ardennes: Ardennes, tmp_path: Path) -> None:
    fails(ardennes("replay", "nothing.s"), "nothing.s", "No such file")
    fails(ardennes("replay", tmp_path), tmp_path.name, "Is a directory")
    fails(ardennes("play", "crossroads", "--terminal", "--load", "nothing.s"), "nothing.s", "No such file")


def test_a_save_keeps_its_settings(ardennes: Ardennes, saved: Path) -> None:
    load = ("play", "crossroads", "--terminal", "--load", saved)
    fails(ardennes(*load, "--scenario", "noon"), "scenario")
    fails(ardennes(*load, "--seed", "1"), "seed")


# --- data packs ----------------------------------------------------------------------------------


@pytest.fixture
def data_pack(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    export(load_game("crossroads"), folder)
    return folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


BREAKS = [
    ("units.csv", "4,2,4,0703", "many,2,4,0703", ["units.csv", "row 2", "strength"]),
    ("units.csv", "Pz,Panzer battalion,0", "Pz,Panzer battalion,7", ["Pz", "side 7"]),
    ("units.csv", "Gr1,1st", "Pz,1st", ["'Pz'", "two rows"]),
    ("units.csv", "0703", "9903", ["9903"]),
    ("units.csv", "id,name", "id,colour,name", ["units.csv", "'colour'"]),
    ("units.csv", "tank,4", "zeppelin,4", ["units.csv", "row 2", "kind"]),
    ("units.csv", ",made up for this game", "", ["units.csv", "row 2", "cells expected"]),
    ("units.csv", "Foe5,German counter 5,0,stand-in", "Foe5,German counter 5,0,decoy", ["pack"]),
    ("tables.toml", "guns_each_turn = 1", "guns_each_turn = one", ["tables.toml", "line"]),
    ("tables.toml", "guns_each_turn = 1", 'guns_each_turn = "one"', ["tables.toml", "guns_each_turn"]),
    ("scenarios/dawn.toml", "last_turn = 4", "last_turn = four", ["dawn.toml", "line"]),
    ("scenarios/dawn.toml", "last_turn = 4", "last_turn = 0", ["dawn.toml", "last_turn"]),
    ("tables.toml", '"1-2"', '"often"', ["tables.toml", "'often'"]),
    ("tables.toml", '["A1", "A1", "EX", "CA"],', "", ["tables.toml", "six rows"]),
    ("tables.toml", '"EX", "CA"]', '"EX", "KO"]', ["tables.toml", "results"]),
    ("map/map.json", '"terrain": "woods"', '"terrain": "sea"', ["map.json", "0101", "'sea'"]),
    ("map/map.json", '"format": 1', '"format": 2', ["map.json", "format 2"]),
    ("map/map.json", '"hexes": [\n', '"hexes": \n', ["map.json"]),
]


@pytest.mark.parametrize("number", range(len(BREAKS)))
def test_a_broken_data_pack(ardennes: Ardennes, data_pack: Path, number: int) -> None:
    file, old, new, words = BREAKS[number]
    change(data_pack / file, old, new)
    fails(ardennes("play", "crossroads", "--terminal", "--data", data_pack), *words)


def test_a_data_pack_that_is_not_there(ardennes: Ardennes, data_pack: Path) -> None:
    fails(ardennes("play", "crossroads", "--terminal", "--data", "nowhere"), "nowhere", "No such file")
    (data_pack / "tables.toml").unlink()
    (data_pack / "tables.toml").mkdir()
    fails(ardennes("play", "crossroads", "--terminal", "--data", data_pack), "tables.toml", "not a file")


def test_a_game_with_a_data_pack_of_ones_own(ardennes: Ardennes, data_pack: Path) -> None:
    change(data_pack / "units.csv", "Panzer battalion", "Tiger company")
    game = ("play", "crossroads", "--terminal", "--data", data_pack, "--scenario", "noon")
    run = ardennes(*game, script="units\nmove Pz\nsave mine.s\nload mine.s\nquit!\n")
    assert run.code == 0
    assert "Tiger company" in run.out
    assert "other data" not in run.out
    fails(ardennes("replay", "mine.s"), "other data")
    assert "Tiger company" in ardennes("replay", "mine.s", "--data", data_pack).out


# --- saves of another release --------------------------------------------------------------------


def test_a_save_goes_on_under_other_rules(tmp_path: Path) -> None:
    """The command of a later release, which has another price and another version of the rules."""
    match = played("f", "noon")[0].fork(20)
    match.save(tmp_path / "mine.ardennes")
    release = Release(tmp_path / "games", "crossroads")
    for file, old, new in CHANGES["another version of the rules"]:
        release.change(file, old, new)
    command = [sys.executable, "-c", "from ardennes.cli import main; main()", "play", "crossroads", "--terminal"]
    command += ["--no-curtain", "--load", "mine.ardennes", "--language", "it"]
    run = subprocess.run(
        command,
        input="1\n" * 400,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "ARDENNES_GAMES": str(release.folder)},
        check=False,
    )
    said = "(versione 1 → 7): la partita continua dal turno"
    assert said in run.stdout, run.stdout + run.stderr
    assert "Traceback" not in run.stdout + run.stderr


def test_verify_checks_every_throw(ardennes: Ardennes, saved: Path) -> None:
    run = ardennes("replay", saved, "--verify")
    assert run.code == 0
    assert "Seed and salt give the commitment" in run.out
    assert "throws follow from the seed." in run.out
    kept = unpack(saved.read_bytes())
    other = msgspec.structs.replace(kept.header, seed="other", commitment=commitment("other", ""))
    saved.write_bytes(pack(other, kept.checkpoints, kept.records))
    refused = ardennes("replay", saved, "--verify")
    assert refused.code == 1
    assert "throw" in refused.err or "set-up" in refused.err
    hidden = msgspec.structs.replace(kept.header, seed="", salt="")
    saved.write_bytes(pack(hidden, kept.checkpoints, kept.records))
    fails(ardennes("replay", saved, "--verify"), "game.ardennes", "no seed")
