"""9.25 March teams: a U.S. company and a battalion, or two companies, that march under one marker. They go one way
together, each for its own price, and stop together."""

from __future__ import annotations

from collections.abc import Callable

from ardennes.engine.texts import Event
from ardennes.games.wacht_am_rhein.rules.field import HAS_ENTERED, HAS_LEFT, Field
from ardennes.games.wacht_am_rhein.rules.formations import allowance, is_class_a, take_march
from ardennes.games.wacht_am_rhein.rules.terrain import CHANGE_OF_MODE
from ardennes.numbers import Unit

NATION = "US"


def can_pair(p: Field, unit: Unit, mate: Unit) -> bool:
    """9.25 Whether two units could ever be a team: both American, one of them a company (errata: or both)."""
    one, other = p.data.counters[unit], p.data.counters[mate]
    sizes = {one.size, other.size}
    return unit != mate and one.nation == other.nation == NATION and sizes in ({"company"}, {"company", "battalion"})


def mates(p: Field, unit: Unit, spent: int, is_able: Callable[[Unit], bool]) -> list[Unit]:
    """9.25 With whom of those who can still move a unit may take up March Mode where it stands: both began the Movement
    Phase there and have four points left (7.21), outside enemy zones and roadless Woods, and nobody else is in March
    Mode there (9.21)."""
    data, here = p.data, p.where[unit]
    if (
        data.counters[unit].nation != NATION
        or p.done[unit] & (HAS_LEFT | HAS_ENTERED)
        or allowance(p, unit) - spent < CHANGE_OF_MODE
    ):
        return []
    if p.in_enemy_zone(here, data.sides[unit]) or not data.march_hexes[here]:
        return []
    if any(p.march[other] for other in p.units_in(here)):
        return []
    pairs = [mate for mate in sorted(p.units_in(here)) if can_pair(p, unit, mate) and is_able(mate)]
    ready = [mate for mate in pairs if not p.done[mate] & (HAS_LEFT | HAS_ENTERED)]
    return [mate for mate in ready if points_left(p, mate) >= CHANGE_OF_MODE]


def points_left(p: Field, unit: Unit) -> int:
    return allowance(p, unit) - p.spent[unit]


def form(p: Field, unit: Unit, mate: Unit) -> None:
    """9.25 Both take up March Mode under one marker, each for four points."""
    for each in (unit, mate):
        take_march(p, each)
        p.spent[each] += CHANGE_OF_MODE
    p.join_team(unit, mate)
    p.tell(Event("forms-team", {"unit": unit, "mate": mate, "hex": p.where[unit]}, "9.25"))


def leader(p: Field, unit: Unit) -> Unit:
    """9.25 The member of a team that will tire first on most ways: of Class A before Class B, then with the fewer
    points."""
    return min(p.team_of(unit), key=lambda each: (not is_class_a(p, each), points_left(p, each), each))
