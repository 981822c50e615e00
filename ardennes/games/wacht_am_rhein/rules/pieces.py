"""2.0 Game equipment: counters (2.3), the turn record track, the price of movement, and what the players can do."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from ardennes.engine.game_data import Counter, PerThread
from ardennes.engine.options import Kind, Verbs
from ardennes.games.wacht_am_rhein.rules.map_edges import distances_to_edges
from ardennes.games.wacht_am_rhein.rules.scenario import Count, WachtScenario
from ardennes.kernels.reach import Prices, Reach
from ardennes.numbers import SIDES, Hex, Unit, by_unit
from ardennes.rules.faces import read_sides
from ardennes.rules.facts import by_formation, counters_that, each_side, towns_ranked
from ardennes.rules.ranges import Near
from ardennes.rules.table import TableData

GERMAN, ALLIED = SIDES
PARTS = 30
"""Movement is counted in thirtieths of a point, for roads at 1/2, 1/3 and 1/5 (6.8)."""
CLASS_A_AT_MOST = 6
"""6.13 The highest printed allowance of Class A."""
FOOT_ATTACK, FOOT_DEFENCE, FOOT_LEAST_DEFENCE = 1, 2, 1
"""24.1 What infantry that leaves its vehicles loses (errata), and the defence it keeps at least (WAR-R141)."""
WITH_BRIDGE = 7
"""15.21 The allowance of an engineer that carries a bridge."""

verbs = Verbs()
DONE = verbs.add("done")
OPERATIONS = ("historical", "liege-aachen", "luxembourg", "liege-luxembourg", "spoiling")
"""27.7 The German plans."""
OPERATION = verbs.add("operation", Kind.WORD, OPERATIONS)
PLACE, UNLOAD = verbs.add("place", Kind.UNIT), verbs.add("unload", Kind.UNIT)
COMMIT = verbs.add("commit", Kind.UNIT)
UNMARCH = verbs.add("unmarch", Kind.UNIT)
MOVE, TO, MARCH = verbs.add("move", Kind.UNIT), verbs.add("to", Kind.HEX), verbs.add("march", Kind.HEX)
SACRIFICE = verbs.add("sacrifice", Kind.UNIT)
TEAM = verbs.add("team", Kind.UNIT)
ENTER, EXIT = verbs.add("enter", Kind.HEX), verbs.add("exit", Kind.HEX)
ATTACH = verbs.add("attach", Kind.UNIT)
DUMP, TRUE = verbs.add("dump", Kind.HEX), verbs.add("true", Kind.HEX)
BREAK_DOWN = verbs.add("break", Kind.UNIT)
BLOW, BRIDGE, TAKE_UP, REPAIR = (
    verbs.add("blow", Kind.HEXSIDE),
    verbs.add("bridge", Kind.HEXSIDE),
    verbs.add("take-up", Kind.HEXSIDE),
    verbs.add("repair", Kind.HEXSIDE),
)
BUILD, COMPLETE, BEARER = (
    verbs.add("build", Kind.UNIT),
    verbs.add("complete", Kind.UNIT),
    verbs.add("bearer", Kind.UNIT),
)
MISSIONS = ("ground-support", "patrol", "escort", "interdiction")
"""19.0 What air points are allocated to."""
ALLOCATE, CUT_DOWN = verbs.add("allocate", Kind.NUMBER), verbs.add("cut", Kind.WORD, MISSIONS)
RESUPPLY, STRIKE, POINTS = (
    verbs.add("resupply", Kind.UNIT),
    verbs.add("strike", Kind.UNIT),
    verbs.add("points", Kind.NUMBER),
)
ATTACK, BARRAGE, APPLY = verbs.add("attack", Kind.HEX), verbs.add("barrage", Kind.HEX), verbs.add("apply")
JOIN, ALSO, ALL = verbs.add("join", Kind.UNIT), verbs.add("also", Kind.HEX), verbs.add("all")
SUPPORT, AIR, HELP = verbs.add("support", Kind.UNIT), verbs.add("air", Kind.NUMBER), verbs.add("help")
GO, CALL_OFF, COLUMN = verbs.add("go"), verbs.add("call-off"), verbs.add("column", Kind.NUMBER)
WITHDRAW, STAY = verbs.add("withdraw", Kind.UNIT), verbs.add("stay")
NEXT, HIT, BACK = verbs.add("next", Kind.HEX), verbs.add("hit", Kind.UNIT), verbs.add("back")
ADVANCE, ALONG = verbs.add("advance", Kind.UNIT), verbs.add("along", Kind.HEX)
DISMOUNT, REMOUNT = verbs.add("dismount", Kind.UNIT), verbs.add("remount", Kind.UNIT)
INFILTRATE, DROP = verbs.add("infiltrate", Kind.HEX), verbs.add("drop", Kind.HEX)
DIG, ENTRENCH, FINISH = verbs.add("dig", Kind.UNIT), verbs.add("entrench", Kind.UNIT), verbs.add("finish", Kind.HEX)
SABOTEURS = verbs.add("saboteurs", Kind.HEX)
AS_PROPOSED = verbs.add("as-proposed")

FACE = re.compile(r"(\()?([0-9]{1,2})(?(1)\))-([0-9]{1,2})-([0-9]{1,2})")
FIRE = re.compile(r"([0-9]{1,2})-([0-9]{1,2})-([0-9]{1,2})")
TYPES = (
    *("I", "MOT", "REP", "M", "P", "GL", "RG", "R", "T", "AT", "E"),
    *("A", "SPA", "AA", "RKT", "MTR", "H", "CMD", "PC"),
)
KINDS = (
    *("infantry", "mechanized", "parachute", "glider", "ranger", "reconnaissance", "tank", "anti-tank", "engineer"),
    *("artillery", "headquarters", "commando"),
)
COMPANIES = ("I", "M", "P", "R", "T", "L", "D", "W")
"""25.12 The letters of company-size units in the set-ups; 17.22 what battalions break down into."""


class Face(msgspec.Struct, frozen=True, gc=False):
    """2.31 One side of a counter; of a gun, its Out of Battery side."""

    attack: int
    defence: int
    moves: int
    parenthesised: bool
    """10.19 Its attack strength is printed in parentheses: it attacks only with others."""


class Fire(msgspec.Struct, frozen=True, gc=False):
    """2.31 The In Battery side of a gun."""

    barrage: int
    fpf: int
    range: int


class Piece(Counter, frozen=True, kw_only=True, dict=True):
    """A combat counter: a battalion, a company or a headquarters."""

    printed = ("kind", "size", "designation", "model", "strength", "fire")

    nation: Literal["German", "US", "British", "French", "Belgian", "Canadian"]
    designation: str
    kind: Literal[
        "infantry",
        "mechanized",
        "parachute",
        "glider",
        "ranger",
        "reconnaissance",
        "tank",
        "anti-tank",
        "engineer",
        "artillery",
        "headquarters",
        "commando",
    ]
    type: str
    """The type in short, as in the set-ups: ``I`` infantry, ``MOT`` motorized infantry, ``RKT`` rockets, and so on."""
    model: str = ""
    size: Literal["battalion", "company", "headquarters"]
    regiment: str = ""
    formation: str = ""
    """The division or brigade."""
    corps: str = ""
    """``chosen`` where a German division is attached on arrival, ``any`` where any headquarters will do."""
    strength: str
    """2.31 Attack, defence and movement allowance on each side; of a gun, those Out of Battery."""
    fire: str = ""
    """2.31 Barrage, final protective fire and range of a gun In Battery."""
    green: Literal["", "standard", "long", "standard long"] = ""
    """25.14c A unit of a green division; 24.6 one in the longer option."""
    company: Literal["", "I", "M", "P", "R", "T", "L", "D", "W"] = ""
    """17.0 The letter of a company that battalions may break down into."""
    reverse: str = ""
    """The company on the other side of the counter."""
    arrives: Count = 0
    """The Game-Turn it comes in; 0 for the set-up."""
    place: str = ""
    """Its set-up hex, or the roads or hexes it may come by."""
    note: str = ""

    @cached_property
    def gun(self) -> bool:
        return self.kind == "artillery"

    @cached_property
    def headquarters(self) -> bool:
        return self.kind == "headquarters"

    @cached_property
    def engineer(self) -> bool:
        return self.kind == "engineer"

    @cached_property
    def battalion(self) -> bool:
        return self.size == "battalion"

    @cached_property
    def counts(self) -> bool:
        """9.14, 9.5 Whether it counts in a stack; 24.41 parachute-commandos do not, four of whom drop into one hex."""
        return not (self.headquarters or self.commando)

    @cached_property
    def commando(self) -> bool:
        return self.kind == "commando"

    @cached_property
    def helped_across(self) -> bool:
        """6.53 Mechanized and motorized infantry, which engineers help across a river."""
        return self.type in ("M", "MOT")

    @cached_property
    def corps_engineer(self) -> bool:
        """25.16 A U.S. engineer with a corps designation."""
        return self.engineer and self.nation == "US" and not self.formation

    @cached_property
    def full(self) -> Face:
        return read_faces(self.strength)[0]

    @cached_property
    def class_a(self) -> bool:
        """6.13 By the printed allowance, whatever halves it."""
        return self.full.moves <= CLASS_A_AT_MOST


class TrackSpace(msgspec.Struct, frozen=True, kw_only=True):
    """5.1 A space of the turn record track; 20.1 with the air points of the Master chart and the weather as it was."""

    turn: Count
    name: str
    date: str
    kind: Literal["pre-dawn", "am", "pm", "night"]
    weather: Literal["overcast", "mist", "clear"]
    allied_air: Count
    german_air: Count
    source: str


class Costs(msgspec.Struct, frozen=True, kw_only=True):
    """6.8 A row of the Terrain Effects Chart: points to enter a hex and, on top of it, to cross a hexside; roads
    instead of both. What is left empty is not allowed."""

    mover: str
    clear: str = ""
    broken: str = ""
    woods: str = ""
    built: str = ""
    frozen_broken: str = ""
    frozen_woods: str = ""
    creek: str = ""
    ford: str = ""
    river: str = ""
    helped: str = ""
    """A river with an engineer's help (6.53)."""
    primary: str = ""
    secondary: str = ""
    source: str


