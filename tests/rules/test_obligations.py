"""Attacks that must be made: the local test of a pick against a search through all sets of attacks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

import pytest

from ardennes.rules.obligations import Closure, Front, close

NORMAL, VOLUNTEER, WEAK, MUTE = "normal", "volunteer", "weak", "mute"
"""Attacks and owes it in the open; need not attack, but if it does everybody beside it is owed; only along with a
hex-mate; cannot attack."""
ABLE = (NORMAL, VOLUNTEER)
LIMIT = (2, 1)
"""How many units of each size a hex may send: battalions, companies."""
BATTALION, COMPANY = 0, 1
SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

Pick = tuple[str, tuple[int, ...]]


class Unit(NamedTuple):
    hex: int
    size: int = BATTALION
    kind: str = NORMAL


class Ground(NamedTuple):
    """Own hexes with the enemies beside them, those among them whose zone reaches the hex, shelters, and units; enemies
    that guns alone could attack, and how often."""

    near: list[set[int]]
    zone: list[set[int]]
    sheltered: list[bool]
    units: list[Unit]
    enemies: int
    barrage: frozenset[int] = frozenset()
    guns: int = 0

    def owes(self, unit: Unit) -> bool:
        return unit.kind == NORMAL and bool(self.zone[unit.hex]) and not self.sheltered[unit.hex]


class Phase:
    """A combat phase declared pick by pick, with the rules under test."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.used: set[int] = set()
        self.barred: set[int] = set()
        self.hit: set[int] = set()
        self.owed = {enemy for unit in ground.units if ground.owes(unit) for enemy in ground.zone[unit.hex]}
        self.attackers: set[int] = set()
        self.targets: set[int] = set()
        self.group: set[int] = set()
        self.guns = ground.guns

    def front(self) -> Front:
        units, ready = self.ground.units, dict[int, list[int]]()
        for number, unit in enumerate(units):
            here = ready.setdefault(unit.hex, [])
            if unit.kind in ABLE and number not in self.used | self.barred:
                here.append(number)
        return Front(
            where=[unit.hex for unit in units],
            sizes=[unit.size for unit in units],
            enemies={hex: frozenset(self.ground.near[hex] - self.hit) for hex in ready},
            ready=ready,
            owing=frozenset(number for number, unit in enumerate(units) if self.ground.owes(unit)),
            owed=frozenset(self.owed - self.hit),
            calls={n: frozenset(self.ground.zone[unit.hex]) for n, unit in enumerate(units) if unit.kind == VOLUNTEER},
            limit=LIMIT,
            sent={hex: [LIMIT[size] - self.left(hex, size, set()) for size in (BATTALION, COMPANY)] for hex in ready},
        )

    def left(self, hex: int, size: int, more: set[int]) -> int:
        sent = [n for n in self.used | more if self.ground.units[n][:2] == (hex, size)]
        return LIMIT[size] - len(sent)

    def may_join(self, number: int, attackers: set[int], targets: set[int]) -> bool:
        unit, units = self.ground.units[number], self.ground.units
        if (
            number in self.used | self.barred | attackers
            or unit.kind == MUTE
            or not targets <= self.ground.near[unit.hex]
        ):
            return False
        if self.left(unit.hex, unit.size, attackers) <= 0:
            return False
        return unit.kind != WEAK or any(units[n].hex == unit.hex and units[n].kind in ABLE for n in attackers)

    def candidates(self) -> Iterator[Pick]:
        """Every pick the rules of one attack allow, duties aside."""
        ground = self.ground
        if self.attackers:
            for number in range(len(ground.units)):
                if self.may_join(number, self.attackers, self.targets):
                    yield "join", (number,)
            common = set.intersection(*(ground.near[ground.units[n].hex] for n in self.attackers))
            for enemy in sorted(common - self.targets - self.hit):
                yield "also", (enemy,)
            yield "go", ()
            return
        for enemy in sorted(set(range(ground.enemies)) - self.hit):
            for number, unit in enumerate(ground.units):
                may_open = unit.kind in ABLE and (not self.group or unit.hex in self.group)
                if may_open and self.may_join(number, set(), {enemy}):
                    yield "open", (enemy, number)
            if not self.group and self.guns and enemy in ground.barrage:
                yield "barrage", (enemy,)
        yield "apply" if self.group else "end", ()

    def open_attack(self, pick: Pick) -> tuple[set[int], set[int]]:
        """The attack as it is with this pick."""
        verb, things = pick
        if verb == "open":
            return {things[1]}, {things[0]}
        joining, more = (set(things), set()) if verb == "join" else (set(), set(things))
        return self.attackers | joining, self.targets | more

    def closure(self, pick: Pick) -> Closure:
        attackers, targets = self.open_attack(pick)
        return close(self.front(), attackers, targets, shut=self.group if pick[0] == "apply" else ())

    def allowed(self, pick: Pick) -> bool:
        if pick[0] == "end":
            return self.front().unmet() == ((), ())
        closure = self.closure(pick)
        whole = closure.attackers == self.attackers and closure.targets == self.targets
        return closure.possible and (whole or pick[0] != "go")

    def offers(self) -> list[Pick]:
        return [pick for pick in self.candidates() if self.allowed(pick)]

    def answer(self, pick: Pick) -> None:
        verb, units = pick[0], self.ground.units
        if verb == "apply":
            self.barred |= {n for n, unit in enumerate(units) if unit.hex in self.group} - self.used
            self.group = set()
            return
        self.attackers, self.targets = self.open_attack(pick)
        if verb in ("go", "barrage"):
            self.used |= self.attackers
            self.hit |= self.targets
            self.group |= {units[n].hex for n in self.attackers}
            self.guns -= verb == "barrage"
            for n in self.attackers:
                if units[n].kind == VOLUNTEER:
                    self.owed |= self.ground.zone[units[n].hex]
            self.attackers, self.targets = set(), set()


