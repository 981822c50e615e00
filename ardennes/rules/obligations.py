"""Attacks that must be made: which declarations leave every other duty possible.

Some enemy hexes must be attacked, and some units must attack. Both are known when a combat phase begins; what is left
of them is a :class:`Front`. A unit alone may always attack everything beside it, or its one enemy along with others: so
if every hex that must be attacked has somebody beside it who can, and everybody who must attack has an enemy left, all
of them can be served, and it is enough to look at the neighbours of an attack. Where an attack takes the last chance of
somebody beside it, he has to become part of it: :func:`close` adds what must be added.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from ardennes.numbers import Hex, PerUnit, Unit

NOBODY: frozenset[Unit] = frozenset()
NOTHING: frozenset[Hex] = frozenset()


class Front(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of a combat phase: units that have not attacked, enemy hexes that have not been attacked."""

    where: PerUnit[Hex]
    """The hex of each unit."""
    enemies: Mapping[Hex, frozenset[Hex]]
    """By own hex, the enemy hexes beside it that units there could attack."""
    ready: Mapping[Hex, Sequence[Unit]]
    """By own hex, the units that can attack, alone if need be."""
    owing: frozenset[Unit] = NOBODY
    """Units that must attack, as far as their hex may send them."""
    owed: frozenset[Hex] = NOTHING
    """Enemy hexes that must be attacked."""
    calls: Mapping[Unit, frozenset[Hex]] = msgspec.field(default_factory=dict)
    """By unit that need not attack, the enemy hexes that must be attacked as well if it does."""
    limit: Sequence[int] = ()
    """How many units of each size a hex may send in the phase; any number if there is no limit."""
    sizes: Sequence[int] = ()
    """The size of each unit, where there is a limit."""
    sent: Mapping[Hex, Sequence[int]] = msgspec.field(default_factory=dict)
    """By own hex, how many units of each size it has sent already."""
    beside: Mapping[Hex, Sequence[Hex]] = msgspec.field(default_factory=dict)
    """By enemy hex, the own hexes beside it."""

    def __post_init__(self) -> None:
        beside: dict[Hex, list[Hex]] = {}
        for hex, enemies in self.enemies.items():
            for enemy in enemies:
                beside.setdefault(enemy, []).append(hex)
        msgspec.structs.force_setattr(self, "beside", beside)

    def slots_left(self, hex: Hex, sent: Collection[Unit]) -> list[int] | None:
        """How many units of each size the hex may send beyond those of an attack; None where it has no limit."""
        if not self.limit:
            return None
        left = list(self.limit)
        for size, many in enumerate(self.sent.get(hex, ())):
            left[size] -= many
        for unit in sent:
            if self.where[unit] == hex:
                left[self.sizes[unit]] -= 1
        return left

    def can_send(self, hex: Hex, sent: Collection[Unit]) -> bool:
        """Whether anybody in this hex could still attack beside those of an attack."""
        left = self.slots_left(hex, sent)
        return any(unit not in sent and (left is None or left[self.sizes[unit]] > 0) for unit in self.ready[hex])

    def must_send(self, hex: Hex, sent: Collection[Unit]) -> list[Unit]:
        """Units of this hex that must still attack: those that owe it, as far as slots are left."""
        left, found = self.slots_left(hex, sent), []
        for unit in self.ready[hex]:
            if unit in self.owing and unit not in sent:
                if left is not None:
                    left[self.sizes[unit]] -= 1
                    if left[self.sizes[unit]] < 0:
                        continue
                found.append(unit)
        return found

    def unmet(self) -> tuple[tuple[Unit, ...], tuple[Hex, ...]]:
        """Units that must still attack, and hexes that must still be attacked."""
        units = [unit for hex in self.enemies for unit in self.must_send(hex, ())]
        return tuple(sorted(units)), tuple(sorted(self.owed))


class Closure(msgspec.Struct, frozen=True):
    """An attack with everything that must be added to it; not possible if anybody would be left."""

    attackers: frozenset[Unit]
    targets: frozenset[Hex]
    left_out: frozenset[Unit] = NOBODY
    """Units that must attack and would have nobody left."""
    left_over: frozenset[Hex] = NOTHING
    """Hexes that must be attacked and would have nobody beside them."""

    @property
    def possible(self) -> bool:
        return not self.left_out and not self.left_over


def close(
    front: Front,
    attackers: Iterable[Unit] = (),
    targets: Iterable[Hex] = (),
    *,
    helpers: Iterable[Unit] = (),
    shut: Iterable[Hex] = (),
) -> Closure:
    """What an attack needs so that every other duty can still be met. Units beside every target attack; ``helpers``
    take part from anywhere and use up slots of their hexes. From the hexes ``shut`` nobody is to attack any more."""
    where, enemies = front.where, front.enemies
    attacking, hit, behind, closed = frozenset(attackers), frozenset(targets), frozenset(helpers), frozenset(shut)
    if waiting := frozenset(unit for hex in closed if hex in enemies for unit in front.must_send(hex, behind)):
        return Closure(attacking, hit, left_out=waiting)
    owed, touched, new_targets = front.owed, {where[unit] for unit in attacking | behind} | closed, hit
    while True:
        sent, hexes = attacking | behind, {where[unit] for unit in attacking}
        for unit in attacking:
            owed |= front.calls.get(unit, NOTHING)
        lonely = {
            enemy
            for hex in touched
            for enemy in (enemies.get(hex, NOTHING) & owed) - hit
            if not any(beside not in closed and front.can_send(beside, sent) for beside in front.beside[enemy])
        }
        if left_over := {enemy for enemy in lonely if not hexes or any(enemy not in enemies[hex] for hex in hexes)}:
            return Closure(attacking, hit, left_over=frozenset(left_over))
        wider, stranded = hit | lonely, set[Unit]()
        for hex in {beside for enemy in new_targets for beside in front.beside.get(enemy, ())}:
            if enemies[hex] <= hit and (must := front.must_send(hex, sent)):
                if not hexes or not wider <= enemies[hex]:
                    return Closure(attacking, hit, left_out=frozenset(must))
                stranded.update(must)
        if not lonely and not stranded:
            return Closure(attacking, hit)
        new_targets, touched = wider - hit, {where[unit] for unit in stranded} | hexes
        attacking, hit = attacking | stranded, wider
