# cython: annotation_typing=False, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Where could this mover go, what does it cost, and along which path?

A search over (mode, hex). A *mode* is whatever the past changes about the next price: the class of road last
used, road left for good, first step still to come. The result is exact as long as arriving dearer in the same
mode is never better.

What a step costs, in words (docs/kernels.md has examples from each game):

* Every directed hexside has a *kind*, a small number that stands for all the map says about the step: terrain
  left and entered, river, road, bridge. Kind 0 can never be crossed.
* The price list gives, for each mode, kind and *column*, a cost in the smallest fraction the game uses, the mode
  the mover is in afterwards, and whether what was spent before is first rounded up to whole points.
* The column is a mix of six bits: ZONE, CROWDED, MARKED and MARKED_TOO of the hex entered, ALTERED and HELPED of
  the hexside. "At least" and "plus" are ways to fill the columns: the list is written in the rulebook's order.
* On top come the toll of the hexside, and what leaving a zone costs (``leaving``), which may be NEVER from zone
  to zone.
* A move that must end somewhere at once, other than by a hex's STOP, goes into a mode without prices.
* A mover may change its mode where it stands (:meth:`Prices.allow_change`): a path then names that hex twice.

The meaning of every bit is in :mod:`ardennes.kernels.flags`.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import count
from typing import Any

from ardennes.kernels.flags import (
    BARRED,
    COLUMNS,
    EVERY_FLAG,
    HEX_COLUMNS,
    NEVER,
    NO_END,
    SIDE_COLUMNS,
    STOP,
    ZONES,
    ByteTable,
    HexFlags,
)
from ardennes.numbers import Hex

ALL_MODES = ALL_KINDS = -1
ANY_MODE = -1
EVERY_MODE = -1
"""All modes, as the bits of a number."""
EVERY_WAY = 63
"""All six directions, as the bits of a number."""
MOST_POINTS = 60000
"""No budget is larger, in the smallest fraction."""

MOST_RUNS = 1 << 40
"""A search is never run more often."""
_searches = count()
_never = NEVER
_every_way = EVERY_WAY
_every_mode = EVERY_MODE
_round_up = 1 << 24


