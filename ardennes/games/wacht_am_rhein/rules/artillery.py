"""11.0 Artillery: who can fire where, what its points are worth (11.1, 11.6), the German limits (11.7, 11.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.modifiers import Modifier
from ardennes.games.wacht_am_rhein.rules import effects
from ardennes.games.wacht_am_rhein.rules.attacks import Attack
from ardennes.games.wacht_am_rhein.rules.duties import BATTALIONS, takes_slot
from ardennes.games.wacht_am_rhein.rules.field import ATTACKED, BARRED_FROM_ATTACK, DEFENDED, FIRED, Field
from ardennes.games.wacht_am_rhein.rules.long_range import is_far
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, Fire
from ardennes.kernels.counters import having, not_having
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

GERMAN_CAP = 20
"""11.71 Barrage points of tubes that the Germans may allocate to an attack."""
UNCAPPED = ("RKT", "MTR")
"""errata 11.7 Rockets, and the 120s, which are mortars."""
AIR_FOR_ONE = 2
"""19.11 Points of ground support that make one of protective fire."""
COVER = ("woods", "town", "village")


# --- who can fire ------------------------------------------------------------------------------------


def in_battery(p: Field, guns: Sequence[Unit]) -> list[Unit]:
    """6.31, 11.67, 10.18 Those of some guns that are In Battery, and so not in March Mode."""
    where = p.where
    return [gun for gun in not_having(having(guns, p.battery, 1), p.march, 1) if where[gun] >= 0]


def fire_of(p: Field, gun: Unit) -> Fire:
    fire = p.data.fires[gun]
    assert fire is not None, "only guns fire"
    return fire


def is_in_range(p: Field, gun: Unit, hexes: Iterable[Hex]) -> bool:
    """11.24, 11.42 One of the hexes in range is enough; 24.22 with an option in half as much again."""
    return not p.data.ranges[gun][p.where[gun]].isdisjoint(hexes)


def can_barrage(p: Field, gun: Unit) -> bool:
    """11.23 Whether a gun could fire now, wherever the target is."""
    return bool(fit_to_barrage(p, (gun,)))


def fit_to_barrage(p: Field, guns: Sequence[Unit]) -> list[Unit]:
    """11.23, 11.38, 11.39 Once in their own Combat Phase; not after the results of their hex (errata 10.8)."""
    return in_battery(p, not_having(guns, p.fought, ATTACKED | BARRED_FROM_ATTACK))


@derived(Until.ANY_CHANGE)
def barraging(p: Field, side: Side, target: Hex) -> list[Unit]:
    """11.22 The guns of a side that could fire at a hex now, whatever they are worth."""
    where, ranges = p.where, p.data.ranges
    return [gun for gun in able_to_barrage(p, side) if target in ranges[gun][where[gun]]]


@derived(Until.ANY_CHANGE)
def able_to_barrage(p: Field, side: Side) -> list[Unit]:
    """11.23 The guns of a side that could fire now, wherever the target is."""
    return fit_to_barrage(p, p.data.guns[side])


def can_protect(p: Field, gun: Unit) -> bool:
    """11.41 Whether a gun could answer an attack now, wherever it is made."""
    return bool(fit_to_protect(p, p.data.sides[gun], (gun,)))


def fit_to_protect(p: Field, side: Side, guns: Sequence[Unit]) -> list[Unit]:
    """11.41 In battery, in no enemy zone, beside no enemy (errata 11.4), not attacked in this phase; 11.46 once in a
    Game-Turn; 9.31 as one of the two battalions of a mixed stack that take part in combats."""
    where, near = p.where, p.front(side)
    ready = in_battery(p, not_having(guns, p.fought, DEFENDED | FIRED))
    away = [gun for gun in ready if where[gun] not in near and not p.in_enemy_zone(where[gun], side)]
    return [gun for gun in away if has_turn(p, gun)]


def has_turn(p: Field, gun: Unit) -> bool:
    """9.31 Whether fewer guns of its hex have fired than may, if those of its hex count."""
    mates = having(p.units_in(p.where[gun]), p.fought, FIRED)
    return len(mates) < BATTALIONS or not takes_slot(p, gun)


@derived(Until.ANY_CHANGE)
def able_to_protect(p: Field, side: Side) -> list[Unit]:
    """11.41 The guns of a side that could answer an attack now, wherever it is made."""
    return fit_to_protect(p, side, p.data.guns[side])


def protecting(p: Field, attack: Attack) -> list[Unit]:
    """11.4 The guns that could still answer an attack with protective fire; 11.37 none against a Barrage attack."""
    if attack.barrage:
        return []
    units = defended(p, attack.targets)
    guns = [gun for gun in able_to_protect(p, ENEMY_OF[attack.side]) if gun not in attack.answer]
    hexes = attack.targets
    return [gun for gun in guns if is_in_range(p, gun, hexes) and protective_points(p, gun, units, hexes)]


def defended(p: Field, hexes: Iterable[Hex]) -> tuple[Unit, ...]:
    """The units in the hexes under attack that have not been attacked before."""
    return tuple([unit for hex in hexes for unit in p.units_in(hex) if not p.fought[unit] & DEFENDED])


# --- whom a gun supports (11.1) --------------------------------------------------------------------------


def supports_fully(p: Field, gun: Unit, units: Iterable[Unit]) -> bool:
    """11.12, 11.16 Whether one of the units is of the gun's organisation; with an option, all of them (WAR-R115)."""
    return (all if "strict_integrity" in p.data.options else any)(is_own(p, gun, unit) for unit in units)


