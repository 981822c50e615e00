"""Plays a side by a plan: moves, attacks and what follows from them; the rest is in :mod:`choices`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random

import msgspec

from ardennes.advisor.choices import things
from ardennes.advisor.script import NO_REASON, MovingScript, because
from ardennes.engine.options import object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Text
from ardennes.games.deadly_woods.ai.choices import CHOICES, step_cost
from ardennes.games.deadly_woods.ai.fields import Fields
from ardennes.games.deadly_woods.ai.fights import Fights
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.ai.plan import Plan
from ardennes.games.deadly_woods.ai.withdrawal import best_door, hexes_behind
from ardennes.games.deadly_woods.rules import actions, aftermath, combat, movement, rounds, withdrawal
from ardennes.games.deadly_woods.rules.combat import attackers
from ardennes.games.deadly_woods.rules.field import MAY_ATTACK_UNMOVED, Field, is_beside_enemy
from ardennes.games.deadly_woods.rules.odds import Attack
from ardennes.games.deadly_woods.rules.pieces import (
    ACTIVATE,
    ADVANCE,
    BACK,
    BLOW,
    CONVERT,
    DONE,
    DOOR,
    DOUBLE,
    GERMAN,
    GO,
    JOIN,
    MOVE,
    SUPPORT,
    TO,
)
from ardennes.games.deadly_woods.rules.stacking import may_stack
from ardennes.games.deadly_woods.rules.terrain import MOTOR
from ardennes.games.deadly_woods.rules.walking import begin_move, search
from ardennes.kernels.flags import CROWDED

ORDERED = 100.0
"""An order outweighs everything else."""
NOT_WORTH_A_MOVE = 0.02
BESIDE_ENEMY = 0.15
"""What a retreat next to the enemy, or one that leaves supply, is worse."""
REACTS_FOR = 0.05
DESTINATION = movement.ChooseDestination()
DEFENDER_GUNS = (0.03, 0.005)
"""What guns must take from an attack to answer it, for each side: German guns serve once a turn."""


def destinations(p: Field, unit: int) -> set[int]:
    """Where a unit could end its move if it set out now, in any mode."""
    modes = begin_move(p, unit).movement_modes
    return {hex for movement_mode in modes for hex in search(p, unit, movement_mode).destination_hexes()}


class RoundScript(MovingScript[Field, Plan]):
    """One side, one plan; fields are drawn anew in every round."""

    fields: Fields
    fights: Fights

    def __init__(self, side: int, plan: Plan, ground: Ground) -> None:
        super().__init__(side, plan)
        self.ground = ground
        self._round: tuple[int, ...] = ()

    @cached_property
    def _noise(self) -> Random:
        """What a beginner's judgement of ground is off by."""
        return Random(f"{self.plan.eager}:{self.plan.pull}")

    def choose(self, p: Field) -> int:
        self.why = NO_REASON
        return super().choose(p)

    def look_at(self, p: Field) -> None:
        now = (p.turn, len(p.track))
        if now != self._round:
            self._round = now
            self.fields = Fields(p, self.side, self.plan, self.ground)
            self.fights = Fights(p, self.side, self.fields)
        self.fields.p = self.fights.p = p

    # --- movement --------------------------------------------------------------------------------

    def _move(self, p: Field, options: Sequence[int]) -> int:
        unit = self._foremost(p, things(options, MOVE))
        if unit != NO_UNIT:
            return MOVE + unit
        return next((BLOW + hexside for hexside in things(options, BLOW) if self._endangered(p, hexside)), DONE + 0)

    def next_unit(self, p: Field) -> int:
        return self._foremost(p, rounds.able_to_move(p, self.side))

    def _foremost(self, p: Field, units: Sequence[int]) -> int:
        """Who moves next: those in front first. Who would rather attack from where he is stays."""
        drawn, travels, where = self.fields.here, self.ground.travels, p.where
        units = [unit for unit in units if self.orders.get(unit) != where[unit]]
        attacking = self._attacking(p, units)
        units = [unit for unit in units if unit not in attacking]
        return max(units, key=lambda unit: (drawn[travels[unit]][where[unit]], unit), default=NO_UNIT)

    def _attacking(self, p: Field, units: Sequence[int]) -> set[int]:
        """14.4 Armor that does not move may attack: those with an attack worth making beside them."""
        may, where = p.may, p.where
        armor = [unit for unit in units if may[unit] & MAY_ATTACK_UNMOVED]
        if not armor:
            return set()
        front = p.front(self.side)
        free = [unit for unit in armor if where[unit] in front]
        if not free:
            return set()
        able, beside = attackers(p, self.side), set[int]()
        for hex in rounds.targets(p, self.side, {where[unit] for unit in free}):
            package = self.fights.package(hex, able)
            if package is not None and package.gain > self.plan.eager:
                beside.update(p.data.board.around(hex))
        return {unit for unit in free if where[unit] in beside}

    def _endangered(self, p: Field, hexside: int) -> bool:
        """10.6.1 A bridge the enemy is about to use, with no friends left on his bank."""
        banks = p.data.board.side_hexes[hexside]
        near = p.data.within_three
        enemies = [p.where[unit] for unit in p.on_map(1 - self.side)]
        threats = [sum(hex in near[bank] for hex in enemies) for bank in banks]
        friends = [bool(p.way(self.side)[bank] & CROWDED) for bank in banks]
        exposed = 0 if threats[0] > threats[1] else 1
        return max(threats) > 0 and not friends[exposed] and friends[1 - exposed]

    def set_out(self, p: Field, unit: int) -> movement.Move:
        return rounds.set_out(p, unit)

    def destinations(self, p: Field, move: movement.Move) -> Sequence[int]:
        return DESTINATION.offers(p, move)

    def walk(self, p: Field, move: movement.Move, hex: int) -> tuple[bool, list[Procedure]]:
        return False, rounds.walk_to(p, move, hex)

    def destination(self, p: Field, move: movement.Move, options: Sequence[int]) -> int:
        unit, fields = move.unit, self.fields
        fields.refresh()
        hexes, doors = things(options, TO), things(options, DOOR)
        if doors:
            return self._withdrawal(p, move, doors)
        pressure = fields.pressure(unit, (p.where[unit], *hexes))
        stay = fields.stay(unit) + pressure.get(p.where[unit], 0.0)
        best, choice = stay + NOT_WORTH_A_MOVE, DONE + 0 if DONE in options else options[0]
        way, order, noise = p.way(self.side), self.orders.get(unit), self.plan.noise
        shared = self.plan.room * (self.ground.travels[unit] == MOTOR)
        for hex, ground in zip(hexes, fields.worths(unit, hexes), strict=True):
            crowded = bool(way[hex] & CROWDED)
            worth = ground + pressure.get(hex, 0.0) - shared * crowded
            if noise:
                worth *= 1 + noise * self._noise.uniform(-0.2, 0.2)
            if hex == order:
                worth += ORDERED
            if worth > best and (not crowded or self._fits(p, unit, hex)):
                best, choice = worth, TO + hex
        if choice != DONE:
            self.why = because(Text("advice-move", {"unit": unit, "hex": object_of(choice)}, "10.2"))
        return choice

    def _withdrawal(self, p: Field, move: movement.Move, doors: Sequence[int]) -> int:
        """10.3 Away past a friend, where standing there would cost more."""
        best = best_door(p, move, doors, self.fields, self._gain_of_moving)
        if best is None or best[0] <= NOT_WORTH_A_MOVE:
            return DONE + 0
        _, door = best
        self.why = because(Text("advice-withdraw", {"unit": move.unit, "hex": door}, "10.3"))
        return DOOR + door

    def _way_out(self, p: Field, options: Sequence[int]) -> int:
        move = p.stack[-1]
        assert isinstance(move, movement.Move)
        roomy = hexes_behind(p, move, move.door) or things(options, TO)
        return TO + max(roomy, key=lambda hex: (self.fields.worth(move.unit, hex), hex))

    @staticmethod
    def _fits(p: Field, unit: int, hex: int) -> bool:
        return may_stack(p, [*p.combat_units_in(hex), unit], hex)

    def _react(self, p: Field, options: Sequence[int]) -> int:
        """14.3.1 Those to whom a move would bring most."""
        gains = {unit: self._gain_of_moving(p, unit) for unit in things(options, ACTIVATE)}
        best = max(gains, key=lambda unit: gains[unit], default=None)
        return ACTIVATE + best if best is not None and gains[best] > REACTS_FOR else DONE + 0

    def _gain_of_moving(self, p: Field, unit: int) -> float:
        fields, crowded = self.fields, p.way(self.side)
        free = [hex for hex in destinations(p, unit) if not crowded[hex] & CROWDED]
        return max(fields.worths(unit, free), default=0.0) - fields.stay(unit)

    # --- combat ----------------------------------------------------------------------------------

    def _attack(self, p: Field, options: Sequence[int]) -> int:
        option = self.best_target(p, options, self.plan.eager)
        if option != DONE:
            self.why = because(Text("advice-attack", {"hex": object_of(option)}, "11.1"))
        return option

    def gain(self, p: Field, target: int) -> float | None:
        package = self.fights.package(target, attackers(p, self.side))
        if package is None:
            return None
        spread = Random(f"{target}:{self.plan.pull}").uniform(-1, 1) if self.plan.noise else 0.0
        return package.gain + self.plan.noise * spread

    def wanted(self, p: Field, attack: Attack, options: Sequence[int]) -> Iterable[int]:
        """11.3.1 The units and assets of the attack as it is meant."""
        meant = self.fights.package(attack.target, [*attack.attackers, *things(options, JOIN)])
        if meant is not None:
            yield from (JOIN + unit for unit in meant.attack.attackers)
            yield from (SUPPORT + asset for asset in meant.attack.support)
            yield from (DOUBLE + asset for asset in meant.attack.doubled)

    def answer_attack(self, p: Field, options: Sequence[int]) -> int:
        """11.3.1 The guns that take most from the attack."""
        attack = p.stack[-1]
        assert isinstance(attack, Attack)
        worth = self.fights.worths(attack)
        threat, best, choice = self.fights.mean(attack, worth), DEFENDER_GUNS[self.side], GO + 0
        for asset in things(options, SUPPORT):
            answered = msgspec.structs.replace(attack, answer=(*attack.answer, asset))
            taken = threat - self.fights.mean(answered, worth)
            if taken > best:
                best, choice = taken, SUPPORT + asset
        return choice

    def _conversion(self, p: Field, options: Sequence[int]) -> int:
        """11.3.3 A step for a step where that is worth more than the retreat: against somebody's last."""
        attack = p.stack[-1]
        assert isinstance(attack, Attack)
        worth = self.fights.worths(attack)
        return CONVERT + 0 if worth[combat.EXCHANGE] > worth[attack.result] else DONE + 0

    def _retreat(self, p: Field, options: Sequence[int]) -> int:
        rout = p.stack[-1]
        assert isinstance(rout, aftermath.Rout)
        unit, fields = rout.unit, self.fields
        fields.refresh()

        def worth(hex: int) -> float:
            crowd = len(p.combat_units_in(hex))
            return fields.worth(unit, hex) - BESIDE_ENEMY * is_beside_enemy(p, hex, self.side) - 0.05 * crowd

        return BACK + max(things(options, BACK), key=worth)

    def _advance(self, p: Field, options: Sequence[int]) -> int:
        """11.5 Into goals, and where the ground is worth more; one unit is enough to hold it."""
        advance = p.stack[-1]
        assert isinstance(advance, aftermath.Advance)
        fields, units = self.fields, things(options, ADVANCE)
        fields.refresh()
        held = bool(p.combat_units_in(advance.hex))
        gains = {unit: fields.worth(unit, advance.hex) - fields.stay(unit) for unit in units}
        best = max(units, key=lambda unit: (gains[unit], p.face(unit).defence))
        wanted = (advance.hex in fields.wanted and not held) or gains[best] > (0.0 if self.side == GERMAN else 0.05)
        return ADVANCE + best if wanted else DONE + 0

    # --- losses ----------------------------------------------------------------------------------

    def cost_of_step(self, p: Field, unit: int) -> float:
        return step_cost(p, unit)

    choices = {
        **CHOICES,
        rounds.ChooseMove: _move,
        withdrawal.ChooseWayOut: _way_out,
        rounds.ChooseAttack: _attack,
        combat.ChooseConversion: _conversion,
        aftermath.ChooseRetreat: _retreat,
        aftermath.ChooseAdvance: _advance,
        actions.ChooseReacting: _react,
    }
