"""10.0 Movement: where a unit goes; the 150th Panzer Brigade among the enemy (7.3), engineers in the way (12.4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ardennes.engine.options import is_about, object_of
from ardennes.engine.procedure import About, Procedure, Then
from ardennes.engine.texts import Argument, Event, Refusal
from ardennes.games.deadly_woods.rules import withdrawal
from ardennes.games.deadly_woods.rules.boundaries import closed_lines
from ardennes.games.deadly_woods.rules.bridges import rebuilding
from ardennes.games.deadly_woods.rules.field import Field
from ardennes.games.deadly_woods.rules.flags import BEYOND_LEASH, EAST_OF_MEUSE, FAR_FROM_LINE, OUTSIDE_BRITISH_AREA
from ardennes.games.deadly_woods.rules.pieces import DONE, DOOR, GERMAN, SLIP, TO
from ardennes.games.deadly_woods.rules.terrain import OUREN
from ardennes.games.deadly_woods.rules.walking import Move, MovementMode, going, mover, search, walk
from ardennes.kernels.flags import BARRED, MARKED_TOO, TOLL, ZONE
from ardennes.numbers import Hex, Unit
from ardennes.rules import moving
from ardennes.rules.moving import OpenMode, Searched, cheapest_path
from ardennes.rules.walk import Going, Relaxation, step, unhindered
from ardennes.rules.walk import walk as walked


class ChooseDestination(moving.ChooseDestination[Field, Move]):
    """10.2 Where the unit goes; the way there is the cheapest, or the player's own. A pinned unit may withdraw past a
    friend (10.3)."""

    prompt, rule, rules = "choose-destination", "10.2", ("10.2", "10.4")
    to = TO
    reasons = {DOOR: ("no-withdrawal", "10.3"), SLIP: ("no-slipping", "7.3")}

    def arguments(self, p: Field, move: Move) -> dict[str, Argument]:
        return {"unit": move.unit, "points": max(allowance for _, _, allowance in move.movement_modes)}

    def offers(self, p: Field, move: Move) -> Sequence[int]:
        if move.over:
            onward = slips(p, move) if may_slip_on(p, move) else []
            return [*onward, DONE + 0] if onward else []
        options = destinations(p, move)
        if not options:
            options = [DOOR + hex for hex in withdrawal.doors(p, move)]
        if can_slip(p, move.unit):
            options += slips(p, move)
        options.append(DONE + 0)
        return options

    def answer(self, p: Field, move: Move, option: int) -> Procedure | Then | None:
        hex = object_of(option)
        if option == DONE:
            return Then.END
        if is_about(option, DOOR):
            withdrawal.open_door(p, move, hex)
            return Then.NEXT
        if is_about(option, SLIP):
            return slip(p, move, hex)
        return go_to(p, move, hex) or (None if may_slip_on(p, move) else Then.END)

    # --- what is told before ---------------------------------------------------------------------

    def modes(self, p: Field, move: Move) -> list[OpenMode]:
        searches, unit = p.data.searches, move.unit
        return [OpenMode(way, searches[mode[0]], mover(p, unit, mode)) for mode, way in ways_of(p, move)]

    def searched(self, p: Field, move: Move) -> list[Searched]:
        return searched(p, move)

    def set_aside(self, p: Field, move: Move, going: Going) -> Iterator[Relaxation]:
        """What may be in the way: zones (7.3), lines (9.2, 10.6.3), areas (9.3, 9.4, 10.6.4), engineers (12.4.4),
        enemies."""
        closed = closed_lines(p, move.unit)
        yield Relaxation("zone-in-the-way", "7.3", unhindered(going, ZONE))
        if OUREN in closed:
            yield Relaxation("ouren-bridge", "10.6.3", _over_lines(going, (OUREN,)))
        if move.side == GERMAN:
            areas = FAR_FROM_LINE
            yield Relaxation("line-in-the-way", "9.2", _over_lines(going, closed))
            yield Relaxation("far-from-line", "9.4", unhindered(going, FAR_FROM_LINE))
            yield Relaxation("engineers-in-the-way", "12.4.4", unhindered(going, MARKED_TOO))
        else:
            areas = BEYOND_LEASH | EAST_OF_MEUSE | OUTSIDE_BRITISH_AREA
            yield Relaxation("held-back", "10.6.4", unhindered(going, EAST_OF_MEUSE | BEYOND_LEASH))
            yield Relaxation("british-area", "9.3", unhindered(going, areas))
        yield Relaxation("enemy-in-the-way", "10.2", unhindered(going, BARRED | ZONE | areas))

    def has_own_way(self, p: Field, move: Move, option: int) -> bool:
        return is_about(option, TO) and not move.one_hex and not engineers_bar(p, move, object_of(option))

    def about(self, p: Field, move: Move, option: int) -> About:
        if self.has_own_way(p, move, option) or not is_about(option, TO):
            return super().about(p, move, option)
        cost, path = best_way(p, move, object_of(option))
        rules = ("12.4.4",) if engineers_bar(p, move, object_of(option)) else self.rules
        return About(cost=cost, path=tuple(path), along=(cost,), rules=rules)

    def cost(self, p: Field, move: Move, option: int) -> int | None:
        return best_way(p, move, object_of(option))[0] if is_about(option, TO) else None

    def why_not(self, p: Field, move: Move, option: int) -> Refusal | None:
        hex = object_of(option)
        if is_about(option, TO):
            if move.over:
                return Refusal("zone-in-the-way", {"hex": hex}, "7.3")
            if move.one_hex and hex not in p.data.board.around(p.where[move.unit]):
                return Refusal("one-hex-only", {"hex": hex}, "14.4")
            if hex == p.where[move.unit]:
                return Refusal("is-there-already", {"hex": hex}, "10.2")
        return super().why_not(p, move, option)


def ways_of(p: Field, move: Move) -> list[tuple[MovementMode, Going]]:
    """What the unit meets in each movement mode that is open to it."""
    return [(movement_mode, going(p, move.unit, movement_mode[0])) for movement_mode in move.movement_modes]


def searched(p: Field, move: Move) -> list[Searched]:
    """Where the unit could go in each movement mode that is open to it."""
    return [Searched(search(p, move.unit, mode), 0) for mode in move.movement_modes]


def _over_lines(way: Going, lines: tuple[int, ...]) -> Going:
    """The same ground for a unit that may cross these lines."""
    tolls = tuple(TOLL * line for line in lines)
    return msgspec.structs.replace(
        way, hexsides=bytes(bits & ~TOLLS if bits & TOLLS in tolls else bits for bits in way.hexsides)
    )


TOLLS = 14
"""The bits of a hexside that say which line runs along it."""


# --- where a unit can go ---------------------------------------------------------------------------


def destinations(p: Field, move: Move) -> list[int]:
    """10.2 An option for each hex where the move could end."""
    options: list[int]
    if move.one_hex:
        options = [TO + hex for hex in one_hex_moves(p, move)]
    else:
        options = moving.destinations([search(p, move.unit, mode) for mode in move.movement_modes], TO)
    if move.side == GERMAN:
        options += [TO + hex for hex in engineers_beside(p, move)]
    return options


def one_hex_moves(p: Field, move: Move) -> list[Hex]:
    """14.4 One hex that the unit could enter with its whole allowance."""
    ways = [(way, mover(p, move.unit, mode)) for mode, way in ways_of(p, move)]
    return [hex for hex in p.data.board.around(p.where[move.unit]) if any(step(*way, hex) for way in ways)]


def one_step(p: Field, move: Move, hex: Hex) -> list[int]:
    """Points for one step in each movement mode that allows it."""
    steps = [step(way, mover(p, move.unit, mode), hex) for mode, way in ways_of(p, move)]
    return [after.spent for after in steps if after is not None]


def engineers_beside(p: Field, move: Move) -> list[Hex]:
    """12.4.4 Adjacent hexes with engineers, which cost a unit its whole allowance."""
    beside = p.data.zones.beside((p.where[move.unit],), p.way(GERMAN), MARKED_TOO)
    free = [hex for hex in beside if not p.way(GERMAN)[hex] & BARRED]
    return [hex for hex in free if onto_engineers(p, move, hex)]


def onto_engineers(p: Field, move: Move, hex: Hex) -> list[int]:
    """12.4.4 The allowances of the movement modes in which the unit could make the step."""
    ways = [(mode, going(p, move.unit, mode[0], past_engineers=True)) for mode in move.movement_modes]
    return [mode[2] for mode, way in ways if step(way, mover(p, move.unit, mode), hex) is not None]


def engineers_bar(p: Field, move: Move, hex: Hex) -> bool:
    return move.side == GERMAN and bool(p.way(GERMAN)[hex] & MARKED_TOO)


def best_way(p: Field, move: Move, hex: Hex) -> tuple[int, list[Hex]]:
    """Points to a hex that can be reached, and the hexes to enter, in the movement mode that is cheapest."""
    if engineers_bar(p, move, hex):
        return onto_engineers(p, move, hex)[0], [hex]
    return (min(one_step(p, move, hex)), [hex]) if move.one_hex else cheapest_path(searched(p, move), hex)


def go_to(p: Field, move: Move, hex: Hex) -> Procedure | None:
    """10.2 The unit walks there, in the cheapest way or the player's own; what that leaves to be decided."""
    move.over = True
    start = p.where[move.unit]
    _, best = best_way(p, move, hex)
    path = p.chosen_path_or(tuple(best))
    if can_slip(p, move.unit):
        move.movement_modes = left_after(p, move, path)
    return rebuilding(p, move.side, start, path, walk(p, move.unit, path))