class Formation(msgspec.Struct, frozen=True, kw_only=True):
    """14.1 to 14.3 A division or brigade, by which its units are supplied."""

    nation: str
    formation: str
    kind: Literal[
        "infantry", "armored", "airborne", "brigade", "panzer", "panzergrenadier", "volksgrenadier", "fallschirmjaeger"
    ]
    corps: str = ""
    """Empty where it is attached on arrival, or where any headquarters will do."""
    morale: Annotated[int, msgspec.Meta(ge=1, le=6)]
    """31.3 The Morale Rating of its units."""
    source: str

    @property
    def on_foot(self) -> bool:
        """14.21 Whose supply lines are counted in hexes."""
        return self.kind in ("volksgrenadier", "fallschirmjaeger")


class EntryRow(msgspec.Struct, frozen=True, kw_only=True):
    """21.2, 22.0 A road onto the map, and the next ones for who finds it blocked."""

    code: str
    side: Annotated[int, msgspec.Meta(ge=0, le=1)]
    edge: Literal["north", "south", "east", "west", "south-west"]
    alternates: str = ""
    source: str


class BreakdownRow(msgspec.Struct, frozen=True, kw_only=True):
    """17.22 What a sort of battalion breaks down into."""

    type: str
    model: str = ""
    company: str
    companies: Count
    source: str


