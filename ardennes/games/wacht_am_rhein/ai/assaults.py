"""Attacks as they are prepared: who comes up beside which enemy, so that the odds are good when the phase comes.

Nobody who stands in the open beside the enemy may be idle (8.41), so units come up together or not at all."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ardennes.games.wacht_am_rhein.ai.fields import Fields
from ardennes.games.wacht_am_rhein.rules import effects
from ardennes.games.wacht_am_rhein.rules.artillery import (
    GERMAN_CAP,
    can_barrage,
    fire_of,
    ground_line,
    is_capped,
    is_halving,
)
from ardennes.games.wacht_am_rhein.rules.duties import BATTALIONS, COMPANIES, is_able, is_linked
from ardennes.games.wacht_am_rhein.rules.field import IMPROVED, STACK, Field
from ardennes.games.wacht_am_rhein.rules.odds import LINE_OF, cut, defence_of, defenders_in, is_entrenched
from ardennes.games.wacht_am_rhein.rules.outcomes import Read
from ardennes.games.wacht_am_rhein.rules.pieces import GERMAN
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

THROWN_BACK = 0.1
"""10.84 What a hex of one's own retreat costs."""
MOST_GUNS = 4
OWED_BESIDES = 0.25
"""8.41 What each further enemy costs who would have to be attacked as well."""
COMES_UP = 0.05
"""What a unit could do elsewhere."""
FIRE_OF_A_GUN, MOST_FIRE = 0.25, 2.0
"""11.4, 11.46 Points of protective fire to be expected of each gun in range, which fires once, and of all of them."""


LEAST, NO_CAP, IN_STACK = 0.5, 1000, 2
Room = Mapping[Hex, list[int]]
"""For each hex, how many battalions and companies may still attack from it, and how many may still come."""


class Assault(NamedTuple):
    """An attack to be prepared."""

    target: Hex
    gain: float
    posts: dict[Unit, Hex]
    """Who comes where."""
    guns: tuple[Unit, ...]


class Worth(NamedTuple):
    """What results on a hex are worth to the attacker."""

    ground: float
    steps: int
    step: float
    """Of the enemy."""
    blood: float
    """A step of one's own."""
    push: float

    def of(self, result: Read) -> float:
        """10.73 What a result brings: steps, hexes, and the ground if the defender leaves it; he may stay and pay."""
        if result.loser == "A":
            return -self.blood * result.steps - THROWN_BACK * result.number
        lost = min(self.steps, result.steps)
        if lost == self.steps:
            return self.ground + self.step * lost + self.push
        leaves = LEAVES[min(result.number, len(LEAVES) - 1)]
        return self.step * lost + self.push * result.number + self.ground * leaves


LEAVES = (0.0, 0.6, 0.8, 0.95, 1.0)
"""10.75 By the number of a result, how likely the defender leaves his hex."""


def worth_of(fields: Fields, p: Field, target: Hex, attacker: Side) -> Worth:
    """What an attack on a hex may bring, in the eyes of the side whose fields these are."""
    plan = fields.plan
    defenders = p.units_in(target)
    steps = sum(p.steps[unit] for unit in defenders)
    strength = sum(defence_of(p, unit) for unit in defenders) + sum(GUN_WORTH for unit in defenders if p.battery[unit])
    goal = plan.goal * fields.towns.get(target, 0.0)
    ground = plan.ground * fields.ground_worth(target) + goal
    own = attacker == fields.side
    step = (plan.harm if own else plan.blood) * (0.4 + strength / max(1, steps) / 5)
    return Worth(ground, steps, step, plan.blood if own else plan.harm, plan.push)


GUN_WORTH = 4
"""What a gun counts beside its own defence."""


def mean(fields: Fields, column: int, worth: Worth) -> float:
    """10.76 What a column brings on average."""
    return sum([chance * worth.of(result) for result, chance in fields.ground.results[column].items()])


