"""11.0 Movement: an activated unit's allowance (10.0), where it goes with that, and leaving the map (15.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ardennes.engine.hidden import reveal_unit
from ardennes.engine.options import object_of, verb_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import Procedure, Then, shown_to
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.bulge1944.rules import infiltration, leaders, victory
from ardennes.games.bulge1944.rules.field import EXITED, Field
from ardennes.games.bulge1944.rules.flags import NEAR_ENEMY, OUTSIDE_XXX_CORPS
from ardennes.games.bulge1944.rules.pieces import ALLIED, DONE, EXIT, INFILTRATE, LEAD, SIXTHS, TO
from ardennes.games.bulge1944.rules.supply import ARMOR_MOVES_LESS, INFANTRY_MOVES_LESS, is_supplied, moves_lost
from ardennes.games.bulge1944.rules.walking import (
    AS_ARMOR,
    AS_INFANTRY,
    MOTORIZED,
    Move,
    MovementMode,
    going,
    mover,
    search,
    walk,
)
from ardennes.kernels.flags import BARRED
from ardennes.numbers import NO_NUMBER, Hex, Unit
from ardennes.rules import moving
from ardennes.rules.moving import OpenMode, Searched, cheapest_path
from ardennes.rules.walk import Going, Relaxation, unhindered

EXIT_COST = SIXTHS // 2


class ChooseDestination(moving.ChooseDestination[Field, Move]):
    """11.0 Where the unit goes. It may go on from there while points are left. When something comes to light on the
    way, the player is asked again."""

    prompt, rule, rules = "choose-destination", "11.0", ("11.0", "17.0")
    to = TO
    reasons = {
        LEAD: ("no-leader", "4.2"),
        INFILTRATE: ("no-infiltration", "14.0"),
        DONE: ("no-room-here", "11.0"),
    }

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit, "points": max((limit - spent for _, spent, limit in move.movement_modes), default=0)}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        options = destinations(p, move)
        if may_exit(p, move):
            options.append(EXIT + 0)
        if p.disguised[move.unit]:
            options += [INFILTRATE + hex for hex in infiltration.targets(p, move)]
        if is_untouched(move):
            options += [LEAD + leader for leader in leaders.may_join(p, move.unit, move.after_all)]
        if not options or may_stay(p, move):
            options.append(DONE + 0)
        return options

    def modes(self, p: Field, move: Move) -> list[OpenMode]:
        return [
            OpenMode(going(p, move.unit, mode[0]), p.data.search, mover(p, move, mode)) for mode in move.movement_modes
        ]

    def searched(self, p: Field, move: Move) -> list[Searched]:
        return searched(p, move)

    def set_aside(self, p: Field, move: Move, going: Going) -> Iterator[Relaxation]:
        """What may be in the way: rough ground (17.0), the area of XXX Corps (14.0), what phantoms keep from (18.7),
        enemies."""
        if going.prices is p.data.prices_of[move.unit][AS_ARMOR]:
            over_rough = msgspec.structs.replace(going, prices=p.data.over_rough[move.unit])
            yield Relaxation("rough-to-rough", "17.0", over_rough)
        yield Relaxation("xxx-corps-area", "14.0", unhindered(going, OUTSIDE_XXX_CORPS))
        yield Relaxation("phantom-keeps-away", "18.7", unhindered(going, NEAR_ENEMY))
        yield Relaxation("enemy-in-the-way", "11.0", unhindered(going, OUTSIDE_XXX_CORPS | NEAR_ENEMY | BARRED))

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        verb, thing = verb_of(option), object_of(option)
        if verb == TO:
            go_to(p, move, thing)
        elif verb == INFILTRATE:
            return infiltration.attempt(p, move, thing)
        elif verb == LEAD:
            leaders.join(p, thing, move.unit)
            move.movement_modes = tuple(
                (kind, spent, limit if kind == MOTORIZED else limit + SIXTHS)
                for kind, spent, limit in move.movement_modes
            )
        else:
            if option == EXIT:
                leave_map(p, move)
            elif p.where[move.unit] != move.last_vacant:
                infiltration.go_back(p, move)
            return Then.END
        return None

    def why_not(self, p: Field, move: Move, option: int) -> Refusal | None:
        return Refusal("no-exit", {}, victory.exit_rule(p)) if option == EXIT else super().why_not(p, move, option)


def destinations(p: Field, move: Move) -> list[int]:
    """11.0 An option for each hex where the move could end."""
    return moving.destinations([search(p, move.unit, mode) for mode in move.movement_modes], TO)


def searched(p: Field, move: Move) -> list[Searched]:
    """Where the unit could go in each movement mode that is open to it."""
    return [Searched(search(p, move.unit, mode), mode[1]) for mode in move.movement_modes]


def go_to(p: Field, move: Move, hex: Hex) -> None:
    """11.0 The unit walks there, in the cheapest way or the player's own, until something comes to light."""
    _, path = cheapest_path(searched(shown_to(p, move.side), move), hex)
    walk(p, move, p.chosen_path_or(tuple(path)))