# --- the 150th Panzer Brigade ------------------------------------------------------------------------


def can_slip(p: Field, unit: Unit) -> bool:
    """7.3 Once in turns 1 to 3 the 150th Panzer Brigade may disregard an enemy zone."""
    return p.data.counters[unit].special == "disguised" and not p.slipped and p.turn <= p.data.named.turns.slips_until


def may_slip_on(p: Field, move: Move) -> bool:
    """7.3 It has moved into an enemy zone and may go on from there."""
    return can_slip(p, move.unit) and p.in_enemy_zone(p.where[move.unit], move.side)


def left_after(p: Field, move: Move, path: Sequence[Hex]) -> tuple[MovementMode, ...]:
    """The modes in which a path can be walked, and what they still allow at its end; 12.4.4 nothing where engineers
    stood."""
    if engineers_bar(p, move, path[-1]):
        return tuple((kind, mode, 0) for kind, mode, _ in move.movement_modes)
    return _left_by(p, move, ways_of(p, move), path)


def _left_by(
    p: Field, move: Move, ways: list[tuple[MovementMode, Going]], path: Sequence[Hex]
) -> tuple[MovementMode, ...]:
    walks = [(movement_mode[0], walked(way, mover(p, move.unit, movement_mode), path)) for movement_mode, way in ways]
    return tuple((kind, after.mode, after.left) for kind, after in walks if after is not None)


