"""12.2 to 12.4 Which assets may support a combat, and what they add."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.texts import Refusal
from ardennes.games.deadly_woods.rules.assets import guns_at_hand
from ardennes.games.deadly_woods.rules.boundaries import FIFTH, SEVENTH, SIXTH, north_line_open
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.flags import OUTSIDE_BRITISH_AREA
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.supply import can_trace, is_supplied
from ardennes.games.deadly_woods.rules.terrain import CLEAR, FOREST, ROUGH
from ardennes.numbers import Hex, Side, Unit

MOST_ALLIED_GUNS = 2
ROCKETS_IN_CLEAR, ROCKETS_ON_COVER, ROCKETS_ON_STRONGHOLD = 1, -1, -2
SUPPORT_RULES = {"nebelwerfer": "12.2", "engineer": "12.4.2", "plus-two": "16.1"}


# --- who may support ---------------------------------------------------------------------------------


def attack_support(p: Field, side: Side, attackers: Sequence[Unit], target: Hex, chosen: Sequence[int]) -> list[Unit]:
    """12.2, 12.3 Artillery, Nebelwerfer and the +2 asset (16.1) that the attacker may still add; 12.7 von der Heydte by
    himself has only the last."""
    if not attackers:
        return []
    if side == GERMAN:
        guns = ("artillery", "nebelwerfer") if any(gets_guns(p, unit) for unit in attackers) else ()
        return german_guns(p, target, (*guns, "plus-two"), chosen)
    return allied_guns(p, corps_in_support(p, attackers, attacking=True), target, chosen)


def defence_support(p: Field, side: Side, target: Hex, chosen: Sequence[int]) -> list[Unit]:
    """12.2 to 12.4 Artillery and engineers the defender may still add."""
    return [*defence_guns(p, side, target, chosen), *(engineers_in_reach(p, target, chosen) if side == ALLIED else ())]


def defence_guns(p: Field, side: Side, target: Hex, chosen: Sequence[int]) -> list[Unit]:
    """12.2, 12.3 Artillery the defender may still add."""
    defenders = p.combat_units_in(target)
    if side == GERMAN:
        supplied = any(gets_guns(p, unit) and is_supplied(p, unit) for unit in defenders)
        return german_guns(p, target, ("artillery",), chosen) if supplied else []
    return allied_guns(p, corps_in_support(p, defenders, attacking=False), target, chosen)


def gets_guns(p: Field, unit: Unit) -> bool:
    """12.7, 12.9.1 Von der Heydte and the Delay asset never have artillery support; 12.3 on turn 1 two regiments of
    the 99th Division have none."""
    without = p.data.counters[unit].special == "no-guns-at-first" and p.turn <= p.data.named.turns.no_guns_until
    return not without and not gun_ban(p, unit)


def german_guns(p: Field, target: Hex, kinds: Sequence[str], chosen: Sequence[int]) -> list[Unit]:
    """12.2 At most one artillery and one Nebelwerfer to a combat, each once a turn, in the area they may fire into."""
    counters = p.data.counters
    free = set(kinds) - {counters[asset].kind for asset in chosen}
    return [asset for asset in guns_firing_into(p, p.data.area[target]) if counters[asset].kind in free]


@derived(Until.ANY_CHANGE)
def guns_firing_into(p: Field, area: int) -> list[Unit]:
    """12.2 The German assets at hand that reach an area now; 16.1 the +2 asset reaches any."""
    counters = p.data.counters
    armies = {name for army, name in enumerate(p.data.named.armies) if fires_into(p, army, area)}
    return [
        asset
        for asset in guns_at_hand(p, GERMAN)
        if counters[asset].kind == "plus-two" or counters[asset].formation in armies
    ]


def fires_into(p: Field, army: int, area: int) -> bool:
    """9.2, 9.2.2, 12.2 On turns 1 to 3 into the army's own area, 5th and 6th into each other's once the line between
    them is gone; later anywhere, but never 6th Panzer Army into the 7th Army's area or the other way round."""
    if army == area:
        return True
    if {army, area} == {SIXTH, SEVENTH}:
        return False
    if p.turn > p.data.named.turns.boundaries_until:
        return True
    return {army, area} == {FIFTH, SIXTH} and north_line_open(p)


def corps_in_support(p: Field, units: Sequence[Unit], *, attacking: bool) -> set[str]:
    """12.3 The corps whose artillery may support these units: their own if in supply, or defending within 3 hexes of a
    supplied unit of it; any corps with a supplied unit within 3 hexes for American airborne in supply, and for all
    airborne out of it that defend."""
    own: set[str] = set()
    lent: set[str] = set()
    for unit in units:
        piece = p.data.counters[unit]
        if not gets_guns(p, unit):
            continue
        supplied = can_trace(p, unit)
        if piece.airborne and (not piece.british if supplied else not attacking):
            lent |= supplied_corps_near(p, p.where[unit])
        elif supplied or (not attacking and piece.formation in supplied_corps_near(p, p.where[unit])):
            own.add(piece.formation)
    if "one_corps_guns" in p.data.options and len({p.data.counters[unit].formation for unit in units} - {""}) > 1:
        own.clear()
    return (own | lent) - {""}


