"""Attacks as they are made: who takes part, with which guns, and what comes of it on average, by the rules' odds."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import msgspec

from ardennes.games.wacht_am_rhein.ai.assaults import Worth, mean, worth_of
from ardennes.games.wacht_am_rhein.ai.fields import Fields
from ardennes.games.wacht_am_rhein.rules.artillery import barrage_points, barraging, protecting, supported
from ardennes.games.wacht_am_rhein.rules.attacks import Attack, Combat, phase_of
from ardennes.games.wacht_am_rhein.rules.declaring import Declare
from ardennes.games.wacht_am_rhein.rules.duties import closure, front
from ardennes.games.wacht_am_rhein.rules.field import Field
from ardennes.games.wacht_am_rhein.rules.ground_support import air_for_attack
from ardennes.games.wacht_am_rhein.rules.joining import joining, supporting, why_no_support, with_all
from ardennes.games.wacht_am_rhein.rules.odds import is_below_minimum, odds
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules.obligations import Front

ANSWERED_WITH = 2
"""11.4, 11.46 So many of the guns that could answer an attack are expected to: they fire once in a Game-Turn."""
IMPOSED = 2.0
"""10.13 Steps that it costs to leave an enemy, who must be attacked, to those who would rather stay where they are."""
NOT_MISSED = 0.02
"""What a unit must add to an attack, if it could make another."""
DECLARE = Declare()


class Package(NamedTuple):
    """An attack as it should be declared, and what it gains."""

    attack: Attack
    gain: float


class Fights:
    """The best attacks of one Combat Phase, worked out anew after every answer that changes something."""

    def __init__(self, p: Field, side: Side, fields: Fields) -> None:
        self.p, self.side, self.fields = p, side, fields
        self._known: dict[Hashable, Package | None] = {}

    # --- what an attack is worth ------------------------------------------------------------------

    def gain(self, attack: Attack, worth: Worth | None = None) -> float:
        """What an attack brings its attacker on average, as it is; guns are not to be had for nothing."""
        p, plan = self.p, self.fields.plan
        worth = worth or self.worth(attack)
        found = odds(p, attack)
        # Protective fire only adds to the defence: who is on the table with it is so without.
        if found.printed < 0 and not attack.barrage and is_below_minimum(p, attack):
            return -worth.blood * sum(p.steps[unit] for unit in attack.attackers)
        return mean(self.fields, found.column, worth) - plan.guns * len(attack.guns)

    def worth(self, attack: Attack) -> Worth:
        """All its targets together; guns far away have nothing to lose."""
        first, *others = [worth_of(self.fields, self.p, hex, attack.side) for hex in attack.targets or (attack.target,)]
        for other in others:
            first = first._replace(
                ground=first.ground + other.ground, steps=first.steps + other.steps, step=max(first.step, other.step)
            )
        return first._replace(blood=0.0) if attack.barrage else first

    def answered(self, attack: Attack) -> Attack:
        """The attack with the protective fire that is to be expected."""
        guns = protecting(self.p, attack)[:ANSWERED_WITH]
        return msgspec.structs.replace(attack, answer=tuple(guns)) if guns else attack

    # --- attacks of units -------------------------------------------------------------------------

    def package(self, target: Hex) -> Package | None:
        """The best attack on a hex that may be made now, if there is one."""
        key = self._signature(target)
        if key not in self._known:
            self._known[key] = self._put_together(target)
        found = self._known[key]
        still_good = found is None or DECLARE.why_not_go(self.p, found.attack) is None
        return found if still_good else self._put_together(target)

    def _signature(self, target: Hex) -> Hashable:
        """What the best attack on a hex depends on: who is near, what they have done, and the guns that are left."""
        p, side = self.p, self.side
        combat = phase_of(p, side)
        near = [unit for hex in sorted(p.data.within[2][target]) for unit in p.units_in(hex)]
        units = tuple([(unit, p.steps[unit], p.fought[unit]) for unit in near])
        guns = tuple([gun for gun in barraging(p, side, target) if p.where[gun] >= 0])
        return target, units, guns, combat.group, combat.flown

    def _put_together(self, target: Hex) -> Package | None:
        """The best attack on a hex: units join one after another, those first who have no other enemy, as long as that
        pays; then guns and aircraft. It is one that may be made."""
        p = self.p
        combat = phase_of(p, self.side)
        base = self.answered(Attack(side=self.side, target=target))
        line, attack, best = front(p, combat), base, None
        while able := joining(p, combat, attack):
            unit = min(able, key=lambda unit: (len(line.enemies.get(p.where[unit], ())), -self._strength(unit)))
            attack = msgspec.structs.replace(attack, attackers=(*attack.attackers, unit))
            whole = self._closed(combat, attack)
            if whole is None:
                continue
            found = self._with_all_owed(combat, line, whole)
            if best is None or found.gain > best.gain + NOT_MISSED:
                best = found
            elif best.gain > self.fields.plan.eager and len(whole.attackers) > len(best.attack.attackers) + 1:
                break
        if best is not None:
            complete = self._may_go(self._with_air(self._with_guns(combat, best)))
            if complete is not None:
                return complete
        return self._may_go(self._with_everything(combat, base))

    def _with_all_owed(self, combat: Combat, line: Front, attack: Attack) -> Package:
        """8.41 The attack, or the same on all enemies beside it whom somebody would have to attack who need not: it
        spares a garrison that who is lost anyway takes them all."""
        imposed = IMPOSED * self.fields.plan.blood
        left = _left_to_others(line, attack)
        best = Package(attack, self.gain(attack) - imposed * len(left))
        beside = frozenset.intersection(*(line.enemies[line.where[unit]] for unit in attack.attackers))
        if not (more := tuple(sorted(left & beside))):
            return best
        wider = self._closed(combat, msgspec.structs.replace(attack, also=(*attack.also, *more)))
        if wider is None or DECLARE.why_not_go(self.p, msgspec.structs.replace(wider, answer=())) is not None:
            return best
        gain = self.gain(wider) - imposed * len(_left_to_others(line, wider))
        return Package(wider, gain) if gain > best.gain else best

    def _may_go(self, package: Package) -> Package | None:
        """The attack without the answer that was expected, if it may be made as it is."""
        attack = msgspec.structs.replace(package.attack, answer=())
        return Package(attack, package.gain) if DECLARE.why_not_go(self.p, attack) is None else None

    def _with_everything(self, combat: Combat, base: Attack) -> Package:
        """10.62 An attack that must be made with all there is."""
        p, attack = self.p, with_all(self.p, combat, base)
        while attack.attackers and (guns := supporting(p, combat, attack)):
            attack = msgspec.structs.replace(attack, guns=(*attack.guns, guns[0]))
        if attack.attackers:
            attack = msgspec.structs.replace(attack, air=attack.air + air_for_attack(p, attack))
        return Package(attack, self.gain(attack))

    def _strength(self, unit: Unit) -> int:
        return self.p.face(unit).attack

    def _closed(self, combat: Combat, attack: Attack) -> Attack | None:
        """10.13, 10.21 The attack with those who must take part in it; None if that cannot be."""
        whole = closure(self.p, combat, attack.attackers, attack.targets, attack.guns)
        if not whole.possible:
            return None
        more = tuple(sorted(whole.attackers.difference(attack.attackers)))
        also = tuple(sorted(whole.targets.difference(attack.targets)))
        if not more and not also:
            return attack
        return msgspec.structs.replace(attack, attackers=(*attack.attackers, *more), also=(*attack.also, *also))

    def _with_guns(self, combat: Combat, best: Package) -> Package:
        """11.2 Guns are added, the strongest first, as long as a column that they reach is worth them."""
        p, worth = self.p, self.worth(best.attack)
        units = supported(p, best.attack)
        hexes = best.attack.targets
        guns = sorted(supporting(p, combat, best.attack), key=lambda gun: (-barrage_points(p, gun, units, hexes), gun))
        attack = best.attack
        for gun in guns:
            if why_no_support(p, combat, attack, gun) is not None:
                continue
            attack = msgspec.structs.replace(attack, guns=(*attack.guns, gun))
            gain = self.gain(attack, worth)
            if gain > best.gain:
                best = Package(attack, gain)
            elif len(attack.guns) > len(best.attack.guns) + 2:
                break
        return best

    def _with_air(self, best: Package) -> Package:
        """19.1 Aircraft where they reach another column, the fewest that do."""
        worth = self.worth(best.attack)
        for points in range(1, air_for_attack(self.p, best.attack) + 1):
            attack = msgspec.structs.replace(best.attack, air=points)
            gain = self.gain(attack, worth)
            if gain > best.gain + NOT_MISSED:
                return Package(attack, gain)
        return best

    # --- attacks of guns alone --------------------------------------------------------------------

    def barrage(self, target: Hex) -> Package:
        """11.3 With the fewest guns that bring most, those that cannot be attacked back."""
        p, combat = self.p, phase_of(self.p, self.side)
        whole = with_all(p, combat, Attack(side=self.side, target=target, barrage=True))
        worth = self.worth(whole)
        best = Package(whole, self.gain(whole, worth))
        for gun in reversed(whole.guns):
            fewer = msgspec.structs.replace(
                best.attack, guns=tuple(other for other in best.attack.guns if other != gun)
            )
            if fewer.guns and not is_below_minimum(p, fewer) and DECLARE.why_not_go(p, fewer) is None:
                gain = self.gain(fewer, worth)
                best = Package(fewer, gain) if gain >= best.gain else best
        return best

    # --- the defender -----------------------------------------------------------------------------

    def threat(self, attack: Attack, column: int) -> float:
        """What an attack of the enemy takes on average in a column."""
        return mean(self.fields, column, self.worth(attack))


def _left_to_others(line: Front, attack: Attack) -> frozenset[Hex]:
    """10.13 Enemies beside an attack who must be attacked, and beside whom nobody else must attack anybody."""
    sent, hexes = set(attack.attackers), {line.where[unit] for unit in attack.attackers}

    def is_left(enemy: Hex) -> bool:
        beside = line.beside.get(enemy, ())
        owing = (unit for hex in beside for unit in line.ready[hex] if unit in line.owing)
        return not hexes.isdisjoint(beside) and sent.issuperset(owing)

    return frozenset(enemy for enemy in line.owed.difference(attack.targets) if is_left(enemy))


def best_of(packages: Sequence[Package]) -> Package | None:
    return max(packages, key=lambda package: (package.gain, package.attack.target), default=None)