class WeatherRow(msgspec.Struct, frozen=True, kw_only=True):
    """18.16 The weather by the modified die."""

    die: Count
    weather: Literal["overcast", "mist", "clear"]
    source: str


class GroundRow(msgspec.Struct, frozen=True, kw_only=True):
    """18.26 The ground by the die."""

    die: Count
    ground: Literal["normal", "freeze"]
    source: str


Hit = Literal["none", "reduced", "eliminated"]


Survival = Literal["comes-through", "is-caught"]


class StrikeRow(msgspec.Struct, frozen=True, kw_only=True):
    """19.44 What comes of an attack on a unit in March Mode with one air point, two, or three and more."""

    die: Count
    one: Hit
    two: Hit
    three: Hit
    source: str


class DropRow(msgspec.Struct, frozen=True, kw_only=True):
    """24.47 How many parachute-commandos land, by the weather."""

    die: Count
    clear: Count
    mist: Count
    source: str


class SurvivalRow(msgspec.Struct, frozen=True, kw_only=True):
    """24.35 Whether a Truppeneinheit comes through after entering one rigid zone, two, three, or four and more."""

    die: Count
    one: Survival
    two: Survival
    three: Survival
    four: Survival
    source: str


class ResultColumn(msgspec.Struct, frozen=True, kw_only=True):
    """10.76 A column of the Combat Results Table: its odds on each terrain line, and the result of each die."""

    column: Count
    river: str
    town: str
    woods: str
    broken: str
    clear: str
    results: str
    source: str


