"""Plays a side by a plan: moves, attacks and what follows from them; the rest is in :mod:`choices`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ardennes.advisor.choices import best, first, things
from ardennes.advisor.packages import Package
from ardennes.advisor.pressing import NOT_WORTH_A_MOVE, PressScript
from ardennes.advisor.script import because
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Text
from ardennes.games.deadly_woods.ai.choices import CHOICES, step_cost
from ardennes.games.deadly_woods.ai.fields import Fields
from ardennes.games.deadly_woods.ai.fights import Fights
from ardennes.games.deadly_woods.ai.ground import Ground
from ardennes.games.deadly_woods.ai.plan import Plan
from ardennes.games.deadly_woods.ai.withdrawal import best_door, has_room
from ardennes.games.deadly_woods.rules import actions, aftermath, combat, movement, rounds, withdrawal
from ardennes.games.deadly_woods.rules.combat import attackers
from ardennes.games.deadly_woods.rules.field import MAY_ATTACK_UNMOVED, Field, is_beside_enemy
from ardennes.games.deadly_woods.rules.odds import Attack
from ardennes.games.deadly_woods.rules.pieces import BLOW, DONE, DOOR, JOIN, MOVE
from ardennes.games.deadly_woods.rules.terrain import MOTOR
from ardennes.games.deadly_woods.rules.walking import begin_move, search
from ardennes.numbers import ENEMY_OF, Hex, Hexside, Side, Unit

BESIDE_ENEMY = 0.15
"""What a retreat next to the enemy, or one that leaves supply, is worse."""
REACTS_FOR = 0.05
ADVANCES_FOR = (0.0, 0.05)
"""What a move must gain a unit that reacts, and an advance one of each side."""
DEFENDER_GUNS = (0.03, 0.005)
"""What guns must take from an attack to answer it, for each side: German guns serve once a turn."""


def destinations(p: Field, unit: Unit) -> set[Hex]:
    """Where a unit could end its move if it set out now, in any mode."""
    modes = begin_move(p, unit).movement_modes
    return {hex for movement_mode in modes for hex in search(p, unit, movement_mode).destination_hexes()}


class RoundScript(PressScript[Field, Plan, Fields, Fights]):
    """One side, one plan; fields are drawn anew in every round."""

    going = movement.ChooseDestination()

    def __init__(self, side: Side, plan: Plan, ground: Ground) -> None:
        super().__init__(side, plan)
        self.ground = ground

    def phase_of(self, p: Field) -> Hashable:
        return p.turn, len(p.track)

    def draw(self, p: Field, phase: Hashable) -> tuple[Fields, Fights]:
        fields = Fields(p, self.side, self.plan, self.ground)
        return fields, Fights(p, self.side, fields)

    # --- movement --------------------------------------------------------------------------------

    def _move(self, p: Field, options: Sequence[int]) -> int:
        unit = self._foremost(p, things(options, MOVE))
        if unit != NO_UNIT:
            return MOVE + unit
        return next((BLOW + hexside for hexside in things(options, BLOW) if self._endangered(p, hexside)), DONE + 0)

    def next_unit(self, p: Field) -> int:
        return self._foremost(p, rounds.able_to_move(p, self.side))

    def _foremost(self, p: Field, units: Sequence[Unit]) -> int:
        """Who moves next: those in front first. Who would rather attack from where he is stays."""
        drawn, travels, where = self.fields.here, self.ground.travels, p.where
        units = [unit for unit in units if self.orders.get(unit) != where[unit]]
        attacking = self._attacking(p, units)
        units = [unit for unit in units if unit not in attacking]
        return max(units, key=lambda unit: (drawn[travels[unit]][where[unit]], unit), default=NO_UNIT)

    def _attacking(self, p: Field, units: Sequence[Unit]) -> set[int]:
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
            if package is not None and package.gain > self.plan.eager and not self.fights.is_declined(package):
                beside.update(p.data.board.around(hex))
        return {unit for unit in free if where[unit] in beside}

    def _endangered(self, p: Field, hexside: Hexside) -> bool:
        """10.6.1 A bridge the enemy is about to use, with no friends left on his bank."""
        banks = p.data.board.side_hexes[hexside]
        near = p.data.within_three
        enemies = [p.where[unit] for unit in p.on_map(ENEMY_OF[self.side])]
        threats = [sum(hex in near[bank] for hex in enemies) for bank in banks]
        friends = [self.fields.is_crowded(bank) for bank in banks]
        exposed = 0 if threats[0] > threats[1] else 1
        return max(threats) > 0 and not friends[exposed] and friends[ENEMY_OF[exposed]]

    def set_out(self, p: Field, unit: Unit) -> movement.Move:
        return rounds.set_out(p, unit)

    def walk(self, p: Field, move: movement.Move, hex: Hex) -> tuple[bool, list[Procedure]]:
        return False, rounds.walk_to(p, move, hex)

    def destination(self, p: Field, move: movement.Move, options: Sequence[int]) -> int:
        self.fields.refresh()
        doors = things(options, DOOR)
        return self._withdrawal(p, move, doors) if doors else self.go_on(p, move.unit, options)

    def crowding(self, unit: Unit) -> float:
        """10.4.1 Stacked units start off the road."""
        return self.plan.room * (self.ground.travels[unit] == MOTOR)

    def has_room(self, p: Field, unit: Unit, hex: Hex) -> bool:
        return has_room(p, unit, hex)

    def _withdrawal(self, p: Field, move: movement.Move, doors: Sequence[Hex]) -> int:
        """10.3 Away past a friend, where standing there would cost more."""
        gain, door = best_door(p, move, doors, self.fields, self._gain_of_moving)
        if gain <= NOT_WORTH_A_MOVE:
            return DONE + 0
        self.why = because(Text("advice-withdraw", {"unit": move.unit, "hex": door}, "10.3"))
        return DOOR + door

    def _way_out(self, p: Field, hex: Hex) -> tuple[bool, float, int]:
        move = p.stack[-1]
        assert isinstance(move, movement.Move)
        return has_room(p, move.unit, hex), self.fields.worth(move.unit, hex), hex

    def _reacting(self, p: Field, unit: Unit) -> float | None:
        """14.3.1 Those to whom a move would bring most."""
        gain = self._gain_of_moving(p, unit)
        return gain if gain > REACTS_FOR else None

    def _gain_of_moving(self, p: Field, unit: Unit) -> float:
        fields = self.fields
        free = [hex for hex in destinations(p, unit) if not fields.is_crowded(hex)]
        return max(fields.worths(unit, free), default=0.0) - fields.stay(unit)

    # --- combat ----------------------------------------------------------------------------------

    def meant(self, p: Field, attack: Attack, options: Sequence[int]) -> Package[Attack] | None:
        return self.fights.package(attack.target, [*attack.attackers, *things(options, JOIN)])

    @property
    def price_of_answer(self) -> float:
        return DEFENDER_GUNS[self.side]

    def _converts(self, p: Field) -> bool:
        """11.3.3 A step for a step where that is worth more than the retreat: against somebody's last."""
        attack = p.stack[-1]
        assert isinstance(attack, Attack)
        worth = self.fights.worths(attack)
        return worth[combat.EXCHANGE] > worth[attack.result]

    def _retreat(self, p: Field, hex: Hex) -> float:
        rout, fields = p.stack[-1], self.fields
        assert isinstance(rout, aftermath.Rout)
        fields.refresh()
        crowd = len(p.combat_units_in(hex))
        return fields.worth(rout.unit, hex) - BESIDE_ENEMY * is_beside_enemy(p, hex, self.side) - 0.05 * crowd

    def _advance(self, p: Field, unit: Unit) -> tuple[float, int] | None:
        """11.5 Into goals, and where the ground is worth more; one unit is enough to hold it."""
        advance, fields = p.stack[-1], self.fields
        assert isinstance(advance, aftermath.Advance)
        fields.refresh()
        held = bool(p.combat_units_in(advance.hex))
        gain = fields.worth(unit, advance.hex) - fields.stay(unit)
        wanted = (advance.hex in fields.wanted and not held) or gain > ADVANCES_FOR[self.side]
        return (gain, p.face(unit).defence) if wanted else None

    # --- losses ----------------------------------------------------------------------------------

    def cost_of_step(self, p: Field, unit: Unit) -> float:
        return step_cost(p, unit)

    choices = {
        **CHOICES,
        rounds.ChooseMove: _move,
        withdrawal.ChooseWayOut: best(_way_out),
        rounds.ChooseAttack: PressScript.attack,
        combat.ChooseConversion: first(when=_converts),
        aftermath.ChooseRetreat: best(_retreat),
        aftermath.ChooseAdvance: best(_advance),
        actions.ChooseReacting: best(_reacting),
    }