def slips(p: Field, move: Move) -> list[int]:
    """7.3 From zone to zone at the start of a move; or onward, out of a zone it has entered, while points are left."""
    here = p.where[move.unit]
    if not p.in_enemy_zone(here, move.side):
        return []
    return [SLIP + hex for hex in p.data.board.around(here) if _slipped(p, move, hex)]


def _slipped(p: Field, move: Move, hex: Hex) -> tuple[MovementMode, ...]:
    """The movement modes open after one such step; none where it is not allowed."""
    if p.in_enemy_zone(hex, move.side) == move.over:
        return ()
    return _left_by(
        p, move, [(movement_mode, unhindered(way, ZONE)) for movement_mode, way in ways_of(p, move)], (hex,)
    )


def slip(p: Field, move: Move, hex: Hex) -> Procedure | Then | None:
    left, start, onward = _slipped(p, move, hex), p.where[move.unit], move.over
    p.slipped = True
    p.tell(Event("slips-through", {"unit": move.unit, "hex": hex}, "7.3"))
    crossed = walk(p, move.unit, (hex,))
    if onward:
        move.movement_modes = left
    move.over = not onward
    return rebuilding(p, move.side, start, (hex,), crossed)


__all__ = ["ChooseDestination", "Move", "destinations"]

Move.steps = (ChooseDestination(), withdrawal.ChooseHolder(), withdrawal.ChooseWayOut())
