"""3.0, 8.0, 9.0 What the turn track has in store, and what the dice of combat and weather brought (12.0, 18.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ardennes.engine.dice import every_branch
from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.texts import Event, Text
from ardennes.games.bulge1944.rules import fuel, victory, weather
from ardennes.games.bulge1944.rules.combat import strike
from ardennes.games.bulge1944.rules.combat_dice import Attack
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, SECRET, Turn


def coming(p: Field) -> Iterator[Coming]:
    """Turn by turn: points, air and weather, fuel, support that comes and goes, reinforcements, the end."""
    last = victory.objective(p).turns
    for turn in p.data.turns[p.data.scenario_data.first_turn - 1 : last]:
        yield from _points_and_weather(p, turn)
        for side in (GERMAN, ALLIED):
            yield from _support(p, turn.turn, side)
            arriving = tuple(unit for unit in p.data.land[side] if p.data.counters[unit].arrives == turn.turn)
            if arriving:
                yield Coming(turn=turn.turn, text=Text("coming-units", {}, "9.0"), side=side, units=arriving)
    if p.card != SECRET:
        yield Coming(turn=last, text=Text("coming-end", {}, "15.0"))


def _points_and_weather(p: Field, turn: Turn) -> Iterator[Coming]:
    options, number = p.data.options, turn.turn
    variable = "weather" in options
    german = turn.german_points_with_weather if variable else turn.german_points
    yield Coming(turn=number, text=Text("coming-points", {"n": german}, "8.0"), side=GERMAN)
    yield Coming(turn=number, text=Text("coming-points", {"n": turn.allied_points}, "8.0"), side=ALLIED)
    if variable and number >= weather.FIRST_ROLL:
        yield Coming(turn=number, text=Text("coming-weather", {}, "18.1"))
    elif not variable and turn.air:
        yield Coming(turn=number, text=Text("coming-air", {"n": turn.air}, "4.2"), side=ALLIED)
    if "fuel" in options and number in (*fuel.EARLY, *fuel.LATE):
        yield Coming(turn=number, text=Text("coming-fuel", {}, "18.4"), side=GERMAN)


def _support(p: Field, turn: int, side: int) -> Iterator[Coming]:
    """4.2 Artillery and leaders are there on their turns only."""
    pieces = [unit for unit in (*p.data.support[side], *p.data.leaders[side]) if p.data.counters[unit].first_turn]
    begins = tuple(unit for unit in pieces if p.data.counters[unit].first_turn == turn)
    ends = tuple(unit for unit in pieces if p.data.counters[unit].last_turn == turn < len(p.data.turns))
    if begins:
        yield Coming(turn=turn, text=Text("coming-support", {}, "4.2"), side=side, units=begins)
    if ends:
        yield Coming(turn=turn, text=Text("leaving-support", {}, "4.2"), side=side, units=ends)


def luck(before: Field, event: Event) -> Iterator[Roll]:
    """Steps that dice took from the enemy; air units that the weather let fly."""
    if event.code == "rolled":
        yield from _combat_luck(before, event)
    elif event.code.startswith("weather-"):
        chances = every_branch(lambda dice: weather.AIR[weather.weather_after(before.weather, dice.die())])
        flying = weather.AIR[event.code.removeprefix("weather-")]
        yield Roll.of(ALLIED, "air", chances, flying)


def _combat_luck(before: Field, event: Event) -> Iterator[Roll]:
    """12.0 Each side's dice, by the resolver that rolled them, on the strengths before the roll."""
    attack = next(procedure for procedure in reversed(before.stack) if isinstance(procedure, Attack))
    args, defender = event.args, before.enemy_in(attack.target, attack.side)
    rolled = [int(steps) for steps in str(args["result"]).split(":")]
    sides = (
        (attack.side, args["attack_dice"], (defender,), rolled[0]),
        (1 - attack.side, args["defence_dice"], attack.attackers, rolled[1]),
    )
    for side, number, targets, steps in sides:
        assert isinstance(number, int)
        yield Roll.of(side, "steps", _losses(before, number, targets), steps)


def _losses(before: Field, number: int, targets: Sequence[int]) -> dict[int, Fraction]:
    return every_branch(lambda dice: strike(before, dice, number, targets).steps)
