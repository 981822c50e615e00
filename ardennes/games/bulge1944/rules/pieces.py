"""1.0, 3.0, 4.0 Components: counters with ratings (4.0), armies (4.1) and types (4.2), turn track, dice."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal

import msgspec

from ardennes.engine import scenarios
from ardennes.engine.game_data import Counter, PerThread
from ardennes.engine.options import Kind, Verb, Verbs
from ardennes.engine.position import NO_UNIT
from ardennes.engine.scenarios import Scenario
from ardennes.games.bulge1944.rules.flags import NEAR_ENEMY, OUTSIDE_XXX_CORPS
from ardennes.kernels.flags import BARRED
from ardennes.kernels.reach import Prices, Reach
from ardennes.numbers import SIDES, Hex, Side, Unit, all_units
from ardennes.rules.facts import Area, by_formation, each_side, near, towns_ranked
from ardennes.rules.names import UNITS, NameOf, TownName, Turn
from ardennes.rules.supply import SupplyData

GERMAN, ALLIED = SIDES
ALLIED_CODES = ("N1", "N2", "N3", "N4", "W1", "W2", "S1", "S2", "S3", "S4", "S5")
GERMAN_CODES = ("E5", "E6", "E7")
"""9.0, 13.0 Entry and supply hexes, as the map names them."""
SIXTHS = 6
"""Movement is counted in sixths of a point: roads cost halves and thirds."""
SEES_THROUGH = 2
"""18.7 Within so many hexes of an enemy a phantom is known for what it is."""

verbs = Verbs()
DONE = verbs.add("done")
ENTER, AT = verbs.add("enter", Kind.UNIT), verbs.add("at", Kind.HEX)
REFIT, SPLIT = verbs.add("refit", Kind.UNIT), verbs.add("split", Kind.UNIT)
PHANTOM, REMOVE = verbs.add("phantom", Kind.HEX), verbs.add("remove", Kind.UNIT)
MOVE, TO = verbs.add("move", Kind.UNIT), verbs.add("to", Kind.HEX)
INFILTRATE, EXIT = verbs.add("infiltrate", Kind.HEX), verbs.add("exit")
BREAK = verbs.add("break", Kind.NUMBER)
ATTACK, JOIN = verbs.add("attack", Kind.HEX), verbs.add("join", Kind.UNIT)
LEAD, SUPPORT = verbs.add("lead", Kind.UNIT), verbs.add("support", Kind.UNIT)
GO, HIT = verbs.add("go"), verbs.add("hit", Kind.UNIT)
HIDE = verbs.add("hide", Kind.UNIT)
HIDE_ALL = verbs.add("hide-all")
CARDS, STANDARD = ("autumn_mist", "plan_martin", "spoiling_attack"), "campaign"
"""1.0, 19.0 The objective cards by name, and the standard game as one of them."""
SECRET = "secret"
"""19.0 What the Allied player sees of a card he may not know."""
CARD = verbs.add("card", Kind.WORD, (*CARDS, STANDARD))
PLACE = verbs.add("place", Kind.UNIT)
SET_UP = verbs.add("set-up", Kind.WORD, ("historical",))

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Die = Annotated[int, msgspec.Meta(ge=0, le=6)]
Army = Annotated[str, NameOf("army", f"in {UNITS}", field="army")]
Exit = Annotated[str, NameOf("exit", words=ALLIED_CODES)]

ARMOR = frozenset(("armor", "mechcav", "panzergrenadier"))
INFANTRY = frozenset(("infantry", "airborne"))


class Piece(Counter, frozen=True, kw_only=True, dict=True):
    """A counter: a land unit, a support piece beside the map, a phantom, or a stand-in for one face down."""

    printed = ("kind", "size", "dice", "steps", "moves")

    kind: Literal[
        "armor",
        "mechcav",
        "panzergrenadier",
        "infantry",
        "airborne",
        "artillery",
        "air",
        "leader",
        "phantom",
        "stand-in",
    ]
    army: str = ""
    nation: str = ""
    corps: str = ""
    size: str = ""
    dice: str = "0"
    """4.0 Dice rolled in combat; where they change with the steps, one number a step from full strength: ``5/5/4``."""
    steps: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    moves: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0
    arrives: Count | None = None
    """The turn it enters; 0 is set up."""
    place: str = ""
    """Its set-up hex, or the codes of its entry hexes."""
    part_of: str = ""
    special: Literal["", "disguised", "paradrop"] = ""
    fuel_early: Die = 0
    fuel_late: str = ""
    first_turn: Count = 0
    last_turn: Count = 0
    note: str = ""

    @cached_property
    def armor(self) -> bool:
        """4.0, 4.2 Cavalry and panzer-grenadiers are armor."""
        return self.kind in ARMOR

    @cached_property
    def land_unit(self) -> bool:
        return self.kind in ARMOR or self.kind in INFANTRY

    @cached_property
    def stand_in(self) -> bool:
        return self.kind == "stand-in"

    @cached_property
    def us_airborne(self) -> bool:
        """14.0 American airborne units do not mind being out of supply."""
        return self.kind == "airborne" and self.nation == "US"

    @cached_property
    def armor_division(self) -> bool:
        """15.0 A German armor unit that starts with two or more steps."""
        return self.armor and self.side == GERMAN and self.steps >= 2

    def dice_with(self, steps: int) -> int:
        """4.0 The dice its counter shows at a strength."""
        numbers = self.dice.split("/")
        return int(numbers[min(self.steps - steps, len(numbers) - 1)])


class TrackSpace(msgspec.Struct, frozen=True, kw_only=True):
    """A space of the turn track."""

    turn: Count
    date: str
    german_points: Count
    german_points_with_weather: Count
    allied_points: Count
    air: Count
    source: str


class CombatDie(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many faces of a combat die show what."""

    source: str
    infantry: Die
    armor: Die
    blank: Die

    @property
    def faces(self) -> tuple[int, int, int]:
        return self.infantry, self.armor, self.blank


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Turns and formations that the rules name."""

    source: str
    bounded_army: Army
    """14.0 Stays in its area."""
    weather_from: Turn
    """18.1 The first turn with a roll for the weather."""
    fuel_early: tuple[scenarios.Turn, scenarios.Turn]
    fuel_late: tuple[scenarios.Turn, scenarios.Turn]
    """18.4 First and last turn of the first table of fuel, and of the other two."""


class BulgeScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """15.0, 16.0, 19.0 What wins; or, where that is on a card, the cards."""

    decided_by: Literal["points", "exit", "towns", "divisions"] = "points"
    """At the end of the last turn: points for towns (16.0); 19.0 nothing, so that only an exit wins, and the game ends
    with the German part of the turn; the towns; the towns, and then the larger bag of eliminated divisions."""
    exits: tuple[Exit, ...] = ()
    towns: tuple[TownName, ...] = ()
    needed: Count = 0
    worth: dict[TownName, int] = {}
    other_town: int = 0
    lost_supply_hex: int = 0
    german_victory: int = 0
    draw: int = 0
    card_is: Literal["", "chosen", "drawn"] = ""
    """19.0 How the German player comes by a card that the Allied player does not see."""
    cards: tuple[str, ...] = ()
    """The scenarios that are on the cards."""
    standard: str = ""
    """1.0 The scenario that may be a fourth card, and that the Allied player must reckon with."""

    @property
    def turns(self) -> int:
        assert self.last_turn is not None
        return self.last_turn

    @property
    def uses(self) -> tuple[str, ...]:
        """The scenarios it takes what wins from."""
        return (*self.cards, self.standard) if self.cards else ()


class BulgeData(SupplyData):
    """Everything in the box, and what can be worked out from it once."""

    counters: tuple[Piece, ...]
    turns: tuple[TrackSpace, ...]
    die: CombatDie
    named: Named
    scenario_data: BulgeScenario
    objectives: dict[str, BulgeScenario]
    """15.0, 19.0 What wins, by the card in play; without cards, the scenario itself."""
    ground: bytes
    prices: tuple[tuple[Prices, Prices, Prices], ...]
    """For each side: armor, infantry, motorized."""
    prices_over_rough: tuple[Prices, Prices]
    """For each side: armor, if it might go from rough to rough (17.0)."""
    search = PerThread[Reach]()
    searches = PerThread[tuple[Reach, ...]]()
    """One more for each manner of moving, whose answers are kept while nothing moves."""
    sources: tuple[tuple[int, ...], tuple[int, ...]]
    wall, xxx_corps = Area("siegfried-line"), Area("xxx-corps")
    near_wall: frozenset[Hex]
    """4.2, 14.0 Hexes within five of the Siegfried Line."""
    sight = near(SEES_THROUGH)
    """18.7 From each hex, the hexes in which a phantom is seen through."""
    towns = towns_ranked("city", "town")
    pieces = each_side(lambda _: True)
    """All counters of each side."""
    units = each_side(lambda piece: piece.land_unit)
    """The land units of each side."""
    stand_ins, phantoms = each_side(lambda piece: piece.stand_in), each_side(lambda piece: piece.kind == "phantom")
    support = each_side(lambda piece: piece.kind in ("artillery", "air"))
    """Artillery and air of each side."""
    leaders = each_side(lambda piece: piece.kind == "leader")
    parts = by_formation(lambda piece: piece.part_of)
    """18.5 By the name of a unit that may break down, the two smaller counters that stand for it."""

    def objects(self, verb: Verb) -> Sequence[int]:
        """18.5 A division keeps no more steps than a counter has."""
        return range(max(piece.steps for piece in self.counters)) if verb == BREAK else super().objects(verb)

    @cached_property
    def without_unit(self) -> array[int]:
        """A column in which no counter has to do with another: none below it, none as its partner."""
        return array("h", [NO_UNIT]) * len(self.counters)

    @cached_property
    def behind_wall(self) -> tuple[Hex, ...]:
        """18.3 Hexes in or east of the Siegfried Line: not west of its westernmost hex in the row, or in the next row
        that it passes."""
        place = self.board.grid.lane_place
        wall: dict[int, int] = {}
        for row, column in map(place, self.wall):
            wall[row] = min(column, wall.get(row, column))
        west = {
            row: wall[min(wall, key=lambda other: (abs(other - row), other))] for row, _ in map(place, self.board.hexes)
        }
        return tuple(hex for hex in self.board.hexes if place(hex)[1] >= west[place(hex)[0]])

    def _within_bounds(self, piece: Piece, prices: Prices) -> Prices:
        """The same prices with the bounds that are set to a counter."""
        if piece.army == self.named.bounded_army:
            return prices.relaxed(barred=BARRED | OUTSIDE_XXX_CORPS)
        return prices.relaxed(barred=BARRED | NEAR_ENEMY) if piece.kind == "phantom" else prices

    @cached_property
    def prices_of(self) -> tuple[tuple[Prices, ...], ...]:
        """The price lists of each counter: XXX Corps stays in its area (14.0), phantoms away from enemies (18.7)."""
        return tuple(
            tuple(self._within_bounds(piece, prices) for prices in self.prices[piece.side]) for piece in self.counters
        )

    @cached_property
    def over_rough(self) -> tuple[Prices, ...]:
        """The price list of each counter as armor that might go from rough to rough."""
        return tuple(self._within_bounds(piece, self.prices_over_rough[piece.side]) for piece in self.counters)

    def code(self, name: str) -> Hex:
        """The hex of an entry or supply code such as N1."""
        return self._codes[name]

    @cached_property
    def _codes(self) -> dict[str, Hex]:
        areas = {name: self.board.area(name) for name in self.board.area_names}
        return {name: next(iter(hexes)) for name, hexes in areas.items() if len(hexes) == 1}

    @cached_property
    def secret_card(self) -> bool:
        """19.0 Whether the objective card is the German player's secret."""
        return bool(self.scenario_data.cards)

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """1.0, 19.0 The objective cards to choose from; a fourth, if played with, is the standard game."""
        return self.scenario_data.uses if "fourth_card" in self.options else self.scenario_data.cards

    def arrival(self, unit: Unit) -> int:
        """The turn a unit enters, 0 for the set-up; the parts of a division enter with it (18.5)."""
        return self._arrivals[unit]

    @cached_property
    def _arrivals(self) -> tuple[int, ...]:
        wholes = (self.counters[self.unit(piece.part_of)] if piece.part_of else piece for piece in self.counters)
        return tuple(whole.arrives or 0 for whole in wholes)

    def comes_by_road(self, unit: Unit) -> bool:
        """9.0 Whether a unit comes in as a reinforcement, at an entry hex; 14.0 one that jumps does not."""
        return self.arrival(unit) > 0 and self.counters[unit].special != "paradrop"

    def entry_codes(self, unit: Unit) -> list[str]:
        """The codes of its entry hexes; the parts of a division have the same."""
        piece = self.counters[unit]
        return (self.counters[self.unit(piece.part_of)] if piece.part_of else piece).place.split()

    @cached_property
    def entries(self) -> tuple[tuple[Hex, ...], ...]:
        """9.0 The entry hexes of each counter that arrives later."""
        return tuple(
            tuple(self.code(code) for code in self.entry_codes(unit)) if self.arrival(unit) else ()
            for unit in all_units(len(self.counters))
        )

    @cached_property
    def may_lie_face_down(self) -> tuple[array[int], array[int]]:
        """18.6, 18.7 The counters of each side that can be hidden."""
        germans, allies = (array("h", (*self.units[side], *self.phantoms[side])) for side in (GERMAN, ALLIED))
        return germans, allies

    @cached_property
    def may_be_unseen(self) -> tuple[tuple[tuple[Unit, int], ...], ...]:
        """18.6 The land units of each side that come in by road, and the turn each is due. Everybody sees whether those
        that come by air (14.0) have jumped yet."""
        return tuple(
            tuple((unit, self.arrival(unit)) for unit in units if self.counters[unit].special != "paradrop")
            for units in self.units
        )

    @cached_property
    def allowances(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Movement points of each side's infantry and armor; of those that differ, the most."""

        def most(side: Side, armor: bool) -> int:
            pieces = (self.counters[unit] for unit in self.units[side])
            return max((piece.moves for piece in pieces if piece.armor == armor), default=0)

        return (most(GERMAN, False), most(GERMAN, True)), (most(ALLIED, False), most(ALLIED, True))
