"""What must fit together in the data: counters, turn track, the chart, scenarios and map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents
from ardennes.engine.scenarios import file_of
from ardennes.games.wacht_am_rhein.rules.pieces import TYPES, Costs, Piece, read_faces, read_fire
from ardennes.games.wacht_am_rhein.rules.scenario import WachtScenario
from ardennes.rules.data_checks import Wrong, common_mistakes
from ardennes.rules.names import UNITS, turns_on_track

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

MOVEMENT = "movement.csv"
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
    yield from _scenarios(contents)


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
        for area in (scenario.deploys_in, scenario.closed):
            if area and area not in map.area_names:
                yield Mistake(file, f"there is no area {area!r} on the map", field="closed")
