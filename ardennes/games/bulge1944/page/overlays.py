"""What is shown over the map: zones (11.0), supply (13.0), what wins (15.0, 16.0, 19.0), where the enemy could come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.engine.hidden import unseen
from ardennes.engine.overlays import Layer
from ardennes.engine.texts import Text
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.movement import first_manners, may_be_motorized
from ardennes.games.bulge1944.rules.pieces import GERMAN, SECRET, SIXTHS, BulgeScenario
from ardennes.games.bulge1944.rules.supply import ARMOR_MOVES_LESS, INFANTRY_MOVES_LESS, is_supplied
from ardennes.games.bulge1944.rules.victory import objective
from ardennes.games.bulge1944.rules.walking import AS_ARMOR, AS_INFANTRY, MOTORIZED, MovementMode, search
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.overlays import RouteOverlays, holder_layers

WAY_OUT = "→"


class BulgeOverlays(RouteOverlays[Field]):
    zone_rule, supply_rule, line_rule = "11.0", "13.0", "13.0"

    def units(self, view: Field, side: Side) -> list[Unit]:
        return counters_seen(view, side)

    def is_supplied(self, view: Field, unit: Unit) -> bool:
        return is_supplied(view, unit)

    def line(self, view: Field, unit: Unit) -> Sequence[Hex]:
        """18.4 A unit without fuel has none."""
        return super().line(view, unit) if is_supplied(view, unit) else ()

    def destinations(self, view: Field, unit: Unit) -> set[Hex]:
        """10.0, 11.0 If it were activated now, by itself."""
        hidden = view.data.counters[unit].stand_in
        modes = hidden_movement_modes(view, unit) if hidden else first_manners(view, unit)
        return {hex for mode in modes for hex in search(view, unit, mode).destination_hexes()}

    def strength(self, view: Field, unit: Unit) -> int | None:
        piece = view.data.counters[unit]
        return None if piece.stand_in else piece.dice_with(view.steps[unit])

    def victory(self, view: Field, side: Side | None) -> Iterator[Layer]:
        """15.0, 16.0, 19.0 What counts, by who holds it; where the card is secret, all that might count."""
        data, secret = view.data, view.card == SECRET
        goals = [data.objectives[card] for card in data.cards] if secret else [objective(view)]
        worth = {hex: label for goal in goals for hex, label in goal_labels(view, goal).items()}
        yield from holder_layers(view.control, dict.fromkeys(worth, "?") if secret else worth, "16.0")
        exits = tuple(sorted({data.code(code) for goal in goals for code in goal.exits}))
        labels = dict.fromkeys(exits, WAY_OUT)
        yield Layer(title=Text("layer-exits", {}, "15.0"), side=GERMAN, pattern="dots", hexes=exits, labels=labels)


def counters_seen(p: Field, side: Side) -> list[Unit]:
    """Units of a side on the map, and what lies face down."""
    return [*p.on_map(side), *(unit for unit in p.data.stand_ins[side] if p.where[unit] >= 0)]


def goal_labels(p: Field, goal: BulgeScenario) -> dict[Hex, str]:
    """The towns an objective counts, with the points for each where it counts points."""
    board = p.data.board
    if goal.decided_by == "points":
        points = {hex: goal.worth.get(board.name(hex), goal.other_town) for hex in p.data.towns}
        return {hex: str(value) for hex, value in sorted(points.items()) if value}
    return {hex: "" for hex in sorted(p.data.towns) if board.name(hex) in goal.towns}


def hidden_movement_modes(p: Field, unit: Unit) -> list[MovementMode]:
    """18.6 A counter face down may be the fastest of those of its side that are not seen."""
    pieces = [p.data.counters[other] for other in unseen(p, p.data.counters[unit].side)]
    armor = max((piece.moves for piece in pieces if piece.armor), default=0)
    infantry = max((piece.moves for piece in pieces if piece.land_unit and not piece.armor), default=0)
    supplied = is_supplied(p, unit)
    if not supplied:
        armor, infantry = max(0, armor - ARMOR_MOVES_LESS), max(0, infantry - INFANTRY_MOVES_LESS)
    movement_modes = [(AS_ARMOR, 0, armor * SIXTHS), (AS_INFANTRY, 0, infantry * SIXTHS)]
    motorized = supplied and may_be_motorized(p, unit)
    return [*movement_modes, (MOTORIZED, 0, infantry * SIXTHS)] if motorized else movement_modes
