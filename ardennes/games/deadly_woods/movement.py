"""10.0 Movement: where a unit goes; the 150th Panzer Brigade among the enemy (7.3), engineers in the way (12.4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

import msgspec

from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure, Question, Then
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.deadly_woods import withdrawal
from ardennes.games.deadly_woods.boundaries import closed_lines
from ardennes.games.deadly_woods.bridges import rebuilding
from ardennes.games.deadly_woods.field import (
    BEYOND_LEASH,
    EAST_OF_MEUSE,
    FAR_FROM_LINE,
    OUTSIDE_BRITISH_AREA,
    Field,
    in_enemy_zone,
)
from ardennes.games.deadly_woods.pieces import DONE, DOOR, GERMAN, SLIP, TO
from ardennes.games.deadly_woods.terrain import OUREN
from ardennes.games.deadly_woods.walking import Manner, Move, going, mover, search, walk
from ardennes.kernels.flags import BARRED, MARKED_TOO, TOLL, ZONE
from ardennes.kernels.reach import MOST_POINTS, Reach
from ardennes.rules.manners import best_by_way, why_not_along
from ardennes.rules.walk import Going, Mover, Relaxation, points_along, step, unhindered, why_out_of_reach
from ardennes.rules.walk import walk as walked

SLIPS_UNTIL = 3
RULES = ("10.2", "10.4")


class ChooseDestination(Question[Field, Move]):
    """10.2 Where the unit goes; the way there is the cheapest, or the player's own. A pinned unit may withdraw past a
    friend (10.3)."""

    prompt, rule = "choose-destination", "10.2"
    reasons = {DOOR: ("no-withdrawal", "10.3"), SLIP: ("no-slipping", "7.3")}

    def arguments(self, p: Field, own: Move) -> dict[str, Argument]:
        return {"unit": own.unit, "points": max(allowance for _, _, allowance in own.manners)}

    def offers(self, p: Field, own: Move) -> Sequence[int]:
        if own.over:
            onward = slips(p, own) if may_slip_on(p, own) else []
            return [*onward, DONE + 0] if onward else []
        options = destinations(p, own)
        if not options:
            options = [DOOR + hex for hex in withdrawal.doors(p, own)]
        if can_slip(p, own.unit):
            options += slips(p, own)
        return [*options, DONE + 0]

    def answer(self, p: Field, own: Move, option: int) -> Procedure | Then | None:
        hex = object_of(option)
        if option == DONE:
            return Then.END
        if is_about(option, DOOR):
            withdrawal.open_door(p, own, hex)
            return Then.NEXT
        if is_about(option, SLIP):
            return slip(p, own, hex)
        return go_to(p, own, hex)

    # --- what is told before ---------------------------------------------------------------------

    def about(self, p: Field, own: Move, option: int) -> About:
        hex = object_of(option)
        if not is_about(option, TO):
            return About()
        cost, path, manner = best_way(p, own, hex)
        if engineers_bar(p, own, hex):
            return About(cost=cost, path=tuple(path), along=(cost,), rules=("12.4.4",))
        spent = points_along(going(p, own.unit, manner[0]), p.kit.searches[manner[0]], mover(p, own.unit, manner), path)
        return About(cost=cost, path=tuple(path), along=tuple(spent[1:]), rules=RULES)

    def by_way(self, p: Field, own: Move, option: int, stops: Sequence[int]) -> About | Refusal:
        hex = object_of(option)
        if not is_about(option, TO) or own.one_hex or engineers_bar(p, own, hex):
            return super().by_way(p, own, option, stops)
        best = best_by_way(open_manners(p, own), (*stops, hex), partial(set_aside, p, own), "10.2")
        if isinstance(best, Refusal):
            return best
        return About(cost=best.along[-1], path=best.path, along=best.along, rules=RULES)

    def why_not_by(self, p: Field, own: Move, option: int, path: Sequence[int]) -> Refusal | None:
        hex = object_of(option)
        if not is_about(option, TO) or own.one_hex or engineers_bar(p, own, hex):
            return super().why_not_by(p, own, option, path)
        return why_not_along(open_manners(p, own), path, hex, partial(set_aside, p, own), "10.2")

    def why_not(self, p: Field, own: Move, option: int) -> Refusal | None:
        hex = object_of(option)
        if not is_about(option, TO):
            return super().why_not(p, own, option)
        if own.over:
            return Refusal("zone-in-the-way", {"hex": hex}, "7.3")
        if own.one_hex and hex not in p.kit.board.around(p.where[own.unit]):
            return Refusal("one-hex-only", {"hex": hex}, "14.4")
        if hex == p.where[own.unit]:
            return Refusal("is-there-already", {"hex": hex}, "10.2")
        refusals = [
            why_out_of_reach(way, found, unit, hex, relaxations=set_aside(p, own, way), rule="10.2")
            for way, found, unit in open_manners(p, own)
        ]
        return min(refusals, key=points_missing)


def points_missing(refusal: Refusal) -> int:
    """How many points more a unit would need; where they would not help, more than there are."""
    needs = refusal.args.get("needs")
    if needs is None:
        return MOST_POINTS
    has = refusal.args["has"]
    assert isinstance(needs, int)
    assert isinstance(has, int)
    return needs - has


def ways_of(p: Field, own: Move) -> list[tuple[Manner, Going]]:
    """What the unit meets in each manner that is open to it."""
    return [(manner, going(p, own.unit, manner[0])) for manner in own.manners]


def open_manners(p: Field, own: Move) -> list[tuple[Going, Reach, Mover]]:
    """The same as the shared parts take them."""
    return [(way, p.kit.searches[manner[0]], mover(p, own.unit, manner)) for manner, way in ways_of(p, own)]


def set_aside(p: Field, own: Move, way: Going) -> tuple[Relaxation, ...]:
    """One rule after another taken away, to find the one that keeps a unit from a hex."""
    anywhere = BEYOND_LEASH | EAST_OF_MEUSE | OUTSIDE_BRITISH_AREA
    areas = FAR_FROM_LINE if own.side == GERMAN else anywhere
    closed = closed_lines(p, own.unit)
    found = [Relaxation("zone-in-the-way", "7.3", unhindered(way, ZONE))]
    if OUREN in closed:
        found.append(Relaxation("ouren-bridge", "10.6.3", _over_lines(way, (OUREN,))))
    if own.side == GERMAN:
        found.append(Relaxation("line-in-the-way", "9.2", _over_lines(way, closed)))
        found.append(Relaxation("far-from-line", "9.4", unhindered(way, FAR_FROM_LINE)))
        found.append(Relaxation("engineers-in-the-way", "12.4.4", unhindered(way, MARKED_TOO)))
    else:
        found.append(Relaxation("held-back", "10.6.4", unhindered(way, EAST_OF_MEUSE | BEYOND_LEASH)))
        found.append(Relaxation("british-area", "9.3", unhindered(way, anywhere)))
    found.append(Relaxation("enemy-in-the-way", "10.2", unhindered(way, BARRED | ZONE | areas)))
    return tuple(found)


def _over_lines(way: Going, lines: tuple[int, ...]) -> Going:
    """The same ground for a unit that may cross these lines."""
    tolls = tuple(TOLL * line for line in lines)
    return msgspec.structs.replace(
        way, hexsides=bytes(bits & ~TOLLS if bits & TOLLS in tolls else bits for bits in way.hexsides)
    )


TOLLS = 14
"""The bits of a hexside that say which line runs along it."""


# --- where a unit can go ---------------------------------------------------------------------------


def destinations(p: Field, own: Move) -> list[int]:
    """10.2 An option for each hex where the move could end."""
    options: list[int]
    if own.one_hex:
        options = [TO + hex for hex in one_hex_moves(p, own)]
    elif len(own.manners) == 1:
        options = search(p, own.unit, own.manners[0]).destination_hexes(TO)
    else:
        found = [search(p, own.unit, manner).destination_hexes(TO) for manner in own.manners]
        options = list(dict.fromkeys(chain.from_iterable(found)))
    if own.side == GERMAN:
        options += [TO + hex for hex in engineers_beside(p, own)]
    return options


def one_hex_moves(p: Field, own: Move) -> list[int]:
    """14.4 One hex that the unit could enter with its whole allowance."""
    return [hex for hex in p.kit.board.around(p.where[own.unit]) if one_step(p, own, hex)]


def one_step(p: Field, own: Move, hex: int) -> list[tuple[int, list[int], Manner]]:
    """Points, hex and manner of each way to make one step."""
    steps = [(manner, step(way, mover(p, own.unit, manner), hex)) for manner, way in ways_of(p, own)]
    return [(after.spent, [hex], manner) for manner, after in steps if after is not None]


def engineers_beside(p: Field, own: Move) -> list[int]:
    """12.4.4 Adjacent hexes with engineers, which cost a unit its whole allowance."""
    beside = p.kit.zones.beside((p.where[own.unit],), p.german_way, MARKED_TOO)
    free = [hex for hex in beside if not p.german_way[hex] & BARRED]
    return [hex for hex in free if _manner_onto_engineers(p, own, hex) is not None]


def _manner_onto_engineers(p: Field, own: Move, hex: int) -> Manner | None:
    for manner in own.manners:
        way = going(p, own.unit, manner[0], past_engineers=True)
        if step(way, mover(p, own.unit, manner), hex) is not None:
            return manner
    return None


def engineers_bar(p: Field, own: Move, hex: int) -> bool:
    return own.side == GERMAN and bool(p.german_way[hex] & MARKED_TOO)


def best_way(p: Field, own: Move, hex: int) -> tuple[int, list[int], Manner]:
    """Points to a hex that can be reached, the hexes to enter, and the manner that is cheapest."""
    if engineers_bar(p, own, hex):
        manner = _manner_onto_engineers(p, own, hex)
        assert manner is not None
        return manner[2], [hex], manner
    if own.one_hex:
        return min(one_step(p, own, hex))
    found = []
    for manner in own.manners:
        reach = search(p, own.unit, manner)
        cost = reach.cost_of(hex)
        if cost >= 0:
            found.append((cost, reach.path_to(hex)[1:], manner))
    return min(found)


def go_to(p: Field, own: Move, hex: int) -> Procedure | None:
    """10.2 The unit walks there, in the cheapest way or the player's own; what that leaves to be decided."""
    own.over = True
    start = p.where[own.unit]
    _, best, _ = best_way(p, own, hex)
    path = p.settle_path(tuple(best))
    if can_slip(p, own.unit):
        own.manners = left_after(p, own, path)
    return rebuilding(p, own.side, start, path, walk(p, own.unit, path))


