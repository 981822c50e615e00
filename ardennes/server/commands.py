"""Several people on a side: each has a command of some of its formations, and the commander-in-chief all the rest.

Who may give an answer follows from the units it speaks of. One that speaks of none may be given by anybody where an
act begins with a place, such as the hex to attack; anything else is for the commander-in-chief, or for whoever is in
the midst of an act that it belongs to. What ends a phase is said by all who could still do something.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import msgspec

from ardennes.engine.game_data import GameData
from ardennes.engine.match import Match
from ardennes.engine.options import Kind
from ardennes.engine.position import Position
from ardennes.engine.remaining import remaining, stages
from ardennes.engine.score import turn_of
from ardennes.engine.texts import Catalogue
from ardennes.numbers import SIDES, Side, Unit, by_unit
from ardennes.server.counter_style import table_style
from ardennes.server.log import label, numbers

CHIEF = 0
"""The number of the commander-in-chief, who has the link of the side."""
MOST_COMMANDS = 12
LEVELS, WITHIN = 2, "/"
"""How deep formations can be given, and what stands between the names of one and of its part."""
PLACES: Final = (Kind.HEX, Kind.HEXSIDE)
"""What an answer may choose for which nobody's units stand yet."""


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
    return next(_formations_of(data, unit), "")


def _formations_of(data: GameData, unit: Unit) -> Iterator[str]:
    """The largest formation that a unit belongs to, and the next within it: an army, and its corps."""
    name = ""
    for level in table_style(data.game.folder).order_of_battle[:LEVELS]:
        part = str(getattr(data.counters[unit], level))
        if not part:
            return
        name = f"{name}{WITHIN}{part}" if name else part
        yield name


def formations(data: GameData, side: Side) -> list[str]:
    """What of a side can be given to somebody, in the order of the data: a formation, then its parts."""
    parts: dict[str, dict[str, None]] = {}
    for unit, counter in by_unit(data.counters):
        if counter.side == side and (names := [*_formations_of(data, unit)]):
            parts.setdefault(names[0], {}).update(dict.fromkeys(names[1:]))
    return [name for largest, within in parts.items() for name in (largest, *(within if len(within) > 1 else ()))]


def called(name: str, catalogue: Catalogue) -> str:
    """What a formation is called; a part with what it is a part of."""
    *around, own = (label(catalogue, f"word-{part}", part) for part in name.split(WITHIN))
    return f"{own} ({around[0]})" if around else own


class Standing(NamedTuple):
    """A question as several of a side hear it."""

    position: Position
    about: tuple[Unit, ...]
    """The units it speaks of."""
    actor: int | None
    """Who is in the midst of an act."""
    end: int | None
    """The answer that ends the phase, where it is on offer."""
    whose: frozenset[int]
    """Whose the answers are that name no unit: of the units it speaks of, or of all that are offered if they are one
    command's; otherwise the commander-in-chief's."""


class Staff:
    """All commands of one side."""

    def __init__(self, data: GameData, side: Side, commands: Iterable[Command]) -> None:
        self.side, self._data = side, data
        self.commands = {each.number: each for each in commands if each.side == side}

    def __bool__(self) -> bool:
        return bool(self.commands)

    @property
    def numbers(self) -> list[int]:
        return [CHIEF, *self.commands]

    @cached_property
    def formations(self) -> list[str]:
        return formations(self._data, self.side)

    @cached_property
    def _holders(self) -> list[int]:
        holders = {name: each.number for each in self.commands.values() for name in each.formations}
        names = (_formations_of(self._data, unit) for unit, _ in by_unit(self._data.counters))
        return [next((holders[name] for name in reversed([*each]) if name in holders), CHIEF) for each in names]

    @cached_property
    def _part_of(self) -> str:
        return table_style(self._data.game.folder).part_of

    def holder(self, p: Position, unit: Unit) -> int:
        """Whose a unit is; what a unit was broken down into is whose that is."""
        whole = getattr(p, self._part_of)[unit] if self._part_of else -1
        return self._holders[whole if whole >= 0 else unit]

    def units(self, p: Position, number: int) -> list[Unit]:
        """The units of a command."""
        own = (unit for unit, counter in by_unit(self._data.counters) if counter.side == self.side)
        return [unit for unit in own if self.holder(p, unit) == number]

    def title(self, number: int, catalogue: Catalogue) -> str:
        """What a command is called: by its formations."""
        if number not in self.commands:
            return label(catalogue, "commander-in-chief", "commander-in-chief")
        return ", ".join(called(name, catalogue) for name in self.commands[number].formations)

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

    def actor(self, match: Match) -> int | None:
        """Who is in the midst of an act: whoever gave the last answer, unless the end of the phase is on offer."""
        last = match.records[-1] if match.records else None
        if last is None or last.side != self.side or last.by not in self.numbers or self.end(match) is not None:
            return None
        return last.by

    def standing(self, match: Match) -> Standing:
        """The question that stands, as far as it matters who may answer it."""
        about, end, p = self.speaks_of(match), self.end(match), match.position
        options = match.asked.options if match.asked is not None else ()
        own = frozenset(self.holder(p, unit) for unit in map(self.unit_of, map(int, options)) if unit is not None)
        whose = frozenset(self.holder(p, unit) for unit in about) or (own if len(own) == 1 else frozenset({CHIEF}))
        return Standing(p, about, self.actor(match), end, whose)

    def holders(self, asked: Standing, option: int) -> frozenset[int]:
        """Whose an answer is; nobody's where anybody may give it."""
        unit = self.unit_of(option)
        if unit is not None:
            return frozenset({self.holder(asked.position, unit)})
        is_place = self._data.game.verbs.split(option)[0].kind in PLACES
        begins = is_place and asked.end is not None
        return frozenset() if option == asked.end or begins else asked.whose

    def may(self, number: int, option: int, asked: Standing) -> bool:
        """Whether a command may give an answer. Whoever is in the midst of an act may say how it goes on, and that it
        is to be carried out or ended; but he moves nobody else's units."""
        holders = self.holders(asked, option)
        if not holders or number in holders:
            return True
        is_bare = self._data.game.verbs.split(option)[0].kind is Kind.NOTHING
        return number == asked.actor and self.unit_of(option) is None and (is_bare or not asked.about)

    def allowed(self, match: Match, number: int) -> list[int]:
        """The options of the question that stands which a command may choose; that which ends a phase among them."""
        if match.asked is None or match.asked.side != self.side:
            return []
        asked = self.standing(match)
        return [option for option in map(int, match.asked.options) if self.may(number, option, asked)]

    def who_decides(self, match: Match) -> frozenset[int]:
        """Who alone can answer the question that stands; nobody where anybody of the side can."""
        if match.asked is None:
            return frozenset()
        asked = self.standing(match)
        found = [self.holders(asked, int(option)) for option in match.asked.options]
        return frozenset().union(*found) if all(found) else frozenset()

    def waits_for(self, match: Match, said: Collection[int]) -> frozenset[int]:
        """Whose answer the question that stands waits for, when some have said that they have done with the phase."""
        if self.end(match) is not None:
            return self.waited_for(match).difference(said) or frozenset({CHIEF})
        actor = self.actor(match)
        if actor is not None and self.allowed(match, actor):
            return frozenset({actor})
        return self.who_decides(match) or frozenset({CHIEF if actor is None else actor})

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
            return frozenset(self.holder(match.position, unit) for unit in left.units)
        return frozenset(number for number in self.numbers if self.units(match.position, number))


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
