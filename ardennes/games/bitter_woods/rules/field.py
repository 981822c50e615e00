"""2.0 The table: where counters are, their steps (9.6), markers, bridges, zones of control (7.0)."""

from __future__ import annotations

from array import array

from ardennes.engine.columns import clock, hex_column, hexside_column, unit_column
from ardennes.engine.derived import Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.pieces import GERMAN, BitterData, Face
from ardennes.kernels.flags import ALTERED, MARKED
from ardennes.rules.table import Table

TRACK, ELIMINATED, EXITED, REMOVED = "turn-track", "eliminated", "exited", "removed"
BOXES = (TRACK, ELIMINATED, EXITED, REMOVED)
"""The turn track with what is still to come; units lost; units that have left the map; what takes no part."""

IN_SUPPLY, OUT_OF_SUPPLY, SHORT = range(3)
"""12.4, 12.6 What a unit's last supply check found; a shortage lasts through both player turns."""
HAS_MOVED, HAS_ENTERED, HAS_ATTACKED, HAS_EXPLOITED, HAS_DUG, PICKED = 1, 2, 4, 8, 16, 32
"""What a unit has done in its own player turn; PICKED to move in this phase, whether it went anywhere or not."""
IN_RESERVE, WAS_IN_RESERVE = 1, 2
"""14.3 A reserve marker; and one that was lost by contact in this player turn."""
NO_WORKS, IMPROVED, FORT, LOST_FORT = range(4)
"""8.0 Improved position, fortification, and a town where one has been lost for good."""


