"""Walking: step is the law, reach its fast answer, and refusals name the rule in the way."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board import MapError
from ardennes.kernels.flags import BARRED, NO_END, STOP, ZONE
from ardennes.kernels.reach import EVERY_WAY
from ardennes.rules.walk import Going, Mover, Relaxation, points_along, reach, step, unhindered, walk, why_out_of_reach
from tests.battery.walks import check_reach
from tests.rules.small_boards import MODES, WHOLE, plain_going, random_going, small_board


def every_arrival(going: Going, mover: Mover) -> dict[tuple[int, int], int]:
    """The cheapest arrival by step in each hex and mode, by trying every walk there is. Where the first step is
    limited, reach does not go on from the start when it comes back there in the mode it had."""
    seen, waiting = {mover}, [mover]
    begun = (mover.hex, mover.mode) if mover.first != EVERY_WAY else None
    while waiting:
        here = waiting.pop()
        for there in going.board.around(here.hex):
            after = step(going, here, there)
            if after is not None and after not in seen and (after.hex, after.mode) != begun:
                seen.add(after)
                waiting.append(after)
    best: dict[tuple[int, int], int] = {}
    for arrived in seen:
        key = (arrived.hex, arrived.mode)
        best[key] = min(best.get(key, arrived.spent), arrived.spent)
    return best


@settings(max_examples=150)
@given(st.randoms(use_true_random=False))
def test_reach_is_every_walk(rng: random.Random) -> None:
    going, search = random_going(rng)
    start = rng.choice(going.board.hexes)
    allowance = rng.randint(0, 4 * WHOLE)
    first, guaranteed = rng.choice((EVERY_WAY, rng.randrange(64))), rng.random() < 0.3
    spent, mode = rng.randint(0, allowance), rng.randrange(MODES)
    mover = Mover(start, allowance, spent=spent, mode=mode, first=first, guaranteed=guaranteed)
    found = reach(going, search, mover)
    prices = {(hex, mode): cost for hex, mode, cost in found.reached()}
    assert prices == every_arrival(going, mover)
    ends = {hex for hex, _ in prices if hex != start and not going.hexes[hex] & NO_END}
    assert set(found.destination_hexes()) == ends
    check_reach(going, search, mover, rng, walks=5)


def test_walk_is_steps_in_a_row() -> None:
    board = small_board()
    going, _ = plain_going(board)
    path = [board.hex(label) for label in ("0102", "0103", "0104")]
    assert walk(going, Mover(board.hex("0101"), 3), path) == Mover(path[-1], 3, spent=3)
    assert walk(going, Mover(board.hex("0101"), 2), path) is None
    assert Mover(0, 5, spent=2).left == 3


def test_points_along_a_path_are_those_of_its_steps() -> None:
    board = small_board()
    going, search = plain_going(board)
    start, *path = [board.hex(label) for label in ("0101", "0102", "0103", "0104")]
    assert points_along(going, search, Mover(start, 9, spent=1), path) == [1, 2, 3, 4]
    assert points_along(going, search, Mover(start, 2), path) == [0, 1, 2]
    assert points_along(going, search, Mover(start, 9, stopped=True), path) == [0]
    going.hexes[path[1]] |= STOP
    assert points_along(going, search, Mover(start, 9), path) == [0, 1, 2]
    with pytest.raises(MapError, match="not adjacent"):
        points_along(going, search, Mover(start, 9), [path[0], path[2]])


def test_first_step_may_be_limited_or_sure() -> None:
    board = small_board()
    going, search = plain_going(board)
    start, *path = [board.hex(label) for label in ("0101", "0102", "0103")]
    ahead = 1 << board.direction(start, path[0])
    assert points_along(going, search, Mover(start, 9, first=ahead), path) == [0, 1, 2]
    assert points_along(going, search, Mover(start, 9, first=EVERY_WAY & ~ahead), path) == [0]
    assert walk(going, Mover(start, 9, first=EVERY_WAY & ~ahead), path) is None
    assert points_along(going, search, Mover(start, 0, guaranteed=True), path) == [0, 0]
    assert walk(going, Mover(start, 0, guaranteed=True), path[:1]) == Mover(path[0], 0)
    assert walk(going, Mover(start, 0, guaranteed=True), path) is None


def test_stop_ends_a_walk() -> None:
    board = small_board()
    going, _ = plain_going(board)
    going.hexes[board.hex("0102")] |= STOP
    after = step(going, Mover(board.hex("0101"), 5), board.hex("0102"))
    assert after is not None
    assert after.stopped
    assert step(going, after, board.hex("0103")) is None
    leaving = Mover(board.hex("0102"), 5)
    assert step(going, leaving, board.hex("0103")) is not None, "who starts there may go"


def row() -> tuple[Going, object, dict[str, int]]:
    """A single lane of hexes: only one way to go."""
    board = small_board(lanes=1, places=6)
    going, search = plain_going(board)
    return going, search, {label: board.hex(label) for label in ("0101", "0102", "0103", "0104", "0105", "0106")}


ZONES = (ZONE | STOP, "zone-in-the-way", "3.3")
UNITS = (ZONE | STOP | BARRED, "unit-in-the-way", "3.5")


def reason(going: Going, search: object, start: int, target: int, points: int = 9) -> tuple[str, str]:
    set_aside = [Relaxation(code, rule, unhindered(going, bits)) for bits, code, rule in (ZONES, UNITS)]
    mover = Mover(start, points)
    refusal = why_out_of_reach(going, search, mover, target, relaxations=set_aside, rule="3.1")  # type: ignore[arg-type]
    assert refusal.args["hex"] == target
    return refusal.code, refusal.rule


def test_reason_is_distance() -> None:
    going, search, at = row()
    assert reason(going, search, at["0101"], at["0106"], points=4) == ("too-far", "3.1")
    refusal = why_out_of_reach(going, search, Mover(at["0101"], 4, spent=1), at["0106"], relaxations=(), rule="3.1")  # type: ignore[arg-type]
    assert (refusal.args["needs"], refusal.args["has"]) == (5, 3)


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ({"0103": ZONE | STOP}, ("zone-in-the-way", "3.3")),
        ({"0103": BARRED}, ("unit-in-the-way", "3.5")),
        ({"0105": BARRED}, ("unit-in-the-way", "3.5")),
        ({"0103": ZONE | STOP, "0104": BARRED}, ("unit-in-the-way", "3.5")),
        ({"0105": NO_END}, ("may-not-end-there", "3.1")),
    ],
)
def test_reason_is_the_first_rule_that_lets_through(flags: dict[str, int], expected: tuple[str, str]) -> None:
    going, search, at = row()
    for label, bits in flags.items():
        going.hexes[at[label]] |= bits
    assert reason(going, search, at["0101"], at["0105"]) == expected


def test_reason_where_nothing_helps() -> None:
    board = small_board(lanes=1, places=3)
    ground = bytearray(1 if there >= 0 else 0 for there in board.neighbours)
    for one, other in (("0102", "0103"), ("0103", "0102")):
        ground[6 * board.hex(one) + board.direction(board.hex(one), board.hex(other))] = 0
    going, search = plain_going(board, bytes(ground))
    assert reason(going, search, board.hex("0101"), board.hex("0103")) == ("no-way-there", "3.1")