class Search:
    """All sets of attacks, by brute force, in masks of units and enemy hexes; it shares no rule with the phase."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.units = ground.units
        self.near = [mask(near) for near in ground.near]
        self.zone = [mask(zone) for zone in ground.zone]
        self.can = lru_cache(maxsize=None)(self._can)

    @cached_property
    def attacks(self) -> list[tuple[int, int]]:
        found = []
        for targets in range(1, 1 << self.ground.enemies):
            able = [n for n, unit in enumerate(self.units) if unit.kind != MUTE and not targets & ~self.near[unit.hex]]
            for chosen in range(1, 1 << len(able)):
                attackers = mask({n for i, n in enumerate(able) if chosen >> i & 1})
                if self.legal(attackers):
                    found.append((attackers, targets))
        return found

    def legal(self, attackers: int) -> bool:
        taking = [unit for n, unit in enumerate(self.units) if attackers >> n & 1]
        strong = {unit.hex for unit in taking if unit.kind != WEAK}
        return self.within_limit(attackers) and all(unit.hex in strong for unit in taking)

    def within_limit(self, used: int) -> bool:
        count: dict[tuple[int, int], int] = {}
        for n, unit in enumerate(self.units):
            if used >> n & 1:
                count[unit.hex, unit.size] = count.get((unit.hex, unit.size), 0) + 1
        return all(n <= LIMIT[size] for (_, size), n in count.items())

    def done(self, used: int, hit: int) -> bool:
        """Whether nothing is left undone."""
        for n, unit in enumerate(self.units):
            attacks = used >> n & 1
            owes = self.ground.owes(unit)
            if (owes or (unit.kind == VOLUNTEER and attacks)) and self.zone[unit.hex] & ~hit:
                return False
            if owes and not attacks:
                like = sum(used >> m & 1 for m, other in enumerate(self.units) if other[:2] == unit[:2])
                if like < LIMIT[unit.size]:
                    return False
        return True

    def _can(self, used: int, barred: int, hit: int) -> bool:
        return self.done(used, hit) or any(
            not attackers & (used | barred)
            and not targets & hit
            and self.within_limit(used | attackers)
            and self.can(used | attackers, barred, hit | targets)
            for attackers, targets in self.attacks
        )

    def allowed(self, phase: Phase, pick: Pick) -> bool:
        verb, used, barred, hit = pick[0], mask(phase.used), mask(phase.barred), mask(phase.hit)
        if verb == "end":
            return self.done(used, hit)
        if verb == "apply":
            here = mask({n for n, unit in enumerate(self.units) if unit.hex in phase.group})
            return self.can(used, barred | here & ~used, hit)
        attackers, targets = map(mask, phase.open_attack(pick))
        if verb in ("go", "barrage"):
            return self.can(used | attackers, barred, hit | targets)
        return any(
            a & attackers == attackers
            and t & targets == targets
            and not a & (used | barred)
            and not t & hit
            and self.within_limit(used | a)
            and self.can(used | a, barred, hit | t)
            for a, t in self.attacks
        )


def mask(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


# --- random fronts -------------------------------------------------------------------------------


def random_ground(rng: random.Random, near: list[set[int]], enemies: int, most: int) -> Ground:
    units = []
    for hex in range(len(near)):
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 3))):
            kind = rng.choices((NORMAL, VOLUNTEER, WEAK, MUTE), (70, 12, 12, 6))[0]
            units.append(Unit(hex, rng.choices((BATTALION, COMPANY), (75, 25))[0], kind))
    rng.shuffle(units)
    silent = {enemy for enemy in range(enemies) if rng.random() < 0.1}
    zone = [{enemy for enemy in hexes if enemy not in silent and rng.random() > 0.13} for hexes in near]
    sheltered = [rng.random() < 0.15 for _ in near]
    barrage = frozenset(enemy for enemy in range(enemies) if rng.random() < 0.25)
    return Ground(near, zone, sheltered, units[:most], enemies, barrage, rng.randrange(3))


def on_hexes(rng: random.Random) -> Ground:
    """Own and enemy hexes side by side on a piece of map: up to six enemy hexes and seven units."""
    cells = [(q, r) for q in range(4) for r in range(4)]
    rng.shuffle(cells)
    enemies = cells[: rng.randrange(1, 7)]
    beside = [c for c in cells[len(enemies) :] if any((c[0] + q, c[1] + r) in enemies for q, r in SIX)]
    own = beside[: rng.randrange(1, 6)]
    near = [{enemies.index((x + q, y + r)) for q, r in SIX if (x + q, y + r) in enemies} for x, y in own]
    return random_ground(rng, near, len(enemies), rng.randrange(1, 8))


def on_any_graph(rng: random.Random) -> Ground:
    """The same where more hexes are beside each other than a map allows."""
    enemies = rng.randrange(1, 7)
    near = [set(rng.sample(range(enemies), rng.randrange(1, enemies + 1))) for _ in range(rng.randrange(1, 5))]
    return random_ground(rng, near, enemies, rng.randrange(1, 8))


@pytest.mark.parametrize(("make", "fronts"), [(on_hexes, 1500), (on_any_graph, 500)])
def test_a_pick_is_offered_if_and_only_if_all_duties_can_still_be_met(
    make: Callable[[random.Random], Ground], fronts: int
) -> None:
    rng = random.Random(1977)
    refused = 0
    for _ in range(fronts):
        ground = make(rng)
        phase, search = Phase(ground), Search(ground)
        while True:
            picks = list(phase.candidates())
            offered = [pick for pick in picks if phase.allowed(pick)]
            assert offered == [pick for pick in picks if search.allowed(phase, pick)], (ground, vars(phase))
            assert offered, (ground, vars(phase))
            refused += len(picks) - len(offered)
            pick = rng.choice(offered)
            if pick[0] == "end":
                break
            phase.answer(pick)
    assert refused > fronts


def test_long_fronts_are_declared_to_their_end() -> None:
    rng = random.Random(16)
    for _ in range(20):
        length = rng.randrange(10, 30)
        near = [set(rng.sample(range(hex, hex + 4), rng.randrange(1, 4))) for hex in range(length)]
        ground = random_ground(rng, near, length + 4, 60)
        phase = Phase(ground)
        while (pick := rng.choice(phase.offers()))[0] != "end":
            phase.answer(pick)
        assert Search(ground).done(mask(phase.used), mask(phase.hit))


# --- situations ----------------------------------------------------------------------------------


def phase_of(near: list[set[int]], *units: Unit, zone: list[set[int]] | None = None, **more: object) -> Phase:
    ground = Ground(near, near if zone is None else zone, [False] * len(near), list(units), 1 + max(map(max, near)))
    return Phase(ground._replace(**more))


def play(phase: Phase, *picks: Pick) -> Phase:
    for pick in picks:
        assert phase.allowed(pick), pick
        phase.answer(pick)
    return phase


def test_a_unit_alone_takes_all_its_neighbours() -> None:
    phase = play(phase_of([{0, 1}], Unit(0)), ("open", (0, 0)))
    assert not phase.allowed(("go", ()))
    assert phase.closure(("go", ())).targets == {0, 1}
    play(phase, ("also", (1,)), ("go", ()), ("apply", ()), ("end", ()))


def test_an_attack_that_would_leave_a_hex_or_a_unit_says_which() -> None:
    phase = phase_of([{0, 1}, {0}], Unit(0), Unit(1))
    assert phase.closure(("open", (0, 0))).left_out == {1}
    play(phase, ("open", (1, 0)))
    assert phase.closure(("also", (0,))).left_out == {1}
    assert phase.closure(("go", ())).possible
    phase = play(phase_of([{0, 1}, {0}], Unit(0), Unit(1)), ("open", (0, 1)))
    assert phase.closure(("join", (0,))).left_over == {1}


def test_a_hex_sends_two_battalions_and_a_company() -> None:
    three = play(phase_of([{0}], Unit(0), Unit(0), Unit(0)), ("open", (0, 0)))
    assert not three.allowed(("go", ()))
    play(three, ("join", (1,)))
    assert set(three.candidates()) == {("go", ())}
    play(three, ("go", ()), ("apply", ()), ("end", ()))
    companies = play(phase_of([{0}], Unit(0), Unit(0, COMPANY), Unit(0, COMPANY)), ("open", (0, 0)))
    assert not companies.allowed(("go", ()))
    play(companies, ("join", (2,)), ("go", ()), ("apply", ()), ("end", ()))


def test_results_wait_until_everybody_who_must_has_attacked_from_the_hex() -> None:
    phase = play(phase_of([{0, 1}], Unit(0), Unit(0)), ("open", (0, 0)), ("go", ()))
    assert phase.closure(("apply", ())).left_out == {1}
    assert phase.offers() == [("open", (1, 1))]


def test_a_volunteer_pays_for_its_attack() -> None:
    phase = phase_of([{0, 1}, {1}], Unit(0, kind=VOLUNTEER), Unit(1))
    play(phase, ("open", (0, 0)))
    assert phase.allowed(("go", ()))
    assert phase.closure(("also", (1,))).left_out == {1}
    alone = phase_of([{0, 1}], Unit(0, kind=VOLUNTEER))
    assert alone.allowed(("end", ()))
    play(alone, ("open", (0, 0)))
    assert not alone.allowed(("go", ()))
    assert alone.allowed(("also", (1,)))


def test_a_barrage_meets_the_duty_of_a_hex_but_not_of_a_unit() -> None:
    phase = phase_of([{0, 1}], Unit(0), barrage=frozenset({1}), guns=1)
    play(phase, ("barrage", (1,)), ("open", (0, 0)), ("go", ()))
    other = phase_of([{0, 1}, {1}], Unit(0), Unit(1), barrage=frozenset({1}), guns=1)
    assert other.closure(("barrage", (1,))).left_out == {1}


def test_helpers_take_slots_of_their_hex_without_being_beside_the_target() -> None:
    front = Front(
        where=[0, 0, 1],
        sizes=[0, 0, 0],
        enemies={0: frozenset({7}), 1: frozenset({8})},
        ready={0: [0], 1: [2]},
        limit=[2],
        sent={0: [1]},
        owing=frozenset({0, 2}),
        owed=frozenset({7, 8}),
    )
    assert close(front, (2,), (8,)).possible
    assert close(front, (2,), (8,), helpers=(1,)).left_over == {7}
