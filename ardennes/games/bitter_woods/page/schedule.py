"""What the turn track has in store (11.1, 16.1, 5.3, 5.4, 12.6), and what the dice brought (9.5, 13.1)."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.engine.schedule import Coming, Roll
from ardennes.engine.texts import Event
from ardennes.games.bitter_woods.rules.attacks import Attack, read
from ardennes.games.bitter_woods.rules.bridges import Demolition
from ardennes.games.bitter_woods.rules.combat import outcomes
from ardennes.games.bitter_woods.rules.field import REMOVED, Field
from ardennes.games.bitter_woods.rules.pieces import ALLIED, GERMAN, TrackSpace
from ardennes.numbers import Side, Unit
from ardennes.rules import schedule
from ardennes.rules.fighting import combat_luck
from ardennes.rules.schedule import Line


def coming(p: Field) -> Iterator[Coming]:
    """Turn by turn: aircraft, reinforcements, the ground, and what begins or ends."""
    return schedule.coming(p, _of_turn, p.data.scenario_data.last_turn, "17.0")


def _of_turn(p: Field, space: TrackSpace) -> Iterator[Line]:
    for side, aircraft in ((GERMAN, space.german_air), (ALLIED, space.allied_air)):
        if aircraft:
            yield Line("coming-air", "11.1", side, args={"n": aircraft})
        yield Line("coming-reinforcements", "16.1", side, _arrivals(p, space.turn, side))
    turns, before = p.data.named.turns, p.data.turns[max(0, space.turn - 2)].ground
    if space.ground != before and space.ground in ("mud", "freeze", "snow"):
        yield Line(f"coming-{space.ground}", "2.9" if space.ground == "snow" else "5.3")
    for turn, code, rule in (
        (turns.free_supply_until, "coming-free-supply-end", "15.6"),
        (turns.boundaries_until, "coming-boundaries-end", "5.4"),
        (turns.shortage_from, "coming-shortage", "12.6"),
    ):
        if space.name == turn:
            yield Line(code, rule, GERMAN)


def _arrivals(p: Field, turn: int, side: Side) -> list[Unit]:
    units, removed = p.data.units[side], p.data.box(REMOVED)
    return [unit for unit in units if p.data.counters[unit].arrives == turn and p.where[unit] != removed]


# --- luck --------------------------------------------------------------------------------------------


def luck(before: Field, event: Event) -> Iterator[Roll]:
    """9.5 Steps taken and hexes cleared in combat; 13.1 bridges blown."""
    if event.code == "rolled":
        attack = before.innermost(Attack)
        yield from combat_luck(
            attack.side,
            outcomes(before, attack),
            str(event.args["result"]),
            costs_defender=_costs_defender,
            costs_attacker=_costs_attacker,
            clears=_clears,
        )
    elif event.code == "tries-to-blow":
        yield Roll.at_most(before.innermost(Demolition).side, "bridges", event.args["most"], event.args["die"])


def _costs_defender(text: str) -> bool:
    found = read(text)
    return found.kind in ("DE", "FF") or (found.kind == "D" and found.losses > 0)


def _costs_attacker(text: str) -> bool:
    found = read(text)
    return found.kind in ("AE", "FF") or (found.kind == "A" and found.losses > 0)


def _clears(text: str) -> bool:
    return read(text).kind in ("D", "DE")
