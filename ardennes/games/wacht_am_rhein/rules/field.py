"""2.0 The table: where counters are, their steps and modes (7.0), markers, positions (16.0), bridges (15.0) and zones
of control (8.0)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from ardennes.engine.columns import clock, hex_column, hexside_column, unit_column
from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.position import NO_UNIT
from ardennes.engine.references import Refers
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, Face, TrackSpace, WachtData
from ardennes.kernels.flags import ALTERED, CROWDED, MARKED_TOO, NO_END, SOFT_ZONE, TOLL, ZONE
from ardennes.kernels.zones import NO_ZONE
from ardennes.numbers import (
    ENEMY_OF,
    Hex,
    Hexside,
    PerHex,
    PerHexside,
    PerUnit,
    Side,
    Unit,
    by_hexside,
    by_unit,
)
from ardennes.rules.table import Table

TRACK, TRAY, ELIMINATED, EXITED, BROKEN_DOWN = "turn-track", "tray", "eliminated", "exited", "broken-down"
AIRFIELD = "airfield"
BOXES = (TRACK, TRAY, ELIMINATED, EXITED, BROKEN_DOWN, AIRFIELD)
"""Who is still to come; companies that no battalion has been broken down into (17.0); who is lost; who left the map;
battalions that are companies now; parachute-commandos who have not dropped (24.41)."""

STACK = 3
"""9.0 Combat units in a hex."""
HAS_MOVED, HAS_LEFT, HAS_HELPED, HAS_ENTERED, IS_BUSY, HAS_SPENT = 1, 2, 4, 8, 16, 32
"""What a unit has done in this player turn: it was picked to move; it left the hex where it began; 6.53 it helped
others across a river; 21.0 it arrived; it broke down or builds, and stays where it is (17.0, 16.13);
13.26 it spent movement points."""
ATTACKED, DEFENDED, BARRED_FROM_ATTACK, ROUTED, FIRED, UNOPPOSED = 1, 2, 4, 8, 16, 32
"""10.0 What a unit has done in this combat phase; 10.87 it attacked only a headquarters that left before the die; 11.46
a gun that FIRED its protective fire has done so in this Game-Turn."""
SUPPLIED, OUT_OF_COMMUNICATIONS, UNSUPPLIED, ISOLATED_1, ISOLATED_2 = range(5)
"""14.0 The supply marker of a unit."""
FRESH, FATIGUED, RECOVERING = range(3)
"""13.4 Its fatigue marker."""
NO_POSITION, IMPROVING, IMPROVED, ENTRENCHING, ENTRENCHED = range(5)
"""16.0 The marker in a hex: being built, or finished."""
AS_PRINTED, BLOWN, BUILT, PLACED = range(4)
"""15.0 A bridge that is blown; one that stands where the map has none, built by Germans or held there by a U.S.
engineer."""
NO_BRIDGE, CARRIED, BUILDING = range(3)
"""15.2 What a German engineer has of its bridge."""
MOUNTED, ON_FOOT, LEAVES_VEHICLES = range(3)
"""24.1 Whether infantry has vehicles, has left them, or leaves them in this Movement Phase."""
NORMAL, FREEZE = range(2)
"""18.2 The ground."""
OVERCAST, MIST, CLEAR = range(3)
"""18.1 The weather."""
WEATHERS, GROUNDS = ("overcast", "mist", "clear"), ("normal", "freeze")
FRIENDS = CROWDED | MARKED_TOO
"""The flags of a hex with a friend, in Tactical or in March Mode."""
NO_POINTS = (0, 0, 0, 0)
"""19.0 No air points on any mission."""
BLOCKED = 5
"""25.14f So many crossings block a bridge."""
NONE, RIGID, FLUID = range(3)
"""8.1 The zone of control a unit exerts."""
ZONE_FLAGS = (0, ZONE, SOFT_ZONE)
"""By the zone, the flag it gives a hex for the enemy."""
OPEN_ZONE = 0
"""8.25 Rigid or fluid, zones reach over the same hexsides."""


class Field(Table):
    """What a position of this game remembers."""

    data: WachtData
    march: PerUnit[int] = unit_column("b")
    """7.0 In March Mode."""
    team: PerUnit[Unit] = unit_column("h", NO_UNIT, refers=Refers.UNIT)
    """9.25 The other unit under the same March Mode marker."""
    battery: PerUnit[int] = unit_column("b")
    """6.31 A gun In Battery."""
    spent: PerUnit[int] = unit_column("h")
    """7.23 Points spent before the unit moves, in thirtieths."""
    done: PerUnit[int] = unit_column("b")
    """HAS_MOVED and so on."""
    fought: PerUnit[int] = unit_column("b")
    """ATTACKED and so on."""
    committed: PerUnit[int] = unit_column("b")
    """25.16 Free to move."""
    parent: PerUnit[Unit] = unit_column("h", NO_UNIT, refers=Refers.UNIT)
    """17.21 The battalion that a company comes from."""
    delayed: PerUnit[int] = unit_column("b")
    """21.22 The Game-Turn since which a reinforcement has found all its roads blocked."""
    drawn: PerUnit[int] = unit_column("b")
    """22.2 The Game-Turn in which a die brought a reinforcement."""
    supply: PerUnit[int] = unit_column("b")
    """14.0 SUPPLIED to ISOLATED_2."""
    fatigue: PerUnit[int] = unit_column("b")
    """13.4 FRESH, FATIGUED or RECOVERING."""
    stood: PerUnit[int] = unit_column("b")
    """24.21 A gun of a German corps that has stood still since a Movement Phase began."""
    afoot: PerUnit[int] = unit_column("b")
    """24.1 Infantry that has left its vehicles: MOUNTED, ON_FOOT or LEAVES_VEHICLES."""
    rooted: PerUnit[Hex] = unit_column("h", NOWHERE, refers=Refers.HEX)
    """11.92 The Woods in which a gun starts the game."""
    tested: PerUnit[int] = unit_column("b")
    """24.61 A green unit that has rolled for its first combat."""
    left_by: PerUnit[Hex] = unit_column("h", NOWHERE, refers=Refers.HEX)
    """27.4b The hex by which a unit has left the map."""
    bridge: PerUnit[int] = unit_column("b")
    """15.2 NO_BRIDGE, CARRIED or BUILDING."""
    still: PerUnit[int] = unit_column("b")
    """15.2 Movement Phases in a row that a German engineer has stayed in its hex, up to those that a repair takes."""
    positions: PerHex[int] = hex_column("b")
    """16.0 NO_POSITION to ENTRENCHED."""
    spans: PerHexside[int] = hexside_column("b")
    """15.0 AS_PRINTED, BLOWN, BUILT or PLACED."""
    crossings: PerHexside[int] = hexside_column("b")
    """25.14f German units that have crossed a bridge in this Movement Phase, BLOCKED at most."""

    bonus: int = clock(0)
    """13.0 Whether this is a Night Bonus Game-Turn."""
    weather: int = clock(OVERCAST)
    ground: int = clock(NORMAL)
    released: tuple[str, ...] = clock((), tuple[str, ...])
    """23.0 The British divisions that go where they like."""
    quota: tuple[int, ...] = clock((), tuple[int, ...])
    """25.16, 27.62 How many units the player may still commit, for each entry of the Game-Turn."""
    operation: str = clock("", owner=GERMAN, unseen="")
    """27.7 The German plan, which the German player alone knows."""
    destroyed: int = clock(0)
    """27.75 Allied combat units that are destroyed."""
    built: tuple[tuple[Hexside, Hex], ...] = clock((), tuple[tuple[Hexside, Hex], ...])
    """15.24 Finished German bridges: the hexside, and the hex where the marker lies."""
    placed: tuple[tuple[Hexside, Unit], ...] = clock((), tuple[tuple[Hexside, Unit], ...])
    """15.31 Allied bridges: the hexside, and the engineer who holds it there."""
    german_plan: tuple[int, ...] = clock(NO_POINTS, owner=GERMAN, unseen=NO_POINTS)
    allied_plan: tuple[int, ...] = clock(NO_POINTS, owner=ALLIED, unseen=NO_POINTS)
    """19.0 What a player is about to allocate to each mission, which the other does not know."""
    missions: tuple[tuple[int, ...], tuple[int, ...]] = clock((NO_POINTS, NO_POINTS))
    """19.0 The air points of each side by mission, for the day."""
    queued: tuple[Hex, ...] = clock((), tuple[Hex, ...])
    """21.12 In this Movement Phase, the entry hex of each unit that has come in."""
    attached: tuple[tuple[str, Unit], ...] = clock((), tuple[tuple[str, Unit], ...])
    """14.3 German divisions that were attached on arrival, each with the headquarters of its corps."""
    dumps: tuple[Hex, ...] = clock((), tuple[Hex, ...])
    """25.27 The hexes with markers of fuel dumps."""
    true_dumps: tuple[Hex, ...] = clock((), tuple[Hex, ...], owner=ALLIED, unseen=())
    """25.27 Those of them that are true, which the Allied player alone knows."""
    dumps_lost: int = clock(0)
    """25.27 True ones that the Germans have captured."""
    dropped: int = clock(0)
    """24.41 Whether the parachute-commandos have dropped."""
    hunters: tuple[Unit, ...] = clock((), tuple[Unit, ...])
    """24.44 The Allied units of which one must move up to them."""
    truppeneinheit: tuple[Hex, ...] = clock((), tuple[Hex, ...])
    """24.3 The hex of each Truppeneinheit, by its number; NOWHERE for one that is lost. They are markers rather than
    units: they exert no zone, stack with nobody, block nobody and cannot be attacked (WAR-R85)."""
    saboteurs: tuple[int, ...] = clock((), tuple[int, ...])
    """24.34 The numbers of those that have led a column astray in this Movement Phase."""
    resupplied: str = clock("")
    """19.33 The formation that is supplied from the air today."""
    supplies: int = clock(0)
    """19.34, 19.35 With how many points of escort."""

    exerts: PerUnit[int] = unit_column("b", derived=True)
    """8.1 The zone that each unit on the map exerts: NONE, RIGID or FLUID."""
    soft_0: PerHex[int] = hex_column("H", derived=True)
    soft_1: PerHex[int] = hex_column("H", derived=True)

    def hides_from(self, side: Side) -> bool:
        """19.0 The plans of the air are secret, and no counter is."""
        return False

    # --- what is true of units and hexes ---------------------------------------------------------

    def face(self, unit: Unit) -> Face:
        """The side of the counter that is up."""
        faces = self.data.faces_on_foot if self.afoot[unit] else self.data.faces
        return faces[unit][self.steps[unit]]

    def is_isolated(self, unit: Unit) -> bool:
        """14.6"""
        return self.supply[unit] >= ISOLATED_1

    @property
    def space(self) -> TrackSpace:
        """5.1 The space of the turn record track that the game has come to."""
        return self.data.turns[self.turn - 1]

    def is_night(self) -> bool:
        """12.0 Night and bonus turns."""
        return self.space.kind == "night"

    def is_first_day(self) -> bool:
        """25.14 Whether the special rules of December 16 hold."""
        return self.turn <= self.data.scenario_data.first_day_until

    def zone_flags_of(self, side: Side, hex: Hex) -> int:
        """8.0 The enemy zones that a unit of a side meets in a hex: ZONE if rigid, SOFT_ZONE if fluid."""
        return self.way(side)[hex] & (ZONE | SOFT_ZONE)

    def in_enemy_zone(self, hex: Hex, side: Side) -> bool:
        """8.0 Whether an enemy of ``side`` has a zone of control there, rigid or fluid."""
        return bool(self.way(side)[hex] & (ZONE | SOFT_ZONE))

    def in_rigid_zone(self, hex: Hex, side: Side) -> bool:
        """8.11 Whether a rigid one reaches there."""
        return bool(self.way(side)[hex] & ZONE)

    def is_in_position(self, unit: Unit) -> bool:
        """16.0 Whether a unit has the benefit of a finished position: no gun, no headquarters, not in March Mode."""
        finished = self.positions[self.where[unit]] in (IMPROVED, ENTRENCHED) or self.is_in_westwall(unit)
        return finished and self.data.holders[unit] and not self.march[unit]

    def is_in_westwall(self, unit: Unit) -> bool:
        """24.7 Whether a German unit stands in the fortifications of the Westwall, where these are played with."""
        return self.where[unit] in self.data.westwall and self.data.sides[unit] == GERMAN

    def has_bridge(self, hexside: Hexside) -> bool:
        """15.0 Whether a bridge stands there now."""
        span = self.spans[hexside]
        return hexside in self.data.bridges if span == AS_PRINTED else span in (BUILT, PLACED)

    @derived(Until.SIDE_COMES_OR_GOES)
    def off_map(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side that are not on the map, whichever box they are in."""
        where = self.where
        return tuple([unit for unit in self.data.units[side] if where[unit] < 0])

    @derived(Until.SIDE_COMES_OR_GOES)
    def engineers_of(self, side: Side) -> tuple[Unit, ...]:
        """The engineers of a side on the map."""
        where = self.where
        return tuple([unit for unit in self.data.engineers[side] if where[unit] >= 0])

    def division_of(self, unit: Unit) -> str:
        """The division or brigade of a unit, if it has one; 17.21 a company's is that of its battalion."""
        data, parent = self.data, self.parent[unit]
        if parent != NO_UNIT:
            return data.counters[parent].formation
        return data.counters[unit].formation or data.divisions_at_start.get(unit, "")

    def formation_name(self, unit: Unit) -> str:
        """19.33 What is supplied from the air: a division or brigade, or a single battalion of a corps."""
        return self.division_of(unit) or self.data.counters[unit].id

    def has_been_in_play(self, unit: Unit) -> bool:
        """14.12 Whether a unit is on the map, or was."""
        return self.where[unit] >= 0 or self.where[unit] in (self.data.box(ELIMINATED), self.data.box(EXITED))

    # --- changes ---------------------------------------------------------------------------------

    def put(self, unit: Unit, place: Hex) -> None:
        """A unit comes, goes or is moved: stacks, zones, what others meet in both hexes, and bridges that engineers
        hold follow."""
        side = self.data.sides[unit]
        old = self.books.put(unit, place, side, NO_ZONE)
        self.note_put(unit, old, place)
        self._set_zone(unit, old, NONE)
        if place >= 0:
            self._set_zone(unit, place, self._zone_of(unit))
            self._mark_friends(place)
        elif self.team[unit] != NO_UNIT:
            self.part_team(unit)
        if old >= 0:
            self._mark_friends(old)
            if old != place and self.data.counters[unit].engineer:
                self._leave_bridges(unit)
        if self.dumps and side == GERMAN and place in self.dumps:
            self.capture_dump(unit, place)

    def capture_dump(self, unit: Unit, hex: Hex) -> None:
        """25.27 A German combat unit enters a hex with a fuel dump: it is looked at, and removed."""
        if not self.data.counters[unit].counts:
            return
        lost = hex in self.true_dumps
        self.dumps = tuple(there for there in self.dumps if there != hex)
        self.dumps_lost += lost
        self.revealed = True
        self.tell(Event("dump-captured" if lost else "dump-was-false", {"unit": unit, "hex": hex}, "25.27"))

    def pass_dumps(self, unit: Unit, entered: Sequence[Hex]) -> None:
        """25.27 Fuel dumps on the way of a German unit, in a move or an advance, are captured."""
        for hex in self.dumps if self.data.sides[unit] == GERMAN else ():
            if hex in entered:
                self.capture_dump(unit, hex)

    def _leave_bridges(self, unit: Unit) -> None:
        """15.33 Allied bridges go with the engineer who placed them; 15.26 so does one that is being built, and 15.21
        one that was carried by an engineer who is lost."""
        self.still[unit] = 0
        for hexside in [hexside for hexside, engineer in self.placed if engineer == unit]:
            self.take_bridge_away(hexside)
            self.tell(Event("bridge-removed", {"hexside": hexside}, "15.33"))
        if self.bridge[unit] == BUILDING or (self.bridge[unit] == CARRIED and self.where[unit] < 0):
            self.bridge[unit] = NO_BRIDGE
            self.tell(Event("bridge-lost", {"unit": unit}, "15.26"))

    def own_bridges(self, unit: Unit) -> list[Hexside]:
        """15.33 The bridges that a unit or its mate in a team holds in place: they go as soon as it does, and so it
        never crosses one."""
        together = self.team_of(unit) if self.placed else ()
        return [hexside for hexside, engineer in self.placed if engineer in together]

    def team_of(self, unit: Unit) -> tuple[Unit, ...]:
        """9.25 The units under a unit's March Mode marker: itself, and its mate if it has one."""
        mate = self.team[unit]
        return (unit,) if mate == NO_UNIT else (unit, mate)

    def join_team(self, unit: Unit, mate: Unit) -> None:
        """9.25 Two units march under one marker from now on."""
        self.team[unit], self.team[mate] = mate, unit

    def part_team(self, unit: Unit) -> None:
        """9.25 A team is one no longer."""
        for each in self.team_of(unit):
            self.team[each] = NO_UNIT

    def set_march(self, unit: Unit, marching: bool) -> None:
        """7.1 Changes the mode of a unit; its zone follows at once (8.12). 9.25 Its mate leaves March Mode with it."""
        together = self.team_of(unit)
        if not marching:
            self.part_team(unit)
        for each in together:
            self.march[each] = marching
            if marching:
                self.battery[each] = 0
            self._change(each)

    def set_steps(self, unit: Unit, steps: int) -> None:
        self.steps[unit] = steps
        self._change(unit)

    def set_supply(self, unit: Unit, state: int) -> None:
        """14.0 Gives a unit a supply marker; who is isolated exerts no zone (8.6)."""
        self.supply[unit] = state
        self._change(unit)

    def set_position(self, hex: Hex, position: int) -> None:
        """16.0 Puts a marker into a hex, or takes it away; entrenched units have rigid zones (8.14)."""
        self.positions[hex] = position
        for unit in self.units_in(hex):
            self._change(unit)

    def set_span(self, hexside: Hexside, span: int) -> None:
        """15.0 A bridge is blown, built, placed or taken up; zones on both banks follow."""
        self.spans[hexside] = span
        self._set_hexside(hexside)

    def take_bridge_away(self, hexside: Hexside) -> None:
        """15.14, 15.27, 15.33 A bridge is there no longer: a printed one is blown, others leave the water as it was."""
        self.built = tuple(pair for pair in self.built if pair[0] != hexside)
        self.placed = tuple(pair for pair in self.placed if pair[0] != hexside)
        self.set_span(hexside, BLOWN if hexside in self.data.bridges else AS_PRINTED)

    def set_crossings(self, hexside: Hexside, crossings: int) -> None:
        """25.14f A Bottleneck marker is turned or removed."""
        self.crossings[hexside] = crossings
        self._set_hexside(hexside)

    # --- keeping flags and zones up --------------------------------------------------------------

    def soft(self, side: Side) -> array[int]:
        """How many units of a side have each hex in their fluid zone."""
        return self.soft_1 if side else self.soft_0

    def zone_kind(self, unit: Unit) -> int:
        """What :class:`Table` moves about by itself: nothing, the zones of this game are kept here."""
        return NO_ZONE

    def zone_kinds(self, side: Side) -> bytes:
        return bytes([NO_ZONE]) * len(self.where)

    def _zone_of(self, unit: Unit) -> int:
        """8.1 The zone that a unit on the map exerts: none if it is a headquarters, commandos (24.46) or isolated
        (8.6); rigid in entrenchments (8.14), or if it is a full battalion in Tactical Mode, no engineer and no
        gun (8.11)."""
        data = self.data
        if data.exerts_none[unit] or self.supply[unit] >= ISOLATED_1:
            return NONE
        if self.march[unit]:
            return FLUID
        if self.positions[self.where[unit]] == ENTRENCHED and data.holders[unit]:
            return RIGID
        if data.westwall and self.is_in_westwall(unit) and not data.counters[unit].gun:
            return RIGID
        return RIGID if data.rigid_when_full[unit] and self.steps[unit] == data.full_steps[unit] else FLUID

    def _set_zone(self, unit: Unit, hex: Hex, zone: int) -> None:
        """The unit in a hex exerts this zone from now on."""
        before, side, data = self.exerts[unit], self.data.sides[unit], self.data
        if before == zone or hex < 0:
            return
        way = self.way(ENEMY_OF[side])
        if before:
            counts = self.held(side) if before == RIGID else self.soft(side)
            data.zones.leave(hex, OPEN_ZONE, counts, way, ZONE_FLAGS[before], self.sides)
        if zone:
            counts = self.held(side) if zone == RIGID else self.soft(side)
            data.zones.enter(hex, OPEN_ZONE, counts, way, ZONE_FLAGS[zone], self.sides)
        self.exerts[unit] = zone

    def _change(self, unit: Unit) -> None:
        """Something about a unit has changed that others may notice."""
        hex = self.where[unit]
        if hex >= 0:
            self._set_zone(unit, hex, self._zone_of(unit))
            self._mark_friends(hex)
        self.forget_moves(self.data.sides[unit])

    def _mark_friends(self, hex: Hex) -> None:
        """7.32, 9.0, 25.14g What friends meet in a hex: units in March Mode or not, and a full stack."""
        unit = self.top[hex]
        if unit == NO_UNIT:
            return
        counters, march, below, bits, combat = self.data.counters, self.march, self.below, 0, 0
        way = self.way(self.data.sides[unit])
        while unit != NO_UNIT:
            combat += counters[unit].counts
            bits |= MARKED_TOO if march[unit] else CROWDED
            unit = below[unit]
        if combat >= STACK:
            bits |= NO_END
        way[hex] = way[hex] & ~(MARKED_TOO | CROWDED | NO_END) | bits

    def _set_hexside(self, hexside: Hexside) -> None:
        """Bridges, and Bottlenecks on them."""
        beside = [unit for hex in self.data.board.side_hexes[hexside] for unit in self.units_in(hex)]
        for unit in beside:
            self._set_zone(unit, self.where[unit], NONE)
        self.sides[hexside] = self._flags_of_hexside(hexside)
        for unit in beside:
            self._set_zone(unit, self.where[unit], self._zone_of(unit))
        self.forget_all()

    def _flags_of_hexside(self, hexside: Hexside) -> int:
        altered = ALTERED if self.has_bridge(hexside) != (hexside in self.data.bridges) else 0
        return altered | TOLL * self.crossings[hexside]

    def hexside_flags(self) -> bytes:
        flags = bytearray(self.data.printed_sides)
        for hexside in (*hexsides_with(self.spans), *hexsides_with(self.crossings)):
            flags[hexside] = self._flags_of_hexside(hexside)
        return bytes(flags)

    def rebuild(self) -> None:
        super().rebuild()
        for side in (GERMAN, ALLIED):
            self.held(side)[:] = self.soft(side)[:] = array("H", bytes(2 * self.data.board.size))
        for unit, hex in by_unit(self.where):
            self.exerts[unit] = NONE
            if hex >= 0:
                self._set_zone(unit, hex, self._zone_of(unit))
        for hex in {hex for hex in self.where if hex >= 0}:
            self._mark_friends(hex)


def hexsides_with(column: array[int]) -> list[Hexside]:
    """The hexsides with a value in a column that mostly has none: bytes are looked through far quicker than arrays."""
    cells = column.tobytes()
    return [hexside for hexside, value in by_hexside(cells) if value] if cells.count(0) < len(cells) else []


def eliminate(p: Field, unit: Unit) -> None:
    """A unit is lost; a company goes back to the tray (WAR-R134). 27.75, WAR-R80 Destroyed Allied units are counted."""
    p.steps[unit] = p.afoot[unit] = 0
    p.destroyed += p.data.sides[unit] == ALLIED and p.data.counters[unit].counts
    p.put(unit, p.data.box(TRAY if p.data.counters[unit].company else ELIMINATED))
