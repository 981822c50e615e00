"""24.3 Truppeneinheit: with this option four German commandos roam behind the front and lead columns astray."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.game_data import NOWHERE
from ardennes.engine.options import object_of
from ardennes.engine.procedure import About, Procedure, SideProcedure, Then
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, DONE, GERMAN, SABOTEURS, TO, WachtData
from ardennes.games.wacht_am_rhein.rules.positions import disturb, give_up
from ardennes.games.wacht_am_rhein.rules.restrictions import closed_to
from ardennes.games.wacht_am_rhein.rules.scenario import Truppeneinheit
from ardennes.games.wacht_am_rhein.rules.stacking import has_room
from ardennes.kernels.flags import BARRED, MARKED_TOO, SOFT_ZONE, ZONE
from ardennes.numbers import Hex, Unit
from ardennes.rules.picking import Pick

OPTION = "truppeneinheit"
AMERICANS_ALONE = "sabotage_of_americans"
"""24.33, WAR-R172 The option that only U.S. columns fall for them."""
FARTHEST = 20
"""24.32 Hexes, not points, in a Movement Phase."""
ASTRAY = 10
"""24.33 So many hexes a column is led astray at most."""
MOST_ZONES = 4
"""24.35 Four zones or more are all the same; so is having led a column astray (24.34)."""
SS = "SS"


class Infiltrate(SideProcedure):
    """24.31 Truppeneinheit are placed before the game."""

    stage_name = "stage-truppeneinheit"


class Roam(SideProcedure):
    """24.32 They move, one after another, in the German Movement Phase."""

    stage_name = "stage-truppeneinheit"
    moved: tuple[int, ...] = ()


class Sneak(SideProcedure):
    """24.32 One of them is on its way."""

    number: int


class LeadAstray(SideProcedure):
    """24.33 A column has come upon one of them, and is sent elsewhere."""

    unit: Unit
    number: int
    passed: tuple[Hex, ...]


def of_scenario(p: Field) -> Truppeneinheit:
    found = p.data.scenario_data.truppeneinheit
    assert found is not None
    return found


# --- before the game (24.31) -----------------------------------------------------------------------------------------


def is_ss(data: WachtData, unit: Unit) -> bool:
    """24.31 A unit of an SS division, or of the troops of an SS corps."""
    piece = data.counters[unit]
    return piece.side == GERMAN and SS in (piece.formation or piece.corps)


def start_hexes(p: Field) -> list[Hex]:
    """24.31 Where one may start: on its map sheet, near an SS unit, and not where an enemy stands."""
    start, board = of_scenario(p), p.data.board
    near = p.data.within[start.within]
    hexes = {hex for unit in p.on_map(GERMAN) if is_ss(p.data, unit) for hex in near[p.where[unit]]}
    return sorted(hex for hex in hexes & board.area(start.area) if not p.way(GERMAN)[hex] & BARRED)


class ChooseStart(Pick[Field, Infiltrate]):
    """24.31 Where the next one starts."""

    prompt, rule, verb, refusal = "choose-truppeneinheit-start", "24.31", SABOTEURS, "cannot-infiltrate-there"

    def choices(self, p: Field, infiltrate: Infiltrate) -> Sequence[int]:
        return start_hexes(p) if len(p.truppeneinheit) < of_scenario(p).count else ()

    def pick(self, p: Field, infiltrate: Infiltrate, hex: Hex) -> None:
        p.truppeneinheit += (hex,)
        p.tell(Event("truppeneinheit-starts", {"hex": hex}, "24.31"))


# --- on their way (24.32) --------------------------------------------------------------------------------------------


class ChooseWhoSneaks(Pick[Field, Roam]):
    """24.32 Which of them moves next."""

    prompt, rule, verb, done, refusal = "choose-truppeneinheit", "24.32", SABOTEURS, DONE, "no-truppeneinheit-there"

    def choices(self, p: Field, roam: Roam) -> Sequence[int]:
        return sorted({hex for number, hex in enumerate(p.truppeneinheit) if hex >= 0 and number not in roam.moved})

    def pick(self, p: Field, roam: Roam, hex: Hex) -> Procedure:
        unmoved = (number for number in range(len(p.truppeneinheit)) if number not in roam.moved)
        number = next(number for number in unmoved if p.truppeneinheit[number] == hex)
        roam.moved += (number,)
        return Sneak(side=roam.side, number=number)


@derived(Until.ANY_CHANGE)
def zones_on_the_way(p: Field, start: Hex) -> dict[Hex, int]:
    """24.32 Where one may go, over any ground and water and through zones, but never onto an enemy; and through how
    many rigid zones at least, up to those that count."""
    way, board = p.way(GERMAN), p.data.board
    found, edge = {start: 0}, {start: 0}
    for _ in range(FARTHEST):
        beyond: dict[Hex, int] = {}
        for here, zones in edge.items():
            for there in board.around(here):
                flags = way[there]
                if flags & BARRED:
                    continue
                entered = min(MOST_ZONES, zones + bool(flags & ZONE))
                if entered < found.get(there, MOST_ZONES + 1):
                    found[there] = beyond[there] = entered
        edge = beyond
    return found


class ChooseWhereToSneak(Pick[Field, Sneak]):
    """24.32 Where it goes, by the way with the fewest rigid zones."""

    prompt, rule, verb, done, refusal = "choose-where-to-sneak", "24.32", TO, DONE, "cannot-sneak-there"

    def choices(self, p: Field, sneak: Sneak) -> Sequence[int]:
        start = p.truppeneinheit[sneak.number]
        return sorted(hex for hex in zones_on_the_way(p, start) if hex != start)

    def about(self, p: Field, sneak: Sneak, option: int) -> About:
        if option == DONE:
            return About()
        zones = zones_on_the_way(p, p.truppeneinheit[sneak.number])[object_of(option)]
        return About(chances=chances(p, zones) if zones else {}, rules=("24.35",))

    def pick(self, p: Field, sneak: Sneak, hex: Hex) -> Then:
        start = p.truppeneinheit[sneak.number]
        zones = zones_on_the_way(p, start)[hex]
        place(p, sneak.number, hex)
        p.tell(Event("truppeneinheit-moves", {"from": start, "hex": hex, "n": zones}, "24.32"))
        if zones:
            survive(p, sneak.number, zones)
        return Then.END


def place(p: Field, number: int, hex: Hex) -> None:
    p.truppeneinheit = (*p.truppeneinheit[:number], hex, *p.truppeneinheit[number + 1 :])
    p.forget_moves(ALLIED)


# --- survival (24.35) ------------------------------------------------------------------------------------------------


def chances(p: Field, zones: int) -> dict[str, float]:
    """24.35 What may come of entering so many rigid zones."""
    ends = [p.data.survival_table[die][zones - 1] for die in range(1, 7)]
    return {end: ends.count(end) / 6 for end in dict.fromkeys(ends)}


def survive(p: Field, number: int, zones: int) -> None:
    """24.35 The die; who is caught never comes back."""
    die, hex = p.die(), p.truppeneinheit[number]
    end = p.data.survival_table[die][zones - 1]
    p.tell(Event(end, {"hex": hex, "die": die, "n": zones}, "24.35"))
    if end == "is-caught":
        place(p, number, Hex(NOWHERE))


def survive_sabotage(p: Field) -> None:
    """24.34 At the end of a Movement Phase a die for each that has led columns astray."""
    for number in p.saboteurs:
        survive(p, number, MOST_ZONES)
    p.saboteurs = ()


# --- sabotage (24.33) ------------------------------------------------------------------------------------------------


def takes_in(p: Field, unit: Unit) -> bool:
    """24.33, WAR-R172 Whether a unit is one of those that Truppeneinheit halt in March Mode: all Allied ones, with an
    option those of the U.S. alone."""
    if not p.truppeneinheit or p.data.sides[unit] != ALLIED:
        return False
    return p.data.counters[unit].nation == "US" or AMERICANS_ALONE not in p.data.options


def waits_for_column(p: Field, unit: Unit, passed: Sequence[Hex]) -> LeadAstray:
    """24.33 What comes of a column that has halted where Truppeneinheit are."""
    number = p.truppeneinheit.index(p.where[unit])
    return LeadAstray(side=GERMAN, unit=unit, number=number, passed=tuple(passed))


@derived(Until.ANY_CHANGE)
def ways_astray(p: Field, unit: Unit, passed: tuple[Hex, ...]) -> dict[Hex, tuple[Hex, ...]]:
    """24.33 Where a column may be led, with the way: along roads, over bridges that stand, not through hexes it has
    been in, other columns, German zones, or what is closed to it; where it ends there must be room (WAR-R143)."""
    board, way = p.data.board, p.way(ALLIED)
    closed = closed_to(p, unit).union(passed)
    found: dict[Hex, tuple[Hex, ...]] = {p.where[unit]: ()}
    edge = [p.where[unit]]
    for _ in range(ASTRAY):
        beyond = []
        for here in edge:
            for there in board.around(here):
                hexside = board.side(here, there)
                if there in found or there in closed or way[there] & (BARRED | MARKED_TOO | ZONE | SOFT_ZONE):
                    continue
                if board.road[hexside] and (not board.river[hexside] or p.has_bridge(hexside)):
                    found[there] = (*found[here], there)
                    beyond.append(there)
        edge = beyond
    del found[p.where[unit]]
    return {hex: path for hex, path in found.items() if has_room(p, unit, hex)}


class ChooseWayAstray(Pick[Field, LeadAstray]):
    """24.33 Where the column is led, or that it stays where it has halted."""

    prompt, rule, verb, done, refusal = "choose-way-astray", "24.33", TO, DONE, "cannot-be-led-there"
    prompt_fields = ("unit",)

    def choices(self, p: Field, astray: LeadAstray) -> Sequence[int]:
        return sorted(ways_astray(p, astray.unit, astray.passed))

    def about(self, p: Field, astray: LeadAstray, option: int) -> About:
        if option == DONE:
            return About()
        return About(path=ways_astray(p, astray.unit, astray.passed)[object_of(option)], rules=("24.33", "24.34"))

    def pick(self, p: Field, astray: LeadAstray, hex: Hex) -> Then:
        start, path = p.where[astray.unit], ways_astray(p, astray.unit, astray.passed)[hex]
        for unit in p.team_of(astray.unit):
            p.put(unit, hex)
            p.tell(Event("is-led-astray", {"unit": unit, "from": start, "hex": hex}, "24.33"))
        give_up(p, start)
        disturb(p, ALLIED, path)
        if astray.number not in p.saboteurs:
            p.saboteurs += (astray.number,)
        return Then.END


Infiltrate.steps = (ChooseStart(),)
Roam.steps = (ChooseWhoSneaks(),)
Sneak.steps = (ChooseWhereToSneak(),)
LeadAstray.steps = (ChooseWayAstray(),)
