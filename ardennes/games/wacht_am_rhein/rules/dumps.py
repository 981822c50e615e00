"""25.27 Fuel dumps (POL): markers that the Allied player places, true ones and false ones, for the Germans to find."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Argument, Event
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, DONE, DUMP, TRUE
from ardennes.games.wacht_am_rhein.rules.scenario import Dumps
from ardennes.numbers import Hex, Side
from ardennes.rules.picking import Pick


class PlaceDumps(Procedure):
    """25.27 Before play the Allied player places his markers, and says in secret which are true."""

    stage_name = "stage-dumps"
    side: Side = ALLIED


def of_scenario(p: Field) -> Dumps:
    dumps = p.data.scenario_data.dumps
    assert dumps is not None
    return dumps


def place_fixed(p: Field, placing: PlaceDumps) -> None:
    """25.27 Some stand in hexes that everybody knows, and are true."""
    p.dumps = p.true_dumps = tuple(map(p.data.board.hex, of_scenario(p).fixed))


def left_to_place(p: Field) -> int:
    return len(of_scenario(p).fixed) + of_scenario(p).free - len(p.dumps)


def open_hexes(p: Field) -> list[Hex]:
    """25.27 Where the next marker may be: one to a hex, and never next to another."""
    board = p.data.board
    closed = {hex for dump in p.dumps for hex in (dump, *board.around(dump))}
    return [hex for hex in map(board.hex, of_scenario(p).hexes) if hex not in closed]


class ChooseDumpHex(Pick[Field, PlaceDumps]):
    """25.27 Where a marker is placed; with ``done`` the rest go where we propose."""

    prompt, rule, verb, done, refusal = "choose-dump-hex", "25.27", DUMP, DONE, "no-dump-there"

    def arguments(self, p: Field, placing: PlaceDumps) -> dict[str, Argument]:
        return {"n": left_to_place(p)}

    def choices(self, p: Field, placing: PlaceDumps) -> Sequence[int]:
        return open_hexes(p) if left_to_place(p) else ()

    def pick(self, p: Field, placing: PlaceDumps, hex: Hex) -> None:
        p.dumps += (hex,)
        p.tell(Event("dump-placed", {"hex": hex}, "25.27"))


def place_the_rest(p: Field, placing: PlaceDumps) -> None:
    """Where we propose, or else in the first hexes that are open."""
    proposed = [*map(p.data.board.hex, of_scenario(p).proposed)]
    while left_to_place(p):
        free = open_hexes(p)
        p.dumps += (next((hex for hex in proposed if hex in free), free[0]),)
        p.tell(Event("dump-placed", {"hex": p.dumps[-1]}, "25.27"))


class ChooseTrue(Pick[Field, PlaceDumps]):
    """25.27 Which of the markers are true; the German player is not told."""

    prompt, rule, verb, refusal, deliberate = "choose-true", "25.27", TRUE, "no-marker-there", (TRUE,)

    def choices(self, p: Field, placing: PlaceDumps) -> Sequence[int]:
        missing = len(of_scenario(p).fixed) + of_scenario(p).true - len(p.true_dumps)
        return [hex for hex in p.dumps if hex not in p.true_dumps] if missing else ()

    def pick(self, p: Field, placing: PlaceDumps, hex: Hex) -> None:
        p.true_dumps += (hex,)


def imagine(truth: Field) -> None:
    """25.27 Which markers may be true for all that the German player knows: those in known hexes, and of the others as
    many as have not come to light."""
    dumps = truth.data.scenario_data.dumps
    if dumps is None or any(isinstance(each, PlaceDumps) for each in truth.stack):
        return
    fixed = [truth.data.board.hex(hex) for hex in dumps.fixed]
    free = [hex for hex in truth.dumps if hex not in fixed]
    found = truth.dumps_lost - sum(hex not in truth.dumps for hex in fixed)
    truth.true_dumps = tuple(fixed)
    for _ in range(dumps.true - found):
        truth.true_dumps += (free.pop(truth.pick(len(free))),)


PlaceDumps.steps = (place_fixed, ChooseDumpHex(), place_the_rest, ChooseTrue())
