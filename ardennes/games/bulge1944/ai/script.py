"""The script: plays a whole turn by a plan. Every resource point goes where it gains most, and gains are looked at
again after every step."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from ardennes.advisor.choices import first, things
from ardennes.advisor.plan import PlanBook
from ardennes.advisor.script import NO_REASON, MovingScript, because
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Text
from ardennes.games.bulge1944.ai.exits import let_in, stopping_move, way_out
from ardennes.games.bulge1944.ai.fields import Fields
from ardennes.games.bulge1944.ai.fights import Fights, defender_in
from ardennes.games.bulge1944.ai.goals import turns_after
from ardennes.games.bulge1944.ai.ground import FOOT, Ground
from ardennes.games.bulge1944.ai.memory import destinations, remembered
from ardennes.games.bulge1944.ai.packages import Package, Packages
from ardennes.games.bulge1944.ai.plan import Plan
from ardennes.games.bulge1944.ai.raids import Raids
from ardennes.games.bulge1944.rules import (
    activation,
    free_setup,
    hiding,
    movement,
    reinforcements,
    sequence,
)
from ardennes.games.bulge1944.rules.combat_dice import Attack
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import (
    AT,
    ATTACK,
    BREAK,
    DONE,
    ENTER,
    EXIT,
    GERMAN,
    GO,
    HIDE_ALL,
    INFILTRATE,
    JOIN,
    LEAD,
    MOVE,
    REFIT,
    SET_UP,
    SPLIT,
    SUPPORT,
    TO,
)
from ardennes.games.bulge1944.rules.reinforcements import refit_cost
from ardennes.games.bulge1944.rules.supply import is_supplied
from ardennes.games.bulge1944.rules.walking import Move
from ardennes.numbers import Hex, Side, Unit

UNDER_ORDERS, CROWDED = 50.0, 5.0
"""What an ordered move gains, and leaving a hex that has to be left."""
TO_BE_WEIGHED = 99.0
"""More than any act gains: it is looked at before all others."""
WORTH_A_TRY = 0.15
"""What a hex behind enemy zones must be better by, for a disguised unit to risk it."""


Act = tuple[float, int, int]
"""Gain for a point, what kind of act, and the unit or hex it is about."""


class TurnScript(MovingScript[Field, Plan]):
    """One side, one plan."""

    going = movement.ChooseDestination()

    def __init__(self, side: Side, plan: Plan, book: PlanBook[Plan], fights: Fights) -> None:
        super().__init__(side, plan)
        self.book, self.fights, self.ground = book, fights, fights.ground
        self._fields: Fields | None = None
        self._packages: Packages | None = None
        self._agenda: list[Act] = []
        self._goes: dict[Unit, Hex] = {}
        """Where units on the move are going."""
        self._joins: tuple[int, ...] = ()
        self._exits_are_safe = False
        self._to_be_answered = True
        self._fought = NOWHERE
        self._weighed: Package | None = None
        """The attack that was looked at last."""
        self._then: Package | None = None
        self._chance = random.Random(f"{plan.noise}:{plan.floor}:{side}") if plan.noise else None

    def choose(self, p: Field) -> int:
        assert p.asked is not None
        chosen, options = super().choose(p), p.asked.options
        return chosen if chosen in options else options[-1]

    def look_at(self, p: Field) -> None:
        if self._to_be_answered and not turns_after(p, self.side):
            self.plan, self._to_be_answered = self.book.unanswered(self.plan), False

    # --- before the battle -------------------------------------------------------------------------

    def _card(self, p: Field, options: Sequence[int]) -> int:
        """19.0 Any of them, or the enemy would know which."""
        return random.Random(p.seed).choice(options)

    def _place(self, p: Field, options: Sequence[int]) -> int:
        placing = p.stack[-1]
        assert isinstance(placing, free_setup.Placing)
        home, turns = p.data.board.hex(p.data.counters[placing.unit].place), self.ground.distances.turns_from
        return min(options, key=lambda option: turns(FOOT, object_of(option))[home])

    # --- reinforcements ----------------------------------------------------------------------------

    def _reinforcement(self, p: Field, options: Sequence[int]) -> int:
        self._fields = None
        for verb in (SPLIT, ENTER) if self.plan.parts else (ENTER,):
            for option in options:
                if is_about(option, verb):
                    return option
        income = p.points + sum(refit_cost(p, unit) for unit in p.data.units[self.side] if p.refitted[unit])
        spare = p.points - income * (1 - self.plan.refit)
        weak: list[Unit] = [object_of(option) for option in options if is_about(option, REFIT)]
        weak = [unit for unit in weak if refit_cost(p, unit) <= spare]
        self.why = NO_REASON
        if weak:
            unit = min(weak, key=lambda unit: (p.steps[unit] * refit_cost(p, unit), unit))
            self.why = because(Text("advice-refit", {"unit": unit, "n": p.steps[unit]}, "9.0"))
            return REFIT + unit
        return DONE + 0

    def _entry(self, p: Field, options: Sequence[int]) -> int:
        entry = p.stack[-1]
        assert isinstance(entry, reinforcements.Entry)
        self.why = because(Text("advice-entry", {"unit": entry.unit}, "9.0"))
        return AT + entry_hex(p, entry.unit, self.side, self.plan, self.ground)

    # --- activations -------------------------------------------------------------------------------

    def _activation(self, p: Field, options: Sequence[int]) -> int:
        if self._fields is None or self._fields.p is not p:
            ways = [option for option in options if is_about(option, BREAK)] if self.plan.parts else []
            if ways:
                return ways[len(ways) // 2]
            self._fields = Fields(p, self.side, self.plan, self.ground)
            self._look(p)
        elif self._fought >= 0:
            self._after_fight(p)
        else:
            self._fields.refresh()
        if p.points and (run := self._decisive_move(p)) and MOVE + run[0] in options:
            self._goes[run[0]] = run[1]
            code = "advice-leaves" if self.side == GERMAN else "advice-stops"
            self.why = because(Text(code, {"unit": run[0], "hex": run[1]}, "15.0"))
            return MOVE + run[0]
        if self._then is not None:
            return self._go_on_with(p, self._then, options)
        if p.points <= self.plan.kept and (guard := self._guard(p, options)) is not None:
            return guard
        must_leave = DONE not in options
        if (best_act := self._best_act(p, set(options))) is not None:
            return self._begin(p, *best_act)
        if (guard := self._guard(p, options)) is not None:
            return guard
        self._fields = None
        self._then = None
        self.why = because(Text("advice-nothing-left", {"n": p.points}, "8.0"))
        return next((option for option in options if is_about(option, MOVE)), DONE + 0) if must_leave else DONE + 0

    def _best_act(self, p: Field, allowed: set[int]) -> tuple[int, int, int] | None:
        """What gains most of the agenda as things stand now: what kind of act, what it is about, the option that begins
        it."""
        for _ in range(400):
            if not self._agenda:
                break
            promised, act, thing = self._agenda.pop()
            gain, option = self._weigh(p, act, thing)
            if option not in allowed or gain < self.plan.floor:
                continue
            if self._agenda and gain < self._agenda[-1][0] - 1e-9 and gain < promised:
                self._insert(gain, act, thing)
            elif not self._opens_an_exit(p, act, thing):
                return act, thing, option
        return None

    def _look(self, p: Field) -> None:
        """Takes everything in anew: at the start of a turn, and after a fight."""
        assert self._fields is not None
        self._fought, self._exits_are_safe = NOWHERE, False
        self._packages = Packages(p, self._fields, self.plan, self.fights, self.orders)
        self._agenda = []
        for unit in p.counters_on_map(self.side):
            if not p.moved[unit]:
                self._consider(p, _MOVE, unit)
                if p.data.counters[unit].land_unit:
                    self._packages.may_come(unit, destinations(p, unit))
        for hex in self._packages.targets():
            self._consider(p, _ATTACK, hex)
        self._agenda.sort()

    def _after_fight(self, p: Field) -> None:
        """A kill changes who can go where; without one, only what stands around the fight is looked at again."""
        assert self._fields is not None
        if defender_in(p, self._fought, self.side) == NO_UNIT:
            self._fields.redraw()
            self._look(p)
            return
        assert self._packages is not None
        self._packages.forget_strength()
        near = [
            self._fought,
            *(there for hex in p.data.board.around(self._fought) for there in p.data.board.around(hex)),
        ]
        self._agenda += [
            (TO_BE_WEIGHED, _ATTACK, hex) for hex in dict.fromkeys(near) if defender_in(p, hex, self.side) != NO_UNIT
        ]
        self._fought = NOWHERE

    def _consider(self, p: Field, act: int, thing: Any) -> None:
        gain, _ = self._weigh(p, act, thing)
        if gain >= self.plan.floor:
            self._agenda.append((gain, act, thing))

    def _insert(self, gain: float, act: int, thing: int) -> None:
        self._agenda.append((gain, act, thing))
        self._agenda.sort()

    def _weigh(self, p: Field, act: int, thing: Any) -> tuple[float, int]:
        """What an act gains for a resource point as things stand, and the option that begins it."""
        assert self._packages is not None
        if act == _MOVE:
            gain, hex = self._best_hex(p, thing)
            self._goes[thing] = hex
            return self._blur(gain), MOVE + thing
        package = self._weighed = self._packages.best(thing)
        if package is None:
            return -1.0, DONE
        begins = MOVE + package.moves[0][0] if package.moves else ATTACK + thing
        return self._blur(package.gain / package.cost), begins

    def _blur(self, gain: float) -> float:
        return gain if self._chance is None else gain * (1 + self.plan.noise * self._chance.uniform(-1, 1))

    def _best_hex(self, p: Field, unit: Unit) -> tuple[float, Hex]:
        """Where a unit is best, and how much better than where it is."""
        assert self._fields is not None
        if p.moved[unit] or p.where[unit] < 0:
            return -1.0, p.where[unit]
        ordered = self.orders.get(unit)
        here = p.where[unit]
        if ordered == here:
            return -1.0, here
        hexes = destinations(p, unit)
        if ordered in hexes:
            return UNDER_ORDERS, ordered
        best, best_hex = self._fields.best_of(unit, hexes)
        if p.disguised[unit]:
            behind, slipped = self._fields.best_of(unit, _to_slip_into(p, here) or [here])
            if behind - WORTH_A_TRY > best:
                best, best_hex = behind - WORTH_A_TRY, slipped
        crowded = p.top[here] != unit or p.below[unit] >= 0
        return best - self._fields.stay(unit) + (CROWDED if crowded else 0.0), best_hex

    def _begin(self, p: Field, act: int, thing: Any, option: int) -> int:
        assert self._packages is not None
        if act == _MOVE:
            for there in p.data.board.around(self._goes[thing]):
                if defender_in(p, there, self.side) >= 0:
                    self._agenda.append((TO_BE_WEIGHED, _ATTACK, there))
            assert self._fields is not None
            hex = self._goes[thing]
            self.why = partial(self._fields.why, thing, hex, self.orders.get(thing) == hex)
            return option
        assert self._weighed is not None
        return self._go_on_with(p, self._weighed, p.asked.options if p.asked else ())

    def _go_on_with(self, p: Field, package: Package, options: Sequence[int]) -> int:
        """The next step of an attack with units that must come up first."""
        assert self._packages is not None
        self._then = None
        self.why = partial(self._packages.why, package)
        for unit, hex in package.moves:
            if p.where[unit] != hex and not p.moved[unit] and MOVE + unit in options:
                self._then = package
                self._goes[unit] = hex
                return MOVE + unit
        if ATTACK + package.target in options:
            self._joins = package.units
            return ATTACK + package.target
        self._look(p)
        return self._activation(p, options)

    def _guard(self, p: Field, options: Sequence[int]) -> int | None:
        """The move that keeps most from enemies who could ride into what is one's own."""
        fields, plan = self._fields, self.plan
        if not plan.watch or not p.points or fields is None:
            return None

        def leaves(unit: Unit, hex: Hex) -> float:
            best, _ = fields.best_of(unit, destinations(p, unit))
            return max(best, fields.stay(unit)) - fields.worth(unit, hex)

        move = Raids(p, self.side, plan.watch, self.ground).guard(leaves, plan.floor)
        if move is None or MOVE + move[0] not in options:
            return None
        self._goes[move[0]] = move[1]
        self.why = partial(fields.why, *move, False)
        return MOVE + move[0]

    def _opens_an_exit(self, p: Field, act: int, thing: Any) -> bool:
        """15.0 Whether those who would move are needed where they are, so that no armor division gets out."""
        if self.side == GERMAN or self.plan.ajar == math.inf:
            return False
        if act == _MOVE:
            moves = [(thing, self._goes[thing])]
        else:
            assert self._weighed is not None
            moves = [(unit, hex) for unit, hex in self._weighed.moves if p.where[unit] != hex]
        return let_in(p, self.ground, self.plan.frail, moves) > self.plan.ajar

    def _decisive_move(self, p: Field) -> tuple[Unit, Hex] | None:
        """15.0 Out of the map in supply; or in the way of who could do that."""
        ground = self.ground
        if self.side == GERMAN:
            return way_out(p, ground)
        if self._exits_are_safe:
            return None
        move = stopping_move(p, ground, self.plan.alarm, self.plan.frail, int(self.plan.places))
        self._exits_are_safe = move is None
        return move

    # --- a unit on its way -------------------------------------------------------------------------

    def set_out(self, p: Field, unit: Unit) -> Move:
        phase = p.stack[-1]
        assert isinstance(phase, activation.Activation)
        return activation.set_out(p, phase, unit)

    def walk(self, p: Field, move: Move, hex: Hex) -> tuple[bool, Sequence[Procedure]]:
        movement.go_to(p, move, hex)
        return True, ()

    def destination(self, p: Field, move: Move, options: Sequence[int]) -> int:
        unit = move.unit
        if EXIT in options and is_supplied(p, unit):
            return EXIT + 0
        # No option of this question has a higher number than one to lead, so a look at the highest tells.
        if is_about(max(options), LEAD) and (self._then is not None or p.data.counters[unit].armor):
            return next(option for option in options if is_about(option, LEAD))
        goal = self._goes.get(unit, NOWHERE)
        if goal >= 0 and p.where[unit] != goal and TO + goal in options:
            return TO + goal
        if p.where[unit] == goal and DONE in options:
            if not p.disguised[unit] or p.in_enemy_zone(goal, GERMAN):
                return DONE + 0
            options = [option for option in options if is_about(option, INFILTRATE) or option == DONE]
        return self._elsewhere(p, unit, options)

    def _elsewhere(self, p: Field, unit: Unit, options: Sequence[int]) -> int:
        """The way there is closed, or it leads through enemy zones that a disguised unit may slip through."""
        fields = self._fields
        if fields is None or fields.p is not p:
            fields = self._fields = Fields(p, self.side, self.plan, self.ground)
        best, choice = (fields.worth(unit, p.where[unit]), DONE + 0) if DONE in options else (-1e9, options[0])
        for verb, needed in ((TO, 0.01), (INFILTRATE, WORTH_A_TRY)):
            value, hex = fields.best_of(unit, things(options, verb))
            if value - needed > best:
                best, choice = value - needed, verb + hex
        if choice != DONE:
            self._goes[unit] = object_of(choice)
        return choice

    # --- combat ------------------------------------------------------------------------------------

    def wanted(self, p: Field, attack: Attack, options: Sequence[int]) -> Iterable[int]:
        """12.0 Those who came for it, all support there is, and leaders; the strongest, if nobody came."""
        self._fought = attack.target
        yield from (JOIN + unit for unit in self._joins)
        yield from (option for verb in (SUPPORT, LEAD) for option in options if is_about(option, verb))
        if GO not in options:
            yield from sorted(
                (JOIN + unit for unit in things(options, JOIN)), key=lambda option: -p.steps[object_of(option)]
            )

    def answer_attack(self, p: Field, options: Sequence[int]) -> int:
        self.why = NO_REASON
        return super().answer_attack(p, options)

    def take_loss(self, p: Field, options: Sequence[int]) -> int:
        self.why = because(Text("advice-hit", {}, "12.0"))
        return super().take_loss(p, options)

    def cost_of_step(self, p: Field, unit: Unit) -> tuple[bool, int]:
        """12.0 Not the last one, and rather of a strong unit."""
        return p.steps[unit] == 1, -p.steps[unit]

    choices = {
        sequence.ChooseCard: _card,
        free_setup.ChooseUnitToPlace: first(SET_UP),
        free_setup.ChoosePlace: _place,
        reinforcements.ChooseReinforcement: _reinforcement,
        reinforcements.ChooseEntry: _entry,
        activation.ChooseActivation: _activation,
        hiding.ChooseHidden: first(HIDE_ALL),
    }


_MOVE, _ATTACK = 0, 1


@remembered(lambda p: (p.card, p.control.tobytes()))
def entry_hex(p: Field, unit: Unit, side: Side, plan: Plan, ground: Ground) -> int:
    """9.0 Where a unit is best that comes in, and has room."""
    asked = p.asked
    assert asked is not None
    hexes: list[Hex] = things(asked.options, AT)
    worths = Fields(p, side, plan, ground).worths(unit, hexes)
    return max(zip(worths, hexes, strict=True), key=lambda each: (each[0] - len(p.units_in(each[1])), each[1]))[1]


def _to_slip_into(p: Field, hex: Hex) -> list[Hex]:
    """14.0 The hexes beside this one that a disguised unit might get into through enemy zones."""
    return [there for there in p.data.board.around(hex) if p.in_enemy_zone(there, GERMAN) and p.top[there] == NO_UNIT]
