"""The game data: what lies in the box and does not change in play. Board, counters, tables, scenario, options."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec

from ardennes.board import Board
from ardennes.engine.options import Kind, Verb
from ardennes.errors import ArdennesError
from ardennes.numbers import SIDES, Hex, Hexside, Side, SidePerUnit, Unit, by_unit

if TYPE_CHECKING:
    from ardennes.engine.game import AnyGame
    from ardennes.engine.scenarios import Scenario

LARGEST_NUMBER = 255
"""Verbs about numbers have none larger."""
NOWHERE, UNSEEN, FIRST_BOX = Hex(-1), Hex(-2), Hex(-3)
"""Places that are no hex: eliminated or not in play; hidden from the side that looks; the first box."""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A playing piece; games add what is printed on theirs."""

    printed: ClassVar[tuple[str, ...]] = ()
    """The fields a player reads off the counter, in order."""

    id: str
    """A short name without spaces, for notation."""
    name: str
    side: Side
    source: str = ""


def counter_mistakes(counters: Sequence[Counter]) -> Iterator[tuple[int, str, str]]:
    """What is wrong with counters: the number of the counter, the field, and a sentence."""
    seen: set[str] = set()
    for number, counter in enumerate(counters):
        if not counter.id or counter.id.split() != [counter.id]:
            yield number, "id", f"id {counter.id!r} must be one word"
        if counter.id.casefold() in seen:
            yield number, "id", f"id {counter.id!r} stands in two rows"
        if counter.side not in (0, 1):
            yield number, "side", f"{counter.id}: side {counter.side} is neither 0 nor 1"
        seen.add(counter.id.casefold())


T = TypeVar("T")


