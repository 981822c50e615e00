"""11.0 Combat: an attack is declared (11.3.1), the defender answers, the die is rolled (11.3.3), results follow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from ardennes.engine.derived import Until, derived
from ardennes.engine.dice import every_branch
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.deadly_woods.rules import aftermath
from ardennes.games.deadly_woods.rules.control import cross_meuse, crosses_meuse
from ardennes.games.deadly_woods.rules.field import HAS_MOVED, MAY_ATTACK, MAY_ATTACK_UNMOVED, Field, send_to_track
from ardennes.games.deadly_woods.rules.odds import AUTOMATIC, Attack, odds, result
from ardennes.games.deadly_woods.rules.pieces import (
    COLUMNS,
    CONVERT,
    DONE,
    DOUBLE,
    GERMAN,
    GO,
    JOIN,
    MOTORIZED,
    SUPPORT,
)
from ardennes.games.deadly_woods.rules.supply import is_supplied
from ardennes.games.deadly_woods.rules.support import attack_support, defence_support, support_rule, why_no_support
from ardennes.kernels.counters import having, lacking
from ardennes.numbers import ENEMY_OF, Hex, Side, Unit
from ardennes.rules import fighting
from ardennes.rules.picking import Pick

DOUBLED_BACK_IN = 2
"""12.2 A Nebelwerfer that has fired with double strength comes back two turns later."""
RETREATS, EXCHANGE = ("DR", "DR*"), "BL1"
COSTS_ATTACKER, COSTS_DEFENDER = (AUTOMATIC, EXCHANGE), (EXCHANGE, "DR*")
FOUGHT, WAS_ATTACKED = 1, 2


# --- who may attack ----------------------------------------------------------------------------------


def can_attack(p: Field, unit: Unit, hex: Hex) -> bool:
    """11.1 Whether a unit stands next to a hex and the hexside is not prohibited: motorized units neither cross a river
    without a bridge nor attack across it."""
    board, here = p.data.board, p.where[unit]
    if hex not in board.around(here):
        return False
    side = board.side(here, hex)
    return not board.river[side] or bool(board.bridge[side]) or p.data.counters[unit].kind not in MOTORIZED


@derived(Until.ANY_CHANGE)
def attackers(p: Field, side: Side) -> list[Unit]:
    """11.2, 14.4 Units that may attack now; some only if they have not moved."""
    able = lacking(having(p.on_map(side), p.may, MAY_ATTACK | MAY_ATTACK_UNMOVED), p.fought)
    where, front = p.where, p.front(side) if able else ()
    return [unit for unit in able if where[unit] in front and may_attack(p, unit)]


def may_attack(p: Field, unit: Unit) -> bool:
    """11.2, 14.4 Whether a unit beside the enemy may attack now."""
    may = p.may[unit]
    if p.fought[unit] or not (may & MAY_ATTACK or (may & MAY_ATTACK_UNMOVED and p.moved[unit] != HAS_MOVED)):
        return False
    return p.face(unit).attack > 0 and is_supplied(p, unit)


def able(p: Field, side: Side, hex: Hex) -> list[Unit]:
    """11.2 Units of a side that could attack an enemy hex now."""
    counters, around = p.data.counters, p.data.board.around(hex)
    near = sorted([unit for here in around for unit in p.combat_units_in(here)])
    return [unit for unit in near if counters[unit].side == side and may_attack(p, unit) and can_attack(p, unit, hex)]


# --- what would come of it ---------------------------------------------------------------------------


def preview(p: Field, attack: Attack, *, answered: bool = False) -> About:
    """11.3.2 Odds, shifts and every result with its chance. Where the defender may still answer, the results with so
    many factors of artillery and so many engineers have their numbers in front."""
    found = odds(p, attack)
    tallies = {"attack": found.attack, "defence": found.defence, "shifts": found.shifts, "die": found.die}
    answering = [("", attack)] if answered else answers(p, attack)
    expected = fighting.prospects(p, answering, outcomes, effect, "odds-drive-off")
    if found.column < 0:
        note = Text("automatic-loss", {}, "11.3.2")
    else:
        note = Text("final-column", {"printed": COLUMNS[found.printed], "column": COLUMNS[found.column]}, "11.3.2")
    return About(summary=expected.summary, tallies=tallies, chances=expected.chances, notes=(note,), rules=("11.3.2",))


def effect(p: Field, attack: Attack, result: str) -> fighting.Effect:
    """11.3.3 What a result does to the defenders and to the attackers."""
    lost, steps = int(result in COSTS_DEFENDER), sum(p.steps[unit] for unit in p.combat_units_in(attack.target))
    return fighting.Effect(lost, int(result in COSTS_ATTACKER), result in RETREATS or lost >= steps)


def outcomes(p: Field, attack: Attack) -> dict[str, Fraction]:
    """11.3.3 Every result with its chance; none where no die is rolled."""
    found = odds(p, attack)
    return dict(sorted(every_branch(lambda dice: result(p, found, dice.die())).items())) if found.column >= 0 else {}


def answers(p: Field, attack: Attack) -> list[tuple[str, Attack]]:
    """The attack with what the defender might add, once for each number of factors and engineers, and its name."""
    side, counters = ENEMY_OF[attack.side], p.data.counters
    found: dict[tuple[int, int, int], tuple[Unit, ...]] = {}

    def add(answer: tuple[Unit, ...]) -> None:
        added = [counters[asset] for asset in answer if asset not in attack.answer]
        engineers = sum(piece.kind == "engineer" for piece in added)
        key = (sum(piece.guns for piece in added), engineers, len(added))
        if key not in found:
            found[key] = answer
            for asset in defence_support(p, side, attack.target, answer):
                add((*answer, asset))

    add(attack.answer)
    return [
        (_name(factors, engineers), msgspec.structs.replace(attack, answer=answer))
        for (factors, engineers, _), answer in sorted(found.items())
    ]


def _name(factors: int, engineers: int) -> str:
    return "+".join(f"{what}-{number}" for what, number in (("guns", factors), ("engineers", engineers)) if number)


# --- announcing --------------------------------------------------------------------------------------


class Announce(fighting.DeclareAttack[Field, Attack]):
    """11.3.1 Who attacks, then with which artillery and Nebelwerfer; one Nebelwerfer may fire with double strength."""

    prompt, rule = "announce-attack", "11.3.1"
    reasons = {
        JOIN: ("cannot-join", "11.2"),
        DOUBLE: ("cannot-double", "12.2"),
        GO: ("nobody-attacks", "11.3.1"),
    }
    deliberate = (GO,)
    join, go, adds = JOIN, GO, {JOIN: "attackers", SUPPORT: "support", DOUBLE: "doubled"}
    foretell = staticmethod(preview)

    def able(self, p: Field, attack: Attack) -> list[Unit]:
        return able(p, attack.side, attack.target) if not attack.support else []

    def support(self, p: Field, attack: Attack) -> list[int]:
        guns = attack_support(p, attack.side, attack.attackers, attack.target, attack.support)
        rockets = [asset for asset in attack.support if p.data.counters[asset].kind == "nebelwerfer"]
        return [SUPPORT + asset for asset in guns] + [
            DOUBLE + asset for asset in rockets if asset not in attack.doubled
        ]

    def commit(self, p: Field, attack: Attack) -> None:
        """11.2 Attackers and defenders have fought this round; assets are used. 10.6.4 An attack across the Meuse
        counts as crossing it."""
        p.tell(Event("attacks", {"side": attack.side, "hex": attack.target, "units": attack.attackers}, "11.3.1"))
        attack.sides = tuple(sorted({p.data.board.side(p.where[unit], attack.target) for unit in attack.attackers}))
        for unit in attack.attackers:
            p.fought[unit] = FOUGHT
            if attack.side == GERMAN and not p.meuse_crossed and crosses_meuse(p, p.where[unit], attack.target):
                cross_meuse(p, unit)
        for unit in p.combat_units_in(attack.target):
            p.fought[unit] = WAS_ATTACKED
        for asset in attack.support:
            p.used[asset] = 1
            p.tell(Event("supports", {"unit": asset}, support_rule(p, asset)))

    def why_not(self, p: Field, attack: Attack, option: int) -> Refusal | None:
        thing = object_of(option)
        if is_about(option, JOIN) and thing in able(p, attack.side, attack.target):
            return Refusal("has-joined" if thing in attack.attackers else "joins-too-late", {"unit": thing}, "11.3.1")
        if is_about(option, SUPPORT):
            return why_no_support(p, thing, attack.attackers)
        return super().why_not(p, attack, option)


class AnswerWithGuns(fighting.AnswerAttack[Field, Attack]):
    """11.3.1 The defender announces his artillery and engineers, knowing the attacker's."""

    prompt, rule = "answer-guns", "11.3.1"
    go, adds, foretell = GO, {SUPPORT: "answer"}, staticmethod(preview)

    def support(self, p: Field, attack: Attack) -> list[int]:
        return [SUPPORT + asset for asset in defence_support(p, ENEMY_OF[attack.side], attack.target, attack.answer)]

    def use(self, p: Field, attack: Attack, option: int) -> None:
        asset = object_of(option)
        attack.answer = tuple(sorted(attack.answer))
        engineers = p.data.counters[asset].kind == "engineer"
        p.used[asset] = not engineers or "engineers_once" in p.data.options
        p.tell(Event("supports", {"unit": asset}, support_rule(p, asset)))

    def why_not(self, p: Field, attack: Attack, option: int) -> Refusal | None:
        if is_about(option, SUPPORT):
            return why_no_support(p, object_of(option), p.combat_units_in(attack.target))
        return super().why_not(p, attack, option)


