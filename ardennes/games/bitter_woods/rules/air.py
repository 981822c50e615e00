"""11.3, 12.5 Aircraft away from combat: interdiction of German movement, and air drops."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Argument, Event
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, DONE, DROP, INTERDICT
from ardennes.rules.picking import Pick


class AirDrops(Procedure):
    """12.5 In the German supply phase the Allied player may supply hexes by air."""

    stage_name = "stage-supply"
    side: int = ALLIED


class ChooseDrop(Pick[Field, AirDrops]):
    """12.5 Each unused aircraft supplies the Allied units in one hex."""

    prompt, rule, ends = "choose-air-drop", "12.5", DONE
    reasons = {DROP: ("no-drop-there", "12.5")}
    verb, done = DROP, DONE

    def arguments(self, p: Field, drops: AirDrops) -> dict[str, Argument]:
        return {"n": p.allied_air}

    def choices(self, p: Field, drops: AirDrops) -> Sequence[int]:
        if not p.allied_air:
            return ()
        return sorted({p.where[unit] for unit in p.on_map(ALLIED) if not p.dropped[unit]})

    def pick(self, p: Field, drops: AirDrops, hex: int) -> None:
        p.use_air(ALLIED)
        for unit in p.units_in(hex):
            p.dropped[unit] = 1
        p.tell(Event("air-drop", {"hex": hex}, "12.5"))


class Interdiction(Procedure):
    """11.3 Before the Germans move, the Allied player may hinder them from the air."""

    stage_name = "stage-interdiction"
    side: int = ALLIED


class ChooseInterdiction(Pick[Field, Interdiction]):
    """11.3 Each unused aircraft makes one hex dearer for the Germans."""

    prompt, rule, ends = "choose-interdiction", "11.3", DONE
    reasons = {INTERDICT: ("no-interdiction-there", "11.3")}
    verb, done = INTERDICT, DONE

    def arguments(self, p: Field, interdiction: Interdiction) -> dict[str, Argument]:
        return {"n": p.allied_air}

    def choices(self, p: Field, interdiction: Interdiction) -> Sequence[int]:
        return [hex for hex in p.data.board.hexes if not p.interdicted[hex]] if p.allied_air else ()

    def pick(self, p: Field, interdiction: Interdiction, hex: int) -> None:
        p.use_air(ALLIED)
        p.interdict(hex, True)
        p.tell(Event("interdicts", {"hex": hex}, "11.3"))


def end_interdiction(p: Field) -> None:
    """11.3 It lasts for the German player turn."""
    for hex in p.interdicted_hexes():
        p.interdict(hex, False)


AirDrops.steps = (ChooseDrop(),)
Interdiction.steps = (ChooseInterdiction(),)
