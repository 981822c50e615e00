"""Situations of Bitter Woods in a line or two.

>>> match = field("2-3 1324, 28-110 1424", "german combat", turn=2)
"""

from __future__ import annotations

from collections.abc import Iterable

from ardennes.games.bitter_woods.rules.field import IMPROVED, Field
from ardennes.games.bitter_woods.rules.movement import Move, going, mover
from ardennes.games.bitter_woods.rules.pieces import TWELFTHS, BitterData
from ardennes.rules.walk import walk
from tests.situation import SIDES, Situation, data_of, situation, unit_lines

GAME = "bitter_woods"
PHASES = {
    "turn": 0,
    "drops": 1,
    "supply": 2,
    "interdiction": 3,
    "reserves": 4,
    "move": 5,
    "works": 7,
    "bridges": 8,
    "combat": 9,
    "demolition": 10,
    "exploit": 11,
    "construction": 13,
    "end": 14,
}
"""A phase by the step of a player turn that is next."""
AFTER_PLAYER_TURN = {"german": 2, "allied": 3}
"""What comes next in the game-turn, by whose player turn it is."""


class Battlefield(Situation):
    """A match of this game, with words for what tests ask about."""

    position: Field

    @property
    def data(self) -> BitterData:
        return self.position.data

    def objects(self, verb: str) -> set[str]:
        """What may be chosen with a verb."""
        return {offer.split(" ", 1)[1] for offer in self.offers() if offer.startswith(f"{verb} ")}

    def movers(self) -> set[str]:
        """The units that may be picked to move."""
        return self.objects("move")

    def destinations(self) -> set[str]:
        """Where the moving unit could go."""
        return self.objects("to")

    def targets(self) -> set[str]:
        """The hexes that may be attacked."""
        return self.objects("attack")

    def cost(self, hex: str) -> float:
        """What the moving unit would pay to a hex, in movement points."""
        return self.points_for(f"to {hex}") / TWELFTHS

    def price(self, *way: str) -> float | None:
        """What exactly this way costs the moving unit, hex by hex; None where it is closed."""
        move = self.position.stack[-1]
        assert isinstance(move, Move)
        start = mover(self.position, move)
        end = walk(going(self.position, move), start, [self.hex(hex) for hex in way])
        return None if end is None else (end.spent - start.spent) / TWELFTHS

    def allowance(self, id: str) -> float:
        """The movement points a unit would have."""
        return self.points_for(f"move {id}") / TWELFTHS

    def shifts(self, words: str = "go") -> dict[str, int]:
        """The column shifts of an attack, by reason: to the right as counted, to the left below zero."""
        tallies = self.tells(words).tallies
        right = {entry.code: entry.amount for entry in tallies["right"].entries}
        return right | {entry.code: -abs(entry.amount) for entry in tallies["left"].entries}

    def tally(self, name: str, words: str = "go") -> int:
        """A sum of the attack, by name."""
        return self.tells(words).tallies[name].total

    def side(self, hexes: str) -> int:
        """A hexside by its two hexes: ``1324/1424``."""
        one, other = hexes.split("/")
        return self.data.board.side(self.hex(one), self.hex(other))

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

    def finish(self) -> None:
        """Answers every question with ``done`` until none offers it."""
        while "done" in self.offers():
            self.do("done")

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
    side, phase = moment.split()
    german_air, allied_air = air
    lines = [
        f"turn = {turn}",
        f"german_air = {german_air}",
        f"allied_air = {allied_air}",
        f'stack = [{{"type": "Battle", "step": {AFTER_PLAYER_TURN[side]}}}, '
        f'{{"type": "PlayerTurn", "side": {SIDES[side]}, "step": {PHASES[phase]}}}]',
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
