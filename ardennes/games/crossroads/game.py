"""The game: data (1.1), set-up (1.2), sequence of play (2) and victory (7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from ardennes.board import MapFile
from ardennes.datafiles import Mistake
from ardennes.engine.acts import Act
from ardennes.engine.datapack import Contents, counters_mistakes
from ardennes.engine.game_data import UNSEEN
from ardennes.engine.hidden import cover, disguise, hide_unit, uncover
from ardennes.engine.procedure import Procedure, SideProcedure, Then, calls
from ardennes.engine.references import Refers
from ardennes.engine.scenarios import SetUp, scenario_mistakes
from ardennes.engine.score import Score
from ardennes.engine.texts import Event, Text
from ardennes.games.crossroads.page import charts, schedule
from ardennes.games.crossroads.page.overlays import CrossroadsOverlays
from ardennes.games.crossroads.page.what_if import CrossroadsWhatIfs
from ardennes.games.crossroads.rules import bridges, combat, movement
from ardennes.games.crossroads.rules.field import (
    ALLIED,
    DONE,
    GERMAN,
    MOVE,
    PREPARE,
    SPARE,
    TO,
    CrossroadsData,
    CrossroadsScenario,
    Field,
    Piece,
    Tables,
    lay_table,
    verbs,
)
from ardennes.kernels.reach import Reach
from ardennes.numbers import ENEMY_OF, Side, Unit, all_units, by_unit
from ardennes.rules.control import held_at_start
from ardennes.rules.losses import steps_lost
from ardennes.rules.table_game import TableGame


class Fight(Procedure):
    """2.1 Four turns, the Germans first in each."""


class PlayerTurn(SideProcedure):
    """2.1 Movement, then combat."""


def begin_turn(p: Field, fight: Fight) -> None:
    """5.3 Fresh guns for both sides."""
    p.guns = (p.data.tables.guns_each_turn,) * 2
    p.tell(Event("turn", {"turn": p.turn}, "2.1"))


def begin_player_turn(p: Field, player_turn: PlayerTurn) -> None:
    """2.2, 2.3 Every unit may move and fight once in each player turn."""
    for unit in all_units(len(p.where)):
        p.moved[unit] = p.fought[unit] = 0


def end_turn(p: Field, fight: Fight) -> Then:
    """7 Who holds the crossroads after the last turn has won; a side without units has lost at once."""
    (crossroads,) = p.data.board.area("crossroads")
    real = [sum(p.data.counters[unit].real for unit in p.on_map(side)) for side in (GERMAN, ALLIED)]
    if not all(real):
        beaten = ALLIED if real[GERMAN] else GERMAN
        p.end(ENEMY_OF[beaten], Text("destroyed", {"side": beaten}, "7.2"))
    elif p.turn == p.data.last_turn:
        p.end(p.control[crossroads], Text("holds", {"side": p.control[crossroads], "hex": crossroads}, "7.1"))
    if p.over is None:
        p.turn += 1
    return Then.REPEAT


Fight.steps = (begin_turn, calls(PlayerTurn, GERMAN), calls(PlayerTurn, ALLIED), end_turn)
PlayerTurn.steps = (begin_player_turn, calls(movement.Movement), calls(combat.Combat))


class Crossroads(TableGame[Field]):
    verbs = verbs
    position_type, data_type, scenario_type = Field, CrossroadsData, CrossroadsScenario
    renamed = {"german_turn": "PlayerTurn", "allied_turn": "PlayerTurn 2"}
    points_in_one = movement.HALVES
    anytime = (bridges.PrepareBridges(),)
    secret_orders = (PREPARE, SPARE)
    acts = (Act(MOVE, TO, DONE, movement.march),)
    overlays = CrossroadsOverlays()
    what_ifs = CrossroadsWhatIfs()
    coming, luck = staticmethod(schedule.coming), staticmethod(schedule.luck)
    charts, chart_marks = staticmethod(charts.charts), staticmethod(charts.marks)
    subjects = {"counterattack": Refers.UNIT, "demolition": Refers.HEXSIDE}
    words = ("counterattack", "demolition", "A1", "D1", "EX", "CA")
    data_files = {"units.csv": Piece, "tables.toml": Tables, "map/map.json": MapFile}

    def start_in(self, counter: Piece, hex: str) -> Piece:
        return msgspec.structs.replace(counter, hex=hex)

    def start_hex(self, counter: Piece) -> str:
        return counter.hex

    def fill_data(self, data: CrossroadsData, contents: Contents) -> None:
        """1.1 An owner may have put other counters, tables or another map into ``data``."""
        board, data.tables = data.board, contents.sound_table("tables.toml", Tables)
        if data.scenario_data.fog:
            data.keep_secret()
        lay_table(data)
        data.ground = movement.build_step_kinds(board)
        data.prices = movement.price_list(data.ground, "muddy" in data.options)
        data.search = lambda: Reach(board.neighbours, board.side_of, modes=3)

    def check_data(self, contents: Contents) -> Iterator[Mistake]:
        """Counters that stand on the map, one to a hex (1.3), and enough of them to lie face down (1.5)."""
        yield from counters_mistakes(contents, {"units.csv": Piece})
        pieces, board = contents.rows("units.csv", Piece), contents.board
        taken: dict[str, str] = {}
        for row, piece in pieces.items():
            if piece.hex and board is not None and not board.has_label(piece.hex):
                says = f"there is no hex {piece.hex!r} on the map - in field `hex`"
                yield Mistake("units.csv", says, row, "hex")
            if piece.hex and taken.setdefault(piece.hex, piece.id) != piece.id:
                says = f"{piece.id} and {taken[piece.hex]} stand in hex {piece.hex} - in field `hex`"
                yield Mistake("units.csv", says, row, "hex")
        if contents.is_sound("units.csv"):
            germans = [piece for piece in pieces.values() if piece.side == GERMAN]
            masks = sum(piece.stand_in for piece in germans)
            if masks < sum(bool(piece.hex) for piece in germans):
                yield Mistake("units.csv", "every German counter on the map needs a stand-in", field="kind")
            placeable = [piece for piece in pieces.values() if not piece.stand_in]
            set_up = SetUp(placeable, turns=None, one_to_a_hex=True, areas=("crossroads",))
            yield from scenario_mistakes(self, contents, set_up)
        if board is not None:
            if "crossroads" not in board.area_names or len(board.area("crossroads")) != 1:
                yield Mistake("map/map.json", "the area 'crossroads' must be one hex", field="areas")
            if "woods" not in board.vocabulary["terrain"]:
                yield Mistake("map/map.json", "the terrain 'woods' is missing from the vocabulary", field="vocabulary")

    def start_place(self, p: Field, unit: Unit) -> str:
        """1.2 Counters go to their hexes, decoys at dawn only (1.5)."""
        piece = p.data.counters[unit]
        return piece.hex if piece.real or p.data.has_secrets else ""

    def begin(self, p: Field) -> None:
        """1.2 The Allies hold the crossroads; at dawn the Germans lie face down (1.5)."""
        data = p.data
        stand_ins = [unit for unit, piece in by_unit(data.counters) if piece.stand_in]
        for unit in p.on_map(GERMAN) if data.has_secrets else ():
            hide_unit(p, unit, stand_ins)
        held_at_start(p, (), data.board.area("crossroads"))
        p.open(Fight())

    def hide(self, view: Field, side: Side) -> None:
        cover(view, side, public=("moved", "fought"))

    def determinize(self, truth: Field, side: Side) -> None:
        behind = uncover(truth, public=("moved", "fought"))
        for procedure in truth.stack:
            if isinstance(procedure, movement.Move):
                procedure.unit = behind.get(procedure.unit, procedure.unit)
        for unit, hex in by_unit(truth.where):
            if hex >= 0 and not truth.steps[unit]:
                truth.steps[unit] = truth.data.counters[unit].steps

    def disguise_event(self, p: Field, event: Event) -> Event:
        return disguise(p, event, ("unit", "units"))

    def score(self, p: Field) -> Score:
        """7.1 The crossroads is all that counts; losses are told by kind of unit."""
        (crossroads,) = p.data.board.area("crossroads")
        counters = p.data.counters
        set_up = (unit for unit, piece in by_unit(counters) if piece.hex and piece.real and p.where[unit] != UNSEEN)
        held = int(p.control[crossroads] == GERMAN)
        return Score(
            points=(held, 1 - held), needed=(1, 1), lost=steps_lost(p, set_up, lambda unit: counters[unit].kind)
        )

    def invariants(self, p: Field) -> Iterable[str]:
        for hex in p.data.board.hexes:
            if len(p.units_in(hex)) > 1:
                yield f"{p.data.board.label(hex)} holds more than one unit"
        for unit, hex in by_unit(p.where):
            if (hex >= 0) != (p.steps[unit] > 0) and not p.data.counters[unit].stand_in and p.viewer is None:
                yield f"{p.data.counters[unit].id} has {p.steps[unit]} steps and stands in place {hex}"


GAME = Crossroads(Path(__file__).parent)
