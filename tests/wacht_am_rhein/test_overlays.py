"""What is shown over the map of Wacht am Rhein."""

from __future__ import annotations

from ardennes.engine.overlays import Layer
from tests.wacht_am_rhein.fields import Battlefield, field, new_game


def layers(match: Battlefield, name: str) -> dict[tuple[str, int | None], Layer]:
    """The layers of an overlay, by message and side."""
    overlays = match.game.overlays
    found = getattr(overlays, name.replace("-", "_"))(match.position.view(0), 0)
    return {(layer.title.code, layer.side): layer for layer in found}


def test_zones_of_both_sorts() -> None:
    match = field("GE-1_316_212-I D1936, US-299_VIII-E D2246")
    found = layers(match, "zones")
    around = match.data.board.around
    assert set(found["layer-zone", 0].hexes) == set(around(match.hex("D1936")))
    assert set(found["layer-fluid-zone", 1].hexes) == set(around(match.hex("D2246")))
    assert not found["layer-zone", 1].hexes
    assert not found["layer-fluid-zone", 0].hexes


def test_positions_places_and_exits() -> None:
    match = new_game()
    assert len(layers(match, "positions")["layer-entrenched", None].hexes) == 2
    found = layers(match, "victory")
    assert match.hex("D1542") in found["layer-victory", 1].hexes
    assert match.hex("D1350") in found["layer-exits", 0].hexes


def test_where_the_enemy_could_come() -> None:
    match = field("US-19_9Axx-T-M4 D1906, GE-1_316_212-I D2246")
    reach = layers(match, "enemy-reach")["layer-reach", 1]
    assert match.hex("D2006") in reach.hexes
    assert match.hex("D1906") not in reach.hexes
