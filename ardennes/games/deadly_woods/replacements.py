"""13.0 Replacements: steps restored, and American units raised again."""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.references import Unit
from ardennes.engine.texts import Argument, Event, Refusal, Text
from ardennes.games.deadly_woods.boundaries import limits
from ardennes.games.deadly_woods.control import come_to, holds
from ardennes.games.deadly_woods.field import ELIMINATED, Field, is_beside_enemy
from ardennes.games.deadly_woods.pieces import ALLIED, AT, DONE, GERMAN, RAISE, REPLACE
from ardennes.games.deadly_woods.stacking import are_of_one_corps, fits
from ardennes.games.deadly_woods.supply import can_trace, supplied_hexes

CORPS_OF_TOWN = {"Luxembourg": ("VIII Corps", "III Corps"), "Eupen": ("V Corps", "VII Corps")}
"""13.2.2 Towns where only units of some corps may be raised."""
RAISED_STEPS = 1


class Replacing(Procedure):
    """13.2 A side spends its replacement points of the turn; what is left is lost."""

    side: int
    infantry: int
    armor: int
    raised: tuple[Unit, ...] = ()
    """13.2.2 Units raised this turn, which may not be brought to full strength as well."""


class Raising(Procedure):
    """13.2.2 An eliminated American unit comes back."""

    side: int
    unit: Unit


def begin(p: Field, side: int) -> Procedure | None:
    infantry, armor = p.kit.turns[p.turn - 1].replacements(side)
    return Replacing(side=side, infantry=infantry, armor=armor) if infantry or armor else None


def has_point(p: Field, own: Replacing, unit: int) -> bool:
    """13.2 Infantry points for infantry; armor points for armor, mechanized units and cavalry."""
    return bool(own.infantry if p.kit.counters[unit].infantry else own.armor)


def may_have_replacements(p: Field, unit: int) -> bool:
    """13.2.2 British and American airborne units never do."""
    piece = p.kit.counters[unit]
    return piece.side == GERMAN or not (piece.british or piece.airborne or piece.kind == "delay")


def can_replace(p: Field, own: Replacing, unit: int) -> bool:
    """13.2 A reduced unit on the map that can trace supply at this instant, not by air or captured fuel."""
    return (
        p.steps[unit] < p.kit.full_steps[unit]
        and unit not in own.raised
        and has_point(p, own, unit)
        and may_have_replacements(p, unit)
        and can_trace(p, unit)
    )


def raisable(p: Field, own: Replacing) -> list[int]:
    """13.2.2 Eliminated American units that could come back somewhere."""
    if own.side == GERMAN:
        return []
    where, eliminated = p.where, p.kit.box(ELIMINATED)
    lost = [unit for unit in p.kit.combat_units[ALLIED] if where[unit] == eliminated]
    able = [unit for unit in lost if may_have_replacements(p, unit) and has_point(p, own, unit)]
    return [unit for unit in able if towns_for(p, unit)]


@derived(Until.ANY_CHANGE)
def towns_for(p: Field, unit: int) -> list[int]:
    """13.2.2 Allied Towns in supply with no enemy beside them, open to the unit and its corps and (6.1) without another
    corps or nation in them."""
    corps = p.kit.counters[unit].formation
    towns = [hex for hex in safe_towns(p) if is_town_of(p, corps, hex) and not is_kept_from(p, unit, hex)]
    return [hex for hex in towns if are_of_one_corps(p, [*p.combat_units_in(hex), unit], hex)]


def is_kept_from(p: Field, unit: int, hex: int) -> bool:
    """10.6.4 Whether a unit is held elsewhere."""
    return bool(p.way(ALLIED)[hex] & limits(p, unit))


def is_town_of(p: Field, corps: str, hex: int) -> bool:
    """13.2.2 Whether units of a corps may be raised in a Town at all."""
    return corps in CORPS_OF_TOWN.get(p.kit.board.name(hex), (corps,))


@derived(Until.ANY_CHANGE)
def safe_towns(p: Field) -> list[int]:
    """Allied Towns in supply with no enemy beside them."""
    supplied = supplied_hexes(p, ALLIED)
    held = [hex for hex in sorted(p.kit.towns) if holds(p, ALLIED, hex) and supplied[hex]]
    return [hex for hex in held if not is_beside_enemy(p, hex, ALLIED)]


