"""4.1, 12.0 The Asset Phase: arrivals first, then Engineers, Greif, Motorized, Traffic and Delay, in that order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, Then
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.deadly_woods.rules.boundaries import SIXTH
from ardennes.games.deadly_woods.rules.field import (
    ASSETS,
    REMOVED,
    TRACK,
    Field,
    is_beside_enemy,
    put_back,
    send_to_track,
)
from ardennes.games.deadly_woods.rules.pieces import ALLIED, AT, DEPLOY, DONE, GERMAN, REMOVE
from ardennes.games.deadly_woods.rules.stacking import go_together
from ardennes.games.deadly_woods.rules.supply import is_supplied, take_trucks
from ardennes.kernels.flags import BARRED, CROWDED
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import picking
from ardennes.rules.picking import Menu, Pick
from ardennes.rules.supply import supplied_hexes


class AssetPhase(Procedure):
    """4.1 What is on the map of each side's assets, and where."""

    stage_name = "stage-assets"


class Deploying(picking.Placing):
    """12.4.1 Engineers about to be placed."""


# --- arrivals ----------------------------------------------------------------------------------------


def arrive(p: Field, asset_phase: AssetPhase) -> None:
    """4.1, 12.9 Special Reinforcements, and assets on their way back, come to the box of their owner first of all."""
    for asset in (*p.data.assets[GERMAN], *p.data.assets[ALLIED]):
        waits_for_chit = p.data.counters[asset].kind == "air-supply"  # 8.6
        if p.where[asset] == p.data.box(TRACK) and due_turn(p, asset) <= p.turn and not waits_for_chit:
            p.put(asset, p.data.box(ASSETS))
            p.due[asset] = 0
            p.tell(Event("asset-arrives", {"unit": asset}, "12.9"))


def due_turn(p: Field, asset: Unit) -> int:
    """The turn in which a counter on the turn track comes."""
    return p.due[asset] or p.data.counters[asset].arrives


def at_hand(p: Field, asset: Unit) -> bool:
    """2.4 Whether an asset lies in its owner's box and may be deployed."""
    return p.where[asset] == p.data.box(ASSETS) and not p.used[asset]


@derived(Until.ANY_CHANGE)
def guns_at_hand(p: Field, side: Side) -> list[Unit]:
    """2.4 The assets of a side in its box that may support a combat."""
    return [asset for asset in p.data.guns[side] if at_hand(p, asset)]


# --- US Engineers ------------------------------------------------------------------------------------


@derived(Until.ANY_CHANGE)
def engineer_hexes(p: Field, engineers: Unit) -> list[Hex]:
    """12.4.1 Where engineers may be deployed; 6.1 not with units of another corps."""
    near, top = shelters_of(p, p.data.counters[engineers].formation), p.top
    return [hex for hex in near if top[hex] == NO_UNIT or go_together(p, [*p.combat_units_in(hex), engineers])]


@derived(Until.ANY_CHANGE)
def shelters_of(p: Field, corps: str) -> list[Hex]:
    """12.4.1 Allied Towns and Villages in supply within 3 hexes of a supplied unit of a corps; 6.3 engineers one to a
    hex."""
    data, where, counters = p.data, p.where, p.data.counters
    units = [unit for unit in p.on_map(ALLIED) if counters[unit].formation == corps and is_supplied(p, unit)]
    near = frozenset().union(*(data.within_three[hex] for hex in {where[unit] for unit in units}))
    taken = {where[unit] for unit in data.engineers}
    return [hex for hex in shelters(p) if hex in near and hex not in taken]


@derived(Until.ANY_CHANGE)
def shelters(p: Field) -> list[Hex]:
    """Towns and Villages under Allied control that can trace supply."""
    supplied, control = supplied_hexes(p, ALLIED), p.control
    return [hex for hex in p.data.places if control[hex] == ALLIED and supplied[hex]]


class ChooseEngineers(Menu[Field, AssetPhase]):
    """12.4.1 Engineers are deployed, or taken off the map to come again next turn; not on turn 1."""

    prompt, rule, asked_side = "choose-engineers-to-place", "12.4.1", ALLIED
    ends, done = DONE, DONE
    reasons = {DEPLOY: ("cannot-deploy", "12.4.1"), REMOVE: ("cannot-remove", "12.4.1")}

    def menu(self, p: Field, asset_phase: AssetPhase) -> Iterator[tuple[Verb, list[int]]]:
        engineers = p.data.engineers
        yield DEPLOY, [unit for unit in engineers if at_hand(p, unit) and engineer_hexes(p, unit)]
        yield REMOVE, [unit for unit in engineers if p.where[unit] >= 0 and not p.used[unit]]

    def pick(self, p: Field, asset_phase: AssetPhase, verb: int, unit: Unit) -> Procedure | None:
        if verb == DEPLOY:
            return Deploying(side=ALLIED, unit=unit)
        p.tell(Event("engineers-called-back", {"unit": unit, "turn": p.turn + 1}, "12.4.1"))
        send_to_track(p, unit, 1)
        return None


def deploy(p: Field, asset: Unit, hex: Hex) -> None:
    """An asset comes onto the map; the Delay asset is a unit of one step (12.9.1), beside which no trucks stay (12.6),
    engineers stay this turn."""
    kind = p.data.counters[asset].kind
    if kind == "delay":
        p.steps[asset] = p.data.full_steps[asset]
    if kind == "engineer":
        p.used[asset] = 1
    p.put(asset, hex)
    p.tell(Event("deploys", {"unit": asset, "hex": hex}, "12.1"))
    if p.motorized != NO_UNIT and is_beside_enemy(p, p.where[p.motorized], GERMAN):
        take_trucks(p, "12.6")


