"""13.0 Bridges: demolition after combat (13.1), and rebuilding over a whole turn (13.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Outcome, SideProcedure, Then
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.allies import may_cross
from ardennes.games.bitter_woods.rules.boundaries import may_be_in
from ardennes.games.bitter_woods.rules.events import is_safe_from_demolition, may_call_engineers
from ardennes.games.bitter_woods.rules.field import HAS_MOVED, Field
from ardennes.games.bitter_woods.rules.opening import held_back, is_held_back
from ardennes.games.bitter_woods.rules.orders import may_end_in, may_enter
from ardennes.games.bitter_woods.rules.pieces import ALLIED, BLOW, BRIDGE, BUILDER, CROSS, DONE, ENGINEERS, GERMAN
from ardennes.games.bitter_woods.rules.pledges import engaged_units, is_engaged, owing_battle
from ardennes.games.bitter_woods.rules.presence import arrive
from ardennes.games.bitter_woods.rules.removal import lose_the_lone
from ardennes.games.bitter_woods.rules.stacking import has_room
from ardennes.hexes.regions import distance
from ardennes.numbers import ENEMY_OF, NO_NUMBER, Hex, Hexside, Side, Unit
from ardennes.rules.bridges import blow
from ardennes.rules.picking import Pick

BLOWN_AT_ONCE, BLOWN_IN_TIME = 3, 4
"""13.1 The highest die that blows a bridge with an enemy across it, and with one a hex away."""


# --- before play -----------------------------------------------------------------------------------------


class Preparation(SideProcedure):
    """2.9 The Germans blow bridges before play, where the scenario lets them."""

    stage_name = "stage-bridges"
    left: int


class ChoosePrepared(Pick[Field, Preparation]):
    """2.9, 13.2 Which bridge behind the front is down when play begins."""

    prompt, rule, ends, refusal = "choose-prepared", "2.9", DONE, "cannot-prepare"
    prompt_fields = ("left",)
    verb, done = BLOW, DONE

    def choices(self, p: Field, preparation: Preparation) -> Sequence[Hexside]:
        return bridges_behind(p, preparation.side) if preparation.left else ()

    def pick(self, p: Field, preparation: Preparation, hexside: Hexside) -> None:
        preparation.left -= 1
        blow(p, hexside, "2.9")


def bridges_behind(p: Field, side: Side) -> list[Hexside]:
    """2.9 Bridges that stand behind the front of a side: both banks are nearer to its units than to any of the enemy's,
    and none is west of them all; columns count westwards."""
    grid, ours, theirs = p.data.board.grid, p.hexes_of(side), p.hexes_of(ENEMY_OF[side])
    west = max((grid.lane_place(hex)[0] for hex in ours), default=0)

    def nearest(bank: Hex, hexes: Iterable[Hex]) -> int:
        return min((distance(grid, bank, hex) for hex in hexes), default=p.data.board.size)

    def is_behind(bank: Hex) -> bool:
        return grid.lane_place(bank)[0] <= west and nearest(bank, ours) < nearest(bank, theirs)

    standing = [hexside for hexside in p.data.bridges if not p.blown[hexside]]
    return [hexside for hexside in standing if all(map(is_behind, p.data.board.side_hexes[hexside]))]


# --- demolition ------------------------------------------------------------------------------------------


class Demolition(SideProcedure):
    """13.1 At the end of his combat phase a player may try to blow bridges, each once."""

    stage_name = "stage-bridges"
    tried: tuple[Hexside, ...] = ()


class ChooseDemolition(Pick[Field, Demolition]):
    """13.1 Which bridge is tried next."""

    prompt, rule, ends = "choose-demolition", "13.1", DONE
    reasons = {BLOW: ("cannot-blow", "13.1"), ENGINEERS: ("no-engineers", "38.1")}
    verb, done = BLOW, DONE

    def choices(self, p: Field, demolition: Demolition) -> Sequence[Hexside]:
        return [hexside for hexside in bridges_to_blow(p, demolition.side) if hexside not in demolition.tried]

    def offers(self, p: Field, demolition: Demolition) -> Sequence[int]:
        """38.1 Once the engineers need no die."""
        options = super().offers(p, demolition)
        if not options or not may_call_engineers(p, demolition.side):
            return options
        return [*(ENGINEERS + hexside for hexside in self.choices(p, demolition)), *options]

    def answer(self, p: Field, demolition: Demolition, option: int) -> Outcome:
        if not is_about(option, ENGINEERS):
            return super().answer(p, demolition, option)
        demolition.tried += (object_of(option),)
        p.happened += ("engineers-used",)
        blow(p, object_of(option), "38.1")
        return None

    def about(self, p: Field, demolition: Demolition, option: int) -> About:
        if option == DONE or is_about(option, ENGINEERS):
            return About()
        most = blown_on(p, demolition.side, object_of(option))
        return About(chances={"blown": most / 6, "stands": 1 - most / 6}, rules=("13.1",))

    def pick(self, p: Field, demolition: Demolition, hexside: Hexside) -> None:
        demolition.tried += (hexside,)
        most, roll = blown_on(p, demolition.side, hexside), p.die()
        result = "blown" if roll <= most else "stands"
        p.tell(Event("tries-to-blow", {"hexside": hexside, "die": roll, "most": most, "result": result}, "13.1"))
        if roll <= most:
            blow(p, hexside, "13.2")


def bridges_to_blow(p: Field, side: Side) -> list[Hexside]:
    """13.1 Bridges with a supplied unit of the side on a bank, and an enemy at the bridge or a hex from it."""
    data = p.data
    if side == ALLIED and p.turn <= data.turn_named(data.named.turns.no_demolition_until):
        return []
    near = sorted({hexside for hex in p.hexes_of(side) for hexside in data.bridges_at.get(hex, ())})
    standing = [hexside for hexside in near if not p.blown[hexside] and blown_on(p, side, hexside)]
    return [hexside for hexside in standing if not is_safe_from_demolition(p, side, hexside)]


def blown_on(p: Field, side: Side, hexside: Hexside) -> int:
    """13.1 The highest die that blows a bridge; 0 where it may not be tried."""
    best = 0
    for near, far in _banks(p, hexside):
        if p.side_in(near) != side or not any(_is_sapper(p, unit) for unit in p.units_in(near)):
            continue
        if p.side_in(far) == ENEMY_OF[side]:
            return BLOWN_AT_ONCE
        beside = {*p.data.board.around(near), *p.data.board.around(far)}
        if any(p.side_in(hex) == ENEMY_OF[side] for hex in beside):
            best = BLOWN_IN_TIME
    return best


def _banks(p: Field, hexside: Hexside) -> tuple[tuple[Hex, Hex], tuple[Hex, Hex]]:
    one, other = p.data.board.side_hexes[hexside]
    return (one, other), (other, one)


def _is_sapper(p: Field, unit: Unit) -> bool:
    """13.1, 13.3 Supplied units that are no artillery and no leaders."""
    return p.data.counters[unit].fighter and p.is_supplied(unit)


# --- rebuilding ------------------------------------------------------------------------------------------


class BridgeWork(SideProcedure):
    """13.3 In the movement phase a player begins to rebuild bridges."""

    stage_name = "stage-bridges"
    hexside: Hexside = NO_NUMBER


class ChooseSite(Pick[Field, BridgeWork]):
    """13.3 Which blown bridge is begun."""

    prompt, rule, ends, refusal = "choose-site", "13.3", DONE, "no-bridge-work"
    verb, done = BRIDGE, DONE

    def choices(self, p: Field, work: BridgeWork) -> Sequence[int]:
        return sites(p, work.side) if work.hexside == NO_NUMBER else ()

    def pick(self, p: Field, work: BridgeWork, hexside: Hexside) -> Then:
        work.hexside = hexside
        return Then.NEXT


class ChooseBuilder(Pick[Field, BridgeWork]):
    """13.3 Who builds it."""

    prompt, rule, refusal = "choose-builder", "13.3", "cannot-build"
    prompt_fields = ("hexside",)
    verb = BUILDER

    def choices(self, p: Field, work: BridgeWork) -> Sequence[int]:
        return builders(p, work.side, work.hexside) if work.hexside != NO_NUMBER else ()

    def pick(self, p: Field, work: BridgeWork, unit: Unit) -> Then:
        p.bridging[unit] = work.hexside
        p.tell(Event("begins-bridge", {"unit": unit, "hexside": work.hexside}, "13.3"))
        work.hexside = NO_NUMBER
        return Then.REPEAT


def sites(p: Field, side: Side) -> list[Hexside]:
    """13.3 Blown bridges that somebody of the side could rebuild; 13.4 the Germans eight in all."""
    under_way = [p.bridging[unit] for unit in p.on_map(side) if p.bridging[unit] != NO_NUMBER]
    if side == GERMAN and p.built + len(under_way) >= p.data.bridges_to_build:
        return []
    blown = [hexside for hexside in p.data.bridges if p.blown[hexside] and hexside not in under_way]
    return [hexside for hexside in blown if builders(p, side, hexside)]


def builders(p: Field, side: Side, hexside: Hexside) -> list[Unit]:
    """13.3 Supplied units beside the bridge that have not moved this turn, 9.5, 15.5 and may leave without a fight."""
    bound = engaged_units(p) | held_back(p) | owing_battle(p, side)
    return [
        unit
        for hex in p.data.board.side_hexes[hexside]
        if p.side_in(hex) == side
        for unit in p.units_in(hex)
        if _is_sapper(p, unit)
        and not p.done[unit] & HAS_MOVED
        and p.bridging[unit] == NO_NUMBER
        and unit not in bound
        and may_cross(p, unit, hexside)
    ]


class Construction(SideProcedure):
    """13.3 In the last phase of the turn the builder crosses where no enemy stands, and the bridge is there."""

    stage_name = "stage-bridges"
    hex: Hex = NO_NUMBER
    """Where the bridge was built from, while others may follow."""
    far: Hex = NO_NUMBER
    waiting: tuple[Unit, ...] = ()


class ChooseCompletion(Pick[Field, Construction]):
    """13.3 Which bridge is completed, by its builder crossing."""

    prompt, rule, ends, refusal = "choose-completion", "13.3", DONE, "cannot-complete"
    verb, done = BUILDER, DONE

    def choices(self, p: Field, construction: Construction) -> Sequence[Unit]:
        able = [unit for unit in p.on_map(construction.side) if p.bridging[unit] != NO_NUMBER]
        return [unit for unit in able if can_complete(p, unit)] if construction.far == NO_NUMBER else ()

    def pick(self, p: Field, construction: Construction, unit: Unit) -> Then:
        hexside, here = p.bridging[unit], p.where[unit]
        construction.hex, construction.far = here, far_bank(p, unit)
        construction.waiting = tuple(other for other in p.units_in(here) if other != unit)
        p.bridging[unit] = NO_NUMBER
        p.set_bridge(hexside, blown=False)
        if construction.side == GERMAN:
            p.built += 1
        p.tell(Event("bridge-built", {"unit": unit, "hexside": hexside}, "13.3"))
        cross(p, unit, construction.far)
        return Then.NEXT


class ChooseCrossing(Pick[Field, Construction]):
    """13.3 Who crosses with the builder; 9.5, 15.5 nobody who is engaged or held back."""

    prompt, rule, refusal = "choose-crossing", "13.3", "cannot-cross"
    prompt_fields = {"hex": "far"}
    verb, done = CROSS, DONE

    def choices(self, p: Field, construction: Construction) -> Sequence[Unit]:
        if construction.far == NO_NUMBER:
            return ()
        return [
            unit
            for unit in construction.waiting
            if p.where[unit] == construction.hex
            and p.bridging[unit] == NO_NUMBER
            and not is_engaged(p, unit)
            and not is_held_back(p, unit)
            and has_room(p, unit, construction.far)
            and may_cross(p, unit, p.data.board.side(construction.hex, construction.far))
            and may_be_in(p, unit, construction.far)
            and may_enter(p, unit, construction.far)
            and may_end_in(p, unit, construction.far)
            and p.data.counters[unit].kind != "army-artillery"
        ]

    def pick(self, p: Field, construction: Construction, unit: Unit) -> None:
        cross(p, unit, construction.far)


def next_bridge(p: Field, construction: Construction) -> Then | None:
    """Another builder may be waiting."""
    if construction.far == NO_NUMBER:
        return None
    construction.hex = construction.far = NO_NUMBER
    if "leaders" in p.data.options:
        lose_the_lone(p)
    return Then.REPEAT


def far_bank(p: Field, unit: Unit) -> Hex:
    one, other = p.data.board.side_hexes[p.bridging[unit]]
    return other if p.where[unit] == one else one


def can_complete(p: Field, unit: Unit) -> bool:
    """13.3 The builder is still beside the bridge, and no enemy is across it; 5.4 nor a boundary."""
    hexside = p.bridging[unit]
    if p.where[unit] not in p.data.board.side_hexes[hexside] or not p.blown[hexside]:
        return False
    far = far_bank(p, unit)
    side = p.data.sides[unit]
    if p.side_in(far) == ENEMY_OF[side] or p.closed[far] == side + 1:
        return False
    allowed = may_be_in(p, unit, far) and may_enter(p, unit, far) and may_end_in(p, unit, far)
    return has_room(p, unit, far) and allowed


def cross(p: Field, unit: Unit, hex: Hex) -> None:
    start = p.where[unit]
    arrive(p, unit, (hex,), together=True)
    p.tell(Event("crosses", {"unit": unit, "from": start, "hex": hex}, "13.3"))


def end_building(p: Field, construction: Construction) -> None:
    """13.3 What was not completed is given up."""
    for unit in p.on_map(construction.side):
        p.bridging[unit] = NO_NUMBER


Preparation.steps = (ChoosePrepared(),)
Demolition.steps = (ChooseDemolition(),)
BridgeWork.steps = (ChooseSite(), ChooseBuilder())
Construction.steps = (ChooseCompletion(), ChooseCrossing(), next_bridge, end_building)
