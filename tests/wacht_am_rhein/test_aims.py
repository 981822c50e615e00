"""What the opponent plays for: places by plan, and leaving the map only where it counts."""

from __future__ import annotations

import pytest

from ardennes.engine.options import is_about
from ardennes.games.wacht_am_rhein.ai.aims import Aims
from ardennes.games.wacht_am_rhein.ai.ground import Ground
from ardennes.games.wacht_am_rhein.ai.script import Ways
from ardennes.games.wacht_am_rhein.rules.field import ELIMINATED, Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, EXIT, GERMAN
from ardennes.numbers import Hex, Side
from tests.situation import data_of
from tests.wacht_am_rhein.test_advice import ground, new_game
from tests.wacht_am_rhein.test_advice import script as script_of


def places(p: Field, *names: str) -> set[Hex]:
    return {p.data.board.hex(name) for name in names}


def campaign(plan: str = "historical") -> Field:
    p = new_game("1", "campaign")
    p.operation = plan
    return p


@pytest.mark.parametrize(
    ("plan", "wanted", "not_wanted"),
    [
        ("historical", "Bastogne", "Echternach"),
        ("liege-aachen", "Verviers", "St. Vith"),
        ("luxembourg", "Echternach", "Monschau"),
        ("spoiling", "Houffalize", "Rochefort"),
    ],
)
def test_the_germans_play_for_the_places_of_their_plan(plan: str, wanted: str, not_wanted: str) -> None:
    """27.7"""
    p = campaign(plan)
    towns = _towns(p, GERMAN)
    (here,), (there,) = places(p, wanted), places(p, not_wanted)
    assert towns.get(here, 0) > 0
    assert not towns.get(there, 0)


def test_the_allies_reckon_with_every_plan_and_most_with_what_they_see() -> None:
    """27.7 Germans in the south make the plans for Luxembourg more likely, whatever the real one is."""
    p = campaign()
    aims, world = ground(p).aims, ground(p)
    before = aims.beliefs(p, world.distances, world.travels)
    assert sum(before.values()) == pytest.approx(1)
    assert min(before.values()) > 0
    (diekirch,) = places(p, "Diekirch")
    for unit in list(p.on_map(GERMAN)):
        p.put(unit, diekirch)
    p.forget()
    after = aims.beliefs(p, world.distances, world.travels)
    assert after["luxembourg"] > before["luxembourg"]
    assert after["liege-aachen"] < before["liege-aachen"]
    secret = _towns(p, ALLIED)
    p.operation = "spoiling"
    assert _towns(p, ALLIED) == secret, "the real plan is not looked at"


def _towns(p: Field, side: Side) -> dict[Hex, float]:
    world = ground(p)
    return world.aims.towns(p, side, world.distances, world.travels)


@pytest.mark.parametrize("scenario", ["campaign", "race_for_the_meuse"])
def test_nobody_leaves_the_map_for_nothing(scenario: str) -> None:
    """27.4b They may, but it wins nothing before the places are held that the plan asks for."""
    p = new_game("1", scenario)
    if scenario == "campaign":
        p.operation = "liege-aachen"
    script = script_of(p, GERMAN)
    script.look_at(p)
    unit = next(unit for unit in p.on_map(GERMAN) if p.data.counters[unit].counts)
    edge = next(iter(p.data.exits), p.where[unit])
    assert not is_about(script._best_of(p, unit, Ways([], [], [edge], True)), EXIT)
    if scenario == "campaign":
        held = places(p, "Verviers", "Spa", "Monschau")
        holders = [other for other in p.on_map(GERMAN) if p.data.counters[other].counts]
        for hex in held:
            for former in list(p.units_in(hex)):
                p.put(former, p.data.box(ELIMINATED))
            p.put(next(other for other in holders if p.where[other] not in held and other != unit), hex)
        north = p.data.board.hex(p.data.scenario_data.edges["north"][0])
        assert north in Aims(p.data).ways_to_leave(p)
        assert is_about(script._best_of(p, unit, Ways([], [], [north], True)), EXIT)
        south = p.data.board.hex(p.data.scenario_data.edges["south"][0])
        assert not is_about(script._best_of(p, unit, Ways([], [], [south], True)), EXIT)


@pytest.mark.parametrize("scenario", ["campaign", "race_for_the_meuse"])
def test_the_ways_over_the_meuse_are_wanted(scenario: str) -> None:
    data = data_of("wacht_am_rhein", scenario, frozenset())
    west = data.board.area("west-of-meuse")
    towns = Ground(data).aims.of_plan("historical")  # type: ignore[arg-type]
    crossings = [hex for hex in towns if hex in west]
    assert 2 <= len(crossings) <= 12
