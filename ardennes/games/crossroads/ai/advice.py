"""How Crossroads is played: get to the crossroads, stay there, and attack where the odds are good."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.advisor.advice import GameAdvice
from ardennes.advisor.choices import things
from ardennes.advisor.packages import mean
from ardennes.advisor.plan import Plan
from ardennes.advisor.script import MovingScript
from ardennes.engine.advice import Script
from ardennes.engine.game_data import GameData
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import Procedure
from ardennes.games.crossroads.game import PlayerTurn
from ardennes.games.crossroads.rules import combat, movement
from ardennes.games.crossroads.rules.combat import Attack, preview
from ardennes.games.crossroads.rules.field import ALLIED, DONE, GERMAN, JOIN, MOVE, Field
from ardennes.hexes import distance
from ardennes.numbers import ENEMY_OF, SIDES, Hex, Side, Unit, all_hexes

STEP, HOLDING, TIME = 0.35, 0.8, 0.7
"""What a step, the crossroads, and the crossroads late in the game weigh on the scale of log odds."""
WORTH = {"A1": -1.0, "D1": 1.0, "EX": 0.0, "CA": -0.1}
"""A result of the table, in steps gained."""


class CrossroadsPlan(Plan, frozen=True, kw_only=True):
    """How a turn is played."""

    eager: float = 0.0
    """Steps that an attack must gain on average before it is made of one's own free will."""
    close: float = 1.0
    """What being a hex nearer to the crossroads is worth; less than nothing keeps away."""


class CrossroadsAdvice(GameAdvice[Field, CrossroadsPlan]):
    plan_type, player_turn = CrossroadsPlan, PlayerTurn

    def __init__(self, data: GameData) -> None:
        super().__init__(data)
        (self.crossroads,) = data.board.area("crossroads")
        self.far = tuple(distance(data.board.grid, hex, self.crossroads) for hex in all_hexes(data.board.size))
        """How many hexes each hex is from the crossroads."""

    def units_to_order(self, p: Field, side: Side) -> list[Unit]:
        return [unit for unit in p.on_map(side) if not p.moved[unit]]

    def hexes_to_order(self, p: Field, unit: Unit) -> list[Hex]:
        board = p.data.board
        return [hex for hex in board.hexes if distance(board.grid, hex, p.where[unit]) <= REACHED]

    def script(self, side: Side, plan: CrossroadsPlan) -> Script[Field]:
        return CrossroadsScript(side, plan, self.crossroads, self.far)

    def log_odds(self, p: Field) -> float:
        steps = [sum(p.steps[unit] for unit in p.on_map(each) if p.data.counters[unit].real) for each in SIDES]
        late = p.turn / p.data.scenario_data.last_turn
        held = 1 if p.control[self.crossroads] == GERMAN else -1
        nearest = [min((self.far[p.where[unit]] for unit in p.on_map(each)), default=9) for each in (GERMAN, ALLIED)]
        return STEP * (steps[GERMAN] - steps[ALLIED]) + held * (HOLDING + TIME * late) + 0.2 * (nearest[1] - nearest[0])


REACHED = 4
"""Hexes within which a unit may be ordered to go."""


class CrossroadsScript(MovingScript[Field, CrossroadsPlan]):
    """Units go to the crossroads one after another, and attack where that gains steps."""

    going = movement.ChooseDestination()

    def __init__(self, side: Side, plan: CrossroadsPlan, crossroads: int, far: Sequence[int]) -> None:
        super().__init__(side, plan)
        self.crossroads, self.far = crossroads, far

    def _worth(self, p: Field, unit: Unit, hex: Hex) -> float:
        """A hex for a unit: near the crossroads, under cover, and not beside an enemy it cannot beat."""
        data = p.data
        if self.orders.get(unit) == hex:
            return 100.0
        cover = data.board.terrain[hex] == data.board.code("terrain", "woods") or bool(data.board.place[hex])
        worth = -self.plan.close * self.far[hex] + (0.3 if cover else 0.0)
        if hex == self.crossroads and data.counters[unit].real:
            worth += 2.0 if self.plan.close > 0 else 0.0
        return worth

    # --- movement --------------------------------------------------------------------------------

    def _unit(self, p: Field, options: Sequence[int]) -> int:
        units = [unit for unit in things(options, MOVE) if p.where[unit] != self.crossroads]
        return MOVE + min(units, key=lambda unit: self.far[p.where[unit]]) if units else DONE + 0

    def set_out(self, p: Field, unit: Unit) -> movement.Move:
        return movement.set_out(p, unit)

    def destination(self, p: Field, move: movement.Move, options: Sequence[int]) -> int:
        best, choice = self._worth(p, move.unit, p.where[move.unit]), int(DONE)
        for option in options:
            if option != DONE and (worth := self._worth(p, move.unit, object_of(option))) > best:
                best, choice = worth, option
        return choice

    def walk(self, p: Field, move: movement.Move, hex: Hex) -> tuple[bool, list[Procedure]]:
        return movement.go_to(p, move, hex), []

    # --- combat ----------------------------------------------------------------------------------

    def _target(self, p: Field, options: Sequence[int]) -> int:
        return self.best_target(p, options, self.plan.eager)

    def gain(self, p: Field, target: Hex) -> float:
        units = [unit for unit in combat.fresh(p, self.side) if target in combat.targets(p, unit)]
        return self._expected(p, target, tuple(units)) if units else -1.0

    def _expected(self, p: Field, target: Hex, units: tuple[Unit, ...]) -> float:
        """5.5 Steps gained on average, by the exact odds, if the defender answers with his guns where he can."""
        answered = Attack(side=self.side, target=target, attackers=units, support=p.guns[ENEMY_OF[self.side]] > 0)
        return mean(preview(p, answered, answered=True).chances, WORTH)

    def wanted(self, p: Field, attack: Attack, options: Sequence[int]) -> Sequence[int]:
        """5.2 All who can take part."""
        return [option for option in options if is_about(option, JOIN)]

    choices = {movement.ChooseUnit: _unit, combat.ChooseTarget: _target}


ADVICE = CrossroadsAdvice
