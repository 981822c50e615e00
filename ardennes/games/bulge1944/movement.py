"""11.0 Movement: an activated unit's allowance (10.0), where it goes with that, and leaving the map (15.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

import msgspec

from ardennes.engine.hidden import reveal_unit
from ardennes.engine.options import is_about, object_of, verb_of
from ardennes.engine.position import NO_UNIT
from ardennes.engine.procedure import About, Procedure, Question, Then, shown_to
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.bulge1944 import infiltration, leaders, victory
from ardennes.games.bulge1944.field import EXITED, Field, in_enemy_zone
from ardennes.games.bulge1944.pieces import ALLIED, DONE, EXIT, GERMAN, INFILTRATE, LEAD, SIXTHS, TO
from ardennes.games.bulge1944.supply import ARMOR_MOVES_LESS, INFANTRY_MOVES_LESS, is_supplied, moves_lost
from ardennes.games.bulge1944.walking import (
    AS_ARMOR,
    AS_INFANTRY,
    MOTORIZED,
    Manner,
    Move,
    going,
    mover,
    points_along,
    search,
    walk,
)
from ardennes.kernels.flags import BARRED, MARKED, MARKED_TOO
from ardennes.kernels.reach import Reach
from ardennes.rules.manners import best_by_way, why_not_along
from ardennes.rules.walk import Going, Mover, Relaxation, unhindered, why_out_of_reach

EXIT_COST = SIXTHS // 2


class ChooseDestination(Question[Field, Move]):
    """11.0 Where the unit goes. It may go on from there while points are left. When something comes to light on the
    way, the player is asked again."""

    prompt, rule = "choose-destination", "11.0"
    reasons = {
        LEAD: ("no-leader", "4.2"),
        INFILTRATE: ("no-infiltration", "14.0"),
        DONE: ("no-room-here", "11.0"),
    }

    def arguments(self, p: Field, own: Move) -> dict[str, Argument]:
        return {"unit": own.unit, "points": max((limit - spent for _, spent, limit in own.manners), default=0)}

    def offers(self, p: Field, own: Move) -> Sequence[int]:
        options = ways_to_go(p, own)
        if may_exit(p, own):
            options.append(EXIT + 0)
        if p.disguised[own.unit]:
            options += [INFILTRATE + hex for hex in infiltration.targets(p, own)]
        if is_untouched(own):
            options += [LEAD + leader for leader in leaders.may_join(p, own.unit, own.after_all)]
        if not options or may_stay(p, own):
            options.append(DONE + 0)
        return options

    def about(self, p: Field, own: Move, option: int) -> About:
        if not is_about(option, TO):
            return About()
        cost, path = cheapest_way(p, own, object_of(option))
        return About(cost=cost, path=tuple(path), along=points_spent(p, own, path), rules=("11.0", "17.0"))

    def cost(self, p: Field, own: Move, option: int) -> int | None:
        return cheapest_way(p, own, object_of(option))[0] if is_about(option, TO) else None

    def by_way(self, p: Field, own: Move, option: int, stops: Sequence[int]) -> About | Refusal:
        if not is_about(option, TO):
            return super().by_way(p, own, option, stops)
        best = best_by_way(open_manners(p, own), (*stops, object_of(option)), partial(set_aside, p, own), "11.0")
        if isinstance(best, Refusal):
            return best
        return About(cost=best.along[-1], path=best.path, along=best.along, rules=("11.0", "17.0"))

    def why_not_by(self, p: Field, own: Move, option: int, path: Sequence[int]) -> Refusal | None:
        if not is_about(option, TO):
            return super().why_not_by(p, own, option, path)
        return why_not_along(open_manners(p, own), path, object_of(option), partial(set_aside, p, own), "11.0")

    def answer(self, p: Field, own: Move, option: int) -> Procedure | Then | None:
        verb, thing = verb_of(option), object_of(option)
        if verb == TO:
            go_to(p, own, thing)
        elif verb == INFILTRATE:
            return infiltration.attempt(p, own, thing)
        elif verb == LEAD:
            leaders.join(p, thing, own.unit)
            own.manners = tuple(
                (kind, spent, limit if kind == MOTORIZED else limit + SIXTHS) for kind, spent, limit in own.manners
            )
        else:
            if option == EXIT:
                leave_map(p, own)
            elif p.where[own.unit] != own.last_vacant:
                infiltration.go_back(p, own)
            return Then.END
        return None

    def why_not(self, p: Field, own: Move, option: int) -> Refusal | None:
        if option == EXIT:
            return Refusal("no-exit", {}, victory.exit_rule(p))
        if not is_about(option, TO):
            return super().why_not(p, own, option)
        return why_no_way(p, own, object_of(option))


def why_no_way(p: Field, own: Move, hex: int) -> Refusal:
    """Why the unit cannot go to a hex: the reason of the first manner, unless another would take it there but may not
    end there."""
    refusals = [
        why_out_of_reach(way, search, left, hex, relaxations=set_aside(p, own, way), rule="11.0")
        for way, search, left in open_manners(p, own)
    ]
    return next((refusal for refusal in refusals if refusal.code == "may-not-end-there"), refusals[0])


def manners_of(p: Field, own: Move) -> list[tuple[Manner, Going]]:
    """The manners open to the moving unit, with what it meets in each."""
    return [(manner, going(p, own.unit, manner[0])) for manner in own.manners]


def open_manners(p: Field, own: Move) -> list[tuple[Going, Reach, Mover]]:
    """The same as the shared parts take them."""
    return [(way, p.kit.search, mover(p, own, manner)) for manner, way in manners_of(p, own)]


def set_aside(p: Field, own: Move, way: Going) -> Iterator[Relaxation]:
    """What may be in the way: rough ground (17.0), the area of XXX Corps (14.0), what phantoms keep from (18.7),
    enemies."""
    if way.prices is p.kit.prices_of[own.unit][AS_ARMOR]:
        over_rough = msgspec.structs.replace(way, prices=p.kit.over_rough[own.unit])
        yield Relaxation("rough-to-rough", "17.0", over_rough)
    yield Relaxation("xxx-corps-area", "14.0", unhindered(way, MARKED))
    yield Relaxation("phantom-keeps-away", "18.7", unhindered(way, MARKED_TOO))
    yield Relaxation("enemy-in-the-way", "11.0", unhindered(way, MARKED | MARKED_TOO | BARRED))


def ways_to_go(p: Field, own: Move) -> list[int]:
    """An option for each hex where the move could end in one of the manners that are open."""
    if len(own.manners) == 1:
        return search(p, own.unit, own.manners[0]).destination_hexes(TO)
    found = [search(p, own.unit, manner).destination_hexes(TO) for manner in own.manners]
    return list(dict.fromkeys(chain(*found)))


def cheapest_way(p: Field, own: Move, hex: int) -> tuple[int, list[int]]:
    """Points to a hex that can be reached, and the hexes to enter, in the manner that is best for it."""
    ways = []
    for manner in own.manners:
        found = search(p, own.unit, manner)
        cost = found.cost_of(hex)
        if cost >= 0:
            ways.append((cost - manner[1], found.path_to(hex)[1:]))
    return min(ways)


def go_to(p: Field, own: Move, hex: int) -> None:
    """11.0 The unit walks there, in the cheapest way or the player's own, until something comes to light."""
    _, path = cheapest_way(shown_to(p, own.side), own, hex)
    walk(p, own, p.settle_path(tuple(path)))


