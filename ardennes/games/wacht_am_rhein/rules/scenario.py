"""25.0 What a scenario file says: who stands where, who is placed freely, who comes when, who may move."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ardennes.engine.scenarios import Scenario, Turn
from ardennes.rules.names import PlaceName, UnitName

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
NO_LIMIT = 9999
"""More than there are counters: what a level of victory that names no most allows."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a scenario file that takes no word it does not know."""


class Deployment(Entry, frozen=True, kw_only=True):
    """25.12, 26.2 Units that their owner places as he likes: within some hexes of a hex or of units, in some hexes, or
    in an area."""

    units: tuple[UnitName, ...]
    around: str = ""
    around_any: tuple[str, ...] = ()
    """24.82 Several hexes, each with a colon and within how many; besides those that are named."""
    around_unit: UnitName = ""
    near: Literal["", "division", "corps"] = ""
    """26.2 Around any unit of its division, or combat unit of its corps, that was placed before."""
    within: Count = 0
    hexes: tuple[str, ...] = ()
    area: str = ""
    off_roads: bool = False
    on_roads: bool = False
    but: tuple[str, ...] = ()
    """Hexes among these where they may not start."""
    source: str


class Commitment(Entry, frozen=True, kw_only=True):
    """25.16 Who may be committed in a Game-Turn, besides those who are so by themselves."""

    turn: Turn
    side: Literal[0, 1]
    area: str = ""
    """27.62 Only for units that started in this area, and in none of an entry before."""
    quota: tuple[Count, ...] = ()
    """Units that the player may commit: one number, or one for each face of a die."""
    all_but: tuple[Literal["positions", "isolated-positions", "corps-engineers"], ...] | None = None
    """Everybody is committed but these; None where nobody is."""
    named: tuple[UnitName, ...] = ()
    """Only these may be committed, and must be."""
    source: str


class Reserve(Entry, frozen=True, kw_only=True):
    """25.16, 25.26 Units of a formation that wait until a Game-Turn."""

    formations: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    """Only these kinds of units; all if none are named."""
    until: Turn
    source: str


LEVELS = (
    *("german-strategic", "german-decisive", "german-substantive", "german-median", "german-marginal"),
    *("german-tactical", "draw", "allied-marginal", "allied-substantive", "allied-decisive"),
)
"""25.17, 25.27, 27.7 From the best for the Germans to the best for the Allies."""


class Holding(Entry, frozen=True, kw_only=True):
    """26.7, 27.7 Places of which German combat units stand in so many."""

    places: tuple[PlaceName, ...]
    at_least: Count = 0
    at_most: Count = NO_LIMIT


class Presence(Entry, frozen=True, kw_only=True):
    """26.7, 27.7 German units in some areas: so many combat units, and so many tanks among them."""

    areas: tuple[str, ...]
    at_least: Count = 0
    tanks_at_least: Count = 0
    at_most: Count = NO_LIMIT
    headquarters: bool = False
    """Whether the case says units and not combat units, so that headquarters count too."""


class Departure(Entry, frozen=True, kw_only=True):
    """27.7 German units that have left the map by an edge: so many combat units, and so many tanks among them."""

    by: str
    at_least: Count = 0
    tanks_at_least: Count = 0
    at_most: Count = NO_LIMIT
    headquarters: bool = False
    """Whether the case says units and not combat units, so that headquarters count too."""


class Level(Entry, frozen=True, kw_only=True):
    """25.17, 25.27, 26.7, 27.7 A level of victory, and all that it takes."""

    level: Literal[
        "german-strategic",
        "german-decisive",
        "german-substantive",
        "german-median",
        "german-marginal",
        "german-tactical",
        "draw",
        "allied-marginal",
        "allied-substantive",
        "allied-decisive",
    ]
    german_in: tuple[PlaceName, ...] = ()
    allied_in: tuple[PlaceName, ...] = ()
    """Places that units of a side stand in at the end."""
    allied_in_any: tuple[PlaceName, ...] = ()
    """Of these, one at least."""
    holding: tuple[Holding, ...] = ()
    """In how many of some places Germans stand."""
    present: tuple[Presence, ...] = ()
    """How many Germans are in some areas."""
    plans: tuple[str, ...] = ()
    """27.7 The plans it belongs to; all if none are named."""
    departures: tuple[Departure, ...] = ()
    """Which Germans have left the map by some edges."""
    destroyed_at_least: Count = 0
    """27.75 Allied combat units that are destroyed."""
    exits_at_least: Count = 0
    exits_at_most: Count = NO_LIMIT
    """German combat units that have left the map."""
    dumps_lost_at_most: Count = NO_LIMIT
    """True fuel dumps that the Germans have captured."""
    source: str


class Dumps(Entry, frozen=True, kw_only=True):
    """25.27 The fuel dumps (POL) of the Allies: some in hexes that everybody knows, others true or false."""

    fixed: tuple[str, ...]
    free: Count
    """How many markers the Allied player places."""
    true: Count
    """How many of these are true."""
    hexes: tuple[str, ...]
    """Where he may."""
    proposed: tuple[str, ...]
    source: str


class Variable(Entry, frozen=True, kw_only=True):
    """22.2 German reinforcements that a die brings, and for some a second die."""

    die: tuple[Count, ...]
    second: tuple[Count, ...] = ()
    units: tuple[UnitName, ...]
    all: bool
    """Whether all of them come at once, or one."""
    entries: str
    source: str


