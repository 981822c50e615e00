"""Situations of Wacht am Rhein in a line or two.

>>> match = field("GE-1_14_5FJ-P D2019, US-3_109_28-I D2320", "german move")
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

from ardennes.games.wacht_am_rhein.rules import sequence
from ardennes.games.wacht_am_rhein.rules.field import ENTRENCHED, IMPROVED, Field
from ardennes.games.wacht_am_rhein.rules.moves import Move, going, mover
from ardennes.games.wacht_am_rhein.rules.pieces import PARTS, WachtData
from ardennes.numbers import Hex
from ardennes.rules.walk import walk
from tests.situation import SIDES, Situation, data_of, situation, unit_lines

GAME = "wacht_am_rhein"
PHASES = {
    "turn": sequence.begin_player_turn,
    "supply": sequence.supply_phase,
    "air": sequence.air_supply,
    "interdiction": sequence.march_interdiction,
    "commit": sequence.commitment,
    "unmarch": sequence.march_removal,
    "columns": sequence.reinforcements_wait,
    "breakdown": sequence.breakdown,
    "dig": sequence.digging,
    "battery": sequence.in_battery,
    "drop": sequence.parachute_drop,
    "hunt": sequence.hunt,
    "roam": sequence.roam,
    "move": sequence.movement,
    "sabotage": sequence.sabotage_ends,
    "bridges": sequence.bridge_phase,
    "combat": sequence.combat_phase,
}
AFTER_PLAYER_TURN = {"allied": sequence.german_turn, "german": sequence.fatigue_stage}
AFTER_BONUS = {"allied": sequence.german_bonus, "german": sequence.end_turn}
STAGES = {
    "weather": sequence.weather_stage,
    "air": sequence.air_stage,
    "surrender": sequence.surrender_stage,
    "fatigue": sequence.fatigue_stage,
    "bonus": sequence.begin_bonus,
    "end": sequence.end_turn,
}
"""A stage of a Game-Turn, by the step that is next."""


class Battlefield(Situation):
    position: Field

    @property
    def data(self) -> WachtData:
        return self.position.data

    def price(self, *way: str) -> float | None:
        """What exactly this way costs the moving unit, hex by hex; None where it is closed. A hex named again is where
        it takes up March Mode."""
        move = self.position.stack[-1]
        assert isinstance(move, Move)
        start = mover(self.position, move)
        end = walk(going(self.position, move), start, [self.hex(hex) for hex in way])
        return None if end is None else (end.spent - start.spent) / PARTS

    def at(self, id: str, hex: str) -> bool:
        """Whether a unit stands in a hex."""
        return self.position.where[self.unit(id)] == self.hex(hex)

    def column(self, name: str, id: str) -> int:
        """What a column says of a unit."""
        return int(getattr(self.position, name)[self.unit(id)])

    def skip_to(self, *prompts: str) -> Self:
        """Answers with ``done`` until one of these questions stands."""
        while self.asked is not None and self.prompt_code() not in prompts:
            self.do("done")
        return self

    def goals(self, verb: str = "to") -> set[Hex]:
        """The hexes that a verb leads to."""
        return {self.hex(label) for label in self.objects(verb)}


def box(scenario: str = "bastogne", options: Iterable[str] = ()) -> WachtData:
    data = data_of(GAME, scenario, frozenset(options))
    assert isinstance(data, WachtData)
    return data


def germans(scenario: str, type: str) -> list[str]:
    """The German counters of a type."""
    return [piece.id for piece in box(scenario).counters if piece.side == 0 and piece.type == type]


def new_game(scenario: str = "bastogne", seed: str = "test") -> Battlefield:
    """A game as it is set up."""
    match = Battlefield.new(GAME, scenario=scenario, seed=seed, automatic=False)
    return Battlefield(match.header, match.position)


def field(
    units: str,
    moment: str = "german move",
    *,
    turn: int = 8,
    spans: Mapping[str, int] = {},
    hexes: Iterable[str] = (),
    improved: Iterable[str] = (),
    entrenched: Iterable[str] = (),
    crossings: Mapping[str, int] = {},
    clocks: Iterable[str] = (),
    committed: bool = True,
    scenario: str = "bastogne",
    options: Iterable[str] = (),
) -> Battlefield:
    """Counters where they stand on an otherwise empty map, at the first question of a phase.

    ``GE-212xx-E D2908 march``: markers are columns, as :func:`tests.situation.unit_lines` reads them; all are
    ``committed`` unless told. ``improved`` and ``entrenched`` are hexes with finished positions, ``spans`` bridges that
    are not as printed, and ``crossings`` those with the number of units that have crossed: ``D2434/D2335``.
    """
    data = box(scenario, options)
    board = data.board
    lines = [f"turn = {turn}", f"stack = {_stack(moment)}", *clocks]
    for column, told in (("spans", spans), ("crossings", crossings)):
        for pair, value in told.items():
            one, other = pair.split("/")
            label = board.side_label(board.side(board.hex(one), board.hex(other)))
            lines.append(f"hexside {label}: {column}={value}")
    for positions, position in ((improved, IMPROVED), (entrenched, ENTRENCHED)):
        lines += [f"hex {board.label(board.hex(hex))}: positions={position}" for hex in positions]
    lines += [f"hex {line}" for line in hexes]
    for line in unit_lines(data, units, data.full_steps.__getitem__):
        lines.append(line if "committed=" in line or not committed else f"{line} committed=1")
    match = situation(GAME, "\n".join(lines), scenario=scenario, options=options)
    return Battlefield(match.header, match.position)


def _stack(moment: str) -> str:
    """The open procedures at a moment: ``german move``, ``allied bonus move``, or a stage of the Game-Turn."""
    side, _, phase = moment.partition(" ")
    bonus = phase.removeprefix("bonus ") if phase.startswith("bonus ") else ""
    if moment in STAGES:
        now, own = STAGES[moment], ""
    elif bonus:
        now, own = AFTER_BONUS[side], _opened("BonusTurn", sequence.BonusTurn.steps.index(PHASES[bonus]), side)
    else:
        now, own = AFTER_PLAYER_TURN[side], _opened("PlayerTurn", sequence.PlayerTurn.steps.index(PHASES[phase]), side)
    battle, turn = len(sequence.Battle.steps), sequence.GameTurn.steps.index(now)
    return f'[{{"type": "Battle", "step": {battle}}}, {{"type": "GameTurn", "step": {turn}}}{own}]'


def _opened(kind: str, step: int, side: str) -> str:
    return f', {{"type": "{kind}", "side": {SIDES[side]}, "step": {step}}}'


def moving(units: str, id: str, moment: str = "german move", **more: Any) -> Battlefield:
    """A unit that has been picked to move."""
    match = field(units, moment, **more)
    match.do(f"move {id}")
    return match


def cost(id: str, way: str, moment: str = "german move", *, others: str = "", **more: Any) -> float | None:
    """What a unit pays for a way: ``D1936/D1937``, with a marker behind the id if it has one: ``GE-212xx-E march``."""
    start, *hexes = way.split("/")
    name, *markers = id.split()
    units = ", ".join(part for part in (" ".join((name, start, *markers)), others) if part)
    return moving(units, name, moment, **more).price(*hexes)
