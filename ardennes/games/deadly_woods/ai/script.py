"""Plays a side by a plan: moves, attacks and what follows from them; the rest is in :mod:`choices`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from ardennes.engine import acts
from ardennes.engine.advice import Script
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Question, answer
from ardennes.engine.texts import Text
from ardennes.games.deadly_woods.ai.choices import CHOICES, objects
from ardennes.games.deadly_woods.ai.fields import Fields
from ardennes.games.deadly_woods.ai.fights import Fights, Package
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
    ATTACK,
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


class RoundScript(Script[Field]):
    """One side, one plan."""

    def __init__(self, side: int, plan: Plan, ground: Ground) -> None:
        self.side, self.plan, self.ground = side, plan, ground
        self._orders = dict(plan.orders)
        self._round: tuple[int, ...] = ()
        self._fields: Fields
        self._fights: Fights
        self._reasons: tuple[Text, ...] = ()
        self.answers: dict[type[Question[Any, Any]], Callable[[Field, Sequence[int]], int]] = {
            rounds.ChooseMove: self._move,
            movement.ChooseDestination: self._destination,
            withdrawal.ChooseWayOut: self._way_out,
            rounds.ChooseAttack: self._attack,
            combat.Announce: self._announce,
            combat.AnswerWithGuns: self._answer,
            combat.ChooseConversion: self._conversion,
            aftermath.ChooseRetreat: self._retreat,
            aftermath.ChooseAdvance: self._advance,
            actions.ChooseReacting: self._react,
        }

    @cached_property
    def _noise(self) -> Random:
        """What a beginner's judgement of ground is off by."""
        return Random(f"{self.plan.eager}:{self.plan.pull}")

    @property
    def reasons(self) -> tuple[Text, ...]:
        return self._reasons

    def choose(self, p: Field) -> int:
        assert p.asked is not None
        options = p.asked.options
        self._reasons = ()
        if len(options) == 1:
            return options[0]
        self._look_at(p)
        kind = type(p.asked.question)
        if kind in self.answers:
            return self.answers[kind](p, options)
        return CHOICES[kind](p, options, self._fields, self._fights)

    def act(self, p: Field) -> int:
        """All units that move do so by the rules themselves, one after another, until something else is to be decided:
        that is asked."""
        assert p.asked is not None
        option = self.choose(p)
        if not isinstance(p.asked.question, rounds.ChooseMove) or not is_about(option, MOVE):
            answer(p, option)
            return 1
        acts.begin(p)
        answers, unit = 0, object_of(option)
        while unit != NO_UNIT:
            answers += 2
            move = rounds.set_out(p, unit)
            p.forget()
            options = DESTINATION.offers(p, move)
            goal = options[0] if len(options) == 1 else self._best_destination(p, move, options)
            if goal != DONE and not is_about(goal, TO):
                acts.finish(p, [move])
                answer(p, goal)
                return answers
            still_open = rounds.walk_to(p, move, object_of(goal)) if goal != DONE else []
            p.forget()
            if still_open:
                acts.finish(p, still_open)
                return answers
            unit = self._next_unit(p, rounds.able_to_move(p, self.side))
        acts.finish(p)
        return answers

    def _look_at(self, p: Field) -> None:
        """Fields are drawn anew in every round."""
        now = (p.turn, len(p.track))
        if now != self._round:
            self._round = now
            self._fields = Fields(p, self.side, self.plan, self.ground)
            self._fights = Fights(p, self.side, self._fields)
        self._fields.p = self._fights.p = p

    # --- movement --------------------------------------------------------------------------------

    def _move(self, p: Field, options: Sequence[int]) -> int:
        unit = self._next_unit(p, objects(options, MOVE))
        if unit != NO_UNIT:
            return MOVE + unit
        return next((BLOW + hexside for hexside in objects(options, BLOW) if self._endangered(p, hexside)), DONE + 0)

    def _next_unit(self, p: Field, units: Sequence[int]) -> int:
        """Who moves next: those in front first. Who would rather attack from where he is stays."""
        drawn, travels, where = self._fields.here, self.ground.travels, p.where
        units = [unit for unit in units if self._orders.get(unit) != where[unit]]
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
            package = self._fights.package(hex, able)
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

    def _destination(self, p: Field, options: Sequence[int]) -> int:
        move = p.stack[-1]
        assert isinstance(move, movement.Move)
        return self._best_destination(p, move, options)

    def _best_destination(self, p: Field, move: movement.Move, options: Sequence[int]) -> int:
        unit, fields = move.unit, self._fields
        fields.refresh()
        hexes, doors = objects(options, TO), objects(options, DOOR)
        if doors:
            return self._withdrawal(p, move, doors)
        pressure = fields.pressure(unit, (p.where[unit], *hexes))
        stay = fields.stay(unit) + pressure.get(p.where[unit], 0.0)
        best, choice = stay + NOT_WORTH_A_MOVE, DONE + 0 if DONE in options else options[0]
        way, order, noise = p.way(self.side), self._orders.get(unit), self.plan.noise
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
            self._reasons = (Text("advice-move", {"unit": unit, "hex": object_of(choice)}, "10.2"),)
        return choice

    def _withdrawal(self, p: Field, move: movement.Move, doors: Sequence[int]) -> int:
        """10.3 Away past a friend, where standing there would cost more."""
        best = best_door(p, move, doors, self._fields, self._gain_of_moving)
        if best is None or best[0] <= NOT_WORTH_A_MOVE:
            return DONE + 0
        _, door = best
        self._reasons = (Text("advice-withdraw", {"unit": move.unit, "hex": door}, "10.3"),)
        return DOOR + door

    def _way_out(self, p: Field, options: Sequence[int]) -> int:
        move = p.stack[-1]
        assert isinstance(move, movement.Move)
        roomy = hexes_behind(p, move, move.door) or objects(options, TO)
        return TO + max(roomy, key=lambda hex: (self._fields.worth(move.unit, hex), hex))

    @staticmethod
    def _fits(p: Field, unit: int, hex: int) -> bool:
        return may_stack(p, [*p.combat_units_in(hex), unit], hex)

    def _react(self, p: Field, options: Sequence[int]) -> int:
        """14.3.1 Those to whom a move would bring most."""
        gains = {unit: self._gain_of_moving(p, unit) for unit in objects(options, ACTIVATE)}
        best = max(gains, key=lambda unit: gains[unit], default=None)
        return ACTIVATE + best if best is not None and gains[best] > REACTS_FOR else DONE + 0

    def _gain_of_moving(self, p: Field, unit: int) -> float:
        fields, crowded = self._fields, p.way(self.side)
        free = [hex for hex in destinations(p, unit) if not crowded[hex] & CROWDED]
        return max(fields.worths(unit, free), default=0.0) - fields.stay(unit)

    # --- combat ----------------------------------------------------------------------------------

    def _attack(self, p: Field, options: Sequence[int]) -> int:
        able = attackers(p, self.side)
        found = [self._fights.package(hex, able) for hex in objects(options, ATTACK)]
        packages = [package for package in found if package is not None]
        best = max(packages, key=lambda package: (self._judged(package), package.attack.target), default=None)
        if best is None or self._judged(best) <= self.plan.eager:
            return DONE + 0
        self._reasons = (Text("advice-attack", {"hex": best.attack.target}, "11.1"),)
        return ATTACK + best.attack.target

    def _judged(self, package: Package) -> float:
        spread = Random(f"{package.attack.target}:{self.plan.pull}").uniform(-1, 1) if self.plan.noise else 0.0
        return package.gain + self.plan.noise * spread

    def _announce(self, p: Field, options: Sequence[int]) -> int:
        """11.3.1 One unit or asset after another, until the attack is as it was meant."""
        attack = p.stack[-1]
        assert isinstance(attack, Attack)
        meant = self._fights.package(attack.target, [*attack.attackers, *objects(options, JOIN)])
        if meant is not None:
            planned = meant.attack
            wanted = [JOIN + unit for unit in planned.attackers] + [SUPPORT + asset for asset in planned.support]
            for option in [*wanted, *(DOUBLE + asset for asset in planned.doubled)]:
                if option in options:
                    return option
        return GO + 0 if GO in options else options[0]

    def _answer(self, p: Field, options: Sequence[int]) -> int:
        """11.3.1 The guns that take most from the attack."""
        attack = p.stack[-1]
        assert isinstance(attack, Attack)
        worth = self._fights.worths(attack)
        threat, best, choice = self._fights.mean(attack, worth), DEFENDER_GUNS[self.side], GO + 0
        for asset in objects(options, SUPPORT):
            answered = msgspec.structs.replace(attack, answer=(*attack.answer, asset))
            taken = threat - self._fights.mean(answered, worth)
            if taken > best:
                best, choice = taken, SUPPORT + asset
        return choice

    def _conversion(self, p: Field, options: Sequence[int]) -> int:
        """11.3.3 A step for a step where that is worth more than the retreat: against somebody's last."""
        attack = p.stack[-1]
        assert isinstance(attack, Attack)
        worth = self._fights.worths(attack)
        return CONVERT + 0 if worth[combat.EXCHANGE] > worth[attack.result] else DONE + 0

    def _retreat(self, p: Field, options: Sequence[int]) -> int:
        rout = p.stack[-1]
        assert isinstance(rout, aftermath.Rout)
        unit, fields = rout.unit, self._fields
        fields.refresh()

        def worth(hex: int) -> float:
            crowd = len(p.combat_units_in(hex))
            return fields.worth(unit, hex) - BESIDE_ENEMY * is_beside_enemy(p, hex, self.side) - 0.05 * crowd

        return BACK + max(objects(options, BACK), key=worth)

    def _advance(self, p: Field, options: Sequence[int]) -> int:
        """11.5 Into goals, and where the ground is worth more; one unit is enough to hold it."""
        advance = p.stack[-1]
        assert isinstance(advance, aftermath.Advance)
        fields, units = self._fields, objects(options, ADVANCE)
        fields.refresh()
        held = bool(p.combat_units_in(advance.hex))
        gains = {unit: fields.worth(unit, advance.hex) - fields.stay(unit) for unit in units}
        best = max(units, key=lambda unit: (gains[unit], p.face(unit).defence))
        wanted = (advance.hex in fields.wanted and not held) or gains[best] > (0.0 if self.side == GERMAN else 0.05)
        return ADVANCE + best if wanted else DONE + 0