class AllOut(Entry, frozen=True, kw_only=True):
    """24.82 What an all-out German effort changes, with this option."""

    set_up: dict[UnitName, str] = {}
    """Where units that would come later are proposed to start."""
    deployments: tuple[Deployment, ...]
    """Where their owner may place them instead."""
    arrivals: dict[UnitName, str] = {}
    """Units that would come by a die and now come for certain: a Game-Turn, a colon, and their roads."""
    earlier: Count
    """By how many Game-Turns all other Germans come sooner."""
    bridge_carriers: tuple[UnitName, ...] = ()
    """Engineers who bring a bridge and have none in this scenario otherwise."""
    source: str


class Drop(Entry, frozen=True, kw_only=True):
    """24.41 Von der Heydte's parachute-commandos, who drop around a hex (errata)."""

    units: tuple[UnitName, ...]
    around: str
    within: Count
    source: str


class Truppeneinheit(Entry, frozen=True, kw_only=True):
    """24.31 German commandos who start behind the front, or just before it."""

    count: Count
    area: str
    within: Count
    """How near to a German SS unit they start."""
    source: str


class Shortage(Entry, frozen=True, kw_only=True):
    """26.4c Formations that are Unsupplied through a Game-Turn, whatever their lines."""

    formations: tuple[str, ...]
    until: Turn
    source: str


class Fence(Entry, frozen=True, kw_only=True):
    """25.24b Formations that may not enter an area."""

    formations: tuple[str, ...]
    area: str
    source: str


class WachtScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario: counters that it does not place and that do not arrive take no part."""

    last_turn: Turn
    improved: tuple[str, ...] = ()
    entrenched: tuple[str, ...] = ()
    """16.35 Hexes with positions that are finished."""
    bridge_carriers: tuple[UnitName, ...] = ()
    """15.21 German engineers that may have a bridge."""
    bridges: tuple[str, ...] = ()
    """26.2 German bridges that are built, each as the hex of the marker, a slash and the hex it leads to."""
    in_march: tuple[UnitName, ...] = ()
    fatigued: tuple[UnitName, ...] = ()
    """26.2 Units that start in March Mode, or Fatigued."""
    kept_free: tuple[str, ...] = ()
    """26.2 Hexes where no Allied unit starts."""
    arrivals: dict[UnitName, str] = {}
    """21.0 Units that come later: a Game-Turn, a colon, and the roads or hexes they may come by."""
    deployments: tuple[Deployment, ...] = ()
    deploys_in: str = ""
    """The area in which German units are set up."""
    historical: tuple[Deployment, ...] = ()
    historical_in: str = ""
    """24.81 Where German units are set up otherwise, if the option lets them start anywhere."""
    closed: str = ""
    """25.16 The area that no unit may enter."""
    first_day_until: Count = 0
    """25.14 The last Game-Turn of the special rules of the first day; 0 where there are none."""
    commitments: tuple[Commitment, ...] = ()
    """25.16 None where everybody is committed."""
    reserves: tuple[Reserve, ...] = ()
    companies: dict[str, tuple[UnitName, ...]] = {}
    """25.12 The divisions that companies are set up with."""
    british_bound_until: Count = 0
    """23.0 The last Game-Turn in which British units may be bound; 0 where there are none."""
    supply: tuple[tuple[str, ...], tuple[str, ...]]
    """14.11, 14.21 For each side, the hexes where roads lead off the map."""
    never_short: tuple[str, ...] = ()
    """25.24a Divisions that are never Out of Communications or Unsupplied."""
    weather_from: Turn
    """18.0 The first Game-Turn with a roll for the weather."""
    air_divided_by: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1
    """25.15 Of the air points on the chart, one in so many."""
    broken_down: tuple[UnitName, ...] = ()
    """21.3, 26.2 Battalions that may be broken down when they arrive or are set up."""
    exits: tuple[str, ...] = ()
    """25.17, 25.27, 27.4b Where units may leave the map: areas and hexes."""
    exits_of_both: bool = False
    exits_cost_terrain: bool = False
    """27.4b Whether both sides may, and pay for the terrain of the hex they leave."""
    edges: dict[str, tuple[str, ...]] = {}
    """27.7 Parts of the map edge that levels of victory name, by their hexes."""
    plans: tuple[Literal["historical", "liege-aachen", "luxembourg", "liege-luxembourg", "spoiling"], ...] = ()
    """27.7 From which the German player chooses one in secret."""
    dumps: Dumps | None = None
    variable: tuple[Variable, ...] = ()
    drop: Drop | None = None
    """24.4 None where the option is not played."""
    truppeneinheit: Truppeneinheit | None = None
    """24.3 None where the option is not played."""
    infiltrators: tuple[str, ...] = ()
    """24.5 Formations that may slip out of enemy zones, with this option."""
    all_out: AllOut | None = None
    """24.82 None where the option is not played."""
    fences: tuple[Fence, ...] = ()
    short: tuple[Shortage, ...] = ()
    levels: tuple[Level, ...]
    """25.17 In the order in which they are looked at."""
    victory_rule: str
    verdict: Literal["", "places-", "war-"] = ""
    """Which words the end of the game is told in: how many left the map, or who is where, or what comes of the war."""