# --- the 150th Panzer Brigade ------------------------------------------------------------------------


def can_slip(p: Field, unit: int) -> bool:
    """7.3 Once in turns 1 to 3 the 150th Panzer Brigade may disregard an enemy zone."""
    return p.kit.counters[unit].special == "disguised" and not p.slipped and p.turn <= SLIPS_UNTIL


def may_slip_on(p: Field, own: Move) -> bool:
    """7.3 It has moved into an enemy zone and may go on from there."""
    return can_slip(p, own.unit) and in_enemy_zone(p, p.where[own.unit], own.side)


def left_after(p: Field, own: Move, path: Sequence[int]) -> tuple[Manner, ...]:
    """The manners in which a path can be walked, and what they still allow at its end; 12.4.4 nothing where engineers
    stood."""
    if engineers_bar(p, own, path[-1]):
        return tuple((kind, mode, 0) for kind, mode, _ in own.manners)
    return _left_by(p, own, ways_of(p, own), path)


def _left_by(p: Field, own: Move, ways: list[tuple[Manner, Going]], path: Sequence[int]) -> tuple[Manner, ...]:
    walks = [(manner[0], walked(way, mover(p, own.unit, manner), path)) for manner, way in ways]
    return tuple((kind, after.mode, after.left) for kind, after in walks if after is not None)


