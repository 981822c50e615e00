"""What movement costs (5.3), and which column of the combat table applies now: that of the attack (9.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from ardennes.engine.charts import NOTHING, Cell, Chart
from ardennes.engine.texts import Text, fraction_text
from ardennes.games.bitter_woods.rules import terrain
from ardennes.games.bitter_woods.rules.attacks import Attack
from ardennes.games.bitter_woods.rules.field import Field
from ardennes.games.bitter_woods.rules.marching import Move
from ardennes.games.bitter_woods.rules.odds import odds
from ardennes.games.bitter_woods.rules.pieces import COLUMNS, GERMAN, TWELFTHS, Piece
from ardennes.games.bitter_woods.rules.terrain import Fords, Profile

GROUNDS = ("clear", "light-woods", "broken", "forest", "town")
SORTS = ("foot", "german-foot", "vehicles", "tanks", "guns", "german-guns")


def sort_of(piece: Piece) -> str:
    """The column of a unit in the table of movement costs."""
    german = "german-" if piece.side == GERMAN else ""
    if piece.artillery:
        return f"{german}guns"
    if piece.mechanized:
        return "tanks" if piece.silhouette else "vehicles"
    return f"{german}foot"


def charts(p: Field) -> Iterator[Chart]:
    """5.3 What each sort of unit pays on the ground of this turn; several prices where its units differ."""
    sorts: dict[str, list[Profile]] = {sort: [] for sort in SORTS}
    for piece in p.data.counters:
        if piece.kind not in ("leader", "company"):
            sorts[sort_of(piece)].append(terrain.profile_of(piece))
    yield Chart(name="terrain", rule="5.3", heads=("", *sorts), rows=tuple(_rows(p, list(sorts.values()))))


def _rows(p: Field, columns: list[list[Profile]]) -> Iterator[tuple[Cell, ...]]:
    ground = p.data.turns[p.turn - 1].ground
    for number, name in enumerate(GROUNDS):
        yield name, *(_each(column, partial(_entering, ground, number)) for column in columns)
    yield "road", *(_each(column, lambda profile: _points(terrain.road_cost(profile, ground))) for column in columns)
    yield "interdicted", *(_each(column, lambda profile: f"+{_points(profile.interdiction)}") for column in columns)
    yield "river", *(_fording({profile.fords for profile in column}) for column in columns)
    over_meuse = {True: Fords.HALTS, False: Fords.NEVER}
    yield "meuse", *(_fording({over_meuse[profile.crosses_meuse] for profile in column}) for column in columns)


def _each(column: list[Profile], price: Callable[[Profile], str]) -> str:
    return " / ".join(sorted(set(map(price, column))))


def _entering(ground: str, number: int, profile: Profile) -> str:
    closed = number == terrain.FOREST and profile.silhouette
    return NOTHING if closed else _points(terrain.off_road_cost(profile, ground, number))


def _fording(found: set[Fords]) -> Text:
    return Text("ford-" + "-".join(sorted(fords.name.lower() for fords in found)))


def _points(twelfths: int) -> str:
    return fraction_text(Fraction(twelfths, TWELFTHS))


def marks(p: Field) -> Mapping[str, Iterable[str]]:
    """The column of the unit on its way, and that of the attack."""
    attacks = [opened for opened in p.stack if isinstance(opened, Attack) and opened.attackers]
    found = [odds(p, attack) for attack in attacks]
    return {
        "terrain": [sort_of(p.data.counters[opened.unit]) for opened in p.stack if isinstance(opened, Move)],
        "results": [COLUMNS[each.column] for each in found if not each.is_angriff],
        "angriff": [COLUMNS[each.column] for each in found if each.is_angriff],
    }