class _OfThread(threading.local):
    """Python calls its constructor again in each thread that reads from it."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.made = make()


class PerThread(Generic[T]):
    """Part of game data that every thread has its own of: a search with scratch tables. All tables of a kind share
    their data and play on several threads. What is assigned makes it; what is read is that of the reading thread."""

    def __set_name__(self, owner: type[GameData], name: str) -> None:
        self.name = name

    def __set__(self, data: GameData, make: Callable[[], T]) -> None:
        data.__dict__[self.name] = _OfThread(make)

    def __get__(self, data: GameData, owner: type[GameData]) -> T:
        return data.__dict__[self.name].made  # type: ignore[no-any-return]


class GameData:
    """Everything fixed before the first move, shared by all tables of the same kind and therefore never changed. A game
    adds its tables by deriving from it."""

    scenario_data: Scenario | None = None
    pack_folder: Path | None = None
    """Of the data pack it was read from; none for our own data."""
    contents: object = None
    """The files it was read from, kept for others that are read from them."""

    def __init__(
        self,
        game: AnyGame,
        *,
        board: Board,
        counters: Sequence[Counter],
        scenario: str,
        options: Iterable[str],
        digest: str,
    ) -> None:
        self.game = game
        self.board = board
        self.counters = tuple(counters)
        self.scenario = scenario
        self.options = frozenset(options)
        self.digest = digest
        """Of the data this game is played with."""
        self.boxes = game.boxes
        self.has_secrets = False
        self.secret_clocks: frozenset[str] = frozenset()
        """Those of the clocks with an owner that are secret in this scenario."""
        self.points_in_one = game.points_in_one
        self._check_counters()

    def keep_secret(self, *clocks: str) -> None:
        """Something is hidden from a side: counters, or these of the clocks with an owner."""
        self.has_secrets, self.secret_clocks = True, frozenset(clocks)

    def _check_counters(self) -> None:
        for _, _, says in counter_mistakes(self.counters):
            raise ArdennesError(f"units: {says}")

    @property
    def last_turn(self) -> int | None:
        """When a scenario ends at the latest; None where that is a secret, or always the end of the turn track."""
        return self.scenario_data.last_turn if self.scenario_data else None

    @cached_property
    def unit_numbers(self) -> dict[str, Unit]:
        """Every unit by its short name, in small letters."""
        return {counter.id.casefold(): unit for unit, counter in by_unit(self.counters)}

    def unit(self, id: str) -> Unit:
        """The unit with this short name."""
        try:
            return self.unit_numbers[id.casefold()]
        except KeyError:
            raise ArdennesError(f"there is no unit {id!r} in this game") from None

    @cached_property
    def _boxes(self) -> dict[str, Hex]:
        return {name: Hex(FIRST_BOX - number) for number, name in enumerate(self.boxes)}

    @cached_property
    def sides(self) -> SidePerUnit:
        """The side of each counter."""
        return SidePerUnit(counter.side for counter in self.counters)

    def of_each_side(self, wanted: Callable[[Any], bool]) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        """The counters of each side that fit."""
        fitting = [unit for unit, counter in by_unit(self.counters) if wanted(counter)]
        first, second = (tuple(unit for unit in fitting if self.sides[unit] == side) for side in SIDES)
        return first, second

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many units, hexes and hexsides there are."""
        return {"unit": len(self.counters), "hex": self.board.size, "hexside": self.board.sides}

    @cached_property
    def unseen_clocks(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """For each side, what it sees of the clocks that it may not know."""
        declared = self.game.position_type.clocks
        owned = {name: declared[name] for name in self.secret_clocks}
        first, second = ({name: each.unseen for name, each in owned.items() if each.owner != side} for side in SIDES)
        return first, second

    @cached_property
    def seen_clocks(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """For each side, the clocks that it may know."""
        clocks = self.game.position_type.clocks
        first, second = (tuple(name for name in clocks if name not in unseen) for unseen in self.unseen_clocks)
        return first, second

    def box(self, name: str) -> Hex:
        """The place value of a box, as ``where`` holds it."""
        try:
            return self._boxes[name]
        except KeyError:
            raise ArdennesError(f"there is no box {name!r} in this game") from None

    def exists(self, option: int) -> bool:
        """Whether an option speaks of a verb, a unit, a hex, a hexside or a word that there is."""
        thing: int
        try:
            verb, thing = self.game.verbs.split(option)
        except KeyError:
            return False
        match verb.kind:
            case Kind.UNIT:
                return thing < len(self.counters)
            case Kind.HEX:
                return thing in self.board
            case Kind.HEXSIDE:
                return thing < self.board.sides
            case Kind.WORD:
                return thing < len(verb.words)
            case Kind.NOTHING:
                return thing == 0
        return True

    def objects(self, verb: Verb) -> Sequence[int]:
        """All that a verb can ever be about; a game narrows it down where it knows better."""
        match verb.kind:
            case Kind.UNIT:
                return range(len(self.counters))
            case Kind.HEX:
                return range(self.board.size)
            case Kind.HEXSIDE:
                return self.board.marked_sides
            case Kind.NUMBER:
                return range(LARGEST_NUMBER + 1)
            case Kind.WORD:
                return range(len(verb.words))
            case Kind.NOTHING:
                return range(1)

    def place_name(self, place: Hex) -> str:
        """What ``where`` holds, as notation: a hex number, a box, or ``-`` for nowhere and ``?`` for unseen."""
        if place >= 0:
            return self.board.label(place)
        return {NOWHERE: "-", UNSEEN: "?"}.get(place) or self.boxes[FIRST_BOX - place]

    def place(self, name: str) -> Hex:
        """The reverse of :meth:`place_name`."""
        if name in self.boxes:
            return self.box(name)
        return {"-": NOWHERE, "?": UNSEEN}.get(name) or self.board.hex(name)

    # --- names, for texts ------------------------------------------------------------------------

    def unit_name(self, unit: Unit) -> str:
        return self.counters[unit].name

    def hex_name(self, hex: Hex) -> str:
        return self.board.describe(hex) if hex >= 0 else "off the map"

    def hexside_name(self, hexside: Hexside) -> str:
        return self.board.side_label(hexside)

    def side_name(self, side: Side) -> str:
        return self.game.sides[side]
