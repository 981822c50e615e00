"""11.3, 12.5 Aircraft away from combat: interdiction of German movement, and air drops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from ardennes.engine.options import Verb
from ardennes.engine.procedure import Procedure
from ardennes.engine.texts import Argument, Event
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, DONE, DROP, GERMAN, INTERDICT
from ardennes.numbers import Hex, Side
from ardennes.rules.picking import Pick

AMONG, MOST_SUGGESTED = 4, 24
"""Of the hexes that could be interdicted a list names so many, with German units at most so far away."""

O = TypeVar("O", bound=Procedure)  # noqa: E741


class SendAircraft(Pick[Field, O]):
    """11.1 Each unused aircraft goes to one hex."""

    ends, done = DONE, DONE

    def hexes(self, p: Field) -> Sequence[int]:
        """Where one may go."""
        raise NotImplementedError

    def arguments(self, p: Field, procedure: O) -> dict[str, Argument]:
        return {"n": p.allied_air}

    def choices(self, p: Field, procedure: O) -> Sequence[int]:
        return self.hexes(p) if p.allied_air else ()

    def gathers(self) -> Sequence[Verb]:
        return (self.verb,)

    def most_gathered(self, p: Field, procedure: O) -> int:
        return p.allied_air


class AirDrops(Procedure):
    """12.5 In the German supply phase the Allied player may supply hexes by air."""

    stage_name = "stage-supply"
    side: Side = ALLIED


class ChooseDrop(SendAircraft[AirDrops]):
    """12.5 An aircraft supplies the Allied units in one hex."""

    prompt, rule, verb, refusal = "choose-air-drop", "12.5", DROP, "no-drop-there"

    def hexes(self, p: Field) -> list[Hex]:
        return sorted({p.where[unit] for unit in p.on_map(ALLIED) if not p.dropped[unit]})

    def pick(self, p: Field, drops: AirDrops, hex: Hex) -> None:
        p.use_air(ALLIED)
        for unit in p.units_in(hex):
            p.dropped[unit] = 1
        p.tell(Event("air-drop", {"hex": hex}, "12.5"))


class Interdiction(Procedure):
    """11.3 Before the Germans move, the Allied player may hinder them from the air."""

    stage_name = "stage-interdiction"
    side: Side = ALLIED


class ChooseInterdiction(SendAircraft[Interdiction]):
    """11.3 An aircraft makes one hex dearer for the Germans."""

    prompt, rule, verb, refusal = "choose-interdiction", "11.3", INTERDICT, "no-interdiction-there"

    def hexes(self, p: Field) -> list[Hex]:
        return [hex for hex in p.data.board.hexes if not p.interdicted[hex]]

    def suggested(self, p: Field, interdiction: Interdiction) -> list[Hex]:
        """Where roads meet among German tanks and trucks, those with most of them about first."""
        about = Counter[Hex]()
        for unit in p.on_map(GERMAN):
            if p.data.counters[unit].mechanized:
                about.update(p.data.within[AMONG][p.where[unit]] & p.data.road_junctions)
        found = [(-many, hex) for hex, many in about.items() if not p.interdicted[hex]]
        return [hex for _, hex in sorted(found)[:MOST_SUGGESTED]]

    def pick(self, p: Field, interdiction: Interdiction, hex: Hex) -> None:
        p.use_air(ALLIED)
        p.interdict(hex, True)
        p.tell(Event("interdicts", {"hex": hex}, "11.3"))


def end_interdiction(p: Field) -> None:
    """11.3 It lasts for the German player turn."""
    for hex in p.interdicted_hexes():
        p.interdict(hex, False)


AirDrops.steps = (ChooseDrop(),)
Interdiction.steps = (ChooseInterdiction(),)