# --- the die and what it brings ----------------------------------------------------------------------


def fight(p: Field, attack: Attack) -> None:
    """11.3.2 Odds too low for the table are an automatic AL1; otherwise 11.3.3 the die decides."""
    found = odds(p, attack)
    args: dict[str, Argument] = {"hex": attack.target, "side": attack.side, "units": attack.attackers}
    if found.column < 0:
        attack.result = AUTOMATIC
        p.tell(Event("hopeless", {**args, "result": AUTOMATIC}, "11.3.2"))
    else:
        roll = p.die()
        attack.result = result(p, found, roll)
        column = COLUMNS[found.column]
        args |= {"die": roll, "added": found.die.total, "column": column, "result": attack.result}
        p.tell(Event("rolled", args, "11.3.3"))
    for asset in attack.doubled:
        p.tell(Event("rockets-spent", {"unit": asset, "turn": p.turn + DOUBLED_BACK_IN}, "12.2"))
        send_to_track(p, asset, DOUBLED_BACK_IN)


class ChooseConversion(Pick[Field, Attack]):
    """11.3.3 In the first Combat round of turn 1 the German player may take BL1 instead of a retreat."""

    prompt, rule, refusal = "choose-conversion", "11.3.3", "cannot-convert"
    prompt_fields = {"hex": "target"}
    verb, done = CONVERT, DONE

    def choices(self, p: Field, attack: Attack) -> Sequence[int]:
        return (0,) if attack.conversion and attack.result in RETREATS else ()

    def pick(self, p: Field, attack: Attack, thing: int) -> None:
        attack.result = EXCHANGE
        p.tell(Event("converted", {"hex": attack.target}, "11.3.3"))


