"""2.0 The table: where counters are, steps (2.3.1.1), bridges (10.6), control (3.5), zones of control (7.0)."""

from __future__ import annotations

from ardennes.engine.columns import clock, hexside_column, unit_column
from ardennes.engine.derived import Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.pieces import GERMAN, Step, WoodsData
from ardennes.kernels.flags import BARRED, MARKED_TOO, ZONE
from ardennes.kernels.zones import NO_ZONE
from ardennes.numbers import SIDES, Hex, Hexside, PerHexside, PerUnit, Side, Unit, by_unit
from ardennes.rules import losses
from ardennes.rules.bridges import BridgeTable
from ardennes.rules.control import ControlTable
from ardennes.rules.supply import SupplyTable

TRACK, ASSETS, ELIMINATED = "turn-track", "assets", "eliminated"
CUP, HAND, PLAYED, REMOVED = "cup", "hand", "played", "removed"
BOXES = (TRACK, ASSETS, ELIMINATED, CUP, HAND, PLAYED, REMOVED)
"""The turn track with what is still to come; assets at hand; units lost; the chit cup, the Allied hand, the Action
Round Track; and what has left the game for good."""

FUEL, WITHDRAWAL = ("dump", "captured", "gone"), ("done", "cancelled")
"""What the clocks of 8.5 and 12.10 may say."""

MAY_MOVE, MAY_ATTACK, MAY_ATTACK_UNMOVED, MAY_STEP = 1, 2, 4, 8
"""What a round lets a unit do: move, attack, attack if it does not move, move one hex before combat (14.4)."""
FACE_DOWN = 1
HAS_MOVED, HOLDS_DOOR, STANDS_STILL = 1, 2, 3
"""Why a unit is not asked to move (again) in this round; only the first of them has moved."""


