"""13.0 Replacements: steps restored, and American units raised again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ardennes.engine.derived import Until, derived
from ardennes.engine.options import Verb, is_about, object_of
from ardennes.engine.procedure import About, Procedure, SideProcedure
from ardennes.engine.texts import Event, Refusal, Text, first_refusal
from ardennes.games.deadly_woods.rules.boundaries import limits
from ardennes.games.deadly_woods.rules.control import come_to
from ardennes.games.deadly_woods.rules.field import ELIMINATED, Field, is_beside_enemy
from ardennes.games.deadly_woods.rules.pieces import ALLIED, AT, DONE, GERMAN, RAISE, REPLACE
from ardennes.games.deadly_woods.rules.stacking import are_of_one_corps, fits
from ardennes.games.deadly_woods.rules.supply import can_trace
from ardennes.numbers import Hex, Side, Unit
from ardennes.rules import picking
from ardennes.rules.supply import supplied_hexes

RAISED_STEPS = 1


class Replacing(SideProcedure):
    """13.2 A side spends its replacement points of the turn; what is left is lost."""

    stage_name = "stage-replacements"
    infantry: int
    armor: int
    raised: tuple[Unit, ...] = ()
    """13.2.2 Units raised this turn, which may not be brought to full strength as well."""


class Raising(picking.Placing):
    """13.2.2 An eliminated American unit comes back."""


def begin(p: Field, side: Side) -> Procedure | None:
    infantry, armor = p.data.turns[p.turn - 1].replacements(side)
    return Replacing(side=side, infantry=infantry, armor=armor) if infantry or armor else None


def has_point(p: Field, replacing: Replacing, unit: Unit) -> bool:
    """13.2 Infantry points for infantry; armor points for armor, mechanized units and cavalry."""
    return bool(replacing.infantry if p.data.counters[unit].infantry else replacing.armor)


def may_have_replacements(p: Field, unit: Unit) -> bool:
    """13.2.2 British and American airborne units never do."""
    piece = p.data.counters[unit]
    return piece.side == GERMAN or not (piece.british or piece.airborne or piece.kind == "delay")


def can_replace(p: Field, replacing: Replacing, unit: Unit) -> bool:
    """13.2 A reduced unit on the map that can trace supply at this instant, not by air or captured fuel."""
    return (
        p.steps[unit] < p.data.full_steps[unit]
        and unit not in replacing.raised
        and has_point(p, replacing, unit)
        and may_have_replacements(p, unit)
        and can_trace(p, unit)
    )


def raisable(p: Field, replacing: Replacing) -> list[Unit]:
    """13.2.2 Eliminated American units that could come back somewhere."""
    if replacing.side == GERMAN:
        return []
    where, eliminated = p.where, p.data.box(ELIMINATED)
    lost = [unit for unit in p.data.units[ALLIED] if where[unit] == eliminated]
    able = [unit for unit in lost if may_have_replacements(p, unit) and has_point(p, replacing, unit)]
    return [unit for unit in able if towns_for(p, unit)]


@derived(Until.ANY_CHANGE)
def towns_for(p: Field, unit: Unit) -> list[Hex]:
    """13.2.2 Allied Towns in supply with no enemy beside them, open to the unit and its corps and (6.1) without another
    corps or nation in them."""
    corps = p.data.counters[unit].formation
    towns = [hex for hex in safe_towns(p) if is_town_of(p, corps, hex) and not is_kept_from(p, unit, hex)]
    return [hex for hex in towns if are_of_one_corps(p, [*p.combat_units_in(hex), unit], hex)]


def is_kept_from(p: Field, unit: Unit, hex: Hex) -> bool:
    """10.6.4 Whether a unit is held elsewhere."""
    return bool(p.way(ALLIED)[hex] & limits(p, unit))


def is_town_of(p: Field, corps: str, hex: Hex) -> bool:
    """13.2.2 Whether units of a corps may be raised in a Town at all."""
    return corps in p.data.named.corps_of_town.get(p.data.board.name(hex), (corps,))


@derived(Until.ANY_CHANGE)
def safe_towns(p: Field) -> list[Hex]:
    """Allied Towns in supply with no enemy beside them."""
    supplied = supplied_hexes(p, ALLIED)
    held = [hex for hex in sorted(p.data.towns) if p.holds(ALLIED, hex) and supplied[hex]]
    return [hex for hex in held if not is_beside_enemy(p, hex, ALLIED)]


class ChooseReplacement(picking.Menu[Field, Replacing]):
    """13.2 Each point flips one reduced unit, or raises an American one."""

    prompt, rule, prompt_fields = "choose-replacement", "13.2", ("infantry", "armor")
    ends, done = DONE, DONE

    def unspent(self, p: Field, replacing: Replacing) -> Text:
        return Text("points-unspent", {"n": replacing.infantry + replacing.armor}, "13.2")

    def menu(self, p: Field, replacing: Replacing) -> Iterator[tuple[Verb, Sequence[int]]]:
        if replacing.infantry or replacing.armor:
            yield REPLACE, [unit for unit in p.on_map(replacing.side) if can_replace(p, replacing, unit)]
            yield RAISE, raisable(p, replacing)

    def pick(self, p: Field, replacing: Replacing, verb: int, unit: Unit) -> Procedure | None:
        if p.data.counters[unit].infantry:
            replacing.infantry -= 1
        else:
            replacing.armor -= 1
        if verb == RAISE:
            replacing.raised += (unit,)
            return Raising(side=replacing.side, unit=unit)
        p.set_steps(unit, p.steps[unit] + 1)
        p.cut[unit] = 0
        p.tell(Event("replaced", {"unit": unit, "left": p.steps[unit]}, "13.2"))
        return None

    def why_not(self, p: Field, replacing: Replacing, option: int) -> Refusal | None:
        if not is_about(option, REPLACE) and not is_about(option, RAISE):
            return super().why_not(p, replacing, option)
        unit, raised = object_of(option), is_about(option, RAISE)
        piece, place = p.data.counters[unit], p.where[unit]
        return first_refusal(
            {"unit": unit},
            (piece.side != replacing.side or not piece.combat_unit, "not-yours", "13.2"),
            (not may_have_replacements(p, unit), "never-replaced", "13.2.2"),
            (raised and replacing.side == GERMAN, "never-raised", "13.2.1"),
            (raised and place != p.data.box(ELIMINATED), "not-eliminated", "13.2.2"),
            (not raised and place < 0, "not-on-map", "13.2"),
            (not raised and p.steps[unit] >= p.data.full_steps[unit], "full-strength", "13.2"),
            (not raised and unit in replacing.raised, "raised-this-turn", "13.2.2"),
            (not has_point(p, replacing, unit), "no-such-points", "13.2"),
            (raised, "no-town", "13.2.2"),
            (True, "replacement-needs-supply", "13.2"),
        )


def raise_unit(p: Field, unit: Unit, hex: Hex) -> None:
    """13.2.2 A unit comes back in a Town."""
    p.steps[unit] = RAISED_STEPS
    p.tell(Event("raised", {"unit": unit, "hex": hex}, "13.2.2"))
    come_to(p, unit, hex, hex)
    p.put(unit, hex)


class ChooseTown(picking.Place[Field, Raising]):
    """13.2.2 In which Town the unit comes back."""

    prompt, rule, verb, refusal = "choose-town", "13.2.2", AT, "not-in-this-town"
    hexes, place = staticmethod(towns_for), staticmethod(raise_unit)

    def about(self, p: Field, raising: Raising, option: int) -> About:
        """6.2 A full Town is open to a unit that comes back, but somebody must leave it."""
        hex = object_of(option)
        if fits(p, [*p.combat_units_in(hex), raising.unit]):
            return About(rules=("13.2.2",))
        return About(notes=(Text("town-is-full", {"hex": hex}, "6.2"),), rules=("13.2.2", "6.2"))

    def why_not(self, p: Field, raising: Raising, option: int) -> Refusal | None:
        corps, hex = p.data.counters[raising.unit].formation, object_of(option)
        if is_about(option, AT) and hex in safe_towns(p) and is_town_of(p, corps, hex):
            if is_kept_from(p, raising.unit, hex):
                return Refusal("held-back", {"hex": hex}, "10.6.4")
            return Refusal("others-in-town", {"unit": raising.unit, "hex": hex}, "6.1")
        return super().why_not(p, raising, option)


Replacing.steps = (ChooseReplacement(),)
Raising.steps = (ChooseTown(),)
