"""Situations of Wacht am Rhein in a line or two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ardennes.games.wacht_am_rhein.rules import sequence
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import WachtData
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
    "move": sequence.movement,
    "bridges": sequence.bridge_phase,
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


def box(scenario: str = "bastogne", options: Iterable[str] = ()) -> WachtData:
    data = data_of(GAME, scenario, frozenset(options))
    assert isinstance(data, WachtData)
    return data


def field(
    units: str,
    moment: str = "german move",
    *,
    turn: int = 8,
    spans: Mapping[str, int] = {},
    hexes: Iterable[str] = (),
    clocks: Iterable[str] = (),
    scenario: str = "bastogne",
    options: Iterable[str] = (),
) -> Battlefield:
    data = box(scenario, options)
    board = data.board
    lines = [f"turn = {turn}", f"stack = {_stack(moment)}", *clocks]
    for pair, span in spans.items():
        one, other = pair.split("/")
        lines.append(f"hexside {board.side_label(board.side(board.hex(one), board.hex(other)))}: spans={span}")
    lines += [f"hex {line}" for line in hexes]
    for line in unit_lines(data, units, data.full_steps.__getitem__):
        lines.append(line if "committed=" in line else f"{line} committed=1")
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
