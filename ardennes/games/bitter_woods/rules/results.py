"""9.5, 9.6 What the die brings: losses, retreats, what is left to be done, and advances."""

from __future__ import annotations

from ardennes.engine.procedure import Procedure
from ardennes.games.bitter_woods.rules.advance import Advance
from ardennes.games.bitter_woods.rules.attacks import Attack, read
from ardennes.games.bitter_woods.rules.casualties import Losses
from ardennes.games.bitter_woods.rules.details import in_schnee_eifel
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.holding import retreat_or_stand
from ardennes.games.bitter_woods.rules.leaders import with_them
from ardennes.games.bitter_woods.rules.odds import is_snowing
from ardennes.games.bitter_woods.rules.pledges import end_duties_in, engage, owe_counterattack
from ardennes.games.bitter_woods.rules.positions import is_fortified
from ardennes.games.bitter_woods.rules.removal import eliminate
from ardennes.games.bitter_woods.rules.shock import worn_out
from ardennes.numbers import ENEMY_OF, Unit


def involved(p: Field, attack: Attack) -> tuple[Unit, ...]:
    """9.6, 10.4 Attackers that suffer results: those beside the target, rockets among them."""
    rockets = [gun for gun in attack.support if p.data.counters[gun].kind == "rockets"]
    return (*attack.attackers, *rockets)


def defender_loses(p: Field, attack: Attack) -> Procedure | None:
    """9.5 1D# and FF cost the defender a step, DE everything; his part comes first."""
    found = read(attack.result)
    if found.kind == "DE":
        for unit in p.units_in(attack.target):
            eliminate(p, unit, "9.5")
    if found.kind == "FF" or (found.kind == "D" and found.losses):
        return Losses(side=ENEMY_OF[attack.side], units=tuple(p.units_in(attack.target)), n=1)
    return None


def defender_retreats(p: Field, attack: Attack) -> Procedure | None:
    """9.5 D# makes the defenders retreat."""
    found = read(attack.result)
    if found.kind != "D" or not p.units_in(attack.target):
        return None
    units = [unit for unit in p.units_in(attack.target) if p.data.counters[unit].combat_unit]
    return retreat_or_stand(p, ENEMY_OF[attack.side], found.hexes, units)


def attacker_loses(p: Field, attack: Attack) -> Procedure | None:
    """9.5 1A# and FF cost the attacker a step, AE everything."""
    found, units = read(attack.result), involved(p, attack)
    if found.kind == "AE":
        for unit in units:
            eliminate(p, unit, "9.5")
    if found.kind == "FF" or (found.kind == "A" and found.losses):
        return Losses(side=attack.side, units=(*units, *with_them(p, attack.origins, attack.side)), n=1)
    return None


def attrition(p: Field, attack: Attack) -> Procedure | None:
    """20.0 A result with an asterisk costs a worn-out attacker a step."""
    units = worn_out(p, attack)
    return Losses(side=attack.side, units=units, n=1, rule="20.0") if units else None


def attacker_retreats(p: Field, attack: Attack) -> Procedure | None:
    """9.5 A# makes the attackers retreat; 30.0 a hex less in the Schnee Eifel."""
    found = read(attack.result)
    left = [unit for unit in involved(p, attack) if p.where[unit] >= 0]
    hexes = found.hexes - in_schnee_eifel(p, attack)
    return retreat_or_stand(p, attack.side, hexes, left) if found.kind == "A" and left and hexes else None


def pledge(p: Field, attack: Attack) -> None:
    """9.5 CA and ENG leave something to be done; 8.2 not CA in a fortification."""
    found = read(attack.result)
    if found.kind == "CA" and not is_fortified(p, attack.target):
        owe_counterattack(p, ENEMY_OF[attack.side], attack.target, attack.defenders, attack.attackers)
    elif found.kind == "ENG":
        engage(p, attack.side, attack.target, attack.attackers, attack.defenders)
    end_duties_in(p, attack.target)


def attacker_advances(p: Field, attack: Attack) -> Procedure | None:
    """9.8 D# and DE let the attackers advance, FF where the defenders are gone and an attacker is left; 8.3 through
    Clervaux half as far, and without the bonus; 2.9 in snow half as far; 30.0 in the Schnee Eifel a hex less."""
    found = read(attack.result)
    if found.kind == "ADV":
        return go_past(p, attack, found.hexes)
    if found.kind not in ("D", "DE", "FF") or p.units_in(attack.target):
        return None
    hexes = (found.hexes or 1) - in_schnee_eifel(p, attack)
    if not hexes:
        return None
    clervaux = attack.target == p.data.clervaux
    no_bonus = ("FF", "DE") if "no_bonus_after_elimination" in p.data.options else ("FF",)
    if is_snowing(p):
        hexes = (hexes + 1) // 2
    return Advance(
        side=attack.side,
        first=(attack.target,),
        hexes=(hexes + 1) // 2 if clervaux else hexes,
        road_bonus=found.kind not in no_bonus and not clervaux,
        waiting=(*sorted(attack.attackers), *with_them(p, attack.origins, attack.side)),
        converts=attack.alone,
    )


def go_past(p: Field, attack: Attack, hexes: int) -> Advance:
    """23.3 Mechanized attackers advance past the defenders; 2.9 in snow half as far."""
    bonus = "angriff_road_bonus" in p.data.options
    hexes = (hexes + 1) // 2 if is_snowing(p) else hexes
    left = tuple(sorted(attack.attackers))
    return Advance(side=attack.side, first=(), past=attack.target, hexes=hexes, road_bonus=bonus, waiting=left)


def defender_advances(p: Field, attack: Attack) -> Procedure | None:
    """9.5 After A# and AE the defenders may advance one hex, each into a hex that the attackers have left."""
    found = read(attack.result)
    left = tuple(hex for hex in attack.origins if p.side_in(hex) != attack.side)
    if found.kind not in ("A", "AE") or not left:
        return None
    here = tuple(sorted(unit for unit in attack.defenders if p.where[unit] == attack.target))
    return Advance(side=ENEMY_OF[attack.side], first=left, hexes=1, road_bonus=False, waiting=here)