class Field(SupplyTable, ControlTable, BridgeTable):
    """What a position of this game remembers."""

    data: WoodsData
    cut: PerUnit[int] = unit_column("b")
    """8.1 German units that were out of supply at their last check."""
    may: PerUnit[int] = unit_column("b")
    """What the round lets each unit do."""
    moved: PerUnit[int] = unit_column("b")
    """This round: HAS_MOVED; HOLDS_DOOR (10.3) and may not move; STANDS_STILL, was picked to move and stayed."""
    fought: PerUnit[int] = unit_column("b")
    """This round: 1 has attacked, 2 has been attacked (11.2)."""
    crowded: PerUnit[int] = unit_column("b")
    """10.4.1 Began the round stacked."""
    entered: PerUnit[int] = unit_column("b")
    """1 in its round of entry (10.4.1, 10.5)."""
    used: PerUnit[int] = unit_column("b")
    """Assets on their used side; engineers that have blown a bridge this round; what a chit was played as."""
    due: PerUnit[int] = unit_column("b")
    """The turn in which a counter on the track comes, where that is not its printed one."""
    face_down: PerUnit[int] = unit_column("b")
    """12.7 Von der Heydte scattered: a marker and no unit."""
    unleashed: PerUnit[int] = unit_column("b")
    """10.6.4 The 5th Armored after coming in elsewhere than at J."""
    destroyed: PerHexside[int] = hexside_column("b")
    """10.6 Bridges that are destroyed."""

    initiative: Side = clock(GERMAN)
    points: int = clock(0)
    """3.4 German victory points at the last check."""
    track: tuple[Unit, ...] = clock((), tuple[Unit, ...])
    """2.2.2 The chits played this turn, in order."""
    st_vith_entered: int = clock(0)
    """9.2.1 The turn in which a German unit first entered St. Vith."""
    meuse_crossed: bool = clock(False)
    """10.6.4 A German unit has moved or attacked across the Meuse."""
    rebuilt: tuple[int, ...] = clock(())
    """10.6.2 The German army areas that have rebuilt a bridge this turn."""
    motorized: Unit = clock(NO_UNIT, Unit)
    """12.6 The German infantry unit that has the Motorized marker."""
    fuel: str = clock("dump")
    """8.5 The dump at Büllingen: ``dump``, ``captured`` or ``gone``."""
    slipped: bool = clock(False)
    """7.3 The 150th Panzer Brigade has used its exception."""
    withdrawal: str = clock("")
    """12.10 ``done`` or ``cancelled`` from turn 11 on."""

    # --- who is where ----------------------------------------------------------------------------

    @derived(Until.SIDE_COMES_OR_GOES)
    def on_map(self, side: Side) -> tuple[Unit, ...]:
        """The combat units of a side that are on the map."""
        where, hidden = self.where, self.face_down
        return tuple([unit for unit in self.data.units[side] if where[unit] >= 0 and not hidden[unit]])

    @derived(Until.SIDE_COMES_OR_GOES)
    def movers_on_map(self, side: Side) -> tuple[Unit, ...]:
        """10.1 Those of them that have an allowance."""
        counters = self.data.counters
        return tuple([unit for unit in self.on_map(side) if counters[unit].moves])

    @derived(Until.HEXSIDES_CHANGE)
    def broken_crossings(self) -> dict[tuple[Hex, Hex], Hexside]:
        """10.6 The hexsides with a destroyed bridge, by the two hexes of a step across, in either order."""
        ends = self.data.board.side_hexes
        broken = [hexside for hexside in self.data.bridges if self.destroyed[hexside]]
        return {hexes: side for side in broken for hexes in (ends[side], ends[side][::-1])}

    def is_stacked(self, unit: Unit) -> bool:
        """10.4.1 Whether another combat unit stands in the hex of one."""
        hex = self.where[unit]
        alone = self.top[hex] == unit and self.below[unit] == NO_UNIT
        return not alone and len(self.combat_units_in(hex)) > 1

    def combat_units_in(self, hex: Hex) -> list[Unit]:
        """6.0 The stack of combat units in a hex, whose ever they are; markers and other assets do not count."""
        found: list[Unit] = []
        unit = self.top[hex]
        if unit != NO_UNIT:
            below, fighting, hidden = self.below, self.data.fighting, self.face_down
            while unit != NO_UNIT:
                if fighting[unit] and not hidden[unit]:
                    found.append(unit)
                unit = below[unit]
        return found

    def engineer_in(self, hex: Hex) -> Unit:
        """12.4 The US Engineers in a hex, or NO_UNIT."""
        for unit in self.units_in(hex):
            if self.data.counters[unit].kind == "engineer":
                return unit
        return NO_UNIT

    # --- what a unit is worth now ----------------------------------------------------------------

    def face(self, unit: Unit) -> Step:
        """Attack and defence on the side of the counter that is up."""
        return self.data.faces[unit][self.steps[unit]]

    def kind(self, unit: Unit) -> str:
        """2.3.1.1 What a unit is; the third step of a German Kampfgruppe is a mechanized unit."""
        kind = self.data.counters[unit].kind
        return "mech" if kind == "armor" and self.data.full_steps[unit] == 3 and self.steps[unit] == 1 else kind

    def is_armor(self, unit: Unit) -> bool:
        return self.kind(unit) == "armor"

    # --- changes ---------------------------------------------------------------------------------

    def blown_bridges(self) -> PerHexside[int]:
        return self.destroyed

    def put(self, unit: Unit, place: Hex) -> None:
        old = self.where[unit]
        super().put(unit, place)
        if FACE_DOWN in self.face_down.tobytes():
            for hex in (old, place):
                if hex >= 0:
                    self.mark_hex(hex)

    def mark_hex(self, hex: Hex) -> None:
        """12.7 Scattered paratroopers are no unit, but in the way of the enemy."""
        super().mark_hex(hex)
        units = self.units_in(hex)
        scattered = [unit for unit in units if self.face_down[unit]]
        if not scattered:
            return
        for side in SIDES:
            bits = self.data.fixed_flags[side][hex] | self.way(side)[hex] & ZONE
            for unit in units:
                if unit not in scattered:
                    bits |= self.data.marks[side][unit]
                elif self.data.sides[unit] != side:
                    bits |= MARKED_TOO
            self.way(side)[hex] = bits

    def zone_kind(self, unit: Unit) -> int:
        return NO_ZONE if self.face_down[unit] else self.data.zones_by_steps[unit][self.steps[unit]]

    def zone_kinds(self, side: Side) -> bytes:
        return bytes(self.zone_kind(unit) if own == side else NO_ZONE for unit, own in by_unit(self.data.sides))

    def rebuild(self) -> None:
        super().rebuild()
        for unit, hex in by_unit(self.where):
            if self.face_down[unit] and hex >= 0:
                self.mark_hex(hex)


def is_beside_enemy(p: Field, hex: Hex, side: Side) -> bool:
    """Whether an enemy combat unit stands next to a hex, whatever its zone."""
    return bool(p.data.zones.beside((hex,), p.way(side), BARRED))


def eliminate(p: Field, unit: Unit, rule: str) -> None:
    """2.2.2 A unit goes to the box of eliminated units; 12.9.1 the Delay asset back to the assets."""
    p.tell(Event("eliminated", {"unit": unit, "hex": p.where[unit]}, rule))
    if p.motorized == unit:
        p.motorized = NO_UNIT
        put_back(p, p.data.by_kind["motorized"])
    if p.data.counters[unit].kind == "delay":
        put_back(p, unit)
        p.used[unit] = 1
    else:
        p.put(unit, p.data.box(ELIMINATED))
        p.set_steps(unit, 0)
    p.cut[unit] = 0


def lose_step(p: Field, unit: Unit, rule: str) -> None:
    """2.3.1.1 One step: the counter is flipped or replaced, or removed."""
    losses.lose_step(p, unit, rule, eliminate)


def put_back(p: Field, asset: Unit) -> None:
    """An asset on the map goes back to the assets at hand."""
    p.put(asset, p.data.box(ASSETS))


def send_to_track(p: Field, asset: Unit, turns: int) -> None:
    """An asset goes to the turn track, so many turns ahead."""
    p.put(asset, p.data.box(TRACK))
    p.due[asset] = p.turn + turns
