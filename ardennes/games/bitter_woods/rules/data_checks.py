"""What must fit together in the data: counters, turn track, tables, named turns and map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ardennes.datafiles import Mistake
from ardennes.engine.datapack import Contents
from ardennes.engine.scenarios import file_of
from ardennes.games.bitter_woods.rules.events import EventRow, ScatterRow
from ardennes.games.bitter_woods.rules.pieces import (
    ANGRIFF_COLUMNS,
    ANGRIFF_RESULT,
    COLUMNS,
    FIRST_ROW,
    LAST_ROW,
    PLANS,
    RESULT,
    Named,
    Piece,
    ShortageRow,
    read_faces,
)
from ardennes.games.bitter_woods.rules.scenario import BitterScenario
from ardennes.rules.data_checks import (
    Wrong,
    arrival_mistakes,
    common_mistakes,
    results_mistakes,
    turns_on,
)
from ardennes.rules.names import UNITS, turns_on_track

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame

CRT, ANGRIFF = "crt.csv", "angriff.csv"
SHORTAGE, SECTORS, NAMED = "shortage.csv", "sectors.csv", "named.toml"
EVENTS, SCATTER = "events.csv", "scatter.csv"
SUPPLY_AREAS = ("german-supply", "allied-supply")
"""Without these no scenario can be played on part of the map."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
RULED_AREAS = (
    *("north-edge", "south-edge", "east-edge", "west-edge", "shared-road", "boundary-6th-5th", "boundary-5th-7th"),
    *("boundary-ends", "north-of-6th-5th", "south-of-6th-5th", "north-of-5th-7th", "south-of-5th-7th"),
    *("west-of-meuse", "across-meuse-north-of-vireux", "meuse-draw-zone", "permanent-forts", "fort-sites"),
    *("victory-towns", "allied-strategic-towns", "liege", "german-supply", "allied-supply"),
    *(f"entry-{letter}" for letter in LETTERS),
)


def mistakes(game: AnyGame, contents: Contents) -> Iterator[Mistake]:
    """Everything that is wrong with what could be read."""
    yield from common_mistakes(game, contents, _unit, areas=RULED_AREAS, vital_areas=SUPPLY_AREAS)
    yield from _tables(contents)
    yield from _names(contents)
    yield from _scenarios(contents)


def _scenarios(contents: Contents) -> Iterator[Mistake]:
    """2.9 What a scenario names must be there: units, turns, places, regions, plans; and it must say what wins."""
    turns = turns_on_track(contents)
    for name, scenario in contents.scenarios.items():
        if not isinstance(scenario, BitterScenario) or contents.board is None:
            continue
        board, file = scenario.cut(contents.board), file_of(name)
        for field, words, there in (
            ("arrivals", [value.split(": ")[0] for value in scenario.arrivals.values()], turns),
            ("orders", [region for order in scenario.orders for region in order.regions], set(scenario.regions)),
            ("orders", [order.plan for order in scenario.orders if order.plan], set(scenario.plans)),
            ("plans", scenario.plans, set(PLANS)),
        ):
            for word in sorted(set(words).difference(there)):
                yield Mistake(file, f"there is no {word!r}", field=field)
        for place in (place for points in scenario.points for place in (*points.hold, *points.hold_any)):
            if place not in board.area_names and board.find(place) is None:
                yield Mistake(file, f"there is no place {place!r} on the map in play", field="points")
        if (scenario.victory is None) == (scenario.verdict is None):
            yield Mistake(file, "either victory or points with a verdict decide the game", field="victory")


def _unit(contents: Contents, piece: Piece) -> Iterator[Wrong]:
    """2.2, 9.6, 10.1, 16.1 One counter."""
    try:
        faces = read_faces(piece.strength)
    except ValueError as error:
        yield "strength", str(error)
        return
    if len(faces) != (2 if piece.fighter else 1):
        yield "strength", "units have a full and a reduced side, artillery and leaders one (9.6)"
    if piece.artillery and not piece.range:
        yield "range", "artillery has a range (10.1)"
    board = contents.board
    if board is not None and not all(map(board.has_label, piece.needs.split())):
        yield "needs", f"{piece.needs!r} are not all hexes of the map (16.1)"
    if piece.place and (piece.arrives or not piece.only):
        yield from arrival_mistakes(piece, board, turns_on(contents), [*LETTERS], "a boxed letter (16.1)")


def _tables(contents: Contents) -> Iterator[Mistake]:
    """9.2, 12.6, 23.0 Every die has its row, every column its result."""
    dice = range(FIRST_ROW, LAST_ROW + 1)
    yield from results_mistakes(contents, CRT, dice, len(COLUMNS), RESULT.fullmatch)
    yield from results_mistakes(contents, ANGRIFF, dice, len(ANGRIFF_COLUMNS), ANGRIFF_RESULT.fullmatch)
    rolls = sorted(row.die for row in contents.rows(SHORTAGE, ShortageRow).values())
    if contents.is_sound(SHORTAGE) and rolls != [1, 2, 3, 4, 5, 6]:
        yield Mistake(SHORTAGE, "there must be a row for each die from 1 to 6", field="die")


def _events(contents: Contents) -> Iterator[Mistake]:
    """29.0, 38.0 Every roll brings one event; 25.1 every sum lands somewhere."""
    rows = contents.rows(EVENTS, EventRow)
    for when, rolls in (("17AM", range(2, 13)), ("18AM", range(1, 7)), ("19AM", range(2, 13))):
        dice = sorted(int(die) for row in rows.values() if row.when == when for die in row.dice.split())
        if contents.is_sound(EVENTS) and dice != [*rolls]:
            yield Mistake(EVENTS, f"each roll of {when} must bring one event", field="dice")
    sums = sorted(row.sum for row in contents.rows(SCATTER, ScatterRow).values())
    if contents.is_sound(SCATTER) and sums != [*range(2, 13)]:
        yield Mistake(SCATTER, "there must be a row for each sum from 2 to 12", field="sum")


def _names(contents: Contents) -> Iterator[Mistake]:
    """Whatever is named must be there."""
    known = {piece.id for piece in contents.rows(UNITS, Piece).values()}
    if contents.is_sound(UNITS):
        for number, event in contents.rows(EVENTS, EventRow).items():
            for unit in set(event.units.split()) - known:
                yield Mistake(EVENTS, f"there is no unit {unit!r}", number, "units")
    yield from _events(contents)
    known_events = {event.event for event in contents.rows(EVENTS, EventRow).values()}
    named = contents.table(NAMED, Named)
    if named is not None and contents.board is not None:
        for dump in named.dumps:
            if not contents.board.has_label(dump.hex):
                yield Mistake(NAMED, f"there is no hex {dump.hex!r} on the map", field="dumps")
            if dump.hard_by and contents.is_sound(EVENTS) and dump.hard_by not in known_events:
                yield Mistake(NAMED, f"there is no event {dump.hard_by!r}", field="dumps")
