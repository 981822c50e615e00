"""A game of units with steps on a map: how it is set up, and what is true of all its positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from ardennes.engine.game import Game
from ardennes.numbers import SIDES, Unit, by_unit
from ardennes.rules.table import Table

T = TypeVar("T", bound=Table)


class TableGame(Game[T]):
    """A game whose positions are tables. Its counters say when each arrives, 0 for the set-up, and at which place."""

    def start_in(self, counter: Any, hex: str) -> Any:
        return msgspec.structs.replace(counter, place=hex, arrives=0)

    def start_hex(self, counter: Any) -> str:
        return str(counter.place) if counter.arrives == 0 else ""

    def start_place(self, p: T, unit: Unit) -> str:
        """Where a counter starts: a hex, where it has all its steps, or a box; empty where it is nowhere."""
        raise NotImplementedError

    def begin(self, p: T) -> None:
        """Adds what else is on the table at the start, and opens the sequence of play."""
        raise NotImplementedError

    def set_up(self, p: T) -> None:
        data = p.data
        p.rebuild()
        for unit, full_steps in by_unit(data.full_steps):
            if name := self.start_place(p, unit):
                place = data.place(name)
                p.steps[unit] = full_steps if place >= 0 else 0
                p.put(unit, place)
        assert data.scenario_data is not None
        p.turn = data.scenario_data.first_turn
        self.begin(p)

    def fit(self, p: T) -> None:
        for unit, most in by_unit(p.data.full_steps):
            p.steps[unit] = min(p.steps[unit], most)

    def invariants(self, p: T) -> Iterable[str]:
        data = p.data
        present = {unit for side in SIDES for unit in p.on_map(side)} if p.viewer is None else set()
        for unit, most in by_unit(data.full_steps):
            if p.steps[unit] > most or (unit in present and p.steps[unit] <= 0):
                yield f"{data.counters[unit].id} has {p.steps[unit]} steps"
        for hex in frozenset.intersection(*map(p.hexes_of, SIDES)):
            yield f"both sides stand in {data.board.label(hex)}"