class WachtData(TableData):
    """Everything in the box, and what can be worked out from it once."""

    counters: tuple[Piece, ...]
    turns: tuple[TrackSpace, ...]
    scenario_data: WachtScenario
    costs: dict[str, Costs]
    ground: bytes
    """The kind of step across each directed hexside (:mod:`terrain`)."""
    search = PerThread[Reach]()
    prices: dict[tuple[object, ...], Prices]
    """Price lists by mover, allowance and ground, as they come to be needed."""
    bridges: frozenset[int]
    """15.0 The hexsides with a printed bridge."""
    waters: frozenset[int]
    """15.2 The hexsides with a river or creek, bridged or not."""
    no_march: frozenset[int]
    """7.31 Woods without a road, where nobody takes up March Mode."""
    march_hexes: bytes
    """A byte for each hex, 1 where March Mode may be taken up."""
    helpable: dict[int, tuple[int, ...]]
    """6.53 From each hex, the river hexsides that an engineer there helps across."""
    with_help: Callable[[bytes, tuple[int, ...]], bytes]
    """6.53 The flags of hexsides with those that engineers in some hexes help across."""
    deployable: dict[Unit, frozenset[Hex]]
    """25.12 Where the units that are placed freely may start, apart from what stands there."""

    @cached_property
    def placed_freely(self) -> tuple[dict[Unit, None], dict[Unit, None]]:
        """25.12 These units of each side, in order."""
        first, second = (dict.fromkeys(unit for unit in self.deployable if self.sides[unit] == side) for side in SIDES)
        return first, second

    @cached_property
    def broken_down(self) -> frozenset[Unit]:
        """26.2 Those that may be broken down before the game."""
        return frozenset(map(self.unit, self.scenario_data.broken_down))

    historical_hexes: dict[Unit, frozenset[Hex]]
    """24.81 Where Germans would start without the option of a free set-up."""
    bonds: dict[Unit, Any]
    """26.2 Those of them that are placed near others, with the others (:class:`deployment.Bond`)."""
    bound_to: dict[Unit, tuple[Unit, ...]]
    """26.2 For each unit, those that may be placed near it."""
    kept_free: frozenset[Hex]
    """26.2 Where no Allied unit starts."""
    deploys_alone: bool
    """25.12 Only the Germans have units to place."""
    towns, villages = towns_ranked("town"), towns_ranked("village")
    built_up = towns_ranked("town", "village")
    guns = each_side(lambda piece: piece.gun)
    engineers = each_side(lambda piece: piece.engineer)
    headquarters = each_side(lambda piece: piece.headquarters)
    companies = counters_that(lambda piece: piece.company)
    formations = by_formation(lambda piece: piece.formation or None)
    within: tuple[Near, ...]
    """By distance, the hexes at most so far from each hex."""
    ranges: dict[Unit, Near]
    """For each gun, from each hex the hexes it can fire at."""
    formation_rows: dict[tuple[str, str], Formation]
    """Divisions and brigades, by nation and name."""
    supply_sources: tuple[tuple[Unit, ...], ...]
    """14.12, 14.22, 14.32 For each counter, the headquarters it may use."""
    supply_edges: tuple[tuple[Hex, ...], tuple[Hex, ...]]
    """14.11, 14.21 For each side, the hexes where roads lead off the map."""
    supply_ways = PerThread[Any]()
    """14.0 The ways of supply lines (:class:`lines.Ways`)."""
    closed_hexes: tuple[Hex, ...]
    """25.16 Hexes that no unit may enter; supply lines may."""
    exits: tuple[Hex, ...]
    """25.17, 25.27 Hexes where German units may leave the map."""
    fences: dict[str, frozenset[Hex]]
    """25.24b Hexes that units of a formation may not enter."""
    westwall: frozenset[Hex]
    """24.7 Hexes where Germans are Entrenched without a marker; none without the option."""
    roads_off: frozenset[Hex]
    """27.4b Hexes from which a road leads off the map."""
    start_areas: dict[Unit, str]
    """27.62 The area of the first entry for commitment that each unit started in."""
    west_of_meuse: frozenset[Hex]
    beyond_meuse: tuple[frozenset[Hex], frozenset[Hex]]
    off_british_sheet: frozenset[Hex]
    """23.0 Hexes west of the Meuse; what is closed to British units east and west of it; what is off their sheet."""
    has_british: bool
    weather_table: dict[int, int]
    ground_table: dict[int, int]
    strikes: dict[int, tuple[str, str, str]]
    """18.16, 18.26, 19.44 By the die."""
    breakdown: dict[tuple[str, str], BreakdownRow]
    """17.22 By the type and the model of a battalion."""
    entries: dict[str, EntryRow]
    """22.0 By code, or by hex where the rulebook gives one."""

    def formation_of(self, unit: Unit) -> Formation | None:
        """The division or brigade of a unit; None for units of corps and armies, and for companies."""
        piece = self.counters[unit]
        return self.formation_rows.get((piece.nation, piece.formation)) if piece.formation else None

    @cached_property
    def divisions_at_start(self) -> dict[Unit, str]:
        """25.12 The divisions that companies are set up with."""
        named = self.scenario_data.companies.items()
        return {self.unit(id): division for division, ids in named for id in ids}

    @cached_property
    def faces(self) -> tuple[tuple[Face, ...], ...]:
        """For each counter, its sides by steps left; the first entry is for none."""
        nothing = Face(0, 0, 0, False)
        return tuple((nothing, *reversed(read_faces(piece.strength))) for piece in self.counters)

    @cached_property
    def faces_on_foot(self) -> tuple[tuple[Face, ...], ...]:
        """24.1 The same of infantry that has left its vehicles."""
        return tuple(tuple(map(on_foot, faces)) for faces in self.faces)

    @cached_property
    def immobile(self) -> frozenset[Unit]:
        """6.28 The counters with a side that has no allowance."""
        return frozenset(unit for unit, faces in by_unit(self.faces) if any(not face.moves for face in faces[1:]))

    @cached_property
    def fires(self) -> tuple[Fire | None, ...]:
        """For each counter, its In Battery side if it is a gun."""
        return tuple(read_fire(piece.fire) if piece.fire else None for piece in self.counters)

    @cached_property
    def full_steps(self) -> tuple[int, ...]:
        """10.7 How many steps each counter starts with."""
        return tuple(len(faces) - 1 for faces in self.faces)

    @cached_property
    def arrives(self) -> tuple[int, ...]:
        """22.0 The Game-Turn that is printed for each counter."""
        return tuple(piece.arrives for piece in self.counters)

    @cached_property
    def holders(self) -> tuple[bool, ...]:
        """16.31 Who can hold a position: neither guns nor headquarters, nor commandos, who never work (24.43)."""
        return tuple(not (piece.gun or piece.headquarters or piece.commando) for piece in self.counters)

    commandos = each_side(lambda piece: piece.commando)
    drop_table: dict[int, tuple[int, ...]]
    """24.47 By the die, for each weather, how many parachute-commandos land."""
    survival_table: dict[int, tuple[str, ...]]
    """24.35 By the die, for each number of rigid zones entered, what comes of a Truppeneinheit."""

    @cached_property
    def exerts_none(self) -> tuple[bool, ...]:
        """8.13, 24.46 Headquarters and commandos have no zone of control."""
        return tuple(piece.headquarters or piece.commando for piece in self.counters)

    @cached_property
    def rigid_when_full(self) -> tuple[bool, ...]:
        """8.11 Battalions that are neither engineers nor guns."""
        return tuple(piece.battalion and not piece.engineer and not piece.gun for piece in self.counters)

    rivers: frozenset[int]
    """10.76 The hexsides with a River, with a Ford or bridge or without."""

    @cached_property
    def river_banks(self) -> frozenset[Hex]:
        """6.53 The hexes beside them."""
        return frozenset(hex for hexside in self.rivers for hex in self.board.side_hexes[hexside])

    deep_rivers: frozenset[int]
    """8.25 Those without a Ford."""
    columns: dict[str, tuple[str, ...]]
    """10.76 The odds of each column, by terrain line."""
    results: tuple[tuple[str, ...], ...]
    """10.76 For each die the result in each column."""

    @cached_property
    def fighting_sizes(self) -> tuple[int, ...]:
        """9.31 For each counter 0, or 1 if it is a company."""
        return tuple(int(piece.size == "company") for piece in self.counters)

    @cached_property
    def edges(self) -> tuple[tuple[bytes, ...], tuple[bytes, ...]]:
        """10.84b For each side, how far each hex is from each of its edges of the map."""
        north, south, west, east = distances_to_edges(self.board)
        return (east,), (north, south, west)


