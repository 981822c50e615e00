"""Plays a side by a plan: moves, attacks and what follows from them; the rest is in :mod:`choices`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence

from ardennes.advisor.advancing import choose_advance, choose_way
from ardennes.advisor.choices import things
from ardennes.advisor.pressing import PressScript
from ardennes.advisor.script import because
from ardennes.engine.options import object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, answer
from ardennes.engine.texts import Text
from ardennes.games.bitter_woods.ai.choices import CHOICES, step_cost
from ardennes.games.bitter_woods.ai.fields import Fields
from ardennes.games.bitter_woods.ai.fights import Fights
from ardennes.games.bitter_woods.ai.ground import Ground
from ardennes.games.bitter_woods.ai.plan import Plan
from ardennes.games.bitter_woods.rules import (
    advance,
    attackers,
    combat,
    marching,
    movement,
    reserves,
    retreats,
    sequence,
)
from ardennes.games.bitter_woods.rules.attacks import Attack
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import (
    BACK,
    DONE,
    EXIT,
    FLY,
    GERMAN,
    GO,
    MOVE,
    RESERVE,
)
from ardennes.games.bitter_woods.rules.pledges import counterattacks, is_due_to_counterattack
from ardennes.games.bitter_woods.rules.stacking import has_room
from ardennes.games.bitter_woods.rules.victory import towns_held
from ardennes.numbers import Hex, Side, Unit

NO_ATTACK = 0.1
"""What a position without attack is worth to those who must counterattack or withdraw."""
MOST_TRIED = 24
"""Options of a question that no plan knows of, up to which each is tried."""


def destinations(p: Field, unit: Unit) -> list[Hex]:
    """Where a unit could end its move if it set out now."""
    return marching.search(p, marching.Move(side=p.data.sides[unit], unit=unit)).destination_hexes()


def _player_turn(p: Field) -> tuple[int, int]:
    """The turn, and whose part of it."""
    turn = p.stack[1]
    return p.turn, turn.side if isinstance(turn, sequence.PlayerTurn) else GERMAN


def may_move(p: Field, unit: Unit) -> bool:
    return marching.is_free_to_move(p, unit) and movement.may_leave(p, unit)


UNDECIDED = (NO_UNIT, DONE + 0)


class TurnScript(PressScript[Field, Plan, Fields, Fights]):
    """One side, one plan; fields are drawn anew in every phase, the line once a turn."""

    going = movement.ChooseDestination()

    def __init__(self, side: Side, plan: Plan, ground: Ground, judge: Callable[[Field, Side], float]) -> None:
        super().__init__(side, plan)
        self.ground, self._judge = ground, judge
        self._queue: list[Unit] | None = None
        self._decided = UNDECIDED
        """Who is to move, and where."""
        self._turn = (0, 0)

    def phase_of(self, p: Field) -> Hashable:
        return *_player_turn(p), p.stack[1].step if isinstance(p.stack[1], sequence.PlayerTurn) else 0

    def draw(self, p: Field, phase: Hashable) -> tuple[Fields, Fights]:
        now = _player_turn(p)
        anew = self.phase is None or (now[1] == self.side and self._turn != now)
        line = None if anew else self.fields.line
        self._queue, self._turn = None, now
        fields = Fields(p, self.side, self.plan, self.ground, line)
        return fields, Fights(p, self.side, fields)

    def otherwise(self, p: Field, options: Sequence[int]) -> int:
        """What no plan knows of: the option after which one stands best. The last, which says that it is enough, where
        there are many."""
        if len(options) > MOST_TRIED:
            return options[-1]

        def stands(option: int) -> float:
            after = p.copy()
            answer(after, option)
            return self._judge(after, self.side)

        return max(options, key=stands)

    # --- movement --------------------------------------------------------------------------------

    def _move(self, p: Field, options: Sequence[int]) -> int:
        units = things(options, MOVE)
        unit = self._foremost(p, set(units).__contains__)
        if unit == NO_UNIT:
            unit = next((unit for unit in units if p.where[unit] < 0), NO_UNIT)
        if unit == NO_UNIT:
            return DONE + 0 if DONE in options else MOVE + units[0]
        return MOVE + unit

    def next_unit(self, p: Field) -> int:
        phase = p.stack[-1]
        assert isinstance(phase, marching.Movement)
        able = marching.may_exploit if phase.exploitation else may_move
        return self._foremost(p, lambda unit: able(p, unit))

    def _foremost(self, p: Field, able: Callable[[Unit], bool]) -> int:
        """Who moves next of those on the map: those in front first. Who would rather counterattack stays."""
        if self._queue is None:
            drawn, travels, where = self.fields.here, self.ground.travels, p.where
            self._queue = sorted(p.on_map(self.side), key=lambda unit: (drawn[travels[unit]][where[unit]], unit))
        while self._queue:
            unit = self._queue[-1]
            stays = self.orders.get(unit) == p.where[unit] or (p.duties and self._fights_back(p, unit))
            if p.where[unit] >= 0 and not stays and able(unit) and self._goes(p, unit):
                return unit
            self._queue.pop()
        return NO_UNIT

    def _goes(self, p: Field, unit: Unit) -> bool:
        """Whether a unit has somewhere to go; others are not picked at all."""
        phase = p.stack[-1]
        assert isinstance(phase, marching.Movement)
        move = marching.Move(side=self.side, unit=unit, exploitation=phase.exploitation)
        options = self.going.offers(p, move)
        option = options[0] if len(options) == 1 else self._best_destination(p, move, options)
        self._decided = unit, option
        return option != DONE

    def _fights_back(self, p: Field, unit: Unit) -> bool:
        """9.5 Whether a unit that owes a counterattack should make it instead of withdrawing."""
        here = p.where[unit]
        if not is_due_to_counterattack(p, unit) or p.closed[here]:
            return False
        duties = [duty for duty in counterattacks(p, self.side) if duty.subject == here]
        packages = [self.fights.package(hex) for duty in duties for hex in attackers.goals(p, duty)]
        best = max((package.gain for package in packages if package is not None), default=-1.0)
        return best > -NO_ATTACK

    def moves_at_once(self, p: Field, unit: Unit) -> bool:
        """16.1 Who comes onto the map is asked where."""
        return p.where[unit] >= 0

    def set_out(self, p: Field, unit: Unit) -> marching.Move:
        phase = p.stack[-1]
        assert isinstance(phase, marching.Movement)
        return movement.set_out(p, phase, unit)

    def walk(self, p: Field, move: marching.Move, hex: Hex) -> tuple[bool, list[Procedure]]:
        movement.go_to(p, move, hex)
        return not move.over, []

    def settled(self, p: Field, move: marching.Move) -> int | None:
        unit, option = self._decided
        if unit != move.unit:
            return None
        self._decided = UNDECIDED
        self.why = because(Text("advice-move", {"unit": unit, "hex": object_of(option)}, "5.1"))
        return option

    def destination(self, p: Field, move: marching.Move, options: Sequence[int]) -> int:
        """Where the unit was to go when it was picked."""
        option = self.settled(p, move)
        return self._best_destination(p, move, options) if option is None or option not in options else option

    def _best_destination(self, p: Field, move: marching.Move, options: Sequence[int]) -> int:
        self.fields.refresh()
        edges: list[Hex] = things(options, EXIT)
        if edges and self._leaves(p):
            return EXIT + edges[0]
        return self.go_on(p, move.unit, options, presses=not move.exploitation)

    def has_room(self, p: Field, unit: Unit, hex: Hex) -> bool:
        return has_room(p, unit, hex)

    def _leaves(self, p: Field) -> bool:
        """17.1 The Germans leave for good when that wins; the Allies never of their own will."""
        needed, beyond = p.data.scenario_data.victory, p.data.board.area("west-of-meuse")
        if self.side != GERMAN or needed is None:
            return False
        ready = [unit for unit in p.on_map(GERMAN) if p.where[unit] in beyond and p.data.counters[unit].mechanized]
        return towns_held(p) >= needed.strategic_towns and p.exits + len(ready) >= needed.exits

    def _reserve(self, p: Field, options: Sequence[int]) -> int:
        """14.1 Mechanized units behind the front wait for gaps, those first that are nearest to what they want."""
        units: list[Unit] = things(options, RESERVE)
        waiting = sum(p.reserve[unit] == 1 for unit in p.on_map(self.side))
        if not units or waiting >= self.plan.reserve * (waiting + len(units)):
            return DONE + 0
        drawn, travels = self.fields.here, self.ground.travels
        return RESERVE + max(units, key=lambda unit: (drawn[travels[unit]][p.where[unit]], unit))

    # --- combat ----------------------------------------------------------------------------------

    def wanted(self, p: Field, attack: Attack, options: Sequence[int]) -> Iterable[int]:
        """9.2 Aircraft as they are meant; who owes the attack joins in any case."""
        yield from super().wanted(p, attack, options)
        meant = self.meant(p, attack, options)
        if meant is not None and meant.attack.air:
            yield FLY + 0
        if GO not in options:
            yield from options

    def _retreat(self, p: Field, options: Sequence[int]) -> int:
        rout = p.stack[-1]
        assert isinstance(rout, retreats.Rout)
        self.fields.refresh()
        hexes: list[Hex] = things(options, BACK)
        return BACK + max(hexes, key=lambda hex: (self.fields.worth(rout.unit, hex), hex))

    # --- losses ----------------------------------------------------------------------------------

    def cost_of_step(self, p: Field, unit: Unit) -> float:
        return step_cost(p, unit)

    choices = {
        **CHOICES,
        movement.ChooseMove: _move,
        reserves.ChooseReserves: _reserve,
        combat.ChooseAttack: PressScript.attack,
        retreats.ChooseRetreat: _retreat,
        advance.ChooseAdvance: choose_advance,
        advance.ChooseWay: choose_way,
    }
