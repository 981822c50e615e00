"""Scenarios: a file each in ``data/scenarios`` of a game, or in ``scenarios`` of a data pack.

The fields here are those of every game; a game adds its own (what wins, which events) by deriving from
:class:`Scenario`. A file more is a scenario more: nothing else names it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Generic, NamedTuple, TypeVar

import msgspec

from ardennes.board import Board, HexRow
from ardennes.datafiles import DataError, Mistake, examine_toml
from ardennes.engine.game_data import Counter
from ardennes.numbers import Hex, Side, by_side

if TYPE_CHECKING:
    from ardennes.engine.datapack import Contents
    from ardennes.engine.game import AnyGame

C = TypeVar("C", bound=Counter)

FOLDER = "scenarios"
FILE_NAME = re.compile(r"[a-z][a-z0-9_]*")
OUT_OF_PLAY = "out"
"""Where a set-up puts a unit that does not take part."""

Turn = Annotated[int, msgspec.Meta(ge=1, le=99)]


class Words(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario or an option in another language."""

    title: str
    about: str = ""


class ScenarioInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a player reads before choosing a scenario."""

    title: str
    about: str = ""
    forced: tuple[str, ...] = ()
    """Options it is always played with."""
    barred: tuple[str, ...] = ()
    """Options it is never played with."""
    most_answers: int = 20_000
    """No game of it is longer, however it is played; one that is runs in circles."""


class ScenarioHead(ScenarioInfo, frozen=True, kw_only=True):
    """What can be told of a scenario without knowing its game."""

    order: int = 100
    """Its place among the others; those alike go by their names."""
    words: dict[str, Words] = {}
    """Title and about in other languages."""

    def info(self, language: str) -> ScenarioInfo:
        words = self.words.get(language)
        return ScenarioInfo(
            title=words.title if words else self.title,
            about=(words.about if words else "") or self.about,
            forced=self.forced,
            barred=self.barred,
            most_answers=self.most_answers,
        )


class Scenario(ScenarioHead, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole scenario, as far as every game has it."""

    source: str
    first_turn: Turn = 1
    last_turn: Turn | None = None
    """None where something else says it."""
    set_up: dict[str, str] = {}
    """Where units stand that are not set up as their counters say: a hex, or ``out``."""
    held: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Places that each side holds at the start, where that is not as the map says."""
    part: tuple[str, ...] = ()
    """The part of the map it is played on, as areas and hexes; all of it if none are named."""
    judged_as: str = ""
    """Which of the game's own scenarios the computer judges it like."""

    @property
    def uses(self) -> tuple[str, ...]:
        """Other scenarios that it takes something from."""
        return ()

    def placed(self, counters: Iterable[C], put: Callable[[C, str], C]) -> list[C]:
        """The counters as this scenario sets them up; ``put`` gives one its hex, or none where it is out of play."""
        places = {unit: "" if place == OUT_OF_PLAY else place for unit, place in self.set_up.items()}
        return [put(counter, places[counter.id]) if counter.id in places else counter for counter in counters]

    def brings(self, unit: str) -> bool:
        """Whether a unit takes part."""
        return self.set_up.get(unit) != OUT_OF_PLAY

    def hexes_held(self, board: Board) -> Iterator[tuple[Hex, Side]]:
        """Hexes that somebody holds at the start, and who."""
        return ((board.hex(place), side) for side, places in by_side(self.held) for place in places)

    def cut(self, board: Board) -> Board:
        """The part of a map it is played on."""
        if not self.part:
            return board
        areas = [board.area(name) if name in board.area_names else (board.hex(name),) for name in self.part]
        return part_of(board, frozenset().union(*areas))


def part_of(board: Board, kept: frozenset[int]) -> Board:
    """A map with some of its hexes only. Where one sheet shows all of them, they have its numbers."""
    hexes = [row for row in board.file.hexes if board.hex(row.hex) in kept]
    if board.grid.sheets:
        hexes = _as_on_one_sheet(hexes)
    sides = [row for row in board.file.sides if kept.issuperset(map(board.hex, row.hexes))]
    return Board(msgspec.structs.replace(board.file, hexes=hexes, sides=sides))


def _as_on_one_sheet(rows: list[HexRow]) -> list[HexRow]:
    labels = [(row.hex, *row.aliases) for row in rows]
    letters = set.intersection(*({label[0] for label in each} for each in labels)) if rows else set()
    if len(letters) != 1:
        return rows
    own = [sorted(each, key=lambda label: label[0] not in letters) for each in labels]
    return [
        msgspec.structs.replace(row, hex=first, aliases=tuple(others))
        for row, (first, *others) in zip(rows, own, strict=True)
    ]


def file_of(name: str) -> str:
    """The file of a scenario, as a data pack names it."""
    return f"{FOLDER}/{name}.toml"


def scenario_files(folder: Path, pack: Path | None = None) -> dict[str, Path]:
    """The files of a game's scenarios, by the names they have in a pack; those of a pack take the place of ours."""
    found: dict[str, Path] = {}
    for place in (folder / "data", *([pack] if pack else [])):
        found.update({file_of(path.stem): path for path in sorted((place / FOLDER).glob("*.toml"))})
    return found


