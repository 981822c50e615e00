"""2.0 Game equipment: counters (2.2 to 2.5), the turn track, tables, and what the players can do."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from ardennes.engine.game_data import Counter, PerThread
from ardennes.engine.options import Kind, Verbs
from ardennes.games.bitter_woods.rules.scenario import BitterScenario, Count
from ardennes.kernels.flood import Flood
from ardennes.kernels.reach import Prices, Reach
from ardennes.numbers import SIDES, Hex, Hexside, Unit, by_unit
from ardennes.rules.bridges import BridgeData
from ardennes.rules.faces import read_sides
from ardennes.rules.facts import Area, each_side, entry_areas, hex_named, towns_ranked
from ardennes.rules.names import PlaceName, TurnName, UnitName
from ardennes.rules.ranges import Near

if TYPE_CHECKING:
    from ardennes.games.bitter_woods.rules.events import EventRow
    from ardennes.games.bitter_woods.rules.orders import StandingOrder

GERMAN, ALLIED = SIDES
TWELFTHS = 12
"""5.3 Movement is counted in twelfths of a point: a road costs a quarter, a third or half a point."""

ARMIES = ("6th-panzer", "5th-panzer", "7th", "1st", "3rd", "british")
"""The German armies from north to south, and those of the Allies."""
GERMAN_ARMIES = ARMIES[:3]

EDGES = ("east-edge", "north-edge", "south-edge", "west-edge")
"""A road in the corner of the map comes from the east."""

verbs = Verbs()
DONE = verbs.add("done")
DROP, INTERDICT = verbs.add("drop", Kind.HEX), verbs.add("interdict", Kind.HEX)
RESERVE, RELEASE = verbs.add("reserve", Kind.UNIT), verbs.add("release", Kind.UNIT)
MOVE, TO, EXIT = verbs.add("move", Kind.UNIT), verbs.add("to", Kind.HEX), verbs.add("exit", Kind.HEX)
ENTER, ATTACH = verbs.add("enter", Kind.HEX), verbs.add("attach", Kind.WORD, GERMAN_ARMIES)
CHALLENGE, SLIP = verbs.add("challenge", Kind.HEX), verbs.add("slip")
SACRIFICE = verbs.add("sacrifice", Kind.UNIT)
DIG, BRIDGE = verbs.add("dig", Kind.HEX), verbs.add("bridge", Kind.HEXSIDE)
BUILDER = verbs.add("builder", Kind.UNIT)
BATTER, ANGRIFF = verbs.add("batter", Kind.UNIT), verbs.add("angriff")
ATTACK, JOIN = verbs.add("attack", Kind.HEX), verbs.add("join", Kind.UNIT)
SUPPORT, FLY, GO = verbs.add("support", Kind.UNIT), verbs.add("fly"), verbs.add("go")
HOLD, STAND = verbs.add("hold", Kind.UNIT), verbs.add("stand", Kind.UNIT)
LOSE, RETREAT, BACK = verbs.add("lose", Kind.UNIT), verbs.add("retreat", Kind.UNIT), verbs.add("back", Kind.HEX)
ADVANCE, ALONG = verbs.add("advance", Kind.UNIT), verbs.add("along", Kind.HEX)
BLOW, CROSS = verbs.add("blow", Kind.HEXSIDE), verbs.add("cross", Kind.UNIT)
MARK, SPARE, BOMB = verbs.add("mark", Kind.HEX), verbs.add("spare", Kind.HEXSIDE), verbs.add("bomb", Kind.UNIT)
ENGINEERS = verbs.add("engineers", Kind.HEXSIDE)
REGROUP = verbs.add("regroup")
PLANS = ("monty", "ridgway", "patton")
PLAN = verbs.add("plan", Kind.WORD, PLANS)
BURN = verbs.add("burn", Kind.HEX)

MECHANIZED = frozenset(("armor", "armored-infantry", "cavalry"))
ARTILLERY = frozenset(("corps-artillery", "army-artillery", "rockets"))
FORDING = frozenset(("infantry", "parachute", "glider", "armored-infantry", "leader"))
"""5.3 Who crosses a river without a bridge and goes on."""
HEAVY = frozenset(("panther", "tiger", "jagdtiger"))
"""5.3, 9.7, 9.8 Tanks that need a bridge."""
FACE = re.compile(r"([0-9]{1,2})-([0-9])-([0-9])")


class Face(msgspec.Struct, frozen=True, gc=False):
    """2.2 One side of a counter."""

    strength: int
    endurance: int
    moves: int


class Piece(Counter, frozen=True, kw_only=True, dict=True):
    """A counter: a combat unit, a gun, a leader or a company of paratroopers."""

    printed = ("kind", "silhouette", "size", "strength", "range", "influence")

    kind: Literal[
        "armor",
        "armored-infantry",
        "cavalry",
        "infantry",
        "parachute",
        "glider",
        "corps-artillery",
        "army-artillery",
        "rockets",
        "leader",
        "company",
    ]
    nation: Literal["German", "US", "British"]
    army: Literal["6th-panzer", "5th-panzer", "7th", "1st", "3rd", "british", "declared"]
    """``declared`` where a German unit is attached to an army when it arrives (24.6)."""
    corps: str = ""
    division: str = ""
    silhouette: Literal["", "panther", "tiger", "jagdtiger", "mkiv", "sherman", "firefly", "cromwell", "churchill"] = ""
    size: str = ""
    strength: str
    """Combat strength, endurance rating and movement allowance on each side of the counter: ``9-5-4/5-5-4``."""
    range: Count = 0
    """10.1 Of artillery; 24.2 of a leader."""
    influence: Count = 0
    """24.1 Of a leader."""
    arrives: Count = 0
    """The turn it comes; 0 is the set-up."""
    came: Count = 0
    """20.0 The turn of the campaign in which it had come, where a later scenario sets it up."""
    place: str = ""
    """Its set-up hex, or the letters of the roads it may come by (16.1)."""
    only: Literal["", "extended", "leaders", "late-panzers", "event", "peiper", "army-artillery"] = ""
    """What must be played for it to take part."""
    needs: str = ""
    """16.1 Hexes that its side must hold for it to come."""
    traits: str = ""
    """What the rules say of this unit alone, in words."""
    starts: Literal["", "improved"] = ""
    """8.1 It begins in an improved position."""
    note: str = ""

    @cached_property
    def mechanized(self) -> bool:
        return self.kind in MECHANIZED

    @cached_property
    def artillery(self) -> bool:
        return self.kind in ARTILLERY

    @cached_property
    def fighter(self) -> bool:
        """2.5 A mechanized or non-mechanized unit: no artillery, no leader, no company."""
        return not self.artillery and self.kind not in ("leader", "company")

    @cached_property
    def combat_unit(self) -> bool:
        """2.5 A fighter or artillery: no leader, no company."""
        return self.fighter or self.artillery

    @cached_property
    def leads(self) -> bool:
        """24.0 A leader."""
        return self.kind == "leader"

    @cached_property
    def counts(self) -> bool:
        """6.1 Whether it counts in a stack: not the Jagdtigers, leaders, army artillery and companies."""
        return self.kind not in ("leader", "army-artillery", "company") and "stacks-free" not in self.words

    @cached_property
    def heavy(self) -> bool:
        return self.silhouette in HEAVY

    @cached_property
    def fords(self) -> bool:
        return self.kind in FORDING

    @cached_property
    def words(self) -> frozenset[str]:
        """The traits, one by one."""
        return frozenset(self.traits.split())


class TrackSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the turn track: half a day, its ground (5.3) and its aircraft (11.1)."""

    turn: Count
    name: str
    date: str
    ground: Literal["normal", "mud", "freeze", "snow"]
    german_air: Count
    allied_air: Count
    source: str


