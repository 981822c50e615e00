"""What a position remembers, and what follows from it: stacks (9.0), March Mode (7.0), zones of control (8.0)."""

from __future__ import annotations

from array import array

from ardennes.bench.wacht_shape.rules.pieces import IN_MARCH, STACK, ShapeData
from ardennes.engine.columns import clock, hex_column, hex_flags, unit_column
from ardennes.engine.position import NO_UNIT, Position
from ardennes.kernels.flags import BARRED, NO_END, SOFT_ZONE, ZONE, no_flags
from ardennes.kernels.zones import NO_ZONE
from ardennes.numbers import ENEMY_OF, SIDES, Hex, PerHex, PerUnit, Side, Unit, all_units, by_unit


class Field(Position):
    data: ShapeData
    march: PerUnit[int] = unit_column("b")
    ready: PerUnit[int] = unit_column("b")
    """Units that may still move in this phase."""
    turn: int = clock(1)
    plan_0: int = clock(0, owner=0, unseen=0)
    """27.7 The secret plan of each side, where they have one; 0 is none, or not known."""
    plan_1: int = clock(0, owner=1, unseen=0)

    way_0: array[int] = hex_flags()
    way_1: array[int] = hex_flags()
    rigid_0: PerHex[int] = hex_column("H", derived=True)
    rigid_1: PerHex[int] = hex_column("H", derived=True)
    fluid_0: PerHex[int] = hex_column("H", derived=True)
    fluid_1: PerHex[int] = hex_column("H", derived=True)

    def way(self, side: Side) -> array[int]:
        """What units of a side meet in each hex."""
        return self.way_1 if side else self.way_0

    def hides_from(self, side: Side) -> bool:
        """Plans are clocks; no counter is ever hidden."""
        return False

    def in_enemy_zone(self, unit: Unit) -> bool:
        return bool(self.way(self.data.sides[unit])[self.where[unit]] & (ZONE | SOFT_ZONE))

    # --- changes ---------------------------------------------------------------------------------

    def put(self, unit: Unit, place: Hex) -> None:
        old = self.where[unit]
        super().put(unit, place)
        for hex in (old, place):
            if hex >= 0:
                self._mark(hex, self.data.sides[unit])
        self._move_zone(unit, old, place)

    def set_march(self, unit: Unit, marching: bool) -> None:
        """7.11, 8.12 Changes the mode of a unit; its zone follows at once."""
        hex = self.where[unit]
        self._move_zone(unit, hex, NO_UNIT)
        self.march[unit] = marching
        self._move_zone(unit, NO_UNIT, hex)
        self._mark(hex, self.data.sides[unit])
        self.forget_moves(self.data.sides[unit])

    def rebuild(self) -> None:
        super().rebuild()
        data = self.data
        for side in SIDES:
            self.way(side)[:] = no_flags(data.board.size)
        for unit, hex in by_unit(self.where):
            if hex >= 0:
                self._mark(hex, data.sides[unit])
        for side in SIDES:
            mine = [unit for unit in all_units(len(self.where)) if data.sides[unit] == side]
            for bit in (ZONE, SOFT_ZONE):
                kinds = bytearray([NO_ZONE]) * len(self.where)
                for unit in mine:
                    if self._zone(unit) == bit:
                        kinds[unit] = 0
                counts = self._counts(side, bit)
                data.zones.rebuild(self.where, kinds, counts, self.way(ENEMY_OF[side]), bit, data.plain_hexsides)

    # --- keeping flags and zones up --------------------------------------------------------------

    def _mark(self, hex: Hex, side: Side) -> None:
        """The flags of a hex, from the units of a side that stand there."""
        counters, march, below = self.data.counters, self.march, self.below
        own, combat, unit = 0, 0, self.top[hex]
        enemy = BARRED if unit != NO_UNIT else 0
        while unit != NO_UNIT:
            combat += not counters[unit].is_headquarters
            if march[unit]:
                own |= IN_MARCH
            unit = below[unit]
        if combat >= STACK:
            own |= NO_END
        mine, theirs = self.way(side), self.way(ENEMY_OF[side])
        mine[hex] = mine[hex] & (ZONE | SOFT_ZONE) | own
        theirs[hex] = theirs[hex] & ~BARRED | enemy

    def _zone(self, unit: Unit) -> int:
        """8.1 The sort of zone a unit has, as the flag it sets; 0 for headquarters, which have none."""
        piece = self.data.counters[unit]
        if piece.is_headquarters:
            return 0
        return ZONE if piece.is_rigid and not self.march[unit] else SOFT_ZONE

    def _counts(self, side: Side, bit: int) -> array[int]:
        if bit == ZONE:
            return self.rigid_1 if side else self.rigid_0
        return self.fluid_1 if side else self.fluid_0

    def _move_zone(self, unit: Unit, old: int, new: int) -> None:
        bit, side, data = self._zone(unit), self.data.sides[unit], self.data
        if bit:
            data.zones.move(old, new, 0, self._counts(side, bit), self.way(ENEMY_OF[side]), bit, data.plain_hexsides)
