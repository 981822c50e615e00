"""What the turn track has in store (11.1, 16.1, 5.3, 5.4, 12.6), and what the dice brought (9.5, 13.1)."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.dice import every_branch
from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.texts import Event, Text
from ardennes.games.bitter_woods.rules.bridges import Demolition
from ardennes.games.bitter_woods.rules.field import REMOVED, Field
from ardennes.games.bitter_woods.rules.odds import Attack, odds, read, result
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, TrackSpace


def coming(p: Field) -> Iterator[Coming]:
    """Turn by turn: aircraft, reinforcements, the ground, and what begins or ends."""
    data = p.data
    first, last = data.scenario_data.first_turn, data.last_turn
    for space in data.turns[first - 1 : last]:
        for side, aircraft in ((GERMAN, space.german_air), (ALLIED, space.allied_air)):
            if aircraft:
                yield Coming(turn=space.turn, text=Text("coming-air", {"n": aircraft}, "11.1"), side=side)
            if units := _arrivals(p, space.turn, side):
                text = Text("coming-reinforcements", {}, "16.1")
                yield Coming(turn=space.turn, text=text, side=side, units=units)
        yield from _once(p, space)
    yield Coming(turn=last, text=Text("coming-end", {}, "17.0"))


def _arrivals(p: Field, turn: int, side: int) -> tuple[int, ...]:
    units, removed = p.data.units[side], p.data.box(REMOVED)
    return tuple(unit for unit in units if p.data.counters[unit].arrives == turn and p.where[unit] != removed)


def _once(p: Field, space: TrackSpace) -> Iterator[Coming]:
    turns, before = p.data.named.turns, p.data.turns[max(0, space.turn - 2)].ground
    if space.ground != before and space.ground in ("mud", "freeze"):
        yield Coming(turn=space.turn, text=Text(f"coming-{space.ground}", {}, "5.3"))
    if space.name == turns.free_supply_until:
        yield Coming(turn=space.turn, text=Text("coming-free-supply-end", {}, "15.6"), side=GERMAN)
    if space.name == turns.boundaries_until:
        yield Coming(turn=space.turn, text=Text("coming-boundaries-end", {}, "5.4"), side=GERMAN)
    if space.name == turns.shortage_from:
        yield Coming(turn=space.turn, text=Text("coming-shortage", {}, "12.6"), side=GERMAN)


# --- luck --------------------------------------------------------------------------------------------


def luck(before: Field, event: Event) -> Iterator[Roll]:
    """9.5 Steps taken and hexes cleared in combat; 13.1 bridges blown."""
    die = event.args.get("die")
    if event.code == "rolled":
        yield from _combat_luck(before, event)
    elif event.code == "tries-to-blow":
        most = event.args["most"]
        assert isinstance(die, int)
        assert isinstance(most, int)
        side = next(each.side for each in reversed(before.stack) if isinstance(each, Demolition))
        chances = every_branch(lambda dice: int(dice.die() <= most))
        yield Roll.of(side, "bridges", chances, int(die <= most))


def _combat_luck(before: Field, event: Event) -> Iterator[Roll]:
    attack = next(each for each in reversed(before.stack) if isinstance(each, Attack))
    found, rolled = odds(before, attack), str(event.args["result"])
    for side, what, counts in (
        (attack.side, "steps", _costs_defender),
        (1 - attack.side, "steps", _costs_attacker),
        (attack.side, "retreats", _clears),
    ):
        chances = every_branch(lambda dice, counts=counts: counts(result(before, found, dice.die())))  # type: ignore[misc]
        yield Roll.of(side, what, chances, counts(rolled))


def _costs_defender(text: str) -> int:
    found = read(text)
    return int(found.kind in ("DE", "FF") or (found.kind == "D" and found.losses > 0))


def _costs_attacker(text: str) -> int:
    found = read(text)
    return int(found.kind in ("AE", "FF") or (found.kind == "A" and found.losses > 0))


def _clears(text: str) -> int:
    return int(read(text).kind in ("D", "DE"))