def list_scenarios(folder: Path, language: str, pack: Path | None = None) -> dict[str, ScenarioInfo]:
    """What can be told of the scenarios of a game, in the order they are offered in."""
    heads: dict[str, ScenarioHead] = {}
    for name, path in scenario_files(folder, pack).items():
        try:
            head, mistakes = examine_toml(path, ScenarioHead)
        except DataError as error:
            raise DataError(f"{FOLDER}/{error}") from None
        if head is None:
            raise DataError(str(msgspec.structs.replace(mistakes[0], file=name)))
        heads[path.stem] = head
    return {
        name: head.info(language) for name, head in sorted(heads.items(), key=lambda each: (each[1].order, each[0]))
    }


# --- what may be wrong ---------------------------------------------------------------------------------


class SetUp(NamedTuple, Generic[C]):
    """How a game sets up, for who checks its scenarios."""

    counters: Sequence[C]
    """Those that a scenario may set up."""
    turns: int | None
    """The length of the turn track; None where there is none, or it cannot be told."""
    one_to_a_hex: bool
    areas: tuple[str, ...]
    """Without which the rules cannot do."""


def scenario_mistakes(game: AnyGame, contents: Contents, set_up: SetUp[C]) -> Iterator[Mistake]:
    """What is wrong with the scenarios of any game."""
    own = {path.stem for path in scenario_files(game.folder).values()}
    for name, scenario in contents.scenarios.items():
        file = file_of(name)
        if not FILE_NAME.fullmatch(name):
            yield Mistake(file, "the name of a scenario's file must be small letters, digits and _")
        if scenario.judged_as and scenario.judged_as not in own:
            says = f"{game.info.title} has no scenario {scenario.judged_as!r} of its own"
            yield Mistake(file, says, field="judged_as")
        found = [
            *_options(game, scenario),
            *_turns(scenario, set_up.turns),
            *_places(game, scenario, contents.board, set_up),
        ]
        yield from (Mistake(file, says, field=field) for field, says in found)


def _options(game: AnyGame, scenario: Scenario) -> Iterator[tuple[str, str]]:
    known = game.info.options
    for field in ("forced", "barred"):
        for option in getattr(scenario, field):
            if option not in known:
                yield field, f"{game.info.title} has no option {option!r}; it has {', '.join(known) or 'none'}"
    for option in set(scenario.forced).intersection(scenario.barred):
        yield "barred", f"option {option!r} is both forced and barred"
    for option in set(scenario.forced).intersection(known):
        for other in set(known[option].needs).difference(scenario.forced):
            yield "forced", f"option {option!r} needs option {other!r}"
        for other in set(known[option].conflicts).intersection(scenario.forced):
            yield "forced", f"options {option!r} and {other!r} cannot be played together"


def _turns(scenario: Scenario, turns: int | None) -> Iterator[tuple[str, str]]:
    if scenario.last_turn is not None and scenario.first_turn > scenario.last_turn:
        yield "first_turn", f"turn {scenario.first_turn} comes after the last one, {scenario.last_turn}"
    for field in ("first_turn", "last_turn"):
        turn = getattr(scenario, field)
        if turn is not None and turns is not None and turn > turns:
            yield field, f"there is no turn {turn} on the turn track, which has {turns}"


def _places(game: AnyGame, scenario: Scenario, whole: Board | None, set_up: SetUp[C]) -> Iterator[tuple[str, str]]:
    """Units and places that there are, on the part of the map in play, and nobody in an enemy's hex."""
    known = {counter.id for counter in set_up.counters}
    for unit in scenario.set_up.keys() - known:
        yield f"set_up.{unit}", f"there is no unit {unit!r} that could be set up"
    missing = [name for name in scenario.part if whole and name not in whole.area_names and whole.find(name) is None]
    for name in missing:
        yield "part", f"there is no area and no hex {name!r} on the map"
    if whole is None or missing:
        return
    board = scenario.cut(whole)
    for area in set_up.areas if scenario.part else ():
        if area in board.area_names and not board.area(area):
            yield "part", f"area {area!r} has no hexes on the map in play"
    for place in (place for places in scenario.held for place in places if board.find(place) is None):
        yield "held", f"there is no place {place!r} on the map in play"
    taken: dict[str, C] = {}
    for counter in scenario.placed(set_up.counters, game.start_in):
        hex, unit = game.start_hex(counter), counter.id
        if not hex or not (scenario.part or scenario.set_up):
            continue
        field = f"set_up.{unit}" if unit in scenario.set_up else "set_up"
        other = taken.setdefault(hex, counter)
        if not board.has_label(hex):
            yield field, f"{unit} starts in {hex!r}, which is no hex of the map in play; {OUT_OF_PLAY!r} leaves it out"
        elif other is not counter and (set_up.one_to_a_hex or other.side != counter.side):
            yield field, f"{unit} and {other.id} both start in {hex}"
