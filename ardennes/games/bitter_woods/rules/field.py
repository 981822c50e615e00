"""2.0 The table: where counters are, their steps (9.6), markers, bridges, zones of control (7.0)."""

from __future__ import annotations

from ardennes.engine.columns import clock, hex_column, hexside_column, unit_column
from ardennes.engine.derived import Until, derived
from ardennes.engine.position import NO_UNIT
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, BitterData, Face
from ardennes.kernels.flags import MARKED
from ardennes.kernels.zones import NO_ZONE
from ardennes.numbers import Hex, Hexside, PerHex, PerHexside, PerUnit, Side, Unit, by_hex
from ardennes.rules.bridges import BridgeTable
from ardennes.rules.table import hexes_with

TRACK, ELIMINATED, EXITED, REMOVED = "turn-track", "eliminated", "exited", "removed"
BOXES = (TRACK, ELIMINATED, EXITED, REMOVED)
"""The turn track with what is still to come; units lost; units that have left the map; what takes no part."""

IN_SUPPLY, OUT_OF_SUPPLY, SHORT = range(3)
"""12.4, 12.6 What a unit's last supply check found; a shortage lasts through both player turns."""
HAS_MOVED, HAS_ENTERED, HAS_ATTACKED, HAS_EXPLOITED, HAS_DUG, PICKED, HAS_FAILED, HAS_LEFT = 1, 2, 4, 8, 16, 32, 64, 128
"""What a unit has done in its own player turn; PICKED to move in this phase, whether it went anywhere or not; who
HAS_FAILED to run an interdicted road (22.2); who HAS_LEFT its hex, be it by an advance or a retreat (24.5)."""
IN_RESERVE, WAS_IN_RESERVE, RELEASED = 1, 2, 3
"""14.3 A reserve marker; one that was lost by contact in this player turn; 24.5 one that a leader has released."""
MOVED_GUN = 2
"""10.4 What is noted of German corps artillery that has moved; 1 of guns that have fired."""
BATTERED = 2
"""21.2 A hex that was bombarded with success; 1 without."""
NO_WORKS, IMPROVED, FORT, LOST_FORT = range(4)
"""8.0 Improved position, fortification, and a town where one has been lost for good."""


NO_DUMPS = (NO_UNIT, NO_UNIT)
ALLIED_DUMP, CAPTURED, DESTROYED = range(3)
"""25.0 What has become of a fuel dump."""


NO_PLAN, SECRET_PLAN = -1, -2
"""2.9 No plan of the Allied player, or one that the German player does not know."""