class Prices:
    """The price list of one kind of mover.

    ``ground`` holds the kind of each directed hexside (six to a hex) and may be shared by many lists; ``whole`` is
    one movement point in the smallest fraction. ``barred``, ``stops`` and ``no_end`` say which bits of a hex keep
    this mover out, stop it, or keep it from ending there; bits not in ``heeds`` it does not notice at all.
    ``leaving`` has sixteen tolls for leaving a zone: number ``4 * from + to``, each 0 for none, 1 for ZONE, 2 for
    SOFT_ZONE, 3 for both; ``tolls`` the eight of a hexside, paid by who is in a mode with a bit in ``toll_modes`` when
    it has crossed.
    """

    def __init__(
        self,
        ground: ByteTable,
        kinds: int,
        *,
        modes: int = 1,
        whole: int = 1,
        barred: int = BARRED,
        stops: int = STOP,
        no_end: int = NO_END,
        heeds: int = EVERY_FLAG,
        leaving: Sequence[int] = (0,) * 16,
        tolls: Sequence[int] = (0,) * 8,
        toll_modes: int = EVERY_MODE,
    ) -> None:
        if not (1 <= modes <= 255 and 1 <= kinds <= 256 and whole >= 1):
            raise ValueError("a price list has 1 to 255 modes, 1 to 256 kinds and a whole point of at least 1")
        if len(leaving) != 16 or len(tolls) != 8:
            raise ValueError("a price list has sixteen prices for leaving zones and eight tolls")
        if len(ground) and max(ground) >= kinds:
            raise ValueError(f"the ground uses kind {max(ground)}, the price list has {kinds}")
        self.kinds = kinds
        self.modes = modes
        self.whole = whole
        self.barred = barred
        self.stops = stops
        self.no_end = no_end
        self.heeds = heeds
        self._met = heeds & (HEX_COLUMNS | ZONES | barred)
        self._ground = ground
        self._leaving = array("H", leaving)
        self._tolls = array("H", tolls)
        self._toll_modes = toll_modes
        self._table = array("I", [NEVER]) * (modes * COLUMNS * 256)
        self._changed_from, self._changed_to, self._change_cost, self._change_barred = -1, 0, 0, 0
        self._change_hexes: ByteTable = b""

    # --- writing the list ------------------------------------------------------------------------

    def set(
        self,
        cost: int,
        kind: int,
        mode: int = ALL_MODES,
        then: int = ANY_MODE,
        *,
        round_up: bool = False,
        having: int = 0,
        across: int = 0,
    ) -> None:
        """The price of a kind of step, wherever the hex entered has the bits ``having`` and the hexside the bits
        ``across``; ``then`` is the mode afterwards (the same if not given). A later line overrides an earlier one."""
        if not (1 <= cost <= MOST_POINTS or cost == NEVER):
            raise ValueError(f"a price of {cost}: it must be 1 to {MOST_POINTS}, or NEVER")
        if not (0 < kind < self.kinds and then < self.modes):
            raise ValueError(f"kind {kind} or mode {then} is not in this price list")
        for number in self._modes(mode):
            after = number if then == ANY_MODE else then
            entry = cost | after << 16 | (_round_up if round_up else 0)
            for column in self._columns(having, across):
                self._table[self._place(number, column, kind)] = entry

    def at_least(
        self, cost: int, kind: int = ALL_KINDS, mode: int = ALL_MODES, *, having: int = 0, across: int = 0
    ) -> None:
        """Raises what is cheaper than ``cost`` to it, wherever hex and hexside have these bits."""
        for place in self._places(kind, mode, self._columns(having, across)):
            known = self._table[place] & 0xFFFF
            if known < cost:
                self._table[place] += cost - known

    def add(self, cost: int, kind: int = ALL_KINDS, mode: int = ALL_MODES, *, having: int = 0, across: int = 0) -> None:
        """Adds to every price, wherever hex and hexside have these bits; what is never allowed stays so."""
        for place in self._places(kind, mode, self._columns(having, across)):
            known = self._table[place] & 0xFFFF
            if known != NEVER:
                if not 1 <= known + cost <= MOST_POINTS:
                    raise ValueError(f"a price of {known + cost}: it must be 1 to {MOST_POINTS}")
                self._table[place] += cost

    def allow_change(self, cost: int, before: int, after: int, *, barred: int, hexes: ByteTable) -> None:
        """Lets the mover go from one mode into another where it stands, for a cost: in the hexes that have a byte other
        than 0, unless they have one of the bits ``barred``."""
        if not (1 <= cost <= MOST_POINTS and 0 <= before < self.modes and 0 <= after < self.modes and before != after):
            raise ValueError(f"no change from mode {before} to mode {after} for {cost}")
        if len(hexes) * 6 != len(self._ground):
            raise ValueError("the hexes of a change of mode are not those of this map")
        self._changed_from, self._changed_to, self._change_cost, self._change_barred = before, after, cost, barred
        self._change_hexes = hexes

    def relaxed(
        self,
        *,
        barred: int | None = None,
        stops: int | None = None,
        no_end: int | None = None,
        heeds: int | None = None,
        leaving: Sequence[int] | None = None,
    ) -> Prices:
        """The same prices for a mover with other limits: one with another allowance, or with one rule taken away to
        find out which rule is in the way."""
        other = Prices(
            b"",
            self.kinds,
            modes=self.modes,
            whole=self.whole,
            barred=self.barred if barred is None else barred,
            stops=self.stops if stops is None else stops,
            no_end=self.no_end if no_end is None else no_end,
            heeds=self.heeds if heeds is None else heeds,
            leaving=self._leaving if leaving is None else leaving,
            tolls=self._tolls,
            toll_modes=self._toll_modes,
        )
        other._ground, other._table = self._ground, self._table
        other._changed_from, other._changed_to = self._changed_from, self._changed_to
        other._change_cost, other._change_barred = self._change_cost, self._change_barred
        other._change_hexes = self._change_hexes
        return other

    def price(self, mode: int, kind: int, column: int) -> tuple[int, int, bool]:
        """Cost, mode afterwards, rounding up: one entry of the list, as written."""
        if not (0 <= mode < self.modes and 0 <= kind < self.kinds and 0 <= column < COLUMNS):
            raise ValueError("no such entry in this price list")
        entry = self._table[self._place(mode, column, kind)]
        return entry & 0xFFFF, entry >> 16 & 255, bool(entry & _round_up)

    def _modes(self, mode: int) -> range:
        if mode != ALL_MODES and not 0 <= mode < self.modes:
            raise ValueError(f"mode {mode} is not in this price list")
        return range(self.modes) if mode == ALL_MODES else range(mode, mode + 1)

    def _columns(self, having: int, across: int) -> list[int]:
        if having & ~HEX_COLUMNS or across & ~SIDE_COLUMNS:
            raise ValueError(f"bits {having} of a hex or {across} of a hexside choose no column of a price list")
        wanted = having | across
        return [column for column in range(COLUMNS) if column & wanted == wanted]

    def _place(self, mode: int, column: int, kind: int) -> int:
        return (mode * COLUMNS + column) * 256 + kind

    def _places(self, kind: int, mode: int, columns: list[int]) -> list[int]:
        if kind != ALL_KINDS and not 0 < kind < self.kinds:
            raise ValueError(f"kind {kind} is not in this price list")
        kinds = range(self.kinds) if kind == ALL_KINDS else range(kind, kind + 1)
        modes = self._modes(mode)
        return [self._place(number, column, one) for number in modes for column in columns for one in kinds]

    # --- one step --------------------------------------------------------------------------------

    def step(self, spent: int, mode: int, kind: int, here: int, there: int, side: int) -> int:
        """What one step leads to: ``points spent * 256 + mode``, or -1 where it is not allowed.

        ``here`` and ``there`` are the bits of the two hexes, ``side`` those of the hexside. Budgets are the
        caller's business, and so is STOP.
        """
        return self._after(spent, mode, kind, here, there, side)

    def change(self, spent: int, mode: int, hex: int, here: int) -> int:
        """What a change of mode in a hex with the bits ``here`` leads to: ``points spent * 256 + mode``, or -1 where it
        is not allowed. Budgets are the caller's business."""
        if mode != self._changed_from or not 0 <= hex < len(self._change_hexes) or not self._change_hexes[hex]:
            return -1
        if here & self.heeds & self._change_barred:
            return -1
        return (spent + self._change_cost) << 8 | self._changed_to

    def _after(self, spent: int, mode: int, kind: int, here: int, there: int, side: int) -> int:
        """:meth:`step`, in a form that the compiler folds into the search; plain numbers are what it folds best.

        15 are the columns of a hex, 48 those of a hexside, 17 the zones, 14 the toll, 0xFFFF is NEVER, and an entry
        of the list is cost, mode afterwards and the bit for rounding up. Most steps meet nothing.
        """
        column = extra = 0
        there &= self._met
        here &= 17
        if there | side | here:
            if side & 1 or there & self.barred:
                return -1
            column = (there & 15 | side & 48) << 8
            if here & self.heeds:
                here &= self.heeds
                extra = self._leaving[4 * (here & 1 | here >> 3 & 2) + (there & 1 | there >> 3 & 2)]
                if extra == 0xFFFF:
                    return -1
        entry = self._table[mode << 14 | column | kind]
        if entry & 0xFFFF == 0xFFFF:
            return -1
        if side & 14 and self._toll_modes >> (entry >> 16 & 255) & 1:
            if self._tolls[side >> 1 & 7] == 0xFFFF:
                return -1
            extra += self._tolls[side >> 1 & 7]
        if entry & 0x1000000:
            spent = (spent + self.whole - 1) // self.whole * self.whole
        return (spent + extra + (entry & 0xFFFF)) << 8 | entry >> 16 & 255