class Field(Table):
    """What a position of this game remembers."""

    data: BitterData
    steps: array[int] = unit_column("b")
    supply: array[int] = unit_column("b")
    """12.4 IN_SUPPLY, OUT_OF_SUPPLY or SHORT."""
    dropped: array[int] = unit_column("b")
    """12.5 Supplied by air until the next German supply phase."""
    done: array[int] = unit_column("b")
    """What a unit has done in its player turn: HAS_MOVED and so on."""
    fired: array[int] = unit_column("b")
    """10.1 Artillery that has used its strength, or may not (10.4)."""
    reserve: array[int] = unit_column("b")
    """14.0 IN_RESERVE or WAS_IN_RESERVE."""
    bridging: array[int] = unit_column("h", NO_UNIT)
    """13.3 The hexside at which a unit builds a bridge this turn."""
    attached: array[int] = unit_column("b", -1)
    """24.6 The army that a German unit was attached to on arrival, as a number into ARMIES."""
    unbound: array[int] = unit_column("b")
    """5.4 Free of army boundaries for good."""
    away: array[int] = unit_column("b")
    """5.5 The turn in which an Allied unit left the map."""
    edge: array[int] = unit_column("b")
    """5.5, 16.3 The map edge it left by, or has to come by."""
    watched: array[int] = unit_column("b")
    """15.2 Began the game in a German zone of control."""
    works: array[int] = hex_column("b")
    """8.0 IMPROVED, FORT or LOST_FORT."""
    interdicted: array[int] = hex_column("b")
    """11.3 An aircraft over the hex."""
    closed: array[int] = hex_column("b")
    """9.5 One more than the side whose units left it after a counterattack result and may not come back this turn."""
    liege: array[int] = hex_column("b", 1)
    """12.3 The side that was in a hex of Liège last."""
    blown: array[int] = hexside_column("b")
    """13.2 Bridges that are blown."""

    turn: int = clock(1)
    german_air: int = clock(0)
    allied_air: int = clock(0)
    """11.1 Aircraft that have not been used this turn."""
    built: int = clock(0)
    """13.4 Bridges the Germans have rebuilt."""
    exits: int = clock(0)
    exits_armor: int = clock(0)
    """17.1 Supplied mechanized units, and armor among them, that have left beyond the Meuse."""

    # --- who is where ----------------------------------------------------------------------------

    @derived(Until.SIDE_COMES_OR_GOES)
    def on_map(self, side: int) -> tuple[int, ...]:
        """The units of a side that are on the map."""
        where = self.where
        return tuple([unit for unit in self.data.units[side] if where[unit] >= 0])

    @derived(Until.SIDE_MOVES)
    def hexes_of(self, side: int) -> frozenset[int]:
        """The hexes with units of a side."""
        where = self.where
        return frozenset([where[unit] for unit in self.on_map(side)])

    @derived(Until.ENEMY_MOVES)
    def front(self, side: int) -> frozenset[int]:
        """7.1 The hexes with an enemy unit of ``side`` beside them, whatever its zone and whatever lies between."""
        return frozenset().union(*map(self.data.board.around, self.hexes_of(1 - side)))

    def interdicted_hexes(self) -> list[int]:
        """11.3 The hexes with an aircraft over them."""
        return [hex for hex, there in enumerate(self.interdicted) if there] if 1 in self.interdicted else []

    def face(self, unit: int) -> Face:
        """The side of the counter that is up."""
        return self.data.faces[unit][self.steps[unit]]

    def side_in(self, hex: int) -> int:
        """The side whose units stand in a hex, or NO_UNIT."""
        top = self.top[hex]
        return NO_UNIT if top == NO_UNIT else self.data.sides[top]

    def is_supplied(self, unit: int) -> bool:
        """12.4, 12.5 By its last supply check."""
        return bool(self.dropped[unit]) or self.supply[unit] == IN_SUPPLY

    def air(self, side: int) -> int:
        return self.german_air if side == GERMAN else self.allied_air

    def use_air(self, side: int) -> None:
        """11.1 An aircraft is used once in a turn."""
        if side == GERMAN:
            self.german_air -= 1
        else:
            self.allied_air -= 1

    # --- changes ---------------------------------------------------------------------------------

    def set_steps(self, unit: int, steps: int) -> None:
        """Turns a counter over."""
        self.steps[unit] = steps
        self.forget_moves(self.data.sides[unit])

    def set_bridge(self, hexside: int, blown: bool) -> None:
        """13.2, 13.3 Blows a bridge or builds it."""
        self.blown[hexside] = blown
        self.set_hexside(hexside, ALTERED if blown else 0)

    def hexside_flags(self) -> bytes:
        flags = bytearray(len(self.sides))
        for hexside in self.data.bridges:
            if self.blown[hexside]:
                flags[hexside] = ALTERED
        return bytes(flags)

    def interdict(self, hex: int, there: bool) -> None:
        """11.3 An aircraft over a hex makes it dearer for the Germans."""
        self.interdicted[hex] = there
        self.mark_hex(hex)
        self.forget_all()

    def mark_hex(self, hex: int) -> None:
        super().mark_hex(hex)
        if self.interdicted[hex]:
            self.way(GERMAN)[hex] |= MARKED

    def rebuild(self) -> None:
        super().rebuild()
        for hex in self.interdicted_hexes():
            self.way(GERMAN)[hex] |= MARKED


def is_beside_enemy(p: Field, unit: int) -> bool:
    """7.1 Whether an enemy unit of any kind stands next to a unit, whatever lies between."""
    return p.where[unit] in p.front(p.data.sides[unit])


def leave_hex(p: Field, hex: int, side: int) -> None:
    """8.1 An improved position goes when the last unit has left it, or is lost there."""
    if p.works[hex] == IMPROVED and p.side_in(hex) != side:
        p.works[hex] = NO_WORKS


def eliminate(p: Field, unit: int, rule: str) -> None:
    """9.6 A unit is out of the game."""
    hex = p.where[unit]
    p.tell(Event("eliminated", {"unit": unit, "hex": hex}, rule))
    p.put(unit, p.data.box(ELIMINATED))
    if hex >= 0:
        leave_hex(p, hex, p.data.sides[unit])
    p.set_steps(unit, 0)
    p.reserve[unit], p.bridging[unit] = 0, NO_UNIT


def lose_step(p: Field, unit: int, rule: str) -> None:
    """9.6 A full unit is turned over; a reduced one and artillery are eliminated."""
    if p.steps[unit] <= 1:
        eliminate(p, unit, rule)
        return
    p.set_steps(unit, p.steps[unit] - 1)
    p.tell(Event("loses-step", {"unit": unit, "left": p.steps[unit]}, rule))
