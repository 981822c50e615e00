"""What is shown over the map: zones (7.0), works (8.0), supply (12.0), bridges (13.0), what wins (17.0), where the
enemy could come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.engine.overlays import Layer
from ardennes.engine.texts import Text
from ardennes.games.bitter_woods.rules.bridges import blown_on, bridges_to_blow
from ardennes.games.bitter_woods.rules.field import ALLIED_DUMP, CAPTURED, FORT, IMPROVED, Field
from ardennes.games.bitter_woods.rules.fuel_dumps import possible_hexes
from ardennes.games.bitter_woods.rules.marching import Move, search
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.bitter_woods.rules.supply import supplied_hexes, supply_line
from ardennes.numbers import NO_NUMBER, SIDES, Hex, Side, Unit, by_hex
from ardennes.rules.overlays import SupplyOverlays


class BitterWoodsOverlays(SupplyOverlays[Field]):
    names = ("zones", "supply", "victory", "enemy-reach", "works", "bridges")
    zone_rule, supply_rule, line_rule = "7.0", "12.1", "12.2"

    def is_supplied(self, view: Field, unit: Unit) -> bool:
        return view.is_supplied(unit)

    def supplied_hexes(self, view: Field, side: Side) -> Sequence[int]:
        return supplied_hexes(view, side)

    def line(self, view: Field, unit: Unit) -> list[Hex]:
        return supply_line(view, unit)

    def destinations(self, view: Field, unit: Unit) -> list[Hex]:
        return search(view, Move(side=view.data.sides[unit], unit=unit)).destination_hexes()

    def strength(self, view: Field, unit: Unit) -> int:
        return view.face(unit).strength

    def victory(self, view: Field, side: Side | None) -> Iterator[Layer]:
        """17.1, 17.5 The towns by who stands in them, and the roads off the map."""
        towns = view.data.board.area("victory-towns") | view.data.board.area("allied-strategic-towns")
        for each in SIDES:
            held = tuple(sorted(hex for hex in towns if (view.side_in(hex) == GERMAN) == (each == GERMAN)))
            yield Layer(title=Text("layer-victory", {"side": each}, "17.0"), side=each, hexes=held)
        exits = tuple(sorted(view.data.german_exits))
        yield Layer(title=Text("layer-exit-roads", {}, "17.1"), side=GERMAN, pattern="dots", hexes=exits)

    def works(self, view: Field, side: Side | None) -> Iterator[Layer]:
        """8.0 Improved positions, and fortifications."""
        dug = tuple(hex for hex, work in by_hex(view.works) if work == IMPROVED)
        forts = {hex for hex, work in by_hex(view.works) if work == FORT} | view.data.permanent_forts
        yield Layer(title=Text("layer-works-improved", {}, "8.1"), pattern="falling", hexes=dug)
        dropped = tuple(hex for hex, number in by_hex(view.companies) if number)
        if dropped:
            yield Layer(title=Text("layer-companies", {}, "29.1"), side=GERMAN, pattern="dots", hexes=dropped)
        yield Layer(title=Text("layer-works-forts", {}, "8.2"), side=ALLIED, hexes=tuple(sorted(forts)))
        yield from self.dumps(view)

    def bridges(self, view: Field, side: int | None) -> Iterator[Layer]:
        """13.1 The bridges that each side could try to blow as units stand now, with the dice that do it; 13.3 those
        that are being rebuilt."""
        for each in SIDES:
            wired = {hexside: f"1–{blown_on(view, each, hexside)}" for hexside in bridges_to_blow(view, each)}
            yield Layer(title=Text("layer-bridges-wired", {"side": each}, "13.1"), side=each, hexsides=wired)
        building = {view.bridging[unit]: "" for each in SIDES for unit in view.on_map(each)}
        building.pop(NO_NUMBER, None)
        yield Layer(title=Text("layer-bridges-building", {}, "13.3"), hexsides=building)

    def dumps(self, view: Field) -> Iterator[Layer]:
        """25.0 Fuel dumps by who has them; while they are secret where they may be, and are to who knows."""
        hidden = [dump for dump in range(len(view.data.dump_sites)) if view.dumps_found[dump] == NO_NUMBER]
        maybe = sorted(hex for dump in hidden for hex in possible_hexes(view, dump))
        known = [view.dumps[dump] for dump in hidden if view.dumps[dump] != NO_NUMBER]
        if hidden:
            yield Layer(title=Text("layer-dump-sites", {}, "25.1"), pattern="dots", hexes=tuple(maybe))
        if known:
            yield Layer(title=Text("layer-dumps-secret", {}, "25.1"), side=ALLIED, hexes=tuple(known))
        for state, side, code in (
            (ALLIED_DUMP, ALLIED, "layer-dumps-allied"),
            (CAPTURED, GERMAN, "layer-dumps-captured"),
        ):
            found = [hex for hex, now in zip(view.dumps_found, view.dump_states, strict=True) if now == state]
            hexes = tuple(hex for hex in found if hex != NO_NUMBER)
            if hexes:
                yield Layer(title=Text(code, {}, "25.2"), side=side, hexes=hexes)
