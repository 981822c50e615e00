"""Stacking: where units stand against the limits of a game, their owner gives some of them up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ardennes.engine.position import Position
from ardennes.engine.procedure import SideProcedure
from ardennes.engine.texts import Argument, Text
from ardennes.numbers import Hex, Unit
from ardennes.rules.picking import Pick


class Overstacked(SideProcedure, kw_only=True):
    """Stacks are checked, and their owner thins them out; only ``hexes``, or everywhere if there are none."""

    hexes: tuple[Hex, ...] = ()


def too_many(hexes: Sequence[Hex], rule: str) -> Text | None:
    """What would be lost where a phase ended with stacks as they are."""
    return Text("too-many-units", {"hexes": tuple(hexes)}, rule) if hexes else None


P = TypeVar("P", bound=Position)
S = TypeVar("S", bound=Overstacked)


class ChooseSacrifice(Pick[P, S]):
    """The owner gives up units of his choice until the stacks are legal, one hex after another."""

    prompt = "choose-sacrifice"

    def illegal_stacks(self, p: P, overstacked: S) -> Sequence[Hex]:
        """The hexes where the side stands against the limits."""
        raise NotImplementedError

    def candidates(self, p: P, hex: Hex) -> Sequence[Unit]:
        """Who could be given up there."""
        raise NotImplementedError

    def arguments(self, p: P, overstacked: S) -> dict[str, Argument]:
        return {"hexes": tuple(self.illegal_stacks(p, overstacked))}

    def choices(self, p: P, overstacked: S) -> list[Unit]:
        return [unit for hex in self.illegal_stacks(p, overstacked)[:1] for unit in sorted(self.candidates(p, hex))]