class Reach:
    """The search, with its scratch tables: make one for each map and number of modes, and use it again and again.

    After :meth:`run` the answers stay readable until the next run; ``runs`` is a new number each time, the same in no
    other search, so that who shares searches can tell whether its answers are still there.
    """

    def __init__(self, neighbours: array[int], side_of: array[int], modes: int = 1) -> None:
        if len(neighbours) % 6 or len(side_of) != len(neighbours):
            raise ValueError("the tables of neighbours and hexsides have six entries for each hex")
        hexes = len(neighbours) // 6
        states = hexes * modes
        self.hexes = hexes
        self.sides = max(side_of, default=-1) + 1
        self.modes = modes
        self.count = 0
        self.ends = 0
        self.runs = next(_searches) * MOST_RUNS
        self._neighbours = neighbours
        self._side_of = side_of
        self._spent = array("H", [NEVER]) * states
        self._parent = array("i", [-1]) * states
        self._order = array("i", [0]) * states
        self._best = array("i", [-1]) * hexes
        self._end = array("i", [0]) * hexes
        self._listed = array("B", [0]) * hexes
        self._waiting = array("i", [0]) * (7 * states + 1)
        self._next = array("i", [-1]) * (7 * states + 1)
        self._head = array("i", [-1]) * 1024
        self._start, self._no_end = -1, 0
        self._flags = self._flags_of = array("H")
        self._crossed: ByteTable = b""
        self._crossed_of: ByteTable = b""

    def run(
        self,
        prices: Prices,
        flags: HexFlags,
        sides: ByteTable,
        start: int,
        budget: int,
        spent: int = 0,
        mode: int = 0,
        first: int = EVERY_WAY,
        guaranteed: bool = False,
    ) -> int:
        """Searches from ``start`` and returns how many (mode, hex) are reached, the start among them.

        ``first`` has a bit for each direction the first step may take (a walk that comes back to the start in the
        same mode is not looked at again). ``guaranteed``: the first step may cost more than is left; it then takes
        all that is left.
        """
        self._forget()
        self.runs += 1
        modes = self.modes
        if prices.modes != modes or len(prices._ground) != 6 * self.hexes:
            raise ValueError("price list and search are not made for the same map and modes")
        self._take(flags, sides)
        if not (0 <= start < self.hexes and 0 <= mode < modes and spent >= 0 and budget <= MOST_POINTS):
            raise ValueError(f"no search from hex {start} in mode {mode} with {spent} of {budget} points spent")
        if spent > budget:
            return 0
        if budget >= len(self._head):
            self._head = array("i", [-1]) * (budget + 1)
        ground, neighbours, side_of = prices._ground, self._neighbours, self._side_of
        met, crossed = self._flags, self._crossed
        paid, parent, order, best = self._spent, self._parent, self._order, self._best
        waiting, next_waiting, head = self._waiting, self._next, self._head
        stops, no_end, heeds = prices.stops, prices.no_end, prices.heeds
        self._start, self._no_end, changed_from = start, no_end & heeds, prices._changed_from
        origin = start * modes + mode
        paid[origin], parent[origin] = spent, -1
        waiting[0], next_waiting[0], head[spent] = origin, -1, 0
        entries, count, ends, now = 1, 0, 0, spent
        while now <= budget:
            entry = head[now]
            if entry < 0:
                now += 1
                continue
            head[now] = next_waiting[entry]
            state = waiting[entry]
            if paid[state] != now:
                continue
            order[count] = state
            count += 1
            hex = state // modes
            here = met[hex]
            if best[hex] < 0:
                best[hex] = state
                if hex != start and not here & heeds & no_end:
                    self._end[ends] = hex
                    ends += 1
            ways = _every_way
            if state == origin:
                ways = first
            elif here & heeds & stops:
                continue
            mode = state - hex * modes
            if mode == changed_from:
                after = prices.change(now, mode, hex, here)
                total = after >> 8
                target = hex * modes + (after & 255)
                if after >= 0 and total <= budget and total < paid[target]:
                    paid[target] = total
                    parent[target] = state
                    waiting[entries] = target
                    next_waiting[entries] = head[total]
                    head[total] = entries
                    entries += 1
            for edge in range(6 * hex, 6 * hex + 6):
                there = neighbours[edge]
                if there < 0:
                    continue
                kind = ground[edge]
                if kind == 0 or not ways >> (edge - 6 * hex) & 1:
                    continue
                after = prices._after(now, mode, kind, here, met[there], crossed[side_of[edge]])
                if after < 0:
                    continue
                total = after >> 8
                if total > budget:
                    if not guaranteed or state != origin:
                        continue
                    total = budget
                target = there * modes + (after & 255)
                if total < paid[target]:
                    paid[target] = total
                    parent[target] = state
                    waiting[entries] = target
                    next_waiting[entries] = head[total]
                    head[total] = entries
                    entries += 1
        self.count, self.ends = count, ends
        return count

    def walk(
        self,
        prices: Prices,
        flags: HexFlags,
        sides: ByteTable,
        start: int,
        path: Sequence[int],
        budget: int,
        spent: int = 0,
        mode: int = 0,
        first: int = EVERY_WAY,
        guaranteed: bool = False,
    ) -> list[int]:
        """Points spent before a walk and after each of its steps, as far as they are allowed; no search is run.

        ``path`` names the hexes entered one after the other; one that is named again where the mover stands is a change
        of mode. It ends early where the next is no neighbour, may not be entered or costs too much, and behind a hex
        where the mover must stop. ``first`` and ``guaranteed`` as in :meth:`run`.
        """
        if len(prices._ground) != 6 * self.hexes or not 0 <= mode < prices.modes:
            raise ValueError("price list and search are not made for the same map and modes")
        self._take(flags, sides)
        if not 0 <= start < self.hexes:
            raise ValueError(f"no walk from hex {start}")
        ground, neighbours, side_of = prices._ground, self._neighbours, self._side_of
        met, crossed = self._flags, self._crossed
        found = [spent]
        here, stopped = start, False
        for there in path:
            if there == here:
                after = prices.change(spent, mode, here, met[here])
                if stopped or after < 0 or after >> 8 > budget:
                    break
                spent, mode = after >> 8, after & 255
                first, guaranteed = _every_way, False
                found.append(spent)
                continue
            edge = 6 * here
            last = edge + 5
            while edge < last and neighbours[edge] != there:
                edge += 1
            if stopped or there < 0 or neighbours[edge] != there or ground[edge] == 0:
                break
            after = prices._after(spent, mode, ground[edge], met[here], met[there], crossed[side_of[edge]])
            total = after >> 8
            if after < 0 or not first >> (edge - 6 * here) & 1 or (total > budget and not guaranteed):
                break
            spent, mode, here = min(total, budget), after & 255, there
            first, guaranteed = _every_way, False
            stopped = met[there] & prices.heeds & prices.stops != 0
            found.append(spent)
        return found

    # --- answers ---------------------------------------------------------------------------------

    def cost_of(self, hex: int, mode: int = ANY_MODE, among: int = EVERY_MODE) -> int:
        """Points spent on arrival at the hex, in that mode or in the cheapest of those with a bit in ``among``; -1 if
        it is not reached."""
        state = self._state(hex, mode, among)
        return -1 if state < 0 else self._spent[state]

    def costs(self, unreached: int = -1) -> array[int]:
        """Points spent on arrival at every hex in the cheapest mode, and a number for hexes that are not reached."""
        best, paid = self._best, self._spent
        found = array("i", [unreached]) * self.hexes
        cells = found
        for hex in range(self.hexes):
            if best[hex] >= 0:
                cells[hex] = paid[best[hex]]
        return found

    def best_mode(self, hex: int) -> int:
        """The mode of the cheapest arrival, -1 if the hex is not reached."""
        state = self._state(hex, ANY_MODE, EVERY_MODE)
        return -1 if state < 0 else state % self.modes

    def path_to(self, hex: int, mode: int = ANY_MODE, among: int = EVERY_MODE) -> list[Hex]:
        """The hexes of the path from the start to the hex, both included; empty if it is not reached. Modes as in
        :meth:`cost_of`."""
        path: list[Any] = []
        state = self._state(hex, mode, among)
        while state >= 0:
            path.append(state // self.modes)
            state = self._parent[state]
        path.reverse()
        return path

    def destinations(self) -> list[tuple[Hex, Hex]]:
        """Every hex where the move may end, with the points then spent, cheapest first; not the start."""
        end, best, paid = self._end, self._best, self._spent
        found: list[Any] = []
        for number in range(self.ends):
            hex = end[number]
            found.append((hex, paid[best[hex]]))
        return found

    def destination_hexes(self, plus: int = 0, others: Sequence[Reach] = ()) -> list[Any]:
        """The same without the costs, and with a number added to each: a verb's code makes options of them. After them
        come hexes that only other searches on the map have found."""
        end, listed = self._end, self._listed
        found = []
        for number in range(self.ends):
            found.append(end[number] + plus)
        if not others:
            return found
        for other in others:
            if other.hexes != self.hexes:
                raise ValueError("the searches are not made for the same map")
        for number in range(self.ends):
            listed[end[number]] = 1
        for other in others:
            for number in range(other.ends):
                hex = other._end[number]
                if not listed[hex]:
                    listed[hex] = 1
                    found.append(hex + plus)
        for number in range(len(found)):
            hex = found[number] - plus
            listed[hex] = 0
        return found

    def arrivals(self, among: int, plus: int = 0) -> list[int]:
        """The hexes where the move may end in one of the modes with a bit in ``among``, cheapest first, with a number
        added to each; the start only if the mover has changed its mode there."""
        order, listed, met, modes, no_end = self._order, self._listed, self._flags, self.modes, self._no_end
        found = []
        for number in range(self.count):
            state = order[number]
            hex = state // modes
            if not among >> (state - hex * modes) & 1 or self._parent[state] < 0 or listed[hex]:
                continue
            if hex == self._start or not met[hex] & no_end:
                listed[hex] = 1
                found.append(hex + plus)
        for number in range(len(found)):
            hex = found[number] - plus
            listed[hex] = 0
        return found

    def reached(self) -> list[tuple[Hex, int, int]]:
        """Every (hex, mode, cost) found, cheapest first, hexes where the move may not end included."""
        order, paid, modes = self._order, self._spent, self.modes
        found: list[Any] = []
        for number in range(self.count):
            state = order[number]
            found.append((state // modes, state % modes, paid[state]))
        return found

    def reached_of(self, hexes: Sequence[int]) -> list[tuple[Hex, int]]:
        """Those of some hexes that were found, each with the points spent on arrival in its cheapest mode."""
        best, paid = self._best, self._spent
        found: list[Any] = []
        for hex in hexes:
            if not 0 <= hex < self.hexes:
                raise ValueError(f"there is no hex {hex}")
            if best[hex] >= 0:
                found.append((hex, paid[best[hex]]))
        return found

    def _take(self, flags: HexFlags, sides: ByteTable) -> None:
        """Opens the tables, unless they are the same as last time: that is more work than a short search."""
        if flags is not self._flags_of:
            if len(flags) != self.hexes:
                raise ValueError("the flags of hexes are not those of this map")
            self._flags = flags
            self._flags_of = flags
        if sides is not self._crossed_of:
            if len(sides) < self.sides:
                raise ValueError("the flags of hexsides are not those of this map")
            self._crossed = sides
            self._crossed_of = sides

    def _state(self, hex: int, mode: int, among: int) -> int:
        if not (0 <= hex < self.hexes and mode < self.modes):
            return -1
        if mode < 0 and among != _every_mode:
            for number in range(self.modes):
                best = hex * self.modes + number
                if among >> number & 1 and (mode < 0 or self._spent[best] < self._spent[hex * self.modes + mode]):
                    mode = number
            if mode < 0:
                return -1
        state = self._best[hex] if mode < 0 else hex * self.modes + mode
        return state if state >= 0 and self._spent[state] != _never else -1

    def _forget(self) -> None:
        order, paid, best, modes = self._order, self._spent, self._best, self.modes
        for number in range(self.count):
            state = order[number]
            paid[state] = _never
            best[state // modes] = -1
        self.count = self.ends = 0
