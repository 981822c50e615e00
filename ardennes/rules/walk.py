"""Walking: the law of one step, the fast answer to where steps may lead, and why a hex is out of reach.

``step`` and the reach kernel read the same price list, so what is shown as reachable is what can be walked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ardennes.board import Board
from ardennes.engine.texts import Argument, Refusal
from ardennes.kernels.flags import EVERY_FLAG, HexFlags
from ardennes.kernels.reach import EVERY_MODE, EVERY_WAY, MOST_POINTS, Prices, Reach
from ardennes.numbers import Hex


class Mover(msgspec.Struct, frozen=True, gc=False):
    """Units that move together: where they are, what they have spent, and what the rules remember of their way."""

    hex: Hex
    allowance: int
    spent: int = 0
    mode: int = 0
    stopped: bool = False
    first: int = EVERY_WAY
    """The directions its next step may take, as bits; after that step it may take any."""
    guaranteed: bool = False
    """Its next step may cost more than it has left, and then takes all of that."""
    arrives: int = EVERY_MODE
    """The modes it may end its way in, as bits."""

    @property
    def left(self) -> int:
        return self.allowance - self.spent


class Going(msgspec.Struct, frozen=True):
    """What a mover meets: its prices, and the bits of hexes and hexsides as things stand."""

    board: Board
    ground: bytes
    """The kind of step across each directed hexside, as the price list numbers them."""
    prices: Prices
    hexes: HexFlags
    hexsides: bytes | bytearray


def step(going: Going, mover: Mover, there: Hex) -> Mover | None:
    """One step to an adjacent hex, or a change of mode where the mover stands, if that is the hex: the mover
    afterwards, or None where it is not allowed."""
    board, prices = going.board, going.prices
    if there == mover.hex:
        return _changed(going, mover)
    direction = board.direction(mover.hex, there)
    edge, bits = 6 * mover.hex + direction, going.hexes[there]
    after = prices.step(
        mover.spent,
        mover.mode,
        going.ground[edge],
        going.hexes[mover.hex],
        bits,
        going.hexsides[board.side_of[edge]],
    )
    too_dear = after >> 8 > mover.allowance and not mover.guaranteed
    if mover.stopped or after < 0 or too_dear or not mover.first >> direction & 1:
        return None
    stopped = bool(bits & prices.heeds & prices.stops)
    spent = min(after >> 8, mover.allowance)
    return Mover(there, mover.allowance, spent, after & 255, stopped, arrives=mover.arrives)


def lacks_points(going: Going, mover: Mover, there: Hex) -> bool:
    """Whether a mover comes to an adjacent hex without the points for it, as the one hex that it is sure of."""
    thrifty = msgspec.structs.replace(mover, guaranteed=False)
    return mover.guaranteed and step(going, mover, there) is not None and step(going, thrifty, there) is None


def _changed(going: Going, mover: Mover) -> Mover | None:
    after = going.prices.change(mover.spent, mover.mode, mover.hex, going.hexes[mover.hex])
    if mover.stopped or after < 0 or after >> 8 > mover.allowance:
        return None
    return Mover(mover.hex, mover.allowance, after >> 8, after & 255, arrives=mover.arrives)


def reach(going: Going, search: Reach, mover: Mover) -> Reach:
    """Runs the search from where the mover stands; its answers stay readable until the next run."""
    search.run(
        going.prices,
        going.hexes,
        going.hexsides,
        mover.hex,
        mover.allowance,
        mover.spent,
        mover.mode,
        mover.first,
        mover.guaranteed,
    )
    return search


def walk(going: Going, mover: Mover, path: Sequence[Hex]) -> Mover | None:
    """A whole path by single steps; None where one of them is not allowed."""
    for there in path:
        after = step(going, mover, there)
        if after is None:
            return None
        mover = after
    return mover


def points_along(going: Going, search: Reach, mover: Mover, path: Sequence[Hex]) -> list[int]:
    """Points spent before a walk and after each of its steps, as far as they are allowed; in one go what ``step`` tells
    one by one. A step to a hex that is not adjacent is a mistake (MapError)."""
    spent = _spent_along(going, search, mover, path)
    if len(spent) <= len(path):
        check_next_step(going.board, mover.hex, path, len(spent) - 1)
    return spent


def can_walk(going: Going, search: Reach, mover: Mover, path: Sequence[Hex]) -> bool:
    """Whether a whole path is allowed: the same as ``walk``, for when nobody wants to know where it leads."""
    return len(_spent_along(going, search, mover, path)) == len(path) + 1


def _spent_along(going: Going, search: Reach, mover: Mover, path: Sequence[Hex]) -> list[int]:
    return search.walk(
        going.prices,
        going.hexes,
        going.hexsides,
        mover.hex,
        () if mover.stopped else path,
        mover.allowance,
        mover.spent,
        mover.mode,
        mover.first,
        mover.guaranteed,
    )


def check_next_step(board: Board, start: Hex, path: Sequence[Hex], taken: int) -> None:
    """MapError where the step of a path after those taken leads to a hex that is neither adjacent nor the same."""
    here, there = path[taken - 1] if taken else start, path[taken]
    if here != there:
        board.direction(here, there)


class Relaxation(msgspec.Struct, frozen=True):
    """One rule set aside, to find out whether it is the one in the way."""

    code: str
    rule: str
    going: Going


def why_out_of_reach(
    going: Going, search: Reach, mover: Mover, target: Hex, *, relaxations: Iterable[Relaxation], rule: str
) -> Refusal:
    """The reason a hex cannot be reached: the first rule that, set aside, lets the mover through.

    Points come first: a hex that more points would reach is only too far. ``rule`` is where the game says so.
    """
    args: dict[str, Argument] = {"hex": target}
    endless = msgspec.structs.replace(mover, allowance=MOST_POINTS)
    needed = reach(going, search, endless).cost_of(target, among=mover.arrives)
    if needed > mover.allowance:
        return Refusal("too-far", {**args, "needs": needed - mover.spent, "has": mover.left}, rule)
    if needed >= 0:
        return Refusal("may-not-end-there", args, rule)
    for relaxation in relaxations:
        if reach(relaxation.going, search, endless).cost_of(target, among=mover.arrives) >= 0:
            return Refusal(relaxation.code, args, relaxation.rule)
    return Refusal("no-way-there", args, rule)


class Way(msgspec.Struct, frozen=True):
    """A path by single steps, with what has been spent after each, and the mover at its end."""

    path: tuple[Hex, ...]
    along: tuple[int, ...]
    mover: Mover


def by_way_of(
    going: Going, search: Reach, mover: Mover, stops: Iterable[Hex], *, relaxations: Iterable[Relaxation], rule: str
) -> Way | Refusal:
    """The cheapest way from stop to stop, or why there is none. Until the last it may keep its mode."""
    path: list[Hex] = []
    along: list[int] = []
    here, ends = mover, tuple(stops)
    for number, stop in enumerate(ends, start=1):
        found = reach(going, search, here)
        among = mover.arrives if number == len(ends) else mover.arrives | 1 << here.mode
        if found.cost_of(stop, among=among) < 0:
            return why_out_of_reach(going, search, here, stop, relaxations=relaxations, rule=rule)
        for there in found.path_to(stop, among=among)[1:]:
            after = step(going, here, there)
            if after is None:
                return _why_no_step(going, here, there, relaxations, rule)
            path.append(there)
            along.append(after.spent - mover.spent)
            here = after
    return Way(tuple(path), tuple(along), here)


def why_not_walk(
    going: Going, mover: Mover, path: Iterable[Hex], *, relaxations: Iterable[Relaxation], rule: str
) -> Refusal | None:
    """Why a path cannot be walked: the first step that is not allowed, and the rule that is in its way."""
    for there in path:
        if there != mover.hex and there not in going.board.around(mover.hex):
            return Refusal("not-beside", {"hex": there}, rule)
        after = step(going, mover, there)
        if after is None:
            return _why_no_step(going, mover, there, relaxations, rule)
        mover = after
    if not mover.arrives >> mover.mode & 1:
        return Refusal("way-ends-in-another-mode", {"hex": mover.hex}, rule)
    return None


def _why_no_step(going: Going, mover: Mover, there: Hex, relaxations: Iterable[Relaxation], rule: str) -> Refusal:
    args: dict[str, Argument] = {"hex": there}
    endless = msgspec.structs.replace(mover, allowance=MOST_POINTS)
    after = step(going, endless, there)
    if after is not None:
        return Refusal("too-far", {**args, "needs": after.spent - mover.spent, "has": mover.left}, rule)
    fresh = msgspec.structs.replace(endless, stopped=False)
    for relaxation in relaxations:
        if step(relaxation.going, fresh, there) is not None:
            return Refusal(relaxation.code, args, relaxation.rule)
    return Refusal("not-beside" if there == mover.hex else "no-way-there", args, rule)


def unhindered(going: Going, ignored: int, leaving: Sequence[int] = (0,) * 16) -> Going:
    """The same going for a mover that does not notice the bits ``ignored`` of a hex."""
    return msgspec.structs.replace(going, prices=going.prices.relaxed(heeds=EVERY_FLAG & ~ignored, leaving=leaving))