def on_foot(face: Face) -> Face:
    """24.1, WAR-R141 A side of a counter that goes on foot: one less in attack and two in defence, but never below
    nothing and one.

    >>> on_foot(Face(6, 10, 12, False))
    Face(attack=5, defence=8, moves=6, parenthesised=False)
    """
    attack, defence = max(0, face.attack - FOOT_ATTACK), max(FOOT_LEAST_DEFENCE, face.defence - FOOT_DEFENCE)
    return Face(attack, defence, CLASS_A_AT_MOST, face.parenthesised)


def read_faces(text: str) -> list[Face]:
    """2.31 The sides of a counter, from full strength down.

    >>> read_faces("(2)-6-6/(1)-3-6")[1]
    Face(attack=1, defence=3, moves=6, parenthesised=True)
    """
    sides = read_sides(text, FACE, "attack, defence and allowance, as in 3-6-6 or (1)-2-6")
    return [Face(int(side[2]), int(side[3]), int(side[4]), bool(side[1])) for side in sides]


def read_fire(text: str) -> Fire:
    """2.31 The In Battery side of a gun.

    >>> read_fire("8-1-7").range
    7
    """
    (side,) = read_sides(text, FIRE, "barrage, protective fire and range, as in 8-1-7")
    return Fire(int(side[1]), int(side[2]), int(side[3]))
