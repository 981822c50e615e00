"""What must fit together in the data: counters, turn track, the chart, scenarios and map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ardennes.board import Board
from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents
from ardennes.engine.scenarios import file_of
from ardennes.games.wacht_am_rhein.rules.all_out import all_out
from ardennes.games.wacht_am_rhein.rules.pieces import (
    COMPANIES,
    TYPES,
    BreakdownRow,
    Costs,
    DropRow,
    EntryRow,
    Formation,
    GroundRow,
    Piece,
    StrikeRow,
    SurvivalRow,
    WeatherRow,
    read_faces,
    read_fire,
)
from ardennes.games.wacht_am_rhein.rules.scenario import WachtScenario
from ardennes.rules.data_checks import Wrong, common_mistakes
from ardennes.rules.names import UNITS, turns_on_track

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

MOVEMENT = "movement.csv"
FORMATIONS, ENTRIES, BREAKDOWN = "formations.csv", "entries.csv", "breakdown.csv"
WEATHER, GROUND, STRIKES = "weather.csv", "ground.csv", "march_interdiction.csv"
DROP, SURVIVAL = "parachute_drop.csv", "truppeneinheit.csv"
MOVERS = (
    *("tactical-a", "tactical-b", "tactical-b-infantry", "march-a-german", "march-a-allied", "march-b"),
    "headquarters",
)
AREAS = ("north-edge", "south-edge", "east-edge", "west-edge")


def mistakes(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    yield from common_mistakes(game, contents, _unit, areas=AREAS, vital_areas=())
    rows = contents.rows(MOVEMENT, Costs)
    if contents.is_sound(MOVEMENT) and {row.mover for row in rows.values()} != set(MOVERS):
        yield Mistake(MOVEMENT, f"there must be a row for each of {', '.join(MOVERS)}", field="mover")
    yield from _tables(contents)
    yield from _command(contents)
    yield from _scenarios(contents)


def _tables(contents: Contents) -> Iterator[Mistake]:
    """17.22, 18.16, 18.26, 19.44 Every die has one row; battalions break down into companies that there are."""
    tables: tuple[tuple[str, Any, range], ...] = (
        (WEATHER, WeatherRow, range(8)),
        (GROUND, GroundRow, range(1, 7)),
        (STRIKES, StrikeRow, range(1, 7)),
        (DROP, DropRow, range(1, 7)),
        (SURVIVAL, SurvivalRow, range(1, 7)),
    )
    for file, shape, dice in tables:
        if contents.is_sound(file) and sorted(row.die for row in contents.rows(file, shape).values()) != [*dice]:
            yield Mistake(file, f"there must be one row for each die from {dice[0]} to {dice[-1]}", field="die")
    for number, row in contents.rows(BREAKDOWN, BreakdownRow).items():
        if row.company not in COMPANIES:
            yield Mistake(BREAKDOWN, f"{row.company!r} is none of {', '.join(COMPANIES)}", number, "company")


def _command(contents: Contents) -> Iterator[Mistake]:
    """14.0 Every division of a counter is there, once, with a corps that has a headquarters; 21.22 and every road."""
    rows = contents.rows(FORMATIONS, Formation)
    names = [(row.nation, row.formation) for row in rows.values()]
    for number, row in rows.items():
        if names.count((row.nation, row.formation)) > 1:
            yield Mistake(FORMATIONS, f"there are two {row.nation} formations {row.formation!r}", number, "formation")
    if contents.is_sound(FORMATIONS) and contents.is_sound(UNITS):
        pieces = contents.rows(UNITS, Piece)
        corps = {piece.corps for piece in pieces.values() if piece.headquarters}
        for number, piece in pieces.items():
            if piece.formation and (piece.nation, piece.formation) not in names:
                yield Mistake(UNITS, f"{FORMATIONS} has no {piece.nation} {piece.formation!r}", number, "formation")
        for number, row in rows.items():
            if row.corps and row.corps not in corps:
                yield Mistake(FORMATIONS, f"no headquarters belongs to {row.corps!r}", number, "corps")
    board = contents.board
    if board is None:
        return
    for number, entry in contents.rows(ENTRIES, EntryRow).items():
        for code in (entry.code, *entry.alternates.split()):
            if code not in board.area_names and not board.has_label(code):
                yield Mistake(ENTRIES, f"there is no road and no hex {code!r} on the map", number, "alternates")


def _unit(contents: Contents, piece: Piece) -> Iterator[Wrong]:
    try:
        sides = read_faces(piece.strength)
    except ValueError as error:
        yield "strength", str(error)
        return
    if not 1 <= len(sides) <= 2:
        yield "strength", "a counter has one side or two"
    if piece.type not in TYPES:
        yield "type", f"{piece.type!r} is none of {', '.join(TYPES)}"
    if bool(piece.fire) != piece.gun:
        yield "fire", "guns have barrage, protective fire and range, and nobody else"
    try:
        read_fire(piece.fire) if piece.fire else None
    except ValueError as error:
        yield "fire", str(error)
    if contents.is_sound(UNITS) and piece.reverse:
        others = {other.id: other for other in contents.rows(UNITS, Piece).values()}
        if piece.reverse not in others or others[piece.reverse].reverse != piece.id:
            yield "reverse", f"{piece.reverse!r} is not the other side of this counter"


def _scenarios(contents: Contents) -> Iterator[Mistake]:
    """Where units are placed and come, and the Game-Turns that are named."""
    turns, board = turns_on_track(contents), contents.board
    for name, scenario in contents.scenarios.items():
        if not isinstance(scenario, WachtScenario) or board is None:
            continue
        map, file = scenario.cut(board), file_of(name)
        for unit, arrival in scenario.arrivals.items():
            turn, _, places = arrival.partition(": ")
            if not turn.isdecimal() or int(turn) not in turns:
                yield Mistake(file, f"there is no Game-Turn {turn!r}", field=f"arrivals.{unit}")
            for place in places.split() or [""]:
                if place not in map.area_names and map.find(place) is None:
                    yield Mistake(file, f"there is no road and no hex {place!r}", field=f"arrivals.{unit}")
        for hex in (*scenario.improved, *scenario.entrenched):
            if not map.has_label(hex):
                yield Mistake(file, f"there is no hex {hex!r} on the map in play", field="improved")
        yield from _edges_and_levels(scenario, map, file)
        yield from _set_up(contents, scenario, map, file)
        if scenario.all_out is not None:
            yield from _set_up(contents, all_out(scenario, scenario.arrivals), map, file)


def _set_up(contents: Contents, scenario: WachtScenario, map: Board, file: str) -> Iterator[Mistake]:
    """25.12, 26.2 Who is placed freely stands somewhere to begin with; hexes and areas are on the map in play."""
    for number, deployment in enumerate(scenario.deployments):
        for unit in deployment.units:
            if unit not in scenario.set_up:
                yield Mistake(file, f"{unit!r} is placed freely but not set up", field=f"deployments.{number}")
        around = [deployment.around, *(place.partition(": ")[0] for place in deployment.around_any)]
        for hex in (*deployment.hexes, *deployment.but, *filter(None, around)):
            if map.find(hex) is None:
                yield Mistake(file, f"there is no hex {hex!r} on the map in play", field=f"deployments.{number}")
    behind = scenario.truppeneinheit.area if scenario.truppeneinheit is not None else ""
    areas = (scenario.deploys_in, scenario.closed, behind, *(deployment.area for deployment in scenario.deployments))
    in_levels = (area for level in scenario.levels for presence in level.present for area in presence.areas)
    for area in (*areas, *in_levels):
        if area and area not in map.area_names:
            yield Mistake(file, f"there is no area {area!r} on the map", field="closed")
    for pair in scenario.bridges:
        hexes = [hex for hex in (map.find(name) for name in pair.split("/")) if hex is not None]
        if len(hexes) != 2 or hexes[1] not in map.around(hexes[0]):
            yield Mistake(file, f"{pair!r} are no two neighbours with a slash between", field="bridges")
    known = {piece.id for piece in contents.rows(UNITS, Piece).values()} if contents.is_sound(UNITS) else None
    for unit in (*scenario.in_march, *scenario.fatigued, *scenario.broken_down, *scenario.bridge_carriers):
        if known is not None and unit not in known:
            yield Mistake(file, f"there is no unit {unit!r}", field="in_march")


def _edges_and_levels(scenario: WachtScenario, map: Board, file: str) -> Iterator[Mistake]:
    """14.11, 25.17 The hexes where roads lead off the map and units leave it, and the places that win."""
    for field, hexes in (("supply", scenario.supply[0]), ("supply", scenario.supply[1]), ("exits", scenario.exits)):
        for hex in hexes:
            if not map.has_label(hex) and (field != "exits" or hex not in map.area_names):
                yield Mistake(file, f"there is no hex {hex!r} on the map in play", field=field)
    yield from _edges_and_plans(scenario, map, file)
    for level in scenario.levels:
        held = (place for holding in level.holding for place in holding.places)
        for place in (*level.german_in, *level.allied_in, *level.allied_in_any, *held):
            if map.find(place) is None:
                yield Mistake(file, f"there is no place {place!r} on the map in play", field="levels")


def _edges_and_plans(scenario: WachtScenario, map: Board, file: str) -> Iterator[Mistake]:
    """27.7 The parts of the map edge, and the plans, that levels of victory name."""
    for name, hexes in scenario.edges.items():
        for hex in hexes:
            if not map.has_label(hex):
                yield Mistake(file, f"there is no hex {hex!r} on the map in play", field=f"edges.{name}")
    for level in scenario.levels:
        for departure in level.departures:
            if departure.by not in scenario.edges:
                yield Mistake(file, f"there is no edge {departure.by!r}", field="levels")
        for plan in level.plans:
            if plan not in scenario.plans:
                yield Mistake(file, f"there is no plan {plan!r}", field="levels")
