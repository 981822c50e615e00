"""What the turn record track has in store (18.0, 20.1, 21.0, 25.16), and what the dice brought (10.76, 15.13)."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.attacks import Attack
from ardennes.games.wacht_am_rhein.rules.bridges import BridgePhase
from ardennes.games.wacht_am_rhein.rules.field import TRACK, Field
from ardennes.games.wacht_am_rhein.rules.forecast import outcomes
from ardennes.games.wacht_am_rhein.rules.outcomes import read
from ardennes.games.wacht_am_rhein.rules.pieces import ALLIED, GERMAN, TrackSpace
from ardennes.games.wacht_am_rhein.rules.reinforcements import schedule_of
from ardennes.numbers import SIDES, Side, Unit
from ardennes.rules import schedule
from ardennes.rules.fighting import combat_luck
from ardennes.rules.schedule import Line


def coming(p: Field) -> Iterator[Coming]:
    """Game-Turn by Game-Turn: aircraft, reinforcements, and what begins or ends."""
    scenario = p.data.scenario_data
    return schedule.coming(p, _of_turn, scenario.last_turn, scenario.victory_rule)


def _of_turn(p: Field, space: TrackSpace) -> Iterator[Line]:
    scenario = p.data.scenario_data
    for side, points in ((GERMAN, space.german_air), (ALLIED, space.allied_air)):
        if points and space.turn >= scenario.weather_from:
            yield Line("coming-air", "20.1", side, args={"n": points // scenario.air_divided_by})
    for side in SIDES:
        yield Line("coming-reinforcements", "21.0", side, _arrivals(p, space.turn, side))
    for commitment in scenario.commitments:
        if commitment.turn == space.turn:
            yield Line("coming-commitment", "25.16", Side(commitment.side))
    if space.turn == scenario.first_day_until:
        yield Line("coming-first-day-end", "25.14")
    if space.turn == scenario.weather_from:
        yield Line("coming-weather", "18.0")


def _arrivals(p: Field, turn: int, side: Side) -> list[Unit]:
    track = p.data.box(TRACK)
    return [unit for unit in p.off_map(side) if p.where[unit] == track and schedule_of(p, unit)[0] == turn]


# --- luck --------------------------------------------------------------------------------------------


def luck(before: Field, event: Event) -> Iterator[Roll]:
    """10.76 Steps taken and hexes cleared in combat; 15.13 bridges blown."""
    if event.code == "rolled":
        attack = before.innermost(Attack)
        yield from combat_luck(
            attack.side,
            outcomes(before, attack),
            str(event.args["result"]),
            costs_defender=lambda text: _steps(text, "D") > 0,
            costs_attacker=lambda text: _steps(text, "A") > 0,
            clears=lambda text: (found := read(text)) is not None and found.loser == "D",
        )
    elif event.code == "tries-to-blow":
        yield Roll.at_most(before.innermost(BridgePhase).side, "bridges", event.args["most"], event.args["die"])


def _steps(text: str, loser: str) -> int:
    found = read(text)
    return found.steps if found is not None and found.loser == loser else 0
