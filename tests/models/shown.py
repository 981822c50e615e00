"""What the program tells a player of a position, by printed numbers and counters' names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Protocol

from ardennes.engine.notation import write_option
from tests.situation import Situation

SIDES = ("german", "allied")


class Model(Protocol):
    """What every model answers."""

    where: Mapping[str, str]
    zone: list[set[str]]

    def side(self, unit: str) -> int: ...

    def is_supplied(self, unit: str) -> bool: ...


def score_differences(match: Situation, model: Model) -> Iterator[str]:
    """Where the overlays show other zones and other units in supply than the model knows."""
    yield from zone_differences(match, model)
    data, game = match.position.data, match.game
    for side in (0, 1):
        layers = {layer.title.code: layer for layer in game.overlays.layers(match.position.view(side), side, "supply")}
        own = {unit for unit in model.where if model.side(unit) == side}
        for code, wanted in (("layer-in-supply", True), ("layer-out-of-supply", False)):
            shown = own & {data.counters[unit].id for unit in layers[code].units} if code in layers else set()
            expected = {unit for unit in own if model.is_supplied(unit) == wanted}
            if shown != expected:
                yield f"{code} of {SIDES[side]}: {sorted(shown ^ expected)}"


def zone_differences(match: Situation, model: Model) -> Iterator[str]:
    """Where the overlays show other zones of control."""
    data, game = match.position.data, match.game
    zones = {layer.side: layer.hexes for layer in game.overlays.layers(match.position.view(0), 0, "zones")}
    for side in (0, 1):
        hexes = {data.board.label(hex) for hex in zones.get(side, ())}
        if hexes != model.zone[side]:
            yield f"zone of {SIDES[side]}: {sorted(hexes ^ model.zone[side])}"


def destinations(match: Situation, unit: str) -> dict[str, Fraction]:
    """Where a unit is offered to go, and at what price."""
    before = len(match.records)
    match.do(f"move {unit}")
    asked, found = match.asked, {}
    assert asked is not None
    for option in asked.options:
        verb, _, hex = write_option(match.position.data, option).partition(" ")
        if verb == "to":
            found[hex] = Fraction(match.about(option).cost or 0, match.game.points_in_one)
    match.back_to(before)
    return found
