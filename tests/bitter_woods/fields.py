"""Situations of Bitter Woods in a line or two.

>>> match = field("2-3 1324, 28-110 1424", "german combat", turn=2)
"""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.games.bitter_woods.rules import sequence
from ardennes.games.bitter_woods.rules.field import IMPROVED, Field
from ardennes.games.bitter_woods.rules.marching import Move, going, mover
from ardennes.games.bitter_woods.rules.pieces import TWELFTHS, BitterData
from ardennes.rules.walk import walk
from tests.situation import SIDES, Situation, data_of, situation, unit_lines

GAME = "bitter_woods"
PHASES = {
    "turn": sequence.begin_player_turn,
    "drops": sequence.air_drops,
    "supply": sequence.supply_phase,
    "interdiction": sequence.interdiction,
    "reserves": sequence.reserve_phase,
    "move": sequence.movement_phase,
    "works": sequence.digging,
    "bridges": sequence.bridge_work,
    "combat": sequence.combat_phase,
    "demolition": sequence.demolition,
    "exploit": sequence.exploitation_phase,
    "last attack": sequence.last_attack,
    "construction": sequence.bridge_construction,
    "end": sequence.end_player_turn,
}
"""A phase by the step of a player turn that is next."""
AFTER_PLAYER_TURN = {"german": sequence.allied_turn, "allied": sequence.end_turn}
"""What comes next in the game-turn, by whose player turn it is."""


class Battlefield(Situation):
    """A match of this game, with words for what tests ask about."""

    position: Field

    @property
    def data(self) -> BitterData:
        return self.position.data

    def price(self, *way: str) -> float | None:
        """What exactly this way costs the moving unit, hex by hex; None where it is closed."""
        move = self.position.stack[-1]
        assert isinstance(move, Move)
        start = mover(self.position, move)
        end = walk(going(self.position, move), start, [self.hex(hex) for hex in way])
        return None if end is None else (end.spent - start.spent) / TWELFTHS

    def shifts(self, words: str = "go") -> dict[str, int]:
        """The column shifts of an attack, by reason: to the right as counted, to the left below zero."""
        tallies = self.tells(words).tallies
        right = {entry.code: entry.amount for entry in tallies["right"].entries}
        return right | {entry.code: -abs(entry.amount) for entry in tallies["left"].entries}

    def is_blown(self, hexes: str) -> bool:
        return bool(self.position.blown[self.side(hexes)])

    def bridge(self, hexes: str) -> str:
        """A hexside as options name it."""
        return self.data.board.side_label(self.side(hexes))

    def is_reserve(self, id: str) -> bool:
        return self.position.reserve[self.unit(id)] == 1

    def is_supplied(self, id: str) -> bool:
        return self.position.is_supplied(self.unit(id))

    def works(self, hex: str) -> int:
        return int(self.position.works[self.hex(hex)])

    def skip_to(self, *prompts: str) -> None:
        """Answers with ``done`` until one of these questions stands."""
        while self.asked is not None and self.prompt_code() not in prompts:
            self.do("done")


def box(scenario: str = "campaign", options: Iterable[str] = ()) -> BitterData:
    """What lies in the box, with nothing set up."""
    data = data_of(GAME, scenario, frozenset(options))
    assert isinstance(data, BitterData)
    return data


def new_game(scenario: str = "campaign", options: Iterable[str] = (), seed: str = "test") -> Battlefield:
    """A game as it is set up."""
    match = Battlefield.new(GAME, scenario=scenario, options=options, seed=seed, automatic=False)
    return Battlefield(match.header, match.position)


def field(
    units: str,
    moment: str = "german move",
    *,
    turn: int = 4,
    air: tuple[int, int] = (0, 0),
    blown: Iterable[str] = (),
    improved: Iterable[str] = (),
    hexes: Iterable[str] = (),
    clocks: Iterable[str] = (),
    scenario: str = "campaign",
    options: Iterable[str] = (),
) -> Battlefield:
    """Counters where they stand on an otherwise empty map, at the first question of a phase.

    ``2-3 1324/1 supply, Lehr-130 1025 reserve, 28-110 eliminated``, as :func:`tests.situation.unit_lines` reads it:
    ``supply`` is out of supply, ``supply=2`` a shortage. ``air`` is the aircraft of the Germans and the Allies. Only
    the bridges in ``blown`` are blown; ``improved`` are hexes with an improved position, ``hexes`` other lines about
    hexes such as ``3123: works=2``, ``clocks`` lines such as ``exits = 5``.
    """
    data = box(scenario, options)
    board = data.board
    side, phase = moment.split(" ", 1)
    german_air, allied_air = air
    lines = [
        f"turn = {turn}",
        f"german_air = {german_air}",
        f"allied_air = {allied_air}",
        f'stack = [{{"type": "Battle", "step": {sequence.Battle.steps.index(AFTER_PLAYER_TURN[side])}}}, '
        f'{{"type": "PlayerTurn", "side": {SIDES[side]}, '
        f'"step": {sequence.PlayerTurn.steps.index(PHASES[phase])}}}]',
        *clocks,
    ]
    for pair in blown:
        one, other = pair.split("/")
        lines.append(f"hexside {board.side_label(board.side(board.hex(one), board.hex(other)))}: blown=1")
    lines += [f"hex {hex}: works={IMPROVED}" for hex in improved]
    lines += [f"hex {line}" for line in hexes]
    lines += unit_lines(data, units, data.full_steps.__getitem__)
    match = situation(GAME, "\n".join(lines), scenario=scenario, options=options)
    return Battlefield(match.header, match.position)
