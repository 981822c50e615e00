"""What every hex is worth to a side, by its plan: ways to the goals of its formations, and posts that keep the enemy
from its own."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from ardennes.advisor.fields import Attraction, Worth, ground_worth
from ardennes.advisor.fields import Fields as PlainFields
from ardennes.advisor.ground import Marks, Numbers, Ways, by_way
from ardennes.games.wacht_am_rhein.ai.aims import Towns
from ardennes.games.wacht_am_rhein.ai.formations import Axes, Posts, formation_of
from ardennes.games.wacht_am_rhein.ai.ground import Ground
from ardennes.games.wacht_am_rhein.ai.plan import Plan
from ardennes.games.wacht_am_rhein.rules.field import ENTRENCHED, FRIENDS, IMPROVED, STACK, Field
from ardennes.games.wacht_am_rhein.rules.lines import LONGEST, Lines
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN
from ardennes.games.wacht_am_rhein.rules.victory import exits, stands_in_hex
from ardennes.kernels.flags import BARRED, SOFT_ZONE, ZONE
from ardennes.numbers import ENEMY_OF, Hex, Unit

MOST_POSTS = 16
THREATENED, SOON_THREATENED = 0.02, 0.3
"""How much of a place's worth must be in danger for a garrison to be sent, and for the strongest to be in it."""
IN_THE_WAY = 1.0
"""9.0 What a gun costs that takes the room of a garrison, or a unit that takes the room of a stronger one."""
AT_HAND = 0.7
"""Turns within which a garrison is as good as there."""
BESIEGED = 2
"""Hexes from an enemy at which who holds a place stays: those who should relieve him might not come through."""
SEEN = 6
"""Hexes within which an enemy is near."""
NEAR = np.array([1.0, 1.0, 0.9, 0.6, 0.35, 0.2, 0.08], dtype=np.float32)
"""7.34 How dangerous March Mode is, by hexes to the nearest enemy."""
FLUID_GRIP = 0.4
"""8.1 What a fluid zone closes of what a rigid one does."""
GUN_STEP, BATTERY, BEHIND = 0.15, 0.25, 0.3
"""11.2 What a target in range is worth to a gun, what it is to stay in battery, and the share of what draws others."""
EXPOSED = 1.5
"""11.41, 8.42 What a gun or a headquarters loses that the enemy could reach at once."""
IN_REACH = 5
"""14.21, 14.31 Hexes within which a headquarters is sure to supply a unit."""
ON_ROAD, SERVED = 0.8, 1.0
"""14.11, 14.31 What an open road off the map is worth to a headquarters, and all its units around it."""
DECISIVE = 0.6
"""Places that are worth so much of a game get a garrison before all others."""
ANY_GROUND = 0.2
"""What any hex is worth that the enemy gives up."""


