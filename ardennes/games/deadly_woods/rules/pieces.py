"""2.0 Components: counters (2.3), assets (2.4), action chits (2.5), the turn track, and what the players can do."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from ardennes.engine.game_data import Counter, PerThread
from ardennes.engine.options import Kind, Verbs
from ardennes.engine.scenarios import Scenario
from ardennes.hexes import within
from ardennes.kernels.flood import Flood
from ardennes.kernels.reach import Prices, Reach
from ardennes.kernels.retreat import Ranks, Retreat
from ardennes.numbers import SIDES, Hex, Hexside, Side, Unit, by_unit
from ardennes.rules.bridges import BridgeData
from ardennes.rules.faces import read_sides
from ardennes.rules.facts import (
    Area,
    by_formation,
    counters_that,
    each_side,
    entry_areas,
    hex_named,
    near,
    towns_ranked,
)
from ardennes.rules.names import UNITS, BridgeName, NameOf, PlaceName, Turn
from ardennes.rules.supply import SupplyData

GERMAN, ALLIED = SIDES
HALVES = 2
"""Movement is counted in half points: motorized units pay ½ on a road."""

ROUNDS = ("move", "combat")
PATTON, MONTY_MOVES, MONTY_ATTACKS, MONTY = "patton", "monty-move", "monty-combat", "monty"
AREAS = ("6th-panzer-army", "5th-panzer-army", "7th-army")
"""9.1 The German army areas, from north to south."""

verbs = Verbs()
DONE = verbs.add("done")
PLAY, SWAP = verbs.add("play", Kind.UNIT), verbs.add("swap", Kind.UNIT)
AS = verbs.add("as", Kind.WORD, (*ROUNDS, PATTON, MONTY_MOVES, MONTY_ATTACKS, MONTY))
ARMY = verbs.add("army", Kind.WORD, AREAS)
ACTIVATE = verbs.add("activate", Kind.UNIT)
MOVE, TO = verbs.add("move", Kind.UNIT), verbs.add("to", Kind.HEX)
ABANDON = verbs.add("abandon", Kind.UNIT)
DOOR, SLIP = verbs.add("door", Kind.HEX), verbs.add("slip", Kind.HEX)
BLOW, REBUILD = verbs.add("blow", Kind.HEXSIDE), verbs.add("rebuild", Kind.HEXSIDE)
SACRIFICE = verbs.add("sacrifice", Kind.UNIT)
ATTACK, JOIN = verbs.add("attack", Kind.HEX), verbs.add("join", Kind.UNIT)
SUPPORT, DOUBLE, GO = verbs.add("support", Kind.UNIT), verbs.add("double", Kind.UNIT), verbs.add("go")
CONVERT = verbs.add("convert")
HIT, STAND = verbs.add("hit", Kind.UNIT), verbs.add("stand", Kind.UNIT)
BACK = verbs.add("back", Kind.HEX)
ADVANCE = verbs.add("advance", Kind.UNIT)
DEPLOY, AT, REMOVE = verbs.add("deploy", Kind.UNIT), verbs.add("at", Kind.HEX), verbs.add("remove", Kind.UNIT)
LATER = verbs.add("later")
REPLACE, RAISE = verbs.add("replace", Kind.UNIT), verbs.add("raise", Kind.UNIT)
WITHDRAW, CANCEL = verbs.add("withdraw"), verbs.add("cancel")
RETREAT, HOLD = verbs.add("retreat", Kind.UNIT), verbs.add("hold", Kind.UNIT)

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
SideNumber = Annotated[Side, msgspec.Meta(ge=0, le=1)]
ALLIED_ENTRIES, GERMAN_ENTRIES = "ABCDEFGHIJ", "KLM"
"""2.2.1 The letters of the entry areas of each side."""
AlliedEntry = Annotated[str, NameOf("Allied entry area", words=tuple(ALLIED_ENTRIES))]
Corps = Annotated[str, NameOf("corps", f"in {UNITS}", field="formation")]
Division = Annotated[str, NameOf("division", f"in {UNITS}", field="division")]

INFANTRY = frozenset(("infantry", "airborne", "glider", "delay"))
"""2.3.1 Paratroops, gliders, the US Delay asset and von der Heydte are infantry."""
MOTORIZED = frozenset(("armor", "mech", "mechcav"))
REACH_OF_ENGINEERS = 3
STRENGTH = re.compile(r"\(?([0-9]{1,2})-([0-9]{1,2})\)?")


class Step(msgspec.Struct, frozen=True, gc=False):
    """One side of a counter."""

    attack: int
    defence: int
    circled: bool
    """7.1 A unit with a circled strength has no zone of control."""


class Piece(Counter, frozen=True, kw_only=True, dict=True):
    """A counter: a combat unit, an asset or an action chit."""

    printed = ("kind", "size", "strength", "guns", "moves")

    kind: Literal[
        "infantry",
        "airborne",
        "glider",
        "mech",
        "mechcav",
        "armor",
        "delay",
        "artillery",
        "nebelwerfer",
        "engineer",
        "motorized",
        "greif",
        "traffic",
        "air-supply",
        "plus-two",
        "chit",
    ]
    nation: str = ""
    formation: str = ""
    """A US corps, XXX Corps, or a German army; none for airborne units."""
    division: str = ""
    group: Literal["", "armored", "mechanized", "infantry"] = ""
    """14.7 The kind of formation a German unit belongs to."""
    size: str = ""
    strength: str = ""
    """Attack and defence on each side, from full strength down; in brackets where circled: ``6-6/4-4/(2-2)``."""
    guns: Count = 0
    """12.2, 12.3 What an artillery or Nebelwerfer asset adds to a combat."""
    moves: Count = 0
    arrives: Count = 0
    """The turn it comes; 0 is the set-up."""
    box: Literal["", "first", "second"] = ""
    """14.8 Which reinforcement chit of that turn brings it."""
    place: str = ""
    """Its set-up hex, or the letter of its entry area."""
    set_up: str = ""
    """3.2 The number in the corner of a German counter that starts on the map."""
    release: Count = 0
    """10.6.4 The turn from which it may cross the Meuse; 99 where only a German crossing releases it."""
    last: Count = 0
    """12.1 The last turn an asset is in the game."""
    withdraws: Literal["", "yes"] = ""
    """12.10 Marked with an 11: leaves with the SS."""
    special: Literal[
        "",
        "peiper",
        "disguised",
        "paradrop",
        "crosses-boundary",
        "leashed",
        "no-guns-at-first",
        "needs-st-vith",
        "needs-bastogne",
    ] = ""
    chit: str = ""
    """17.0 What a chit does."""
    note: str = ""

    @cached_property
    def combat_unit(self) -> bool:
        return self.kind in INFANTRY or self.kind in MOTORIZED

    @cached_property
    def infantry(self) -> bool:
        return self.kind in INFANTRY

    @cached_property
    def airborne(self) -> bool:
        return self.kind in ("airborne", "glider")

    @cached_property
    def british(self) -> bool:
        return self.nation == "British"


class TrackSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the turn track: date, initiative (5.2) and replacements (13.2)."""

    turn: Count
    date: str
    initiative: Literal["german", "allied", "contested"]
    german_infantry: Count
    german_armor: Count
    allied_infantry: Count
    allied_armor: Count
    source: str

    def replacements(self, side: Side) -> tuple[int, int]:
        """13.2 Points for infantry and for armor."""
        if side == GERMAN:
            return self.german_infantry, self.german_armor
        return self.allied_infantry, self.allied_armor


