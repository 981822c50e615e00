"""Random positions of 1944, and what the program says of them beside what the model says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ardennes.engine.notation import write_position
from tests.bulge1944.fields import Battlefield, field
from tests.models.bulge1944 import Model, counters
from tests.models.shown import SIDES, destinations, score_differences
from tests.models.written import ground_of

POINTS_IN_ONE = 6
WHOLE_UNITS = [id for id, row in counters().items() if not row["part_of"] and row["special"] != "disguised"]
"""Not the parts of divided divisions, and not the 150th Brigade: dice decide where that may go."""


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
    yield from score_differences(match, model)
    for words in sorted(match.offers()):
        verb, _, thing = words.partition(" ")
        if verb == "move":
            yield from _moves(match, model, thing)
        elif verb == "attack":
            yield from _dice(match, model, thing)


def _moves(match: Battlefield, model: Model, unit: str) -> Iterator[str]:
    if match.allowance(unit) != POINTS_IN_ONE * model.allowance(unit):
        yield f"allowance of {unit}: {match.allowance(unit)} against {model.allowance(unit)}"
    shown = destinations(match, unit)
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
