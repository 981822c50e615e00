"""24.4 Von der Heydte's parachute drop: with this option four parachute-commandos may land behind the American lines,
and the Americans have to deal with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, SideProcedure, Then
from ardennes.engine.texts import Event, Refusal
from ardennes.games.wacht_am_rhein.rules.field import AIRFIELD, ELIMINATED, HAS_MOVED, OVERCAST, SUPPLIED, Field
from ardennes.games.wacht_am_rhein.rules.moves import is_able_to_move
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, DONE, DROP, EXIT, GERMAN, MARCH, TO
from ardennes.games.wacht_am_rhein.rules.positions import disturb
from ardennes.games.wacht_am_rhein.rules.terrain import ground_of
from ardennes.hexes import distance
from ardennes.numbers import ENEMY_OF, NO_NUMBER, Hex, Unit
from ardennes.rules.picking import Pick

OPTION = "heydte_drop"
OPEN_GROUND = ("clear", "broken")
"""errata 24.4 Where they may drop."""
BESIDE = 1
FAR = 999


class Drop(SideProcedure):
    """24.41 At the beginning of a German Movement Phase."""

    stage_name = "stage-drop"


# --- the drop (24.41) ------------------------------------------------------------------------------------------------


def may_drop(p: Field) -> bool:
    """24.42 In clear weather or in mist, in the morning or in the afternoon, and once in the game."""
    scenario = p.data.scenario_data
    return scenario.drop is not None and not p.dropped and p.weather != OVERCAST and p.space.kind in ("am", "pm")


def drop_hexes(p: Field) -> list[Hex]:
    """errata 24.4 Clear or Broken hexes within five of the middle, without a town or village, and (WAR-R143) without
    an enemy."""
    drop, board = p.data.scenario_data.drop, p.data.board
    assert drop is not None
    near = p.data.within[drop.within][board.hex(drop.around)]
    open_ground = [hex for hex in near if ground_of(board, hex) in OPEN_GROUND]
    return sorted(hex for hex in open_ground if p.side_in(hex) != ENEMY_OF[GERMAN])


class ChooseDrop(Pick[Field, Drop]):
    """24.41 Where all of them drop together, or that they wait."""

    prompt, rule, verb, done, refusal = "choose-drop", "24.41", DROP, DONE, "cannot-drop-there"
    deliberate = (DROP,)

    def choices(self, p: Field, drop: Drop) -> Sequence[int]:
        return drop_hexes(p) if may_drop(p) else ()

    def about(self, p: Field, drop: Drop, option: int) -> About:
        if option == DONE:
            return About()
        landed = [p.data.drop_table[die][p.weather] for die in range(1, 7)]
        return About(chances={f"land-{n}": landed.count(n) / 6 for n in sorted(set(landed))}, rules=("24.47",))

    def pick(self, p: Field, drop: Drop, hex: Hex) -> Then:
        land(p, hex)
        return Then.NEXT


def land(p: Field, hex: Hex) -> None:
    """24.47 The die says how many land; the others are lost, and nobody drops again."""
    die, airfield = p.die(), p.data.box(AIRFIELD)
    units = [unit for unit in p.data.commandos[GERMAN] if p.where[unit] == airfield]
    landed = p.data.drop_table[die][p.weather]
    p.dropped = 1
    p.tell(Event("parachutists-drop", {"hex": hex, "die": die, "n": landed}, "24.47"))
    for number, unit in enumerate(units):
        lands = number < landed
        p.steps[unit], p.committed[unit], p.supply[unit] = int(lands), int(lands), SUPPLIED
        p.put(unit, hex if lands else p.data.box(ELIMINATED))
    if landed:
        disturb(p, GERMAN, (hex,))


# --- what the Allies must do about it (24.44, 24.45) -----------------------------------------------------------------


@derived(Until.ANY_MOVE)
def prey(p: Field) -> Hex:
    """24.44 Where parachute-commandos stand."""
    if p.data.scenario_data.drop is None:
        return Hex(NO_NUMBER)
    return next((p.where[unit] for unit in p.data.commandos[GERMAN] if p.where[unit] >= 0), Hex(NO_NUMBER))


def away(p: Field, hex: Hex) -> int:
    """How far a hex is from them."""
    return distance(p.data.board.grid, hex, prey(p)) if hex >= 0 else FAR


def guards(p: Field) -> list[Unit]:
    """24.45 The Allied units beside them, but no headquarters."""
    beside = (unit for hex in p.data.board.around(prey(p)) for unit in p.units_in(hex))
    return [unit for unit in beside if p.data.sides[unit] == ALLIED and not p.data.counters[unit].headquarters]


def begin_hunt(p: Field) -> None:
    """24.44 When the Allies begin to move and nobody stands beside the commandos: who of them is nearest has to go
    there, or went after them in the turn before."""
    if prey(p) < 0 or guards(p):
        p.hunters = ()
        return
    if len(p.hunters) == 1 and p.where[p.hunters[0]] >= 0:
        return
    units = [unit for unit in p.on_map(ALLIED) if not p.data.counters[unit].headquarters]
    least = min((away(p, p.where[unit]) for unit in units), default=FAR)
    p.hunters = tuple(unit for unit in units if away(p, p.where[unit]) == least)


def must_hunt(p: Field) -> list[Unit]:
    """24.44 The nearest units that can still move, as long as none of them has moved."""
    if prey(p) < 0 or p.bonus or any(p.done[unit] & HAS_MOVED for unit in p.hunters):
        return []
    return [unit for unit in p.hunters if p.where[unit] >= 0 and is_able_to_move(p, unit)]


def note_hunter(p: Field, unit: Unit) -> None:
    """24.44 Of several that are as near the first to move goes after them."""
    if unit in must_hunt(p):
        p.hunters = (unit,)


def is_hunter(p: Field, unit: Unit) -> bool:
    """24.44 Whether a unit on its way has to come as near as it can."""
    return prey(p) >= 0 and not p.bonus and p.hunters == (unit,)


def is_last_guard(p: Field, unit: Unit) -> bool:
    """24.45 Whether nobody but a unit, and its mate in a team, stands beside them."""
    if prey(p) < 0 or away(p, p.where[unit]) != BESIDE:
        return False
    watching = guards(p)
    return unit in watching and not set(watching).difference(p.team_of(unit))


def is_tied(p: Field, unit: Unit) -> bool:
    """24.44, 24.45 Whether a unit may not go where it likes."""
    if p.data.scenario_data.drop is None:
        return False
    return any(is_hunter(p, each) or each in must_hunt(p) or is_last_guard(p, each) for each in p.team_of(unit))


def kept_near(p: Field, unit: Unit, options: list[int]) -> list[int]:
    """24.44, 24.45 Of the ways a unit might take those that are left to a hunter, as near to the commandos as any, and
    to their last guard, beside them."""
    if p.data.scenario_data.drop is None or prey(p) < 0:
        return options
    together = p.team_of(unit)
    guarding = any(is_last_guard(p, each) for each in together)
    if not guarding and not any(is_hunter(p, each) for each in together):
        return options
    ends = {option: away(p, end) for option in options if (end := _end_of(p, unit, option)) >= 0}
    most = BESIDE if guarding else min(ends.values(), default=FAR)
    return [option for option in options if ends.get(option, most) <= most and not is_about(option, EXIT)]


def _end_of(p: Field, unit: Unit, option: int) -> Hex:
    if is_about(option, TO) or is_about(option, MARCH):
        return Hex(object_of(option))
    return p.where[unit] if option == DONE else Hex(NO_NUMBER)


def why_tied(p: Field, unit: Unit) -> Refusal:
    """Why a unit may not go, or stay, where it likes."""
    if any(is_last_guard(p, each) for each in p.team_of(unit)):
        return Refusal("last-guard", {"unit": unit, "hex": prey(p)}, "24.45")
    return Refusal("must-come-nearer", {"unit": unit, "hex": prey(p)}, "24.44")


def why_not_done(units: Iterable[Unit], hex: Hex) -> Refusal:
    """24.44 Why the Allies may not end their movement."""
    return Refusal("must-hunt", {"units": tuple(units), "hex": hex}, "24.44")


Drop.steps = (ChooseDrop(),)