class ChoosePlace(picking.Place[Field, Deploying]):
    """12.4.1 Where engineers go."""

    prompt, rule, verb, refusal = "choose-place", "12.4.1", AT, "cannot-go-there"
    hexes, place = staticmethod(engineer_hexes), staticmethod(deploy)

    def why_not(self, p: Field, deploying: Deploying, option: int) -> Refusal | None:
        corps, hex = p.data.counters[deploying.unit].formation, object_of(option)
        if is_about(option, AT) and hex in shelters_of(p, corps):
            return Refusal("another-corps-there", {"hex": hex}, "6.1")
        return super().why_not(p, deploying, option)


# --- Greif, Traffic, Delay ---------------------------------------------------------------------------


class ChooseMarker(Pick[Field, AssetPhase]):
    """An asset of which there is one: its owner may place it, or keep it."""

    verb, done = AT, DONE

    def __init__(self, kind: str, side: Side, rule: str, hexes: Callable[[Field], list[Hex]]) -> None:
        self.kind, self.hexes, self.asked_side = kind, hexes, side  # type: ignore[misc]
        self.prompt, self.rule, self.reasons = f"place-{kind}", rule, {AT: ("cannot-go-there", rule)}  # type: ignore[misc]

    def arguments(self, p: Field, procedure: Procedure) -> dict[str, Argument]:
        return {"unit": p.data.by_kind[self.kind]}

    def choices(self, p: Field, procedure: Procedure) -> Sequence[int]:
        asset = p.data.by_kind[self.kind]
        return self.hexes(p) if at_hand(p, asset) and is_in_service(p, asset) else ()

    def pick(self, p: Field, procedure: Procedure, hex: Hex) -> Then:
        deploy(p, p.data.by_kind[self.kind], hex)
        return Then.NEXT


def greif_hexes(p: Field) -> list[Hex]:
    """12.5 Any hex that has no Allied unit or Engineer in it or beside it; on turn 2 in the 6th Panzer Army area."""
    data, way = p.data, p.way(GERMAN)
    engineers = [p.where[unit] for unit in data.engineers if p.where[unit] >= 0]
    near = p.front(GERMAN).union(engineers, *(data.board.around(hex) for hex in engineers))
    everywhere = p.turn != data.named.turns.greif_in_sixth_area
    return [
        hex
        for hex in data.board.hexes
        if hex not in near and not way[hex] & BARRED and (everywhere or data.area[hex] == SIXTH)
    ]


def traffic_hexes(p: Field) -> list[Hex]:
    """12.8 Any road hex."""
    return sorted(p.data.road_hexes)


def delay_hexes(p: Field) -> list[Hex]:
    """12.9.1 Allied Towns and Villages in supply without an Allied unit."""
    return [hex for hex in shelters(p) if not p.way(ALLIED)[hex] & CROWDED]


def is_in_service(p: Field, asset: Unit) -> bool:
    """12.1 Greif and Traffic have a last turn; 12.9.1 Delay is there on turns of German initiative."""
    piece = p.data.counters[asset]
    if piece.kind == "delay":
        return p.initiative == GERMAN
    return p.turn <= piece.last


# --- Motorized ---------------------------------------------------------------------------------------


class ChooseMotorized(Pick[Field, AssetPhase]):
    """12.6 One supplied German infantry unit gets trucks: on a road in supply, with no Allied unit beside it."""

    prompt, rule, asked_side, refusal = "choose-motorized", "12.6", GERMAN, "cannot-motorize"
    verb, done = DEPLOY, DONE

    def choices(self, p: Field, asset_phase: AssetPhase) -> list[Unit]:
        trucks = at_hand(p, p.data.by_kind["motorized"])
        return [unit for unit in p.on_map(GERMAN) if can_be_motorized(p, unit)] if trucks else []

    def pick(self, p: Field, asset_phase: AssetPhase, unit: Unit) -> Then:
        p.motorized = unit
        p.put(p.data.by_kind["motorized"], p.where[unit])
        p.tell(Event("gets-trucks", {"unit": unit}, "12.6"))
        return Then.NEXT


def can_be_motorized(p: Field, unit: Unit) -> bool:
    """12.6, 12.7"""
    piece, hex = p.data.counters[unit], p.where[unit]
    if not piece.infantry or not piece.moves or p.cut[unit] or not supplied_hexes(p, GERMAN)[hex]:
        return False
    return hex in p.data.road_hexes and not is_beside_enemy(p, hex, GERMAN)


def expire(p: Field) -> None:
    """12.1, 15.0 At the end of a turn: Greif, Motorized, Traffic and Delay go back to their boxes, all assets there are
    turned to their available side, and those whose time is over leave the game."""
    data = p.data
    p.motorized = NO_UNIT
    for asset in (*data.assets[GERMAN], *data.assets[ALLIED]):
        piece = data.counters[asset]
        if p.where[asset] >= 0 and piece.kind in ("greif", "motorized", "traffic", "delay"):
            put_back(p, asset)
        if piece.last and p.turn >= piece.last:
            p.put(asset, data.box(REMOVED))
        p.used[asset] = 0


PLACE_GREIF = ChooseMarker("greif", GERMAN, "12.5", greif_hexes)
PLACE_TRAFFIC = ChooseMarker("traffic", ALLIED, "12.8", traffic_hexes)
PLACE_DELAY = ChooseMarker("delay", ALLIED, "12.9.1", delay_hexes)

Deploying.steps = (ChoosePlace(),)
AssetPhase.steps = (arrive, ChooseEngineers(), PLACE_GREIF, ChooseMotorized(), PLACE_TRAFFIC, PLACE_DELAY)
