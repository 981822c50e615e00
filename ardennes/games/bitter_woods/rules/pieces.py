"""2.0 Game equipment: counters (2.2 to 2.5), the turn track, tables, and what the players can do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from ardennes.engine.game_data import Counter, PerThread
from ardennes.engine.options import Kind, Verb, Verbs
from ardennes.engine.scenarios import Scenario, Turn
from ardennes.kernels.flood import Flood
from ardennes.kernels.reach import Prices, Reach
from ardennes.rules.ranges import Near
from ardennes.rules.table import TableData

GERMAN, ALLIED = 0, 1
TWELFTHS = 12
"""5.3 Movement is counted in twelfths of a point: a road costs a quarter, a third or half a point."""

ARMIES = ("6th-panzer", "5th-panzer", "7th", "1st", "3rd", "british")
"""The German armies from north to south, and those of the Allies."""
GERMAN_ARMIES = ARMIES[:3]

verbs = Verbs()
DONE = verbs.add("done")
DROP, INTERDICT = verbs.add("drop", Kind.HEX), verbs.add("interdict", Kind.HEX)
RESERVE, RELEASE = verbs.add("reserve", Kind.UNIT), verbs.add("release", Kind.UNIT)
MOVE, TO, EXIT = verbs.add("move", Kind.UNIT), verbs.add("to", Kind.HEX), verbs.add("exit", Kind.HEX)
ENTER, ATTACH = verbs.add("enter", Kind.HEX), verbs.add("attach", Kind.WORD, GERMAN_ARMIES)
SACRIFICE = verbs.add("sacrifice", Kind.UNIT)
DIG, BRIDGE = verbs.add("dig", Kind.HEX), verbs.add("bridge", Kind.HEXSIDE)
BUILDER = verbs.add("builder", Kind.UNIT)
ATTACK, JOIN = verbs.add("attack", Kind.HEX), verbs.add("join", Kind.UNIT)
SUPPORT, FLY, GO = verbs.add("support", Kind.UNIT), verbs.add("fly"), verbs.add("go")
LOSE, RETREAT, BACK = verbs.add("lose", Kind.UNIT), verbs.add("retreat", Kind.UNIT), verbs.add("back", Kind.HEX)
ADVANCE, ALONG = verbs.add("advance", Kind.UNIT), verbs.add("along", Kind.HEX)
BLOW, CROSS = verbs.add("blow", Kind.HEXSIDE), verbs.add("cross", Kind.UNIT)

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]

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
    place: str = ""
    """Its set-up hex, or the letters of the roads it may come by (16.1)."""
    only: Literal["", "extended", "leaders", "late-panzers", "event", "peiper", "army-artillery"] = ""
    """What must be played for it to take part."""
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


class ResultRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the Combat Results Table or the Angriff table: a modified die, and a result for each column."""

    die: Annotated[int, msgspec.Meta(ge=-1, le=8)]
    results: str
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
    unit: str
    source: str


COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
FIRST_ROW, LAST_ROW = -1, 8
"""9.1 The modified die goes from -1 to 8."""
RESULT = re.compile(r"(DE|AE|CA|SU|ENG|FF|1?[AD][1-4])\*?")


class Windows(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The turns that the rules name."""

    surprise: str
    no_demolition_until: str
    free_supply_until: str
    boundaries_until: str
    frozen_until: str
    shortage_from: str


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turns, divisions and numbers that the rules name."""

    source: str
    veterans: str
    sharing_division: str
    bridges_to_build: Count
    frozen_near: Count
    turns: Windows


class Victory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """17.0 The numbers of the victory conditions."""

    strategic_towns: Count
    exits: Count
    exits_armor: Count
    towns: Count
    across: Count
    across_armor: Count
    allied_losses: Count
    german_losses: Count


class BitterScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long it lasts and what wins."""

    last_turn: Turn
    victory: Victory


class BitterData(TableData):
    """Everything in the box, and what can be worked out from it once."""

    counters: tuple[Piece, ...]
    turns: tuple[TrackSpace, ...]
    results: dict[int, tuple[str, ...]]
    """The Combat Results Table: rows by the modified die, columns as :data:`COLUMNS`."""
    shortage: tuple[ShortageRow, ...]
    sectors: dict[int, frozenset[str]]
    """15.7 By Allied unit, the armies that may attack it on the first turn."""
    named: Named
    scenario_data: BitterScenario
    terrain: bytes
    """The terrain of each hex, as :mod:`terrain` numbers it; a town is a terrain of its own."""
    ground: bytes
    """The kind of step across each directed hexside (:mod:`terrain`)."""
    army_ground: tuple[bytes, ...]
    """5.4 The same for mechanized units of each German army, closed where they may not go."""
    army_areas: tuple[frozenset[int], ...]
    """5.4 The hexes that are open to mechanized units of each German army."""
    boundary_roads: frozenset[int]
    boundary_ends: frozenset[int]
    search = PerThread[Reach]()
    prices: dict[tuple[int, ...], Prices]
    """Price lists by profile, ground and army, as they come to be needed."""
    supply_roads = PerThread[Flood]()
    bridges: tuple[int, ...]
    """Hexsides with a bridge, blown at the start or not."""
    german_sources: tuple[int, ...]
    allied_sources: tuple[int, ...]
    liege: frozenset[int]
    german_exits: frozenset[int]
    """5.5 Where German mechanized units may leave the map."""
    allied_edges: frozenset[int]
    """5.5 Where Allied units may."""
    fort_sites: frozenset[int]
    permanent_forts: frozenset[int]
    clervaux: int
    """8.3 Hexes the rules name for their works."""
    within: tuple[Near, ...]
    """By distance, the hexes at most so far from each hex."""

    @property
    def last_turn(self) -> int:
        return self.scenario_data.last_turn

    def objects(self, verb: Verb) -> Sequence[int]:
        return self.bridges if verb in (BLOW, BRIDGE) else super().objects(verb)

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
    def units(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The ground units of each side."""
        german = [unit for unit, side in enumerate(self.sides) if side == GERMAN]
        allied = [unit for unit, side in enumerate(self.sides) if side == ALLIED]
        return tuple(german), tuple(allied)

    @cached_property
    def guns(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """10.1 The artillery of each side."""
        german, allied = self.units
        counters = self.counters
        return (
            tuple(unit for unit in german if counters[unit].artillery),
            tuple(unit for unit in allied if counters[unit].artillery),
        )

    @cached_property
    def entry(self) -> dict[str, int]:
        """16.1 The hex of each boxed letter."""
        letters = [name.removeprefix("entry-") for name in self.board.area_names if name.startswith("entry-")]
        return {letter: min(self.board.area(f"entry-{letter}")) for letter in letters}

    @cached_property
    def towns(self) -> frozenset[int]:
        town = self.board.code("place", "town")
        return frozenset(hex for hex in self.board.hexes if self.board.place[hex] == town)


def read_faces(text: str) -> list[Face]:
    """2.2 The sides of a counter, from full strength down.

    >>> read_faces("9-5-4/5-5-4")[1].strength
    5
    """
    faces = []
    for side in text.split("/"):
        found = FACE.fullmatch(side)
        if found is None:
            raise ValueError(f"strength {side!r} is not strength, endurance and allowance, as in 9-5-4")
        faces.append(Face(int(found[1]), int(found[2]), int(found[3])))
    return faces