class Fields(PlainFields[Field, Plan, Ground]):
    """The worth of hexes to a side in one phase."""

    share = 0.0

    @cached_property
    def towns(self) -> Towns:
        """Places that count, as far as the side knows."""
        ground = self.ground
        return ground.aims.towns(self.begun, self.side, ground.distances, ground.travels)

    # --- what is wanted and what is guarded -------------------------------------------------------

    def goals_wanted(self) -> dict[Hex, float]:
        """25.17, 25.27 Places that the enemy has, or that nobody has whom they count for; for the Germans the way off
        the map, until enough have left."""
        p, plan, ground = self.p, self.plan, self.ground
        german = self.side == GERMAN
        found = {
            hex: plan.town * worth
            for hex, worth in self.towns.items()
            if worth and stands_in_hex(p, GERMAN, hex) != german
        }
        if german and exits(p) < ground.exits_needed[1]:
            found.update(dict.fromkeys(ground.exits, plan.exit * ground.exit_share))
        return found

    def pulls(self) -> npt.NDArray[np.floating]:
        return self.plan.pull * np.array([self.wanted.get(hex, 0.0) for hex in self.goals])

    @cached_property
    def ways(self) -> Ways:
        """The Allies guard places and the ways off the map, the Germans the places that they have taken."""
        ground, plan, allied = self.ground, self.plan, self.side == ALLIED
        worths = dict.fromkeys(ground.exits, plan.exit * ground.exit_share if allied else 0.0)
        worths.update({hex: plan.town * worth for hex, worth in self.towns.items()})
        guarded = tuple([0.0 if hex in self.wanted else worths.get(hex, 0.0) for hex in self.goals])
        fighting = [unit for unit in self.begun.on_map(ENEMY_OF[self.side]) if self.fights(unit)]
        return ground.ways(self.starts(fighting), self.goals, guarded)

    @property
    def guarded_towns(self) -> list[Hex]:
        """Places of one's own that the enemy wants."""
        return [hex for hex, worth in self.towns.items() if worth and hex not in self.wanted]

    def fights(self, unit: Unit) -> bool:
        piece = self.p.data.counters[unit]
        return not (piece.gun or piece.headquarters)

    def supplied(self) -> bytearray:
        """14.1, 14.2 About where units of the side are in supply."""
        p, lines = self.begun, self._lines
        headquarters = [unit for unit in p.data.headquarters[self.side] if p.where[unit] >= 0]
        if self.side == GERMAN:
            return lines.within_hexes(headquarters, LONGEST)
        marks = np.zeros(p.data.board.size, dtype=np.uint8)
        for unit in headquarters:
            if lines.has_road(unit):
                marks |= np.frombuffer(lines.part(p.where[unit]), dtype=np.uint8)
        return bytearray(marks.tobytes())

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.begun, self.side)

    # --- what follows for every hex ---------------------------------------------------------------

    @cached_property
    def enemy_near(self) -> npt.NDArray[np.int64]:
        """Hexes to the nearest enemy, up to SEEN."""
        marks = np.zeros(self.ground.size, dtype=np.float32)
        marks[list(self.begun.hexes_of(ENEMY_OF[self.side]))] = 1
        near = np.where(marks > 0, 0, SEEN)
        for distance in range(1, SEEN):
            grown = marks + self.ground.neighbours.around(marks) > 0
            near[grown & (marks == 0)] = distance
            marks = grown.astype(np.float32)
        return near

    @cached_property
    def march_risk(self) -> Numbers:
        risk: Numbers = np.float32(self.plan.march) * NEAR[self.enemy_near]
        return risk

    @cached_property
    def duty(self) -> Numbers:
        """8.41 What it costs to stand in the open in an enemy zone, where one must attack."""
        return np.float32(self.plan.duty) * self.exposed

    @cached_property
    def exposed(self) -> Marks:
        """8.41, 8.43 Hexes in an enemy zone without shelter."""
        p = self.begun
        flags = np.frombuffer(p.way(self.side), dtype=np.uint16)
        positions = np.frombuffer(p.positions.tobytes(), dtype=np.int8)
        shelter = self.ground.built_up | (positions == IMPROVED) | (positions == ENTRENCHED)
        found: Marks = ((flags & (ZONE | SOFT_ZONE)) > 0) & ~shelter
        return found

    @cached_property
    def axes(self) -> Axes:
        return Axes(self.begun, self.side, self.plan, self.ground, self.pulls())

    @cached_property
    def drawn(self) -> Attraction:
        p, plan, ground = self.begun, self.plan, self.ground
        tables = ground.lean(plan.reach, self.goals)
        places = by_way(p.on_map(self.side), ground.travels, p.where, len(tables))
        base = ground_worth(plan, ground.cover, self.near_supply)
        return Attraction(base, tables, self.pulls(), places, self.share)

    @cached_property
    def _draws(self) -> dict[tuple[str, int], Worth]:
        return {}

    def draws(self, unit: Unit) -> Worth:
        """What draws a unit: its formation's goal, then the others; cover, supply, and its own post."""
        key = formation_of(self.begun, unit), self.ground.travels[unit]
        if key not in self._draws:
            drawn = self._drawn_by_goals(*key)
            drawn[sorted(self.manned)] -= IN_THE_WAY
            self._draws[key] = drawn
        post = self.posted.get(unit)
        if post is None or not self.plan.call:
            return self._draws[key]
        away = self.ground.distances.turns_to(key[1], post)
        called: Worth = self._draws[key] + self.plan.call * np.exp(-away / np.float32(self.plan.reach))
        if post in self.manned:
            called[post] += IN_THE_WAY + self.plan.guard
        return called

    def _drawn_by_goals(self, formation: str, way: int) -> Worth:
        drawn = self.drawn
        if not self.wanted:
            return drawn.base.copy()
        shares = self.axes.shares(formation, len(self.goals))
        pulls = (drawn.pulls * shares).astype(np.float32)
        worth: Worth = drawn.base + np.einsum("g,gh->h", pulls, drawn.tables[way])
        return worth

    @cached_property
    def posts(self) -> Posts:
        flags = np.frombuffer(self.begun.way(self.side), dtype=np.uint16)
        open_to = ((flags & BARRED) == 0).astype(np.float64) * (1 - 0.7 * self.exposed)
        return Posts(self.ground, self.corridor + self.garrisons, open_to, MOST_POSTS)

    @cached_property
    def posted(self) -> dict[Unit, Hex]:
        """By unit, the post that it takes."""
        if not self.plan.call:
            return {}
        units = [unit for unit in self.begun.on_map(self.side) if self.fights(unit)]
        besieged = [hex for hex in self.decisive if self.enemy_near[hex] <= BESIEGED]
        return self.posts.match(self.begun, units, self.decisive, besieged)

    @cached_property
    def decisive(self) -> list[Hex]:
        """Places of one's own that decide the game and are in danger."""
        return [hex for hex in self.guarded_towns if self.towns[hex] >= DECISIVE and self.garrisons[hex] > THREATENED]

    @cached_property
    def manned(self) -> frozenset[Hex]:
        """9.11 Such places for which as many strong units are at hand as have room there, once the enemy could soon be
        there: others are in the way."""
        where, travels, turns_to = self.begun.where, self.ground.travels, self.ground.distances.turns_to
        at_hand = [
            post for unit, post in self.posted.items() if float(turns_to(travels[unit], post)[where[unit]]) <= AT_HAND
        ]
        soon = [hex for hex in self.decisive if self.garrisons[hex] > SOON_THREATENED]
        return frozenset(hex for hex in soon if at_hand.count(hex) >= STACK)

    def is_in_the_way(self, unit: Unit) -> bool:
        """Whether a unit stands where stronger ones are to be."""
        here = self.begun.where[unit]
        return here in self.manned and self.posted.get(unit) != here and self.fights(unit)

    @cached_property
    def _second(self) -> Numbers:
        """What a unit adds where there is one already: the hex is harder to take."""
        plan = self.plan
        second: Numbers = np.float32(plan.depth) * (plan.post * self.corridor + plan.guard * self.garrisons)
        return second

    # --- units ------------------------------------------------------------------------------------

    def grip(self, unit: Unit, *, marching: bool = False) -> float:
        """8.1 What the zone of a unit closes."""
        data = self.p.data
        rigid = data.rigid_when_full[unit] and self.p.steps[unit] == data.full_steps[unit] and not marching
        return 1.0 if rigid else FLUID_GRIP

    def worths(self, unit: Unit, hexes: list[Hex]) -> list[float]:
        worths: list[float] = self.worth_in(unit, hexes, marching=bool(self.p.march[unit])).tolist()
        return worths

    def worth_in(self, unit: Unit, hexes: list[Hex], *, marching: bool) -> Worth:
        """A second unit closes nothing, but makes a hex harder to take; who marches is in danger near the enemy."""
        piece, here = self.p.data.counters[unit], np.array(hexes, dtype=np.intp)
        worth: Worth
        if piece.headquarters:
            worth = self._headquarters(unit)[here]
            return worth
        if piece.gun:
            worth = self._gun(unit)[here] - (self.march_risk[here] if marching else 0.0)
            return worth
        crowded = np.frombuffer(self.p.way(self.side), dtype=np.uint16)[here] & FRIENDS > 0
        closes = np.where(crowded, self._second[here], self.gained[here]) * self.grip(unit, marching=marching)
        worth = self.draws(unit)[here] + closes - self.duty[here]
        if marching:
            worth = worth - self.march_risk[here]
        for hex in self.wanted.keys() & self.towns.keys():
            worth[here == hex] += self.plan.goal * self.towns[hex]
        return worth

    def stay(self, unit: Unit) -> float:
        """Who stands alone would open what he closes, and give up a goal."""
        p, here, piece = self.p, self.p.where[unit], self.p.data.counters[unit]
        march = float(self.march_risk[here]) if p.march[unit] else 0.0
        if piece.headquarters:
            return float(self._headquarters(unit)[here])
        if piece.gun:
            ready = bool(p.battery[unit]) and self.targets_of(unit)[here] > 0
            return float(self._gun(unit)[here]) + BATTERY * ready - march
        mates = [mate for mate in p.units_in(here) if mate != unit and self.fights(mate)]
        kept = self.plan.goal * self.towns.get(here, 0.0) * (not mates)
        closes = self._second[here] if mates else self.lost[here]
        return float(self.draws(unit)[here] + closes * self.grip(unit) - self.duty[here]) + kept - march

    # --- guns and headquarters --------------------------------------------------------------------

    @cached_property
    def _fire(self) -> dict[int, Numbers]:
        return {}

    def targets_of(self, unit: Unit) -> Numbers:
        """11.24 How many enemies a gun has in range from every hex, up to three: those near the front."""
        fire = self.p.data.fires[unit]
        assert fire is not None
        if fire.range not in self._fire:
            p = self.begun
            enemies = p.hexes_of(ENEMY_OF[self.side])
            contact = enemies & p.front(ENEMY_OF[self.side]) or enemies
            self._fire[fire.range] = self.ground.fire_on(contact, fire.range)
        return self._fire[fire.range]

    def _gun(self, unit: Unit) -> Worth:
        """What hexes are worth to a gun: enemies in range, friends before it, and none beside it."""
        key = "gun", unit
        if key not in self._special:
            drawn: Worth = BEHIND * self.draws(unit) + GUN_STEP * self.targets_of(unit)
            drawn = drawn - EXPOSED * (self.enemy_near <= 1) - 0.3 * (self.enemy_near == 2)
            drawn[list(self.ground.towns)] -= IN_THE_WAY
            self._special[key] = drawn
        return self._special[key]

    @cached_property
    def _special(self) -> dict[tuple[str, Unit], Worth]:
        return {}

    def _headquarters(self, unit: Unit) -> Worth:
        """14.0 What hexes are worth to a headquarters: on a road, its units around it, the enemy far away."""
        key = "headquarters", unit
        if key not in self._special:
            p, ground = self.begun, self.ground
            served = np.zeros(ground.size, dtype=np.float64)
            units = [each for each in p.on_map(self.side) if unit in p.data.supply_sources[each]]
            for each in units:
                served[ground.around(IN_REACH, p.where[each])] += 1
            open_roads = np.frombuffer(self._lines.roads, dtype=np.uint8)
            worth: Worth = SERVED * served / max(1, len(units)) + ON_ROAD * open_roads
            worth -= EXPOSED * (self.enemy_near <= 1) + 0.7 * (self.enemy_near == 2) + 0.3 * (self.enemy_near == 3)
            self._special[key] = worth
        return self._special[key]

    def ground_worth(self, hex: Hex) -> float:
        """What it is worth to have a hex, whoever has it: on the way to what is wanted, or to what must be kept."""
        kept = self.plan.post * float(self.corridor[hex]) + self.plan.guard * float(self.garrisons[hex])
        return ANY_GROUND + float(self.onward[hex]) + kept

    @cached_property
    def onward(self) -> Numbers:
        """How near each hex lies to the ways of one's own units to what they want, from 0 to 1."""
        wanted = tuple([self.wanted.get(hex, 0.0) for hex in self.goals])
        fighting = [unit for unit in self.begun.on_map(self.side) if self.fights(unit)]
        found = self.ground.ways(self.starts(fighting), self.goals, wanted).corridor
        most = found.max(initial=0.0)
        return found / most if most > 0 else found
