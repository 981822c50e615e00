"""A position: everything needed to go on with a game, and nothing else.

Columns are flat arrays, so a copy takes microseconds. Rules are functions elsewhere; a position only remembers,
counts its dice, and tells what happens. It is itself the dice a rule rolls with.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import blake2b
from operator import methodcaller
from typing import Any, ClassVar, Self

import msgspec

from ardennes.engine.columns import Clock, Column, declared, hex_column, unit_column
from ardennes.engine.derived import ANY_CHANGE, ANY_MOVE, MOVES_OF, ROSTER_OF, Caches, fresh_caches
from ardennes.engine.dice import Dice, DiceError, Outcome, seeded_pick
from ardennes.engine.duties import Duty, Order
from ardennes.engine.game_data import NOWHERE, GameData
from ardennes.engine.procedure import Asked, O, Procedure, advance
from ardennes.engine.references import Refers
from ardennes.engine.texts import Event, Text
from ardennes.kernels.counters import Stacks, stack
from ardennes.numbers import SIDES, Hex, PerHex, PerUnit, Side, Unit

NO_UNIT = Unit(-1)

twin_of = methodcaller("__copy__")
"""What copy.copy does to a procedure, without its search for the way to do it."""


class Verdict(msgspec.Struct, frozen=True):
    """How a game ended. Without a winner it is a draw."""

    winner: Side | None
    reason: Text


class Position(Dice):
    """The base of every game's position; a game adds its own columns and clocks.

    ``where`` is a hex, or NOWHERE, or UNSEEN, or a box counted down from FIRST_BOX. ``top`` and ``below`` chain
    the units of a hex, the highest number on top whatever came last, so that equal positions stack alike.
    """

    where: PerUnit[Hex] = unit_column("h", NOWHERE, refers=Refers.PLACE)
    top: PerHex[Unit] = hex_column("h", NO_UNIT, derived=True)
    below: PerUnit[Unit] = unit_column("h", NO_UNIT, derived=True)

    columns: ClassVar[dict[str, Column]]
    clocks: ClassVar[dict[str, Clock]]
    saved_columns: ClassVar[tuple[str, ...]]
    derived_columns: ClassVar[tuple[str, ...]]
    tied: ClassVar[tuple[str, ...]] = ("stacks",)
    """What writes on the columns of this very position: a copy, or one that has got others, makes its own."""

    data: GameData
    stack: list[Procedure]
    duties: tuple[Duty, ...]
    orders: tuple[Order, ...]
    over: Verdict | None
    seed: str
    draws: int
    viewer: Side | None
    """The side whose view this is; None for the truth."""

    source: Dice | None
    """Where chance comes from instead of the seed: fixed dice, or a log that is replayed."""
    asked: Asked | None
    shown: Self | None
    """The view that the question was worked out on; None where it is the position itself or has to be made again."""
    events: list[Event]
    outcomes: list[Outcome]
    chosen_path: tuple[Hex, ...]
    """The path the player wants for this answer; empty where he leaves it to the rules."""
    revealed: bool
    """Whether something hidden has come to light since the last answer."""
    interruptions: tuple[Procedure, ...]
    """What is to be run before play goes on; none while a question stands."""
    caches: Caches
    """Derived facts, by what makes them forgotten."""
    earlier: dict[int, tuple[Any, Self]]
    """The last view of each side that a question was worked out on, and what it was made of. Copies share it."""

    windows: dict[int, Self]
    """Views that have the columns of this very position, by side."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.columns, cls.clocks = declared(cls)
        cls.saved_columns = tuple(name for name, column in cls.columns.items() if not column.derived)
        cls.derived_columns = tuple(name for name, column in cls.columns.items() if column.derived)

    def __init__(self, data: GameData, seed: str = "") -> None:
        for name, column in self.columns.items():
            setattr(self, name, column.fresh(data.counts[column.owner]))
        for name, value in self.clocks.items():
            setattr(self, name, value.start)
        self.data = data
        self.stack, self.duties, self.orders, self.over = [], (), (), None
        self.seed, self.draws, self.viewer, self.source = seed, 0, None, None
        self.asked, self.shown, self.caches, self.earlier, self.revealed = None, None, fresh_caches(), {}, False
        self.events, self.outcomes, self.chosen_path, self.windows, self.interruptions = [], [], (), {}, ()

    # --- derived facts ---------------------------------------------------------------------------

    def forget(self) -> None:
        """Something has changed, but no unit is elsewhere and no bridge blown or built."""
        self.caches[ANY_CHANGE] = {}

    def forget_moves(self, side: Side) -> None:
        """A unit of this side has come, gone or moved, or is not what it was."""
        caches = self.caches
        caches[ANY_CHANGE], caches[ANY_MOVE], caches[MOVES_OF + side] = {}, {}, {}

    def forget_all(self) -> None:
        """Something has changed that anything may follow from."""
        self.caches = fresh_caches()

    # --- copies ----------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent twin, at the same moment of the game."""
        twin = object.__new__(type(self))
        state = twin.__dict__
        state.update(self.__dict__)
        for name in self.columns:
            state[name] = state[name][:]
        state["stack"] = list(map(twin_of, self.stack))
        caches = state["caches"] = self.caches[:]
        caches[ANY_CHANGE] = caches[ANY_CHANGE].copy()
        state["events"], state["outcomes"], state["shown"], state["windows"] = [], [], None, {}
        for name in self.tied:
            state.pop(name, None)
        return twin

    def put_away(self) -> Self:
        """A copy to be kept, without what can be worked out from the rest: :meth:`taken_up` is to go on from."""
        twin = object.__new__(type(self))
        state = twin.__dict__
        state.update(self.__dict__)
        for name in (*self.derived_columns, *self.tied):
            state.pop(name, None)
        for name in self.saved_columns:
            state[name] = state[name][:]
        twin.stack, twin.caches, twin.earlier = list(map(twin_of, self.stack)), fresh_caches(), {}
        twin.events, twin.outcomes, twin.shown, twin.windows = [], [], None, {}
        return twin

    def taken_up(self) -> Self:
        """An independent position like the one that was put away."""
        twin = self.put_away()
        for name in self.derived_columns:
            setattr(twin, name, self.columns[name].fresh(self.data.counts[self.columns[name].owner]))
        twin.rebuild()
        return twin

    def digest(self) -> str:
        """The same for equal positions, and only for them."""
        parts = blake2b(digest_size=16)
        for name in self.saved_columns:
            parts.update(self.__dict__[name])
        clocks = [self.__dict__[name] for name in self.clocks]
        parts.update(msgspec.msgpack.encode([clocks, self.stack, self.duties, self.orders, self.over]))
        parts.update(f"{self.seed}:{self.draws}:{self.viewer}".encode())
        return parts.hexdigest()

    # --- going on --------------------------------------------------------------------------------

    def open(self, procedure: Procedure) -> None:
        """Opens the first procedure of a game, and runs to its first question."""
        self.stack.append(procedure)
        self.asked = advance(self)

    def interrupt(self, procedure: Procedure) -> None:
        """Has a procedure run before anything else that is open goes on, whatever a rule is in the midst of."""
        self.interruptions += (procedure,)

    def begin_record(self) -> None:
        """From here on, events, outcomes and reveals belong to a new answer."""
        self.events, self.outcomes, self.chosen_path, self.revealed = [], [], (), False

    def tell(self, event: Event) -> None:
        """Notes that something happened, to each side what it may know."""
        data = self.data
        self.events.append(data.game.disguise_event(self, event) if data.has_secrets else event)

    def end(self, winner: Side | None, reason: Text) -> None:
        """Ends the game."""
        self.over = Verdict(winner, reason)

    # --- chance ----------------------------------------------------------------------------------

    def pick(self, count: int, weights: Sequence[int] | None = None) -> int:
        if self.source is not None:
            outcome = self.source.pick(count, weights)
        elif self.viewer is None:
            outcome = seeded_pick(self.seed, self.draws, count, weights)
        else:
            raise DiceError("a view has no dice; imagine a possible truth first")
        self.draws += 1
        self.outcomes.append(outcome)
        return outcome

    def chosen_path_or(self, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
        """The path to be walked: the one given, the one the player wants instead, or the one the log remembers when it
        is replayed."""
        settled, self.chosen_path = self.chosen_path or path, ()
        remembered = getattr(self.source, "path", None)
        if remembered is not None:
            settled = tuple(remembered(settled))
            if any(hex not in self.data.board for hex in settled):
                raise DiceError("the log has a path that leaves the map")
        self.outcomes.append(settled)
        return settled

    # --- views -----------------------------------------------------------------------------------

    def view(self, side: Side) -> Self:
        """What a side may know, in the shape of a position: no seed, and stand-ins for what is hidden."""
        seen = self.copy()
        seen.seed, seen.draws, seen.viewer, seen.source = "", 0, side, None
        self._tell_openly(seen, side)
        if self.data.has_secrets:
            seen.forget()
            if self.hides_from(side):
                self.data.game.hide(seen, side)
        if seen.asked is not None and seen.asked.side != side:
            seen.asked = None
        return seen

    def _tell_openly(self, seen: Self, side: Side) -> None:
        """Gives a view what its side may know of clocks, orders and open procedures."""
        seen.orders = self._open_orders(side)
        if self.data.has_secrets:
            if not self.data.game.secret_procedures.isdisjoint(map(type, seen.stack)):
                seen.stack = [procedure.seen_by(self, side) for procedure in seen.stack]
            seen.__dict__.update(self.data.unseen_clocks[side])

    def _open_orders(self, side: Side) -> tuple[Order, ...]:
        orders = self.orders
        return tuple([order for order in orders if order.side == side]) if orders else orders

    def _open_stack(self, side: Side) -> list[Procedure]:
        """The open procedures as a side may know them, to be read only."""
        if self.data.game.secret_procedures.isdisjoint(map(type, self.stack)):
            return self.stack
        return [procedure.seen_by(self, side) for procedure in self.stack]

    def hides_from(self, side: Side) -> bool:
        """Whether counters, or marks on them, may be hidden from a side. Where only clocks, orders and open procedures
        are, its view need not be a copy."""
        return self.data.has_secrets

    def conceals(self) -> bool:
        """Whether one of the sides may not look now at what the other sees."""
        return self.data.has_secrets and not all(map(self._shows_all_to, SIDES))

    def _shows_all_to(self, side: Side) -> bool:
        truth = self.__dict__
        open_clocks = all(truth[name] == known for name, known in self.data.unseen_clocks[side].items())
        if self.hides_from(side) or not open_clocks or self._open_orders(side) != self.orders:
            return False
        return self._open_stack(side) == self.stack

    def seen_by(self, side: Side) -> Self:
        """The view a question is worked out on, to be read only: the position itself where nothing is hidden, with its
        columns where no counter is. Of a view that would show the same again, only the procedures are new."""
        if self.viewer is not None or not self.data.has_secrets:
            return self
        if not self.hides_from(side):
            return self if self._is_open_to(side) else self._with_our_columns(side)
        facts, (known, last) = self._facts(), self.earlier.get(side, (None, None))
        if last is None or facts != known:
            seen = self.view(side)
        else:
            seen = object.__new__(type(self))
            seen.__dict__.update(last.__dict__)
            seen.caches = last.caches[:]
            seen.caches[ANY_CHANGE] = {}
            seen.stack = [procedure.seen_by(self, side) for procedure in map(twin_of, self.stack)]
        seen.asked = None
        self.earlier[side] = facts, seen
        return seen

    def _is_open_to(self, side: Side) -> bool:
        """Whether a side that no counter is hidden from may know all the rest as well."""
        state = self.__dict__
        for name, unseen in self.data.unseen_clocks[side].items():
            if state[name] != unseen:
                return False
        if self.orders and any(order.side != side for order in self.orders):
            return False
        shown = self._open_stack(side)
        return shown is self.stack or shown == self.stack

    def _with_our_columns(self, side: Side) -> Self:
        """A view from which no counter is hidden. It lasts until the next answer; the same object then tells anew."""
        seen, truth, data = self.windows.get(side), self.__dict__, self.data
        if seen is None:
            seen = self.windows[side] = object.__new__(type(self))
            seen.__dict__.update(truth)
            seen.__dict__.update(data.unseen_clocks[side])
            seen.seed, seen.draws, seen.viewer, seen.source = "", 0, side, None
            seen.asked, seen.windows = None, {}
        state = seen.__dict__
        for name in data.seen_clocks[side]:
            state[name] = truth[name]
        caches = seen.caches = self.caches[:]
        caches[ANY_CHANGE] = {}
        seen.duties, seen.over = self.duties, self.over
        seen.orders, seen.stack = self._open_orders(side), self._open_stack(side)
        return seen

    def _facts(self) -> tuple[Any, ...]:
        """Everything views are made of, but for the open procedures."""
        state = self.__dict__
        columns = b"".join(map(state.__getitem__, self.saved_columns))
        return columns, [state[name] for name in self.clocks], self.duties, self.orders, self.over

    def determinize(self, seed: str) -> Self:
        """A possible truth behind a view, with fresh dice: what an opponent may search on. Where nothing is hidden now,
        the question that stands is the same."""
        if self.viewer is None:
            raise ValueError("only a view can be imagined")
        truth = self.copy()
        truth.seed, truth.draws, truth.viewer = f"imagined:{seed}", 0, None
        if self.data.has_secrets:
            truth.forget()
        self.data.game.determinize(truth, self.viewer)
        if truth.asked is None or (self.data.has_secrets and not self._is_as_imagined(truth)):
            truth.asked = advance(truth)
        return truth

    def _is_as_imagined(self, truth: Self) -> bool:
        """Whether nothing had to be imagined: the truth is no other than the view."""
        return truth.stack == self.stack and truth._facts() == self._facts()

    # --- units in hexes --------------------------------------------------------------------------

    @cached_property
    def stacks(self) -> Stacks:
        """Who writes ``where``, ``top`` and ``below``."""
        return Stacks(self.where, self.top, self.below)

    def put(self, unit: Unit, place: Hex) -> None:
        """Moves a unit to a hex, a box or NOWHERE."""
        self.note_put(unit, self.stacks.put(unit, place), place)

    def note_put(self, unit: Unit, old: Hex, place: Hex) -> None:
        """Forgets what followed from where a unit was."""
        side, caches = self.data.sides[unit], self.caches
        caches[ANY_CHANGE], caches[ANY_MOVE], caches[MOVES_OF + side] = {}, {}, {}
        if old < 0 or place < 0:
            caches[ROSTER_OF + side] = {}

    def units_in(self, hex: Hex) -> list[Unit]:
        """The stack in a hex, top first."""
        found = []
        unit = self.top[hex]
        while unit != NO_UNIT:
            found.append(unit)
            unit = self.below[unit]
        return found

    def innermost(self, kind: type[O]) -> O:
        """The open procedure of a kind that was opened last."""
        return next(procedure for procedure in reversed(self.stack) if isinstance(procedure, kind))

    def wipe(self, *names: str) -> None:
        """Sets whole columns back to how they start."""
        for name in names:
            column = self.__dict__[name]
            column[:] = self.columns[name].fresh(len(column))

    def rebuild(self) -> None:
        """Works the derived columns out anew, after loading or hiding; games with more of them add theirs."""
        stack(self.where, self.top, self.below)
        for name in self.tied:
            self.__dict__.pop(name, None)
        self.forget_all()


Position.columns, Position.clocks = declared(Position)