def is_own(p: Field, gun: Unit, unit: Unit) -> bool:
    """11.12 A division's guns support that division, a corps' guns every unit of the corps; 11.16 units of the corps
    alone are supported by all of its guns. Errata 17.0 Companies are supported fully in the first three Game-Turns
    only, as units of the division they were set up with."""
    piece, other = p.data.counters[gun], p.data.counters[unit]
    if piece.nation != other.nation or (other.size == "company" and not p.is_first_day()):
        return False
    division, corps = p.division_of(unit), corps_of(p, unit)
    if piece.formation and division:
        return piece.formation == division
    return bool(corps) and corps_of(p, gun) == corps


def corps_of(p: Field, unit: Unit) -> str:
    """11.12 The corps of a unit: of a company, that of its division; errata 11.1 of a German division that chose on its
    arrival, that one."""
    piece = p.data.counters[unit]
    if piece.size != "company":
        chosen = dict(p.attached).get(piece.formation)
        return piece.corps if chosen is None else p.data.counters[chosen].corps
    row = p.data.formation_rows.get((piece.nation, p.division_of(unit)))
    return row.corps if row is not None else ""


def may_support(p: Field, gun: Unit, units: Iterable[Unit]) -> bool:
    """11.15 Never units of another nation alone."""
    nation = p.data.counters[gun].nation
    return any(p.data.counters[unit].nation == nation for unit in units)


@derived(Until.ANY_CHANGE)
def barrage_points(p: Field, gun: Unit, units: tuple[Unit, ...], targets: tuple[Hex, ...] = ()) -> int:
    """11.14, 11.64 What the barrage of a gun on these hexes is worth in support of these units; 24.22 beyond its
    printed range half."""
    if not may_support(p, gun, units):
        return 0
    points = effects.fire(p, gun, fire_of(p, gun).barrage, barrage=True) >> is_far(p, gun, targets)
    return points if supports_fully(p, gun, units) else points // 2


@derived(Until.ANY_CHANGE)
def protective_points(p: Field, gun: Unit, units: tuple[Unit, ...], hexes: tuple[Hex, ...] = ()) -> int:
    """11.14 What the protective fire of a gun for these hexes is worth; 24.22 beyond its printed range half; 25.14h
    that of the Americans is halved before dawn on the first day."""
    if not may_support(p, gun, units):
        return 0
    points = effects.fire(p, gun, fire_of(p, gun).fpf, barrage=False) >> is_far(p, gun, hexes)
    if p.data.sides[gun] == ALLIED and p.is_first_day() and p.data.turns[p.turn - 1].kind == "pre-dawn":
        points //= 2
    return points if supports_fully(p, gun, units) else points // 2


