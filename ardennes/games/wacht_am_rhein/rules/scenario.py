"""25.0 What a scenario file says: who stands where, who is placed freely, who comes when, who may move."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ardennes.engine.scenarios import Scenario, Turn
from ardennes.rules.names import UnitName

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a scenario file that takes no word it does not know."""


class Deployment(Entry, frozen=True, kw_only=True):
    """25.12 Units that their owner places as he likes: within some hexes of a hex or a unit, or in some hexes."""

    units: tuple[UnitName, ...]
    around: str = ""
    around_unit: UnitName = ""
    within: Count = 0
    hexes: tuple[str, ...] = ()
    off_roads: bool = False
    source: str


class Commitment(Entry, frozen=True, kw_only=True):
    """25.16 Who may be committed in a Game-Turn, besides those who are so by themselves."""

    turn: Turn
    side: Literal[0, 1]
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


class WachtScenario(Scenario, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario: counters that it does not place and that do not arrive take no part."""

    last_turn: Turn
    improved: tuple[str, ...] = ()
    entrenched: tuple[str, ...] = ()
    """16.35 Hexes with positions that are finished."""
    bridge_carriers: tuple[UnitName, ...] = ()
    """15.21 German engineers with a bridge."""
    arrivals: dict[UnitName, str] = {}
    """21.0 Units that come later: a Game-Turn, a colon, and the roads or hexes they may come by."""
    deployments: tuple[Deployment, ...] = ()
    deploys_in: str = ""
    """The area in which German units are set up."""
    closed: str = ""
    """25.16 The area that no unit may enter."""
    first_day_until: Count = 0
    """25.14 The last Game-Turn of the special rules of the first day; 0 where there are none."""
    commitments: tuple[Commitment, ...] = ()
    """25.16 None where everybody is committed."""
    reserves: tuple[Reserve, ...] = ()
