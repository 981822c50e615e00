"""27.1 KG Peiper turns what is left of its advance into a march along the road."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import object_of
from ardennes.engine.procedure import About, Question, SideProcedure, Then
from ardennes.engine.texts import Argument, Event
from ardennes.games.bitter_woods.rules.battalions import keep_together
from ardennes.games.bitter_woods.rules.boundaries import may_be_in
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import DONE, TO, TWELFTHS
from ardennes.games.bitter_woods.rules.presence import arrive
from ardennes.games.bitter_woods.rules.stacking import has_room
from ardennes.games.bitter_woods.rules.terrain import profile_of
from ardennes.kernels.flags import BARRED, ZONE
from ardennes.numbers import Hex, Unit

Path = tuple[Hex, ...]


class RoadMarch(SideProcedure):
    """27.1 A unit with hexes of its advance left, each of them worth a movement point on the road."""

    unit: Unit
    hexes: int


@derived(Until.ANY_CHANGE)
def ways_by_road(p: Field, unit: Unit, hexes: int) -> dict[Hex, Path]:
    """27.1 Where a unit could march by road from where it stands; it stops in the first enemy zone, and 36.1 ends near
    the other battalions."""
    board, side = p.data.board, p.data.sides[unit]
    most = hexes * TWELFTHS // profile_of(p.data.counters[unit]).road
    ways: list[Path] = [(p.where[unit],)]
    seen = {p.where[unit]}
    for way in ways:
        here = way[-1]
        if len(way) > most or (len(way) > 1 and p.way(side)[here] & ZONE):
            continue
        for there in board.around(here):
            hexside = board.side(here, there)
            by_road = board.road[hexside] and not p.blown[hexside]
            shut = p.way(side)[there] & BARRED or p.closed[there] == side + 1 or not may_be_in(p, unit, there)
            if by_road and not shut and there not in seen:
                seen.add(there)
                ways.append((*way, there))
    ends = [way for way in sorted(ways[1:]) if has_room(p, unit, way[-1]) and keep_together(p, {unit: way[-1]})]
    return {way[-1]: way[1:] for way in ends}


class ChooseRoad(Question[Field, RoadMarch]):
    """27.1 How far it marches."""

    prompt, rule, prompt_fields = "choose-road-march", "27.1", ("unit", "hexes")
    reasons = {TO: ("no-road-there", "27.1")}

    def arguments(self, p: Field, march: RoadMarch) -> dict[str, Argument]:
        return {"unit": march.unit, "points": march.hexes * TWELFTHS}

    def offers(self, p: Field, march: RoadMarch) -> Sequence[int]:
        options = [TO + hex for hex in ways_by_road(p, march.unit, march.hexes)]
        return [*options, DONE + 0] if options else []

    def about(self, p: Field, march: RoadMarch, option: int) -> About:
        if option == DONE:
            return About()
        return About(path=ways_by_road(p, march.unit, march.hexes)[object_of(option)], rules=("27.1",))

    def answer(self, p: Field, march: RoadMarch, option: int) -> Then:
        if option != DONE:
            path = p.chosen_path_or(ways_by_road(p, march.unit, march.hexes)[object_of(option)])
            start = p.where[march.unit]
            arrive(p, march.unit, path)
            p.tell(Event("marches-on", {"unit": march.unit, "from": start, "hex": path[-1]}, "27.1"))
        return Then.END


RoadMarch.steps = (ChooseRoad(),)
