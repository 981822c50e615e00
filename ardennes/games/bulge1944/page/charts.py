"""Charts: the Terrain Effects Chart (17.0) and the combat die (4.2, 12.0), and what of them applies now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from ardennes.engine.charts import NOTHING, Chart
from ardennes.engine.texts import Text, fraction_text
from ardennes.games.bulge1944.rules import terrain
from ardennes.games.bulge1944.rules.combat_dice import CITY_BONUS, RIVER_PENALTY, TOWN_BONUS, WALL_BONUS, Attack
from ardennes.games.bulge1944.rules.field import Field
from ardennes.games.bulge1944.rules.pieces import SIXTHS
from ardennes.games.bulge1944.rules.walking import Move

GROUNDS = {"clear": terrain.CLEAR, "forest": terrain.FOREST, "rough": terrain.ROUGH, "city": terrain.CITY}


def charts(p: Field) -> Iterator[Chart]:
    yield Chart(
        name="terrain", rule="17.0", heads=("", "infantry", "armor", "attack", "defence"), rows=tuple(_ground())
    )
    die = p.data.die
    faces = (("infantry", die.infantry), ("armor", die.armor), ("blank", die.blank))
    rows = tuple((face, str(count), Text(f"hits-{face}")) for face, count in faces)
    yield Chart(name="dice", rule="12.0", heads=("face", "count", "hits"), rows=rows, source=die.source)


def _ground() -> Iterator[tuple[str, ...]]:
    for name, ground in GROUNDS.items():
        penalties = dict.fromkeys(-terrain.attack_penalty(ground, armor) for armor in (False, True))
        bonus = f"+{CITY_BONUS}" if ground == terrain.CITY else NOTHING
        costs = terrain.INFANTRY_COST[ground], terrain.ARMOR_COST[ground]
        yield name, *map(str, costs), _signed(*penalties), bonus
    yield "town", NOTHING, NOTHING, NOTHING, f"+{TOWN_BONUS}"
    yield "siegfried-line", NOTHING, NOTHING, NOTHING, f"+{WALL_BONUS}"
    rivers = terrain.INFANTRY_RIVER, terrain.ARMOR_RIVER
    yield "river", *(f"+{cost}" for cost in rivers), _signed(-RIVER_PENALTY), NOTHING
    yield "road", _points(terrain.INFANTRY_ROAD), _points(terrain.ARMOR_ROAD), NOTHING, NOTHING
    yield "motorized-road", _points(terrain.MOTORIZED_ROAD), NOTHING, NOTHING, NOTHING
    yield "zone", *(str(terrain.ZONE_COST),) * 2, NOTHING, NOTHING


def _points(sixths: int) -> str:
    return fraction_text(Fraction(sixths, SIXTHS))


def _signed(*amounts: int) -> str:
    return " / ".join(f"−{-amount}" for amount in amounts if amount) or NOTHING


def marks(p: Field) -> Mapping[str, Iterable[str]]:
    """The column of the unit on its way; the row of the ground that is attacked."""
    found: list[str] = []
    for opened in p.stack:
        if isinstance(opened, Move):
            found.append("armor" if p.data.counters[opened.unit].armor else "infantry")
        elif isinstance(opened, Attack):
            ground = terrain.ground_of(p.data.board, opened.target)
            found += [name for name, number in GROUNDS.items() if number == ground]
            found.append("attack")
    return {"terrain": found}
