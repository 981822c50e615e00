"""Plays a side by a plan: moves, attacks and what follows from them; the rest is in :mod:`choices`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, partial
from random import Random
from typing import NamedTuple

import numpy as np

from ardennes.advisor.advancing import choose_advance, choose_way
from ardennes.advisor.choices import best, things
from ardennes.advisor.fields import Worth
from ardennes.advisor.pressing import LOWEST, MISJUDGED, NOT_WORTH_A_MOVE, ORDERED
from ardennes.advisor.script import NO_REASON, MovingScript, attack_question
from ardennes.engine.options import is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Text
from ardennes.games.wacht_am_rhein.ai.assaults import Assaults, posts_of
from ardennes.games.wacht_am_rhein.ai.choices import CHOICES, step_cost, worth_of_retreat
from ardennes.games.wacht_am_rhein.ai.fields import Fields
from ardennes.games.wacht_am_rhein.ai.fights import Fights, Package, best_of
from ardennes.games.wacht_am_rhein.ai.formations import formation_of
from ardennes.games.wacht_am_rhein.ai.ground import Ground
from ardennes.games.wacht_am_rhein.ai.plan import Plan
from ardennes.games.wacht_am_rhein.rules import (
    advance,
    declaring,
    heydte,
    movement,
    moves,
    outcomes,
    sequence,
    walking,
    withdrawal,
)
from ardennes.games.wacht_am_rhein.rules.attacks import Attack, phase_of
from ardennes.games.wacht_am_rhein.rules.exits import ways_out
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.forecast import fire_by_column
from ardennes.games.wacht_am_rhein.rules.formations import allowance
from ardennes.games.wacht_am_rhein.rules.odds import odds
from ardennes.games.wacht_am_rhein.rules.pieces import (
    AIR,
    ALL,
    ALSO,
    APPLY,
    ATTACK,
    BACK,
    BARRAGE,
    CALL_OFF,
    COLUMN,
    DONE,
    EXIT,
    GERMAN,
    GO,
    HIT,
    JOIN,
    MARCH,
    MOVE,
    SUPPORT,
    TO,
)
from ardennes.games.wacht_am_rhein.rules.retreats import hexes_back
from ardennes.games.wacht_am_rhein.rules.stacking import has_room
from ardennes.games.wacht_am_rhein.rules.victory import exits
from ardennes.kernels.reach import EVERY_MODE
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.walk import reach

UNDECIDED = (NO_UNIT, DONE + 0)
ASSAULT = 5.0
"""What coming up for an attack that is prepared outweighs."""
SOON = 0.4
"""25.17 Turns to the edge of the map within which a unit could leave it."""
STRENGTH_OF_A_STEP = 5.0
"""What a usual step stands for, in strength points."""


def reached(p: Field, unit: Unit) -> tuple[list[Hex], list[Hex]]:
    """Where a unit could end its move if it set out now: as it is, and in March Mode."""
    move = moves.Move(side=p.data.sides[unit], unit=unit, spent=p.spent[unit])
    search = reach(moves.going(p, move), p.data.search, moves.mover(p, move))
    as_it_is = moves.ways_end(p, move, TO + 0)
    if as_it_is == EVERY_MODE:
        return search.destination_hexes(), []
    return search.arrivals(as_it_is), moves.hexes_in_march(p, unit, search)  # type: ignore[return-value]


class Ways(NamedTuple):
    """Where a unit may go: as it is, in March Mode, off the map; and whether it may stay."""

    hexes: list[Hex]
    marched: list[Hex]
    edges: list[Hex]
    may_stay: bool


def whose_turn(p: Field) -> tuple[int, int, int, int]:
    """The Game-Turn, whether it is its bonus turn, whose part of it, and which phase."""
    for procedure in p.stack:
        if isinstance(procedure, sequence.PlayerTurn | sequence.BonusTurn):
            return p.turn, p.bonus, procedure.side, procedure.step
    return p.turn, p.bonus, -1, 0


class TurnScript(MovingScript[Field, Plan]):
    """One side, one plan; fields are drawn anew in every phase."""

    going = movement.ChooseDestination()
    fields: Fields
    fights: Fights

    def __init__(self, side: Side, plan: Plan, ground: Ground) -> None:
        super().__init__(side, plan)
        self.ground = ground
        self._phase: Hashable = None
        self._queue: list[Unit] | None = None
        self._posts: dict[Unit, Hex] = {}
        """Where units come up for the attacks that are prepared."""
        self._decided = UNDECIDED
        self._meant: Package | None = None
        self._called_off: set[int] = set()
        """Attacks of this phase that could not be made."""

    def choose(self, p: Field) -> int:
        self.why = NO_REASON
        return super().choose(p)

    def look_at(self, p: Field) -> None:
        phase = whose_turn(p)
        if phase != self._phase:
            self.fields = Fields(p, self.side, self.plan, self.ground)
            self.fights = Fights(p, self.side, self.fields)
            self._phase, self._queue, self._posts, self._decided = phase, None, {}, UNDECIDED
            self._called_off = set()
        self.fields.p = self.fights.p = p

    def has_no_secrets(self, p: Field) -> bool:
        """25.27 What a unit finds on its way does not change where it goes."""
        return True

    # --- movement --------------------------------------------------------------------------------

    def _move(self, p: Field, options: Sequence[int]) -> int:
        units = things(options, MOVE)
        unit = self._foremost(p, set(units).__contains__)
        if unit == NO_UNIT:
            unit = next((unit for unit in units if p.where[unit] < 0), NO_UNIT)
        if unit == NO_UNIT and DONE not in options:
            unit = heydte.must_hunt(p)[0]
        return MOVE + unit if unit != NO_UNIT else DONE + 0

    def next_unit(self, p: Field) -> int:
        return self._foremost(p, lambda unit: moves.is_able_to_move(p, unit) and not heydte.is_tied(p, unit))

    def _foremost(self, p: Field, able: Callable[[Unit], bool]) -> int:
        """Who moves next of those on the map: those who make room, those who attack, then those in front."""
        if self._queue is None:
            self._prepare(p)
        assert self._queue is not None
        while self._queue:
            unit = self._queue[-1]
            stays = self.orders.get(unit) == p.where[unit] or self._posts.get(unit) == p.where[unit]
            if p.where[unit] >= 0 and not stays and able(unit) and self._goes(p, unit):
                return unit
            self._queue.pop()
        return NO_UNIT

    def _prepare(self, p: Field) -> None:
        """8.41 Which attacks are prepared, and in which order units move."""
        units = list(moves.able_to_move(p, self.side))
        fields, where = self.fields, p.where
        if self.plan.together and not p.bonus:
            around = {unit: [where[unit], *reached(p, unit)[0]] for unit in units if fields.fights(unit)}
            self._posts = posts_of(Assaults(p, fields, around).choose())
        self._queue = sorted(
            units,
            key=lambda unit: (
                fields.is_in_the_way(unit),
                unit in self._posts,
                float(fields.draws(unit)[where[unit]]),
                unit,
            ),
        )

    def _goes(self, p: Field, unit: Unit) -> bool:
        """Whether a unit has somewhere to go; others are not picked at all."""
        move = moves.Move(side=self.side, unit=unit, spent=p.spent[unit])
        hexes, marched = reached(p, unit)
        edges = list(ways_out(p, unit, p.data.search, allowance(p, unit)))
        may_stay = not (hexes or marched or edges) or p.where[unit] not in p.data.closed_hexes
        option = self._best_of(p, move.unit, Ways(hexes, marched, edges, may_stay))
        self._decided = unit, option
        return option != DONE

    def moves_at_once(self, p: Field, unit: Unit) -> bool:
        """21.0 Who comes onto the map is asked where, and so is who may not go everywhere (24.44)."""
        return p.where[unit] >= 0 and not heydte.is_tied(p, unit)

    def set_out(self, p: Field, unit: Unit) -> moves.Move:
        return movement.set_out(p, unit)

    def walk_by(self, p: Field, move: moves.Move, option: int) -> tuple[bool, list[Procedure]]:
        walking.go_to(p, move, object_of(option), marching=is_about(option, MARCH))
        return False, walking.led_astray(p, move)

    def settled(self, p: Field, move: moves.Move) -> int | None:
        unit, option = self._decided
        if unit != move.unit:
            return None
        self._decided = UNDECIDED
        self.why = partial(self._reasons, p, unit, object_of(option))
        return option

    def destination(self, p: Field, move: moves.Move, options: Sequence[int]) -> int:
        """Where the unit was to go when it was picked."""
        (unit, option), self._decided = self._decided, UNDECIDED
        if unit != move.unit or option not in options:
            option = self._best_destination(p, move, options)
        if option != DONE:
            self.why = partial(self._reasons, p, move.unit, object_of(option))
        return option

    def _reasons(self, p: Field, unit: Unit, hex: Hex) -> tuple[Text, ...]:
        """Why a unit goes to a hex: for an attack, to its post, or to where its formation is bound."""
        fields = self.fields
        move = Text("advice-move", {"unit": unit, "hex": hex}, "6.0-a")
        post = fields.posted.get(unit)
        if self._posts.get(unit) == hex:
            return move, Text("advice-come-up", {}, "8.41")
        if post is not None:
            return move, Text("advice-post", {"hex": post}, "8.0")
        formation = formation_of(p, unit)
        goal = fields.axes.goals.get(formation)
        if goal is None or not fields.fights(unit):
            return (move,)
        return move, Text("advice-goal", {"formation": formation, "hex": fields.goals[goal]})

    def _best_destination(self, p: Field, move: moves.Move, options: Sequence[int]) -> int:
        ways = Ways(things(options, TO), things(options, MARCH), things(options, EXIT), DONE in options)
        return self._best_of(p, move.unit, ways)

    def _best_of(self, p: Field, unit: Unit, ways: Ways) -> int:
        """Where a unit is worth most, as it is or in March Mode, or that it stays; or that it leaves the map."""
        self.fields.refresh()
        if ways.edges and (edges := self._edges_out(p, ways.edges)):
            return EXIT + edges[0]
        fields, post, order = self.fields, self._posts.get(unit), self.orders.get(unit)
        least = self.plan.night if p.bonus else NOT_WORTH_A_MOVE
        most = fields.stay(unit) + least if ways.may_stay else LOWEST
        choice = DONE + 0
        for verb, hexes in ((TO, ways.hexes), (MARCH, ways.marched)):
            if not hexes:
                continue
            marching = verb == MARCH or bool(p.march[unit])
            worths = self._misjudged(fields.worth_in(unit, hexes, marching=marching))
            if post in hexes and not marching:
                worths[hexes.index(post)] += ASSAULT
            if order in hexes:
                worths[hexes.index(order)] += ORDERED
            best_hex = self._free_best(p, unit, hexes, worths, most)
            if best_hex is not None:
                most, choice = float(worths[hexes.index(best_hex)]), verb + best_hex
        return choice if ways.may_stay or choice != DONE else self._anywhere(ways)

    def _misjudged(self, worths: Worth) -> Worth:
        """What a beginner takes hexes to be worth."""
        if not self.plan.noise:
            return worths
        noise = [1 + self.plan.noise * self._chance.uniform(-MISJUDGED, MISJUDGED) for _ in worths]
        misjudged: Worth = worths * np.array(noise)
        return misjudged

    @cached_property
    def _chance(self) -> Random:
        return Random(f"{self.plan.eager}:{self.plan.pull}")

    def _free_best(self, p: Field, unit: Unit, hexes: list[Hex], worths: Worth, least: float) -> Hex | None:
        """9.11 The hex that is worth most, and more than ``least``, of those where there is room."""
        for at in np.argsort(-worths, kind="stable").tolist():
            hex: Hex = hexes[at]
            if worths[at] <= least:
                return None
            if has_room(p, unit, hex):
                return hex
        return None

    def _anywhere(self, ways: Ways) -> int:
        """25.16 Who may not stay goes on, wherever that is."""
        if ways.hexes:
            return TO + ways.hexes[0]
        return MARCH + ways.marched[0] if ways.marched else EXIT + ways.edges[0]

    def _edges_out(self, p: Field, edges: list[Hex]) -> list[Hex]:
        """Where the Germans leave the map because that brings something."""
        if self.side != GERMAN:
            return []
        if not self.ground.exits_needed[1]:
            counted = self.ground.aims.ways_to_leave(p)
            return [hex for hex in edges if hex in counted]
        return edges if self._leaves(p) else []

    def _leaves(self, p: Field) -> bool:
        """25.17, 25.27 Enough have left or could soon, and more are wanted."""
        least, winning = self.ground.exits_needed
        gone = exits(p)
        if gone >= winning:
            return False
        units = [p.where[unit] for unit in p.on_map(GERMAN) if self.fields.fights(unit)]
        return gone + int((self.ground.away[units] <= SOON).sum()) >= least

    # --- combat ----------------------------------------------------------------------------------

    def _attack(self, p: Field, options: Sequence[int]) -> int:
        """10.11 The attack that gains most, if that is enough or must be; guns alone when nobody else attacks."""
        found = [self._felt(package) for hex in things(options, ATTACK) if (package := self.fights.package(hex))]
        best_attack = best_of(found)
        ends = [option for option in (DONE + 0, APPLY + 0) if option in options]
        least = self.plan.eager
        if best_attack is not None and best_attack.gain <= least and not ends:
            best_attack = best_of([package for package in found if self._is_due(p, package)]) or best_attack
        if best_attack is not None and (best_attack.gain > least or not ends):
            return self._declares(p, best_attack)
        barrages: list[Hex] = things(options, BARRAGE)
        fire = best_of([self.fights.barrage(hex) for hex in barrages])
        if fire is not None and (fire.gain > least or not ends):
            return self._declares(p, fire)
        if ends:
            return ends[0]
        tried = [option for option in options if option not in self._called_off] or options
        return tried[0]

    def _is_due(self, p: Field, package: Package) -> bool:
        """8.41 Whether somebody takes part who must attack: who need not is not sent to do badly for him."""
        return not set(phase_of(p, self.side).owing).isdisjoint(package.attack.attackers)

    def _felt(self, package: Package) -> Package:
        """A gain as a beginner sees it, always the same for a hex."""
        if not self.plan.noise:
            return package
        off = Random(f"{package.attack.target}:{self.plan.pull}").uniform(-1, 1)
        return package._replace(gain=package.gain + self.plan.noise * off)

    def _declares(self, p: Field, package: Package) -> int:
        self._meant = package
        attack = package.attack
        self.why = partial(self._reasons_to_attack, p, attack)
        return (BARRAGE if attack.barrage else ATTACK) + attack.target

    def _reasons_to_attack(self, p: Field, attack: Attack) -> tuple[Text, ...]:
        found = odds(p, attack)
        column = p.data.columns[found.line][found.column]
        told = Text("advice-attack", {"hex": attack.target}, "10.11")
        return told, Text("advice-odds", {"column": column, "guns": len(attack.guns)}, "10.76")

    def declare(self, p: Field, options: Sequence[int]) -> int:
        """10.25 One thing after another, until the attack is as it was meant; then what it takes to be made."""
        attack = p.stack[-1]
        assert isinstance(attack, Attack)
        self._mean(p, attack)
        wanted = next((option for option in self.wanted(p, attack, options) if option in options), None)
        if wanted is not None:
            return wanted
        for option in (GO + 0, ALL + 0):
            if option in options:
                return option
        if CALL_OFF in options:
            self._called_off.add((BARRAGE if attack.barrage else ATTACK) + attack.target)
        return options[0]

    def _mean(self, p: Field, attack: Attack) -> None:
        """How an attack is meant that was begun without a choice."""
        meant = self._meant
        if meant is None or (meant.attack.target, meant.attack.barrage) != (attack.target, attack.barrage):
            fights = self.fights
            self._meant = fights.barrage(attack.target) if attack.barrage else fights.package(attack.target)
        if self._meant is not None:
            self.why = partial(self._reasons_to_attack, p, self._meant.attack)

    def wanted(self, p: Field, attack: Attack, options: Sequence[int]) -> Iterable[int]:
        if self._meant is None:
            return
        target = self._meant.attack
        yield from (JOIN + unit for unit in target.attackers if unit not in attack.attackers)
        yield from (ALSO + hex for hex in target.also if hex not in attack.also)
        yield from (SUPPORT + gun for gun in target.guns if gun not in attack.guns)
        if target.air > attack.air:
            yield AIR + (target.air - attack.air)

    def answer_attack(self, p: Field, options: Sequence[int]) -> int:
        """11.4 The column that takes most from the attack, by as few guns as it needs."""
        attack = p.stack[-1]
        assert isinstance(attack, Attack)
        columns = things(options, COLUMN)
        go = attack_question(p).go + 0
        if not columns:
            return go
        now, by_column = self.fights.threat(attack, odds(p, attack).column), fire_by_column(p, attack)
        most, choice = 0.0, go
        for number in columns:
            used = len(by_column[number - 1].answer) - len(attack.answer)
            taken = now - self.fights.threat(attack, number - 1) - self.plan.guns * used
            if taken > most:
                most, choice = taken, COLUMN + number
        return choice

    def _step_or_hex(self, p: Field, options: Sequence[int]) -> int:
        """10.75 A step, or the ground: what is worth less."""
        settle = p.stack[-1]
        assert isinstance(settle, outcomes.Settle)
        units: list[Unit] = things(options, HIT)
        cheapest = min(units, key=lambda unit: (step_cost(p, unit), unit))
        if BACK not in options:
            return HIT + cheapest
        fields, plan, cost = self.fields, self.plan, 0.0
        for stack, way in zip(settle.stacks, settle.ways, strict=True):
            alive = [unit for unit in stack if p.where[unit] >= 0]
            if not alive:
                continue
            here = p.where[alive[0]]
            cost += plan.stake * fields.ground_worth(here) * (len(way) == 1) + plan.goal * self._town_lost(p, here)
            back = hexes_back(p, stack, way)
            if back and all(p.in_enemy_zone(hex, self.side) for hex in back):
                cost += plan.blood
        step = plan.blood * step_cost(p, cheapest) / STRENGTH_OF_A_STEP
        return BACK + 0 if cost <= step else HIT + cheapest

    def _town_lost(self, p: Field, here: Hex) -> float:
        return self.fields.towns.get(here, 0.0)

    def _back(self, p: Field, hex: Hex) -> float:
        self.fields.refresh()
        return worth_of_retreat(self, p, hex)

    # --- losses ----------------------------------------------------------------------------------

    def cost_of_step(self, p: Field, unit: Unit) -> float:
        return step_cost(p, unit)

    choices = {
        **CHOICES,
        movement.ChooseMove: _move,
        declaring.NextAttack: _attack,
        withdrawal.ChooseHexOut: best(_back, TO),
        outcomes.ChooseStepOrHex: _step_or_hex,
        outcomes.ChooseHexBack: best(_back, TO),
        advance.ChooseAdvance: choose_advance,
        advance.ChooseWay: choose_way,
    }
