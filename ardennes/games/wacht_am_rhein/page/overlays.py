"""What is shown over the map: zones of both sorts (8.0), positions (16.0), what wins (25.17), where the enemy could
come."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.overlays import Layer
from ardennes.engine.texts import Text
from ardennes.games.wacht_am_rhein.rules.field import ENTRENCHED, ENTRENCHING, IMPROVED, IMPROVING, Field
from ardennes.games.wacht_am_rhein.rules.moves import Move, going, mover
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.numbers import SIDES, Hex, Side, Unit, by_hex
from ardennes.rules.overlays import SLANTS, BattleOverlays, marked
from ardennes.rules.walk import reach

POSITIONS = (
    ("layer-building", (IMPROVING, ENTRENCHING), "16.13"),
    ("layer-improved", (IMPROVED,), "16.11"),
    ("layer-entrenched", (ENTRENCHED,), "16.21"),
)


class WachtOverlays(BattleOverlays[Field]):
    names = ("zones", "victory", "enemy-reach", "positions")
    zone_rule = "8.11"

    def destinations(self, view: Field, unit: Unit) -> list[Hex]:
        move = Move(side=view.data.sides[unit], unit=unit)
        return reach(going(view, move), view.data.search, mover(view, move)).destination_hexes()

    def strength(self, view: Field, unit: Unit) -> int:
        return view.face(unit).attack

    def zones(self, view: Field, side: Side | None) -> Iterator[Layer]:
        """8.11, 8.12 Rigid zones, and fluid ones where there is no other."""
        yield from super().zones(view, side)
        for each in SIDES:
            rigid = view.held(each)
            fluid = tuple(hex for hex in marked(view.soft(each)) if not rigid[hex])
            title = Text("layer-fluid-zone", {"side": each}, "8.12")
            yield Layer(title=title, side=each, pattern="dots", hexes=fluid)

    def victory(self, view: Field, side: Side | None) -> Iterator[Layer]:
        """25.17, 25.27 The places that the levels of victory name, by who stands there, and where units leave."""
        scenario, board = view.data.scenario_data, view.data.board
        named = {
            board.hex(place)
            for level in scenario.levels
            for place in (*level.german_in, *level.allied_in, *level.allied_in_any)
        }
        for each in SIDES:
            held = tuple(sorted(hex for hex in named if (view.side_in(hex) == GERMAN) == (each == GERMAN)))
            yield Layer(title=Text("layer-victory", {"side": each}, scenario.victory_rule), side=each, hexes=held)
        title = Text("layer-exits", {}, scenario.victory_rule)
        yield Layer(title=title, side=GERMAN, pattern=SLANTS[GERMAN], hexes=view.data.exits)

    def positions(self, view: Field, side: Side | None) -> Iterator[Layer]:
        """16.0 Improved Positions and Entrenchments, finished or being built; 25.27 fuel dumps and 24.3 Truppeneinheit,
        where there are any."""
        for code, states, rule in POSITIONS:
            hexes = tuple(hex for hex, position in by_hex(view.positions) if position in states)
            yield Layer(title=Text(code, {}, rule), pattern="falling", hexes=hexes)
        roaming = tuple(sorted({hex for hex in view.truppeneinheit if hex >= 0}))
        for code, of_side, marked_hexes, rule in (
            ("layer-dumps", ALLIED, view.dumps, "25.27"),
            ("layer-true-dumps", ALLIED, view.true_dumps, "25.27"),
            ("layer-truppeneinheit", GERMAN, roaming, "24.3"),
        ):
            if marked_hexes:
                yield Layer(title=Text(code, {}, rule), side=of_side, pattern="dots", hexes=marked_hexes)
