"""10.6 Bridges: engineers blow them (10.6.1), units that cross rebuild them (10.6.2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ardennes.engine.procedure import Procedure, SideProcedure, Then
from ardennes.engine.references import Crossings
from ardennes.engine.texts import Event
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.pieces import ACTIVATE, ALLIED, DONE, GERMAN, REBUILD
from ardennes.kernels.flags import CROWDED
from ardennes.numbers import Hex, Hexside, Side, Unit
from ardennes.rules.bridges import blow
from ardennes.rules.picking import Pick


class Rebuilding(SideProcedure):
    """10.6.2 A unit has crossed destroyed bridges; its owner decides which are rebuilt."""

    crossed: Crossings
    """Hexsides, each followed by the hex entered."""


class Demolition(SideProcedure):
    """10.6.1 A bridge is about to be blown, and several engineers could do it."""

    hexside: Hexside


def rebuilding(p: Field, side: Side, start: Hex, path: Sequence[Hex], crossed: Sequence[Hexside]) -> Procedure | None:
    """The question after a path that crossed destroyed bridges."""
    if not crossed:
        return None
    entered = {p.data.board.side(here, there): there for here, there in zip((start, *path), path, strict=False)}
    return Rebuilding(side=side, crossed=tuple(number for hexside in crossed for number in (hexside, entered[hexside])))


def can_rebuild(p: Field, rebuilding: Rebuilding) -> list[Hexside]:
    """10.6.2 The bridges that may be rebuilt: for the Germans one in each army area and turn."""
    pairs: Iterable[tuple[Any, Any]] = zip(rebuilding.crossed[::2], rebuilding.crossed[1::2], strict=True)
    return [
        hexside
        for hexside, entered in pairs
        if p.destroyed[hexside] and (rebuilding.side == ALLIED or p.data.area[entered] not in p.rebuilt)
    ]


class ChooseRebuilding(Pick[Field, Rebuilding]):
    """10.6.2 A destroyed bridge is rebuilt by the unit that crosses it, unless its owner declines."""

    prompt, rule, refusal = "choose-rebuilding", "10.6.2", "cannot-rebuild"
    verb, done = REBUILD, DONE

    def choices(self, p: Field, rebuilding: Rebuilding) -> list[Hexside]:
        return can_rebuild(p, rebuilding)

    def pick(self, p: Field, rebuilding: Rebuilding, hexside: Hexside) -> None:
        p.set_bridge(hexside, blown=False)
        p.tell(Event("bridge-rebuilt", {"side": rebuilding.side, "hexside": hexside}, "10.6.2"))
        if rebuilding.side == GERMAN:
            p.rebuilt += (p.data.area[rebuilding.crossed[rebuilding.crossed.index(hexside) + 1]],)


def engineers_for(p: Field, hexside: Hexside) -> list[Unit]:
    """10.6.1, 12.4.3 Engineers that may still blow this bridge in this round: within 3 hexes of either bank, with an
    Allied combat unit on one of them."""
    near = p.data.bridges_near
    return [unit for unit in ready_engineers(p) if hexside in near[p.where[unit]]] if is_manned(p, hexside) else []


def is_manned(p: Field, hexside: Hexside) -> bool:
    """10.6.1 Whether a bridge stands and has an Allied combat unit on one of its banks."""
    one, other = p.data.board.side_hexes[hexside]
    return not p.destroyed[hexside] and bool((p.way(ALLIED)[one] | p.way(ALLIED)[other]) & CROWDED)


def ready_engineers(p: Field) -> list[Unit]:
    """Engineers on the map that have not blown a bridge in this round."""
    return [unit for unit in p.data.engineers if p.where[unit] >= 0 and not p.used[unit]]


def bridges_to_blow(p: Field) -> list[Hexside]:
    """10.6.1 The bridges engineers may blow now."""
    near = {hexside for unit in ready_engineers(p) for hexside in p.data.bridges_near[p.where[unit]]}
    return sorted(hexside for hexside in near if is_manned(p, hexside))


def demolish(p: Field, hexside: Hexside) -> Procedure | None:
    """10.6.1 Blows a bridge, or asks which engineers do it where several could."""
    able = engineers_for(p, hexside)
    if len(able) > 1:
        return Demolition(side=ALLIED, hexside=hexside)
    _set_off(p, able[0], hexside)
    return None


def _set_off(p: Field, engineers: Unit, hexside: Hexside) -> None:
    p.used[engineers] = 1
    blow(p, hexside, "12.4.3")


class ChooseEngineers(Pick[Field, Demolition]):
    """10.6.1 Each Engineer may destroy one bridge in a Move round."""

    prompt, rule, prompt_fields, refusal = "choose-engineers", "12.4.3", ("hexside",), "not-these-engineers"
    verb = ACTIVATE

    def choices(self, p: Field, demolition: Demolition) -> list[Unit]:
        return engineers_for(p, demolition.hexside)

    def pick(self, p: Field, demolition: Demolition, engineers: Unit) -> Then:
        _set_off(p, engineers, demolition.hexside)
        return Then.END


Rebuilding.steps = (ChooseRebuilding(),)
Demolition.steps = (ChooseEngineers(),)
