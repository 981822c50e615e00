"""What an opponent is, and how one is called to the table: ``planner:time=2,level=hard``, or ``my_bot.py``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

import msgspec

from ardennes.engine.game import AnyGame
from ardennes.engine.position import Position
from ardennes.engine.texts import Text
from ardennes.errors import ArdennesError
from ardennes.numbers import Side
from ardennes.players.source import module_from, read_source


class Thought(msgspec.Struct, frozen=True):
    """Something a player considers, for people who want to know: what, why, and how good it looks."""

    what: Text
    reasons: tuple[Text, ...] = ()
    chance: float | None = None
    """The chance to win that it promises."""


class Considering(msgspec.Struct, frozen=True):
    """How far a thought has come that still goes on."""

    share: float
    """Of the work it may do."""
    plans: tuple[Thought, ...] = ()
    """The best so far, with the chances they promise so far."""
    tried: int = 0
    """How many plans have been tried."""
    changes: int = 0
    """How many small changes of the best one."""


ProgressCallback = Callable[[Callable[[], Considering]], None]
"""Follows a thought; it is offered a look again and again, and takes one when it likes."""


class Player(ABC):
    """One side's mind for one game. It may remember what it planned; it never sees more than views of its side."""

    on_progress: ProgressCallback | None = None

    def __init__(self, game: AnyGame, side: Side, seed: str) -> None:
        self.game, self.side, self.seed = game, side, seed

    @abstractmethod
    def choose(self, view: Position) -> int:
        """One of ``view.asked.options``; ``view`` is this side's, and this side is asked."""

    @property
    def memory(self) -> bytes:
        """What it would have to remember if it were called away and another took its seat; nothing as a rule."""
        return b""

    def recall(self, memory: bytes) -> None:
        """Takes over what it, or whoever sat here, has remembered; most remember nothing."""
        return

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """What it considered last, best first."""
        return ()


ANY = "*"
"""Among the settings of a player: it has others of its own, and says itself which it does not know."""
Settings = Mapping[str, str]
Maker = Callable[[AnyGame, Side, str, Settings], Player]
_makers: dict[str, tuple[Maker, frozenset[str]]] = {}


def seat(name: str, *settings: str) -> Callable[[Maker], Maker]:
    """Makes a kind of player known under a name, with the settings it understands."""

    def enter(maker: Maker) -> Maker:
        _makers[name] = maker, frozenset(settings)
        return maker

    return enter


def player_names() -> tuple[str, ...]:
    return tuple(_makers)


def sit_down(call: str, game: AnyGame, side: Side, seed: str, sources: Mapping[str, str] = {}) -> Player:
    """The player a call such as ``planner:time=2`` names, at one side of a new game. ``my_bot.py`` names the player
    in a file, ``my_bot.py:MyBot`` one of several; its text is read from ``sources``, or else from the file."""
    name, _, rest = call.partition(":")
    if name.endswith(".py"):
        return _player_class(name, rest, sources.get(name) or read_source(name))(game, side, seed)
    if name not in _makers:
        raise ArdennesError(f"there is no player {name!r}; there are {', '.join(_makers)}")
    maker, known = _makers[name]
    settings: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if (key not in known and ANY not in known) or not equals:
            offered = ", ".join(f"{each}=…" for each in sorted(known)) or "none"
            raise ArdennesError(f"player {name!r} has no setting {part!r}; it has {offered}")
        settings[key] = value
    return maker(game, side, seed, settings)


def file_of(call: str) -> str:
    """The file a player comes from; empty for one of ours."""
    name, _, _ = call.partition(":")
    return name if name.endswith(".py") else ""


def _player_class(path: str, name: str, source: str) -> type[Player]:
    try:
        found = vars(module_from(path, source))
    except Exception as error:
        raise ArdennesError(f"{path}: {type(error).__name__}: {error}") from None
    kinds = {
        each: kind
        for each, kind in found.items()
        if isinstance(kind, type) and issubclass(kind, Player) and kind.__module__ == found["__name__"]
    }
    wanted = [kinds[name]] if name in kinds else [] if name else list(kinds.values())
    if len(wanted) != 1:
        offered = ", ".join(kinds) or "none"
        raise ArdennesError(f"{path}: name a player of it as {path}:NAME; it has the classes {offered}")
    return wanted[0]
