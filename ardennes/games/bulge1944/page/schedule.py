"""3.0, 8.0, 9.0 What the turn track has in store, and what the dice of combat and weather brought (12.0, 18.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ardennes.engine.dice import every_branch
from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.texts import Event
from ardennes.games.bulge1944.rules import fuel, victory, weather
from ardennes.games.bulge1944.rules.combat import strike
from ardennes.games.bulge1944.rules.combat_dice import Attack
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import ALLIED, GERMAN, SECRET, TrackSpace
from ardennes.numbers import ENEMY_OF, Side, Unit
from ardennes.rules import schedule
from ardennes.rules.schedule import Line


def coming(p: Field) -> Iterator[Coming]:
    """Turn by turn: points, air and weather, fuel, support that comes and goes, reinforcements, the end."""
    return schedule.coming(p, _of_turn, victory.objective(p).turns, "15.0" if p.card != SECRET else "")


def _of_turn(p: Field, space: TrackSpace) -> Iterator[Line]:
    yield from _points_and_weather(p, space)
    for side in (GERMAN, ALLIED):
        yield from _support(p, space.turn, side)
        arriving = [unit for unit in p.data.units[side] if p.data.counters[unit].arrives == space.turn]
        yield Line("coming-units", "9.0", side, arriving)


def _points_and_weather(p: Field, space: TrackSpace) -> Iterator[Line]:
    options, variable = p.data.options, "weather" in p.data.options
    german = space.german_points_with_weather if variable else space.german_points
    yield Line("coming-points", "8.0", GERMAN, args={"n": german})
    yield Line("coming-points", "8.0", ALLIED, args={"n": space.allied_points})
    if variable and space.turn >= p.data.named.weather_from:
        yield Line("coming-weather", "18.1")
    elif not variable and space.air:
        yield Line("coming-air", "4.2", ALLIED, args={"n": space.air})
    if "fuel" in options and fuel.tables_on(p.data, space.turn):
        yield Line("coming-fuel", "18.4", GERMAN)


def _support(p: Field, turn: int, side: Side) -> Iterator[Line]:
    """4.2 Artillery and leaders are there on their turns only."""
    counters = p.data.counters
    pieces = [unit for unit in (*p.data.support[side], *p.data.leaders[side]) if counters[unit].first_turn]
    yield Line("coming-support", "4.2", side, [unit for unit in pieces if counters[unit].first_turn == turn])
    ends = [unit for unit in pieces if counters[unit].last_turn == turn < len(p.data.turns)]
    yield Line("leaving-support", "4.2", side, ends)


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
    attack = before.innermost(Attack)
    args, defender = event.args, before.enemy_in(attack.target, attack.side)
    rolled = [int(steps) for steps in str(args["result"]).split(":")]
    sides = (
        (attack.side, args["attack_dice"], (defender,), rolled[0]),
        (ENEMY_OF[attack.side], args["defence_dice"], attack.attackers, rolled[1]),
    )
    for side, number, targets, steps in sides:
        assert isinstance(number, int)
        yield Roll.of(side, "steps", _losses(before, number, targets), steps)


def _losses(before: Field, number: int, targets: Sequence[Unit]) -> dict[int, Fraction]:
    return every_branch(lambda dice: strike(before, dice, number, targets).steps)
