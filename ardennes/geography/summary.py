"""The ground in numbers."""

from __future__ import annotations

from collections import Counter

from ardennes.geography.features import Ground


def ground_summary(ground: Ground) -> dict[str, int | dict[str, int]]:
    """How much of everything there is."""
    heights = ground.relief.heights
    return {
        "places": dict(Counter(place.rank for place in ground.places.values()).most_common()),
        "countries": dict(Counter(place.country for place in ground.places.values()).most_common()),
        "rivers with a name": len({river.name for river in ground.rivers if river.name}),
        "water courses": dict(Counter(river.width for river in ground.rivers).most_common()),
        "routes": dict(Counter(road.road_class for road in ground.roads).most_common()),
        "woods": dict(Counter(wood.density for wood in ground.woods).most_common()),
        "open ground": dict(Counter(found.kind for found in ground.clearings).most_common()),
        "Westwall": dict(Counter(wall.belt for wall in ground.westwall).most_common()),
        "fronts and their pockets": {date: len(front.pockets) for date, front in ground.fronts.items()},
        "boundaries": dict(Counter(found.kind for found in (*ground.boundaries, *ground.borders)).most_common()),
        "metres above the sea": {"lowest": int(heights.min()), "highest": int(heights.max())},
    }
