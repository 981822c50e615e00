"""Several people on a side: each has a command of some of its formations, and the commander-in-chief all the rest.

Who may give an answer follows from the units it speaks of. An answer that speaks of none may be given by anybody of the
side, but for the one that ends a phase: it is given when all have said so who could still do something.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.remaining import remaining, stages
from ardennes.engine.score import turn_of
from ardennes.engine.texts import Catalogue
from ardennes.numbers import SIDES, Side, Unit, by_unit
from ardennes.server.counter_style import table_style
from ardennes.server.log import label, numbers

CHIEF = 0
"""The number of the commander-in-chief, who has the link of the side."""
MOST_COMMANDS = 12


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """Some formations of a side, and who plays them."""

    side: Side
    number: int
    formations: tuple[str, ...]
    token: str
    """The secret of its link."""
    player: str = ""
    """The level of the computer that plays it; empty where a person does."""


class Ready(msgspec.Struct, frozen=True):
    """Who has said that a phase may end."""

    phase: str = ""
    numbers: tuple[int, ...] = ()

    @classmethod
    def read(cls, kept: str) -> Ready:
        return msgspec.json.decode(kept, type=cls) if kept else cls()

    def written(self) -> str:
        return msgspec.json.encode(self).decode() if self.numbers else ""


def formation_of(data: GameData, unit: Unit) -> str:
    """The largest formation that a unit belongs to; empty where it belongs to none."""
    levels = table_style(data.game.folder).order_of_battle
    return str(getattr(data.counters[unit], levels[0])) if levels else ""


def formations(data: GameData, side: Side) -> list[str]:
    """What of a side can be given to somebody, in the order of the data."""
    own = (unit for unit, counter in by_unit(data.counters) if counter.side == side)
    return [name for name in dict.fromkeys(formation_of(data, unit) for unit in own) if name]


class Staff:
    """All commands of one side."""

    def __init__(self, data: GameData, side: Side, commands: Iterable[Command]) -> None:
        self.side, self._data = side, data
        self.commands = {each.number: each for each in commands if each.side == side}
        holders = {name: each.number for each in self.commands.values() for name in each.formations}
        self._holders = [holders.get(formation_of(data, unit), CHIEF) for unit, _ in by_unit(data.counters)]

    def __bool__(self) -> bool:
        return bool(self.commands)

    @property
    def numbers(self) -> list[int]:
        return [CHIEF, *self.commands]

    def holder(self, unit: Unit) -> int:
        """Whose a unit is."""
        return self._holders[unit]

    def units(self, number: int) -> list[Unit]:
        """The units of a command."""
        return [unit for unit, counter in by_unit(self._data.counters) if self._is_own(unit, number)]

    def _is_own(self, unit: Unit, number: int) -> bool:
        return self._data.counters[unit].side == self.side and self._holders[unit] == number

    def title(self, number: int, catalogue: Catalogue) -> str:
        """What a command is called: by its formations."""
        if number not in self.commands:
            return label(catalogue, "commander-in-chief", "commander-in-chief")
        return ", ".join(label(catalogue, f"word-{name}", name) for name in self.commands[number].formations)

    # --- who may answer --------------------------------------------------------------------------

    def speaks_of(self, match: Match) -> tuple[Unit, ...]:
        """The units of the side that the question which stands is about."""
        if match.asked is None:
            return ()
        counters = self._data.counters
        found = map(Unit, numbers(match.prompt().args, ("unit", "units")))
        return tuple(unit for unit in found if unit >= 0 and counters[unit].side == self.side)

    def unit_of(self, option: int) -> Unit | None:
        """The unit of the side that an option is about."""
        verb, thing = self._data.game.verbs.split(option)
        own = verb.kind is Kind.UNIT and self._data.counters[thing].side == self.side
        return Unit(thing) if own else None

    def holders(self, option: int, about: Collection[Unit]) -> frozenset[int]:
        """Who may give an answer to a question about some units; nobody where anybody may."""
        unit = self.unit_of(option)
        return frozenset({self.holder(unit)} if unit is not None else map(self.holder, about))

    def allowed(self, match: Match, number: int, author: int | None) -> list[int]:
        """The options of the question that stands which a command may choose. Its ``author`` gave the last answer."""
        if match.asked is None or match.asked.side != self.side:
            return []
        about = self.speaks_of(match)
        return [int(option) for option in match.asked.options if self.may(number, option, about, author)]

    def may(self, number: int, option: int, about: Collection[Unit], author: int | None) -> bool:
        """Whether a command may give an answer. Whoever began an act may say that it is to be carried out, or ended."""
        holders = self.holders(option, about)
        is_bare = self._data.game.verbs.split(option)[0].kind is Kind.NOTHING
        return not holders or number in holders or (is_bare and number == author)

    def who_decides(self, match: Match) -> frozenset[int]:
        """Who alone can answer the question that stands; nobody where anybody of the side can."""
        if match.asked is None:
            return frozenset()
        about = self.speaks_of(match)
        found = [self.holders(int(option), about) for option in match.asked.options]
        return frozenset().union(*found) if all(found) else frozenset()

    # --- the end of a phase ----------------------------------------------------------------------

    def end(self, match: Match) -> int | None:
        """The answer that ends the phase for all of the side, where it can be given now."""
        asked = match.asked
        if asked is None or asked.side != self.side or asked.question.ends is None or self.speaks_of(match):
            return None
        return int(asked.question.ends) if asked.question.ends in asked.options else None

    def waited_for(self, match: Match) -> frozenset[int]:
        """Whose word the phase waits for: those who could still do something."""
        left = remaining(match.position.view(self.side), automatic=match.automatic[self.side])
        if left is None:
            return frozenset()
        if all(verb.kind is Kind.UNIT for verb, _ in left.offers):
            return frozenset(map(self.holder, left.units))
        return frozenset(number for number in self.numbers if number != CHIEF or self.units(CHIEF))


def phase_of(match: Match) -> str:
    """Tells the phase that stands from others."""
    asked = match.asked
    if asked is None:
        return ""
    told = [stage.code for stage in stages(match.position)]
    return "/".join([f"{asked.side}", f"{turn_of(match.position)}", asked.question.prompt, *told])


def staffs(data: GameData, commands: Sequence[Command]) -> tuple[Staff, Staff]:
    first, second = SIDES
    return Staff(data, first, commands), Staff(data, second, commands)