def may_stay(p: Field, own: Move) -> bool:
    """Whether the move may end where the unit is."""
    return p.where[own.unit] == own.last_vacant != own.must_leave


def points_spent(p: Field, own: Move, path: Sequence[int]) -> tuple[int, ...]:
    """Points after each step of a path, in the manner that is cheapest for it."""
    ways = []
    for manner in own.manners:
        before, *after = points_along(p, own.unit, manner, path)
        if len(after) == len(path):
            ways.append((after[-1] - before, tuple(spent - before for spent in after)))
    return min(ways)[1]


def is_untouched(own: Move) -> bool:
    """Whether the unit has not spent any of its points. A step costs points in every manner, so one tells for all."""
    return not own.manners or own.manners[0][1] == 0


def begin_move(p: Field, unit: int, after_all: tuple[int, ...] = ()) -> Move:
    """10.0, 11.0 Supply is checked now and sets the allowance; it does not change on the way. ``after_all`` as in
    ``is_supplied``."""
    hex = p.where[unit]
    return Move(
        side=p.kit.sides[unit],
        unit=unit,
        manners=first_manners(p, unit),
        last_vacant=hex,
        must_leave=hex if p.below[p.top[hex]] != NO_UNIT else NO_UNIT,
        after_all=after_all,
    )


def first_manners(p: Field, unit: int) -> tuple[Manner, ...]:
    """10.0, 11.0 The manners open to a unit that sets out, with what a leader adds to a supplied unit."""
    piece = p.kit.counters[unit]
    if piece.kind == "phantom":
        return phantom_manners(p, unit)
    supplied = is_supplied(p, unit)
    allowance = (piece.moves if supplied else max(0, piece.moves - moves_lost(p, unit))) * SIXTHS
    led = SIXTHS if supplied and leaders.leader_of(p, unit) != NO_UNIT else 0
    own_way = (AS_ARMOR if piece.armor else AS_INFANTRY, 0, allowance + led)
    return (own_way, (MOTORIZED, 0, allowance)) if supplied and may_be_motorized(p, unit) else (own_way,)


def phantom_manners(p: Field, unit: int) -> tuple[Manner, ...]:
    """18.7 A phantom moves as armor or as infantry would from there, out of supply too; its way may leave both open."""
    supplied = is_supplied(p, unit)
    infantry, armor = p.kit.allowances[p.kit.counters[unit].side]
    manners = [(AS_ARMOR, 0, armor if supplied else armor - ARMOR_MOVES_LESS)]
    manners.append((AS_INFANTRY, 0, infantry if supplied else infantry - INFANTRY_MOVES_LESS))
    if may_be_motorized(p, unit):
        manners.append((MOTORIZED, 0, infantry))
    return tuple((kind, spent, moves * SIXTHS) for kind, spent, moves in manners)


def may_be_motorized(p: Field, unit: int) -> bool:
    """11.0 Supplied Allied infantry that begins outside enemy zones; that it begins on a road shows in its path."""
    piece = p.kit.counters[unit]
    if piece.side != ALLIED or piece.armor or in_enemy_zone(p, p.where[unit], ALLIED):
        return False
    return is_supplied(p, unit)


def may_exit(p: Field, own: Move) -> bool:
    """15.0, 19.0 A German armor division in an exit hex may leave the map for half a point."""
    if own.side != GERMAN or not p.kit.counters[own.unit].armor_division:
        return False
    return p.where[own.unit] in victory.exits(p) and any(limit - spent >= EXIT_COST for _, spent, limit in own.manners)


def leave_map(p: Field, own: Move) -> None:
    """15.0, 19.0 The unit is gone for good; it wins if it was in supply at that moment."""
    supplied, hex, rule = is_supplied(p, own.unit), p.where[own.unit], victory.public_exit_rule(p)
    reveal_unit(p, own.unit, rule)
    p.tell(Event("exits", {"unit": own.unit, "hex": hex}, rule))
    p.put(own.unit, p.kit.box(EXITED))
    victory.after_exit(p, own.unit, hex, supplied)


Move.steps = (ChooseDestination(),)