def supported(p: Field, attack: Attack) -> tuple[Unit, ...]:
    """11.12 The units that the guns of an attack support: those that attack; in a Barrage attack the friends beside the
    target (WAR-R115)."""
    return tuple(spotters(p, attack.side, attack.target)) if attack.barrage else attack.attackers


@derived(Until.ANY_MOVE)
def spotters(p: Field, side: Side, target: Hex) -> tuple[Unit, ...]:
    """11.32 The units beside a hex that let guns fire at it alone: any but headquarters, with an option these too
    (WAR-R33)."""
    data, staffs = p.data, "headquarters_spot" in p.data.options
    near = [unit for hex in data.board.around(target) for unit in p.units_in(hex) if data.sides[unit] == side]
    return tuple([unit for unit in near if staffs or not data.counters[unit].headquarters])


# --- what the points come to (11.6, 11.7) ------------------------------------------------------------------


def is_halving(p: Field, hex: Hex) -> bool:
    """11.61, 16.32 Whether barrage into a hex is halved: Woods, Towns, Villages and positions, all of them once."""
    return ground_line(p, hex) in COVER or any(p.is_in_position(unit) for unit in p.units_in(hex))


def ground_line(p: Field, hex: Hex) -> str:
    """What the ground of a hex is for combat: clear, broken, woods, village or town."""
    board = p.data.board
    row = board.row(hex)
    return row.place if hex in p.data.built_up else row.terrain


def barrage_of(p: Field, attack: Attack) -> list[Modifier]:
    """11.64 The guns of an attack with their own penalties, and ground support; then the sum is halved for the hex
    (11.61, of several one is enough: WAR-R116), and again at Night (11.62)."""
    units = supported(p, attack)
    worth = {gun: barrage_points(p, gun, units, attack.targets) for gun in attack.guns}
    found = [Modifier("barrage", points, "11.2", {"unit": gun}) for gun, points in worth.items()]
    found.append(Modifier("ground-support", attack.air, "19.1"))
    total = sum(entry.amount for entry in found)
    if any(is_halving(p, hex) for hex in attack.targets):
        found.append(Modifier("barrage-into-cover", total // 2 - total, "11.61"))
        total //= 2
    if p.is_night():
        found.append(Modifier("barrage-at-night", total // 2 - total, "11.62"))
    return found


def protection_of(p: Field, targets: tuple[Hex, ...], guns: Iterable[Unit], air: int) -> list[Modifier]:
    """11.43 The protective fire of some guns for the hexes under attack; 11.62 halved at Night; 19.11 two points of
    ground support make one."""
    units = defended(p, targets)
    worth = {gun: protective_points(p, gun, units, targets) for gun in guns}
    found = [Modifier("protective-fire", points, "11.43", {"unit": gun}) for gun, points in worth.items()]
    total = sum(entry.amount for entry in found)
    if p.is_night():
        found.append(Modifier("protective-fire-at-night", total // 2 - total, "11.62"))
    return [*found, Modifier("air-protects", air // AIR_FOR_ONE, "19.11")]


def is_capped(p: Field, side: Side) -> bool:
    """11.72 The German limit does not hold on the first day."""
    return side == GERMAN and not p.is_first_day()


def counts_to_cap(p: Field, gun: Unit) -> bool:
    return p.data.counters[gun].type not in UNCAPPED


def fits_cap(p: Field, attack: Attack, gun: Unit) -> bool:
    """11.71 Whether a gun keeps within the German limit for an attack: tubes only, after their own penalties."""
    if not is_capped(p, attack.side) or not counts_to_cap(p, gun):
        return True
    units = supported(p, attack)
    tubes = [each for each in (*attack.guns, gun) if counts_to_cap(p, each)]
    return sum(barrage_points(p, each, units, attack.targets) for each in tubes) <= GERMAN_CAP


def may_run_dry(p: Field, attack: Attack) -> bool:
    """11.81, 11.82 Whether a six may cost the Germans a gun."""
    return attack.side == GERMAN and bool(attack.guns) and not p.is_first_day()
