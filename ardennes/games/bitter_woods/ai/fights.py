"""Attacks worth making: who takes part, with which guns, and what comes of it on average, by the rules' own odds."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import msgspec

from ardennes.advisor import packages
from ardennes.games.bitter_woods.ai.fields import Fields
from ardennes.games.bitter_woods.ai.plan import Plan
from ardennes.games.bitter_woods.rules.artillery import attack_support, defence_support
from ardennes.games.bitter_woods.rules.attackers import able
from ardennes.games.bitter_woods.rules.attacks import Attack, Result
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.odds import odds, result
from ardennes.games.bitter_woods.rules.pieces import COLUMNS
from ardennes.games.bitter_woods.rules.results import involved
from ardennes.games.bitter_woods.rules.retreats import is_open
from ardennes.numbers import ENEMY_OF, Hex, Unit
from ardennes.rules.odds import odds_column

THROWN_BACK = -0.1
"""9.7 A hex of one's own retreat."""
LEFT_OPEN = {"CA": 0.08, "ENG": -0.05}
"""9.5 A counterattack that the enemy owes, and an engagement."""


class Fights(packages.Fights[Field, Fields, Attack]):
    """Packages of one phase."""

    not_missed = 0.02

    def able(self, target: Hex, candidates: Sequence[Unit] | None) -> tuple[Unit, ...]:
        return tuple(able(self.p, self.side, target) if candidates is None else candidates)

    def defenders(self, target: Hex) -> tuple[Unit, ...]:
        return tuple(self.p.units_in(target))

    def at_hand(self, target: Hex, units: tuple[Unit, ...]) -> Hashable:
        p = self.p
        guns, places = tuple(attack_support(p, self.side, target)), tuple([p.where[unit] for unit in units])
        return guns, places, p.air(self.side)

    def attacks(self, target: Hex, units: tuple[Unit, ...]) -> list[Attack]:
        return [Attack(side=self.side, target=target, attackers=units)]

    def strength(self, unit: Unit) -> int:
        return self.p.face(unit).strength

    def additions(self, attack: Attack) -> list[Attack]:
        """One gun of each strength, and an aircraft."""
        guns: dict[int, int] = {}
        for gun in attack_support(self.p, self.side, attack.target):
            if gun not in attack.support:
                guns.setdefault(self.strength(gun), gun)
        more = [msgspec.structs.replace(attack, support=(*attack.support, gun)) for gun in guns.values()]
        flies = self.p.air(self.side) and not attack.air
        return [*more, msgspec.structs.replace(attack, air=True)] if flies else more

    def answer(self, target: Hex) -> tuple[int, ...]:
        """The strongest gun."""
        return tuple(sorted(defence_support(self.p, ENEMY_OF[self.side], target), key=self.strength)[-1:])

    def is_below_table(self, attack: Attack) -> bool:
        """9.2 Such an attack is rolled in the first column."""
        found = odds(self.p, attack)
        return odds_column(COLUMNS, found.attack.total, found.defence.total) < 0

    def chances(self, attack: Attack) -> Mapping[str, float]:
        """9.2 By column and die."""
        found = odds(self.p, attack)
        return self.rolled((found.column, found.modifier), lambda dice: result(self.p, found, dice.die()))

    def mean(self, attack: Attack, worth: Mapping[str, float]) -> float:
        """9.5 AE costs whoever takes part."""
        steps = sum([self.p.steps[unit] for unit in involved(self.p, attack)])
        return super().mean(attack, {**worth, "AE": -self.plan.blood * steps})

    def worths(self, attack: Attack) -> dict[str, float]:
        """9.5 What each result is worth to the attacker, whoever takes part."""
        p, fields, target = self.p, self.fields, attack.target
        plan: Plan = self.plan
        defenders = p.units_in(target)
        steps, caught = sum([p.steps[unit] for unit in defenders]), self._caught(defenders)
        goal = target in fields.wanted if fields.side == attack.side else target in fields.goals
        taken = plan.ground * fields.ground_worth(target) + plan.goal * goal

        def worth(found: Result) -> float:
            match found.kind:
                case "D":
                    return taken + plan.push * found.hexes + plan.harm * min(steps, found.losses + caught)
                case "DE":
                    return taken + plan.push + plan.harm * steps
                case "FF":
                    return plan.harm - plan.blood + (taken if steps == 1 else 0.0)
                case "A":
                    return THROWN_BACK * found.hexes - plan.blood * found.losses
                case kind:
                    return LEFT_OPEN.get(kind, 0.0)

        return {text: worth(found) for text, found in fields.ground.results.items()}

    def _caught(self, defenders: Sequence[Unit]) -> int:
        """9.7 Steps that a retreat would cost because there is no way back."""
        p, around = self.p, self.p.data.board.around
        stuck = [
            unit
            for unit in defenders
            if not any(is_open(p, unit, p.where[unit], there) for there in around(p.where[unit]))
        ]
        return sum([p.steps[unit] for unit in stuck])