class Field(BridgeTable):
    """What a position of this game remembers."""

    data: BitterData
    supply: PerUnit[int] = unit_column("b")
    """12.4 IN_SUPPLY, OUT_OF_SUPPLY or SHORT."""
    dropped: PerUnit[int] = unit_column("b")
    """12.5 Supplied by air until the next German supply phase."""
    done: PerUnit[int] = unit_column("h")
    """What a unit has done in its player turn: HAS_MOVED and so on."""
    fired: PerUnit[int] = unit_column("b")
    """10.1 Artillery that has used its strength, or may not (10.4)."""
    reserve: PerUnit[int] = unit_column("b")
    """14.0 IN_RESERVE or WAS_IN_RESERVE."""
    bridging: PerUnit[Hexside] = unit_column("h", NO_UNIT)
    """13.3 The hexside at which a unit builds a bridge this turn."""
    attached: PerUnit[int] = unit_column("b", -1)
    """24.6 The army that a German unit was attached to on arrival, as a number into ARMIES."""
    unbound: PerUnit[int] = unit_column("b")
    """5.4 Free of army boundaries for good."""
    away: PerUnit[int] = unit_column("b")
    """5.5 The turn in which an Allied unit left the map."""
    edge: PerUnit[int] = unit_column("b")
    """5.5, 16.3 The map edge it left by, or has to come by."""
    shocked: PerUnit[int] = unit_column("b")
    """21.3 Shocked by a bombardment."""
    influenced: PerUnit[int] = unit_column("b")
    """24.1 Battles that a leader has affected in this player turn."""
    since: PerUnit[int] = unit_column("b")
    """20.0 The turn in which a unit came into play; 0 for those that were set up."""
    walked: PerUnit[int] = unit_column("h")
    """36.11 What units of KG Peiper have spent in this phase of movement, in twelfths."""
    comes: PerUnit[int] = unit_column("b")
    """38.0 The turn in which an event brings a unit; 0 where its counter says it."""
    watched: PerUnit[int] = unit_column("b")
    """15.2 Began the game in a German zone of control."""
    works: PerHex[int] = hex_column("b")
    """8.0 IMPROVED, FORT or LOST_FORT."""
    interdicted: PerHex[int] = hex_column("b")
    """11.3 An aircraft over the hex."""
    closed: PerHex[int] = hex_column("b")
    """9.5 One more than the side whose units left it after a counterattack result and may not come back this turn."""
    liege: PerHex[int] = hex_column("b", 1)
    """12.3 The side that was in a hex of Liège last."""
    bombarded: PerHex[int] = hex_column("b")
    """21.2 Bombarded in this combat phase; BATTERED where that shocked somebody."""
    companies: PerHex[int] = hex_column("b")
    """29.1 Companies of paratroopers that landed there, and ENTERED where an Allied unit has come."""
    entered: PerHex[int] = hex_column("b")
    """2.9 Places that an enemy has come to, which ends an order."""
    blown: PerHexside[int] = hexside_column("b")
    """13.2 Bridges that are blown."""

    german_air: int = clock(0)
    allied_air: int = clock(0)
    """11.1 Aircraft that have not been used this turn."""
    sneaked: int = clock(0)
    """27.2 Whether Panzer Brigade 150 has tried to slip through an enemy zone."""
    built: int = clock(0)
    """13.4 Bridges the Germans have rebuilt."""
    exits: int = clock(0)
    exits_armor: int = clock(0)
    """17.1 Supplied mechanized units, and armor among them, that have left beyond the Meuse."""

    plan: int = clock(NO_PLAN, owner=ALLIED, unseen=SECRET_PLAN)
    """2.9 The plan of the Allied player, which he alone knows, as a number into those of the scenario."""
    plan_shown: int = clock(NO_PLAN)
    """2.9 The same once an attack has shown it."""
    opening_die: int = clock(0)
    """2.9 What was rolled before play."""
    dumps: tuple[Hex, Hex] = clock(NO_DUMPS, tuple[Hex, Hex], owner=ALLIED, unseen=NO_DUMPS)
    """25.1 The hexes of the fuel dumps, which the Allied player alone knows."""
    dumps_found: tuple[Hex, Hex] = clock(NO_DUMPS, tuple[Hex, Hex])
    """25.2, 25.3 The same of those whose place has been declared."""
    dump_states: tuple[int, int] = clock((0, 0))
    """25.0 ALLIED_DUMP, CAPTURED or DESTROYED."""
    dumps_tried: tuple[int, int] = clock((0, 0))
    """25.3 The turn in which each was tried last."""
    searched: tuple[Hex, ...] = clock((), tuple[Hex, ...])
    """25.2 Where no dump was though one might have been: German units have come there."""
    threatened: tuple[int, ...] = clock((), tuple[Hex, ...])
    """25.3 Where the Allied player has had his first chance to blow a dump, if there is one."""
    fuel_assured: int = clock(0)
    """25.2 Whether the Germans have held both dumps at once."""
    garrison_missing: int = clock(0)
    """35.0 Whether 7th Army had no garrison when the German turn began."""
    regrouped: int = clock(0)
    """36.11 How often KG Peiper was broken down or put together in this phase."""
    happened: tuple[str, ...] = clock(())
    """29.0, 38.0 The events that have happened."""
    air_owed: tuple[int, int] = clock((0, 0))
    """29.0 Aircraft that each side has still to lose."""
    deceived: int = clock(NO_UNIT, Hex)
    """29.0 The town where commandos mislead Allied units."""
    saved_bridge: int = clock(NO_UNIT, Hexside)
    """29.0 The bridge that the Allied player may not blow."""
    earned: tuple[int, int] = clock((0, 0))
    """2.9 Points of each side for what it had at the end of earlier turns."""

    def hides_from(self, side: Side) -> bool:
        """25.1 The places of dumps are secret, and no counter is."""
        return False

    # --- who is where ----------------------------------------------------------------------------

    @derived(Until.SIDE_COMES_OR_GOES)
    def off_map(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side that are not, whichever box they are in."""
        where = self.where
        return tuple([unit for unit in self.data.units[side] if where[unit] < 0])

    @derived(Until.SIDE_COMES_OR_GOES)
    def mechanized_on_map(self, side: Side) -> tuple[Unit, ...]:
        """2.5 The mechanized units of a side that are on the map."""
        counters = self.data.counters
        return tuple([unit for unit in self.on_map(side) if counters[unit].mechanized])

    @derived(Until.SIDE_COMES_OR_GOES)
    def fighters_on_map(self, side: Side) -> tuple[Unit, ...]:
        """2.5 Those that are no artillery and no leaders."""
        counters = self.data.counters
        return tuple([unit for unit in self.on_map(side) if counters[unit].fighter])

    def interdicted_hexes(self) -> list[Hex]:
        """11.3 The hexes with an aircraft over them."""
        return hexes_with(self.interdicted, 1)

    def close(self, hex: Hex, side: Side) -> None:
        """9.5 A side gives up a hex and may not enter it."""
        self.closed[hex] = side + 1
        self.forget_all()

    def open_all(self) -> None:
        """9.5 Hexes that were given up are open again."""
        self.wipe("closed")
        self.forget_all()

    def closed_hexes(self, side: Side) -> list[Hex]:
        """9.5 The hexes that a side has given up and may not enter."""
        return hexes_with(self.closed, side + 1)

    def face(self, unit: Unit) -> Face:
        """The side of the counter that is up."""
        return self.data.faces[unit][self.steps[unit]]

    def is_supplied(self, unit: Unit) -> bool:
        """12.4, 12.5 By its last supply check."""
        return bool(self.dropped[unit]) or self.supply[unit] == IN_SUPPLY

    def air(self, side: Side) -> int:
        return self.german_air if side == GERMAN else self.allied_air

    def use_air(self, side: Side) -> None:
        """11.1 An aircraft is used once in a turn."""
        if side == GERMAN:
            self.german_air -= 1
        else:
            self.allied_air -= 1

    # --- changes ---------------------------------------------------------------------------------

    def blown_bridges(self) -> PerHexside[int]:
        return self.blown

    def interdict(self, hex: Hex, there: bool) -> None:
        """11.3 An aircraft over a hex makes it dearer for the Germans."""
        self.interdicted[hex] = there
        self.mark_hex(hex)
        self.forget_all()

    def put(self, unit: Unit, place: Hex) -> None:
        old = self.where[unit]
        super().put(unit, place)
        if old >= 0:
            self._mark_again(old)
        if unit in self.data.battalions:
            self.rebuild()
        if self.regrouped and "peiper" in self.data.counters[unit].words:
            self.regrouped = 0

    def mark_hex(self, hex: Hex) -> None:
        super().mark_hex(hex)
        self._mark_again(hex)

    def _mark_again(self, hex: Hex) -> None:
        """11.3, 29.1 What makes a hex dearer besides who stands there."""
        if self.interdicted[hex]:
            self.way(GERMAN)[hex] |= MARKED
        if self.companies[hex]:
            self.way(ALLIED)[hex] |= MARKED

    def zone_kind(self, unit: Unit) -> int:
        """7.3, 36.9 A battalion of KG Peiper has a zone outside its hex only in a stack with the grenadiers."""
        if unit not in self.data.battalions:
            return super().zone_kind(unit)
        hex = self.where[unit]
        here = [other for other in self.data.battalions if self.where[other] == hex]
        leads = any("no-regiment" in self.data.counters[other].words for other in here)
        return super().zone_kind(unit) if hex >= 0 and leads and len(here) > 1 else NO_ZONE

    def zone_kinds(self, side: Side) -> bytes:
        kinds = super().zone_kinds(side)
        if side != GERMAN or not self.data.battalions:
            return kinds
        found = bytearray(kinds)
        for unit in self.data.battalions:
            found[unit] = self.zone_kind(unit)
        return bytes(found)

    def has_zone(self, hex: Hex) -> bool:
        """7.3 Whether somebody in a hex has a zone outside it."""
        return any(self.zone_kind(unit) != NO_ZONE for unit in self.units_in(hex))

    def set_companies(self, hex: Hex, number: int) -> None:
        """29.1 Paratroopers make a hex dearer for the Allies."""
        self.companies[hex] = number
        self.mark_hex(hex)
        self.forget_all()

    def rebuild(self) -> None:
        super().rebuild()
        for hex in self.interdicted_hexes():
            self.way(GERMAN)[hex] |= MARKED
        for hex, number in by_hex(self.companies) if self.happened else ():
            if number:
                self.way(ALLIED)[hex] |= MARKED


def leave_hex(p: Field, hex: Hex, side: Side) -> None:
    """8.1 An improved position goes when the last unit has left it, or is lost there."""
    if p.works[hex] == IMPROVED and p.side_in(hex) != side:
        p.works[hex] = NO_WORKS