def supplied_corps_near(p: Field, hex: Hex) -> set[str]:
    """The corps that have a supplied combat unit within 3 hexes; air supply does not count for this (8.6)."""
    near = p.data.within_three[hex]
    units = [unit for unit in p.on_map(ALLIED) if p.where[unit] in near]
    return {p.data.counters[unit].formation for unit in units if can_trace(p, unit)} - {""}


def allied_guns(p: Field, corps: set[str], target: Hex, chosen: Sequence[int]) -> list[Unit]:
    """12.3 At most two to a combat, each once a round; 9.3 British guns in their area or next to it."""
    counters, british = p.data.counters, p.data.named.british_corps
    if not corps or sum(counters[asset].kind == "artillery" for asset in chosen) >= MOST_ALLIED_GUNS:
        return []
    return [
        asset
        for asset in guns_at_hand(p, ALLIED)
        if asset not in chosen
        and counters[asset].formation in corps
        and (counters[asset].formation != british or in_reach_of_british(p, target))
    ]


def in_reach_of_british(p: Field, hex: Hex) -> bool:
    bits = p.data.fixed_flags[ALLIED]
    return any(not bits[there] & OUTSIDE_BRITISH_AREA for there in (hex, *p.data.board.around(hex)))


def engineers_in_reach(p: Field, target: Hex, chosen: Sequence[int]) -> list[Unit]:
    """12.4.2 Engineers within 3 hexes that may still help a defender of their corps, the Delay asset or airborne; one
    to a combat, and as often as they are needed, unless the players have agreed otherwise."""
    near, counters, options = p.data.within_three[target], p.data.counters, p.data.options
    able = [asset for asset in p.data.engineers if p.where[asset] in near and asset not in chosen]
    if not able:
        return []
    defenders = [counters[unit] for unit in p.combat_units_in(target)]
    alone = "engineers_add_up" not in options or any(piece.kind == "delay" for piece in defenders)
    if alone and any(counters[asset].kind == "engineer" for asset in chosen):
        return []
    if "engineers_once" in options:
        able = [asset for asset in able if not p.used[asset]]
    anyone = any(piece.kind == "delay" or piece.airborne for piece in defenders)
    corps = {piece.formation for piece in defenders}
    return [asset for asset in able if anyone or counters[asset].formation in corps]


# --- by which rule -----------------------------------------------------------------------------------


def support_rule(p: Field, asset: Unit) -> str:
    """The case that says which combats an asset may support."""
    piece = p.data.counters[asset]
    if piece.kind == "artillery":
        return "12.2" if piece.side == GERMAN else "12.3"
    return SUPPORT_RULES.get(piece.kind, "12.1")


def why_no_support(p: Field, asset: Unit, units: Sequence[Unit]) -> Refusal:
    """Why an asset may not support these units."""
    rule = support_rule(p, asset)
    if p.data.counters[asset].kind in ("artillery", "nebelwerfer"):
        bans = [gun_ban(p, unit) for unit in units]
        rule = bans[0] if bans and all(bans) else rule
    return Refusal("cannot-support", {"unit": asset}, rule)


def gun_ban(p: Field, unit: Unit) -> str:
    """12.7, 12.9.1 The case by which a unit never has artillery support, if there is one."""
    piece = p.data.counters[unit]
    if piece.special == "paradrop":
        return "12.7"
    return "12.9.1" if piece.kind == "delay" else ""


# --- what it adds ------------------------------------------------------------------------------------


def rockets(p: Field, asset: Unit, target: Hex, doubled: bool) -> int:
    """12.2 A Nebelwerfer's strength by the terrain that favours the defender most; doubled after that, if it is."""
    strength = max(0, p.data.counters[asset].guns + rocket_terrain(p, target))
    return 2 * strength if doubled else strength


def rocket_terrain(p: Field, hex: Hex) -> int:
    """12.2 Clear +1, Village and Forest -1, Rough and Town -2; not cumulative."""
    terrain = p.data.terrain[hex]
    effects = [ROCKETS_IN_CLEAR if terrain == CLEAR else 0]
    if terrain == FOREST or hex in p.data.villages:
        effects.append(ROCKETS_ON_COVER)
    if terrain == ROUGH or hex in p.data.towns:
        effects.append(ROCKETS_ON_STRONGHOLD)
    return min(effects)
