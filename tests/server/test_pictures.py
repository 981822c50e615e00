"""The drawings kept for the page are of the maps they lie beside."""

from __future__ import annotations

import gzip
import json

import pytest

from ardennes.engine.game import game_folders, load_game
from ardennes.server.faces import face, parts, table_look
from ardennes.server.pictures import LAYERS, PAINTING, digest_of_map

PLAYABLE = {name: folder for name, folder in game_folders().items() if (folder / "game.py").exists()}


@pytest.mark.parametrize("game", PLAYABLE)
def test_drawing_is_of_this_map(game: str) -> None:
    folder = PLAYABLE[game]
    kept = json.loads(gzip.decompress((folder / "map" / LAYERS).read_bytes()))
    assert kept["map"] == digest_of_map(folder), "draw it again: python -m ardennes.server.pictures"
    assert {"grid", "numbers", "painting"} <= {layer["id"] for layer in kept["layers"]}
    assert (folder / "map" / PAINTING).read_bytes()[:2] == b"\xff\xd8"


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_counter_has_a_face(game: str) -> None:
    played = load_game(game)
    look = table_look(played.folder)
    for counter in played.kit(played.first_scenario, ()).counters:
        shown = face(look.counter, counter)
        assert shown["label"]
        assert shown["colour"].startswith("#")


def test_a_template_mixes_print_and_columns() -> None:
    assert parts("{dice}-{column:steps}-{moves}", {"dice": 5, "moves": 6}) == ["5", "-", {"column": "steps"}, "-", "6"]
