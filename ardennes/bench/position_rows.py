"""A position of Wacht am Rhein's size: copy, digest, save and load."""

from __future__ import annotations

import copy
import json
from array import array
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ardennes.bench.bench_map import UNITS, BenchMap
from ardennes.bench.timing import Rows, Stopwatch, alone, beside
from ardennes.engine.columns import clock, hex_column, hex_flags, hexside_column, unit_column
from ardennes.engine.game import Game, GameInfo
from ardennes.engine.game_data import Counter, GameData
from ardennes.engine.position import Position
from ardennes.engine.procedure import Procedure
from ardennes.engine.saves import decode_position, encode_position
from ardennes.numbers import Hex, PerHex, PerHexside, PerUnit, Side, all_units, by_unit


class Turn(Procedure):
    """Stands for whatever is open while a game is saved."""

    side: Side


class Campaign(Position):
    """As many columns as a large game needs: what a unit has spent and suffered, who holds what, what is broken."""

    steps: PerUnit[int] = unit_column("b", 2)
    spent: PerUnit[int] = unit_column("h")
    mode: PerUnit[int] = unit_column("b")
    state: PerUnit[int] = unit_column("h")
    fatigue: PerUnit[int] = unit_column("b")
    supply: PerUnit[int] = unit_column("b")
    moved: PerUnit[int] = unit_column("b")
    fought: PerUnit[int] = unit_column("b")
    parent: PerUnit[int] = unit_column("h", -1)
    ammunition: PerUnit[int] = unit_column("b")
    control: PerHex[Side] = hex_column("b")
    works: PerHex[int] = hex_column("b")
    bridges: PerHexside[int] = hexside_column("B")
    german_zones: PerHex[int] = hex_column("H", derived=True)
    allied_zones: PerHex[int] = hex_column("H", derived=True)
    german_flags: array[int] = hex_flags()
    allied_flags: array[int] = hex_flags()
    turn: int = clock(1)
    weather: str = clock("overcast")
    points: tuple[int, int] = clock((0, 0))


class CampaignGame(Game[Campaign]):
    """A game with a box and no rules."""

    position_type = Campaign

    def __init__(self) -> None:
        self.folder, self.id = Path(), "campaign"
        self.info = GameInfo(title="Campaign", sides=("German", "Allied"), stage="tutorial")


@dataclass
class PlainUnit:
    """A unit as an object, for comparison."""

    where: int
    steps: int = 2
    spent: int = 0
    mode: int = 0
    state: int = 0
    fatigue: int = 0
    supply: int = 0
    moved: int = 0
    fought: int = 0
    parent: int = -1
    ammunition: int = 0


def campaign(bench_map: BenchMap) -> Campaign:
    game = CampaignGame()
    counters = [Counter(id=f"u{unit}", name=f"Unit {unit}", side=Side(unit * 2 // UNITS)) for unit in all_units(UNITS)]
    data = GameData(game, board=bench_map.board, counters=counters, scenario="whole", options=(), digest="")
    position = Campaign(data, "seed")
    for unit, hex in by_unit(bench_map.where):
        position.put(unit, Hex(hex))
        position.spent[unit], position.supply[unit] = bench_map.draw.randrange(60), bench_map.draw.randrange(3)
    for hex in bench_map.board.hexes:
        position.control[hex] = Side(bench_map.draw.randrange(2))
    position.stack.append(Turn(side=Side(0)))
    return position


def position_rows(bench_map: BenchMap, stopwatch: Stopwatch) -> Rows:
    """What undo, search and saving cost."""
    position = campaign(bench_map)
    units = [PlainUnit(hex) for hex in bench_map.where]
    copied = stopwatch.best(position.copy)
    detail = (
        f"{len(position.columns)} columns, {UNITS} units, {bench_map.grid.size} hexes, {bench_map.board.sides} hexsides"
    )
    yield alone("copy of a position", copied, 20, detail)
    objects = f"plain Python ({UNITS} objects of {len(fields(PlainUnit))} fields)"
    yield beside("copy of a position", copied, f"{objects}, deepcopy", stopwatch.best(lambda: copy.deepcopy(units)))
    yield alone("digest of a position", stopwatch.best(position.digest))
    saved = encode_position(position)

    def load() -> Position:
        return decode_position(position.data, saved)

    if load().digest() != position.digest():
        raise AssertionError("a position differs after saving and loading")
    taken = stopwatch.best(lambda: encode_position(position))
    yield alone("save", taken, 200, f"{len(saved)} bytes")
    yield beside(
        "save", taken, f"{objects}, json", stopwatch.best(lambda: json.dumps([asdict(unit) for unit in units]))
    )
    yield alone("load", stopwatch.best(load))