class ChartRow(msgspec.Struct, frozen=True, kw_only=True):
    """17.0 The chits of a side in a turn."""

    turn: Count
    side: SideNumber
    cup: str = ""
    hand: str = ""
    panzer_army: Literal["", "one-or-both", "none-or-one"] = ""
    """How many of the two Panzer Army chits there are without and with St. Vith and Bastogne in German hands."""
    source: str


COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
RESULTS = ("AL1", "BL1", "DR", "DR*")


class Marker(msgspec.Struct, frozen=True, kw_only=True):
    """2.6 Markers of the printed game; here the position itself remembers what they show."""

    name: str
    count: Count
    source: str


class Costs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Movement points for the terrain entered and, on top, for a river without a bridge; missing is not allowed."""

    clear: Count
    woods: Count
    rough: Count
    forest: Count | None = None
    minor_river: Count | None = None
    major_river: Count | None = None


class TerrainChart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of the Terrain Effects Chart the rulebook does not spell out."""

    source: str
    infantry: Costs
    motorized: Costs


class Surrender(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """8.3 The division that surrenders, and after which turn."""

    turn: Turn
    division: Division


class Withdrawal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """12.10 When the SS is called away; with how few steps it stays, and with how many points it may."""

    turn: Turn
    steps: Count
    points: Count


class WoodsScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """3.3, 3.4 How long it lasts and what wins, and what happens but once."""

    last_turn: Turn
    hexes_needed: Count
    """VP hexes with which the Germans win at the end."""
    hexes_needed_with_ss: Count = 0
    """12.10 The same if they keep the SS."""
    sudden_death_hexes: Count
    sudden_death_steps: Count
    surrender: Surrender | None = None
    withdrawal: Withdrawal | None = None


class NamedTurns(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turns that the rules name."""

    opening: Turn
    """14.3 The surprise attack; 4.1 no assets are deployed."""
    no_extras_until: Turn
    """14.4 Armor has neither a combat for not moving nor a hex before combat."""
    no_guns_until: Turn
    """12.3 Some regiments have no artillery support."""
    peiper_until: Turn
    """11.3.2 Peiper's bonus."""
    ouren_closed_until: Turn
    """10.6.3 The Ouren bridge is closed to armor."""
    fuel_lasts_for: Turn
    """8.5 Peiper is in supply if he took the dump."""
    greif_in_sixth_area: Turn
    """12.5 Greif appears in the 6th Panzer Army area only."""
    fast_entry: Turn
    """14.8.4 Divisions that enter in a hurry."""
    scattered_until: Turn
    """12.7 After it, von der Heydte's scattered men are gone."""
    boundaries_until: Turn
    """9.2, 9.4 Army boundaries."""
    slips_until: Turn
    """7.3 The 150th Panzer Brigade may disregard an enemy zone once."""
    air_supply: Turn
    """8.6 Air supply may come."""


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turns, places, bridges, armies, corps and divisions that the rules name."""

    source: str
    turns: NamedTurns
    armies: tuple[Corps, Corps, Corps]
    """9.1, 12.2 The German armies, as :data:`AREAS` has their areas."""
    british_corps: Corps
    """9.3 Whose guns fire in the British area and next to it."""
    fuel_dump: PlaceName
    """8.5 Where Peiper may find fuel."""
    st_vith: PlaceName
    """9.2.1 The town that opens the boundary between the Panzer Armies; 14.8.3, 17.0 and both hang on."""
    bastogne: PlaceName
    ouren_bridge: BridgeName
    """10.6.3 Closed to armor on turn 1: the hexes on both ends."""
    fast_divisions: tuple[Division, ...]
    """14.8.4 Divisions that enter in a hurry."""
    leashed_to: AlliedEntry
    """10.6.4 The entry area that the 5th Armored stays near."""
    pattons_corps: Corps
    """14.9 The units that Patton moves; 14.8.1 they may wait a chit and come at his detour."""
    pattons_detour: AlliedEntry
    montys_corps: Corps
    """14.9 The American units that Monty moves."""
    slow_divisions: tuple[Division, ...]
    """14.3.1 Divisions that the first Reaction chit does not move."""
    corps_of_town: dict[PlaceName, tuple[Corps, ...]]
    """13.2.2 Towns where only units of some corps may be raised."""
    places: tuple[PlaceName, ...]
    bridges: tuple[BridgeName, ...]
    """3.2 Others that must be on the map."""


Tiers = tuple[Ranks, Ranks]
"""How good each step of a retreat is: not towards the enemy's map edge, and anywhere."""


class WoodsData(SupplyData, BridgeData):
    """Everything in the box, and what can be worked out from it once."""

    bridge_verbs = (BLOW, REBUILD)

    counters: tuple[Piece, ...]
    turns: tuple[TrackSpace, ...]
    chart: dict[tuple[int, int], ChartRow]
    """17.0 By turn and side."""
    results: tuple[tuple[str, ...], ...]
    """The Combat Results Table: rows from a die roll of 1 on, columns as :data:`COLUMNS`."""
    costs: TerrainChart
    named: Named
    scenario_data: WoodsScenario
    terrain: bytes
    """The terrain of each hex, as :mod:`terrain` numbers it."""
    ground: bytes
    """The kind of step across each directed hexside (:mod:`terrain`)."""
    searches = PerThread[tuple[Reach, ...]]()
    """One for each manner of moving, whose answers are kept while nothing moves."""
    prices: dict[tuple[int, ...], Prices]
    """Price lists by side, manner, closed lines and limits, as they come to be needed."""
    retreats = PerThread[Retreat]()
    retreat_tiers: tuple[tuple[Tiers, ...], ...]
    """11.4 For each side, on foot and motorized."""
    zones_by_steps: tuple[bytes, ...]
    """7.2 For each counter, the kind of its zone by steps left."""
    air_supply_lines = PerThread[Flood]()
    area: bytes
    """9.1 The German army area of each hex, as a number into :data:`AREAS`."""
    westwall, west_of_meuse, british = Area("westwall"), Area("west-of-meuse"), Area("british")
    german_at_start, victory_hexes = Area("german-at-start"), Area("vp")
    german_supply, allied_supply = Area("german-supply"), Area("allied-supply")
    entry = entry_areas()
    """2.2.1 The hexes of each entry area, by its letter."""
    sources: tuple[tuple[int, ...], tuple[int, ...]]
    """2.2.1 The entry hexes of each side, which are its supply sources."""
    towns, villages = towns_ranked("town"), towns_ranked("village")
    fuel_dump, st_vith, bastogne = hex_named("fuel_dump"), hex_named("st_vith"), hex_named("bastogne")
    within_three = near(3)
    """11.2.1, 12.3, 12.4 The hexes at most 3 from each hex."""
    within_six = near(6)
    """11.4 The hexes a retreat may lead to."""
    units = each_side(lambda piece: piece.combat_unit)
    """The combat units of each side, the US Delay asset among them."""
    assets = each_side(lambda piece: piece.kind != "chit" and (not piece.combat_unit or piece.kind == "delay"))
    """The assets of each side, the US Delay asset among them."""
    guns = each_side(lambda piece: piece.kind in ("artillery", "nebelwerfer", "plus-two"))
    """12.2, 12.3, 16.1 The assets of each side that may support a combat, engineers apart."""
    chits = counters_that(lambda piece: piece.kind == "chit")
    engineers = counters_that(lambda piece: piece.kind == "engineer")
    divisions = by_formation(lambda piece: (piece.side, piece.division) if piece.division else None)
    """11.2.1 The units of each division, by side and name."""

    @cached_property
    def faces(self) -> tuple[tuple[Step, ...], ...]:
        """For each counter, its strengths by steps left; the first entry is for none."""
        return tuple((Step(0, 0, True), *reversed(read_strength(piece.strength))) for piece in self.counters)

    @cached_property
    def full_steps(self) -> tuple[int, ...]:
        """2.3.1.1 How many steps each counter starts with."""
        return tuple(len(faces) - 1 for faces in self.faces)

    @cached_property
    def fighting(self) -> bytes:
        """A byte for each counter, not zero for combat units."""
        return bytes(piece.combat_unit for piece in self.counters)

    @cached_property
    def places(self) -> tuple[Hex, ...]:
        """Towns and Villages."""
        return tuple(sorted(self.towns | self.villages))

    @cached_property
    def by_kind(self) -> dict[str, Unit]:
        """The counter of each kind of which there is only one: Greif, Traffic, Delay, Motorized …"""
        return {piece.kind: unit for unit, piece in by_unit(self.counters) if not piece.chit}

    @cached_property
    def bridges_near(self) -> dict[int, frozenset[Hexside]]:
        """12.4.3 The bridges within reach of engineers in each hex."""
        found: dict[int, set[Hexside]] = {hex: set() for hex in self.board.hexes}
        for hexside in self.bridges:
            for hex in within(self.board.neighbours, self.board.side_hexes[hexside], REACH_OF_ENGINEERS):
                found[hex].add(hexside)
        return {hex: frozenset(near) for hex, near in found.items()}

    @cached_property
    def road_hexes(self) -> frozenset[Hex]:
        sides = enumerate(self.board.side_hexes)
        return frozenset(hex for side, pair in sides if self.board.road[side] for hex in pair)


def read_strength(text: str) -> list[Step]:
    """What is printed on each side of a counter, from full strength down.

    >>> read_strength("6-5/(2-2)")[1]
    Step(attack=2, defence=2, circled=True)
    """
    sides = read_sides(text, STRENGTH, "attack and defence, as in 6-5 or (2-2)")
    return [Step(int(side[1]), int(side[2]), side[0].startswith("(")) for side in sides]