class Assaults:
    """All attacks that a side can prepare in a Movement Phase, chosen one after another by what they gain."""

    def __init__(self, p: Field, fields: Fields, reach: Mapping[Unit, Iterable[Hex]]) -> None:
        self._p, self._fields, self._side = p, fields, fields.side
        self._around = p.data.board.around
        enemies = p.hexes_of(ENEMY_OF[self._side])
        beside = {hex for target in enemies for hex in self._around(target)} - enemies
        self._reach = {
            unit: found
            for unit, hexes in reach.items()
            if is_able(p, unit) and not p.march[unit] and (found := beside.intersection(hexes))
        }
        self._strength = {unit: effects.attack(p, unit, p.face(unit).attack) for unit in self._reach}
        self._room = {hex: [BATTALIONS, COMPANIES, STACK - self._fixed(hex, reach)] for hex in beside}
        self._guns = [gun for gun in p.data.guns[self._side] if can_barrage(p, gun)]
        self._extra = {hex: self._owed_at(hex, enemies) for hex in beside}
        self.chosen: list[Assault] = []

    def _fixed(self, hex: Hex, reach: Mapping[Unit, Iterable[Hex]]) -> int:
        """Friends in a hex who cannot move away."""
        return sum(unit not in reach and self._p.data.counters[unit].counts for unit in self._p.units_in(hex))

    def _owed_at(self, hex: Hex, enemies: frozenset[Hex]) -> frozenset[Hex]:
        """8.41 The enemies that who stands in a hex must attack."""
        if not self._fields.exposed[hex]:
            return frozenset()
        return frozenset(there for there in self._around(hex) if there in enemies and is_linked(self._p, hex, there))

    def choose(self) -> list[Assault]:
        """The best attack first, then the best of what is left, as long as they pay."""
        targets = {target for unit, hexes in self._reach.items() for hex in hexes for target in self._around(hex)}
        open_to = sorted(targets & self._p.hexes_of(ENEMY_OF[self._side]))
        known: dict[Hex, Assault | None] = {}
        while open_to:
            for target in open_to:
                if target not in known:
                    known[target] = self._best_on(target)
            found = [assault for target in open_to if (assault := known[target]) is not None]
            best = max(found, key=lambda assault: (assault.gain, assault.target), default=None)
            if best is None or best.gain <= self._fields.plan.eager:
                break
            self._take(best)
            open_to.remove(best.target)
            self._forget(known, best)
        return self.chosen

    def _take(self, assault: Assault) -> None:
        self.chosen.append(assault)
        for unit, hex in assault.posts.items():
            del self._reach[unit]
            take_room(self._room[hex], self._p.data.fighting_sizes[unit])
        self._guns = [gun for gun in self._guns if gun not in assault.guns]

    def _forget(self, known: dict[Hex, Assault | None], taken: Assault) -> None:
        """What is to be worked out again: attacks that wanted the same units, guns or hexes."""
        for target, other in list(known.items()):
            if other is not None and (
                not taken.posts.keys().isdisjoint(other.posts)
                or not set(taken.guns).isdisjoint(other.guns)
                or not set(taken.posts.values()).isdisjoint(other.posts.values())
            ):
                del known[target]

    def _best_on(self, target: Hex) -> Assault | None:
        """Units come up one after another, those beside the enemy already and the strongest first, until no more pays;
        then guns."""
        coming = Coming(self._p, target, self._room, self._defence(target))
        worth = worth_of(self._fields, self._p, target, self._side)
        best: tuple[Assault, Sum] | None = None
        for unit in self._candidates(target):
            hex = self._place(coming, unit)
            if hex is None:
                continue
            coming.add(unit, hex, self._strength[unit], self._extra[hex])
            elsewhere = coming.owed - {target} - {taken.target for taken in self.chosen}
            price = OWED_BESIDES * len(elsewhere) + COMES_UP * len(coming.posts)
            gain = self._gain(coming.sum, worth, coming.posts) - price
            if best is None or gain > best[0].gain:
                best = Assault(target, gain, dict(coming.posts), ()), coming.sum
            elif len(coming.posts) >= len(best[0].posts) + 2:
                break
        return None if best is None else self._with_guns(best[0], best[1], worth)

    def _candidates(self, target: Hex) -> list[Unit]:
        """Who could come up to a hex, in the order in which they do."""
        around = set(self._around(target))
        units = [unit for unit, hexes in self._reach.items() if self._strength[unit] and not around.isdisjoint(hexes)]
        return sorted(units, key=lambda unit: (-self._keenness(unit), unit))

    def _place(self, coming: Coming, unit: Unit) -> Hex | None:
        """Where a unit comes up: not across a river, where it must attack nobody else, and where it is already."""
        p, target, reached = self._p, coming.target, self._reach[unit]
        free = [hex for hex in self._around(target) if hex in reached and coming.has_room(unit, hex)]

        def price(hex: Hex) -> tuple[bool, int, bool, Hex]:
            owes = self._extra[hex] - {target} - coming.owed
            return coming.is_wet(hex), len(owes), hex != p.where[unit], hex

        return min(free, key=price, default=None)

    def _keenness(self, unit: Unit) -> float:
        """Who comes up first: those beside the enemy already, then the strongest."""
        return self._strength[unit] + 10 * (self._p.where[unit] in self._reach[unit])

    def _gain(self, sum: Sum, worth: Worth, posts: Mapping[Unit, Hex]) -> float:
        """Below the table everybody is lost (10.62)."""
        printed = bisect_right(self._fields.ground.ratios[sum.line], sum.strength / max(sum.defence, LEAST)) - 1
        if printed < 0:
            return -worth.blood * total_steps(self._p, posts)
        return mean(self._fields, cut(printed + sum.shift), worth)

    def _defence(self, target: Hex) -> Sum:
        """What it takes to beat a hex: terrain line, strength with the fire to be expected, and shifts."""
        p, side = self._p, self._side
        total = 0.0
        for unit in defenders_in(p, target):
            total += defence_of(p, unit) * (1 + is_entrenched(p, unit))
        guns = p.data.guns[ENEMY_OF[side]]
        near = [gun for gun in guns if p.battery[gun] and p.where[gun] >= 0 and p.data.fires[gun] is not None]
        in_range = sum(target in p.data.within[fire_of(p, gun).range][p.where[gun]] for gun in near)
        total += min(MOST_FIRE, FIRE_OF_A_GUN * in_range)
        line = ground_line(p, target)
        improved = p.positions[target] == IMPROVED and any(map(p.is_in_position, p.units_in(target)))
        surprise = side == GERMAN and p.is_first_day()
        return Sum(LINE_OF.get(line, line) or "clear", 0, total, surprise - improved)

    def _with_guns(self, best: Assault, sum: Sum, worth: Worth) -> Assault:
        """11.2 Guns in range are added while they pay, the strongest first."""
        p, target = self._p, best.target
        price = self._gain(sum, worth, best.posts) - best.gain
        cap = GERMAN_CAP if is_capped(p, self._side) else NO_CAP
        near = [gun for gun in self._guns if target in p.data.within[fire_of(p, gun).range][p.where[gun]]]
        near.sort(key=lambda gun: (-fire_of(p, gun).barrage, gun))
        halved = (2 if is_halving(p, target) else 1) * (2 if p.is_night() else 1)
        guns, total = list[Unit](), 0
        for gun in near[:MOST_GUNS]:
            points = fire_of(p, gun).barrage
            if total + points > cap:
                continue
            total += points
            guns.append(gun)
            stronger = sum._replace(strength=sum.strength + total // halved)
            gain = self._gain(stronger, worth, best.posts) - price - self._fields.plan.guns * len(guns)
            if gain > best.gain:
                best = best._replace(gain=gain, guns=tuple(guns))
        return best


class Sum(NamedTuple):
    """What an attack comes to as far as it is put together."""

    line: str
    strength: int
    defence: float
    shift: int


class Coming:
    """Those who come up beside one enemy hex."""

    def __init__(self, p: Field, target: Hex, room: Room, defence: Sum) -> None:
        self._p, self.target, self._defence = p, target, defence
        self._room = {hex: list(room[hex]) for hex in p.data.board.around(target) if hex in room}
        self.posts: dict[Unit, Hex] = {}
        self.owed: frozenset[Hex] = frozenset()
        """8.41 Enemies whom they must attack."""
        self._strength, self._dry = 0, False
        self._regiments: set[tuple[str, str]] = set()
        self._kinds: set[str] = set()
        self._whole_regiment = False

    def is_wet(self, hex: Hex) -> bool:
        return self._p.data.board.side(hex, self.target) in self._p.data.rivers

    def has_room(self, unit: Unit, hex: Hex) -> bool:
        room = self._room[hex]
        return room[IN_STACK] > 0 and room[self._p.data.fighting_sizes[unit]] > 0

    def add(self, unit: Unit, hex: Hex, strength: int, owed: frozenset[Hex]) -> None:
        piece = self._p.data.counters[unit]
        take_room(self._room[hex], self._p.data.fighting_sizes[unit])
        self.posts[unit] = hex
        self.owed |= owed
        self._strength += strength
        self._dry = self._dry or not self.is_wet(hex)
        regiment = piece.regiment, piece.formation
        self._whole_regiment = self._whole_regiment or bool(piece.regiment and regiment in self._regiments)
        self._regiments.add(regiment)
        self._kinds.add(piece.kind)

    @property
    def sum(self) -> Sum:
        """10.42, 10.52 With the shifts for two battalions of a regiment, and for tanks with others."""
        arms = "tank" in self._kinds and len(self._kinds) > 1
        line, _, defence, shift = self._defence
        return Sum(line if self._dry else "river", self._strength, defence, shift + self._whole_regiment + arms)


def take_room(room: list[int], size: int) -> None:
    """A unit takes a place in a hex: of those who attack from it, and in its stack."""
    room[size] -= 1
    room[IN_STACK] -= 1


def total_steps(p: Field, units: Iterable[Unit]) -> int:
    return sum([p.steps[unit] for unit in units])


def posts_of(assaults: Sequence[Assault]) -> dict[Unit, Hex]:
    """Where each unit shall come up."""
    return {unit: hex for assault in assaults for unit, hex in assault.posts.items()}
