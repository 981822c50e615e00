"""Attacks worth making: who takes part, with which assets, and what comes of it on average, by the rules' own odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ardennes.advisor.packages import Package, better, mean, with_what_pays, without_those_not_missed
from ardennes.engine.dice import every_branch
from ardennes.games.deadly_woods.ai.fields import Fields
from ardennes.games.deadly_woods.rules.combat import attackers, can_attack
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.odds import AUTOMATIC, Attack, is_alone, odds, result
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.retreats import can_go_back
from ardennes.games.deadly_woods.rules.support import attack_support, defence_guns, engineers_in_reach

NOT_MISSED = 0.015
"""What a unit must add to an attack that could go on without it."""
CHEAP = 0.01
"""What an asset must add that is fresh again in the next round."""
DOUBLING = 0.3
"""What firing with double strength must add, for it costs a rocket launcher two turns."""


class Fights:
    """Packages of one round; what has been worked out is kept while the same units face each other."""

    def __init__(self, p: Field, side: int, fields: Fields) -> None:
        self.p, self.side, self.fields, self.plan = p, side, fields, fields.plan
        self._known: dict[tuple[object, ...], Package[Attack] | None] = {}
        self._stuck: dict[tuple[int, ...], float] = {}

    def package(self, target: int, candidates: Sequence[int] | None = None) -> Package[Attack] | None:
        """The best attack on a hex by those who may attack it now."""
        p, where, around = self.p, self.p.where, self.p.data.board.around(target)
        able = attackers(p, self.side) if candidates is None else candidates
        units = tuple([unit for unit in able if where[unit] in around and can_attack(p, unit, target)])
        defenders = tuple(p.combat_units_in(target))
        if not units or not defenders:
            return None
        guns = attack_support(p, self.side, units, target, ())
        key = (target, units, defenders, tuple([p.steps[unit] for unit in (*units, *defenders)]), tuple(guns))
        if key not in self._known:
            self._known[key] = self._put_together(target, units)
        return self._known[key]

    def _put_together(self, target: int, units: tuple[int, ...]) -> Package[Attack]:
        p, value = self.p, self._valuer(target)
        best = value(Attack(side=self.side, target=target, attackers=units))
        together = tuple(unit for unit in units if not is_alone(p, unit))
        if together and len(together) < len(units):
            best = better(best, value(Attack(side=self.side, target=target, attackers=together)))
        weakest_first = sorted(best.attack.attackers, key=lambda unit: p.face(unit).attack)
        best = without_those_not_missed(best, value, weakest_first, NOT_MISSED)
        best = with_what_pays(best, value, self._with_a_gun, self.plan.guns if self.side == GERMAN else CHEAP)
        for asset in best.attack.support:
            if p.data.counters[asset].kind == "nebelwerfer":
                doubled = value(msgspec.structs.replace(best.attack, doubled=(asset,)))
                best = doubled if doubled.gain > best.gain + DOUBLING else best
        return best

    def _with_a_gun(self, attack: Attack) -> list[Attack]:
        return [
            msgspec.structs.replace(attack, support=(*attack.support, asset)) for asset in self._guns_to_add(attack)
        ]

    def _guns_to_add(self, attack: Attack) -> list[int]:
        """One asset of each strength: what the first adds, the others add too."""
        found: dict[tuple[str, int], int] = {}
        for asset in attack_support(self.p, self.side, attack.attackers, attack.target, attack.support):
            piece = self.p.data.counters[asset]
            found.setdefault((piece.kind, piece.guns), asset)
        return list(found.values())

    def _valuer(self, target: int) -> Callable[[Attack], Package[Attack]]:
        """Says what attacks on a hex bring if the strongest gun and all engineers answer them."""
        p, enemy = self.p, 1 - self.side
        guns = sorted(defence_guns(p, enemy, target, ()), key=lambda gun: p.data.counters[gun].guns)
        answer = tuple(guns[-1:])
        while enemy == ALLIED and (engineers := engineers_in_reach(p, target, answer)):
            answer += (engineers[0],)
        worth = self.worths(Attack(side=self.side, target=target))

        def value(attack: Attack) -> Package[Attack]:
            return Package(attack, self.mean(msgspec.structs.replace(attack, answer=answer), worth))

        return value

    def gain(self, attack: Attack) -> float:
        """11.3.3 What an attack brings its attacker on average."""
        return self.mean(attack, self.worths(attack))

    def mean(self, attack: Attack, worth: dict[str, float]) -> float:
        """11.3.3 The mean over the die of what each result is worth to the attacker."""
        found = odds(self.p, attack)
        column, known = found.column, self.fields.ground.chances
        if column < 0:
            return worth[AUTOMATIC]
        key = (column, found.die.total)
        if key not in known:
            rolled = every_branch(lambda dice: result(self.p, found, dice.die()))
            known[key] = {outcome: float(chance) for outcome, chance in rolled.items()}
        return mean(known[key], worth)

    def worths(self, attack: Attack) -> dict[str, float]:
        """11.3.3 What each result is worth to the attacker, whoever takes part."""
        p, plan, fields, target = self.p, self.plan, self.fields, attack.target
        defenders = p.combat_units_in(target)
        mine = fields.side == attack.side
        goal = target in fields.wanted if mine else target in p.data.victory_hexes
        taken = plan.push + plan.ground * fields.ground_worth(target) + plan.goal * goal
        last = len(defenders) == 1 and p.steps[defenders[0]] == 1
        exchange = plan.harm - plan.blood + (taken if last else 0.0)
        driven = taken + plan.harm * self._caught(tuple(defenders))
        return {"AL1": -plan.blood, "BL1": exchange, "DR": driven, "DR*": driven + plan.harm}

    def bled(self, target: int) -> dict[str, float]:
        """11.3.3 The same by steps alone, as they are priced by the side that is attacked."""
        plan, caught = self.plan, self._caught(tuple(self.p.combat_units_in(target)))
        driven = plan.blood * caught
        return {"AL1": -plan.harm, "BL1": plan.blood - plan.harm, "DR": driven, "DR*": driven + plan.blood}

    def _caught(self, defenders: tuple[int, ...]) -> float:
        """11.4 Steps that a retreat would cost because there is no way back."""
        key = (*defenders, *(self.p.where[unit] for unit in defenders))
        if key not in self._stuck:
            movable = [unit for unit in defenders if self.p.data.counters[unit].moves]
            stuck = sum(not can_go_back(self.p, unit) for unit in movable)
            gone = sum(self.p.steps[unit] for unit in defenders if unit not in movable)
            self._stuck[key] = float(stuck + gone)
        return self._stuck[key]