def may_stay(p: Field, move: Move) -> bool:
    """Whether the move may end where the unit is."""
    return p.where[move.unit] == move.last_vacant != move.must_leave


def is_untouched(move: Move) -> bool:
    """Whether the unit has not spent any of its points. A step costs points in every mode, so one tells for all."""
    return not move.movement_modes or move.movement_modes[0][1] == 0


def begin_move(p: Field, unit: Unit, after_all: tuple[Unit, ...] = ()) -> Move:
    """10.0, 11.0 Supply is checked now and sets the allowance; it does not change on the way. ``after_all`` as in
    ``is_supplied``."""
    hex = p.where[unit]
    return Move(
        side=p.data.sides[unit],
        unit=unit,
        movement_modes=first_manners(p, unit),
        last_vacant=hex,
        must_leave=hex if p.below[p.top[hex]] != NO_UNIT else NO_NUMBER,
        after_all=after_all,
    )


def first_manners(p: Field, unit: Unit) -> tuple[MovementMode, ...]:
    """10.0, 11.0 The movement modes open to a unit that sets out, with what a leader adds to a supplied unit."""
    piece = p.data.counters[unit]
    if piece.kind == "phantom":
        return phantom_movement_modes(p, unit)
    supplied = is_supplied(p, unit)
    allowance = (piece.moves if supplied else max(0, piece.moves - moves_lost(p, unit))) * SIXTHS
    led = SIXTHS if supplied and leaders.leader_of(p, unit) != NO_UNIT else 0
    own_way = (AS_ARMOR if piece.armor else AS_INFANTRY, 0, allowance + led)
    return (own_way, (MOTORIZED, 0, allowance)) if supplied and may_be_motorized(p, unit) else (own_way,)


def phantom_movement_modes(p: Field, unit: Unit) -> tuple[MovementMode, ...]:
    """18.7 A phantom moves as armor or as infantry would from there, out of supply too; its way may leave both open."""
    supplied = is_supplied(p, unit)
    infantry, armor = p.data.allowances[p.data.counters[unit].side]
    movement_modes = [(AS_ARMOR, 0, armor if supplied else armor - ARMOR_MOVES_LESS)]
    movement_modes.append((AS_INFANTRY, 0, infantry if supplied else infantry - INFANTRY_MOVES_LESS))
    if supplied and may_be_motorized(p, unit):
        movement_modes.append((MOTORIZED, 0, infantry))
    return tuple((kind, spent, moves * SIXTHS) for kind, spent, moves in movement_modes)


def may_be_motorized(p: Field, unit: Unit) -> bool:
    """11.0 Of supplied units, Allied infantry that begins outside enemy zones; that it begins on a road shows in its
    path."""
    piece = p.data.counters[unit]
    return piece.side == ALLIED and not piece.armor and not p.in_enemy_zone(p.where[unit], ALLIED)


def may_exit(p: Field, move: Move) -> bool:
    """15.0, 19.0 A German armor division in an exit hex may leave the map for half a point."""
    if not p.data.counters[move.unit].armor_division:
        return False
    return p.where[move.unit] in victory.exits(p) and any(
        limit - spent >= EXIT_COST for _, spent, limit in move.movement_modes
    )


def leave_map(p: Field, move: Move) -> None:
    """15.0, 19.0 The unit is gone for good; it wins if it was in supply at that moment."""
    supplied, hex, rule = is_supplied(p, move.unit), p.where[move.unit], victory.public_exit_rule(p)
    reveal_unit(p, move.unit, rule)
    p.tell(Event("exits", {"unit": move.unit, "hex": hex}, rule))
    p.put(move.unit, p.data.box(EXITED))
    victory.after_exit(p, move.unit, hex, supplied)


Move.steps = (ChooseDestination(),)
