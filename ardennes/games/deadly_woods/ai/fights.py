"""Attacks worth making: who takes part, with which assets, and what comes of it on average, by the rules' own odds."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import msgspec

from ardennes.advisor import packages
from ardennes.advisor.packages import Package
from ardennes.games.deadly_woods.ai.fields import Fields
from ardennes.games.deadly_woods.rules.combat import attackers, can_attack
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.odds import AUTOMATIC, Attack, is_alone, odds, result
from ardennes.games.deadly_woods.rules.pieces import ALLIED, GERMAN
from ardennes.games.deadly_woods.rules.retreats import can_go_back
from ardennes.games.deadly_woods.rules.support import attack_support, defence_guns, engineers_in_reach
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit

CHEAP = 0.01
"""What an asset must add that is fresh again in the next round."""
DOUBLING = 0.3
"""What firing with double strength must add, for it costs a rocket launcher two turns."""


class Fights(packages.Fights[Field, Fields, Attack]):
    """Packages of one round."""

    not_missed = 0.015

    def __init__(self, p: Field, side: Side, fields: Fields) -> None:
        super().__init__(p, side, fields)
        self._stuck: dict[tuple[int, ...], float] = {}

    def able(self, target: Hex, candidates: Sequence[Unit] | None) -> tuple[Unit, ...]:
        p, where, around = self.p, self.p.where, self.p.data.board.around(target)
        units = attackers(p, self.side) if candidates is None else candidates
        return tuple([unit for unit in units if where[unit] in around and can_attack(p, unit, target)])

    def defenders(self, target: Hex) -> tuple[Unit, ...]:
        return tuple(self.p.combat_units_in(target))

    def at_hand(self, target: Hex, units: tuple[Unit, ...]) -> Hashable:
        return tuple(attack_support(self.p, self.side, units, target, ()))

    def attacks(self, target: Hex, units: tuple[Unit, ...]) -> list[Attack]:
        """With all, and without those who may only attack alone."""
        together = tuple(unit for unit in units if not is_alone(self.p, unit))
        tried = (units, together) if together and len(together) < len(units) else (units,)
        return [Attack(side=self.side, target=target, attackers=joining) for joining in tried]

    def strength(self, unit: Unit) -> int:
        return self.p.face(unit).attack

    def put_together(self, target: Hex, units: tuple[Unit, ...]) -> Package[Attack]:
        best = super().put_together(target, units)
        for asset in best.attack.support:
            if self.p.data.counters[asset].kind == "nebelwerfer":
                doubled = self.valuer(target)(msgspec.structs.replace(best.attack, doubled=(asset,)))
                best = doubled if doubled.gain > best.gain + DOUBLING else best
        return best

    def additions(self, attack: Attack) -> list[Attack]:
        """One asset of each strength: what the first adds, the others add too."""
        found: dict[tuple[str, int], int] = {}
        for asset in attack_support(self.p, self.side, attack.attackers, attack.target, attack.support):
            piece = self.p.data.counters[asset]
            found.setdefault((piece.kind, piece.guns), asset)
        return [msgspec.structs.replace(attack, support=(*attack.support, asset)) for asset in found.values()]

    @property
    def price_of_support(self) -> float:
        return self.plan.guns if self.side == GERMAN else CHEAP

    def answer(self, target: Hex) -> tuple[int, ...]:
        """The strongest gun, or two where he may add two, and all engineers."""
        p, enemy, answer = self.p, ENEMY_OF[self.side], tuple[int, ...]()
        while guns := defence_guns(p, enemy, target, answer):
            answer += (max(guns, key=lambda gun: (p.data.counters[gun].guns, guns.index(gun))),)
            if not self.plan.whole_answer:
                break
        while enemy == ALLIED and (engineers := engineers_in_reach(p, target, answer)):
            answer += (engineers[0],)
        return answer

    def is_below_table(self, attack: Attack) -> bool:
        """11.3.2 Before or after the shifts: the attacker loses a step at once."""
        return odds(self.p, attack).column < 0

    def chances(self, attack: Attack) -> Mapping[str, float]:
        """11.3.3 By column and die."""
        found = odds(self.p, attack)
        if found.column < 0:
            return {AUTOMATIC: 1.0}
        return self.rolled((found.column, found.die.total), lambda dice: result(self.p, found, dice.die()))

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

    def bled(self, target: Hex) -> dict[str, float]:
        """11.3.3 The same by steps alone, as they are priced by the side that is attacked."""
        plan, caught = self.plan, self._caught(tuple(self.p.combat_units_in(target)))
        driven = plan.blood * caught
        return {"AL1": -plan.harm, "BL1": plan.blood - plan.harm, "DR": driven, "DR*": driven + plan.blood}

    def _caught(self, defenders: tuple[Unit, ...]) -> float:
        """11.4 Steps that a retreat would cost because there is no way back."""
        key = (*defenders, *(self.p.where[unit] for unit in defenders))
        if key not in self._stuck:
            movable = [unit for unit in defenders if self.p.data.counters[unit].moves]
            stuck = sum(not can_go_back(self.p, unit) for unit in movable)
            gone = sum(self.p.steps[unit] for unit in defenders if unit not in movable)
            self._stuck[key] = float(stuck + gone)
        return self._stuck[key]
