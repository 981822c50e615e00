"""Random positions of The Deadly Woods, and what the program says of them beside what the model says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ardennes.engine.notation import write_position
from tests.deadly_woods.fields import Battlefield, field
from tests.models.deadly_woods import Model, counters
from tests.models.shown import destinations, score_differences
from tests.models.written import ground_of

TURNS = (2, 3, 4, 10)
OWN_WAYS = ("leashed", "paradrop", "crosses-boundary", "disguised")
"""Units that have rules of their own for where they may go."""
PLAIN_UNITS = [id for id, row in counters().items() if row["special"] not in OWN_WAYS]
MOMENTS = ("german move", "allied move", "german combat", "allied combat")


class Scattered(NamedTuple):
    """A random position at the first question of a round."""

    match: Battlefield
    combat_round: bool


def random_position(rng: Random) -> Scattered:
    """Some units of both sides, crowded around a hex or spread over the whole map, and some bridges blown."""
    ground, turn = ground_of("deadly_woods"), rng.choice(TURNS)
    centre = rng.choice(sorted(ground.hexes))
    room = sorted(ground.within({centre}, rng.choice((2, 3, 5, 8, 40))))
    rng.shuffle(room)
    owner = {hex: number % 2 for number, hex in enumerate(room)}
    free = dict.fromkeys(room, 2)
    placed = []
    for unit in rng.sample(PLAIN_UNITS, rng.randint(2, 40)):
        row = counters()[unit]
        fit = [
            hex
            for hex in room
            if free[hex]
            and owner[hex] == int(row["side"])
            and (row["nation"] != "British" or "british" in ground.hexes[hex].areas)
            and (not row["release"] or "west-of-meuse" in ground.hexes[hex].areas)
            and (free[hex] == 2 or row["side"] == "0" or not row["formation"])
        ]
        if fit:
            hex = fit[0] if rng.random() < 0.3 else rng.choice(fit)
            free[hex] -= 1
            steps = rng.randint(1, row["strength"].count("/") + 1)
            marker = " cut" if row["side"] == "0" and row["kind"] != "armor" and rng.random() < 0.1 else ""
            placed.append(f"{unit} {hex}/{steps}{marker}")
    for marker, last in (("Greif", 4), ("Traffic", 3)):
        road_hexes = {hex for row in ground.sides() if row.road for hex in row.hexes}
        jammed = sorted(hex for hex in road_hexes if free.get(hex) == 2)
        if turn <= last and jammed:
            placed.append(f"{marker} {rng.choice(jammed)}")
    bridges = [row.hexes for row in ground.sides() if row.bridge]
    blown = ["/".join(hexes) for hexes in rng.sample(bridges, rng.randint(0, 40))]
    moment = rng.choice(MOMENTS)
    return Scattered(field(", ".join(placed), moment, turn=turn, blown=blown), moment.endswith("combat"))


def differences(position: Scattered) -> Iterator[str]:
    """Where program and model say different things of a position: as it stands, of every move, of every attack."""
    match, combat_round = position
    model = Model(write_position(match.position))
    yield from score_differences(match, model)
    for unit in sorted(match.movers()):
        yield from _moves(match, model, unit, combat_round)
    if match.prompt_code() == "choose-move":
        match.do("done")
    for target in sorted(match.targets()):
        yield from _odds(match, model, target, combat_round)


def _moves(match: Battlefield, model: Model, unit: str, combat_round: bool) -> Iterator[str]:
    """All that a Move round allows, or the one hex of armor in a Combat round (14.4)."""
    shown = destinations(match, unit)
    expected = model.one_hex_away(unit) if combat_round else model.destinations(unit)
    for hex in sorted(shown.keys() | expected.keys()):
        if shown.get(hex) not in expected.get(hex, {None}):
            yield f"{unit} from {model.where[unit]} to {hex}: {shown.get(hex)} against {expected.get(hex)}"


def _odds(match: Battlefield, model: Model, target: str, combat_round: bool) -> Iterator[str]:
    """Who may attack (in a Move round armor only, 14.4); each attacker alone, then all of them together."""
    before = len(match.records)
    match.do(f"attack {target}")
    attackers = sorted(words.partition(" ")[2] for words in match.offers() if words.startswith("join "))
    side = model.side(attackers[0])
    able = {unit for unit in model.where if model.side(unit) == side and model.may_attack(unit, target)}
    if not combat_round:
        able = {unit for unit in able if model.kind(unit) == "armor"}
    if able != set(attackers):
        yield f"who may attack {target}: {sorted(able ^ set(attackers))}"
    for unit in attackers:
        yield from _one_attack(match, model, f"join {unit}", [unit], target)
    match.do(*(f"join {unit}" for unit in attackers))
    yield from _one_attack(match, model, "go", attackers, target)
    match.back_to(before)


def _one_attack(match: Battlefield, model: Model, words: str, attackers: list[str], target: str) -> Iterator[str]:
    tallies = match.tells(words).tallies
    shown = {name: tallies[name].total for name in ("attack", "defence", "shifts")}
    expected = {
        "attack": model.attack_strength(attackers),
        "defence": model.defence_strength(target, 1 - model.side(attackers[0])),
        "shifts": model.shifts(attackers, target),
    }
    if shown != expected:
        yield f"{attackers} against {target}: {shown} against {expected}"