class ShortageRow(msgspec.Struct, frozen=True, kw_only=True):
    """12.6 A row of the Supply Shortage Table: which mechanized units of an army are out of supply."""

    die: Annotated[int, msgspec.Meta(ge=1, le=6)]
    army: Literal["6th-panzer", "5th-panzer"]
    divisions: str = ""
    units: str = ""
    others: Literal["", "yes"] = ""
    """All that the other rows of the army do not name."""
    source: str


class SectorRow(msgspec.Struct, frozen=True, kw_only=True):
    """15.7 An Allied unit that an army may attack on the first turn."""

    army: Literal["6th-panzer", "5th-panzer", "7th"]
    unit: UnitName
    source: str


COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
FIRST_ROW, LAST_ROW = -1, 8
"""9.1 The modified die goes from -1 to 8."""
RESULT = re.compile(r"(DE|AE|CA|SU|ENG|FF|1?[AD][1-4])\*?")
ANGRIFF_RESULT = re.compile(r"NE|ENG|ADV[1-4]|1?A[1-4]")
ANGRIFF_COLUMNS = COLUMNS[6:9]
"""23.2 The columns of the Angriff table."""


class Windows(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The turns that the rules name."""

    surprise: TurnName
    no_demolition_until: TurnName
    free_supply_until: TurnName
    boundaries_until: TurnName
    frozen_until: TurnName
    shortage_from: TurnName
    garrison_from: TurnName
    garrison_until: TurnName
    scare_from: TurnName
    scare_until: TurnName
    attrition_from: TurnName
    surrender_from: TurnName
    peiper: TurnName
    sneak_from: TurnName
    sneak_until: TurnName


class DumpSite(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """25.1 Near which hex a fuel dump lies, whom it serves, and the event that makes it hard to blow."""

    hex: str
    army: Literal["6th-panzer", "5th-panzer"]
    hard_by: str = ""


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turns, divisions and numbers that the rules name."""

    source: str
    clervaux: PlaceName
    monschau: PlaceName
    malmedy: PlaceName
    veterans: str
    sharing_division: str
    bridges_to_build: Count
    frozen_near: Count
    schnee_eifel: tuple[UnitName, ...]
    north_letters: str
    peiper_division: tuple[str, ...]
    heiderscheid: str
    east_of_our: tuple[str, ...]
    worn_after: Count
    dumps: tuple[DumpSite, DumpSite]
    turns: Windows


JUNCTION = 3
"""Roads that meet at a junction."""


class BitterData(BridgeData):
    """Everything in the box, and what can be worked out from it once."""

    bridge_verbs = (BLOW, BRIDGE, SPARE, ENGINEERS)

    counters: tuple[Piece, ...]
    turns: tuple[TrackSpace, ...]
    results: dict[int, tuple[str, ...]]
    """The Combat Results Table: rows by the modified die, columns as :data:`COLUMNS`."""
    angriff: dict[int, tuple[str, ...]]
    """23.2 The Angriff table, from the column 2-1 on."""
    shortage: tuple[ShortageRow, ...]
    sectors: dict[int, frozenset[str]]
    """15.7 By Allied unit, the armies that may attack it on the first turn."""
    named: Named
    scenario_data: BitterScenario
    orders: tuple[StandingOrder, ...]
    """2.9 What the scenario orders."""
    terrain: bytes
    """The terrain of each hex, as :mod:`terrain` numbers it; a town is a terrain of its own."""
    ground: bytes
    """The kind of step across each directed hexside (:mod:`terrain`)."""
    army_ground: tuple[bytes, ...]
    """5.4 The same for mechanized units of each German army, closed where they may not go."""
    army_areas: tuple[frozenset[Hex], ...]
    """5.4 The hexes that are open to mechanized units of each German army."""
    boundary_roads: frozenset[int]
    forest_roads: frozenset[int]
    """22.1 Forest hexes with a road."""
    search = PerThread[Reach]()
    prices: dict[tuple[Hashable, ...], Prices]
    """Price lists by profile, ground and army, as they come to be needed."""
    unit_prices: dict[tuple[int, str, int, bool], Prices]
    """The same by unit."""
    supply_roads = PerThread[Flood]()
    german_sources: tuple[int, ...]
    allied_sources: tuple[int, ...]
    german_exits: frozenset[Hex]
    """5.5 Where German mechanized units may leave the map."""
    allied_edges: frozenset[Hex]
    """5.5 Where Allied units may."""
    clervaux, monschau, malmedy = hex_named("clervaux"), hex_named("monschau"), hex_named("malmedy")
    events: dict[str, EventRow]
    """29.0, 38.0 The events by name."""
    scatter: dict[int, str]
    """25.1 By the sum of two dice, where something lands."""
    dump_sites: tuple[dict[Hex, int], ...]
    """25.1 For each fuel dump that is played with, where it may be, with the number of throws out of 36."""
    heiderscheid: int
    """38.1 The hexside of a bridge."""
    east_of_our: frozenset[int]
    """8.3 Hexes the rules name for their works."""
    boundary_ends, liege = Area("boundary-ends"), Area("liege")
    fort_sites, permanent_forts = Area("fort-sites"), Area("permanent-forts")
    towns, entry_areas = towns_ranked("town"), entry_areas()
    guns = each_side(lambda piece: piece.artillery)
    """10.1 The artillery of each side."""
    leaders = each_side(lambda piece: piece.kind == "leader")
    """24.0 The leaders of each side, in play or not."""
    within: tuple[Near, ...]
    """By distance, the hexes at most so far from each hex."""

    @cached_property
    def road_junctions(self) -> frozenset[int]:
        """Hexes that roads leave in three directions or more."""
        board = self.board
        ways = {
            hex: [other for other in board.around(hex) if board.road[board.side(hex, other)]] for hex in board.hexes
        }
        return frozenset(hex for hex, others in ways.items() if len(others) >= JUNCTION)

    @property
    def bridges_to_build(self) -> int:
        """13.4 How many bridges the Germans may rebuild."""
        own = self.scenario_data.bridges_to_build
        return self.named.bridges_to_build if own is None else own

    @cached_property
    def faces(self) -> tuple[tuple[Face, ...], ...]:
        """For each counter, its sides by steps left; the first entry is for none."""
        return tuple((Face(0, 0, 0), *reversed(read_faces(piece.strength))) for piece in self.counters)

    @cached_property
    def full_steps(self) -> tuple[int, ...]:
        """9.6 How many steps each counter starts with."""
        return tuple(len(faces) - 1 for faces in self.faces)

    @cached_property
    def turn_numbers(self) -> dict[str, int]:
        return {space.name: space.turn for space in self.turns}

    def turn_named(self, name: str) -> int:
        return self.turn_numbers[name]

    @cached_property
    def surprise(self) -> int:
        """The turn of the surprise attack."""
        return self.turn_named(self.named.turns.surprise)

    @cached_property
    def boundaries_until(self) -> int:
        """5.4 The last turn with army boundaries."""
        return self.turn_named(self.named.turns.boundaries_until)

    @cached_property
    def by_trait(self) -> dict[str, tuple[Unit, ...]]:
        """The units of which the rules say something of their own, by that."""
        traits = {trait for piece in self.counters for trait in piece.words}
        return {
            trait: tuple(unit for unit, piece in by_unit(self.counters) if trait in piece.words) for trait in traits
        }

    @cached_property
    def bridges_at(self) -> dict[Hex, list[Hexside]]:
        """13.1 By hex, the hexsides of it with a bridge."""
        found: dict[Hex, list[Hexside]] = {}
        for hexside in self.bridges:
            for hex in self.board.side_hexes[hexside]:
                found.setdefault(hex, []).append(hexside)
        return found

    @cached_property
    def rigid(self) -> frozenset[Unit]:
        """5.2 The counters that cannot move at all with so many steps or so few."""
        return frozenset(unit for unit, faces in by_unit(self.faces) if min(face.moves for face in faces[1:]) == 0)

    @cached_property
    def bound_by_kind(self) -> bytes:
        """5.4, 37.2 A byte for each counter, not zero for who keeps to the boundaries of his army: mechanized units and
        leaders, and where that is played corps artillery and rockets."""
        guns = ("corps-artillery", "rockets") if "army_artillery" in self.options else ()
        return bytes(piece.mechanized or piece.leads or piece.kind in guns for piece in self.counters)

    @cached_property
    def held_at_first(self) -> frozenset[Unit]:
        """15.5 Who takes no part in the first turn."""
        return frozenset(self.by_trait.get("held-back", ()))

    @cached_property
    def frozen(self) -> tuple[Unit, ...]:
        """3.0 The frozen regiment, in play or not."""
        return self.by_trait.get("frozen", ())

    @cached_property
    def counted(self) -> frozenset[Unit]:
        """6.1 The units that count in a stack."""
        return frozenset(unit for unit, piece in by_unit(self.counters) if piece.counts)

    @cached_property
    def division_of(self) -> tuple[str, ...]:
        """18.1 The division of each unit that can have divisional integrity: German ones only with mechanized units;
        nothing for the others."""
        names = [f"{piece.nation} {piece.division}" if piece.division else "" for piece in self.counters]
        panzers = {name for name, piece in zip(names, self.counters, strict=True) if piece.mechanized}
        able = [piece.side == ALLIED or name in panzers for name, piece in zip(names, self.counters, strict=True)]
        return tuple(name if can else "" for name, can in zip(names, able, strict=True))

    @cached_property
    def divisions(self) -> dict[str, tuple[Unit, ...]]:
        """18.1 The units of each division that can have divisional integrity."""
        names = set(self.division_of)
        return {name: tuple(unit for unit, own in by_unit(self.division_of) if own == name) for name in names}

    @cached_property
    def entry(self) -> dict[str, Hex]:
        """16.1 The hex of each boxed letter on the map in play."""
        return {letter: hexes[0] for letter, hexes in self.entry_areas.items()}

    @cached_property
    def entry_hexes(self) -> tuple[tuple[Hex, ...], ...]:
        """16.1 Where each counter says it comes: letters, or hexes where a scenario is played on part of the map."""
        board, entry = self.board, self.entry
        return tuple(
            tuple(
                entry[name] if name in entry else board.hex(name)
                for name in piece.place.split()
                if name in entry or board.has_label(name)
            )
            for piece in self.counters
        )

    @cached_property
    def late_entry_hexes(self) -> tuple[tuple[Hex, ...], ...]:
        """16.3 Where each comes after its day: by any letter of the same map edges."""
        edge_of = self.entry_edges.get
        found = []
        for own in self.entry_hexes:
            edges = {edge_of(hex, "") for hex in own}
            found.append(tuple(sorted({hex for hex in (*self.entry_edges, *own) if edge_of(hex, "") in edges})))
        return tuple(found)

    @cached_property
    def entry_edges(self) -> dict[Hex, str]:
        """16.1 The map edge that the hex of each boxed letter belongs to."""
        return {hex: next(edge for edge in EDGES if hex in self.board.area(edge)) for hex in self.entry.values()}

    @cached_property
    def battalions(self) -> frozenset[Unit]:
        """36.0 The battalions of KG Peiper, where they are played with."""
        return frozenset(self.by_trait["battalion"]) if "peiper_alternative" in self.options else frozenset()

    @cached_property
    def kampfgruppe(self) -> Unit:
        """36.0 KG Peiper as one unit."""
        return next(unit for unit in self.by_trait["peiper"] if unit not in self.by_trait["battalion"])


def read_faces(text: str) -> list[Face]:
    """2.2 The sides of a counter, from full strength down.

    >>> read_faces("9-5-4/5-5-4")[1].strength
    5
    """
    sides = read_sides(text, FACE, "strength, endurance and allowance, as in 9-5-4")
    return [Face(int(side[1]), int(side[2]), int(side[3])) for side in sides]
