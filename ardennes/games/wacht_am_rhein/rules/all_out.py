"""24.82 All-out German effort: with this option more divisions start, and the others come sooner."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from ardennes.games.wacht_am_rhein.rules.scenario import AllOut, WachtScenario

OPTION = "all_out"
FIRST = 1
"""WAR-R139 Nobody arrives before the first Game-Turn."""


def all_out(scenario: WachtScenario, germans: Collection[str]) -> WachtScenario:
    """24.82 A scenario with an all-out effort: some divisions are set up, others that a die would bring come for
    certain, and the dice bring them no more (22.2); the rest of the ``germans`` come three Game-Turns sooner."""
    effort = scenario.all_out
    assert effort is not None, "the option is barred elsewhere"
    arrivals = {
        unit: sooner(when, effort) if unit in germans else when
        for unit, when in scenario.arrivals.items()
        if unit not in effort.set_up
    }
    return replace(
        scenario,
        set_up={**scenario.set_up, **effort.set_up},
        deployments=(*scenario.deployments, *effort.deployments),
        arrivals={**arrivals, **effort.arrivals},
        variable=tuple(group for group in scenario.variable if not set(group.units) <= set(effort.arrivals)),
        bridge_carriers=(*scenario.bridge_carriers, *effort.bridge_carriers),
    )


def sooner(when: str, effort: AllOut) -> str:
    """24.82 When a unit arrives, and by which roads.

    >>> sooner("11: C10 C11", AllOut(deployments=(), earlier=3, source="24.82"))
    '8: C10 C11'
    """
    turn, colon, roads = when.partition(":")
    return f"{max(FIRST, int(turn) - effort.earlier)}{colon}{roads}"
