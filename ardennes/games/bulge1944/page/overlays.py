"""What is shown over the map: zones (11.0), supply (13.0), what wins (15.0, 16.0, 19.0), where the enemy could come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ardennes.engine.hidden import unseen
from ardennes.engine.overlays import (
    Layer,
    Overlays,
    gathered,
    marked,
    others,
    reach_layer,
    supplied_layer,
    supply_layers,
    zone_layers,
)
from ardennes.engine.texts import Text
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.movement import first_manners, may_be_motorized
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, SECRET, SIXTHS, BulgeScenario
from ardennes.games.bulge1944.rules.supply import (
    ARMOR_MOVES_LESS,
    INFANTRY_MOVES_LESS,
    is_supplied,
    supplied_hexes,
    supply_line,
)
from ardennes.games.bulge1944.rules.victory import objective
from ardennes.games.bulge1944.rules.walking import AS_ARMOR, AS_INFANTRY, MOTORIZED, MovementMode, search
from ardennes.rules.calendar import last_day

WAY_OUT = "→"


class BulgeOverlays(Overlays[Field]):
    names = ("zones", "supply", "victory", "enemy-reach")
    with_lines = "supply"

    def zones(self, view: Field, side: int | None) -> Iterable[Layer]:
        return zone_layers((marked(view.held(GERMAN)), marked(view.held(ALLIED))), "11.0")

    def supply(self, view: Field, side: int | None) -> Iterator[Layer]:
        """13.0 Who is in supply and who is not; for a side also where its units would be."""
        seen = (*counters_seen(view, GERMAN), *counters_seen(view, ALLIED))
        yield from supply_layers(seen, lambda unit: is_supplied(view, unit), "13.0")
        if side is not None:
            yield supplied_layer(side, supplied_hexes(view, side), "13.0")

    def victory(self, view: Field, side: int | None) -> Iterable[Layer]:
        return victory_layers(view)

    def enemy_reach(self, view: Field, side: int | None) -> Iterable[Layer]:
        return (enemy_reach(view, enemy) for enemy in others(side))

    def supply_line(self, view: Field, unit: int) -> Layer | None:
        if view.where[unit] < 0:
            return None
        line = supply_line(view, unit) if is_supplied(view, unit) else []
        title = Text("layer-supply-line" if line else "layer-no-supply-line", {"unit": unit}, "13.0")
        return Layer(title=title, side=view.data.counters[unit].side, pattern="line", hexes=tuple(line))

    def date(self, p: Field) -> str:
        return last_day(p.data.turns[p.turn - 1].date)


def counters_seen(p: Field, side: int) -> list[int]:
    """Units of a side on the map, and what lies face down."""
    return [*p.on_map(side), *(unit for unit in p.data.stand_ins[side] if p.where[unit] >= 0)]


def victory_layers(p: Field) -> Iterator[Layer]:
    """15.0, 16.0, 19.0 What counts, by who holds it; where the card is secret, all that might count."""
    goals = [objective(p)]
    if p.card == SECRET:
        goals = [p.data.objectives[card] for card in p.data.cards]
    worth = {hex: label for goal in goals for hex, label in goal_labels(p, goal).items()}
    for side in (GERMAN, ALLIED):
        hexes = tuple(hex for hex in worth if p.control[hex] == side)
        labels = {hex: "?" if p.card == SECRET else worth[hex] for hex in hexes}
        yield Layer(title=Text("layer-victory", {"side": side}, "16.0"), side=side, hexes=hexes, labels=labels)
    exits = tuple(sorted({p.data.code(code) for goal in goals for code in goal.exits}))
    labels = dict.fromkeys(exits, WAY_OUT)
    yield Layer(title=Text("layer-exits", {}, "15.0"), side=GERMAN, pattern="dots", hexes=exits, labels=labels)


def goal_labels(p: Field, goal: BulgeScenario) -> dict[int, str]:
    """The towns an objective counts, with the points for each where it counts points."""
    board = p.data.board
    if goal.decided_by == "points":
        points = {hex: goal.worth.get(board.name(hex), goal.other_town) for hex in p.data.towns}
        return {hex: str(value) for hex, value in sorted(points.items()) if value}
    return {hex: "" for hex in sorted(p.data.towns) if board.name(hex) in goal.towns}


def enemy_reach(p: Field, side: int) -> Layer:
    """10.0, 11.0 Where units of a side could come if activated now, each by itself."""
    ends = ((unit, where_to(p, unit)) for unit in counters_seen(p, side))
    dice = {unit: p.data.counters[unit].dice_with(p.steps[unit]) for unit in p.on_map(side)}
    return reach_layer(side, gathered(ends), dice)


def where_to(p: Field, unit: int) -> list[int]:
    movement_modes = hidden_movement_modes(p, unit) if p.data.counters[unit].stand_in else first_manners(p, unit)
    return sorted(
        {hex for movement_mode in movement_modes for hex in search(p, unit, movement_mode).destination_hexes()}
    )


def hidden_movement_modes(p: Field, unit: int) -> list[MovementMode]:
    """18.6 A counter face down may be the fastest of those of its side that are not seen."""
    pieces = [p.data.counters[other] for other in unseen(p, p.data.counters[unit].side)]
    armor = max((piece.moves for piece in pieces if piece.armor), default=0)
    infantry = max((piece.moves for piece in pieces if piece.land_unit and not piece.armor), default=0)
    if not is_supplied(p, unit):
        armor, infantry = max(0, armor - ARMOR_MOVES_LESS), max(0, infantry - INFANTRY_MOVES_LESS)
    movement_modes = [(AS_ARMOR, 0, armor * SIXTHS), (AS_INFANTRY, 0, infantry * SIXTHS)]
    return [*movement_modes, (MOTORIZED, 0, infantry * SIXTHS)] if may_be_motorized(p, unit) else movement_modes
