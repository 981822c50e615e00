"""Random positions of 1944, and what the program says of them beside what the model says."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from ardennes.engine.notation import write_option, write_position
from tests.bulge1944.fields import Battlefield, field
from tests.models.bulge1944 import Model, counters
from tests.models.written import ground_of

POINTS_IN_ONE = 6
WHOLE_UNITS = [id for id, row in counters().items() if not row["part_of"] and row["special"] != "disguised"]
"""Not the parts of divided divisions, and not the 150th Brigade: dice decide where that may go."""
SIDES = ("german", "allied")


def random_position(rng: Random) -> Battlefield:
    """Some units of both sides, crowded around a hex or spread over the whole map."""
    ground = ground_of("bulge1944")
    centre = rng.choice(sorted(ground.hexes))
    room = sorted(ground.within({centre}, rng.choice((3, 4, 6, 20))))
    units = rng.sample(WHOLE_UNITS, min(len(room) // 2, rng.randint(2, 30)))
    places = rng.sample(room, len(units))
    said = ", ".join(f"{unit} {hex}" for unit, hex in zip(units, places, strict=True))
    return field(said, f"{rng.choice(SIDES)} activation", as_shipped=True, turn=9, points=60)


def differences(match: Battlefield) -> Iterator[str]:
    """Where program and model say different things of a position."""
    model = Model(write_position(match.position))
    yield from _zones(match, model)
    yield from _supply(match, model)
    for words in sorted(match.offers()):
        verb, _, thing = words.partition(" ")
        if verb == "move":
            yield from _moves(match, model, thing)
        elif verb == "attack":
            yield from _dice(match, model, thing)


def _zones(match: Battlefield, model: Model) -> Iterator[str]:
    view = match.position.view(0)
    shown = {layer.side: layer for layer in match.game.overlays.layers(view, 0, "zones")}
    for side in (0, 1):
        hexes = {match.kit.board.label(hex) for hex in shown[side].hexes} if side in shown else set()
        if hexes != model.zone[side]:
            yield f"zone of {SIDES[side]}: {sorted(hexes ^ model.zone[side])}"


def _supply(match: Battlefield, model: Model) -> Iterator[str]:
    """The overlay's units in and out of supply, as each side sees its own."""
    for side in (0, 1):
        layers = match.game.overlays.layers(match.position.view(side), side, "supply")
        by_code = {layer.title.code: layer for layer in layers}
        for code, wanted in (("layer-in-supply", True), ("layer-out-of-supply", False)):
            units = {match.kit.counters[unit].id for unit in by_code[code].units} if code in by_code else set()
            expected = {u for u in model.where if model.side(u) == side and model.is_supplied(u) == wanted}
            own = {unit for unit in units if unit in model.where and model.side(unit) == side}
            if own != expected:
                yield f"{code} of {SIDES[side]}: {sorted(own ^ expected)}"


def _moves(match: Battlefield, model: Model, unit: str) -> Iterator[str]:
    if match.allowance(unit) != POINTS_IN_ONE * model.allowance(unit):
        yield f"allowance of {unit}: {match.allowance(unit)} against {model.allowance(unit)}"
    match.do(f"move {unit}")
    shown = {}
    asked = match.asked
    assert asked is not None
    for option in asked.options:
        verb, _, hex = write_option(match.kit, option).partition(" ")
        if verb == "to":
            shown[hex] = Fraction(match.about(option).cost or 0, POINTS_IN_ONE)
    match.back_to(0)
    expected = model.destinations(unit)
    for hex in sorted(shown.keys() | expected.keys()):
        if shown.get(hex) != expected.get(hex):
            yield f"{unit} from {model.where[unit]} to {hex}: {shown.get(hex)} against {expected.get(hex)}"


def _dice(match: Battlefield, model: Model, target: str) -> Iterator[str]:
    """Each attacker alone, then all of them together."""
    (defender,) = (unit for unit, hex in model.where.items() if hex == target)
    match.do(f"attack {target}")
    attackers = sorted(words.partition(" ")[2] for words in match.offers() if words.startswith("join "))
    expected = {unit: model.attack_dice(unit, target) for unit in attackers}
    shown = {unit: match.tells(f"join {unit}").tallies["attack"].total for unit in attackers}
    for unit in attackers:
        if shown[unit] != expected[unit]:
            yield f"{unit} from {model.where[unit]} against {target}: {shown[unit]} against {expected[unit]}"
    neighbours = {unit for unit, hex in model.where.items() if hex in model.ground.around[target]}
    able = {unit for unit in neighbours if model.side(unit) != model.side(defender)}
    if able != set(attackers):
        yield f"who may attack {target}: {sorted(able ^ set(attackers))}"
    match.do(*(f"join {unit}" for unit in attackers))
    dice = match.tells("go").tallies
    together = dice["attack"].total, dice["defence"].total
    wanted = sum(expected.values()), model.defence_dice(defender)
    if together != wanted:
        yield f"{attackers} against {defender} in {target}: {together} against {wanted}"
    match.back_to(0)
