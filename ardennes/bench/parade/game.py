"""A unit marches to any hex near it, then the other side's turn comes; nobody fights and nobody wins."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

from ardennes.board import Board, MapFile
from ardennes.engine.columns import unit_column
from ardennes.engine.datapack import open_data
from ardennes.engine.game import Game
from ardennes.engine.kit import Counter, Kit
from ardennes.engine.options import OBJECT_MASK, Kind, Verbs
from ardennes.engine.position import Position
from ardennes.engine.procedure import Procedure, Question, Then
from ardennes.engine.texts import Argument, Event

UNITS = 800
STACK, LONER = 3, 4
"""Units stand in threes, but every fourth for itself."""
FAR = 6
KINDS = ("infantry", "armor", "infantry", "artillery")

verbs = Verbs()
MARCH, TO = verbs.add("march", Kind.UNIT), verbs.add("to", Kind.HEX)


class Trooper(Counter, frozen=True, kw_only=True):
    """A counter as full of print as those of large games."""

    printed = ("kind", "attack", "defence")

    kind: str
    attack: int
    defence: int


class Ground(Position):
    marched: array[int] = unit_column("b")


class Turns(Procedure):
    """One march each, for ever."""

    side: int = 0
    unit: int = -1


class ChooseUnit(Question[Ground, Turns]):
    prompt = "choose-unit"

    def offers(self, p: Ground, own: Turns) -> Sequence[int]:
        return [MARCH + unit for unit, counter in enumerate(p.kit.counters) if counter.side == own.side]

    def answer(self, p: Ground, own: Turns, option: int) -> Then:
        own.unit = option & OBJECT_MASK
        return Then.NEXT


class ChooseDestination(Question[Ground, Turns]):
    prompt = "choose-destination"

    def offers(self, p: Ground, own: Turns) -> Sequence[int]:
        return [TO + hex for hex in within(p.kit.board, p.where[own.unit], FAR)]

    def arguments(self, p: Ground, own: Turns) -> dict[str, Argument]:
        return {"unit": own.unit}

    def answer(self, p: Ground, own: Turns, option: int) -> Then:
        hex, here = option & OBJECT_MASK, p.where[own.unit]
        p.put(own.unit, hex)
        p.marched[own.unit] = 1
        p.tell(Event("marched", {"unit": own.unit, "from": here, "hex": hex}))
        own.side = 1 - own.side
        return Then.REPEAT


Turns.steps = (ChooseUnit(), ChooseDestination())


def within(board: Board, start: int, far: int) -> list[int]:
    """The hexes around one, as far as so many steps."""
    found, edge = {start}, {start}
    for _ in range(far):
        edge = {there for hex in edge for there in board.around(hex)} - found
        found |= edge
    return sorted(found - {start})


class Parade(Game):
    verbs = verbs
    position_type = Ground
    procedures = (Turns,)
    data_files = {"map/map.json": MapFile}

    def kit(self, scenario: str, options: Iterable[str], data: Path | None = None) -> Kit:
        contents = open_data(self, data)
        assert contents.board is not None
        counters = [
            Trooper(
                id=f"{unit + 1}",
                name=f"{unit + 1}th {KINDS[unit % len(KINDS)]}",
                side=unit * 2 // UNITS,
                kind=KINDS[unit % len(KINDS)],
                attack=1 + unit % 9,
                defence=1 + unit % 7,
            )
            for unit in range(UNITS)
        ]
        return Kit(self, board=contents.board, counters=counters, scenario=scenario, options=options,
                   digest=contents.digest)  # fmt: skip

    def start(self, kit: Kit, seed: str) -> Position:
        """All over the map, the first side in the east."""
        p, draw = Ground(kit, seed), random.Random(seed)
        hexes = sorted(kit.board.hexes, key=lambda hex: -kit.board.grid.centre_km(hex)[0])
        half = len(hexes) // 2
        halves = [draw.sample(part, len(part)) for part in (hexes[:half], hexes[half:])]
        for unit, counter in enumerate(kit.counters):
            spots = halves[counter.side]
            p.put(unit, spots[unit // STACK] if unit % LONER else spots[-1 - unit // LONER])
        p.open(Turns())
        return p


GAME = Parade(Path(__file__).parent)