def slips(p: Field, own: Move) -> list[int]:
    """7.3 From zone to zone at the start of a move; or onward, out of a zone it has entered, while points are left."""
    here = p.where[own.unit]
    if not in_enemy_zone(p, here, own.side):
        return []
    return [SLIP + hex for hex in p.kit.board.around(here) if _slipped(p, own, hex)]


def _slipped(p: Field, own: Move, hex: int) -> tuple[Manner, ...]:
    """The manners open after one such step; none where it is not allowed."""
    if in_enemy_zone(p, hex, own.side) == own.over:
        return ()
    return _left_by(p, own, [(manner, unhindered(way, ZONE)) for manner, way in ways_of(p, own)], (hex,))


def slip(p: Field, own: Move, hex: int) -> Procedure | Then | None:
    left, start, onward = _slipped(p, own, hex), p.where[own.unit], own.over
    p.slipped = True
    p.tell(Event("slips-through", {"unit": own.unit, "hex": hex}, "7.3"))
    crossed = walk(p, own.unit, (hex,))
    if onward:
        own.manners = left
    own.over = not onward
    return rebuilding(p, own.side, start, (hex,), crossed)


__all__ = ["ChooseDestination", "Move", "destinations"]

Move.steps = (ChooseDestination(), withdrawal.ChooseHolder(), withdrawal.ChooseWayOut())