class ChooseReplacement(Question[Field, Replacing]):
    """13.2 Each point flips one reduced unit, or raises an American one."""

    prompt, rule = "choose-replacement", "13.2"

    def arguments(self, p: Field, own: Replacing) -> dict[str, Argument]:
        return {"infantry": own.infantry, "armor": own.armor}

    def offers(self, p: Field, own: Replacing) -> Sequence[int]:
        if not own.infantry and not own.armor:
            return []
        options = [REPLACE + unit for unit in p.on_map(own.side) if can_replace(p, own, unit)]
        options += [RAISE + unit for unit in raisable(p, own)]
        return [*options, DONE + 0] if options else []

    def answer(self, p: Field, own: Replacing, option: int) -> Procedure | Then | None:
        if option == DONE:
            return Then.NEXT
        unit = object_of(option)
        if p.kit.counters[unit].infantry:
            own.infantry -= 1
        else:
            own.armor -= 1
        if is_about(option, RAISE):
            own.raised += (unit,)
            return Raising(side=own.side, unit=unit)
        p.set_steps(unit, p.steps[unit] + 1)
        p.cut[unit] = 0
        p.tell(Event("replaced", {"unit": unit, "left": p.steps[unit]}, "13.2"))
        return None

    def why_not(self, p: Field, own: Replacing, option: int) -> Refusal | None:
        if not is_about(option, REPLACE) and not is_about(option, RAISE):
            return super().why_not(p, own, option)
        unit = object_of(option)
        args: dict[str, Argument] = {"unit": unit}
        piece = p.kit.counters[unit]
        if piece.side != own.side or not piece.combat_unit:
            return Refusal("not-yours", args, "13.2")
        if not may_have_replacements(p, unit):
            return Refusal("never-replaced", args, "13.2.2")
        if is_about(option, RAISE):
            return why_not_raised(p, own, unit)
        if p.where[unit] < 0:
            return Refusal("not-on-map", args, "13.2")
        if p.steps[unit] >= p.kit.full_steps[unit]:
            return Refusal("full-strength", args, "13.2")
        if unit in own.raised:
            return Refusal("raised-this-turn", args, "13.2.2")
        if not has_point(p, own, unit):
            return Refusal("no-such-points", args, "13.2")
        return Refusal("replacement-needs-supply", args, "13.2")


def why_not_raised(p: Field, own: Replacing, unit: int) -> Refusal:
    """Why a unit cannot come back."""
    args: dict[str, Argument] = {"unit": unit}
    if own.side == GERMAN:
        return Refusal("never-raised", args, "13.2.1")
    if p.where[unit] != p.kit.box(ELIMINATED):
        return Refusal("not-eliminated", args, "13.2.2")
    if not has_point(p, own, unit):
        return Refusal("no-such-points", args, "13.2")
    return Refusal("no-town", args, "13.2.2")


class ChooseTown(Question[Field, Raising]):
    """13.2.2 In which Town the unit comes back."""

    prompt, rule = "choose-town", "13.2.2"
    reasons = {AT: ("not-in-this-town", "13.2.2")}

    def arguments(self, p: Field, own: Raising) -> dict[str, Argument]:
        return {"unit": own.unit}

    def offers(self, p: Field, own: Raising) -> Sequence[int]:
        return [AT + hex for hex in towns_for(p, own.unit)]

    def answer(self, p: Field, own: Raising, option: int) -> Procedure | Then | None:
        hex = object_of(option)
        p.steps[own.unit] = RAISED_STEPS
        p.tell(Event("raised", {"unit": own.unit, "hex": hex}, "13.2.2"))
        come_to(p, own.unit, hex, hex)
        p.put(own.unit, hex)
        return Then.END

    def about(self, p: Field, own: Raising, option: int) -> About:
        """6.2 A full Town is open to a unit that comes back, but somebody must leave it."""
        hex = object_of(option)
        if fits(p, [*p.combat_units_in(hex), own.unit]):
            return About(rules=("13.2.2",))
        return About(notes=(Text("town-is-full", {"hex": hex}, "6.2"),), rules=("13.2.2", "6.2"))

    def why_not(self, p: Field, own: Raising, option: int) -> Refusal | None:
        hex = object_of(option)
        if is_about(option, AT) and hex in safe_towns(p) and is_town_of(p, p.kit.counters[own.unit].formation, hex):
            if is_kept_from(p, own.unit, hex):
                return Refusal("held-back", {"hex": hex}, "10.6.4")
            return Refusal("others-in-town", {"unit": own.unit, "hex": hex}, "6.1")
        return super().why_not(p, own, option)


Replacing.steps = (ChooseReplacement(),)
Raising.steps = (ChooseTown(),)