def defender_loses(p: Field, attack: Attack) -> Procedure | None:
    """BL1 and DR* cost the defender a step."""
    if attack.result not in COSTS_DEFENDER:
        return None
    return aftermath.Losses(side=ENEMY_OF[attack.side], units=tuple(p.combat_units_in(attack.target)), n=1)


def attacker_loses(p: Field, attack: Attack) -> Procedure | None:
    """AL1 and BL1 cost the attacker a step."""
    if attack.result not in COSTS_ATTACKER:
        return None
    return aftermath.Losses(side=attack.side, units=attack.attackers, n=1)


def retreat(p: Field, attack: Attack) -> Procedure | None:
    """11.4 DR and DR* make the defenders retreat."""
    if attack.result not in RETREATS:
        return None
    return aftermath.Rout(
        side=ENEMY_OF[attack.side], hex=attack.target, waiting=tuple(p.combat_units_in(attack.target))
    )


def blow_bridges(p: Field, attack: Attack) -> Procedure | None:
    """10.6.1 A defender who still holds the hex blows the bridges he was attacked across, unless he declines."""
    if not p.combat_units_in(attack.target):
        return None
    board = p.data.board
    bridges = tuple(side for side in attack.sides if board.bridge[side] and not p.destroyed[side])
    return aftermath.LastStand(side=ENEMY_OF[attack.side], bridges=bridges) if bridges else None


def advance(p: Field, attack: Attack) -> Procedure | None:
    """11.5 Attackers may advance into the hex if no enemy unit is left there."""
    if p.combat_units_in(attack.target):
        return None
    return aftermath.Advance(side=attack.side, hex=attack.target, waiting=attack.attackers)


Attack.steps = (
    Announce(),
    AnswerWithGuns(),
    fight,
    ChooseConversion(),
    defender_loses,
    attacker_loses,
    retreat,
    blow_bridges,
    advance,
)
